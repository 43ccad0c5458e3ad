"""Challenges: who may doubt a claim, which claim is meant, how it is proven, and what becomes of who was wrong."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from tracker.core.rule import rule
from tracker.mechanics.announcements import Announced
from tracker.mechanics.chat_play import Moment

from . import court_deck, influence, letters, treasury
from .general import actor, addressed
from .state import Claim, Pending, World

UNCHALLENGED: Final = "unchallenged"
OPEN: Final = "open"
STOOD: Final = "stood"
FALLEN: Final = "fallen"
"""What a claim can be: challenged it is open until it stood or has fallen."""


def open_actions(world: World) -> list[Pending]:
    """The actions whose windows are open, the oldest first."""
    return [*world.still_open, *([world.pending] if world.pending else [])]


def claims_of(pending: Pending) -> list[Claim]:
    """The claims of an action and of the counteractions to it, the oldest first."""
    own = [pending.claim] if pending.claim else []
    return [*own, *(each.claim for each in pending.counteractions)]


def open_claims(world: World) -> list[tuple[Pending, Claim]]:
    """The claims that were challenged and are not settled, each with its action, those of actions first."""
    found = ((pending, claim) for pending in open_actions(world) for claim in claims_of(pending))
    return [(pending, claim) for pending, claim in found if claim.status == OPEN]


# --- challenging ------------------------------------------------------------------------------------------------------


@rule("COUP-062", "COUP-043")
def challenge(moment: Moment[World], said: Announced) -> None:
    """Challenge a claim (fields ``of`` and ``character``, or the message replied to): the first challenge of a claim counts."""
    challenger = actor(moment)[1]
    whose = _whose(moment, said)
    if whose is None:
        text = "it does not say whose claim: name the player, or reply to the message"
        moment.refuse("missing_target", "COUP-062", text, said.n)
    elif whose == challenger:
        moment.refuse("own_action", "COUP-062", f"{challenger} cannot challenge their own claim", said.n)
    elif (found := _meant(moment, said, whose)) is not None:
        pending, claim = found
        claim.status, claim.challenger = OPEN, challenger
        claim.challenged_at, claim.challenged_in = moment.when, moment.row
        text = f"{challenger} challenges {claim.player} on {claim.character}"
        fields = {"player": claim.player, "character": claim.character, "challenger": challenger}
        moment.tell("claim_challenged", "COUP-062", text, **fields)
        judge(moment, pending, claim)


def _whose(moment: Moment[World], said: Announced) -> str | None:
    """The player whose claim is meant, "" where that is nobody who plays; None where it is not said."""
    world, named = moment.world, said.fields.get("of")
    if named is not None:
        return world.player_called(str(named))
    replied = moment.state.log.messages[moment.row].reply_to
    if not replied:
        return None
    claim = next((each for each in _all_claims(world) if each.message == replied), None)
    message = moment.state.log.messages.get(replied)
    return claim.player if claim else world.player_of(message.author) if message else ""


def _all_claims(world: World) -> Iterator[Claim]:
    """Every claim that is told of, the newest first, those that came too late last."""
    past = [world.past_pending] if world.past_pending else []
    for pending in (*reversed(open_actions(world)), *past):
        yield from reversed(claims_of(pending))


@rule("COUP-062", "COUP-063")
def _meant(moment: Moment[World], said: Announced, player: str) -> tuple[Pending, Claim] | None:
    """A player's newest unchallenged claim in the open window that is meant; refuses, and None, where there is none."""
    world, character = moment.world, said.fields.get("character")
    replied = moment.state.log.messages[moment.row].reply_to

    def fits(claim: Claim) -> bool:
        return claim.player == player and character in (None, claim.character) and not claim.is_beyond_challenge

    found = [(each, claim) for each in open_actions(world) for claim in claims_of(each) if fits(claim)]
    found.sort(key=lambda each: (each[1].message == replied, each[1].at))
    unchallenged = [each for each in found if each[1].status == UNCHALLENGED]
    if unchallenged and not (replied and found[-1][1].message == replied and found[-1][1].status != UNCHALLENGED):
        return unchallenged[-1]
    past = claims_of(world.past_pending) if world.past_pending else []
    if found:
        text = f"the claim of {player} was challenged before, by {found[-1][1].challenger}"
        moment.refuse("already_challenged", "COUP-062", text, said.n)
    elif any(map(fits, past)):
        text = f"the time to challenge {player} ended with the next action"
        moment.refuse("window_closed", "COUP-043", text, said.n)
    else:
        text = f"{player} claims no such thing" if player else "whom it names is no player, and claims nothing"
        moment.refuse("no_claim", "COUP-063", text, said.n)
    return None


# --- proving a claim --------------------------------------------------------------------------------------------------


@rule("COUP-067", "COUP-065")
def judge(moment: Moment[World], pending: Pending, claim: Claim) -> bool:
    """Settle a challenged claim at once where its card is not in hand, for certain: whether it is settled.

    Whoever holds the card is asked, once, whether to show it.
    """
    world, is_held = moment.world, claim.character in moment.world.players[claim.player].hand
    if is_held and not claim.is_asked:
        claim.is_asked = True
        letters.asked_to_show(moment, claim.player, claim.character)
    if is_held or not court_deck.is_known(world, claim.player):
        return False
    fall(moment, pending, claim)
    return True


@rule("COUP-066", "COUP-067", "COUP-070")
def show(moment: Moment[World], said: Announced) -> bool | None:
    """Show the card that was challenged (field ``character``, where several were); False where that hangs on cards to come."""
    found = _asked(moment, said)
    if found is None:
        return None
    pending, claim = found
    if claim.character not in moment.world.players[claim.player].hand:
        return False
    stand(moment, pending, claim)
    return None


@rule("COUP-065", "COUP-067")
def decline(moment: Moment[World], said: Announced) -> None:
    """Decline to show a card that was challenged: the claim falls."""
    found = _asked(moment, said)
    if found is not None:
        fall(moment, *found)


def _asked(moment: Moment[World], said: Announced) -> tuple[Pending, Claim] | None:
    """The challenged claim of its author that an announcement means, the one challenged first; refuses where nothing was asked."""
    player = actor(moment)[1]
    meant = asked_of(moment, player, said)
    if meant is None:
        is_any = any(claim.player == player for _, claim in open_claims(moment.world))
        whom = addressed(moment, player, "you")
        text = f"nobody asked {whom} to show {'that card' if is_any else 'anything'}"
        moment.refuse("no_change", "COUP-067", text, said.n)
    return meant


def asked_of(moment: Moment[World], player: str, said: Announced) -> tuple[Pending, Claim] | None:
    """The challenged claim of a player that an announcement means, the one challenged first; None where there is none."""
    character = said.fields.get("character")
    own = (each for each in open_claims(moment.world) if each[1].player == player)
    meant = [each for each in own if character in (None, each[1].character)]
    return min(meant, key=lambda each: each[1].challenged_at or moment.when, default=None)


@rule("COUP-065", "COUP-057", "COUP-064")
def fall(moment: Moment[World], pending: Pending, claim: Claim) -> None:
    """A claim that is not shown falls: its player loses influence, and their action or counteraction has no effect.

    With an action's claim all stated counteractions fall away, and what it cost comes back.
    """
    claim.status = FALLEN
    text = f"{claim.player} does not show {claim.character}: the claim falls"
    told = {"player": claim.player, "character": claim.character, "challenger": claim.challenger}
    moment.tell("claim_fallen", "COUP-065", text, **told)
    if claim is pending.claim:
        _stop(moment, pending)
    text = f"{claim.player} loses 1 influence"
    influence.owe_loss(moment, claim.player, "COUP-065", text, claim.challenged_in)


def _stop(moment: Moment[World], pending: Pending) -> None:
    was_stopped, pending.is_stopped, pending.counteractions = pending.is_stopped, True, []
    if pending.cost_paid and not was_stopped and moment.law.chooses("cost_of_challenged_assassination", "comes back"):
        text = f"the {pending.kind} of {pending.actor} has no effect: what it cost comes back"
        treasury.take(moment, pending.actor, pending.cost_paid, "COUP-057", text)
        pending.cost_paid = 0
    undo(moment, pending, "COUP-065")


@rule("COUP-042")
def undo(moment: Moment[World], pending: Pending, clause: str) -> None:
    """Move credits back that moved before it was known whether the action succeeds, as far as they are still there."""
    moved, pending.moved = pending.moved, 0
    text = f"the {pending.kind} of {pending.actor} is stopped: its credits go back"
    if moved and pending.target:
        treasury.move(moment, pending.actor, pending.target, moved, clause, text)
    elif moved:
        treasury.pay(moment, pending.actor, moved, clause, text)


@rule("COUP-066", "COUP-068")
def stand(moment: Moment[World], pending: Pending, claim: Claim) -> None:
    """A claim that is shown stands: its card goes into the deck, another is drawn, and the challenger loses influence."""
    claim.status = STOOD
    text = f"{claim.player} shows {claim.character}: the claim stands"
    told = {"player": claim.player, "character": claim.character, "challenger": claim.challenger}
    moment.tell("claim_stood", "COUP-066", text, **told)
    influence.surrender(moment, claim.player, [claim.character], "COUP-066", replaced=1)
    if claim is pending.claim and moment.law.chooses("countering_after_a_challenge", "is not possible"):
        pending.counteractions = []
    if _risks_influence(moment, claim):
        text = f"{claim.challenger} challenged a true claim and loses 1 influence"
        influence.owe_loss(moment, claim.challenger, "COUP-066", text, claim.challenged_in)


@rule("COUP-015", "COUP-066")
def _risks_influence(moment: Moment[World], claim: Claim) -> bool:
    """Whether a challenger can lose influence by their challenge: not once they left, nor, unless it is ruled so, once they came back."""
    challenger, at = moment.world.players[claim.challenger], claim.challenged_at
    has_come_back = challenger.entered_at is not None and at is not None and at < challenger.entered_at
    loses_still = not has_come_back or moment.law.chooses("challenge_of_who_came_back", "costs them influence")
    return challenger.is_playing and loses_still


# --- the next action --------------------------------------------------------------------------------------------------


def is_open_question(world: World, actions: Sequence[Pending]) -> bool:
    """Whether it hangs on cards to come how a challenged claim of these actions is settled."""
    claims = [claim for pending in actions for claim in claims_of(pending) if claim.status == OPEN]
    return any(claim.character not in world.players[claim.player].hand for claim in claims)


@rule("COUP-067")
def would_stand(moment: Moment[World], claim: Claim) -> bool:
    """Whether a claim stands if the next action is announced now: a challenged card that is held counts as shown."""
    counts = moment.law.chooses("card_not_yet_shown", "counts as shown at the next action")
    return claim.status in (UNCHALLENGED, STOOD) or (claim.status == OPEN and counts)


@rule("COUP-066", "COUP-067")
def settle_first(moment: Moment[World], pending: Pending) -> bool:
    """Settle one challenged claim of an action as the next action is announced, its own before those of counteractions: whether there is one.

    What follows from it comes before the next one is settled.
    """
    for claim in claims_of(pending):
        is_voided = pending.is_stopped and claim is not pending.claim
        if claim.status == OPEN and not is_voided:
            is_held = claim.character in moment.world.players[claim.player].hand
            (stand if is_held and would_stand(moment, claim) else fall)(moment, pending, claim)
            return True
    return False


@rule("COUP-065", "COUP-067")
def show_held(moment: Moment[World], player: str) -> bool:
    """Let the first of somebody's challenged claims stand whose card is in their hand and counts as shown: whether there is one."""
    for pending, claim in open_claims(moment.world):
        is_held = claim.player == player and claim.character in moment.world.players[player].hand
        if is_held and would_stand(moment, claim):
            stand(moment, pending, claim)
            return True
    return False


ACTIONS = {"challenge": challenge, "show": show, "decline": decline}
