"""Enacting: what whoever resolves a matter must see, the ruleset's shape, and the summaries and notes that admins write."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from itertools import takewhile
from typing import TYPE_CHECKING, Literal

from tracker.core.draft import RegionDraft
from tracker.core.gamestate import Gamestate, Outcome
from tracker.core.rule import rule
from tracker.games.blognomic.pages.board import Board, MatterView
from tracker.games.blognomic.pages.page_titles import CATALOGUE, ENACTING_PAGES
from tracker.games.blognomic.state import ENACTED, FAILED, NOT_OFFICIAL, Kind
from tracker.games.blognomic.vocabulary import VOCABULARY

from . import reset_enacting
from .earlier_matters import asked_about, is_meant, settled_matters
from .resolution_notes import NAME, resolution_note

if TYPE_CHECKING:
    from tracker.mechanics.enacting.amendments import AmendmentDraft
    from tracker.mechanics.enacting.enactment import Act, Case, Companions, EnactmentBook
    from tracker.mechanics.enacting.instructions import InstructionReading, KnownMatter, RulesetShape


_COMES_AND_GOES: Mapping[str, tuple[str, ...]] = {"enactment_drafts": ("drafts come and go with what is lawful",)}
"""Pages that hold nothing but what is so at the moment: they may shrink to any size."""
_REVISIONS_TOLD = 5
"""How many revisions a check names."""
_NOT_READ = "NOT_READ"
_CHANGED_VOTES = frozenset({"COMMENT_EDITED"})
_ALTERED = frozenset({"EDIT_WINDOW", "EDIT_TIME_UNKNOWN", "NOTE_OUTSIDE_ADMIN_FIELD"})
"""Findings that say that a post's text was altered when or by whom it may not be."""
_FOR_PEOPLE = frozenset({"DYNASTIC_VOTING"})
"""Flags for which a matter is enacted by people only."""
_CATEGORY = re.compile(r"^\s*(?:proposal|call for judge?ment|cfj)\s*:\s*", re.IGNORECASE)
_ANCHOR = re.compile(r"\A/\* .*? \*/ ")
_STATES: Mapping[str, Literal["enacted", "failed", "unlawful"]] = {
    ENACTED: "enacted",
    FAILED: "failed",
    NOT_OFFICIAL: "unlawful",
}


class BlogNomicEnacting:
    """What BlogNomic gives to enacting (the protocol ``Enacting``)."""

    pages = ENACTING_PAGES

    def cases(self, gamestate: Gamestate) -> Sequence[Case]:
        """Every matter on the board, the queue first and in its order, then the others that are open, then resolved ones.

        The reset of the ruleset that is due comes before all of them.
        """
        board: Board = gamestate.detail
        due = [reset_enacting.case_of(board.reset)] if board.reset else []
        return [*due, *(_case(gamestate, matter) for matter in _matters(board).values())]

    def ruleset_row(self, gamestate: Gamestate) -> str:
        """The observation of the newest revision of the ruleset page; empty where none was seen."""
        board: Board = gamestate.detail
        return board.ruleset_row

    def ruleset_revisions(self, gamestate: Gamestate, after: int) -> Mapping[int, str]:
        """The revisions after one that changed a rule, oldest first, and the newest one, each with its observation."""
        board: Board = gamestate.detail
        history = board.rule_history
        known = {**dict(history.rows), history.revision: board.ruleset_row} if history else {}
        return {revision: row for revision, row in known.items() if revision > after}

    def ruleset_fault(self, gamestate: Gamestate) -> str:
        """What the newest revision lacks of a ruleset; empty where it is sound."""
        board: Board = gamestate.detail
        damage = board.rule_history.damage if board.rule_history else ""
        return f"the ruleset page is damaged: {damage}" if damage else ""

    def draft(self, gamestate: Gamestate, case: Case, bodies: Iterable[str], page: str) -> AmendmentDraft | None:
        """What enacting a matter does to a page; None where it cannot be told which of its texts holds."""
        board: Board = gamestate.detail
        if case.is_reset:
            return reset_enacting.draft_of(board.reset, page)
        body = _body_that_holds(gamestate, case, bodies)
        if body is None:
            return None
        return _drafted(board, body, page, _matters(board)[case.slug].tags, case.slug)

    def tried(self, gamestate: Gamestate, html: str, tags: Sequence[str], page: str) -> AmendmentDraft:
        """What a text would do to a page that nobody has proposed yet."""
        board: Board = gamestate.detail
        return _drafted(board, html, page, tags, "")

    def copies(self, gamestate: Gamestate, case: Case) -> Sequence[str]:
        """``Ruleset 1`` and so on, where a reset makes a copy and the setting ruleset_number does not say which it is."""
        board: Board = gamestate.detail
        return reset_enacting.copies(board.reset) if case.is_reset else ()

    def companions(self, gamestate: Gamestate, case: Case, page: str, titles: Collection[str] | None) -> Companions:
        """The archive copy and the ended dynasty's history page of a reset; a votable matter has no pages, only checks."""
        from tracker.mechanics.enacting.enactment import Companions

        board: Board = gamestate.detail
        checks = tuple(_unexplained(gamestate))
        if not case.is_reset:
            return Companions(checks=checks)
        found = reset_enacting.companions(board.reset, page, titles)
        return replace(found, checks=(*checks, *found.checks))

    def summary(self, case: Case, draft: AmendmentDraft) -> str:
        """``/* Rule */ Enacted "Title"``, tags kept; no anchor where several sections are changed."""
        if case.is_reset:
            return reset_enacting.summary(case.title)
        anchor, done = _anchor(draft), _done(case)
        return f"/* {anchor} */ {done}" if anchor else done

    def is_summary_of(self, case: Case, summary: str) -> bool:
        """Whether it names that matter, whatever rule before it."""
        if case.is_reset:
            return summary == reset_enacting.summary(case.title)
        return _ANCHOR.sub("", summary) == _done(case)

    def note(self, gamestate: Gamestate, case: Case, act: Act, admin: str) -> str:
        """``Reached quorum 5 votes to 1. Enacted by NAME.``, with NAME where no admin is given; a reset needs none."""
        if case.is_reset:
            return ""
        board: Board = gamestate.detail
        return resolution_note(_matters(board)[case.slug], act, admin or NAME)

    def admins(self, gamestate: Gamestate) -> frozenset[str]:
        """Every admin on the roster, idle ones too (BN-028, BN-072)."""
        board: Board = gamestate.detail
        return frozenset(person.name for person in board.roster if person.admin)

    def regions(self, gamestate: Gamestate, names: Mapping[str, str], book: EnactmentBook) -> Sequence[RegionDraft]:
        """The page of drafts and the log."""
        from tracker.games.blognomic.pages.pages import RULESET, clause_links

        board: Board = gamestate.detail
        titles = {**CATALOGUE, "ruleset": RULESET, **names}
        shared = {"clauses": clause_links(board, titles["ruleset"]), "ruleset": titles["ruleset"], "book": book}
        return [
            RegionDraft(
                titles[key], key, f"blognomic/{key}.wikitext.j2", shared, may_shrink_for=_COMES_AND_GOES.get(key, ())
            )
            for key in ENACTING_PAGES
        ]


ENACTING = BlogNomicEnacting()


def _drafted(board: Board, body: str, page: str, tags: Sequence[str], slug: str) -> AmendmentDraft:
    """What a text does to a page; ``slug`` is the matter whose text it is."""
    from tracker.mechanics.enacting.amendments import draft
    from tracker.mechanics.enacting.reading import read_instructions
    from tracker.mechanics.ruleset.ruletree import titles_on

    reading = read_instructions(body, VOCABULARY, titles_on(page))
    return draft(page, reading, shape(board, page), tags, known_matters(board, slug, reading))


@rule("BN-003")
def _unexplained(gamestate: Gamestate) -> Iterator[str]:
    """That the page on which is drafted holds changes without a ground: it may be defaced."""
    odd = [
        found
        for found in gamestate.findings
        if found.code == "UNEXPLAINED_CHANGE" and not found.is_note and found.subject.startswith("revision:")
    ]
    if odd:
        told = ", ".join(found.subject.partition(":")[2] for found in odd[-_REVISIONS_TOLD:])
        more = f" and {len(odd) - _REVISIONS_TOLD} earlier ones" if len(odd) > _REVISIONS_TOLD else ""
        yield f"nothing known explains what stands on the ruleset page by revision {told}{more}: see the findings"


def _matters(board: Board) -> dict[str, MatterView]:
    """Every matter on the board by its slug."""
    months = (matter for _, matters in board.resolved_by_month for matter in matters)
    found: dict[str, MatterView] = {}
    for matter in (*board.matters, *board.resolved, *months):
        found.setdefault(matter.slug, matter)
    return found


# --- a matter's case --------------------------------------------------------------------------------------------------


@rule("BN-066", "BN-067", "BN-069", "BN-072")
def _case(gamestate: Gamestate, matter: MatterView) -> Case:
    """What whoever resolves a matter must see."""
    from tracker.mechanics.enacting.enactment import Case

    known: tuple[Act, ...] = ("enact", "fail")
    return Case(
        slug=matter.slug,
        title=matter.title,
        url=matter.url,
        kind=matter.kind,
        state=_STATES.get(matter.state, "pending"),
        verdict=matter.verdict,
        reasons=tuple(f"{reason.text} ({reason.clause})" for reason in matter.reasons),
        acts=tuple(act for act in known if act in matter.allowed),
        why_not=tuple(_why_not(gamestate, matter)),
        doubts=tuple(_doubts(gamestate, matter)),
        votes=_votes(gamestate, matter),
        restless_at=_restless_at(gamestate, matter),
        body=matter.body,
        has_instructions=matter.kind != Kind.DECLARATION,
    )


def _why_not(gamestate: Gamestate, matter: MatterView) -> Iterator[str]:
    """Why it may not be enacted now: the rules, or that not all of what decides it could be read."""
    board: Board = gamestate.detail
    unread = [flag.text for flag in matter.flags if flag.code == _NOT_READ]
    if matter.state in _STATES:
        yield f"it is {_STATES[matter.state]}"
    elif "enact" not in matter.allowed:
        barred = [f"{reason.text} ({reason.clause})" for reason in matter.barred]
        asked = "what may be done is undetermined until people have decided what is asked about it"
        yield from barred or ([] if unread else [asked])
    yield from unread
    if board.roster_unread is not None:
        yield board.roster_unread.text


_LONGEST_SUBJECT = 200
"""Characters of a title in an edit summary: MediaWiki cuts a summary at 500, and what stands behind must stay."""


def _done(case: Case) -> str:
    """What is said to be done of a votable matter."""
    return f'Enacted "{_in_a_summary(_CATEGORY.sub("", case.title))}"'


def _in_a_summary(title: str) -> str:
    """A title on one line, without marks that nobody sees, cut where it is too long."""
    from tracker.mechanics.ruleset.ruletext import is_invisible  # late: only what is enacted has a summary

    seen = "".join(character for character in title if not is_invisible(character) or character.isspace())
    words = " ".join(seen.split())
    return words if len(words) <= _LONGEST_SUBJECT else f"{words[:_LONGEST_SUBJECT].rstrip()}…"


_UNSURE: Mapping[str, str] = {
    "STATUS_WITHOUT_GROUND": "a status on the blog, by which the queue goes on, has no known ground",
    "UNKNOWN_POST": "a post was never seen that may be a matter, before others in the queue",
    "VOTES_ON_PLAIN_POST": "a post that is taken for no matter may be one, before others in the queue",
}
_OF_MATTERS = frozenset({"two-types", "post-removed"})
"""What makes the queue doubtful that a verdict is computed by: codes of findings, and the first words of questions."""


def _doubts(gamestate: Gamestate, matter: MatterView) -> Iterator[str]:
    """Why only a person may enact it."""
    yield from (flag.text for flag in matter.flags if flag.code in _FOR_PEOPLE)
    allowed = f"matters.{matter.slug}.allowed"
    for fact in gamestate.facts:
        if fact.name == allowed and fact.unverified_since is not None:
            yield "a clause that its verdict leans on reads otherwise than this tracker knows it"
    if Outcome.UNDETERMINED in (matter.popular, matter.unpopular):
        yield "its verdict is undetermined"
    ballots = {ballot.comment for ballot in matter.ballots}
    for asked in gamestate.questions:
        if ballots.intersection(asked.observations) or asked.id.partition(":")[0] in _OF_MATTERS:
            yield f"people are asked about its votes, or what is before it in the queue: {asked.text}"
    board: Board = gamestate.detail
    yield from (f"a change of the ruleset page has no known ground: {change}" for change in board.groundless)
    yield from (f"{_UNSURE[each.code]}: {each.text}" for each in gamestate.findings if each.code in _UNSURE)


def _votes(gamestate: Gamestate, matter: MatterView) -> str:
    """The votes that count, in words."""
    told = gamestate.values["matters"].get(matter.slug, {})
    resolved = told.get("resolves_as", {})
    votes = sorted(told.get("votes", {}).items())
    cast = [f"{name} {vote}{f' as {resolved[name]}' if name in resolved else ''}" for name, vote in votes]
    return ", ".join(cast) or "nobody"


def _restless_at(gamestate: Gamestate, matter: MatterView) -> datetime:
    """When its votes last changed: the newest comment with an icon, or the newest sight of an edited one."""
    votes = [ballot.at for ballot in matter.ballots]
    edits = (found for found in gamestate.findings if found.subject == matter.slug and found.code in _CHANGED_VOTES)
    return max([matter.opened_at, *votes, *(found.at for found in edits if found.at is not None)])


def _body_that_holds(gamestate: Gamestate, case: Case, bodies: Iterable[str]) -> str | None:
    """The newest text in the words that hold; None where there is none, or where an altered quotation leaves it open."""
    from tracker.mechanics.html_reading import plain_text

    fitting = list(dict.fromkeys(body for body in bodies if plain_text(body) == case.body))
    is_altered = any(found.subject == case.slug and found.code in _ALTERED for found in gamestate.findings)
    return fitting[0] if fitting and not (is_altered and len(fitting) > 1) else None


# --- what a draft needs -----------------------------------------------------------------------------------------------


@rule("BN-001", "BN-169")
def shape(board: Board, page: str) -> RulesetShape:
    """The ruleset page's sections, that new rules are dynastic, and the tags without which a section is not changed."""
    from tracker.games.blognomic.ruleset.ruleset_page import (
        APPENDIX,
        BLOCKS,
        CORE,
        DYNASTIC,
        SPECIAL_CASE,
        sections_titled,
    )
    from tracker.games.blognomic.special_case.tags import APPENDIX as APPENDIX_TAG
    from tracker.games.blognomic.special_case.tags import CORE as CORE_TAG
    from tracker.games.blognomic.special_case.tags import SPECIAL_CASE as SPECIAL_CASE_TAG
    from tracker.mechanics.enacting.instructions import RulesetShape

    tags = {CORE: (CORE_TAG,), SPECIAL_CASE: (SPECIAL_CASE_TAG,), BLOCKS: (BLOCKS,), APPENDIX: (APPENDIX_TAG,)}
    sections = sections_titled(page)
    held = {section: tags[section] for section in sections if section in tags} if board.tags_hold else {}
    return RulesetShape(sections, DYNASTIC, held, VOCABULARY, (BLOCKS,))


@rule("BN-260")
def known_matters(board: Board, slug: str, reading: InstructionReading | None = None) -> tuple[KnownMatter, ...]:
    """The other matters on the board, for conditions that ask what became of them.

    Where a condition of the reading asks for one that is not there, what was settled long ago is looked up for it.
    """
    from tracker.mechanics.enacting.instructions import KnownMatter

    states: dict[str, Literal["enacted", "failed", "pending", "unknown"]] = {
        ENACTED: "enacted",
        FAILED: "failed",
        NOT_OFFICIAL: "unknown",
    }
    live = [
        KnownMatter(other.title, other.url, other.slug, states.get(other.state, "pending"))
        for other in _matters(board).values()
        if other.slug != slug
    ]
    return (*live, *_settled_matters(board, live, reading, states))


def _settled_matters(
    board: Board,
    live: Sequence[KnownMatter],
    reading: InstructionReading | None,
    states: Mapping[str, Literal["enacted", "failed", "pending", "unknown"]],
) -> Iterator[KnownMatter]:
    """What was settled long ago of that which the conditions ask for and the board does not answer."""
    from tracker.mechanics.enacting.instructions import KnownMatter

    asked = asked_about(reading) if reading is not None else []
    open_still = [
        wanted for wanted in asked if not any(is_meant(wanted, each.slug, each.url, each.title) for each in live)
    ]
    for post in settled_matters(board, open_still) if open_still else ():
        state = states.get(post.state, "unknown") if post.is_official else "unknown"
        yield KnownMatter(post.title, post.url, post.slug, state)


# --- what admins write ------------------------------------------------------------------------------------------------


def _anchor(draft: AmendmentDraft) -> str:
    """The title of the rule that holds all that is changed; of a rule that is new, the one above it."""
    from tracker.mechanics.ruleset.ruletree import parse_rules

    there = {node.path for node in parse_rules(draft.page).walk()}
    paths = [path if path in there else path[:-1] for path in map(tuple, draft.touched)]
    shared = _shared(paths) if paths else ()
    return shared[-1].replace("*/", "") if shared else ""


def _shared(paths: Sequence[tuple[str, ...]]) -> tuple[str, ...]:
    """What all paths begin with."""
    levels = takewhile(lambda titles: len(set(titles)) == 1, zip(*paths, strict=False))
    return tuple(titles[0] for titles in levels)
