"""Instructions read: every form in many wordings, every trap, conditions, what is left to people, and any text at all."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.each import of_each
from tests.mechanics.test_proposal_text import FRAGMENTS
from tracker.games.blognomic.vocabulary import VOCABULARY
from tracker.mechanics.enacting.instructions import (
    REFUSALS,
    AddItem,
    Append,
    Condition,
    Gamestate,
    GlossaryEntry,
    Insert,
    Instruction,
    InstructionReading,
    MatterEnacted,
    Move,
    NewRule,
    Place,
    Position,
    Quote,
    Rename,
    Repeal,
    Replace,
    ReplaceEverywhere,
    Reword,
    RuleExists,
    RuleName,
    SetForAll,
    Step,
    Stretch,
    TextExists,
)
from tracker.mechanics.reading_orders.instruction_reading import MOST_STEPS, read_instructions

R, S = RuleName("Wood Piles"), RuleName("Axes")
TEXT = "Each player has some Wood."
OLD, NEW = Quote("three logs"), "four logs"


def body(text: str) -> str:
    """A short body: paragraphs parted by blank lines, ``[[...]]`` a block quotation of its own."""
    return "".join(
        f"<blockquote><p>{part[2:-2]}</p></blockquote>" if part.startswith("[[") else f"<p>{part}</p>"
        for part in text.replace("[[", "\n\n[[").replace("]]", "]]\n\n").split("\n\n")
        if part.strip()
    )


def read_body(html: str) -> InstructionReading:
    return read_instructions(html, VOCABULARY)


def steps(text: str) -> tuple[Step, ...]:
    read = read_body(body(text))
    assert read.refusals == (), text
    return read.steps


def orders(text: str) -> list[Instruction]:
    return [step.instruction for step in steps(text)]


def conditions(text: str) -> list[tuple[Condition, ...]]:
    return [step.conditions for step in steps(text)]


def codes(text: str) -> list[str]:
    return [refusal.code for refusal in read_body(body(text)).refusals]


FORMS: dict[str, tuple[Instruction, tuple[str, ...]]] = {
    "a new rule": (
        NewRule("Wood Piles", TEXT),
        (
            "Add a new rule called “Wood Piles”:[[{TEXT}]]",
            "Create a rule, entitled “Wood Piles”, with the following text:-[[{TEXT}]]",
            "Enact a new rule titled ‘Wood Piles’ as follows:[[{TEXT}]]",
            "Add a rule named “Wood Piles,” that reads:[[{TEXT}]]",
            'Please create a new rule called "Wood Piles" which reads as follows:[[{TEXT}]]',
            "Add a rule. Call it “Wood Piles” and give it the text:[[{TEXT}]]",
            "Create a new rule called “Wood Piles”. It reads:[[{TEXT}]]",
            "Add to the ruleset a new rule, “Wood Piles”:[[{TEXT}]]",
            "Add the following rule to the ruleset, named “Wood Piles”:[[{TEXT}]]",
            "Enact the following as a new rule titled “Wood Piles”:[[{TEXT}]]",
            "I propose to add a new rule entitled Wood Piles with the text “{TEXT}”",
            "Add a new rule called “Wood Piles”.[[{TEXT}]]",
            "Add a new rule called “Wood Piles”: {TEXT}",
            "A new rule is added, called “Wood Piles”, with the text:[[{TEXT}]]",
            "Add the following new rule:[[== Wood Piles ==<br />{TEXT}]]",
        ),
    ),
    "a new rule of a section": (
        NewRule("Wood Piles", TEXT, Place("dynastic")),
        (
            "Add a new dynastic rule called “Wood Piles”:[[{TEXT}]]",
            "Add a new rule to the dynastic rules, called “Wood Piles”:[[{TEXT}]]",
            "To the dynastic ruleset, add a rule entitled “Wood Piles”:[[{TEXT}]]",
            "Enact a dynastic rule, “Wood Piles”, with the text:[[{TEXT}]]",
            "Create a dynastic rule. Call it “Wood Piles” and give it the following text:[[{TEXT}]]",
            "In the dynastic rules, create a new rule titled “Wood Piles” that says:[[{TEXT}]]",
        ),
    ),
    "a new subrule": (
        NewRule("Axes", TEXT, Place(parent=R)),
        (
            "Add a subrule to “Wood Piles”, called “Axes”:[[{TEXT}]]",
            "Add a new subrule to the rule “Wood Piles” named “Axes”, which reads:[[{TEXT}]]",
            "Create a subrule of the rule Wood Piles titled “Axes”:[[{TEXT}]]",
            "To “Wood Piles”, add a subrule called “Axes”:-[[{TEXT}]]",
            "In the rule “Wood Piles” add a subrule named “Axes”[[{TEXT}]]",
            "Add the following as a subrule to the rule Wood Piles, called Axes:[[{TEXT}]]",
            "Under “Wood Piles”, create a sub-rule entitled “Axes” with the text “{TEXT}”",
            "Add a subrule of “Wood Piles”. Call it “Axes” and give it this text:[[{TEXT}]]",
        ),
    ),
    "replace in a named rule": (
        Replace(R, OLD, NEW),
        (
            "In “Wood Piles”, replace “three logs” with “four logs”.",
            "In the rule “Wood Piles”, change the text “three logs” to “four logs”",
            "Replace “three logs” in “Wood Piles” with:- “four logs”",
            "Replace “three logs” with “four logs” in the rule “Wood Piles”.",
            "In “Wood Piles”, change[[three logs]]to[[four logs]]",
            "In the rule Wood Piles, change the phrase “three logs” so that it reads “four logs”.",
            "In the “Wood Piles” rule, change “three logs” to read “four logs”.",
            "Amend “Wood Piles” by replacing “three logs” with “four logs”.",
            "In “Wood Piles”, “three logs” is changed to “four logs”.",
            "From “Wood Piles,” substitute “four logs” for “three logs”.",
            "Replace the following text in “Wood Piles”:[[three logs]]with:[[four logs]]",
        ),
    ),
    "append": (
        Append(R, TEXT),
        (
            "To “Wood Piles”, add:-[[{TEXT}]]",
            "Add to “Wood Piles”:[[{TEXT}]]",
            "Append to the rule Wood Piles:[[{TEXT}]]",
            "Add the following to “Wood Piles”, before its subrules:[[{TEXT}]]",
            "To the rule “Wood Piles”, append: {TEXT}",
            "The following is added to “Wood Piles”:[[{TEXT}]]",
        ),
    ),
    "append at a place that is said": (
        Append(R, TEXT, is_placed=True),
        (
            "In the rule “Wood Piles” add the following text as its own paragraph:[[{TEXT}]]",
            "Add the following to the end of the rule Wood Piles:[[{TEXT}]]",
            "At the end of “Wood Piles”, add “{TEXT}”",
            "To the end of the rule “Wood Piles”, append:[[{TEXT}]]",
            "Add a new paragraph to “Wood Piles”:[[{TEXT}]]",
            "To “Wood Piles”, add as a new paragraph:[[{TEXT}]]",
        ),
    ),
    "insert at a quotation": (
        Insert(R, OLD, "after", ", or fewer"),
        (
            "In “Wood Piles”, after “three logs”, add “, or fewer”.",
            "In the rule “Wood Piles”, after the phrase “three logs” insert “, or fewer”",
            "Insert “, or fewer” after “three logs” in “Wood Piles”.",
            "Add “, or fewer” to “Wood Piles” after the text “three logs”.",
            "After “three logs” in “Wood Piles”, add “, or fewer”.",
            "In “Wood Piles”, immediately after “three logs”, add the text “, or fewer”",
        ),
    ),
    "replace with no rule named": (
        Replace(None, OLD, NEW),
        (
            "Replace “three logs” with “four logs”.",
            "Change “three logs” to[[four logs]]",
            "Replace the text “three logs” with the text “four logs”",
            "Change the words “three logs” to “four logs”.",
            "Replace:[[three logs]]with:[[four logs]]",
            "Replace “three logs” by “four logs”.",
        ),
    ),
    "list item": (
        AddItem(R, "* An axe"),
        (
            "To the list of tools in “Wood Piles”, add:[[* An axe]]",
            "Append the following list item to the sole list in “Wood Piles”:[[* An axe]]",
            "Add the following bullet point to “Wood Piles”:[[* An axe]]",
            "In the list in the rule Wood Piles, add:[[* An axe]]",
            "To the bulleted list in “Wood Piles”, add the following item:[[* An axe]]",
            "Add a new bullet to the list in the rule “Wood Piles”:[[* An axe]]",
            "To the end of the list in “Wood Piles”, add:[[* An axe]]",
        ),
    ),
    "replace by position": (
        Replace(R, Position("paragraph", 1), TEXT),
        (
            "Change the first paragraph of “Wood Piles” to:[[{TEXT}]]",
            "In “Wood Piles”, replace the first paragraph with:[[{TEXT}]]",
            "Replace the first paragraph in the rule “Wood Piles” with “{TEXT}”",
            "Reword the first paragraph of the rule Wood Piles to read:[[{TEXT}]]",
            "In the rule “Wood Piles”, change the 1st paragraph so that it reads “{TEXT}”",
            "Change the first paragraph of “Wood Piles” to: {TEXT}",
        ),
    ),
    "reword": (
        Reword(R, TEXT),
        (
            "Reword the rule “Wood Piles” to:[[{TEXT}]]",
            "Rewrite the rule “Wood Piles” as follows:[[{TEXT}]]",
            "Amend the rule “Wood Piles” to read:[[{TEXT}]]",
            "Change the text of the rule “Wood Piles” to:[[{TEXT}]]",
            "Replace the text of “Wood Piles” with “{TEXT}”",
            "Reword “Wood Piles” as:[[{TEXT}]]",
            "In the rule “Wood Piles”, replace its text with:[[{TEXT}]]",
            "Replace the entire text of the rule Wood Piles with the following:[[{TEXT}]]",
        ),
    ),
    "insert by position": (
        Insert(R, Position("paragraph", 1), "after", TEXT, "paragraph"),
        (
            "In “Wood Piles”, as a new paragraph directly after the first, add:[[{TEXT}]]",
            "After the first paragraph of “Wood Piles”, add:[[{TEXT}]]",
            "Add the following to “Wood Piles” as a new paragraph after the first paragraph:[[{TEXT}]]",
            "In the rule “Wood Piles”, after the first paragraph, add a new paragraph that reads:[[{TEXT}]]",
            "Add a new paragraph to “Wood Piles” after its first paragraph:[[{TEXT}]]",
            "In “Wood Piles”, add, as the second paragraph:[[{TEXT}]]",
            "In “Wood Piles”, between the first and second paragraphs, insert:[[{TEXT}]]",
        ),
    ),
    "repeal": (
        Repeal(R),
        (
            "Repeal “Wood Piles”.",
            "Repeal the rule “Wood Piles”.",
            "Repeal the “Wood Piles” rule",
            "Remove the rule Wood Piles from the ruleset.",
            "Delete the rule “Wood Piles” in its entirety.",
            "The rule “Wood Piles” is repealed.",
            "REPEAL THE RULE “Wood Piles”!",
            "Repeal “Wood Piles” and all of its subrules.",
        ),
    ),
    "replace everywhere": (
        ReplaceEverywhere("three logs", NEW),
        (
            "Replace “three logs” with “four logs” throughout the ruleset.",
            "Change all occurrences of “three logs” to “four logs”.",
            "Throughout the ruleset, replace “three logs” with “four logs”.",
            "Replace every instance of “three logs” in the ruleset with “four logs”.",
            "Change “three logs” to “four logs” everywhere it appears in the ruleset.",
            "Replace all instances of the phrase “three logs” with “four logs”.",
        ),
    ),
    "remove": (
        Replace(R, OLD, ""),
        (
            "Remove “three logs” from “Wood Piles”.",
            "In “Wood Piles”, delete the text “three logs”.",
            "From the rule “Wood Piles”, remove[[three logs]]",
            "Strike “three logs” from the rule Wood Piles.",
            "In the rule Wood Piles remove the words “three logs”",
            "Amend “Wood Piles” by removing “three logs”.",
        ),
    ),
    "replace all in one rule": (
        Replace(R, OLD, NEW, every=True),
        (
            "In the rule “Wood Piles”, replace all instances of “three logs” with “four logs”.",
            "In “Wood Piles”, change every “three logs” to “four logs”.",
            "Replace every occurrence of “three logs” in “Wood Piles” with “four logs”.",
            "Throughout the rule “Wood Piles”, replace “three logs” with “four logs”.",
            "In “Wood Piles”, replace “three logs” with “four logs” throughout.",
            "Change all mentions of “three logs” to “four logs” in “Wood Piles”.",
        ),
    ),
    "rename": (
        Rename(R, "Axes"),
        (
            "Rename “Wood Piles” to “Axes”.",
            "Rename the rule “Wood Piles” as “Axes”",
            "Change the title of “Wood Piles” to “Axes”.",
            "Change the name of the rule Wood Piles to Axes.",
            "Retitle the rule “Wood Piles” to “Axes,”",
            "The rule “Wood Piles” is renamed to “Axes”.",
        ),
    ),
    "partial quotation": (
        Replace(R, Stretch("Each player", "the pile", "text"), TEXT),
        (
            "In “Wood Piles”, replace the text beginning “Each player…” and ending “…the pile” with “{TEXT}”.",
            "In the rule “Wood Piles”, replace all text from “Each player” to “the pile” with:[[{TEXT}]]",
            "Replace the text starting with “Each player” and ending with “the pile” in “Wood Piles” with:[[{TEXT}]]",
            "In “Wood Piles”, change everything from “Each player” through “the pile” to “{TEXT}”.",
            "In “Wood Piles”, replace “Each player … the pile” with “{TEXT}”.",
            "In “Wood Piles”, replace all text from “Each player” to “the pile” inclusive with “{TEXT}”.",
        ),
    ),
    "move": (
        Move(R, Place(parent=S)),
        (
            "Make “Wood Piles” a subrule of “Axes”.",
            "Make the rule “Wood Piles” a subrule of the rule “Axes”.",
            "Move “Wood Piles” to be a subrule of “Axes”.",
            "Move the rule Wood Piles so that it is a subrule of “Axes”",
            "Move “Wood Piles” into a subrule of “Axes”.",
            "Make the rule Wood Piles into a subrule of the rule Axes.",
        ),
    ),
    "glossary entry": (
        GlossaryEntry(RuleName("Keywords"), "Log", "A piece of wood."),
        (
            "In the Keywords rule, add:[[Log: A piece of wood.]]",
            "To the rule “Keywords”, add the following entry:[[Log: A piece of wood.]]",
            "In the rule “Keywords”, add a definition of “Log”:[[A piece of wood.]]",
            "Add the term “Log” to the rule “Keywords”:[[A piece of wood.]]",
            "To “Keywords”, add the following definition:[[‘’‘Log’‘’: A piece of wood.]]",
            "Add to “Keywords”:[[;Log: A piece of wood.]]",
        ),
    ),
    "the same value for everybody": (
        SetForAll("Wood", "3"),
        (
            "Set each player’s Wood to 3.",
            "Set all players’ Wood to 3.",
            "Set every player’s Wood to 3",
            "Set everyone’s Wood to 3.",
            "Set the Wood of each player to 3.",
            "Please reset all players’ Wood to 3.",
            "Each player’s Wood is set to 3.",
        ),
    ),
}


@of_each(FORMS)
def test_a_form_however_it_is_worded(form: str) -> None:
    expected, wordings = FORMS[form]
    for wording in wordings:
        assert orders(wording.replace("{TEXT}", TEXT)) == [expected], wording


@pytest.mark.parametrize("form", FORMS)
def test_each_form_has_at_least_six_wordings(form: str) -> None:
    assert len(set(FORMS[form][1])) >= 6


# --- more of what one text may hold -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "In “Axes”, change[[A]]to[[B]]and the text[[C]]to[[D]]",
            [Replace(S, Quote("A"), "B"), Replace(S, Quote("C"), "D")],
        ),
        (
            "In “Axes”, replace “A” with “B” and “C” with “D”, and in “Wood Piles” replace “E” with “F”.",
            [Replace(S, Quote("A"), "B"), Replace(S, Quote("C"), "D"), Replace(R, Quote("E"), "F")],
        ),
        ("Repeal “Wood Piles” and “Axes”.", [Repeal(R), Repeal(S)]),
        ("Rename “Wood Piles” to “Axes” and replace its text with:[[B]]", [Rename(R, "Axes"), Reword(S, "B")]),
        (
            "Repeal the rule “Wood Piles”. In the rule “Axes”, replace “A” with “B”.",
            [Repeal(R), Replace(S, Quote("A"), "B")],
        ),
        (
            "In “Axes”, replace “A” with “B”.\n\nTo the same rule, add:[[C]]",
            [Replace(S, Quote("A"), "B"), Append(S, "C")],
        ),
        (
            "Add a rule called “Axes”:[[A]]To that rule, add a subrule called “Heads”:[[B]]",
            [NewRule("Axes", "A"), NewRule("Heads", "B", Place(parent=S))],
        ),
        ("In “Axes”, delete “A b c.” and “D e f.”", [Replace(S, Quote("A b c."), ""), Replace(S, Quote("D e f."), "")]),
        ("Repeal “Wood Piles” and add a rule called “Axes”:[[B]]", [Repeal(R), NewRule("Axes", "B")]),
        ("Part A\n\n1a. Repeal “Axes”.\n\nSection: more\n\n1b. Repeal “Wood Piles”.", [Repeal(S), Repeal(R)]),
        ("Move the rule “Axes” to the top of the dynastic rules.", [Move(S, Place("dynastic", where="start"))]),
        ("Move “Axes” below “Wood Piles”.", [Move(S, Place(where="after", beside=R))]),
        (
            "In “Axes”, between the 1st and 2nd steps, add:[[# B]]",
            [Insert(S, Position("step", 1), "after", "# B", "step")],
        ),
        (
            "In the first paragraph of “Axes”, replace “A b” with “B”.",
            [Replace(S, Quote("A b", within=Position("paragraph", 1)), "B")],
        ),
        (
            "Add “B” after “A b” in the second step of “Axes”.",
            [Insert(S, Quote("A b", within=Position("step", 2)), "after", "B")],
        ),
        ("Add a rule:[[B]]\n\nCall it “Axes”.", [NewRule("Axes", "B")]),
        ("Add a rule.\n\nCall it “Axes”.\n\nIt reads:[[B]]", [NewRule("Axes", "B")]),
        ("Rename “Axes” to “Saws” and replace its text with:[[B]]", [Rename(S, "Saws"), Reword(RuleName("Saws"), "B")]),
        ("To the end of the last paragraph of “Axes”, add “B.”", [Insert(S, Position("paragraph", -1), "after", "B.")]),
        ("At the start of “Axes”, add:[[B]]", [Insert(S, Position("paragraph", 1), "before", "B", "paragraph")]),
        (
            "In “Axes”, after the bullet “A”, add the bullet “B”.",
            [Insert(S, Quote("A", "item", is_all=True), "after", "B", "item")],
        ),
        ("Remove the last sentence of “Axes”.", [Replace(S, Position("sentence", -1), "")]),
        ("Remove the paragraph beginning “A…” from “Axes”.", [Replace(S, Stretch("A", "", "paragraph"), "")]),
        ("Remove the bullet containing “A” from “Axes”.", [Replace(S, Quote("A", "item"), "")]),
        ("Replace “A” with “B” throughout the dynastic rules.", [ReplaceEverywhere("A", "B", "dynastic")]),
        ("Transfer all of Ann’s Wood to Bob.", [Gamestate("Transfer all of Ann’s Wood to Bob.")]),
        ("In “Axes”, change the following:[[A]]to:[[B]]", [Replace(S, Quote("A"), "B")]),
        (
            "Change “A” to “B”, “C” to “D” and “E” to “F” in “Axes”.",
            [Replace(S, Quote("A"), "B"), Replace(S, Quote("C"), "D"), Replace(S, Quote("E"), "F")],
        ),
        (
            "In “Axes”, replace “A” with “B”. In that rule, also remove “C d”.",
            [Replace(S, Quote("A"), "B"), Replace(S, Quote("C d"), "")],
        ),
        ("Kevan gains 3 gold.", [Gamestate("Kevan gains 3 gold.")]),
        ("Move every player to the Beach.", [Gamestate("Move every player to the Beach.")]),
    ],
)
def test_what_one_text_orders_in_its_order(text: str, expected: list[Instruction]) -> None:
    assert orders(text) == expected


@pytest.mark.parametrize(
    ("named", "expected"),
    [
        ("“Axes”", S),
        ("“Axes,”", S),
        ("‘Axes.’", S),
        ('"Axes"', S),
        ("the rule Axes", S),
        ("the rule entitled “Axes”", S),
        ("Rule 2.3 “Axes”", RuleName("Axes", "2.3")),
        ("rule 2.3 (“Axes”)", RuleName("Axes", "2.3")),
        ("“2.3 Axes”", RuleName("Axes", "2.3")),
        ("“Wood Piles | Axes”", RuleName("Axes", above=("Wood Piles",))),
        ("“Wood Piles” | “Axes”", RuleName("Axes", above=("Wood Piles",))),
        ("the subrule “Axes” of the rule “Wood Piles”", RuleName("Axes", above=("Wood Piles",))),
        ("the rule “Axes” in the Appendix", RuleName("Axes", section="Appendix")),
        ("the dynastic rule “Axes”", RuleName("Axes", section="dynastic")),
        ("the rule “Axes [Active]”", RuleName("Axes [Active]")),
        ("the rule “Smugglers, Pirates and Thieves”", RuleName("Smugglers, Pirates and Thieves")),
        ("the rule The Rise and Fall of Axes", RuleName("The Rise and Fall of Axes")),
    ],
)
def test_names_of_rules(named: str, expected: RuleName) -> None:
    assert orders(f"In {named}, replace “A” with “B”.") == [Replace(expected, Quote("A"), "B")]


def test_a_header_names_the_rule_for_the_items_of_its_list_only() -> None:
    html = "<p>In the rule “Axes”:</p><ul><li>Replace “A” with “B”.</li><li>Remove “c d.”</li></ul><p>Replace “E” with “F”.</p>"
    assert [step.instruction for step in read_body(html).steps] == [
        Replace(S, Quote("A"), "B"),
        Replace(S, Quote("c d."), ""),
        Replace(None, Quote("E"), "F"),
    ]


def test_a_header_may_speak_of_changes() -> None:
    html = "<p>Make the following changes to “Axes”:</p><ul><li>Replace “A” with “B”</li><li>After “c d”, add “e”</li></ul>"
    assert [step.instruction for step in read_body(html).steps] == [
        Replace(S, Quote("A"), "B"),
        Insert(S, Quote("c d"), "after", "e"),
    ]


def test_a_real_list_may_be_the_new_text() -> None:
    html = "<p>To the list of tools in “Axes”, add:</p><ul><li>Saw</li><li>File</li></ul>"
    assert [step.instruction for step in read_body(html).steps] == [AddItem(S, "* Saw\n* File")]


def test_commentary_is_kept_apart() -> None:
    read = read_body(
        body(
            "A story begins.\n\nRepeal “Axes”.\n\n[ Axes were dull. ]\n\nThis removes some of the clutter. Should we repeal “Saws” too?"
        )
    )
    assert [step.instruction for step in read.steps] == [Repeal(S)]
    assert read.commentary == (
        "A story begins.",
        "[ Axes were dull. ]",
        "This removes some of the clutter.",
        "Should we repeal “Saws” too?",
    )


def test_a_step_knows_its_sentence() -> None:
    assert [step.sentence for step in steps("Hello. Add to “Axes”:[[B]]")] == ["Add to “Axes”: [B]"]


# --- conditions -------------------------------------------------------------------------------------------------------

P = MatterEnacted("Saws")
NOT_P = MatterEnacted("Saws", wanted=False)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("If the proposal “Saws” was enacted, repeal “Axes”.", [(P,)]),
        ("If “Saws” passed, also repeal “Axes”.", [(P,)]),
        ("If Proposal: Saws passed, repeal “Axes”.", [(P,)]),
        ("If the proposal “Saws” by Ann has not passed, repeal “Axes”.", [(NOT_P,)]),
        ("If “Saws” failed, repeal “Axes”.", [(NOT_P,)]),
        ("Unless “Saws” was enacted, repeal “Axes”.", [(NOT_P,)]),
        ("Repeal “Axes” if “Saws” passed.", [(P,)]),
        ("If [https://b.org/archive/saws] passed, repeal “Axes”.", [(MatterEnacted("https://b.org/archive/saws"),)]),
        ("If <a href='https://b.org/saws'>Saws</a> passed, repeal “Axes”.", [(MatterEnacted("https://b.org/saws"),)]),
        ("If there is a rule called “Axes”, repeal it.", [(RuleExists(S),)]),
        ("If no rule named “Axes” exists, add a rule called “Axes”:[[B]]", [(RuleExists(S, wanted=False),)]),
        ("If the rule “Axes” does not exist, repeal “Wood Piles”.", [(RuleExists(S, wanted=False),)]),
        ("Repeal “Axes”, if it exists.", [(RuleExists(S),)]),
        ("Repeal “Axes” and “Wood Piles” if they exist.", [(RuleExists(S),), (RuleExists(R),)]),
        ("If the rule “Axes” contains “A b”, repeal that rule.", [(TextExists(S, "A b"),)]),
        ("If “A b” does not appear in “Axes”, repeal “Axes”.", [(TextExists(S, "A b", wanted=False),)]),
        ("If the ruleset contains the text “A b”, repeal “Axes”.", [(TextExists(None, "A b"),)]),
        ("If “Saws” passed, repeal “Axes”; otherwise, repeal “Wood Piles”.", [(P,), (NOT_P,)]),
        ("If “Saws” passed, repeal “Axes”.\n\nOtherwise, repeal “Wood Piles”.", [(P,), (NOT_P,)]),
        ("If “Saws” passed, repeal “Axes”. Otherwise, this proposal has no effect.", [(P, P)]),
        ("If “Saws” passed and there is a rule called “Axes”, repeal “Axes”.", [(P, RuleExists(S))]),
        ("If “Saws” passed, repeal “Axes”. Repeal “Wood Piles”.", [(P,), ()]),
        (
            "Reword the rule “Axes” to:[[A]]If “Saws” passed, reword the rule “Axes” to the following instead:[[B]]",
            [(NOT_P,), (P,)],
        ),
        ("If “Saws” failed, this does nothing.\n\nRepeal “Axes”. Repeal “Wood Piles”.", [(P,), (P,)]),
        ("Repeal “Axes”. This proposal has no effect unless “Saws” was enacted.", [(P,)]),
        ("Repeal “Axes”.\n\nIf the proposal “Saws” was enacted, this proposal does nothing.", [(NOT_P,)]),
    ],
)
def test_conditions_on_matters_rules_and_texts(text: str, expected: list[tuple[Condition, ...]]) -> None:
    assert conditions(text) == expected


def test_a_condition_before_a_list_holds_for_its_items_only() -> None:
    html = "<p>If “Saws” passed, do the following:</p><ul><li>Repeal “Axes”.</li><li>Repeal “Logs”.</li></ul><p>Repeal “Wood”.</p>"
    assert [step.conditions for step in read_body(html).steps] == [(P,), (P,), ()]


# --- traps ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("Do something about the rule “Axes”, and replace it.", "NOT_UNDERSTOOD"),
        ("In “Axes”, replace “A” with “B”, but only on Sundays.", "NOT_UNDERSTOOD"),
        ("Don’t repeal “Axes”.", "NOT_UNDERSTOOD"),
        ("Repeal the rule “Axes”? Not on my watch.", "NO_INSTRUCTION"),
        ("The same goes for “Axes”.", "NOT_UNDERSTOOD"),
        ("Get rid of “Axes”.", "NOT_UNDERSTOOD"),
        ("Axes should be a subrule of Saws.", "NOT_UNDERSTOOD"),
        ("This only happens if “P” was enacted. Repeal “Axes”.", "NOT_UNDERSTOOD"),
        ("If “P” was enacted, so be it. Repeal “Axes”.", "CONDITION_UNDECIDED"),
        ("Three days after this is posted, repeal the rule “Axes”.", "NOT_UNDERSTOOD"),
        ("Repeal every rule except “Axes”.", "NOT_UNDERSTOOD"),
        ("Replace “A” and “B” with “C”.", "OLD_OR_NEW|NOT_UNDERSTOOD"),
        ("In “Axes” and “Saws”, replace “A” with “B”.", "NOT_UNDERSTOOD"),
        ("In “Axes”, replace the second “A” with “B”.", "NOT_UNDERSTOOD"),
        ("In “Axes”, replace “seven” with “nine.”", "NOT_UNDERSTOOD"),
        ("Delete “Axes”.", "NOT_UNDERSTOOD"),
        ("Replace the rule “Axes” with “Saws”.", "NOT_UNDERSTOOD"),
        ("Also tidy up “Axes” while you are there.", "NOT_UNDERSTOOD"),
        ("Add a rule called “Axes”:[[A]][[B]]", "NOT_UNDERSTOOD"),
        ("Add a rule called “Axes”: Axes are sharp. Repeal “Saws”.", "NOT_UNDERSTOOD"),
        ("Add a rule called “Axes”:\n\nAxes are sharp.\n\nSo they cut.", "NOT_UNDERSTOOD"),
        ("Nothing is ordered here.", "NO_INSTRUCTION"),
        ("", "NO_INSTRUCTION"),
        ("Add a rule about axes.", "NO_TEXT"),
        ("Reword the rule “Axes” so that players may use two.", "NO_TEXT"),
        ("Add a sentence to “Axes” saying that they are sharp.", "NO_TEXT"),
        ("Add a rule called “Axes”. It should be about axes.", "NO_TEXT"),
        ("Change the text in “Axes”:[[Axes are sharp.]]", "OLD_OR_NEW"),
        ("In “Axes”, change the text “A b c.”", "OLD_OR_NEW"),
        ("In the same rule, replace “A” with “B”.", "NO_RULE"),
        ("In rule 2.3, replace “A” with “B”.", "NUMBER_ALONE"),
        ("Add a new RED rule called “Axes”:[[A]]", "ATTRIBUTE"),
        ("Add a new rule called “Axes”, with a Complexity of 3:[[A]]", "ATTRIBUTE"),
        ("In “Axes”, replace “A…” with “B”.", "PLACE_UNCLEAR"),
        ("In “Axes”, remove everything from “A” to the end.", "PLACE_UNCLEAR"),
        ("In the first paragraph, replace “A” with “B”.", "PLACE_UNCLEAR"),
        ("In the first sentence of the last paragraph of “Axes”, replace “A” with “B”.", "PLACE_UNCLEAR"),
        ("In the first paragraph of “Axes”, replace “A” in the second paragraph with “B”.", "PLACE_UNCLEAR"),
        ("In the first paragraph of “Axes”, replace every “A” with “B”.", "PLACE_UNCLEAR"),
        ("In the first paragraph of “Axes”, add a subrule called “Saws”:[[B]]", "PLACE_UNCLEAR"),
        ("If the rule “Axes” contains “A b”, repeal it.", "PLACE_UNCLEAR"),
        ("In “Axes”, remove “A b.” and repeal it.", "PLACE_UNCLEAR"),
        ("Rename “Axes” to “Saws” and change it to “A b.”", "PLACE_UNCLEAR"),
        ("If “Saws” passed, repeal “Axes”; repeal “Logs”.", "CONDITION_UNDECIDED"),
        ("Repeal “Axes” and repeal “Logs” if “Saws” passed.", "CONDITION_UNDECIDED"),
        ("If “Saws” passed: repeal “Axes”. Repeal “Logs”.", "CONDITION_UNDECIDED"),
        ("Add to “Axes”: They cut. They are sharp.", "NOT_UNDERSTOOD"),
        ("Add to “Axes”: something about saws.", "NOT_UNDERSTOOD"),
        ("Add to “Axes” the text “[insert it here]”.", "NO_TEXT"),
        ("Add a rule:[[B]]", "NO_TEXT"),
        ("Change the first sentence of the second paragraph of “Axes” to “B.”", "PLACE_UNCLEAR"),
        ("Add a subrule called “Heads”:[[A]]", "PLACE_UNCLEAR"),
        ("In “Axes”, add a rule called “Heads”:[[A]]", "PLACE_UNCLEAR"),
        ("Add a subrule to “Axes” called “Heads”:[[A]]Add to that rule:[[B]]", "PLACE_UNCLEAR"),
        ("Move the rule “Axes”.", "PLACE_UNCLEAR"),
        ("Replace “A” with “B” and remove “C d” from “Axes”.", "PLACE_UNCLEAR"),
        ("Replace “A” with “B” in “Axes” and “C” with “D” in “Saws”.", "PLACE_UNCLEAR"),
        ("Add “or singing” to the list of reasons.", "NO_LIST|PLACE_UNCLEAR|NO_RULE|NOT_UNDERSTOOD"),
        ("Add to the second list in “Axes”:[[* B]]", "NO_LIST"),
        ("Reword the effect of “Low” to:[[No Ship may leave.]]", "INSIDE_RULE"),
        ("Append “(+1)” to the item “Rope”.", "INSIDE_RULE"),
        ("If at least half of the EVCs contain “YES”, repeal “Axes”.", "CONDITION_ON_VOTES"),
        ("If the Emperor voted FOR, repeal “Axes”.", "CONDITION_ON_VOTES"),
        ("Add everyone who voted FOR to the list in “Axes”.", "CONDITION_ON_VOTES"),
        ("If anyone has won since this was posted, this proposal does nothing.", "CONDITION_UNDECIDED"),
        ("If Ann has more than 3 Wood, repeal “Axes”.", "CONDITION_UNDECIDED"),
        ("If “Saws” or “Logs” passed, repeal “Axes”.", "CONDITION_UNDECIDED"),
        ("If “Saws” passed, repeal “Axes”. Then repeal “Logs”.", "CONDITION_UNDECIDED"),
        ("If “Saws” passed:\n\nRepeal “Axes”.\n\nRepeal “Logs”.", "CONDITION_UNDECIDED"),
        ("Otherwise, repeal “Axes”.", "CONDITION_UNDECIDED"),
        ("Roll DICE6 for each player and set their Wood to the result.", "CHANCE"),
        ("Select three random players; each gains 3 Wood.", "CHANCE"),
        ("The enacting admin may pick one rule and repeal it.", "CHOICE"),
        ("Replace “A” with “B” throughout the ruleset, and mend the grammar where needed.", "CHOICE"),
        ("Add a rule called “Axes”:[[== Saws ==<br />A]]", "CONTRADICTORY"),
        ("On the wiki page “Axes”, replace “A” with “B”.", "OTHER_PAGE"),
        ("In my proposal “Axes”, change “A” to “B”.", "OTHER_PAGE"),
        ("Add a rule called “Axes”:[[a\u202eb]]", "MARKUP"),
        ("In “Axes”, replace “A” with “B\u200b”.", "MARKUP"),
        ("Add a rule called “Ax\u200fes”:[[A]]", "MARKUP"),
        ("Add a rule called “Axes”:[[‘’‘A]]", "MARKUP"),
        ("Add a rule called “Axes”:[[<img src='x' />]]", "MARKUP"),
        ("<s>Repeal “Saws”.</s> Repeal “Axes”.", "MARKUP"),
        ("Add to “Axes”: They are <b>very</b> sharp.", "MARKUP"),
        ("Replace “A with “B”.", "QUOTE_UNCLOSED"),
        ("Repeal the rule “Axes. Repeal the rule “Saws”.", "QUOTE_UNCLOSED"),
        ("In ‘the players’ hands’, replace “A” with “B”.", "QUOTE_UNCLOSED"),
    ],
)
def test_a_trap_is_refused(text: str, code: str) -> None:
    found = codes(text)
    assert found
    assert set(found) <= set(code.split("|"))


def test_every_code_is_a_known_one_and_names_the_sentence() -> None:
    (refusal,) = read_body(body("Hello. In “Axes”, change five to ten. Bye.")).refusals
    assert refusal.code in REFUSALS
    assert refusal.sentence == "In “Axes”, change five to ten."


def test_a_rule_that_itself_orders_changes_is_text() -> None:
    text = "Repeal the rule “Axes”. If “P” failed, this does nothing. Replace “A” with “B”."
    assert orders(f"Add a rule called “Orders”:[[{text}]]") == [NewRule("Orders", text)]


# --- bad input and cost -----------------------------------------------------------------------------------------------


def test_too_many_instructions_are_not_read() -> None:
    assert codes("Repeal “Axes”.\n\n" * (MOST_STEPS + 2)) == ["TOO_LONG"]
    assert len(steps("Repeal “Axes”.\n\n" * 100)) == 100


@pytest.mark.parametrize(
    "html",
    [
        "<p>Repeal the rule “Wood”.</p>" * 5000,
        "x" * 5_000_000,
        "<p>Repeal “Wood and " * 8000,
        "“" * 190_000,
        "Aa. " * 45_000,
        "'a " * 60_000,
    ],
    ids=["5,000 instructions", "5 MB", "never ends", "only opens", "only talk", "apostrophes"],
)
def test_hostile_bodies_are_refused_whole(html: str) -> None:
    read = read_body(html)
    assert read.refusals
    assert not read.steps


@given(
    st.lists(
        FRAGMENTS | st.sampled_from(["Add ", "Repeal ", "a rule ", "If ", "in the ", "with ", "called "]), max_size=40
    ).map("".join)
)
def test_no_text_makes_it_raise(html: str) -> None:
    read = read_body(html)
    assert read.steps or read.refusals


ORDERING = st.sampled_from(
    [
        "Repeal the rule “A”.",
        "Add a rule called “B”:",
        "Replace “C” with “D”",
        "If “P” failed, this does nothing.",
        "Otherwise,",
        "with",
        "to",
    ]
)


@given(st.lists(ORDERING | st.text(alphabet="ab “”‘’\"'.:*", max_size=12), min_size=1, max_size=8).map(" ".join))
def test_what_a_block_says_never_changes_number_or_kind_of_instructions(words: str) -> None:
    html = "<p>Repeal “Z”.</p><p>Add a rule called “Y”:</p><blockquote><p>{}</p></blockquote><p>In “X”, replace “V” with “W”.</p>"
    before, after = read_body(html.format("Some text.")), read_body(html.format(f"Some text. {words}"))
    if after.refusals:  # nothing but unsound text may be refused, and only in the one step
        assert [refusal.code for refusal in after.refusals] == ["MARKUP"]
    else:
        assert [type(step.instruction) for step in after.steps] == [type(step.instruction) for step in before.steps]


@pytest.mark.parametrize(
    "told",
    [
        "A Keeper may dive. This depends on “Fish” passing.",
        "A Keeper may dive. (I think this is fun.)",
        "A Keeper may dive. I think this is fun.",
        "A Keeper may dive. And to “Cargo”: A Crate may float.",
        "A Keeper may dive. If this passes, Wes gains 3 Coins.",
        "A Keeper may dive. Please vote FOR.",
    ],
)
def test_new_text_without_quotation_marks_swallows_nothing(told: str) -> None:
    read = read_body(f"<p>Add to “Tides”: {told}</p>")
    assert read.refusals
    assert not read.steps
