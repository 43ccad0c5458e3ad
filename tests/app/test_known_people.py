"""People whom the game knows and who never wrote anything are understood by all names that their accounts show in Discord."""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

from tests.app.chat_tracker import ChatTracker, chat_tracker
from tests.contracts.chat_world import at
from tracker.app.asking.inquiry import gamestate_at
from tracker.app.asking.player_trail import explain_player
from tracker.app.people import by_hand

PLAYS: Mapping[str, Mapping[str, Any]] = {
    "round10": {"give": "I give 5 chips to {}", "goods": {"player": True, "chips": 30}},
    "ducks": {"give": "I trade 5 Seeds to {}.", "goods": {"items": {"Seeds": 30}}},
}


@pytest.fixture(params=list(PLAYS))
def chat(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[ChatTracker]:
    """Ana and Evie are stated to play, of thousands on the server; nobody wrote anything yet."""
    with chat_tracker(tmp_path, slug=request.param) as made:
        people = made.discord.chat
        evie = people.person("evie_99")
        evie.nick, evie.shown = "Evie the Brave", "Evie"
        for number in range(1500):
            people.person(f"lurker_{number}").shown = f"Lurker {number}"
        state(made, people.person("ana").id, evie.id)
        yield made


def state(chat: ChatTracker, *players: str, minute: float = 0) -> None:
    """People state by a file who plays."""
    told = {"players": [{"id": id, **PLAYS[chat.slug]["goods"]} for id in players]}
    record = {
        "kind": "opening",
        "id": f"opening:{minute}",
        "at": at(minute).isoformat(),
        "game": chat.slug,
        "state": told,
    }
    by_hand.import_records(chat.tracker, [record])


def give(chat: ChatTracker, minute: float, whom: str) -> str:
    return chat.say(minute, "ana", PLAYS[chat.slug]["give"].format(whom))


def offered(chat: ChatTracker) -> dict[str, Any]:
    """To whom each message offers something."""
    return {id: each["to"] for id, each in gamestate_at(chat.tracker).values["offers"].items()}


def named(chat: ChatTracker) -> list[tuple[str, str]]:
    rows = (row.observation for row in chat.archive.rows())
    return [(row.text("user"), row.text("name")) for row in rows if row.kind == "member_named"]


def test_stated_players_are_named_at_the_first_look_and_nobody_else(chat: ChatTracker) -> None:
    ana, evie = chat.discord.chat.person("ana"), chat.discord.chat.person("evie_99")
    chat.tick(1)
    assert sorted(named(chat)) == sorted([(ana.id, "ana"), (evie.id, "Evie the Brave")])
    chat.tick(5)
    assert len(named(chat)) == 2


def test_every_name_of_somebody_who_never_wrote_is_understood(chat: ChatTracker) -> None:
    evie = chat.discord.chat.person("evie_99")
    chat.tick(1)
    said = [
        give(chat, 2 + n / 10, each)
        for n, each in enumerate(("@Evie the Brave", "@evie", "@Evie_99", "Evie the Brave"))
    ]
    assert chat.tick(3).questions == 0
    assert offered(chat) == dict.fromkeys(said, evie.id)
    evie.nick, evie.name = "", "brave_evie"
    chat.tick(70)
    now, before = give(chat, 71, "@brave_evie"), give(chat, 71.1, "@Evie_99")
    chat.tick(72)
    assert offered(chat)[now] == evie.id
    assert before not in offered(chat)


def test_of_two_with_one_name_nobody_is_meant(chat: ChatTracker) -> None:
    ana, evie, other = (chat.discord.chat.person(name) for name in ("ana", "evie_99", "evelyn"))
    other.shown = "Evie the Brave"
    state(chat, ana.id, evie.id, other.id, minute=0.5)
    chat.tick(1)
    unclear, clear = give(chat, 2, "@Evie the Brave"), give(chat, 2.1, "@evelyn")
    chat.tick(3)
    assert offered(chat) == {clear: other.id}
    assert unclear not in offered(chat)


def test_whom_the_config_names_is_known_by_that_and_by_every_account(chat: ChatTracker) -> None:
    ana, main, other = (chat.discord.chat.person(name) for name in ("ana", "fay_1", "fay_2"))
    main.shown = "Fay"
    chat.options["members_minutes"] = f"60\n[identities]\nFlora = discord:{main.id}, discord:{other.id}"
    state(chat, ana.id, other.id, minute=0.5)
    chat.tick(1)
    assert {(main.id, "Fay"), (other.id, "fay_2")} <= {*named(chat)}
    said = [give(chat, 2 + n / 10, each) for n, each in enumerate(("@Flora", "@Fay", "@fay_1", "@fay_2"))]
    assert chat.tick(3).questions == 0
    assert offered(chat) == dict.fromkeys(said, "Flora")


def test_whoever_an_open_matter_names_is_named_at_the_next_look(tmp_path: Path) -> None:
    with chat_tracker(tmp_path) as chat:
        ana, cleo = (chat.discord.chat.person(name).id for name in ("ana", "cleo"))
        state(chat, ana)
        chat.tick(1)
        chat.say(2, "ana", f'I offer <@{cleo}> the contract "Pact": they may have 5 chips.')
        chat.tick(3)
        assert named(chat) == [(ana, "ana")]
        chat.tick(4)
        assert named(chat) == [(ana, "ana"), (cleo, "cleo")]


def test_names_are_shown_once(chat: ChatTracker) -> None:
    chat.tick(1)
    ana, evie = chat.discord.chat.person("ana").id, chat.discord.chat.person("evie_99").id
    assert gamestate_at(chat.tracker).names == {evie: "Evie the Brave", ana: "ana"}
    for called in ("evie_99", "@Evie the Brave", "Evie", evie):
        assert explain_player(chat.tracker, called, None, "operator").player == evie
    assert chat.page("Tracker/What can I do now").count("Evie the Brave") == 1
