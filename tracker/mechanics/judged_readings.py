"""What rulings of a judge do to the readings of the rules that are switches, and what was decided by them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from textwrap import shorten
from typing import Any

from tracker.core.clause import ClauseIndex, Parameters
from tracker.core.instants import iso, parse_instant
from tracker.mechanics.chat_play import Ask, ChatWorld, Moment
from tracker.mechanics.judges import Bench, Ruling

NO_SWITCH = "no"
_LONGEST_QUOTE = 300


def switch_question(ruling: Ruling) -> str:
    """The id of the question whether a ruling turns one of the readings over."""
    return f"ruling-switch:{ruling.id}"


def turn_switch(moment: Moment[Any], made: Ruling, parameters: Parameters, clause: str) -> None:
    """Ask people whether a ruling turns a reading over; from its instant on the reading is as they say."""
    says = shorten(made.text, _LONGEST_QUOTE, placeholder=" …")
    text = (
        f"Ruling {made.number} of {made.by} says: “{says}”. Does it turn over how the rules are read? "
        "Answer no, or NAME=READING with the name of a switch and one of its readings."
    )
    id = switch_question(made)
    answer = moment.ask(Ask(id, text, clause, [NO_SWITCH], moment.when, [made.message], is_free=True))
    if answer is None or answer.strip().casefold() == NO_SWITCH:
        return
    made.switch = _switch(answer, parameters)
    if made.switch is None:
        fault = f"“{answer}” is no switch and reading: decide {id} again, as NAME=READING"
        moment.note("UNKNOWN_SETTING", clause, fault)


def _switch(answer: str, parameters: Parameters) -> tuple[str, str] | None:
    name, _, reading = (part.strip() for part in answer.partition("="))
    parameter = parameters.get(name)
    return (name, reading) if parameter and reading in parameter.choices else None


def switches(bench: Bench) -> dict[str, str]:
    """The readings that rulings turned over which stand, the newest last."""
    return dict(each.switch for each in bench.rulings.values() if each.switch and each.stands)


def decided_by(world: ChatWorld, ruling: Ruling, parameters: Parameters, clauses: ClauseIndex) -> list[str]:
    """What came about or was refused, under the rule whose reading a ruling had turned over or below it, since it was made."""
    if ruling.switch is None:
        return []
    path = clauses[parameters[ruling.switch[0]].clause].path
    events = [(each.at, each.clause, f"{each.name} ({each.text})") for each in world.events]
    refused = [(each.at, each.clause, f"{each.code} for {each.row} ({each.text})") for each in world.refused]
    since = (each for each in [*events, *refused] if each[0] >= ruling.at)
    found = [each for each in since if clauses[each[1]].path[: len(path)] == path]
    return [f"{iso(at)} {text}" for at, _, text in sorted(found)]


def take_stated(moment: Moment[Any], bench: Bench, rulings: Sequence[Any], clause: str) -> None:
    """Let there be the rulings that people stated in an opening; what is no ruling is noted."""
    for number, stated in enumerate(rulings, start=1):
        try:
            id, by, made_at = str(stated["id"]), str(stated["by"]), parse_instant(str(stated["made_at"]))
        except (KeyError, TypeError, ValueError):
            text = f"a ruling needs an id, by whom and when it was made (made_at): {stated!r}"
            moment.note("OPENING_NOT_UNDERSTOOD", clause, text)
            continue
        bench.rulings[id] = Ruling(id, number, "", by, made_at, id, text=str(_entry(stated, "text")))


def _entry(stated: Any, name: str) -> Any:
    return stated.get(name, "") if isinstance(stated, Mapping) else ""
