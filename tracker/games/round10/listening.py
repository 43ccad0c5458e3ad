"""What rows of the chat ask for, and what may be said into the situation of a message."""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from functools import lru_cache, partial

from tracker.mechanics.chat import listening, secrets, trades
from tracker.mechanics.chat.contracts import offered_to
from tracker.mechanics.chat.frames import Situation, standing
from tracker.mechanics.chat.listening import Announced, Listening
from tracker.mechanics.chat.meant import message_of, short_ids
from tracker.mechanics.chat.proposals import is_chat
from tracker.mechanics.chat.rows import Act, Asked, Deleted, Edited, Left, Message, Reacted, Row
from tracker.mechanics.chat.talk import words_of
from tracker.mechanics.chat_text import without_invisible

from . import actions, info, items, judges, lots
from .announcements import READER
from .cards import deck_of
from .hidden_texts import read_bids, read_hand
from .secrets import kinds
from .state import Round10

ACTIONS = "actions_channel"
PUBLIC = ""
_SECRET = re.compile(r"\W*(?:i\s+)?(?:secret action\W*)?([^\W_]+?)s?\s*:\s*[0-9a-f]{3,}\b", re.IGNORECASE)
"""How a message begins that means to take a secret action, be there a hash or not."""
_HASH = re.compile(r"[0-9a-fA-F]{32,}")
_FREE_TEXT = re.compile(
    r'contract\s+"[^"\n]+"\s*:|\bruling\b[^:\n]*:|\brequest\b[^:\n]*\b(?:justice|ruling)\b[^:\n]*:', re.IGNORECASE
)
_ACTION = re.compile(r"\W*(?:i|ruling|by its terms)\b", re.IGNORECASE)
_HIDDEN = re.compile(r"\|\|.*?\|\||~~.*?~~")
"""What nobody says openly: spoilers, and what is crossed out."""
ANNOUNCED: Mapping[str, Announced] = {
    "join": Announced(info.join, ACTIONS, by_players=False),
    "leave": Announced(info.leave, ACTIONS),
    "lot": Announced(lots.generate, ACTIONS),
    "lots": Announced(lots.generate, ACTIONS),
    "trade": Announced(actions.offer, ACTIONS),
    "gift": Announced(actions.offer, ACTIONS),
    "accept": Announced(actions.accept, ACTIONS),
    "withdraw": Announced(actions.withdraw, ACTIONS),
    "exchange": Announced(items.exchange, ACTIONS),
    "buy": Announced(items.exchange, ACTIONS),
    "contract": Announced(actions.offer_contract, ACTIONS),
    "consent": Announced(actions.consent, ACTIONS),
    "terminate": Announced(actions.consent_to_end, ACTIONS, by_players=False),
    "deposit": Announced(actions.deposit, ACTIONS),
    "payout": Announced(actions.claim_payout, ACTIONS),
    "resign": Announced(judges.resign, PUBLIC, by_players=False),
    "removal": Announced(judges.assent_to_removal, PUBLIC),
    "request": Announced(judges.ask, ACTIONS, by_players=False),
    "ruling": Announced(judges.answer, PUBLIC, by_players=False),
    "confidence": Announced(judges.call_vote, ACTIONS),
    "overturn": Announced(judges.overturn, PUBLIC, by_players=False),
    "affirm": Announced(partial(judges.say, ruling="", word="affirm"), ACTIONS),
    "against": Announced(partial(judges.say, ruling="", word="overturn"), ACTIONS),
}


# --- what takes a message whole ---------------------------------------------------------------------------------------


def taken_whole(world: Round10, message: Message) -> Act | None:
    """What takes a message whole: a hash or a revealed text, a channel for proposals or for candidates."""
    if asked := secrets.asks(world, message, kinds(world.law), partial(_declares, world)):
        return asked
    if (said := _SECRET.match(message.text)) and said[1].casefold() in kinds(world.law):
        return Act(secrets.POST, {}, message, message.text)
    for name, kind in (("proposals_channel", "propose"), ("elections_channel", "stand")):
        if message.channel == world.law.word(name):
            return None if _is_talk(message, kind) else Act(kind, {}, message, message.text)
    return None


def _is_of_others(world: Round10, message: Message) -> bool:
    """Whether what stands before a hash tells of somebody else, or of what was: nobody takes an action so."""
    before = _HASH.split(message.text, maxsplit=1)[0]
    others = world.called.by_name(world.players).keys() - world.called.by_name([message.author]).keys()
    return not {*others, "was", "were"}.isdisjoint(words_of(before))


def _declares(world: Round10, text: str) -> bool:
    """Whether a text reads like that of a bid or a hand."""
    return any(bid.amount for bid in read_bids(text)) or isinstance(read_hand(text, deck_of(world.law)), dict)


def _is_talk(message: Message, kind: str) -> bool:
    """Whether a message among proposals or candidacies is only talk."""
    if kind == "stand":
        return bool(message.thread)
    words = ("[", "proposal", "urgent", "standard", "class")
    is_talk = listening.is_talk_among_proposals(message, ("//", "comment:"), words)
    return bool(message.thread) or is_chat(message.text) or is_talk


# --- the situation of a message ---------------------------------------------------------------------------------------


def situation(world: Round10, message: Message) -> Situation:
    """What a message is said into: who plays, what is open to its author, what it replies to."""
    stands = _open_to(world, message.author)
    named = {slot: _standing(found, message.reply_to) for slot, found in stands.items()}
    people = world.called.by_name(world.players)
    others = {name: who for name, who in people.items() if who != message.author}
    known = {
        "person": others,
        "party": {name: f"<@{who}>" for name, who in others.items()},
        "contract": {name.lower(): name for name in world.contracts},
        **{slot: called for slot, (called, _) in named.items()},
    }
    is_open = stands["accept.offer"] and message.channel == world.law.word(ACTIONS)
    asked = named["ruling.request"][1]
    likely = {
        "payout.person": message.author,
        "answer": f"Ruling on {asked}: " if asked and message.author == world.judge else "",
        "yes": "I accept" if is_open or message.reply_to in stands["accept.offer"] else "",
        **{slot: only for slot, (_, only) in named.items()},
    }
    names = {name: f"<@{who}>" for name, who in others.items()}
    speaker = frozenset(people.keys() - others.keys())
    has = world.players[message.author].has if message.author in world.players else (lambda items: False)
    agrees = partial(trades.offer_of, world, message.author)
    return Situation(known, likely, partial(items.exist, world.law), has, agrees, names, speaker)


def _open_to(world: Round10, who: str) -> dict[str, dict[str, str]]:
    """What stands open that somebody may name, by the slot it is named in, and whose it is."""
    offered = offered_to(world, who)
    rulings = {name: each.by for name, each in world.rulings.items() if each.status == "standing"}
    return {
        "accept.offer": trades.open_to(world, who),
        "withdraw.offer": trades.open_of(world, who),
        "consent.contract": dict.fromkeys(offered.values(), who),
        "ruling.request": {name: each.by for name, each in world.requests.items() if each.status == "open"},
        **dict.fromkeys(("confidence.ruling", "overturn.ruling", "affirm.ruling"), rulings),
    }


def _standing(stands: Mapping[str, str], reply_to: str) -> tuple[dict[str, str], str]:
    """How people call what stands open, by the digits that are shown of its message among others; and what can only be meant."""
    if not stands:
        return {}, ""
    short = short_ids(stands)
    shown = {short[key]: who for key, who in stands.items()}
    replied = next((short[key] for key in stands if message_of(key) == reply_to), None)
    called, only = standing(shown, replied)
    return called | {key.lower(): short[key] for key in stands}, only


# --- rows -------------------------------------------------------------------------------------------------------------


def lines(text: str) -> list[str]:
    """The lines of a message; a text that may say anything goes on over the next lines, until one that begins an action."""
    found = list[str]()
    for line in without_invisible(text).splitlines():
        if found and line.strip() and _FREE_TEXT.search(found[-1]) and not _ACTION.match(line):
            found[-1] += f" {line.strip()}"
        else:
            found.append(line)
    return found


LISTENING: Listening[Round10] = Listening(
    READER, ANNOUNCED, situation, asked_in=(ACTIONS, "secret_channel"), lines=lines, hidden=_HIDDEN
)


def heard(world: Round10, row: Row) -> Iterator[Act | Asked]:
    """What a row asks for, in order."""
    match row:
        case Message():
            taken = taken_whole(world, row)
            if taken is None:
                yield from LISTENING.heard(world, _with_mentions(world, row) if "@" in row.text else row)
            elif taken.kind == secrets.POST and _is_of_others(world, row):
                yield Asked(row, (taken.said,))
            else:
                yield taken
        case Edited():
            yield Act("edited", {"message": row.id, "text": row.text})
        case Deleted():
            yield Act("deleted", {"message": row.id})
        case Reacted():
            yield Act("reacted", {"reacted": row})
        case Left():
            yield Act("left", {"who": row.user})


def _with_mentions(world: Round10, message: Message) -> Message:
    """A message with all people whom it names behind the sign as one person is mentioned, by their own id in the game."""
    people = world.called.by_name(world.players)
    text = _named(tuple(people)).sub(lambda found: f"<@{people[found[1].lower()]}>", message.text)
    return replace(message, text=_MENTION.sub(lambda found: f"<@{world.called.person(found[1])}>", text))


_MENTION = re.compile(r"<@!?([^<>\s]+)>")


@lru_cache(64)
def _named(names: Iterable[str]) -> re.Pattern[str]:
    known = "|".join(map(re.escape, sorted(names, key=len, reverse=True))) or "(?!)"
    return re.compile(rf"(?<!<)@({known})(?!\w)", re.IGNORECASE)
