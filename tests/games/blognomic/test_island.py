"""Ruleset 170's dynasty: the words of its lines, what its rules' text on the page tells, and what is written back."""

import difflib
import json
from collections.abc import Mapping
from datetime import timedelta
from time import perf_counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.games.blognomic.island_rulings import LATER, opening
from tests.games.blognomic.ruleset_stories import PAGE, revision
from tests.games.blognomic.stories import folded, instant, said, told
from tests.games.situations import iso
from tracker.app.asking.replay import replay_records
from tracker.core.change import amended
from tracker.games.blognomic.dynasties.island import CODE, rule_text
from tracker.games.blognomic.dynasties.island.lines import ACTIONS, understood
from tracker.games.blognomic.dynasties.island.locations import LOCATIONS
from tracker.games.blognomic.dynasties.played import Table
from tracker.games.blognomic.law import CLAUSES
from tracker.games.blognomic.moment import Moment
from tracker.mechanics.holdings import Value
from tracker.mechanics.ruleset.terms import Renaming, Term, replaced

# --- lines


@pytest.mark.parametrize(
    ("words", "action", "arguments"),
    [
        ("gather", "gather", {}),
        ("I gather wood.", "gather", {}),
        ("construct a shelter", "shelter", {}),
        ("Build a shelter!", "shelter", {}),
        ("message 5", "message", {"amount": 5}),
        ("message in the sand 5 wood", "message", {"amount": 5}),
        ("add 5 wood to the bonfire", "bonfire", {"amount": 5}),
        ("search for Mac", "search", {}),
        ("rest at the Beach", "rest", {}),
        ("go to the mountain", "move", {"where": "the mountain"}),
        ("add Hal to the Beach", "place", {"whom": "Hal"}),
        ("place Hal at the Beach", "place", {"whom": "Hal"}),
        ("forage Red Cap", "forage", {"plant": "Red Cap"}),
        ("uproot Red Cap", "uproot", {"plant": "Red Cap"}),
        ("gain 2 Wood at the Outpost", "outpost", {}),
        ("fix the radio", "radio", {}),
        ("raise HSR, set Date to Today - 5", "recover", {}),
        ("set Gus's Date to 0", "zero", {"whom": "Gus"}),
        ("change motivation to Worship", "motivation", {"goal": "Worship"}),
        ("set my HSR to 0 as Traitor", "traitor", {}),
        ("remove a condition", "remove a condition", {}),
        ("story roll", "story roll", {}),
        ("story", "story roll", {}),
    ],
)
def test_words_of_a_line(words: str, action: str, arguments: dict[str, object]) -> None:
    found = understood(words)
    assert found is not None
    assert (found.action.name, dict(found.arguments)) == (action, arguments)
    assert (found.is_exerted, found.as_if_at, found.is_ignoring) == (False, "", False)


@pytest.mark.parametrize(
    ("words", "action", "seen"),
    [
        ("exert: gather", "gather", (True, "", False)),
        ("exert to gather", "gather", (True, "", False)),
        ("I exert myself to gather wood", "gather", (True, "", False)),
        ("radio as if at The Cessna", "radio", (False, "The Cessna", False)),
        ("forage Fern as if in the Clearing, ignoring increases", "forage", (False, "the Clearing", True)),
        ("exert: forage Fern as if at The Clearing", "forage", (True, "The Clearing", False)),
        ("motivation Worship, rise ignored", "motivation", (False, "", True)),
    ],
)
def test_ways_of_an_action(words: str, action: str, seen: tuple[bool, str, bool]) -> None:
    found = understood(words)
    assert found is not None
    assert (found.action.name, (found.is_exerted, found.as_if_at, found.is_ignoring)) == (action, seen)


@pytest.mark.parametrize(
    "words",
    [
        "",
        "hello",
        "gather socks",
        "message many",
        "exert",
        "exert: motivation Worship",
        "exert: recover",
        "as if at The Cessna",
    ],
)
def test_what_is_no_action(words: str) -> None:
    assert understood(words) is None


def test_every_line_that_could_explain_a_hand_edit_is_an_action() -> None:
    table = table_at(opening())
    assert [line for line in CODE.candidates(table, "ada", [3]) if understood(line) is None] == []


def test_every_action_has_a_name_and_a_line_of_its_own() -> None:
    assert len({action.name for action in ACTIONS}) == len(ACTIONS)
    lines = [line for action in ACTIONS for line in action.lines]
    assert len(set(lines)) == len(lines)


# --- the rules' text

PEOPLE = "Wes!* Ada* Quincunx ubq323 pokes Kevan Farsight Thunder Astimageon"
SEEN = "2019-09-20 09:00:00"


def table_at(story: str, when: str = LATER) -> Table:
    done = folded(story, when)
    return Table(Moment.at(done.state, instant(when), {}), done.state.gndt)


def with_page(*lines: str, page: str = PAGE, parts: tuple[str, ...] = ()) -> str:
    return "\n".join([opening(*parts, roster=PEOPLE), revision(1, SEEN, page), *lines])


def test_what_the_page_tells() -> None:
    text = rule_text.read(PAGE)
    assert text is not None
    names = {place: [line.words for line in lines] for place, lines in text.lists.items()}
    assert tuple(names) == LOCATIONS
    assert names["The Beach"] == ["Quincunx", "ubq323", "pokes", "Kevan", "Farsight", "Thunder"]
    assert names["The Clearing"] == ["Astimageon"]
    assert [place for place in names if not names[place]] == [
        *("The Wreck", "Mac's Cave", "The Mountain", "The Cessna", "The Outpost"),
    ]
    assert text.plant_effects == {
        "Purple Fruit": "",
        "Yellow Berry": "",
        "Blue Flower": "Gain 2 SP and set Date to Today.",
        "Orange Leaf": "",
        "Red Cap": "Lose 1 Hunger.",
        "Silver Bark": "",
    }
    assert {name: text.total(name) for name in rule_text.PROJECTS} == {"Message total": 60, "Bonfire total": 15}
    assert [line.words for line in text.conditions] == [
        "The Message in the Sand is completed.",
        "At least a quorum of Castaways are at The Beach.",
    ]
    assert {title: count for title, count in text.fixed.items() if count} == {
        "The Clearing": 5,
        "Workdays": 4,
        "Construction": 3,
        "Motivation": 5,
    }


def test_a_page_with_other_terms_tells_the_same() -> None:
    page = replaced(PAGE, [Renaming(Term("Castaway"), Term("Sailor")), Renaming(Term("Weatherman"), Term("Admiral"))])
    known, text = rule_text.read(PAGE), rule_text.read(page)
    assert known is not None
    assert text is not None
    assert "At least a quorum of Sailors are at The Beach." in page
    for each, other in ((known.conditions, text.conditions), (known.plants, text.plants)):
        assert [line.words for line in each] == [line.words for line in other]
    conditions: Value = [line.words for line in known.conditions]
    assert rule_text.amendments(page, {"Ship conditions": conditions}, {}) == []


def test_a_page_without_the_island_tells_nothing() -> None:
    assert rule_text.read("") is None
    assert rule_text.read("==Dynastic Rules==\n===Cafe===\nBrew.\n") is None
    assert rule_text.read("===The Island===\nNo section.") is None


def test_values_that_the_page_tells_at_first_sight() -> None:
    changes = CODE.page_changes(table_at(opening(roster=PEOPLE)), "", PAGE)
    found = {(change.holder, change.variable): change.new for change in changes}
    assert found["pokes", "Location"] == "The Beach"
    assert found["", "Message total"] == 60
    assert ("ada", "Location") not in found


def test_what_a_revision_changes() -> None:
    moved = PAGE.replace("* pokes\n", "").replace(
        "may take a Date Action to gain 2 Wood.\n\nCastaways here:",
        "may take a Date Action to gain 2 Wood.\n\nCastaways here:\n* pokes",
    )
    changes = CODE.page_changes(table_at(opening(roster=PEOPLE)), PAGE, moved)
    assert [(each.holder, each.variable, each.old, each.new, each.clause) for each in changes] == [
        ("pokes", "Location", "The Beach", "The Outpost", "BN-113")
    ]


def test_a_new_subrule_is_a_location() -> None:
    swamp = "====The Swamp====\nWet.\n\nCastaways here:\n\n===Workdays==="
    story = with_page(
        '2019-09-20 10:00:00 Ada logs "move to the swamp" as m1',
        page=PAGE.replace("===Workdays===", swamp),
        parts=("at The Beach: Ada",),
    )
    seen = said(story, LATER)["gamestate"]
    assert len(seen["locations"]) == len(LOCATIONS) + 1
    assert seen["locations"]["The Swamp"] == ["Ada"]
    assert seen["complexity"]["The Swamp"] == 1


def test_complexity_follows_the_bullet_points_of_the_page() -> None:
    page = PAGE.replace("* Rest at the Beach", "* Sleep.\n*# Deeply.\n** At night.\n* Rest at the Beach")
    assert said(with_page(page=page), LATER)["gamestate"]["complexity"]["Workdays"] == 6
    assert said(with_page(), LATER)["gamestate"]["complexity"]["Workdays"] == 4


# --- writing

WANTED: Mapping[str, Value] = {
    "Message total": 67,
    "Bonfire total": 15,
    "Plants": {"Purple Fruit": "No effect.", "Red Cap": "Lose 1 Hunger."},
    "Ship conditions": ["The Message in the Sand is completed."],
}


def test_the_page_is_put_right_and_nothing_else_changes() -> None:
    lists = {"The Beach": ["Kevan"], "The Outpost": ["pokes", "Ada"], "The Clearing": ["Astimageon"]}
    page = amended(PAGE, rule_text.amendments(PAGE, WANTED, lists), "Ruleset")
    changed = [line for line in difflib.ndiff(PAGE.splitlines(), page.splitlines()) if line[0] in "+-"]
    assert changed[:5] == ["- * Quincunx", "- * ubq323", "- * pokes", "- * Farsight", "- * Thunder"]
    assert {"- * Purple Fruit: Effect unknown.", "+ * Purple Fruit: No effect.", "+ * pokes", "+ * Ada"} <= set(changed)
    assert len(changed) == 16
    text = rule_text.read(page)
    assert text is not None
    assert text.plant_effects == WANTED["Plants"]
    assert text.total("Message total") == 67
    assert [line.words for line in text.conditions] == WANTED["Ship conditions"]
    assert rule_text.amendments(page, WANTED, lists) == []


def test_a_page_that_tells_our_values_needs_no_amendment() -> None:
    lists = ("at The Beach: Quincunx ubq323 pokes Kevan Farsight Thunder", "at The Clearing: Astimageon")
    assert CODE.page_amendments(table_at(opening(*lists, roster=PEOPLE)), PAGE) == []


# --- bad input


def log(text: str, *parts: str) -> list[tuple[str, str]]:
    """The codes and clauses of what was refused of one line of Ada's, after an opening."""
    printed = replay_records(
        "blognomic", told(f'{opening(*parts)}\n2019-09-20 10:00:00 Ada logs "{text}"'), [iso(LATER)]
    )
    return [(refusal["code"], refusal["clause"]) for refusal in printed["refused"]]


@pytest.mark.parametrize(
    ("effect", "code"),
    [
        ("Sing a song.", "UNCLEAR"),
        ("Gain 2 Wealth.", "UNCLEAR"),
        ("Set Luck to 7.", "UNCLEAR"),
        ("Set HSR to many.", "ILLEGAL_VALUE"),
        ("Set HSR to 9.", "ILLEGAL_VALUE"),
        (f"Gain {'9' * 40} SP.", "UNCLEAR"),
    ],
)
def test_effects_that_nobody_can_carry_out(effect: str, code: str) -> None:
    refused = log("forage Moss", "at The Clearing: Ada", f"plants: Moss = {effect}, Fern = ?")
    assert [each[0] for each in refused] == [code]


def test_an_effect_may_set_a_number_and_lessen_one() -> None:
    story = opening("Ada Wood 1", "at The Clearing: Ada", "plants: Moss = Set HSR to 4 and lose 3 wood., Fern = ?")
    values = said(f'{story}\n2019-09-20 10:00:00 Ada logs "forage Moss"', LATER)["gamestate"]["values"]["Ada"]
    assert (values["HSR"], values["Wood"]) == (4, 0)


def test_no_condition_is_removed_from_an_empty_list() -> None:
    record = {
        "game": "blognomic",
        "state": {
            "emperor": "Wes",
            "conditions": [],
            "roster": {each: {} for each in ("Ada", "Bo", "Cy", "Di", "Wes")},
        },
    }
    story = f'2019-09-20 00:00:00 json {json.dumps({"kind": "opening", **record})}\n2019-09-20 10:00:00 Wes logs "remove a condition"'
    printed = said(story, LATER)
    assert "NO_CONDITION" in {finding["code"] for finding in printed["findings"]}
    assert printed["gamestate"]["rescued"] is False


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("locations", ["Ada"]),
        ("locations", {"The Beach": "Ada"}),
        ("totals", {"message": "many"}),
        ("totals", {"message": True}),
        ("totals", {"tower": 3}),
        ("plants", ["Moss"]),
        ("plants", {"Moss": 3}),
        ("conditions", "none"),
        ("rescued", "yes"),
        ("found_mac", "Ada"),
    ],
)
def test_an_opening_that_cannot_be_read_is_reported_and_changes_nothing(name: str, value: object) -> None:
    roster: dict[str, dict[str, str]] = {each: {} for each in ("Ada", "Bo", "Cy", "Di", "Wes")}
    record = {"kind": "opening", "game": "blognomic", "state": {"emperor": "Wes", "roster": roster, name: value}}
    printed = said(f"2019-09-20 00:00:00 json {json.dumps(record)}", LATER)
    assert "UNKNOWN_SETTING" in {finding["code"] for finding in printed["findings"]}
    plain = said(opening(), LATER)["gamestate"]
    assert {key: printed["gamestate"][key] for key in CODE.opening & set(plain)} == {
        key: plain[key] for key in CODE.opening & set(plain)
    }


@pytest.mark.parametrize("words", [" as if at" * 200, "the " * 450, ", ignoring" * 200, "exert: " * 280, "a" * 1990])
def test_long_lines_are_read_at_once(words: str) -> None:
    started = perf_counter()
    understood(words)
    assert perf_counter() - started < 0.5


# --- whatever is played

PLAYS = [
    *(
        ("gather", 4),
        ("search", 20),
        ("radio", 20),
        ("shelter", 0),
        ("rest", 0),
        ("outpost", 0),
        ("recover", 0),
        ("story roll", 0),
    ),
    *(("message 2", 0), ("bonfire 3", 0), ("forage Purple Fruit", 5), ("forage Blue Flower", 0), ("uproot Red Cap", 0)),
    *((f"move to {place}", 0) for place in LOCATIONS),
    *(("motivation Signaler", 0), ("motivation Worship, rise ignored", 0), ("motivation Paranoia", 0), ("zero Bo", 0)),
    *(("exert: gather", 4), ("exert: outpost", 0), ("place Cy at the Beach", 0), ("set my HSR to 0 as Traitor", 0)),
]
plays = st.lists(
    st.tuples(st.sampled_from(["Ada", "Bo", "Cy"]), st.sampled_from(PLAYS), st.integers(1, 20), st.integers(1, 9)),
    max_size=25,
)
BEFORE = opening("Ada Wood 5, SP 2", "Bo HSR 0, Date 12", "at The Beach: Ada", "at The Clearing: Bo", "message 44")


def told_plays(played: list[tuple[str, tuple[str, int], int, int]]) -> str:
    lines, when = [BEFORE], instant("2019-09-20 00:00:00")
    for nth, (name, (words, sides), face, hours) in enumerate(played):
        when += timedelta(hours=hours)
        at = f"{when:%Y-%m-%d %H:%M:%S}"
        lines.append(f'{at} {name} logs "{words}" as g{nth}')
        if sides:
            lines.append(f"{at} roll DICE{sides} {1 + face % sides} for g{nth}")
    return "\n".join(lines)


@given(plays)
@settings(max_examples=60, deadline=None)
def test_whatever_is_played_leaves_legal_values_and_traces_each_to_a_line(
    played: list[tuple[str, tuple[str, int], int, int]],
) -> None:
    table = table_at(told_plays(played), "2019-10-01 00:00:00")
    for key in table.players:
        held = table.holdings.of(key)
        assert [name for name, variable in table.variables.items() if variable.problem(held[name])] == []
        date = held["Date"]
        assert isinstance(date, int)
        assert date <= table.today
    values = {(key, name): value for key in table.players for name, value in table_at(BEFORE).holdings.of(key).items()}
    for entry in table.gndt.entries:
        assert not (entry.code and entry.changes)
        for change in entry.changes:
            assert change.clause in CLAUSES
            if change.holder:
                assert values[change.holder, change.variable] == change.old
                values[change.holder, change.variable] = change.new
    assert values == {(key, name): table.holdings.of(key)[name] for key, name in values}


def test_a_reworded_dynastic_rule_leaves_the_values_that_lean_on_it_unverified() -> None:
    reworded = PAGE.replace(
        "which defaults to the current value of Today minus 1",
        "which starts somewhere below the current value of Today",
    )
    assert reworded != PAGE
    revisions = [
        {
            "kind": "page_revision", "id": f"w{number}", "at": f"2019-10-0{number}T00:00:00Z", "page": "Ruleset",
            "revision": number, "parent": number - 1, "editor": "Ada", "summary": "", "text": text,
        }
        for number, text in enumerate((PAGE, reworded), start=1)
    ]  # fmt: skip
    players = [{"name": name, "status": "player", "admin": True, "emperor": False} for name in ("Ada", "Bo")]
    roster = {"kind": "roster", "id": "r", "at": "2019-10-01T00:00:00Z", "players": players}
    printed = replay_records("blognomic", [roster, *revisions], ["2019-10-01T12:00:00Z", "2019-10-02T00:00:00Z"])
    first, second = ({fact["name"]: fact for fact in state["facts"]} for state in printed["instants"].values())
    assert first["values.Ada.Date"]["clause"] == "BN-133"
    assert "unverified_since" not in first["values.Ada.Date"]
    assert second["values.Ada.Date"]["unverified_since"] == "2019-10-02T00:00:00Z"
    assert "unverified_since" not in second["values.Ada.Wood"]


# --- files as testers wrote them

ROSTER: dict[str, object] = {
    "kind": "roster",
    "id": "r0",
    "at": "2019-09-01T00:00:00Z",
    "players": [
        {"name": name, "status": "player", "admin": name == "Wes", "emperor": name == "Wes"}
        for name in ("Wes", "Ada", "Bo", "Cy", "Dee", "Eve")
    ],
}
AT = "2019-09-20T10:00:00Z"


def told_of(ada: dict[str, object], **more: object) -> list[dict[str, object]]:
    """The roster, and an opening that states Ada's values."""
    stated = {"kind": "opening", "id": "o0", "at": "2019-09-20T00:00:00Z", "game": "blognomic"}
    return [ROSTER, {**stated, "state": {"values": {"Ada": ada}, **more}}]


def cell(id: str, variable: str, old: int, new: int, of: str = "Ada") -> dict[str, object]:
    return {
        "kind": "cell_change",
        "id": id,
        "at": AT,
        "page": "GNDT",
        "editor": "Ada",
        "player": of,
        "variable": variable,
        "old": old,
        "new": new,
    }


def line(id: str, text: str, at: str = AT) -> dict[str, object]:
    return {"kind": "log_line", "id": id, "at": at, "page": "GNDT", "editor": "Ada", "text": text}


def roll(id: str, sides: int, face: object) -> dict[str, object]:
    return {"kind": "roll", "id": id, "at": AT, "sides": sides, "face": face}


def replayed(rows: list[dict[str, object]], when: str = "2019-09-20 12:00:00") -> tuple[dict[str, object], list[str]]:
    """Ada's values, and the codes of the findings."""
    shown = replay_records("blognomic", rows, [instant(when)])["instants"][iso(when)]
    return shown["gamestate"]["values"]["Ada"], [finding["code"] for finding in shown["findings"]]


def test_the_second_of_two_like_rolls_may_be_used() -> None:
    rows = [
        *told_of({"Date": 17}),
        roll("d1", 4, 1),
        line("a1", "DICE4 gather wood now"),
        roll("d2", 4, 4),
        line("a2", "DICE4 gather wood now"),
    ]
    held, codes = replayed([*rows, cell("c1", "Date", 17, 18), cell("c2", "Wood", 0, 4)], "2019-09-22 12:00:00")
    assert (held["Wood"], held["Date"], codes) == (4, 18, ["ROLL_UNUSED"])


@pytest.mark.parametrize("words", ["DICE20 who buys the tea", "3DICE6 luck", "DICE100 tea"])
def test_dice_for_no_action_may_stay_unused(words: str) -> None:
    sides = int(words.split()[0].rpartition("E")[2])
    count = 3 if words[0] == "3" else 1
    dice = {**roll("d1", sides, 1), "faces": [1] * count}
    del dice["face"]
    assert replayed([*told_of({}), dice, line("a1", words)], "2019-09-25 12:00:00")[1] == []


@pytest.mark.parametrize(
    "rows",
    [
        [roll("d1", 4, 2), line("l1", "DICE4 wood"), cell("c2", "Date", 17, 18), cell("c3", "Wood", 0, 2)],
        [roll("d1", 4, 2), line("gather", "gather"), cell("c2", "Date", 17, 18), cell("c3", "Wood", 0, 2)],
    ],
)
def test_updates_of_one_second_go_by_the_lines_of_the_file(rows: list[dict[str, object]]) -> None:
    held, codes = replayed([*told_of({"Date": 17}), *rows])
    assert (held["Date"], held["Wood"], codes) == (18, 2, [])


@pytest.mark.parametrize("at", ["2019-09-20T00:00:00Z", "2019-09-20T00:00:01Z"])
def test_an_opening_before_the_roster_keeps_its_locations_and_strangers_are_told(at: str) -> None:
    rows = told_of({}, locations={"The Beach": ["Ada", "Zed"]})
    held, codes = replayed([{**ROSTER, "at": at}, rows[1]])
    assert (held["Location"], codes) == ("The Beach", ["UNKNOWN_NAME"])


def test_what_an_opening_leaves_out_has_its_default_of_that_day() -> None:
    assert replayed(told_of({"HSR": 2}))[0]["Date"] == 19


@pytest.mark.parametrize(
    ("face", "codes"), [("Kiwi", []), ("kiwi", []), (3, []), ("Banana", ["WRONG_DIE"]), (7, ["WRONG_DIE"])]
)
def test_a_roll_may_show_a_word_of_its_list(face: object, codes: list[str]) -> None:
    assert replayed([*told_of({}), roll("d1", 6, face), line("l1", "FRUIT why")])[1] == codes


@pytest.mark.parametrize(
    ("ada", "rows", "code"),
    [
        (
            {"Date": 20},
            [roll("d1", 4, 4), line("a1", "DICE4 wood"), cell("c1", "Date", 20, 21), cell("c2", "Wood", 0, 4)],
            "NO_DATE_LEFT",
        ),
        (
            {"HSR": 5},
            [roll("d1", 4, 4), line("a1", "DICE4 wood"), cell("c1", "Date", 19, 20), cell("c2", "Wood", 0, 4)],
            "TOO_COMPLEX",
        ),
        (
            {},
            [roll("d1", 6, 4), line("a1", "DICE6 wood"), cell("c1", "Date", 19, 20), cell("c2", "Wood", 0, 4)],
            "WRONG_DIE",
        ),
        ({}, [cell("c1", "Date", 19, 20), cell("c2", "Wood", 0, 4)], "NO_ROLL"),
        ({}, [cell("c1", "Date", 19, 0, of="Bo"), cell("c2", "Date", 19, 0)], "NOT_EXHAUSTED"),
    ],
)
def test_a_hand_edit_that_is_an_illegal_action_is_told_as_such(
    ada: dict[str, object], rows: list[dict[str, object]], code: str
) -> None:
    held, codes = replayed([*told_of(ada), *rows])
    assert held["Wood"] == 0
    assert codes == [code, code]


def test_an_opening_states_what_the_table_of_variables_has() -> None:
    rows = told_of({"Last Exertion": "2019-09-19T23:00:00Z", "Found Little Mac": True}, **{"Message total": 50})
    assert replayed([*rows, line("l1", "exert: gather", "2019-09-20T08:00:00Z")])[1] == ["LESS_THAN_TEN_HOURS"]
    assert replayed([*rows, line("l1", "exert: gather", "2019-09-20T09:00:00Z")])[1] == []
    assert replayed(told_of({"Last Exertion": "noon"}))[1] == ["UNKNOWN_SETTING"]


@pytest.mark.parametrize(
    "text",
    ["gather wood --Ada 10:00, 20 September 2019 (UTC)", "gather ~~~~", "please, gather wood", "gather"],
)
def test_signatures_and_politeness_do_not_matter(text: str) -> None:
    assert replayed([*told_of({}), roll("d1", 4, 3), line("l1", text)])[0]["Wood"] == 3


@pytest.mark.parametrize(("after", "code"), [("* Zed", "UNKNOWN_NAME"), ("* Astimageon", "TWO_LOCATIONS")])
def test_odd_names_on_the_lists_of_the_page_are_told_and_are_bullet_points(after: str, code: str) -> None:
    row = {"kind": "page_revision", "id": "p1", "at": AT, "page": "Ruleset", "editor": "Wes", "revision": 1}
    shown = [
        {**row, "parent": 0, "summary": "", "text": text}
        for text in (PAGE, PAGE.replace("* Quincunx", f"* Quincunx\n{after}", 1))
    ]
    people = [
        {"name": name.rstrip("!*"), "status": "player", "admin": "*" in name, "emperor": "!" in name}
        for name in PEOPLE.split()
    ]
    counts, codes = [], []
    for each in shown:
        state = replay_records("blognomic", [{**ROSTER, "players": people}, each], [iso(LATER)])["instants"][iso(LATER)]
        counts.append(state["gamestate"]["complexity"]["The Beach"])
        codes.append([finding["code"] for finding in state["findings"]])
    assert counts[1] == counts[0] + 1
    assert (code in codes[0], code in codes[1]) == (False, True)
