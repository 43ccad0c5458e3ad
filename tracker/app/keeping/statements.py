"""What people state by a file, looked at before it is archived: settings and openings must be of use, and people must be known."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any

from tracker.app.asking.folding import fold_archive, gamestate_of
from tracker.app.tick.setting_log import wishes
from tracker.app.wired import Wired
from tracker.core.fold import CHAT_KINDS
from tracker.core.observation import observation_from_record
from tracker.errors import InputError
from tracker.mechanics.stated import left_open

SHOWN = 12
"""How many things an error names; the others are counted."""
_ACCOUNT = re.compile(r"[0-9]{15,20}")
_OWN_SOURCE = "file"


def checked(wired: Wired, records: Sequence[Mapping[str, Any]], file: str) -> list[Mapping[str, Any]]:
    """The records of a file with people by their accounts' ids, where the game is played in a chat.

    Raises InputError naming file, record and remedy for a setting or an opening that is of no use, and for one in which
    something is still to be filled in. What was archived before and exported is not looked at again.
    """
    stated = [each for each in records if each.get("source", _OWN_SOURCE) == _OWN_SOURCE]
    if not any(each["kind"] in ("setting", "opening") for each in stated):
        return list(records)
    beside = _beside(wired, records)
    for record in stated:
        if record["kind"] == "setting" and record["value"] is not None:
            problem = wired.game.setting_problem(record["name"], record["value"], beside)
            _refuse([problem] if problem else [], record, file, "correct it in the file")
        elif record["kind"] == "opening":
            _check_opening(wired, record, file, beside)
    id_of = _Accounts(wired, file).id_of if _is_in_chat(wired) else str
    return [
        _with_people(wired, each, id_of) if each["kind"] == "opening" and each in stated else each for each in records
    ]


def _beside(wired: Wired, records: Sequence[Mapping[str, Any]]) -> dict[str, list[Any]]:
    """Every value of every setting in the config, the archive and the file, by its name."""
    found: dict[str, list[Any]] = {}
    archived = (row.observation.payload for row in wired.archive.rows() if row.observation.kind == "setting")
    given = [{"name": wish.name, "value": wish.value} for wish in wishes(wired.settings, wired.game)]
    for each in (*given, *archived, *(record for record in records if record["kind"] == "setting")):
        if each.get("value") is not None:
            found.setdefault(str(each["name"]), []).append(each["value"])
    return found


def _check_opening(wired: Wired, record: Mapping[str, Any], file: str, beside: Mapping[str, Sequence[Any]]) -> None:
    slug = wired.game.slug
    if record["game"] != slug:
        _refuse([f"it is of the game {record['game']!r}, not {slug}"], record, file, "import it where that is played")
    remedy = (
        "write what is known in place of each question mark, and take out what there is not; tracker opening says how"
    )
    _refuse(
        [f"still to fill in: {', '.join(places)}"] if (places := list(left_open(record["state"]))) else [],
        record,
        file,
        remedy,
    )
    when = observation_from_record(record).happened_at
    _refuse(wired.game.opening_problems(record["state"], beside, when), record, file, "correct it in the file")


def _refuse(problems: Sequence[str], record: Mapping[str, Any], file: str, remedy: str) -> None:
    if not problems:
        return
    more = f"; and {len(problems) - SHOWN} more" if len(problems) > SHOWN else ""
    name = record.get("name", record["id"])
    raise InputError(f"{'; '.join(problems[:SHOWN])}{more}", place=f"{file}, {record['kind']} {name}", remedy=remedy)


# --- people -----------------------------------------------------------------------------------------------------------


def _is_in_chat(wired: Wired) -> bool:
    return bool(wired.settings.discord.guild or wired.settings.chat_export.files)


def _with_people(wired: Wired, record: Mapping[str, Any], id_of: Callable[[str], str]) -> Mapping[str, Any]:
    return {**record, "state": wired.game.with_people(record["state"], id_of)}


class _Accounts:
    """The accounts of a chat by the names that they showed last, people as the config names them, and the groups that play."""

    def __init__(self, wired: Wired, file: str) -> None:
        self._wired = wired
        self._names = names = dict(_shown_names(wired))
        self._file = file
        self._ids: dict[str, list[str]] = {}
        for id, name in names.items():
            self._ids.setdefault(name.casefold(), []).append(id)
        self._people = {person.casefold(): person for person in wired.settings.identities}

    def id_of(self, name: str) -> str:
        """The id of whoever is called so; raises InputError where nobody is, or several are."""
        said = name.strip().removeprefix("@")
        if said in self._names or _ACCOUNT.fullmatch(said):
            return said
        if said.casefold() in self._people:
            return self._people[said.casefold()]
        found = self._ids.get(said.casefold(), [])
        if len(found) == 1:
            return found[0]
        if not found and said.casefold() in self._groups:
            return self._groups[said.casefold()]
        who = (
            f"several accounts bear the name {said!r}: {', '.join(found)}" if found else f"nobody is known as {said!r}"
        )
        remedy = (
            "write the number of the account: in Discord turn on Developer Mode (User Settings, Advanced), then right click"
            " somebody's name and choose Copy User ID; who has written something is known by name after a tick"
        )
        raise InputError(who, place=self._file, remedy=remedy)

    @cached_property
    def _groups(self) -> Mapping[str, str]:
        """The groups that play now, which are folded only where somebody is called as no account is."""
        folded = fold_archive(self._wired.game, self._wired.archive, self._wired.clock.now())
        values = gamestate_of(self._wired.game, folded).values
        return {name.casefold(): name for name in self._wired.game.groups(values)}


def _shown_names(wired: Wired) -> Iterator[tuple[str, str]]:
    """Account and name, as each was seen, the newest last."""
    for row in wired.archive.rows():
        seen = row.observation
        if seen.kind in CHAT_KINDS and seen.text("name"):
            yield seen.text("author") or seen.text("user"), seen.text("name")
