"""Aeternus' pages and its map as a real MediaWiki and a real browser show and keep them, whatever people call themselves (law 14)."""

import re
from dataclasses import replace
from urllib.parse import quote

import pytest
from tracker.games.aeternus.page_titles import CATALOGUE, PICTURE

from tests.contracts.mediawiki_world import MediaWikiWorld
from tests.games.aeternus.lively import AETERNUS, AFTER, DOUBTFUL, DURING, FORTNIGHT, gamestate
from tests.games.chat_pages import MARKUP, renamed
from tests.planning import StepClock
from tests.render.hostile import FRAGMENTS
from tests.render.parsed import Parsed, parse, seen
from tests.services import chromium
from tests.services.mediawiki import MediaWiki
from tracker.app.publish.publish import Publisher
from tracker.archive.memory import MemoryLedger
from tracker.core.gamestate import Gamestate
from tracker.core.planning import Desired, DesiredPage, DesiredRegion, PageLayout
from tracker.core.region import empty_region
from tracker.render.pages import RenderedRegion, render_regions

FILE = CATALOGUE[PICTURE]
STORIES = ((FORTNIGHT, DURING), (FORTNIGHT, AFTER), (DOUBTFUL, AFTER))


def regions(told: Gamestate) -> list[RenderedRegion]:
    return render_regions(AETERNUS.pages(told, AETERNUS.catalogue()))


def parsed(wiki: MediaWiki, told: Gamestate) -> dict[str, Parsed]:
    """Region -> its page as the wiki shows it."""
    return {each.region: parse(wiki, empty_region(each.region, each.text), each.page) for each in regions(told)}


@pytest.mark.parametrize(("story", "at"), STORIES)
def test_pages_are_shown_whole(mediawiki: MediaWiki, story: str, at: str) -> None:
    told = gamestate(story, at)
    # A page that shows a picture which is not there yet would be put into a category.
    MediaWikiWorld(mediawiki).wiki.upload(*AETERNUS.pictures(told, AETERNUS.catalogue()))
    for region, page in parsed(mediawiki, told).items():
        assert not MARKUP.search(seen(page.html)), region
        assert not page.html.select("pre"), region
        assert not any(page.noted[kind] for kind in ("categories", "templates")), region
        assert len(page.noted["images"]) == (region == "map"), region
        for table in page.html.select("table.wikitable"):
            widths = {len(row.find_all(["td", "th"], recursive=False)) for row in table.find_all("tr")}
            assert len(widths) == 1, region


@pytest.mark.parametrize(("story", "at"), STORIES)
def test_hostile_boards_have_the_shape_of_tame_ones(mediawiki: MediaWiki, story: str, at: str) -> None:
    told = gamestate(story, at)
    tame, wild = parsed(mediawiki, renamed(told, ["name"])), parsed(mediawiki, renamed(told, list(FRAGMENTS)))
    for region, page in wild.items():
        assert page.skeleton == tame[region].skeleton, region
        assert page.noted == tame[region].noted, region
        assert page.external_links == tame[region].external_links, region


# --- the picture on the wiki ------------------------------------------------------------------------------------------


def desired(at: str) -> Desired:
    told = gamestate(FORTNIGHT, at)
    pages = (
        DesiredPage(each.page, (DesiredRegion(each.region, each.text, each.on_hand_edit, each.may_shrink_for),))
        for each in regions(told)
    )
    return Desired(tuple(pages), uploads=tuple(AETERNUS.pictures(told, AETERNUS.catalogue())))


def published(mediawiki: MediaWiki) -> Publisher:
    """A publisher on a wiki with the tracker's pages, without anything in them."""
    publisher = Publisher(MediaWikiWorld(mediawiki).wiki, MemoryLedger(), StepClock())
    layouts = [
        PageLayout(each.page, "A page of the tracker.", (each.region,)) for each in regions(gamestate(FORTNIGHT, AFTER))
    ]
    made = publisher.plan_new_pages(layouts)
    publisher.apply_plan(made, made.checksum)
    return publisher


def test_the_map_is_uploaded_only_when_it_changed_and_shown(mediawiki: MediaWiki) -> None:
    publisher = published(mediawiki)
    for at in (DURING, AFTER):
        plan = publisher.plan_pages(desired(at))
        assert len(plan.uploads) == 1
        assert all(outcome.succeeded for outcome in publisher.apply_plan(plan, plan.checksum))
        assert publisher.plan_pages(desired(at)).is_empty
    assert mediawiki.file(FILE.removeprefix("File:")) == desired(AFTER).uploads[0].content
    page = chromium.dump_dom(f"{mediawiki.url}/index.php?title={quote(CATALOGUE['map'])}")
    picture = re.search(r'<img alt="([^"]*)" src="([^"]*)"', page)
    assert picture is not None
    assert "the table below says the same" in picture[1]
    assert "Pylon of Purity" in page.partition("The same in words")[2]


def test_the_wiki_takes_the_other_form_too(mediawiki: MediaWiki) -> None:
    names = {**CATALOGUE, PICTURE: "File:Tracker map of Aeternus.png"}
    (picture,) = AETERNUS.pictures(gamestate(FORTNIGHT, AFTER), names)
    assert MediaWikiWorld(mediawiki).wiki.upload(picture).changed
    assert mediawiki.file(picture.filename) == picture.content


def test_the_wiki_takes_the_map_of_players_with_hostile_names(mediawiki: MediaWiki) -> None:
    told = renamed(
        gamestate(FORTNIGHT, AFTER), ["<script>href=javascript:x()</script>", "url(javascript:x)", "--><body>"]
    )
    (picture,) = AETERNUS.pictures(told, AETERNUS.catalogue())
    assert MediaWikiWorld(mediawiki).wiki.upload(replace(picture, filename="Hostile.svg")).changed
