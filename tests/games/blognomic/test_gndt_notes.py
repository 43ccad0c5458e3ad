"""What stands below the table of values: what is to be put right, what nobody used, what was lately refused."""

from tests.games.blognomic.island_rulings import opening
from tests.games.blognomic.ruleset_stories import PAGE
from tests.games.blognomic.stories import gamestate, region
from tests.games.blognomic.test_pages import plain
from tests.games.blognomic.test_rule_values import LISTED, NOON, PEOPLE, edited
from tracker.games.blognomic.game import GAME

MORNING = "2019-09-20 10:00:00"
NOTHING = "Nothing above is to be put right."


def notes(*lines: str, when: str = MORNING) -> str:
    story = "\n".join([opening("Ada Date 18, Wood 2", "Bo Date 20"), *lines])
    return plain(region(story, when, "gndt_notes"))


def test_where_nothing_is_amiss_it_is_one_short_line() -> None:
    assert notes() == NOTHING


def test_a_flagged_cell_is_told_with_what_to_do() -> None:
    assert notes("2019-09-20 09:00:00 Ada sets Ada.Wood 2 to 9 as e1").splitlines() == [
        "To be put right: change the value back, or write below what explains it.",
        "* unexplained change 2019-09-20 09:00 UTC Ada changed Wood of Ada from 2 to 9: "
        "no action of the rules and no roll explains it (BN-225)",
    ]


def test_what_was_put_right_is_gone() -> None:
    edits = ("2019-09-20 09:00:00 Ada sets Ada.Wood 2 to 9 as e1", "2019-09-20 09:30:00 Bo sets Ada.Wood 9 to 2 as e2")
    assert notes(*edits) == NOTHING


def test_the_newest_refusals_stand_below_it() -> None:
    lines = [f'2019-09-20 09:0{nth}:00 Bo logs "gather" as g{nth}' for nth in range(5)]
    told = notes(*lines).splitlines()
    assert told[:2] == [NOTHING, "Last refused:"]
    assert [line.split(" UTC ")[0] for line in told[2:]] == [
        f"* no date left 2019-09-20 09:0{nth}" for nth in (4, 3, 2)
    ]


def test_dice_that_nobody_used_are_told_once_they_are_old() -> None:
    lines = ('2019-09-20 09:00:00 Ada logs "DICE20 search for luck" as g1', "2019-09-20 09:00:00 roll DICE20 7 for g1")
    assert notes(*lines) == NOTHING
    assert "roll unused" in notes(*lines, when="2019-09-21 09:00:01")


def test_no_more_than_some_are_shown() -> None:
    names = "Ada Bo Cy Di"
    edits = [
        f"2019-09-20 09:{minute:02}:00 Ada sets {name}.{variable} 0 to 77 as e{minute}"
        for minute, (name, variable) in enumerate(
            (name, variable) for name in names.split() for variable in ("Wood", "SP", "Date")
        )
    ]
    told = notes(*edits).splitlines()
    assert sum(line.startswith("* unexplained") for line in told) == 10
    assert told[-1] == "* 2 older ones: Tracker/State of play"


def test_what_the_rules_ask_of_people_stands_elsewhere() -> None:
    passed = (
        '2019-09-20 00:30:00 Bo posts p1 Proposal "Proposal: I don\'t wanna waaaste my time" body: Add a rule.',
        *(f"2019-09-20 01:0{nth}:00 {name} on p1: FOR" for nth, name in enumerate(("Ada", "Cy", "Di"))),
        '2019-09-20 13:00:00 p1 Enacted by Ada "Quorum"',
    )
    assert notes(*passed, when="2019-09-20 14:00:00") == NOTHING


def beside_the_page(*more: str, when: str = NOON, values: tuple[str, ...] = ()) -> list[str]:
    """The notes where the ruleset page was seen at nine."""
    story = "\n".join([opening(*LISTED, *values, roster=PEOPLE), edited(1, "09:00", PAGE), *more])
    return plain(region(story, when, "gndt_notes")).splitlines()


def test_a_ruleset_page_that_shows_the_gamestate_is_not_spoken_of() -> None:
    assert beside_the_page() == [NOTHING]


def test_other_values_on_the_ruleset_page_are_to_be_put_right() -> None:
    told = beside_the_page(values=("message 44",))
    assert told[0].startswith("To be put right: ")
    assert told[0].endswith("; what stands in a rule is corrected there.")
    assert "Message total is 44, shown is 60; correct the page (BN-226)" in told[1]
    assert len(told) == 2


def test_what_an_action_did_is_told_once_it_should_stand_in_the_rule() -> None:
    line = '2019-09-20 09:30:00 pokes logs "move to The Outpost" as m1'
    assert beside_the_page(line) == [NOTHING]
    late = beside_the_page(line, when="2019-09-22 10:00:00")
    assert "pokes" in late[1]
    assert "write it into the rule (BN-114)" in late[1]


def test_the_table_stands_first_on_its_page() -> None:
    drafts = GAME.pages(gamestate(opening(), MORNING), GAME.catalogue())
    assert [draft.region for draft in drafts if draft.page == "GNDT"] == ["gndt", "gndt_notes"]
