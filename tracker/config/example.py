"""The table of options written out: as ``config.example.ini``, as a config of an operator's own, as Markdown."""

from __future__ import annotations

import textwrap
from collections.abc import Collection, Iterator, Mapping, Sequence
from types import MappingProxyType

from tracker.config.option import Option, options_of
from tracker.config.settings import FREE_SECTIONS, SECTION_NAMES, SECTIONS

WIDTH = 100
FIRST = frozenset({
    ("game", "slug"), ("blog", "engine"), ("blog", "url"), ("discord", "guild"), ("discord", "token_env"), ("http", "contact"),
    ("wiki", "backend"), ("wiki", "url"), ("wiki", "account"), ("wiki", "password_env"), ("wiki", "ruleset"),
    ("publish", "permission"), ("archive", "url"),
})  # fmt: skip
"""The options that whoever begins looks at; every other one has a default that serves."""
_OTHERS = "# Every other option with its default: tracker config --all."
_NOMICS = "# Several nomics: a section for each holds what is its own, as SECTION.OPTION = VALUE; the sections above hold for all."
_NOMIC = ("[nomic:ducks]", "blog.url = https://ducks.example.org", "aliases.Kev = Kevan")
_FREE_EXAMPLES: Mapping[str, tuple[str, ...]] = {
    "pages": ("votable_matters = Tracker/Votable matters",),
    "headings": ("votable_matters = Votable matters",),
    "aliases": ("Kev = Kevan",),
    "switches": ("tags_compare = exactly", "declarations_in_downtime from 2019-10-01T00:00:00Z = allowed"),
    "identities": ("Kevan = wiki:Kevan, discord:123456789",),
}


def example_config() -> str:
    """The whole of ``config.example.ini``: the options to begin with, each with its help, commented out where its default will do."""
    return config_text({}, is_whole=False)


def config_text(
    given: Mapping[tuple[str, str], str],
    examples: Mapping[str, Sequence[str]] = MappingProxyType({}),
    unused: Collection[str] = (),
    checks: Mapping[tuple[str, str], str] = MappingProxyType({}),
    *,
    is_whole: bool = True,
) -> str:
    """A config file with every option explained; ``given`` are (section, option) -> text that differ from the default.

    One that ``is_whole`` has every option, another those to begin with and those that are given. ``examples`` are a game's own, SECTION or
    SECTION.OPTION -> lines, of a switch what it does; ``unused`` are sections that stand there only if given; ``checks`` are what of a
    value is to be checked by whoever runs the tracker.
    """
    first = "# The tracker's config. Lines that begin with # say what holds where nothing is written."
    sections_given = {section for section, _ in given}
    shown = [name for name in SECTION_NAMES if name not in unused or name in sections_given]
    nomics = [f"# {line}" for line in examples.get("nomic", _NOMIC)]
    if is_whole:
        return "\n".join([first, *_lines(shown, _EVERY, given, examples, checks), "", _NOMICS, *nomics, ""])
    wanted = FIRST | given.keys() | checks.keys()
    return "\n".join([first, *_lines(shown, wanted, given, examples, checks), "", _OTHERS, ""])


_EVERY = frozenset(
    (section, name)
    for section in SECTION_NAMES
    for name in (options_of(SECTIONS[section]) if section in SECTIONS else (section,))
)
"""Every option by section and name; of sections with names of the operator's own the section twice."""


def _lines(
    shown: Sequence[str],
    wanted: Collection[tuple[str, str]],
    given: Mapping[tuple[str, str], str],
    examples: Mapping[str, Sequence[str]],
    checks: Mapping[tuple[str, str], str],
) -> Iterator[str]:
    for section in (name for name in shown if any(of == name for of, _ in wanted)):
        yield ""
        yield f"[{section}]"
        if section in FREE_SECTIONS:
            yield from _comment(FREE_SECTIONS[section])
            yield from (f"# {line}" for line in examples.get(section, _FREE_EXAMPLES[section]))
            for name, text in ((name, text) for (of, name), text in given.items() if of == section):
                yield from _comment(f"{name}: {' '.join(examples.get(f'{section}.{name}', ()))}")
                yield f"{name} = {text}"
        else:
            options = {
                name: option for name, option in options_of(SECTIONS[section]).items() if (section, name) in wanted
            }
            for name, option in options.items():
                own = ", ".join(examples.get(f"{section}.{name}", ())) or option.example
                example = f"; for example {own}" if own else ""
                yield from _comment(f"{option.help} ({option.allowed}{example})")
                if (section, name) in checks:
                    yield from _comment(f"TO CHECK: {checks[section, name]}")
                yield _assignment(name, option, given.get((section, name)))


def _assignment(name: str, option: Option, text: str | None) -> str:
    if text is not None and text != option.default:
        return f"{name} = {text}".rstrip().replace("\n", "\n    ")
    return f"# {name} = {option.default}".rstrip().replace("\n", "\n#     ")


def _comment(text: str) -> list[str]:
    return [f"# {line}" for line in textwrap.wrap(text, WIDTH)]


def options(*, is_whole: bool) -> list[dict[str, str]]:
    """Every option, or those to begin with, as ``tracker config --json`` prints them."""
    return [
        {"section": section, "option": name, "default": option.default, "allowed": option.allowed, "help": option.help}
        for section, described in SECTIONS.items()
        for name, option in options_of(described).items()
        if is_whole or (section, name) in FIRST
    ]


def options_as_markdown() -> str:
    """The tables of options in ``docs/reference.md``."""
    parts = []
    for section in SECTION_NAMES:
        parts.append(f"### [{section}]\n")
        if section in FREE_SECTIONS:
            examples = "\n".join(_FREE_EXAMPLES[section])
            parts.append(f"{_sentence(FREE_SECTIONS[section])}\n\n```ini\n{examples}\n```\n")
            continue
        rows = [_row(name, option) for name, option in options_of(SECTIONS[section]).items()]
        parts.append("\n".join(["| option | default | allowed | meaning |", "|---|---|---|---|", *rows]) + "\n")
    return "\n".join(parts)


def _row(name: str, option: Option) -> str:
    default = ", ".join(f"`{line}`" for line in option.default.splitlines())
    example = f", for example `{option.example}`" if option.example else ""
    return f"| `{name}` | {default} | {option.allowed} | {option.help}{example} |"


def _sentence(text: str) -> str:
    return f"{text[:1].upper()}{text[1:]}."
