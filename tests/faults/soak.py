"""A soak: days of ticks with random faults and people who edit, compared with a tracker that saw the same news in peace."""

from __future__ import annotations

import argparse
import random
import re
import sys
import tempfile
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import timedelta
from pathlib import Path
from typing import Any

from tests.app.wiring import APPLY, NAMES, START, Record, SetClock, ToldSource, post, roster, vote, wired
from tests.dice_keys import KnownKey
from tests.planning import ListOutbox
from tracker.app.dice.dice import KeyedDice
from tracker.app.people import by_hand
from tracker.app.publish.pages import titles
from tracker.app.tick.tick import tick
from tracker.app.tick.tick_report import TickReport
from tracker.app.wired import Wired
from tracker.bootstrap import open_archive
from tracker.core.instants import iso
from tracker.core.observation import ObservationBatch
from tracker.core.ports import Known, PageEdit, Progress, Receipt, WikiBackend
from tracker.errors import (
    BlockedError,
    EditConflictError,
    LostAnswerError,
    SourceUnreachableError,
    TrackerError,
    WikiBusyError,
    WikiError,
)
from tracker.wiki.directory import DirectoryWiki

MINUTES = 10
TICKS = 30 * 24 * 60 // MINUTES
CONFIG = f"{APPLY}stop_after_failures = 1000\n[notices]\nwebhook_env = HOOK\ndigest = never\n"
HOOK = {"HOOK": "http://127.0.0.1:9/unused"}


class CutError(BaseException):
    """The process ends here, as by SIGKILL: nothing that catches errors catches it."""


# --- the news ---------------------------------------------------------------------------------------------------------


def news_of(seed: int, ticks: int, density: float = 1) -> Mapping[int, list[Record]]:
    """What happens in a game, by the number of the tick that sees it first; one tick in eight has news by default."""
    chance, told, slugs = random.Random(seed), {0: [roster()]}, ["opening"]
    told[0].append(_post("opening", "Bo", 0))
    for number in range(1, ticks):
        what = chance.random() / density
        if what < 0.02 and len(slugs) < 12 + number // 200:
            slugs.append(f"matter_{number}")
            told[number] = [_post(slugs[-1], chance.choice(NAMES), number)]
        elif what < 0.12:
            slug, name, icon = (
                chance.choice(slugs[-4:]),
                chance.choice(NAMES),
                chance.choice(["for", "against", "imperial"]),
            )
            told[number] = [vote(icon, name, slug, _instant(number), id=f"{name}-{slug}-{number}")]
        elif what < 0.125 and len(slugs) > 4:
            status = {"kind": "post_status", "id": f"status:{slugs[0]}", "slug": slugs.pop(0), "status": "Failed"}
            told[number] = [{**status, "by": "Ada", "at": _instant(number)}]
    return told


def _post(slug: str, author: str, number: int) -> Record:
    return post(slug, author, _instant(number))


def _instant(number: int) -> str:
    return iso(START + timedelta(minutes=MINUTES * number))


# --- what goes wrong --------------------------------------------------------------------------------------------------


@dataclass
class Trouble:
    """What goes wrong at this tick: chosen before it, counted where it strikes."""

    chance: random.Random
    rate: float
    kind: str = ""
    cut_at: int = 0
    struck: Counter[str] = field(default_factory=Counter)

    KINDS = ("source", "busy", "blocked", "lost, done", "lost, not done", "conflict", "unreadable", "cut", "refused")

    def choose(self) -> None:
        """Let something go wrong at the next tick, or nothing."""
        self.kind = self.chance.choice(self.KINDS) if self.chance.random() < self.rate else ""
        self.cut_at = self.chance.randrange(1, 40)

    def end(self) -> None:
        """Nothing goes wrong any more."""
        self.rate, self.kind = 0, ""

    def strikes(self, kind: str) -> bool:
        """Whether this is what goes wrong; each act has an even chance to be met."""
        if self.kind != kind or self.chance.random() < 0.5:
            return False
        self.struck[kind] += 1
        return True

    def step(self, _name: str) -> None:
        """End the process at the step chosen."""
        self.cut_at -= 1
        if self.kind == "cut" and self.cut_at == 0:
            self.struck["cut"] += 1
            raise CutError


@dataclass
class TroubledSource(ToldSource):
    """A source that tells again what was not archived, as a blog does."""

    trouble: Trouble | None = None

    def observe(self, known: Known, now: Any, progress: Progress) -> Iterator[ObservationBatch]:
        news = list(self.unseen)
        if self.trouble and self.trouble.strikes("source"):
            self.unseen = news[: len(news) // 2]
            yield from super().observe(known, now, progress)
            self.unseen = news
            raise SourceUnreachableError("no answer", place=self.name, remedy="try later")
        try:
            yield from super().observe(known, now, progress)
        except GeneratorExit:
            self.unseen = news
            raise


@dataclass
class TroubledWiki:
    """A wiki that fails as it is told."""

    wiki: WikiBackend
    trouble: Trouble

    def __getattr__(self, name: str) -> Any:
        return getattr(self.wiki, name)

    def fetch(self, asked: Sequence[str]) -> Any:
        if self.trouble.strikes("unreadable"):
            raise WikiError("the answer is not the API's", code="noapi", place="wiki")
        return self.wiki.fetch(asked)

    def save(self, edit: PageEdit) -> Receipt:
        """Save, or fail before or after."""
        failures: dict[str, Callable[[], TrackerError]] = {
            "busy": lambda: WikiBusyError("readonly", code="readonly", place=edit.title),
            "blocked": lambda: BlockedError("blocked", code="blocked", place=edit.title),
            "lost, not done": lambda: LostAnswerError("504", place=edit.title),
            "conflict": lambda: EditConflictError("moved on", code="editconflict", place=edit.title),
            "refused": lambda: WikiError("Hit AbuseFilter", code="abusefilter-disallowed", place=edit.title),
        }
        for kind, made in failures.items():
            if self.trouble.strikes(kind):
                raise made()
        receipt = self.wiki.save(edit)
        if self.trouble.strikes("lost, done"):
            raise LostAnswerError("504", place=edit.title)
        return receipt


_EMPTY = re.compile(r"<!-- tracker:begin [^>]*-->\s*<!-- tracker:end")


@dataclass
class People:
    """Who edits our pages: lines around the regions that stay, and vandals whom others put right.

    Nobody spoils what is still empty: whoever put that right would undo our first edit.
    """

    chance: random.Random
    edit: Callable[[str, str], object]
    text: Callable[[str], str]
    pages: Sequence[str]
    lines: dict[str, list[str]] = field(default_factory=dict)
    spoilt: dict[str, str] = field(default_factory=dict)

    def act(self, number: int) -> None:
        """Do something to a page, now and then."""
        if self.spoilt and self.chance.random() < 0.2:
            self.put_right()
        what, title = self.chance.random(), self.chance.choice(self.pages)
        if title in self.spoilt:
            return
        if what < 0.01:
            self._add_line(title, f"Line {number} of somebody's own.")
        elif what < 0.02 and not _EMPTY.search(self.text(title)):
            self.spoilt[title] = text = self.text(title)
            self.edit(
                title,
                self.chance.choice(["", text.replace("<!-- tracker:end", "<!-- x"), f"{text[:-90]}!{text[-90:]}"]),
            )

    def _add_line(self, title: str, line: str) -> None:
        self.lines.setdefault(title, []).append(line)
        self.edit(title, f"{line}\n{self.text(title)}")

    def put_right(self) -> None:
        """Undo what the vandals did."""
        while self.spoilt:
            title, text = self.spoilt.popitem()
            self.edit(title, text)

    def own(self, title: str) -> str:
        """What people wrote above our text."""
        return "".join(f"{line}\n" for line in reversed(self.lines.get(title, [])))


# --- the soak ---------------------------------------------------------------------------------------------------------


@dataclass
class Soaked:
    """One tracker on the fakes with the news so far."""

    tracker: Wired
    clock: SetClock
    source: TroubledSource
    outbox: ListOutbox = field(default_factory=ListOutbox)

    @classmethod
    def made(cls, folder: Path, trouble: Trouble | None, *, on_disk: bool) -> Soaked:
        """A tracker that has made its pages: with the archive in memory or in a file."""
        folder.mkdir()
        clock, source = SetClock(), TroubledSource(trouble=trouble)
        made = wired(folder, CONFIG, clock=clock, sources=[source], environment=HOOK)
        archive: Any = open_archive(made.settings) if on_disk else made.archive
        # Both trackers have one key, so that their dice are the same.
        dice = KeyedDice(KnownKey(), archive, clock)
        made = replace(made, archive=archive, ledger=archive.ledger(), dice=dice)
        self = cls(made, clock, source)
        plan = by_hand.plan_creation_now(made)
        by_hand.apply_now(made, plan, plan.checksum)
        wiki = TroubledWiki(made.wiki, trouble) if trouble else made.wiki
        step = trouble.step if trouble else made.step
        self.tracker = replace(made, wiki=wiki, step=step, outbox=self.outbox)
        return self

    def look(self, minutes: float, news: Sequence[Record]) -> TickReport | None:
        """Tick after some minutes; None where the process was cut."""
        self.clock.pass_minutes(minutes)
        before = [*self.source.unseen, *news]
        self.source.unseen = list(before)
        seq = self.tracker.archive.last_seq()
        try:
            return tick(self.tracker)
        except CutError:
            if self.tracker.archive.last_seq() == seq:
                self.source.unseen = before
            return None

    @property
    def folder(self) -> DirectoryWiki:
        wiki = self.tracker.wiki
        found = wiki.wiki if isinstance(wiki, TroubledWiki) else wiki
        assert isinstance(found, DirectoryWiki)
        return found

    def pages(self) -> dict[str, str]:
        """The text of every page."""
        kept = [title for title in titles(self.tracker).values() if "{" not in title]
        return {title: page.text for title, page in self.folder.fetch(kept).items()}

    def rows(self) -> list[tuple[str, str]]:
        """What is archived, in no order: what came late has another number."""
        return sorted((row.id, row.digest) for row in self.tracker.archive.rows())


@dataclass(frozen=True)
class Outcome:
    """What a soak found: faults that struck, differences, and how the memory went (bytes after each tenth)."""

    struck: Mapping[str, int]
    outcomes: Mapping[str, int]
    differences: list[str]
    memory: list[int]


def resident() -> int:
    """The memory of this process, in bytes."""
    return int(Path("/proc/self/statm").read_text().split()[1]) * 4096


def soak(
    folder: Path,
    seed: int,
    ticks: int = TICKS,
    trouble: Trouble | None = None,
    *,
    density: float = 1,
    on_disk: bool = False,
) -> Outcome:
    """Let a tracker tick through trouble, another one in peace, and compare what both leave."""
    trouble = trouble or Trouble(random.Random(seed + 1), 0.6)
    struck, clean = (
        Soaked.made(folder / name, each, on_disk=on_disk) for name, each in (("struck", trouble), ("clean", None))
    )
    people = People(
        random.Random(seed + 2),
        lambda title, text: struck.folder.edit_as("Ada", title, text),
        lambda title: struck.folder.fetch([title])[title].text,
        sorted(title for title, text in struck.pages().items() if text),
    )
    news, ends, memory = news_of(seed, ticks, density), Counter[str](), []
    for number in range(ticks):
        told = news.get(number, [])
        trouble.choose()
        people.act(number)
        report = struck.look(MINUTES, told)
        ends[report.outcome if report else "cut"] += 1
        clean.look(MINUTES, told)
        if number % max(1, ticks // 10) == 0:
            memory.append(resident())
    trouble.end()
    people.put_right()
    for _ in range(3):
        struck.look(MINUTES, [])
        clean.look(MINUTES, [])
    return Outcome(trouble.struck, ends, list(_differences(struck, clean, people)), memory)


def _differences(struck: Soaked, clean: Soaked, people: People) -> Iterator[str]:
    found, wanted = struck.pages(), clean.pages()
    for title, text in wanted.items():
        if found[title] != people.own(title) + text:
            yield f"{title} differs"
    if struck.rows() != clean.rows():
        yield "the archives differ"
    if struck.tracker.ledger.open_intents():
        yield "an act has no end"
    keys = [message.key for message in struck.outbox.sent]
    if len(keys) != len(set(keys)):
        yield "a notice was sent twice"
    # At the same instant: later something may fall due by itself.
    last = struck.look(0, [])
    if last is None or last.outcome not in {"idle", "in step"}:
        yield f"it does not come to rest: {last.words if last else 'cut'}"


def is_flat(memory: Sequence[int], allowed: int = 30_000_000) -> bool:
    """Whether the memory did not grow from the second tenth on by more than that many bytes."""
    return memory[-1] - memory[1] < allowed


def main() -> int:
    """Soak for 30 days; the exit code is 1 where anything differs."""
    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument("--seed", type=int, default=random.SystemRandom().randrange(10**6))
    parser.add_argument("--ticks", type=int, default=TICKS)
    chosen = parser.parse_args()
    print(f"seed {chosen.seed}, {chosen.ticks} ticks", flush=True)
    with tempfile.TemporaryDirectory() as folder:
        found = soak(Path(folder), chosen.seed, chosen.ticks, on_disk=True)
    print("struck: " + ", ".join(f"{kind} {count}" for kind, count in sorted(found.struck.items())))
    print("ticks: " + ", ".join(f"{word} {count}" for word, count in sorted(found.outcomes.items())))
    print("memory (MB): " + " ".join(str(size // 1_000_000) for size in found.memory))
    faults = [*found.differences, *([] if is_flat(found.memory) else ["the memory grows"])]
    print("\n".join(faults) or "the pages are those of the run without faults")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
