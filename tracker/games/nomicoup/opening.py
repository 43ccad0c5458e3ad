"""A gamestate as people state it, where its documented form has more ways to say a thing, and what follows from it at once."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Literal

from pydantic import TypeAdapter, ValidationError

from tracker.mechanics.chat.carrying import rule
from tracker.mechanics.chat.votes import Thumb
from tracker.mechanics.state.described import Part, by_id, problems

from .hidden import court_deck, secrets
from .playing import orders, winning
from .playing.actions import EFFECTS
from .proposing import clarifications, propositions
from .proposing.voting import DOWN, RIGHT, UP, voting
from .rule_tree import rule_paths
from .rule_tree.rule_changes import By
from .state import Change, Coup, Logged, Order, Proposition, Turn, VotedOn

GOES_ON = (
    *("rules", "newest_rule", "bound", "upcoming_playing", "candidates", "last_judge", "propositions", "propositions_made"),
    *("posts", "clarifications", "clarifications_made", "choosing", "thumbs", "asks"),
)  # fmt: skip
"""What goes on as it is where a stated gamestate does not name it."""
KNOWN = ("orders", "loose_orders", "committed", "dealt", "secret_texts", "endings", "undelivered")
"""What rows told, whatever people state; orders are those of one game."""
DECK = " deck"
"""What stands for the deck among what people did not state; no player is called so."""
_WORKED_OUT = frozenset(
    {"treasury", "influence", "deck_count", "shuffles", "secret_hash", "stale_references", "upcoming", "roster"}
)
"""What is printed and follows from the rest."""


def as_described(stated: Mapping[str, Any]) -> dict[str, Any]:
    """A stated gamestate in the names and forms of the described one."""
    found = _without(stated, *_WORKED_OUT)
    found.setdefault("status", _status_of(found))
    found["players"] = players = _each(by_id(found.get("players") or {}), "influence", "display", "id")
    if isinstance(players, dict) and found["status"] != "waiting":
        found["players"] = players = {id: {"credits": 2, **each} for id, each in players.items()}
    if isinstance(found.get("turn"), str):
        found["turn"] = {"player": found["turn"]}
    if "rules" in found:
        found["rules"] = _each(by_id(found["rules"]), "id", "title_path")
    for name in ("propositions", "clarifications"):
        if isinstance(found.get(name), list):
            found[name] = {str(each.get("number")): _without(each, "number") for each in found[name]}
    for each in (found.get("propositions") or {}).values():
        each["votes"] = {who: _votes(said, each.get("made_at")) for who, said in (each.get("votes") or {}).items()}
    if isinstance(found.get("pending"), dict):
        found["pending"] = _pending(found["pending"])
    hands = [id for id, each in players.items() if "hand" not in each] if isinstance(players, dict) else []
    lacking = [*found.get("unstated", ()), *([] if "deck" in found else [DECK]), *hands]
    found["unstated"] = list(dict.fromkeys(lacking))
    found["is_stated"] = found.get("is_stated", "deck_log" not in found) or bool(lacking)
    if found.get("upcoming_order", ()) is None:
        del found["upcoming_order"]
    if not found["is_stated"]:
        used = sum(bool(each.get("nonce")) for each in (found.get("orders") or {}).values())
        found["nonces"] = list(found.get("nonces") or ())[min(used, found.get("shuffle_number") or 0) :]
    return found


def _without(stated: Mapping[str, Any], *names: str) -> dict[str, Any]:
    return {name: value for name, value in stated.items() if name not in names}


def _each(things: Any, *names: str) -> Any:
    """Things by their ids, each without what is only printed."""
    return {id: _without(each, *names) for id, each in things.items()} if isinstance(things, dict) else things


def _status_of(stated: Mapping[str, Any]) -> str:
    return "over" if stated.get("winner") else "running" if stated.get("turn") or stated.get("pending") else "waiting"


def _votes(said: Any, at: Any) -> Any:
    """A vote that is stated as a word as a reaction."""
    return [{"vote": said, "at": at}] if isinstance(said, str) else said


def _pending(stated: Mapping[str, Any]) -> dict[str, Any]:
    """What is pending, with the players and instants of claims filled in."""
    at, claim = stated.get("announced_at"), stated.get("claim")
    counters = [
        {**each, "claim": {"player": each.get("player"), "at": at, **each.get("claim", {})}}
        for each in stated.get("counteractions", ())
    ]
    own = {"player": stated.get("actor"), "at": at, **claim} if isinstance(claim, dict) else claim
    return {**stated, "claim": own, "counteractions": counters}


# --- what follows from it ---------------------------------------------------------------------------------------------


def going_on(world: Coup, before: Coup, stated: Mapping[str, Any]) -> None:
    """Let what rows told and what people did not state be as it was before."""
    for name in GOES_ON:
        if name not in stated:
            setattr(world, name, getattr(before, name))
    for id, player in world.players.items():
        if not player.members and id in before.players:
            player.members = list(before.players[id].members)
    if "rules" in stated and "bound" not in stated:
        _bind_by_titles(world, before)
    is_same_game = court_deck.name_of_game(world) == court_deck.name_of_game(before)
    for name in KNOWN[0 if is_same_game else 1 :]:
        told, known = getattr(before, name), getattr(world, name)
        setattr(world, name, {**told, **known} if isinstance(told, dict) else [*known, *told])


def _bind_by_titles(world: Coup, before: Coup) -> None:
    """Let stated rules hold the turn order that are called as those which held it before."""
    titles = rule_paths.title_paths(before.rules)
    _give_keys(world)
    for what, key in before.bound.items():
        path = rule_paths.titled(world.rules, titles.get(rule_paths.path_of(before.rules, key), ""))
        if path:
            world.bound[what] = world.rules[path].key


def _give_keys(world: Coup) -> None:
    for each in world.rules.values():
        if not each.key:
            world.newest_rule += 1
            each.key = world.newest_rule


@rule("COUP-001", "COUP-024", "COUP-032", "COUP-040")
def restate(world: Coup) -> None:
    """Let follow what follows from a stated gamestate: places, times, the deck and the hands that nobody stated."""
    if not world.is_stated:
        _take_turn(world)
        return
    world.is_stated = False
    if world.status == "over":
        winning.end_game(world)
    _bind_rules(world)
    orders.set_order(world, [each for each in world.order or world.players if each in world.players])
    if world.upcoming_order and not orders.upcoming(world):
        _hang(world)
    world.upcoming_order = []
    _take_matters(world)
    _take_turn(world)
    _take_deck(world)
    secrets.cards_came(world)


def _bind_rules(world: Coup) -> None:
    """Give stated rules their keys, and let their references mean what stands there."""
    _give_keys(world)
    holding = ((orders.ORDER, orders.OPENING), (orders.UPCOMING, world.law.word("upcoming_preface")))
    for what, words in holding:
        found = [each.key for each in world.rules.values() if each.content.startswith(words)]
        if len(found) == 1 and not orders.bound(world, what):
            world.bound[what] = found[0]
    for path, each in world.rules.items():
        if not each.refers:
            rule_paths.bind(world.rules, path)
    orders.bind_rules(world)
    if world.status != "waiting":
        rule_paths.date(world.rules, world.now)


def _hang(world: Coup) -> None:
    """Let a stated turn order wait for the end of the round."""
    world.newest_rule += 1
    text = "\n".join(f"{n}: {player}" for n, player in enumerate(world.upcoming_order, 1))
    order = Change(type="Miscellaneous Change", text=text, is_order=True)
    nobodys = Proposition(proponent="", made_at=world.now, playing=list(world.players))
    orders.hang(world, nobodys, order, By(0, "", world.now, world.newest_rule))


def _take_turn(world: Coup) -> None:
    """A turn without a beginning begins now; whose is not stated is the first player's; those whose time has passed are over."""
    if world.status != "running" or not world.order:
        world.turn = None
        return
    span, turn = world.law.span("turn_hours"), world.turn
    if turn is None or turn.player not in world.players:
        turn = world.turn = Turn(player=world.order[0])
    turn.started_at = turn.started_at or world.now
    turn.ends_at = turn.ends_at or turn.started_at + span
    while turn.ends_at <= world.now:
        at = world.order.index(turn.player) + 1 if turn.player in world.order else 0
        world.round += at >= len(world.order)
        turn.player, turn.started_at = world.order[at % len(world.order)], turn.ends_at
        turn.ends_at, turn.must_coup = turn.ends_at + span, None
    if turn.must_coup is None:
        turn.must_coup = world.players[turn.player].credits >= world.law.number("compulsory_coup_at")


def _take_matters(world: Coup) -> None:
    """Let stated propositions and clarifications mean the rules that stand there, end when they end, and have their votes."""
    for number, each in world.propositions.items():
        each.message = each.message or f"proposition {number}"
    propositions.look_anew(world)
    for number, each in world.propositions.items():
        each.ends_at = each.ends_at or each.made_at + world.law.span("proposition_hours")
        each.playing = each.playing or list(world.players)
        for change in each.proposed:
            change.key = change.key or (world.rules[change.rule].key if change.rule in world.rules else 0)
        world.propositions_made = max(world.propositions_made, int(number))
        _take_votes(world, each)
        propositions.count(world, number)
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
def _take_deck(world: Coup) -> None:
    """Let the deck and the hands be as stated; hands that are not are dealt from the top of it, as its order is known."""
    world.kinds = list(world.law.words("characters"))
    world.shuffle_number = max(world.shuffle_number, *(int(n) for n in world.orders), 0)
    world.card_steps, world.nonces = [], world.nonces[world.shuffle_number :]
    secrets.stated_anew(world)
    unstated, world.unstated = world.unstated, []
    if world.status == "waiting":
        if world.deck:
            world.loose_orders.append(Order(deck=list(world.deck)))
        world.deck = []
        return
    _log_stated(world)
    if DECK in unstated:
        court_deck.bring_into_order(world, court_deck.left_over(world), "the deck as it is stated")
    for id, player in world.players.items():
        if id in unstated and world.status == "running":
            court_deck.draw(world, id, max(0, world.law.number("start_cards") - len(player.discarded)))


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


class _Action(Part):
    """A row of the table of actions."""

    claim: str
    target: Literal["none", "player", "other player"]
    pending: Literal["yes", "no"]


class _Counteraction(Part):
    """A row of the table of counteractions."""

    claim: str
    against: str


_TABLES: Mapping[str, TypeAdapter[Any]] = {
    "actions": TypeAdapter(dict[str, _Action]),
    "counteractions": TypeAdapter(dict[str, _Counteraction]),
}


def setting_problem(name: str, value: Any) -> str:
    """Why a well-formed setting cannot be used: it is of another form, or names an action that there is not."""
    if name == "game_id":
        return "it has a | in it" if "|" in value else ""
    if name not in _TABLES:
        return ""
    try:
        table = _TABLES[name].validate_python(value)
    except ValidationError as error:
        return problems(error)[0]
    named = [getattr(row, "against", action) for action, row in table.items()]
    wrong = next((each for each in named if each not in EFFECTS), "")
    return f"there is no action {wrong} that the tracker could carry out" if wrong else ""
