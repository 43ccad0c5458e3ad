"""What stands that people should know of, each thing since when: kept from tick to tick, and told by status and notices."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from typing import TYPE_CHECKING, Any

from tracker.app.tick.tick_report import LEFT, WAITING
from tracker.core.clause import CONFIRM_CLAUSE, CONFIRM_RULE
from tracker.core.instants import iso, parse_instant
from tracker.core.observation import OPERATOR, PUBLIC, ObservationBatch, canonical_json
from tracker.core.plan import digest_of, shown
from tracker.errors import DiceError, TrackerError, WikiUnreadError
from tracker.mechanics.chat_people import readable

if TYPE_CHECKING:
    from datetime import datetime

    from tracker.app.publish.publish import ActOutcome
    from tracker.app.tick.tick_report import TickReport
    from tracker.core.gamestate import Gamestate
    from tracker.core.plan import Plan
    from tracker.core.ports import Archive, UnreadPart

SOURCE = "standing"
"""The source under which the archive keeps, as a cursor, what stands."""
LONGEST = 300
"""How much of one thing's text is kept."""
HASH_LENGTH = 16
MOST_NAMED = 3
"""How many of the parts that cannot be read are named."""
NAME_LENGTH = 30
"""How much of such a name is told."""

STUCK: Mapping[str, str] = {
    "faults": "something fails",
    "pages": "pages that are not written",
    "drift": "rules in doubt",
    "settings": "a setting that does not fit",
}
"""The groups of what needs a person before all goes on as it should, each with what it is."""


UNREAD_SOURCE = "source:"
"""How the key of the fault begins that a source cannot be read at all; its name follows."""
PAUSED = ("pages", "paused")
"""Group and key of a pause."""

_BROKEN = "tick"
"""The key of the fault that a tick was broken off."""
UNDONE = "undone"
"""The group of what people undid or corrected on our pages, which is left so: nobody need do anything."""
WITHOUT = "without"
"""The group of what is done without, since the wiki does not take it: nobody need do anything."""
_WITHOUT = frozenset({"PICTURE_NOT_TAKEN"})
"""The plan's findings of that group."""


_OF_ONE_REQUEST = re.compile(r"\[[\w-]{8,}\]|\b[0-9a-f]{8,}\b|\d+")
"""Numbers of requests and of processes, instants and lengths: what stands so in an error is another each time, the cause is not."""
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
    told = {"faults": _faults(report, kept.of("faults"))}
    if report.plan is not None:
        told["pages"] = _unwritten(report.plan)
    if report.plan is not None and not pause:
        told |= {UNDONE: _of_plan(report.plan, LEFT), WITHOUT: _of_plan(report.plan, _WITHOUT)}
    if pause:
        group, key = PAUSED
        told[group] = {**told.get(group, {}), key: (f"the tracker is {pause}", PUBLIC)}
    made = replace(kept, groups=_merged(kept, told, at))
    if report.gamestate is not None:
        is_read = not (report.observed.errors or report.observed.unread)
        made = _with_game(made, report.gamestate, at, is_read=is_read)
    change = _change(report)
    return replace(made, changed_at=at, changed=change) if change else made


def broken_off(kept: Kept) -> Standing | None:
    """What breaks off every tick since one came to its end, and since when; None where the last one did come to its end."""
    return kept.of("faults").get(_BROKEN)


def broken(kept: Kept, error: BaseException, at: datetime) -> Kept:
    """What stands after a tick that was broken off by an error."""
    text = str(error) if isinstance(error, TrackerError) else f"a fault of the tracker itself: {type(error).__name__}"
    told = {**_plain(kept.of("faults")), _BROKEN: (f"a tick was broken off: {text}", PUBLIC)}
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


def _faults(report: TickReport, before: Mapping[str, Standing]) -> Told:
    observed = report.observed
    by_source = dict(zip(observed.failed, observed.errors, strict=True))
    told: Told = dict(_unread_source(name, error) for name, error in by_source.items())
    for name, parts in observed.unread.items():
        # Of a source that failed as a whole no part is told besides; those told before are not mended by that.
        told |= {key: thing for key, thing in _unread(name, parts).items() if name not in by_source or key in before}
    for error in report.errors:
        if error not in observed.errors:
            told[_fault_key(error)] = (str(error), PUBLIC)
    for key, group in _failures(report.acts).items():
        targets = ", ".join(act.target for act in group)
        was = "was" if len(group) == 1 else "were"
        told[key] = (f"{targets} {was} not written ({group[0].status}): {group[0].note}", PUBLIC)
    return told


def _unread_source(name: str, error: TrackerError) -> tuple[str, tuple[str, str]]:
    if isinstance(error, WikiUnreadError):
        return "wiki", (f"the wiki cannot be read: {error}", PUBLIC)
    return f"{UNREAD_SOURCE}{name}", (f"{name} cannot be read: {error}", PUBLIC)


def _unread(source: str, parts: Iterable[UnreadPart]) -> Told:
    """What of a source cannot be read: what began with one look is one fault, so that a redesign is not told page by page."""
    begun: dict[str, list[UnreadPart]] = {}
    for part in parts:
        begun.setdefault(part.since, []).append(part)
    return {f"unread:{source}:{since}": (_unread_words(source, found), PUBLIC) for since, found in begun.items()}


def _unread_words(source: str, parts: Sequence[UnreadPart]) -> str:
    names = [part.name[:NAME_LENGTH] for part in parts[:MOST_NAMED]]
    more = f" and {len(parts) - MOST_NAMED} more" if len(parts) > MOST_NAMED else ""
    last = min(part.last for part in parts)
    known = f"last read at {last}" if last else "never read yet"
    told = f"{source}: {', '.join(names)}{more} cannot be read wholly ({known})"
    if whys := "; ".join(dict.fromkeys(part.why for part in parts if part.why)):
        return f"{told}, and what hangs on it is undetermined: {whys}"
    return f"{told}, and what votes there decide is undetermined; open it in a browser, and see why in tracker tick"


def _failures(acts: Iterable[ActOutcome]) -> dict[str, list[ActOutcome]]:
    """The acts that failed, by key: those of one cause together, unless a person has to see to each page.

    What was not tried is no fault of its own: another act says why.
    """
    found: dict[str, list[ActOutcome]] = {}
    for act in acts:
        if not act.succeeded and act.status != "not tried":
            cause = digest_of(_OF_ONE_REQUEST.sub("", act.note.replace(act.target, "")))[:HASH_LENGTH]
            key = f"{act.kind}:{act.target}" if act.status in _EACH_ITS_OWN else f"{act.status}:{cause}"
            found.setdefault(key, []).append(act)
    return found


def _fault_key(error: TrackerError) -> str:
    if isinstance(error, DiceError):
        return f"dice:{error.place}"
    return f"{type(error).__name__}:{error.place}"


def _unwritten(plan: Plan) -> Told:
    """The pages that wait for a person, and what stops all of them."""
    told = _of_plan(plan, WAITING)
    texts = {text for text, _ in told.values()}
    for text in filter(None, (plan.switched_off, plan.too_large)):
        told |= {} if text in texts else {"all": (text, PUBLIC)}
    return told


def _of_plan(plan: Plan, codes: Container[str]) -> Told:
    """The plan's findings with these codes, by code and page; of one page each has a key of its own."""
    told: Told = {}
    for item in plan.findings:
        if item.code in codes:
            key = f"{item.code}:{item.subject}"
            number = sum(known == key or known.startswith(f"{key}#") for known in told)
            told[f"{key}#{number + 1}" if number else key] = (_placed(item.subject, item.text), PUBLIC)
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


def _with_game(kept: Kept, gamestate: Gamestate, at: str, *, is_read: bool) -> Kept:
    """What stands by a gamestate; of what may not be known because something could not be read, only what stood before."""
    idling = dict(_idling(gamestate))
    told = {
        "matters": {**_unread_matters(kept, gamestate), **dict(_matters(gamestate))},
        "idling": {key: thing for key, thing in idling.items() if is_read or key in kept.of("idling")},
        "hiatus": dict(_hiatus(gamestate)),
        "drift": dict(_asked(gamestate, is_drift=True)),
        "questions": dict(_asked(gamestate, is_drift=False)),
        "settings": {
            f"{found.code}:{found.mend}": (f"{found.mend} would mend: {found.text}", PUBLIC)
            for found in gamestate.findings
            if found.mend
        },
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


def _unread_matters(kept: Kept, gamestate: Gamestate) -> Told:
    """What was said of matters that cannot be read now: it is not known to be over, and not told again when they can be."""
    matters = gamestate.values.get("matters", {})
    unread = {slug for slug, matter in matters.items() if matter.get("state") == "Pending" and "unread" in matter}
    return {key: thing for key, thing in _plain(kept.of("matters")).items() if key.rpartition(":")[0] in unread}


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
            yield asked.id, (f"{_readable(gamestate, asked.text)} (tracker decide {asked.id})", asked.audience)


def _readable(gamestate: Gamestate, text: str) -> str:
    """A text with people's names in place of the ids of their accounts, where a game names them so."""
    names = gamestate.names
    return text if names is None else readable(text, lambda id: names.get(id, id))


def may_tell(things: Iterable[tuple[str, Standing]], viewer: str) -> list[tuple[str, Standing]]:
    """Those of these things that a viewer may see."""
    return [(key, thing) for key, thing in things if viewer == OPERATOR or thing.audience in {PUBLIC, viewer}]
