"""BlogNomic's pages: which regions stand where, and the values that their templates show, worked out of the board."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from tracker.core.draft import ClauseLink, RegionDraft
from tracker.core.gamestate import Finding, Outcome, Question
from tracker.core.instants import iso
from tracker.core.leaning import Reason, remembered
from tracker.core.observation import PUBLIC
from tracker.games.blognomic.enacting.resolution_notes import resolution_note
from tracker.games.blognomic.law import CLAUSES, PARAMETERS
from tracker.mechanics.dice import dice_page
from tracker.mechanics.roots import Root, roots_of

from . import abilities_page, audit_view, dynasty_page, gndt_notes, gndt_page, rule_history_view
from .board import Board, MatterView, PlayerView
from .page_titles import CATALOGUE

RULESET = "Ruleset"
"""Default title of the page that the clauses' links point into; the key ``ruleset`` of the names gives another."""

_DOWNTIME = "BN-177"
_FINDINGS_SHOWN = 50
"""How many findings a page shows."""
_DIFFERS = "TALLY_DIFFERS"
_ROOTS_SHOWN = 5
"""How many questions and findings the board shows, with what follows from each; State of play shows all."""
_SETTLED_AT_ANY_TIME = ("questions and findings go with what settles them",)
_QUESTIONS_SETTLED = ("questions: they go with what settles them",)
_ASIDE = re.compile(r" \([^()]*\)$")


@dataclass(frozen=True, slots=True)
class Act:
    """Something that an admin may do: a step of the queue's chain (BN-071), or with a matter outside the queue."""

    act: str
    matter: MatterView
    in_queue: bool
    from_instant: datetime | None = None

    @property
    def note(self) -> str:
        """The line for the admin field, the admin's name left to be filled in."""
        return resolution_note(self.matter, self.act)


def drafts(board: Board, names: Mapping[str, str]) -> list[RegionDraft]:
    """Every region that should stand on the wiki; ``names`` are page titles by key, over the catalogue's own.

    The same board gives the same drafts; of ``as_of`` itself nothing is shown.
    """
    pages = {**CATALOGUE, "ruleset": RULESET, **names}
    shared = {
        "clauses": clause_links(board, pages["ruleset"]),
        "evidence_pages": _evidence_pages(board, pages),
        "roster_page": pages["roster"],
        "differing": _differing(board),
        "requests_page": names.get("requests", ""),
        "state_page": pages["state_of_play"],
    }
    resolved = _resolutions(board.resolved)
    # What was resolved under the law of its day is not doubted: only pages of what is open bear the marks.
    live = {**shared, "clauses": clause_links(board, pages["ruleset"], board.clauses_in_doubt), **_unverified(board)}
    of_dynasty = _rule_links(board, pages["ruleset"])
    return [
        _draft("votable_matters", pages, {**live, **_votable_matters(board)}, (*resolved, *_QUESTIONS_SETTLED)),
        _draft("evidence", pages, {**live, "matters": board.matters}, resolved),
        *(_month(month, matters, pages, shared) for month, matters in board.resolved_by_month),
        _draft("roster", pages, {**live, **_roster(board)}),
        _draft("state_of_play", pages, {**live, **_state_of_play(board)}, _SETTLED_AT_ANY_TIME),
        _draft("resolutions", pages, {**shared, **_resolved(board, pages)}, _settled(board, pages)),
        *rule_history_view.drafts(board.rule_history, pages, {**shared, "ruleset_page": pages["ruleset"]}),
        *dice_page.drafts(board.dice, pages, shared),
        *_table(board, {**live["clauses"], **of_dynasty}),
        *gndt_notes.drafts(board.notes(), pages, live["clauses"]),
        *audit_view.drafts(board.audit(), pages, shared),
        *abilities_page.drafts(board.abilities(), pages, live),
        *dynasty_page.drafts(board.dynasty(), pages, {**live, "clauses": {**live["clauses"], **of_dynasty}}),
    ]


def _rule_links(board: Board, ruleset: str) -> dict[str, ClauseLink]:
    """The titles of the rules in which the dynasty's variables stand -> where they can be read."""
    titles = board.table.rules if board.table is not None else ()
    return {title: ClauseLink(ruleset, title, title) for title in titles if title not in CLAUSES}


def _table(board: Board, clauses: Mapping[str, ClauseLink]) -> list[RegionDraft]:
    table = board.table
    if table is None:
        return []
    return [
        gndt_page.drafts(
            table.page, table.player_word, table.columns, table.rows, table.may_shrink_for, clauses, table.game
        )
    ]


def _draft(
    key: str, pages: Mapping[str, str], values: Mapping[str, Any], may_shrink_for: tuple[str, ...] = ()
) -> RegionDraft:
    template = f"blognomic/{key}.wikitext.j2"
    return RegionDraft(pages[key], key, template, values, may_shrink_for=may_shrink_for)


def _month(
    month: str, matters: tuple[MatterView, ...], pages: Mapping[str, str], shared: Mapping[str, Any]
) -> RegionDraft:
    values = {**shared, "matters": matters, "resolutions": _with_resolution(matters)}
    page = _month_page(month, pages)
    return RegionDraft(page, f"evidence-{month}", "blognomic/evidence_month.wikitext.j2", values)


def _month_page(month: str, pages: Mapping[str, str]) -> str:
    return pages["evidence_month"].replace("{month}", month)


def _unverified(board: Board) -> dict[str, Any]:
    """Since when the quorum, and the figures of each open matter, lean on a rule in doubt; None where they do not."""
    since: dict[str, datetime | None] = {}
    for matter in board.matters:
        found = [when for name, when in board.unverified.items() if name.startswith(f"matters.{matter.slug}.")]
        since[matter.slug] = min(found, default=None)
    names = ("quorum", "emperor", "hiatus", "dormant")
    return {"unverified": since, **{f"{name}_unverified": board.unverified.get(name) for name in names}}


def clause_links(board: Board, ruleset: str, in_doubt: Mapping[str, datetime] | None = None) -> dict[str, ClauseLink]:
    """Clause id -> where it can be read on the page of that title, under headings with the words of the board's day."""
    doubted = in_doubt or {}
    headings = _headings(board.player_word, board.emperor_word)
    return {id: ClauseLink(ruleset, section, place, doubted.get(id)) for id, (section, place) in headings.items()}


@remembered(maxsize=16)
def _headings(player_word: str, emperor_word: str) -> Mapping[str, tuple[str, str]]:
    """Clause id -> its section and its place as the ruleset of the day heads them: the clause index has the words of its own day."""
    player, emperor = (str(PARAMETERS[name].values[0].value) for name in ("player_word", "emperor_word"))
    today = {player: player_word, emperor: emperor_word}
    words = re.compile("|".join(map(re.escape, today)))

    def renamed(heading: str) -> str:
        return words.sub(lambda found: today[found[0]], heading)

    return {id: (_ASIDE.sub("", renamed(clause.path[-1])), renamed(clause.place)) for id, clause in CLAUSES.items()}


def _evidence_pages(board: Board, pages: Mapping[str, str]) -> dict[str, str]:
    """Slug -> title of the page with its evidence: open matters on one page, resolved ones on that of their month."""
    found = {matter.slug: pages["evidence"] for matter in board.matters}
    for matter in board.resolved:
        if matter.resolution is not None:
            found[matter.slug] = _month_page(f"{matter.resolution.at.astimezone(UTC):%Y-%m}", pages)
    for month, matters in board.resolved_by_month:
        found.update({matter.slug: _month_page(month, pages) for matter in matters})
    return found


def _differing(board: Board) -> frozenset[str]:
    """Slugs of the matters whose admin's note says otherwise than it was."""
    matters = [*board.resolved, *(matter for _, month in board.resolved_by_month for matter in month)]
    done = ((matter.slug, matter.resolution) for matter in matters)
    return frozenset(slug for slug, act in done if act and any(flag.code == _DIFFERS for flag in act.problems))


# --- what explains a shorter region (law 13): the id of the row or section that goes, and why -----------------------------


def _resolutions(matters: Iterable[MatterView]) -> tuple[str, ...]:
    done = ((matter.slug, matter.resolution) for matter in matters)
    return tuple(f"matter-{slug}: {act.status} {iso(act.at)}" for slug, act in done if act is not None)


def _settled(board: Board, pages: Mapping[str, str]) -> tuple[str, ...]:
    """Matters settled for good leave the page of recent resolutions; their month's page keeps them."""
    recent = {matter.slug for matter in board.resolved}
    kept = [
        (matter.slug, _month_page(month, pages)) for month, matters in board.resolved_by_month for matter in matters
    ]
    return tuple(f"resolution-{slug}: moved to {page}" for slug, page in kept if slug not in recent)


# --- the values of each page ----------------------------------------------------------------------------------------------


def _votable_matters(board: Board) -> dict[str, Any]:
    questions, roots = _public_questions(board), _roots(board)
    urgent = [root for root in roots if not (isinstance(root.item, Finding) and root.item.is_note)]
    return {
        "matters": board.matters,
        "players": board.players,
        "player_word": board.player_word,
        "quorum": board.quorum,
        "roster_unread": board.roster_unread,
        "hiatus": board.hiatus,
        "dormancy": board.dormancy_reason if board.dormant else None,
        "may_enact": sum("enact" in matter.allowed for matter in board.matters),
        "may_fail": sum("fail" in matter.allowed for matter in board.matters),
        "undetermined": sum(is_undetermined(matter) for matter in board.matters),
        "next_to_change": next_to_change(board.matters),
        "acts": acts(board),
        "resolvers": board.resolvers,
        "roots": urgent[:_ROOTS_SHOWN],
        "more_roots": len(urgent[_ROOTS_SHOWN:]),
        "questions_of": {matter.slug: _questions_about(matter, questions) for matter in board.matters},
    }


def _roots(board: Board) -> Sequence[Root]:
    """The questions, and the findings that no open matter's own row shows, as a tree.

    Of resolved ones only that a status has no ground: the queue goes on by it, and somebody has to say that it stands or not.
    """
    open_ones, resolved = {matter.slug for matter in board.matters}, {matter.slug for matter in board.resolved}
    findings = [
        item
        for item in board.findings
        if item.audience == PUBLIC
        and item.subject not in open_ones
        and (item.subject not in resolved or item.code == "STATUS_WITHOUT_GROUND")
    ]
    return roots_of(_public_questions(board), findings)


def _public_questions(board: Board) -> tuple[Question, ...]:
    return tuple(question for question in board.questions if question.audience == PUBLIC)


def _questions_about(matter: MatterView, questions: Iterable[Question]) -> tuple[str, ...]:
    """Ids of the questions whose subject is the matter or one of its comments."""
    subjects = {matter.slug, *(ballot.comment for ballot in matter.ballots if ballot.comment)}
    return tuple(question.id for question in questions if question.id.partition(":")[2] in subjects)


def is_undetermined(matter: MatterView) -> bool:
    """Whether people must decide something before the matter's verdict is known."""
    return matter.verdict == "undetermined" or Outcome.UNDETERMINED in (matter.popular, matter.unpopular)


def next_to_change(matters: Iterable[MatterView]) -> MatterView | None:
    """The matter that time alone changes first."""
    timed = [(matter.next_change_at, matter) for matter in matters if matter.next_change_at is not None]
    return min(timed, key=lambda pair: pair[0])[1] if timed else None


def acts(board: Board) -> tuple[Act, ...]:
    """What an admin may do now: the queue's chain step by step, then what stands outside the queue."""
    by_slug = {matter.slug: matter for matter in board.matters}
    chain = [Act(step.act, by_slug[step.slug], in_queue=True, from_instant=step.from_instant) for step in board.chain]
    told = {(step.slug, step.act) for step in board.chain}
    rest = [(matter, act) for matter in board.matters for act in matter.allowed if (matter.slug, act) not in told]
    return (*chain, *(Act(act, matter, in_queue=False) for matter, act in rest))


def _roster(board: Board) -> dict[str, Any]:
    return {
        "roster": board.roster,
        "may_be_idled": frozenset(person.name for person in board.roster if _is_due(person, board.as_of)),
        "requests": board.requests,
        "admins": tuple(person.name for person in board.roster if person.admin),
        "quorum": board.quorum,
        "quorum_reason": board.quorum_reason,
        "roster_unread": board.roster_unread,
        "player_word": board.player_word,
        "emperor_word": board.emperor_word,
    }


def _is_due(person: PlayerView, as_of: datetime) -> bool:
    return person.may_be_idled_from is not None and person.may_be_idled_from <= as_of


def _state_of_play(board: Board) -> dict[str, Any]:
    return {
        "emperor": board.emperor,
        "emperor_word": board.emperor_word,
        "dynasty_since": board.dynasty_since,
        "hiatus": board.hiatus,
        "downtime": _is_downtime(board.hiatus),
        "dormant": board.dormant,
        "dormancy_reason": board.dormancy_reason,
        "players": board.players,
        "quorum": board.quorum,
        "quorum_reason": board.quorum_reason,
        "bars": board.bars,
        "doubts": board.doubts,
        "new_rules": board.new_rules,
        "repealed_rules": board.repealed_rules,
        "duties": board.duties,
        "keyword_conflicts": board.keyword_conflicts,
        **_tree(board),
    }


def _tree(board: Board) -> dict[str, Any]:
    """Every question, and the newest findings, each with what follows from it; and how many older findings there are."""
    roots = _roots(board)
    findings = [root for root in roots if not root.is_question]
    return {
        "questions": [root for root in roots if root.is_question],
        "findings": findings[:_FINDINGS_SHOWN],
        "older_findings": len(findings[_FINDINGS_SHOWN:]),
    }


def _is_downtime(hiatus: Iterable[Reason]) -> bool:
    return any(reason.clause == _DOWNTIME for reason in hiatus)


def _resolved(board: Board, pages: Mapping[str, str]) -> dict[str, Any]:
    months = tuple((month, _month_page(month, pages)) for month in _months(board))
    return {"resolutions": _with_resolution(board.resolved), "months": months}


def _with_resolution(matters: Iterable[MatterView]) -> tuple[MatterView, ...]:
    return tuple(matter for matter in matters if matter.resolution is not None)


def _months(board: Board) -> list[str]:
    """Every month that has a page, newest first."""
    return sorted({*board.months, *(month for month, _ in board.resolved_by_month)}, reverse=True)
