"""Whether a config's token, server, channels and switches of a Discord bot hold: what ``tracker check`` tells of them."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from pathlib import Path

from tracker.core.ports import Clock
from tracker.errors import ConfigError, SourceUnreadableError
from tracker.sources.chat.config import CONTENT_OFF, HISTORY_OFF, MEMBERS_OFF, DiscordConfig
from tracker.sources.chat.cursor import DiscordCursor, ExportCursor
from tracker.sources.chat.discord import may_read_contents
from tracker.sources.chat.export import export_files, looked_over
from tracker.sources.chat.permissions import Standing
from tracker.sources.chat.places import Directory
from tracker.sources.chat.rest import DiscordRest, NotAllowedError, RestConfig, Told

MEMBERS_SHOWN = (1 << 14) | (1 << 15)
"""The flags of an application that may list members: granted, and granted to a small bot."""


def checked(
    config: DiscordConfig,
    rest: RestConfig,
    clock: Clock,
    place: str,
    answered: Collection[str] = (),
    told: Collection[str] = (),
) -> str:
    """What was found, in a line; raises SourceError or ConfigError with all that is to be mended.

    In the channels ``answered`` the bot replies to messages, in those ``told`` it says how things stand: whether it may is worked out
    of its roles, and nothing is written.
    """
    with DiscordRest(rest, clock) as asking:
        application = asking.application()
        name = str(asking.guild(config.guild).named("server").get("name") or config.guild)
        flags = application.named("the bot").get("flags")
        faults = [] if may_read_contents(application) else [CONTENT_OFF]
        if config.members_minutes and not (isinstance(flags, int) and flags & MEMBERS_SHOWN):
            faults.append(MEMBERS_OFF)
        cursor = DiscordCursor(config.guild)
        listed = Directory(config, cursor, asking, clock.now()).find_channels()
        faults += [f"#{name.removeprefix('#')}: {problem}" for name, problem in cursor.problems.items()]
        faults += _unreadable(cursor, asking, _written_in(listed))
        if answered or told:
            faults += _unwritable(config, asking, listed, answered, told)
    if faults:
        raise ConfigError(
            "; ".join(faults), place=place, remedy="mend each in the developer portal, the server or the config"
        )
    written = f", {len({*answered, *told})} may be written in" if answered or told else ""
    return f"{name} answers; {len(cursor.channels) + len(cursor.forums)} channels are read{written}"


def _unwritable(
    config: DiscordConfig, asking: DiscordRest, listed: Told, answered: Collection[str], told: Collection[str]
) -> Iterator[str]:
    """The channels in which the bot shall write and may not, each with what its role lacks."""
    own = str(asking.own_account().named("the bot").get("id"))
    member = asking.member(config.guild, own).named("the bot's roles").get("roles") or []
    roles = [one for one in asking.roles(config.guild).listed("roles") if isinstance(one, dict)]
    bot = Standing(config.guild, own, frozenset(map(str, member)), roles)
    channels = [one for one in listed.listed("channels") if isinstance(one, dict)]
    for name in dict.fromkeys((*answered, *told)):
        wanted = name.removeprefix("#").casefold()
        found = [one for one in channels if wanted in (str(one.get("id")), str(one.get("name")).casefold())]
        if len(found) != 1 and name not in config.channels:
            yield f"#{wanted}: no channel of the server is called so, or several are: name its id"
        lacking = [] if len(found) != 1 else bot.lacks(found[0], answers=name in answered)
        if lacking:
            yield f"#{wanted}: the bot shall write there and may not: give its role {', '.join(lacking)}"


def checked_exports(folder: Path, patterns: Sequence[str], place: str) -> tuple[str, ExportCursor]:
    """How many exported files there are, in a line, and what they tell all of; raises ConfigError with those that cannot be read."""
    found, missing = export_files(folder, patterns)
    faults, told = [f"no file is called {pattern}" for pattern in missing], ExportCursor()
    for file in found:
        problems, whole = looked_over(file)
        faults += [f"{file}: {problem}" for problem in problems]
        if whole is not None and whole.after <= whole.by:
            told.note(whole.id, whole.channel, whole.after, whole.by)
    if faults:
        raise ConfigError("; ".join(faults), place=place, remedy="correct the names, or export anew")
    return f"{len(found)} exported files can be read", told


def _written_in(listed: Told) -> set[str]:
    """The channels in which somebody has ever written."""
    return {
        str(one.get("id")) for one in listed.listed("channels") if isinstance(one, dict) and one.get("last_message_id")
    }


def _unreadable(cursor: DiscordCursor, asking: DiscordRest, written_in: set[str]) -> Iterator[str]:
    """The channels that the bot sees and may not read."""
    for name, id in cursor.channels.items():
        try:
            if not asking.messages(id).listed(name) and id in written_in:
                yield f"#{name.removeprefix('#')}: no messages are shown: {HISTORY_OFF}"
        except NotAllowedError as error:
            yield f"#{name.removeprefix('#')}: {error.message}: {error.remedy}"
        except SourceUnreadableError as error:
            yield f"#{name.removeprefix('#')}: {error.message}"
