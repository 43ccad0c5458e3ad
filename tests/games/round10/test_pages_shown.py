"""Round 10's pages as a real MediaWiki shows and keeps them, whatever people call themselves and write (law 14)."""

from functools import cache
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from tests.contracts.mediawiki_world import MediaWikiWorld
from tests.games.chat_pages import MARKUP, renamed
from tests.games.round10.lively import AFTER, AT_LAST, DURING, FORTNIGHT, ROUND10, gamestate
from tests.planning import StepClock
from tests.render.hostile import FRAGMENTS, values
from tests.render.parsed import Parsed, parse, seen
from tests.services.mediawiki import MediaWiki
from tracker.app.asking.replay import gamestate_at, rows_of
from tracker.app.publish.publish import Publisher
from tracker.archive.memory import MemoryLedger
from tracker.core.draft import RenderedRegion
from tracker.core.gamestate import Gamestate
from tracker.core.instants import parse_instant
from tracker.core.planning import Desired, DesiredPage, DesiredRegion, PageLayout
from tracker.core.region import empty_region, find_region
from tracker.render.escaping import shown
from tracker.render.pages import render_regions

STORIES = ((FORTNIGHT, DURING), (FORTNIGHT, AFTER), (FORTNIGHT, AT_LAST))
FEW = settings(
    max_examples=2,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
    phases=[Phase.explicit, Phase.generate],
)


def regions(told: Gamestate) -> list[RenderedRegion]:
    return render_regions(ROUND10.pages(told, ROUND10.catalogue()))


def parsed(wiki: MediaWiki, told: Gamestate) -> dict[str, Parsed]:
    """Region -> its page as the wiki shows it."""
    return {each.region: parse(wiki, empty_region(each.region, each.text), each.page) for each in regions(told)}


# --- tame pages -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("story", "at"), STORIES)
def test_pages_are_shown_whole(mediawiki: MediaWiki, story: str, at: str) -> None:
    for region, page in parsed(mediawiki, gamestate(story, at)).items():
        assert not MARKUP.search(seen(page.html)), region
        assert not page.html.select("pre"), region
        assert not any(page.noted[kind] for kind in ("categories", "templates", "images")), region
        for table in page.html.select("table.wikitable"):
            widths = {len(row.find_all(["td", "th"], recursive=False)) for row in table.find_all("tr")}
            assert len(widths) == 1, region


def test_planned_applied_and_planned_again_is_empty(mediawiki: MediaWiki) -> None:
    world = MediaWikiWorld(mediawiki)
    publisher = Publisher(world.wiki, MemoryLedger(), StepClock())
    layouts = [
        PageLayout(each.page, "A page of the tracker.", (each.region,)) for each in regions(gamestate(FORTNIGHT, AFTER))
    ]
    made = publisher.plan_new_pages(layouts)
    publisher.apply_plan(made, made.checksum)
    for at in (DURING, AFTER, AT_LAST):
        plan = publisher.plan_pages(desired(at))
        assert not plan.is_empty
        assert all(outcome.succeeded for outcome in publisher.apply_plan(plan, plan.checksum))
        assert publisher.plan_pages(desired(at)).is_empty


def desired(at: str) -> Desired:
    told = regions(gamestate(FORTNIGHT, at))
    pages = (
        (each.page, DesiredRegion(each.region, each.text, each.on_hand_edit, each.may_shrink_for)) for each in told
    )
    return Desired(tuple(DesiredPage(page, (region,)) for page, region in pages))


# --- hostile words in every field of the board ------------------------------------------------------------------------


@pytest.mark.parametrize(("story", "at"), STORIES[1:])
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


# --- hostile words in messages ----------------------------------------------------------------------------------------


@cache
def chatter() -> Gamestate:
    """A round of which everybody bears a hostile name and writes hostile things in every channel."""
    rows: list[dict[str, Any]] = []
    for number, piece in enumerate([*FRAGMENTS, "A" * 4_000, "9" * 400, "<@1000000000000000>", "@everyone"]):
        author = str(1_000_000_000_000_000 + number)
        texts = {
            "game-actions": f"I join the game\nI request justice: {piece}\nI give {piece} to {piece}\nReveal: {piece}",
            "proposals": f"[Urgent] {piece}",
            "judge-elections": piece,
            "auctions": f"Bid: {piece}",
        }
        told = {
            "kind": "message",
            "author": author,
            "name": f"{piece}{number}",
            "at": f"2021-08-03T10:{number // 60:02}:{number % 60:02}Z",
        }
        rows += [
            {**told, "id": f"{author}{nth}", "channel": name, "text": text}
            for nth, (name, text) in enumerate(texts.items())
        ]
    return gamestate_at(ROUND10, rows_of(ROUND10, rows), parse_instant("2021-08-03T12:00:00Z"))


def test_what_people_write_stays_in_its_cell(mediawiki: MediaWiki) -> None:
    told = chatter()
    pages = parsed(mediawiki, told)
    nothing = parse(mediawiki, "x").noted
    for region, page in pages.items():
        assert page.noted == nothing, region
        assert not page.html.find_all(["img", "pre", "hr", "script", "sup", "del"]), region
        assert page.external_links == [], region
    people = [seen(row[0]) for row in pages["players"].rows()[1:]]
    names = [(told.names or {}).get(id, id) for id in told.values["players"]]
    told_names = [" ".join(shown(name).replace("\xa0", " ").split()) for name in names]
    assert [each for each in people if len(each) < 60] == [each for each in told_names if len(each) < 60]


def test_nobody_is_called(mediawiki: MediaWiki) -> None:
    for each in regions(chatter()):
        assert "@everyone" not in each.text
        assert "<@" not in seen(parse(mediawiki, each.text).html)
