"""A made-up history of the shape that ``bench/shape.json`` sums up: the same seed gives the same history, to the byte.

Every matter is drawn from its own number, so a shorter history is the end of the longer one: same present, less past. Matters are
resolved in their order, and mostly as their votes allow, as admins do.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from functools import cached_property
from itertools import groupby
from random import Random
from statistics import mean
from typing import Any

from bench.shape import Shape, read_shape
from tracker.core.observation import Observation

COMMENTS = 190_000
"""About so many comments stand under twenty years' posts; the table's own count is that of proposals alone."""
ACTIVE = 10
QUORUM = ACTIVE // 2 + 1
ADMIN_EVERY = 3
WORDS = [
    "spring",
    "cabal",
    "gambit",
    "ledger",
    "quorum",
    "harbour",
    "lantern",
    "merchant",
    "parley",
    "rotunda",
    "stanza",
]
ICONS = {"for": "for", "against": "against", "deferential": "imperial", "veto": "seal"}

_RUN_UP = 100
"""How many matters before the first decide when the first ones are resolved."""


@dataclass(frozen=True, slots=True)
class Matter:
    """One proposal as it will be made, discussed and resolved; ``votes`` are those of its first comments."""

    number: int
    month: int
    posted_at: datetime
    hours_open: int
    comments: int
    status: str
    author: str
    voters: Sequence[str]
    votes: Sequence[str]
    closed_at: datetime

    @property
    def slug(self) -> str:
        """Its key."""
        return f"matter_{self.number}"


class History:
    """The last ``matters`` matters of twenty years (None: all of them), with comments, statuses and the roster's changes."""

    def __init__(self, matters: int | None = None, seed: int = 170) -> None:
        """Nothing is drawn yet."""
        self._shape: Shape = read_shape()
        self._seed = seed
        self._count = self._shape.matters if matters is None else min(matters, self._shape.matters)

    def batches(self) -> Iterator[tuple[Observation, ...]]:
        """What each month brought, in order of happening."""
        first = self._matters[0].month
        for month, matters in groupby(self._matters, key=lambda matter: matter.month):
            found = [self._no_table(month)] if month == first else []
            found += self._roster(month, is_first=month == first)
            found += [seen for matter in matters for seen in self._life_of(matter)]
            yield tuple(sorted(found, key=lambda seen: seen.happened_at))

    def _no_table(self, month: int) -> Observation:
        """What a config without a dynasty's file says: no table of players' values is kept."""
        return Observation("setting", "setting:dynasty", {"name": "dynasty", "value": ""}, at=self._month_start(month))

    @cached_property
    def last_matter(self) -> Matter:
        """The youngest matter, still open at the end."""
        return self._matters[-1]

    @cached_property
    def end(self) -> datetime:
        """An hour after the youngest matter was posted."""
        return self.last_matter.posted_at + timedelta(hours=1)

    @cached_property
    def _matters(self) -> list[Matter]:
        months = list(self._shape.months)
        numbered = [month for month, name in enumerate(months) for _ in range(self._shape.months[name])]
        first = max(len(numbered) - self._count - _RUN_UP, 0)
        made = [self._matter(number, numbered[number]) for number in range(first, len(numbered))]
        made.sort(key=lambda matter: (matter.posted_at, matter.number))
        return _in_queue(made)[-self._count :]

    def _matter(self, number: int, month: int) -> Matter:
        draw = self._random("matter", number)
        posted_at = self._month_start(month) + timedelta(seconds=draw.randrange(self._open_days(month) * 86_400))
        # What is open is open because it is young.
        shares = {status: share for status, share in self._shape.statuses.items() if status != "Open"}
        status = draw.choices(list(shares), list(shares.values()))[0]
        comments = round(draw.choice(self._shape.comments[:-1]) * self._comments_factor)
        if comments < 2 and status == "Enacted":
            status = "Failed"
        voters = draw.sample(self.active(month), ACTIVE)
        hours = min(max(draw.choice(self._shape.lifespan_hours), 13), 72)
        is_decided_early = comments >= QUORUM and posted_at.day < 25
        return Matter(
            number=number,
            month=month,
            posted_at=posted_at,
            hours_open=hours if is_decided_early else max(hours, 49),
            comments=comments,
            status=status,
            author=draw.choice(voters),
            voters=voters,
            votes=_votes(status, draw),
            closed_at=posted_at,
        )

    @cached_property
    def _comments_factor(self) -> float:
        return COMMENTS / self._shape.matters / mean(self._shape.comments[:-1])

    # --- people

    def active(self, month: int) -> list[str]:
        """The names of a month's players: a window that moves over everybody who ever played."""
        everybody, months = len(self._shape.proposers), len(self._shape.months)
        first = min(month, months - 1) * (everybody - ACTIVE) // (months - 1)
        return [f"Player {number:03}" for number in range(first, first + ACTIVE)]

    def _roster(self, month: int, *, is_first: bool) -> list[Observation]:
        when, now = self._month_start(month), self.active(month)
        emperor = now[-1]
        if is_first:
            players = [{"name": name, "status": "player", **_roles(name, emperor)} for name in now]
            return [_seen("roster", "roster", when, players=players)]
        before = self.active(month - 1)
        newcomers = [name for name in now if name not in before]
        changes = [(name, "idle") for name in before if name not in now]
        changes += [(name, "join") for name in newcomers]
        changes += [(name, "admin") for name in newcomers if _roles(name, emperor)["admin"]]
        changes += [(before[-1], "unemperor"), (emperor, "emperor")] if before[-1] != emperor else []
        return [
            _seen(
                "roster_change", f"roster {month} {number}", when + timedelta(seconds=number), name=name, change=change
            )
            for number, (name, change) in enumerate(changes)
        ]

    # --- matters

    def _life_of(self, matter: Matter) -> Iterator[Observation]:
        draw = self._random("life", matter.number)
        yield _seen("post", matter.slug, matter.posted_at, **_post(matter, draw))
        yield from self._comments(matter, draw)
        if matter.closed_at < self.end:
            yield self._resolved(matter, draw)

    def _comments(self, matter: Matter, draw: Random) -> Iterator[Observation]:
        seconds = sorted(draw.randrange(60, matter.hours_open * 3600) for _ in range(matter.comments))
        for number, second in enumerate(seconds):
            when = matter.posted_at + timedelta(seconds=second)
            if when >= self.end:
                return
            name, author = f"{matter.slug}:{number}", _author(matter, number, draw)
            yield _comment("comment", name, matter.slug, author, when, _body(matter, number, draw))
            if number >= ACTIVE and draw.random() < 0.02:
                later = when + timedelta(minutes=30)
                yield _comment("comment_edited", name, matter.slug, author, later, _body(matter, number, draw))

    def _resolved(self, matter: Matter, draw: Random) -> Observation:
        # An admin who is there still when the next month has begun.
        staying = [name for name in self.active(matter.month) if name in self.active(matter.month + 1)]
        admin = draw.choice([name for name in staying if _roles(name, "")["admin"]])
        told = {"slug": matter.slug, "status": matter.status, "by": admin, "note": _note(matter, admin)}
        return _seen("post_status", f"{matter.slug}:status", matter.closed_at, **told)

    # --- time and chance

    def _month_start(self, month: int) -> datetime:
        year, number = list(self._shape.months)[month].split("-")
        return datetime(int(year), int(number), 1, tzinfo=UTC)

    def _open_days(self, month: int) -> int:
        # Nobody proposes in the downtime at the year's end.
        return 18 if self._month_start(month).month == 12 else 28

    def _random(self, what: str, number: int) -> Random:
        return Random(f"{self._seed} {what} {number}")  # noqa: S311


def _in_queue(matters: Sequence[Matter]) -> list[Matter]:
    """The matters with the instants of their resolutions: none before an older one's."""
    closed_at, queued = matters[0].posted_at, []
    for matter in matters:
        closed_at = max(closed_at + timedelta(minutes=1), matter.posted_at + timedelta(hours=matter.hours_open))
        queued.append(replace(matter, closed_at=closed_at))
    return queued


def _votes(status: str, draw: Random) -> list[str]:
    """What the first comments vote, in order: a quorum that decides, then anything."""
    deciding = {"Enacted": "for", "Vetoed": "veto"}.get(status, "against")
    rest = draw.choices(["for", "against", "deferential"], [0.6, 0.3, 0.1], k=ACTIVE - QUORUM)
    return [deciding] * QUORUM + rest


def _note(matter: Matter, admin: str) -> str:
    cast = dict(zip(_order(matter), matter.votes, strict=True))
    made = [(voter, cast[voter]) for voter in _order(matter)[: matter.comments]]
    tally = Counter(vote for _, vote in made)
    tally["for"] += matter.author not in dict(made)
    verb = "Passes" if matter.status == "Enacted" else "Fails"
    return f"{verb} {tally['for']}-{tally['against']}. {matter.status} by {admin}"


def _author(matter: Matter, number: int, draw: Random) -> str:
    return _order(matter)[number] if number < ACTIVE else draw.choice(matter.voters)


def _order(matter: Matter) -> Sequence[str]:
    """Who comments first; a veto is the emperor's, the youngest name's, and an author kills no proposal that is enacted."""
    if matter.status == "Vetoed":
        return sorted(matter.voters, reverse=True)
    return (
        sorted(matter.voters, key=lambda name: name != matter.author) if matter.status == "Enacted" else matter.voters
    )


def _roles(name: str, emperor: str) -> dict[str, bool]:
    return {"admin": int(name.split()[1]) % ADMIN_EVERY == 0, "emperor": name == emperor}


def _post(matter: Matter, draw: Random) -> dict[str, str]:
    words = " ".join(draw.choices(WORDS, k=3))
    body = f"<p>Add a rule, &ldquo;{words}&rdquo;: {' '.join(draw.choices(WORDS, k=40))}.</p>"
    named = {"slug": matter.slug, "title": f"Proposal: {words.title()}", "author": matter.author}
    return {**named, "category": "Proposal", "body": body}


def _body(matter: Matter, number: int, draw: Random) -> str:
    chat = " ".join(draw.choices(WORDS, k=draw.randrange(25)))
    if number >= ACTIVE:
        return f"<p>{chat}</p>"
    icon = ICONS[matter.votes[number]]
    return f'<p><img src="/images/vote/{icon}.gif" alt="{icon}" /> {chat}</p>'


def _comment(kind: str, name: str, slug: str, author: str, when: datetime, body: str) -> Observation:
    return _seen(kind, name, when, post=slug, author=author, body=body)


def _seen(kind: str, name: str, when: datetime, /, **payload: Any) -> Observation:
    return Observation(kind, name, payload, at=when, source="blog")
