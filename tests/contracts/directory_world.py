"""A folder of pages as the contract suites see it."""

from pathlib import Path

from tests.contracts.wiki_world import WikiWorld
from tests.planning import StepClock
from tracker.wiki.directory import DirectoryWiki


class DirectoryWorld(WikiWorld):
    """A folder, and people who edit it through the same class."""

    merges = False

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.wiki: DirectoryWiki = self.another()

    def another(self) -> DirectoryWiki:
        return DirectoryWiki(self.folder, StepClock(), "Botty")

    def edit(self, title: str, text: str) -> int:
        return self.wiki.edit_as("Ada", title, text)

    def delete(self, title: str) -> None:
        self.wiki.delete(title)

    def move(self, old: str, new: str) -> None:
        self.wiki.move_as("Ada", old, new)

    def text(self, title: str) -> str | None:
        page = self.another().fetch([title])[title]
        return page.text if page.exists else None
