"""Following the law at work: what somebody did to the ruleset page between two ticks, and what the next tick makes of it."""

from pathlib import Path

import pytest

from tests.app.enacting import RULESET_170, World, socks
from tracker.app.asking.inquiry import gamestate_at
from tracker.app.enacting.enact import prospect
from tracker.app.people.deciding import confirm

MAJORITY = "more valid Votes cast on it are FOR than are AGAINST"
STATE_OF_PLAY = "Tracker/State of play"


@pytest.fixture
def world(tmp_path: Path) -> World:
    """Ruleset 170 on a wiki, and our pages beside it."""
    made = World(tmp_path, base=RULESET_170)
    made.tell(*socks())
    made.tick()
    made.make_pages()
    made.tick(5)
    return made


def in_doubt(world: World) -> set[str]:
    return set(gamestate_at(world.tracker()).detail.clauses_in_doubt)


def test_a_confirmation_is_of_the_wording_that_was_seen(world: World) -> None:
    seen, unseen = (RULESET_170.replace(MAJORITY, f"{word} {MAJORITY}", 1) for word in ("many", "not"))
    world.edit("Ruleset", seen, by="Bo")
    world.tick(5)
    assert "BN-046" in in_doubt(world)
    world.clock.pass_minutes(1)
    world.edit("Ruleset", unseen, by="Bo")
    world.clock.pass_minutes(1)
    confirm(world.tracker(), [], ["Votes"], by="Ada", why="read it")
    assert "BN-046" not in in_doubt(world)
    world.tick(5)
    assert "BN-046" in in_doubt(world)


@pytest.mark.parametrize(
    "defaced",
    [
        RULESET_170.replace("Proposal", "Poop"),
        RULESET_170.replace(" may ", " must "),
        RULESET_170[: len(RULESET_170) // 2],
        "",
        "poop",
    ],
    ids=["a word", "another word", "half of it", "blank", "nothing of it"],
)
def test_a_page_that_was_defaced_and_put_back_leaves_nothing_held(world: World, defaced: str) -> None:
    before = world.page(STATE_OF_PLAY)
    world.edit("Ruleset", defaced, by="Bo")
    world.tick(5)
    assert world.page(STATE_OF_PLAY) != before
    world.edit("Ruleset", RULESET_170, by="Ada on wiki", summary="Undo")
    report = world.tick(5)
    assert (report.exit_code, report.plan.held if report.plan else ()) == (0, ())
    assert "Rules in doubt" not in world.page(STATE_OF_PLAY)


def test_a_draft_on_a_page_with_unexplained_changes_says_so(world: World) -> None:
    assert prospect(world.tracker(), "dry_socks").shown.checks == ()
    revision = world.edit("Ruleset", RULESET_170.replace("Proposal", "Poop"), by="Bo")
    world.tick(5)
    (told,) = prospect(world.tracker(), "dry_socks").shown.checks
    assert told == f"nothing known explains what stands on the ruleset page by revision {revision}: see the findings"
    world.edit("Ruleset", RULESET_170, by="Ada on wiki", summary="Undo")
    world.tick(5)
    assert prospect(world.tracker(), "dry_socks").shown.checks == ()


def test_a_heading_changed_and_put_back_is_wholly_explained(world: World) -> None:
    world.edit("Ruleset", RULESET_170.replace("===Votes===", "===Ballots==="), by="Bo", summary="rename")
    world.tick(5)
    world.edit("Ruleset", RULESET_170, by="Ada on wiki", summary="Undo")
    world.tick(5)
    found = [
        finding.is_note for finding in gamestate_at(world.tracker()).findings if finding.code == "UNEXPLAINED_CHANGE"
    ]
    assert found == [True]
    assert not [asked for asked in gamestate_at(world.tracker()).questions if asked.id.startswith("change-ground:")]
