"""A gamestate as people state it, where its documented form has more ways to say a thing, and what follows from it at once."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from copy import deepcopy
from typing import Any

from tracker.mechanics.chat.carrying import rule
from tracker.mechanics.chat.votes import Thumb
from tracker.mechanics.state.described import by_id

from .hidden import court_deck, secrets
from .playing import orders, turns, winning
from .proposing import clarifications, propositions
from .proposing.voting import DOWN, RIGHT, UP, voting
from .rule_tree import rule_paths
from .rule_tree.rule_changes import By
from .state import Change, Coup, Logged, Order, Turn, VotedOn

OF_GAME = ("orders", "dealt", "committed")
"""What rows told of the deck of this game, which holds whatever people state of it."""
OF_ALL = ("secret_texts", "undelivered")
"""What rows told besides."""


def as_described(stated: Mapping[str, Any]) -> dict[str, Any]:
    """A stated gamestate in the names and forms of the described one."""
    found = {**deepcopy(dict(stated)), "is_stated": True}
    is_begun = found.get("turn") or found.get("pending")
    found.setdefault("status", "over" if found.get("winner") else "running" if is_begun else "waiting")
    begun_with = {} if found["status"] == "waiting" else {"credits": 2}
    players = by_id(found.get("players") or {})
    found["players"] = {id: {**begun_with, **_without(each, "influence", "display")} for id, each in players.items()}
    if isinstance(found.get("turn"), str):
        found["turn"] = {"player": found["turn"]}
    if "rules" in found:
        found["rules"] = {path: _without(each, "id", "title_path") for path, each in by_id(found["rules"]).items()}
    for name in ("propositions", "clarifications"):
        if isinstance(found.get(name), list):
            found[name] = {str(each.get("number")): _without(each, "number") for each in found[name]}
    for each in (found.get("propositions") or {}).values():
        for who, said in (each.get("votes") or {}).items():
            each["votes"][who] = [{"vote": said, "at": each.get("made_at")}] if isinstance(said, str) else said
    if found.get("pending"):
        _fill_claims(found["pending"])
    found["upcoming_order"] = found.get("upcoming_order") or []
    return found


def _without(stated: Mapping[str, Any], *names: str) -> dict[str, Any]:
    return {name: value for name, value in stated.items() if name not in names}


def _fill_claims(pending: dict[str, Any]) -> None:
    """Let claims be those of whoever stated them, made with the action, where it is not said otherwise."""
    for each in (pending, *pending.get("counteractions", ())):
        if each.get("claim"):
            player = each.get("player") or each.get("actor")
            each["claim"] = {"player": player, "at": pending.get("announced_at"), **each["claim"]}


def with_known(world: Coup, known: Mapping[str, Any], stated: Mapping[str, Any]) -> dict[str, Any]:
    """A stated gamestate with what rows told before it: ``known`` is how the gamestate until then is printed."""
    is_same_game = (stated.get("game_id") or world.law.word("game_id")) == court_deck.name_of_game(world)
    found = dict(stated)
    for name in (*OF_GAME, *OF_ALL) if is_same_game else OF_ALL:
        told = stated.get(name) or {}
        found[name] = {**known[name], **told} if isinstance(told, dict) else told
    return found


# --- what follows from it ---------------------------------------------------------------------------------------------


@rule("COUP-001", "COUP-024", "COUP-032", "COUP-040")
def restate(world: Coup) -> None:
    """Let follow what follows from a stated gamestate: places, times, the deck and the hands that nobody stated."""
    propositions.find_posts(world)
    if not world.is_stated:
        return
    world.is_stated = False
    if world.status == "over" and world.over_at is None:
        winning.end_game(world)
    _bind_rules(world)
    orders.set_order(world, [each for each in world.order or world.players if each in world.players])
    if world.upcoming_order and not orders.upcoming(world):
        _hang(world)
    world.upcoming_order = []
    _take_matters(world)
    del world.nonces[: world.shuffle_number]
    hands = [id for id, player in world.players.items() if "hand" not in player.model_fields_set]
    is_deck_stated = "deck" in world.model_fields_set
    if hands or not is_deck_stated or not world.deck_log:
        _take_deck(world, hands, is_deck_stated=is_deck_stated)
    _take_turn(world)


def _bind_rules(world: Coup) -> None:
    """Give stated rules their keys, and let their references mean what stands there."""
    holding = ((orders.ORDER, orders.OPENING), (orders.UPCOMING, world.law.word("upcoming_preface")))
    new = [path for path, each in world.rules.items() if not each.key]
    for path in new:
        world.newest_rule += 1
        world.rules[path].key = world.newest_rule
        for what, words in holding:
            if world.rules[path].content.startswith(words):
                world.bound.setdefault(what, world.newest_rule)
    for path in new:
        rule_paths.bind(world.rules, path)
    orders.bind_rules(world)
    if world.status != "waiting":
        rule_paths.date(world.rules, world.now)


def _hang(world: Coup) -> None:
    """Let a stated turn order wait for the end of the round."""
    world.newest_rule += 1
    text = "\n".join(f"{n}: {player}" for n, player in enumerate(world.upcoming_order, 1))
    order = Change(type="Miscellaneous Change", text=text, is_order=True)
    orders.hang(world, order, By(0, "", world.now, world.newest_rule))


def _take_turn(world: Coup) -> None:
    """A turn without a beginning begins now; whose is not stated is the first player's; those whose time has passed are over."""
    if world.status != "running" or not world.order:
        world.turn = None
        return
    turn = world.turn = world.turn or Turn(player=world.order[0])
    turn.started_at = turn.started_at or world.now
    turn.ends_at = turn.ends_at or turn.started_at + world.law.span("turn_hours")
    if turn.must_coup is None:
        turn.must_coup = turns.must_coup(world, turn.player)
    while world.turn is not None and world.turn.ends_at is not None and world.turn.ends_at <= world.now:
        turns.end(world, "time")


def _take_matters(world: Coup) -> None:
    """Let stated propositions and clarifications mean the rules that stand there, end when they end, and have their votes."""
    for number, each in world.propositions.items():
        each.message = each.message or f"proposition {number}"
        each.ends_at = each.ends_at or each.made_at + world.law.span("proposition_hours")
        each.playing = each.playing or list(world.players)
        for change in each.proposed:
            change.key = change.key or (world.rules[change.rule].key if change.rule in world.rules else 0)
        world.propositions_made = max(world.propositions_made, int(number))
        _take_votes(world, each)
    for number, clarification in world.clarifications.items():
        world.clarifications_made = max(world.clarifications_made, int(number))
        suggestion = clarification.open_suggestion
        if suggestion is not None:
            suggestion.message = suggestion.message or f"suggestion for clarification {number}"
            suggestion.ends_at = suggestion.ends_at or suggestion.at + world.law.span("suggestion_vote_hours")
            suggestion.by = suggestion.by or str(clarification.judge)
            _take_votes(world, suggestion)
        if clarification.chosen_at and clarification.suggestion_due is None:
            clarification.suggestion_due = clarification.chosen_at + world.law.span("suggestion_due_hours")
    propositions.find_posts(world)
    propositions.count_all(world)
    clarifications.count_all(world)


def _take_votes(world: Coup, matter: VotedOn) -> None:
    """Let votes that are stated of what is open stand as reactions on its message; of what is decided they are only counted."""
    if matter.closed_at is not None:
        newest = [mine[-1].vote for mine in matter.votes.values() if mine]
        matter.up, matter.right, matter.down = (newest.count(side) for side in (UP, RIGHT, DOWN))
        matter.possible = matter.possible or len(world.players) - 1
    elif matter.message not in world.thumbs and any(matter.votes.values()):
        emoji = {side: emoji for emoji, side in voting(world).sides.items()}
        cast = sorted((each.at, who, emoji[each.vote]) for who, mine in matter.votes.items() for each in mine)
        world.thumbs[matter.message] = [Thumb(by=who, emoji=emoji, at=at) for at, who, emoji in cast]


@rule("COUP-032")
def _take_deck(world: Coup, unstated: list[str], *, is_deck_stated: bool) -> None:
    """Let the deck and the hands be as stated; hands that are not are dealt from the top of it, as its order is known."""
    shuffles = max(world.shuffle_number, *(int(n) for n in world.orders), 0)
    del world.nonces[: shuffles - world.shuffle_number]
    world.card_steps, world.shuffle_number = [], shuffles
    secrets.stated_anew(world)
    if world.status == "waiting":
        if world.deck:
            world.loose_orders.append(Order(deck=list(world.deck)))
        world.deck = []
        return
    court_deck.sort_by_rules(world)
    _log_stated(world)
    if not is_deck_stated:
        court_deck.bring_into_order(world, court_deck.left_over(world), "the deck as it is stated")
    for id in unstated if world.status == "running" else ():
        cards = world.law.number("start_cards") - len(world.players[id].discarded)
        court_deck.draw(world, id, max(0, cards))


def _log_stated(world: Coup) -> None:
    """Note the deck and the hands as people stated them: from there on everything can be checked."""
    stated = {"": list(world.deck)} | {id: [*each.hand, *each.discarded] for id, each in world.players.items()}
    for player, cards in stated.items():
        if cards or not player:
            number = 0 if player else world.shuffle_number
            logged = Logged(what="stated", player=player, cards=cards, number=number, at=world.now, row=world.row)
            world.deck_log.append(logged)


# --- what cannot be ---------------------------------------------------------------------------------------------------


def faults(world: Coup) -> Iterator[str]:
    """What of a stated gamestate cannot be."""
    yield from rule_paths.faults(world.rules)
    held, total = sum(player.credits for player in world.players.values()), world.law.number("credits_total")
    if held > total:
        yield f"the players have {held} credits, and there are {total} in all"
    pending, turn = world.pending, world.turn
    acting = [pending.actor, pending.target] if pending and not pending.stopped else []
    named = [*world.order, *world.candidates, turn.player if turn else None, *acting]
    yield from [f"{each} is not among the players" for each in named if each and each not in world.players][:1]
