"""Contracts: in force once all parties consented, over once all consented to that, whatever the order."""

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tracker.mechanics.contracts import Contract, consent, consent_to_end, contract_named, end, form, offered

START = datetime(2021, 8, 2, 8, tzinfo=UTC)


def pool(*others: str) -> Contract:
    return offered(("ana", *(others or ("bob", "cleo"))), "Pool", "each Sunday bob gets 5 chips", "m1", START)


def in_force() -> Contract:
    contract = pool()
    for hours, party in enumerate(("bob", "cleo")):
        consent(contract, party, START + timedelta(hours=hours))
    form(contract, START + timedelta(hours=2))
    return contract


def test_the_offer_is_the_consent_of_who_makes_it() -> None:
    contract = pool()
    assert (contract.parties, contract.consents, contract.offerer) == (["ana", "bob", "cleo"], {"ana": START}, "ana")
    assert contract.status == "offered"
    assert not contract.is_agreed


def test_who_is_named_twice_is_one_party() -> None:
    assert pool("bob", "ana", "bob").parties == ["ana", "bob"]


def test_a_name_is_found_whatever_its_case_and_white_space() -> None:
    contracts = {"The Pool": offered(("ana", "bob"), "The Pool", "t", "m1", START)}
    assert contract_named(contracts, "the  POOL ") is contracts["The Pool"]
    assert contract_named(contracts, "The Pond") is None


@given(st.permutations(["bob", "cleo", "dev"]))
def test_the_last_consent_agrees_and_the_last_consent_ends(order: list[str]) -> None:
    contract = pool("bob", "cleo", "dev")
    for hours, party in enumerate(order):
        assert not contract.is_agreed
        assert consent(contract, party, START + timedelta(hours=hours)) is None
    assert contract.is_agreed
    form(contract, START)
    for party in [*order, "ana"]:
        assert contract.needed_to_end()
        assert consent_to_end(contract, party, START) is None
    assert contract.needed_to_end() == []
    end(contract, START)
    assert (contract.status, contract.ended_at) == ("terminated", START)


def test_why_a_consent_does_nothing() -> None:
    contract = pool()
    assert consent(contract, "zed", START) == "not_party"
    assert consent(contract, "ana", START + timedelta(hours=1)) == "already"
    assert consent_to_end(contract, "ana", START) == "not_in_force"
    assert contract.consents == {"ana": START}
    contract = in_force()
    assert consent(contract, "bob", START) == "not_offered"
    assert consent_to_end(contract, "zed", START) == "not_party"
    assert consent_to_end(contract, "bob", START) is None
    assert consent_to_end(contract, "bob", START) == "already"
    assert contract.needed_to_end() == ["ana", "cleo"]
    assert contract.needed_to_end(lambda party: party != "cleo") == ["ana"]


def test_no_contract_begins_or_ends_out_of_turn() -> None:
    contract = pool()
    with pytest.raises(ValueError, match="cannot come into force"):
        form(contract, START)
    with pytest.raises(ValueError, match="cannot end"):
        end(contract, START)
    contract = in_force()
    with pytest.raises(ValueError, match="cannot come into force"):
        form(contract, START)
