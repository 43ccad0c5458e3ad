"""Amendments known to have come after ruleset 170: offered where the page's text suggests them, counted once confirmed."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from datetime import datetime

from tracker.core.gamestate import Question
from tracker.core.rule import rule
from tracker.mechanics.differences import shortened
from tracker.mechanics.ruleset_passages import Moves, PassageShown

from .law import CLAUSES, PARAMETERS
from .moment import AMENDMENT, YES_NO, Moment
from .ruleset_page import OfferShown, RulesetShown

_SENTENCE_ENDS = re.compile(r"(?<=[.;:!?])\s+|(?<!\s)\s+[•#]\s+")
OFFERS = {name: parameter.offer for name, parameter in PARAMETERS.items() if parameter.offer is not None}
"""Switch -> when which reading of it is offered."""


@rule("BN-001")
def follow_offers(moment: Moment, row: str, shown: RulesetShown, moves: Moves) -> None:
    """Look for what suggests another reading of a switch; a sentence that stood there before keeps since when it does."""
    before = moment.state.ruleset
    old = before.offers if before else {}
    for key, passage in shown.passages.items():
        source = moves.source(key)
        was = before.passages.get(source) if before else None
        is_same = was is not None and was.hash == passage.hash
        told = _kept(source, old) if is_same else _suggested(passage)
        for name, sentence in told.items():
            known = old.get(name)
            if known is not None and known.key == source and known.sentence == sentence:
                shown.offers.setdefault(name, replace(known, key=key))
            else:
                shown.offers.setdefault(name, OfferShown(key, sentence, moment.when, row))


def _kept(key: str, old: Mapping[str, OfferShown]) -> dict[str, str]:
    return {name: offer.sentence for name, offer in old.items() if offer.key == key}


def _suggested(passage: PassageShown) -> dict[str, str]:
    """Switch -> the sentence of a passage that suggests another reading of it."""
    found = {}
    for name, offer in OFFERS.items():
        match = offer.suggested_by.search(passage.words) if passage.path[0] in offer.sections else None
        if match:
            found[name] = _sentence_around(passage.words, match.start(), match.end())
    return found


def _sentence_around(words: str, start: int, end: int) -> str:
    ends = [found.end() for found in _SENTENCE_ENDS.finditer(words)]
    first = max((at for at in ends if at <= start), default=0)
    last = min((at for at in ends if at >= end), default=len(words))
    return words[first:last].strip()


# --- what waits for people --------------------------------------------------------------------------------------------


def _open_offers(moment: Moment) -> Iterator[tuple[str, OfferShown]]:
    """The offers that no person answered since they stand there; what the operator has set is not offered."""
    shown = moment.state.ruleset
    for name, offer in shown.offers.items() if shown else ():
        decision = moment.decisions.get(f"{AMENDMENT}{name}")
        is_answered = (
            decision is not None
            and decision.answer in YES_NO
            and offer.since <= decision.at <= moment.when
            and decision.is_about(offer.wording)
        )
        if name not in moment.state.settings and not is_answered:
            yield name, offer


def waiting(moment: Moment) -> dict[str, datetime]:
    """Clause -> since when an amendment that touches it waits for an answer."""
    found: dict[str, datetime] = {}
    for name, offer in _open_offers(moment):
        for clause in (PARAMETERS[name].clause, *OFFERS[name].touches):
            found[clause] = min(found.get(clause, offer.since), offer.since)
    return found


@rule("BN-001")
def questions(moment: Moment) -> list[Question]:
    """For each amendment that the page suggests: is that the reading that counts from now on?"""
    found = []
    for name, offer in _open_offers(moment):
        parameter, place = PARAMETERS[name], " › ".join(_path(moment, offer))
        text = f"Does the ruleset now have it that {name} is “{OFFERS[name].reading}” (until now “{moment.law.word(name)}”)?"
        needs = (
            f"{place}: “{shortened(offer.sentence)}”",
            parameter.description,
            f"it touches {CLAUSES[parameter.clause].place}",
        )
        head = (f"{AMENDMENT}{name}", text, parameter.clause, YES_NO, offer.since, needs, (offer.row,))
        found.append(Question(*head, wording=offer.wording))
    return found


def _path(moment: Moment, offer: OfferShown) -> tuple[str, ...]:
    shown = moment.state.ruleset
    return shown.passages[offer.key].path if shown else ()
