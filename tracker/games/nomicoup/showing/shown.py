"""What of the gamestate is printed besides its own fields: facts that are worked out, what people are asked, and what they should look at."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from tracker.core.fold import Decision
from tracker.core.gamestate import Fact, Finding, Question
from tracker.core.instants import iso
from tracker.core.leaning import Reason
from tracker.mechanics.chat.carrying import rule

from ..hidden import court_deck, secrets
from ..playing import orders
from ..proposing import adopting
from ..rule_tree.rule_paths import in_order, stale_references, title_paths
from ..state import Coup


def worked_out(world: Coup) -> dict[str, Any]:
    """What is printed beside the gamestate: the Treasury, influence, references that mislead, and what of the deck is public."""
    secret = world.secret_texts.get(court_deck.name_of_game(world))
    shuffles = [entry.number for entry in world.deck_log if entry.what == "shuffle"]
    return {
        "treasury": world.treasury,
        "influence": {id: player.influence for id, player in world.players.items()},
        "upcoming": _upcoming(world),
        "stale_references": [f"{each.rule}: {each.written}" for each in stale_references(world.rules)],
        "deck_count": court_deck.deck_count(world),
        "shuffles": {str(number): _shuffle(world, number) for number in shuffles},
        "secret_hash": secret.hash if secret else "",
    }


def _upcoming(world: Coup) -> list[str] | None:
    waiting = orders.upcoming(world)
    return (orders.named_in(world, world.rules[waiting].content) or None) if waiting else None


def _shuffle(world: Coup, number: int) -> dict[str, Any]:
    """The hash of a shuffle, and once that is public its order with the nonce."""
    known, hashes = world.orders.get(str(number)), world.commitments[number - 1 : number]
    is_shown = known is not None and secrets.is_deck_open(world)
    opened = {"nonce": known.nonce, "deck": list(known.deck)} if known is not None and is_shown else {}
    return {"commitment": "".join(hashes), **opened}


def completed(world: Coup, values: dict[str, Any]) -> dict[str, Any]:
    """The printed gamestate with what follows from it within its parts, such as title paths."""
    for id, player in world.players.items():
        values["players"][id]["influence"] = player.influence
    titles, rules = title_paths(world.rules), values["rules"]
    known = [world.orders.get(str(number)) for number in range(1, world.shuffle_number + 1)]
    return {
        **values,
        "game_id": court_deck.name_of_game(world),
        "rules": {path: {"id": path, "title_path": titles[path] or None, **rules[path]} for path in in_order(rules)},
        "upcoming_order": _upcoming(world),
        "nonces": [*(each.nonce if each else "" for each in known), *world.nonces],
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
        meant = f"meant {each.meant}" if each.meant else "names no rule"
        means = f", and means {each.means} now" if each.means else ""
        text = f"rule {each.rule} refers to {each.written}, which {meant}{means}"
        yield Finding("STALE_REFERENCE", "COUP-077", text, is_note=True, subject=each.rule)


def questions(world: Coup, decisions: Mapping[str, Decision]) -> Iterator[Question]:
    """What people are asked and have not answered."""
    for id, ask in world.asks.items():
        if id not in decisions:
            yield Question(id, ask.text, ask.clause, tuple(ask.answers), ask.at, observations=tuple(ask.rows))


def findings(world: Coup, decisions: Mapping[str, Decision]) -> Iterator[Finding]:
    """What waits for people to judge or to carry out, and what a vote would bring about besides."""
    for id, ask in world.asks.items():
        if ask.code and id not in decisions:
            is_note = ask.code == "TO_CARRY_OUT"
            yield Finding(ask.code, ask.clause, ask.text, tuple(ask.rows), ask.at, is_note=is_note)
    for number, each in world.propositions.items():
        for code, clause, text in adopting.warnings(world, number):
            yield Finding(code, clause, text, (each.message,), each.made_at, is_note=True)


# --- the deck ---------------------------------------------------------------------------------------------------------


@rule("COUP-034", "COUP-035")
def of_deck(world: Coup) -> Iterator[Finding]:
    """What is amiss with the deck or with private messages; no card is named."""
    yield from _on_asked(world)
    told = secrets.first_unfit(world)
    if told is not None:
        text = (
            f"{secrets.problem_of(world, told)}; what was told holds, and nothing is dealt or shuffled any more, until what came late is taken"
            " back or people state hands and deck by an opening"
        )
        yield Finding("DEAL_UNFIT", "COUP-034", text, (told.row,), told.at)
    yield from _on_secret(world)
    for person, each in world.undelivered.items():
        text = (
            f"a private message to {person} could not be delivered: {person}, allow direct messages from members of the server, and then say"
            f" “Send it again.” in #{world.law.word('general_channel')}"
        )
        yield Finding("UNDELIVERED", "COUP-034", text, subject=each.letter)


@rule("COUP-033", "COUP-035")
def _on_asked(world: Coup) -> Iterator[Finding]:
    asked = court_deck.asked_shuffle(world)
    if asked is None:
        return
    number, step, cards = asked
    rows = (step.row,) if step.row else ()
    if str(number) in world.orders or world.loose_orders:
        text = (
            f"shuffle {number}, of {len(cards)} cards for {step.purpose}, is told with other cards than the deck then held: it is not carried"
            " out, nothing is dealt anew, and all that hangs on it waits; people answer whether another is drawn, or state hands and deck by"
            " an opening"
        )
        yield Finding("SHUFFLE_UNFIT", "COUP-033", text, rows, step.at)
    elif secrets.lacks_since(world):
        text = (
            f"shuffle {number} of the Court Deck, for {step.purpose}, was drawn, and only its hash is told: nothing is known of what came about"
            f" since {iso(step.at)}; a record with its secrets tells it, or one made once the secret text is published"
        )
        yield Finding("ORDER_NOT_TOLD", "COUP-035", text, rows, step.at)
    else:
        text = f"shuffle {number} of the Court Deck, {len(cards)} cards for {step.purpose}, is not drawn, and what hangs on it waits"
        yield Finding("SHUFFLE_AWAITED", "COUP-033", text, rows, step.at, is_note=True)


@rule("COUP-036")
def _on_secret(world: Coup) -> Iterator[Finding]:
    """That the hash of the secret text came too late for the first shuffle."""
    secret = world.secret_texts.get(court_deck.name_of_game(world))
    first = next((entry.at for entry in world.deck_log if entry.what == "shuffle"), None)
    if secret is not None and first is not None and secret.at >= first:
        text = (
            f"the hash of the secret text was published at {iso(secret.at)}, not before the first shuffle ({iso(first)}): that shuffle is not"
            " proven to be chosen by nobody"
        )
        yield Finding("SECRET_LATE", "COUP-036", text, at=secret.at)
