"""What becomes of the rules by an adopted proposition, what it would do besides before the vote, and titles that are given later."""

from __future__ import annotations

from collections.abc import Iterator

from tracker.core.gamestate import Finding
from tracker.mechanics.chat.carrying import happens, note, require, rule
from tracker.mechanics.chat.rows import Message
from tracker.mechanics.state.keeping import journalled

from ..general import ask, plays
from ..playing import orders
from ..rule_tree.rule_changes import APPENDICATION, CONTENT_EDIT, DELETION, MISCELLANEOUS, By, Made, make
from ..rule_tree.rule_paths import double, label, path_of
from ..state import Change, Coup
from .proposition_reading import named_rule, says_from_when

MADE, FOR_PEOPLE = "made", "for people"
"""What may come of a change, besides a code."""
_NEVER_DELETE = (CONTENT_EDIT, APPENDICATION, MISCELLANEOUS)
"""The types of change by which no rule goes as long as they say something."""
DONE, FROM_ADOPTION = "done", "it holds from its adoption"
"""What people may say of what they are to carry out (COUP-095, COUP-097)."""


# --- making the changes -----------------------------------------------------------------------------------------------


@rule("COUP-096", "COUP-097")
def apply(world: Coup, number: str) -> None:
    """Make the changes in the order written, from now on; those that cannot be made are told, the others are made."""
    proposition = world.propositions[number]
    said = says_from_when(world.rules, proposition)
    orders.bind_rules(world)
    every = [(change, _make(world, number, change)) for change in proposition.proposed]
    proposition.results = [_tell_made(world, number, n, *each) for n, each in enumerate(every, start=1)]
    # A rule that came to hold the order does so as it is.
    path = orders.bound(world, orders.ORDER)
    if path and world.order and world.rules[path].key != world.bound.get(orders.ORDER):
        orders.set_order(world, world.order)
    if said and {MADE, FOR_PEOPLE} & {*proposition.results}:
        _ask_from_when(world, number, said)


@rule("COUP-025", "COUP-096")
def _make(world: Coup, number: str, change: Change) -> Made:
    """Make a change; one of the turn order waits as a rule of its own until the round ends."""
    world.newest_rule += 1
    proposition = world.propositions[number]
    by = By(int(number), proposition.proponent, world.now, world.newest_rule)
    if not change.code and orders.changes_order(world, change):
        return orders.hang(world, change, by)
    return make(world.rules, change, by)


@rule("COUP-004")
def findings(world: Coup) -> Iterator[Finding]:
    """That rules changed, and that the tracker does what it did."""
    made = [(each.closed_at, int(n), each.message) for n, each in world.propositions.items() if MADE in each.results]
    if made:
        at, number, message = max(made, key=lambda each: (each[0] or world.now, each[1]))
        text = f"rules changed, last by proposition {number}: the tracker does what it did until people switch it"
        yield Finding("BEHAVIOUR_UNCHANGED", "COUP-004", text, (message,), at, is_note=True)


@rule("COUP-093", change_made="COUP-096", change_for_people="COUP-095")
def _tell_made(world: Coup, number: str, n: int, change: Change, made: Made) -> str:
    """Tell what came of a change: in a word of the results."""
    where, told = f"change {n} of proposition {number}", {"proposition": int(number), "n": n, "type": change.type}
    below = world.propositions[number].message
    if made.code:
        text = f"{where} is not made ({made.code}): {made.why}"
        happens("change_not_made", text, below, **told, code=made.code)
        note("CHANGE_NOT_MADE", text, is_mild=False)
        return made.code
    if change.type == MISCELLANEOUS and not made.key:
        happens("change_for_people", f"{where} is for people to carry out: {change.text}", below, **told)
        _ask_if_done(world, number, n, change)
        return FOR_PEOPLE
    path = path_of(world.rules, made.key)
    on = f" on {label(world.rules, path)}" if path else f" of {change.named}" if change.named else ""
    gone = f"; gone: {', '.join(made.gone)}" if made.gone else ""
    more = {"rule": path} if path else {}
    happens("change_made", f"{where}: {change.type}{on}{gone}", below, **told, **more, gone=made.gone)
    return MADE


@rule("COUP-095")
def _ask_if_done(world: Coup, number: str, n: int, change: Change) -> None:
    """Let people mark what they carried out as done."""
    text = f"Proposition {number} was adopted: {change.text[:300]} Is that carried out?"
    ask(
        world,
        f"done:{number}:{n}",
        text,
        [DONE],
        world.propositions[number].message,
        code="TO_CARRY_OUT",
        proposition=number,
    )


@rule("COUP-097")
def _ask_from_when(world: Coup, number: str, said: str) -> None:
    """Let people carry out what a proposition says of the time from which it holds, which is otherwise its adoption."""
    text = (
        f"Proposition {number} may say from when it holds, or that it bears on what was before: “{said}”."
        " The tracker lets it hold from its adoption. Is it carried out as it says?"
    )
    row = world.propositions[number].message
    ask(world, f"from-when:{number}", text, [DONE, FROM_ADOPTION], row, code="OTHERWISE_IN_TIME", proposition=number)


# --- before the vote --------------------------------------------------------------------------------------------------


@rule("COUP-028", "COUP-082", "COUP-085")
def warnings(world: Coup, number: str) -> list[tuple[str, str, str]]:
    """What a vote for a proposition would bring about besides what it says, each with its code and clause.

    These are rules that are replaced or go, and players who are left without turns; nothing where it is not voted on.
    """
    proposition, where, found = world.propositions[number], f"proposition {number}", list[tuple[str, str, str]]()
    if not proposition.is_open:
        return found
    for change, made in _foreseen(world, number):
        found += [("WOULD_BE_REPLACED", "COUP-082", f"{where} would replace {each}") for each in made.replaced]
        if text := _going(where, change, made):
            found.append(("WOULD_GO", "COUP-085", text))
    for change in proposition.proposed:
        if not change.code and orders.changes_order(world, change):
            left_out = orders.left_out(world, change, proposition.playing)
            text = f"the turn order of {where} leaves out {', '.join(left_out)}"
            found += [("LEFT_OUT_OF_ORDER", "COUP-028", text)] if left_out else []
    return found


@rule("COUP-082", "COUP-085", "COUP-096")
def _foreseen(world: Coup, number: str) -> list[tuple[Change, Made]]:
    """What would come of each change if all were made now: they are, and then taken back."""
    proposed = world.propositions[number].proposed
    changes = [each for each in proposed if not each.code and not orders.changes_order(world, each)]
    if all(each.type in _NEVER_DELETE and each.text.strip() for each in changes):
        return []
    with journalled() as journal:
        made = [(change, _make(world, number, change)) for change in changes]
        journal.undo()
    return made


def _going(where: str, change: Change, made: Made) -> str:
    """Which rules a change would delete that it does not name, nor replace; "" for none."""
    besides = [each for each in made.gone if each not in made.replaced]
    if change.type == CONTENT_EDIT and besides:
        along = f" with {', '.join(besides[1:])}" if besides[1:] else ""
        return f"{where} would delete {besides[0]}{along}, as it would have no content"
    if change.type == DELETION:
        besides = besides[1:]
    with_what = f"its rule {change.named}" if change.type == DELETION else ", ".join(made.replaced)
    return f"with {with_what} {where} would delete {', '.join(besides)}" if besides else ""


@rule("COUP-091")
def title_rule(world: Coup, message: Message, path: str, quoted: str = "") -> None:
    """Any player but the proponent may title an untitled new rule."""
    player = plays(world, message)
    at = named_rule(world.rules, path)
    titled, title = world.rules[at], " ".join(quoted.split())
    cannot = f"{label(world.rules, at)} cannot be titled “{quoted}” by {player}"
    require(not titled.title.strip(), "already_titled", f"{cannot}: it has a title")
    require(title, "missing_parameter", f"{cannot}: no title is said, in quotes")
    is_own = player == titled.proponent
    require(not is_own, "not_allowed", f"{cannot}: whoever proposed a rule without a title cannot title it later")
    titled.title, titled.edited_at = title, world.now
    require(not double(world.rules, at), "not_allowed", f"{cannot}: another rule would have the same title path")
    happens("rule_titled", f"{player} titles rule {label(world.rules, at)}", rule=at, title=title, player=player)
