"""What others say against an action: challenges, which claim they mean and how it is proven; and counteractions, and which of them stand."""

from __future__ import annotations

from tracker.mechanics.chat.carrying import Needed, happens, refuse, require, rule
from tracker.mechanics.chat.rows import Message

from ..general import plays
from ..hidden import letters
from ..state import Claim, Counteraction, Coup, Pending
from . import holdings

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
    require(player != challenger, "own_action", f"{challenger} cannot challenge their own claim")

    def fits(claim: Claim) -> bool:
        is_named = player in (None, claim.player) and character in (None, claim.character)
        return is_named and claim.player != challenger and world.has_played_since(claim.player, claim.at)

    found = [claim for claim in claims_of(world.pending) if fits(claim)]
    found = [claim for claim in found if replied and claim.message == replied] or found
    unchallenged = [claim for claim in found if claim.status == UNCHALLENGED]
    if player is None and len(unchallenged) != 1:
        refuse("missing_target", "it does not say whose claim: name the player, or reply to the message")
    if found and not unchallenged:
        refuse("already_challenged", f"the claim of {player} was challenged before, by {found[-1].challenger}")
    is_past = not found and any(map(fits, claims_of(world.past_pending)))
    require(not is_past, "window_closed", f"the time to challenge {player} ended with the next action")
    require(found, "no_claim", f"{player or 'whom it names'} claims no such thing")
    return max(unchallenged, key=lambda claim: claim.at)


# --- proving a claim --------------------------------------------------------------------------------------------------


@rule("COUP-067", "COUP-065")
def judge(world: Coup, claim: Claim) -> bool:
    """Settle a challenged claim at once where its card is not in hand, for certain: whether it is settled.

    Whoever holds the card is asked, once, whether to show it.
    """
    is_held = _is_held(world, claim)
    if is_held and not claim.asked:
        claim.asked = True
        letters.asked_to_show(world, claim)
    if is_held or world.players[claim.player].draws_owed:
        return False
    fall(world, claim)
    return True


def _is_held(world: Coup, claim: Claim) -> bool:
    return claim.character in world.players[claim.player].hand


@rule("COUP-066", "COUP-070", no_change="COUP-067")
def show(world: Coup, message: Message, character: str | None = None) -> None:
    """Show the card that was challenged, of several the one that is named."""
    claim = _asked(world, message, character)
    if not _is_held(world, claim):
        holdings.must_be_known(world, claim.player)
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
    whom = "you" if message.channel == letters.DM else player or message.author
    require(meant, "no_change", f"nobody asked {whom} to show {'that card' if own else 'anything'}")
    return min(meant, key=lambda claim: claim.challenged_at or world.now)


def _tell(claim: Claim, name: str, text: str) -> None:
    told = {"player": claim.player, "character": claim.character, "challenger": claim.challenger}
    happens(name, text, claim.challenged_in, **told)


@rule("COUP-065", "COUP-064", "COUP-057")
def fall(world: Coup, claim: Claim) -> None:
    """A claim that is not shown falls: its player loses influence, and their action or counteraction has no effect.

    With an action's claim all stated counteractions fall away, and what it cost comes back, unless that is ruled otherwise.
    """
    claim.status = "fallen"
    _tell(claim, "claim_fallen", f"{claim.player} does not show {claim.character}: the claim falls")
    pending = world.pending
    if pending is not None and claim is pending.claim:
        if not pending.stopped and world.law.chooses("cost_of_challenged_assassination", "comes back"):
            holdings.take(world, pending.actor, pending.cost_paid)
            pending.cost_paid = 0
        pending.stopped, pending.counteractions = True, []
    holdings.owe_loss(world, claim.player, f"{claim.player} loses 1 influence", claim.challenged_in)


@rule("COUP-066", "COUP-068", "COUP-015")
def stand(world: Coup, claim: Claim) -> None:
    """A claim that is shown stands: its card goes into the deck, another is drawn, and the challenger loses influence.

    Not so one who left since they challenged it, or came back with other cards.
    """
    claim.status = "stood"
    _tell(claim, "claim_stood", f"{claim.player} shows {claim.character}: the claim stands")
    holdings.surrender(world, claim.player, [claim.character], replaced=1)
    challenger = claim.challenger or ""
    if world.has_played_since(challenger, claim.challenged_at or claim.at):
        text = f"{challenger} challenged a true claim and loses 1 influence"
        holdings.owe_loss(world, challenger, text, claim.challenged_in)


# --- the next action --------------------------------------------------------------------------------------------------


@rule("COUP-067")
def must_be_settled(world: Coup) -> None:
    """Let the next action wait where it hangs on cards to come how a challenged claim is settled."""
    if not all(_is_held(world, claim) for claim in open_claims(world)):
        raise Needed({}, "cards that are not dealt yet", "COUP-067", is_told=True)


@rule("COUP-067", "COUP-066")
def settle_first(world: Coup, pending: Pending) -> bool:
    """Settle one challenged claim of an action as the next action is announced, its own before those of counteractions: whether there is one.

    A card that is held counts as shown.
    """
    first = next(iter(open_claims(world)), None)
    if first is None or (pending.stopped and first is not pending.claim):
        return False
    (stand if _is_held(world, first) else fall)(world, first)
    return True


@rule("COUP-067", "COUP-065")
def show_held(world: Coup, player: str) -> bool:
    """Let the first of somebody's challenged claims stand whose card is in their hand: whether there is one."""
    held = [claim for claim in open_claims(world) if claim.player == player and _is_held(world, claim)]
    for claim in held[:1]:
        stand(world, claim)
    return bool(held)


# --- stating a counteraction ------------------------------------------------------------------------------------------


@rule("COUP-050", not_player="COUP-050", not_allowed="COUP-051", no_change="COUP-052", window_closed="COUP-043")
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
    pending.counteractions.append(Counteraction(player=player, kind=name, claim=stated))
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


@rule("COUP-050", "COUP-064", window_closed="COUP-043")
def _countered(world: Coup, names: list[str], person: str | None, action: str | None) -> tuple[Pending, str]:
    """The action in the open window to which one of these counteractions applies, with that; none whose claim fell."""
    actor = None if person is None else world.player_called(person)

    def against(pending: Pending | None) -> str:
        if pending is None or actor not in (None, pending.actor) or action not in (None, pending.kind):
            return ""
        rows = world.listed_in("counteractions")
        return next((name for name in names if rows[name]["against"] == pending.kind), "")

    name, past = against(world.pending), world.past_pending
    if world.pending is None or not name or world.pending.stopped:
        if past is not None and against(past):
            refuse("window_closed", f"the time to counter the {past.kind} of {past.actor} ended with the next action")
        refuse("nothing_to_counter", f"there is nothing that {' or '.join(names)} is against")
    return world.pending, name


@rule("COUP-051")
def may_counter(world: Coup, pending: Pending, player: str) -> bool:
    """Whether somebody other than the actor may counter: anybody, unless it is ruled that only the target may."""
    return pending.target in (None, player) or world.law.chooses("who_may_counter", "any player but the actor")


@rule("COUP-052", "COUP-068")
def stateable(world: Coup, pending: Pending, player: str) -> list[str]:
    """The counteractions that somebody may state against an action now, each once unless its claim fell."""
    if pending.stopped or player == pending.actor or not may_counter(world, pending, player):
        return []
    stated = {each.kind for each in pending.counteractions if each.player == player and each.claim.status != FALLEN}
    rows = world.listed_in("counteractions")
    return [name for name, row in rows.items() if row["against"] == pending.kind and name not in stated]


# --- when the window closes -------------------------------------------------------------------------------------------


@rule("COUP-052", "COUP-067")
def blocking(world: Coup, pending: Pending) -> Counteraction | None:
    """The first counteraction that stands if the window closes now, where a card not shown yet counts as shown."""
    return next((each for each in pending.counteractions if each.claim.status != FALLEN), None)


def _block(pending: Pending, stated: Counteraction) -> None:
    """The action has no effect; what it cost stays paid."""
    text = f"{stated.kind} of {stated.player} stands: the {pending.kind} of {pending.actor} is blocked"
    told = {"player": pending.actor, "action": pending.kind, "by": stated.player, "counteraction": stated.kind}
    happens("action_blocked", text, **told)


tarif = rule("COUP-055")(_block)
defend = rule("COUP-059")(_block)
acquittal = rule("COUP-061", "COUP-057")(_block)
BLOCKS = {"Tarif": tarif, "Defend": defend, "Support": defend, "Acquittal": acquittal}


# --- how it stands ----------------------------------------------------------------------------------------------------


def outcome(world: Coup, pending: Pending) -> tuple[str, str]:
    """What comes of an action if its window closes as things stand, and by which clause; no card in a hand decides that."""
    blocked = blocking(world, pending)
    if pending.stopped:
        return "nothing comes of it", "COUP-065"
    if blocked is not None:
        return f"it is blocked by {blocked.kind} of {blocked.player}", "COUP-052"
    if pending.claim is not None and pending.claim.status == OPEN:
        return "it takes effect, as a card not yet shown counts as shown then", "COUP-067"
    return "it takes effect", "COUP-042"


def can_be_challenged(world: Coup, claim: Claim) -> bool:
    """Whether nobody has challenged a claim, and whoever made it plays on."""
    return claim.status == UNCHALLENGED and world.has_played_since(claim.player, claim.at)


def may_challenge(world: Coup, claim: Claim) -> list[str]:
    """Who may challenge a claim that nobody has challenged."""
    is_open = can_be_challenged(world, claim) and world.status == "running"
    return [id for id in world.everybody if id != claim.player] if is_open else []


def may_state(world: Coup, pending: Pending) -> dict[str, list[str]]:
    """The counteractions that can be stated, each with the players who may."""
    may = {id: stateable(world, pending, id) for id in world.everybody if world.status == "running"}
    names = dict.fromkeys(name for each in may.values() for name in each)
    return {name: [id for id, each in may.items() if name in each] for name in names}
