"""Text of the ruleset page that nobody carries out: one question for each revision, wherever under a section it came."""

from tests.games.blognomic.ruleset_stories import EVENING, PAGE, story, unverified
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
