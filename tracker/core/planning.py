"""Planning: from the regions that should stand on the wiki and the pages as they are to the plan; pure."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import count, takewhile
from typing import Protocol

from tracker.core.change import (
    AnswerLine,
    Change,
    CopyPage,
    CreatePage,
    MarkerInsert,
    RegionReplace,
    SpanAmendment,
    amended,
    given_answers,
    with_answers,
)
from tracker.core.draft import HandEditPolicy
from tracker.core.gamestate import Finding, Message
from tracker.core.manners import BOARD, NO_MANNERS, PICTURES, Manners, allows_bot, switched_off
from tracker.core.observation import OPERATOR, PUBLIC, canonical_json
from tracker.core.plan import (
    ANSWER,
    BEFORE,
    NOW,
    Agreement,
    HeldChange,
    PageChange,
    Plan,
    answer_key,
    digest_of,
    mark_of,
)
from tracker.core.ports import ActKind, Upload, WikiPage, WikiPicture
from tracker.core.region import Region, find_regions, named_region, new_page, page_text, region_text
from tracker.errors import PlanError

CODES: Mapping[str, str] = {
    "HAND_EDIT_INPUT": "A player changed a region by hand; it is left alone until the change has been read as a move.",
    "HAND_EDIT_KEPT": "A person corrected a region by hand; the correction is kept.",
    "HAND_EDIT_BLOCKED": "A region that only the tracker writes was changed by hand; it is left alone.",
    "MARKERS_FAULTY": "A page's markers are missing, doubled or crossed, or a text would break them: no write.",
    "PAGE_MISSING": "A page that should be written is not there.",
    "PAGE_MOVED": "A page that should be written is a redirect now.",
    "PAGE_IN_THE_WAY": "A copy should be made, but another page has its name.",
    "UNDONE_BY_HAND": "A person undid an edit of ours; it is left so until there is something else to be said.",
    "BOT_EXCLUDED": "A page asks bots, or this one, to keep off.",
    "CHANGE_IMPOSSIBLE": "An answer or amendment finds no place on the page as it is.",
    "PAGE_FULL": "A page has no room for more answers: somebody must move old lines away.",
    "CHANGE_HELD": "A region would be blanked or shrink by more than its limit; an admin must approve.",
    "PLAN_HELD": "More pages would be touched than the limit allows; an admin must approve.",
    "PICTURE_BLOCKED": "Somebody else uploaded the newest version of a picture that only the tracker draws, or deleted it: it is left so.",
    "PICTURE_NOT_TAKEN": "The wiki takes no file of a picture's kind, or none at all; the pages do without the picture.",
    "SWITCHED_OFF": "Somebody stopped the tracker, or one of its tasks, by a switch-off page.",
}
"""Every code of a finding that planning makes, with one sentence."""


@dataclass(frozen=True, slots=True)
class Limits:
    """From where on a change is held: pages in a plan, the share of a region that may go, and a floor under it.

    A region of fewer than ``judged_from`` characters may shrink freely; blanking one that held anything is always held. So much
    may go, too, for each thing that was said since the pages were last judged (``Desired.said``): much brings much change about.
    Answers make no page larger than ``max_page_bytes``: wikis take 2 MB or less, and then nobody would be answered.
    """

    max_pages: int = 20
    max_shrink: float = 0.5
    judged_from: int = 400
    max_page_bytes: int = 2_000_000


DEFAULT_LIMITS = Limits()


@dataclass(frozen=True, slots=True)
class DesiredRegion:
    """What should stand in a region, what a hand edit of it is to the game, and why it may shrink.

    ``may_shrink_for`` names the events that explain a loss of text: ``matter-x: Enacted 2019-10-03T10:00:00Z`` explains
    the row or section of that id, an event without an id (a reset) all of it. ``mark`` stands for what it shows, of what is over (``RegionDraft``).
    """

    name: str
    text: str
    on_hand_edit: HandEditPolicy = "fault"
    may_shrink_for: tuple[str, ...] = ()
    mark: str = ""


@dataclass(frozen=True, slots=True)
class DesiredPage:
    """What should be on one page.

    ``create_with`` is the wikitext before the regions of a page that may be made where none is (None: never made), and
    ``close_with`` that below them.
    ``copy_of`` names the page whose copy this is. ``heard_revision`` is the page's newest revision that was read as
    input. ``notes`` is what the ledger shall remember of the edit (``note:NAME`` -> text). ``task`` says which task of
    ``tracker.core.manners.TASKS`` writes it.
    """

    title: str
    regions: tuple[DesiredRegion, ...] = ()
    answers: tuple[AnswerLine, ...] = ()
    amendments: tuple[SpanAmendment, ...] = ()
    create_with: str | None = None
    close_with: str = ""
    copy_of: str = ""
    heard_revision: int | None = None
    summary: str = ""
    notes: Mapping[str, str] = field(default_factory=dict)
    task: str = BOARD


@dataclass(frozen=True, slots=True)
class Desired:
    """Everything that should be so outside: pages, pictures, and messages sent.

    ``said`` is how many things people said and did in a chat since the pages were last judged; 0 where there is none.
    ``pictures`` says what the wiki has under the titles of the uploads' pages; of one that is not there only our own acts are
    known. ``findings`` are what was found while it was put together.
    """

    pages: tuple[DesiredPage, ...] = ()
    uploads: tuple[Upload, ...] = ()
    pictures: Mapping[str, WikiPicture] = field(default_factory=dict)
    findings: tuple[Finding, ...] = ()
    messages: tuple[Message, ...] = ()
    said: int = 0

    @property
    def titles(self) -> tuple[str, ...]:
        """The titles of all pages that must be read to plan."""
        named = [title for page in self.pages for title in (page.title, page.copy_of) if title]
        return tuple(dict.fromkeys(named))


class Knowledge(Protocol):
    """What planning must know of our own earlier acts; a ``Ledger`` is one."""

    def region_text(self, page: str, region: str) -> str | None:
        """The text that we last put there; None where we never did."""
        ...

    def texts(self, page: str, prefix: str) -> Mapping[str, str]:
        """Every such text of a page whose name begins so, by name."""
        ...

    def last_success(self, kind: ActKind, target: str) -> str | None:
        """The hash of what we last uploaded or sent there; None where we never did."""
        ...

    def approved(self, checksum: str) -> bool:
        """Whether an admin approved exactly this."""
        ...


@dataclass(frozen=True, slots=True)
class _Circumstances:
    pages: Mapping[str, WikiPage]
    knowledge: Knowledge
    limits: Limits
    manners: Manners
    said: int = 0

    def stopped_by(self, page: str) -> str:
        """Why a switch-off page stops us; empty where it does not."""
        return switched_off(self.pages[page]) if page else ""

    def stopped_tasks(self) -> dict[str, str]:
        """The tasks that are switched off, each with the reason."""
        found = {task: self.stopped_by(page) for task, page in self.manners.task_pages.items()}
        return {task: reason for task, reason in found.items() if reason}


@dataclass(slots=True)
class _Work:
    """One page on its way from what it is to what it should be."""

    page: WikiPage
    wanted: DesiredPage
    text: str
    changes: list[Change] = field(default_factory=list)
    findings: list[Finding] = field(default_factory=list)
    reasons: list[str] = field(default_factory=list)
    losses: dict[str, dict[str, str]] = field(default_factory=dict)
    """Region -> row -> what is left of it, of regions that lose too much."""
    agreed: dict[str, str] = field(default_factory=dict)
    _scanned: tuple[str, Mapping[str, Region]] | None = None

    def regions(self) -> Mapping[str, Region]:
        """The regions of the text as it stands now, looked for once as long as it does; raises RegionError."""
        if self._scanned is None or self._scanned[0] is not self.text:
            self._scanned = (self.text, find_regions(self.text, self.wanted.title))
        return self._scanned[1]

    def find(self, code: str, text: str, audience: str = OPERATOR) -> None:
        self.findings.append(Finding(code, "", text, subject=self.wanted.title, audience=audience))

    def held(self, change: PageChange) -> HeldChange:
        return HeldChange(change, tuple(self.reasons), digest_of(canonical_json(self.losses)) if self.losses else "")

    def carry_out(self, change: Change) -> None:
        self.text = change.carry_out(self.text, self.wanted.title)
        self.changes.append(change)


def plan(
    desired: Desired,
    pages: Mapping[str, WikiPage],
    knowledge: Knowledge,
    limits: Limits = DEFAULT_LIMITS,
    manners: Manners = NO_MANNERS,
) -> Plan:
    """What must be done so that the wiki says what it should; an empty plan where it does already (law 10).

    ``pages`` holds every title of ``desired.titles`` as read, and the switch-off pages; what belongs to a task that is
    switched off is left out. Raises PlanError where one region is wanted in two ways.
    """
    around = _Circumstances(pages, knowledge, limits, manners, desired.said)
    allowed = _allowed(desired, around)
    works = [_work(wanted, around) for wanted in _by_title(allowed.pages)]
    changes = [(work, change) for work in works if (change := _page_change(work, manners)) is not None]
    held = [work.held(change) for work, change in changes if _is_held(work, change, knowledge)]
    waiting = {item.change.title for item in held}
    pictures = [_picture(upload, allowed.pictures.get(upload.title), knowledge) for upload in allowed.uploads]
    made = Plan(
        pages=tuple(change for _, change in changes if change.title not in waiting),
        uploads=tuple(found for found in pictures if isinstance(found, Upload)),
        messages=tuple(message for message in desired.messages if _is_unsent(knowledge, message)),
        held=tuple(held),
        findings=(
            *(finding for work in works for finding in work.findings),
            *(found for found in pictures if isinstance(found, Finding)),
            *allowed.findings,
        ),
        agreements=tuple(_agreement(work) for work in works if work.agreed),
    )
    return _with_holds(made, desired, around)


def _allowed(desired: Desired, around: _Circumstances) -> Desired:
    """The wanted pages and pictures without those of tasks that somebody switched off."""
    stopped = around.stopped_tasks()
    pages = tuple(page for page in desired.pages if page.task not in stopped)
    return replace(desired, pages=pages, uploads=() if PICTURES in stopped else desired.uploads)


def _by_title(pages: Iterable[DesiredPage]) -> list[DesiredPage]:
    """One wish a page, sorted by title: several changes to one page are one edit."""
    merged: dict[str, DesiredPage] = {}
    for page in pages:
        known = merged.get(page.title)
        merged[page.title] = page if known is None else _merged(known, page)
    for page in merged.values():
        names = [region.name for region in page.regions]
        if len(set(names)) < len(names):
            raise PlanError(f"one region is wanted in two ways: {', '.join(sorted(names))}", place=page.title)
    return [merged[title] for title in sorted(merged)]


def _merged(first: DesiredPage, second: DesiredPage) -> DesiredPage:
    return replace(
        first,
        regions=first.regions + tuple(region for region in second.regions if region not in first.regions),
        answers=first.answers + tuple(answer for answer in second.answers if answer not in first.answers),
        amendments=first.amendments + second.amendments,
        create_with=second.create_with if first.create_with is None else first.create_with,
        copy_of=first.copy_of or second.copy_of,
        heard_revision=first.heard_revision or second.heard_revision,
        summary="; ".join(dict.fromkeys(text for text in (first.summary, second.summary) if text)),
        notes={**first.notes, **second.notes},
    )


# --- one page ---------------------------------------------------------------------------------------------------------


def _work(wanted: DesiredPage, around: _Circumstances) -> _Work:
    page = around.pages[wanted.title]
    work = _Work(page, wanted, page.text)
    if not page.exists:
        _make(work, around)
    elif page.redirect:
        work.find("PAGE_MOVED", f"{wanted.title!r} is a redirect now ({page.text.strip()[:200]}); name the new page")
    elif wanted.copy_of:
        _compare_copy(work, around)
    elif not allows_bot(page.text, around.manners.account):
        work.find("BOT_EXCLUDED", f"{wanted.title!r} asks this bot to keep off")
    else:
        _change(work, around)
    return work


def _make(work: _Work, around: _Circumstances) -> None:
    """Plan a page where none is: a copy, a page with its regions, or a finding."""
    wanted = work.wanted
    if wanted.copy_of:
        source = around.pages[wanted.copy_of]
        if source.revision is None:
            work.find("PAGE_MISSING", f"{wanted.copy_of!r}, which should be copied, is not there")
        else:
            work.carry_out(CopyPage(wanted.copy_of, source.revision, page_text(source.text)))
    elif wanted.create_with is None:
        work.find("PAGE_MISSING", f"there is no page {wanted.title!r}; make it with: tracker pages --create")
    else:
        _attempt(work, "MARKERS_FAULTY", lambda: work.carry_out(CreatePage(_new_text(wanted))))


def _new_text(wanted: DesiredPage) -> str:
    texts = {region.name: region.text for region in wanted.regions}
    return new_page(wanted.create_with or "", texts, wanted.close_with)


def _compare_copy(work: _Work, around: _Circumstances) -> None:
    if page_text(around.pages[work.wanted.copy_of].text) != work.page.text:
        work.find("PAGE_IN_THE_WAY", f"{work.wanted.title!r} is there and is no copy of {work.wanted.copy_of!r}")


def _attempt(work: _Work, code: str, act: Callable[[], None]) -> bool:
    """Do something to the page's text; where that is impossible, say so and leave the text as it was."""
    try:
        act()
    except PlanError as error:
        work.find(code, error.message)
        return False
    return True


def _change(work: _Work, around: _Circumstances) -> None:
    """Plan amendments, regions and answers on a page that is there; faulty markers stop all of it (law 12)."""
    title, wanted = work.wanted.title, work.wanted

    def check() -> None:
        standing = work.regions()
        for region in wanted.regions:
            named_region(standing, region.name, title)

    if not _attempt(work, "MARKERS_FAULTY", check):
        return
    _attempt(work, "CHANGE_IMPOSSIBLE", lambda: _amend(work))
    for region in wanted.regions:
        _change_region(work, region, around)
    _give_answers(work, around)


def _amend(work: _Work) -> None:
    news = [amendment for amendment in work.wanted.amendments if amendment.before != amendment.after]
    news.sort(key=lambda amendment: amendment.start)
    work.text = amended(work.text, news, work.wanted.title)
    work.changes += news


def _give_answers(work: _Work, around: _Circumstances) -> None:
    """Plan every answer that was never given, and a line below one that stands where something else holds by now.

    One that we gave and a person removed is not given again.
    """
    if not work.wanted.answers:
        return
    title, known = work.wanted.title, around.knowledge.texts(work.wanted.title, ANSWER)
    unknown = [answer for answer in work.wanted.answers if answer_key(answer) not in known]
    given = _standing(work.text, unknown)
    work.agreed |= {answer_key(answer): answer.answer for answer in unknown if answer.key in given}
    still = [answer for answer in unknown if answer.key not in given and not _may_be_anothers(work, answer)]
    still += _news(work.text, [answer for answer in work.wanted.answers if answer_key(answer) in known], known)
    work.text, done, errors = with_answers(work.text, _with_room(work, still, around.limits), title)
    work.changes += done
    for error in errors:
        work.find("CHANGE_IMPOSSIBLE", error.message)


def _news(text: str, wanted: Sequence[AnswerLine], known: Mapping[str, str]) -> Iterator[AnswerLine]:
    """The line "Now: ..." below each of our answers that is no longer true, one for each change.

    Where a person took away what we said last, it stands below what is left of it; where all of it is gone, nowhere.
    """
    told = {answer.line_id: (answer, list(_told(answer, known))) for answer in wanted}
    changed = {
        id: (answer, ids) for id, (answer, ids) in told.items() if known[f"{ANSWER}{ids[-1]}"] != _said(answer, ids)
    }
    ours = {id: AnswerLine(id, "", known[f"{ANSWER}{id}"]) for _, ids in changed.values() for id in ids}
    standing = _standing(text, list(ours.values()))
    for id, (answer, ids) in changed.items():
        last = next((standing[ours[each].key] for each in reversed(ids) if ours[each].key in standing), None)
        if last is not None:
            yield AnswerLine(f"{id}{NOW}{len(ids)}", last, _said(answer, [*ids, ""]))


def _told(answer: AnswerLine, known: Mapping[str, str]) -> Iterator[str]:
    """The ids of our answer to a line and of the lines "Now: ..." that we put below it later."""
    yield answer.line_id
    later = (f"{answer.line_id}{NOW}{number}" for number in count(1))
    yield from takewhile(lambda id: f"{ANSWER}{id}" in known, later)


def _said(answer: AnswerLine, ids: Sequence[str]) -> str:
    """The words of an answer: as it is where it is the first, after "Now:" where it is a later one."""
    return answer.answer if len(ids) == 1 else f"*: Now: {answer.answer.removeprefix('*: ')}"


def _standing(text: str, answers: Sequence[AnswerLine]) -> dict[str, str]:
    """Our answers that still stand on the page word for word, by key; the mark alone proves nothing, as ids can be guessed."""
    marked = given_answers(text) if answers else frozenset()
    found = {answer.key: f"{answer.answer} {answer.marker}" for answer in answers if answer.key in marked}
    lines = {line.strip(): line for line in text.split("\n")} if found else {}
    whole = {key: unicodedata.normalize("NFC", line).strip() for key, line in found.items()}
    return {key: lines[line] for key, line in whole.items() if line in lines}


def _with_room(work: _Work, answers: Sequence[AnswerLine], limits: Limits) -> list[AnswerLine]:
    """The answers that the page has room for, in their order; else say so."""
    room = limits.max_page_bytes - len(work.text.encode())
    fitting: list[AnswerLine] = []
    for answer in answers:
        room -= len(f"\n{answer.answer} {answer.marker}".encode())
        if room < 0:
            left = len(answers) - len(fitting)
            text = f"{work.wanted.title!r} has no room for {left:,} more answers; move old lines to another page"
            work.find("PAGE_FULL", text, PUBLIC)
            break
        fitting.append(answer)
    return fitting


def _may_be_anothers(work: _Work, answer: AnswerLine) -> bool:
    """Whether an edit not yet heard may have put an equal line before the one meant: then the answer waits until it is."""
    heard, now = work.wanted.heard_revision, work.page.revision
    if heard is None or now is None or heard >= now:
        return False
    return sum(line.rstrip() == answer.line.rstrip() for line in work.page.text.split("\n")) > 1


def _change_region(work: _Work, wanted: DesiredRegion, around: _Circumstances) -> None:
    region = named_region(work.regions(), wanted.name)
    written = around.knowledge.region_text(work.wanted.title, wanted.name)
    if region.says(wanted.text):
        is_known = written is not None and (written == wanted.text or region.says(written))
        work.agreed |= {} if is_known else {wanted.name: region.text}
        return
    if _is_theirs(wanted, region, written) and not _is_heard(work, wanted, region, around):
        return
    old, new = region.text, region_text(wanted.text)
    if _attempt(work, "MARKERS_FAULTY", lambda: work.carry_out(RegionReplace(wanted.name, old, new))):
        reasons = _shrink_reasons(wanted, old, new, around.limits, around.said)
        work.reasons += reasons
        work.losses |= {wanted.name: _losses(wanted, old, new, around.limits)} if reasons else {}


# --- law 11: hand edits -----------------------------------------------------------------------------------------------


def _is_theirs(wanted: DesiredRegion, region: Region, written: str | None) -> bool:
    """Whether people wrote what stands there; where we never wrote, only an input region's text is taken for theirs."""
    if written is None:
        return wanted.on_hand_edit == "input" and bool(region.text)
    return not region.says(written)


_ON_HAND_EDIT = {
    "input": ("HAND_EDIT_INPUT", "it waits until the change has been read as a move"),
    "correction": ("HAND_EDIT_KEPT", "the correction is kept"),
    "fault": ("HAND_EDIT_BLOCKED", "undo the hand edit"),
}


_UNDONE = ("UNDONE_BY_HAND", "what stood before is left there until there is something else to be said")


def _is_undone(work: _Work, wanted: DesiredRegion, region: Region, knowledge: Knowledge) -> bool:
    """Whether somebody undid an edit of ours: the region reads as it did before that edit."""
    known = knowledge.texts(work.wanted.title, f"{BEFORE}{wanted.name}").get(f"{BEFORE}{wanted.name}", "")
    return wanted.on_hand_edit != "input" and mark_of(region.text) in known.split()


def _is_news_since(work: _Work, wanted: DesiredRegion, knowledge: Knowledge) -> bool:
    """Whether the wanted text differs from the one of ours that somebody undid."""
    written = knowledge.region_text(work.wanted.title, wanted.name)
    return written is not None and region_text(written) != region_text(wanted.text)


def _is_heard(work: _Work, wanted: DesiredRegion, region: Region, around: _Circumstances) -> bool:
    """Whether a region edited by hand since we wrote it may be written all the same; else say that it may not."""
    heard, now = work.wanted.heard_revision, work.page.revision
    if wanted.on_hand_edit == "input" and heard is not None and now is not None and heard >= now:
        return True
    checksum = digest_of(canonical_json([work.wanted.title, wanted.name, region.text, region_text(wanted.text)]))
    is_undone = _is_undone(work, wanted, region, around.knowledge)
    if around.knowledge.approved(checksum) or (is_undone and _is_news_since(work, wanted, around.knowledge)):
        return True
    code, then = _UNDONE if is_undone else _ON_HAND_EDIT[wanted.on_hand_edit]
    by = f" (the page's last editor: {work.page.editor})" if work.page.editor else ""
    text = f"region {wanted.name!r} of {work.wanted.title!r} was edited by hand{by}; {then}"
    work.find(code, f"{text}, or approve {checksum} to overwrite it", PUBLIC)
    return False


# --- law 13: what is held ---------------------------------------------------------------------------------------------


def _shrink_reasons(wanted: DesiredRegion, old: str, new: str, limits: Limits, said: int = 0) -> list[str]:
    """Why a loss of text must be approved, in numbers; empty where it need not be."""
    if any(": " not in event for event in wanted.may_shrink_for):
        return []
    if old and not new:
        return [f"region {wanted.name!r} would be blanked: it holds {len(old):,} characters"]
    before, after = _judged(wanted, old, new)
    limit = limits.max_shrink
    share = 1 - after / before if before else 0.0
    if len(old) < limits.judged_from or share <= limit or before - after <= said * limits.judged_from:
        return []
    numbers = f"from {before:,} to {after:,} characters ({share:.0%} less; {limit:.0%} is the limit)"
    return [f"region {wanted.name!r} would shrink {numbers}"]


def _losses(wanted: DesiredRegion, old: str, new: str, limits: Limits) -> dict[str, str]:
    """What an admin would let go: rows that are gone or lose more than the limit, with what is left of them.

    Of a region without rows that is all of it. What comes beside it meanwhile makes no other loss of it.
    """
    held, kept = _places(old), _places(new)
    if not held or not new:
        return {"": new}
    least, explained = 1 - limits.max_shrink, _explained(wanted)
    return {
        name: kept.get(name, "")
        for name, text in held.items()
        if name not in explained and len(kept.get(name, "")) < least * len(text)
    }


def _explained(wanted: DesiredRegion) -> set[str]:
    """The rows and sections whose loss an event explains."""
    return {event.partition(": ")[0] for event in wanted.may_shrink_for}


_BESIDE_VALUES = re.compile(
    r'<sup class="tracker-(?:flag|undetermined|unverified)"[^<>\n]*>[^\n]*?</sup>|(?<=^\| )data-sort-value="[^"\n]*" \| ',
    re.MULTILINE,
)
"""Our marks beside a value, within its line, and its sorting key."""
_PLACE = re.compile(r"""^(?:\|-|<h\d)[^\n]*? id="([^"]+)\"""", re.MULTILINE)


def _judged(wanted: DesiredRegion, old: str, new: str) -> tuple[int, int]:
    """How many characters a region had and will have, as far as a loss is judged: of its rows and sections, or of all where it has none.

    The frame around rows comes and goes with them. What events (``id: what happened``) explain is left out, be the row gone
    or only shorter now, and so is what we say beside values: in a small table that is more than the values themselves, and
    nothing is lost with it.
    """
    old, new = _BESIDE_VALUES.sub("", old), _BESIDE_VALUES.sub("", new)
    held, kept = _sizes(old), _sizes(new)
    if not held:
        return len(old), len(new)
    explained = _explained(wanted)
    before = (min(size, kept.get(name, 0)) if name in explained else size for name, size in held.items())
    return sum(before), sum(kept.values())


def _places(text: str) -> dict[str, str]:
    """Each row or section with an id."""
    found = list(_PLACE.finditer(text))
    ends = [*(place.start() for place in found[1:]), len(text)]
    return {place[1]: text[place.start() : end] for place, end in zip(found, ends, strict=False)}


def _sizes(text: str) -> dict[str, int]:
    """How many characters each row or section with an id has."""
    return {name: len(held) for name, held in _places(text).items()}


def _is_held(work: _Work, change: PageChange, knowledge: Knowledge) -> bool:
    return bool(work.reasons) and not knowledge.approved(work.held(change).checksum)


def _with_holds(made: Plan, desired: Desired, around: _Circumstances) -> Plan:
    """The plan with what keeps single pages or all of it waiting, and the findings that say so."""
    findings = list(made.findings)
    for held in made.held:
        text = f"{'; '.join(held.reasons)}; approve {held.checksum} to let it happen"
        findings.append(Finding("CHANGE_HELD", "", text, subject=held.change.title, audience=OPERATOR))
    too_large = _too_large(made, around)
    if too_large:
        findings.append(Finding("PLAN_HELD", "", f"{too_large}; approve {made.checksum}", audience=OPERATOR))
    findings += _stopped(desired, around)
    return replace(
        made,
        findings=tuple(findings),
        too_large=too_large,
        switched_off=_stopped_by(desired, around),
        switches={title: around.pages[title].revision for title in around.manners.switch_pages},
    )


def _tasks(desired: Desired) -> frozenset[str]:
    """The tasks (pages, table, enacting, pictures) for which something is to be written."""
    return frozenset([*(page.task for page in desired.pages), *([PICTURES] if desired.uploads else [])])


def _stopped(desired: Desired, around: _Circumstances) -> list[Finding]:
    """A finding for each switch-off page that keeps something back."""
    reasons = {around.manners.switch_page: around.stopped_by(around.manners.switch_page)}
    stopped = around.stopped_tasks()
    reasons |= {around.manners.task_pages[task]: stopped[task] for task in _tasks(desired) if task in stopped}
    return [Finding("SWITCHED_OFF", "", reasons[title], subject=title) for title in sorted(reasons) if reasons[title]]


def _stopped_by(desired: Desired, around: _Circumstances) -> str:
    """Why nothing may be done at all: by the page that stops everything, or by those of all tasks concerned."""
    everything, stopped, tasks = around.stopped_by(around.manners.switch_page), around.stopped_tasks(), _tasks(desired)
    if everything or not tasks or desired.messages or tasks - stopped.keys():
        return everything
    return "; ".join(stopped[task] for task in sorted(tasks))


def _too_large(made: Plan, around: _Circumstances) -> str:
    touched, limit = len(made.pages), around.limits.max_pages
    if touched <= limit or around.knowledge.approved(made.checksum):
        return ""
    return f"{touched} pages would be touched; {limit} is the limit"


# --- pictures ---------------------------------------------------------------------------------------------------------


def _picture(upload: Upload, there: WikiPicture | None, knowledge: Knowledge) -> Upload | Finding | None:
    """What to do for a picture: upload it, say why it is left as it is, or nothing where it is there already.

    What people uploaded over it or deleted is left until an admin approves; an older one of ours that they put back is left
    until there is another to be shown.
    """
    last, digest = knowledge.last_success("upload", upload.title), digest_of(upload.content)
    if there is None or there.sha1 == upload.sha1:
        return upload if there is None and last != digest else None
    is_gone = not there.sha1 and last is not None
    is_undone = there.is_put_back and last == digest
    if not (is_gone or is_undone or there.is_somebodys):
        return upload
    checksum = digest_of(canonical_json([upload.title, there.sha1, digest]))
    if knowledge.approved(checksum):
        return replace(upload, is_approved=True)
    who = f"{there.uploader or 'somebody'} uploaded what is there"
    what = "it was deleted" if is_gone else f"{who}, an older one of ours" if is_undone else who
    text = (
        f"the picture {upload.title!r} is not as it was drawn: {what}; undo that, or approve {checksum} to overwrite it"
    )
    return Finding("UNDONE_BY_HAND" if is_undone else "PICTURE_BLOCKED", "", text, subject=upload.title)


# --- putting together -------------------------------------------------------------------------------------------------


def _page_change(work: _Work, manners: Manners) -> PageChange | None:
    if not work.changes or (after := page_text(work.text)) == work.page.text:
        return None
    what = work.wanted.summary or ", ".join(str(change) for change in work.changes)
    return PageChange(
        title=work.wanted.title,
        base_revision=work.page.revision,
        before=work.page.text,
        after=after,
        summary=manners.summary(what, work.wanted.task),
        changes=tuple(work.changes),
        notes=work.wanted.notes,
    )


def _agreement(work: _Work) -> Agreement:
    return Agreement(work.wanted.title, work.page.revision or 0, dict(work.agreed))


def _is_unsent(knowledge: Knowledge, message: Message) -> bool:
    return knowledge.last_success("message", message.key) is None


# --- making pages and markers -----------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class PageLayout:
    """A page as it is first made: the wikitext that opens it, its regions in order, and the wikitext that closes it.

    ``heading`` is the section of an existing page below which missing markers go; empty: they are never inserted.
    """

    title: str
    opening: str
    regions: tuple[str, ...]
    heading: str = ""
    closing: str = ""


def plan_creation(layouts: Sequence[PageLayout], pages: Mapping[str, WikiPage], manners: Manners = NO_MANNERS) -> Plan:
    """The plan that makes missing pages and markers; markers go only where the operator named the section."""
    works = [_creation(layout, pages[layout.title], manners) for layout in sorted(layouts, key=lambda item: item.title)]
    changes = (_page_change(work, manners) for work in works)
    return Plan(
        pages=tuple(change for change in changes if change is not None),
        findings=tuple(finding for work in works for finding in work.findings),
    )


def _creation(layout: PageLayout, page: WikiPage, manners: Manners) -> _Work:
    regions = tuple(DesiredRegion(name, "") for name in layout.regions)
    wanted = DesiredPage(layout.title, regions, create_with=layout.opening, close_with=layout.closing)
    work = _Work(page, wanted, page.text)
    if not page.exists:
        _attempt(work, "MARKERS_FAULTY", lambda: work.carry_out(CreatePage(_new_text(work.wanted))))
    elif page.redirect:
        work.find("PAGE_MOVED", f"{layout.title!r} is a redirect; name the page itself")
    elif not allows_bot(page.text, manners.account):
        work.find("BOT_EXCLUDED", f"{layout.title!r} asks this bot to keep off")
    else:
        _attempt(work, "MARKERS_FAULTY", lambda: _insert_markers(work, layout))
    return work


def _insert_markers(work: _Work, layout: PageLayout) -> None:
    missing = [name for name in layout.regions if name not in find_regions(work.text, layout.title)]
    if missing and not layout.heading:
        raise PlanError(f"the markers of {', '.join(missing)} are missing; name the section that shall hold them")
    for name in reversed(missing):
        work.carry_out(MarkerInsert(name, layout.heading))
