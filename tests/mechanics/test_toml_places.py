"""Where the parts of a TOML text stand."""

import tomllib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tracker.mechanics.declared.toml_places import Places

TEXT = '''# a file
name = "x" # [not] = 1
[[variable]]
name = "a"
"min = x" = 1

[[variable]]
text = """b
[[variable]]
c"""
of.whom = 2
[[action]]
lines = ["a, b", # x, "y"
  'b',

  """c
  ]""", [1,
  2], {k = 1, l = 2}]
[action.parameters]
"the amount" = "integer"
[[action]]
steps = []
   [ other . table ]
 key = [
 ]
late = """
"""
end = 1'''


@pytest.mark.parametrize(
    ("path", "line"),
    [
        (("name",), 2),
        (("variable",), 1),
        (("variable", 0), 3),
        (("variable", 0, "name"), 4),
        (("variable", 0, "min = x"), 5),
        (("variable", 0, "missing"), 3),
        (("variable", 1), 7),
        (("variable", 1, "text"), 8),
        (("variable", 1, "of", "whom"), 11),
        (("variable", 1, "of"), 7),
        (("action", 0), 12),
        (("action", 0, "lines"), 13),
        (("action", 0, "lines", 0), 13),
        (("action", 0, "lines", 1), 14),
        (("action", 0, "lines", 2), 16),
        (("action", 0, "lines", 3), 17),
        (("action", 0, "lines", 4), 18),
        (("action", 0, "lines", 9), 13),
        (("action", 0, "parameters"), 19),
        (("action", 0, "parameters", "the amount"), 20),
        (("action", 1), 21),
        (("action", 1, "steps"), 22),
        (("other", "table", "key"), 24),
        (("other", "table", "end"), 28),
        (("nowhere", 3, "at all"), 1),
        ((), 1),
    ],
)
def test_the_line_of_a_thing(path: tuple[str | int, ...], line: int) -> None:
    tomllib.loads(TEXT)
    assert Places(TEXT).line(*path) == line
    assert Places(TEXT.replace("\n", "\r\n")).line(*path) == line


@given(st.text(max_size=80) | st.text("[]={}\",'#.\n ab1", max_size=80))
def test_no_text_makes_it_raise(text: str) -> None:
    assert Places(text).line("a", 0, "b") <= text.count("\n") + 1
