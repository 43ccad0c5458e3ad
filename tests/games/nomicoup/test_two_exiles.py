"""The playthrough ``two_exiles``: everybody has what the ledger says, what came about is what the story means, and the deck is proven."""

import re
import tomllib
from collections.abc import Iterator
from typing import Any

import pytest

from tests.games.nomicoup.two_exiles import GAME_ID, HERE, ROWS, SECRET, held, ledger, story
from tracker.app.asking.replay import gamestates, printed
from tracker.app.keeping.interchange import line_of
from tracker.core.gamestate import Gamestate
from tracker.core.instants import iso
from tracker.games.nomicoup import GAME
from tracker.games.nomicoup.law import REFUSALS
from tracker.mechanics.deck.deck_check import verify
from tracker.mechanics.deck.deck_record import published_in, read_record
from tracker.render.pages import render_regions

TOLD = tomllib.loads((HERE / "two_exiles.toml").read_text(encoding="utf-8"))
INSTANTS: list[str] = TOLD["instants"]
OVER = "2021-05-11T10:00:00Z"


@pytest.fixture(scope="module")
def played() -> dict[str, Gamestate]:
    """The story at every instant that is printed."""
    return {iso(each.as_of): each for each in gamestates(GAME, story(), INSTANTS)}


@pytest.fixture(scope="module")
def said(played: dict[str, Gamestate]) -> dict[str, Any]:
    """What replay prints of it."""
    return dict(printed(GAME, list(played.values())))


def pages(state: Gamestate) -> dict[str, str]:
    return {region.region: region.text for region in render_regions(GAME.pages(state, GAME.catalogue()))}


def test_the_rows_are_those_of_the_story() -> None:
    assert ROWS.read_text(encoding="utf-8") == "".join(f"{line_of(record)}\n" for record in story())


# --- the ledger -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("instant", INSTANTS)
def test_everybody_has_what_the_ledger_says(played: dict[str, Gamestate], instant: str) -> None:
    values = played[instant].values
    found = {"Treasury": values["treasury"], **{id: each["credits"] for id, each in values["players"].items()}}
    wanted = held(instant)
    assert {holder: credits for holder, credits in found.items() if credits} == {
        holder: credits for holder, credits in wanted.items() if credits
    }
    assert sum(wanted.values()) == 50


def test_the_ledger_is_in_order_and_cites_clauses() -> None:
    instants = [entry.at for entry in ledger()]
    assert instants == sorted(instants)
    assert {entry.clause for entry in ledger()} <= set(GAME.clauses)


# --- what came about --------------------------------------------------------------------------------------------------


def test_what_is_refused(played: dict[str, Gamestate], said: dict[str, Any]) -> None:
    told = printed(GAME, list(played.values()), secrets=True)["refused"]
    refused = [f"{each['observation']}{_number(each)} {each['code']}" for each in told]
    assert refused == TOLD["refused"]
    private = [each["observation"] for each in told if each not in said["refused"]]
    assert private
    assert {row["channel"] for row in story() if row["id"] in private} == {"dm"}
    assert len({line.split()[1] for line in refused}) > len(REFUSALS) / 2


def _number(refused: dict[str, Any]) -> str:
    """Which action of its message it was, where it was one."""
    return f"#{refused['n']}" if "n" in refused else ""


def test_what_came_about(said: dict[str, Any]) -> None:
    assert [line for event in said["events"] for line in short(event)] == TOLD["events"]


def short(event: dict[str, Any]) -> Iterator[str]:
    """An event in a few words, where it is one of those that the playthrough lists."""
    fields = {
        **dict.fromkeys(("word_shown", "word_left_out", "player_left"), ("player",)),
        **dict.fromkeys(("claim_challenged", "claim_stood", "claim_fallen"), ("player", "character", "challenger")),
        "influence_lost": ("player", "card"),
        "exiled": ("player", "exiles"),
        "action_blocked": ("player", "action", "counteraction"),
        **dict.fromkeys(
            ("proposition_adopted", "proposition_rejected"), ("proposition", "up", "right", "down", "possible")
        ),
        "proposition_withdrawn": ("proposition",),
        **dict.fromkeys(("judge_chosen", "judge_deferred", "judge_silent"), ("clarification", "player")),
        **dict.fromkeys(("suggestion_adopted", "suggestion_rejected"), ("clarification", "player")),
        "order_changed": ("proposition",),
        "round_began": ("round",),
        "rule_titled": ("rule",),
        "game_won": ("players",),
    }
    if event["event"] in fields:
        values = (event[each] for each in fields[event["event"]])
        words = [str(each[0] if isinstance(each, list) else each) for each in values]
        yield " ".join([event["at"][5:19].replace("T", " "), event["event"], *words])


@pytest.mark.parametrize("instant", TOLD["cards"])
def test_how_many_cards_everybody_has(played: dict[str, Gamestate], instant: str) -> None:
    players = played[instant].values["players"]
    found = {id: [each["influence"], each["discarded"], each["exiles"]] for id, each in players.items()}
    assert found == TOLD["cards"][instant]


def test_the_order_was_turned_round_and_the_tree_is_what_propositions_made_of_it(played: dict[str, Gamestate]) -> None:
    values = played[INSTANTS[-1]].values
    assert values["order"] == ["eli", "dee", "cy", "ana"]
    rules = values["rules"]
    assert rules["4.4.2"]["content"].startswith("Pay 6 credits")
    assert rules["4.4.1"]["content"].endswith("Nobody may be thanked for it.")
    assert (rules["4.7.1"]["title"], rules["7"]["title"], rules["7"]["edited_by"]) == ("Bluffing", "Manners", 8)


def test_nothing_is_left_to_ask(said: dict[str, Any]) -> None:
    assert said["instants"][INSTANTS[-1]]["questions"] == []


# --- the deck ---------------------------------------------------------------------------------------------------------


def secret_texts() -> list[str]:
    return [SECRET, *(str(record["nonce"]) for record in story() if record["kind"] == "shuffle")]


@pytest.mark.parametrize("instant", [each for each in INSTANTS if each < OVER])
def test_pages_and_replies_hold_no_secret_while_the_game_goes_on(played: dict[str, Gamestate], instant: str) -> None:
    state = played[instant]
    answers = GAME.said_in_chat(state)
    texts = [*pages(state).values(), answers.status, *(each.text for each in answers.replies), str(state.record())]
    shuffles = [",".join(record["deck"][:4]) for record in story() if record["kind"] == "shuffle"]
    told = "\n".join(texts).replace("<wbr>", "").replace(", ", ",")
    assert [secret for secret in (*secret_texts(), *shuffles) if secret in told] == []


def test_from_the_pages_alone_the_whole_deck_is_proven(played: dict[str, Gamestate]) -> None:
    last = pages(played[INSTANTS[-1]])["deck"]
    saved = [*(pages(played[instant])["deck"] for instant in INSTANTS[:-1]), pages(played[INSTANTS[-1]])["log-2021-05"]]
    found = verify(read_record(last), *(published_in(text, GAME_ID) for text in saved))
    assert found.faults == []
    # The secret text, the kinds, seven shuffles, three pledges and their closing, and the two words that were shown.
    assert (found.shuffles, found.compared) == (7, 15)
    assert found.warnings == [
        "pledged words that were never shown: ben",
        "drew cards, and the record has no word of theirs; did they show one before the start?: dee, eli",
    ]
    wrong = re.sub(r"\b([0-9a-f])([0-9a-f]{63})\b", r"0\2", saved[3])
    assert verify(read_record(last), published_in(wrong, GAME_ID)).faults


def test_what_was_published_last_stands_for_good(played: dict[str, Gamestate]) -> None:
    assert SECRET not in pages(played[OVER])["deck"], "whoever keeps it has not published it yet"
    assert SECRET in pages(played[INSTANTS[-1]])["deck"]
