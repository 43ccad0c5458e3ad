"""The board as a table: the open matters of a gamestate with their votes, verdict, and what an admin may do."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from tracker.app.asking.verdicts import verdict, votes
from tracker.cli.printing import print_line, print_table

COLUMNS = ("matter", "votes", "verdict", "admin may", "next change", "not voted")
SHORT_KINDS: Mapping[str, str] = {"Call for Judgement": "CfJ", "Declaration of Victory": "DoV"}
"""How kinds of matters are called beside their names; a proposal is called nothing."""


_UNREAD_NAMED = 5
_UNVERIFIED = " (unverified)"
"""Stands behind a figure that leans on a rule in doubt."""


def print_board(values: Mapping[str, Any], matters: Iterable[Mapping[str, Any]], title: str) -> None:
    """Print the figures of the day and the table of open matters; ``unverified`` among them are the names of facts in doubt."""
    in_doubt = values.get("unverified") or []
    rows = [_row(matter, in_doubt) for matter in matters]
    hiatus = values.get("hiatus") or []
    figures = [f"{values.get('players')} players, quorum {values.get('quorum')}{_UNVERIFIED * ('quorum' in in_doubt)}"]
    figures += [f"hiatus: {', '.join(hiatus)}"] if hiatus else []
    print_line(f"{title}: {'; '.join(figures)}", "bold")
    if rows:
        print_table(COLUMNS, rows)
    else:
        print_line("No matter is open.")


def print_own_board(board: Mapping[str, Any], title: str, unread: Sequence[str] = ()) -> None:
    """Print what a game itself shows of what is open, and that what was said in what is ``unread`` is not in its figures."""
    print_line(f"{title}: {board['headline']}", "bold")
    if unread:
        more = f" and {len(unread) - _UNREAD_NAMED} more" if len(unread) > _UNREAD_NAMED else ""
        names = f"{', '.join(unread[:_UNREAD_NAMED])}{more}"
        print_line(
            f"As far as is read: {names} cannot be read wholly; who joined or left there since is not counted.",
            "yellow",
        )
    if board["rows"]:
        print_table(board["columns"], board["rows"])
    else:
        print_line("Nothing is open.")


def _row(matter: Mapping[str, Any], in_doubt: Sequence[str]) -> tuple[Any, ...]:
    is_unverified = any(name.startswith(f"matters.{matter['slug']}.") for name in in_doubt)
    kind = SHORT_KINDS.get(matter["kind"], "")
    return (
        f"{matter['slug']} ({kind})" if kind else matter["slug"],
        votes(matter),
        f"{verdict(matter)}{_UNVERIFIED * is_unverified}",
        matter.get("allowed") or "nothing",
        _minute(matter.get("next_change_at")),
        len(matter.get("not_voted", ())),
    )


def _minute(instant: str | None) -> str:
    """An instant as people read it; its seconds only where they are not zero."""
    text = (instant or "").replace("T", " ").removesuffix("Z")
    return text.removesuffix(":00")
