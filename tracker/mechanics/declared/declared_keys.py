"""The keys of a dynasty file, what each may hold and means, and how much of everything a file may have."""

from __future__ import annotations

from dataclasses import dataclass

MAX_FILE = 100_000
"""A dynasty file has at most so many characters."""
MAX_VARIABLES = 100
MAX_ACTIONS = 100
MAX_ATOMIC = 20
MAX_LINES = 20
"""Ways to write one action."""
MAX_NEEDS = 20
MAX_STEPS = 40
MAX_PARAMETERS = 8
MAX_CHOICES = 200
LISTS = ("FRUIT", "COLOUR", "COLOR")
"""The words that draw one outcome of a list of the game (BN-231, BN-232)."""
MAX_NAME = 40
"""Characters of the name of a variable or an action."""
MAX_WORDS = 200
"""Characters of any other short text."""


@dataclass(frozen=True, slots=True)
class Key:
    """A key that a table of the file may hold: its name, what may stand there, what it means, whether it must be there."""

    name: str
    form: str
    meaning: str
    is_needed: bool = False


TABLES = ("date_action", "variable", "action", "atomic")
FILE_KEYS = (
    Key("name", "text", "The dynasty's name.", is_needed=True),
    Key("player", "text", "What a player is called; `Player` where it is left out."),
    Key("emperor", "text", "What the head of the dynasty is called; `Emperor` where it is left out."),
    Key(
        "page",
        "text",
        "The wiki page that holds the table and its log; needed where a variable is tracked in the table.",
    ),
    Key(
        "day_zero",
        "date",
        "The UTC day that is counted 0: `today` is the number of days since. Needed where days are counted.",
    ),
    Key("code", "text", "A built-in dynasty whose actions come on top."),
)
DATE_ACTION_KEYS = (
    Key("variable", "text", "The players' variable that must be below today and rises by 1.", is_needed=True),
    Key("exhausted_after", "whole number", "No Date action is left to who lags more than so many days behind today."),
)
VARIABLE_KEYS = (
    Key("name", "text", "Its name, which is also the table's column.", is_needed=True),
    Key("type", "`integer`, `text`, `enumeration`, `list` or `date`", "What it holds.", is_needed=True),
    Key("of", "`player` or `game`", "Whose it is; `player` where it is left out."),
    Key("minimum", "whole number", "The lowest legal integer. Without any range integers are never below 0 (BN-236)."),
    Key("maximum", "whole number", "The highest legal integer; of a list, the most entries."),
    Key("allowed", "list of whole numbers", "The legal integers, where they are no range."),
    Key("choices", "list of texts", "The legal texts; an enumeration needs them, texts and lists may have them."),
    Key(
        "default",
        "a value, or an expression in quotes",
        'What it is at first, such as `3`, `"today - 1"`, `"Awake"` (BN-242).',
    ),
    Key("may_be_blank", "true or false", "Whether a text, list or date may be blank; true where it is left out."),
    Key("tracked", "text", "`table`, or in words where else; `table` where it is left out."),
    Key(
        "by_hand",
        "`audited` or `free`",
        "Whether changes by hand are audited, or anybody may make them; `audited` where left out.",
    ),
    Key("clause", "text", "The title of the rule it stands in."),
)
ACTION_KEYS = (
    Key("name", "text", "The action's name.", is_needed=True),
    Key(
        "lines",
        "list of texts",
        "What players write, `{name}` for a parameter; the action's name where it is left out.",
    ),
    Key("who", "`player`, `emperor` or `anyone`", "Who may take it; `player` where it is left out."),
    Key(
        "limit",
        "`none`, `date`, `daily`, `daily communal`, `weekly` or `weekly communal`",
        "How often; `none` where left out.",
    ),
    Key(
        "needs", "list of conditions", "What must hold before; an action whose need is not met is refused in its words."
    ),
    Key("steps", "list of steps", "What it does, in order, all or nothing.", is_needed=True),
    Key("parameters", "table", "What each `{name}` of its lines may be."),
    Key("clause", "text", "The title of the rule it stands in."),
)
ATOMIC_KEYS = (
    Key("name", "text", "The Atomic Action's name.", is_needed=True),
    Key(
        "steps",
        "list of texts",
        "The names of its steps in order: actions of the file, or Atomic Actions further up.",
        is_needed=True,
    ),
    Key(
        "limit",
        "`none`, `daily`, `daily communal`, `weekly` or `weekly communal`",
        "How often it may be completed; `none` where left out.",
    ),
    Key(
        "uses",
        "table of lists of texts",
        "By step the earlier steps whose result it uses: where one of them is to be done again, so is it.",
    ),
    Key(
        "skip", "table of conditions", "By step when it is left out, as the action itself says; it counts as done then."
    ),
    Key("clause", "text", "The title of the rule it stands in."),
)
