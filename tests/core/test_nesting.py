"""JSON and TOML that nest without end: refused, whoever reads them."""

import json

import pytest

from tracker.core.nesting import MOST_NESTED, TooDeepError, read_json, read_toml

DEPTHS = [MOST_NESTED + 1, 500, 100_000]


@pytest.mark.parametrize("depth", DEPTHS)
def test_what_nests_too_deep_is_refused(depth: int) -> None:
    for text in ("[" * depth + "]" * depth, '{"a":' * depth + "1" + "}" * depth):
        with pytest.raises(TooDeepError, match=f"{MOST_NESTED} levels"):
            read_json(text)


@pytest.mark.parametrize("depth", [MOST_NESTED, 500, 5_000])
def test_toml_that_nests_too_deep_is_refused(depth: int) -> None:
    for text in (f"a = {'[' * depth}{']' * depth}", f"{'.'.join('a' * depth)}.b = 1", f"[{'.'.join('a' * depth)}]"):
        with pytest.raises(TooDeepError):
            read_toml(text)


def test_what_is_sound_is_read() -> None:
    found = read_json("[" * MOST_NESTED + "]" * MOST_NESTED)
    assert json.dumps(found) == "[" * MOST_NESTED + "]" * MOST_NESTED
    assert read_json('{"a": [1, "x", null]}') == {"a": [1, "x", None]}
    assert read_toml("a = [1]\n[b.c]\nd = 2") == {"a": [1], "b": {"c": {"d": 2}}}
