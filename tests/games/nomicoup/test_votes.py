"""Votes on propositions: what any reactions decide is what counting them by hand decides; whatever is adopted, the game goes on."""

import json
from datetime import timedelta
from typing import Any

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.games.chat_stories import told
from tests.tries import tries
from tracker.app.asking.replay import gamestates, rows_of
from tracker.core.fold import fold
from tracker.core.instants import iso, parse_instant
from tracker.games.nomicoup import GAME
from tracker.games.nomicoup.rule_tree.rule_paths import faults
from tracker.games.nomicoup.state import Coup

PEOPLE = ("ana", "ben", "cy", "dee", "eli")
OPENING = {
    "players": [{"id": name, "hand": ["Duke", "Captain"] if name == "ana" else ["Contessa"]} for name in PEOPLE[:3]],
    "order": [*PEOPLE[:3]],
    "turn": {"player": "ana", "started_at": "2021-05-01T00:00:00Z"},
}
MADE = parse_instant("2021-05-01T10:00:00Z")
SIGNS = {"⬆️": "up", "➡️": "right", "⬇️": "down"}
Vote = tuple[int, str, str, bool]
"""So many hours after the proposition was made somebody sets, or takes back, a reaction."""
votes = st.lists(
    st.tuples(st.integers(1, 80), st.sampled_from(PEOPLE), st.sampled_from([*SIGNS]), st.booleans()), max_size=14
)
thorough = settings(max_examples=tries(25, long=300), suppress_health_check=[HealthCheck.too_slow])


def by_hand(cast: list[Vote]) -> str:
    """What comes of a proposition of ana's by the checklist's words (COUP-102 to COUP-109), counted anew after each reaction."""
    standing: list[tuple[str, str]] = []
    for hours, who, sign, is_set in sorted(cast, key=lambda each: each[0]):
        if hours >= 72 or who == "ana":
            continue
        if not is_set:
            standing = [each for each in standing if each != (who, sign)]
        elif (who, sign) not in standing:
            standing.append((who, sign))
        if outcome := _majority(standing, len(PEOPLE) - 1):
            return outcome
    return _majority(standing, len(dict(standing))) or "rejected"


def _majority(standing: list[tuple[str, str]], possible: int) -> str:
    newest = [SIGNS[sign] for sign in dict(standing).values()]
    up, right, down = (newest.count(side) for side in ("up", "right", "down"))
    if 2 * right > possible:
        return "adopted" if up > down else "rejected"
    return "adopted" if 2 * up > possible else "rejected" if 2 * down > possible else ""


@thorough
@given(votes)
def test_any_reactions_decide_what_counting_by_hand_decides(cast: list[Vote]) -> None:
    state = {"players": [*PEOPLE], "turn": {"player": "ana", "started_at": iso(MADE)}}
    text = "Type: Deletion\nRule: 4.4.1"
    said = {"kind": "message", "id": "p", "at": iso(MADE), "channel": "propositions", "author": "ana", "text": text}
    rows: list[dict[str, Any]] = [
        {"kind": "opening", "id": "o", "at": iso(MADE), "game": "nomicoup", "state": state},
        said,
    ]
    for n, (hours, who, sign, is_set) in enumerate(sorted(cast, key=lambda each: each[0])):
        kind, at = "reaction" if is_set else "reaction_removed", iso(MADE + timedelta(hours=hours, seconds=n))
        rows.append({"kind": kind, "id": f"r{n}", "at": at, "message": "p", "user": who, "emoji": sign})
    values = gamestates(GAME, rows, [iso(MADE + timedelta(hours=90))])[-1].values
    assert values["propositions"]["1"]["status"] == by_hand(cast)
    assert ("4.4.1" in values["rules"] and values["rules"]["4.4.1"]["title"] == "Income") == (
        by_hand(cast) == "rejected"
    )


# --- whatever is proposed and adopted -------------------------------------------------------------------------------

BRANCHES = ("3", "3.1", "3.1.1", "3.1.1.1", "4", "4.4", "4.4.1", "4.6.1", "7", "7.1", "7.1.1", "8")
"""Few rules, of which many stand below one another: parents and children meet in one proposition."""
TITLES = ("A", "B", "A / B", "Income", "Upcoming Order", "")
TEXTS = ("words", "See rule 4.4 and 7.1.", "1: cy\n2: ben\n3: ana", "ben, cy", "zoe", "")


@st.composite
def changes(draw: st.DrawFn) -> str:
    path, title, text = (draw(st.sampled_from(each)) for each in (BRANCHES, TITLES, TEXTS))
    forms = [
        f"Type: Addition\nID: {path}\nTitle: {title}\nContent: {text}",
        f"Type: Addition\nUnder: {path}\nTitle: {title}\nContent: {text}",
        f"Type: Content Edit\nRule: {path}\nContent: {text}",
        f'Type: Content Edit\nRule: 3.1\nReplace: "1: {draw(st.sampled_from(PEOPLE[:3]))}"\nWith: "1: ben"',
        f"Type: Content Edit\nRule: 3.1\nContent: {text}",
        f"Type: Content Appendication\nRule: {path}\nContent: {text}",
        f"Type: Title Edit\nRule: {path}\nNew title: {title}",
        f"Type: ID Edit\nRule: {path}\nNew ID: {draw(st.sampled_from(BRANCHES))}",
        f"Type: Deletion\nRule: {path}",
        f"Type: Misc\nChange: Turn order: {text}",
    ]
    return draw(st.sampled_from(forms))


@st.composite
def stories(draw: st.DrawFn) -> str:
    """Propositions that everybody votes for, turns that end between them, and titles that are given later."""
    lines = [f"2021-05-01 00:00:01 opening {json.dumps(OPENING)}"]
    for hour, proposed in enumerate(draw(st.lists(st.lists(changes(), min_size=1, max_size=4), max_size=6)), start=1):
        text = "\n".join(proposed).replace("\n", "\\n")
        at = f"2021-05-01 {hour:02d}"
        lines += [f"{at}:00:00 ana in propositions p{hour}: {text}"]
        lines += [f"{at}:01:0{n} {who} ⬆️ p{hour}" for n, who in enumerate(("ben", "cy"))]
        lines += [f"{at}:02:00 {draw(st.sampled_from(PEOPLE[:3]))} in general t{hour}: I pass."]
        lines += [f'{at}:03:00 cy in general u{hour}: I title rule 7 "{draw(st.sampled_from(TITLES[:3]))}".']
    return "\n".join([*lines, "2021-05-20 00:00:00 look discord", ""])


@thorough
@given(stories())
def test_whatever_is_adopted_the_game_goes_on_and_everybody_has_turns_whom_no_order_leaves_out(story: str) -> None:
    end = parse_instant("2021-05-20T00:00:00Z")
    done = fold(GAME, rows_of(GAME, told(story, GAME.slug)), end)
    world: Coup = done.state.world
    assert faults(world.rules) == []
    assert GAME.view(done.state, end, done.seq, done.context)
    assert {each.status for each in world.propositions.values()} <= {"adopted", "illegal"}
    assert all(len(each.results) == len(each.proposed) for each in world.propositions.values() if each.results)
    assert len(set(world.order)) == len(world.order) > 0
    orders = [set(event.fields["order"]) for event in done.state.told.events if event.name == "order_changed"]
    assert set(PEOPLE[:3]) - set(world.order) <= {player for order in orders for player in {*PEOPLE[:3]} - order}
