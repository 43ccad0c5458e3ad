"""The shape of an observation of each kind, as the interchange format writes it: pydantic models, made out of ``kinds.toml``."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path
from typing import Annotated, Any, Literal, TypeAlias

from pydantic import (
    AfterValidator,
    BaseModel,
    ConfigDict,
    Field,
    JsonValue,
    StrictBool,
    StrictInt,
    StrictStr,
    WithJsonSchema,
    create_model,
    model_validator,
)
from pydantic.json_schema import JsonSchemaMode, models_json_schema

from tracker.core.instants import instant_of_play, parse_instant
from tracker.core.observation import KINDS, Kind
from tracker.core.snowflakes import PLACE

SCHEMA_ID = "https://json-schema.org/draft/2020-12/schema"
LONGEST_HTML = 1_000_000
"""The most that ``[blog] longest_text`` lets a tracker read of one text: a longer one costs whoever replays it too much."""


def _instant(text: str) -> str:
    instant_of_play(text)
    return text


def _not_too_long(html: str) -> str:
    # By hand: pydantic's own bound refuses texts that hold half a character, which blogs do show.
    if len(html) > LONGEST_HTML:
        raise ValueError(f"more than {LONGEST_HTML:,} characters")
    return html


Instant: TypeAlias = Annotated[
    StrictStr, AfterValidator(_instant), WithJsonSchema({"type": "string", "format": "date-time"})
]
Name: TypeAlias = Annotated[StrictStr, Field(min_length=1)]
Change: TypeAlias = Literal["join", "leave", "idle", "unidle", "admin", "deadmin", "emperor", "unemperor", "rename"]


class _Strict(BaseModel):
    model_config = ConfigDict(extra="forbid")


class Record(_Strict):
    """What every observation has: an id that is stable at the source, and when it happened."""

    model_config = ConfigDict(
        json_schema_extra={"anyOf": [{"required": ["at"]}, {"required": ["not_before", "not_after"]}]}
    )

    id: Annotated[Name, Field(description="stable at the source: a later sight of the same thing has the same id")]
    at: Annotated[Instant | None, Field(description="when it happened, with its zone")] = None
    not_before: Annotated[Instant | None, Field(description="the last look that did not see it")] = None
    not_after: Annotated[Instant | None, Field(description="the look that first saw it")] = None
    seen_at: Annotated[Instant | None, Field(description="when it was seen")] = None
    audience: Annotated[Name, Field(description="`public`, `operator`, or the name of the one player it is for")] = (
        "public"
    )
    source: Annotated[Name, Field(description="where it was seen; a file's own lines say nothing")] = "file"

    @model_validator(mode="after")
    def _has_its_time(self) -> Record:
        if self.at is not None:
            if self.not_before is not None or self.not_after is not None:
                raise ValueError("give either at, or not_before and not_after")
        elif self.not_before is None or self.not_after is None:
            raise ValueError("give at, or both not_before and not_after")
        elif parse_instant(self.not_before) > parse_instant(self.not_after):
            raise ValueError("not_before is later than not_after")
        return self


# --- parts of records -------------------------------------------------------------------------------------------------


class _Stated(BaseModel):
    """A part of a stated gamestate; what a game does not know of it, the game itself reports."""

    model_config = ConfigDict(extra="allow")


class StatedPerson(_Stated):
    """One person of a stated roster."""

    status: Literal["player", "idle", "not playing"] = "player"
    admin: StrictBool = False
    emperor: StrictBool | None = None
    member_id: Annotated[StrictStr | None, Field(description="the blog's own number of the person")] = None
    idle_since: Instant | None = None
    last_post_or_comment: Instant | None = None


class StatedGamestate(_Stated):
    """The gamestate as people state it; names of other tables than these hold what their game says."""

    roster: dict[Name, StatedPerson] | None = None
    emperor: Name | None = None
    dynasty_since: Instant | None = None
    interregnum_since: Instant | None = None
    special_cases: dict[Name, StrictStr] | None = Field(default=None, description="title -> marker")
    dov_bars: dict[Name, Instant] | None = Field(default=None, description="name -> until when")


class RosterPlayer(_Strict):
    """One line of the list of players."""

    name: Name
    member_id: Annotated[StrictStr | None, Field(description="the blog's own number of the person")] = None
    status: Literal["player", "idle"]
    admin: StrictBool = False
    emperor: StrictBool | None = Field(default=False, description="null where the source does not say")


class Value(_Strict):
    """A value of the printed gamestate as it is to be."""

    pointer: Annotated[StrictStr, Field(pattern="^/")] = Field(
        description="a JSON Pointer into the printed gamestate: `/roster/Ada/status`"
    )
    value: JsonValue = Field(default=None, description="what stands there from then on")
    remove: Literal[True] | None = Field(default=None, description="instead of a value: nothing stands there any more")

    @model_validator(mode="after")
    def _is_one_thing(self) -> Value:
        if (self.remove is None) == ("value" not in self.model_fields_set):
            raise ValueError("give either value, or remove: true")
        return self


# --- what belongs together in a record --------------------------------------------------------------------------------


def _shows_faces_of_its_die(roll: Any) -> Any:
    faces = [roll.face] if roll.face is not None else roll.faces
    if not faces or (roll.face is not None and roll.faces is not None):
        raise ValueError("give either face or faces")
    wrong = [face for face in faces if isinstance(face, int) and not 1 <= face <= roll.sides]
    if wrong:
        raise ValueError(f"a die of {roll.sides} sides has no face {wrong[0]}")
    return roll


def _is_a_seed_where_dice_fell(reveal: Any) -> Any:
    if getattr(reveal, "for").startswith("dice:") and not re.fullmatch("[0-9a-f]{64}", reveal.secret):
        raise ValueError("secret: the seed of dice is 32 bytes, hexadecimal")
    return reveal


def _says_one_thing(correction: Any) -> Any:
    said = [name for name in ("reads", "happened", "void", "set") if getattr(correction, name) is not None]
    if len(said) != 1:
        raise ValueError("give one of reads, happened, void and set")
    if said != ["set"] and not correction.of:
        raise ValueError("field of is missing: the id of the row that is put right")
    return correction


_WHOLE: Mapping[str, Callable[[Any], Any]] = {
    "roll": _shows_faces_of_its_die,
    "reveal": _is_a_seed_where_dice_fell,
    "correction": _says_one_thing,
}
"""What is looked at in the records of some kinds once each of their fields is sound."""


# --- a model of each kind ---------------------------------------------------------------------------------------------

_FLAG = "flag"
"""What holds true or false and is false where it is left out; any other field may be null where it may be left out."""
_HOLDS: Mapping[str, Any] = {
    "change": Change,
    "count": Annotated[StrictInt, Field(ge=1)],
    "faces": list[StrictInt | StrictStr],
    _FLAG: StrictBool,
    "hash": Annotated[StrictStr, Field(pattern="^[0-9a-f]{64}$")],
    "html": Annotated[StrictStr, AfterValidator(_not_too_long)],
    "instant": Instant,
    "name": Name,
    "new value": Value,
    "number": Annotated[StrictInt, Field(ge=0)],
    "object": dict[str, JsonValue],
    "objects": list[dict[str, JsonValue]],
    "place": Annotated[StrictStr, Field(pattern=f"^{PLACE}$")],
    "roster": list[RosterPlayer],
    "state": StatedGamestate,
    "text": StrictStr,
    "text or number": StrictInt | StrictStr,
    "text or texts": StrictStr | list[StrictStr],
    "texts": list[StrictStr],
    "true": Literal[True],
    "value": JsonValue,
    "values": list[JsonValue],
    "yes or no": StrictBool,
}
"""What a field may hold, by the words of ``kinds.toml``."""


@cache
def models() -> Mapping[str, type[Record]]:
    """The model of each kind of observation (``core.observation.KINDS``)."""
    told = tomllib.loads(Path(__file__).with_name("kinds.toml").read_text(encoding="utf-8"))
    return {name: _model(KINDS[name], of_kind, told["fields"]) for name, of_kind in told["kinds"].items()}


def _model(kind: Kind, told: Mapping[str, Any], in_any_kind: Mapping[str, Any]) -> type[Record]:
    fields: dict[str, Any] = {"kind": (Literal[kind.name], ...)}
    for name in (*kind.required, *kind.optional):
        field = told.get("fields", {}).get(name) or in_any_kind[name]
        fields[name] = _field(field["holds"], field.get("means"), is_needed=name in kind.required)
    whole: dict[str, Any] = {}
    if kind.name in _WHOLE:
        whole["is_whole"] = model_validator(mode="after")(_WHOLE[kind.name])
    name = kind.name.title().replace("_", "")
    return create_model(name, __base__=Record, __doc__=told["means"], __validators__=whole, **fields)


def _field(holds: str, means: str | None, *, is_needed: bool) -> tuple[Any, Any]:
    held = _HOLDS[holds]
    if is_needed:
        return held, Field(description=means)
    if holds == _FLAG:
        return held, Field(default=False, description=means)
    return held | None, Field(default=None, description=means)


def schema() -> dict[str, Any]:
    """The JSON Schema of one line of the format, as ``tracker schema`` prints it."""
    every = list(models().values())
    keyed: list[tuple[type[BaseModel], JsonSchemaMode]] = [(model, "validation") for model in every]
    _, definitions = models_json_schema(keyed, ref_template="#/$defs/{model}")
    choices = [{"$ref": f"#/$defs/{model.__name__}"} for model in every]
    description = "One line of a JSON Lines file; see docs/formats.md."
    return {"$schema": SCHEMA_ID, "title": "Observation", "description": description, "oneOf": choices, **definitions}
