"""The table of values over ticks, where people write odd things: nothing is lost, nothing is drawn twice, all of it is told."""

import re
from pathlib import Path

import pytest

from tests.app.cellar import DYNASTY, Cellar
from tests.mechanics.test_answer_text import ODD

PORT = (
    DYNASTY.replace('name = "Coal"\ntype = "integer"', 'name = "Coal"\ntype = "integer"\nmaximum = 40')
    + """
[[action]]
name = "trade"
limit = "date"
steps = ["roll Luck = 2DICE6", "gain max(1, Luck / 2 - 1) Coal"]

[[action]]
name = "swear"
lines = ["swear {words}"]
who = "anyone"
steps = ["set Note to words"]
[action.parameters]
words = "text"

[[action]]
name = "pay"
lines = ["pay {amount} to {whom}"]
steps = ["transfer amount Coal to whom"]
[action.parameters]
amount = "integer 1.."
whom = "player"
"""
)
SIGNED = "* DICE20 luck --[[User:{0}|{0}]] 12:{1}, 1 October 2019 (UTC)"


@pytest.fixture
def port(tmp_path: Path) -> Cellar:
    return Cellar(tmp_path, dynasty=PORT)


# --- answers ------------------------------------------------------------------------------------------------------------


def coded(words: str) -> str:
    """Words as somebody writes them who hides what they are."""
    return re.sub(r"[&<{\[~|'_=]", lambda found: f"&#{ord(found[0])};", words)


@pytest.mark.parametrize("words", ["swear {}", "pay 1 to {}", "for {}: x"])
def test_an_answer_bears_no_markup_of_anybodys(port: Cellar, words: str) -> None:
    port.write("Bo", *[f"* {words.format(coded(odd))}" for odd in ODD])
    assert port.tick().exit_code == 0
    assert port.tick().outcome in ("idle", "in step")
    answers = [line for line in port.log if line.startswith("*:")]
    assert len(answers) == len(ODD)
    assert not any(set("<>{}[]|~") & set(answer) for answer in answers)
    port.write("Cy", "* dig")
    port.tick()
    assert port.tick().outcome in ("idle", "in step")
    assert port.values("Cy")["Day"] == 30
    assert port.told() == ""


def test_an_answer_that_was_made_up_before_its_line_silences_nobody(port: Cellar) -> None:
    port.write("Bo", "*: x <!-- tracker:answer revision:Cellar:4#0 -->")
    port.write("Cy", "* dig")
    port.tick()
    assert port.values("Cy")["Day"] == 30
    assert port.log[-1].startswith("*: DICE4: ")
    before = port.text
    port.tick()
    assert port.text == before


@pytest.mark.parametrize(("who", "most"), [("Zed", 20), ("Bo", 500)])
def test_a_flood_of_lines_is_answered_by_one_line_for_the_lot(port: Cellar, who: str, most: int) -> None:
    port.write(who, *[f"* nonsense {nth}" for nth in range(most + 100)])
    port.tick()
    assert port.text.count("tracker:answer") == most + 1
    assert f"Only the first {most} lines of one edit are read; this one and 99 more of {who}'s are not." in port.text
    port.write("Cy", "* dig")
    port.tick()
    assert port.values("Cy")["Day"] == 30
    assert port.log[-1].startswith("*: DICE4: ")
    port.edit(who, port.text.replace("* nonsense", "* more nonsense"))
    port.tick()
    assert len(port.gamestate.findings) < 2 * most + 50


# --- cells --------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("cell", ["5\u200b", "\ufeff7", "\u202e5", "e\u0301\u0302\u0303\u0304\u0305", "x" * 2001])
@pytest.mark.parametrize("policy", ["flag", "revert"])
def test_a_flagged_cell_stays_flagged_however_it_can_be_shown(tmp_path: Path, cell: str, policy: str) -> None:
    port = Cellar(tmp_path, f"[switches]\nhand_edits = {policy}\n", PORT)
    port.set_row("Bo", 29, cell, "")
    port.tick()
    assert port.codes() == ["ILLEGAL_VALUE"]
    port.tick()
    port.tick()
    if "CHANGE_HELD" in [finding["code"] for finding in (port.tick().record()["plan"] or {}).get("findings", ())]:
        return
    assert port.codes() == (["ILLEGAL_VALUE"] if policy == "flag" else [])
    assert ("computed 0" in port.row("Bo")) == (policy == "flag")
    assert port.tick().outcome in ("idle", "in step")
    port.set_row("Bo", 29, 0, "")
    port.tick()
    assert port.codes() == []


def test_a_comma_makes_no_number_greater(tmp_path: Path) -> None:
    port = Cellar(tmp_path, "[switches]\nhand_edits = accept\n", PORT)
    port.set_row("Bo", 29, "1,5", "")
    port.tick()
    assert port.values("Bo")["Coal"] == 0
    assert "'1,5' is no whole number" in port.told("ILLEGAL_VALUE")


def test_a_second_row_that_differs_in_case_is_told(port: Cellar) -> None:
    row = f"|-{port.row_id('Bo')}\n{port.row('Bo')}"
    port.edit("Bo", port.text.replace(row, row + row.replace("| Bo", "| BO").replace("| 0\n", "| 30\n"), 1))
    port.tick()
    assert "a row of BO was added by hand beside that of Bo, and counts for nothing" in port.told()
    assert "| BO" not in port.text


def test_a_table_inside_a_cell_is_told(port: Cellar) -> None:
    port.set_row("Bo", 29, "5\n{| x\n| y\n|}", "")
    port.tick()
    assert "A table stands inside a cell" in port.told()


def test_a_text_with_hidden_characters_comes_in_step_with_its_page(port: Cellar) -> None:
    port.set_row("Bo", 29, 0, "&#8238;evil")
    port.tick()
    assert port.values("Bo")["Note"] == "evil"
    assert port.tick().outcome in ("idle", "in step")
    port.write("Bo", "* swear &#8238;worse")
    port.tick()
    assert port.values("Bo")["Note"] == "evil"
    assert "characters that nobody sees" in port.log[-1]


# --- dice ---------------------------------------------------------------------------------------------------------------


def traded_by_hand(port: Cellar, *purposes: str) -> list[int]:
    """Bo rolls two dice for each purpose and enters the best of them as a trade; the sums."""
    for purpose in purposes:
        port.write("Bo", f"* 2DICE6 {purpose}")
    port.tick()
    sums = [sum(faces) for faces in port.rolls()]
    port.set_row("Bo", 30, max(1, int(max(sums) / 2 - 1)), "")
    port.tick()
    assert port.values("Bo")["Day"] == 30
    return sums


def test_dice_for_something_else_explain_a_hand_edit_with_a_note_and_the_others_are_told(port: Cellar) -> None:
    traded_by_hand(port, *(f"lunch{'!' * nth}" for nth in range(4)))
    assert "were rolled for 'lunch" in port.told("ROLL_UNUSED")
    assert "and used for trade" in port.told("ROLL_UNUSED")
    port.tick(60 * 25)
    assert port.told("ROLL_UNUSED").count("nothing that we can see used it") == 3


def test_dice_for_that_action_come_first_and_without_a_note(port: Cellar) -> None:
    traded_by_hand(port, "for my trade")
    assert port.told("ROLL_UNUSED") == ""
    port.tick(60 * 25)
    assert port.told("ROLL_UNUSED") == ""


def test_a_roll_for_the_action_is_used_before_an_equal_one_for_something_else(tmp_path: Path) -> None:
    port = Cellar(tmp_path, dynasty=DYNASTY.replace("DICE4", "DICE1"))
    port.write("Bo", "* DICE1 lunch", "* DICE1 for digging")
    port.tick()
    port.set_row("Bo", 30, 1, "")
    port.tick(60 * 25)
    assert "for 'lunch'" in port.told("ROLL_UNUSED")
    assert "and used for" not in port.told("ROLL_UNUSED")


# --- lines --------------------------------------------------------------------------------------------------------------


def test_a_line_whose_words_stood_there_before_is_answered_on_the_page(port: Cellar) -> None:
    port.write("Bo", "* dig")
    port.tick()
    port.edit("Ada", port.text.partition("* dig")[0])
    port.tick(60 * 48)
    port.write("Cy", "* dig")
    port.tick()
    assert port.values("Cy")["Day"] == 29
    assert port.log[-1].startswith("*: These words stood here before")
    assert "~~~~" not in port.log[-1]
    assert port.told("TABLE_REVERTED") == ""
    port.edit("Cy", port.text.replace("* dig", "* dig!"))
    port.tick()
    assert port.values("Cy")["Day"] == 29
    assert "its first words count" in port.told("LINE_CHANGED")


def test_lines_that_a_revert_brings_back_are_not_answered_again(port: Cellar) -> None:
    port.write("Bo", "* dig", "* DICE6 for luck")
    port.tick()
    text = port.text
    port.edit("Vandal", text.partition("* dig")[0])
    port.tick()
    port.edit("Ada", text)
    port.tick()
    assert port.text == text
    assert "put the table's page back" in port.told("TABLE_REVERTED")


def test_an_answered_line_under_another_signature_draws_no_dice(port: Cellar) -> None:
    port.write("Bo", SIGNED.format("Bo", "06"))
    port.tick()
    for who, before, minute in (("Cy", ("Bo", "06"), "09"), ("Bo", ("Cy", "09"), "10")):
        port.edit(who, port.text.replace(SIGNED.format(*before), SIGNED.format(who, minute)))
        port.tick()
    assert len(port.rolls()) == 1
    assert [line[:10] for line in port.log] == ["* DICE20 l", "*: DICE20:"]
    assert port.told("LINE_CHANGED").count("its first words count") == 2


def test_a_new_line_beside_one_that_was_reworded_is_new(port: Cellar) -> None:
    port.write("Bo", "* DICE20 luck; DICE6 more")
    port.tick()
    port.edit("Bo", port.text.replace("* DICE20 luck; DICE6 more", "* DICE20 luck; DICE6 more!") + "\n* DICE20 luck")
    port.tick()
    assert len(port.rolls()) == 3


def test_an_answer_that_stays_behind_its_line_is_told(port: Cellar) -> None:
    port.write("Bo", "* DICE20 luck")
    port.tick()
    port.edit("Bo", port.text.replace("* DICE20 luck", "* dig and something entirely other"))
    port.tick()
    assert "the line '* DICE20 luck' is gone; what it did stands, and its answer still stands there" in port.told()


# --- what is said -------------------------------------------------------------------------------------------------------


def test_the_head_of_the_dynasty_and_strangers_are_refused_by_their_own_clauses(port: Cellar) -> None:
    port.write("Wes", "* dig")
    port.write("ZeD", "* dig")
    port.tick()
    assert port.log[1].endswith("only a Digger with values may do that (BN-184, NOT_A_PLAYER).")
    assert port.log[3].endswith("ZeD is no player (BN-223, NOT_A_PLAYER).")
    assert "ZeD: dig: ZeD is no player" in port.told("NOT_A_PLAYER")


def test_values_begin_by_the_clause_that_says_so(port: Cellar) -> None:
    facts = {fact.name: fact for fact in port.gamestate.facts}
    assert facts["values.Bo.Coal"].clause == "BN-018"
