"""Ducks' pages as a real MediaWiki and a real browser show and keep them, whatever people call themselves and their ducks (law 14)."""

import re
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from tracker.games.ducks.page_titles import CATALOGUE, PICTURE

from tests.contracts.mediawiki_world import MediaWikiWorld
from tests.games.chat_pages import MARKUP, renamed
from tests.games.ducks.lively import AFTER, AT_LAST, DOUBTFUL, DUCKS, DURING, FORTNIGHT, gamestate
from tests.planning import StepClock
from tests.render.hostile import FRAGMENTS, values
from tests.render.parsed import Parsed, parse, seen
from tests.services import chromium
from tests.services.mediawiki import MediaWiki
from tracker.app.asking.replay import gamestate_at, rows_of
from tracker.app.publish.publish import Publisher
from tracker.archive.memory import MemoryLedger
from tracker.core.gamestate import Gamestate
from tracker.core.instants import parse_instant
from tracker.core.planning import Desired, DesiredPage, DesiredRegion, PageLayout
from tracker.core.region import empty_region, find_region
from tracker.render.pages import RenderedRegion, render_regions

STORIES = (
    (FORTNIGHT, DURING),
    (FORTNIGHT, AFTER),
    (FORTNIGHT, AT_LAST),
    (DOUBTFUL, "2021-03-10T10:02:00Z"),
    (DOUBTFUL, "2021-03-14T12:00:00Z"),
)
FILE = CATALOGUE[PICTURE]
FEW = settings(
    max_examples=2,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
    phases=[Phase.explicit, Phase.generate],
)


def regions(told: Gamestate) -> list[RenderedRegion]:
    return render_regions(DUCKS.pages(told, DUCKS.catalogue()))


def parsed(wiki: MediaWiki, told: Gamestate) -> dict[str, Parsed]:
    """Region -> its page as the wiki shows it."""
    return {each.region: parse(wiki, empty_region(each.region, each.text), each.page) for each in regions(told)}


# --- tame pages -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("story", "at"), STORIES)
def test_pages_are_shown_whole(mediawiki: MediaWiki, story: str, at: str) -> None:
    told = gamestate(story, at)
    # A page that shows a picture which is not there yet would be put into a category.
    MediaWikiWorld(mediawiki).wiki.upload(*DUCKS.pictures(told, DUCKS.catalogue()))
    for region, page in parsed(mediawiki, told).items():
        assert not MARKUP.search(seen(page.html)), region
        assert not page.html.select("pre"), region
        assert not any(page.noted[kind] for kind in ("categories", "templates")), region
        assert len(page.noted["images"]) == (region == "family"), region
        for table in page.html.select("table.wikitable"):
            widths = {len(row.find_all(["td", "th"], recursive=False)) for row in table.find_all("tr")}
            assert len(widths) == 1, region


def test_the_family_tree_is_a_nested_list(mediawiki: MediaWiki) -> None:
    page = parsed(mediawiki, gamestate(FORTNIGHT, AT_LAST))["family"].html
    assert "Moss #2" in seen(page.select("ul > li > ul > li")[0])


def desired(at: str) -> Desired:
    told = gamestate(FORTNIGHT, at)
    pages = (
        DesiredPage(each.page, (DesiredRegion(each.region, each.text, each.on_hand_edit, each.may_shrink_for),))
        for each in regions(told)
    )
    return Desired(tuple(pages), uploads=tuple(DUCKS.pictures(told, DUCKS.catalogue())))


def published(mediawiki: MediaWiki) -> Publisher:
    """A publisher on a wiki with the tracker's pages, without anything in them."""
    publisher = Publisher(MediaWikiWorld(mediawiki).wiki, MemoryLedger(), StepClock())
    layouts = [
        PageLayout(each.page, "A page of the tracker.", (each.region,)) for each in regions(gamestate(FORTNIGHT, AFTER))
    ]
    made = publisher.plan_new_pages(layouts)
    publisher.apply_plan(made, made.checksum)
    return publisher


def test_planned_applied_and_planned_again_is_empty(mediawiki: MediaWiki) -> None:
    publisher = published(mediawiki)
    for at in (DURING, AFTER, AT_LAST):
        plan = publisher.plan_pages(desired(at))
        assert not plan.is_empty
        assert all(outcome.succeeded for outcome in publisher.apply_plan(plan, plan.checksum))
        assert publisher.plan_pages(desired(at)).is_empty


def test_the_picture_is_uploaded_only_when_it_changed(mediawiki: MediaWiki) -> None:
    publisher = published(mediawiki)
    plan = publisher.plan_pages(desired(DURING))
    publisher.apply_plan(plan, plan.checksum)
    assert mediawiki.file(FILE.removeprefix("File:")) == desired(DURING).uploads[0].content
    assert "says the same in words" in (mediawiki.text(FILE) or "")
    # An hour later holdings may be others, and the family is the same.
    assert publisher.plan_pages(desired("2021-03-08T20:00:00Z")).uploads == ()
    assert len(publisher.plan_pages(desired(AT_LAST)).uploads) == 1


def test_a_picture_that_somebody_else_uploaded_is_left_alone(mediawiki: MediaWiki) -> None:
    publisher = published(mediawiki)
    theirs = b"<svg xmlns='http://www.w3.org/2000/svg' width='9' height='9'/>"
    mediawiki.upload(FILE.removeprefix("File:"), theirs, "Ada")
    plan = publisher.plan_pages(desired(DURING))
    outcomes = {outcome.target: outcome for outcome in publisher.apply_plan(plan, plan.checksum)}
    assert outcomes[FILE].status == "exists"
    assert "Ada" in outcomes[FILE].note
    assert mediawiki.file(FILE.removeprefix("File:")) == theirs
    assert outcomes[CATALOGUE["family"]].succeeded


def test_a_browser_shows_the_picture_and_the_list(mediawiki: MediaWiki, tmp_path: Path) -> None:
    publisher = published(mediawiki)
    plan = publisher.plan_pages(desired(AT_LAST))
    publisher.apply_plan(plan, plan.checksum)
    page = chromium.dump_dom(f"{mediawiki.url}/index.php?title={quote(CATALOGUE['family'])}")
    picture = re.search(r'<img alt="([^"]*)" src="([^"]*)"', page)
    assert picture is not None
    assert "the list below says the same" in picture[1]
    assert "Puddle" in page.partition("The same in words")[2]
    path = tmp_path / "tree.png"
    (tmp_path / "tree.svg").write_bytes(desired(AT_LAST).uploads[0].content)
    chromium.screenshot((tmp_path / "tree.svg").as_uri(), path, 800, 400)
    # A picture that could not be drawn is a blank one, of a few hundred bytes.
    assert len(path.read_bytes()) > 5_000


# --- hostile words in every field of the board ------------------------------------------------------------------------


@pytest.mark.parametrize(("story", "at"), STORIES[1::2] + STORIES[4:])
@FEW
@given(hostile=st.lists(values(), min_size=20, max_size=40, unique=True))
def test_hostile_boards_have_the_shape_of_tame_ones(
    mediawiki: MediaWiki, story: str, at: str, hostile: list[str]
) -> None:
    told = gamestate(story, at)
    tame, wild = parsed(mediawiki, renamed(told, ["name"])), parsed(mediawiki, renamed(told, hostile))
    for region, page in wild.items():
        assert page.skeleton == tame[region].skeleton, region
        assert page.noted == tame[region].noted, region
        assert page.links == tame[region].links, region
        assert page.external_links == tame[region].external_links, region


@settings(parent=FEW, max_examples=3)
@given(hostile=st.lists(values(), min_size=20, max_size=40, unique=True))
def test_hostile_pages_are_kept_by_the_wiki_byte_for_byte(mediawiki: MediaWiki, hostile: list[str]) -> None:
    for each in regions(renamed(gamestate(FORTNIGHT, AFTER), hostile)):
        mediawiki.edit(each.page, empty_region(each.region, each.text))
        assert find_region(mediawiki.text(each.page) or "", each.region).text == each.text


# --- hostile names of ducks and people, hostile messages --------------------------------------------------------------

EVIL = (
    *FRAGMENTS,
    "A" * 140,
    "<@1000000000000000>",
    "@everyone",
    "🦆" * 70,
    "<script>href=javascript:x()</script>",
    'type="text/javascript"',
    "url(javascript:x)",
    "<!DOCTYPE html>",
    "--><body>",
)


@cache
def chatter() -> Gamestate:
    """A round of which everybody bears a hostile name, calls a duck by it, and writes hostile things in every channel."""
    opening: dict[str, Any] = {"players": [], "ponds": 1, "ducks": []}
    rows: list[dict[str, Any]] = []
    for number, piece in enumerate(EVIL):
        author = str(1_000_000_000_000_000 + number)
        opening["players"].append(author)
        duck = {
            "id": number + 1,
            "owner": author,
            "name": f"{piece[:136]}{number}".replace("<@", "@"),
            "pond": 1,
            "parent": max(0, number - 1),
        }
        opening["ducks"].append(duck)
        texts = {
            "game-actions": f'Request for justice: {piece}\nI trade 1 {piece} to {piece}\nI name #{number + 1} "{piece}"',
            "proposals" if number % 5 == 0 else "general": f"Urgent Proposal: {piece}",
        }
        told = {
            "kind": "message",
            "author": author,
            "name": f"{piece}{number}",
            "at": f"2021-03-08T10:{number // 60:02}:{number % 60:02}Z",
        }
        rows += [
            {**told, "id": f"{author}{nth}", "channel": name, "text": text}
            for nth, (name, text) in enumerate(texts.items())
        ]
    first = {"kind": "opening", "id": "o1", "at": "2021-03-08T00:00:00Z", "game": "ducks", "state": opening}
    return gamestate_at(DUCKS, rows_of(DUCKS, [first, *rows]), parse_instant("2021-03-08T12:00:00Z"))


def test_what_people_write_stays_in_its_cell(mediawiki: MediaWiki) -> None:
    told = chatter()
    MediaWikiWorld(mediawiki).wiki.upload(*DUCKS.pictures(told, DUCKS.catalogue()))
    pages = parsed(mediawiki, told)
    nothing = parse(mediawiki, "x").noted
    for region, page in pages.items():
        assert {**page.noted, "images": nothing["images"]} == nothing, region
        assert not page.html.find_all(["pre", "hr", "script", "sup", "del"]), region
        assert page.external_links == [], region
    assert len(pages["ducks"].html.select("tr[id^=duck-]")) == len(EVIL)
    assert len(pages["family"].html.select("li")) == len(EVIL)


def test_the_wiki_takes_the_picture_of_ducks_with_hostile_names(mediawiki: MediaWiki) -> None:
    (picture,) = DUCKS.pictures(chatter(), DUCKS.catalogue())
    assert MediaWikiWorld(mediawiki).wiki.upload(picture).changed
    assert mediawiki.file(picture.filename) == picture.content


def test_nobody_is_called(mediawiki: MediaWiki) -> None:
    for each in regions(chatter()):
        assert "@everyone" not in each.text
        assert not re.search(r"<@!?\d+>", seen(parse(mediawiki, each.text).html)), each.region


def test_three_hundred_ducks_fit_on_the_pages(mediawiki: MediaWiki) -> None:
    ducks = [
        {
            "id": number,
            "owner": "ana" if number % 2 else "ben",
            "name": f"Duck {number}",
            "pond": number % 9 + 1,
            "parent": number // 3,
        }
        for number in range(1, 301)
    ]
    stated = {"players": ["ana", "ben"], "ponds": 9, "ducks": ducks}
    opening = {"kind": "opening", "id": "o1", "at": "2021-03-08T00:00:00Z", "game": "ducks", "state": stated}
    told = gamestate_at(DUCKS, rows_of(DUCKS, [opening]), parse_instant("2021-03-08T12:00:00Z"))
    texts = {each.region: each.text for each in regions(told)}
    assert all(len(text.encode()) < 400_000 for text in texts.values())
    page = parse(mediawiki, texts["family"], CATALOGUE["family"])
    assert len(page.html.select("li")) == 300
    (picture,) = DUCKS.pictures(told, DUCKS.catalogue())
    assert MediaWikiWorld(mediawiki).wiki.upload(replace(picture, filename="Many.svg")).changed
