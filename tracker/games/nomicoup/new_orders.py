"""New turn orders: understood before anybody votes on them, hung up until the round ends, and then applied."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from tracker.core.gamestate import Finding
from tracker.core.rule import rule
from tracker.mechanics.chat_people import People, names_by_id
from tracker.mechanics.chat_play import Moment

from . import turn_order_rule as order_rule
from .proposition_reading import Reading
from .rule_changes import By, Change, Made, NotMade
from .rule_paths import Rule, RuleTree, delete, label
from .state import Proposition, World
from .written_orders import Listed, OrderNames

_ON_ORDER = ("order_rule", "changing_order_rule")
"""The parameters with the title paths of the rules on the turn order."""


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
    return _is_of(waiting, change) or order_rule.changes_order(tree, change, moment.law.word("order_rule"))


def _is_of(waiting: Rule | None, change: Change) -> bool:
    return waiting is not None and change.rule == waiting.key and change.kind in order_rule.REWRITING


def _chain(moment: Moment[World], changes: Iterable[Change], change: Change) -> list[Change]:
    """The changes among which a change of the turn order goes on from those before it: what the last of them says is the new order."""
    waiting = _waiting(moment)
    ours = [each for each in changes if changes_order(moment, each)]
    return [each for each in ours if _is_of(waiting, each) == _is_of(waiting, change)]


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

    So nobody's turns are lost because a name was not understood, and a name means whom it meant before the vote. Of several changes of
    the order all are made or none: what the last of them leaves is the order.
    """
    changes = [each for each in found.changes if changes_order(moment, each)]
    if not changes:
        return found
    names = _names(moment)
    for change in changes:
        change.named = dict(zip(names.shown(moment.world.order), moment.world.order, strict=True))
    for chain in [chain for each in changes if (chain := _chain(moment, changes, each))[0] is each]:
        if unready := next((each for each in chain if not each.is_complete), None):
            _refuse(chain, unready.code, unready.why)
            continue
        try:
            chain[-1].named |= _said(moment, chain, names).listed.said
        except NotMade as reason:
            _refuse(chain, reason.code, reason.why)
    if any(each.is_complete for each in found.changes):
        return found
    return replace(found, code=found.changes[0].code, why=found.changes[0].why)


def _refuse(chain: Sequence[Change], code: str, why: str) -> None:
    """Let none of these changes be complete, as of one it is known why it is not."""
    of_several = (
        f"none of the {len(chain)} changes of the turn order is made, as they hang together: " if chain[1:] else ""
    )
    for each in chain:
        if each.is_complete:
            each.code, each.why = code, f"{of_several}{why}"


def _said(moment: Moment[World], chain: Sequence[Change], names: OrderNames) -> _Said:
    """What changes say that go on from one another.

    Raises NotMade where anything is not understood of what the last of them leaves, or one of them cannot be made.
    """
    content = _content_now(moment, chain[0], names)
    for each in chain:
        content = order_rule.new_order_content(each, content)
    listed = names.listed(_order_of(moment, content), chain[-1].named)
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
    if waiting is not None and _is_of(waiting, change):
        return _people(moment).readable(waiting.content)
    called = {id: name for name, id in reversed(change.named.items())}
    order = [called.get(id) or names.shown([id])[0] for id in moment.world.order]
    return order_rule.content_now(at, order) if at else ""


def _people_of(moment: Moment[World], proposition: Proposition, change: Change) -> list[str]:
    """The people, by id, in the new turn order of a change if it were made now; nobody where it says none that can be."""
    try:
        chain = _made_chain(moment, proposition, change)
        return list(_said(moment, chain, _names(moment)).listed.people)
    except NotMade:
        return []


def _made_chain(moment: Moment[World], proposition: Proposition, change: Change) -> list[Change]:
    """The changes of a proposition that would be made with one of the turn order."""
    return _chain(moment, [each for each in proposition.changes if each.is_complete], change)


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
    if _made_chain(moment, proposition, change)[-1] is not change:
        return []
    named = _players(moment.world, _people_of(moment, proposition, change))
    stood = [player for player in moment.world.order if player in proposition.playing]
    return [player for player in stood if player not in named] if named else []


def _players(world: World, people: list[str]) -> list[str]:
    """Of some people those who play, each player once."""
    return [player for player in dict.fromkeys(map(world.player_called, people)) if player]


# --- one that waits ---------------------------------------------------------------------------------------------------


@rule("COUP-024", "COUP-025")
def bind(moment: Moment[World]) -> None:
    """Keep the rules on the turn order known, wherever they are moved from now on and however called."""
    tree, waiting = moment.world.rules, _waiting(moment)
    if waiting is not None and not order_rule.is_bound(tree, waiting):
        moment.world.upcoming_proposition = waiting.edited_by
    order_rule.bind_rules(tree, map(moment.law.word, _ON_ORDER), waiting)


def bind_stated(moment: Moment[World], tree: RuleTree) -> None:
    """The same for the rules that people state instead of those that there were."""
    preface = moment.law.word("upcoming_preface")
    waiting = order_rule.bind_stated(tree, moment.world.rules, map(moment.law.word, _ON_ORDER), preface)
    moment.world.upcoming_proposition = waiting.edited_by if waiting else 0


@rule("COUP-025")
def hang(moment: Moment[World], proposition: Proposition, change: Change, by: By) -> Made | None:
    """Let the new turn order of a change wait as a rule of its own until the round ends; None where no rule is to stand above it.

    Of several changes of the order only the last brings one.
    """
    tree, waiting, below = moment.world.rules, _waiting(moment), _above_upcoming(moment)
    edits = waiting if _is_of(waiting, change) else None
    if edits is None and below is None:
        return None
    names, chain = _names(moment), _made_chain(moment, proposition, change)
    try:
        said = _said(moment, chain, names)
    except NotMade as reason:
        return Made(code=reason.code, why=reason.why)
    content = f"{moment.law.word('upcoming_preface')}\n{_by_ids(said.listed, names)}"
    at = edits or _order_rule(moment) or below
    if chain[-1] is change:
        at = _wait(moment, edits, below, content, by)
        moment.world.upcoming_proposition = proposition.number
    return Made(at, label(tree, at) if at else "")


def _wait(moment: Moment[World], edits: Rule | None, below: Rule | None, content: str, by: By) -> Rule | None:
    """Let a new order wait: as the content of the one that a change edits, or as a rule of its own."""
    tree = moment.world.rules
    if edits is not None:
        order_rule.edit_upcoming(tree, edits, content, by.number, by.when)
    elif below is not None:
        return order_rule.hang_upcoming(tree, below, moment.law.word("upcoming_title"), content, by.number, by.when)
    return edits


def _by_ids(listed: Listed, names: OrderNames) -> str:
    """A new order with ids in it, in its own words as long as these mean the same then."""
    is_same = names.exactly(listed.by_ids).people == listed.people
    return listed.by_ids if is_same else order_rule.order_as_content(list(map(names.written, listed.people)))


def upcoming_order(moment: Moment[World]) -> list[str]:
    """The players whom the turn order names that waits for the round to end; nobody where none waits."""
    listed = _listed_by_waiting(moment)
    return _players(moment.world, list(listed.people)) if listed else []


def _listed_by_waiting(moment: Moment[World]) -> Listed | None:
    waiting = _waiting(moment)
    return _names(moment).exactly(_order_of(moment, waiting.content)) if waiting else None


def _brought_by(moment: Moment[World], waiting: Rule) -> int:
    """The proposition that says the new order that waits: not one that only moved its rule (0: none)."""
    is_known = order_rule.is_bound(moment.world.rules, waiting)
    return (moment.world.upcoming_proposition if is_known else 0) or waiting.edited_by


def _order_to_be(moment: Moment[World], waiting: Rule, named: list[str], present: list[str]) -> list[str]:
    made = moment.world.propositions.get(_brought_by(moment, waiting))
    keep_places = moment.law.chooses("missing_from_upcoming_order", "who entered since keeps their place")
    return order_rule.order_to_be(named, present, made.playing if made else present, keep_places=keep_places)


@rule("COUP-028")
def order_that_will_hold(moment: Moment[World]) -> list[str]:
    """The turn order from the next round on, by who plays now, where a new one waits that is understood; nobody where none does."""
    world, waiting, listed = moment.world, _waiting(moment), _listed_by_waiting(moment)
    named = upcoming_order(moment)
    if waiting is None or listed is None or listed.faults or not named:
        return []
    present = order_rule.with_newcomers(world.order, world.unplaced, slots(moment))
    everybody = world.playing if world.status == "waiting" else ()
    return _order_to_be(moment, waiting, named, list(dict.fromkeys([*present, *everybody])))


@rule("COUP-024")
def slots(moment: Moment[World]) -> int | None:
    """How many players the turn order holds at most: any number (None), unless it is ruled that its slots are a limit."""
    is_limited = moment.law.chooses("turn_order_length", "is five at most")
    return moment.law.number("turn_order_slots") if is_limited else None


@rule("COUP-026", "COUP-027", "COUP-028", "COUP-098")
def apply_upcoming_order(moment: Moment[World]) -> bool:
    """As a round ends: let the turn order be the one that waits, and delete its rule; whether there was one.

    One that people wrote so that it is not understood changes nothing, as some would lose their turns by it.
    """
    world, waiting, listed = moment.world, _waiting(moment), _listed_by_waiting(moment)
    if waiting is None or listed is None:
        world.upcoming_proposition = 0
        return False
    named, brought_by = _players(world, list(listed.people)), _brought_by(moment, waiting)
    if listed.faults or not named:
        why = "; ".join(listed.faults) or "it names nobody who plays"
        text = f"the upcoming order is not understood ({why}): the turn order stays as it is"
        moment.note("ORDER_UNCLEAR", "COUP-028", text)
    else:
        world.order = _order_to_be(moment, waiting, named, world.order)
        if (at := _order_rule(moment)) is not None:
            # What was adopted changes that rule only now, so now it was edited, by the proposition that says so (COUP-098).
            at.edited_at, at.edited_by = moment.when, brought_by
        world.unplaced = {player: at for player, at in world.unplaced.items() if player not in world.order}
        text = f"the upcoming order is the turn order: {', '.join(world.order)}"
        moment.tell("order_changed", "COUP-026", text, order=list(world.order), proposition=brought_by)
    delete(world.rules, waiting)
    world.upcoming_proposition = 0
    return True


@rule("COUP-028")
def findings(moment: Moment[World]) -> Iterator[Finding]:
    """Who plays and gets no turn, and who gets none from the next round on."""
    world, code = moment.world, "LEFT_OUT_OF_ORDER"
    yield from _rules_gone(moment)
    if world.status != "running":
        return
    for player in world.playing:
        if player not in world.order and player not in world.unplaced:
            text = (
                f"{player} plays and is not in the turn order: no turn comes to {player} until a proposition changes it"
            )
            yield Finding(code, "COUP-028", text, is_note=True, subject=player)
    to_be = order_that_will_hold(moment) or world.order
    for player in world.order:
        if player not in to_be:
            text = f"the turn order that waits leaves out {player}: from the next round on no turn comes to {player}"
            yield Finding(code, "COUP-028", text, is_note=True, subject=player)


@rule("COUP-024", "COUP-025")
def _rules_gone(moment: Moment[World]) -> Iterator[Finding]:
    """That no rule holds the turn order, or the new one that waited, as it was deleted or replaced."""
    world, path = moment.world, moment.law.word("order_rule")
    if world.status == "over" or world.is_unknown:
        return
    if _order_rule(moment) is None:
        text = (
            f"no rule holds the turn order, as there is no rule {path}: the order stays {', '.join(world.order) or 'empty'}, "
            "and no change of a rule's content changes it. People name the rule that holds it by the setting order_rule, or add "
            f"a rule {path} by a proposition, which then holds the order as it is"
        )
        yield Finding("NO_ORDER_RULE", "COUP-024", text)
    if world.upcoming_proposition and _waiting(moment) is None:
        text = (
            f"the rule of the turn order that waited, by proposition {world.upcoming_proposition}, is gone: "
            "as the round ends the order stays as it is, unless another is adopted"
        )
        yield Finding("NO_ORDER_RULE", "COUP-025", text)


def _order_rule(moment: Moment[World]) -> Rule | None:
    return order_rule.rule_at(moment.world.rules, moment.law.word("order_rule"))


def _above_upcoming(moment: Moment[World]) -> Rule | None:
    """The rule below which a new order waits."""
    names = _ON_ORDER[:1] if moment.law.chooses("upcoming_order_hangs", "below the turn order") else _ON_ORDER
    above = (order_rule.rule_at(moment.world.rules, moment.law.word(name)) for name in reversed(names))
    return next((each for each in above if each is not None), None)


def _waiting(moment: Moment[World]) -> Rule | None:
    """The rule of the new turn order that waits."""
    law, tree = moment.law, moment.world.rules
    above = (order_rule.rule_at(tree, law.word(name)) for name in reversed(_ON_ORDER))
    found = (order_rule.upcoming(tree, below, law.word("upcoming_title")) for below in above)
    return next((each for each in found if each is not None), None)
