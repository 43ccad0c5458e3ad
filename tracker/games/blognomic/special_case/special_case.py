"""Special Case: which rules are active, tags, seasonal downtime, dormancy, and the emperor's own DEFERENTIAL."""

from __future__ import annotations

import re
from datetime import UTC, datetime

from tracker.core.leaning import Reason, remembered
from tracker.core.rule import rule
from tracker.games.blognomic.appendix.keywords import same_spelling
from tracker.games.blognomic.law import Law
from tracker.games.blognomic.moment import Moment
from tracker.games.blognomic.state import Icon, Kind, Post, State, Tally

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

LATER_CORE = frozenset({TAGS, "Atomic Actions", DOWNTIME, DORMANCY, IMPERIAL_DEFERENTIALS, "Dynastic Distance"})
"""Those that hold without standing among the building blocks, as they became rules of other sections or defaults."""
LOW_PLAYER_MODE = "Low-Player Mode"

KNOWN_TAGS = ("Core", "Special Case", "Building Blocks", "Appendix", "Victory", "Recusant")

_OFF = re.compile(r"\b(?:inactive|(?:de|in)activat\w*|disabled?|(?:switch|turn)(?:ed)?\s+off)\b", re.IGNORECASE)
_PARTS = re.compile(r"[.;!?](?=\s|$)|\n|(?<=inactive)\s*,?\s+and\s+|,?\s+and\s+(?=(?:set|make)\b)", re.IGNORECASE)
_RULES = r"(?:the )?(?:special case )?(?:rules? )?"
_LEAD = r"(?:(?:please|i|we|also|hereby) )*"
_SET_INACTIVE = tuple(
    re.compile(form, re.IGNORECASE)
    for form in (
        rf"{_LEAD}(?:set|make) {_RULES}(?P<names>.+?) (?:to )?(?:be )?inactive\W*",
        rf"{_LEAD}(?:deactivate|inactivate|disable|(?:switch|turn) off) {_RULES}(?P<names>.+?)\W*",
        rf"{_RULES}(?P<names>.+?)(?: ?:| (?:is|are|becomes?|(?:shall|should|will) be)) ?(?:set to )?inactive\W*",
        rf"{_RULES}inactive ?: ?(?P<names>.+?)\W*",
    )
)
"""How an Ascension Address sets rules inactive: a sentence is read where all of it says so."""
_NAME = re.compile(r"[A-Z][\w'’]*(?: (?:of |the )*[A-Z][\w'’]*)*")
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
    named = [name for sentence in _sentences(text) for name in _set_inactive(sentence, known) or ()]
    return {name: name not in named for name in known}, [name for name in named if name not in known]


@rule("BN-166")
def statuses_in_doubt(text: str, known: tuple[str, ...]) -> list[str]:
    """The sentences of an Ascension Address that speak of inactive rules and say something else, or more."""
    return [each.strip() for each in _sentences(text) if _OFF.search(each) and _set_inactive(each, known) is None]


def _sentences(text: str) -> list[str]:
    return _PARTS.split(re.sub(r"\s*\[Inactive\]", ": Inactive", text, flags=re.IGNORECASE))


def _set_inactive(sentence: str, known: tuple[str, ...]) -> list[str] | None:
    """The rules that a sentence sets inactive, known ones as they are called; None where it says anything else."""
    folded = " ".join(sentence.split())
    match = next(filter(None, (form.fullmatch(folded) for form in _SET_INACTIVE)), None)
    listed = re.split(r"\s*,\s*(?:and\s+)?|\s+and\s+", match["names"]) if match else []
    said = [name.strip(" \"'“”") for name in listed]
    named = [next((other for other in known if same_spelling(name, other)), name) for name in said]
    return named if named and all(name in known or _NAME.fullmatch(name) for name in named) else None


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


@remembered(maxsize=256)
def _day(year: int, month_and_day: str) -> datetime:
    month, day = map(int, month_and_day.split("-"))
    return datetime(year, month, day, tzinfo=UTC)


def downtime_edges(law: Law) -> list[datetime]:
    """The next edges of the downtime after the instant: this year's and the next year's."""
    start, end = downtime_of(law)
    later = [edge.replace(year=edge.year + 1) for edge in (start, end)]
    return [edge for edge in (start, end, *later) if edge > law.when]


@rule("BN-178", "BN26-030")
def dormancy(state: State, law: Law) -> tuple[bool, Reason]:
    """Whether the game is dormant: fewer players than the rule names (idle ones not counted; the emperor counted, unless amended)."""
    players, limit = state.player_count(), law.number("dormant_below")
    if law.chooses("dormancy_counts", "all but the emperor"):
        players -= state.counts(state.emperor)
    if not state.is_active(DORMANCY):
        return False, Reason("BN-167", "the rule Dormancy is inactive")
    if state.has_block(LOW_PLAYER_MODE):
        return False, Reason("BN26-030", f"the block {LOW_PLAYER_MODE} is in force")
    if players < limit:
        return True, Reason("BN-178", f"{players} players are fewer than {limit}")
    return False, Reason("BN-178", f"{players} players are not fewer than {limit}")


@rule("BN26-022")
def _waits_for_others(moment: Moment, count: Tally) -> bool:
    """Whether few play and not all but the emperor have voted yet."""
    others = count.counted.keys() - {moment.state.emperor}
    return len(count.counted) <= moment.law.number("small_electorate") and not others <= count.votes.keys()


@rule("BN-182", "BN-183")
def imperial_deferential(moment: Moment, post: Post, count: Tally) -> Icon | None:
    """What the emperor's own DEFERENTIAL on a proposal is: FOR when more voted FOR than AGAINST, else AGAINST; elsewhere nothing."""
    version = moment.law.word("emperor_deferential")
    is_active = version != "is as most voted" or moment.state.is_active(IMPERIAL_DEFERENTIALS)
    if post.kind is not Kind.PROPOSAL or not is_active or version == "leaves the count":
        return None
    if version == "alone is as most voted" and _waits_for_others(moment, count):
        return None
    cast = {voter: icon for voter, icon in count.votes.items() if icon in (Icon.FOR, Icon.AGAINST)}
    if moment.law.chooses("emperor_deferential_compares", "explicit only"):
        cast = {voter: icon for voter, icon in cast.items() if voter in count.evc}
    in_favour = sum(icon is Icon.FOR for icon in cast.values())
    return Icon.FOR if in_favour > len(cast) - in_favour else Icon.AGAINST
