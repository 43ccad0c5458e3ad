"""Votes only seen between two looks: what is found of them is what trying every order finds, and no number of them is too many."""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from typing import Any, NamedTuple

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tracker.games.nomicoup.vote_orders import Act, Check, Electorate, History, Newest, Way, found
from tracker.games.nomicoup.votes import Counts, decided_at_once
from tracker.mechanics.chat_log import Between

from tests.games.chat_stories import told
from tracker.app.asking.replay import gamestates
from tracker.games.nomicoup import GAME, vote_orders

NOON = datetime(2021, 5, 1, 12, tzinfo=UTC)
UNTIL = 20


def at(minute: int) -> datetime:
    return NOON + timedelta(minutes=minute)


# --- every order, one by one ------------------------------------------------------------------------------------------


class Item(NamedTuple):
    """Something that happened between ``after`` and ``by``, at an instant where both are the same."""

    after: datetime
    by: datetime
    thing: Any

    @property
    def is_exact(self) -> bool:
        return self.after == self.by


def rank(item: Item) -> int:
    """The place of what is only looked at, after all that had happened by its instant; 0 for what happens."""
    return (
        2
        if isinstance(item.thing, Newest)
        else {"undecided": 1, "until": 3}.get(item.thing, 0)
        if isinstance(item.thing, str)
        else 0
    )


def surely_before(one: Item, other: Item) -> bool:
    """Whether no order of both is possible in which the other came first."""
    if isinstance(one.thing, Act) and isinstance(other.thing, Act) and one.thing.reaction == other.thing.reaction:
        return one.thing.is_set
    if rank(other):
        return (one.by, rank(one)) < (other.by, rank(other))
    return one.by < other.by if other.is_exact else one.by <= other.after


def orders(items: list[Item]) -> Iterator[list[Item]]:
    if not items:
        yield []
    for n, item in enumerate(items):
        others = items[:n] + items[n + 1 :]
        if not any(surely_before(other, item) for other in others):
            yield from ([item, *rest] for rest in orders(others))


class Count:
    """A vote counted act by act, in one order."""

    def __init__(self, history: History) -> None:
        self.history, self.electorate = history, history.electorates[0]
        self.standing: list[Act] = []
        self.done: list[Act] = []
        self.is_counting = self.has_voted = False
        self.had_voted: bool | None = None
        self.outcome: Any = None
        self.counts: Counts | None = None

    def newest(self) -> dict[str, str]:
        voters = self.electorate.voters
        return {voters[act.user]: act.vote for act in self.standing if act.user in voters}

    def standing_votes(self) -> dict[str, tuple[str, ...]]:
        found: dict[str, tuple[str, ...]] = {}
        for act in self.standing:
            voter = self.electorate.voters.get(act.user, "")
            found[voter] = (*found.get(voter, ()), act.vote)
        return found

    def is_gone(self, user: str, now: Electorate) -> bool:
        was = self.electorate.voters.get(user)
        return was != now.voters.get(user) and (was is not None or not self.history.early_count)

    def take(self, thing: Any) -> bool:
        """Take in what comes next; False where it cannot have come now."""
        if isinstance(thing, Check):
            if any(thing.follows(act) and act not in self.done for act in self.history.acts):
                return False
            if thing.was_voted not in (None, self.has_voted):
                return False
            self.had_voted = self.has_voted if thing.was_voted is None else self.had_voted
        elif isinstance(thing, Newest):
            return thing.voter not in self.electorate.voters.values() or self.newest().get(thing.voter) == thing.vote
        elif thing == "undecided":
            return self.outcome is None
        elif isinstance(thing, Electorate):
            self.standing = [act for act in self.standing if not self.is_gone(act.user, thing)]
            self.electorate = thing
        elif thing == "since":
            self.is_counting, self.standing = True, []
        elif thing.is_set:
            self.standing = [*self.standing, thing]
        else:
            self.standing = [act for act in self.standing if act.reaction != thing.reaction]
        if isinstance(thing, Act):
            self.done = [*self.done, thing]
        self.look()
        return True

    def look(self) -> None:
        counts = Counts.of(self.newest().values(), self.electorate.possible)
        if self.is_counting:
            self.has_voted = self.has_voted or counts.cast > 0
            if self.outcome is None:
                self.outcome, self.counts = self.history.decide(counts), counts


def every_way(history: History, until: datetime) -> dict[Way, dict[str, set[tuple[str, ...]]]]:
    items = [Item(act.at.after, act.at.by, act) for act in history.acts]
    items += [Item(check.at.after, check.at.by, check) for check in history.checks]
    items += [Item(each.at, each.at, each) for each in history.electorates[1:]]
    items += [Item(each.at, each.at, each) for each in history.newest]
    items += [Item(history.since, history.since, "since"), Item(until, until, "until")]
    if history.undecided_at:
        items.append(Item(history.undecided_at, history.undecided_at, "undecided"))
    ways: dict[Way, dict[str, set[tuple[str, ...]]]] = {}
    for order in orders(items):
        count = Count(history)
        things = [item.thing for item in order]
        if all(count.take(thing) for thing in things[: things.index("until")]):
            way = Way(
                count.outcome,
                count.counts or Counts(0, 0, 0, count.electorate.possible),
                count.has_voted,
                count.had_voted,
            )
            votes, standing = ways.setdefault(way, {}), count.standing_votes()
            for voter in set(count.electorate.voters.values()) & {
                count.electorate.voters.get(act.user, "") for act in history.acts
            }:
                votes.setdefault(voter, set()).add(standing.get(voter, ()))
    return ways


# --- both find the same -----------------------------------------------------------------------------------------------

SPANS = st.sampled_from([(2, 8), (2, 8), (2, 8), (8, 14), (4, 10), (2, 14), (8, 26), (14, 20), (6, 6), (12, 12)])
USERS = ("ben", "cy", "dee", "eli")


@st.composite
def histories(draw: st.DrawFn) -> History:
    """A vote of a few players, of whom two may be of one group, with up to five acts."""
    acts = list[Act]()
    for n in range(draw(st.integers(1, 4))):
        start, end = draw(SPANS)
        span = Between(at(start), at(end))
        acts.append(
            Act(draw(st.sampled_from(USERS)), f"r{n}", draw(st.sampled_from(["up", "up", "down", "right"])), span)
        )
        if len(acts) < 5 and draw(st.integers(0, 3)) == 0:
            acts.append(Act(acts[-1].user, f"r{n}", acts[-1].vote, Between(span.by, at(end + 6)), is_set=False))
    everybody = {user: "group" if user in ("dee", "eli") and draw(st.booleans()) else user for user in USERS}
    electorates = [Electorate(at(0), everybody, len(set(everybody.values())))]
    if draw(st.booleans()):
        fewer = {user: voter for user, voter in everybody.items() if user != "ben"}
        electorates.append(Electorate(at(draw(st.sampled_from([5, 11, 15]))), fewer, len(set(fewer.values()))))
        if draw(st.booleans()):
            electorates.append(Electorate(at(draw(st.sampled_from([16, 17]))), everybody, electorates[0].possible))
    checks = [
        Check(
            draw(st.sampled_from([Between.exactly(at(7)), Between(at(5), at(10))])),
            draw(st.sampled_from([None, True, False])),
            draw(st.booleans()),
        )
        for _ in range(draw(st.integers(0, 1)))
    ]
    said = Newest(at(9), everybody[acts[0].user], draw(st.sampled_from(["up", "down"])))
    told = [said] if draw(st.integers(0, 3)) == 0 else []
    undecided = at(8) if draw(st.integers(0, 3)) == 0 else None
    since = at(draw(st.sampled_from([0, 0, 3])))
    early_count = draw(st.booleans())
    return History(acts, electorates, since, decided_at_once, checks, told, undecided, early_count=early_count)


@settings(max_examples=300, deadline=None)
@given(histories(), st.sampled_from([10, 14, UNTIL]))
def test_all_ways_are_found_and_no_others(history: History, until: int) -> None:
    assert found(history, at(until)).ways == every_way(history, at(until))


# --- how many there may be --------------------------------------------------------------------------------------------


def crowd(votes: dict[str, int], span: Between) -> History:
    acts = [Act(f"{vote}{n}", f"{vote}{n}", vote, span) for vote, number in votes.items() for n in range(number)]
    voters = {act.user: act.user for act in acts}
    return History(acts, [Electorate(at(0), voters, len(voters))], at(0), decided_at_once)


@pytest.mark.parametrize("number", [9, 30])
def test_counts_have_no_limit(number: int) -> None:
    pending = crowd({"up": number, "down": number}, Between(at(2), at(UNTIL + 10)))
    ways = found(pending, at(UNTIL), is_past=False)
    assert ways.is_whole
    counts = {(way.counts.up, way.counts.down) for way in ways.ways}
    assert counts == {(up, down) for up in range(number + 1) for down in range(number + 1)}


def test_too_many_ways_are_told_as_such(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(vote_orders, "MOST_WAYS", 10)
    ways = found(crowd({"up": 5, "down": 5}, Between(at(2), at(8))), at(8))
    assert (ways.is_whole, ways.ways) == (False, {})


def test_of_too_many_ways_nothing_is_told_and_people_are_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(vote_orders, "MOST_WAYS", 2)
    players = ", ".join(f'{{"id": "{name}"}}' for name in ("ana", "ben", "cy", "dee"))
    story = f"""
2021-05-01 00:00:00 opening {{"status": "waiting", "players": [{players}], "order": ["ana", "ben", "cy", "dee"]}}
2021-05-01 10:00:00 ana in propositions m1: Type: Deletion\\nRule: 4.4.1
2021-05-01 10:00:00..2021-05-01 11:00:00 ben ⬆️ m1
2021-05-01 10:00:00..2021-05-01 11:00:00 cy ⬇️ m1
"""
    state = gamestates(GAME, told(story, "nomicoup"), ["2021-05-01T12:00:00Z"])[-1]
    proposition = state.values["propositions"]["1"]
    assert [proposition[name] for name in ("status", "up", "down")] == ["undetermined"] * 3
    assert [each.id for each in state.questions] == ["proposition:1:2021-05-01T11:00:00Z"]
    assert state.questions[0].answers == ("adopted", "rejected", "still voted on")
    decide = (
        f'{story}2021-05-01 13:00:00 decide proposition:1:2021-05-01T11:00:00Z "still voted on" by ana because "seen"\n'
    )
    state = gamestates(GAME, told(decide, "nomicoup"), ["2021-05-01T14:00:00Z"])[-1]
    assert state.values["propositions"]["1"]["status"] == "active"
    assert "VOTES_NOT_FOLLOWED" in {each.code for each in state.findings}
