"""Shadow: what admins did before the tracker was there, beside the rules of those days."""

from pathlib import Path
from typing import Any

from tests.app.wiring import post, vote
from tests.cli.commands import Runner, write_records

LOOKED = "2025-06-10T12:00:00Z"
"""When the blog was first looked at: long after everything."""
PLAYERS = ("Wes", "Ada", "Bo", "Cy", "Di")


def old_blog() -> list[dict[str, Any]]:
    """Three matters resolved before the first look: two as the rules allowed, one call with too few votes."""
    roster = [
        {"name": name, "status": "player", "admin": name in ("Wes", "Ada"), "emperor": name == "Wes"}
        for name in PLAYERS
    ]
    told = [
        {"kind": "roster", "id": "r1", "at": LOOKED, "players": roster},
        post("dry", "Bo", "2025-06-01T10:00:00Z"),
        post("wet", "Cy", "2025-06-02T10:00:00Z"),
        post("odd", "Di", "2025-06-03T10:00:00Z", category="Call for Judgement"),
        vote("for", "Ada", "dry", "2025-06-01T11:00:00Z"),
        vote("for", "Cy", "dry", "2025-06-01T12:00:00Z"),
        vote("against", "Ada", "wet", "2025-06-02T11:00:00Z"),
        vote("against", "Bo", "wet", "2025-06-02T12:00:00Z"),
        vote("against", "Di", "wet", "2025-06-02T13:00:00Z"),
        vote("against", "Bo", "odd", "2025-06-03T11:00:00Z"),
    ]
    return [{**row, "seen_at": LOOKED} for row in told] + [
        set_to("dry", "Enacted", "2025-06-01"),
        set_to("wet", "Failed", "2025-06-02"),
        set_to("odd", "Enacted", "2025-06-03"),
    ]


def set_to(slug: str, status: str, day: str) -> dict[str, Any]:
    shown = {"kind": "post_status", "id": f"status:{slug}", "slug": slug, "status": status, "note": ""}
    return {**shown, "not_before": f"{day}T10:00:00Z", "not_after": LOOKED, "seen_at": LOOKED}


def test_what_was_done_is_compared_with_what_the_rules_of_the_day_allowed(folder: Path, run: Runner) -> None:
    (folder / "tracker.ini").write_text("[publish]\npermission = plan\n")
    assert run("archive", "import", write_records(folder / "game.jsonl", old_blog())).code == 0
    found = run("shadow", "--since", "2025-06-01T00:00:00Z", "--json").json
    assert (found["alike"], found["of"]) == (2, 3)
    first, *others = found["matters"]
    assert (first["matter"], first["they"], first["alike"]) == ("odd", "Enacted", False)
    assert "1 FOR" in first["why"]
    assert [each["matter"] for each in others] == ["dry", "wet"]
    shown = run("shadow", "--since", "2025-06-02T00:00:00Z").out
    assert "1 of 2 matters" in shown
    assert "dry" not in shown


def test_without_a_post_there_is_nothing_to_compare(folder: Path, run: Runner) -> None:
    (folder / "tracker.ini").write_text("[publish]\npermission = plan\n")
    done = run("shadow", "--since", "2025-06-01T00:00:00Z")
    assert done.code == 2
    assert "knows no post" in done.err


def test_a_game_whose_admins_set_no_status_has_nothing_to_compare(folder: Path, run: Runner) -> None:
    (folder / "tracker.ini").write_text("[game]\nslug = round10\n[wiki]\nruleset =\n[publish]\npermission = plan\n")
    done = run("shadow", "--since", "2025-06-01T00:00:00Z")
    assert done.code == 2
    assert "no matters whose status admins set" in done.err
