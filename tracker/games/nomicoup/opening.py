"""A gamestate as people state it, when the tracker starts in the middle of a game."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from tracker.core.instants import EPOCH
from tracker.mechanics.chat_play import Moment
from tracker.mechanics.stated import TO_FILL_IN

from . import court_deck, secrets, stated_matters
from . import turn_order_rule as order_rule
from .law import Law
from .propositions import player_named
from .references import bind_all
from .rule_paths import planted
from .state import Player, Shuffled, State, Status, Turn, World, state_of
from .stated_form import NOT_UNDERSTOOD, Form

_STATUSES: Sequence[Status] = ("waiting", "running", "over")
_OF_GAME = (
    *("status", "players", "former_players", "order", "turn", "round", "treasury", "deck", "nonces", "game_id"),
    *("words", "unit_amounts", "pending", "rules", "candidates", "last_judge", "propositions", "clarifications"),
    *("upcoming_order", "upcoming", "winner", "commitments", "shuffle_number", "still_open"),
)
_WORKED_OUT = (
    *("influence", "deck_count", "shuffles", "secret_hash", "stale_references", "roster", "entering", "over_at"),
    *("waiting_for_cards",),
)
"""What is printed of a gamestate and follows from the rest of it, or cannot be stated: it is never taken."""
_OF_PLAYERS = (
    *("id", "members", "credits", "hand", "discarded", "exiles", "losses_owed", "returns_owed", "influence"),
    *("entered_at",),
)
_OF_TURN = ("player", "started_at", "must_coup", "ends_at")
_MATTERS = ("rules", "candidates", "last_judge", "propositions", "clarifications", "upcoming_order", "upcoming")
"""What goes on as it is where a stated gamestate does not name it."""

EXAMPLE: Mapping[str, Any] = {
    "status": TO_FILL_IN,
    "players": [dict.fromkeys(("id", "credits", "hand", "discarded", "exiles"), TO_FILL_IN)],
    "order": [TO_FILL_IN],
    "turn": {"player": TO_FILL_IN, "started_at": TO_FILL_IN},
    "round": TO_FILL_IN,
    "treasury": TO_FILL_IN,
    "deck": [TO_FILL_IN],
    "candidates": [TO_FILL_IN],
    "last_judge": TO_FILL_IN,
    "game_id": TO_FILL_IN,
}
"""What can be stated: nothing of it is taken for real until people have filled it in."""
FILLED_IN = '{"id": "123456789012345678", "credits": 2, "hand": ["Duke", "Captain"], "discarded": [], "exiles": 0}'
"""A player as they are written."""


def take(moment: Moment[World], stated: Mapping[str, Any]) -> None:
    """Let the gamestate be as stated; what it leaves out is at its default, and what is voted on or judged goes on as it is."""
    world, form = moment.world, Form(moment)
    form.only("the gamestate", stated, (*_OF_GAME, *_WORKED_OUT))
    world.status = _status(form, stated)
    _take_players(form, stated)
    world.treasury = _treasury(form, stated)
    _take_order(form, stated)
    _take_rules(form, stated)
    _take_deck(form, stated)
    _take_turn(form, stated)
    world.pending = stated_matters.pending(form, stated.get("pending"))
    earlier = (stated_matters.pending(form, each) for each in stated.get("still_open") or ())
    world.still_open = [each for each in earlier if each is not None]
    world.past_pending = None
    _take_ruleset(form, stated)
    _take_end(form, stated)
    _check(form)


def problems(stated: Mapping[str, Any], beside: Mapping[str, Sequence[Any]]) -> list[str]:
    """What is amiss in a stated gamestate, a sentence each; tables may be those of settings beside."""
    state = State()
    law = Law(EPOCH, {name: values[-1] for name, values in beside.items() if values})
    moment = Moment(state.worlds[0], state, law, {})
    take(moment, stated)
    return [note.text for note in moment.world.notes if note.code == NOT_UNDERSTOOD]


# --- the game ---------------------------------------------------------------------------------------------------------


def _status(form: Form, stated: Mapping[str, Any]) -> Status:
    """Whether the game waits, runs or is over; one of which a turn is stated runs."""
    told = stated.get("status")
    found = next((each for each in _STATUSES if each == told), None)
    if told is not None and found is None:
        form.amiss(f"the status is {', '.join(_STATUSES)}, not {told!r}")
    if found is None:
        return (
            "over" if stated.get("winner") else "running" if stated.get("turn") or stated.get("pending") else "waiting"
        )
    return found


def _take_players(form: Form, stated: Mapping[str, Any]) -> None:
    world = form.moment.world
    players = dict[str, Player]()
    for entry in form.entries("players", stated.get("players"), _OF_PLAYERS):
        player = _player(form, entry, is_playing=True)
        players[player.id] = player
    for entry in form.entries("former_players", stated.get("former_players"), _OF_PLAYERS):
        player = _player(form, entry, is_playing=False)
        players.setdefault(player.id, player)
    world.players, world.entering, world.unplaced, world.waiting = players, {}, {}, []


def _player(form: Form, entry: Mapping[str, Any], *, is_playing: bool) -> Player:
    id, law = form.person(str(entry["id"])), form.moment.law
    is_running = is_playing and form.moment.world.status != "waiting"
    player = Player(id, form.people(f"{id}: members", entry.get("members")), is_playing)
    player.credits = form.count(entry, "credits", id, law.number("start_credits") if is_running else 0)
    player.hand, player.discarded = (form.cards(entry.get(name), id) for name in ("hand", "discarded"))
    player.exiles, player.losses_owed = form.count(entry, "exiles", id), form.count(entry, "losses_owed", id)
    player.returns_owed = form.count(entry, "returns_owed", id)
    player.is_exiled = player.exiles > 0 and not player.hand and not player.discarded
    player.entered_at = form.instant(entry, "entered_at", id) or form.moment.when
    return player


def _treasury(form: Form, stated: Mapping[str, Any]) -> int:
    total = form.moment.law.number("credits_total")
    held = sum(player.credits for player in form.moment.world.players.values())
    treasury = form.count(stated, "treasury", "the game", max(0, total - held))
    if treasury + held != total:
        form.noted(f"the treasury and the players have {treasury + held} credits in all, not {total}", "COUP-038")
    return treasury


def _take_order(form: Form, stated: Mapping[str, Any]) -> None:
    world = form.moment.world
    named = [world.player_of(each) for each in form.people("order", stated.get("order"))]
    if "" in named:
        form.amiss("the order names somebody who is not among the players", "COUP-024")
    order = list(dict.fromkeys(filter(None, named)))
    world.order = order if "order" in stated else world.playing
    if left_out := [player for player in world.playing if player not in world.order]:
        form.noted(f"the order leaves out {', '.join(left_out)}: they have no turns", "COUP-024")
    world.round = max(1, form.count(stated, "round", "the game", 1))


# --- the deck ---------------------------------------------------------------------------------------------------------


def _take_deck(form: Form, stated: Mapping[str, Any]) -> None:
    """Let the deck and the hands be as stated; hands that are not are dealt from the top of it, as its order is known."""
    moment, world = form.moment, form.moment.world
    deck = form.cards(stated.get("deck"), "the deck") if stated.get("deck") is not None else None
    world.card_steps, world.asked_shuffle = [], None
    world.shuffle_number = form.count(stated, "shuffle_number", "the game")
    world.nonces = form.reader.texts("nonces", stated.get("nonces"))
    world.words = form.reader.texts("words", stated["words"]) if isinstance(stated.get("words"), list) else world.words
    world.game_id = form.text(stated.get("game_id"))
    world.unit_amounts = dict(form.table(stated.get("unit_amounts"), "unit_amounts"))
    _take_commitments(form, stated.get("commitments"))
    if world.status == "waiting":
        world.deck = []
        if deck:
            state_of(moment).loose_shuffles.append(Shuffled(deck))
        return
    world.deck = deck or []
    secrets.note_stated(moment)
    if deck is None:
        court_deck.bring_into_order(moment, court_deck.left_over(moment), "the deck as it is stated", "COUP-032")
    for entry in form.entries("players", stated.get("players"), _OF_PLAYERS):
        player = world.players.get(form.person(str(entry["id"])))
        if player is not None and entry.get("hand") is None and world.status == "running":
            wanted = moment.law.number("start_cards") - len(player.discarded)
            court_deck.draw(moment, player.id, max(0, wanted), "COUP-040")


def _take_commitments(form: Form, stated: Any) -> None:
    if isinstance(stated, list):
        stated = {str(number): hash for number, hash in enumerate(stated, 1)}
    for number, hash in form.table(stated, "commitments").items():
        if str(number).isdecimal():
            form.moment.world.commitments[int(number)] = str(hash)


# --- the turn, rules, and who won -------------------------------------------------------------------------------------


def _take_turn(form: Form, stated: Mapping[str, Any]) -> None:
    moment, world = form.moment, form.moment.world
    world.turn, world.timed_out = None, []
    told = stated.get("turn")
    entry = {"player": told} if isinstance(told, str) else form.table(told, "turn", _OF_TURN)
    player = world.player_of(form.person(form.text(entry.get("player"))))
    if entry and not player:
        form.amiss("the turn is that of somebody who is not among the players", "COUP-022")
    if world.status != "running" or not world.order:
        return
    player = player or world.order[0]
    started_at = form.at(entry, "started_at", "the turn")
    must_coup = world.players[player].credits >= moment.law.number("compulsory_coup_at")
    ends_at = form.instant(entry, "ends_at", "the turn") or started_at + moment.law.span("turn_hours")
    world.turn = Turn(player, started_at, ends_at, form.flag(entry, "must_coup", "the turn", default=must_coup))


def _take_rules(form: Form, stated: Mapping[str, Any]) -> None:
    if stated.get("rules") is None:
        return
    known = ("id", "title", "content", "title_path", "edited_at", "edited_by")
    entries = list(form.entries("rules", stated["rules"], known))
    try:
        tree = planted(
            (str(each["id"]), form.text(each.get("title")), form.text(each.get("content"))) for each in entries
        )
    except ValueError as fault:
        form.amiss(f"rules: {fault}", "COUP-003")
        return
    for entry in entries:
        _date_rule(form, tree, entry)
    bind_all(tree)
    form.moment.world.rules = tree


def _date_rule(form: Form, tree: Any, entry: Mapping[str, Any]) -> None:
    from .rule_paths import at_path, id_path_of

    rule = at_path(tree, id_path_of(str(entry["id"])) or ())
    if rule is not None:
        rule.edited_at = form.instant(entry, "edited_at", f"rule {entry['id']}")
        rule.edited_by = form.count(entry, "edited_by", f"rule {entry['id']}")


def _take_ruleset(form: Form, stated: Mapping[str, Any]) -> None:
    """Candidates, the last Judge, a turn order to come, and what is voted on."""
    world = form.moment.world
    if "candidates" in stated:
        world.candidates = [each for each in form.people("candidates", stated["candidates"]) if each in world.playing]
    if "last_judge" in stated:
        world.last_judge = form.person(form.text(stated["last_judge"]))
    if "propositions" in stated:
        stated_matters.propositions(form, stated["propositions"])
    if "clarifications" in stated:
        stated_matters.clarifications(form, stated["clarifications"])
    upcoming = stated.get("upcoming_order") or stated.get("upcoming")
    if upcoming is not None:
        _hang_upcoming(form, form.people("upcoming_order", upcoming))


def _hang_upcoming(form: Form, order: list[str]) -> None:
    """Let a turn order wait for the end of the round, unless the rules that are stated hold it already."""
    world, law = form.moment.world, form.moment.law
    name = (
        "changing_order_rule"
        if law.chooses("upcoming_order_hangs", "below the rule on changing the order")
        else "order_rule"
    )
    below = order_rule.rule_at(world.rules, law.word(name))
    if below is not None and order_rule.upcoming(world.rules, below, law.word("upcoming_title")) is None:
        content = f"{law.word('upcoming_preface')}\n{order_rule.order_as_content(order)}"
        order_rule.hang_upcoming(world.rules, below, law.word("upcoming_title"), content, 0, form.moment.when)


def _take_end(form: Form, stated: Mapping[str, Any]) -> None:
    world, told = form.moment.world, stated.get("winner")
    named = form.people("winner", [told] if isinstance(told, str) else told)
    world.winners = [player_named(form.moment, each) or each for each in named]
    world.over_at = form.moment.when if world.status == "over" else None


def _check(form: Form) -> None:
    """Note what does not add up, without naming a card."""
    moment, world = form.moment, form.moment.world
    cards, whole = court_deck.in_play(world), court_deck.all_cards(moment)
    if world.status != "waiting" and sorted(cards.elements()) != sorted(whole):
        form.noted(
            f"there are {cards.total()} cards in deck, hands and discards that are not the {len(whole)} of the rules",
            "COUP-032",
        )
    if turn := world.turn:
        is_past = turn.ends_at <= moment.when
        if is_past:
            form.noted(f"the turn of {turn.player} was over at the instant of the statement: it ends now", "COUP-020")


# --- people by their ids ----------------------------------------------------------------------------------------------

_PEOPLE = frozenset(
    {"player", "actor", "target", "challenger", "proponent", "raiser", "judge", "by", "last_judge", "winner"}
)
"""The fields that hold a person, wherever they stand."""
_SEVERAL = frozenset({"members", "order", "candidates", "playing", "upcoming_order", "upcoming", "winner"})
"""The fields that hold several."""
_BY_PERSON = frozenset({"players", "former_players", "votes"})
"""The maps whose keys are people."""


def with_people(stated: Mapping[str, Any], id_of: Callable[[str], str]) -> dict[str, Any]:
    """The same with each person by the id that ``id_of`` has for whatever they were called."""
    return {name: _renamed(name, value, id_of) for name, value in stated.items()}


def _renamed(name: str, value: Any, id_of: Callable[[str], str]) -> Any:
    if isinstance(value, str):
        return id_of(value) if name in _PEOPLE and value else value
    if isinstance(value, Mapping):
        named = {id_of(str(key)) if name in _BY_PERSON else key: each for key, each in value.items()}
        return {key: _renamed("" if name in _BY_PERSON else str(key), each, id_of) for key, each in named.items()}
    if isinstance(value, list):
        return [_renamed_entry(name, each, id_of) for each in value]
    return value


def _renamed_entry(name: str, each: Any, id_of: Callable[[str], str]) -> Any:
    if isinstance(each, str):
        return id_of(each) if name in _SEVERAL or name in ("players", "former_players") else each
    if isinstance(each, Mapping) and name in ("players", "former_players") and each.get("id"):
        return {**_renamed("", each, id_of), "id": id_of(str(each["id"]))}
    return _renamed("", each, id_of)
