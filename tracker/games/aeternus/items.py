"""5.3.4 Construction and 7 Items: trades, what is built and crafted, and what tools do."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from functools import partial

from tracker.mechanics.chat import trades
from tracker.mechanics.chat.carrying import happens, require, rule
from tracker.mechanics.chat.people import must_play
from tracker.mechanics.chat.rows import Message
from tracker.mechanics.chat.trades import Offer, listed

from .actions import must_not_be_idle, must_reach
from .features import around, bare, biome, has, purify_around, put, remove
from .generation import law_of
from .hexes import HERE, Hex, neighbours, place_meant, shown
from .law import EXPLOSIVES, TORCH, Law
from .randomness import must_not_hang_on_dice
from .state import BOARDWALK, CORRUPTED, FLAG, LAKE, PYLON, Aeternus, Player, Trade


def must_have(world: Aeternus, player: Player, items: Mapping[str, int], what: str) -> None:
    """Refuses what somebody cannot pay, or may not do while a journey bars them."""
    lacking = {item: n - player.amount(item) for item, n in items.items() if player.amount(item) < n}
    require(not lacking, "INSUFFICIENT_ITEMS", f"{what} takes {listed(items)}: {listed(lacking)} are missing")
    must_not_be_idle(world, player)


@rule("AET-147")
def pay(player: Player, items: Mapping[str, int]) -> None:
    """Spend items: they are destroyed."""
    player.lose(items)


# --- trading ----------------------------------------------------------------------------------------------------------


@rule("AET-150", "AET-149", "AET-143")
def offer(
    world: Aeternus, message: Message, person: str, give: Mapping[str, int], get: Mapping[str, int] | None = None
) -> None:
    """Offer a trade of two sets of items, or a gift, and consent to it by that."""
    trades.offer(world, message, person, give, get or {}, Trade)


@rule("AET-151", NOT_A_PLAYER="AET-148", NOT_REPUTABLE="AET-148")
def accept(world: Aeternus, message: Message, offer: str = "", person: str = "") -> None:
    """The other side consents in time: both sides move together if both hold what they give."""
    key = trades.to_accept(world, message, offer, person, world.law.span("trade_consent_hours"))
    trades.accept(world, key, partial(must_be_traders, world), partial(trades.move, world))


@rule("AET-148")
def must_be_traders(world: Aeternus, agreed: Offer) -> None:
    """Only reputable players trade, looked at when the second consents."""
    for who in (agreed.by, agreed.to):
        require(must_play(world, who).reputable, "NOT_REPUTABLE", f"{who} is not reputable")


@rule("AET-151")
def withdraw(world: Aeternus, message: Message, offer: str = "") -> None:
    """Take an own offer back."""
    trades.withdraw(world, message, offer)


# --- crafting ---------------------------------------------------------------------------------------------------------


@rule("AET-180")
def craft(world: Aeternus, message: Message, items: Mapping[str, int]) -> None:
    """Make items of others, at any time and without action points: all that are named, or none."""
    user, law = message.author, law_of(world)
    player = world.players[user]
    must_not_hang_on_dice(world, message)
    strange = next((item for item in items if item not in law.crafting), "")
    require(items and not strange, "UNCLEAR", f"{strange or 'nothing'} cannot be crafted")
    price = recipe(law, items)
    must_have(world, player, price, f"crafting {listed(items)}")
    pay(player, price)
    player.gain(items)
    for item, count in items.items():
        happens("crafted", f"{user} crafts {listed(items)} of {listed(price)}", player=user, item=item, count=count)


@rule("AET-181", "AET-183", "AET-185", "AET-186", "AET-187", "AET-188", "AET-189", "AET-190", "AET-192")
def recipe(law: Law, items: Mapping[str, int]) -> Mapping[str, int]:
    """What crafting so many of some items takes."""
    found = Counter[str]()
    for item, count in items.items():
        found.update({part: number * count for part, number in law.crafting[item].items()})
    return found


# --- tools ------------------------------------------------------------------------------------------------------------


@rule("AET-191")
def torch_reach(world: Aeternus) -> int:
    """How many steps away the features are that a Torch destroys."""
    return 1 if world.law.chooses("torch_reach", "own and adjacent hexes") else 0


def burnable(world: Aeternus, here: Hex) -> list[tuple[Hex, str]]:
    """The features in reach that the owner of a Torch may destroy, the own hex first."""
    reached = [here, *(neighbours(here) if torch_reach(world) else ())]
    return [(at, each) for at in reached for each in world.law.words("burnable_features") if has(world, at, each)]


@rule("AET-191")
def burn(world: Aeternus, message: Message, feature: str, hex: Sequence[int] | int | str = HERE) -> None:
    """Destroy a feature, anyone's, with a Torch, which stays."""
    player = world.players[message.author]
    must_not_hang_on_dice(world, message)
    at = place_meant(hex, player.at)
    require(feature in world.law.words("burnable_features"), "UNCLEAR", f"a {TORCH} does not destroy a {feature}")
    must_reach(at, player.at, torch_reach(world))
    require(has(world, at, feature), "NOTHING_THERE", f"{shown(at)} has no {feature}")
    must_have(world, player, {TORCH: 1}, f"burning a {feature}")
    remove(world, at, [feature])


@rule("AET-152", "AET-154", UNCLEAR="AET-155")
def use(world: Aeternus, message: Message, items: Mapping[str, int]) -> None:
    """Use an item of one's own that has a use, one at a time."""
    must_not_hang_on_dice(world, message)
    require(list(items) == [EXPLOSIVES], "UNCLEAR", f"{listed(items)} has no use of its own")
    explode(world, message, items[EXPLOSIVES])


@rule("AET-193", "AET-153", INSUFFICIENT_ITEMS="AET-152")
def explode(world: Aeternus, message: Message, count: int) -> None:
    """Destroy every landmark and feature on and around a player's hex, Corrupted too, then the item; biomes stay."""
    player, user = world.players[message.author], message.author
    require(count == 1, "UNCLEAR", "explosives are used one at a time")
    must_have(world, player, {EXPLOSIVES: 1}, f"using {EXPLOSIVES}")
    happens(
        "exploded", f"{user} explodes everything at and around {shown(player.at)}", player=user, hex=list(player.at)
    )
    for at in (player.at, *(each for each, _ in around(world, player.at))):
        bare(world, at)
    pay(player, {EXPLOSIVES: 1})


# --- construction -----------------------------------------------------------------------------------------------------


@rule("AET-124")
def build(world: Aeternus, message: Message, feature: str, hex: Sequence[int] | int | str = HERE) -> None:
    """Build a feature at once on a generated hex in reach, if it may stand there and is paid for."""
    player = world.players[message.author]
    at = place_meant(hex, player.at)
    must_not_hang_on_dice(world, message, [at])
    must_reach(at, player.at)
    require(world.cell(at), "INDETERMINATE_HEX", f"{shown(at)} is not generated")
    _must_bear_buildings(world, at, feature)
    if feature == FLAG:
        _must_not_be_occupied(world, at)
    require(not has(world, at, feature), "ALREADY_THERE", f"{shown(at)} has a {feature}")
    price = price_of(law_of(world), feature)
    must_have(world, player, price, f"a {feature}")
    pay(player, price)
    put(world, at, feature, player.faction)
    happens(
        "constructed",
        f"{message.author} builds a {feature} at {shown(at)}",
        player=message.author,
        feature=feature,
        hex=list(at),
    )
    if feature == PYLON:
        purify_around(world, at)


@rule("AET-125", "AET-107", "AET-122")
def _must_bear_buildings(world: Aeternus, at: Hex, feature: str) -> None:
    """Nothing is built on a corrupted hex, and on a Lake only a Boardwalk."""
    require(not has(world, at, CORRUPTED), "CANNOT_BUILD_HERE", f"{shown(at)} is corrupted")
    is_barred = biome(world, at) == LAKE and feature != BOARDWALK
    require(not is_barred, "CANNOT_BUILD_HERE", f"{shown(at)} is a {LAKE}: there only a {BOARDWALK} is built")


@rule("AET-112")
def _must_not_be_occupied(world: Aeternus, at: Hex) -> None:
    """No two flags stand on one hex, whoever owns them."""
    cell = world.cell(at)
    owner = cell.flag_owner if cell else None
    require(owner is None, "ALREADY_THERE", f"{shown(at)} has a {FLAG}, {owner}'s")


@rule("AET-111", "AET-115", "AET-118", "AET-122")
def price_of(law: Law, feature: str) -> Mapping[str, int]:
    """What a feature costs."""
    return law.construction[feature]
