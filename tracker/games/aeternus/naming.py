"""7.3.2.1 Quality: the names of the qualities, and who must name those below the highest that was caught."""

from __future__ import annotations

from collections.abc import Callable

from tracker.core.rule import rule
from tracker.mechanics.announcements import Announced
from tracker.mechanics.chat_play import Moment

from .general import author, unclear
from .spoken import sense_of
from .state import World


def names(moment: Moment[World]) -> list[str]:
    """The names of the qualities from 1 on: those of the rules, and those that players gave."""
    return [*moment.law.words("quality_names"), *moment.world.quality_names]


@rule("AET-177")
def name_of(moment: Moment[World], quality: int) -> str | None:
    """The name of a quality; None while it has none."""
    known = names(moment)
    return known[quality - 1] if quality <= len(known) else None


def there_is(world: World, quality: int) -> None:
    """Note that there is a medallion fish of a quality, also one that came by a proposal: by that alone nobody must name any."""
    world.highest_quality = max(world.highest_quality, quality)


@rule("AET-178")
def caught(moment: Moment[World], user: str, quality: int) -> None:
    """Whoever catches a higher quality than any before must name all below it that have no name.

    So must who catches one no higher than a fish that came by a proposal, where nobody has to yet.
    """
    world = moment.world
    due = world.naming_due if quality <= world.highest_quality else {}
    unnamed = [each for each in range(len(names(moment)) + 1, quality) if each not in due]
    there_is(world, quality)
    world.naming_due = {**due, **dict.fromkeys(unnamed, user)}
    if unnamed:
        text = f"{user} must name the qualities {', '.join(map(str, unnamed))}"
        moment.tell("names_due", "AET-178", text, player=user, qualities=unnamed)


@rule("AET-178")
def name_quality(moment: Moment[World], said: Announced) -> bool:
    """Give the lowest quality that is to be named its name, if it is the author's to name."""
    world, user = moment.world, author(moment)
    quality, name = int(said.fields["quality"]), str(said.fields["name"])
    lowest = min(world.naming_due, default=0)
    if quality != lowest or world.naming_due[lowest] != user:
        due = f"quality {lowest} is next, for {world.naming_due[lowest]}" if lowest else "none is to be named"
        moment.refuse("NOTHING_TO_NAME", "AET-178", f"{user} has not to name quality {quality} now: {due}", said.n)
        return False
    if sense_of(name) in map(sense_of, names(moment)):
        unclear(moment, said, "AET-178", f"another quality is called {name}")
        return False
    del world.naming_due[quality]
    world.quality_names.append(name)
    moment.tell("quality_named", "AET-178", f"{user} names quality {quality} {name}", quality=quality, name=name)
    return True


ACTIONS: dict[str, Callable[[Moment[World], Announced], bool]] = {"name_quality": name_quality}
