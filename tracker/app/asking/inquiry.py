"""What people ask of the archive: the gamestate of an instant, the whole case of one matter, and how the tracker fares."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from difflib import get_close_matches
from typing import Any

from tracker.app.asking.audience import may_see
from tracker.app.asking.folding import fold_archive, gamestate_of
from tracker.app.keeping.exports import exports, stuck, warnings_of
from tracker.app.people.naming import archived_messages, named, names_in
from tracker.app.tick.health import STUCK_CODE, health, standing_warnings, unread_sources
from tracker.app.tick.pause import paused
from tracker.app.tick.standing import broken_off, read_kept
from tracker.app.wired import Wired
from tracker.core.corrections import CORRECTION
from tracker.core.corrections import SOURCE as CORRECTIONS
from tracker.core.gamestate import UNDETERMINED, Fact, Finding, Gamestate, Question
from tracker.core.instants import TICKLE, iso, iso_or_none
from tracker.core.leaning import Reason
from tracker.core.observation import FILE, Observation
from tracker.errors import UsageError
from tracker.games.base import Game
from tracker.mechanics.roots import roots_of

_ABOUT_PEOPLE = frozenset({"member_left", "member_named", "roster_change"})
"""The kinds of rows that are about a person."""


def gamestate_at(wired: Wired, as_of: datetime | None = None) -> Gamestate:
    """The gamestate at an instant (by default now) from what is archived; no dice are drawn for it."""
    folded = fold_archive(wired.game, wired.archive, as_of or wired.clock.now())
    return gamestate_of(wired.game, folded)


def precedence(
    wired: Wired, first: str, second: str, narrower: str = "", negative: str = "", as_of: datetime | None = None
) -> Mapping[str, Any]:
    """Two clauses side by side, and which goes first where they contradict each other; raises UsageError."""
    return wired.game.precedence(gamestate_at(wired, as_of), first, second, narrower, negative)


_FEW = 10
"""So many of a chat's newest matters are named to whoever means none of them."""


# --- one matter -------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Explanation:
    """Everything that is known of one matter, as plain JSON values.

    ``kind`` and ``state`` are words for people. ``facts`` have their clauses with titles and each reason with what it rests
    on; ``uncounted`` are the comments whose vote does not count, each with why; ``observations`` tells of every id that is
    named. ``resolution`` is the status that the matter was given after ``as_of``, with ``at``, ``by`` and ``note``; None
    where it is as it stands.
    """

    matter: str
    kind: str
    state: str
    as_of: datetime
    values: Mapping[str, Any]
    facts: tuple[Mapping[str, Any], ...]
    uncounted: tuple[Mapping[str, Any], ...]
    findings: tuple[Mapping[str, Any], ...]
    questions: tuple[Mapping[str, Any], ...]
    observations: Mapping[str, Mapping[str, Any]]
    resolution: Mapping[str, Any] | None = None
    names: Mapping[str, str] = field(default_factory=dict)
    """How people and messages are shown that are named by ids."""

    def record(self) -> dict[str, Any]:
        """As ``tracker explain --json`` prints it."""
        told = {
            "matter": self.matter,
            "kind": self.kind,
            "state": self.state,
            "as_of": iso(self.as_of),
            "resolution": dict(self.resolution) if self.resolution else None,
            "values": dict(self.values),
            "facts": list(self.facts),
            "uncounted": list(self.uncounted),
            "findings": list(self.findings),
            "questions": list(self.questions),
            "observations": dict(self.observations),
        }
        return {**told, "names": dict(self.names)} if self.names else told


def explain(wired: Wired, matter: str, as_of: datetime | None, viewer: str, *, secrets: bool = False) -> Explanation:
    """The whole case of one matter, by its slug, at an instant, as a viewer may see it; private messages only with ``secrets``.

    Without an instant a matter that is resolved is explained as it stood just before that, and one that has left the
    live state as it stood when it was last heard of. Raises UsageError naming the nearest matters where there is none
    of that name.
    """
    gamestate, resolution = gamestate_at(wired, as_of), None
    slug = _slug(wired, gamestate, matter)
    if as_of is None and (not slug or not _facts_about(wired, gamestate, slug)):
        told = _rows_about(wired, slug or _word(matter), matter.strip())
        given = _statuses(wired, told)
        resolution = given[-1] if given else None
        before = _before(given) or (None if slug else _last_heard(told))
        gamestate = gamestate_at(wired, before) if before else gamestate
        slug = _slug(wired, gamestate, matter)
    if not slug:
        raise _no_such_matter(wired, gamestate, matter)
    found = _explanation(wired, gamestate, slug, viewer)
    found = replace(found, resolution=_resolution(resolution)) if resolution else found
    messages = archived_messages(wired, viewer, secrets=secrets)
    return replace(found, names=names_in(found.record(), gamestate, messages))


def matter_called(wired: Wired, gamestate: Gamestate, name: str) -> str:
    """The slug of the matter of the live state that a name means; raises UsageError naming the nearest."""
    slug = _slug(wired, gamestate, name)
    if not slug:
        raise _no_such_matter(wired, gamestate, name)
    return slug


def is_known_matter(wired: Wired, name: str, as_of: datetime | None = None) -> bool:
    """Whether anything was ever told of a matter of that name."""
    if _slug(wired, gamestate_at(wired, as_of), name):
        return True
    return any(row.kind not in _ABOUT_PEOPLE for row in _rows_about(wired, _word(name), name.strip()))


def _rows_about(wired: Wired, *slugs: str) -> list[Observation]:
    """The newest row of everything that is told of a post, by the first of these slugs that anything is told of."""
    for slug in slugs:
        found = [row.observation for source in wired.source_names for row in wired.archive.newest_about(source, slug)]
        if found:
            return found
    return []


def _statuses(wired: Wired, told: Iterable[Observation]) -> list[Observation]:
    """Every status that a post was given, in order."""
    given = [seen for seen in told if seen.kind == "post_status"]
    versions = [row.observation for seen in given for row in wired.archive.versions(seen.id)]
    return sorted(versions, key=lambda seen: seen.happened_at)


def _before(given: Iterable[Observation]) -> datetime | None:
    """Just before the first status; None where none was given."""
    return min((seen.possible_from - TICKLE for seen in given), default=None)


def _last_heard(told: Iterable[Observation]) -> datetime | None:
    return max((seen.happened_at for seen in told), default=None)


def _resolution(status: Observation) -> dict[str, Any]:
    told = {name: status.payload.get(name) or "" for name in ("status", "by", "note")}
    return {**told, "at": iso(status.happened_at), "observation": status.id}


def _matters(wired: Wired, gamestate: Gamestate) -> Mapping[str, Any]:
    found: Mapping[str, Any] = gamestate.values.get(wired.game.matters, {})
    return found


def _slug(wired: Wired, gamestate: Gamestate, wanted: str) -> str:
    matters = _matters(wired, gamestate)
    by_word: dict[str, str] = {slug.casefold(): slug for slug in matters}
    return by_word.get(_word(wanted), "") or (_in_chat(matters, wanted.strip()) if wired.game.channels else "")


def _in_chat(matters: Mapping[str, Any], wanted: str) -> str:
    """The slug of the matter of a chat that a message's address or id means, or that alone bears a title; empty where none does."""
    posted = wanted.rstrip("/").rpartition("/")[2] if "://" in wanted else wanted
    known = {slug: matter if isinstance(matter, Mapping) else {} for slug, matter in matters.items()}
    meant = [slug for slug, matter in known.items() if posted and posted in (slug, matter.get("message"))]
    titled = [
        slug for slug, matter in known.items() if str(matter.get("title") or "").casefold() == wanted.casefold() != ""
    ]
    return next((found[0] for found in (meant, titled) if len(found) == 1), "")


def _word(wanted: str) -> str:
    return wanted.strip().casefold().replace(" ", "_")


def _no_such_matter(wired: Wired, gamestate: Gamestate, wanted: str) -> UsageError:
    known = list(_matters(wired, gamestate))
    near = get_close_matches(wanted, known, n=3, cutoff=0.4)
    few = ", ".join(known[-_FEW:]) if wired.game.channels else ""
    remedy = (
        f"did you mean {', '.join(near)}?" if near else f"known: {few}" if few else "tracker status lists the matters"
    )
    return UsageError(f"there is no matter {wanted!r} at {iso(gamestate.as_of)}", remedy=remedy)


def _explanation(wired: Wired, gamestate: Gamestate, slug: str, viewer: str) -> Explanation:
    game, values = wired.game, _matters(wired, gamestate)[slug]
    facts = [fact for fact in _facts_about(wired, gamestate, slug) if may_see(viewer, fact.audience)]
    uncounted = [_uncounted(wired, item) for item in values.get("uncounted", ())]
    named = {id for fact in facts for id in fact.because} | {item["comment"] for item in uncounted}
    findings = [each for each in gamestate.findings if game.is_about(slug, each) or named & set(each.observations)]
    questions = [each for each in gamestate.questions if game.is_about(slug, each) or named & set(each.observations)]
    named |= {id for found in findings for id in found.observations}
    named |= {id for asked in questions for id in asked.observations}
    kind, state = game.kind_and_state(values)
    return Explanation(
        matter=slug,
        kind=kind,
        state=state,
        as_of=gamestate.as_of,
        values=values,
        facts=tuple(_fact(wired, fact) for fact in facts),
        uncounted=tuple(uncounted),
        findings=tuple(found.record() for found in findings if may_see(viewer, found.audience)),
        questions=tuple(asked.record() for asked in questions if may_see(viewer, asked.audience)),
        observations={id: told for id in sorted(named) if (told := observation_record(wired, id, viewer))},
    )


def _facts_about(wired: Wired, gamestate: Gamestate, slug: str) -> list[Fact]:
    return [fact for fact in gamestate.facts if fact.name.startswith(f"{wired.game.matters}.{slug}.")]


def _uncounted(wired: Wired, item: Mapping[str, Any]) -> dict[str, Any]:
    """A comment whose vote does not count, with the clause and the sentence that its code stands for."""
    clause, meaning = wired.game.codes.get(item["why"], ("", ""))
    return {"clause": clause, "meaning": meaning, **item}


def _fact(wired: Wired, fact: Fact) -> dict[str, Any]:
    reasons = [_reason(wired, reason) for reason in fact.reasons]
    return {**fact.record(), "title": clause_title(wired, fact.clause), "reasons": reasons}


def _reason(wired: Wired, reason: Reason) -> dict[str, Any]:
    title = clause_title(wired, reason.clause)
    return {"clause": reason.clause, "title": title, "text": reason.text, "observations": list(reason.observations)}


def clause_title(wired: Wired, clause: str) -> str:
    """Where a clause stands in the ruleset; empty where the game has no such clause."""
    return wired.game.clauses[clause].place if clause in set(wired.game.clauses) else ""


def observation_record(wired: Wired, id: str, viewer: str) -> dict[str, Any] | None:
    """What the archive knows of an id as a viewer may see it: newest kind, times, author, place; None where nothing."""
    rows = [row for row in wired.archive.versions(id) if may_see(viewer, row.observation.audience)]
    if not rows:
        return None
    newest, first = rows[-1].observation, rows[0].observation
    told = {"kind": newest.kind, "at": iso(newest.happened_at), "versions": len(rows)}
    told |= {name: first.payload[name] for name in ("author", "url", "title", "name") if first.payload.get(name)}
    if newest.is_interval:
        told |= {"not_before": iso(newest.possible_from), "not_after": iso(newest.happened_at)}
    about = (row for source in (CORRECTIONS, FILE) for row in wired.archive.newest_about(source, id))
    if put_right := [row.id for row in about if row.observation.kind == CORRECTION]:
        told |= {"put_right": put_right}
    return told | ({"redacted": rows[-1].redacted} if rows[-1].redacted else {})


# --- status -----------------------------------------------------------------------------------------------------------


def status(wired: Wired, viewer: str) -> dict[str, Any]:
    """How the tracker fares: its last tick, the next instant, what is stuck, the open matters, and what waits for people."""
    gamestate, beat = gamestate_at(wired), wired.archive.last_beat()
    last = None if beat is None else {"at": iso(beat.at), "outcome": beat.outcome, "note": beat.note}
    board = wired.game.board(gamestate.values, gamestate.names or {})
    since, pause = beat.at - timedelta(days=1) if beat else gamestate.as_of, paused(wired)
    exported, fares, broken = exports(wired), health(wired, viewer), broken_off(read_kept(wired.archive))
    matters = open_matters(wired.game, gamestate.values)
    if waiting := stuck(exported, gamestate):
        fares |= {"stuck": [*fares["stuck"], *waiting], "exit_code": STUCK_CODE}
    told = {
        "as_of": iso(gamestate.as_of),
        "rows": wired.archive.last_seq(),
        "last_tick": last,
        "broken_off": {"since": broken.since, "why": broken.text} if broken else None,
        "paused": pause.record() if pause else None,
        **fares,
        "next_change_at": _next_change(matters),
        "next_instant": iso_or_none(beat.next_instant if beat else gamestate.next_instant),
        "open_intents": len(wired.ledger.open_intents()),
        "players": _how_many(gamestate.values.get("players")),
        "quorum": gamestate.values.get("quorum"),
        "hiatus": gamestate.values.get("hiatus", []),
        "unverified": [
            fact.name for fact in gamestate.facts if fact.unverified_since and may_see(viewer, fact.audience)
        ],
        "matters": matters,
        "questions": len(visible_questions(gamestate.questions, viewer)),
        "findings": list(_findings(gamestate, viewer)),
        "board": board.record() if board else None,
        "unread": _unread(wired),
        "exports": exported,
        "warnings": [
            *({"code": item.code, "place": item.place, "text": item.text} for item in standing_warnings(wired, since)),
            *warnings_of(exported),
        ],
    }
    return named(told, wired, gamestate, viewer)


def _findings(gamestate: Gamestate, viewer: str) -> Iterator[dict[str, Any]]:
    """The findings that a viewer may see, each after what it follows from, if anything (``below``)."""
    for root in roots_of((), (found for found in gamestate.findings if may_see(viewer, found.audience))):
        for found in (root.item, *root.below):
            if isinstance(found, Finding):
                yield {**found.record(), "about": found.subject, "below": found is not root.item}


def _next_change(matters: Iterable[Mapping[str, Any]]) -> str | None:
    """When the first of the open matters changes though nobody acts ("": none does); None where the game does not tell."""
    told = [matter["next_change_at"] for matter in matters if "next_change_at" in matter]
    return min(filter(None, told), default="") if told else None


def _unread(wired: Wired) -> list[str]:
    """What cannot be read wholly at present, so that figures do not count what was said there."""
    return sorted({part.name for parts in wired.unread_parts.values() for part in parts} | unread_sources(wired))


def _how_many(players: Any) -> Any:
    """How many players there are, where a gamestate prints them one by one; undetermined where it is so of anybody."""
    if not isinstance(players, Mapping):
        return players
    playing = [each if isinstance(each, str) else each.get("player", True) for each in players.values()]
    return UNDETERMINED if UNDETERMINED in playing else sum(map(bool, playing))


def open_matters(game: Game[Any], values: Mapping[str, Any]) -> list[dict[str, Any]]:
    """The matters that are open to votes, the queue first and in its order, each with its slug."""
    queue = {slug: place for place, slug in enumerate(values.get("queue", ()))}
    matters = values.get(game.matters, {})
    pending = [slug for slug, matter in matters.items() if isinstance(matter, Mapping) and game.is_open(matter)]
    pending.sort(key=lambda slug: (queue.get(slug, len(queue)), slug))
    return [{"slug": slug, **matters[slug]} for slug in pending]


def asked_of(wired: Wired, as_of: datetime | None, viewer: str) -> list[dict[str, Any]]:
    """The open questions that a viewer may see, as plain JSON values."""
    gamestate = gamestate_at(wired, as_of)
    open_ones = visible_questions(gamestate.questions, viewer)
    return [named(asked.record(), wired, gamestate, viewer) for asked in open_ones]


def visible_questions(questions: Iterable[Question], viewer: str) -> list[Question]:
    """The questions that a viewer may see."""
    return [asked for asked in questions if may_see(viewer, asked.audience)]
