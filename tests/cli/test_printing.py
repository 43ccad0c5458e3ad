"""Printing: harmless, never cut in a pipe, coloured only where a terminal wants it."""

import sys

import pytest

from tracker.cli.printing import (
    Bar,
    is_colourful,
    plain_table,
    print_diff,
    print_json,
    print_line,
    print_table,
    progress_bar,
)


def on_a_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True, raising=False)
    monkeypatch.setenv("TERM", "xterm-256color")
    monkeypatch.setenv("FORCE_COLOR", "1")
    monkeypatch.delenv("NO_COLOR", raising=False)


def test_columns_stand_under_each_other_and_are_never_cut() -> None:
    long = "x" * 300
    lines = list(plain_table(("a", "b", "c"), [["1", long, ""], ["333", "2", "3"]]))
    assert lines == [f"a    b{' ' * 299}  c", f"1    {long}", f"333  2{' ' * 299}  3"]


def test_an_empty_table_has_its_head() -> None:
    assert list(plain_table(("a", "b"), [])) == ["a  b"]


def test_values_are_words(capsys: pytest.CaptureFixture[str]) -> None:
    print_table(("a", "b", "c", "d"), [(None, True, False, ["x", 1])])
    assert capsys.readouterr().out == "a  b    c   d\n   yes  no  x, 1\n"


def test_control_characters_are_spelt_out(capsys: pytest.CaptureFixture[str]) -> None:
    print_table(("a",), [("\x1b[31mred\u202e",)])
    print_line("\x1b]0;title\x07")
    out = capsys.readouterr().out
    assert "\x1b" not in out
    assert "\u202e" not in out
    assert "⟨U+001B⟩[31mred⟨U+202E⟩" in out


def test_a_pipe_gets_no_colour(capsys: pytest.CaptureFixture[str]) -> None:
    print_line("done", "bold")
    print_diff(["+new", "-old"])
    assert capsys.readouterr().out == "done\n+new\n-old\n"


def test_a_terminal_gets_colour(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    on_a_terminal(monkeypatch)
    print_diff(["+new"])
    print_table(("verdict",), [("popular",)])
    out = capsys.readouterr().out
    assert "\x1b[32m+new" in out
    assert "popular" in out
    assert out.count("\x1b[") > 2


def test_markup_in_a_value_is_no_markup(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    on_a_terminal(monkeypatch)
    print_table(("a",), [("[red]x[/red]",)])
    assert "[red]x[/red]" in capsys.readouterr().out


@pytest.mark.parametrize(("name", "value"), [("NO_COLOR", "1"), ("TERM", "dumb")])
def test_a_terminal_that_wants_no_colour_gets_none(monkeypatch: pytest.MonkeyPatch, name: str, value: str) -> None:
    on_a_terminal(monkeypatch)
    assert is_colourful()
    monkeypatch.setenv(name, value)
    assert not is_colourful()


def test_json_is_whole(capsys: pytest.CaptureFixture[str]) -> None:
    print_json({"a": "☃"})
    assert capsys.readouterr().out == '{\n  "a": "☃"\n}\n'


def test_nobody_at_the_terminal_gets_no_bar() -> None:
    with progress_bar() as bar:
        assert bar is None


def test_a_bar_is_shown_from_the_second_step_on(capfd: pytest.CaptureFixture[str]) -> None:
    bar = Bar()
    bar.step("month 2019-10", 0, 3)
    assert capfd.readouterr().err == ""
    bar.step("month 2019-11", 1, 3)
    bar.close()
    bar.close()
    assert bar is not None
