"""What people state of offers, votes, the Judge and open dice when the tracker starts in the middle of a cycle."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from datetime import timedelta
from typing import Any, get_args

from tracker.core.instants import TICKLE
from tracker.games import chat_stated_matters as shared
from tracker.games.chat_stated_matters import may_act
from tracker.games.chat_strands import ANNOUNCED, Strand, Task
from tracker.mechanics.action_ids import key_of, parts_of
from tracker.mechanics.chat_dice import dice_names
from tracker.mechanics.chat_log import Between, ChatMessage
from tracker.mechanics.elections import Candidacy
from tracker.mechanics.judges import Request, appoint, vacate
from tracker.mechanics.proposal_class import read_proposal
from tracker.mechanics.voting_periods import Status as ProposalStatus
from tracker.mechanics.voting_periods import voting_period

from . import construction, fishing, foraging, phases, scouting, trade, traversing
from .hexes import triple
from .law import NO_ROD, of_aeternus
from .proposals import CLASSES, class_rule
from .reading import said_by
from .state import MergeRequest, MergeStatus, Spent
from .stated_form import Form
from .world import FEATURES

MATTERS = (
    *("offers", "merges", "proposals", "judge", "candidacies", "removal_assents", "requests", "rulings"),
    *("confidence_votes", "random_matters"),
)
"""What goes on as it is where a stated gamestate does not name it."""
OF_MERGES = ("id", "by", "factions", "name", "at", "ends", "status", "voters_for", "voters_against")
OF_CANDIDACIES = ("id", "by", "at", "voters_for", "voters_against")
OF_RANDOM = ("id", "by", "at", "text")
_BESIDE_MERGES = ("for", "against", "deleted", "reason")
_BESIDE_RANDOM = ("channel", "reply_to", "tasks", "rolled", "spent", "dice", "status")
_OF_TASKS = ("kind", "n", "data")
_OF_SPENT = ("player", "ap", "items")
_REACTIONS = {"+1": "voters_for", "-1": "voters_against"}


def take(form: Form, stated: Mapping[str, Any]) -> None:
    """Let what is still open be as stated; what is not named goes on as it is."""
    world = form.moment.world
    if "offers" in stated:
        made = shared.offers(form, stated["offers"], form.goods, "AET-150")
        world.offers = {key_of(each.message, each.n): each for each in sorted(made, key=lambda each: each.at)}
        trade.look_for_lapse(form.moment)
    if "merges" in stated:
        world.merges = {each.id: each for each in _merges(form, stated["merges"], is_over=bool(stated.get("winner")))}
    if "proposals" in stated:
        terms = replace(_terms(form), is_over=bool(stated.get("winner")))
        found = shared.proposals(form, stated["proposals"], terms)
        world.proposals = {each.message: each for each in found}
    _take_bench(form, stated)
    if "random_matters" in stated:
        world.strands, world.requests, world.spent, world.paid = [], {}, {}, []
        _take_random(form, stated["random_matters"])
    for keys in (world.offers, world.bench.requests, world.bench.rulings):
        for key in keys:
            world.let_cite(parts_of(key)[0])


# --- proposals and merge requests -------------------------------------------------------------------------------------


def _terms(form: Form) -> shared.Terms:
    law = form.moment.law
    up_is_for = law.chooses("thumbs_on_proposals", "up for, down against")
    sides = ("voters_for", "voters_against") if up_is_for else ("voters_against", "voters_for")
    kept: dict[str, ProposalStatus] = {
        "waiting": "waiting",
        "open": "open",
        "took effect": "took effect",
        "failed": "failed",
    }
    return shared.Terms(
        CLASSES,
        lambda words: read_proposal(words, CLASSES).cls or law.word("default_proposal_class"),
        lambda klass, created: voting_period(class_rule(law, klass), created, phases.calendar(law)),
        kept,
        dict(zip(("+1", "-1"), sides, strict=True)),
        "AET-033",
    )


def _merges(form: Form, stated: Any, *, is_over: bool) -> Iterator[MergeRequest]:
    for entry in form.entries("merges", stated, (*OF_MERGES, *_BESIDE_MERGES)):
        found = _merge(form, str(entry["id"]), entry, is_over=is_over)
        if found is not None:
            yield found


def _merge(form: Form, id: str, entry: Mapping[str, Any], *, is_over: bool) -> MergeRequest | None:
    who, by = f"merge request {id}", form.person(form.text(entry.get("by")))
    said, name = form.texts(entry, "factions", who), form.text(entry.get("name"))
    status: MergeStatus = form.one_of(entry, "status", who, get_args(MergeStatus), "open")
    if len(said) != 2 or not name or not by:
        form.amiss(
            f"{who} needs by whom it is, two factions and the name of the new one (by, factions, name)", "AET-017"
        )
        return None
    factions = [form.faction(each, who, "AET-017") if status == "open" else each for each in said]
    if not all(factions):
        return None
    start = form.at(entry, "at", who)
    end = form.instant(entry, "ends", who) or start + form.moment.law.span("merge_voting_hours")
    found = MergeRequest(id, parts_of(id)[0], by, (factions[0], factions[1]), name, start, end, status)
    if status != "open":
        found.for_, found.against = (
            form.count(entry, side, who) if isinstance(entry.get(side), int) else None for side in ("for", "against")
        )
    elif end <= form.moment.when and not is_over:
        form.amiss(
            f"{who} cannot be open: the vote on it is over by then; its status says what became of it", "AET-018"
        )
    message = ChatMessage(found.message, form.moment.law.word("actions_channel"), by, start, "")
    if entry.get("deleted") is True:
        message.deleted = Between.exactly(start + TICKLE)
    shared.stand_in(form, message, _reactions(form, entry, who))
    return found


def _reactions(form: Form, entry: Mapping[str, Any], who: str) -> dict[str, list[str]]:
    return {emoji: form.texts(entry, name, who) for emoji, name in _REACTIONS.items()}


# --- the Judge --------------------------------------------------------------------------------------------------------


def _take_bench(form: Form, stated: Mapping[str, Any]) -> None:
    world, when = form.moment.world, form.moment.when
    bench, bar = world.bench, _bar(form)
    if "judge" in stated:
        _take_judge(form, form.person(form.reader.text("judge", stated["judge"])))
    if "candidacies" in stated:
        world.candidacies = {each.message: each for each in _candidacies(form, stated["candidacies"])}
    if "removal_assents" in stated:
        assents = form.texts(stated, "removal_assents", "the assents to the Judge's removal")
        if assents and not bench.judge:
            form.amiss("removal_assents: there is no Judge who could be removed; state the judge, too", "AET-043")
        bench.assents = {form.person(each): when for each in assents} if bench.judge else {}
    if "requests" in stated:
        shared.take_requests(form, stated["requests"], bar)
    if "rulings" in stated:
        shared.take_rulings(form, stated["rulings"], bar)
    if "confidence_votes" in stated:
        bench.votes = {each.id: each for each in shared.votes(form, bench, stated, bar)}


def _bar(form: Form) -> shared.Bar:
    law = form.moment.law
    lasts: timedelta = law.span("confidence_voting_hours")
    affirms = law.chooses("approval_of_a_ruling", "affirms")
    sides = ("affirming", "overturning") if affirms else ("overturning", "affirming")
    polls = dict(zip(("+1", "-1"), sides, strict=True))
    return shared.Bar("AET-048", "AET-050", _reminder, lambda start: start + lasts, polls)


def _reminder(asked: Request) -> str:
    return f"request {asked.short} by {asked.by}, a {'question' if asked.is_question else 'statement'}, waits for the Judge"


def _take_judge(form: Form, judge: str) -> None:
    """Let somebody be the Judge, also who plays no more, or nobody; one who was it goes on."""
    bench = form.moment.world.bench
    if judge and not may_act(form, judge, is_open=False):
        form.noted(f"{judge} is the Judge, and not among the players: where {judge} plays, state that, too")
    if judge != bench.judge:
        vacate(bench)
    if judge and not bench.judge:
        appoint(bench, judge, form.moment.when, None)


def _candidacies(form: Form, stated: Any) -> Iterator[Candidacy]:
    channel = form.moment.law.word("elections_channel")
    for entry in form.entries("candidacies", stated, OF_CANDIDACIES):
        id, by = str(entry["id"]), form.person(form.text(entry.get("by")))
        who = f"candidacy {id}"
        if not may_act(form, by, is_open=True):
            form.amiss(f"{who} needs by whom it is (by), and that must be a player, not {by!r}", "AET-057")
            continue
        at = form.at(entry, "at", who)
        shared.stand_in(form, ChatMessage(id, channel, by, at, ""), _reactions(form, entry, who))
        yield Candidacy(id, by, at, phases.week_at(form.moment, at)[0])


# --- random matters ---------------------------------------------------------------------------------------------------


def _take_random(form: Form, stated: Any) -> None:
    """What waits for dice, each by the message that announced it: it asks for them anew."""
    for entry in form.entries("random_matters", stated, (*OF_RANDOM, *_BESIDE_RANDOM)):
        id, by = str(entry["id"]), form.person(form.text(entry.get("by")))
        who = f"random matter {id}"
        status = form.one_of(entry, "status", who, ("open", "resolved", "lapsed"), "open")
        if not may_act(form, by, is_open=True):
            form.amiss(f"{who} needs by whom it is (by), and that must be a player, not {by!r}", "AET-062")
        elif status == "open":
            _take_strand(form, id, by, entry, who)


def _take_strand(form: Form, id: str, by: str, entry: Mapping[str, Any], who: str) -> None:
    world, at, is_printed = form.moment.world, form.at(entry, "at", who), "tasks" in entry
    if not is_printed and at < phases.phase_at(form.moment).start:
        form.amiss(
            f"{who} cannot be open: it was announced in a phase that is over by then, and lapsed with that", "AET-064"
        )
        return
    channel = form.text(entry.get("channel")) or form.moment.law.word("actions_channel")
    message = ChatMessage(id, channel, by, at, form.text(entry.get("text")), form.text(entry.get("reply_to")))
    shared.stand_in(form, message, {})
    tasks = list(_tasks(form, by, entry, who)) if is_printed else _announced(form, id)
    if not is_printed and tasks:
        world.paid.append(f"{id}:{tasks[0].n}")
    if not tasks:
        form.amiss(f"{who}: its text announces no action; write there what was announced, such as “Forage”", "AET-062")
        return
    world.strands.append(Strand(id, at, tasks))
    world.acted[id] = at
    world.let_cite(id)
    _take_rolled(form, id, entry, who)
    spent = form.table(entry.get("spent"), f"what was spent on {who}")
    for n in spent:
        part = form.table(spent[n], f"what was spent on action {n} of {who}", _OF_SPENT)
        world.spent[f"{id}:{n}"] = Spent(by, form.count(part, "ap", who), form.goods(part.get("items"), who))


def _announced(form: Form, id: str) -> list[Task]:
    """All that a message announces is still to be done."""
    said = said_by(form.moment, form.moment.state.log.messages[id])
    return [Task(ANNOUNCED, each.n) for each in said]


def _tasks(form: Form, by: str, entry: Mapping[str, Any], who: str) -> Iterator[Task]:
    for task in form.list(entry.get("tasks")):
        table = form.table(task, f"a task of {who}", _OF_TASKS)
        kind, data = form.text(table.get("kind")), form.table(table.get("data"), f"the data of a task of {who}")
        readers = _readers(form, by).get(kind)
        if (
            readers is None
            or set(readers) != set(data)
            or not all(reads(data[name]) for name, reads in readers.items())
        ):
            form.amiss(
                f"{who}: its tasks must stand as tracker replay prints them, and this is none: {task!r}", "AET-062"
            )
        else:
            yield Task(kind, form.count(table, "n", who), dict(data))


Reads = Callable[[Any], bool]


def _readers(form: Form, by: str) -> Mapping[str, Mapping[str, Reads]]:
    """What the data of each kind of task are, by the names of their fields."""
    law = of_aeternus(form.moment.law)
    own: dict[str, Reads] = {"player": lambda value: form.person(str(value)) == by}
    biomes, rods, fish = (
        _among(each) for each in (law.words("biomes"), (NO_ROD, *law.items), law.words("medallion_fish"))
    )
    step = {**own, "to": _is_hex, "winds": _is_count}
    cast = {**own, "lake": _is_hex, "eligible": lambda value: isinstance(value, list) and all(map(fish, value))}
    return {
        ANNOUNCED: {},
        foraging.FORAGING: {**own, "biome": biomes},
        construction.BUILDING: {**own, "feature": _among(FEATURES), "at": _is_hex},
        scouting.SCOUTING: {
            **own,
            "at": lambda value: isinstance(value, list) and all(map(_is_hex, value)),
            "done": _is_count,
        },
        **dict.fromkeys((traversing.REACH, traversing.ENTER, traversing.WIND), step),
        fishing.CAST: {**cast, "catch_chance": _is_count, "medallion_chance": _is_count, "rod": rods},
    }


def _among(known: Iterable[str]) -> Reads:
    words = frozenset(known)
    return lambda value: isinstance(value, str) and value in words


def _is_count(value: Any) -> bool:
    return type(value) is int and value >= 0


def _is_hex(value: Any) -> bool:
    return isinstance(value, list) and triple(value) == tuple(value)


def _take_rolled(form: Form, id: str, entry: Mapping[str, Any], who: str) -> None:
    """The faces of its dice that fell already, by the dice's keys."""
    rolled, state = form.table(entry.get("rolled"), f"the dice of {who}"), form.moment.state
    for key in map(str, rolled):
        sides, faces = sides_of(key, id), rolled[key]
        is_fit = isinstance(faces, list) and len(faces) == len(sides) and bool(sides)
        if not is_fit or not all(
            type(face) is int and 1 <= face <= die for face, die in zip(faces, sides, strict=True)
        ):
            form.amiss(
                f"{who}: its dice must stand as tracker replay prints them, and these are none: {key}: {faces!r}",
                "AET-062",
            )
            continue
        for name, face in zip(dice_names(key, len(sides)), faces, strict=True):
            state.rolls.setdefault(name, face)
        form.moment.world.newest_rolls.append(key)


def sides_of(key: str, row: str) -> list[int]:
    """The sides of the dice of a key of the actions of a message; none where it is no such key."""
    what, _, rest = key.partition(f":{row}:")
    dice = what.rpartition("-")[2].split("+") if rest.isascii() and rest.isdecimal() else []
    sides = [each[1:] for each in dice if each[:1] == "d" and each[1:].isascii() and each[1:].isdecimal()]
    return list(map(int, sides)) if len(sides) == len(dice) else []
