"""What must hold in every story of BlogNomic, whatever happens in it."""

import json
from collections.abc import Mapping
from dataclasses import fields, is_dataclass, replace
from datetime import datetime, timedelta
from itertools import pairwise, product
from typing import Any

from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st
from pydantic import TypeAdapter

from tests.games.blognomic.random_stories import GRID, START, Scene, Story, instants, stories
from tests.games.blognomic.settled import fold_with_stops, seen_after_settling
from tests.tries import tries
from tracker.app.asking.replay import replay_records, rows_of
from tracker.core.fold import Folded, fold
from tracker.core.gamestate import Gamestate
from tracker.core.instants import iso, parse_instant
from tracker.core.observation import ArchivedObservation, observation_from_record
from tracker.games.blognomic.game import GAME
from tracker.games.blognomic.state import State

SECOND = timedelta(seconds=1)
TIMEOUT = timedelta(hours=48)
VOTABLE = {"Proposal", "Call for Judgement", "Declaration of Victory"}
STATES = TypeAdapter(State)

thorough = settings(
    max_examples=tries(60, long=150),
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)
looks = instants(12, 330)


def folded_at(rows: list[ArchivedObservation], when: datetime) -> Folded[State]:
    return fold(GAME, rows, when)


def view(done: Folded[State], when: datetime | None = None) -> Gamestate:
    return GAME.view(done.state, when or done.as_of, done.seq, done.context)


def gamestate_at(story: Story, when: datetime) -> Gamestate:
    return view(folded_at(rows_of(GAME, story), when))


def votable(gamestate: Gamestate) -> dict[str, dict[str, Any]]:
    matters: dict[str, dict[str, Any]] = gamestate.values["matters"]
    return {slug: matter for slug, matter in matters.items() if matter["kind"] in VOTABLE}


def known_by(story: Story, when: datetime) -> list[ArchivedObservation]:
    """The rows of a story that had surely happened, and were seen, by an instant."""
    return [row for row in rows_of(GAME, story) if row.observation.happened_at <= when]


# --- counts and verdicts ---------------------------------------------------------------------------------------------


@thorough
@given(stories(), looks)
def test_nothing_is_both_popular_and_unpopular(story: Story, when: datetime) -> None:
    for matter in votable(gamestate_at(story, when)).values():
        assert (matter["popular"], matter["unpopular"]) != (True, True)


@thorough
@given(stories(), looks)
def test_from_48_hours_on_a_matter_is_popular_or_unpopular(story: Story, when: datetime) -> None:
    done = folded_at(rows_of(GAME, story), when)
    for slug, matter in votable(view(done)).items():
        if matter["state"] in ("Pending", "not official") and when - done.state.posts[slug].opened_at >= TIMEOUT:
            assert {matter["popular"], matter["unpopular"]} in ({True, False}, {"undetermined"})


@thorough
@given(stories(), looks)
def test_totals_add_up(story: Story, when: datetime) -> None:
    for matter in votable(gamestate_at(story, when)).values():
        vetoes = sum(vote == "VETO" for vote in matter["votes"].values())
        assert matter["for"] + matter["against"] == matter["valid"]
        assert matter["valid"] + matter["deferential_unresolved"] + vetoes == len(matter["votes"])
        assert matter["evc"].keys() <= matter["votes"].keys()
        assert matter["resolves_as"].keys() <= matter["votes"].keys()


@thorough
@given(stories(), looks)
def test_every_player_has_voted_or_has_not(story: Story, when: datetime) -> None:
    gamestate = gamestate_at(story, when)
    players = {name for name, person in gamestate.values["roster"].items() if person["status"] == "player"}
    assert len(players) == gamestate.values["players"]
    for matter in votable(gamestate).values():
        if matter["state"] == "Pending":
            assert players == {*matter["votes"], *matter["not_voted"]}
            assert not {*matter["votes"]} & {*matter["not_voted"]}


@thorough
@given(stories(), looks)
def test_the_list_of_open_matters_holds_what_is_open(story: Story, when: datetime) -> None:
    state = folded_at(rows_of(GAME, story), when).state
    assert sorted(state.open_slugs) == sorted(slug for slug, post in state.posts.items() if post.is_open)


# --- the log ---------------------------------------------------------------------------------------------------------


@thorough
@given(stories().flatmap(lambda story: st.tuples(st.just(story), st.permutations(story))), looks)
def test_the_order_of_the_file_changes_nothing(orders: tuple[Story, Story], when: datetime) -> None:
    one, other = (json.dumps(replay_records("blognomic", story, [when])) for story in orders)
    assert one == other


@thorough
@given(stories(), looks)
def test_what_happens_later_does_not_matter(story: Story, when: datetime) -> None:
    cut = gamestate_at([record for record in story if observation_from_record(record).happened_at <= when], when)
    assert cut.record() == gamestate_at(story, when).record()


@thorough
@given(stories(), looks, looks)
def test_a_fold_in_two_halves_is_the_fold_at_once(story: Story, one: datetime, other: datetime) -> None:
    rows, (first, second) = rows_of(GAME, story), sorted((one, other))
    assume(not any(row.observation.reaches_back for row in rows))
    halfway = folded_at(rows, first)
    assert view(fold(GAME, rows, second, start=halfway)) == view(folded_at(rows, second))


@thorough
@given(stories(), looks, looks)
def test_a_state_written_down_and_read_again_goes_on_equally(story: Story, one: datetime, other: datetime) -> None:
    rows, (first, second) = rows_of(GAME, story), sorted((one, other))
    assume(not any(row.observation.reaches_back for row in rows))
    halfway = folded_at(rows, first)
    again = STATES.validate_json(STATES.dump_json(halfway.state))
    assert again == halfway.state
    assert view(fold(GAME, rows, second, start=replace(halfway, state=again))) == view(folded_at(rows, second))


# --- settled matters -------------------------------------------------------------------------------------------------


LONG_AGO = {
    **{"kind": "setting", "id": "settle", "at": iso(START - timedelta(days=2))},
    **{"name": "settle_after_hours", "value": 400},
}
"""Settled after a time that the stories reach, but longer than the longest window of the rules."""


LATER = Scene().sequel("q", hours=480)


@thorough
@given(stories(LATER), st.lists(st.integers(70, 180), min_size=1, max_size=3).map(sorted))
def test_settling_on_the_way_changes_nothing(story: Story, looks: list[int]) -> None:
    # No checkpoint is kept that people reach behind later on: test_laws has those.
    rows = rows_of(GAME, [LONG_AGO, *(record for record in story if record["kind"] != "correction")])
    assume(not any(row.observation.reaches_back for row in rows))
    last = START + timedelta(hours=1200)
    done, batches = fold_with_stops(rows, [START + timedelta(hours=GRID * look) for look in looks], last)
    assert seen_after_settling(done, *batches) == seen_after_settling(folded_at(rows, last))


# --- time alone ------------------------------------------------------------------------------------------------------


def moments_between(first: datetime, last: datetime, opened: list[datetime]) -> list[datetime]:
    """Instants after the first and before the last: both ends, the middle, and around every span of the rules."""
    spans = [timedelta(hours=hours) for hours in (12, 24, 48, 96, 120, 168)]
    around = [at + span + offset for at in opened for span in spans for offset in (-SECOND, timedelta(0), SECOND)]
    days = [
        start_of_day(first + timedelta(days=day)) + offset for day in range(9) for offset in (-SECOND, timedelta(0))
    ]
    found = {first + SECOND, first + (last - first) / 2, last - SECOND, *around, *days}
    return sorted(when.replace(microsecond=0) for when in found if first < when < last)


def start_of_day(when: datetime) -> datetime:
    return when.replace(hour=0, minute=0, second=0)


def shown(gamestate: Gamestate) -> Any:
    """What players can see of a gamestate but the instant itself."""
    drafts = GAME.pages(gamestate, GAME.catalogue())
    return gamestate.values, gamestate.findings, gamestate.questions, gamestate.facts, drafts


@thorough
@given(stories(), looks)
def test_between_the_instants_that_the_game_names_nothing_changes(story: Story, when: datetime) -> None:
    rows = known_by(story, when)
    done = folded_at(rows, when)
    now = view(done)
    until = now.next_instant or when + timedelta(days=30)
    assert until > when
    opened, shown_now = [post.opened_at for post in done.state.posts.values()], shown(now)
    for later in moments_between(when, until, opened):
        assert shown(view(folded_at(rows, later))) == shown_now


@thorough
@given(stories(), looks)
def test_no_page_shows_the_instant_of_looking(story: Story, when: datetime) -> None:
    when += timedelta(microseconds=123_457)
    drafts = GAME.pages(gamestate_at(story, when), GAME.catalogue())
    found = leaves([draft.values for draft in drafts])
    assert when not in found
    assert not any(iso(when) in leaf or "123457" in leaf for leaf in found if isinstance(leaf, str))


def leaves(value: Any) -> set[Any]:
    """Every plain value in templates' values; what several of them share is walked once."""
    found: set[Any] = set()
    ahead, walked = [value], dict[int, Any]()
    while ahead:
        each = ahead.pop()
        inner = _within(each)
        if inner is None:
            found.add(each)
        elif id(each) not in walked:
            walked[id(each)] = each
            ahead += inner
    return found


def _within(value: Any) -> list[Any] | None:
    """What stands in a value; None for a plain one."""
    if isinstance(value, Mapping):
        return [*value.keys(), *value.values()]
    if isinstance(value, list | tuple | set | frozenset):
        return list(value)
    if is_dataclass(value) and not isinstance(value, type):
        return [getattr(value, field.name) for field in fields(value)]
    return None


@thorough
@given(stories(), looks)
def test_next_change_is_the_first_change(story: Story, when: datetime) -> None:
    rows = known_by(story, when)
    done = folded_at(rows, when)
    for slug, matter in votable(view(done)).items():
        if matter["state"] != "Pending":
            continue
        change = parse_instant(matter["next_change_at"]) if matter["next_change_at"] else None
        last = change or when + timedelta(days=400)
        opened = [post.opened_at for post in done.state.posts.values()]
        for later in moments_between(when, last, opened):
            assert standing(view(folded_at(rows, later)), slug) == standing(view(done), slug)
        if change is not None:
            assert standing(view(folded_at(rows, change)), slug) != standing(view(done), slug)


def standing(gamestate: Gamestate, slug: str) -> tuple[Any, Any, Any]:
    matter = gamestate.values["matters"][slug]
    return matter["popular"], matter["unpopular"], matter["allowed"]


@thorough
@given(stories(), looks)
def test_looking_changes_nothing(story: Story, when: datetime) -> None:
    done = folded_at(rows_of(GAME, story), when)
    before = STATES.dump_json(done.state)
    view(done)
    assert STATES.dump_json(done.state) == before


# --- what admins may do ----------------------------------------------------------------------------------------------


@thorough
@given(stories(), looks)
def test_what_an_admin_does_stands_and_is_reported_where_it_was_not_allowed(story: Story, when: datetime) -> None:
    when += timedelta(seconds=17)
    done = folded_at(rows_of(GAME, story), when)
    gamestate = view(done)
    admins = [name for name, person in gamestate.values["roster"].items() if person["admin"]]
    assume(admins)
    for slug, matter in votable(gamestate).items():
        if matter["state"] == "Pending":
            for act, status in (("enact", "Enacted"), ("fail", "Failed")):
                check_act(story, slug, when, status, admins[0], is_allowed=act in matter["allowed"])


def check_act(story: Story, slug: str, when: datetime, status: str, admin: str, *, is_allowed: bool) -> None:
    act = {"kind": "post_status", "id": "the-act", "at": iso(when), "slug": slug, "status": status, "by": admin}
    after = gamestate_at([*story, act], when)
    found = {finding.code for finding in after.findings if "the-act" in finding.observations}
    assert after.values["matters"][slug]["state"] == status
    assert ("STATUS_WITHOUT_GROUND" in found) != is_allowed


@thorough
@given(stories(), instants(12, 200), st.integers(1, 30))
def test_a_status_between_two_looks_is_reported_only_if_no_instant_between_them_allowed_it(
    story: Story, since: datetime, hours: int
) -> None:
    until = since + timedelta(hours=hours)
    story = [record for record in story if record["kind"] != "post_status"]
    rows = rows_of(GAME, story)
    happened = {row.observation.happened_at for row in rows}
    between = [since, *(when for when in sorted(happened) if since < when < until)]
    opened = [post.opened_at for post in folded_at(rows, until).state.posts.values()]
    tried = {
        when for first, last in pairwise([*between, until]) for when in (first, *moments_between(first, last, opened))
    }
    lawful = [(when, votable(view(folded_at(rows, when)))) for when in sorted(tried)]
    for slug, (act, status) in product(lawful[0][1], (("enact", "Enacted"), ("fail", "Failed"))):
        window = {"not_before": iso(since), "not_after": iso(until)}
        row = {"kind": "post_status", "id": "the-act", "slug": slug, "status": status, **window}
        found = gamestate_at([*story, row], until).findings
        reports = [each.text for each in found if each.code == "STATUS_WITHOUT_GROUND"]
        assert all(f"from {iso(since)} to {iso(until)}" in text for text in reports)
        is_official = folded_at(rows, until).state.posts[slug].is_official
        was_lawful = any(act in matters[slug]["allowed"] for _, matters in lawful if slug in matters)
        assert bool(reports) == (is_official and not was_lawful)
