"""The template environment: own delimiters, undefined names are errors, and every value is escaped for wikitext.

Wikitext is full of braces, so templates use ``<< value >>``, ``<% statement %>`` and ``<# comment #>``. What a template
prints is escaped unless it bears the marker ``Wikitext``; the filter ``wikitext`` sets the marker.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import UTC, datetime
from functools import cache
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined, Undefined
from jinja2.compiler import CodeGenerator
from jinja2.exceptions import TemplateRuntimeError, TemplateSyntaxError
from jinja2.ext import Extension
from jinja2.lexer import Token, TokenStream
from jinja2.runtime import Context, Macro

from tracker.core.snowflakes import message_url, told_by_id
from tracker.errors import ConfigError
from tracker.render.cells import cell_text
from tracker.render.escaping import (
    Wikitext,
    anchor_name,
    escape_attribute,
    escape_literal,
    escape_text,
    external_link,
    page_link,
)

_PACKAGE = Path(__file__).parent.parent
_TEMPLATE_FOLDERS = (_PACKAGE / "templates", _PACKAGE.parent / "templates")
_SORTS_OF_ROWS = {"left": "a leaving of the server", "decision": "a decision", "setting": "a setting"}
"""What rows are, by how their ids begin."""
_ESCAPES_FOR_HTML = {"tilde": "~", "add": "+", "mod": "%", "mul": "*"}


class OneEscaping(Extension):
    """Refuses the operators that join strings: where one side is wikitext Jinja escapes the other for HTML only."""

    def filter_stream(self, stream: TokenStream) -> Iterator[Token]:
        """Raise TemplateSyntaxError at such an operator."""
        for token in stream:
            if token.type in _ESCAPES_FOR_HTML:
                sign = _ESCAPES_FOR_HTML[token.type]
                raise TemplateSyntaxError(f"write the parts side by side, not with {sign}", token.lineno, stream.name)
            yield token


class EscapedOnce(CodeGenerator):
    """Compiles templates so that a value is escaped once, by ``to_wikitext``, and not a second time by Jinja."""

    def _output_child_pre(self, node: Any, frame: Any, finalize: Any) -> None:
        self.write(finalize.src)

    def _output_child_post(self, node: Any, frame: Any, finalize: Any) -> None:
        self.write(")")


class OnceSaid(Context):
    """The names that a template sees; a macro is rendered once for the same arguments and its text remembered.

    Pages have thousands of rows, and a few clauses and words for how things stand.
    """

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._said: dict[tuple[Any, ...], Any] = {}

    def call(self, called: Any, /, *args: Any, **kwargs: Any) -> Any:
        """Call a macro or anything else that a template calls."""
        if type(called) is not Macro:
            return super().call(called, *args, **kwargs)
        kwargs.pop("_loop_vars", None)
        if kwargs or not all(type(each) is str for each in args):
            return called(self.eval_ctx, *args, **kwargs)
        key = (called, *args)
        if key not in self._said:
            self._said[key] = called(self.eval_ctx, *args)
        return self._said[key]


def template_folder() -> Path:
    """Where the templates lie: in the installed package, or beside it in the source tree."""
    for folder in _TEMPLATE_FOLDERS:
        if folder.is_dir():
            return folder
    raise ConfigError("the templates are missing", place=str(_TEMPLATE_FOLDERS[0]), remedy="install the tracker anew")


@cache
def environment() -> Environment:
    """The environment of all templates, made once."""
    return make_environment(template_folder())


def make_environment(folder: Path) -> Environment:
    """An environment for the templates in a folder."""
    made = Environment(
        loader=FileSystemLoader(folder),
        variable_start_string="<<",
        variable_end_string=">>",
        block_start_string="<%",
        block_end_string="%>",
        comment_start_string="<#",
        comment_end_string="#>",
        trim_blocks=True,
        lstrip_blocks=True,
        undefined=StrictUndefined,
        autoescape=True,
        finalize=to_wikitext,
        extensions=[OneEscaping],
        auto_reload=False,
    )
    made.code_generator_class, made.context_class = EscapedOnce, OnceSaid
    # Jinja's own filters escape for HTML; templates get what they need and no more.
    made.filters = {
        "wikitext": Wikitext,
        "attribute": escape_attribute,
        "clip": escape_text,
        "instant": instant_text,
        "literal": escape_literal,
        "message": message_text,
        "observed": observed_text,
        "seconds": epoch_seconds,
        "words": code_words,
        "written": cell_text,
    }
    made.globals |= {"external_link": external_link, "page_link": page_link, "anchor_name": anchor_name}
    return made


def to_wikitext(value: Any) -> str:
    """What a template prints for a value: wikitext as it is, a text escaped, a number or an instant in words.

    Raises UndefinedError for an undefined name, and TemplateRuntimeError for anything else: a page that says ``None`` or ``True`` is
    a fault.
    """
    if isinstance(value, Wikitext):
        return value
    if isinstance(value, str):
        return escape_text(value)
    if isinstance(value, datetime):
        return instant_text(value)
    if isinstance(value, int) and not isinstance(value, bool):
        return escape_text(str(value))
    if isinstance(value, Undefined):
        return str(value)
    raise TemplateRuntimeError(f"a template prints {value!r}, which is neither text, number nor instant")


def message_text(id: str, places: Mapping[str, str] | None = None) -> Wikitext:
    """A message as it is cited: by when it was posted, where its id tells that, with a link where its place is known.

    Without a link the id itself is shown on pointing at it. ``places`` are those of messages, by their ids.
    """
    posted = told_by_id(id)
    if posted is None:
        return Wikitext(f"message <code>{escape_text(id)}</code>")
    if url := message_url(places.get(id, "") if places else "", id):
        return Wikitext(f"[{url} {instant_text(posted)}]")
    return Wikitext(f'<span title="message {id}">{instant_text(posted)}</span>')


def observed_text(id: str, places: Mapping[str, str] | None = None) -> Wikitext:
    """A row of the archive as it is cited, in words where its id says what it is: a message, a reaction to one, or another thing."""
    sort, colon, rest = id.partition(":")
    if colon and sort == "reaction":
        return Wikitext(f"a reaction to {message_text(rest.partition(':')[0], places)}")
    if colon and sort in _SORTS_OF_ROWS:
        return Wikitext(_SORTS_OF_ROWS[sort])
    return message_text(id, places) if id.isdecimal() else Wikitext(f"<code>{escape_text(id)}</code>")


def instant_text(instant: datetime) -> str:
    """An absolute instant, ``2019-10-03 10:00 UTC``; seconds and milliseconds only where there are some."""
    utc = instant.astimezone(UTC)
    precision = "milliseconds" if utc.microsecond else "seconds" if utc.second else "minutes"
    return f"{utc.replace(tzinfo=None).isoformat(' ', precision)} UTC"


def code_words(code: str) -> str:
    """A code as words: ``TALLY_DIFFERS`` is ``tally differs``."""
    return code.replace("_", " ").lower()


def epoch_seconds(instant: datetime | None) -> int:
    """An instant as a whole number to sort by; 0 for none."""
    return 0 if instant is None else int(instant.timestamp())
