"""Text from outside made harmless for a chat: no mention calls anybody, no link leads anywhere, no mark-up takes effect."""

from __future__ import annotations

import re

DISCORD_LENGTH = 2000
"""How many characters Discord takes in one message."""
NO_EMBEDS = 1 << 2
"""Discord's flag by which no preview of a link is shown."""
_MENTION = re.compile(r"@(?=\S)")
_LINK = re.compile(r"\](?=\()")
_ADDRESS = re.compile(r":(?=//)")
_INVITATION = re.compile(r"(?<=\bdiscord)\.(?=(?:gg|com|app)\b)", re.IGNORECASE)
_ANGLES = str.maketrans({"<": "‹", ">": "›"})
_MARKUP = re.compile(r"[\\*_~`|]|^[ ]*(?:#{1,3}(?= )|-#|[-+](?= )|\d+[.)](?= ))", re.MULTILINE)
_LONE_SURROGATE = re.compile("[\ud800-\udfff]")
_TURNING = re.compile("[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]")
"""What turns the direction of the text around it, and is not seen itself."""
_CUT = "…"


def disarmed(text: str) -> str:
    """A text in which mentions, links and whatever stands between angle brackets are broken so that everybody sees it.

    In place of each mark that would turn the text around it stands a replacement mark.
    """
    angled = _TURNING.sub("\ufffd", _LONE_SURROGATE.sub("\ufffd", text)).translate(_ANGLES)
    for pattern, broken in ((_MENTION, "@ "), (_LINK, "] "), (_ADDRESS, ": "), (_INVITATION, " . ")):
        angled = pattern.sub(broken, angled)
    return angled


def unmarked(text: str) -> str:
    """A text whose characters Discord shows as they are, each that would be mark-up behind a backslash."""
    return _MARKUP.sub(_escaped, text)


def _escaped(found: re.Match[str]) -> str:
    blanks = len(found[0]) - len(found[0].lstrip(" "))
    mark = found[0][blanks:]
    # Of a number at a line's beginning the point behind it makes the list.
    return f"{found[0][:blanks]}{mark[:-1]}\\{mark[-1]}" if mark[0].isdigit() else f"{found[0][:blanks]}\\{mark}"


def fitting(text: str, length: int) -> str:
    """A text of at most so many characters, as servers count them that take those beyond the first plane for two."""
    if _length(text) <= length:
        return text
    kept, room = [], length - len(_CUT)
    for character in text:
        room -= _length(character)
        if room < 0:
            break
        kept.append(character)
    # A lone backslash at the end would take what follows for mark-up.
    return "".join(kept).rstrip("\\") + _CUT


def _length(text: str) -> int:
    return len(text.encode("utf-16-le")) // 2
