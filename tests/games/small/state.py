from typing import Annotated

from pydantic import Field

from tracker.mechanics.chat.world import World
from tracker.mechanics.state.described import Count, Names, Part, Person


class Player(Part):
    player: bool = True
    coins: Count = 0
    tossed: list[int] = []


class Small(World):
    players: dict[Person, Player] = {}
    voted: Names = set()
    winner: Annotated[Person | None, Field(description="who has won")] = None
