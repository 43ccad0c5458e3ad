"""What a game gives the tracker: its clauses, numbers and rules, a reducer for the fold, and the pages that players read."""

from __future__ import annotations

import hashlib
import sys
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from datetime import datetime
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, Generic, TypeVar

from tracker.core.clause import ClauseIndex, Parameters
from tracker.core.draft import RegionDraft
from tracker.core.fold import Context, Step
from tracker.core.gamestate import Gamestate
from tracker.core.observation import Observation
from tracker.core.ports import SettledRecord
from tracker.core.rule import RuleBook
from tracker.errors import UsageError

if TYPE_CHECKING:
    from tracker.mechanics.enactment import Enacting

State = TypeVar("State")


class Game(ABC, Generic[State]):
    """One nomic. A game is stateless: every method is a pure function of its arguments.

    ``codes`` lists every code of a finding or refusal with its clause and one sentence (``tracker schema codes``).
    """

    slug: ClassVar[str]
    title: ClassVar[str]
    clauses: ClassVar[ClauseIndex]
    parameters: ClassVar[Parameters]
    rules: ClassVar[RuleBook]
    codes: ClassVar[Mapping[str, tuple[str, str]]]
    state_type: type[State]

    @abstractmethod
    def start(self) -> State:
        """The state before the first row."""

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

    def settle(self, state: State, as_of: datetime) -> list[SettledRecord]:
        """Take out of the live state what is settled for good as of that instant, and return it."""
        return []

    def read(self, observation: Observation) -> Any:
        """The expensive reading of one observation, kept beside it in the archive; None where there is none."""
        return None

    @abstractmethod
    def pages(self, gamestate: Gamestate, names: Mapping[str, str]) -> Sequence[RegionDraft]:
        """The regions that should stand on the wiki; ``names`` is the catalogue of page titles from the config."""

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
        files = sorted(path for folder in folders for path in folder.rglob("*") if path.suffix in {".py", ".toml"})
        digest = hashlib.sha256()
        for path in files:
            digest.update(path.name.encode() + b"\0" + path.read_bytes() + b"\0")
        return digest.hexdigest()
