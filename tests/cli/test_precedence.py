"""The command that puts two clauses side by side."""

from pathlib import Path

import pytest

from tests.cli.commands import Runner


def test_precedence_shows_both_parts_the_order_and_what_people_decide(run: Runner, archived: Path) -> None:
    done = run("precedence", "BN-148", "Calls for Judgement")
    assert done.code == 0
    assert "Dynastic Rules" in done.out
    assert "BN-261: neither or both stand in the Appendix" in done.out
    assert "First: Calls for Judgement" in done.out
    assert "whether BN-148, Complexity and Calls for Judgement contradict each other" in done.out


def test_precedence_takes_what_people_say_of_scope_and_sign(run: Runner, archived: Path) -> None:
    told = ("precedence", "Workdays", "Construction", "--json")
    assert run(*told).json["prevails"] == ""
    assert run(*told, "--narrower", "second").json["prevails"] == "second"
    assert run(*told, "--narrower", "same", "--negative", "first").json["prevails"] == "first"
    assert "a person decides" in run("precedence", "Workdays", "Construction").out


@pytest.mark.parametrize("names", [("Nothing", "Workdays"), ("Workdays", "BN-999")])
def test_precedence_refuses_what_is_no_rule(run: Runner, archived: Path, names: tuple[str, str]) -> None:
    done = run("precedence", *names)
    assert done.code == 2
    assert "no rule is called" in done.err


@pytest.mark.parametrize(
    ("names", "said"),
    [
        (("Workdays", "Workdays"), "'Workdays' is one and the same rule, 'Workdays': no rule goes before itself"),
        (("Workdays", "workdays"), "'Workdays' and 'workdays' stand in one and the same rule"),
        (("BN-148", "BN-148"), "'BN-148' is one and the same rule, 'Complexity'"),
        (("BN-148", "Complexity"), "'BN-148' and 'Complexity' stand in one and the same rule, 'Complexity'"),
        (("BN-261", "BN-263"), "stand in one and the same rule, 'Prioritisation'"),
    ],
)
def test_precedence_compares_no_rule_with_itself(
    run: Runner, archived: Path, names: tuple[str, str], said: str
) -> None:
    done = run("precedence", *names)
    assert done.code == 2
    assert said in done.err
    assert "name two rules that contradict each other" in done.err
