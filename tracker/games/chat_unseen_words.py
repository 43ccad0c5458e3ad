"""What a message announced in a chat game that was edited before anybody read it: in doubt until people say what it said first."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import timedelta
from functools import partial
from typing import Any, Generic, TypeVar

from tracker.mechanics.announcements import Read
from tracker.mechanics.chat_log import ChatMessage
from tracker.mechanics.chat_play import ChatWorld, Moment, Refused
from tracker.mechanics.chat_readings import AS_SEEN, CLOSED, NOTHING, posted_question
from tracker.mechanics.forked_worlds import Choice, overflow
from tracker.mechanics.unseen_words import ANSWERED, AS_READ_OR_NOTHING, words_asked, words_meant

from .chat_worlds import ComeAbout, Due

World = TypeVar("World", bound=ChatWorld)


def _always(moment: Moment[Any], refused: Refused) -> bool:
    return True


_LATELY = timedelta(days=2)
"""How old a message may be that is answered without a reply to it."""
_LEAST_DIGITS = 5
_WORD = re.compile(r"\w+")


@dataclass(frozen=True, slots=True)
class UnseenWords(Generic[World]):
    """What a game says of announcements: the clause by which they are what was posted, how the actions of a text are read.

    ``answering`` are the kinds of actions that may mean whatever the message announced to which they reply. ``may_turn`` is whether
    a refusal of one may hang on what others announced, and not on its own words alone.
    """

    clause: str
    said_in: Callable[[Moment[World], str], Sequence[Read]]
    answering: Collection[str]
    may_turn: Callable[[Moment[World], Refused], bool] = _always

    def as_posted(
        self,
        moment: Moment[World],
        message: ChatMessage,
        acts: Iterable[ComeAbout[World]],
        said: Callable[[], Iterable[Read]],
        *,
        is_action: bool,
    ) -> Iterator[ComeAbout[World]]:
        """The actions of a message; of one that was edited unread only where it had announced them, which people say.

        ``is_action`` is whether it announces anything that is understood, as it was first read: otherwise nobody is asked, before
        somebody ``said`` what may answer it, or tells its words all the same.
        """
        answered = moment.state.log.messages.get(message.reply_to)
        if answered is not None and answered.seen_edited and self._is_answer(said):
            yield partial(self._asked_by_answer, answered, message)
        acts = _followed(acts, partial(self._doubted_where_refused, message, said))
        is_told = message.is_told or moment.answer(posted_question(message.id)) is not None
        if not message.seen_edited or not (is_action or is_told):
            yield from acts
            return
        yield partial(self._asked, message)
        yield from (partial(_unless_nothing, message, act) for act in acts)

    def _asked_by_answer(self, talk: ChatMessage, answer: ChatMessage, moment: Moment[World]) -> Due[World] | None:
        """Ask what a message said that announces nothing any more and that somebody answers: then anything may have come of it."""
        question = posted_question(talk.id)
        if question in moment.world.asks or talk.is_told or moment.answer(posted_question(answer.id)) == NOTHING:
            return None
        ask = words_asked(talk, self.clause, talk.at, ANSWERED)
        ask.rows.insert(0, answer.id)
        if moment.ask_in_words(ask, lambda words: words_meant(words, partial(self.said_in, moment))) is None:
            overflow(moment.world, [question])
        return None

    def _is_answer(self, said: Callable[[], Iterable[Read]]) -> bool:
        return any(each.kind in self.answering for each in said())

    def _doubted_where_refused(
        self, answer: ChatMessage, said: Callable[[], Iterable[Read]], moment: Moment[World]
    ) -> Due[World] | None:
        """Doubt what others' messages said where an answer is refused that may be to one that was edited unread."""
        refused = moment.world.refused[-1:]
        if any(each.row == answer.id and self.may_turn(moment, each) for each in refused) and self._is_answer(said):
            for each in _perhaps_answered(moment, answer):
                if moment.world.assumed.get(posted_question(each.id)) == AS_SEEN:
                    overflow(moment.world, [posted_question(each.id)])
                else:
                    self._asked_by_answer(each, answer, moment)
        return None

    def _asked(self, message: ChatMessage, moment: Moment[World]) -> Due[World] | None:
        """Ask what the message said; where people have not told its words, it goes on as first read, and as if it said nothing."""
        question = posted_question(message.id)
        if question in moment.world.assumed:
            return None
        ask = words_asked(message, self.clause, moment.when, AS_READ_OR_NOTHING)
        meant = moment.ask_in_words(
            ask, lambda answer: answer if message.is_told else words_meant(answer, partial(self.said_in, moment))
        )
        if message.is_told:
            return None
        answers = CLOSED if meant is None else (meant,)
        choice = Choice(question, ask.text, self.clause, moment.when, answers, (message.id,))
        return Due(partial(_announced, message), choice)


def _announced(message: ChatMessage, moment: Moment[World], answer: str) -> None:
    """Note that a message held actions: by that a world in which it did is another one than that in which it did not."""
    if answer == AS_SEEN:
        moment.world.acted[message.id] = moment.when


def _followed(acts: Iterable[ComeAbout[World]], last: ComeAbout[World]) -> Iterator[ComeAbout[World]]:
    """Acts, and one more after them where there are any."""
    is_any = False
    for act in acts:
        is_any = True
        yield act
    if is_any:
        yield last


def _perhaps_answered(moment: Moment[World], answer: ChatMessage) -> Iterator[ChatMessage]:
    """The messages that an answer may be to and of which nobody has told what they said.

    It is the one that it replies to or names, else any that others wrote in its channel lately.
    """
    messages = moment.state.log.messages
    meant = [answer.reply_to] if answer.reply_to else _named(messages, answer.text)
    lately = (
        id
        for id, each in messages.items()
        if each.author != answer.author
        and each.channel == answer.channel
        and answer.at - _LATELY <= each.at < answer.at
    )
    for id in meant or lately:
        each = messages.get(id)
        if each and each.seen_edited and not each.is_told and moment.answer(posted_question(id)) is None:
            yield each


def _named(messages: Collection[str], text: str) -> list[str]:
    """The messages that a text names by their ids, or by the last digits of them."""
    words = set(_WORD.findall(text.casefold()))
    ends = tuple(word for word in words if len(word) >= _LEAST_DIGITS and word.isdecimal())
    return [id for id in messages if id.casefold() in words or (ends and id.endswith(ends))]


def _unless_nothing(message: ChatMessage, act: ComeAbout[World], moment: Moment[World]) -> Due[World] | None:
    return None if moment.world.assumed.get(posted_question(message.id)) == NOTHING else act(moment)
