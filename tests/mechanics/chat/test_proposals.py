"""Proposals: periods, costs, changes of the message before and during the vote, and counting at its end."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any

import pytest
from pydantic import Field

from tests.mechanics.chat.invented import Done, at, look, said, stated_again, step
from tracker.mechanics.chat import proposals, votes
from tracker.mechanics.chat.carrying import refuse
from tracker.mechanics.chat.proposals import Chamber, Class, Terms
from tracker.mechanics.chat.rows import Reacted
from tracker.mechanics.chat.votes import Count, Voting
from tracker.mechanics.state.described import printed

ALL = {"ana", "bob"}


class Hall(Chamber):
    """Proposals that cost a coin."""

    coins: dict[str, int] = Field(default={})


def pay(hall: Hall, who: str) -> None:
    if not hall.coins.get(who):
        refuse("NO_COIN", "there is no coin")
    hall.coins[who] -= 1


def refund(hall: Hall, who: str) -> None:
    hall.coins[who] += 1


def later(_: Any, created: datetime) -> tuple[datetime, datetime]:
    return created + timedelta(hours=1), created + timedelta(hours=3)


def at_once(_: Any, created: datetime) -> tuple[datetime, datetime]:
    return created, created + timedelta(hours=3)


def more(_: Any, count: Count) -> bool:
    return count.up > count.down


CLASSES = {"slow": Class(later, more, pay, refund), "quick": Class(at_once, lambda _, count: count.down <= 2)}
REASONS: Any = {("edited", False): "changed_late", ("deleted", False): "gone_late", ("deleted", True): "gone_early"}
TERMS = Terms("took effect", reasons=REASONS)
STRICT = replace(TERMS, edit_before_retracts=True)
SPOILT = replace(TERMS, touched_fails="touched")


def hall(terms: Terms = TERMS, by_class: str = "slow") -> Hall:
    world = look(Hall(coins={"ana": 1}).rooted())
    assert step(world, proposals.propose, said("ana", "p"), by_class, CLASSES, terms).events == ["proposal_opened"]
    return world


def react(world: Hall, user: str, emoji: str = "👍", seen: datetime | None = None) -> None:
    votes.react(world, Reacted("p", emoji, user, seen_late=seen), Voting())


def decide(world: Hall, terms: Terms = TERMS) -> Done:
    return step(world, proposals.decide, "p", CLASSES, terms, ALL, when=at(3))


def test_a_class_is_named_or_the_default_or_refused() -> None:
    names = ("slow", "quick")
    assert proposals.class_named("[Quick] more", names, "slow") == "quick"
    assert proposals.class_named("Be quick", names, "slow") == "slow"
    assert step(hall(), lambda _: proposals.class_named("[Odd] x", names, "slow")).code == "UNKNOWN_CLASS"
    assert proposals.is_chat("// well")
    assert not proposals.is_chat("well")


def test_a_proposal_waits_for_its_period_and_ends_with_it() -> None:
    world = hall()
    assert world.coins == {"ana": 0}
    assert world.proposals["p"].status == "waiting"
    assert world.proposals["p"].verdict == ""
    assert [each.at for each in proposals.beginnings(world, 1, "begin")] == [at(1)]
    assert [each.at for each in proposals.endings(world, 1, "decide")] == [at(3)]
    step(world, proposals.begin, "p", TERMS, when=at(1))
    assert world.proposals["p"].status == "open"
    react(world, "ana")
    react(world, "zed")
    react(world, "bob", "👎")
    react(world, "cleo", "👎")
    done = decide(world)
    assert done.fields("proposal_failed") == {"message": "p", "class": "slow", "for": 1, "against": 1}
    assert world.proposals["p"].verdict == "failed"
    assert not world.thumbs
    assert decide(world).events == []
    assert not list(proposals.endings(world, 1, "decide"))
    step(world, proposals.begin, "p", TERMS)
    assert world.proposals["p"].verdict == "failed"


def test_who_cannot_pay_proposes_nothing() -> None:
    world = hall()
    done = step(world, proposals.propose, said("ana", "q"), "slow", CLASSES, TERMS)
    assert done.code == "NO_COIN"
    assert list(world.proposals) == ["p"]


def test_what_may_vote_is_asked_at_the_end() -> None:
    world = hall(by_class="quick")
    react(world, "zed")
    step(world, proposals.decide, "p", CLASSES, TERMS, {"zed"}, when=at(3))
    assert world.proposals["p"].up == 1
    assert world.proposals["p"].voters_for == {"zed"}


@pytest.mark.parametrize(
    ("terms", "how", "when", "status", "coins", "reason"),
    [
        (TERMS, "edit", at(0.9), "waiting", 0, None),
        (STRICT, "edit", at(0.9), "retracted", 1, "edited"),
        (TERMS, "edit", at(1), "retracted", 0, "changed_late"),
        (TERMS, "delete", at(1, milliseconds=-1), "retracted", 1, "gone_early"),
        (TERMS, "delete", at(1), "retracted", 0, "gone_late"),
        (SPOILT, "edit", at(0.5), "waiting", 0, None),
        (SPOILT, "delete", at(2), "waiting", 0, None),
    ],
)
def test_what_changes_of_the_message_do(
    terms: Terms, how: str, when: datetime, status: str, coins: int, reason: str | None
) -> None:
    world = hall(terms)
    rest = (CLASSES, terms)
    if how == "edit":
        assert step(world, proposals.change, "p", "so it is", *rest, when=when).events == []
        done = step(world, proposals.change, "p", "so it was", *rest)
    else:
        done = step(world, proposals.delete, "p", *rest, when=when)
    proposal = world.proposals["p"]
    assert (proposal.status, proposal.reason, world.coins["ana"], proposal.touched) == (status, reason, coins, True)
    if reason:
        assert done.fields("proposal_retracted") == {"message": "p", "reason": reason, "item_returned": coins == 1}
        assert decide(world).events == []
    if status == "waiting" and how == "edit":
        assert proposal.text == "so it was"


def test_a_touched_one_fails_whatever_the_votes_and_edits_after_the_end_do_nothing() -> None:
    world = hall(SPOILT)
    step(world, proposals.change, "p", "other", CLASSES, SPOILT, when=at(2))
    react(world, "ana")
    assert decide(world, SPOILT).fields("proposal_failed")["reason"] == "touched"
    again = hall()
    react(again, "ana")
    assert decide(again).fields("proposal_took_effect")["for"] == 1
    assert step(again, proposals.change, "p", "other", CLASSES, TERMS).events == []
    assert again.proposals["p"].text == "so it is"


def test_a_vote_that_was_seen_late_is_told_where_it_turned_the_result() -> None:
    world = hall()
    react(world, "ana", seen=at(4))
    done = decide(world)
    assert done.events == ["proposal_took_effect"]
    assert done.notes == ["VOTE_SEEN_LATE"]
    quick = hall(by_class="quick")
    react(quick, "ana", seen=at(4))
    assert decide(quick).notes == []


def test_stated_again_it_ends_the_same() -> None:
    world = hall()
    react(world, "ana", seen=at(2))
    react(world, "bob", "👎")
    again = stated_again(world)
    assert decide(again).events == decide(world).events == ["proposal_failed"]
    assert printed(stated_again(again)) == printed(world)
