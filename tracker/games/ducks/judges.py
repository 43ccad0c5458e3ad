"""Judges, rulings and votes of confidence."""

from __future__ import annotations

import re

from tracker.mechanics.chat import judges, rulings
from tracker.mechanics.chat.carrying import note, require, rule
from tracker.mechanics.chat.rows import Message
from tracker.mechanics.chat.votes import Voting

from .players import voters
from .state import Ducks

_TRUTH = re.compile(r"\W*(?:it(?: i|')s |that(?: i|')s )?(true|false)\b", re.IGNORECASE)
WORDS_ALONE = Voting({})
"""Reactions are no votes of confidence."""

resign = rule("DUCK-173")(judges.resign)


@rule("DUCK-170", "DUCK-171")
def appoint(world: Ducks, message: Message) -> None:
    """While there is no Judge, a player would be it."""
    if message.author not in world.candidates:
        judges.appoint(world, message)


@rule("DUCK-171", "DUCK-170", "DUCK-169")
def assent(world: Ducks, message: Message, person: str) -> None:
    """Two others who assent make somebody Judge, and the other candidacies lapse."""
    judges.assent(world, message, person, voters(world))


@rule("DUCK-172", "DUCK-169")
def assent_to_removal(world: Ducks, message: Message, person: str | None = None) -> None:
    """Two who assent remove the Judge."""
    require(person in (None, world.judge), "bad_target", f"{person} is not the Judge")
    judges.assent_to_removal(world, message, voters(world))
    note("REMOVAL_FOR_ABUSE", "a Judge should only be removed for abuse of the office")


@rule("DUCK-175")
def ask(world: Ducks, message: Message, text: str = "") -> None:
    """Anyone but the Judge asks for justice."""
    require(text.strip(), "missing_parameter", "the request has no words")
    rulings.ask(world, message, text.strip(), judge_may=False)


@rule("DUCK-176", "DUCK-174")
def answer(world: Ducks, message: Message, text: str = "", request: str = "") -> None:
    """The Judge answers a question, and says of a statement whether it is true."""
    require(text.strip(), "missing_parameter", "the response has no words")
    said = _TRUTH.match(text)
    truth = said[1].lower() == "true" if said else None
    rulings.answer(world, message, request, text.strip(), truth, must_say=True)


@rule("DUCK-182", RULING_WITHOUT_BEARING="DUCK-181")
def overturn_own(world: Ducks, message: Message, ruling: str = "") -> None:
    """The Judge of now overturns a ruling in time, and owes a new one."""
    rulings.overturn_own(world, message, ruling, whose="any")


@rule("DUCK-178")
def call_vote(world: Ducks, message: Message, ruling: str = "") -> None:
    """Start a vote of confidence on a ruling that stands, in time."""
    rulings.call_vote(world, message, ruling)


@rule("DUCK-179")
def overturn(world: Ducks, message: Message, ruling: str = "") -> None:
    """Vote to overturn a ruling; the last vote of each counts. Where nobody votes the Judge means a ruling of the Judge's own."""
    if message.author == world.judge and not rulings.open_votes(world):
        overturn_own(world, message, ruling)
    else:
        rulings.say(world, message, ruling, "overturn")


@rule("DUCK-179")
def affirm(world: Ducks, message: Message, ruling: str = "") -> None:
    """Vote to affirm a ruling."""
    rulings.say(world, message, ruling, "affirm")


@rule("DUCK-180", RULING_WITHOUT_BEARING="DUCK-181")
def decide_confidence(world: Ducks, matter: str) -> None:
    """Strictly more must want to overturn; an overturned ruling has no bearing."""
    rulings.decide_confidence(world, matter, WORDS_ALONE, voters(world))
