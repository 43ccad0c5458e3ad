"""One page on its way from what it is to what it should be: made, amended, its regions written, lines answered."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import count, takewhile

from tracker.core.change import (
    AnswerLine,
    Change,
    CopyPage,
    CreatePage,
    MarkerInsert,
    RegionReplace,
    amended,
    given_answers,
    with_answers,
)
from tracker.core.gamestate import Finding
from tracker.core.manners import Manners, allows_bot, switched_off
from tracker.core.observation import OPERATOR, PUBLIC, canonical_json
from tracker.core.plan import ANSWER, BEFORE, NOW, HeldChange, PageChange, answer_key, digest_of, mark_of
from tracker.core.planning.desired import DesiredPage, DesiredRegion, Knowledge, Limits, PageLayout
from tracker.core.planning.shrinking import losses, shrink_reasons
from tracker.core.ports import WikiPage
from tracker.core.region import Region, find_regions, named_region, new_page, page_text, region_text
from tracker.errors import PlanError


@dataclass(frozen=True, slots=True)
class Circumstances:
    """What every page is planned by: the pages as they were read, what we did before, limits, manners, and how much was said."""

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
class PageWork:
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
        """Note something that a person should look at."""
        self.findings.append(Finding(code, "", text, subject=self.wanted.title, audience=audience))

    def held(self, change: PageChange) -> HeldChange:
        """The change as one that waits for an admin."""
        return HeldChange(change, tuple(self.reasons), digest_of(canonical_json(self.losses)) if self.losses else "")

    def carry_out(self, change: Change) -> None:
        """Change the page's text; raises PlanError where that cannot be."""
        self.text = change.carry_out(self.text, self.wanted.title)
        self.changes.append(change)


# --- one page ---------------------------------------------------------------------------------------------------------


def work_on(wanted: DesiredPage, around: Circumstances) -> PageWork:
    """Plan everything on one page."""
    page = around.pages[wanted.title]
    work = PageWork(page, wanted, page.text)
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


def _make(work: PageWork, around: Circumstances) -> None:
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


def _compare_copy(work: PageWork, around: Circumstances) -> None:
    if page_text(around.pages[work.wanted.copy_of].text) != work.page.text:
        work.find("PAGE_IN_THE_WAY", f"{work.wanted.title!r} is there and is no copy of {work.wanted.copy_of!r}")


def _attempt(work: PageWork, code: str, act: Callable[[], None]) -> bool:
    """Do something to the page's text; where that is impossible, say so and leave the text as it was."""
    try:
        act()
    except PlanError as error:
        work.find(code, error.message)
        return False
    return True


def _change(work: PageWork, around: Circumstances) -> None:
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


def _amend(work: PageWork) -> None:
    news = [amendment for amendment in work.wanted.amendments if amendment.before != amendment.after]
    news.sort(key=lambda amendment: amendment.start)
    work.text = amended(work.text, news, work.wanted.title)
    work.changes += news


def _give_answers(work: PageWork, around: Circumstances) -> None:
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


def _with_room(work: PageWork, answers: Sequence[AnswerLine], limits: Limits) -> list[AnswerLine]:
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


def _may_be_anothers(work: PageWork, answer: AnswerLine) -> bool:
    """Whether an edit not yet heard may have put an equal line before the one meant: then the answer waits until it is."""
    heard, now = work.wanted.heard_revision, work.page.revision
    if heard is None or now is None or heard >= now:
        return False
    return sum(line.rstrip() == answer.line.rstrip() for line in work.page.text.split("\n")) > 1


def _change_region(work: PageWork, wanted: DesiredRegion, around: Circumstances) -> None:
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
        reasons = shrink_reasons(wanted, old, new, around.limits, around.said)
        work.reasons += reasons
        work.losses |= {wanted.name: losses(wanted, old, new, around.limits)} if reasons else {}


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


def _is_undone(work: PageWork, wanted: DesiredRegion, region: Region, knowledge: Knowledge) -> bool:
    """Whether somebody undid an edit of ours: the region reads as it did before that edit."""
    known = knowledge.texts(work.wanted.title, f"{BEFORE}{wanted.name}").get(f"{BEFORE}{wanted.name}", "")
    return wanted.on_hand_edit != "input" and mark_of(region.text) in known.split()


def _is_news_since(work: PageWork, wanted: DesiredRegion, knowledge: Knowledge) -> bool:
    """Whether the wanted text differs from the one of ours that somebody undid."""
    written = knowledge.region_text(work.wanted.title, wanted.name)
    return written is not None and region_text(written) != region_text(wanted.text)


def _is_heard(work: PageWork, wanted: DesiredRegion, region: Region, around: Circumstances) -> bool:
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


# --- what came of it --------------------------------------------------------------------------------------------------


def page_change(work: PageWork, manners: Manners) -> PageChange | None:
    """What is to be changed on the page, as one edit; None where it is as it should be."""
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


def creation(layout: PageLayout, page: WikiPage, manners: Manners) -> PageWork:
    """Plan a page, or the markers that it lacks, as it is first made."""
    regions = tuple(DesiredRegion(name, "") for name in layout.regions)
    wanted = DesiredPage(layout.title, regions, create_with=layout.opening, close_with=layout.closing)
    work = PageWork(page, wanted, page.text)
    if not page.exists:
        _attempt(work, "MARKERS_FAULTY", lambda: work.carry_out(CreatePage(_new_text(work.wanted))))
    elif page.redirect:
        work.find("PAGE_MOVED", f"{layout.title!r} is a redirect; name the page itself")
    elif not allows_bot(page.text, manners.account):
        work.find("BOT_EXCLUDED", f"{layout.title!r} asks this bot to keep off")
    else:
        _attempt(work, "MARKERS_FAULTY", lambda: _insert_markers(work, layout))
    return work


def _insert_markers(work: PageWork, layout: PageLayout) -> None:
    missing = [name for name in layout.regions if name not in find_regions(work.text, layout.title)]
    if missing and not layout.heading:
        raise PlanError(f"the markers of {', '.join(missing)} are missing; name the section that shall hold them")
    for name in reversed(missing):
        work.carry_out(MarkerInsert(name, layout.heading))
