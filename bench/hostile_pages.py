"""What reading a hostile page costs: for the tree, the blocks and the quotations a time that grows with its length."""

from __future__ import annotations

import sys
from time import process_time

from bench.table import Measure, print_table
from tracker.core.region import Span
from tracker.mechanics.enacting.instructions import RuleName
from tracker.mechanics.ruleset.ruletext import blocks, cuts_markup, end_of_text, matches, sentences
from tracker.mechanics.ruleset.ruletree import parse_rules

SHORT, TIMES_LONGER = 20_000, 10
"""Characters of the shorter page, and how many times longer the other one is."""
MOST_TIMES_SLOWER = 40
"""Far above what grows with the length, far below what grows with its square (100)."""
LEAST_SECONDS = 0.005
"""What is as quick as this is not compared: the clock is too coarse for it."""

HOSTILE = [
    *("=\n", "==A==\n", "===", "<!--", "<!-- -->", "<!--\n==a==\n-->", "<nowiki>", "<nowiki ", "<pre>\n==A==\n"),
    *(
        "{{",
        "{{\n}}",
        "{|\n",
        "{|\n|}\n",
        "[[",
        "[[a|",
        "[[a|\n",
        "]]",
        "[//a b]",
        "''",
        "<b>",
        "</b>",
        "<div>",
        "</div>",
    ),
    *("<ul>\n", "*\n", "* a\n\n", "\n", " ", ".", ". ", "e.g. ", '"', "(", "“”", "&amp;", "5.3.1 - B\n", "1.", "a|"),
]
"""What a hostile page is made of, over and over."""


def main() -> int:
    """Measure and print; 1 where the time grows faster than the page."""
    found = {unit: _slower(unit) for unit in HOSTILE}
    worst = sorted(found, key=lambda unit: -found[unit])[:3]
    length = f"{SHORT * TIMES_LONGER // 1000} kB of {{}} read, against a page {TIMES_LONGER} times shorter"
    return print_table([Measure(length.format(repr(unit)), found[unit], "times", MOST_TIMES_SLOWER) for unit in worst])


def _slower(unit: str) -> float:
    short, long = (unit * (length // len(unit)) for length in (SHORT, SHORT * TIMES_LONGER))
    return _seconds(long) / max(_seconds(short), LEAST_SECONDS)


def _seconds(page: str) -> float:
    start, own = process_time(), Span(0, len(page))
    root = parse_rules(page)
    root.look_up(RuleName("Zebra"))
    blocks(page, own)
    end_of_text(page, own)
    sentences(page, own)
    matches(page, own, "a")
    matches(page, own, page[:2_000])
    cuts_markup(page, Span(len(page) // 2, len(page) // 2 + 9))
    return process_time() - start


if __name__ == "__main__":
    sys.exit(main())
