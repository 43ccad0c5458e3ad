"""The dated settings of a chat game and the ruleset page that it follows: what holds, what is amiss, what people are asked."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from tracker.core.fold import Context, Decision, Step
from tracker.core.gamestate import Fact, Finding, Question
from tracker.mechanics.chat.names import maps_accounts, names_of
from tracker.mechanics.chat.notes import Note

from .putting_right import number_problem
from .state import ChatState

if TYPE_CHECKING:
    from .nomic import ChatNomic

UNKNOWN_SETTING = "UNKNOWN_SETTING"
OTHERS: Sequence[str] = ("bot_account", "wiki_account", "aliases", "dynasty")
"""Settings that the tracker logs of every nomic, and that chat games have no use for."""


def take(game: ChatNomic[Any], state: ChatState[Any], step: Step) -> None:
    """Let a setting hold from now on; one that is unknown or cannot be read is told and changes nothing."""
    name, value = step.observation.text("name"), step.observation.payload.get("value")
    state.is_stale = True
    if name == "identities" and maps_accounts(value):
        _identify(game, state, step, names_of(value or {}))
    elif value is None and name in game.parameters:
        state.strange.pop(name, None)
        state.settings = {known: kept for known, kept in state.settings.items() if known != name}
    elif name in OTHERS:
        return
    elif problem := _problem(game, state, name, value):
        text = f"the setting {name} cannot be {value!r}: {problem}"
        state.notes.append(Note(UNKNOWN_SETTING, game.first_clause, text, step.when, step.row.id, is_mild=False))
        if not number_problem(game, name, value):
            state.strange[name] = value, step.row.id
    else:
        state.strange.pop(name, None)
        state.settings = {**state.settings, name: value}
        _take_strange(game, state)


def _problem(game: ChatNomic[Any], state: ChatState[Any], name: str, value: Any) -> str:
    if name == "identities":
        return "it does not map people to their accounts"
    held = {**state.page_values, **state.settings}
    return number_problem(game, name, value, {each: (table,) for each, table in held.items()})


def _take_strange(game: ChatNomic[Any], state: ChatState[Any]) -> None:
    """Let settings hold that named what there was not, where there is by now."""
    for name, (value, row) in list(state.strange.items()):
        if not _problem(game, state, name, value):
            del state.strange[name]
            state.settings = {**state.settings, name: value}
            state.notes = [each for each in state.notes if (each.code, each.row) != (UNKNOWN_SETTING, row)]


def _identify(game: ChatNomic[Any], state: ChatState[Any], step: Step, names: dict[str, str]) -> None:
    """Let people be who they are said to be; whoever is said to be somebody else than before is told."""
    when = step.observation.seen_at or step.when
    for name, before in state.names.identities.items():
        now = names.get(name)
        if now != before and name != before.casefold():
            was = f"{name} was said to be "
            text = f"{was}{before}, and is {now or 'a person by itself'} now: all that it ever did counts so"
            state.notes = [each for each in state.notes if not _is_said(each, was)]
            state.notes.append(Note("IDENTITY_CHANGED", game.codes["IDENTITY_CHANGED"][0], text, when, step.row.id))
    state.names.identities = names


def _is_said(note: Note, start: str) -> bool:
    return note.code == "IDENTITY_CHANGED" and note.text.startswith(start)


# --- the ruleset page -------------------------------------------------------------------------------------------------


def take_revision(game: ChatNomic[Any], state: ChatState[Any], step: Step, context: Context) -> None:
    """Follow a revision of the ruleset page."""
    law, payload = game.law_at(state, step.when), step.observation.payload
    if game.ruleset.take(state, law, context.decisions, step.row.id, payload, step.row.readings):
        _take_strange(game, state)
        state.is_stale = True


def findings(game: ChatNomic[Any], state: ChatState[Any], decisions: Mapping[str, Decision]) -> list[Finding]:
    """What is amiss on the ruleset page."""
    if state.ruleset is None and state.gutted is None:
        return []
    return game.ruleset.findings(state, decisions, game.rules.carried_out())


def questions(
    game: ChatNomic[Any], state: ChatState[Any], decisions: Mapping[str, Decision], facts: Sequence[Fact]
) -> list[Question]:
    """Whether a page is damage, and for each changed rule whether it is still carried out as it reads."""
    if state.ruleset is None and state.gutted is None:
        return []
    return game.ruleset.questions(state, decisions, game.rules.carried_out(), facts)
