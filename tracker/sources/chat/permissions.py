"""What a bot may do in a channel: worked out of its roles and the channel's overwrites, as Discord does."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from tracker.sources.chat.places import FORUMS

if TYPE_CHECKING:
    from discord import Permissions

_NAMES: Mapping[str, str] = {
    "view_channel": "View Channel",
    "send_messages": "Send Messages",
    "send_messages_in_threads": "Send Messages in Threads",
    "read_message_history": "Read Message History",
}
"""Permissions by discord.py's names -> as Discord shows them."""
_ROLE = 0
"""The type of an overwrite for a role; others are for one member."""


@dataclass(frozen=True, slots=True)
class Standing:
    """A member of a server: the ids of both, those of the member's roles, and every role of the server as Discord tells it."""

    guild: str
    member: str
    held: frozenset[str]
    roles: Sequence[Mapping[str, Any]]

    def lacks(self, channel: Mapping[str, Any], *, answers: bool) -> list[str]:
        """The permissions that are lacking to write in a channel and find it again; ``answers``: in its threads, too."""
        held = self._in_channel(channel)
        wanted = ["view_channel", "send_messages", "read_message_history"]
        if channel.get("type") in FORUMS:
            wanted.remove("send_messages")
        return [
            _NAMES[name]
            for name in (*wanted, *(["send_messages_in_threads"] if answers else []))
            if not getattr(held, name)
        ]

    def _in_channel(self, channel: Mapping[str, Any]) -> Permissions:
        from discord import Permissions

        held = 0
        for role in self.roles:
            if str(role.get("id")) in {self.guild, *self.held}:
                held |= int(role.get("permissions") or 0)
        if Permissions(held).administrator:
            return Permissions.all()
        overwrites = [one for one in channel.get("permission_overwrites") or () if isinstance(one, Mapping)]
        own = [one for one in overwrites if str(one.get("id")) == self.member and one.get("type") != _ROLE]
        of_roles = [one for one in overwrites if str(one.get("id")) in self.held and one.get("type") == _ROLE]
        for layer in ([one for one in overwrites if str(one.get("id")) == self.guild], of_roles, own):
            denied, allowed = (_joined(layer, name) for name in ("deny", "allow"))
            held = held & ~denied | allowed
        return Permissions(held)


def _joined(overwrites: Sequence[Mapping[str, Any]], name: str) -> int:
    joined = 0
    for one in overwrites:
        joined |= int(one.get(name) or 0)
    return joined
