from typing import Annotated

from pydantic import Field

from tracker.mechanics.chat.world import World
from tracker.mechanics.state.described import Count, Names, Part


class Player(Part):
    player: bool = True
    coins: Count = 0
    tossed: list[int] = []


class Small(World):
    players: dict[str, Player] = {}
    voted: Names = set()
    winner: Annotated[str | None, Field(description="who has won")] = None
