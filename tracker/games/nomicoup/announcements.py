"""What people say in Nomicoup: the canonical forms, what the grammar's words mean, and the ways in which people say things."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any

from tracker.mechanics.chat import sayings
from tracker.mechanics.chat.frames import Situation
from tracker.mechanics.chat.grammar import Fields
from tracker.mechanics.chat.lexicon import Lexicon, Way
from tracker.mechanics.chat.reading import Reader
from tracker.mechanics.chat.rows import Message

from .hidden.letters import DM
from .playing import answers
from .proposing.clarifications import judged_by
from .state import Coup

_CLAIM = "[As {claim}, ]I"
FORMS = {
    "start": "Start the game",
    "enter": "I request to become a player",
    "enter_group": 'We ({members}) request to become a player[ named "{name}"]',
    "confirm": 'I confirm[ "{name}"]',
    "forfeit": "I forfeit",
    "leave_group": 'I leave the group[ "{name}"]',
    "pass": "I pass",  # nosec B105
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
        return "cards", found[0][1]

    def keep(self, found: list[tuple[str, Any]]) -> tuple[str, list[Any]]:
        """Several cards."""
        return "keep", found[0][1]

    def items(self, found: list[tuple[str, Any]]) -> tuple[str, list[Any]]:
        """Several cards, by themselves."""
        return self._listed("items", found)

    def word(self, found: list[tuple[str, Any]]) -> tuple[str, dict[str, Any]]:
        """A word, and the salt behind it."""
        return "word", dict(zip(("word", "salt"), (value for _, value in found), strict=False))


WAYS: Mapping[str, tuple[str, ...]] = {
    "enter": (
        *sayings.JOIN,
        "join|play|enter game? coup? in? with?",
        "become|be player one?",
        "count|sign|add|deal|let me in|up|player game? as?",
        "request player be? become? as? admission? court? hereby? humbly?",
    ),
    "confirm": ("confirm|confirming {name} part? my? for? group?", "confirm", "- {name} confirm|confirmed|in"),
    "forfeit": (
        *sayings.LEAVE,
        "concede|surrender|forfeit game? everything?",
        "forfeit|quit|leave|leaving game?",
        "drop out game? of?",
    ),
    "leave_group": ("leave|quit {name} group?",),
    "pass": (
        "pass|passing turn? time? one? go? nothing? do?",
        "skip turn|me turn? time?",
        "end turn here? doing? anything? without? w/o? w? o?",
        "skip|pass|end|forgo|forego turn my? here?",
    ),
    "income": (
        "take|get|gimme|collect|have income turn? credit? one? just?",
        "take|get|gimme|collect for {amount} income credit?",
        "- {person} i income take? get? from? off?",
        "take|collect|draw|accept|claim income coin? turn? one? single? just?",
        "- income just|only|again|simply turn? this? more? one?",
    ),
    "foreign_aid": (
        "take|get|gimme|request|collect aid foreign just? credit?",
        "take|get|gimme|request|collect {amount} aid foreign? credit?",
        "- aid foreign just no? coup?",
        "- {person} i aid foreign? take? get? from? off?",
        "accept|claim|draw aid foreign just? treasury? from?",
    ),
    "coup": (
        "coup|couping on|against {person}",
        "launch|perform|play|do|stage on|against|at {person} coup",
        "pay|paying {amount} on|against {person} coup credit? to? for?",
        "launch|perform {amount} on|against {person} coup credit? gone?",
        "- against {person} coup launches? its? house?",
        "coups|launches {person} coup against? on? at?",
        "overthrow|depose|topple {person}",
        "- {person} getting couped",
    ),
    "tax": (
        "tax|taxing as|with {claim} being? claim?",
        "take|get|levy|collect|do|impose|play tax credit?",
        "take|get|levy|collect|do|impose|play as|with {claim} tax credit?",
        "take|get|gimme|collect|want {amount} as|with {claim} credit? coin? tax?",
        "- {claim} tax",
        "- {person} i tax take? from? on?",
        "take|collect|levy|draw|claim tax duke? treasury? as? my? three?",
        "- tax duke as? my? me? from?",
    ),
    "assassinate": (
        "assassinate|assassinating|murder|kill|stab {person} as|with {claim}",
        "assassinate|assassinating|murder|kill|stab {person}",
        "send {claim} to|after|at|for {person}",
        "visits|kills|stabs|murders {claim} {person} tonight?",
        "sends|assassinates {claim} {person} to|after|at|for",
        "- {claim} {person} assassin sent? kill? has? been? for?",
        "slay|eliminate {person} with|by {claim}",
        "- {claim} on {person}",
    ),
    "steal": (
        "steal|stealing|rob|take {amount} from|off {person} as|with {claim} credit? coin? only? up? to?",
        "steal|stealing|rob|take {amount} from|off {person} credit? coin? only? up? to?",
        "steal|stealing|rob from {person} as|with {claim}",
        "steal|stealing|rob from {person}",
        "takes|steals|robs {claim} {amount} off|from {person} credit? coin?",
        "steals|robs {claim} off|from {person}",
        "lift|swipe|pinch|snatch|pilfer|nick {amount} from|off {person} credit? coin? captain?",
        "lifts|swipes|pinches|snatches {claim} {amount} from|off {person} credit? coin?",
        "- {claim} {amount} from|off|of {person} credit? coin? relieves?",
        "- {claim} on {person}",
    ),
    "exchange": (
        "exchange|exchanging as|with {claim} card? two? court? deck? my?",
        "swap|swapping|change as|with {claim} card? two? court? deck? my?",
        "swap|swapping card two? court? deck? my? with?",
        "see {claim} card want? new? two?",
        "- {claim} exchange",
        "- {claim} swap|exchange card?",
    ),
    "counter": (
        "counter|block|blocking|countering as|with|claiming {claim} aid? foreign? fa? steal? steals? coup? myself?",
        "counter|block|blocking|countering {person} as|with|claiming {claim} aid? foreign? fa? steal?",
        "counter|block|blocking|countering|play|do|impose {named} as|with {claim} with? aid?",
        "counter|block|blocking|countering|play|do|impose {named} with? aid? foreign?",
        "block|blocking|counter|acquit|save|protect of {target} as|with {claim} murder? assassination? here? too?",
        "blocks|counters {claim}",
        "- {named} {claim} me? from? well? hold? have? as? with?",
        "have|hold|got {claim} blocked|block",
        "counter|block|blocking|countering",
        "defend|deny|stop as|with|using {claim} here? too? steal? that?",
        "stops|denies|acquits|saves|protects|parries {claim}",
        "- {claim} {named} here? too? says?",
        "stop|deny|halt {named}",
    ),
    "challenge": (
        "challenge|challenging|doubt {person} claim? instead?",
        "challenge|challenging|doubt {person} on {claimed} claim?",
        "challenge|challenging|doubt on {claimed}",
        "call|calling {person} bluff|bullshit|bs",
        "call|calling {person} on {claimed} bluff|bullshit|bs",
        "call|calling on {claimed} bluff|bullshit|bs",
        "challenge|challenging that|it|this",
        "dispute|question|contest {person} claim? on? of?",
        "dispute|question|contest on {claimed} claim? the? to?",
        "challenge|challenging|dispute claim {claimed} to? of? on?",
    ),
    "show": (
        "show|reveal|showing|revealing {character} card?",
        "- {character} here|behold go? himself?",
        "- {character} {target} here go?",
        "display|exhibit|produce|present|expose {character} card? my?",
        "- {character} stands|stand revealed|shown behold? here?",
    ),
    "decline": (
        "decline|refuse show|reveal|showing|exhibit|display|produce card? it?",
        "show|showing not|dont|wont card? lose? loss? one? instead? take?",
    ),
    "lose": (
        "discard|lose|drop|discarding|losing|dropping {character} card? rip?",
        "give {character} up lost? challenge? for?",
        "- {character} card lose|loses is?",
        "sacrifice|surrender|reveal|flip|give {character} up? lost? influence? card? as?",
        "lay|turn|flip {character} face|up|down card? on? table?",
    ),
    "give_back": (
        "return|surrender|returning|surrendering {cards} deck? court? back? to?",
        "give {cards} back deck? court? to?",
        "keep|keeping {keep} rest? goes? go? back? return? deck? the?",
    ),
    "hand": ("show hand|cards me", "send|tell hand|cards me my?"),
    "add_candidate": (
        "add|put|sign|list me|myself|name judge|judges candidate? list? name? down? up? for? on? to? as? of?",
        "be|become judge|judges candidate|list on?",
        "enter|enrol|enroll|volunteer me|myself|name judge|judges candidate? list? for? as? to? of? among?",
        "stand|run|volunteer judge for? as? candidate?",
    ),
    "remove_candidate": (
        "remove|take|strike me|myself|name judge|judges candidate? list? off? from? as? of?",
        "be|want judge|judges dont|not candidate? list? be? anymore? remove?",
        "remove|take|strike|scratch|cross|withdraw|drop me|myself|name candidate|candidates|list judge? off? from? down? of? wall?",
    ),
    "clarify": (
        "raise|need|request {text} clarification",
        "- {text} clarification",
        "ask|request|seek|raise|submit {text} clarification for? formal?",
    ),
    "suggest": (
        "suggest {text} suggestion?",
        "- for {number} {text} suggestion clarification? my?",
        "- {text} suggestion my? is? this?",
    ),
    "defer": (
        "- deferring",
        "defer judge? as? suggestion?",
        "decline|have suggestion|suggest|judging make? no?",
        "pass judging someone? else? to?",
    ),
    "title_rule": (
        "title|name|call {path} {quoted} rule?",
        "- {path} {quoted} title rule? for?",
        "entitle|title|dub|christen {path} {quoted} rule? as?",
        "- {path} {quoted} called|named rule? is? be?",
    ),
}
KINDS = {
    "claimed": "character", "cards": "items", "keep": "items", "name": "group", "target": "person", "number": "amount",
}  # fmt: skip
"""What fills a slot whose kind of thing is called otherwise; what is claimed is a character of that very action."""
NOUNS = frozenset({
    *("income", "foreign", "aid", "coup", "tax", "assassination", "steal", "exchange", "credit", "credits", "coin", "treasury"),
    *("judge", "candidate", "candidates", "clarification", "suggestion", "bluff", "influence", "card", "cards", "hand", "turn", "player"),
})  # fmt: skip
"""Words that name things of the game."""
MARKS = {
    "person": r"(<@!?[^<>]+>|@[\w.-]*\w)", "quoted": r'"([^"]+)"', "group": r'"([^"]+)"', "amount": r"\+?(\d+)",
    "path": r"(\d+(?:\.\d+)*)",
}  # fmt: skip


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
    return Reader(grammar, Words(names), FORMS, Lexicon(ways, KINDS, NOUNS | names.keys(), MARKS))


def situation(world: Coup, message: Message) -> Situation:
    """What a line is said into: who and what is known by name, and what can only be meant."""
    people = {name: Words({}).shown("person", who) for name, who in _people(world).items()}
    law = world.law
    known = {
        "person": people,
        "character": {each.lower(): each for each in law.words("characters")},
        "named": {each.lower(): each for each in law.value("counteractions")},
        "group": {name.lower(): name for name in (*world.entering, *world.players)},
        **{f"{kind}.claim": claimed for kind, claimed in _claims(world).items()},
    }
    speaker = frozenset(world.called.by_name([message.author]))
    return Situation(known, _likely(world, message), names=people, speaker=speaker)


def _claims(world: Coup) -> dict[str, dict[str, str]]:
    """The character that each announcement claims by the rules: its action's own, of a counteraction each that is against what is pending."""
    actions, counteractions = world.law.value("actions"), world.law.value("counteractions")
    own = {kind: actions[name]["claim"] for kind, name in ACTIONS.items() if name in actions}
    against = world.pending.kind if world.pending else ""
    countering = [row["claim"] for row in counteractions.values() if against in ("", row["against"])]
    found = {kind: [claim] for kind, claim in own.items() if claim != "none"} | {"counter": countering}
    return {kind: {each.lower(): each for each in every} for kind, every in found.items()}


def _people(world: Coup) -> dict[str, str]:
    members = (member for each in world.players.values() for member in each.members)
    return world.called.by_name([*world.players, *members])


def _likely(world: Coup, message: Message) -> dict[str, str]:
    """What can only be meant where a slot names nothing: the only claim that this person may challenge."""
    mine = world.player_of(message.author)
    claims = [each for each in (world.pending.claims if world.pending else ()) if each.player != mine]
    open_to = {each.player for each in claims if answers.can_be_challenged(world, each)}
    replied = next((each.player for each in claims if message.reply_to and each.message == message.reply_to), "")
    meant = replied or (min(open_to) if len(open_to) == 1 else "")
    return {"challenge.person": Words({}).shown("person", meant)} if meant else {}


def is_private(message: Message) -> bool:
    """Whether a message was written to the bot alone."""
    return message.channel == DM


__all__ = ["ACTIONS", "FORMS", "judged_by", "reader", "situation"]
