"""What players of Round 10 announce: each action of its checklist's section 6 with what it says, by the grammar beside this module."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tracker.mechanics.announcements import (
    AnnouncementReader,
    Interpreter,
    Read,
    UnreadableError,
    doing,
    number_of,
)
from tracker.mechanics.chat_text import PERSON, Line

from .spoken_items import CardNames, item_of, spellings

if TYPE_CHECKING:
    from lark import Token

Said = tuple[str, dict[str, Any]]
"""An action's kind and its fields."""

_ID = r"(?:#?[a-z]{0,12}[-:_#]?[0-9]|https?:)"
_END = r"(?= *$| *[,.;!?])"
_HASH = r"[0-9a-f]{16}"
_AS_ACTION = r"(?:secret action *:? *)?"
_HASHED = rf"(?= *$| *[:.(`\[]|.*{_HASH}| +(?:hash|sha)"
_PERSON = rf"(?:{PERSON}|@)"
_WORD = r"[a-z][a-z_-]{0,39}$"
_ASIDES = rf"^(?:accept|(?:consent|agreed?) to|withdraw|cancel) {_WORD}"
"""Files may have messages whose ids are words; where none has the word the line is talk."""
HEADS = (
    (
        "join",
        rf"join(?:ing)?(?:{_END}|(?= the\b| game\b| as\b| if\b| and\b))|(?:become|be) (?:a )?player\b|count me in as\b",
    ),
    ("join", rf"play(?:{_END}|(?= the game\b))"),
    ("leave", rf"leave(?:{_END}|(?= the game\b| game\b))|quit(?:{_END}|(?= the\b| game\b| if\b))"),
    ("leave", r"(?:cease to be|stop being) a player\b"),
    ("resign", r"(?:resign|step down)(?= *$| as\b)|(?:cease to be|stop being) (?:the )?judge\b"),
    ("remove_judge", r"assent to (?:the )?(?:removal|removing)\b"),
    ("bid", rf"{_AS_ACTION}bids?{_HASHED}| +[0-9])"),
    ("hand", rf"{_AS_ACTION}(?:submit (?:a |my )?hand\b|hand(?: submission)?{_HASHED}))"),
    ("reveal", r"reveal(?:ing)?(?= *$|[ :`*|])"),
    ("generate_lots", r"(?:generate|make) (?:[^ ]{1,20} ){0,2}lots?\b"),
    ("contract_offer", r"offer .*\bcontract\b"),
    ("to_contract", r"(?:give|transfer|send)(?! me\b| us\b) .*\bto (?:the )?contract\b"),
    ("trade_offer", rf"trade .*\b(?:for|to|with)\b|trade {_PERSON}|offer .*\bfor\b|offer {_PERSON}"),
    ("gift", rf"(?:give|transfer|send)(?! me\b| us\b)(?: .*\bto\b| {_PERSON})"),
    ("contract_end", r"(?:consent|agree) to (?:the )?(?:terminat|end(?:ing)?\b)"),
    ("contract_consent", r'(?:consent|agree) to (?:the )?(?:contract|")|(?:sign|accept) (?:(?:the )?contract\b|")'),
    (
        "consent",
        rf"(?:accept|agreed|consent|deal){_END}|accept (?:{_ID}|(?:the |this |that |your )?(?:offer|trade|deal)\b|{_PERSON})",
    ),
    ("consent", rf"(?:consent|agreed?) to (?:{_ID}|(?:the |this |that |your )?(?:offer|trade|deal)\b|{_PERSON})"),
    ("withdraw", rf"(?:withdraw|cancel)(?:{_END}| {_ID}| (?:my |the )?(?:offer|trade)\b)"),
    ("consent", rf"(?:accept|(?:consent|agreed?) to) {_WORD}"),
    ("withdraw", rf"(?:withdraw|cancel) {_WORD}"),
    ("from_contract", r'by its terms\b|(?:the )?contract *"[^"]*" *(?:gives|transfers|sends)\b'),
    ("exchange", r"(?:exchange|convert|turn|buy) .*(?:\btrung|\bgold star|\bproposal.maker|\bspm)"),
    ("request", r"request(?: for)? justice\b|request (?:a )?ruling\b"),
    ("ruling", r"ruling(?= *$| *:| on\b)"),
    ("confidence", r"(?:call(?: for)?|initiate) a vote of (?:no )?confidence\b"),
    ("confidence_vote", rf"(?:vote (?:to )?)?(?:affirm|overturn)(?:{_END}| {_ID}| (?:(?:the |this )?ruling\b))"),
    ("self_overturn", r"overturn my ruling\b"),
    ("", r"(?=.*(?<![0-9a-z])[0-9a-f]{64}(?![0-9a-z])).*\b(?:bids?|bidding|hands?)\b"),
)
"""How a line begins that is an action of a kind; the last: a hash with a kind of action named in no known form."""
_AN_OFFER = r"(?:offers?|trades?|deals?|gifts?)\b"


def verbs(suits: Iterable[str]) -> tuple[tuple[str, str], ...]:
    """The verbs of actions with what they are done to, by which a line in the first person is an announcement, understood or not.

    ``suits`` are the words by which cards are named.
    """
    cards = "|".join(map(re.escape, sorted(suits)))
    items = rf"(?:(?:chips?|trungs?|(?:gold )?stars?|spms?|proposal[- ]makers?|cards?|lots?|items?)\b|[^ ]+ of (?:{cards or '(?!)'}))"
    return (
        ("join", r"join(?:ing)? (?:now|again|in as)\b|" + doing("join(?:ing)?", r"(?:game|round|players?)\b")),
        ("leave", r"leav(?:e|ing) now\b|" + doing("leav(?:e|ing)|quit(?:ting)?", r"(?:game|round)\b")),
        ("resign", r"(?:resigning|stepping down)\b"),
        ("remove_judge", rf"assent(?:ing)?(?:{_END}| to\b)|" + doing("remov(?:e|ing)", r"judge\b")),
        ("bid", r"bid(?:ding)? (?:.* )?on .*\blots?\b|" + doing("bid(?:ding)?", items)),
        ("bid", doing("submit(?:ting)?|plac(?:e|ing)|mak(?:e|ing)", r"bids?\b")),
        ("hand", doing("submit(?:ting)?|plac(?:e|ing)", r"hands?\b")),
        ("generate_lots", doing("generat(?:e|ing)|mak(?:e|ing)|creat(?:e|ing)|roll(?:ing)?", r"lots?\b(?! of\b)")),
        ("contract_end", doing("terminat(?:e|ing)|end(?:ing)?", r"contract\b")),
        ("contract_consent", doing("sign(?:ing)?|accept(?:ing)?", r"contracts?\b")),
        ("contract_offer", doing("propos(?:e|ing)|offer(?:ing)?", r"contract\b")),
        ("trade_offer", doing("trad(?:e|ing)|offer(?:ing)?", items)),
        ("gift", doing("giv(?:e|ing)(?: away)?|transfer(?:ring)?|send(?:ing)?", items)),
        ("exchange", doing("exchang(?:e|ing)|convert(?:ing)?|buy(?:ing)?|turn(?:ing)?", items)),
        ("consent", doing("accept(?:ing)?|(?:consent(?:ing)?|agree(?:ing)?) to", rf"{_AN_OFFER}|{_ID}")),
        ("withdraw", doing("withdraw(?:ing)?|cancel(?:l?ing)?", rf"{_AN_OFFER}|{_ID}")),
        ("request", doing("request(?:ing)?|ask(?:ing)? for", r"(?:justice|ruling|judgement|judgment)\b")),
        ("ruling", r"(?:rul(?:e|ing)|answer(?:ing)?) (?:.* )?(?:request|true|false)\b"),
        ("confidence", r"(?:initiat(?:e|ing)|call(?:ing)?|start(?:ing)?) (?:.* )?votes? of (?:no )?confidence\b"),
        (
            "confidence_vote",
            doing("(?:vot(?:e|ing)(?: to)? )?(?:affirm(?:ing)?|overturn(?:ing)?)", r"(?:that )?rulings?\b"),
        ),
    )


_NAME_PLACES = r"to|with|offer|give|send|accept(?=.*'s +(?:offer|trade|deal|gift)\b)"
_BOUND = re.compile(
    r"\bintend(?:s|ing)? to be (?:contractually )?bound\b|\bintention to be (?:contractually )?bound\b", re.I
)
_DICE = re.compile(
    r"(?:[^\w\n]|with|my|own|rolls?|rolled|dice|results?|are|is|were|d[0-9]{1,3}(?![^\W_])|[0-9]{1,5}(?![^\W_]))*", re.I
)
_DICE_LINE = re.compile(r"[^\w\n]*(?:(?:my|own|rolls?|rolled|dice|results?)\b|d?[0-9])", re.I)
_FACE = re.compile(r"(?<![^\W_])[0-9]{1,5}(?![^\W_])")
_FRACTION = re.compile(r"[0-9]\.[0-9]")
_EXCHANGED = frozenset({"gold_stars", "standard_proposal_makers"})
"""What Trungs may be exchanged for."""
_TRUTH = re.compile(r"\W*(true|false)\b(?!\W+(?:or|and|if|unless|when|but|except)\b)", re.I)


def read(
    text: str, names: Mapping[str, tuple[str, ...]], cards: CardNames, worded: frozenset[str] = frozenset()
) -> list[Read]:
    """What a message announces, in order.

    ``names`` are those of people by id, the shown one first, ``cards`` the ranks and suits there are then, ``worded`` the ids, in small letters, of
    messages with actions that have no digit.
    """
    return _reader(cards, worded).read(text, names)


@lru_cache(maxsize=8)
def _reader(cards: CardNames, worded: frozenset[str]) -> AnnouncementReader:
    grammar = Path(__file__).with_name("grammar.lark").read_text(encoding="utf-8")
    signs = "".join(word for word in cards.suit_words if not word.isalnum())
    return AnnouncementReader(
        grammar,
        HEADS,
        lambda line: _Meaning(line, cards, worded),
        name_places=_NAME_PLACES,
        signs=signs,
        asides=_ASIDES,
        verbs=verbs(cards.suit_words),
    )


class _Meaning(Interpreter):
    """What each rule of the grammar says."""

    def __init__(self, line: Line, cards: CardNames, worded: frozenset[str]) -> None:
        super().__init__(line, worded)
        self._cards = cards

    def action(self, said: Said) -> Said:
        return said

    # --- players and the Judge ----------------------------------------------------------------------------------------

    def join(self) -> Said:
        return "join", {}

    def leave(self) -> Said:
        before = self.line.message[self.line.start : self.line.origin(0)].lower()
        if "please" in before and not re.search(r"\bi\b", before):
            raise UnreadableError("it may be said to somebody else: begin with “I”")
        return "leave", {}

    def resign(self) -> Said:
        return "resign", {}

    def remove_judge(self) -> Said:
        return "remove_judge", {}

    # --- secret actions -----------------------------------------------------------------------------------------------

    def bid(self, text: Token | None = None) -> Said:
        return "bid", {"text": self.rest_of_section(text)}

    def hand(self, text: Token | None = None) -> Said:
        return "hand", {"text": self.rest_of_section(text)}

    def reveal(self, text: Token | None = None) -> Said:
        return "reveal", {"text": self.rest_of_message(text).removeprefix(":").strip()}

    # --- lots ---------------------------------------------------------------------------------------------------------

    def one(self) -> int:
        return 1

    def lots(self) -> str:
        return "lots"

    def generate_lots(self, *parts: Token | int | str) -> Said:
        dice = next((part for part in parts if getattr(part, "type", "") == "DICE"), None)
        count = next((part for part in parts if isinstance(part, int) or getattr(part, "type", "") == "NUMBER"), None)
        if count is None and "lots" in parts:
            raise UnreadableError("it does not say how many lots")
        lots = count if isinstance(count, int) else number_of(count or "1")
        if not lots:
            raise UnreadableError(f"“{count}” is no number of lots")
        return "generate_lots", {"lots": lots, "dice": (*self._dice(dice), *self._dice_below())}

    def _dice(self, token: Any) -> list[int]:
        if token is None:
            return []
        if not _DICE.fullmatch(token) or _FRACTION.search(token):
            raise UnreadableError(f"“{token}” are no results of dice")
        return [int(face) for face in _FACE.findall(token)]

    def _dice_below(self) -> list[int]:
        """Results on the lines below, up to the first line that is anything else."""
        found = list[int]()
        for line in self.line.message[self.line.line_end : self.line.section_end].splitlines()[:100]:
            if line.strip() and not (_DICE_LINE.match(line) and _DICE.fullmatch(line) and not _FRACTION.search(line)):
                break
            found += map(int, _FACE.findall(line))
        return found

    # --- items and trades ---------------------------------------------------------------------------------------------

    def item(self, *parts: Token) -> tuple[str, int]:
        first, last = parts[0], parts[-1]
        words = self.line.text[first.start_pos or 0 : (last.start_pos or 0) + len(last)]
        return ("", 0) if words in spellings()["nothing"]["words"] else item_of(words, self._cards)

    def items(self, *items: tuple[str, int]) -> dict[str, int]:
        if len(items) > 1 and ("", 0) in items:
            raise UnreadableError("“nothing” stands beside something")
        total = Counter[str]()
        for item, count in items:
            total[item] += count
        return {item: count for item, count in total.items() if count}

    def people(self, *tokens: Token) -> tuple[str, ...]:
        return tuple(dict.fromkeys(map(self.person, tokens)))

    def trade_to(self, give: dict[str, int], to: Token, get: dict[str, int]) -> Said:
        return "trade_offer", {"to": self.person(to), "give": give, "get": get}

    def trade_with(self, to: Token, give: dict[str, int], get: dict[str, int]) -> Said:
        return "trade_offer", {"to": self.person(to), "give": give, "get": get}

    def trade_offer(self, to: tuple[str, ...], give: dict[str, int], get: dict[str, int]) -> Said:
        return "trade_offer", {"to": _alone(to), "give": give, "get": get}

    def gift(self, first: Any, second: Any) -> Said:
        to, give = (_alone(first), second) if isinstance(first, tuple) else (self.person(second), first)
        if not give:
            raise UnreadableError("nothing is given")
        return "gift", {"to": to, "give": give}

    def offer(self, identity: Token | None = None) -> dict[str, str | None]:
        return {"offer": self._maybe_id(identity)}

    def offer_of(self, by: Token) -> dict[str, str | None]:
        return {"offer": None, "by": self.person(by)}

    def _maybe_id(self, token: Token | None) -> str | None:
        return None if token is None else self.identity(token)

    def consent(self, offer: dict[str, str | None] | None = None) -> Said:
        return "consent", offer or {"offer": None}

    def withdraw(self, offer: Token | None = None) -> Said:
        return "withdraw", {"offer": self._maybe_id(offer)}

    def exchange(self, pay: dict[str, int], goods: dict[str, int]) -> Said:
        return self._exchanged(pay, goods)

    def buy(self, goods: dict[str, int], pay: dict[str, int] | None = None) -> Said:
        return self._exchanged(pay, goods)

    def _exchanged(self, pay: dict[str, int] | None, goods: dict[str, int]) -> Said:
        if goods.keys() == {"trungs"} and pay is not None and len(pay) == 1 and pay.keys() <= _EXCHANGED:
            # The other way round, which no rate is for.
            what, count = next(iter(pay.items()))
            return "exchange", {"trungs": 0, "n": count, "what": what}
        if not goods or pay == {}:
            # No rate is for nothing, whichever side it stands on.
            return "exchange", {"trungs": 0, "n": 0, "what": next(iter(goods), "")}
        if pay is not None and pay.keys() != {"trungs"}:
            raise UnreadableError("only Trungs are exchanged")
        if len(goods) != 1 or goods.keys() - _EXCHANGED:
            raise UnreadableError("Trungs are exchanged for Gold Stars or for Standard Proposal-Makers")
        what, count = next(iter(goods.items()))
        return "exchange", {"trungs": pay["trungs"] if pay else None, "n": count, "what": what}

    # --- contracts ----------------------------------------------------------------------------------------------------

    def _name(self, quoted: Token) -> str:
        name = " ".join(self.written(quoted)[1:-1].split())
        if not name:
            raise UnreadableError("the contract has no name")
        return name

    def contract_offer(self, parties: tuple[str, ...], name: Token, text: Token | None = None) -> Said:
        start = self.line.origin((name.start_pos or 0) + len(name) - 1) + 1
        aside, colon, terms = self.line.message[start : self.line.line_end].partition(":")
        if not colon or not (_BOUND.search(aside) or not aside.strip(" *_,")):
            raise UnreadableError("a colon and the terms must stand behind the contract's name")
        said = self.rest_of_section(text) if terms.strip(" *_") else self.rest_of_message(text)
        terms = said.partition(":")[2] if text is not None else said.removeprefix(":")
        if not terms.strip():
            raise UnreadableError("the contract has no terms")
        fields = {"parties": parties, "name": self._name(name), "terms": terms.strip()}
        return "contract_offer", {**fields, "bound": _BOUND.search(said) is not None}

    def contract_consent(self, name: Token) -> Said:
        return "contract_consent", {"name": self._name(name)}

    def contract_end(self, name: Token) -> Said:
        return "contract_end", {"name": self._name(name)}

    def to_contract(self, give: dict[str, int], name: Token) -> Said:
        return "to_contract", {"give": give, "name": self._name(name)}

    def from_contract(self, name: Token, give: dict[str, int], to: Token, term: Token) -> Said:
        words = self.rest_of_line(term).rstrip(".").strip().strip('"“”„').strip()
        if not words:
            raise UnreadableError("the term is missing by which the contract gives")
        return "from_contract", {"name": self._name(name), "give": give, "to": self.person(to), "term": words}

    # --- justice ------------------------------------------------------------------------------------------------------

    def request(self, text: Token | None = None) -> Said:
        words = self.rest_of_section(text).lstrip(":").strip()
        if not words:
            raise UnreadableError("the question or statement is missing")
        return "request", {"text": words}

    def ruling(self, text: Token | None = None) -> Said:
        return self._ruled(None, text)

    def ruling_on(self, request: Token, text: Token | None = None) -> Said:
        return self._ruled(self.identity(request), text)

    def _ruled(self, request: str | None, text: Token | None) -> Said:
        words = self.rest_of_section(text).lstrip(":").strip()
        if not words:
            raise UnreadableError("the answer is missing")
        truth = _TRUTH.match(words)
        return "ruling", {"request": request, "text": words, "truth": truth[1].lower() == "true" if truth else None}

    def confidence(self, ruling: Token | None = None) -> Said:
        return "confidence", {"ruling": self._maybe_id(ruling)}

    def vote_affirm(self, ruling: Token | None = None) -> Said:
        return "confidence_vote", {"vote": "affirm", "ruling": self._maybe_id(ruling)}

    def vote_overturn(self, ruling: Token | None = None) -> Said:
        return "confidence_vote", {"vote": "overturn", "ruling": self._maybe_id(ruling)}

    def overturn(self, ruling: Token | None = None) -> Said:
        return "self_overturn", {"ruling": self._maybe_id(ruling), "own": False}

    def self_overturn(self, ruling: Token | None = None) -> Said:
        return "self_overturn", {"ruling": self._maybe_id(ruling), "own": True}


def _alone(people: tuple[str, ...]) -> str:
    if len(people) != 1:
        raise UnreadableError("a trade is between two players")
    return people[0]
