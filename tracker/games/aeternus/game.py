"""Aeternus as the tracker plays it; what its fold and its pages need is imported when they are first asked for."""

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
from tracker.games.base import Board, Command
from tracker.games.chat_worlds import ChatGame, ComeAbout, Due
from tracker.mechanics.chat_dice import Awaited, roll_requests
from tracker.mechanics.chat_log import ChatMessage, Heard
from tracker.mechanics.chat_play import Moment
from tracker.mechanics.law import Law as AnyLaw

from .codes import CODES
from .law import CLAUSES, FRAMES, PARAMETERS, POSTED_CLAUSE, Law
from .page_titles import CATALOGUE, PICTURE

if TYPE_CHECKING:
    from tracker.mechanics.announcements import Read

    from .state import State, World


class Aeternus(ChatGame["State", "World"]):
    """The Aeternus cycle of Infinite Nomic: players explore an infinite map, fish and build, and factions strive for influence."""

    slug = "aeternus"
    title = "Infinite Nomic, Aeternus"
    clauses = CLAUSES
    parameters = PARAMETERS
    codes = CODES
    law = Law
    matters = "proposals"
    counted = ("status", "for", "against")
    rolls_dice = True
    rolls_in_order = True
    status_pages = ("map", "players", "factions", "abilities", "odds", "proposals", "dice", "attention")
    picture_pages: ClassVar[Mapping[str, Sequence[str]]] = {PICTURE: ("svg", "png")}
    channels = ("game-actions", "trades", "proposals", "request-for-justice", "judge-elections", "general")
    voting_channels = ("proposals", "judge-elections", "game-actions", "request-for-justice")
    acting_channels = ("game-actions", "trades", "proposals", "request-for-justice", "judge-elections")
    posted_clause = POSTED_CLAUSE
    frames = FRAMES
    whole_channels = ("proposals_channel", "elections_channel")

    @cached_property
    def state_type(self) -> type[State]:
        """What the fold keeps."""
        from .state import State

        return State

    @cached_property
    def commands(self) -> Sequence[Command]:
        """What dice give."""
        from .checkers import COMMANDS

        return COMMANDS

    @cached_property
    def rules(self) -> RuleBook:
        """The rules of all chapters."""
        from .reducing import rules

        return rules()

    def start(self) -> State:
        """A cycle that nobody has joined."""
        return self.state_type()

    @property
    def opening_note(self) -> str:
        """What to correct in the draft of an opening."""
        from .opening import FILLED_IN

        return (
            "Write what is known in place of each question mark (a player and a hex are written so: "
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
        """The goods of everybody who ever played."""
        return {id: each.goods for id, each in world.players.items()}

    def verdict(self, world: World, message: str) -> str | None:
        """What became of the proposal of a message."""
        proposal = world.proposals.get(message)
        return None if proposal is None else proposal.status if proposal.is_closed else ""

    def heard(self, moment: Moment[World], heard: Heard, readings: Any) -> Iterable[ComeAbout[World]]:
        """What a chat row brings about in a world."""
        from .reducing import heard as brought

        return brought(moment, heard)

    def actions_in(self, moment: Moment[World], text: str) -> Sequence[Read]:
        """The actions that a text announces."""
        from .reading import said_in

        return said_in(moment, text)

    def kept_of(self, state: State, moment: Moment[World], message: ChatMessage, text: str) -> Mapping[str, Any]:
        """What stays of a text when its words are redacted."""
        from .redacting import kept_of

        return kept_of(moment, message, text)

    def law_changed(self, before: Moment[World], after: Moment[World]) -> None:
        """What has begun keeps its end where the calendar changes; offers lapse by the law since."""
        from .reducing import law_changed

        law_changed(before, after)

    def next_due(self, moment: Moment[World]) -> Due[World] | None:
        """The first thing that is due at this instant."""
        from .reducing import next_due

        return next_due(moment)

    def next_instant(self, moment: Moment[World]) -> datetime | None:
        """The first later instant at which something may happen by itself."""
        from .reducing import next_instants

        return min((when for when in next_instants(moment) if when > moment.when), default=None)

    def consequence(self, moment: Moment[World]) -> Due[World] | None:
        """What follows on whatever a setting or an opening changes."""
        from .reducing import consequence

        return consequence(moment)

    def dice_fell(self, moment: Moment[World]) -> None:
        """Go on with what waited for dice."""
        from .reducing import dice_fell

        dice_fell(moment)

    def dice_called(self, moment: Moment[World], keys: Collection[str]) -> None:
        """Look again at what waits for dice since people decided: nothing may come of it any more."""
        from .reducing import dice_called

        dice_called(moment, keys)

    def answered(self, moment: Moment[World], question: str) -> None:
        """What a proposal changes is uncertain where names mean others than when it took effect."""
        from .effects import look_at_names

        look_at_names(moment, question)

    def dice_void(self, moment: Moment[World], key: str, asked: Awaited) -> None:
        """Let what waited for dice come to nothing."""
        from .reducing import dice_void

        dice_void(moment, asked)

    def requests(self, state: State) -> tuple[Any, ...]:
        """Dice of a matter that lapsed for want of them are asked for, too: as the tracker's own they fall as of its announcement."""
        awaited = super().requests(state)
        lapsed = {key: each for world in state.worlds for key, each in world.lapsed.items() if key not in state.lost}
        return tuple({each.key: each for each in (*roll_requests(lapsed), *awaited)}.values())

    def messages_go_first(self, law: AnyLaw) -> bool:
        """Boundaries come before messages of their very instant, unless it is ruled otherwise (CV2)."""
        return law.chooses("order_at_one_instant", "messages, then boundaries")

    def settings_of(self, state: State, world: World) -> Mapping[str, Any]:
        """Rulings that stand turn switches over, as settings do."""
        from .judges import switches

        turned = switches(world) if world.bench.rulings else {}
        return {**state.settings, **turned} if turned else state.settings

    def people(self, world: World) -> Collection[str]:
        """Whoever plays, or did."""
        return world.players

    def setting_problem(self, name: str, value: Any, beside: Mapping[str, Sequence[Any]] | None = None) -> str:
        """Why a well-formed setting cannot be used."""
        from .setting_problems import problem

        return problem(name, value, beside)

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

    def pictures(self, gamestate: Gamestate, names: Mapping[str, str]) -> Sequence[Upload]:
        """The picture of the map."""
        from .pages import pictures

        return pictures(gamestate, names)

    def said_in_chat(self, gamestate: Gamestate) -> ChatAnswers:
        """How the cycle stands, and what became of announcements."""
        from .chat_words import answers

        return answers(gamestate, self.title)

    def board(self, values: Mapping[str, Any], names: Mapping[str, str] | None = None) -> Board:
        """Who plays, how large the world is, the phase, the factions by influence, the Judge, and the open proposals."""
        from .summary import board_of

        return board_of(values, names or {})

    def kind_and_state(self, matter: Mapping[str, Any]) -> tuple[str, str]:
        """Its class, and its status."""
        return f"{matter['class']} proposal", matter["status"]

    def is_open(self, matter: Mapping[str, Any]) -> bool:
        """Whether a proposal is not decided yet."""
        return matter["status"] in ("waiting", "open", UNDETERMINED)

    def catalogue(self) -> Mapping[str, str]:
        """Page keys and their default titles."""
        return CATALOGUE


GAME = Aeternus()
