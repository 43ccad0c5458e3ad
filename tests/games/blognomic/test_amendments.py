"""Amendments after ruleset 170: offered where the page's text suggests them, counted only once a person confirms."""

import json

import pytest

from tests.games.blognomic.ruleset_stories import EVENING, PAGE, changed, revision, story, unverified
from tests.games.blognomic.stories import gamestate, instant, said
from tracker.core.gamestate import Gamestate, Question
from tracker.games.blognomic.amendments import OFFERS
from tracker.games.blognomic.law import PARAMETERS
from tracker.games.blognomic.moment import AMENDMENT

TIMEOUT = "and more valid Votes cast on it are FOR than are AGAINST."
EXCEPTION = "Exception: Proposals which would change the text of a Core, Special Case or Appendix rule if enacted cannot be Popular on this basis."
DORMANT = "If there are fewer than five Castaways, then BlogNomic is Dormant."
TEXTS = {
    "core_change_popular_by": [
        (TIMEOUT, f"{TIMEOUT} {EXCEPTION}"),
        (
            TIMEOUT,
            f"{TIMEOUT} A Proposal that amends Core, Special Case or Appendix rules needs a Quorum of FOR Votes.",
        ),
        (
            "It has a number of FOR Votes that exceed or equal Quorum.",
            "It has Quorum of FOR Votes, which is the only way if it changes the Core, Special Case or Appendix rules.",
        ),
    ],
    "self_kill_is": [
        ("this renders the Proposal Self-Killed,", "this renders the Proposal Withdrawn,"),
        ("It has not been Vetoed or Self-Killed.", "It is a Proposal that has not been Withdrawn."),
        (
            "====Special Proposal Voting====\n",
            "====Special Proposal Voting====\nAn author may withdraw their own Proposal. ",
        ),
    ],
    "dormancy_counts": [
        (DORMANT, "If there are fewer than four Castaways (not counting the Weatherman), then BlogNomic is on hold."),
        (DORMANT, "If there are fewer than four Castaways other than the Weatherman, then BlogNomic is Dormant."),
        (DORMANT, "If there are fewer than four Castaways, the Weatherman not counted, then BlogNomic is Dormant."),
    ],
    "dormancy_means": [(DORMANT, "If there are fewer than four Castaways, then BlogNomic is on Hiatus.")],
    "recusants": [
        (
            "Idle Admins can enact and fail Votable Matters.",
            "A Recusant is an Idle Castaway who may vote on Core Proposals.",
        )
    ],
}
EVERY = [(name, *texts) for name, several in TEXTS.items() for texts in several]


def amended(before: str, after: str) -> str:
    assert before in PAGE
    return PAGE.replace(before, after)


def offered(state: Gamestate) -> dict[str, Question]:
    return {each.id.removeprefix(AMENDMENT): each for each in state.questions if each.id.startswith(AMENDMENT)}


def answered(name: str, answer: str, when: str = "13:00:00") -> str:
    return f'2019-10-01 {when} decide {AMENDMENT}{name} {answer} by Ada why "I read it"'


def test_every_amendment_is_told_here() -> None:
    assert set(TEXTS) == set(OFFERS)
    assert all(PARAMETERS[name].values[-1].value != offer.reading for name, offer in OFFERS.items())


def test_ruleset_170_suggests_none() -> None:
    assert offered(gamestate(story(PAGE), EVENING)) == {}


@pytest.mark.parametrize(("name", "before", "after"), EVERY)
def test_an_amendment_is_offered_with_the_passage_where_the_text_suggests_it(
    name: str, before: str, after: str
) -> None:
    state = gamestate(story(PAGE, amended(before, after)), EVENING)
    question = offered(state)[name]
    assert (question.answers, question.about, question.clause) == (
        ("yes", "no"), instant("2019-10-01 12:00:00"), PARAMETERS[name].clause,
    )  # fmt: skip
    assert OFFERS[name].reading in question.text
    shown = question.needs[0].partition("“")[2].rstrip("”")
    words = " ".join(after.replace("====Special Proposal Voting====", "").split())
    assert shown in words or words in shown
    assert PARAMETERS[name].clause in changed(state)


@pytest.mark.parametrize("name", sorted(OFFERS))
def test_the_terms_of_the_day_make_no_difference(name: str) -> None:
    page = amended(*TEXTS[name][0]).replace("Castaway", "Pilot").replace("Weatherman", "Storm")
    assert name in offered(gamestate(story(PAGE, page), EVENING))


CORE = PAGE.replace(TIMEOUT, f"{TIMEOUT} {EXCEPTION}")
TAGGED = """
2019-10-01 10:00:01 Cy posts p2 Proposal "Proposal: Faster [Core]" body: Amend the rule "Proposals".
2019-10-01 10:31:00 Ada on p2: FOR
"""
TIMED_OUT = "2019-10-03 10:00:01"
CONFIRMED = '2019-10-01 12:30:00 decide "confirm-rule:Core Rules/Votes" yes by Ada why "I read it"'


def popular(more: str, when: str = TIMED_OUT, *pages: str) -> tuple[bool, bool]:
    matters = said(story(*(pages or (PAGE, CORE)), more=TAGGED + more), when)["gamestate"]["matters"]
    return matters["p1"]["popular"], matters["p2"]["popular"]


def test_it_counts_only_once_a_person_confirms_it() -> None:
    assert popular("") == (True, True)
    assert popular(answered("core_change_popular_by", "no")) == (True, True)
    assert popular(answered("core_change_popular_by", "yes")) == (True, False)


def test_what_leans_on_it_is_unverified_until_somebody_answers() -> None:
    waiting = gamestate(story(PAGE, CORE, more=f"{TAGGED}{CONFIRMED}"), EVENING)
    assert changed(waiting) == {"BN-046", "BN-049"}
    assert unverified(waiting)["matters.p2.next_change_at"] == str(instant("2019-10-01 12:00:00"))
    for answer in ("yes", "no"):
        more = f"{TAGGED}{CONFIRMED}\n{answered('core_change_popular_by', answer)}"
        done = gamestate(story(PAGE, CORE, more=more), EVENING)
        assert (changed(done), unverified(done), offered(done)) == (set(), {}, {})


def test_a_new_rule_on_idle_voters_makes_every_tally_unverified() -> None:
    page = PAGE.replace(
        "===Fair Play===", "===Recusants===\nA Recusant may vote on Core proposals.\n===Fair Play===", 1
    )
    state = gamestate(story(PAGE, page), EVENING)
    assert "recusants" in offered(state)
    assert unverified(state)["matters.p1.for"] == str(instant("2019-10-01 12:00:00"))
    done = gamestate(story(PAGE, page, more=answered("recusants", "no")), EVENING)
    assert unverified(done) == {}


def test_it_ends_with_the_text_that_suggested_it() -> None:
    yes = answered("core_change_popular_by", "yes", "12:30:00")
    assert popular(yes, TIMED_OUT, PAGE, CORE) == (True, False)
    assert popular(yes, TIMED_OUT, PAGE, CORE, PAGE) == (True, True)
    assert offered(gamestate(story(PAGE, CORE, PAGE, more=yes), EVENING)) == {}


def test_another_text_that_suggests_it_is_asked_about_anew() -> None:
    other = CORE.replace("cannot be Popular on this basis", "are never Popular on this basis")
    yes = answered("core_change_popular_by", "yes", "12:30:00")
    assert "core_change_popular_by" in offered(gamestate(story(PAGE, CORE, other, more=yes), EVENING))


def test_what_the_operator_has_set_is_not_offered() -> None:
    setting = '2019-10-01 00:00:01 setting core_change_popular_by "quorum or timeout"'
    state = gamestate(story(PAGE, CORE, more=setting), EVENING)
    assert offered(state) == {}
    assert popular(f"{setting}\n{answered('core_change_popular_by', 'yes')}") == (True, True)


def test_a_dynastic_rule_suggests_no_amendment() -> None:
    page = PAGE.replace("===Hallucinations===\n", f"===Hallucinations===\n{EXCEPTION} Recusants dance.\n")
    assert offered(gamestate(story(PAGE, page), EVENING)) == {}


def test_a_tag_that_somebody_said_is_needed_asks_for_a_quorum_too() -> None:
    more = """
2019-10-01 10:00:01 Cy posts p2 Proposal "Proposal: Faster" body: Amend the rule "Proposals".
2019-10-01 10:31:00 Ada on p2: FOR
2019-10-01 13:30:00 decide tag-needed:p2 yes by Ada why "it amends a core rule"
"""
    told = story(PAGE, CORE, more=more + answered("core_change_popular_by", "yes"))
    matters = said(told, TIMED_OUT)["gamestate"]["matters"]
    assert (matters["p1"]["popular"], matters["p2"]["popular"]) == (True, False)


def test_a_quorum_is_still_enough() -> None:
    votes = "\n".join(f"2019-10-01 10:4{n}:00 {who} on p2: FOR" for n, who in enumerate(["Bo", "Di"]))
    assert popular(f"{votes}\n{answered('core_change_popular_by', 'yes')}") == (True, True)


def test_it_holds_from_the_revision_that_suggests_it() -> None:
    late = revision(2, "2019-10-04 12:00:00", CORE)
    yes = f'2019-10-04 13:00:00 decide {AMENDMENT}core_change_popular_by yes by Ada why "I read it"'
    told = story(PAGE, more=f"{TAGGED}{late}\n{yes}")
    seen = [
        said(told, f"2019-10-04 {when}")["gamestate"]["matters"]["p2"]["popular"] for when in ("11:59:59", "13:00:00")
    ]
    assert seen == [True, False]


def test_an_answer_counts_for_the_sentence_that_was_shown_only() -> None:
    first = amended(TIMEOUT, f"{TIMEOUT} {EXCEPTION}")
    unseen = amended(TIMEOUT, f"{TIMEOUT} {EXCEPTION.replace('cannot', 'can, on Fridays only, not')}")
    question = offered(gamestate(story(PAGE, first), EVENING))["core_change_popular_by"]
    told = {"question": question.id, "answer": "yes", "by": "Ada", "why": "so it says", "wording": question.wording}
    made = f"2019-10-01 14:00:00 json {json.dumps({'kind': 'decision', 'id': f'decision:{question.id}', **told})}"
    assert offered(gamestate(story(PAGE, first, more=made), EVENING)) == {}
    assert "core_change_popular_by" in offered(gamestate(story(PAGE, first, unseen, more=made), EVENING))
