"""What stands that people should know of, each thing since when: kept from tick to tick, and told by status and notices."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import asdict, dataclass, field, replace
from typing import TYPE_CHECKING, Any

from tracker.app.tick_report import WAITING
from tracker.core.clause import CONFIRM_CLAUSE, CONFIRM_RULE
from tracker.core.instants import iso, parse_instant
from tracker.core.observation import OPERATOR, PUBLIC, ObservationBatch, canonical_json
from tracker.core.plan import digest_of, shown
from tracker.errors import DiceError, TrackerError

if TYPE_CHECKING:
    from datetime import datetime

    from tracker.app.publish import ActOutcome
    from tracker.app.tick_report import TickReport
    from tracker.core.gamestate import Gamestate
    from tracker.core.plan import Plan
    from tracker.core.ports import Archive

SOURCE = "standing"
"""The source under which the archive keeps, as a cursor, what stands."""
LONGEST = 300
"""How much of one thing's text is kept."""
HASH_LENGTH = 16

STUCK: Mapping[str, str] = {
    "faults": "something fails",
    "pages": "pages that are not written",
    "drift": "rules in doubt",
}
"""The groups of what needs a person before all goes on as it should, each with what it is."""


PAUSED = ("pages", "paused")
"""Group and key of a pause."""


_EACH_ITS_OWN = frozenset({"protected", "conflict", "vanished", "exists", "merged", "stale"})
"""The statuses of acts that say something about one page, not about the wiki or our account."""


@dataclass(frozen=True, slots=True)
class Standing:
    """One thing that stands: a line of text, since when (an instant as ISO 8601), for whom, and whether a notice told it."""

    text: str
    since: str
    audience: str = PUBLIC
    is_told: bool = False


@dataclass(frozen=True, slots=True)
class Kept:
    """What is kept from tick to tick.

    ``groups`` are what stands by group and key; ``findings`` digests of those told; ``counts`` the findings by code; ``changed`` says
    when last anything was read anew or written, and what; ``queue`` is what notices still have to send.
    """

    groups: Mapping[str, Mapping[str, Standing]] = field(default_factory=dict)
    findings: tuple[str, ...] = ()
    counts: Mapping[str, int] = field(default_factory=dict)
    questions: int = 0
    changed_at: str = ""
    changed: str = ""
    queue: Mapping[str, Any] | None = None

    def of(self, group: str) -> Mapping[str, Standing]:
        """What stands of one group, by key."""
        return self.groups.get(group, {})


def read_kept(archive: Archive) -> Kept:
    """What the last tick left; everything empty before the first."""
    told = json.loads(archive.cursor(SOURCE) or "{}")
    groups = {
        group: {key: Standing(**thing) for key, thing in things.items()}
        for group, things in told.pop("groups", {}).items()
    }
    return Kept(**{**told, "groups": groups, "findings": tuple(told.get("findings", ()))})


def keep(archive: Archive, before: Kept, after: Kept, at: datetime) -> None:
    """Keep what stands; where nothing is otherwise than before, nothing is written."""
    if after != before:
        archive.append(ObservationBatch(SOURCE, (), canonical_json(asdict(after)), at))


# --- from a tick's report ---------------------------------------------------------------------------------------------


def renewed(kept: Kept, report: TickReport, pause: str = "") -> Kept:
    """What stands after a tick, with the words of a pause that lasts: of what the tick does not speak, what stood before it."""
    at = iso(report.at)
    told = {"faults": _faults(report)}
    if report.plan is not None:
        told["pages"] = _unwritten(report.plan)
    if pause:
        group, key = PAUSED
        told[group] = {**told.get(group, {}), key: (f"the tracker is {pause}", PUBLIC)}
    made = replace(kept, groups=_merged(kept, told, at))
    if report.gamestate is not None:
        made = _with_game(made, report.gamestate, at)
    change = _change(report)
    return replace(made, changed_at=at, changed=change) if change else made


def broken(kept: Kept, error: BaseException, at: datetime) -> Kept:
    """What stands after a tick that was broken off by an error."""
    text = str(error) if isinstance(error, TrackerError) else f"a fault of the tracker itself: {type(error).__name__}"
    told = {**_plain(kept.of("faults")), "tick": (f"a tick was broken off: {text}", PUBLIC)}
    return replace(kept, groups=_merged(kept, {"faults": told}, iso(at)))


Told = dict[str, tuple[str, str]]
"""Key -> text and audience."""


def _plain(things: Mapping[str, Standing]) -> Told:
    return {key: (thing.text, thing.audience) for key, thing in things.items()}


def _merged(kept: Kept, told: Mapping[str, Told], at: str) -> dict[str, dict[str, Standing]]:
    """The groups, those that are told of anew as told; what stood before stands since then."""
    groups = {group: dict(things) for group, things in kept.groups.items()}
    for group, things in told.items():
        before = groups.get(group, {})
        groups[group] = {
            key: replace(before.get(key, Standing("", at)), text=line(text), audience=audience)
            for key, (text, audience) in things.items()
        }
    return groups


def line(text: str) -> str:
    """A text as one harmless line of bounded length."""
    whole = shown(" ".join(text.split()))
    return whole if len(whole) <= LONGEST else f"{whole[: LONGEST - 1]}…"


def _faults(report: TickReport) -> Told:
    observed = report.observed
    by_source = dict(zip(observed.failed, observed.errors, strict=True))
    told: Told = {f"source:{name}": (f"{name} cannot be read: {error}", PUBLIC) for name, error in by_source.items()}
    for error in report.errors:
        if error not in observed.errors:
            told[_fault_key(error)] = (str(error), PUBLIC)
    for key, group in _failures(report.acts).items():
        targets = ", ".join(act.target for act in group)
        was = "was" if len(group) == 1 else "were"
        told[key] = (f"{targets} {was} not written ({group[0].status}): {group[0].note}", PUBLIC)
    return told


def _failures(acts: Iterable[ActOutcome]) -> dict[str, list[ActOutcome]]:
    """The acts that failed, by key: those of one cause together, unless a person has to see to each page.

    What was not tried is no fault of its own: another act says why.
    """
    found: dict[str, list[ActOutcome]] = {}
    for act in acts:
        if not act.succeeded and act.status != "not tried":
            cause = digest_of(act.note.replace(act.target, ""))[:HASH_LENGTH]
            key = f"{act.kind}:{act.target}" if act.status in _EACH_ITS_OWN else f"{act.status}:{cause}"
            found.setdefault(key, []).append(act)
    return found


def _fault_key(error: TrackerError) -> str:
    if isinstance(error, DiceError):
        return f"dice:{error.place}"
    return f"{type(error).__name__}:{error.place}"


def _unwritten(plan: Plan) -> Told:
    """The pages that wait for a person, and what stops all of them."""
    waiting = [item for item in plan.findings if item.code in WAITING]
    told: Told = {f"{item.code}:{item.subject}": (_placed(item.subject, item.text), PUBLIC) for item in waiting}
    for text in filter(None, (plan.switched_off, plan.too_large)):
        told["all"] = (text, PUBLIC)
    return told


def _placed(subject: str, text: str) -> str:
    """A finding's text with what it is about, where it does not say that by itself."""
    return text if subject in text else f"{subject}: {text}"


def _change(report: TickReport) -> str:
    """What a tick read anew or wrote, in words; empty where neither."""
    rows = sum(report.observed.added.values())
    done = [act.target for act in report.acts if act.succeeded]
    parts = [f"{rows} new rows"] if rows else []
    parts += [f"written: {', '.join(done)}"] if done else []
    return line("; ".join(parts))


# --- from a gamestate -------------------------------------------------------------------------------------------------


def _with_game(kept: Kept, gamestate: Gamestate, at: str) -> Kept:
    told = {
        "matters": dict(_matters(gamestate)),
        "idling": dict(_idling(gamestate)),
        "hiatus": dict(_hiatus(gamestate)),
        "drift": dict(_asked(gamestate, is_drift=True)),
        "questions": dict(_asked(gamestate, is_drift=False)),
    }
    return replace(
        kept,
        groups=_merged(kept, told, at),
        findings=tuple(sorted(finding_digests(gamestate))),
        counts=dict(sorted(Counter(found.code for found in gamestate.findings).items())),
        questions=len(gamestate.questions),
    )


def finding_digests(gamestate: Gamestate) -> dict[str, int]:
    """What stands for each finding, with its place among them: equal findings have equal digests."""
    told = enumerate((found.code, found.clause, found.text, found.observations) for found in gamestate.findings)
    return {digest_of(canonical_json(item))[:HASH_LENGTH]: number for number, item in told}


def _matters(gamestate: Gamestate) -> Iterator[tuple[str, tuple[str, str]]]:
    for slug, matter in gamestate.values.get("matters", {}).items():
        allowed = matter.get("allowed", ())
        if matter.get("state") != "Pending" or isinstance(allowed, str):
            continue
        for verdict, word in (("enact", "enacted"), ("fail", "failed")):
            if verdict in allowed:
                votes = f"{matter.get('for', 0)} for, {matter.get('against', 0)} against"
                yield f"{slug}:{verdict}", (f"{matter['kind']} {slug} may be {word} ({votes})", PUBLIC)


def _idling(gamestate: Gamestate) -> Iterator[tuple[str, tuple[str, str]]]:
    for name, person in gamestate.values.get("roster", {}).items():
        since = person.get("may_be_idled_from")
        if person.get("status") == "player" and since and parse_instant(since) <= gamestate.as_of:
            yield name, (f"{name} may be idled since {since}", PUBLIC)


def _hiatus(gamestate: Gamestate) -> Iterator[tuple[str, tuple[str, str]]]:
    for why in gamestate.values.get("hiatus", ()):
        yield str(why), (f"the game is in hiatus: {why}", PUBLIC)
    if gamestate.values.get("dormant"):
        yield "dormant", ("the game is dormant", PUBLIC)


def _asked(gamestate: Gamestate, *, is_drift: bool) -> Iterator[tuple[str, tuple[str, str]]]:
    """The questions of one sort: whether rules that read otherwise are carried out as they now read, or all others."""
    for asked in gamestate.questions:
        if (asked.id.partition(":")[0] in {CONFIRM_CLAUSE, CONFIRM_RULE}) == is_drift:
            yield asked.id, (f"{asked.text} (tracker decide {asked.id})", asked.audience)


def may_tell(things: Iterable[tuple[str, Standing]], viewer: str) -> list[tuple[str, Standing]]:
    """Those of these things that a viewer may see."""
    return [(key, thing) for key, thing in things if viewer == OPERATOR or thing.audience in {PUBLIC, viewer}]
