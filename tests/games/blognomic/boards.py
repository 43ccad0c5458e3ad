"""Boards made by hand, with all situations that BlogNomic's pages have to show; nothing here was computed."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any

from tests.games.blognomic.audit_pages import sample_audit
from tests.games.blognomic.dice_days import sample_log
from tests.games.blognomic.table_samples import sample_abilities, sample_dynasty, sample_notes, sample_table
from tracker.core.fold import NothingSettled
from tracker.core.gamestate import Finding, Outcome, Question
from tracker.core.leaning import Reason
from tracker.games.blognomic.enacting.reset import DynastyPast, EnactedMatter
from tracker.games.blognomic.law import Law
from tracker.games.blognomic.pages.board import (
    BallotView,
    BarView,
    Board,
    Flag,
    MatterView,
    PlayerView,
    RequestView,
    ResolutionView,
    StepView,
)
from tracker.games.blognomic.pages.dice_page import view_of
from tracker.games.blognomic.pages.rule_history_view import CauseView, ChangeView, RuleHistoryView
from tracker.games.blognomic.ruleset.rule_history import Word
from tracker.mechanics.enacting.enactment import Case, DraftShown, Enactment, EnactmentBook, LogEntry

AS_OF = datetime(2019, 10, 3, 8, 30, tzinfo=UTC)
BLOG = "https://blog.example/archive/"


def at(day: int, hour: int = 0, minute: int = 0, second: int = 0) -> datetime:
    """An instant of October 2019."""
    return datetime(2019, 10, day, hour, minute, second, tzinfo=UTC)


def matter(slug: str, title: str, author: str, posted: datetime, **changes: object) -> MatterView:
    """A pending proposal with its author's implicit FOR, changed as told."""
    plain = MatterView(
        slug=slug,
        url=BLOG + slug,
        title=title,
        kind="Proposal",
        tags=(),
        author=author,
        author_is_player=True,
        posted_at=posted,
        opened_at=posted,
        official=True,
        state="Pending",
        queue_place=None,
        votes_for=1,
        votes_against=0,
        deferential_unresolved=0,
        valid=1,
        quorum=4,
        popular=Outcome.FALSE,
        unpopular=Outcome.FALSE,
        verdict="pending",
        reasons=(Reason("BN-045", "1 FOR are fewer than quorum 4, and it is younger than 48 h"),),
        allowed=(),
        next_change_at=posted + timedelta(hours=48),
        next_change="unpopular, may be failed",
        missing=("3 more FOR",),
        not_voted=("Ada", "Cy", "Di", "Eve", "Wes"),
        flags=(),
        ballots=(BallotView("", author, posted, "FOR", True, "the author used no voting icon: FOR", "BN-037"),),
    )
    return replace(plain, **changes)  # type: ignore[arg-type]


def ballot(comment: str, voter: str, when: datetime, vote: str, why: str = "", **changes: object) -> BallotView:
    """A vote that counts, changed as told."""
    plain = BallotView(
        comment, voter, when, vote, True, why or "their last valid icon", "BN-035", url=f"{BLOG}#{comment}"
    )
    return replace(plain, **changes)  # type: ignore[arg-type]


def dry_socks() -> MatterView:
    """Popular by quorum and the oldest: may be enacted now."""
    return matter(
        "dry_socks",
        "Proposal: Dry Socks",
        "Bo",
        at(2, 9),
        queue_place=1,
        votes_for=4,
        votes_against=1,
        valid=5,
        deferential_unresolved=1,
        popular=Outcome.TRUE,
        verdict="popular",
        reasons=(Reason("BN-045", "4 FOR reach quorum 4 of 7", ("c1", "c2", "c4")),),
        allowed=("enact",),
        next_change_at=None,
        next_change="",
        missing=(),
        not_voted=("Eve",),
        ballots=(
            BallotView("", "Bo", at(2, 9), "FOR", True, "the author used no voting icon: FOR", "BN-037"),
            ballot("c1", "Ada", at(2, 10, 5), "FOR"),
            ballot("c2", "Cy", at(2, 10, 20), "FOR"),
            ballot("c3", "Hal", at(2, 11), "FOR", "idle: not a Castaway", counts=False, clause="BN-039"),
            ballot("c0", "Di", at(2, 11, 30), "FOR", "a later comment of theirs counts", counts=False),
            ballot("c4", "Di", at(2, 12), "AGAINST"),
            ballot("c5", "Wes", at(2, 13, 0, 7), "FOR"),
            ballot("c6", "Eve", at(2, 14), "DEFERENTIAL", "the Weatherman has no valid vote", clause="BN-041"),
        ),
    )


def wet_socks() -> MatterView:
    """Self-killed: to be failed once it is the oldest."""
    return matter(
        "wet_socks",
        "Proposal: Wet Socks",
        "Cy",
        at(2, 9, 30),
        queue_place=2,
        votes_for=1,
        votes_against=1,
        valid=2,
        verdict="self-killed",
        reasons=(Reason("BN-059", "its author voted AGAINST it", ("c20",)),),
        self_killed_at=at(2, 9, 33),
        next_change_at=None,
        next_change="",
        missing=(),
        ballots=(
            ballot("c20", "Cy", at(2, 9, 33), "AGAINST"),
            ballot("c21", "Ada", at(2, 9, 40), "DEFERENTIAL", resolves_as="FOR", clause="BN-042"),
        ),
    )


def faster() -> MatterView:
    """Popular, but too young to be enacted; touches Core without the tag."""
    return matter(
        "faster_appendix",
        "Proposal: Faster [Appendix]",
        "Ada",
        at(2, 22),
        tags=("Appendix",),
        queue_place=3,
        votes_for=5,
        valid=5,
        popular=Outcome.TRUE,
        verdict="popular",
        reasons=(Reason("BN-045", "5 FOR reach quorum 4 of 7"),),
        next_change_at=at(3, 10),
        next_change="popular, may be enacted",
        missing=("12 h of age",),
        not_voted=("Eve",),
        flags=(
            Flag("TAG_MISSING", "BN-169", "it names the Core rule “Votes” without the tag [Core]"),
            Flag("THREE_THAT_DAY", "BN-058", "the author's third of the day"),
        ),
    )


def masks() -> MatterView:
    """Undetermined: a vote was flipped between two looks."""
    return matter(
        "masks_up",
        "Proposal: Masks Up",
        "Gus",
        at(3, 1),
        author_is_player=False,
        queue_place=4,
        votes_for=2,
        votes_against=2,
        valid=4,
        popular=Outcome.UNDETERMINED,
        unpopular=Outcome.UNDETERMINED,
        verdict="undetermined",
        reasons=(
            Reason("BN-102", "a comment was edited between 2019-10-03 04:00 and 06:00 UTC: FOR or AGAINST", ("c40",)),
        ),
        missing=("an answer to the question",),
        not_voted=("Cy", "Eve"),
        flags=(
            Flag("AUTHOR_NOT_PLAYER", "BN-039", "the author is no Castaway any more: no implicit FOR"),
            Flag("EDIT_WINDOW", "BN-216", "edited 2 h 10 min after posting"),
            Flag("DYNASTIC_VOTES", "BN-262", "a dynastic rule may change who votes"),
            Flag("TWO_PENDING", "BN-057", "the author already has two pending"),
        ),
        ballots=(
            ballot("c40", "Di", at(3, 2), "FOR", "edited: as first seen it says FOR, now AGAINST", clause="BN-102"),
            ballot("c41", "Nobody", at(3, 3), "", "no valid voting icon", counts=False, clause="BN-033", url=""),
        ),
    )


def stale() -> MatterView:
    """Older than seven days: outside the queue, may be failed."""
    return matter(
        "old_hat",
        "Proposal: Old Hat",
        "Di",
        datetime(2019, 9, 25, 8, tzinfo=UTC),
        verdict="vetoed",
        vetoed_at=datetime(2019, 9, 25, 9, tzinfo=UTC),
        unpopular=Outcome.TRUE,
        reasons=(Reason("BN-063", "the Weatherman used VETO"), Reason("BN-070", "pending for more than 7 days")),
        allowed=("fail",),
        next_change_at=None,
        next_change="",
        missing=(),
        ballots=(ballot("c50", "Wes", datetime(2019, 9, 25, 9, tzinfo=UTC), "VETO"),),
    )


def judgement() -> MatterView:
    """A call for judgement that timed out unpopular, and names no changes: may be failed."""
    return matter(
        "is_this_legal",
        "Call for Judgement: Is this legal?",
        "Eve",
        at(1, 8),
        kind="Call for Judgement",
        votes_for=1,
        votes_against=2,
        valid=3,
        unpopular=Outcome.TRUE,
        verdict="unpopular",
        reasons=(Reason("BN-049", "timed out with 1 FOR, not more than 2 AGAINST"),),
        allowed=("fail",),
        next_change_at=None,
        next_change="",
        missing=(),
        not_voted=(),
    )


def unofficial() -> MatterView:
    """A fourth proposal of a day: no official post."""
    return matter(
        "one_too_many",
        "Proposal: One Too Many",
        "Bo",
        at(3, 7),
        official=False,
        state="not official",
        verdict="not official",
        reasons=(Reason("BN-058", "the author had already made 3 Proposals that day"),),
        next_change_at=None,
        next_change="",
        missing=(),
        not_voted=(),
        ballots=(),
    )


def declaration() -> MatterView:
    """A declaration of victory: the game is in hiatus."""
    return matter(
        "i_won",
        "Declaration of Victory: I won",
        "Ada",
        at(3, 6),
        kind="Declaration of Victory",
        votes_for=3,
        votes_against=1,
        valid=4,
        next_change_at=at(3, 18),
        next_change="popular, may be enacted",
    )


def resolved(slug: str, title: str, status: str, done: ResolutionView, **changes: object) -> MatterView:
    """A matter that an admin resolved."""
    verdict = {"verdict": status.lower(), "state": status, "allowed": (), "next_change_at": None, "next_change": ""}
    final = {"missing": (), "not_voted": (), "resolution": done}
    return matter(slug, title, "Di", done.at - timedelta(hours=49), **{**verdict, **final, **changes})


def resolved_matters() -> tuple[MatterView, ...]:
    """Three resolutions, newest first: in order, out of order with another tally, and without a note."""
    fine = ResolutionView(
        "Enacted", at(2, 20), "Ada", "Timed out 4-2. Enacted by Ada", 4, 2, 0, 4, (4, 2), "timed out", ()
    )
    early = ResolutionView(
        "Enacted",
        at(2, 8, 0, 30),
        "Wes",
        "Quorumed at 5-0. - Wes",
        4,
        1,
        1,
        4,
        (5, 0),
        "quorum",
        (
            Flag("NOT_OLDEST", "BN-066", "“Old Hat” was older"),
            Flag("TOO_YOUNG", "BN-067", "it was 11 h 20 min old"),
            Flag("TALLY_DIFFERS", "BN-052", "the note says 5-0, we count 4-1"),
        ),
    )
    silent = ResolutionView(
        "Failed", datetime(2019, 9, 30, 23, 59, 59, tzinfo=UTC), "Hal", "", 1, 5, 0, 4, None, "", ()
    )
    return (
        resolved("tea_trees", "Proposal: Tea Trees", "Enacted", fine, votes_for=4, votes_against=2),
        resolved("hot_restart", "Proposal: Hot Restart", "Enacted", early, votes_for=4, votes_against=1),
        resolved("lost_cause", "Proposal: Lost Cause", "Failed", silent, votes_for=1, votes_against=5),
    )


def roster() -> tuple[PlayerView, ...]:
    """Seven players, an idle admin, and somebody who may be idled soon."""
    joined = datetime(2019, 8, 31, 12, tzinfo=UTC)

    def player(name: str, last: datetime | None, **flags: object) -> PlayerView:
        idle_from = last + timedelta(days=7, seconds=1) if last else None
        plain = PlayerView(name, "player", False, False, joined, None, last, idle_from)
        return replace(plain, **flags)  # type: ignore[arg-type]

    return (
        player("Ada", at(2, 10, 5), admin=True),
        player("Bo", at(3, 7)),
        player("Cy", at(2, 10, 20)),
        player("Di", at(3, 2)),
        player("Eve", None),
        player("ubq323", datetime(2019, 9, 27, 5, tzinfo=UTC)),
        player("Wes", at(2, 13, 0, 7), admin=True, emperor=True),
        player("Hal", at(2, 11), status="idle", admin=True, idle_since=at(1, 20), may_be_idled_from=None),
    )


def questions() -> tuple[Question, ...]:
    """What a person must decide."""
    return (
        Question(
            "comment-edit:c40",
            "Which reading of Di's edited comment counts?",
            "BN-102",
            ("first", "newest"),
            at(3, 6),
            ("first seen: FOR", "now: AGAINST"),
            ("c40",),
        ),
        Question("leave:so_long", "Does Gus ask to stop being a Castaway?", "BN-008", ("yes", "no"), at(3, 0, 30)),
    )


def sample_board() -> Board:
    """A busy day: everything that can be open is open."""
    done = resolved_matters()
    return Board(
        as_of=AS_OF,
        player_word="Castaway",
        emperor_word="Weatherman",
        emperor="Wes",
        dynasty_since=datetime(2019, 8, 31, 12, tzinfo=UTC),
        players=7,
        quorum=4,
        quorum_reason=Reason("BN-202", "7 Castaways count; half of them rounded down is 3, plus 1 is 4"),
        hiatus=(),
        dormant=False,
        dormancy_reason=Reason("BN-178", "7 Castaways are at least 5"),
        roster=roster(),
        requests=(
            RequestView("leave", "Gus", "so_long", at(3, 0, 30), None, "leave:so_long", BLOG + "so_long"),
            RequestView("idle", "Cy", "c77", at(2, 12), at(6, 12), "", ""),
        ),
        bars=(BarView("Di", at(7, 12), "BN-096", "their declaration failed 2019-10-02 12:00 UTC with 4 AGAINST"),),
        queue=("dry_socks", "wet_socks", "faster_appendix", "masks_up"),
        chain=(
            StepView("dry_socks", "enact", None),
            StepView("wet_socks", "fail", None),
            StepView("faster_appendix", "enact", at(3, 10)),
        ),
        resolvers=("Ada", "Hal (idle)", "Wes"),
        matters=(dry_socks(), wet_socks(), faster(), masks(), stale(), judgement(), unofficial()),
        resolved=done,
        resolved_by_month=(("2019-10", done[:2]), ("2019-09", done[2:])),
        findings=(
            Finding("IDLING_NOT_ANNOUNCED", "BN-022", "Hal was idled without a post", (), at(1, 20)),
            Finding("NO_IDLE_REASON", "BN-020", "nobody knows when", (), None, is_note=True),
            Finding("SECRET", "BN-185", "for the operator only", (), at(1), audience="operator"),
        ),
        questions=questions(),
        next_instant=at(3, 10),
        rule_history=rule_history(),
        dice=view_of(sample_log(), Law(AS_OF, {"dice_operators": ["Zoe"]}), NothingSettled()),
        audit=sample_audit,
    )


def rule_history() -> RuleHistoryView:
    """A damaged ruleset page whose rules changed for every kind of reason."""
    causes = (CauseView("Proposal: Dry Socks", BLOG + "dry_socks", "dry_socks", "its instructions"),)
    changes = (
        changed(7, "Dynastic Rules › Dry Socks", "enacted", causes=causes, kind="new"),
        changed(9, "Dynastic Rules › Wet Socks", "awaits its status", causes=causes),
        changed(8, "Dynastic Rules › Wet Socks", "explained", kind="renamed"),
        changed(6, "Core Rules › Votes", "unexplained", editor="", summary=""),
        changed(5, "Appendix › Spelling", "explained"),
        changed(2, "Core Rules › Votes", "not judged"),
    )
    by_month = (("2019-10", changes[:4]),)
    return RuleHistoryView(
        at(1), 9, "Ada", 70, changes, by_month, ("2019-09", "2019-10"), "none of its sections is left"
    )


def changed(revision: int, place: str, word: Word, **changes: Any) -> ChangeView:
    """A change of a rule that revision made, on the day of its number."""
    plain = ChangeView(
        id=f"revision-{revision}-1",
        revision=revision,
        at=at(revision, 10),
        editor="Ada",
        summary=f"/* {place} */ edit {revision}",
        place=place,
        kind="changed",
        text="“5 Wood” became “6 Wood”",
        word=word,
        why="for a reason",
        clause="BN-003",
        causes=(),
    )
    return replace(plain, **changes)


def hiatus_board() -> Board:
    """A declaration of victory in downtime, dormant, and nobody is emperor."""
    return replace(
        sample_board(),
        emperor="",
        dynasty_since=None,
        players=4,
        quorum=3,
        hiatus=(
            Reason("BN-082", "the Declaration of Victory “I won” is pending"),
            Reason("BN-177", "Seasonal Downtime lasts from 2019-12-24 00:00 UTC until 2019-12-27 00:00 UTC"),
        ),
        dormant=True,
        dormancy_reason=Reason("BN-178", "4 Castaways are fewer than 5"),
        chain=(),
        matters=(declaration(),),
    )


def empty_board() -> Board:
    """A board on which nothing is open and nothing ever happened."""
    return replace(
        sample_board(),
        roster=(),
        requests=(),
        bars=(),
        queue=(),
        chain=(),
        resolvers=(),
        matters=(),
        resolved=(),
        resolved_by_month=(),
        findings=(),
        questions=(),
        next_instant=None,
        rule_history=None,
    )


def table_board(odd: str = "") -> Board:
    """A board on which nothing is open, of a dynasty that keeps a table of values; ``odd`` stands where people's words stand."""
    return replace(
        empty_board(),
        table=sample_table(odd),
        notes=lambda: sample_notes(odd),
        abilities=lambda: sample_abilities(odd),
        dynasty=lambda: sample_dynasty(odd),
    )


# --- enacting ---------------------------------------------------------------------------------------------------------


def case(slug: str, title: str, **changes: Any) -> Case:
    """A proposal that may be enacted, changed as told."""
    plain = Case(
        slug, title, BLOG + slug, "Proposal", "pending", "popular", ("4 FOR reach quorum 4 (BN-045)",), ("enact",), (),
        (), "Ada FOR", at(2, 9), "Add x.",
    )  # fmt: skip
    return replace(plain, **changes)


def enactment_book(fault: str = "") -> EnactmentBook:
    """Drafts of every kind, one that awaits its status, and a log."""
    note, summary, diff = "Enacted by NAME.", '/* Votes */ Enacted "Dry Socks"', ("@@ 1 @@", " a", "-b", "+c")
    reset = case(
        "air", "Ascension Address: Air", kind="Ascension Address", acts=(), why_not=("nobody has confirmed it",),
        is_reset=True,
    )  # fmt: skip
    refusals = (("NO_RULE", "Repeal the rule Dry Hats.", "no rule bears the name: Wet Hats is near"),)
    drafts = (
        DraftShown(reset, "enact", "", "Ascension Address: Air", "whole", diff, (), checks=("a plural",), pages=("P",), unread=("Nice.",)),
        DraftShown(case("dry_socks", "Proposal: Dry Socks"), "enact", note, summary, "partial", diff, (), ("Roll",)),
        DraftShown(
            case("wet", "Proposal: Wet", doubts=("a doubt",)), "enact", note, summary, "refused", diff, refusals, (), ("s",)
        ),
        DraftShown(case("no", "Proposal: No", acts=("fail",)), "fail", "Failed by NAME."),
    )  # fmt: skip
    made = Enactment(
        "wet_hats", "Proposal: Wet Hats", "Ruleset", 6, at(2), "Ada", "the command line", "Ada FOR", summary, note, (), (),
        ("Roll a die",), revision=7,
    )  # fmt: skip
    undone = replace(
        made, slug="old_hats", title="Proposal: Old Hats", note="", undone_by="Wes", undone_at=at(3), undone_revision=9
    )
    gone = replace(made, slug="no_hats", title="Proposal: No Hats")
    late = Finding("STATUS_AWAITED_TOO_LONG", "", "its status was not set", subject="wet_hats")
    log = (LogEntry(made, "awaiting status", (late,)), LogEntry(undone, "undone"), LogEntry(gone, "reverted"))
    return EnactmentBook("auto", drafts, (made,), log, requests_page="Tracker/Requests", fault=fault)


def past_dynasty() -> DynastyPast:
    """A dynasty that ended, with what was enacted in it."""
    enacted = EnactedMatter("Proposal: Dry Socks", BLOG + "dry_socks", "Proposal", "Bo", at(1), 5, 1)
    unlinked = replace(enacted, title="Call for Judgement: Socks", url="")
    return DynastyPast("Wes", at(1), at(3), "Bo", "I Won", (enacted, unlinked), ("Ada", "Bo"))
