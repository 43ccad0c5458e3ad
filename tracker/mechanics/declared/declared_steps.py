"""Reads the steps of declared actions: ``set``, ``gain``, ``spend``, ``transfer``, ``roll``, ``add``, ``remove``, and ``if ...:`` before one."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from tracker.mechanics.declared.declared_actions import Step, Target
from tracker.mechanics.declared.declared_keys import LISTS
from tracker.mechanics.declared.expressions import (
    RESERVED,
    Expression,
    ExpressionError,
    Kind,
    Name,
    Reference,
    nearest,
    read_expression,
)
from tracker.mechanics.table.action_lines import Parameter
from tracker.mechanics.turns import MAX_SIDES_DIGITS

MAX_DICE = 100
"""A step rolls at most so many dice."""
FORMS: Mapping[str, str] = {
    "set": "set Beans to 3",
    "gain": "gain 2 Beans",
    "spend": "spend 2 Beans",
    "transfer": "transfer 2 Beans to whom",
    "roll": "roll Luck = DICE6",
    "add": "add 'Rope' to Bag",
    "remove": "remove 'Rope' from Bag",
    "if": "if Beans < 3: gain 1 Beans",
}
"""Every way in which a step begins, with an example."""
_ROLL = re.compile(
    r"(?P<name>[^\W\d]\w{0,39})\s*=\s*(?P<count>[0-9]{0,6})\s*DICE\s*(?:(?P<sides>[0-9]+)|(?P<inside>\(.*\)))",
    re.IGNORECASE,
)
_DRAW = re.compile(r"(?P<name>[^\W\d]\w{0,39})\s*=\s*(?!DICE)(?P<list>[A-Za-z]{1,20})", re.IGNORECASE)
_KIND_OF_TYPE = {
    "integer": Kind.NUMBER,
    "date": Kind.NUMBER,
    "text": Kind.TEXT,
    "enumeration": Kind.TEXT,
    "list": Kind.TEXT,
}


class StepError(ValueError):
    """A step that cannot be read; ``remedy`` says what would be right."""

    def __init__(self, text: str, remedy: str = "") -> None:
        """Keep the parts apart."""
        super().__init__(text)
        self.remedy = remedy


@dataclass(slots=True)
class StepReader:
    """Reads the steps of one action in order: each roll is a name for those after it.

    ``targets`` are the values that a step may change, ``scope`` what expressions may name.
    """

    targets: Sequence[Target]
    parameters: Mapping[str, Parameter]
    scope: dict[Reference, Name]
    rolled: set[str] = field(default_factory=set)
    known: dict[str, Target] = field(init=False)
    """The values as steps may write them: plainly, or with names of several words in brackets."""

    def __post_init__(self) -> None:
        """Spell every value in both ways."""
        plain = {f"{each.owner}.{each.variable.name}".removeprefix("."): each for each in self.targets}
        self.known = {**plain, **{each.shown: each for each in self.targets}}

    def read(self, text: str, line: int) -> Step:
        """One step; raises StepError."""
        text = " ".join(text.split())
        verb, _, rest = text.partition(" ")
        if verb.casefold() == "if":
            return self._conditional(text, rest, line)
        read = _READ.get(verb.casefold())
        if read is None:
            hint = nearest(verb, list(FORMS))
            forms = "; ".join(FORMS.values())
            raise StepError(
                f"no step begins with {verb!r}", hint if hint.startswith("did") else f"write one of: {forms}"
            )
        return replace(read(self, rest), text=text, line=line)

    def _conditional(self, text: str, rest: str, line: int) -> Step:
        colon = next(iter(_outside_quotes(rest, ":")), None)
        if colon is None:
            raise StepError("no colon stands behind the condition", f"write {FORMS['if']}")
        condition = self._expression(rest[:colon], Kind.TRUTH)
        inner = rest[colon + 1 :].strip()
        if inner.casefold().startswith(("roll ", "if ")):
            raise StepError(
                f"{inner.split()[0]} cannot stand behind a condition", "roll before, or join conditions by and"
            )
        return replace(self.read(inner, line), text=text, condition=condition)

    def _expression(self, text: str, wanted: Kind) -> Expression:
        try:
            return read_expression(text.strip(), self.scope, wanted)
        except ExpressionError as error:
            raise StepError(f"in {text.strip()!r}, column {error.column}: {error.text}", error.remedy) from None

    # --- where the value stands ---

    def _target(self, text: str) -> Target:
        found = self.known.get(text)
        if found is None:
            raise StepError(f"there is no value {text!r} that could change", nearest(text, list(self.known)))
        return found

    def _parted(self, rest: str, word: str, verb: str, *, last: bool) -> tuple[str, str]:
        """What stands before and behind a word outside quotes; the first such word, or the last."""
        places = list(_outside_quotes(rest, f" {word} "))
        if not places:
            raise StepError(f"{verb} needs the word {word!r}", f"write {FORMS[verb]}")
        known = self.known
        if not last:
            place = next((place for place in places if rest[:place].strip() in known), places[0])
        else:
            place = next(
                (place for place in reversed(places) if rest[place + len(word) + 2 :].strip() in known), places[-1]
            )
        return rest[:place].strip(), rest[place + len(word) + 2 :].strip()

    def _amount_and_target(self, rest: str, verb: str) -> tuple[Expression, Target]:
        """``2 * amount Beans``: the longest ending that is a known name is the value."""
        places = list(_outside_quotes(rest, " "))
        if not places:
            raise StepError(f"{verb} needs an amount and a value", f"write {FORMS[verb]}")
        known = self.known
        place = next((place for place in places if rest[place:].strip() in known), places[-1])
        target = self._target(rest[place:].strip())
        if target.variable.type != "integer":
            raise StepError(f"{target.shown} is no integer", f"write {FORMS['set']} or {FORMS['add']}")
        amount = self._expression(rest[:place], Kind.NUMBER)
        if isinstance(amount.constant, int) and amount.constant <= 0:
            raise StepError(f"{amount.text} is not positive: nothing else can be gained, spent or transferred")
        return amount, target

    # --- the steps ---

    def set_(self, rest: str) -> Step:
        """``set VALUE to EXPRESSION``, or ``to blank``."""
        name, text = self._parted(rest, "to", "set", last=False)
        target = self._target(name)
        variable = target.variable
        if text == "blank":
            if variable.type in ("integer", "enumeration") or not variable.may_be_blank:
                raise StepError(f"{target.shown} may not be blank")
            return Step("", "set", None, target)
        if variable.type == "list":
            raise StepError(
                f"{target.shown} is a list", f"write {FORMS['add']} or {FORMS['remove']}, or set it to blank"
            )
        amount = self._expression(text, _KIND_OF_TYPE[variable.type])
        if variable.type != "date":
            self._check_constant(target, amount)
        return Step("", "set", amount, target)

    def _check_constant(self, target: Target, amount: Expression) -> None:
        """What is written, or what a parameter or variable can be, must be legal where it is put."""
        choices = target.variable.choices
        constant = amount.constant
        if isinstance(constant, int) and (problem := target.variable.problem(constant)):
            raise StepError(f"{target.shown} can never be that: {problem}")
        possible = (constant,) if isinstance(constant, str) else self._choices_of(amount)
        wrong = next((text for text in possible if choices and text not in choices), None)
        if wrong is not None:
            raise StepError(f"{target.shown} can never be {wrong!r}", nearest(wrong, choices))

    def _choices_of(self, amount: Expression) -> tuple[str, ...]:
        """The texts that an expression can be, where it is a name that has choices."""
        if amount.kind is not Kind.TEXT or len(amount.references) != 1:
            return ()
        return self.scope[next(iter(amount.references))].choices

    def gain(self, rest: str) -> Step:
        """``gain EXPRESSION VALUE``."""
        amount, target = self._amount_and_target(rest, "gain")
        return Step("", "gain", amount, target)

    def spend(self, rest: str) -> Step:
        """``spend EXPRESSION VALUE``; only one's own (BN-239)."""
        amount, target = self._amount_and_target(rest, "spend")
        self._check_own(target, "spent")
        return Step("", "spend", amount, target)

    def transfer(self, rest: str) -> Step:
        """``transfer EXPRESSION VALUE to PLAYER``; only one's own (BN-239)."""
        places = list(_outside_quotes(rest, " to "))
        if not places:
            raise StepError("transfer needs the word 'to'", f"write {FORMS['transfer']}")
        to = rest[places[-1] + len(" to ") :].strip()
        players = [parameter.name for parameter in self.parameters.values() if parameter.type == "player"]
        if to not in players:
            remedy = nearest(to, players) or 'declare it under [action.parameters]: whom = "player"'
            raise StepError(f"{to!r} is no parameter that names a player", remedy)
        amount, target = self._amount_and_target(rest[: places[-1]], "transfer")
        self._check_own(target, "transferred")
        return Step("", "transfer", amount, target, to=to)

    def _check_own(self, target: Target, done: str) -> None:
        if target.owner:
            raise StepError(f"only one's own values can be {done}", f"write set {target.shown} to {target.shown} - ...")

    def roll(self, rest: str) -> Step:
        """``roll NAME = 3DICE6``: the sum; the sides may be an expression in brackets (BN-196); or ``roll NAME = FRUIT``."""
        if drawn := _DRAW.fullmatch(rest):
            return self._draw(drawn["name"], drawn["list"])
        found = _ROLL.fullmatch(rest)
        if found is None:
            forms = f"{FORMS['roll']}, roll Luck = 2DICE6, roll Luck = DICE(Beans) or roll Lunch = FRUIT"
            raise StepError("that is no roll", f"write {forms}")
        name, count = found["name"], int(found["count"] or 1)
        self._check_free(name, Kind.NUMBER)
        if not 1 <= count <= MAX_DICE:
            raise StepError(f"{count} dice cannot be rolled", f"roll 1 to {MAX_DICE}")
        if found["sides"] and len(found["sides"].lstrip("0")) > MAX_SIDES_DIGITS:
            raise StepError(f"a die of more than {MAX_SIDES_DIGITS} digits cannot be rolled (BN-244)")
        sides = self._expression(found["sides"] or found["inside"], Kind.NUMBER)
        self._call(name, Kind.NUMBER)
        return Step("", "roll", sides, name=name, count=count)

    def _draw(self, name: str, list_name: str) -> Step:
        """``roll NAME = FRUIT``: one outcome of a list, a text (BN-231, BN-232)."""
        if list_name.upper() not in LISTS:
            raise StepError(f"there is no list {list_name!r} to draw from", nearest(list_name, LISTS))
        self._check_free(name, Kind.TEXT)
        self._call(name, Kind.TEXT)
        return Step("", "roll", name=name, drawn_from=list_name.upper())

    def _check_free(self, name: str, kind: Kind) -> None:
        taken = {own for owner, own in self.scope if not owner} - self.rolled
        is_other = name in self.rolled and self.scope["", name].kind is not kind
        if name in taken or name in RESERVED or is_other:
            raise StepError(f"a roll cannot be called {name!r}: that is something else already", "choose another name")

    def _call(self, name: str, kind: Kind) -> None:
        """From now on what was rolled is called so."""
        self.scope["", name] = Name(kind)
        self.rolled.add(name)

    def add(self, rest: str) -> Step:
        """``add TEXT to LIST``; of an integer the same as gaining."""
        text, name = self._parted(rest, "to", "add", last=True)
        target = self._target(name)
        if target.variable.type == "integer":
            return self.gain(f"{text} {name}")
        return self._entry("add", text, target)

    def remove(self, rest: str) -> Step:
        """``remove TEXT from LIST``."""
        text, name = self._parted(rest, "from", "remove", last=True)
        return self._entry("remove", text, self._target(name))

    def _entry(self, verb: str, text: str, target: Target) -> Step:
        if target.variable.type != "list":
            raise StepError(f"{target.shown} is no list", f"write {FORMS['set']}")
        amount = self._expression(text, Kind.TEXT)
        self._check_constant(target, amount)
        return Step("", "add" if verb == "add" else "remove", amount, target)


_READ: Mapping[str, Callable[[StepReader, str], Step]] = {
    "set": StepReader.set_,
    "gain": StepReader.gain,
    "spend": StepReader.spend,
    "transfer": StepReader.transfer,
    "roll": StepReader.roll,
    "add": StepReader.add,
    "remove": StepReader.remove,
}


def _outside_quotes(text: str, sign: str) -> Iterator[int]:
    """Where a sign stands outside single quotes and square brackets."""
    quoted = bracketed = False
    for place, letter in enumerate(text):
        if letter == "'":
            quoted = not quoted
        elif not quoted and letter in "[]":
            bracketed = letter == "["
        if not quoted and not bracketed and text.startswith(sign, place):
            yield place
