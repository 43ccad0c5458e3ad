"""Where each action is announced, and what is refused because it stands elsewhere or its author is no player."""

from __future__ import annotations

from tracker.core.rule import rule
from tracker.mechanics.chat_log import ChatMessage
from tracker.mechanics.chat_play import Moment
from tracker.mechanics.law import Law

from . import secrets
from .general import is_over
from .players import is_playing
from .state import World

ANYBODY = frozenset({"join", "leave", "request", "resign", "ruling", "self_overturn"})
"""The announcements that need not come from a player: their own rules say from whom."""
ANYWHERE = frozenset({"reveal", "resign", "ruling", "self_overturn"})
"""The announcements that are good in every channel that is read."""
_WITHOUT_A_CHANNEL = frozenset({"generate_lots", "exchange"})
_SHORT = frozenset({"consent", "confidence_vote", "withdraw"})
"""Words of one or two that may be mere talk: they are actions where they name or answer something."""
CLAUSES = {
    "join": "R10-007",
    "leave": "R10-008",
    "bid": "R10-016",
    "hand": "R10-040",
    "reveal": "R10-141",
    "generate_lots": "R10-036",
    "trade_offer": "R10-072",
    "gift": "R10-072",
    "consent": "R10-073",
    "withdraw": "R10-073",
    "contract_offer": "R10-076",
    "contract_consent": "R10-077",
    "contract_end": "R10-078",
    "to_contract": "R10-079",
    "from_contract": "R10-080",
    "exchange": "R10-113",
    "resign": "R10-119",
    "remove_judge": "R10-117",
    "request": "R10-120",
    "ruling": "R10-121",
    "confidence": "R10-124",
    "confidence_vote": "R10-125",
    "self_overturn": "R10-128",
}
"""The clause of each kind of announcement."""


@rule("R10-071")
def channel_of(law: Law, kind: str) -> str:
    """The channel in which a kind of action is announced; "" where any will do."""
    if kind in law.value("secret_kinds"):
        return secrets.channel_of(law, kind)
    if kind in ANYWHERE or (kind == "remove_judge" and law.chooses("removal_assent_channel", "any public one")):
        return ""
    if kind in _WITHOUT_A_CHANNEL and law.chooses("actions_without_a_channel", "in any channel"):
        return ""
    return law.word("actions_channel")


def is_mere_talk(moment: Moment[World], kind: str, names_something: bool, message: ChatMessage) -> bool:
    """Whether a word such as “agreed” outside its channel is no action: it names nothing and answers nothing."""
    if kind not in _SHORT or names_something or message.channel == channel_of(moment.law, kind):
        return False
    answered = moment.world.acted.get(message.reply_to)
    return answered is None or answered < moment.when - moment.law.span("settle_after_hours")


@rule("R10-004", "R10-071")
def is_refused(moment: Moment[World], kind: str, n: int, message: ChatMessage) -> bool:
    """Refuse what comes after the round's end, from somebody who is no player, or in the wrong channel."""
    if is_over(moment, n):
        return True
    if kind not in ANYBODY and not is_playing(moment.world, message.author):
        text = f"{message.author} is no player: join in #{moment.law.word('actions_channel')}"
        moment.refuse("NOT_A_PLAYER", "R10-004", text, n)
        return True
    channel = channel_of(moment.law, kind) if kind else ""
    if channel in ("", message.channel):
        return False
    clause = CLAUSES.get(kind, "R10-071")
    moment.refuse("WRONG_CHANNEL", clause, f"this belongs in #{channel}; it has no effect here", n)
    return True
