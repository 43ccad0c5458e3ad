"""Take the clauses' text hashes anew from the wikitext of a ruleset page, after a person has checked the code against it.

    python scripts/clause_hashes.py blognomic tests/games/blognomic/ruleset170.wikitext

Each clause of the game's ``clauses.toml`` gets as ``text_hash`` the hash of the passage that it stands in; clauses whose rule
the page lacks are listed, and nothing is written then. BlogNomic's terms for player and head of the dynasty may be those of any day.
"""

import re
import sys
from collections.abc import Iterator, Mapping
from contextlib import suppress
from pathlib import Path

from tracker.core.clause import ClauseIndex, load_clauses, text_hash
from tracker.errors import RuleError
from tracker.games.blognomic.ruleset import ruleset_page
from tracker.mechanics.ruleset.ruletree import parse_rules

GAMES = Path(__file__).resolve().parent.parent / "tracker" / "games"
TOML = "clauses.toml"
HEADER = re.compile(r"\[([A-Z0-9]+-\d{3})\]")


def hashes_of(game: str, page: str, clauses: ClauseIndex) -> dict[str, str]:
    """Clause -> its hash as the page has it; BlogNomic's have sections, a glossary and terms of the day."""
    if game != "blognomic":
        return titled_hashes(page, clauses)
    return {id: hash for id, hash in ruleset_page.clause_hashes(page).items() if id in clauses}


def titled_hashes(page: str, clauses: ClauseIndex) -> dict[str, str]:
    """Clause -> the hash of the text of the rule that its titles lead to, without subrules; "" where the page lacks that."""
    rules, found = parse_rules(page), dict.fromkeys(clauses, "")
    for id, clause in clauses.items():
        with suppress(RuleError):
            found[id] = text_hash(rules.at(clause.path).own_text)
    return found


def with_hashes(toml: str, hashes: Mapping[str, str]) -> str:
    """The file with each clause's ``text_hash`` behind its ``class``; everything else stays as it is."""
    return "".join(_lines(toml, hashes))


def _lines(toml: str, hashes: Mapping[str, str]) -> Iterator[str]:
    clause = ""
    for line in toml.splitlines(keepends=True):
        found = HEADER.fullmatch(line.strip())
        clause = found[1] if found else clause
        if line.startswith("text_hash = "):
            continue
        yield line
        if line.startswith("class = "):
            yield f'text_hash = "{hashes[clause]}"\n'


def main(arguments: list[str]) -> int:
    """Read the page, write the hashes, say how many changed."""
    if len(arguments) != 2 or not (GAMES / arguments[0] / TOML).is_file():
        print(__doc__, file=sys.stderr)
        return 2
    game, page = arguments
    toml = GAMES / game / TOML
    clauses = load_clauses(toml)
    hashes = hashes_of(game, Path(page).read_text(encoding="utf-8"), clauses)
    missing = [clause for clause, hash in hashes.items() if not hash]
    if missing:
        print(f"the page lacks the rules of {', '.join(missing)}; nothing was written", file=sys.stderr)
        return 1
    toml.write_text(with_hashes(toml.read_text(encoding="utf-8"), hashes), encoding="utf-8")
    changed = sum(hash != clauses[clause].text_hash for clause, hash in hashes.items())
    print(f"{len(hashes)} clauses, {changed} hashes changed")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
