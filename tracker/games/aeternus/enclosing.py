"""5.3 Generation: what a map encloses that people stated or changed becomes Lakes at once."""

from __future__ import annotations

from collections.abc import Callable

from tracker.core.rule import rule
from tracker.games.chat_strands import Task
from tracker.mechanics.chat_play import Moment

from . import general, generation, randomness
from .law import of_aeternus
from .state import World

FILL = "fill"
"""The task that lets what a map encloses become Lakes."""


@rule("AET-101")
def _fill(moment: Moment[World], task: Task) -> bool:
    """Let what the stated map encloses become Lakes at once."""
    law = of_aeternus(moment.law)
    lakes = generation.fill_enclosed(moment.world.map, law, randomness.roller(moment, task.n))
    if lakes is None:
        return False
    general.told(moment, lakes)
    return True


TASKS: dict[str, Callable[[Moment[World], Task], bool]] = {FILL: _fill}
