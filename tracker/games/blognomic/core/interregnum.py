"""Core Rules, Victory and Ascension: the time between an enacted declaration and the end of the new dynasty's beginning."""

from __future__ import annotations

from collections.abc import Iterator

from tracker.core.gamestate import Finding, Question
from tracker.core.leaning import Reason
from tracker.core.rule import rule
from tracker.games.blognomic.moment import YES_NO, Moment
from tracker.games.blognomic.state import Address
from tracker.mechanics.ruleset.ruletree import title_key

RESET_DONE = "reset-done"
_UNSEEN = "no revision of the ruleset page that shows it done was seen"


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


@rule("BN26-002")
def clashing_synonyms(moment: Moment) -> list[str]:
    """The words for player and emperor that are keywords of the appendix as well, which none may be."""
    shown = moment.state.ruleset
    if shown is None or not shown.has_blocks:
        return []
    entries = {
        title_key(each.path[-1][1:]) for each in shown.passages.values() if each.hash and each.path[-1][:1] == ";"
    }
    return [term.title for term in shown.terms.values() if title_key(term.title) in entries]


@rule("BN26-002")
def findings(moment: Moment) -> Iterator[Finding]:
    """The synonyms that none may be."""
    for word in clashing_synonyms(moment):
        text = f"{word} is a synonym on the ruleset page, and a keyword of the appendix: it may not be both"
        yield Finding("SYNONYM_IS_KEYWORD", "BN26-002", text)


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
