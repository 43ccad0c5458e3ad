"""What a message announced in a chat game that was edited before anybody read it: in doubt until people say what it said first."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Generic, TypeVar

from tracker.mechanics.announcements import Read
from tracker.mechanics.chat_log import ChatMessage
from tracker.mechanics.chat_play import ChatWorld, Moment
from tracker.mechanics.chat_readings import NOTHING
from tracker.mechanics.forked_worlds import Choice
from tracker.mechanics.unseen_words import AS_SEEN, CLOSED, posted_question, words_asked, words_meant

from .chat_game import ComeAbout, Due

World = TypeVar("World", bound=ChatWorld)
MOST_FOLLOWED = 3
"""Of so many such messages at once both ways are followed: room is left for other doubts. Any more are taken as they were first read."""


@dataclass(frozen=True, slots=True)
class UnseenWords(Generic[World]):
    """What a game says of announcements: the clause by which they are what was posted, and how the actions of a text are read."""

    clause: str
    said_in: Callable[[Moment[World], str], Sequence[Read]]

    def as_posted(
        self, message: ChatMessage, acts: Iterable[ComeAbout[World]], *, is_action: bool
    ) -> Iterator[ComeAbout[World]]:
        """The actions of a message; of one that was edited unread only where it had announced them, which people say.

        ``is_action`` is whether it announces anything that is understood, as it was first read: otherwise nobody is asked.
        """
        if not message.seen_edited or not (is_action or message.is_told):
            yield from acts
            return
        yield partial(self._asked, message)
        yield from (partial(_unless_nothing, message, act) for act in acts)

    def _asked(self, message: ChatMessage, moment: Moment[World]) -> Due[World] | None:
        """Ask what the message said; where people have not told its words, it goes on as first read, and as if it said nothing."""
        question = posted_question(message.id)
        if question in moment.world.assumed:
            return None
        ask = words_asked(message, self.clause, moment.when)
        meant = moment.ask_in_words(ask, lambda answer: words_meant(answer, partial(self.said_in, moment)))
        if message.is_told:
            return None
        answers = CLOSED if meant is None else (meant,)
        if meant is None and _followed(moment) >= MOST_FOLLOWED:
            moment.world.overflowed = moment.world.overflowed or question
            answers = (AS_SEEN,)
        choice = Choice(question, ask.text, self.clause, moment.when, answers, (message.id,))
        return Due(partial(_announced, message), choice)


def _followed(moment: Moment[World]) -> int:
    """How many earlier messages were edited unread of which nobody has said what they announced."""
    asked = (question for question in moment.world.assumed if question.startswith(posted_question("")))
    return sum(moment.answer(question) is None for question in asked)


def _announced(message: ChatMessage, moment: Moment[World], answer: str) -> None:
    """Note that a message held actions: by that a world in which it did is another one than that in which it did not."""
    if answer == AS_SEEN:
        moment.world.acted[message.id] = moment.when


def _unless_nothing(message: ChatMessage, act: ComeAbout[World], moment: Moment[World]) -> Due[World] | None:
    return None if moment.world.assumed.get(posted_question(message.id)) == NOTHING else act(moment)
