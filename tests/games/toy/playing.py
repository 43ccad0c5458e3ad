"""Moves of the toy game, logs of them for hypothesis, and what a fold from the start says of a log."""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

from hypothesis import strategies as st

from tests.games.toy import GAME
from tests.observing import at, batch, comment, correction, decision, edited, gone, seen
from tracker.core.fold import Context, fold
from tracker.core.gamestate import Gamestate
from tracker.core.instants import iso
from tracker.core.observation import ArchivedObservation, Observation
from tracker.core.ports import Archive, SettledRecord

SLUGS = ("a", "b", "c?")
PEOPLE = ("Ada", "Bo", "Cy")

# Matters close 48 or 24 hours after their posts: on this grid things often meet in one instant.
moments = st.integers(0, 50).map(lambda step: step * 6)
looks = st.tuples(moments, st.integers(1, 8)).map(lambda pair: (pair[0], pair[0] + pair[1] * 6))
whens = st.one_of(moments, looks)


def post(slug: str, hours: float) -> Observation:
    """A matter is put to the vote."""
    return seen(
        "post", f"post {slug} {hours}", hours, slug=slug, title=slug, author="Ada", body="", category="Proposal"
    )


def _said(number: int, when: float | tuple[float, float], slug: str, who: str, body: str) -> Observation:
    return comment(f"c{number}", when, body, post=slug, author=who)


@st.composite
def logs(draw: st.DrawFn, max_size: int = 25) -> list[Observation]:
    """Posts, comments, edits, tombstones and rulings, in the order in which they are learned."""
    slugs, people = st.sampled_from(SLUGS), st.sampled_from(PEOPLE)
    bodies = st.sampled_from(["for", "against", "for roll", "roll", "hello"])
    found = [post(slug, hours) for slug, hours in draw(st.lists(st.tuples(slugs, moments), min_size=1, max_size=4))]
    said = draw(st.lists(st.tuples(whens, slugs, people, bodies), max_size=max_size))
    comments = [_said(number, *parts) for number, parts in enumerate(said)]
    found += comments
    if comments:
        changes = st.tuples(st.sampled_from(comments), whens, bodies)
        for one, when, body in draw(st.lists(changes, max_size=6)):
            found.append(edited(one.id, when, body, **{name: one.payload[name] for name in ("post", "author")}))
        found += [gone(one.id, when) for one, when, _ in draw(st.lists(changes, max_size=2))]
    found += draw(rulings)
    found += draw(_corrections([each.id for each in found]))
    return draw(st.permutations(found))


@st.composite
def _corrections(draw: st.DrawFn, ids: list[str]) -> list[Observation]:
    """What people put right of the rows of these ids, and of earlier corrections."""
    found = list[Observation]()
    for number, when in enumerate(sorted(draw(st.lists(moments, max_size=4)))):
        said: dict[str, object] = draw(
            st.one_of(
                st.just({"void": True}),
                st.sampled_from([{"reads": "for"}, {"reads": "against roll"}]),
                moments.map(lambda hours: {"happened": iso(at(hours))}),
                st.just({"set": {"pointer": "/scores/Ada", "value": 7}}),
            )
        )
        of = draw(st.sampled_from([*ids, *(each.id for each in found)]))
        found.append(correction(f"k{number}", when, of, **said))
    return found


_ruled = st.tuples(
    moments, st.sampled_from(SLUGS), st.sampled_from(["yes", "no"]), st.sampled_from([None, 0, 24]), st.booleans()
)
rulings = st.lists(_ruled, max_size=5).map(
    lambda made: [
        decision(
            f"d{number}", hours, f"void:{slug}", answer, since if since is None else iso(at(since)), revoked=revoked
        )
        for number, (hours, slug, answer, since, revoked) in enumerate(made)
    ]
)


def archived(archive: Archive, observations: Iterable[Observation]) -> None:
    """Append everything as one look."""
    archive.append(batch(*observations), GAME.read)


class GivenSettled:
    """The settled matters of a fold from the start: just those it settled itself."""

    def __init__(self, records: Iterable[SettledRecord]) -> None:
        self._records = {record.key: record for record in records}

    def settled(self, key: str) -> Any | None:
        return self._records[key].record if key in self._records else None

    def settled_in(self, group: str) -> Mapping[str, Any]:
        return {key: self._records[key].record for key in sorted(self._records) if self._records[key].group == group}


def from_the_start(rows: Iterable[ArchivedObservation], hours: float, up_to_seq: int | None = None) -> Gamestate:
    """What holds at an hour, by folding the whole log without any archive's help."""
    folded = fold(GAME, list(rows), at(hours), up_to_seq=up_to_seq)
    settled = GivenSettled(GAME.settle(folded.state, at(hours)))
    return GAME.view(folded.state, at(hours), folded.seq, Context(folded.context.decisions, settled))


def regardless_of_seq(gamestate: Gamestate) -> Gamestate:
    """The gamestate without the number of the last row, which tells when we learned things, not what holds."""
    return replace(gamestate, seq=0)
