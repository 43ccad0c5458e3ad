"""Counteractions: who may state which against what is pending, and which of them stand."""

from __future__ import annotations

from tracker.mechanics.chat.carrying import happens, refuse, require, rule
from tracker.mechanics.chat.rows import Message

from ..general import plays
from ..state import Claim, Counteraction, Coup, Pending
from .challenges import FALLEN, may_not_be_countered, would_stand

# --- stating one ------------------------------------------------------------------------------------------------------


@rule(
    "COUP-050",
    not_player="COUP-050",
    not_allowed="COUP-051",
    no_change="COUP-052",
    window_closed="COUP-043",
)
def counter(
    world: Coup,
    message: Message,
    named: str | None = None,
    claim: str | None = None,
    person: str | None = None,
    action: str | None = None,
) -> None:
    """State a counteraction: its name or the character claimed is enough. ``person`` and ``action`` may say what it is against."""
    player = plays(world, message)
    pending, name = _countered(world, _named(world, named, claim), person, action)
    require(pending.actor != player, "own_action", f"{player} cannot counter their own action")
    why = f"only {pending.target} may counter the {pending.kind} of {pending.actor}"
    require(may_counter(world, pending, player), "not_allowed", why)
    require(name in stateable(world, pending, player), "no_change", f"{player} stated {name} already")
    character = world.listed_in("counteractions")[name]["claim"]
    stated = Claim(player=player, character=character, at=world.now, message=message.id)
    counteraction = Counteraction(player=player, kind=name, claim=stated, at=world.now, message=message.id)
    pending.counteractions.append(counteraction)
    text = f"{player} counters the {pending.kind} of {pending.actor} with {name}, claiming {character}"
    told = {"player": player, "counteraction": name, "character": character}
    happens("counteraction_stated", text, **told, actor=pending.actor, action=pending.kind)


@rule("COUP-050")
def _named(world: Coup, name: str | None, claim: str | None) -> list[str]:
    """The counteractions that an announcement may mean, by name or by the character claimed."""
    why = "it names neither the counteraction nor the character claimed: write “I block as Duke”, say"
    require(name or claim, "missing_claim", why)
    rows = world.listed_in("counteractions")
    named = [each for each, row in rows.items() if name in (None, each) and claim in (None, row["claim"])]
    require(named, "bad_claim", f"{name} does not claim {claim}" if name else f"{claim} has no counteraction")
    return named


@rule("COUP-050", window_closed="COUP-043")
def _countered(world: Coup, names: list[str], person: str | None, action: str | None) -> tuple[Pending, str]:
    """The action in the open window to which one of these counteractions applies, with that."""
    actor = None if person is None else world.player_called(person)

    def against(pending: Pending | None) -> str:
        if pending is None or actor not in (None, pending.actor) or action not in (None, pending.kind):
            return ""
        rows = world.listed_in("counteractions")
        return next((name for name in names if rows[name]["against"] == pending.kind), "")

    name, past = against(world.pending), world.past_pending
    if world.pending is None or not name or not _can_be_countered(world, world.pending):
        if past is not None and against(past):
            refuse("window_closed", f"the time to counter the {past.kind} of {past.actor} ended with the next action")
        refuse("nothing_to_counter", f"there is nothing that {' or '.join(names)} is against")
    return world.pending, name


@rule("COUP-064", "COUP-068")
def _can_be_countered(world: Coup, pending: Pending) -> bool:
    """Whether an action can still be countered: not once its claim fell."""
    return not pending.stopped and not may_not_be_countered(world, pending)


@rule("COUP-051")
def may_counter(world: Coup, pending: Pending, player: str) -> bool:
    """Whether somebody other than the actor may counter: anybody, unless it is ruled that only the target may."""
    return pending.target in (None, player) or world.law.chooses("who_may_counter", "any player but the actor")


@rule("COUP-052")
def stateable(world: Coup, pending: Pending, player: str) -> list[str]:
    """The counteractions that somebody other than the actor may state against an action now, each once unless its claim fell."""
    if not _can_be_countered(world, pending) or not may_counter(world, pending, player):
        return []
    stated = {each.kind for each in pending.counteractions if each.player == player and each.claim.status != FALLEN}
    rows = world.listed_in("counteractions")
    return [name for name, row in rows.items() if row["against"] == pending.kind and name not in stated]


# --- when the window closes -------------------------------------------------------------------------------------------


@rule("COUP-052")
def blocking(world: Coup, pending: Pending) -> Counteraction | None:
    """The first counteraction that stands if the window closes now: one is enough to block the action."""
    return next((each for each in pending.counteractions if would_stand(world, each.claim)), None)


def _block(pending: Pending, stated: Counteraction) -> None:
    """The action has no effect; what it cost stays paid."""
    text = f"{stated.kind} of {stated.player} stands: the {pending.kind} of {pending.actor} is blocked"
    told = {"player": pending.actor, "action": pending.kind, "by": stated.player, "counteraction": stated.kind}
    happens("action_blocked", text, **told)


any_other = rule("COUP-052")(_block)
tarif = rule("COUP-055")(_block)
defend = rule("COUP-059")(_block)
acquittal = rule("COUP-061", "COUP-057")(_block)
BLOCKS = {"Tarif": tarif, "Defend": defend, "Support": defend, "Acquittal": acquittal}
"""What each counteraction does; one that people added stops the action like those that there are."""
