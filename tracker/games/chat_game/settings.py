"""The dated settings of a chat game and the ruleset page that it follows: what holds, what is amiss, what people are asked."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from tracker.core.fold import Context, Decision, Step
from tracker.core.gamestate import Fact, Finding, Question
from tracker.mechanics.chat.names import maps_accounts, names_of
from tracker.mechanics.chat.notes import Note

from .nomic import ChatNomic
from .putting_right import number_problem
from .state import ChatState, Strange

UNKNOWN_SETTING, IDENTITY = "UNKNOWN_SETTING", "IDENTITY_CHANGED"
OTHERS: Sequence[str] = ("bot_account", "wiki_account", "aliases", "dynasty")
"""Settings that the tracker logs of every nomic, and that chat games have no use for."""


def take(game: ChatNomic[Any], state: ChatState[Any], step: Step) -> None:
    """Let a setting hold from now on; one that is unknown or cannot be read changes nothing, and is told as long as it is so."""
    name, value = step.observation.text("name"), step.observation.payload.get("value")
    state.is_stale = True
    if name == "identities" and maps_accounts(value):
        _identify(game, state, step, names_of(value or {}))
    elif value is None and name in game.parameters:
        state.strange.pop(name, None)
        state.settings = {known: kept for known, kept in state.settings.items() if known != name}
    elif name not in OTHERS:
        state.strange[name] = Strange(value, step.row.id, step.when)
        _take_strange(game, state)


def _take_strange(game: ChatNomic[Any], state: ChatState[Any]) -> None:
    """Let settings hold of which nothing is amiss, the newest first: it may bring what others name (a suit, an item)."""
    for name, each in reversed(list(state.strange.items())):
        if not _problem(game, state, name, each.value):
            del state.strange[name]
            state.settings = {**state.settings, name: each.value}


def _problem(game: ChatNomic[Any], state: ChatState[Any], name: str, value: Any) -> str:
    if name == "identities":
        return "it does not map people to their accounts"
    held = {**state.page_values, **state.settings}
    return number_problem(game, name, value, {each: (table,) for each, table in held.items()})


def _identify(game: ChatNomic[Any], state: ChatState[Any], step: Step, names: dict[str, str]) -> None:
    """Let people be who they are said to be; whoever is said to be somebody else than before is told."""
    when = step.observation.seen_at or step.when
    for name, before in state.names.identities.items():
        now = names.get(name)
        if now != before and name != before.casefold():
            was = f"{name} was said to be "
            text = f"{was}{before}, and is {now or 'a person by itself'} now: all that it ever did counts so"
            # Only the newest change of an entry is of use to anybody.
            state.notes = [each for each in state.notes if not (each.code == IDENTITY and each.text.startswith(was))]
            state.notes.append(Note(IDENTITY, game.codes[IDENTITY][0], text, when, step.row.id))
    state.names.identities = names


# --- the ruleset page -------------------------------------------------------------------------------------------------


def take_revision(game: ChatNomic[Any], state: ChatState[Any], step: Step, context: Context) -> None:
    """Follow a revision of the ruleset page."""
    law, payload = game.law_at(state, step.when), step.observation.payload
    if game.ruleset.take(state, law, context.decisions, step.row.id, payload, step.row.readings):
        _take_strange(game, state)
        state.is_stale = True


def findings(game: ChatNomic[Any], state: ChatState[Any], decisions: Mapping[str, Decision]) -> Iterator[Finding]:
    """What is amiss with settings, and on the ruleset page."""
    for name, each in state.strange.items():
        text = f"the setting {name} cannot be {each.value!r}: {_problem(game, state, name, each.value)}"
        yield Finding(UNKNOWN_SETTING, game.first_clause, text, (each.row,), each.at)
    if state.ruleset is not None or state.gutted is not None:
        yield from game.ruleset.findings(state, decisions, game.rules.carried_out())


def questions(
    game: ChatNomic[Any], state: ChatState[Any], decisions: Mapping[str, Decision], facts: Sequence[Fact]
) -> list[Question]:
    """Whether a page is damage, and for each changed rule whether it is still carried out as it reads."""
    if state.ruleset is None and state.gutted is None:
        return []
    return game.ruleset.questions(state, decisions, game.rules.carried_out(), facts)
