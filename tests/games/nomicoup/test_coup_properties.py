"""What must hold in every game of Coup, whatever is announced in it."""

import copy
import json
import re
from collections import Counter
from collections.abc import Sequence
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.games.nomicoup.coup_rounds import (
    CARDS,
    QUIET,
    SHOWING,
    Move,
    Play,
    deals,
    made,
    moves,
)
from tests.games.nomicoup.lively import wikitexts
from tests.tries import tries
from tracker.core.gamestate import Gamestate
from tracker.games.nomicoup.game import GAME
from tracker.games.nomicoup.hidden import court_deck
from tracker.games.nomicoup.playing import answers, options
from tracker.games.nomicoup.state import Coup

thorough = settings(
    max_examples=tries(6, long=60),
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)
HASH = re.compile(r"\b[0-9a-f]{64}\b")
CHOSEN = re.compile(r"\b(?:discard|return) (?:Duke|Assassin|Captain|Ambassador|Contessa)")
patience = st.sampled_from((0, 0, 1, 4, 1000))
"""After how many more messages a shuffle is answered."""
AIMED = ("Coup", "Assassinate", "Steal")
HIDDEN_FROM = ("influence_lost", "cards_surrendered", "claim_stood", "claim_fallen", "claim_challenged")
"""What shows cards, or hangs on them."""


def check_cards(world: Coup) -> None:
    """15 cards, wherever they are; what is owed to or by anybody fits what there is."""
    waiting = Counter(card for step in world.card_steps for card in step.cards)
    assert court_deck.held(world) + Counter(world.deck) + waiting == Counter(CARDS)
    influence = sum(player.influence for player in world.players.values())
    discarded = sum(len(player.discarded) for player in world.players.values())
    assert court_deck.deck_count(world) + influence + discarded == len(CARDS)
    for id, player in world.players.items():
        assert player.draws_owed == sum(step.draws for step in world.card_steps if step.player == id) >= 0
        assert player.losses_owed >= 0 <= player.returns_owed


def check_credits(world: Coup) -> None:
    """50 credits, and nobody owes any."""
    held = [player.credits for player in world.players.values()]
    assert world.treasury + sum(held) == 50
    assert min(*held, world.treasury) >= 0


def check_rest(world: Coup) -> None:
    """Nobody whose cards are known is left without a card that they could have, or owes what leaves no choice."""
    for player in world.players.values():
        if court_deck.asked_shuffle(world) is None:
            assert player.influence or not (court_deck.deck_count(world) or player.discarded)
            assert not player.influence or player.influence > player.losses_owed
    for claim in answers.open_claims(world):
        holder = world.players[claim.player]
        assert holder.draws_owed or claim.character in holder.hand


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
    assert not [finding for finding in play.gamestate().findings if finding.code == "SHUFFLE_AWAITED"]


@thorough
@given(deals(), moves())
def test_exiles_are_told_and_counted_alike(cards: Sequence[str], told: list[Move]) -> None:
    play = Play(cards, 7)
    for _ in made(play, told, SHOWING, is_apt=True):
        pass
    counted = Counter(str(event.fields["player"]) for event in play.events if event.name == "exiled")
    assert counted == {id: player.exiles for id, player in play.world.players.items() if player.exiles}
    shown = Counter(str(e.fields["card"]) for e in play.events if e.name == "influence_lost")
    assert all(count <= 3 * (1 + sum(counted.values())) for count in shown.values())


@thorough
@given(deals(), moves(20), st.integers(1, 8))
def test_what_players_are_offered_is_not_refused_and_what_is_barred_is(
    cards: Sequence[str], told: list[Move], credits: int
) -> None:
    play = Play(cards, credits)
    for _ in made(play, told, SHOWING, is_apt=True):
        pass
    names = list(play.world.players)
    can = [(who, each) for who in names for each in options.of(play.world, who)]
    assert {who for who, each in can if each.words} == set(names)
    for who, each in can:
        if re.search(r"TITLE|TEXT|⬆️|again", each.words) or each.what.startswith("leave"):
            continue
        other = next(name for name in names if name != who)
        words = each.words or (f"I {each.what} @{other}." if each.what in AIMED else f"I take {each.what}.")
        for card in play.world.players[who].hand:
            words = words.replace("CARD", card, 1)
        then = copy.deepcopy(play)
        then.say(who, words.replace("@NAME", f"@{other}"))
        clauses = [refused.clause for refused in then.refused if refused.row == then.newest]
        assert clauses == ([each.clause] if each.why and each.what != "take an action" else clauses if each.why else [])


# --- hidden cards -----------------------------------------------------------------------------------------------------


def public(state: Gamestate) -> str:
    """Everything that anybody may see of a game who asks for no secrets, but the commitments to its shuffles."""
    values = {name: value for name, value in state.values.items() if name not in ("commitments", "shuffles")}
    told: dict[str, Any] = {
        "values": values,
        "facts": [each.record() for each in state.facts],
        "findings": [each.record() for each in state.findings],
        "questions": [each.record() for each in state.questions],
    }
    return json.dumps(told, sort_keys=True, default=str)


@thorough
@given(deals(), deals(), moves(), patience, st.integers(2, 10))
def test_nothing_public_hangs_on_hidden_cards(
    one: Sequence[str], other: Sequence[str], told: list[Move], waits: int, credits: int
) -> None:
    plays = [Play(one, credits, waits, seed=1), Play(other, credits, waits, seed=2)]
    alike = [play.gamestate() for play in plays]
    for _ in zip(*(made(play, told, QUIET) for play in plays), strict=True):
        if any(_has_shown(play) for play in plays):
            break
        alike = [play.gamestate() for play in plays]
        first, second = map(public, alike)
        assert first == second
    shown, other_shown = ((wikitexts(state), GAME.said_in_chat(state)) for state in alike)
    assert HASH.sub("HASH", str(shown)) == HASH.sub("HASH", str(other_shown))


def _has_shown(play: Play) -> bool:
    return any(event.name in HIDDEN_FROM for event in play.events)


@thorough
@given(deals(), moves(12))
def test_what_is_written_privately_stands_nowhere(cards: Sequence[str], told: list[Move]) -> None:
    play = Play(cards, 7)
    for _ in made(play, told, SHOWING, is_apt=True):
        pass
    private = [str(row["id"]) for row in play.rows if row.get("channel") == "dm"]
    shown = "\n".join(wikitexts(play.gamestate()).values()).replace("&#45;", "-").replace("<wbr>", "")
    without_offers = re.sub(r"<code>[^<]*</code> in a private message", "", shown)
    assert not CHOSEN.search(without_offers)
    assert [id for id in private if f"<code>{id}</code>" in shown] == []


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


# --- private messages -------------------------------------------------------------------------------------------------


def asked_to_show(play: Play) -> list[str]:
    """Who was asked privately to show a card, each time."""
    letters = (letter for letter in play.world.letters if letter.what == "show")
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
    assert play.world.pending is not None
    assert [claim.status for claim in play.world.pending.claims] == [status]
