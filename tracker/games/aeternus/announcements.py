"""What people say in Aeternus: the canonical forms, what the grammar's words mean, and the ways in which people put it."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, cast

from tracker.core.rule import rule
from tracker.mechanics.chat import sayings
from tracker.mechanics.chat.grammar import Fields, Unclear
from tracker.mechanics.chat.lexicon import Lexicon, Way, stem
from tracker.mechanics.chat.reading import Reader
from tracker.mechanics.chat.talk import STATES, bare, is_turned

from .hexes import HERE, reduced, shown
from .law import CRAFTED, PARAMETERS
from .state import BOARDWALK, FLAG, PYLON, STATION, medallion

FORMS = {
    "join": "I join the game",
    "leave": "I leave the game",
    "declare": "I declare @{person} reputable",
    "merge": 'Merge request: {factions}[ as "{name}"]',
    "leave_faction": "I leave my faction [{faction}]",
    "trade": "I trade {give} to @{person} for {get}",
    "gift": "I give {give} to @{person}",
    "accept": "I accept [{offer}] [@{person}'s offer]",
    "withdraw": "I withdraw [{offer}]",
    "scout": "Scout {hexes}",
    "traverse": "Traverse {hex}",
    "stagway": "Travel the stagways to {hex}",
    "fish": "Fish [in {hex}] [with {rod}]",
    "forage": "Forage",
    "craft": "Craft {items}",
    "build": "Construct {feature} [{hex}]",
    "burn": "Burn {feature} [{hex}]",
    "use": "Use {items}",
    "name_quality": 'I name quality {quality} "{name}"',
    "request": "I request justice: {text}",
    "ruling": "Ruling[ on {request}]: {text}",
    "confidence": "Vote of confidence [on ruling {ruling}]",
    "self_overturn": "I overturn my ruling [{ruling}]",
    "resign": "I resign as Judge",
    "remove_judge": "I assent to the removal of the Judge",
}
DIRECTIONS: tuple[str, ...] = tuple(PARAMETERS["directions"].values[0].value)  # type: ignore[arg-type]
"""The six directions in the order of the rules."""
_TYPES: tuple[str, ...] = tuple(PARAMETERS["medallion_fish"].values[0].value)  # type: ignore[arg-type]
_QUALITIES: tuple[str, ...] = tuple(PARAMETERS["quality_names"].values[0].value)  # type: ignore[arg-type]
_PLAIN_ITEMS = (*CRAFTED, *PARAMETERS["resources"].values[0].value, *PARAMETERS["standard_fish"].values[0].value)  # type: ignore[misc]
_SHORT = {
    "pouch": "Foraging Pouch",
    "pike": "Northern Pike",
    "explosive": "Explosives",
    "pair of binoculars": "Binoculars",
}
_ITEMS: dict[str, str] = {**_SHORT, **{re.sub(r"[^a-z ]", "", item.lower()): item for item in _PLAIN_ITEMS}}
_FEATURES = {
    "flag": FLAG,
    "pylon": PYLON,
    "pylon of purity": PYLON,
    "station": STATION,
    "stag station": STATION,
    "boardwalk": BOARDWALK,
}
_MANY = r"(?:e?s)?"
_TYPE, _QUALITY = ("|".join(re.escape(each.lower()) for each in named) for named in (_TYPES, _QUALITIES))
_MEDALLION = re.compile(
    rf"(?:quality (?P<number>\d+) |(?P<name>{_QUALITY}) )?(?P<type>{_TYPE}){_MANY}(?: *\( *(?:of )?quality *(?P<behind>\d+) *\))?",
    re.IGNORECASE,
)


class Items(dict[str, int]):
    """Items that print as people write them."""

    def __format__(self, _: str) -> str:
        return " and ".join(item if n == 1 else f"{n} {item}" for item, n in self.items()) or "nothing"


class Words(Fields):
    """What the words of the grammar mean."""

    kinds = FORMS

    def shown(self, name: str, value: Any) -> Any:
        """A field as canonical lines write it."""
        if name == "hex":
            return _shown(value)
        if name == "hexes":
            return " and ".join(map(_shown, value))
        if name in ("factions", "faction"):
            return " + ".join(map(_quoted, value if name == "factions" else [value]))
        return Items(value) if name in ("items", "give", "get") else value

    # --- places -------------------------------------------------------------------------------------------------------

    def HERE(self, token: str) -> tuple[str, str]:  # noqa: N802 - named after the terminal
        """The own hex."""
        return "hex", HERE

    @rule("AET-081")
    def DIRECTION(self, token: str) -> tuple[str, int]:  # noqa: N802 - named after the terminal
        """A direction by its place in the list; its first letter is enough."""
        return "hex", next(n for n, name in enumerate(DIRECTIONS) if name[0] == token[0].upper())

    def COORDS(self, token: str) -> tuple[str, list[int]]:  # noqa: N802 - named after the terminal
        """Coordinates, reduced."""
        x, y, z = (int(each.replace("−", "-").replace(" ", "")) for each in re.findall(r"[-+−]? ?\d+", token))
        return "hex", list(reduced(x, y, z))

    def hexes(self, found: list[Any]) -> tuple[str, list[Any]]:
        """Several hexes in order."""
        return "hexes", [each for _, each in found]

    # --- items --------------------------------------------------------------------------------------------------------

    def COUNT(self, token: str) -> tuple[str, int]:  # noqa: N802 - named after the terminal
        """How many."""
        return "count", int(token.lower().rstrip("x").replace(",", "")) if token[0].isdigit() else 1

    @rule("AET-145", "AET-155")
    def ITEM(self, token: str) -> tuple[str, str]:  # noqa: N802 - named after the terminal
        """An item by its name, also in the plural."""
        return "item", _named(token, _ITEMS)

    @rule("AET-177")
    def MEDALLION(self, token: str) -> tuple[str, str]:  # noqa: N802 - named after the terminal
        """A medallion fish with its quality, by number or name."""
        found = _MEDALLION.fullmatch(token)
        assert found is not None  # noqa: S101 - the grammar takes no others  # nosec B101
        number, types = found["number"] or found["behind"], {each.lower(): each for each in _TYPES}
        quality = int(number) if number else _QUALITIES.index(found["name"].capitalize()) + 1
        return "item", medallion(types[found["type"].lower()], quality)

    def item(self, found: list[Any]) -> tuple[str, int]:
        """An item and how many of it."""
        by_name = dict(found)
        return by_name["item"], by_name.get("count", 1)

    @rule("AET-143")
    def items(self, found: list[tuple[str, int]]) -> tuple[str, dict[str, int]]:
        """Items, each with how many of it."""
        total = Counter[str]()
        for item, n in found:
            total[item] += n
        return "items", dict(total)

    def ROD(self, token: str) -> tuple[str, str]:  # noqa: N802 - named after the terminal
        """A rod."""
        return "rod", _named(re.sub(r"^(an?|the|my|one) ", "", token, flags=re.IGNORECASE), _ITEMS)

    def FEATURE(self, token: str) -> tuple[str, str]:  # noqa: N802 - named after the terminal
        """A feature that is built or burnt."""
        return "feature", _FEATURES[" ".join(token.lower().split())]

    # --- names --------------------------------------------------------------------------------------------------------

    def QUOTED(self, token: str) -> tuple[str, str]:  # noqa: N802 - named after the terminal
        """A name in quotation marks."""
        return "name", " ".join(token[1:-1].split())

    def NAME(self, token: str) -> tuple[str, str]:  # noqa: N802 - named after the terminal
        """A name to the end of the line."""
        return "name", " ".join(token.rstrip(" .!").split())

    def NTH(self, token: str) -> tuple[str, int]:  # noqa: N802 - named after the terminal
        """The number of a quality, as the one after the others."""
        return self.N(token[:-2])

    def N(self, token: str) -> tuple[str, int]:  # noqa: N802 - named after the terminal
        """The number of a quality."""
        return "quality", int(token)

    def merge(self, found: list[Any]) -> tuple[str, dict[str, Any]]:
        """Two factions and a new name."""
        named = [value for _, value in found]
        return "merge", {"factions": named[:2], **({"name": named[2]} if len(named) > 2 else {})}

    def leave_faction(self, found: list[Any]) -> tuple[str, dict[str, Any]]:
        """A faction, if it is named."""
        return "leave_faction", {"faction": found[0][1]} if found else {}

    def confidence(self, found: list[Any]) -> tuple[str, dict[str, Any]]:
        """A ruling; where its poll is stands in the message."""
        return "confidence", {name: value for name, value in found if name == "ruling"}


def _quoted(name: str) -> str:
    return name if re.fullmatch(r"[^\s\",+:&]+", name) else f'"{name}"'


def _shown(place: Any) -> str:
    if isinstance(place, int):
        return DIRECTIONS[place]
    return place if isinstance(place, str) else shown(tuple(place))


def _named(said: str, names: Mapping[str, str]) -> str:
    """A thing by its name, also in the plural. Raises KeyError for none."""
    words = re.sub(r"[^a-z_ ]", "", " ".join(said.lower().split()))
    return next(names[form] for form in (words, words.removesuffix("s"), words.removesuffix("es")) if form in names)


WAYS: Mapping[str, tuple[str, ...]] = {
    "join": sayings.JOIN,
    "leave": sayings.LEAVE,
    "declare": ("declare|vouch {person} reputable for? publicly? him? her? them?", "- {person} reputable record? is?"),
    "merge": (
        "merge|merger|unite {factions} request?",
        "merge|unite {factions} under|as|into|name|named|called {name} request? name? named? faction? with?",
        "ask|request|want {factions} name|named|under|as {name} merger|merge new?",
        "request|propose|want {factions} as|under|into|called|name|named {name} merge|merger|union|merged be? name? named?",
        "- {factions} as|under|into {name} merge|merged|merger|union request? be? name?",
        "join|combine|fuse|unify {factions} under|as|into {name} faction? name? named?",
    ),
    "leave_faction": (
        "leave {faction} faction?",
        "leave faction",
        "quit|exit|abandon|forsake faction from? of?",
        "quit|exit|abandon|forsake {faction} faction?",
        "part faction ways? with? from? company?",
    ),
    "trade": (
        "trade|offer|swap|sell|exchange {give} for {get} to|with {person} trade? deal? offer?",
        "buy|get {get} for|with {give} from|off {person}",
        "- {give} for {get} {person} offer? trade? to? with?",
        "have! {give} for {get} {person}",
        "* {give} for|against {get} to|with {person} offer? trade? deal? exchange? return?",
    ),
    "gift": (
        "give|send|transfer|hand|gift|donate {give} to {person} present? gift? free?",
        "have! {give} {person} can? free? me? from?",
        "toss|throw|slide|pass|bestow|grant {give} to {person} gift? present? over?",
        "- {give} {person} free|gratis|gift|present|yours from? me? for? is? are? as?",
    ),
    "accept": (
        *sayings.ACCEPT,
        "accept|consent|agree|deal|take {offer} offer? trade? deal? to? it? this?",
        "accept|take {offer} of|for {price} offer? trade? deal?",
        "take! {offer} {price}",
        "accept|take {offer} from|of|by {person} offer? trade? deal?",
    ),
    "withdraw": sayings.WITHDRAW,
    "scout": (
        "scout|explore|look|peer {hexes} hexes? action? around?",
        "see|survey|spy|observe {hexes} scout scouting? hexes?",
        "- {hexes} scout|scouting see? what? there?",
    ),
    "traverse": (
        "traverse|go|move|walk|head|step|travel|wander|run|return to|into|onto|in|on|over|towards|toward {hex} hex? back? off? out?",
        "- to|into|towards {hex} off hex?",
        "make to|into|towards {hex} travel|trip|move|step hex?",
        "march|wade|stroll|hike|trek|cross|venture|proceed|enter|set to|into|onto|in|on|over|towards|toward {hex} hex? off? out? forth?",
        "- {hex} i|off|onwards|forward to? into? it? is? we? go?",
        "move|take|bring|betake me|myself to|into|towards {hex}",
    ),
    "stagway": (
        "travel|ride|take|hop|teleport|stag|mount to|at {hex} stag|stagway|stagways|station|teleport stagway? stagways? on?",
        "mount|ride|take|travel|teleport to|at|in {hex} stag|stagway|stagways great? back? one?",
        "- {hex} stag|stagway|stagways to?",
    ),
    "fish": (
        "fish|cast|throw in|into|at|to|on {hex} with|using {rod} lake? rod? line?",
        "fish|cast|throw with|using {rod} lake? line?",
        "fish in|into|at|to|on {hex} lake? rod?",
        "cast|throw {rod} in|into|to {hex} lake?",
        "- fishing lake? rod? go? here? gone? up? no?",
        "fish lake? rod? here? line? pole?",
        "cast|throw line in? into? lake? water? out?",
    ),
    "forage": (
        "- forage|foraging grass? one? action?",
        "- {hex} forage|foraging one? grass?",
    ),
    "craft": (
        "craft|make|build|create|cook {items} up? one?",
        "craft|make|build|create|cook me {items} up? one?",
        "craft|make|build|create {items} with|from|of|using {price}",
        "- {items} craft|crafting|workbench one? time?",
        "forge|fashion|cook|brew|assemble {items} up? one?",
    ),
    "build": (
        "construct|build|place|plant|raise|erect|put on|over|to|at|in {hex} {feature} hex? up? down? lake? one?",
        "- {feature} {hex} hex? lake? one? too?",
        "- {feature} {hex} rise|rises|stand|stands",
        "set|hoist|plant|raise|erect|build {feature} here|where up? down? stand? stands? down?",
        "build|construct|plant|raise|erect|place {feature} up|down one?",
    ),
    "burn": (
        "burn|torch|destroy|burning on|to|at|in {hex} {feature} down? torch?",
        "burn|torch|destroy|burning on|to|at|in {hex} {person} {feature} down? torch?",
        "- {feature} burn|torch|destroy",
        "set|make on|in {hex} {feature} fire|ablaze|alight",
        "set|make on|in {hex} {person} {feature} fire|ablaze|alight|ablaze|alight",
    ),
    "use": (
        "use|detonate|blow {items} up? one?",
        "- {items} use|detonate|detonating one?",
        "light|ignite|fire|trigger|set {items} off? fuse? of? up?",
    ),
    "name_quality": (
        "name|call quality {quality} {name} as?",
        "- {quality} {name} quality? be? is? called? known? named? as? now? name? =?",
        "be {quality} {name} called|known|named quality? as?",
    ),
    "request": sayings.REQUEST,
    "ruling": (
        "rule|ruling|answer on {request} {text} request? judge? as? the?",
        "- {request} {text} answered|ruling says? about?",
    ),
    "confidence": sayings.CONFIDENCE,
    "self_overturn": (
        "overturn|revoke|reverse|rescind|annul|retract {ruling} ruling? my? own? on?",
        "- {ruling} overturn|overturned ruling? my? own?",
    ),
    "resign": sayings.RESIGN,
    "remove_judge": sayings.REMOVAL,
}
KINDS = {"give": "items", "get": "items", "price": "items", "hexes": "hex*", "factions": "faction*", "name": "quoted"}
_TABLES = {name: [*cast("Iterable[str]", PARAMETERS[name].values[0].value)] for name in ("biomes", "resources")}
NOUNS = frozenset({
    "hex", "hexes", "lake", "flag", "boardwalk", "pylon", "station", "stagway", "judge", "judg", "faction", "fraction", "torch", "rod",
    "trade", "offer", "quality", "qualiti", "ruling", "grass",
    *(word for each in (*CRAFTED, *_TABLES["biomes"], *_TABLES["resources"]) for word in each.lower().split()),
})  # fmt: skip
_PLACE = (
    r"(?:the )?(?:hex )?(here|north|ashe|mouth|south|zest|weast|[nmszw]\b|a(?=$)|[(\[]? ?-?\d+ ?, ?-?\d+ ?, ?-?\d+ ?[)\]]?)"
    r"(?:ern|ward)?(?: lake| hex| one)?"
)
MARKS = {
    "hex": _PLACE,
    "person": r"<?@!?([\w-]+)>?",
    "faction": r'("[^"]+")',
    "quoted": r'"([^"]+)"',
    "feature": r"(?:an? |one |1 )?(flag|pylon of purity|pylon|stag station|station|boardwalk)",
    "rod": r"(?:an? |one |1 )?((?:standard|advanced|reinforced|classic|midas'?s?) rod)",
    "quality": r"(?:quality )?(\d+)(?:th)?(?: quality)?",
}
LEXICON = Lexicon(tuple(Way.of(kind, said) for kind, some in WAYS.items() for said in some), KINDS, NOUNS, MARKS)
_VERBS = {verb: verb for verb in ("scout", "traverse", "fish", "craft", "merge", "trade")} | {
    "construct": "build",
    "give": "gift",
}
"""Words with which nobody begins a line but to do that."""
_ALONE = ("fish",)
"""What needs nothing else, so that people may say the word and mean something else."""
_SHORT_LINE = 8
_GRAMMAR = Path(__file__).with_name("announcements.lark").read_text(encoding="utf-8")
_MEDALLIONS = rf"(({_QUALITY}|quality \\d+) ({_TYPE}){_MANY}|({_TYPE}){_MANY} *\\( *(of )?quality *\\d+ *\\))"
READER = Reader(re.sub(r"(?m)^MEDALLION.*$", f"MEDALLION.2: /{_MEDALLIONS}/i", _GRAMMAR), Words(), FORMS, LEXICON)
_BEGINNINGS = {kind: re.match(r"[^{\[]*", form)[0].strip().casefold() for kind, form in FORMS.items()}  # type: ignore[index]


def unfinished(line: str) -> Unclear | None:
    """What a short line is asked about that begins as an action does and that nothing else makes sense of."""
    words = bare(line).split()
    kind = _VERBS.get(words[0].casefold(), "") if words else ""
    kind = "" if kind in ("gift", "trade") and "@" not in line else kind
    is_alone = (
        kind in _ALONE
        and words[1:]
        and LEXICON.telling.isdisjoint(stem(word.casefold().strip(".!")) for word in words[1:])
    )
    if not kind or is_alone or len(words) > _SHORT_LINE or is_turned(line) or not STATES.isdisjoint(words):
        return None
    return Unclear(
        (re.sub(r"\[[^]]*\]|\{(\w+)\}", lambda slot: f"<{slot[1]}>" if slot[1] else "", FORMS[kind]).strip(),)
    )


def kind_of(line: str) -> str:
    """The action of which a suggested line is a form; "" where that is open."""
    found = [kind for kind, start in _BEGINNINGS.items() if line.casefold().startswith(start)]
    return max(found, key=lambda kind: len(_BEGINNINGS[kind]), default="")
