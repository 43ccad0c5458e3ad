"""Special Case: which rules are active, tags, seasonal downtime, dormancy, and the emperor's own DEFERENTIAL."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import UTC, datetime
from functools import lru_cache

from tracker.core.gamestate import Reason
from tracker.core.rule import rule

from .keywords import same_spelling
from .law import Law
from .moment import Moment
from .state import Icon, Kind, Post, State, Tally

TAGS = "Tags"
DOWNTIME = "Seasonal Downtime"
DORMANCY = "Dormancy"
IMPERIAL_DEFERENTIALS = "Imperial Deferentials"
RULES = (
    TAGS,
    "Atomic Actions",
    DOWNTIME,
    DORMANCY,
    "No Orphan Variables",
    IMPERIAL_DEFERENTIALS,
    "Dynastic Distance",
    "The Traitor",
)

KNOWN_TAGS = ("Core", "Special Case", "Appendix", "Victory")

_SET_INACTIVE = re.compile(
    r"\bset\s+(?:the\s+)?(?:special case\s+)?(?:rules?\s+)?([\w', ]+?,[\w', ]+?)\s+to\s+(?:be\s+)?inactive\b",
    re.IGNORECASE,
)
"""A list of rules with commas that a sentence sets inactive together."""
_MARKER = re.compile(r"^(?P<name>.*?)\s*\[(?P<marker>[^\[\]]*)\]\s*$")
_TAG = re.compile(r"\[([^\[\]]+)\]")


@rule("BN-165")
def status_in_title(title: str) -> tuple[str, bool, str]:
    """A Special Case rule's name, whether it is active, and its marker where that is neither Active nor Inactive."""
    match = _MARKER.match(title)
    if not match:
        return title.strip(), True, ""
    marker = match["marker"].strip().casefold()
    return match["name"].strip(), marker != "inactive", "" if marker in ("active", "inactive") else match["marker"]


@rule("BN-166", "BN-167")
def statuses_in_address(text: str, known: tuple[str, ...]) -> tuple[dict[str, bool], list[str]]:
    """What an Ascension Address makes of every Special Case rule, and the names it sets inactive that no rule bears.

    Rules that it does not set become active.
    """
    known = tuple(known)
    named = [name.strip(" .,;:\"'“”") for name in _inactive_names(text)]
    named = [name for name in named if not _names_several(name, known)] + list(_known_inactive(text, known))
    unknown = [name for name in named if not any(same_spelling(name, rule_name) for rule_name in known)]
    statuses = {rule_name: not any(same_spelling(name, rule_name) for name in named) for rule_name in known}
    return statuses, unknown


def _inactive_names(text: str) -> list[str]:
    lines = re.split(r"[.;\n]|\band\b|,", re.sub(r"\[Inactive\]", ": Inactive", text, flags=re.IGNORECASE))
    forms = (
        r"^\s*(?:the\s+)?(?:special case\s+)?(?:rules?\s+)?(?P<name>[\w' ]+?)\s*:\s*inactive\b",
        r"\bset\s+(?:the\s+)?(?:special case\s+)?(?:rules?\s+)?(?P<name>[\w' ]+?)\s+to\s+(?:be\s+)?inactive\b",
        r"^\s*(?P<name>[\w' ]+?)\s+(?:is|becomes|shall be|should be)\s+(?:set\s+to\s+)?inactive\b",
        r"\b(?:deactivate|inactivate|disable|(?:switch|turn)\s+off)\s+(?:the\s+rules?\s+)?(?P<name>(?-i:[A-Z])[\w' ]+)",
    )
    found: list[str] = []
    for listed in _SET_INACTIVE.findall(text):
        found.extend(re.split(r",\s*(?:and\s+)?|\s+and\s+", listed))
    for line in lines:
        matches = (re.search(form, line, re.IGNORECASE) for form in forms)
        found.extend(match["name"] for match in matches if match)
    return found


_STATUS = re.compile(
    r"\b(?:(?P<off>inactive|(?:de|in)activated?|disabled?|(?:switch|turn)(?:ed)?\s+off|off)|(?P<on>active|activated?|on))\b",
    re.IGNORECASE,
)
_ENDS = re.compile(r"[.;!?](?=\s|$)|\n")
_HEDGED = re.compile(
    r"\b(?:not|never|nothing|none|except|excluding|other than|apart from|but)\b|n['’]t\b", re.IGNORECASE
)
"""What turns a sentence on statuses round, so that only people can tell what it sets."""


def _names_several(name: str, known: tuple[str, ...]) -> bool:
    """Whether known rules stand in what was taken for one name: they are found singly."""
    return not any(same_spelling(name, other) for other in known) and bool(_places(name, known))


def _known_inactive(text: str, known: tuple[str, ...]) -> Iterator[str]:
    """The known rules that a sentence sets inactive: those before a word of status, or all after the first one."""
    for sentence in _on_statuses(text):
        if _HEDGED.search(sentence):
            continue
        places, since = _places(sentence, known), 0
        words = list(_STATUS.finditer(sentence))
        for number, word in enumerate(words):
            named = [name for at, name in places if since <= at < word.start()]
            if not named and number == 0:
                end = words[1].start() if words[1:] else len(sentence)
                named = [name for at, name in places if word.end() <= at < end]
            yield from named if word["off"] else ()
            since = word.end()


def _on_statuses(text: str) -> list[str]:
    """The sentences that set something inactive."""
    text = re.sub(r"\[Inactive\]", ": Inactive", text, flags=re.IGNORECASE)
    return [each for each in _ENDS.split(text) if any(word["off"] for word in _STATUS.finditer(each))]


def _places(sentence: str, known: tuple[str, ...]) -> list[tuple[int, str]]:
    """Where which known rules are named in a sentence; a rule's name within another one's is not it."""
    found: list[tuple[int, str]] = []
    rest = sentence
    for name in sorted(known, key=len, reverse=True):
        words = r"\s+".join(map(re.escape, name.split()))
        named = re.compile(rf"(?<!\w){words}(?!\w)", re.IGNORECASE)
        found += [(match.start(), name) for match in named.finditer(rest)]
        rest = named.sub(lambda match: " " * len(match[0]), rest)
    return sorted(found)


@rule("BN-166")
def statuses_in_doubt(text: str, known: tuple[str, ...]) -> list[str]:
    """The sentences of an Ascension Address that speak of inactive rules and of which nothing, or not all, can be read."""
    words = re.compile(r"\binactive\b|\b(?:de|in)activate|\bspecial case\b", re.IGNORECASE)
    found = (each.strip() for each in _on_statuses(text) if _places(each, known) or words.search(each))
    return [each for each in found if _HEDGED.search(each) or not (_places(each, known) or _inactive_names(each))]


@rule("BN-168")
def tags_of(title: str, law: Law) -> list[str]:
    """All tags in a title, anywhere in it; compared loosely, each once, and the known ones as the rules write them."""
    found: list[str] = _TAG.findall(title)
    if law.chooses("tags_compare", "exactly"):
        return found
    tags: list[str] = []
    for tag in found:
        known = next((name for name in KNOWN_TAGS if same_spelling(name, tag)), tag.strip())
        if not any(same_spelling(known, other) for other in tags):
            tags.append(known)
    return tags


@rule("BN-168", "BN-169", "BN-170")
def has_tag(tags: list[str], wanted: str, law: Law) -> bool:
    """Whether a tag is among those of a matter, without regard to case and versions of English."""
    if law.chooses("tags_compare", "exactly"):
        return wanted in tags
    return any(same_spelling(tag, wanted) for tag in tags)


@rule("BN-177")
def is_downtime(state: State, law: Law) -> bool:
    """Whether the yearly downtime is on: from its first day, up to and not including its last."""
    start, end = downtime_of(law)
    return state.is_active(DOWNTIME) and start <= law.when < end


def downtime_of(law: Law) -> tuple[datetime, datetime]:
    """The downtime of the instant's year, as [start, end)."""
    year = law.when.year
    return _day(year, law.word("downtime_from")), _day(year, law.word("downtime_until"))


@lru_cache(maxsize=256)
def _day(year: int, month_and_day: str) -> datetime:
    month, day = map(int, month_and_day.split("-"))
    return datetime(year, month, day, tzinfo=UTC)


def downtime_edges(law: Law) -> list[datetime]:
    """The next edges of the downtime after the instant: this year's and the next year's."""
    start, end = downtime_of(law)
    later = [edge.replace(year=edge.year + 1) for edge in (start, end)]
    return [edge for edge in (start, end, *later) if edge > law.when]


@rule("BN-178")
def dormancy(state: State, law: Law) -> tuple[bool, Reason]:
    """Whether the game is dormant: fewer players than the rule names (idle ones not counted; the emperor counted, unless amended)."""
    players, limit = state.player_count(), law.number("dormant_below")
    if law.chooses("dormancy_counts", "all but the emperor"):
        players -= state.counts(state.emperor)
    if not state.is_active(DORMANCY):
        return False, Reason("BN-167", "the rule Dormancy is inactive")
    if players < limit:
        return True, Reason("BN-178", f"{players} players are fewer than {limit}")
    return False, Reason("BN-178", f"{players} players are not fewer than {limit}")


@rule("BN-182", "BN-183")
def imperial_deferential(moment: Moment, post: Post, count: Tally) -> Icon | None:
    """What the emperor's own DEFERENTIAL on a proposal is: FOR when more voted FOR than AGAINST, else AGAINST; elsewhere nothing."""
    if post.kind is not Kind.PROPOSAL or not moment.state.is_active(IMPERIAL_DEFERENTIALS):
        return None
    cast = {voter: icon for voter, icon in count.votes.items() if icon in (Icon.FOR, Icon.AGAINST)}
    if moment.law.chooses("emperor_deferential_compares", "explicit only"):
        cast = {voter: icon for voter, icon in cast.items() if voter in count.evc}
    in_favour = sum(icon is Icon.FOR for icon in cast.values())
    return Icon.FOR if in_favour > len(cast) - in_favour else Icon.AGAINST
