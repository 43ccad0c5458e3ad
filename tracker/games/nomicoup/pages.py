"""Nomicoup's pages: which regions stand where, and the values that their templates show, taken from the board."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime
from typing import Any

from tracker.core.draft import ClauseLink, RegionDraft
from tracker.core.gamestate import UNDETERMINED, Gamestate
from tracker.games.chat_pages import COMES_AND_GOES, OLD_GOES, Pages, attention
from tracker.games.chat_view import clause_links
from tracker.mechanics import dice_page
from tracker.mechanics.deck_record import record_text

from .board import Board
from .board_rules import MOST_RULES
from .law import CLAUSES
from .page_titles import CATALOGUE
from .views import ClarificationView, PlayView, PropositionView

BEGAN = "began"
"""How the anchors of the rules with which the game began are named on the page of rules, before their first ID paths."""
_OPEN_SHOWN = 50
_RESOLVED_SHOWN = 50
_SUGGESTIONS_SHOWN = 5
_WINDOWS_CLOSE = ("what was pending leaves the page once its window is closed",)
_RULES_GO = ("adopted propositions delete rules",)


def drafts(gamestate: Gamestate, names: Mapping[str, str]) -> list[RegionDraft]:
    """Every region that should stand on the wiki; ``names`` are page titles by key, over the catalogue's own.

    The same board gives the same drafts; of ``as_of`` itself, and of hidden cards, nothing is shown.
    """
    board: Board = gamestate.detail
    pages = Pages("nomicoup", {**CATALOGUE, **names})
    play = board.play
    shared = {
        "clauses": _clause_links(pages.titles),
        "play": play,
        "places": board.places,
        "open_questions": len(board.questions),
        "titles": pages.titles,
        "attention_page": pages.titles["attention"],
        "dice_page": pages.titles["dice"],
    }
    # What came about under the law of its day is not doubted: only pages of what is open bear the marks.
    live = {**shared, "clauses": _clause_links(pages.titles, board.in_doubt)}
    return [
        pages.draft("game", live, _WINDOWS_CLOSE),
        pages.draft("propositions", {**live, **_propositions(board)}, OLD_GOES),
        pages.draft("rules", {**live, "most_rules": MOST_RULES, "began": BEGAN}, _RULES_GO),
        pages.draft("clarifications", {**live, **_clarifications(play)}, OLD_GOES),
        pages.draft("abilities", {**live, "people": tuple(play.abilities.values())}, _WINDOWS_CLOSE),
        pages.draft("deck", {**live, "record": _record(gamestate)}),
        *dice_page.drafts(board.dice_page, pages.titles, live),
        *pages.log(board, shared),
        pages.draft("attention", {**live, **attention(board)}, COMES_AND_GOES),
    ]


def _clause_links(
    titles: Mapping[str, str], in_doubt: Mapping[str, datetime] | None = None
) -> Mapping[str, ClauseLink]:
    """Where each clause can be read: on the ruleset's page where people name one, else at its rule on our page of rules.

    There a rule with which the game began bears its first ID path for good: links do not change when it moves.
    """
    if "ruleset" in titles:
        return clause_links(CLAUSES, titles["ruleset"], in_doubt)
    links = clause_links(CLAUSES, titles["rules"], in_doubt)
    return {id: replace(each, anchor=f"{BEGAN}-{_first_id(each.anchor)}") for id, each in links.items()}


def _first_id(heading: str) -> str:
    return heading.partition(" - ")[0]


def _record(gamestate: Gamestate) -> tuple[str, ...]:
    """The record of the deck line by line, once it is public; nothing before."""
    record = gamestate.dealing.record if gamestate.dealing else {}
    return tuple(record_text(record).splitlines()) if record else ()


# --- the values of each page ------------------------------------------------------------------------------------------


def _propositions(board: Board) -> dict[str, Any]:
    """Those that are voted on, those that are not legal yet, and the newest of those that are closed."""
    found = board.play.propositions.values()
    open_ones = [each for each in found if _is_open(each)]
    return {
        "open_propositions": tuple(open_ones[:_OPEN_SHOWN]),
        "more_propositions": len(open_ones[_OPEN_SHOWN:]),
        "illegal_propositions": tuple(each for each in found if each.status == "illegal" and each.closed_at is None),
        "closed_propositions": tuple(each for each in found if not _is_open(each) and each.closed_at is not None),
        "is_watched": board.is_watched,
    }


def _is_open(each: PropositionView) -> bool:
    return each.status in ("active", UNDETERMINED)


def _clarifications(play: PlayView) -> dict[str, Any]:
    """Those that are open, and the newest of those that are resolved, which bind."""
    found = list(play.clarifications.values())
    open_ones = [each for each in found if not _is_resolved(each)]
    resolved = [each for each in reversed(found) if _is_resolved(each)]
    return {
        "open_clarifications": tuple(open_ones[:_OPEN_SHOWN]),
        "more_clarifications": len(open_ones[_OPEN_SHOWN:]),
        "resolved_clarifications": tuple(resolved[:_RESOLVED_SHOWN]),
        "older_clarifications": len(resolved[_RESOLVED_SHOWN:]),
        "suggestions_shown": _SUGGESTIONS_SHOWN,
    }


def _is_resolved(each: ClarificationView) -> bool:
    return each.resolved_at is not None and each.resolved_at != UNDETERMINED
