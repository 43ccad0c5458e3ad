"""The records that the history of the ruleset page is kept in: revisions, changes of rules, grounds, effects of matters."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Literal

from tracker.mechanics.ruleset.gutted_page import Gutted
from tracker.mechanics.ruleset.ruleset_passages import PassageShown

from .ruleset_page import PREAMBLE

STATUS = "special_case."
"""How the setting of a Special Case rule's status begins."""

ChangeKind = Literal["new", "changed", "gone", "renamed", "moved", "marker"]
GroundKind = Literal["matter", "address", "marker", "action", "restored", "pronouns", "own", "value"]


@dataclass(slots=True)
class Ground:
    """What may have caused a change: a matter, the Ascension Address, a player's action, an earlier text, values.

    Values are those of the dynasty that stand in the text; ``how`` is "ours" where the tracker wrote them.
    ``subject`` is a slug, a player's key, or the revision that is taken back; ``title`` and ``url`` how it is shown.
    ``state`` is what a matter had become when it left the live state; ``is_met`` whether an action is borne out, whether
    who carried out a matter known by its words alone was an admin, whether values stood until something explained them, and
    whether nothing that was taken back had a ground.
    """

    kind: GroundKind
    subject: str = ""
    title: str = ""
    url: str = ""
    how: str = ""
    state: str = ""
    is_met: bool = True


@dataclass(slots=True)
class RuleChange:
    """What a revision did to one rule; ``was`` and ``now`` are hashes of its text, empty where there is none.

    ``rule`` is the id of the rule's history, ``key`` its key on the page since then, ``text`` an excerpt of the difference.
    """

    rule: str
    key: str
    path: tuple[str, ...]
    kind: ChangeKind
    was: str
    now: str
    text: str
    grounds: list[Ground] = field(default_factory=list)
    is_extra: bool = False
    """Whether it is what an edit did to a rule beyond what a matter's instructions say."""
    was_key: str = ""
    """The key of a rule that was renamed or moved, before it was."""

    @property
    def aspect(self) -> str:
        """What of the rule changed: its title and section, its status, or its text."""
        return {"renamed": "title", "moved": "title", "marker": "status"}.get(self.kind, "text")

    def brings_back(self, earlier: RuleChange) -> bool:
        """Whether the rule has the title or text again that it had before an earlier change of the same."""
        return self.key == earlier.was_key if self.aspect == "title" else self.now == earlier.was

    @property
    def place(self) -> str:
        """Where the rule stands, as people write it."""
        return shown_place(self.path)


@dataclass(slots=True)
class Edit:
    """One revision of the ruleset page that changed a rule.

    ``is_judged`` is False for what was written before anything of the blog was known.
    """

    revision: int
    at: datetime
    editor: str
    summary: str
    row: str
    changes: list[RuleChange]
    is_judged: bool = True


@dataclass(slots=True)
class Followed:
    """One rule through all its revisions: its key now, whether it stands on the page no more, and its newest change."""

    id: str
    key: str
    path: tuple[str, ...]
    newest: int
    changed_at: datetime
    is_gone: bool = False


@dataclass(frozen=True, slots=True)
class Piece:
    """One effect of a matter on a passage: the hash that it should get, and words that stand there then, or no more."""

    key: str
    path: tuple[str, ...]
    text: str
    hash: str
    added: tuple[str, ...] = ()
    removed: tuple[str, ...] = ()

    def stands(self, passage: PassageShown | None) -> bool:
        """Whether the passage reads so; None where the page has no such passage."""
        hash = passage.hash if passage else ""
        if hash == self.hash:
            return True
        if passage is None or not hash or not (self.added or self.removed) or not self.hash:
            return False
        if self.added:
            return all(words in passage.words for words in self.added)
        return not any(words in passage.words for words in self.removed)


@dataclass(slots=True)
class Effect:
    """What a matter has brought about on the page, and what of it is missing there."""

    slug: str
    title: str
    revision: int
    at: datetime
    missing: list[Piece] = field(default_factory=list)
    is_read: bool = True
    """Whether its instructions could be read, so that what is missing is known."""


@dataclass(frozen=True, slots=True)
class Rise:
    """A player's cell that shows an action was taken."""

    player: str
    at: datetime


@dataclass(frozen=True, slots=True)
class Withheld:
    """A number, or a Special Case rule's status, that the page tells since a revision and that does not hold yet."""

    value: Any
    revision: int
    at: datetime
    row: str


@dataclass(slots=True)
class Following:
    """The history of the ruleset page as far as it is live; what is older is settled."""

    page: str = ""
    """The wikitext of the newest sound revision: what the next one is compared with."""
    rules: dict[str, Followed] = field(default_factory=dict)
    edits: dict[str, Edit] = field(default_factory=dict)
    """By revision number, oldest first."""
    effects: dict[str, Effect] = field(default_factory=dict)
    rises: list[Rise] = field(default_factory=list)
    withheld: dict[str, Withheld] = field(default_factory=dict)
    """Parameter, or the setting of a status (``special_case.Tags``) -> what the page tells of it without a known ground."""
    gutted: Gutted | None = None
    months: list[str] = field(default_factory=list)
    """The months (``2019-10``) whose pages keep settled changes."""
    settled_to: datetime | None = None

    def take_told(self, name: str, told: Withheld, held: Any) -> None:
        """Withhold what the page tells where another value holds; where they agree nothing is withheld any more."""
        known = self.withheld.pop(name, None)
        if told.value != held:
            self.withheld[name] = known if known is not None and known.value == told.value else told


def shown_place(path: Sequence[str]) -> str:
    """A passage's path as people write it."""
    titles = [title.removeprefix(";") for title in path if title != PREAMBLE]
    return " › ".join(titles)
