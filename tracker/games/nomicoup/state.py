"""What Nomicoup keeps: players with credits and cards, the deck, turns, what is pending, the rule tree, propositions and clarifications."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Literal, TypeAlias

from tracker.games.chat_worlds import PlayState
from tracker.mechanics.chat_play import ChatWorld, Moment
from tracker.mechanics.deck_record import DeckEntry

from .ballots import Ballot
from .law import first_rules
from .references import bind_all
from .rule_changes import Change
from .rule_paths import RuleTree, planted
from .votes import Standing

PropositionStatus: TypeAlias = Literal["active", "adopted", "rejected", "withdrawn", "illegal"]
SuggestionStatus: TypeAlias = Literal["open", "adopted", "rejected"]


Status: TypeAlias = Literal["waiting", "running", "over"]
ClaimStatus: TypeAlias = Literal["unchallenged", "open", "stood", "fallen"]


@dataclass(slots=True)
class Player:
    """A person, or a group of people acting as one; whoever left stays on record and ``is_playing`` no more.

    ``hand`` is secret; ``discarded`` lies face up. ``draws_owed`` are cards that they draw as soon as a shuffle is known that is not
    yet, so that they influence ``len(hand) + draws_owed`` characters. ``losses_owed`` cards of theirs are to be chosen and discarded,
    ``returns_owed`` to be chosen and surrendered, of an Exchange that drew ``drawn`` cards.
    """

    id: str
    members: list[str] = field(default_factory=list)
    is_playing: bool = True
    credits: int = 0
    hand: list[str] = field(default_factory=list)
    discarded: list[str] = field(default_factory=list)
    exiles: int = 0
    losses_owed: int = 0
    returns_owed: int = 0
    draws_owed: int = 0
    newest_draw: int = 0
    """The number of the newest draw of theirs (0: none)."""
    is_exiled: bool = False
    """Whether the exile that lasts was counted already: without deck and discards nobody draws (COUP-074)."""
    entered_at: datetime | None = None
    owed_in: list[str] = field(default_factory=list)
    """The messages by which the newest losses are owed, of what was challenged or attacked; the last is that of the newest."""

    @property
    def influence(self) -> int:
        """How many cards they have face down, which is public."""
        return len(self.hand) + self.draws_owed

    @property
    def losses_owed_in(self) -> list[str]:
        """The messages by which the losses are owed that are not chosen yet, as far as they are known, the oldest first."""
        return self.owed_in[-self.losses_owed :] if self.losses_owed else []


@dataclass(slots=True)
class Entering:
    """A group that asked to enter in the message ``message``: its ``members``, and who of them has confirmed so far."""

    name: str
    members: list[str]
    confirmed: list[str]
    at: datetime
    message: str


@dataclass(slots=True)
class Turn:
    """Whose turn it is since when they were notified (UTC), when its time has passed, and whether they may only Coup or pass in it."""

    player: str
    started_at: datetime
    ends_at: datetime
    must_coup: bool = False


@dataclass(slots=True)
class Standstill:
    """That the game was over from one instant to another, when the win was taken back, so that no time passed in it (UTC)."""

    since: datetime
    until: datetime


@dataclass(slots=True)
class Claim:
    """That a player influences a character: challenged by ``challenger`` it is open until it stood or has fallen."""

    player: str
    character: str
    at: datetime
    message: str
    status: ClaimStatus = "unchallenged"
    challenger: str = ""
    challenged_at: datetime | None = None
    challenged_in: str = ""
    """The message of the challenge."""
    is_asked: bool = False
    """Whether its player, who holds the card, was asked privately whether to show it: secret."""
    is_beyond_challenge: bool = False
    """Whether its player left, so that nobody can challenge it any more (COUP-015)."""


@dataclass(slots=True)
class Counteraction:
    """A counteraction to the pending action; ``kind`` is its name."""

    player: str
    kind: str
    claim: Claim
    at: datetime
    message: str


@dataclass(slots=True)
class Pending:
    """An action whose window is open; ``kind`` is its name, ``target`` a player or "", ``amount`` what it takes or draws at most.

    ``cost_paid`` was paid when it was announced. ``amount`` is by the rules that held then (COUP-097). ``is_stopped`` once its claim
    has fallen or somebody left whom it needs: nothing comes of it then. ``is_done`` where it is ruled that it took effect at once.
    """

    actor: str
    kind: str
    announced_at: datetime
    message: str
    target: str = ""
    amount: int = 0
    cost_paid: int = 0
    claim: Claim | None = None
    counteractions: list[Counteraction] = field(default_factory=list)
    is_stopped: bool = False
    is_done: bool = False
    moved: int = 0
    """The credits that it moved, where it is done."""


@dataclass(slots=True)
class CardStep:
    """One step of the Court Deck that is to be made, in order: ``cards`` go in and the deck is shuffled, or ``draws`` from its top.

    ``player`` is who draws, or whose cards go in.
    """

    kind: Literal["shuffle", "draw"]
    player: str
    cards: list[str] = field(default_factory=list)
    draws: int = 0
    at: datetime | None = None
    row: str = ""
    purpose: str = ""
    clause: str = ""


@dataclass(slots=True)
class ShuffleAsked:
    """A shuffle that is asked for: its number k, the cards in canonical order, what for, the clause, when and by which message."""

    number: int
    cards: list[str]
    purpose: str
    clause: str
    at: datetime
    row: str
    kinds: list[str] = field(default_factory=list)
    """The kinds by which the cards are sorted."""


@dataclass(slots=True)
class Shuffled:
    """A shuffle that is known: the deck, its top first, with its nonce ("" where none was told); secret until the game is over."""

    deck: list[str]
    nonce: str = ""
    row: str = ""
    at: datetime | None = None
    label: str = ""
    """What a file says that it is for, where that is no number: the message that asks, or words of the purpose."""
    words: list[dict[str, Any]] | None = None
    """The players' words as they were when it was drawn (None: not told): ``player``, ``pledge``, ``word``, ``salt``, whether ``edited``."""
    are_words_used: bool = True
    kinds: list[str] = field(default_factory=list)
    """The kinds by which its cards were sorted (none: not told)."""


@dataclass(slots=True)
class Drawn:
    """The ``number``-th draw of the game since the gamestate was stated last: who drew what, after how many shuffles, and when."""

    number: int
    player: str
    cards: list[str]
    shuffle: int
    at: datetime


@dataclass(slots=True)
class Dealt:
    """The ``number``-th draw of a game as it is archived, and told: by the row ``row``, as of ``at``; ``accounts`` are those of who drew."""

    number: int
    player: str
    cards: list[str]
    shuffle: int
    row: str
    at: datetime
    accounts: list[str] = field(default_factory=list)


@dataclass(slots=True)
class Pledge:
    """A player's word: its digest, published first, and the word itself with its salt once it is shown ("" until then).

    Of a word that was never pledged the digest is "".
    """

    player: str
    digest: str
    at: datetime
    message: str
    word: str = ""
    shown_in: str = ""
    salt: str = ""


@dataclass(slots=True)
class SecretText:
    """The secret text of a game by its published SHA-256, since when that is known, and the text itself once that is published ("")."""

    hash: str
    at: datetime
    text: str = ""


@dataclass(slots=True)
class Ending:
    """That the tracker's pages told of a win ("": of none any more), since when; and whether the cards are published on it."""

    win: str
    at: datetime
    is_opened: bool = False


@dataclass(slots=True)
class PrivateLetter:
    """A private message to people who are or are part of a player; ``text`` may hold their hidden cards, ``key`` nothing secret.

    It is the ``number``-th of what one message (``row``; else an instant) brings about, ``what`` in one word. ``is_wanted``: somebody
    asked for it just now. ``draw`` is the number of the newest draw that it may tell of (0: none), ``turn_at`` when the turn began that
    it is about.
    """

    what: str
    row: str
    player: str
    number: int
    people: list[str]
    text: str
    clause: str
    at: datetime
    is_wanted: bool = False
    draw: int = 0
    turn_at: datetime | None = None
    over_at: datetime | None = None
    """When the turn that it is about had passed by its time."""
    untold: list[str] = field(default_factory=list)
    """The people to whom it is, of whom it is archived that nobody had told them of that turn."""

    @property
    def key(self) -> str:
        """What tells it from all others of its game."""
        return f"{self.what}:{self.row}:{self.player}:{self.number}"

    def key_of(self, player: str, person: str) -> str:
        """What tells it from all others as it is written to one person, where its player is called so."""
        return f"{self.what}:{self.row}:{player}:{self.number}:{person}"


@dataclass(slots=True)
class Waiting:
    """An announcement, the ``n``-th of its message, that waits until cards are known on which it hangs; those after it wait with it."""

    message: str
    n: int
    at: datetime


@dataclass(slots=True)
class Proposition:
    """A proposition by its number; ``message`` is where it was posted, ``reposts`` the bot's, newest last.

    ``text`` is what is voted on. ``playing`` are those who played when it was made. ``votes`` are the standing reactions of each
    voter, oldest first, as they were at the newest vote, and at last as they were counted; reactions set before ``active_since``, when
    it became legal, are none. It ``is_locked`` once a vote was cast. ``code`` is why it is illegal. ``results`` is what came of each
    change once it was adopted: "made", "for people", or a code.
    """

    number: int
    message: str
    proponent: str
    made_at: datetime
    active_since: datetime
    ends_at: datetime
    """When its voting ends at the latest."""
    text: str = ""
    title: str = ""
    changes: list[Change] = field(default_factory=list)
    status: PropositionStatus = "active"
    code: str = ""
    playing: list[str] = field(default_factory=list)
    votes: dict[str, list[Standing]] = field(default_factory=dict)
    ballot: Ballot = field(default_factory=Ballot)
    is_locked: bool = False
    is_read: bool = False
    """Whether it was settled what was voted on, of a message that was edited before it was first read."""
    reposts: list[str] = field(default_factory=list)
    closed_at: datetime | None = None
    tally: list[int | None] = field(default_factory=list)
    """Up, right, down and possible votes as they were counted at last; None where that is not certain."""
    results: list[str] = field(default_factory=list)

    @property
    def is_closed(self) -> bool:
        """Whether its voting is over, or it was withdrawn."""
        return self.closed_at is not None


@dataclass(slots=True)
class Suggestion:
    """A Judge's suggestion on a clarification, voted on by reactions on its message from ``at`` on until ``ends_at`` at the latest."""

    by: str
    text: str
    at: datetime
    message: str
    ends_at: datetime
    status: SuggestionStatus = "open"
    votes: dict[str, list[Standing]] = field(default_factory=dict)
    ballot: Ballot = field(default_factory=Ballot)
    closed_at: datetime | None = None
    tally: list[int | None] = field(default_factory=list)


@dataclass(slots=True)
class Clarification:
    """A disagreement by its number; ``judge`` was chosen for it at ``chosen_at`` (None: another is to be chosen, or nobody was).

    ``among`` are the candidates among whom a die that has not fallen chooses, asked for at ``drawn_at``; ``choosings`` counts the dice
    that were asked for. It is ``resolved_at`` when a suggestion was adopted.
    """

    number: int
    raiser: str
    text: str
    at: datetime
    message: str
    judge: str = ""
    chosen_at: datetime | None = None
    due_at: datetime | None = None
    """Until when the Judge who was chosen may suggest something."""
    among: list[str] = field(default_factory=list)
    drawn_at: datetime | None = None
    choosings: int = 0
    suggestions: list[Suggestion] = field(default_factory=list)
    resolved_at: datetime | None = None

    @property
    def suggestion(self) -> Suggestion | None:
        """The suggestion that is voted on."""
        return self.suggestions[-1] if self.suggestions and self.suggestions[-1].status == "open" else None


def first_tree() -> RuleTree:
    """The rules with which a game begins, with what their references mean."""
    tree = planted(first_rules())
    bind_all(tree)
    return tree


@dataclass(slots=True)
class World(ChatWorld):
    """What holds in one world."""

    players: dict[str, Player] = field(default_factory=dict)
    order: list[str] = field(default_factory=list)
    """The turn order: the content of its rule (COUP-024)."""
    rules: RuleTree = field(default_factory=first_tree)
    propositions: dict[int, Proposition] = field(default_factory=dict)
    proposed_in: dict[str, int] = field(default_factory=dict)
    """The numbers of propositions by their messages, and by the bot's that post them anew."""
    to_count: list[int] = field(default_factory=list)
    """The propositions on which the votes are to be counted, as something happened to them just now."""
    suggestions_to_count: list[int] = field(default_factory=list)
    """Likewise the clarifications with suggestions."""
    open_propositions: list[int] = field(default_factory=list)
    """Those that are voted on, in the order of their making."""
    newest_proposition: int = 0
    upcoming_proposition: int = 0
    """The proposition whose new turn order waits for the round to end (0: none)."""
    clarifications: dict[int, Clarification] = field(default_factory=dict)
    newest_clarification: int = 0
    choosing: list[int] = field(default_factory=list)
    """The clarifications for which a Judge is still to be chosen, one after another."""
    suggested_in: dict[str, int] = field(default_factory=dict)
    """The clarifications on which suggestions were made, by the suggestions' messages."""
    candidates: list[str] = field(default_factory=list)
    last_judge: str = ""
    winners: list[str] = field(default_factory=list)
    started_at: datetime | None = None
    """When the game started, or was first stated as running (UTC)."""
    over_at: datetime | None = None
    deck_opens_at: datetime | None = None
    """When the log of the deck is opened at the earliest, of a game that is over (None: at once)."""
    deck_hours: int = 0
    """So many hours after the win is told, where a secret text is committed to."""
    objection: list[str] = field(default_factory=list)
    """What the win rests on that was recorded: the question, and the answer to it by which it is taken back ("": none as before)."""
    claimed_wins: dict[str, list[str]] = field(default_factory=dict)
    """Questions whether players won who say so themselves, with these players."""
    recorded_wins: dict[str, list[str]] = field(default_factory=dict)
    """Questions whether wins are so that somebody's message recorded, with the winners."""
    standstills: list[Standstill] = field(default_factory=list)
    """When the game was over and goes on, as the win was taken back, in order."""
    is_law_new: bool = False
    """Whether the law changed while the game was over, which counts once it goes on."""
    status: Status = "waiting"
    treasury: int = 50
    deck: list[str] = field(default_factory=list)
    """The Court Deck, its top first: secret. While a shuffle is awaited it is in canonical order and means nothing."""
    shuffle_number: int = 0
    """How many shuffles were asked for."""
    commitments: dict[int, str] = field(default_factory=dict)
    """Number of a shuffle -> its published hash C_k."""
    asked_shuffle: ShuffleAsked | None = None
    """The shuffle that is asked for and is not known."""
    card_steps: list[CardStep] = field(default_factory=list)
    """What is still to be done with the deck, in order, behind the shuffle that is asked for."""
    past_nonces: list[str] = field(default_factory=list)
    """Those of the shuffles that there were when people stated the gamestate, in order: secret."""
    nonces: list[str] = field(default_factory=list)
    """Nonces that people stated for the shuffles to come, the next one first: secret."""
    pledges: dict[str, Pledge] = field(default_factory=dict)
    """Players' words by player, in the order of pledging."""
    dropped_pledges: list[Pledge] = field(default_factory=list)
    """Pledges and words that were given and replaced, or are void, oldest first."""
    pledges_closed_at: datetime | None = None
    """Since when nobody may pledge a word any more, and the words are shown."""
    words: list[str] = field(default_factory=list)
    """The words that shuffles are derived from, in order; settled when the game starts."""
    deck_log: list[DeckEntry] = field(default_factory=list)
    """All that was done with the deck, in order: secret until the game is over, and then what everybody checks it by."""
    draws_made: int = 0
    """The number of the newest draw."""
    drawn: dict[int, Drawn] = field(default_factory=dict)
    """The draws since people stated the gamestate last, by their numbers: secret."""
    unfit_deal: int = 0
    """The number of the first draw that was told otherwise than it was made (0: none): nothing is dealt any more."""
    letters: list[PrivateLetter] = field(default_factory=list)
    """Private messages that the tracker has to send, oldest first: secret."""
    turn: Turn | None = None
    round: int = 1
    acted_in: str = ""
    """The message of the newest action performed: no second one in it is (COUP-041)."""
    timed_out: list[str] = field(default_factory=list)
    """Whose turns ended by time since anybody acted or passed, the first one first."""
    unplaced: dict[str, str] = field(default_factory=dict)
    """Players who have no place in the turn order yet, by the player whom they are to stand before ("": nobody)."""
    pending: Pending | None = None
    past_pending: Pending | None = None
    """The newest action whose window is over, to tell what comes too late."""
    still_open: list[Pending] = field(default_factory=list)
    """Earlier actions of the same player whose windows are open still, where only another player's action closes them."""
    entering: dict[str, Entering] = field(default_factory=dict)
    """Groups that asked to enter and wait for members, by name in small letters."""
    waiting: list[Waiting] = field(default_factory=list)
    game_id: str = ""
    """The game's name in commitments, where people stated it; else the parameter ``game_id``."""
    kept_game_id: str = ""
    """Where people stated none, the name that its shuffles have had since the first: it keeps that until people state the gamestate."""
    unit_amounts: dict[str, Any] = field(default_factory=dict)
    """What actions take, where people stated other amounts than the rules', by action, as they were stated (COUP-039)."""
    is_unknown: bool = False
    """Whether it only stands for all that nobody follows (``unknown``)."""

    @property
    def playing(self) -> list[str]:
        """The players, in the order in which they entered."""
        return [id for id, player in self.players.items() if player.is_playing]

    def player_of(self, user: str) -> str:
        """The player who somebody is, by their account, or is a part of; "" for nobody who plays.

        Whose account is called like a group that they are no part of is another person (COUP-005).
        """
        own = self.players.get(user)
        if own is not None and own.is_playing and not own.members:
            return own.id
        found = (player.id for player in self.players.values() if player.is_playing and user in player.members)
        return next(found, "")

    def player_called(self, name: str) -> str:
        """The player, a group too, of a name, or of whom somebody of that account is a part; "" for nobody who plays."""
        own = self.players.get(name)
        return own.id if own is not None and own.is_playing else self.player_of(name)


@dataclass(slots=True)
class Undelivered:
    """A private message, by its key, that did not reach somebody, and since when that is known."""

    letter: str
    since: datetime


@dataclass(slots=True)
class State(PlayState[World]):
    """What the fold keeps."""

    worlds: list[World] = field(default_factory=lambda: [World()])
    shuffles: dict[int, Shuffled] = field(default_factory=dict)
    """Shuffles that are known by their numbers: secret."""
    loose_shuffles: list[Shuffled] = field(default_factory=list)
    """Shuffles that a file gives without a number, to be used in its order: secret."""
    dealt: dict[str, Dealt] = field(default_factory=dict)
    """The draws that are archived, by ``GAME|n``: secret."""
    committed: dict[str, str] = field(default_factory=dict)
    """The hashes of shuffles whose orders may be untold, by ``GAME|k``, as a public record has them."""
    secret_texts: dict[str, SecretText] = field(default_factory=dict)
    """The secret texts that shuffles are derived from, by the ids of games."""
    endings: dict[str, Ending] = field(default_factory=dict)
    """What was told last of the end of games, by their ids."""
    undelivered: dict[str, Undelivered] = field(default_factory=dict)
    """Those whom private messages do not reach, with the first one that did not."""


def state_of(moment: Moment[World]) -> State:
    """The state of a moment as this game's; raises TypeError for another game's."""
    if not isinstance(moment.state, State):
        raise TypeError("that is no state of Nomicoup")
    return moment.state
