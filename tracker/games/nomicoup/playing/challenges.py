"""Challenges: who may doubt a claim, which claim is meant, how it is proven, and what becomes of who was wrong."""

from __future__ import annotations

from tracker.mechanics.chat.carrying import Needed, happens, refuse, require, rule
from tracker.mechanics.chat.rows import Message

from ..general import plays
from ..hidden import letters
from ..state import Claim, Coup, Pending
from . import influence, treasury

UNCHALLENGED, OPEN, STOOD, FALLEN = "unchallenged", "open", "stood", "fallen"
"""What a claim can be: challenged it is open until it stood or has fallen."""


def claims_of(pending: Pending | None) -> list[Claim]:
    """The claims of an action and of the counteractions to it, the oldest first."""
    return pending.claims if pending else []


def open_claims(world: Coup) -> list[Claim]:
    """The claims that were challenged and are not settled, that of the action first."""
    return [claim for claim in claims_of(world.pending) if claim.status == OPEN]


# --- challenging ------------------------------------------------------------------------------------------------------


@rule("COUP-062", window_closed="COUP-043", no_claim="COUP-063", not_player="COUP-062")
def challenge(world: Coup, message: Message, person: str | None = None, claimed: str | None = None) -> None:
    """Challenge a claim of a person, or of the message replied to, or the only one: the first challenge of a claim counts."""
    challenger = plays(world, message)
    claim = _meant(world, challenger, _whose(world, message, person), message.reply_to, claimed)
    claim.status, claim.challenger = "open", challenger
    claim.challenged_at, claim.challenged_in = world.now, message.id
    told = {"player": claim.player, "character": claim.character, "challenger": challenger}
    happens("claim_challenged", f"{challenger} challenges {claim.player} on {claim.character}", **told)
    judge(world, claim)


@rule("COUP-063")
def _whose(world: Coup, message: Message, person: str | None) -> str | None:
    """The player whose claim is meant, by name or by the message replied to; "" where that is nobody who plays, None where it is not said."""
    if person is not None:
        return world.player_called(person)
    claims = [*claims_of(world.pending), *claims_of(world.past_pending)]
    return next((claim.player for claim in claims if message.reply_to and claim.message == message.reply_to), None)


@rule("COUP-062", window_closed="COUP-043", no_claim="COUP-063")
def _meant(world: Coup, challenger: str, player: str | None, replied: str, character: str | None) -> Claim:
    """The newest unchallenged claim in the open window that is meant."""
    if player == challenger:
        refuse("own_action", f"{challenger} cannot challenge their own claim")
    others = [claim for claim in claims_of(world.pending) if claim.player != challenger]

    def fits(claim: Claim) -> bool:
        is_named = player in (None, claim.player) and character in (None, claim.character)
        return is_named and not claim.is_of_who_left and claim.player in world.players

    found = sorted(filter(fits, others), key=lambda claim: (claim.message == replied, claim.at))
    unchallenged = [claim for claim in found if claim.status == UNCHALLENGED]
    is_replied = bool(replied) and bool(found) and found[-1].message == replied
    if player is None and len(unchallenged) != 1:
        refuse("missing_target", "it does not say whose claim: name the player, or reply to the message")
    if not unchallenged or (is_replied and found[-1].status != UNCHALLENGED):
        if found:
            refuse("already_challenged", f"the claim of {player} was challenged before, by {found[-1].challenger}")
        is_past = any(map(fits, claims_of(world.past_pending)))
        require(not is_past, "window_closed", f"the time to challenge {player} ended with the next action")
        refuse("no_claim", f"{player or 'whom it names'} claims no such thing")
    return unchallenged[-1]


# --- proving a claim --------------------------------------------------------------------------------------------------


@rule("COUP-067", "COUP-065")
def judge(world: Coup, claim: Claim) -> bool:
    """Settle a challenged claim at once where its card is not in hand, for certain: whether it is settled.

    Whoever holds the card is asked, once, whether to show it.
    """
    player = world.players[claim.player]
    is_held = claim.character in player.hand
    if is_held and not claim.asked:
        claim.asked = True
        letters.asked_to_show(world, claim)
    if is_held or player.draws_owed:
        return False
    fall(world, claim)
    return True


@rule("COUP-066", "COUP-070", no_change="COUP-067")
def show(world: Coup, message: Message, character: str | None = None) -> None:
    """Show the card that was challenged, of several the one that is named."""
    claim = _asked(world, message, character)
    if claim.character not in world.players[claim.player].hand:
        influence.must_be_known(world, claim.player)
    stand(world, claim)


@rule("COUP-065", no_change="COUP-067")
def decline(world: Coup, message: Message) -> None:
    """Decline to show a card that was challenged: the claim falls."""
    fall(world, _asked(world, message, None))


@rule("COUP-067")
def _asked(world: Coup, message: Message, character: str | None) -> Claim:
    """The challenged claim of its author that an announcement means, the one challenged first."""
    player = world.player_of(message.author)
    own = [claim for claim in open_claims(world) if claim.player == player]
    meant = [claim for claim in own if character in (None, claim.character)]
    if not meant:
        whom = "you" if message.channel == letters.DM else player or message.author
        refuse("no_change", f"nobody asked {whom} to show {'that card' if own else 'anything'}")
    return min(meant, key=lambda claim: claim.challenged_at or world.now)


def _tell(claim: Claim, name: str, text: str) -> None:
    told = {"player": claim.player, "character": claim.character, "challenger": claim.challenger}
    happens(name, text, claim.challenged_in, **told)


@rule("COUP-065", "COUP-064")
def fall(world: Coup, claim: Claim) -> None:
    """A claim that is not shown falls: its player loses influence, and their action or counteraction has no effect.

    With an action's claim all stated counteractions fall away, and what it cost comes back.
    """
    claim.status = "fallen"
    _tell(claim, "claim_fallen", f"{claim.player} does not show {claim.character}: the claim falls")
    if world.pending is not None and claim is world.pending.claim:
        _stop(world, world.pending)
    influence.owe_loss(world, claim.player, f"{claim.player} loses 1 influence", claim.challenged_in)


@rule("COUP-057", "COUP-064")
def _stop(world: Coup, pending: Pending) -> None:
    """Let an action whose claim fell have no effect; what it cost comes back, unless that is ruled otherwise."""
    comes_back = not pending.stopped and world.law.chooses("cost_of_challenged_assassination", "comes back")
    pending.stopped, pending.counteractions = True, []
    if pending.cost_paid and comes_back:
        treasury.take(world, pending.actor, pending.cost_paid)
        pending.cost_paid = 0


@rule("COUP-066", "COUP-068")
def stand(world: Coup, claim: Claim) -> None:
    """A claim that is shown stands: its card goes into the deck, another is drawn, and the challenger loses influence."""
    claim.status = "stood"
    _tell(claim, "claim_stood", f"{claim.player} shows {claim.character}: the claim stands")
    influence.surrender(world, claim.player, [claim.character], replaced=1)
    pending = world.pending
    if pending is not None and claim is pending.claim and may_not_be_countered(world, pending):
        pending.counteractions = []
    if _risks_influence(world, claim):
        text = f"{claim.challenger} challenged a true claim and loses 1 influence"
        influence.owe_loss(world, str(claim.challenger), text, claim.challenged_in)


@rule("COUP-068")
def may_not_be_countered(world: Coup, pending: Pending) -> bool:
    """Whether an action whose claim stood can be countered no more: by the rules it can, unless that is ruled otherwise."""
    has_stood = pending.claim is not None and pending.claim.status == STOOD
    return has_stood and world.law.chooses("countering_after_a_challenge", "is not possible")


@rule("COUP-015", "COUP-066")
def _risks_influence(world: Coup, claim: Claim) -> bool:
    """Whether a challenger can lose influence by their challenge: not once they left, or came back with other cards."""
    challenger = world.players.get(claim.challenger or "")
    if challenger is None or challenger.entered_at is None:
        return challenger is not None
    return claim.challenged_at is not None and claim.challenged_at >= challenger.entered_at


# --- the next action --------------------------------------------------------------------------------------------------


@rule("COUP-067")
def must_be_settled(world: Coup) -> None:
    """Let the next action wait where it hangs on cards to come how a challenged claim is settled."""
    for claim in open_claims(world):
        if claim.character not in world.players[claim.player].hand:
            raise Needed({}, "cards that are not dealt yet", "COUP-067", is_told=True)


@rule("COUP-067")
def would_stand(world: Coup, claim: Claim) -> bool:
    """Whether a claim stands if the next action is announced now: a challenged card that is held counts as shown."""
    counts = world.law.chooses("card_not_yet_shown", "counts as shown at the next action")
    return claim.status in (UNCHALLENGED, STOOD) or (claim.status == OPEN and counts)


@rule("COUP-067", "COUP-066")
def settle_first(world: Coup, pending: Pending) -> bool:
    """Settle one challenged claim of an action as the next action is announced, its own before those of counteractions: whether there is one."""
    first = next(iter(open_claims(world)), None)
    if first is None or (pending.stopped and first is not pending.claim):
        return False
    is_held = first.character in world.players[first.player].hand
    (stand if is_held and would_stand(world, first) else fall)(world, first)
    return True


@rule("COUP-067", "COUP-065")
def show_held(world: Coup, player: str) -> bool:
    """Let the first of somebody's challenged claims stand whose card is in their hand and counts as shown: whether there is one."""
    for claim in open_claims(world):
        if claim.player == player and claim.character in world.players[player].hand and would_stand(world, claim):
            stand(world, claim)
            return True
    return False
