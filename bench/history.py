"""A made-up history of the shape that ``bench/shape.json`` sums up: the same seed gives the same history, to the byte.

Every matter is drawn from its own number, so a shorter history is the end of the longer one: same present, less past.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from functools import cached_property
from itertools import accumulate
from random import Random
from statistics import mean
from typing import Any

from bench.shape import Shape, read_shape
from tracker.core.observation import Observation

COMMENTS = 190_000
"""About so many comments stand under twenty years' posts; the table's own count is that of proposals alone."""
ACTIVE = 14
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
    "thicket",
]
ICONS = {"for": "for", "against": "against", "deferential": "imperial", "veto": "seal"}


@dataclass(frozen=True, slots=True)
class Matter:
    """One proposal as it will be made, discussed and resolved."""

    number: int
    month: int
    posted_at: datetime
    hours_open: int
    comments: int
    status: str
    author: str

    @property
    def slug(self) -> str:
        """Its key."""
        return f"matter_{self.number}"

    @property
    def closed_at(self) -> datetime:
        """When an admin resolves it."""
        return self.posted_at + timedelta(hours=self.hours_open)


class History:
    """The last ``matters`` matters of twenty years (None: all of them), with comments, statuses and the roster's changes."""

    def __init__(self, matters: int | None = None, seed: int = 170, shape: Shape | None = None) -> None:
        """Nothing is drawn yet."""
        self._shape = shape or read_shape()
        self._seed = seed
        self._count = self._shape.matters if matters is None else min(matters, self._shape.matters)

    def batches(self) -> Iterator[tuple[Observation, ...]]:
        """What each month brought, in order of happening."""
        matters = self._matters
        first, last = matters[0].month, matters[-1].month
        for month in range(first, last + 1):
            found = self._roster(month, is_first=month == first)
            for matter in matters:
                if matter.month == month:
                    found += self._life_of(matter)
            yield tuple(sorted(found, key=lambda seen: seen.happened_at))

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
        first = len(numbered) - self._count
        made = [self._matter(number, numbered[number]) for number in range(first, len(numbered))]
        return sorted(made, key=lambda matter: matter.posted_at)

    def _matter(self, number: int, month: int) -> Matter:
        draw = self._random("matter", number)
        begun, ended = self._month_start(month), self._month_start(month + 1)
        posted_at = begun + timedelta(seconds=draw.randrange(int((ended - begun).total_seconds())))
        statuses = self._shape.statuses
        return Matter(
            number=number,
            month=month,
            posted_at=posted_at,
            hours_open=draw.choice(self._shape.lifespan_hours[1:-1]),
            comments=round(draw.choice(self._shape.comments[:-1]) * self._comments_factor),
            status=draw.choices(list(statuses), list(statuses.values()))[0],
            author=draw.choices(self.active(month), self._weights)[0],
        )

    @cached_property
    def _comments_factor(self) -> float:
        return COMMENTS / self._shape.matters / mean(self._shape.comments[:-1])

    # --- people

    def active(self, month: int) -> list[str]:
        """The names of a month's players: a window that moves over everybody who ever played."""
        everybody, months = len(self._shape.proposers), len(self._shape.months)
        first = month * (everybody - ACTIVE) // max(months - 1, 1)
        return [f"Player {number:03}" for number in range(first, first + ACTIVE)]

    @cached_property
    def _weights(self) -> list[float]:
        return [1 / (rank + 1) for rank in range(ACTIVE)]

    def _roster(self, month: int, *, is_first: bool) -> list[Observation]:
        when, now = self._month_start(month), self.active(month)
        emperor = now[month % ACTIVE]
        if is_first:
            players = [{"name": name, "status": "player", **self._roles(name, emperor)} for name in now]
            return [Observation("roster", "roster", {"players": players}, at=when, source="blog")]
        before = self.active(month - 1)
        changes = [(name, "idle") for name in before if name not in now]
        changes += [(name, "join") for name in now if name not in before]
        changes += [(name, "admin") for name in now if name not in before and self._roles(name, emperor)["admin"]]
        former = before[(month - 1) % ACTIVE]
        changes += [(former, "unemperor"), (emperor, "emperor")] if former != emperor else []
        return [
            _seen(
                "roster_change", f"roster {month} {number}", when + timedelta(seconds=number), name=name, change=change
            )
            for number, (name, change) in enumerate(changes)
        ]

    def _roles(self, name: str, emperor: str) -> dict[str, bool]:
        return {"admin": int(name.split()[1]) % ADMIN_EVERY == 0, "emperor": name == emperor}

    # --- matters

    def _life_of(self, matter: Matter) -> list[Observation]:
        draw = self._random("life", matter.number)
        words = " ".join(draw.choices(WORDS, k=3))
        post = _seen(
            "post",
            matter.slug,
            matter.posted_at,
            slug=matter.slug,
            category="Proposal",
            title=f"Proposal: {words.title()}",
            author=matter.author,
            body=f"<p>Add a rule, &ldquo;{words}&rdquo;: {' '.join(draw.choices(WORDS, k=40))}.</p>",
        )
        found = [post, *self._comments(matter, draw)]
        if matter.closed_at < self.end and matter.status != "Open":
            found.append(self._status(matter, draw))
        return found

    def _comments(self, matter: Matter, draw: Random) -> Iterator[Observation]:
        voters = draw.sample(self.active(matter.month), ACTIVE)
        seconds = sorted(draw.randrange(matter.hours_open * 3600) for _ in range(matter.comments))
        for number, second in enumerate(seconds):
            when = matter.posted_at + timedelta(seconds=second)
            if when >= self.end:
                return
            name = f"{matter.slug}:{number}"
            author = voters[number] if number < ACTIVE else draw.choice(voters)
            yield _comment("comment", name, matter.slug, author, when, _body(matter, number, draw))
            if draw.random() < 0.005:
                later = when + timedelta(hours=1)
                yield _comment("comment_edited", name, matter.slug, author, later, _body(matter, number, draw))

    def _status(self, matter: Matter, draw: Random) -> Observation:
        admins = [name for name in self.active(matter.month) if self._roles(name, "")["admin"]]
        admin = draw.choice(admins)
        votes = draw.randint(4, 9)
        note = f"Passes {votes}-1. Enacted by {admin}" if matter.status == "Enacted" else f"Fails 1-{votes}. -- {admin}"
        name = f"{matter.slug}:status"
        told = {"slug": matter.slug, "status": matter.status, "by": admin, "note": note}
        return _seen("post_status", name, matter.closed_at, **told)

    # --- time and chance

    def _month_start(self, month: int) -> datetime:
        if month == len(self._shape.months):
            last = datetime.strptime(list(self._shape.months)[-1], "%Y-%m").replace(tzinfo=UTC)
            return (last + timedelta(days=32)).replace(day=1)
        return datetime.strptime(list(self._shape.months)[month], "%Y-%m").replace(tzinfo=UTC)

    def _random(self, what: str, number: int) -> Random:
        return Random(f"{self._seed} {what} {number}")  # noqa: S311


def _body(matter: Matter, number: int, draw: Random) -> str:
    chat = " ".join(draw.choices(WORDS, k=draw.randrange(25)))
    if number >= ACTIVE or draw.random() < 0.1:
        return f"<p>{chat}</p>"
    shares = list(
        accumulate({"Enacted": (0.75, 0.1, 0.15), "Vetoed": (0.5, 0.2, 0.1)}.get(matter.status, (0.3, 0.55, 0.15)))
    )
    pick = draw.random()
    vote = next(
        (vote for vote, share in zip(("for", "against", "deferential"), shares, strict=True) if pick < share), "veto"
    )
    return f'<p><img src="/images/vote/{ICONS[vote]}.gif" alt="{ICONS[vote]}" /> {chat}</p>'


def _comment(kind: str, name: str, slug: str, author: str, when: datetime, body: str) -> Observation:
    return _seen(kind, name, when, post=slug, author=author, body=body)


def _seen(kind: str, name: str, when: datetime, /, **payload: Any) -> Observation:
    told: Mapping[str, Any] = payload
    return Observation(kind, name, told, at=when, source="blog")
