"""Whatever players announce, goods are neither made nor lost, Gold Stars never change hands, and every change is on record."""

from collections import Counter
from datetime import UTC, datetime, timedelta

from hypothesis import given, settings
from hypothesis import strategies as st
from tracker.games.round10.announced import read
from tracker.games.round10.spoken_items import CardNames

from tracker.games.round10 import contracts, items, trade
from tracker.games.round10.cards import deck_of
from tracker.games.round10.law import Law
from tracker.games.round10.state import GOLD_STARS, TRUNGS, Player, State, World
from tracker.mechanics.announcements import Announced
from tracker.mechanics.chat_log import ChatMessage
from tracker.mechanics.chat_play import Moment
from tracker.mechanics.goods import Bag

START = datetime(2021, 8, 6, 10, tzinfo=UTC)
NAMES = ("ana", "bob", "cleo")
ACTIONS = {**trade.ACTIONS, **contracts.ACTIONS, **items.ACTIONS}
FIRST: dict[str, Bag] = {
    "ana": {"chips": 9, "gold_stars": 2, "trungs": 12, "King of Hearts": 2},
    "bob": {"chips": 5, "gold_stars": 1, "King of Hearts": 1},
    "cleo": {"trungs": 3, "Ace of Cups": 1},
}
GOODS = st.sampled_from(
    [
        "1 chip",
        "4 chips",
        "9 chips",
        "1 Trung",
        "2 Gold Stars",
        "King of Hearts",
        "2x King of Hearts",
        "3 chips and Ace of Cups",
    ]
)
PEOPLE = st.sampled_from(NAMES)
NUMBERS = st.integers(1, 6)
Line = tuple[str, str, bool]
"""Who says what, and whether in reply to the message before."""
POOL: list[Line] = [
    ("ana", 'I offer @bob the contract "Pool": bob may have all. I intend to be bound', False),
    ("bob", 'I consent to the contract "Pool"', False),
]
OFFERS = st.one_of(
    st.builds("I trade {1} to @{0} for {2}".format, PEOPLE, GOODS, GOODS),
    st.builds("I give {1} to @{0}".format, PEOPLE, GOODS),
)
LINES = st.one_of(
    OFFERS,
    st.builds("I accept {}".format, NUMBERS),
    st.builds("I withdraw {}".format, NUMBERS),
    st.just('I consent to terminate the contract "Pool"'),
    st.builds('I transfer {} to contract "Pool"'.format, GOODS),
    st.builds('By its terms, contract "Pool" gives {} to @{}: "bob may have all"'.format, GOODS, PEOPLE),
    st.just("I exchange 10 Trungs for 1 Gold Star"),
    st.just("I exchange 2 Trungs for 1 Standard Proposal Maker"),
)


def deal(by: str, to: str, give: str, get: str) -> list[Line]:
    """An offer and the consent to it."""
    return [(by, f"I trade {give} to @{to} for {get}", False), (to, "I accept", True)]


def payout(by: str, to: str, items: str) -> list[Line]:
    """Items that go through a contract."""
    return [
        (by, f'I transfer {items} to contract "Pool"', False),
        (to, f'By its terms, contract "Pool" gives {items} to @{to}: "bob may have all"', False),
    ]


BLOCKS = st.one_of(
    st.builds(lambda author, text: [(author, text, False)], PEOPLE, LINES),
    st.builds(deal, PEOPLE, PEOPLE, GOODS, st.one_of(st.just("nothing"), GOODS)),
    st.builds(payout, PEOPLE, PEOPLE, GOODS),
)
STORIES = st.lists(BLOCKS, max_size=15).map(lambda blocks: [line for block in blocks for line in block])
CARDS = CardNames(deck_of(Law(START, {})).ranks, deck_of(Law(START, {})).suits)


class _Allowing(dict[str, object]):
    """People who allow every payout."""

    def get(self, question: str, default: object = None) -> object:
        return _Answer() if question.startswith("payout:") else default


class _Answer:
    answer = contracts.ALLOWED


def play(world: World, told: list[Line]) -> None:
    state = State()
    for number, (author, text, is_reply) in enumerate(told, start=1):
        when, message = START + timedelta(minutes=number), f"m{number}"
        state.log.messages[message] = ChatMessage(
            message, "game-actions", author, when, text, f"m{number - 1}" if is_reply else ""
        )
        moment = Moment(world, state, Law(when, {}), _Allowing(), message)  # type: ignore[arg-type]
        for action in read(text, {name: (name,) for name in NAMES}, CARDS):
            assert isinstance(action, Announced), action
            ACTIONS[action.kind](moment, action)


def holders(world: World) -> dict[str, Bag]:
    """What every player and contract holds."""
    held = {player.id: player.goods for player in world.players.values()}
    return held | {f"contract:{each.name}": each.goods for each in world.contracts.values()}


@settings(deadline=None)
@given(STORIES)
def test_goods_are_kept(told: list[Line]) -> None:
    world = World(players={name: Player(name, [(START, None)], dict(goods)) for name, goods in FIRST.items()})
    play(world, [*POOL, *told])
    held = holders(world)
    assert all(count > 0 for bag in held.values() for count in bag.values())
    expected = Counter[str]()
    for goods in FIRST.values():
        expected.update(goods)
    for event in world.events:
        if event.name == "exchange_done":
            expected[TRUNGS] -= event.fields["trungs"]
            expected.update(event.fields["gained"])
    found = Counter[str]()
    for goods in held.values():
        found.update(goods)
    assert found == expected
    assert_stars_stay(world, held)
    assert_changes_tell_all(world, held)


def assert_stars_stay(world: World, held: dict[str, Bag]) -> None:
    for name in NAMES:
        bought = [
            each.fields["gained"]
            for each in world.events
            if each.fields.get("player") == name and "gained" in each.fields
        ]
        gained = sum(bag.get(GOLD_STARS, 0) for bag in bought)
        assert held[name].get(GOLD_STARS, 0) == FIRST[name].get(GOLD_STARS, 0) + gained
    assert all(GOLD_STARS not in bag for holder, bag in held.items() if holder.startswith("contract:"))


def assert_changes_tell_all(world: World, held: dict[str, Bag]) -> None:
    now: dict[str, Bag] = {holder: dict(FIRST.get(holder, {})) for holder in held}
    for change in world.changes:
        assert now[change.holder].get(change.item, 0) == change.old
        assert change.clause.startswith("R10-")
        now[change.holder][change.item] = change.new
    assert {holder: {item: n for item, n in bag.items() if n} for holder, bag in now.items()} == held
