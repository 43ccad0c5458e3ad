"""What Nomicoup keeps: players with credits and cards, the deck, the turn, what is pending, the rule tree, propositions and clarifications."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Annotated, Any, Literal

from pydantic import Field, JsonValue

from tracker.core.instants import iso
from tracker.games.chat_game.state import ChatState
from tracker.mechanics.chat.votes import Polls
from tracker.mechanics.state.described import Count, Instant, Part, Person

from .law import first_rules

Credits = Annotated[int, Field(ge=0, le=50, title="Credits")]
Cards = list[str]


# --- players ----------------------------------------------------------------------------------------------------------


class Player(Part):
    """A person, or a group of people acting as one.

    ``hand`` is secret; ``discarded`` lies face up. ``draws_owed`` cards wait for a shuffle that is not known yet.
    """

    members: list[Person] = Field(default=[])
    credits: Credits = 0
    hand: Cards = Field(default=[])
    discarded: Cards = Field(default=[])
    exiles: Annotated[Count, Field(title="Exiles")] = 0
    losses_owed: Count = 0
    returns_owed: Count = 0
    draws_owed: Count = 0
    newest_draw: Count = Field(default=0, description="the number of the newest draw of theirs")
    exiled: bool = Field(default=False, description="the exile that lasts was counted already (COUP-074)")
    entered_at: Instant | None = None
    owed_in: list[str] = Field(default=[], description="the messages by which the newest losses are owed")

    @property
    def influence(self) -> int:
        """How many cards they have face down, which is public."""
        return len(self.hand) + self.draws_owed


class Former(Part):
    """Somebody who left the game: their exiles stay on record."""

    members: list[Person] = Field(default=[])
    exiles: Count = 0


class Entering(Part):
    """A group that asked to enter: its members, and who of them has confirmed so far."""

    members: list[Person]
    confirmed: list[str]
    message: str


# --- the game of Coup -------------------------------------------------------------------------------------------------


class Turn(Part):
    """Whose turn it is since when they were notified, when its time has passed, and whether they may only Coup or pass."""

    player: Person
    started_at: Instant | None = None
    ends_at: Instant | None = None
    must_coup: bool | None = None


Status = Literal["unchallenged", "open", "stood", "fallen"]
"""How a claim stands: challenged it is open until it stood or has fallen."""


class Claim(Part):
    """That a player influences a character: challenged it is open until it stood or has fallen."""

    player: Person
    character: str
    at: Instant
    message: str = ""
    status: Status = "unchallenged"
    challenger: str | None = None
    challenged_at: Instant | None = None
    challenged_in: str = ""
    asked: bool = Field(default=False, description="its player, who holds the card, was asked whether to show it")


class Counteraction(Part):
    """A counteraction to the pending action; ``kind`` is its name."""

    player: Person
    kind: str
    claim: Claim


class Pending(Part):
    """An action whose window is open; nothing comes of it once it is ``stopped``: its claim fell, or somebody left whom it needs."""

    actor: Person
    kind: str
    announced_at: Instant
    message: str = ""
    target: Person | None = None
    amount: Count = 0
    cost_paid: Count = 0
    claim: Claim | None = None
    counteractions: list[Counteraction] = Field(default=[])
    stopped: bool = False

    @property
    def claims(self) -> list[Claim]:
        """The claim of the action and those of the counteractions to it, the oldest first."""
        return [*([self.claim] if self.claim else []), *(each.claim for each in self.counteractions)]


# --- the deck ---------------------------------------------------------------------------------------------------------


class CardStep(Part):
    """What is still to be done with the deck: ``cards`` go in and it is shuffled, or ``draws`` are drawn from its top.

    ``player`` is who draws, or whose cards go in ("": nobody's).
    """

    player: Person
    cards: Cards = Field(default=[])
    draws: Count = 0
    at: Instant
    row: str = ""
    purpose: str = ""


class Order(Part):
    """A shuffle that is known: the deck, its top first, with its nonce ("": none was told), and the words that it was drawn with."""

    deck: Cards
    nonce: str = ""
    words: list[dict[str, Any]] | None = None


class Drawn(Part):
    """One draw of the game as it is archived: who drew what, after how many shuffles, and when; by which row and whose account."""

    number: int
    player: Person
    cards: Cards
    shuffle: Count
    at: Instant
    row: str = ""
    accounts: list[str] = Field(default=[])


class Logged(Part):
    """One thing that was done with the deck, as its record tells it (``mechanics.deck_record.DeckEntry``)."""

    what: Literal["shuffle", "draw", "stated", "kinds"]
    player: Person
    cards: Cards
    number: int = 0
    at: Instant | None = None
    row: str = ""


class Pledge(Part):
    """A player's word: its hash, published first ("": it never was), and the word with its salt once it is shown ("")."""

    pledge: str = ""
    at: Instant
    message: str = ""
    word: str = ""
    salt: str = ""


class Dropped(Pledge):
    """A word or pledge that counts no more."""

    player: Person


class SecretText(Part):
    """The secret text of a game by its published SHA-256, since when that is known, and the text once it is published ("")."""

    hash: str
    at: Instant
    text: str = ""


class PrivateLetter(Part):
    """A private message to people who are or are part of a player; its key holds nothing secret, ``text`` may.

    It is the ``number``-th of what one message (``row``; else an instant) brings about, ``what`` in one word. ``draw`` is the newest
    draw that it may tell of (0: none).
    """

    what: str
    row: str
    player: Person
    number: int
    people: list[str]
    text: str
    clause: str
    at: Instant
    is_wanted: bool = False
    draw: int = 0

    def key(self, person: str, player: str = "") -> str:
        """What tells it from all others as it is written to one person."""
        return f"{self.what}:{self.row}:{player or self.player}:{self.number}:{person}"


class Undelivered(Part):
    """A private message that did not reach somebody, by its key, and since when that is known."""

    letter: str
    since: Instant


class Deck(Polls):
    """The Court Deck and all that is secret of it, or shown of that."""

    is_stated: bool = Field(
        default=False, description="people stated it just now, and what follows from that is to be done"
    )
    deck: Cards = Field(default=[])
    kinds: list[str] = Field(default=[], description="the characters whose cards are in the game")
    shuffle_number: Count = 0
    commitments: list[str] = Field(default=[])
    card_steps: list[CardStep] = Field(default=[])
    orders: dict[str, Order] = Field(default={})
    loose_orders: list[Order] = Field(default=[])
    committed: dict[str, str] = Field(
        default={}, description="hashes of shuffles whose orders may be untold, by GAME|k"
    )
    nonces: list[str] = Field(default=[])
    draws_made: Count = 0
    dealt: dict[str, Drawn] = Field(default={}, description="the draws of this game that are archived, by number")
    unfit_draw: Count = 0
    deck_log: list[Logged] = Field(default=[])
    words: dict[str, Pledge] = Field(default={})
    dropped_words: list[Dropped] = Field(default=[])
    pledges_closed_at: Instant | None = None
    closed_pledges: list[str] = Field(default=[], description="the pledges in their order, as they were closed")
    secret_texts: dict[str, SecretText] = Field(default={})
    letters: list[PrivateLetter] = Field(default=[])
    undelivered: dict[str, Undelivered] = Field(default={}, description="whom private messages do not reach")


# --- rules and what is voted on ---------------------------------------------------------------------------------------


class Rule(Part):
    """One rule; ``key`` stays the same wherever it moves. ``refers`` are the references in its content, with the rules they meant."""

    title: str = ""
    content: str
    key: Count = 0
    edited_at: Instant | None = None
    edited_by: int | None = None
    proponent: Person = ""
    refers: dict[str, int] = Field(default={})


class Change(Part):
    """One change of a proposition by its ``type``; ``code`` is why it is not complete ("": it is), with ``why``.

    ``key`` is that of the rule that it means, ``rule`` its path then, ``named`` how it was named; ``under`` and ``under_key`` are those
    of the parent that an Addition names, ``path`` the ID path that it gives. ``text`` is new content, or what a Miscellaneous Change
    says, ``old`` what it replaces (None: everything).
    """

    type: str
    rule: str = ""
    key: int = 0
    named: str = ""
    under: str = ""
    under_key: int = 0
    path: str = ""
    title: str = ""
    text: str = ""
    old: str | None = None
    is_order: bool = False
    code: str = ""
    why: str = ""


class Standing(Part):
    """A vote that stands since an instant."""

    vote: str
    at: Instant


class VotedOn(Part):
    """What is voted on by reactions on its message; ``votes`` are the reactions of each voter that stand, the newest last."""

    message: str = ""
    votes: dict[Person, list[Standing]] = Field(default={})
    up: Count = 0
    right: Count = 0
    down: Count = 0
    possible: Count = 0
    ends_at: Instant | None = None
    closed_at: Instant | None = None


class Proposition(VotedOn):
    """A proposition: ``text`` is what is voted on, ``results`` what came of each change ("made", "for people", or a code)."""

    proponent: Person
    made_at: Instant
    title: str = ""
    text: str = ""
    proposed: list[Change] = Field(default=[], alias="changes")
    status: Literal["active", "adopted", "rejected", "withdrawn", "illegal"] = "active"
    code: str = ""
    playing: list[Person] = Field(default=[])
    locked: bool = False
    majority: Count = 0
    results: list[str] = Field(default=[])

    @property
    def is_open(self) -> bool:
        """Whether it is voted on."""
        return self.status == "active"

    @property
    def verdict(self) -> str:
        """What became of it; "" while it is open."""
        return "" if self.status in ("active", "illegal") else self.status


class Suggestion(VotedOn):
    """A Judge's suggestion on a clarification."""

    by: Person = ""
    text: str
    at: Instant
    status: Literal["open", "adopted", "rejected"] = "open"


class Clarification(Part):
    """A disagreement; ``judge`` was chosen for it at ``chosen_at``, and may suggest something until ``suggestion_due``."""

    raiser: str
    text: str
    at: Instant
    message: str = ""
    judge: Person | None = None
    chosen_at: Instant | None = None
    suggestion_due: Instant | None = None
    choosings: Count = 0
    among: list[Person] = Field(default=[], description="the candidates among whom a die chooses that has not fallen")
    asked_at: Instant | None = None
    passed_over: Person | None = Field(default=None, description="the Judge who is to be replaced")
    suggestions: list[Suggestion] = Field(default=[])
    resolved_at: Instant | None = None

    @property
    def open_suggestion(self) -> Suggestion | None:
        """The suggestion that is voted on."""
        return self.suggestions[-1] if self.suggestions and self.suggestions[-1].status == "open" else None


class Ruleset(Polls):
    """The rules, and what is voted on."""

    rules: dict[str, Rule] = Field(default_factory=lambda: _first_rules())
    newest_rule: Count = 57
    bound: dict[str, int] = Field(default={}, description="the rules on the turn order, by what they hold")
    upcoming_order: list[Person] = Field(
        default=[], description="an order that people state to wait, until its rule does"
    )
    upcoming_by: int | None = Field(default=None, description="the proposition whose order waits")
    propositions: dict[str, Proposition] = Field(default={})
    propositions_made: Count = 0
    posts: dict[str, str] = Field(
        default={}, description="the messages of propositions, and those by which a bot posts them anew"
    )
    clarifications: dict[str, Clarification] = Field(default={})
    clarifications_made: Count = 0
    choosing: list[str] = Field(default=[], description="the clarifications for which a Judge is still to be chosen")
    candidates: list[Person] = Field(default=[])
    last_judge: Person | None = None


def _first_rules() -> dict[str, Rule]:
    return {id: Rule(title=title, content=text, key=n) for n, (id, title, text) in enumerate(first_rules(), 1)}


class Ask(Part):
    """What people are asked, by an ASSIST clause: ``answers`` are what may be answered."""

    text: str
    clause: str
    answers: list[str]
    at: Instant
    rows: list[str] = Field(default=[])
    code: str = Field(default="", description="the finding by which it is told of besides")
    about: dict[str, JsonValue] = Field(default={})


# --- all of it --------------------------------------------------------------------------------------------------------


class Coup(Deck, Ruleset):
    """What holds in Nomicoup."""

    status: Literal["waiting", "running", "over"] = "waiting"
    game_id: str = ""
    round: Annotated[int, Field(ge=1)] = 1
    turn: Turn | None = None
    players: dict[Person, Player] = Field(default={})
    former_players: dict[Person, Former] = Field(default={})
    entering: dict[str, Entering] = Field(default={})
    order: list[Person] = Field(default=[])
    pending: Pending | None = None
    past_pending: Pending | None = None
    acted_in: str = Field(default="", description="the message of the newest action")
    unit_amounts: dict[str, JsonValue] = Field(default={})
    winner: Person | list[Person] | None = None
    over_at: Instant | None = None
    deck_hours: Count = Field(default=0, description="so many hours after the game is over the cards are published")
    end_told_at: Instant | None = Field(default=None, description="when pages told of the end")
    is_opened: bool = Field(default=False, description="the tracker published the cards of the game")
    asks: dict[str, Ask] = Field(default={})

    @property
    def treasury(self) -> int:
        """The credits that no player has (COUP-038)."""
        return self.law.number("credits_total") - sum(player.credits for player in self.players.values())

    def listed_in(self, name: str) -> Mapping[str, Mapping[str, str]]:
        """A table of the rules: the actions, or the counteractions."""
        found: Mapping[str, Mapping[str, str]] = self.law.value(name)
        return found

    @property
    def everybody(self) -> list[str]:
        """All who play, in the turn order; those who are not in it last."""
        return list(dict.fromkeys([*(each for each in self.order if each in self.players), *self.players]))

    @property
    def winners(self) -> list[str]:
        """Who won."""
        return [self.winner] if isinstance(self.winner, str) else list(self.winner or ())

    @property
    def ending(self) -> str:
        """What tells the end of the game from any other; "" while it goes on."""
        return " ".join([iso(self.over_at), *self.winners]) if self.over_at else ""

    def player_of(self, user: str) -> str:
        """The player who somebody is, or is a part of; "" for nobody who plays (COUP-005)."""
        if user in self.players and not self.players[user].members:
            return user
        return next((id for id, player in self.players.items() if user in player.members), "")

    def has_played_since(self, player: str, since: datetime) -> bool:
        """Whether somebody plays, and has not left since an instant."""
        entered_at = self.players[player].entered_at if player in self.players else None
        return player in self.players and (entered_at is None or entered_at <= since)

    def player_called(self, name: str) -> str:
        """The player, a group too, of a name, or of whom somebody of that name is a part; "" for nobody who plays."""
        names = self.called.by_name([*self.players, *(m for each in self.players.values() for m in each.members)])
        person = names.get(name.lower(), self.called.person(name))
        return person if person in self.players else self.player_of(person)


@dataclass
class State(ChatState[Coup]):
    """What the fold keeps."""

    world: Coup
