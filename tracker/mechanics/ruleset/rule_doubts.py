"""Law 7: rules that read otherwise on a ruleset page than the code carries them out, and the figures that lean on them."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from tracker.core.clause import CONFIRM_CLAUSE, CONFIRM_RULE, wording_digests, wording_mark, words_hash
from tracker.core.fold import Decision
from tracker.core.gamestate import Fact, Finding, Question
from tracker.mechanics.differences import difference, shortened
from tracker.mechanics.ruleset.known_rules import KnownRules, Place
from tracker.mechanics.ruleset.ruleset_codes import CLAUSE_CHANGED
from tracker.mechanics.ruleset.ruleset_passages import DOUBLED, PassageShown, RulesetShown, WordingShown, section_of

YES_NO = ("yes", "no")
_BELOW = " › "
"""Between the titles of a place."""
_MOST_LEANING = 12
"""Of how many matters a question tells which figures lean on its rule."""


@dataclass(frozen=True, slots=True)
class RuleDoubt:
    """A rule that reads otherwise than the code knows it: since when, where that is seen, what differs.

    ``clauses`` are those of its clauses that this touches, ``wording`` digests of all that reads otherwise. Where it
    ``is_gone`` people can say that they know it, but nothing on the page would show whether its figures still hold: those
    stay unverified.
    """

    place: Place
    since: datetime
    row: str
    text: str
    clauses: tuple[str, ...]
    wording: str
    is_gone: bool = False

    @property
    def question(self) -> str:
        """The id of the question that answers for all its clauses."""
        return f"{CONFIRM_RULE}:{self.place.id}"

    @property
    def mark(self) -> str:
        """What stands for its wording in the command that confirms it."""
        return wording_mark(self.wording)


@dataclass(frozen=True, slots=True)
class RuleView:
    """A rule that the code does not know, or no longer finds: where it stands, since when, the beginning of its text.

    ``row`` is the revision that brought it to read so, ``wording`` the digest of its words.
    """

    place: str
    since: datetime
    text: str
    row: str = ""
    wording: str = ""

    @property
    def title(self) -> str:
        """The title that it goes by; "" of the words directly under a section's heading."""
        return self.place.rpartition(_BELOW)[2]

    @property
    def section(self) -> str:
        """The title of the section that it stands in."""
        return self.place.partition(_BELOW)[0]


@dataclass(frozen=True, slots=True)
class _Fresh:
    """A passage that came after the page was first seen and that no clause stands in; ``above`` is the key of its parent.

    ``wording`` is how it reads but for its values: a name that comes to a new rule's list makes no new rule of it.
    """

    key: str
    above: str
    passage: PassageShown
    wording: WordingShown


class RuleDoubts:
    """What reads otherwise on a page as it is shown, and what people decided about it by an instant."""

    def __init__(
        self,
        known: KnownRules,
        shown: RulesetShown | None,
        decisions: Mapping[str, Decision],
        when: datetime,
        places: Sequence[Place] | None = None,
    ) -> None:
        """``shown`` is None where the page was never read; ``places`` are those that are looked at, if not all."""
        self._known, self._shown, self._decisions, self._when = known, shown, decisions, when
        self._places = known.places if places is None else places

    # --- what reads differently ---------------------------------------------------------------------------------------

    def changed(self) -> list[RuleDoubt]:
        """Every rule that reads otherwise than the code knows it, whatever people decided since."""
        shown = self._shown
        if shown is None:
            return []
        fresh = self._fresh(shown)
        found = (self._doubt(shown, place, fresh) for place in self._places)
        return [doubt for doubt in found if doubt is not None]

    def _doubt(self, shown: RulesetShown, place: Place, fresh: Sequence[_Fresh]) -> RuleDoubt | None:
        """What is known about a rule that reads differently, stands elsewhere or has company; what came last tells since when."""
        found = [*self._of_words(shown, place), *_of_section(shown, place), *_of_company(shown, place, fresh)]
        if not found:
            return None
        newest = max(found, key=lambda each: (each.since, each.row))
        touched = {clause for each in found for clause in each.clauses}
        clauses = tuple(clause for clause in place.clauses if clause in touched)
        text, wording = "; ".join(each.text for each in found), " ".join(each.wording for each in found)
        return replace(newest, text=text, clauses=clauses, wording=wording, is_gone=any(each.is_gone for each in found))

    def _of_words(self, shown: RulesetShown, place: Place) -> Iterator[RuleDoubt]:
        """A rule whose words are others, or gone; of several passages the one that changed last tells."""
        hash = _hash(shown, place.keys)
        touched = tuple(clause for clause in place.clauses if hash not in self._known.clauses[clause].known_hashes)
        unread = [(name, number) for key in place.keys for name, number in self._known.faults(shown, key)]
        if not touched and not unread:
            return
        read = wording_digests(" ".join([place.id, hash, *(f"{name} {number.fault}" for name, number in unread)]))
        seen = [
            (wording, passage)
            for key in place.keys
            if (wording := shown.wording_of(key)) and (passage := shown.passage(key))
        ]
        if not seen:
            text = f"{place.name} is not on the ruleset page"
            yield RuleDoubt(place, shown.first_at, shown.first_row, text, touched or place.clauses, read, is_gone=True)
            return
        wording, passage = max(seen, key=lambda pair: pair[0].since)
        since, row = max([(wording.since, wording.row), *((number.since, number.row) for _, number in unread)])
        text = _sentence(_named(shown, place), wording, passage, is_whole=len(seen) == len(place.keys))
        lost = [f"{name} can no longer be read: {number.fault}" for name, number in unread] if passage.hash else []
        yield RuleDoubt(place, since, row, "; ".join([text, *lost]), touched or place.clauses, read, is_gone=not hash)

    def _fresh(self, shown: RulesetShown) -> list[_Fresh]:
        keys = {passage.path: key for key, passage in shown.passages.items() if passage.hash}
        return [
            _Fresh(
                key,
                "" if passage.path[-1].startswith(";") else keys.get(passage.path[:-1], ""),
                passage,
                shown.wording[key],
            )
            for key, passage in shown.passages.items()
            if passage.is_new and passage.hash and passage.words and shown.clause_key(key) not in self._known.hashes
        ]

    # --- what people decided ------------------------------------------------------------------------------------------

    def answer(self, doubt: RuleDoubt, clause: str) -> str | None:
        """What a person decided about a clause, or its whole rule, since it reads so; of two decisions the later one.

        It counts for the wording that was shown to them only: the page may have been changed since the tracker last looked.
        """
        ids = (f"{CONFIRM_CLAUSE}:{clause}", doubt.question)
        made = [self._decisions[id] for id in ids if id in self._decisions]
        made = [each for each in made if each.at <= self._when and each.is_about(doubt.wording)]
        # An answer that tells its wording counts for that whenever it stands there; one that tells none for what stood there then.
        made = [each for each in made if each.wording or doubt.since <= each.at]
        made = [decision for decision in made if decision.answer in YES_NO]
        return max(made, key=lambda decision: decision.at).answer if made else None

    def unconfirmed(self) -> list[RuleDoubt]:
        """The rules that are in doubt, each with those clauses that nobody confirmed since."""
        found = []
        for doubt in self.changed():
            left = tuple(each for each in doubt.clauses if doubt.is_gone or self.answer(doubt, each) != "yes")
            if left:
                found.append(replace(doubt, clauses=left))
        return found

    def clauses(self) -> dict[str, datetime]:
        """Clause -> since when what leans on it is unverified, for its rule reads otherwise."""
        since: dict[str, datetime] = {}
        for doubt in self.unconfirmed():
            for clause in doubt.clauses:
                since[clause] = min(since.get(clause, doubt.since), doubt.since)
        return since

    # --- findings and questions ---------------------------------------------------------------------------------------

    def findings(self, carried_out: Collection[str]) -> list[Finding]:
        """One finding for each rule in doubt, with its clauses; one of which no code carries out any is only noted."""
        found = []
        for doubt in self.unconfirmed():
            ours = [clause for clause in doubt.clauses if clause in carried_out]
            is_known = all(self.answer(doubt, clause) == "yes" for clause in ours)
            said = "a person knows that it is gone: what leans on it stays unverified"
            remedy = said if ours and is_known else self._remedy(doubt)
            seen = self._shown.revision if self._shown else 0
            text = f"{doubt.text} (clauses {in_ranges(doubt.clauses)}, at revision {seen}); {remedy}"
            first = (ours or doubt.clauses)[0]
            found.append(Finding(CLAUSE_CHANGED, first, text, (doubt.row,), doubt.since, is_known, doubt.place.name))
        return found

    def _remedy(self, doubt: RuleDoubt) -> str:
        """What whoever has compared the rule with the code can do."""
        if any(self.answer(doubt, clause) == "no" for clause in doubt.clauses):
            return "a person says that it differs: it stays unverified until a newer tracker, or a value in the config, fits"
        command = f'tracker confirm --rule "{doubt.place.id}" --wording {doubt.mark} --by NAME --why TEXT'
        return f"once compared and found the same: {command}"

    def questions(self, carried_out: Collection[str], facts: Sequence[Fact]) -> list[Question]:
        """For each changed rule of which the code carries a clause out: do those clauses still hold as they are carried out?

        Of one that is gone: is it gone indeed? A yes ends the question; only another text of it, found again, ends the doubt.
        Each clause may be answered for alone, by its own question's id.
        """
        found = []
        for doubt in self.changed():
            open_ones = [id for id in doubt.clauses if id in carried_out and self.answer(doubt, id) is None]
            if not open_ones:
                continue
            text = _asked(doubt, open_ones)
            told = (f"{id}: {self._known.clauses[id].title}" for id in open_ones)
            needs = (doubt.text, *told, f"what leans on it: {leaning(facts, open_ones)}")
            alone = tuple(f"{CONFIRM_CLAUSE}:{id}" for id in open_ones)
            head = (doubt.question, text, open_ones[0], YES_NO, doubt.since, needs, (doubt.row,))
            found.append(Question(*head, also=alone, wording=doubt.wording))
        return found

    # --- rules that the code does not know ----------------------------------------------------------------------------

    def new_rules(self, no_rules: Collection[str] = ()) -> tuple[RuleView, ...]:
        """The passages on the page in which no known clause stands, but those known to hold others together, or as no rule by their titles."""
        shown = self._shown
        if shown is None:
            return ()
        return tuple(
            RuleView(_BELOW.join(passage.path), passage.since, shortened(passage.words), passage.row, passage.hash)
            for key, passage in shown.passages.items()
            if passage.hash
            and passage.words
            and shown.clause_key(key) not in self._known.hashes
            and passage.hash not in self._known.frames
            and passage.path[-1] not in no_rules
        )

    def gone_rules(self) -> tuple[RuleView, ...]:
        """The rules known to the code that do not, or not wholly, stand on the page, each with how it read."""
        shown, found = self._shown, []
        if shown is None:
            return ()
        for place in self._places:
            gone = [key for key in place.keys if not shown.stands(key)]
            if gone:
                wording = shown.wording_of(gone[0])
                since = wording.since if wording else shown.first_at
                found.append(RuleView(place.name, since, shortened(wording.before if wording else "")))
        return tuple(found)


def marked(since: Mapping[str, datetime], facts: Iterable[Fact]) -> Iterator[Fact]:
    """The facts, each that leans on a clause in doubt marked unverified since that clause's rule changed."""
    for fact in facts:
        found = [since[clause] for clause in fact.clauses if clause in since]
        yield replace(fact, unverified_since=min(found)) if found else fact


# --- what is told -----------------------------------------------------------------------------------------------------


def _named(shown: RulesetShown, place: Place) -> str:
    """A place with the title that it has now, where that is another one than clauses know."""
    titles = [
        passage.path[-1]
        for key in place.keys
        if key in shown.successors and (passage := shown.passage(key)) and passage.hash
    ]
    told = ", ".join(f"“{title.removeprefix(';')}”" for title in titles)
    return f"{place.name} (now called {told})" if told else place.name


def _of_section(shown: RulesetShown, place: Place) -> Iterator[RuleDoubt]:
    """A rule whose text stands in another section now: titles are nothing, but a section may say how its rules are read."""
    for key in place.keys:
        successor, passage = shown.successors.get(key), shown.passage(key)
        if successor and passage and passage.hash and section_of(successor.key) != section_of(key):
            text = f"{_named(shown, place)} stands in {passage.path[0]} since {_utc(successor.since)}"
            stands = wording_digests(f"{key} in {passage.path[0]}")
            yield RuleDoubt(place, successor.since, successor.row, text, place.clauses, stands)


def _hash(shown: RulesetShown, keys: Sequence[str]) -> str:
    """The hash of the passages with the known values put back; "" where any of them does not stand."""
    found = [(shown.passage(key), shown.wording_of(key)) for key in keys]
    read = [(passage, wording) for passage, wording in found if passage and passage.hash and wording]
    if len(read) < len(keys):
        return ""
    if len(keys) == 1:
        return read[0][1].hash
    return words_hash(" ".join(wording.words or passage.words for passage, wording in read))


def _sentence(name: str, wording: WordingShown, passage: PassageShown, *, is_whole: bool) -> str:
    since = _utc(wording.since)
    if not is_whole:
        return f"{name} is not wholly on the ruleset page"
    if not passage.hash:
        return f"{name} is gone from the ruleset page since {since}"
    words = wording.words or passage.words
    if not wording.before:
        return f"{name} reads differently from what this tracker knows, first seen at {since}"
    if wording.before == words:
        return f"{name} is in doubt since {since}"
    return f"{name} reads differently since {since}: {difference(wording.before, words)}"


def _utc(when: datetime) -> str:
    return f"{when:%Y-%m-%d %H:%M:%S} UTC"


def _of_company(shown: RulesetShown, place: Place, fresh: Sequence[_Fresh]) -> Iterator[RuleDoubt]:
    """A rule that has got a new subrule, or beside which a new one of its title stands: either may say how it is to be read."""
    if not fresh:
        return
    pages = {shown.page_key(key) for key in place.keys if shown.stands(key)}
    titles = {_title_in(key) for key in (*place.keys, *pages)}
    for each in fresh:
        where = (
            "below it" if each.above in pages else "beside it under its title" if _title_in(each.key) in titles else ""
        )
        if where:
            new, read, since = each.passage, each.wording, _utc(each.wording.since)
            place_of = " › ".join(new.path)
            text = f"{place.name} has a new rule {where} since {since}, {place_of}: “{shortened(new.words)}”"
            yield RuleDoubt(
                place, read.since, read.row, text, place.clauses, wording_digests(f"{place_of} {read.hash}")
            )


def _title_in(key: str) -> str:
    """What of a key is the title; a section's own text has none, and goes by its section."""
    return key.partition("/")[2].rstrip(DOUBLED) or key.rstrip(DOUBLED)


def _asked(doubt: RuleDoubt, clauses: Sequence[str]) -> str:
    name, told = doubt.place.name, in_ranges(clauses)
    if doubt.is_gone:
        return f"Is {name} gone, so that what leans on it ({told}) stays unverified for good?"
    return f"Does {name} still hold as this tracker carries it out ({told})?"


def in_ranges(clauses: Iterable[str]) -> str:
    """Clause ids, those in a row as a range: ``BN-032 to BN-034, BN-040``."""
    runs: list[list[str]] = []
    for clause in clauses:
        if runs and _number(clause) == _number(runs[-1][-1]) + 1:
            runs[-1].append(clause)
        else:
            runs.append([clause])
    return ", ".join(run[0] if len(run) == 1 else f"{run[0]} to {run[-1]}" for run in runs)


def _number(clause: str) -> int:
    return int(clause.rpartition("-")[2])


def leaning(facts: Iterable[Fact], clauses: Iterable[str]) -> str:
    """The names of the figures that lean on any of the clauses, those of one matter together."""
    wanted = frozenset(clauses)
    grouped: dict[str, list[str]] = {}
    for fact in facts:
        if fact.clauses & wanted:
            head, _, last = fact.name.rpartition(".")
            grouped.setdefault(head, []).append(last)
    told = [f"{head}: {', '.join(names)}" if head else ", ".join(names) for head, names in grouped.items()]
    more = [f"and {len(told) - _MOST_LEANING} more"] if len(told) > _MOST_LEANING else []
    return "; ".join([*told[:_MOST_LEANING], *more]) or "nothing that is shown"
