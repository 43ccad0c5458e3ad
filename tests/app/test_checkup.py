"""The check-up: each thing that can be wrong is found, with what mends it, and does not hide the others."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from tests.app.wiring import ToldSource, create_pages, small_game, wired
from tracker.app.asking.checkup import Check, check_up, exit_code, next_step
from tracker.app.people import by_hand
from tracker.app.tick.tick import tick
from tracker.app.wired import Wired
from tracker.core.ports import PageEdit, WikiAccount
from tracker.errors import LoginError, SourceUnreachableError
from tracker.games.registry import game

CONFIG = "[http]\ncontact = me@example.org\n[publish]\npermission = apply\n"


@pytest.fixture
def tracker(tmp_path: Path) -> Wired:
    made = wired(tmp_path, CONFIG, sources=[ToldSource(unseen=small_game())])
    tick(made)
    plan = by_hand.plan_creation_now(made)
    by_hand.apply_now(made, plan, plan.checksum)
    return made


def checked(tracker: Wired) -> dict[str, Check]:
    return {check.name: check for check in check_up(tracker, lambda: "answers")}


def with_account(tracker: Wired, refused: str = "", **changes: Any) -> Wired:
    """The tracker with an account that is otherwise; the wiki takes no edit of its first page for that reason."""

    class Wiki:
        def __getattr__(self, name: str) -> Any:
            return getattr(tracker.wiki, name)

        def account(self) -> WikiAccount:
            return replace(WikiAccount("Tracker", ("bot",), ("edit", "createpage")), **changes)

        def refused(self, titles: Sequence[str]) -> Mapping[str, str]:
            return {titles[0]: refused} if refused else {}

    return replace(tracker, wiki=Wiki())


def test_a_sound_tracker_has_nothing_to_mend(tracker: Wired) -> None:
    found = checked(tracker)
    assert {name: check.found for name, check in found.items() if not check.is_ok} == {}
    assert exit_code(list(found.values())) == 0
    assert set(found) == {
        "config",
        "archive",
        "blog",
        "roster",
        "reading",
        "wiki",
        "account",
        "switch-off page",
        "dice",
        "pages",
    }


def test_of_a_sound_new_tracker_nothing_is_to_be_mended_and_the_next_step_is_told(tmp_path: Path) -> None:
    made = wired(tmp_path, CONFIG, sources=[ToldSource()])
    assert _next(made) == "tracker opening; correct what it drafts and archive it"
    assert "Tracker/Votable matters" in checked(made)["pages"].found
    by_hand.import_records(made, small_game())
    assert _next(made) == "tracker pages --create"
    create_pages(made)
    assert _next(made) == "tracker tick"
    tick(made)
    assert _next(made) == ""


def _next(tracker: Wired) -> str:
    found = list(checked(tracker).values())
    assert exit_code(found) == 0
    return next_step(found)


def test_pages_that_a_ticking_tracker_misses_are_to_be_mended(tmp_path: Path) -> None:
    made = wired(tmp_path, CONFIG, sources=[ToldSource()])
    tick(made)
    found = checked(made)
    assert "Tracker/Votable matters" in found["pages"].found
    assert found["pages"].record()["remedy"] == "tracker pages --create"
    assert "tracker opening" in found["roster"].found
    assert (exit_code(list(found.values())), next_step(list(found.values()))) == (3, "")


def test_a_missing_contact_is_told(tmp_path: Path) -> None:
    assert "[http] contact: is missing" in checked(wired(tmp_path))["config"].found


def test_an_unknown_switch_is_told(tmp_path: Path) -> None:
    assert "unknown switch" in checked(wired(tmp_path, f"{CONFIG}[switches]\nxyzzy = 1\n"))["config"].found


def test_a_blog_that_does_not_answer_does_not_hide_the_rest(tracker: Wired) -> None:
    def fails() -> str:
        raise SourceUnreachableError("no answer", place="https://example.org", remedy="check the address")

    found = {check.name: check for check in check_up(tracker, fails)}
    assert [name for name, check in found.items() if not check.is_ok] == ["blog"]
    assert found["blog"].found == "https://example.org: no answer (check the address)"
    assert exit_code(list(found.values())) == 4


@pytest.mark.parametrize(
    ("changes", "told"),
    [
        ({"blocked": "spam"}, "Tracker is blocked: spam"),
        ({"rights": ("edit",)}, "has no right to createpage"),
        ({"groups": ()}, "is not flagged as a bot"),
    ],
)
def test_an_account_that_cannot_work_is_told(tracker: Wired, changes: dict[str, Any], told: str) -> None:
    account = checked(with_account(tracker, **changes))["account"]
    assert told in account.found
    assert account.record()["remedy"]


def test_a_page_that_the_account_may_not_write_is_told(tracker: Wired) -> None:
    found = checked(with_account(tracker, "it is protected"))["account"]
    assert re.search(r"Tracker may not write Tracker/[A-Z][\w ]+: it is protected", found.found)
    assert "ask an admin" in str(found.record()["remedy"])


def test_a_contact_in_its_earlier_place_counts(tmp_path: Path) -> None:
    named = wired(tmp_path, "[blog]\ncontact = me@example.org\n").settings
    assert named.contact == "me@example.org"
    both = wired(tmp_path, "[blog]\ncontact = me@example.org\n[http]\ncontact = us@example.org\n").settings
    assert both.contact == "us@example.org"


def test_a_login_that_fails_is_told(tracker: Wired) -> None:
    class Wiki:
        def __getattr__(self, name: str) -> Any:
            return getattr(tracker.wiki, name)

        def account(self) -> WikiAccount:
            raise LoginError("wrong password", place="wiki", remedy="check password_env")

    assert "wrong password" in checked(replace(tracker, wiki=Wiki()))["account"].found


@pytest.mark.parametrize(
    ("title", "old", "new", "check", "told"),
    [
        ("Tracker/Switch", "on", "stop", "switch-off page", "switched off"),
        ("Tracker/Roster", "<!-- tracker:end roster -->", "", "pages", "its end marker is missing"),
        ("Tracker/Roster", "This page", "{{nobots}} This page", "pages", "asks this bot to keep off"),
    ],
)
def test_a_page_that_stops_us_is_told(tracker: Wired, title: str, old: str, new: str, check: str, told: str) -> None:
    page = tracker.wiki.fetch([title])[title]
    tracker.wiki.save(PageEdit(title, page.text.replace(old, new), "by hand", page.revision))
    assert told in checked(tracker)[check].found


ASKING = """
[game]
slug = round10
[requests]
page = Asked
[switches]
admins = {}
[identities]
Ada = wiki:Ada on wiki, discord:100
Bo = discord:101
"""


@pytest.mark.parametrize(
    ("admins", "is_ok", "told"),
    [
        ("Ada", True, "Ada may ask on Asked"),
        ("100", True, "100 may ask on Asked"),
        (
            "\n ada\n Bo",
            True,
            "ada may ask on Asked; no wiki account in [identities], so their lines are not carried out: Bo",
        ),
        ("Adda", False, "no admin can ask for anything on Asked: no wiki account in [identities]: Adda"),
        ("\n Adda\n Bo", False, "[identities]: Adda, Bo"),
        ("Ada, Bo", False, "[identities]: Ada, Bo (write NAME = wiki:ACCOUNT there, and admins one a line)"),
    ],
)
def test_admins_whose_lines_nobody_could_tell_for_theirs_are_named(
    tmp_path: Path, admins: str, is_ok: bool, told: str
) -> None:
    made = wired(tmp_path, CONFIG + ASKING.format(admins))
    found = checked(replace(made, game=game("round10")))["requests"]
    assert found.is_ok is is_ok
    assert told in found.found
