"""Planning: laws 10 to 13, each bound on both sides."""

import re
from collections.abc import Mapping
from dataclasses import replace

import pytest

from tests.observing import START
from tests.planning import BOARD, page_text, pages, wiki_page, wish
from tracker.archive.memory import MemoryLedger
from tracker.core.change import AnswerLine, CopyPage, CreatePage, MarkerInsert, RegionReplace, SpanAmendment
from tracker.core.draft import HandEditPolicy
from tracker.core.manners import Manners
from tracker.core.observation import PUBLIC
from tracker.core.plan import Agreement, Plan, digest_of, mark_of
from tracker.core.planning import (
    CODES,
    Desired,
    DesiredPage,
    DesiredRegion,
    Limits,
    PageLayout,
    plan,
    plan_creation,
)
from tracker.core.ports import Intent, Upload, WikiPage, WikiPicture
from tracker.core.region import empty_region, find_region
from tracker.errors import PlanError

LONG = "row\n" * 200


@pytest.fixture
def ledger() -> MemoryLedger:
    return MemoryLedger()


def wrote(ledger: MemoryLedger, kind: str = "edit", target: str = BOARD, digest: str = "", **regions: str) -> None:
    """Let the ledger say that we did this."""
    intent = Intent(kind, target, 6, digest, "", "", START, regions)  # type: ignore[arg-type]
    ledger.receive(ledger.intend(intent), "done", 7, START)


def codes(made: Plan) -> list[str]:
    return [finding.code for finding in made.findings]


def one_page(page: DesiredPage) -> Desired:
    return Desired((page,))


def region_page(region: DesiredRegion, **changes: object) -> Desired:
    return one_page(replace(DesiredPage(BOARD, (region,)), **changes))  # type: ignore[arg-type]


# --- law 10 -----------------------------------------------------------------------------------------------------------


def test_nothing_changed_is_an_empty_plan(ledger: MemoryLedger) -> None:
    wrote(ledger, board="same")
    made = plan(wish(board="same\n"), pages(wiki_page(board="\nsame ")), ledger)
    assert made.is_empty
    assert made == Plan()
    assert made.summary == "nothing to do"


def test_a_changed_region_is_one_edit_on_its_base_revision(ledger: MemoryLedger) -> None:
    before = wiki_page(board="old", roster="Ada")
    made = plan(wish(board="new", roster="Ada"), pages(before), ledger)
    assert [(p.title, p.base_revision) for p in made.pages] == [(BOARD, 7)]
    assert made.pages[0].changes == (RegionReplace("board", "old", "new"),)
    assert made.pages[0].after == page_text(board="new", roster="Ada")
    assert made.pages[0].before == before.text
    assert made.pages[0].summary == "update board"


def test_the_plan_made_and_done_leaves_nothing_to_plan(ledger: MemoryLedger) -> None:
    first = plan(wish(board="new", roster="Bo"), pages(wiki_page(board="old", roster="Ada")), ledger).pages[0]
    after = wiki_page(text=first.after, revision=8)
    assert plan(wish(board="new", roster="Bo"), pages(after), ledger).is_empty


def test_several_wishes_for_one_page_are_one_edit(ledger: MemoryLedger) -> None:
    text = "== Log ==\n* gather\n" + empty_region("board", "old") + "\nold rule"
    wishes = (
        DesiredPage(BOARD, (DesiredRegion("board", "new"),), summary="first"),
        DesiredPage(BOARD, answers=(AnswerLine("l1", "* gather", ":* 3", "Log"),), summary="second"),
        DesiredPage(BOARD, amendments=(SpanAmendment("R", text.index("old rule"), "old rule", "a rule", "P"),)),
    )
    made = plan(Desired(wishes), pages(wiki_page(text=text)), ledger)
    assert [type(change).__name__ for change in made.pages[0].changes] == [
        "SpanAmendment",
        "RegionReplace",
        "AnswerLine",
    ]
    assert made.pages[0].summary == "first; second"
    marker = AnswerLine("l1", "", "").marker
    assert made.pages[0].after == f"== Log ==\n* gather\n:* 3 {marker}\n{empty_region('board', 'new')}\na rule"


def test_pages_are_sorted_by_title(ledger: MemoryLedger) -> None:
    desired = Desired(tuple(wish(title, board="new").pages[0] for title in ("B", "C", "A")))
    made = plan(desired, pages(*(wiki_page(title, board="old") for title in "ABC")), ledger)
    assert [page.title for page in made.pages] == ["A", "B", "C"]
    assert desired.titles == ("B", "C", "A")


def test_one_region_wanted_in_two_ways_is_an_error(ledger: MemoryLedger) -> None:
    twice = Desired(wish(board="a").pages + wish(board="b").pages)
    with pytest.raises(PlanError, match="in two ways"):
        plan(twice, pages(wiki_page(board="old")), ledger)
    same = Desired(wish(board="a").pages * 2)
    assert len(plan(same, pages(wiki_page(board="old")), ledger).pages) == 1


# --- law 11 -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("policy", "code"),
    [("input", "HAND_EDIT_INPUT"), ("correction", "HAND_EDIT_KEPT"), ("fault", "HAND_EDIT_BLOCKED")],
)
def test_a_hand_edit_is_not_overwritten_unheard(ledger: MemoryLedger, policy: HandEditPolicy, code: str) -> None:
    wrote(ledger, board="ours")
    desired = region_page(DesiredRegion("board", "new", policy))
    made = plan(desired, pages(wiki_page(board="by hand")), ledger)
    assert made.is_empty
    assert codes(made) == [code]
    assert made.findings[0].subject == BOARD
    assert "Ada" in made.findings[0].text
    assert made.findings[0].audience == "public"


def test_the_other_regions_of_the_page_go_on(ledger: MemoryLedger) -> None:
    wrote(ledger, board="ours", roster="Ada")
    made = plan(wish(board="new", roster="Bo"), pages(wiki_page(board="by hand", roster="Ada")), ledger)
    assert [type(change).__name__ for change in made.pages[0].changes] == ["RegionReplace"]
    assert find_region(made.pages[0].after, "board").text == "by hand"


@pytest.mark.parametrize("text", ["ours", "  \nours\n", "new"])
def test_what_we_wrote_or_want_is_no_conflict(ledger: MemoryLedger, text: str) -> None:
    wrote(ledger, board="ours")
    made = plan(wish(board="new"), pages(wiki_page(board=text)), ledger)
    assert codes(made) == []
    assert made.is_empty == (text == "new")


def test_a_region_that_we_never_wrote_is_ours_to_fill(ledger: MemoryLedger) -> None:
    made = plan(wish(board="new"), pages(wiki_page(board="(a table will stand here)")), ledger)
    assert len(made.pages) == 1


def test_what_people_wrote_as_we_want_it_is_noted_and_later_ours(ledger: MemoryLedger) -> None:
    wrote(ledger, board="ours")
    made = plan(wish(board="new"), pages(wiki_page(board="new")), ledger)
    assert made.is_empty
    assert made.agreements == (Agreement(BOARD, 7, {"board": "new"}),)
    wrote(ledger, **made.agreements[0].written)
    assert len(plan(wish(board="newer"), pages(wiki_page(board="new")), ledger).pages) == 1


@pytest.mark.parametrize(("heard", "blocked"), [(None, True), (6, True), (7, False), (8, False)])
def test_a_move_that_was_read_may_be_overwritten(ledger: MemoryLedger, heard: int | None, blocked: bool) -> None:
    wrote(ledger, board="ours")
    desired = region_page(DesiredRegion("board", "new", "input"), heard_revision=heard)
    made = plan(desired, pages(wiki_page(board="a move", revision=7)), ledger)
    assert made.is_empty == blocked


@pytest.mark.parametrize(("heard", "blocked"), [(None, True), (6, True), (7, False)])
def test_what_people_wrote_in_an_input_region_before_us_is_heard_first(
    ledger: MemoryLedger, heard: int | None, blocked: bool
) -> None:
    desired = region_page(DesiredRegion("board", "new", "input"), heard_revision=heard)
    made = plan(desired, pages(wiki_page(board="a table kept by hand")), ledger)
    assert (made.is_empty, codes(made)) == (blocked, ["HAND_EDIT_INPUT"] * blocked)
    assert not plan(replace_heard(desired, None), pages(wiki_page(board="")), ledger).is_empty


def replace_heard(desired: Desired, heard: int | None) -> Desired:
    return Desired(tuple(replace(page, heard_revision=heard) for page in desired.pages))


@pytest.mark.parametrize(
    ("heard", "log", "given"), [(7, "* a\n* a", 1), (6, "* a\n* a", 0), (6, "* a", 1), (None, "* a\n* a", 1)]
)
def test_one_of_equal_lines_is_answered_only_once_all_of_them_were_heard(
    ledger: MemoryLedger, heard: int | None, log: str, given: int
) -> None:
    wanted = DesiredPage(BOARD, answers=(AnswerLine("l1", "* a", "*: 3"),), heard_revision=heard)
    made = plan(one_page(wanted), pages(wiki_page(text=log)), ledger)
    assert sum(len(page.changes) for page in made.pages) == given
    assert codes(made) == []


@pytest.mark.parametrize(("stands", "given"), [("*: 3", 0), ("*: 4", 1), ("*:", 1)])
def test_an_answer_stands_only_where_mark_and_words_agree(ledger: MemoryLedger, stands: str, given: int) -> None:
    answer = AnswerLine("l1", "* a", "*: 3")
    made = plan(
        one_page(DesiredPage(BOARD, answers=(answer,))), pages(wiki_page(text=f"* a\n{stands} {answer.marker}")), ledger
    )
    assert sum(len(page.changes) for page in made.pages) == given
    assert len(made.agreements) == 1 - given


def test_answers_make_no_page_larger_than_the_wiki_takes(ledger: MemoryLedger) -> None:
    answers = tuple(AnswerLine(f"l{nth}", "* a", "*: 3", nth=nth) for nth in range(10))
    text = "* a\n" * 10
    room = len(text) + 4 * len(f"\n*: 3 {answers[0].marker}")
    made = plan(
        one_page(DesiredPage(BOARD, answers=answers)), pages(wiki_page(text=text)), ledger, Limits(max_page_bytes=room)
    )
    assert [len(page.changes) for page in made.pages] == [4]
    assert codes(made) == ["PAGE_FULL"]
    assert "no room for 6 more answers" in made.findings[0].text


def test_hearing_does_not_excuse_a_fault(ledger: MemoryLedger) -> None:
    wrote(ledger, board="ours")
    desired = region_page(DesiredRegion("board", "new", "fault"), heard_revision=7)
    assert plan(desired, pages(wiki_page(board="by hand")), ledger).is_empty


def test_an_admin_may_let_a_hand_edit_be_overwritten(ledger: MemoryLedger) -> None:
    wrote(ledger, board="ours")
    made = plan(wish(board="new"), pages(wiki_page(board="by hand")), ledger)
    checksum = made.findings[0].text.split("approve ")[1].split()[0]
    ledger.approve(checksum, "Ada", START)
    assert len(plan(wish(board="new"), pages(wiki_page(board="by hand")), ledger).pages) == 1
    assert plan(wish(board="new"), pages(wiki_page(board="another edit")), ledger).is_empty
    assert plan(wish(board="newer"), pages(wiki_page(board="by hand")), ledger).is_empty


def test_what_a_person_undid_is_not_done_again(ledger: MemoryLedger) -> None:
    wrote(ledger, board="first")
    wrote(ledger, board="second")
    made = plan(wish(board="second"), pages(wiki_page(board="first")), ledger)
    assert made.is_empty
    assert codes(made) == ["HAND_EDIT_BLOCKED"]


# --- law 12 -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text",
    [
        "no markers",
        page_text(board="old") + "\n" + empty_region("board"),
        page_text(roster="Ada"),
        "<!-- tracker:begin board -->",
        page_text(board="old", roster="Ada") + "<!-- tracker:end other -->",
        f"<nowiki>{page_text(board='old', roster='Ada')}</nowiki>",
    ],
)
def test_faulty_markers_mean_no_write_and_a_finding(ledger: MemoryLedger, text: str) -> None:
    made = plan(wish(board="new", roster="Bo"), pages(wiki_page(text=text)), ledger)
    assert made.is_empty
    assert codes(made) == ["MARKERS_FAULTY"]
    assert "region" in made.findings[0].text


def test_a_text_that_would_break_markers_is_a_finding(ledger: MemoryLedger) -> None:
    made = plan(wish(board="<!--", roster="Bo"), pages(wiki_page(board="old", roster="Ada")), ledger)
    assert codes(made) == ["MARKERS_FAULTY"]
    assert [type(change).__name__ for change in made.pages[0].changes] == ["RegionReplace"]


def test_a_missing_page_is_a_finding(ledger: MemoryLedger) -> None:
    made = plan(wish(board="new"), pages(wiki_page(text="", revision=None)), ledger)
    assert made.is_empty
    assert codes(made) == ["PAGE_MISSING"]


def test_a_redirect_is_not_written_over(ledger: MemoryLedger) -> None:
    moved = replace(wiki_page(text="#REDIRECT [[Queue]]"), redirect=True)
    made = plan(wish(board="new"), pages(moved), ledger)
    assert codes(made) == ["PAGE_MOVED"]
    assert "Queue" in made.findings[0].text


@pytest.mark.parametrize("template", ["{{nobots}}", "{{bots|deny=all}}", "{{bots|deny=Botty}}", "{{bots|allow=Other}}"])
def test_a_page_that_excludes_us_is_left_alone(ledger: MemoryLedger, template: str) -> None:
    page = wiki_page(text=f"{template}\n{page_text(board='old')}")
    made = plan(wish(board="new"), pages(page), ledger, manners=Manners("Botty"))
    assert made.is_empty
    assert codes(made) == ["BOT_EXCLUDED"]


# --- law 13 -----------------------------------------------------------------------------------------------------------


def shrink(ledger: MemoryLedger, before: int, after: int, limits: Limits = Limits(), **changes: object) -> Plan:  # noqa: B008
    """Plan to bring a region from so many characters to so many."""
    region = replace(DesiredRegion("board", "b" * after), **changes)  # type: ignore[arg-type]
    return plan(region_page(region), pages(wiki_page(board="a" * before)), ledger, limits)


@pytest.mark.parametrize(("after", "held"), [(500, False), (499, True), (1, True), (1000, False), (2000, False)])
def test_a_region_may_shrink_by_its_limit_and_no_more(ledger: MemoryLedger, after: int, held: bool) -> None:
    made = shrink(ledger, 1000, after)
    assert bool(made.held) == held
    assert bool(made.pages) != held


@pytest.mark.parametrize(("before", "held"), [(399, False), (400, True)])
def test_under_the_floor_the_share_is_not_judged(ledger: MemoryLedger, before: int, held: bool) -> None:
    assert bool(shrink(ledger, before, 1).held) == held


@pytest.mark.parametrize(("before", "held"), [(0, False), (1, True), (5000, True)])
def test_blanking_is_held_whatever_the_size(ledger: MemoryLedger, before: int, held: bool) -> None:
    made = shrink(ledger, before, 0)
    assert bool(made.held) == held
    assert all("blanked" in held.reasons[0] for held in made.held)


MARK = '<sup class="tracker-undetermined" title="dice are awaited"><b style="background:#ffd500">&nbsp;undetermined&nbsp;</b></sup>'


def small_table(value: str = "5", mark: str = "", sort: str = "", rows: int = 4) -> str:
    cells = "\n".join(f"| {sort}{value}{mark}" for _ in range(4))
    return "\n".join(["{|", *(f'|- id="player-{nth}"\n| Player {nth}\n{cells}' for nth in range(rows)), "|}"])


SORT = 'data-sort-value="5" | '
TWO_ROWS = small_table(rows=2)
SHRINKING = {
    "marks alone go": (small_table(mark=MARK, sort=SORT), small_table(), False),
    "marks come and go": (small_table(mark=MARK), small_table(mark=MARK.replace("undetermined", "unverified")), False),
    "rows go with their marks": (small_table(mark=MARK, sort=SORT, rows=12), TWO_ROWS, True),
    "rows go while marks come": (small_table(rows=12), small_table(mark=MARK, sort=SORT, rows=3), True),
    "values go while marks stay": (small_table("a long value " * 9, MARK), small_table("", MARK), True),
    "what people wrote in other marks goes": (small_table(mark=MARK.replace("tracker-", "my-")), small_table(), True),
    "lines between marks go": (small_table(mark=MARK.replace("&nbsp;und", "\n&nbsp;und")), small_table(), True),
    "marks without rows": (f"Ada: 5{MARK}\n" * 20, "Ada: 5\n" * 20, False),
    "text without rows": (f"Ada: {'5' * 90}{MARK}\n" * 20, f"Ada: {MARK}\n" * 20, True),
}


@pytest.mark.parametrize("name", SHRINKING)
def test_marks_beside_values_may_go_and_values_may_not(ledger: MemoryLedger, name: str) -> None:
    old, new, held = SHRINKING[name]
    made = plan(region_page(DesiredRegion("board", new)), pages(wiki_page(board=old)), ledger, Limits(judged_from=200))
    assert bool(made.held) == held
    assert bool(made.pages) != held


def row_of(name: str, size: int) -> str:
    return f'|- id="{name}"\n| {"x" * size}\n'


@pytest.mark.parametrize(
    ("event", "held"), [("p1: took effect 2021-08-05", False), ("p2: took effect 2021-08-05", True)]
)
def test_an_event_explains_that_its_row_is_shorter_too(ledger: MemoryLedger, event: str, held: bool) -> None:
    old, new = row_of("p1", 1500) + row_of("p0", 100), row_of("p1", 300) + row_of("p0", 100)
    made = plan(region_page(DesiredRegion("board", new, may_shrink_for=(event,))), pages(wiki_page(board=old)), ledger)
    assert bool(made.held) == held


def test_what_an_event_does_not_explain_is_held_beside_what_it_does(ledger: MemoryLedger) -> None:
    old, new = row_of("p1", 1500) + row_of("p0", 2000), row_of("p1", 300) + row_of("p0", 100)
    region = DesiredRegion("board", new, may_shrink_for=("p1: took effect 2021-08-05",))
    assert plan(region_page(region), pages(wiki_page(board=old)), ledger).held


@pytest.mark.parametrize(
    ("before", "after", "said", "held"),
    [(5000, 200, 0, True), (5000, 200, 11, True), (5000, 200, 12, False), (5000, 0, 500, True), (1000, 600, 0, False)],
)
def test_each_thing_that_was_said_explains_some_loss_and_never_a_blanking(
    ledger: MemoryLedger, before: int, after: int, said: int, held: bool
) -> None:
    desired = replace(region_page(DesiredRegion("board", "b" * after)), said=said)
    assert bool(plan(desired, pages(wiki_page(board="a" * before)), ledger).held) == held


def test_limits_are_settings(ledger: MemoryLedger) -> None:
    assert shrink(ledger, 1000, 899, Limits(max_shrink=0.1)).held
    assert not shrink(ledger, 1000, 900, Limits(max_shrink=0.1)).held
    assert shrink(ledger, 10, 1, Limits(judged_from=10)).held


def test_a_held_change_gives_numbers_and_keeps_no_other_page_back(ledger: MemoryLedger) -> None:
    desired = Desired(wish(board="x").pages + wish("Roster", board="new").pages)
    made = plan(desired, pages(wiki_page(board=LONG), wiki_page("Roster", board="old")), ledger)
    assert [page.title for page in made.pages] == ["Roster"]
    assert made.held[0].change.title == BOARD
    assert made.held[0].reasons == (
        "region 'board' would shrink from 799 to 1 characters (100% less; 50% is the limit)",
    )
    assert codes(made) == ["CHANGE_HELD"]
    assert made.held[0].checksum in made.findings[0].text


def test_named_events_lift_the_hold(ledger: MemoryLedger) -> None:
    assert not shrink(ledger, 5000, 10, may_shrink_for=("Dry Socks enacted",)).held
    assert not shrink(ledger, 5000, 0, may_shrink_for=("reset",)).held


def test_an_admin_approves_exactly_this_change(ledger: MemoryLedger) -> None:
    held = shrink(ledger, 1000, 10).held[0]
    ledger.approve(held.checksum, "Ada", START)
    assert shrink(ledger, 1000, 10).pages == (held.change,)
    assert shrink(ledger, 1000, 9).held
    moved = pages(wiki_page(board="a" * 1000, revision=8))
    assert plan(region_page(DesiredRegion("board", "b" * 10)), moved, ledger).held


def rows_of(**sizes: int) -> str:
    return "".join(row_of(name, size) for name, size in sizes.items())


@pytest.mark.parametrize(
    ("later", "held"),
    [
        (rows_of(p2=90, p3=100), False),
        (rows_of(p1=20, p2=100), True),
        (rows_of(p1=20, p2=100, p3=300), True),
        (rows_of(p3=300), True),
        (rows_of(p2=20, p3=300), True),
    ],
    ids=[
        "news and a little less",
        "less than approved",
        "less than approved, with news",
        "more than approved",
        "a row cut too",
    ],
)
def test_an_approval_holds_beside_news_and_lets_go_nothing_else(ledger: MemoryLedger, later: str, held: bool) -> None:
    before = pages(wiki_page(board=rows_of(p1=1000, p2=100)))
    first = plan(region_page(DesiredRegion("board", rows_of(p2=100))), before, ledger)
    ledger.approve(first.held[0].checksum, "Ada", START)
    after = plan(region_page(DesiredRegion("board", later)), before, ledger)
    assert bool(after.held) == held
    moved = pages(wiki_page(board=rows_of(p1=1000, p2=100), revision=8))
    assert plan(region_page(DesiredRegion("board", later)), moved, ledger).held


@pytest.mark.parametrize(("number", "held"), [(20, False), (21, True)])
def test_a_plan_of_too_many_pages_is_held_whole(ledger: MemoryLedger, number: int, held: bool) -> None:
    titles = [f"P{place:02}" for place in range(number)]
    desired = Desired(tuple(wish(title, board="new").pages[0] for title in titles))
    known = pages(*(wiki_page(title, board="old") for title in titles))
    made = plan(desired, known, ledger)
    assert bool(made.too_large) == held
    assert (codes(made) == ["PLAN_HELD"]) == held
    if held:
        assert made.too_large == "21 pages would be touched; 20 is the limit"
        ledger.approve(made.checksum, "Ada", START)
        assert not plan(desired, known, ledger).too_large


# --- switched off -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("text", "off"), [("", False), (" on\n", False), ("off", True), ("Please stop", True)])
def test_the_switch_off_page_stops_everything(ledger: MemoryLedger, text: str, off: bool) -> None:
    switch = wiki_page("User:Botty/stop", 3, text)
    made = plan(
        wish(board="new"), pages(wiki_page(board="old"), switch), ledger, manners=Manners("Botty", switch.title)
    )
    assert bool(made.switched_off) == off
    assert (codes(made) == ["SWITCHED_OFF"]) == off
    assert made.switches == {switch.title: 3}
    assert "[[User:Botty/stop|switch off]]" in made.pages[0].summary


def test_a_task_is_switched_off_by_its_own_page(ledger: MemoryLedger) -> None:
    switch, other = wiki_page("Stop/Enacting", 3, "no"), wiki_page("Stop/Pages", 4, "on")
    manners = Manners("Botty", "", {"enacting": switch.title, "pages": other.title})
    rules = DesiredPage("Rules", (DesiredRegion("board", "new"),), task="enacting")
    known = pages(wiki_page(board="old"), wiki_page("Rules", board="old"), switch, other)
    made = plan(Desired((rules, *wish(board="new").pages)), known, ledger, manners=manners)
    assert [page.title for page in made.pages] == [BOARD]
    assert made.pages[0].summary.endswith("([[Stop/Pages|switch off]])")
    assert (codes(made), made.switched_off) == (["SWITCHED_OFF"], "")
    assert made.switches == {"Stop/Enacting": 3, "Stop/Pages": 4}
    alone = plan(Desired((rules,)), known, ledger, manners=manners)
    assert alone.is_empty
    assert alone.switched_off == "switched off by Ada on the page 'Stop/Enacting': no"
    quiet = plan(wish(board="new"), known, ledger, manners=manners)
    assert (codes(quiet), quiet.switched_off) == ([], "")


def test_pictures_are_a_task_of_their_own(ledger: MemoryLedger) -> None:
    switch = wiki_page("Stop/Pictures", 3, "no")
    desired = replace(wish(board="new"), uploads=(Upload("Map.svg", b"<svg/>", "new map"),))
    manners = Manners("Botty", "", {"pictures": switch.title})
    made = plan(desired, pages(wiki_page(board="old"), switch), ledger, manners=manners)
    assert (made.uploads, len(made.pages), codes(made)) == ((), 1, ["SWITCHED_OFF"])


# --- undone by hand ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("policy", ["fault", "correction"])
def test_what_a_person_undid_stays_undone_until_there_is_news(ledger: MemoryLedger, policy: HandEditPolicy) -> None:
    wrote(ledger, **{"board": "third", "before:board": f"{mark_of('first')} {mark_of('second')}"})
    for undone in ("second", "first"):
        read = pages(wiki_page(board=undone))
        same = plan(region_page(DesiredRegion("board", "third", policy)), read, ledger)
        assert same.is_empty
        assert codes(same) == ["UNDONE_BY_HAND"]
        assert "Ada" in same.findings[0].text
        assert same.findings[0].audience == PUBLIC
        news = plan(region_page(DesiredRegion("board", "fourth", policy)), read, ledger)
        assert [page.after for page in news.pages] == [page_text(board="fourth")]
        assert codes(news) == []


def test_an_undo_of_a_table_that_players_write_is_a_move(ledger: MemoryLedger) -> None:
    wrote(ledger, **{"board": "second", "before:board": mark_of("first")})
    made = plan(region_page(DesiredRegion("board", "third", "input")), pages(wiki_page(board="first")), ledger)
    assert made.is_empty
    assert codes(made) == ["HAND_EDIT_INPUT"]


def test_what_a_person_wrote_themselves_is_no_undo(ledger: MemoryLedger) -> None:
    wrote(ledger, **{"board": "second", "before:board": mark_of("first")})
    made = plan(wish(board="third"), pages(wiki_page(board="mine")), ledger)
    assert made.is_empty
    assert codes(made) == ["HAND_EDIT_BLOCKED"]


# --- answers, amendments, copies, pictures, messages ------------------------------------------------------------------

ANSWER = AnswerLine("l1", "* gather", ":* 3 wood")


def test_a_line_is_answered_once_for_ever(ledger: MemoryLedger) -> None:
    desired = one_page(DesiredPage("Log", answers=(ANSWER,)))
    first = plan(desired, pages(wiki_page("Log", text="* gather\n* rest")), ledger).pages[0]
    assert first.written == {"answer:l1": ":* 3 wood"}
    assert plan(desired, pages(wiki_page("Log", text=first.after)), ledger).is_empty
    wrote(ledger, target="Log", **first.written)
    assert plan(desired, pages(wiki_page("Log", text="* gather\n* rest")), ledger).is_empty


def test_an_answer_without_its_line_is_a_finding(ledger: MemoryLedger) -> None:
    made = plan(one_page(DesiredPage("Log", answers=(ANSWER,))), pages(wiki_page("Log", text="* rest")), ledger)
    assert made.is_empty
    assert codes(made) == ["CHANGE_IMPOSSIBLE"]


def test_amendments_that_overlap_are_a_finding_and_none_is_made(ledger: MemoryLedger) -> None:
    spans = (SpanAmendment("A", 0, "one", "1", "P"), SpanAmendment("B", 2, "e two", "2", "P"))
    made = plan(one_page(DesiredPage("R", amendments=spans)), pages(wiki_page("R", text="one two")), ledger)
    assert made.is_empty
    assert codes(made) == ["CHANGE_IMPOSSIBLE"]


def test_a_page_is_made_where_that_is_allowed(ledger: MemoryLedger) -> None:
    desired = one_page(DesiredPage("Evidence", (DesiredRegion("evidence", "votes"),), create_with="Opening"))
    made = plan(desired, pages(wiki_page("Evidence", None, "")), ledger).pages[0]
    assert (made.base_revision, made.after) == (None, f"Opening\n\n{empty_region('evidence', 'votes')}")
    assert made.written == {"evidence": "votes"}
    assert isinstance(made.changes[0], CreatePage)


def test_a_copy_is_made_once_and_never_over_a_page(ledger: MemoryLedger) -> None:
    desired = one_page(DesiredPage("Old board", copy_of=BOARD))
    source, none = wiki_page(board="now"), wiki_page("Old board", None, "")
    made = plan(desired, pages(source, none), ledger).pages[0]
    assert made.changes == (CopyPage(BOARD, 7, source.text),)
    assert made.written == {}
    assert plan(desired, pages(source, replace(source, title="Old board")), ledger) == Plan()
    assert codes(plan(desired, pages(source, wiki_page("Old board", text="x")), ledger)) == ["PAGE_IN_THE_WAY"]
    assert codes(plan(desired, pages(wiki_page(text="", revision=None), none), ledger)) == ["PAGE_MISSING"]


def test_a_picture_is_uploaded_only_when_its_bytes_changed(ledger: MemoryLedger) -> None:
    upload = Upload("Map.svg", b"<svg/>", "new map")
    assert plan(Desired(uploads=(upload,)), {}, ledger).uploads == (upload,)
    wrote(ledger, "upload", "File:Map.svg", digest_of(b"<svg/>"))
    assert plan(Desired(uploads=(upload,)), {}, ledger).is_empty
    assert plan(Desired(uploads=(replace(upload, content=b"<svg />"),)), {}, ledger).uploads


OLD, NEW = (Upload("Map.svg", content, "a map") for content in (b"<svg/>", b"<svg />"))


def pictured(there: WikiPicture, upload: Upload = NEW) -> Desired:
    return Desired(uploads=(upload,), pictures={"File:Map.svg": there})


@pytest.mark.parametrize(
    ("there", "last", "uploaded", "found"),
    [
        (WikiPicture(), None, True, []),
        (WikiPicture(OLD.sha1, "Botty", is_ours=True), OLD, True, []),
        (WikiPicture(NEW.sha1, "Botty", is_ours=True), OLD, False, []),
        (WikiPicture(NEW.sha1, "Botty", is_ours=True), None, False, []),
        (WikiPicture(NEW.sha1, "Ada"), OLD, False, []),
        (WikiPicture(OLD.sha1, "Botty", is_ours=True), None, True, []),
        (WikiPicture("theirs", "Ada"), None, False, ["PICTURE_BLOCKED"]),
        (WikiPicture("theirs", "Ada"), OLD, False, ["PICTURE_BLOCKED"]),
        (WikiPicture("theirs", "Ada"), NEW, False, ["PICTURE_BLOCKED"]),
        (WikiPicture("hidden"), NEW, False, ["PICTURE_BLOCKED"]),
        (WikiPicture(), OLD, False, ["PICTURE_BLOCKED"]),
        (WikiPicture(OLD.sha1, "Ada", is_put_back=True), OLD, True, []),
        (WikiPicture(OLD.sha1, "Ada", is_put_back=True), NEW, False, ["UNDONE_BY_HAND"]),
        # Of the last upload nobody knew that it was done: what was drawn before it is drawn again.
        (WikiPicture(OLD.sha1, "Botty", is_ours=True), NEW, True, []),
    ],
)
def test_what_people_did_to_a_picture_is_left_until_an_admin_approves(
    ledger: MemoryLedger, there: WikiPicture, last: Upload | None, uploaded: bool, found: list[str]
) -> None:
    if last is not None:
        wrote(ledger, "upload", last.title, digest_of(last.content))
    made = plan(pictured(there), {}, ledger)
    assert (made.uploads == (NEW,), codes(made)) == (uploaded, found)
    for finding in made.findings:
        checksum = re.search("[0-9a-f]{64}", finding.text)
        assert checksum is not None
        assert there.uploader in finding.text
        ledger.approve(checksum[0], "Ada", START)
        approved = plan(pictured(there), {}, ledger)
        assert (approved.uploads, approved.findings) == ((replace(NEW, is_approved=True),), ())
        # Another picture, or another one in its place, is approved anew.
        assert not plan(pictured(there, replace(NEW, content=b"<svg id=''/>")), {}, ledger).uploads or there.is_put_back
        assert not plan(pictured(WikiPicture("newer", "Bo")), {}, ledger).uploads


# --- making pages and markers -----------------------------------------------------------------------------------------

LAYOUT = PageLayout(BOARD, "Opening", ("board", "roster"))


def creation(page: WikiPage, layout: PageLayout = LAYOUT) -> Plan:
    return plan_creation([layout], pages(page), Manners("Botty"))


def test_a_missing_page_is_made_with_its_markers() -> None:
    made = creation(wiki_page(text="", revision=None)).pages[0]
    assert made.after == f"Opening\n\n{empty_region('board')}\n\n{empty_region('roster')}"
    assert made.base_revision is None


def test_a_page_with_all_its_markers_is_left_alone() -> None:
    assert creation(wiki_page(board="x", roster="y")) == Plan()


def test_markers_go_only_below_the_heading_that_the_operator_named() -> None:
    page = wiki_page(text=f"People's text\n== Tracker ==\n{empty_region('board', 'x')}\nmore")
    assert codes(creation(page)) == ["MARKERS_FAULTY"]
    assert creation(page).is_empty
    made = creation(page, replace(LAYOUT, heading="Tracker")).pages[0]
    assert made.changes == (MarkerInsert("roster", "Tracker"),)
    assert made.after == page.text.replace("== Tracker ==\n", f"== Tracker ==\n{empty_region('roster')}\n")


def test_several_markers_stand_in_their_order() -> None:
    made = creation(wiki_page(text="== Tracker ==\nx"), replace(LAYOUT, heading="Tracker")).pages[0]
    assert made.after == f"== Tracker ==\n{empty_region('board')}\n{empty_region('roster')}\nx"


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("== Other ==\n", "MARKERS_FAULTY"),
        ("== Tracker ==\n<!-- tracker:begin board -->", "MARKERS_FAULTY"),
        ("{{nobots}}\n== Tracker ==\n", "BOT_EXCLUDED"),
    ],
)
def test_a_page_where_markers_cannot_go_is_a_finding(text: str, code: str) -> None:
    made = creation(wiki_page(text=text), replace(LAYOUT, heading="Tracker"))
    assert made.is_empty
    assert codes(made) == [code]


def test_a_redirect_gets_no_markers() -> None:
    moved = replace(wiki_page(text="#REDIRECT [[Queue]]"), redirect=True)
    assert codes(creation(moved, replace(LAYOUT, heading="Tracker"))) == ["PAGE_MOVED"]


def test_every_code_has_a_sentence() -> None:
    assert all(text.endswith(".") for text in CODES.values())
    said: Mapping[str, str] = CODES
    assert len(set(said.values())) == len(said)


def test_an_event_explains_the_row_of_its_id_and_no_more(ledger: MemoryLedger) -> None:
    rows = [f'|- id="matter-{name}"\n| {"x" * 500}' for name in "abcd"]
    old, one_left = "\n".join(["head", *rows]), "\n".join(["head", rows[0]])

    def held(*events: str) -> bool:
        wanted = DesiredRegion("board", one_left, may_shrink_for=events)
        return bool(plan(region_page(wanted), pages(wiki_page(board=old)), ledger).held)

    assert held()
    assert held("matter-a: Enacted")
    assert not held("matter-b: Enacted", "matter-c: Enacted", "matter-d: Failed")


def test_the_frame_around_rows_goes_with_the_last_of_them(ledger: MemoryLedger) -> None:
    old = "\n".join(["head " * 200, *(f'|- id="matter-{name}"\n| {"x" * 100}' for name in "ab")])

    def held(*events: str) -> bool:
        wanted = DesiredRegion("board", "No votable matter is open.", may_shrink_for=events)
        return bool(plan(region_page(wanted), pages(wiki_page(board=old)), ledger).held)

    assert held()
    assert held("matter-a: Enacted")
    assert not held("matter-a: Enacted", "matter-b: Failed")
