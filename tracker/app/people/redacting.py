"""Redaction: the words of an observation are taken out of the archive for good; what they did in the game stays."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import chain
from typing import Any

from tracker.app.asking.folding import fold_watched
from tracker.app.deck.deck import SOURCE as DECK
from tracker.app.tick.looking import lock, wake
from tracker.app.wired import Wired
from tracker.core.corrections import CORRECTION
from tracker.core.corrections import SOURCE as CORRECTIONS
from tracker.core.fold import Context, Step
from tracker.core.observation import FILE, ArchivedObservation, fragment_id
from tracker.core.ports import IN_CHAT_STATUS
from tracker.errors import UsageError


def redact(wired: Wired, observation_id: str, *, by: str, why: str) -> int:
    """Empty the content of an observation, all its versions, and of what bots replied to it and people answered on its words; how many rows.

    Raises UsageError where there is none, or it is of the deck: what cards follow from holds no words of anybody.
    """
    with lock(wired):
        now = wired.clock.now()
        _check_redactable(wired, observation_id)
        told = [*_quoting(wired, observation_id), *_answers_on(wired, observation_id)]
        ids = [observation_id, *_fragments_of(wired, observation_id), *told, *_said_to_read(wired, observation_id)]
        read = _read_in(wired, ids)
        rows = sum(wired.archive.redact(id, by=by, why=why, at=now, read=read) for id in ids)
        if not rows and not wired.archive.versions(observation_id):
            raise UsageError(f"there is no observation {observation_id!r}", remedy="tracker explain shows the ids")
        wake(wired)
    return rows


def _check_redactable(wired: Wired, observation_id: str) -> None:
    """Raise UsageError for a row of the deck, and for a correction: its words stand for those of the row that it puts right."""
    rows = wired.archive.versions(observation_id)
    if any(map(_is_of_deck, rows)):
        problem = f"{observation_id} is a row of the deck, which is not redacted: all that was dealt hangs on it"
        raise UsageError(problem, remedy="redact the messages that somebody wrote; tracker explain shows their ids")
    corrected = [row.observation.text("of") for row in rows if row.observation.payload.get("reads") is not None]
    if corrected:
        problem = f"{observation_id} says how {corrected[0]} reads, and goes with it"
        raise UsageError(problem, remedy=f"tracker archive redact {corrected[0]}")


def _fragments_of(wired: Wired, observation_id: str) -> list[str]:
    """The ids of what pages showed, out of which an observation was read."""
    seen = (row.observation for row in wired.archive.versions(observation_id))
    return sorted({fragment_id(each.subject) for each in seen if each.kind in ("post", "post_edited", "post_status")})


def _is_of_deck(row: ArchivedObservation) -> bool:
    """Whether a row, perhaps imported, tells of a secret deck, and of no die."""
    return row.observation.source == DECK or row.observation.kind in ("shuffle", "dealt")


def _read_in(wired: Wired, ids: Iterable[str]) -> dict[int, Mapping[str, Any]]:
    """What the game reads in the rows of some ids that are not redacted yet, by their numbers, where it would be lost with the words.

    Each is read in the gamestate of its instant, by what people have decided until now; one fold passes all of them.
    """
    game, kept = wired.game, dict[int, Mapping[str, Any]]()
    told = chain.from_iterable(map(wired.archive.versions, ids))
    rows = {row.seq: row.observation for row in told if not row.redacted and row.observation.kind in game.keeps}

    def watch(state: Any, step: Step, context: Context) -> None:
        if step.is_certain and step.row.seq in rows:
            kept[step.row.seq] = game.kept(state, step.when, context, step.observation)

    if not rows:
        return {}
    instants = [seen.happened_at for seen in rows.values()]
    until = max(wired.clock.now(), *instants)
    folded = fold_watched(game, wired.archive, until, min(instants), watch)
    return {
        seq: {
            **kept.get(seq, {}),
            **game.kept_since(folded.state, until, folded.context, seen),
        }
        for seq, seen in rows.items()
    }


def _answers_on(wired: Wired, observation_id: str) -> list[str]:
    """What people decided, and what the tracker answered, on a message: it may hold its words."""
    if not wired.game.channels:
        return []
    told = (row.observation for row in wired.archive.rows() if row.observation.kind in ("decision", "answer"))
    return list(
        dict.fromkeys(
            each.id for each in told if observation_id in (*each.text("question").split(":"), each.text("of"))
        )
    )


def _said_to_read(wired: Wired, observation_id: str) -> list[str]:
    """The corrections that say how it reads: their words go with its own."""
    told = (each for source in (CORRECTIONS, FILE) for each in wired.archive.told_by(source, [CORRECTION]))
    reading = (each for each in told if each.payload.get("reads") is not None)
    return [each.id for each in reading if str(each.payload["of"]).partition("@")[0] == observation_id]


def _quoting(wired: Wired, observation_id: str) -> list[str]:
    """The messages that may hold a message's words, and announce nothing: in which bots replied to it, and that say how things stand.

    Of what the tracker's own bot says no words are kept any more; an earlier version kept them.
    """
    if not wired.game.channels:
        return []
    payloads = ((row.id, row.observation.payload) for row in wired.archive.rows())
    replies = [id for id, each in payloads if each.get("bot") and each.get("reply_to") == observation_id]
    told = (
        wired.ledger.last_act("message", f"{IN_CHAT_STATUS}{name}") for name in wired.settings.discord.told_channels
    )
    return list(dict.fromkeys([*replies, *(str(act.revision) for act in told if act is not None and act.revision)]))
