"""Elections: whose candidacy may have won, given votes and candidacies that are not all certain."""

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.mechanics.chats import NOON, at
from tracker.mechanics.elections import Candidacy, Stand, possible_winners
from tracker.mechanics.reaction_votes import Tally

Spec = tuple[tuple[tuple[int, int], ...], bool | None]


def stand(number: int, *counts: tuple[int, int], is_valid: bool | None = True) -> Stand:
    """The candidacy of a minute, with every pair of counts that may have been."""
    ways = tuple(
        (frozenset(f"f{n}" for n in range(pro)), frozenset(f"a{n}" for n in range(contra))) for pro, contra in counts
    )
    return Stand(Candidacy(f"m{number}", f"p{number}", at(number), NOON), Tally(ways), is_valid)


def winners(*stands: Stand, only_popular: bool = False) -> list[str | None]:
    found = possible_winners(stands, only_popular=only_popular)
    return [each.message if each else None for each in found]


@pytest.mark.parametrize(
    ("stands", "expected"),
    [
        ((), [None]),
        ((stand(1, (0, 0)),), ["m1"]),
        ((stand(1, (2, 0)), stand(2, (3, 0)), stand(3, (0, 0))), ["m2"]),
        ((stand(2, (2, 0)), stand(1, (2, 0))), ["m1"]),
        ((stand(1, (1, 0), (2, 0)), stand(2, (2, 0))), ["m1", "m2"]),
        ((stand(1, (1, 0)), stand(2, (0, 0), (1, 0))), ["m1"]),
        ((stand(1, (1, 0), is_valid=None), stand(2, (0, 0))), ["m1", "m2"]),
        ((stand(1, (1, 0), is_valid=False), stand(2, (0, 0))), ["m2"]),
        ((stand(1, (1, 0), is_valid=None),), ["m1", None]),
    ],
)
def test_the_most_votes_win_and_among_equals_the_earliest(stands: tuple[Stand, ...], expected: list[str]) -> None:
    assert winners(*stands) == expected


def test_the_popular_alone_may_win_where_the_rules_say_so() -> None:
    assert winners(stand(1, (5, 5)), stand(2, (3, 1)), only_popular=True) == ["m2"]
    assert winners(stand(1, (5, 5)), stand(2, (3, 1))) == ["m1"]
    assert winners(stand(1, (1, 1)), only_popular=True) == [None]
    assert winners(stand(1, (1, 1), (2, 1)), only_popular=True) == ["m1", None]


COUNTS = st.lists(st.tuples(st.integers(0, 3), st.integers(0, 3)), min_size=1, max_size=3, unique=True)


@given(st.lists(st.tuples(COUNTS, st.sampled_from([True, None, False])), max_size=4), st.booleans())
def test_who_may_win_is_who_wins_in_some_way(
    specs: list[tuple[list[tuple[int, int]], bool | None]], popular: bool
) -> None:
    stands = [stand(number, *counts, is_valid=valid) for number, (counts, valid) in enumerate(specs)]
    options = [
        [*(counts if valid is not False else []), *([None] if valid is not True else [])] for counts, valid in specs
    ]
    expected = {_winner(way, popular) for way in product(*options)}
    assert set(winners(*stands, only_popular=popular)) == expected


def _winner(way: tuple[tuple[int, int] | None, ...], popular: bool) -> str | None:
    """Who wins where everything is certain, by trying the candidacies in their order."""
    best, votes = None, -1
    for number, counts in enumerate(way):
        if counts is not None and (counts[0] > counts[1] or not popular) and counts[0] > votes:
            best, votes = f"m{number}", counts[0]
    return best
