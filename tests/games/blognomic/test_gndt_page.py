"""The GNDT's table: what we render, read back, gives the same cells whatever the values hold, and marks are no values."""

import json
from dataclasses import replace
from datetime import UTC, datetime

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from tests.render.hostile import FRAGMENTS, values
from tests.render.parsed import parse, seen
from tests.services.mediawiki import MediaWiki
from tracker.archive.memory import MemoryLedger
from tracker.core.draft import ClauseLink, RegionDraft
from tracker.core.planning import Desired, DesiredPage, DesiredRegion, plan
from tracker.core.ports import WikiPage
from tracker.core.region import find_region, new_page, replace_region
from tracker.games.blognomic.pages.gndt_page import LOG_HEADING, LONGEST, REGION, CellView, ColumnView, RowView, drafts
from tracker.mechanics.table.table_page import PageReading, read_page, wikitext_of
from tracker.render.cells import may_stand
from tracker.render.escaping import anchor_name, shown
from tracker.render.pages import render

COLUMNS = (ColumnView("HSR", is_number=True, clause="BN-109"), ColumnView("Location", note="where they are"))

HOSTILE = st.one_of(
    values(), st.sampled_from(FRAGMENTS), st.text(max_size=20), st.sampled_from(["", "🏳️\u200d🌈", "a" * 10_000])
)
HOSTILE_LIST = st.lists(HOSTILE, min_size=1, max_size=8)


def table(*rows: tuple[str, CellView, CellView], columns: tuple[ColumnView, ...] = COLUMNS) -> RegionDraft:
    return drafts("Cafe", "Castaway", columns, [RowView(name, cells) for name, *cells in rows])  # type: ignore[arg-type]


def read_back(draft: RegionDraft) -> PageReading:
    """What is read of a page with the region as rendered."""
    return read_page(new_page("Intro", {REGION: render(draft)}) + f"\n\n== {LOG_HEADING} ==\n", REGION, LOG_HEADING)


def plain(hsr: str, location: str) -> tuple[CellView, CellView]:
    return CellView(hsr), CellView(location)


def test_a_table_is_rendered_one_cell_to_a_line_and_sortable() -> None:
    text = render(table(("Ada", *plain("3", "The Beach")), ("Bo", *plain("", ""))))
    assert '{| class="wikitable sortable"' in text
    assert '! scope="col" data-sort-type="number" | HSR<sup class="tracker-clause">BN-109</sup>' in text
    assert '! scope="col" title="where they are" | Location' in text
    assert '|- id="player-ada"\n| Ada\n| 3\n| The Beach\n|- id="player-bo"\n| Bo\n|\n|\n|}' in text


def test_the_region_is_input_and_may_shrink_for_named_events() -> None:
    made = drafts("Cafe", "Castaway", COLUMNS, [], ("Big Bo: idle", "reset"))
    assert (made.page, made.region, made.on_hand_edit) == ("Cafe", "gndt", "input")
    assert made.may_shrink_for == ("player-big:20:bo: idle", "reset")


def test_a_small_table_may_lose_its_marks() -> None:
    def rendered(why: str) -> str:
        cells = CellView("3", undetermined=why), CellView("", undetermined=why)
        return render(table(("Ada", *cells), ("Bo", *cells)))

    wanted = DesiredRegion(REGION, rendered(""), "input")
    page = WikiPage("Cafe", new_page("", {REGION: rendered("dice are awaited")}), 7, "Bot")
    made = plan(Desired((DesiredPage("Cafe", (wanted,), heard_revision=7),)), {"Cafe": page}, MemoryLedger())
    assert len(made.pages) == 1


def test_rows_of_players_who_left_may_go_and_others_may_not() -> None:
    names = [f"Big Player {number}" for number in range(40)]
    full, few = (
        drafts(
            "Cafe", "Castaway", (), [RowView(name, ()) for name in kept], tuple(f"{name}: idle" for name in names[2:])
        )
        for kept in (names, names[:2])
    )
    old = new_page("", {REGION: render(full)})

    def planned(events: tuple[str, ...]) -> int:
        wanted = DesiredRegion(REGION, render(few), "input", events)
        page = WikiPage("Cafe", old, 7, "Ada", datetime(2019, 10, 1, tzinfo=UTC))
        return len(
            plan(Desired((DesiredPage("Cafe", (wanted,), heard_revision=7),)), {"Cafe": page}, MemoryLedger()).pages
        )

    assert planned(few.may_shrink_for) == 1
    assert planned(()) == 0


@given(st.text())
def test_a_row_has_the_id_of_an_anchor(name: str) -> None:
    assert RowView(name, ()).id == anchor_name("player", name)


@given(HOSTILE_LIST)
def test_values_of_the_game_are_read_back_too(texts: list[str]) -> None:
    game = [(f"{number}{text}", CellView(text, computed="5")) for number, text in enumerate(texts)]
    made = drafts("Cafe", "Castaway", COLUMNS, [RowView("Ada", plain("1", "x"))], game=game)
    assert read_back(made)["rows"] == {
        "": {shown(title): shown(cell.value, LONGEST) for title, cell in game},
        "Ada": {"HSR": "1", "Location": "x"},
    }


def test_a_row_of_another_width_is_refused() -> None:
    with pytest.raises(ValueError, match="'Ada' has 1 cells for 2 columns"):
        drafts("Cafe", "Castaway", COLUMNS, [RowView("Ada", (CellView("1"),))])


def test_marks_are_shown_beside_the_value_and_are_no_value() -> None:
    marked = (CellView("4", computed="5", why="two lines"), CellView("", undetermined="a roll", unverified=True))
    text = render(table(("Ada", *marked)))
    assert '| data-sort-value="4" | 4<sup class="tracker-flag" title="two lines">' in text
    assert "computed 5" in text
    assert 'data-sort-value="" | <sup class="tracker-undetermined" title="a roll">' in text
    assert 'class="tracker-unverified"' in text
    assert read_back(table(("Ada", *marked)))["rows"] == {"Ada": {"HSR": "4", "Location": ""}}


def test_a_computed_value_that_is_blank_is_said() -> None:
    assert "computed blank" in render(table(("Ada", CellView("4", computed=""), CellView(""))))


def test_a_clause_of_a_column_is_linked_and_is_no_part_of_its_title() -> None:
    link = ClauseLink("Ruleset", "HSR", "Dynastic Rules / HSR")
    made = drafts("Cafe", "Castaway", COLUMNS, [RowView("Ada", plain("1", "x"))], clauses={"BN-109": link})
    assert "[[Ruleset#HSR|" in render(made)
    assert read_back(made)["columns"] == ["HSR", "Location"]
    assert read_back(made)["names"] == "Castaway"


def test_the_names_may_stand_in_any_column() -> None:
    text = render(table(("Ada", *plain("3", "The Beach"))))
    lines = text.split("\n")
    names = next(number for number, line in enumerate(lines) if "tracker-names" in line)
    cell = lines.index("| Ada")
    lines[names], lines[names + 1], lines[cell], lines[cell + 1] = lines[names + 1], lines[names], "| 3", "| Ada"
    read = read_page(new_page("", {REGION: "\n".join(lines)}), REGION, LOG_HEADING)
    assert read["rows"] == {"Ada": {"HSR": "3", "Location": "The Beach"}}


@settings(deadline=None)
@example(["|}", "{{", "\u200f5", "-->", "x" * 10_000, "<nowiki>", "''", "[[a|b]]"])
@given(HOSTILE_LIST)
def test_what_we_render_is_read_back_whatever_it_holds(texts: list[str]) -> None:
    cells = [(CellView(text), CellView(text, computed=text, why=text, unverified=True, sort=text)) for text in texts]
    columns = (ColumnView(f"1{texts[0]}", note=texts[0]), ColumnView(f"2{texts[-1]}", is_number=True))
    read = read_back(
        table(
            *((f"{number}{text}", *pair) for number, (text, pair) in enumerate(zip(texts, cells, strict=True))),
            columns=columns,
        )
    )
    assert read["faults"] == []
    assert read["order"] == [shown(f"{number}{text}") for number, text in enumerate(texts)]
    assert list(read["rows"].values()) == [{title: shown(text, LONGEST) for title in read["columns"]} for text in texts]
    assert read["columns"] == [shown(f"1{texts[0]}"), shown(f"2{texts[-1]}")]
    assert json.loads(json.dumps(read)) == read


WRITTEN = (
    "{{box|a [[b|c]]}}",
    "'''a''' ''b'' <!-- c -->",
    '<b style="color: red; font-weight:bold">a<br/>b</b>',
    "<nowiki>[[</nowiki> [https://a.example b]",
    "a & b, 3 < 4, :-)",
    "🏳️\u200d🌈 <bdi>עברית</bdi>",
)
"""What may stand in a cell as people wrote it."""
LEAVING = (
    *("{{box", "}}", "{{!}}", "{{!}}-", "{{subst:x}}", "{{DISPLAYTITLE:x}}", "{{#if:1|2}}", "{{{1}}}", "{{a|{{!}}}}"),
    *(
        "[[a",
        "a]]",
        "[[Category:x]]",
        "[<!-- -->[Category:x]]",
        "[{{a}}[Category:x]{{a}}]",
        "[[Category&#58;x]]",
        "[[de:x]]",
    ),
    *(
        "[[a|]]",
        "[[File:x.png]]",
        "[[Category%3Ax]]",
        "<b>",
        "</b>",
        "</div>",
        "<div",
        "<!-- a",
        "<!-->",
        "<nowiki>",
        "<pre>a</pre>",
    ),
    *(
        "<ref>a</ref>",
        "<<!-- -->ref>a</ref>",
        '<b style="position: fixed">a</b>',
        '<sup class="tracker-flag">a</sup>',
        "'''a",
        "a''''b''''",
    ),
    *(
        "~~~~",
        "~<!-- -->~~",
        "__NOTOC__",
        "_<!-- -->_NOTOC__",
        "a|b",
        "a||b",
        "a\nb",
        "-{a}-",
        "&#8238;a",
        "\u202ea",
        "a" * 2001,
    ),
    *(
        "<!-- tracker:end gndt -->",
        "<!-- tracker:answer x -->",
        "<!-- tracker:begin x -->",
        "e\u0301",
        "\x7f'\"`UNIQ--nowiki-00000000-QINU`\"'\x7f",
    ),
)
"""What would not stay in a cell whole, or is none of its own."""
HOSTILE_TEXT = st.lists(st.sampled_from([*LEAVING, *WRITTEN, *FRAGMENTS]) | st.text(max_size=6), max_size=4).map(
    "".join
)


def as_written(text: str) -> RegionDraft:
    """A table in which everything is written so, between values that are not."""
    cell, plain_cell = CellView("7", "8", "why", written=text), CellView("1")
    rows = [
        RowView("Ada", (plain_cell, cell), f"Ada{text}"),
        RowView("Bo", (cell, plain_cell)),
        RowView("Cy", (plain_cell, plain_cell)),
    ]
    return drafts("Cafe", "Castaway", COLUMNS, rows, game=[("Rain", replace(cell, computed=None)), ("Sun", plain_cell)])


def stands(draft: RegionDraft) -> str:
    """What is read back as written into the cell of Bo."""
    return wikitext_of(read_back(draft), "Bo", "HSR", lambda _: True)


@pytest.mark.parametrize("text", WRITTEN)
def test_what_may_stand_in_a_cell_stands_there_as_people_wrote_it(text: str) -> None:
    rendered = render(as_written(text))
    assert f'| Ada{text}\n| 1\n| data-sort-value="7" | {text}<sup' in rendered
    assert f"* '''Rain''': {text}\n* '''Sun''': 1\n" in rendered
    assert stands(as_written(text)) == text


@settings(deadline=None)
@given(HOSTILE_TEXT)
def test_what_people_wrote_stays_in_its_cell_and_is_text_where_it_would_not(text: str) -> None:
    rendered, read = render(as_written(text)), read_back(as_written(text))
    assert read["faults"] == []
    assert (len(read["order"]), read["columns"]) == (3, ["HSR", "Location"])
    assert read["rows"]["Cy"] == {"HSR": "1", "Location": "1"}
    assert read["rows"]["Bo"]["Location"] == read["rows"][""]["Sun"] == "1"
    assert stands(as_written(text)) == (text if text and may_stand(text, LONGEST) else "7")
    page = new_page("Intro", {REGION: rendered})
    assert replace_region(page, REGION, rendered) == page
    assert find_region(page, REGION).says(rendered)


@pytest.mark.parametrize("text", LEAVING)
def test_what_would_leave_its_cell_is_not_kept(text: str) -> None:
    assert not may_stand(text, LONGEST)
    assert render(as_written(text)) == render(as_written(""))


@settings(deadline=None, max_examples=40, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(st.sampled_from([*LEAVING, *WRITTEN, *FRAGMENTS]), min_size=1, max_size=3).map("".join))
def test_mediawiki_keeps_what_people_wrote_in_its_cell(mediawiki: MediaWiki, text: str) -> None:
    page, tame = (parse(mediawiki, render(as_written(each))) for each in (text, "7"))
    shape = [[seen(cell) for cell in row[:1]] for row in tame.rows()[2:]]
    assert [[seen(cell) for cell in row[:1]] for row in page.rows()[2:]] == shape
    assert [len(row) for row in page.rows()] == [3, 3, 3, 3]
    assert [seen(page.rows()[1][1]), seen(page.rows()[2][2])] == ["1", "1"]
    assert [page.noted[kind] for kind in ("categories", "images", "langlinks", "properties")] == [
        tame.noted[kind] for kind in ("categories", "images", "langlinks", "properties")
    ]
    outside = page.html.select_one("table")
    assert outside is not None
    assert outside.parent is not None
    assert outside.parent.name == "div"


def test_mediawiki_shows_the_cells_that_are_read(mediawiki: MediaWiki) -> None:
    hostile = [text for text in FRAGMENTS if text.isprintable() and text.strip()]
    rows = [(f"{number}{text}", CellView(text), CellView(text, computed="x")) for number, text in enumerate(hostile)]
    made = table(*rows)
    page = parse(mediawiki, render(made))
    for marks in page.html.select("sup"):
        marks.decompose()
    read = read_back(made)
    assert [seen(row[0]) for row in page.rows()[1:]] == read["order"]
    assert [[seen(cell) for cell in row[1:]] for row in page.rows()[1:]] == [
        list(row.values()) for row in read["rows"].values()
    ]
    assert [cell["data-sort-value"] for cell in (row[2] for row in page.rows()[1:])] == [
        shown(text) for text in hostile
    ]
