"""Writes the generated parts of the documentation anew: options, commands, kinds of observations, exit codes, codes.

Each part stands in its file between ``<!-- generated NAME -->`` and ``<!-- end of NAME -->``. Run it after a change of an
option, a command or a kind; a test says when.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from types import UnionType
from typing import Any, Literal, Union, get_args, get_origin

import click
from pydantic.fields import FieldInfo

from tracker.app.keeping.record_shapes import Record, models
from tracker.cli import EXIT_CODES, root
from tracker.config.example import example_config, options_as_markdown
from tracker.core.planning import CODES as PLAN_CODES
from tracker.games.registry import game, known_slugs
from tracker.mechanics.enacting.enactment import CODES as ENACT_CODES

ROOT = Path(__file__).resolve().parent.parent
EXAMPLE = ROOT / "config.example.ini"


# --- commands ---------------------------------------------------------------------------------------------------------


def commands() -> str:
    """Every command with its help, arguments, options and examples."""
    return "\n".join(_section(path, command) for path, command in every_command(root, ("tracker",)))


def every_command(group: click.Group, path: tuple[str, ...]) -> Iterator[tuple[tuple[str, ...], click.Command]]:
    """Each command with its full name, those of groups after their group."""
    context = click.Context(group)
    for name in group.list_commands(context):
        command = group.get_command(context, name)
        if command is not None:
            yield (*path, name), command
            if isinstance(command, click.Group):
                yield from every_command(command, (*path, name))


def _section(path: tuple[str, ...], command: click.Command) -> str:
    name = " ".join(path)
    arguments = [parameter for parameter in command.params if isinstance(parameter, click.Argument)]
    shown = " ".join([name, *(_argument(argument) for argument in arguments)])
    parts = [f"### {shown}\n", f"{_prose(command.help or '')}\n"]
    options = [parameter for parameter in command.params if isinstance(parameter, click.Option)]
    if options:
        parts.append("\n".join(["| option | meaning |", "|---|---|", *map(_option, options)]) + "\n")
    examples = [line.strip() for line in (command.epilog or "").splitlines() if line.strip().startswith("tracker")]
    if examples:
        parts.append("\n".join(["```sh", *examples, "```"]) + "\n")
    return "\n".join(parts)


def _argument(argument: click.Argument) -> str:
    name = argument.make_metavar(click.Context(click.Command("x")))
    return name if argument.required or name.startswith("[") else f"[{name}]"


def _option(option: click.Option) -> str:
    names = ", ".join(f"`{name}`" for name in option.opts)
    value = "" if option.is_flag else f" {option.metavar or option.name.upper()}" if option.name else ""
    default = f" Default: `{option.default}`." if option.show_default and option.default else ""
    several = " May be given several times." if option.multiple else ""
    return f"| {names}{value} | {option.help}{default}{several} |"


def _prose(text: str) -> str:
    return "\n\n".join(" ".join(part.split()) for part in text.split("\n\n"))


def exit_codes() -> str:
    """Every exit code."""
    rows = [f"| {code} | {meaning} |" for code, meaning in EXIT_CODES.items()]
    return "\n".join(["| exit code | meaning |", "|---|---|", *rows])


# --- observations -----------------------------------------------------------------------------------------------------


def kinds() -> str:
    """Every kind of observation with its fields."""
    return "\n".join(_kind(name) for name in models())


def common_fields() -> str:
    """The fields that every kind has."""
    rows = [_field(name, field) for name, field in Record.model_fields.items()]
    return "\n".join(["| field | value | meaning |", "|---|---|---|", *rows])


def _kind(name: str) -> str:
    model = models()[name]
    shared = {*Record.model_fields, "kind"} - ({"source"} if name == "look" else set())
    own = {key: field for key, field in model.model_fields.items() if key not in shared}
    rows = [_field(key, field) for key, field in own.items()]
    table = "\n".join(["| field | value | meaning |", "|---|---|---|", *rows])
    return f"### {name}\n\n{' '.join((model.__doc__ or '').split())}\n\n{table}\n"


def _field(name: str, field: FieldInfo) -> str:
    needed = "" if field.is_required() else ", optional"
    return f"| `{name}` | {_type(field.annotation, field)}{needed} | {field.description or ''} |"


_NAMES: Mapping[Any, str] = {str: "text", int: "number", bool: "true or false", type(None): "null"}


def _type(annotation: Any, field: FieldInfo | None = None) -> str:
    """What a field may hold, in words."""
    if field is not None and "date-time" in repr(field.metadata):
        return "instant"
    if annotation in _NAMES:
        return _NAMES[annotation]
    origin, inner = get_origin(annotation), get_args(annotation)
    if origin is Literal:
        return " or ".join(f"`{value}`" for value in inner)
    if origin in (Union, UnionType):
        return " or ".join(dict.fromkeys(_type(choice) for choice in inner if choice is not type(None)))
    if origin is list:
        return f"list of {_type(inner[0])}"
    if origin is dict:
        return "object"
    if hasattr(annotation, "__metadata__"):
        return "instant" if "date-time" in repr(annotation.__metadata__) else _type(annotation.__origin__)
    if hasattr(annotation, "model_fields"):
        return f"objects with {', '.join(f'`{name}`' for name in annotation.model_fields)}"
    return "any JSON value"


def codes() -> str:
    """Every code of a finding or refusal, of each game and of planning."""
    parts = [_codes(game(slug).title, game(slug).codes) for slug in known_slugs()]
    own = {"The pages": PLAN_CODES, "Enacting": ENACT_CODES}
    parts += [_codes(title, {code: ("", text) for code, text in found.items()}) for title, found in own.items()]
    return "\n".join(parts)


def _codes(title: str, found: Mapping[str, tuple[str, str]]) -> str:
    rows = [f"| `{code}` | {clause} | {text} |" for code, (clause, text) in found.items()]
    return "\n".join([f"### {title}\n", "| code | clause | meaning |", "|---|---|---|", *rows]) + "\n"


# --- writing ----------------------------------------------------------------------------------------------------------

PARTS: Mapping[str, Mapping[str, Callable[[], str]]] = {
    "docs/commands.md": {"exit codes": exit_codes, "commands": commands},
    "docs/configuration.md": {"options": options_as_markdown},
    "docs/observations.md": {"common fields": common_fields, "kinds": kinds, "codes": codes},
}
"""The generated parts of each file, by name."""


def renewed(text: str, parts: Mapping[str, Callable[[], str]]) -> str:
    """A file's text with its generated parts as they should be; raises ValueError where a part has no place."""
    for name, make in parts.items():
        begin, end = f"<!-- generated {name} -->", f"<!-- end of {name} -->"
        place = re.compile(f"{re.escape(begin)}.*?{re.escape(end)}", re.DOTALL)
        if not place.search(text):
            raise ValueError(f"there is no place for {name}")
        made = f"{begin}\n\n{make().strip()}\n\n{end}"
        text = place.sub(lambda _, made=made: made, text)  # type: ignore[misc]
    return text


def main() -> int:
    """Write every generated part and the example config."""
    EXAMPLE.write_text(example_config(), encoding="utf-8")
    for name, parts in PARTS.items():
        path = ROOT / name
        path.write_text(renewed(path.read_text(encoding="utf-8"), parts), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
