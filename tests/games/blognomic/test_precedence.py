"""The order of BN-261 to BN-265 for two given parts, and what it leaves to people."""

from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.games.blognomic.stories import gamestate
from tests.games.blognomic.test_reset import SEED
from tests.games.blognomic.test_switches import page
from tracker.errors import UsageError
from tracker.games.blognomic.appendix.precedence import Narrower, Negative, OrderOfPrecedence, Part, put_in_order
from tracker.games.blognomic.game import GAME

CORE, DYNASTIC = Part("Proposals", "Core Rules"), Part("Haste", "Dynastic Rules")
SPECIAL, APPENDIX = Part("Dynastic Distance", "Special Case"), Part("Keywords", "Appendix")
CALLS = Part("Calls for Judgement", "Core Rules", "in everything")
ATOMIC = Part("Atomic Actions", "Special Case", "in everything")
ORDER = OrderOfPrecedence()


@pytest.mark.parametrize(
    ("first", "second", "narrower", "negative", "prevails", "clause"),
    [
        (DYNASTIC, APPENDIX, "", "", "second", "BN-261"),
        (APPENDIX, CORE, "", "", "first", "BN-261"),
        (ATOMIC, APPENDIX, "", "", "second", "BN-261"),
        (DYNASTIC, CORE, "", "", "first", "BN-262"),
        (CORE, DYNASTIC, "second", "first", "second", "BN-262"),
        (DYNASTIC, CALLS, "first", "first", "second", "BN-262"),
        (SPECIAL, CORE, "", "", "first", "BN-265"),
        (SPECIAL, CALLS, "", "", "second", "BN-265"),
        (DYNASTIC, ATOMIC, "first", "", "second", "BN-265"),
        (ATOMIC, CORE, "", "", "first", "BN-265"),
        (DYNASTIC, DYNASTIC, "second", "", "second", "BN-263"),
        (CORE, CORE, "first", "second", "first", "BN-263"),
        (DYNASTIC, DYNASTIC, "same", "second", "second", "BN-264"),
        (SPECIAL, DYNASTIC, "second", "", "second", "BN-263"),
        (SPECIAL, DYNASTIC, "same", "first", "first", "BN-264"),
        (SPECIAL, SPECIAL, "first", "", "first", "BN-263"),
        (CALLS, ATOMIC, "", "", "first", "BN-265"),
        (APPENDIX, APPENDIX, "same", "first", "first", "BN-264"),
    ],
)
def test_which_part_goes_first_by_which_clause(
    first: Part, second: Part, narrower: Narrower, negative: Negative, prevails: str, clause: str
) -> None:
    found = ORDER.of(first, second, narrower, negative)
    assert (found.prevails, found.steps[-1].clause) == (prevails, clause)


@pytest.mark.parametrize(
    ("first", "second", "narrower", "negative"),
    [
        (CORE, CORE, "", ""),
        (DYNASTIC, SPECIAL, "", "first"),
        (DYNASTIC, DYNASTIC, "same", ""),
        (DYNASTIC, DYNASTIC, "same", "both"),
        (DYNASTIC, DYNASTIC, "same", "neither"),
        (APPENDIX, APPENDIX, "first", "first"),
    ],
)
def test_what_the_rules_leave_open_a_person_decides(
    first: Part, second: Part, narrower: Narrower, negative: Negative
) -> None:
    found = ORDER.of(first, second, narrower, negative)
    assert found.prevails == ""
    assert found.to_decide[-1] == "which of the two goes first: the rules do not tell by themselves"


def test_whether_two_parts_contradict_each_other_is_always_for_people() -> None:
    assert ORDER.of(DYNASTIC, CORE).to_decide == ("whether Haste and Proposals contradict each other",)


def test_protection_asks_whether_the_matter_is_one_that_it_covers() -> None:
    victory = Part("Victory and Ascension", "Core Rules", "as to Declarations of Victory")
    decide = ORDER.of(DYNASTIC, victory).to_decide
    assert decide[-1].endswith("is protected in: as to Declarations of Victory")


parts = st.sampled_from([CORE, DYNASTIC, SPECIAL, APPENDIX, CALLS, ATOMIC])


@given(parts, parts, st.sampled_from(["first", "second", "same", ""]), st.sampled_from(["first", "second", "both", ""]))
def test_order_does_not_hang_on_who_is_named_first(
    one: Part, other: Part, narrower: Narrower, negative: Negative
) -> None:
    turn = {"first": "second", "second": "first"}
    there = ORDER.of(one, other, narrower, negative)
    turned = ORDER.of(other, one, turn.get(narrower, narrower), turn.get(negative, negative))  # type: ignore[arg-type]
    assert turned.prevails == turn.get(there.prevails, "")


# --- by name ----------------------------------------------------------------------------------------------------------

STORIES = {
    "no page seen": "2019-10-01 00:00:00 roster Wes!* Ada* Bo Cy Di",
    "the page seen": "2019-10-01 00:00:00 roster Wes!* Ada* Bo Cy Di\n" + page("2019-10-01 01:00:00", 1, SEED),
}


def orders() -> Iterator[OrderOfPrecedence]:
    for story in STORIES.values():
        yield gamestate(story, "2019-10-01 02:00:00").detail.precedence


def test_parts_are_found_by_clause_and_by_title_with_their_protection() -> None:
    for order in orders():
        assert order.part("BN-171").section == "Special Case"
        assert order.part("Atomic Actions").entrenched
        assert order.part("dormancy [Active]").section == "Special Case"
        assert order.part("BN-075").entrenched
        assert order.part("Enacting and Failing").entrenched
        assert order.part("Victory and Ascension").entrenched
        assert not order.part("Proposals").entrenched
        assert not order.part("Seasonal Downtime").entrenched
        assert order.part("BN-195").section == "Appendix"


def test_downtime_against_declarations() -> None:
    for order in orders():
        found = put_in_order(order, "BN-177", "BN-080")
        assert (found.prevails, found.steps[-1].clause) == ("second", "BN-265")


def test_unknown_names_and_words_are_refused() -> None:
    with pytest.raises(UsageError, match="no rule is called 'Nothing'"):
        ORDER.part("Nothing")
    with pytest.raises(UsageError, match="'BN-177' is one and the same rule"):
        put_in_order(ORDER, "BN-177", "BN-177")
    with pytest.raises(UsageError, match="nothing can be said"):
        put_in_order(ORDER, "BN-177", "BN-080", "wide")


def test_game_tells_it_as_plain_values() -> None:
    state = gamestate(STORIES["no page seen"], "2019-10-01 02:00:00")
    told = GAME.precedence(state, "Workdays", "Proposals", "", "")
    assert told["prevails"] == "first"
    assert told["first"] == {"name": "Workdays", "section": "Dynastic Rules", "entrenched": ""}
