"""The turn order as the content of its rule, and a new one that waits as a rule of its own until the round ends (COUP-024 to COUP-028)."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from tracker.core.gamestate import Finding
from tracker.mechanics.chat.carrying import Refused, happens, note, require, rule

from ..rule_tree.rule_changes import APPENDICATION, CONTENT_EDIT, MISCELLANEOUS, By, Made, edited_content
from ..rule_tree.rule_paths import bind, delete, next_path, path_of, put, titled
from ..state import Change, Coup, Rule

OPENING = "The current turn order is as follows:"
ORDER, CHANGING, UPCOMING = "order", "changing_order", "upcoming"
"""What rules on the turn order are bound to: they stay these wherever they move and however they are called."""
_NUMBER = r"(?:(?<![\w.])(?P<number>[0-9]{1,4})\s*[:.)]\s*)?"
_MENTION = r"<@!?(?P<mention>[\w.-]{1,40})>"


# --- the rules on it --------------------------------------------------------------------------------------------------


@rule("COUP-024", "COUP-025")
def bound(world: Coup, what: str) -> str:
    """Where the rule on the turn order stands, or that on changing it; "" where there is none.

    One that the tracker does not know of yet has the title path that the parameter says.
    """
    path = path_of(world.rules, world.bound.get(what, 0))
    return path or ("" if what == UPCOMING else titled(world.rules, world.law.word(f"{what}_rule")))


def bind_rules(world: Coup) -> None:
    """Let the rules on the turn order be known from now on, wherever they move."""
    for what in (ORDER, CHANGING):
        if path := bound(world, what):
            world.bound[what] = world.rules[path].key


def upcoming(world: Coup) -> str:
    """Where the new order stands that waits, wherever that is; "" where none does."""
    return bound(world, UPCOMING)


# --- who stands in it -------------------------------------------------------------------------------------------------


@rule("COUP-024", "COUP-028")
def named_in(world: Coup, content: str) -> list[str]:
    """The players whom a text names, each once, in the order in which it does; numbers from 1 before all names say the order instead."""
    found: dict[str, int] = {}
    for match in _pattern(world).finditer(content):
        player = world.player_called(match["mention"] or match["name"])
        if player:
            found.setdefault(player, int(match["number"] or 0))
    is_numbered = sorted(found.values()) == list(range(1, len(found) + 1))
    return sorted(found, key=lambda player: found[player]) if is_numbered else list(found)


def _pattern(world: Coup) -> re.Pattern[str]:
    """The name or mention of somebody who plays, with a number before it."""
    people = [*world.players, *(member for each in world.players.values() for member in each.members)]
    names = sorted(world.called.by_name(people), key=len, reverse=True)
    known = "|".join(map(re.escape, names)) or r"(?!)"
    return re.compile(rf"{_NUMBER}(?:{_MENTION}|(?<!\w)@?(?P<name>{known})(?!\w))", re.IGNORECASE)


def by_ids(world: Coup, text: str) -> str:
    """A text with the ids of players in place of their names, as the rule on the order tells them."""
    names = world.called.by_name(world.players)
    known = "|".join(map(re.escape, sorted(names, key=len, reverse=True))) or r"(?!)"
    return re.sub(rf"(?<!\w)(?:{known})(?!\w)", lambda found: names[found[0].lower()], text, flags=re.IGNORECASE)


@rule("COUP-024")
def set_order(world: Coup, order: Sequence[str]) -> None:
    """Let this be the turn order, and stand in its rule in place of the list there."""
    world.order = [*order]
    bind_rules(world)
    if path := bound(world, ORDER):
        world.rules[path].content = _with_list(world, world.rules[path].content)
        bind(world.rules, path)


@rule("COUP-024")
def _with_list(world: Coup, content: str) -> str:
    """A text with the turn order, numbered from 1, in place of the lines and words that list one, or behind all else."""
    # In the seed's form the empty slots stand in one line.
    lines = re.sub(rf"({re.escape(OPENING)})[ \t]+(?=\S)", r"\1\n", content).splitlines()
    listing = [n for n, line in enumerate(lines) if _lists(world, line)]
    kept = [line for n, line in enumerate(lines) if n not in listing]
    at = listing[0] if listing else len(kept)
    if not any(map(str.strip, kept)):
        kept, at = [OPENING], 1
    listed = [f"{number}: {player}" for number, player in enumerate(world.order, start=1)]
    return "\n".join([*kept[:at], *listed, *kept[at:]])


def _lists(world: Coup, line: str) -> bool:
    is_form = re.fullmatch(r"\s*(?:\d+\s*[:.)]\s*\S*\s*)+", line) is not None
    return is_form or (not line.startswith(OPENING) and _pattern(world).search(line) is not None)


# --- changing it ------------------------------------------------------------------------------------------------------


@rule("COUP-025")
def rules_on_it(world: Coup) -> set[int]:
    """The keys of the rules whose Content Edit or Appendication changes the turn order: its own, and that of a new one that waits."""
    return {world.rules[path].key for path in (bound(world, ORDER), upcoming(world)) if path}


@rule("COUP-025")
def changes_order(world: Coup, change: Change) -> bool:
    """Whether a change is one of the turn order, or marked as one."""
    is_edit = change.type in (CONTENT_EDIT, APPENDICATION)
    return change.is_order or (is_edit and change.key in rules_on_it(world))


@rule("COUP-025", "COUP-027")
def hang(world: Coup, change: Change, by: By) -> Made:
    """Let a new order wait as a subrule of the rule on changing it, with its first line; one that waits is replaced."""
    waiting, above = upcoming(world), bound(world, CHANGING) or bound(world, ORDER)
    try:
        require(above, "unknown_rule", "there is no rule on the turn order")
        content = _new_order(world, change)
    except Refused as reason:
        return Made(code=reason.code, why=reason.text)
    preface, title = world.law.word("upcoming_preface"), world.law.word("upcoming_title")
    if not waiting or change.key != world.rules[waiting].key:
        if waiting:
            delete(world.rules, waiting)
        place = next_path(world.rules, bound(world, CHANGING) or bound(world, ORDER))
        put(world.rules, {"": Rule(title=title, content="", key=by.newest)}, place)
        world.bound[UPCOMING] = by.newest
    world.upcoming_by = by.number or None
    path = upcoming(world)
    made = world.rules[path]
    made.content = f"{preface}\n{content.removeprefix(preface).lstrip()}"
    made.edited_at, made.edited_by = by.when, by.number
    bind(world.rules, path)
    return Made(made.key)


@rule("COUP-025")
def _new_order(world: Coup, change: Change) -> str:
    """What a change makes of the content of the order's rule, or of the order that waits; refuses where that cannot be."""
    if change.type == MISCELLANEOUS:
        return change.text
    waiting, path = upcoming(world), path_of(world.rules, change.key)
    # Of several changes in one proposition each goes on from the one before it, which waits already.
    is_next = waiting and path != waiting and world.rules[waiting].edited_at == world.now
    source = waiting if is_next else path
    content = edited_content(world.rules[source].content if source else "", change)
    require(content.strip(), "no_content", "the rule on the turn order stays: delete it if it is to go")
    return content


@rule("COUP-028")
def left_out(world: Coup, change: Change, playing: Sequence[str]) -> list[str]:
    """The players, of those who played when it was submitted, whom a new turn order does not name."""
    try:
        named = named_in(world, _new_order(world, change))
    except Refused:
        return []
    return [each for each in playing if named and each in world.players and each not in named]


@rule("COUP-028")
def order_to_be(world: Coup) -> list[str]:
    """The turn order from the next round on, by who plays now; nobody where none waits, or it names nobody who plays.

    Who entered since it was submitted stands directly before the player whom they stood before, or else last.
    """
    waiting = upcoming(world)
    found = named_in(world, world.rules[waiting].content) if waiting else []
    if not found:
        return []
    present = list(dict.fromkeys([*world.order, *(world.players if world.status == "waiting" else ())]))
    by = world.propositions.get(str(world.upcoming_by))
    known = by.playing if by else present
    for player in reversed([each for each in present if each not in found and each not in known]):
        behind = present[present.index(player) + 1 :][:1]
        at = found.index(behind[0]) if behind and behind[0] in found else len(found)
        found.insert(at, player)
    return found


@rule("COUP-026", ORDER_UNCLEAR="COUP-028")
def apply_upcoming_order(world: Coup) -> None:
    """As a round ends: let the turn order be the one that waits, put its content into the rule on the order, and delete its own."""
    waiting, order, at = upcoming(world), order_to_be(world), bound(world, ORDER)
    if not waiting:
        world.bound.pop(UPCOMING, None)
        return
    if order:
        if at:
            content = world.rules[waiting].content.removeprefix(world.law.word("upcoming_preface"))
            world.rules[at].content = content.lstrip("\n")
            world.rules[at].edited_at, world.rules[at].edited_by = world.now, world.upcoming_by
        set_order(world, order)
        text = f"the upcoming order is the turn order: {', '.join(order)}"
        happens("order_changed", text, order=order, proposition=world.upcoming_by)
    else:
        text = "the upcoming order names nobody who plays: the turn order stays as it is"
        note("ORDER_UNCLEAR", text, is_mild=False)
    delete(world.rules, waiting)
    del world.bound[UPCOMING]


# --- what people should look at ---------------------------------------------------------------------------------------


def findings(world: Coup) -> Iterator[Finding]:
    """Who plays and gets no turn or will get none, and that no rule holds the order."""
    if world.status != "over" and not bound(world, ORDER):
        text = (
            f"no rule holds the turn order: it stays {', '.join(world.order) or 'empty'}, and no change of a rule's content changes it, until a"
            f" rule {world.law.word('order_rule')} is added by a proposition, which then holds the order as it is"
        )
        yield Finding("NO_ORDER_RULE", "COUP-024", text)
    if UPCOMING in world.bound and not upcoming(world):
        text = "the rule of the turn order that waited is gone: as the round ends the order stays as it is, unless another is adopted"
        yield Finding("NO_ORDER_RULE", "COUP-025", text)
    to_be = order_to_be(world) or world.order
    for player in world.players if world.status == "running" else ():
        if player not in world.order or player not in to_be:
            since = "from the next round on" if player in world.order else "until a proposition changes the order"
            text = f"{player} plays, and gets no turn {since}: the turn order leaves them out"
            yield Finding("LEFT_OUT_OF_ORDER", "COUP-028", text, is_note=True, subject=player)
