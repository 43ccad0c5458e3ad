"""Which sentences name a term of the rules, and which are plainly talk."""

import pytest

from tracker.mechanics.enacting.term_mentions import is_plain_talk, names_term, terms_of

TERMS = terms_of("Each Keeper has a Ship. A Ship may carry Crates. A keel is no ship's business, each Keeper's is.")


def test_terms_are_what_is_never_written_without_a_capital() -> None:
    assert {"keeper", "crate"} == TERMS


@pytest.mark.parametrize(
    ("sentence", "names"),
    [
        ("Two Crates, actually.", True),
        ("The Keepers’ choice.", True),
        ("Two crates, actually.", False),
        ("Each of them.", False),
        ("Two Crateloads.", False),
    ],
)
def test_a_term_counts_with_its_capital_in_any_number(sentence: str, names: bool) -> None:
    assert names_term(sentence, TERMS) is names


@pytest.mark.parametrize(
    ("sentence", "talks"),
    [
        ("Crates are too heavy.", True),
        ("Crates too.", False),
        ("What about Crates?", True),
        ("I like Crates.", True),
        ("Part B: Crates and Keepers", True),
        ("Part B: Crates removed", False),
        ("Crates: three.", False),
    ],
)
def test_talk_shows_a_sign_of_it(sentence: str, talks: bool) -> None:
    assert is_plain_talk(sentence) is talks
