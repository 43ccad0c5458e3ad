"""The program in the documentation checks a record with nothing but published texts, and finds what was changed as the command does."""

import copy
import html
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
    assert len(lines) <= 55
    assert [line for line in lines if line.startswith(("import", "from"))] == [
        "import collections, hashlib, hmac, html, itertools, json, re, sys"
    ]


def test_program_confirms_an_honest_record(program: Path, tmp_path: Path) -> None:
    assert run(program, tmp_path, record_text(RECORD)) == (0, "5 entries hold, with 2 words\n")
    page = f"<pre>\n{html.escape(record_text(RECORD))}\n</pre>"
    assert run(program, tmp_path, page, SAVED) == (0, "5 entries hold, with 2 words\n")


@pytest.mark.parametrize("change", CHANGES, ids=lambda change: change.__name__)
def test_program_finds_what_the_command_finds(program: Path, tmp_path: Path, change: Any) -> None:
    record = copy.deepcopy(RECORD)
    change(record)
    assert verify(record).faults
    assert run(program, tmp_path, record_text(record))[0] == 1


@pytest.mark.parametrize(("number", "hash"), HASHES)
def test_program_finds_another_hash_that_was_published(program: Path, tmp_path: Path, number: str, hash: str) -> None:
    code, printed = run(program, tmp_path, record_text(RECORD), SAVED.replace(hash, "0" * 64))
    assert (code, printed) == (1, f"another hash of {number} was published: {'0' * 64}\n")
