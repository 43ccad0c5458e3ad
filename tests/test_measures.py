"""The measures of the code: short functions, said purposes, no cycles, no clock and no chance in pure code."""

import ast
import dataclasses
import itertools
import re
import statistics
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from graphlib import CycleError, TopologicalSorter
from importlib.util import resolve_name
from pathlib import Path

import pytest

from tracker.games.blognomic.law import PARAMETERS
from tracker.games.blognomic.vocabulary import VOCABULARY
from tracker.games.registry import game, known_slugs
from tracker.mechanics.enacting.vocabulary import Vocabulary

ROOT = Path(__file__).parent.parent
PURE_PACKAGES = ("tracker.core", "tracker.mechanics", "tracker.games")
CLOCK_AND_CHANCE_MODULES = {"random", "secrets", "time"}
CLOCK_AND_CHANCE_CALLS = {"now", "today", "urandom", "utcnow", "uuid1", "uuid4"}
NAMES_THAT_SAY_NOTHING = {"common", "helpers", "misc", "utils"}
WORDS_OF_EVERY_NOMIC = {"core", "idle", "motion", "proposal", "votable matter"}
"""Words of a game that are also ours: a package, a tick that finds nothing to do, what every nomic votes on."""
MODULES_THAT_SAY = {
    "dynasty": (
        "tracker.mechanics.declared.file",
        "tracker.mechanics.declared.declared_actions",
        "tracker.mechanics.declared.declared_keys",
        "tracker.mechanics.turns",
    ),
    "atomic action": (
        "tracker.mechanics.table.atomic_actions",
        "tracker.mechanics.declared.declared_actions",
        "tracker.mechanics.declared.declared_atomic",
        "tracker.mechanics.declared.declared_keys",
        "tracker.mechanics.turns",
    ),
}
"""Modules that carry out what a dynasty's file declares, and so bear the names of that file and of its entries."""

Function = ast.FunctionDef | ast.AsyncFunctionDef
Documented = ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef


@dataclass(frozen=True)
class Module:
    """One module of the tracker, parsed."""

    name: str
    path: Path
    tree: ast.Module

    def place(self, node: ast.stmt | ast.expr) -> str:
        return f"{self.path.relative_to(ROOT)}:{node.lineno}"

    def is_in(self, *packages: str) -> bool:
        return any(f"{self.name}.".startswith(f"{package}.") for package in packages)

    @property
    def package(self) -> str:
        return self.name if self.path.name == "__init__.py" else self.name.rpartition(".")[0]

    def imports(self, node: ast.AST) -> list[str]:
        """The modules, and the names in modules, that an import statement asks for."""
        if isinstance(node, ast.Import):
            return [alias.name for alias in node.names]
        if isinstance(node, ast.ImportFrom):
            origin = resolve_name("." * node.level + (node.module or ""), self.package)
            return [f"{origin}.{alias.name}" for alias in node.names]
        return []


@cache
def modules() -> dict[str, Module]:
    """Every module of the tracker by its dotted name."""
    found = [read_module(path) for path in sorted((ROOT / "tracker").rglob("*.py"))]
    return {module.name: module for module in found}


def read_module(path: Path) -> Module:
    parts = path.relative_to(ROOT).with_suffix("").parts
    name = ".".join(part for part in parts if part != "__init__")
    return Module(name, path, ast.parse(path.read_text(encoding="utf-8"), filename=str(path)))


def pure_modules() -> list[Module]:
    return [module for module in modules().values() if module.is_in(*PURE_PACKAGES)]


def body_lines(function: Function) -> int:
    """The lines of a function's body, not counting its signature and docstring."""
    body = function.body[1:] if ast.get_docstring(function) else function.body
    return (function.end_lineno or 0) - body[0].lineno + 1 if body else 0


def function_lengths() -> dict[str, int]:
    return {
        f"{module.place(node)} {node.name}": body_lines(node)
        for module in modules().values()
        for node in ast.walk(module.tree)
        if isinstance(node, Function)
    }


def longest_first(lengths: dict[str, int]) -> str:
    rows = sorted(lengths.items(), key=lambda row: -row[1])
    return "\n".join(f"{length} lines: {where}" for where, length in rows)


def running_nodes(node: ast.AST) -> Iterator[ast.AST]:
    """Every node of a module that may run, within functions too: all but what is there for types alone."""
    for child in ast.iter_child_nodes(node):
        if not (isinstance(child, ast.If) and ast.unparse(child.test) == "TYPE_CHECKING"):
            yield child
            yield from running_nodes(child)


def own_imports(module: Module) -> set[str]:
    """The modules of ours that this one imports, be it late."""
    names = [name for node in running_nodes(module.tree) for name in module.imports(node)]
    own = {name if name in modules() else name.rpartition(".")[0] for name in names}
    return (own & modules().keys()) - {module.name}


def public_definitions(node: ast.Module | ast.ClassDef) -> Iterator[Documented]:
    """The public functions and classes of a module, and those of its public classes."""
    for child in node.body:
        if isinstance(child, Documented) and not child.name.startswith("_"):
            yield child
            if isinstance(child, ast.ClassDef):
                yield from public_definitions(child)


def shares_a_docstring(definition: Documented) -> bool:
    """Whether another definition of the same name speaks for this one: an overload, a property's setter."""
    decorators = [ast.unparse(decorator) for decorator in definition.decorator_list]
    return any(text == "overload" or text.endswith((".overload", ".setter", ".deleter")) for text in decorators)


def clock_and_chance(module: Module) -> Iterator[str]:
    for node in ast.walk(module.tree):
        if isinstance(node, ast.Import | ast.ImportFrom):
            roots = {name.partition(".")[0] for name in module.imports(node)}
            yield from (f"{module.place(node)} imports {name}" for name in sorted(roots & CLOCK_AND_CHANCE_MODULES))
        elif isinstance(node, ast.Call) and called_name(node) in CLOCK_AND_CHANCE_CALLS:
            yield f"{module.place(node)} calls {ast.unparse(node.func)}"


def called_name(call: ast.Call) -> str:
    if isinstance(call.func, ast.Attribute):
        return call.func.attr
    return call.func.id if isinstance(call.func, ast.Name) else ""


def may_core_import(name: str) -> bool:
    ours = any(f"{name}.".startswith(f"{allowed}.") for allowed in ("tracker.core", "tracker.errors"))
    return ours or name.partition(".")[0] in sys.stdlib_module_names


def test_median_function_is_under_8_lines() -> None:
    lengths = function_lengths()
    assert statistics.median(lengths.values()) < 8, longest_first(lengths)


def test_nine_functions_in_ten_are_under_30_lines() -> None:
    lengths = function_lengths()
    long = {where: length for where, length in lengths.items() if length >= 30}
    assert len(long) <= len(lengths) / 10, longest_first(long)


def test_no_function_is_over_60_lines() -> None:
    too_long = {where: length for where, length in function_lengths().items() if length > 60}
    assert not too_long, longest_first(too_long)


def test_every_module_says_what_it_is_for() -> None:
    silent = [str(module.path.relative_to(ROOT)) for module in modules().values() if not ast.get_docstring(module.tree)]
    assert not silent, f"modules without a docstring: {silent}"


def test_every_public_definition_says_what_it_is_for() -> None:
    silent = [
        f"{module.place(definition)} {definition.name}"
        for module in modules().values()
        for definition in public_definitions(module.tree)
        if not shares_a_docstring(definition) and not ast.get_docstring(definition)
    ]
    assert not silent, "public functions and classes without a docstring:\n" + "\n".join(silent)


def test_pure_code_asks_neither_clock_nor_chance() -> None:
    found = [place for module in pure_modules() for place in clock_and_chance(module)]
    assert not found, "time and chance are arguments (law 15):\n" + "\n".join(found)


def test_core_stands_on_the_standard_library_and_our_errors_alone() -> None:
    foreign = [
        f"{module.name}: {name}"
        for module in modules().values()
        if module.is_in("tracker.core")
        for node in ast.walk(module.tree)
        for name in module.imports(node)
        if not may_core_import(name)
    ]
    assert not foreign, f"core imports {foreign}"


def test_no_modules_import_each_other_in_a_circle() -> None:
    graph = {name: own_imports(module) for name, module in modules().items()}
    try:
        TopologicalSorter(graph).prepare()
    except CycleError as error:
        pytest.fail(" <- ".join(error.args[1]))


def test_every_module_has_a_name_that_says_something() -> None:
    vague = [name for name in modules() if NAMES_THAT_SAY_NOTHING & set(name.split("."))]
    assert not vague, f"modules named after nothing: {vague}"


def own_words(vocabulary: Vocabulary) -> set[str]:
    """The words that only one game's people use, in lower case."""
    fields = {field.name: getattr(vocabulary, field.name) for field in dataclasses.fields(vocabulary)}
    nouns = [noun for section in fields.pop("sections") for noun in section.nouns]
    words = {*vocabulary.adjectives, *nouns, *itertools.chain(*fields.values())}
    return {word.casefold() for word in words if word}


def test_what_games_share_holds_no_games_own_words() -> None:
    names = {word.casefold() for slug in known_slugs() for word in (slug, game(slug).title)}
    terms = {str(PARAMETERS[name].values[0].value).casefold() for name in ("player_word", "emperor_word")}
    words = (own_words(VOCABULARY) | names | terms) - WORDS_OF_EVERY_NOMIC
    assert {"dynastic", "appendix", "cfj", "castaway", "blognomic"} <= words
    pattern = re.compile(rf"\b({'|'.join(map(re.escape, sorted(words)))})(?:s|’s|'s)?\b", re.IGNORECASE)
    found = [
        f"{module.path.relative_to(ROOT)}:{number} {said[0]}"
        for module in modules().values()
        if module.is_in("tracker.core", "tracker.mechanics")
        for number, line in enumerate(module.path.read_text(encoding="utf-8").splitlines(), 1)
        for said in pattern.finditer(line)
        if module.name not in MODULES_THAT_SAY.get(said[1].casefold(), ())
    ]
    assert not found, "mechanics and core know no particular game:\n" + "\n".join(found)
