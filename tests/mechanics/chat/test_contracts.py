from functools import partial

from tests.mechanics.chat.fairs import Fair, again, fair, refusal, says, told
from tracker.mechanics.chat import contracts, trades


def pool(world: Fair, *consenting: str) -> None:
    contracts.offer_contract(world, says("ana", "m1"), ["bob", "cleo"], "Pool", "bob gets one ribbon a day")
    for who in consenting:
        contracts.consent(world, says(who, "yes"), "pool")


def test_a_contract_is_in_force_with_the_last_consent_and_over_with_the_last_to_its_end() -> None:
    world = fair("ana", "bob", "cleo")
    with told() as outcome:
        pool(world, "bob", "cleo")
        for who in ("ana", "bob", "cleo"):
            contracts.consent_to_end(world, says(who, "end"), "Pool")
    names = ["contract_offered", "contract_formed", "contract_terminated"]
    assert [each.name for each in outcome.happened] == names
    assert outcome.happened[0].fields["parties"] == ["ana", "bob", "cleo"]
    assert again(world) == world


def test_who_consents_to_what() -> None:
    world = fair("ana", "bob", "cleo")
    pool(world, "bob")
    assert contracts.offered_to(world, "cleo") == {"m1": "Pool"}
    assert not contracts.offered_to(world, "bob")
    assert refusal(lambda: contracts.consent(world, says("dan", "yes"), "Pool")) == "NOT_A_PARTY"
    assert refusal(lambda: contracts.consent(world, says("cleo", "yes"), "Pond")) == "NO_SUCH_CONTRACT"
    assert refusal(lambda: contracts.consent_to_end(world, says("ana", "end"), "Pool")) == "NO_SUCH_CONTRACT"
    contracts.consent(world, says("cleo", "yes"), "Pool")
    assert refusal(lambda: contracts.consent(world, says("cleo", "yes"), "Pool")) == "NO_SUCH_OFFER"
    assert refusal(lambda: contracts.consent_to_end(world, says("dan", "end"), "Pool")) == "NOT_A_PARTY"


def test_an_offer_made_anew_has_only_the_consents_to_its_new_terms() -> None:
    world = fair("ana", "bob", "cleo")
    pool(world, "bob")
    pool(world, "cleo")
    assert world.contracts["Pool"].status == "offered"
    other = partial(contracts.offer_contract, world, says("bob", "m2"), ["cleo"], "POOL", "all for cleo")
    assert refusal(other) == "UNCLEAR"
    assert refusal(lambda: contracts.withdraw_contract(world, says("bob", "no"), "Pool")) == "NOT_A_PARTY"
    contracts.withdraw_contract(world, says("ana", "no"), "Pool")
    other()
    assert list(world.contracts) == ["POOL"]


def test_a_contract_has_terms_and_another_party() -> None:
    world = fair("ana")
    assert refusal(lambda: contracts.offer_contract(world, says("ana", "m1"), ["ana"], "Pool", "terms")) == "UNCLEAR"
    assert refusal(lambda: contracts.offer_contract(world, says("ana", "m1"), ["bob"], "Pool", " ")) == "UNCLEAR"


def test_what_a_contract_holds_is_paid_only_when_people_allow_it() -> None:
    world = fair("ana", "bob", "cleo", ribbons=5, kite=1)
    move = partial(trades.move, world)
    assert refusal(lambda: contracts.deposit(world, says("ana", "d"), {"kite": 1}, "Pool", move)) == "NO_SUCH_CONTRACT"
    pool(world, "bob", "cleo")
    assert refusal(lambda: contracts.deposit(world, says("ana", "d"), {"ribbons": 6}, "pool", move)) == (
        "INSUFFICIENT_ITEMS"
    )
    contracts.deposit(world, says("ana", "d"), {"ribbons": 4, "kite": 1}, "pool", move)
    assert world.contracts["Pool"].holding == {"ribbons": 4, "kite": 1}
    for id in ("c1", "c2"):
        contracts.claim_payout(world, says("bob", id), "Pool", {"ribbons": 3}, "bob", "one ribbon a day")
    assert world.players["bob"].ribbons == 0
    assert again(world) == world
    contracts.pay(world, "c1", move)
    assert (world.players["bob"].ribbons, world.contracts["Pool"].holding["ribbons"]) == (3, 1)
    assert refusal(lambda: contracts.pay(world, "c2", move)) == "INSUFFICIENT_ITEMS"
    assert list(world.claims) == ["c2"]
    too_much = partial(contracts.claim_payout, world, says("bob", "c3"), "Pool", {"ribbons": 2}, "bob")
    assert refusal(too_much) == "INSUFFICIENT_ITEMS"


def test_what_people_do_not_allow_is_not_paid() -> None:
    world = fair("ana", "bob", "cleo", ribbons=5)
    pool(world, "bob", "cleo")
    contracts.deposit(world, says("ana", "d"), {"ribbons": 4}, "Pool", partial(trades.move, world))
    contracts.claim_payout(world, says("bob", "c1"), "Pool", {"ribbons": 3}, "bob", "what is fair")
    with told() as outcome:
        contracts.deny(world, "c1")
    fields = {"contract": "Pool", "player": "bob", "items": {"ribbons": 3}, "term": "what is fair"}
    assert [(each.name, each.fields) for each in outcome.happened] == [("payout_failed", fields)]
    assert not world.claims
