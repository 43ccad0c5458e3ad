"""Faults that come and go: told like others at first, then once that they keep failing, and once when they have rested."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, replace
from datetime import datetime, timedelta
from typing import Any

from tracker.core.instants import iso, parse_instant

SPAN = timedelta(hours=6)
"""Within how long a fault's beginnings are counted, and how long it must have been away to be over."""
MOST_BEGUN = 2
"""How often a fault may begin within that span before it keeps failing."""
UNREAD = "unread:"
"""How the key of a fault begins that is named after an instant, so that its name is in its words."""


@dataclass(frozen=True, slots=True)
class Flap:
    """A fault that was told, by what stands last: key and words, when it began lately and when it ended (ISO 8601; empty: it stands)."""

    key: str
    text: str
    begun: tuple[str, ...] = ()
    ended: str = ""
    keeps_failing: bool = False


def name_of(key: str, text: str) -> str:
    """What a fault is called each time that it begins, by its key and its words."""
    return f"{UNREAD}{text.partition(' cannot be read')[0]}" if key.startswith(UNREAD) else key


@dataclass(slots=True)
class Flapping:
    """The faults told of late by name, and the present instant."""

    now: datetime
    known: dict[str, Flap] = field(default_factory=dict)

    @classmethod
    def of(cls, stored: Mapping[str, Mapping[str, Any]], now: datetime) -> Flapping:
        """From what was kept."""
        return cls(now, {name: Flap(**{**told, "begun": tuple(told["begun"])}) for name, told in stored.items()})

    def stored(self) -> dict[str, dict[str, Any]]:
        """As it is kept, and as JSON gives it back."""
        return {name: {**asdict(flap), "begun": list(flap.begun)} for name, flap in sorted(self.known.items())}

    def begins(self, key: str, text: str) -> str:
        """Note that a fault begins; what to tell of it, nothing where it is known to keep failing."""
        name = name_of(key, text)
        before = self.known.get(name, Flap(key, text))
        begun = (*(at for at in before.begun if self.now - SPAN < parse_instant(at) <= self.now), iso(self.now))
        keeps_failing = before.keeps_failing or len(begun) > MOST_BEGUN
        self.known[name] = Flap(key, text, begun, "", keeps_failing)
        if before.keeps_failing:
            return ""
        hours = SPAN // timedelta(hours=1)
        more = f"keeps failing, {len(begun)} times since {begun[0]}; told next when it has not for {hours} h: "
        return f"{more if keeps_failing else ''}{text}"

    def ends(self, key: str) -> bool:
        """Note that a fault ended; whether that is told at once."""
        ending = {name: flap for name, flap in self.known.items() if flap.key == key and not flap.ended}
        self.known |= {name: replace(flap, ended=iso(self.now)) for name, flap in ending.items()}
        return not any(flap.keeps_failing for flap in ending.values())

    def rested(self) -> dict[str, str]:
        """The words of the faults that kept failing and have not for long enough, by name; what is over is known no more."""
        over = {name: flap for name, flap in self.known.items() if flap.ended and self._is_long_ago(flap.ended)}
        self.known = {name: flap for name, flap in self.known.items() if name not in over}
        return {name: flap.text for name, flap in over.items() if flap.keeps_failing}

    def _is_long_ago(self, ended: str) -> bool:
        """Whether so long passed; an end that is still to come was noted by a clock that ran ahead."""
        return not self.now - SPAN < parse_instant(ended) <= self.now
