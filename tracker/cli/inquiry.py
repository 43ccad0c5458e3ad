"""The commands that answer people: status, explain, questions, decide."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from pathlib import Path
from typing import Any

import click

from tracker.cli.board import print_board
from tracker.cli.options import as_of_option, audience_option, common, examples, wired
from tracker.cli.printing import print_heading, print_json, print_line, print_table


@click.command(epilog=examples("tracker status", "tracker status --json", "tracker status --audience public"))
@common
@audience_option
def status(config: Path, as_json: bool, audience: str) -> None:
    """Show the board and how the tracker fares: its last tick, what waits for people, what could not be read."""
    from tracker.app.inquiry import status as told

    with wired(config, secrets=False) as tracker:
        found = told(tracker, audience)
    if as_json:
        print_json(found)
        return
    print_board(found, found["matters"], f"Board at {found['as_of'][:19]}Z")
    last = found["last_tick"]
    print_line(f"Last tick: {last['at']} {last['outcome']} ({last['note']})" if last else "No tick was made yet.")
    print_line(f"Next change by itself: {found['next_instant'] or 'none'}; {found['rows']} rows archived.")
    print_line(f"Open questions: {found['questions']} (tracker questions).")
    if found["findings"]:
        print_table(("finding", "clause", "what"), [(f["code"], f["clause"], f["text"]) for f in found["findings"]])
    for item in found["warnings"]:
        print_line(f"warning {item['code']} {item['place']}: {item['text']}", "yellow")


@click.command(
    epilog=examples(
        "tracker explain dry_socks",
        "tracker explain dry_socks --as-of 2019-10-03T10:00:00Z",
        "tracker explain dry_socks --json --audience public",
    )
)
@common
@as_of_option
@audience_option
@click.argument("matter")
def explain(config: Path, as_json: bool, as_of: datetime | None, audience: str, matter: str) -> None:
    """Show the whole case of MATTER, which is its slug.

    Every fact with its clause and reasons, the votes that count and those that do not with why, findings, open
    questions, and the observations that all of it rests on.
    """
    from tracker.app.inquiry import explain as explained

    with wired(config, secrets=False) as tracker:
        case = explained(tracker, matter, as_of, audience).record()
    if as_json:
        print_json(case)
    else:
        _print_case(case)


def _print_case(case: Mapping[str, Any]) -> None:
    values, resolution = case["values"], case["resolution"]
    if resolution:
        print_line(f"{case['matter']}: {values['kind']}, {_resolved(resolution)}", "bold")
        print_line(f"As it stood just before, at {case['as_of']}: {values['state']}")
    else:
        print_line(f"{case['matter']}: {values['kind']}, {values['state']}, as of {case['as_of']}", "bold")
    for fact in case["facts"]:
        print_heading(f"{fact['name']} = {_value(fact['value'])}   [{fact['clause']} {fact['title']}]")
        for reason in fact["reasons"]:
            print_line(f"  because {reason['text']} [{reason['clause']} {reason['title']}]")
            for id in reason["observations"]:
                print_line(f"    {_told(id, case['observations'])}")
    _print_votes(case)
    _print_rest(case)


def _resolved(resolution: Mapping[str, Any]) -> str:
    by = f" by {resolution['by']}" if resolution["by"] else ""
    note = f": {resolution['note']}" if resolution["note"] else ""
    return f"{resolution['status']}{by} at {resolution['at']}{note}"


def _value(value: Any) -> str:
    if isinstance(value, list):
        return ", ".join(map(str, value)) or "nothing"
    return "yes" if value is True else "no" if value is False else "none" if value is None else str(value)


def _told(id: str, observations: Mapping[str, Mapping[str, Any]]) -> str:
    """One observation in a line."""
    told = observations.get(id)
    if told is None:
        return f"{id} (not archived, or not for you)"
    parts = [
        told["kind"],
        *(str(told[name]) for name in ("author", "name", "title", "url") if name in told),
        told["at"],
    ]
    return f"{id}: {', '.join(parts)}"


def _print_votes(case: Mapping[str, Any]) -> None:
    votes = case["values"].get("votes", {})
    if votes:
        evc, resolved = case["values"].get("evc", {}), case["values"].get("resolves_as", {})
        rows = [(name, vote, resolved.get(name, ""), evc.get(name, "implicit")) for name, vote in votes.items()]
        print_heading("Votes that count")
        print_table(("voter", "vote", "resolves as", "comment"), rows)
    if case["uncounted"]:
        print_heading("Votes that do not count")
        told = [_why(item, case["observations"]) for item in case["uncounted"]]
        print_table(("comment", "why", "clause"), told)


def _why(item: Mapping[str, Any], observations: Mapping[str, Mapping[str, Any]]) -> tuple[str, str, str]:
    return _told(item["comment"], observations), f"{item['why']}: {item['meaning']}", item["clause"]


def _print_rest(case: Mapping[str, Any]) -> None:
    if case["findings"]:
        print_heading("Findings")
        print_table(("finding", "clause", "what"), [(f["code"], f["clause"], f["text"]) for f in case["findings"]])
    if case["questions"]:
        print_heading("Questions")
        _print_questions(case["questions"])


@click.command(epilog=examples("tracker questions", "tracker questions --json"))
@common
@as_of_option
@audience_option
def questions(config: Path, as_json: bool, as_of: datetime | None, audience: str) -> None:
    """List what people must decide, with all they need to see for it."""
    from tracker.app.inquiry import gamestate_at, visible_questions

    with wired(config, secrets=False) as tracker:
        open_ = [asked.record() for asked in visible_questions(gamestate_at(tracker, as_of).questions, audience)]
    if as_json:
        print_json(open_)
    elif open_:
        _print_questions(open_)
    else:
        print_line("Nothing waits for a decision.")


def _print_questions(open_: list[dict[str, Any]]) -> None:
    for asked in open_:
        print_line(asked["id"], "bold")
        print_line(f"  {asked['text']} [{asked['clause']}]")
        for need in asked["needs"]:
            print_line(f"  {need}")
        print_line(f"  answers: {', '.join(asked['answers'])}; who: {asked['may_answer']}; about {asked['about']}")


@click.command(
    epilog=examples(
        'tracker decide leave:goodbye_all yes --by Kevan --why "they say so in plain words"',
        'tracker decide leave:goodbye_all --revoke --by Kevan --why "they meant another game"',
    )
)
@common
@click.argument("question")
@click.argument("answer", required=False)
@click.option("--by", required=True, help="Who decides.")
@click.option("--why", required=True, help="The reason, for all to read.")
@click.option("--revoke", is_flag=True, help="Take the answer back instead.")
def decide(config: Path, as_json: bool, question: str, answer: str | None, by: str, why: str, revoke: bool) -> None:
    """Answer QUESTION with ANSWER, or take an answer back; it is archived with name, time and reason."""
    from tracker.app import by_hand
    from tracker.core.observation import record_from_observation
    from tracker.errors import UsageError

    if bool(answer) == revoke:
        raise UsageError("give either an answer or --revoke")
    with wired(config, secrets=False) as tracker:
        before = by_hand.decision(tracker, question)
        made = by_hand.decide(tracker, question, answer, by=by, why=why)
    if as_json:
        print_json(record_from_observation(made))
        return
    if before and not revoke:
        print_line(f"It was decided otherwise before: {before['answer']}, by {before['by']} ({before['why']}).")
    print_line(f"{question}: {'open again' if revoke else answer}; the next tick takes it in")


@click.command(
    epilog=examples(
        'tracker confirm BN-046 BN-049 --by Kevan --why "only the examples changed"',
        'tracker confirm --rule Votes --by Kevan --why "read it against the code: the same"',
    )
)
@common
@click.argument("clauses", nargs=-1)
@click.option("--rule", "rules", multiple=True, help="All clauses of a rule: its title, or section/title; repeatable.")
@click.option("--by", required=True, help="Who compared the wording with what the tracker does.")
@click.option("--why", required=True, help="The reason, for all to read.")
def confirm(config: Path, as_json: bool, clauses: tuple[str, ...], rules: tuple[str, ...], by: str, why: str) -> None:
    """Say that CLAUSES whose wording changed on the ruleset page are still carried out as they now read.

    What leans on them is verified again from the next tick on. It is a decision, archived with name, time and reason, and
    taken back by tracker decide confirm-clause:ID --revoke; a later change of the wording needs a new one.
    """
    from tracker.app import by_hand
    from tracker.core.observation import record_from_observation

    with wired(config, secrets=False) as tracker:
        answered, made = by_hand.confirm(tracker, clauses, rules, by=by, why=why)
    if as_json:
        print_json([record_from_observation(decision) for decision in made])
        return
    for question in answered:
        print_line(f"{question}: confirmed; the next tick takes it in")
