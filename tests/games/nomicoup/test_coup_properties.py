"""What must hold in every game of Coup, whatever is announced in it."""

import json
from collections import Counter
from collections.abc import Sequence
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.games.nomicoup.coup_rounds import (
    CARDS,
    PEOPLE,
    QUIET,
    SHOWING,
    START,
    Move,
    Play,
    all_options,
    deals,
    made,
    moves,
    opening,
)
from tracker.app.asking.replay import rows_of
from tracker.core.fold import fold
from tracker.core.gamestate import Gamestate
from tracker.core.instants import iso
from tracker.games.nomicoup import court_deck
from tracker.games.nomicoup.challenges import claims_of, open_actions
from tracker.games.nomicoup.game import GAME
from tracker.games.nomicoup.state import World

thorough = settings(
    max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large]
)
patience = st.sampled_from((0, 0, 1, 4, 1000))
"""After how many more messages a shuffle is answered."""
HIDDEN_FROM = ("influence_lost", "cards_surrendered", "claim_stood", "claim_fallen", "claim_challenged")
"""What shows cards, or hangs on them."""


def check_cards(world: World) -> None:
    """15 cards, wherever they are; what is owed to or by anybody fits what there is."""
    assert court_deck.in_play(world) == Counter(CARDS)
    influence = sum(player.influence for player in world.players.values())
    discarded = sum(len(player.discarded) for player in world.players.values())
    assert court_deck.deck_count(world) + influence + discarded == len(CARDS)
    for player in world.players.values():
        waiting = sum(step.draws for step in world.card_steps if step.player == player.id)
        assert player.draws_owed == waiting >= 0
        assert player.losses_owed >= 0 <= player.returns_owed
        assert player.is_playing or not (player.hand or player.discarded or player.credits or player.influence)


def check_credits(world: World) -> None:
    """50 credits, and nobody owes any."""
    held = [player.credits for player in world.players.values()]
    assert world.treasury + sum(held) == 50
    assert min(*held, world.treasury) >= 0


def check_rest(world: World) -> None:
    """Nobody whose cards are known is left without a card that they could have, or owes what leaves no choice."""
    for player in world.players.values():
        if player.is_playing and world.asked_shuffle is None:
            assert player.influence or not (court_deck.deck_count(world) or player.discarded)
            assert not player.influence or player.influence > player.losses_owed
    for pending in open_actions(world):
        for claim in claims_of(pending):
            holder = world.players[claim.player]
            assert claim.status != "open" or holder.draws_owed or claim.character in holder.hand


@thorough
@given(deals(), moves(), patience, st.sampled_from((1, 3, 7, 9, 9, 9, 10)))
def test_cards_and_credits_are_all_there_at_every_instant(
    cards: Sequence[str], told: list[Move], waits: int, credits: int
) -> None:
    play = Play(cards, credits, waits)
    for _ in made(play, told, (*QUIET, *SHOWING), is_apt=True):
        for check in (check_cards, check_credits, check_rest):
            check(play.world)
    play.answer()
    for check in (check_cards, check_credits, check_rest):
        check(play.world)
    assert play.world.waiting == []


@thorough
@given(deals(), moves())
def test_exiles_are_told_and_counted_alike(cards: Sequence[str], told: list[Move]) -> None:
    play = Play(cards, 7)
    for _ in made(play, told, SHOWING, is_apt=True):
        pass
    counted = Counter(str(event.fields["player"]) for event in play.world.events if event.name == "exiled")
    assert counted == {id: player.exiles for id, player in play.world.players.items() if player.exiles}
    shown = Counter(str(e.fields["card"]) for e in play.world.events if e.name == "influence_lost")
    assert all(count <= 3 * (1 + sum(counted.values())) for count in shown.values())


@thorough
@given(deals(), moves(20), st.integers(0, 255), st.integers(1, 8))
def test_what_a_player_is_told_that_they_can_announce_is_not_refused(
    cards: Sequence[str], told: list[Move], choice: int, credits: int
) -> None:
    play = Play(cards, credits)
    for _ in made(play, told, SHOWING, is_apt=True):
        pass
    player, option = all_options(play)[choice % len(all_options(play))]
    hand = play.world.players[player].hand
    other = next(each for each in play.world.playing if each != player)
    for card in hand:
        option = option.replace("CARD", card, 1)
    play.say(player, option.replace("@NAME", f"@{other}"))
    assert [each.code for each in play.world.refused if each.row == play.newest] == []


def test_nobody_takes_more_than_the_treasury_has() -> None:
    """Five players with 9 credits leave it 5: the second Tax finds 2, and whoever enters then nothing."""
    play = Play(CARDS, 9)
    for who, text in (
        ("ana", "I Tax."),
        ("ben", "I Tax."),
        ("cy", "I take Income."),
        ("fay", "I request to become a player."),
    ):
        play.say(who, text)
        check_credits(play.world)
    assert [play.world.players[who].credits for who in ("ana", "ben", "cy", "fay")] == [12, 11, 9, 0]
    assert play.world.treasury == 0


# --- hidden cards -----------------------------------------------------------------------------------------------------


def public(state: Gamestate) -> str:
    """Everything that anybody may see of a game who asks for no secrets, but the commitments to its shuffles."""
    values = {name: value for name, value in state.values.items() if name not in ("commitments", "shuffles")}
    told: dict[str, Any] = {
        "values": values,
        "facts": [each.record() for each in state.facts],
        "findings": [each.record() for each in state.findings],
        "questions": [each.record() for each in state.questions],
        "events": [dict(each) for each in state.events],
        "refused": [(each.record(), each.text) for each in state.refused],
    }
    return json.dumps(told, sort_keys=True, default=str)


@thorough
@given(deals(), deals(), moves(), patience, st.integers(2, 10))
def test_nothing_public_hangs_on_hidden_cards(
    one: Sequence[str], other: Sequence[str], told: list[Move], waits: int, credits: int
) -> None:
    plays = [Play(one, credits, waits, seed=1), Play(other, credits, waits, seed=2)]
    for _ in zip(*(made(play, told, QUIET) for play in plays), strict=True):
        if any(_has_shown(play.world) for play in plays):
            break
        first, second = (public(play.gamestate()) for play in plays)
        assert first == second


def _has_shown(world: World) -> bool:
    return any(event.name in HIDDEN_FROM for event in world.events)


@thorough
@given(deals(), deals(), moves(12))
def test_a_challenge_alone_shows_whether_the_card_is_held(
    one: Sequence[str], other: Sequence[str], told: list[Move]
) -> None:
    """Up to a challenge two games are alike; after it, those in which the same card is held or missed are."""
    plays = [Play(one, seed=1), Play(other, seed=2)]
    for play in plays:
        play.say("ana", "I Tax.")
        play.say("ben", "I challenge @ana.")
    holds = ["Duke" in cards[:2] for cards in (one, other)]
    first, second = (public(play.gamestate()) for play in plays)
    assert (first == second) == (holds[0] == holds[1])


@thorough
@given(deals(), st.permutations(PEOPLE).map(tuple))
def test_messages_of_one_instant_are_taken_in_the_order_of_their_ids(
    cards: Sequence[str], people: Sequence[str]
) -> None:
    told = [
        {"kind": "message", "id": str(1000 + n), "at": iso(START), "channel": "general", "author": who}
        for n, who in enumerate(people)
    ]
    rows = [opening(cards), *({**each, "text": "I take Income."} for each in reversed(told))]
    (world,) = fold(GAME, rows_of(GAME, rows), START).state.worlds
    in_turn = list(PEOPLE)
    for who in people:
        if who == in_turn[0]:
            in_turn.append(in_turn.pop(0))
    assert world.turn is not None
    assert world.turn.player == in_turn[0]
    check_credits(world)


# --- private messages -------------------------------------------------------------------------------------------------


def asked_to_show(play: Play) -> list[str]:
    """Who was asked privately to show a card, each time."""
    letters = (letter for letter in play.world.letters if letter.key.startswith("show:"))
    return [person for letter in letters for person in letter.people]


def test_whoever_holds_a_challenged_card_is_asked_once() -> None:
    play = Play(CARDS)
    play.say("ana", "I Tax.")
    play.say("cy", "I challenge @ana.")
    play.say("ben", "I pass.")
    assert asked_to_show(play) == ["ana"]


@pytest.mark.parametrize(("seed", "status", "asked"), [(0, "open", ["fay"]), (5, "fallen", [])])
def test_who_was_dealt_the_challenged_card_only_later_is_asked_then(seed: int, status: str, asked: list[str]) -> None:
    play = Play(CARDS, credits=7, patience=1000, seed=seed)
    play.say("ana", "I forfeit.")
    play.say("fay", "I request to become a player.")
    for who in ("ben", "cy", "dee", "eli"):
        play.say(who, "I pass.")
    play.say("fay", "I Tax.")
    play.say("ben", "I challenge @fay.")
    assert asked_to_show(play) == []
    play.answer()
    assert asked_to_show(play) == asked
    assert ("Duke" in play.world.players["fay"].hand) == bool(asked)
    assert [claim.status for pending in open_actions(play.world) for claim in claims_of(pending)] == [status]
