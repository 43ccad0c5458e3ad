"""What people say in Nomicoup: the canonical forms, what the grammar's words mean, and the ways in which people say things."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any

from tracker.mechanics.chat.frames import Lexicon, Situation, Way
from tracker.mechanics.chat.reading import Fields, Reader
from tracker.mechanics.chat.rows import Message

from . import challenges
from .clarifications import judged_by
from .letters import DM
from .state import Coup

_CLAIM = "[As {claim}, ]I"
FORMS = {
    "start": "Start the game",
    "enter": "I request to become a player",
    "enter_group": 'We ({members}) request to become a player[ named "{name}"]',
    "confirm": 'I confirm[ "{name}"]',
    "forfeit": "I forfeit",
    "leave_group": 'I leave the group[ "{name}"]',
    "pass": "I pass",
    "income": f"{_CLAIM} take Income[ {{amount}}]",
    "foreign_aid": f"{_CLAIM} take Foreign Aid[ {{amount}}]",
    "coup": f"{_CLAIM} Coup[ {{person}}]",
    "tax": f"{_CLAIM} Tax[ {{amount}}]",
    "assassinate": f"{_CLAIM} Assassinate[ {{person}}]",
    "steal": f"{_CLAIM} Steal[ {{amount}}][ from {{person}}]",
    "exchange": f"{_CLAIM} Exchange[ {{amount}}]",
    "counter": "I counter[ with {named}][ against {person}][ as {claim}]",
    "challenge": "I challenge[ {person}][ on {claimed}]",
    "show": "I show[ {character}]",
    "decline": "I decline to show",
    "lose": "discard[ {character}]",
    "give_back": "[return {cards}][keep {keep}]",
    "hand": "hand",
    "add_candidate": "I add myself to the Judge candidates",
    "remove_candidate": "I remove myself from the Judge candidates",
    "clarify": "Clarification: {text}",
    "suggest": "Suggestion[ {number}]: {text}",
    "defer": "I defer",
    "title_rule": 'I title rule {path}[ "{quoted}"]',
    "win": "Win: {winners}[ ({reason})]",
    "end_of_play": "I declare the end of viable play[: {text}]",
    "report": "I report a breach {text}",
    "pledge": "I pledge {digest}",
    "close_pledges": "The pledges are closed",
    "word": "My word is {word}[, salt {salt}]",
}
ACTIONS = {
    "income": "Income", "foreign_aid": "Foreign Aid", "coup": "Coup", "tax": "Tax", "assassinate": "Assassinate",
    "steal": "Steal", "exchange": "Exchange",
}  # fmt: skip
"""The announcements of actions, with their names in the rules."""
_SPELLINGS = {"tariff": "Tarif", "tarifs": "Tarif", "tariffs": "Tarif", "defence": "Defend", "defense": "Defend"}
_LISTS = ("members", "winners", "cards", "keep")


class Words(Fields):
    """What the words of the grammar mean; names of the rules' tables are written as they stand there."""

    kinds = FORMS

    def __init__(self, names: Mapping[str, str]) -> None:
        """``names`` has each name of the tables by itself in small letters."""
        self._names = names

    def shown(self, name: str, value: Any) -> Any:
        """People and lists as they are written."""
        if name in _LISTS:
            people = name in ("members", "winners")
            return " and ".join(self.shown("person", each) if people else each for each in value)
        if name == "person":
            return f"@{value}" if re.fullmatch(r"[\w.-]+", value) else f"<@{value}>"
        return value

    def _named(self, token: str) -> str:
        said = " ".join(token.lower().split())
        return _SPELLINGS.get(said) or self._names.get(said, token)

    def PERSON(self, token: str) -> tuple[str, str]:  # noqa: N802
        """A person, without the marks of a mention."""
        return "person", token.strip("<@!>")

    def CHARACTER(self, token: str) -> tuple[str, str]:  # noqa: N802
        """A character."""
        return "character", self._named(token)

    def ACTION(self, token: str) -> tuple[str, str]:  # noqa: N802
        """An action's name."""
        return "action", self._named(token)

    def NAMED(self, token: str) -> tuple[str, str]:  # noqa: N802
        """A counteraction's name."""
        return "named", self._named(token)

    def QUOTED(self, token: str) -> tuple[str, str]:  # noqa: N802
        """What stands in quotes."""
        return "quoted", token.strip('"').strip()

    def NUMBER(self, token: str) -> tuple[str, int | str]:  # noqa: N802
        """A whole number; what is none as it was said."""
        return "number", int(token) if token.lstrip("+").isdigit() else token

    def _listed(self, name: str, found: list[tuple[str, Any]]) -> tuple[str, list[Any]]:
        return name, [value for _, value in found]

    def members(self, found: list[tuple[str, Any]]) -> tuple[str, list[Any]]:
        """Several people."""
        return self._listed("members", found)

    def winners(self, found: list[tuple[str, Any]]) -> tuple[str, list[Any]]:
        """Several people."""
        return self._listed("winners", found)

    def cards(self, found: list[tuple[str, Any]]) -> tuple[str, list[Any]]:
        """Several cards."""
        return self._listed("cards", found)

    def keep(self, found: list[tuple[str, Any]]) -> tuple[str, list[Any]]:
        """Several cards."""
        return self._listed("keep", found)

    def word(self, found: list[tuple[str, Any]]) -> tuple[str, dict[str, Any]]:
        """A word, and the salt behind it."""
        return "word", dict(zip(("word", "salt"), (value for _, value in found), strict=False))


WAYS: Mapping[str, tuple[str, ...]] = {
    "enter": ("join|play|enter game?", "become player", "count me in player? as?", "sign me up"),
    "confirm": ("confirm {name}", "confirm"),
    "forfeit": ("forfeit|quit game?", "leave|leaving game", "drop out game? of?"),
    "leave_group": ("leave|quit {name} group?",),
    "pass": ("pass|passing turn?", "skip me|turn", "end turn"),
    "income": ("take|get|want income", "income", "- income"),
    "foreign_aid": ("take|get|request aid foreign", "- foreign aid"),
    "coup": ("coup|couping {person} 7? credits?", "launch|perform|pay coup {person} against?|on? to? 7? credits?"),
    "tax": (
        "tax|taxing duke? as? 3? credits?",
        "take|get|levy|collect duke 3 credits? as? tax?",
        "- tax duke?",
        "do|take|levy tax duke?",
    ),
    "assassinate": (
        "assassinate|assassinating|murder|kill|stab {person} assassin? as?",
        "send assassin {person} to?|after?|at?",
    ),
    "steal": (
        "steal|stealing|rob {person} from? captain? as? 2? credits?",
        "steal|stealing|take|rob {amount} from|off {person} credits? captain? as?",
    ),
    "exchange": ("exchange|exchanging|swap|swapping cards? ambassador? as?", "exchange ambassador? as?"),
    "counter": (
        "counter|block|blocking|countering {claim} as|with|claiming",
        "counter|block|blocking|countering {named} with",
        "counter|block",
    ),
    "challenge": (
        "challenge|challenging|doubt {person}",
        "challenge|challenging|doubt {person} on|to {claimed}",
        "call {person} bluff|bs",
        "challenge|challenging",
    ),
    "show": ("show|reveal|showing|revealing {character} card?",),
    "decline": ("decline show|reveal", "refuse show|reveal"),
    "lose": ("discard|lose|discarding|losing {character} card?",),
    "give_back": ("return|surrender {cards}", "keep {keep}"),
    "hand": ("show hand|cards me",),
    "add_candidate": ("add|put|sign judge candidate|candidates|list me? name? down? for? up?",),
    "remove_candidate": ("remove|take judge candidate|candidates|list me? name? off? from? as?",),
    "clarify": ("raise|need|request {text} clarification", "- {text} clarification"),
    "suggest": ("suggest {text} suggestion?", "- {text} suggestion"),
    "defer": ("defer judge? as?",),
    "title_rule": ("title|name|call {path} {quoted} rule?",),
}
KINDS = {"claim": "character", "claimed": "character", "cards": "character*", "keep": "character*", "name": "group"}
NOUNS = frozenset(
    [
        "income",
        "foreign",
        "aid",
        "coup",
        "tax",
        "assassin",
        "assassination",
        "captain",
        "duke",
        "ambassador",
        "contessa",
        "steal",
        "exchange",
        "credit",
        "credits",
        "treasury",
        "judge",
        "candidate",
        "candidates",
        "clarification",
        "suggestion",
        "bluff",
        "influence",
        "card",
        "cards",
        "hand",
        "turn",
        "player",
        "tarif",
        "defend",
        "support",
        "acquittal",
    ]
)
MARKS = {"person": r"<@!?([^<>]+)>|@([\w.-]+)", "quoted": r'"([^"]+)"', "amount": r"(\d+)", "path": r"(\d+(?:\.\d+)*)"}


def reader(world: Coup) -> Reader:
    """What reads lines, with the names of the tables that hold."""
    law = world.law
    return _reader(law.words("characters"), tuple(law.value("actions")), tuple(law.value("counteractions")))


@lru_cache(maxsize=8)
def _reader(characters: tuple[str, ...], actions: tuple[str, ...], counteractions: tuple[str, ...]) -> Reader:
    grammar = Path(__file__).with_name("announcements.lark").read_text(encoding="utf-8")
    counters = (*counteractions, *_SPELLINGS)
    for name, every in (("CHARACTERS", characters), ("COUNTERACTIONS", counters), ("ACTIONS", actions)):
        longest_first = sorted(every, key=len, reverse=True)
        grammar = grammar.replace(f"/{name}/", f"/({'|'.join(map(re.escape, longest_first))})\\b/")
    names = {each.lower(): each for each in (*characters, *actions, *counteractions)}
    ways = tuple(Way.of(kind, said) for kind, some in WAYS.items() for said in some)
    return Reader(grammar, Words(names), FORMS, Lexicon(ways, KINDS, NOUNS, MARKS))


def situation(world: Coup, message: Message, is_talkative: bool) -> Situation:
    """What a line is said into: who and what is known by name, and what can only be meant."""
    people = {name: Words({}).shown("person", who) for name, who in _people(world).items()}
    law = world.law
    known = {
        "person": people,
        "character": {each.lower(): each for each in law.words("characters")},
        "named": {each.lower(): each for each in law.value("counteractions")},
        "group": {name.lower(): f'"{name}"' for name in (*world.entering, *world.players)},
    }
    return Situation(known, _likely(world, message), names=people, is_talkative=is_talkative)


def _people(world: Coup) -> dict[str, str]:
    members = (member for each in world.players.values() for member in each.members)
    return world.called.by_name([*world.players, *members])


def _likely(world: Coup, message: Message) -> dict[str, str]:
    """What can only be meant where a slot names nothing: the only claim that this person may challenge."""
    mine = world.player_of(message.author)
    claims = [each for each in (world.pending.claims if world.pending else ()) if each.player != mine]
    open_to = {each.player for each in claims if each.status == challenges.UNCHALLENGED and not each.is_of_who_left}
    replied = next((each.player for each in claims if message.reply_to and each.message == message.reply_to), "")
    meant = replied or (min(open_to) if len(open_to) == 1 else "")
    return {"challenge.person": Words({}).shown("person", meant)} if meant else {}


def is_private(message: Message) -> bool:
    """Whether a message was written to the bot alone."""
    return message.channel == DM


__all__ = ["ACTIONS", "FORMS", "judged_by", "reader", "situation"]
