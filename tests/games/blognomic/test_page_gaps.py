"""The ruleset page beside the gamestate: what actions explain, what nobody wrote down, and what differs, case by case."""

import json
import tomllib
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from tests.each import of_each
from tests.games.blognomic.audit_pages import NOON, sample_audit
from tests.games.blognomic.island_rulings import opening
from tests.games.blognomic.ruleset_stories import PAGE
from tests.games.blognomic.stories import folded, looked_at
from tests.games.blognomic.test_audit_view import tables, text
from tests.games.blognomic.test_rule_values import LISTED, PEOPLE, edited, moved, replaced
from tests.render.hostile import FRAGMENTS
from tracker.games.blognomic.moment import Moment
from tracker.games.blognomic.pages.audit_view import GapView, view_of

CASES = tomllib.loads((Path(__file__).parent / "page_gaps.toml").read_text(encoding="utf-8"))["case"]
DAY = "2019-09-20"
FIELDS = {"name", "page", "settings", "values", "lines", "edits", "at", "findings", "no_findings", "apart"}


def page_of(case: dict[str, Any]) -> str:
    page = PAGE
    for change in case.get("page", ()):
        page = replaced(page, change["old"], change["new"])
    return page


def story(case: dict[str, Any]) -> str:
    """The case as lines: a stated dynasty, the page at nine, then lines and edits by their instants, lines first."""
    page = page_of(case)
    told = [opening(*LISTED, *case.get("values", ()), roster=PEOPLE), edited(1, "09:00", page)]
    told += [f"{DAY} 00:00:01 setting {name} {json.dumps(value)}" for name, value in case.get("settings", {}).items()]
    late = [f"{DAY} {line}" for line in case.get("lines", ())]
    for number, edit in enumerate(case.get("edits", ()), start=2):
        page = moved(edit["move"], page) if "move" in edit else replaced(page, edit["old"], edit["new"])
        late.append(edited(number, edit["at"][:5], page, edit["by"]))
    return "\n".join(sorted(told) + sorted(late, key=lambda line: line[:19]))


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["name"])
def test_the_page_beside_the_gamestate(case: dict[str, Any]) -> None:
    assert set(case) <= FIELDS
    done = folded(story(case), case.get("at", f"{DAY} 12:00:00"))
    state = looked_at(done)
    found = {code for each in state.findings for code in (each.code, f"{each.code} {each.clause}")}
    assert set(case.get("findings", ())) <= found
    assert not set(case.get("no_findings", ())) & found
    view = view_of(Moment.at(done.state, done.as_of, {}))
    assert view is not None
    apart = [f"{gap.player} {gap.variable}: {gap.computed} / {gap.shown}" for gap in view.apart]
    assert apart == case.get("apart", [])
    assert not apart or not view.is_in_step


def test_it_is_told_at_the_instant_that_the_game_names() -> None:
    case = next(case for case in CASES if case["name"].startswith("within that day"))
    done = folded(story(case), case["at"])
    assert str(looked_at(done).next_instant) == "2019-09-21 10:00:01+00:00"


def test_the_finding_tells_both_values_and_the_line_that_made_the_difference() -> None:
    case = next(case for case in CASES if case["name"].startswith("an effect that nobody"))
    state = looked_at(folded(story(case), case["at"]))
    (found,) = [each for each in state.findings if each.code == "NOT_ON_PAGE"]
    assert "Gain 2 SP and gain 1 HSR." in found.text
    assert "Effect unknown." in found.text
    assert found.observations[0] == "f1"


@pytest.mark.parametrize(
    ("name", "told"),
    [
        (
            "another effect than the die gives stays unexplained",
            "from Purple Fruit: Effect unknown. to Purple Fruit: Gain 2 SP and gain 1 HSR.: no action of the rules",
        ),
        ("a total written down wrongly", "Bonfire total of the game from 15 to 19: no action of the rules"),
        ("a name struck where its bearer left and written nowhere", "Location of pokes from The Beach to blank: "),
    ],
)
def test_an_edit_of_a_rule_is_told_in_words(name: str, told: str) -> None:
    case = next(case for case in CASES if case["name"] == name)
    state = looked_at(folded(story(case), f"{DAY} 12:00:00"))
    texts = [each.text for each in state.findings if each.code == "UNEXPLAINED_CHANGE"]
    assert any(told in text for text in texts)
    assert not any("{" in text or text.endswith(": ") for text in texts)


def test_a_page_on_which_no_correction_can_be_worked_out_is_read_all_the_same() -> None:
    start, end = (
        PAGE.index("A Castaway in the Clearing may take a Date Action to Forage"),
        PAGE.index("====The Cessna===="),
    )
    page = PAGE[:start] + PAGE[end:]  # the Plants are the last list now, where names should be
    lines = '2019-09-20 09:30:00 Astimageon logs "uproot Orange Leaf" as u1'
    told = [opening(*LISTED, roster=PEOPLE), edited(1, "09:00", page), lines]
    told.append(edited(2, "10:00", replaced(page, "Silver Bark: Effect unknown.", "Silver Bark: Win."), "Ada"))
    state = looked_at(folded("\n".join(told), f"{DAY} 12:00:00"))
    assert "UNEXPLAINED_CHANGE BN-003" in {f"{each.code} {each.clause}" for each in state.findings}


@of_each(["plain", *FRAGMENTS])
def test_the_page_of_the_audit_shows_both_values_and_no_text_leaves_its_cell(odd: str) -> None:
    gap = GapView(NOON, f"a {odd} b", f"a {odd} b", f"a {odd} b", f"a {odd} b", f"a {odd} b", "BN-126")
    view = replace(sample_audit(), edits=(), apart=(gap,))
    assert tables(view) == [(6, {6}), (6, {6})]
    assert "in step" not in text(view)
