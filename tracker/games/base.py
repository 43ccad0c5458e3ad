"""What a game gives the tracker: its clauses, numbers and rules, a reducer for the fold, and the pages that players read."""

from __future__ import annotations

import hashlib
import re
import sys
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, Generic, TypeVar

from tracker.core.clause import ClauseIndex, Parameters
from tracker.core.draft import RegionDraft
from tracker.core.fold import Context, Step
from tracker.core.gamestate import Finding, Gamestate, Question
from tracker.core.instants import EPOCH
from tracker.core.observation import Observation
from tracker.core.ports import SettledRecord, Upload
from tracker.core.rule import RuleBook
from tracker.errors import UsageError

if TYPE_CHECKING:
    from tracker.core.change import AnswerLine, SpanAmendment
    from tracker.core.chat_answers import ChatAnswers
    from tracker.core.table_audit import TableAuditor
    from tracker.core.trail import Trail
    from tracker.mechanics.enacting.enactment import Enacting
    from tracker.mechanics.ruleset.known_rules import KnownRules
    from tracker.mechanics.ruleset.ruleset_passages import RulesetShown

State = TypeVar("State")


@dataclass(frozen=True, slots=True)
class PageAnswers:
    """What stands below players' lines on one page once they are answered, and the newest revision of it that was read."""

    answers: tuple[AnswerLine, ...] = ()
    heard_revision: int | None = None


@dataclass(frozen=True, slots=True)
class Board:
    """What is open, as people are shown it on a terminal: one line of figures, and a table with a row for each matter."""

    headline: str
    columns: tuple[str, ...]
    rows: Sequence[tuple[Any, ...]]

    def record(self) -> dict[str, Any]:
        """As plain JSON values."""
        return {"headline": self.headline, "columns": list(self.columns), "rows": [list(row) for row in self.rows]}


@dataclass(frozen=True, slots=True)
class CommandAnswer:
    """What a game's command finds: plain JSON values, and the same in lines for people.

    ``content`` is what is written to the file that an argument names (``Argument.is_written``).
    """

    values: Mapping[str, Any]
    lines: Sequence[str]
    content: bytes = b""


@dataclass(frozen=True, slots=True)
class Argument:
    """One argument of a game's command, a text; where it may be left out, it is what stands on standard input.

    ``is_written``: it names a file that the command writes.
    """

    name: str
    may_be_piped: bool = False
    is_written: bool = False


@dataclass(frozen=True, slots=True)
class Command:
    """A command that a game adds, called as ``tracker SLUG NAME``: ``find`` is a pure function of the arguments' texts.

    ``help`` is one sentence and perhaps more paragraphs, ``examples`` are whole command lines. ``find`` raises UsageError,
    naming the remedy, for what it cannot use.

    One that ``looks_at_play`` is given what was folded (``core.fold.Folded``) before the texts: that of the archive of the config,
    or with ``--replay`` of a file of observations, at the instant of ``--as-of``.
    """

    name: str
    help: str
    arguments: tuple[Argument, ...]
    examples: tuple[str, ...]
    find: Callable[..., CommandAnswer]
    looks_at_play: bool = False


Sites = Mapping[str, Mapping[str, tuple[str, str]]]
"""What a config says of one blog."""


class Game(ABC, Generic[State]):
    """One nomic. A game is stateless: every method is a pure function of its arguments.

    ``codes`` lists every code of a finding or refusal with its clause and one sentence (``tracker schema codes``).
    """

    slug: ClassVar[str]
    title: ClassVar[str]
    clauses: ClassVar[ClauseIndex]
    parameters: ClassVar[Parameters]
    codes: ClassVar[Mapping[str, tuple[str, str]]]
    matters: ClassVar[str] = "matters"
    """The name in the gamestate of what people vote on."""
    groundless: ClassVar[str] = ""
    """The code of its finding that a status was set which no rule allowed; empty where nobody sets any."""
    counted: ClassVar[Sequence[str]] = ()
    """What of a printed matter says how its votes stand; empty where it has the names of BlogNomic's matters."""
    channels: ClassVar[Sequence[str]] = ()
    """The channels of a chat in which it is played, without #; of them those where people vote by reactions."""
    voting_channels: ClassVar[Sequence[str]] = ()
    acting_channels: ClassVar[Sequence[str]] = ()
    """Of them those where something is to be said or done: unless each is read, nothing follows from nobody's having done it."""
    keeps: ClassVar[frozenset[str]] = frozenset()
    """The kinds of rows that are read in the fold, not as they are archived: what redaction takes from them is asked of ``kept``."""
    status_pages: ClassVar[tuple[str, ...]] = ()
    """The keys of the pages to which a message in a chat points that says how things stand."""
    picture_pages: ClassVar[Mapping[str, Sequence[str]]] = {}
    """The keys of the pages that are those of pictures' files, each with the forms in which the game draws it, the best first.

    A form is named as its files end (``svg``); a wiki that does not take the first gets the next one that it takes.
    """
    rolls_in_order: ClassVar[bool] = False
    """Whether what falls for the earliest dice may change which others are needed, so that they are drawn instant by instant."""
    rolls_dice: ClassVar[bool] = False
    """Whether its rules call for dice at any time, so that their seeds are committed to before anybody asks."""
    deals_cards: ClassVar[bool] = False
    """Whether its rules deal hidden cards from a deck whose orders follow from a secret text (``Gamestate.dealing``)."""
    hidden: ClassVar[frozenset[str]] = frozenset()
    """The names of what is hidden in a gamestate that people state, and in no output unless secrets are asked for."""
    keeps_ruleset: ClassVar[bool] = False
    """Whether its rules stand on a page of the tracker's own, so that a new config names no page that holds the ruleset."""
    finds_settings: ClassVar[bool] = False
    """Whether a setting that cannot be is always a finding of its fold, so that a file to replay need not be refused for it."""
    input_area: ClassVar[str] = ""
    """The wikitext below the regions of a page on which players act, as it is first made."""

    @property
    @abstractmethod
    def state_type(self) -> type[State]:
        """What the fold keeps: a dataclass, all the way down of types that JSON can hold."""

    @property
    def opening_note(self) -> str:
        """What else to fill in, for whoever corrects a drafted opening."""
        return "Leave out what you do not know."

    @property
    def config_examples(self) -> Mapping[str, Sequence[str]]:
        """What a config written for it shows as examples: SECTION or SECTION.OPTION -> lines; what is left out is as for any game."""
        return {}

    @property
    def config_switches(self) -> Mapping[str, str]:
        """The parameters that a new config sets otherwise than the rules do, with their values: what cannot be undone is given time."""
        return {}

    @property
    def sites(self) -> Mapping[str, Sites]:
        """The blogs whose layout it knows, by name: SECTION -> OPTION -> its value, and what of it is to be checked."""
        return {}

    @property
    def config_unused(self) -> frozenset[str]:
        """The sections of a config of which it makes no use."""
        return frozenset()

    @property
    def commands(self) -> Sequence[Command]:
        """What this game adds to the command line, under its slug; only what looks at the play needs an archive or a file of it."""
        return ()

    @property
    @abstractmethod
    def rules(self) -> RuleBook:
        """The functions that carry out clauses, each between its dates."""

    @abstractmethod
    def start(self) -> State:
        """The state before the first row."""

    def opening_draft(self, players: Sequence[Mapping[str, Any]]) -> Mapping[str, Any]:
        """What an opening of this game states besides its roster, as far as a list of players shows it; None is for people."""
        return {}

    def opening_problems(
        self, stated: Mapping[str, Any], beside: Mapping[str, Sequence[Any]], when: datetime = EPOCH
    ) -> Sequence[str]:
        """What is amiss in a gamestate that people state for an instant (``EPOCH``: not known), a sentence each.

        ``beside`` as in ``setting_problem``.
        """
        return ()

    def with_people(self, stated: Mapping[str, Any], id_of: Callable[[str], str]) -> Mapping[str, Any]:
        """A stated gamestate with each person by what ``id_of`` gives for the name that stands there."""
        return stated

    def value_with_people(self, said: Mapping[str, Any], id_of: Callable[[str], str]) -> Mapping[str, Any]:
        """What a correction sets (``pointer``, ``value``) with each person in it by what ``id_of`` gives for the name."""
        return said

    def groups(self, values: Mapping[str, Any]) -> Sequence[str]:
        """The players of a printed gamestate who are several people, and so no account, by the names of the groups."""
        return ()

    @abstractmethod
    def order(self, observation: Observation) -> tuple[Any, ...]:
        """The boundary class: what comes first among things of one instant."""

    @abstractmethod
    def step(self, state: State, step: Step, context: Context) -> None:
        """Take one row in."""

    def due_at(self, state: State) -> datetime | None:
        """The next instant at which a rule fires by itself; None where nothing does."""
        return None

    def fire(self, state: State, when: datetime, context: Context) -> None:
        """Let the rules due at that instant fire; a game whose ``due_at`` gives instants overrides this."""
        raise ValueError(f"nothing of {self.slug} fires by itself")

    @abstractmethod
    def view(self, state: State, as_of: datetime, seq: int, context: Context) -> Gamestate:
        """What holds at an instant; the state is not changed."""

    def setting_problem(self, name: str, value: Any, beside: Mapping[str, Sequence[Any]] | None = None) -> str:
        """Why a well-formed setting is of no use to this game, with the place in it; empty where it is sound.

        ``beside`` are all values that settings given along with it have at any instant, by their names; None: not known.
        """
        return ""

    def input_pages(self, name: str, value: Any) -> Sequence[str]:
        """The pages on which players act by writing, as a setting names them."""
        return ()

    def board(self, values: Mapping[str, Any], names: Mapping[str, str] | None = None) -> Board | None:
        """What is open by a printed gamestate; None where it has the names of BlogNomic's matters.

        ``names`` are how people are shown whom it names by ids.
        """
        return None

    def kind_and_state(self, matter: Mapping[str, Any]) -> tuple[str, str]:
        """What sort of matter a printed one is, and how it stands."""
        return matter["kind"], matter["state"]

    def is_about(self, slug: str, told: Finding | Question) -> bool:
        """Whether a finding's subject or a question's id names the matter of that slug, whatever messages it rests on."""
        if isinstance(told, Finding):
            return told.subject == slug
        return re.search(rf"(?<!\w){re.escape(slug)}(?!\w)", told.id) is not None

    def is_open(self, matter: Mapping[str, Any]) -> bool:
        """Whether a printed matter is still open to votes."""
        return matter["state"] == "Pending" and "valid" in matter

    def answers(self, gamestate: Gamestate) -> Mapping[str, PageAnswers]:
        """What to answer on the pages on which players act: title -> answers, and the newest revision that was heard."""
        return {}

    def said_in_chat(self, gamestate: Gamestate) -> ChatAnswers | None:
        """What the tracker may answer in the game's chat; None where the game is played in none, or has no words for it."""
        return None

    def amendments(self, gamestate: Gamestate) -> Mapping[str, Sequence[SpanAmendment]]:
        """Spans of pages that people own which the game's own rules let the tracker write: title -> amendments."""
        return {}

    def settle(self, state: State, as_of: datetime) -> list[SettledRecord]:
        """Take out of the live state what is settled for good as of that instant, and return it."""
        return []

    def trail(self, state: State, as_of: datetime, context: Context, name: str) -> Trail | None:
        """How each value of a player came about; None where nobody of that name has values."""
        return None

    def trail_names(self, state: State, as_of: datetime, context: Context) -> Sequence[str]:
        """Those of whose values there is a trail."""
        return ()

    def auditor(self) -> TableAuditor[State] | None:
        """What compares a table that people keep with its log, row by row; None where the game keeps none."""
        return None

    def kept(self, state: State, as_of: datetime, context: Context, observation: Observation) -> Mapping[str, Any]:
        """What of a row of the kinds ``keeps`` must not be lost with its words, as plain JSON values; it stays in the row when it is redacted.

        ``state`` is that of the row's instant, at which it was read.
        """
        return {}

    def kept_since(
        self, state: State, as_of: datetime, context: Context, observation: Observation
    ) -> Mapping[str, Any]:
        """What else of such a row must not be lost, which shows only later: ``state`` is that of now."""
        return {}

    def read(self, observation: Observation) -> Any:
        """The expensive reading of one observation, kept beside it in the archive; None where there is none."""
        return None

    def ruleset_read(self, state: State) -> tuple[KnownRules, RulesetShown | None]:
        """What the code knows of its ruleset page, and how that reads now (None before its first revision); raises UsageError without one."""
        raise UsageError(f"{self.title} follows no ruleset page", remedy="its rules are compared with nothing")

    @abstractmethod
    def pages(self, gamestate: Gamestate, names: Mapping[str, str]) -> Sequence[RegionDraft]:
        """The regions that should stand on the wiki; ``names`` is the catalogue of page titles from the config."""

    def pictures(self, gamestate: Gamestate, names: Mapping[str, str]) -> Sequence[Upload]:
        """The pictures that should be on the wiki, each under the title that ``names`` has for it, in the form that this title ends in.

        The same for the same gamestate; a picture without a title is not drawn, and the pages do without it.
        """
        return ()

    @abstractmethod
    def catalogue(self) -> Mapping[str, str]:
        """The pages this game writes: key -> default title; a title may hold ``{month}``."""

    @property
    def enacting(self) -> Enacting | None:
        """What enacting asks of a game whose matters change a ruleset page; None where matters change no page."""
        return None

    def precedence(
        self, gamestate: Gamestate, first: str, second: str, narrower: str, negative: str
    ) -> Mapping[str, Any]:
        """Two clauses side by side, as plain JSON values, and which goes first; raises UsageError for an unknown one.

        ``narrower`` and ``negative`` are what people say of their scope and sign ("": nobody has said anything).
        """
        raise UsageError(f"{self.title} has no order of precedence to show", remedy="read its rules")

    @cached_property
    def code_digest(self) -> str:
        """SHA-256 of the source and data files that the fold's outcome depends on: this game's, the mechanics' and the core's."""
        package = Path(__file__).parent.parent
        module = sys.modules[type(self).__module__].__file__
        own = Path(module).parent if module else package
        folders = (package / "core", package / "mechanics", own)
        files = sorted(
            path for folder in folders for path in folder.rglob("*") if path.suffix in {".lark", ".py", ".toml"}
        )
        digest = hashlib.sha256()
        for path in files:
            digest.update(path.name.encode() + b"\0" + path.read_bytes() + b"\0")
        return digest.hexdigest()
