"""Values that people state: openings, and corrections that set one value, at once or as the effect of a proposal."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from datetime import datetime
from typing import Any

from pydantic import ValidationError

from tracker.core.instants import iso
from tracker.core.observation import Observation
from tracker.mechanics.chat.rows import Act
from tracker.mechanics.state.described import opened as described
from tracker.mechanics.state.described import printed, problems, with_value, without

from .nomic import ChatNomic
from .play import Cause, Play, entity
from .state import ChatState, Effect, Event, ValueChange

ADOPTED = frozenset({"took effect", "adopted"})
"""The verdicts of proposals that are carried out."""


def opened(game: ChatNomic[Any], state: ChatState[Any], stated: Mapping[str, Any], when: datetime) -> Any | list[str]:
    """The gamestate that people state, or what is amiss in it, a sentence each. What is worked out may be stated, too."""
    worked_out = _worked_out(game, state, when)

    def made() -> Any:
        people = game.with_people(game.stated(stated), state.names.person)
        known = {name: value for name, value in people.items() if name not in worked_out}
        return described(game.world, known)

    return _checked(game, state, when, made)


def _worked_out(game: ChatNomic[Any], state: ChatState[Any], when: datetime) -> frozenset[str]:
    state.world.look(state.names, game.law_at(state, when))
    return frozenset({*game.worked_out(state.world), "roster"})


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
    faults = [
        f"numbers.{name}: {fault}"
        for name, value in world.numbers.items()
        if (fault := number_problem(game, name, value, beside))
    ]
    if faults:
        return faults
    world.look(state.names, game.law(when, {**state.settings, **world.numbers}, state.page_values))
    return [*_to_come(world, when), *game.faults(world)] or world


def _to_come(world: Any, when: datetime) -> Iterator[str]:
    """Those who are stated to have joined only later."""
    for id, player in getattr(world, "players", {}).items():
        if (joined := getattr(player, "joined", None)) is not None and joined > when:
            yield f"players.{id}.joined: {iso(joined)} is later than what is stated holds"


def number_problem(game: ChatNomic[Any], name: str, value: Any, beside: Mapping[str, Any] | None = None) -> str:
    """Why a number, word or table of the rules cannot have a value; "" where it can."""
    if name not in game.parameters:
        return "there is no such setting"
    if game.parameters[name].bounds(value) and not game.law.book.fits(name, value):
        return "it is not of the right sort"
    return game.parameters[name].out_of_bounds(value) or game.setting_problem(name, value, beside)


# --- corrections ------------------------------------------------------------------------------------------------------


def set_value(game: ChatNomic[Any], state: ChatState[Any], row: str, said: Observation, when: datetime) -> None:
    """Let a value hold now; one that is the effect of a proposal once that is decided."""
    of, effect = said.text("of"), Effect(row, {**said.payload["set"], "by": said.text("by")})
    if of and game.verdict(state.world, of) is not None:
        state.effects.setdefault(of, []).append(effect)
        let_effects_hold(game, state, when)
    else:
        _hold(game, state, effect, when)


def let_effects_hold(game: ChatNomic[Any], state: ChatState[Any], when: datetime) -> None:
    """Let the effects hold that people said decided proposals have."""
    for of in list(state.effects):
        verdict = game.verdict(state.world, of)
        if not verdict:
            continue
        for effect in state.effects.pop(of):
            if verdict in ADOPTED:
                _hold(game, state, effect, when)
            else:
                game.note_fault(state, effect.row, f"{of} did not take effect", when)


def _hold(game: ChatNomic[Any], state: ChatState[Any], effect: Effect, when: datetime) -> None:
    value, before = effect.value, state.world
    pointer = str(value["pointer"])
    if hidden := game.hidden.intersection(pointer.split("/")):
        game.note_fault(state, effect.row, f"{min(hidden)} is hidden, and everybody can read what is set", when)
        return
    found = _checked(
        game,
        state,
        when,
        lambda: without(before, pointer) if value.get("remove") else with_value(before, pointer, value.get("value")),
    )
    if isinstance(found, list):
        game.note_fault(state, effect.row, "; ".join(found), when)
        return
    text = f"set by {value['by']}"
    state.world, state.is_stale = found, True
    event = Event("value_set", when, game.first_clause, effect.row, {"pointer": pointer}, text)
    state.told.events.append(event)
    place = pointer.removeprefix("/")
    state.told.changes += [
        ValueChange(each, old, new, when, game.first_clause, text, effect.row)
        for each, old, new in _differing("", printed(before), printed(found))
    ]
    state.in_doubt.clauses.pop(entity(place), None)
    Play(game, state).carry_out(Act(FOLLOW), Cause(effect.row, None, when))
    Play(game, state).resume(when)


FOLLOW = "follow"
"""The act that does nothing itself, so that only what follows from the gamestate comes about."""


def _differing(place: str, before: Any, after: Any) -> list[tuple[str, Any, Any]]:
    """The places at which two printed gamestates differ, each with what stands there."""
    if before == after:
        return []
    if isinstance(before, dict) and isinstance(after, dict):
        names = dict.fromkeys((*before, *after))
        return [
            each
            for name in names
            for each in _differing(f"{place}/{name}".removeprefix("/"), before.get(name), after.get(name))
        ]
    is_plain = not isinstance(before, dict | list) and not isinstance(after, dict | list)
    return [(place, before, after) if is_plain else (place, None, None)]
