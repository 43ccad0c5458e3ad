"""The pages that all chat games have: every part of the gamestate stands there by names, and nothing leaves its cell."""

import json
import re
from collections.abc import Mapping
from typing import Any

import pytest
from pydantic import Field

from tests.games.chat_pages import plain, row
from tests.games.small.game import SmallGame
from tests.games.small.state import Player, Small
from tests.games.test_chat_kernel import AT, Record, said
from tracker.core.draft import RegionDraft
from tracker.core.fold import fold
from tracker.core.instants import parse_instant
from tracker.core.observation import ArchivedObservation, observation_from_record
from tracker.games.chat_game.pages import Ballot, Can, Pages, Section, Told
from tracker.games.chat_game.state import ChatState
from tracker.mechanics.chat.carrying import refuse, rule
from tracker.mechanics.chat.contracts import Contracts
from tracker.mechanics.chat.judges import Elections
from tracker.mechanics.chat.proposals import Chamber
from tracker.mechanics.chat.rows import Message
from tracker.mechanics.chat.rulings import Court
from tracker.mechanics.chat.trades import Offer
from tracker.mechanics.state.described import Person
from tracker.render.pages import render_regions

ANA, BOB = "123456789012345678", "223456789012345678"
HOSTILE = "--> |} {{x}} [[Category:Y]] <nowiki> ~~~~ #REDIRECT \u202e '''b''' == h ==\n| c\n* d"
CATALOGUE = {
    "players": "T/Players",
    "proposals": "T/Proposals",
    "judge": "T/Judge",
    "agreements": "T/Trades",
    "abilities": "T/Can",
    "log": "T/Log",
    "log_month": "T/Log {month}",
    "attention": "T/Attention",
    "ruleset": "Rules",
}


class World(Small, Chamber, Elections, Court, Contracts[Offer]):
    players: dict[Person, Player] = Field(default={})


@rule("S-2")
def accept(world: World, message: Message, offer: str) -> None:
    refuse("TOO_FEW", "there is nothing to give")


class RichGame(SmallGame):
    world = World
    acts = {**SmallGame.acts, "accept": accept}
    state_type = ChatState[World]

    def catalogue(self) -> Mapping[str, str]:
        return CATALOGUE

    def pages(self, gamestate: Any, names: Mapping[str, str]) -> list[RegionDraft]:
        pages = Pages(self, gamestate, names)
        world = pages.world
        ballots = {id: Ballot([BOB], [], "would take effect", "more for than against", "S-5") for id in world.proposals}
        table = pages.table("Player", world.players, ("coins", "tossed"), of_people=True)
        justice = dict.fromkeys(("request", "binds", "overturned", "confidence"), "S-5")
        can = Can("tosses a die", "S-2", "toss", "game-actions")
        return [
            pages.parts("players", [Section("", [Told("12 coins win", "S-4")], table, "Nobody has joined yet.")]),
            pages.proposals(ballots, [Told("Proposals are made by messages", "S-5")], "proposals"),
            pages.judge([], justice, {}),
            pages.agreements([], "game-actions", []),
            pages.abilities([], {id: [can, Can("gives", "S-2", why="no coins")] for id in world.players}),
            *pages.log(),
            pages.attention(),
        ]


GAME = RichGame()


def rich(words: str = "Let there be cake") -> Record:
    """A gamestate that has something of everything."""
    at, later = "2024-03-04T09:00:00Z", "2024-03-06T09:00:00Z"
    voted = {"author": ANA, "class": words, "text": words, "created": at, "start": at, "end": later}
    decided = {**voted, "status": "failed", "decided": at, "for": 1, "against": 2, "voters_for": [ANA], "reason": words}
    offer = {"by": ANA, "to": BOB, "give": {words: 2}, "at": at}
    state = {
        "players": {ANA: {"coins": 3, "tossed": [1, 2]}, BOB: {}},
        "proposals": {"1215000000000000001": voted, "1215000000000000002": decided},
        "judge": ANA,
        "candidacies": {"1215000000000000003": {"author": BOB, "at": at}},
        "requests": {"r1": {"by": BOB, "at": at, "text": words, "number": 1}},
        "rulings": {"u1": {"by": ANA, "made_at": at, "request": "r1", "text": words, "truth": True, "number": 1}},
        "confidence_votes": {"c": {"ruling": "u1", "message": "m", "poll": "m", "started": at, "ends": later}},
        "offers": {"o1": offer, "o2": {**offer, "status": "done", "ended": at}},
        "contracts": {words: {"by": ANA, "parties": [ANA, BOB], "terms": words, "holding": {words: 1}}},
    }
    return {"kind": "opening", "id": "o", "at": at, "game": "small", "state": json.loads(json.dumps(state))}


def pages(rows: list[Record], at: str = AT) -> dict[str, str]:
    archived = [ArchivedObservation(n, observation_from_record(row)) for n, row in enumerate(rows, 1)]
    done = fold(GAME, archived, parse_instant(at))
    drafts = GAME.pages(GAME.view(done.state, done.as_of, done.seq, done.context), {})
    return {each.page: each.text for each in render_regions(drafts)}


def spoken(id: str, time: str, who: str, text: str) -> Record:
    return {**said(id, time, who, text), "name": {ANA: "Ana", BOB: "Bob"}[who]}


ROWS = [rich(), spoken("1", "10:00:00", ANA, "join"), spoken("2", "10:00:01", BOB, "join")]
UNCLEAR = spoken("1215000000000000009", "10:01:00", ANA, f"give {BOB}\ngive {BOB} 9")


def test_everybody_stands_there_by_name_and_each_thing_in_its_place() -> None:
    found = {title: plain(text) for title, text in pages(ROWS).items()}
    shown = [line for text in found.values() for line in text.splitlines() if not line.startswith("|-")]
    assert all(ANA not in line and BOB not in line for line in shown)
    assert 'Ana\n| data-sort-value="3" | 3\n| 1, 2' in found["T/Players"]
    assert "12 coins win (S-4)." in found["T/Players"]
    assert "for 1: Bob" in found["T/Proposals"]
    assert "would take effect" in found["T/Proposals"]
    assert "1 for: Ana" in found["T/Proposals"]
    assert "Judge: Ana" in found["T/Judge"]
    assert "true “Let there be cake”" in found["T/Judge"]
    assert "Ana gives Bob 2× let there be cake for nothing" in found["T/Trades"]
    assert "Parties: Ana, Bob" in found["T/Trades"]
    assert "toss in #game-actions" in found["T/Can"]
    assert "barred (S-2)\n| no coins" in found["T/Can"]


def test_the_log_and_its_month_cite_the_messages() -> None:
    found = {title: plain(text) for title, text in pages(ROWS).items()}
    assert "joined Ana joins" in found["T/Log"]
    assert "#game-actions, Bob, message 2" in row(found["T/Log 2024-03"], "Bob joins")
    assert "Month by month: 2024-03" in found["T/Log"]


def test_what_could_be_meant_waits_for_its_author_until_it_is_confirmed() -> None:
    answer = {"kind": "answer", "id": "a", "at": "2024-03-04T10:02:00Z", "of": UNCLEAR["id"], "message": "7"}
    answered = [*ROWS, UNCLEAR, {**answer, "suggestions": [f"give {BOB} 1"]}]
    asked = plain(pages(answered)["T/Attention"])
    assert "Meant: give Bob 1" in asked
    assert "has no 9 coins" in asked
    reacted = {"kind": "reaction", "id": "x", "message": "7", "emoji": "✅", "user": ANA, "at": "2024-03-04T10:03:00Z"}
    confirmed = plain(pages([*answered, reacted])["T/Attention"])
    assert "Meant" not in confirmed
    assert "has no 9 coins" in confirmed


def test_hostile_words_stay_in_their_cells() -> None:
    named = {"author": ANA, "name": HOSTILE}
    rows = [rich(HOSTILE), {**spoken("1", "10:00:00", ANA, "join"), **named}, spoken("2", "10:00:01", BOB, "join")]
    hostile, mild = pages([*rows, {**UNCLEAR, **named}]), pages([*ROWS, UNCLEAR])
    for title, text in hostile.items():
        for mark in ("{{", "[[Category", "<nowiki>", "~~~~", "-->", "\u202e"):
            assert mark not in text, title
        lines = [[line[:2] for line in each.splitlines() if line[:1] in "|{!*="] for each in (text, mild[title])]
        assert lines[0] == lines[1], title


def test_pages_stand_still_between_two_instants_and_show_who_has_won() -> None:
    assert pages([*ROWS, UNCLEAR], "2024-03-04T20:00:00Z") == pages([*ROWS, UNCLEAR], "2024-03-04T21:00:00Z")
    won: Record = {"kind": "correction", "id": "k", "at": "2024-03-04T11:00:00Z", "by": "Ada", "why": "so"}
    won["set"] = {"pointer": f"/players/{BOB}/coins", "value": 12}
    assert all(
        re.search("Bob.{0,20}has won", text) for title, text in pages([*ROWS, won]).items() if "Log 2" not in title
    )


@pytest.mark.parametrize("rows", [[], ROWS[1:]])
def test_there_are_pages_of_an_empty_game(rows: list[Record]) -> None:
    found = pages(rows)
    assert "None is open." in found["T/Proposals"]
    assert ("Nobody has joined yet." in found["T/Players"]) == (not rows)


def test_a_terminal_shows_who_plays_and_what_is_open() -> None:
    archived = [ArchivedObservation(n, observation_from_record(row)) for n, row in enumerate(ROWS, 1)]
    done = fold(GAME, archived, parse_instant(AT))
    values = GAME.view(done.state, done.as_of, done.seq, done.context).values
    board = GAME.board(values, {ANA: "Ana"})
    assert board.headline == "2 players, winner: nobody, judge: Ana"
    assert board.columns == ("proposal", "class", "for", "against", "status")
    assert board.rows == [("1215000000000000001", "Let there be cake", "", "", "open")]
    matter = values["proposals"]["1215000000000000002"]
    assert (GAME.is_open(matter), GAME.kind_and_state(matter)[1]) == (False, "failed")


def test_a_new_config_has_what_the_game_names_and_an_opening_is_drafted() -> None:
    draft = GAME.opening_draft(())
    assert draft["players"] == [{"id": "?", "player": "?", "coins": "?", "tossed": ["?"]}]
    assert "blog" in GAME.config_unused
    assert GAME.with_people({"players": {"Ana": {}}, "judge": "Ana"}, lambda _: ANA) == {
        "players": {ANA: {}},
        "judge": ANA,
    }
