"""A printed gamestate with one part altered is refused with what is amiss, or played on for a month as one that can be."""

from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.games.nomicoup.altered import OTHERS, after_a_month, altered, printed, problems, telling_places
from tests.tries import tries


@st.composite
def alterations(draw: st.DrawFn) -> tuple[int, dict[str, Any]]:
    n = draw(st.integers(0, len(printed()) - 1))
    place = draw(st.sampled_from(telling_places(n)))
    if draw(st.booleans()):
        return n, altered(n, place, draw(st.sampled_from(OTHERS)))
    return n, altered(n, place)


def test_what_is_printed_is_not_refused() -> None:
    assert [problems(n, state) for n, (_, state) in enumerate(printed())] == [[]] * len(printed())


@settings(max_examples=tries(25, long=300), deadline=None)
@given(alterations())
def test_what_is_altered_is_refused_or_played_on(alteration: tuple[int, dict[str, Any]]) -> None:
    n, state = alteration
    refused = problems(n, state)
    shown = after_a_month(n, state)
    assert bool(refused) == any(finding.code == "NOT_UNDERSTOOD" for finding in shown[0].findings)
    for each in (each.values_for(secrets=True) for each in shown if not refused):
        assert sum(player["credits"] for player in each["players"].values()) + each["treasury"] == 50
