"""Round 10 as the tracker plays it; what its fold and its pages need is imported when they are first asked for."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from datetime import datetime
from functools import cached_property
from typing import TYPE_CHECKING, Any

from tracker.core.chat_answers import ChatAnswers
from tracker.core.draft import RegionDraft
from tracker.core.fold import Context
from tracker.core.gamestate import UNDETERMINED, Gamestate
from tracker.core.instants import EPOCH
from tracker.core.ports import SettledRecord
from tracker.core.rule import RuleBook
from tracker.games.base import Board, Command
from tracker.games.chat_worlds import ChatGame, ComeAbout, Due
from tracker.mechanics.chat_dice import Awaited
from tracker.mechanics.chat_log import ChatMessage, Heard
from tracker.mechanics.chat_play import Moment
from tracker.mechanics.chat_readings import hidden_asked
from tracker.mechanics.law import Law as AnyLaw

from .codes import CODES
from .law import CLAUSES, PARAMETERS, POSTED_CLAUSE, Law
from .page_titles import CATALOGUE

if TYPE_CHECKING:
    from tracker.mechanics.announcements import Read

    from .state import State, World


class Round10(ChatGame["State", "World"]):
    """Round 10 of Infinite Nomic: secret bids on lots of cards, hands and their prizes, and ten Gold Stars to win."""

    slug = "round10"
    title = "Infinite Nomic, Round 10"
    clauses = CLAUSES
    parameters = PARAMETERS
    codes = CODES
    law = Law
    matters = "proposals"
    counted = ("status", "for", "against")
    rolls_dice = True
    status_pages = ("auction", "proposals", "abilities", "dice", "attention")
    channels = ("game-actions", "auctions", "proposals", "judge-elections", "general")
    voting_channels = ("proposals", "judge-elections", "game-actions")
    acting_channels = ("game-actions", "auctions", "proposals", "judge-elections")
    posted_clause = POSTED_CLAUSE
    whole_channels = ("proposals_channel", "elections_channel")

    @cached_property
    def state_type(self) -> type[State]:
        """What the fold keeps."""
        from .state import State

        return State

    @cached_property
    def commands(self) -> Sequence[Command]:
        """The hand calculator, and hashes for secret actions."""
        from .calculator import COMMANDS

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
            "Write what is known in place of each question mark (a player and a lot are written so: "
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

        return problems(stated, beside)

    def with_people(self, stated: Mapping[str, Any], id_of: Callable[[str], str]) -> Mapping[str, Any]:
        """A stated gamestate with people by their ids."""
        from .opening import with_people

        return with_people(stated, id_of)

    # --- the fold -----------------------------------------------------------------------------------------------------

    def opened(self, moment: Moment[World], opening: Mapping[str, Any]) -> None:
        """Let the gamestate be as people stated it."""
        from .opening import take

        take(moment, opening)

    def held(self, world: World) -> Mapping[str, Mapping[str, int]]:
        """The goods of everybody who ever played, and of the contracts."""
        from .holdings import CONTRACT

        contracts = {f"{CONTRACT}{name}": each.goods for name, each in world.contracts.items()}
        return {**{id: each.goods for id, each in world.players.items()}, **contracts}

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

        return kept_of(state, moment, message, text)

    def kept_of_answer(
        self, state: State, moment: Moment[World], message: ChatMessage, question: str, answer: str
    ) -> Mapping[str, Any]:
        """Likewise of an answer; what people say that a revealed text bids, or which hand it is, announces nothing."""
        from .redacting import kept_of_hidden

        part = hidden_asked(question)
        return kept_of_hidden(moment, part, answer) if part else self.kept_of(state, moment, message, answer)

    def law_changed(self, before: Moment[World], after: Moment[World]) -> None:
        """What has begun keeps its end where the calendar changes."""
        from .bidding import law_changed

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
        """What is claimed of a contract is decided, or in doubt, at once; so is a victory, on whatever brings it about (R10-147)."""
        from .contracts import claimed
        from .victory import due

        return claimed(moment) or due(moment)

    def dice_fell(self, moment: Moment[World]) -> None:
        """Make the lots that waited for dice."""
        from .lots import dice_fell

        dice_fell(moment)

    def dice_void(self, moment: Moment[World], key: str, asked: Awaited) -> None:
        """Let a lot that waited for dice never be."""
        from .lots import dice_void

        dice_void(moment, key, asked)

    def messages_go_first(self, law: AnyLaw) -> bool:
        """Boundaries come before messages of their very instant, unless it is ruled otherwise (CV2)."""
        return law.chooses("order_at_one_instant", "messages, then boundaries")

    def settings_of(self, state: State, world: World) -> Mapping[str, Any]:
        """Rulings that stand turn switches over, as settings do (section 0)."""
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
        """How the round stands, and what became of announcements."""
        from .chat_words import answers

        return answers(gamestate, self.title)

    def board(self, values: Mapping[str, Any], names: Mapping[str, str] | None = None) -> Board:
        """Who plays, the phase, the Judge, and the proposals that are open or wait for their voting period."""
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


GAME = Round10()
