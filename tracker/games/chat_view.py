"""What all chat games show in one way: facts of goods with their newest causes, who plays, votes, links, and lines of the log."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import datetime
from typing import Any

from tracker.core.clause import ClauseIndex
from tracker.core.draft import ClauseLink
from tracker.core.fold import SettledMatters
from tracker.core.gamestate import UNDETERMINED, Fact
from tracker.core.leaning import Reason
from tracker.core.snowflakes import account_of
from tracker.mechanics.chat_people import People
from tracker.mechanics.chat_play import ChatState, GoodsChange
from tracker.mechanics.dice_page import DiceTerms, DiceView, view_of
from tracker.mechanics.forked_worlds import agreed
from tracker.mechanics.law import Law
from tracker.mechanics.reaction_votes import Tally, voters_in_words
from tracker.mechanics.voting_periods import FAILED, TOOK_EFFECT, Proposal

_DECIDED = frozenset({TOOK_EFFECT, FAILED})
PLAYING = "player"
"""The status of somebody who plays."""
NOT_PLAYING = "not playing"
"""The status of somebody who left, or who is known to the game and never joined."""
CAUSES_SHOWN = 5
"""How many of the newest changes stand as reasons of a figure: ``tracker explain`` shows all of them."""


def facts_of_goods(changes: Iterable[GoodsChange], name_of: Callable[[str, str], str]) -> Iterable[Fact]:
    """A fact for everything that somebody ever gained or lost: how many, and the newest changes that made it so.

    ``name_of`` gives the fact's name for a holder and an item, "" where it is not shown.
    """
    by_item: dict[tuple[str, str], list[GoodsChange]] = defaultdict(list)
    for change in changes:
        by_item[change.holder, change.item].append(change)
    for (holder, item), found in by_item.items():
        if name := name_of(holder, item):
            newest = found[-CAUSES_SHOWN:]
            yield Fact(name, newest[-1].new, newest[-1].clause, tuple(map(_reason, reversed(newest))))


def _reason(change: GoodsChange) -> Reason:
    text = f"{change.new - change.old:+d} to {change.new}: {change.text}"
    return Reason(change.clause, text, (change.row,) if change.row else ())


def agreed_facts(by_world: Sequence[Sequence[Fact]]) -> tuple[Fact, ...]:
    """The facts of all worlds: one on which they differ is undetermined, with the reasons of each."""
    if len(by_world) == 1:
        return tuple(by_world[0])
    found: dict[str, list[Fact]] = defaultdict(list)
    for facts in by_world:
        for fact in facts:
            found[fact.name].append(fact)
    return tuple(_agreed(facts, len(by_world)) for facts in found.values())


def _agreed(facts: Sequence[Fact], worlds: int) -> Fact:
    first = facts[0]
    reasons = tuple(dict.fromkeys(reason for fact in facts for reason in fact.reasons))
    is_agreed = len(facts) == worlds and all(fact.value == first.value for fact in facts)
    leaned_on = frozenset().union(*(fact.leaned_on for fact in facts))
    return Fact(first.name, first.value if is_agreed else UNDETERMINED, first.clause, reasons, leaned_on=leaned_on)


def roster(law: Law, playing: Mapping[str, bool], state: ChatState) -> dict[str, dict[str, Any]]:
    """Who plays, and who of the people that the operator names may decide questions and ask for things on the wiki."""
    admins = [state.person(name) for name in law.words("admins")]
    people = dict.fromkeys((*playing, *admins))
    return {name: {"status": PLAYING if playing.get(name) else NOT_PLAYING, "admin": name in admins} for name in people}


def agreed_values(by_world: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """The values on which all worlds agree, else undetermined; each has an entry in the roster for whoever has one in any of them.

    In a world in which somebody never joined they do not play: their status is undetermined where they play in another.
    """
    everybody = {id: entry for values in by_world for id, entry in values["roster"].items()}
    absent = {id: {**entry, "status": NOT_PLAYING} for id, entry in everybody.items()}
    values: dict[str, Any] = agreed([{**each, "roster": {**absent, **each["roster"]}} for each in by_world])
    return values


def dice_of(
    state: ChatState, law: Law, settled: SettledMatters, clauses: Sequence[str], people: People
) -> DiceView | None:
    """What the dice page of a chat game shows, by the clauses under which it rolls."""
    may_play = law.chooses("operator_may_play", "yes")
    operators = {people.name(state.person(account_of(each))): each for each in law.words("dice_operators")}
    unknown = tuple(shown for shown, each in operators.items() if not _is_known(each, state, people))
    terms = DiceTerms(tuple(clauses), tuple(operators), may_play, unknown=unknown)
    return view_of(state.dice, terms, settled, in_use=True, named=people.name, readable=people.readable)


def _is_known(operator: str, state: ChatState, people: People) -> bool:
    """Whether an operator is named by an account's id, or by a name that is known or mapped to one: then it can be told who it is."""
    account = account_of(operator)
    person = state.person(account)
    accounts = (name for name, owner in state.identities.items() if owner == person)
    known = {name.casefold() for pair in people.known.items() for name in pair}
    return account.casefold() in known or any(name.isdecimal() for name in (account, *accounts))


def clause_links(
    clauses: ClauseIndex, page: str, in_doubt: Mapping[str, datetime] | None = None
) -> dict[str, ClauseLink]:
    """Clause id -> where it can be read on the ruleset's page; ``in_doubt`` are those whose rule reads otherwise since when."""
    since = in_doubt or {}
    return {id: ClauseLink(page, clause.path[-1], clause.place, since.get(id)) for id, clause in clauses.items()}


# --- proposals --------------------------------------------------------------------------------------------------------


def votes_of(proposal: Proposal, tally: Callable[[], Tally]) -> tuple[int | str, int | str]:
    """The votes for and against: those of the end, or while it is open those that stand now, as ``tally`` counts them."""
    if proposal.status in _DECIDED:
        return _known(proposal.for_), _known(proposal.against)
    if proposal.status != "open":
        return 0, 0
    counts = tally().counts
    pro, contra = ({each[side] for each in counts} for side in (0, 1))
    return _known(*pro), _known(*contra)


def _known(*counts: int | None) -> int | str:
    """The one count that there can have been."""
    first = counts[0]
    return UNDETERMINED if len(counts) != 1 or first is None else first


def why_voted(proposal: Proposal, tally: Callable[[], Tally], when: datetime, *, is_over: bool) -> str:
    """Who is for a proposal and who against it, or why it is closed, or when it is voted on; ``is_over`` is whether the round is."""
    if proposal.is_closed:
        return proposal.reason or _sides(proposal.voters_for, proposal.voters_against)
    if proposal.status == "waiting":
        return f"voted on from {proposal.start:%Y-%m-%d %H:%M} UTC on"
    ways = tally().ways
    sides = [sorted(frozenset.intersection(*(way[side] for way in ways))) for side in (0, 1)]
    return f"{_sides(*sides)}; {_voted_on(proposal.end, is_awaited=proposal.end <= when and not is_over)}"


def _sides(pro: Iterable[str], contra: Iterable[str]) -> str:
    return f"for: {voters_in_words(pro)}; against: {voters_in_words(contra)}"


def _voted_on(end: datetime, *, is_awaited: bool) -> str:
    """Until when, or that the end is over and the result waits for what is not known; nothing waits in a round that is over."""
    until = f"voted on until {end:%Y-%m-%d %H:%M} UTC"
    return f"{until}, which is over: the result waits" if is_awaited else until
