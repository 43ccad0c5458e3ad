"""Instructions: what a matter's text orders to be done to a ruleset, typed, in the order of the text."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from tracker.mechanics.enacting.vocabulary import PLAIN, Vocabulary

# --- what an instruction is about -------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class RuleName:
    """A rule as a text names it: by title, perhaps with its number, a section, or the titles above it.

    ``above`` are titles from the outermost down (``R | S`` names S under R); ``number`` is as written (``2.3``), and in
    a game that names rules by ID path it may stand without a title. ``section`` is as the text calls the section, perhaps
    its title's first words only (``fixed`` of Fixed Rules).
    """

    title: str
    number: str = ""
    above: tuple[str, ...] = ()
    section: str = ""


Unit = Literal["text", "sentence", "paragraph", "item", "step"]
"""What a place in a rule is counted in or named by; ``item`` and ``step`` are list items."""


@dataclass(frozen=True, slots=True)
class Quote:
    """Text that must stand there as quoted, but for layout; ``unit`` widens it to the sentence, paragraph or item it is in.

    ``within`` is the paragraph, sentence or item in which alone it is looked for. ``is_all``: the quotation must be all of
    its unit (``the sentence A``), not only stand in it (``the sentence containing A``).
    """

    text: str
    unit: Unit = "text"
    within: Position | None = None
    is_all: bool = False


@dataclass(frozen=True, slots=True)
class Stretch:
    """Text named by how it begins and ends (``beginning with A and ending with Z``); no end: to the unit's own end."""

    begins: str
    ends: str = ""
    unit: Unit = "text"


@dataclass(frozen=True, slots=True)
class Position:
    """Text named by counting: ``nth`` from 1, or -1 for the last, 0 for the only one."""

    unit: Unit
    nth: int


Target = Quote | Stretch | Position


@dataclass(frozen=True, slots=True)
class Place:
    """Where a rule goes: into a section or under a parent, at its end, its start, or beside another rule there.

    ``section`` is as the text calls it, as in a RuleName.
    """

    section: str = ""
    parent: RuleName | None = None
    where: Literal["end", "start", "before", "after"] = "end"
    beside: RuleName | None = None


# --- instructions -----------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class NewRule:
    """Add a rule, or a subrule where ``place`` names a parent; ``text`` is wikitext without the heading."""

    title: str
    text: str
    place: Place = Place()


@dataclass(frozen=True, slots=True)
class Replace:
    """Put ``new`` where ``target`` stands, in the rule named or (None) wherever in the ruleset it stands just once.

    An empty ``new`` removes; ``every`` replaces each occurrence in that rule.
    """

    rule: RuleName | None
    target: Target
    new: str
    every: bool = False


@dataclass(frozen=True, slots=True)
class ReplaceEverywhere:
    """Replace each occurrence of a text throughout the ruleset, or throughout one section."""

    old: str
    new: str
    section: str = ""


@dataclass(frozen=True, slots=True)
class Append:
    """Add text at the end of a rule's own text, as a paragraph of its own or (``unit`` text, sentence) in its last one.

    ``is_placed``: the text itself says so; else lines or items may be meant for a list that stands further up.
    """

    rule: RuleName
    text: str
    unit: Unit = "paragraph"
    is_placed: bool = False


@dataclass(frozen=True, slots=True)
class Insert:
    """Add text right before or after a target; ``unit`` says whether as a paragraph, an item, a sentence or mere text.

    ``goes_on``: the text goes on with the sentence that is the target, before its stop.
    """

    rule: RuleName | None
    target: Target
    side: Literal["before", "after"]
    text: str
    unit: Unit = "text"
    goes_on: bool = False


@dataclass(frozen=True, slots=True)
class AddItem:
    """Add an item at the end of the rule's only list."""

    rule: RuleName
    text: str


@dataclass(frozen=True, slots=True)
class Reword:
    """Give a rule another text of its own; its subrules stay."""

    rule: RuleName
    text: str


@dataclass(frozen=True, slots=True)
class Repeal:
    """Take a rule away, its subrules with it (BN-204)."""

    rule: RuleName


@dataclass(frozen=True, slots=True)
class Rename:
    """Give a rule another title or (``is_status``) the marker in its heading that ``title`` is, which another rule bears."""

    rule: RuleName
    title: str
    is_status: bool = False


@dataclass(frozen=True, slots=True)
class Move:
    """Put a rule with its subrules elsewhere."""

    rule: RuleName
    place: Place


@dataclass(frozen=True, slots=True)
class GlossaryEntry:
    """Add a term with its definition to a rule that is a list of terms, in its alphabetical place."""

    rule: RuleName
    term: str
    definition: str


@dataclass(frozen=True, slots=True)
class Gamestate:
    """Something that changes values rather than rules, in the text's own words: left to people."""

    text: str


Instruction = (
    NewRule
    | Replace
    | ReplaceEverywhere
    | Append
    | Insert
    | AddItem
    | Reword
    | Repeal
    | Rename
    | Move
    | GlossaryEntry
    | Gamestate
)


# --- conditions -------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class MatterEnacted:
    """Whether another matter, named by title or URL, was enacted (``wanted``) or was not."""

    matter: str
    wanted: bool = True


@dataclass(frozen=True, slots=True)
class RuleExists:
    """Whether there is a rule of that name (``wanted``) or none."""

    rule: RuleName
    wanted: bool = True


@dataclass(frozen=True, slots=True)
class TextExists:
    """Whether a rule, or (None) the ruleset, holds a text (``wanted``) or not."""

    rule: RuleName | None
    text: str
    wanted: bool = True


Condition = MatterEnacted | RuleExists | TextExists


# --- what a reading yields --------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Step:
    """One instruction with the sentence that gives it, carried out only if all its conditions hold.

    ``notation`` is the line of notation that the sentence was read as.
    """

    sentence: str
    instruction: Instruction
    conditions: tuple[Condition, ...] = ()
    notation: str = ""


REFUSALS: Mapping[str, str] = {
    "NOT_UNDERSTOOD": "a sentence outside any quotation looks like an instruction and is not understood",
    "NO_INSTRUCTION": "the text holds no instruction at all",
    "NO_TEXT": "a wanted result is described, but not the text that brings it about",
    "NO_RULE": "no rule bears the name",
    "RULE_DOUBLED": "several rules bear the name",
    "NUMBER_ALONE": "a rule is named by its number alone",
    "NUMBER_DISAGREES": "number and name of a rule do not agree",
    "TITLE_TAKEN": "a new rule's name is taken",
    "ATTRIBUTE": "the instruction gives a rule an attribute that no heading of the page shows how to write",
    "TEXT_MISSING": "the quoted text does not stand there",
    "TEXT_DOUBLED": "the quoted text stands there several times",
    "PLACE_UNCLEAR": "the place cannot be told by counting, or several fit",
    "NO_LIST": "there is no list, or there are several",
    "CONDITION_UNDECIDED": "it depends on something that the tracker cannot decide",
    "CONTRADICTORY": "its steps contradict each other, or one takes away what another needs",
    "TAG_NEEDED": "it changes a section for which its title lacks the tag",
    "MARKUP": "the text was mangled on the blog, or holds what enacted text may not hold",
    "QUOTE_UNCLOSED": "a quotation never ends",
    "TOO_LONG": "it holds more than can be read with care",
    "NOTHING_TO_DO": "the page says already what it asks for",
    "PAGE_UNSOUND": "the page itself is not as a ruleset page should be",
}
"""Why an instruction is not carried out, by code, with one sentence."""


@dataclass(frozen=True, slots=True)
class Refusal:
    """One reason why a text is not carried out, with the sentence it is about; ``detail`` names what would help."""

    code: str
    sentence: str
    detail: str = ""


@dataclass(frozen=True, slots=True)
class InstructionReading:
    """A text read: its steps in order, what must be refused, and the sentences that are no orders and were not read."""

    steps: tuple[Step, ...] = ()
    refusals: tuple[Refusal, ...] = ()
    unread: tuple[str, ...] = ()


# --- what carrying out must know --------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class RulesetShape:
    """How a game's ruleset page is laid out, and the words of whoever writes what changes it.

    ``sections`` are the titles of its sections in order; ``home`` is the one a new rule goes into where none is named;
    ``tags`` says which tag (or tags, each of which will do) a matter's title must bear to change a section.
    """

    sections: tuple[str, ...]
    home: str
    tags: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    vocabulary: Vocabulary = PLAIN
    may_be_empty: tuple[str, ...] = ()
    """The sections that may hold no rule, besides the home of new ones."""


@dataclass(frozen=True, slots=True)
class KnownMatter:
    """Another matter that a condition may ask for."""

    title: str
    url: str
    slug: str
    state: Literal["enacted", "failed", "pending", "unknown"]
