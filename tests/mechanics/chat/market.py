"""An invented game, a market, as its players speak: its grammar, its ways, and who stands about when something is said."""

from collections import Counter
from pathlib import Path
from typing import Any

from tracker.mechanics.chat.frames import Situation, standing
from tracker.mechanics.chat.grammar import Fields
from tracker.mechanics.chat.lexicon import Lexicon, Way
from tracker.mechanics.chat.reading import Reader

FORMS = {
    "join": "I join the market",
    "leave": "I leave the market",
    "gift": "I give {give} to @{person}",
    "swap": "I swap {give} to @{person} for {take}",
    "accept": "I accept {offer}",
    "feed": 'I feed "{pig}" [with {food}]',
    "decree": "I decree: {text}",
    "pass": "I pass",
}
WAYS = {
    "join": ("join market?", "become trader"),
    "leave": ("leave|quit market", "drop out market of?"),
    "gift": (
        "give|send|hand {give} to {person}",
        "take!|have! {give} {person} me?",
        "gets {person} {give} me from?",
        "* {give} to {person}",
        "- {give} to {person}",
    ),
    "swap": (
        "swap|trade|offer {give} for {take} to|with {person} swap?",
        "buy {take} for|with {give} from|off {person}",
        "* {give} for {take} to|with {person}",
        "- {give} for {take} {person}",
    ),
    "accept": ("accept|agree|deal {offer} offer? deal? to?", "take {offer} it|that|offer"),
    "feed": ("feed {pig}", "feed {pig} with {food}", "feed {food} to {pig}"),
    "decree": ("decree {text}", "- {text} decree"),
    "pass": ("pass turn?", "am|be out"),
}
LEXICON = Lexicon(
    ways=tuple(Way.of(kind, said) for kind, some in WAYS.items() for said in some),
    kinds={"give": "items", "take": "items", "food": "items"},
    nouns=frozenset({"apple", "pear", "coin", "coins", "market", "pig"}) | {"appl"},
    marks={"person": r"<?@!?(\w+)>?", "pig": r'"([^"]+)"'},
)


class Words(Fields):
    """What the words of the market's grammar mean."""

    kinds = FORMS

    def shown(self, name: str, value: Any) -> Any:
        """Fruit as people write them."""
        return " and ".join(f"{n} {fruit}" for fruit, n in value.items()) if isinstance(value, dict) else value

    def COUNT(self, said: str) -> tuple[str, int]:  # noqa: N802
        """How many."""
        return "count", int(said) if said.isdigit() else 1

    def FRUIT(self, said: str) -> tuple[str, str]:  # noqa: N802
        """Which fruit."""
        return "fruit", said.lower().rstrip("s") + "s"

    def NAMED(self, said: str) -> tuple[str, str]:  # noqa: N802
        """A pig's name."""
        return "named", said.strip('"')

    def item(self, found: list[tuple[str, Any]]) -> tuple[str, Any]:
        """So many of one fruit."""
        return dict(found)["fruit"], dict(found)["count"]

    def items(self, found: list[tuple[str, int]]) -> tuple[str, dict[str, int]]:
        """So many of each fruit."""
        total = Counter[str]()
        for fruit, n in found:
            total[fruit] += n
        return "items", dict(total)


READER = Reader(Path(__file__).with_suffix(".lark").read_text(encoding="utf-8"), Words(), FORMS, LEXICON)


def situation(
    offers: dict[str, str] | None = None, reply_to: str | None = None, *, is_talkative: bool = False
) -> Situation:
    """The market with Bob, Cleo and a nicknamed dev, the pig Rosa, and these open offers by whose they are."""
    people = {"bob": "bob", "cleo": "cleo", "dev": "dev", "big d": "dev"}
    called, only = standing(offers or {}, reply_to)
    yes = f"I accept {reply_to}" if offers and reply_to in offers else ""
    return Situation(
        known={"person": people, "pig": {"rosa": "Rosa"}, "accept.offer": called},
        likely={"accept.offer": only, "yes": yes},
        exist=lambda items: all(n < 1000 for n in items.values()),
        names={name: f"@{who}" for name, who in people.items()},
        is_talkative=is_talkative,
    )


WORLDS = {
    "plain": situation(),
    "one offer": situation({"o1": "bob"}),
    "two offers": situation({"o1": "bob", "o2": "dev"}),
    "reply": situation({"o1": "bob", "o2": "dev"}, "o1"),
    "talkative": situation({"o1": "bob"}, is_talkative=True),
}
