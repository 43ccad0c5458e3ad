"""What people do by hand: nothing happens but what was shown, and every decision is kept with name and reason."""

from pathlib import Path

import pytest

from tests.app.wiring import SetClock, ToldSource, small_game, vote, wired
from tracker.app.asking.inquiry import gamestate_at
from tracker.app.people import by_hand, deciding, redacting
from tracker.app.tick.looking import lock
from tracker.app.tick.tick import tick
from tracker.app.wired import Wired
from tracker.core.instants import parse_instant
from tracker.core.observation import record_from_observation
from tracker.errors import LockedError, PlanStaleError, UsageError

EDITED = {
    **vote("against", "Ada", "dry_socks", "2019-10-01T10:30:00Z"),
    "kind": "comment_edited",
    "at": None,
    "not_before": "2019-10-01T10:45:00Z",
    "not_after": "2019-10-01T11:15:00Z",
}
QUESTION = "comment-edit:Ada-dry_socks"


@pytest.fixture
def source() -> ToldSource:
    return ToldSource(unseen=[*small_game(), EDITED])


@pytest.fixture
def tracker(tmp_path: Path, source: ToldSource) -> Wired:
    made = wired(tmp_path, "", sources=[source])
    tick(made)
    return made


def votes_for(tracker: Wired) -> int:
    count: int = gamestate_at(tracker).values["matters"]["dry_socks"]["for"]
    return count


# --- plans ------------------------------------------------------------------------------------------------------------


def make_pages(tracker: Wired) -> None:
    made = by_hand.plan_creation_now(tracker)
    by_hand.apply_now(tracker, made, made.checksum)


def test_a_plan_is_the_same_until_something_changes(tracker: Wired) -> None:
    make_pages(tracker)
    assert by_hand.plan_now(tracker).checksum == by_hand.plan_now(tracker).checksum


def test_applying_a_plan_leaves_nothing_to_do(tracker: Wired) -> None:
    make_pages(tracker)
    plan = by_hand.plan_now(tracker)
    outcomes = by_hand.apply_now(tracker, plan, plan.checksum)
    assert outcomes
    assert all(act.succeeded for act in outcomes)
    assert by_hand.plan_now(tracker).is_empty


def test_the_beginning_of_a_checksum_will_do_if_it_is_long_enough(tracker: Wired) -> None:
    made = by_hand.plan_creation_now(tracker)
    with pytest.raises(PlanStaleError):
        by_hand.apply_now(tracker, made, made.checksum[:11])
    assert by_hand.apply_now(tracker, made, made.checksum[:12])


@pytest.mark.parametrize("checksum", ["", "0" * 64, "x"])
def test_another_checksum_writes_nothing(tracker: Wired, checksum: str) -> None:
    made = by_hand.plan_creation_now(tracker)
    with pytest.raises(PlanStaleError, match="the plan is now"):
        by_hand.apply_now(tracker, made, checksum)
    assert not by_hand.plan_creation_now(tracker).is_empty


def test_a_plan_is_not_applied_while_another_is_at_work(tracker: Wired) -> None:
    made = by_hand.plan_creation_now(tracker)
    clock = tracker.clock
    tracker.archive.acquire("another", clock.now(), clock.now() + tracker.lock_span)
    with pytest.raises(LockedError):
        by_hand.apply_now(tracker, made, made.checksum)


def test_an_approval_is_kept_in_the_ledger(tracker: Wired) -> None:
    by_hand.approve(tracker, ["a" * 64], "Ada")
    assert tracker.ledger.approved("a" * 64)
    assert not tracker.ledger.approved("b" * 64)


@pytest.mark.parametrize("checksum", ["", "a" * 63, "A" * 64, "g" * 64])
def test_what_is_no_checksum_is_not_approved(tracker: Wired, checksum: str) -> None:
    with pytest.raises(UsageError, match="is no checksum"):
        by_hand.approve(tracker, [checksum], "Ada")


def test_only_an_admin_approves(tracker: Wired) -> None:
    for name in ("Nobody", "Bo"):
        with pytest.raises(UsageError, match=rf"{name} may not approve \(who may: Ada, Wes\)"):
            by_hand.approve(tracker, ["a" * 64], name)
    assert not tracker.ledger.approved("a" * 64)


# --- decisions --------------------------------------------------------------------------------------------------------


def test_a_decision_counts_and_is_kept_with_name_and_reason(tracker: Wired) -> None:
    assert votes_for(tracker) == 2
    made = deciding.decide(tracker, QUESTION, "newest", by="Wes", why="plain words")
    assert votes_for(tracker) == 1
    record = record_from_observation(made)
    assert record["by"] == "Wes"
    assert record["why"] == "plain words"
    assert record["since"]
    assert QUESTION not in {asked.id for asked in gamestate_at(tracker).questions}


def test_a_decision_may_be_changed_and_taken_back(tracker: Wired) -> None:
    clock: SetClock = tracker.clock  # type: ignore[assignment]
    for minutes, answer, count in ((0, "newest", 1), (1, "first", 2), (2, "newest", 1), (3, None, 2)):
        clock.pass_minutes(minutes)
        deciding.decide(tracker, QUESTION, answer, by="Wes", why="once more")
        assert votes_for(tracker) == count
    assert QUESTION in {asked.id for asked in gamestate_at(tracker).questions}
    with pytest.raises(UsageError, match="nothing was decided"):
        deciding.decide(tracker, QUESTION, None, by="Wes", why="again")


def test_the_same_answer_twice_is_told(tracker: Wired) -> None:
    deciding.decide(tracker, QUESTION, "newest", by="Wes", why="plain words")
    with pytest.raises(UsageError, match=r"was decided so already, by Wes \(plain words\)"):
        deciding.decide(tracker, QUESTION, "newest", by="Ada", why="so")
    assert deciding.decision(tracker, QUESTION)["by"] == "Wes"  # type: ignore[index]


@pytest.mark.parametrize("answer", ["first", None])
def test_an_answered_question_is_changed_only_by_who_may_answer(tracker: Wired, answer: str | None) -> None:
    clock: SetClock = tracker.clock  # type: ignore[assignment]
    deciding.decide(tracker, QUESTION, "newest", by="Wes", why="plain words")
    clock.pass_minutes(5)
    with pytest.raises(UsageError, match="Bo may not answer"):
        deciding.decide(tracker, QUESTION, answer, by="Bo", why="so")
    with pytest.raises(UsageError, match="'purple' is no answer"):
        deciding.decide(tracker, QUESTION, "purple", by="Wes", why="so")
    assert votes_for(tracker) == 1


@pytest.mark.parametrize(("by", "why"), [("Wes", ""), ("Wes", "  "), ("", "so")])
def test_a_decision_without_name_or_reason_is_refused(tracker: Wired, by: str, why: str) -> None:
    with pytest.raises(UsageError, match="needs a name and a reason"):
        deciding.decide(tracker, QUESTION, "newest", by=by, why=why)


def test_a_name_is_known_in_any_letter_case(tracker: Wired) -> None:
    deciding.decide(tracker, QUESTION, "newest", by="ada", why="so")
    assert votes_for(tracker) == 1


def test_who_may_not_answer_is_told_who_may(tracker: Wired) -> None:
    with pytest.raises(UsageError, match=r"Bo may not answer .* \(who may: Ada, Wes\)"):
        deciding.decide(tracker, QUESTION, "newest", by="Bo", why="so")


def test_an_answer_that_is_none_is_told_the_answers(tracker: Wired) -> None:
    with pytest.raises(UsageError, match=r"'maybe' is no answer .* \(answers: first, newest\)"):
        deciding.decide(tracker, QUESTION, "maybe", by="Wes", why="so")


def test_a_question_that_is_none_is_told_the_nearest(tracker: Wired) -> None:
    with pytest.raises(UsageError, match=f"did you mean {QUESTION}"):
        deciding.decide(tracker, "comment-edit:Ada-dry_sock", "newest", by="Wes", why="so")


def test_nothing_to_take_back_is_told(tracker: Wired) -> None:
    with pytest.raises(UsageError, match="nothing was decided on"):
        deciding.decide(tracker, QUESTION, None, by="Wes", why="so")


# --- the archive ------------------------------------------------------------------------------------------------------


def test_importing_twice_adds_nothing_the_second_time(tmp_path: Path) -> None:
    tracker = wired(tmp_path)
    assert by_hand.import_records(tracker, small_game()) == 5
    assert by_hand.import_records(tracker, small_game()) == 0


def test_a_redacted_comment_still_votes(tracker: Wired) -> None:
    assert redacting.redact(tracker, "Cy-dry_socks", by="Wes", why="asked for") == 1
    row = tracker.archive.versions("Cy-dry_socks")[-1]
    assert row.observation.payload["body"].startswith("[redacted ")
    assert gamestate_at(tracker).values["matters"]["dry_socks"]["against"] == 1


def test_redacting_what_is_not_there_is_told(tracker: Wired) -> None:
    with pytest.raises(UsageError, match="there is no observation 'nobody'"):
        redacting.redact(tracker, "nobody", by="Wes", why="so")


def test_the_lock_is_free_after_each_act(tracker: Wired) -> None:
    deciding.decide(tracker, QUESTION, "newest", by="Wes", why="so")
    redacting.redact(tracker, "Cy-dry_socks", by="Wes", why="so")
    with lock(tracker):
        pass


# --- confirming what the ruleset page changed ------------------------------------------------------------------------

RULESET = (Path(__file__).parents[1] / "games/blognomic/ruleset170.wikitext").read_text(encoding="utf-8")


@pytest.fixture
def drifted(tmp_path: Path) -> Wired:
    """A game whose rules Votes and Dormancy read otherwise since noon."""
    changed = RULESET.replace("exceed or equal Quorum", "exceed Quorum").replace("is Dormant. While", "sleeps. While")
    revisions = [
        {"kind": "page_revision", "id": f"revision:{number}", "at": f"2019-10-01T1{number}:00:00Z", "page": "Ruleset"}
        | {"revision": number, "parent": number - 1, "editor": "Ada", "summary": "", "text": text}
        for number, text in enumerate((RULESET, changed), start=1)
    ]
    clock = SetClock(parse_instant("2019-10-01T12:30:00Z"))
    made = wired(tmp_path, "", sources=[ToldSource(unseen=[*small_game(), *revisions])], clock=clock)
    tick(made)
    return made


def in_doubt(tracker: Wired) -> set[str]:
    return set(gamestate_at(tracker).detail.clauses_in_doubt)


def test_clauses_are_confirmed_together(drifted: Wired) -> None:
    assert {"BN-045", "BN-046", "BN-178"} <= in_doubt(drifted)
    answered, made = deciding.confirm(drifted, ["BN-046", "bn-178"], [], by="ada", why="read it")
    assert answered == ["confirm-clause:BN-046", "confirm-clause:BN-178"]
    assert [decision.payload["answer"] for decision in made] == ["yes", "yes"]
    assert "BN-045" in in_doubt(drifted)
    assert in_doubt(drifted).isdisjoint({"BN-046", "BN-178"})


@pytest.mark.parametrize("title", ["Votes", "votes", "Core Rules/Votes"])
def test_a_whole_rule_is_confirmed(drifted: Wired, title: str) -> None:
    deciding.confirm(drifted, [], [title], by="Ada", why="read it")
    assert in_doubt(drifted) == {"BN-178"}


def test_a_confirmation_is_taken_back(drifted: Wired) -> None:
    (question,), _ = deciding.confirm(drifted, ["BN-046"], [], by="Ada", why="read it")
    deciding.decide(drifted, question, None, by="Ada", why="misread")
    assert "BN-046" in in_doubt(drifted)


def test_a_change_written_after_the_last_look_needs_a_confirmation_of_its_own(tmp_path: Path) -> None:
    changed = RULESET.replace("exceed or equal Quorum", "exceed Quorum")
    unseen = RULESET.replace("exceed or equal Quorum", "fall short of Quorum")
    revisions = [
        {"kind": "page_revision", "id": f"revision:{number}", "at": f"2019-10-01T1{number}:00:00Z", "page": "Ruleset"}
        | {"revision": number, "parent": number - 1, "editor": "Ada", "summary": "", "text": text}
        for number, text in enumerate((RULESET, changed, unseen), start=1)
    ]
    source, clock = ToldSource(unseen=[*small_game(), *revisions[:-1]]), SetClock(parse_instant("2019-10-01T12:30:00Z"))
    tracker = wired(tmp_path, "", sources=[source], clock=clock)
    tick(tracker)
    clock.pass_minutes(60)
    _, (made,) = deciding.confirm(tracker, [], ["Votes"], by="Ada", why="read it")
    assert "BN-046" not in in_doubt(tracker)
    source.unseen = revisions[-1:]
    tick(tracker)
    assert made.happened_at > parse_instant("2019-10-01T13:00:00Z")
    assert "BN-046" in in_doubt(tracker)
    deciding.confirm(tracker, [], ["Votes"], by="Ada", why="read that too")
    assert "BN-046" not in in_doubt(tracker)


def test_an_answer_to_a_later_wording_may_be_changed(drifted: Wired) -> None:
    deciding.confirm(drifted, [], ["Votes"], by="Ada", why="read it")
    deciding.decide(drifted, "confirm-rule:Core Rules/Votes", "no", by="Ada", why="misread")
    assert "BN-046" in in_doubt(drifted)
    deciding.decide(drifted, "confirm-rule:Core Rules/Votes", "yes", by="Ada", why="rightly read")
    assert "BN-046" not in in_doubt(drifted)


def test_a_text_that_reads_otherwise_than_was_read_is_not_confirmed(drifted: Wired) -> None:
    marks = {asked.id: asked.mark for asked in gamestate_at(drifted).questions if asked.mark}
    votes, dormancy = (marks[f"confirm-rule:{rule}"] for rule in ("Core Rules/Votes", "Special Case/Dormancy"))
    assert votes != dormancy
    with pytest.raises(UsageError, match=f"does not read as at {dormancy} any more.* --wording {votes}"):
        deciding.confirm(drifted, ["BN-046"], [], by="Ada", why="read it", wordings=[dormancy])
    with pytest.raises(UsageError, match="does not read as at 0123 any more"):
        deciding.decide(drifted, "confirm-clause:BN-046", "yes", by="Ada", why="read it", wordings=["0123"])
    assert "BN-046" in in_doubt(drifted)
    deciding.confirm(drifted, ["BN-046", "BN-178"], [], by="Ada", why="read both", wordings=[votes, dormancy])
    assert in_doubt(drifted).isdisjoint({"BN-046", "BN-178"})


def test_a_question_about_no_text_has_no_mark(tracker: Wired) -> None:
    with pytest.raises(UsageError, match="leave --wording out"):
        deciding.decide(tracker, QUESTION, "first", by="Ada", why="so it stood", wordings=["0123"])


def test_a_clause_of_a_rule_in_doubt_may_be_decided_alone(drifted: Wired) -> None:
    deciding.decide(drifted, "confirm-clause:BN-046", "no", by="Ada", why="it does not")
    question = next(asked for asked in gamestate_at(drifted).questions if asked.id == "confirm-rule:Core Rules/Votes")
    assert "confirm-clause:BN-046" not in question.also
    assert "BN-046" in in_doubt(drifted)


@pytest.mark.parametrize(
    ("clauses", "rules", "by", "error"),
    [
        (["BN-460"], [], "Ada", r"no clause 'BN-460' \(did you mean "),
        (["X"], [], "Ada", r"no clause 'X' \(they go from BN-001 to BN26-\d+\)"),
        (["BN-001"], [], "Ada", r"BN-001 waits for no confirmation \(those that do: BN-032, "),
        ([], ["Vote"], "Ada", r"no rule 'Vote' \(did you mean Votes"),
        ([], ["Castaways"], "Ada", r"Castaways waits for no confirmation"),
        ([], [], "Ada", "nothing is named"),
        (["BN-046"], [], "Bo", "Bo may not answer confirm-clause:BN-045"),
        (["BN-046"], [], " ", "a name and a reason"),
    ],
)
def test_what_cannot_be_confirmed_is_told_and_archives_nothing(
    drifted: Wired, clauses: list[str], rules: list[str], by: str, error: str
) -> None:
    before = drifted.archive.last_seq()
    with pytest.raises(UsageError, match=error):
        deciding.confirm(drifted, ["BN-045", *clauses] if clauses else [], rules, by=by, why="read it")
    assert drifted.archive.last_seq() == before
