"""What readers see of a body's HTML: plain text, text shown as struck out or put in, or what they may not see at all.

Only what surely is shown counts as seen: tags, styles and classes that are not known to be harmless hide what they hold,
since nobody can have voted for words that nobody saw.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Literal

Sight = Literal["seen", "struck", "hidden"]

_STRUCK = frozenset({"s", "strike", "del", "ins"})
_SEEN = _STRUCK | frozenset(
    [
        "a",
        "abbr",
        "acronym",
        "address",
        "article",
        "b",
        "big",
        "blockquote",
        "body",
        "br",
        "caption",
        "center",
        "cite",
        "code",
        "col",
        "colgroup",
        "dd",
        "dfn",
        "div",
        "dl",
        "dt",
        "em",
        "figcaption",
        "figure",
        "font",
        "footer",
        "h1",
        "h2",
        "h3",
        "h4",
        "h5",
        "h6",
        "header",
        "hr",
        "html",
        "i",
        "img",
        "kbd",
        "li",
        "main",
        "mark",
        "ol",
        "p",
        "pre",
        "q",
        "samp",
        "section",
        "small",
        "span",
        "strong",
        "sub",
        "sup",
        "table",
        "tbody",
        "td",
        "tfoot",
        "th",
        "thead",
        "time",
        "tr",
        "tt",
        "u",
        "ul",
        "var",
        "wbr",
    ]
)
_LENGTH = r"(?:0|auto|normal|inherit|(?:\d{1,2}(?:\.\d{1,2})?|\.\d{1,2})(?:px|pt|r?em|ex|ch|%)?)"
_SIZE = (
    r"(?:inherit|small|medium|large|x-large|xx-large|smaller|larger|(?:[89]|[1-4]\d)(?:\.\d+)?(?:px|pt)"
    r"|(?:0?\.[6-9]\d*|[1-3](?:\.\d+)?)r?em|(?:[6-9]\d|[1-3]\d\d)(?:\.\d+)?%)"
)
_DARK = (
    "(?:inherit|black|navy|blue|darkblue|green|darkgreen|maroon|red|darkred|purple|teal|olive|gr[ae]y|dimgr[ae]y|brown)"
)
_HARMLESS = {
    "text-align": "left|right|center|justify|start|end|inherit",
    "font-family": r"[\w ,'\"-]+",
    "font-style": "normal|italic|oblique|inherit",
    "font-weight": r"normal|bold|bolder|lighter|inherit|\d{3}",
    "font-variant": "normal|small-caps|inherit",
    "font-size": _SIZE,
    "line-height": r"normal|inherit|[1-3](?:\.\d+)?(?:em)?|1\d\d%",
    "list-style-type": "disc|circle|square|decimal|none|lower-alpha|upper-alpha|lower-roman|upper-roman",
    "text-decoration": "none|underline|inherit",
    "vertical-align": "baseline|top|middle|bottom|sub|super",
    "white-space": "normal|pre-wrap|pre-line|inherit",
    "display": "block|inline|inline-block|list-item",
    "visibility": "visible",
    "opacity": r"1(?:\.0+)?|100%",
    "color": _DARK,
    **dict.fromkeys(("margin", "padding"), rf"{_LENGTH}(?: {_LENGTH}){{0,3}}"),
    **{
        f"{side}-{end}": _LENGTH
        for side in ("margin", "padding")
        for end in ("left", "right", "top", "bottom", "inline", "block")
    },
}
"""The values of a style's properties that surely leave its text to be seen."""
_CLASS = re.compile(r"(?:Mso\w+|Apple-[\w-]+|[ps]\d{1,2}|external(?: text)?|quote|bb_quote)", re.IGNORECASE)
_STRIKES = re.compile(r"line-through", re.IGNORECASE)
_FONT_SIZE = re.compile(r"[2-7]|\+[1-4]")


def sight_of(tag: str, attributes: Mapping[str, str]) -> Sight:
    """How readers see the text of an element, by its tag and its attributes alone.

    >>> sight_of("span", {"style": "text-align: left"}), sight_of("span", {"style": "color: white"})
    ('seen', 'hidden')
    """
    if _STRIKES.search(attributes.get("style", "")):
        return "struck"
    if tag not in _SEEN or not _shows(tag, attributes):
        return "hidden"
    return "struck" if tag in _STRUCK else "seen"


def _shows(tag: str, attributes: Mapping[str, str]) -> bool:
    """Whether no attribute of an element may hide its text, or turn its order."""
    if "hidden" in attributes or attributes.get("aria-hidden", "false").strip().lower() != "false":
        return False
    if attributes.get("dir", "ltr").strip().lower() not in ("ltr", "auto"):
        return False
    if tag == "font" and not re.fullmatch(_DARK, attributes.get("color", "inherit").strip(), re.IGNORECASE):
        return False
    if tag == "font" and not _FONT_SIZE.fullmatch(attributes.get("size", "3").strip()):
        return False
    is_known = all(_CLASS.fullmatch(name) for name in attributes.get("class", "").split())
    return is_known and all(map(_is_harmless, attributes.get("style", "").split(";")))


def _is_harmless(declaration: str) -> bool:
    name, _, value = declaration.partition(":")
    if not declaration.strip():
        return True
    wanted = _HARMLESS.get(name.strip().lower())
    return wanted is not None and re.fullmatch(wanted, value.strip(), re.IGNORECASE) is not None
