"""A gamestate as people state it, where its documented form has more ways to say a thing, and what follows from it at once."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from tracker.mechanics.chat.carrying import rule
from tracker.mechanics.chat.votes import Thumb
from tracker.mechanics.state.described import by_id

from .hidden import court_deck, secrets
from .playing import orders, winning
from .playing.actions import EFFECTS
from .proposing import clarifications, propositions
from .proposing.voting import DOWN, RIGHT, UP, voting
from .rule_tree import rule_paths
from .rule_tree.references import bind
from .rule_tree.rule_changes import By
from .state import Change, Coup, Logged, Order, Proposition, Suggestion, Turn

EXAMPLE: Mapping[str, Any] = {
    "status": "running",
    "players": [{"id": "", "credits": 2, "hand": ["Duke", "Captain"], "discarded": [], "exiles": 0}],
    "order": [""],
    "turn": {"player": "", "started_at": ""},
    "round": 1,
    "deck": [""],
    "candidates": [""],
    "last_judge": "",
    "game_id": "nomicoup-1",
}
"""What can be stated."""
GOES_ON = (
    *(
        "rules",
        "newest_rule",
        "bound",
        "upcoming_playing",
        "candidates",
        "last_judge",
        "propositions",
        "propositions_made",
        "posts",
    ),
    *("clarifications", "clarifications_made", "choosing", "thumbs", "asks"),
)
"""What goes on as it is where a stated gamestate does not name it."""
KNOWN = ("orders", "loose_orders", "committed", "dealt", "secret_texts", "endings", "undelivered")
"""What rows told, whatever people state; orders are those of one game."""
DECK = " deck"
"""What stands for the deck among what people did not state; no player is called so."""
_WORKED_OUT = (
    "treasury",
    "influence",
    "deck_count",
    "shuffles",
    "secret_hash",
    "stale_references",
    "upcoming",
    "roster",
)
"""What is printed and follows from the rest."""


def as_described(stated: Mapping[str, Any]) -> dict[str, Any]:
    """A stated gamestate in the names and forms of the described one."""
    found = {name: value for name, value in stated.items() if name not in _WORKED_OUT}
    status = found.setdefault("status", _status_of(found))
    players: Any = by_id(found.get("players") or {})
    found["players"] = (
        {id: _player(each, status) for id, each in players.items()} if isinstance(players, dict) else players
    )
    if isinstance(found.get("turn"), str):
        found["turn"] = {"player": found["turn"]}
    if isinstance(found.get("rules"), list | dict):
        rules = by_id(found["rules"])
        found["rules"] = {
            id: {k: v for k, v in each.items() if k not in ("title_path", "id")} for id, each in rules.items()
        }
    for name in ("propositions", "clarifications"):
        if isinstance(found.get(name), list):
            found[name] = {
                str(each.get("number")): {k: v for k, v in each.items() if k != "number"} for each in found[name]
            }
    for each in (found.get("propositions") or {}).values():
        each["votes"] = {who: _votes(said, each.get("made_at")) for who, said in (each.get("votes") or {}).items()}
    if isinstance(found.get("pending"), dict):
        found["pending"] = _pending(found["pending"])
    hands = [id for id, each in found["players"].items() if "hand" not in each] if isinstance(players, dict) else []
    lacking = [*found.get("unstated", ()), *([] if "deck" in found else [DECK]), *hands]
    found["unstated"] = list(dict.fromkeys(lacking))
    found["is_stated"] = found.get("is_stated", "deck_log" not in found) or bool(lacking)
    if found.get("upcoming_order", ()) is None:
        del found["upcoming_order"]
    if not found["is_stated"]:
        used = sum(bool(each.get("nonce")) for each in (found.get("orders") or {}).values())
        found["nonces"] = list(found.get("nonces") or ())[min(used, found.get("shuffle_number") or 0) :]
    return found


def _status_of(stated: Mapping[str, Any]) -> str:
    return "over" if stated.get("winner") else "running" if stated.get("turn") or stated.get("pending") else "waiting"


def _player(stated: Mapping[str, Any], status: str) -> dict[str, Any]:
    found = {name: each for name, each in stated.items() if name not in ("influence", "display", "id")}
    return found if status == "waiting" else {"credits": 2, **found}


def _votes(said: Any, at: Any) -> Any:
    """A vote that is stated as a word as a reaction."""
    return [{"vote": said, "at": at}] if isinstance(said, str) else said


def _pending(stated: Mapping[str, Any]) -> dict[str, Any]:
    """What is pending, with the players and instants of claims filled in."""
    at = stated.get("announced_at")
    claim = stated.get("claim")
    counters = [
        {"at": at, **each, "claim": {"player": each.get("player"), "at": each.get("at", at), **each.get("claim", {})}}
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
        titles = {
            what: rule_paths.title_paths(before.rules).get(rule_paths.path_of(before.rules, key), "")
            for what, key in before.bound.items()
        }
        world.stated_titles = titles
    is_same_game = court_deck.name_of_game(world) == court_deck.name_of_game(before)
    for name in KNOWN[0 if is_same_game else 1 :]:
        told, known = getattr(before, name), getattr(world, name)
        setattr(world, name, {**told, **known} if isinstance(told, dict) else [*known, *told])


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
    if not world.order:
        world.order = list(world.players)
    orders.set_order(world, [each for each in world.order if each in world.players])
    if world.upcoming_order and not orders.upcoming(world):
        _hang(world)
    world.upcoming_order = []
    _take_matters(world)
    _take_turn(world)
    _take_deck(world)
    secrets.cards_came(world)


def _bind_rules(world: Coup) -> None:
    """Give stated rules their keys, and let their references mean what stands there."""
    for each in world.rules.values():
        if not each.key:
            world.newest_rule += 1
            each.key = world.newest_rule
    for path, each in world.rules.items():
        if not each.refers:
            bind(world.rules, path)
    waiting = [each.key for each in world.rules.values() if each.content.startswith(world.law.word("upcoming_preface"))]
    if len(waiting) == 1:
        world.bound[orders.UPCOMING] = waiting[0]
    for what, title in world.stated_titles.items():
        if title and (path := rule_paths.titled(world.rules, title)):
            world.bound[what] = world.rules[path].key
    world.stated_titles = {}
    holding = [each.key for each in world.rules.values() if each.content.startswith(orders.OPENING)]
    if not orders.bound(world, orders.ORDER) and len(holding) == 1:
        world.bound[orders.ORDER] = holding[0]
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
    """A turn without a beginning begins now; whose is not stated is the first player's."""
    if world.status != "running" or not world.order:
        world.turn = None
        return
    turn = world.turn
    if turn is None or turn.player not in world.players:
        turn = world.turn = Turn(player=world.order[0])
    turn.started_at = turn.started_at or world.now
    turn.ends_at = turn.ends_at or turn.started_at + world.law.span("turn_hours")
    while turn.ends_at <= world.now and world.order:
        at = world.order.index(turn.player) + 1 if turn.player in world.order else 0
        world.round += at >= len(world.order)
        turn.player, turn.started_at = world.order[at % len(world.order)], turn.ends_at
        turn.ends_at, turn.must_coup = turn.ends_at + world.law.span("turn_hours"), None
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
            clarifications.count_all(world)
        if clarification.chosen_at and clarification.suggestion_due is None:
            clarification.suggestion_due = clarification.chosen_at + world.law.span("suggestion_due_hours")


def _take_votes(world: Coup, proposition: Proposition | Suggestion) -> None:
    """Let votes that are stated of what is open stand as reactions on its message; of what is decided they are only counted."""
    if proposition.closed_at is not None:
        newest = [mine[-1].vote for mine in proposition.votes.values() if mine]
        proposition.up = proposition.up or newest.count(UP)
        proposition.right = proposition.right or newest.count(RIGHT)
        proposition.down = proposition.down or newest.count(DOWN)
        proposition.possible = proposition.possible or len(world.players) - 1
    elif proposition.message not in world.thumbs:
        cast = [(each.at, who, each.vote) for who, mine in proposition.votes.items() for each in mine]
        emoji = {side: emoji for emoji, side in voting(world).sides.items()}
        thumbs = [Thumb(by=who, emoji=emoji[side], at=at) for at, who, side in sorted(cast)]
        world.thumbs.update({proposition.message: thumbs} if thumbs else {})


@rule("COUP-032")
def _take_deck(world: Coup) -> None:
    """Let the deck and the hands be as stated; hands that are not are dealt from the top of it, as its order is known."""
    world.kinds = list(world.law.words("characters"))
    world.shuffle_number = max(world.shuffle_number, *(int(n) for n in world.orders), 0)
    world.card_steps, world.nonces = [], world.nonces[world.shuffle_number :]
    secrets.stated_anew(world)
    deck, world.deck = world.deck, []
    unstated, world.unstated = world.unstated, []
    if world.status == "waiting":
        if deck:
            world.loose_orders.append(Order(deck=list(deck), at=world.now, row=world.row))
        return
    world.deck = list(deck)
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
            world.deck_log.append(
                Logged(what="stated", player=player, cards=cards, number=number, at=world.now, row=world.row)
            )


def faults(world: Coup) -> Iterator[str]:
    """What of a stated gamestate cannot be."""
    yield from rule_paths.faults(world.rules)
    held = sum(player.credits for player in world.players.values())
    if held > world.law.number("credits_total"):
        yield f"the players have {held} credits, and there are {world.law.number('credits_total')} in all"
    strangers = [
        each
        for each in (*world.order, *world.candidates, *([world.turn.player] if world.turn else ()), *_in_window(world))
        if each not in world.players
    ]
    if strangers:
        yield f"{strangers[0]} is not among the players"


def _in_window(world: Coup) -> list[str]:
    """Whoever acts, or is aimed at, in what is pending and can still take effect."""
    pending = world.pending
    return [each for each in (pending.actor, pending.target) if each] if pending and not pending.stopped else []


def setting_problem(name: str, value: Any, beside: Mapping[str, Any]) -> str:
    """Why a well-formed setting cannot be used: it names an action or a character that there is not."""
    if name == "actions":
        wrong = next((each for each in value if each not in EFFECTS), "")
        return f"the tracker does not know how to carry out {wrong}" if wrong else _misshapen(value, _ACTION)
    if name == "counteractions":
        wrong = next((row.get("against") for row in value.values() if row.get("against") not in EFFECTS), "")
        return f"there is no action {wrong}" if wrong else _misshapen(value, _COUNTERACTION)
    if name == "game_id" and "|" in value:
        return "it has a | in it"
    return ""


_ACTION: Mapping[str, tuple[str, ...]] = {
    "claim": (),
    "target": ("none", "player", "other player"),
    "pending": ("yes", "no"),
}
_COUNTERACTION: Mapping[str, tuple[str, ...]] = {"claim": (), "against": ()}


def _misshapen(table: Mapping[str, Mapping[str, str]], form: Mapping[str, tuple[str, ...]]) -> str:
    for name, row in table.items():
        if row.keys() != form.keys():
            return f"{name} says {', '.join(row)}, and has to say {', '.join(form)}"
        wrong = next((each for each, allowed in form.items() if allowed and row[each] not in allowed), "")
        if wrong:
            return f"{name}: {wrong} is one of {', '.join(form[wrong])}"
    return ""
