"""Titling later: a new rule without a title is given one by the first player who does, other than its proponent."""

from __future__ import annotations

from tracker.mechanics.chat.carrying import happens, refuse, rule
from tracker.mechanics.chat.rows import Message

from ..general import plays
from ..proposing.proposition_reading import named_rule
from ..state import Coup
from .rule_changes import NotMade, why_not_titled
from .rule_paths import double, label


@rule("COUP-091", unknown_rule="COUP-092", paths_disagree="COUP-092")
def title_rule(world: Coup, message: Message, path: str, quoted: str = "") -> None:
    """Any player but the proponent may title an untitled new rule."""
    player = plays(world, message)
    try:
        at = named_rule(world.rules, path)
    except NotMade as reason:
        refuse(reason.code, reason.why)
    code, why = why_not_titled(world.rules, at, quoted, player)
    if code:
        refuse(code, f"{label(world.rules, at)} cannot be titled “{quoted}” by {player}: {why}")
    titled = world.rules[at]
    titled.title, titled.edited_at = " ".join(quoted.split()), world.now
    if double(world.rules, at):
        refuse("not_allowed", f"{at} cannot be titled “{quoted}”: another rule would have the same title path")
    happens("rule_titled", f"{player} titles rule {label(world.rules, at)}", rule=at, title=titled.title, player=player)
