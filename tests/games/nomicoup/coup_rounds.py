"""Random games of Coup: a few people who act, pass, challenge, counter, show, choose cards, enter and leave, at instants around boundaries.

Shuffles are answered as the tracker draws them: whatever is asked for, at once or only after some more was said.
"""

import copy
import random
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime, timedelta
from typing import Any

from hypothesis import strategies as st

from tracker.app.asking.replay import rows_of
from tracker.core.fold import Folded, fold
from tracker.core.gamestate import Gamestate
from tracker.core.instants import iso
from tracker.games.chat_game.state import ChatState, Event, Refusal
from tracker.games.nomicoup.game import GAME
from tracker.games.nomicoup.hidden import court_deck
from tracker.games.nomicoup.playing import options
from tracker.games.nomicoup.state import Coup
from tracker.mechanics.chat.names import Names

Record = dict[str, Any]
Move = tuple[int, int, int, int]
"""What is announced, by whom, of or against whom, and how long after the one before."""
START = datetime(2021, 5, 1, tzinfo=UTC)
PEOPLE = ("ana", "ben", "cy", "dee", "eli")
NEWCOMERS = ("fay", "gus")
CHARACTERS = ("Duke", "Assassin", "Captain", "Ambassador", "Contessa")
CARDS = tuple(character for character in CHARACTERS for _ in range(3))
STEPS = (timedelta(milliseconds=1), timedelta(hours=1), timedelta(hours=7), timedelta(hours=48))

IN_TURN = (
    "I take Income.",
    "I take Foreign Aid.",
    "I Tax.",
    "I Exchange.",
    "I Steal from @{other}.",
    "I Assassinate @{other}.",
    "I Coup @{other}.",
    "I pass.",
)
QUIET = (
    "I counter with Tarif as Duke.",
    "I block as Captain.",
    "I counter with Support as Ambassador.",
    "I block as Contessa.",
    "I request to become a player.",
    "I take Income and Foreign Aid.",
    "I block",
)
"""What shows no card, whatever anybody holds."""
EVERYBODY = (*PEOPLE, *NEWCOMERS)
PRIVATE = ("discard", "return", "keep", "show")
"""How what is said to the bot alone begins."""
SHOWING = (
    "I challenge @{other}.",
    "I challenge @{other}.",
    "I challenge @{other}.",
    "I show {card}.",
    "I decline to show.",
    "show",
    "discard {card}",
    "discard {card}",
    "return {card} and {second}",
    "keep {card} and {second}",
    "I forfeit.",
)


def opening(cards: Sequence[str], credits: int = 3) -> Record:
    """A game of all five that has just begun, in which the cards were dealt in this order and each has so many credits."""
    players = [{"id": who, "credits": credits, "hand": list(cards[2 * n : 2 * n + 2])} for n, who in enumerate(PEOPLE)]
    state = {
        "status": "running",
        "players": players,
        "order": list(PEOPLE),
        "turn": {"player": PEOPLE[0], "started_at": iso(START)},
        "treasury": 50 - credits * len(PEOPLE),
        "deck": list(cards[2 * len(PEOPLE) :]),
    }
    return {"kind": "opening", "id": "opening", "at": iso(START), "game": "nomicoup", "state": state}


def moves(most: int = 40) -> st.SearchStrategy[list[Move]]:
    """Random moves."""
    byte = st.integers(0, 255)
    return st.lists(st.tuples(byte, byte, byte, byte), min_size=4, max_size=most)


def deals() -> st.SearchStrategy[tuple[str, ...]]:
    """The 15 cards in any order."""
    return st.permutations(CARDS).map(tuple)


class Play:
    """A game of all five as it is told, folded with every row; shuffles are answered so many rows after they were asked for."""

    def __init__(self, cards: Sequence[str], credits: int = 3, patience: int = 0, seed: int = 0) -> None:
        self.rows: list[Record] = []
        self.newest = ""
        self.when, self._waited, self._patience, self._seed = START, 0, patience, seed
        self.folded: Folded[ChatState[Coup]] | None = None
        self._take(opening(cards, credits))

    @property
    def world(self) -> Coup:
        """What holds, ready to be asked what its rules say."""
        assert self.folded is not None
        state = self.folded.state
        state.world.look(state.names, GAME.law_at(state, self.when))
        return state.world

    @property
    def events(self) -> list[Event]:
        """What came about."""
        assert self.folded is not None
        return self.folded.state.told.events

    @property
    def refused(self) -> list[Refusal]:
        """What was refused."""
        assert self.folded is not None
        return self.folded.state.told.refused

    @property
    def names(self) -> Names:
        """Who goes by which names."""
        assert self.folded is not None
        return self.folded.state.names

    def say(self, author: str, text: str, after: timedelta = STEPS[0]) -> None:
        """Let somebody post a message, choices of cards privately, and answer the shuffle that has waited long enough."""
        self.when += after
        channel = "dm" if text.split()[0] in PRIVATE else "general"
        self.newest = str(1000 + len(self.rows))
        told = {"kind": "message", "id": self.newest, "at": iso(self.when), "channel": channel}
        self._take({**told, "author": author, "text": text})
        self._waited += 1
        if self._waited > self._patience:
            self.answer()

    def answer(self) -> None:
        """Answer every shuffle that is asked for."""
        self._waited = 0
        while (asked := court_deck.asked_shuffle(self.world)) is not None:
            number, _, deck = asked
            random.Random(f"{self._seed} {number}").shuffle(deck)
            name = f"nomicoup-1|{number}"
            self.when += STEPS[0]
            self._take({"kind": "shuffle", "id": name, "for": name, "deck": deck, "at": iso(self.when)})

    def _take(self, record: Record) -> None:
        row = rows_of(GAME, [record])[0]._replace(seq=len(self.rows) + 1)
        self.rows.append(record)
        self.folded = fold(GAME, [row], self.when, start=self.folded)

    def gamestate(self) -> Gamestate:
        """What everybody may see now."""
        assert self.folded is not None
        return GAME.view(copy.deepcopy(self.folded.state), self.when, len(self.rows), self.folded.context)


def made(play: Play, moves: Sequence[Move], acts: Sequence[str], *, is_apt: bool = False) -> Iterator[str]:
    """Make moves, each told once it was made: of three two by whoever has the turn, the others one of the ``acts`` by anybody.

    Where it ``is_apt``, half of the others are what somebody can announce just then.
    """
    for act, who, other, step in moves:
        turn, number = play.world.turn, act // 3
        if turn is not None and act % 3:
            author, form = turn.player, IN_TURN[number % len(IN_TURN)]
        elif is_apt and number % 2 and (apt := can_be_said(play)):
            author, form = apt[who % len(apt)]
        else:
            author, form = EVERYBODY[who % len(EVERYBODY)], acts[number % len(acts)]
        cards = play.world.players[author].hand if author in play.world.players else []
        card, second = (
            cards[(other + more) % len(cards)] if len(cards) > 1 else CHARACTERS[other % 5] for more in (0, 1)
        )
        text = form.format(other=EVERYBODY[other % len(EVERYBODY)], card=card, second=second)
        play.say(author, text, STEPS[step % len(STEPS)])
        yield f"{author}: {text}"


def all_options(play: Play) -> list[tuple[str, str]]:
    """Each player with each thing that they are told that they can announce."""
    every = [(player, each.words) for player in play.world.players for each in options.in_play(play.world, player)]
    return [(player, words) for player, words in every if words and words != "hand"]


def can_be_said(play: Play) -> list[tuple[str, str]]:
    """Who can announce what besides actions: challenges, counteractions, and choices of cards."""
    in_turn = play.world.turn.player if play.world.turn else ""
    options = [(player, option) for player, option in all_options(play) if player != in_turn]
    return [(player, option.replace("CARD", "{card}", 1).replace("CARD", "{second}")) for player, option in options]
