"""Runs every situation of BlogNomic through a replay, and holds the case files to their form."""

import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.games.situations import Case, check, read_cases, records
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

KNOWN_CLAUSES = set(
    re.findall(r"BN(?:26)?-\d{3}", CLAUSES.read_text(encoding="utf-8") + TODAY.read_text(encoding="utf-8"))
)


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case.chapter}: {case.name}")
def test_situation(case: Case) -> None:
    printed = replay_records("blognomic", records(case), case.instants)
    if differences := check(case, printed):
        pytest.fail("\n".join(differences), pytrace=False)


@pytest.mark.parametrize("chapter", sorted({case.chapter for case in CASES}))
def test_cases_can_fail_and_name_only_what_exists(chapter: str) -> None:
    found = (f"{case.name}: {fault}" for case in CASES if case.chapter == chapter for fault in _faults(case))
    assert list(found) == []


def _faults(case: Case) -> Iterator[str]:
    """What is wrong with the form of a case."""
    identities = Counter(record["id"] for record in records(case) if not record["kind"].startswith("comment_"))
    if max(identities.values()) > 1:
        yield "an id is given twice"
    if not any(expect.can_fail() for expect in case.expects):
        yield "nothing is expected"
    named = {clause for expect in case.expects for clause in _clauses(expect.findings)}
    named |= {refusal.split()[2] for refusal in case.refused if refusal.count(" ") > 1}
    if not case.clauses:
        yield "it names no clause"
    yield from (f"no such clause: {clause}" for clause in {*case.clauses, *named} - KNOWN_CLAUSES)
    codes = {finding.split()[0] for expect in case.expects for finding in (*expect.findings, *expect.no_findings)}
    codes |= {refusal.split()[1] for refusal in case.refused}
    yield from (f"no such code: {code}" for code in codes - set(CODES))
    values = ((path, value) for expect in case.expects for path, value in expect.values.items())
    yield from (f"no such value: {path}" for path, value in values if not _is_printed(path) or value is None)


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
