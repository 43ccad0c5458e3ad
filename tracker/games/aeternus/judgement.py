"""3.2 Judgement: the Judge, requests for justice, rulings, votes of confidence and elections."""

from __future__ import annotations

import re

from tracker.mechanics.chat import judges, rulings
from tracker.mechanics.chat.carrying import note, require, rule
from tracker.mechanics.chat.people import must_play, playing
from tracker.mechanics.chat.rows import OVERHEARD, Message
from tracker.mechanics.chat.votes import EACH, UP, Voting

from .state import Aeternus, Poll

CONFIDENCE = Voting(both=UP)
ELECTION = Voting(both=EACH)
resign = rule("AET-045")(judges.resign)


@rule("AET-043", "AET-042", REMOVAL_FOR_ABUSE="AET-044")
def assent_to_removal(world: Aeternus, message: Message) -> None:
    """The Judge is removed once enough players have assented to it in public during the term."""
    judge = world.judge
    judges.assent_to_removal(world, message, playing(world))
    note(
        "REMOVAL_FOR_ABUSE", f"{message.author} assents to the removal of {judge}: that is only for abuse of the office"
    )


# --- requests and rulings ---------------------------------------------------------------------------------------------


ask = rule("AET-047", "AET-046")(rulings.ask)


@rule("AET-048", NO_TRUTH_VALUE="AET-046")
def answer(world: Aeternus, message: Message, text: str = "", request: str = "") -> None:
    """The Judge responds to a request: with an answer, or with whether the statement is true."""
    found = _TRUTH.match(text)
    truth = None if found is None else found[1].casefold() == "true"
    rulings.answer(world, message, request, text, truth)


_TRUTH = re.compile(r"\W*(true|false)\b(?!\W+(?:or|and|if|unless|when|but|except)\b)", re.IGNORECASE)


# --- votes of confidence ----------------------------------------------------------------------------------------------


@rule("AET-050", "AET-051", "AET-052")
def call_vote(world: Aeternus, message: Message, ruling: str = "") -> None:
    """Start a vote of confidence on a ruling, in time; the message that starts it is the poll, unless it points to another."""
    poll = _poll_named(_words(message)) or _poll_replied_to(world, message) or message.id
    require(poll in world.polls, "UNCLEAR", f"there is no message {poll} on which people could vote")
    rulings.call_vote(world, message, ruling, poll=poll, is_reversed=world.polls[poll].is_reversed)


_CALLED = re.compile(
    r"vote of (?:no )?confidence(?: on| in| for| about)?(?: the| that| this)?(?: ruling)?(?: #?\S*\d\w*)?",
    re.IGNORECASE,
)
_POINTED = re.compile(
    r"\b(?:poll|vote|react)\b[^\n]*?(?:https?://\S*?/|\b)(?P<id>[a-z]{0,12}[-_]?\d[\w-]*)(?![\w/])", re.IGNORECASE
)
_POLL = re.compile(r"\bpoll\b", re.IGNORECASE)
_REVERSED = re.compile(
    r"(?:👍|thumbs? up)\W*(?:\w+\W+){0,3}?overturn|(?:👎|thumbs? down)\W*(?:\w+\W+){0,3}?affirm", re.IGNORECASE
)


def _poll_named(text: str) -> str:
    """The message to which the one that starts a vote points as its poll; "" for none."""
    found = _POINTED.search(_CALLED.sub(" ", text))
    return found["id"] if found else ""


def _poll_replied_to(world: Aeternus, message: Message) -> str:
    replied = world.polls.get(message.reply_to)
    return message.reply_to if replied is not None and replied.is_called_so else ""


def note_poll(world: Aeternus, message: Message) -> None:
    """Remember a message on which a vote may be held, and whether it says in so many words that approval overturns."""
    is_reversed = _REVERSED.search(_words(message)) is not None
    called_so = _POLL.search(_words(message)) is not None
    world.polls[message.id] = Poll(at=message.at, is_called_so=called_so, is_reversed=is_reversed)


def _words(message: Message) -> str:
    """What a message says, or what stays of it for votes where it is redacted."""
    return str(message.kept.get(OVERHEARD, message.text))


def poll_words(text: str) -> str:
    """What a message says of a poll, in words of ours: that it is one, or which is, and that approval overturns."""
    named, said = _poll_named(text), ""
    if named or _POLL.search(text):
        said = f"poll {named}"
    return f"{said} 👍 overturn" if _REVERSED.search(text) else said


@rule("AET-053", "AET-052", RULING_WITHOUT_BEARING="AET-056")
def decide_confidence(world: Aeternus, matter: str) -> None:
    """A ruling is overturned by strictly more to overturn it than to affirm it; a vote that is unclear affirms."""
    rulings.decide_confidence(world, matter, CONFIDENCE, set(playing(world)))


self_overturn = rule("AET-054", NEW_RULING_DUE="AET-055", RULING_WITHOUT_BEARING="AET-056")(rulings.overturn_own)


# --- elections --------------------------------------------------------------------------------------------------------


@rule("AET-057")
def stand(world: Aeternus, message: Message) -> None:
    """A reputable player's message in the channel is a candidacy of its week."""
    player = must_play(world, message.author)
    require(player.reputable, "NOT_REPUTABLE", f"{message.author} is not reputable: that is no candidacy")
    judges.stand(world, message, needs_text=False)


withdraw = rule("AET-057")(judges.withdraw)


@rule("AET-058", "AET-059", "AET-060", judge_retained="AET-061")
def elect(world: Aeternus) -> None:
    """At the week's end the popular candidacy with most in favour makes its author Judge; without one the incumbent stays."""
    authors = {each.author for each in world.candidacies.values()}
    judges.elect(world, set(playing(world)), authors, ELECTION, popular_only=True, incumbent_stays=True)
