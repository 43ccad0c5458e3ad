"""Every wording of an admin's note that was seen on the blog is read for its reason, its tallies and its signature."""

import tomllib
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.each import of_each
from tracker.app.asking.replay import replay_records
from tracker.games.blognomic.core.notes import read_note, resolver_in

TABLE = tomllib.loads((Path(__file__).parent / "notes.toml").read_text(encoding="utf-8"))
NOTES: list[dict[str, Any]] = TABLE["note"]
NAMES = {name: name for name in TABLE["admins"]} | {"the Old Man": "arthexis"}
REASONS = {"quorum", "timed out", "unpopular", "self-killed", "vetoed", "illegal", "failed", ""}

every_note = of_each(NOTES)


@every_note
def test_reason_and_tallies(note: dict[str, Any]) -> None:
    reading = read_note(note["text"])
    assert reading.reason == note.get("reason", "")
    assert [list(tally) for tally in reading.tallies] == note.get("tallies", [])
    assert reading.votes_for == note.get("votes_for")
    assert list(reading.quorums) == note.get("quorums", [])
    assert reading.is_understood == bool(note.keys() & {"reason", "tallies", "votes_for"})


@every_note
def test_signature(note: dict[str, Any]) -> None:
    assert resolver_in(note["text"], NAMES) == note.get("resolver", "")


def test_each_reason_is_expected_of_some_note() -> None:
    assert {note.get("reason", "") for note in NOTES} == REASONS


@given(st.integers(0, 199), st.integers(0, 199), st.sampled_from(["-", "–", "/", " to ", " vs ", " votes to "]))
def test_any_two_numbers_are_a_tally(votes_for: int, votes_against: int, separator: str) -> None:
    reading = read_note(f"Timed out, {votes_for}{separator}{votes_against}. Enacted by Josh.")
    assert reading.tallies == ((votes_for, votes_against),)


@given(st.text())
def test_any_text_is_read(text: str) -> None:
    assert read_note(text).reason in REASONS
    assert resolver_in(text, NAMES) in {"", *NAMES.values()}


@given(st.text(alphabet="JoshKevanDK .,-—\n'by()", max_size=40))
def test_a_signature_begins_with_letters_of_the_name(text: str) -> None:
    signed = resolver_in(text, NAMES)
    assert not signed or signed[0].casefold() in text.casefold()


# --- in the game -----------------------------------------------------------------------------------------------------


def story(note: str, status: str, votes: dict[str, str]) -> dict[str, Any]:
    """What is said of a proposal with these votes whose status an admin set at 49 hours with that note."""
    admins = {"Wes": True, "Ada": True, "Adrian": True}
    players = [
        {"name": name, "status": "player", "admin": admins.get(name, False), "emperor": name == "Wes"}
        for name in ("Wes", "Ada", "Adrian", "Bo", "Cy", "Di")
    ]
    icons = {"FOR": "for", "AGAINST": "against", "DEFERENTIAL": "imperial"}
    records: list[dict[str, Any]] = [
        {"kind": "roster", "id": "r1", "at": "2019-10-01T00:00:00Z", "players": players},
        {"kind": "setting", "id": "s1", "at": "2019-10-01T00:00:00Z", "name": "aliases", "value": {"Boss": "Wes"}},
        {
            **{"kind": "post", "id": "p1", "at": "2019-10-01T10:00:00Z", "slug": "p1", "category": "Proposal"},
            **{"title": "Proposal: Dry Socks", "author": "Bo", "body": "<p>Add a rule.</p>"},
        },
        *(
            {
                **{"kind": "comment", "id": f"c{number}", "at": "2019-10-01T11:00:00Z", "post": "p1", "author": name},
                "body": f'<img src="/images/vote/{icons[vote]}.gif">',
            }
            for number, (name, vote) in enumerate(votes.items())
        ),
        {
            **{"kind": "post_status", "id": "t1", "at": "2019-10-03T11:00:00Z", "slug": "p1", "status": status},
            "note": note,
        },
    ]
    return dict(replay_records("blognomic", records, ["2019-10-03T12:00:00Z"])["instants"]["2019-10-03T12:00:00Z"])


def codes(said: dict[str, Any]) -> set[str]:
    return {finding["code"] for finding in said["findings"]}


@pytest.mark.parametrize("signature", ["Ada", "- ada.", "by Wes", "Boss", "-Adr"])
def test_a_note_signed_by_an_admin_names_one(signature: str) -> None:
    said = story(f"Timed out 3-0 {signature}", "Enacted", {"Cy": "FOR", "Di": "FOR"})
    assert codes(said) == set()


@pytest.mark.parametrize("signature", ["", "- Ad", "by Nobody", "-Bo"])
def test_a_note_that_fits_no_admin_or_two_names_none(signature: str) -> None:
    said = story(f"Timed out 3-0 {signature}", "Enacted", {"Cy": "FOR", "Di": "FOR"})
    assert codes(said) == {"NOTE_WITHOUT_NAME"}


def test_a_failure_may_give_the_larger_number_first() -> None:
    votes = {"Cy": "AGAINST", "Di": "AGAINST", "Ada": "AGAINST"}
    assert "TALLY_DIFFERS" not in codes(story("Failed 3-1. Ada", "Failed", votes))
    assert "TALLY_DIFFERS" not in codes(story("Failed 1-3. Ada", "Failed", votes))
    assert "TALLY_DIFFERS" in codes(story("Failed 2-3. Ada", "Failed", votes))


def test_an_enactment_may_not_give_the_larger_number_last() -> None:
    said = story("Timed out 1-3. Ada", "Enacted", {"Cy": "FOR", "Di": "FOR", "Ada": "AGAINST"})
    assert "TALLY_DIFFERS" in codes(said)


def test_of_two_tallies_one_has_to_be_right() -> None:
    votes = {"Cy": "FOR", "Di": "FOR"}
    assert "TALLY_DIFFERS" not in codes(story("Timed out 2-0, no, 3-0. Ada", "Enacted", votes))
    assert "TALLY_DIFFERS" in codes(story("Timed out 2-0, no, 4-0. Ada", "Enacted", votes))


def test_unresolved_deferentials_are_no_part_of_the_tally() -> None:
    votes = {"Cy": "FOR", "Di": "DEFERENTIAL"}
    assert "TALLY_DIFFERS" not in codes(story("Timed out 2-0 with 1 DEF. Ada", "Enacted", votes))
    assert "TALLY_DIFFERS" not in codes(story("Timed out 2-0-1. Ada", "Enacted", votes))
    assert "TALLY_DIFFERS" in codes(story("Timed out 3-0. Ada", "Enacted", votes))


def test_of_votes_for_alone_only_those_are_compared() -> None:
    votes = {"Cy": "FOR", "Di": "FOR", "Ada": "AGAINST"}
    assert "TALLY_DIFFERS" not in codes(story("Timed out with 3 FOR votes. Ada", "Enacted", votes))
    assert "TALLY_DIFFERS" in codes(story("Timed out with 4 FOR votes. Ada", "Enacted", votes))


def test_a_note_in_other_words_is_not_understood_and_the_resolution_stands() -> None:
    said = story("So be it. Ada", "Enacted", {"Cy": "FOR", "Di": "FOR"})
    assert codes(said) == {"NOTE_NOT_UNDERSTOOD"}
    assert said["gamestate"]["matters"]["p1"]["state"] == "Enacted"
