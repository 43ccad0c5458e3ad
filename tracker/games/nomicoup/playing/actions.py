"""Actions: what a player may announce in their turn, what it costs, when it takes effect and what it does."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tracker.mechanics.chat.carrying import Refused, happens, refuse, require, rule
from tracker.mechanics.chat.rows import Message

from ..hidden import court_deck, letters
from ..state import Claim, Coup, Pending, Player
from . import answers, holdings

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
"""Action -> the clause by which it does what it does."""
WORDS: Mapping[str, str] = {
    "Income": "I take Income.",
    "Foreign Aid": "I take Foreign Aid.",
    "Coup": "I Coup @NAME.",
    "Tax": "As Duke, I Tax.",
    "Assassinate": "As Assassin, I Assassinate @NAME.",
    "Steal": "As Captain, I Steal from @NAME.",
    "Exchange": "As Ambassador, I Exchange.",
}
"""Action -> the canonical words for it; NAME is a player."""
NONE, COUP, STEAL, EXCHANGE = "none", "Coup", "Steal", "Exchange"


@rule("COUP-039")
def number_of(world: Coup, action: str, names: Mapping[str, str]) -> int:
    """What an action takes at most, or costs: the number of the rules, or what people stated instead, which is rounded when it is carried out."""
    if action not in names:
        return 0
    stated = world.unit_amounts.get(action)
    return world.law.number(names[action]) if stated is None else holdings.whole(stated)


# --- whether it may be performed --------------------------------------------------------------------------------------


@rule("COUP-045")
def must_not_be_barred(world: Coup, action: str) -> None:
    """Refuse everything but Coup in a turn that began with so many credits that it is compulsory."""
    if world.turn is not None and world.turn.must_coup and action != COUP:
        least = world.law.number("compulsory_coup_at")
        had = f"{world.turn.player} had {least} or more credits when the turn began"
        refuse("must_coup", f"{had}, and can only Coup or pass")


def announced(world: Coup, message: Message, player: str, said: Mapping[str, Any]) -> Pending:
    """The action as it was announced; refuses where something of it cannot be. ``said`` has claim, amount and person, or less."""
    action = str(said["action"])
    character = _claimed(world, action, said.get("claim"))
    amount, target = CHECKS[action](world, player, action, said)
    cost, claim = number_of(world, action, COSTS), None
    if character:
        claim = Claim(player=player, character=character, at=world.now, message=message.id)
    return Pending(
        actor=player,
        kind=action,
        announced_at=world.now,
        message=message.id,
        target=target,
        amount=amount,
        cost_paid=cost,
        claim=claim,
    )


@rule("COUP-046")
def _claimed(world: Coup, action: str, named: str | None) -> str:
    """The character that an action claims by being named, "" for a basic one."""
    own = world.listed_in("actions")[action]["claim"]
    if named not in (None, own):
        refuse("bad_claim", f"{action} claims {own if own != NONE else 'no character'}, not {named}")
    return "" if own == NONE else own


def _checked(world: Coup, player: str, action: str, said: Mapping[str, Any]) -> tuple[int, str | None]:
    """How much an action takes, of a Steal fewer where the actor says so, and at whom it is aimed."""
    most, wanted = number_of(world, action, TAKES), said.get("amount")
    amount = most if wanted is None else holdings.whole(wanted)
    if amount > most or (action != STEAL and amount != most):
        refuse("bad_amount", f"{action} takes {most}, not {wanted}")
    return amount, _target(world, player, action, said.get("person"))


def _target(world: Coup, player: str, action: str, named: str | None) -> str | None:
    aim = world.listed_in("actions")[action]["target"]
    if aim == NONE:
        return None
    if named is None:
        refuse("missing_target", f"it does not say whom the {action} is aimed at")
    target = world.player_called(named)
    require(target, "bad_target", f"{named} is no player")
    require(aim == "player" or target != player, "bad_target", f"{action} needs another player")
    return target


CHECKS = {action: rule(clause)(_checked) for action, clause in CLAUSES.items()}


@rule("COUP-049", "COUP-056")
def must_have(world: Coup, made: Pending) -> None:
    """Refuse an action that costs more than its player has once the open window has closed."""
    has = would_have(world, made.actor)
    if has < made.cost_paid:
        why = f"{made.kind} costs {made.cost_paid} credits, and {made.actor} has {has}"
        raise Refused("not_enough_credits", CLAUSES[made.kind], why)


@rule("COUP-042", "COUP-041")
def pay(world: Coup, made: Pending) -> None:
    """Costs are paid when the action is announced."""
    holdings.pay(world, made.actor, made.cost_paid)
    claims = f", claiming {made.claim.character}" if made.claim else ""
    text = f"{made.actor} announces {made.kind}{f' against {made.target}' if made.target else ''}{claims}"
    told = {"player": made.actor, "action": made.kind, "target": made.target, "cost": made.cost_paid}
    happens("action_announced", text, **told, character=made.claim.character if made.claim else None)


# --- what it does -----------------------------------------------------------------------------------------------------


def _would_move(pending: Pending, treasury_has: int, target_has: int) -> int:
    """How many credits an action moves to its actor, given what there is."""
    if pending.kind not in TAKES or pending.kind == EXCHANGE:
        return 0
    return min(pending.amount, target_has if pending.target else treasury_has)


def _succeeds(pending: Pending, **told: Any) -> None:
    text = f"the {pending.kind} of {pending.actor} takes effect"
    happens("action_succeeded", text, player=pending.actor, action=pending.kind, target=pending.target, **told)


def _take_credits(world: Coup, pending: Pending) -> None:
    """The actor takes credits from the Treasury, or from the target, as many as there are then."""
    giver = world.players.get(pending.target or "")
    moved = _would_move(pending, world.treasury, giver.credits if giver else 0)
    world.players[pending.actor].credits += moved
    if giver is not None:
        giver.credits -= moved
    _succeeds(pending, credits=moved)


def _attack(world: Coup, pending: Pending) -> None:
    """The target loses 1 holdings."""
    _succeeds(pending)
    text = f"{pending.target} loses 1 influence by the {pending.kind} of {pending.actor}"
    holdings.owe_loss(world, str(pending.target), text, pending.message)


def _exchange(world: Coup, pending: Pending) -> None:
    """Cards are added to the actor's hand, who then chooses as many of all of them to surrender."""
    _succeeds(pending)
    player = world.players[pending.actor]
    player.returns_owed += court_deck.draw(world, pending.actor, pending.amount)
    if player.returns_owed:
        letters.asked_to_return(world, pending.actor, player.returns_owed)


income, foreign_aid, tax, steal = (
    rule(CLAUSES[name])(_take_credits) for name in ("Income", "Foreign Aid", "Tax", "Steal")
)
coup, assassinate = (rule(CLAUSES[name])(_attack) for name in ("Coup", "Assassinate"))
exchange = rule(CLAUSES[EXCHANGE])(_exchange)
EFFECTS = {
    "Income": income, "Foreign Aid": foreign_aid, "Coup": coup, "Tax": tax, "Assassinate": assassinate, "Steal": steal,
    "Exchange": exchange,
}  # fmt: skip


# --- what an Exchange surrenders --------------------------------------------------------------------------------------


@rule("COUP-060")
def give_back(world: Coup, message: Message, cards: list[str] | None = None, keep: list[str] | None = None) -> None:
    """Choose what an Exchange surrenders: the cards, or else those that are kept."""
    player = world.player_of(message.author)
    holder = world.players.get(player, Player())
    owed, why = holder.returns_owed, "no card to surrender for an Exchange"
    require(owed, "no_change", holdings.whose(message, player or message.author, f"has {why}", f"have {why}"))
    named, wanted = (cards or [], owed) if keep is None else (keep, holder.influence - owed)
    if len(named) != wanted:
        refuse("missing_parameter", f"{wanted} card{'s' * (wanted != 1)} must be named, not {len(named)}")
    is_holding = holdings.holds(world, player, named)
    if keep is not None or not is_holding:
        holdings.must_be_known(world, player)
    why = holdings.whose(message, player, "does not hold these cards", "do not hold these cards")
    require(is_holding, "not_holding", why)
    surrendered = list(named)
    if keep is not None:
        surrendered = list(holder.hand)
        for card in keep:
            surrendered.remove(card)
    return_cards(world, player, surrendered)


@rule("COUP-060", "COUP-071")
def return_cards(world: Coup, player: str, cards: list[str]) -> None:
    """Surrender what an Exchange is to surrender; no more cards are drawn for it."""
    world.players[player].returns_owed = 0
    holdings.surrender(world, player, cards, replaced=0)


def return_without_choice(world: Coup, player: str) -> bool:
    """Surrender all cards of somebody who is to surrender as many as they have, or more: whether that was so."""
    is_so = holdings.has_no_choice(world, player, world.players[player].returns_owed)
    if is_so:
        return_cards(world, player, list(world.players[player].hand))
    return is_so


# --- what somebody would have -----------------------------------------------------------------------------------------


@rule("COUP-044")
def would_have(world: Coup, player: str) -> int:
    """How many credits somebody has once the window that is open has closed now."""
    has, pending = world.players[player].credits, world.pending
    if pending is None:
        return has
    if not pending.stopped and answers.blocking(world, pending) is None:
        target = world.players.get(pending.target or "")
        moves = _would_move(pending, world.treasury, target.credits if target else 0)
        return has + moves * (player == pending.actor) - moves * (player == pending.target)
    return has
