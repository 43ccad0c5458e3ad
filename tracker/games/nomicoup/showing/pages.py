"""Nomicoup's pages: the game of Coup, propositions, the rules, clarifications, the deck, and what all chat games have."""

from __future__ import annotations

from collections.abc import Container, Iterable, Mapping
from dataclasses import replace
from datetime import datetime
from typing import TYPE_CHECKING, Any

from tracker.core.draft import ClauseLink, RegionDraft
from tracker.core.gamestate import Gamestate
from tracker.core.secrecy import PRIVATE_CHANNEL, shuffle_key
from tracker.games.chat_game import pages
from tracker.games.chat_game.pages import OLD_GOES
from tracker.games.chat_game.state import Refusal
from tracker.mechanics.deck import deck_record

from ..hidden import court_deck, secrets, words
from ..playing import answers, options, orders
from ..proposing import adopting, voting
from ..proposing.propositions import eligible, open_ones
from ..rule_tree.precedence import provisions_in
from ..rule_tree.rule_paths import in_order, label, stale_references, title_paths
from ..state import Coup, Proposition

if TYPE_CHECKING:
    from ..game import Nomicoup

CATALOGUE: Mapping[str, str] = {
    "game": "Tracker/Game of Coup",
    "propositions": "Tracker/Propositions",
    "rules": "Tracker/Rules",
    "clarifications": "Tracker/Clarifications",
    "abilities": "Tracker/What can I do now",
    "deck": "Tracker/Court Deck",
    "dice": "Tracker/Dice",
    "dice_month": "Tracker/Dice {month}",
    "log": "Tracker/Log",
    "log_month": "Tracker/Log {month}",
    "attention": "Tracker/Refused and unclear",
}
"""Every page that the tracker writes; ``{month}`` becomes ``2021-05``."""
BEGAN = "began"
"""How the anchors of the rules with which the game began are named on the page of rules, before their first ID paths."""
_SHOWN = 50
_SUGGESTIONS_SHOWN = 5
_MOST_RULES = 400
_WINDOWS_CLOSE = ("what was pending leaves the page once its window is closed",)
_RULES_GO = ("adopted propositions delete rules",)


class Pages(pages.Pages):
    """The pages of a game whose rules the tracker keeps itself."""

    def _links(self, game: Any, in_doubt: Mapping[str, datetime]) -> dict[str, ClauseLink]:
        """Where each clause can be read: on the ruleset's page where people name one, else at its rule on the page of rules.

        There a rule with which the game began bears its first ID path for good: links do not change when it moves.
        """
        links = super()._links(game, in_doubt)
        if self.titles["ruleset"]:
            return links
        page = self.titles["rules"]
        return {
            id: replace(each, page=page, anchor=f"{BEGAN}-{each.anchor.partition(' - ')[0]}")
            for id, each in links.items()
        }

    def _is_shown(self, each: Refusal) -> bool:
        """What was refused privately tells of hidden cards; whoever said it is answered privately (COUP-034)."""
        return super()._is_shown(each) and each.channel != PRIVATE_CHANNEL


def drafts(game: Nomicoup, gamestate: Gamestate, names: Mapping[str, str]) -> list[RegionDraft]:
    """Every region that should stand on the wiki; of hidden cards nothing is shown."""
    made = Pages(game, gamestate, names)
    world: Coup = made.world
    made.shared |= {"titles": made.titles, "is_secret": world.status == "over" and not secrets.is_deck_open(world)}
    made.shared["opens_at"] = secrets.opens_at(world)
    everybody, read = (*world.everybody, *world.former_players), made.people.readable
    can = {
        id: [
            replace(each, what=read(each.what), words=read(each.words), why=read(each.why))
            for each in options.of(world, id)
        ]
        for id in everybody
    }
    own = (
        ("game", _game(world), _WINDOWS_CLOSE),
        ("propositions", _propositions(world), OLD_GOES),
        ("rules", _rules(world), _RULES_GO),
        ("clarifications", _clarifications(world), OLD_GOES),
        ("abilities", {"by_person": can, "told": ()}, _WINDOWS_CLOSE),
        ("deck", {**_deck(world), "record": _record(gamestate)}, ()),
    )
    return [
        *(made.draft(key, values, f"nomicoup/{key}.wikitext.j2", goes) for key, values, goes in own),
        *made.dice(("COUP-114",)),
        *made.log(),
        made.attention(),
    ]


# --- the game of Coup -------------------------------------------------------------------------------------------------


def _game(world: Coup) -> dict[str, Any]:
    pending, waiting = world.pending, orders.upcoming(world)
    return {
        "players": {id: world.players[id] for id in world.everybody},
        "numbers": {id: number for number, id in enumerate(world.order, 1)},
        "unplaced": _without(world.players, world.order) if world.status == "running" else [],
        "without": _without,
        "listed_order": orders.named_in(world, world.rules[waiting].content) if waiting else [],
        "order_to_be": orders.order_to_be(world) if waiting else [],
        "brought_by": world.rules[waiting].edited_by if waiting else None,
        "deck_count": court_deck.deck_count(world),
        "outcome": answers.outcome(world, pending) if pending else ("", ""),
        "counter": answers.may_state(world, pending) if pending else {},
        "claims": [(claim, answers.may_challenge(world, claim)) for claim in pending.claims] if pending else [],
    }


def _without(people: Iterable[str], others: Container[str]) -> list[str]:
    return [each for each in people if each not in others]


# --- propositions, rules, clarifications ------------------------------------------------------------------------------


def _propositions(world: Coup) -> dict[str, Any]:
    found = list(reversed(world.propositions.items()))
    going = [(number, world.propositions[number]) for number in open_ones(world)]
    closed = sorted((pair for pair in found if pair[1].verdict), key=_closed_at, reverse=True)
    as_it_is = {
        number: voting.decided_at_limit(world, voting.tally(world, each, eligible(world, number)))
        for number, each in going
    }
    return {
        "open": going[:_SHOWN],
        "more": len(going[_SHOWN:]),
        "illegal": [(number, each) for number, each in found if each.status == "illegal"][:_SHOWN],
        "closed": closed[:_SHOWN],
        "as_it_is": as_it_is,
        "warnings": {number: adopting.warnings(world, number) for number, _ in going[:_SHOWN]},
        "signs": _signs(world),
        "newest_votes": _newest_votes,
    }


def _signs(world: Coup) -> list[str]:
    """The reactions that are told as those by which people vote up, right and down."""
    told = {side: emoji for emoji, side in reversed(world.law.value("vote_emoji").items())}
    return [told[side] for side in (voting.UP, voting.RIGHT, voting.DOWN)]


def _closed_at(pair: tuple[str, Proposition]) -> Any:
    return pair[1].closed_at


def _newest_votes(each: Any, side: str) -> list[str]:
    """Whose vote that counts is of a kind."""
    return [voter for voter, standing in each.votes.items() if standing and standing[-1].vote == side]


def _rules(world: Coup) -> dict[str, Any]:
    stale, titles = list(stale_references(world.rules)), title_paths(world.rules)
    rows = [
        {
            "path": path,
            "rule": world.rules[path],
            "title_path": titles[path],
            "began_as": _first_path(world.rules[path].key),
            "message": world.propositions[str(by)].message
            if (by := world.rules[path].edited_by) and str(by) in world.propositions
            else "",
            "provisions": [*(said := provisions_in(world.rules[path].content)).prevails, *said.defers],
            "stale": [each for each in stale if each.rule == label(world.rules, path)],
        }
        for path in in_order(world.rules)[:_MOST_RULES]
    ]
    return {"rows": rows, "most": _MOST_RULES, "began": BEGAN}


def _first_path(key: int) -> str:
    from ..law import first_rules

    known = first_rules()
    return known[key - 1][0] if 0 < key <= len(known) else ""


def _clarifications(world: Coup) -> dict[str, Any]:
    found = list(world.clarifications.items())
    return {
        "open": [(number, each) for number, each in found if each.resolved_at is None][:_SHOWN],
        "resolved": [(number, each) for number, each in reversed(found) if each.resolved_at is not None][:_SHOWN],
        "suggestions_shown": _SUGGESTIONS_SHOWN,
        "majority": voting.majority,
        "newest_votes": _newest_votes,
    }


# --- the deck ---------------------------------------------------------------------------------------------------------


def _deck(world: Coup) -> dict[str, Any]:
    game, asked = court_deck.name_of_game(world), court_deck.asked_shuffle(world)
    keys = {
        name: shuffle_key(game, what)
        for name, what in (
            ("text", deck_record.ITS_TEXT),
            ("kinds", deck_record.KINDS),
            ("pledge", deck_record.PLEDGE),
            ("word", deck_record.WORD),
        )
    }
    numbered = [entry for entry in world.deck_log if entry.what in ("shuffle", "void")]
    return {
        "deck_count": court_deck.deck_count(world),
        "keys": keys,
        "secret": world.secret_texts.get(game),
        "kinds": "" if world.shuffle_number else deck_record.listed_kinds(world.law.words("characters")),
        "shuffles": [
            (shuffle_key(game, each.number), world.commitments[each.number - 1], each.at) for each in numbered
        ],
        "are_pledged": words.must_be_pledged(world),
        "used": words.counting(world),
        "closing": words.closing(world),
        "awaited": f"shuffle {asked[0]}, for {asked[1].purpose}" if asked and world.status == "running" else "",
    }


def _record(gamestate: Gamestate) -> tuple[str, ...]:
    """The record of the deck line by line, once it is public; nothing before."""
    record = gamestate.dealing.record if gamestate.dealing else {}
    return tuple(deck_record.record_text(record).splitlines()) if record else ()
