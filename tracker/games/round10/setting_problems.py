"""Values of Round 10's parameters that are well shaped and yet of no use: unknown items, faces, days, classes, channels."""

from collections.abc import Mapping
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, Field, TypeAdapter, ValidationError

from tracker.mechanics.chat.calendar import share_the_week
from tracker.mechanics.state.described import Count, Part, problems

from .cards import unfolded
from .secrets import SPAN

Channel = Annotated[str, Field(pattern=r"^[^\s#]+$")]
Date = Annotated[str, Field(pattern=rf"^(?:default|{SPAN.pattern})$")]


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


Words = Annotated[list[str], Field(min_length=1)]
Item = Literal["chips", "trungs", "gold_stars", "standard_proposal_makers"]
Weekday = Literal["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"]
SHAPES: Mapping[str, Any] = {
    "prizes": dict[Annotated[str, Field(pattern=r"^[1-9]\d{0,3}\+?$")], Prize],
    "exchange": dict[Literal["chip", "gold_star", "standard_proposal_maker"], Count],
    "multipliers": dict[Literal["Senatorial", "Regional", "Monochrome", "Flushed"], Count],
    "untradable_items": list[Item],
    "senatorial_ranks": Words,
    "traditions": Annotated[dict[str, Words], Field(min_length=1)],
    "colours": Annotated[dict[str, Words], Field(min_length=1)],
    "suits": Annotated[dict[str, str], AfterValidator(_faces)],
    "ranks": Annotated[dict[str, str], AfterValidator(_faces)],
    "default_proposal_class": Literal["Urgent", "Standard"],
    "week_start": Weekday,
    "phases": Annotated[dict[str, list[str]], AfterValidator(_phases)],
    "secret_kinds": Annotated[dict[Annotated[str, Field(pattern=r"^[^\W_]+$")], Kind], AfterValidator(_kinds)],
}
"""How the value of a parameter must be."""


def problem(name: str, value: Any) -> str:
    """Why a well-shaped value cannot be a parameter's; "" where it can."""
    shape = Channel if name.endswith("_channel") else SHAPES.get(name, Any)
    try:
        TypeAdapter(shape).validate_python(value)
    except ValidationError as error:
        return "; ".join(problems(error)).replace("the gamestate: ", "").replace("Value error, ", "")
    return ""
