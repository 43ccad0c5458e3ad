"""The commands that games add: found under the game's slug, from arguments or standard input, as lines or JSON."""

import io
import subprocess
import sys
from collections.abc import Callable
from hashlib import sha256

import pytest

from tests.cli.commands import Done, Runner

HIDDEN = "Bid 20 chips on Lot 1. salt: Ωx"


Piped = Callable[..., Done]


@pytest.fixture
def piped(run: Runner, monkeypatch: pytest.MonkeyPatch) -> Piped:
    """A command with something on its standard input."""

    def runner(text: bytes, *arguments: str) -> Done:
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(text), encoding="utf-8"))
        return run(*arguments)

    return runner


def test_a_hand_is_scored_step_by_step(run: Runner) -> None:
    done = run("round10", "score", "Rook of Bells, knight of bells, Bishop of Bells")
    assert done.code == 0
    lines = done.out.splitlines()
    assert lines[0] == "Knight of Bells, Bishop of Bells, Rook of Bells: 3258"
    assert "  Senatorial 3: there is a Knight, a Bishop, a Rook" in lines
    assert lines[-1] == "score = c·r·m + h = 3·20·54 + 18 = 3258"


def test_a_score_as_json(run: Runner) -> None:
    found = run("round10", "score", "6 of Hearts x2, 9 of Spades, 9 of Spades", "--json").json
    assert {name: found[name] for name in ("c", "r", "m", "h", "score")} == {
        "c": 4,
        "r": 20,
        "m": 4,
        "h": 9,
        "score": 329,
    }
    assert found["multipliers"] == {"Paired": 4}
    assert [each["name"] for each in found["worked_out"] if not each["applies"]] == [
        *("Running", "Senatorial", "Regional", "Monochrome", "Flushed")
    ]


@pytest.mark.parametrize(
    "hand",
    [
        "",
        "nothing",
        "Jack of Stars",
        "Knight of Cups, Jack of Stars",
        "5 chips",
        "\u202e" * 5,
        "9" * 5000,
    ],
)
def test_what_is_no_hand_is_told(run: Runner, hand: str) -> None:
    done = run("round10", "score", hand)
    assert (done.code, done.out) == (2, "")
    assert done.err.startswith("error: ")
    assert "write a hand such as" in done.err


def test_a_hash_is_of_the_text_alone_and_does_not_show_it(run: Runner) -> None:
    done = run("round10", "hash", HIDDEN)
    assert done.out == f"{sha256(HIDDEN.encode()).hexdigest()}\n"
    found = run("round10", "hash", "--json", HIDDEN)
    assert found.json == {"sha256": sha256(HIDDEN.encode()).hexdigest(), "characters": len(HIDDEN), "notes": []}
    assert HIDDEN not in found.out + found.err + done.err


@pytest.mark.parametrize("text", [HIDDEN, f"{HIDDEN}\n", f"{HIDDEN}\r\n\tand more", ""])
def test_a_hidden_text_may_come_from_standard_input(piped: Piped, text: str) -> None:
    done = piped(text.encode(), "round10", "hash")
    assert (done.code, done.err) == (0, "")
    assert done.out.splitlines()[0] == sha256(text.encode()).hexdigest()
    assert "salt" not in done.out
    assert ("White space at the ends" in done.out) == (text != "" and text != text.strip())
    assert ("The text is empty" in done.out) == (not text)


@pytest.mark.parametrize(("text", "mark"), [("\ufeffLot 1: 5", "U+FEFF"), ("Lot 1:\u200b 5", "U+200B"), ("👩‍🚀 5", "")])
def test_what_nobody_sees_in_a_hidden_text_is_told(piped: Piped, text: str, mark: str) -> None:
    done = piped(text.encode(), "round10", "hash")
    assert done.out.splitlines()[0] == sha256(text.encode()).hexdigest()
    assert (f"characters that nobody sees ({mark})" in done.out) == bool(mark)


def test_a_text_that_is_no_utf8_is_told(piped: Piped) -> None:
    done = piped(b"\xff\xfe", "round10", "hash")
    assert (done.code, done.out) == (2, "")
    assert done.err == "error: standard input is no valid UTF-8 (pipe a text in UTF-8)\n"


def test_an_argument_that_is_no_utf8_is_told(run: Runner) -> None:
    done = run("round10", "hash", "\udcff")
    assert (done.code, done.out) == (2, "")
    assert "the text is no valid UTF-8" in done.err


def test_at_a_terminal_the_text_must_be_given(run: Runner, monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = io.StringIO()
    monkeypatch.setattr(terminal, "isatty", lambda: True)
    monkeypatch.setattr(sys, "stdin", terminal)
    done = run("round10", "hash")
    assert (done.code, done.err) == (2, "error: missing argument TEXT (give it, or pipe it into this command)\n")


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["round10", "xyzzy"], "No such command 'xyzzy'"),
        (["round10", "score"], "Missing argument 'HAND'"),
        (["blognomic", "score"], "No such command 'blognomic'"),
        (["..", "score"], "No such command '..'"),
    ],
)
def test_what_no_game_adds_is_told(run: Runner, arguments: list[str], told: str) -> None:
    done = run(*arguments)
    assert (done.code, done.out) == (2, "")
    assert told in done.err


def test_the_list_of_commands_names_those_of_games(run: Runner) -> None:
    listed = run("--help").out.partition("Commands of games:")[2]
    assert "round10" in listed
    assert "score, hash" in listed
    assert "blognomic" not in listed


def test_no_game_is_imported_for_a_command_of_ours() -> None:
    code = "import sys; from tracker.cli import main; main(['precedence', '--help']); print(sum('.round10' in m for m in sys.modules))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[-1] == "0"
