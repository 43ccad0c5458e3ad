"""Judges: elections and terms, removal and resignation, requests for justice, rulings, and votes of confidence in them."""

import re
from collections.abc import Iterator

from tracker.mechanics.chat import judges, rulings, votes
from tracker.mechanics.chat.carrying import note, require, rule
from tracker.mechanics.chat.people import must_play
from tracker.mechanics.chat.rows import Boundary, Message
from tracker.mechanics.chat.votes import Voting
from tracker.mechanics.chat_text import without_invisible

from .info import voters, weeks
from .state import Round10

_TRUTH = re.compile(r"\W*(true|false)\b", re.IGNORECASE)
CONFIDENCE = Voting(both=votes.NONE)
"""In a vote of confidence who reacted both ways has cast no vote."""


# --- the office -------------------------------------------------------------------------------------------------------


@rule("R10-130", NOT_A_PLAYER="R10-130")
def stand(world: Round10, message: Message) -> None:
    """Any text of a player in the elections' channel is a candidacy for the week in which it was sent."""
    must_play(world, message.author)
    require(without_invisible(message.text).strip(), "NO_TEXT", "a message without text is no candidacy")
    judges.stand(world, message)


withdraw = rule("R10-130")(judges.withdraw)


@rule("R10-131", "R10-116", "R10-132", judge_vacant="R10-133")
def elect(world: Round10) -> None:
    """As a week ends, the author of the candidacy with the most votes in favour is Judge for the next; of equals the earliest."""
    former, term = world.judge, world.law.span("term_hours")
    stays = world.law.chooses("week_without_candidates", "keeps the Judge")
    judges.elect(world, voters(world), voters(world), Voting(), term=term, incumbent_stays=stays)
    tell_vacancy(world, former)
    world.week_ends = weeks(world.law).next(world.now)


@rule("R10-133")
def tell_vacancy(world: Round10, former: str | None) -> None:
    """Without candidates the office is vacant when the term ends; people are told."""
    if former and world.judge is None:
        note("OFFICE_VACANT", f"the term of {former} is over and nobody stood for the next: there is no Judge")


@rule("R10-133")
def end_term(world: Round10) -> None:
    """A term that does not end with an election ends by itself."""
    former = world.judge
    if world.law.chooses("week_without_candidates", "leaves the office vacant"):
        judges.end_term(world)
    tell_vacancy(world, former)


term_ends = judges.term_ends


@rule("R10-117", NO_JUDGE="R10-117")
def assent_to_removal(world: Round10, message: Message) -> None:
    """The Judge is removed once enough different players have assented to it in public during the term."""
    judges.assent_to_removal(world, message, voters(world))


resign = rule("R10-119")(judges.resign)


def deadlines(world: Round10, rank: int, kind: str) -> Iterator[Boundary]:
    """When it gets too late for a vote of confidence in a ruling, and for who made it to overturn it."""
    spans = [world.law.span(name) for name in ("confidence_start_hours", "self_overturn_hours")]
    standing = (each.made_at for each in world.rulings.values() if each.status == "standing")
    return (Boundary(made_at + span, (rank,), kind) for made_at in standing for span in spans)


# --- justice ----------------------------------------------------------------------------------------------------------


ask = rule("R10-120", "R10-121", justice_requested="R10-121", REQUEST_NOT_OBLIGING="R10-121")(rulings.ask)


@rule("R10-121", NO_TRUTH_VALUE="R10-120")
def answer(world: Round10, message: Message, text: str, request: str = "") -> None:
    """The Judge responds to a request; a statement is ruled true or false by the first words."""
    found = _TRUTH.match(text)
    rulings.answer(world, message, request, text, found[1].casefold() == "true" if found else None)


call_vote = rule("R10-124")(rulings.call_vote)
say = rule("R10-125")(rulings.say)
overturn_own = rule("R10-128", NEW_RULING_DUE="R10-129", RULING_WITHOUT_BEARING="R10-127")(rulings.overturn_own)


def overturn(world: Round10, message: Message, ruling: str = "", my: str = "") -> None:
    """Overturn an own ruling, or say so in a vote of confidence that is open on it."""
    is_here = message.channel == world.law.word("actions_channel") and message.author in voters(world)
    if is_here and not my and message.author != world.judge and rulings.open_votes(world):
        say(world, message, ruling, "overturn")
    else:
        overturn_own(world, message, ruling)


@rule("R10-126", "R10-125", RULING_WITHOUT_BEARING="R10-127")
def decide_confidence(world: Round10, matter: str) -> None:
    """A vote of confidence is counted when it ends: strictly more must want to overturn."""
    rulings.decide_confidence(world, matter, CONFIDENCE, voters(world))
