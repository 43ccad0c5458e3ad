"""What admins of games in a chat ask for on the wiki: each word that is offered works, the others say why not."""

import html
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.app.chat_tracker import ChatTracker, chat_tracker
from tests.app.wiring import create_pages
from tracker.core.ports import PageEdit
from tracker.games.registry import game
from tracker.wiki.directory import DirectoryWiki

REQUESTS = "Tracker/Requests"
MORE = f"[requests]\npage = {REQUESTS}\n[identities]\nzoe = wiki:Zoe\n[switches]\nadmins = zoe\n"
JOIN = {
    "round10": "I join the game",
    "ducks": "I join the game",
    "aeternus": "I join the game",
    "nomicoup": "I request to become a player.",
}
PROPOSED = {
    "round10": "[Urgent] Let there be more ducks",
    "ducks": "[Urgent] Let there be more ducks",
    "aeternus": "[Urgent] Let there be more ducks",
    "nomicoup": "Proposition: Cheer\nType: Miscellaneous Change\nContent: Everybody cheers.",
}


@pytest.fixture(params=list(JOIN))
def chat(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[ChatTracker]:
    """A game with three players and an open proposal, whose page of requests is made."""
    slug = str(request.param)
    with chat_tracker(tmp_path, slug=slug, channels=tuple(game(slug).channels)) as made:
        made.more = MORE
        made.tracker = made.made(made.archive)
        create_pages(made.tracker)
        for number, name in enumerate(("ana", "ben", "cy")):
            made.say(1 + number / 100, name, JOIN[slug])
        made.tick(2)
        yield made


def ask(chat: ChatTracker, minute: float, line: str) -> str:
    """What is answered to a line of an admin."""
    people = DirectoryWiki(chat.folder / "wiki", chat.clock, "Zoe")
    page = people.fetch([REQUESTS])[REQUESTS]
    people.save(PageEdit(REQUESTS, f"{page.text}\n* {line}", "", page.revision))
    chat.tick(minute)
    lines = chat.page(REQUESTS).split("\n")
    return html.unescape(lines[lines.index(f"* {line}") + 1])


def slug_of(chat: ChatTracker, minute: float) -> str:
    """The slug of a matter that is open now."""
    slug = chat.slug
    message = chat.say(minute, "ana", PROPOSED[slug], chat.channels[-1] if slug == "nomicoup" else "proposals")
    return "1" if slug == "nomicoup" else message


def test_a_matter_is_recounted(chat: ChatTracker) -> None:
    name = slug_of(chat, 3)
    said = ask(chat, 4, f"recount {name}")
    assert f"{name}, as of" in said
    assert "status " in said
    assert "The pages of" in said
    assert "known: " + name in ask(chat, 5, "recount nothing_like_it")


def test_words_that_can_do_nothing_are_not_offered_and_say_so(chat: ChatTracker) -> None:
    page = chat.page(REQUESTS)
    assert "recount MATTER" in page
    assert "enact" not in page
    assert "writes no matter to a ruleset page" in ask(chat, 3, "enact 1")
    assert "writes no matter to a ruleset page" in ask(chat, 4, "please enact it")
    assert "confirm CLAUSE" in page
    first = next(iter(chat.tracker.game.clauses))
    assert "waits for no confirmation" in ask(chat, 5, f"confirm {first}")


def test_nothing_is_to_be_confirmed_where_no_ruleset_page_is_read(tmp_path: Path) -> None:
    channels = ("general", "propositions")
    with chat_tracker(tmp_path, slug="nomicoup", channels=channels) as made:
        made.more, made.wiki = MORE, "ruleset =\n"
        made.tracker = made.made(made.archive)
        create_pages(made.tracker)
        made.tick(1)
        assert "confirm" not in made.page(REQUESTS)
        assert "no ruleset page is read" in ask(made, 2, "confirm COUP-075")
        for word, said in (("pause", "Paused"), ("resume", "Resumed"), ("resync", "Read anew")):
            assert said in ask(made, 3, word)
