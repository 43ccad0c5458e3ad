"""Core Rules, Victory and Ascension: the time between an enacted declaration and the end of the new dynasty's beginning."""

from __future__ import annotations

from collections.abc import Iterator

from tracker.core.gamestate import Question
from tracker.core.leaning import Reason
from tracker.core.rule import rule
from tracker.games.blognomic.moment import YES_NO, Moment
from tracker.games.blognomic.state import Address

RESET_DONE = "reset-done"
_UNSEEN = "the ruleset page as it reads since"


@rule("BN-091", "BN26-031")
def interregnum(moment: Moment) -> Reason | None:
    """Why the new dynasty has not wholly begun: its address is missing, or since 2021 a step of its reset; None where it has."""
    state = moment.state
    if state.awaiting_address is not None:
        head = state.name_of(state.emperor) or "the new head"
        text = f"{head} has not posted the Ascension Address yet"
        return Reason("BN-091", text, (state.enacted_declaration,))
    address = state.address
    if address is None or not moment.law.chooses("interregnum_ends", "with the whole reset"):
        return None
    said = moment.answer(f"{RESET_DONE}:{address.slug}")
    missing = steps_missing(moment, address)
    if said == "yes" or not (missing or said == "no"):
        return None
    told = "; ".join(missing) or "a person says so"
    return Reason("BN26-031", f"the dynastic reset of {address.title} is not done: {told}", (address.observation,))


@rule("BN26-032")
def steps_missing(moment: Moment, address: Address) -> list[str]:
    """The steps of the reset that the ruleset page does not show; none where the page is not followed, or only since later."""
    shown = moment.state.ruleset
    is_judged = shown is not None and shown.first_at <= address.at and address.done_at is None
    return (address.missing or [_UNSEEN]) if is_judged else []


@rule("BN26-031", "BN26-032")
def questions(moment: Moment) -> Iterator[Question]:
    """Whether the reset is done, where no page tells it or the page says that it is not."""
    address, state = moment.state.address, moment.state
    if address is None or state.awaiting_address is not None:
        return
    id = f"{RESET_DONE}:{address.slug}"
    is_asked = state.ruleset is None or bool(steps_missing(moment, address))
    if is_asked and moment.answer(id) is None and moment.law.chooses("interregnum_ends", "with the whole reset"):
        text = f"Is every step of the dynastic reset of {address.title} done, so that the Interregnum is over?"
        needs = tuple(f"missing: {each}" for each in steps_missing(moment, address))
        yield Question(id, text, "BN26-031", YES_NO, address.at, needs, (address.observation,))
