"""Propositions: made by messages, changed while nobody has voted, voted on by reactions until a majority or the limit, and applied."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from datetime import datetime

from tracker.core.instants import iso
from tracker.mechanics.chat import votes
from tracker.mechanics.chat.carrying import happens, pass_over, refuse, rule
from tracker.mechanics.chat.rows import Boundary, Message, Reacted
from tracker.mechanics.reading_orders.propositions import is_proposition

from ..general import plays
from ..playing import orders
from ..state import Ask, Coup, Proposition
from . import adopting
from .proposition_reading import Reading, form_of, read
from .spelling import difference, may_be_spelling, words_in
from .voting import DOWN, RIGHT, UP, Outcome, Tally, decided_at_limit, decided_at_once, standing, tally, voting

SPELLING, MORE = "spelling and grammar", "more than that"
"""What people may say of an edit after a vote (COUP-100)."""
_NUMBERED = re.compile(r"proposition\s+([0-9]{1,9})(?:\s*[:–—“\"(-].*)?", re.IGNORECASE)
"""How a message begins that names a proposition by its number."""


# --- making a proposition ---------------------------------------------------------------------------------------------


def in_message(world: Coup, message: str) -> str:
    """The number of the proposition that a message posted; "" for none."""
    number = world.posts.get(message, "")
    return number if number and world.propositions[number].message == message else ""


def read_now(world: Coup, text: str) -> Reading | None:
    """What a text proposes, by the rules as they stand and as the page shows them."""
    return read(text, world.rules, orders.contents(world))


def is_one(world: Coup, text: str) -> bool:
    """Whether a message in the propositions' channel is a proposition, and no talk about one that there is."""
    if not is_proposition(text):
        return False
    found = read_now(world, text)
    return found is not None and str(found.number) not in world.propositions


@rule("COUP-075")
def propose(world: Coup, message: Message, text: str = "", made_at: str = "") -> None:
    """Make a player's message in the propositions' channel a proposition; its time runs from the first posting."""
    proponent, at = plays(world, message), datetime.fromisoformat(made_at) if made_at else world.now
    found = read_now(world, text or message.text)
    if found is None:
        return
    world.propositions_made += 1
    number, ends_at = str(world.propositions_made), at + world.law.span("proposition_hours")
    proposition = Proposition(
        proponent=proponent, made_at=at, ends_at=ends_at, message=message.id, playing=list(world.players)
    )
    world.propositions[number] = proposition
    _take(world, number, text or message.text, found)


@rule("COUP-075", "COUP-099")
def _take(world: Coup, number: str, text: str, found: Reading) -> None:
    """Let a proposition be what a text says; each change that lacks something is refused, and without any it is illegal."""
    proposition = world.propositions[number]
    proposition.text, proposition.title, proposition.proposed = text, found.title, found.changes
    proposition.code, proposition.status = found.code, "illegal" if found.code else "active"
    world.posts[proposition.message] = number
    world.voted_on = [*(each for each in world.voted_on if each != number), *([] if found.code else [number])]
    for n, change in enumerate(found.changes, 1):
        if change.code:
            _REFUSING.get(change.code, _lacks_of_syntax)(change.code, change.why, n)
        elif orders.changes_order(world, change):
            change.people = orders.names_now(world)
    if found.code and not found.changes:
        _says_no_type(found.code, found.why)
    _warn_anew(world, number)
    became = f"is illegal: {found.why}" if found.code else _voted_on(proposition)
    remarks = f"; read as remarks that change nothing: “{' / '.join(found.remarks)[:200]}”" if found.remarks else ""
    name = "proposition_illegal" if found.code else "proposition_made"
    told = {"proposition": int(number), "player": proposition.proponent, "message": proposition.message}
    happens(name, f"{proposition.proponent}'s proposition {called(world, number)} {became}{remarks}", **told)
    count(world, number)


_lacks_of_syntax = rule("COUP-094")(pass_over)
_says_no_type = rule("COUP-076")(pass_over)
_REFUSING: dict[str, Callable[[str, str, int], None]] = {
    **dict.fromkeys(("no_type", "bad_type"), rule("COUP-087")(pass_over)),
    "no_content": rule("COUP-088")(pass_over),
    "parent_missing": rule("COUP-089")(pass_over),
    **dict.fromkeys(("unknown_rule", "paths_disagree"), rule("COUP-092")(pass_over)),
}
"""Why a change lacks something, by the clause that wants it; any other reason is of its type's syntax."""


def _voted_on(proposition: Proposition) -> str:
    until = f"is voted on until {iso(proposition.ends_at)}" if proposition.ends_at else "is voted on"
    return until + "".join(f"; {text}" for _, _, text in proposition.warnings)


def called(world: Coup, number: str) -> str:
    """A proposition as it is called: its number, and its title."""
    title = world.propositions[number].title
    return f"{number} “{title}”" if title else number


def _warn_anew(world: Coup, number: str) -> None:
    """Say before the vote which rules would be replaced or go, and whom a new turn order leaves out."""
    proposition = world.propositions[number]
    proposition.warnings = adopting.warnings(world, number) if proposition.is_open else []
    forget_asks(world, number)


def forget_asks(world: Coup, number: str) -> None:
    """Ask no more of edits of a proposition whose text is another, or that is decided."""
    for id in [id for id, ask in world.asks.items() if ask.about.get("edit_of") == number]:
        del world.asks[id]


# --- what happens to the message --------------------------------------------------------------------------------------


@rule("COUP-099", inactive="COUP-110")
def edited(world: Coup, of: str, text: str) -> None:
    """An edit by the proponent replaces a proposition that nobody has voted on; after a vote only its spelling may change."""
    number = in_message(world, of)
    proposition = world.propositions[number]
    if proposition.closed_at is not None:
        refuse("inactive", f"proposition {number} is {proposition.status} since {iso(proposition.closed_at)}")
    elif proposition.locked:
        _edited_after_votes(world, number, text)
    else:
        _take(
            world,
            number,
            text,
            read_now(world, text) or Reading("", [], "no_type", "no line says the type of a change"),
        )


@rule("COUP-100")
def _edited_after_votes(world: Coup, number: str, text: str) -> None:
    """Refuse an edit of more than spelling and grammar; let people say of any other whether it is no more than that."""
    proposition = world.propositions[number]
    has_same_form = form_of(text) == form_of(proposition.text)
    found, was = read_now(world, text), read_now(world, proposition.text)
    says_the_same = (
        found is not None
        and was is not None
        and [each.text for each in found.changes] == [each.text for each in was.changes]
    )
    if has_same_form and says_the_same and words_in(text) == words_in(proposition.text):
        return
    is_spelling = may_be_spelling(proposition.text, text, world.law.number("spelling_closeness") / 100)
    if found is None or found.code or not has_same_form or not is_spelling:
        refuse("edit_after_votes", f"votes were cast on proposition {number}: more than its spelling was edited")
    shown = difference(proposition.text, text)
    question = (
        f"Votes were cast on proposition {number}, and it was edited: {shown}. Is that only spelling and grammar?"
    )
    world.asks[f"edit:{proposition.message}:{iso(world.now)}"] = Ask(
        text=question,
        clause="COUP-100",
        answers=[SPELLING, MORE],
        at=world.now,
        rows=[proposition.message],
        about={"edit_of": number, "text": text, "shown": shown},
    )


@rule("COUP-100")
def edit_judged(world: Coup, ask: Ask, answer: str) -> None:
    """Take corrected words over where people say that they are no more than that; every change keeps the rule that it was bound to."""
    number, text = str(ask.about["edit_of"]), str(ask.about["text"])
    proposition, found = world.propositions[number], read_now(world, text)
    if answer != SPELLING:
        pass_over(
            "edit_after_votes", f"votes were cast on proposition {number}: people say that {ask.about['shown']} is more"
        )
    elif proposition.is_open and found is not None:
        proposition.text, proposition.title = text, found.title
        for change, corrected in zip(proposition.proposed, found.changes, strict=False):
            change.title, change.text = corrected.title, corrected.text
        happens("proposition_respelled", f"proposition {number}: {ask.about['shown']}", proposition=int(number))


@rule("COUP-101")
def deleted(world: Coup, of: str) -> None:
    """Deleting the message withdraws a proposition before any vote; after one it stays, with the recorded text."""
    number = in_message(world, of)
    proposition = world.propositions[number]
    if proposition.closed_at is None and not proposition.locked:
        _close(world, number, "withdrawn")
        text = f"{proposition.proponent} withdraws proposition {called(world, number)}"
        happens("proposition_withdrawn", text, proposition=int(number))


@rule("COUP-103")
def repost(world: Coup, message: Message) -> None:
    """Let a bot's message that posts a proposition anew be the one on which it is voted: votes on the first stay."""
    number = in_message(world, message.reply_to)
    if number and world.propositions[number].is_open and _posts_anew(world, number, message.text):
        world.posts[message.id] = number


def _posts_anew(world: Coup, number: str, text: str) -> bool:
    """Whether a message says what a proposition says, or names it in its first line by number or title."""
    proposition = world.propositions[number]
    if " ".join(words_in(proposition.text)) in " ".join(words_in(text)):
        return True
    first = next((line.strip(" *_#>`") for line in text.splitlines() if line.strip()), "")
    numbered, title, named = _NUMBERED.fullmatch(first), words_in(proposition.title), words_in(first)
    return numbered[1] == number if numbered else bool(title) and named[-len(title) :] == title


# --- votes ------------------------------------------------------------------------------------------------------------


@rule("COUP-102")
def eligible(world: Coup, number: str) -> list[str]:
    """Who may vote: all players but the proponent, at this instant."""
    return [player for player in world.players if player != world.propositions[number].proponent]


@rule("COUP-103", not_eligible="COUP-102", inactive="COUP-110", game_over="COUP-001")
def react(world: Coup, number: str, reacted: Reacted) -> None:
    """A reaction was set or taken back: count again; one that is no vote is told as such."""
    proposition = world.propositions[number]
    if proposition.closed_at is not None:
        if reacted.is_set:
            refuse("inactive", f"voting on proposition {number} is over since {iso(proposition.closed_at)}")
        return
    if world.player_of(reacted.user) not in eligible(world, number):
        if reacted.is_set:
            refuse(
                "not_eligible",
                f"{reacted.user} is {_not_eligible(world, number, reacted.user)}: no vote on proposition {number}",
            )
        return
    if not proposition.is_open and reacted.is_set:
        _is_incomplete(number)
    votes.react(world, replace(reacted, message=proposition.message), voting(world))
    if world.status == "over":
        pass_over("game_over", "the game is over; if the win is taken back, reactions that stand then count")
    count(world, number)


@rule("COUP-075")
def _is_incomplete(number: str) -> None:
    refuse("inactive", f"proposition {number} is not complete, so this is no vote: set it anew once it is")


def _not_eligible(world: Coup, number: str, user: str) -> str:
    """What somebody is who has no vote on a proposition."""
    player = world.player_of(user)
    return "no player" if not player else "its proponent" if player == user else f"a part of {player}, its proponent"


@rule("COUP-104", "COUP-111")
def count(world: Coup, number: str) -> None:
    """Count the votes that stand; a majority of the possible ones ends the vote at this instant."""
    proposition = world.propositions[number]
    if proposition.is_open and world.status != "over":
        now = _noted(world, number)
        proposition.locked = proposition.locked or bool(now.cast)
        outcome = (
            votes.result(
                lambda surely: decided_at_once(world, _tally(world, number, surely=surely)), f"proposition {number}"
            )
            if decided_at_once(world, now)
            else None
        )
        if outcome is not None:
            _decide(world, number, outcome, now)


def _tally(world: Coup, number: str, *, surely: bool = False) -> Tally:
    return tally(world, world.propositions[number].message, eligible(world, number), surely=surely)


def _noted(world: Coup, number: str) -> Tally:
    """The votes that stand now, noted on the proposition."""
    proposition, now = world.propositions[number], _tally(world, number)
    proposition.votes = standing(world, proposition.message, eligible(world, number))
    proposition.possible, proposition.majority = now.possible, now.majority
    proposition.up, proposition.right, proposition.down = now.of(UP), now.of(RIGHT), now.of(DOWN)
    return now


@rule("COUP-102")
def count_all(world: Coup) -> None:
    """Count every open vote again when somebody entered or left: that may complete a majority."""
    for number in open_ones(world):
        count(world, number)


def look_anew(world: Coup) -> None:
    """Find the propositions and those that are voted on anew, where people said what there is."""
    world.voted_on = [number for number, each in world.propositions.items() if each.is_open]
    world.posts.update({each.message: number for number, each in world.propositions.items() if each.message})


def open_ones(world: Coup) -> list[str]:
    """The propositions that are voted on, in the order in which their time ends."""
    found = [number for number in world.voted_on if world.propositions[number].is_open]
    return sorted(found, key=lambda number: (world.propositions[number].ends_at or world.now, int(number)))


@rule("COUP-102")
def forget_votes(world: Coup, people: Iterable[str]) -> None:
    """With whoever leaves their votes are gone, also where they come back."""
    for message in list(world.thumbs):
        for user in people:
            votes.take_back(world, message, user)


# --- the limit, and what a vote decides -------------------------------------------------------------------------------


@rule("COUP-109")
def due(world: Coup) -> Iterator[Boundary]:
    """When each open vote ends."""
    for number in open_ones(world):
        proposition = world.propositions[number]
        if proposition.ends_at is not None:
            yield Boundary(proposition.ends_at, (2, proposition.made_at, int(number)), "vote_over", {"number": number})


@rule("COUP-109")
def vote_over(world: Coup, number: str) -> None:
    """A proposition's voting has lasted as long as it may: the current votes decide."""
    if world.propositions[number].is_open:
        now = _noted(world, number)
        outcome = votes.result(
            lambda surely: decided_at_limit(world, _tally(world, number, surely=surely)), f"proposition {number}"
        )
        _decide(world, number, outcome, now)


def _close(world: Coup, number: str, status: Outcome | str) -> None:
    proposition = world.propositions[number]
    proposition.status, proposition.closed_at, proposition.warnings = status, world.now, []  # type: ignore[assignment]
    world.voted_on = [each for each in world.voted_on if each != number]
    forget_asks(world, number)
    votes.forget(world, proposition.message)


@rule("COUP-106", "COUP-110", proposition_adopted="COUP-105")
def _decide(world: Coup, number: str, outcome: Outcome, now: Tally) -> None:
    """End a vote with its tally, and apply what was adopted at this instant."""
    _close(world, number, outcome)
    voters = ", ".join(f"{voter} {vote}" for voter, vote in sorted(now.cast.items())) or "nobody"
    told = {
        "proposition": int(number),
        "up": now.of(UP),
        "right": now.of(RIGHT),
        "down": now.of(DOWN),
        "possible": now.possible,
    }
    text = f"proposition {called(world, number)} is {outcome}: {now.in_words} ({voters})"
    happens(f"proposition_{outcome}", text, world.propositions[number].message, **told)
    if outcome == "adopted":
        adopting.apply(world, number)
        for other in open_ones(world):
            _warn_anew(world, other)
