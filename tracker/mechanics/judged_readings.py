"""What rulings of a judge do to the readings of the rules that are switches, and what was decided by them."""

from __future__ import annotations

from textwrap import shorten
from typing import Any

from tracker.core.clause import ClauseIndex, Parameters
from tracker.core.instants import iso
from tracker.mechanics.chat_play import Ask, ChatWorld, Moment
from tracker.mechanics.chat_readings import Unusable
from tracker.mechanics.judges import Bench, ConfidenceVote, Ruling, Word

REQUESTED, RULED = "justice_requested", "ruling_made"
"""The events by which whoever asks or rules learns the id that others name it by."""
REMOVAL_ASSENTED, CONFIDENCE_VOTED = "removal_assented", "confidence_voted"
"""The events that tell of an assent to the Judge's removal, and of a vote of confidence in words."""
READING_OPEN, READING_TURNED = "READING_OPEN", "READING_TURNED"
"""The findings that nobody has said yet whether a ruling turns a reading over, and that people said later that it does."""
NO_SWITCH = "no"
_LONGEST_QUOTE = 300


def switch_question(ruling: Ruling) -> str:
    """The id of the question whether a ruling turns one of the readings over."""
    return f"ruling-switch:{ruling.id}"


def turn_switch(moment: Moment[Any], made: Ruling, parameters: Parameters, clause: str, example: str) -> None:
    """Ask people whether a ruling turns a reading over; from its instant on the reading is as they say.

    ``example`` is an answer that turns one over.
    """
    says = shorten(made.text, _LONGEST_QUOTE, placeholder=" …")
    text = (
        f"Ruling {made.short} of {made.by} says: “{says}”. Does it turn over how the rules are read? "
        "Answer no, or NAME=READING with the name of a switch and one of its readings."
    )
    id = switch_question(made)
    ask = Ask(id, text, clause, [NO_SWITCH], moment.when, [made.message], is_free=True, examples=[example])
    turned = moment.ask_in_words(ask, lambda answer: turned_reading(answer, parameters))
    made.switch = turned if turned and turned[0] else None
    _note_reading(moment, made, clause, is_open=turned is None)
    if fault := moment.world.asks[id].fault:
        moment.note("UNKNOWN_SETTING", clause, f"the answer about ruling {made.short} cannot be used: {fault}")


def _note_reading(moment: Moment[Any], made: Ruling, clause: str, *, is_open: bool) -> None:
    """Tell that what is decided since a ruling may be decided otherwise once people say what it turns over, or that it was."""
    if is_open:
        text = f"ruling {made.short} may turn over how the rules are read: until people say whether it does, everything since goes by"
        moment.note(READING_OPEN, clause, f"{text} the readings as they were, and may change")
    elif made.switch is not None:
        name, reading = made.switch
        decision = moment.state.decided(moment.decisions, switch_question(made))
        said = f", as {decision.by} said at {iso(decision.at)}" if decision is not None else ""
        text = f"ruling {made.short} turns {name} over to {reading!r}{said}: what was told since the ruling by the reading as it was"
        moment.note(READING_TURNED, clause, f"{text} is decided anew", is_mild=True)


def let_rest(world: ChatWorld, overturned: Ruling) -> None:
    """Ask nobody any more what a ruling turns over that is overturned, nor tell that it turns anything over."""
    world.asks.pop(switch_question(overturned), None)
    start, codes = f"ruling {overturned.short} ", (READING_OPEN, READING_TURNED)
    world.notes = [
        each
        for each in world.notes
        if not (each.code in codes and each.row == overturned.message and each.text.startswith(start))
    ]


def tell_vote(moment: Moment[Any], vote: ConfidenceVote, word: Word, clause: str) -> None:
    """Tell how the author of a message votes in words on a ruling."""
    user, ruling = moment.state.log.messages[moment.row].author, moment.world.bench.rulings[vote.ruling]
    text = f"{user} votes to {word} ruling {ruling.short}"
    moment.tell(CONFIDENCE_VOTED, clause, text, ruling=ruling.id, player=user, vote=word)


def turned_reading(answer: str, parameters: Parameters) -> tuple[str, str] | Unusable:
    """The switch and the reading to which people say that a ruling turns it over; both empty where they say that none is.

    Only a reading that the switch has can be turned to, and nothing but a switch can: no number and no name.
    """
    name, equals, reading = (part.strip() for part in answer.partition("="))
    if not equals:
        return ("", "") if name.casefold() == NO_SWITCH else Unusable("it is neither no nor NAME=READING")
    choices = parameters[name].choices if name in parameters else ()
    if not choices:
        return Unusable(f"there is no switch {name} (tracker schema parameters lists them)")
    return (
        (name, reading)
        if reading in choices
        else Unusable(f"{name} has the readings {' and '.join(map(repr, choices))}")
    )


def switches(bench: Bench) -> dict[str, str]:
    """The readings that rulings turned over which stand, the newest last."""
    return dict(each.switch for each in bench.rulings.values() if each.switch and each.stands)


def decided_by(world: ChatWorld, ruling: Ruling, parameters: Parameters, clauses: ClauseIndex) -> list[str]:
    """What came about or was refused, under the rule whose reading a ruling had turned over or below it, since it was made."""
    if ruling.switch is None:
        return []
    path = clauses[parameters[ruling.switch[0]].clause].path
    others = (each for each in world.events if not (each.name == RULED and each.fields["ruling"] == ruling.id))
    events = [(each.at, each.clause, f"{each.name} ({each.text})") for each in others]
    refused = [(each.at, each.clause, f"{each.code} for {each.row} ({each.text})") for each in world.refused]
    since = (each for each in [*events, *refused] if each[0] >= ruling.at)
    found = [each for each in since if clauses[each[1]].path[: len(path)] == path]
    return [f"{iso(at)} {text}" for at, _, text in sorted(found)]
