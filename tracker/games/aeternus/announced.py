"""What players of Aeternus announce: each action of its checklist's section 6 with what it says, by the grammar beside this module."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tracker.mechanics.announcements import (
    AnnouncementReader,
    Interpreter,
    Read,
    UnreadableError,
    command,
    doing,
    number_of,
)
from tracker.mechanics.chat_text import PERSON, Line, Things

from .faction_names import ASIDES, IN_QUOTES, LEAVE, called_by, finder, longest
from .hexes import read_triple
from .law import NO_ROD, RODS
from .places import HERE, Place, place_called
from .spoken import ItemNames, bag_of, counted, sense_of
from .world import BOARDWALK, FLAG, PYLON, STATION

if TYPE_CHECKING:
    from lark import Token

Said = tuple[str, dict[str, Any]]
"""An action's kind and its fields."""

_ID = r"(?:#?[a-z]{0,12}[-:_#]?[0-9]|https?:)"
_END = r"(?= *$| *[,.;!?])"
_PERSON = rf"(?:{PERSON}|@)"
_ONE = r"(?:(?:an?|the|my|our|one|[0-9]+) )?"
_ORDINATE = r"[+-]? ?[0-9]{1,12}"
_COORDINATES = rf"[(\[{{<]? *(?:x *[=:]? *)?{_ORDINATE}(?: *[,;/|] *| +)(?:y *[=:]? *)?{_ORDINATE}(?: *[,;/|] *| +)(?:z *[=:]? *)?{_ORDINATE}"
_FEATURE = rf"{_ONE}(?:flag|boardwalk|pylon|stag station|station)\b"
_DIRECTION, _ITEM = "%DIRECTION%", "%ITEM%"
"""Where the patterns of beginnings have the names of the directions and of all items."""
_PLACE = rf"(?:(?:to|towards?|into|onto|in|on|at) )?(?:the )?(?:hex |lake )?(?:(?:to|in) the )?(?:{_DIRECTION}|here\b|{_COORDINATES})"
_FISHED_FOR = rf" for (?!(?:(?:an?|the|my|our|one|some|any|[0-9]+) )?(?:{_ITEM}|medallions?\b|fish\b))"
"""Whoever fishes for what is no fish says something else."""
HEADS = (
    ("join", rf"join(?:ing)?(?:{_END}|(?= the game\b| game\b| as\b| if\b))|(?:become|becoming|be) (?:a )?player\b"),
    ("leave", rf"{LEAVE} (?:the )?game\b|quit(?:{_END}|(?= the game\b| game\b| if\b))"),
    ("leave", r"(?:cease to be|cease being|stop being) a player\b"),
    ("declare", rf"declare (?:that )?{_PERSON}|{PERSON}[0-9]+\ue001 is reputable\b|declare .*\breputable\b"),
    ("merge", r"merge request\b|request(?:ing)? (?:to merge|a (?:merger? )?of|the merging of)\b"),
    ("leave_faction", rf"{LEAVE} (?:(?:my|our|the) )?faction\b|{LEAVE} "),
    ("trade_offer", rf"trade .*\b(?:for|to|with)\b|trade {_PERSON}|offer .*\bfor\b|offer {_PERSON}"),
    ("trade_offer", rf"(?:give|transfer|send)(?! me\b| us\b)(?: .*\bto\b| {_PERSON})"),
    (
        "consent",
        rf"(?:accept|agreed|consent|deal){_END}|accept (?:{_ID}|(?:the |this |that |your )?(?:offer|trade|deal)\b|{_PERSON})",
    ),
    ("consent", rf"(?:consent|agreed?) to (?:{_ID}|(?:the |this |that |your )?(?:offer|trade|deal)\b|{_PERSON})"),
    ("withdraw", rf"(?:withdraw|cancel)(?:{_END}| {_ID}| (?:my |the )?(?:offer|trade)\b)"),
    ("scout", command("scout(?:ing)?")),
    ("stagway", r"(?:travel(?:l?ing)?|take|ride|use) (?:(?:by|via|along|using|with) )?(?:the )?stag ?ways?\b"),
    ("stagway", rf"stag to\b|teleport(?:{_END}|(?= to\b))|" + command("stag ?ways?")),
    (
        "traverse",
        command("travers(?:e|ing)") + rf"|(?:go|going|move|moving|walk(?:ing)?|head(?:ing)?|travel(?:l?ing)?) {_PLACE}",
    ),
    ("fish", command("(?:go )?fish", _FISHED_FOR)),
    ("fish", rf"(?:go )?fishing(?:{_END}|(?= (?:in|into|at|on|to|with|without|using)\b| {_PLACE}))"),
    ("forage", command("(?:go )?forage|go foraging") + rf"|foraging(?:{_END}|(?= (?:here|with)\b| {_PLACE}))"),
    ("craft", command("craft(?:ing)?") + rf"|mak(?:e|ing) {_ONE}(?:{_ITEM})"),
    ("build", command("construct(?:ing)?") + rf"|(?:build(?:ing)?|plac(?:e|ing)|erect(?:ing)?) {_FEATURE}"),
    (
        "burn",
        command("burn|torch")
        + rf"|burning(?:{_END}|(?= {_PLACE}| (?:down )?{_FEATURE}))|destroy(?:ing)? {_FEATURE}|use {_ONE}torch (?:on|to)\b",
    ),
    ("use", rf"us(?:e|ing) {_ONE}(?:{_ITEM})|use *$|" + command("detonat(?:e|ing)|explode", r" (?:lol|haha|lmao)\b")),
    (
        "name_quality",
        r"(?:name|call) (?:the )?quality [0-9]|quality [0-9]+ (?:(?:shall|should|will) be|is) (?:called|named)\b",
    ),
    ("request", r"request(?: for)? justice\b|request *:"),
    ("ruling", r"ruling(?= *$| *:| on\b)"),
    ("confidence", r"(?:(?:call(?: for)?|initiate|start|request) a )?vote of (?:no )?confidence\b"),
    ("self_overturn", r"overturn (?:(?:my|the|this) )?ruling\b"),
    ("resign", r"(?:resign|step down)(?= *$| as\b)|(?:cease to be|stop being) (?:the )?judge\b"),
    ("remove_judge", r"assent to (?:the )?(?:removal|removing)\b"),
)
"""How a line begins that is an action of a kind, the first that fits."""
_GOING = r"travers(?:e|ing)|go(?:ing)?|mov(?:e|ing)|walk(?:ing)?|head(?:ing)?|travel(?:l?ing)?|step(?:ping)?|run(?:ning)?|return(?:ing)?"
_BUILT = r"(?:flags?|boardwalks?|pylons?|(?:stag )?stations?)\b"
_SOMEWHERE = rf"(?:{_DIRECTION}|{_COORDINATES}|hex(?:es)?\b)"
_AN_ITEM = rf"(?:{_ITEM})"
_AN_OFFER = r"(?:offers?|trades?|deals?)\b"
VERBS = (
    ("join", r"join(?:ing)? (?:now|again|and)\b|" + doing("join(?:ing)?", r"(?:game|cycle|players?)\b")),
    ("leave", r"leave *$|" + doing("quit(?:ting)?", r"(?:game|cycle)\b")),
    ("declare", doing("declar(?:e|ing)|call(?:ing)?", r"reputable\b")),
    (
        "merge",
        rf"merg(?:e|ing) (?:with )?{_PERSON}|" + doing("merg(?:e|ing)|request(?:ing)?", r"(?:factions?|mergers?)\b"),
    ),
    (
        "trade_offer",
        doing("trad(?:e|ing)|offer(?:ing)?|giv(?:e|ing)|transfer(?:ring)?|send(?:ing)?|swap(?:ping)?", _AN_ITEM),
    ),
    ("consent", doing(r"accept(?:ing)?|(?:consent(?:ing)?|agree(?:ing)?) to", _AN_OFFER)),
    ("withdraw", doing("withdraw(?:ing)?|cancel(?:l?ing)?", _AN_OFFER)),
    ("scout", rf"(?:explor(?:e|ing)|look(?:ing)? (?:at|to|into|towards?)) (?:[^ ]+ ){{0,3}}?{_SOMEWHERE}"),
    ("stagway", rf"(?:{_GOING}|tak(?:e|ing)|rid(?:e|ing)|us(?:e|ing)) (?:[^ ]+ ){{0,5}}?stag ?ways?\b"),
    ("traverse", rf"(?:{_GOING}) (?:[^ ]+ ){{0,3}}?{_SOMEWHERE}"),
    ("fish", doing("cast(?:ing)?|throw(?:ing)?", r"rod\b") + "|" + doing("do(?:ing)?", r"fishing\b")),
    ("fish", command("fishing", _FISHED_FOR)),
    ("forage", command("foraging") + "|" + doing("do(?:ing)?", r"foraging\b")),
    ("forage", doing("gather(?:ing)?|collect(?:ing)?", _AN_ITEM)),
    ("craft", doing("mak(?:e|ing)|creat(?:e|ing)|build(?:ing)?", _AN_ITEM)),
    (
        "build",
        doing(
            "build(?:ing)?|mak(?:e|ing)|plac(?:e|ing)|erect(?:ing)?|put(?:ting)?|plant(?:ing)?|rais(?:e|ing)|set(?:ting)? up",
            _BUILT,
        ),
    ),
    (
        "burn",
        doing("burn(?:ing)?(?: down)?|destroy(?:ing)?|tear(?:ing)? down|remov(?:e|ing)|set(?:ting)? fire to", _BUILT),
    ),
    ("use", doing("us(?:e|ing)|light(?:ing)?|detonat(?:e|ing)|blow(?:ing)? up", rf"{_AN_ITEM}|{_BUILT}|{_SOMEWHERE}")),
    ("name_quality", doing("nam(?:e|ing)|call(?:ing)?", r"quality\b")),
    ("request", doing("request(?:ing)?|ask(?:ing)? for", r"(?:justice|ruling|judgement|judgment)\b")),
    ("ruling", r"(?:rul(?:e|ing)|respond(?:ing)? to|answer(?:ing)?) (?:.* )?(?:request|true|false)\b"),
    ("confidence", r"(?:initiat(?:e|ing)|call(?:ing)?|start(?:ing)?) (?:.* )?votes? of (?:no )?confidence\b"),
    ("self_overturn", doing("overturn(?:ing)?|revok(?:e|ing)", r"rulings?\b")),
    ("resign", r"(?:resign(?:ing)?|step(?:ping)? down)\b"),
    ("remove_judge", doing("remov(?:e|ing)|dismiss(?:ing)?|support(?:ing)?", r"(?:judge|removal)\b")),
)
"""The verbs of actions with what they are done to, by which a line in the first person is an announcement, understood or not."""
_NAME_PLACES = r"to|with|offer|give|send|trade|declare|that|accept(?=.*'s +(?:offer|trade|deal|gift)\b)"
_BETWEEN = r"(?i) *(?:;|[.!](?= )|,? *(?:and +)?\bthen\b(?! *$))[ ,]*"
_TRUTH = re.compile(r"\W*(true|false)\b(?!\W+(?:or|and|if|unless|when|but|except)\b)", re.I)
_NO_ROD = frozenset({"no rod", "no rods", "nothing"})
_NUMBER_AT_END = re.compile(r"[0-9]+(?=\W*$)")
_LINK = r"https?://[^\s<>()\[\]]+"
_ON_THE_WAY = (
    r"(?:is|are|at|here|there|in|on|under|below|by|the|to|this|that|message|please|with|found|stands|react|reacting)"
)
_POLL = re.compile(
    rf"\bpoll\b(?:\W+{_ON_THE_WAY}\b)*(?:\W+({_LINK})|[^\w\n#]+(?![0-9]+ ?(?:hours?|days?|h|d)\b)(#?[a-z]{{0,12}}[-:_#]?[0-9][\w-]*)(?![:.]?\w))"
    rf"|\b(?:vot(?:e|es|ing)|react(?:ions?)?)\b(?:\W+{_ON_THE_WAY}\b)*\W+({_LINK})"
    rf"|({_LINK})\W+(?:is|as|being)\W+(?:the|my|our|a)\W+poll\b",
    re.I,
)
"""Words that point to the message on which a vote is held: by its link, or a poll by its id, too."""
_ANSWER = r"(?:affirm|overturn|uphold|yes|no|for|against|agree)\b"
_LASTING = r"[0-9]+ ?(?:hours?|days?|h|d)\b"
_THIS_POLL = re.compile(
    r"(?<!not )\bthis\W+(?:message\W+)?(?:is\W+(?:the|my|our|a)\W+)?poll\b|\bpoll\W+is\W+this\b"
    rf"|\bpoll(?:\W+below)?\W+(?:{_ANSWER}|(?:is\W+)?(?:open\b|{_LASTING})|at\b|until\b|ends?\b|closes?\b|runs?\b|lasts?\b)",
    re.I,
)
"""Words that call the message in which they stand a poll, or tell of a poll no more than its answers or its time."""
_POLL_OR_CHANNEL = re.compile(r"\bpolls?\b|<#[0-9]+>|#[a-z]", re.I)
_VOTE_ELSEWHERE = re.compile(
    r"\b(?:vot(?:e|es|ing)|react(?:ions?)?)\b.*(?:\b(?:above|elsewhere|pinned|there|threads?|channels?)\b|['’]s\W+(?:messages?|posts?)\b"
    r"|\b(?:previous|earlier|last|next|other|another)\W+(?:messages?|posts?|one)\b|#?[0-9]{5,}|[↑⬆⇧👆☝🔼^]\W{0,6}$)",
    re.I,
)
"""Words of one sentence that speak of where to vote as another message than theirs, without naming it."""
_SENTENCES = re.compile(r"[.!?;]+(?:\s|$)|\n")
_NOT_SAID = re.compile(r"^[ \t]*>[^\n]*|~~.*?~~|```.*?```", re.M | re.S)
"""Quoted, struck out, or code."""
_WHOLE = re.compile(rf'"[^"\n]*"|“[^”\n]*”|[(\[{{<]{_ORDINATE} *; *{_ORDINATE} *; *{_ORDINATE}')


def read(
    text: str,
    names: Mapping[str, tuple[str, ...]],
    items: ItemNames,
    factions: frozenset[str],
    directions: tuple[str, ...],
    worded: frozenset[str] = frozenset(),
) -> list[Read]:
    """What a message announces, in order.

    ``names`` are those of people by id, the shown one first, ``items`` how items are called, ``factions`` the names of all factions,
    ``directions`` those of the six directions, ``worded`` the ids of messages that have no digit, in small letters.
    """
    shown = frozenset(name for own in factions for name in names.get(own, ()))
    return _reader(items, factions, shown, directions, worded).read(text, names, _things(factions, shown))


def _things(factions: frozenset[str], shown: frozenset[str]) -> Things:
    """Where names of factions stand, and what is not taken apart."""
    named = finder(factions, shown)
    return Things(named, lambda line: longest((*named(line), *(found.span() for found in _WHOLE.finditer(line)))))


@lru_cache(maxsize=16)
def _reader(
    items: ItemNames,
    factions: frozenset[str],
    shown: frozenset[str],
    directions: tuple[str, ...],
    worded: frozenset[str],
) -> AnnouncementReader:
    grammar = Path(__file__).with_name("grammar.lark").read_text(encoding="utf-8")
    return AnnouncementReader(
        grammar,
        _with_names(HEADS, items, directions),
        lambda line: _Meaning(line, items, factions, shown, directions, worded),
        name_places=_NAME_PLACES,
        between=_BETWEEN,
        asides=ASIDES,
        verbs=_with_names(VERBS, items, directions),
        remedies={"merge": IN_QUOTES},
    )


def _with_names(
    heads: Iterable[tuple[str, str]], items: ItemNames, directions: tuple[str, ...]
) -> list[tuple[str, str]]:
    """The beginnings of actions with the names of these directions, whole or their first letters, and of these items."""
    names = "|".join(re.escape(each.casefold()) for each in directions)
    letters = "".join(sorted({each[0].casefold() for each in directions if each}))
    direction = rf"(?:{names})\b|[{letters}](?= *$| *[,.;!?+&]| (?:and|with|using|by|via)\b)"
    item = "|".join(re.escape(each) for each in sorted(items.by_words, key=len, reverse=True))
    return [(kind, pattern.replace(_DIRECTION, direction).replace(_ITEM, rf"(?:{item})\b")) for kind, pattern in heads]


def _not_empty(name: str) -> str:
    if not name:
        raise UnreadableError("a name is missing between the quotes")
    return name


def _may_mean_another_poll(words: str) -> bool:
    """Whether words that name no message speak of a poll, or of where to vote, and not clearly of their own message."""
    sentences = [_THIS_POLL.sub(" ", each) for each in _SENTENCES.split(words)]
    return any(_POLL_OR_CHANNEL.search(each) or _VOTE_ELSEWHERE.search(each) for each in sentences)


class _Meaning(Interpreter):
    """What each rule of the grammar says."""

    def __init__(
        self,
        line: Line,
        items: ItemNames,
        factions: frozenset[str],
        shown: frozenset[str],
        directions: tuple[str, ...],
        worded: frozenset[str],
    ) -> None:
        super().__init__(line, worded)
        self._items, self._directions = items, directions
        self._called, self._factions = called_by(factions), frozenset(map(sense_of, factions))
        self._named = self._factions | frozenset(map(sense_of, shown))

    def action(self, said: Said) -> Said:
        return said

    # --- players and factions -----------------------------------------------------------------------------------------

    def join(self) -> Said:
        return "join", {}

    def leave(self) -> Said:
        return "leave", {}

    def declare(self, person: Token) -> Said:
        return "declare", {"of": self.person(person)}

    def named(self, *words: Token) -> str:
        first, last = words[0], words[-1]
        end = (last.start_pos or 0) + len(last)
        return " ".join(self.line.written(first.start_pos or 0, end).split())

    def quoted(self, token: Token) -> str:
        return " ".join(self.written(token)[1:-1].split())

    def thing(self, token: Token) -> str:
        """The name of a faction that stands there: as it was written, or as the faction is called."""
        name = self.line.things[int(token[1:-1])].strip()
        if sense_of(name) in self._named:
            return name
        found, why = self._called.who(name)
        if not found:
            raise UnreadableError(why)
        return found

    def somebody(self, token: Token) -> str:
        return self.person(token)

    def faction(self, name: str) -> str:
        return _not_empty(name)

    def factions(self, one: str, other: str) -> tuple[str, str]:
        return one, other

    def new_name(self, name: str) -> dict[str, str | None]:
        return {"name": name or None}

    def merge(self, factions: tuple[str, str], name: dict[str, str | None] | None = None) -> Said:
        return "merge", {"factions": factions, "name": name["name"] if name else None}

    def leave_faction(self, name: str | None = None) -> Said:
        return "leave_faction", {"faction": None if name is None else _not_empty(name)}

    def leave_named(self, name: str) -> Said:
        names = (_not_empty(name), f"the {name}")
        found = next((each for each in names if sense_of(each) in self._factions), None)
        if found is None:
            raise UnreadableError(f"there is no faction “{name}”")
        return "leave_faction", {"faction": found}

    # --- items and trades ---------------------------------------------------------------------------------------------

    def item(self, *parts: Token) -> tuple[str, int]:
        first, last = parts[0], parts[-1]
        return counted(self.line.text[first.start_pos or 0 : (last.start_pos or 0) + len(last)], self._items)

    def items(self, *items: tuple[str, int]) -> dict[str, int]:
        return bag_of(items)

    def trade_to(self, give: dict[str, int], to: Token, get: dict[str, int]) -> Said:
        return "trade_offer", {"to": self.person(to), "give": give, "get": get}

    def trade_with(self, to: Token, give: dict[str, int], get: dict[str, int]) -> Said:
        return "trade_offer", {"to": self.person(to), "give": give, "get": get}

    def trade_offer(self, to: Token, give: dict[str, int], get: dict[str, int]) -> Said:
        return "trade_offer", {"to": self.person(to), "give": give, "get": get}

    def gift(self, first: Any, second: Any) -> Said:
        give, to = (first, second) if isinstance(first, dict) else (second, first)
        if not give:
            raise UnreadableError("nothing is given")
        return "trade_offer", {"to": self.person(to), "give": give, "get": {}}

    def offer(self, identity: Token | None = None) -> dict[str, str | None]:
        return {"offer": self._maybe_id(identity)}

    def offer_of(self, by: Token) -> dict[str, str | None]:
        return {"offer": None, "by": self.person(by)}

    def _maybe_id(self, token: Token | None) -> str | None:
        return None if token is None else self.identity(token)

    def consent(self, offer: dict[str, str | None] | None = None) -> Said:
        return "consent", {"by": None, **(offer or {"offer": None})}

    def withdraw(self, offer: Token | None = None) -> Said:
        return "withdraw", {"offer": self._maybe_id(offer)}

    # --- places and actions on the map --------------------------------------------------------------------------------

    def spot(self, *words: Token) -> Place:
        first, last = words[0], words[-1]
        said = self.line.text[first.start_pos or 0 : (last.start_pos or 0) + len(last)].strip()
        found = read_triple(said) if first.type == "COORDS" else place_called(said, self._directions)
        if found is None:
            raise UnreadableError(f"“{said}” is no hex: it is here, a direction, or coordinates such as (0,1,0)")
        return found

    def place(self, spot: Place) -> Place:
        return spot

    def scout(self, *hexes: Place) -> Said:
        return "scout", {"hexes": hexes}

    def traverse(self, hex: Place) -> Said:
        return "traverse", {"hex": hex}

    def stagway(self, hex: Place) -> Said:
        return "stagway", {"hex": hex}

    def rod_name(self, *words: Token) -> str:
        first, last = words[0], words[-1]
        return self.line.text[first.start_pos or 0 : (last.start_pos or 0) + len(last)]

    def rod(self, name: str) -> str:
        item, count = ("", 0) if name in _NO_ROD else counted(name, self._items)
        if item and (item not in RODS or count != 1):
            raise UnreadableError(f"“{name}” is not one rod")
        return item or NO_ROD

    def no_rod(self, _: str) -> str:
        return NO_ROD

    def fish(self, *parts: Place | str) -> Said:
        rod = next((each for each in parts if isinstance(each, str)), NO_ROD)
        return "fish", {"hex": next((each for each in parts if isinstance(each, tuple)), None), "rod": rod}

    def forage(self) -> Said:
        return "forage", {}

    # --- what is made, built, used and named --------------------------------------------------------------------------

    def craft(self, items: dict[str, int]) -> Said:
        if not items:
            raise UnreadableError("nothing is crafted")
        return "craft", {"items": items}

    def flag(self) -> str:
        return FLAG

    def pylon(self) -> str:
        return PYLON

    def station(self) -> str:
        return STATION

    def boardwalk(self) -> str:
        return BOARDWALK

    def feature(self, name: str) -> str:
        return name

    def build(self, feature: str, hex: Place = HERE) -> Said:
        return "build", {"feature": feature, "hex": hex}

    def burn(self, feature: str, hex: Place = HERE) -> Said:
        return "burn", {"feature": feature, "hex": hex}

    def used(self, *words: Token) -> tuple[str, int]:
        return self.item(*words)

    def use(self, used: tuple[str, int]) -> Said:
        item, count = used
        if not count:
            raise UnreadableError("nothing is used")
        return "use", {"item": item, "count": count}

    def detonate(self, used: tuple[str, int]) -> Said:
        return self.use(used)

    def new_quality(self, name: str) -> str:
        return _not_empty(name)

    def name_quality(self, number: Token, name: str) -> Said:
        quality = number_of(number)
        if quality is None:
            raise UnreadableError(f"“{number}” is no quality")
        return "name_quality", {"quality": quality, "name": name}

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

    def ruling_meant(self, ruling: Token | None = None) -> dict[str, str | None]:
        return {"ruling": self._maybe_id(ruling)}

    def confidence(self, *parts: Any) -> Said:
        meant = next((each for each in parts if isinstance(each, dict)), {"ruling": None})
        tail = next((each for each in parts if getattr(each, "type", "") == "TAIL"), None)
        return "confidence", {**meant, "poll": self._poll(tail)}

    def _poll(self, tail: Token | None) -> str | None:
        """The message to which the words behind an announcement point as the poll, up to the next action; None for none."""
        start = self.line.origin(len(self.line.text) if tail is None else tail.start_pos or 0)
        if tail is not None:
            self.rest_of_line(tail)
        words = _NOT_SAID.sub(" ", self.line.message[start : max(self.line.section_end, self.line.line_end)])
        found = {next(filter(None, each.groups())) for each in _POLL.finditer(words)}
        if len(found) > 1 or (not found and _may_mean_another_poll(words)):
            raise UnreadableError(
                "it does not say for certain which message is its poll: write “the poll is MESSAGE” with its id or its link, or nothing"
                " of it where it is this one"
            )
        named = found.pop() if found else None
        link = _NUMBER_AT_END.search(named) if named and named.lower().startswith("http") else None
        return link[0] if link else named and named.removeprefix("#")

    def self_overturn(self, ruling: Token | None = None) -> Said:
        return "self_overturn", {"ruling": self._maybe_id(ruling)}

    def resign(self) -> Said:
        return "resign", {}

    def remove_judge(self) -> Said:
        return "remove_judge", {}
