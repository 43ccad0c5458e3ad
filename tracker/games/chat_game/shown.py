"""What every chat game tells the app, the terminal and the chat of its gamestate, whatever it is that is played."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import timedelta
from typing import TYPE_CHECKING, Any, ClassVar

from tracker.core.chat_answers import Call, ChatAnswers
from tracker.core.gamestate import Gamestate
from tracker.core.instants import start_of_day
from tracker.games.base import Board, Game

from .state import ChatState

if TYPE_CHECKING:
    from tracker.mechanics.chat.world import World

    from .view import Shown

OPEN = frozenset({"waiting", "open"})
"""How a proposal stands that is not decided yet."""


class ShownGame(Game[ChatState[Any]]):
    """The part of a chat game that shows; what it shows comes from the gamestate's description."""

    world: ClassVar[type[World]]
    matters = "proposals"
    counted = ("status", "for", "against")
    columns: ClassVar[Sequence[str]] = ("class", "for", "against", "status")
    """What of an open proposal stands in the table on a terminal."""

    # --- what people state --------------------------------------------------------------------------------------------

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

        shown: Shown = gamestate.detail
        lines = list(self.status(shown))
        status = "\n".join([f"{self.title}: how it stands", *lines]) if lines else ""
        law = shown.world.law
        since = start_of_day(law.when - law.span("settle_after_hours")) + timedelta(days=1)
        return ChatAnswers(status, replies(shown), since, tuple(self.calls(shown)))

    def status(self, shown: Shown) -> Iterable[str]:
        """How things stand, line by line; nothing is said where there is none. Of the instant itself nothing is told."""
        return ()

    def calls(self, shown: Shown) -> Iterable[Call]:
        """What people are called for."""
        return ()

    # --- on a terminal ------------------------------------------------------------------------------------------------

    def board(self, values: Mapping[str, Any], names: Mapping[str, str] | None = None) -> Board:
        """Who plays, what is worked out in a word or number, and the proposals that are open."""
        playing = sum(person["status"] == "player" for person in values["roster"].values())
        told = [f"{playing} players", *self.headline(values, names or {})]
        rows = [
            (id, *(matter.get(name, "") for name in self.columns))
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
