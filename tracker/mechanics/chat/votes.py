"""Votes by reaction: who has set what on a message, and what that counts for when the vote ends.

A reaction counts from the last look before it was seen. Where one that was only seen after the end turned the result, people are told.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, TypeVar

from pydantic import Field

from tracker.mechanics.state.described import Instant, Part, Person

from .carrying import note
from .rows import Boundary, Reacted
from .world import World

T = TypeVar("T")
UP, DOWN = "up", "down"
THUMBS: Mapping[str, str] = {"👍": UP, "+1": UP, "thumbsup": UP, "👎": DOWN, "-1": DOWN, "thumbsdown": DOWN}
EACH, NONE, NEWEST = "each", "none", "newest"
_TONES = dict.fromkeys(map(ord, "🏻🏼🏽🏾🏿\ufe0f"))
_FRAME = re.compile(r"\A(?:<a?)?:|:\d*>?\Z")


class Thumb(Part):
    """A reaction of somebody on a message, which counts from ``at`` on.

    ``seen``: it may have been set as late as this look, ``gone``: it was taken away, which may have been as late as this look.
    """

    by: Person
    emoji: str
    at: Instant | None = None
    seen: Instant | None = None
    gone: Instant | None = None

    def stands_at(self, when: datetime, *, surely: bool) -> bool:
        """Whether it stands, by the instants from which reactions count or (``surely``) by what had been seen by then."""
        if not surely:
            return self.gone is None
        return (self.seen is None or self.seen <= when) and (self.gone is None or self.gone > when)


class Polls(World):
    """What a gamestate with votes by reaction has: the reactions on each message, in the order in which they were set."""

    thumbs: dict[str, list[Thumb]] = Field(default={})


@dataclass(frozen=True)
class Voting:
    """How a game votes: the side of each emoji (in plain words, without colons or skin tones), and what several sides of one voter are.

    ``both`` is a vote on EACH of them, NONE, the NEWEST that stands, or always the side that it names.
    """

    sides: Mapping[str, str] = field(default_factory=lambda: THUMBS)
    both: str = EACH

    def side_of(self, emoji: str) -> str | None:
        """The side that an emoji takes; None where it is no vote."""
        return self.sides.get(plain(emoji))

    def votes(self, cast: list[str]) -> frozenset[str]:
        """The sides on which a voter counts who has taken these, the newest last."""
        if len(set(cast)) == 1 or self.both == EACH:
            return frozenset(cast)
        return frozenset({NONE: (), NEWEST: cast[-1:]}.get(self.both, (self.both,)))


@dataclass(frozen=True)
class Count:
    """Who is on which sides at the instant of counting."""

    cast: Mapping[str, frozenset[str]]

    def of(self, side: str) -> list[str]:
        """All on a side, by name."""
        return sorted(who for who, sides in self.cast.items() if side in sides)

    @property
    def up(self) -> int:
        """How many are in favour."""
        return len(self.of(UP))

    @property
    def down(self) -> int:
        """How many are against."""
        return len(self.of(DOWN))


def plain(emoji: str) -> str:
    """An emoji without skin tone, and a named one by its name alone."""
    return _FRAME.sub("", emoji.translate(_TONES))


def react(world: Polls, reacted: Reacted, voting: Voting) -> None:
    """Set or take away somebody's reaction, where it is a vote. A game calls this for messages that are, or can be, voted on."""
    if voting.side_of(reacted.emoji) is None:
        return
    thumbs = world.thumbs.setdefault(reacted.message, [])
    mine = [each for each in thumbs if (each.by, each.emoji) == (reacted.user, reacted.emoji)]
    standing = next((each for each in mine if each.gone is None), None)
    if reacted.is_set and standing is None:
        _drop(world, reacted.message, mine)
        world.thumbs[reacted.message].append(
            Thumb(by=reacted.user, emoji=reacted.emoji, at=world.now, seen=reacted.seen_late)
        )
    elif not reacted.is_set and reacted.seen_late is None:
        _drop(world, reacted.message, mine)
    elif not reacted.is_set and standing is not None:
        standing.gone = reacted.seen_late


def take_back(world: Polls, message: str, who: str) -> None:
    """Let nothing that somebody has set on a message count any more, for whom they lose their vote for good."""
    _drop(world, message, [each for each in world.thumbs.get(message, ()) if each.by == who])


def forget(world: Polls, message: str) -> None:
    """Keep the reactions on a message no longer: what they were for is decided."""
    world.thumbs.pop(message, None)


def _drop(world: Polls, message: str, gone: list[Thumb]) -> None:
    if gone:
        world.thumbs[message] = [each for each in world.thumbs[message] if all(each is not other for other in gone)]


def counted(
    world: Polls,
    message: str,
    voting: Voting,
    voters: Collection[str],
    *,
    as_whom: Mapping[str, str] | None = None,
    words: Mapping[str, str] | None = None,
    surely: bool = False,
) -> Count:
    """The votes that stand on a message now, of those who may vote now.

    ``as_whom`` tells in whose name people vote (a group's members), ``words`` who voted which side in words, which goes before all
    their reactions. ``surely`` counts what had been seen by now.
    """
    cast: dict[str, list[str]] = {}
    for thumb in world.thumbs.get(message, ()):
        who = (as_whom or {}).get(thumb.by, thumb.by)
        side = voting.side_of(thumb.emoji)
        if side is not None and who in voters and thumb.stands_at(world.now, surely=surely):
            cast.setdefault(who, []).append(side)
    cast |= {who: [side] for who, side in (words or {}).items() if who in voters}
    return Count({who: voting.votes(sides) for who, sides in cast.items()})


def result(decide: Callable[[bool], T], matter: str) -> T:
    """What a vote decides; people are told where it hangs on reactions that were only seen later.

    ``decide`` takes whether it counts what had surely been seen by now. ``matter`` names the vote ("the proposal 12").
    """
    decided = decide(False)
    if decide(True) != decided:
        note(
            "VOTE_SEEN_LATE",
            f"{matter} was decided by a reaction that was first seen later, and may have come too late",
            is_mild=False,
        )
    return decided


def ends(votes: Iterable[tuple[datetime, datetime, str]], rank: int, kind: str) -> Iterator[Boundary]:
    """When open votes (end, creation, name) are decided by an act of a kind, those of one instant in order of creation."""
    for end, created, matter in votes:
        order: tuple[Any, ...] = (rank, created)
        yield Boundary(end, order, kind, {"matter": matter})
