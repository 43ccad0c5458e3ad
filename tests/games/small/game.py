"""A small chat game: whoever joins tosses for coins and gives them away; wages come daily, and so many coins win."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, ClassVar

from tests.games.small import rules as carried
from tests.games.small.state import Small
from tracker.core.clause import load_clauses, load_parameters
from tracker.core.instants import start_of_day
from tracker.core.rule import RuleBook
from tracker.games.chat_game.game import ChatGame
from tracker.games.chat_game.state import ChatState
from tracker.mechanics import law
from tracker.mechanics.chat.rows import Act, Asked, Boundary, Message, Reacted, Row

FOLDER = Path(__file__).parent
CLAUSES = load_clauses(FOLDER / "clauses.toml")
PARAMETERS = load_parameters(FOLDER / "parameters.toml")


class Law(law.Law):
    book = law.LawBook(PARAMETERS)
    __slots__ = ()


@dataclass
class State(ChatState[Small]):
    world: Small


class SmallGame(ChatGame[Small]):
    slug = "small"
    channels = ("game-actions",)
    title = "Small"
    clauses = CLAUSES
    parameters = PARAMETERS
    law = Law
    world = Small
    state_type = State
    rules = RuleBook.of_modules(CLAUSES, [carried])
    asked_under = "S-2"
    codes: ClassVar[Mapping[str, tuple[str, str]]] = {
        "NOT_A_PLAYER": ("S-1", "Only players do that."),
        "TOO_FEW": ("S-2", "So many coins are not there."),
        "UNCLEAR": ("S-2", "It cannot be read."),
        "LATE": ("S-2", "Too late."),
    }
    acts: ClassVar[Mapping[str, Callable[..., None]]] = {
        "join": carried.join,
        "give": carried.give,
        "toss": carried.toss,
        "toss twice": carried.toss_twice,
        "waste": carried.waste,
        "wages": carried.wages,
        "vote": carried.vote,
        "follow": lambda world: None,
    }

    def heard(self, world: Small, row: Row) -> Iterable[Act | Asked]:
        if isinstance(row, Reacted):
            yield Act("vote", {"who": row.user})
        if not isinstance(row, Message):
            return
        for line in row.text.splitlines():
            verb, *rest = line.split()
            if verb in ("join", "toss", "waste"):
                yield Act(" ".join([verb, *rest]), {}, row, line)
            elif verb == "give" and len(rest) == 2:
                yield Act("give", {"to": rest[0], "coins": int(rest[1])}, row, line)
            elif verb == "give":
                yield Asked(row, (f"give {rest[0]} 1",))

    def boundaries(self, world: Small) -> Iterable[Boundary]:
        day = start_of_day(world.now) + world.law.span("wage_hours")
        yield Boundary(day, (1,), "wages")

    def follow(self, world: Small) -> None:
        carried.look_for_winner(world)

    def is_over(self, world: Small) -> bool:
        return world.winner is not None

    def worked_out(self, world: Small) -> Mapping[str, Any]:
        return {"coins": sum(player.coins for player in world.players.values())}

    def catalogue(self) -> Mapping[str, str]:
        return {}

    def pages(self, gamestate: Any, names: Mapping[str, str]) -> list[Any]:
        return []


GAME = SmallGame()
