"""The practice set: no wrong edit, exact diffs and exact refusals over all the forms and traps that matters come in."""

import functools
import itertools
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

import pytest

from tests.each import breach, of_each
from tests.mechanics.practice_cases import (
    FORMS,
    PAGE,
    TRAIN,
    PracticeCase,
    PracticeMatter,
    SettledMatter,
    counting_lines,
    difference,
    fold_quotes,
    patched,
    read_history,
    read_practice,
    read_sentences,
    shown,
)
from tracker.games.blognomic.vocabulary import VOCABULARY
from tracker.mechanics.enacting.amendments import AmendmentDraft, draft, undone
from tracker.mechanics.enacting.instructions import REFUSALS, InstructionReading, KnownMatter, Refusal, RulesetShape
from tracker.mechanics.reading_orders.instruction_reading import read_instructions
from tracker.mechanics.ruleset.ruletree import parse_rules

SHAPE = RulesetShape(
    ("Core Rules", "Dynastic Rules", "Special Case", "Appendix"),
    "Dynastic Rules",
    {"Core Rules": ("Core",), "Special Case": ("Special Case",), "Appendix": ("Appendix",)},
    VOCABULARY,
)
MEASURED = {
    **{"N1": 33, "N2": 29, "T1": 19, "A1": 14, "C1": 11, "R1": 10, "A2": 8, "A3": 8, "A4": 8, "G2": 8, "T2": 8},
    **{"C2": 6, "L1": 6, "RP": 5, "T3": 5, "D2": 5, "D1": 5, "RN": 4, "MV": 3, "C3": 3, "T4": 2, "D4": 1, "G1": 2},
    **{"C4": 2, "K1": 2, "RR": 2},
}
"""Of 100 matters that people wrote, how many hold a form."""
NEARNESS = 4.5
"""How near the sample comes to each measured share, in hundredths: as near as that share itself was known."""

CASES = read_practice()
SAMPLE = [case for case in CASES if case.kind == "sample"]
NATURAL = [case for case in CASES if case.kind == "natural"]
"""Matters that somebody else made up without minding how often people use each form."""
EXPECTED_READY = 0.5
"""The share of matters, as people write them, that should come out as a ready diff."""

Law = Callable[[PracticeCase], None]


def by_file(cases: Sequence[PracticeCase]) -> Callable[[Law], Callable[[str], None]]:
    """Makes a law of one case a test of each file of cases, which tells every case that breaks it."""

    def decorate(law: Law) -> Callable[[str], None]:
        @pytest.mark.parametrize("file", sorted({case.file for case in cases}))
        def test(file: str) -> None:
            broken = [(case, why) for case in cases if case.file == file and (why := breach(law, case))]
            if broken:
                pytest.fail("\n\n".join(f"{case.file}: {case.name}\n{why}" for case, why in broken), pytrace=False)

        return test

    return decorate


every_case = by_file(CASES)
every_change = by_file([case for case in CASES if case.diff])
every_case_with_whole_quotations = by_file(
    [case for case in CASES if not any("QUOTE_UNCLOSED" in expected.codes for expected in case.refused)]
)


@dataclass(frozen=True)
class Judged:
    """What is wrong with a draft: ``wrong_edit`` where a page would have been spoilt, else ``differences``."""

    wrong_edit: str = ""
    differences: tuple[str, ...] = ()


def read_body(html: str) -> InstructionReading:
    return read_instructions(html, VOCABULARY)


@functools.cache
def drafted(case: PracticeCase) -> AmendmentDraft:
    return draft(case.page, read_body(case.body), SHAPE, case.tags, known_matters(case))


def known_matters(case: PracticeCase) -> list[KnownMatter]:
    return [known_matter(each) for each in case.matters]


def known_matter(matter: PracticeMatter) -> KnownMatter:
    return KnownMatter(matter.title, matter.url, matter.slug, matter.state)


def judged(case: PracticeCase) -> Judged:
    """How a draft compares with what its case expects."""
    actual = drafted(case)
    if actual.outcome == "refused":
        spoilt = actual.after != case.page or bool(actual.edits)
        return Judged("it is refused, and yet edits the page" if spoilt else "", refusal_differences(case, actual))
    if counting_lines(actual.after) != counting_lines(case.after):
        return Judged(f"the page would differ from the expected one by\n{shown(difference(case.after, actual.after))}")
    if case.refused and actual.after == case.page and actual.outcome != "whole":
        return Judged(differences=(f"{actual.outcome}, but {[each.codes for each in case.refused]} expected",))
    if case.refused:
        return Judged("it passes for carried out, and should be refused")
    return Judged(differences=(*outcome_differences(case, actual), *layout_differences(case, actual)))


def refusal_differences(case: PracticeCase, actual: AmendmentDraft) -> tuple[str, ...]:
    """Refusals that should have come and did not, and those that came unasked."""
    if not case.refused and case.may_refuse and all(each.code in case.may_refuse for each in actual.refusals):
        return ()
    missing = [
        f"missing: {' or '.join(expected.codes)} on “{expected.sentence_has}”"
        for expected in case.refused
        if not any(expected.fits(each.code, each.sentence) for each in actual.refusals)
    ]
    unasked = [
        f"unasked: {each.code} on “{each.sentence}” ({each.detail})" for each in actual.refusals if stray(case, each)
    ]
    return (*missing, *unasked, *clear_differences(case, actual))


def stray(case: PracticeCase, refusal: Refusal) -> bool:
    tolerated = refusal.code in case.may_refuse and bool(case.refused)
    return not tolerated and not any(expected.fits(refusal.code, refusal.sentence) for expected in case.refused)


def clear_differences(case: PracticeCase, actual: AmendmentDraft) -> tuple[str, ...]:
    """How the draft of the part that was clear differs, where the case tells it."""
    if case.clear is None:
        return ()
    lines = difference(patched(case.page, case.clear), actual.clear or case.page)
    return (f"the clear part differs by\n{shown(lines)}",) if lines else ()


def outcome_differences(case: PracticeCase, actual: AmendmentDraft) -> tuple[str, ...]:
    found = []
    if actual.outcome != case.outcome:
        found.append(f"outcome {actual.outcome}, expected {case.outcome}")
    for kind, wanted, got in (
        ("left to people", case.gamestate, actual.gamestate),
        ("skipped", case.skipped, actual.skipped),
    ):
        texts = [fold_quotes(text) for text in got]
        unmet = [text for text in wanted if not any(fold_quotes(text) in each for each in texts)]
        if unmet or len(got) != len(wanted):
            found.append(f"{kind}: {list(got)}, expected {list(wanted)}")
    return tuple(found)


def layout_differences(case: PracticeCase, actual: AmendmentDraft) -> tuple[str, ...]:
    """Headings that a text runs into, and gaps that were not on the page."""
    lines = actual.after.split("\n")
    crowded = [line for before, line in itertools.pairwise(lines) if line.startswith("=") and before[:1].isalnum()]
    found = [f"no blank line before {line}" for line in crowded]
    if "\n\n\n" in actual.after and "\n\n\n" not in case.page:
        found.append("two blank lines in a row")
    return tuple(found)


def own_texts(page: str) -> dict[tuple[str, ...], list[str]]:
    """The own text of every rule by its path, blank lines at its ends aside."""
    found: dict[tuple[str, ...], list[str]] = {}
    for node in parse_rules(page).walk():
        found.setdefault(node.path, []).append(node.own_text.strip("\n"))
    return found


# --- the laws ---------------------------------------------------------------------------------------------------------


@every_case
def test_no_wrong_edit(case: PracticeCase) -> None:
    verdict = judged(case)
    if verdict.wrong_edit:
        pytest.fail(
            f"WRONG EDIT: {verdict.wrong_edit}\n\ninstead of\n{shown(difference(case.page, case.after))}", pytrace=False
        )


@every_case
def test_exact_diff_or_exact_refusal(case: PracticeCase) -> None:
    verdict = judged(case)
    if verdict.wrong_edit or verdict.differences:
        pytest.fail("\n".join((*verdict.differences, verdict.wrong_edit)), pytrace=False)


@every_change
def test_an_edit_changes_only_the_spans_that_it_names(case: PracticeCase) -> None:
    actual = drafted(case)
    page, at = [], 0
    for edit in actual.edits:
        assert edit.start >= at, "edits overlap or are out of order"
        assert case.page[edit.start : edit.start + len(edit.before)] == edit.before
        page += [case.page[at : edit.start], edit.after]
        at = edit.start + len(edit.before)
    assert "".join([*page, case.page[at:]]) == actual.after


@every_change
def test_undoing_restores_the_page(case: PracticeCase) -> None:
    actual = drafted(case)
    assert undone(actual.after, actual.edits) == case.page


@every_change
def test_only_the_named_rules_change(case: PracticeCase) -> None:
    actual = drafted(case)
    before, after = own_texts(case.page), own_texts(actual.after)
    changed = {path for path in before.keys() | after.keys() if before.get(path) != after.get(path)}
    unnamed = [path for path in changed if not any(path[: len(rule)] == rule for rule in actual.touched)]
    assert unnamed == []


@every_case
def test_nothing_inside_a_quotation_is_an_order(case: PracticeCase) -> None:
    quoted = read_body(f"<p>Somebody wrote:</p>\n<blockquote>{case.body}</blockquote>")
    assert draft(case.page, quoted, SHAPE, case.tags).after == case.page


@every_case
def test_an_order_that_nobody_understands_stops_all_the_others(case: PracticeCase) -> None:
    vague = "<p>Also tidy up the rule “Cargo” and make it shorter.</p>"
    for body in (f"{case.body}\n{vague}", f"{vague}\n{case.body}"):
        made = draft(case.page, read_body(body), SHAPE, case.tags, known_matters(case))
        assert made.outcome == "refused"
        assert made.after == case.page


@every_case_with_whole_quotations
def test_a_lost_quotation_mark_spoils_no_page(case: PracticeCase) -> None:
    for at, sign in enumerate(case.body):
        if sign in "“”" and not is_in_block(case.body, at):
            body = case.body[:at] + case.body[at + 1 :]
            made = draft(case.page, read_body(body), SHAPE, case.tags, known_matters(case))
            if made.after != drafted(case).after:
                assert made.outcome == "refused", (
                    f"without the mark at {at}:\n{body}\n{shown(difference(case.page, made.after))}"
                )


def is_in_block(body: str, at: int) -> bool:
    return body.count("<blockquote>", 0, at) > body.count("</blockquote>", 0, at)


@every_case
def test_straight_quotation_marks_order_the_same_or_nothing(case: PracticeCase) -> None:
    body = case.body.replace("“", "&quot;").replace("”", "&quot;")
    made = draft(case.page, read_body(body), SHAPE, case.tags, known_matters(case))
    if made.outcome != "refused":
        assert counting_lines(made.after) == counting_lines(drafted(case).after)


@pytest.mark.parametrize("cases", [SAMPLE, NATURAL], ids=["mixed as measured", "natural"])
def test_about_half_of_what_people_write_is_a_ready_diff(cases: list[PracticeCase]) -> None:
    sound = [case for case in cases if judged(case) == Judged()]
    outcomes = Counter(drafted(case).outcome for case in sound)
    ready = outcomes["whole"] / len(cases)
    print(f"ready {ready:.0%} of {len(cases)}: {dict(outcomes)}, not as expected: {len(cases) - len(sound)}")
    assert ready >= EXPECTED_READY


# --- sentences beside an order ----------------------------------------------------------------------------------------


def drafted_beside(sentence: str) -> AmendmentDraft:
    """The draft of a matter that is plain but for one more sentence."""
    plain = "<p>Add a new rule called “Gulls”:</p>\n\n<blockquote><p>There is a Gull.</p></blockquote>\n\n"
    return draft(PAGE, read_body(f"{plain}<p>{sentence}</p>"), SHAPE)


@of_each(read_sentences("vague_orders"))
def test_what_looks_like_an_order_and_is_none_that_we_know_is_refused(sentence: str) -> None:
    made = drafted_beside(sentence)
    assert made.outcome == "refused"
    assert difference(PAGE, made.clear) == ["+== Gulls ==", "+There is a Gull."]


@of_each(read_sentences("not_to_be_done"))
def test_what_must_not_be_done_is_never_done(sentence: str) -> None:
    made = drafted_beside(sentence)
    for page in (made.after, made.clear):
        assert difference(PAGE, page or PAGE) in ([], ["+== Gulls ==", "+There is a Gull."])


@of_each(read_sentences("binding_conditions"))
def test_a_condition_that_does_not_hold_or_is_not_understood_keeps_the_page(sentence: str) -> None:
    order, failed = "<p>Repeal the rule “Tides”.</p>", KnownMatter("Proposal: P", "", "p", "failed")
    for body in (f"<p>{sentence}</p>\n\n{order}", f"{order}\n\n<p>{sentence}</p>"):
        assert difference(PAGE, draft(PAGE, read_body(body), SHAPE, (), [failed]).after) == []


@of_each(read_sentences("orders_on_values"))
def test_what_changes_values_is_left_to_people_or_refused(sentence: str) -> None:
    made = drafted_beside(sentence)
    assert made.outcome in {"partial", "refused"}
    assert made.outcome == "refused" or [fold_quotes(text) for text in made.gamestate] == [fold_quotes(sentence)]


@of_each(read_sentences("mere_talk"))
def test_what_carries_no_order_is_left_alone(sentence: str) -> None:
    made = drafted_beside(sentence)
    assert made.outcome == "whole", made.refusals
    assert difference(PAGE, made.after) == ["+== Gulls ==", "+There is a Gull."]


BELLS = "<p>Add a new rule called “Bells”:</p>\n\n<blockquote><p>There are N Bells. They ring.</p></blockquote>\n\n"
BELLS_ADDED = ["+== Bells ==", "+There are N Bells. They ring."]


@of_each(read_sentences("beside_new_rule"))
def test_what_limits_corrects_or_adds_to_a_new_rule_never_passes_for_talk(sentence: str) -> None:
    made = draft(TRAIN, read_body(f"{BELLS}<p>{sentence}</p>"), SHAPE)
    assert made.outcome in {"partial", "refused"}
    assert made.outcome == "refused" or [fold_quotes(text) for text in made.gamestate] == [fold_quotes(sentence)]


@of_each(read_sentences("beside_replacement"))
def test_what_may_add_to_a_replacement_never_passes_for_talk(sentence: str) -> None:
    order = "<p>In “Meals”, replace “two types” with “three types”.</p>"
    assert draft(TRAIN, read_body(f"{order}\n\n<p>{sentence}</p>"), SHAPE).outcome == "refused"


@of_each(read_sentences("beside_repeal"))
def test_what_may_spare_a_subrule_of_what_is_repealed_never_passes_for_talk(sentence: str) -> None:
    assert draft(TRAIN, read_body(f"<p>Repeal “Murder”.</p>\n\n<p>{sentence}</p>"), SHAPE).outcome == "refused"


@of_each(
    [
        *(
            "Part A:",
            "Part 2",
            "Changes:",
            "Proposal:",
            "The proposed changes:",
            "TL;DR:",
            "Do the following:",
        ),
        *("Make the following changes:", "Following the discussion on Discord:", "I think this reads better:", "So:"),
    ],
)
def test_words_that_say_only_that_something_is_below_are_no_hindrance(words: str) -> None:
    for below in ("<p>Repeal “Stowaways”.</p>", "<ul><li>Repeal “Stowaways”.</li></ul>"):
        made = draft(TRAIN, read_body(f"<p>{words}</p>\n{below}"), SHAPE)
        assert made.outcome == "whole", made.refusals
        assert "== Stowaways ==" not in made.after


@of_each(
    read_sentences("words_above_orders"),
    [
        "<ul><li>Repeal “Stowaways”.</li><li>In “Meals”, replace “two types” with “three types”.</li></ul>",
        "<p>Repeal “Stowaways”.</p>",
        "<ul><li>If it exists, repeal “Stowaways”.</li></ul>",
    ],
)
def test_what_stands_below_words_that_nobody_understands_is_not_done(words: str, below: str) -> None:
    made = draft(TRAIN, read_body(f"{BELLS}<p>{words}</p>\n{below}"), SHAPE)
    assert made.outcome == "refused"
    assert "== Stowaways ==" in made.clear


@of_each(
    read_sentences("behind_unquoted_text"),
    [
        "<p>Add a new rule called “Signals” with the following text: Each Stop has a Signal, which is Red or Green. ",
        "<p>Add a new rule called “Signals” with the following text:</p><p>Each Stop has a Signal, which is Red or Green. ",
        "<p>Add to the rule “Stops”: Each Stop has a Signal. ",
    ],
)
def test_what_stands_behind_new_text_without_quotation_marks_never_becomes_law(remark: str, head: str) -> None:
    assert draft(TRAIN, read_body(f"{head}{remark}</p>"), SHAPE).outcome == "refused"


# --- a playthrough ----------------------------------------------------------------------------------------------------


def enacted_in_order() -> Iterator[tuple[SettledMatter, AmendmentDraft]]:
    """Each enacted matter of the playthrough with its draft on the page that the ones before it left."""
    page, matters = read_history()
    known: list[KnownMatter] = []
    for matter in matters:
        if matter.state == "enacted":
            made = draft(page, read_body(matter.body), SHAPE, matter.tags, known)
            yield matter, made
            page = made.after
        known.append(known_matter(matter.known))


def test_matters_enacted_in_order_give_the_pages_own_history() -> None:
    for matter, made in enacted_in_order():
        assert made.refusals == (), f"{matter.title}: {made.refusals}"
        assert made.outcome == "whole", matter.title
        assert made.after.split("\n") == matter.revision.split("\n"), matter.title


def test_undoing_a_history_from_its_end_leads_back_to_its_start() -> None:
    drafts = [made for _, made in enacted_in_order()]
    page = drafts[-1].after
    for made in reversed(drafts):
        page = undone(page, made.edits)
    assert page == read_history()[0]


# --- more than anybody reads --------------------------------------------------------------------------------------------


def test_five_thousand_orders_are_not_carried_out_unread() -> None:
    body = "".join(f"<p>Repeal the rule “Rule {number}”.</p>\n" for number in range(5000))
    made = draft(PAGE, read_body(body + "<p>Repeal the rule “Tides”.</p>"), SHAPE)
    assert made.outcome == "refused"
    assert made.after == PAGE


def test_a_long_quotation_that_never_ends_is_refused() -> None:
    body = "<p>In the rule “Tides”, replace “High" + " and dry" * 50_000 + "</p><p>Repeal the rule “Tides”.</p>"
    made = draft(PAGE, read_body(body), SHAPE)
    assert made.outcome == "refused"
    assert made.after == PAGE


# --- the set itself ---------------------------------------------------------------------------------------------------


def test_the_set_is_large_and_each_case_has_a_name_of_its_own() -> None:
    assert len(CASES) >= 120
    assert len(SAMPLE) >= 60
    assert [name for name, count in Counter(case.name for case in CASES).items() if count > 1] == []


@every_case
def test_case_can_be_read_and_can_fail(case: PracticeCase) -> None:
    assert case.kind in {"sample", "natural", "trap"}
    assert case.forms
    assert set(case.forms) <= FORMS
    assert case.diff or case.refused or case.gamestate or case.skipped, "nothing is expected"
    assert not (case.diff and case.refused), "a change and a refusal"
    assert {code for expected in case.refused for code in expected.codes} | set(case.may_refuse) <= set(REFUSALS)
    if case.diff:
        assert difference(case.page, case.after)
    if case.clear is not None:
        assert difference(case.page, patched(case.page, case.clear))


def test_every_form_and_every_reason_is_met() -> None:
    met = {form for case in CASES for form in case.forms}
    assert met == FORMS
    reasons = {code for case in CASES for expected in case.refused for code in expected.codes}
    assert set(REFUSALS) - reasons <= {"TOO_LONG"}


def test_the_sample_is_mixed_as_measured() -> None:
    held = Counter(form for case in SAMPLE for form in set(case.forms))
    shares = {form: 100 * held[form] / len(SAMPLE) for form in MEASURED}
    far = {form: (share, MEASURED[form]) for form, share in shares.items() if abs(share - MEASURED[form]) > NEARNESS}
    assert far == {}


@of_each(read_sentences("orders_in_disguise"))
def test_an_order_in_disguise_never_passes_for_talk(sentence: str) -> None:
    assert drafted_beside(sentence).outcome != "whole"
