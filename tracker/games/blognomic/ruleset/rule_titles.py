"""Rules followed under other titles: where the text of each passage that clauses stand in is to be found on a revision."""

from __future__ import annotations

from collections.abc import Mapping

from tracker.core.rule import rule
from tracker.games.blognomic.law import CLAUSES
from tracker.games.blognomic.moment import Moment
from tracker.mechanics.ruleset.followed_titles import follow
from tracker.mechanics.ruleset.ruleset_passages import Moves, Passage

from .rule_numbers import known_rules
from .ruleset_page import PageReading, RulesetShown, words_of


@rule("BN-258")
def follow_titles(
    moment: Moment, row: str, revision: int, page: str, reading: PageReading, terms: Mapping[str, str]
) -> Moves:
    """Find every passage that clauses stand in: titles are no rule text, so the text is followed wherever it goes.

    One reworded together with its title is followed too, and its clauses are in doubt for its words. ``terms`` as
    ``known_words`` gives them.
    """

    def words(passage: Passage) -> str:
        return words_of(page, passage, terms)

    before, seen = moment.state.ruleset, (moment.when, row, revision)
    return follow(known_rules().hashes, before, reading.passages, words, seen)


# --- what is said of it -----------------------------------------------------------------------------------------------


@rule("BN-258")
def note_renamed(moment: Moment, row: str, shown: RulesetShown, moves: Moves) -> None:
    """Note each rule that clauses stand in and that bears another title than on the revision before, or its own again."""
    for place in moves.sources:
        key, passage = shown.clause_key(place), shown.passages.get(place)
        if passage is not None and passage.hash:
            clause = known_rules().first_clauses[key]
            title = f"“{passage.path[-1].removeprefix(';')}”"
            called = f"is called {title} again" if place == key else f"is now called {title}"
            text = (
                f"{CLAUSES[clause].place} {called} by revision {shown.revision} of the ruleset page ({shown.editor}); "
                "this tracker reads it there, and nothing is to be done"
            )
            moment.state.note("RULE_RENAMED", clause, text, row, at=moment.when, is_note=True)
