"""The register of ducks: who owns which, how each is called and which are complete, found once for as long as nothing of it changes."""

from __future__ import annotations

from collections.abc import Iterable

from .spoken import Called, DuckNames


class Register:
    """Ducks by their names and by their owners, for looking a duck up at no more cost where there are many.

    ``called`` are their names by number, ``owned`` the numbers by owner ("": nobody) in the order of creation, ``complete`` those of
    them with all essential attributes. It says what held when it was made: whoever changes a name or an owner, or gives a duck its
    first pond, lets the world make another.
    """

    __slots__ = ("_known", "called", "complete", "faults", "owned")

    def __init__(self, ducks: Iterable[tuple[int, str, str, bool]]) -> None:
        """``ducks`` are their numbers, names and owners, and whether they are complete."""
        self.called = Called()
        self.owned: dict[str, list[int]] = {}
        self.complete: dict[str, list[int]] = {}
        for number, name, owner, is_complete in ducks:
            self.called[number] = name
            self.owned.setdefault(owner, []).append(number)
            if is_complete:
                self.complete.setdefault(owner, []).append(number)
        self.faults: dict[tuple[object, ...], bool] = {}
        """Whether some of the names may not stay, by what of the law that hangs on."""
        self._known: dict[tuple[str, ...], DuckNames] = {}

    def names(self, others: tuple[str, ...]) -> DuckNames:
        """The names by which ducks are known in a line, and ``others``."""
        found = self._known.get(others)
        if found is None:
            found = self._known[others] = DuckNames([*filter(None, self.called.values()), *others])
        return found
