"""Amendments: what each typed instruction makes of a page, what is refused, and that nothing else is ever changed."""

import dataclasses

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.each import of_each
from tracker.errors import PlanStaleError
from tracker.mechanics.enacting.amendments import AmendmentDraft, carried_out, draft, undone
from tracker.mechanics.enacting.instructions import (
    AddItem,
    Append,
    Condition,
    Gamestate,
    GlossaryEntry,
    Insert,
    Instruction,
    InstructionReading,
    KnownMatter,
    MatterEnacted,
    Move,
    NewRule,
    Place,
    Position,
    Quote,
    Refusal,
    Rename,
    Repeal,
    Replace,
    ReplaceEverywhere,
    Reword,
    RuleExists,
    RuleName,
    RulesetShape,
    Step,
    Stretch,
    TextExists,
)
from tracker.mechanics.ruleset.ruletext import end_of_text
from tracker.mechanics.ruleset.ruletree import parse_rules

PAGE = """{{TOCRight}}
<div class="core">
==Core Rules==

===Voting===
Each Player may vote once. A vote counts for 48 hours.

====Quorum====
Quorum is half of the Players.

</div>
<div class="dynastic">
==Dynastic Rules==

===Goods===
Each Player has a number of Apples, which defaults to 5.

As a daily action, a Player may eat an Apple. A Player who does so is '''Fed'''.

====Market====
Anything may be sold:
* Apples, for 2 Coins.
* Pears, for 3 Coins.

====Prices====
# First, ask as usual.
# Then, pay.

===Weather===
It is sunny. It is warm. It is dry.

The [[wind|Wind]] blows “gently”.

===Terms===
;Basket
:What holds Apples.
;Crate
:What holds Pears.

<!-- New rules go above this line. -->
<br/>
</div>
<div class="special">
==Special Case==

===Dormancy [Active]===
If there are fewer than five Players, nothing happens.

===Downtime [Inactive]===
Nothing happens in winter.

</div>
==Appendix==

===Keywords===
A keyword is a word.

===Market Days===
There are none."""

SHAPE = RulesetShape(
    ("Core Rules", "Dynastic Rules", "Special Case", "Appendix"),
    "Dynastic Rules",
    {"Core Rules": ("Core",), "Special Case": ("Special Case",), "Appendix": ("Appendix",)},
)
ALL_TAGS = ("Core", "[Special Case]", "appendix")
GOODS, MARKET, PRICES, WEATHER, TERMS = map(RuleName, ("Goods", "Market", "Prices", "Weather", "Terms"))


def steps(*parts: Instruction | Step) -> InstructionReading:
    """A reading of these instructions, the sentence of each being its place."""
    found = [part if isinstance(part, Step) else Step(f"step {at}", part) for at, part in enumerate(parts, 1)]
    return InstructionReading(tuple(found))


def drafted(*parts: Instruction | Step, page: str = PAGE, tags: tuple[str, ...] = ()) -> AmendmentDraft:
    made = draft(page, steps(*parts), SHAPE, tags)
    check_laws(made)
    return made


def changed(old: str, new: str) -> str:
    """The page with one text, which stands there once, replaced."""
    assert PAGE.count(old) == 1, old
    return PAGE.replace(old, new)


def own_texts(page: str) -> list[tuple[tuple[str, ...], int, str]]:
    nodes = parse_rules(page).walk()
    return [(node.path, node.level, page[node.own.start : end_of_text(page, node.own)].strip()) for node in nodes]


def check_laws(made: AmendmentDraft) -> None:
    """What holds of every draft, whatever it was asked."""
    assert carried_out(made.page, made.edits) == made.after
    assert undone(made.after, made.edits) == made.page
    ends = [0]
    for edit in made.edits:
        assert edit.start > ends[-1] or ends == [0], "edits touch each other"
        assert edit.before != edit.after
        ends.append(edit.end)
    untouched = [[each for each in own_texts(page) if each[0] not in made.touched] for page in (made.page, made.after)]
    assert untouched[0] == untouched[1], "a rule that is not named was changed"
    if made.refusals:
        assert (made.after, made.edits, made.touched) == (made.page, (), ())
        assert made.outcome == "refused"
    else:
        assert made.clear == made.after


# --- each form --------------------------------------------------------------------------------------------------------

FORMS: dict[str, tuple[Instruction | tuple[Instruction, ...], str, str]] = {
    "a rule goes to the end of the home section, above what closes it (BN-245)": (
        NewRule("Storms", "It rains.\n\nHard."),
        ":What holds Pears.\n",
        ":What holds Pears.\n\n===Storms===\nIt rains.\n\nHard.\n",
    ),
    "a rule in another section": (
        NewRule("Tea", "Tea is hot.", Place(section="appendix")),
        "There are none.",
        "There are none.\n\n===Tea===\nTea is hot.",
    ),
    "a rule at the start of its section": (
        NewRule("Tea", "Tea is hot.", Place(where="start")),
        "==Dynastic Rules==\n",
        "==Dynastic Rules==\n\n===Tea===\nTea is hot.\n",
    ),
    "a rule before another": (
        NewRule("Tea", "Tea is hot.", Place(where="before", beside=WEATHER)),
        "# Then, pay.\n",
        "# Then, pay.\n\n===Tea===\nTea is hot.\n",
    ),
    "a rule after another, behind its subrules": (
        NewRule("Tea", "Tea is hot.", Place(where="after", beside=GOODS)),
        "# Then, pay.\n",
        "# Then, pay.\n\n===Tea===\nTea is hot.\n",
    ),
    "a subrule behind the others, one level deeper": (
        NewRule("Tea", "Tea is hot.", Place(parent=GOODS)),
        "# Then, pay.\n",
        "# Then, pay.\n\n====Tea====\nTea is hot.\n",
    ),
    "the first subrule of a rule": (
        NewRule("Wind", "It howls.", Place(parent=WEATHER)),
        "blows “gently”.\n",
        "blows “gently”.\n\n====Wind====\nIt howls.\n",
    ),
    "a rule with subrules of its own": (
        NewRule("Tea", "Hot.\n\n====Cups====\nRound."),
        ":What holds Pears.\n",
        ":What holds Pears.\n\n===Tea===\nHot.\n\n====Cups====\nRound.\n",
    ),
    "a rule, and a subrule to that": (
        (NewRule("Tea", "Hot."), NewRule("Cups", "Round.", Place(parent=RuleName("Tea")))),
        ":What holds Pears.\n",
        ":What holds Pears.\n\n===Tea===\nHot.\n\n====Cups====\nRound.\n",
    ),
    "a text in a named rule, though it stands elsewhere too": (
        Replace(MARKET, Quote("Apples"), "Plums"),
        "* Apples, for",
        "* Plums, for",
    ),
    "a text in whatever rule holds it": (Replace(None, Quote("2 Coins"), "4 Coins"), "for 2 Coins", "for 4 Coins"),
    "a text in the one rule of a section that holds it": (
        Replace(RuleName("Dynastic Rules"), Quote("2 Coins"), "4 Coins"),
        "for 2 Coins",
        "for 4 Coins",
    ),
    "straight quotes, bold and links make no difference": (
        Replace(WEATHER, Quote('The Wind blows "gently"'), "The Wind blows hard"),
        "blows “gently”",
        "blows hard",
    ),
    "a text that reaches over bold words": (
        Replace(GOODS, Quote("so is Fed"), "thus is Fed"),
        "so is '''Fed'''",
        "thus is '''Fed'''",
    ),
    "every occurrence in a rule": (
        Replace(MARKET, Quote("Coins"), "Gold", every=True),
        "for 2 Coins.\n* Pears, for 3 Coins.",
        "for 2 Gold.\n* Pears, for 3 Gold.",
    ),
    "a plural is an occurrence too": (
        Replace(RuleName("Voting"), Quote("48 hour"), "24 hour"),
        "48 hours",
        "24 hours",
    ),
    "a sentence around a quotation": (
        Replace(WEATHER, Quote("warm", "sentence"), "It is cold."),
        "It is warm.",
        "It is cold.",
    ),
    "a sentence quoted without its stop keeps it": (
        Replace(WEATHER, Quote("It is warm", "sentence"), "It is cold"),
        "It is warm.",
        "It is cold.",
    ),
    "the second sentence": (Replace(WEATHER, Position("sentence", 2), "Ah."), "It is warm.", "Ah."),
    "the last paragraph": (
        Replace(WEATHER, Position("paragraph", -1), "All is still."),
        "The [[wind|Wind]] blows “gently”.",
        "All is still.",
    ),
    "the second step": (Replace(PRICES, Position("step", 2), "Then, run."), "# Then, pay.", "# Then, run."),
    "a paragraph by its beginning": (
        Replace(GOODS, Stretch("As a daily", unit="paragraph"), "Nobody eats."),
        "As a daily action, a Player may eat an Apple. A Player who does so is '''Fed'''.",
        "Nobody eats.",
    ),
    "a stretch by beginning and end": (
        Replace(WEATHER, Stretch("It is warm", "is dry"), "It snows"),
        "It is warm. It is dry.",
        "It snows.",
    ),
    "a sentence is removed with its blank": (
        Replace(WEATHER, Quote("It is warm."), ""),
        "sunny. It is warm. It",
        "sunny. It",
    ),
    "a last sentence is removed with its blank": (
        Replace(WEATHER, Quote("It is dry."), ""),
        "warm. It is dry.",
        "warm.",
    ),
    "an item is removed with its line": (
        Replace(MARKET, Quote("Apples", "item"), ""),
        "* Apples, for 2 Coins.\n",
        "",
    ),
    "a paragraph is removed with its blank line": (
        Replace(WEATHER, Position("paragraph", 1), ""),
        "It is sunny. It is warm. It is dry.\n\n",
        "",
    ),
    "every item that holds a word is removed": (
        Replace(MARKET, Quote("2 Coins", "item"), "", every=True),
        "\n* Apples, for 2 Coins.\n",
        "\n",
    ),
    "every occurrence is removed": (
        Replace(WEATHER, Quote("It is warm."), "", every=True),
        "It is sunny. It is warm. It is dry.",
        "It is sunny. It is dry.",
    ),
    "the last paragraph is removed with the blank line before it": (
        Replace(WEATHER, Position("paragraph", -1), ""),
        "\n\nThe [[wind|Wind]] blows “gently”.\n",
        "\n",
    ),
    "everywhere": (
        ReplaceEverywhere("for 3 Coins", "for 1 Coin"),
        "for 3 Coins",
        "for 1 Coin",
    ),
    "everywhere in one section": (ReplaceEverywhere("vote", "ballot", "Appendix"), "", ""),
    "a paragraph at the end": (Append(GOODS, "Yum."), "'''Fed'''.\n", "'''Fed'''.\n\nYum.\n"),
    "a sentence at the end": (Append(GOODS, "Yum.", "sentence"), "'''Fed'''.\n", "'''Fed'''. Yum.\n"),
    "a list item at the end": (
        Append(MARKET, "* Figs, for 1 Coin."),
        "for 3 Coins.\n",
        "for 3 Coins.\n* Figs, for 1 Coin.\n",
    ),
    "a text to the last rule of a section stays above what closes it": (
        Append(TERMS, "That is all."),
        ":What holds Pears.\n",
        ":What holds Pears.\n\nThat is all.\n",
    ),
    "words after a quotation": (
        Insert(WEATHER, Quote("It is sunny"), "after", "and bright"),
        "is sunny.",
        "is sunny and bright.",
    ),
    "words with a comma after a quotation": (
        Insert(WEATHER, Quote("sunny"), "after", ", mostly"),
        "sunny.",
        "sunny, mostly.",
    ),
    "words before a quotation": (Insert(WEATHER, Quote("warm"), "before", "very"), "is warm", "is very warm"),
    "a sentence after a quotation": (
        Insert(WEATHER, Quote("It is sunny."), "after", "Ah.", "sentence"),
        "sunny. It",
        "sunny. Ah. It",
    ),
    "a sentence after one quoted without its stop": (
        Insert(WEATHER, Quote("It is sunny"), "after", "Ah.", "sentence"),
        "sunny. It",
        "sunny. Ah. It",
    ),
    "a paragraph after the first": (
        Insert(WEATHER, Position("paragraph", 1), "after", "Ah.", "paragraph"),
        "It is dry.\n",
        "It is dry.\n\nAh.\n",
    ),
    "a paragraph before a quotation": (
        Insert(GOODS, Quote("As a daily action"), "before", "Hear!", "paragraph"),
        "As a daily",
        "Hear!\n\nAs a daily",
    ),
    "an item before another": (
        Insert(PRICES, Quote("Then, pay"), "before", "Bow.", "item"),
        "# Then",
        "# Bow.\n# Then",
    ),
    "an item to the only list": (AddItem(PRICES, "Leave."), "# Then, pay.", "# Then, pay.\n# Leave."),
    "an item that brings its own sign": (AddItem(MARKET, "* Figs."), "for 3 Coins.", "for 3 Coins.\n* Figs."),
    "another text; the subrules stay": (
        Reword(GOODS, "No goods.\n\nNone."),
        "Each Player has a number of Apples, which defaults to 5.\n\nAs a daily action, a Player may eat an Apple. "
        "A Player who does so is '''Fed'''.",
        "No goods.\n\nNone.",
    ),
    "a term in its alphabetical place": (
        GlossaryEntry(TERMS, "Box", "What holds Plums."),
        ";Crate",
        ";Box\n:What holds Plums.\n;Crate",
    ),
    "a term at the end": (
        GlossaryEntry(TERMS, "Sack", "What holds Peas."),
        ":What holds Pears.",
        ":What holds Pears.\n;Sack\n:What holds Peas.",
    ),
    "a rule is repealed": (
        Repeal(WEATHER),
        "===Weather===\nIt is sunny. It is warm. It is dry.\n\nThe [[wind|Wind]] blows “gently”.\n\n",
        "",
    ),
    "the last rule of a section is repealed without what closes it": (
        Repeal(TERMS),
        "===Terms===\n;Basket\n:What holds Apples.\n;Crate\n:What holds Pears.\n\n",
        "",
    ),
    "a rule is repealed with its subrules (BN-204)": (
        Repeal(GOODS),
        PAGE[PAGE.index("===Goods===") : PAGE.index("===Weather===")],
        "",
    ),
    "another title": (Rename(GOODS, "Wares"), "===Goods===", "===Wares==="),
    "a rule under another": (
        Move(TERMS, Place(parent=WEATHER)),
        PAGE[PAGE.index("===Terms===") : PAGE.index("<!-- New rules")],
        PAGE[PAGE.index("===Terms===") : PAGE.index("<!-- New rules")].replace("===", "===="),
    ),
    "a rule to the start of its section": (
        Move(WEATHER, Place(where="start")),
        PAGE[PAGE.index("===Goods===") : PAGE.index("===Terms===")],
        PAGE[PAGE.index("===Weather===") : PAGE.index("===Terms===")]
        + PAGE[PAGE.index("===Goods===") : PAGE.index("===Weather===")],
    ),
}


@pytest.mark.parametrize("name", FORMS)
def test_each_form_gives_the_exact_page(name: str) -> None:
    parts, old, new = FORMS[name]
    made = drafted(*(parts if isinstance(parts, tuple) else (parts,)), tags=("Appendix", "Core"))
    if not old:
        assert [refusal.code for refusal in made.refusals] == ["TEXT_MISSING"]
        return
    assert made.refusals == ()
    assert made.after == changed(old, new)
    assert made.outcome == "whole"


@pytest.mark.parametrize(
    "spelling",
    ["goods", " Goods ", "'''Goods'''", "Goods,", "Goods."],
)
def test_a_rule_is_found_whatever_the_layout_of_its_name(spelling: str) -> None:
    assert drafted(Rename(RuleName(spelling), "Wares")).after == changed("===Goods===", "===Wares===")


def test_a_marker_in_a_heading_is_no_part_of_the_name_and_stays() -> None:
    made = drafted(Rename(RuleName("Dormancy"), "Sleep"), tags=ALL_TAGS)
    assert made.after == changed("Dormancy [Active]", "Sleep [Active]")
    made = drafted(Rename(RuleName("Dormancy [Active]"), "Dormancy [Inactive]"), tags=ALL_TAGS)
    assert made.after == changed("Dormancy [Active]", "Dormancy [Inactive]")


@pytest.mark.parametrize(
    "name",
    [RuleName("Market", above=("Goods",)), RuleName("Market", number="2.1.1"), RuleName("Market", section="dynastic")],
)
def test_a_rule_is_found_by_path_number_or_section(name: RuleName) -> None:
    assert drafted(Rename(name, "Bazaar")).after == changed("====Market====", "====Bazaar====")


def test_headings_are_written_as_their_neighbours_are() -> None:
    spaced = PAGE.replace("===Goods===\n", "=== Goods ===\n\n").replace("===Weather===\n", "=== Weather ===\n\n")
    spaced = spaced.replace("===Terms===\n", "=== Terms ===\n\n")
    made = drafted(NewRule("Tea", "Hot."), page=spaced)
    assert made.after == spaced.replace(":What holds Pears.\n", ":What holds Pears.\n\n=== Tea ===\n\nHot.\n")


def test_a_rule_of_numbered_ones_gets_the_next_number() -> None:
    page = "= Rules =\n\n== 1 - One ==\nA.\n\n=== 1.1 - Sub ===\nB.\n\n== 2 - Two ==\nC."
    shape = RulesetShape((), "")
    made = draft(
        page, steps(NewRule("Three", "D.", Place(parent=RuleName("Rules"))), Append(RuleName("", "1.1"), "E.")), shape
    )
    assert made.after == page.replace("B.", "B.\n\nE.") + "\n\n== 3 - Three ==\nD."
    made = draft(page, steps(NewRule("Mid", "D.", Place(parent=RuleName("One")))), shape)
    assert made.after == page.replace("B.\n", "B.\n\n=== 1.2 - Mid ===\nD.\n")


def test_a_rule_gets_another_number_and_place() -> None:
    page = "== 1 - One ==\nA.\n\n=== 1.1 - Sub ===\nB.\n\n== 2 - Two ==\nC."
    shape = RulesetShape((), "")
    made = draft(page, steps(Move(RuleName("", "1.1"), Place(parent=RuleName("Two")))), shape)
    check_laws(made)
    assert made.after == "== 1 - One ==\nA.\n\n== 2 - Two ==\nC.\n\n=== 2.1 - Sub ===\nB."
    made = draft(page, steps(Move(RuleName("Two"), Place(parent=RuleName("One")))), shape)
    assert made.after == page.replace("== 2 - Two ==", "=== 1.2 - Two ===")
    made = draft(page, steps(Move(RuleName("One"), Place(parent=RuleName("Two")))), shape)
    assert [refusal.code for refusal in made.refusals] == ["PLACE_UNCLEAR"]


def test_a_page_without_sections_takes_a_new_rule_at_its_end() -> None:
    page = "== One ==\nA.\n\n=== Sub ===\nB."
    made = draft(page, steps(NewRule("Two", "C."), NewRule("Zero", "D.", Place(where="start"))), RulesetShape((), ""))
    check_laws(made)
    assert made.after == f"== Zero ==\nD.\n\n{page}\n\n== Two ==\nC."


def test_the_edits_of_a_draft_are_few_and_name_their_rules() -> None:
    made = drafted(Replace(MARKET, Quote("Apples"), "Plums"), Append(WEATHER, "Ah."))
    assert [(edit.before, edit.after, edit.rule) for edit in made.edits] == [
        ("Apples", "Plums", "Dynastic Rules › Goods › Market"),
        ("", "\n\nAh.", "Dynastic Rules › Weather"),
    ]
    assert made.touched == (("Dynastic Rules", "Goods", "Market"), ("Dynastic Rules", "Weather"))


# --- what is refused --------------------------------------------------------------------------------------------------

TRAPS: dict[str, tuple[str, tuple[Instruction, ...]]] = {
    "similar name": ("NO_RULE", (Repeal(RuleName("Good")),)),
    "two rules of one name": ("RULE_DOUBLED", (NewRule("Market", "x", Place(parent=WEATHER)), Repeal(MARKET))),
    "number of another rule": ("NUMBER_DISAGREES", (Repeal(RuleName("Market", number="2.2")),)),
    "number alone": ("NUMBER_ALONE", (Repeal(RuleName("", number="2.2")),)),
    "wrong path": ("NO_RULE", (Repeal(RuleName("Market", above=("Weather",))),)),
    "wrong section": ("NO_RULE", (Repeal(RuleName("Market", section="core")),)),
    "no such section": ("NO_RULE", (NewRule("Tea", "Hot.", Place(section="Building Blocks")),)),
    "a section cannot be repealed": ("NO_RULE", (Repeal(RuleName("Dynastic Rules")),)),
    "nothing is put into a section's preamble": ("NO_RULE", (Append(RuleName("Dynastic Rules"), "x"),)),
    "a text that another section holds": ("TEXT_MISSING", (Replace(RuleName("Appendix"), Quote("2 Coins"), "x"),)),
    "text is not there": ("TEXT_MISSING", (Replace(GOODS, Quote("Plums"), "Figs"),)),
    "letter case differs": ("TEXT_MISSING", (Replace(GOODS, Quote("apples"), "Figs"),)),
    "text stands there twice": ("TEXT_DOUBLED", (Replace(MARKET, Quote("Coins"), "Gold"),)),
    "text stands in two rules": ("TEXT_DOUBLED", (Replace(None, Quote("Apples"), "Figs"),)),
    "text is in a subrule only": ("TEXT_MISSING", (Replace(GOODS, Quote("Pears"), "Figs"),)),
    "text is in no rule": ("TEXT_MISSING", (Replace(None, Quote("Bananas"), "Figs"),)),
    "only inside a longer word": ("TEXT_MISSING", (Replace(WEATHER, Quote("arm"), "leg"),)),
    "a short word is not found in one that adds an s": ("TEXT_MISSING", (Replace(PRICES, Quote("a"), "b"),)),
    "only inside a longer number": ("TEXT_MISSING", (Replace(RuleName("Voting"), Quote("8 hours"), "9 hours"),)),
    "everywhere, and inside longer words": ("PLACE_UNCLEAR", (ReplaceEverywhere("in", "at"),)),
    "everywhere, and in a title": ("PLACE_UNCLEAR", (ReplaceEverywhere("Market", "Bazaar"),)),
    "third of two paragraphs": ("PLACE_UNCLEAR", (Replace(WEATHER, Position("paragraph", 3), "x"),)),
    "a paragraph behind a list": ("PLACE_UNCLEAR", (Replace(MARKET, Position("paragraph", 2), "x"),)),
    "last paragraph of a rule with subrules": ("PLACE_UNCLEAR", (Replace(GOODS, Position("paragraph", -1), "x"),)),
    "the only paragraph of two": ("PLACE_UNCLEAR", (Replace(WEATHER, Position("paragraph", 0), "x"),)),
    "position in no rule": ("PLACE_UNCLEAR", (Replace(None, Position("paragraph", 1), "x"),)),
    "several paragraphs begin so": ("PLACE_UNCLEAR", (Replace(WEATHER, Stretch("It is", unit="sentence"), "x"),)),
    "a stretch without its end": ("TEXT_MISSING", (Replace(WEATHER, Stretch("It is warm", "is wet"), "x"),)),
    "a sentence inside another": (
        "PLACE_UNCLEAR",
        (Insert(GOODS, Quote("a daily action"), "after", "Ah.", "sentence"),),
    ),
    "a paragraph inside another": (
        "PLACE_UNCLEAR",
        (Insert(WEATHER, Quote("It is warm."), "after", "Ah.", "paragraph"),),
    ),
    "no list": ("NO_LIST", (AddItem(WEATHER, "x"),)),
    "several lists": ("NO_LIST", (Append(PRICES, "And:\n* this"), AddItem(PRICES, "x"))),
    "no list of terms": ("NO_LIST", (GlossaryEntry(WEATHER, "A", "b"),)),
    "a term that is there": ("TITLE_TAKEN", (GlossaryEntry(TERMS, "Crate", "Wood."),)),
    "a taken name": ("TITLE_TAKEN", (NewRule("weather", "It snows."),)),
    "a name taken in another section": ("TITLE_TAKEN", (NewRule("Voting", "x"),)),
    "a name taken but for its marker": ("TITLE_TAKEN", (NewRule("Dormancy", "x"),)),
    "another rule's name": ("TITLE_TAKEN", (Rename(GOODS, "Weather"),)),
    "a marker that is not told": ("ATTRIBUTE", (NewRule("Naps", "x", Place(section="Special Case")),)),
    "a rule under itself": ("CONTRADICTORY", (Move(GOODS, Place(parent=MARKET)),)),
    "a repealed rule is needed": ("CONTRADICTORY", (Repeal(WEATHER), Append(WEATHER, "x"))),
    "removed words are needed": (
        "CONTRADICTORY",
        (Replace(WEATHER, Quote("It is warm."), ""), Insert(WEATHER, Quote("warm"), "after", "x")),
    ),
    "replaced words are replaced": (
        "CONTRADICTORY",
        (Replace(WEATHER, Quote("is warm"), "is warm now"), Replace(WEATHER, Quote("warm"), "hot")),
    ),
    "bold words that change": ("MARKUP", (Replace(GOODS, Quote("is Fed"), "is Sated"),)),
    "all items behind a colon are removed": (
        "PLACE_UNCLEAR",
        (Replace(MARKET, Quote("Coins", "item"), "", every=True),),
    ),
    "bold words without which the sentence has no end": ("PLACE_UNCLEAR", (Replace(GOODS, Quote("Fed"), ""),)),
    "two insertions in one place": (
        "CONTRADICTORY",
        (Insert(WEATHER, Quote("sunny"), "after", "now"), Insert(WEATHER, Quote("is sunny"), "after", "here")),
    ),
    "counted after the count changed": (
        "CONTRADICTORY",
        (Append(WEATHER, "It snows."), Replace(WEATHER, Position("paragraph", -1), "y")),
    ),
    "reworded twice": ("CONTRADICTORY", (Reword(WEATHER, "It is so."), Reword(WEATHER, "It is not."))),
    "renamed twice": ("CONTRADICTORY", (Rename(WEATHER, "X"), Rename(RuleName("X"), "Y"))),
    "changed, then repealed": ("CONTRADICTORY", (Append(WEATHER, "It snows."), Repeal(WEATHER))),
    "two words change places": (
        "CONTRADICTORY",
        (ReplaceEverywhere("Apples", "Pears"), ReplaceEverywhere("Pears", "Apples")),
    ),
    "the name of another rule by now": (
        "CONTRADICTORY",
        (Rename(WEATHER, "Sky"), NewRule("Weather", "x"), Append(WEATHER, "y")),
    ),
    "already on the page: a rule": ("NOTHING_TO_DO", (NewRule("Keywords", "A keyword is a word."),)),
    "already on the page: a paragraph": ("NOTHING_TO_DO", (Append(WEATHER, "It is warm."),)),
    "already on the page: an item": ("NOTHING_TO_DO", (AddItem(PRICES, "Then, pay."),)),
    "already on the page: new words": ("NOTHING_TO_DO", (Replace(WEATHER, Quote("It is cold."), "It is warm."),)),
    "already on the page: longer words": ("NOTHING_TO_DO", (Replace(WEATHER, Quote("warm"), "warm. It is dry"),)),
    "already on the page: inserted words": ("NOTHING_TO_DO", (Insert(WEATHER, Quote("warm."), "after", "It is dry."),)),
    "already on the page: a text": (
        "NOTHING_TO_DO",
        (Reword(WEATHER, 'It is sunny. It is warm. It is dry.\n\nThe Wind blows "gently".'),),
    ),
    "already on the page: a title": ("NOTHING_TO_DO", (Rename(RuleName("Wares"), "Goods"),)),
    "already on the page: a place": ("NOTHING_TO_DO", (Move(TERMS, Place(where="after", beside=WEATHER)),)),
    "no text": ("NO_TEXT", (Append(WEATHER, " \n"),)),
}


@pytest.mark.parametrize("name", TRAPS)
def test_whatever_is_not_certain_is_refused(name: str) -> None:
    code, parts = TRAPS[name]
    page = PAGE
    if name == "two rules of one name":
        parts = parts[1:]
        page = PAGE.replace("===Market Days===", "===Market===")
    made = drafted(*parts, page=page, tags=ALL_TAGS)
    assert [refusal.code for refusal in made.refusals] == [code]
    assert made.refusals[0].sentence == f"step {len(parts)}"


def test_the_nearest_names_are_told() -> None:
    assert "Dynastic Rules › Goods" in drafted(Repeal(RuleName("Good"))).refusals[0].detail


def test_refused_steps_leave_the_draft_of_what_was_clear() -> None:
    made = drafted(Rename(GOODS, "Wares"), Repeal(RuleName("Good")), Append(WEATHER, "Ah."))
    assert made.after == PAGE
    assert made.clear == changed("===Goods===", "===Wares===").replace("gently”.", "gently”.\n\nAh.")


def test_a_refusal_of_the_reading_refuses_the_whole() -> None:
    reading = dataclasses.replace(steps(Rename(GOODS, "Wares")), refusals=(Refusal("NOT_UNDERSTOOD", "Roll a die."),))
    made = draft(PAGE, reading, SHAPE)
    check_laws(made)
    assert made.refusals == (Refusal("NOT_UNDERSTOOD", "Roll a die."),)
    assert made.clear == changed("===Goods===", "===Wares===")


def test_a_reading_without_any_step_is_refused() -> None:
    assert [refusal.code for refusal in draft(PAGE, InstructionReading(), SHAPE).refusals] == ["NO_INSTRUCTION"]


# --- tags (BN-169) ----------------------------------------------------------------------------------------------------

TAGGED: list[tuple[Instruction, str]] = [
    (Append(RuleName("Voting"), "It is fair."), "Core"),
    (NewRule("Tea", "x", Place(section="Core Rules")), "Core"),
    (NewRule("Tea", "x", Place(parent=RuleName("Voting"))), "Core"),
    (Replace(None, Quote("48 hours"), "24 hours"), "core"),
    (Repeal(RuleName("Dormancy")), "Special Case"),
    (Repeal(RuleName("Keywords")), "[Appendix]"),
    (Move(RuleName("Keywords"), Place()), "Appendix"),
    (Move(WEATHER, Place(section="appendix")), "Appendix"),
    (ReplaceEverywhere("vote", "ballot"), "Core"),
]


@pytest.mark.parametrize(("part", "tag"), TAGGED)
def test_a_section_asks_for_its_own_tag(part: Instruction, tag: str) -> None:
    assert drafted(part, tags=(tag,)).outcome == "whole"
    others = {"Core", "Special Case", "Appendix"} - {tag.strip("[]").capitalize(), tag.strip("[]")}
    made = drafted(part, tags=tuple(others))
    assert [refusal.code for refusal in made.refusals] == ["TAG_NEEDED"]


# --- what enacted text may not hold (law 14) --------------------------------------------------------------------------

FORBIDDEN = [
    *(
        "<!-- open",
        "closed -->",
        "<nowiki>open",
        "{|\n| open",
        "|}",
        "<div>",
        "</div>",
        "</div>\n<div>",
        "{{open",
        "}}",
    ),
    *("[[open", "<span>x", "~~~~", "{{subst:PAGENAME}}", "[[Help (a)|]]", "<!-- tracker:begin x -->"),
    *("<!--tracker:end x-->", "a\u202eb", "a\u200bb", "a\u00adb", "a\ufeffb", "a\x07b", "<h2>Big</h2>"),
    *("x\n==Section==\ny", "x\n===Rule===\ny", "=Top="),
]


@of_each(FORBIDDEN, ["new", "reword", "append", "replace", "item", "insert", "every"])
def test_enacted_text_cannot_leave_its_place(text: str, form: str) -> None:
    ways: dict[str, Instruction] = {
        "new": NewRule("Tea", text),
        "reword": Reword(WEATHER, text),
        "append": Append(WEATHER, text),
        "replace": Replace(WEATHER, Quote("warm"), text),
        "item": AddItem(MARKET, text),
        "insert": Insert(WEATHER, Quote("warm"), "after", text),
        "every": ReplaceEverywhere("sunny", text),
    }
    made = drafted(ways[form])
    if made.refusals:
        assert {refusal.code for refusal in made.refusals} == {"MARKUP"}
        return
    # A single line with signs that mean a heading only at its start is harmless elsewhere.
    assert text == "=Top=" or (text.startswith("x\n=") and form == "insert")
    assert [each[:2] for each in own_texts(made.after)] == [each[:2] for each in own_texts(PAGE)]


@pytest.mark.parametrize("title", ["", "a\nb", "a\u202eb", "x ==\n== y", "<!-- x", "{{x", "~~~~"])
def test_a_title_must_be_one_that_a_heading_can_show(title: str) -> None:
    for part in (NewRule(title, "x"), Rename(GOODS, title)):
        codes = {refusal.code for refusal in drafted(part).refusals}
        assert codes
        assert codes <= {"MARKUP", "NO_TEXT"}


@pytest.mark.parametrize(
    "text", ["'''Bold''' [[link]]", "{|\n| a\n|}", "<div>x</div>", "{{Flair|x}}", "<!-- aside -->x"]
)
def test_balanced_markup_is_wikitext_by_right(text: str) -> None:
    assert text in drafted(NewRule("Tea", text)).after


def test_an_opening_may_be_replaced_by_its_like() -> None:
    page = PAGE.replace("It is sunny.", "{{Flair|sun}} It is sunny.")
    made = drafted(Reword(WEATHER, "{{Flair|moon}} Night."), page=page)
    assert "{{Flair|moon}} Night." in made.after


# --- pages that are not as they should be -----------------------------------------------------------------------------

UNSOUND = {
    "blank": "",
    "only blanks": " \n\n",
    "redirect": f"#REDIRECT [[Elsewhere]]\n{PAGE}",
    "a section is missing": PAGE.replace("==Appendix==", ""),
    "a section is doubled": f"{PAGE}\n\n==Core Rules==\n===Again===\nx",
    "a section is demoted": PAGE.replace("==Appendix==", "===Appendix==="),
    "a comment swallows the rest": PAGE.replace("It is sunny", "<!-- It is sunny").replace("line. -->", "line."),
    "a section is gutted": PAGE[: PAGE.index("===Keywords===")],
    "the rules are gutted": "\n".join(line for line in PAGE.split("\n") if line.startswith("=")),
    "vandalised": "HA HA HA",
}


@pytest.mark.parametrize("name", UNSOUND)
def test_on_an_unsound_page_nothing_is_drafted(name: str) -> None:
    page = UNSOUND[name]
    made = draft(page, steps(NewRule("Tea", "Hot.")), SHAPE, ALL_TAGS)
    check_laws(made)
    assert [refusal.code for refusal in made.refusals] == ["PAGE_UNSOUND"]
    assert made.clear == page


def test_headings_in_comments_and_nowiki_are_none() -> None:
    page = PAGE.replace("It is sunny.", "<nowiki>\n==Core Rules==\n</nowiki><!--\n===Goods===\n-->It is sunny.")
    assert drafted(Rename(GOODS, "Wares"), page=page).after == page.replace(
        "\n===Goods===\nEach", "\n===Wares===\nEach"
    )


def test_a_region_of_ours_is_left_alone() -> None:
    region = "<!-- tracker:begin x -->\nThe moon is full.\n<!-- tracker:end x -->"
    page = PAGE.replace("It is sunny.", f"{region}\n\nIt is sunny.")
    made = drafted(Replace(None, Quote("full"), "new"), page=page)
    assert [refusal.code for refusal in made.refusals] == ["MARKUP"]


# --- conditions -------------------------------------------------------------------------------------------------------

MATTERS = [
    KnownMatter("Proposal: Dry Socks [Core]", "https://blognomic.com/archive/dry_socks", "dry_socks", "enacted"),
    KnownMatter("Wet Socks", "https://blognomic.com/archive/wet_socks", "wet_socks", "failed"),
    KnownMatter("New Socks", "https://blognomic.com/archive/new_socks", "new_socks", "pending"),
    KnownMatter("{Old} Socks", "", "socks1", "enacted"),
    KnownMatter("Socks", "", "socks2", "failed"),
]
HOLDING: list[tuple[Condition, bool | None]] = [
    (MatterEnacted("Dry Socks"), True),
    (MatterEnacted(" dry socks [Core] "), True),
    (MatterEnacted("Proposal: Dry Socks"), True),
    (MatterEnacted("dry_socks"), True),
    (MatterEnacted("http://www.blognomic.com/archive/dry_socks/"), True),
    (MatterEnacted("Dry Socks", wanted=False), False),
    (MatterEnacted("Wet Socks"), False),
    (MatterEnacted("Wet Socks", wanted=False), True),
    (MatterEnacted("New Socks"), None),
    (MatterEnacted("No Socks"), None),
    (MatterEnacted("Socks"), None),
    (RuleExists(GOODS), True),
    (RuleExists(GOODS, wanted=False), False),
    (RuleExists(RuleName("Good")), False),
    (TextExists(WEATHER, "It is sunny"), True),
    (TextExists(WEATHER, "It snows", wanted=False), True),
    (TextExists(None, "defaults to 5"), True),
    (TextExists(None, "defaults to 6"), False),
    (TextExists(RuleName("Dynastic Rules"), "2 Coins"), True),
    (TextExists(RuleName("Appendix"), "2 Coins"), False),
]


@pytest.mark.parametrize(("condition", "holds"), HOLDING)
def test_a_condition_decides_its_step(condition: Condition, holds: bool | None) -> None:
    made = draft(PAGE, steps(Step("If so, call it Sky.", Rename(WEATHER, "Sky"), (condition,))), SHAPE, (), MATTERS)
    check_laws(made)
    assert made.outcome == {True: "whole", False: "nothing", None: "refused"}[holds]
    assert len(made.skipped) == (holds is False)
    assert [refusal.code for refusal in made.refusals] == ["CONDITION_UNDECIDED"] * (holds is None)


def test_a_condition_is_decided_once_so_that_otherwise_means_the_contrary() -> None:
    made = drafted(
        Step("If there is one, repeal it.", Repeal(WEATHER), (RuleExists(WEATHER),)),
        Step("Otherwise add one.", NewRule("Weather", "x"), (RuleExists(WEATHER, wanted=False),)),
    )
    assert "===Weather===" not in made.after
    assert [text.partition(" (")[0] for text in made.skipped] == ["Otherwise add one."]


def test_an_undecided_condition_does_not_matter_where_another_rules_the_step_out() -> None:
    conditions = (MatterEnacted("No Socks"), RuleExists(GOODS, wanted=False))
    assert drafted(Step("x", Rename(WEATHER, "Sky"), conditions)).outcome == "nothing"


def test_what_is_left_to_people_makes_a_draft_partial() -> None:
    made = drafted(Rename(GOODS, "Wares"), Gamestate("Each has 3 Apples."), Gamestate("Give Bo a Pear."))
    assert made.outcome == "partial"
    assert made.gamestate == ("step 2", "step 3")
    assert made.after == changed("===Goods===", "===Wares===")


# --- undoing ----------------------------------------------------------------------------------------------------------


def test_undoing_refuses_another_page() -> None:
    made = drafted(Rename(GOODS, "Wares"))
    with pytest.raises(PlanStaleError):
        undone(made.after.replace("Wares", "Ware"), made.edits)
    with pytest.raises(PlanStaleError):
        carried_out(made.after, made.edits)


# --- properties -------------------------------------------------------------------------------------------------------

TITLES = [
    *("Goods", "Market", "Prices", "Weather", "Terms", "Voting", "Dormancy", "Keywords", "Tea", "Cups", "Nothing")
]
names = st.sampled_from(TITLES).map(RuleName)
words = st.sampled_from(
    [
        *(
            "Apples",
            "Player",
            "It is warm.",
            "warm",
            "2 Coins",
            "Coins",
            "Wind",
            "gently",
            "Fed",
            "Then, pay.",
            "sunny",
        ),
        *("Each Player", "What holds", "is", "a", "x"),
    ]
)
texts = st.sampled_from(
    [
        *(
            "Ah.",
            "",
            "* an item",
            "One.\n\nTwo.",
            "# a step\n# another",
            "'''Bold'''",
            "====Deep====\nx",
            "===Rule===\ny",
        ),
        *("{{open", "</div>", "<!-- x", "~~~~", "a\u202eb", "Apples", "It is warm."),
    ]
)
units = st.sampled_from(["text", "sentence", "paragraph", "item", "step"])
targets = st.one_of(
    st.builds(Quote, words, units),
    st.builds(Stretch, words, st.one_of(st.just(""), words), units),
    st.builds(Position, units, st.integers(-1, 3)),
)
places = st.builds(
    Place,
    st.sampled_from(["", "Dynastic Rules", "core", "Appendix"]),
    st.none() | names,
    st.sampled_from(["end", "start", "before", "after"]),
    st.none() | names,
)
sides = st.sampled_from(["before", "after"])
parts = st.one_of(
    st.builds(NewRule, st.sampled_from(TITLES), texts, places),
    st.builds(Replace, st.none() | names, targets, texts, st.booleans()),
    st.builds(ReplaceEverywhere, words, texts, st.sampled_from(["", "dynastic"])),
    st.builds(Append, names, texts, units),
    st.builds(Insert, st.none() | names, targets, sides, texts, units),
    st.builds(AddItem, names, texts),
    st.builds(Reword, names, texts),
    st.builds(Repeal, names),
    st.builds(Rename, names, st.sampled_from(TITLES)),
    st.builds(Move, names, places),
    st.builds(GlossaryEntry, names, words, texts),
)
many = settings(max_examples=200, deadline=None, suppress_health_check=[HealthCheck.too_slow])


@many
@given(st.lists(parts, max_size=5))
def test_a_draft_changes_what_it_names_and_nothing_else(found: list[Instruction]) -> None:
    made = draft(PAGE, steps(*found), SHAPE, ALL_TAGS)
    check_laws(made)
    assert len(parse_rules(made.after).children) == len(parse_rules(PAGE).children)


@many
@given(st.lists(parts, max_size=3), st.lists(parts, max_size=3))
def test_two_matters_in_order_make_what_their_steps_make(one: list[Instruction], other: list[Instruction]) -> None:
    both = draft(PAGE, steps(*one, *other), SHAPE, ALL_TAGS)
    first = draft(PAGE, steps(*one), SHAPE, ALL_TAGS)
    second = draft(first.after, steps(*other), SHAPE, ALL_TAGS)
    if one and other and not both.refusals and not first.refusals and not second.refusals:
        assert second.after == both.after
        assert undone(undone(second.after, second.edits), first.edits) == PAGE


@many
@given(parts)
def test_a_step_that_was_carried_out_is_not_carried_out_again_unseen(part: Instruction) -> None:
    first = draft(PAGE, steps(part), SHAPE, ALL_TAGS)
    if isinstance(part, NewRule | AddItem | Reword | Rename | GlossaryEntry | Repeal) and not first.refusals:
        again = draft(first.after, steps(part), SHAPE, ALL_TAGS)
        assert again.outcome == "refused"


@many
@given(st.text(alphabet="={}<>!-|*#'[]\n \u202eab/", max_size=60))
def test_no_text_breaks_out_of_its_rule(text: str) -> None:
    for part in (
        NewRule("Tea", text),
        Append(WEATHER, text),
        Replace(WEATHER, Quote("warm"), text),
        AddItem(MARKET, text),
    ):
        made = draft(PAGE, steps(part), SHAPE)
        check_laws(made)


@many
@given(st.text(alphabet="=<>!-{}|\nab", max_size=200))
def test_any_page_is_borne(page: str) -> None:
    check_laws(draft(page, steps(NewRule("Tea", "Hot."), Append(RuleName("a"), "x")), RulesetShape((), "")))


# --- cost -------------------------------------------------------------------------------------------------------------


def test_two_hundred_steps_on_a_long_page_are_all_carried_out() -> None:
    rules = "\n\n".join(f"===Rule {n}===\nThe number {n} is a Number. {'It is long. ' * 80}" for n in range(100))
    page = PAGE.replace("===Weather===", f"{rules}\n\n===Weather===")
    assert len(page) > 100_000
    found: list[Instruction] = []
    for n in range(50):
        found += [
            NewRule(f"New {n}", "Some text."),
            Append(RuleName(f"Rule {n}"), "More text."),
            Replace(RuleName(f"Rule {n}"), Quote(f"The number {n}"), f"The count {n}"),
            Replace(None, Quote(f"The number {n + 50}"), "Counted"),
        ]
    made = draft(page, steps(*found), SHAPE)
    assert made.outcome == "whole"
