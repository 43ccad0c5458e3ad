"""Who wrote a line of a page: the editor of the revision that brought it, and nobody else."""

from dataclasses import replace
from datetime import UTC, datetime

import pytest

from tracker.core.ports import WikiRevision
from tracker.mechanics.table.authored_lines import AuthoredLine, authored_lines

AT = datetime(2019, 10, 1, tzinfo=UTC)
ASK = "* enact dry_socks"


def history(*edits: tuple[str, ...], first_parent: int = 0) -> list[WikiRevision]:
    """Revisions from 1 on, each (editor, text), or (editor, text, summary)."""
    return [
        WikiRevision("Requests", number, number - 1 or first_parent, edit[0], AT, "".join(edit[2:]), edit[1])
        for number, edit in enumerate(edits, start=1)
    ]


def writer(*edits: tuple[str, ...], line: str = ASK) -> list[str]:
    return [found.editor for found in authored_lines(history(*edits)) if found.text == line]


def test_a_line_is_whose_revision_brought_it_whatever_it_is_signed_with() -> None:
    edits = (("Ada", "Intro"), ("Bo", f"Intro\n{ASK} --[[User:Ada|Ada]]"), ("Cy", f"More\n{ASK} --[[User:Ada|Ada]]"))
    assert writer(*edits, line=f"{ASK} --[[User:Ada|Ada]]") == ["Bo"]
    assert writer(*edits, line="More") == ["Cy"]


def test_equal_lines_are_each_their_writers() -> None:
    found = authored_lines(history(("Ada", ASK), ("Bo", f"{ASK}\nx\n{ASK}")))
    assert [line for line in found if line.text == ASK] == [
        AuthoredLine(ASK, 0, "Ada", 1),
        AuthoredLine(ASK, 1, "Bo", 2),
    ]


def test_what_another_restores_unanswered_is_nobodys() -> None:
    assert writer(("Ada", ASK), ("Bo", ""), ("Bo", ASK)) == [""]
    assert writer(("Bo", ASK), ("Ada", ""), ("Ada", ASK)) == [""]
    undone = ("Ada", f"hello\n{ASK}", "Undid revision 2 by [[Special:Contributions/Cy|Cy]]")
    assert writer(("Bo", ASK), ("Cy", ""), ("Dee", "hello"), undone) == [""]


def test_what_nobody_is_known_to_have_written_is_not_asked_for_by_who_brings_it_back() -> None:
    undone = ("Bo", f"x\n{ASK}", "undo")
    assert writer(("Ada", ASK), ("Bot", ANSWERED), ("Ada", ""), undone, ("Bo", ""), ("Ada", f"hm\n{ASK}")) == [""]
    older = [("Bo", ASK), ("Cy", ""), ("Ada", f"hm\n{ASK}")]
    found = authored_lines(history(*older, first_parent=77))
    assert [line.editor for line in found if line.text == ASK] == [""]


def test_what_its_writer_puts_back_is_theirs_again() -> None:
    assert writer(("Ada", ASK), ("Bo", "rubbish"), ("Ada", ASK)) == ["Ada"]


ANSWERED = f"{ASK}\n*: Not done. <!-- tracker:answer enact:1.0.abc -->"


def found(*edits: tuple[str, ...]) -> list[tuple[str, int, str]]:
    """Editor, revision and the answer below of each line that asks."""
    lines = authored_lines(history(*edits))
    return [(line.editor, line.revision, line.answer) for line in lines if line.text == ASK]


def test_a_line_written_again_after_the_old_one_was_answered_and_cleared_is_new() -> None:
    """Whoever wrote an equal line before has no part in it: nobody can spoil a line for others."""
    assert found(("Bo", ASK), ("Bot", ANSWERED), ("Ada", ""), ("Ada", ASK)) == [("Ada", 4, "")]
    assert found(("Ada", ASK), ("Bot", ANSWERED), ("Ada", ""), ("Ada", ASK)) == [("Ada", 4, "")]
    assert found(("Ada", ASK), ("Bot", ANSWERED), ("Bo", "hello"), ("Ada", f"hello\n{ASK}")) == [("Ada", 4, "")]


def test_an_answered_line_that_comes_back_with_its_answer_is_the_old_one() -> None:
    told = "enact:1.0.abc"
    assert found(("Ada", ASK), ("Bot", ANSWERED), ("Bo", ""), ("Ada", ANSWERED)) == [("Ada", 1, told)]
    assert found(("Bo", ASK), ("Bot", ANSWERED), ("Bo", ""), ("Ada", f"hm\n{ANSWERED}")) == [("", 1, told)]


@pytest.mark.parametrize(
    "summary",
    [
        "Undid revision 3 by [[Special:Contributions/Cy|Cy]] ([[User talk:Cy|talk]])",
        "Undo revision 3 by [[Special:Contributions/Cy|Cy]]",
        "Reverted edits by [[Special:Contributions/Cy|Cy]] to last revision by Bo",
        "/* Requests */ rv",
        "Restored revision 1 by [[Special:Contributions/Bo|Bo]]",
    ],
)
def test_an_undo_never_asks_for_the_undoer(summary: str) -> None:
    """Even where the answer did not come back with the line; it is answered anew, so that somebody learns of it."""
    assert found(("Bo", ASK), ("Bot", ANSWERED), ("Cy", ""), ("Ada", ASK, summary)) == [("", 4, "")]


def test_what_another_wrote_and_nobody_answered_is_not_asked_for_by_who_brings_it_back() -> None:
    """Whatever the edit says of itself and whatever else it changes; written anew once more it is the writer's own."""
    back = (
        ("Bo", f"Intro\n{ASK}"),
        ("Van", "Intro"),
        ("Cy", "Intro\nHello"),
        ("Ada", f"Intro\n{ASK}\nHello", "put back"),
    )
    assert writer(*back) == [""]
    assert writer(*back, ("Ada", "Intro"), ("Ada", f"{ASK}\nIntro")) == ["Ada"]
    assert writer(("Bo", f"{ASK}\n{ASK}"), ("Bo", "x"), ("Ada", f"y\n{ASK}"), ("Ada", "z"), ("Ada", ASK)) == ["Ada"]


def test_an_edit_that_the_wiki_knows_as_an_undo_asks_for_nothing() -> None:
    edits = history(("Bo", ASK), ("Bot", ANSWERED), ("Cy", ""), ("Ada", f"hm\n{ASK}", "in other words"))
    told = [*edits[:3], replace(edits[3], restores=True)]
    assert [(line.editor, line.revision) for line in authored_lines(told) if line.text == ASK] == [("", 4)]
    assert [(line.editor, line.revision) for line in authored_lines(edits) if line.text == ASK] == [("Ada", 4)]


def test_it_is_told_who_ever_put_an_answer_below_a_line() -> None:
    assert answerers(("Ada", ASK)) == set()
    assert answerers(("Ada", ASK), ("Bo", ANSWERED)) == {"Bo"}
    assert answerers(("Ada", ASK), ("Bot", ANSWERED), ("Bo", ASK), ("Bo", ANSWERED)) == {"Bo", "Bot"}
    assert answerers(("Ada", ASK), ("Bot", ANSWERED), ("Van", ""), ("Bo", f"hm\n{ANSWERED}")) == {"Bot"}
    forged = ANSWERED.partition("\n")[2].replace("Not done", "Done")
    assert answerers(("Ada", ASK), ("Bo", f"{ASK}\n{forged}"), ("Bot", f"{ANSWERED}\n{forged}")) == {"Bo", "Bot"}


def answerers(*edits: tuple[str, ...]) -> set[str]:
    """Who ever put an answer below the one line that asks."""
    (line,) = (line for line in authored_lines(history(*edits)) if "_socks" in line.text)
    return {account for _, account in line.answers}


@pytest.mark.parametrize(
    "worded", [f"{ASK} --[[User:Ada|Ada]] 12:01, 2 October 2019 (UTC)", "* Enact  dry_socks.", f"*{ASK}"]
)
def test_a_line_that_is_touched_above_its_answer_is_as_answered_as_before(worded: str) -> None:
    touched = ANSWERED.replace(ASK, worded)
    assert "Bot" in answerers(("Ada", ASK), ("Bot", ANSWERED), ("Ada", touched))
    assert answerers(("Ada", ASK), ("Bo", ANSWERED), ("Ada", touched)) == {"Bo"}
    other = touched.replace("dry_", "wet_")
    assert answerers(("Ada", ASK.replace("dry", "wet")), ("Bot", ANSWERED), ("Ada", other)) == set()


def test_who_brings_a_line_with_an_answer_put_both_there() -> None:
    assert answerers(("Ada", ANSWERED)) == {"Ada"}
    assert answerers(("Bo", ANSWERED.replace(ASK, "talk")), ("Ada", ANSWERED)) == set()


def test_a_line_stays_the_one_it_is_whatever_becomes_of_equal_ones() -> None:
    both = f"{ANSWERED}\n{ASK}"
    assert found(("Bo", ASK), ("Bot", ANSWERED), ("Ada", both), ("Cy", ASK)) == [("Ada", 3, "")]
    assert found(("Bo", ASK), ("Bot", ANSWERED), ("Ada", both), ("Ada", both), ("Cy", ANSWERED)) == [
        ("Bo", 1, "enact:1.0.abc")
    ]


def test_an_answer_that_is_taken_away_asks_for_nothing_anew() -> None:
    assert found(("Ada", ASK), ("Bot", ANSWERED), ("Bo", ASK)) == [("Ada", 1, "")]


def test_equal_lines_of_one_edit_are_told_apart_for_good() -> None:
    lines = authored_lines(history(("Ada", f"{ASK}\n{ASK}"), ("Bo", f"{ASK}\nx\n{ASK}\n{ASK}")))
    assert [(line.nth, line.of_edit, line.revision) for line in lines if line.text == ASK] == [
        (0, 0, 1),
        (1, 1, 1),
        (2, 0, 2),
    ]


@pytest.mark.parametrize(
    "around",
    [
        "<includeonly>\n{}\n</includeonly>",
        "<includeonly>{}</includeonly>",
        "{{{{#if:|\n{}\n}}}}",
        "{{{{#if:{{{{{{1|}}}}}}|x|{{{{y|\n{}\n}}}}}}}}",
        "{{{{{{1|\n{}\n}}}}}}",
        "<code>\n{}\n</code>",
        "<CODE class='x'>\n{}\n</CODE>",
        "<kbd>\n{}\n</kbd>",
        '<div style="display: none">\n{}\n</div>',
    ],
)
def test_what_readers_do_not_see_as_a_line_is_none(around: str) -> None:
    text = around.format(ASK)
    assert writer(("Ada", text)) == []
    assert writer(("Ada", f"{text}\n{ASK}")) == ["Ada"]


def test_what_is_never_closed_hides_all_that_follows() -> None:
    assert writer(("Ada", f"<includeonly>\n{ASK}")) == []


@pytest.mark.parametrize(
    "around", ["<noinclude>\n{}\n</noinclude>", "{{{{x}}}}\n{}\n{{{{y}}}}", "{{{{ open\n{}", "<code>x</code>\n{}"]
)
def test_what_readers_see_is_a_line(around: str) -> None:
    assert writer(("Ada", around.format(ASK))) == ["Ada"]


@pytest.mark.parametrize("hidden", ["<nowiki>\n* enact dry_socks\n</nowiki>", "<!--\n* enact dry_socks\n-->"])
def test_whoever_uncovers_a_line_wrote_it(hidden: str) -> None:
    assert writer(("Ada", hidden)) == []
    assert writer(("Ada", hidden), ("Bo", ASK)) == ["Bo"]
    found = authored_lines(history(("Ada", hidden), ("Bo", f"{hidden}\n{ASK}")))
    assert [(line.editor, line.nth) for line in found if line.text == ASK] == [("Bo", 1)]


def test_lines_older_than_what_is_known_are_nobodys() -> None:
    found = authored_lines(history(("Ada", ASK), ("Bo", f"{ASK}\nnew"), first_parent=77))
    assert [line.editor for line in found] == ["", "Bo"]


def test_a_gap_in_the_history_leaves_its_lines_to_nobody() -> None:
    revisions = history(("Ada", "a"), ("Bo", "a\nb"), ("Cy", "a\nb\nc"))
    found = authored_lines([revisions[0], revisions[2]])
    assert [(line.text, line.editor) for line in found] == [("a", "Ada"), ("b", ""), ("c", "")]


def test_no_revision_has_no_lines() -> None:
    assert authored_lines([]) == []
