"""What people are asked, by ASSIST clauses: questions with what they answered, and what follows from that."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from tracker.core.fold import Decision
from tracker.core.gamestate import Finding, Question
from tracker.mechanics.chat.carrying import rule

from .hidden import secrets
from .playing import winning
from .proposing import propositions
from .state import Coup


@rule("COUP-001", "COUP-002", "COUP-033", "COUP-100")
def decided(world: Coup, question: str, answer: str, why: str) -> None:
    """Let follow what people decided; what they carried out themselves is only marked as done."""
    ask = world.asks.get(question)
    if question.startswith(secrets.UNFIT):
        if answer == secrets.ANOTHER:
            world.asks.pop(question, None)
            secrets.draw_another(world, question, why)
    elif ask is not None and "edit_of" in ask.about:
        if answer in ask.answers:
            propositions.edit_judged(world, ask, answer)
            del world.asks[question]
    elif question in winning.RECORDED or question.startswith(("win:", "viable:")):
        winning.decided(world, question, answer, why)


def questions(world: Coup, decisions: Mapping[str, Decision]) -> Iterator[Question]:
    """What people are asked; of a win that is recorded only as long as it can be taken back."""
    for id, ask in world.asks.items():
        is_idle = ask.about.get("is_recorded") and secrets.is_deck_open(world)
        if not is_idle and (id not in decisions or not decisions[id].answer):
            rows = tuple(each for each in ask.rows if each)
            yield Question(id, ask.text, ask.clause, tuple(ask.answers), ask.at, tuple(ask.needs), rows)


def findings(world: Coup, decisions: Mapping[str, Decision]) -> Iterator[Finding]:
    """What waits for people to judge or to carry out, and what a vote would bring about besides."""
    codes = {"edit:": "EDIT_TO_CONFIRM", "done:": "TO_CARRY_OUT", "from-when:": "OTHERWISE_IN_TIME"}
    for id, ask in world.asks.items():
        code = next((code for start, code in codes.items() if id.startswith(start)), "")
        if code and id not in decisions:
            yield Finding(code, ask.clause, ask.text, tuple(ask.rows), ask.at, is_note=code == "TO_CARRY_OUT")
    for each in world.propositions.values():
        for code, clause, text in each.warnings:
            yield Finding(code, clause, text, (each.message,), each.made_at, is_note=True)


def sealed(world: Coup) -> dict[str, str]:
    """The questions whose answers cannot be changed any more, each with why: others were drawn since, or every card is published."""
    newest = max((entry.number for entry in world.deck_log if entry.what == "shuffle"), default=0)
    void = (entry.number for entry in world.deck_log if entry.what == "void" and entry.number < newest)
    found = {f"{secrets.UNFIT}{n}": "another shuffle was drawn on that answer, and dealt from" for n in void}
    if world.is_published:
        found |= dict.fromkeys(world.objection[:1], "every card of the game is published on it")
    return found
