"""Propositions: made by messages, changed while nobody has voted, voted on by reactions until a majority or the limit, and applied."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import partial
from typing import Literal

from tracker.core.instants import iso
from tracker.mechanics.chat import votes
from tracker.mechanics.chat.carrying import happens, pass_over, refuse, require, rule
from tracker.mechanics.chat.rows import Boundary, Message, Reacted
from tracker.mechanics.enacting.typed_changes import is_proposition

from ..general import ask, plays
from ..playing import orders
from ..state import Ask, Change, Coup, Proposition
from . import adopting, voting
from .proposition_reading import Reading, differences, form_of, is_respelled, read, words_in
from .voting import DOWN, RIGHT, UP, Outcome

SPELLING, MORE = "spelling and grammar", "more than that"
"""What people may say of an edit after a vote (COUP-100)."""
# --- making a proposition ---------------------------------------------------------------------------------------------


def in_message(world: Coup, message: str) -> str:
    """The number of the proposition that a message posted; "" for none."""
    number = world.posts.get(message, "")
    return number if number and world.propositions[number].message == message else ""


def read_now(world: Coup, text: str) -> Reading | None:
    """What a text proposes, by the rules as they stand and the names of players."""
    return read(text, world.rules, orders.rules_on_it(world), partial(orders.by_ids, world))


def is_one(world: Coup, text: str) -> bool:
    """Whether a message in the propositions' channel is a proposition, and no talk about one that there is."""
    found = read_now(world, text) if is_proposition(text) else None
    return found is not None and str(found.number) not in world.propositions


@rule("COUP-075")
def propose(world: Coup, message: Message) -> None:
    """Make a player's message in the propositions' channel a proposition; its time runs from the first posting."""
    proponent, found = plays(world, message), read_now(world, message.text)
    if found is None:
        return
    world.propositions_made += 1
    number, ends_at = str(world.propositions_made), world.now + world.law.span("proposition_hours")
    world.propositions[number] = Proposition(
        proponent=proponent, made_at=world.now, ends_at=ends_at, message=message.id, playing=list(world.players)
    )
    _take(world, number, message.text, found)


@rule("COUP-075", "COUP-099", no_type="COUP-076")
def _take(world: Coup, number: str, text: str, found: Reading) -> None:
    """Let a proposition be what a text says; each change that lacks something is refused, and without any it is illegal."""
    proposition = world.propositions[number]
    proposition.text, proposition.title, proposition.proposed = text, found.title, found.changes
    proposition.code, proposition.status = found.code, "illegal" if found.code else "active"
    world.posts[proposition.message] = number
    for n, change in enumerate(found.changes, 1):
        if change.code:
            _lacks(change, n)
    if found.code and not found.changes:
        pass_over(found.code, found.why)
    _forget_asks(world, number)
    until = iso(proposition.ends_at) if proposition.ends_at else "its end"
    warned = "".join(f"; {text}" for _, _, text in adopting.warnings(world, number))
    became = f"is illegal: {found.why}" if found.code else f"is voted on until {until}{warned}"
    remarks = f"; read as remarks that change nothing: “{' / '.join(found.remarks)[:200]}”" if found.remarks else ""
    name = "proposition_illegal" if found.code else "proposition_made"
    told = {"proposition": int(number), "player": proposition.proponent, "message": proposition.message}
    happens(name, f"{proposition.proponent}'s proposition {called(world, number)} {became}{remarks}", **told)
    count(world, number)


@rule(
    "COUP-094",
    no_type="COUP-087",
    bad_type="COUP-087",
    no_content="COUP-088",
    parent_missing="COUP-089",
    unknown_rule="COUP-092",
    paths_disagree="COUP-092",
)
def _lacks(change: Change, n: int) -> None:
    """Tell that a change is not complete: by the clause that wants what it lacks, or by its type's syntax."""
    pass_over(change.code, change.why, n)


def called(world: Coup, number: str) -> str:
    """A proposition as it is called: its number, and its title."""
    title = world.propositions[number].title
    return f"{number} “{title}”" if title else number


def _forget_asks(world: Coup, number: str) -> None:
    """Ask no more of edits of a proposition whose text is another, or that is decided."""
    for id in [id for id, each in world.asks.items() if each.about.get("edit_of") == number]:
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
        nothing = Reading("", [], "no_type", "no line says the type of a change")
        _take(world, number, text, read_now(world, text) or nothing)


@rule("COUP-100")
def _edited_after_votes(world: Coup, number: str, text: str) -> None:
    """Refuse an edit of more than spelling and grammar; let people say of any other whether it is no more than that."""
    proposition, found = world.propositions[number], read_now(world, text)
    has_same_form = form_of(text) == form_of(proposition.text)
    if has_same_form and _lines_in(text) == _lines_in(proposition.text):
        return
    closeness, changed = world.law.number("spelling_closeness") / 100, differences(proposition.text, text)
    is_spelling = all(is_respelled(was, now, closeness) for was, now in changed)
    if found is None or found.code or not has_same_form or not is_spelling:
        refuse("edit_after_votes", f"votes were cast on proposition {number}: more than its spelling was edited")
    shown = "; ".join(f"“{was}” to “{now}”" for was, now in changed)[:300] or "the layout"
    asked = f"Votes were cast on proposition {number}, and it was edited: {shown}. Is that only spelling and grammar?"
    id = f"edit:{proposition.message}:{iso(world.now)}"
    about = {"edit_of": number, "edited": text, "shown": shown}
    ask(world, id, asked, [SPELLING, MORE], proposition.message, code="EDIT_TO_CONFIRM", **about)


def _lines_in(text: str) -> list[list[str]]:
    """The words of each line of a text, whatever blanks stand around them."""
    return [line.split() for line in text.splitlines() if line.strip()]


@rule("COUP-100")
def edit_judged(world: Coup, asked: Ask, answer: str) -> None:
    """Take corrected words over where people say that they are no more than that; every change keeps the rule that it was bound to."""
    number, text = str(asked.about["edit_of"]), str(asked.about["edited"])
    proposition, found = world.propositions[number], read_now(world, text)
    if answer != SPELLING:
        why = f"votes were cast on proposition {number}: people say that {asked.about['shown']} is more"
        pass_over("edit_after_votes", why)
    elif proposition.is_open and found is not None:
        proposition.text, proposition.title = text, found.title
        for change, corrected in zip(proposition.proposed, found.changes, strict=False):
            change.title, change.text = corrected.title, corrected.text
        happens("proposition_respelled", f"proposition {number}: {asked.about['shown']}", proposition=int(number))


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
    if number and world.propositions[number].is_open:
        proposition, first = world.propositions[number], message.text.strip(" *_#>`\n").partition("\n")[0]
        is_named = re.match(rf"proposition {number}\b", first, re.IGNORECASE)
        words, posted = (" ".join(words_in(text)) for text in (proposition.text, message.text))
        if is_named or (proposition.title and proposition.title in first) or words in posted:
            world.posts[message.id] = number


# --- votes ------------------------------------------------------------------------------------------------------------


@rule("COUP-102")
def eligible(world: Coup, number: str) -> list[str]:
    """Who may vote: all players but the proponent, at this instant."""
    return [player for player in world.players if player != world.propositions[number].proponent]


@rule("COUP-103", not_eligible="COUP-102", inactive="COUP-110")
def react(world: Coup, number: str, reacted: Reacted) -> None:
    """A reaction was set or taken back: count again; one that is no vote is told as such."""
    proposition, name = world.propositions[number], f"proposition {number}"
    if voting.react(world, proposition, reacted, eligible(world, number), name):
        _must_be_complete(world, number, reacted)
        count(world, number)


@rule("COUP-075")
def _must_be_complete(world: Coup, number: str, reacted: Reacted) -> None:
    why = f"proposition {number} is not complete, so this is no vote: set it anew once it is"
    require(world.propositions[number].is_open or not reacted.is_set, "inactive", why)


@rule("COUP-104", "COUP-111")
def count(world: Coup, number: str) -> None:
    """Count the votes that stand; a majority of the possible ones ends the vote at this instant."""
    proposition = world.propositions[number]
    if proposition.is_open:
        voters, name = eligible(world, number), f"proposition {number}"
        decided = voting.counted(world, proposition, voters, voting.decided_at_once, name)
        proposition.locked = proposition.locked or bool(proposition.votes)
        proposition.majority = voting.majority(proposition.possible)
        if decided is not None:
            _decide(world, number, decided)


@rule("COUP-102")
def count_all(world: Coup) -> None:
    """Count every open vote again when somebody entered or left: that may complete a majority."""
    for number in open_ones(world):
        count(world, number)


def find_posts(world: Coup) -> None:
    """Find the messages of propositions anew, where people said what there is."""
    world.posts.update({each.message: number for number, each in world.propositions.items() if each.message})


def open_ones(world: Coup) -> list[str]:
    """The propositions that are voted on, in the order in which their time ends."""
    found = [number for number, each in world.propositions.items() if each.is_open]
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
    proposition = world.propositions[number]
    if proposition.is_open:
        voters, name = eligible(world, number), f"proposition {number}"
        decided = voting.counted(world, proposition, voters, voting.decided_at_limit, name)
        _decide(world, number, decided or "rejected")


def _close(world: Coup, number: str, status: Literal[Outcome, "withdrawn"]) -> None:
    proposition = world.propositions[number]
    proposition.status, proposition.closed_at = status, world.now
    _forget_asks(world, number)
    votes.forget(world, proposition.message)


@rule("COUP-106", "COUP-110", proposition_adopted="COUP-105")
def _decide(world: Coup, number: str, decided: Outcome) -> None:
    """End a vote with its tally, and apply what was adopted at this instant."""
    proposition = world.propositions[number]
    _close(world, number, decided)
    counts = {UP: proposition.up, RIGHT: proposition.right, DOWN: proposition.down}
    voters = ", ".join(f"{voter} {mine[-1].vote}" for voter, mine in sorted(proposition.votes.items())) or "nobody"
    counted = ", ".join(f"{many} {side}" for side, many in counts.items())
    text = f"proposition {called(world, number)} is {decided}: {counted} of {proposition.possible} ({voters})"
    told = {"proposition": int(number), **counts, "possible": proposition.possible}
    happens(f"proposition_{decided}", text, proposition.message, **told)
    if decided == "adopted":
        adopting.apply(world, number)
