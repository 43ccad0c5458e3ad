"""Who wrote a line of a page: the editor of the revision that brought it, and nobody else."""

from datetime import UTC, datetime

import pytest

from tracker.core.ports import WikiRevision
from tracker.mechanics.authored_lines import AuthoredLine, authored_lines

AT = datetime(2019, 10, 1, tzinfo=UTC)
ASK = "* enact dry_socks"


def history(*edits: tuple[str, str], first_parent: int = 0) -> list[WikiRevision]:
    """Revisions from 1 on, each (editor, text)."""
    return [
        WikiRevision("Requests", number, number - 1 or first_parent, editor, AT, "", text)
        for number, (editor, text) in enumerate(edits, start=1)
    ]


def writer(*edits: tuple[str, str], line: str = ASK) -> list[str]:
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


def test_what_another_puts_back_is_nobodys() -> None:
    assert writer(("Ada", ASK), ("Bo", ""), ("Bo", ASK)) == [""]
    assert writer(("Bo", ASK), ("Ada", ""), ("Ada", ASK)) == [""]


def test_what_its_writer_puts_back_is_theirs_again() -> None:
    assert writer(("Ada", ASK), ("Bo", "rubbish"), ("Ada", ASK)) == ["Ada"]


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
