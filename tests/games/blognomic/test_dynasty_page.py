"""The dynasty's page: who is where, what grows, how much is to go, whether the ship comes, and who leads the story."""

import html
import json
import re
from pathlib import Path

import pytest

from tests.games.blognomic.island_rulings import opening
from tests.games.blognomic.ruleset_stories import PAGE, revision
from tests.games.blognomic.stories import region
from tests.games.blognomic.test_pages import plain

MORNING = "2019-09-20 10:00:00"
DYNASTIES = Path(__file__).parent / "dynasties"
EVERYBODY = "Wes!* Ada* Bo Cy Di Eve~"


def wikitext(story: str, when: str = MORNING) -> str:
    return region(story, when, "dynasty")


def table(story: str, title: str, when: str = MORNING) -> list[list[str]]:
    """The cells of a part's table, row by row, without sorting keys."""
    part = html.unescape(wikitext(story, when)).partition(f">{title}</h2>")[2].partition("<h2")[0]
    return [
        [
            re.sub(r'^\|( data-sort-value="\d+" \|)?', "", line).strip()
            for line in plain(row).splitlines()
            if line[0] == "|"
        ]
        for row in part.partition("|}")[0].split("\n|-")[1:]
    ]


def rows(story: str, title: str, when: str = MORNING) -> dict[str, list[str]]:
    """The same by the words of their first cell."""
    return {row[0]: row[1:] for row in table(story, title, when)}


def test_locations_show_who_is_there_and_who_does_not_count() -> None:
    found = rows(opening("Ada Date 18", "at The Beach: Ada Eve Wes Bo", roster=EVERYBODY), "Locations")
    assert found["The Beach"] == ["Ada, Bo", "idle or head Eve, Wes (BN-184)", "4 (BN-148)"]
    assert found["The Wreck"] == ["–", "–", "1 (BN-148)"]
    assert len(found) == 7


def test_plants_show_their_effects_or_that_nobody_knows_them() -> None:
    found = rows(opening("plants: Fern = ?, Ivy = Gain 2 SP."), "Plants")
    assert found == {"Fern": ["unknown Foraging will tell (BN-126)"], "Ivy": ["Gain 2 SP. (BN-127)"]}


def test_projects_show_how_much_there_is_to_go() -> None:
    found = rows(opening("message 51", "bonfire 85"), "Construction")
    assert found["Message (BN-146)"] == ["51 of 50", "completed", "–"]
    assert found["Bonfire (BN-147)"] == ["85 of 100", "open", "15 Wood to go"]


def test_conditions_show_whether_they_hold_now() -> None:
    found = rows(opening("message 44", "at The Beach: Ada Bo Cy"), "A Ship has Arrived!")
    assert found["1"][1:] == ["does not hold", "44 Wood of 50 (BN-146)"]
    assert found["2"][1:] == ["holds", "3 at The Beach; 4 / 2 rounded down is 2, plus 1 is 3 (BN-202)"]


def test_a_condition_of_other_words_is_not_known() -> None:
    found = rows(opening("conditions: Pigs fly."), "A Ship has Arrived!")
    assert found["1"][:2] == ["Pigs fly.", "not known"]


def test_rescue_shows_who_still_owes_a_roll() -> None:
    story = opening("Ada SP 4", "Bo SP 2", "Cy SP 0", "rescued")
    story += '\n2019-09-20 09:00:00 Ada logs "story roll" as g1\n2019-09-20 09:00:00 roll DICE4 3 for g1'
    found = rows(story, "Rescue and victory")
    assert found["Rescued (BN-151)"] == ["rescued"]
    assert found["Still to roll (BN-151)"] == ["Bo"]
    assert found["Victory (BN-152)"] == ["nobody yet"]
    assert rows(opening("Ada SP 4"), "Rescue and victory")["Still to roll (BN-151)"] == ["–"]


@pytest.mark.parametrize(
    ("values", "victory", "ties"),
    [
        (("Ada SP 9", "Bo SP 8"), "achieved Ada", ""),
        (("Ada SP 9, HSR 3", "Bo SP 9, HSR 2"), "achieved Bo", "before Ada by lower HSR"),
        (("Ada SP 9, Date 12", "Bo SP 9, Date 13"), "achieved Ada", "before Bo by lower Date"),
        (("Ada SP 9, Wood 1", "Bo SP 9, Wood 2"), "achieved Bo", "before Ada by more Wood"),
        (("Ada SP 9", "Bo SP 9"), "tied nobody: the first are tied in everything", "tied with Bo in everything"),
    ],
)
def test_the_story_explains_its_ties(values: tuple[str, ...], victory: str, ties: str) -> None:
    rolls = [
        f'2019-09-20 09:0{nth}:00 {name} logs "story roll" as g{nth}\n2019-09-20 09:0{nth}:00 roll DICE9 1 for g{nth}'
        for nth, name in enumerate(("Ada", "Bo"))
    ]
    story = "\n".join([opening(*values, "rescued"), *rolls]).replace(
        "DICE9 1 for g1", f"DICE{values[1].split()[2].strip(',')} 1 for g1"
    )
    assert rows(story, "Rescue and victory")["Victory (BN-152)"] == [victory]
    assert table(story, "Story Points")[0][-1] == ties


def test_those_tied_in_everything_share_a_place() -> None:
    text = plain(wikitext(opening("Ada SP 4", "Bo SP 4")))
    places = re.findall(r"^\| (\d)\n\| (Ada|Bo|Cy|Di)$", text.partition("Story Points\n")[2], re.MULTILINE)
    assert places == [("1", "Ada"), ("1", "Bo"), ("3", "Cy"), ("3", "Di")]


def test_complexity_shows_whom_it_bars() -> None:
    found = rows(opening("Ada HSR 5", "Bo HSR 5, Motivation Worship"), "Complexity")
    assert found["Workdays"] == ["4", "Ada (BN-149)"]
    assert found["The Clearing"] == ["11", "nobody"]


def test_who_waits_for_dice_is_marked() -> None:
    story = opening("Ada Date 18, SP 3") + '\n2019-09-20 09:00:00 Ada logs "gather" as g1'
    assert "dice awaited Ada" in plain(wikitext(story))


def test_a_declared_dynasty_shows_its_own_values_and_where_everything_is_tracked() -> None:
    text = (DYNASTIES / "bazaar.toml").read_text(encoding="utf-8")
    story = f"2023-12-04 00:00:00 setting dynasty {json.dumps(text)}\n2023-12-04 00:00:00 roster Wes!* Ada* Bo Cy Di"
    when = "2023-12-04 12:00:00"
    assert rows(story, "The game's own values", when) == {"Stalls": ["–"], "Feast": ["2023-12-24"], "Favour": ["1"]}
    found = rows(story, "Variables", when)
    assert found["Coins"] == ["each Trader", "-10 to 999", "the table on Night Bazaar"]
    assert found["Stalls"][2] == "the rule Stalls"
    assert "The Night Bazaar; Sultan: Wes. Players' values: Night Bazaar." in plain(wikitext(story, when))


def test_a_rule_in_doubt_marks_its_figures() -> None:
    changed = PAGE.replace(
        "is completed (and can’t be added to) once", "is completed (and can’t be added to any more) once"
    )
    assert changed != PAGE
    story = "\n".join(
        [opening("message 44"), revision(1, "2019-09-20 01:00:00", PAGE), revision(2, "2019-09-20 02:00:00", changed)]
    )
    assert "BN-146 unverified" in plain(wikitext(story))
