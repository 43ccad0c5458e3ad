"""The interchange format: observations as JSON Lines, checked line by line (docs/formats.md)."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from difflib import get_close_matches
from pathlib import Path
from typing import Any

from pydantic import BaseModel, ValidationError

from tracker.app.asking.audience import may_see
from tracker.app.keeping.record_shapes import Record, RosterPlayer, models
from tracker.app.keeping.setting_values import check_value
from tracker.core.clause import Parameters
from tracker.core.nesting import TooDeepError, read_json
from tracker.core.observation import ObservationBatch, observation_from_record, record_from_observation
from tracker.core.ports import Archive
from tracker.core.secrecy import Secrecy, opened_games
from tracker.errors import InputError

SHOWN_ERRORS = 3
"""How many faulty lines an error names; the others are counted."""


# --- reading ----------------------------------------------------------------------------------------------------------


def read_file(path: Path, parameters: Parameters | None = None) -> list[dict[str, Any]]:
    """Every record of a file, checked; raises InputError naming file, line, field and remedy.

    ``parameters`` are those of the game that it is for: with them the values of settings are checked too.
    """
    return read_lines(lines_of(path), str(path), parameters)


def lines_of(path: Path) -> list[bytes]:
    """The lines of a file; raises InputError."""
    try:
        content = path.read_bytes()
    except OSError as error:
        raise InputError(error.strerror or str(error), place=str(path), remedy="check the path") from error
    return content.removeprefix(b"\xef\xbb\xbf").split(b"\n")


def read_lines(lines: Iterable[bytes], name: str, parameters: Parameters | None = None) -> list[dict[str, Any]]:
    """Every record of these lines, checked as by ``read_file``, empty lines left out; errors call the file ``name``.

    All lines are checked before anything is given, so nothing is ever half imported. Raises InputError.
    """
    placed = read_placed(lines, name)
    if parameters is not None:
        check_settings(placed, parameters)
    return [record for _, record in placed]


def read_placed(lines: Iterable[bytes], name: str) -> list[tuple[str, dict[str, Any]]]:
    """Every record of these lines with its place, checked but for the values of settings; raises InputError."""
    placed: list[tuple[str, dict[str, Any]]] = []
    faults: list[InputError] = []
    for number, line in enumerate(lines, start=1):
        if not line.strip():
            continue
        try:
            placed.append((f"{name}:{number}", read_line(line, f"{name}:{number}")))
        except InputError as fault:
            faults.append(fault)
    if faults:
        raise _together(faults)
    return placed


def check_settings(placed: Iterable[tuple[str, Mapping[str, Any]]], parameters: Parameters) -> None:
    """See that the settings among records can be what a game's parameters are; raises InputError naming their places."""
    faults: list[InputError] = []
    for place, record in placed:
        try:
            if record["kind"] == "setting":
                _check_setting(record, parameters, place)
        except InputError as fault:
            faults.append(fault)
    if faults:
        raise _together(faults)


def read_line(line: bytes, place: str) -> dict[str, Any]:
    """One record, checked; raises InputError with the field and a remedy."""
    try:
        record = read_json(line.decode("utf-8"), object_pairs_hook=_without_doubles, parse_constant=_no_constant)
    except UnicodeDecodeError as error:
        raise InputError(f"byte {error.start + 1} is not UTF-8", place=place, remedy="save it as UTF-8") from error
    except TooDeepError as error:
        raise InputError("nested too deeply", place=place, remedy="write one flat JSON object a line") from error
    except ValueError as error:
        raise InputError(f"not JSON: {error}", place=place, remedy="write one JSON object a line") from error
    return check_record(record, place)


def check_record(record: Any, place: str) -> dict[str, Any]:
    """The record itself where it is well formed; raises InputError with the field and a remedy."""
    if not isinstance(record, dict):
        raise InputError(f"a line holds an object, not {type(record).__name__}", place=place)
    kind = record.get("kind")
    if not isinstance(kind, str) or kind not in models():
        problem = "kind is missing" if "kind" not in record else f"unknown kind {kind!r}"
        raise InputError(problem, place=place, remedy=_suggestion(str(kind), models(), "kinds"))
    try:
        models()[kind].model_validate(record)
    except ValidationError as error:
        raise _fault(kind, error, place) from error
    return record


def _check_setting(record: Mapping[str, Any], parameters: Parameters, place: str) -> None:
    try:
        check_value(record["name"], record["value"], parameters)
    except ValueError as error:
        problem, _, allowed = str(error).partition("; ")
        raise InputError(f"setting: {record['name']}: {problem}", place=place, remedy=allowed) from error


def _fault(kind: str, error: ValidationError, place: str) -> InputError:
    """The first thing that is wrong with a record, in our words."""
    detail = error.errors(include_url=False)[0]
    where = ".".join(str(part) for part in detail["loc"])
    model = RosterPlayer if detail["loc"][:1] == ("players",) and len(detail["loc"]) > 1 else models()[kind]
    if detail["type"] == "extra_forbidden":
        field = str(detail["loc"][-1])
        return InputError(
            f"{kind}: unknown field {where}", place=place, remedy=_suggestion(field, model.model_fields, "fields")
        )
    if detail["type"] == "missing":
        return InputError(f"{kind}: field {where} is missing", place=place, remedy=f"fields: {_listed(model)}")
    text = detail["msg"].removeprefix("Value error, ")
    if not detail["loc"]:
        return InputError(f"{kind}: {text}", place=place, remedy="see docs/formats.md")
    return InputError(f"{kind}: {where}: {text}", place=place, remedy=f"it is {_shown(detail['input'])}")


def _listed(model: type[BaseModel]) -> str:
    return ", ".join(name for name in model.model_fields if name not in {"kind", *Record.model_fields})


def _suggestion(word: str, known: Iterable[str], what: str) -> str:
    names = list(known)
    near = get_close_matches(word, names, n=1)
    return f"did you mean {near[0]!r}?" if near else f"known {what}: {', '.join(names)}"


def _shown(value: Any) -> str:
    text = repr(value)
    return text if len(text) <= 60 else f"{text[:57]}..."


def _together(faults: Sequence[InputError]) -> InputError:
    """One error for a file: the first faults in full, the rest as a number."""
    first, others = faults[0], faults[1:SHOWN_ERRORS]
    if len(faults) == 1:
        return first
    also = "; ".join(str(fault) for fault in others)
    more = f"; and {len(faults) - SHOWN_ERRORS} more lines" if len(faults) > SHOWN_ERRORS else ""
    return InputError(
        f"{first.message} [also: {also}{more}]", place=first.place, remedy=first.remedy or "nothing was read"
    )


def _without_doubles(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    made = dict(pairs)
    if len(made) < len(pairs):
        names = [name for name, _ in pairs]
        raise ValueError(f"field {next(name for name in names if names.count(name) > 1)!r} stands twice")
    return made


def _no_constant(text: str) -> Any:
    raise ValueError(f"{text} is no JSON number")


# --- writing, and the archive -----------------------------------------------------------------------------------------


def line_of(record: Mapping[str, Any]) -> str:
    """A record as one line, without its line end."""
    text = json.dumps(record, ensure_ascii=False, separators=(",", ":"))
    try:
        text.encode()
    except UnicodeEncodeError:
        # Half a surrogate pair can only be written as an escape.
        return json.dumps(record, separators=(",", ":"))
    return text


def exported(archive: Archive, audience: str, names: frozenset[str] | None = frozenset()) -> Iterator[str]:
    """The archive's rows that an audience may see, as lines, by the order in which they were learned.

    Of what is secret only the public part is told; ``names`` are those of the game's hidden things, None: secrets are told too.
    """
    opened = opened_games(row.observation for row in archive.rows() if row.observation.kind == "reveal")
    public = Secrecy(names, opened).public_part if names is not None else lambda whole: whole
    for row in archive.rows():
        told = public(row.observation)
        if told is not None and may_see(audience, told.audience):
            yield line_of(record_from_observation(told))


def batch_of(records: Iterable[Mapping[str, Any]], looked_at: datetime) -> ObservationBatch:
    """Checked records as one batch, which is appended in one transaction or not at all."""
    observations = tuple(observation_from_record(record) for record in records)
    return ObservationBatch("file", observations, cursor="", looked_at=looked_at)
