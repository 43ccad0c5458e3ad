"""Whatever a wiki answers: what is no answer of its API ends in an error of the wiki, and nowhere else."""

import json
from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.observing import at
from tests.sources.test_wiki_pages import Steps
from tests.tries import tries
from tracker.archive.memory import MemoryArchive
from tracker.core.ports import PageEdit, Upload
from tracker.errors import LostAnswerError, WikiError, WikiUnreadError
from tracker.sources.wiki_pages import WikiPagesSource
from tracker.wiki.failures import WRITES, Failures, NoAnswerError, RefusedError, answer_of
from tracker.wiki.mediawiki_backend import MediaWikiBackend
from tracker.wiki.mediawiki_settings import MediaWikiSettings
from tracker.wiki.politeness import Pause

Json = dict[str, Any]
AT = "2019-10-01T00:00:00Z"
REVISION = {
    **{"revid": 5, "parentid": 4, "timestamp": AT, "user": "Ada", "comment": "", "tags": ["mw-undo"]},
    **{"slots": {"main": {"content": "text"}}},
}
PAGE = {
    **{"title": "Board", "lastrevid": 5, "revisions": [REVISION], "imageinfo": [{"sha1": "ab", "user": "Bot"}]},
    **{"actions": {"edit": [{"code": "protectedpage", "text": "no"}], "create": False}},
}
QUERY = {
    **{"normalized": [{"from": "board", "to": "Board"}], "pages": [PAGE, {**PAGE, "title": "File:Map.svg"}]},
    **{"general": {"uploadsenabled": True}, "fileextensions": [{"ext": "svg"}]},
    **{"tokens": {"logintoken": "one", "csrftoken": "two"}},
    **{"userinfo": {"name": "Bot", "groups": ["bot"], "rights": ["edit"], "blockreason": ""}},
}
EDITED = {"result": "Success", "oldrevid": 5, "newrevid": 6, "newtimestamp": AT}
SOUND: dict[str, list[Json]] = {
    "query": [{"curtimestamp": AT, "query": QUERY}],
    "login": [{"login": {"result": "Success"}}],
    "edit": [{"edit": EDITED}, {"edit": {"result": "Success", "nochange": True}}],
    "upload": [{"upload": {"result": "Success"}}, {"upload": {"result": "Warning", "warnings": {}, "filekey": "k"}}],
}
"""Answers of the API with all that is read of them, by action."""
OPERATIONS: dict[str, Callable[[MediaWikiBackend], object]] = {
    "revision_ids": lambda wiki: wiki.revision_ids(["board"]),
    "fetch": lambda wiki: wiki.fetch(["board"]),
    "revisions": lambda wiki: wiki.revisions("Board"),
    "time": lambda wiki: wiki.time(),
    "account": lambda wiki: wiki.account(),
    "refused": lambda wiki: wiki.refused(["Board"]),
    "pictures": lambda wiki: wiki.pictures(["File:Map.svg"]),
    "save": lambda wiki: wiki.save(PageEdit("Board", "ours", "", 5)),
    "upload": lambda wiki: wiki.upload(Upload("Map.svg", b"<svg/>", "a map")),
}
READ_BY_SOURCES = ("revision_ids", "fetch", "revisions")
STRANGE: list[Any] = [None, [], {}, [None], [[]], {"x": None}, 0, -1, 1e300, True, "", "é", "0001-01-01T00:00:00+14:00"]


class ScriptedApi:
    """An API that gives sound answers, of which the one with a number is spoilt."""

    def __init__(self, spoilt: int, spoil: Callable[[Json], Any], variant: int = 0) -> None:
        self.left, self.spoil, self.variant = spoilt, spoil, variant

    def ask(self, action: str, method: str, chosen: Json, place: str = "", files: Json | None = None) -> Json:
        answer: Any = json.loads(json.dumps(SOUND[action][self.variant % len(SOUND[action])]))
        self.left -= 1
        if self.left == -1:
            answer = self.spoil(answer)
        failures = Failures(action in WRITES, place)
        try:
            return answer_of(json.dumps(answer))
        except RefusedError as error:
            raise WikiError(error.info, code=error.code) from error
        except NoAnswerError as error:
            raise failures.no_answer(str(error)) from error

    def forget_login(self) -> None:
        """Nobody was logged in."""


def wiki_of(api: ScriptedApi) -> MediaWikiBackend:
    return MediaWikiBackend(MediaWikiSettings("https://wiki.example.org/api.php", "Bot@x", "secret"), api, Pause(0))


def places(node: Any) -> Iterator[tuple[Any, Any]]:
    """Every place of an answer: what holds it, and under which key."""
    for key, inner in list(node.items()) if isinstance(node, dict) else list(enumerate(node)):
        yield node, key
        if isinstance(inner, dict | list):
            yield from places(inner)


def spoiling(place: int, value: Any, *, gone: bool) -> Callable[[Json], Any]:
    """Put something else at one place of an answer, or nothing; the last place is the answer itself."""

    def spoil(answer: Json) -> Any:
        found = list(places(answer))
        if place % (len(found) + 1) == len(found):
            return value
        holder, key = found[place % (len(found) + 1)]
        if gone:
            del holder[key]
        else:
            holder[key] = value
        return answer

    return spoil


@pytest.mark.parametrize("name", OPERATIONS)
@pytest.mark.parametrize("variant", [0, 1])
def test_sound_answers_are_read(name: str, variant: int) -> None:
    if (name, variant) == ("upload", 1):
        with pytest.raises(WikiError, match="not uploaded"):
            OPERATIONS[name](wiki_of(ScriptedApi(-1, dict, variant)))
        return
    assert OPERATIONS[name](wiki_of(ScriptedApi(-1, dict, variant)))


STRANGER = st.recursive(st.sampled_from(STRANGE), lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner))


@pytest.mark.parametrize("name", OPERATIONS)
@settings(max_examples=tries(40, long=1000))
@given(
    *(st.integers(0, 4), st.integers(0, 60), STRANGER, st.booleans(), st.integers(0, 1)),
)
def test_a_spoilt_answer_ends_in_an_error_of_the_wiki(
    name: str, call: int, place: int, value: Any, gone: bool, variant: int
) -> None:
    with suppress(WikiError):
        OPERATIONS[name](wiki_of(ScriptedApi(call, spoiling(place, value, gone=gone), variant)))


@pytest.mark.parametrize("value", [*STRANGE, {"edit": {**EDITED, "newrevid": "6"}}])
def test_after_an_edit_it_is_read_back_what_became_of_it(value: Any) -> None:
    with pytest.raises(LostAnswerError):
        OPERATIONS["save"](wiki_of(ScriptedApi(3, lambda _: value)))


@pytest.mark.parametrize("name", READ_BY_SOURCES)
@pytest.mark.parametrize("value", STRANGE)
def test_a_source_that_reads_the_wiki_cannot_be_read_then(name: str, value: Any) -> None:
    spoil = spoiling(1, value, gone=False)
    archive = MemoryArchive()
    source = WikiPagesSource("wiki pages", wiki_of(ScriptedApi(READ_BY_SOURCES.index(name) % 2, spoil)), ["Board"])
    with pytest.raises(WikiUnreadError):
        list(source.observe(archive, at(500), Steps()))


def test_a_wiki_that_goes_on_for_ever_is_given_up() -> None:
    class Endless(ScriptedApi):
        def ask(self, *asked: Any, **more: Any) -> Json:
            return {**super().ask(*asked, **more), "continue": {"rvcontinue": "1"}}

    with pytest.raises(WikiError, match="goes on"):
        wiki_of(Endless(-1, dict)).fetch(["Board"])
