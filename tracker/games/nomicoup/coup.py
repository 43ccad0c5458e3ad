"""The game of Coup as a whole: what follows from whatever happened, the end of a window, who leaves, and what somebody can do."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from tracker.core.rule import rule
from tracker.mechanics.chat_play import Moment

from . import challenges, characters, counteractions, court_deck, influence
from .challenges import FALLEN, OPEN, UNCHALLENGED, open_actions
from .state import Counteraction, Pending, World

# --- what follows -----------------------------------------------------------------------------------------------------


@rule("COUP-065", "COUP-069", "COUP-072", "COUP-074")
def follow(moment: Moment[World]) -> None:
    """Let happen what follows at once: claims that fall, losses and surrenders that leave no choice, exiles; one after another."""
    if moment.world.status != "running":
        return
    court_deck.go_on(moment)
    while _something_follows(moment):
        pass


def _something_follows(moment: Moment[World]) -> bool:
    claims = challenges.open_claims(moment.world)
    if any(challenges.judge(moment, pending, claim) for pending, claim in claims):
        return True
    steps = (_show_first, influence.lose_without_choice, characters.return_without_choice, influence.exile)
    return any(step(moment, player) for player in _in_order(moment.world) for step in steps)


@rule("COUP-065", "COUP-067")
def _show_first(moment: Moment[World], player: str) -> bool:
    """Show a challenged card before all cards of its holder are taken without their choice: whether there was one.

    They had it when they were challenged, and never declined to show it.
    """
    is_taken = influence.loses_all(moment, player) or characters.returns_all(moment, player)
    return is_taken and challenges.show_held(moment, player)


def _in_order(world: World) -> list[str]:
    """Whoever plays, in the turn order; those who are not in it last."""
    return list(dict.fromkeys([*(each for each in world.order if world.players[each].is_playing), *world.playing]))


@rule("COUP-053")
def law_of_cards_changed(moment: Moment[World]) -> None:
    """Let the cards of new characters go into the deck."""
    court_deck.add_new_characters(moment)
    follow(moment)


# --- the end of a window ----------------------------------------------------------------------------------------------


@rule("COUP-043")
def closed_by(moment: Moment[World], player: str) -> list[Pending]:
    """The actions whose windows close when a player performs the next one."""
    actions = open_actions(moment.world)
    if moment.law.chooses("window_is_closed_by", "the next action"):
        return actions
    return [each for each in actions if each.actor != player]


@rule("COUP-042", "COUP-052", "COUP-064", "COUP-067")
def settle(moment: Moment[World], closing: Sequence[Pending]) -> None:
    """Close the windows of actions: claims are settled first, and then each takes effect unless it is stopped."""
    world = moment.world
    for pending in closing:
        while challenges.settle_first(moment, pending):
            follow(moment)
        blocked = counteractions.blocking(moment, pending)
        if blocked is not None and not pending.is_stopped:
            _block(moment, pending, blocked)
        elif not pending.is_stopped:
            characters.take_effect(moment, pending)
            follow(moment)
        world.past_pending = pending
    left = [each for each in open_actions(world) if not any(each is one for one in closing)]
    world.still_open, world.pending = left[:-1], left[-1] if left else None


@rule("COUP-055", "COUP-057", "COUP-059", "COUP-061")
def _block(moment: Moment[World], pending: Pending, stated: Counteraction) -> None:
    """A counteraction that stands blocks the action; what that cost stays paid."""
    text = f"{stated.kind} of {stated.player} stands: the {pending.kind} of {pending.actor} is blocked"
    told = {"player": pending.actor, "action": pending.kind, "by": stated.player, "counteraction": stated.kind}
    moment.tell("action_blocked", "COUP-052", text, **told)
    challenges.undo(moment, pending, "COUP-052")


def would_succeed(moment: Moment[World], pending: Pending) -> bool:
    """Whether an action takes effect if its window closes now."""
    has_claim = pending.claim is None or challenges.would_stand(moment, pending.claim)
    return has_claim and not pending.is_stopped and counteractions.blocking(moment, pending) is None


def would_have(moment: Moment[World], player: str, closing: Iterable[Pending]) -> int:
    """How many credits somebody has once the windows of these actions closed now."""
    return moment.world.players[player].credits + sum(_change(moment, player, pending) for pending in closing)


def _change(moment: Moment[World], player: str, pending: Pending) -> int:
    """How many credits come to somebody, or go from them, as the window of an action closes now."""
    taken = _would_be_taken(moment, pending)
    gained = taken + _comes_back(moment, pending) if player == pending.actor else 0
    lost = taken if player == pending.target else 0
    return gained - lost


def _would_be_taken(moment: Moment[World], pending: Pending) -> int:
    """How many credits the actor takes as the window closes now; fewer than 0 where those go back that moved at once."""
    world, succeeds = moment.world, would_succeed(moment, pending)
    if pending.is_done:
        return 0 if succeeds else -pending.moved
    if not succeeds:
        return 0
    target = world.players.get(pending.target)
    return characters.would_move(pending, world.treasury, target.credits if target else 0)


def _comes_back(moment: Moment[World], pending: Pending) -> int:
    """What of an action's cost comes back if its window closes now, since its claim falls then."""
    is_falling = pending.claim is not None and not challenges.would_stand(moment, pending.claim)
    returns = moment.law.chooses("cost_of_challenged_assassination", "comes back")
    return pending.cost_paid if is_falling and returns and not pending.is_stopped else 0


# --- leaving ----------------------------------------------------------------------------------------------------------


@rule("COUP-015")
def left(moment: Moment[World], player: str) -> None:
    """What somebody who leaves had pending, or was aimed at them only, has no effect; their claims are challenged no more."""
    for pending in open_actions(moment.world):
        if player in (pending.actor, pending.target) and not pending.is_stopped:
            _void(moment, pending, player)
        for claim in challenges.claims_of(pending):
            if claim.player == player:
                claim.is_beyond_challenge = True
                claim.status = FALLEN if claim.status == OPEN else claim.status
        if moment.law.chooses("counteractions_of_who_left", "fall away"):
            _withdraw(moment, pending, player)


def _withdraw(moment: Moment[World], pending: Pending, player: str) -> None:
    """Let the counteractions of somebody who leaves that nobody challenged fall away."""
    for each in pending.counteractions:
        if each.player == player and each.claim.status == UNCHALLENGED:
            pending.counteractions = [other for other in pending.counteractions if other is not each]
            text = f"{player} leaves: their {each.kind} against the {pending.kind} of {pending.actor} has no effect"
            told = {"player": player, "counteraction": each.kind, "actor": pending.actor, "action": pending.kind}
            moment.tell("counteraction_void", "COUP-015", text, **told)


def _void(moment: Moment[World], pending: Pending, player: str) -> None:
    if moment.law.chooses("actions_of_who_left", "have no effect"):
        pending.is_stopped = True
        if moment.law.chooses("counteractions_to_void_actions", "fall away with them"):
            pending.counteractions = []
        text = f"{player} leaves: the {pending.kind} of {pending.actor} has no effect"
        moment.tell("action_void", "COUP-015", text, player=pending.actor, action=pending.kind)
        challenges.undo(moment, pending, "COUP-015")


# --- what somebody can do ---------------------------------------------------------------------------------------------


def options(moment: Moment[World], player: str) -> list[str]:
    """What a player can announce now, in canonical words; NAME, and CARD where there is a choice, are theirs to say."""
    return [*_in_turn(moment, player), *_owed(moment, player), *_answers(moment, player)]


def _in_turn(moment: Moment[World], player: str) -> Iterator[str]:
    turn = moment.world.turn
    if turn is None or turn.player != player:
        return
    has = would_have(moment, player, closed_by(moment, player))
    for action, row in moment.law.value("actions").items():
        is_barred = (turn.must_coup and action != "Coup") or characters.owed_before(moment, player, action)
        if not is_barred and characters.cost_of(moment, action) <= has:
            yield words_for(action, row)
    yield "I pass."


def words_for(action: str, row: Mapping[str, str]) -> str:
    """The canonical words for an action, given its row of the table; NAME is a player."""
    claim = "" if row["claim"] == "none" else f"As {row['claim']}, "
    return f"{claim}I {_VERBS.get(action, f'take {action}')}{'' if row['target'] == 'none' else ' @NAME'}."


_VERBS = {"Coup": "Coup", "Tax": "Tax", "Assassinate": "Assassinate", "Steal": "Steal from", "Exchange": "Exchange"}


def _owed(moment: Moment[World], player: str) -> Iterator[str]:
    owes = moment.world.players[player]
    if owes.losses_owed:
        yield "discard CARD"
    if owes.returns_owed:
        yield f"return {' and '.join(['CARD'] * owes.returns_owed)}"
    for _, claim in challenges.open_claims(moment.world):
        if claim.player == player:
            yield f"show {claim.character}"
            yield "I decline to show."


def _answers(moment: Moment[World], player: str) -> Iterator[str]:
    """Whom somebody may challenge or counter in the open windows."""
    for pending in open_actions(moment.world):
        for claim in challenges.claims_of(pending):
            if claim.player != player and claim.status == challenges.UNCHALLENGED and not claim.is_beyond_challenge:
                yield f"I challenge {_called(claim.player)} on {claim.character}."
        if pending.actor != player:
            for name in counteractions.stateable(moment, pending, player):
                yield f"I counter with {name} as {counteractions.table(moment)[name]['claim']}."


def _called(player: str) -> str:
    """A player as announcements name them; the id of an account is a mention, in whose place readers see the name."""
    return f"<@{player}>" if player.isdecimal() else f"@{player}"
