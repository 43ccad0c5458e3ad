"""The demo from end to end: every thing that it shows off is on the pages."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from html import unescape
from pathlib import Path
from typing import Any

import pytest

from tracker.config import load_settings
from tracker.demo.show import CONFIG_FILE, StoryClock, show
from tracker.demo.story import FORTNIGHT, read_story
from tracker.errors import UsageError
from tracker.wiki.directory import DirectoryWiki

START = datetime(2026, 3, 2, tzinfo=UTC)
TITLES = [
    *(f"Tracker/{name}" for name in ("Votable matters", "Evidence", "Roster", "State of play", "Resolutions")),
    *(f"Tracker/{name}" for name in ("Enactment drafts", "Enactment log", "Rule history")),
    *("Ruleset", "Ruleset 8", "The Third Dynasty of Juniper"),
]


@dataclass(frozen=True)
class Moment:
    """What one tick of the demo left: its outcome, the gamestate's values, findings, decisions, and the pages' text."""

    as_of: datetime
    outcome: str
    exit_code: int
    values: dict[str, Any]
    findings: frozenset[str]
    decided: tuple[str, ...]
    enacted: tuple[str, ...]
    pages: dict[str, str]

    def matter(self, slug: str) -> dict[str, Any]:
        found: dict[str, Any] = self.values["matters"].get(slug, {})
        return found

    def page(self, name: str) -> str:
        """The text that people see of the page of that name, without markup."""
        return " ".join(unescape(re.sub(r"<[^>]*>|'''|&nbsp;", " ", self.pages[f"Tracker/{name}"])).split())


@pytest.fixture(scope="module")
def moments(tmp_path_factory: pytest.TempPathFactory) -> list[Moment]:
    folder = tmp_path_factory.mktemp("demo")
    wiki = DirectoryWiki(folder / "wiki", StoryClock(START))
    return [
        Moment(
            shown.gamestate.as_of,
            shown.report.outcome,
            shown.report.exit_code,
            dict(shown.gamestate.values),
            frozenset(finding.code for finding in shown.gamestate.findings),
            tuple(made.payload["question"] for made in shown.decided),
            tuple(slug for slug, _ in shown.enacted),
            {title: page.text for title, page in wiki.fetch(TITLES).items()},
        )
        for shown in show(read_story(FORTNIGHT), folder)
    ]


def first(moments: list[Moment], fits: Callable[[Moment], object]) -> Moment:
    """The first tick of which something holds."""
    found = next((moment for moment in moments if fits(moment)), None)
    assert found is not None, "no tick of the demo shows this"
    return found


def test_every_tick_ends_well(moments: list[Moment]) -> None:
    assert {moment.exit_code for moment in moments} == {0}
    assert {moment.outcome for moment in moments} <= {"applied", "idle", "in step"}
    assert len(moments) == len(read_story(FORTNIGHT).ticks)


def test_a_timeout_is_shown(moments: list[Moment]) -> None:
    waiting = first(moments, lambda moment: moment.matter("tide_tables").get("against") == 1)
    assert waiting.matter("tide_tables")["next_change_at"] == "2026-03-04T09:00:00Z"
    assert "2026-03-04 09:00 UTC" in waiting.page("Votable matters")
    done = first(moments, lambda moment: moment.matter("tide_tables").get("state") == "Enacted")
    assert "Timed out 2 votes to 1" in done.page("Resolutions")


def test_a_quorum_is_shown(moments: list[Moment]) -> None:
    moment = first(moments, lambda moment: moment.matter("lanterns_lit").get("popular") is True)
    assert moment.matter("lanterns_lit")["for"] == moment.values["quorum"] == 5
    assert "5 FOR" in moment.page("Votable matters")
    assert "quorum 5" in moment.page("Votable matters")


def test_a_deferential_is_shown_resolved(moments: list[Moment]) -> None:
    moment = first(moments, lambda moment: moment.matter("ask_the_harbourmaster").get("resolves_as"))
    assert moment.matter("ask_the_harbourmaster")["resolves_as"] == dict.fromkeys(
        ("Quill", "Oddfellow", "Tansy"), "FOR"
    )
    assert "DEFERENTIAL" in moment.page("Evidence")
    assert "FOR" in moment.page("Evidence")


def test_a_self_kill_is_shown(moments: list[Moment]) -> None:
    moment = first(moments, lambda moment: moment.matter("gull_tax").get("self_killed"))
    assert "self-killed" in moment.page("Votable matters")


def test_a_veto_is_shown(moments: list[Moment]) -> None:
    moment = first(moments, lambda moment: moment.matter("free_rum").get("vetoed"))
    assert moment.matter("free_rum")["allowed"] == ["fail"]
    assert "vetoed" in moment.page("Votable matters")


def test_an_idling_that_changes_the_quorum_is_shown(moments: list[Moment]) -> None:
    before = first(moments, lambda moment: moment.matter("mooring_rights"))
    after = first(moments, lambda moment: moment.values["roster"].get("Fern", {}).get("status") == "idle")
    assert (before.values["quorum"], after.values["quorum"]) == (5, 4)
    assert (before.matter("mooring_rights")["popular"], after.matter("mooring_rights")["popular"]) == (False, True)
    assert "quorum 4" in after.page("Votable matters").lower()
    assert "idle" in after.page("Roster")


def test_a_declaration_of_victory_with_its_hiatus_is_shown(moments: list[Moment]) -> None:
    moment = first(moments, lambda moment: "DOV" in moment.values["hiatus"])
    assert moment.matter("the_bell_rings_thrice")["kind"] == "Declaration of Victory"
    assert "hiatus" in moment.page("State of play").lower()
    assert "hiatus" in moment.page("Votable matters").lower()
    crowned = first(moments, lambda moment: moment.values["emperor"] == "Oddfellow")
    assert "Oddfellow" in crowned.page("State of play")


def test_a_vote_that_does_not_count_is_shown_with_why(moments: list[Moment]) -> None:
    moment = first(moments, lambda moment: moment.matter("buoys").get("uncounted"))
    assert moment.matter("buoys")["uncounted"][0]["why"] == "NOT_A_PLAYER"
    assert "Fern" in moment.page("Evidence")


def test_an_edited_comment_is_asked_about_and_decided(moments: list[Moment]) -> None:
    asked = first(moments, lambda moment: moment.decided)
    assert "COMMENT_EDITED" in asked.findings
    later = moments[moments.index(asked) + 1]
    assert (asked.matter("buoys")["against"], later.matter("buoys")["against"]) == (1, 0)


def test_a_draft_is_shown_enacted_by_the_tracker_and_known_as_the_cause(moments: list[Moment]) -> None:
    drafted = first(moments, lambda moment: "enact" in moment.matter("ask_the_harbourmaster").get("allowed", ()))
    assert "+The Harbourmaster may raise one signal a day" in drafted.page("Enactment drafts")
    moment = first(moments, lambda moment: "mooring_rights" in moment.enacted)
    assert "There are six moorings." in moment.pages["Ruleset"]
    later = moments[moments.index(moment) + 1]
    assert "Proposal: Mooring Rights" in later.page("Rule history")
    assert "confirmed" in later.page("Enactment log")


def test_a_reset_with_copy_and_history_is_shown(moments: list[Moment]) -> None:
    moment = first(moments, lambda moment: "the_lighthouse" in moment.enacted)
    assert "address:the_lighthouse" in moment.decided
    assert "There are six moorings." not in moment.pages["Ruleset"]
    assert "Each Keeper has a lantern" in moment.pages["Ruleset"]
    assert "There are six moorings." in moment.pages["Ruleset 8"]
    assert "Mooring Rights" in moment.pages["The Third Dynasty of Juniper"]


def test_the_last_boards_still_have_something_open(moments: list[Moment]) -> None:
    assert any(matter.get("next_change_at") for matter in moments[-1].values["matters"].values())


def test_nothing_is_found_out_of_order(moments: list[Moment]) -> None:
    out_of_order = {"STATUS_WITHOUT_GROUND", "NOT_OLDEST", "NOT_POPULAR", "TALLY_DIFFERS", "TOO_YOUNG"}
    out_of_order |= {"NOT_ON_PAGE", "UNEXPLAINED_CHANGE", "CLAUSE_CHANGED", "RESET_DUE"}
    assert not out_of_order & moments[-1].findings


def test_the_folder_can_be_asked_on_afterwards(tmp_path: Path) -> None:
    list(show(read_story(FORTNIGHT), tmp_path / "demo"))
    settings = load_settings(tmp_path / "demo" / CONFIG_FILE)
    assert settings.publish.permission == "apply"
    assert Path(settings.archive_place).exists()


def test_a_folder_that_holds_something_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "mine").touch()
    with pytest.raises(UsageError, match="the folder is not empty"):
        list(show(read_story(FORTNIGHT), tmp_path))
