"""Starting: the deck is shuffled, cards are dealt and credits given, and the first turn begins."""

from __future__ import annotations

from tracker.mechanics.chat.carrying import happens, require, rule
from tracker.mechanics.chat.rows import Message

from ..general import people_let
from ..hidden import court_deck, words
from ..rule_tree.rule_paths import date
from ..state import Coup
from . import orders, treasury, turns
from .coup import everybody


@rule("COUP-040", "COUP-026")
def start(world: Coup, message: Message) -> None:
    """Start the game with whoever has entered, in the order that people set or else in that of entering.

    An order that waits for the next round holds from the first one.
    """
    require(world.status == "waiting", "no_change", "the game has started already")
    why = f"{message.author} is not among those who may start the game: {', '.join(world.law.words('admins'))}"
    require(people_let(world, message.author), "not_allowed", why)
    require(world.players, "not_allowed", "nobody has entered yet")
    orders.set_order(world, everybody(world))
    orders.apply_upcoming_order(world)
    words.settle(world)
    world.status, world.game_id = "running", court_deck.name_of_game(world)
    happens("game_started", f"the game starts with {', '.join(world.order)}", players=list(world.order))
    date(world.rules, world.now)
    _deal(world)
    turns.begin_round(world, 1)


@rule("COUP-040")
def _deal(world: Coup) -> None:
    """Shuffle the deck, deal to everybody in turn order, and give them credits; of only two players the first gets fewer."""
    world.deck, world.kinds = [], list(world.law.words("characters"))
    cards = court_deck.sorted_cards(world, court_deck.all_cards(world).elements())
    court_deck.shuffle_in(world, "", cards, "the start")
    players = everybody(world)
    for player in players:
        court_deck.draw(world, player, world.law.number("start_cards"))
        is_first_of_two = len(players) == 2 and player == players[0]
        credits = "start_credits_first_of_two" if is_first_of_two else "start_credits"
        treasury.take(world, player, world.law.number(credits))
