"""The plan: everything that must be done so that the wiki says what it should, and what waits for people; pure."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from tracker.core.gamestate import Finding
from tracker.core.manners import NO_MANNERS, PICTURES, Manners
from tracker.core.observation import OPERATOR, canonical_json
from tracker.core.plan import Agreement, PageChange, Plan, digest_of
from tracker.core.planning.desired import DEFAULT_LIMITS, Desired, DesiredPage, Knowledge, Limits, PageLayout
from tracker.core.planning.page_work import Circumstances, PageWork, creation, page_change, work_on
from tracker.core.ports import Upload, WikiPage, WikiPicture
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
    around = Circumstances(pages, knowledge, limits, manners, desired.said)
    allowed = _allowed(desired, around)
    works = [work_on(wanted, around) for wanted in _by_title(allowed.pages)]
    changes = [(work, change) for work in works if (change := page_change(work, manners)) is not None]
    held = [work.held(change) for work, change in changes if _is_held(work, change, knowledge)]
    waiting = {item.change.title for item in held}
    pictures = [_picture(upload, allowed.pictures.get(upload.title), knowledge) for upload in allowed.uploads]
    made = Plan(
        pages=tuple(change for _, change in changes if change.title not in waiting),
        uploads=tuple(found for found in pictures if isinstance(found, Upload)),
        held=tuple(held),
        findings=(
            *(finding for work in works for finding in work.findings),
            *(found for found in pictures if isinstance(found, Finding)),
            *allowed.findings,
        ),
        agreements=tuple(_agreement(work) for work in works if work.agreed),
    )
    return _with_holds(made, desired, around)


def _allowed(desired: Desired, around: Circumstances) -> Desired:
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


def _is_held(work: PageWork, change: PageChange, knowledge: Knowledge) -> bool:
    return bool(work.reasons) and not knowledge.approved(work.held(change).checksum)


def _with_holds(made: Plan, desired: Desired, around: Circumstances) -> Plan:
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


def _stopped(desired: Desired, around: Circumstances) -> list[Finding]:
    """A finding for each switch-off page that keeps something back."""
    reasons = {around.manners.switch_page: around.stopped_by(around.manners.switch_page)}
    stopped = around.stopped_tasks()
    reasons |= {around.manners.task_pages[task]: stopped[task] for task in _tasks(desired) if task in stopped}
    return [Finding("SWITCHED_OFF", "", reasons[title], subject=title) for title in sorted(reasons) if reasons[title]]


def _stopped_by(desired: Desired, around: Circumstances) -> str:
    """Why nothing may be done at all: by the page that stops everything, or by those of all tasks concerned."""
    everything, stopped, tasks = around.stopped_by(around.manners.switch_page), around.stopped_tasks(), _tasks(desired)
    if everything or not tasks or tasks - stopped.keys():
        return everything
    return "; ".join(stopped[task] for task in sorted(tasks))


def _too_large(made: Plan, around: Circumstances) -> str:
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


def _agreement(work: PageWork) -> Agreement:
    return Agreement(work.wanted.title, work.page.revision or 0, dict(work.agreed))


def plan_creation(layouts: Sequence[PageLayout], pages: Mapping[str, WikiPage], manners: Manners = NO_MANNERS) -> Plan:
    """The plan that makes missing pages and markers; markers go only where the operator named the section."""
    works = [creation(layout, pages[layout.title], manners) for layout in sorted(layouts, key=lambda item: item.title)]
    changes = (page_change(work, manners) for work in works)
    return Plan(
        pages=tuple(change for change in changes if change is not None),
        findings=tuple(finding for work in works for finding in work.findings),
    )
