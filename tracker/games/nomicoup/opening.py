"""A gamestate as people state it, when the tracker starts in the middle of a game."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import datetime
from typing import Any

from tracker.core.instants import EPOCH
from tracker.games.chat_stated import NOT_UNDERSTOOD
from tracker.mechanics.chat_play import Moment
from tracker.mechanics.stated import TO_FILL_IN

from . import court_deck, deals, secrets, stated_checks, stated_matters, stated_pending, stated_words, winning
from . import turn_order_rule as order_rule
from .law import Law, of_nomicoup
from .new_orders import bind_stated, player_named
from .references import bind_all
from .rule_paths import RuleTree, at_path, id_path, id_path_of, planted, title_path
from .state import Player, Shuffled, State, Status, Turn, World, state_of
from .stated_form import Form

_STATUSES: Sequence[Status] = ("waiting", "running", "over")
_OF_GAME = (
    *("status", "players", "former_players", "order", "turn", "round", "treasury", "deck", "nonces", "game_id"),
    *("words", "unit_amounts", "pending", "rules", "candidates", "last_judge", "propositions", "clarifications"),
    *("upcoming_order", "upcoming", "winner", "commitments", "shuffle_number", "still_open"),
)
_WORKED_OUT = ("influence", "deck_count", "secret_hash", "stale_references", "roster", "entering", "waiting_for_cards")
"""What is printed of a gamestate and follows from the rest of it, or cannot be stated: it is compared and never taken."""
_NEVER_TAKEN = ("shuffles", "over_at")
"""What is printed besides and is told by what was published, and by when the gamestate is stated."""
_OF_PLAYERS = (
    *(
        "id",
        "player",
        "display",
        "members",
        "credits",
        "hand",
        "discarded",
        "exiles",
        "losses_owed",
        "returns_owed",
        "influence",
    ),
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
    form.only("the gamestate", stated, (*_OF_GAME, *_WORKED_OUT, *_NEVER_TAKEN))
    world.status = _status(form, stated)
    world.started_at = None if world.status == "waiting" else world.started_at or moment.when
    _take_players(form, stated)
    world.treasury = _treasury(form, stated)
    _take_order(form, stated)
    _take_rules(form, stated)
    _take_deck(form, stated)
    _take_turn(form, stated)
    _take_pending(form, stated)
    _take_ruleset(form, stated)
    _take_end(form, stated)
    _check(form)
    _compare(form, stated)


def problems(stated: Mapping[str, Any], beside: Mapping[str, Sequence[Any]], when: datetime = EPOCH) -> list[str]:
    """What is amiss in a stated gamestate, a sentence each; tables may be those of settings beside."""
    state = State()
    law = Law(when, {name: values[-1] for name, values in beside.items() if values})
    moment = Moment(state.worlds[0], state, law, {})
    take(moment, stated)
    return [note.text for note in moment.world.notes if note.code == NOT_UNDERSTOOD]


# --- the game ---------------------------------------------------------------------------------------------------------


def _status(form: Form, stated: Mapping[str, Any]) -> Status:
    """Whether the game waits, runs or is over; one of which a turn is stated runs."""
    is_running = stated.get("turn") or stated.get("pending")
    likely: Status = "over" if stated.get("winner") else "running" if is_running else "waiting"
    return form.one_of(stated, "status", "the game", _STATUSES, likely)


def _take_players(form: Form, stated: Mapping[str, Any]) -> None:
    world = form.moment.world
    players = dict[str, Player]()
    for entry in form.entries("players", stated.get("players"), _OF_PLAYERS):
        is_playing = form.flag(entry, "player", str(entry["id"]), default=True)
        player = _player(form, entry, is_playing=is_playing)
        players[player.id] = player
    for entry in form.entries("former_players", stated.get("former_players"), _OF_PLAYERS):
        player = _player(form, entry, is_playing=False)
        players.setdefault(player.id, player)
    world.players, world.entering, world.unplaced, world.waiting = players, {}, {}, []
    stated_checks.check_people(form)
    if world.status == "waiting":
        stated_checks.check_before_start(form)


def _player(form: Form, entry: Mapping[str, Any], *, is_playing: bool) -> Player:
    id, law = form.person(str(entry["id"])), form.moment.law
    is_running = is_playing and form.moment.world.status != "waiting"
    player = Player(id, _members(form, entry, id), is_playing)
    player.credits = form.count(entry, "credits", id, law.number("start_credits") if is_running else 0)
    player.hand, player.discarded = (form.cards(entry.get(name), id) for name in ("hand", "discarded"))
    player.exiles, player.losses_owed = form.count(entry, "exiles", id), form.count(entry, "losses_owed", id)
    player.returns_owed = form.count(entry, "returns_owed", id)
    form.count(entry, "influence", id)
    player.is_exiled = player.exiles > 0 and not player.hand and not player.discarded
    player.entered_at = form.past(entry, "entered_at", id) or form.moment.when
    if entry.get("display"):
        form.moment.state.log.introduce(id, str(entry["display"]))
    if not is_playing:
        _hold_nothing(form, player)
    return player


def _members(form: Form, entry: Mapping[str, Any], id: str) -> list[str]:
    """Who is part of a group; of one that is known they are the same where nothing is stated. Nobody of a person."""
    known = form.moment.world.players.get(id)
    if entry.get("members") is None:
        return list(known.members) if known else []
    return form.people(f"{id}: members", entry["members"])


def _hold_nothing(form: Form, player: Player) -> None:
    """Whoever does not play has neither credits nor cards, nor anything to lose."""
    if found := stated_checks.held(player):
        text = f"{player.id} does not play, and can have no {', '.join(found)}: credits of who left are in the Treasury, cards in the deck"
        form.amiss(text, "COUP-013")
    stated_checks.drop(player)


def _treasury(form: Form, stated: Mapping[str, Any]) -> int:
    """The credits that are not the players'; where it is stated otherwise the players' credits hold."""
    total = form.moment.law.number("credits_total")
    held = sum(player.credits for player in form.moment.world.players.values())
    left = max(0, total - held)
    treasury = form.count(stated, "treasury", "the game", left)
    if held > total:
        form.amiss(f"the players have {held} credits, and there are {total} in all: the Treasury has none", "COUP-038")
    elif treasury != left:
        text = (
            f"the Treasury and the players have {treasury + held} credits in all, not {total}: the Treasury has {left}"
        )
        form.amiss(text, "COUP-038")
    return left


def _take_order(form: Form, stated: Mapping[str, Any]) -> None:
    world = form.moment.world
    named = [world.player_called(each) for each in form.people("order", stated.get("order"))]
    if "" in named:
        form.amiss("the order names somebody who is not among the players: they are left out", "COUP-024")
    order = list(dict.fromkeys(filter(None, named)))
    said = [form.person(each) for each in form.list(stated.get("order")) if isinstance(each, str)]
    if len(order) < len(list(filter(None, named))) or len(set(said)) < len(said):
        form.amiss("the order names somebody twice: their first place holds", "COUP-024")
    world.order = order if "order" in stated else world.playing
    if left_out := [player for player in world.playing if player not in world.order]:
        form.noted(f"the order leaves out {', '.join(left_out)}: they have no turns", "COUP-024")
    world.round = form.count(stated, "round", "the game", 1, least=1)


# --- the deck ---------------------------------------------------------------------------------------------------------


def _take_deck(form: Form, stated: Mapping[str, Any]) -> None:
    """Let the deck and the hands be as stated; hands that are not are dealt from the top of it, as its order is known."""
    moment, world = form.moment, form.moment.world
    deck = form.cards(stated.get("deck"), "the deck") if stated.get("deck") is not None else None
    world.card_steps, world.asked_shuffle = [], None
    world.game_id = form.written(stated, "game_id", "the game")
    stated_words.take(form, stated.get("words"))
    world.unit_amounts = dict(stated_checks.amounts(form, stated.get("unit_amounts")))
    _take_shuffles(form, stated)
    deals.stated_anew(moment)
    if world.status == "waiting":
        world.deck = []
        if deck:
            _take_first_deck(form, deck)
        return
    world.deck = deck or []
    secrets.note_stated(moment)
    if deck is None:
        court_deck.bring_into_order(moment, court_deck.left_over(moment), "the deck as it is stated", "COUP-032")
    for entry in form.entries("players", stated.get("players"), _OF_PLAYERS):
        player = world.players.get(form.person(str(entry["id"])))
        is_dealt_to = player is not None and player.is_playing and entry.get("hand") is None
        if player is not None and is_dealt_to and world.status == "running":
            wanted = moment.law.number("start_cards") - len(player.discarded)
            court_deck.draw(moment, player.id, max(0, wanted), "COUP-040")
        if player is not None and entry.get("influence") is not None:
            form.compare(f"{player.id}: influence", entry["influence"], player.influence)


def _take_first_deck(form: Form, deck: list[str]) -> None:
    """Let a deck be the one that the start brings about, told without a number."""
    moment, state = form.moment, state_of(form.moment)
    if sorted(deck) != sorted(court_deck.all_cards(moment)):
        text = f"the deck for the start has {len(deck)} cards that are not the {len(court_deck.all_cards(moment))} of the rules"
        form.amiss(text, "COUP-032")
    elif all(each.row != moment.row for each in state.loose_shuffles):
        state.loose_shuffles.append(Shuffled(deck, row=moment.row))


def _take_shuffles(form: Form, stated: Mapping[str, Any]) -> None:
    """How many shuffles there were, with what was published of them, and nonces, those of all shuffles in order.

    Where nobody says how many, there were those that are known: no number is given to two shuffles.
    """
    world = form.moment.world
    secrets.forget_other_games(form.moment)
    known = secrets.newest_number(form.moment)
    world.shuffle_number = form.count(stated, "shuffle_number", "the game", known)
    if world.shuffle_number < known:
        text = f"shuffle_number is {world.shuffle_number}, and shuffle {known} was drawn: no number is given to two shuffles"
        form.amiss(f"{text}; it counts as {known}", "COUP-035")
        world.shuffle_number = known
    told = form.reader.texts("nonces", stated.get("nonces"))
    world.past_nonces, world.nonces = told[: world.shuffle_number], told[world.shuffle_number :]
    if stated.get("nonces") is not None and len(told) < world.shuffle_number:
        text = f"nonces are those of all shuffles in order: of {world.shuffle_number} that were made there are only {len(told)}"
        form.noted(text, "COUP-035")
    if world.status == "waiting":
        world.commitments = {}
    _take_commitments(form, stated.get("commitments"))
    _look_at_shuffles(form, stated.get("shuffles"))


def _look_at_shuffles(form: Form, stated: Any) -> None:
    """See that what is stated of shuffles can be: what was published tells of them, and nothing here is taken."""
    world, told = form.moment.world, form.table(stated, "shuffles")
    if beyond := [str(each) for each in told if not _is_made(each, world)]:
        text = f"shuffles tells of {', '.join(beyond)}, and shuffle_number is {world.shuffle_number}: there was no such shuffle"
        form.amiss(text, "COUP-035")
    for number, each in told.items():
        who = f"shuffles: {number}"
        fields = form.table(each, who, ("commitment", "nonce", "deck"))
        for name in ("commitment", "nonce"):
            form.reader.text(f"{who}: {name}", fields.get(name))
        form.cards(fields.get("deck"), who)


def _is_made(number: Any, world: World) -> bool:
    return str(number).isdecimal() and len(str(number)) < 10 and int(number) <= world.shuffle_number


def _take_commitments(form: Form, stated: Any) -> None:
    world = form.moment.world
    if isinstance(stated, list):
        stated = {str(number): hash for number, hash in enumerate(stated, 1) if hash not in (None, "")}
    for number, hash in form.table(stated, "commitments").items():
        if _is_made(number, world):
            world.commitments[int(number)] = form.reader.text(f"commitments: {number}", hash)
        else:
            text = f"a hash of shuffle {number} is stated, and shuffle_number is {world.shuffle_number}: there was no such shuffle"
            form.amiss(text, "COUP-035")


# --- the turn, rules, and who won -------------------------------------------------------------------------------------


def _take_turn(form: Form, stated: Mapping[str, Any]) -> None:
    moment, world = form.moment, form.moment.world
    world.turn, world.timed_out = None, []
    told = stated.get("turn")
    entry = {"player": told} if isinstance(told, str) else form.table(told, "turn", _OF_TURN)
    who = form.text(entry.get("player"))
    player = world.player_called(form.person(who))
    if entry and not player:
        form.amiss(f"the turn is that of {who or 'nobody'}, who is not among the players", "COUP-022")
    if entry and world.status != "running":
        form.amiss(f"{who or 'somebody'} cannot have a turn: the status is {world.status}", "COUP-022")
    if world.status != "running" or not world.order:
        return
    if player and player not in world.order:
        form.amiss(f"the turn is that of {who}, who is not in the order, and has none", "COUP-022")
    player = player if player in world.order else world.order[0]
    started_at = form.at(entry, "started_at", "the turn")
    must_coup = world.players[player].credits >= moment.law.number("compulsory_coup_at")
    ends_at = form.instant(entry, "ends_at", "the turn") or started_at + moment.law.span("turn_hours")
    world.turn = Turn(player, started_at, ends_at, form.flag(entry, "must_coup", "the turn", default=must_coup))
    stated_checks.check_turn(form, world.turn)


def _take_pending(form: Form, stated: Mapping[str, Any]) -> None:
    """What is pending, with earlier actions whose windows are open still."""
    world = form.moment.world
    world.pending = stated_pending.pending(form, stated.get("pending"))
    earlier = form.listed("still_open", stated.get("still_open"))
    found = [stated_pending.pending(form, each, f"still_open[{n}]") for n, each in enumerate(earlier)]
    world.still_open, world.past_pending = [each for each in found if each is not None], None
    if earlier and not stated.get("pending"):
        form.amiss("still_open are actions before the one that is pending, and none is (pending)", "COUP-043")


def _take_rules(form: Form, stated: Mapping[str, Any]) -> None:
    if stated.get("rules") is None:
        return
    known = ("id", "title", "content", "title_path", "edited_at", "edited_by", "refers")
    entries = list(form.entries("rules", stated["rules"], known))
    try:
        tree = planted(_rule(form, each) for each in entries)
    except ValueError as fault:
        form.amiss(f"rules: {fault}", "COUP-003")
        return
    bind_all(tree)
    for entry in entries:
        _take_history(form, tree, entry)
    _bind_anew(form.moment.world, tree)
    bind_stated(form.moment, tree)
    form.moment.world.rules = tree


def _rule(form: Form, entry: Mapping[str, Any]) -> tuple[str, str, str]:
    """The ID path, title and content of a rule."""
    id = str(entry["id"])
    return id, form.written(entry, "title", f"rule {id}"), form.written(entry, "content", f"rule {id}")


def _take_history(form: Form, tree: RuleTree, entry: Mapping[str, Any]) -> None:
    """When and by what a rule was edited last, and what its references meant when they were written (COUP-077)."""
    rule, who = at_path(tree, id_path_of(str(entry["id"])) or ()), f"rule {entry['id']}"
    if rule is None:
        return
    rule.edited_at, rule.edited_by = form.past(entry, "edited_at", who), form.count(entry, "edited_by", who)
    if entry.get("title_path") is not None:
        separator = of_nomicoup(form.moment.law).separator
        form.compare(f"{who}: title_path", entry["title_path"], title_path(tree, rule, separator))
    for path, meant in form.table(entry.get("refers"), f"{who}: refers").items():
        found = None if meant is None else at_path(tree, id_path_of(str(meant)) or ())
        if path not in rule.refers:
            form.amiss(f"{who} does not refer to {path!r}, as refers says", "COUP-077")
        elif meant is not None and found is None:
            form.amiss(f"{who}: there is no rule {meant!r} that {path} meant (refers)", "COUP-077")
        else:
            rule.refers[path] = found.key if found else 0


def _bind_anew(world: World, tree: RuleTree) -> None:
    """Let the propositions that go on mean the rules that stand where theirs stood."""

    def key_in(key: int) -> int:
        meant = world.rules.rules.get(key)
        found = at_path(tree, id_path(world.rules, meant)) if meant else None
        return found.key if found else 0

    for change in (change for each in world.propositions.values() for change in each.changes):
        change.rule, change.under = key_in(change.rule), key_in(change.under)


def _take_ruleset(form: Form, stated: Mapping[str, Any]) -> None:
    """Candidates, the last Judge, a turn order to come, and what is voted on."""
    world = form.moment.world
    if "candidates" in stated:
        named = form.people("candidates", stated["candidates"])
        world.candidates = [each for each in named if each in world.playing]
        if strangers := [each for each in named if each not in world.playing]:
            form.amiss(f"the candidates name {', '.join(strangers)}, who is not among the players", "COUP-115")
    if "last_judge" in stated:
        world.last_judge = form.known("last_judge", stated["last_judge"], "COUP-114")
    if "propositions" in stated:
        stated_matters.propositions(form, stated["propositions"])
    if "clarifications" in stated:
        stated_matters.clarifications(form, stated["clarifications"])
    for rule in (
        each for each in world.rules.rules.values() if not each.title and each.edited_by in world.propositions
    ):
        rule.proponent = rule.proponent or world.propositions[rule.edited_by].proponent
    named, same = (form.people(name, stated.get(name)) for name in ("upcoming_order", "upcoming"))
    if named and same and named != same:
        form.amiss("upcoming_order and upcoming are the same thing, and are stated otherwise", "COUP-025")
    if upcoming := [each for each in named or same if form.known("upcoming_order", each, "COUP-025")]:
        _hang_upcoming(form, upcoming)


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
    """Who won, which is so only where the game is over; one that is over was won by somebody."""
    world, told = form.moment.world, stated.get("winner")
    named = form.people("winner", [told] if isinstance(told, str) else told)
    winners = [player_named(form.moment, each) or form.known("the winner", each, "COUP-001") for each in named]
    world.winners = [each for each in winners if each] if world.status == "over" else []
    world.over_at = form.moment.when if world.status == "over" else None
    form.past(stated, "over_at", "the game")
    world.deck_opens_at = winning.deck_opens_at(form.moment) if world.over_at else None
    world.deck_hours = form.moment.law.number("deck_opening_hours") if world.over_at else 0
    world.objection = []
    if world.status == "over" and not world.winners:
        form.amiss("the game is over, and it is not stated who of the players won (winner)", "COUP-001")
    elif winners and world.status != "over":
        form.amiss(f"the status cannot be {world.status} once somebody won; nobody did", "COUP-001")


def _check(form: Form) -> None:
    """Note what does not add up, without naming a card."""
    moment, world = form.moment, form.moment.world
    cards, whole = court_deck.in_play(world), court_deck.all_cards(moment)
    if world.status != "waiting" and sorted(cards.elements()) != sorted(whole):
        there = f"there are {cards.total()} cards in deck, hands and discards"
        form.amiss(f"{there} that are not the {len(whole)} of the rules", "COUP-032")
    stated_checks.check_owed(form)


def _compare(form: Form, stated: Mapping[str, Any]) -> None:
    """Note what is stated otherwise than it follows from the rest, which holds; nothing of it is hidden."""
    from .view import public_values  # late: the view needs the pages' modules

    named = [name for name in _WORKED_OUT if name in stated]
    if not named:
        return
    values = public_values(form.moment)
    for name in named:
        form.compare(name, stated[name], values[name])
    influence = form.table(stated.get("influence"), "influence")
    if strangers := [str(each) for each in influence if form.person(str(each)) not in form.moment.world.playing]:
        form.amiss(f"influence names {', '.join(strangers)}, who is not among the players", "COUP-069")


# --- people by their ids ----------------------------------------------------------------------------------------------

_PEOPLE = frozenset(
    {
        *(
            "player",
            "actor",
            "target",
            "challenger",
            "proponent",
            "raiser",
            "judge",
            "judge_before",
            "by",
            "last_judge",
        ),
        *("winner", "turn"),
    }
)
"""The fields that hold a person, wherever they stand."""
_SEVERAL = frozenset({"members", "order", "candidates", "playing", "upcoming_order", "upcoming", "winner"})
"""The fields that hold several."""
_BY_PERSON = frozenset({"players", "former_players", "votes", "influence", "words"})
"""The maps whose keys are people."""
_PLAYERS = ("players", "former_players")
_Called = Callable[[str, str], str]
"""The id of whoever is called so in a field of that name."""


def with_people(stated: Mapping[str, Any], id_of: Callable[[str], str]) -> dict[str, Any]:
    """The same with each person by the id that ``id_of`` has for whatever they were called.

    Whatever is given members is a group, and goes by its name wherever it stands; its members are people.
    """
    groups = {_plain(name): name for name in _groups(stated)}

    def called(field: str, name: str) -> str:
        group = groups.get(_plain(name)) if field != "members" else None
        return group or id_of(name)

    return {name: _renamed(name, value, called) for name, value in stated.items()}


def _groups(stated: Mapping[str, Any]) -> Iterator[str]:
    """The names of the players, and of those who were, to whom members are stated."""
    for name in _PLAYERS:
        told = stated.get(name)
        entries = told.items() if isinstance(told, Mapping) else [(_id(each), each) for each in _list(told)]
        yield from (str(id).strip() for id, each in entries if isinstance(each, Mapping) and each.get("members"))


def _list(value: Any) -> list[Any]:
    return value if isinstance(value, list) else []


def _id(entry: Any) -> Any:
    return entry.get("id") if isinstance(entry, Mapping) else entry


def _plain(name: str) -> str:
    return name.strip().removeprefix("@").casefold()


def _renamed(name: str, value: Any, called: _Called) -> Any:
    if isinstance(value, str):
        return called(name, value) if name in _PEOPLE and value else value
    if isinstance(value, Mapping):
        named = {called(name, str(key)) if name in _BY_PERSON else key: each for key, each in value.items()}
        return {key: _renamed("" if name in _BY_PERSON else str(key), each, called) for key, each in named.items()}
    if isinstance(value, list):
        return [_renamed_entry(name, each, called) for each in value]
    return value


def _renamed_entry(name: str, each: Any, called: _Called) -> Any:
    if isinstance(each, str):
        return called(name, each) if name in _SEVERAL or name in _PLAYERS else each
    if isinstance(each, Mapping) and name in _PLAYERS and each.get("id"):
        return {**_renamed("", each, called), "id": called("id", str(each["id"]))}
    return _renamed("", each, called)
