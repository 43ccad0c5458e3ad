"""The demo's fortnight in a real MediaWiki: what `tracker demo` promises to show is there, as a reader's browser gets it."""

from collections.abc import Mapping
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest

from tests.fortnight import Fortnight, instant
from tests.reading_pages import BOARD, EVIDENCE, PAGES, RESOLUTIONS, ROSTER, STATE, Row, ShownPage
from tests.services.mediawiki import MediaWiki

MONTH = "Tracker/Evidence 2026-03"
TICKS = (
    *("03-02 08:00", "03-03 12:00", "03-03 21:00", "03-04 10:30", "03-05 08:30", "03-05 19:00", "03-07 07:55"),
    *("03-07 08:05", "03-08 13:00", "03-08 17:00", "03-10 09:15", "03-10 19:30", "03-11 08:10", "03-12 22:00"),
    "03-16 09:00",
)
"""The instants at which somebody looks."""


class Album:
    """The fortnight, followed once: after each tick every page is kept as it was shown."""

    def __init__(self, wiki: MediaWiki, folder: Path) -> None:
        self.reports: list[dict[str, Any]] = []
        self.later_writes = 0
        self._html: dict[datetime, Mapping[str, str]] = {}
        followed = Fortnight(wiki, folder, [instant(text) for text in TICKS])
        for report in followed.follow():
            self.reports.append(report)
            self._html[followed.tracker.now] = {title: wiki.html(title) for title in (*PAGES, MONTH)}
            wiki.forget_requests()
            followed.tracker.tick()
            self.later_writes += sum(row["method"] == "POST" for row in wiki.requests())

    def page(self, when: str, title: str) -> ShownPage:
        """A page as it was shown after the tick of an instant."""
        return ShownPage(self._html[instant(when)][title])

    def matter(self, when: str, title: str) -> Row:
        """An open matter's row of the board."""
        return self.page(when, BOARD).board()[title]

    def done(self, title: str, when: str) -> Row:
        """A resolved matter's row of the resolutions."""
        return self.page(when, RESOLUTIONS).resolutions()[title]


@pytest.fixture(scope="module")
def fortnight(mediawiki_server: MediaWiki, tmp_path_factory: pytest.TempPathFactory) -> Album:
    """The whole fortnight."""
    mediawiki_server.reset()
    return Album(mediawiki_server, tmp_path_factory.mktemp("fortnight"))


def test_every_tick_ends_well_and_a_second_one_writes_nothing(fortnight: Album) -> None:
    assert [report["outcome"] for report in fortnight.reports] == ["applied"] * len(TICKS)
    assert fortnight.later_writes == 0


def test_words_are_those_of_the_config(fortnight: Album) -> None:
    assert "Quorum 5 of 8 Keepers." in fortnight.page("03-03 12:00", BOARD).text
    assert "Harbourmaster: Juniper" in fortnight.page("03-03 12:00", STATE).text


def test_timeout_enacts_with_fewer_votes_than_a_quorum(fortnight: Album) -> None:
    row = fortnight.matter("03-03 12:00", "Proposal: Tide Tables")
    assert "pending 2 FOR, 1 AGAINST; quorum 5" in row["Votes"]
    assert "2026-03-04 09:00 UTC: popular, may be enacted" in row["An admin may"]
    done = fortnight.done("Proposal: Tide Tables", "03-04 10:30")
    assert done["Done"] == "Enacted by Marlowe"
    assert "read as: timed out" in done["Note"]
    assert "agrees" in done["Tally"]
    words, _ = fortnight.page("03-04 10:30", MONTH).evidence("tide_tables")
    assert "timed out with 2 FOR and 1 AGAINST (BN-046)" in words


def test_quorum_is_reached_but_has_to_wait_for_the_older_one(fortnight: Album) -> None:
    row = fortnight.matter("03-03 12:00", "Proposal: Lanterns, Lit")
    assert "popular 5 FOR, 0 AGAINST; quorum 5" in row["Votes"]
    assert (row["#"], row["An admin may"].partition("now")[0]) == ("2", "nothing ")
    assert fortnight.done("Proposal: Lanterns, Lit", "03-04 10:30")["Done"] == "Enacted by Marlowe"


def test_deferential_votes_follow_the_emperor(fortnight: Album) -> None:
    row = fortnight.matter("03-05 08:30", "Proposal: Ask the Harbourmaster")
    assert "popular 5 FOR, 0 AGAINST; quorum 5" in row["Votes"]
    assert row["An admin may"].startswith("enact now")
    _, votes = fortnight.page("03-05 08:30", EVIDENCE).evidence("ask_the_harbourmaster")
    deferred = [row for row in votes if row["Vote"] == "DEFERENTIAL , counts as FOR"]
    assert [row["Voter"] for row in deferred] == ["Quill", "Oddfellow", "Tansy"]
    assert {row["Why"] for row in deferred} == {"resolved by the vote of the Harbourmaster (BN-042)"}


def test_self_kill_is_shown_and_waits_for_its_turn(fortnight: Album) -> None:
    row = fortnight.matter("03-03 21:00", "Proposal: Gull Tax")
    assert row["Votes"].startswith("withdrawn 1 FOR, 1 AGAINST")
    assert "withdrawn at 2026-03-03 20:00:00 UTC (BN-059)" in row["Votes"]
    assert row["An admin may"].startswith("nothing now")
    assert fortnight.done("Proposal: Gull Tax", "03-04 10:30")["Done"] == "Failed by Marlowe"


def test_veto_may_be_failed_at_once(fortnight: Album) -> None:
    row = fortnight.matter("03-05 19:00", "Proposal: Free Rum")
    assert row["Votes"].startswith("vetoed 3 FOR, 0 AGAINST")
    assert row["An admin may"].startswith("fail now")
    assert "1 may be failed now" in fortnight.page("03-05 19:00", BOARD).text
    assert "Now: fail Proposal: Free Rum. Note: Vetoed. Failed by NAME" in fortnight.page("03-05 19:00", BOARD).text
    assert fortnight.done("Proposal: Free Rum", "03-07 07:55")["Done"] == "Vetoed by Juniper"


def test_idling_lowers_the_quorum_and_makes_a_proposal_popular(fortnight: Album) -> None:
    before, after = "03-07 07:55", "03-07 08:05"
    assert "pending 4 FOR, 0 AGAINST; quorum 5" in fortnight.matter(before, "Proposal: Mooring Rights")["Votes"]
    assert "Does Fern ask here to be idled?" in fortnight.page(before, STATE).text
    assert "popular 4 FOR, 0 AGAINST; quorum 4" in fortnight.matter(after, "Proposal: Mooring Rights")["Votes"]
    assert fortnight.page(after, ROSTER).roster()["Fern"]["Status"] == "idle"
    assert "Quorum 4. 7 / 2 rounded down is 3, plus 1 is 4" in fortnight.page(after, ROSTER).text


def test_votes_that_do_not_count_are_listed_with_why(fortnight: Album) -> None:
    _, votes = fortnight.page("03-08 13:00", EVIDENCE).evidence("buoys")
    assert [(row["Voter"], row["Vote"], row["Counts"]) for row in votes] == [
        ("Pim", "FOR", "counts"),
        ("Fern", "FOR", "does not count"),
        ("Brisket", "AGAINST", "counts"),
    ]
    assert votes[1]["Why"] == "not a player (BN-039)"


def test_edited_comment_is_asked_about_until_somebody_decides(fortnight: Album) -> None:
    question = "Brisket's comment on Proposal: Buoys was first seen with AGAINST and now has FOR: which counts?"
    assert question in fortnight.page("03-08 17:00", BOARD).text
    assert "1 FOR, 1 AGAINST" in fortnight.matter("03-08 17:00", "Proposal: Buoys")["Votes"]
    assert question not in fortnight.page("03-10 09:15", BOARD).text
    assert "2 FOR, 0 AGAINST, 1 unresolved DEFERENTIAL" in fortnight.matter("03-10 09:15", "Proposal: Buoys")["Votes"]


def test_declaration_of_victory_brings_hiatus_until_the_ascension_address(fortnight: Album) -> None:
    row = fortnight.matter("03-10 19:30", "Declaration of Victory: The Bell Rings Thrice")
    assert (row["#"], row["Votes"].partition(";")[0]) == ("–", "pending 2 FOR, 0 AGAINST")
    pending = "Declaration of Victory: The Bell Rings Thrice is pending (BN-082)"
    assert f"Hiatus. {pending}" in fortnight.page("03-10 19:30", BOARD).text
    assert f"Hiatus hiatus {pending}" in fortnight.page("03-10 19:30", STATE).text
    awaited = "Oddfellow has not posted the Ascension Address yet (BN-091)"
    assert f"Hiatus. {awaited}" in fortnight.page("03-11 08:10", BOARD).text
    assert "Harbourmaster: Oddfellow since 2026-03-11 08:00 UTC" in fortnight.page("03-11 08:10", STATE).text
    assert "Hiatus" not in fortnight.page("03-12 22:00", BOARD).text
    assert "Hiatus no hiatus" in fortnight.page("03-12 22:00", STATE).text


def test_board_of_the_last_day_has_its_queue_and_a_question(fortnight: Album) -> None:
    shown = fortnight.page("03-16 09:00", BOARD).board()
    assert list(shown)[:2] == ["Proposal: The Lamp Room", "Proposal: Fog [Core]"]
    assert (
        "the Harbourmaster's vote, to resolve 1 DEFERENTIAL"
        in shown["Proposal: The Lamp Room"]["Still needed, and flags"]
    )
    assert "Proposal [Core] by Brisket" in shown["Proposal: Fog [Core]"]["Matter"]
    assert "Is Proposal: Fog [Core] a Core Proposal" in fortnight.page("03-16 09:00", BOARD).text
