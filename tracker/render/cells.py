"""Cells that people write in: their wikitext stays as they wrote it, where nothing of it can leave its cell (law 14)."""

from __future__ import annotations

import html
import re
from functools import lru_cache

from tracker.core.change import is_answer
from tracker.core.region import check_safe_to_save, opaque_spans
from tracker.errors import RegionError
from tracker.render.escaping import LONGEST, Wikitext, escape_text, shown

_TAGS = "abbr|b|bdi|big|code|del|em|i|ins|kbd|mark|q|s|small|span|strike|strong|sub|sup|tt|u|var"
_STYLE = r"(?:color|background(?:-color)?|font-weight|font-style|text-decoration)\s*:[\w #.,%-]*;?\s*"
_DEEPEST = 20
"""So many pieces of markup may stand in one another."""
_PIECE = re.compile(
    r"\{\{[^\W_][\w '()/.,-]*(?:\|[^{}\[\]<>]*)?\}\}"
    r"|\[\[(?::|user:|user talk:)?[^{}\[\]|<>:&%\0]+(?:\|[^{}\[\]|<>]+)?\]\]"
    r"|(?<![\[\0}])\[[^{}\[\]|<>]*\](?![\]\0{])"
    rf"|<({_TAGS})(?:\s+style=\"(?:{_STYLE})*\")?>[^{{}}\[\]|<>]*</\1>"
    r"|<w?br\s*/?>",
    re.IGNORECASE,
)
"""Whole markup with no other in it: a template, a link to a page or out, a tag with what it holds, a break."""
_LOOSE = re.compile(r"[{}\[\]|]|<(?=[^\W\d]|[/!?\0])|~~~|__")
_ODD_BLANK = re.compile(r"[^\S \xa0]")
_QUOTES = re.compile(r"'{2,}")
_KINDS = {2: 1, 3: 2, 5: 3}
"""What runs of apostrophes turn on or off: italics, bold, or both."""


def cell_text(value: str, written: str, longest: int = LONGEST) -> Wikitext:
    """How people wrote a value, where that may stand in a cell; else the value as text."""
    return Wikitext(written) if written and may_stand(written, longest) else escape_text(value, longest)


@lru_cache(maxsize=8192)
def may_stand(written: str, longest: int = LONGEST) -> bool:
    """Whether a wikitext can stand on one line of a cell and all of it stays there, whatever stands around it.

    What templates bring is for the wiki's people; what their call holds is looked at.
    """
    if not _is_seen_whole(written, longest) or not _is_safe_to_save(written):
        return False
    pieces, at = [], 0
    for span, is_comment in opaque_spans(written):
        piece = written[span.start : span.end]
        if not re.fullmatch(r"<!--.*-->" if is_comment else r"<nowiki\s*(?:/>|>.*</nowiki\s*>)", piece, re.IGNORECASE):
            return False
        pieces += [written[at : span.start], "" if is_comment else "\0"]
        at = span.end
    return _is_closed("".join([*pieces, written[at:]]))


def _is_seen_whole(written: str, longest: int) -> bool:
    """Whether a reader sees all of the text: one line, not too long, no invisible characters, written out or as entities."""
    told = html.unescape(written)
    if len(written) > longest or written != written.strip() or _ODD_BLANK.search(told):
        return False
    return shown(told, longest) == " ".join(told.split())


def _is_safe_to_save(written: str) -> bool:
    """Whether the wiki would save it as it stands, and it holds no mark of ours."""
    try:
        check_safe_to_save("", written)
    except RegionError:
        return False
    return not is_answer(written) and "tracker:" not in written


def _is_closed(text: str) -> bool:
    """Whether every piece of markup is closed within the text, from the innermost outwards."""
    if "__" in text or "~~~" in text or not _is_even(text):
        return False
    for _ in range(_DEEPEST):
        text, found = _PIECE.subn("\0", text)
        if not found:
            break
    return not _LOOSE.search(text) and not _LOOSE.search(text.replace("\0", "")) and _is_even(text.replace("\0", ""))


def _is_even(text: str) -> bool:
    """Whether bold and italics that begin in a text end there."""
    is_on = 0
    for quotes in _QUOTES.finditer(text):
        if len(quotes[0]) not in _KINDS:
            return False
        is_on ^= _KINDS[len(quotes[0])]
    return is_on == 0
