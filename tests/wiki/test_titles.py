"""Titles: the wiki's own form, and file names that nothing else has."""

import string

import pytest
from hypothesis import assume, example, given
from hypothesis import strategies as st

from tracker.errors import WikiError
from tracker.wiki.titles import file_name, normal_title

SAFE = set(string.ascii_letters + string.digits + "_(),!'.-^%~")


@pytest.mark.parametrize(
    ("title", "normal"),
    [
        ("votable_matters", "Votable matters"),
        ("  A__b   c_ ", "A b c"),
        (":Board", "Board"),
        ("e\u0301tat", "État"),
        ("ßa", "ßa"),
        ("a/b/c", "A/b/c"),
    ],
)
def test_titles_take_the_wikis_form(title: str, normal: str) -> None:
    assert normal_title(title) == normal


@pytest.mark.parametrize(
    "title", ["", "  ", ":", "a|b", "a#b", "<a>", "a\nb", "[a]", "{a}", "..", "a/../b", "é" * 128, "a%41"]
)
def test_impossible_titles_are_refused(title: str) -> None:
    # A line break is white space like any other and becomes a blank.
    if title == "a\nb":
        assert normal_title(title) == "A b"
        return
    with pytest.raises(WikiError):
        normal_title(title)


@pytest.mark.parametrize(
    ("title", "name"),
    [
        ("Votable matters", "Votable_matters"),
        ("BlogNomic", "Blog^Nomic"),
        ("Evidence/2019-10", "Evidence%2F2019-10"),
        ("É", "%C3%89"),
        ("Aux", "%41ux"),
        (".hidden", "%2Ehidden"),
    ],
)
def test_file_names_are_readable(title: str, name: str) -> None:
    assert file_name(title) == name


@given(st.text(min_size=1, max_size=200), st.text(min_size=1, max_size=200))
@example("Foo Bar", "Foo bar")
@example("Foo^Bar", "Foo bar")
@example("Foo_bar", "Foo bar")
@example("A" + "b" * 200, "A" + "b" * 199)
def test_two_titles_never_share_a_file(one: str, other: str) -> None:
    assume(one != other)
    assume(not any(0xD800 <= ord(letter) <= 0xDFFF for letter in one + other))
    assert file_name(one).casefold() != file_name(other).casefold()
    assert set(file_name(one)) <= SAFE
    assert len(file_name(one)) <= 140
