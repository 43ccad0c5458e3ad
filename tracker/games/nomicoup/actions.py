"""Actions: what a player may announce in their turn, what it costs, and when it takes effect."""

from __future__ import annotations

from collections.abc import Mapping

from tracker.core.rule import rule
from tracker.mechanics.announcements import Announced
from tracker.mechanics.chat_play import Moment

from . import challenges, characters, coup, treasury, turns
from .state import Claim, Pending, World

NONE = "none"
COUP, STEAL = "Coup", "Steal"


def table(moment: Moment[World]) -> Mapping[str, Mapping[str, str]]:
    """Action -> the character it claims, whom it is aimed at, and whether it waits for its window to close."""
    found: Mapping[str, Mapping[str, str]] = moment.law.value("actions")
    return found


@rule("COUP-041", "COUP-044")
def act(moment: Moment[World], said: Announced) -> bool | None:
    """Perform an action in one's turn (fields ``action``, ``target``, ``amount``, ``claim``), which ends it.

    It closes the window of the one before; False where it hangs on cards to come what becomes of that.
    """
    player = turns.may_act(moment, said)
    is_barred = not player or _is_barred(moment, said) or _owes_an_exchange(moment, said, player)
    made = None if is_barred else _announced(moment, said, player)
    if made is None:
        return None
    closing = coup.closed_by(moment, player)
    if challenges.is_open_question(moment.world, closing):
        return False
    as_settled = moment.law.chooses("next_action_is_checked", "as if the pending one were settled")
    has = coup.would_have(moment, player, closing if as_settled else ())
    if has < made.cost_paid:
        text = f"{made.kind} costs {made.cost_paid} credits, and {player} has {has}"
        moment.refuse("not_enough_credits", characters.clause_of(made.kind), text, said.n)
        return None
    if as_settled:
        coup.settle(moment, closing)
    _pay(moment, made)
    if not as_settled:
        coup.settle(moment, closing)
    _perform(moment, made)
    return None


# --- whether it may be performed --------------------------------------------------------------------------------------


@rule("COUP-045")
def _is_barred(moment: Moment[World], said: Announced) -> bool:
    """Refuse everything but Coup in a turn that began with so many credits that it is compulsory."""
    turn, action = moment.world.turn, said.fields["action"]
    if turn is None or not turn.must_coup or action == COUP:
        return False
    least = moment.law.number("compulsory_coup_at")
    text = f"{turn.player} had {least} or more credits when the turn began, and can only Coup or pass"
    moment.refuse("must_coup", "COUP-045", text, said.n)
    return True


def _owes_an_exchange(moment: Moment[World], said: Announced, player: str) -> bool:
    """Refuse an Exchange where the cards of an earlier one must be surrendered first, and they are not."""
    owed = characters.owed_before(moment, player, said.fields["action"])
    if owed:
        moment.refuse(
            "not_allowed", "COUP-060", f"{player} is still to surrender {owed} of an earlier Exchange", said.n
        )
    return bool(owed)


def _announced(moment: Moment[World], said: Announced, player: str) -> Pending | None:
    """The action as it was announced; refuses, and None, where something of it cannot be."""
    action = str(said.fields["action"])
    character = _claimed(moment, said, action)
    amount = _amount(moment, said, action) if character is not None else None
    target = _target(moment, said, player, action) if amount is not None else None
    if character is None or amount is None or target is None:
        return None
    made = Pending(player, action, moment.when, moment.row, target, amount, characters.cost_of(moment, action))
    if character:
        made.claim = Claim(player, character, moment.when, moment.row)
    return made


@rule("COUP-046")
def _claimed(moment: Moment[World], said: Announced, action: str) -> str | None:
    """The character that an action claims by being named, "" for a basic one; refuses, and None, where another is named."""
    own, named = table(moment)[action]["claim"], said.fields.get("claim")
    if named is None or named == own:
        return "" if own == NONE else own
    if own != NONE and moment.law.chooses("naming_another_character", "claims that character"):
        return str(named)
    text = f"{action} claims {own if own != NONE else 'no character'}, not {named}"
    moment.refuse("bad_claim", "COUP-046", text, said.n)
    return None


@rule("COUP-058", "COUP-039")
def _amount(moment: Moment[World], said: Announced, action: str) -> int | None:
    """How many credits or cards an action takes at most: of a Steal fewer, where the actor says so."""
    most, wanted = characters.amount_of(moment, action), said.fields.get("amount")
    amount = most if wanted is None else treasury.whole(moment, wanted)
    if amount > most or (action != STEAL and amount != most):
        moment.refuse("bad_amount", characters.clause_of(action), f"{action} takes {most}, not {wanted}", said.n)
        return None
    return amount


@rule("COUP-049", "COUP-056", "COUP-058")
def _target(moment: Moment[World], said: Announced, player: str, action: str) -> str | None:
    """The player at whom an action is aimed, "" where it is aimed at nobody; refuses, and None, where there is no such one."""
    aim, named = table(moment)[action]["target"], said.fields.get("target")
    if aim == NONE:
        return ""
    clause = characters.clause_of(action)
    if named is None:
        moment.refuse("missing_target", clause, f"it does not say whom the {action} is aimed at", said.n)
        return None
    target = moment.world.player_called(str(named))
    if not target:
        moment.refuse("bad_target", clause, f"{named} is no player", said.n)
    elif target == player and not may_aim_at_oneself(moment, action, aim):
        moment.refuse("bad_target", clause, f"{action} needs another player", said.n)
    else:
        return target
    return None


@rule("COUP-049")
def may_aim_at_oneself(moment: Moment[World], action: str, aim: str) -> bool:
    """Whether a player may aim an action, given the aim in its row of the table, at themself."""
    is_allowed = action != COUP or moment.law.chooses("coup_against_oneself", "is allowed")
    return aim == "player" and is_allowed


# --- performing it ----------------------------------------------------------------------------------------------------


@rule("COUP-042")
def _pay(moment: Moment[World], made: Pending) -> None:
    """Costs are paid when the action is announced."""
    if made.cost_paid:
        clause = characters.clause_of(made.kind)
        treasury.pay(moment, made.actor, made.cost_paid, clause, f"{made.actor} pays for {made.kind}")


@rule("COUP-042")
def _perform(moment: Moment[World], made: Pending) -> None:
    """What nobody can challenge or counter takes effect at once, everything else when its window closes; the turn is over."""
    _tell(moment, made)
    if table(moment)[made.kind]["pending"] != "yes":
        characters.take_effect(moment, made)
    else:
        moment.world.still_open = challenges.open_actions(moment.world)
        moment.world.pending = made
        if moment.law.chooses("actions_take_effect", "credits at once"):
            made.moved, made.is_done = characters.move_credits(moment, made), True
    coup.follow(moment)
    turns.end(moment, "action")


def _tell(moment: Moment[World], made: Pending) -> None:
    claims = f", claiming {made.claim.character}" if made.claim else ""
    text = f"{made.actor} announces {made.kind}{f' against {made.target}' if made.target else ''}{claims}"
    told = {"player": made.actor, "action": made.kind, "target": made.target or None, "cost": made.cost_paid}
    character = made.claim.character if made.claim else None
    moment.tell("action_announced", "COUP-041", text, **told, character=character)


ACTIONS = {"act": act}
