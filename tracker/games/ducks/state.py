"""The gamestate of Ducks: what people may state as an opening is what is printed."""

from __future__ import annotations

from itertools import dropwhile
from typing import Annotated, Any, ClassVar, Literal, Self, cast

from pydantic import (
    BeforeValidator,
    Field,
    ModelWrapValidatorHandler,
    PlainSerializer,
    model_serializer,
    model_validator,
)

from tracker.mechanics.chat import trades
from tracker.mechanics.chat.carrying import rule
from tracker.mechanics.chat.judges import Appointments
from tracker.mechanics.chat.people import People, Person
from tracker.mechanics.chat.proposals import Chamber
from tracker.mechanics.chat.rulings import Court
from tracker.mechanics.chat.trades import Holding, Items, Market
from tracker.mechanics.state.described import Count, Instant, Part

from .law import ITEMS, Law

EGG, GOD_EGG, NOTHING = "Egg", "God Egg", "Abundant Nothing"
DUCK_GOD, DISCIPLE, OLD_ONE = "Duck God", "Duck Disciple", "Duck Old One"
DUCK = "duck:"
"""How the name of a duck begins as an item, an owner or an entity: ``duck:12``."""


@rule("DUCK-010")
def owned(number: Any) -> Any:
    """Who would own a number of things that is negative or not whole owns none."""
    return 0 if isinstance(number, int | float) and (number < 0 or number % 1) else number


def _all_kinds(items: dict[str, int]) -> dict[str, int]:
    return {**dict.fromkeys(ITEMS, 0), **items}


def _how_often(times: int) -> int | bool:
    return times if times > 1 else bool(times)


Bag = Annotated[dict[str, Count], PlainSerializer(_all_kinds)]
"""Items by kind; those of the ruleset are printed even where there is none."""
OwnedBag = Annotated[dict[str, Annotated[Count, BeforeValidator(owned)]], PlainSerializer(_all_kinds)]
Times = Annotated[int, Field(ge=0), BeforeValidator(int), PlainSerializer(_how_often)]
"""How often something was done: yes is once."""
Layer = Annotated[int | None, BeforeValidator(lambda number: number or None)]
"""The duck that laid an Egg; none laid it where it came about otherwise."""


class Holder(Holding):
    """Who holds items. Eggs lie in the order in which they came; those that are not in the list came before."""

    loose: ClassVar[str] = "items"
    items: Annotated[Bag, Field(title="Items")] = Field(default={})
    eggs: Annotated[list[Layer], Field(description="the ducks that laid the Eggs, the longest held first")] = Field(
        default=[]
    )

    def layers(self) -> list[int | None]:
        """The layer of each Egg held, the longest held first."""
        missing = self.amount(EGG) - len(self.eggs)
        return [None] * missing + self.eggs[max(0, -missing) :]

    def put(self, item: str, n: int) -> None:
        """Hold so many of an item; of Eggs the longest held go first."""
        if item == EGG:
            held = self.layers()
            self.keep_eggs([*held[max(0, len(held) - n) :], *[None] * (n - len(held))])
        else:
            super().put(item, n)

    def keep_eggs(self, layers: list[int | None]) -> None:
        """Hold just these Eggs."""
        super().put(EGG, len(layers))
        self.eggs = list(dropwhile(lambda layer: layer is None, layers))


class Player(Person, Holder):
    """Somebody who plays or has played, with what they hold and what they did in this voting period."""

    items: Annotated[OwnedBag, Field(title="Items")] = Field(default={})
    bot: bool = False
    fed_others_this_period: Times = 0
    disciple_quacktion_this_period: Times = 0


class Mission(Part):
    """A duck's scouting mission."""

    sent_at: Instant
    potential: Count
    adjustments: Count = 0


class Duck(Holder):
    """A duck. Who may roll for loot of its returns stands in ``loot_due_to``, once for each."""

    name: Annotated[str | None, Field(title="Name")] = None
    named_at: Instant | None = None
    owner: Annotated[str | None, Field(title="Owner")] = None
    quacks: Annotated[int, Field(title="Quacks")] = 0
    colour: Annotated[str | None, Field(title="Colour")] = None
    pond: Annotated[int | None, Field(title="Pond", ge=1)] = None
    parent: Annotated[int | None, Field(title="Parent")] = None
    mission: Mission | None = None
    attempted_in: Annotated[Instant | None, Field(description="the period of the newest attempt")] = None
    attempts: Count = 0
    watermelons_this_period: Count = 0
    iced_until: Instant | None = None
    loot_due: Count = 0
    loot_due_to: list[str] = Field(default=[])
    pond_roll_due: bool = False

    @property
    def is_complete(self) -> bool:
        """Whether its essential attributes are set."""
        return self.name is not None and self.pond is not None

    @model_validator(mode="after")
    def _loot_of_whom(self) -> Self:
        """Loot that is stated without a name is the owner's, an attempt counts once."""
        if self.owner and self.loot_due > len(self.loot_due_to):
            self.loot_due_to = [self.owner] * self.loot_due
        self.attempts = self.attempts or int(self.attempted_in is not None)
        return self


class Offer(trades.Offer):
    """An offered trade, with the names of the checklist; ducks among the items are ``duck:12``, one each."""

    by: str = Field(alias="from")
    give: dict[str, Count] = Field(default={}, alias="gives")
    get: dict[str, Count] = Field(default={}, alias="gets")


class Bid(Part):
    """A bid; once invalid it stays so."""

    player: str
    amount: Count
    at: Instant
    valid: bool = True


class Auction(Part):
    """The auction of an ownerless duck; ``payments`` says which duck pays how much, as bidders want it."""

    temporary_name: str | None = None
    first_valid_at: Instant
    ends_at: Instant
    leading: str | None = None
    bids: list[Bid] = Field(default=[])
    payments: dict[str, dict[int, Count]] = Field(default={})

    @property
    def best(self) -> Bid | None:
        """The highest of the bids that are valid."""
        return next((bid for bid in reversed(self.bids) if bid.valid), None)


class DuckGod(Holding):
    """The Duck God; stated and printed as its items alone."""

    loose: ClassVar[str] = "items"
    items: dict[str, Count] = Field(default={})

    @model_validator(mode="wrap")
    @classmethod
    def _items_alone(cls, stated: Any, handler: ModelWrapValidatorHandler[Self]) -> Self:
        is_bag = isinstance(stated, dict) and "items" not in stated
        return handler({"items": {item: n for item, n in stated.items() if n}} if is_bag else stated)

    @model_serializer
    def _as_items(self) -> Items:
        return {GOD_EGG: 0, **self.items}


class Disciple(Holding):
    """The Duck Disciple, and who hurt it, in order."""

    loose: ClassVar[str] = "items"
    name: str
    quacks: int
    damaged_by: list[int] = Field(default=[])
    items: dict[str, Count] = Field(default={})

    @property
    def is_named(self) -> bool:
        """Whether it has its own name behind its title."""
        return " " in self.name

    @model_serializer(mode="wrap")
    def _without_nothing(self, handler: Any) -> dict[str, Any]:
        return {name: value for name, value in handler(self).items() if value != {}}


class OldOne(Part):
    """What is counted of an entity that does not exist."""

    god_eggs: Count = 0
    acted_week: Annotated[str | None, Field(description="the Sunday of the week in which it acted last")] = None
    is_awake: Annotated[bool, Field(description="it acts as soon as its dice fell")] = False

    @model_serializer(mode="wrap")
    def _asleep(self, handler: Any) -> dict[str, Any]:
        return {name: value for name, value in handler(self).items() if name != "is_awake" or value}


class Belongings(Holding):
    """All that a player holds and owns at an instant, complete ducks among it."""

    loose: ClassVar[str] = "items"
    items: dict[str, int] = Field(default={})


class Gone(Part):
    """A duck that left the game: what it was last, and what is still owed of it."""

    name: str | None = None
    parent: int | None = None
    owner: str | None = None
    at: Instant
    how: str
    loot_due_to: list[str] = Field(default=[])
    pond_roll_due: bool = False


class BotRoll(Part):
    """Dice that a dice bot rolled for somebody, in answer to a message, and that nothing used."""

    by: str
    of: str
    at: Instant
    sides: int
    face: int


class ToDecide(Part):
    """What the rules leave to people: what is told and asked, the answers, and the act that the first of them brings about."""

    code: str
    text: str
    at: Instant
    answers: list[str]
    act: str
    fields: dict[str, Any] = Field(default={})


class Ducks(People[Player], Appointments, Court, Chamber, Market[Offer]):
    """The whole gamestate."""

    status: Literal["running", "lost"] = "running"
    cause: str | None = None
    lost_at: Instant | None = None
    ducks: dict[int, Duck] = Field(default={})
    next_duck: int = Field(default=1, ge=1)
    gone: Annotated[dict[int, Gone], Field(description="the ducks that left the game")] = Field(default={})
    ponds: Count = 0
    period_began: Annotated[Instant | None, Field(description="it goes on as it was where the calendar changes")] = None
    auctions: dict[int, Auction] = Field(default={})
    duck_god: DuckGod = DuckGod()
    disciple: Disciple | None = None
    disciple_due: Annotated[bool, Field(description="a Disciple comes as soon as its dice fell")] = False
    disciple_names_used: dict[str, Count] = Field(default={})
    smoothie_names: Annotated[dict[str, str], Field(description="players' names of Smoothies, in small letters")] = (
        Field(default={})
    )
    old_one: OldOne = OldOne()
    rolling: Annotated[dict[str, str], Field(description="messages in which somebody says that they roll")] = Field(
        default={}
    )
    bot_rolls: dict[str, BotRoll] = Field(default={})
    to_decide: dict[str, ToDecide] = Field(default={})
    non_players: Annotated[dict[str, Player], Field(description="in openings only", exclude=True)] = Field(default={})

    @model_validator(mode="after")
    def _what_openings_leave_out(self) -> Self:
        """People who play no more may be stated apart, ducks leave their numbers behind, and a Disciple its name."""
        for name, person in self.non_players.items():
            person.player = False
            self.players[name] = person
        self.non_players.clear()
        self.next_duck = max([self.next_duck, *(number + 1 for number in (*self.ducks, *self.gone))])
        if "ponds" not in self.model_fields_set:
            self.ponds = initial_ponds(len(self.ducks))
        if self.disciple:
            name, number = borne(self.disciple.name)
            self.disciple_names_used[name] = max(number, self.disciple_names_used.get(name, 0))
        return self

    @property
    def law(self) -> Law:
        """The law of this instant."""
        return cast("Law", super().law)

    def holder(self, who: str) -> Holding:
        """What somebody holds, with the complete ducks that they own."""
        mine = {f"{DUCK}{number}": 1 for number, duck in self.complete().items() if duck.owner == who}
        return Belongings(items={**self.players[who].items, **mine})

    def complete(self) -> dict[int, Duck]:
        """The ducks with a name and a pond, in the order of creation."""
        return {number: duck for number, duck in sorted(self.ducks.items()) if duck.is_complete}


@rule("DUCK-162")
def initial_ponds(ducks: int) -> int:
    """When the round starts there is a pond for every so many ducks, complete or not."""
    return ducks // cast("int", Law.book.lasting["initial_ponds_divisor"])


def borne(title: str) -> tuple[str, int]:
    """The name of a Disciple without its title and number, and how many have borne it by then."""
    name = title.partition(" ")[2] or title
    words, _, number = name.rpartition(" ")
    return (words, int(number)) if words and number.isdecimal() else (name, 1)
