"""What stays of a message of Round 10 when its words are redacted: what it announced, which hash it bears or reveals, its class."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tracker.mechanics.announcements import Fields, NotUnderstood
from tracker.mechanics.chat_log import ChatMessage
from tracker.mechanics.chat_play import Moment
from tracker.mechanics.chat_text import without_invisible
from tracker.mechanics.concerned_parameters import concerned
from tracker.mechanics.proposal_class import read_proposal
from tracker.mechanics.redacted_texts import REDACTED, bare_text, hidden_name, kept_actions, kept_reveals
from tracker.mechanics.secret_actions import bare_hashes, hashes_in

from .hands import HAND_PART, card_names
from .hidden_texts import Bid, read_bids, read_hand
from .judges import is_standing
from .proposals import CLASSES
from .reading import read_in
from .secrets import BID, HAND, kind_named, unquoted
from .spoken_items import CardNames
from .state import State, World

_FREE = ("text", "terms", "term")
"""The fields of announcements that hold anybody's own words."""
_NOTHING_KNOWN = "…"


def kept_of(state: State, moment: Moment[World], message: ChatMessage, text: str) -> dict[str, Any]:
    """What stays of a text of a message, read as of this instant; the words themselves do not."""
    hashed = set(moment.law.value("secret_kinds"))
    kinds = {each.hash: each.kind for world in state.worlds for each in world.secrets.values()}
    cards = card_names(moment)
    channel, law = message.channel, moment.law
    kept: dict[str, Any] = {
        "said": kept_actions(read_in(moment, text), lambda kind, fields: _bare(fields, kind in hashed), _bare_line),
        "shows": kept_reveals(text, kinds, lambda hash, words: bare_secret(kinds[hash], words, cards)),
        "words": _hash_words(moment, text),
    }
    if channel == law.word("proposals_channel"):
        kept |= {"words": proposal_words(text), "concerns": list(concerned(law, text))}
    elif channel == law.word("elections_channel"):
        kept["words"] = candidacy_words(text)
    return {name: value for name, value in kept.items() if value}


def kept_of_hidden(moment: Moment[World], part: str, answer: str) -> dict[str, Any]:
    """What stays of an answer that says how a part of a revealed text reads."""
    return {"words": bare_secret(HAND if part == HAND_PART else BID, answer, card_names(moment))}


def _bare(fields: Fields, is_hashed: bool) -> Fields:
    """The fields of an announcement without free words; of a name what lets it be known again."""
    bare: Callable[[str], str] = bare_hashes if is_hashed else bare_text
    hidden = {name: bare(str(fields[name])) for name in _FREE if name in fields}
    names = {"name": hidden_name(str(fields["name"]))} if "name" in fields else {}
    return {**fields, **hidden, **names}


def _bare_line(line: str) -> str:
    return " ".join(hashes_in(line)) or REDACTED


# --- secret actions ---------------------------------------------------------------------------------------------------


def _hash_words(moment: Moment[World], text: str) -> str:
    """What tells a message with a hash and no known action: the kind with which it begins, and the hashes that it does not only quote."""
    own = hashes_in(unquoted(text))
    quoted = (f"\n> {each}" for each in hashes_in(text) if each not in own)
    return " ".join([kind_named(moment.law, text), *own]).strip() + "".join(quoted)


def bare_secret(kind: str, text: str, cards: CardNames) -> str:
    """What a revealed text says as a bid or a hand, in plain words; of other kinds nothing."""
    if kind == BID:
        return "\n".join(map(_bare_bid, read_bids(text))) or REDACTED
    if kind == HAND:
        hand = read_hand(text, cards)
        if isinstance(hand, NotUnderstood):
            return f"Hand: card of {REDACTED}"
        return "Hand: " + (", ".join(f"{count}x {card}" for card, count in hand.items()) or "nothing")
    return REDACTED


def _bare_bid(bid: Bid) -> str:
    if bid.lot is None:
        return "lots"
    unsaid = "0" if bid.reason and bid.reason != "UNCLEAR" else _NOTHING_KNOWN
    return f"Lot {bid.lot}: {bid.amount or unsaid}"


# --- proposals and candidacies ----------------------------------------------------------------------------------------


def proposal_words(text: str) -> str:
    """What stands for a message in the channel for proposals: the class that it names, or that it is chat."""
    head = read_proposal(text, CLASSES)
    if head.is_chat:
        return f"// {_NOTHING_KNOWN}"
    named = head.cls or (_NOTHING_KNOWN if head.unknown else "")
    return f"[{named}] {_NOTHING_KNOWN}" if named else _NOTHING_KNOWN


def candidacy_words(text: str) -> str:
    """What stands for a message in the channel for elections: nothing, any text, or one that says what it is."""
    if not without_invisible(text).strip():
        return ""
    return "I stand" if is_standing(text) else _NOTHING_KNOWN
