"""What actions do when they take effect: credits that move, influence that is lost, and cards that are exchanged."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tracker.core.rule import rule
from tracker.mechanics.announcements import Announced
from tracker.mechanics.chat_play import Moment

from . import court_deck, influence, letters, treasury
from .general import actor, addressed
from .state import Pending, World

TAKES: Mapping[str, str] = {
    "Income": "income_credits", "Foreign Aid": "foreign_aid_credits", "Tax": "tax_credits", "Steal": "steal_credits",
    "Exchange": "exchange_cards",
}  # fmt: skip
"""Action -> the number of credits or cards that it takes at most."""
COSTS: Mapping[str, str] = {"Coup": "coup_cost", "Assassinate": "assassination_cost"}
"""Action -> what it costs."""
CLAUSES: Mapping[str, str] = {
    "Income": "COUP-047", "Foreign Aid": "COUP-048", "Coup": "COUP-049", "Tax": "COUP-054", "Assassinate": "COUP-056",
    "Steal": "COUP-058", "Exchange": "COUP-060",
}  # fmt: skip
_ATTACKS = ("Coup", "Assassinate")


def clause_of(action: str) -> str:
    """The clause by which an action does what it does."""
    return CLAUSES.get(action, "COUP-041")


@rule("COUP-039", "COUP-047", "COUP-048", "COUP-054", "COUP-058", "COUP-060")
def amount_of(moment: Moment[World], action: str) -> int:
    """How many credits or cards an action takes at most; what people stated instead is rounded when it is carried out."""
    return _number(moment, action, TAKES)


@rule("COUP-039", "COUP-049", "COUP-056")
def cost_of(moment: Moment[World], action: str) -> int:
    """What an action costs when it is announced."""
    return _number(moment, action, COSTS)


def _number(moment: Moment[World], action: str, names: Mapping[str, str]) -> int:
    stated: Any = moment.world.unit_amounts.get(action)
    if action not in names:
        return 0
    return moment.law.number(names[action]) if stated is None else treasury.whole(moment, stated)


# --- credits ----------------------------------------------------------------------------------------------------------


def moves_credits(action: str) -> bool:
    """Whether an action takes credits, from its target or from the Treasury."""
    return action in TAKES and action != "Exchange"


def would_move(pending: Pending, treasury_has: int, target_has: int) -> int:
    """How many credits an action moves to its actor, given what there is."""
    if not moves_credits(pending.kind):
        return 0
    return min(pending.amount, target_has if pending.target else treasury_has)


@rule("COUP-047", "COUP-048", "COUP-054", "COUP-058")
def move_credits(moment: Moment[World], pending: Pending) -> int:
    """Let an action take its credits, as many as there are, as far as those whom it concerns still play: how many that were."""
    world, clause = moment.world, clause_of(pending.kind)
    text = f"{pending.kind} of {pending.actor}" + (f" from {pending.target}" if pending.target else "")
    if not moves_credits(pending.kind) or not _plays(world, pending.actor):
        return 0
    if not pending.target:
        return treasury.take(moment, pending.actor, pending.amount, clause, text)
    if not _plays(world, pending.target):
        return 0
    return treasury.move(moment, pending.target, pending.actor, pending.amount, clause, text)


def _plays(world: World, player: str) -> bool:
    return player in world.players and world.players[player].is_playing


# --- what else an action does -----------------------------------------------------------------------------------------


@rule("COUP-049", "COUP-056", "COUP-060")
def take_effect(moment: Moment[World], pending: Pending) -> None:
    """Let an action do what it does; credits that moved already do not move again."""
    if not pending.is_done:
        pending.moved = move_credits(moment, pending)
    told: dict[str, Any] = {"player": pending.actor, "action": pending.kind, "target": pending.target or None}
    if moves_credits(pending.kind):
        told["credits"] = pending.moved
    text = f"the {pending.kind} of {pending.actor} takes effect"
    moment.tell("action_succeeded", clause_of(pending.kind), text, **told)
    if pending.kind in _ATTACKS and _plays(moment.world, pending.target):
        text = f"{pending.target} loses 1 influence by the {pending.kind} of {pending.actor}"
        influence.owe_loss(moment, pending.target, clause_of(pending.kind), text, pending.message)
    elif pending.kind == "Exchange" and _plays(moment.world, pending.actor):
        _exchange(moment, pending)


@rule("COUP-060")
def _exchange(moment: Moment[World], pending: Pending) -> None:
    """Cards are added to the actor's hand, who then chooses as many of all of them to surrender."""
    player = moment.world.players[pending.actor]
    player.returns_owed += court_deck.draw(moment, player.id, pending.amount, "COUP-060")
    if player.returns_owed:
        letters.asked_to_return(moment, player.id, player.returns_owed)


@rule("COUP-060")
def owed_before(moment: Moment[World], player: str, action: str) -> str:
    """What a player must surrender before this action, by how it is ruled; "" for nothing."""
    owed = moment.world.players[player].returns_owed
    is_free = action != "Exchange" or moment.law.chooses("exchange_while_cards_are_owed", "adds cards again")
    return "" if is_free or not owed else f"{owed} card{'s' * (owed != 1)}"


@rule("COUP-060")
def give_back(moment: Moment[World], said: Announced) -> bool | None:
    """Choose what an Exchange surrenders (fields ``cards``, or those to ``keep``); False where that hangs on cards to come."""
    player = actor(moment)[1]
    holder, keep = moment.world.players[player], said.fields.get("keep")
    named, owed = list(said.fields.get("cards") or ()) if keep is None else list(keep), holder.returns_owed
    wanted = owed if keep is None else holder.influence - owed
    if not owed:
        why = "no card to surrender for an Exchange"
        moment.refuse("no_change", "COUP-060", addressed(moment, f"{player} has {why}", f"you have {why}"), said.n)
    elif len(named) != wanted:
        text = f"{wanted} card{'s' * (wanted != 1)} must be named, not {len(named)}"
        moment.refuse("missing_parameter", "COUP-060", text, said.n)
    elif not court_deck.is_known(moment.world, player) and (keep is not None or not influence.holds(holder, named)):
        return False
    elif not influence.holds(holder, named):
        text = addressed(moment, f"{player} does not hold these cards", "you do not hold these cards")
        moment.refuse("not_holding", "COUP-060", text, said.n)
    else:
        return_cards(moment, player, named if keep is None else influence.without(holder.hand, named))
    return None


@rule("COUP-060", "COUP-071")
def return_cards(moment: Moment[World], player: str, cards: list[str]) -> None:
    """Surrender what an Exchange is to surrender; unless it is ruled otherwise, no more cards are drawn for it."""
    moment.world.players[player].returns_owed = 0
    replaced = len(cards) if moment.law.chooses("exchange_draws_again", "yes") else 0
    influence.surrender(moment, player, cards, "COUP-060", replaced=replaced)


def return_without_choice(moment: Moment[World], player: str) -> bool:
    """Surrender all cards of somebody who is to surrender as many as they have, or more: whether that was so."""
    if not returns_all(moment, player):
        return False
    return_cards(moment, player, list(moment.world.players[player].hand))
    return True


def returns_all(moment: Moment[World], player: str) -> bool:
    """Whether somebody, all of whose cards are known, is to surrender as many cards as they have, or more."""
    holder = moment.world.players[player]
    return bool(holder.hand) and holder.returns_owed >= holder.influence and court_deck.is_known(moment.world, player)


ACTIONS = {"give_back": give_back}
