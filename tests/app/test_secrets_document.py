"""The program in the documentation checks a record with nothing but published texts, and finds what was changed as the command does."""

import contextlib
import copy
import html
import io
import runpy
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.mechanics import test_deck_record as records
from tests.mechanics.test_deck_record import GAME, HASHES, RECORD
from tracker.mechanics.deck_record import record_text, verify

DOCUMENT = Path(__file__).parents[2] / "docs" / "secrets.md"
CHANGES = [
    *(records.other_order, records.other_order_with_its_hash, records.dealt_from_below, records.left_a_shuffle_out),
    *(records.put_in_what_nobody_held, records.another_secret, records.another_word, records.words_in_another_order),
    records.no_secret,
]
WARNED = {
    records.a_word_without_pledge: "they pledged no word: cy",
    records.a_word_left_out: "they have no word: Ana (ana)",
    records.a_word_that_was_not_shown: "word of Ana (ana): not shown",
    records.words_that_are_not_used: "no words are mixed in",
    records.cards_that_are_new: "new cards, held by nobody before: 3 Joker",
}
"""How the program says what the command warns of."""


@pytest.fixture(scope="module")
def program(tmp_path_factory: pytest.TempPathFactory) -> Path:
    text = DOCUMENT.read_text(encoding="utf-8")
    found = text.partition("<!-- program -->")[2].partition("<!-- end of program -->")[0]
    path = tmp_path_factory.mktemp("program") / "check.py"
    path.write_text(found.strip().removeprefix("```python").removesuffix("```"), encoding="utf-8")
    return path


def run(program: Path, folder: Path, *texts: str) -> tuple[int, str]:
    """Run the program, cut off from everything that is installed, on texts."""
    names = [str(folder / str(number)) for number in range(len(texts))]
    for name, text in zip(names, texts, strict=True):
        Path(name).write_text(text, encoding="utf-8")
    command = [sys.executable, "-I", "-S", str(program), *names]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.stderr == ""
    return done.returncode, done.stdout


SAVED = "\n".join(f"| <code>{GAME}|{number}</code> || <code>{hash}</code>" for number, hash in HASHES)


def test_program_is_short_and_uses_the_standard_library_alone(program: Path) -> None:
    lines = program.read_text(encoding="utf-8").strip().splitlines()
    assert len(list(filter(None, lines))) < 70
    assert max(map(len, lines)) <= 140
    assert [line for line in lines if line.startswith(("import", "from"))] == [
        "import collections, hashlib, hmac, html, itertools, json, pathlib, re, sys"
    ]


def test_program_confirms_an_honest_record(program: Path, tmp_path: Path) -> None:
    page = f"<pre>\n{html.escape(record_text(RECORD))}\n</pre>"
    for texts in ((record_text(RECORD),), (page, SAVED)):
        code, printed = run(program, tmp_path, *texts)
        assert (code, printed.splitlines()[-1]) == (0, "5 entries hold, with 2 words")
        assert set(verify(RECORD).shown) <= set(printed.splitlines())


@pytest.mark.parametrize("change", CHANGES, ids=lambda change: change.__name__)
def test_program_finds_what_the_command_finds(program: Path, tmp_path: Path, change: Any) -> None:
    record = copy.deepcopy(RECORD)
    change(record)
    assert verify(record).faults
    assert run(program, tmp_path, record_text(record))[0] == 1


def run_here(program: Path, path: Path, text: str, monkeypatch: pytest.MonkeyPatch) -> str:
    """What the program says of a record, in this process; its exit code first."""
    path.write_text(text, encoding="utf-8")
    printed = io.StringIO()
    monkeypatch.setattr(sys, "argv", [str(program), str(path)])
    with contextlib.redirect_stdout(printed), pytest.raises(SystemExit) as ended:
        runpy.run_path(str(program))
    assert printed.getvalue()
    return f"{int(ended.value.code or 0)} {printed.getvalue()}"


def test_no_single_change_is_hidden_from_either(program: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    honest = verify(RECORD).record(), run_here(program, tmp_path / "record", record_text(RECORD), monkeypatch)
    changes = list(records.single_changes())
    assert len(changes) > 100
    for what, record in changes:
        found = verify(record).record(), run_here(program, tmp_path / "record", record_text(record), monkeypatch)
        assert found[0] != honest[0], what
        assert found[1] != honest[1], what
        assert found[0]["holds"] is found[1].startswith("0"), (what, found)


@pytest.mark.parametrize(("number", "hash"), HASHES)
def test_program_finds_another_hash_that_was_published(program: Path, tmp_path: Path, number: str, hash: str) -> None:
    code, printed = run(program, tmp_path, record_text(RECORD), SAVED.replace(hash, "0" * 64))
    assert (code, printed.splitlines()[-1]) == (1, f"another {number} was published: {'0' * 64}")


@pytest.mark.parametrize(("change", "where", "told"), records.FORGERIES)
def test_program_shows_what_the_command_shows_of_a_record_that_fits_together(
    program: Path, tmp_path: Path, change: Any, where: str, told: str
) -> None:
    record = records.forged(change)
    found = verify(record)
    code, printed = run(program, tmp_path, record_text(record))
    assert code == bool(found.faults)
    assert set(found.shown) - set(printed.splitlines()) == set()
    if where == "warnings":
        assert any(line.startswith(WARNED[change]) for line in printed.splitlines())


@pytest.mark.parametrize(("change", "saved"), records.ON_SAVED_PAGES)
@pytest.mark.parametrize("form", [f"| <code>{GAME}&#124;{{}} {{}}</code>\n| 2021", f"ana\t{GAME}|{{}} {{}}\t2021"])
def test_program_finds_a_forged_word_by_saved_pages(
    program: Path, tmp_path: Path, change: Any, saved: tuple[str, str], form: str
) -> None:
    assert run(program, tmp_path, record_text(RECORD), form.format(*saved))[0] == 0
    code, printed = run(program, tmp_path, record_text(records.forged(change)), form.format(*saved))
    assert (code, printed.splitlines()[-1]) == (1, f"another {saved[0]} was published: {saved[1]}")
