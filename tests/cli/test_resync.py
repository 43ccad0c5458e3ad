"""Commands of an operator: resync, pause, resume."""

from pathlib import Path

from tests.cli.commands import Runner


def test_a_resync_prints_tables_or_json(run: Runner, archived: Path) -> None:
    assert run("pages", "--create", "--yes").code == 0
    assert run("tick").code == 0
    board = next(archived.glob("wiki/pages/*otable*"))
    done = run("resync")
    assert done.code == 0
    assert done.out.startswith("read anew, begun at ")
    assert "nothing differs" in done.out
    told = run("resync", "--since", "2019-10-01T00:00:00Z", "--json").json
    assert (told["is_complete"], told["since"], told["differences"]) == (True, "2019-10-01T00:00:00Z", [])
    assert told["tick"]["exit_code"] == 0
    assert board.exists()
    assert "nothing differs" in run("resync", "--last").out
    last = run("resync", "--last", "--json").json
    assert (last["summary"], last["found"], last["is_complete"]) == ("nothing differs", [], True)


def test_the_last_of_none_is_told_so(run: Runner, archived: Path) -> None:
    assert "nothing was read anew yet" in run("resync", "--last").out


def test_a_pause_is_told_and_ended(run: Runner, archived: Path) -> None:
    assert run("pause", "--by", "Kevan", "--why", " ").code == 2
    assert run("pages", "--create", "--yes").code == 0
    assert "paused by Kevan since" in run("pause", "--by", "Kevan", "--why", "the blog moves").out
    again = run("pause", "--by", "Ada", "--why", "I want it too")
    assert (again.code, "paused by Kevan" in again.err) == (2, True)
    assert run("tick", "--json").json["outcome"] == "paused"
    assert "Paused by Kevan since" in run("status").out
    assert run("status", "--json").json["paused"]["why"] == "the blog moves"
    assert "Dry Socks" not in next(archived.glob("wiki/pages/*otable*")).read_text()
    assert run("apply", "--checksum", run("plan", "--json").json["checksum"]).code == 8
    ended = run("resume", "--by", "Ada", "--json").json
    assert (ended["ended"]["by"], ended["ended"]["why"], ended["by"]) == ("Kevan", "the blog moves", "Ada")
    assert run("resume", "--by", "Ada").code == 2
    assert run("tick", "--json").json["outcome"] == "applied"
    assert "Dry Socks" in next(archived.glob("wiki/pages/*otable*")).read_text()
