"""Writes the reference page and the example config anew: every command, option, kind of observation, code, parameter and key.

Run it after a change of one of them; a test says when.
"""

from __future__ import annotations

import sys
import tomllib
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from types import UnionType
from typing import Any, Literal, Union, get_args, get_origin

import click
from pydantic.fields import FieldInfo

from tracker.app.keeping.record_shapes import Record, models
from tracker.cli import EXIT_CODES, root
from tracker.cli.printing import words
from tracker.config.example import example_config, options_as_markdown
from tracker.core.clause import Dated, Parameter
from tracker.core.instants import EPOCH
from tracker.core.planning import CODES as PLAN_CODES
from tracker.games.registry import game, known_slugs
from tracker.mechanics.declared import declared_keys
from tracker.mechanics.enacting.enactment import CODES as ENACT_CODES

SHARED = {
    "--json": "Print JSON.",
    "--config": "The config file.",
    "--nomic": "Which of several nomics: that of the config's section [nomic:NAME].",
}
"""The help of options that most commands have, by their names."""
ROOT = Path(__file__).resolve().parent.parent
EXAMPLE = ROOT / "config.example.ini"
PAGE = ROOT / "docs" / "reference.md"
NOTATION = ROOT / "tracker/mechanics/enacting/notation.md"
TODAY = ROOT / "scripts" / "blognomic_today.toml"
CASES = ROOT / "tests" / "games" / "blognomic" / "cases"
"""What is known of BlogNomic's rules of today, and the situations that test them."""


# --- commands ---------------------------------------------------------------------------------------------------------


def commands() -> str:
    """Every command with its help, arguments, options and examples."""
    return "\n".join(_section(path, command) for path, command in every_command(root, ("tracker",)))


def every_command(group: click.Group, path: tuple[str, ...]) -> Iterator[tuple[tuple[str, ...], click.Command]]:
    """Each command with its full name, those of groups after their group."""
    context = click.Context(group)
    for name in group.list_commands(context):
        command = group.get_command(context, name)
        if command is not None:
            yield (*path, name), command
            if isinstance(command, click.Group):
                yield from every_command(command, (*path, name))


def _section(path: tuple[str, ...], command: click.Command) -> str:
    name = " ".join(path)
    arguments = [parameter for parameter in command.params if isinstance(parameter, click.Argument)]
    shown = " ".join([name, *(_argument(argument) for argument in arguments)])
    parts = [f"### {shown}\n", f"{_prose(command.help or '')}\n"]
    options = [parameter for parameter in command.params if isinstance(parameter, click.Option)]
    shared = [option for option in options if option.help in SHARED.values()]
    own = [option for option in options if option not in shared]
    if own:
        parts.append(_table(("option", "meaning"), map(_option, own)))
    if shared:
        parts.append(f"Besides: {', '.join(f'`{option.opts[0]}`' for option in shared)}.\n")
    examples = [line.strip() for line in (command.epilog or "").splitlines() if line.strip().startswith("tracker")]
    if examples:
        parts.append("\n".join(["```sh", *examples, "```"]) + "\n")
    return "\n".join(parts)


def shared_options() -> str:
    """The options that most commands have, explained once."""
    return _table(("option", "meaning"), (f"| `{name}` | {text} |" for name, text in SHARED.items()))


def _argument(argument: click.Argument) -> str:
    name = argument.make_metavar(click.Context(click.Command("x")))
    return name if argument.required or name.startswith("[") else f"[{name}]"


def _option(option: click.Option) -> str:
    names = ", ".join(f"`{name}`" for name in option.opts)
    value = "" if option.is_flag else f" {option.metavar or option.name.upper()}" if option.name else ""
    default = f" Default: `{option.default}`." if option.show_default and option.default else ""
    several = " May be given several times." if option.multiple else ""
    return f"| {names}{value} | {option.help}{default}{several} |"


def _prose(text: str) -> str:
    return "\n\n".join(" ".join(part.split()) for part in text.split("\n\n"))


def exit_codes() -> str:
    """Every exit code."""
    return _table(("exit code", "meaning"), (f"| {code} | {meaning} |" for code, meaning in EXIT_CODES.items()))


# --- observations -----------------------------------------------------------------------------------------------------


FIELD = ("field", "value", "meaning")


def kinds() -> str:
    """Every kind of observation with its fields."""
    return "\n".join(_kind(name) for name in models())


def common_fields() -> str:
    """The fields that every kind has."""
    return _table(FIELD, (_field(name, field) for name, field in Record.model_fields.items()))


def _kind(name: str) -> str:
    model = models()[name]
    shared = {*Record.model_fields, "kind"} - ({"source"} if name == "look" else set())
    own = {key: field for key, field in model.model_fields.items() if key not in shared}
    table = _table(FIELD, (_field(key, field) for key, field in own.items()))
    return f"### {name}\n\n{' '.join((model.__doc__ or '').split())}\n\n{table}"


def _field(name: str, field: FieldInfo) -> str:
    needed = "" if field.is_required() else ", optional"
    return f"| `{name}` | {_type(field.annotation, field)}{needed} | {field.description or ''} |"


_NAMES: Mapping[Any, str] = {str: "text", int: "number", bool: "true or false", type(None): "null"}


def _type(annotation: Any, field: FieldInfo | None = None) -> str:
    """What a field may hold, in words."""
    if field is not None and "date-time" in repr(field.metadata):
        return "instant"
    if annotation in _NAMES:
        return _NAMES[annotation]
    origin, inner = get_origin(annotation), get_args(annotation)
    if origin is Literal:
        return " or ".join(f"`{value}`" for value in inner)
    if origin in (Union, UnionType):
        return " or ".join(dict.fromkeys(_type(choice) for choice in inner if choice is not type(None)))
    if origin is list:
        return f"list of {_type(inner[0])}"
    if origin is dict:
        return "object"
    if hasattr(annotation, "__metadata__"):
        return "instant" if "date-time" in repr(annotation.__metadata__) else _type(annotation.__origin__)
    if hasattr(annotation, "model_fields"):
        return f"objects with {', '.join(f'`{name}`' for name in annotation.model_fields)}"
    return "any JSON value"


# --- codes, parameters, keys ------------------------------------------------------------------------------------------


def codes() -> str:
    """Every code of a finding or refusal, of each game and of planning."""
    parts = [_codes(game(slug).title, game(slug).codes) for slug in known_slugs()]
    own = {"the pages": PLAN_CODES, "enacting": ENACT_CODES}
    parts += [_codes(title, {code: ("", text) for code, text in found.items()}) for title, found in own.items()]
    return "\n".join(parts)


def _codes(title: str, found: Mapping[str, tuple[str, str]]) -> str:
    rows = (f"| `{code}` | {clause} | {text} |" for code, (clause, text) in found.items())
    return f"### Codes of {title}\n\n{_table(('code', 'clause', 'meaning'), rows)}"


def parameters() -> str:
    """Every number, word and switch of each game: what [switches] in the config can set."""
    parts = []
    for slug in known_slugs():
        rows = map(_parameter, game(slug).parameters.values())
        table = _table(("parameter", "value", "allowed", "clause", "meaning"), rows)
        parts.append(f"### Parameters of {game(slug).title}\n\n{table}")
    return "\n".join(parts)


def _parameter(parameter: Parameter[Any]) -> str:
    value = "; ".join(map(_dated, parameter.values))
    allowed = ", ".join(parameter.choices) or parameter.unit
    return f"| `{parameter.name}` | {value} | {allowed} | {parameter.clause} | {parameter.description} |"


def _dated(value: Dated[Any]) -> str:
    since = "" if value.since == EPOCH else f" since {value.since:%Y-%m-%d}"
    return f"{words(value.value)}{since}".replace("|", "\\|")


def dynasty_keys() -> str:
    """The keys of each table of a dynasty file."""
    return "\n".join(f"### {title}\n\n{_keys(keys)}" for title, keys in KEYS.items())


KEYS: Mapping[str, Sequence[declared_keys.Key]] = {
    "The head of the file": declared_keys.FILE_KEYS,
    "[date_action]": declared_keys.DATE_ACTION_KEYS,
    "[[variable]]": declared_keys.VARIABLE_KEYS,
    "[[action]]": declared_keys.ACTION_KEYS,
    "[[atomic]]": declared_keys.ATOMIC_KEYS,
}


def _keys(keys: Sequence[declared_keys.Key]) -> str:
    rows = (f"| `{key.name}` | {key.form} | {'yes' if key.is_needed else ''} | {key.meaning} |" for key in keys)
    return _table(("key", "what stands there", "needed", "meaning"), rows)


# --- what changed since ruleset 170 -----------------------------------------------------------------------------------


def blognomic_today() -> str:
    """BlogNomic's rules clause by clause: ruleset 170's, today's, since when, how sure that is, and the situations."""
    rows = tomllib.loads(TODAY.read_text(encoding="utf-8"))["row"]
    cases = [
        case
        for path in sorted(CASES.glob("*.toml"))
        for case in tomllib.loads(path.read_text(encoding="utf-8"))["case"]
    ]
    counted = Counter(clause for case in cases for clause in set(case["clauses"]))
    table = _table(
        ("ruleset 170", "today", "since", "how sure", "situations"), (_of_today(row, counted) for row in rows)
    )
    return f"{ABOUT_TODAY}\n{table}"


def _of_today(row: Mapping[str, Any], counted: Mapping[str, int]) -> str:
    clauses = game("blognomic").clauses
    old, new = ("; ".join(f"{id}: {clauses[id].title}" for id in row.get(key, ())) for key in ("of_170", "today"))
    tested = sum(counted[id] for id in row.get("today") or row["of_170"])
    return f"| {old} | {new or row['text']} | {row.get('since', '')} | {row['sure']} | {tested} |"


ABOUT_TODAY = """Whatever is not listed is carried out as ruleset 170 has it. How sure: A the text was seen, B it is quoted by people, C it
follows from what people do, D nothing was seen, so that ruleset 170's text is a guess to be confirmed by whoever reads the page.
"""


def notation() -> str:
    """What a proposal may be written in, as it stands beside the grammar."""
    return NOTATION.read_text(encoding="utf-8")


# --- writing ----------------------------------------------------------------------------------------------------------

SECTIONS: Mapping[str, Sequence[Callable[[], str]]] = {
    "Exit codes": (exit_codes,),
    "Commands": (shared_options, commands),
    "Options of the config": (options_as_markdown,),
    "Kinds of observations": (common_fields, kinds),
    "Codes": (codes,),
    "Parameters": (parameters,),
    "Rules of BlogNomic since ruleset 170": (blognomic_today,),
    "Keys of a dynasty file": (dynasty_keys,),
    "The notation of proposals": (notation,),
}
"""What stands under each heading of the page."""
BEGINNING = """# Reference

Here you look up any command, option, exit code, kind of observation, code of a finding, parameter and key of a dynasty file, and what of
BlogNomic's rules changed since ruleset 170. This page is written by `python scripts/docs.py` from the code; how the things are used is told on
the other pages.
"""


def _table(head: Sequence[str], rows: Iterable[str]) -> str:
    return "\n".join([f"| {' | '.join(head)} |", f"|{'---|' * len(head)}", *rows]) + "\n"


def reference() -> str:
    """The whole page."""
    parts = [f"## {title}\n\n" + "\n".join(make() for make in makers) for title, makers in SECTIONS.items()]
    return "\n".join([BEGINNING, *parts])


def main() -> int:
    """Write the reference page and the example config."""
    EXAMPLE.write_text(example_config(), encoding="utf-8")
    PAGE.write_text(reference(), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
