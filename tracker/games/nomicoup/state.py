"""What Nomicoup keeps: players, the rule tree, propositions, clarifications and the candidates for Judge."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime
from typing import Literal, TypeAlias

from tracker.games.chat_game import PlayState
from tracker.mechanics.chat_play import ChatWorld

from .law import first_rules
from .references import bind_all
from .rule_changes import Change
from .rule_paths import RuleTree, planted
from .votes import Standing

PropositionStatus: TypeAlias = Literal["active", "adopted", "rejected", "withdrawn", "illegal"]
SuggestionStatus: TypeAlias = Literal["open", "adopted", "rejected"]


@dataclass(slots=True)
class Player:
    """A person, or a group of people acting as one; whoever left stays on record and ``is_playing`` no more."""

    id: str
    members: list[str] = field(default_factory=list)
    is_playing: bool = True


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
    text: str = ""
    title: str = ""
    changes: list[Change] = field(default_factory=list)
    status: PropositionStatus = "active"
    code: str = ""
    playing: list[str] = field(default_factory=list)
    votes: dict[str, list[Standing]] = field(default_factory=dict)
    is_locked: bool = False
    reposts: list[str] = field(default_factory=list)
    closed_at: datetime | None = None
    tally: list[int] = field(default_factory=list)
    """Up, right, down and possible votes as they were counted at last."""
    results: list[str] = field(default_factory=list)

    @property
    def is_closed(self) -> bool:
        """Whether its voting is over, or it was withdrawn."""
        return self.closed_at is not None


@dataclass(slots=True)
class Suggestion:
    """A Judge's suggestion on a clarification, voted on by reactions on its message from ``at`` on."""

    by: str
    text: str
    at: datetime
    message: str
    status: SuggestionStatus = "open"
    votes: dict[str, list[Standing]] = field(default_factory=dict)
    closed_at: datetime | None = None
    tally: list[int] = field(default_factory=list)


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

    @property
    def playing(self) -> list[str]:
        """The players, in the order in which they entered."""
        return [id for id, player in self.players.items() if player.is_playing]

    def player_of(self, user: str) -> str:
        """The player who is, or whose member is, a person; "" for somebody who plays no part."""
        own = self.players.get(user)
        if own is not None and own.is_playing and (not own.members or user in own.members):
            return own.id
        found = (player.id for player in self.players.values() if player.is_playing and user in player.members)
        return next(found, "")


@dataclass(slots=True)
class State(PlayState[World]):
    """What the fold keeps."""

    worlds: list[World] = field(default_factory=lambda: [World()])
