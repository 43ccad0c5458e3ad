"""What waits for people: the open questions, an answer to one, and clauses confirmed as they now read."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path
from typing import Any

import click

from tracker.cli.naming import Named
from tracker.cli.options import (
    as_of_option,
    audience_option,
    common,
    examples,
    wired,
    wording_option,
)
from tracker.cli.printing import print_json, print_line


@click.command(epilog=examples("tracker questions", "tracker questions --json"))
@common
@as_of_option
@audience_option
def questions(config: Path, as_json: bool, as_of: datetime | None, audience: str) -> None:
    """List what people must decide, with all they need to see for it."""
    from tracker.app.asking.inquiry import asked_of

    with wired(config, secrets=False) as tracker:
        open_ = asked_of(tracker, as_of, audience)
    if as_json:
        print_json(open_)
    elif open_:
        print_questions(open_)
    else:
        print_line("Nothing waits for a decision.")


def print_questions(open_: list[dict[str, Any]], among: Named | None = None) -> None:
    """Print questions, each with what may be answered."""
    for asked in open_:
        named = among or Named(asked)
        print_line(asked["id"], "bold")
        print_line(f"  {named.text(asked['text'])} [{asked['clause']}]")
        for message in filter(lambda id: named.name(id) != id, asked["observations"]):
            print_line(f"  {named.name(message)}")
        for need in asked["needs"]:
            print_line(f"  {named.text(need)}")
        wording = f"; wording {asked['mark']}" if "mark" in asked else ""
        if fault := asked.get("fault"):
            print_line(f"  the answer that was given settles nothing: {named.text(fault)}")
        shown = "; ".join(f"“{example}”" for example in asked.get("examples", ()))
        free = f", or words such as {shown}" if shown else ", or any words" if asked.get("is_free") else ""
        answers = ", ".join(map(named.both, asked["answers"]))
        told = f"  answers: {answers}{free}; who: {asked['may_answer']}; about {asked['about']}"
        print_line(f"{told}{wording}")


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
@wording_option
def decide(
    config: Path,
    as_json: bool,
    question: str,
    answer: str | None,
    by: str,
    why: str,
    revoke: bool,
    wordings: tuple[str, ...],
) -> None:
    """Answer QUESTION with ANSWER, or take an answer back; it is archived with name, time and reason.

    An answer to a question about a text counts for that text only.
    """
    from tracker.app.people import deciding
    from tracker.core.observation import record_from_observation
    from tracker.errors import UsageError

    if bool(answer) == revoke:
        raise UsageError("give either an answer or --revoke")
    with wired(config, secrets=False) as tracker:
        before = deciding.decision(tracker, question)
        made = deciding.decide(tracker, question, answer, by=by, why=why, wordings=wordings)
    if as_json:
        print_json(record_from_observation(made))
        return
    if before and not revoke:
        print_line(f"It was decided otherwise before: {before['answer']}, by {before['by']} ({before['why']}).")
    print_line(f"{question}: {'open again' if revoke else answer}; the next tick takes it in")


@click.command(
    epilog=examples(
        'tracker confirm BN-046 BN-049 --by Kevan --why "only the examples changed"',
        'tracker confirm --rule Votes --wording 0a1b2c3d4e5f --by Kevan --why "read it against the code: the same"',
    )
)
@common
@click.argument("clauses", nargs=-1)
@click.option("--rule", "rules", multiple=True, help="All clauses of a rule: its title, or section/title; repeatable.")
@click.option("--by", required=True, help="Who compared the wording with what the tracker does.")
@click.option("--why", required=True, help="The reason, for all to read.")
@wording_option
def confirm(
    config: Path,
    as_json: bool,
    clauses: tuple[str, ...],
    rules: tuple[str, ...],
    by: str,
    why: str,
    wordings: tuple[str, ...],
) -> None:
    """Say that CLAUSES whose wording changed on the ruleset page are still carried out as they now read.

    What leans on them is verified again from the next tick on. It is a decision, archived with name, time and reason, and
    taken back by tracker decide confirm-clause:ID --revoke; a later change of the wording needs a new one.
    """
    from tracker.app.people import deciding
    from tracker.core.observation import record_from_observation

    with wired(config, secrets=False) as tracker:
        answered, made = deciding.confirm(tracker, clauses, rules, by=by, why=why, wordings=wordings)
    if as_json:
        print_json([record_from_observation(decision) for decision in made])
        return
    for question in answered:
        print_line(f"{question}: confirmed; the next tick takes it in")
