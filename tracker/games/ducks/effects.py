"""What people enter as the effects of an adopted proposal: changes of whatever a gamestate can state, in plain words."""

from __future__ import annotations

import copy
import re
from collections.abc import Iterator, Sequence
from fractions import Fraction

from tracker.core.rule import rule
from tracker.mechanics.chat_play import Moment
from tracker.mechanics.chat_readings import Unusable

from . import ducks, effects_of_ducks, effects_of_entities, effects_of_matters, effects_of_players
from .effects_forms import (
    Change,
    Kind,
    Trial,
    Whose,
    duck_said,
    ducks_called,
    people_called,
    person_said,
    players_called,
    unclear,
    unquoted,
)
from .state import DISCIPLE, DUCK_GOD, World
from .titles import OLD_ONE

NO_EFFECTS = "none"
_NOTHING = frozenset({NO_EFFECTS, "nothing", "no effect", "no effects"})
EXAMPLE = "ana: Seeds -3; Puddle: Quacks +10; Puddle: colour Red; ponds +1"
"""How people may say what an adopted text changes."""
_CHANGE = re.compile(r"(?P<what>[^=+\-−0-9].*?) *(?P<how>=|\+|-|−) *(?P<count>[+\-−]? *[0-9]{1,12}(?:\.[0-9]{1,6})?)")
_ROUND = Whose("round", "")
_KINDS: dict[str, Kind] = {
    "player": effects_of_players.PLAYER,
    "person": effects_of_players.PERSON,
    "duck": effects_of_ducks.KIND,
    "disciple": effects_of_entities.THE_DISCIPLE,
    "duck_god": effects_of_entities.THE_DUCK_GOD,
    "old_one": effects_of_entities.THE_OLD_ONE,
    "names": effects_of_entities.NAMES,
    "round": effects_of_entities.ROUND,
    **effects_of_matters.KINDS,
}
"""What can be said to change, by what it is of."""


@rule("DUCK-045")
def effects_meant(moment: Moment[World], question: str, answer: str) -> list[str] | Unusable:
    """What people say that a text changes, ``ana: Seeds -3; Puddle: colour Red; ponds +1``, change by change.

    All of it must be certain: each change is tried, after those before it, on a copy of what holds. Whom its words mean is noted
    for when it is known what they mean as people say them (``look_at_names``).
    """
    if answer.strip().rstrip(".!").strip().casefold() in _NOTHING:
        return []
    trial = Trial(copy.deepcopy(moment.world), moment.state, moment.law, moment.decisions, moment.row)
    parts = [part for each in re.split(r"[;\n]", answer) if (part := each.strip())]
    for part in parts:
        change = _change(trial, part)
        if isinstance(change, Unusable):
            return change
        change(trial, "")
        trial.world.register_anew()
    if not parts:
        return Unusable(f"it holds no change: write {EXAMPLE}, or {NO_EFFECTS}")
    if (fault := effects_of_entities.disciple_fault(moment.world, trial.world)) is not None:
        return fault
    moment.world.meant[question] = trial.meant
    return parts


@rule("DUCK-045")
def look_at_names(moment: Moment[World], question: str) -> None:
    """Let an answer be uncertain, as of the instant at which people gave it, whose words mean others by then than at the adoption."""
    for called, meant in moment.world.meant.get(question, {}).items():
        then = [each for found in meant.values() for each in found]
        now = [each for kind in meant for each in _said_now(moment, kind, called)]
        if then and set(now) - set(then):
            was, ways = " and ".join(then), " or ".join(dict.fromkeys([*then, *now]))
            moment.world.asks[
                question
            ].fault = f"“{called}” meant {was} when the proposal took effect, and means {' and '.join(now)} by the time of the answer: write {ways}"
            return
    moment.world.meant.pop(question, None)


def _said_now(moment: Moment[World], kind: str, called: str) -> Iterator[str]:
    """Whom words may mean now, as nobody can mistake them."""
    if kind == "duck":
        return map(duck_said, ducks_called(moment, called))
    return map(person_said, people_called(moment, called))


@rule("DUCK-045")
def apply_effects(moment: Moment[World], changes: Sequence[str], text: str) -> None:
    """Carry out what people entered, as ``effects_meant`` gives it; what no event of its own tells is told as it was entered."""
    for part in changes:
        change = _change(moment, part)
        if not isinstance(change, Unusable):
            told = len(moment.world.events)
            change(moment, text)
            moment.world.register_anew()
            if len(moment.world.events) == told:
                moment.tell("effect_applied", "DUCK-045", f"{text}: {part}", change=part)
    # At once, so that it is told of the proposal and not of the instant.
    ducks.after_change(moment)


def _change(moment: Moment[World], part: str) -> Change | Unusable:
    """What a part of an answer changes, or why that cannot be told or cannot be."""
    whose, words = next(
        ((holder, words) for called, words in _splits(part) if (holder := whose_is(moment, called)) is not None),
        (None, part),
    )
    if isinstance(whose, Unusable):
        return whose
    if whose is None:
        called, colon, words = part.rpartition(":")
        if colon:
            return Unusable(f"“{called.strip()}” is no player and no duck")
        whose = _ROUND
    kind = _KINDS[whose.kind]
    for what, read in kind.words.items():
        found = re.fullmatch(rf"(?:{what})(?: *= *| +|$)(?P<value>.*)", words, re.IGNORECASE)
        if found is not None:
            return read(moment, whose, found["value"].strip())
    return _number(moment, kind, whose, words, part)


def _number(moment: Moment[World], kind: Kind, whose: Whose, words: str, part: str) -> Change | Unusable:
    """A change of how many of something there are: by so many, or to so many."""
    found = _CHANGE.fullmatch(words)
    if found is None:
        return Unusable(f"“{part}” is no change: write {EXAMPLE}")
    target = kind.number(moment, whose, found["what"].strip())
    if target is None:
        what = found["what"].strip()
        if whose.kind == "round":
            return Unusable(f"“{what}” stands without whose it is")
        return Unusable(f"“{what}” is nothing that {whose.called} holds")
    if isinstance(target, Unusable):
        return target
    count = Fraction(found["count"].replace("−", "-").replace(" ", ""))
    old = target.old
    new = count if found["how"] == "=" else old - count if found["how"] in ("-", "−") else old + count
    is_possible = target.is_any or (new.denominator == 1 and (target.least is None or new >= target.least))
    return (
        (lambda then, text: target.set(then, new, text))
        if is_possible
        else Unusable(f"“{part}” would make it {new}{target.remedy}")
    )


def _splits(part: str) -> Iterator[tuple[str, str]]:
    """Each way to part words at a colon, the last colon first: names and instants may have some."""
    at = part.rfind(":")
    while at >= 0:
        yield part[:at].strip(), part[at + 1 :].strip()
        at = part.rfind(":", 0, at)


def whose_is(moment: Moment[World], called: str) -> Whose | Unusable | None:
    """What words mean in front of a change: a player, a duck, an entity, something open, or else a person; why it is unclear; None."""
    found = [*_players(moment, called), *_others(moment, called)] or _people(moment, called)
    if len(found) > 1:
        return unclear(called, [way for way, _ in found])
    return found[0][1] if found else None


def _players(moment: Moment[World], called: str) -> list[tuple[str, Whose]]:
    return [(person_said(id), Whose("player", id, unquoted(called))) for id in players_called(moment, called)]


def _people(moment: Moment[World], called: str) -> list[tuple[str, Whose]]:
    return [(person_said(id), Whose("person", id, unquoted(called))) for id in people_called(moment, called)]


def _others(moment: Moment[World], called: str) -> list[tuple[str, Whose]]:
    """The ducks, entities and open matters that words may mean, each with how to say it for sure: no people are among these."""
    if called.startswith(("@", "<@")):
        return []
    words = unquoted(called)
    found = [(duck_said(number), Whose("duck", str(number), words)) for number in ducks_called(moment, called)]
    entity = _entity(moment.world, words)
    if entity is not None:
        found.append((f"the {words}", entity))
    if (matter := effects_of_matters.matter(moment, called)) is not None:
        found.append((f"the {words}", matter))
    return found


def _entity(world: World, words: str) -> Whose | None:
    folded = words.casefold().removeprefix("the ")
    own = world.disciple.name.casefold() if world.disciple else ""
    if folded in ("duck disciple", "disciple") or folded == own or (own and words.casefold() == own):
        return Whose("disciple", DISCIPLE, words)
    entities = {DUCK_GOD.casefold(): "duck_god", OLD_ONE.casefold(): "old_one", "disciple names": "names"}
    return Whose(entities[folded], "", words) if folded in entities else None
