"""The page of the rules' history: what it shows of each rule, and the pages of the months that keep what is older."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from tracker.core.draft import RegionDraft
from tracker.core.fold import SettledMatters
from tracker.core.rule import rule
from tracker.games.blognomic.moment import Moment
from tracker.games.blognomic.ruleset.rule_history import Word, edits_of, month_of, place_now, standing_of
from tracker.games.blognomic.ruleset.rule_records import Edit, Followed, RuleChange, shown_place


@dataclass(frozen=True, slots=True)
class CauseView:
    """A matter that caused a change, how it is known to have, and where it can be read."""

    title: str
    url: str
    slug: str
    how: str


@dataclass(frozen=True, slots=True)
class ChangeView:
    """One change of one rule: ``word`` is what it is taken for, ``why`` the sentence behind it, ``id`` its row's anchor."""

    id: str
    revision: int
    at: datetime
    editor: str
    summary: str
    place: str
    kind: str
    text: str
    word: Word
    why: str
    clause: str
    causes: tuple[CauseView, ...]


@dataclass(frozen=True, slots=True)
class RuleHistoryView:
    """What is known of the ruleset page: every live change in the order of the rules, and whole months of them.

    ``months`` are all that have a page, ``by_month`` those that may have changed; ``damage`` is why the newest revision is
    taken for no law. ``rows`` are the live revisions that changed a rule, oldest first, each with its observation.
    """

    first_at: datetime
    revision: int
    editor: str
    rules: int
    changes: tuple[ChangeView, ...]
    by_month: tuple[tuple[str, tuple[ChangeView, ...]], ...]
    months: tuple[str, ...]
    damage: str
    rows: tuple[tuple[int, str], ...] = ()


# --- what stands there ------------------------------------------------------------------------------------------------


@rule("BN-003")
def view_of(moment: Moment, settled: SettledMatters) -> RuleHistoryView | None:
    """The rules' history at the moment; None before the ruleset page was seen."""
    shown, following = moment.state.ruleset, moment.state.following
    if shown is None:
        return None
    live = {month_of(edit) for edit in following.edits.values()}
    fresh = {month_of(edit) for edit in following.edits.values() if _is_fresh(moment, edit)}
    by_month = ((month, tuple(_views(moment, edits_of(moment, month, settled)))) for month in sorted(fresh))
    return RuleHistoryView(
        first_at=shown.first_at,
        revision=shown.revision,
        editor=shown.editor,
        rules=sum(not known.is_gone for known in following.rules.values()),
        changes=_in_order(moment, _views(moment, following.edits.values())),
        by_month=tuple(by_month),
        months=tuple(sorted(live.union(following.months))),
        damage=following.gutted.text if following.gutted else "",
        rows=tuple((edit.revision, edit.row) for edit in following.edits.values()),
    )


def _is_fresh(moment: Moment, edit: Edit) -> bool:
    """Whether what its month's page shows may still change: nothing of the month was settled when last something was."""
    settled_to = moment.state.following.settled_to
    return settled_to is None or edit.at >= settled_to


def _views(moment: Moment, edits: Iterable[Edit]) -> list[ChangeView]:
    return [
        _view(moment, edit, change, number) for edit in edits for number, change in enumerate(edit.changes, start=1)
    ]


def _view(moment: Moment, edit: Edit, change: RuleChange, number: int) -> ChangeView:
    told = standing_of(moment, edit, change)
    matters = (ground for ground in change.grounds if ground.kind in ("matter", "address"))
    return ChangeView(
        id=f"revision-{edit.revision}-{number}",
        revision=edit.revision,
        at=edit.at,
        editor=edit.editor,
        summary=edit.summary,
        place=place_now(moment, change),
        kind=change.kind,
        text=change.text,
        word=told.word,
        why=told.text,
        clause=told.clause,
        causes=tuple(CauseView(each.title, each.url, each.subject, each.how) for each in matters),
    )


def _in_order(moment: Moment, changes: Iterable[ChangeView]) -> tuple[ChangeView, ...]:
    """By rule in the order of the page, then rules that are gone; of each rule the newest change first."""
    shown = moment.state.ruleset
    keys = list(shown.passages) if shown else []
    order = {known: place for place, key in enumerate(keys) if (known := _place(moment.state.following.rules, key))}
    return tuple(
        sorted(changes, key=lambda each: (order.get(each.place, len(keys)), each.place, -each.revision, each.id))
    )


def _place(rules: Mapping[str, Followed], key: str) -> str:
    return shown_place(rules[key].path) if key in rules and not rules[key].is_gone else ""


# --- regions ----------------------------------------------------------------------------------------------------------


def drafts(view: RuleHistoryView | None, pages: Mapping[str, str], shared: Mapping[str, Any]) -> list[RegionDraft]:
    """The page of the rules' newest changes, and that of each month that may have changed."""
    titles = {month: _title(month, pages) for month in view.months} if view else {}
    common = {**shared, "months": tuple(reversed(titles.items())), "history": view}
    changes, by_month = (view.changes, view.by_month) if view else ((), ())
    here = {each.id for each in changes}
    moved = tuple(
        f"{each.id}: moved to {titles[month]}" for month, several in by_month for each in several if each.id not in here
    )
    found = [_draft(pages["rule_history"], "rule_history", {**common, "changes": changes}, moved)]
    for month, several in by_month:
        values = {**common, "changes": tuple(reversed(several)), "month": month}
        found.append(_draft(titles[month], "rule_history_month", values, region=f"rule-history-{month}"))
    return found


def _title(month: str, pages: Mapping[str, str]) -> str:
    return pages["rule_history_month"].replace("{month}", month)


def _draft(
    page: str, key: str, values: Mapping[str, Any], may_shrink_for: tuple[str, ...] = (), region: str = ""
) -> RegionDraft:
    return RegionDraft(page, region or key, f"blognomic/{key}.wikitext.j2", values, may_shrink_for=may_shrink_for)
