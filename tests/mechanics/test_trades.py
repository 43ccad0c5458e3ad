"""Trades: which offer a consent means, and what becomes of offers."""

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tracker.mechanics.goods import Bag, added, without
from tracker.mechanics.trades import (
    Fault,
    Offer,
    Problem,
    offer_for_consent,
    offer_to_withdraw,
    offered,
    replaced_by,
    shortages,
)

START = datetime(2021, 8, 6, 10, tzinfo=UTC)
GIFT = {"chips": 5}


def offers_of(*told: tuple[str, str, str]) -> dict[str, Offer]:
    """Offers (by, to, message), an hour apart."""
    offers: dict[str, Offer] = {}
    for hours, (by, to, message) in enumerate(told):
        n = 1 + sum(each.message == message for each in offers.values())
        of = sum(each[2] == message for each in told)
        offered(offers, Offer(by, to, GIFT, {"trungs": 1}, START + timedelta(hours=hours), message, n, of))
    return offers


def meant(found: Offer | Problem) -> str:
    """The id of the offer, or why there is none."""
    return found.id if isinstance(found, Offer) else found.fault


def test_offers_are_kept_by_their_messages() -> None:
    assert [*offers_of(("ana", "bob", "m1"), ("cleo", "bob", "m2"), ("cleo", "bob", "m2"))] == ["m1", "m2", "m2#2"]


@pytest.mark.parametrize(
    ("author", "name", "reply_to", "expected"),
    [
        ("bob", None, "", "m1"),
        ("bob", "1", "", "m1"),
        ("bob", "#1", "", "m1"),
        ("bob", "m1", "", "m1"),
        ("bob", "M1", "", "m1"),
        ("bob", "m1-1", "", "m1"),
        ("bob", "m1-2", "", "none"),
        ("bob", None, "m1", "m1"),
        ("bob", None, "m9", "m1"),
        ("cleo", None, "", "not_party"),
        ("cleo", "1", "", "not_party"),
        ("cleo", None, "m1", "not_party"),
        ("ana", "1", "", "own"),
        ("ana", None, "", "own"),
        ("bob", "2", "", "none"),
        ("bob", "m9", "", "none"),
        ("bob", "9" * 400, "", "none"),
        ("bob", "", "", "none"),
    ],
)
def test_the_one_offer_there_is(author: str, name: str | None, reply_to: str, expected: str) -> None:
    assert meant(offer_for_consent(offers_of(("ana", "bob", "m1")), author, name, reply_to)) == expected


@pytest.mark.parametrize(
    ("author", "name", "reply_to", "expected"),
    [
        ("bob", None, "", "several"),
        ("bob", "2", "", "m2"),
        ("bob", None, "m2", "m2"),
        ("bob", "3", "", "not_party"),
        ("cleo", None, "", "m3"),
        ("dev", None, "", "not_party"),
        ("bob", "m2", "m1", "m2"),
    ],
)
def test_one_offer_of_several(author: str, name: str | None, reply_to: str, expected: str) -> None:
    offers = offers_of(("ana", "bob", "m1"), ("ana", "bob", "m2"), ("ana", "cleo", "m3"))
    assert meant(offer_for_consent(offers, author, name, reply_to)) == expected


def test_of_the_offers_in_one_message_that_to_the_author_is_meant() -> None:
    offers = offers_of(("ana", "bob", "m1"), ("ana", "cleo", "m1"))
    assert meant(offer_for_consent(offers, "cleo", None, "m1")) == "m1-2"
    offered(offers, Offer("ana", "cleo", {"chips": 1}, {}, START, "m1", 3, 3))
    assert meant(offer_for_consent(offers, "cleo", "m1", "")) == "several"
    assert meant(offer_for_consent(offers, "cleo", "m1-3", "")) == "m1-3"
    offers["m1#2"].close("done", START)
    assert meant(offer_for_consent(offers, "cleo", "m1", "")) == "m1-3"


def test_a_message_whose_id_is_a_number_goes_before_one_that_ends_so() -> None:
    offers = offers_of(("ana", "bob", "2"), ("ana", "bob", "m2"))
    assert meant(offer_for_consent(offers, "bob", "2", "")) == "2"


@pytest.mark.parametrize(
    ("by", "reply_to", "expected"),
    [("ana", "", "m1"), ("cleo", "", "several"), ("dev", "", "none"), ("ana", "m1", "m1"), ("ana", "m2", "none")],
)
def test_an_offer_is_meant_by_who_made_it(by: str, reply_to: str, expected: str) -> None:
    offers = offers_of(("ana", "bob", "m1"), ("cleo", "bob", "m2"), ("cleo", "bob", "m3"), ("dev", "ana", "m4"))
    offers["m4"].close("withdrawn", START)
    assert meant(offer_for_consent(offers, "bob", None, reply_to, by)) == expected


@pytest.mark.parametrize("status", ["done", "withdrawn", "replaced", "failed", "lapsed"])
def test_a_closed_offer_is_consented_to_no_more(status: str) -> None:
    offers = offers_of(("ana", "bob", "m1"))
    offers["m1"].close(status, START)  # type: ignore[arg-type]
    assert offers["m1"].closed_at == START
    for name, reply_to in (("1", ""), (None, "m1"), (None, "")):
        assert meant(offer_for_consent(offers, "bob", name, reply_to)) == "closed"
    assert meant(offer_for_consent(offers, "cleo", None, "")) == "none"
    with pytest.raises(ValueError, match="cannot become done"):
        offers["m1"].close("done", START)


def test_no_offer_is_opened_again() -> None:
    offer = offers_of(("ana", "bob", "m1"))["m1"]
    with pytest.raises(ValueError, match="cannot become open"):
        offer.close("open", START)


@pytest.mark.parametrize(
    ("author", "name", "reply_to", "expected"),
    [
        ("ana", None, "", "m1"),
        ("ana", "m1", "", "m1"),
        ("bob", "1", "", "not_party"),
        ("bob", None, "", "m3"),
        ("cleo", None, "", "none"),
        ("ana", "7", "", "none"),
        ("ana", "2", "", "closed"),
    ],
)
def test_who_offered_takes_back(author: str, name: str | None, reply_to: str, expected: str) -> None:
    offers = offers_of(("ana", "bob", "m1"), ("ana", "cleo", "m2"), ("bob", "ana", "m3"))
    offers["m2"].close("done", START)
    assert meant(offer_to_withdraw(offers, author, name, reply_to)) == expected


def test_which_of_two_own_offers_is_taken_back_must_be_said() -> None:
    offers = offers_of(("ana", "bob", "m1"), ("ana", "cleo", "m2"))
    assert meant(offer_to_withdraw(offers, "ana", None, "")) == "several"
    assert meant(offer_to_withdraw(offers, "ana", None, "m2")) == "m2"


@pytest.mark.parametrize(
    ("give", "get", "equal", "things", "everything"),
    [
        ({"chips": 5}, {"trungs": 1}, ["m1"], ["m1"], ["m1", "m4"]),
        ({"chips": 7}, {"trungs": 2}, [], ["m1"], ["m1", "m4"]),
        ({"chips": 9}, {}, ["m4"], ["m4"], ["m1", "m4"]),
        ({"trungs": 1}, {"chips": 5}, [], [], ["m1", "m4"]),
    ],
)
def test_a_newer_offer_to_the_same_party_replaces_what_it_is_like(
    give: Bag, get: Bag, equal: list[str], things: list[str], everything: list[str]
) -> None:
    offers = offers_of(("ana", "bob", "m1"), ("ana", "cleo", "m2"), ("bob", "ana", "m3"))
    offered(offers, Offer("ana", "bob", {"chips": 9}, {}, START, "m4"))
    new = offered(offers, Offer("ana", "bob", give, get, START, "m5", 1, 2))
    beside = offered(offers, Offer("ana", "bob", give, get, START, "m5", 2, 2))
    for offer in (new, beside):
        assert [each.id for each in replaced_by(offers.values(), offer, "equal")] == equal
        assert [each.id for each in replaced_by(offers.values(), offer, "things")] == things
        assert [each.id for each in replaced_by(offers.values(), offer, "any")] == everything
    offers["m1"].close("withdrawn", START)
    offers["m4"].close("done", START)
    assert replaced_by(offers.values(), new, "any") == []


def test_both_sides_must_hold_what_they_give() -> None:
    offer = offers_of(("ana", "bob", "m1"))["m1"]
    holdings: dict[str, dict[str, int]] = {"ana": {"chips": 4}, "bob": {}}
    assert shortages(offer, lambda who: holdings[who]) == {"ana": {"chips": 1}, "bob": {"trungs": 1}}
    holdings = {"ana": {"chips": 5}, "bob": {"trungs": 1}}
    assert shortages(offer, lambda who: holdings[who]) == {}


PEOPLE = st.sampled_from(["ana", "bob", "cleo"])


@given(st.lists(st.tuples(PEOPLE, PEOPLE, st.sampled_from(["m1", "m2", "m3"])), max_size=6), PEOPLE, st.data())
def test_only_an_open_offer_to_its_own_author_is_ever_found(
    told: list[tuple[str, str, str]], author: str, data: st.DataObject
) -> None:
    offers = offers_of(*told)
    for each in offers.values():
        if data.draw(st.booleans()):
            each.close("withdrawn", START)
    name = data.draw(st.sampled_from([None, "1", "2", "m1", "m3"]))
    reply_to = data.draw(st.sampled_from(["", "m1", "m2", "x"]))
    consented = offer_for_consent(offers, author, name, reply_to)
    withdrawn = offer_to_withdraw(offers, author, name, reply_to)
    if isinstance(consented, Offer):
        assert consented.to == author
        assert consented.is_open
        assert name in (None, consented.id, consented.message, consented.message.removeprefix("m"))
    if isinstance(withdrawn, Offer):
        assert withdrawn.by == author
        assert withdrawn.is_open


@pytest.mark.parametrize(("author", "fault"), [("bob", "several"), ("cleo", "not_party"), ("ana", "own")])
def test_a_problem_names_the_offers_it_is_about(author: str, fault: Fault) -> None:
    found = offer_for_consent(offers_of(("ana", "bob", "m1"), ("ana", "bob", "m1")), author, "m1", "")
    assert isinstance(found, Problem)
    assert found.fault == fault
    assert [each.id for each in found.offers] == ["m1-1", "m1-2"]


ITEMS = st.dictionaries(st.sampled_from(["chips", "trungs", "King of Hearts"]), st.integers(0, 9), max_size=3)


@given(
    st.dictionaries(PEOPLE, ITEMS, min_size=3, max_size=3),
    st.lists(st.tuples(PEOPLE, PEOPLE, ITEMS, ITEMS), max_size=8),
    st.lists(st.tuples(PEOPLE, st.integers(1, 9)), max_size=12),
)
def test_trades_in_whatever_order_keep_what_there_is_and_never_leave_a_debt(
    holdings: dict[str, Bag], told: list[tuple[str, str, Bag, Bag]], consents: list[tuple[str, int]]
) -> None:
    offers: dict[str, Offer] = {}
    for n, (by, to, give, get) in enumerate(told, start=1):
        offered(offers, Offer(by, to, give, get, START, f"m{n}"))
    before = total(holdings)
    for author, number in consents:
        found = offer_for_consent(offers, author, str(number), "")
        if isinstance(found, Offer) and found.by != found.to and not shortages(found, lambda who: holdings[who]):
            holdings[found.by] = added(without(holdings[found.by], found.give), found.get)
            holdings[found.to] = added(without(holdings[found.to], found.get), found.give)
            found.close("done", START)
    assert total(holdings) == before
    assert all(count >= 0 for bag in holdings.values() for count in bag.values())


def total(holdings: dict[str, Bag]) -> Bag:
    """What all holders have together."""
    everything: Bag = {}
    for bag in holdings.values():
        everything = added(everything, bag)
    return everything
