"""Whether something may be done now: it is tried, and undone as a whole."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tracker.core.leaning import collecting
from tracker.mechanics.chat.carrying import Needed, Refused, carrying_out
from tracker.mechanics.chat.dice import Dice, Table
from tracker.mechanics.state.keeping import journalled


def why_refused(world: Any, act: Callable[..., None], **fields: Any) -> Refused | None:
    """Why the rules would refuse an act now; None where they would not, also where it needs dice that have not fallen."""
    law, names = world.law, world.called
    world.look(names, law, Table(Dice(), "", 0))
    with journalled() as journal, collecting(), carrying_out():
        try:
            act(world, **fields)
        except Refused as why:
            return why
        except Needed:
            return None
        finally:
            journal.undo()
            world.look(names, law)
    return None
