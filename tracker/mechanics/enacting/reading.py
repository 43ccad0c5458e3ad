"""Reading a matter: which of its sentences are orders, each rewritten as a line of the notation, and which are left to be read by people.

Nothing that is no order hinders one. An order that cannot be read, or a condition that cannot be decided, refuses the matter.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace

from tracker.errors import InputError
from tracker.mechanics.enacting.instructions import InstructionReading, Refusal, Step
from tracker.mechanics.enacting.notation import parsed, quoted
from tracker.mechanics.enacting.orders import Clauses, Order, Scene
from tracker.mechanics.enacting.proposal_text import REFERENCE, ProposalText, Sentence, read_proposal
from tracker.mechanics.enacting.signs import Signs, phrases_of
from tracker.mechanics.enacting.vocabulary import Vocabulary

MOST_STEPS = 200
_BLOCK = re.compile(r"⟦\d+⟧")
_SIGN = re.compile(r"\b([A-Z])\d+\b")
_CUT = re.compile(r"(?:;|,? and then|,? then|,? and|,|\.) (?=\S)")
_LONGEST = 1500
"""Characters of a sentence, without its quotations, beyond which it is no order."""
_SECOND = re.compile(r"[.!?]['”\")]*\s+\S")
"""That a text is more than one sentence."""
_BLOCK_LAST = re.compile(r"\A(.+?),? (\(?(?:if|unless) [^:]*?\)?),? ?: (B\d+)\Z")
"""A condition between an order and its text."""
_NOTATION = re.compile(r"(?:if|unless|in|add rule|under|before|after|first|repeal|reword|rename|mark|move|by hand)\b")
_PAIR = re.compile(r'replace (?:all )?("(?:[^"\\]|\\.)*") with ("(?:[^"\\]|\\.)*")\Z', re.DOTALL)


def read_instructions(html: str, vocabulary: Vocabulary, titles: Collection[str] = ()) -> InstructionReading:
    """Read a matter's body; ``titles`` are those of the page, which may stand without quotation marks. Any text is read.

    >>> from tracker.mechanics.enacting.vocabulary import PLAIN
    >>> read_instructions("<p>Repeal “Wood”. Thanks!</p>", PLAIN).unread
    ('Thanks!',)
    """
    text = read_proposal(html)
    if text.is_too_long:
        return InstructionReading(refusals=(Refusal("TOO_LONG", html[:80]),))
    if text.unclosed:
        return InstructionReading(refusals=tuple(Refusal("QUOTE_UNCLOSED", words) for words in text.unclosed))
    if text.struck or text.hidden:
        shown = (*text.struck, *text.hidden)
        return InstructionReading(
            refusals=tuple(Refusal("MARKUP", words, "not seen by all, or struck out") for words in shown)
        )
    return _Reader(text, Signs(text, phrases_of(vocabulary), titles)).reading()


@dataclass(slots=True)
class _Unit:
    """A sentence with the blocks that belong to it."""

    shape: str
    sentence: Sentence
    is_last: bool = True

    @property
    def lists(self) -> tuple[int, ...]:
        return self.sentence.lists


@dataclass(frozen=True, slots=True)
class _Context:
    """What a line above a list says for each item of it."""

    lists: tuple[int, ...]
    scene: Scene
    conditions: tuple[str, ...] = ()


class _Reader:
    """One matter on its way from sentences to steps."""

    def __init__(self, text: ProposalText, signs: Signs) -> None:
        self.text = text
        self.signs = signs
        self.kinds = signs.phrases.kinds
        self.clauses = Clauses(signs)
        self.lines: list[tuple[str, str]] = []
        self.refusals: list[Refusal] = []
        self.unread: list[str] = []
        self.for_all: list[str] = []
        """The conditions of the whole matter."""
        self._conditions: tuple[str, ...] = ()
        """Those of the last sentence that had any, for ``otherwise``."""
        self._rule = self._created = ""
        self._contexts: list[_Context] = []
        self._last_context: _Context | None = None
        self._conditional: _Unit | None = None
        """The sentence before, where a condition leads it."""

    def reading(self) -> InstructionReading:
        """All of the matter read."""
        units = list(self._units())
        at = 0
        while at < len(units) and len(self.lines) <= MOST_STEPS:
            at += self._take(units, at)
        if len(self.lines) > MOST_STEPS:
            self.refusals.append(Refusal("TOO_LONG", self.lines[0][1], f"more than {MOST_STEPS} orders"))
            self.lines = []
        steps = tuple(self._steps())
        return InstructionReading(steps, tuple(self.refusals), tuple(self.unread))

    def _steps(self) -> Iterator[Step]:
        for line, sentence in self.lines:
            try:
                yield parsed("".join([*self.for_all, line]), sentence)
            except InputError as error:
                self.refusals.append(Refusal("NOT_UNDERSTOOD", sentence, error.message))

    # --- sentences --------------------------------------------------------------------------------------------------

    def _units(self) -> Iterator[_Unit]:
        """The sentences, each with the blocks behind it and what goes on after them."""
        unit: _Unit | None = None
        for sentence in self.text.sentences:
            if unit is not None and self._belongs(unit, sentence):
                unit.shape += f" {sentence.shape}"
                continue
            if unit is not None:
                unit.is_last = unit.sentence.paragraph != sentence.paragraph
                yield unit
            unit = _Unit(sentence.shape, sentence)
        if unit is not None:
            yield unit

    def _belongs(self, unit: _Unit, sentence: Sentence) -> bool:
        if sentence.bullet:
            return False
        if _BLOCK.fullmatch(sentence.shape):
            return True
        has_block = bool(_BLOCK.search(unit.shape))
        goes_on = has_block and sentence.shape[:1].islower() and self.kinds["goes_on"].match(sentence.shape)
        return bool(goes_on or self.kinds["joins"].match(sentence.shape.lower()))

    def _written(self, unit: _Unit) -> str:
        return self.text.written(unit.shape)

    # --- one sentence -----------------------------------------------------------------------------------------------

    def _take(self, units: Sequence[_Unit], at: int) -> int:
        """Read the sentence at a place with what belongs to it; how many sentences that were."""
        unit = units[at]
        self._contexts = [each for each in self._contexts if unit.sentence.is_within(each.lists)]
        items = self._items(units, at)
        if items and self._read_list(unit, items):
            return 1 + len(items)
        if items and self._opens(unit, items):
            return 1
        if self._may_be_conditional(unit):
            self.refusals.append(
                Refusal("CONDITION_UNDECIDED", self._written(unit), "whether the condition before it holds for it")
            )
            return 1
        if self._read(unit) or (not items and self._unquoted(units, at)):
            return 1 if self._last_used < 2 else 2
        self._leave(unit, is_above=bool(items))
        return 1

    def _may_be_conditional(self, unit: _Unit) -> bool:
        """Whether a condition of the sentence before may be meant for an order, too."""
        before, self._conditional = self._conditional, None
        if self.kinds["leads_condition"].match(unit.shape.lower()):
            self._conditional = unit
        last, self._last_context = self._last_context, self._contexts[-1] if self._contexts else None
        is_beside = last is not None and last.conditions and unit.lists and unit.lists != last.lists[: len(unit.lists)]
        is_near = is_beside or (
            before is not None
            and (
                before.sentence.paragraph == unit.sentence.paragraph
                or len(unit.lists) > len(before.lists)
                or unit.shape[:1].islower()
            )
        )
        words = self.signs.signed(unit.shape)
        return bool(
            is_near
            and self.kinds["order"].search(words)
            and not words.startswith("otherwise")
            and not self._conditional
        )

    _last_used = 1

    def _items(self, units: Sequence[_Unit], at: int) -> list[_Unit]:
        """The items of the list that a line with a colon leads to."""
        unit = units[at]
        if not unit.shape.rstrip().endswith((":", ":-")):
            return []
        found: list[_Unit] = []
        for other in units[at + 1 :]:
            if len(other.lists) <= len(unit.lists) or not other.sentence.is_within(unit.lists):
                break
            found.append(other)
        return found

    def _read(self, unit: _Unit, more: str = "") -> bool:
        """Whether a sentence is an order (or a condition of all) that could be read; it is noted then."""
        self._last_used = 1
        if len(unit.shape) > _LONGEST:
            return False
        context = self._contexts[-1] if self._contexts else _Context((), Scene())
        scene = replace(context.scene, rule=self._rule, created="")
        fault = self._fault(unit)
        found = self._in_notation(f"{self.signs.referred(unit.shape)}{more}")
        if found is None:
            found = self._sentence(f"{self.signs.signed(unit.shape)}{more}", scene)
        if found is None or _is_chain(found):
            return False
        if fault:
            self.refusals.append(Refusal("MARKUP", self._written(unit), fault))
        conditions = [condition for each in self._contexts for condition in each.conditions]
        self.lines += [("".join([*conditions, line]), self._written(unit)) for line in found]
        return True

    def _in_notation(self, words: str) -> list[str] | None:
        """The line of notation that a sentence is, as it stands; None for any other sentence."""
        if not _NOTATION.match(words):
            return None
        line = _SIGN.sub(lambda sign: self.signs.as_it_is(sign[0]), words.strip(" .").replace(" :", ":"))
        try:
            parsed(line)
        except InputError:
            return None
        return [line]

    def _fault(self, unit: _Unit) -> str:
        quoted_here = (self.text.quoted[int(found[1])] for found in REFERENCE.finditer(unit.shape))
        return next((each.fault for each in quoted_here if each.fault), "")

    def _sentence(self, words: str, scene: Scene) -> list[str] | None:
        """The lines of notation that a sentence says; none for one that only conditions all; None where it is no order."""
        words = _BLOCK_LAST.sub(r"\1 : \3 \2", words.strip(" .!"))
        if self._of_all(words, scene):
            return []
        halves = re.split(r"[;,.]? otherwise,? ", words)
        if len(halves) == 2 and halves[0]:
            first = self._sentence(halves[0], scene)
            second = self._sentence(f"otherwise, {halves[1]}", replace(scene, rule=self._rule)) if first else None
            return [*first, *second] if first and second else None
        if words.startswith("otherwise") and len(self._conditions) == 1:
            opposite = (_opposite(self._conditions[0]),)
            return self._under(opposite, re.sub(r"^otherwise,? ", "", words), scene)
        leads = self.kinds["leads_condition"].fullmatch(words)
        if leads:
            return self._conditioned(leads, scene)
        trails = self.kinds["trails_condition"].fullmatch(words)
        if trails:
            orders = self._orders(trails["rest"], scene)
            if orders and len(orders) > 1 and self.kinds["joined"].search(trails["rest"]):
                return None
            conditions = self._conditions_in(
                trails["cond"], trails["word"], replace(scene, rule=self._rule, is_near=True)
            )
            return [f"{''.join(conditions)}{line}" for line in orders] if orders and conditions else None
        return self._orders(words, scene)

    def _conditioned(self, leads: re.Match[str], scene: Scene) -> list[str] | None:
        """A sentence that a condition leads."""
        for cut in re.finditer(r",? then,? |, |: ", leads["rest"]):
            conditions = self._conditions_in(leads["rest"][: cut.start()], leads["word"], scene)
            rest = leads["rest"][cut.end() :]
            if conditions and self.kinds["nothing"].fullmatch(rest):
                if len(conditions) > 1:
                    return None
                self.for_all.append(_opposite(conditions[0]))
                self._conditions = (conditions[0],)
                return []
            if conditions:
                return self._under(conditions, rest, replace(scene, rule=self._rule, is_near=True))
        return None

    def _under(self, conditions: tuple[str, ...], words: str, scene: Scene) -> list[str] | None:
        orders = self._orders(words, scene)
        self._conditions = conditions
        if orders and len(orders) > 1 and self.kinds["loosely_joined"].search(words):
            return None
        return [f"{''.join(conditions)}{line}" for line in orders] if orders else None

    def _of_all(self, words: str, scene: Scene) -> bool:
        """Whether a sentence is only a condition of all that the matter says; it is noted then."""
        found = self.kinds["nothing_if"].fullmatch(words)
        conditions = self._conditions_in(found["cond"], found["word"], scene) if found else ()
        if len(conditions) != 1:
            return False
        self.for_all.append(_opposite(conditions[0]))
        return True

    def _conditions_in(self, words: str, word: str, scene: Scene) -> tuple[str, ...]:
        """The conditions that words say, as the notation begins with them; none where they cannot be read."""
        found = []
        words = words.replace("n't", " not").strip(" ,")
        for part in re.split(r" and (?:if )?", words):
            condition = self._condition(part.strip(), scene)
            if not condition:
                return ()
            found.append(_opposite(condition) if word == "unless" else condition)
        return tuple(found) if word != "unless" or len(found) == 1 else ()

    def _condition(self, words: str, scene: Scene) -> str:
        for pattern, wanted, unwanted in self.signs.phrases.conditions:
            said = pattern.fullmatch(words)
            if said:
                line = self.clauses.said(unwanted if said["not"] else wanted, said.groupdict(), scene)
                if "{a:rule}" in wanted:
                    self._rule = self.clauses.said("{a:rule}", said.groupdict(), scene)
                return line
        return ""

    def _orders(self, words: str, scene: Scene, verb: str = "") -> list[str] | None:
        """The lines that clauses say, joined by "and" or not; None unless all of them can be read."""
        rule = self._rule
        whole = self.clauses.read(words, scene) or (self.clauses.read(f"{verb} {words}", scene) if verb else None)
        if whole is not None:
            self._note(whole)
            return [whole.line]
        for cut in _CUT.finditer(words):
            head = words[: cut.start()]
            first = self.clauses.read(head, scene) or (self.clauses.read(f"{verb} {head}", scene) if verb else None)
            if first is None:
                continue
            self._note(first)
            after = self._after(head, first, scene, verb)
            rest = self._orders(words[cut.end() :], after[0], after[1])
            if rest is not None:
                return [first.line, *rest]
            self._rule = rule
        return None

    def _after(self, head: str, first: Order, scene: Scene, verb: str) -> tuple[Scene, str]:
        """What the clause behind another may leave out."""
        found = self.clauses.verb.search(head)
        place = self.clauses.leading_place(head, scene) or scene.place
        rest = replace(scene, place=place, rule=self._rule, created=first.created, is_near=True)
        return rest, found[0] if found else verb

    def _note(self, order: Order) -> None:
        self._rule = order.rule or self._rule

    def _has_known_condition(self, words: str) -> bool:
        """Whether words begin with a condition that could be decided, whatever then follows."""
        return any(self._condition(words[: cut.start()], Scene(rule=self._rule)) for cut in re.finditer(",", words))

    # --- lists ------------------------------------------------------------------------------------------------------

    def _read_list(self, unit: _Unit, items: Sequence[_Unit]) -> bool:
        """Whether a line and the items below it are one order that adds them; it is noted then."""
        kept = self._rule, self._conditions
        are_orders = any(
            self._sentence(self.signs.signed(item.shape), Scene(rule=self._rule)) is not None for item in items
        )
        self._rule, self._conditions = kept
        if are_orders:
            return False
        sign = self.signs.add("B", self._as_lines(items))
        return self._read(unit, f" {sign}")

    def _as_lines(self, items: Sequence[_Unit]) -> str:
        lines: list[str] = []
        for item in items:
            words = self._written(item)
            if item.sentence.bullet:
                lines.append(f"{item.sentence.bullet} {words}")
            else:
                lines[-1:] = [f"{lines[-1]} {words}" if lines else words]
        return "\n".join(lines)

    def _opens(self, unit: _Unit, items: Sequence[_Unit]) -> bool:
        """Whether a line says only where, or under what condition, the items below it are done."""
        words = self.signs.signed(unit.shape).strip(" :.-")
        scene = Scene(rule=self._rule)
        inner = items[0].lists[: len(unit.lists) + 1]
        if self.kinds["heading"].fullmatch(words):
            return True
        place = self.kinds["lead_of_place"].fullmatch(words)
        if place:
            where = self.clauses.said("{a:rule}", {"a": place["p"] or place["q"] or place["r"]}, scene)
            self._rule = where
            self._contexts.append(_Context(inner, Scene(place=where, rule=where)))
            return True
        leads = self.kinds["leads_condition"].fullmatch(re.sub(r",? (?:then|do)$", "", words))
        conditions = self._conditions_in(leads["rest"], leads["word"], scene) if leads else ()
        if conditions:
            self._contexts.append(_Context(inner, Scene(rule=self._rule), conditions))
            self._conditions = conditions
        return bool(conditions)

    # --- text without quotation marks -------------------------------------------------------------------------------

    def _unquoted(self, units: Sequence[_Unit], at: int) -> bool:
        """Whether an order is whole with the paragraph of one sentence behind its colon; people must read that."""
        unit = units[at]
        head, colon, tail = unit.shape.partition(": ")
        if colon and unit.is_last and not REFERENCE.search(tail):
            return self._with_text(_Unit(f"{head}:", unit.sentence), tail, 1)
        following = units[at + 1] if at + 1 < len(units) else None
        is_text = (
            following is not None and following.is_last and following.sentence.paragraph == unit.sentence.paragraph + 1
        )
        if (
            not unit.shape.rstrip().endswith((":", ":-"))
            or not is_text
            or following is None
            or following.lists != unit.lists
        ):
            return False
        behind = units[at + 2].shape.lower() if at + 2 < len(units) else ""
        if behind and not self.kinds["order"].search(behind):
            return False
        return self._with_text(unit, following.shape, 2)

    def _with_text(self, unit: _Unit, shape: str, used: int) -> bool:
        text = self.text.written(shape)
        if (
            self.kinds["order"].search(shape.lower())
            or _SECOND.search(text)
            or not self._read(unit, f" {self.signs.add('B', text)}")
        ):
            return False
        self.unread.append(f"taken for new text without quotation marks: {text}")
        self._last_used = used
        return True

    # --- what is no order -------------------------------------------------------------------------------------------

    def _leave(self, unit: _Unit, is_above: bool) -> None:
        """A sentence that was not read: left to people as gamestate, refused as an order, or to be read by people."""
        words = self.signs.signed(unit.shape)
        written = self._written(unit)
        signs = {found[0][0] for found in _SIGN.finditer(words)}
        is_order = bool(self.kinds["order"].search(words) or (self.kinds["passive"].search(words) and signs))
        is_of_rules = bool(REFERENCE.search(unit.shape) or re.search(r"\brules?\b|ruleset", words))
        has_condition = bool(self.kinds["condition"].search(words))
        leads = self.kinds["leads_condition"].match(words)
        is_bare = leads is not None and (not re.search(r", \w+ \w+", words) or self._has_known_condition(leads["rest"]))
        if has_condition and (is_order or is_above or is_bare or self.kinds["binding"].search(words)):
            self.refusals.append(Refusal("CONDITION_UNDECIDED", written))
        elif self.kinds["by_hand"].search(words) and not signs & set("QBTASXHNLU") and not is_of_rules and not is_above:
            conditions = "".join(condition for each in self._contexts for condition in each.conditions)
            self.lines.append((f"{conditions}by hand: {quoted(written)}", written))
        elif is_order or len([sign for sign in _SIGN.findall(words) if sign in "QBCTA"]) > 1:
            self.refusals.append(Refusal("NOT_UNDERSTOOD", written))
        else:
            self.unread.append(written)
            named = [found[0] for found in _SIGN.finditer(words) if found[1] == "R"]
            self._rule = (
                self.signs.as_rule(named[0])
                if len(named) == 1 and not self.signs.note[named[0]].startswith("it")
                else self._rule
            )


def _opposite(condition: str) -> str:
    """A condition turned round."""
    return f"unless {condition[3:]}" if condition.startswith("if ") else f"if {condition[7:]}"


def _is_chain(lines: Sequence[str]) -> bool:
    """Whether one sentence changes a text into another, and that other too: perhaps both at once are meant."""
    pairs = [found.groups() for found in map(_PAIR.search, lines) if found]
    return any(new == old for at, (_, new) in enumerate(pairs) for old, _ in pairs[at + 1 :])
