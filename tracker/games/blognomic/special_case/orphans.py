"""Special Case, No Orphan Variables: dynastic variables for which no place of tracking and no formula is found."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from tracker.core.gamestate import Fact, Finding, Question
from tracker.core.leaning import Reason, remembered
from tracker.core.rule import rule
from tracker.games.blognomic.appendix.keywords import has_word
from tracker.games.blognomic.law import PARAMETERS, Law
from tracker.games.blognomic.moment import Moment
from tracker.games.blognomic.ruleset.ruleset_page import DYNASTIC, PREAMBLE
from tracker.mechanics.differences import sentences_in
from tracker.mechanics.ruleset.terms import Term, plurals_of

NO_ORPHAN_VARIABLES = "No Orphan Variables"
"""The Special Case rule; while it is inactive nothing here holds (BN-167)."""
TOPIC = "orphan"
"""The topic of the question whether a variable is one."""

_NAME = r"(?P<{0}>[A-Z][A-Za-z]*(?:\s+[A-Z][A-Za-z]*){{0,2}})"
_AMOUNT = r"(?:\d+|[A-Z]|an?|one|two|three|some|all|any|no|less|more|half|their|its)"
_USES = (
    rf"\b(?:[Gg]ains?|[Ll]oses?|[Ss]pends?|[Pp]ays?|[Gg]aining|[Ll]osing|[Ss]pending|[Pp]aying)\s+{_AMOUNT}\s+{_NAME.format('a')}",
    rf"\b(?:lowest|highest|fewest|least|most)\s+{_NAME.format('a')}",
    rf"\b(?:increases?|decreases?|reductions?|rise|change)\s+(?:in|of|to)\s+{_NAME.format('a')}(?:\s+(?:or|and)\s+{_NAME.format('b')})?",
    rf"\b(?:[Ii]ncreas(?:es?|ed|ing)|[Dd]ecreas(?:es?|ed|ing)|[Rr]educ(?:es?|ed|ing)|[Rr]ais(?:es?|ed|ing)|[Ll]ower(?:s|ed|ing)?|[Rr]esets?|[Ss]ets?)"
    rf"\s+(?:the\s+|an?\s+)?(?:(?:their|its|his|her|the|whose|own)\s+)*{_NAME.format('a')}",
    rf"\b[Tt]heir\s+(?:own\s+)?{_NAME.format('a')}\s+(?:is|was|would|to|by|from|becomes)\b",
    rf"\b(?:has|have|had)\s+(?:an?|a number of)\s+{_NAME.format('a')}\s*(?:value|score|rating)?\s*,",
    rf"\b{_NAME.format('a')}\s+of\s+(?:zero|\d+|less|more|at\s+least|at\s+most|exactly)\b",
)
_CONTINGENT = re.compile(
    r"\b(?:spend|spends|spending|pay|pays|paying|costs?|at least|at most|if|unless|only|requires?|equal to|less than|more than"
    r"|lower|higher|of zero|of \d+)\b",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Wording:
    """The words by which rules speak of variables, and the terms that name people rather than variables."""

    tracking: tuple[str, ...]
    formula: tuple[str, ...]
    people: tuple[str, ...]

    @classmethod
    def of_law(cls, law: Law) -> Wording:
        """The words of the day; a passage's words have the terms of the known ruleset put back."""
        known = (str(PARAMETERS[name].values[0].value) for name in ("player_word", "emperor_word"))
        terms = [law.word("player_word"), law.word("emperor_word"), "Player", "Emperor", *known]
        people = dict.fromkeys(form for term in terms for form in (term, *plurals_of(Term(term))))
        return cls(law.words("tracking_words"), law.words("formula_words"), tuple(people))


@rule("BN-179", "BN-258")
def variables_in(texts: Iterable[str], wording: Wording) -> dict[str, tuple[str, ...]]:
    """Every variable that rules' own texts (no titles) seem to use -> the sentences that name it."""
    sentences = [sentence for text in texts for sentence in sentences_in(text)]
    names = dict.fromkeys(name for sentence in sentences for name in _used(sentence))
    variables = (name for name in names if not any(_names(name, person) for person in wording.people))
    return {name: tuple(part for part in sentences if _names(part, name)) for name in variables}


def _used(sentence: str) -> Iterator[str]:
    for pattern in _patterns():
        for match in pattern.finditer(sentence):
            yield from filter(None, match.groupdict().values())


@remembered(maxsize=1)
def _patterns() -> tuple[re.Pattern[str], ...]:
    # Compiled when a page is looked at: an idle tick looks at none.
    return tuple(map(re.compile, _USES))


def _names(sentence: str, name: str) -> bool:
    return re.search(rf"(?<!\w){re.escape(name)}(?!\w)", sentence) is not None


@rule("BN-179")
def is_placed(name: str, sentences: Iterable[str], wording: Wording) -> bool:
    """Whether any sentence that names a variable says where it is tracked or how it is determined."""
    return any(has_word(sentence, wording.tracking) or _has_formula(sentence, name, wording) for sentence in sentences)


def _has_formula(sentence: str, name: str, wording: Wording) -> bool:
    """Whether the sentence says what the variable is, rather than naming it in passing."""
    words = "|".join(map(re.escape, wording.formula))
    said = rf"(?<!\w){re.escape(name)}[\"'’”]?\s+(?:\w+\s+){{0,4}}?(?:{words})|\bwhere\s+{re.escape(name)}\s+is\b"
    return re.search(said, sentence, re.IGNORECASE) is not None


@remembered(maxsize=16)
def orphans_in(texts: tuple[str, ...], wording: Wording) -> Mapping[str, tuple[str, ...]]:
    """The variables of these texts of rules that have neither place nor formula -> the sentences that name them."""
    used = variables_in(texts, wording)
    return {name: said for name, said in used.items() if not is_placed(name, said, wording)}


@rule("BN-179", "BN-181")
def orphans(moment: Moment) -> Mapping[str, tuple[str, ...]]:
    """The orphan variables of the dynastic rules as they stand -> the sentences that name them.

    None while the Special Case rule is inactive, or where a person said that a variable is none.
    """
    shown = moment.state.ruleset
    if shown is None or not moment.state.is_active(NO_ORPHAN_VARIABLES):
        return {}
    texts = tuple(
        passage.words
        for passage in shown.passages.values()
        if passage.hash and passage.path[0] == DYNASTIC and passage.path[-1] != PREAMBLE
    )
    found = orphans_in(texts, Wording.of_law(moment.law))
    return {name: said for name, said in found.items() if moment.answer(f"{TOPIC}:{name}") != "no"}


@rule("BN-181")
def value_read(law: Law) -> int | None:
    """What a rule reads for an orphan variable outside an action (a tie-break, a floor): 0 for everybody, or nothing."""
    return 0 if law.chooses("orphan_variable_reads", "zero") else None


@rule("BN-180")
def barred_uses(sentences: Iterable[str], name: str) -> list[str]:
    """The sentences by which something seems to hang on the value of a variable: nobody may act on them."""
    return [sentence for sentence in sentences if _CONTINGENT.search(sentence) and _names(sentence, name)]


@rule("BN-179", "BN-180", "BN-181")
def findings(moment: Moment) -> list[Finding]:
    """Each orphan variable, and the sentences that no action may rest on."""
    shown, found = moment.state.ruleset, []
    for name, sentences in orphans(moment).items() if shown else ():
        rows, at = ((shown.row,), shown.first_at) if shown else ((), None)
        reads = "it is read as 0 for everybody" if value_read(moment.law) == 0 else "it has no value"
        text = f"{name} has neither a place of tracking nor a formula in the dynastic rules; {reads}"
        found.append(Finding("ORPHAN_VARIABLE", "BN-179", text, rows, at, True))
        barred = barred_uses(sentences, name)
        if barred:
            text = f"no action may depend on the value of {name}: {' | '.join(barred)}"
            found.append(Finding("ORPHAN_VARIABLE", "BN-180", text, rows, at, True))
    return found


@rule("BN-179")
def questions(moment: Moment) -> list[Question]:
    """Whether what seems an orphan variable is one."""
    shown, found = moment.state.ruleset, []
    for name, sentences in orphans(moment).items() if shown else ():
        if shown and moment.answer(f"{TOPIC}:{name}") is None:
            text = f"Is {name} a variable for which the rules give neither a place of tracking nor a formula?"
            id, needs = f"{TOPIC}:{name}", sentences
            found.append(Question(id, text, "BN-179", ("yes", "no"), shown.first_at, needs, (shown.row,)))
    return found


@rule("BN-179", "BN-181")
def facts(moment: Moment) -> list[Fact]:
    """The orphan variables with what is read for each."""
    shown = moment.state.ruleset
    if shown is None:
        return []
    why = Reason("BN-179", f"the dynastic rules at revision {shown.revision}", (shown.row,))
    return [Fact("orphan_variables", dict.fromkeys(orphans(moment), value_read(moment.law)), "BN-181", (why,))]
