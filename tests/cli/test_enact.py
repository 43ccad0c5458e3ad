"""The command enact: it shows, writes and takes back, and says in its exit code whether there is something to wait for."""

from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from tests.app.enacting import ADD, RULESET
from tests.app.wiring import Record, SetClock, post, roster, vote
from tests.cli.commands import Runner, write_records
from tracker.core.instants import iso
from tracker.core.ports import PageEdit
from tracker.wiki.directory import DirectoryWiki

NOW = datetime.now(UTC)


def ago(hours: float) -> str:
    return iso(NOW - timedelta(hours=hours))


def story(age: float) -> list[Record]:
    """A popular proposal of so many hours."""
    return [
        roster(ago(100)),
        post("dry_socks", "Bo", ago(age), body=ADD),
        *(vote("for", name, "dry_socks", ago(age - 1)) for name in ("Ada", "Cy")),
    ]


@pytest.fixture
def game(folder: Path, run: Runner) -> Path:
    """A folder with a config without a blog, a proposal that may be enacted, and a ruleset page that was read."""
    (folder / "tracker.ini").write_text("[publish]\npermission = apply\n")
    run("archive", "import", write_records(folder / "game.jsonl", story(30)))
    DirectoryWiki(folder / "wiki", SetClock(NOW), "Cy").save(PageEdit("Ruleset", RULESET, "", None))
    run("pages", "--create", "--yes")
    assert run("tick").code == 0
    return folder


def ruleset(folder: Path) -> str:
    return DirectoryWiki(folder / "wiki", SetClock(NOW)).fetch(["Ruleset"])["Ruleset"].text


def test_a_matter_is_shown_written_listed_and_taken_back(game: Path, run: Runner) -> None:
    before = ruleset(game)
    shown = run("enact", "dry_socks")
    assert shown.code == 0, shown.err
    assert "+Socks are dry." in shown.out
    assert "to do it: tracker enact dry_socks --apply --by NAME" in shown.out
    assert ruleset(game) == before
    done = run("enact", "dry_socks", "--apply", "--by", "Ada")
    assert done.code == 0, done.err
    assert "now set the status on the blog, with this note: Reached quorum 3 votes to 0. Enacted by Ada." in done.out
    assert "Socks are dry." in ruleset(game)
    listed = run("enact")
    assert "dry_socks" in listed.out
    assert "awaiting status" in listed.out
    back = run("enact", "dry_socks", "--undo")
    assert back.code == 0
    assert "-Socks are dry." in back.out
    assert "Socks are dry." in ruleset(game)
    assert run("enact", "dry_socks", "--undo", "--apply", "--by", "Ada").code == 0
    assert ruleset(game) == before
    assert run("enact", "--json").json[0]["stage"] == "undone"


def test_what_was_taken_back_already_ends_with_2_and_writes_nothing(game: Path, run: Runner) -> None:
    run("enact", "dry_socks", "--apply", "--by", "Ada")
    assert run("enact", "dry_socks", "--undo", "--apply", "--by", "Ada").code == 0
    (before,) = run("enact", "--json").json
    assert (before["stage"], before["undone_by"], before["undone_revision"]) == ("undone", "Ada", 3)
    for more in ((), ("--apply", "--by", "Wes")):
        again = run("enact", "dry_socks", "--undo", *more)
        assert again.code == 2
        assert f"it was taken back by Ada in revision 3 at {before['undone_at']} already" in again.err
    assert run("enact", "--json").json == [before]
    assert DirectoryWiki(game / "wiki", SetClock(NOW)).revision_ids(["Ruleset"]) == {"Ruleset": 3}


def test_what_may_not_be_enacted_says_why_and_ends_with_8(game: Path, run: Runner) -> None:
    run("archive", "import", write_records(game / "more.jsonl", [vote("against", "Bo", "dry_socks", ago(1))]))
    shown = run("enact", "dry_socks")
    assert shown.code == 8
    assert "withdrawn" in shown.out
    assert run("enact", "dry_socks", "--json").json["why_not"]
    done = run("enact", "dry_socks", "--apply", "--by", "Ada")
    assert done.code == 8
    assert "cannot be enacted now" in done.err


def test_a_matter_that_may_be_failed_has_its_note(game: Path, run: Runner) -> None:
    run("archive", "import", write_records(game / "more.jsonl", [vote("against", "Bo", "dry_socks", ago(1))]))
    assert "note for the blog: Withdrawn. Failed by Ada." in run("enact", "dry_socks", "--by", "Ada").out


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("dry_sock",), "did you mean dry_socks"),
        (("dry_socks", "--apply"), "--apply needs --by"),
        (("--undo",), "which matter?"),
        (("dry_socks", "--apply", "--by", "Bo"), "Bo may not enact dry_socks"),
        (("dry_socks", "--undo"), "nothing was written"),
    ],
)
def test_wrong_arguments_end_with_2(game: Path, run: Runner, arguments: tuple[str, ...], said: str) -> None:
    done = run("enact", *arguments)
    assert done.code == 2
    assert said in done.err


def test_nothing_written_is_said(game: Path, run: Runner) -> None:
    assert run("enact").out == "Nothing was written yet.\n"
    assert run("enact", "--json").json == []


def test_records_are_json(game: Path, run: Runner) -> None:
    shown = run("enact", "dry_socks", "--json").json
    assert shown["outcome"] == "whole"
    assert shown["summary"] == '/* Dynastic Rules */ Enacted "Dry Socks"'
    done = run("enact", "dry_socks", "--apply", "--by", "Ada", "--json").json
    assert done["enactment"]["revision"] == 2
    assert run("enact", "dry_socks", "--undo", "--json").json["spans"][0]["after"] == ""


def test_enacting_that_is_switched_off_ends_with_3(game: Path, run: Runner) -> None:
    (game / "tracker.ini").write_text("[enact]\nmode = off\n")
    assert run("enact", "dry_socks").code == 3


def test_mode_auto_needs_a_page_of_authorities(game: Path, run: Runner) -> None:
    (game / "tracker.ini").write_text("[enact]\nmode = auto\n")
    done = run("status")
    assert done.code == 3
    assert "[enact] authority_page" in done.err


def test_a_text_is_tried_before_it_is_proposed(game: Path, run: Runner) -> None:
    before = ruleset(game)
    body = game / "body.txt"
    body.write_text(f"{ADD}\n\nThis has been on my mind for weeks.\n")
    tried = run("draft", str(body))
    assert tried.code == 0, tried.err
    shown = run("draft", str(body), "--json").json
    assert (shown["outcome"], shown["unread"]) == ("whole", ["This has been on my mind for weeks."])
    assert "+Socks are dry." in shown["diff"]
    assert tried.out.index("on my mind") < tried.out.index("+Socks are dry.")
    body.write_text("\n".join(shown["notation"]))
    again = run("draft", str(body), "--json").json
    assert (again["diff"], again["unread"]) == (shown["diff"], [])
    body.write_text("Repeal the rule Castles.")
    assert run("draft", str(body)).code == 8
    assert ruleset(game) == before
