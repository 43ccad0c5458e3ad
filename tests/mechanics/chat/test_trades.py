from functools import partial

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.mechanics.chat.fairs import Fair, again, at, fair, refusal, says, told
from tracker.mechanics.chat import trades
from tracker.mechanics.chat.carrying import Refused
from tracker.mechanics.chat.trades import Items, Offer
from tracker.mechanics.state.keeping import journalled

THINGS = ["ribbons", "marbles", "kite", "drum"]
ITEMS = st.dictionaries(st.sampled_from(THINGS), st.integers(0, 4))


def offered(world: Fair, by: str, id: str, to: str, give: Items, get: Items | None = None) -> str:
    return trades.offer(world, says(by, id), to, give, get or {}, Offer)


def accepts(world: Fair, who: str, said: str = "", reply_to: str = "", *, closes: bool = False) -> None:
    key = trades.to_accept(world, says(who, "yes", reply_to), said)
    trades.accept(world, key, lambda agreed: None, partial(trades.move, world), closes=closes)


def test_both_sides_move_at_the_second_consent() -> None:
    world = fair("ana", "bob", ribbons=3, kite=1)
    world.players["bob"].gain({"marbles": 2})
    with told() as outcome:
        offered(world, "ana", "m1", "bob", {"ribbons": 2, "kite": 1}, {"marbles": 2})
        assert world.players["ana"].toys == {"kite": 1}
        accepts(world, "bob")
    ana, bob = world.players["ana"], world.players["bob"]
    assert (ana.ribbons, ana.marbles, ana.toys) == (1, 2, {})
    assert (bob.ribbons, bob.marbles, bob.toys) == (2, 0, {"kite": 1})
    assert [each.name for each in outcome.happened] == ["trade_offered", "trade_done"]
    assert outcome.happened[1].text == "ana gives bob 2 ribbons and 1 kite for 2 marbles"
    assert outcome.happened[1].fields["get"] == {"marbles": 2}
    assert world.offers["m1"].status == "done"
    assert again(world) == world


def test_which_offer_is_meant() -> None:
    world = fair("ana", "bob", "cleo", ribbons=9)
    offered(world, "ana", "m1", "bob", {"ribbons": 1})
    offered(world, "ana", "m2", "bob", {"ribbons": 2})
    offered(world, "ana", "m3", "cleo", {"ribbons": 4})
    assert refusal(lambda: accepts(world, "bob")) == "UNCLEAR"
    assert refusal(lambda: accepts(world, "bob", "m3")) == "NOT_A_PARTY"
    assert refusal(lambda: accepts(world, "bob", reply_to="m3")) == "NOT_A_PARTY"
    assert refusal(lambda: accepts(world, "ana", "m1")) == "NO_SUCH_OFFER"
    assert refusal(lambda: accepts(world, "bob", "m9")) == "NO_SUCH_OFFER"
    accepts(world, "bob", reply_to="m2")
    assert refusal(lambda: accepts(world, "bob", reply_to="m2")) == "NO_SUCH_OFFER"
    accepts(world, "bob")
    assert world.players["bob"].ribbons == 3
    assert trades.open_to(world, "cleo") == {"m3": "ana"}
    assert trades.open_of(world, "ana") == {"m3": "cleo"}


def test_an_offer_may_be_named_by_who_made_it() -> None:
    world = fair("ana", "bob", "cleo", ribbons=9)
    offered(world, "ana", "m1", "bob", {"ribbons": 1})
    offered(world, "cleo", "m2", "bob", {"marbles": 1})
    assert trades.to_accept(world, says("bob", "yes"), person="ana") == "m1"
    assert refusal(lambda: trades.to_accept(world, says("bob", "yes", "m2"), person="ana")) == "NO_SUCH_OFFER"


def test_who_has_not_what_they_give_stops_the_trade() -> None:
    world = fair("ana", "bob", ribbons=1)
    offered(world, "ana", "m1", "bob", {"ribbons": 2})
    assert refusal(lambda: accepts(world, "bob")) == "INSUFFICIENT_ITEMS"
    assert world.offers["m1"].status == "open"
    with told() as outcome:
        accepts(world, "bob", closes=True)
    assert [each.code for each in outcome.refused] == ["INSUFFICIENT_ITEMS"]
    assert (world.offers["m1"].status, world.players["ana"].ribbons) == ("failed", 1)


def test_consents_may_be_exactly_so_long_apart() -> None:
    world = fair("ana", "bob", ribbons=9)
    offered(world, "ana", "m1", "bob", {"ribbons": 1})
    week = at(world, 168) - at(world, 0)
    at(world, 168)
    assert trades.to_accept(world, says("bob", "yes"), "m1", within=week) == "m1"
    at(world, 168 + 1e-6)
    assert refusal(lambda: trades.to_accept(world, says("bob", "yes"), "m1", within=week)) == "TOO_LATE"
    assert refusal(lambda: trades.to_accept(world, says("bob", "yes"), within=week)) == "NO_SUCH_OFFER"


def test_what_is_no_offer() -> None:
    world = fair("ana", "bob", ribbons=9)
    assert refusal(lambda: offered(world, "ana", "m1", "ana", {"ribbons": 1})) == "NOT_A_PARTY"
    assert refusal(lambda: offered(world, "ana", "m1", "bob", {"ribbons": 0})) == "UNCLEAR"
    assert refusal(lambda: offered(world, "ana", "m1", "bob", {"ribbons": -1})) == "BAD_AMOUNT"
    trades.offer(world, says("ana", "m1"), "bob", {}, {}, Offer, may_be_empty=True)
    assert refusal(lambda: trades.must_be_tradable({"gold": 1}, ["gold"])) == "NOT_TRADABLE"


def test_the_same_offered_again_takes_the_place_of_the_first() -> None:
    world = fair("ana", "bob", ribbons=9)
    offered(world, "ana", "m1", "bob", {"ribbons": 1})
    offered(world, "ana", "m2", "bob", {"ribbons": 1})
    offered(world, "ana", "m3", "bob", {"ribbons": 1}, {"marbles": 1})
    assert [each.status for each in world.offers.values()] == ["replaced", "open", "open"]


def test_offers_are_withdrawn_lapse_and_are_forgotten() -> None:
    world = fair("ana", "bob", ribbons=9)
    offered(world, "ana", "m1", "bob", {"ribbons": 1})
    offered(world, "ana", "m2", "bob", {"ribbons": 2})
    assert refusal(lambda: trades.withdraw(world, says("bob", "no"), "m1")) == "NOT_A_PARTY"
    assert refusal(lambda: trades.withdraw(world, says("ana", "no"))) == "UNCLEAR"
    trades.withdraw(world, says("ana", "no"), "m1")
    trades.lapse(world, "bob")
    assert [each.status for each in world.offers.values()] == ["withdrawn", "lapsed"]
    trades.forget(world, world.now)
    assert len(world.offers) == 2
    at(world, 1)
    trades.forget(world, world.now)
    assert not world.offers


@given(ITEMS, ITEMS, ITEMS, ITEMS)
def test_trades_neither_make_nor_lose_things(mine: Items, yours: Items, give: Items, get: Items) -> None:
    world = fair("ana", "bob", **mine)
    world.players["bob"].gain(yours)
    before = {item: world.players["ana"].amount(item) + world.players["bob"].amount(item) for item in THINGS}
    with journalled() as journal:
        try:
            offered(world, "ana", "m1", "bob", give, get)
            accepts(world, "bob")
        except Refused:
            journal.undo()
    keepers = world.players.values()
    assert {item: sum(each.amount(item) for each in keepers) for item in THINGS} == before
    assert all(each.amount(item) >= 0 for each in keepers for item in THINGS)
    assert again(world) == world


def test_a_market_has_to_say_what_somebody_holds() -> None:
    with pytest.raises(NotImplementedError, match="zed"):
        trades.Market[Offer]().holder("zed")
