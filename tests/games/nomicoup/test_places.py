"""What is cited on Nomicoup's pages links to Discord, also when its message has left the live state; what was said privately never does."""

import re

import pytest

from tests.games.nomicoup.lively import NOMICOUP
from tests.games.nomicoup.two_exiles import story
from tests.games.test_chat_places import LINK, PLACE, UNLINKED, with_ids
from tracker.app.asking.replay import rows_of
from tracker.core.fold import fold
from tracker.core.instants import parse_instant
from tracker.core.observation import ArchivedObservation
from tracker.mechanics.freezing import frozen, thawed
from tracker.render.pages import render_regions

LATER, AT_LAST = "2021-05-12T00:00:00Z", "2021-12-01T00:00:00Z"


def rows(place: str = PLACE) -> list[ArchivedObservation]:
    return rows_of(NOMICOUP, with_ids(story(), place))


def pages(at: str, place: str = PLACE, *, is_settled: bool = False) -> dict[str, str]:
    folded = fold(NOMICOUP, rows(place), parse_instant(at))
    state = folded.state
    if is_settled:
        NOMICOUP.settle(state, folded.as_of)
        state = thawed(NOMICOUP.state_type, frozen(NOMICOUP.state_type, state))
    gamestate = NOMICOUP.view(state, folded.as_of, folded.seq, folded.context)
    return {each.region: each.text for each in render_regions(NOMICOUP.pages(gamestate, NOMICOUP.catalogue()))}


def test_every_citation_links_where_the_place_is_told_and_else_has_the_same_words() -> None:
    linked, plain = pages(LATER), pages(LATER, "")
    for region in ("log", "log-2021-05", "propositions", "clarifications", "rules", "deck", "attention"):
        assert LINK.search(linked[region]), region
        assert not LINK.search(plain[region])
    assert {region: LINK.sub(r'<span title="message \1">\2</span>', text) for region, text in linked.items()} == plain


@pytest.mark.parametrize("region", ["propositions", "clarifications", "rules", "deck"])
def test_what_is_still_cited_links_also_when_its_message_has_left_the_live_state(region: str) -> None:
    text = pages(AT_LAST, is_settled=True)[region]
    assert UNLINKED.findall(text) == []
    assert (LINK.search(text) is not None) == (region in ("clarifications", "deck")), "propositions are forgotten"


def test_what_was_said_privately_is_never_linked() -> None:
    private = {str(row.observation.id) for row in rows() if row.observation.text("channel") == "dm"}
    assert private
    for at in ("2021-05-05T21:30:00Z", LATER):
        for region, text in pages(at).items():
            assert not private & set(re.findall(r"\d{15,}", text)), region
