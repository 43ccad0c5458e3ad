"""Starting: the deck is shuffled, cards are dealt and credits given, and the first turn begins."""

from __future__ import annotations

from tracker.core.rule import rule
from tracker.mechanics.announcements import Announced
from tracker.mechanics.chat_play import Moment

from . import court_deck, general, new_orders, treasury, turns, words
from .state import World

_CLAUSE = "COUP-040"


@rule("COUP-026", "COUP-040")
def start(moment: Moment[World], said: Announced) -> None:
    """Start the game with whoever has entered, in the order that people set or else in that of entering.

    An order that waits for the next round holds from the first one.
    """
    world, user = moment.world, general.actor(moment)[0]
    if world.status != "waiting":
        moment.refuse("no_change", _CLAUSE, "the game has started already", said.n)
    elif not general.people_let(moment, user):
        may = ", ".join(moment.law.words("admins"))
        moment.refuse("not_allowed", _CLAUSE, f"{user} is not among those who may start the game: {may}", said.n)
    elif not world.playing:
        moment.refuse("not_allowed", _CLAUSE, "nobody has entered yet", said.n)
    else:
        world.order = _everybody(world)
        new_orders.apply_upcoming_order(moment)
        words.settle(moment)
        world.status, world.round, world.started_at = "running", 1, moment.when
        moment.tell("game_started", _CLAUSE, f"the game starts with {', '.join(world.order)}", players=world.order)
        _deal(moment)
        _give_credits(moment)
        turns.begin_first(moment)


def _everybody(world: World) -> list[str]:
    """All who play, in the turn order; those who are not in it last."""
    return list(dict.fromkeys([*world.order, *world.playing]))


@rule("COUP-040", "COUP-033")
def _deal(moment: Moment[World]) -> None:
    """Shuffle the deck and deal to everybody in turn order, all cards of one player first unless that is ruled otherwise."""
    world, each = moment.world, moment.law.number("start_cards")
    world.deck = []
    court_deck.shuffle_in(moment, "", court_deck.all_cards(moment), "the start", _CLAUSE)
    is_by_player = moment.law.chooses("cards_are_dealt", "a player at a time")
    for _ in range(1 if is_by_player else each):
        for player in _everybody(world):
            court_deck.draw(moment, player, each if is_by_player else 1, _CLAUSE)


@rule("COUP-040")
def _give_credits(moment: Moment[World]) -> None:
    """Give everybody credits; of only two players the first gets fewer."""
    players = _everybody(moment.world)
    for player in players:
        is_first_of_two = len(players) == 2 and player == players[0]
        credits = moment.law.number("start_credits_first_of_two" if is_first_of_two else "start_credits")
        treasury.take(moment, player, credits, _CLAUSE, "the start")


ACTIONS = {"start": start}
