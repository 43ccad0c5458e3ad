"""What admins ask for on the wiki: each word carried out for whose edit brought it, answered once, and archived with why."""

import html
import tomllib
from collections.abc import Mapping
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from tests.app.enacting import ENACTED, REQUESTS, RULESET, World, ask, socks
from tests.app.enacting import answer as answer_as_it_stands
from tests.app.wiring import BOARD, roster, vote
from tests.contracts.publish_contract import Between, fail
from tracker.app.asking.inquiry import gamestate_at
from tracker.app.people import by_hand, deciding
from tracker.app.people.reading_anew import last_of
from tracker.app.people.requests import LINES_OF_AN_EDIT, LONGEST_LINE, _requests, open_requests
from tracker.app.people.void_lines import corrections
from tracker.app.publish.pages import settled_by
from tracker.app.publish.restored import note_restored
from tracker.app.tick.health import health
from tracker.app.tick.pause import paused, resume, set_pause
from tracker.app.tick.tick import tick
from tracker.archive.memory import MemoryArchive
from tracker.core.observation import Observation
from tracker.core.plan import HeldChange
from tracker.core.ports import WikiRevision
from tracker.errors import PageProtectedError, PlanHeldError
from tracker.mechanics.table.authored_lines import authored_lines

CASES: list[Mapping[str, Any]] = tomllib.loads((Path(__file__).parent / "request_lines.toml").read_text())["line"]
SIGNED = "--[[User:Ada on wiki|Ada]] ([[User talk:Ada on wiki|talk]]) 12:01, 2 October 2019 (UTC)"
ADA = "Ada on wiki"


def answer(world: World, line: str) -> str:
    """The answer below a line, as readers see it."""
    return html.unescape(answer_as_it_stands(world, line))


@pytest.mark.parametrize("case", CASES, ids=lambda case: str(case["text"])[:40])
def test_how_a_line_is_read(case: Mapping[str, Any]) -> None:
    text = str(case["text"]).replace("SIGNED", SIGNED)
    at = datetime(2019, 10, 2, tzinfo=UTC)
    found = list(_requests(authored_lines([WikiRevision(REQUESTS, 1, 0, ADA, at, "", text)])))
    if "word" not in case:
        assert found == []
        return
    (request,) = found
    assert (request.word, request.is_understood) == (case["word"], not case.get("no", False))
    assert (request.what, request.answer, request.mark, request.why) == tuple(
        case.get(name, "") for name in ("what", "answer", "mark", "why")
    )


def test_a_line_too_long_is_not_understood_and_answered_shortly(world: World) -> None:
    for rest in ("x" * 10_000, " " * 10_000 + "y", '"' + "x" * LONGEST_LINE + '"'):
        line = f"* recount {rest}"
        ask(world, line, ADA)
        said = answer(world, line)
        assert "not understood" in said
        assert len(said) < 1_000


def test_of_one_edit_only_so_many_lines_are_answered_ever(world: World) -> None:
    lines = [f"* recount matter_{n}" for n in range(500)]
    ask(world, "\n".join(lines), "Stranger")
    assert world.page(REQUESTS).count("tracker:answer recount:") == LINES_OF_AN_EDIT
    assert world.page(REQUESTS).count("No more lines of this edit are looked at") == 1
    world.tick(5)
    world.edit(REQUESTS, world.page(REQUESTS).replace(f"{lines[0]}\n", ""), by="Bo")
    world.tick(5)
    assert world.page(REQUESTS).count("tracker:answer recount:") == LINES_OF_AN_EDIT
    ask(world, "* recount dry_socks", ADA)
    assert "3 FOR" in answer(world, "* recount dry_socks")


@pytest.mark.parametrize(
    "word",
    [
        "resync",
        "recount dry_socks",
        "decide a:b yes",
        "pause",
        "resume",
        "confirm BN-046",
        "approve 0123456789ab",
        "set /emperor null: so it was",
        "correct Cy-dry_socks void: so it was",
    ],
)
@pytest.mark.parametrize(("by", "said"), [("Bo", "only an admin"), ("Stranger", "nobody is known")])
def test_only_an_admins_own_edit_asks(world: World, word: str, by: str, said: str) -> None:
    rows = world.archive.last_seq()
    line = f"* {word} {SIGNED}"
    ask(world, line, by)
    assert said in answer(world, line)
    assert [row.observation.kind for row in world.archive.rows(after_seq=rows)] == ["page_revision", "page_revision"][
        :1
    ]
    assert paused(world.tracker()) is None
    assert last_of(world.tracker()) is None


def test_an_admins_lines_put_the_record_right_and_take_it_back(world: World) -> None:
    for line, said in (
        ("* correct Cy-dry_socks void: nobody else", "Cy-dry_socks counts for nothing (correction:1"),
        ("* correct Di-dry_socks reads “FOR”: the icon was broken", "Di-dry_socks reads “FOR” (correction:2"),
        ("* set /roster/Cy/status idle: asked in May", '/roster/Cy/status is "idle" (correction:3'),
        (
            "* correct dry_socks happened 2019-10-01T09:00Z: the clock",
            "post:dry_socks happened at 2019-10-01T09:00:00Z",
        ),
        ("* correct dry_socks set /emperor “Ada”: it says so", '/emperor is "Ada" once post:dry_socks was decided'),
        ("* correct correction:1 void: they were right", "correction:1 counts for nothing"),
        ("* correct nothing void: what", "Not done: there is no observation 'nothing'"),
        ("* correct dry_socks happened 2019-19-99T09:00Z: what", "Not done: '2019-19-99T09:00Z' is no instant"),
        ("* set /quorum 2: what", "Not done: correction:7 puts nothing right"),
    ):
        ask(world, line, ADA)
        assert said in answer(world, line)
    world.tick(5)
    assert [each.id for each in corrections(world.tracker())] == [f"correction:{number}" for number in range(1, 7)]
    values = gamestate_at(world.tracker()).values
    assert (values["players"], values["matters"]["dry_socks"]["votes"]) == (4, {"Bo": "FOR", "Ada": "FOR", "Di": "FOR"})


def test_a_line_that_somebody_else_put_back_is_nobodys(world: World) -> None:
    world.edit(REQUESTS, "talk\n* pause", by=ADA)
    world.edit(REQUESTS, "talk", by=ADA)
    world.edit(REQUESTS, "talk\n* pause", by="Bo")
    world.tick(1)
    assert "who wrote this line cannot be told" in answer(world, "* pause")
    assert paused(world.tracker()) is None


@pytest.mark.parametrize("first", ["Bo", ADA])
def test_a_line_may_be_written_again_once_an_equal_one_was_answered_and_cleared(world: World, first: str) -> None:
    ask(world, "* resync", first)
    world.edit(REQUESTS, "talk", by="Cy")
    world.tick(61)
    ask(world, "* resync", ADA)
    assert "Read anew" in answer(world, "* resync")


def test_what_a_restored_page_asks_for_is_not_carried_out_again(world: World) -> None:
    for line in ("* pause", "* resume"):
        ask(world, line, ADA)
    whole, rows = world.page(REQUESTS), pauses(world)
    world.edit(REQUESTS, "", by="Vandal")
    world.tick(1)
    world.edit(REQUESTS, f"talk\n{whole}", by=ADA)
    world.tick(1)
    assert world.page(REQUESTS) == f"talk\n{whole}"
    assert pauses(world) == rows == ["on", "off"]


def test_who_undoes_asks_for_nothing_and_is_told_so(world: World) -> None:
    ask(world, "* pause", "Bo")
    world.edit(REQUESTS, "hello", by="Vandal")
    world.tick(1)
    world.edit(REQUESTS, "* pause", by=ADA, summary="Undid revision 3 by [[Special:Contributions/Vandal|Vandal]]")
    world.tick(1)
    assert "who wrote this line cannot be told" in answer(world, "* pause")
    assert paused(world.tracker()) is None


def test_a_line_is_carried_out_once_whatever_becomes_of_equal_ones(world: World) -> None:
    ask(world, "* pause", "Bo")
    refusal = world.page(REQUESTS)
    ask(world, "* pause", ADA)
    assert pauses(world) == ["on"]
    world.edit(REQUESTS, world.page(REQUESTS).replace(f"{refusal}\n", ""), by="Cy")
    resume(world.tracker(), by="Ada", why="over")
    world.tick(1)
    assert pauses(world) == ["on", "off"]
    assert world.page(REQUESTS).count("tracker:answer") == 1


def begin_anew(world: World) -> None:
    """The archive is as if put back from a copy that knows nothing of what was written."""
    world.archive = MemoryArchive()
    note_restored(world.archive, world.clock.now(), {})
    world.tell(*socks())


@pytest.mark.parametrize("is_cleared", [False, True], ids=["answered", "answer taken away"])
def test_what_stands_answered_is_not_carried_out_by_an_archive_that_does_not_know_it(
    world: World, is_cleared: bool
) -> None:
    ask(world, "* enact dry_socks", ADA)
    assert world.ruleset() == ENACTED
    world.edit("Ruleset", RULESET, by=ADA, summary="undo")
    ask(world, "* pause", ADA)
    if is_cleared:
        world.edit(REQUESTS, "* enact dry_socks\n* pause", by="Cy")
    world.tick(1)
    asked = world.page(REQUESTS)
    begin_anew(world)
    world.tick(1)
    world.tick(5)
    assert (world.ruleset(), world.page(REQUESTS)) == (RULESET, asked)
    assert pauses(world) == []


def test_of_an_edit_no_more_lines_are_answered_because_the_archive_does_not_know_the_answers(world: World) -> None:
    ask(world, "\n".join(f"* recount matter_{n}" for n in range(LINES_OF_AN_EDIT * 2)), "Stranger")
    begin_anew(world)
    world.tick(5)
    assert world.page(REQUESTS).count("tracker:answer recount:") == LINES_OF_AN_EDIT


def test_a_new_archive_carries_nothing_out_before_it_is_known_to_be_the_right_one(world: World) -> None:
    world.edit(REQUESTS, "* enact dry_socks", by=ADA)
    world.archive = MemoryArchive()
    world.tell(*socks())
    report = world.tick(1)
    assert "was written by this account with another archive" in str(report.errors)
    assert world.ruleset() == RULESET
    assert "tracker:answer" not in world.page(REQUESTS)


@pytest.mark.parametrize("key", ["another's", "its own"])
def test_an_answer_that_somebody_copied_below_a_line_answers_nothing(world: World, key: str) -> None:
    ask(world, "* recount dry_socks", "Bo")
    copied = answer_as_it_stands(world, "* recount dry_socks")
    revision = world.edit(REQUESTS, f"{world.page(REQUESTS)}\n* pause", by=ADA)
    if key == "its own":
        (request,) = [one for one in _requests(authored_lines(world.wiki.revisions(REQUESTS))) if one.word == "pause"]
        assert request.line.revision == revision
        copied = f"*: Paused. {request.answered('').marker}"
    world.edit(REQUESTS, f"{world.page(REQUESTS)}\n{copied}", by="Bo")
    world.tick(1)
    assert pauses(world) == ["on"]
    world.tick(1)
    assert pauses(world) == ["on"]


@pytest.mark.parametrize("worded", [f"* pause {SIGNED}", "* Pause.", "*  pause"])
def test_an_answered_line_that_its_admin_touches_asks_for_nothing(world: World, worded: str) -> None:
    ask(world, "* pause", ADA)
    resume(world.tracker(), by="Ada", why="over")
    world.tick(1)
    touched = world.page(REQUESTS).replace("* pause\n", f"{worded}\n")
    world.edit(REQUESTS, touched, by=ADA)
    world.tick(1)
    world.edit(REQUESTS, f"{touched}\ntalk", by="Bo")
    world.tick(1)
    assert (pauses(world), world.page(REQUESTS)) == (["on", "off"], f"{touched}\ntalk")


def test_a_line_touched_above_an_answer_that_is_not_ours_is_carried_out(world: World) -> None:
    ask(world, "* recount dry_socks", "Bo")
    copied = answer_as_it_stands(world, "* recount dry_socks")
    world.edit(REQUESTS, "* pause", by=ADA)
    world.edit(REQUESTS, f"* pause\n{copied}", by="Bo")
    world.edit(REQUESTS, f"* pause {SIGNED}\n{copied}", by=ADA)
    world.tick(1)
    assert pauses(world) == ["on"]


def test_what_is_corrected_above_its_answer_is_asked_anew(world: World) -> None:
    ask(world, "* recount dry_sock", ADA)
    world.edit(REQUESTS, world.page(REQUESTS).replace("dry_sock\n", "dry_socks\n"), by=ADA)
    world.tick(1)
    assert "3 FOR" in answer(world, "* recount dry_socks")


def test_a_page_of_requests_that_is_copied_by_hand_to_another_title_asks_for_nothing_anew(world: World) -> None:
    ask(world, "* pause", ADA)
    resume(world.tracker(), by="Ada", why="over")
    world.tick(1)
    whole = world.page(REQUESTS)
    world.edit("Tracker/Asks", whole, by=ADA)
    world.edit(REQUESTS, "#REDIRECT [[Tracker/Asks]]", by=ADA)
    world.text = world.text.replace(f"page = {REQUESTS}", "page = Tracker/Asks")
    world.tick(1)
    world.tick(5)
    assert (pauses(world), world.page("Tracker/Asks")) == (["on", "off"], whole)


def test_a_forged_answer_beside_ours_makes_no_line_asked_again_after_a_restore(world: World) -> None:
    world.edit(REQUESTS, "* pause", by=ADA)
    (request,) = _requests(authored_lines(world.wiki.revisions(REQUESTS)))
    world.edit(REQUESTS, f"* pause\n*: Not done. {request.answered('').marker}", by="Bo")
    world.tick(1)
    asked = world.page(REQUESTS)
    assert (pauses(world), asked.count("tracker:answer")) == (["on"], 2)
    begin_anew(world)
    world.tick(1)
    world.tick(5)
    assert (pauses(world), world.page(REQUESTS)) == ([], asked)


def test_a_line_that_is_brought_back_by_an_admin_in_their_own_words_is_not_theirs(world: World) -> None:
    world.edit(REQUESTS, "talk\n* pause", by="Bo")
    world.edit(REQUESTS, "talk", by="Bo")
    world.edit(REQUESTS, "Hello.\ntalk", by=ADA)
    world.edit(REQUESTS, "Hello.\ntalk\n* pause", by=ADA, summary="put the line back that was taken out")
    world.tick(1)
    assert "who wrote this line cannot be told" in answer(world, "* pause")
    assert pauses(world) == []


def test_a_line_that_nobody_is_known_to_have_written_is_not_an_admins_who_brings_it_back(world: World) -> None:
    ask(world, "* pause", "Bo")
    world.edit(REQUESTS, "talk", by="Cy")
    world.edit(REQUESTS, "talk\n* pause", by="Bo", summary="restored")
    world.edit(REQUESTS, "talk", by="Bo")
    world.edit(REQUESTS, "Hello.\ntalk\n* pause", by=ADA, summary="in their own words")
    world.tick(1)
    assert "who wrote this line cannot be told" in answer(world, "* pause")
    assert pauses(world) == []


@pytest.mark.parametrize("title", [REQUESTS, "Tracker/Authority"])
def test_a_page_of_requests_that_was_moved_away_is_told(world: World, title: str) -> None:
    world.edit(title, "talk", by="Bo")
    world.tick(1)
    assert redirects(world) == []
    world.wiki.move_as("Bo", title, "Elsewhere")
    world.tick(1)
    (told,) = redirects(world)
    assert title in told
    world.edit(title, "talk", by="Bo")
    world.tick(1)
    assert redirects(world) == []


def redirects(world: World) -> list[str]:
    """What is told of pages that are redirects."""
    stuck = health(world.tracker(), "operator")["stuck"]
    return [thing["why"] for thing in stuck if "redirect" in thing["why"]]


def pauses(world: World) -> list[str]:
    """Every answer ever given to whether it is paused."""
    return [str(row.observation.payload["answer"]) for row in world.archive.versions("decision:pause:tracker")]


def protected(world: World) -> Any:
    """A process of the tracker for which the page of requests is protected."""
    return world.tracker(Between(world.wiki, before=fail(PageProtectedError("protected"), REQUESTS)))


def test_what_cannot_be_answered_is_carried_out_once_for_all(world: World) -> None:
    world.edit(REQUESTS, "* pause\n* resume\n* confirm BN-188", by=ADA)
    for _ in range(4):
        world.clock.pass_minutes(5)
        tick(protected(world))
    assert pauses(world) == ["on", "off"]
    deciding.decide(world.tracker(), "confirm-clause:BN-188", None, by="Ada", why="it was wrong")
    set_pause(world.tracker(), "on", by="Ada", why="wrong numbers")
    for _ in range(2):
        world.clock.pass_minutes(5)
        tick(protected(world))
    assert pauses(world) == ["on", "off", "on"]
    assert deciding.decision(world.tracker(), "confirm-clause:BN-188") is None
    world.tick(11)
    assert "Paused for Ada" in answer(world, "* pause")
    assert "Resumed for Ada" in answer(world, "* resume")
    assert "Confirmed for Ada" in answer(world, "* confirm BN-188")
    assert pauses(world) == ["on", "off", "on"]


def test_a_refusal_that_cannot_be_answered_stays_one(world: World) -> None:
    world.edit(REQUESTS, "* resume", by=ADA)
    tick(protected(world))
    set_pause(world.tracker(), "on", by="Ada", why="wrong numbers")
    world.tick(11)
    assert "it is not paused" in answer(world, "* resume")
    assert pauses(world) == ["on"]


@pytest.mark.parametrize("page", ["Tracker/Switch/Enacting", "Tracker/Switch"])
def test_where_answers_are_switched_off_nothing_is_carried_out(world: World, page: str) -> None:
    world.edit(page, "stop", by="Bo")
    report = ask(world, "* pause", ADA)
    assert pauses(world) == []
    assert report.outcome == "held"
    assert report.plan is not None
    (finding,) = [each for each in report.plan.findings if each.code == "SWITCHED_OFF"]
    assert (finding.subject, "stop" in finding.text) == (page, True)
    world.edit(page, "on", by="Bo")
    world.tick(1)
    assert pauses(world) == ["on"]
    assert "Paused for Ada" in answer(world, "* pause")


def test_a_line_in_a_template_asks_for_nothing(world: World) -> None:
    ask(world, "{{example|\n* pause\n}}\n<includeonly>\n* pause\n</includeonly>\n<code>\n* pause\n</code>", ADA)
    assert pauses(world) == []
    assert "tracker:answer" not in world.page(REQUESTS)


def test_requests_are_answered_where_enacting_is_off(world: World) -> None:
    world.text = world.text.replace("mode = draft", "mode = off")
    ask(world, "* recount dry_socks", ADA)
    assert "3 FOR" in answer(world, "* recount dry_socks")
    ask(world, "* enact dry_socks", ADA)
    assert "nothing can be enacted" in answer(world, "* enact dry_socks")


# --- recount ----------------------------------------------------------------------------------------------------------


def test_a_recount_tells_tally_quorum_verdict_clause_and_instant(world: World) -> None:
    line = "* recount dry_socks"
    ask(world, line, ADA)
    said = answer(world, line)
    assert "dry_socks, as of 2019-10-02T12:01:00Z: 3 FOR 1 AGAINST, quorum 3, popular (BN-" in said
    assert "The pages of 2019-10-02T12:00:00Z say the same." in said


def test_a_recount_reads_again_and_says_what_the_pages_have_otherwise(world: World) -> None:
    world.tell(vote("against", "Cy", "dry_socks", "2019-10-02T12:00:30Z", id="again"))
    ask(world, "* recount “Proposal: Dry Socks”", ADA)
    said = answer(world, "* recount “Proposal: Dry Socks”")
    assert ": 2 FOR 2 AGAINST, quorum 3, " in said
    assert "The pages of 2019-10-02T12:00:00Z say 3 FOR 1 AGAINST, quorum 3, popular; since then changed: Cy." in said


@pytest.mark.parametrize(
    ("what", "said"),
    [("dry_sock", "did you mean dry_socks"), ("xylophone", "there is no matter"), ("x" * 400, "there is no matter")],
)
def test_a_recount_of_no_matter_names_the_nearest(world: World, what: str, said: str) -> None:
    ask(world, f"* recount {what}", ADA)
    assert said in answer(world, f"* recount {what}")


def test_a_recount_of_a_title_that_several_bear_names_them(world: World) -> None:
    from tests.app.wiring import post

    world.tell(*(post(slug, "Cy", "2019-10-02T11:00:00Z", title="Proposal: Twins") for slug in ("twin_a", "twin_b")))
    ask(world, '* recount "Proposal: Twins"', ADA)
    assert "say which: twin_a, twin_b" in answer(world, '* recount "Proposal: Twins"')


# --- decisions --------------------------------------------------------------------------------------------------------


def test_a_decision_bears_the_persons_name_and_the_revision(world: World) -> None:
    question = "confirm-rule:Core Rules/Votes"
    ask(world, f"* decide {question} no", ADA)
    assert f"Decided for Ada: {question} is no." in answer(world, f"* decide {question} no")
    told = deciding.decision(world.tracker(), question)
    assert told is not None
    assert (told["answer"], told["by"], bool(told["wording"])) == ("no", "Ada", True)
    (row,) = world.archive.newest_about("requests", REQUESTS)[-1:]
    assert told["why"].startswith(f"line on {REQUESTS}, revision {row.observation.payload['revision']} (decide:")
    ask(world, f"* decide {question} yes", ADA)
    told = deciding.decision(world.tracker(), question)
    assert told is not None
    assert told["answer"] == "yes"


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("* decide leave:nobody yes", "there is no question"),
        ("* decide confirm-rule:Appendix/Keywords perhaps", "is no answer"),
        ("* confirm XX-999", "there is no clause"),
        ("* confirm BN-9999", "did you mean"),
    ],
)
def test_a_decision_that_cannot_be_is_refused_with_why(world: World, line: str, said: str) -> None:
    ask(world, line, ADA)
    assert said in answer(world, line)


def test_a_confirmation_is_of_the_wording_that_was_shown(world: World) -> None:
    ask(world, "* confirm BN-188", ADA)
    assert "Confirmed for Ada: BN-188" in answer(world, "* confirm BN-188")
    told = deciding.decision(world.tracker(), "confirm-clause:BN-188")
    assert told is not None
    assert told["wording"]
    assert "confirm-rule:Appendix/Keywords" not in {asked.id for asked in gamestate_at(world.tracker()).questions}


def test_a_confirmation_of_a_text_that_changed_meanwhile_is_refused_with_the_new_mark(world: World) -> None:
    world.clock.pass_minutes(1)
    world.edit("Ruleset", RULESET.replace("after 48 hours", "after 47 hours"), by="Bo")
    ask(world, "* confirm BN-032", ADA)
    said = answer(world, "* confirm BN-032")
    assert "does not read as it did when you wrote this" in said
    assert deciding.decision(world.tracker(), "confirm-clause:BN-032") is None
    mark = said.split("confirm BN-032 ")[1][:12]
    ask(world, f"* confirm BN-032 {mark}", ADA)
    assert "Confirmed for Ada" in answer(world, f"* confirm BN-032 {mark}")


def test_a_mark_of_another_wording_is_refused(world: World) -> None:
    ask(world, "* confirm BN-188 0a1b2c3d4e5f", ADA)
    assert "does not read as it did" in answer(world, "* confirm BN-188 0a1b2c3d4e5f")


def test_what_was_carried_out_and_not_answered_is_answered_as_done(world: World) -> None:
    """A page that could not be edited keeps the answer back: the line is not carried out twice."""
    from tracker.app.people.asked import Asked, carry_out
    from tracker.app.people.requests import person_of

    world.edit(REQUESTS, "* confirm BN-188\n* pause\n* resync\n", by=ADA)
    tracker = world.tracker()
    by_hand.import_records(tracker, [])
    for source in tracker.sources:
        for batch in source.observe(tracker.archive, world.clock.now(), _Nobody()):
            tracker.archive.append(batch, tracker.game.read)
    first = [_carried(tracker, request, carry_out, Asked, person_of) for request in open_requests(tracker)]
    rows = tracker.archive.last_seq()
    world.clock.pass_minutes(5)
    assert [_carried(tracker, request, carry_out, Asked, person_of) for request in open_requests(tracker)] == first
    assert tracker.archive.last_seq() == rows


class _Nobody:
    def step(self, text: str, done: int, total: int | None) -> None:
        """Nobody watches."""


def _carried(tracker: Any, request: Any, carry_out: Any, asked: Any, person_of: Any) -> str:
    return str(carry_out(asked(tracker, gamestate_at(tracker), request, person_of(tracker, request.account))))


# --- what is held -----------------------------------------------------------------------------------------------------


@pytest.fixture
def frugal(world: World) -> World:
    """One that lets no line be lost that nothing explains."""
    world.text = world.text.replace("permission = apply\n", "permission = apply\nmax_shrink_percent = 0\n")
    world.tick(1)
    return world


def held_without_players(world: World) -> list[HeldChange]:
    """What is held once the list of players shows two of them only."""
    few = roster("2019-10-02T11:59:00Z")
    world.tell({**few, "players": few["players"][:2]})
    world.tick(1)
    return list(by_hand.plan_now(world.tracker()).held)


def test_a_held_page_is_let_go_by_the_line_of_an_admin(frugal: World) -> None:
    world, held = frugal, held_without_players(frugal)
    assert held
    titles = [each.change.title for each in held]
    checksum = held[0].checksum[:12]
    ask(world, f"* approve {checksum}", "Bo")
    assert "only an admin" in answer(world, f"* approve {checksum}")
    assert titles == [each.change.title for each in by_hand.plan_now(world.tracker()).held]
    ask(world, f"* approve {checksum} {SIGNED}", ADA)
    assert f"Approved for Ada: what was held under {checksum} is let go" in answer(
        world, f"* approve {checksum} {SIGNED}"
    )
    assert titles[1:] == [each.change.title for each in by_hand.plan_now(world.tracker()).held]
    ask(world, "* approve 0123456789ab", ADA)
    assert "no changes are held under '0123456789ab'" in answer(world, "* approve 0123456789ab")


def test_a_decision_explains_the_lines_that_go_with_it_and_no_others(frugal: World) -> None:
    world = frugal
    edited = {**vote("for", "Di", "dry_socks", ""), "kind": "comment_edited"}
    del edited["at"]
    world.tell({**edited, "not_before": "2019-10-01T12:00:00Z", "not_after": "2019-10-01T12:30:00Z"})
    world.tick(1)
    assert "comment edited" in html.unescape(world.page(BOARD))
    deciding.decide(world.tracker(), "comment-edit:Di-dry_socks", "newest", by="Ada", why="so they say")
    assert world.tick(1).plan.held == ()  # type: ignore[union-attr]
    assert "comment edited" not in html.unescape(world.page(BOARD))
    assert held_without_players(world)


@pytest.mark.parametrize("kind", ["decision", "correction"])
def test_what_people_settled_names_what_it_is_about(world: World, kind: str) -> None:
    when = datetime(2019, 10, 2, tzinfo=UTC)
    made = Observation(kind, "x", {"question": "comment-edit:Di-dry_socks"}, at=when, seen_at=when, source="decisions")
    explained = settled_by(world.tracker(), [made])
    assert f"matter-dry_socks: {kind} of 2019-10-02T00:00:00Z" in explained
    assert not any(event.startswith("matter-wet") for event in explained)
    assert settled_by(world.tracker(), [replace(made, kind="comment")]) == ()


# --- resync -----------------------------------------------------------------------------------------------------------


def test_a_resync_is_answered_with_what_differs_and_not_asked_again_within_the_hour(world: World) -> None:
    ask(world, "* resync", ADA)
    assert "Read anew: nothing differs." in answer(world, "* resync")
    ask(world, "* resync.", ADA)
    assert "it may be asked for again from 2019-10-02T13:01:00Z on" in answer(world, "* resync.")
    world.tick(60)
    ask(world, f"* resync {SIGNED}", ADA)
    assert "Read anew" in answer(world, f"* resync {SIGNED}")


def test_a_resync_that_was_asked_for_by_a_clock_ahead_of_time_bars_no_other(world: World) -> None:
    world.clock.pass_minutes(60 * 24 * 60)
    ask(world, "* resync", ADA)
    world.clock.pass_minutes(-60 * 24 * 60)
    ask(world, "* resync.", ADA)
    assert "Read anew" in answer(world, "* resync.")


def test_a_resync_waits_for_a_blog_that_does_not_answer(world: World) -> None:
    world.blog.fail()
    ask(world, "* resync", ADA)
    assert world.page(REQUESTS).endswith("* resync")
    world.blog.error = None
    world.tick(1)
    assert "Read anew" in answer(world, "* resync")


# --- pause ------------------------------------------------------------------------------------------------------------


def test_a_pause_stops_everything_but_answers_until_it_is_resumed(world: World) -> None:
    ask(world, "* pause", ADA)
    assert "Paused for Ada" in answer(world, "* pause")
    pause = paused(world.tracker())
    assert pause is not None
    assert (pause.by, REQUESTS in pause.why) == ("Ada", True)
    board = world.page("Tracker/Votable matters")
    world.tell(vote("against", "Cy", "dry_socks", "2019-10-02T12:00:30Z", id="again"))
    ask(world, "* enact dry_socks", ADA)
    assert "paused by Ada" in answer(world, "* enact dry_socks")
    assert (world.ruleset(), world.page("Tracker/Votable matters")) == (RULESET, board)
    ask(world, "* recount dry_socks", ADA)
    assert "2 FOR" in answer(world, "* recount dry_socks")
    ask(world, "* pause.", ADA)
    assert "paused by Ada since 2019-10-02T12:01:00Z" in answer(world, "* pause.")
    ask(world, "* resume", ADA)
    assert "it was paused by Ada since" in answer(world, "* resume")
    assert world.page("Tracker/Votable matters") != board
    ask(world, "* resume.", ADA)
    assert "it is not paused" in answer(world, "* resume.")


def test_who_is_paused_writes_nothing_by_hand_either(world: World) -> None:
    from tracker.app.enacting.enact import enact
    from tracker.app.enacting.undo import undo

    enact(world.tracker(), "dry_socks", "Ada")
    set_pause(world.tracker(), "on", by="Ada", why="wrong numbers")
    for act in (enact, undo):
        with pytest.raises(PlanHeldError, match="paused by Ada"):
            act(world.tracker(), "dry_socks", "Ada")
    plan = by_hand.plan_now(world.tracker())
    with pytest.raises(PlanHeldError, match="paused by Ada"):
        by_hand.apply_now(world.tracker(), plan, plan.checksum)
    assert world.ruleset() == ENACTED


def test_a_pause_makes_no_earlier_fold_void(world: World) -> None:
    rows = world.archive.last_seq()
    set_pause(world.tracker(), "on", by="Ada", why="wrong numbers")
    assert world.archive.earliest_since(rows) == world.clock.now()
