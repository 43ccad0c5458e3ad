"""What people state: openings, corrections that set one value, at once or as the effect of a proposal, and settings."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from datetime import datetime
from typing import Any

from pydantic import ValidationError

from tracker.core.corrections import FAULT, WITHOUT_EFFECT
from tracker.core.fold import Step
from tracker.core.gamestate import Finding
from tracker.mechanics.chat.names import maps_accounts, names_of
from tracker.mechanics.chat.notes import Note
from tracker.mechanics.state.described import opened as described
from tracker.mechanics.state.described import printed, problems, with_value, without
from tracker.mechanics.state.keeping import scalar

from .nomic import ChatNomic
from .play import Cause, Play, entity
from .standing import flat
from .state import ChatState, Effect, Event, Setting, ValueChange

ADOPTED = frozenset({"took effect", "adopted"})
"""The verdicts of proposals that are carried out."""
OTHERS = frozenset({"bot_account", "wiki_account", "aliases", "dynasty"})
"""Settings that the tracker logs of every nomic, and that chat games have no use for."""
UNKNOWN_SETTING, IDENTITY = "UNKNOWN_SETTING", "IDENTITY_CHANGED"


def opened(game: ChatNomic[Any], state: ChatState[Any], stated: Mapping[str, Any], when: datetime) -> Any | list[str]:
    """The gamestate that people state, or what is amiss in it, a sentence each. What is worked out may be stated, too."""
    state.world.look(state.names, game.law_at(state, when))
    worked_out = {*game.worked_out(state.world), "roster"}

    def made() -> Any:
        people = game.with_people(game.stated(stated), state.names.person)
        return described(game.world, {name: value for name, value in people.items() if name not in worked_out})

    return _checked(game, state, when, made)


def _checked(game: ChatNomic[Any], state: ChatState[Any], when: datetime, make: Callable[[], Any]) -> Any | list[str]:
    try:
        world = make()
    except ValidationError as error:
        return problems(error, game.world)
    except (LookupError, ValueError) as error:
        return [str(error).strip("'\"")]
    except (AttributeError, TypeError):
        # What a game makes of other ways to say a thing takes their forms for granted.
        return ["it does not have the form that `tracker opening` drafts"]
    beside = {name: (value,) for name, value in world.numbers.items()}
    told = {name: number_problem(game, name, value, beside) for name, value in world.numbers.items()}
    if faults := [f"numbers.{name}: {fault}" for name, fault in told.items() if fault]:
        return faults
    world.look(state.names, game.law(when, {**state.settings, **world.numbers}, state.page_values))
    return list(game.faults(world)) or world


def number_problem(game: ChatNomic[Any], name: str, value: Any, beside: Mapping[str, Any] | None = None) -> str:
    """Why a number, word or table of the rules cannot have a value; "" where it can."""
    if name not in game.parameters:
        return "there is no such setting"
    if game.parameters[name].bounds(value) and not game.law.book.fits(name, value):
        return "it is not of the right sort"
    return game.parameters[name].out_of_bounds(value) or game.setting_problem(name, value, beside)


# --- corrections ------------------------------------------------------------------------------------------------------


def put_right(game: ChatNomic[Any], state: ChatState[Any], step: Step) -> None:
    """Let a value hold that people set, now or once the proposal is decided whose effect it is; what cannot be is told."""
    said, row = step.observation, step.row.id
    of, value = said.text("of"), said.payload.get("set")
    if fault := said.text(FAULT):
        note_fault(game, state, row, fault, step.when)
    elif value is not None:
        effect = Effect(row, {**value, "by": said.text("by")})
        if of and game.verdict(state.world, of) is not None:
            state.effects.setdefault(of, []).append(effect)
            let_effects_hold(game, state, step.when)
        else:
            _hold(game, state, effect, step.when)


def note_fault(game: ChatNomic[Any], state: ChatState[Any], row: str, fault: str, when: datetime) -> None:
    """Tell that a correction puts nothing right, and why."""
    state.notes.append(Note(WITHOUT_EFFECT, game.first_clause, f"{row} puts nothing right: {fault}", when, row))


def let_effects_hold(game: ChatNomic[Any], state: ChatState[Any], when: datetime) -> None:
    """Let the effects hold that people said decided proposals have."""
    for of in [each for each in state.effects if game.verdict(state.world, each)]:
        for effect in state.effects.pop(of):
            if game.verdict(state.world, of) in ADOPTED:
                _hold(game, state, effect, when)
            else:
                note_fault(game, state, effect.row, f"{of} did not take effect", when)


def _hold(game: ChatNomic[Any], state: ChatState[Any], effect: Effect, when: datetime) -> None:
    value, before, pointer = effect.value, state.world, str(effect.value["pointer"])
    if hidden := game.hidden.intersection(pointer.split("/")):
        note_fault(game, state, effect.row, f"{min(hidden)} is hidden, and everybody can read what is set", when)
        return

    def made() -> Any:
        return without(before, pointer) if value.get("remove") else with_value(before, pointer, value.get("value"))

    found = _checked(game, state, when, made)
    if isinstance(found, list):
        note_fault(game, state, effect.row, "; ".join(found), when)
        return
    _tell_set(game, state, effect, found, when)
    state.world, state.is_stale = found, True
    state.in_doubt.clauses.pop(entity(pointer.removeprefix("/")), None)
    Play(game, state).follow(Cause(effect.row, None, when))


def _tell_set(game: ChatNomic[Any], state: ChatState[Any], effect: Effect, found: Any, when: datetime) -> None:
    """Tell of every value that is another by what was set."""
    text, clause = f"set by {effect.value['by']}", game.first_clause
    told = {"pointer": str(effect.value["pointer"])}
    state.told.events.append(Event("value_set", when, clause, effect.row, told, text))
    old, new = (dict(flat(printed(world))) for world in (state.world, found))
    for way in dict.fromkeys((*old, *new)):
        if old.get(way) != new.get(way):
            values = (scalar(old.get(way)), scalar(new.get(way)))
            state.told.changes.append(ValueChange("/".join(way), *values, when, clause, text, effect.row))


# --- settings ---------------------------------------------------------------------------------------------------------


def take_setting(game: ChatNomic[Any], state: ChatState[Any], step: Step) -> None:
    """Let a setting hold from now on; one that is unknown or cannot be read changes nothing, and is told as long as it is so."""
    name, value = step.observation.text("name"), step.observation.payload.get("value")
    state.is_stale = True
    state.given.pop(name, None)
    if name == "identities" and maps_accounts(value):
        _identify(game, state, step, names_of(value or {}))
    elif value is None:
        state.settings = {known: kept for known, kept in state.settings.items() if known != name}
    elif name not in OTHERS:
        state.given[name] = Setting(value, step.row.id, step.when)
        let_settings_hold(game, state)


def let_settings_hold(game: ChatNomic[Any], state: ChatState[Any]) -> None:
    """Let settings hold of which nothing is amiss: the newest may bring what others name (a suit, an item)."""
    for name, each in state.given.items():
        if not _problem(game, state, name):
            state.settings = {**state.settings, name: each.value}


def _problem(game: ChatNomic[Any], state: ChatState[Any], name: str) -> str:
    if name == "identities":
        return "it does not map people to their accounts"
    held = {**state.page_values, **{each: given.value for each, given in state.given.items()}}
    return number_problem(game, name, held[name], {each: (table,) for each, table in held.items()})


def setting_findings(game: ChatNomic[Any], state: ChatState[Any]) -> Iterator[Finding]:
    """The settings that cannot be."""
    for name, each in state.given.items():
        if why := _problem(game, state, name):
            text = f"the setting {name} cannot be {each.value!r}: {why}"
            yield Finding(UNKNOWN_SETTING, game.first_clause, text, (each.row,), each.at)


def _identify(game: ChatNomic[Any], state: ChatState[Any], step: Step, names: dict[str, str]) -> None:
    """Let people be who they are said to be; whoever is said to be somebody else than before is told, of each the newest change."""
    for name, before in state.names.identities.items():
        now, was = names.get(name), f"{name} was said to be "
        if now != before and name != before.casefold():
            text = f"{was}{before}, and is {now or 'a person by itself'} now: all that it ever did counts so"
            when = step.observation.seen_at or step.when
            state.notes = [each for each in state.notes if not (each.code == IDENTITY and each.text.startswith(was))]
            state.notes.append(Note(IDENTITY, game.codes[IDENTITY][0], text, when, step.row.id))
    state.names.identities = names
