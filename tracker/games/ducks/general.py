"""What holds for every message: the round's end, and what people must read."""

from __future__ import annotations

from collections.abc import Sequence

from tracker.mechanics.announcements import Announced, NotUnderstood
from tracker.mechanics.chat_play import Ask, Moment
from tracker.mechanics.chat_readings import NOTHING, Unusable, asked_of_none, is_nothing, reading_of
from tracker.mechanics.unseen_words import edited_unread

from .state import Lost, World


def is_over(moment: Moment[World]) -> bool:
    """Whether the round is lost and nothing is done any more (DUCK-145)."""
    return moment.world.lost is not None and moment.law.chooses("lost_round", "is over")


def lose(moment: Moment[World], cause: str, clause: str) -> None:
    """Declare once that all players lose the round."""
    if moment.world.lost is None:
        moment.world.lost = Lost(cause, clause, moment.when)
        moment.tell("round_lost", clause, f"all players lose the round: {cause}", cause=cause)


def unclear(
    moment: Moment[World], said: Announced | NotUnderstood, clause: str, why: str, answers: Sequence[str] = ()
) -> None:
    """Refuse an announcement that cannot be read for certain, and ask people what it says (DUCK-014)."""
    from .reading import action_in, examples_of

    if full := asked_of_none(said, moment.world.asks, moment.row):
        moment.refuse("unclear", clause, f"{why}; {full}", said.n)
        return
    moment.refuse("unclear", clause, why, said.n)
    text = f"“{said.line}” cannot be read for certain ({why}). Which action is it, in plain words, or nothing?"
    id = reading_of(moment.row, said.n)
    ask = Ask(id, text, clause, [NOTHING, *answers], moment.when, [moment.row], is_free=True)
    ask.examples = examples_of(said.kind)
    ask.needs = edited_unread(moment.state.log.messages[moment.row])

    def settled(answer: str) -> Unusable | str:
        meant = NOTHING if is_nothing(answer) else action_in(moment, answer)
        return meant if isinstance(meant, Unusable) else NOTHING if meant == NOTHING else Unusable(why)

    moment.ask_in_words(ask, settled)
