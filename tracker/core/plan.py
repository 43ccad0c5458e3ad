"""The plan: what we want to do to the wiki, as a value that can be read, counted, stored, approved and carried out."""

from __future__ import annotations

import hashlib
from base64 import b64encode
from collections import Counter
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from functools import cached_property
from typing import Any

from tracker.core.change import (
    AnswerLine,
    Change,
    CreatePage,
    RegionReplace,
    change_record,
)
from tracker.core.gamestate import Finding
from tracker.core.observation import canonical_json
from tracker.core.ports import PageEdit, Upload
from tracker.core.region import find_regions

PLAN_SCHEMA = 1
"""Version of the stored plan's shape."""
ANSWER = "answer:"
"""What the ledger's name of an answer begins with; no region's name can."""
NOW = "#now"
"""What stands in the id of a line that says what holds now, between the id of the line that was answered and a number."""
BEFORE = "before:"
"""What the ledger's name of the texts begins with that stood in a region before edits of ours (their digests)."""
NOTE = "note:"
"""What the ledger's name of something begins with that is remembered of an edit and stands on no page."""


def digest_of(text: str | bytes) -> str:
    """SHA-256 of a text (as UTF-8) or of bytes, in hexadecimal."""
    return hashlib.sha256(text.encode() if isinstance(text, str) else text).hexdigest()


def mark_of(text: str) -> str:
    """The short digest by which the ledger knows a text that stood in a region before an edit of ours."""
    return digest_of(text)[:16]


@dataclass(frozen=True, slots=True)
class PageChange:
    """Everything that is to happen to one page, as one edit on top of ``base_revision`` (None: the page is new).

    ``notes`` is what the ledger shall remember of the edit beside the texts: names that begin with ``note:`` -> text.
    """

    title: str
    base_revision: int | None
    before: str
    after: str
    summary: str
    changes: tuple[Change, ...]
    notes: Mapping[str, str] = field(default_factory=dict)

    @property
    def is_creation(self) -> bool:
        """Whether the page is made by this."""
        return self.base_revision is None

    @property
    def edit(self) -> PageEdit:
        """What the wiki is asked to do."""
        return PageEdit(self.title, self.after, self.summary, self.base_revision)

    @property
    def written(self) -> dict[str, str]:
        """What the ledger remembers of it: region -> text, ``answer:ID`` -> answer, and the notes."""
        regions = {change.region: change.after for change in self.changes if isinstance(change, RegionReplace)}
        if any(isinstance(change, CreatePage) for change in self.changes):
            regions = {name: region.text for name, region in find_regions(self.after, self.title).items()}
        answers = {answer_key(change): change.answer for change in self.changes if isinstance(change, AnswerLine)}
        return {**regions, **answers, **self.notes}

    def record(self) -> dict[str, Any]:
        """As plain JSON values."""
        return {
            "title": self.title,
            "base_revision": self.base_revision,
            "before": self.before,
            "after": self.after,
            "summary": self.summary,
            "changes": [change_record(change) for change in self.changes],
            **({"notes": dict(self.notes)} if self.notes else {}),
        }


def answer_key(answer: AnswerLine) -> str:
    """The name under which the ledger keeps an answer among a page's regions."""
    return f"{ANSWER}{answer.line_id}"


@dataclass(frozen=True, slots=True)
class HeldChange:
    """A change that waits for an admin who approves its checksum, with the reasons in numbers (law 13).

    ``loss`` is the digest of what would go: what else the page will say by then needs nobody's approval.
    """

    change: PageChange
    reasons: tuple[str, ...]
    loss: str = ""

    @property
    def checksum(self) -> str:
        """What ``approve`` must be given: it lets go exactly this from exactly this revision (law 12)."""
        return digest_of(canonical_json([self.change.title, self.change.base_revision, self.loss]))


@dataclass(frozen=True, slots=True)
class Agreement:
    """A page on which regions say already what we want though the ledger does not know it: noted, never written."""

    title: str
    revision: int
    written: Mapping[str, str]


@dataclass(frozen=True)
class Plan:
    """What is to be done, sorted by title, and what is not: held changes, findings, and why all of it may have to wait.

    ``switched_off`` says who stopped the bot; ``too_large`` gives the numbers where more pages are touched than
    allowed, which an admin may approve by the plan's checksum. ``switches`` has the revision of each switch-off page as
    seen.
    """

    pages: tuple[PageChange, ...] = ()
    uploads: tuple[Upload, ...] = ()
    held: tuple[HeldChange, ...] = ()
    findings: tuple[Finding, ...] = ()
    agreements: tuple[Agreement, ...] = ()
    too_large: str = ""
    switched_off: str = ""
    switches: Mapping[str, int | None] = field(default_factory=dict)

    @property
    def is_empty(self) -> bool:
        """Whether there is nothing to be done outside; held changes and findings may still be there to be shown."""
        return not (self.pages or self.uploads)

    @cached_property
    def checksum(self) -> str:
        """SHA-256 of all that would be done, base revisions included (law 12)."""
        return digest_of(canonical_json(self._acts()))

    def _acts(self) -> dict[str, Any]:
        return {
            "schema": PLAN_SCHEMA,
            "pages": [change.record() for change in self.pages],
            "uploads": [_upload_record(upload) for upload in self.uploads],
        }

    @property
    def counts(self) -> dict[str, int]:
        """How many changes there are of each kind, pages and held pages apart."""
        kinds = Counter(type(change).__name__ for page in self.pages for change in page.changes)
        others = {"Upload": len(self.uploads), "held": len(self.held)}
        return {
            name: number for name, number in sorted({**kinds, **others, "pages": len(self.pages)}.items()) if number
        }

    @property
    def summary(self) -> str:
        """One line: the numbers and the beginning of the checksum."""
        if self.is_empty and not self.held:
            return "nothing to do"
        numbers = ", ".join(f"{name} {number}" for name, number in self.counts.items())
        return f"{numbers} (checksum {self.checksum[:12]})"

    def record(self) -> dict[str, Any]:
        """The whole plan as plain JSON values, its checksum among them."""
        return {
            **self._acts(),
            "checksum": self.checksum,
            "held": [
                {"change": held.change.record(), "reasons": list(held.reasons), "loss": held.loss} for held in self.held
            ],
            "findings": [_finding_record(finding) for finding in self.findings],
            "agreements": [asdict(agreement) for agreement in self.agreements],
            "too_large": self.too_large,
            "switched_off": self.switched_off,
            "switches": dict(self.switches),
        }


def _finding_record(finding: Finding) -> dict[str, Any]:
    return {**finding.record(), "subject": finding.subject, "audience": finding.audience}


def _upload_record(upload: Upload) -> dict[str, Any]:
    return {**asdict(upload), "content": b64encode(upload.content).decode("ascii")}


# --- what people read -------------------------------------------------------------------------------------------------

_INVISIBLE = [*range(0x20), *range(0x7F, 0xA0), 0x61C, *range(0x200B, 0x2010), *range(0x2028, 0x202F)]
_SHOWN = {code: f"⟨U+{code:04X}⟩" for code in [*_INVISIBLE, *range(0x2066, 0x206A), 0xFEFF] if code != 0x09}


def shown(line: str) -> str:
    """A line as a terminal may print it: control characters, invisible and direction marks are spelt out."""
    return line.translate(_SHOWN)


def diff_lines(change: PageChange, context: int = 3) -> list[str]:
    """The unified diff of a page, as lines without line ends; a held change is shown in the same way."""
    import difflib

    revision = "no such page" if change.is_creation else f"revision {change.base_revision}"
    before, after = change.before.split("\n"), change.after.split("\n")
    names = (f"{change.title} ({revision})", f"{change.title} (planned)")
    lines = difflib.unified_diff(before if change.before else [], after, *names, n=context, lineterm="")
    return [shown(line) for line in lines]
