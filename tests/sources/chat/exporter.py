"""Writes a chat as DiscordChatExporter does: one JSON file a channel or thread."""

import json
from datetime import datetime, timedelta, timezone
from pathlib import Path
from typing import Any

from tests.contracts.chat_world import GUILD, Account, Channel, Chat, Written

TYPES = {0: "Default", 6: "ChannelPinnedMessage", 7: "GuildMemberJoin", 19: "Reply"}


def export(chat: Chat, channel: Channel, when: datetime, zone: float = 0, **more: Any) -> dict[str, Any]:
    """What the file of a channel holds that is exported at an instant; its instants are in a zone so many hours ahead of UTC."""
    parent = next((one for one in chat.channels.values() if one.id == channel.parent), None)
    place = timezone(timedelta(hours=zone))
    return {
        "guild": {"id": GUILD, "name": "Infinite Nomic", "iconUrl": ""},
        "channel": {
            "id": channel.id,
            "type": "GuildPublicThread" if parent else "GuildTextChat",
            "categoryId": parent.id if parent else "1",
            "category": parent.name if parent else "Round 10",
            "name": channel.name,
            "topic": None,
        },
        "dateRange": {"after": None, "before": None},
        "exportedAt": when.astimezone(place).isoformat(),
        "messages": [_message(chat, written, place) for written in channel.messages.values()],
        "messageCount": len(channel.messages),
        **more,
    }


def write(chat: Chat, folder: Path, when: datetime, zone: float = 0) -> None:
    """Export every channel into a folder."""
    import os

    for channel in chat.channels.values():
        file = folder / f"Infinite Nomic - {channel.id}.json"
        file.write_text(json.dumps(export(chat, channel, when, zone)), encoding="utf-8")
        os.utime(file, (when.timestamp(), when.timestamp()))


def _message(chat: Chat, written: Written, place: timezone) -> dict[str, Any]:
    edited = written.edited_at
    told: dict[str, Any] = {
        "id": written.id,
        "type": TYPES[written.type],
        "timestamp": written.at.astimezone(place).isoformat(),
        "timestampEdited": edited.astimezone(place).isoformat() if edited else None,
        "callEndedTimestamp": None,
        "isPinned": False,
        "content": written.text if chat.is_content_shown else "",
        "author": _user(written.author),
        "attachments": [],
        "embeds": [],
        "stickers": [],
        "reactions": [_reaction(chat, *one) for one in written.reactions.items()],
        "mentions": [_user(account) for account in chat.people.values() if f"@{_shown(account)}" in written.text],
    }
    return told | ({"reference": {"messageId": written.reply_to}} if written.reply_to else {})


def _reaction(chat: Chat, emoji: tuple[str, str], who: dict[str, bool]) -> dict[str, Any]:
    by_id = {account.id: account for account in chat.people.values()}
    told = {"id": emoji[1], "name": emoji[0], "code": emoji[0], "isAnimated": False, "imageUrl": ""}
    return {"emoji": told, "count": len(who), "users": [_user(by_id[id]) for id in who]}


def _shown(account: Account) -> str:
    return account.nick or account.shown or account.name


def _user(account: Account) -> dict[str, Any]:
    return {
        "id": account.id,
        "name": account.name,
        "discriminator": "0000",
        "nickname": _shown(account),
        "color": None,
        "isBot": account.is_bot,
        "avatarUrl": "",
    }
