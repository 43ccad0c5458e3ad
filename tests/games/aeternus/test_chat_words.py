"""How well the chat of Aeternus is understood, by its practice corpus."""

from tests.games.chat_corpus import figures


def test_most_is_understood_nothing_is_misread_and_talk_is_left_alone() -> None:
    found = figures("aeternus")
    action, unclear, talk = (found[sort] for sort in ("action", "unclear", "talk"))
    understood = action["done"] + action["suggested right"] + action["left alone"]
    assert understood >= 0.85 * action.total()
    assert not action["misread"] + unclear["misread"] + talk["misread"]
    assert talk["talk answered"] <= 0.02 * talk.total()
