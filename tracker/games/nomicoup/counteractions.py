"""Counteractions: who may state which against what is pending, and which of them stand."""

from __future__ import annotations

from collections.abc import Mapping

from tracker.core.rule import rule
from tracker.mechanics.announcements import Announced
from tracker.mechanics.chat_play import Moment

from .challenges import FALLEN, STOOD, open_actions, would_stand
from .general import actor
from .state import Claim, Counteraction, Pending, World


def table(moment: Moment[World]) -> Mapping[str, Mapping[str, str]]:
    """Counteraction -> the character that it claims, and the action that it is against."""
    found: Mapping[str, Mapping[str, str]] = moment.law.value("counteractions")
    return found


# --- stating one ------------------------------------------------------------------------------------------------------


@rule("COUP-050", "COUP-051", "COUP-043")
def counter(moment: Moment[World], said: Announced) -> None:
    """State a counteraction (fields ``name`` and ``claim``, of which one is enough, ``against`` whose and which ``action``)."""
    player = actor(moment)[1]
    names = _named(moment, said)
    found = _countered(moment, said, names) if names else None
    if found is None:
        return
    pending, name = found
    if pending.actor == player:
        moment.refuse("own_action", "COUP-050", f"{player} cannot counter their own action", said.n)
    elif not _may_counter(moment, pending, player):
        text = f"only {pending.target} may counter the {pending.kind} of {pending.actor}"
        moment.refuse("not_allowed", "COUP-051", text, said.n)
    elif any(each.player == player and each.kind == name and _is_alive(each) for each in pending.counteractions):
        moment.refuse("no_change", "COUP-052", f"{player} stated {name} already", said.n)
    else:
        _state(moment, pending, name, player)


def _state(moment: Moment[World], pending: Pending, name: str, player: str) -> None:
    claim = Claim(player, table(moment)[name]["claim"], moment.when, moment.row)
    stated = Counteraction(player, name, claim, moment.when, moment.row)
    pending.counteractions = [*pending.counteractions, stated]
    text = f"{player} counters the {pending.kind} of {pending.actor} with {name}, claiming {claim.character}"
    told = {"player": player, "counteraction": name, "character": claim.character}
    moment.tell("counteraction_stated", "COUP-050", text, **told, actor=pending.actor, action=pending.kind)


@rule("COUP-050")
def _named(moment: Moment[World], said: Announced) -> list[str]:
    """The counteractions that an announcement may mean, by name or by the character claimed; refuses, and none, where it means none."""
    rows, name, claim = table(moment), said.fields.get("name"), said.fields.get("claim")
    if name is None and claim is None:
        text = "it names neither the counteraction nor the character claimed: write “I block as Duke”, say"
        moment.refuse("missing_claim", "COUP-050", text, said.n)
        return []
    named = [each for each, row in rows.items() if name in (None, each) and claim in (None, row["claim"])]
    if not named:
        text = f"{name} does not claim {claim}" if name else f"{claim} has no counteraction"
        moment.refuse("bad_claim", "COUP-050", text, said.n)
    return named


def _countered(moment: Moment[World], said: Announced, names: list[str]) -> tuple[Pending, str] | None:
    """The newest action in the open window to which one of these counteractions applies, with that; refuses where there is none."""
    world = moment.world
    for pending in reversed(open_actions(world)):
        name = _against(moment, said, names, pending)
        if name and _can_be_countered(moment, pending):
            return pending, name
    past = world.past_pending
    if past is not None and _against(moment, said, names, past):
        text = f"the time to counter the {past.kind} of {past.actor} ended with the next action"
        moment.refuse("window_closed", "COUP-043", text, said.n)
    else:
        text = f"there is nothing that {' or '.join(names)} is against"
        moment.refuse("nothing_to_counter", "COUP-050", text, said.n)
    return None


def _against(moment: Moment[World], said: Announced, names: list[str], pending: Pending) -> str:
    """Which of these counteractions is against an action that the announcement may mean; "" for none."""
    world, of, kind = moment.world, said.fields.get("against"), said.fields.get("action")
    if (of is not None and world.player_called(str(of)) != pending.actor) or kind not in (None, pending.kind):
        return ""
    return next((name for name in names if table(moment)[name]["against"] == pending.kind), "")


def stateable(moment: Moment[World], pending: Pending, player: str) -> list[str]:
    """The counteractions that somebody other than the actor may state against an action now."""
    if not _can_be_countered(moment, pending) or not _may_counter(moment, pending, player):
        return []
    stated = {each.kind for each in pending.counteractions if each.player == player and _is_alive(each)}
    return [name for name, row in table(moment).items() if row["against"] == pending.kind and name not in stated]


@rule("COUP-064", "COUP-068")
def _can_be_countered(moment: Moment[World], pending: Pending) -> bool:
    """Whether an action can still be countered: not once its claim fell; also once it stood, unless that is ruled otherwise."""
    has_stood = pending.claim is not None and pending.claim.status == STOOD
    return not pending.is_stopped and not (
        has_stood and moment.law.chooses("countering_after_a_challenge", "is not possible")
    )


@rule("COUP-051")
def _may_counter(moment: Moment[World], pending: Pending, player: str) -> bool:
    """Whether somebody other than the actor may counter: anybody, unless it is ruled that only the target may."""
    return pending.target in ("", player) or moment.law.chooses("who_may_counter", "any player but the actor")


def _is_alive(stated: Counteraction) -> bool:
    return stated.claim.status != FALLEN


# --- when the window closes -------------------------------------------------------------------------------------------


@rule("COUP-052", "COUP-055", "COUP-059", "COUP-061")
def blocking(moment: Moment[World], pending: Pending) -> Counteraction | None:
    """The first counteraction that stands if the window closes now: one is enough to block the action."""
    return next((each for each in pending.counteractions if would_stand(moment, each.claim)), None)


ACTIONS = {"counter": counter}
