"""The commands that answer people: status, explain, questions, decide."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import datetime
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

import click

from tracker.cli.board import print_board, print_own_board
from tracker.cli.naming import Named
from tracker.cli.nomics import Outcome, on_every
from tracker.cli.options import (
    INSTANT,
    as_of_option,
    audience_option,
    common,
    examples,
    secrets_option,
    wired,
    wired_from,
)
from tracker.cli.printing import print_heading, print_json, print_line, print_table
from tracker.cli.questions import print_questions
from tracker.core.instants import EPOCH, iso

if TYPE_CHECKING:
    from tracker.config import Settings

BEFORE_EVERYTHING = "before the first tick"
"""How the instant is shown of what was so before anything was seen."""


@click.command(epilog=examples("tracker status", "tracker status --json", "tracker status --audience public"))
@common
@audience_option
def status(config: Path, as_json: bool, audience: str) -> int:
    """Show the board and how the tracker fares: its last look, its last change, what is stuck and why, what waits for people.

    For monitors: exit code 13 where something is stuck, or where the last look is older than the config allows.
    """
    return on_every(config, partial(_status, audience=audience), as_json=as_json, secrets=False)


def _status(settings: Settings, audience: str) -> Outcome:
    from tracker.app.asking.inquiry import status as told

    with wired_from(settings) as tracker:
        found = told(tracker, audience)
    return Outcome(found, partial(_print_status, found), found["exit_code"])


def _print_status(found: Mapping[str, Any]) -> None:
    from tracker.app.keeping.exports import words_of

    title, named = f"Board at {found['as_of'][:19]}Z", Named(found)
    if own := found["board"]:
        print_own_board({**own, "rows": [[*map(named.name, row)] for row in own["rows"]]}, title, found["unread"])
    else:
        print_board(found, found["matters"], title)
    last = found["last_tick"]
    if broken := found["broken_off"]:
        print_line(f"No tick since {broken['since']} came to its end: {broken['why']}.", "bold red")
    which = "Last tick before that" if broken else "Last tick"
    print_line(f"{which}: {last['at']} {last['outcome']} ({last['note']})" if last else "No tick was made yet.")
    if pause := found["paused"]:
        print_line(
            f"Paused by {pause['by']} since {pause['since']} ({pause['why']}); tracker resume ends it.", "yellow"
        )
    change = found["last_change"]
    print_line(f"Last change: {change['at']} ({change['what']})" if change else "Nothing changed yet.")
    if (changes := found["next_change_at"]) is not None:
        print_line(f"Next change by itself: {changes or 'none'}.")
    print_line(f"Next look: {found['next_instant'] or 'none'}; {found['rows']} rows archived.")
    for each in found["exports"]:
        print_line(f"#{each['channel']}: {words_of(each)}.")
    print_line(f"Open questions: {found['questions']} (tracker questions).")
    if found["stuck"]:
        print_heading("Stuck")
        print_table(("since", "what", "why"), [(item["since"], item["what"], item["why"]) for item in found["stuck"]])
        print_line()
    for group, heading in (("undone", "Undone by people, and left so"), ("without", "Done without")):
        if found[group]:
            print_heading(heading)
            print_table(("since", "what", "why"), [(each["since"], each["what"], each["why"]) for each in found[group]])
            print_line()
    if found["findings"]:
        about = [named.name(each["about"]) for each in found["findings"]]
        rows = ((*row, matter) for row, matter in zip(_findings(found), about, strict=True))
        print_table(("finding", "clause", "what", "about"), rows)
    for item in found["warnings"]:
        print_line(f"warning {item['code']} {item['place']}: {item['text']}", "yellow")


def _findings(told: Mapping[str, Any]) -> list[tuple[str, ...]]:
    """Findings as the lines of a table, those that follow from another one indented."""
    named = Named(told)
    return [
        (f"{'  ' * each.get('below', False)}{each['code']}", each["clause"], named.text(each["text"]))
        for each in told["findings"]
    ]


@click.command(
    epilog=examples(
        "tracker explain dry_socks",
        "tracker explain dry_socks --as-of 2019-10-03T10:00:00Z",
        "tracker explain dry_socks --json --audience public",
        "tracker explain Ada --variable Wood --since 2019-10-01T00:00:00Z",
    )
)
@common
@as_of_option
@audience_option
@secrets_option
@click.option("--as", "sort", type=click.Choice(["matter", "player"]), default=None, help="What NAME is the name of.")
@click.option("--variable", default="", metavar="NAME", help="Of a player: only this variable.")
@click.option("--since", type=INSTANT, default=None, metavar="INSTANT", help="Of a player: only steps from then on.")
@click.argument("name")
def explain(
    config: Path,
    as_json: bool,
    as_of: datetime | None,
    audience: str,
    secrets: bool,
    sort: Literal["matter", "player"] | None,
    variable: str,
    since: datetime | None,
    name: str,
) -> None:
    """Show the whole case of a matter (NAME is its slug), or how each value of a player came about.

    Of a matter: every fact with its clause and reasons, the votes that count and those that do not with why, findings, open
    questions, and the observations that all of it rests on. Of a player: step by step who wrote what, which dice fell, what
    changed by which clause, and in which revision of the wiki; the values that are nobody's own are those of "the game".
    """
    from tracker.app.asking.inquiry import explain as explained
    from tracker.app.asking.player_trail import explain_player, sort_of

    with wired(config, secrets=False) as tracker:
        is_player = bool(variable or since) or sort_of(tracker, name, as_of, sort) == "player"
        if is_player:
            found = explain_player(tracker, name, as_of, audience, variable=variable, since=since, secrets=secrets)
            case = found.record()
        else:
            case = explained(tracker, name, as_of, audience, secrets=secrets).record()
    if as_json:
        print_json(case)
    else:
        (_print_trail if is_player else _print_case)(case)


def _print_trail(case: Mapping[str, Any]) -> None:
    named = Named(case)
    print_line(f"{named.both(case['player'])}, as of {case['as_of']}", "bold")
    for name, value in case["values"].items():
        asked = case["hangs_on"].get(name, ())
        print_line(f"  {name} = {_value(named.name(value))}{_until_decided(asked)}")
    for step in case["steps"]:
        at = BEFORE_EVERYTHING if step["at"] == iso(EPOCH) else step["at"]
        perhaps = "perhaps " if step["hangs_on"] else ""
        print_heading(f"{at}  {perhaps}{_changed(step, named)}{_until_decided(step['hangs_on'])}")
        print_line(f"  {_said(step, named)}")
        for die in step["dice"]:
            purpose = f" ({die['purpose']})" if die["purpose"] else ""
            print_line(f"  DICE{die['sides']}: {', '.join(map(str, die['faces']))}{purpose} [{die['key']}]")
        where = [
            named.name(step["because"]),
            f"[{' '.join(filter(None, (step['clause'], step['title'])))}]" if step["clause"] else "",
            _linked(step),
        ]
        print_line(f"  {' '.join(filter(None, where))}")
    _print_rest({"findings": (), **case})


def _until_decided(asked: Iterable[str]) -> str:
    """The open questions on which a value hangs, as words to be put behind it."""
    return f" (people must decide {', '.join(asked)})" if asked else ""


def _changed(step: Mapping[str, Any], named: Named) -> str:
    if not step["variable"]:
        return str(step["code"] or step["kind"])
    return f"{step['variable']}: {_value(named.name(step['old']))} → {_value(named.name(step['new']))}"


def _said(step: Mapping[str, Any], named: Named) -> str:
    """One step of a player's trail in a line: who wrote or did what."""
    if step["kind"] == "unseen":
        return "changed in a way that nothing we keep tells"
    by = f"by {named.name(step['by'])}: " if step["by"] else ""
    of = f" (for {named.name(step['who'])})" if step["who"] not in ("", step["by"]) and step["by"] else ""
    note = f" — {step['note']}" if step["note"] else ""
    return named.text(f"{step['kind']} {by}{step['text']}{of}{note}")


def _linked(step: Mapping[str, Any]) -> str:
    revision = step["revision"]
    return "" if revision is None else str(revision["url"]) or f"revision {revision['number']} of {revision['page']}"


def _print_case(case: Mapping[str, Any]) -> None:
    named = Named(case)
    matter = named.both(case["matter"])
    if resolution := case["resolution"]:
        print_line(f"{matter}: {case['kind']}, {_resolved(resolution)}", "bold")
        print_line(f"As it stood just before, at {case['as_of']}: {case['state']}")
    else:
        print_line(f"{matter}: {case['kind']}, {case['state']}, as of {case['as_of']}", "bold")
    for fact in case["facts"]:
        name, value = _fact_name(fact["name"], case["matter"], named), _value(named.name(fact["value"]))
        lines = value.splitlines()
        shown = value if len(lines) < 2 else f"{len(lines)} lines"
        print_heading(f"{name} = {shown}   [{fact['clause']} {fact['title']}]")
        for line in lines if len(lines) > 1 else ():
            print_line(f"  | {line}")
        for reason in fact["reasons"]:
            print_line(f"  because {named.text(reason['text'])} [{reason['clause']} {reason['title']}]")
            for id in reason["observations"]:
                print_line(f"    {_told(id, case['observations'], named)}")
    _print_votes(case)
    _print_rest(case)


def _fact_name(name: str, matter: str, named: Named) -> str:
    """A fact's name with names in place of ids; without the matter's own, where that goes by a message."""
    shown = name if named.name(matter) == matter else name.partition(f".{matter}.")[2]
    return ".".join(map(named.name, shown.split(".")))


def _resolved(resolution: Mapping[str, Any]) -> str:
    by = f" by {resolution['by']}" if resolution["by"] else ""
    note = f": {resolution['note']}" if resolution["note"] else ""
    return f"{resolution['status']}{by} at {resolution['at']}{note}"


def _value(value: Any) -> str:
    if isinstance(value, list):
        return ", ".join(map(str, value)) or "nothing"
    return "yes" if value is True else "no" if value is False else "none" if value is None else str(value)


def _told(id: str, observations: Mapping[str, Mapping[str, Any]], named: Named) -> str:
    """One observation in a line."""
    told, shown = observations.get(id), named.name(id)
    if shown != id:
        return f"{shown} [{id}]"
    if told is None:
        return f"{id} (not archived, or not for you)"
    parts = [
        told["kind"],
        *(str(told[name]) for name in ("author", "name", "title", "url") if name in told),
        told["at"],
        *([f"put right by {', '.join(told['put_right'])}"] if "put_right" in told else []),
    ]
    return f"{id}: {', '.join(parts)}"


def _print_votes(case: Mapping[str, Any]) -> None:
    values = case["values"]
    votes, evc, resolved = (values.get(name, {}) for name in ("votes", "evc", "resolves_as"))
    # Where comments are no votes the facts tell who voted what.
    if votes and "evc" in values:
        rows = [(name, vote, resolved.get(name, ""), evc.get(name, "implicit")) for name, vote in votes.items()]
        print_heading("Votes that count")
        print_table(("voter", "vote", "resolves as", "comment"), rows)
    if case["uncounted"]:
        print_heading("Votes that do not count")
        told = [_why(item, case) for item in case["uncounted"]]
        print_table(("comment", "why", "clause"), told)


def _why(item: Mapping[str, Any], case: Mapping[str, Any]) -> tuple[str, str, str]:
    return (
        _told(item["comment"], case["observations"], Named(case)),
        f"{item['why']}: {item['meaning']}".removesuffix(": "),
        item["clause"],
    )


def _print_rest(case: Mapping[str, Any]) -> None:
    if case["findings"]:
        print_heading("Findings")
        print_table(("finding", "clause", "what"), _findings(case))
    if case["questions"]:
        print_heading("Questions")
        print_questions(case["questions"], Named(case))
