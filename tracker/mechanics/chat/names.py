"""Who goes by which names: accounts of one person, the names that chats show, and the people a word may mean."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from itertools import chain

from tracker.core.observation import Observation


@dataclass(slots=True)
class Names:
    """What is known of people's names.

    ``names`` are the newest display names, ``known_as`` those and all others by which their ``accounts`` go (person -> account ->
    names); ``identities`` maps an account or other name, case-folded, to the person's own id in the game. ``present`` are the
    accounts of a person with several that did not leave the server.
    """

    names: dict[str, str] = field(default_factory=dict)
    known_as: dict[str, tuple[str, ...]] = field(default_factory=dict)
    accounts: dict[str, dict[str, tuple[str, ...]]] = field(default_factory=dict)
    identities: dict[str, str] = field(default_factory=dict)
    present: dict[str, list[str]] = field(default_factory=dict)

    def person(self, name: str) -> str:
        """Somebody's own id in the game, by that, by an account or by another name of theirs; an unknown one is itself."""
        return self.identities.get(name.casefold(), name)

    def called(self, words: str) -> tuple[str, ...]:
        """The people who go by a name, whatever its letter case."""
        wanted = words.casefold()
        return tuple(who for who, names in self.known_as.items() if any(name.casefold() == wanted for name in names))

    def knows(self, name: str) -> bool:
        """Whether somebody can be known by an account's id, by a name that is mapped to a person, or by one that somebody bears."""
        return name.isdecimal() or name.casefold() in self.identities or bool(self.called(name))

    def by_name(self, people: Iterable[str]) -> dict[str, str]:
        """Each name in small letters by which just one of some people goes -> that person; their own ids among them."""
        found: dict[str, set[str]] = {}
        for who in (among := dict.fromkeys(people)):
            for name in (who, *self.known_as.get(who, ())):
                found.setdefault(name.lower(), set()).add(who)
        for name, who in self.identities.items():
            if who in among:
                found.setdefault(name.lower(), set()).add(who)
        return {name: min(who) for name, who in found.items() if len(who) == 1}

    def note(self, seen: Observation, who: str) -> None:
        """Note by which names an account goes: the one that it shows, and its others where these are told.

        Of somebody with several accounts the name of that one is shown which did something last.
        """
        name, also = seen.text("name"), seen.payload.get("also")
        if not name:
            return
        accounts, account = (
            self.accounts.setdefault(who, {}),
            seen.text("account") or seen.text("user") or seen.text("author") or who,
        )
        before, is_listed = accounts.get(account, ()), seen.kind == "member_named"
        others = map(str, also or ()) if is_listed or also is not None else before[1:]
        accounts[account] = tuple(dict.fromkeys((name, *others)))
        if not is_listed or accounts.keys() <= {account} or self.names.get(who) in before[:1]:
            self.names[who] = name
        self.known_as[who] = tuple(dict.fromkeys((self.names[who], *chain.from_iterable(accounts.values()))))

    def left(self, account: str) -> bool:
        """Note that an account left the server: whether another of the same person's is still there."""
        person = self.person(account)
        others = [each for each in self.present.get(person, ()) if each != account]
        self.present[person] = others
        return bool(others)

    def was_here(self, account: str) -> None:
        """Note that an account of somebody with several was heard of."""
        person = self.person(account)
        if person != account:
            self.present[person] = sorted({*self.present.get(person, ()), account})


def maps_accounts(value: object) -> bool:
    """Whether a setting maps people to the places where they have accounts, and those to lists of names."""
    places = value.values() if isinstance(value, dict) else (value,)
    return all(isinstance(each, dict) and all(isinstance(names, list) for names in each.values()) for each in places)


def names_of(identities: dict[str, dict[str, list[str]]]) -> dict[str, str]:
    """Every name and account of each person, and their own, case-folded -> the person."""
    return {
        str(alias).casefold(): person
        for person, accounts in identities.items()
        for names in ((person,), *accounts.values())
        for alias in names
    }
