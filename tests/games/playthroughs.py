"""Playthroughs: archive extracts of our own writing, and what replay prints and the pages show of them at some instants.

What replay prints is kept as what is new since the instant before, a line for each value.

A game keeps them in ``tests/games/<slug>/playthroughs/``: ``NAME.jsonl`` (observations), ``NAME.toml`` (what it is about, the
instants printed, and those whose pages are rendered too) and the folder ``NAME/`` with the expected texts. After a change that
is meant, ``python -m tests.games.playthroughs`` writes the expected texts anew: read the difference before keeping it.
"""

import json
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tracker.app.asking.replay import gamestate_at, rows_of
from tracker.app.keeping.interchange import read_file
from tracker.core.gamestate import Gamestate
from tracker.core.instants import parse_instant
from tracker.games.base import Game
from tracker.games.registry import game, known_slugs
from tracker.render.pages import render_regions

HERE = Path(__file__).parent


@dataclass(frozen=True)
class Playthrough:
    """One playthrough of a game."""

    slug: str
    log: Path
    about: str
    instants: tuple[str, ...]
    pages_at: tuple[str, ...]

    @property
    def expected_folder(self) -> Path:
        return self.log.with_suffix("")

    def played(self) -> dict[str, str]:
        """File name below the folder of expected texts -> text, as the tracker gives it now."""
        chosen = game(self.slug)
        rows = rows_of(chosen, read_file(self.log, chosen.parameters))
        texts, shown = dict[str, str](), dict[str, str]()
        for instant in sorted({*self.instants, *self.pages_at}):
            gamestate = gamestate_at(chosen, rows, parse_instant(instant))
            before, shown = shown, dict(_lines("", gamestate.record()))
            texts[f"{instant.replace(':', '-')}.txt"] = _news(before, shown)
            if instant in self.pages_at:
                texts |= _pages(chosen, gamestate, instant)
        return texts

    def expected(self) -> dict[str, str]:
        """The same as it should be."""
        files = sorted(path for path in self.expected_folder.rglob("*") if path.is_file())
        return {str(path.relative_to(self.expected_folder)): path.read_text(encoding="utf-8") for path in files}

    def rewrite(self) -> None:
        """Take what the tracker gives now as what it should give."""
        texts = self.played()
        for name in self.expected().keys() - texts.keys():
            (self.expected_folder / name).unlink()
        for name, text in texts.items():
            path = self.expected_folder / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")


def playthroughs_of(slug: str) -> list[Playthrough]:
    """Every playthrough of a game."""
    return [_read(slug, log) for log in sorted((HERE / slug / "playthroughs").glob("*.jsonl"))]


def all_playthroughs() -> Iterator[Playthrough]:
    """Every playthrough of every game that is installed."""
    for slug in known_slugs():
        yield from playthroughs_of(slug)


def _read(slug: str, log: Path) -> Playthrough:
    told = tomllib.loads(log.with_suffix(".toml").read_text(encoding="utf-8"))
    return Playthrough(slug, log, told["about"], tuple(told["instants"]), tuple(told["pages_at"]))


def _lines(place: str, value: Any) -> Iterator[tuple[str, str]]:
    """Each value by its place: what is in an object stands by its key, what is in a list by its name, id or number."""
    if isinstance(value, dict) and value:
        for key, each in value.items():
            yield from _lines(f"{place}.{key}".lstrip("."), each)
    elif isinstance(value, list) and any(isinstance(each, dict) for each in value):
        for number, each in enumerate(value, start=1):
            yield f"{place}.{each.get('name') or each.get('id') or number}", json.dumps(each, ensure_ascii=False)
    else:
        yield place, json.dumps(value, ensure_ascii=False)


def _news(before: Mapping[str, str], now: Mapping[str, str]) -> str:
    """What came, changed or went since the instant before, a line each."""
    changed = [f"{place} = {value}\n" for place, value in now.items() if before.get(place) != value]
    return "".join([*changed, *(f"{place} is gone\n" for place in before if place not in now)])


def _pages(chosen: Game[Any], gamestate: Gamestate, instant: str) -> dict[str, str]:
    regions = render_regions(chosen.pages(gamestate, chosen.catalogue()))
    folder = instant.replace(":", "-")
    return {f"{folder}/{region.region}.wikitext": region.text + "\n" for region in regions}


if __name__ == "__main__":
    for playthrough in all_playthroughs():
        playthrough.rewrite()
