"""What stands for redacted words is read as the words were, and holds none of them."""

import pytest
from tracker.games.round10.redacting import bare_secret, candidacy_words, proposal_words

from tests.games.round10.test_announced import CARDS
from tests.games.round10.test_hidden_texts import CASES
from tracker.games.round10.hidden_texts import read_bids, read_hand
from tracker.games.round10.judges import is_standing
from tracker.games.round10.proposals import CLASSES
from tracker.games.round10.secrets import BID, HAND
from tracker.mechanics.announcements import NotUnderstood
from tracker.mechanics.proposal_class import read_proposal


@pytest.mark.parametrize("text", [text for case in CASES["bids"] for text in case["texts"]])
def test_bids_stay_as_lots_and_amounts(text: str) -> None:
    bids, again = read_bids(text), read_bids(bare_secret(BID, text, CARDS))
    assert [(bid.lot, bid.amount, bid.reason) for bid in again] == [(bid.lot, bid.amount, bid.reason) for bid in bids]


@pytest.mark.parametrize("text", [text for case in CASES["hands"] for text in case["texts"]])
def test_hands_stay_as_cards(text: str) -> None:
    assert read_hand(bare_secret(HAND, text, CARDS), CARDS) == read_hand(text, CARDS)


@pytest.mark.parametrize("text", CASES["unreadable_hands"]["texts"])
def test_hands_that_nobody_could_read_stay_so(text: str) -> None:
    assert isinstance(read_hand(bare_secret(HAND, text, CARDS), CARDS), NotUnderstood)


def test_texts_of_other_kinds_go() -> None:
    assert bare_secret("spell", "I cast 3 on Lot 2", CARDS) == "[redacted]"


@pytest.mark.parametrize(
    "text",
    [
        "[Urgent] my phone",
        "**Class: Standard**\nmy phone",
        "// my phone",
        "Comment: my phone",
        "my phone",
        "",
        "urgent proposal: x",
    ],
)
def test_proposals_keep_their_class(text: str) -> None:
    words = proposal_words(text)
    assert read_proposal(words, CLASSES) == read_proposal(text, CLASSES)
    assert "phone" not in words


def test_a_class_that_there_is_not_stays_one() -> None:
    words = proposal_words("[My phone 555] x")
    assert read_proposal(words, CLASSES).unknown
    assert words == "[…] …"


@pytest.mark.parametrize(
    ("text", "is_one", "says_so"), [("me", True, False), ("I stand in 5 Elm", True, True), ("\u200b", False, False)]
)
def test_candidacies_stay_what_they_are(text: str, is_one: bool, says_so: bool) -> None:
    words = candidacy_words(text)
    assert (bool(words), is_standing(words), "Elm" in words) == (is_one, says_so, False)
