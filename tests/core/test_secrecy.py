"""What of rows is public: the one place that decides it."""

from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

import pytest

from tracker.core.observation import OPERATOR, Observation
from tracker.core.secrecy import Secrecy, commitment, is_private, opened_games, overlaid

AT = datetime(2021, 5, 1, tzinfo=UTC)
NONCE = "00112233445566778899aabbccddeeff"


def row(kind: str, **payload: Any) -> Observation:
    return Observation(kind, "r1", {name.rstrip("_"): value for name, value in payload.items()}, at=AT)


SHUFFLE = row("shuffle", for_="g|2", deck=["Duke", "Captain"], nonce=NONCE)


def test_of_a_shuffle_only_the_commitment_is_public() -> None:
    public = Secrecy().public_part(SHUFFLE)
    assert public is not None
    assert (public.kind, public.id, public.at) == ("commitment", "r1", AT)
    assert dict(public.payload) == {"for": "g|2", "hash": commitment("g", 2, NONCE, ["Duke", "Captain"])}


@pytest.mark.parametrize(
    "payload", [{"deck": ["Duke"]}, {"deck": ["Duke"], "for_": "g|2"}, {"deck": "x", "for_": "g|2", "nonce": NONCE}]
)
def test_nothing_is_public_of_a_shuffle_that_nobody_committed_to(payload: dict[str, Any]) -> None:
    assert Secrecy().public_part(row("shuffle", **payload)) is None


def test_a_shuffle_is_public_once_the_secret_text_of_its_game_is() -> None:
    reveals = [row("reveal", for_="secret:g", secret="x"), row("reveal", for_="dice:2021-05-01", secret="0" * 64)]
    assert opened_games([*reveals, row("commitment", for_="secret:h", hash="0" * 64)]) == {"g"}
    secret = replace(SHUFFLE, audience=OPERATOR)
    assert Secrecy(opened=frozenset({"g"})).public_part(secret) == SHUFFLE
    assert Secrecy(opened=frozenset({"h"})).public_part(secret) == Secrecy().public_part(SHUFFLE)


@pytest.mark.parametrize("kind", ["message", "message_edited", "message_deleted"])
@pytest.mark.parametrize("channel", ["dm", "#dm", "DM"])
def test_private_messages_are_never_public(kind: str, channel: str) -> None:
    secret = row(kind, channel=channel, author="ana", text="discard Duke")
    assert is_private(secret)
    assert Secrecy(opened=frozenset({"g"})).public_part(secret) is None


def test_other_messages_are_public_whatever_they_say() -> None:
    told = row("message", channel="general", author="ana", text="dm")
    assert not is_private(told)
    assert Secrecy(frozenset({"text"})).public_part(told) is told


def test_a_stated_gamestate_is_public_without_what_is_hidden() -> None:
    state = {"players": [{"id": "ana", "hand": ["Duke"], "credits": 2}], "deck": ["Duke"], "treasury": 48}
    opening = row("opening", game="g", state=state)
    public = Secrecy(frozenset({"hand", "deck"})).public_part(opening)
    assert public is not None
    assert public.payload["state"] == {"players": [{"id": "ana", "credits": 2}], "treasury": 48}
    assert Secrecy().public_part(opening) is opening


def test_hidden_values_are_laid_over_public_ones() -> None:
    values = {"players": {"ana": {"credits": 2}, "ben": {"credits": 1}}, "treasury": 47}
    secrets = {"players": {"ana": {"hand": ["Duke"]}}, "deck": ["Captain"]}
    told = overlaid(values, secrets)
    assert told["players"] == {"ana": {"credits": 2, "hand": ["Duke"]}, "ben": {"credits": 1}}
    assert (told["deck"], told["treasury"]) == (["Captain"], 47)
    assert "hand" not in values["players"]["ana"]  # type: ignore[index]


def test_of_a_draw_all_but_the_cards_is_public_until_the_game_is_over() -> None:
    drawn = row("dealt", for_="g|7", player="ana", cards=["Duke", "Captain"], shuffle=2)
    public = Secrecy().public_part(replace(drawn, audience=OPERATOR))
    assert public is not None
    assert (dict(public.payload), public.audience) == ({"for": "g|7", "player": "ana", "shuffle": 2}, "public")
    assert Secrecy(opened=frozenset({"g"})).public_part(drawn) == drawn
