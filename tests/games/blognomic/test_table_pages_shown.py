"""The pages about players' values as a real MediaWiki shows them: of a playthrough, and with hostile words in them."""

import re
from pathlib import Path

import pytest
from hypothesis import HealthCheck, example, given, settings

from tests.games.blognomic.boards import table_board
from tests.games.blognomic.island_rulings import opening
from tests.games.blognomic.stories import region
from tests.render.hostile import values
from tests.render.parsed import Parsed, parse, seen
from tests.services.mediawiki import MediaWiki
from tracker.core.region import empty_region
from tracker.games.blognomic.pages.pages import drafts
from tracker.render.pages import render_regions

EXPECTED = Path(__file__).parent / "playthroughs" / "castaways"
REGIONS = ("abilities", "dynasty", "gndt", "gndt_notes")
WHEN = "2019-09-20 10:00:00"
MARKUP = re.compile(r"\{\||\|\}|'''|<<|<%|\[\[|__\w+__")


def check(page: Parsed) -> None:
    """No markup is left to be seen, nothing is set as typed, and every link within the page leads somewhere."""
    assert not MARKUP.search(seen(page.html))
    assert not page.html.select("pre")
    ids = {tag["id"] for tag in page.html.select("[id]")}
    assert {str(link["href"])[1:] for link in page.html.select('a[href^="#"]')} <= ids


@pytest.mark.parametrize("instant", ["2019-11-06T18-00-00Z", "2019-11-17T09-05-00Z", "2019-11-20T08-15-00Z"])
def test_the_playthrough_is_shown_whole(mediawiki: MediaWiki, instant: str) -> None:
    for name in REGIONS:
        check(parse(mediawiki, (EXPECTED / instant / f"{name}.wikitext").read_text(encoding="utf-8")))


def test_everybody_has_a_section_and_a_row(mediawiki: MediaWiki) -> None:
    text = (EXPECTED / "2019-11-06T18-00-00Z" / "abilities.wikitext").read_text(encoding="utf-8")
    page = parse(mediawiki, text)
    people = ["Ada", "Bo", "Cy", "Di", "Eve", "Gus", "Wes"]
    assert [seen(heading) for heading in page.html.select("h2") if heading.get("id", "") != "mw-toc-heading"] == people
    assert [seen(row[0]).split()[0] for row in page.rows()[1:]] == people


def test_hostile_names_and_words_stay_in_their_cells(mediawiki: MediaWiki) -> None:
    story = opening("Ada Date 18", "at The Clearing: Ada", roster="Wes!* Ada* |}</div>{{x}} Cy Di")
    story += '\n2019-09-20 09:00:00 Ada logs "<nowiki>|}\\n== x == [[Category:y]]" as g1'
    story += "\n2019-09-20 09:10:00 Ada sets Ada.Wood 0 to {{subst:z}} as e1"
    for name in REGIONS:
        page = parse(mediawiki, region(story, WHEN, name))
        assert not page.html.select("pre")
        assert not any(page.noted[kind] for kind in ("categories", "templates", "images"))


def shown(wiki: MediaWiki, odd: str) -> dict[str, Parsed]:
    """The pages of a table's board, by region, with such words where people's words stand."""
    wanted = [draft for draft in drafts(table_board(odd), {}) if draft.region in REGIONS]
    return {
        each.region: parse(wiki, empty_region(each.region, each.text), each.page) for each in render_regions(wanted)
    }


@settings(deadline=None, max_examples=6, suppress_health_check=[HealthCheck.function_scoped_fixture])
@example("|}")
@example("{{x}}[[Category:y]]")
@example("-->\n== x ==")
@given(values())
def test_whatever_people_write_the_pages_have_one_shape(mediawiki: MediaWiki, hostile: str) -> None:
    tame, wild = shown(mediawiki, "0name"), shown(mediawiki, f"0{hostile}")
    for name, page in wild.items():
        assert page.skeleton == tame[name].skeleton, name
        assert page.noted == tame[name].noted, name
