"""How much of a region would go by a change, and whether an admin must let it go (law 13)."""

from __future__ import annotations

import re

from tracker.core.planning.desired import DesiredRegion, Limits


def shrink_reasons(wanted: DesiredRegion, old: str, new: str, limits: Limits, said: int = 0) -> list[str]:
    """Why a loss of text must be approved, in numbers; empty where it need not be."""
    if any(": " not in event for event in wanted.may_shrink_for):
        return []
    if old and not new:
        return [f"region {wanted.name!r} would be blanked: it holds {len(old):,} characters"]
    before, after = _judged(wanted, old, new)
    limit = limits.max_shrink
    share = 1 - after / before if before else 0.0
    if len(old) < limits.judged_from or share <= limit or before - after <= said * limits.judged_from:
        return []
    numbers = f"from {before:,} to {after:,} characters ({share:.0%} less; {limit:.0%} is the limit)"
    return [f"region {wanted.name!r} would shrink {numbers}"]


def losses(wanted: DesiredRegion, old: str, new: str, limits: Limits) -> dict[str, str]:
    """What an admin would let go: rows that are gone or lose more than the limit, with what is left of them.

    Of a region without rows that is all of it. What comes beside it meanwhile makes no other loss of it.
    """
    held, kept = _places(old), _places(new)
    if not held or not new:
        return {"": new}
    least, explained = 1 - limits.max_shrink, _explained(wanted)
    return {
        name: kept.get(name, "")
        for name, text in held.items()
        if name not in explained and len(kept.get(name, "")) < least * len(text)
    }


def _explained(wanted: DesiredRegion) -> set[str]:
    """The rows and sections whose loss an event explains."""
    return {event.partition(": ")[0] for event in wanted.may_shrink_for}


_BESIDE_VALUES = re.compile(
    r'<sup class="tracker-(?:flag|undetermined|unverified)"[^<>\n]*>[^\n]*?</sup>|(?<=^\| )data-sort-value="[^"\n]*" \| ',
    re.MULTILINE,
)
"""Our marks beside a value, within its line, and its sorting key."""
_PLACE = re.compile(r"""^(?:\|-|<h\d)[^\n]*? id="([^"]+)\"""", re.MULTILINE)


def _judged(wanted: DesiredRegion, old: str, new: str) -> tuple[int, int]:
    """How many characters a region had and will have, as far as a loss is judged: of its rows and sections, or of all where it has none.

    The frame around rows comes and goes with them. What events (``id: what happened``) explain is left out, be the row gone
    or only shorter now, and so is what we say beside values: in a small table that is more than the values themselves, and
    nothing is lost with it.
    """
    old, new = _BESIDE_VALUES.sub("", old), _BESIDE_VALUES.sub("", new)
    held, kept = _sizes(old), _sizes(new)
    if not held:
        return len(old), len(new)
    explained = _explained(wanted)
    before = (min(size, kept.get(name, 0)) if name in explained else size for name, size in held.items())
    return sum(before), sum(kept.values())


def _places(text: str) -> dict[str, str]:
    """Each row or section with an id."""
    found = list(_PLACE.finditer(text))
    ends = [*(place.start() for place in found[1:]), len(text)]
    return {place[1]: text[place.start() : end] for place, end in zip(found, ends, strict=False)}


def _sizes(text: str) -> dict[str, int]:
    """How many characters each row or section with an id has."""
    return {name: len(held) for name, held in _places(text).items()}
