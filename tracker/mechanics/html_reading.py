"""What stands in a fragment of HTML that somebody posted: its images and its words."""

from __future__ import annotations

import re
from typing import Any

from lxml import etree, html

QUOTING = frozenset({"blockquote", "q", "cite"})
UNSEEN = frozenset({"script", "style", "template", "noscript"})
_PARSER = html.HTMLParser(remove_comments=True, remove_pis=True, recover=True, huge_tree=True)
_NO_CHARACTER = re.compile("[\0-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")
"""What blogs show now and then, and no parser takes."""
_END_OF_PAGE = re.compile(r"</(?=(?:html|body)\b)", re.IGNORECASE)
"""Where a page's end stands within a fragment: browsers go on after it, the parser does not."""


def _tree(fragment: str) -> html.HtmlElement | None:
    """The fragment in a page of its own; None where it nests deeper than can be parsed."""
    shown = _END_OF_PAGE.sub("</no-", _NO_CHARACTER.sub("", fragment))
    try:
        tree = etree.fromstring(f"<html><body>{shown}</body></html>", _PARSER)
    except (etree.XMLSyntaxError, ValueError):
        return None
    return None if any(entry.level == etree.ErrorLevels.FATAL for entry in _PARSER.error_log) else tree


def is_readable(fragment: str) -> bool:
    """Whether a fragment can be read; of one that cannot nothing is."""
    return "<" not in fragment or _tree(fragment) is not None


def images_in(fragment: str) -> list[list[Any]]:
    """Each ``img`` in reading order as [src, alt, whether it stands inside a quotation]; broken HTML gives what could be read."""
    if "<img" not in fragment.lower():
        return []
    tree = _tree(fragment)
    if tree is None:
        return []
    images, quotations = [], 0
    for event, element in etree.iterwalk(tree, events=("start", "end")):
        if element.tag in QUOTING:
            quotations += 1 if event == "start" else -1
        elif element.tag == "img" and event == "start":
            images.append([_address(element), element.get("alt", ""), quotations > 0])
    return images


def _address(image: html.HtmlElement) -> str:
    """Where an image lies; one that blogs load late has a stand-in instead, and its address beside that."""
    address = str(image.get("src", ""))
    late = image.get("data-src") or image.get("data-lazy-src")
    return str(late) if late and (not address or address.startswith("data:")) else address


def plain_text(fragment: str) -> str:
    """The words of a fragment, without tags, scripts and quotations, blanks folded."""
    if "<" not in fragment and "&" not in fragment:
        return " ".join(fragment.split())
    tree = _tree(fragment)
    return "" if tree is None else " ".join(" ".join(_words(tree)).split())


def _words(root: html.HtmlElement) -> list[str]:
    """The texts within an element in reading order; a list of what is left to read, as posts nest without end."""
    words: list[str] = []
    left: list[html.HtmlElement | str] = [root]
    while left:
        item = left.pop()
        if isinstance(item, str):
            words.append(item)
            continue
        words.append(item.text or "")
        for child in reversed(item):
            left.append(child.tail or "")
            if isinstance(child.tag, str) and child.tag not in UNSEEN and child.tag not in QUOTING:
                left.append(child)
    return words
