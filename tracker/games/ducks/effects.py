"""What people enter as the effects of an adopted proposal: changes of whatever a gamestate can state, in plain words."""

from __future__ import annotations

from collections.abc import Sequence

from tracker.core.rule import rule
from tracker.games.chat_effects import PERSON, PLAY, Effects, Whose, person_said, unclear, unquoted
from tracker.mechanics.chat_play import Moment
from tracker.mechanics.chat_readings import Unusable

from . import ducks, effects_of_ducks, effects_of_entities, effects_of_matters, effects_of_players
from .effects_forms import CLAUSE, DUCK_KIND, Kind, duck_said, ducks_called, ducks_said, people_called, players_called
from .state import DISCIPLE, DUCK_GOD, World
from .titles import OLD_ONE

EXAMPLE = "ana: Seeds -3; Puddle: Quacks +10; Puddle: colour Red; ponds +1"
"""How people may say what an adopted text changes."""
_KINDS: dict[str, Kind] = {
    "player": effects_of_players.PLAYER,
    "person": effects_of_players.PERSON,
    DUCK_KIND: effects_of_ducks.KIND,
    "disciple": effects_of_entities.THE_DISCIPLE,
    "duck_god": effects_of_entities.THE_DUCK_GOD,
    "old_one": effects_of_entities.THE_OLD_ONE,
    "names": effects_of_entities.NAMES,
    PLAY: effects_of_entities.ROUND,
    **effects_of_matters.KINDS,
}
"""What can be said to change, by what it is of."""


@rule("DUCK-045")
def effects_meant(moment: Moment[World], question: str, answer: str) -> list[str] | Unusable:
    """What people say that a text changes, change by change."""
    return _EFFECTS.meant(moment, question, answer)


@rule("DUCK-045")
def look_at_names(moment: Moment[World], question: str) -> None:
    """Let an answer be uncertain whose words mean others as people give it than at the adoption."""
    _EFFECTS.look_at_names(moment, question)


@rule("DUCK-045")
def apply_effects(moment: Moment[World], changes: Sequence[str], text: str) -> None:
    """Carry out what people entered, as ``effects_meant`` gives it."""
    _EFFECTS.apply(moment, changes, text)


def whose_is(moment: Moment[World], called: str) -> Whose | Unusable | None:
    """What words mean in front of a change: a player, a duck, an entity, something open, or else a person; why it is unclear; None."""
    found = [*_players(moment, called), *_others(moment, called)] or _people(moment, called)
    if len(found) > 1:
        return unclear(called, [way for way, _ in found], "player and no duck")
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
    found = [(duck_said(number), Whose(DUCK_KIND, str(number), words)) for number in ducks_called(moment, called)]
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


_EFFECTS: Effects[World] = Effects(
    kinds=_KINDS,
    whose_is=whose_is,
    example=EXAMPLE,
    known="no player and no duck",
    clause=CLAUSE,
    said_now={
        DUCK_KIND: ducks_said,
        PERSON: lambda moment, called: map(person_said, people_called(moment, called)),
    },
    after=World.register_anew,
    at_last=ducks.after_change,
    fault=effects_of_entities.disciple_fault,
)
