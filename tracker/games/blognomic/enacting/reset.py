"""The dynastic reset: what an Ascension Address makes of the ruleset page, as spans, with the archive copy and the history page."""

from __future__ import annotations

import hashlib
import re
from bisect import bisect_right
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from tracker.core.draft import RegionDraft
from tracker.core.fold import SettledMatters
from tracker.core.region import Span
from tracker.core.rule import rule
from tracker.games.blognomic.core import ascension
from tracker.games.blognomic.core.ascension import AddressReading
from tracker.games.blognomic.moment import Moment
from tracker.games.blognomic.ruleset.ruleset_page import DYNASTIC, SPECIAL_CASE, sections_of, terms_told
from tracker.games.blognomic.settling import month_of, thawed
from tracker.games.blognomic.state import ENACTED, Address, PastDynasty, Post
from tracker.mechanics.enacting.pieces import SpanEdit, carried_out
from tracker.mechanics.ruleset.ruletree import RuleNode, bare_title, parse_rules, title_key
from tracker.mechanics.ruleset.terms import Replacement, replacements

HISTORY_TEMPLATE = "blognomic/dynasty_history.wikitext.j2"
"""The template of an ended dynasty's history page."""
_HEADING = re.compile(r"^(?P<left>=+)(?P<title>(?:.*?[^=])?)(?P<right>=+)(?=\s*(?:<!--.*-->\s*)?$)", re.DOTALL)
_MARKER = re.compile(r"\[(?P<word>Active|Inactive)\](?=[^\[\]]*$)", re.IGNORECASE)
_TRACKING_PAGE = re.compile(
    r"gamestate tracking page for this dynasty is (?:the )?(?P<name>\[\[(?P<link>[^\[\]]+)\]\]|[\"“][^\"“”]+[\"”])",
    re.IGNORECASE,
)
_NUMBERED = re.compile(r"\d+")
_APOSTROPHES = ("'", "’")
_TRAIL = re.compile(r"[a-z]+")
"""The letters behind a link that MediaWiki shows as part of it."""


# --- the draft of the page --------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class ResetDraft:
    """The ruleset page after a reset, as spans of the page before; every other byte stays.

    ``kept`` and ``repealed`` are the dynastic rules by path, ``unmatched`` the names that no dynastic rule bears,
    ``checks`` what a person should look at, ``faults`` why nothing can be drafted at all.
    """

    page: str
    after: str
    edits: tuple[SpanEdit, ...] = ()
    kept: tuple[str, ...] = ()
    repealed: tuple[str, ...] = ()
    unmatched: tuple[str, ...] = ()
    checks: tuple[str, ...] = ()
    faults: tuple[str, ...] = ()
    steps: tuple[str, ...] = ()
    """The steps that keep the Interregnum and that the page before does not show (BN26-032)."""


@rule("BN-093", "BN-094", "BN-166", "BN26-032")
def reset_draft(
    page: str, address: AddressReading, since: Collection[str] | None = None, *, may_rename: bool = True
) -> ResetDraft:
    """Draft the reset of a ruleset page (wikitext) as an address wants it.

    ``since``: titles of the topmost dynastic rules that stood there when it was posted; others came later and stay. Where
    the terms may not be replaced (BN-105), they stay too.
    """
    root = parse_rules(page)
    sections = dict(sections_of(root))
    if DYNASTIC not in sections:
        return ResetDraft(page, page, faults=(f"the page has no section {DYNASTIC}",))
    rules = _sort_rules(sections[DYNASTIC], address, since)
    repeals, third = _repeals(sections[DYNASTIC], rules), sections.get(SPECIAL_CASE)
    has_blocks = third is not None and title_key(third.title) != title_key(SPECIAL_CASE)
    other_blocks, absent = _blocks(third, address) if has_blocks and third is not None else ([], ())
    edits = [*repeals, *_promotions(sections[DYNASTIC], rules.kept), *other_blocks]
    edits += [] if has_blocks else _statuses(third, address)
    edits += _gamestate_page(page, root, address)
    told = terms_told(list(sections.items()))
    fault = _why_not_rename(address, told)
    terms, doubts = ([], []) if fault is not None or not may_rename else _terms(page, root, address, edits)
    ordered = tuple(sorted([*edits, *terms], key=lambda edit: edit.start))
    after = carried_out(page, ordered)
    unmatched = (f"no dynastic rule is called {name}; it keeps nothing" for name in rules.unmatched)
    to_add = (f"the block {name} is to be copied from the page of blocks" for name in absent)
    checks = (*address.doubts, *filter(None, [fault]), *doubts, *rules.checks, *unmatched, *to_add)
    steps = (
        f"dynastic rules that are not kept still stand: {', '.join(_places(rules.repealed))}" if repeals else "",
        "the words for player and emperor are the old ones" if terms else "",
        f"blocks stand that the address does not name: {', '.join(edit.rule for edit in other_blocks)}"
        if other_blocks
        else "",
        f"blocks are missing: {', '.join(absent)}" if absent else "",
    )
    return ResetDraft(
        page,
        after,
        ordered,
        _places(rules.kept),
        _places(rules.repealed),
        rules.unmatched,
        checks,
        steps=tuple(filter(None, steps)),
    )


def _places(nodes: Iterable[RuleNode]) -> tuple[str, ...]:
    return tuple(node.place for node in nodes)


# --- dynastic rules ---------------------------------------------------------------------------------------------------


@dataclass(slots=True)
class _Sorted:
    """The dynastic rules, sorted; a subrule stands in neither list where its parent's lot is its own."""

    kept: list[RuleNode] = field(default_factory=list)
    repealed: list[RuleNode] = field(default_factory=list)
    unmatched: tuple[str, ...] = ()
    checks: list[str] = field(default_factory=list)


def _sort_rules(section: RuleNode, address: AddressReading, since: Collection[str] | None) -> _Sorted:
    found = _Sorted()
    wanted = {title_key(bare_title(name)): name for name in (address.repeal if address.keeps_all else address.keep)}
    titles = {title_key(node.name) for node in section.walk()}
    found.unmatched = tuple(name for key, name in wanted.items() if key not in titles)
    for key, name in wanted.items():
        if sum(title_key(node.name) == key for node in section.walk()) > 1:
            found.checks.append(f"several dynastic rules are called {name}")
    then = None if since is None else {title_key(bare_title(title)) for title in since}
    for node in section.children:
        if then is not None and title_key(node.name) not in then:
            found.kept.append(node)
            found.checks.append(f"{node.title} was not there when the address was posted; it stays")
        elif address.keeps_all:
            _keep_but(found, node, wanted)
        else:
            _keep_only(found, node, wanted)
    return found


def _keep_only(found: _Sorted, node: RuleNode, wanted: Collection[str]) -> None:
    """Keep a rule that is listed, with its subrules; of another one what is listed below it."""
    below = [child for child in node.walk() if title_key(child.name) in wanted]
    if title_key(node.name) in wanted:
        found.kept.append(node)
        return
    found.repealed.append(node)
    if below:
        found.checks.append(f"{node.title} is repealed, but subrules of it are kept and move up: see their headings")
        for child in node.children:
            _keep_below(found, child, wanted)


def _keep_below(found: _Sorted, node: RuleNode, wanted: Collection[str]) -> None:
    if title_key(node.name) in wanted:
        _keep_only(found, node, wanted)
    else:
        for child in node.children:
            _keep_below(found, child, wanted)


def _keep_but(found: _Sorted, node: RuleNode, unwanted: Collection[str]) -> None:
    """Keep a rule unless it is listed to be repealed, and likewise each of its subrules."""
    if title_key(node.name) in unwanted:
        found.repealed.append(node)
        return
    found.kept.append(node)
    found.repealed += [child for child in node.walk() if title_key(child.name) in unwanted]


def _repeals(section: RuleNode, rules: _Sorted) -> list[SpanEdit]:
    """The spans of what is repealed: whole rules, or a rule's own text where subrules of it are kept."""
    end = _end_of_rules(section)
    edits: list[SpanEdit] = []
    for node in rules.repealed:
        edits += _removal(node, rules.kept, end)
    return edits


def _end_of_rules(section: RuleNode) -> int:
    """Where the section's last rule ends: what follows up to the next section (comments, ``</div>``) is no rule's."""
    from tracker.mechanics.ruleset.ruletext import end_of_text  # late: an idle tick reads no rule

    last = section
    while last.children:
        last = last.children[-1]
    end = end_of_text(last.page, last.own)
    return end + 1 if last.page.startswith("\n", end) else end


def _removal(node: RuleNode, kept: Sequence[RuleNode], end: int) -> Iterator[SpanEdit]:
    below = {id(child) for child in node.walk()}
    if not any(id(other) in below for other in kept):
        yield _cut(node, Span(node.whole.start, min(node.whole.end, end)))
        return
    yield _cut(node, Span(node.heading.start, min(node.own.end, end)))
    for child in node.children:
        if not any(child is other for other in kept):
            yield from _removal(child, kept, end)


def _cut(node: RuleNode, span: Span) -> SpanEdit:
    return SpanEdit(span.start, node.page[span.start : span.end], "", node.place)


def _promotions(section: RuleNode, kept: Iterable[RuleNode]) -> list[SpanEdit]:
    """The headings of kept subrules whose parent is gone, raised to where their parent stood, their own subrules with them."""
    top = min((node.level for node in section.children), default=0)
    raised = [(node, node.level - top) for node in kept if node.level > top and node not in section.children]
    return [edit for node, steps in raised for each in (node, *node.walk()) for edit in _raise(each, steps)]


def _raise(node: RuleNode, steps: int) -> list[SpanEdit]:
    line = node.page[node.heading.start : node.heading.end]
    match = _HEADING.match(line.rstrip("\r\n"))
    if match is None:
        return []
    places = (match.start("left"), match.start("right"))
    return [SpanEdit(node.heading.start + place, "=" * steps, "", node.place) for place in places]


# --- headings and terms -----------------------------------------------------------------------------------------------


@rule("BN26-032")
def _blocks(section: RuleNode, address: AddressReading) -> tuple[list[SpanEdit], tuple[str, ...]]:
    """The blocks that an address does not name, cut out, and those that it names and that do not stand there."""
    wanted = {title_key(bare_title(name)): name for name in address.blocks}
    others = [node for node in section.children if wanted and title_key(node.name) not in wanted]
    standing = {title_key(node.name) for node in section.children}
    cut = [_cut(node, node.whole) for node in others]
    return cut, tuple(name for key, name in wanted.items() if key not in standing)


def _statuses(section: RuleNode | None, address: AddressReading) -> list[SpanEdit]:
    """The markers of Special Case rules: inactive where the address says so, active otherwise (BN-166)."""
    if section is None:
        return []
    inactive = {title_key(name) for name in address.inactive}
    return [edit for node in section.children for edit in _status(node, title_key(node.name) not in inactive)]


def _status(node: RuleNode, is_active: bool) -> list[SpanEdit]:
    line, wanted = (
        node.page[node.heading.start : node.heading.end].rstrip("\r\n"),
        "Active" if is_active else "Inactive",
    )
    match = _HEADING.match(line)
    if match is None:
        return []
    marker = _MARKER.search(match["title"])
    if marker is None:
        if is_active:
            return []
        at = node.heading.start + match.start("title") + len(match["title"].rstrip())
        return [SpanEdit(at, "", f" [{wanted}]", node.place)]
    if marker["word"].casefold() == wanted.casefold():
        return []
    return [
        SpanEdit(node.heading.start + match.start("title") + marker.start("word"), marker["word"], wanted, node.place)
    ]


def _gamestate_page(page: str, root: RuleNode, address: AddressReading) -> list[SpanEdit]:
    """The name of the page that tracks gamestate, where the ruleset says just once which one that is."""
    found = list(_TRACKING_PAGE.finditer(page)) if address.gamestate_page else []
    if len(found) != 1 or found[0]["link"] == address.gamestate_page:
        return []
    return [_edit(root, found[0].start("name"), found[0]["name"], f"[[{address.gamestate_page}]]")]


def _edit(root: RuleNode, start: int, before: str, after: str) -> SpanEdit:
    return SpanEdit(start, before, after, _owner(root, start))


def _owner(root: RuleNode, at: int) -> str:
    """The path of the rule that a place of the page is in."""
    node = root
    while True:
        below = next((child for child in node.children if child.whole.start <= at < child.whole.end), None)
        if below is None:
            return node.place
        node = below


def _why_not_rename(address: AddressReading, told: Mapping[str, str]) -> str | None:
    """Why terms of which a new one is an old one must be left alone: "" where the page has the new ones already.

    Such terms may be replaced once only, and the page must say itself which ones it has. None: nothing is in the way.
    """
    olds = {term.old.casefold() for term in address.terms}
    changed = [term for term in address.terms if term.new != term.old]
    if not any(term.new.casefold() in olds for term in changed):
        return None
    if all(told.get(term.name) == term.old for term in changed):
        return None
    if all(told.get(term.name) == term.new for term in changed):
        return ""
    return "the page does not tell whether its terms were exchanged already: they are left as they are"


def _terms(
    page: str, root: RuleNode, address: AddressReading, edits: Iterable[SpanEdit]
) -> tuple[list[SpanEdit], list[str]]:
    """The terms replaced wherever the page stays, and what a person should look at about their forms."""
    renamings = ascension.renamings(address)
    taken = sorted((edit.start, edit.end) for edit in edits)
    starts = [start for start, _ in taken]
    found, doubts = list[SpanEdit](), Counter[str]()
    for item in replacements(page, renamings):
        end = item.start + len(item.before)
        place = bisect_right(starts, end - 1)
        if place == 0 or taken[place - 1][1] <= item.start:
            found.append(_edit(root, item.start, item.before, item.after))
            doubts.update(_doubts_of(page, item))
    return found, [f"{doubt} ({count} in number)" for doubt, count in doubts.items()]


def _doubts_of(page: str, item: Replacement) -> Iterator[str]:
    """What of one replacement a person should look at: its plural, its apostrophe, the letters behind its link."""
    if item.doubt:
        yield item.doubt
    if item.before.endswith(_APOSTROPHES) and not item.after.endswith(_APOSTROPHES):
        yield f"the possessive {item.before} became {item.after}, which is wrong where the apostrophe only closes a quotation"
    trail = _TRAIL.match(page, item.start + len(item.before))
    if item.before.endswith("]]") and trail:
        yield f"the link {item.before}{trail[0]} became {item.after}{trail[0]}, whose ending is the old one's"


# --- what is due ------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class EnactedMatter:
    """A matter enacted in the dynasty that ended, for its history page."""

    title: str
    url: str
    kind: str
    author: str
    at: datetime
    votes_for: int
    votes_against: int


@dataclass(frozen=True, slots=True)
class DynastyPast:
    """What is known of the dynasty that ended: its head ("" for a metadynasty), its dates, who won and what was enacted."""

    emperor: str
    since: datetime | None
    ended_at: datetime
    winner: str
    declaration: str
    enacted: tuple[EnactedMatter, ...] = ()
    players: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ResetCase:
    """A reset that the page does not show yet, as far as the log alone tells it.

    ``waits`` are the reasons why nobody should write it yet; ``archive`` and ``history`` the titles of the two new pages,
    with ``{number}`` and ``{ordinal}`` where the number is not configured.
    """

    slug: str
    title: str
    url: str
    at: datetime
    reading: AddressReading
    may_rename: bool
    since: tuple[str, ...] | None
    waits: tuple[str, ...]
    archive: str
    history: str
    past: DynastyPast | None


@rule("BN-080", "BN-092", "BN-093", "BN-094")
def case_of(moment: Moment, settled: SettledMatters) -> ResetCase | None:
    """The reset that is due; None where the page shows it already, or a person said the address was read wrongly."""
    address = ascension.open_address(moment)
    if address is None:
        return None
    reading, state, past = ascension.reading_of(moment, address), moment.state, moment.state.past_dynasty
    post = state.posts.get(address.slug)
    return ResetCase(
        slug=address.slug,
        title=address.title,
        url=post.url if post else "",
        at=address.at,
        reading=reading,
        may_rename=ascension.may_rename(moment, address, reading),
        since=tuple(address.rules) if address.rules else None,
        waits=tuple(_waits(moment, address, reading)),
        archive=_archive_title(moment),
        history=_history_title(moment, past),
        past=_past(moment, past, settled) if past else None,
    )


def _waits(moment: Moment, address: Address, reading: AddressReading) -> Iterator[str]:
    if not ascension.is_confirmed(moment, address):
        yield f"nobody has confirmed yet what the address says (question {ascension.CONFIRM}:{address.slug})"
    if not ascension.may_rename(moment, address, reading):
        question = f"{ascension.SAME_WORD}:{address.slug}"
        yield f"both terms would become one word, and nobody has said that they may (question {question})"


def _archive_title(moment: Moment) -> str:
    number, pattern = moment.law.number("ruleset_number"), moment.law.word("archive_page")
    return pattern.replace("{number}", str(number)) if number else pattern


def _history_title(moment: Moment, past: PastDynasty | None) -> str:
    head = moment.state.name_of(past.emperor) if past and past.emperor else ""
    pattern = moment.law.word("history_page" if head else "metadynasty_page").replace("{name}", head)
    number = moment.law.number("dynasty_number")
    return pattern.replace("{ordinal}", ordinal(number)) if number else pattern


def _past(moment: Moment, past: PastDynasty, settled: SettledMatters) -> DynastyPast:
    state = moment.state
    enacted = [post for post in _enacted(moment, settled) if _fell_in(post, past)]
    enacted.sort(key=lambda post: (post.resolution.at if post.resolution else post.posted_at, post.slug))
    return DynastyPast(
        emperor=state.name_of(past.emperor) if past.emperor else "",
        since=past.since,
        ended_at=past.ended_at,
        winner=state.name_of(past.winner),
        declaration=past.declaration,
        enacted=tuple(map(_enacted_matter, enacted)),
        players=tuple(person.name for person in state.players()),
    )


def _enacted(moment: Moment, settled: SettledMatters) -> Iterator[Post]:
    """Every enacted matter of the months that the ended dynasty touched, settled ones included, each once."""
    past = moment.state.past_dynasty
    seen = set()
    for post in moment.state.posts.values():
        seen.add(post.slug)
        yield post
    first = f"{past.since:%Y-%m}" if past and past.since else ""
    for month in moment.state.settled_months:
        if past and first <= month <= f"{past.ended_at:%Y-%m}":
            for record in settled.settled_in(month).values():
                post = thawed(record)
                if post.slug not in seen and month_of(post) == month:
                    yield post


def _fell_in(post: Post, past: PastDynasty) -> bool:
    at = post.resolution.at if post.resolution else None
    is_enacted = post.kind.is_votable and post.is_official and post.state == ENACTED
    return is_enacted and at is not None and (past.since is None or past.since <= at) and at <= past.ended_at


def _enacted_matter(post: Post) -> EnactedMatter:
    at = post.resolution.at if post.resolution else post.posted_at
    count = post.resolution.tally if post.resolution else None
    in_favour, against = (count.votes_for, count.votes_against) if count else (0, 0)
    return EnactedMatter(post.title, post.url, post.kind.value, post.author_name, at, in_favour, against)


# --- the whole of it --------------------------------------------------------------------------------------------------


def summary(title: str) -> str:
    """The edit summary of a reset, in the admins' style, of an address's title."""
    return f"Ascension Address: {' '.join((title.partition(':')[2].strip() or title).split())}"


def next_title(pattern: str, titles: Collection[str]) -> str:
    """The pattern with the number after the highest one that a known page of that pattern bears; as it is, where none does."""
    if "{number}" not in pattern:
        return pattern
    head, _, tail = pattern.partition("{number}")
    inner = (
        title[len(head) : len(title) - len(tail)] for title in titles if title.startswith(head) and title.endswith(tail)
    )
    numbers = [int(number) for number in inner if _NUMBERED.fullmatch(number)]
    return pattern.replace("{number}", str(max(numbers) + 1)) if numbers else pattern


def history_of(case: ResetCase, archive: str) -> RegionDraft:
    """The ended dynasty's history page, with a link to the archive copy of that title."""
    values: dict[str, Any] = {"past": case.past, "archive": "" if "{" in archive else archive, "clauses": {}}
    return RegionDraft(case.history, "dynasty_history", HISTORY_TEMPLATE, values)


@rule("BN26-031")
def begin(moment: Moment) -> None:
    """An address was posted: where the Interregnum hangs on the whole reset, the page may show it already."""
    shown = moment.state.ruleset
    if shown is not None and shown.has_blocks:
        follow_page(moment, moment.state.following.page)


@rule("BN-093", "BN-094")
def follow_page(moment: Moment, page: str, before: str = "") -> None:
    """A new revision of the ruleset page: the reset is done once nothing is left to be drafted on it.

    It is due again where the page reads as it did ``before`` that: somebody took the reset back.
    """
    done = moment.state.address
    if done is not None and done.done_at is not None and done.before == _digest(page):
        done.done_at = None
        return
    address = ascension.open_address(moment)
    if address is None or moment.when < address.at:
        return
    reading = ascension.reading_of(moment, address)
    draft = reset_draft(page, reading, address.rules or None, may_rename=ascension.may_rename(moment, address, reading))
    address.missing = [*draft.steps, *draft.faults]
    shown = moment.state.ruleset
    left = address.missing if shown is not None and shown.has_blocks else (*draft.edits, *draft.faults)
    if not left:
        address.done_at = moment.when
        address.before = _digest(before) if before and before != page else ""


def _digest(page: str) -> str:
    return hashlib.sha256(page.encode("utf-8", "surrogatepass")).hexdigest()


# --- ordinals ---------------------------------------------------------------------------------------------------------

_ORDINALS = (
    "Zeroth", "First", "Second", "Third", "Fourth", "Fifth", "Sixth", "Seventh", "Eighth", "Ninth", "Tenth", "Eleventh",
    "Twelfth", "Thirteenth", "Fourteenth", "Fifteenth", "Sixteenth", "Seventeenth", "Eighteenth", "Nineteenth",
)  # fmt: skip
_TENS = ("", "", "Twent", "Thirt", "Fort", "Fift", "Sixt", "Sevent", "Eight", "Ninet")
_SUFFIXES = {1: "st", 2: "nd", 3: "rd"}
_TEN, _HUNDRED = 10, 100
"""Where ordinals begin to be made of two words, and where words give way to figures."""


def ordinal(number: int) -> str:
    """``29`` as people title a dynasty: Twenty-Ninth; from 100 on in figures."""
    if number < len(_ORDINALS):
        return _ORDINALS[number]
    if number >= _HUNDRED:
        return f"{number}{_suffix(number)}"
    tens, ones = divmod(number, _TEN)
    return f"{_TENS[tens]}y-{_ORDINALS[ones]}" if ones else f"{_TENS[tens]}ieth"


def _suffix(number: int) -> str:
    is_teen = number // _TEN % _TEN == 1
    return "th" if is_teen else _SUFFIXES.get(number % _TEN, "th")
