"""A damaged archive: found by `archive verify`, never copied over a good one, and put right from the last good copy."""

import json
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from tests.app.wiring import small_game, vote
from tests.cli.commands import Done, Runner, write_records
from tracker.bootstrap import SystemClock
from tracker.cli.files import COPIES
from tracker.errors import WikiBusyError
from tracker.wiki.directory import DirectoryWiki

Spoil = Callable[[sqlite3.Connection], object]


@pytest.fixture
def kept(archived: Path, run: Runner) -> Path:
    """A folder whose tracker has pages and has ticked."""
    assert run("pages", "--create", "--yes").code == 0
    assert run("tick").code == 0
    return archived


def texts(kept: Path) -> dict[str, str]:
    return {file.name: file.read_text() for file in sorted((kept / "wiki" / "pages").glob("*.wiki"))}


def copies(kept: Path) -> list[Path]:
    return sorted((kept / "tracker.db.backups").glob("*"))


def back_up(run: Runner) -> Done:
    done = run("archive", "backup", "--json")
    assert done.code == 0, done.err
    return done


def overwrite(file: Path, start: int, content: bytes) -> None:
    with file.open("r+b") as stream:
        stream.seek(start)
        stream.write(content)


def spoil(kept: Path, *statements: str) -> None:
    with closing(sqlite3.connect(kept / "tracker.db", isolation_level=None)) as connection:
        for statement in statements:
            connection.execute(statement)


def test_a_whole_archive_has_no_faults(kept: Path, run: Runner) -> None:
    assert run("archive", "verify").out.endswith("tracker.db: no faults\n")
    assert run("archive", "redact", "Ada-dry_socks", "--by", "Wes", "--why", "asked").code == 0
    assert run("archive", "verify", "--json").json["faults"] == []


FAULTS = {
    "an observation changed": (
        "UPDATE observations SET payload = replace(payload, 'dry_socks', 'wet_socks') WHERE seq = 3",
        "does not say any more what was seen",
    ),
    "a date changed": ("UPDATE observations SET at = at + 1 WHERE seq = 3", "does not say any more what was seen"),
    "one bears another's id": ("UPDATE observations SET id = 'x' WHERE seq = 3", "bears the name of another"),
    "one cannot be read": ("UPDATE observations SET payload = '{' WHERE seq = 3", "cannot be read"),
    "one is missing": ("DELETE FROM observations WHERE seq = 3", "1 of 6 observations are missing"),
    "the newest are missing": ("DELETE FROM observations WHERE seq > 4", "the newest are missing"),
    "a receipt of nothing": ("INSERT INTO receipts VALUES (999, 'done', 1, 0, '')", "that is not there"),
    "an index without its rows": (
        "PRAGMA writable_schema = 1; UPDATE sqlite_master SET sql = replace(sql, 'subject_key', 'id_key')"
        " WHERE name = 'observations_subject'",
        "the database is damaged",
    ),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_each_fault_is_named_and_is_not_copied(kept: Path, run: Runner, fault: str) -> None:
    statements, told = FAULTS[fault]
    back_up(run)
    before = copies(kept)
    spoil(kept, *statements.split("; "))
    verified = run("archive", "verify")
    assert (verified.code, told in verified.out) == (6, True), verified
    assert run("archive", "verify", "--json").json["faults"]
    refused = run("archive", "backup")
    assert refused.code == 6
    assert "was not copied" in refused.err
    assert copies(kept) == before


def test_copies_are_whole_private_and_kept_in_number(kept: Path, run: Runner) -> None:
    folder_ = kept / "tracker.db.backups"
    folder_.mkdir()
    for number in range(COPIES + 3):
        (folder_ / f"tracker-20190101T0000{number:02d}Z.db").write_bytes(b"old")
    written = Path(back_up(run).json["file"])
    assert len(copies(kept)) == COPIES
    assert copies(kept)[-1].name == written.name
    assert written.stat().st_mode & 0o777 == 0o600
    elsewhere = kept / "safe.db"
    assert run("archive", "backup", "--to", elsewhere).code == 0
    assert elsewhere.stat().st_mode & 0o777 == 0o600
    assert len(copies(kept)) == COPIES
    assert not list(kept.glob("**/.*"))


def named(kept: Path, stamp: str, run: Runner) -> Path:
    """A copy of the archive as it is, named as by a clock that stood at an instant."""
    made = Path(back_up(run).json["file"])
    return made.rename(made.with_name(f"tracker-{stamp}.db"))


def test_a_copy_made_by_a_clock_that_is_behind_stays(kept: Path, run: Runner) -> None:
    for day in range(COPIES):
        named(kept, f"299901{day + 1:02d}T000000Z", run)
    written = Path(back_up(run).json["file"])
    assert written.exists()
    assert len(copies(kept)) == COPIES
    assert "tracker-29990101T000000Z.db" not in {copy.name for copy in copies(kept)}


def test_the_last_good_copy_is_the_one_that_holds_most_whatever_the_clock_said(kept: Path, run: Runner) -> None:
    ahead = named(kept, "29990101T000000Z", run)
    assert run("archive", "import", write_records(kept / "more.jsonl", [later()])).code == 0
    right = named(kept, "20200101T000000Z", run)
    assert run("archive", "redact", "Ada-dry_socks", "--by", "Wes", "--why", "asked").code == 0
    redacted = named(kept, "20190101T000000Z", run)
    for best in (redacted, right, ahead):
        restored = run("archive", "restore", "--json")
        assert (restored.code, restored.json["file"]) == (0, str(best)), restored
        best.unlink()


def test_copies_that_hold_least_go_first(kept: Path, run: Runner) -> None:
    ahead = named(kept, "29990101T000000Z", run)
    assert run("archive", "import", write_records(kept / "more.jsonl", [later()])).code == 0
    behind = named(kept, "19700101T000500Z", run)
    written = run("archive", "backup", "--keep", "2", "--json").json["file"]
    assert (copies(kept), ahead.exists()) == ([behind, Path(written)], False)


def test_an_older_copy_put_back_on_purpose_is_no_damage(kept: Path, run: Runner) -> None:
    older = named(kept, "20200101T000000Z", run)
    assert run("archive", "import", write_records(kept / "more.jsonl", [later()])).code == 0
    newer = named(kept, "20200102T000000Z", run)
    restored = run("archive", "restore", older, "--json")
    assert (restored.code, restored.json["later"]) == (0, [f"{newer}.later"]), restored
    assert copies(kept) == [older, newer.with_name(f"{newer.name}.later")]
    assert run("tick").code == 0
    assert run("archive", "verify").code == 0
    assert Path(back_up(run).json["file"]).exists()
    assert run("archive", "restore").code == 0
    assert "11:45:00Z" not in run("archive", "export").out, "what was left on purpose does not come back by itself"


def test_of_copies_that_hold_no_more_none_is_set_aside(kept: Path, run: Runner) -> None:
    older = named(kept, "20200101T000000Z", run)
    assert run("archive", "import", write_records(kept / "more.jsonl", [later()])).code == 0
    newer = named(kept, "20200102T000000Z", run)
    assert run("archive", "restore", "--json").json["later"] == []
    assert copies(kept) == [older, newer]


def test_nothing_is_left_beside_a_copy_that_is_put_back(kept: Path, run: Runner) -> None:
    elsewhere = kept / "safe" / "tracker.db"
    elsewhere.parent.mkdir()
    assert run("archive", "backup", "--to", elsewhere).code == 0
    assert run("archive", "restore", elsewhere).code == 0
    assert list(elsewhere.parent.iterdir()) == [elsewhere]


def test_a_copy_is_made_while_others_write(kept: Path, run: Runner) -> None:
    with closing(sqlite3.connect(kept / "tracker.db", isolation_level=None)) as writer:
        writer.execute("BEGIN IMMEDIATE")
        writer.execute("INSERT INTO locks VALUES ('other', 'x', 0, 0)")
        copy = Path(back_up(run).json["file"])
        writer.execute("COMMIT")
    with closing(sqlite3.connect(copy)) as reader:
        assert reader.execute("SELECT count(*) FROM locks").fetchone() == (0,)
        assert reader.execute("SELECT count(*) FROM observations").fetchone() == (6,)


def test_a_copy_that_cannot_be_written_is_told(kept: Path, run: Runner) -> None:
    done = run("archive", "backup", "--to", kept / "none" / "safe.db")
    assert done.code == 6
    assert "none" in done.err


def test_a_damaged_archive_names_its_last_good_copy_and_comes_back_from_it(kept: Path, run: Runner) -> None:
    good = Path(back_up(run).json["file"])
    assert run("archive", "import", write_records(kept / "more.jsonl", [later()])).code == 0
    older = texts(kept)
    assert run("tick").code == 0
    before = texts(kept)
    assert before != older
    newer = good.with_name("tracker-29990101T000000Z.db")
    newer.write_bytes(b"damaged too")
    overwrite(kept / "tracker.db", 0, b"x" * 4096)
    refused = run("tick")
    assert refused.code == 6
    assert f"tracker archive restore takes {good}" in refused.err
    restored = run("archive", "restore", "--json")
    assert (restored.code, restored.json["file"]) == (0, str(good))
    assert Path(restored.json["aside"]).read_bytes().startswith(b"xxxx")
    # What was lost is seen anew, and our own later edits are known as ours: the pages need no hand.
    assert run("archive", "import", kept / "more.jsonl").code == 0
    ran = run("tick", "--json")
    assert (ran.code, ran.json["outcome"]) == (0, "in step"), ran
    assert texts(kept) == before


def test_after_coming_back_from_a_copy_old_pages_of_ours_are_brought_on(kept: Path, run: Runner) -> None:
    back_up(run)
    assert run("archive", "import", write_records(kept / "more.jsonl", [later()])).code == 0
    assert run("tick").code == 0
    assert run("archive", "restore").code == 0
    # The vote that the pages show is not seen again, another one is: no page may stand still for it.
    assert run("archive", "import", write_records(kept / "other.jsonl", [later("Di")])).code == 0
    ran = run("tick", "--json")
    assert (ran.code, ran.json["outcome"]) == (0, "applied"), ran
    assert "Di" in "".join(texts(kept).values())


def test_coming_back_from_a_copy_our_pages_are_known_whatever_the_wikis_clock_says(kept: Path, run: Runner) -> None:
    back_up(run)
    assert run("archive", "import", write_records(kept / "more.jsonl", [later()])).code == 0
    assert run("tick").code == 0
    for revision in (kept / "wiki" / "history").glob("*/*.json"):
        revision.write_text(json.dumps({**json.loads(revision.read_text()), "at": "2999-01-01T00:00:00Z"}))
    assert run("archive", "restore").code == 0
    assert run("archive", "import", write_records(kept / "other.jsonl", [later("Di")])).code == 0
    ran = run("tick", "--json")
    assert (ran.code, ran.json["outcome"]) == (0, "applied"), ran
    assert "Di" in "".join(texts(kept).values())


def test_a_wiki_that_tells_nothing_keeps_no_copy_from_its_place(
    kept: Path, run: Runner, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def silent(*_: object) -> None:
        raise WikiBusyError("it does not answer", place="the wiki")

    back_up(run)
    assert run("archive", "import", write_records(kept / "more.jsonl", [later()])).code == 0
    assert run("tick").code == 0
    with monkeypatch.context() as patched:
        patched.setattr(DirectoryWiki, "revision_ids", silent)
        restored = run("archive", "restore")
    assert (restored.code, "it does not answer" in caplog.text) == (0, True), restored
    assert run("archive", "import", write_records(kept / "other.jsonl", [later("Di")])).code == 0
    ran = run("tick", "--json")
    assert (ran.code, ran.json["outcome"]) == (0, "applied"), ran


def test_what_our_account_writes_after_a_copy_was_put_back_is_another_trackers(kept: Path, run: Runner) -> None:
    back_up(run)
    assert run("archive", "restore").code == 0
    newest = next(file for file in (kept / "wiki" / "history").glob("*/*.json") if "Dry Socks" in file.read_text())
    known = json.loads(newest.read_text())
    wiki = DirectoryWiki(kept / "wiki", SystemClock())
    number = wiki.edit_as("Tracker", known["title"], known["text"].replace("Dry Socks", "Wet Socks"))
    made = newest.with_name(f"{number:06d}.json")
    made.write_text(json.dumps({**json.loads(made.read_text()), "at": "2000-01-01T00:00:00Z"}))
    assert run("archive", "import", write_records(kept / "more.jsonl", [later()])).code == 0
    ran = run("tick", "--json")
    assert (ran.code, ran.json["outcome"]) == (8, "held"), ran


def later(author: str = "Wes") -> dict[str, object]:
    return vote("for", author, "dry_socks", "2019-10-01T11:45:00Z")


def test_without_a_good_copy_nothing_is_touched(kept: Path, run: Runner) -> None:
    done = run("archive", "restore")
    assert done.code == 6
    assert "no good copy" in done.err
    bad = kept / "bad.db"
    bad.write_bytes(b"no database")
    assert run("archive", "restore", bad).code == 6
    assert run("archive", "verify").code == 0
    assert len(small_game()) == 5


def test_an_archive_at_work_is_not_replaced(kept: Path, run: Runner) -> None:
    back_up(run)
    spoil(kept, "INSERT INTO locks VALUES ('tick', 'elsewhere:1', 0, 99999999999999999)")
    done = run("archive", "restore")
    assert (done.code, "elsewhere:1 holds the lock" in done.err) == (7, True), done


# --- an archive that is not there any more ----------------------------------------------------------------------------


def lose(kept: Path, how: str) -> None:
    """Empty the archive's file, or remove it, with what SQLite keeps beside it."""
    for ending in ("-wal", "-shm"):
        (kept / f"tracker.db{ending}").unlink(missing_ok=True)
    if how == "emptied":
        (kept / "tracker.db").write_bytes(b"")
    else:
        (kept / "tracker.db").unlink()


@pytest.mark.parametrize("how", ["emptied", "removed"])
@pytest.mark.parametrize("command", ["tick", "status", "plan", "archive verify", "archive backup", "archive export"])
def test_no_archive_is_begun_anew_where_copies_are_kept(kept: Path, run: Runner, how: str, command: str) -> None:
    good = back_up(run).json["file"]
    before, pages = copies(kept), texts(kept)
    lose(kept, how)
    refused = run(*command.split())
    assert (refused.code, f"tracker archive restore takes {good}" in refused.err) == (6, True), refused
    assert (copies(kept), texts(kept)) == (before, pages)
    file = kept / "tracker.db"
    assert file.stat().st_size == 0 if how == "emptied" else not file.exists(), "no new one is begun"
    assert run("archive", "restore").code == 0
    ran = run("tick", "--json")
    assert (ran.code, ran.json["outcome"]) == (0, "idle"), ran
    assert texts(kept) == pages


@pytest.mark.parametrize("how", ["emptied", "removed"])
def test_without_a_copy_an_archive_that_is_not_there_is_told(kept: Path, run: Runner, how: str) -> None:
    lose(kept, how)
    verified = run("archive", "verify")
    assert (verified.code, "holds nothing" in verified.err) == (6, True), verified
    assert run("archive", "backup").code == 6
    assert copies(kept) == []


def test_a_new_archive_writes_over_no_pages_of_an_earlier_one(kept: Path, run: Runner) -> None:
    pages = texts(kept)
    lose(kept, "removed")
    for _ in range(2):
        refused = run("tick", "--json")
        assert (refused.code, refused.json["acts"]) == (6, []), refused
        assert "was written by this account with another archive" in refused.json["errors"][0]
    assert texts(kept) == pages
    # Who knows that the old archive is lost goes on by hand, once.
    assert run("archive", "import", kept / "game.jsonl").code == 0
    planned = run("plan", "--json")
    applied = run("apply", "--checksum", planned.json["checksum"])
    assert applied.code == 0, applied
    assert run("tick").code == 0


def test_an_archive_with_fewer_observations_than_its_copy_is_found_and_not_copied(kept: Path, run: Runner) -> None:
    back_up(run)
    before = copies(kept)
    spoil(kept, "DELETE FROM observations WHERE seq > 4", "DELETE FROM heartbeats")
    verified = run("archive", "verify")
    assert (verified.code, "holds 4 observations, and its copy" in verified.out) == (6, True), verified
    refused = run("archive", "backup")
    assert (refused.code, "was not copied" in refused.err) == (6, True), refused
    assert copies(kept) == before


@pytest.mark.parametrize("command", ["backup", "restore"])
def test_what_is_no_file_has_means_of_its_own(folder: Path, run: Runner, command: str) -> None:
    (folder / "tracker.ini").write_text("[archive]\nurl = postgresql://tracker@db.example.org/nomics\n")
    done = run("archive", command)
    assert (done.code, "pg_" in done.err) == (2, True), done
