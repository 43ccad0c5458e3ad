"""Pictures: the form of each that the wiki takes, under which title it stands there, and what is told where it takes none."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from tracker.app.wired import Wired
from tracker.core.gamestate import Finding
from tracker.core.observation import OPERATOR
from tracker.core.ports import WikiPicture

NOT_TAKEN = "PICTURE_NOT_TAKEN"
"""The code of the finding that a picture is done without."""


@dataclass(frozen=True, slots=True)
class Shown:
    """The titles of all pages by key, of the pictures those alone that are shown, and what the wiki has under these.

    ``refusals`` say of the other pictures, by the titles that the config gives them, why the wiki takes none of their forms.
    """

    titles: Mapping[str, str]
    there: Mapping[str, WikiPicture] = field(default_factory=dict)
    refusals: Mapping[str, str] = field(default_factory=dict)

    @property
    def findings(self) -> tuple[Finding, ...]:
        """One for each picture that is done without."""
        return tuple(
            Finding(NOT_TAKEN, "", f"{why}: the pages do without {title!r}", subject=title, audience=OPERATOR)
            for title, why in self.refusals.items()
        )


def shown(wired: Wired, names: Mapping[str, str]) -> Shown:
    """Which pictures are shown in which form, as the wiki says at present; one request, none where there are no pictures.

    ``names`` are the titles of all pages by key, those of pictures as the config would have them. The form that such a title
    has is preferred, then come the game's own. Raises WikiError.
    """
    wanted = {key: _forms(names[key], forms) for key, forms in wired.game.picture_pages.items() if key in names}
    if not wanted:
        return Shown(names)
    told = wired.wiki.pictures([title for forms in wanted.values() for title in forms])
    taken = {key: next((title for title in forms if not told[title].refusal), "") for key, forms in wanted.items()}
    refusals = {wanted[key][0]: told[wanted[key][0]].refusal for key, title in taken.items() if not title}
    left = {key: title for key, title in names.items() if key not in wanted}
    found = {key: title for key, title in taken.items() if title}
    return Shown(left | found, {title: told[title] for title in found.values()}, refusals)


def _forms(title: str, endings: Sequence[str]) -> list[str]:
    """A picture's title with each ending that it can have, its own first."""
    stem = title.rpartition(".")[0]
    return list(dict.fromkeys([title, *(f"{stem}.{ending}" for ending in endings)]))
