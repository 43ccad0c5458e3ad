"""Settings that facts lean on: what the config says of words, icons, aliases and switches becomes dated observations.

What the config says without a date holds from the beginning where the archive never had a word of it from a config,
and from now on where it changed since, but for who is who and how the blog is read (``TIMELESS``): that always was so. What was
taken out of the config falls back to the game's own value.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from difflib import get_close_matches
from typing import Any

from tracker.app.keeping.setting_values import SPECIAL_CASE, check_value, example_of
from tracker.config.settings import GameSettings, Settings, Switch
from tracker.core.clause import Parameters
from tracker.core.instants import EPOCH, iso, parse_instant
from tracker.core.nesting import read_json
from tracker.core.observation import TIMELESS, Observation, ObservationBatch, canonical_json
from tracker.core.ports import Known
from tracker.errors import ConfigError
from tracker.games.base import Game

SOURCE = "config"
DYNASTY = "dynasty"
"""The setting that holds the dynasty file's text (or a name that the tracker knows); empty: no table of values is kept."""
_REMEDY = "tracker schema parameters --game {game} shows what it holds"
_FALLBACKS: Mapping[str, Any] = {"aliases": {}, "identities": {}, "bot_account": "", "wiki_account": ""}


@dataclass(frozen=True, slots=True)
class Wish:
    """A setting as the config has it; ``since`` is None where no date is given."""

    name: str
    value: Any
    since: datetime | None = None


def wishes(settings: Settings, played: Game[Any]) -> list[Wish]:
    """The settings of a config that facts lean on, converted and checked; raises ConfigError naming the switch."""
    own = settings.game, settings.blog
    given: dict[str, Any] = {
        "player_word": own[0].player_word,
        "emperor_word": own[0].emperor_word,
        "vote_icon_bases": list(own[1].vote_icon_bases),
        "vote_icons": dict(own[1].vote_icons),
        "bot_account": own[1].bot_account,
        "wiki_account": settings.wiki.account.partition("@")[0] if settings.dynasty.file else "",
        "aliases": dict(settings.aliases),
        "identities": {
            person: {place: list(names) for place, names in accounts.items()}
            for person, accounts in settings.identities.items()
        },
        "dice_operators": list(settings.dice.operators),
        "operator_may_play": "yes" if settings.dice.operator_may_play else "",
        "ruleset_page": _ruleset_page(settings, played.parameters),
    }
    found = [Wish(name, value) for name, value in given.items() if value]
    found += _dynasty(settings)
    for wish in found:
        _check(wish.name, wish.value, played.parameters, settings.place(*_place_of(wish.name)))
    for switch in settings.switches:
        place = settings.place("switches", switch.name)
        if switch.name in given:
            raise ConfigError("is no switch", place=place, remedy="write it in its own section")
        if switch.since is not None and switch.name in TIMELESS:
            raise ConfigError("says what always was so", place=place, remedy="write it without a date")
        found.append(Wish(switch.name, _switch_value(switch, played.parameters, place), switch.since))
    return found


def _ruleset_page(settings: Settings, parameters: Parameters) -> str:
    """The page that is followed, where it is not the one that the game knows by itself."""
    known = parameters["ruleset_page"].values[-1].value if "ruleset_page" in parameters else None
    return "" if known in (None, settings.wiki.ruleset) else settings.wiki.ruleset


def _dynasty(settings: Settings) -> list[Wish]:
    """The dynasty file, where it has a date with none before it."""
    kept = Wish(DYNASTY, settings.dynasty_source, settings.dynasty.since)
    return [kept] if kept.since is None else [Wish(DYNASTY, ""), kept]


def _place_of(name: str) -> tuple[str, str]:
    """The section and option, or the section alone, in which a setting that is no switch stands."""
    if name in {"aliases", "identities"}:
        return name, ""
    if name == DYNASTY:
        return "dynasty", "file"
    if name in {"dice_operators", "operator_may_play"}:
        return "dice", name.removeprefix("dice_")
    if name == "ruleset_page":
        return "wiki", "ruleset"
    return ("game" if name in GameSettings.__dataclass_fields__ else "blog"), name


def last_said(known: Known, name: str) -> Any:
    """The value of a setting without a date as the last tick archived it; None where there was none."""
    return json.loads(known.cursor(SOURCE) or "[{}]")[0].get(name)


def _check(name: str, value: Any, parameters: Parameters, place: str) -> None:
    try:
        check_value(name, value, parameters)
    except ValueError as error:
        problem, _, allowed = str(error).partition("; ")
        raise ConfigError(problem, place=place, remedy=allowed) from error


def _switch_value(switch: Switch, parameters: Parameters, place: str) -> Any:
    if switch.name.startswith(SPECIAL_CASE):
        return _chosen(switch.text, ("active", "inactive"), place)
    if switch.name not in set(parameters):
        near = get_close_matches(switch.name, list(parameters), n=1)
        remedy = f"did you mean {near[0]}?" if near else "tracker schema parameters lists them"
        raise ConfigError("unknown switch", place=place, remedy=remedy)
    parameter = parameters[switch.name]
    if parameter.choices:
        return _chosen(switch.text, parameter.choices, place)
    like = example_of(parameter)
    may_be_json = parameter.is_open or isinstance(like, dict)
    is_json = may_be_json and switch.text.lstrip().startswith(("{", "["))
    try:
        value = read_json(switch.text) if is_json else _converted(switch.text, like)
    except ValueError as error:
        remedy = f"write it like {json.dumps(like)}"
        raise ConfigError(f"{switch.text!r} is no value of it", place=place, remedy=remedy) from error
    _check(switch.name, value, parameters, place)
    return value


def _chosen(text: str, choices: tuple[str, ...], place: str) -> str:
    if text not in choices:
        raise ConfigError(f"{text!r} is not allowed", place=place, remedy=f"allowed: {', '.join(choices)}")
    return text


def _converted(text: str, like: Any) -> Any:
    """A text as a value of the same shape as another: a number, a text, lines, or lines NAME = VALUE."""
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    if isinstance(like, int):
        return int(text)
    if isinstance(like, float):
        return float(text)
    if isinstance(like, list):
        return lines
    if isinstance(like, dict):
        pairs = [line.partition("=") for line in lines]
        if not all(equals for _, equals, _ in pairs):
            raise ValueError(text)
        texts = {name.strip(): value.strip() for name, _, value in pairs}
        return {name: int(value) for name, value in texts.items()} if _holds_numbers(like) else texts
    return text


def _holds_numbers(table: Mapping[str, Any]) -> bool:
    return all(isinstance(value, int) for value in table.values())


def setting_batch(settings: Settings, played: Game[Any], known: Known, now: datetime) -> ObservationBatch | None:
    """What changed in the config since it was last archived, as one batch; None where nothing did."""
    wanted = wishes(settings, played)
    undated = {wish.name: wish.value for wish in wanted if wish.since is None}
    dated = [wish for wish in wanted if wish.since is not None]
    cursor = canonical_json([undated, [[wish.name, wish.value, iso(wish.since or now)] for wish in dated]])
    before = known.cursor(SOURCE)
    if before == cursor or (before is None and not wanted):
        return None
    check_use(wanted, settings, played)
    changed = [*_changed(undated, before, now), *_taken_out(dated, undated, before, now)]
    rows = tuple(_observation(wish, now) for wish in (*changed, *dated))
    return ObservationBatch(SOURCE, rows, cursor, now, complete=True)


def check_use(wanted: Sequence[Wish], settings: Settings, played: Game[Any]) -> None:
    """Raise ConfigError where a well-formed setting is of no use to the game, naming its place and a remedy.

    It is asked where a config is new: a game may have to read a good deal for it.
    """
    switches = {switch.name for switch in settings.switches}
    beside: dict[str, list[Any]] = {}
    for wish in wanted:
        beside.setdefault(wish.name, []).append(wish.value)
    for wish in wanted:
        if problem := played.setting_problem(wish.name, wish.value, beside):
            is_switch = wish.name in switches
            remedy = "see: tracker dynasty check" if wish.name == DYNASTY else _REMEDY.format(game=played.slug)
            place = ("switches", wish.name) if is_switch else _place_of(wish.name)
            raise ConfigError(problem, place=settings.place(*place), remedy=remedy)


def _changed(undated: Mapping[str, Any], before: str | None, now: datetime) -> Iterator[Wish]:
    """The undated settings that are new, differ or were taken out, each with the instant from which it holds."""
    last: dict[str, Any] = json.loads(before)[0] if before else {}
    since = EPOCH if before is None else now
    if before is not None and DYNASTY not in last:
        # An archive from before there were dynasty files kept no table of values until now.
        last[DYNASTY] = ""
        yield Wish(DYNASTY, "", EPOCH)
    for name, value in undated.items():
        if name not in last or last[name] != value:
            yield Wish(name, value, _since(name, since))
    for name in sorted(last.keys() - undated.keys()):
        yield Wish(name, _fallback(name), _since(name, now))


def _since(name: str, when: datetime) -> datetime:
    """From when on a setting holds that changed at an instant."""
    return EPOCH if name in TIMELESS else when


def _taken_out(dated: Sequence[Wish], undated: Mapping[str, Any], before: str | None, now: datetime) -> Iterator[Wish]:
    """What holds in place of dated settings that were taken out: from their own instants on, or from now where those are past."""
    kept = {(wish.name, iso(wish.since or now)) for wish in dated}
    for name, _, since in json.loads(before)[1] if before else ():
        if (name, since) not in kept:
            instant = max(parse_instant(since), now)
            earlier = [wish for wish in dated if wish.name == name and wish.since and wish.since <= instant]
            newest = max(earlier, key=lambda wish: wish.since or now, default=None)
            yield Wish(name, newest.value if newest else undated.get(name, _fallback(name)), instant)


def _fallback(name: str) -> Any:
    """What is archived of a setting that was taken out: for a parameter None, so that the game's own value (or page) holds again."""
    return "active" if name.startswith(SPECIAL_CASE) else _FALLBACKS.get(name)


def _observation(wish: Wish, now: datetime) -> Observation:
    payload = {"name": wish.name, "value": wish.value}
    # Of what has no date of its own the instant tells apart what is said anew, and which was said last.
    id = f"setting:{wish.name}:{iso(now)}" if wish.name in TIMELESS else f"setting:{wish.name}"
    return Observation("setting", id, payload, at=wish.since, seen_at=now, source=SOURCE)
