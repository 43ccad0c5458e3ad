"""What players of Ducks announce: each row of its checklist's announcement grammar with what it says, by the grammar beside this module."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping
from dataclasses import replace
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tracker.mechanics.announcements import (
    CONDITIONS,
    POLITE,
    Announced,
    AnnouncementReader,
    Interpreter,
    Read,
    UnreadableError,
    doing,
)
from tracker.mechanics.chat_text import (
    END_OF_THING,
    PERSON,
    THING,
    Line,
    Spans,
    Things,
    names_of,
    plain,
    without_invisible,
)

from .spoken import Amount, DuckNames, DuckSaid, EntitySaid, Goods, ItemNames, amount_of, goods_of

if TYPE_CHECKING:
    from lark import Token

Said = tuple[str, dict[str, Any]]
"""An action's kind and its fields."""
Part = tuple[str, Any]
"""One field of an action and its value."""

_ALONE: Mapping[str, Any] = {"duck": None}
_QUACKTION: Mapping[str, Any] = {"duck": None, "target": None, "amount": None}
FIELDS: Mapping[str, Mapping[str, Any]] = {
    "join": {},
    "leave": {},
    "name": {"duck": None, "name": None},
    "report_name": _ALONE,
    "assign": {"duck": None, "pond": None},
    "move": {"duck": None, "pond": None, "from_pond": None},
    "pond_roll": _ALONE,
    "feed": {"duck": None, "fruit": ()},
    "send": {"duck": None, "adjust": None},
    "adjust": {"duck": None, "by": None},
    "retrieve": _ALONE,
    "cut_losses": _ALONE,
    "loot": _ALONE,
    "quack_attack": _QUACKTION,
    "lay_egg": {"duck": None, "amount": None},
    "hatch_egg": {"duck": None, "layer": None},
    "divine_scrambler": _QUACKTION,
    "steal_duck": {"duck": None, "target": None},
    "cannibalism": {"duck": None, "target": None},
    "adopt": {"duck": None, "target": None},
    "make_smoothie": {"duck": None, "fruits": (), "styles": (), "name": None},
    "divine_cocktail": _ALONE,
    "trade_offer": {"to": None, "give": (), "get": ()},
    "to_duck": {"duck": None, "items": ()},
    "from_duck": {"duck": None, "items": ()},
    "consent": {"offer": None, "of": None},
    "withdraw": {"offer": None, "to": None},
    "bid": {"duck": None, "amount": None, "name": None},
    "bid_payment": {"duck": None, "parts": ()},
    "appoint": {},
    "assent": {"of": None},
    "assent_removal": {"of": None},
    "resign": {},
    "request": {"text": None},
    "ruling": {"request": None, "text": None, "truth": None},
    "self_overturn": {"ruling": None, "own": True},
    "confidence": {"ruling": None},
    "confidence_vote": {"vote": None, "ruling": None},
}
"""Each kind of action with its fields as they are where they are not said."""

_END = r"(?= *$| *[,.;:!?(])"
_PERSON = rf"(?:{PERSON}|@)"
_ID = r"(?:#?[a-z]{0,12}[-:_#]?[0-9]|https?:)"
_NAMED = rf'(?:{THING}[0-9]+{END_OF_THING}|"[^"]*"|#[0-9]+)'
_DUCK = rf"(?:(?:(?:my|the) )?(?:duck )?{_NAMED}|duck [0-9]+|my duck)"
_ACTS = rf"{_DUCK} (?:"
_QUACKTIONS = (
    ("quack_attack", "quack attack"),
    ("lay_egg", "lay egg"),
    ("hatch_egg", "hatch egg"),
    ("divine_scrambler", "divine scrambler"),
    ("steal_duck", "steal duck"),
    ("cannibalism", "cannibalism"),
    ("adopt", "adopt"),
    ("make_smoothie", "make smoothie"),
    ("divine_cocktail", "divine cocktail"),
)
_ANY_NAME = r"[^\W\d_][^\W_]*(?: [^\W_]+){0,5}"
"""A name that no duck has, in front of "performs"."""
_STOP = r"(?![^\W_])"
_A_QUACKTION = rf"(?:quacktions?|{'|'.join(words for _, words in _QUACKTIONS)}){_STOP}"
_AN_OFFER = r"(?:offers?|trades?|deals?)\b"
_A_DUCK = rf"(?:{_NAMED}|duck [0-9]|(?:that )?duck\b|ducks\b)"
_OWN_DUCK = rf"(?:{_DUCK}|(?:my|the) (?:[^ ]+ ){{0,2}}?duck)"
"""Any duck of which something is told."""
_FOE = rf"(?:{_A_DUCK}|{_PERSON}|(?:duck )?god\b|(?:duck )?old one\b|(?:duck )?disciple\b|everyone\b|everybody\b)"
_DRINK = r"(?:smoothies?|cocktails?)\b"
_GOODS = r"(?:quacks?|eggs?|seeds?|grapes?|oranges?|slices?|mangos?|mangoes|watermelons?|ambrosias?|nothings?|fruits?|smoothies?|items?)\b"
"""Words for what is held."""
HEADS = (
    ("join", rf"join(?:ing)?(?:{_END}|(?= the game\b| game\b| as a player\b| if\b))|(?:become|be) a player\b"),
    (
        "leave",
        rf"leav(?:e|ing) the game\b|quit(?:{_END}|(?= the game\b| if\b))|(?:cease to be|stop being|no longer) a player\b",
    ),
    ("name", rf"(?:name|call) {_DUCK}|rename\b|change (?:[^ ]+'s|.*'s|the) name\b"),
    ("report_name", r"report (?:.*'s|the|my duck's)? ?name\b"),
    ("assign", rf"(?:assign|put|place) (?:{_DUCK}|.*\bpond\b)|{_ACTS}(?:goes to|lives in) pond\b)"),
    ("move", rf"move (?:{_DUCK}|.*\bpond\b)|{_ACTS}moves (?:from|to) pond\b)"),
    ("pond_roll", r"roll (?:a d6 )?for an? (?:new )?pond\b"),
    ("feed", rf"feed(?= *$| )|feeding {_DUCK}"),
    ("send", rf"send .*\bscout|{_ACTS}scouts{_END}|scouts with\b|goes (?:scouting|on a scouting)\b)"),
    (
        "adjust",
        r"(?:add|subtract) [+-]?[0-9][0-9.,]*(?= *$|.*'s\b)|[+-][0-9][0-9.,]* (?:on|to) .*\b(?:roll|potential)\b",
    ),
    ("retrieve", r"(?:(?:attempt|try) to )?retrieve(?= *$| )|roll to (?:retrieve|get)\b"),
    ("cut_losses", r"cut (?:my |the )?losses\b"),
    ("loot", r"roll (?:for |on the )?loot\b"),
    *(
        (
            kind,
            rf"(?:(?:{_DUCK}|{_ANY_NAME}) performs|perform) {words}(?={_END}| (?:on|against|with|through|using|for|from|laid)\b)",
        )
        for kind, words in _QUACKTIONS
    ),
    ("", rf"(?:{_DUCK} performs|perform) [a-z]+ (?:[a-z]+ )*(?:on|with)\b"),
    ("quack_attack", rf"(?:{_ACTS}quack attacks)|quack attack) "),
    ("lay_egg", rf"{_ACTS}lays an egg\b)"),
    ("hatch_egg", rf"{_ACTS}hatches (?:an|its|the) egg\b)"),
    ("steal_duck", rf"{_ACTS}steals) "),
    ("cannibalism", rf"{_ACTS}(?:eats|cannibali[sz]es)) "),
    ("adopt", rf"{_ACTS}adopts) "),
    ("divine_cocktail", rf"{_ACTS}makes a divine cocktail\b)"),
    ("make_smoothie", rf"{_ACTS}makes an? .*\bsmoothie\b)"),
    ("trade_offer", rf"trade .*\b(?:for|to|with)\b|trade {_PERSON}|offer .*\bfor\b|offer {_PERSON}"),
    ("trade_offer", rf"(?:give|transfer) (?:{PERSON}|.*\bto {_PERSON})"),
    ("to_duck", rf"give (?:(?=.*[0-9]|.* an? ){_DUCK}|.*\bto (?:{_DUCK}|my\b))"),
    ("trade_offer", r"(?:give|transfer) (?:[0-9]|an? )[^\"]*\bto\b"),
    ("from_duck", rf"take .*\bfrom (?:{_DUCK}|my\b)"),
    ("assent_removal", r"assent to (?:.*\bremoval\b|removing\b)"),
    ("assent", r"assent to\b|support .*\bjudge\b"),
    (
        "consent",
        rf"(?:accept|agreed|consent|deal){_END}|accept (?:{_ID}|(?:the |this |that |your )?(?:offer|trade|deal)\b|{_PERSON})",
    ),
    ("consent", rf"(?:consent|agreed?) to (?:{_ID}|(?:the |this |that |your )?(?:offer|trade|deal)\b|{_PERSON})"),
    ("withdraw", rf"(?:withdraw|cancel)(?:{_END}| {_ID}| (?:my |the )?(?:offer|trade)\b)"),
    ("bid", rf"bid (?:[+-]?[0-9]|on {_DUCK})"),
    ("bid_payment", r"pay (?:my )?bid\b|pay [0-9].*\bfrom\b|[0-9]+ (?:quacks? )?from .*\bfor\b"),
    ("appoint", r"(?:appoint|nominate) myself\b"),
    ("resign", r"(?:resign|step down)(?= *$| as\b)|(?:cease to be|cease being|stop being) (?:the )?judge\b"),
    ("request", rf"request(?: for)? justice\b|rfj(?:{_END}|(?=:))"),
    ("ruling", r"ruling(?= *$| *:| on\b)|response to (?:the )?request\b"),
    ("self_overturn", r"overturn (?:my|the|this) ruling\b|overturn ruling\b"),
    ("confidence", r"(?:initiate|call(?: for)?) a vote of (?:no )?confidence\b"),
    ("confidence_vote", rf"(?:vote (?:to )?)?(?:affirm|overturn)(?:{_END}| {_ID}| (?:(?:the |this )?ruling\b))"),
    ("", r"(?:before|after) (?:that|this),? (?:i |my )"),
    ("quack_attack", rf"{_OWN_DUCK} {doing('attacks', _FOE)}"),
    ("lay_egg", rf"{_OWN_DUCK} {doing('lays', 'eggs?' + _STOP)}"),
    ("hatch_egg", rf"{_OWN_DUCK} {doing('hatches', 'eggs?' + _STOP)}"),
    ("steal_duck", rf"{_OWN_DUCK} {doing('steals', _A_DUCK)}"),
    ("cannibalism", rf"{_OWN_DUCK} {doing('eats|cannibali[sz]es', _A_DUCK)}"),
    ("adopt", rf"{_OWN_DUCK} {doing('adopts', _A_DUCK)}"),
    ("make_smoothie", rf"{_OWN_DUCK} {doing('makes|mixes', _DRINK)}"),
    ("", rf"{_OWN_DUCK} {doing('performs|uses|does', _A_QUACKTION)}"),
    ("send", rf"{_OWN_DUCK} goes .*\b(?:scout|scouting|missions?)\b"),
    ("move", rf"{_OWN_DUCK} (?:goes|moves|swims) .*\bpond\b"),
)
"""How a line begins that is an action of a kind.

The last: an order among the actions that is told in words, and what a duck does in words that the grammar does not have.
"""
VERBS = (
    ("join", r"join(?:ing)? (?:now|again|and)\b|" + doing("join(?:ing)?", r"(?:game|round|players?)\b")),
    ("leave", rf"leav(?:e|ing)(?:{_END}| now\b)|" + doing("leav(?:e|ing)|quit(?:ting)?", r"(?:game|round)\b")),
    ("name", doing("nam(?:e|ing)|call(?:ing)?|renam(?:e|ing)|chang(?:e|ing)", _A_DUCK)),
    ("report_name", r"report(?:ing)? .*\bname\b"),
    ("assign", doing("assign(?:ing)?|put(?:ting)?|plac(?:e|ing)", rf"{_A_DUCK}|ponds?\b")),
    ("move", doing("mov(?:e|ing)", rf"{_A_DUCK}|ponds?\b")),
    ("pond_roll", r"roll(?:ing)? (?:.* )?ponds?\b"),
    ("feed", doing("feed(?:ing)?", _A_DUCK)),
    ("send", r"send(?:ing)? .*\b(?:scout|scouting|missions?)\b|" + doing("send(?:ing)?", _A_DUCK)),
    ("adjust", r"(?:add(?:ing)?|subtract(?:ing)?) (?!that\b).*\b(?:to|from|on) .*\b(?:roll|potential|mission)\b"),
    ("retrieve", doing("retriev(?:e|ing)|get(?:ting)?", rf"{_A_DUCK} back\b") + "|" + doing("retrieving", _A_DUCK)),
    ("cut_losses", doing("cut(?:ting)?", r"(?:loss|losses|missions?)\b")),
    ("loot", r"roll(?:ing)? (?:.* )?loot\b"),
    ("", doing("perform(?:ing)?|us(?:e|ing)|do(?:ing)?", _A_QUACKTION)),
    ("quack_attack", doing("(?:quack )?attack(?:ing)?", _FOE)),
    ("lay_egg", doing("lay(?:ing)?", "eggs?" + _STOP)),
    ("hatch_egg", doing("hatch(?:ing)?", "eggs?" + _STOP)),
    ("steal_duck", doing("steal(?:ing)?", _A_DUCK)),
    ("cannibalism", doing("eat(?:ing)?", rf"{_NAMED}|(?<!eat )(?<!eating )ducks?\b")),
    ("cannibalism", doing("cannibali[sz](?:e|ing)", _A_DUCK)),
    ("adopt", doing("adopt(?:ing)?", _A_DUCK)),
    ("make_smoothie", doing("mak(?:e|ing)|mix(?:ing)?", _DRINK)),
    ("trade_offer", doing("trad(?:e|ing)|offer(?:ing)?|giv(?:e|ing)|transfer(?:ring)?", rf"{_GOODS}|{_A_DUCK}")),
    ("from_duck", doing("tak(?:e|ing)", rf"{_GOODS}|{_A_DUCK}")),
    ("consent", doing(r"accept(?:ing)?|(?:consent(?:ing)?|agree(?:ing)?) to", _AN_OFFER)),
    ("withdraw", doing("withdraw(?:ing)?|cancel(?:l?ing)?", rf"{_AN_OFFER}|bids?\b")),
    ("bid", rf"bid(?:ding)? (?:(?:.* )?on .*{_A_DUCK}|{_A_DUCK}.* [0-9]|[0-9])|" + doing("bid(?:ding)?", r"quacks?\b")),
    (
        "bid_payment",
        rf"pay(?:ing)? [0-9]|pay(?:ing)? (?:.* )?for .*{_A_DUCK}|" + doing("pay(?:ing)?", r"(?:quacks?|bids?)\b"),
    ),
    ("appoint", r"(?:appoint|nominat(?:e|ing)|make|elect)(?:ing)? .*\bjudge\b"),
    ("assent_removal", doing("remov(?:e|ing)|dismiss(?:ing)?", r"judge\b")),
    ("assent", rf"assent(?:ing)?{_END}|assenting to\b|support(?:ing)? .*\bjudge\b"),
    ("resign", r"(?:resign(?:ing)?|step(?:ping)? down)\b"),
    ("request", doing("request(?:ing)?|ask(?:ing)? for", r"(?:justice|ruling|judgement|judgment)\b")),
    ("ruling", r"(?:rul(?:e|ing)|respond(?:ing)? to|answer(?:ing)?) (?:.* )?(?:request|rfj|true|false)\b"),
    ("confidence_vote", doing("(?:vot(?:e|ing)(?: to)? )?(?:affirm(?:ing)?|overturn(?:ing)?)", r"rulings?\b")),
    ("confidence", r"(?:initiat(?:e|ing)|call(?:ing)?|start(?:ing)?) (?:.* )?votes? of (?:no )?confidence\b"),
)
"""The verbs of actions with what they are done to, by which a line in the first person is an announcement, understood or not."""
_NAME_PLACES = "to|with|offer|give|trade|accept|support|on|against|removing|removal of"
_ORDER = r"(?:(?<=[0-9][.)] )(?:before|after) (?:that|this),? +)?"
_POLITE = rf"{_ORDER}(?:(?:and|then|next|first|finally)(?![\w'])[ ,]*)*+(?:i intend to(?![\w'])[ ,]*)?+{POLITE}"
_BETWEEN = r"(?i) *(?:;|[.!](?= )|,? *(?:and +)?\bthen\b(?! *$))[ ,]*"
_LEAD = re.compile(r"[ *#>_-]*[0-9]{1,3}[.)] ")
_DOUBT = rf"\?|{CONDITIONS}|\b(?:might|would|could|should|maybe|perhaps|suppose|imagine)\b"
_ASIDES = rf'^(?:[^"]|"[^"]*")*?(?:{_DOUBT})'
"""What makes words that are no plain announcement mere talk, outside of quotes."""
_CONDITION = re.compile(rf"{CONDITIONS}[^.;!]*")
_QUOTED = re.compile(r'"[^"]*"')
_BAD_BARE = re.compile(rf"[\"“”,;:()?]|\b(?:and|then|but|because|for|with|to)\b|{CONDITIONS}", re.I)
"""What makes a new name without quotes doubtful."""
_AROUND = " .!*_"
"""What may stand around a new name and is no part of it."""
_TRUTH = re.compile(
    r"\W*(?:i (?:find|hold|rule|say)(?: that)? )?(?:(?:it|this|that|(?:the|this|that|your) (?:claim|statement))(?: is)?\W+)?"
    r"(true|false)\b(?!\W+(?:or|and|if|unless|when|but|except)\b)",
    re.I,
)
"""A response that says at once what a statement is."""
_LITERAL = re.compile(r'"([a-z\'0-9]+)"')


def read(
    text: str,
    people: Mapping[str, tuple[str, ...]],
    ducks: DuckNames,
    items: ItemNames,
    worded: frozenset[str] = frozenset(),
) -> list[Read]:
    """What a message announces, in the order in which it is to be carried out.

    ``people`` are the names of people by id, the shown one first; ``ducks`` the names that ducks have when the message is sent: those that it gives
    itself are known too. Which duck is meant is seen when an action is carried out (``spoken.numbers_of``).
    ``worded`` are the ids, in small letters, of messages with actions that have no digit.
    """
    reader = _reader(items, worded)
    found = reader.read(text, people, _things(people, items, ducks))
    given = [str(one.fields["name"]) for one in found if isinstance(one, Announced) and one.fields.get("name")]
    fresh = [name for name in given if name not in ducks and text.count(name) > 1]
    return reader.read(text, people, _things(people, items, ducks, DuckNames(fresh))) if fresh else found


@lru_cache(maxsize=8)
def _reserved(items: ItemNames) -> frozenset[str]:
    """The words that mean something in an announcement whatever ducks are called."""
    words = (word for name in (*items.words, *items.styles) for word in name.lower().split())
    return frozenset(_LITERAL.findall(_grammar())) | {*words, "smoothie", "i", "will", "hereby", "please", "then"}


@lru_cache(maxsize=1)
def _grammar() -> str:
    return Path(__file__).with_name("grammar.lark").read_text(encoding="utf-8")


@lru_cache(maxsize=8)
def _reader(items: ItemNames, worded: frozenset[str]) -> AnnouncementReader:
    return AnnouncementReader(
        _grammar(),
        HEADS,
        lambda line: _Meaning(line, items, worded),
        name_places=_NAME_PLACES,
        between=_BETWEEN,
        by_numbers=True,
        asides=_ASIDES,
        polite=_POLITE,
        with_code=True,
        verbs=VERBS,
    )


def _things(people: Mapping[str, tuple[str, ...]], items: ItemNames, *ducks: DuckNames) -> Things:
    """Where ducks' names stand, and what else is not taken apart: the number of a list's line, a sentence that hangs on something."""
    others, reserved = names_of(people, _NAME_PLACES).shown.people.keys(), _reserved(items)

    def named(text: str) -> Spans:
        spans = [span for known in ducks for span in known.spans(text, others, reserved)]
        return _outside(spans, _quoted(text)) if len(ducks) == 1 else _longest(_outside(spans, _quoted(text)))

    def whole(line: str) -> Spans:
        spans = [*named(line), *_quoted(line)]
        if lead := _LEAD.match(line):
            spans.append((lead.start(), lead.end() - 1))
        spans += [found.span() for found in _CONDITION.finditer(_blanked(line, spans))]
        return _longest(spans)

    return Things(named, whole)


def _quoted(text: str) -> list[tuple[int, int]]:
    return [found.span() for found in _QUOTED.finditer(text)] if '"' in text else []


def _outside(spans: list[tuple[int, int]], quoted: Collection[tuple[int, int]]) -> list[tuple[int, int]]:
    return [span for span in spans if not any(first < span[1] and span[0] < last for first, last in quoted)]


def _longest(spans: Iterable[tuple[int, int]]) -> Spans:
    """Spans in order without those that begin inside another."""
    kept = list[tuple[int, int]]()
    for start, end in sorted(spans, key=lambda span: (span[0], -span[1])):
        if not kept or start >= kept[-1][1]:
            kept.append((start, end))
    return kept


def _blanked(text: str, spans: Collection[tuple[int, int]]) -> str:
    for start, end in spans:
        text = text[:start] + " " * (end - start) + text[end:]
    return text


class _Meaning(Interpreter):
    """What each rule of the grammar says: parts of an action are its fields, and an action is its kind with all its fields."""

    def __init__(self, line: Line, items: ItemNames, worded: frozenset[str]) -> None:
        super().__init__(line, worded)
        self._items = items

    def meaning(self, tree: Any) -> Any:
        kind = str(getattr(tree, "data", ""))
        if kind in FIELDS and not hasattr(self, kind):
            return self._said(kind, [self.meaning(part) for part in tree.children])
        return super().meaning(tree)

    def action(self, said: Said) -> Said:
        return said

    def _said(self, kind: str, parts: Iterable[Part]) -> Said:
        fields = dict(FIELDS[kind])
        told = set[str]()
        for name, value in parts:
            if name not in fields:
                raise UnreadableError(f"it says more than belongs to it ({_FIELD_WORDS.get(name, name)})")
            if name in told and not isinstance(value, tuple):
                raise UnreadableError(f"it says {_FIELD_WORDS.get(name, name)} twice")
            fields[name] = fields[name] + value if name in told else value
            told.add(name)
        return kind, fields

    def order(self, _: Token) -> Said:
        # DUCK-017: people are asked; in a numbered list such words were passed over, for the numbers say it for certain.
        raise UnreadableError("it puts itself before or after something: number the lines in the order that is meant")

    # --- ducks --------------------------------------------------------------------------------------------------------

    def _duck(self, tokens: Iterable[Token]) -> DuckSaid:
        token = next(iter(tokens), None)
        if token is None:
            return DuckSaid()
        if token.type in ("HASH", "NUMBER"):
            number = amount_of(token.removeprefix("#"))
            if not isinstance(number, int):
                raise UnreadableError(f"“{token}” is no duck's number")
            return DuckSaid(number=number)
        name = self._called(token)
        if not name:
            raise UnreadableError("there is no name between the quotes")
        return DuckSaid(name)

    def _called(self, token: Token) -> str:
        """A name as it was written, of a token for a duck, for a person or in quotes."""
        if token.type == "DUCK":
            return self.line.things[int(token[1:-1])].strip()
        start = token.start_pos or 0
        if token.type == "PERSON":
            ends = self.line.origins[start + len(token)]
            return self.line.message[self.line.origin(start) : ends].strip(" *_@,.;:'\"")
        return self._inside(token)

    def _inside(self, token: Token) -> str:
        """What stands between the quotes that a token begins and ends with."""
        start = token.start_pos or 0
        first, last = self.line.origin(start) + 1, self.line.origin(start + len(token) - 1)
        return self.line.message[first:last].strip()

    def _words(self, tokens: Iterable[Token]) -> str:
        """What stood from the first to the last of some tokens."""
        tokens = [*tokens]
        start, last = tokens[0].start_pos or 0, tokens[-1]
        return self.line.written(start, (last.start_pos or 0) + len(last)).strip()

    def named(self, *tokens: Token) -> DuckSaid:
        return self._duck(tokens)

    def bare(self, *tokens: Token) -> DuckSaid:
        words = self._words(tokens)
        if found := re.search(_DOUBT, words, re.I):
            raise UnreadableError(f"it hangs on something (“{found[0]}”)")
        before = self.line.message[self.line.start : self.line.origin(0)].lower()
        if not re.search(r"\b(?:i|i'\w+|my)\b", before.replace("’", "'")) and "perform" not in self.line.text:
            raise UnreadableError(f"no duck is called “{words}”")
        return DuckSaid(words)

    def duck(self, said: DuckSaid) -> Part:
        return "duck", said

    def performer(self, said: DuckSaid | Token) -> Part:
        return "duck", said if isinstance(said, DuckSaid) else DuckSaid(self._called(said))

    def whose(self, *tokens: Token) -> Part:
        return "duck", self._duck(tokens)

    def whose_bare(self, *tokens: Token) -> Part:
        said = self.bare(*tokens)
        name, mark, rest = said.name.rpartition("'" if "'" in said.name else "’")
        if rest.lower() != "s" or not mark:
            raise UnreadableError(f"“{said.name}” is no duck")
        return "duck", DuckSaid(name)

    def name(self, *parts: Any) -> Said:
        fields = [part if isinstance(part, tuple) else ("name", self._new_name(part)) for part in parts]
        if len(fields) == len(parts) == 1 and (left := self._left()):
            raise UnreadableError(f"“{left}” is no certain name: put the new name in quotes")
        return self._said("name", fields)

    def _left(self) -> str:
        """What stands behind the words and was taken for decoration."""
        return self.line.message[self.line.origin(len(self.line.text)) : self.line.end].strip(_AROUND)

    def renamed(self, *tokens: Token) -> Part:
        return "duck", self._duck(tokens)

    def _new_name(self, token: Token) -> str:
        """A name that is given, as it was written; without quotes only where nothing else can be meant."""
        if token.startswith('"') and token.endswith('"') and token.count('"') == 2:
            return self._inside(token)
        start = token.start_pos or 0
        first, end = self.line.origin(start), self.line.origin(start + len(token))
        written = self.line.message[first : self.line.end].strip(_AROUND)
        if _BAD_BARE.search(written) or written != self.line.message[first:end].strip(_AROUND):
            raise UnreadableError(f"“{written}” is no certain name: put the new name in quotes")
        return written

    def pond(self, token: Token) -> Part:
        return "pond", amount_of(token.removeprefix("#"))

    def from_pond(self, token: Token) -> Part:
        return "from_pond", amount_of(token.removeprefix("#"))

    # --- feeding and scouting -----------------------------------------------------------------------------------------

    def fruit(self, *goods: Goods) -> Part:
        return "fruit", tuple(goods)

    def direct(self, *goods: Goods) -> Part:
        """Fruit without "with" in front of it: only what the tables name."""
        return "fruit", _listed(goods)

    def own_goods(self, *tokens: Token) -> Goods:
        """An item in quotes: by its usual name, or by one that a player gave a Smoothie."""
        *count, name = tokens
        said = self._called(name)
        item = self._items.item(plain(without_invisible(said)).lower())
        return Goods(item, amount_of(count[0]) if count else None, "" if item else said)

    def quoted_goods(self, *tokens: Token) -> Goods:
        """Likewise so many of one among items that are traded; what a name without a number means is a duck."""
        *count, name = tokens
        goods = self.own_goods(name)
        return replace(goods, count=amount_of(count[0]) if count else 1, is_quoted=True)

    def adjustment(self, token: Token) -> Part:
        return "adjust", amount_of(token)

    def by(self, token: Token) -> Part:
        return "by", amount_of(token)

    def subtract(self, by: Part, duck: Part | None = None) -> Said:
        amount = by[1]
        less = -amount if isinstance(amount, int) else amount
        return self._said("adjust", [("by", less), *([duck] if duck else [])])

    # --- Quacktions ---------------------------------------------------------------------------------------------------

    def layer(self, said: DuckSaid) -> Part:
        return "layer", said

    def target(self, said: DuckSaid | EntitySaid) -> Part:
        return "target", said

    def player(self, person: Token) -> EntitySaid:
        return EntitySaid("player", self.person(person))

    def disciple(self, name: str = "") -> EntitySaid:
        return EntitySaid("disciple", f"Disciple {name}" if name else "")

    def disciple_name(self, *tokens: Token) -> str:
        return self._words(tokens)

    def duck_god(self) -> EntitySaid:
        return EntitySaid("duck_god")

    def old_one(self) -> EntitySaid:
        return EntitySaid("old_one")

    def amount(self, token: Token) -> Part:
        return "amount", amount_of(token)

    def ingredient(self, goods: Goods) -> Part:
        return "fruits", (goods,)

    def style(self, *words: Token) -> Part:
        return "styles", tuple(map(self._items.style, words))

    def own_name(self, quoted: Token) -> Part:
        return "name", self._called(quoted)

    def make_smoothie(self, *parts: Part) -> Said:
        told = [part for part in parts if part[0] != "mixture"]
        mixed = next((value for name, value in parts if name == "mixture"), None)
        return self._said("make_smoothie", [*told, *(mixed or ())])

    def mixture(self, *tokens: Token) -> Part:
        styles, fruits = self._items.mixed(" ".join(tokens))
        if not fruits:
            raise UnreadableError(f"“{self._words(tokens)}” does not say what it is made of")
        known = {name.lower(): name for name in self._items.fruits}
        goods = tuple(Goods(known[each.lower()]) if each.lower() in known else Goods(said=each) for each in fruits)
        return "mixture", (("fruits", goods), ("styles", styles))

    # --- trade --------------------------------------------------------------------------------------------------------

    def nothing(self) -> None:
        return None

    def words(self, *tokens: Token) -> tuple[str, str]:
        return " ".join(tokens), self._words(tokens)

    def counted(self, *parts: Any) -> Goods:
        *count, (words, said) = parts
        return goods_of(words, amount_of(count[0]) if count else None, self._items, said)

    def single(self, words: tuple[str, str]) -> Goods:
        return goods_of(words[0], 1, self._items, words[1])

    def item_duck(self, said: DuckSaid) -> Goods:
        return Goods(count=1, duck=said)

    def give(self, *goods: Goods | None) -> Part:
        return "give", _listed(goods)

    def get(self, *goods: Goods | None) -> Part:
        return "get", _listed(goods)

    def items(self, *goods: Goods | None) -> Part:
        return "items", _listed(goods)

    def trade_offer(self, *parts: Part) -> Said:
        return self._said("trade_offer", parts)

    def to_duck(self, *parts: Part) -> Said:
        return self._said("to_duck", [("items", value) if name == "give" else (name, value) for name, value in parts])

    def receiver(self, said: DuckSaid) -> Part:
        return "duck", said

    def receiver_bare(self, *tokens: Token) -> Part:
        return "duck", DuckSaid(self._words(tokens))

    def to(self, person: Token) -> Part:
        return "to", self.person(person)

    def of(self, person: Token) -> Part:
        return "of", self.person(person)

    def offer(self, token: Token) -> Part:
        return "offer", self.identity(token)

    # --- auctions -----------------------------------------------------------------------------------------------------

    def lot(self, said: DuckSaid | EntitySaid) -> Part:
        return "duck", said if isinstance(said, DuckSaid) else DuckSaid(said.id or "Duck Disciple")

    def label(self, *tokens: Token) -> Part:
        single = tokens[0].type in ("QUOTED", "DUCK")
        return "name", self._called(tokens[0]) if single else self._words(tokens)

    def payer(self, said: DuckSaid) -> DuckSaid:
        return said

    def payment(self, number: Token, payer: DuckSaid) -> tuple[Amount, DuckSaid]:
        return amount_of(number), payer

    def payments(self, *parts: tuple[Amount, DuckSaid]) -> Part:
        return "parts", parts

    # --- justice ------------------------------------------------------------------------------------------------------

    def request(self, text: Token | None = None) -> Said:
        words = self.rest_of_section(text).lstrip(":").strip()
        return self._said("request", [("text", words)] if words else [])

    def request_id(self, token: Token) -> Part:
        return "request", self.identity(token)

    def ruling(self, *parts: Part | Token) -> Said:
        fields = [part for part in parts if isinstance(part, tuple)]
        text = next((part for part in parts if not isinstance(part, tuple)), None)
        words = self.rest_of_section(text).lstrip(":").strip()
        if words:
            truth = _TRUTH.match(" ".join(words.split()))
            fields += [("text", words), ("truth", truth[1].lower() == "true" if truth else None)]
        return self._said("ruling", fields)

    def ruling_id(self, token: Token) -> Part:
        return "ruling", self.identity(token)

    def overturn(self, *parts: Part) -> Said:
        return self._said("self_overturn", [*parts, ("own", False)])

    def affirm(self, *parts: Part) -> Said:
        return self._said("confidence_vote", [*parts, ("vote", "affirm")])

    def vote_overturn(self, *parts: Part) -> Said:
        return self._said("confidence_vote", [*parts, ("vote", "overturn")])


_FIELD_WORDS: Mapping[str, str] = {"duck": "the duck", "layer": "whose egg", "parts": "the payments"}


def _listed(goods: Iterable[Goods | None]) -> tuple[Goods, ...]:
    listed = [*goods]
    if None in listed and len(listed) > 1:
        raise UnreadableError("“nothing” stands beside something")
    found = tuple(each for each in listed if each is not None)
    for each in found:
        if each.said and not each.is_quoted:
            raise UnreadableError(f"“{each.said}” is no item")
    return found
