"""Expressions of declared rules: whole numbers, texts and conditions over named values, typed when read and bounded in every way.

A number is worked out exactly and rounded towards zero only where a whole one is needed (BN-241): ``7 / 2 * 2`` is 7.
"""

from __future__ import annotations

import operator
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from difflib import get_close_matches
from enum import StrEnum
from fractions import Fraction
from functools import cache, partial
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
class _Call(_Node):
    """An operation on its members, by its name."""

    operation: str
    members: tuple[_Node, ...]

    def kind(self, scope: Scope) -> Kind:
        operation = _OPERATIONS[self.operation]
        if operation.wants is not None:
            _all_of(operation.wants, self.members, scope)
        if operation.check is not None:
            operation.check(self.members, scope)
        return operation.gives

    def worth(self, lookup: Lookup) -> Worth:
        return _OPERATIONS[self.operation].work(self.members, lookup)


@dataclass(frozen=True, slots=True)
class _Operation:
    """What an operation wants of each member (None: what ``check`` says, which raises ExpressionError), gives, and does."""

    wants: Kind | None
    gives: Kind
    work: Callable[[Sequence[_Node], Lookup], Worth]
    check: Callable[[Sequence[_Node], Scope], None] | None = None


def _sum(members: Sequence[_Node], lookup: Lookup) -> Worth:
    total = Fraction(0)
    for member in members:
        total = _bounded(total + _number(member, lookup))
    return total


def _product(members: Sequence[_Node], lookup: Lookup) -> Worth:
    total = Fraction(1)
    for member in members:
        total = _bounded(total * _number(member, lookup))
    return total


def _inverse(members: Sequence[_Node], lookup: Lookup) -> Worth:
    number = _number(members[0], lookup)
    if not number:
        raise NoValueError("nothing can be divided by 0")
    return 1 / number


def _check_divisor(members: Sequence[_Node], scope: Scope) -> None:
    (member,) = members
    if isinstance(member, _Constant) and member.value == 0:
        raise ExpressionError("nothing can be divided by 0", member.column)


def _compared(compare: Callable[[Any, Any], Any]) -> _Operation:
    """A comparison; of blank dates nothing is less or more."""

    def work(members: Sequence[_Node], lookup: Lookup) -> Worth:
        left, right = (member.worth(lookup) for member in members)
        return bool(compare(left, right))

    is_of_order = compare not in (operator.eq, operator.ne)
    return _Operation(None, Kind.TRUTH, work, partial(_check_comparison, is_of_order=is_of_order))


def _check_comparison(members: Sequence[_Node], scope: Scope, *, is_of_order: bool) -> None:
    left, right = members
    kinds = (left.kind(scope), right.kind(scope))
    if kinds[0] != kinds[1] or kinds[0] in (Kind.TRUTH, Kind.LIST):
        raise ExpressionError(f"{kinds[0]} cannot be compared with {kinds[1]}", right.column, _other_way(kinds))
    if is_of_order and kinds[0] is not Kind.NUMBER:
        raise ExpressionError(f"{kinds[0]} is neither less nor more than another", left.column, "use = or !=")
    for named, constant in ((left, right), (right, left)):
        _check_choice(named, constant, scope)


def _is_within(members: Sequence[_Node], lookup: Lookup) -> Worth:
    """Whether the first member, a text, is an entry of the second, a list."""
    text, entries = (member.worth(lookup) for member in members)
    return isinstance(entries, list) and text in entries


def _check_within(members: Sequence[_Node], scope: Scope) -> None:
    text, entries = members
    _all_of(Kind.TEXT, [text], scope)
    _all_of(Kind.LIST, [entries], scope)
    _check_choice(entries, text, scope)


def _size(members: Sequence[_Node], lookup: Lookup) -> Worth:
    """How many entries a list has."""
    entries = members[0].worth(lookup)
    return Fraction(len(entries) if isinstance(entries, list) else 0)


def _is_blank(members: Sequence[_Node], lookup: Lookup) -> Worth:
    (member,) = members
    return isinstance(member, _Named) and lookup(member.owner, member.name) in (None, "", [])


def _check_blank(members: Sequence[_Node], scope: Scope) -> None:
    (member,) = members
    if not isinstance(member, _Named) or not member.found(scope).may_be_blank:
        raise ExpressionError("only a value that may be blank is asked whether it is", member.column)


_OPERATIONS: Mapping[str, _Operation] = {
    "+": _Operation(Kind.NUMBER, Kind.NUMBER, _sum),
    "-": _Operation(Kind.NUMBER, Kind.NUMBER, lambda members, lookup: -_number(members[0], lookup)),
    "*": _Operation(Kind.NUMBER, Kind.NUMBER, _product),
    "/": _Operation(Kind.NUMBER, Kind.NUMBER, _inverse, _check_divisor),
    "min": _Operation(Kind.NUMBER, Kind.NUMBER, lambda members, lookup: min(_number(each, lookup) for each in members)),
    "max": _Operation(Kind.NUMBER, Kind.NUMBER, lambda members, lookup: max(_number(each, lookup) for each in members)),
    "and": _Operation(Kind.TRUTH, Kind.TRUTH, lambda members, lookup: all(each.worth(lookup) for each in members)),
    "or": _Operation(Kind.TRUTH, Kind.TRUTH, lambda members, lookup: any(each.worth(lookup) for each in members)),
    "not": _Operation(Kind.TRUTH, Kind.TRUTH, lambda members, lookup: not members[0].worth(lookup)),
    "=": _compared(operator.eq),
    "!=": _compared(operator.ne),
    "<": _compared(operator.lt),
    "<=": _compared(operator.le),
    ">": _compared(operator.gt),
    ">=": _compared(operator.ge),
    "in": _Operation(None, Kind.TRUTH, _is_within, _check_within),
    "size": _Operation(Kind.LIST, Kind.NUMBER, _size),
    "blank": _Operation(None, Kind.TRUTH, _is_blank, _check_blank),
}
"""Every operation by its name; one number alone is taken off by ``-``, and divided by ``/``."""


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
    for part in node.members if isinstance(node, _Call) else ():
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
        return _call(str(sign), _column(sign), node)

    def sum(self, first: _Node, *rest: Any) -> _Node:
        return _call("+", first.column, first, *_turned("-", rest))

    def product(self, first: _Node, *rest: Any) -> _Node:
        return _call("*", first.column, first, *_turned("/", rest))

    def comparison(self, left: _Node, sign: Any, right: _Node) -> _Node:
        return _call(str(sign), left.column, left, right)

    def within(self, text: _Node, entries: _Node) -> _Node:
        return _call("in", text.column, text, entries)

    def denied(self, word: Any, node: _Node) -> _Node:
        return _call("not", _column(word), node)

    def both(self, *members: _Node) -> _Node:
        return _call("and", members[0].column, *members)

    def either(self, *members: _Node) -> _Node:
        return _call("or", members[0].column, *members)

    def call(self, function: Any, *members: _Node) -> _Node:
        if function not in ("min", "max") and len(members) != 1:
            raise ExpressionError(f"{function}(...) takes one name", _column(function))
        return _call(str(function), _column(function), *members)


def _call(operation: str, column: int, *members: _Node) -> _Call:
    return _Call(column, _depth(column, *members), operation, members)


def _turned(operation: str, rest: Sequence[Any]) -> Iterator[_Node]:
    """The members of signs and members in turn, those behind that sign turned by it, which makes them no deeper."""
    for sign, node in zip(rest[::2], rest[1::2], strict=True):
        yield _Call(node.column, node.depth, operation, (node,)) if sign == operation else node


def _plain(name: str) -> str:
    """A name without its square brackets, with single blanks."""
    return " ".join(str(name).strip("[]").split())


def _column(token: Any) -> int:
    """Where a token begins, from 1."""
    return int(token.start_pos) + 1
