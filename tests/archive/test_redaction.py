"""What redaction leaves behind, and how it is recognised when the content is read again."""

import pytest

from tests.observing import at, comment, edited, gone
from tracker.archive.redaction import Redaction, emptied_values, is_old_news, without_redacted
from tracker.core.observation import Observation, redacted


def test_redaction_says_by_whom_when_and_why() -> None:
    assert str(Redaction("Bo", "private", at(1))) == "redacted by Bo at 2019-10-01T01:00:00Z: private"


def test_only_contents_that_were_redacted_are_emptied() -> None:
    earlier = [redacted(comment("c1", 1, body="secret")).payload]
    assert without_redacted(comment("c1", 1, body="secret"), earlier) == redacted(comment("c1", 1, body="secret"))
    assert without_redacted(comment("c1", 1, body="other"), earlier) == comment("c1", 1, body="other")


def test_what_was_read_in_a_redacted_content_stays_beside_it_when_it_is_seen_again() -> None:
    earlier = [redacted(comment("c1", 1, body=body), {"body": body.upper()}).payload for body in ("one", "two")]
    assert without_redacted(comment("c1", 1, body="one"), earlier).payload["read"] == {"body": "ONE"}
    assert "read" not in without_redacted(comment("c1", 1, body="three"), earlier).payload


@pytest.mark.parametrize("why", ["as I saw it", "another reason"])
@pytest.mark.parametrize("answer", ["words", "others"])
def test_a_decision_in_other_words_than_those_that_were_redacted_stands_as_it_is_told(answer: str, why: str) -> None:
    kept = {"said": ["what the words announce"]}
    earlier = [redacted(decided("words", "as I saw it"), kept).payload]
    safe = without_redacted(decided(answer, why), earlier).payload
    assert safe["why"] == why
    assert safe["answer"] == ("others" if answer == "others" else earlier[0]["answer"])
    assert safe.get("read") == (None if answer == "others" else kept)


def decided(answer: str, why: str) -> Observation:
    payload = {"question": "posted:m1", "answer": answer, "by": "Op", "why": why}
    return Observation("decision", "decision:posted:m1", payload, at=at(1), seen_at=at(1))


def test_contents_that_are_no_text_are_left_alone() -> None:
    odd = comment("c1", 1, body=["secret"], title={"a": 1})
    assert emptied_values([odd.payload]) == frozenset()
    assert without_redacted(odd, [{"body": "[redacted x]"}]) == odd


def test_old_news_is_the_same_content_of_the_same_thing() -> None:
    assert is_old_news(edited("c1", 2, body="a"), comment("c1", 1, body="a"))
    assert not is_old_news(edited("c1", 2, body="b"), comment("c1", 1, body="a"))
    assert not is_old_news(gone("c1", 2), edited("c1", 1))
