"""A tracker that may write a ruleset page, with its wiki and people, as the tests of enacting play it."""

from __future__ import annotations

import copyreg
import shutil
from copy import deepcopy
from dataclasses import dataclass, field
from pathlib import Path
from types import MappingProxyType
from typing import Any

from tests.app.wiring import Record, SetClock, ToldSource, post, roster, vote, wired
from tracker.app.asking.inquiry import gamestate_at
from tracker.app.enacting.enactment_book import Book, book_of
from tracker.app.tick.tick import tick
from tracker.app.tick.tick_report import TickReport
from tracker.app.wired import Wired
from tracker.archive.memory import MemoryArchive
from tracker.core.ports import PageEdit
from tracker.mechanics.enacting.enactment import Enactment
from tracker.sources.wiki_pages import WikiPagesSource
from tracker.wiki.directory import DirectoryWiki

RULESET = """{{TOCRight}}
= Core Rules =
== Votes ==
Votes are counted after 48 hours.

= Dynastic Rules =
== Boats ==
Each Castaway has a boat of 3 planks.

=== Oars ===
Oars are made of wood.

= Special Case =
== Tags [Active] ==
A tag is a tag.

= Appendix =
== Keywords ==
;Player: somebody who plays."""
ADD = "<p>Add a new rule called “Dry Socks” with the following text:</p><blockquote><p>Socks are dry.</p></blockquote>"
REPLACE = "<p>In “Boats”, replace “3 planks” with “5 planks”.</p>"
ADD_ALSO = ADD.replace("Dry Socks", "Wet Socks").replace("are dry", "are wet")
RULESET_170 = (Path(__file__).parent.parent / "games/blognomic/ruleset170.wikitext").read_text(encoding="utf-8").strip()
PEOPLE = "[identities]\nAda = wiki:Ada_on_wiki\nBo = wiki:Bo\nWes = wiki:Wes\n"
APPLY = "[publish]\npermission = apply\n"
REQUESTS, AUTHORITY = "Tracker/Requests", "Tracker/Authority"
NOON_NEXT_DAY = 24 * 60
"""In minutes: the day after the proposal was made, when it may be enacted."""
ENACTED = RULESET.replace("= Special Case", "== Dry Socks ==\nSocks are dry.\n\n= Special Case")

# What is observed holds such, which deepcopy does not know.
copyreg.pickle(MappingProxyType, lambda proxy: (MappingProxyType, (dict(proxy),)))


def config(mode: str = "draft", **more: str) -> str:
    options = {"mode": mode, "authority_page": AUTHORITY, **more}
    lines = "\n".join(f"{name} = {value}" for name, value in options.items())
    return f"{APPLY}\n{PEOPLE}\n[requests]\npage = {REQUESTS}\n[enact]\n{lines}\n"


def socks(**more: Any) -> list[Record]:
    """A proposal that is popular and may be enacted from 22:00 on."""
    return [
        roster(),
        post("dry_socks", "Bo", "2019-10-01T10:00:00Z", body=ADD, url="https://blog.example/dry_socks", **more),
        vote("for", "Ada", "dry_socks", "2019-10-01T10:30:00Z"),
        vote("for", "Cy", "dry_socks", "2019-10-01T11:00:00Z"),
        vote("against", "Di", "dry_socks", "2019-10-01T11:30:00Z"),
    ]


@dataclass
class World:
    """A tracker with a wiki whose ruleset people own, and what happens to both."""

    folder: Path
    text: str = config()
    clock: SetClock = field(default_factory=SetClock)
    archive: MemoryArchive = field(default_factory=MemoryArchive)
    blog: ToldSource = field(default_factory=ToldSource)
    base: str = RULESET

    def __post_init__(self) -> None:
        self.wiki = DirectoryWiki(self.folder / "wiki", self.clock, "Tracker")
        self.edit("Ruleset", self.base)

    def copied(self, folder: Path) -> World:
        """The same world in another folder, where it goes its own way."""
        shutil.copytree(self.folder, folder, dirs_exist_ok=True)
        other = deepcopy(self)
        other.folder = folder
        other.wiki = DirectoryWiki(folder / "wiki", other.clock, "Tracker")
        return other

    def edit(self, title: str, text: str, by: str = "Cy", summary: str = "") -> int:
        """What a person does on the wiki."""
        base = self.wiki.revision_ids([title])[title]
        people = DirectoryWiki(self.folder / "wiki", self.clock, by)
        return people.save(PageEdit(title, text, summary, base)).revision

    def tracker(self, wiki: Any = None, owner: str = "this test") -> Wired:
        """The tracker as a process of its own sees everything."""
        made = wired(self.folder, self.text, clock=self.clock, archive=self.archive, wiki=wiki or self.wiki)
        sources: tuple[Any, ...] = (self.blog, WikiPagesSource("wiki", made.look, ["Ruleset"]))
        if asked := made.settings.heard_pages:
            sources += (WikiPagesSource("requests", made.look, asked, full_history=True),)
        return Wired(
            **{**{name: getattr(made, name) for name in made.__dataclass_fields__}, "sources": sources, "owner": owner}
        )

    def tell(self, *records: Record) -> None:
        self.blog.unseen += records

    def tick(self, minutes: float = 0) -> TickReport:
        self.clock.pass_minutes(minutes)
        return tick(self.tracker())

    def make_pages(self) -> None:
        from tracker.app.people import by_hand

        plan = by_hand.plan_creation_now(self.tracker())
        by_hand.apply_now(self.tracker(), plan, plan.checksum)

    def ruleset(self) -> str:
        return self.wiki.fetch(["Ruleset"])["Ruleset"].text

    def page(self, title: str) -> str:
        return self.wiki.fetch([title])[title].text

    def book(self) -> Book:
        found = book_of(self.tracker(), gamestate_at(self.tracker()))
        assert found is not None
        return found

    def enacted(self, slug: str = "dry_socks") -> Enactment:
        return self.book().enactments[slug]


class Interrupted(Exception):  # noqa: N818
    """The process ends here."""


def ask(world: World, line: str, by: str) -> TickReport:
    world.edit(REQUESTS, f"{world.page(REQUESTS)}\n{line}", by=by)
    return world.tick(1)


def answer(world: World, line: str) -> str:
    lines = world.page(REQUESTS).split("\n")
    return lines[lines.index(line) + 1]
