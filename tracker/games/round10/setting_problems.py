"""Values of Round 10's parameters that are well shaped and yet of no use: unknown items, ranks and suits, days, classes, channels."""

from collections.abc import Iterator, Mapping, Sequence
from difflib import get_close_matches
from itertools import chain
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, Field, TypeAdapter, ValidationError

from tracker.mechanics.chat.calendar import share_the_week
from tracker.mechanics.state.described import Count, Part, problems

from .cards import unfolded
from .law import PARAMETERS
from .secrets import SPAN

Channel = Annotated[str, Field(pattern=r"^[^\s#]+$")]
Date = Annotated[str, Field(pattern=rf"^(?:default|{SPAN.pattern})$")]


def _once(words: list[str]) -> list[str]:
    if len(set(words)) < len(words):
        raise ValueError("something stands in it twice")
    return words


def _faces(table: dict[str, str]) -> dict[str, str]:
    unfolded(table)
    return table


def _phases(days: dict[str, list[str]]) -> dict[str, list[str]]:
    if "Auction" not in days or not share_the_week(days):
        raise ValueError("there is an Auction phase, and each weekday stands in one phase, one after another")
    return days


def _kinds(table: dict[str, "Kind"]) -> dict[str, "Kind"]:
    if not table.keys() >= {"bid", "hand"}:
        raise ValueError("bid and hand are among the kinds")
    return table


class Prize(Part):
    """What a place gains."""

    chips: Count = 0
    trungs: Count = 0
    gold_stars: Count = 0
    standard_proposal_makers: Count = 0
    presented_cards: Literal["returned"] | None = None


class Kind(Part):
    """The rule of a kind of secret actions."""

    phase: str
    channel: Channel
    maturation: Date
    revelation: Date


Words = Annotated[list[str], AfterValidator(_once), Field(min_length=1)]
Item = Literal["chips", "trungs", "gold_stars", "standard_proposal_makers"]
Weekday = Literal["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"]
SHAPES: Mapping[str, Any] = {
    "prizes": dict[Annotated[str, Field(pattern=r"^[1-9]\d{0,3}\+?$")], Prize],
    "exchange": dict[Literal["chip", "gold_star", "standard_proposal_maker"], Count],
    "multipliers": dict[Literal["Senatorial", "Regional", "Monochrome", "Flushed"], Count],
    "untradable_items": Annotated[list[Item], AfterValidator(_once)],
    "senatorial_ranks": Words,
    "traditions": Annotated[dict[str, Words], Field(min_length=1)],
    "colours": Annotated[dict[str, Words], Field(min_length=1), AfterValidator(lambda table: _each_once(table))],
    "suits": Annotated[dict[str, str], AfterValidator(_faces)],
    "ranks": Annotated[dict[str, str], AfterValidator(_faces)],
    "default_proposal_class": Literal["Urgent", "Standard"],
    "week_start": Weekday,
    "phases": Annotated[dict[str, list[str]], AfterValidator(_phases)],
    "secret_kinds": Annotated[dict[Annotated[str, Field(pattern=r"^[^\W_]+$")], Kind], AfterValidator(_kinds)],
}
"""How the value of a parameter must be."""
NAMED_IN: Mapping[str, str] = {"senatorial_ranks": "ranks", "traditions": "suits", "colours": "suits"}
"""Table -> the table whose words it holds."""


def _each_once(table: dict[str, list[str]]) -> dict[str, list[str]]:
    _once([*chain(*table.values())])
    return table


def problem(name: str, value: Any, beside: Mapping[str, Sequence[Any]] | None = None) -> str:
    """Why a well-shaped value cannot be a parameter's; "" where it can.

    ``beside`` are the values that other parameters are given along with it: names of ranks and suits must stand in those tables
    or in the game's own. Without it such names are not looked at.
    """
    shape = Channel if name.endswith("_channel") else SHAPES.get(name, Any)
    try:
        TypeAdapter(shape).validate_python(value)
    except ValidationError as error:
        return "; ".join(problems(error)).replace("the gamestate: ", "").replace("Value error, ", "")
    strange = (
        set[str]() if beside is None or name not in NAMED_IN else {*_words(value)} - {*_known(NAMED_IN[name], beside)}
    )
    if not strange:
        return ""
    near = get_close_matches(min(strange), [*_known(NAMED_IN[name], beside or {})], n=1)
    return f"there is no {' and no '.join(sorted(strange))}{f'; did you mean {near[0]}?' if near else ''}"


def _known(table: str, beside: Mapping[str, Sequence[Any]]) -> Iterator[str]:
    """The words of the game's own table and of those beside it."""
    for each in (PARAMETERS[table].values[-1].value, *beside.get(table, ())):
        yield from () if problem(table, each) else unfolded(each).values()


def _words(value: Any) -> Iterator[str]:
    return chain(*value.values()) if isinstance(value, Mapping) else iter(value)
