"""What the pages show of the game of Coup in one world: players, turns, open windows, and what of the deck is public."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from tracker.core.secrecy import shuffle_key
from tracker.mechanics.chat_people import People
from tracker.mechanics.chat_play import Moment
from tracker.mechanics.deck_record import ITS_TEXT, KINDS, PLEDGE, WORD, listed_kinds

from . import counteractions, coup, court_deck, general, new_orders, secrets, words
from .challenges import OPEN, UNCHALLENGED, open_actions
from .state import Claim, Entering, Pending, Player, Pledge, World
from .views import (
    ClaimView,
    CommitmentView,
    CounteractionView,
    DeckView,
    EnteringView,
    FormerView,
    PlayerView,
    TurnView,
    UpcomingView,
    WindowView,
    WordView,
)


def views(moment: Moment[World], people: People) -> dict[str, Any]:
    """All of them, by the names of the board's fields."""
    world, law = moment.world, moment.law
    return {
        "round": world.round,
        "turn": _turn(world, people),
        "order": people.names(world.order),
        "upcoming": _upcoming(moment, people),
        "unplaced": people.names(world.unplaced),
        "treasury": world.treasury,
        "credits_total": law.number("credits_total"),
        "players": {each.id: _player(each, world, people) for each in ordered(world)},
        "former": _former(world, people),
        "entering": {key: _entering(each, people) for key, each in world.entering.items()},
        "windows": {_key(each): _window(moment, each, people) for each in open_actions(world)},
        "waiting": len(world.waiting),
        "deck": _deck(moment, people),
    }


def ordered(world: World) -> list[Player]:
    """Whoever plays: in the turn order, then those who have no place in it."""
    ids = dict.fromkeys([*world.order, *world.playing])
    return [world.players[id] for id in ids if id in world.players and world.players[id].is_playing]


# --- turns and players ------------------------------------------------------------------------------------------------


def _turn(world: World, people: People) -> TurnView | None:
    turn = world.turn if world.status == "running" else None
    if turn is None:
        return None
    player = world.players.get(turn.player)
    members = tuple(player.members if player else ()) or (turn.player,)
    return TurnView(turn.player, members, people.name(turn.player), turn.started_at, turn.ends_at, turn.must_coup)


def _upcoming(moment: Moment[World], people: People) -> UpcomingView | None:
    listed = new_orders.upcoming_order(moment)
    if not listed:
        return None
    to_be = new_orders.order_that_will_hold(moment)
    return UpcomingView(people.names(to_be), people.names(listed), moment.world.upcoming_proposition)


def _player(player: Player, world: World, people: People) -> PlayerView:
    return PlayerView(
        id=player.id,
        name=people.name(player.id),
        members=people.names(player.members) if player.members != [player.id] else (),
        place=world.order.index(player.id) + 1 if player.id in world.order else 0,
        credits=player.credits,
        face_down=player.influence,
        undealt=player.draws_owed,
        revealed=tuple(player.discarded),
        exiles=player.exiles,
        losses_owed=player.losses_owed,
        returns_owed=player.returns_owed,
        since=player.entered_at,
        is_certain=not world.is_unknown,
    )


def _former(world: World, people: People) -> dict[str, FormerView]:
    gone = (each for each in world.players.values() if not each.is_playing)
    is_certain = not world.is_unknown
    return {each.id: FormerView(people.name(each.id), each.exiles, is_certain) for each in gone}


def _entering(each: Entering, people: People) -> EnteringView:
    waits_for = [member for member in each.members if member not in each.confirmed]
    return EnteringView(people.readable(each.name), people.names(each.confirmed), people.names(waits_for), each.message)


# --- windows ----------------------------------------------------------------------------------------------------------


def _key(pending: Pending) -> str:
    """What an open action is told from others by: a player performs one in a turn, so one at an instant."""
    return f"{pending.actor}:{pending.message}"


def _window(moment: Moment[World], pending: Pending, people: People) -> WindowView:
    outcome, clause = _outcome(moment, pending)
    stated = {str(n): each for n, each in enumerate(pending.counteractions, start=1)}
    return WindowView(
        actor=people.name(pending.actor),
        kind=pending.kind,
        target=people.name(pending.target) if pending.target else "",
        amount=pending.amount,
        cost_paid=pending.cost_paid,
        at=pending.announced_at,
        message=pending.message,
        claim=_claim(moment, pending.claim, people) if pending.claim else None,
        counteractions={
            key: CounteractionView(
                people.name(each.player), each.kind, each.at, each.message, _claim(moment, each.claim, people)
            )
            for key, each in stated.items()
        },
        may_counter={name: people.names(players) for name, players in _who_may_counter(moment, pending)},
        outcome=people.readable(outcome),
        outcome_clause=clause,
        closes=moment.law.word("window_is_closed_by"),
    )


def _claim(moment: Moment[World], claim: Claim, people: People) -> ClaimView:
    return ClaimView(
        player=people.name(claim.player),
        character=claim.character,
        status=claim.status,
        challenger=people.name(claim.challenger) if claim.challenger else "",
        challenged_in=claim.challenged_in,
        may_challenge=people.names(who_may_challenge(moment, claim)),
    )


def who_may_challenge(moment: Moment[World], claim: Claim) -> list[str]:
    """The players who may challenge a claim now (COUP-062)."""
    if claim.status != UNCHALLENGED or claim.is_beyond_challenge or moment.world.status != "running":
        return []
    return [each.id for each in ordered(moment.world) if each.id != claim.player]


def _who_may_counter(moment: Moment[World], pending: Pending) -> Iterator[tuple[str, list[str]]]:
    """Each counteraction that may still be stated, with the players who may (COUP-051)."""
    found: dict[str, list[str]] = {}
    players = ordered(moment.world) if moment.world.status == "running" else []
    for player in (each.id for each in players if each.id != pending.actor):
        for name in counteractions.stateable(moment, pending, player):
            found.setdefault(name, []).append(player)
    yield from found.items()


def _outcome(moment: Moment[World], pending: Pending) -> tuple[str, str]:
    """What comes of an action if its window closes as things stand, and by which clause; no card in a hand decides that."""
    blocked = counteractions.blocking(moment, pending)
    if pending.is_stopped:
        return "nothing comes of it", "COUP-065"
    if not coup.would_succeed(moment, pending) and blocked is None:
        return "nothing comes of it, as its claim falls", "COUP-065"
    if blocked is not None:
        return f"it is blocked by {blocked.kind} of {blocked.player}", "COUP-052"
    if pending.claim is not None and pending.claim.status == OPEN:
        return "it takes effect, as a card not yet shown counts as shown then", "COUP-067"
    return "it takes effect", "COUP-042"


# --- the deck ---------------------------------------------------------------------------------------------------------


def _deck(moment: Moment[World], people: People) -> DeckView:
    world, game, secret = moment.world, general.game_id(moment), secrets.secret_text(moment)
    asked = world.asked_shuffle if world.status == "running" else None
    return DeckView(
        game=game,
        count=court_deck.deck_count(world),
        secret_key=shuffle_key(game, ITS_TEXT),
        secret_hash=secret.hash if secret else "",
        secret_at=secret.at if secret else None,
        commitments={str(number): each for number, each in _commitments(world, game)},
        words={each.player: _word(each, game, people) for each in world.pledges.values()},
        pledges_closed_at=world.pledges_closed_at,
        are_pledged=words.must_be_pledged(moment),
        used=words.counting(moment),
        kinds_key=shuffle_key(game, KINDS),
        kinds="" if world.shuffle_number else listed_kinds(moment.law.words("characters")),
        awaited=people.readable(f"shuffle {asked.number}, for {asked.purpose}") if asked else "",
    )


def _commitments(world: World, game: str) -> Iterator[tuple[int, CommitmentView]]:
    for entry in world.deck_log:
        if entry.what in ("shuffle", "void"):
            hash = world.commitments.get(entry.number, "")
            yield entry.number, CommitmentView(shuffle_key(game, entry.number), hash, entry.at)


def _word(each: Pledge, game: str, people: People) -> WordView:
    keys = shuffle_key(game, PLEDGE), shuffle_key(game, WORD)
    return WordView(people.name(each.player), *keys, each.digest, each.word, each.salt, each.at, each.message)
