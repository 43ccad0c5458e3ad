"""What the text of an enacted matter may not hold, since it is put on the page as wikitext (law 14's exception)."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence

from tracker.core.region import check_safe_to_save, markers, page_text
from tracker.errors import RegionError
from tracker.mechanics.enacting.drafted_page import NotClearError
from tracker.mechanics.ruleset.ruletext import is_invisible
from tracker.mechanics.ruleset.ruletree import masked_text, parse_rules

_PAIRED_TAGS = (
    *("div", "span", "table", "center", "small", "big", "blockquote", "ul", "ol", "dl", "font", "gallery", "poem"),
    *("noinclude", "includeonly", "onlyinclude", "section", "ref", "references", "b", "i", "u", "s", "del", "ins"),
    *("code", "tt", "sup", "sub", "em", "strong", "abbr", "strike", "kbd", "samp", "var", "cite", "caption"),
    *("nowiki", "pre", "source", "syntaxhighlight", "math", "chem", "score", "timeline", "graph", "templatedata"),
)
_BRACKET = re.compile(
    rf"<(?P<closing>/?)(?P<tag>{'|'.join(_PAIRED_TAGS)})(?=[\s/>])[^<>]*?(?P<alone>/?)>"
    r"|(?P<comment><!--|-->)|(?P<table>^(?:[^\S\n]|[:\1])*\{\||^(?:[^\S\n]|[\1])*\|\}(?!\}))|(?P<pair>\{\{|\}\}|\[\[|\]\])",
    re.IGNORECASE | re.MULTILINE,
)
_CLOSES = {"}}": "{{", "]]": "[[", "-->": "<!--"}
_HTML_HEADING = re.compile(r"</?h[1-6](?=[\s/>])", re.IGNORECASE)
_MARKER_BEGUN = re.compile(r"<!--\s*tracker\s*:", re.IGNORECASE)
_REDIRECT = re.compile(r"\s*#\s*redirect", re.IGNORECASE)
_LINE_BREAKS = "\n\t"


def stored(text: str) -> str:
    """A text as the wiki would keep it; raises NotClearError where it holds what nobody can see or what the wiki replaces."""
    plain = text.replace("\r\n", "\n")
    hidden = next((sign for sign in plain if sign not in _LINE_BREAKS and is_invisible(sign)), "")
    if hidden:
        raise NotClearError("MARKUP", f"it holds an invisible or direction mark, {_name(hidden)}")
    plain = page_text(plain)
    if markers(plain) or _MARKER_BEGUN.search(plain):
        raise NotClearError("MARKUP", "it holds a marker of the tracker's own regions")
    if _HTML_HEADING.search(masked_text(plain)):
        raise NotClearError("MARKUP", "it holds a heading as an HTML tag")
    turned = _turned_inside_out(unpaired(plain))
    if turned:
        raise NotClearError("MARKUP", f"it ends a {turned} that it does not begin, and begins another")
    try:
        check_safe_to_save("", plain)
    except RegionError as error:
        raise NotClearError("MARKUP", error.message) from error
    return plain


def check_change(before: str, after: str) -> None:
    """Raise NotClearError where a change of a rule's own text leaves comments, tags, tables or braces open that were not."""
    opened, left = unpaired(before), unpaired(after)
    if opened != left:
        odd = next((sign for sign in left if sign not in opened), "") or (left or opened)[0]
        raise NotClearError("MARKUP", f"it would leave {odd} without its partner")


def check_headings(own_text: str) -> None:
    """Raise NotClearError where a rule's own text holds a heading."""
    found = parse_rules(own_text).children
    if found:
        raise NotClearError("MARKUP", f"it holds the heading “{found[0].title}”")


def is_redirect(page: str) -> bool:
    """Whether a page would send its readers elsewhere."""
    return _REDIRECT.match(page) is not None


def unpaired(wikitext: str) -> tuple[str, ...]:
    """The openings and closings of a text that have no partner in it, in order: ``</div>``, ``{{``, ``<!--``."""
    opened: list[str] = []
    for found in _BRACKET.finditer(masked_text_with_open_comments(wikitext)):
        sign, closes = _sign(found)
        if closes and opened and opened[-1] == closes:
            opened.pop()
        elif sign:
            opened.append(sign)
    return tuple(opened)


def _turned_inside_out(signs: Sequence[str]) -> str:
    """An opening that comes after its own closing: what stands around the text would be paired with it."""
    for place, sign in enumerate(signs):
        opening = _CLOSES.get(sign) or (
            "{|" if sign == "|}" else sign.replace("</", "<") if sign.startswith("</") else ""
        )
        if opening and opening in signs[place:]:
            return opening
    return ""


def masked_text_with_open_comments(wikitext: str) -> str:
    """The text with comments and raw tags masked, but for a comment that never ends, whose opening still shows."""
    masked = masked_text(wikitext)
    last = wikitext.rfind("<!--")
    is_open = last >= 0 and "-->" not in wikitext[last:] and masked[last] == "\1"
    return f"{masked}<!--" if is_open else masked


def _sign(found: re.Match[str]) -> tuple[str, str]:
    """A bracket as it is told, and the opening that it closes (empty for an opening)."""
    if found["tag"]:
        tag = found["tag"].lower()
        if found["alone"]:
            return "", ""
        return (f"</{tag}>", f"<{tag}>") if found["closing"] else (f"<{tag}>", "")
    if found["table"]:
        is_opening = found["table"].endswith("{|")
        return ("{|", "") if is_opening else ("|}", "{|")
    sign = found["comment"] or found["pair"]
    return sign, _CLOSES.get(sign, "")


def _name(sign: str) -> str:
    return unicodedata.name(sign, f"U+{ord(sign):04X}")
