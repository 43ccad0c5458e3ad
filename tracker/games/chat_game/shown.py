"""What every chat game tells the app, the terminal and the chat of its gamestate, whatever it is that is played."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar

from tracker.core.chat_answers import Call, ChatAnswers
from tracker.core.gamestate import Gamestate
from tracker.games.base import Board, Game

from .state import ChatState

if TYPE_CHECKING:
    from tracker.mechanics.chat.world import World

    from .standing import Shown

OPEN = frozenset({"waiting", "open"})
"""How a proposal stands that is not decided yet."""


class ShownGame(Game[ChatState[Any]]):
    """The part of a chat game that shows; what it shows comes from the gamestate's description."""

    world: ClassVar[type[World]]
    ruleset_title: ClassVar[str] = "Ruleset"
    """Default title of the page into which the clauses' links point."""
    stated_fields: ClassVar[Sequence[str]] = ()
    """The fields of the gamestate that stand in the draft of an opening: all of them where none is named."""
    matters = "proposals"
    counted: ClassVar[Sequence[str]] = ("status", "for", "against")
    columns: ClassVar[Sequence[str]] = ("class", "for", "against", "status")
    """What of an open proposal stands in the table on a terminal."""

    # --- a config of its own ------------------------------------------------------------------------------------------

    @property
    def config_examples(self) -> Mapping[str, Sequence[str]]:
        """Its own channels, people, pages and parameters."""
        from .config import examples  # late: only a new config asks

        return examples(self)

    @property
    def config_unused(self) -> frozenset[str]:
        """The sections about blogs, and about what is edited on a page."""
        from .config import NO_USE

        return NO_USE

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
        from tracker.mechanics.state.drafting import drafted

        return drafted(self.world, self.stated_fields)

    def with_people(self, stated: Mapping[str, Any], id_of: Callable[[str], str]) -> Mapping[str, Any]:
        """A stated gamestate with people by their ids, wherever its description says that they stand."""
        from tracker.mechanics.state.people import with_people

        return with_people(self.world, stated, id_of)

    def value_with_people(self, said: Mapping[str, Any], id_of: Callable[[str], str]) -> Mapping[str, Any]:
        """The same of one value that is set."""
        from tracker.mechanics.state.people import value_with_people

        return value_with_people(self.world, said, id_of)

    # --- in the chat --------------------------------------------------------------------------------------------------

    def said_in_chat(self, gamestate: Gamestate) -> ChatAnswers:
        """How things stand, what became of announcements, and what could be meant by them."""
        from .replies import replies  # late: most commands answer nothing
        from .standing import told_since

        shown: Shown = gamestate.detail
        lines = list(self.status(shown))
        status = "\n".join([f"{self.title}: how it stands", *lines]) if lines else ""
        return ChatAnswers(status, replies(shown), told_since(shown.world), tuple(self.calls(shown)))

    def status(self, shown: Shown) -> Iterable[str]:
        """How things stand, line by line; nothing is said where there is none. Of the instant itself nothing is told."""
        return ()

    def matters_told(self, shown: Shown) -> Iterable[str]:
        """The open proposals, the judge, and what people are asked, as most games tell how things stand."""
        from .replies import listed, questions_listed, when_told

        world, name = shown.world, shown.people.name
        going = [each for each in world.proposals.values() if not each.verdict]
        told = [f"{each.by_class} by {name(each.author)}, {each.status}, until {when_told(each.end)}" for each in going]
        yield from listed("Proposals", told)
        yield f"Judge: {name(world.judge) if world.judge else 'nobody'}"
        yield from questions_listed(shown)

    def calls(self, shown: Shown) -> Iterable[Call]:
        """What people are called for."""
        return ()

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
            (id, *("" if matter.get(name) is None else matter[name] for name in self.columns))
            for id, matter in values.get(self.matters, {}).items()
            if self.is_open(matter)
        ]
        return Board(", ".join(told), ("proposal", *self.columns), rows)

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
