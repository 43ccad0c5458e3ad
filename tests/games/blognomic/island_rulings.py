"""The rulings and numbers of ruleset 170's dynastic rules: each ruling as a story, each number as it may read."""

from collections.abc import Callable, Mapping
from typing import Any

Said = Mapping[str, Any]
Told = tuple[str, str, Callable[[Said], Any], Any]
"""A story, the instant looked at, what is looked at, and what is seen."""

MORNING = "2019-09-20 10:00:00"


def opening(*parts: str, roster: str = "Wes!* Ada* Bo Cy Di", day: str = "2019-09-20") -> str:
    """The dynasty in its middle; 2019-09-20 is Today 20."""
    return f"{day} 00:00:00 opening {'; '.join([roster, *parts])}"


def of(name: str, *variables: str) -> Callable[[Said], Any]:
    """See some values of somebody."""
    return lambda said: [said["gamestate"]["values"][name][variable] for variable in variables]


def shown(*path: str) -> Callable[[Said], Any]:
    """See something else of the gamestate."""

    def see(said: Said) -> Any:
        found: Any = said["gamestate"]
        for name in path:
            found = found[name]
        return found

    return see


def noted(*codes: str) -> Callable[[Said], Any]:
    """See which of some codes are found."""
    return lambda said: sorted({finding["code"] for finding in said["findings"]} & set(codes))


def story(first: str, *lines: str, at: str = MORNING) -> str:
    """An opening, then lines of Ada's log (or rolls) at one instant after another."""
    told = [
        f"{at[:-1]}{nth} {line if line.startswith('roll') else f'Ada logs {line}'}" for nth, line in enumerate(lines)
    ]
    return "\n".join([first, *told])


CAVE = ("found Ada", "at Mac's Cave: Ada")
BERRY = "plants: Berry = Gain 2 SP and gain 1 HSR., Fern = ?"
LATER = "2019-09-20 10:00:09"
TWO_AT_BEACH = opening("Ada SP 6, HSR 2, Date 40, Wood 1", "Bo SP 6, HSR 2, Date 38", "rescued", day="2019-10-10")

RULINGS: Mapping[str, Told] = {
    "found_mac_counts_for": (
        story(opening("at The Beach: Ada Bo", "found Bo"), '"move to Mac\'s Cave"'),
        LATER,
        of("Ada", "Location"),
        ["The Beach"],
    ),
    "cave_action_complexity": (
        story(opening("Ada HSR 2", *CAVE, "at The Outpost: Cy Di"), '"outpost as if at The Outpost"'),
        LATER,
        of("Ada", "Wood"),
        [2],
    ),
    "exerted_in_cave": (
        story(opening(*CAVE, BERRY), '"exert: forage Berry as if at The Clearing"'),
        LATER,
        of("Ada", "SP", "HSR"),
        [2, 3],
    ),
    "unknown_effect_at_top_hsr": (
        story(opening("Ada HSR 7", "at The Clearing: Ada"), '"forage Purple Fruit"', "roll DICE5 5"),
        LATER,
        shown("plants", "Purple Fruit"),
        "No effect.",
    ),
    "plant_motivation_raises_hsr": (
        story(
            opening("at The Clearing: Ada", "plants: Moss = Gain 2 SP and set Motivation to Paranoia., Fern = ?"),
            '"forage Moss"',
        ),
        LATER,
        of("Ada", "HSR"),
        [1],
    ),
    "hunger_effect_at_zero": (
        story(opening("at The Clearing: Ada"), '"forage Red Cap"'),
        LATER,
        of("Ada", "Date"),
        [20],
    ),
    "exert_needs": (
        story(opening("Ada Date 20", "at The Outpost: Ada"), '"exert: outpost"'),
        LATER,
        of("Ada", "Wood"),
        [0],
    ),
    "exert_complexity_at": (
        story(opening("Ada HSR 4"), '"exert: gather"', "roll DICE4 2"),
        LATER,
        of("Ada", "Wood"),
        [2],
    ),
    "exert_reduction_from": (
        story(opening("Ada HSR 5, Motivation Worship", "at The Beach: Ada"), '"exert: rest"'),
        LATER,
        lambda said: [refusal["code"] for refusal in said["findings"] if refusal["code"] == "WOULD_REDUCE_HSR"],
        ["WOULD_REDUCE_HSR"],
    ),
    "construct_complexity": (
        story(opening("Ada HSR 4, Wood 9"), '"shelter"'),
        LATER,
        of("Ada", "HSR"),
        [4],
    ),
    "last_wood_counts": (
        story(opening("Ada Wood 9", "message 44"), '"message 9"'),
        LATER,
        shown("totals", "message"),
        53,
    ),
    "parent_complexity_includes_subrules": (
        opening("at The Beach: Ada"),
        LATER,
        shown("complexity", "Story Points"),
        2,
    ),
    "names_are_bullets": (
        opening("at The Outpost: Ada Bo"),
        LATER,
        shown("complexity", "The Outpost"),
        2,
    ),
    "orphan_hunger": (
        "\n".join(
            [
                TWO_AT_BEACH,
                '2019-10-10 10:00:00 Ada logs "story roll"',
                "2019-10-10 10:00:00 roll DICE6 6",
                '2019-10-10 10:00:01 Bo logs "story roll"',
                "2019-10-10 10:00:01 roll DICE6 6",
            ]
        ),
        "2019-10-10 10:00:09",
        shown("victory"),
        "Bo",
    ),
    "ship_counts_head": (
        opening("at The Beach: Ada Bo Wes", roster="Wes!* Ada* Bo Cy Di"),
        LATER,
        shown("rescued"),
        False,
    ),
    "single_condition_rolls": (
        f'{opening("conditions: The sun shines.", "message 44")}\n{MORNING} Wes logs "remove a condition"',
        LATER,
        shown("rescued"),
        True,
    ),
    "signaler_rounds": (
        story(opening("Ada Wood 9, Motivation Signaler"), '"bonfire 7"'),
        LATER,
        of("Ada", "SP"),
        [2],
    ),
    "worship_holds": (
        story(opening("Ada HSR 6, Motivation Worship", "at The Wreck: Ada"), '"gather"', "roll DICE4 2"),
        LATER,
        of("Ada", "Wood"),
        [2],
    ),
    "deferential_counts_in_revelation": (
        "\n".join(
            [
                "2019-09-20 00:00:00 roster Wes!* Ada* Bo Cy Di",
                '2019-09-20 10:00:00 Bo posts p1 Proposal "Proposal: I don\'t wanna waaaste my time"',
                "2019-09-20 10:01:00 Ada on p1: FOR",
                "2019-09-20 10:02:00 Wes on p1: FOR",
                "2019-09-20 10:03:00 Di on p1: DEFERENTIAL",
                '2019-09-20 22:00:00 p1 Enacted by Ada "Quorum"',
            ]
        ),
        "2019-09-20 23:00:00",
        noted("REVELATION_NAMES_TRAITOR"),
        [],
    ),
    "illegal_step_voids": (
        story(opening("Ada HSR 7", "at The Clearing: Ada", BERRY), '"forage Berry"'),
        LATER,
        of("Ada", "SP", "HSR"),
        [0, 7],
    ),
}

NUMBERS: Mapping[str, tuple[tuple[str, str], int]] = {
    "plants_left": (("If only one Plant", "If only two Plant"), 2),
    "radio_hsr": (("an HSR of zero may", "an HSR of 1 may"), 1),
    "radio_sides": (("DICE20: on", "DICE30: on"), 30),
    "radio_rescue": (("a roll of 20,", "a roll of 19,"), 19),
    "outpost_wood": (("gain 2 Wood.", "gain three Wood."), 3),
    "date_step": (("increasing their Date by 1,", "increasing their Date by 2,"), 2),
    "gather_least": (("between 1 and", "between 2 and"), 2),
    "gather_most": (("and 4, inclusive", "and 6, inclusive"), 6),
    "search_sides": (("DICE20 search", "DICE12 search"), 12),
    "search_found": (("a result of 20 means", "a result of 18 means"), 18),
    "rest_hsr": (("reset their HSR to 5.", "reset their HSR to 4."), 4),
    "exert_below": (("less than 7 may", "less than 6 may"), 6),
    "exert_rise": (("increasing their HSR by 1 instead", "increasing their HSR by two instead"), 2),
    "exhausted_after": (("by more than 5, then", "by more than 8, then"), 8),
    "recover_rise": (("raise their HSR by 1 to", "raise their HSR by 2 to"), 2),
    "recover_lag": (("Today minus 5.", "Today minus 3."), 3),
    "zero_date": (("Date to zero.", "Date to 1."), 1),
    "shelter_base": (("X is (10 -", "X is (12 -"), 12),
    "shelter_relief": (("HSR by 1.", "HSR by 2."), 2),
    "message_complete": (("once 50 or", "once 80 or"), 80),
    "bonfire_complete": (("once 100 or", "once 120 or"), 120),
    "complexity_least": (("Complexity is instead 1.", "Complexity is instead 2."), 2),
    "rescue_gain_least": (("between 1 and their", "between 2 and their"), 2),
    "motivation_rise": (("HSR to raise by one.", "HSR to raise by two."), 2),
    "survivalist_saving": (("You require one less", "You require two less"), 2),
    "signaler_extra_dividend": (("50% more", "75% more"), 3),
    "signaler_extra_divisor": (("50% more", "25% more"), 4),
    "worship_least_hsr": (("an HSR of 3 or", "an HSR of 4 or"), 4),
    "worship_complexity": (("a Complexity of 7.", "a Complexity of 6."), 6),
}
"""Name -> the words that give it, the same with another value, and that value."""
