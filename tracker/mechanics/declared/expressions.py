"""Expressions of declared rules: whole numbers, texts and conditions over named values, typed when read and bounded in every way.

A number is worked out exactly and rounded towards zero only where a whole one is needed (BN-241): ``7 / 2 * 2`` is 7.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from difflib import get_close_matches
from enum import StrEnum
from fractions import Fraction
from functools import cache
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from lark import Lark

LONGEST = 500
"""An expression has at most so many characters."""
DEEPEST = 20
"""And at most so many brackets, signs and calls inside one another."""
MAX_DIGITS = 30
"""No number that is written or arises on the way has more digits."""
_LIMIT = 10**MAX_DIGITS
RESERVED = ("and", "or", "not", "in", "min", "max", "size", "blank", "today", "me", "game")
"""Words of the language: nothing else may be called so."""

Worth = Fraction | str | bool | list[str]
Found = int | str | list[str] | None
"""What a lookup gives: None is a blank date, the number of whose day is not known; a blank text is an empty one."""
Reference = tuple[str, str]
"""A name with its owner: ``("", "Beans")``, ``("game", "Wind")``, ``("whom", "Beans")``."""
Lookup = Callable[[str, str], Found]
"""Gives the value of (owner, name); what it raises passes through."""


class Kind(StrEnum):
    """What an expression is worth; the value is how messages call it."""

    NUMBER = "a number"
    TEXT = "a text"
    LIST = "a list"
    PERSON = "a player"
    TRUTH = "a condition"


@dataclass(frozen=True, slots=True)
class Name:
    """What a name stands for: its kind, the texts it can be where they are known, and whether it can be blank."""

    kind: Kind
    choices: tuple[str, ...] = ()
    may_be_blank: bool = False


Scope = Mapping[Reference, Name]


class ExpressionError(ValueError):
    """An expression that cannot be read; ``column`` counts from 1, ``remedy`` says what would be right."""

    def __init__(self, text: str, column: int, remedy: str = "") -> None:
        """Keep the parts apart."""
        super().__init__(text)
        self.text = text
        self.column = column
        self.remedy = remedy


class NoValueError(ValueError):
    """An expression that is sound but has no value now: it divides by zero, reads what is blank, or grows too large."""


# --- nodes --------------------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Node(ABC):
    """A part of an expression, from ``column`` on; ``depth`` counts the parts inside one another."""

    column: int
    depth: int

    @abstractmethod
    def kind(self, scope: Scope) -> Kind:
        """What it is worth in this scope; raises ExpressionError."""

    @abstractmethod
    def worth(self, lookup: Lookup) -> Worth:
        """Its value; raises NoValueError."""

    def parts(self) -> Sequence[_Node]:
        """The nodes directly inside."""
        return ()


@dataclass(frozen=True, slots=True)
class _Constant(_Node):
    value: Fraction | str

    def kind(self, scope: Scope) -> Kind:
        return Kind.TEXT if isinstance(self.value, str) else Kind.NUMBER

    def worth(self, lookup: Lookup) -> Worth:
        return self.value


@dataclass(frozen=True, slots=True)
class _Named(_Node):
    owner: str
    name: str

    def found(self, scope: Scope) -> Name:
        """What it stands for; raises ExpressionError with the nearest name that there is."""
        known = scope.get((self.owner, self.name))
        if known is None:
            elsewhere = [spelt(owner, name) for owner, name in scope if name == self.name]
            hint = f"did you mean {' or '.join(elsewhere)}?" if elsewhere else nearest(self.shown, written(scope))
            raise ExpressionError(f"there is no {self.shown}", self.column, hint)
        return known

    @property
    def shown(self) -> str:
        """As it is written."""
        return spelt(self.owner, self.name)

    def kind(self, scope: Scope) -> Kind:
        return self.found(scope).kind

    def worth(self, lookup: Lookup) -> Worth:
        found = lookup(self.owner, self.name)
        if found is None:
            raise NoValueError(f"{self.shown} is blank")
        return Fraction(found) if isinstance(found, int) else found


@dataclass(frozen=True, slots=True)
class _Many(_Node):
    """Parts of one kind that make one value of a kind."""

    members: tuple[_Node, ...]

    def parts(self) -> Sequence[_Node]:
        return self.members


@dataclass(frozen=True, slots=True)
class _Sum(_Many):
    """The members with their signs added up."""

    signs: tuple[int, ...]

    def kind(self, scope: Scope) -> Kind:
        return _all_of(Kind.NUMBER, self.members, scope)

    def worth(self, lookup: Lookup) -> Worth:
        total = Fraction(0)
        for sign, member in zip(self.signs, self.members, strict=True):
            total = _bounded(total + sign * _number(member, lookup))
        return total


@dataclass(frozen=True, slots=True)
class _Product(_Many):
    """The members multiplied, or divided by where ``divides`` says so."""

    divides: tuple[bool, ...]

    def kind(self, scope: Scope) -> Kind:
        for divides, member in zip(self.divides, self.members, strict=True):
            if divides and isinstance(member, _Constant) and member.value == 0:
                raise ExpressionError("nothing can be divided by 0", member.column)
        return _all_of(Kind.NUMBER, self.members, scope)

    def worth(self, lookup: Lookup) -> Worth:
        total = Fraction(1)
        for divides, member in zip(self.divides, self.members, strict=True):
            number = _number(member, lookup)
            if divides and not number:
                raise NoValueError("nothing can be divided by 0")
            total = _bounded(total / number if divides else total * number)
        return total


@dataclass(frozen=True, slots=True)
class _Extreme(_Many):
    """The smallest or greatest of the members."""

    function: str

    def kind(self, scope: Scope) -> Kind:
        return _all_of(Kind.NUMBER, self.members, scope)

    def worth(self, lookup: Lookup) -> Worth:
        numbers = [_number(member, lookup) for member in self.members]
        return min(numbers) if self.function == "min" else max(numbers)


@dataclass(frozen=True, slots=True)
class _Logic(_Many):
    """Whether all members hold, or any; what need not be looked at is not."""

    word: str

    def kind(self, scope: Scope) -> Kind:
        return _all_of(Kind.TRUTH, self.members, scope)

    def worth(self, lookup: Lookup) -> Worth:
        holds = (bool(member.worth(lookup)) for member in self.members)
        return all(holds) if self.word == "and" else any(holds)


@dataclass(frozen=True, slots=True)
class _Not(_Many):
    def kind(self, scope: Scope) -> Kind:
        return _all_of(Kind.TRUTH, self.members, scope)

    def worth(self, lookup: Lookup) -> Worth:
        return not self.members[0].worth(lookup)


@dataclass(frozen=True, slots=True)
class _Comparison(_Many):
    sign: str

    def kind(self, scope: Scope) -> Kind:
        left, right = self.members
        kinds = (left.kind(scope), right.kind(scope))
        if kinds[0] != kinds[1] or kinds[0] in (Kind.TRUTH, Kind.LIST):
            raise ExpressionError(f"{kinds[0]} cannot be compared with {kinds[1]}", right.column, _other_way(kinds))
        if self.sign not in ("=", "!=") and kinds[0] is not Kind.NUMBER:
            raise ExpressionError(f"{kinds[0]} is neither less nor more than another", left.column, "use = or !=")
        for named, constant in ((left, right), (right, left)):
            _check_choice(named, constant, scope)
        return Kind.TRUTH

    def worth(self, lookup: Lookup) -> Worth:
        left, right = (member.worth(lookup) for member in self.members)
        return _COMPARE[self.sign](left, right)


_COMPARE: Mapping[str, Callable[[Any, Any], bool]] = {
    "=": lambda left, right: bool(left == right),
    "!=": lambda left, right: bool(left != right),
    "<": lambda left, right: bool(left < right),
    "<=": lambda left, right: bool(left <= right),
    ">": lambda left, right: bool(left > right),
    ">=": lambda left, right: bool(left >= right),
}


@dataclass(frozen=True, slots=True)
class _Within(_Many):
    """Whether the first member, a text, is an entry of the second, a list."""

    def kind(self, scope: Scope) -> Kind:
        text, entries = self.members
        _all_of(Kind.TEXT, [text], scope)
        _all_of(Kind.LIST, [entries], scope)
        _check_choice(entries, text, scope)
        return Kind.TRUTH

    def worth(self, lookup: Lookup) -> Worth:
        text, entries = (member.worth(lookup) for member in self.members)
        return isinstance(entries, list) and text in entries


@dataclass(frozen=True, slots=True)
class _Size(_Many):
    """How many entries a list has."""

    def kind(self, scope: Scope) -> Kind:
        _all_of(Kind.LIST, self.members, scope)
        return Kind.NUMBER

    def worth(self, lookup: Lookup) -> Worth:
        entries = self.members[0].worth(lookup)
        return Fraction(len(entries) if isinstance(entries, list) else 0)


@dataclass(frozen=True, slots=True)
class _Blank(_Many):
    """Whether a value is blank."""

    def kind(self, scope: Scope) -> Kind:
        (member,) = self.members
        if not isinstance(member, _Named) or not member.found(scope).may_be_blank:
            raise ExpressionError("only a value that may be blank is asked whether it is", member.column)
        return Kind.TRUTH

    def worth(self, lookup: Lookup) -> Worth:
        (member,) = self.members
        return isinstance(member, _Named) and lookup(member.owner, member.name) in (None, "", [])


def _all_of(kind: Kind, members: Sequence[_Node], scope: Scope) -> Kind:
    for member in members:
        if (found := member.kind(scope)) is not kind:
            raise ExpressionError(f"{kind} is needed here, and this is {found}", member.column, _instead(kind))
    return kind


def _instead(kind: Kind) -> str:
    return {
        Kind.TRUTH: "write a comparison such as Beans >= 3",
        Kind.NUMBER: "write a number, a name of one, or sums of them",
        Kind.TEXT: "write a text in single quotes",
    }.get(kind, "")


def _other_way(kinds: Sequence[Kind]) -> str:
    if Kind.LIST in kinds:
        return "ask whether 'a text' in the list, or for size(...) of it"
    if set(kinds) == {Kind.NUMBER, Kind.TEXT}:
        return "numbers stand without quotes; a date counts the days since day_zero"
    return ""


def _check_choice(named: _Node, constant: _Node, scope: Scope) -> None:
    """A text that the name can never be is a slip of the pen."""
    if isinstance(named, _Named) and isinstance(constant, _Constant) and isinstance(constant.value, str):
        choices = named.found(scope).choices
        if choices and constant.value not in choices:
            raise ExpressionError(
                f"{named.shown} is never {constant.value!r}", constant.column, nearest(constant.value, choices)
            )


def _number(node: _Node, lookup: Lookup) -> Fraction:
    worth = node.worth(lookup)
    if not isinstance(worth, Fraction):
        raise NoValueError(f"{worth!r} is no number")
    return worth


def _bounded(number: Fraction) -> Fraction:
    if abs(number.numerator) >= _LIMIT or number.denominator >= _LIMIT:
        raise NoValueError(f"a number has more than {MAX_DIGITS} digits")
    return number


# --- names --------------------------------------------------------------------------------------------------------------------------


def spelt(owner: str, name: str) -> str:
    """A name as expressions write it: in square brackets where it is more than one plain word."""
    own = name if name.isidentifier() and name not in RESERVED else f"[{name}]"
    if owner == "" and name in RESERVED:
        own = name
    return f"{owner}.{own}" if owner else own


def written(scope: Scope) -> list[str]:
    """Every name of a scope as expressions write it."""
    return [spelt(owner, name) for owner, name in scope]


def nearest(word: str, known: Sequence[str]) -> str:
    """The known word that was probably meant, as a question; else a list of what there is."""
    folded = {each.casefold(): each for each in known}
    close = get_close_matches(word.casefold(), folded, n=1, cutoff=0.6)
    if close:
        return f"did you mean {folded[close[0]]}?"
    shown = ", ".join(list(known)[:12])
    return f"there are: {shown}{', ...' if len(known) > 12 else ''}" if shown else ""


# --- reading ------------------------------------------------------------------------------------------------------------------------

_GRAMMAR = r"""
?start: either
?either: both | both (_OR both)+            -> either
?both: denied | denied (_AND denied)+       -> both
?denied: comparison | NOT denied             -> denied
?comparison: sum | sum COMPARE sum           -> comparison
    | sum _IN sum                           -> within
?sum: product | product (SIGN product)+      -> sum
?product: signed | signed (TIMES signed)+    -> product
?signed: atom | SIGN signed                  -> signed
?atom: NUMBER                                -> number
    | TEXT                                   -> text
    | reference
    | FUNCTION "(" either ("," either)* ")"  -> call
    | "(" either ")"                         -> inside
reference: NAME | NAME "." NAME              -> owned

_OR.2: /or(?!\w)/
_AND.2: /and(?!\w)/
_IN.2: /in(?!\w)/
NOT.2: /not(?!\w)/
FUNCTION.2: /(?:min|max|size|blank)(?=\s*\()/
COMPARE: /<=|>=|!=|=|<|>/
SIGN: /[+-]/
TIMES: /[*\/]/
NUMBER: /[0-9]+(\.[0-9]+)?/
TEXT: /'(?:[^'\n]|'')*'/
NAME: /[^\W\d]\w*|\[[^\[\]\n]+\]/
%ignore /\s+/
"""


@dataclass(frozen=True, slots=True)
class Expression:
    """An expression read, with its text and the kind of its value."""

    text: str
    kind: Kind
    root: _Node

    def number(self, lookup: Lookup) -> int:
        """Its whole number, rounded towards zero (BN-241); raises NoValueError, and whatever the lookup raises."""
        return int(_number(self.root, lookup))

    def words(self, lookup: Lookup) -> str:
        """Its text, or its player's key; raises NoValueError, and whatever the lookup raises."""
        return str(self.root.worth(lookup))

    def holds(self, lookup: Lookup) -> bool:
        """Whether the condition holds; raises NoValueError, and whatever the lookup raises."""
        return bool(self.root.worth(lookup))

    @property
    def constant(self) -> int | str | None:
        """Its value where it reads no name at all; None where it does, where it is a condition, or where it has no value."""
        if self.references or self.kind is Kind.TRUTH:
            return None
        try:
            return self.number(_no_value) if self.kind is Kind.NUMBER else self.words(_no_value)
        except NoValueError:
            return None

    @property
    def references(self) -> frozenset[Reference]:
        """Every name that it reads."""
        return frozenset((node.owner, node.name) for node in _every(self.root) if isinstance(node, _Named))


def _no_value(owner: str, name: str) -> Found:
    """A constant asks for no name."""
    return None


def _every(node: _Node) -> Iterator[_Node]:
    yield node
    for part in node.parts():
        yield from _every(part)


def read_expression(text: str, scope: Scope, wanted: Kind | None = None) -> Expression:
    """Read an expression over the names of a scope; raises ExpressionError, also where it is not of the kind ``wanted``."""
    if len(text) > LONGEST:
        raise ExpressionError(f"more than {LONGEST} characters", LONGEST, "take it apart into several steps")
    root = _parsed(text)
    kind = root.kind(scope)
    if wanted is not None and kind is not wanted:
        raise ExpressionError(f"{wanted} is needed here, and this is {kind}", root.column, _instead(wanted))
    return Expression(text, kind, root)


def _parsed(text: str) -> _Node:
    from lark.exceptions import UnexpectedCharacters, UnexpectedInput

    try:
        node: Any = _parser().parse(text)
    except UnexpectedCharacters as fault:
        raise _unexpected(text, fault.pos_in_stream or 0) from None
    except UnexpectedInput as fault:
        at_end = getattr(getattr(fault, "token", None), "type", "") == "$END"
        raise _unexpected(text, len(text) if at_end else fault.pos_in_stream or 0) from None
    found: _Node = node
    return found


_HINTS: Mapping[str, str] = {
    "==": "equal is written =",
    "&&": "write and",
    "||": "write or",
    "!": "write not, or != for unequal",
    '"': "texts stand in single quotes",
    "=": "equal is written =, at least >=, at most <=",
    ">": "unequal is written !=",
    "%": "there are + - * / min(...) max(...)",
    "^": "there are + - * / min(...) max(...)",
}
_ANY_PART = "a number, a name, a text in single quotes, min(...), max(...) or brackets can stand here"


def _unexpected(text: str, at: int) -> ExpressionError:
    """What stands at an offset (from 0) and cannot; the end is said as such."""
    rest = text[at:].lstrip()
    if not rest:
        what = "nothing is written" if not text.strip() else "it ends too early"
        return ExpressionError(what, len(text.rstrip()) + 1, _ANY_PART)
    hint = next((hint for sign, hint in _HINTS.items() if rest.startswith(sign)), "")
    word = rest.split()[0][:20]
    return ExpressionError(
        f"{word} cannot stand here", at + 1, hint or "operators are + - * / = != < <= > >= and or in"
    )


@cache
def _parser() -> Lark:
    from lark import Lark

    builder = _Builder()
    made = {name: _spread(getattr(builder, name)) for name in vars(_Builder) if not name.startswith("_")}
    return Lark(_GRAMMAR, parser="lalr", transformer=SimpleNamespace(**made), maybe_placeholders=False)


def _spread(make: Callable[..., _Node]) -> Callable[[Sequence[Any]], _Node]:
    """The parser gives what stands in a rule as one list."""
    return lambda children: make(*children)


def _depth(column: int, *inside: _Node) -> int:
    depth = 1 + max((node.depth for node in inside), default=0)
    if depth > DEEPEST:
        raise ExpressionError(f"more than {DEEPEST} parts inside one another", column, "take it apart into steps")
    return depth


class _Builder:
    """Makes the nodes while the parser reads, so that no depth of brackets can overflow anything."""

    def number(self, token: Any) -> _Node:
        if len(token) > MAX_DIGITS:
            raise ExpressionError(f"a number has more than {MAX_DIGITS} digits", _column(token))
        return _Constant(_column(token), 1, Fraction(str(token)))

    def text(self, token: Any) -> _Node:
        return _Constant(_column(token), 1, str(token)[1:-1].replace("''", "'"))

    def reference(self, name: Any) -> _Node:
        return _Named(_column(name), 1, "", _plain(name))

    def owned(self, owner: Any, name: Any) -> _Node:
        return _Named(_column(owner), 1, _plain(owner), _plain(name))

    def inside(self, node: _Node) -> _Node:
        return replace(node, depth=_depth(node.column, node))

    def signed(self, sign: Any, node: _Node) -> _Node:
        return _Sum(_column(sign), _depth(_column(sign), node), (node,), (_sign(sign),))

    def sum(self, first: _Node, *rest: Any) -> _Node:
        members = (first, *rest[1::2])
        return _Sum(first.column, _depth(first.column, *members), members, (1, *map(_sign, rest[::2])))

    def product(self, first: _Node, *rest: Any) -> _Node:
        members = (first, *rest[1::2])
        divides = (False, *(sign == "/" for sign in rest[::2]))
        return _Product(first.column, _depth(first.column, *members), members, divides)

    def comparison(self, left: _Node, sign: Any, right: _Node) -> _Node:
        return _Comparison(left.column, _depth(left.column, left, right), (left, right), str(sign))

    def within(self, text: _Node, entries: _Node) -> _Node:
        return _Within(text.column, _depth(text.column, text, entries), (text, entries))

    def denied(self, word: Any, node: _Node) -> _Node:
        return _Not(_column(word), _depth(_column(word), node), (node,))

    def both(self, *members: _Node) -> _Node:
        return _Logic(members[0].column, _depth(members[0].column, *members), members, "and")

    def either(self, *members: _Node) -> _Node:
        return _Logic(members[0].column, _depth(members[0].column, *members), members, "or")

    def call(self, function: Any, *members: _Node) -> _Node:
        depth = _depth(_column(function), *members)
        if function in ("min", "max"):
            return _Extreme(_column(function), depth, members, str(function))
        if len(members) != 1:
            raise ExpressionError(f"{function}(...) takes one name", _column(function))
        return (_Size if function == "size" else _Blank)(_column(function), depth, members)


def _plain(name: str) -> str:
    """A name without its square brackets, with single blanks."""
    return " ".join(str(name).strip("[]").split())


def _sign(written_sign: str) -> int:
    return -1 if written_sign == "-" else 1


def _column(token: Any) -> int:
    """Where a token begins, from 1."""
    return int(token.start_pos) + 1
