"""What people say in Ducks: the canonical forms, what the grammar's words mean, and the ways to say an action."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from tracker.mechanics.chat import sayings
from tracker.mechanics.chat.grammar import Fields
from tracker.mechanics.chat.lexicon import Lexicon, Way
from tracker.mechanics.chat.reading import Reader

from .essential import ENTITIES, MY_DUCK
from .law import ITEMS
from .state import DUCK
from .trade import QUACKS

FORMS = {
    "join": "I join the game",
    "leave": "I leave the game",
    "rolling": "Rolling for {topic}",
    "name": "I name [{duck}] {new}",
    "report": "I report the name [of {duck}]",
    "assign_pond": "I assign {duck} [to pond {to_pond}]",
    "move_pond": "I move {duck} [from pond {from_pond}] [to pond {to_pond}]",
    "pond_roll": "I roll for a new pond [for {duck}]",
    "feed": "I feed [{target}] [with {items}]",
    "send": "I send [{duck}] scouting [with {change}]",
    "adjust": "{change} on {duck}'s scouting roll",
    "retrieve": "I retrieve [{duck}]",
    "cut_losses": "I cut my losses [on {duck}]",
    "loot": "I roll loot [for {duck}]",
    "quack_attack": "[{duck}] performs Quack Attack [on {target}] [with {amount} Quacks]",
    "lay_egg": "[{duck}] performs Lay Egg [with {amount} Quacks]",
    "hatch_egg": "[{duck}] performs Hatch Egg [laid by {layer}]",
    "divine_scrambler": "[{duck}] performs Divine Scrambler [on {target}] [with {amount} Quacks]",
    "steal_duck": "[{duck}] performs Steal Duck [on {target}]",
    "cannibalism": "[{duck}] performs Cannibalism [on {target}]",
    "adopt": "[{duck}] performs Adopt [on {target}]",
    "make_smoothie": "[{duck}] performs Make Smoothie [with {fruits}] [, style {style}] [, named {new}]",
    "divine_cocktail": "[{duck}] performs Divine Cocktail",
    "trade": "I trade {give} to {person} for {take}",
    "gift": "I give {give} to {person}",
    "accept": "I accept [trade {offer}] [{person}'s trade]",
    "withdraw": "I cancel [trade {offer}] [my trade with {person}]",
    "give_duck": "I give {give} to {duck}",
    "take_duck": "I take {give} from {duck}",
    "bid": "I bid {amount} Quacks [on {target}] [, calling it {new}]",
    "payment": "I pay my bid [on {duck}] [with {parts}]",
    "appoint": "I appoint myself Judge",
    "assent": "I assent to {person} becoming Judge",
    "removal": "I assent to removing the Judge",
    "resign": "I resign as Judge",
    "request": "Request for justice: {text}",
    "response": "Response to request {request}: {text}",
    "overturn_own": "I overturn my ruling {ruling}",
    "confidence": "I initiate a vote of confidence on ruling {ruling}",
    "overturn": "I vote to overturn ruling {ruling}",
    "affirm": "I vote to affirm ruling {ruling}",
}
_SPELT = {item.casefold().rstrip("s"): item for item in (*ITEMS, QUACKS)}
_SPELT |= {"watermelon": "Watermelon Slice", "mango": "Mango Slice", "duck egg": "Egg"}


def item_of(words: str) -> str:
    """An item by its name in singular or plural, whatever its letter case; another word is itself."""
    return _SPELT.get(" ".join(words.split()).casefold().rstrip("s"), words)


class Words(Fields):
    """What the words of the grammar mean."""

    kinds = FORMS

    def shown(self, name: str, value: Any) -> Any:
        """A field as canonical lines write it: names in quotation marks, people behind a sign, lists of things."""
        if name == "person":
            return f"@{value}"
        if name in ("duck", "layer", "new"):
            return _quoted(value)
        if name == "target":
            return value if value[:1] == "@" or value in ENTITIES.values() else _quoted(value)
        if name == "change":
            return f"{value:+}"
        if name == "parts":
            return " and ".join(f"{n} from {_quoted(duck)}" for duck, n in value.items())
        return _listed(value) if isinstance(value, dict) else value

    def N(self, token: str) -> tuple[str, float]:  # noqa: N802 - named after the terminal
        """A number."""
        return "n", int(token) if token.lstrip("-").isdecimal() else float(token.replace(",", "."))

    def AN(self, _: str) -> tuple[str, int]:  # noqa: N802
        """An article is one."""
        return "n", 1

    def SIGNED(self, token: str) -> tuple[str, int]:  # noqa: N802
        """A number with its sign."""
        return "change", int(token.replace("−", "-").replace(" ", ""))

    def DUCK(self, token: str) -> tuple[str, str]:  # noqa: N802
        """A duck by its name or number."""
        called = re.sub(r"^(my )?(duck )?(nr )?(number )?(?=\d+$)", "#", token, flags=re.IGNORECASE)
        called = re.sub(r"^(my )?(duck )?", "", called, flags=re.IGNORECASE)
        return "duck", called.strip("*") if called[0] == "*" else called.strip('"')

    def STYLE(self, token: str) -> tuple[str, str]:  # noqa: N802
        """A style, as the rules write it."""
        return "style", token.title()

    def MINE(self, _: str) -> tuple[str, str]:  # noqa: N802
        """The speaker's only duck."""
        return "duck", MY_DUCK

    def ENTITY(self, token: str) -> tuple[str, str]:  # noqa: N802
        """A divine being."""
        return "entity", ENTITIES[token.casefold().split()[-1]]

    def UNIT(self, token: str) -> tuple[str, tuple[str, int | None]]:  # noqa: N802
        """A kind of item, one of it where it stands in the singular."""
        return "item", (item_of(token), None if token.lower().endswith("s") else 1)

    def SMOOTHIE(self, token: str) -> tuple[str, str]:  # noqa: N802
        """A Smoothie: its style and its Fruits, as they were called."""
        return "smoothie", token

    def item(self, found: list[Any]) -> tuple[str, tuple[str, float | None]]:
        """An item and how many; None where that is left out. What is quoted behind a number is no duck."""
        by_name = dict(found)
        if "duck" in by_name:
            called = by_name["duck"]
            is_item = "count" in by_name or item_of(called) in ITEMS
            return "item", (item_of(called) if is_item else DUCK + called, by_name.get("count", None if is_item else 1))
        if "smoothie" in by_name:
            style, fruits = _of_smoothie(by_name["smoothie"])
            return "item", (f"{style} {'-'.join(fruits)} Smoothie".lstrip(), by_name.get("count", 1))
        kind, n = by_name["item"]
        return "item", (kind, by_name.get("count", n))

    def items(self, found: list[Any]) -> tuple[str, dict[str, float | None]]:
        """A list of things; those that are named twice are added up."""
        total: dict[str, float | None] = {}
        for _, (kind, n) in found:
            total[kind] = n if kind not in total else (total[kind] or 1) + (n or 1)
        return "items", total

    def target(self, found: list[Any]) -> tuple[str, str]:
        """A duck, a player behind the sign, or a divine being."""
        ((kind, called),) = found
        return "target", f"@{called}" if kind == "person" else called

    def new(self, found: list[Any]) -> tuple[str, str]:
        """A name."""
        return "new", found[0][1]

    def less(self, found: list[Any]) -> tuple[str, float]:
        """What is subtracted."""
        return "change", -found[0][1]

    def part(self, found: list[Any]) -> tuple[str, tuple[str, float]]:
        """What a duck pays."""
        by_name = dict(found)
        return "part", (by_name["duck"], by_name["amount"])

    def payment(self, found: list[Any]) -> tuple[str, Any]:
        """A bid's duck, and what each duck pays."""
        parts: dict[str, float] = {}
        for duck, n in (value for kind, value in found if kind == "part"):
            parts[duck] = parts.get(duck, 0) + n
        return "payment", {**{k: v for k, v in found if k == "duck"}, **({"parts": parts} if parts else {})}

    def name(self, found: list[Any]) -> tuple[str, Any]:
        """Without another name the one that was said is the new one."""
        by_name = dict(found)
        return "name", by_name if "new" in by_name else {"new": by_name["duck"]}

    def make_smoothie(self, found: list[Any]) -> tuple[str, Any]:
        """The duck, the Fruits, a style and a name."""
        by_name = dict(found)
        by_name.pop("count", None)
        if "smoothie" in by_name:
            style, fruits = _of_smoothie(by_name.pop("smoothie"))
            by_name |= {"items": dict.fromkeys(fruits, 1), **({"style": style} if style else {})}
        if "items" in by_name:
            by_name["fruits"] = by_name.pop("items")
        return "make_smoothie", by_name


def _of_smoothie(said: str) -> tuple[str, list[str]]:
    """The style and the Fruits of a Smoothie as it was called."""
    words, _, last = re.sub(r" smoothies?$", "", said, flags=re.IGNORECASE).partition("-")
    first = next(name for name in sorted(_SPELT, key=len, reverse=True) if words.casefold().rstrip("s").endswith(name))
    style = words.casefold().rstrip("s").removesuffix(first).strip().title()
    return style, [_SPELT[first], item_of(last)]


def _quoted(called: str) -> str:
    return called if called[:1] == "#" or called == MY_DUCK else f'"{called}"'


def _listed(items: Mapping[str, Any]) -> str:
    shown = (
        _quoted(item.removeprefix(DUCK)) if item.startswith(DUCK) else f"{'' if n is None else n} {item}".lstrip()
        for item, n in items.items()
    )
    return " and ".join(shown) or "nothing"


# Ways to say each action beside its form: verbs (of another subject they end in s), what leads to each slot; words that must be
# there, with ? that may. A verb - stands for none. Of two ways that fit alike the first counts.
WAYS: Mapping[str, tuple[str, ...]] = {
    "join": sayings.JOIN,
    "leave": sayings.LEAVE,
    "name": (
        "name|call|rename|christen|dub {duck} to|into|as {new} name? of? new?",
        "change of {duck} to|into {new} name of?",
        "gets {duck} {new} name new? now?",
        "- {duck} {new} called|known|name new? now? henceforth? be? shall? as? is?",
        "be {duck} called|known|named {new} as? now? henceforth?",
        "answers|goes {duck} by|to {new} name? now? henceforth?",
        "- {duck} {new} answer|answers to? name?",
    ),
    "report": ("report of {duck} name",),
    "assign_pond": (
        "assign|put|settle|place {duck} to|in|into|at {to_pond} pond?",
        "goes|moves|lives {duck} to|in|into|at {to_pond} pond? in?",
        "- {duck} {to_pond} home pond? is? be? gonna?",
        "house|assign|settle|put|place|send {duck} to|in|into|at {to_pond} pond?",
        "- {duck} to|in|into {to_pond} pond",
    ),
    "move_pond": (
        "move|relocate|bring|transfer {duck} from {from_pond} to|in|into|over {to_pond} pond? over?",
        "move|relocate|bring|transfer {duck} to|in|into|over {to_pond} pond? over?",
        "moves|relocates {duck} to|in|into|at {to_pond} pond? over?",
        "moves|relocates|swims|goes|migrates|waddles {duck} to|in|into|over {to_pond} pond? house? over? third? second? first?",
    ),
    "pond_roll": (
        "roll for|of {duck} pond new? die? d6?",
        "roll pond new? d6? for?",
        "- for|of {duck} pond roll new?",
        "roll|cast|throw pond new die? d6? for? dice?",
    ),
    "feed": (
        "feed {target} with {items}",
        "feed {target}",
        "feed|give {items} to {target} food? as?",
        "use {items} feed {target} own?",
        "goes to {target} feeding period?",
        "gets {target} with {items} fed by? me?",
        "- {items} for {target} feeding|nom",
        "- {items} for {target}",
        "throw|toss|fling|offer|serve {items} to|at {target} food? as?",
    ),
    "send": (
        "send {duck} with {change} scouting|mission|scout out? off? on?",
        "send {duck} scouting|mission|scout out? off? on?",
        "scout {duck} out?",
        "goes|scouts {duck} scouting|out mission? again? off? on?",
        "- {duck} off|go scouting|mission is? you? on?",
        "scouts|leaves|departs {duck} scouting|mission|scout off? on? out? for?",
        "set {duck} scouting|mission|scout off? on? out?",
        "- {duck} scout|scouting|mission off? on? go? goes? out?",
    ),
    "adjust": (
        "add|subtract|use to|from|on {duck} {change} potential|roll",
        "- on|to|from {duck} {change} potential|roll",
        "- on|to {duck} {change}",
    ),
    "retrieve": (
        "retrieve|fetch|rescue {duck}",
        "get|bring|call {duck} back",
        "roll for|of {duck} retrieval|retrieve to?",
        "- for|of {duck} retrieval roll?",
        "get|bring|call|fetch|roll {duck} home back? to? for?",
    ),
    "cut_losses": ("cut on|with {duck} loss my?", "- {duck} loss cut?"),
    "loot": (
        "roll for|on|of {duck} loot|table for? on? return?",
        "- for|of {duck} loot",
        "claim|collect {duck} loot for? of?",
        "rolls {duck} loot for?",
    ),
    "quack_attack": (
        "attack|hit on {target} with|through {duck} for|with|of {amount} quack? attack?",
        "attacks|hits|smites {duck} on {target} with|for|of {amount} quack? attack?",
        "performs|make|perform with|through {duck} on {target} with|for|of {amount} attack quack?",
        "- with|through {duck} on|vs|->|→ {target} {amount} attack quack?",
        "- {duck} on|vs|versus {target} {amount} attack quack?",
        "- {target} with|through {duck} {amount} attack quack?",
        "performs|makes {duck} on {target} with|for|of {amount} attack quack?",
        "swoops|charges|strikes|pounces|launches {duck} on|upon|at {target} with|for|of {amount} quack? attack?",
        "strike|charge|pounce on|upon {target} with|through {duck} for|with|of {amount} quack? attack?",
        "- {duck} on|upon|at|against|vs {target} with|for|of {amount} quack",
    ),
    "lay_egg": (
        "lay with|through {duck} {egg} for|with|of {amount} quack? from?",
        "lays|tries {duck} {egg} for|with|of {amount} in? for?",
        "performs {duck} {egg} for|with|of {amount} lay",
        "- from|with|through {duck} {egg} {amount} lay quack? on?",
        "performs {duck} lay egg staking|with|for|of {amount} quack?",
        "attempts|stakes {duck} {egg} for|with|of|staking {amount} quack? lay?",
        "lays|attempts {duck} {egg} for|with|of|staking {amount} quack?",
    ),
    "hatch_egg": (
        "hatch with|through|from {duck} {egg} by {layer} laid",
        "hatch with|through|from {duck} {egg} quack?",
        "hatches {duck} {egg}",
        "hatches {duck} egg",
        "- {duck} {egg} hatch",
        "hatches {duck}",
    ),
    "divine_scrambler": (
        "performs|perform|use with|through {duck} on|at {target} with|for {amount} scrambler divine? quack?",
        "- with|through {duck} {target} {amount} scrambler divine? quack?",
    ),
    "steal_duck": (
        "steal {target} with|through {duck}",
        "steals {duck} {target} duke? from?",
        "- target|on {target} thief|with|through {duck} steal duck?",
    ),
    "cannibalism": (
        "eats|swallows|cannibalises|cannibalizes|devours {duck} {target} cannibalism? time?",
        "eat {target} with|through {duck}",
        "- {duck} {target} cannibalism|cannibalise|eat",
    ),
    "adopt": (
        "adopts {duck} {target}",
        "adopt {target} with|through {duck}",
        "becomes {duck} of {target} parent adopt?",
        "take {target} adopt with|through {duck}",
        "- {duck} {target} adopt|adoption kid? child? offspring? is? as? now? parent?",
    ),
    "make_smoothie": (
        "make|mix|blend|craft with|through|by|is {duck} of|from {fruits} {style} smoothie out?",
        "make|mix|blend|craft with|through|by|is {duck} of|from {fruits} smoothie out? me?",
        "make|mix|blend|craft with|through|by {duck} {fruits} smoothie out? me?",
        "makes|mixes|blends {duck} {style} of|from {fruits} smoothie out?",
        "makes|mixes|blends {duck} of|from {fruits} smoothie out?",
    ),
    "divine_cocktail": (
        "make|mix|shake|perform with|through {duck} cocktail divine?",
        "makes|mixes|shakes|performs {duck} cocktail divine? up?",
        "- with|through {duck} cocktail divine? one?",
    ),
    "trade": (
        "trade|offer|swap|sell|exchange|propose|give {give} for|against {take} to|with {person} trade? return? deal?",
        "buy|get|take {take} for|with {give} from|off {person}",
        "- {give} for {take} {person} offer? trade? my? to?",
        "have! {give} for {take} {person}",
        "* {give} for|against {take} to|with {person} offer? trade? deal? exchange? return?",
    ),
    "gift": (
        "give|send|transfer|hand|gift|donate|present {give} to {person} with?",
        "have! {give} {person}",
        "toss|throw|slide|pass|bestow|grant {give} to {person} gift? present? over?",
        "- {give} {person} free|gratis|gift|present|yours from? me? for? is? are? as?",
    ),
    "accept": sayings.ACCEPT,
    "withdraw": sayings.WITHDRAW,
    "give_duck": ("give|hand {give} to {duck} from? my?", "gets! {duck} {give} of? to?"),
    "take_duck": ("take|get|grab {give} from|off|of {duck} back?", "gives {duck} {give} me to?"),
    "bid": (
        "bid|raise|offer to|of {amount} on|for {target} calling|name {new} quack? temp? temporary? opening? it?",
        "bid|raise|offer to|of {amount} on|for {target} auction? quack?",
        "- {amount} on|for {target} name|calling|called {new} quack? temp? temporary? opening? it? bid?",
        "- {amount} on|for {target} bid|auction quack? my? opening?",
        "- {amount} on {target} me quack? from?",
        "- {amount} on {target} quack?",
    ),
    "payment": (
        "pay|take on|for {duck} with {parts} bid my? quack? out?",
        "- on|for {duck} {parts} bid pay? paid? my? is? be? thus?",
    ),
    "appoint": (
        "appoint|nominate judge myself|me as?",
        "put|offer|propose|volunteer|appoint|nominate judge myself|me forward? as? for?",
    ),
    "assent": ("assent|support|agree to {person} judge become? as? for?", "- {person} judge assent for? my? have?"),
    "removal": (
        *sayings.REMOVAL,
        "assent|agree|support judge removal|remove|removing to? of? my?",
        "- judge go assent my? should? have?",
        "second|approve|vote judge removal|remove|removing|dismissal for? to? of? my?",
    ),
    "resign": sayings.RESIGN,
    "request": (
        *sayings.REQUEST,
        "request|ask {text} justice|ruling formally? for?",
        "- {text} rfj|request justice? formal? for? to? judge?",
        "- {person} {text} rfj|request justice? formal? for? to? judge?",
    ),
    "response": (
        "rule|answer|respond on|to {request} {text} request?",
        "- on|to {request} {text} answer|ruling my? request? is?",
        "rule|answer|respond on|to {request} {person} {text} request?",
    ),
    "overturn_own": ("overturn {ruling} myself it? ruling?",),
    "confidence": sayings.CONFIDENCE,
    "overturn": sayings.OVERTURN,
    "affirm": sayings.AFFIRM,
}
# What fills a slot whose kind of thing is called otherwise.
KINDS = {"give": "items", "take": "items", "fruits": "items", "layer": "duck"}
# Words that name things of the game, as they stand and by their stems.
NOUNS = frozenset({
    *("duck", "ducks", "quack", "quacks", "pond", "ponds", "egg", "eggs", "seed", "seeds", "grapes", "trade", "judge"),
    *("judg", "loot", "smoothi", "smoothie", "ruling", "rule", "bid", "auction", "period", "fruit", "mango", "watermelon"),
})  # fmt: skip
# How things are written that nobody need know by name; a canonical line takes the group.
_NAMED = r'"[^"]+"|#\d+'
_PAID = r"(?:\d+|all)(?: quacks?)? (?:from|by) [\w\"#]+"
MARKS: Mapping[str, str] = {
    "duck": rf"(?:duck )?({_NAMED}|(?:duck|nr|number) \d+)",
    "target": rf"(?:duck )?({_NAMED}|(?:duck|nr|number) \d+)",
    "person": r"(<@!?\d+>)",
    "new": r'("[^"]+")',
    "amount": r"(\d+)(?: quacks?)?",
    "change": r"([+-]\d+)",
    "to_pond": r"(?:pond )?(\d+)",
    "style": r"(icy|light)",
    "egg": r"(?:an? |1 |the |her |his )?(egg)",
    "from_pond": r"pond (\d+)",
    "ruling": r"ruling #?(\w*\d[\w-]*)",
    "request": r"request #?(\w*\d[\w-]*)",
    "offer": r"(?:trade|offer) #?(\d[\w#-]*)",
    "parts": rf"({_PAID}(?:(?:,| and|, and) {_PAID})*)",
}

LEXICON = Lexicon(tuple(Way.of(kind, said) for kind, some in WAYS.items() for said in some), KINDS, NOUNS, MARKS)
READER = Reader(Path(__file__).with_name("announcements.lark").read_text(encoding="utf-8"), Words(), FORMS, LEXICON)
