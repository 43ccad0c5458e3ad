"""What of the gamestate is printed besides its own fields, and facts that are worked out."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from tracker.core.gamestate import Fact, Finding
from tracker.core.leaning import Reason
from tracker.mechanics.chat.carrying import rule

from ..hidden import secrets
from ..playing import orders
from ..rule_tree.rule_paths import in_order, stale_references, title_paths
from ..state import Coup


def completed(world: Coup, values: dict[str, Any]) -> dict[str, Any]:
    """The printed gamestate with the Treasury, influence, title paths, the order that waits, and what of the deck is public."""
    waiting = orders.upcoming(world)
    to_be = (orders.named_in(world, world.rules[waiting].content) or None) if waiting else None
    used = [each.nonce for _, each in sorted(world.orders.items(), key=lambda pair: int(pair[0])) if each.nonce]
    for id, player in world.players.items():
        values["players"][id]["influence"] = player.influence
    titles, rules = title_paths(world.rules), values["rules"]
    return {
        **values,
        **secrets.public_values(world),
        "rules": {path: {"id": path, "title_path": titles[path] or None, **rules[path]} for path in in_order(rules)},
        "treasury": world.treasury,
        "influence": {id: player.influence for id, player in world.players.items()},
        "upcoming_order": to_be,
        "upcoming": to_be,
        "nonces": [*used[: world.shuffle_number], *world.nonces],
        "stale_references": [f"{each.rule}: {each.written}" for each in stale_references(world.rules)],
    }


@rule("COUP-038", "COUP-034")
def facts(world: Coup) -> Iterator[Fact]:
    """The Treasury, and how many cards everybody has face down."""
    text = "what no player has of the credits that there are"
    yield Fact("treasury", world.treasury, "COUP-038", (Reason("COUP-038", text),))
    for id, player in world.players.items():
        yield Fact(
            f"influence.{id}", player.influence, "COUP-034", (Reason("COUP-034", "cards face down, which are counted"),)
        )


@rule("COUP-077")
def reference_findings(world: Coup) -> Iterator[Finding]:
    """References between rules that mislead."""
    for each in stale_references(world.rules):
        meant, means = (
            f"meant {each.meant}" if each.meant else "names no rule",
            f", and means {each.means} now" if each.means else "",
        )
        text = f"rule {each.rule} refers to {each.written}, which {meant}{means}"
        yield Finding("STALE_REFERENCE", "COUP-077", text, is_note=True, subject=each.rule)
