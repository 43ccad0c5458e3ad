"""Masses: things in groups that only grow together, each found and measured in next to no time however large the groups are."""

from __future__ import annotations


class Masses:
    """Groups of whole numbers, kept as a forest (disjoint sets, joined by size, paths halved when walked)."""

    __slots__ = ("_above", "_sizes")

    def __init__(self) -> None:
        """No group at all."""
        self._above: dict[int, int] = {}
        self._sizes: dict[int, int] = {}

    def add(self, item: int) -> None:
        """A group of one; what is in a group stays there."""
        if item not in self._above:
            self._above[item] = item
            self._sizes[item] = 1

    def __contains__(self, item: int) -> bool:
        """Whether it is in a group."""
        return item in self._above

    def find(self, item: int) -> int:
        """The item that stands for the whole group until the group grows."""
        above = self._above
        while (parent := above[item]) != item:
            above[item] = item = above[parent]
        return item

    def join(self, one: int, other: int) -> None:
        """Make the groups of two items one."""
        one, other = self.find(one), self.find(other)
        if one != other:
            if self._sizes[one] < self._sizes[other]:
                one, other = other, one
            self._above[other] = one
            self._sizes[one] += self._sizes.pop(other)

    def size(self, item: int) -> int:
        """How many the group of an item holds (AET-086)."""
        return self._sizes[self.find(item)]

    def copy(self) -> Masses:
        """The same groups, growing apart from these."""
        twin = Masses()
        twin._above, twin._sizes = self._above.copy(), self._sizes.copy()
        return twin
