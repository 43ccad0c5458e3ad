"""Core Rules, Victory and Ascension: declarations, hiatus, the new dynasty, and who is barred from declaring."""

from __future__ import annotations

from datetime import timedelta

from tracker.core.gamestate import Question
from tracker.core.leaning import Reason
from tracker.core.rule import rule
from tracker.games.blognomic.appendix.keywords import has_word
from tracker.games.blognomic.appendix.precedence import DOWNTIME_CONFLICT
from tracker.games.blognomic.moment import Moment
from tracker.games.blognomic.special_case.special_case import DOWNTIME as DOWNTIME_RULE
from tracker.games.blognomic.special_case.special_case import RULES, dormancy, is_downtime, statuses_in_address
from tracker.games.blognomic.state import (
    ENACTED,
    FAILED,
    PENDING,
    Ask,
    FailedDeclaration,
    Icon,
    Kind,
    PastDynasty,
    Post,
    Resolution,
    Tally,
)
from tracker.mechanics.differences import shortened

from .ascension import hear_address, words_of
from .dynasties import crown
from .interregnum import interregnum
from .votes import hours, tally_at

Refusal = tuple[str, str, str]
"""Why a post is not official: code, clause, sentence."""

DOV, INTERREGNUM, DOWNTIME, DORMANCY = "DOV", "INTERREGNUM", "DOWNTIME", "DORMANCY"

MANTLE_PASSING = "Mantle Passing"
"""The block by which a new emperor may pass the role on."""


@rule("BN-082", "BN-087", "BN-091", "BN-178")
def hiatus(moment: Moment) -> dict[str, Reason]:
    """Why the game is in hiatus: a pending declaration, a dynasty waiting for its address, the yearly downtime."""
    reasons = {}
    pending = moment.state.open_matters(Kind.DECLARATION)
    if pending:
        reasons[DOV] = Reason("BN-082", f"{pending[0].title} is pending", tuple(post.observation for post in pending))
    if (begins := interregnum(moment)) is not None:
        reasons[INTERREGNUM] = begins
    if moment.law.chooses("dormancy_means", "hiatus"):
        is_dormant, why = dormancy(moment.state, moment.law)
        reasons |= {DORMANCY: why} if is_dormant else {}
    if is_downtime(moment.state, moment.law):
        reasons[DOWNTIME] = Reason("BN-177", "the yearly downtime is on")
    return reasons


def barring_hiatus(moment: Moment) -> list[Refusal]:
    """What a hiatus says to an act that the rules listed in it do not cover."""
    codes = {DOV: "HIATUS", INTERREGNUM: "HIATUS", DOWNTIME: "DOWNTIME", DORMANCY: "DORMANT"}
    found = {codes[name]: (codes[name], reason.clause, reason.text) for name, reason in hiatus(moment).items()}
    return [found[code] if code != "HIATUS" else (code, "BN-082", found[code][2]) for code in found]


# --- declarations ----------------------------------------------------------------------------------------------------


@rule("BN-080", "BN-095", "BN-096")
def may_declare(moment: Moment, post: Post) -> list[Refusal]:
    """Why its author may not declare victory now (an empty list: they may)."""
    state, found = moment.state, []
    if not state.counts(post.author):
        found.append(("NOT_A_PLAYER", "BN-080", f"{post.author_name} is no player"))
    if post.author == state.emperor:
        found.append(("DOV_BY_EMPEROR", "BN-080", f"{post.author_name} is the {moment.law.word('emperor_word')}"))
    if (begins := interregnum(moment)) is not None:
        found.append(("DOV_BEFORE_ASCENSION", "BN-095", begins.text))
    barred_until = state.dov_bars.get(post.author)
    if barred_until is not None and moment.when <= barred_until:
        found.append(
            ("DOV_BARRED_120H", "BN-096", f"{post.author_name} is barred until {barred_until:%Y-%m-%d %H:%M:%S} UTC")
        )
    if declarations_wait(moment):
        found.append(("DOWNTIME", "BN-177", "declarations wait in the downtime"))
    return found


@rule("BN-177", "BN-265")
def declarations_wait(moment: Moment) -> bool:
    """Whether declarations wait for the end of the downtime: by the reading chosen, unless a person decided otherwise."""
    if not is_downtime(moment.state, moment.law):
        return False
    decided = moment.answer(f"{DOWNTIME_CONFLICT}:{moment.when.year}")
    if decided is not None:
        return decided == DOWNTIME_RULE
    return moment.law.chooses("declarations_in_downtime", "barred")


@rule("BN-083", "BN-084", "BN-085", "BN-086", "BN-177")
def allowed_on_declaration(moment: Moment, count: Tally, age: timedelta, popular: bool, unpopular: bool) -> list[str]:
    """Whether an admin may enact or fail a pending declaration now."""
    law = moment.law
    if declarations_wait(moment):
        return []
    old_enough = age >= law.span("dov_minimum_hours")
    leads = count.emperor_vote is Icon.FOR or count.votes_against == 0
    may_enact = popular and ((old_enough and leads) or age >= law.span("dov_any_hours"))
    may_fail = unpopular and old_enough
    return [act for act, may in (("enact", may_enact), ("fail", may_fail)) if may]


def follow_status(moment: Moment, post: Post, resolution: Resolution) -> None:
    """What the status of a declaration sets going."""
    if resolution.status == ENACTED:
        enact_declaration(moment, post)
    elif resolution.status == FAILED and resolution.tally is not None:
        bar_declarer(moment, post, resolution.tally)


@rule("BN-220")
def take_back_status(moment: Moment, post: Post, gone: Resolution) -> None:
    """A status without ground was set back: whom it crowned or barred is so no longer, unless a new dynasty began since."""
    state, past = moment.state, moment.state.past_dynasty
    if gone.status == FAILED:
        _unbar(moment, post, gone)
    elif state.enacted_declaration == post.observation and state.awaiting_address is not None and past is not None:
        crown(moment, past.emperor)
        state.emperor_since, state.dynasty_since = past.emperor_since, past.since
        state.awaiting_address = state.past_dynasty = None
        for other in [each for each in state.posts.values() if _was_failed_with(each, post)]:
            _unbar(moment, other, other.resolutions.pop())
            other.state = PENDING
            state.relist(other)


def _was_failed_with(other: Post, enacted: Post) -> bool:
    return other.resolution is not None and other.resolution.observation == enacted.observation


def _unbar(moment: Moment, post: Post, gone: Resolution) -> None:
    """Its author is barred for their other failed declarations only."""
    state, span = moment.state, moment.law.span("dov_bar_hours")
    failed = [each for each in state.failed_declarations.get(post.author, ()) if each.at != gone.at]
    state.failed_declarations[post.author] = failed
    state.dov_bars.pop(post.author, None)
    state.dov_bars |= [(post.author, each.at + span) for each in failed if each.votes_against]


@rule("BN-087", "BN-088", "BN-089")
def enact_declaration(moment: Moment, post: Post) -> None:
    """A new dynasty begins with the author at its head; every other pending declaration is failed at that instant."""
    state = moment.state
    for other in [other for other in state.open_matters(Kind.DECLARATION) if other is not post]:
        _fail_with(moment, other, post)
    ended = PastDynasty(state.emperor, state.dynasty_since, moment.when, post.author, post.title, state.emperor_since)
    state.past_dynasty = ended
    crown(moment, post.author)
    state.dynasty_since = state.awaiting_address = moment.when
    state.enacted_declaration = post.observation


def _fail_with(moment: Moment, other: Post, enacted: Post) -> None:
    count = tally_at(moment, other)
    note = f"failed because {enacted.title} was enacted"
    other.resolutions.append(Resolution(FAILED, "", moment.when, "", note, enacted.observation, count))
    other.state = FAILED
    moment.state.relist(other)
    bar_declarer(moment, other, count)


@rule("BN-096", "BN-104")
def bar_declarer(moment: Moment, post: Post, count: Tally) -> None:
    """Whose declaration failed with a vote AGAINST may make no other until more than 120 hours have passed.

    Each failed one is remembered, to be shown beside the author's others.
    """
    done = FailedDeclaration(post.title, post.url, moment.when, count.votes_for, count.votes_against)
    moment.state.failed_declarations.setdefault(post.author, []).append(done)
    if count.votes_against:
        moment.state.dov_bars[post.author] = moment.when + moment.law.span("dov_bar_hours")


def bar_text(moment: Moment) -> str:
    """The bar in words."""
    return (
        f"more than {hours(moment.law.span('dov_bar_hours'))} must pass after a declaration failed with a vote AGAINST"
    )


# --- ascension -------------------------------------------------------------------------------------------------------


@rule("BN-091", "BN-166", "BN-177")
def may_ascend(moment: Moment, post: Post) -> list[Refusal]:
    """Why a post in that category is no Ascension Address (an empty list: it is one)."""
    state = moment.state
    found = []
    if is_downtime(state, moment.law):
        found.append(("DOWNTIME", "BN-177", "Ascension Addresses wait in the downtime"))
    if post.author != state.emperor:
        found.append(
            ("NOT_NEW_EMPEROR", "BN-091", f"{post.author_name} is not the new {moment.law.word('emperor_word')}")
        )
    elif state.awaiting_address is None:
        found.append(("ASCENSION_NOT_DUE", "BN-091", "no enacted declaration waits for an Ascension Address"))
    return found


@rule("BN-091", "BN-092", "BN-105", "BN-166")
def ascend(moment: Moment, post: Post) -> None:
    """The lawful address ends the hiatus and sets every Special Case rule active but those it names inactive."""
    state = moment.state
    state.awaiting_address, state.address_since = None, moment.when
    hear_address(moment, post)
    if state.ruleset is not None and state.ruleset.has_blocks:
        return  # What is in force stands on the page.
    known = tuple(dict.fromkeys([*RULES, *state.special_cases]))
    if "address" in post.did:
        inactive, unknown = post.did["address"]["inactive"], post.did.get("unset", [])
        statuses = {name: name not in inactive for name in known}
    else:
        statuses, unknown = statuses_in_address(words_of(post), known)
    state.special_cases = statuses
    for name in unknown:
        text = f"there is no Special Case rule {name!r} to be set inactive"
        state.note("NO_SUCH_SPECIAL_CASE", "BN-166", text, post.observation, at=moment.when, subject=post.slug)


@rule("BN-090", "BN26-033")
def hear_passing(moment: Moment, post: Post, text: str) -> None:
    """A post that may pass the role on, lawful by the new emperor between the enactment and the address."""
    state = moment.state
    if not has_word(text, moment.law.words("pass_role_words")):
        return
    if post.author != state.emperor or interregnum(moment) is None:
        sentence = "the role is passed only by the new head, before the Ascension Address"
        state.note("PASS_ROLE_BARRED", "BN-090", sentence, post.observation, at=moment.when, subject=post.slug)
        return
    if moment.law.chooses("mantle", "stays") and not state.special_cases.get(MANTLE_PASSING, False):
        sentence = f"the role stays where it is unless the block {MANTLE_PASSING} is in force"
        state.note("MANTLE_NOT_ALLOWED", "BN26-033", sentence, post.observation, at=moment.when, subject=post.slug)
        return
    ask = Ask("pass-role", post.slug, post.author, moment.when, post.observation, shortened(text))
    state.asks[ask.question] = ask
    successor = _successor(moment, post, text)
    if successor:
        crown(moment, successor)


def _successor(moment: Moment, post: Post, text: str) -> str:
    """Who a person said the role goes to: by name, or with "yes" the one player whom the post names."""
    answer = moment.answer(f"pass-role:{post.slug}")
    if answer in (None, "no"):
        return ""
    if answer != "yes":
        return moment.state.key_of(str(answer))
    named = [
        person.key for person in moment.state.players() if person.key != post.author and has_word(text, (person.name,))
    ]
    return named[0] if len(named) == 1 else ""


@rule("BN-090")
def questions(moment: Moment) -> list[Question]:
    """Posts that may pass the emperor's role."""
    found = []
    for ask in moment.state.asks.values():
        if ask.topic == "pass-role" and moment.answer(ask.question) is None:
            names = tuple(person.name for person in moment.state.players() if person.key != ask.who)
            text = f"Does {moment.state.name_of(ask.who)} pass the role of {moment.law.word('emperor_word')} on in this post, and to whom?"
            found.append(
                Question(ask.question, text, "BN-090", ("yes", "no", *names), ask.at, (ask.text,), (ask.observation,))
            )
    return found
