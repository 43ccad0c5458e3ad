r"""Reads stories of chat games told line by line, turns them into observations and compares what was printed.

One line a row, after its instant (or ``START..END`` where it was only seen between two looks)::

    2021-08-02 10:00:00 ana in game-actions m1: I join the game
    2021-08-02 10:00:00 bob in auctions m2 re m1: Bid: {sha256:Bid 20 chips on Lot 1. salt: x}
    2021-08-02 10:00:00 bot dicey in game-actions m3: 12
    2021-08-02 10:05:00 edit m1: new text
    2021-08-02 10:05:00 delete m1
    2021-08-02 10:06:00 ana +1 m1
    2021-08-02 10:07:00 ana removes +1 m1
    2021-08-02 10:08:00..2021-08-02 10:20:00 ana +1 m1
    2021-08-02 10:09:00 ana leaves the server
    2021-08-02 10:10:00 roll 12 5 for KEY
    2021-08-02 10:10:00 rolls d12,d20: 1 10
    2021-08-02 10:10:00 shuffle Duke,Contessa,Captain for KEY
    2021-08-02 10:11:00 decide QUESTION ANSWER by bob because "so it was"
    2021-08-02 10:11:00 set NAME = {"any": "JSON"}
    2021-08-02 10:11:00 correct m1 {"void": true}
    2021-08-02 10:12:00 look discord
    2021-08-02 10:12:00 json {"kind": "message", "id": "m9", ...}
    2021-08-01 00:00:00 opening {"players": [...]}

``{sha256:TEXT}`` in a text is the digest of TEXT; ``\n`` in either is a line end, ``\r`` a carriage return and ``\\`` a backslash.
"""

import hashlib
import json
import re
import tomllib
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeAlias

from tests.games import situations
from tests.games.situations import INSTANT, Case, Record, StoryError, case_of, correction, iso

Builder: TypeAlias = Callable[[re.Match[str]], list[Record]]

LINE = re.compile(rf"(?P<start>{INSTANT})(?:\.\.(?P<end>{INSTANT}))?\s+(?P<rest>.*)")
NAME = r'("[^"]+"|[^\s":]+)'
WORD = r'("[^"]+"|\S+)'
QUOTED = r'"((?:[^"\\]|\\.)*)"'
DIGEST = re.compile(r"\{sha256:(.*?)\}")
ESCAPES = {"n": "\n", "r": "\r", "\\": "\\"}


@dataclass(frozen=True)
class ChatCase(Case):
    """One situation of a chat game; ``events`` are among those told, each compared on the fields given, ``no_events`` are not."""

    game: str = ""
    events: tuple[tuple[str, Mapping[str, Any]], ...] = ()
    no_events: tuple[tuple[str, Mapping[str, Any]], ...] = ()


def read_cases(path: Path, game: str) -> tuple[ChatCase, ...]:
    """Every case of one file: as in ``situations``, with ``events`` and ``no_events``."""
    with path.open("rb") as file:
        table = tomllib.load(file)
    if unknown := set(table) - {"case"}:
        raise StoryError(f"{path.name}: unknown tables {sorted(unknown)}")
    return tuple(_case(path.stem, game, entry) for entry in table.get("case", []))


def _case(chapter: str, game: str, entry: Record) -> ChatCase:
    plain = {key: value for key, value in entry.items() if key not in ("events", "no_events")}
    events, no_events = (tuple(_event(text) for text in entry.get(key, ())) for key in ("events", "no_events"))
    return ChatCase(**vars(case_of(chapter, plain)), game=game, events=events, no_events=no_events)


def _event(text: str) -> tuple[str, Mapping[str, Any]]:
    """``round_won {player: "ana", at: "..."}``: a name, and fields with JSON (or TOML inline, with ``=``) for values."""
    name, _, fields = text.partition(" ")
    if not name:
        raise StoryError(f"an event without a name: {text!r}")
    return name, _map(re.sub(r"([{,]\s*)([a-z_]+)\s*:", r'\1"\2":', fields), text) if fields.strip() else {}


def records(case: ChatCase) -> list[Record]:
    """A case's story as observations, in the order of its lines."""
    return told(case.story, case.game, case.name)


def told(story: str, game: str, name: str = "a story") -> list[Record]:
    """A story as observations of the interchange format, in the order of its lines; raises StoryError naming the line it cannot read."""
    found: list[Record] = []
    messages: dict[str, Record] = {}
    for number, line in enumerate(map(str.strip, story.splitlines()), start=1):
        if line and not line.startswith("#"):
            place = f"{name}, line {number}: {line!r}"
            found.extend(_completed(record, messages, game, place) for record in _records(line, place))
    for number, record in enumerate(found, start=1):
        record.setdefault("id", f"o{number:03}")
    return found


def check(case: ChatCase, printed: Mapping[str, Any]) -> list[str]:
    """Each difference between what was expected and what was printed, in words.

    A refusal may name its action's number: ``m1#2 CODE``.
    """
    refused = printed.get("refused", [])
    numbered = [{**each, "observation": f"{each['observation']}#{each['n']}"} for each in refused if "n" in each]
    differences = situations.check(case, {**printed, "refused": [*refused, *numbered]})
    return [*differences, *_event_differences(case, printed.get("events", []))]


def _event_differences(case: ChatCase, printed: Iterable[Mapping[str, Any]]) -> Iterator[str]:
    events = list(printed)
    for wanted in case.events:
        if not any(_is_told(wanted, event) for event in events):
            same = [json.dumps(event) for event in events if event.get("event") == wanted[0]]
            yield f"{case.name} | event {wanted[0]} {dict(wanted[1])}: expected, found only [{'; '.join(same)}]"
    for unwanted in case.no_events:
        for event in (event for event in events if _is_told(unwanted, event)):
            yield f"{case.name} | event {json.dumps(event)}: not expected"


def _is_told(wanted: tuple[str, Mapping[str, Any]], event: Mapping[str, Any]) -> bool:
    name, fields = wanted
    return event.get("event") == name and all(key in event and event[key] == value for key, value in fields.items())


# --- lines


def _records(line: str, place: str) -> list[Record]:
    match = LINE.fullmatch(line)
    if match is None:
        raise StoryError(f"{place}: no instant")
    when = _when(match["start"], match["end"])
    for pattern, build in STATEMENTS:
        if found := pattern.fullmatch(match["rest"]):
            return [{**record, **when} for record in _built(build, found, place)]
    raise StoryError(f"{place}: cannot read it")


def _built(build: Builder, match: re.Match[str], place: str) -> Iterator[Record]:
    try:
        built = build(match)
    except ValueError as error:
        raise StoryError(f"{place}: {error}") from error
    for record in built:
        yield {key: value for key, value in record.items() if value is not None}


def _when(start: str, end: str | None) -> Record:
    return {"at": iso(start)} if end is None else {"not_before": iso(start), "not_after": iso(end)}


def _completed(record: Record, messages: dict[str, Record], game: str, place: str) -> Record:
    """A record with what only earlier lines tell: the channel and the author of the message that it is about."""
    kind = record["kind"]
    if kind == "opening":
        return {"game": game, **record}
    if kind == "message":
        messages[record["id"]] = record
    if kind in ("message_edited", "message_deleted", "reaction", "reaction_removed"):
        about = record.get("message", record.get("id"))
        if about not in messages:
            raise StoryError(f"{place}: no message {about}")
        if kind in ("message_edited", "message_deleted"):
            message = messages[about]
            return {"channel": message["channel"], "author": message["author"], **record}
    return record


def _message(match: re.Match[str]) -> list[Record]:
    bot, author, channel, identity, reply_to, text = match.groups()
    told = {"id": identity, "channel": channel.removeprefix("#"), "author": _name(author), "text": _text(text)}
    return [{"kind": "message", **told, "reply_to": reply_to, "bot": True if bot else None}]


def _edited(match: re.Match[str]) -> list[Record]:
    return [{"kind": "message_edited", "id": match[1], "text": _text(match[2])}]


def _deleted(match: re.Match[str]) -> list[Record]:
    return [{"kind": "message_deleted", "id": match[1]}]


def _reaction(match: re.Match[str]) -> list[Record]:
    user, removes, word, message = match.groups()
    emoji = f":{word}:" if re.fullmatch(r"[\w+-]+", word, re.ASCII) else word
    told = {"message": message, "emoji": emoji, "user": _name(user)}
    kind = "reaction_removed" if removes else "reaction"
    return [{"kind": kind, "id": f"reaction:{message}:{emoji}:{_name(user)}", **told}]


def _left(match: re.Match[str]) -> list[Record]:
    return [{"kind": "member_left", "user": _name(match[1])}]


def _roll(match: re.Match[str]) -> list[Record]:
    return [_die(match[1], match[2], match[3])]


def _rolls(match: re.Match[str]) -> list[Record]:
    dice, faces = match[1].split(","), match[2].split()
    if len(dice) != len(faces):
        raise StoryError(f"{len(dice)} dice have not {len(faces)} faces")
    return [_die(die[1:], face, match[3]) for die, face in zip(dice, faces, strict=True)]


def _shuffle(match: re.Match[str]) -> list[Record]:
    return [{"kind": "shuffle", "deck": match[1].split(","), "for": match[2]}]


def _die(sides: str, face: str, key: str | None) -> Record:
    if not 1 <= int(face) <= int(sides):
        raise StoryError(f"a die of {sides} has no face {face}")
    return {"kind": "roll", "sides": int(sides), "face": int(face), "for": key}


def _decision(match: re.Match[str]) -> list[Record]:
    question, answer, by, why = match.groups()
    told = {"question": _name(question), "answer": _name(answer), "by": _name(by), "why": _unquoted(why or "")}
    return [{"kind": "decision", **told}]


def _setting(match: re.Match[str]) -> list[Record]:
    return [{"kind": "setting", "name": match[1], "value": json.loads(match[2])}]


def _look(match: re.Match[str]) -> list[Record]:
    return [{"kind": "look", "source": match[1], "complete": True}]


def _opening(match: re.Match[str]) -> list[Record]:
    return [{"kind": "opening", "state": _map(match[1], "opening")}]


def _raw(match: re.Match[str]) -> list[Record]:
    return [dict(json.loads(match[1]))]


def _map(text: str, place: str) -> Record:
    """A map written as JSON or as TOML's inline table."""
    try:
        return dict(json.loads(text))
    except ValueError:
        pass
    try:
        return dict(tomllib.loads(f"told = {text}")["told"])
    except ValueError as error:
        raise StoryError(f"{place}: neither JSON nor an inline table: {text!r}") from error


def _name(word: str) -> str:
    return word.strip('"')


def _unquoted(quoted: str) -> str:
    return re.sub(r"\\(.)", r"\1", quoted)


def _text(written: str) -> str:
    hashed = DIGEST.sub(lambda match: hashlib.sha256(_unescaped(match[1]).encode()).hexdigest(), written)
    return _unescaped(hashed)


def _unescaped(text: str) -> str:
    return re.sub(r"\\([nr\\])", lambda match: ESCAPES[match[1]], text)


FORMS: tuple[tuple[str, Builder], ...] = (
    (r"opening (\{.*\})", _opening),
    (r"json (\{.*\})", _raw),
    (r"correct(?: ([^\s{]\S*))? (\{.*\})", lambda match: [correction(match)]),
    (r"set (\S+) = (.+)", _setting),
    (rf"decide {WORD} {WORD} by {WORD}(?: because {QUOTED})?", _decision),
    (r"look (\S+)", _look),
    (r"roll (\d+) (\d+)(?: for (\S+))?", _roll),
    (r"rolls (d\d+(?:,d\d+)*): (\d+(?: \d+)*)(?: for (\S+))?", _rolls),
    (r"shuffle ([^\s,]+(?:,[^\s,]+)*)(?: for (\S+))?", _shuffle),
    (r"edit (\S+?): ?(.*)", _edited),
    (r"delete (\S+)", _deleted),
    (rf"{NAME} leaves the server", _left),
    (rf"(bot )?{NAME} in (\S+) (\S+?)(?: re (\S+?))?: ?(.*)", _message),
    (rf"{NAME} (removes )?(\S+) (\S+)", _reaction),
)
STATEMENTS = tuple((re.compile(form), build) for form, build in FORMS)
