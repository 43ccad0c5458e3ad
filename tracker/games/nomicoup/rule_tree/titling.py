"""Titling later: a new rule without a title is given one by the first player who does, other than its proponent."""

from __future__ import annotations

from tracker.mechanics.chat.carrying import happens, require, rule
from tracker.mechanics.chat.rows import Message

from ..general import plays
from ..proposing.proposition_reading import named_rule
from ..state import Coup
from .rule_paths import double, label


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
