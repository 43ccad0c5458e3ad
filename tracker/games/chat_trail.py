"""How a player's goods came about in a chat game: every change, and every refused action, step by step."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from tracker.core.trail import Trail, TrailStep
from tracker.mechanics.chat_log import ChatLog
from tracker.mechanics.chat_play import ChatWorld, GoodsChange, Refused


def trail_of(world: ChatWorld, log: ChatLog, holder: str, values: Mapping[str, Any], as_of: datetime) -> Trail:
    """The changes of what somebody holds, and their refused actions, up to an instant, oldest first."""
    changed = [_changed(each, log) for each in world.changes if each.holder == holder and each.at <= as_of]
    refused = [_refused(each, log) for each in world.refused if _author(log, each.row) == holder and each.at <= as_of]
    return Trail(holder, values, tuple(sorted([*changed, *refused], key=lambda step: step.at)))


def holder_named(name: str, holders: Sequence[str], names: Mapping[str, str]) -> str:
    """The holder of that id or display name, whatever its case; "" where there is none, or several of that name."""
    wanted = name.strip().lstrip("@").casefold()
    meant = [id for id in holders if id.casefold() == wanted]
    meant = meant or [id for id in holders if names.get(id, "").casefold() == wanted]
    return meant[0] if len(meant) == 1 else ""


def _changed(change: GoodsChange, log: ChatLog) -> TrailStep:
    said = log.messages.get(change.row)
    return TrailStep(
        at=change.at,
        kind="action" if said else "rule",
        text=said.text if said else change.text,
        variable=change.item,
        old=change.old,
        new=change.new,
        by=said.author if said else "",
        who=change.holder,
        clause=change.clause,
        row=change.row,
        note=change.text if said else "",
    )


def _refused(refused: Refused, log: ChatLog) -> TrailStep:
    return TrailStep(
        at=refused.at,
        kind="refused",
        text=log.messages[refused.row].text,
        by=_author(log, refused.row),
        who=_author(log, refused.row),
        clause=refused.clause,
        row=refused.row,
        note=refused.text,
        code=refused.code,
    )


def _author(log: ChatLog, row: str) -> str:
    message = log.messages.get(row)
    return message.author if message else ""
