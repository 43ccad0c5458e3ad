"""Nomicoup as the tracker plays it; what its fold and its pages need is imported when they are first asked for."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from datetime import datetime
from functools import cached_property
from typing import TYPE_CHECKING, Any

from tracker.core.chat_answers import ChatAnswers
from tracker.core.draft import RegionDraft
from tracker.core.fold import Context, Step
from tracker.core.gamestate import UNDETERMINED, Finding, Gamestate, Question
from tracker.core.instants import EPOCH
from tracker.core.ports import SettledRecord
from tracker.core.rule import RuleBook
from tracker.games.base import Board
from tracker.games.chat_worlds import ChatGame, ComeAbout, Due
from tracker.mechanics.chat_dice import Awaited
from tracker.mechanics.chat_log import ChatMessage, Heard
from tracker.mechanics.chat_play import Moment

from .codes import CODES
from .law import CLAUSES, HIDDEN, PARAMETERS, Law
from .page_titles import CATALOGUE

if TYPE_CHECKING:
    from tracker.mechanics.announcements import Read

    from .state import State, World


class Nomicoup(ChatGame["State", "World"]):
    """A rule tree that propositions change, joined to an endless game of Coup with a secret deck."""

    slug = "nomicoup"
    title = "Nomicoup"
    clauses = CLAUSES
    parameters = PARAMETERS
    codes = CODES
    law = Law
    worked_out = ("treasury",)
    matters = "propositions"
    counted = ("status", "up", "right", "down", "majority")
    rolls_dice = True
    deals_cards = True
    keeps_ruleset = True
    status_pages = ("game", "propositions", "abilities", "deck", "attention")
    hidden = HIDDEN
    channels = ("general", "propositions")
    voting_channels = ("propositions",)
    acting_channels = ("general", "propositions")
    posted_clause = "COUP-023"
    whole_channels = ("propositions_channel",)

    @cached_property
    def state_type(self) -> type[State]:
        """What the fold keeps."""
        from .state import State

        return State

    @cached_property
    def rules(self) -> RuleBook:
        """The rules of all chapters."""
        from .reducing import rules

        return rules()

    @property
    def config_switches(self) -> Mapping[str, str]:
        """Hours in which a win can be taken back before every card is published."""
        return {"deck_opening_hours": "24"}

    def start(self) -> State:
        """A game that nobody has entered."""
        return self.state_type()

    @property
    def opening_note(self) -> str:
        """What to correct in the draft of an opening."""
        from .opening import FILLED_IN

        return (
            f"Write what is known in place of each question mark (a player is written so: {FILLED_IN}), take out the entries and fields of"
            " which there is none, and add others like them. Hands and the deck are secret: keep the file to yourself."
        )

    def opening_draft(self, players: Sequence[Mapping[str, Any]]) -> Mapping[str, Any]:
        """An example of what can be stated."""
        from .opening import EXAMPLE

        return EXAMPLE

    def opening_problems(
        self, stated: Mapping[str, Any], beside: Mapping[str, Sequence[Any]], when: datetime = EPOCH
    ) -> Sequence[str]:
        """What is amiss in a stated gamestate."""
        from .opening import problems

        return problems(stated, beside, when)

    def setting_problem(self, name: str, value: Any, beside: Mapping[str, Sequence[Any]] | None = None) -> str:
        """Why a well-formed setting cannot be used."""
        from .setting_problems import problem

        return problem(name, value, beside)

    def with_people(self, stated: Mapping[str, Any], id_of: Callable[[str], str]) -> Mapping[str, Any]:
        """A stated gamestate with people by their ids."""
        from .opening import with_people

        return with_people(stated, id_of)

    def groups(self, values: Mapping[str, Any]) -> Sequence[str]:
        """The players who have members."""
        players = values["players"]
        return [id for id, each in players.items() if each["members"]] if isinstance(players, Mapping) else []

    # --- the fold -----------------------------------------------------------------------------------------------------

    def step(self, state: State, step: Step, context: Context) -> None:
        """Take one row in; a shuffle lets what waited for it go on, and a decision may say who won."""
        from . import reducing, secrets

        super().step(state, step, context)
        observation, kind = step.observation, step.observation.kind
        if kind == "decision" and step.is_certain:
            self._in_every_world(state, step, context, lambda moment: reducing.decided(moment, observation))
        elif secrets.take(state, step, self._game_id(state, step)):
            self._in_every_world(state, step, context, reducing.cards_came)

    def _game_id(self, state: State, step: Step) -> str:
        from .general import game_id

        return game_id(self.moment(state, state.worlds[0], step.when, {}))

    def _in_every_world(
        self, state: State, step: Step, context: Context, happen: Callable[[Moment[World]], None]
    ) -> None:
        for world in state.worlds:
            happen(self.moment(state, world, step.when, context.decisions, step.row.id))
        self._changed(state, step.when, context, step.row.id)

    def opened(self, moment: Moment[World], opening: Mapping[str, Any]) -> None:
        """Let the gamestate be as people stated it."""
        from .reducing import opened

        opened(moment, opening)

    def held(self, world: World) -> Mapping[str, Mapping[str, int]]:
        """The credits of everybody who ever played."""
        return {id: {"credits": each.credits} for id, each in world.players.items()}

    def verdict(self, world: World, message: str) -> str | None:
        """What became of the proposition of a message."""
        proposition = world.propositions.get(world.proposed_in.get(message, 0))
        return None if proposition is None else proposition.status if proposition.is_closed else ""

    def heard(self, moment: Moment[World], heard: Heard, readings: Any) -> Iterable[ComeAbout[World]]:
        """What a chat row brings about in a world."""
        from .reducing import heard as brought

        return brought(moment, heard)

    def chatter_edited(self, moment: Moment[World], message: ChatMessage, text: str) -> None:
        """Talk that was edited into an announcement announces nothing."""
        from .reducing import chatter_edited

        chatter_edited(moment, message, text)

    def actions_in(self, moment: Moment[World], text: str) -> Sequence[Read]:
        """The announcements of a text."""
        from .reading import said_in

        return said_in(moment, text)

    def kept_of(self, state: State, moment: Moment[World], message: ChatMessage, text: str) -> Mapping[str, Any]:
        """What stays of a text when its words are redacted."""
        from .redacting import kept_of

        return kept_of(moment, message, text)

    def law_changed(self, before: Moment[World], after: Moment[World]) -> None:
        """Cards of new characters go into the deck; what runs keeps its end, unless it is ruled otherwise."""
        from .reducing import law_changed

        law_changed(after)

    def next_due(self, moment: Moment[World]) -> Due[World] | None:
        """The first thing that is due at this instant."""
        from .reducing import next_due

        return next_due(moment)

    def consequence(self, moment: Moment[World]) -> Due[World] | None:
        """Votes to which something happened are counted."""
        from .reducing import consequence

        return consequence(moment)

    def next_instant(self, moment: Moment[World]) -> datetime | None:
        """The first later instant at which something may happen by itself."""
        from .reducing import next_instants

        return min((when for when in next_instants(moment) if when > moment.when), default=None)

    def dice_fell(self, moment: Moment[World]) -> None:
        """Let Judges be chosen whose dice fell."""
        from .clarifications import choose_judges

        choose_judges(moment)

    def dice_void(self, moment: Moment[World], key: str, asked: Awaited) -> None:
        """Let another die choose the Judge where one can never be drawn."""
        from .clarifications import choose_judges

        choose_judges(moment)

    def sealed(self, state: State) -> Mapping[str, str]:
        """Questions whose answers cannot be changed any more: also of shuffles in whose place others were drawn, and of published wins."""
        from . import secrets, winning

        return {**super().sealed(state), **secrets.sealed(state), **winning.sealed(state)}

    def people(self, world: World) -> Collection[str]:
        """Whoever plays or did, and the members of groups."""
        members = (member for player in world.players.values() for member in player.members)
        return {*world.players, *members}

    def settle(self, state: State, as_of: datetime) -> list[SettledRecord]:
        """What can matter no more leaves the live state."""
        from .settling import settle

        return settle(state, self.law(as_of, state.settings, state.page_values))

    def unknown(self, moment: Moment[World], since: datetime) -> World:
        """A world in which everything is otherwise that may have changed since an instant."""
        from .unknown import unknown

        return unknown(moment, since)

    # --- what is shown ------------------------------------------------------------------------------------------------

    def view(self, state: State, as_of: datetime, seq: int, context: Context) -> Gamestate:
        """What holds at an instant."""
        from .view import view_at

        return view_at(self, self.up_to(state, as_of, context), as_of, seq, context)

    def pages(self, gamestate: Gamestate, names: Mapping[str, str]) -> Sequence[RegionDraft]:
        """The regions that should stand on the wiki."""
        from .pages import drafts

        return drafts(gamestate, names)

    def said_in_chat(self, gamestate: Gamestate) -> ChatAnswers:
        """How the game stands, and what became of announcements."""
        from .chat_words import answers

        return answers(gamestate, self.title)

    def board(self, values: Mapping[str, Any], names: Mapping[str, str] | None = None) -> Board:
        """Whose turn it is until when, what everybody has, what is pending, and the propositions that are voted on."""
        from .summary import board_of

        return board_of(values, names or {})

    def precedence(
        self, gamestate: Gamestate, first: str, second: str, narrower: str, negative: str
    ) -> Mapping[str, Any]:
        """Two rules in the order of COUP-098: neither scope nor sign matters to it."""
        from .precedence import put_in_order

        return put_in_order(gamestate.values["rules"], first, second)

    def kind_and_state(self, matter: Mapping[str, Any]) -> tuple[str, str]:
        """A proposition, and its status."""
        return "proposition", matter["status"]

    def is_about(self, slug: str, told: Finding | Question) -> bool:
        """Whether a question names a proposition by its number; a finding's subject is a rule."""
        return isinstance(told, Question) and f"{told.id}:".startswith((f"proposition:{slug}:", f"done:{slug}:"))

    def is_open(self, matter: Mapping[str, Any]) -> bool:
        """Whether a proposition is voted on."""
        return matter["status"] in ("active", UNDETERMINED)

    def catalogue(self) -> Mapping[str, str]:
        """Page keys and their default titles."""
        return CATALOGUE


GAME = Nomicoup()
