"""Aeternus' clauses, codes and parameters, and the law of an instant made of them."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any

from tracker.core.clause import load_clauses, load_parameters
from tracker.mechanics import law
from tracker.mechanics.chat.calendar import WEEKDAYS, share_the_week
from tracker.mechanics.ruleset import ruleset_codes

FOLDER = Path(__file__).parent
CLAUSES = load_clauses(FOLDER / "clauses.toml")
PARAMETERS = load_parameters(FOLDER / "parameters.toml")
_CODES = tomllib.loads((FOLDER / "codes.toml").read_text(encoding="utf-8"))
REFUSALS = _CODES["refusals"]
CODES: Mapping[str, tuple[str, str]] = {**REFUSALS, **_CODES["findings"], **ruleset_codes.codes("AET-032")}
"""Every code: its clause and one sentence."""
FRAMES = ("Subrules of this rule define fishing rod class items.",)
"""What the rules say that only hold others together: 7.4.3 Fishing Rods, in which no clause stands."""
NO_ROD, STANDARD_ROD, ADVANCED_ROD, REINFORCED_ROD = "none", "Standard Rod", "Advanced Rod", "Reinforced Rod"
CLASSIC_ROD, MIDAS_ROD = "Classic Rod", "Midas' Rod"
RODS = (STANDARD_ROD, ADVANCED_ROD, REINFORCED_ROD, CLASSIC_ROD, MIDAS_ROD)
POUCH, BINOCULARS, TORCH, EXPLOSIVES = "Foraging Pouch", "Binoculars", "Torch", "Explosives"
CONSTRUCTION = ("Flag", "Pylon of Purity", "Stag Station", "Boardwalk")
"""The features that can be built, in the order of the rules."""
CRAFTED = (POUCH, BINOCULARS, *RODS, TORCH, EXPLOSIVES)
"""The items that can be crafted, in the order of the rules."""
NOTHING = "nothing"
"""What a reward is called that is none."""
_NOT_A_LETTER = re.compile(r"[^a-z]+")
_REWARD = re.compile(r"([0-9]{1,4}) (.+)")


def one_of(item: str) -> str:
    """An item in words, with its article."""
    return item if item in (BINOCULARS, EXPLOSIVES) else f"{'an' if item[:1] in 'AEIOU' else 'a'} {item}"


class Law(law.Law):
    """What holds in Aeternus at an instant."""

    book = law.LawBook(PARAMETERS)
    __slots__ = ()

    # --- hexes --------------------------------------------------------------------------------------------------------

    def bias(self, biome: str) -> int:
        """The bias of a biome, the usual one where the rules give it none (AET-085)."""
        name = f"{_stem(biome)}_bias"
        return self.number(name if name in PARAMETERS else "usual_bias")

    @property
    def biome_weights(self) -> dict[str, int]:
        """Each biome with its weight in the pool of all, in the order of the rules (AET-089)."""
        return {biome: self.number(f"{_stem(biome)}_weight") for biome in self.words("biomes")}

    def landmark_weights(self, biome: str) -> dict[str, int]:
        """Each landmark with its weight on a hex of that biome, in the order in which a die counts them (AET-103)."""
        weights = {landmark: self.number(f"{_stem(landmark)}_weight") for landmark in self.words("landmarks")}
        on_biome = {landmark: f"{_stem(landmark)}_weight_on_{_stem(biome)}" for landmark in weights}
        return {
            landmark: self.number(on_biome[landmark]) if on_biome[landmark] in PARAMETERS else weight
            for landmark, weight in weights.items()
        }

    # --- what players do ----------------------------------------------------------------------------------------------

    def foraged(self, biome: str, face: int) -> dict[str, int]:
        """The reward for a face: item -> how many; for a biome without rewards that of another (AET-136 to AET-142)."""
        return self.rewards(biome)[min(face, len(self.rewards(biome))) - 1]

    def rewards(self, biome: str) -> tuple[dict[str, int], ...]:
        """The rewards of foraging on a biome by the faces of the die: item -> how many."""
        tables: Mapping[str, list[str]] = self.value("forage_rewards")
        return tuple(map(reward_of, tables.get(biome) or tables.get(self.word("forage_biome")) or [NOTHING]))

    @property
    def construction(self) -> dict[str, Mapping[str, int]]:
        """What each feature costs that can be built (AET-111 to AET-122)."""
        return {feature: self.value(f"{_stem(feature)}_cost") for feature in CONSTRUCTION}

    @property
    def crafting(self) -> dict[str, Mapping[str, int]]:
        """What each item is crafted of (AET-181 to AET-192)."""
        return {item: self.value(f"{_stem(item)}_recipe") for item in CRAFTED}

    # --- fish ---------------------------------------------------------------------------------------------------------

    @property
    def rods(self) -> dict[str, int]:
        """The chance in percent to catch a fish with each rod, and with none (AET-133, AET-185 to AET-189)."""
        base = self.number("catch_percent")
        added = (ADVANCED_ROD, REINFORCED_ROD, CLASSIC_ROD)
        return {
            NO_ROD: base,
            STANDARD_ROD: base,
            **{rod: base + self.number(f"{_stem(rod)}_percent") for rod in added},
            MIDAS_ROD: self.number(f"{_stem(MIDAS_ROD)}_percent"),
        }

    def medallion_percent(self, eligible: int) -> int:
        """The chance in percent that a catch is a medallion fish, by the number of types that the player is eligible for (AET-157)."""
        return min(self.number("medallion_percent_most"), eligible * self.number("medallion_percent_each"))


@lru_cache(maxsize=256)
def _stem(name: str) -> str:
    """A name as it stands in those of parameters: ``midas_rod``."""
    return _NOT_A_LETTER.sub("_", name.casefold()).strip("_")


def setting_problem(name: str, value: Any) -> str:
    """Why a well-formed setting cannot be used: rewards that are none, weekdays that are none or make no phases."""
    try:
        for words in (each for rewards in value.values() for each in rewards) if name == "forage_rewards" else ():
            reward_of(words)
    except ValueError as why:
        return str(why)
    is_amiss = (name == "week_start" and value not in WEEKDAYS) or (name == "phases" and not share_the_week(value))
    return f"there are no such weekdays, or they do not follow each other: {value}" if is_amiss else ""


def reward_of(words: str) -> dict[str, int]:
    """A reward as the tables word it: ``2 Wood``; {} for nothing. Raises ValueError for anything else."""
    said = words.strip()
    if said.casefold() == NOTHING:
        return {}
    found = _REWARD.fullmatch(said)
    if found is None:
        raise ValueError(f'{words!r} is no reward such as "2 Wood" or "nothing"')
    return {found[2]: int(found[1])}
