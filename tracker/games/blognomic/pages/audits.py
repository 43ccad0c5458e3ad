"""What the audits of people's acts and texts come to: findings, flags of matters, questions and facts of one moment."""

from __future__ import annotations

from tracker.core.gamestate import Fact, Finding, Question
from tracker.games.blognomic.appendix import dates, duties, keyword_table, names, precedence
from tracker.games.blognomic.core import ascension, fair_play, interregnum, readings
from tracker.games.blognomic.moment import Moment
from tracker.games.blognomic.special_case import orphans
from tracker.games.blognomic.state import Post


def findings(moment: Moment) -> list[Finding]:
    """What people should look at: addresses, fair play, orphan variables, keywords that rules define, and what open matters' texts say."""
    found = [*ascension.findings(moment), *fair_play.findings(moment), *orphans.findings(moment)]
    found += keyword_table.findings(moment)
    for post in moment.state.open_matters():
        found += [*duties.notes(moment, post), *dates.notes(moment, post)]
    return found


def flags(moment: Moment, post: Post) -> list[Finding]:
    """What an admin should mind about one matter: whatever is suspected of it and, while it is open, what its text says."""
    found = fair_play.notes(moment, post)
    if not post.is_open:
        return found
    # Where new rules go is said of nearly every proposal: that is no flag.
    said = [note for note in duties.notes(moment, post) if note.code != duties.NEW_RULE_PLACE]
    return [*found, *said, *dates.notes(moment, post)]


def questions(moment: Moment) -> list[Question]:
    """What people must decide about an address, idle authors, orphan variables, names of matters and precedence."""
    asked = (
        *(ascension.questions, interregnum.questions, readings.questions),
        *(orphans.questions, names.questions, precedence.questions),
    )
    return [question for questions_of in asked for question in questions_of(moment)]


def facts(moment: Moment) -> list[Fact]:
    """The newest address as read, the orphan variables, the order of precedence, the keyword table."""
    told = (ascension.facts, orphans.facts, precedence.facts, keyword_table.facts)
    return [fact for facts_of in told for fact in facts_of(moment)]
