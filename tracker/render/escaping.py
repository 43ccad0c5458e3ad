"""Escaping for wikitext: values from outside become text that can only ever be text, and links that can only be links."""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache
from urllib.parse import quote, urlsplit

from markupsafe import Markup

Wikitext = Markup
"""The marker of text that is wikitext by right: whatever does not bear it is escaped on its way into a page (law 14)."""

LONGEST = 500
"""Characters of one value that are shown at most, unless a template clips it shorter."""

ELLIPSIS = "…"
_REPLACEMENT = "\N{REPLACEMENT CHARACTER}"
_MARKS_IN_A_ROW = 3
_LONGEST_URL = 2000
_LONG_WORD = re.compile(r"\S{30}(?=\S)")
_JOINERS = "\N{ZERO WIDTH NON-JOINER}\N{ZERO WIDTH JOINER}"
_PLAIN_PUNCTUATION = " .,()?%/$^\\`"
_PLAIN_INSIDE_WORDS = "'-_"
_DOUBTFUL = re.compile(rf"[^A-Za-z0-9{re.escape(_PLAIN_PUNCTUATION)}]")
"""What is not plain wherever it stands."""
_MAGIC_LINK = re.compile(r"(?<![^\W_])(?:RFC|PMID|ISBN)(?=\s)")
_HOST = re.compile(r"[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?", re.IGNORECASE)
_IN_URLS = "/?#:@$()*+,;=&%-."
_LOOSE_PERCENT = re.compile(r"%(?![0-9A-Fa-f]{2})")
_NO_TITLE = re.compile(r"[#<>\[\]|{}\ufffd]|^[\s_:]|^$|(?:^|/)\.\.?(?:/|$)|%[0-9A-Fa-f]{2}|&[\w#]+;|~~~|''|__")
_LONGEST_TITLE = 255
_LONGEST_ANCHOR = 120


# --- what a reader sees of a value --------------------------------------------------------------------------------------


def shown(value: str, longest: int = LONGEST) -> str:
    """A value as readers see it: one line, no invisible marks, no towers of accents, and an ellipsis where it is too long."""
    line = _readable(value[: 4 * longest])
    if len(line) <= longest and len(value) <= 4 * longest:
        return line
    return line[: longest - 1].rstrip(_JOINERS + " ") + ELLIPSIS


def _readable(text: str) -> str:
    if text.isascii() and text.isprintable():
        return " ".join(text.split())
    line = unicodedata.normalize("NFC", " ".join("".join(map(_visible, text)).split()))
    return _without_towers(line).strip()


def _visible(character: str) -> str:
    """The character itself; a blank for any white space; a replacement mark for what hides or turns text around."""
    if character.isspace():
        return " "
    category = unicodedata.category(character)
    if category in ("Cc", "Cs") or (category == "Cf" and character not in _JOINERS) or _is_no_character(character):
        return _REPLACEMENT
    return character


def _is_no_character(character: str) -> bool:
    point = ord(character)
    return point & 0xFFFE == 0xFFFE or 0xFDD0 <= point <= 0xFDEF


def _without_towers(line: str) -> str:
    """At most a few combining marks in a row, so that they stay in their line."""
    kept, marks = [], 0
    for character in line:
        marks = marks + 1 if unicodedata.category(character) in ("Mn", "Me") else 0
        if marks <= _MARKS_IN_A_ROW:
            kept.append(character)
    return "".join(kept)


# --- text --------------------------------------------------------------------------------------------------------------


def escape_attribute(value: str) -> Wikitext:
    """A value as text between double quotes in a tag."""
    return Wikitext(_coded(shown(value)))


@lru_cache(maxsize=8192)
def escape_text(value: str, longest: int = LONGEST) -> Wikitext:
    """A value as text: whatever wikitext or HTML it holds is shown, none of it works; right-to-left text turns nothing else."""
    line = shown(value, longest)
    coded = "<wbr>".join(_coded(piece) for piece in _pieces(line))
    return Wikitext(f"<bdi>{coded}</bdi>" if _has_right_to_left(line) else coded)


def _pieces(line: str) -> list[str]:
    """The line with its longest words cut where a narrow table may break them."""
    return _LONG_WORD.sub("\\g<0>\n", line).split("\n")


def _has_right_to_left(line: str) -> bool:
    return not line.isascii() and any(unicodedata.bidirectional(character) in ("R", "AL", "AN") for character in line)


def _coded(line: str) -> str:
    """Every character that could mean anything to a wiki as a numeric entity."""
    magic = {found.start() for found in _MAGIC_LINK.finditer(line)}
    coded = magic.union(place for place in map(re.Match.start, _DOUBTFUL.finditer(line)) if not _is_plain(line, place))
    return "".join([f"&#{ord(character)};" if place in coded else character for place, character in enumerate(line)])


def _is_plain(line: str, place: int) -> bool:
    character = line[place]
    if not character.isascii():
        # The wiki takes no link for a link that holds a bare replacement mark.
        return character != _REPLACEMENT and (place > 0 or not _joins_what_stands_before(character))
    around = line[place - 1 : place] + line[place + 1 : place + 2]
    if character == ":":
        return len(around) == 2 and around.isdigit()
    if character in _PLAIN_INSIDE_WORDS:
        return len(around) == 2 and around.isalnum()
    if character == "+":
        return place > 0
    return character.isalnum() or character in _PLAIN_PUNCTUATION


def _joins_what_stands_before(character: str) -> bool:
    """Whether the wiki's NFC could melt it into the template's character before it (``>`` and U+0338 make ``≯``)."""
    return unicodedata.category(character).startswith("M") or 0x1160 <= ord(character) <= 0x11FF


# --- links -------------------------------------------------------------------------------------------------------------


def external_link(url: str, label: str) -> Wikitext:
    """A link to another site, shown as its label; where the address is no plain http(s) one, only the label."""
    address = _address(url)
    text = escape_text(label)
    return Wikitext(f"[{address} {text or 'link'}]") if address else text


def _address(url: str) -> str:
    """The address with everything percent-encoded that could end it or mean something to the wiki; empty where it is none."""
    if len(url) > _LONGEST_URL or not url.startswith(("http://", "https://")):
        return ""
    try:
        parts = urlsplit(url)
        host = (parts.hostname or "").encode("idna").decode("ascii")
        port = f":{parts.port}" if parts.port is not None else ""
    except ValueError:
        return ""
    if not _HOST.fullmatch(host) or "@" in parts.netloc:
        return ""
    query, fragment = parts.query and f"?{parts.query}", parts.fragment and f"#{parts.fragment}"
    return f"{parts.scheme}://{host}{port}{_percent_coded(parts.path + query + fragment, _IN_URLS)}"


def _percent_coded(text: str, safe: str) -> str:
    coded = quote(_LOOSE_PERCENT.sub("%25", text), safe=safe, errors="replace")
    return coded.replace("__", "%5F%5F").replace("~", "%7E").replace("&", "&amp;")


@lru_cache(maxsize=8192)
def page_link(title: str, label: str, *, anchor: str = "", tooltip: str = "") -> Wikitext:
    """A link to a page of the wiki, or to an anchor on it (an empty title: on the same page), shown as its label.

    Where no page can bear the title, only the label is shown.
    """
    text = escape_text(label)
    if tooltip:
        text = Wikitext(f'<span title="{escape_attribute(tooltip)}">{text}</span>')
    target = f"{title}#{_fragment(anchor)}" if anchor else title
    if not label.strip() or not target or (title and not _is_title(title)):
        return text
    colon = ":" if ":" in title or title.startswith("/") else ""
    return Wikitext(f"[[{colon}{target}|{text}]]")


def _is_title(title: str) -> bool:
    return title == shown(title) and len(title.encode()) <= _LONGEST_TITLE and not _NO_TITLE.search(title)


def _fragment(anchor: str) -> str:
    """An anchor as a link names it; the wiki decodes the percent signs."""
    return _percent_coded(shown(anchor).replace("%", "%25").replace(_REPLACEMENT, ""), " ()")


def anchor_name(prefix: str, name: str) -> str:
    """An ``id`` for a place on a page: names that differ only in case get the same, all others different ones."""
    coded = (
        character if character.isascii() and (character.isalnum() or character in "-_.") else f":{ord(character):X}:"
        for character in name.casefold()[:_LONGEST_ANCHOR]
    )
    return f"{prefix}-{''.join(coded).replace('__', '_:5F:')}"
