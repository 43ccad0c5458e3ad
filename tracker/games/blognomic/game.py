"""BlogNomic as the tracker plays it; what its fold and its pages need is imported when they are first asked for.

A tick that finds nothing new folds nothing: it must not pay for the chapters of the ruleset.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from functools import cached_property
from typing import TYPE_CHECKING, Any

from tracker.core.change import SpanAmendment
from tracker.core.draft import RegionDraft
from tracker.core.fold import Context, Step
from tracker.core.gamestate import Gamestate
from tracker.core.observation import Observation
from tracker.core.ports import SettledRecord
from tracker.core.rule import RuleBook
from tracker.games.base import Game, PageAnswers, Sites

from .codes import CODES
from .dynasties.dynasty_files import page_of
from .law import CLAUSES, FOLDER, PARAMETERS
from .pages.gndt_page import INPUT_AREA
from .pages.page_titles import CATALOGUE

if TYPE_CHECKING:
    from tracker.core.table_audit import TableAuditor
    from tracker.core.trail import Trail
    from tracker.mechanics.enacting.enactment import Enacting
    from tracker.mechanics.ruleset.known_rules import KnownRules

    from .pages.board import Board
    from .ruleset.ruleset_page import RulesetShown
    from .state import State


class BlogNomic(Game["State"]):
    """Ruleset 170's core rules, special cases and appendix; its dynasties come on top."""

    slug = "blognomic"
    title = "BlogNomic"
    clauses = CLAUSES
    groundless = "STATUS_WITHOUT_GROUND"
    parameters = PARAMETERS
    codes = CODES
    input_area = INPUT_AREA
    keeps = frozenset({"post", "post_edited", "post_status", "comment", "comment_edited"})

    @cached_property
    def sites(self) -> Mapping[str, Sites]:
        """The real BlogNomic's blog and wiki."""
        return tomllib.loads((FOLDER / "sites.toml").read_text(encoding="utf-8"))

    @cached_property
    def state_type(self) -> type[State]:
        """What the fold keeps."""
        from .state import State

        return State

    @cached_property
    def rules(self) -> RuleBook:
        """The rules of all chapters and of the dynasties that the tracker brings along."""
        from .reducing import rules

        return rules()

    @cached_property
    def opening_note(self) -> str:
        """What to correct in the draft of an opening besides the list of players."""
        from .opening import NOTE

        return NOTE

    def opening_draft(self, players: Sequence[Mapping[str, Any]]) -> Mapping[str, Any]:
        """The emperor whom the list marks, and since when the dynasty lasts, which it does not show."""
        from .opening import draft

        return draft(players)

    # --- the fold: each step is looked up once ------------------------------------------------------------------------

    def start(self) -> State:
        """An empty blog."""
        return self.state_type()

    @cached_property
    def order(self) -> Callable[[Observation], tuple[Any, ...]]:
        """The boundary class of an observation."""
        from .reducing import order

        return order

    @cached_property
    def read(self) -> Callable[[Observation], Any]:
        """The expensive reading of an observation."""
        from .reducing import read

        return read

    @cached_property
    def step(self) -> Callable[[State, Step, Context], None]:
        """Take one row in."""
        from .reducing import step

        return step

    @cached_property
    def due_at(self) -> Callable[[State], datetime | None]:
        """The next instant at which something happens by itself."""
        from .reducing import due_at

        return due_at

    def fire(self, state: State, when: datetime, context: Context) -> None:
        """Let happen what is due at that instant."""
        from .reducing import fire

        fire(state, when, context)

    def view(self, state: State, as_of: datetime, seq: int, context: Context) -> Gamestate:
        """What holds at an instant."""
        from .reducing import view

        return view(state, as_of, seq, context, self.rules.carried_out())

    def settle(self, state: State, as_of: datetime) -> list[SettledRecord]:
        """Matters resolved long ago, and other posts as old, leave the live state."""
        from .settling import settle

        return settle(state, as_of)

    # --- redaction ----------------------------------------------------------------------------------------------------

    def kept(self, state: State, as_of: datetime, context: Context, observation: Observation) -> Mapping[str, Any]:
        """What stands for the words of a post, a comment or an admin's note, and what an address said."""
        from .redacting import kept_of

        return kept_of(state, as_of, context, observation)

    def kept_since(
        self, state: State, as_of: datetime, context: Context, observation: Observation
    ) -> Mapping[str, Any]:
        """Whom it names of all who ever played, and which changes of the ruleset page a matter explained."""
        from .redacting import kept_since

        return kept_since(state, as_of, context, observation)

    def ruleset_read(self, state: State) -> tuple[KnownRules, RulesetShown | None]:
        """What the code knows of the ruleset page, and how that reads now."""
        from .ruleset.rule_numbers import known_rules

        return known_rules(), state.ruleset

    # --- settings and pages -------------------------------------------------------------------------------------------

    def setting_problem(self, name: str, value: Any, beside: Mapping[str, Sequence[Any]] | None = None) -> str:
        """What is wrong with a dynasty file, by line."""
        if name != "dynasty" or not isinstance(value, str):
            return ""
        from .gndt.gndt import problem_of

        return problem_of(value)

    def input_pages(self, name: str, value: Any) -> Sequence[str]:
        """The page of the table of values."""
        title = page_of(value) if name == "dynasty" and isinstance(value, str) else ""
        return (title,) if title else ()

    def answers(self, gamestate: Gamestate) -> Mapping[str, PageAnswers]:
        """The answers to the lines of the table's log."""
        board: Board = gamestate.detail
        return board.answers

    def amendments(self, gamestate: Gamestate) -> Mapping[str, Sequence[SpanAmendment]]:
        """What makes the ruleset page tell the values that stand in its rules."""
        board: Board = gamestate.detail
        return board.amendments

    def trail(self, state: State, as_of: datetime, context: Context, name: str) -> Trail | None:
        """How each of a player's values in the running dynasty came about."""
        from .gndt.gndt_trail import trail_of

        return trail_of(state, as_of, context, name)

    def trail_names(self, state: State, as_of: datetime, context: Context) -> Sequence[str]:
        """Those of whose values there is a trail."""
        from .gndt.gndt_trail import names

        return names(state, as_of, context)

    def auditor(self) -> TableAuditor[State]:
        """What compares the table of values with its log."""
        from .gndt.gndt_audit import Auditor

        return Auditor()

    def pages(self, gamestate: Gamestate, names: Mapping[str, str]) -> Sequence[RegionDraft]:
        """Votable matters, evidence, roster, state of play and resolutions; players' values and dice."""
        from .pages.pages import drafts

        board: Board = gamestate.detail
        return drafts(board, names)

    @property
    def enacting(self) -> Enacting:
        """Cases, drafts, summaries and notes for whoever enacts."""
        from .enacting.enactments import ENACTING

        return ENACTING

    def precedence(
        self, gamestate: Gamestate, first: str, second: str, narrower: str, negative: str
    ) -> Mapping[str, Any]:
        """Two clauses or rules in the order of BN-261 to BN-265."""
        from .appendix.precedence import put_in_order

        board: Board = gamestate.detail
        return put_in_order(board.precedence, first, second, narrower, negative).record()

    def catalogue(self) -> Mapping[str, str]:
        """Page keys and their default titles."""
        return CATALOGUE


GAME = BlogNomic()
