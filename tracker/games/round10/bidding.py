"""Auctions › Bidding: bids as they are revealed, and what comes of them when the auction is over."""

from collections import Counter
from collections.abc import Callable
from datetime import datetime

from tracker.mechanics.chat import secrets
from tracker.mechanics.chat.carrying import happens, pass_over, rule

from .hidden_texts import read_bids
from .state import CHIPS, Bid, BidStatus, Round10

_BID = "bid"


# --- at the reveal ----------------------------------------------------------------------------------------------------


@rule("R10-022", UNCLEAR="R10-135")
def reveal_bids(world: Round10, name: str) -> None:
    """Read the bids of a revealed text; what fails at once fails for good, and what nobody can read waits for a person."""
    read, player = read_bids(world.secrets[name].declared), world.secrets[name].player
    world.bids[name] = [Bid(lot=each.lot, amount=each.amount, player=player) for each in read if not each.is_unclear]
    for why in (each.why for each in read if each.is_unclear):
        pass_over("UNCLEAR", f"a bid cannot be read for certain: {why}; people say how it reads")
    if not read:
        pass_over("UNCLEAR", "nothing in it reads as a bid")
    fail_doubled(world, name)
    fail_unnatural(world, name)


@rule("R10-021")
def fail_doubled(world: Round10, name: str) -> None:
    """All bids on a lot fail that one text bids on more than once."""
    per_lot = Counter(bid.lot for bid in world.bids[name])
    _fail(world, name, "multiple_bids_on_lot", lambda bid: per_lot[bid.lot] > 1)


@rule("R10-020")
def fail_unnatural(world: Round10, name: str) -> None:
    """A bid fails that is no explicit, unconditional natural number above 0."""
    _fail(world, name, "not_natural_number", lambda bid: bid.amount is None)


def _fail(world: Round10, name: str, reason: str, fails: Callable[[Bid], bool], status: BidStatus = "failed") -> None:
    """Let bids of a text fail, of those that stand."""
    player = world.secrets[name].player
    for bid in (each for each in world.bids.get(name, []) if each.status == "standing" and fails(each)):
        bid.status, bid.reason = status, reason
        text = f"the bid of {player} on Lot {bid.lot} fails: {reason.replace('_', ' ')}"
        happens("bid_failed", text, player=player, lot=bid.lot, reason=reason)


@rule("R10-019")
def withdraw_bids(world: Round10, who: str) -> None:
    """Who stops being a player is no bidder any more: their bids of the running auction are gone for good."""
    running = {name: each for name, each in secrets.running(world).items() if each.revelation > world.now}
    mine = [name for name, each in running.items() if (each.action, each.player) == (_BID, who)]
    for name in mine:
        world.secrets[name].failed = "withdrawn"
        _fail(world, name, "withdrawn", lambda bid: True, "withdrawn")
    if mine:
        text = f"the bids of {who}, who stopped being a player, are withdrawn"
        happens("bids_withdrawn", text, player=who, messages=mine)


# --- the end of an auction --------------------------------------------------------------------------------------------


@rule("R10-029", "R10-033")
def conclude(world: Round10) -> None:
    """Decide which bids succeed, hand the lots over in the order of their numbers, and remember who bid."""
    ended = list(secrets.revealed(world, _BID))
    for name in ended:
        fail_inactive(world, name)
        fail_too_dear(world, name)
    for lot in sorted(world.lots):
        hand_over(world, lot, priority(world, lot, ended))
    remember_bidders(world, ended)
    world.concluded = world.now


@rule("R10-018", "R10-024")
def fail_inactive(world: Round10, name: str) -> None:
    """A bid on what is no active lot fails alone, and counts in no sum."""
    _fail(world, name, "inactive_lot", lambda bid: bid.lot not in world.lots)


@rule("R10-023", "R10-025")
def fail_too_dear(world: Round10, name: str) -> None:
    """All bids fail that would succeed, if their sum is more than their player's chips, prizes included."""
    total = sum(bid.amount or 0 for bid in world.bids.get(name, []) if bid.status == "standing")
    holding = world.players[world.secrets[name].player]
    _fail(world, name, "exceeds_chips", lambda bid: total > holding.chips)


@rule("R10-026", "R10-027", "R10-028")
def priority(world: Round10, lot: int, ended: list[str]) -> list[tuple[str, Bid]]:
    """The successful bids on a lot: higher bids first, of equal ones that whose hash was posted first."""
    found = [(name, bid) for name in ended for bid in world.bids.get(name, [])]
    standing = [(name, bid) for name, bid in found if bid.lot == lot and bid.status == "standing"]
    return sorted(standing, key=lambda each: (-(each[1].amount or 0), posted(world, each[0])))


def posted(world: Round10, name: str) -> tuple[datetime, int]:
    """When the hash of a secret action was posted: its place among all of that instant tells it from them."""
    return world.secrets[name].posted_at, list(world.secrets).index(name)


@rule("R10-030", lot_unsold="R10-032")
def hand_over(world: Round10, lot: int, bids: list[tuple[str, Bid]]) -> None:
    """The first in priority is given a lot's cards; one that nobody won stays, unless it is ruled that it is destroyed."""
    if not bids:
        happens("lot_unsold", f"nobody wins Lot {lot}", lot=lot)
        keep_unsold(world, lot)
        return
    (name, best), *_ = bids
    winner, cards = world.secrets[name].player, world.lots.pop(lot)
    world.players[winner].gain(Counter(cards))
    pay(world, winner, best)
    for _, bid in bids:
        bid.status = "won" if bid is best else "lost"
    order = [world.secrets[each].player for each, _ in bids]
    text = f"{winner} wins Lot {lot} for {best.amount} chips"
    happens("lot_awarded", text, lot=lot, player=winner, amount=best.amount, priority=order)


@rule("R10-031")
def pay(world: Round10, winner: str, bid: Bid) -> None:
    """Who receives a lot pays exactly the own bid."""
    world.players[winner].lose({CHIPS: bid.amount or 0})


@rule("R10-032")
def keep_unsold(world: Round10, lot: int) -> None:
    """A lot without a successful bid is active in the next auction, too."""
    if world.law.chooses("unsold_lot", "is destroyed"):
        del world.lots[lot]


@rule("R10-035")
def remember_bidders(world: Round10, ended: list[str]) -> None:
    """Who bid in an auction: whoever had a bid that neither failed nor was withdrawn."""
    stood = {
        name for name in ended if any(bid.status in ("standing", "won", "lost") for bid in world.bids.get(name, []))
    }
    world.bidders_previous_auction = {world.secrets[name].player for name in stood}
