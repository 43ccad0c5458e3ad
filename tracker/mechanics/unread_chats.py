"""Instants up to which a chat is not wholly read: nothing is concluded there from silence until it is, or people say that it was silent."""

from __future__ import annotations

import copy
from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from typing import TypeVar

from tracker.core.fold import Decision
from tracker.core.instants import iso
from tracker.core.snowflakes import FIRST_MILLISECOND
from tracker.mechanics.chat_log import ChatLog
from tracker.mechanics.forked_worlds import Choice, World, merged

SILENCE = "nothing"
"""People's answer: nothing was said or done in the stretch that nobody has read."""
_WAITS = "waits"
_ASKED = "unread:"

W = TypeVar("W", bound=World)


def doubt_of_silence(log: ChatLog, decisions: Mapping[str, Decision], when: datetime, clause: str) -> Choice | None:
    """What people are asked where the chat is not wholly read up to an instant at which something is due; None where it is.

    Whoever answers that nothing was said answers for the time up to the answer: what is due later is asked about anew.
    """
    if log.is_read(when):
        return None
    since = max(log.read_up_to.values())
    while said := _silence_told(decisions, since):
        since = said
    if since >= when:
        return None
    how_far = "" if since <= FIRST_MILLISECOND else f" since {iso(_whole(since))}"
    text = (
        f"The chat is not wholly read{how_far}, so what is due at {iso(when)} waits: what was said or done before that "
        "may be unread. Mend what keeps it from being read (tracker status says what); where it is read from exported files, export every "
        "channel of the game anew. Only where it never can be read: answer "
        f"{SILENCE} if nothing was said or done meanwhile that matters."
    )
    return Choice(_question(decisions, since), text, clause, when, (SILENCE,))


def _whole(instant: datetime) -> datetime:
    """The instant, or the next whole second."""
    return instant if not instant.microsecond else instant.replace(microsecond=0) + timedelta(seconds=1)


def _question(decisions: Mapping[str, Decision], since: datetime) -> str:
    """The id of the question about the time since an instant: it names a whole second, unless that is an earlier question's by now."""
    id = f"{_ASKED}{iso(_whole(since))}"
    earlier = decisions.get(id)
    return id if earlier is None or earlier.at > since else f"{_ASKED}{iso(since)}"


def _silence_told(decisions: Mapping[str, Decision], since: datetime) -> datetime | None:
    """When people answered that nothing was said since an instant; the question may have been answered under the very instant, too."""
    told = (decisions.get(id) for id in dict.fromkeys((_question(decisions, since), f"{_ASKED}{iso(since)}")))
    return max((each.at for each in told if each and each.answer == SILENCE and each.at > since), default=None)


def is_of_silence(question: str) -> bool:
    """Whether a question, by its id, is about what nobody has read."""
    return question.startswith(_ASKED)


def parted(world: W, doubt: Choice) -> list[W]:
    """The world as one in which nothing was said, and as one that waits; one that was parted by the same doubt stays as it is."""
    if doubt.question in world.assumed:
        return [world]
    twin = copy.deepcopy(world)
    world.assumed[doubt.question], twin.assumed[doubt.question] = SILENCE, _WAITS
    return [world, twin]


def waits(world: World) -> bool:
    """Whether nothing happens by itself in a world, as there may be something unread on which it hangs."""
    return any(answer == _WAITS and is_of_silence(question) for question, answer in world.assumed.items())


def caught_up(worlds: Sequence[W]) -> list[W]:
    """The worlds once everything is read: what was not found in what was read meanwhile was not said."""
    going_on = [world for world in worlds if not waits(world)]
    for world in going_on:
        world.assumed = {q: answer for q, answer in world.assumed.items() if not is_of_silence(q)}
        world.overflowed = [question for question in world.overflowed if not is_of_silence(question)]
    return merged(going_on)
