"""Chats for the tests: stories taken into a log step by step, up to an instant."""

from collections.abc import Iterable
from datetime import UTC, datetime, timedelta

from tracker.mechanics.chat_log import ChatLog, ChatMessage, Heard

from tests.games.chat_stories import told
from tracker.core.fold import in_order
from tracker.core.observation import ArchivedObservation, Observation, observation_from_record

NOON = datetime(2021, 8, 2, 12, tzinfo=UTC)


def at(minutes: float) -> datetime:
    """So many minutes after noon."""
    return NOON + timedelta(minutes=minutes)


def log_of(observations: Iterable[Observation], up_to: datetime | None = None) -> tuple[ChatLog, list[Heard]]:
    """The log of all rows, known from the start and delivered up to an instant, and what was heard."""
    rows = [ArchivedObservation(number, each) for number, each in enumerate(observations, start=1)]
    log, heard = ChatLog(), []
    for step in in_order(rows, lambda _: ()):
        if up_to is None or step.when < up_to or (step.when == up_to and step.is_certain):
            heard.append(log.take(step))
    return log, [each for each in heard if each is not None]


def story(text: str, up_to: datetime | None = None) -> tuple[ChatLog, list[Heard]]:
    """The log of a story whose lines bear only the time of day on 2 August 2021."""
    lines = [line.strip() for line in text.strip().splitlines()]
    dated = ("..".join(f"2021-08-02 {when}:00" for when in line.split(" ", 1)[0].split("..")) for line in lines)
    rests = (line.split(" ", 1)[1] for line in lines)
    records = told("\n".join(f"{when} {rest}" for when, rest in zip(dated, rests, strict=True)), "round10")
    return log_of(map(observation_from_record, records), up_to)


def message(text: str, up_to: datetime | None = None) -> ChatMessage:
    """Message m1 of a story in which bob posts it at noon."""
    return story(f"12:00 bob in x m1: first\n{text}", up_to)[0].messages["m1"]
