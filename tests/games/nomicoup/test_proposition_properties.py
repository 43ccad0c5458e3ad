"""What must hold whatever is proposed and adopted: nothing stops the game, no two rules share a path, and nobody loses turns unseen."""

import json

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.games.chat_stories import told
from tracker.app.asking.replay import rows_of
from tracker.core.fold import fold
from tracker.core.instants import parse_instant
from tracker.games.nomicoup.game import GAME
from tracker.games.nomicoup.rule_paths import faults
from tracker.games.nomicoup.state import World

PEOPLE = ("ana", "ben", "cy")
OPENING = {
    "players": [{"id": name, "hand": ["Duke", "Captain"]} for name in PEOPLE],
    "order": [*PEOPLE],
    "turn": {"player": "ana", "started_at": "2021-05-01T00:00:00Z"},
}
BRANCHES = (
    "3",
    "3.1",
    "3.1.1",
    "3.1.1.1",
    "4",
    "4.4",
    "4.4.1",
    "4.4.2",
    "4.6",
    "4.6.1",
    "7",
    "7.1",
    "7.1.1",
    "8",
    "8.1",
)
"""Few rules, of which many stand below one another: parents and children meet in one proposition."""
TITLES = ("A", "B", "A / B", "Income", "Upcoming Order", "")
TEXTS = ("words", "See rule 4.4 and 7.1.", "1: cy\n2: ben\n3: ana", "ben, cy", "zoe", "")
SWITCHES = {
    "subrules_of_replaced_rule": ("stay", "go with it"),
    "subrules_of_deleted_rule": ("go with it", "move up"),
    "upcoming_order_hangs": ("below the rule on changing the order", "below the turn order"),
}

thorough = settings(max_examples=80, deadline=None, suppress_health_check=[HealthCheck.too_slow])


@st.composite
def changes(draw: st.DrawFn) -> str:
    path, title, text = (draw(st.sampled_from(each)) for each in (BRANCHES, TITLES, TEXTS))
    return draw(
        st.sampled_from(
            [
                f"Type: Addition\nID: {path}\nTitle: {title}\nContent: {text}",
                f"Type: Addition\nUnder: {path}\nTitle: {title}\nContent: {text}",
                f"Type: Addition\nTitle: {title}\nContent: {text}",
                f"Type: Content Edit\nRule: {path}\nContent: {text}",
                f'Type: Content Edit\nRule: 3.1\nReplace: "1: {draw(st.sampled_from(PEOPLE))}"\nWith: "1: ben"',
                f"Type: Content Edit\nRule: 3.1\nContent: {text}",
                f"Type: Content Appendication\nRule: {path}\nContent: {text}",
                f"Type: Title Edit\nRule: {path}\nNew title: {title}",
                f"Type: ID Edit\nRule: {path}\nNew ID: {draw(st.sampled_from(BRANCHES))}",
                f"Type: Deletion\nRule: {path}",
                f"Type: Misc\nChange: Turn order: {text}",
            ]
        )
    )


@st.composite
def stories(draw: st.DrawFn) -> str:
    """Propositions that everybody votes for, turns that end between them, and titles that are given later."""
    chosen = [f'2021-05-01 00:00:00 set {name} = "{draw(st.sampled_from(each))}"' for name, each in SWITCHES.items()]
    lines = [*chosen, f"2021-05-01 00:00:01 opening {json.dumps(OPENING)}"]
    for hour, proposed in enumerate(draw(st.lists(st.lists(changes(), min_size=1, max_size=4), max_size=6)), start=1):
        text = "\n".join(proposed).replace("\n", "\\n")
        at = f"2021-05-01 {hour:02d}"
        lines += [f"{at}:00:00 ana in propositions p{hour}: {text}"]
        lines += [f"{at}:01:0{n} {who} ⬆️ p{hour}" for n, who in enumerate(("ben", "cy"))]
        lines += [f"{at}:02:00 {draw(st.sampled_from(PEOPLE))} in general t{hour}: I pass."]
        lines += [f'{at}:03:00 cy in general u{hour}: I title rule 7 "{draw(st.sampled_from(TITLES[:3]))}".']
    return "\n".join([*lines, "2021-05-20 00:00:00 look discord", ""])


def world_after(story: str) -> World:
    found = fold(GAME, rows_of(GAME, told(story, GAME.slug)), parse_instant("2021-05-20T00:00:00Z"))
    assert faults(found.state.worlds[0].rules) == []
    GAME.view(found.state, parse_instant("2021-05-20T00:00:00Z"), found.seq, found.context)
    return found.state.worlds[0]


@thorough
@given(stories())
def test_whatever_is_adopted_the_game_goes_on_and_no_two_rules_share_a_path(story: str) -> None:
    world = world_after(story)
    assert {each.status for each in world.propositions.values()} <= {"adopted", "illegal"}
    assert all(len(each.results) == len(each.changes) for each in world.propositions.values() if each.results)


@thorough
@given(stories())
def test_everybody_has_turns_unless_an_adopted_order_leaves_them_out(story: str) -> None:
    world = world_after(story)
    assert len(set(world.order)) == len(world.order) > 0
    shortened = {tuple(event.fields["order"]) for event in world.events if event.name == "order_changed"}
    named = [set(order) for order in shortened]
    assert set(PEOPLE) - set(world.order) <= {player for order in named for player in set(PEOPLE) - order}
