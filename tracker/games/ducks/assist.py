"""What the rules leave to people: the tracker asks, shows what they need, and does what they answer."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from tracker.core.gamestate import Finding, Question
from tracker.mechanics.chat.rows import Act, Message

from .law import CODES
from .state import Ducks, ToDecide


def ask_people(
    world: Ducks, code: str, id: str, message: Message, text: str, answers: list[str], act: str, **fields: Any
) -> None:
    """Ask people something; their first answer brings about an act, the others nothing."""
    asked = ToDecide(code=code, text=text, at=world.now, answers=answers, act=act, fields=fields)
    world.to_decide[f"{id}:{message.id}" if ":" in id else f"{id}:{message.id}:{message.part}"] = asked


def decided(world: Ducks, question: str, answer: str) -> Act | None:
    """What carries out an answer of people."""
    asked = world.to_decide.get(question)
    is_answer = asked is not None and answer in asked.answers
    return Act("answered", {"question": question, "answer": answer}) if is_answer else None


def questions(world: Ducks) -> Iterator[Question]:
    """What people are asked."""
    for id, asked in world.to_decide.items():
        rows = tuple(part for part in id.split(":")[1:] if not part.isdecimal() or len(part) > 4)
        yield Question(
            id, asked.text, CODES[asked.code][0], tuple(asked.answers), about=asked.at, observations=rows[-1:]
        )


def findings(world: Ducks) -> Iterator[Finding]:
    """What people should look at as long as it is so: open questions, and a Judge who is no player."""
    for asked in world.to_decide.values():
        yield Finding(asked.code, CODES[asked.code][0], asked.text, (), asked.at)
    judge = world.players.get(world.judge or "")
    if world.judge and (judge is None or not judge.player):
        text = f"the Judge {world.judge} is no player: they cannot act, may resign, and may be removed"
        yield Finding("JUDGE_IS_NO_PLAYER", CODES["JUDGE_IS_NO_PLAYER"][0], text, (), judge.left if judge else None)
