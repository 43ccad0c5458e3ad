"""What a line's words do: the actions of the dynasty's code first, then those that its file declares, each within its limits."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import product

from tracker.core.rule import rule
from tracker.games.blognomic.core.victory import barring_hiatus
from tracker.games.blognomic.special_case import atomic
from tracker.games.blognomic.special_case.special_case import dormancy
from tracker.mechanics.declared.declared_actions import Action, perform
from tracker.mechanics.dice.dice_grammar import DiceCommand
from tracker.mechanics.holdings import THE_GAME
from tracker.mechanics.table.action_lines import Form, Parameter
from tracker.mechanics.turns import RefusedError, Turn, WaitingError

from .limits import Limit, bar_of
from .played import Table

MOST_CHOICES = 40
"""So many values of a parameter are tried when a hand edit is to be explained."""

WORD = re.compile(r"\w+")
"""A word of a line, for comparing lines by their words alone."""


def is_performed(table: Table, turn: Turn, words: str) -> bool:
    """Carry out what the words say on a turn; False where they are no action. Raises RefusedError and WaitingError."""
    code = table.code
    if code is not None and code.perform(table, turn, words):
        return True
    found = table.dynasty.match(words, table.names)
    if found is None:
        return atomic.is_given_up(table, turn, words)
    action, arguments = found
    turn.action = action.name
    check_play(table, turn)
    _check_actor(table, turn, action)
    _check_limit(table, turn, action)
    atomic.check_limit(table, turn)
    perform(action, turn, arguments)
    return True


@rule("BN-082", "BN-177", "BN-178")
def check_play(table: Table, turn: Turn) -> None:
    """Refuse every dynastic action while the game is dormant or in hiatus."""
    is_dormant, reason = dormancy(table.moment.state, table.moment.state.law(turn.at))
    if is_dormant:
        turn.bar("DORMANT", "BN-178", reason.text)
    for code, clause, text in barring_hiatus(table.moment.later(turn.at)):
        turn.bar(code, clause, text)


@rule("BN-184", "BN-223")
def _check_actor(table: Table, turn: Turn, action: Action) -> None:
    is_head = turn.actor == table.moment.state.emperor
    if action.who == "emperor" and not is_head:
        turn.refuse("NOT_A_PLAYER", action.clause or "BN-223", f"only the {table.dynasty.emperor} may do that")
    if action.who == "player" and turn.actor not in table.players:
        clause = "BN-184" if is_head else action.clause or "BN-223"
        turn.refuse("NOT_A_PLAYER", clause, f"only a {table.dynasty.player} with values may do that")


@rule("BN-193", "BN-194", "BN-210", "BN-211")
def _check_limit(table: Table, turn: Turn, action: Action) -> None:
    """Refuse an action that was taken too often or too lately; one that others may use up waits for the dice of earlier lines."""
    state, limit = table.moment.state, Limit(action.limit)
    if limit.is_communal and not table.holdings.is_known(THE_GAME):
        raise WaitingError
    bar = bar_of(state.law(turn.at), limit, action.name, turn.actor, table.gndt.uses, state.name_of)
    if bar is not None:
        turn.bar(bar.code, bar.clause, bar.text)
    if limit.is_daily or limit.is_weekly:
        turn.uses.append(action.name)


@rule("BN-196", "BN-230", "BN-231", "BN-232", "BN-237", "BN-244")
def throw(turn: Turn, command: DiceCommand) -> str:
    """Throw the dice of a command, for nothing but what its writer says; the result as people read it."""
    if command.fault:
        clause = "BN-244" if command.fault == "DIE_TOO_LARGE" else "BN-196"
        raise RefusedError(command.fault, clause, command.why)
    clause = ("BN-231" if command.token == "FRUIT" else "BN-232") if command.table else "BN-230"  # noqa: S105 - a word of dice  # nosec B105
    if command.table:
        return f"{command.token}: {turn.draw(command.token, command.purpose, clause)}."
    faces = turn.roll_many(command.count, command.sides, command.purpose, clause) if command.is_rolled else ()
    return f"{command.shown(faces)}."


@rule("BN-106")
def is_named_in(table: Table, words: str) -> bool:
    """Whether what somebody says that dice are for names an action of the dynasty: as its name, or as a line begins."""
    said = WORD.findall(words.casefold())
    return any(tuple(said[at : at + len(head)]) == head for head in _heads(table) for at in range(len(said)))


def _heads(table: Table) -> set[tuple[str, ...]]:
    """How the actions of the dynasty are called, word by word: by their names, or as their lines begin."""
    own = table.code.actions if table.code is not None else frozenset()
    names = own.union(*({action.name, *(form.text for form in action.forms)} for action in table.dynasty.actions))
    return {tuple(WORD.findall(name.casefold().partition("{")[0])) for name in names} - {()}


@rule("BN-106")
def is_for(table: Table, purpose: str, words: str, changed: Iterable[str]) -> bool:
    """Whether what somebody says that dice are for may be the action of those words, which changes those variables.

    It names the action, also as "digging" names "dig", or one of the variables.
    """
    said, line = WORD.findall(purpose.casefold()), tuple(WORD.findall(words.casefold()))
    heads = [head for head in _heads(table) if line[: len(head)] == head] or [line[:1]]
    heads += [tuple(WORD.findall(name.casefold())) for name in changed]
    return any(
        all(each.startswith(word) for each, word in zip(said[at : at + len(head)], head, strict=False))
        for head in heads
        for at in range(len(said) - len(head) + 1)
    )


def candidates(table: Table, holder: str, amounts: Sequence[int]) -> Iterator[str]:
    """The lines that could explain what was changed by hand in somebody's row, numbers among them being such amounts."""
    if table.code is not None:
        yield from table.code.candidates(table, holder, amounts)
    for action in table.dynasty.actions:
        for form in action.forms[:1]:
            yield from _filled(table, form, amounts)


def _filled(table: Table, form: Form, amounts: Sequence[int]) -> Iterator[str]:
    """A form with each of its parameters at each value that may have been meant."""
    choices = [_values(table, piece, amounts) for piece in form.parameters]
    for chosen in product(*choices):
        values = iter(chosen)
        yield " ".join(piece if isinstance(piece, str) else next(values) for piece in form.pieces)


def _values(table: Table, parameter: Parameter, amounts: Sequence[int]) -> list[str]:
    if parameter.type == "player":
        return list(table.names)
    if parameter.type == "choice":
        return list(parameter.choices[:MOST_CHOICES])
    return [str(amount) for amount in amounts] if parameter.type == "integer" else []
