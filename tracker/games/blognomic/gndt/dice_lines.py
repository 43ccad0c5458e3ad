"""Players' own words in the dice: the lines by which they pledge and show them, and what of them is mixed into a roll."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta

from tracker.core.gamestate import Finding, RollRequest
from tracker.core.instants import iso
from tracker.core.rule import rule
from tracker.games.blognomic.moment import Moment
from tracker.mechanics.dice.dice_words import Mix, Pledge, Shown, hash_of, read_line, words_of

_DAY = timedelta(days=1)
_KEPT = timedelta(days=3)
"""So long a pledge or a word can matter to any day's dice."""


@rule("BN-234")
def hear(moment: Moment, text: str, who: str, at: datetime) -> str | None:
    """Take in a player's own line that pledges or shows a word; what to answer, or None where the line says something else."""
    said = read_line(text)
    if said is None:
        return None
    dice, name = moment.state.dice_words, moment.state.name_of(who)
    dice.pledges = [pledge for pledge in dice.pledges if at - pledge.at < _KEPT]
    dice.shown = [word for word in dice.shown if at - word.at < _KEPT]
    if said.kind == "commit":
        dice.pledges.append(Pledge(name, said.text, at))
        return f"Pledged by {name} for the dice of {(_day(at) + _DAY).isoformat()}."
    dice.shown.append(Shown(name, said.text, at))
    return _word_answered(moment, dice.shown[-1])


def _word_answered(moment: Moment, shown: Shown) -> str:
    """What became of a word: it counts only where it fits its player's last pledge of the day before, and is in time."""
    day, hours = _day(shown.at), moment.law.number("dice_word_hours")
    own = [each for each in moment.state.dice_words.pledges if each.name == shown.name and _day(each.at) + _DAY == day]
    if not own:
        return f"Nothing was pledged by {shown.name} for the dice of {day.isoformat()}: the word counts for nothing."
    if max(own, key=lambda each: each.at).hash != hash_of(day, shown.name, shown.word):
        return f"The word of {shown.name} does not fit the pledge for the dice of {day.isoformat()}: it counts for nothing."
    if shown.at.astimezone(UTC).hour >= hours:
        return f"The word of {shown.name} comes after the day's first {hours} h: it counts for nothing."
    return f"Word of {shown.name} taken in."


@rule("BN-234")
def findings(moment: Moment) -> list[Finding]:
    """The words that were pledged for a day's dice and not shown in time: they are left out, which people should know."""
    law, dice = moment.law, moment.state.dice_words
    hours, grace = law.number("dice_word_hours"), law.span("dice_word_grace_minutes")
    found = []
    for day in sorted({_day(pledge.at) + _DAY for pledge in dice.pledges if moment.when - pledge.at < _KEPT}):
        words = words_of(day, dice.pledges, dice.shown, moment.when, hours=hours, grace=grace)
        for name in words.missing if isinstance(words, Mix) else ():
            text = (
                f"the word that {name} pledged for the dice of {day.isoformat()} was not shown in time: it is left out"
            )
            found.append(Finding("WORD_WITHHELD", "BN-234", text, (), moment.when, is_note=True))
    return found


def _day(when: datetime) -> date:
    return when.astimezone(UTC).date()


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
