"""The command that puts the record right: one thing of one row, listed, and refused in words with an exit code."""

from pathlib import Path

import pytest

from tests.cli.commands import Runner

BY = ("--by", "Ada", "--why", "so it was")


def votes(run: Runner, name: str) -> int:
    found: int = run("explain", "dry_socks", "--json").json["values"][name]
    return found


def test_a_row_is_put_right_listed_and_taken_back(run: Runner, archived: Path) -> None:
    assert run("correct", "--list").out == "Nothing was put right.\n"
    assert votes(run, "against") == 1
    done = run("correct", "Cy-dry_socks", "--void", *BY)
    assert (done.code, done.out) == (0, "correction:1: Cy-dry_socks counts for nothing; the next tick takes it in\n")
    assert votes(run, "against") == 0
    made = run("correct", "Ada-dry_socks", "--reads", "AGAINST", *BY, "--json").json
    assert (made["kind"], made["of"], made["reads"], made["by"]) == ("correction", "Ada-dry_socks", "AGAINST", "Ada")
    assert votes(run, "against") == 1
    assert (
        "Ada-dry_socks: comment, Ada, 2019-10-01T10:30:00Z, put right by correction:2"
        in run("explain", "dry_socks").out
    )
    assert run("correct", "correction:1", "--void", *BY).code == 0
    assert votes(run, "against") == 2
    assert [each["id"] for each in run("correct", "--list", "--json").json] == [f"correction:{n}" for n in (1, 2, 3)]
    assert "taken back by correction:3" in " ".join(run("correct", "--list").out.split())


def test_values_are_set_and_removed(run: Runner, archived: Path) -> None:
    assert run("correct", "--set", "/roster/Di/status", "idle", *BY).code == 0
    assert run("correct", "--remove", "/roster/Cy", *BY).code == 0
    assert run("correct", "--set", "/roster/Bo/admin", "true", *BY).code == 0
    assert run("status", "--json").json["players"] == 3
    assert run("correct", "Bo-dry_socks", "--happened", "2019-10-01T10:00:00Z", *BY).code == 2
    assert run("correct", "Cy-dry_socks", "--happened", "2019-10-01T10:00:00Z", *BY).code == 0


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("Cy-dry_socks", *BY), "give one of"),
        (("Cy-dry_socks", "--void", "--reads", "FOR", *BY), "give one of"),
        (("--remove", "/emperor", "--set", "/emperor", "Ada", *BY), "give one of"),
        (("--void", *BY), "which row is put right?"),
        (("nobody", "--void", *BY), "there is no observation 'nobody'"),
        (("Cy-dry_socks", "--void"), "needs a name and a reason"),
        (("Cy-dry_socks", "--void", "--by", "Cy", "--why", "mine"), "Cy may not correct the record"),
    ],
)
def test_what_is_no_correction_is_refused(run: Runner, archived: Path, arguments: tuple[str, ...], said: str) -> None:
    done = run("correct", *arguments)
    assert (done.code, said in done.err) == (2, True)
