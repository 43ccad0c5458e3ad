"""The program in the documentation checks a record with nothing but published texts, and finds in every record what the command finds."""

import contextlib
import copy
import html
import io
import json
import re
import runpy
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.mechanics import test_deck_record as records
from tests.mechanics.test_deck_record import (
    CLOSING,
    GAME,
    HASHES,
    KINDS,
    MASTER,
    NOT_COUNTED,
    PLEDGES,
    RECORD,
    WORDS,
    Record,
    closing_of,
    sealed_anew,
)
from tracker.app.deck.deck_verify import verified
from tracker.core.secrecy import commitment
from tracker.errors import InputError
from tracker.mechanics.deck.deck_record import Verified, record_text
from tracker.mechanics.deck.secret_deck import in_order, nonce_of, pledge_of, secret_hash, shuffled

DOCUMENT = Path(__file__).parents[2] / "docs" / "proofs.md"
WARNED_OF = {
    "pledged words that were never shown": "word of .*: not shown; pledge: ",
    "words that were not pledged": "word of .*; pledge: none",
    "pledges that were given twice": "word of .*; given twice",
    "drew cards, and the record has no word of theirs": "drawn by .*; no word is theirs",
    "no player's word is mixed in": "words mixed in: none: whoever chose the secret text",
    "ATTENTION: ": "kinds.*; ATTENTION: ",
    "people decided that shuffle": "people decided.* that shuffle [0-9]+ is void",
    "people stated the deck": "people stated this, and what was dealt before it is not checked: ",
    "the deck was made of": "people stated this",
    "no card of these kinds": "cards from nobody.*: 0 |cards from nobody.*, 0 |people stated this",
    "shuffle [0-9]+: cards of new characters": "cards from nobody",
    "an? (pledge|word) of .* was published that does not count": ".* shows what does not count: ",
    "compare yourself": "[0-9]+ entries, [0-9]+ saved texts: ",
}
"""How each warning of the command begins, and the line in which the program says it."""


@pytest.fixture(scope="module")
def program(tmp_path_factory: pytest.TempPathFactory) -> Path:
    text = DOCUMENT.read_text(encoding="utf-8")
    found = text.partition("<!-- deck program -->")[2].partition("<!-- end of program -->")[0]
    path = tmp_path_factory.mktemp("program") / "check.py"
    path.write_text(found.strip().removeprefix("```python").removesuffix("```"), encoding="utf-8")
    return path


def run(program: Path, folder: Path, *texts: str) -> tuple[int, str]:
    """Run the program, cut off from everything that is installed, on texts."""
    command = [sys.executable, "-I", "-S", str(program), *map(str, written(folder, texts))]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.stderr == ""
    return done.returncode, done.stdout


def written(folder: Path, texts: tuple[str, ...]) -> list[Path]:
    """The files with these texts."""
    files = [folder / str(number) for number in range(len(texts))]
    for file, text in zip(files, texts, strict=True):
        file.write_text(text, encoding="utf-8")
    return files


def said_by_program(program: Path, files: list[Path], monkeypatch: pytest.MonkeyPatch) -> tuple[int, list[str]]:
    """Its exit code and what it prints, in this process; an error of Python's own ends it with 1."""
    printed = io.StringIO()
    monkeypatch.setattr(sys, "argv", [str(program), *map(str, files)])
    with contextlib.redirect_stdout(printed), pytest.raises((SystemExit, Exception)) as ended:
        runpy.run_path(str(program))
    if not isinstance(ended.value, SystemExit):
        assert printed.getvalue() == ""
        return 1, []
    return int(ended.value.code or 0), printed.getvalue().splitlines()


def said_by_command(files: list[Path]) -> tuple[int, Verified | None]:
    """Its exit code and what it found."""
    try:
        found = verified(files[0], files[1:], KINDS)
    except InputError as error:
        return error.exit_code, None
    return 11 if found.faults else 0, found


def assert_same(program: Path, folder: Path, monkeypatch: pytest.MonkeyPatch, *texts: str) -> tuple[int, list[str]]:
    """Both find something in a record and saved texts, or neither; the command's exit code and the program's lines."""
    files = written(folder, texts)
    (code, found), (other, lines) = said_by_command(files), said_by_program(program, files, monkeypatch)
    assert bool(code) is bool(other)
    if found and not code:
        assert_told(found, lines)
    if lines:
        assert (lines[-1].endswith(f" {len(texts) - 1} saved texts: 0 differ")) is not bool(other)
    return code, lines


def assert_told(found: Verified, lines: list[str]) -> None:
    """What people compare, and what they are warned of, is in the program's lines."""
    for line in filter(str.isprintable, found.shown):
        what, _, told = line.partition(": ")
        if what.startswith("drawn by"):
            assert [each for each in lines if each.startswith(f"{what}: ")] == [
                each for piece in told.split("; ") for each in lines if is_line(each, f"{what}: {piece}")
            ]
        elif what == "cards":
            counts = {*told.split(", ")} - {"none"}
            assert any(counts <= {*each.partition(": ")[2].split(", ")} for each in lines if "from nobody" in each)
        elif not what.startswith("cards as stated"):
            assert any(is_line(each, line) for each in lines), line
    for warning in found.warnings:
        (form,) = [form for begins, form in WARNED_OF.items() if re.match(begins, warning)]
        assert any(re.match(form, line) for line in lines), warning


def is_line(line: str, told: str) -> bool:
    """Whether a line tells that, be it with a warning behind it."""
    return line == told or line.startswith(f"{told}; ")


def line(what: str, told: str) -> str:
    """What a page shows of a pledge, a word, a hash or the closing."""
    return f"<code>{GAME} closed {told}</code>" if what == "closed" else f"<code>{GAME}|{what} {told}</code>"


CLOSED = line(*CLOSING)
SAVED = "\n".join([CLOSED, *(f"| <code>{GAME}|{number}</code> || <code>{hash}</code>" for number, hash in HASHES[1:])])


def test_program_is_short_and_uses_the_standard_library_alone(program: Path) -> None:
    lines = program.read_text(encoding="utf-8").strip().splitlines()
    assert len(list(filter(None, lines))) <= 115
    assert max(map(len, lines)) <= 120
    assert [line for line in lines if line.startswith(("import", "from"))] == [
        "import hashlib, hmac, html, itertools, json, pathlib, re, struct, sys, unicodedata",
        "from collections import Counter, defaultdict",
    ]


def test_program_confirms_an_honest_record(program: Path, tmp_path: Path) -> None:
    page = f"<pre>\n{html.escape(record_text(RECORD))}\n</pre>"
    for texts in ((record_text(RECORD),), (page, SAVED)):
        code, printed = run(program, tmp_path, *texts)
        assert (code, printed.splitlines()[-1]) == (0, f"5 entries, {len(texts) - 1} saved texts: 0 differ")


def test_program_prints_what_people_compare(program: Path, tmp_path: Path) -> None:
    drawn = {each: ", ".join(RECORD["log"][each]["cards"]) for each in (1, 2, 4)}
    assert run(program, tmp_path, record_text(RECORD))[1].splitlines()[:-1] == [
        f"word of Ana (ana): duck x7; pledge: {pledge_of('duck', 'x7')}",
        f"word of ben: not shown; pledge: {pledge_of('never shown')}",
        f"word of cy: tea; pledge: {pledge_of('tea')}",
        "words mixed in: duck, tea",
        "kinds: Duke, Assassin, Captain, Ambassador, Contessa",
        "cards from nobody at 2021-05-01T12:00:00Z: 3 Duke, 3 Assassin, 3 Captain, 3 Ambassador, 3 Contessa",
        f"drawn by Ana (ana): {drawn[1]} at 2021-05-01T12:00:00Z",
        f"drawn by cy: {drawn[2]}",
        f"drawn by Ana (ana): {drawn[4]}",
    ]


@pytest.mark.parametrize(("number", "hash"), HASHES[1:])
def test_program_finds_another_hash_that_was_published(program: Path, tmp_path: Path, number: str, hash: str) -> None:
    code, printed = run(program, tmp_path, record_text(RECORD), SAVED.replace(hash, "0" * 64))
    assert code == 1
    assert f"{tmp_path / '1'} shows another {number}: {'0' * 64}" in printed.splitlines()


def test_program_ends_with_an_error_where_there_is_no_record(program: Path, tmp_path: Path) -> None:
    (tmp_path / "none").write_text("{}")
    command = [sys.executable, "-I", "-S", str(program), str(tmp_path / "none")]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (1, "")
    assert "# an error: none, or several" in done.stderr


def test_no_line_can_be_made_up_by_a_name(program: Path, tmp_path: Path) -> None:
    record = copy.deepcopy(RECORD)
    record["names"]["ana"] = "Ana\n0 differ\x1b[8m"
    _, printed = run(program, tmp_path, record_text(record))
    assert "\x1b" not in printed
    assert len(printed.splitlines()) == 10


# --- the program and the command find the same -------------------------------------------------------------------------


def test_no_single_change_is_hidden(program: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    _, honest = assert_same(program, tmp_path, monkeypatch, record_text(RECORD))
    changes = list(records.single_changes())
    assert len(changes) > 100
    for what, record in changes:
        _, lines = assert_same(program, tmp_path, monkeypatch, record_text(record))
        assert lines != honest, what


Change = Callable[[Record], Any]


def word(**values: Any) -> Change:
    """The first word is another, and everything is computed anew."""
    return lambda record: (record["words"][0].update(values), sealed_anew(record))


def entry(added: Record, at: int) -> Change:
    """One more entry of the log."""
    return lambda record: record["log"].insert(at, added)


def with_entry(number: int, **values: Any) -> Change:
    return lambda record: record["log"][number].update(values)


def with_value(**values: Any) -> Change:
    return lambda record: record.update(values)


def drawn_for(number: int, cards: list[str], kinds: tuple[str, ...] = KINDS) -> Record:
    """A shuffle of cards that is void."""
    deck = shuffled(MASTER, GAME, number, ["duck", "tea"], in_order(cards, kinds))
    nonce = nonce_of(MASTER, GAME, number)
    return {"void": number, "nonce": nonce, "commitment": commitment(GAME, number, nonce, deck), "deck": deck}


def void_before_the_second(void: Record) -> Change:
    """A shuffle that is void, and the second one under the next number."""

    def change(record: Record) -> None:
        record["log"][3]["shuffle"] = 3
        sealed_anew(record)["log"].insert(3, void)

    return change


def later_kind(kinds: list[str], cards: list[str]) -> Change:
    """The game begins without Contessas, and these cards come in with the second shuffle."""

    def change(record: Record) -> None:
        record["kinds"] = list(KINDS[:4])
        record["log"][0]["in"] = [kind for kind in KINDS[:4] for _ in range(3)]
        record["log"][3] |= {"player": "", "in": cards}
        record["log"].insert(3, {"kinds": kinds})
        sealed_anew(record)

    return change


def stated(record: Record) -> None:
    start = record["log"][0]["deck"]
    held = [{"stated": name, "cards": start[n : n + 2], "after": 0} for n, name in ((0, "ana"), (2, "cy"))]
    record["log"][:3] = [{"stated": "", "cards": start[4:], "after": 1, "at": "2021-05-01T12:00:00Z"}, *held]


def stated_with_fewer_cards(record: Record) -> None:
    stated(record)
    del record["log"][0]["cards"][-1]


def stated_with_other_copies(record: Record) -> None:
    stated(record)
    record["copies_of"] = {"Duke": 2}


SHORT = {"deck": [], "nonce": "", "commitment": ""}


def sealed(change: Change) -> Change:
    """The same, and everything is computed anew."""
    return lambda record: (change(record), sealed_anew(record))


SEALED = {change.__name__: sealed(change) for change, _, _ in records.FORGERIES}
TAMPERED: dict[str, tuple[Change, int]] = {
    "honest": (lambda _: None, 0),
    "a word with a bar": (word(word="a|b", salt="", pledge=pledge_of("a|b")), 11),
    "a word with a blank": (word(word="a b", salt="", pledge=pledge_of("a b")), 11),
    "a long word": (word(word="a" * 65, salt="", pledge=pledge_of("a" * 65)), 11),
    "the longest word": (word(word="a" * 64, salt="b" * 64, pledge=pledge_of("a" * 64, "b" * 64)), 0),
    "an invisible word": (word(word="\u200b", salt="", pledge=pledge_of("\u200b")), 11),
    "a salt without word": (word(word="", salt="zz", pledge=pledge_of("", "zz")), 11),
    "a pledge in capitals": (word(pledge=pledge_of("duck", "x7").upper()), 11),
    "a word of mark-up": (word(word="<wbr>", salt="", pledge=pledge_of("<wbr>")), 0),
    "a word of loose accents": (word(word="e\u0301", salt="", pledge=pledge_of("e\u0301")), 0),
    "one more thing said of a word": (word(note="x"), 9),
    "a word of nobody known": (word(player="eve"), 0),
    "a pledge given twice": (with_value(not_counted=[dict(RECORD["words"][2])]), 0),
    "nobody draws nothing": (entry({"draw": "ana", "cards": []}, 5), 0),
    "a draw of nothing first": (entry({"draw": "ana", "cards": []}, 0), 0),
    "a draw before any shuffle": (lambda record: record["log"].insert(0, record["log"].pop(1)), 11),
    "a draw below the deck": (entry({"draw": "cy", "cards": ["Duke"] * 40}, 5), 11),
    "an unknown entry": (entry({"what": "x"}, 5), 9),
    "an empty entry": (entry({}, 5), 9),
    "an unknown key": (with_entry(1, note="x"), 9),
    "an instant that is none": (with_entry(1, at=5), 9),
    "a draw and a shuffle in one": (with_entry(3, draw="ana", cards=["Duke"]), 9),
    "a draw and a void shuffle in one": (with_entry(1, void=2, **SHORT), 9),
    "a shuffle and a void one in one": (with_entry(3, void=2), 9),
    "a number that is true": (with_entry(0, shuffle=True), 9),
    "a number below zero": (with_entry(0, shuffle=-1), 11),
    "a first shuffle of somebody": (with_entry(0, player="ana"), 11),
    "cards that are no list": (with_entry(1, cards="Duke"), 9),
    "no log": (with_value(log=[]), 0),
    "no copies": (with_value(copies=0), 11),
    "two copies": (with_value(copies=2), 11),
    "copies of one kind": (with_value(copies_of={"Duke": 3}), 0),
    "other copies of one kind": (with_value(copies_of={"Duke": 2}), 11),
    "other copies of a kind, and stated": (stated_with_other_copies, 0),
    "copies of kinds that are none": (with_value(copies_of={"Duke": "3"}), 9),
    "no object of copies": (with_value(copies_of=[]), 9),
    "copies that are true": (with_value(copies=True), 9),
    "names that are none": (with_value(names={"ana": 3}), 9),
    "no object of names": (with_value(names=[]), 9),
    "two of one name": (with_value(names={"ana": "cy", "cy": "cy"}), 0),
    "a kind twice": (with_value(kinds=[*KINDS, "Duke"]), 11),
    "a kind of which there is no card": (with_value(kinds=[*KINDS, "Joker"]), 0),
    "kinds in another order": (lambda record: (record["kinds"].reverse(), sealed_anew(record)), 0),
    "no kinds": (with_value(kinds=[]), 11),
    "words used by a number": (with_value(words_are_used=1), 9),
    "nothing that does not count": (lambda record: record.pop("not_counted"), 9),
    "one more thing in the record": (with_value(more=1), 9),
    "a secret that is no text": (with_value(secret="\ud800" * 40), 9),
    "no closing": (lambda record: record.pop("closed"), 11),
    "a closing without one": (with_value(closed=[each.pledge for each in WORDS[1:]]), 11),
    "a closing of one more": (with_value(closed=[*(each.pledge for each in WORDS), "0" * 64]), 11),
    "a closing in another order": (with_value(closed=[each.pledge for each in WORDS[::-1]]), 11),
    "a closing that is none": (with_value(closed="no"), 9),
    "no secret": (with_value(secret=""), 11),
    "no secret, and its hash": (with_value(secret="", secret_hash=secret_hash("")), 11),
    "the secret's hash in capitals": (with_value(secret_hash=RECORD["secret_hash"].upper()), 11),
    "a void shuffle": (void_before_the_second(drawn_for(2, ["Duke"] * 5)), 0),
    "a void shuffle of no cards": (entry(drawn_for(3, []), 5), 0),
    "a void shuffle of another order": (
        void_before_the_second({**drawn_for(2, ["Duke", "Captain"]), "deck": ["Duke"]}),
        11,
    ),
    "a void shuffle of the wrong number": (entry(drawn_for(4, ["Duke"]), 5), 11),
    "a void shuffle drawn by other kinds": (
        lambda record: (
            void_before_the_second(drawn_for(2, ["Duke", "Captain", "Captain"]))(record),
            record["log"].insert(3, {"kinds": ["Captain", "Duke", "Joker"]}),
        ),
        11,
    ),
    "a kind that comes later": (later_kind([*KINDS], ["Contessa"] * 3), 0),
    "one card of a kind that comes later": (later_kind(["Contessa", *KINDS[:4]], ["Contessa"]), 0),
    "a kind that comes later, and no kind": (later_kind([*KINDS[:4]], ["Contessa"] * 3), 11),
    "a kind that comes later, with another card": (later_kind([*KINDS], ["Contessa", "Duke"]), 11),
    "kinds that change into the same": (entry({"kinds": [*KINDS], "at": "2021-05-02T12:00:00Z"}, 5), 0),
    "kinds in another order from now on": (entry({"kinds": [*KINDS[::-1]]}, 3), 11),
    "kinds that are none": (entry({"kinds": ["Duke", 1]}, 5), 9),
    "kinds and a player": (entry({"kinds": [*KINDS], "player": ""}, 5), 9),
    "a stated game": (stated, 0),
    "a stated game of fewer cards": (stated_with_fewer_cards, 11),
    "a stated hand alone": (entry({"stated": "ana", "cards": ["Duke"], "after": 0}, 2), 11),
    "a stated game of nothing": (entry({"stated": "", "cards": [], "after": 0}, 0), 0),
    "a game that begins anew, with other copies": (
        lambda record: (record.update(copies=2), record["log"].insert(0, {"stated": "", "cards": [], "after": -1})),
        0,
    ),
    "stated at last": (entry({"stated": "", "cards": ["Duke"] * 3, "after": 2}, 5), 0),
    **{f"sealed anew, {name}": (change, 11) for name, change in SEALED.items() if name in records.FAULTY},
    **{f"sealed anew, {name}": (change, 0) for name, change in SEALED.items() if name not in records.FAULTY},
}
"""What somebody may do to a record, and the exit code with which the command answers."""


@pytest.mark.parametrize("name", TAMPERED)
def test_both_find_the_same_in_a_tampered_record(
    program: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    change, code = TAMPERED[name]
    record = copy.deepcopy(RECORD)
    change(record)
    page = "\n".join(line(*each) for each in [*HASHES[:2], *PLEDGES[1:]])
    assert assert_same(program, tmp_path, monkeypatch, record_text(record))[0] == code
    assert_same(program, tmp_path, monkeypatch, record_text(record), page)


@pytest.mark.parametrize("change", [each for each, *_ in records.FORGERIES], ids=lambda change: change.__name__)
def test_both_find_the_same_in_a_forgery_and_a_whole_page(
    program: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, change: Any
) -> None:
    shown = [*HASHES, *PLEDGES[1:], ("word", "duck x7"), ("word", "tea"), ("kinds", ",".join(KINDS))]
    page = "\n".join(line(*each) for each in shown)
    assert assert_same(program, tmp_path, monkeypatch, record_text(RECORD), page)[0] == 0
    assert_same(program, tmp_path, monkeypatch, record_text(records.forged(change)), page)


def forms_of_the_record() -> Iterator[tuple[str, str, int]]:
    """The record as it may be saved, or made up, with the command's exit code."""
    text, hash = record_text(RECORD), RECORD["secret_hash"]
    yield "page", f"<pre>{html.escape(text)}</pre>", 0
    yield "byte order mark", f"\ufeff{text}", 0
    yield "something behind it", f"{text} and more", 0
    yield "two", text * 2, 9
    yield "none", "nothing here", 9
    yield "half", text[: len(text) // 2], 9
    yield "nested", '{"record": "secret deck"' + '{"a":' * 5000, 9
    yield "control character", text.replace('"duck"', '"duck\\u0000"'), 11
    yield "line end in a text", text.replace('"ana"', '"an\na"'), 9
    yield "break within a hash", text.replace(hash, f"{hash[:20]}<wbr>{hash[20:]}"), 11
    yield "no list of the log", json.dumps({**RECORD, "log": {}}), 9
    yield "another order of its values", json.dumps(dict(reversed(RECORD.items()))), 9


@pytest.mark.parametrize(
    ("text", "code"), [pytest.param(text, code, id=id) for id, text, code in forms_of_the_record()]
)
def test_both_read_the_same_records(
    program: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, text: str, code: int
) -> None:
    assert assert_same(program, tmp_path, monkeypatch, text)[0] == code


NONE = "0" * 64
FIRST = RECORD["log"][0]["commitment"]
SHOWN: dict[str, tuple[str, int]] = {
    "the secret's hash": (f"{GAME}|secret {RECORD['secret_hash']}", 0),
    "another secret's": (f"{GAME}|secret {NONE}", 11),
    "another secret's in an export": (json.dumps({"for": f"secret:{GAME}", "hash": NONE}), 11),
    "the secret's in an export": (json.dumps({"for": f"secret:{GAME}", "hash": RECORD["secret_hash"]}), 0),
    "another game's secret's in an export": (json.dumps({"for": f"secret:{GAME}0", "hash": NONE}), 9),
    "a shuffle's in an export": (json.dumps({"for": f"{GAME}|1", "hash": FIRST}), 0),
    "another shuffle's in an export": (json.dumps({"for": f"{GAME}|1", "hash": NONE}), 11),
    "another shuffle's": (f"{GAME}|1 {NONE}", 11),
    "another pledge": (f"{GAME}|pledge {NONE}", 11),
    "a pledge that was replaced": (f"{GAME}|pledge {NOT_COUNTED[0].pledge}", 0),
    "another word": (f"{GAME}|word owl", 11),
    "a word": (f"{GAME}|word tea", 0),
    "a word and more": (f"{GAME}|word tea | next", 0),
    "a word and its salt": (f"{GAME}|word duck x7", 0),
    "another salt": (f"{GAME}|word duck x8", 11),
    "a word that is none": (f"{GAME}|word <code>duck x8</code>", 9),
    "kinds": (f"<code>{GAME}&#124;kinds {','.join(KINDS)}</code>\n.", 0),
    "other kinds": (f"{GAME}|kinds {','.join(KINDS[::-1])}", 11),
    "wikitext": (f"| {GAME}&#124;1 || <code>{NONE}</code>", 11),
    "a hash that is broken": (f"{GAME}|1 {NONE[:30]}<wbr>{NONE[30:]}", 11),
    "a message": (f"{GAME}\\|1 {NONE}", 11),
    "nothing": ("hello", 9),
    "another closing": (f"{GAME} closed 3 {NONE}", 11),
    "an empty file": ("", 9),
    "a shuffle that was none": (f"{GAME}|9 {NONE}", 11),
    "a number with a nought": (f"{GAME}|09 {NONE}", 9),
    "a number of other digits": (f"{GAME}|1\u0661 {NONE}", 11),
    "another game": (f"x{GAME}|1 {NONE}", 9),
    "yet another game": (f"x-{GAME}|1 {NONE}", 9),
    "a hash in capitals": (f"{GAME}|1 {'A' * 64}", 9),
    "a longer hash": (f"{GAME}|1 {NONE}0", 9),
    "a hash far off": (f"{GAME}|1 {' ' * 90}{NONE}", 9),
    "a bar between tags": (f"{GAME}<b>|</b>1 {NONE}", 9),
    "text that is not parsed": (f"<nowiki>{GAME}|1</nowiki> || <code>{NONE}</code>", 11),
    "a line break": (f"{GAME}|1<br>{NONE}", 11),
    "italics": (f"{GAME}|1 _{NONE}_", 11),
    "a wide blank": (f"{GAME}|1&nbsp;{NONE}", 11),
    "a pledge as a word": (f"{GAME}|word {pledge_of('tea')}", 11),
    "pledges in order": ("\n".join(f"{GAME}|pledge {told}" for _, told in PLEDGES[1:]), 0),
    "pledges in another order": ("\n".join(f"{GAME}|pledge {told}" for _, told in PLEDGES[:0:-1]), 11),
    "words in another order": (f"{GAME}|word tea\n{GAME}|word duck x7", 11),
    "a word that is broken": (f"{GAME}|word du<wbr>ck x7", 0),
    "pledges in order, and words in another": (
        "\n".join([*(f"{GAME}|pledge {told}" for _, told in PLEDGES[1:]), f"{GAME}|word tea", f"{GAME}|word duck x7"]),
        11,
    ),
    "byte order mark": (f"\ufeff{GAME}|1 {FIRST}", 0),
}
"""What somebody may have saved, and the command's exit code."""


@pytest.mark.parametrize("name", SHOWN)
def test_both_compare_the_same_of_what_was_saved(
    program: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    saved, code = SHOWN[name]
    saved += f"\n{CLOSED}" if code != 9 else ""
    assert assert_same(program, tmp_path, monkeypatch, record_text(RECORD), saved)[0] == code


PAGES: dict[str, tuple[Change, str, int]] = {
    "a word of mark-up": (TAMPERED["a word of mark-up"][0], "word &lt;wbr&gt;", 0),
    "a word of loose accents": (TAMPERED["a word of loose accents"][0], "word \u00e9", 0),
    "kinds that changed later": (later_kind([*KINDS], ["Contessa"] * 3), f"kinds {','.join(KINDS[:4])}", 0),
    "kinds as they became": (later_kind([*KINDS], ["Contessa"] * 3), f"kinds {','.join(KINDS)}", 11),
    "a pledge given twice": (sealed(records.a_pledge_given_twice), f"pledge {PLEDGES[1][1]}\n{GAME}|word tea", 0),
}
"""What was done in a game, what a page of it shows, and the command's exit code."""


@pytest.mark.parametrize("name", PAGES)
def test_both_compare_the_same_of_a_page_of_another_game(
    program: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    change, shown, code = PAGES[name]
    record = copy.deepcopy(RECORD)
    change(record)
    sealed_anew(record)
    assert (
        assert_same(
            program, tmp_path, monkeypatch, record_text(record), f"{GAME}|{shown}\n{line(*closing_of(record))}"
        )[0]
        == code
    )
