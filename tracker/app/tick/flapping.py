"""Faults that come and go: told like others at first, then once that they keep failing, and once when they have rested."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, fields, replace
from datetime import datetime, timedelta
from typing import Any

from tracker.core.instants import iso, parse_instant

SPAN = timedelta(hours=6)
"""Within how long a fault's beginnings are counted, and how long it must have been away to be over."""
MOST_BEGUN = 2
"""How often a fault may begin within that span before it keeps failing."""
MOST_OF_SOURCE = 6
"""How many beginnings are told of one source's entries within that span before the source as a whole keeps failing."""
UNREAD = "unread:"
"""How the key of a fault begins that is named after an instant, so that its name is in its words; its source follows."""


@dataclass(frozen=True, slots=True)
class Flap:
    """Faults of one name: key and words of those that stand, the last words, when they began lately, and the last change (ISO 8601)."""

    text: str
    changed: str
    standing: Mapping[str, str] = field(default_factory=dict)
    begun: tuple[str, ...] = ()
    keeps_failing: bool = False


@dataclass(frozen=True, slots=True)
class Rest:
    """What a name that kept failing has come to: it is over, or it stands and does not change any more."""

    name: str
    text: str
    is_over: bool


@dataclass(slots=True)
class Flapping:
    """The faults told of late by name, and the present instant."""

    now: datetime
    known: dict[str, Flap] = field(default_factory=dict)

    @classmethod
    def of(cls, stored: Mapping[str, Mapping[str, Any]], now: datetime) -> Flapping:
        """From what was kept; what an earlier version kept in another form is left out."""
        names = {each.name for each in fields(Flap)}
        known = {name: told for name, told in stored.items() if told.keys() == names}
        return cls(now, {name: Flap(**{**told, "begun": tuple(told["begun"])}) for name, told in known.items()})

    def stored(self) -> dict[str, dict[str, Any]]:
        """As it is kept, and as JSON gives it back."""
        return {name: {**asdict(flap), "begun": list(flap.begun)} for name, flap in sorted(self.known.items())}

    def begins(self, key: str, text: str) -> str:
        """Note that a fault begins; what to tell of it, nothing where it is known to keep failing."""
        name, now = self._name(key, text), iso(self.now)
        before = self.known.get(name, Flap(text, now))
        begun = (*self._lately(before), now)
        keeps_failing = before.keeps_failing or len(begun) > MOST_BEGUN or name == _source_of(key)
        self.known[name] = Flap(text, now, {**before.standing, key: text}, begun, keeps_failing)
        if before.keeps_failing:
            return ""
        hours = SPAN // timedelta(hours=1)
        more = f"keeps failing, {len(begun)} times since {begun[0]}; told next when it has not for {hours} h: "
        return f"{more if keeps_failing else ''}{text}"

    def ends(self, key: str) -> bool:
        """Note that a fault ended; whether that is told at once."""
        ending = {name: flap for name, flap in self.known.items() if key in flap.standing}
        for name, flap in ending.items():
            left = {other: text for other, text in flap.standing.items() if other != key}
            self.known[name] = replace(flap, standing=left, changed=iso(self.now))
        return not any(flap.keeps_failing for flap in ending.values())

    def rested(self) -> list[Rest]:
        """What kept failing and has not changed for long enough; what is over is known no more."""
        found = []
        for name, flap in list(self.known.items()):
            if not self._is_long_ago(flap.changed):
                continue
            if flap.keeps_failing:
                found.append(Rest(name, "; ".join(flap.standing.values()) or flap.text, not flap.standing))
            self.known[name] = replace(flap, begun=(), keeps_failing=False)
            if not flap.standing:
                del self.known[name]
        return found

    def _name(self, key: str, text: str) -> str:
        """What a fault is called each time that it begins: after its entries, or its source where many of them come and go."""
        if not key.startswith(UNREAD):
            return key
        source, name = _source_of(key), f"{UNREAD}{text.partition(' cannot be read')[0]}"
        known = self.known.get(source)
        if known and known.keeps_failing:
            return source
        others = [flap for each, flap in self.known.items() if each != source and _is_of(each, source)]
        told = sum(min(len(self._lately(flap)), MOST_BEGUN + 1) for flap in others)
        is_known = name in self.known and self.known[name].keeps_failing
        return name if told < MOST_OF_SOURCE or is_known else source

    def _lately(self, flap: Flap) -> list[str]:
        """When it began of late."""
        return [at for at in flap.begun if not self._is_long_ago(at)]

    def _is_long_ago(self, at: str) -> bool:
        """Whether so long passed; what is still to come was noted by a clock that ran ahead."""
        return not self.now - SPAN < parse_instant(at) <= self.now


def _source_of(key: str) -> str:
    """What the faults of a source are called as a whole: their key up to the instant."""
    return ":".join(key.split(":")[:2]) if key.startswith(UNREAD) else ""


def _is_of(name: str, source: str) -> bool:
    return name.startswith(f"{source}:")
