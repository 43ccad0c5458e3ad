"""The commands of games with hidden cards: the secret text made once, the record written at the end, and checked without an archive."""

import copy
import html
import stat
from pathlib import Path

import pytest

from tests.app.wiring import Record
from tests.cli.commands import Runner, write_records
from tests.mechanics.test_deck_record import (
    CLOSING,
    GAME,
    HASHES,
    PLEDGES,
    RECORD,
    another_word,
    forged,
    kinds_in_another_order,
)
from tracker.mechanics.deck.deck_record import read_record, record_text
from tracker.mechanics.deck.secret_deck import secret_hash

CLOSED = f"{GAME} closed {CLOSING[1]}\n"
SAVED = CLOSED + "\n".join(f"{GAME}|{number} {hash}" for number, hash in HASHES[1:])


@pytest.fixture
def coup(folder: Path) -> Path:
    """A folder with a config of Nomicoup."""
    (folder / "tracker.ini").write_text("[game]\nslug = nomicoup\n")
    return folder


def test_a_secret_text_is_made_once_and_not_shown(run: Runner, coup: Path) -> None:
    done = run("nomicoup", "secret", "new", "--json")
    assert done.code == 0
    file = coup / "deck.secret"
    assert done.json == {"file": str(file), "hash": secret_hash(file.read_text().strip())}
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert file.read_text().strip() not in done.out
    again = run("nomicoup", "secret", "new")
    assert again.code == 11
    assert "is there already" in again.err


def test_it_needs_no_other_secret_of_the_config(run: Runner, coup: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("NO_TOKEN", raising=False)
    chat = "[discord]\nguild = 123456789012345678\nchannels = general\ntoken_env = NO_TOKEN\n"
    (coup / "tracker.ini").write_text(f"[game]\nslug = nomicoup\n{chat}")
    assert run("nomicoup", "secret", "new").code == 0
    (coup / "deck.secret").unlink()
    (coup / "tracker.ini").write_text(f"[game]\nslug = nomicoup\n{chat}[deck]\nsecret_env = THE_DECK\n")
    monkeypatch.setenv("THE_DECK", "0123456789abcdef" * 3)
    done = run("nomicoup", "secret", "new")
    assert done.code == 11
    assert "comes out of the environment" in done.err


def test_no_other_one_is_made_while_a_game_lasts_that_is_committed_to(run: Runner, coup: Path) -> None:
    told = {"kind": "commitment", "id": "c", "at": "2021-08-01T00:00:00Z", "for": f"secret:{GAME}", "hash": "0" * 64}
    assert run("archive", "import", write_records(coup / "c.jsonl", [told])).code == 0
    done = run("nomicoup", "secret", "new")
    assert done.code == 11
    assert f"the secret text of {GAME} is committed to" in done.err
    assert not (coup / "deck.secret").exists()


def test_a_game_without_hidden_cards_needs_none(run: Runner, folder: Path) -> None:
    (folder / "tracker.ini").write_text("[game]\nslug = ducks\n")
    done = run("nomicoup", "secret", "new")
    assert done.code == 2
    assert "has no secret deck" in done.err


def test_each_nomic_of_a_file_has_a_secret_text_of_its_own(run: Runner, folder: Path) -> None:
    (folder / "tracker.ini").write_text("[game]\nslug = nomicoup\n[nomic:one]\n[nomic:two]\n")
    for name in ("one", "two"):
        assert run("nomicoup", "secret", "new", "--nomic", name).code == 0
        assert (folder / f"{name}.deck.secret").exists()


def test_the_record_is_written_only_when_the_game_is_over(run: Runner, coup: Path) -> None:
    done = run("nomicoup", "record")
    assert done.code == 2
    assert "the game is not over" in done.err
    state = {"status": "running", "players": [{"id": "ana", "hand": ["Duke"]}, {"id": "ben", "hand": ["Captain"]}]}
    left = [*["Duke", "Captain"] * 2, *["Assassin", "Ambassador", "Contessa"] * 3]
    records: list[Record] = [
        {
            "kind": "opening",
            "id": "o",
            "at": "2021-08-01T00:00:00Z",
            "game": "nomicoup",
            "state": {**state, "deck": left},
        },
        {
            "kind": "message",
            "id": "1",
            "at": "2021-08-01T01:00:00Z",
            "channel": "general",
            "author": "ben",
            "text": "Win: @ana (so it is)",
        },
    ]
    assert run("archive", "import", write_records(coup / "game.jsonl", records)).code == 0
    assert run("nomicoup", "record", "--output", coup / "record.json").code == 0
    told = read_record((coup / "record.json").read_text())
    assert [each.get("stated") for each in told["log"]] == ["", "ana", "ben"]


def test_a_record_is_checked_alone_and_against_what_was_published(run: Runner, folder: Path) -> None:
    (folder / "record.json").write_text(record_text(RECORD))
    (folder / "page.wikitext").write_text(f"<pre>{html.escape(record_text(RECORD))}</pre>")
    (folder / "saved.txt").write_text(SAVED)
    done = run("nomicoup", "verify", "record.json")
    assert done.code == 0
    assert "2 shuffles and 3 draws computed anew" in done.out
    assert "\n  word of Ana (ana): duck x7; pledge: " in done.out
    assert "\n  drawn by Ana (ana): " in done.out
    assert "compare yourself with what was published before" in done.out
    assert "nothing differs" in done.out
    done = run("nomicoup", "verify", "page.wikitext", "saved.txt", "--json")
    assert (done.code, done.json["holds"], done.json["compared"]) == (0, True, 4)


def test_what_differs_is_named_with_exit_code_11(run: Runner, folder: Path) -> None:
    record = copy.deepcopy(RECORD)
    another_word(record)
    (folder / "record.json").write_text(record_text(record))
    (folder / "saved.txt").write_text(SAVED.replace(HASHES[2][1], "f" * 64))
    done = run("nomicoup", "verify", "record.json", "saved.txt")
    assert done.code == 11
    assert "differs: the word of cy is not the one that was pledged" in done.out
    assert f"differs: another hash of shuffle 1 was published: {'f' * 64}" in done.out


def test_kinds_that_are_not_those_of_the_rules_cannot_be_overlooked(run: Runner, folder: Path) -> None:
    (folder / "record.json").write_text(record_text(RECORD))
    assert "ATTENTION" not in run("nomicoup", "verify", "record.json").out
    (folder / "record.json").write_text(record_text(forged(kinds_in_another_order)))
    done = run("nomicoup", "verify", "record.json")
    assert done.code == 0
    *_, warned, nothing, last = done.out.splitlines()
    assert warned.startswith(
        "warning: ATTENTION: cards are sorted as Contessa, Ambassador, Captain, Assassin, Duke; the rules begin with Duke, "
    )
    assert nothing == "nothing differs"
    assert last == "read what is warned of: 3 things that let something unproven"
    page = f"<code>{GAME}&#124;secret {RECORD['secret_hash']}</code> <code>{GAME}&#124;kinds {','.join(RECORD['kinds'])}</code>"
    (folder / "page.wikitext").write_text(page)
    done = run("nomicoup", "verify", "record.json", "page.wikitext")
    assert done.code == 11
    assert "differs: other kinds of cards, or in another order, were published before the first shuffle" in done.out


def test_each_page_has_an_order_of_its_own(run: Runner, folder: Path) -> None:
    (folder / "record.json").write_text(record_text(RECORD))
    for number, (what, hash) in enumerate(PLEDGES[:0:-1]):
        (folder / f"page{number}").write_text(f"{CLOSED}{GAME}|{what} {hash}")
    assert run("nomicoup", "verify", "record.json", "page0", "page1", "page2").code == 0
    (folder / "all").write_text(CLOSED + "\n".join(f"{GAME}|{what} {hash}" for what, hash in PLEDGES[:0:-1]))
    done = run("nomicoup", "verify", "record.json", "all")
    assert done.code == 11
    assert "differs: a page lists the pledges in another order than the record: cy, ben, Ana (ana)" in done.out


@pytest.mark.parametrize(
    ("content", "told"),
    [(b"{}", "holds no record of a deck"), (b"\xff", "is not UTF-8"), (None, "No such file")],
)
def test_a_file_that_is_no_record_is_named(run: Runner, folder: Path, content: bytes | None, told: str) -> None:
    if content is not None:
        (folder / "record.json").write_bytes(content)
    done = run("nomicoup", "verify", "record.json")
    assert done.code == 9
    assert "record.json" in done.err
    assert told in done.err


def test_a_saved_file_without_hashes_is_named(run: Runner, folder: Path) -> None:
    (folder / "record.json").write_text(record_text(RECORD))
    (folder / "saved.txt").write_text("nothing here")
    done = run("nomicoup", "verify", "record.json", "saved.txt")
    assert done.code == 9
    assert f"saved.txt: shows no hash of {GAME}" in done.err
