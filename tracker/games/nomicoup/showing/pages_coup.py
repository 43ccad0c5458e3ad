"""What is shown of an open window and of a win that can be taken back, on pages and in the chat."""

from __future__ import annotations

from collections.abc import Iterator

from ..playing import counteractions
from ..playing.challenges import OPEN
from ..playing.coup import everybody
from ..state import Claim, Coup, Pending


def to_object(world: Coup) -> str:
    """How people take the recorded win back."""
    question, answer = (*world.objection, "", "")[:2]
    said = f'"{answer}"' if answer else "--revoke"
    return f"tracker decide {question} {said} --by NAME --why TEXT" if question else ""


def outcome(world: Coup, pending: Pending) -> tuple[str, str]:
    """What comes of an action if its window closes as things stand, and by which clause; no card in a hand decides that."""
    blocked = counteractions.blocking(world, pending)
    if pending.stopped:
        return "nothing comes of it", "COUP-065"
    if blocked is not None:
        return f"it is blocked by {blocked.kind} of {blocked.player}", "COUP-052"
    if pending.claim is not None and pending.claim.status == OPEN:
        counts = world.law.chooses("card_not_yet_shown", "counts as shown at the next action")
        told = "it takes effect, as a card not yet shown counts as shown then"
        return told if counts else "nothing comes of it, as its claim falls", "COUP-067"
    return "it takes effect", "COUP-042"


def may_challenge(world: Coup, claim: Claim) -> list[str]:
    """Who may challenge a claim that nobody has challenged."""
    is_open = claim.status == "unchallenged" and not claim.is_of_who_left and claim.player in world.players
    return [id for id in everybody(world) if id != claim.player] if is_open and world.status == "running" else []


def may_counter(world: Coup, pending: Pending) -> Iterator[tuple[str, list[str]]]:
    """The counteractions that can be stated, with the players who may."""
    others = [id for id in everybody(world) if id != pending.actor] if world.status == "running" else []
    may = {id: counteractions.stateable(world, pending, id) for id in others}
    for name in dict.fromkeys(name for each in may.values() for name in each):
        yield name, [id for id in others if name in may[id]]
