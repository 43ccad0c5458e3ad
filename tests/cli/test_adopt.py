"""Adopting a real ruleset page, whose exact words nobody outside has: each rule is compared once, and never asked about again."""

import re
from pathlib import Path
from typing import Any

import pytest

from tests.app.enacting import RULESET_170
from tests.app.wiring import roster
from tests.cli.commands import Runner, write_records

MOST_ANSWERS = 40
BY = ("--by", "Ada")


def revision(number: int, day: int, text: str) -> dict[str, Any]:
    row = {"kind": "page_revision", "id": f"revision:Ruleset:{number}", "page": "Ruleset", "revision": number}
    return {
        **row,
        "parent": number - 1,
        "editor": "Ada",
        "summary": "",
        "at": f"2019-10-{day:02}T12:00:00Z",
        "text": text,
    }


def worded_otherwise(page: str) -> str:
    """The page with another sentence at the end of each rule and each entry of the glossary."""
    return re.sub(r"(?<=[^=\n])\n(?=\n*[=;])", " That is so.\n", page) + " That is so."


TODAY = (Path(__file__).parents[1] / "games/blognomic/ruleset_today.wikitext").read_text(encoding="utf-8")


@pytest.fixture
def followed(folder: Path, run: Runner) -> Path:
    (folder / "tracker.ini").write_text("[publish]\npermission = plan\n[wiki]\nruleset = Ruleset\n")
    seen(folder, run, roster("2019-10-01T00:00:00Z"), revision(1, 1, worded_otherwise(RULESET_170)))
    return folder


def seen(folder: Path, run: Runner, *rows: dict[str, Any]) -> None:
    done = run("archive", "import", write_records(folder / "game.jsonl", list(rows)))
    assert done.code == 0, done.err


def test_each_rule_stands_beside_what_is_carried_out(followed: Path, run: Runner) -> None:
    left = {each["rule"]: each for each in run("adopt", "Ruleset", "--json").json}
    votes = left["Core Rules/Votes"]
    assert votes["words"].endswith("it is not Popular. That is so.")
    assert "Popular" in votes["clauses"]["BN-045"]
    assert len(left["Appendix/Keywords"]["questions"]) > 10
    shown = run("adopt").out
    assert f"{len(left)} rules wait to be compared" in shown
    assert "BN-045: " in shown


def test_a_page_is_adopted_with_few_answers_and_never_asked_about_again(followed: Path, run: Runner) -> None:
    rules = [each["rule"] for each in run("adopt", "--json").json if not each["rule"].startswith("Dynastic")]
    assert len(rules) <= MOST_ANSWERS
    done = run("adopt", *BY, *(part for rule in rules for part in ("--same", rule)))
    assert done.code == 0, done.err
    assert not [each for each in run("adopt", "--json").json if each["rule"] in rules]
    page = worded_otherwise(RULESET_170)
    other = page.replace("open for voting for at least 12 hours", "open for voting for a good while")
    seen(followed, run, revision(2, 2, other))
    assert [each["rule"] for each in run("adopt", "--json").json if each["rule"] in rules] == [
        "Core Rules/Resolution of Proposals"
    ]
    seen(followed, run, revision(3, 3, page))
    assert not [each for each in run("adopt", "--json").json if each["rule"] in rules]


def test_a_page_of_todays_shape_in_other_words_takes_as_few_answers(folder: Path, run: Runner) -> None:
    (folder / "tracker.ini").write_text("[publish]\npermission = plan\n[wiki]\nruleset = Ruleset\n")
    page = {**revision(1, 1, worded_otherwise(TODAY)), "at": "2025-06-01T12:00:00Z"}
    seen(folder, run, roster("2025-06-01T00:00:00Z"), page)
    left = run("adopt", "--json").json
    assert 0 < len(left) <= MOST_ANSWERS
    assert all(each["words"] for each in left)


def test_what_differs_waits_no_more_and_stays_unverified(followed: Path, run: Runner) -> None:
    assert run("adopt", *BY, "--differs", "Core Rules/Votes").code == 0
    assert "Core Rules/Votes" not in [each["rule"] for each in run("adopt", "--json").json]
    assert "a person says that it differs" in run("status").out


def test_a_rule_that_is_not_found_is_shown_with_what_is_most_like_it(folder: Path, run: Runner) -> None:
    (folder / "tracker.ini").write_text("[publish]\npermission = plan\n[wiki]\nruleset = Ruleset\n")
    page = re.sub(
        r"===Fair Play===\n.*\n",
        "===Good Manners===\nWhoever broke a rule of fair play may be punished.\n",
        RULESET_170,
    )
    page = re.sub(r"(?<=punished\.\n)(\*.*\n)+", "", page)
    assert "should not" not in page.partition("==Dynastic Rules==")[0]
    seen(folder, run, roster("2019-10-01T00:00:00Z"), revision(1, 1, page))
    (fair_play,) = run("adopt", "--json").json
    assert (fair_play["rule"], fair_play["words"]) == ("Core Rules/Fair Play", "")
    assert fair_play["likeliest"] == "Core Rules › Good Manners"


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (("--same", "Core Rules/Votes"), "--by NAME"),
        ((*BY, "--same", "Core Rules/Boats"), "does not wait to be compared"),
        (("Rules of Chess",), "is not the page that is followed"),
    ],
)
def test_what_cannot_be_done_is_told(followed: Path, run: Runner, arguments: tuple[str, ...], told: str) -> None:
    done = run("adopt", *arguments)
    assert done.code == 2
    assert told in done.err


def test_without_a_page_nothing_can_be_compared(folder: Path, run: Runner) -> None:
    (folder / "tracker.ini").write_text("[publish]\npermission = plan\n")
    done = run("adopt")
    assert "tracker tick reads it" in done.err
