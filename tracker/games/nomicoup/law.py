"""Nomicoup's clauses, parameters and first rules, and the law of an instant made of them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from pathlib import Path

from tracker.core.clause import load_clauses, load_parameters
from tracker.mechanics import law
from tracker.mechanics.chat_log import canonical_emoji

FOLDER = Path(__file__).parent
CLAUSES = load_clauses(FOLDER / "clauses.toml")
PARAMETERS = load_parameters(FOLDER / "parameters.toml")
HIDDEN = frozenset({"hand", "deck", "nonce", "nonces"})
"""The names of what is hidden in a gamestate and in an opening (COUP-034)."""
UP, RIGHT, DOWN = "up", "right", "down"
"""The votes (COUP-103)."""
_THUMBS: Mapping[str, str] = {"+1": UP, "-1": DOWN}


class Law(law.Law):
    """What holds in Nomicoup at an instant."""

    book = law.LawBook(PARAMETERS)
    __slots__ = ()

    @property
    def votes(self) -> Mapping[str, str]:
        """Kind of reaction (canonical) -> the vote that it casts (COUP-103)."""
        told = _canonical(tuple(self.value("vote_emoji").items()))
        return {**told, **_THUMBS} if self.chooses("thumbs_as_votes", "count") else told

    @property
    def separator(self) -> str:
        """What stands between two titles of a title path where it is shown (COUP-079)."""
        mark = self.word("title_path_separator")
        return mark if mark == "." else f" {mark} "


@lru_cache(maxsize=8)
def _canonical(votes: tuple[tuple[str, str], ...]) -> Mapping[str, str]:
    return {canonical_emoji(emoji): vote for emoji, vote in votes}


def of_nomicoup(common: law.Law) -> Law:
    """The law of an instant as this game's; raises TypeError for another game's."""
    if not isinstance(common, Law):
        raise TypeError(f"{common!r} is no law of Nomicoup")
    return common


@lru_cache(maxsize=1)
def first_rules() -> tuple[tuple[str, str, str], ...]:
    """The rules with which a game begins: ID path, title and content, parents before their subrules (COUP-003)."""
    return tuple(_read())


def _read() -> Iterator[tuple[str, str, str]]:
    import tomllib  # late: an idle tick reads no rules

    with (FOLDER / "rules.toml").open("rb") as file:
        for rule in tomllib.load(file)["rule"]:
            yield rule["id"], rule["title"], rule["content"]
