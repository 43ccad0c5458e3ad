"""Titling later: a new rule without a title is given one by the first player who does, other than its proponent."""

from __future__ import annotations

from tracker.core.rule import rule
from tracker.mechanics.announcements import Announced
from tracker.mechanics.chat_play import Moment

from .general import is_player
from .proposition_reading import rule_named
from .rule_changes import title_later
from .rule_paths import Rule, label, shown_path
from .state import World


@rule("COUP-091")
def title(moment: Moment[World], said: Announced) -> None:
    """Any player but the proponent may title an untitled new rule (fields ``rule`` and ``title``)."""
    player = is_player(moment, "COUP-091", said.n)
    if not player:
        return
    tree = moment.world.rules
    found = rule_named(tree, str(said.fields["rule"]))
    if isinstance(found, str):
        moment.refuse(found, "COUP-092", f"there is no rule “{said.fields['rule']}”", said.n)
        return
    words = str(said.fields["title"] or "").strip()
    code = title_later(tree, found, words, player, moment.when) if words else "missing_parameter"
    if code:
        text = f"{label(tree, found)} cannot be titled “{words}” by {player}: {_why_not_titled(code, found, player)}"
        moment.refuse(code, "COUP-091", text, said.n)
        return
    text = f"{player} titles rule {label(tree, found)}"
    moment.tell("rule_titled", "COUP-091", text, rule=shown_path(tree, found), title=found.title, player=player)


def _why_not_titled(code: str, rule: Rule, player: str) -> str:
    """Why somebody could not give a rule a title, by the code that says so."""
    if code == "missing_parameter":
        return "no title is said, in quotes"
    if code == "already_titled":
        return "it has a title"
    if rule.proponent == player:
        return "whoever proposed a rule without a title cannot title it later"
    return "another rule has that title path, or it is no title"


ACTIONS = {"title_rule": title}
