"""The ruleset page of a game played in chat, followed revision by revision: values, reworded rules, rules new and gone (law 7)."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from typing import Any, Protocol

from tracker.core.clause import ClauseIndex, normalise, words_hash
from tracker.core.fold import Decision
from tracker.core.gamestate import Fact, Finding, Question
from tracker.core.instants import FAR_FUTURE
from tracker.core.region import Span
from tracker.mechanics.chat.notes import Note
from tracker.mechanics.law import Law, LawBook
from tracker.mechanics.ruleset import gutted_page, page_numbers
from tracker.mechanics.ruleset.followed_titles import follow
from tracker.mechanics.ruleset.gutted_page import Gutted
from tracker.mechanics.ruleset.known_rules import KnownRules
from tracker.mechanics.ruleset.page_numbers import NumberChange, PageNumbers
from tracker.mechanics.ruleset.rule_doubts import RuleDoubts
from tracker.mechanics.ruleset.ruleset_codes import NEW_RULE, NUMBER_CHANGED, NUMBER_DIFFERS, RULE_RENAMED
from tracker.mechanics.ruleset.ruleset_passages import (
    Moves,
    Passage,
    Revision,
    RulesetShown,
    TitlePath,
    free_key,
    is_page,
    passages_shown,
)
from tracker.mechanics.ruleset.ruletree import bare_title, parse_rules, title_key

PAGE, LEAST_PERCENT = "ruleset_page", "gutted_percent"
"""The parameters of every such game: the page's title, and the share of its words below which a revision is damage."""
BEFORE_ALL = "Before the first heading"
"""What the text above all headings goes by."""
_REDACTED = "[redacted "


@dataclass(frozen=True, slots=True)
class PageRevision:
    """One revision of the page as archived."""

    at: datetime
    row: str
    revision: int
    editor: str
    text: str

    def words_of(self, passage: Passage) -> str:
        """A passage's words without layout noise."""
        return normalise(self.text[passage.span.start : passage.span.end])


class Followed(Protocol):
    """What is kept of the ruleset page of a game while it folds."""

    ruleset: RulesetShown | None
    gutted: Gutted | None
    settings: dict[str, Any]
    page_values: dict[str, Any]
    notes: list[Note]


class ChatRuleset:
    """What a game's code knows of its ruleset page, and how it follows that."""

    def __init__(
        self, clauses: ClauseIndex, book: LawBook, problem: Callable[[str, Any], str], frames: Sequence[str] = ()
    ) -> None:
        """``problem`` says why a value is of no use to the game; "" where it is. ``frames`` are texts of rules in which no clause stands."""
        self._clauses, self._book, self._problem, self._frames = clauses, book, problem, frames

    @cached_property
    def known(self) -> KnownRules:
        """The clauses and values by the rules that they stand in."""
        keys = {id: (_key(clause.path),) for id, clause in self._clauses.items()}
        return KnownRules(self._clauses, self._book, keys, frames=self._frames)

    @cached_property
    def _sections(self) -> frozenset[str]:
        return frozenset(title_key(clause.path[0]) for clause in self._clauses.values())

    @property
    def clause(self) -> str:
        """The clause that stands for the ruleset as a whole."""
        return self._book.parameters[PAGE].clause

    # --- reading ------------------------------------------------------------------------------------------------------

    def read(self, payload: Mapping[str, Any]) -> list[Any] | None:
        """The expensive reading of a revision, as plain JSON values; None for a page other than the usual ruleset page."""
        usual = str(self._book.parameters[PAGE].values[0].value)
        return (
            [each.row() for each in self._read(str(payload["text"]))] if is_page(str(payload["page"]), usual) else None
        )

    def _read(self, page: str) -> list[Passage]:
        passages: dict[str, Passage] = {}
        for path, span in self._pieces(page):
            key = free_key(_key(path), passages)
            passages[key] = Passage(key, path, words_hash(normalise(page[span.start : span.end])), span)
        return list(passages.values())

    def _pieces(self, page: str) -> Iterator[tuple[TitlePath, Span]]:
        """Each rule by its titles from the section down, with where its own text stands; a title above sections is none."""
        rules = parse_rules(page)
        if rules.own_text.strip():
            yield (BEFORE_ALL,), rules.own
        for node in rules.walk():
            first = (place for place, title in enumerate(node.path) if title_key(bare_title(title)) in self._sections)
            yield node.path[next(first, 0) :], node.own

    # --- the fold -----------------------------------------------------------------------------------------------------

    def take(
        self,
        state: Followed,
        law: Law,
        decisions: Mapping[str, Decision],
        row: str,
        payload: Mapping[str, Any],
        readings: Any,
    ) -> bool:
        """Take a revision of the page in, from its instant on; whether anything of it was taken.

        ``readings`` is what ``read`` made of it, None where it was not read.
        """
        text = str(payload["text"])
        if not is_page(str(payload["page"]), law.word(PAGE)) or text.startswith(_REDACTED):
            return False
        seen = PageRevision(law.when, row, int(payload["revision"]), str(payload["editor"]), text)
        passages = self._read(text) if readings is None else [Passage.of_row(each) for each in readings]
        why = self._damage(state.ruleset, seen, passages, law.number(LEAST_PERCENT))
        decided = decisions.get(gutted_page.question_of(seen.revision))
        if why and not (decided and decided.answer == "no"):
            state.gutted = Gutted(seen.revision, seen.editor, seen.at, row, why)
            return False
        state.gutted = None
        self._follow(state, seen, passages)
        return True

    def _damage(
        self, before: RulesetShown | None, seen: PageRevision, passages: Sequence[Passage], least_percent: int
    ) -> str:
        """What is wrong with a page beside the last sound one, or at first with one that has no known rule."""
        if before is None:
            has_any = any(each.key in self.known.hashes for each in passages)
            return "" if has_any else "no rule that this tracker knows stands on it"
        return gutted_page.damage(before, passages, seen.words_of, least_percent)

    def _follow(self, state: Followed, seen: PageRevision, passages: Sequence[Passage]) -> None:
        before, known = state.ruleset, self.known
        moves = follow(known.hashes, before, passages, seen.words_of, (seen.at, seen.row, seen.revision))
        shown = RulesetShown(
            first_at=before.first_at if before else seen.at,
            first_row=before.first_row if before else seen.row,
            revision=seen.revision,
            editor=seen.editor,
            row=seen.row,
            successors=moves.successors,
            first_hashes=before.first_hashes if before else {each.key: each.hash for each in passages},
        )
        revision = Revision(seen.at, seen.row, passages, seen.words_of)
        shown.passages = passages_shown(before, known.hashes, revision, moves)
        self._note_renamed(state, shown, moves, seen.at)

        def note(change: NumberChange) -> None:
            told = (each for each in state.notes if not change.is_told_by(each.code, (each.row,), each.text))
            text = change.text(known, shown)
            made = Note(NUMBER_CHANGED, change.clause(known), text, seen.at, seen.row, is_mild=True)
            state.notes = [*told, made]

        numbers = PageNumbers(known, before, shown, seen.at, note, problem=self._problem)
        told = numbers.follow(moves)
        # What holds anyway need not be overlaid: a law that is the usual one is looked up faster.
        state.page_values = {name: value for name, value in told.items() if self._book.lasting.get(name) != value}
        state.ruleset = shown

    def _note_renamed(self, state: Followed, shown: RulesetShown, moves: Moves, when: datetime) -> None:
        for place in moves.sources:
            key, passage = shown.clause_key(place), shown.passages.get(place)
            if passage is not None and passage.hash:
                clause = self.known.first_clauses[key]
                text = (
                    f"{self._clauses[clause].place} stands under {' › '.join(passage.path)} by revision {shown.revision} of "
                    f"the ruleset page ({shown.editor}); this tracker reads it there, and nothing is to be done"
                )
                state.notes.append(Note(RULE_RENAMED, clause, text, when, shown.row, is_mild=True))

    # --- what is shown ------------------------------------------------------------------------------------------------

    def doubts(self, state: Followed, decisions: Mapping[str, Decision]) -> RuleDoubts:
        """The page compared with what the code knows, after the decisions made so far."""
        return RuleDoubts(self.known, state.ruleset, decisions, FAR_FUTURE)

    def findings(
        self, state: Followed, decisions: Mapping[str, Decision], carried_out: Collection[str]
    ) -> list[Finding]:
        """A page that is none, rules in doubt, values set otherwise, and rules that the code does not know."""
        gutted = [gutted_page.finding(state.gutted, self.clause)] if state.gutted else []
        if state.ruleset is None:
            return gutted
        doubts = self.doubts(state, decisions)
        set_otherwise = page_numbers.differing(self.known, state.ruleset, state.settings, lambda _: NUMBER_DIFFERS)
        return [*gutted, *doubts.findings(carried_out), *set_otherwise, *self._unknown(state.ruleset, doubts)]

    def _unknown(self, shown: RulesetShown, doubts: RuleDoubts) -> Iterator[Finding]:
        rows = {" › ".join(passage.path): passage.row for passage in shown.passages.values()}
        for each in doubts.new_rules():
            text = (
                f"{each.place} stands on the ruleset page since {each.since:%Y-%m-%d %H:%M:%S} UTC and is no rule that this "
                f"tracker knows; nothing of it is carried out: “{each.text}”"
            )
            yield Finding(
                NEW_RULE, self.clause, text, (rows[each.place],), each.since, is_note=True, subject=each.place
            )

    def questions(
        self,
        state: Followed,
        decisions: Mapping[str, Decision],
        carried_out: Collection[str],
        facts: Sequence[Fact],
    ) -> list[Question]:
        """Whether a page is damage, and for each changed rule whether it is still carried out as it reads."""
        asked = self.doubts(state, decisions).questions(carried_out, facts)
        gutted = state.gutted
        is_open = gutted is not None and gutted.question not in decisions
        return [*([gutted_page.question(gutted, self.clause)] if gutted and is_open else []), *asked]


def _key(path: TitlePath) -> str:
    """The titles as titles are compared, without markers in brackets."""
    return "/".join(title_key(bare_title(title)) for title in path)
