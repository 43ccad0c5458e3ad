"""New turn orders: understood before anybody votes on them, hung up until the round ends, and then applied."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, replace

from tracker.core.gamestate import Finding
from tracker.core.rule import rule
from tracker.mechanics.chat_people import People, names_by_id
from tracker.mechanics.chat_play import Moment

from . import turn_order_rule as order_rule
from .proposition_reading import Reading
from .rule_changes import By, Change, Made, NotMade
from .rule_paths import Rule, delete, label
from .state import Proposition, World
from .written_orders import Listed, OrderNames


def player_named(moment: Moment[World], name: str) -> str:
    """The player of a name, of one of its members, or of an account; "" for nobody who plays, or where two people have the name."""
    person = moment.state.person(name)
    found = moment.world.player_called(person)
    same = (id for id in moment.world.playing if id.casefold() == name.casefold())
    return found or next(same, "") or moment.world.player_called(_names(moment).called(name))


def _names(moment: Moment[World]) -> OrderNames:
    """By which names people can be called, with those under which they are shown."""
    state = moment.state
    names = names_by_id(state.log, state.identities, moment.world.players)
    return OrderNames(names, state.person, _people(moment).name)


def _people(moment: Moment[World]) -> People:
    return People(moment.state.log, moment.state.identities, moment.world.players)


# --- what a change says -----------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Said:
    """The turn order that a change says as it is written, and who stands in it."""

    content: str
    listed: Listed


def changes_order(moment: Moment[World], change: Change) -> bool:
    """Whether a change is one of the turn order, or of a new one that waits."""
    tree, waiting = moment.world.rules, _waiting(moment)
    of_waiting = waiting is not None and change.rule == waiting.key and change.kind in order_rule.REWRITING
    return of_waiting or order_rule.changes_order(tree, change, moment.law.word("order_rule"))


def contents(moment: Moment[World]) -> dict[int, str]:
    """What the rules on the turn order say, by their keys, with people under the names by which they are shown."""
    at, waiting = _order_rule(moment), _waiting(moment)
    found = dict[int, str]()
    if at:
        found[at.key] = order_rule.content_now(at, _people(moment).names(moment.world.order))
    if waiting:
        found[waiting.key] = _people(moment).readable(waiting.content)
    return found


def _order_of(moment: Moment[World], content: str) -> str:
    """What stands in a new order behind its first line."""
    return content.replace(moment.law.word("upcoming_preface"), "", 1)


@rule("COUP-025", "COUP-028")
def understood(moment: Moment[World], found: Reading) -> Reading:
    """The same with the names in its new turn orders bound to people: an order of which anything is not understood is not complete.

    So nobody's turns are lost because a name was not understood, and a name means whom it meant before the vote.
    """
    changes = [each for each in found.changes if each.is_complete and changes_order(moment, each)]
    if not changes:
        return found
    names, before = _names(moment), ""
    for change in changes:
        change.named = dict(zip(names.shown(moment.world.order), moment.world.order, strict=True))
        try:
            said = _said(moment, change, names, before)
        except NotMade as reason:
            change.code, change.why = reason.code, reason.why
            continue
        change.named |= said.listed.said
        before = said.content
    if any(each.is_complete for each in found.changes):
        return found
    return replace(found, code=found.changes[0].code, why=found.changes[0].why)


def _said(moment: Moment[World], change: Change, names: OrderNames, before: str) -> _Said:
    """What a change says, on top of what an earlier change of its proposition says (``before``; "": none does).

    Raises NotMade where anything of it is not understood.
    """
    content = order_rule.new_order_content(change, before or _content_now(moment, change, names))
    listed = names.listed(_order_of(moment, content), change.named)
    if listed.faults:
        text = f"the new turn order is not understood: {'; '.join(listed.faults)}. List every player by name or mention, first to last"
        raise NotMade("unclear", text)
    if not listed.people:
        raise NotMade(
            "no_content",
            "the new turn order names nobody, and the rule on it stays as it is: delete that rule if it is to go",
        )
    return _Said(content, listed)


def _content_now(moment: Moment[World], change: Change, names: OrderNames) -> str:
    """What the rule says now that a change is of, people under the names that they had when it was proposed."""
    waiting, at = _waiting(moment), _order_rule(moment)
    if waiting is not None and change.rule == waiting.key:
        return _people(moment).readable(waiting.content)
    called = {id: name for name, id in reversed(change.named.items())}
    order = [called.get(id) or names.shown([id])[0] for id in moment.world.order]
    return order_rule.content_now(at, order) if at else ""


def _people_of(moment: Moment[World], proposition: Proposition, change: Change) -> list[str]:
    """The people, by id, in the new turn order of a change if it were made now; nobody where it says none that can be."""
    names = _names(moment)
    try:
        return list(_said(moment, change, names, _before(moment, proposition, change, names)).listed.people)
    except NotMade:
        return []


def told(moment: Moment[World], proposition: Proposition, change: Change) -> str:
    """The new turn order of a change as it is understood, in words."""
    people = _people_of(moment, proposition, change)
    strangers = [each for each in people if not moment.world.player_called(each)]
    out = left_out(moment, proposition, change)
    besides = [
        *([f"without {', '.join(out)}, who would get no turns"] if out else []),
        *([f"{', '.join(strangers)} passed over as long as they do not play"] if strangers else []),
    ]
    return f"the turn order that it brings: {', '.join(people)}{''.join(f' ({each})' for each in besides)}"


def left_out(moment: Moment[World], proposition: Proposition, change: Change) -> list[str]:
    """The players who played when it was proposed, stand in the turn order and do not in the new one that a change says."""
    if not change.is_complete or not changes_order(moment, change):
        return []
    named = _players(moment.world, _people_of(moment, proposition, change))
    stood = [player for player in moment.world.order if player in proposition.playing]
    return [player for player in stood if player not in named] if named else []


def _players(world: World, people: list[str]) -> list[str]:
    """Of some people those who play, each player once."""
    return [player for player in dict.fromkeys(map(world.player_called, people)) if player]


# --- one that waits ---------------------------------------------------------------------------------------------------


@rule("COUP-025")
def hang(moment: Moment[World], proposition: Proposition, change: Change, by: By) -> Made | None:
    """Let the new turn order of a change wait as a rule of its own until the round ends; None where no rule is to stand above it."""
    law, tree = moment.law, moment.world.rules
    below = _order_rule(moment)
    if not law.chooses("upcoming_order_hangs", "below the turn order"):
        below = order_rule.rule_at(tree, law.word("changing_order_rule")) or below
    if below is None:
        return None
    names = _names(moment)
    try:
        said = _said(moment, change, names, _before(moment, proposition, change, names))
    except NotMade as reason:
        return Made(code=reason.code, why=reason.why)
    content = f"{law.word('upcoming_preface')}\n{_by_ids(said.listed, names)}"
    hung = order_rule.hang_upcoming(tree, below, law.word("upcoming_title"), content, by.number, by.when)
    moment.world.upcoming_proposition = proposition.number
    return Made(hung, label(tree, hung))


def _by_ids(listed: Listed, names: OrderNames) -> str:
    """A new order with ids in it, in its own words as long as these mean the same then."""
    is_same = names.exactly(listed.by_ids).people == listed.people
    return listed.by_ids if is_same else order_rule.order_as_content(list(map(names.written, listed.people)))


def _before(moment: Moment[World], proposition: Proposition, change: Change, names: OrderNames) -> str:
    """The new turn order that a proposition says in front of one of its changes; "" for none."""
    content = ""
    for each in proposition.changes:
        if each is change:
            break
        if each.is_complete and changes_order(moment, each):
            with suppress(NotMade):
                content = _said(moment, each, names, content).content
    return content


def upcoming_order(moment: Moment[World]) -> list[str]:
    """The players whom the turn order names that waits for the round to end; nobody where none waits."""
    listed = _listed_by_waiting(moment)
    return _players(moment.world, list(listed.people)) if listed else []


def _listed_by_waiting(moment: Moment[World]) -> Listed | None:
    waiting = _waiting(moment)
    return _names(moment).exactly(_order_of(moment, waiting.content)) if waiting else None


def _order_to_be(moment: Moment[World], waiting: Rule, named: list[str]) -> list[str]:
    world = moment.world
    made = world.propositions.get(waiting.edited_by)
    keep_places = moment.law.chooses("missing_from_upcoming_order", "who entered since keeps their place")
    return order_rule.order_to_be(named, world.order, made.playing if made else world.order, keep_places=keep_places)


@rule("COUP-026", "COUP-027", "COUP-028")
def apply_upcoming_order(moment: Moment[World]) -> bool:
    """As a round ends: let the turn order be the one that waits, and delete its rule; whether there was one.

    One that people wrote so that it is not understood changes nothing, as some would lose their turns by it.
    """
    world, waiting, listed = moment.world, _waiting(moment), _listed_by_waiting(moment)
    if waiting is None or listed is None:
        return False
    named = _players(world, list(listed.people))
    if listed.faults or not named:
        why = "; ".join(listed.faults) or "it names nobody who plays"
        text = f"the upcoming order is not understood ({why}): the turn order stays as it is"
        moment.note("ORDER_UNCLEAR", "COUP-028", text)
    else:
        world.order = _order_to_be(moment, waiting, named)
        world.unplaced = {player: at for player, at in world.unplaced.items() if player not in world.order}
        text = f"the upcoming order is the turn order: {', '.join(world.order)}"
        moment.tell("order_changed", "COUP-026", text, order=list(world.order), proposition=world.upcoming_proposition)
    delete(world.rules, waiting)
    world.upcoming_proposition = 0
    return True


@rule("COUP-028")
def findings(moment: Moment[World]) -> Iterator[Finding]:
    """Who plays and gets no turn, and who gets none from the next round on."""
    world, waiting, code = moment.world, _waiting(moment), "LEFT_OUT_OF_ORDER"
    if world.status != "running":
        return
    for player in world.playing:
        if player not in world.order and player not in world.unplaced:
            text = (
                f"{player} plays and is not in the turn order: no turn comes to {player} until a proposition changes it"
            )
            yield Finding(code, "COUP-028", text, is_note=True, subject=player)
    named = upcoming_order(moment)
    to_be = _order_to_be(moment, waiting, named) if waiting and named else world.order
    for player in world.order:
        if player not in to_be:
            text = f"the turn order that waits leaves out {player}: from the next round on no turn comes to {player}"
            yield Finding(code, "COUP-028", text, is_note=True, subject=player)


def _order_rule(moment: Moment[World]) -> Rule | None:
    return order_rule.rule_at(moment.world.rules, moment.law.word("order_rule"))


def _waiting(moment: Moment[World]) -> Rule | None:
    """The rule of the new turn order that waits."""
    law, tree = moment.law, moment.world.rules
    for name in ("changing_order_rule", "order_rule"):
        below = order_rule.rule_at(tree, law.word(name))
        found = order_rule.upcoming(tree, below, law.word("upcoming_title")) if below else None
        if found is not None:
            return found
    return None
