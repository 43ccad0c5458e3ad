"""Nomicoup's pages as a real MediaWiki and a real browser show and keep them, whatever people call themselves and their rules (law 14)."""

import html
import re
from typing import Any
from urllib.parse import quote

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from tests.games.chat_pages import MARKUP, renamed
from tests.games.nomicoup.lively import AT_LAST, CHAIN, MUST_COUP, NOMICOUP, VOTED, gamestate
from tests.games.nomicoup.two_exiles import GAME_ID
from tests.render.hostile import FRAGMENTS, values
from tests.render.parsed import Parsed, parse, seen
from tests.services import chromium
from tests.services.mediawiki import MediaWiki
from tracker.app.asking.replay import gamestate_at, rows_of
from tracker.core.draft import RenderedRegion
from tracker.core.gamestate import Gamestate
from tracker.core.instants import parse_instant
from tracker.core.region import empty_region, find_region
from tracker.games.nomicoup.showing.pages import CATALOGUE
from tracker.mechanics.deck.deck_check import verify
from tracker.mechanics.deck.deck_record import published_in, read_record
from tracker.render.pages import render_regions

INSTANTS = (CHAIN, VOTED, MUST_COUP, AT_LAST)
FEW = settings(
    max_examples=2,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
    phases=[Phase.explicit, Phase.generate],
)


def state(at: str) -> Gamestate:
    return gamestate(at)


def regions(told: Gamestate) -> list[RenderedRegion]:
    return render_regions(NOMICOUP.pages(told, NOMICOUP.catalogue()))


def parsed(wiki: MediaWiki, told: Gamestate) -> dict[str, Parsed]:
    """Region -> its page as the wiki shows it."""
    return {each.region: parse(wiki, empty_region(each.region, each.text), each.page) for each in regions(told)}


# --- tame pages -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("at", INSTANTS)
def test_pages_are_shown_whole(mediawiki: MediaWiki, at: str) -> None:
    for region, page in parsed(mediawiki, state(at)).items():
        for text in page.html.select("pre"):
            text.extract()
        assert not MARKUP.search(seen(page.html)), region
        assert not any(page.noted[kind] for kind in ("categories", "templates", "images")), region
        for table in page.html.select("table.wikitable"):
            widths = {len(row.find_all(["td", "th"], recursive=False)) for row in table.find_all("tr")}
            assert len(widths) == 1, region


@pytest.mark.parametrize("at", [VOTED, AT_LAST])
def test_only_the_record_stands_as_it_is(mediawiki: MediaWiki, at: str) -> None:
    literal = {region: page.html.select("pre") for region, page in parsed(mediawiki, state(at)).items()}
    assert {region: len(found) for region, found in literal.items() if found} == ({"deck": 1} if at == AT_LAST else {})


def test_what_a_browser_shows_of_the_deck_proves_it(mediawiki: MediaWiki) -> None:
    for each in regions(state(AT_LAST)):
        mediawiki.edit(each.page, empty_region(each.region, each.text))
    shown = chromium.dump_dom(f"{mediawiki.url}/index.php?title={quote(CATALOGUE['deck'])}")
    (record,) = re.findall(r"<pre>(.*?)</pre>", shown, re.DOTALL)
    told = re.sub(r"<[^>]*>", " ", shown.replace(record, ""))
    found = verify(read_record(html.unescape(record)), published_in(told, GAME_ID))
    assert found.faults == []
    # The secret text, seven shuffles, three pledges and their closing, and the two words that were shown.
    assert (found.shuffles, found.compared) == (7, 14)


def test_a_browser_shows_the_game_with_its_links(mediawiki: MediaWiki) -> None:
    for each in regions(state(CHAIN)):
        mediawiki.edit(each.page, empty_region(each.region, each.text))
    shown = chromium.dump_dom(f"{mediawiki.url}/index.php?title={quote(CATALOGUE['game'])}")
    text = " ".join(re.sub(r"<[^>]*>", " ", shown).split())
    assert "It is the turn of ben" in text
    assert "may challenge it: ben, cy, dee, eli" in text
    assert f"title={quote(CATALOGUE['deck'])}" in shown or "Tracker/Court_Deck" in shown


# --- hostile words in every field of the board ------------------------------------------------------------------------


def in_a_line(text: str) -> str:
    """A text without line ends: those of rules and of propositions are kept, so that they change a page's shape."""
    return " ".join(text.splitlines()) or "x"


@pytest.mark.parametrize("at", [CHAIN, VOTED])
@FEW
@given(hostile=st.lists(values().map(in_a_line), min_size=20, max_size=40, unique=True))
def test_hostile_boards_have_the_shape_of_tame_ones(mediawiki: MediaWiki, at: str, hostile: list[str]) -> None:
    told = state(at)
    tame, wild = parsed(mediawiki, renamed(told, ["name"])), parsed(mediawiki, renamed(told, hostile))
    for region, page in wild.items():
        assert page.skeleton == tame[region].skeleton, region
        assert page.noted == tame[region].noted, region
        assert page.links == tame[region].links, region
        assert page.external_links == tame[region].external_links, region


@settings(parent=FEW, max_examples=3)
@given(hostile=st.lists(values(), min_size=20, max_size=40, unique=True))
def test_hostile_pages_are_kept_by_the_wiki_byte_for_byte(mediawiki: MediaWiki, hostile: list[str]) -> None:
    for each in regions(renamed(state(VOTED), hostile)):
        mediawiki.edit(each.page, empty_region(each.region, each.text))
        assert find_region(mediawiki.text(each.page) or "", each.region).text == each.text


# --- hostile names, rules and messages --------------------------------------------------------------------------------

EVIL = (
    *FRAGMENTS,
    "A" * 140,
    "<@1000000000000000>",
    "@everyone",
    "🦆" * 70,
    "<script>href=javascript:x()</script>",
    "</pre><b>",
    "--><body>",
)


def chatter() -> Gamestate:
    """A game in which everybody bears a hostile name, and writes hostile rules, disagreements and messages."""
    people = [str(1_000_000_000_000_000 + number) for number in range(len(EVIL))]
    players = [{"id": id, "credits": 0, "hand": []} for id in people]
    opening = {"players": players, "turn": {"player": people[0], "started_at": "2021-05-01T00:00:00Z"}}
    rows: list[dict[str, Any]] = []
    for number, (author, piece) in enumerate(zip(people, EVIL, strict=True)):
        texts = {
            "general": f'Clarification: {piece}\nI challenge {piece}\nI title rule 7 "{piece}"',
            "propositions": f"Proposition: {piece}\nType: Addition\nTitle: {piece}\nContent: {piece}\n{piece}",
        }
        at = f"2021-05-01T10:{number // 60:02}:{number % 60:02}Z"
        told = {"kind": "message", "author": author, "name": f"{piece}{number}", "at": at}
        rows += [
            {**told, "id": f"{author}{nth}", "channel": name, "text": text}
            for nth, (name, text) in enumerate(texts.items())
        ]
        vote, cast = {"message": f"{author}1", "emoji": "⬆️"}, f"2021-05-01T11:{number // 60:02}:{number % 60:02}Z"
        rows += [
            {
                "kind": "reaction",
                "id": f"r{author}{voter}",
                **vote,
                "user": voter,
                "at": cast,
            }
            for voter in people[: len(people) // 2 + 2 if number % 2 else 2]
        ]
    first = {"kind": "opening", "id": "o1", "at": "2021-05-01T00:00:00Z", "game": "nomicoup", "state": opening}
    rows.sort(key=lambda row: row["at"])
    return gamestate_at(NOMICOUP, rows_of(NOMICOUP, [first, *rows]), parse_instant("2021-05-01T12:00:00Z"))


def test_what_people_write_stays_in_its_cell(mediawiki: MediaWiki) -> None:
    nothing = parse(mediawiki, "x").noted
    pages = parsed(mediawiki, chatter())
    for region, page in pages.items():
        assert page.noted == nothing, region
        assert not page.html.find_all(["pre", "hr", "script", "sup", "del"]), region
        assert page.external_links == [], region
    assert len(pages["game"].html.select("tr[id^=player-]")) == len(EVIL)
    assert len(pages["rules"].html.select("tr[id^=rule-]")) > 57


def test_nobody_is_called(mediawiki: MediaWiki) -> None:
    for each in regions(chatter()):
        assert "@everyone" not in each.text
        assert not re.search(r"<@!?\d+>", seen(parse(mediawiki, each.text).html)), each.region
