"""Core Rules, Ruleset and Gamestate: the history of each rule, what caused each change, and what the page does not show."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import islice
from typing import Any, Literal

from tracker.core.fold import SettledMatters
from tracker.core.gamestate import Fact, Finding, Question
from tracker.core.instants import iso
from tracker.core.leaning import Reason
from tracker.core.ports import SettledRecord
from tracker.core.rule import rule
from tracker.games.blognomic.law import SECOND
from tracker.games.blognomic.moment import Moment, decided_by
from tracker.games.blognomic.state import ENACTED, FAILED, PENDING, Kind, Post, State
from tracker.mechanics import freezing
from tracker.mechanics.differences import shortened
from tracker.mechanics.ruleset.ruleset_passages import PassageShown

from . import ruleset
from .rule_causes import Page, find_matters, find_other_grounds, pieces_missing
from .rule_changes import Difference, standing
from .rule_naming import posts_named
from .rule_records import Edit, Followed, Ground, Piece, Rise, RuleChange, shown_place
from .ruleset_page import DYNASTIC
from .value_causes import open_problem

Word = Literal["enacted", "explained", "awaits its status", "unexplained", "not judged"]
_MOST_TOLD = 4
"""How many changes of one edit, or missing effects of one matter, a finding tells."""


# --- revisions --------------------------------------------------------------------------------------------------------


@rule("BN-003", "BN-005")
def take_revision(moment: Moment, row: str, payload: Mapping[str, Any], readings: Any) -> None:
    """Take a revision in, and put down which rules it changed and what may have caused each change."""
    following, before = moment.state.following, moment.state.ruleset
    ruleset.take_revision(moment, row, payload, readings)
    shown = moment.state.ruleset
    if shown is before or shown is None:
        return
    text_before, following.page = following.page, str(payload["text"])
    page = Page(text_before, following.page, standing(before), standing(shown))
    if before is None:
        _begin(moment, shown.revision, page)
    causes = _take_edit(moment, _edit(moment, row, payload, page), page) if before and page.differences else []
    _note_updates(moment, row, payload, page if before else None, causes)


def _begin(moment: Moment, revision: int, page: Page) -> None:
    """Every rule as it was first seen: its history begins there."""
    for key, passage in page.after.items():
        moment.state.following.rules[key] = Followed(f"{key}@{revision}", key, passage.path, 0, moment.when)


def _edit(moment: Moment, row: str, payload: Mapping[str, Any], page: Page) -> Edit:
    revision, summary = int(payload["revision"]), str(payload["summary"])
    edit = Edit(revision, moment.when, str(payload["editor"]), shortened(summary), row, [])
    edit.is_judged = bool(moment.state.entries or moment.state.has_roster)
    edit.changes = [_change(moment, edit, each) for each in page.differences]
    return edit


def _take_edit(moment: Moment, edit: Edit, page: Page) -> list[str]:
    """Find what caused each change; the slugs of the matters among it."""
    following = moment.state.following
    following.edits[str(edit.revision)] = edit
    _drop_reflected(moment, page.after)
    find_matters(moment, edit, page)
    find_other_grounds(moment, edit, page)
    for change in edit.changes:
        _take_back(moment, edit, change)
    for each in page.differences:
        _follow(moment, edit, each)
    return [ground.subject for change in edit.changes for ground in change.grounds if ground.kind == "matter"]


# --- each rule through its revisions ----------------------------------------------------------------------------------


def _change(moment: Moment, edit: Edit, each: Difference) -> RuleChange:
    """A change of a rule, as one of that rule's history."""
    known = moment.state.following.rules.get(each.was_key or each.key)
    id = known.id if known else f"{each.key}@{edit.revision}"
    was, now = each.before.hash if each.before else "", each.after.hash if each.after else ""
    return RuleChange(id, each.key, each.path, each.kind, was, now, each.text, was_key=each.was_key)


def _follow(moment: Moment, edit: Edit, each: Difference) -> None:
    """Go on with a rule's history under its present key; one that stood nowhere before begins."""
    rules = moment.state.following.rules
    known = rules.pop(each.was_key, None) if each.was_key else rules.get(each.key)
    id = known.id if known else f"{each.key}@{edit.revision}"
    rules[each.key] = Followed(id, each.key, each.path, edit.revision, edit.at, is_gone=each.after is None)


@rule("BN-003", "BN-005")
def _take_back(moment: Moment, edit: Edit, change: RuleChange) -> None:
    """Where nothing else explains a change, see which earlier ones it takes back; it has a ground where none of them had one.

    What a matter brought about by them is missing again.
    """
    taken = [] if change.is_extra or change.kind == "marker" else _taken_back(moment, change)
    if not taken or any(ground.kind != "action" or ground.is_met for ground in change.grounds):
        return
    lawful = [other.revision for other, each in taken if other.is_judged and is_grounded(moment, other, each)]
    change.grounds.append(Ground("restored", str(max(lawful or [taken[-1][0].revision])), is_met=not lawful))
    for _, each in taken:
        for ground in each.grounds:
            effect = moment.state.following.effects.get(ground.subject) if ground.kind == "matter" else None
            if effect is not None:
                effect.missing.append(Piece(each.key, each.path, each.text, each.now))


def _taken_back(moment: Moment, change: RuleChange) -> list[tuple[Edit, RuleChange]]:
    """The newest changes of a rule up to the one before which it read as it does again; none where there is no such one."""
    found = []
    for edit in islice(reversed(moment.state.following.edits.values()), 1, None):
        for each in edit.changes:
            if (each.rule, each.aspect) == (change.rule, change.aspect):
                found.append((edit, each))
                if change.brings_back(each):
                    return found
    return []


def _drop_reflected(moment: Moment, after: Mapping[str, PassageShown]) -> None:
    """Forget, at an edit, effects too old to be told apart from what was settled."""
    following = moment.state.following
    limit = moment.when - moment.law.span("settle_after_hours")
    following.effects = {slug: effect for slug, effect in following.effects.items() if effect.at >= limit}


# --- cells that bear an action out ------------------------------------------------------------------------------------


@rule("BN-003")
def take_cell(moment: Moment, name: str, variable: str, old: str, new: str) -> None:
    """A cell that changed: it bears out what that player, or whoever moved their name, wrote on the page at the time."""
    wanted = moment.law.word("action_variable")
    if variable.casefold() != wanted.casefold() or not _rose(old, new):
        return
    following, window = moment.state.following, moment.law.span("action_minutes")
    key = moment.state.key_of(name)
    following.rises = [rise for rise in following.rises if rise.at >= moment.when - window]
    following.rises.append(Rise(key, moment.when))
    for edit in following.edits.values():
        if abs(edit.at - moment.when) <= window:
            _bear_out(edit, key)


def _rose(old: str, new: str) -> bool:
    """Whether a number became a greater one; what are no numbers merely changed."""
    try:
        return int(new) > int(old)
    except ValueError:
        return old != new


def _bear_out(edit: Edit, key: str) -> None:
    for change in edit.changes:
        for ground in change.grounds:
            if ground.kind == "action" and ground.subject == key:
                ground.is_met = True


# --- what admins wrote in before or after the status ------------------------------------------------------------------


@rule("BN-068")
def _note_updates(
    moment: Moment, row: str, payload: Mapping[str, Any], page: Page | None, causes: Sequence[str]
) -> None:
    """Note each enacted proposal whose first update naming it, or carrying it out, comes later than its status."""
    posts, summary = moment.state.posts, str(payload["summary"])
    named = posts_named(posts.values(), summary, page.headings if page else ())
    caused = [posts[slug] for slug in causes if slug in posts]
    for post in {post.slug: post for post in (*named, *caused) if post.kind is Kind.PROPOSAL}.values():
        resolution = post.resolution
        if post.page_updated_at is None and post.state == ENACTED and resolution and moment.when > resolution.at:
            text = (
                f"{post.title} was set to Enacted at {_utc(resolution.at)}, and the ruleset updated only later, in "
                f"revision {payload['revision']}; nothing is to be done"
            )
            rows = (resolution.observation, row)
            moment.state.note(
                "STATUS_BEFORE_UPDATE", "BN-068", text, *rows, at=moment.when, subject=post.slug, is_note=True
            )
        post.page_updated_at = post.page_updated_at or moment.when


def _utc(when: datetime) -> str:
    return f"{when:%Y-%m-%d %H:%M:%S} UTC"


# --- what a change is, as far as is known -----------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Standing:
    """What a change is taken for at an instant: a word, the sentence behind it, and its clause."""

    word: Word
    text: str
    clause: str


def standing_of(moment: Moment, edit: Edit, change: RuleChange) -> Standing:
    """What a change is taken for; only what is grounded may be the ground of anything else (BN-003)."""
    if not edit.is_judged:
        return Standing("not judged", "written before this tracker knew anything of the blog", "BN-003")
    if moment.answer(f"change-ground:{edit.revision}") == "yes":
        return Standing("explained", "a person says that it has a ground", "BN-003")
    told = [_of_ground(moment, edit, change, ground) for ground in change.grounds]
    best = min(told, key=lambda each: _ORDER.index(each.word), default=None)
    return best or Standing("unexplained", "no enacted matter, no other ground is known for it", "BN-003")


_GROUNDED = frozenset({"enacted", "explained", "not judged"})


def is_grounded(moment: Moment, edit: Edit, change: RuleChange) -> bool:
    """Whether a change has a ground, or was written before anybody could tell."""
    return standing_of(moment, edit, change).word in _GROUNDED


@rule("BN-003")
def groundless_changes(moment: Moment) -> Iterator[str]:
    """The changes that stand on the page without a known ground, of which anybody may be the author; not of dynastic rules."""
    standing_now = _newest(moment)
    for edit, change, told in _judged(moment):
        stands = standing_now[change.rule, change.aspect] == edit.revision
        if told.word not in _GROUNDED and stands and change.path[0] != DYNASTIC:
            yield f"revision {edit.revision} by {edit.editor or 'nobody named'}, {change.place}: {change.text}"


_ORDER: tuple[Word, ...] = ("enacted", "explained", "awaits its status", "unexplained")


@rule("BN-003", "BN-004", "BN-005")
def _of_ground(moment: Moment, edit: Edit, change: RuleChange, ground: Ground) -> Standing:
    """What one ground makes of a change."""
    if ground.kind == "matter":
        return _of_matter(moment, edit, ground)
    if ground.kind == "restored":
        return _of_restored(ground)
    if ground.kind == "value":
        return _of_values(moment, edit, ground)
    if ground.kind == "action":
        text = f"as an action of {ground.title} may write it"
        variable = moment.law.word("action_variable")
        return (
            Standing("explained", f"{text}, and their {variable} rose then", "BN-003")
            if ground.is_met
            else Standing("unexplained", f"{text}, but no rise of their {variable} at that time bears it out", "BN-003")
        )
    text, clause = _SIMPLE[ground.kind]
    return Standing("explained", f"{text} {ground.title}".strip(), clause)


_SIMPLE = {
    "address": ("part of the reset by", "BN-094"),
    "marker": ("the page shows the status that the rule has", "BN-166"),
    "pronouns": ("pronouns became a singular they", "BN-004"),
    "own": ("written by this tracker's own account", "BN-003"),
}


@rule("BN-225", "BN-226")
def _of_values(moment: Moment, edit: Edit, ground: Ground) -> Standing:
    """Values that stand in a rule's text: ours show the gamestate, anybody else's are explained where the table's edits are."""
    if ground.how == "ours":
        text = "values that this tracker's own account wrote: legal actions that the page did not show yet"
        return Standing("explained", text, "BN-226")
    problem = open_problem(moment, edit)
    if problem or not ground.is_met:
        problem = problem or "no action of the rules and no roll explained it before it was changed again"
        return Standing("unexplained", problem, "BN-225")
    return Standing("explained", "values of the dynasty, as actions of the table or the gamestate have them", "BN-225")


def _of_matter(moment: Moment, edit: Edit, ground: Ground) -> Standing:
    post = moment.state.posts.get(ground.subject)
    state = post.state if post else ground.state
    text = f"{ground.title}, by {ground.how}" if not ground.how.startswith("named") else f"{ground.title}, {ground.how}"
    if not ground.is_met:
        who = edit.editor or "whoever wrote it"
        return Standing("unexplained", f"{text}, but {who} is no admin and names no matter", "BN-003")
    if state == ENACTED:
        return Standing("enacted", text, "BN-003")
    if state == PENDING and moment.when <= _status_due(moment, edit):
        return Standing("awaits its status", f"{text}; its status is still to be set", "BN-068")
    return Standing("unexplained", f"{text}, which {'was failed' if state == FAILED else 'is still pending'}", "BN-003")


def _status_due(moment: Moment, edit: Edit) -> datetime:
    return edit.at + moment.law.span("status_wait_minutes")


def _of_restored(ground: Ground) -> Standing:
    """An earlier text brought back is grounded where nothing that it took away was."""
    if ground.is_met:
        return Standing("explained", f"takes back revision {ground.subject}, which had no ground", "BN-005")
    return Standing("unexplained", f"takes back revision {ground.subject}, which had a ground", "BN-003")


# --- findings, questions, instants ------------------------------------------------------------------------------------


def _judged(moment: Moment) -> Iterator[tuple[Edit, RuleChange, Standing]]:
    for edit in moment.state.following.edits.values():
        for change in edit.changes:
            yield edit, change, standing_of(moment, edit, change)


@rule("BN-003", "BN-004", "BN-005")
def findings(moment: Moment) -> list[Finding]:
    """Changes without a ground, and what enacted matters lack on the page."""
    found: list[Finding] = []
    by_edit: dict[int, list[tuple[RuleChange, Standing]]] = {}
    for edit, change, told in _judged(moment):
        by_edit.setdefault(edit.revision, []).append((change, told))
    for revision, changes in by_edit.items():
        found += _of_edit(moment, moment.state.following.edits[str(revision)], changes)
    return [*found, *_not_reflected(moment)]


def _of_edit(moment: Moment, edit: Edit, changes: Sequence[tuple[RuleChange, Standing]]) -> Iterator[Finding]:
    """The finding about one revision, which tells all its changes without a ground; a note once none of them stands."""
    unexplained = [(change, told) for change, told in changes if told.word == "unexplained"]
    if unexplained:
        is_over = not _stands(moment, edit, unexplained)
        text = f"{_told(edit, unexplained)}; {_remedy(moment, edit, is_over=is_over)}"
        yield Finding("UNEXPLAINED_CHANGE", "BN-003", text, (edit.row,), edit.at, is_over, f"revision:{edit.revision}")


def _remedy(moment: Moment, edit: Edit, *, is_over: bool) -> str:
    """What whoever reads a finding about a revision can do."""
    if is_over:
        return "nothing is to be done"
    question = f"change-ground:{edit.revision}"
    if moment.answer(question) == "no":
        return "a person says that it has no ground: put the page back"
    return f"if it has a ground, or only mends an obvious slip: {decided_by(question)}; if not, put the page back"


def _stands(moment: Moment, edit: Edit, changes: Iterable[tuple[RuleChange, Standing]]) -> bool:
    """Whether nothing later changed the same of one of the rules."""
    newest = _newest(moment)
    return any(newest[change.rule, change.aspect] == edit.revision for change, _ in changes)


def _newest(moment: Moment) -> dict[tuple[str, str], int]:
    """A rule and what of it changed -> the newest revision that did."""
    edits = moment.state.following.edits.values()
    return {(change.rule, change.aspect): edit.revision for edit in edits for change in edit.changes}


def _told(edit: Edit, changes: Sequence[tuple[RuleChange, Standing]]) -> str:
    said = [f"{change.place}: {change.text} ({told.text})" for change, told in changes[:_MOST_TOLD]]
    more = f"; and {len(changes) - _MOST_TOLD} more" if len(changes) > _MOST_TOLD else ""
    summary = f", “{edit.summary}”" if edit.summary.strip() else ", without a summary"
    return f"revision {edit.revision} by {edit.editor or 'nobody named'} at {_utc(edit.at)}{summary}: {'; '.join(said)}{more}"


@rule("BN-005", "BN-068")
def _not_reflected(moment: Moment) -> Iterator[Finding]:
    """Enacted matters whose instructions can be read and are not, or not wholly, on the page."""
    for post, missing in _missing(moment):
        if moment.answer(f"page-reflects:{post.slug}") == "yes":
            continue
        lacks = "; ".join(f"{shown_place(piece.path)}: {piece.text}" for piece in missing[:_MOST_TOLD])
        known = moment.answer(f"page-reflects:{post.slug}") == "no"
        remedy = "" if known else f", or if the page does reflect it: {decided_by(f'page-reflects:{post.slug}')}"
        seen = moment.state.ruleset.revision if moment.state.ruleset else 0
        text = f"page does not reflect: {post.title}; missing at revision {seen}: {lacks}; write it in{remedy}"
        resolution = post.resolution
        rows = (post.observation, *((resolution.observation,) if resolution else ()))
        at = resolution.at if resolution else post.posted_at
        yield Finding("NOT_ON_PAGE", "BN-005", text, rows, at, subject=post.slug)


def _missing(moment: Moment) -> Iterator[tuple[Post, Sequence[Piece]]]:
    following, shown = moment.state.following, moment.state.ruleset
    if shown is None:
        return
    now = standing(shown)
    for post in moment.state.posts.values():
        if not _is_expected(moment, post, shown.first_at):
            continue
        effect = following.effects.get(post.slug)
        missing = effect.missing if effect else pieces_missing(moment, post)
        lacking = [piece for piece in missing if not piece.stands(now.get(piece.key))]
        if lacking:
            yield post, lacking


def caused_by(moment: Moment, slug: str, since: datetime, settled: SettledMatters) -> dict[str, Any]:
    """What a matter explained of the page's changes up to now and what it lacks there, as plain JSON values.

    It stands for the matter's words once they are redacted; the words of what it lacks do not.
    """
    following, post = moment.state.following, moment.state.posts.get(slug)
    months = sorted({*following.months, *map(month_of, following.edits.values())})
    edits = [edit for month in months if month >= f"{since:%Y-%m}" for edit in edits_of(moment, month, settled)]
    lacking: Sequence[Piece] = ()
    effect, shown = following.effects.get(slug), moment.state.ruleset
    if post is not None and shown is not None and _is_expected(moment, post, shown.first_at):
        lacking = effect.missing if effect else pieces_missing(moment, post)
    return {
        "seen": shown.revision if shown else 0,
        "edits": {str(edit.revision): found for edit in edits if (found := _explained(edit, slug))},
        "is_read": effect.is_read if effect else True,
        "missing": [
            [each.key, list(each.path), each.hash] for each in lacking if shown and each.key in standing(shown)
        ],
    }


def _explained(edit: Edit, slug: str) -> dict[str, Any]:
    """Which changes of an edit a matter explains, how, and where the edit did more than it says."""
    grounds = {
        change.key: [ground.how, ground.is_met, list(change.path), change.now]
        for change in edit.changes
        for ground in change.grounds
        if ground.kind == "matter" and ground.subject == slug
    }
    extra = [change.key for change in edit.changes if change.is_extra and change.key in grounds]
    return {"grounds": grounds, "extra": extra} if grounds else {}


def _is_expected(moment: Moment, post: Post, since: datetime) -> bool:
    """Whether the page should show by now what a matter does: enacted while the page was followed, and not too long ago."""
    if post.kind not in (Kind.PROPOSAL, Kind.CALL) or not post.is_official or post.state != ENACTED:
        return False
    earliest = max(since, moment.state.following.settled_to or since)
    return post.resolution is not None and post.resolution.at >= earliest


@rule("BN-003", "BN-004", "BN-005")
def questions(moment: Moment) -> list[Question]:
    """What people may decide: whether a change has a ground, whether a page does reflect a matter."""
    found = {}
    for edit, change, told in _judged(moment):
        if told.word == "unexplained" and _stands(moment, edit, [(change, told)]):
            asked = (
                f"Has revision {edit.revision} by {edit.editor} a ground in the ruleset, or does it only mend an obvious slip? "
                f"{change.place}: {change.text}"
            )
            found[f"change-ground:{edit.revision}"] = (asked, "BN-003", edit.at, edit.row)
    for post, _ in _missing(moment):
        at = post.resolution.at if post.resolution else post.posted_at
        asked = f"Does the ruleset page reflect {post.title} although we do not find it there?"
        found[f"page-reflects:{post.slug}"] = (asked, "BN-005", at, post.observation)
    unanswered = {id: each for id, each in found.items() if moment.answer(id) is None}
    return [
        Question(id, text, clause, ("yes", "no"), about, (), (row,))
        for id, (text, clause, about, row) in unanswered.items()
    ]


def instants(moment: Moment) -> list[datetime]:
    """When a change whose matter is still pending becomes one without a ground."""
    waiting = (edit for edit, _, told in _judged(moment) if told.word == "awaits its status")
    return [_status_due(moment, edit) + SECOND for edit in waiting]


# --- values, facts ----------------------------------------------------------------------------------------------------


def values(moment: Moment) -> dict[str, list[dict[str, Any]]]:
    """Rule -> its live changes, newest first, as ``replay`` prints them."""
    found: dict[str, list[dict[str, Any]]] = {}
    for edit, change, told in _judged(moment):
        matters = [ground.subject for ground in change.grounds if ground.kind == "matter"]
        found.setdefault(place_now(moment, change), []).append(
            {
                "at": iso(edit.at),
                "revision": edit.revision,
                "editor": edit.editor,
                "summary": edit.summary,
                "kind": change.kind,
                "change": change.text,
                "ground": told.word,
                "matters": matters,
            }
        )
    return {place: sorted(each, key=lambda row: -int(row["revision"])) for place, each in found.items()}


def place_now(moment: Moment, change: RuleChange) -> str:
    """Where a rule stands now, or stood last."""
    known = next((each for each in moment.state.following.rules.values() if each.id == change.rule), None)
    return shown_place(known.path) if known else change.place


def facts(moment: Moment) -> list[Fact]:
    """What each rule's newest change is taken for, with the revision it rests on."""
    newest = {known.id: known.newest for known in moment.state.following.rules.values()}
    return [
        Fact(
            f"rule_history.{place_now(moment, change)}",
            told.word,
            "BN-003",
            (Reason(told.clause, f"revision {edit.revision} by {edit.editor}: {told.text}", (edit.row,)),),
        )
        for edit, change, told in _judged(moment)
        if newest.get(change.rule) == edit.revision
    ]


# --- settling ---------------------------------------------------------------------------------------------------------


def settle(state: State, limit: datetime) -> list[SettledRecord]:
    """Take out of the live state what is older and no rule's newest change; the newest ones stay, one a rule at most."""
    following = state.following
    following.settled_to = limit
    following.rules = {
        key: known for key, known in following.rules.items() if not known.is_gone or known.changed_at >= limit
    }
    newest = {known.newest for known in following.rules.values()}
    done = [edit for edit in following.edits.values() if edit.at < limit and edit.revision not in newest]
    _keep_states(state)
    for edit in done:
        del following.edits[str(edit.revision)]
    following.effects = {slug: effect for slug, effect in following.effects.items() if effect.at >= limit}
    following.rises = [rise for rise in following.rises if rise.at >= limit]
    following.months = sorted({month_of(edit) for edit in done}.union(following.months))
    return [_record(edit) for edit in done]


def _keep_states(state: State) -> None:
    """Write down, beside the changes that they caused, what became of matters that may leave the live state."""
    for edit in state.following.edits.values():
        for ground in (ground for change in edit.changes for ground in change.grounds if ground.kind == "matter"):
            post = state.posts.get(ground.subject)
            ground.state = post.state if post else ground.state


def month_of(edit: Edit) -> str:
    """The month whose page keeps an edit."""
    return f"{edit.at:%Y-%m}"


def _record(edit: Edit) -> SettledRecord:
    content = freezing.frozen(Edit, edit).decode()
    return SettledRecord(f"ruleset:{edit.revision}", _group(month_of(edit)), edit.at, content)


def _group(month: str) -> str:
    return f"ruleset {month}"


def thawed(record: Mapping[str, Any]) -> Edit:
    """A settled edit as it was."""
    edit: Edit = freezing.restored(Edit, record)
    return edit


def edits_of(moment: Moment, month: str, settled: SettledMatters) -> list[Edit]:
    """Every edit of a month, live and settled, oldest first."""
    live = [edit for edit in moment.state.following.edits.values() if month_of(edit) == month]
    known = {edit.revision for edit in live}
    old = (thawed(record) for record in settled.settled_in(_group(month)).values())
    return sorted([*live, *(edit for edit in old if edit.revision not in known)], key=lambda edit: edit.revision)
