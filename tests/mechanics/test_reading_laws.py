"""Laws of reading and carrying out that hold for any text: hidden words, talk beside orders, conditions, parts of words."""

import re

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from tests.mechanics.practice_cases import PAGE
from tests.mechanics.test_practice import SHAPE, read_body
from tracker.mechanics.enacting.amendments import AmendmentDraft, draft
from tracker.mechanics.enacting.instructions import KnownMatter
from tracker.mechanics.enacting.seen_text import sight_of
from tracker.mechanics.ruleset.ruletree import parse_rules

MATTERS = [KnownMatter("Proposal: Calm", "", "calm", "failed"), KnownMatter("Proposal: Storm", "", "storm", "enacted")]


def drafted(html: str) -> AmendmentDraft:
    return draft(PAGE, read_body(html), SHAPE, (), MATTERS)


# --- what nobody sees -------------------------------------------------------------------------------------------------

ORDER = "<p>Add a new rule called “Gulls”:</p><blockquote><p>There is a Gull.</p></blockquote>"
WITH_ORDER = drafted(ORDER).after
WORDS = st.sampled_from(
    (
        *(
            "Repeal “Tides”.",
            "Ahoy!",
            "In “Ships”, replace “Ship” with “Boat”.",
            "If “Calm” failed, this does nothing.",
            "x",
            "“",
            "",
        ),
        *(
            "<b>Repeal</b> “Cargo”.",
            "<p>Do the following:</p><ul><li>Repeal “Tides”.</li></ul>",
            "<blockquote>Gulls cry.</blockquote>",
        ),
    )
)
HIDING = st.sampled_from(
    (
        *(
            "<span style='display:none'>{}</span>",
            "<div hidden>{}</div>",
            "<div aria-hidden='true'>{}</div>",
            "<details>{}</details>",
        ),
        *(
            "<span style='color: #fff'>{}</span>",
            "<small style='font-size:0'>{}</small>",
            "<span class='spoiler'>{}</span>",
        ),
        *(
            "<template>{}</template>",
            "<span style='opacity:.1'>{}</span>",
            "<font color='white'>{}</font>",
            "<!-- {} -->",
        ),
        *(
            "<span style='visibility:hidden'>{}</span>",
            "<div style='height:0;overflow:hidden'>{}</div>",
            "<s>{}</s>",
            "<dialog>{}</dialog>",
        ),
    )
)


@given(st.lists(st.tuples(HIDING, WORDS), max_size=3), st.sampled_from(("before", "after", "within")))
def test_hidden_words_change_no_outcome_but_to_a_refusal(hidden: list[tuple[str, str]], where: str) -> None:
    text = "".join(hiding.format(words) for hiding, words in hidden)
    html = {"before": text + ORDER, "after": ORDER + text, "within": ORDER.replace("There is", f"There {text} is")}[
        where
    ]
    made = drafted(html)
    assert made.outcome == "refused" or made.after == WITH_ORDER


@given(
    st.sampled_from(
        ("display", "color", "font-size", "position", "margin-left", "text-indent", "clip", "zoom", "filter")
    ),
    st.text("0123456789abcdefghnopx#%-. ", min_size=1, max_size=9),
)
def test_no_style_makes_words_an_order_that_may_be_hidden(name: str, value: str) -> None:
    sight = sight_of("span", {"style": f"{name}: {value}"})
    made = drafted(f"{ORDER}<p><span style='{name}: {value}'>Repeal “Tides”.</span></p>")
    assert (made.outcome == "whole") is (sight == "seen")


@pytest.mark.parametrize(
    ("tag", "attributes", "sight"),
    [
        ("p", {}, "seen"),
        ("p", {"class": "MsoNormal", "style": "margin: 0 0 10px; text-align: left"}, "seen"),
        ("span", {"style": "font-weight: bold; color: red;"}, "seen"),
        ("span", {"style": "font-size: 12pt"}, "seen"),
        ("font", {"color": "red", "size": "3"}, "seen"),
        ("span", {"style": "text-decoration: underline"}, "seen"),
        ("span", {"style": "text-decoration:line-through"}, "struck"),
        ("s", {}, "struck"),
        ("ins", {}, "struck"),
        ("s", {"hidden": ""}, "hidden"),
        ("span", {"style": "display:none"}, "hidden"),
        ("span", {"style": "DISPLAY : NONE"}, "hidden"),
        ("span", {"style": "font-size: 1px"}, "hidden"),
        ("span", {"style": "margin-left: -9999px"}, "hidden"),
        ("span", {"style": "margin-left: 9999px"}, "hidden"),
        ("span", {"style": "color: white"}, "hidden"),
        ("span", {"style": "nonsense"}, "hidden"),
        ("span", {"class": "spoiler"}, "hidden"),
        ("span", {"dir": "rtl"}, "hidden"),
        ("font", {"size": "1"}, "hidden"),
        ("details", {}, "hidden"),
        ("style", {}, "hidden"),
        ("blink", {}, "hidden"),
    ],
)
def test_what_readers_see(tag: str, attributes: dict[str, str], sight: str) -> None:
    assert sight_of(tag, attributes) == sight


# --- talk -------------------------------------------------------------------------------------------------------------

OPENING = st.sampled_from(
    [
        "I think",
        "Hopefully",
        "Thanks to Hal",
        "Because",
        "As it stands",
        "Nobody knows why",
        "This is fun:",
        "Quick fix:",
        "Maybe",
        "Currently",
        "We agreed that",
        "It seems",
        "Sorry, but",
        "Let's see",
        "The idea is that",
        "Note that",
        "So",
        "Also",
        "PS:",
        "First,",
        "My idea was that",
        "Yes, I know,",
    ]
)
SUBJECT = st.sampled_from(
    [
        "“Tides”",
        "Tides",
        "the rule “Cargo”",
        "it",
        "each Keeper",
        "the Gull",
        "this",
        "the second sentence",
        "Hal",
        "nobody",
        "the subrules",
        "a Ship",
    ]
)
VERB = st.sampled_from(
    [
        "is",
        "goes",
        "stays",
        "is repealed",
        "is dull",
        "should go",
        "becomes",
        "costs 3",
        "was fun",
        "starts",
        "may be skipped",
        "replaces",
        "is no",
        "gets 2",
        "should read",
        "was called",
        "has been",
        "needs",
    ]
)
REST = st.sampled_from(
    [
        "",
        "“Terns”",
        "Ships",
        "gone",
        "on Monday",
        "until Friday",
        "too cheap",
        ", too",
        "instead",
        "a subrule",
        "“Tides”",
        "anyway",
        "for Hal",
        "if nobody minds",
        ", I guess",
    ]
)


@given(OPENING, SUBJECT, VERB, REST, st.sampled_from((".", "!", "?", "")), st.booleans())
def test_a_sentence_beside_an_order_makes_no_third_page(
    opening: str, subject: str, verb: str, rest: str, end: str, is_first: bool
) -> None:
    # These alone are orders, too: “Also the rule “Cargo” is repealed, too.”
    is_order = opening in ("So", "Also", "First,") and verb == "is repealed" and rest in ("", ", too")
    assume(not (is_order and "“" in subject))
    sentence = f"<p>{opening} {subject} {verb} {rest}{end}</p>"
    made = drafted(sentence + ORDER if is_first else ORDER + sentence)
    assert made.after in (PAGE, WITH_ORDER)
    assert made.clear in ("", PAGE, WITH_ORDER)


# --- conditions -------------------------------------------------------------------------------------------------------


@st.composite
def lists(draw: st.DrawFn, depth: int = 0, holds: bool = True) -> tuple[str, dict[str, bool]]:
    """Items of a list, each an order to add a rule or a condition above a list of its own; which rules are to be added."""
    html, wanted = "", dict[str, bool]()
    for _ in range(draw(st.integers(1, 3))):
        if depth < 2 and draw(st.booleans()):
            is_met = draw(st.booleans())
            inner, below = draw(lists(depth + 1, holds and is_met))
            html += f"<li>If “{'Storm' if is_met else 'Calm'}” was enacted, then:<ul>{inner}</ul></li>"
        else:
            name = "Gull" + "".join(draw(st.lists(st.sampled_from("abcdefghij"), min_size=6, max_size=6)))
            html, below = html + f"<li>Add a rule called “{name}” with the text “It is {name}.”</li>", {name: holds}
        assume(not wanted.keys() & below.keys())
        wanted |= below
    return html, wanted


@given(lists())
def test_a_condition_reaches_its_list_and_nothing_else(case: tuple[str, dict[str, bool]]) -> None:
    html, wanted = case
    made = drafted(f"<ul>{html}</ul>")
    if made.outcome != "refused":
        titles = {node.title for node in parse_rules(made.after).walk()}
        assert {name: name in titles for name in wanted} == wanted


@pytest.mark.parametrize("met", [True, False])
def test_nested_conditions_are_read_and_not_just_refused(met: bool) -> None:
    name = "Storm" if met else "Calm"
    made = drafted(
        f"<ul><li>If “{name}” was enacted, then:<ul><li>Repeal “Tides”.</li></ul></li><li>Repeal “Cargo”.</li></ul>"
    )
    titles = {node.title for node in parse_rules(made.after).walk()}
    assert made.outcome == "whole"
    assert ("Tides" in titles) is not met
    assert "Cargo" not in titles


@given(
    st.sampled_from(("if", "unless", "provided that", "assuming", "as long as")),
    st.sampled_from((", and ", "; ", ", ", " and ", ". Also, ", ". Then ", "; also ")),
    st.booleans(),
)
def test_a_condition_of_which_the_reach_is_open_is_refused(word: str, joiner: str, is_trailing: bool) -> None:
    orders = f"repeal “Tides”{joiner}repeal “Cargo”"
    condition = f"{word} “Calm” was enacted"
    text = f"{orders} {condition}." if is_trailing else f"{condition.capitalize()}, {orders}."
    made = drafted(f"<p>{text[0].upper()}{text[1:]}</p>")
    is_clear = joiner.startswith(".") if is_trailing else joiner == " and "
    assert is_clear or made.outcome == "refused"


# --- parts of words ---------------------------------------------------------------------------------------------------

TEXTS = [node.own_text for node in parse_rules(PAGE).walk() if re.search(r"\w{4}", node.own_text)]
PLACES = [
    (node.title, found.group())
    for node in parse_rules(PAGE).walk()
    for found in re.finditer(r"(?<![\w'’=-])[A-Za-z]{4,}(?![\w'’=])", node.own_text)
    if len(re.findall(rf"{found.group()}", node.own_text)) == 1
]


@given(st.sampled_from(PLACES), st.data(), st.sampled_from(("remove", "insert", "replace")))
def test_no_part_is_ever_cut_out_of_a_word(place: tuple[str, str], data: st.DataObject, kind: str) -> None:
    title, word = place
    part = word[: data.draw(st.integers(2, len(word) - 1))]
    orders = {
        "remove": f"In the rule “{title}”, remove the text “{part}”.",
        "insert": f"In the rule “{title}”, after “{part}” add “zz”.",
        "replace": f"In the rule “{title}”, replace “{part}” with “zz”.",
    }
    made = drafted(f"<p>{orders[kind]}</p>")
    kept = re.findall(r"\w+", made.after)
    assert made.outcome == "refused" or word in kept or word not in re.findall(r"\w+", PAGE)
