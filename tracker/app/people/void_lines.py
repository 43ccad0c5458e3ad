"""Lines that were answered and whose row people have called void since: what is to be said below them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from tracker.app.wired import Wired
from tracker.core.change import AnswerLine
from tracker.core.corrections import CORRECTION, SOURCE
from tracker.core.observation import FILE
from tracker.core.plan import ANSWER, NOW
from tracker.core.ports import Told
from tracker.mechanics.answer_text import answer_text


def corrections(wired: Wired) -> Sequence[Told]:
    """Every correction that was given, by a command, a line on the wiki or a file, the oldest first."""
    given = [each for source in (SOURCE, FILE) for each in wired.archive.told_by(source, [CORRECTION])]
    return sorted(given, key=lambda each: each.happened_at)


def void_rows(told: Sequence[Told]) -> Mapping[str, Told]:
    """What counts for nothing, corrections that were taken back among it, each with the correction that says so."""
    void: dict[str, Told] = {}
    for each in reversed(told):
        if each.payload.get("void") and each.id not in void:
            void[str(each.payload["of"])] = each
    return void


def void_answers(wired: Wired, title: str) -> tuple[AnswerLine, ...]:
    """What holds now of the answered lines of a page that a void revision brought."""
    void = {of.partition("@")[0]: each for of, each in void_rows(corrections(wired)).items()}
    answered = (name.removeprefix(ANSWER) for name in (wired.ledger.texts(title, ANSWER) if void else ()))
    found = ((id, void.get(id.partition("#")[0])) for id in answered if NOW not in id)
    return tuple(AnswerLine(id, "", f"*: {answer_text(_words(each))}") for id, each in found if each is not None)


def _words(correction: Told) -> str:
    return f"counts for nothing ({correction.payload['by']}: {correction.payload['why']})."
