"""The table of values over ticks: players' lines on a page are answered there, once, and hand edits are left standing."""

import re
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from tests.app.cellar import CONFIG, DYNASTY, Cellar
from tests.app.wiring import roster, wired
from tracker.app.people import correcting
from tracker.app.people.by_hand import import_records, plan_creation_now, plan_now
from tracker.config import parse_settings
from tracker.core.ports import PageEdit


def test_the_page_is_made_before_the_first_tick_has_archived_the_dynasty(tmp_path: Path) -> None:
    (tmp_path / "dynasty.toml").write_text(DYNASTY, encoding="utf-8")
    before = wired(tmp_path, CONFIG)
    import_records(before, [roster()])
    assert "Cellar" in {change.title for change in plan_creation_now(before).pages}
    without = replace(before, settings=parse_settings("", tmp_path / "tracker.ini", {}))
    titles = {change.title for plan in (plan_creation_now(without), plan_now(without)) for change in plan.pages}
    assert "Tracker/Votable matters" in titles
    assert titles.isdisjoint({"Cellar", "GNDT"})


@pytest.fixture
def cellar(tmp_path: Path) -> Cellar:
    return Cellar(tmp_path)


def test_a_line_is_rolled_for_carried_out_and_answered_once(cellar: Cellar) -> None:
    cellar.write("Bo", "* dig --[[User:Bo|Bo]] 12:06, 1 October 2019 (UTC)")
    report = cellar.tick()
    assert report.outcome == "applied", report.record()
    coal = cellar.values("Bo")["Coal"]
    assert cellar.values("Bo") == {"Day": 30, "Coal": coal, "Note": None}
    assert f"*: DICE4: {coal}. Day 29 → 30. Coal 0 → {coal}." in cellar.text
    before = cellar.text
    cellar.tick()
    assert cellar.text == before


def test_what_cannot_be_done_is_refused_with_clause_and_reason(cellar: Cellar) -> None:
    cellar.write("Bo", "* burn 3 coal", "* dance", "* dig", "* dig")
    cellar.tick()
    lines = [line.partition("<!--")[0].strip() for line in cellar.text.splitlines() if line.startswith("*:")]
    assert lines[0] == "*: Refused: Coal would become -3: -3 is below 0 (BN-240, ILLEGAL_VALUE)."
    assert lines[1] == "*: Unclear: not understood (BN-225, UNCLEAR)."
    assert lines[2].startswith("*: DICE4:")
    assert "NO_DATE_LEFT" in lines[3]


def test_a_hand_edit_that_an_unused_roll_explains_holds(cellar: Cellar) -> None:
    cellar.write("Bo", "* DICE4 for digging")
    cellar.tick()
    face = _face(cellar.text)
    cellar.set_row("Bo", 30, face, "")
    cellar.tick()
    assert cellar.values("Bo") == {"Day": 30, "Coal": face, "Note": None}
    assert cellar.codes() == []


def test_what_anybody_may_change_holds_by_itself(cellar: Cellar) -> None:
    cellar.set_row("Bo", 29, 0, "back on Monday")
    cellar.tick()
    assert cellar.values("Bo")["Note"] == "back on Monday"
    assert cellar.codes() == []


def test_a_hand_edit_that_nothing_explains_is_left_standing_and_flagged(cellar: Cellar) -> None:
    cellar.set_row("Cy", 29, 7, "")
    cellar.tick()
    assert cellar.values("Cy")["Coal"] == 0
    assert "| 7" in cellar.row("Cy").replace('data-sort-value="0" ', "")
    assert "computed 0" in cellar.row("Cy")
    assert cellar.codes() == ["UNEXPLAINED_CHANGE"]
    cellar.set_row("Cy", 29, 0, "")
    cellar.tick()
    assert "computed" not in cellar.row("Cy")
    assert "UNEXPLAINED_CHANGE" not in cellar.codes()


AS_WRITTEN = (
    "{{box|back on '''Monday'''|colour=red}} <!-- honest -->",
    "'''bold''', ''italic'' &amp; <s>old</s> <span style=\"color: red\">new</span> 🏳️\u200d🌈 :-) 3 < 4",
    "[[User:Bo|Bo]] ([[User talk:Bo|talk]]) [https://blog.example/a_b here] [sic] <nowiki>|}</nowiki>",
    "<!-- nothing here -->",
)


@pytest.mark.parametrize("note", AS_WRITTEN)
def test_a_cell_keeps_what_people_wrote_until_its_value_changes(cellar: Cellar, note: str) -> None:
    text = f"| [[User:Bo|Bo]]\n| 29 <!-- since August -->\n| '''0'''\n| {note}\n"
    cellar.edit("Bo", cellar.text.replace("| Bo\n| 29\n| 0\n|\n", text, 1))
    for who in ("Cy", "Ada"):
        cellar.write(who, "* dig")
        assert cellar.tick().outcome == "applied"
        assert text in cellar.text
        assert cellar.values(who)["Day"] == 30
    assert cellar.tick().outcome in ("idle", "in step")
    cellar.write("Bo", "* dig")
    cellar.tick()
    cellar.tick()
    coal = cellar.values("Bo")["Coal"]
    assert f"| [[User:Bo|Bo]]\n| 30\n| {coal}\n| {note}\n" in cellar.text
    assert cellar.codes() == []


def test_what_is_no_value_of_its_column_is_kept_as_it_was_written_and_told(cellar: Cellar) -> None:
    cellar.set_row("Cy", 29, "{{box|'''many'''}}", "")
    for who in ("Bo", "Ada"):
        cellar.write(who, "* dig")
        cellar.tick()
        assert "| data-sort-value=\"0\" | {{box|'''many'''}}<sup class=\"tracker-flag\">" in cellar.text
        assert cellar.codes() == ["ILLEGAL_VALUE"]
    assert cellar.values("Cy")["Coal"] == 0


def test_by_the_policy_accept_it_holds(tmp_path: Path) -> None:
    cellar = Cellar(tmp_path, "[switches]\nhand_edits = accept\n")
    cellar.set_row("Cy", 29, 7, "")
    cellar.tick()
    assert cellar.values("Cy")["Coal"] == 7


def test_by_the_policy_revert_the_computed_value_is_written(tmp_path: Path) -> None:
    cellar = Cellar(tmp_path, "[switches]\nhand_edits = revert\n")
    cellar.set_row("Cy", 29, 7, "")
    cellar.tick()
    assert cellar.row("Cy").split("\n")[1:3] == ["| 29", "| 0"]
    cellar.tick()
    assert "UNEXPLAINED_CHANGE" not in cellar.codes()


def test_text_in_a_column_of_numbers_is_shown_and_never_used(cellar: Cellar) -> None:
    cellar.set_row("Cy", 29, "a lot", "")
    cellar.tick()
    assert cellar.codes() == ["ILLEGAL_VALUE"]
    cellar.write("Cy", "* dig")
    cellar.tick()
    assert cellar.values("Cy")["Coal"] == _face(cellar.text)


def test_an_action_whose_later_step_is_impossible_changes_nothing(cellar: Cellar) -> None:
    cellar.write("Bo", "* dig; burn 9 coal; burn 1 coal")
    cellar.tick()
    values = cellar.values("Bo")
    assert values["Day"] == 30
    assert values["Coal"] == _face(cellar.text) - 1


def test_who_is_no_player_or_idle_changes_nothing(cellar: Cellar) -> None:
    cellar.write("Stranger", "* dig")
    cellar.write("Stranger", "* for Bo: dig")
    cellar.set_row("Bo", 30, 4, "")
    cellar.tick()
    assert cellar.values("Bo")["Coal"] in (0, None, 4)
    assert cellar.codes().count("NOT_A_PLAYER") == 2


def test_the_signature_of_somebody_else_is_told_and_the_writer_counts(cellar: Cellar) -> None:
    cellar.write("Bo", "* dig --[[User:Ada|Ada]] 12:06, 1 October 2019 (UTC)")
    cellar.tick()
    assert cellar.values("Ada")["Day"] == 29
    assert cellar.values("Bo")["Day"] == 30
    assert "SIGNATURE_DIFFERS" in cellar.codes()


def test_a_line_that_was_answered_cannot_be_rolled_again(cellar: Cellar) -> None:
    cellar.write("Bo", "* dig")
    cellar.tick()
    text, values = cellar.text, cellar.values("Bo")
    cellar.edit("Bo", text.replace("* dig", "* dig!", 1))
    cellar.tick()
    cellar.edit("Bo", text.replace("* dig", "", 1))
    cellar.tick()
    cellar.edit("Bo", text)
    cellar.tick()
    assert cellar.values("Bo") == values
    assert len([row for row in cellar.wired.archive.rows() if row.observation.kind == "roll"]) == 1


def test_a_blanked_page_is_held_and_its_revert_brings_nothing_new(cellar: Cellar) -> None:
    cellar.write("Bo", "* dig")
    cellar.tick()
    text, values = cellar.text, cellar.values("Bo")
    cellar.edit("Vandal", "poop")
    cellar.tick()
    assert cellar.text.strip() == "poop"
    assert "TABLE_HELD" in cellar.codes()
    cellar.edit("Ada", text)
    cellar.tick()
    assert cellar.values("Bo") == values
    assert "TABLE_HELD" not in cellar.codes()
    cellar.write("Cy", "* dig")
    cellar.tick()
    assert cellar.values("Cy")["Day"] == 30


def test_rows_removed_or_renamed_by_hand_come_back_and_are_told(cellar: Cellar) -> None:
    cellar.edit("Bo", cellar.text.replace(f"|-{cellar.row_id('Cy')}\n{cellar.row('Cy')}", "", 1))
    cellar.tick()
    assert "| Cy\n" in cellar.text
    assert any("row of Cy" in finding.text for finding in cellar.gamestate.findings)


def test_a_line_of_the_last_second_is_of_that_day(cellar: Cellar) -> None:
    cellar.clock.instant = datetime(2019, 10, 1, 23, 58, 59, tzinfo=UTC)
    cellar.write("Bo", "* dig")
    cellar.clock.instant -= timedelta(seconds=60)
    cellar.write("Bo", "* dig")
    cellar.write("Bo", "* dig")
    cellar.tick(30)
    assert cellar.values("Bo")["Day"] == 31
    assert cellar.codes() == ["NO_DATE_LEFT"], (
        "the second line of that second finds no day left, the one of midnight does"
    )


def test_five_hundred_dice_in_one_edit_are_rolled_in_one_tick(cellar: Cellar) -> None:
    cellar.write("Bo", *[f"* DICE6 number {n}" for n in range(500)])
    report = cellar.tick()
    assert report.outcome == "applied"
    assert cellar.text.count("*: DICE6: ") == 500
    assert len([act for act in report.acts if act.target == "Cellar"]) == 1


def test_a_line_written_while_we_save_is_kept_and_answered_next(cellar: Cellar) -> None:
    cellar.write("Bo", "* dig")
    wiki, save = cellar.wired.wiki, cellar.wired.wiki.save

    def save_late(edit: PageEdit) -> object:
        if edit.title == "Cellar" and "Ada" not in seen:
            seen.append("Ada")
            cellar.write("Ada", "* dig --[[User:Ada]]")
        return save(edit)

    seen: list[str] = []
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(wiki, "save", save_late)
        cellar.tick()
    cellar.tick()
    cellar.tick()
    assert "* dig --[[User:Ada]]" in cellar.text
    assert cellar.text.count("*: DICE4: ") == 2


def _face(text: str) -> int:
    """What the first DICE4 of a page showed."""
    found = re.search(r"DICE4: (\d)", text)
    assert found
    return int(found[1])


def test_what_a_player_did_in_a_long_outage_is_all_rolled_for(cellar: Cellar) -> None:
    cellar.clock.pass_minutes(60 * 24 * 70)
    cellar.write("Bo", *["* dig"] * 60)
    assert cellar.tick().outcome == "applied"
    assert cellar.values("Bo")["Day"] == 89
    assert cellar.text.count("*: DICE4: ") == 60


def _told(cellar: Cellar, code: str = "TABLE_CHANGED") -> str:
    """What the findings of a code say."""
    return "\n".join(finding.text for finding in cellar.gamestate.findings if finding.code == code)


def _rolls(cellar: Cellar) -> int:
    return sum(row.observation.kind == "roll" for row in cellar.wired.archive.rows())


@pytest.mark.parametrize(
    ("sound", "broken"),
    [
        ("<!-- tracker:end gndt -->", "<!-- gone -->"),
        ("== Log ==", "== The Log =="),
        ("== Log ==", "== Log ==\n\n== Log =="),
        ("\n{|", "\n<!--{|"),
    ],
)
def test_what_was_written_while_the_page_was_broken_is_not_the_menders(cellar: Cellar, sound: str, broken: str) -> None:
    cellar.edit("Bo", cellar.text.replace(sound, broken, 1))
    cellar.tick()
    assert "TABLE_HELD" in cellar.codes()
    cellar.write("Cy", "* dig")
    cellar.tick()
    assert cellar.values("Cy")["Day"] == 29
    cellar.edit("Ada", cellar.text.replace(broken, sound, 1))
    cellar.tick()
    assert [cellar.values(name)["Day"] for name in ("Ada", "Bo", "Cy")] == [29, 29, 29]
    assert "*: This came while the page could not be read" in cellar.text
    assert "TABLE_HELD" not in cellar.codes()
    cellar.write("Cy", "* dig")
    cellar.tick()
    assert cellar.values("Cy")["Day"] == 30


def test_a_line_removed_and_put_back_before_the_tick_is_answered_once(cellar: Cellar) -> None:
    cellar.write("Bo", "* dig")
    text = cellar.text
    cellar.edit("Vandal", text.replace("* dig", ""))
    cellar.edit("Ada", text)
    cellar.tick()
    cellar.tick()
    assert cellar.values("Bo")["Day"] == 30
    assert cellar.values("Ada")["Day"] == 29
    assert cellar.text.count("*: DICE4: ") == 1


@pytest.mark.parametrize("vandalised", ["", "* poop", "* DICE20 for duck"])
def test_a_line_put_back_keeps_its_roll_whatever_is_made_of_it(cellar: Cellar, vandalised: str) -> None:
    cellar.write("Bo", "* DICE20 for luck")
    cellar.tick()
    text = cellar.text
    cellar.edit("Vandal", text.replace("* DICE20 for luck", vandalised))
    cellar.edit("Ada", text)
    cellar.edit("Bo", text.replace("for luck", "for fun"))
    cellar.tick()
    assert _rolls(cellar) == 1
    assert cellar.text.count("*: DICE20: ") == 1
    assert "its first words count" in _told(cellar, "LINE_CHANGED")


def test_a_vandal_and_a_rollback_make_no_action_of_a_refused_line(cellar: Cellar) -> None:
    cellar.write("Bo", "* burn 1 coal")
    cellar.write("Ada", "* dig")
    cellar.tick()
    values, text = cellar.values("Ada"), cellar.text
    cellar.edit("Vandal", text.replace("* burn 1 coal", "* burn 10 coal"))
    cellar.edit("Ada", text)
    cellar.tick()
    assert cellar.values("Ada") == values
    assert cellar.text.partition("== Log ==")[2] == text.partition("== Log ==")[2]


def test_a_line_written_in_place_of_another_is_that_one_changed_and_told(cellar: Cellar) -> None:
    cellar.write("Bo", *[f"* dig --[[User:Bo|Bo]] 12:0{n}, 1 October 2019 (UTC)" for n in range(5)])
    cellar.tick()
    for name in ("Ada", "Cy"):
        trimmed = cellar.text.partition("* dig")[0]
        cellar.edit(name, f"{trimmed}* dig --[[User:{name}|{name}]] 13:00, 1 October 2019 (UTC)\n")
        cellar.tick()
        assert cellar.values(name)["Day"] == 29
        assert "its first words count" in _told(cellar, "LINE_CHANGED")


def test_words_that_once_left_the_page_are_told_with_the_remedy_which_helps(cellar: Cellar) -> None:
    cellar.write("Bo", "* dig")
    cellar.tick()
    cellar.edit("Ada", cellar.text.partition("* dig")[0])
    cellar.write("Cy", "* dig")
    cellar.tick()
    assert cellar.values("Cy")["Day"] == 29
    assert "Cy: the line '* dig' stood here before; it is no new action" in _told(cellar)
    cellar.write("Cy", "* dig --[[User:Cy|Cy]] 12:40, 1 October 2019 (UTC)")
    cellar.tick()
    assert cellar.values("Cy")["Day"] == 30


def test_a_row_added_by_hand_and_a_partly_hidden_line_are_told(cellar: Cellar) -> None:
    cellar.edit("Bo", cellar.text.replace("|}\n</div>", "|-\n| Zed\n| 3\n| 4\n| x\n|}\n</div>", 1))
    cellar.write("Bo", "* dig <!-- for coal -->")
    cellar.write("Cy", "* DICE6 for luck")
    cellar.tick()
    assert "Bo: a row of Zed was added by hand" in _told(cellar)
    assert _told(cellar).count("partly hidden") == 1


def test_answers_of_ours_that_are_forged_or_taken_away_are_told(cellar: Cellar) -> None:
    cellar.write("Bo", "* dig")
    cellar.tick()
    text, coal = cellar.text, cellar.values("Bo")["Coal"]
    cellar.edit("Bo", text.replace(f"Coal 0 → {coal}", "Coal 0 → 99"))
    cellar.tick()
    assert "Coal 0 → 99.'; what it said stands" in _told(cellar)
    cellar.edit("Cy", text)
    cellar.edit("Bo", re.sub(r"\*: DICE4.*\n?", "", text.replace("* dig", "* dig.")))
    cellar.tick()
    assert "Bo: the tracker's answer below the line '* dig' now reads ''" in _told(cellar)
    assert "Cy: the tracker's answer" not in _told(cellar)


def test_below_an_answer_stands_what_holds_now_once_for_each_change_of_it(cellar: Cellar) -> None:
    for who, line in (("Bo", "* dig"), ("Cy", "* DICE6 for luck"), ("Bo", "* burn 1 coal")):
        cellar.write(who, line)
        cellar.tick()
    before, said = cellar.text.partition("== Log ==")[2], cellar.log
    row = re.search(r"\* dig\n.*tracker:answer ([^#]+)#", before)
    assert row
    correcting.correct(cellar.wired, {"of": row[1], "void": True}, by="Ada", why="[[no]] spade")
    assert [cellar.tick().outcome for _ in range(3)] == ["applied", "in step", "idle"]
    assert cellar.values("Bo") == {"Day": 29, "Coal": 0, "Note": None}
    void = "*: Now: counts for nothing (Ada: &#91;&#91;no&#93;&#93; spade)."
    refused = "*: Now: Refused: Coal would become -1: -1 is below 0 (BN-240, ILLEGAL_VALUE)."
    assert cellar.log == [*said[:2], void, *said[2:], refused]
    lines = cellar.text.partition("== Log ==")[2].split("\n")
    assert "\n".join(line for line in lines if "Now: " not in line) == before
    cellar.edit("Cy", cellar.text.replace(lines[-1], "").rstrip())
    correcting.correct(cellar.wired, {"of": "correction:1", "void": True}, by="Ada", why="there was one")
    for _ in range(3):
        cellar.tick()
    again = [f"*: Now: {answer.removeprefix('*: ')}" for answer in (said[1], said[5])]
    assert cellar.log == [*said[:2], void, again[0], *said[2:], again[1]]


def test_an_answer_that_a_person_took_away_or_made_up_gets_no_line_below_it(cellar: Cellar) -> None:
    cellar.write("Bo", "* dig")
    cellar.tick()
    answer = cellar.text.split("\n")[-1]
    row = answer.rpartition("tracker:answer ")[2].partition("#")[0]
    cellar.edit("Bo", cellar.text.replace("*: DICE4: ", "*: DICE4: 1"))
    correcting.correct(cellar.wired, {"of": row, "void": True}, by="Ada", why="no spade")
    text = cellar.text
    for _ in range(2):
        cellar.tick()
    assert cellar.text.partition("== Log ==")[2] == text.partition("== Log ==")[2]
    assert "CHANGE_IMPOSSIBLE" not in cellar.codes()
