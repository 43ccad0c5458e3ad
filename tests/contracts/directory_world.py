"""A folder of pages as the contract suites see it."""

from pathlib import Path

from tests.contracts.wiki_world import WikiWorld
from tests.planning import StepClock
from tracker.wiki.directory import DirectoryWiki
from tracker.wiki.titles import file_name, normal_title


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

    def later(self) -> None:
        """A folder keeps any number of versions in a second."""

    def upload(self, name: str, content: bytes) -> None:
        file = self._file(name)
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(content)

    def delete_file(self, name: str) -> None:
        self._file(name).unlink()
        self.delete(f"File:{name}")

    def file(self, name: str) -> bytes | None:
        return self._file(name).read_bytes() if self._file(name).exists() else None

    def _file(self, name: str) -> Path:
        return self.folder / "files" / file_name(normal_title(name))

    def text(self, title: str) -> str | None:
        page = self.another().fetch([title])[title]
        return page.text if page.exists else None
