"""Auctions › Lots: how many lots an auction has, who may generate one, and the dice that say which cards it holds."""

from __future__ import annotations

from dataclasses import replace

from tracker.core.rule import rule
from tracker.mechanics.announcements import Announced
from tracker.mechanics.chat_dice import Awaited
from tracker.mechanics.chat_play import Moment

from . import bidding, phases, players
from .cards import Card, deck_of, drawn
from .general import unclear
from .state import Lot, World


@rule("R10-035")
def required(moment: Moment[World]) -> int:
    """How many lots an auction has: the highest of a fixed number, so many per players, and so many per previous bidder."""
    law, size = moment.law, moment.law.number("players_per_group")
    count = len(players.playing(moment.world))
    if law.chooses("lots_count_players_at", "the last conclusion"):
        count = moment.world.players_at_conclusion
    groups = -(-count // size) if law.chooses("incomplete_group_of_players", "counts") else count // size
    bidders = len(moment.world.bidders_previous_auction)
    if law.chooses("previous_auction", "the last begun"):
        bidders = len(bidding.bidders_so_far(moment))
    by_players, by_bidders = law.number("lots_per_group") * groups, law.number("lots_per_previous_bidder") * bidders
    return max(law.number("lots_minimum"), by_players, by_bidders)


@rule("R10-038")
def existing(moment: Moment[World]) -> int:
    """How many lots there are; those of an auction that is not over exist, and so do those that only wait for dice."""
    lots = list(moment.world.lots.values())
    if moment.law.chooses("lots_on_auction", "leave room") and not bidding.is_over(moment):
        end_of_bidding = bidding.auctions(moment)[-1].bidding_ends
        lots = [lot for lot in lots if lot.made_at >= end_of_bidding]
    return len(lots) + len(moment.world.waiting_lots)


@rule("R10-036")
def generate(moment: Moment[World], announced: Announced) -> None:
    """A player generates lots one by one outside the Auction Phase, while there are fewer than the next auction has."""
    count, own = int(announced.fields["lots"]), list(announced.fields["dice"])
    if own and len(own) != count * len(_sides(moment)):
        why = f"{count * len(_sides(moment))} results of dice are needed, not {len(own)}"
        unclear(moment, announced, "R10-106", why)
        return
    for number in range(1, count + 1):
        if not _may_generate(moment, announced.n):
            return
        share = len(own) // count
        _draw(moment, f"lot:{moment.row}:{announced.n}.{number}", own[share * (number - 1) : share * number])


def _may_generate(moment: Moment[World], n: int) -> bool:
    if phases.is_auction(moment):
        moment.refuse("WRONG_PHASE", "R10-036", "no lots are generated in the Auction Phase", n)
        return False
    needed, there = required(moment), existing(moment)
    if there >= needed:
        moment.refuse("ENOUGH_LOTS", "R10-036", f"there are {there} lots and the next auction has {needed}", n)
    return there < needed


def _sides(moment: Moment[World]) -> list[int]:
    law = moment.law
    return [law.number("suit_die"), law.number("rank_die")] * law.number("cards_per_lot")


@rule("R10-034", "R10-037", "R10-106")
def _draw(moment: Moment[World], key: str, own: list[int]) -> None:
    """A lot's cards are drawn by a roll for the suit and one for the rank each, by the tracker or by the player in public."""
    faces = own or moment.dice(key, _sides(moment), "the cards of a new lot", "R10-037")
    by = moment.state.log.messages[moment.row].author
    if faces is None:
        moment.world.waiting_lots[key] = by
    else:
        _make(moment, by, faces)


def dice_fell(moment: Moment[World]) -> None:
    """Make the lots whose dice have fallen, in the order in which they were asked for."""
    for key, by in list(moment.world.waiting_lots.items()):
        asked = moment.world.requests.get(key)
        faces = moment.dice(key, asked.sides, asked.purpose, asked.clause) if asked else None
        if asked is not None and faces is not None:
            del moment.world.waiting_lots[key]
            _make(replace(moment, row=asked.row), by, faces)


@rule("R10-106")
def dice_void(moment: Moment[World], key: str, asked: Awaited) -> None:
    """Let a lot never be whose dice the tracker cannot draw and nobody rolled."""
    moment.world.waiting_lots.pop(key, None)
    moment.refuse("NO_ROLL", "R10-106", f"no dice could be drawn for {asked.purpose}: it comes to nothing")


def _make(moment: Moment[World], by: str, faces: list[int]) -> None:
    needed = required(moment)
    cards = [drawn(deck_of(moment.law), *pair) for pair in zip(faces[::2], faces[1::2], strict=True)]
    names = [card.name for card in cards if isinstance(card, Card)]
    if len(names) < len(cards):
        moment.note("UNCLEAR", "R10-101", f"{faces}: the tables have no card for some of these faces; there is no lot")
        return
    number = _number(moment)
    moment.world.lots[number] = Lot(number, names, moment.when, by, moment.row)
    moment.world.highest_lot = max(moment.world.highest_lot, number)
    text = f"{by} generates Lot {number}: {', '.join(names)}"
    moment.tell("lot_generated", "R10-037", text, lot=number, cards=names, required=needed)


@rule("R10-039")
def _number(moment: Moment[World]) -> int:
    """The number of a new lot: the smallest that no lot has."""
    if moment.law.chooses("new_lot_number", "never used before"):
        return moment.world.highest_lot + 1
    return next(number for number in range(1, len(moment.world.lots) + 2) if number not in moment.world.lots)


ACTIONS = {"generate_lots": generate}
