"""The interchange format: observations as JSON Lines, checked line by line (docs/formats.md)."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from difflib import get_close_matches
from functools import cache
from pathlib import Path
from typing import Annotated, Any, Literal, TypeAlias, get_args

from pydantic import (
    AfterValidator,
    BaseModel,
    ConfigDict,
    Field,
    JsonValue,
    StrictBool,
    StrictInt,
    StrictStr,
    TypeAdapter,
    ValidationError,
    WithJsonSchema,
    model_validator,
)
from pydantic.json_schema import JsonSchemaMode, models_json_schema

from tracker.app.asking.audience import may_see
from tracker.app.keeping.setting_values import check_value
from tracker.core.clause import Parameters
from tracker.core.instants import instant_of_play, parse_instant
from tracker.core.nesting import TooDeepError, read_json
from tracker.core.observation import ObservationBatch, observation_from_record, record_from_observation
from tracker.core.ports import Archive
from tracker.core.secrecy import Secrecy, opened_games
from tracker.core.snowflakes import PLACE
from tracker.errors import InputError

SCHEMA_ID = "https://json-schema.org/draft/2020-12/schema"
SHOWN_ERRORS = 3
"""How many faulty lines an error names; the others are counted."""


def _instant(text: str) -> str:
    instant_of_play(text)
    return text


Instant: TypeAlias = Annotated[
    StrictStr, AfterValidator(_instant), WithJsonSchema({"type": "string", "format": "date-time"})
]
Text: TypeAlias = StrictStr
OptionalText: TypeAlias = StrictStr | None
Name: TypeAlias = Annotated[StrictStr, Field(min_length=1)]
Slug: TypeAlias = Annotated[StrictStr, Field(min_length=1, description="the post's key: the last part of its address")]
LONGEST_HTML = 1_000_000
"""The most that ``[blog] longest_text`` lets a tracker read of one text: a longer one costs whoever replays it too much."""


def _not_too_long(html: str | None) -> str | None:
    # By hand: pydantic's own bound refuses texts that hold half a character, which blogs do show.
    if html is not None and len(html) > LONGEST_HTML:
        raise ValueError(f"more than {LONGEST_HTML:,} characters")
    return html


_BOUND = AfterValidator(_not_too_long)
Html: TypeAlias = Annotated[StrictStr, Field(description="HTML, as the blog shows it"), _BOUND]
OptionalHtml: TypeAlias = Annotated[StrictStr | None, Field(description="HTML, as the blog shows it"), _BOUND]
MemberId: TypeAlias = Annotated[StrictStr | None, Field(description="the blog's own number of the person")]
Url: TypeAlias = Annotated[StrictStr | None, Field(description="where people can see it")]
Filed: TypeAlias = Annotated[
    list[StrictStr] | None, Field(description="the words under which the blog files it, as they stand on its page")
]
ReadBefore: TypeAlias = Annotated[
    dict[str, JsonValue] | None,
    Field(description="of a redacted text: what the game had read in it, without anybody's own words"),
]
Line: TypeAlias = Annotated[StrictStr | StrictInt | None, Field(description="the line that explains the edit")]
Category: TypeAlias = Annotated[
    StrictStr | list[StrictStr], Field(description="empty for a plain post, a list where the post is in several")
]
OptionalPlace: TypeAlias = Annotated[StrictStr, Field(pattern=f"^{PLACE}$")] | None
Face: TypeAlias = StrictInt | StrictStr
Sha256: TypeAlias = Annotated[StrictStr, Field(pattern="^[0-9a-f]{64}$")]
CHANGES = Literal["join", "leave", "idle", "unidle", "admin", "deadmin", "emperor", "unemperor", "rename"]


class _Strict(BaseModel):
    model_config = ConfigDict(extra="forbid", populate_by_name=False)


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


class _Stated(BaseModel):
    """A part of a stated gamestate; what a game does not know of it, the game itself reports."""

    model_config = ConfigDict(extra="allow")


class StatedPerson(_Stated):
    """One person of a stated roster."""

    status: Literal["player", "idle", "not playing"] = "player"
    admin: StrictBool = False
    emperor: StrictBool | None = None
    member_id: MemberId = None
    idle_since: Instant | None = None
    last_post_or_comment: Instant | None = None


class StatedGamestate(_Stated):
    """The gamestate as people state it; names of other tables than these hold what their game says."""

    roster: dict[Name, StatedPerson] | None = None
    emperor: Name | None = None
    dynasty_since: Instant | None = None
    interregnum_since: Instant | None = None
    special_cases: dict[Name, Text] | None = Field(default=None, description="title -> marker")
    dov_bars: dict[Name, Instant] | None = Field(default=None, description="name -> until when")


class Opening(Record):
    """The gamestate as people state it at an instant, with the names of the game's own state table."""

    kind: Literal["opening"]
    game: Name
    state: StatedGamestate = Field(description="what is left out has its default")


class Setting(Record):
    """A switch, alias, parameter or dynasty file that holds from its instant."""

    kind: Literal["setting"]
    name: Name
    value: JsonValue = Field(description="of the shape that the game's own value has; null takes the setting back")


class RosterPlayer(_Strict):
    """One line of the list of players."""

    name: Name
    member_id: MemberId = None
    status: Literal["player", "idle"]
    admin: StrictBool = False
    emperor: StrictBool | None = Field(default=False, description="null where the source does not say")


class Roster(Record):
    """The whole list of players as seen."""

    kind: Literal["roster"]
    players: list[RosterPlayer]


class RosterChange(Record):
    """One person's change of status, role or name."""

    kind: Literal["roster_change"]
    name: Name
    change: CHANGES
    by: OptionalText = Field(default=None, description="who did it")
    reason: OptionalText = Field(default=None, description="why, as it was given")
    to: OptionalText = Field(default=None, description="the new name, where somebody is renamed")
    member_id: MemberId = None


class Post(Record):
    """A post of the blog; `body` and `flavour` are HTML."""

    kind: Literal["post"]
    slug: Slug
    category: Category
    title: Text
    author: Text
    body: Html
    url: Url = None
    flavour: OptionalHtml = None
    filed: Filed = None
    member_id: MemberId = None
    read: ReadBefore = None


class Fragment(Record):
    """What a blog's page showed, kept raw at a look: what settings make of it is made anew where they change."""

    kind: Literal["fragment"]
    of: Name = Field(description="the post's key, or `/roster`")
    since: Instant | None = Field(default=None, description="when the page was read before")
    words: Filed = None
    title: OptionalText = None
    note: OptionalText = Field(default=None, description="the admin's note with its date")
    content: OptionalHtml = None
    mark: OptionalText = Field(default=None, description="what tells this fragment from another of the same page")


class PostEdited(Record):
    """A post was changed; only what changed is told."""

    kind: Literal["post_edited"]
    slug: Slug
    by: Text = Field(description="who edited it; empty where nobody can tell")
    title: OptionalText = None
    body: OptionalHtml = None
    category: Category | None = None
    read: ReadBefore = None


class PostGone(Record):
    """A complete look showed that the post is not there any more."""

    kind: Literal["post_gone"]
    slug: Slug


class PostStatus(Record):
    """The status that an admin gave a post, with the admin field as written."""

    kind: Literal["post_status"]
    slug: Slug
    status: Text = Field(description="`open`, `Enacted`, `Failed`, ..., as it is shown")
    by: OptionalText = Field(default=None, description="who set it")
    note: OptionalText = Field(default=None, description="what the admin wrote")
    read: ReadBefore = None


class _CommentFields(Record):
    post: Slug
    author: Text
    body: Html
    member_id: MemberId = None
    url: Url = None
    read: ReadBefore = None


class Comment(_CommentFields):
    """A comment; `body` is HTML."""

    kind: Literal["comment"]


class CommentEdited(_CommentFields):
    """The same comment, seen with another body."""

    kind: Literal["comment_edited"]


class CommentGone(Record):
    """A complete look showed that the comment is not there any more."""

    kind: Literal["comment_gone"]
    post: Slug
    author: Text
    body: OptionalHtml = None
    member_id: MemberId = None


class PageRevision(Record):
    """One version of a wiki page; `text` is wikitext."""

    kind: Literal["page_revision"]
    page: Name
    revision: StrictInt
    parent: StrictInt = Field(description="the revision before it; 0 for a new page")
    editor: Text
    summary: Text
    text: Text = Field(description="the whole page as wikitext")
    restores: StrictBool = Field(
        default=False, description="the wiki knows the edit as an undo, a rollback or the like"
    )


class LogLine(Record):
    """One line that a revision added to a declared input area."""

    kind: Literal["log_line"]
    page: Name
    editor: Text
    text: Text


class CellChange(Record):
    """One hand edit of a table cell."""

    kind: Literal["cell_change"]
    page: Name
    editor: Text
    player: Text
    variable: Text
    old: JsonValue
    new: JsonValue
    line: Line = None


_OtherNames = Annotated[
    list[Text] | None,
    Field(
        description="the account's other names, as its user name and the one that it shows elsewhere; told where there are any"
    ),
]


class _PersonFields(Record):
    name: OptionalText = Field(default=None, description="the name that the account showed then")
    bot: StrictBool = Field(default=False, description="whether the account is a bot or a webhook")


class _MessageDetails(_PersonFields):
    reply_to: OptionalText = Field(default=None, description="the id of the message that it answers")
    also: _OtherNames = None
    thread: OptionalText = Field(default=None, description="the title of the thread or forum post of the channel")
    seen_edited: StrictBool = Field(
        default=False,
        description="it was first seen when it had been edited: `text` is a later one, the first is unknown",
    )
    read: ReadBefore = None


class _MessageFields(_MessageDetails):
    channel: Name = Field(description="the channel's name, without `#`")
    author: Text = Field(description="the account's id; in files any name")
    text: Text


class Message(_MessageFields):
    """A chat message."""

    kind: Literal["message"]
    place: OptionalPlace = Field(
        default=None,
        description="where it stands on Discord: the server's id, a slash, the id of the channel or thread",
    )


class MessageEdited(_MessageFields):
    """The same message, seen with another text; its `id` is the message's own."""

    kind: Literal["message_edited"]
    message: OptionalText = Field(default=None, description="the message's id, where `id` is another one")


class MessageDeleted(_MessageDetails):
    """A message was taken back; its `id` is the message's own."""

    kind: Literal["message_deleted"]
    channel: Name = Field(description="the channel's name, without `#`")
    message: OptionalText = Field(default=None, description="the message's id, where `id` is another one")
    author: OptionalText = None
    text: OptionalText = None


class _ReactionFields(_PersonFields):
    message: Name = Field(description="the message's id")
    emoji: Name = Field(description="the character with its skin tone, `name:id` where the server made it, or `:+1:`")
    user: Name = Field(description="the account's id; in files any name")


class Reaction(_ReactionFields):
    """A reaction to a message."""

    kind: Literal["reaction"]


class ReactionRemoved(_ReactionFields):
    """A reaction was taken back."""

    kind: Literal["reaction_removed"]


class MemberLeft(_PersonFields):
    """An account left the server."""

    kind: Literal["member_left"]
    user: Name = Field(description="the account's id; in files any name")


class MemberNamed(_PersonFields):
    """By which names an account on the server goes: told of whom the game knows at first, and where a name changed."""

    kind: Literal["member_named"]
    user: Name = Field(description="the account's id; in files any name")
    also: _OtherNames = None


class Roll(Record):
    """Dice that fell; without `for` the rolls of a file are used in its order."""

    kind: Literal["roll"]
    sides: Annotated[StrictInt, Field(ge=1)]
    for_: OptionalText = Field(default=None, alias="for", description="the request's key, or its label")
    face: Face | None = None
    faces: list[Face] | None = None
    words: list[Text] | None = Field(default=None, description="players' words mixed into the seed, as `NAME:WORD`")

    @model_validator(mode="after")
    def _shows_faces_of_its_die(self) -> Roll:
        faces = [self.face] if self.face is not None else self.faces
        if not faces or (self.face is not None and self.faces is not None):
            raise ValueError("give either face or faces")
        wrong = [face for face in faces if isinstance(face, int) and not 1 <= face <= self.sides]
        if wrong:
            raise ValueError(f"a die of {self.sides} sides has no face {wrong[0]}")
        return self


class RollLost(Record):
    """Dice that were asked for and can never be drawn: people decide what becomes of what hangs on them."""

    kind: Literal["roll_lost"]
    for_: Name = Field(alias="for", description="the roll's key")
    why: Text = Field(description="a sentence")


class Commitment(Record):
    """The hash of a secret, shown before anything follows from the secret."""

    kind: Literal["commitment"]
    for_: Name = Field(
        alias="for",
        description="what the secret is for: `dice:2019-10-01`; `secret:GAME` and shuffles, `GAME|k`, of a secret deck",
    )
    hash: Sha256 = Field(description="SHA-256 of the secret, hexadecimal")


class Reveal(Record):
    """A secret that was committed to, shown when nothing will follow from it any more."""

    kind: Literal["reveal"]
    for_: Name = Field(alias="for", description="what the secret was for: `dice:2019-10-01`, `secret:GAME`")
    secret: Name = Field(description="of dice its 32 bytes, hexadecimal; of a secret deck the text itself")
    words: list[Text] | None = Field(default=None, description="players' words mixed into it, of dice as `NAME:WORD`")

    @model_validator(mode="after")
    def _is_a_seed_where_dice_fell(self) -> Reveal:
        if self.for_.startswith("dice:") and not re.fullmatch("[0-9a-f]{64}", self.secret):
            raise ValueError("secret: the seed of dice is 32 bytes, hexadecimal")
        return self


class Shuffle(Record):
    """A deck in its order, the top first."""

    kind: Literal["shuffle"]
    deck: list[JsonValue] = Field(description="the top first; secret until the game is over")
    for_: OptionalText = Field(default=None, alias="for", description="of which shuffle: `GAME|k`, or k; else the next")
    nonce: OptionalText = Field(
        default=None, description="what keeps its hash from being guessed, 32 hexadecimal digits; secret likewise"
    )
    words: list[dict[str, JsonValue]] | None = Field(
        default=None,
        description="the players' words as they were when it was drawn, each with `player`, `pledge`, `word` and `salt`;"
        " those of the first shuffle hold for all of the game",
    )
    words_are_used: StrictBool | None = Field(default=None, description="whether its order follows from these words")
    kinds: list[Text] | None = Field(default=None, description="the kinds of cards as they were sorted for it")


class DealtCards(Record):
    """What somebody drew from a secret deck, before they are told: what is told holds, and is never dealt anew."""

    kind: Literal["dealt"]
    for_: Name = Field(alias="for", description="which draw of the game: `GAME|n`")
    player: Name = Field(description="who drew: a player, or a group")
    cards: list[Text] | None = Field(
        default=None,
        description="what they drew, the top first; secret until the game is over, and a row without cards binds nobody",
    )
    shuffle: StrictInt | None = Field(
        default=None, ge=0, description="the number of the shuffle from whose order they come"
    )
    accounts: list[Text] | None = Field(
        default=None, description="the accounts of who drew, where they go by another id"
    )


class Ending(Record):
    """That the tracker's pages told of a recorded win, on which the cards are published only so long after that; or of none any more."""

    kind: Literal["ending"]
    for_: Name = Field(alias="for", description="the id of the game in hashes, `GAME`")
    win: OptionalText = Field(default=None, description="which win; none where it was taken back since it was told")
    opened: StrictBool | None = Field(default=None, description="whether the cards are published on it")


class Letter(Record):
    """What became of a private message of the tracker, without its text: told where it cannot be delivered, and when it could."""

    kind: Literal["letter"]
    for_: Name = Field(alias="for", description="the message's key")
    to: Name = Field(description="whom it is for")
    delivered: StrictBool
    over: StrictBool | None = Field(
        default=None,
        description="whether what it was about had passed, by the time that it had, before anybody was told",
    )


class NameDrawn(Record):
    """The next name drawn."""

    kind: Literal["name_drawn"]
    name: Name
    for_: OptionalText = Field(default=None, alias="for")


class Decision(Record):
    """What a person decided where the rules need judgement; `since` is the instant it is about.

    A decision about a text (a rule confirmed, an amendment, an Ascension Address) counts for that text only, which `wording`
    tells. Without it, the text that stood at the instant of the decision is assumed to be the one that was decided on.
    """

    kind: Literal["decision"]
    question: Name
    answer: JsonValue = Field(description="one of the question's answers")
    by: Name
    why: Text
    since: Instant | None = Field(default=None, description="the instant that it is about; it counts from there")
    wording: OptionalText = Field(
        default=None, description="digests of the texts that were shown, as the question's `wording` gives them"
    )
    revoked: StrictBool = Field(default=False, description="the earlier answer is taken back")
    read: ReadBefore = None


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


class Correction(Record):
    """How a person puts the record right; a later correction has the last word, and takes an earlier one back as `void` of its id.

    `reads`, `happened` and `void` hold where the corrected row stands, from when the correction was made; `set` holds at its own
    instant, or, `of` a proposal, right after that was decided. An `id` alone means the first text that was seen under it; where several
    things happened under one id (the statuses of a post), `ID@INSTANT` means one of them.
    """

    kind: Literal["correction"]
    of: OptionalText = Field(default=None, description="the id of the row that is put right")
    reads: OptionalText = Field(
        default=None, description="what it says: a message, a comment, a post, a log line, a note"
    )
    happened: Instant | None = Field(default=None, description="when it happened")
    void: Literal[True] | None = Field(default=None, description="it counts for nothing")
    set: Value | None = None
    by: Name
    why: Text
    since: Instant | None = Field(
        default=None, description="the first instant that it changes; without it everything is worked out anew"
    )
    message: OptionalText = Field(default=None, description="the id of the chat message that gave it")

    @model_validator(mode="after")
    def _says_one_thing(self) -> Correction:
        said = [name for name in ("reads", "happened", "void", "set") if getattr(self, name) is not None]
        if len(said) != 1:
            raise ValueError("give one of reads, happened, void and set")
        if said != ["set"] and not self.of:
            raise ValueError("field of is missing: the id of the row that is put right")
        return self


class Answer(Record):
    """What the tracker answered in the chat to a message that it could not read, so that its author's reaction can be read again."""

    kind: Literal["answer"]
    of: Name = Field(description="the id of the message that it could not read")
    message: Name = Field(description="the id of its own message")
    suggestions: list[Text] = Field(
        description="the canonical lines of which the author may confirm one, as the answer numbers them"
    )


class Look(Record):
    """That a source was read at an instant, and whether wholly."""

    kind: Literal["look"]
    source: Name = Field(
        description="what was looked at: `blog`, `discord`, `chat_export`, or a part of it: "
        "`blog:post:SLUG`, `blog:status:SLUG`, `blog:roster`, `chat_export:reactions:MESSAGE:EMOJI`"
    )
    complete: StrictBool = Field(description="whether all of it was read")
    since: Instant | None = Field(default=None, description="when all of it was read last, where it was not now")
    reactions: Annotated[StrictInt, Field(ge=1)] | None = Field(
        default=None, description="how many reactions there are, where it is not told whose"
    )


_ALL: tuple[type[Record], ...] = (
    *(Opening, Setting, Roster, RosterChange),
    *(Post, Fragment, PostEdited, PostGone, PostStatus, Comment, CommentEdited, CommentGone),
    *(PageRevision, LogLine, CellChange),
    *(Message, MessageEdited, MessageDeleted, Reaction, ReactionRemoved, MemberLeft, MemberNamed),
    *(Roll, RollLost, Commitment, Reveal, Shuffle, DealtCards, Ending, Letter, NameDrawn, Decision),
    *(Correction, Answer, Look),
)

MODELS: Mapping[str, type[Record]] = {get_args(model.model_fields["kind"].annotation)[0]: model for model in _ALL}
"""The model of each kind; a test keeps them in step with ``core.observation.KINDS``."""


@cache
def _adapter(kind: str) -> TypeAdapter[Record]:
    return TypeAdapter(MODELS[kind])


def schema() -> dict[str, Any]:
    """The JSON Schema of one line of the format, as ``tracker schema`` prints it."""
    keyed: list[tuple[type[BaseModel], JsonSchemaMode]] = [(model, "validation") for model in _ALL]
    _, definitions = models_json_schema(keyed, by_alias=True, ref_template="#/$defs/{model}")
    choices = [{"$ref": f"#/$defs/{model.__name__}"} for model in _ALL]
    description = "One line of a JSON Lines file; see docs/formats.md."
    return {"$schema": SCHEMA_ID, "title": "Observation", "description": description, "oneOf": choices, **definitions}


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
    if not isinstance(kind, str) or kind not in MODELS:
        problem = "kind is missing" if "kind" not in record else f"unknown kind {kind!r}"
        raise InputError(problem, place=place, remedy=_suggestion(str(kind), MODELS, "kinds"))
    try:
        _adapter(kind).validate_python(record)
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
    model = RosterPlayer if detail["loc"][:1] == ("players",) and len(detail["loc"]) > 1 else MODELS[kind]
    if detail["type"] == "extra_forbidden":
        field = str(detail["loc"][-1])
        return InputError(
            f"{kind}: unknown field {where}", place=place, remedy=_suggestion(field, field_names(model), "fields")
        )
    if detail["type"] == "missing":
        return InputError(f"{kind}: field {where} is missing", place=place, remedy=f"fields: {_listed(model)}")
    text = detail["msg"].removeprefix("Value error, ")
    if not detail["loc"]:
        return InputError(f"{kind}: {text}", place=place, remedy="see docs/formats.md")
    return InputError(f"{kind}: {where}: {text}", place=place, remedy=f"it is {_shown(detail['input'])}")


def field_names(model: type[BaseModel]) -> tuple[str, ...]:
    """The names of a model's fields as the format writes them."""
    return tuple(field.alias or name for name, field in model.model_fields.items())


def _listed(model: type[BaseModel]) -> str:
    return ", ".join(name for name in field_names(model) if name not in {"kind", *Record.model_fields})


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
