"""Names: what a rule is called, which matter a reference means."""

from datetime import UTC, datetime

import pytest

from tests.games.blognomic.stories import folded
from tracker.games.blognomic.appendix.names import (
    is_called_by_parent,
    matters_called,
    references_in,
    same_matter,
)
from tracker.games.blognomic.law import Law
from tracker.games.blognomic.moment import Moment
from tracker.games.blognomic.ruleset.ruleset_page import read_page, rule_name

LAW = Law(datetime(2019, 10, 1, tzinfo=UTC), {})


def test_rule_without_a_name_is_unnamed() -> None:
    assert rule_name(" ") == "Unnamed Rule"
    assert rule_name("Gin") == "Gin"
    paths = [passage.path for passage in read_page("==Dynastic Rules==\n=== ===\nIt rains.\n").passages]
    assert paths == [("Dynastic Rules", ""), ("Dynastic Rules", "Unnamed Rule")]


@pytest.mark.parametrize(
    ("reference", "path", "wanted"),
    [
        ("a Gin Rule", ("Dynastic Rules", "Gin", "Tonic"), True),
        ("a Gin Rule", ("Dynastic Rules", "Gin"), False),
        ("each The Island Rule", ("Dynastic Rules", "The Island", "The Wreck"), True),
        ("an Island rule", ("Dynastic Rules", "The Island", "The Wreck"), True),
        ("each The Island Rule", ("Dynastic Rules", "The Island"), False),
        ("Gin", ("Dynastic Rules", "Gin", "Tonic"), False),
    ],
)
def test_subrule_is_called_by_its_parents_name(reference: str, path: tuple[str, ...], wanted: bool) -> None:
    assert is_called_by_parent(reference, path) is wanted


@pytest.mark.parametrize(
    ("reference", "title"),
    [
        ("Changes", "Proposal: Changes [Core]"),
        ("Changes [Core]", "Proposal: Changes [Core]"),
        ("Wording Fix", "Proposal: [Core] Wording Fix"),
        ("Proposal: Wording Fix", "Proposal: [Core] Wording Fix"),
        ("wording  fix", "Proposal: [Core] Wording Fix"),
        ("I don't wanna", "Proposal: I don’t wanna {part 2}"),
        ("The colour rule", "Proposal: The Color Rule"),
        ("Ratio 2:1", "Proposal: Ratio 2:1"),
    ],
)
def test_reference_means_the_matter(reference: str, title: str) -> None:
    assert same_matter(reference, title)


@pytest.mark.parametrize(
    ("reference", "title"),
    [
        ("Changes", "Proposal: Changes 2"),
        ("Change", "Proposal: Changes"),
        ("", "Proposal:"),
        ("[Core]", "Proposal: [Core]"),
    ],
)
def test_reference_means_another_or_none(reference: str, title: str) -> None:
    assert same_matter(reference, title) is (reference == "[Core]")


def test_references_in_a_text() -> None:
    text = 'If the proposal “Dry Socks” or the CfJ titled "Wet Socks" passed, add “Socks”.'
    assert references_in(text) == ["Dry Socks", "Wet Socks"]


def test_persons_choice_among_matters_of_one_name() -> None:
    story = """
    2019-09-30 00:00:00 roster Wes!* Ada* Bo Cy Di
    2019-10-01 10:00:00 Bo posts p1 Proposal "Proposal: Changes [Core]"
    2019-10-01 10:00:01 Cy posts p2 Proposal "Proposal: Changes"
    """
    done = folded(story, "2019-10-01 12:00:00")
    assert [post.slug for post in matters_called(Moment.at(done.state, done.as_of, {}), "Changes")] == ["p1", "p2"]
    done = folded(
        f'{story}\n2019-10-01 11:00:00 decide which-matter:changes p2 by Ada why "later"', "2019-10-01 12:00:00"
    )
    moment = Moment.at(done.state, done.as_of, done.context.decisions)
    assert [post.slug for post in matters_called(moment, "Changes")] == ["p2"]
    assert matters_called(moment, "Nothing") == []
