"""What is computed once and used again leans on its clauses each time."""

import re
from pathlib import Path

from tracker.core.leaning import collecting, lean_on, remembered


def test_who_asks_again_for_what_is_remembered_leans_on_it_alike() -> None:
    @remembered(maxsize=1)
    def computed(number: int) -> int:
        lean_on(["X-1"])
        return number + 1

    for _ in range(2):
        with collecting() as found:
            assert computed(1) == 2
        assert found.clauses == {"X-1"}


def test_no_rule_is_hidden_behind_a_plain_cache() -> None:
    folder = Path(__file__).parents[2] / "tracker/games/blognomic"
    plain = re.compile(r"import .*\b(lru_cache|cache)\b")
    assert [path.name for path in folder.rglob("*.py") if plain.search(path.read_text())] == []
