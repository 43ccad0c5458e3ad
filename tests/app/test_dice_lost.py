"""Dice that can never be drawn hold up their own line only; words are a player's own; what a refused action rolled is told."""

import hashlib
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import pytest

from tests.app.cellar import DYNASTY, Cellar
from tracker.app.dice.dice import KeyedDice
from tracker.app.dice.dice_key import KeyFile
from tracker.app.people.by_hand import import_records
from tracker.app.people.deciding import decide
from tracker.core.gamestate import Finding

_LATER = datetime(2019, 10, 2, 0, 1, tzinfo=UTC)


@pytest.fixture
def cellar(tmp_path: Path) -> Cellar:
    return Cellar(tmp_path)


def _answers(cellar: Cellar) -> list[str]:
    return [line.partition("<!--")[0][2:].strip() for line in cellar.text.splitlines() if line.startswith("*:")]


def _found(cellar: Cellar, code: str) -> list[Finding]:
    return [finding for finding in cellar.gamestate.findings if finding.code == code]


def _set_key(cellar: Cellar, key: str) -> None:
    """Another key, or none, as a new process finds it."""
    file = cellar.folder / "dice.key"
    file.unlink(missing_ok=True)
    if key:
        file.write_text(key)
        file.chmod(0o600)
    dice = KeyedDice(KeyFile(file), cellar.wired.archive, cellar.clock)
    cellar.wired = replace(cellar.wired, dice=dice)


def _lose_key(cellar: Cellar) -> str:
    """Bo's line waits for dice of a day whose key is another one for good; the old key."""
    old = (cellar.folder / "dice.key").read_text()
    _set_key(cellar, "ab" * 32)
    cellar.write("Bo", "* dig --[[User:Bo|Bo]] 12:06, 1 October 2019 (UTC)")
    cellar.tick()
    return old


def _pass_days(cellar: Cellar, count: int) -> None:
    for _ in range(count):
        cellar.tick(1440)


def test_while_the_right_key_may_be_put_back_the_line_waits_for_it(cellar: Cellar) -> None:
    old = _lose_key(cellar)
    assert (cellar.tick().exit_code, cellar.gamestate.questions) == (11, ())
    _set_key(cellar, old)
    cellar.tick()
    assert cellar.values("Bo")["Day"] == 30


def test_a_lost_key_holds_up_its_line_alone_and_no_tick_for_ever(cellar: Cellar) -> None:
    _lose_key(cellar)
    _pass_days(cellar, 10)
    assert cellar.tick().exit_code != 11
    assert len(_found(cellar, "DICE_LOST")) == 1
    assert cellar.values("Bo")["Day"] == 29
    cellar.write("Bo", "* dig --[[User:Bo|Bo]] 12:06, 11 October 2019 (UTC)")
    cellar.tick()
    assert cellar.values("Bo")["Day"] == 30


def test_an_admin_lets_the_line_count_for_nothing(cellar: Cellar) -> None:
    _lose_key(cellar)
    _pass_days(cellar, 1)
    [question] = cellar.gamestate.questions
    assert question.id.startswith("dice-line:revision:Cellar:")
    decide(cellar.wired, question.id, "void", by="Ada", why="the key is gone")
    cellar.tick()
    assert (cellar.gamestate.questions, _found(cellar, "DICE_LOST")) == ((), [])
    assert [(each.code, each.clause) for each in cellar.gamestate.refused] == [("NO_ROLL", "BN-234")]
    assert "cannot be drawn any more" in cellar.gamestate.refused[0].text
    assert cellar.values("Bo") == {"Day": 29, "Coal": 0, "Note": None}


def test_with_the_old_key_back_an_admin_has_the_dice_drawn_that_always_were_its(tmp_path: Path) -> None:
    cellar = Cellar(tmp_path)
    old = _lose_key(cellar)
    _pass_days(cellar, 1)
    _set_key(cellar, old)
    cellar.tick()
    assert cellar.values("Bo")["Day"] == 29
    decide(cellar.wired, cellar.gamestate.questions[0].id, "draw", by="Ada", why="the key is back")
    cellar.tick()
    assert (cellar.values("Bo")["Day"], cellar.gamestate.questions) == (30, ())


def test_a_line_that_turns_up_after_its_seed_was_shown_waits_alone(cellar: Cellar) -> None:
    cellar.write("Cy", "* DICE6 for luck")
    cellar.tick()
    _pass_days(cellar, 2)
    late = {"kind": "log_line", "id": "late", "at": "2019-10-01T13:00:00Z", "page": "Cellar", "editor": "Bo"}
    import_records(cellar.wired, [late | {"text": "dig"}])
    assert cellar.tick().exit_code == 0
    assert "was shown before it was known" in _found(cellar, "DICE_LOST")[0].text
    cellar.write("Bo", "* dig --[[User:Bo|Bo]] 12:06, 3 October 2019 (UTC)")
    cellar.tick()
    assert cellar.values("Bo")["Day"] == 30
    decide(cellar.wired, "dice-line:late", "void", by="Ada", why="too late")
    cellar.tick()
    assert (cellar.values("Bo")["Day"], cellar.gamestate.questions) == (30, ())


def test_later_lines_of_a_lost_day_are_each_given_up(cellar: Cellar) -> None:
    _lose_key(cellar)
    cellar.write("Bo", "* DICE6 for luck", "* burn 1 coal", "* dig --[[User:Bo|Bo]] 12:30, 1 October 2019 (UTC)")
    cellar.tick()
    _pass_days(cellar, 1)
    assert len(_found(cellar, "DICE_LOST")) == 3
    assert [each.code for each in cellar.gamestate.refused] == ["ILLEGAL_VALUE"]


def test_while_dice_cannot_fall_only_lines_that_hang_on_them_wait(cellar: Cellar) -> None:
    key = (cellar.folder / "dice.key").read_text()
    _set_key(cellar, "")
    cellar.write("Bo", "* for Ada: dig")
    cellar.write("Ada", "* burn 1 coal")
    cellar.write("Cy", "* burn 1 coal")
    cellar.tick()
    assert _answers(cellar) == ["Refused: Coal would become -1: -1 is below 0 (BN-240, ILLEGAL_VALUE)."]
    _set_key(cellar, key)
    cellar.tick()
    assert len(_answers(cellar)) == 3


def test_a_line_is_judged_after_what_others_entered_before_for_its_player(cellar: Cellar) -> None:
    cellar.write("Bo", "* for Ada: dig")
    cellar.write("Ada", "* dig")
    cellar.tick()
    assert "NO_DATE_LEFT" in _answers(cellar)[1]
    assert cellar.values("Ada")["Day"] == 30


# --- words ------------------------------------------------------------------------------------------------------------


def _hash(name: str, word: str) -> str:
    return hashlib.sha256(f"2019-10-02:{name}:{word}".encode()).hexdigest()


def test_nobody_pledges_for_somebody_else(cellar: Cellar) -> None:
    cellar.write("Ada", f"* commit {_hash('Ada', 'good')}")
    cellar.write("Bo", f"* for Ada: commit {_hash('Ada', 'mine')}", "* for Bo: commit " + _hash("Bo", "own"))
    cellar.tick()
    assert "in one's own name only (BN-234, UNCLEAR)" in _answers(cellar)[1]
    cellar.clock.instant = _LATER
    cellar.write("Ada", "* word good")
    cellar.write("Bo", "* for Ada: word mine", "* word own")
    cellar.write("Di", "* DICE6 x")
    cellar.tick()
    roll = next(row.observation for row in cellar.wired.archive.rows() if row.observation.kind == "roll")
    assert roll.payload["words"] == ["Ada:good", "Bo:own"]


def test_a_word_that_does_not_count_is_answered_so_and_one_withheld_is_told(cellar: Cellar) -> None:
    cellar.write("Bo", f"* commit {_hash('Bo', 'right')}")
    cellar.tick()
    cellar.clock.instant = _LATER
    cellar.write("Bo", "* word wrong")
    cellar.write("Cy", "* word unasked")
    cellar.tick()
    assert _answers(cellar)[1].startswith("The word of Bo does not fit")
    assert _answers(cellar)[2].startswith("Nothing was pledged by Cy")
    assert _found(cellar, "WORD_WITHHELD") == []
    cellar.clock.instant = _LATER.replace(hour=2)
    cellar.write("Bo", "* word right")
    cellar.tick()
    assert "comes after the day's first 1 h" in _answers(cellar)[3]
    assert ["Bo pledged" in each.text for each in _found(cellar, "WORD_WITHHELD")] == [True]


# --- refusals ---------------------------------------------------------------------------------------------------------


def test_what_a_refused_action_rolled_is_shown_and_told_each_time(tmp_path: Path) -> None:
    gamble = '\n[[action]]\nname = "gamble"\nlimit = "date"\nsteps = ["roll L = DICE6", "spend L Coal"]\n'
    cellar = Cellar(tmp_path, dynasty=DYNASTY + gamble)
    cellar.write("Bo", "* gamble", "* gamble")
    cellar.tick()
    assert all(answer.startswith("DICE6: ") and ". Refused: Coal would" in answer for answer in _answers(cellar))
    told = [finding.text for finding in _found(cellar, "ROLL_UNUSED")]
    assert ["(2 times so far)" in text for text in told] == [False, True]


def test_a_refusal_has_a_clause_and_a_parameter_out_of_bounds_a_reason(cellar: Cellar) -> None:
    cellar.write("Bo", "* burn 11 coal", "* frobnicate 3 times")
    cellar.tick()
    first, second = _answers(cellar)
    assert first == "Unclear: burn: amount '11' must be at least 1 and at most 10 (BN-225, UNCLEAR)."
    assert second == "Unclear: not understood (BN-225, UNCLEAR)."


def test_a_value_written_over_and_set_again_is_disputed(tmp_path: Path) -> None:
    cellar = Cellar(tmp_path, "[switches]\nhand_edits = revert\n")
    cellar.set_row("Cy", 29, 7, "")
    cellar.tick()
    assert _found(cellar, "DISPUTED") == []
    cellar.set_row("Cy", 29, 7, "")
    cellar.tick()
    assert len(_found(cellar, "DISPUTED")) == 1
