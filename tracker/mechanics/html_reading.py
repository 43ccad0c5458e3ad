"""What stands in a fragment of HTML that somebody posted: its images and its words."""

from __future__ import annotations

from typing import Any

from lxml import etree, html

QUOTING = frozenset({"blockquote", "q", "cite"})
UNSEEN = frozenset({"script", "style", "template", "noscript"})
_PARSER = html.HTMLParser(remove_comments=True, remove_pis=True, recover=True, huge_tree=True)


def _tree(fragment: str) -> html.HtmlElement | None:
    try:
        return html.fragment_fromstring(fragment.replace("\0", ""), create_parent="div", parser=_PARSER)
    except (etree.ParserError, etree.XMLSyntaxError, ValueError):
        return None


def images_in(fragment: str) -> list[list[Any]]:
    """Each ``img`` in reading order as [src, alt, whether it stands inside a quotation]; broken HTML gives what could be read."""
    if "<img" not in fragment.lower():
        return []
    tree = _tree(fragment)
    if tree is None:
        return []
    return [[image.get("src", ""), image.get("alt", ""), _is_quoted(image)] for image in tree.iter("img")]


def _is_quoted(element: html.HtmlElement) -> bool:
    return any(ancestor.tag in QUOTING for ancestor in element.iterancestors())


def plain_text(fragment: str) -> str:
    """The words of a fragment, without tags, scripts and quotations, blanks folded."""
    if "<" not in fragment and "&" not in fragment:
        return " ".join(fragment.split())
    tree = _tree(fragment)
    return "" if tree is None else " ".join(" ".join(_words(tree)).split())


def _words(element: html.HtmlElement) -> list[str]:
    words = [element.text or ""]
    for child in element:
        if isinstance(child.tag, str) and child.tag not in UNSEEN and child.tag not in QUOTING:
            words.extend(_words(child))
        words.append(child.tail or "")
    return words
