"""What a chat game gives: what rows ask for, what carries that out, what happens by itself; and the law of an instant."""

from __future__ import annotations

import re
from abc import abstractmethod
from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar, Generic, TypeVar

from tracker.core.fold import Decision
from tracker.core.gamestate import Dealing, Fact
from tracker.core.observation import Observation
from tracker.games.base import Board, Game
from tracker.mechanics.chat.bare_words import bare_line, masked
from tracker.mechanics.chat.rows import Act, Asked, Boundary, Message, Open, Row
from tracker.mechanics.chat.world import World
from tracker.mechanics.law import Law
from tracker.mechanics.ruleset.rule_doubts import marked
from tracker.mechanics.state import people as state_people
from tracker.mechanics.state.drafting import drafted

from .state import ChatState

if TYPE_CHECKING:
    from tracker.mechanics.chat_people import People
    from tracker.mechanics.chat_ruleset import ChatRuleset

W = TypeVar("W", bound=World)
OPEN = frozenset({"waiting", "open"})
"""How a proposal stands that is not decided yet."""


class ChatNomic(Game[ChatState[Any]], Generic[W]):
    """A nomic played in chat, by what is its own. It is stateless; what it carries out it does to the world that it is given."""

    ruleset_title: ClassVar[str] = "Ruleset"
    """Default title of the page into which the clauses' links point."""
    matters = "proposals"
    counted: ClassVar[Sequence[str]] = ("status", "for", "against")
    law: ClassVar[type[Law]]
    world: ClassVar[type[World]]
    finds_settings: ClassVar[bool] = True
    keeps: ClassVar[frozenset[str]] = frozenset({"message", "message_edited"})
    frames: ClassVar[Sequence[str]] = ()
    """The texts of rules on the ruleset page that only hold others together: no clause stands in them, and they are not new."""
    board_columns: ClassVar[tuple[str, ...]] = ("class", "for", "against", "status")
    """What of an open proposal stands in the table on a terminal."""
    own_codes: ClassVar[Mapping[str, str]] = {}
    """What the game's checklist calls a chapter's code."""
    told_places: ClassVar[frozenset[str]] = frozenset({"players", "proposals", "thumbs", "judge"})
    """The fields of the gamestate of whose values it is told how they came about."""
    acts: ClassVar[Mapping[str, Callable[..., None]]]
    """What carries out each kind of act: a function of the world, of the message where there is one, and of the act's fields."""
    heeded: ClassVar[re.Pattern[str]] = re.compile("true|false|proposal|class|urgent|standard|normal", re.IGNORECASE)
    """The words of free text that the rules heed: they stay where the text is redacted."""
    asked_under: ClassVar[str]
    """The clause under which an announcement that cannot be read has no effect."""

    # --- what the game itself gives -----------------------------------------------------------------------------------

    @abstractmethod
    def heard(self, world: W, row: Row) -> Iterable[Act | Asked]:
        """What a row of the chat asks for, in order: each is looked for when the one before is done."""

    @abstractmethod
    def boundaries(self, world: W) -> Iterable[Boundary]:
        """What happens by itself, each with the next instant at which it does."""

    @abstractmethod
    def is_over(self, world: W) -> bool:
        """Whether the game is over, so that nothing happens by itself any more."""

    def follow(self, world: W) -> None:
        """Let follow what follows at once, whatever just happened, such as a victory."""

    def open_matters(self, world: W) -> Iterable[Open]:
        """What stands open in the gamestate, each to go on as soon as its dice fell."""
        return ()

    def come_to_nothing(self, matter: Act) -> Act | None:
        """What ends something that stands open in the gamestate, since people decided that its dice will not be drawn."""
        return None

    def faults(self, world: W) -> Iterable[str]:
        """What cannot be in a gamestate that people state, besides what its description tells, a sentence each."""
        return ()

    def shown_by_bot(self, state: ChatState[W], message: Message) -> None:
        """Take in what a bot wrote in the chat, such as dice that it rolled for somebody."""

    def overheard(self, state: ChatState[W], message: Message) -> None:
        """Remember what matters of a message although it may announce nothing, such as one on which people will vote."""

    def overheard_in(self, text: str) -> str:
        """What stays of a redacted text for the rules although it announces nothing, such as what a vote on it means; "": nothing."""
        return ""

    def clause_of_asked(self, asked: Act | Asked) -> str:
        """The clause under which something that is not clear has no effect."""
        return self.asked_under

    def bare_line(self, line: str) -> str:
        """What stays of a canonical line that is redacted."""
        return bare_line(line, self.without_words)

    def without_words(self, text: str) -> str:
        """What stays of free text that is redacted: it has to be read alike."""
        return masked(self.heeded, text)

    def verdict(self, world: W, matter: str) -> str | None:
        """What became of a proposal: "" while it is open; None where it is none."""
        proposal = getattr(world, self.matters, {}).get(matter)
        return None if proposal is None else proposal.verdict

    def worked_out(self, world: W) -> Mapping[str, Any]:
        """What is printed beside the gamestate and follows from it."""
        return {}

    def completed(self, world: W, values: dict[str, Any]) -> dict[str, Any]:
        """The printed gamestate with what follows from it within its parts."""
        return values

    def hidden_in(self, world: W) -> frozenset[str]:
        """The names of what is hidden in the gamestate now, wherever they stand; elsewhere they are printed."""
        return self.hidden

    def dealing(self, world: W, people: People) -> Dealing | None:
        """What a game with hidden cards asks of whoever keeps its secret text."""
        return None

    def sealed(self, state: ChatState[W]) -> Mapping[str, str]:
        """The questions whose answers cannot be changed any more, each with why."""
        return {}

    def people(self, world: W) -> Iterable[str]:
        """The ids of all who have a place in the world."""
        return getattr(world, "players", {})

    def people_playing(self, world: W) -> Iterable[tuple[str, bool]]:
        """All who have a place in the world, each with whether they play now."""
        return [(id, getattr(player, "player", True)) for id, player in getattr(world, "players", {}).items()]

    def carry_out(self, world: W, act: Act) -> None:
        """Do what an act asks for. Raises Refused, and Needed where it lacks dice."""
        given = {"message": act.message} if act.message is not None else {}
        self.acts[act.kind](world, **given, **act.fields)

    # --- the law ------------------------------------------------------------------------------------------------------

    def law_at(self, state: ChatState[W], when: datetime) -> Law:
        """The numbers, words and switches in force: those that people set in the gamestate come before all others."""
        numbers = state.world.numbers
        return self.law(when, {**state.settings, **numbers} if numbers else state.settings, state.page_values)

    @cached_property
    def ruleset(self) -> ChatRuleset:
        """How the game follows its ruleset page, which the parameter ``ruleset_page`` names."""
        from tracker.mechanics.chat_ruleset import ChatRuleset  # late: most ticks see no revision

        return ChatRuleset(self.clauses, self.law.book, self.setting_problem, self.frames)

    def read(self, observation: Observation) -> Any:
        """The passages of a revision of the ruleset page."""
        return self.ruleset.read(observation.payload) if observation.kind == "page_revision" else None

    def clauses_in_doubt(self, state: ChatState[W], decisions: Mapping[str, Decision]) -> Mapping[str, datetime]:
        """Clause -> since when its rule reads otherwise than the code carries it out: facts that lean on it are unverified (law 7)."""
        return self.ruleset.doubts(state, decisions).clauses() if state.ruleset else {}

    def marked(self, state: ChatState[W], decisions: Mapping[str, Decision], facts: Iterable[Fact]) -> tuple[Fact, ...]:
        """The facts, those unverified that lean on a clause in doubt, or whose thing was written by one."""
        written = state.in_doubt.clauses
        # Had the game not ended, everything would have gone on.
        ended = written.get("winner", ()) if self.is_over(state.world) else ()
        told = (
            replace(fact, leaned_on=fact.leaned_on.union(ended, written.get("/".join(fact.name.split(".")[:2]), ())))
            for fact in facts
        )
        return tuple(marked(self.clauses_in_doubt(state, decisions), told))

    @property
    def first_clause(self) -> str:
        """The clause that stands for the ruleset as a whole."""
        return next(iter(self.clauses))

    # --- what is shown and kept -----------------------------------------------------------------------------------------

    def facts(self, world: W) -> Iterator[Fact]:
        """The facts of what is worked out, each with what it leans on; those of values that changed are told without it."""
        return iter(())

    def stated(self, opening: Mapping[str, Any]) -> Mapping[str, Any]:
        """An opening as the gamestate is described, where its documented form has more ways to say a thing."""
        return opening

    def forget(self, world: W, limit: datetime) -> None:
        """Let things leave the gamestate that were over before an instant."""

    def followed(self, world: W) -> Container[str]:
        """The messages of which the rules say themselves what a change of them does."""
        return ()

    def cited(self, world: W) -> Iterable[str]:
        """The messages that something open still hangs on, however old they are."""
        return ()

    # --- a config of its own ------------------------------------------------------------------------------------------

    @property
    def config_examples(self) -> Mapping[str, Sequence[str]]:
        """Its own channels and pages, and people such as it may have."""
        page, title = self.status_pages[0], self.catalogue()[self.status_pages[0]]
        return {
            "discord.channels": self.channels,
            "discord.voting_channels": self.voting_channels,
            "dice.operators": ("Ben",),
            "pages": (f"{page} = {title}",),
            "headings": (f"{page} = {title.rpartition('/')[2]}",),
            "switches": ("admins = Ana",),
            **{f"switches.{name}": (self.parameters[name].description,) for name in self.config_switches},
            "identities": ("Ana = discord:123456789012345678, wiki:Ana", "Ben = discord:234567890123456789"),
            "nomic": (f"[nomic:{self.slug}]", "discord.guild = 123456789012345678"),
        }

    @property
    def config_unused(self) -> frozenset[str]:
        """The sections about blogs, and about what is edited on a page."""
        return frozenset({"blog", "expressionengine", "wordpress", "aliases", "enact", "dynasty"})

    # --- what people state --------------------------------------------------------------------------------------------

    @property
    def opening_note(self) -> str:
        """What to correct in the draft of an opening."""
        return (
            "Write what is known in place of each question mark, take out the entries and fields of which there is none, and add others"
            " like them; what is left out is as at the beginning."
        )

    def opening_draft(self, players: Sequence[Mapping[str, Any]]) -> Mapping[str, Any]:
        """Everything that the game lets people state, to be filled in."""
        return drafted(self.world)

    def with_people(self, stated: Mapping[str, Any], id_of: Callable[[str], str]) -> Mapping[str, Any]:
        """A stated gamestate with people by their ids, wherever its description says that they stand."""
        return state_people.with_people(self.world, stated, id_of)

    def value_with_people(self, said: Mapping[str, Any], id_of: Callable[[str], str]) -> Mapping[str, Any]:
        """The same of one value that is set."""
        return state_people.value_with_people(self.world, said, id_of)

    # --- on pages -----------------------------------------------------------------------------------------------------

    def ended(self, world: Any, name: Callable[[str], str]) -> tuple[str, str] | None:
        """How the game ended, as a sentence with its clause; None while it goes on. ``name`` gives how a person is shown."""
        winner = getattr(world, "winner", None)
        return (f"{name(winner)} has won", next(iter(self.clauses))) if winner else None

    # --- on a terminal ------------------------------------------------------------------------------------------------

    def board(self, values: Mapping[str, Any], names: Mapping[str, str] | None = None) -> Board:
        """Who plays, what is worked out in a word or number, and the proposals that are open."""
        playing = sum(person["status"] == "player" for person in values["roster"].values())
        told = [f"{playing} players", *self.headline(values, names or {})]
        rows = [
            (id, *(_shown(matter.get(name), names or {}) for name in self.board_columns))
            for id, matter in values.get(self.matters, {}).items()
            if self.is_open(matter)
        ]
        return Board(", ".join(told), ("proposal", *self.board_columns), rows)

    def headline(self, values: Mapping[str, Any], names: Mapping[str, str]) -> Iterable[str]:
        """What else stands in the line of figures, such as the phase; people are shown by their ``names``."""
        for field in ("winner", "phase", "judge"):
            if field in values:
                yield f"{field}: {names.get(values[field], values[field]) or 'nobody'}"

    def kind_and_state(self, matter: Mapping[str, Any]) -> tuple[str, str]:
        """A proposal's class, and its status."""
        return f"{matter['class']} proposal", matter["status"]

    def is_open(self, matter: Mapping[str, Any]) -> bool:
        """Whether a proposal is not decided yet."""
        return matter["status"] in OPEN


def _shown(value: Any, names: Mapping[str, str]) -> Any:
    """A value as a terminal shows it: people by name, nothing where there is none."""
    return "" if value is None else names.get(value, value) if isinstance(value, str) else value
