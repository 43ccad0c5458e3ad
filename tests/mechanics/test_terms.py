"""Terms are replaced in every form, in one pass, and in nothing that is not one of them."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tracker.mechanics.ruleset.terms import Renaming, Term, in_letters_of, plural_of, replaced, replacements, takes_an


def to(new: str, plural: str = "", old: str = "Castaway") -> Renaming:
    return Renaming(Term(old), Term(new, plural))


STORM = to("Storm", old="Weatherman")


@pytest.mark.parametrize(
    ("before", "after", "renamings"),
    [
        ("Idle Castaways can...", "Idle Pilots can...", [to("Pilot")]),
        ("A Castaway's Vote", "A Pilot's Vote", [to("Pilot")]),
        ("A Castaway’s Vote", "A Pilot’s Vote", [to("Pilot")]),
        (
            'The terms "Castaway" and "Player" are synonyms',
            'The terms "Pilot" and "Player" are synonyms',
            [to("Pilot")],
        ),
        ("The Weatherman is a Castaway", "The Weatherman is a Pilot", [to("Pilot")]),
        ("Castaway or Weatherman", "Weatherman or Storm", [to("Weatherman"), STORM]),
        ("CASTAWAYS, castaways, castaway", "PILOTS, pilots, pilot", [to("Pilot")]),
        ("a Castaway, A Castaway, an idle Castaway", "an Agent, An Agent, an idle Agent", [to("Agent")]),
        ("A CASTAWAY", "AN AGENT", [to("Agent")]),
        ("an Agent", "a Castaway", [Renaming(Term("Agent"), Term("Castaway"))]),
        ("a Castaway", "a User", [to("User")]),
        ("a Castaway", "an Heir", [to("Heir")]),
        ("a Castaway", "an NPC", [to("NPC")]),
        ("a '''Castaway''' and a \"Castaway\"", "an '''Agent''' and an \"Agent\"", [to("Agent")]),
        ("a [[Islanders|Castaway]]", "an [[Islanders|Agent]]", [to("Agent")]),
        ("a [[Castaway]]", "an [[Castaway|Agent]]", [to("Agent")]),
        ("[[Castaway list]]", "[[Castaway list|Agent list]]", [to("Agent")]),
        ("[[#Castaways|Castaways]]", "[[#Agents|Agents]]", [to("Agent")]),
        ("===Idle Castaways===", "===Idle Agents===", [to("Agent")]),
        ("non-Castaway, Castaway-like", "non-Agent, Agent-like", [to("Agent")]),
        ("Castaways' and Castaway's", "People's and Person's", [to("Person", "People")]),
        ("'Castaways' in quotes", "'People' in quotes", [to("Person", "People")]),
        ("the People's and a Person's", "the Pilots' and a Pilot's", [Renaming(Term("Person"), Term("Pilot"))]),
        ("Weathermen", "Storms", [STORM]),
        ("Space  Pilots, space pilot", "Agents, agent", [Renaming(Term("Space Pilot"), Term("Agent"))]),
        ("castaway, Castaways", "head chef, Head Chefs", [to("Head Chef")]),
    ],
)
def test_term_is_replaced_in_this_form(before: str, after: str, renamings: list[Renaming]) -> None:
    assert replaced(before, renamings) == after


@pytest.mark.parametrize(
    "text",
    [
        "Castawayish, Castaway_x, McCastaway",
        "<!-- Castaways -->",
        '<div class="Castaway">',
        "http://example.org/Castaway and [https://example.org/Castaways it]",
        "{{Castaway}} and {{Castaway|x}}",
        "[[File:Castaway.png|thumb]] [[Category:Castaways]]",
        "[[Castaway|them]]",
        "Player",
    ],
)
def test_what_is_no_word_of_its_own_stays(text: str) -> None:
    assert replaced(text, [to("Agent")]) == text


def test_irregular_plurals_are_shown_for_a_check_only_where_they_stand() -> None:
    knife = [to("Knife")]
    assert [item.doubt for item in replacements("a Castaway", knife)] == [""]
    assert [item.doubt for item in replacements("Castaways", knife)] == ["the plural Castaways became Knives"]
    assert [item.doubt for item in replacements("Castaways", [to("Knife", "Knives")])] == [""]
    assert [item.doubt for item in replacements("Weathermen", [STORM])] == ["the plural Weathermen became Storms"]


@pytest.mark.parametrize(
    ("word", "plural", "is_unsure"),
    [
        ("Pilot", "Pilots", False),
        ("Boss", "Bosses", False),
        ("Witch", "Witches", False),
        ("Spy", "Spies", False),
        ("Boy", "Boys", False),
        ("Weatherman", "Weathermen", True),
        ("Human", "Humans", False),
        ("Person", "People", True),
        ("Thief", "Thieves", True),
        ("Wolf", "Wolves", True),
        ("Hero", "Heros", True),
        ("Man of War", "Men of War", True),
        ("Captain of Industry", "Captains of Industry", True),
    ],
)
def test_plural_of_a_word(word: str, plural: str, is_unsure: bool) -> None:
    assert plural_of(word) == (plural, is_unsure)


@pytest.mark.parametrize(
    ("word", "wanted"),
    [
        *[
            ("Agent", True),
            ("Undead", True),
            ("Uninvited", True),
            ("Hour", True),
            ("FBI agent", True),
            ("“Agent”", True),
        ],
        *[("Pilot", False), ("Unicorn", False), ("European", False), ("One", False), ("UFO", False), ("", False)],
    ],
)
def test_article_before_a_word(word: str, wanted: bool) -> None:
    assert takes_an(word) is wanted


def test_letters_follow_the_word_found() -> None:
    assert in_letters_of("castaway", "McCoy") == "McCoy"
    assert in_letters_of("Space pilot", "Tower Guard") == "Tower guard"


# --- properties -------------------------------------------------------------------------------------------------------

WORDS = ("Pilot", "Climber", "Agent", "Owl", "Spy", "Boss", "Person", "Weatherman", "Sous Chef")
pieces = st.sampled_from(
    [
        "a {0}",
        "an idle {0}",
        "{0}'s",
        "{1}",
        "The {1}' lot",
        "=== {1} ===",
        "<!-- note -->",
        "\n",
        " and ",
        "Wood",
        "''x''",
    ]
)
names = st.permutations(WORDS).map(lambda words: words[:4])


def text_of(templates: list[str], words: tuple[str, ...]) -> str:
    filled = [template.format(word, plural_of(word)[0]) for word in words for template in templates]
    correct = [re.sub(r"\ba (?=[AEIO])", "an ", piece) for piece in filled]
    return " ".join(piece.replace("People' lot", "People's lot").replace("men' lot", "men's lot") for piece in correct)


@given(st.lists(pieces, max_size=8), names)
def test_replacing_terms_and_replacing_back_restores(templates: list[str], words: list[str]) -> None:
    old_one, old_other, new_one, new_other = words
    there = [Renaming(Term(old_one), Term(new_one)), Renaming(Term(old_other), Term(new_other))]
    back = [Renaming(each.new, each.old) for each in there]
    text = text_of(templates, (old_one, old_other))
    assert replaced(replaced(text, there), back) == text


@given(st.lists(pieces, max_size=8), names)
def test_swapping_two_terms_twice_restores(templates: list[str], words: list[str]) -> None:
    swap = [Renaming(Term(words[0]), Term(words[1])), Renaming(Term(words[1]), Term(words[0]))]
    text = text_of(templates, (words[0], words[1]))
    assert replaced(replaced(text, swap), swap) == text


@given(st.text())
def test_any_text_can_be_read_and_only_replaced_spans_change(text: str) -> None:
    found = replacements(text, [to("Agent"), STORM])
    rest, at = [], 0
    for item in found:
        assert text.startswith(item.before, item.start)
        rest.append(text[at : item.start])
        at = item.start + len(item.before)
    assert [item for item in found if item.before == item.after] == []
    assert "".join(rest) + text[at:] == re.sub("|".join(re.escape(i.before) for i in found) or r"(?!)", "", text)


def test_no_renaming_replaces_nothing() -> None:
    assert replacements("Castaway", []) == []
    assert replacements("Castaway", [Renaming(Term(""), Term("Agent"))]) == []
