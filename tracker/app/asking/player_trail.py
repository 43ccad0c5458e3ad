"""What people ask of one player: step by step how each value came about, with dice, clauses and the wiki's revisions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from difflib import get_close_matches
from typing import Any, Literal

from tracker.app.asking.audience import may_see
from tracker.app.asking.folding import fold_archive
from tracker.app.asking.inquiry import clause_title, gamestate_at, is_known_matter, visible_questions
from tracker.app.people.naming import archived_messages, names_in
from tracker.app.wired import Wired
from tracker.core.instants import iso
from tracker.core.secrecy import is_private
from tracker.core.trail import Trail, TrailStep
from tracker.errors import UsageError

Sort = Literal["matter", "player"]


@dataclass(frozen=True, slots=True)
class PlayerTrail:
    """How a player's values came about, as plain JSON values; ``steps`` are oldest first.

    ``hangs_on`` tells of each value that is undetermined the ids of the ``questions`` that people must decide first; ``names`` are
    how people and messages are shown that are named by ids.
    """

    player: str
    as_of: datetime
    values: Mapping[str, Any]
    steps: Sequence[Mapping[str, Any]]
    hangs_on: Mapping[str, Sequence[str]]
    questions: Sequence[Mapping[str, Any]]
    names: Mapping[str, str] = field(default_factory=dict)

    def record(self) -> dict[str, Any]:
        """As ``tracker explain PLAYER --json`` prints it."""
        told = {
            "player": self.player,
            "as_of": iso(self.as_of),
            "values": dict(self.values),
            "steps": [dict(step) for step in self.steps],
            "hangs_on": {name: list(asked) for name, asked in self.hangs_on.items()},
            "questions": [dict(asked) for asked in self.questions],
        }
        return {**told, "names": dict(self.names)} if self.names else told


def sort_of(wired: Wired, name: str, as_of: datetime | None, told: Sort | None = None) -> Sort:
    """Whether a name is a matter's or a player's; what is neither is looked for among matters.

    ``told`` is what people said that it is. Raises UsageError where it is both and nobody said which is meant.
    """
    if told is not None:
        return told
    if _trail(wired, name, as_of or wired.clock.now()) is None:
        return "matter"
    if is_known_matter(wired, name, as_of):
        raise UsageError(f"{name!r} is the name of a matter and of a player", remedy="say --as matter or --as player")
    return "player"


def explain_player(
    wired: Wired,
    name: str,
    as_of: datetime | None,
    viewer: str,
    *,
    variable: str = "",
    since: datetime | None = None,
    secrets: bool = False,
) -> PlayerTrail:
    """How each value of a player (or of "the game") came about, as a viewer may see it; private messages only with ``secrets``.

    ``variable`` leaves the steps of one variable, ``since`` those from an instant on. Raises UsageError for an unknown
    player or variable, naming the nearest.
    """
    until = as_of or wired.clock.now()
    trail = _trail(wired, name, until)
    if trail is None:
        known = gamestate_at(wired, until).names or {}
        raise _unknown("player with values", name, [known.get(each, each) for each in _names(wired, until)])
    meant = _variable(trail, variable)
    steps = [step for step in trail.steps if (not meant or step.variable == meant) and (not since or step.at >= since)]
    values = {name: value for name, value in trail.values.items() if not meant or name == meant}
    hangs_on = {name: asked for name, asked in trail.hangs_on.items() if name in values}
    shown = Trail(trail.holder, values, tuple(steps), hangs_on)
    told = [_step(wired, step, viewer, secrets=secrets) for step in steps]
    gamestate = gamestate_at(wired, until)
    asked = [each for each in visible_questions(gamestate.questions, viewer) if each.id in shown.questions]
    found = PlayerTrail(trail.holder, until, values, told, hangs_on, [each.record() for each in asked])
    messages = archived_messages(wired, viewer, secrets=secrets)
    return replace(found, names=names_in(found.record(), gamestate, messages))


def _trail(wired: Wired, name: str, as_of: datetime) -> Trail | None:
    folded = fold_archive(wired.game, wired.archive, as_of)
    return wired.game.trail(folded.state, as_of, folded.context, name)


def _names(wired: Wired, as_of: datetime) -> Sequence[str]:
    folded = fold_archive(wired.game, wired.archive, as_of)
    return wired.game.trail_names(folded.state, as_of, folded.context)


def _variable(trail: Trail, wanted: str) -> str:
    known = {name.casefold(): name for name in (*trail.values, *(step.variable for step in trail.steps)) if name}
    if wanted and wanted.strip().casefold() not in known:
        raise _unknown(f"variable of {trail.holder}", wanted, list(known.values()))
    return known.get(wanted.strip().casefold(), "")


def _unknown(what: str, name: str, known: Sequence[str]) -> UsageError:
    near = get_close_matches(name, known, n=3, cutoff=0.4)
    remedy = f"did you mean {', '.join(near)}?" if near else f"known: {', '.join(known[:20]) or 'none'}"
    return UsageError(f"there is no {what} called {name!r}", remedy=remedy)


# --- where a step stands on the wiki ------------------------------------------------------------------------------------


def _step(wired: Wired, step: TrailStep, viewer: str, *, secrets: bool) -> dict[str, Any]:
    told = {**step.record(), "title": clause_title(wired, step.clause), "revision": None}
    rows = wired.archive.versions(step.row.partition("#")[0]) if step.row else []
    seen = [row.observation for row in rows if may_see(viewer, row.observation.audience)]
    if rows and not seen:
        return {**told, "text": "not for you", "by": "", "note": ""}
    if seen and is_private(seen[0]) and not secrets:
        return {**told, "text": "written privately", "note": ""}
    if seen and seen[0].kind == "message" and not step.text:
        # It has left the live state, which alone a game looks at.
        told["text"] = seen[0].text("text")
    if seen and seen[-1].kind == "page_revision":
        told["revision"] = _revision(wired, seen[-1].payload)
    return told


def _revision(wired: Wired, payload: Mapping[str, Any]) -> dict[str, Any]:
    """A revision's page and number, and where the wiki shows what it changed; empty where the pages lie in a folder."""
    api, number = wired.settings.wiki.url, payload["revision"]
    url = f"{api.removesuffix('api.php')}index.php?diff={number}" if api.endswith("api.php") else ""
    return {"page": payload["page"], "number": number, "url": url}
