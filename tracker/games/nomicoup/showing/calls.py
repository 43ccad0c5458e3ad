"""What the tracker says of Nomicoup in its chat by itself: how the game stands, and whom it calls; nothing of hidden cards."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from tracker.core.chat_answers import Call
from tracker.core.instants import iso
from tracker.core.secrecy import shuffle_key
from tracker.games.chat_game.replies import listed, questions_listed, when_told
from tracker.games.chat_game.standing import Shown
from tracker.mechanics.chat.carrying import rule
from tracker.mechanics.deck.deck_record import ITS_TEXT

from ..hidden import court_deck, secrets
from ..playing import answers, orders
from ..proposing.propositions import called, open_ones
from ..state import Coup, Player, Turn

_COMMITMENTS_SHOWN = 3

# --- whom it calls ----------------------------------------------------------------------------------------------------


@rule("COUP-019", "COUP-034")
def calls(world: Coup, shown: Shown) -> Iterator[Call]:
    """Call whoever has the turn, and whom private messages do not reach, without any of their words."""
    turn, channel, people = world.turn, world.law.word("general_channel"), shown.people
    if turn is not None and turn.started_at is not None:
        text = f"It is your turn, {people.name(turn.player)}, until {when_told(turn.ends_at)}{_only(turn)}."
        members = tuple(world.players[turn.player].members or [turn.player])
        yield Call(f"turn:{iso(turn.started_at)}:{turn.player}", channel, turn.started_at, text, members, "COUP-019")
    for person, each in world.undelivered.items():
        text = (
            f"A private message could not be delivered to {people.name(person)} ({when_told(each.since)}): allow direct messages from members"
            " of this server, and then say “Send it again.” here."
        )
        yield Call(f"undelivered:{iso(each.since)}:{each.letter}", channel, each.since, text, (person,), "COUP-034")


def _only(turn: Turn) -> str:
    return "; only Coup or a pass is allowed" if turn.must_coup else ""


# --- how the game stands ----------------------------------------------------------------------------------------------


def status(world: Coup, shown: Shown) -> Iterator[str]:
    """How the game stands, line by line."""
    name = shown.people.name
    yield _standing(world, shown)
    if world.status != "waiting":
        yield f"Treasury: {world.treasury} credits; Court Deck: {court_deck.deck_count(world)} cards"
        yield from listed("Players", [f"{name(id)}: {_player(world.players[id])}" for id in world.everybody])
    if world.status != "over":
        yield from _running(world, shown)
    yield from listed("Private messages do not reach", [name(person) for person in world.undelivered])
    yield from _commitments(world)
    yield from questions_listed(shown)


def _standing(world: Coup, shown: Shown) -> str:
    names = ", ".join(map(shown.people.name, world.winners if world.status == "over" else world.players)) or "nobody"
    if world.status == "waiting":
        return f"Not started; entered: {names}"
    if world.status == "running":
        return f"Round {world.round}"
    won, opens_at = f"Won by {names}, {when_told(world.over_at)}", secrets.opens_at(world)
    if secrets.is_deck_open(world):
        return won
    when = when_told(opens_at) if opens_at else f"{world.deck_hours} hours after the wiki told of that"
    return f"{won}. Every card is published {when}; a win that is none is corrected as void before"


def _player(each: Player) -> str:
    cards = f"{each.influence} face down" + (f", revealed {', '.join(each.discarded)}" if each.discarded else "")
    owes = f", owes {each.losses_owed} influence" if each.losses_owed else ""
    return f"{each.credits} credits, {cards}, {each.exiles} exiles{owes}"


def _running(world: Coup, shown: Shown) -> Iterator[str]:
    """What goes on: whose turn it is, what is pending, and what is voted on."""
    people, name, pending = shown.people, shown.people.name, world.pending
    if world.turn is not None:
        yield f"Turn: {name(world.turn.player)} until {when_told(world.turn.ends_at)}{_only(world.turn)}"
        yield f"Turn order: {', '.join(map(name, world.order))}"
    if orders.upcoming(world):
        yield f"From the next round on: {', '.join(map(name, orders.order_to_be(world)))}"
    if pending is not None:
        target = f" against {name(pending.target)}" if pending.target else ""
        what = people.readable(answers.outcome(world, pending)[0])
        yield f"Pending: {pending.kind} of {name(pending.actor)}{target}; {what} with the next action"
    yield from listed("Open propositions", [_proposition(world, number, shown) for number in open_ones(world)])
    disputed = [(number, each) for number, each in world.clarifications.items() if each.resolved_at is None]
    told = [f"{number}: {f'Judge {name(each.judge)}' if each.judge else 'no Judge'}" for number, each in disputed]
    yield from listed("Clarifications", told)


def _proposition(world: Coup, number: str, shown: Shown) -> str:
    each = world.propositions[number]
    votes = f"{each.up} up, {each.right} right, {each.down} down; {each.majority} of {each.possible} are a majority"
    whose = f"{called(world, number)} of {shown.people.name(each.proponent)}"
    return f"{whose}: {votes}, until {when_told(each.ends_at)}"


def _commitments(world: Coup) -> Iterator[str]:
    """The newest hashes that shuffles were committed to by, as whoever keeps them can compare them after the game."""
    game = court_deck.name_of_game(world)
    secret = world.secret_texts.get(game)
    if secret is not None and secret.hash:
        yield f"{shuffle_key(game, ITS_TEXT)} {secret.hash}"
    numbered = list(enumerate(world.commitments, 1))[-_COMMITMENTS_SHOWN:]
    yield from (f"{shuffle_key(game, number)} {hash}" for number, hash in numbered if hash)


# --- on a terminal ----------------------------------------------------------------------------------------------------


def headline(values: Mapping[str, Any], names: Mapping[str, str]) -> Iterator[str]:
    """The round, whose turn it is until when, what nobody has, and what is pending."""
    turn, pending = values["turn"], values["pending"]
    if values["winner"]:
        winners = [values["winner"]] if isinstance(values["winner"], str) else values["winner"]
        yield f"won by {' and '.join(names.get(each, each) for each in winners)}"
    if turn:
        yield f"round {values['round']}, turn of {names.get(turn['player'], turn['player'])} until {turn['ends_at']}"
        yield f"treasury {values['treasury']}, deck {values['deck_count']}"
    if pending:
        target = f" against {names.get(pending['target'], pending['target'])}" if pending["target"] else ""
        yield f"pending: {pending['kind']} of {names.get(pending['actor'], pending['actor'])}{target}"
