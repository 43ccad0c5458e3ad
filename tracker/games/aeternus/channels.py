"""Where each action is announced, and what is refused because it stands elsewhere or its author is no player."""

from __future__ import annotations

from tracker.core.rule import rule
from tracker.mechanics.chat_log import ChatMessage
from tracker.mechanics.chat_play import Moment
from tracker.mechanics.law import Law

from .general import is_over
from .players import is_playing
from .state import World

ANYBODY = frozenset({"join", "request", "resign", "ruling", "self_overturn"})
"""The announcements that need not come from a player: their own rules say from whom."""
ANYWHERE = frozenset({"declare", "resign"})
"""The announcements that are good in every channel that is read."""
_SHORT = frozenset({"consent", "withdraw"})
"""Words of one or two that may be mere talk: they are actions where they name or answer something."""
_WITHOUT_A_CHANNEL = frozenset(
    {"merge", "leave_faction", "scout", "traverse", "fish", "forage", "craft", "build", "stagway", "name_quality"}
)
"""What the rules name no channel for (section 6)."""
_TRADES = frozenset({"trade_offer", "consent", "withdraw"})
_JUSTICE = frozenset({"request", "ruling", "confidence", "self_overturn"})
CLAUSES = {
    "join": "AET-008",
    "leave": "AET-010",
    "declare": "AET-013",
    "merge": "AET-017",
    "leave_faction": "AET-022",
    "trade_offer": "AET-150",
    "consent": "AET-151",
    "withdraw": "AET-151",
    "request": "AET-047",
    "ruling": "AET-048",
    "confidence": "AET-050",
    "self_overturn": "AET-054",
    "resign": "AET-045",
    "remove_judge": "AET-043",
    "scout": "AET-129",
    "traverse": "AET-130",
    "fish": "AET-131",
    "forage": "AET-135",
    "craft": "AET-180",
    "build": "AET-124",
    "stagway": "AET-119",
    "burn": "AET-191",
    "use": "AET-152",
    "name_quality": "AET-178",
}
"""The clause of each kind of announcement."""


@rule("AET-008", "AET-013", "AET-043", "AET-045", "AET-047", "AET-151", "AET-152")
def channel_of(law: Law, kind: str) -> str:
    """The channel in which a kind of action is announced; "" where any public one will do."""
    if kind in ANYWHERE:
        return ""
    if kind == "remove_judge":
        return "" if law.chooses("removal_assent_channel", "any public one") else law.word("justice_channel")
    if kind in _WITHOUT_A_CHANNEL and law.chooses("actions_without_a_channel", "in any channel"):
        return ""
    if kind in _TRADES:
        return law.word("trades_channel")
    return law.word("justice_channel" if kind in _JUSTICE else "actions_channel")


def is_mere_talk(moment: Moment[World], kind: str, names_something: bool, message: ChatMessage) -> bool:
    """Whether a word such as “agreed” outside its channel is no action: it names nothing and answers nothing."""
    if kind not in _SHORT or names_something or message.channel == channel_of(moment.law, kind):
        return False
    answered = moment.world.acted.get(message.reply_to)
    return answered is None or answered < moment.when - moment.law.span("settle_after_hours")


@rule("AET-008", "AET-050", "AET-152")
def is_refused(moment: Moment[World], kind: str, n: int, message: ChatMessage) -> bool:
    """Refuse what comes after the cycle's end, in the wrong channel, or from somebody who is no player, in this order (CV10)."""
    law = moment.law
    if is_over(moment, n):
        return True
    channel = channel_of(law, kind) if kind else ""
    clause = CLAUSES.get(kind, "AET-152")
    if channel not in ("", message.channel):
        moment.refuse("WRONG_CHANNEL", clause, f"this belongs in #{channel}; it has no effect here", n)
        return True
    may_start = kind == "confidence" and law.chooses("confidence_started_by", "everybody")
    if kind in ANYBODY or may_start or is_playing(moment.world, message.author):
        return False
    text = f"{message.author} is no player: join in #{law.word('actions_channel')}"
    moment.refuse("NOT_A_PLAYER", clause, text, n)
    return True
