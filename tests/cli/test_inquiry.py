"""Commands that answer people: status, explain, questions, decide."""

import html
import re
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from tests.app.wiring import vote
from tests.cli.commands import Runner, write_records
from tracker.core.instants import iso

NOON = "2019-10-01T12:00:00Z"
QUESTION = "comment-edit:Ada-dry_socks"


@pytest.fixture
def asked(archived: Path, run: Runner) -> Path:
    """A game in which a comment was edited, so that a person must decide."""
    edited = {
        **vote("against", "Ada", "dry_socks", NOON),
        "kind": "comment_edited",
        "at": None,
        "not_before": "2019-10-01T11:00:00Z",
        "not_after": "2019-10-01T11:30:00Z",
    }
    run("archive", "import", write_records(archived / "edit.jsonl", [edited]))
    return archived


def test_status_tells_what_there_is(run: Runner, archived: Path) -> None:
    done = run("status")
    assert done.code == 13, "no tick was made"
    assert "dry_socks" in done.out
    assert "No tick was made yet." in done.out
    assert run("status", "--json").json["rows"] == 5


def test_explain_prints_clauses_reasons_votes_and_those_that_do_not_count(run: Runner, archived: Path) -> None:
    out = run("explain", "dry_socks", "--as-of", NOON).out
    assert "matters.dry_socks.popular = no   [BN-0" in out
    assert "Core Rules › Votable Matters" in out
    assert "because 2 FOR, 1 AGAINST" in out
    counted, _, uncounted = out.partition("Votes that do not count")
    assert "Cy     AGAINST" in counted
    assert "Hal-dry_socks: comment, Hal" in uncounted
    assert "NOT_A_PLAYER" in uncounted


def test_explain_speaks_json(run: Runner, archived: Path) -> None:
    case = run("explain", "dry_socks", "--as-of", NOON, "--json").json
    assert case["matter"] == "dry_socks"
    assert case["uncounted"][0]["comment"] == "Hal-dry_socks"


def test_explain_of_a_resolved_matter_heads_with_who_resolved_it(run: Runner, archived: Path) -> None:
    enacted = {
        **{"kind": "post_status", "id": "s", "at": "2019-10-03T12:00:00Z", "slug": "dry_socks"},
        **{"status": "Enacted", "by": "Ada", "note": "Timed out 2-1."},
    }
    run("archive", "import", write_records(archived / "status.jsonl", [enacted]))
    out = run("explain", "dry_socks").out
    assert out.startswith("dry_socks: Proposal, Enacted by Ada at 2019-10-03T12:00:00Z: Timed out 2-1.\n")
    assert "As it stood just before, at 2019-10-03T11:59:59.999999Z: Pending" in out


def test_explain_of_what_is_no_matter(run: Runner, archived: Path) -> None:
    done = run("explain", "dry_sox", "--as-of", NOON)
    assert done.code == 2
    assert "did you mean dry_socks?" in done.err


def test_nothing_to_decide_is_said(run: Runner, archived: Path) -> None:
    assert run("questions", "--as-of", NOON).out == "Nothing waits for a decision.\n"
    assert run("questions", "--as-of", NOON, "--json").json == []


def test_a_question_is_shown_answered_and_opened_again(run: Runner, asked: Path) -> None:
    out = run("questions").out
    assert QUESTION in out
    assert "answers: first, newest; who: admin" in out
    done = run("decide", QUESTION, "newest", "--by", "Wes", "--why", "plain words", "--json")
    assert done.json["answer"] == "newest"
    assert QUESTION not in run("questions").out
    assert run("decide", QUESTION, "--revoke", "--by", "Wes", "--why", "a mistake").out.startswith(QUESTION)
    assert [item["id"] for item in run("questions", "--json").json].count(QUESTION) == 1


def test_what_is_settled_is_gone_from_page_status_and_json(run: Runner, asked: Path) -> None:
    assert run("pages", "--create", "--yes").code == 0
    told = run("status", "--json").json
    assert [(found["code"], found["about"]) for found in told["findings"]] == [("COMMENT_EDITED", "dry_socks")]
    assert re.search(r"COMMENT_EDITED.* dry_socks$", run("status").out, re.MULTILINE)
    before = html.unescape(run("plan").out)
    assert "comment edited" in before
    assert QUESTION in before
    run("decide", QUESTION, "newest", "--by", "Wes", "--why", "plain words")
    told = run("status", "--json").json
    assert (told["findings"], told["questions"]) == ([], 0)
    after = html.unescape(run("plan").out)
    assert "comment edited" not in after
    assert QUESTION not in after


def test_a_decision_wants_name_and_reason(run: Runner, asked: Path) -> None:
    assert run("decide", QUESTION, "newest", "--by", "Wes").code == 2
    done = run("decide", QUESTION, "newest", "--by", "Bo", "--why", "so")
    assert done.code == 2
    assert "who may: Ada, Wes" in done.err


def test_another_answer_says_what_was_decided_before(run: Runner, asked: Path) -> None:
    run("decide", QUESTION, "newest", "--by", "Wes", "--why", "plain words")
    again = run("decide", QUESTION, "newest", "--by", "Ada", "--why", "so")
    assert again.code == 2
    assert "decided so already, by Wes" in again.err
    other = run("decide", QUESTION, "first", "--by", "Ada", "--why", "so")
    assert other.out.startswith("It was decided otherwise before: newest, by Wes (plain words).")


def test_a_changed_clause_is_confirmed(run: Runner, archived: Path) -> None:
    page = (Path(__file__).parents[1] / "games/blognomic/ruleset170.wikitext").read_text(encoding="utf-8")
    revision = {
        "kind": "page_revision",
        "id": "revision:1",
        "at": "2019-10-01T11:00:00Z",
        "page": "Ruleset",
        "revision": 1,
    }
    revision |= {
        "parent": 0,
        "editor": "Ada",
        "summary": "",
        "text": page.replace("exceed or equal Quorum", "exceed Quorum"),
    }
    run("archive", "import", write_records(archived / "page.jsonl", [revision]))
    done = run("confirm", "BN-046", "--by", "Ada", "--why", "read it", "--json")
    assert [decision["question"] for decision in done.json] == ["confirm-clause:BN-046"]
    mark = next(
        item["mark"] for item in run("questions", "--json").json if item["id"] == "confirm-rule:Core Rules/Votes"
    )
    assert f"; wording {mark}" in run("questions").out
    words = ("--by", "Ada", "--why", "read it")
    for stale in (("confirm", "--rule", "Votes"), ("decide", "confirm-rule:Core Rules/Votes", "yes")):
        refused = run(*stale, "--wording", "0123456789ab", *words)
        assert (refused.code, f"it is now --wording {mark}" in refused.err) == (2, True)
    out = run("confirm", "--rule", "Votes", "--wording", mark, *words).out
    assert out == "confirm-rule:Core Rules/Votes: confirmed; the next tick takes it in\n"
    assert "confirm-rule:Core Rules/Votes" not in run("questions").out
    refused = run("confirm", "BN-999", "--by", "Ada", "--why", "read it")
    assert (refused.code, "there is no clause 'BN-999'" in refused.err) == (2, True)


def test_status_tells_when_a_matter_changes_apart_from_when_it_looks_again(run: Runner, archived: Path) -> None:
    run("tick")
    out, told = run("status").out, run("status", "--json").json
    change = min(matter["next_change_at"] for matter in told["matters"])
    assert told["next_change_at"] == change
    assert f"Next change by itself: {change}.\n" in out
    assert f"Next look: {told['next_instant']}; " in out
    assert "next look: " in run("tick").out


def test_status_shows_what_follows_from_a_finding_below_it(run: Runner, archived: Path) -> None:
    lately = iso(datetime.now(UTC) - timedelta(hours=1))
    enacted = {
        **{"kind": "post_status", "id": "s", "at": lately, "slug": "dry_socks"},
        **{"status": "Enacted", "by": "Ada", "note": "5-0. Enacted by Ada."},
    }
    run("archive", "import", write_records(archived / "status.jsonl", [enacted]))
    told = [(each["code"], each["below"]) for each in run("status", "--json").json["findings"]]
    assert told[0] == ("STATUS_WITHOUT_GROUND", False)
    assert {code for code, below in told if below} >= {"NOT_OLDEST", "TALLY_DIFFERS"}
    lines = [line for line in run("status").out.splitlines() if "BN-" in line]
    assert lines[0].startswith("STATUS_WITHOUT_GROUND")
    assert all(line.startswith("  ") for line in lines[1:])
