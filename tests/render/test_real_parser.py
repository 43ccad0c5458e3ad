"""Law 14 against MediaWiki's own parser: whatever names and titles hold, a page has exactly our cells."""

import unicodedata
from collections.abc import Callable
from dataclasses import dataclass, fields, is_dataclass, replace
from typing import Any
from urllib.parse import parse_qs, unquote, urlsplit

import pytest
from bs4 import Tag
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from tests.games.blognomic.boards import (
    empty_board,
    enactment_book,
    hiatus_board,
    past_dynasty,
    sample_board,
    table_board,
)
from tests.render.hostile import FRAGMENTS, values
from tests.render.parsed import Parsed, parse, seen
from tests.services.mediawiki import MediaWiki
from tracker.core.draft import RegionDraft, RenderedRegion
from tracker.core.gamestate import Gamestate
from tracker.core.region import empty_region, find_region
from tracker.games.blognomic.enacting.enactments import ENACTING
from tracker.games.blognomic.enacting.reset import HISTORY_TEMPLATE, DynastyPast
from tracker.games.blognomic.pages.board import Board
from tracker.games.blognomic.pages.pages import drafts
from tracker.mechanics.dice.dice_page import DayView
from tracker.mechanics.enacting.enactment import EnactmentBook
from tracker.render.environment import environment
from tracker.render.escaping import escape_text, external_link, page_link, shown
from tracker.render.pages import render_regions

TABLE = """
{| class="wikitable"
<% for value in values %>
|- title="<< value|attribute >>"
| << value >>
|<< value >>||<< value >>
| data-x="<< value|attribute >>" | x
|
* << value >>
* ''<< value >>'''''<< value >>'''
<% endfor %>
|}
"""
FEW = settings(
    max_examples=15,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
    phases=[Phase.explicit, Phase.generate],
)
BARE_VALUES = st.lists(values(), min_size=20, max_size=40, unique=True)


def as_read(value: str) -> str:
    return " ".join(unicodedata.normalize("NFC", shown(value)).replace("\xa0", " ").split())


def assert_cells(wiki: MediaWiki, hostile: list[str]) -> None:
    page = parse(wiki, environment().from_string(TABLE).render(values=hostile))
    rows = page.rows()
    assert [len(row) for row in rows] == [5] * len(hostile)
    for value, row in zip(hostile, rows, strict=True):
        text = as_read(value)
        assert [seen(cell) for cell in row[:4]] == [text, text, text, "x"]
        assert [seen(item) for item in row[4].find_all("li")] == [text, unicodedata.normalize("NFC", text + text)]
    assert not page.html.find_all(["a", "img", "pre", "hr", "h2", "sup", "script", "del"])
    assert page.noted == parse(wiki, "x").noted


def test_every_hostile_fragment_stays_in_its_cell(mediawiki: MediaWiki) -> None:
    assert_cells(mediawiki, [f"{piece}Bo" for piece in FRAGMENTS])
    assert_cells(mediawiki, [f"Bo{piece}" for piece in FRAGMENTS])
    assert_cells(mediawiki, [f"Bo {piece} Cy" for piece in FRAGMENTS])
    assert_cells(mediawiki, ["A" * 10_000, "[[" * 5_000, "\u202e" * 10_000, "é\u0301" * 5_000, "-" * 10_000])


@FEW
@given(BARE_VALUES)
def test_every_value_stays_in_its_cell(mediawiki: MediaWiki, hostile: list[str]) -> None:
    assert_cells(mediawiki, hostile)


# --- links -------------------------------------------------------------------------------------------------------------


def addresses() -> st.SearchStrategy[str]:
    tail = st.lists(st.sampled_from(FRAGMENTS) | st.text(max_size=6), max_size=4).map("".join)
    return tail.map(lambda text: f"https://blog.example/archive/{text}")


@FEW
@given(st.lists(st.tuples(addresses(), values()), min_size=20, max_size=30))
def test_an_address_makes_one_link_or_none_and_leads_to_its_site(
    mediawiki: MediaWiki, pairs: list[tuple[str, str]]
) -> None:
    built = [external_link(url, label) for url, label in pairs]
    page = parse(mediawiki, "\n".join(['{| class="wikitable"', *(f"|-\n| {link} || x" for link in built), "|}"]))
    rows = page.rows()
    assert [len(row) for row in rows] == [2] * len(pairs)
    for link, (_, label), row in zip(built, pairs, rows, strict=True):
        assert seen(row[0]) == as_read(label)
        assert [urlsplit(href).netloc for href in hrefs(row[0])] == ["blog.example"] * link.startswith("[")
    assert page.noted == parse(mediawiki, "x").noted


def hrefs(tag: Tag) -> list[str]:
    return [str(link["href"]) for link in tag.find_all("a")]


@pytest.mark.parametrize(
    "url",
    [
        "https://blog.example/archive/dry_socks",
        "https://blog.example/?page=2&lt=3&amp;x=%20#c5",
        "https://blog.example/a%5Bb%5D(c)*d;e:f@g$h+i,j=k",
        "https://blog.example/100%25/~wes/it's__here/[x]/|/{{y}}/é",
    ],
)
def test_an_address_leads_where_it_led(mediawiki: MediaWiki, url: str) -> None:
    page = parse(mediawiki, external_link(url, "there"))
    assert [unquote(href) for href in hrefs(page.html)] == [unquote(url)]


@FEW
@given(st.lists(st.tuples(values(), values(), values()), min_size=20, max_size=30))
def test_a_page_link_is_one_link_or_none(mediawiki: MediaWiki, links: list[tuple[str, str, str]]) -> None:
    built = [page_link(title, label, anchor=anchor, tooltip=title) for title, label, anchor in links]
    page = parse(mediawiki, "\n".join(['{| class="wikitable"', *(f"|-\n| {link} || x" for link in built), "|}"]))
    rows = page.rows()
    assert [len(row) for row in rows] == [2] * len(links)
    for link, (_, label, _), row in zip(built, links, rows, strict=True):
        assert seen(row[0]) == as_read(label)
        assert len(row[0].find_all("a")) == link.startswith("[[")
    assert {**page.noted, "iwlinks": []} == {**parse(mediawiki, "x").noted, "iwlinks": []}


def test_an_anchor_is_found_by_its_link(mediawiki: MediaWiki) -> None:
    text = environment().from_string(
        '<% for x in names %><span id="<< anchor_name("player", x)|attribute >>"></span>'
        '<< page_link("", x, anchor=anchor_name("player", x)) >> <% endfor %>'
    )
    names = ["Bo", "a_b", "a__b", "Ünï cødé", "x" * 50, "[[a]]", "-->"]
    page = parse(mediawiki, text.render(names=names))
    ids = {span["id"] for span in page.html.find_all("span", id=True)}
    assert len(ids) == len(names)
    assert {unquote(href.partition("#")[2]) for href in hrefs(page.html)} == ids


def test_a_clause_link_leads_to_the_heading_of_its_rule(mediawiki: MediaWiki) -> None:
    page = parse(mediawiki, f"== Tags [Active] ==\n{page_link('', 'BN-169', anchor='Tags [Active]')}")
    heading = page.html.find(class_="mw-headline")
    assert isinstance(heading, Tag)
    assert f"#{heading['id']}" in hrefs(page.html)


# --- whole pages ---------------------------------------------------------------------------------------------------------

OWN_WORDS = frozenset(
    {
        *("clause", "vote", "verdict", "resolves_as", "act", "acts", "allowed", "state", "status", "url", "code"),
        *("audience", "kind", "word", "outcome", "stage", "mode"),
    }
)
"""Fields that hold words of our own; all other texts of a board come from outside."""
QUESTIONS = frozenset({"comment-edit", "leave"})
"""Topics of the sample's questions: the first word of their ids is ours, the subject is not."""


def with_texts(value: Any, change: Callable[[str], str]) -> Any:
    """The same value with every text from outside changed."""
    if isinstance(value, str):
        return change(value) if value else value
    if isinstance(value, tuple):
        return tuple(with_texts(item, change) for item in value)
    if is_dataclass(value) and not isinstance(value, type):
        kept = {field.name: getattr(value, field.name) for field in fields(value)}
        return type(value)(
            **{name: old if name in OWN_WORDS else with_texts(old, change) for name, old in kept.items()}
        )
    return value


def with_months(board: Board, tame: Board) -> Board:
    """Months, and what is ours of the dice, are put back as they were."""
    history = board.rule_history
    if history is not None and tame.rule_history is not None:
        by_month = _with_keys(history.by_month, tame.rule_history.by_month)
        history = replace(history, months=tame.rule_history.months, by_month=by_month)
    dice = board.dice
    if dice is not None and tame.dice is not None:
        months = zip(_with_keys(dice.by_month, tame.dice.by_month), tame.dice.by_month, strict=True)
        by_month = tuple((month, _with_own_dice(wild, days)) for (month, wild), (_, days) in months)
        dice = replace(dice, days=_with_own_dice(dice.days, tame.dice.days), by_month=by_month, months=tame.dice.months)
    by_month = _with_keys(board.resolved_by_month, tame.resolved_by_month)
    return replace(board, resolved_by_month=by_month, rule_history=history, dice=dice)


def _with_own_dice(wild: tuple[DayView, ...], tame: tuple[DayView, ...]) -> tuple[DayView, ...]:
    """Days, seeds, instants and dice are ours, too."""
    return tuple(
        replace(
            tame_day,
            words=wild_day.words,
            rolls=tuple(
                replace(theirs, id=ours.id, asked=ours.asked, die=ours.die)
                for theirs, ours in zip(wild_day.rolls, tame_day.rolls, strict=True)
            ),
        )
        for wild_day, tame_day in zip(wild, tame, strict=True)
    )


def _with_keys(values: tuple[tuple[str, Any], ...], keys: tuple[tuple[str, Any], ...]) -> Any:
    return tuple((key, value) for (_, value), (key, _) in zip(values, keys, strict=True))


@dataclass(frozen=True)
class Shown:
    """All that BlogNomic's pages show."""

    board: Board
    book: EnactmentBook
    past: DynastyPast

    @property
    def drafts(self) -> list[RegionDraft]:
        """Every region of every page, that of an ended dynasty too."""
        told = Gamestate("blognomic", self.board.as_of, 1, {}, (), detail=self.board)
        values = {"past": self.past, "archive": "Ruleset 170", "clauses": {}}
        history = RegionDraft("The First Dynasty of Wes", "dynasty_history", HISTORY_TEMPLATE, values)
        return [*drafts(self.board, {}), *ENACTING.regions(told, {}, self.book), history]


def sample() -> Shown:
    return Shown(sample_board(), enactment_book(), past_dynasty())


def damaged() -> Shown:
    return Shown(hiatus_board(), enactment_book("the page is damaged"), replace(past_dynasty(), emperor=""))


def renamed(shown: Shown, hostile: list[str]) -> Shown:
    """What is shown with every text from outside replaced; equal texts stay equal, different ones different."""
    given_names: dict[str, str] = {}

    def change(text: str) -> str:
        topic, _, subject = text.partition(":")
        if topic in QUESTIONS:
            return f"{topic}:{change(subject)}"
        number = len(given_names)
        piece = hostile[number % len(hostile)]
        return given_names.setdefault(text, f"{number}{piece}" if number % 2 else f"{piece}{number}")

    wild: Shown = with_texts(shown, change)
    book = replace(wild.book, requests_page=shown.book.requests_page)
    return replace(wild, board=with_months(wild.board, shown.board), book=book)


def parsed_pages(wiki: MediaWiki, shown: Shown) -> list[tuple[RenderedRegion, Parsed]]:
    regions = render_regions(shown.drafts)
    return [(region, parse(wiki, empty_region(region.region, region.text), region.page)) for region in regions]


@pytest.mark.parametrize("tell", [sample, damaged])
@settings(parent=FEW, max_examples=4)
@given(hostile=BARE_VALUES)
def test_hostile_boards_have_the_shape_of_tame_ones(
    mediawiki: MediaWiki, tell: Callable[[], Shown], hostile: list[str]
) -> None:
    tame = parsed_pages(mediawiki, renamed(tell(), ["name"]))
    wild = parsed_pages(mediawiki, renamed(tell(), hostile))
    for (region, expected), (_, page) in zip(tame, wild, strict=True):
        assert page.skeleton == expected.skeleton, region.page
        assert page.noted == expected.noted, region.page
        assert page.links == expected.links, region.page
        assert page.external_links == expected.external_links, region.page


@settings(parent=FEW, max_examples=4)
@given(hostile=BARE_VALUES)
def test_hostile_names_are_read_on_the_roster_as_they_are(mediawiki: MediaWiki, hostile: list[str]) -> None:
    shown = renamed(sample(), hostile)
    board, pages = shown.board, {region.region: page for region, page in parsed_pages(mediawiki, shown)}
    cells = [seen(row[0]) for row in pages["roster"].rows()[1:]]
    assert cells == [
        as_read(person.name) + (f" {as_read(board.emperor_word)}" if person.emperor else "") for person in board.roster
    ]


@settings(parent=FEW, max_examples=4)
@given(hostile=BARE_VALUES)
def test_hostile_pages_are_kept_by_the_wiki_byte_for_byte(mediawiki: MediaWiki, hostile: list[str]) -> None:
    for region in render_regions(renamed(sample(), hostile).drafts):
        mediawiki.edit(region.page, empty_region(region.region, region.text))
        kept = mediawiki.text(region.page) or ""
        assert find_region(kept, region.region).text == region.text


def test_all_boards_are_kept_by_the_wiki_byte_for_byte(mediawiki: MediaWiki) -> None:
    for board in (sample_board(), hiatus_board(), empty_board(), table_board()):
        for region in render_regions(drafts(board, {})):
            mediawiki.edit(region.page, empty_region(region.region, region.text))
            kept = mediawiki.text(region.page) or ""
            assert find_region(kept, region.region).text == region.text


def test_links_between_the_pages_lead_to_places_that_are_there(mediawiki: MediaWiki) -> None:
    pages = parsed_pages(mediawiki, sample())
    places = {region.page: {str(tag["id"]) for tag in page.html.find_all(id=True)} for region, page in pages}
    gone = {"player-gus", "player-nobody"}
    """Who is not on the roster has no place there."""
    wanted = [place for region, page in pages for place in inner_places(region.page, page) if place[0] in places]
    linked = {
        title for title in places if any(word in title for word in ("Evidence", "Roster", "history 2019", "Dice"))
    }
    assert {title for title, _ in wanted} == linked | {
        "Tracker/State of play",
        "Tracker/Enactment drafts",
        "Tracker/Audit",
    }
    assert [place for place in wanted if place[1] not in places[place[0]] | gone | {""}] == []


def inner_places(own: str, page: Parsed) -> list[tuple[str, str]]:
    """Page and anchor of every link within the wiki."""
    parts = [urlsplit(href) for href in hrefs(page.html) if not href.startswith("http")]
    return [(parse_qs(part.query).get("title", [own])[0].replace("_", " "), unquote(part.fragment)) for part in parts]


def test_a_value_in_the_html_is_escaped_once(mediawiki: MediaWiki) -> None:
    page = parse(mediawiki, f"<b>{escape_text('<i>&amp;</i>')}</b>")
    assert page.html.b is not None
    assert page.html.b.get_text() == "<i>&amp;</i>"
