"""Info › General, and what holds for every message: days, the round's end, and what people must read."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, datetime

from tracker.core.instants import start_of_day
from tracker.core.rule import rule
from tracker.mechanics.announcements import Announced, NotUnderstood
from tracker.mechanics.chat_play import Ask, Moment
from tracker.mechanics.chat_readings import NOTHING, Unusable, asked_of_none, is_nothing, reading_of
from tracker.mechanics.unseen_words import edited_unread

from .reading import action_in, examples_of
from .state import World


@rule("R10-001", "R10-002")
def day_of(when: datetime) -> date:
    """The day of an instant, in UTC whatever zone it was told in."""
    return start_of_day(when).date()


@rule("R10-147")
def is_over(moment: Moment[World], n: int | None = None) -> bool:
    """Whether the round was won: then an attempt is refused (CV10)."""
    if not moment.world.winner:
        return False
    moment.refuse("ROUND_OVER", "R10-147", f"{moment.world.winner} has won: the round is over", n)
    return True


def unclear(
    moment: Moment[World], said: Announced | NotUnderstood, clause: str, why: str, answers: Sequence[str] = ()
) -> None:
    """Refuse an action that cannot be read for certain, and ask people what it says (section 6)."""
    if full := asked_of_none(said, moment.world.asks, moment.row):
        moment.refuse("UNCLEAR", clause, f"{why}; {full}", said.n)
        return
    moment.refuse("UNCLEAR", clause, why, said.n)
    text = f"“{said.line}” cannot be read for certain ({why}). Which action is it, in plain words, or nothing?"
    id = reading_of(moment.row, said.n)
    ask = Ask(id, text, clause, [NOTHING, *answers], moment.when, [moment.row], is_free=True)
    ask.examples = examples_of(said.kind)
    ask.needs = edited_unread(moment.state.log.messages[moment.row])

    def settled(answer: str) -> Unusable | str:
        meant = NOTHING if is_nothing(answer) else action_in(moment, answer)
        return meant if isinstance(meant, Unusable) else NOTHING if meant == NOTHING else Unusable(why)

    moment.ask_in_words(ask, settled)
