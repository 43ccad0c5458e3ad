"""The gamestate of Aeternus: players with what they hold, their factions, the map, and everything that is open."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping
from typing import Annotated, Any, ClassVar, Literal, Self

from pydantic import Field, PlainSerializer, PrivateAttr, model_validator

from tracker.core.rule import rule
from tracker.mechanics.chat.judges import Elections
from tracker.mechanics.chat.people import People, Person
from tracker.mechanics.chat.proposals import Chamber
from tracker.mechanics.chat.rows import Message
from tracker.mechanics.chat.rulings import Court
from tracker.mechanics.chat.trades import Holding, Market, Offer
from tracker.mechanics.state.described import Count, Instant, Names, Part

from .hexes import Hex, Place, key, of_key, reduced
from .law import CRAFTED, PARAMETERS
from .terrain import Sites, Terrain

MEADOW, DUNES, FOREST, PASS, SWAMP, LAKE = "Meadow", "Deceased Dunes", "Forest", "Perilous Pass", "Swamp", "Lake"
BARREN, TOWN = "Barren", "Town"
CORRUPTED, FLAG, PYLON, STATION, BOARDWALK = "Corrupted", "Flag", "Pylon of Purity", "Stag Station", "Boardwalk"
BIOMES, LANDMARKS = (MEADOW, DUNES, FOREST, PASS, SWAMP, LAKE), (BARREN, TOWN)
FEATURES = (BOARDWALK, CORRUPTED, FLAG, PYLON, STATION)


def one_of(*names: str) -> Any:
    """What bounds a text to some names."""
    return Field(pattern=f"^({'|'.join(names)})$")


_QUALITY_NAMES: Any = PARAMETERS["quality_names"].values[0].value
_MEDALLION = re.compile(r"(?P<type>.+) \(quality (?P<quality>[1-9][0-9]{0,8})\)")


def medallion(type: str, quality: int) -> str:
    """The item that a medallion fish is."""
    return f"{type} (quality {quality})"


def as_medallion(item: str) -> tuple[str, int] | None:
    """The type and quality of a medallion fish; None for any other item."""
    found = _MEDALLION.fullmatch(item)
    return (found["type"], int(found["quality"])) if found else None


class Cell(Part):
    """What a generated hex is."""

    biome: Annotated[str, one_of(*BIOMES)] = MEADOW
    landmark: Annotated[str, one_of(*LANDMARKS)] = BARREN
    features: Annotated[set[Annotated[str, one_of(*FEATURES)]], PlainSerializer(sorted)] = Field(default=set())
    flag_owner: str | None = None

    @model_validator(mode="after")
    def _a_flag_is_somebodys(self) -> Self:
        if (FLAG in self.features) != (self.flag_owner is not None):
            raise ValueError("flag_owner is the faction of the Flag among the features, and nothing without one")
        return self

    @property
    def is_plain(self) -> bool:
        """Whether it is barren and bears nothing (AET-135)."""
        return self.landmark == BARREN and not self.features


class Player(Person, Holding):
    """Somebody who plays or has played, where they are and what they have."""

    loose: ClassVar[str] = "inventory"
    at: Annotated[Place, Field(title="Hex")] = (0, 0, 0)
    ap: Annotated[Count, Field(title="Action points")] = 0
    faction: Annotated[str, Field(title="Faction")] = ""
    inventory: Annotated[dict[str, Count], Field(title="Inventory")] = Field(default={})
    quality_score: Annotated[Count, Field(title="Quality score", description="follows from the inventory")] = 0
    barred: bool = Field(default=False, description="has travelled the stagways in this phase")
    reputable: Annotated[bool, Field(title="Reputable")] = False
    declared: bool = Field(default=False, description="is reputable since others declared it")
    declarers: Names = Field(default=set())

    @model_validator(mode="after")
    def _nothing_is_counted_that_is_not_there(self) -> Self:
        for item in [item for item, count in self.inventory.items() if not count]:
            del self.inventory[item]
        self.quality_score = score_of(self.inventory)
        return self

    def put(self, item: str, n: int) -> None:
        """Hold so many of an item from now on."""
        super().put(item, n)
        if as_medallion(item):
            self.quality_score = score_of(self.inventory)


@rule("AET-179")
def score_of(inventory: Mapping[str, int]) -> int:
    """The sum of the qualities of the different medallion fish: equal ones count once (AET-179)."""
    return sum(fish[1] for item in inventory if (fish := as_medallion(item)))


class Trade(Offer):
    """An offered trade; ``reason`` says why it lapsed."""

    reason: str | None = None


class Merge(Part):
    """A request to merge two factions, voted on by reactions on its message."""

    message: str
    by: str
    factions: list[str]
    name: str
    start: Instant
    end: Instant
    status: Literal["open", "accepted", "rejected", "void", "lapsed"] = "open"
    reason: str | None = None
    voters_for: Names = Field(default=set())
    voters_against: Names = Field(default=set())


class Step(Part):
    """What is still to be done of an announced action, or a later action of its message: the ``n``th of it."""

    kind: str
    n: Count
    fields: dict[str, Any] = Field(default={})


class RandomMatter(Part):
    """A message of whose actions something waits for dice (``at``: when it counts from)."""

    owner: str
    channel: str = ""
    at: Instant
    reply_to: str = ""
    steps: list[Step] = Field(default=[])


class Poll(Part):
    """A message in the channel of justice, on which a vote of confidence may be held."""

    at: Instant
    is_called_so: bool = Field(default=False, description="it calls itself a poll")
    is_reversed: bool = Field(default=False, description="it says that approval overturns")


class Rolled(Part):
    """Dice that somebody rolled by a bot and that no action has used."""

    by: str
    purpose: str
    sides: list[int]
    faces: list[int]
    at: Instant
    row: str

    @property
    def shown(self) -> str:
        """The dice in words."""
        return ", ".join(f"d{die} = {face}" for die, face in zip(self.sides, self.faces, strict=True))


class Aeternus(People[Player], Market[Trade], Chamber, Court, Elections):
    """The whole gamestate: what people may state as an opening is what is printed."""

    cycle_started: Instant | None = None
    phase_number: Count = 0
    winner: str | None = None
    quality_names: list[str] = Field(default=_QUALITY_NAMES)
    highest_quality: Count = 0
    naming_due: dict[int, str] = Field(default={}, description="qualities that must be named -> the player who must")
    world: dict[str, Cell] = Field(default={"0,0,0": Cell()}, description="every generated hex, by its triple")
    merges: dict[str, Merge] = Field(default={})
    random_matters: dict[str, RandomMatter] = Field(default={}, description="by their messages")
    unused_rolls: list[Rolled] = Field(default=[])
    polls: dict[str, Poll] = Field(default={})
    _sites: Sites | None = PrivateAttr(None)
    _acting: Message | None = PrivateAttr(None)

    def model_post_init(self, context: Any) -> None:
        """Let the map be one that is never copied."""
        super().model_post_init(context)
        self.__dict__["world"] = Terrain(self.world)

    @model_validator(mode="after")
    def _the_map_holds_all(self) -> Self:
        strange = next((name for name in self.world if not _is_reduced(name)), None)
        if strange is not None:
            raise ValueError(f"{strange!r} is no hex by its triple of fewest steps, such as 0,1,0")
        lost = next((id for id, each in self.players.items() if key(each.at) not in self.world), None)
        if lost is not None:
            raise ValueError(f"players.{lost}.at is no generated hex")
        return self

    @model_validator(mode="after")
    def _there_are_such_items(self) -> Self:
        known = {*CRAFTED, *self._listed("resources"), *self._listed("standard_fish")}
        for id, player in self.players.items():
            for item in player.inventory:
                fish = as_medallion(item)
                if item not in known and (fish is None or fish[0] not in self._listed("medallion_fish")):
                    raise ValueError(f"players.{id}.inventory: there is no item {item!r}")
        return self

    def _listed(self, name: str) -> list[str]:
        found: Any = self.numbers.get(name, PARAMETERS[name].values[-1].value)
        return list(found)

    @property
    def terrain(self) -> Terrain:
        """The map, which knows its masses."""
        assert isinstance(self.world, Terrain)  # noqa: S101 - for the type checker  # nosec B101
        return self.world

    @property
    def sites(self) -> Sites:
        """Where flags, pylons and stations stand."""
        sites: Sites | None = self.__pydantic_private__["_sites"]  # type: ignore[index]  # as in ``World.law``
        if sites is None:
            sites = self._sites = Sites.of(self.world)
        return sites

    @property
    def acting(self) -> Message | None:
        """The message whose action is being carried out step by step."""
        return self._acting

    def act_for(self, message: Message | None) -> None:
        """Let the dice be those of a message's action."""
        self._acting = message

    def holder(self, who: str) -> Player:
        """Who holds things: players."""
        return self.players[who]

    def cell(self, at: Hex) -> Cell | None:
        """What a hex is; None where it is indeterminate."""
        return self.world.get(key(at))


def _is_reduced(name: str) -> bool:
    try:
        at = of_key(name)
    except ValueError:
        return False
    return reduced(*at) == at and key(at) == name


def full_points(world: Aeternus, player: Player) -> int:
    """The action points that a phase gives which begins now (AET-126)."""
    root = math.isqrt(player.quality_score)
    if root * root < player.quality_score and world.law.chooses(
        "action_points_of_quality", "ceiling of the square root"
    ):
        root += 1
    return world.law.number("base_action_points") + root
