"""What holds of the situations of every chat game: each agrees with its replay, can fail, and names only what exists."""

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest

from tests.games.chat_stories import ChatCase, check, read_cases, records
from tracker.app.asking.replay import replay_records
from tracker.core.clause import Parameter


def cases_of(test_file: str, game: str) -> tuple[ChatCase, ...]:
    """Every case of the folder ``cases`` beside a game's test file."""
    paths = sorted((Path(test_file).parent / "cases").glob("*.toml"))
    return tuple(case for path in paths for case in read_cases(path, game))


class Situations:
    """The laws of a game's situations: a game's tests are a subclass that says whose they are."""

    cases: Sequence[ChatCase]
    clauses: Collection[str]
    codes: Collection[str]
    switches: Sequence[Parameter[str]]

    def test_situation(self, case: ChatCase) -> None:
        told = records(case)
        last = max(str(record.get("at") or record["not_after"]) for record in told)
        if differences := check(case, self.replayed(case, told, [*case.instants, last])):
            pytest.fail("\n".join(differences), pytrace=False)

    def replayed(self, case: ChatCase, told: Sequence[Mapping[str, Any]], instants: Sequence[str]) -> Mapping[str, Any]:
        """What a replay prints of a story."""
        return replay_records(case.game, told, instants)

    def test_case_can_fail(self, case: ChatCase) -> None:
        assert any(expect.can_fail() for expect in case.expects) or case.events or case.refused, "nothing is expected"

    def test_case_names_only_clauses_and_codes_that_exist(self, case: ChatCase) -> None:
        findings = [finding for expect in case.expects for finding in (*expect.findings, *expect.no_findings)]
        named = {*case.clauses, *(finding.split()[1] for finding in findings if " " in finding)}
        named |= {refusal.split()[2] for refusal in case.refused if refusal.count(" ") > 1}
        assert case.clauses
        assert named <= set(self.clauses)
        codes = {finding.split()[0] for finding in findings} | {refusal.split()[1] for refusal in case.refused}
        assert codes <= set(self.codes)

    def test_each_case_has_a_name_of_its_own(self) -> None:
        names = Counter((case.chapter, case.name) for case in self.cases)
        assert [name for name, count in names.items() if count > 1] == []

    def test_every_switch_is_turned_in_some_situation(self, switch: Parameter[str]) -> None:
        told = (record for case in self.cases for record in records(case) if record["kind"] == "setting")
        turned = {record["value"] for record in told if record["name"] == switch.name}
        assert set(switch.choices) - {switch.values[0].value} <= turned


def each_case_and_switch(metafunc: pytest.Metafunc) -> None:
    """Give every test of ``Situations`` that asks for one each case, or each switch, of its game."""
    suite = metafunc.cls
    if suite is not None and issubclass(suite, Situations):
        if "case" in metafunc.fixturenames:
            metafunc.parametrize("case", suite.cases, ids=lambda case: f"{case.chapter}: {case.name}")
        if "switch" in metafunc.fixturenames:
            metafunc.parametrize("switch", suite.switches, ids=lambda switch: switch.name)


def switches_of(parameters: Mapping[str, Parameter[str]]) -> list[Parameter[str]]:
    """The parameters that stand at one of several readings."""
    return [parameter for parameter in parameters.values() if parameter.choices]
