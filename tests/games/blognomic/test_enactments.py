"""What BlogNomic says to whoever enacts: cases, notes and summaries in the admins' style, and what others matters are known."""

from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest

from tests.app.enacting import RULESET
from tests.games.blognomic.boards import AS_OF, BLOG, at, ballot, empty_board, matter, sample_board
from tests.games.blognomic.settled import Store
from tracker.core.gamestate import Fact, Finding, Gamestate, Outcome
from tracker.core.instants import parse_instant
from tracker.core.leaning import Reason
from tracker.core.ports import SettledRecord
from tracker.core.rule import RuleBook
from tracker.games.blognomic.core.notes import read_note
from tracker.games.blognomic.enacting import enactments
from tracker.games.blognomic.enacting.enactments import ENACTING, known_matters, shape
from tracker.games.blognomic.enacting.resolution_notes import resolution_note
from tracker.games.blognomic.game import GAME
from tracker.games.blognomic.pages.board import Board, Flag, MatterView
from tracker.games.blognomic.pages.pages import acts
from tracker.games.blognomic.state import Kind, Post
from tracker.mechanics import freezing
from tracker.mechanics.enacting.amendments import AmendmentDraft, SpanEdit
from tracker.mechanics.enacting.enactment import Case
from tracker.mechanics.enacting.instructions import Gamestate as Gamestate_
from tracker.mechanics.enacting.instructions import InstructionReading, MatterEnacted, Step

PAGE = RULESET


def lawful(**changes: Any) -> MatterView:
    """A proposal that reached its quorum and may be enacted."""
    told = {"queue_place": 1, "votes_for": 5, "votes_against": 1, "quorum": 5, "allowed": ("enact",), "body": "Add x."}
    return matter(
        "dry_socks", "Proposal: [Core] Dry Socks", "Bo", at(2, 9), **{**told, "verdict": "popular", **changes}
    )


def board_of(*matters: MatterView, **changes: Any) -> Board:
    return replace(empty_board(), matters=matters, **changes)


def gamestate(board: Board, *findings: Finding, facts: tuple[Fact, ...] = (), **values: Any) -> Gamestate:
    return Gamestate("blognomic", AS_OF, 1, {"matters": values}, facts, findings, detail=board)


def case_of(view: MatterView, *findings: Finding, **changes: Any) -> Case:
    facts = changes.pop("facts", ())
    return ENACTING.cases(gamestate(board_of(view, **changes), *findings, facts=facts))[0]


# --- notes ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("changes", "act", "note"),
    [
        ({}, "enact", "Reached quorum 5 votes to 1. Enacted by Ada."),
        ({"votes_for": 3}, "enact", "Timed out 3 votes to 1. Enacted by Ada."),
        ({"votes_for": 1, "votes_against": 0}, "enact", "Timed out 1 vote to 0. Enacted by Ada."),
        (
            {"votes_for": 4, "deferential_unresolved": 2},
            "enact",
            "Timed out 4 votes to 1 with 2 unresolved DEF. Enacted by Ada.",
        ),
        ({"self_killed_at": at(2, 10), "verdict": "self-killed"}, "fail", "Self-killed. Failed by Ada."),
        ({"vetoed_at": at(2, 10), "verdict": "vetoed"}, "fail", "Vetoed. Failed by Ada."),
        (
            {"votes_for": 1, "votes_against": 4, "unpopular": Outcome.TRUE},
            "fail",
            "Fewer than a quorum not voting AGAINST, 1 vote to 4. Failed by Ada.",
        ),
        (
            {"votes_for": 1, "unpopular": Outcome.TRUE, "reasons": (Reason("BN-049", "timed out"),)},
            "fail",
            "Timed out 1 vote to 1. Failed by Ada.",
        ),
        ({"votes_for": 5}, "fail", "Pending for too long, 5 votes to 1. Failed by Ada."),
    ],
)
def test_notes_are_in_the_admins_style_and_read_back(changes: dict[str, Any], act: Any, note: str) -> None:
    view = lawful(**changes)
    assert resolution_note(view, act, "Ada") == note
    reading = read_note(note)
    assert reading.is_understood
    assert reading.tallies in {((view.votes_for, view.votes_against),), ()}


def test_the_board_words_a_resolution_as_the_drafts_do() -> None:
    state = gamestate(sample_board())
    cases = {case.slug: case for case in ENACTING.cases(state)}
    board = [(act.matter.slug, act.act, act.note) for act in acts(sample_board())]
    assert {act for _, act, _ in board} == {"enact", "fail"}
    assert board == [(slug, act, ENACTING.note(state, cases[slug], act, "")) for slug, act, _ in board]  # type: ignore[arg-type]


def test_a_note_without_an_admin_leaves_the_name_to_be_filled_in() -> None:
    state = gamestate(board_of(lawful()))
    assert ENACTING.note(state, ENACTING.cases(state)[0], "enact", "").endswith("Enacted by NAME.")


# --- summaries --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("touched", "anchor"),
    [
        ([("Dynastic Rules", "Boats")], "/* Boats */ "),
        ([("Dynastic Rules", "Boats", "Oars")], "/* Oars */ "),
        ([("Dynastic Rules", "New")], "/* Dynastic Rules */ "),
        ([("Dynastic Rules", "Boats", "New")], "/* Boats */ "),
        ([("Dynastic Rules", "Boats", "Oars"), ("Dynastic Rules", "Boats")], "/* Boats */ "),
        ([("Dynastic Rules", "Boats"), ("Dynastic Rules", "Gulls")], "/* Dynastic Rules */ "),
        ([("Dynastic Rules", "Boats"), ("Core Rules", "Votes")], ""),
    ],
)
def test_a_summary_names_the_rule_above_all_that_changes(touched: list[tuple[str, ...]], anchor: str) -> None:
    draft = AmendmentDraft(PAGE, PAGE, (SpanEdit(0, "", "x", "r"),), tuple(touched))
    assert ENACTING.summary(case_of(lawful()), draft) == f'{anchor}Enacted "[Core] Dry Socks"'


@pytest.mark.parametrize(
    ("title", "said"),
    [
        ("Call for Judgment: Whose boat?", "Whose boat?"),
        ("CfJ: Who: the gull", "Who: the gull"),
        ("Who: the gull", "Who: the gull"),
        ("Proposal:   A \n B", "A B"),
        ("Proposal: A\u202e B", "A B"),
        (f"Proposal: {'x' * 600}", f"{'x' * 200}…"),
    ],
)
def test_a_summary_has_the_title_without_its_category(title: str, said: str) -> None:
    draft = AmendmentDraft(PAGE, PAGE, (), (("Dynastic Rules", "Boats"),))
    assert ENACTING.summary(case_of(replace(lawful(), title=title)), draft) == f'/* Boats */ Enacted "{said}"'


# --- cases ------------------------------------------------------------------------------------------------------------


def test_a_lawful_matter_may_be_enacted_without_doubt() -> None:
    case = case_of(lawful())
    assert (case.may_enact, case.doubts, case.acts, case.state) == (True, (), ("enact",), "pending")


@pytest.mark.parametrize(
    ("changes", "board", "why"),
    [
        ({"state": "Enacted", "allowed": ()}, {}, "it is enacted"),
        ({"state": "Failed", "allowed": ()}, {}, "it is failed"),
        ({"state": "not official", "allowed": ()}, {}, "it is unlawful"),
        ({"allowed": (), "barred": (Reason("BN-066", "not the oldest"),)}, {}, "not the oldest (BN-066)"),
        ({"allowed": ()}, {}, "undetermined until people have decided"),
        ({"flags": (Flag("NOT_READ", "BN-032", "its page could not be read"),)}, {}, "its page could not be read"),
        ({}, {"roster_unread": Reason("BN-011", "the list of players is old")}, "the list of players is old"),
    ],
)
def test_what_stands_in_the_way_is_said(changes: dict[str, Any], board: dict[str, Any], why: str) -> None:
    case = case_of(lawful(**changes), **board)
    assert not case.may_enact
    assert why in "; ".join(case.why_not)


def test_what_only_people_should_enact_is_doubted() -> None:
    flagged = case_of(lawful(flags=(Flag("DYNASTIC_VOTING", "BN-034", "rules on voting"),)))
    assert flagged.doubts == ("rules on voting",)
    fact = Fact("matters.dry_socks.allowed", ["enact"], "BN-067", unverified_since=AS_OF)
    assert case_of(lawful(), facts=(fact,)).doubts
    assert not case_of(lawful(), facts=(replace(fact, unverified_since=None),)).doubts


def test_votes_rest_from_the_newest_vote_or_the_newest_sight_of_an_edited_one() -> None:
    voted = lawful(ballots=(ballot("c1", "Ada", at(2, 10), "FOR"), ballot("c2", "Cy", at(2, 11), "FOR")))
    assert case_of(voted).restless_at == at(2, 11)
    edited = Finding("COMMENT_EDITED", "BN-102", "edited", at=at(2, 12), subject="dry_socks")
    elsewhere = replace(edited, subject="other", at=at(2, 13))
    assert case_of(voted, edited, elsewhere).restless_at == at(2, 12)
    assert case_of(voted).is_quiet(at(2, 11, 15), timedelta(minutes=15))
    assert not case_of(voted).is_quiet(at(2, 11, 14), timedelta(minutes=15))


def test_declarations_change_no_rules() -> None:
    assert not case_of(lawful(kind="Declaration of Victory")).has_instructions
    assert case_of(lawful(kind="Call for Judgement")).has_instructions


def test_every_matter_of_the_board_has_one_case() -> None:
    board = sample_board()
    state = Gamestate("blognomic", AS_OF, 1, {"matters": {}}, detail=board)
    slugs = [case.slug for case in ENACTING.cases(state)]
    assert len(set(slugs)) == len(slugs)
    assert set(slugs) >= {view.slug for view in (*board.matters, *board.resolved)}


# --- what a draft needs -----------------------------------------------------------------------------------------------


def test_tags_are_needed_while_the_rule_tags_is_active() -> None:
    assert shape(board_of(), PAGE).tags == {
        "Core Rules": ("Core",),
        "Special Case": ("Special Case",),
        "Appendix": ("Appendix",),
    }
    assert shape(board_of(tags_hold=False), PAGE).tags == {}
    assert shape(board_of(), PAGE).home == "Dynastic Rules"


def test_other_matters_are_known_by_their_states() -> None:
    others = [("a", "Enacted", "enacted"), ("b", "Failed", "failed"), ("c", "Pending", "pending")]
    others += [("d", "not official", "unknown")]
    board = board_of(lawful(), *(replace(lawful(), slug=slug, state=state) for slug, state, _ in others))
    assert [(item.slug, item.state) for item in known_matters(board, "dry_socks")] == [
        (slug, known) for slug, _, known in others
    ]


CORE = "<p>In “Votes”, replace “48 hours” with “2 days”.</p>"


def drafted(
    view: MatterView, *bodies: str, findings: tuple[Finding, ...] = (), **changes: Any
) -> AmendmentDraft | None:
    state = gamestate(board_of(view, **changes), *findings)
    return ENACTING.draft(state, ENACTING.cases(state)[0], bodies, PAGE)


def test_a_core_change_wants_its_tag() -> None:
    words = "In “Votes”, replace “48 hours” with “2 days”."
    with_tag = drafted(lawful(body=words, tags=("Core",)), CORE)
    without = drafted(lawful(body=words), CORE)
    inactive = drafted(lawful(body=words), CORE, tags_hold=False)
    assert with_tag is not None
    assert without is not None
    assert inactive is not None
    assert (with_tag.outcome, without.outcome, inactive.outcome) == ("whole", "refused", "whole")
    assert [refusal.code for refusal in without.refusals] == ["TAG_NEEDED"]


def test_the_text_that_holds_is_the_newest_in_the_words_that_hold() -> None:
    view = lawful(body="In “Votes”, replace “48 hours” with “2 days”.", tags=("Core",))
    other = CORE.replace("2 days", "3 days")
    assert drafted(view, other) is None
    assert drafted(view, other, CORE) == drafted(view, CORE)
    assert drafted(view) is None


def test_texts_that_differ_in_a_quotation_alone_are_told_apart_only_where_nothing_was_altered_out_of_order() -> None:
    old, new = (f"<p>Add a rule called “A”:</p><blockquote>{text}</blockquote>" for text in ("one", "two"))
    view = lawful(body="Add a rule called “A”:")
    altered = Finding("EDIT_WINDOW", "BN-216", "altered", ("post:dry_socks",), AS_OF, subject="dry_socks")
    fair, unfair = drafted(view, new, old), drafted(view, new, old, findings=(altered,))
    assert fair is not None
    assert "two" in fair.after
    assert unfair is None
    assert drafted(view, old, old, findings=(altered,)) is not None


def test_its_rules_are_in_the_book() -> None:
    own = RuleBook.of_modules(GAME.clauses, [enactments]).carried_out()
    assert own <= GAME.rules.carried_out()


# --- matters settled long ago -----------------------------------------------------------------------------------------


def settled(slug: str, title: str, state: str = "Enacted", month: str = "2019-05", **changes: Any) -> SettledRecord:
    """A proposal as it is stored once it has left the live state."""
    when = parse_instant(f"{month}-03T00:00:00Z")
    plain = Post(slug, f"post:{slug}", title, "bo", "Bo", when, when, (), Kind.PROPOSAL, f"{BLOG}{slug}", state=state)
    content = freezing.frozen(Post, replace(plain, **changes)).decode()
    return SettledRecord(f"post:{slug}", month, when, content)


def conditional(reference: str) -> InstructionReading:
    """A step that hangs on another matter's having been enacted."""
    return InstructionReading((Step("Then.", Gamestate_("Then."), (MatterEnacted(reference),)),))


@pytest.mark.parametrize(
    ("reference", "known"),
    [
        ("Old Boots", {"old_boots": "enacted"}),
        ("Proposal: Old Boots", {"old_boots": "enacted"}),
        ("https://blog.example/archive/old_boots", {"old_boots": "enacted"}),
        ("old_boots", {"old_boots": "enacted"}),
        ("Lost Cause", {"lost_cause": "failed"}),
        ("Twice Told!", {"twice_told": "failed", "twice_told1": "enacted"}),
        ("An Odd Title", {"x77": "enacted"}),
        ("A Much Older One", {}),
        ("Gone Fishing", {}),
        ("Never Made", {}),
        ("Dry Socks", {}),
        ("http://[broken", {}),
    ],
)
def test_what_was_settled_long_ago_is_looked_up_where_a_condition_asks_for_it(
    reference: str, known: dict[str, str]
) -> None:
    store = Store(
        [
            settled("old_boots", "Proposal: Old Boots [Core]"),
            settled("lost_cause", "Proposal: Lost Cause", "Failed"),
            settled("twice_told", "Proposal: Twice Told!", "Failed"),
            settled("twice_told1", "Proposal: Twice Told!"),
            settled("x77", "Proposal: An Odd Title", month="2019-06"),
            settled("x78", "Proposal: A Much Older One", month="2012-01"),
            settled("gone_fishing", "Gone Fishing", kind=Kind.PLAIN),
            settled("dry_socks", "Proposal: Dry Socks", month="2011-01"),
        ]
    )
    months = ("2011-01", "2012-01", "2019-04", "2019-05", "2019-06")
    board = board_of(lawful(), matter("p2", "Proposal: Dry Socks", "Cy", at(2, 9)), settled=store, months=months)
    live = {each.slug for each in known_matters(board, "p9")}
    found = known_matters(board, "p9", conditional(reference))
    assert {each.slug: each.state for each in found if each.slug not in live} == known


def test_nothing_settled_is_looked_up_where_no_condition_asks() -> None:
    class Untouched(Store):
        def settled(self, key: str) -> Any:
            raise AssertionError(key)

        def settled_in(self, group: str) -> Any:
            raise AssertionError(group)

    board = board_of(lawful(), settled=Untouched(), months=("2019-05",))
    assert known_matters(board, "p9", InstructionReading((Step("Then.", Gamestate_("Then.")),))) != ()
    assert known_matters(board, "p9", conditional("Dry Socks")) != ()
