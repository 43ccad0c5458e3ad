"""The five rulesets as wiki pages: each loads, prints back byte for byte, and holds the rule of each of its clauses."""

import re
import tomllib
from pathlib import Path

import pytest

from tests.mechanics.span_checks import check_nesting, is_within
from tracker.errors import RuleError
from tracker.mechanics.enacting.instructions import RuleName
from tracker.mechanics.ruleset.ruletext import blocks
from tracker.mechanics.ruleset.ruletree import RuleNode, parse_rules

TESTS = Path(__file__).parents[1]
PAGES = {
    "blognomic": TESTS / "games" / "blognomic" / "ruleset170.wikitext",
    **{name: TESTS / "rulesets" / f"{name}.wikitext" for name in ("aeternus", "ducks", "nomicoup", "round-10")},
}
RULES = {"blognomic": 51, "aeternus": 70, "ducks": 24, "nomicoup": 57, "round-10": 25}
"""How many headings each page has."""
NUMBERED = ("aeternus", "nomicoup")
"""The pages whose headings bear numbers."""

SHORTENED = {
    "3.1.1 Urgent": "3.1.1 Urgent Class Proposal",
    "3.1.2 Standard": "3.1.2 Standard Class Proposal",
    "Proposals › Urgent": "Proposals › Urgent Class Proposal",
    "Proposals › Standard": "Proposals › Standard Class Proposal",
}
"""Where a checklist calls a rule by less than its title."""


def page_of(game: str) -> str:
    return PAGES[game].read_text(encoding="utf-8")


def clauses_of(game: str) -> dict[str, str]:
    return tomllib.loads((TESTS / "rulesets" / f"{game}.toml").read_text(encoding="utf-8"))


def terms_of(rule: RuleNode) -> set[str]:
    found = [block for block in blocks(rule.page, rule.own) if block.kind == "term"]
    return {rule.page[block.text.start : block.text.end] for block in found}


def rules_of_clause(rules: RuleNode, path: str) -> list[RuleNode]:
    """The rules that a checklist's path names: titles from the section down, a number with its title, or numbers."""
    path = re.sub(r" \([^()]*\)$", "", SHORTENED.get(path, path))
    if " › " in path:
        *above, title = path.split(" › ")
        return [rules.look_up(RuleName(title, above=tuple(above))).node]
    return [rules.find(name) for name in path.split(" / ")]


@pytest.mark.parametrize("game", PAGES)
def test_a_ruleset_loads_and_prints_back_byte_for_byte(game: str) -> None:
    page = page_of(game)
    rules = parse_rules(page)
    assert len(list(rules.walk())) == RULES[game]
    assert rules.printed().encode() == PAGES[game].read_bytes()
    check_nesting(rules)


@pytest.mark.parametrize("game", PAGES)
def test_each_clause_of_the_checklist_finds_its_rule(game: str) -> None:
    rules = parse_rules(page_of(game))
    for clause, path in clauses_of(game).items():
        for rule in rules_of_clause(rules, path):
            assert rule.own.start > rule.heading.start, clause


@pytest.mark.parametrize("game", PAGES)
def test_a_rule_is_found_by_the_whole_path_and_by_number_and_title(game: str) -> None:
    rules = parse_rules(page_of(game))
    for rule in rules.walk():
        number = ".".join(rule.id_path if game in NUMBERED else rule.number_parts)
        assert rules.look_up(RuleName(rule.title, number, rule.path[:-1])).node is rule
        assert not number or any(node is rule for node in rules.numbered(number))


def test_the_glossary_holds_each_term_that_a_clause_names() -> None:
    rules = parse_rules(page_of("blognomic"))
    terms = {re.split(r"[/(]", term)[0].strip() for term in terms_of(rules.find("Keywords"))}
    wanted = set()
    for path in clauses_of("blognomic").values():
        named = re.search(r"Keywords \(([^()]*)\)$", path)
        wanted |= set(named[1].split(", ")) if named else set()
    assert len(wanted) == 33
    assert wanted - terms == set()


@pytest.mark.parametrize(
    ("game", "path", "meant"),
    [
        ("round-10", "Urgent Class Proposals", "Proposals › Urgent Class Proposal"),
        ("aeternus", "3.1.1 Urgent Class", "3.1.1 - Urgent Class Proposal"),
    ],
)
def test_a_clause_that_calls_its_rule_by_less_is_answered_with_the_rule(game: str, path: str, meant: str) -> None:
    with pytest.raises(RuleError, match=re.escape(meant)):
        parse_rules(page_of(game)).find(path)


# --- what the pages hold that trees trip over


def test_two_rules_of_one_number_are_told_apart_by_their_titles() -> None:
    rules = parse_rules(page_of("aeternus"))
    assert [rule.title for rule in rules.numbered("2.1.2")] == ["Leaving", "Influence"]
    assert rules.find("2.1.2 - Influence").title == "Influence"
    assert rules.look_up(RuleName("", number="2.1.2")).fault == "RULE_DOUBLED"


def test_a_heading_of_a_wrong_level_keeps_its_own_number() -> None:
    rules = parse_rules(page_of("aeternus"))
    dunes = rules.find("6.4.2 - Deceased Dunes")
    assert dunes.path == ("Actions", "Forage", "Meadow", "Deceased Dunes")
    assert dunes.id_path == ("6", "4", "2")


def test_rules_of_one_title_are_told_apart_by_number_or_by_what_is_above() -> None:
    rules = parse_rules(page_of("aeternus"))
    assert rules.look_up(RuleName("Meadow")).fault == "RULE_DOUBLED"
    assert rules.look_up(RuleName("Meadow", above=("Forage",))).node.id_path == ("6", "4", "1")
    assert rules.look_up(RuleName("Meadow", section="World")).node.id_path == ("5", "3", "1", "1")


def test_number_and_title_of_two_rules_name_both() -> None:
    answer = parse_rules(page_of("aeternus")).look_up(RuleName("Biomes", number="5.3.2"))
    assert answer.fault == "NUMBER_DISAGREES"
    assert "5.3.1 - Biomes" in answer.detail
    assert "5.3.2 - Landmarks" in answer.detail


def test_id_and_title_paths_of_nomicoup() -> None:
    rules = parse_rules(page_of("nomicoup"))
    captain = rules.at(["4 - Coup", "4.6 - Characters", "Captain"])
    assert (captain.id_path, captain.path) == (("4", "6", "3"), ("Coup", "Characters", "Captain"))
    assert rules.find("4.6.3") is captain
    assert rules.look_up(RuleName("Conflicts", above=("Propositions", "Types"))).node.id_path == ("5", "2", "4")


def test_tables_and_steps_are_blocks_of_their_rules() -> None:
    rules = parse_rules(page_of("round-10"))
    cards = rules.find("Cards")
    kinds = [block.kind for block in blocks(cards.page, cards.own) if block.kind != "blank"]
    assert kinds == [
        *["paragraph", "paragraph", "table", "paragraph", "table", "paragraph"],
        "item",
        "item",
        *["table"] * 2,
    ]
    assert [block.marker for block in blocks(cards.page, cards.own) if block.kind == "item"] == ["#", "#"]


# --- BN-204: rule, sibling rule, subrule


def test_a_rule_has_its_subrules_with_it_and_a_subrule_neither_parent_nor_siblings() -> None:
    rules = parse_rules(page_of("blognomic"))
    island, wreck = rules.find("The Island"), rules.find("The Wreck")
    assert [rule.title for rule in island.walk()] == [
        *("The Beach", "The Wreck", "Mac’s Cave", "The Mountain", "The Clearing", "The Cessna", "The Outpost")
    ]
    siblings = [rule for rule in rules.at(wreck.path[:-1]).children if rule is not wreck]
    assert [rule.title for rule in siblings] == [
        *("The Beach", "Mac’s Cave", "The Mountain", "The Clearing", "The Cessna", "The Outpost")
    ]
    assert "Little Mac" in island.whole_text
    assert "Little Mac" not in wreck.whole_text
    assert not any(is_within(rule.whole, wreck.whole) for rule in [island, *siblings])


def test_each_numbered_section_is_a_rule() -> None:
    rules = parse_rules(page_of("blognomic"))
    assert [rule.title for rule in rules.numbered("2.2.1")] == ["The Beach"]
    assert [rule.title for rule in rules.numbered("3.1")] == ["Tags [Active]"]
