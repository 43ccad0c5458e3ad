"""What following a ruleset costs: a page read cold, a revision of one rule, thousands of revisions, and a proposal read."""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from functools import partial
from pathlib import Path
from random import Random
from statistics import median
from typing import Any

from bench.history import WORDS
from bench.table import Measure, largest_resident_set, print_table
from tracker.core.observation import ArchivedObservation, Observation

GAME = "blognomic"
KILOBYTES, RULES = 110, 130
YEARS, REVISIONS = 20, 5_000
FEW = REVISIONS // 5
"""How many revisions, a fifth of the years, the memory is compared at: it should follow the page, not its history."""
RUNS, PENDING = 40, 10
"""How many revisions of one rule are timed, and how many of those that each enact one of so many pending proposals."""
COLD_SECONDS, REVISION_SECONDS, READING_SECONDS, MEMORY_RATIO = 0.250, 0.020, 0.010, 1.2
"""The targets: a page read cold, a revision of one rule read and folded, a proposal read; memory at all and few revisions."""
START = datetime(2006, 1, 2, tzinfo=UTC)
_OVERSHOOT = 130
"""About so many characters a rule's text is longer than asked for."""
SECTIONS = {"Core Rules": 0.2, "Dynastic Rules": 0.4, "Special Case": 0.2, "Appendix": 0.2}
"""Which share of the rules each section holds."""


def main() -> int:
    """Measure and print; 1 where a target is missed."""
    with tempfile.TemporaryDirectory() as folder:
        few = _measured(Path(folder) / "few.db", FEW)
    with tempfile.TemporaryDirectory() as folder:
        found = _measured(Path(folder) / "all.db", REVISIONS)
    found |= _run_alone("cold") | _run_alone("change") | _run_alone("proposal")
    return print_table(
        [
            Measure(f"a page of {found['kilobytes']:.0f} kB read cold", found["cold"], "s", COLD_SECONDS),
            Measure("a revision of one rule, read and folded", found["change"], "s", REVISION_SECONDS),
            Measure("the same, enacting a proposal that it names", found["enacting"], "s"),
            Measure(f"append {REVISIONS:,} revisions, each", found["append"] / REVISIONS, "s", REVISION_SECONDS),
            Measure(f"fold {REVISIONS:,} revisions, each", found["fold"] / REVISIONS, "s", REVISION_SECONDS),
            Measure("the archive's file", found["file"], "MB"),
            Measure("largest resident set while folding", found["memory"], "MB"),
            Measure(f"the same at {FEW:,} revisions", few["memory"], "MB"),
            Measure("the one by the other", found["memory"] / few["memory"], "times", MEMORY_RATIO),
            Measure("a checkpoint's state", found["state"], "kB"),
            Measure("the slowest of a few proposals read", found["proposal"], "s", READING_SECONDS),
        ]
    )


def _measured(path: Path, revisions: int) -> dict[str, Any]:
    """What a history costs, each step in a process of its own."""
    return _run_alone("append", str(path), str(revisions)) | _run_alone("fold", str(path), str(revisions))


def _run_alone(step: str, *arguments: str) -> dict[str, Any]:
    command = [sys.executable, "-m", "bench.ruleset", step, *arguments]
    return dict(json.loads(subprocess.run(command, check=True, stdout=subprocess.PIPE).stdout))


# --- a made-up ruleset ------------------------------------------------------------------------------------------------


def ruleset(draw: Random) -> list[tuple[str, str]]:
    """The headings of a ruleset with what stands under each, about as long as a real one."""
    parts, each = [("", "{{TOCRight}}\n")], KILOBYTES * 1024 // RULES - _OVERSHOOT
    for section, share in SECTIONS.items():
        parts.append((f"=={section}==", "\n"))
        count = round(RULES * share)
        parts += [
            (f"==={section[:4]} {number} of {draw.choice(WORDS)}===", prose(draw, each)) for number in range(count)
        ]
    return parts


def prose(draw: Random, characters: int) -> str:
    """Paragraphs and lists with links and bold words."""
    lines: list[str] = []
    while sum(map(len, lines)) < characters:
        sentence = " ".join(draw.choices(WORDS, k=draw.randrange(8, 40)))
        bullet = draw.choice(("", "", "* ", "* '''Each''' Castaway: ", "See [[Gamestate|the gamestate]]: "))
        lines.append(f"{bullet}{sentence}.\n")
    return "".join(lines)


def joined(parts: list[tuple[str, str]]) -> str:
    """The page."""
    return "\n".join(f"{heading}\n{text}" for heading, text in parts)


def revisions(count: int) -> Iterator[Observation]:
    """So many revisions, each of which writes a rule's sentence anew, evenly over the years."""
    draw = Random(170)  # noqa: S311
    parts, step = ruleset(draw), timedelta(days=365 * YEARS) / REVISIONS
    for number in range(1, count + 1):
        yield _revision(number, START + step * number, joined(parts))
        place = draw.randrange(1, len(parts))
        heading, text = parts[place]
        lines = text.splitlines(keepends=True)
        lines[draw.randrange(len(lines))] = prose(draw, 1)
        parts[place] = (heading, "".join(lines))


def _revision(number: int, at: datetime, text: str, summary: str = "") -> Observation:
    payload = {"page": "Ruleset", "revision": number, "parent": number - 1, "editor": "Player 001"}
    return Observation(
        "page_revision", f"revision:{number}", {**payload, "summary": summary, "text": text}, at=at, source="wiki"
    )


# --- the steps --------------------------------------------------------------------------------------------------------


def cold() -> dict[str, Any]:
    """Read a page in a process that has read none."""
    from tracker.games.blognomic.ruleset.ruleset_page import read_page

    text = joined(ruleset(Random(1)))  # noqa: S311
    return {"cold": _seconds(lambda: read_page(text)), "kilobytes": len(text) / 1024}


def change() -> dict[str, Any]:
    """Read and fold revisions of one rule each on top of a page that was read; then each with the matter that it enacts."""
    bare = list(revisions(RUNS + 1))
    named, posts = _enacting()
    return {"change": median(_follow(bare, [])), "enacting": median(_follow(named, posts))}


def _follow(seen: list[Observation], before: list[Observation]) -> list[float]:
    """Seconds for each revision but the first: what the game reads out of it, and the fold's step."""
    from tracker.core.fold import Context, NothingSettled, Step
    from tracker.games.registry import game

    played = game(GAME)
    state, context = played.start(), Context({}, NothingSettled())
    spent = []
    for number, observation in enumerate([*before, *seen], start=1):
        begun = time.perf_counter()
        row = ArchivedObservation(number, observation, played.read(observation))
        played.step(state, Step(observation.happened_at, row), context)
        spent.append(time.perf_counter() - begun)
    return spent[len(before) + 1 :]


def _enacting() -> tuple[list[Observation], list[Observation]]:
    """Revisions that each carry out a proposal by name, and the proposals."""
    parts = ruleset(Random(2))  # noqa: S311
    names = [f"Player {number:03}" for number in range(1, PENDING + 2)]
    players = [{"name": name, "status": "player", "admin": True, "emperor": False} for name in names]
    posts = [Observation("roster", "roster", {"players": players}, at=START, source="blog")]
    found = [_revision(1, START + timedelta(hours=1), joined(parts))]
    for number in range(2, PENDING + 2):
        title, text = f"Matter number {number}", prose(Random(number), 400).strip()  # noqa: S311
        parts.insert(40, (f"==={title}===", f"{text}\n"))
        quoted = f"<blockquote>{text.replace(chr(10), '<br />')}</blockquote>"
        body = f"<p>Add a new rule to the Dynastic Rules, entitled “{title}”, with this text:</p>{quoted}"
        at = START + timedelta(hours=2 + number)
        payload = {"slug": f"m{number}", "category": "Proposal", "title": f"Proposal: {title}", "body": body}
        author = {"author": names[number - 1]}
        posts.append(Observation("post", f"m{number}", {**payload, **author}, at=START, source="blog"))
        found.append(_revision(number, at, joined(parts), f'/* Dynastic Rules */ Enacted "{title}"'))
    return found, posts


def append(path: Path, count: int) -> dict[str, Any]:
    """Append a history to a fresh archive, a batch of fifty at a time, as the wiki is read."""
    from tracker.archive.sql import open_archive
    from tracker.core.observation import ObservationBatch
    from tracker.games.registry import game

    archive, played, spent = open_archive(path), game(GAME), 0.0
    batch: list[Observation] = []
    for seen in revisions(count):
        batch.append(seen)
        if len(batch) == 50 or int(seen.payload["revision"]) == count:
            rows = ObservationBatch("wiki", tuple(batch), "", batch[-1].happened_at)
            spent += _seconds(partial(archive.append, rows, played.read))
            batch = []
    archive.close()
    return {"append": spent, "file": path.stat().st_size / 2**20}


def fold(path: Path, count: int) -> dict[str, Any]:
    """Fold the history from the start, settle what is old and keep checkpoints."""
    from tracker.app.asking.folding import fold_archive
    from tracker.archive.sql import open_archive
    from tracker.games.registry import game
    from tracker.mechanics.freezing import frozen

    archive, played = open_archive(path), game(GAME)
    begun = time.perf_counter()
    folded = fold_archive(played, archive, START + timedelta(days=365 * YEARS * count // REVISIONS + 1))
    seconds = time.perf_counter() - begun
    memory = largest_resident_set()
    state = len(frozen(played.state_type, folded.state)) / 1024
    return {"fold": seconds, "memory": memory, "state": state}


def proposal() -> dict[str, Any]:
    """Read proposals as people write them; the first reading warms up."""
    from tracker.games.blognomic.vocabulary import VOCABULARY
    from tracker.mechanics.enacting.reading import read_instructions

    bodies = [_proposal(number) for number in range(2, 12)]
    read_instructions(bodies[0], VOCABULARY)
    # Whatever else the machine does only adds to it.
    return {
        "proposal": max(
            min(_seconds(partial(read_instructions, body, VOCABULARY)) for _ in range(5)) for body in bodies
        )
    }


def _proposal(number: int) -> str:
    """A story first, then a rule to be added, a replacement, a repeal, and a remark."""
    draw = Random(number)  # noqa: S311
    rule, old, new = prose(draw, 900).replace("\n", "<br />"), prose(draw, 60).strip(), prose(draw, 90).strip()
    return (
        f"<p><i>{prose(draw, 600)}</i></p>"
        f"<p>Add a new rule to the ruleset, called “Rule {number}”, with the following text:</p><blockquote>{rule}</blockquote>"
        f"<p>In the rule “Dyna 3”, replace “{old}” with “{new}”.</p>"
        f"<p>Repeal the rule “Dyna {number}”.</p><p>What do you think?</p>"
    )


def _seconds(act: Callable[[], object]) -> float:
    begun = time.perf_counter()
    act()
    return time.perf_counter() - begun


def _run_step(step: str, path: str = "", count: str = "") -> None:
    steps: dict[str, Callable[[], dict[str, Any]]] = {
        "cold": cold,
        "change": change,
        "proposal": proposal,
        "append": lambda: append(Path(path), int(count)),
        "fold": lambda: fold(Path(path), int(count)),
    }
    print(json.dumps(steps[step]()))


if __name__ == "__main__":
    if sys.argv[1:]:
        _run_step(*sys.argv[1:])
    else:
        sys.exit(main())
