"""The command that shows, writes and takes back what enacting a matter does to the ruleset page."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from tracker.cli.options import FILE, common, examples, text_of, wired
from tracker.cli.printing import print_diff, print_heading, print_json, print_line, print_table
from tracker.errors import PlanError, UsageError

if TYPE_CHECKING:
    from tracker.app.enacting.enact import Prospect
    from tracker.app.enacting.enacted import Done
    from tracker.app.wired import Wired
    from tracker.core.change import SpanAmendment
    from tracker.mechanics.enacting.enactment import DraftShown


@click.command(
    epilog=examples(
        "tracker enact",
        "tracker enact dry_socks",
        "tracker enact dry_socks --apply --by Kevan",
        "tracker enact dry_socks --undo",
        "tracker enact dry_socks --undo --apply --by Kevan",
    )
)
@common
@click.argument("matter", required=False)
@click.option("--apply", "is_applied", is_flag=True, help="Write it; without this it is only shown.")
@click.option("--undo", "is_undone", is_flag=True, help="Take back what was written for MATTER.")
@click.option("--by", default="", help="The admin for whom it is done.")
@click.option("--read", "mark", default="", metavar="MARK", help="That the sentences without an order were read.")
def enact(
    config: Path, as_json: bool, matter: str | None, is_applied: bool, is_undone: bool, by: str, mark: str
) -> int:
    """Show what enacting MATTER (its slug or title) would do to the ruleset page: verdict, diff, edit summary and note.

    With --apply the votes and the queue are read again, the draft is made anew on the page as it is then, and written as
    one edit; the page is read back, and what differs beside the rules named is told. The blog's status is never set: the
    note is for whoever sets it. Where sentences are no orders, they are shown with a MARK that stands for them: whoever has
    read them says so with --read MARK. Without MATTER the log of what was written is shown. What was taken back already is not
    taken back again (exit code 2), nor is what somebody changed since (exit code 8); nothing is written then.
    """
    if is_applied and not by.strip():
        raise UsageError("--apply needs --by", remedy="say for which admin: --by NAME")
    if matter is None and (is_applied or is_undone):
        raise UsageError("which matter?", remedy="name its slug; tracker status lists them")
    with wired(config, secrets=matter is not None) as tracker:
        if matter is None:
            return _log(tracker, as_json=as_json)
        if is_applied:
            return _carry_out(tracker, matter, by, mark, is_undone=is_undone, as_json=as_json)
        return _way_back(tracker, matter, as_json) if is_undone else _show(tracker, matter, by, as_json)


@click.command(
    epilog=examples("tracker draft idea.txt", "tracker draft idea.txt --tag Core", "tracker draft - < idea.html")
)
@common
@click.argument("file", type=FILE)
@click.option("--tag", "tags", multiple=True, help="A tag that the title would bear; may be given several times.")
def draft(config: Path, as_json: bool, file: Path, tags: tuple[str, ...]) -> int:
    """Show what the text in FILE (HTML, or plain lines with block quotations behind ">") would do to the ruleset page.

    It is read as a proposal's text is, on the newest page that was seen; nothing is written. Each order is shown in the
    notation that it was read as, in which it may be written as well (docs/reference.md). Exit code 8 where it would be
    refused.
    """
    from tracker.app.asking.inquiry import gamestate_at
    from tracker.app.enacting.enact import required_book

    with wired(config) as tracker:
        shown = required_book(tracker, gamestate_at(tracker)).tried(text_of(file), tags)
    if as_json:
        print_json(
            {
                "outcome": shown.outcome,
                "diff": list(shown.diff),
                "notation": list(shown.notation),
                "unread": list(shown.unread),
            }
        )
    else:
        _print_draft(shown)
    return PlanError.exit_code if shown.outcome == "refused" else 0


# --- showing ----------------------------------------------------------------------------------------------------------


def _show(tracker: Wired, matter: str, by: str, as_json: bool) -> int:
    from tracker.app.enacting.enact import prospect

    found = prospect(tracker, matter, by)
    if as_json:
        print_json(found.record())
    else:
        _print_prospect(found)
    return PlanError.exit_code if found.why_not else 0


def _print_prospect(found: Prospect) -> None:
    shown, case = found.shown, found.shown.case
    may = ", ".join(case.acts) or "nothing"
    print_line(f"{case.slug}: {case.title} ({case.kind}), {case.verdict}; an admin may now: {may}", "bold")
    _print_lines("because", case.reasons)
    _print_lines("may not be enacted now:", found.why_not, "bold red")
    _print_draft(shown)
    if shown.summary:
        print_line(f"edit summary: {shown.summary}")
    if case.acts and shown.note:
        print_line(f"note for the blog: {shown.note}")
    if shown.act == "enact" and not found.why_not:
        read = f" --read {shown.mark}" if shown.mark else ""
        print_line(f"to do it: tracker enact {case.slug} --apply --by NAME{read}")


def _print_draft(shown: DraftShown) -> None:
    if shown.outcome:
        print_line(f"its text: {shown.outcome}")
    for code, sentence, why in shown.refusals:
        print_line(f"  {code}: {why}{f' - “{sentence}”' if sentence else ''}", "yellow")
    _print_lines("no order, read this first:", shown.unread, "yellow")
    if shown.diff:
        is_part = shown.outcome == "refused"
        print_heading("The part that is clear" if is_part else "The change of the ruleset page")
        print_diff(shown.diff)
        print_line()
    _print_lines("look at this first:", shown.checks, "yellow")
    _print_lines("made besides:", shown.pages)
    _print_lines("to be done by hand:", shown.gamestate)
    _print_lines("left out, as its condition does not hold:", shown.skipped)
    _print_lines("read as:", shown.notation)


def _print_lines(head: str, lines: Iterable[str], style: str = "") -> None:
    for line in lines:
        print_line(f"  {head} {line}", style)


def _way_back(tracker: Wired, matter: str, as_json: bool) -> int:
    from tracker.app.enacting.undo import undo_spans

    enactment, page, spans = undo_spans(tracker, matter, "NAME")
    if as_json:
        print_json({"matter": enactment.slug, "base_revision": page.revision, "spans": list(map(_span, spans))})
        return 0
    print_line(
        f"{enactment.slug}: {enactment.title}, written in revision {enactment.revision} for {enactment.by}", "bold"
    )
    for span in spans:
        print_heading(span.name)
        print_diff([*(f"-{line}" for line in _lines(span.before)), *(f"+{line}" for line in _lines(span.after))])
    print_line(f"to do it: tracker enact {enactment.slug} --undo --apply --by NAME")
    return 0


def _span(span: SpanAmendment) -> Mapping[str, Any]:
    return {"rule": span.name, "start": span.start, "before": span.before, "after": span.after}


def _lines(text: str) -> list[str]:
    from tracker.core.plan import shown

    return [shown(line) for line in text.strip("\n").split("\n")] if text else []


def _log(tracker: Wired, *, as_json: bool) -> int:
    from tracker.app.asking.inquiry import gamestate_at
    from tracker.app.enacting.enactment_book import book_of

    book = book_of(tracker, gamestate_at(tracker))
    entries = book.told().log if book else ()
    if as_json:
        print_json([{**entry.enactment.record(), "stage": entry.stage} for entry in entries])
    elif entries:
        rows = [_row(entry.enactment, entry.stage) for entry in entries]
        print_table(("matter", "stage", "written", "for", "revision", "note"), rows)
    else:
        print_line("Nothing was written yet.")
    for finding in (found for entry in entries for found in entry.findings if not as_json):
        print_line(f"{finding.code}: {finding.text}", "yellow")
    return 0


def _row(enactment: Any, stage: str) -> tuple[Any, ...]:
    written = f"{enactment.at:%Y-%m-%d %H:%M} UTC"
    return (enactment.slug, stage, written, enactment.by, enactment.revision, enactment.note)


# --- writing ----------------------------------------------------------------------------------------------------------


def _carry_out(tracker: Wired, matter: str, by: str, mark: str, *, is_undone: bool, as_json: bool) -> int:
    from tracker.app.enacting.enact import enact as written
    from tracker.app.enacting.undo import undo

    done = undo(tracker, matter, by) if is_undone else written(tracker, matter, by, mark)
    if as_json:
        print_json(done.record())
    else:
        _print_done(done)
    return PlanError.exit_code if done.alarms else 0


def _print_done(done: Done) -> None:
    for act in done.acts:
        print_line(f"{act.target}: {act.status}, revision {act.revision}{f' ({act.note})' if act.note else ''}")
    if done.enactment is None:
        print_line("There is nothing to write on the ruleset page.")
    for alarm in done.alarms:
        print_line(f"ALARM: {alarm}", "bold red")
    _print_lines("to be done by hand:", done.gamestate)
    if done.note:
        print_line(f"now set the status on the blog, with this note: {done.note}", "bold")
