"""Names of matters: how a reference and a title are compared."""

import pytest

from tracker.games.blognomic.vocabulary import VOCABULARY
from tracker.mechanics.ruleset.matter_names import (
    hidden_title,
    is_called,
    is_hidden,
    name_key,
    plain_spelling,
    subject_of,
    without_braces,
)


@pytest.mark.parametrize(
    ("reference", "title", "wanted"),
    [
        ("Changes", "Proposal: Changes [Core]", True),
        ("Changes [Core]", "Proposal: Changes [Core]", True),
        ("The Proposal: changes.", "Proposal: Changes [Core]", True),
        ("CfJ: Changes", "Call for Judgement: Changes", True),
        ("Changes", "Changes", True),
        ("Core: Fix", "Proposal: Core: Fix", True),
        ("Color", "Proposal: Colour", True),
        ("“Say” so", 'Proposal: "Say" so', True),
        # Another matter than the one that is named:
        ("Core: Fix", "Proposal: Fix", False),
        ("Fix", "Proposal: Core: Fix", False),
        ("Changes", "Proposal: Changes 2", False),
        ("Changes [Core]", "Proposal: Changes", True),
        ("", "Proposal:", False),
        ("[Core]", "Proposal: [Appendix]", False),
    ],
)
def test_whether_a_reference_means_a_matter(reference: str, title: str, wanted: bool) -> None:
    assert is_called(reference, title, VOCABULARY.matters) is wanted


def test_the_subject_is_what_stands_after_the_first_colon() -> None:
    assert [subject_of(title) for title in ("Proposal: A: b ", " No colon ", "Empty:")] == ["A: b", "No colon", ""]


def test_braces_are_left_out_with_what_is_between_them() -> None:
    assert without_braces("[Core] Wording {draft} Fix [X]") == "Wording Fix"
    assert without_braces("[open Wording}") == "[open Wording}"


def test_keys_and_spelling() -> None:
    assert name_key(" The  ''Colour'' of Judgement., ") == name_key("the color of judgment")
    assert plain_spelling("Organise the Defence") == plain_spelling("organize the defense")


def test_a_redacted_title_is_known_again_by_its_mark_and_by_no_other_name() -> None:
    mark = hidden_title("Proposal: [Core] Dry  Socks.")
    assert is_hidden(mark)
    assert hidden_title(mark) == hidden_title("dry socks") == mark
    kinds = VOCABULARY.matters
    assert is_called("the proposal: Dry Socks", f"[Core] {mark}", kinds)
    assert is_called(mark, "Proposal: Dry Socks", kinds)
    assert not is_called("Wet Socks", mark, kinds)
    assert hidden_title("Proposal: ") == ""
