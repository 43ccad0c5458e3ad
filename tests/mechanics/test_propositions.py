"""Typed propositions and chat messages: the same instructions, the same refusals."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tracker.mechanics.enacting.instructions import (
    Append,
    Instruction,
    Move,
    NewRule,
    Place,
    Quote,
    Rename,
    Repeal,
    Replace,
    Reword,
    RuleName,
)
from tracker.mechanics.reading_orders.instruction_reading import MOST_STEPS
from tracker.mechanics.reading_orders.propositions import is_proposition, read_message, read_proposition
from tracker.mechanics.reading_orders.vocabulary import PLAIN

COUP = RuleName("Coup", "4.4.3")


def orders(text: str) -> list[Instruction]:
    read = read_proposition(text)
    assert read.refusals == (), text
    return [step.instruction for step in read.steps]


def codes(text: str) -> list[str]:
    return [refusal.code for refusal in read_proposition(text).refusals]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            'Type: Content Edit\nRule: 4.4.3 - Coup\nReplace: "Pay 7"\nWith: "Pay 6"',
            Replace(COUP, Quote("Pay 7"), "Pay 6"),
        ),
        ("type: edit\nrule: rule 4.4.3 Coup\nreplace: Pay 7\nwith: Pay 6", Replace(COUP, Quote("Pay 7"), "Pay 6")),
        ("Type: Content Edit\nRule: 4.4.3 - Coup\nReplace: “Pay 7”\nWith:", Replace(COUP, Quote("Pay 7"), "")),
        ("Type: Content Edit\nRule: 4.4.3 - Coup\nContent: Pay 6.\nThen win.", Reword(COUP, "Pay 6.\nThen win.")),
        (
            "Type: Content Edit\nRule: 4.4.3 - Coup\nContent:\n```\nPay 6.\nType: none\n```",
            Reword(COUP, "Pay 6.\nType: none"),
        ),
        ("Type: Content Edit\nRule: 4.4.3 - Coup\nContent:", Repeal(COUP)),
        ("Type: Addition\nID: 4.4.4\nTitle: Bank\nContent: Take 1.", NewRule("Bank", "Take 1.", Place(number="4.4.4"))),
        (
            "Type: Add\nUnder: 4.4\nTitle: Bank\nContent: Take 1.",
            NewRule("Bank", "Take 1.", Place(parent=RuleName("", "4.4"))),
        ),
        ("Type: Addition\nContent: Take 1.", NewRule("", "Take 1.")),
        (
            "Type: Addition\nUnder: Coup / Actions\nContent:\n> Take 1.\n> Or 2.",
            NewRule("", "Take 1.\nOr 2.", Place(parent=RuleName("Actions", above=("Coup",)))),
        ),
        ("Type: ID Edit     Rule: 4.4.3     New ID: 4.4.5", Move(RuleName("", "4.4.3"), Place(number="4.4.5"))),
        (
            "Type: Title Edit\nRule: Coup / Actions / Coup\nNew title: “Putsch”",
            Rename(RuleName("Coup", above=("Coup", "Actions")), "Putsch"),
        ),
        ("**Type:** Deletion\n**Rule:** 4.4.3 - Coup", Repeal(COUP)),
        ("Type: Delete.\nRule: Coup > Actions", Repeal(RuleName("Actions", above=("Coup",)))),
        ("Type: Content Appendication\nRule: 4.4.3 - Coup\nContent: And 1 more.", Append(COUP, "And 1 more.")),
        ("Type: Append\nRule: 4.4.3 - Coup\nContent:\nAnd 1 more.", Append(COUP, "And 1 more.")),
        ("• Type: Deletion\n• Rule: 4.4.3 - Coup", Repeal(COUP)),
        ("+ Type: Deletion\n+ Rule: 4.4.3 - Coup", Repeal(COUP)),
        ("1. Type: Deletion\n2. Rule: 4.4.3 - Coup", Repeal(COUP)),
        ("## Type: Deletion\n## Rule: 4.4.3 - Coup", Repeal(COUP)),
        ("***Type:*** Deletion\n***Rule:*** 4.4.3 - Coup", Repeal(COUP)),
        ("- **Type:** Deletion\n- **Rule:** 4.4.3 - Coup", Repeal(COUP)),
        ("**Type: Deletion**\n**Rule: 4.4.3 - Coup**", Repeal(COUP)),
        ("Type: Deletion\nRule: **4.4.3 - Coup**", Repeal(COUP)),
        ("Change 1: Type: Deletion\nRule: 4.4.3 - Coup", Repeal(COUP)),
        ("Type\uff1aDeletion\nRule\uff1a4.4.3 - Coup", Repeal(COUP)),
        ("Type: Content  Edit\nRule: 4.4.3 - Coup\nContent: Pay 6.", Reword(COUP, "Pay 6.")),
        ("Type: Content-Edit\nRule: 4.4.3 - Coup\nContent: Pay 6.", Reword(COUP, "Pay 6.")),
        ("Type: Deletion\nRule: 4.4.3 - Coup\n**Reason:** it is dear.\nVery dear.", Repeal(COUP)),
        ("Type: Content Edit\nRule: 4.4.3 - Coup\nContent: Pay 6.\n---\nThanks!", Reword(COUP, "Pay 6.")),
        (
            'Type: Content Edit\nRule: 4.4.3 - Coup\nContent: "Pay 6.\n---\nReason: none."',
            Reword(COUP, "Pay 6.\n---\nReason: none."),
        ),
        (
            "Type: Content Edit\nRule: 4.4.3 - Coup\nContent:\n```\nPay 6.\nReason: none.\n---\n```",
            Reword(COUP, "Pay 6.\nReason: none.\n---"),
        ),
        ("Type: Content Edit\nRule: 4.4.3 - Coup\nContent:\n---\nPay 6.", Reword(COUP, "---\nPay 6.")),
        (
            "Type: Content Edit\nRule: 4.4.3 - Coup\nContent: Pay:\n1. Title: 6\n2. With: joy",
            Reword(COUP, "Pay:\n1. Title: 6\n2. With: joy"),
        ),
    ],
)
def test_each_type_of_change(text: str, expected: Instruction) -> None:
    assert orders(text) == [expected]


def test_several_changes_in_their_order_with_headings_and_talk() -> None:
    read = read_proposition(
        "Proposition: Tidy up\nAs discussed.\n\nChange 1\nType: Deletion\nRule: 4.4.1\n\nChange 2\nType: Append\nRule: 3\nContent: More."
    )
    assert [step.instruction for step in read.steps] == [
        Repeal(RuleName("", "4.4.1")),
        Append(RuleName("", "3"), "More."),
    ]
    assert read.commentary == ("Proposition: Tidy up", "As discussed.", "Change 1", "Change 2")
    assert read.steps[0].sentence == "Type: Deletion Rule: 4.4.1"


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("Proposition: Cheaper coups", "NO_INSTRUCTION"),
        ("Type: Amendment\nRule: 1\nContent: x", "NOT_UNDERSTOOD"),
        ("Type:\nRule: 1", "NOT_UNDERSTOOD"),
        ("Type: Misc\nChange: swap 2.1 and 2.2", "NOT_UNDERSTOOD"),
        ("Type: Addition\nTitle: Bank", "NO_TEXT"),
        ("Type: Content Edit\nRule: 1\nReplace: x", "NO_TEXT"),
        ("Type: Content Edit\nRule: 1\nWith: x", "NO_TEXT"),
        ("Type: Content Edit\nRule: 1\nContent: x\nReplace: a\nWith: b", "CONTRADICTORY"),
        ("Type: Append\nRule: 1\nContent: x\nContent: y", "CONTRADICTORY"),
        ("Type: Addition\nID: 2.1\nUnder: 3\nContent: x", "CONTRADICTORY"),
        ("Type: Deletion", "NO_RULE"),
        ("Type: ID Edit\nRule: 1\nNew ID: top", "PLACE_UNCLEAR"),
        ("Type: ID Edit\nRule: 1", "PLACE_UNCLEAR"),
        ("Type: Title Edit\nRule: 1", "NO_TEXT"),
        ("Type: Append\nRule: 1\nContent: a\u202eb", "MARKUP"),
        ("Type: Deletion\nRule: Co\u200bup", "MARKUP"),
        ("Type: Deletion\nRule: 1\n" * (MOST_STEPS + 1), "TOO_LONG"),
        ("Type: Deletion\n" + "x" * 300_000, "TOO_LONG"),
    ],
)
def test_what_is_incomplete_or_unclear_is_refused(text: str, code: str) -> None:
    assert codes(text) == [code]


def test_the_complete_changes_of_a_proposition_stand_beside_the_refused_ones() -> None:
    read = read_proposition("Type: Deletion\nRule: 1\nType: Deletion\nType: Deletion\nRule: 2")
    assert [step.instruction for step in read.steps] == [Repeal(RuleName("", "1")), Repeal(RuleName("", "2"))]
    assert [refusal.code for refusal in read.refusals] == ["NO_RULE"]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Type: Deletion\nRule: 1", True),
        ("Proposition: Peace", True),
        ("Nice idea!", False),
        ("What type: I like it", False),
        ("> Type: Deletion\n> Rule: 1", False),
        ("1. Type: Deletion\n2. Rule: 1", True),
        ("Proposition 7: Peace", True),
        ("Proposition #7\nPeace for all.", True),
        ("Proposition - Peace", True),
        ("## Proposition\nPeace for all.", True),
        ("Propositions are fun", False),
        ("Proposition 7 is fun", False),
        ("I like it.\nProposition 7: peace!", False),
    ],
)
def test_what_is_meant_as_a_proposition(text: str, expected: bool) -> None:
    assert is_proposition(text) is expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ('In the rule "Bidding", replace "10" with "12".', [Replace(RuleName("Bidding"), Quote("10"), "12")]),
        (
            "In the rule “Auctions › Bidding”, replace `10` with `12`.",
            [Replace(RuleName("Bidding", above=("Auctions",)), Quote("10"), "12")],
        ),
        ('[Urgent]\nRepeal the rule "Bidding".', [Repeal(RuleName("Bidding"))]),
        ('Class: Standard\nRepeal the rule "Bidding".\n// I like this', [Repeal(RuleName("Bidding"))]),
        (
            'Add a rule called "Ducks":\n> A duck **quacks**.\n> * twice\nThanks!',
            [NewRule("Ducks", "A duck '''quacks'''.\n* twice")],
        ),
        ('Add to the rule "Info":\n```\nfoo & <b>\n* bar\n```', [Append(RuleName("Info"), "foo & <b>\n* bar")]),
        (
            '1. Repeal the rule "Bidding".\n2. Repeal the rule "Lots".',
            [Repeal(RuleName("Bidding")), Repeal(RuleName("Lots"))],
        ),
    ],
)
def test_chat_messages_in_markdown(text: str, expected: list[Instruction]) -> None:
    read = read_message(text, PLAIN)
    assert read.refusals == ()
    assert [step.instruction for step in read.steps] == expected


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ('Add to "Info":\n```\nfoo', "QUOTE_UNCLOSED"),
        ('~~Repeal the rule "Bidding".~~ Repeal the rule "Lots".', "MARKUP"),
        ("Nice idea!", "NO_INSTRUCTION"),
        ("x" * 300_000, "TOO_LONG"),
    ],
)
def test_chat_messages_refused(text: str, code: str) -> None:
    assert [refusal.code for refusal in read_message(text, PLAIN).refusals] == [code]


LINES = st.sampled_from(
    [
        "Type: Append",
        "Type:",
        "Rule: 1.2 - A",
        "Content: x",
        "Content:",
        "```",
        "> a",
        "New ID: 4",
        "Change 2",
        "With: “",
        'Replace: "',
    ]
)


@given(st.lists(LINES | st.text(max_size=12), max_size=20).map("\n".join))
def test_no_message_makes_it_raise(text: str) -> None:
    assert read_message(text, PLAIN).refusals or read_message(text, PLAIN).steps
    assert read_proposition(text).refusals or read_proposition(text).steps


@pytest.mark.parametrize(
    "text", ["`" * 150_000, "*a " * 60_000, "> \n" * 60_000, "Type: x\n" * 20_000, "Rule  Rule:" * 15_000], ids=len
)
def test_hostile_messages_are_read_to_their_end(text: str) -> None:
    assert not read_message(text, PLAIN).steps
    assert not read_proposition(text).steps


@pytest.mark.parametrize(
    "text",
    [
        "Type: Title Edit\nRule: 2.2\nNew title: New\nContent: y",
        "Type: Deletion\nRule: 4.4.3 - Coup\nWith: a caveat",
        "Type: ID Edit\nRule: 4.4.3\nNew ID: 4.4.5\nTitle: Other",
        "Type: Addition\nRule: 4.4\nTitle: Bank\nContent: Take 1.",
    ],
)
def test_a_field_that_the_type_does_not_have_is_refused(text: str) -> None:
    assert codes(text) == ["NOT_UNDERSTOOD"]
