"""A wiki as the contract suites see it: our backend, and what other people do on the same wiki meanwhile."""

from abc import ABC, abstractmethod

from tracker.core.ports import PageEdit, Receipt, WikiBackend, WikiPage


class WikiWorld(ABC):
    """One wiki; ``wiki`` is our backend, the other methods are other people's doings."""

    wiki: WikiBackend
    #: Whether edits in different places of a page are mixed by the wiki.
    merges: bool

    @abstractmethod
    def another(self) -> WikiBackend:
        """A second tracker under our own account."""

    @abstractmethod
    def edit(self, title: str, text: str) -> int:
        """A person gives a page a text; the revision that then stands."""

    @abstractmethod
    def delete(self, title: str) -> None:
        """A person deletes a page."""

    @abstractmethod
    def move(self, old: str, new: str) -> None:
        """A person renames a page, leaving a redirect."""

    @abstractmethod
    def later(self) -> None:
        """Let the wiki's clock go on by a second where it keeps one version of a file in each."""

    @abstractmethod
    def upload(self, name: str, content: bytes) -> None:
        """A person uploads a file, over whatever is there."""

    @abstractmethod
    def delete_file(self, name: str) -> None:
        """A person deletes a file with all its versions."""

    @abstractmethod
    def file(self, name: str) -> bytes | None:
        """What a file holds; None where there is none."""

    @abstractmethod
    def text(self, title: str) -> str | None:
        """What stands on a page; None where there is none."""

    def page(self, title: str) -> WikiPage:
        """The page as our backend reads it."""
        return self.wiki.fetch([title])[title]

    def save(self, page: WikiPage, text: str, summary: str = "test") -> Receipt:
        """Save on top of what was read."""
        return self.wiki.save(PageEdit(page.title, text, summary, page.revision))
