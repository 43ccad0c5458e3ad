"""No page, status or reply hangs on a hidden card: two games that differ in hidden cards alone show the same until one is revealed."""

import re
from collections.abc import Sequence

from hypothesis import HealthCheck, given, settings

from tests.games.chat_stories import told
from tests.games.nomicoup.coup_rounds import QUIET, SHOWING, Move, Play, deals, made, moves
from tests.games.nomicoup.test_coup_properties import HIDDEN_FROM, patience
from tracker.app.asking.replay import gamestates, printed, rows_of
from tracker.core.fold import fold
from tracker.core.gamestate import Gamestate
from tracker.games.nomicoup import GAME
from tracker.games.nomicoup.state import World
from tracker.render.pages import render_regions

few = settings(max_examples=12, deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large])
HASH = re.compile(r"\b[0-9a-f]{64}\b")
CHOSEN = re.compile(r"\b(?:discard|return) (?:Duke|Assassin|Captain|Ambassador|Contessa)")


def texts(state: Gamestate) -> dict[str, str]:
    """Everything that is written anywhere for all to read, hashes apart."""
    answers = GAME.said_in_chat(state)
    pages = {each.region: each.text for each in render_regions(GAME.pages(state, GAME.catalogue()))}
    replies = {f"reply to {each.message}": each.text for each in answers.replies}
    calls = {f"call {each.key}": each.text for each in answers.calls}
    found = {**pages, **replies, **calls, "status": answers.status}
    return {name: HASH.sub("HASH", text.replace("<wbr>", "")) for name, text in found.items()}


def has_shown(world: World) -> bool:
    return any(event.name in HIDDEN_FROM for event in world.events)


@few
@given(deals(), deals(), moves(12), patience)
def test_games_that_differ_in_hidden_cards_alone_show_the_same(
    one: Sequence[str], other: Sequence[str], told: list[Move], waits: int
) -> None:
    plays = [Play(one, 4, waits, seed=1), Play(other, 4, waits, seed=2)]
    alike = [play.gamestate() for play in plays]
    for _ in zip(*(made(play, told, QUIET) for play in plays), strict=True):
        if any(has_shown(play.world) for play in plays):
            break
        alike = [play.gamestate() for play in plays]
        first, second = alike
        assert first.detail == second.detail
        assert GAME.said_in_chat(first) == GAME.said_in_chat(second)
    shown, other_shown = map(texts, alike)
    assert shown == other_shown


@few
@given(deals(), moves(12))
def test_what_is_written_privately_stands_nowhere(cards: Sequence[str], told: list[Move]) -> None:
    play = Play(cards, 7)
    for _ in made(play, told, SHOWING, is_apt=True):
        pass
    private = [str(row["id"]) for row in play.rows if row.get("channel") == "dm"]
    shown = "\n".join(texts(play.gamestate()).values()).replace("&#45;", "-")
    without_offers = re.sub(r"<code>[^<]*</code> in a private message", "", shown)
    assert not CHOSEN.search(without_offers)
    assert [id for id in private if f"<code>{id}</code>" in shown] == []


REFUSED = """
2021-05-01 00:00:00 opening {"players": [{"id": "ana", "hand": ["Duke", "Captain"], "losses_owed": 1}, {"id": "ben"}], "turn": "ben"}
2021-05-01 10:00:00 ana in dm m1: discard Contessa
2021-05-01 10:01:00 ana in general m2: I take Income.
2021-05-01 10:02:00 ana in dm m3: discard
"""


def test_what_was_refused_privately_is_told_nowhere_but_to_its_author() -> None:
    rows = told(REFUSED, "nomicoup")
    states = gamestates(GAME, rows, ["2021-05-01T11:00:00Z"])
    assert [each["observation"] for each in printed(GAME, states)["refused"]] == ["m2"]
    codes = [(each["observation"], each["code"]) for each in printed(GAME, states, secrets=True)["refused"]]
    assert codes == [("m1", "not_holding"), ("m2", "not_your_turn"), ("m3", "missing_parameter")]
    shown = "\n".join(texts(states[0]).values())
    assert "not_holding" not in shown
    assert "missing_parameter" not in shown
    folded = fold(GAME, rows_of(GAME, rows), states[0].as_of)
    trail = GAME.trail(folded.state, states[0].as_of, folded.context, "ana")
    assert trail is not None
    assert [step.row for step in trail.steps if step.kind == "refused"] == ["m2"]
    assert not any("discard" in step.text for step in trail.steps)
