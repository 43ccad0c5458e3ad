"""Text of the ruleset page that nobody carries out: one question for each revision, wherever under a section it came."""

import pytest

from tests.games.blognomic.ruleset_stories import EVENING, PAGE, story, unverified, without_bearing
from tests.games.blognomic.stories import gamestate

LAW = "Each Admin's Vote counts as two."


def below(section: str) -> str:
    """The page with a sentence directly under a section's heading."""
    head, heading, rest = PAGE.partition(f"=={section}==\n")
    assert heading
    return f"{head}{heading}{LAW}\n{rest}"


def test_words_directly_under_a_heading_are_asked_about_but_under_the_dynastys() -> None:
    for section in ("Special Case", "Appendix"):
        state = gamestate(story(PAGE, below(section)), EVENING)
        assert "bears-on-votes:revision:Ruleset:2" in {each.id for each in state.questions}
        assert "matters.p1.popular" in unverified(state)
    state = gamestate(story(PAGE, below("Dynastic Rules")), EVENING)
    assert "matters.p1.popular" not in unverified(state)


CORE, SPECIAL = "==Core Rules==\n", "==Special Case==\n"
OUTSIDE = [
    f"{{{{TOCRight}}}}\n{LAW}\n{PAGE}",
    f"=Ruleset 170=\n{LAW}\n{PAGE}",
    f"={LAW}=\n{PAGE}",
    PAGE.replace(CORE, f"{{{{box|{LAW}}}}}\n{CORE}"),
    PAGE.replace(SPECIAL, f"==Emergency==\n===Law===\n{LAW}\n{SPECIAL}"),
    PAGE.replace(SPECIAL, f"=={LAW}==\n{SPECIAL}"),
    f"{PAGE}\n={LAW}=\n",
]


@pytest.mark.parametrize("page", OUTSIDE)
def test_what_stands_outside_the_sections_is_asked_about_once_and_every_verdict_waits(page: str) -> None:
    state = gamestate(story(PAGE, page), EVENING)
    (asked,) = [each for each in state.questions if each.id.startswith("bears-on-votes:")]
    assert asked.id == "bears-on-votes:revision:Ruleset:2"
    assert LAW in " ".join(asked.needs)
    assert {"matters.p1.popular", "matters.p1.allowed", "quorum"} <= unverified(state).keys()
    answered = gamestate(story(PAGE, page, more=without_bearing()), EVENING)
    assert not unverified(answered)
    assert not [each for each in answered.questions if each.id.startswith("bears-on-votes:")]
    later = gamestate(story(PAGE, page, page.replace("two", "three"), more=without_bearing()), EVENING)
    assert "quorum" in unverified(later)


LAYOUT = [
    "{{TOCRight}}\n",
    "{{ toc }}__NOTOC__[[Category:Rules]]\n<!-- votes -->\n",
    "''Back to the [[Main Page]]''.\n",
    "← [[Main Page]]\n----\n",
    "=Ruleset 171=\n",
    '<div class="ruleset">\n',
]


@pytest.mark.parametrize("layout", LAYOUT)
def test_layout_above_the_sections_is_no_text(layout: str) -> None:
    state = gamestate(story(PAGE, layout + PAGE), EVENING)
    assert not unverified(state)
    assert not [each for each in state.questions if each.id.startswith("bears-on-votes:")]
