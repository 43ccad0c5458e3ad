"""What holds for every message: whose it is, the cycle's end, what came about in the world, and what people must read."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from datetime import date, datetime

from tracker.core.gamestate import Finding
from tracker.core.instants import start_of_day
from tracker.core.rule import rule
from tracker.mechanics.announcements import Announced, NotUnderstood
from tracker.mechanics.chat_log import ChatMessage
from tracker.mechanics.chat_play import Ask, Moment
from tracker.mechanics.chat_readings import NOTHING, Unusable, asked_of_none, is_nothing, reading_of
from tracker.mechanics.unseen_words import edited_unread

from .state import World
from .world import Happening


@rule("AET-001", "AET-002")
def day_of(when: datetime) -> date:
    """The day of an instant, in UTC whatever zone it was told in; its first instant is its own."""
    return start_of_day(when).date()


def message_of(moment: Moment[World]) -> ChatMessage:
    """The message that is being carried out."""
    return moment.state.log.messages[moment.row]


def author(moment: Moment[World]) -> str:
    """Who wrote the message that is being carried out."""
    return message_of(moment).author


@rule("AET-195")
def is_over(moment: Moment[World], n: int | None = None) -> bool:
    """Whether the cycle was won: then an attempt is refused (CV9)."""
    if not moment.world.winner:
        return False
    moment.refuse("CYCLE_OVER", "AET-195", f"the faction {moment.world.winner} has won: the cycle is over", n)
    return True


CYCLE_WON = "cycle_won"
"""Why something lapsed that was open."""
LAPSED = "lapsed"
"""What becomes of what is open when the cycle is won, so long as it stands as won."""
WHY_LAPSED = "The cycle was won before this was decided, and ended with that: nothing is decided any more."


@rule("AET-195")
def status_shown(world: World, status: str) -> str:
    """A status as it is shown: what was open when the cycle was won is open no more, and was never decided.

    It is kept as it was: people may say that the cycle was not won, and then it goes on.
    """
    return LAPSED if world.won and status in ("waiting", "open") else status


@rule("AET-195")
def is_past(world: World, finding: Finding) -> bool:
    """Whether a finding only reminds of what lapsed when the cycle was won: it is kept, as what it is about is."""
    if not world.won or finding.code != "URGENT_REMINDER":
        return bool(world.won) and finding.code in _DUE
    about = (world.proposals.get(row) for row in finding.observations)
    return any(each is not None and not each.is_closed for each in about)


_DUE = ("REQUEST_OPEN", "NEW_RULING_DUE")
"""The findings that the Judge still has to do something."""


def until_won(moment: Moment[World]) -> Moment[World]:
    """The same moment, or where the cycle is won its last one: reactions and edits since then change nothing."""
    won = moment.world.won
    return replace(moment, law=moment.law.at(won.at)) if won else moment


def told(moment: Moment[World], happenings: Iterable[Happening]) -> None:
    """Tell what came about on the map."""
    for each in happenings:
        moment.tell(each.name, each.clause, each.text, **each.fields)


def unclear(
    moment: Moment[World], said: Announced | NotUnderstood, clause: str, why: str, answers: Sequence[str] = ()
) -> None:
    """Refuse an announcement that cannot be read for certain, and ask people what it says (section 6)."""
    from .reading import action_in, examples_of

    if full := asked_of_none(said, moment.world.asks, moment.row):
        moment.refuse("UNCLEAR", clause, f"{why}; {full}", said.n)
        return
    moment.refuse("UNCLEAR", clause, why, said.n)
    text = f"“{said.line}” cannot be read for certain ({why}). Which action is it, in plain words, or nothing?"
    id = reading_of(moment.row, said.n)
    ask = Ask(id, text, clause, [NOTHING, *answers], moment.when, [moment.row], is_free=True)
    ask.examples = examples_of(said.kind)
    ask.needs = edited_unread(message_of(moment))

    def settled(answer: str) -> Unusable | str:
        meant = NOTHING if is_nothing(answer) else action_in(moment, answer)
        return meant if isinstance(meant, Unusable) else NOTHING if meant == NOTHING else Unusable(why)

    moment.ask_in_words(ask, settled)
