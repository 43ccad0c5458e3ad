"""What the page of abilities says that somebody may do is not refused when they say it so, and what it bars is."""

import re
from collections.abc import Iterator

import pytest
from tracker.games.chat_views import AbilitiesView, BarView, CanView

from tests.games.nomicoup.lively import AT_LAST, CHAIN, MUST_COUP, NOMICOUP, VOTED, gamestate
from tests.games.nomicoup.two_exiles import story
from tests.games.situations import Record
from tracker.app.asking.replay import gamestate_at, rows_of
from tracker.core.gamestate import Gamestate
from tracker.core.instants import iso, parse_instant
from tracker.core.observation import ArchivedObservation
from tracker.mechanics.secret_deck import pledge_of

PLEDGING, SHOWING, OWING, JUDGED = (
    "2021-05-01T10:15:00Z",
    "2021-05-01T10:20:30Z",
    "2021-05-04T15:05:00Z",
    "2021-05-05T12:35:00Z",
)
"""Words are pledged; they are shown; two owe influence; a suggestion is voted on."""
SEEN = (PLEDGING, SHOWING, CHAIN, VOTED, OWING, JUDGED, MUST_COUP)
KEY = "said now"
WORDS = {"ana": "duck x7Kq2", "cy": "tea Pp9", "ben": "moss w"}


def before(at: str) -> list[ArchivedObservation]:
    return [row for row in rows_of(NOMICOUP, story()) if row.observation.happened_at <= parse_instant(at)]


def abilities(at: str) -> Iterator[AbilitiesView]:
    yield from gamestate(at).detail.play.abilities.values()


def filled(words: str, state: Gamestate, person: str) -> str:
    """Words in which something stands for what people put in its place."""
    hand = state.secrets["players"][person]["hand"]
    other = next(id for id in state.values["players"] if id not in (person, "ben"))
    word, _, salt = WORDS.get(person, "word salt").partition(" ")
    for card in hand:
        words = words.replace("CARD", card, 1)
    for place, put in {"@NAME": f"@{other}", "HASH": pledge_of("new", "salt"), "WORD": word, "SALT": salt}.items():
        words = words.replace(place, put)
    return re.sub(r"\b(?:TITLE|TEXT)\b", "Fine words", words)


def then(at: str, person: str, can: CanView) -> Gamestate:
    """The game once somebody has said so."""
    state = gamestate(at)
    instant = parse_instant(at)
    text = filled(can.words, state, person)
    said: Record = {"kind": "message", "id": KEY, "at": iso(instant), "author": person, "text": text}
    told = {**said, "channel": can.channel or "general"}
    row = rows_of(NOMICOUP, [told])[0]._replace(seq=10_000)
    return gamestate_at(NOMICOUP, [*before(at), row], instant)


def reacted(at: str, person: str, message: str) -> Gamestate:
    instant = parse_instant(at)
    told = {"message": message, "emoji": "⬆️", "user": person, "at": iso(instant)}
    row = rows_of(NOMICOUP, [{"kind": "reaction", "id": KEY, **told}])[0]._replace(seq=10_000)
    return gamestate_at(NOMICOUP, [*before(at), row], instant)


@pytest.mark.parametrize("at", SEEN)
def test_what_somebody_may_do_is_not_refused(at: str) -> None:
    state = gamestate(at)
    for person in abilities(at):
        for key, can in person.may.items():
            if key.startswith(("vote:", "suggestion:", "propose")):
                continue
            found = then(at, person.id, can)
            refused = [each.text for each in found.refused if KEY in (each.record()["observation"],)]
            assert refused == [], (person.id, key, can.words)
            is_told = len(found.events) > len(state.events) or found.dealing != state.dealing
            assert is_told, (person.id, key, can.words)


@pytest.mark.parametrize("at", [VOTED, JUDGED])
def test_a_vote_that_is_offered_counts(at: str) -> None:
    values = gamestate(at).values
    for person in abilities(at):
        for key in (key for key in person.may if key.startswith(("vote:", "suggestion:"))):
            kind, number = key.split(":")
            matters = "propositions" if kind == "vote" else "clarifications"
            matter = values[matters][number]
            voted_on = matter if kind == "vote" else matter["suggestions"][-1]
            after = reacted(at, person.id, voted_on["message"]).values[matters][number]
            counted = after if kind == "vote" else after["suggestions"][-1]
            assert person.id in counted["votes"], key


@pytest.mark.parametrize("at", [CHAIN, MUST_COUP, OWING])
def test_what_somebody_is_barred_from_is_refused_with_its_clause(at: str) -> None:
    words = {"act:Coup": "I Coup @NAME.", "act:Assassinate": "I assassinate @NAME", "act": "I take Income."}
    for person in abilities(at):
        for key, bar in person.barred.items():
            is_aimless = bar.what in ("Income", "Foreign Aid", "Tax", "Exchange")
            said = words.get(key, f"I take {bar.what}." if is_aimless else f"I {bar.what} @NAME.")
            found = then(at, person.id, CanView("", "", said, "general"))
            (refused,) = (each for each in found.refused if each.record()["observation"] == KEY)
            assert refused.clause == bar.clause, (person.id, key)


def test_what_is_offered_is_all_that_there_is_to_offer() -> None:
    seen = {key.partition(":")[0] for at in SEEN for person in abilities(at) for key in (*person.may, *person.barred)}
    assert seen == {
        *("pledge", "close", "show_word", "start", "act", "pass", "challenge", "counter", "lose", "show", "decline"),
        *("hand", "vote", "suggestion", "stand", "suggest", "defer", "propose", "clarify", "leave"),
    }


def test_until_when_and_why_not() -> None:
    by_id = {each.id: each for each in abilities(MUST_COUP)}
    assert by_id["cy"].may["act:Coup"].until == parse_instant("2021-05-07T20:00:00Z")
    assert {key for key in by_id["cy"].may if key.startswith("act:")} == {"act:Coup"}
    barred = by_id["cy"].barred["act:Income"]
    assert isinstance(barred, BarView)
    assert barred.clause == "COUP-045"
    assert by_id["ana"].barred["act"].why == "it is the turn of cy"


def test_nobody_may_do_anything_once_the_game_is_over() -> None:
    assert all(not each.may and not each.barred for each in abilities(AT_LAST))
