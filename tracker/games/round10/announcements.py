"""What people say in Round 10: the canonical forms, what the grammar's words mean, and other ways to say it."""

import re
from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from typing import Any, ClassVar

from tracker.mechanics.chat import sayings
from tracker.mechanics.chat.grammar import Fields
from tracker.mechanics.chat.lexicon import Lexicon, Way
from tracker.mechanics.chat.reading import Reader
from tracker.mechanics.chat.trades import Items

from .items import said
from .state import CHIPS, GOLD_STARS, MAKERS, TRUNGS

_SHORT = {"A": "Ace", "K": "King", "Q": "Queen", "Unter": "Unter Knave", "Ober": "Ober Knave", "Leaf": "Leaves"}
SIGNS = {"♥": "Hearts", "♦": "Diamonds", "♠": "Spades", "♣": "Clubs"}
_NUMBERS = (
    "one",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "eleven",
    "twelve",
    "thirteen",
)
_FIGURES = {"a": 1, "an": 1, **{word: number for number, word in enumerate(_NUMBERS, 1)}}
_DIE = re.compile(r"(?<![\w.])\d+")

FORMS: Mapping[str, str] = {
    "join": "I join the game",
    "leave": "I leave the game",
    "lot": "I generate a lot[: {dice}]",
    "lots": "I generate {count} lots[: {dice}]",
    "trade": "I trade {give} to <@{person}> for {take}",
    "gift": "I give {give} to <@{person}>",
    "accept": "I accept[ {offer}]",
    "withdraw": "I withdraw[ {offer}]",
    "exchange": "I exchange {give} for {take}",
    "buy": "I buy {take}",
    "contract": 'I offer {parties} the contract "{contract}": {text}',
    "consent": 'I consent to the contract "{contract}"',
    "terminate": 'I consent to terminate the contract "{contract}"',
    "deposit": 'I transfer {give} to contract "{contract}"',
    "payout": 'By its terms, contract "{contract}" gives {give} to <@{person}>: {text}',
    "resign": "I resign as Judge",
    "removal": "I assent to the removal of the Judge",
    "request": "I request justice: {text}",
    "ruling": "Ruling[ on {request}]: {text}",
    "confidence": "I call for a vote of confidence[ on ruling {ruling}]",
    "overturn": "I overturn[ {my}] ruling[ {ruling}]",
    "affirm": "I affirm ruling[ {ruling}]",
    "against": "I vote to overturn ruling[ {ruling}]",
}


class Words(Fields):
    """What the words of the grammar mean."""

    kinds: ClassVar = FORMS

    def COUNT(self, token: str) -> tuple[str, int | float]:  # noqa: N802 - named after the terminal
        """An amount in digits, or a word for one; what is no whole number is for the rules to refuse."""
        return "count", _FIGURES.get(token.lower()) or (float(token) if "." in token else int(token.replace(",", "")))

    def NAMED(self, token: str) -> tuple[str, str]:  # noqa: N802
        """A ruling by a word that people gave it."""
        return "ruling", str(token)

    def TIMES_AFTER(self, token: str) -> tuple[str, int]:  # noqa: N802
        """How many of a card."""
        return "count", int(token.strip("(xX)"))

    def PRIZE(self, token: str) -> tuple[str, str]:  # noqa: N802
        """What Trungs are exchanged for."""
        return "item", GOLD_STARS if "star" in token.lower() else MAKERS

    def CHIP(self, _: str) -> tuple[str, str]:  # noqa: N802
        """Chips."""
        return "item", CHIPS

    def TRUNG(self, _: str) -> tuple[str, str]:  # noqa: N802
        """Trungs."""
        return "item", TRUNGS

    def CARD(self, token: str) -> tuple[str, str]:  # noqa: N802
        """A card by its name, short ranks and signs of suits included."""
        rank, _, suit = re.sub(r" *([♥♦♠♣])", r" of \1", token).partition(" of ")
        rank, suit = rank.strip().title(), suit.strip().title()
        number = _FIGURES.get(rank.lower().removesuffix("s"), 0)
        rank = f"{number}{'s' * rank.endswith('s')}" if number > 1 else rank
        suit = SIGNS.get(suit) or _SHORT.get(suit) or f"{suit.removesuffix('s')}s"
        return "item", f"{_SHORT.get(rank, rank)} of {suit}"

    def TEXT(self, token: str) -> tuple[str, str]:  # noqa: N802
        """Words that may say anything, without marks of quotation around them all, and without "terms:" before them."""
        said = re.sub(r"^terms?:\s*", "", token.strip(), flags=re.IGNORECASE)
        return "text", said[1:-1] if re.fullmatch(r'"[^"]*"', said) else said

    def CONTRACT(self, token: str) -> tuple[str, str]:  # noqa: N802
        """The name of a contract."""
        return "contract", " ".join(token.strip('"').split())

    def DICE(self, token: str) -> tuple[str, list[int]]:  # noqa: N802
        """The faces of dice that a player rolled in public."""
        return "dice", [int(face) for face in _DIE.findall(token)]

    def item(self, found: list[tuple[str, Any]]) -> tuple[str, int]:
        """A thing and how many of it; only of a card that is counted there may be several."""
        by_name = dict(found)
        rank, of, suit = str(by_name["item"]).partition(" of ")
        return f"{rank.removesuffix('s') if of and 'count' in by_name else rank}{of}{suit}", by_name.get("count", 1)

    prize = item

    def items(self, found: list[tuple[str, int]]) -> tuple[str, Items]:
        """Things and how many of each."""
        total: Counter[str] = Counter()
        for item, count in found:
            total[item] += count
        return "items", dict(total)

    def bought(self, found: list[tuple[str, int]]) -> tuple[str, Items]:
        """What is exchanged for Trungs."""
        return "take", self.items(found)[1]

    def parties(self, found: list[tuple[str, str]]) -> tuple[str, list[str]]:
        """The people to whom a contract is offered."""
        return "parties", [who for _, who in found]

    def shown(self, name: str, value: Any) -> Any:
        """A field as canonical lines write it."""
        if name in ("give", "take"):
            return said(value)
        if name == "parties":
            return " ".join(f"<@{who}>" for who in value)
        return " ".join(map(str, value)) if name == "dice" else value


# Ways to say each action beside its form: its verbs, then what leads to each slot; words that must be there, with `?` that may.
WAYS: Mapping[str, tuple[str, ...]] = {
    "join": sayings.JOIN,
    "leave": sayings.LEAVE,
    "lot": (
        "generate|gen|make|create|roll|draw|spawn|produce|summon|conjure|deal lot new? fresh? more? another? up? next? week? auction? forth?",
        "- lot new|generated|fresh one?",
        "- lot me from one?",
    ),
    "lots": (
        "generate|gen|make|create|roll|draw|spawn|produce|summon|conjure {count} lots new? fresh? more? up? next? week? auction?",
    ),
    "trade": (
        "trade|offer|swap|sell|exchange|propose|give {give} for|against {take} to|with {person} trade? exchange? return? deal?",
        "buy|get|take|purchase {take} for|with {give} from|off {person}",
        "* {give} for {take} to|with {person} exchange? return?",
        "have! {give} for {take} {person}",
        "- {give} for|against {take} to|with {person} offer?",
        "- {give} for|against {take} {person}",
        "offer {person} {give} want|price {take}",
        "* {give} for|against {take} to|with {person} offer? trade? deal? exchange? return?",
    ),
    "gift": (
        "give|send|transfer|pay|hand|gift|donate|slide {give} to {person}",
        "gets {person} {give} me from?",
        "gets! {person} {give}",
        "goes {give} to {person}",
        "take {give} {person} me",
        "have! {give} {person}",
        "* {give} to {person}",
        "- {give} to {person} from? me?",
        "toss|throw|slide|pass|bestow|grant|lend|shove|push|hand {give} to|at|towards {person} over? across? gift? present?",
        "- {give} {person} free|gratis|gift|present|yours from? me? for? is? are? as?",
    ),
    "accept": sayings.ACCEPT,
    "withdraw": sayings.WITHDRAW,
    "exchange": (
        "exchange|convert|turn|swap|trade|cash {give} for|into|to|→|-> {take} in?",
        "buy|get|purchase {take} for|with {give}",
        "spend|use {give} on|for|buy|get {take}",
        "* {give} for|into|to {take}",
        "* {take} for|with {give}",
        "- {give} for|into|→|-> {take}",
        "- {take} {give} here",
        "redeem|melt|change|trade|exchange {give} for|into|to {take} in?",
        "take|claim|receive {take} for|with {give} up?",
        "* {give} take|takes|get|receive {take} up?",
        "gimme|want|take|claim {take} for {give}",
    ),
    "buy": ("buy|get|purchase {take}",),
    "contract": (
        "offer|propose {parties} {contract} {text} contract call? terms? name?",
        "- {parties} {contract} {text} contract terms? name?",
    ),
    "consent": (
        "consent|agree|accept|sign|join|enter|ratify|approve {contract} contract? it? bound? to? with? into? up? terms?",
        "sign|count|put me {contract} in|up|down contract? for? to? on?",
        "- {contract} in for contract?",
        "- {contract} yes|agreed|signed|aye contract? to? with?",
        "put name {contract} under|beneath|to|on contract? my?",
        "assent {contract} contract to?",
    ),
    "terminate": (
        "consent|agree|vote|want {contract} terminate|end|scrap|dissolve|cancel|close contract? to? with? for?",
        "terminate|end|scrap|dissolve|cancel {contract} contract? consent? fine? with?",
        "consent|agree {contract} termination|dissolution|ending|end contract? to? of? come? an? it?",
    ),
    "deposit": (
        "transfer|give|pay|put|deposit|drop {give} to|into|in {contract} contract?",
        "* {give} to|into|in {contract} contract?",
        "put|place|toss|throw|add|contribute|transfer|pay|deposit|drop|send {give} to|into|in {contract} contract? name? pot? account?",
        "- {give} to|into|in|for {contract} contract?",
    ),
    "payout": (
        "gives|pays|hands {contract} {give} to {person} {text} terms? contract? per? by? its?",
        "withdraw|take {give} from {contract} {person} {text} terms? say? so? its? for? myself?",
    ),
    "resign": sayings.RESIGN,
    "removal": sayings.REMOVAL,
    "request": sayings.REQUEST,
    "ruling": (
        "rule {request} {text}",
        "- {request} {text} ruling|rule",
        "- {request} {text} answer request?",
        "- {request} {text} ruling|rule|decision my? is? as? follows? the?",
    ),
    "confidence": sayings.CONFIDENCE,
    "overturn": (
        "overturn|reverse|revoke|rescind|annul {ruling} ruling? my? own? on?",
        "say {ruling} overturn on? ruling?",
        "- {ruling} overturn ruling? for?",
    ),
    "affirm": sayings.AFFIRM,
}
KINDS = {"give": "items", "take": "items", "parties": "party*"}
"""What fills a slot whose kind of thing is called otherwise; a slot with a star takes many."""
NOUNS = frozenset({
    "chip", "chips", "trung", "trungs", "gold", "star", "stars", "standard", "proposal", "maker", "makers", "spm",
    "spms", "heart", "diamond", "spade", "club", "bell", "shield",
     "rose", "sword", "leav", "acorn", "lot", "lots", "judge", "judg", "ace", "king", "queen", "knave", "knight", "card", "cards",
})  # fmt: skip
"""Words that name things of the game, as they stand and by their stems."""
MARKS = {"contract": r'"([^"]+)"', "person": r"<@!?([^<>\s]+)>", "party": r"(<@!?[^<>\s]+>)", "count": r"(\d+)"}
"""How things are written that nobody need know by name; a canonical line takes the group."""

UNITS = frozenset({"chip", "trung", "star", "maker", "spm", "nothing", "of", *SIGNS})
"""Words and signs without which no things are told."""

LEXICON = Lexicon(tuple(Way.of(kind, way) for kind, ways in WAYS.items() for way in ways), KINDS, NOUNS, MARKS, UNITS)
READER = Reader(Path(__file__).with_name("announcements.lark").read_text(encoding="utf-8"), Words(), FORMS, LEXICON)
