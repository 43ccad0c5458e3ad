"""The practice set: no wrong edit, exact diffs, and nothing left out unshown, over all the forms and traps that matters come in."""

import functools
import itertools
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence

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
    read_history,
    read_practice,
    read_sentences,
    shown,
)
from tracker.games.blognomic.vocabulary import VOCABULARY
from tracker.mechanics.enacting.amendments import AmendmentDraft, draft, undone
from tracker.mechanics.enacting.instructions import REFUSALS, InstructionReading, KnownMatter, RulesetShape
from tracker.mechanics.enacting.reading import MOST_STEPS, read_instructions
from tracker.mechanics.ruleset.ruletree import parse_rules, titles_on

SHAPE = RulesetShape(
    ("Core Rules", "Dynastic Rules", "Special Case", "Appendix"),
    "Dynastic Rules",
    {"Core Rules": ("Core",), "Special Case": ("Special Case",), "Appendix": ("Appendix",)},
    VOCABULARY,
)
CASES = read_practice()
READY = 560
"""Of all cases at least so many come out ready, some with sentences to read first."""
MILLISECONDS = 10
"""What reading one matter may cost."""

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


def read_body(html: str, page: str = PAGE) -> InstructionReading:
    return read_instructions(html, VOCABULARY, titles_on(page))


def drafted_on(page: str, html: str, matters: Sequence[KnownMatter] = ()) -> AmendmentDraft:
    return draft(page, read_body(html, page), SHAPE, (), matters)


@functools.cache
def drafted(case: PracticeCase) -> AmendmentDraft:
    return remade(case, case.body)


def remade(case: PracticeCase, body: str) -> AmendmentDraft:
    """The draft of a case with another body."""
    return draft(case.page, read_body(body, case.page), SHAPE, case.tags, [known_matter(each) for each in case.matters])


def known_matter(matter: PracticeMatter) -> KnownMatter:
    return KnownMatter(matter.title, matter.url, matter.slug, matter.state)


def is_kept_from_passing(made: AmendmentDraft) -> bool:
    """Whether a person has to look before anything is written: it is refused, or sentences wait to be read."""
    return made.outcome == "refused" or bool(made.unread)


def left_to_people(wanted: Sequence[str], got: Sequence[str]) -> bool:
    texts = [fold_quotes(text) for text in got]
    return len(got) == len(wanted) and all(any(fold_quotes(text) in each for each in texts) for text in wanted)


# --- the laws ---------------------------------------------------------------------------------------------------------


@every_case
def test_the_diff_is_exact_and_what_must_not_pass_does_not(case: PracticeCase) -> None:
    made = drafted(case)
    if made.outcome == "refused":
        assert made.after == case.page
        assert not made.edits
        assert case.refused or case.may_refuse, made.refusals
        return
    if case.refused:
        assert made.unread, f"it passes for carried out, and should not:\n{shown(difference(case.page, made.after))}"
        return
    lines = difference(case.after, made.after)
    assert not lines, f"WRONG EDIT, besides what is expected:\n{shown(lines)}"
    assert left_to_people(case.skipped, made.skipped), made.skipped
    assert all(fold_quotes(text) in fold_quotes("\n".join((*made.gamestate, *made.unread))) for text in case.gamestate)
    assert not layout_faults(case, made)


def layout_faults(case: PracticeCase, made: AmendmentDraft) -> list[str]:
    """Headings that a text runs into, and gaps that were not on the page."""
    lines = made.after.split("\n")
    crowded = [line for before, line in itertools.pairwise(lines) if line.startswith("=") and before[:1].isalnum()]
    gaps = ["two blank lines in a row"] if "\n\n\n" in made.after and "\n\n\n" not in case.page else []
    return [*crowded, *gaps]


@every_change
def test_an_edit_changes_only_named_rules_and_can_be_undone(case: PracticeCase) -> None:
    made = drafted(case)
    assert undone(made.after, made.edits) == case.page
    before, after = own_texts(case.page), own_texts(made.after)
    changed = {path for path in before.keys() | after.keys() if before.get(path) != after.get(path)}
    assert [path for path in changed if not any(path[: len(rule)] == rule for rule in made.touched)] == []


def own_texts(page: str) -> dict[tuple[str, ...], list[str]]:
    """The own text of every rule by its path, blank lines at its ends aside."""
    found: dict[tuple[str, ...], list[str]] = {}
    for node in parse_rules(page).walk():
        found.setdefault(node.path, []).append(node.own_text.strip("\n"))
    return found


@every_case
def test_nothing_inside_a_quotation_is_an_order(case: PracticeCase) -> None:
    made = remade(case, f"<p>Somebody wrote:</p>\n<blockquote>{case.body}</blockquote>")
    assert made.after == case.page


@every_case
def test_an_order_that_nobody_understands_stops_all_the_others(case: PracticeCase) -> None:
    made = remade(case, f"{case.body}\n<p>Also tidy up the rule “Cargo” and make it shorter.</p>")
    assert made.outcome == "refused"
    assert made.after == case.page


@every_change
def test_a_lost_quotation_mark_spoils_no_page_unshown(case: PracticeCase) -> None:
    signs = [at for at, sign in enumerate(case.body) if sign in "“”" and not is_in_block(case.body, at)]
    for at in signs[:4]:
        made = remade(case, case.body[:at] + case.body[at + 1 :])
        assert made.after == drafted(case).after or is_kept_from_passing(made), shown(difference(case.page, made.after))


def is_in_block(body: str, at: int) -> bool:
    return body.count("<blockquote>", 0, at) > body.count("</blockquote>", 0, at)


@every_case
def test_straight_quotation_marks_order_the_same_or_nothing(case: PracticeCase) -> None:
    made = remade(case, case.body.replace("“", "&quot;").replace("”", "&quot;"))
    if made.outcome != "refused":
        assert counting_lines(made.after) == counting_lines(drafted(case).after) or made.unread


def test_most_of_what_people_could_apply_is_ready_and_quickly_read() -> None:
    outcomes = Counter(drafted(case).outcome for case in CASES if not case.refused)
    print(outcomes)
    assert outcomes.total() - outcomes["refused"] >= READY
    begun = time.process_time()
    for case in CASES:
        read_instructions(case.body, VOCABULARY)
    assert (time.process_time() - begun) * 1000 / len(CASES) < MILLISECONDS


# --- sentences beside an order ----------------------------------------------------------------------------------------

GULLS = "<p>Add a new rule called “Gulls”:</p>\n\n<blockquote><p>There is a Gull.</p></blockquote>\n\n"
GULLS_ADDED = ["+== Gulls ==", "+There is a Gull."]


@of_each(read_sentences("mere_talk"))
def test_what_carries_no_order_hinders_none_and_is_shown(sentence: str) -> None:
    made = drafted_on(PAGE, f"{GULLS}<p>{sentence}</p>")
    assert made.outcome == "whole", made.refusals
    assert made.unread or sentence.endswith(":")
    assert difference(PAGE, made.after) == GULLS_ADDED


@of_each(
    [
        *read_sentences("vague_orders"),
        *read_sentences("orders_in_disguise"),
        *read_sentences("orders_on_values"),
        *read_sentences("not_to_be_done"),
    ]
)
def test_what_means_something_never_passes_unshown(sentence: str) -> None:
    made = drafted_on(PAGE, f"{GULLS}<p>{sentence}</p>")
    assert difference(PAGE, made.after) in ([], GULLS_ADDED)
    assert is_kept_from_passing(made) or made.gamestate


@of_each(read_sentences("binding_conditions"))
def test_a_condition_that_is_not_understood_keeps_the_page_or_is_shown(sentence: str) -> None:
    failed = KnownMatter("Proposal: P", "", "p", "failed")
    made = drafted_on(PAGE, f"<p>{sentence}</p>\n\n<p>Repeal the rule “Tides”.</p>", [failed])
    assert difference(PAGE, made.after) == [] or made.unread


@of_each(read_sentences("beside_new_rule"))
def test_what_limits_a_new_rule_never_passes_unshown(sentence: str) -> None:
    made = drafted_on(TRAIN, f"{GULLS}<p>{sentence}</p>")
    assert is_kept_from_passing(made) or made.gamestate


@of_each(read_sentences("beside_replacement"))
def test_what_adds_to_a_replacement_never_passes_unshown(sentence: str) -> None:
    order = "<p>In “Meals”, replace “two types” with “three types”.</p>"
    assert is_kept_from_passing(drafted_on(TRAIN, f"{order}\n\n<p>{sentence}</p>"))


@of_each(read_sentences("beside_repeal"))
def test_what_spares_a_subrule_never_passes_unshown(sentence: str) -> None:
    assert is_kept_from_passing(drafted_on(TRAIN, f"<p>Repeal “Murder”.</p>\n\n<p>{sentence}</p>"))


@of_each(read_sentences("words_above_orders"))
def test_words_above_a_list_never_pass_unshown(words: str) -> None:
    below = "<ul><li>Repeal “Stowaways”.</li></ul>"
    made = drafted_on(TRAIN, f"<p>{words}</p>\n{below}")
    assert is_kept_from_passing(made) or words in {"In the Special Case section:", "For the rule “Meals”:"}


@of_each(
    read_sentences("behind_unquoted_text"),
    [
        "<p>Add a new rule called “Signals” with the following text: Each Stop has a Signal, which is Red or Green. ",
        "<p>Add a new rule called “Signals” with the following text:</p><p>Each Stop has a Signal, which is Red or Green. ",
        "<p>Add to the rule “Stops”: Each Stop has a Signal. ",
    ],
)
def test_what_stands_behind_new_text_without_quotation_marks_never_becomes_law(remark: str, head: str) -> None:
    assert drafted_on(TRAIN, f"{head}{remark}</p>").outcome == "refused"


# --- a playthrough ----------------------------------------------------------------------------------------------------


def enacted_in_order() -> Iterator[tuple[SettledMatter, AmendmentDraft]]:
    """Each enacted matter of the playthrough with its draft on the page that the ones before it left."""
    page, matters = read_history()
    known: list[KnownMatter] = []
    for matter in matters:
        if matter.state == "enacted":
            made = draft(page, read_body(matter.body, page), SHAPE, matter.tags, known)
            yield matter, made
            page = made.after
        known.append(known_matter(matter.known))


def test_matters_enacted_in_order_give_the_pages_own_history_and_lead_back() -> None:
    drafts = []
    for matter, made in enacted_in_order():
        assert made.refusals == (), f"{matter.title}: {made.refusals}"
        assert made.after.split("\n") == matter.revision.split("\n"), matter.title
        drafts.append(made)
    page = drafts[-1].after
    for made in reversed(drafts):
        page = undone(page, made.edits)
    assert page == read_history()[0]


# --- more than anybody reads ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "body",
    [
        "".join(f"<p>Repeal the rule “Rule {number}”.</p>\n" for number in range(MOST_STEPS + 5)),
        "<p>In the rule “Tides”, replace “High" + " and dry" * 50_000 + "</p><p>Repeal the rule “Tides”.</p>",
        "<p>Repeal the rule “Tides”" + " and the rule “Cargo”" * 400 + ".</p>",
    ],
    ids=["thousands of orders", "a quotation that never ends", "a sentence that never ends"],
)
def test_more_than_can_be_read_with_care_is_refused(body: str) -> None:
    made = drafted_on(PAGE, body)
    assert made.outcome == "refused"
    assert made.after == PAGE


# --- the set itself ---------------------------------------------------------------------------------------------------


@every_case
def test_case_can_be_read_and_can_fail(case: PracticeCase) -> None:
    assert case.kind in {"sample", "natural", "trap"}
    assert set(case.forms) <= FORMS
    assert case.diff or case.refused or case.gamestate or case.skipped, "nothing is expected"
    assert not (case.diff and case.refused), "a change and a refusal"
    assert not case.diff or difference(case.page, case.after)


def test_the_set_is_large_and_every_reason_is_met() -> None:
    assert len(CASES) >= 1400
    assert [name for name, count in Counter(case.name for case in CASES).items() if count > 1] == []
    met = {refusal.code for case in CASES for refusal in drafted(case).refusals}
    assert met <= set(REFUSALS)
    assert set(REFUSALS) - met <= {"TOO_LONG"}
