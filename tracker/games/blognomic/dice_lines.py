"""Players' own words in the dice: the lines by which they pledge and show them, and what of them is mixed into a roll."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from datetime import UTC, datetime, timedelta

from tracker.core.gamestate import RollRequest
from tracker.core.instants import iso
from tracker.core.rule import rule
from tracker.mechanics.dice_words import Mix, Pledge, Shown, read_line, words_of

from .moment import Moment
from .state import State

_KEPT = timedelta(days=3)
"""So long a pledge or a word can matter to any day's dice."""


@rule("BN-234")
def hear(state: State, text: str, who: str, at: datetime) -> str | None:
    """Take in a line that pledges or shows a word; what to answer, or None where the line says something else."""
    said = read_line(text)
    if said is None:
        return None
    dice, name = state.dice_words, state.name_of(who)
    dice.pledges = [pledge for pledge in dice.pledges if at - pledge.at < _KEPT]
    dice.shown = [word for word in dice.shown if at - word.at < _KEPT]
    if said.kind == "commit":
        dice.pledges.append(Pledge(name, said.text, at))
        day = at.astimezone(UTC).date() + timedelta(days=1)
        return f"Pledged by {name} for the dice of {day.isoformat()}."
    dice.shown.append(Shown(name, said.text, at))
    return f"Word of {name} taken in."


def mixed(moment: Moment, requests: Iterable[RollRequest]) -> list[RollRequest]:
    """The requests with the words of their days; those whose day still awaits words are left out until then."""
    found = []
    for request in requests:
        day, dice = request.asked_at.astimezone(UTC).date(), moment.state.dice_words
        hours, grace = moment.law.number("dice_word_hours"), moment.law.span("dice_word_grace_minutes")
        words = words_of(day, dice.pledges, dice.shown, moment.when, hours=hours, grace=grace)
        if isinstance(words, Mix):
            found.append(replace(request, mix=words.text))
        else:
            dice.awaited_until = min(filter(None, (dice.awaited_until, words.at)))
            dice.awaited = f"the words of {', '.join(words.names)} are awaited until {iso(words.at)}"
    return found
