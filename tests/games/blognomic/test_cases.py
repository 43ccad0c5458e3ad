"""Runs every situation of BlogNomic through a replay, and holds the case files to their form."""

import re
from collections import Counter
from pathlib import Path

import pytest

from tests.games.situations import ABSENT, Case, check, read_cases, records
from tracker.app.asking.replay import replay_records
from tracker.games.blognomic.codes import CODES

HERE = Path(__file__).parent
CLAUSES = HERE.parents[2] / "tracker" / "games" / "blognomic" / "clauses.toml"
TODAY = CLAUSES.with_name("clauses_today.toml")
CASES = [case for path in sorted(HERE.glob("cases/*.toml")) for case in read_cases(path)]
TOP = {
    *("players", "quorum", "emperor", "hiatus", "dormant", "oldest_pending", "queue"),
    *("roster", "matters"),
}
OF_DYNASTY = {
    *(
        "today",
        "locations",
        "totals",
        "plants",
        "conditions",
        "rescued",
        "victory",
        "complexity",
        "exhausted",
        "found_mac",
    ),
}
OF_PLAYER = {
    *("status", "admin", "emperor", "idle_since", "last_post_or_comment", "may_be_idled_from"),
}
OF_CHANGE = {"at", "revision", "editor", "summary", "kind", "change", "ground", "matters"}
OF_KEYWORD = {"source", "text", "superseded"}
OF_MATTER = {
    *("kind", "official", "state", "tags", "for", "against", "deferential_unresolved", "valid"),
    *("votes", "evc", "resolves_as", "popular", "unpopular", "self_killed", "vetoed", "allowed"),
    *("next_change_at", "uncounted", "not_voted", "unread", "quorum", "counted", "edition"),
}
OF_ASCENSION = {
    *("slug", "theme", "terms", "keep", "repeal", "inactive", "gamestate_page", "confirmed", "done_at"),
}

every_case = pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case.chapter}: {case.name}")


@every_case
def test_situation(case: Case) -> None:
    printed = replay_records("blognomic", records(case), case.instants)
    if differences := check(case, printed):
        pytest.fail("\n".join(differences), pytrace=False)


@every_case
def test_case_can_be_read_and_can_fail(case: Case) -> None:
    identities = Counter(record["id"] for record in records(case) if not record["kind"].startswith("comment_"))
    assert max(identities.values()) == 1, "an id is given twice"
    assert any(expect.can_fail() for expect in case.expects), "nothing is expected"


@every_case
def test_case_names_only_clauses_that_exist(case: Case) -> None:
    known = set(re.findall(r"BN(?:26)?-\d{3}", CLAUSES.read_text(encoding="utf-8") + TODAY.read_text(encoding="utf-8")))
    named = {clause for expect in case.expects for clause in _clauses(expect.findings)}
    named |= {refusal.split()[2] for refusal in case.refused if refusal.count(" ") > 1}
    assert case.clauses
    assert {*case.clauses, *named} <= known


@every_case
def test_case_names_only_codes_that_exist(case: Case) -> None:
    named = {finding.split()[0] for expect in case.expects for finding in (*expect.findings, *expect.no_findings)}
    named |= {refusal.split()[1] for refusal in case.refused}
    assert named <= set(CODES)


@every_case
def test_case_expects_only_values_that_are_printed(case: Case) -> None:
    for expect in case.expects:
        for path, value in expect.values.items():
            assert _is_printed(path), f"no such value: {path}"
            assert value == ABSENT or value is not None


def test_each_case_has_a_name_of_its_own() -> None:
    names = Counter(case.name for case in CASES)
    assert [name for name, count in names.items() if count > 1] == []


def _clauses(findings: tuple[str, ...]) -> list[str]:
    return [finding.split()[1] for finding in findings if " " in finding]


def _is_printed(path: str) -> bool:
    parts = path.split(".")
    if parts[0] == "roster" and len(parts) > 1:
        return parts[2:] == [] or (len(parts) == 3 and parts[2] in OF_PLAYER)
    if parts[0] == "matters" and len(parts) > 1:
        return parts[2:] == [] or parts[2] in OF_MATTER
    if parts[0] in ("values", *OF_DYNASTY):
        return len(parts) <= (3 if parts[0] == "values" else 2)
    if parts[0] == "keywords":
        return parts[2:] == [] or (len(parts) == 3 and parts[2] in OF_KEYWORD)
    if parts[0] == "ascension":
        return parts[1:] == [] or parts[1] in OF_ASCENSION
    if parts[0] == "rule_history" and len(parts) > 1:
        return parts[2:] == [] or (len(parts) == 4 and parts[3] in OF_CHANGE)
    return parts[0] in TOP and len(parts) == 1
