"""People of a chat by the names they bear: in place of their accounts' ids, in mentions and in sentences."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from typing import Protocol

from tracker.core.snowflakes import told_by_id
from tracker.mechanics.chat_text import looks, without_invisible

_MENTION = re.compile(
    r"<@!?(?P<mentioned>[0-9A-Za-z_][\w.-]{0,39})>|<a?(?P<sign>:\w{1,50}:)[0-9]{1,25}>|(?<![\w<@#&:/])(?P<id>[0-9]{15,20})(?!\w)"
)
"""A mention of a person, a picture of the server's own, and the bare id of an account."""
_NAMING = re.compile(r"<|[0-9]{15}")
"""Without which a text names nobody and no message."""
_CITED = re.compile(r"\b(?P<what>message|proposal) (?P<id>[0-9]{15,20})(?!\w)")
"""A message that a sentence names by its id."""


class Named(Protocol):
    """Who shows which name."""

    names: dict[str, str]


class People:
    """The names by which people are shown: a name that looks like somebody else's stands with the account's id behind it."""

    def __init__(self, log: Named, identities: Mapping[str, str], others: Iterable[str] = ()) -> None:
        """``identities`` maps accounts (case-folded) to people, ``others`` are people who may have no name but their id."""
        self._identities = identities
        named = {id: name.replace("<@", "@") for id, name in log.names.items() if name.strip()}
        known = {**{id: id for id in others}, **named}
        alike = Counter(map(_look, known.values()))
        self._names = {
            id: name if alike[_look(name)] == 1 or name == id else f"{name} ({id})" for id, name in known.items()
        }
        self._read: dict[str, str] = {}
        """Texts that were made readable: what was told of many lines of a message is so once."""

    def name(self, id: str) -> str:
        """How a person is shown; an id without a name is shown itself."""
        return self._names.get(id, id)

    def names(self, ids: Iterable[str]) -> tuple[str, ...]:
        """How people are shown, in their order."""
        return tuple(map(self.name, ids))

    @property
    def known(self) -> dict[str, str]:
        """How everybody is shown who has a name, by their own ids and by the ids of their accounts."""
        owned = {
            name: self._names[id] for name, id in self._identities.items() if name.isdecimal() and id in self._names
        }
        return owned | {id: name for id, name in self._names.items() if id != name}

    def readable(self, text: str) -> str:
        """A text with names in place of mentions and of the ids of people who have one: it calls nobody.

        A message or proposal is named by when it was posted, as its id tells; what cites it has the link.
        """
        if text not in self._read:
            self._read[text] = self._made_readable(text) if _NAMING.search(text) else text
        return self._read[text]

    def _made_readable(self, text: str) -> str:
        return readable(_CITED.sub(_when_posted, text), lambda id: self.name(self._identities.get(id, id)))


def _when_posted(cited: re.Match[str]) -> str:
    return f"{cited['what']} of {told_by_id(cited['id']):%Y-%m-%d %H:%M} UTC"


def readable(text: str, name: Callable[[str], str]) -> str:
    """A text with names in place of mentions and of long ids, given how the person of an id is shown: it calls nobody."""

    def said(found: re.Match[str]) -> str:
        if found["sign"]:
            return found["sign"]
        return f"@{name(found['mentioned'])}" if found["mentioned"] else name(found["id"])

    return _MENTION.sub(said, text)


def _look(name: str) -> str:
    return looks(" ".join(without_invisible(name).split())).casefold()
