"""Core Rules, Dynasties: one dynasty at a time, headed by at most one emperor."""

from __future__ import annotations

from tracker.core.gamestate import Finding
from tracker.core.rule import rule
from tracker.games.blognomic.moment import Moment


@rule("BN-029", "BN-030")
def mark_emperors(moment: Moment, before: set[str], row: str, *, is_first: bool = False) -> None:
    """Follow the roster's marks: only a mark that is new makes an emperor, for the roster may lag behind a new dynasty."""
    state = moment.state
    marked = {key for key, shown in state.shown.items() if shown.emperor}
    new = marked if is_first else marked - before
    if len(new) == 1:
        crown(moment, next(iter(new)))
    elif state.emperor in before - marked:
        crown(moment, next(iter(marked)) if len(marked) == 1 else "")
    state.shown_emperor, state.shown_emperor_at = row, moment.when


def unmark_emperor(moment: Moment, key: str) -> None:
    """The roster no longer marks them as emperor."""
    if moment.state.emperor == key:
        crown(moment, "")


def crown(moment: Moment, key: str) -> None:
    """Make somebody (or nobody: a metadynasty) the emperor from this moment."""
    if moment.state.emperor != key:
        moment.state.emperor, moment.state.emperor_since = key, moment.when


@rule("BN-029")
def findings(moment: Moment) -> list[Finding]:
    """Two emperors marked at once."""
    marked = [key for key, shown in moment.state.shown.items() if shown.emperor]
    if len(marked) <= 1:
        return []
    names = " and ".join(moment.state.name_of(key) for key in marked)
    text = f"the roster marks {names}; there may be one {moment.law.word('emperor_word')} at most"
    return [Finding("TWO_EMPERORS", "BN-029", text, (moment.state.shown_emperor,), moment.state.shown_emperor_at)]
