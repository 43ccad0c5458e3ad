"""Commands that look and write: tick, plan, apply."""

from pathlib import Path

import pytest

from tests.cli.commands import Runner


@pytest.fixture
def made(archived: Path, run: Runner) -> Path:
    """A folder with a small game archived and its pages made."""
    assert run("pages", "--create", "--yes").code == 0
    return archived


def board(folder: Path) -> str:
    return next(folder.glob("wiki/pages/*otable*")).read_text()


def test_a_tick_says_what_it_did(run: Runner, made: Path) -> None:
    done = run("tick")
    assert done.code == 0
    assert done.out.startswith("applied: the wiki was brought into step")
    assert "Dry Socks" in board(made)
    assert run("tick", "--json").json["outcome"] == "idle"


def test_a_plan_is_a_diff_with_a_checksum_and_writes_nothing(run: Runner, made: Path) -> None:
    before = board(made)
    done = run("plan")
    assert done.code == 0
    assert "+++ Tracker/Votable matters (planned)" in done.out
    checksum = run("plan", "--json").json["checksum"]
    assert f"tracker apply --checksum {checksum}" in done.out
    assert board(made) == before


def test_apply_wants_the_checksum_of_the_plan(run: Runner, made: Path) -> None:
    stale = run("apply", "--checksum", "0" * 64)
    assert stale.code == 8
    assert "Dry Socks" not in board(made)
    checksum = run("plan", "--json").json["checksum"]
    done = run("apply", "--checksum", checksum[:12], "--json")
    assert done.code == 0
    assert {act["status"] for act in done.json["acts"]} == {"done"}
    assert "Dry Socks" in board(made)
    assert "nothing to do" in run("plan").out


def test_what_is_held_is_shown_with_numbers_and_happens_once_approved(run: Runner, made: Path) -> None:
    with (made / "tracker.ini").open("a") as file:
        file.write("max_pages = 1\n")
    held = run("plan", "--json")
    assert held.code == 8
    assert held.json["too_large"] == f"{len(held.json['pages'])} pages would be touched; 1 is the limit"
    assert run("tick").code == 8
    assert "Dry Socks" not in board(made)
    approved = run("plan", "--approve", held.json["checksum"], "--by", "Wes", "--json")
    assert (approved.code, approved.json["too_large"]) == (0, "")
    assert run("tick").code == 0
    assert "Dry Socks" in board(made)


def test_a_tick_that_waits_for_a_person_says_for_what(run: Runner, archived: Path) -> None:
    done = run("tick")
    assert done.code == 8
    assert "PAGE_MISSING" in done.out
    assert "tracker pages --create" in done.out


def test_a_plan_without_pages_says_that_nothing_can_be_written_yet(run: Runner, archived: Path) -> None:
    for command in ("plan", "tick"):
        done = run(command)
        assert done.code == 8
        assert "nothing to do" not in done.out
        assert "nothing can be written yet" in done.out


def test_only_an_admin_approves(run: Runner, made: Path) -> None:
    done = run("plan", "--approve", "a" * 64, "--by", "Nobody")
    assert done.code == 2
    assert "who may: Ada, Wes" in done.err


@pytest.mark.parametrize(
    ("lines", "error"),
    [
        ("[pages]\nnope = X\n", "[pages] nope: unknown page"),
        ("[headings]\nnope = X\n", "[headings] nope: unknown page"),
        ("[pages]\nroster = A|B[[\n", "[pages] roster: no page can have this title"),
        ("[game]\nslug = foo\n", "[game] slug: there is no game 'foo'"),
        ("[switches]\ntimeout_hours = -1\n", "[switches] timeout_hours: -1 is not allowed"),
        ("[blog]\nurl = http://127.0.0.1:1\n", "[http] contact: is missing (write a mail address"),
        ("[blog]\nvote_icons = for.gif = YES\n", "[blog] vote_icons: 'YES' is none of FOR, AGAINST"),
    ],
)
def test_a_faulty_config_is_told_before_anything_is_observed(
    run: Runner, archived: Path, lines: str, error: str
) -> None:
    with (archived / "tracker.ini").open("a") as file:
        file.write(lines)
    done = run("tick")
    assert (done.code, done.out) == (3, "")
    assert error in done.err
    (archived / "tracker.ini").write_text("")
    assert run("status", "--json").json["rows"] == 5


def test_a_new_file_of_observations_is_taken_in_by_the_next_tick(run: Runner, made: Path) -> None:
    run("tick")
    (made / "more.jsonl").write_text(
        '{"kind":"post","id":"p2","at":"2019-10-01T11:00:00Z","slug":"new_hats","category":"Proposal",'
        '"title":"Proposal: New Hats","author":"Cy","body":"<p>Add a rule.</p>"}\n'
    )
    run("archive", "import", "more.jsonl")
    assert run("tick", "--json").json["outcome"] == "applied"
    assert "New Hats" in board(made)
