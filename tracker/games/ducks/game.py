"""Ducks as the tracker plays it; what its fold and its pages need is imported when they are first asked for."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from datetime import datetime
from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar

from tracker.core.chat_answers import ChatAnswers
from tracker.core.draft import RegionDraft
from tracker.core.fold import Context
from tracker.core.gamestate import UNDETERMINED, Gamestate
from tracker.core.instants import EPOCH
from tracker.core.ports import SettledRecord, Upload
from tracker.core.rule import RuleBook
from tracker.core.trail import Trail
from tracker.games.base import Board, Command
from tracker.games.chat_worlds import ChatGame, ComeAbout, Due
from tracker.mechanics.chat_dice import Awaited
from tracker.mechanics.chat_log import ChatMessage, Heard
from tracker.mechanics.chat_play import Moment
from tracker.mechanics.law import Law as AnyLaw

from .codes import CODES
from .law import CLAUSES, PARAMETERS, POSTED_CLAUSE, Law
from .page_titles import CATALOGUE, PICTURE

if TYPE_CHECKING:
    from tracker.mechanics.announcements import Read

    from .state import State, World


class Ducks(ChatGame["State", "World"]):
    """The Ducks round of Infinite Nomic: players feed, name and send out their ducks, and may all lose to the Duck God."""

    slug = "ducks"
    title = "Infinite Nomic, Ducks"
    clauses = CLAUSES
    parameters = PARAMETERS
    codes = CODES
    law = Law
    matters = "proposals"
    counted = ("status", "for", "against")
    rolls_dice = True
    status_pages = ("ducks", "proposals", "abilities", "dice", "attention")
    picture_pages: ClassVar[Mapping[str, Sequence[str]]] = {PICTURE: ("svg",)}
    channels = ("game-actions", "proposals", "general")
    voting_channels = ("proposals", "game-actions")
    acting_channels = ("game-actions", "proposals")
    posted_clause = POSTED_CLAUSE

    @cached_property
    def state_type(self) -> type[State]:
        """What the fold keeps."""
        from .state import State

        return State

    @cached_property
    def commands(self) -> Sequence[Command]:
        """Checks of names of ducks and of Smoothies, before they are announced."""
        from .checkers import COMMANDS

        return COMMANDS

    @cached_property
    def rules(self) -> RuleBook:
        """The rules of all chapters."""
        from .reducing import rules

        return rules()

    def start(self) -> State:
        """A round that nobody has joined."""
        return self.state_type()

    @property
    def opening_note(self) -> str:
        """What to correct in the draft of an opening."""
        from .opening import FILLED_IN

        return (
            "Write what is known in place of each question mark (a player and a duck are written so: "
            f"{FILLED_IN}), take out the entries and fields of which there is none, and add others like them."
        )

    def opening_draft(self, players: Sequence[Mapping[str, Any]]) -> Mapping[str, Any]:
        """An example of everything that can be stated."""
        from .opening import EXAMPLE

        return EXAMPLE

    def opening_problems(
        self, stated: Mapping[str, Any], beside: Mapping[str, Sequence[Any]], when: datetime = EPOCH
    ) -> Sequence[str]:
        """What is amiss in a stated gamestate."""
        from .opening import problems

        return problems(stated, beside, when)

    def with_people(self, stated: Mapping[str, Any], id_of: Callable[[str], str]) -> Mapping[str, Any]:
        """A stated gamestate with people by their ids."""
        from .opening import with_people

        return with_people(stated, id_of)

    # --- the fold -----------------------------------------------------------------------------------------------------

    def opened(self, moment: Moment[World], opening: Mapping[str, Any]) -> None:
        """Let the gamestate be as people stated it."""
        from .reducing import opened

        opened(moment, opening)

    def held(self, world: World) -> Mapping[str, Mapping[str, int]]:
        """What players, ducks and divine beings hold."""
        from .holdings import held_by_all

        return held_by_all(world)

    def verdict(self, world: World, message: str) -> str | None:
        """What became of the proposal of a message."""
        proposal = world.proposals.get(message)
        return None if proposal is None else proposal.status if proposal.is_closed else ""

    def heard(self, moment: Moment[World], heard: Heard, readings: Any) -> Iterable[ComeAbout[World]]:
        """What a chat row brings about in a world."""
        from .reducing import heard as brought

        return brought(moment, heard)

    def chatter_edited(self, moment: Moment[World], message: ChatMessage, text: str) -> None:
        """Talk that was edited into an announcement announces nothing."""
        from .reducing import chatter_edited

        chatter_edited(moment, message, text)

    def actions_in(self, moment: Moment[World], text: str) -> Sequence[Read]:
        """The actions that a text announces."""
        from .reading import said_in

        return said_in(moment, text)

    def kept_of(self, state: State, moment: Moment[World], message: ChatMessage, text: str) -> Mapping[str, Any]:
        """What stays of a text when its words are redacted."""
        from .redacting import kept_of

        return kept_of(moment, message, text)

    def law_changed(self, before: Moment[World], after: Moment[World]) -> None:
        """What has begun keeps its end where the calendar changes."""
        from .periods import law_changed

        law_changed(before, after)

    def next_due(self, moment: Moment[World]) -> Due[World] | None:
        """The first thing that is due at this instant."""
        from .reducing import next_due

        return next_due(moment)

    def next_instant(self, moment: Moment[World]) -> datetime | None:
        """The first later instant at which something may happen by itself."""
        from .reducing import next_instants

        return min((when for when in next_instants(moment) if when > moment.when), default=None)

    def dice_fell(self, moment: Moment[World]) -> None:
        """Go on with what waited for dice."""
        from .reducing import dice_fell

        dice_fell(moment)

    def dice_called(self, moment: Moment[World], keys: Collection[str]) -> None:
        """Look again at what waits for dice since people decided: what it was about may be gone."""
        from .reducing import dice_called

        dice_called(moment, keys)

    def answered(self, moment: Moment[World], question: str) -> None:
        """What a proposal changes is uncertain where names mean others than when it was adopted."""
        from .effects import look_at_names

        look_at_names(moment, question)

    def dice_void(self, moment: Moment[World], key: str, asked: Awaited) -> None:
        """Let what waited for dice come to nothing."""
        from .reducing import dice_void

        dice_void(moment, key, asked)

    def messages_go_first(self, law: AnyLaw) -> bool:
        """Boundaries come before messages of their very instant, unless it is ruled otherwise (DUCK-002)."""
        return law.chooses("order_at_one_instant", "messages, then boundaries")

    def settings_of(self, state: State, world: World) -> Mapping[str, Any]:
        """Rulings that stand turn switches over, as settings do."""
        from .judges import switches

        turned = switches(world) if world.bench.rulings else {}
        return {**state.settings, **turned} if turned else state.settings

    def people(self, world: World) -> Collection[str]:
        """Whoever plays or holds anything, or did."""
        return world.players

    def setting_problem(self, name: str, value: Any, beside: Mapping[str, Sequence[Any]] | None = None) -> str:
        """Why a well-formed setting cannot be used."""
        from .setting_problems import problem

        return problem(name, value, beside)

    def settle(self, state: State, as_of: datetime) -> list[SettledRecord]:
        """What can matter no more leaves the live state."""
        from .settling import settle

        return settle(state, self.law(as_of, state.settings, state.page_values))

    def trail(self, state: State, as_of: datetime, context: Context, name: str) -> Trail | None:
        """How what a player or a duck holds came about, and a duck's name, owner, pond and colour, in whichever world."""
        from tracker.games.chat_trail import holder_named, trail_of

        from .holdings import ducks_named
        from .marks import marks, marks_of

        holder = holder_named(name, self.trail_names(state, as_of, context), state)
        found = ducks_named(state.worlds, name) if not holder else []
        holder = found[0] if len(found) == 1 else holder
        worlds = self.shown(state)
        held = [{**marks_of(world, holder), **self.held(world).get(holder, {})} for world in worlds]
        return trail_of(worlds, state, context.settled, holder, held, as_of, marks) if holder else None

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

    def pictures(self, gamestate: Gamestate, names: Mapping[str, str]) -> Sequence[Upload]:
        """The picture of the family tree."""
        from .pages import pictures

        return pictures(gamestate, names)

    def said_in_chat(self, gamestate: Gamestate) -> ChatAnswers:
        """How the round stands, and what became of announcements."""
        from .chat_words import answers

        return answers(gamestate, self.title)

    def board(self, values: Mapping[str, Any], names: Mapping[str, str] | None = None) -> Board:
        """Who plays, how near the round is to being lost, the titles, and the proposals that are open or wait for their period."""
        from .summary import board_of

        return board_of(values, names or {})

    def kind_and_state(self, matter: Mapping[str, Any]) -> tuple[str, str]:
        """Its class, and its status."""
        return f"{matter['class']} proposal", matter["status"]

    def is_open(self, matter: Mapping[str, Any]) -> bool:
        """Whether a proposal is not decided yet."""
        return matter["status"] in ("voting-pending", "voting", UNDETERMINED)

    def catalogue(self) -> Mapping[str, str]:
        """Page keys and their default titles."""
        return CATALOGUE


GAME = Ducks()
