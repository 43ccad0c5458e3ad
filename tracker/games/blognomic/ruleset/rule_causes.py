"""What may have caused a change of the ruleset page: matters by name, instructions and words; else what the change looks like."""

from __future__ import annotations

import hashlib
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import TYPE_CHECKING, Any

from tracker.core.leaning import remembered
from tracker.core.rule import rule
from tracker.games.blognomic.core.ascension import reading_of
from tracker.games.blognomic.law import PARAMETERS
from tracker.games.blognomic.moment import Moment
from tracker.games.blognomic.special_case.special_case import status_in_title
from tracker.games.blognomic.state import ENACTED, FAILED, PENDING, Address, Kind, Post, folded
from tracker.games.blognomic.vocabulary import VOCABULARY
from tracker.mechanics.differences import Stretch, difference, stretches
from tracker.mechanics.ruleset.ruleset_passages import PassageShown
from tracker.mechanics.ruleset.ruletree import title_key, titles_on

from .rule_changes import Difference, differences, is_pronoun_fix, only_values, standing
from .rule_naming import folded_words, is_told, posts_named, stands_in, unbulleted, words_said
from .rule_records import Edit, Effect, Ground, Piece, RuleChange
from .ruleset_page import (
    BLOCKS,
    DYNASTIC,
    SPECIAL_CASE,
    TERM,
    TERMS,
    known_words,
    read_page,
    sections_titled,
    term_passages,
    titles_of_terms,
    words_of,
)
from .value_causes import corrected, grounds_of_correction, grounds_of_values

if TYPE_CHECKING:
    from tracker.mechanics.enacting.instructions import InstructionReading, KnownMatter

_CHANGING = (Kind.PROPOSAL, Kind.CALL)
"""The sorts of matters whose enactment changes rules."""
_ITEMS = re.compile(r"(?:^| )[•#](?: |$)")
"""Where an item of a list begins in the words of a dynastic passage."""
_STATES = {ENACTED: "enacted", FAILED: "failed", PENDING: "pending"}
INSTRUCTIONS, WORDS, NAMED = "its instructions", "its words", "named in the summary"
"""How a matter is known to be the cause."""
_MOST_CANDIDATES = 12
"""How many matters that nobody names are tried on one edit, the newest last."""

Passages = Mapping[str, PassageShown]


@dataclass(slots=True)
class Page:
    """A revision beside the one before it: both texts, their passages, and what differs."""

    text_before: str
    text: str
    before: Passages
    after: Passages
    differences: list[Difference] = field(init=False)
    right: Passages | None = None
    """The passages as they would read with the values of the gamestate; none where they did; None before anybody asked."""

    def __post_init__(self) -> None:
        """Work out what differs."""
        self.differences = differences(self.before, self.after)

    @property
    def headings(self) -> frozenset[str]:
        """The titles of the rules that are new."""
        return frozenset(folded_words(each.path[-1]) for each in self.differences if each.kind == "new")


# --- matters ----------------------------------------------------------------------------------------------------------


@rule("BN-003", "BN-005")
def find_matters(moment: Moment, edit: Edit, page: Page) -> None:
    """Give each change of an edit the matters that explain it, and note what of them is still missing on the page.

    A matter explains a change where its own instructions, carried out on the page as it was, read so; where its words say
    it; or where the summary names it and its instructions cannot be read.
    """
    posts = (post for post in moment.state.posts.values() if post.kind in _CHANGING)
    named = posts_named(posts, edit.summary, page.headings)
    drafted = _Drafted(page.text_before, page.before)
    by_key = {change.key: change for change in edit.changes}
    extras: list[RuleChange] = []
    for post in _candidates(moment, named, page, edit):
        if edit.revision <= _seen_before(post):
            extras += _as_before(moment, edit, post, by_key)
        else:
            _try(moment, edit, page, post, by_key, drafted, is_named=post in named)
    edit.changes += [*extras, *_extras(edit, page, drafted)]


def _candidates(moment: Moment, named: Sequence[Post], page: Page, edit: Edit) -> list[Post]:
    """The matters named, those enacted that the page does not fully show, and open ones whose words speak of a change."""
    posts = [post for post in moment.state.posts.values() if post.kind in _CHANGING and post.is_official]
    posts = [post for post in posts if post not in named]
    recent = [post for post in posts if not post.did and _is_recent(moment, post) and _is_awaited(moment, post)]
    spoken = [post for post in recent if _speaks_of(post, page)]
    redacted = [post for post in posts if post.did and _explained_before(post, edit)]
    return sorted([*named, *spoken[-_MOST_CANDIDATES:], *redacted], key=lambda post: (post.opened_at, post.entry))


def _is_recent(moment: Moment, post: Post) -> bool:
    """Whether it is open, or was enacted so short ago that it can not have been settled."""
    if post.state == PENDING:
        return True
    limit = moment.when - moment.law.span("settle_after_hours")
    return post.state == ENACTED and post.resolution is not None and post.resolution.at >= limit


def _is_awaited(moment: Moment, post: Post) -> bool:
    effect = moment.state.following.effects.get(post.slug)
    return effect is None or bool(effect.missing)


def _speaks_of(post: Post, page: Page) -> bool:
    """Whether a matter's words name a rule that changed or say what was written there."""
    said = words_said(post.html)
    titles = (folded_words(each.path[-1].removeprefix(";")) for each in page.differences)
    return any(title and stands_in(title, said) for title in titles) or any(
        is_told(each, said, is_named=False) for each in page.differences
    )


def _try(
    moment: Moment,
    edit: Edit,
    page: Page,
    post: Post,
    changes: Mapping[str, RuleChange],
    drafted: _Drafted,
    *,
    is_named: bool,
) -> None:
    """Let one matter explain what it can."""
    effect = moment.state.following.effects.get(post.slug)
    pieces = _pieces_left(moment, effect, edit) if effect else drafted.pieces_of(moment, post)
    said, found = words_said(post.html), False
    for each in page.differences:
        how = _how(each, pieces, page.after, said, is_named=is_named)
        if how:
            is_met = how != WORDS or _is_by_admin(moment, edit)
            changes[each.key].grounds.append(Ground("matter", post.slug, post.title, post.url, how, is_met=is_met))
            found = True
    if effect is None and pieces and (found or is_named):
        drafted.take()
    if found or (effect is None and is_named and pieces is not None):
        missing = [piece for piece in pieces or () if not piece.stands(page.after.get(piece.key))]
        at = effect.at if effect else edit.at
        is_read = effect.is_read if effect else pieces is not None
        moment.state.following.effects[post.slug] = Effect(post.slug, post.title, edit.revision, at, missing, is_read)


def _is_by_admin(moment: Moment, edit: Edit) -> bool:
    """Whether an admin made the edit, as far as any is known: who else carries a matter out has to say which one."""
    admins = {person.key for person in moment.state.admins()}
    return not admins or moment.state.key_of(edit.editor) in admins


def _pieces_left(moment: Moment, effect: Effect, edit: Edit) -> list[Piece] | None:
    """What a matter still lacks; None while one that cannot be read may be on its way onto the page in several edits."""
    is_fresh = edit.at - effect.at <= moment.law.span("status_wait_minutes")
    return None if is_fresh and not effect.is_read else effect.missing


def _how(each: Difference, pieces: Sequence[Piece] | None, after: Passages, said: str, *, is_named: bool) -> str:
    """How a matter explains a change, or "" where it does not."""
    touching = [piece for piece in pieces or () if piece.key in (each.key, each.was_key)]
    if any(piece.stands(after.get(piece.key)) for piece in touching):
        return INSTRUCTIONS
    if is_named and (pieces is None or touching):
        return NAMED
    # Words alone do not outdo instructions that can be read.
    return WORDS if pieces is None and is_told(each, said, is_named=is_named) else ""


def _extras(edit: Edit, page: Page, drafted: _Drafted) -> Iterator[RuleChange]:
    """What an edit did to rules beyond the instructions that explain the rest, each as a change without that ground."""
    for change in edit.changes:
        expected, actual, was = (pages.get(change.key) for pages in (drafted.passages, page.after, page.before))
        if not change.grounds or expected is None or actual is None or expected.hash == actual.hash:
            continue
        if not _is_drafted(change, expected, was):
            continue
        found = stretches(expected.words, actual.words)
        extra = [each for each in found if _is_extra(each, was.words if was else "")]
        if extra and not is_pronoun_fix(extra):
            text = f"other than the matter says: {difference(expected.words, actual.words)}"
            yield replace(change, kind="changed", text=text, grounds=[], is_extra=True)


def _is_drafted(change: RuleChange, expected: PassageShown, was: PassageShown | None) -> bool:
    """Whether the drafts changed this rule at all; a matter known by its words or name alone says nothing to compare with."""
    return was is None or expected.hash != was.hash


def _is_extra(stretch: Stretch, was: str) -> bool:
    """Whether a stretch is neither what the matter's text gives nor what stood there before it."""
    if stretch.new:
        return stretch.now not in was
    return stretch.then in was


class _Drafted:
    """A page on which the matters of one edit are carried out in their order."""

    def __init__(self, text: str, passages: Passages) -> None:
        self._text, self.passages = text, passages
        self._next: tuple[str, Passages] | None = None

    def pieces_of(self, moment: Moment, post: Post) -> list[Piece] | None:
        """What a matter's instructions do to this page; None where they cannot be read or carried out."""
        self._next = None
        after = _after(moment, post, self._text)
        if after is None:
            return None
        passages = _passages_of(moment, after, self.passages)
        self._next = (after, passages)
        return [_piece(each) for each in differences(self.passages, passages)]

    def take(self) -> None:
        """Let what was drafted last stand."""
        if self._next is not None:
            self._text, self.passages = self._next


def pieces_missing(moment: Moment, post: Post) -> list[Piece]:
    """What a matter's instructions would still do to the page as it stands; none where they cannot be read."""
    shown = moment.state.ruleset
    if shown is None or not post.html:
        return []
    if post.did:
        return _missing_after(post, shown.revision)
    passages = standing(shown)
    found = _Drafted(moment.state.following.page, passages).pieces_of(moment, post) or []
    return [piece for piece in found if not piece.stands(passages.get(piece.key))]


def _piece(each: Difference) -> Piece:
    if each.after is None:
        return Piece(each.key, each.path, each.text, "")
    if each.before is None:
        whole = (each.after.words,) if each.after.words else ()
        return Piece(each.key, each.path, each.text, each.after.hash, whole)
    found = stretches(each.before.words, each.after.words)
    added = tuple(stretch.now for stretch in found if stretch.new)
    removed = tuple(stretch.then for stretch in found if not stretch.new)
    return Piece(each.key, each.path, each.text, each.after.hash, added, removed)


def _after(moment: Moment, post: Post, text: str) -> str | None:
    """The page as a matter's instructions make it; None where they cannot be read or carried out, or change no rule."""
    from tracker.mechanics.enacting.instructions import Gamestate, KnownMatter

    known = tuple(
        KnownMatter(other.title, other.url, other.slug, _STATES.get(other.state, "unknown"))  # type: ignore[arg-type]
        for other in moment.state.posts.values()
        if other.is_official and other.kind in _CHANGING and other is not post
    )
    if post.did:
        return None
    reading = _read(post.html, titles_on(text))
    if reading.refusals or not reading.steps:
        return None
    if all(isinstance(step.instruction, Gamestate) for step in reading.steps):
        return text
    return _drafted_page(_Text(text), reading, known)


_DIGEST_BYTES = 16
"""Enough that no two texts of one ruleset's life share one."""


class _Text:
    """A long text as a key of a memory that keeps not the text but what stands for it."""

    def __init__(self, text: str) -> None:
        self.text = text
        self._digest = hashlib.blake2b(text.encode("utf-8", "surrogatepass"), digest_size=_DIGEST_BYTES).digest()

    def __hash__(self) -> int:
        return hash(self._digest)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Text) and other._digest == self._digest


@remembered(maxsize=128)
def _read(body: str, titles: tuple[str, ...]) -> InstructionReading:
    from tracker.mechanics.enacting.reading import read_instructions  # late: an idle tick reads nothing

    return read_instructions(body, VOCABULARY, titles)


@remembered(maxsize=16)
def _drafted_page(text: _Text, reading: InstructionReading, known: tuple[KnownMatter, ...]) -> str | None:
    from tracker.mechanics.enacting.amendments import draft
    from tracker.mechanics.enacting.instructions import RulesetShape

    shape = RulesetShape(sections_titled(text.text), DYNASTIC, {}, VOCABULARY, (BLOCKS,))
    drafted = draft(text.text, reading, shape, (), known)
    return drafted.after if drafted.outcome in ("whole", "partial") else None


def _passages_of(moment: Moment, text: str, like: Passages) -> dict[str, PassageShown]:
    """The passages of a page made out of another one whose passages are known."""
    words = terms_of(moment)
    shown = moment.state.ruleset
    reading = read_page(text, words, titles_of_terms(shown.successors if shown else {}))
    terms, found = known_words({**words, **reading.terms}), term_passages(reading.terms, moment.when)
    for passage in reading.passages:
        known = like.get(passage.key)
        if known is not None and known.hash == passage.hash:
            found[passage.key] = known
        else:
            read = words_of(text, passage, terms)
            found[passage.key] = PassageShown(passage.path, passage.hash, read, moment.when, "")
    return found


def terms_of(moment: Moment) -> dict[str, str]:
    """The terms to assume where a page does not tell its own."""
    return {name: moment.law.word(name) for name in TERMS}


# --- matters whose words were redacted --------------------------------------------------------------------------------


def _seen_before(post: Post) -> int:
    """The newest revision of the page when a post's words were redacted; of later ones nothing is known that it says."""
    return int(post.did["caused"]["seen"]) if "caused" in post.did else 0


def _explained_before(post: Post, edit: Edit) -> Mapping[str, Any]:
    """What a post explained of an edit before its words were redacted."""
    found: Mapping[str, Any] = post.did["caused"]["edits"].get(str(edit.revision), {}) if "caused" in post.did else {}
    return found


def _as_before(moment: Moment, edit: Edit, post: Post, changes: Mapping[str, RuleChange]) -> list[RuleChange]:
    """Let a redacted matter explain what it explained before; what the edit did beyond what it said."""
    told = _explained_before(post, edit)
    for key, (how, is_met, _, _) in told.get("grounds", {}).items():
        changes[key].grounds.append(Ground("matter", post.slug, post.title, post.url, how, is_met=is_met))
    if told:
        was, effects = post.did["caused"], moment.state.following.effects
        at = effects[post.slug].at if post.slug in effects else edit.at
        missing = _missing_after(post, edit.revision)
        effects[post.slug] = Effect(post.slug, post.title, edit.revision, at, missing, was["is_read"])
    return [
        replace(changes[key], kind="changed", text="other than the matter says", grounds=[], is_extra=True)
        for key in told.get("extra", ())
    ]


def _missing_after(post: Post, revision: int) -> list[Piece]:
    """What the page lacked of a redacted matter after a revision: what later ones wrote in, and what it lacked to the end."""
    was = post.did.get("caused", {"edits": {}, "missing": []})
    later = (told["grounds"].items() for number, told in was["edits"].items() if int(number) > revision)
    written = [[key, path, now] for each in later for key, (how, _, path, now) in each if how == INSTRUCTIONS]
    lacking = [*written, *was["missing"]]
    return [Piece(key, tuple(path), "its words are redacted", hash) for key, path, hash in lacking]


# --- other grounds ----------------------------------------------------------------------------------------------------


@rule("BN-003", "BN-093", "BN-094", "BN-165")
def find_other_grounds(moment: Moment, edit: Edit, page: Page) -> None:
    """Give each change that no matter explains what else may have caused it."""
    address = moment.state.address
    addresses = [post for post in moment.state.posts.values() if address and post.slug == address.slug]
    named = [Ground("address", post.slug, post.title, post.url) for post in posts_named(addresses, edit.summary)]
    is_own = bool(edit.editor) and folded(edit.editor) == folded(str(moment.state.settings.get("bot_account", "")))
    by_key = {each.key: each for each in page.differences}
    for change in edit.changes:
        if change.grounds or (change.is_extra and not is_own):
            continue
        each = by_key[change.key]
        values = grounds_of_values(moment, edit, each, page.after) or _correction(moment, edit, each, page)
        if values:
            change.grounds += values
        elif is_own:
            change.grounds.append(Ground("own"))
        elif each.kind == "marker":
            change.grounds += [*named, *_of_status(moment, each)]
        else:
            change.grounds += _of_address(moment, each) or named or _of_words(moment, edit, each)
            change.grounds += _of_private_talk(moment, edit, each)


def _of_status(moment: Moment, each: Difference) -> list[Ground]:
    """The ground of a marker that only shows what an Ascension Address, or a person, set already."""
    name, is_active, _ = status_in_title(each.path[-1])
    return [Ground("marker")] if is_active == moment.state.is_active(name) else []


def _correction(moment: Moment, edit: Edit, each: Difference, page: Page) -> list[Ground]:
    """The ground of an edit that only makes a dynastic rule tell the gamestate."""
    if each.kind != "changed" or each.path[0] != DYNASTIC:
        return []
    if page.right is None:
        text = corrected(moment, page.text_before)
        page.right = _passages_of(moment, text, page.before) if text != page.text_before else {}
    return grounds_of_correction(moment, edit, each, page.right.get(each.key), page.after)


def _of_address(moment: Moment, each: Difference) -> list[Ground]:
    """The Ascension Address, for a term that it changes or a rule of the dynasty before that it does not keep (BN-094)."""
    address = moment.state.address
    if address is not None and each.key.partition("/")[0] == TERM:
        return [_ground_of(moment, address)] if _is_term_of(moment, address, each) else []
    if address is None or not each.path[1:]:
        return []
    top = title_key(each.path[1])
    if each.path[0] == SPECIAL_CASE:
        return [_ground_of(moment, address)] if _is_block_of(moment, address, each) else []
    if each.kind != "gone" or each.path[0] != DYNASTIC:
        return []
    if top not in map(title_key, address.rules):
        return []
    reading = reading_of(moment, address)
    kept, gone = set(map(title_key, reading.keep)), set(map(title_key, reading.repeal))
    if top in kept or (reading.keeps_all and top not in gone):
        return []
    return [_ground_of(moment, address)]


@rule("BN26-035")
def _of_private_talk(moment: Moment, edit: Edit, each: Difference) -> list[Ground]:
    """Under Malign Emperors any player may remove the block against private talk."""
    is_it = each.kind == "gone" and title_key(each.path[-1]) == title_key("No Private Communication")
    editor = moment.state.key_of(edit.editor)
    may = moment.state.has_block("Malign Emperors") and moment.state.counts(editor)
    return [Ground("action", editor, moment.state.name_of(editor))] if is_it and may else []


@rule("BN26-032")
def _is_block_of(moment: Moment, address: Address, each: Difference) -> bool:
    """Whether a block comes or goes as the address has it, while the reset is not done before."""
    shown = moment.state.ruleset
    if shown is None or not shown.has_blocks or address.done_at not in (None, moment.when):
        return False
    is_named = title_key(each.path[1]) in map(title_key, reading_of(moment, address).blocks)
    return each.kind == ("new" if is_named else "gone")


def _is_term_of(moment: Moment, address: Address, each: Difference) -> bool:
    """Whether an address says that the term is the page's word."""
    word = each.after.words.casefold() if each.after else ""
    terms = reading_of(moment, address).terms
    return any(f"{TERM}/{term.name}" == each.key and term.new.casefold() == word for term in terms)


def _ground_of(moment: Moment, address: Address) -> Ground:
    post = moment.state.posts.get(address.slug)
    return Ground("address", address.slug, address.title, post.url if post else "")


def _of_words(moment: Moment, edit: Edit, each: Difference) -> list[Ground]:
    """What the words that changed show: players' actions that rules let them write down, pronouns."""
    if each.kind != "changed":
        return []
    return _actions(moment, edit, each) or ([Ground("pronouns")] if is_pronoun_fix(each.stretches) else [])


# --- what dynastic rules let players write ----------------------------------------------------------------------------


@rule("BN-003")
def _actions(moment: Moment, edit: Edit, each: Difference) -> list[Ground]:
    """The actions that a change of a dynastic rule may write down: of players whose names moved, else of the editor.

    Names come and go in lists, numbers change, items of lists are added or struck. It is borne out by a change of that
    player's cell at the time; what the head of the dynasty may strike is borne out by the rule that speaks of them.
    """
    if each.path[0] != DYNASTIC:
        return []
    found = each.stretches
    movers = _names_moved(moment, found)
    if movers:
        return [_action(moment, key, edit.at) for key in movers]
    editor = moment.state.key_of(edit.editor)
    if not (only_values(found) or _only_items(each)):
        return []
    ground = _action(moment, editor, edit.at)
    # The terms that our hashes were taken with are put back in a passage's words.
    emperor = folded_words(str(PARAMETERS["emperor_word"].values[0].value))
    speaks = each.after is not None and stands_in(emperor, each.after.words.casefold())
    ground.is_met = ground.is_met or (editor == moment.state.emperor and speaks)
    return [ground]


def _action(moment: Moment, key: str, at: datetime) -> Ground:
    window = moment.law.span("action_minutes")
    is_met = any(rise.player == key and abs(rise.at - at) <= window for rise in moment.state.following.rises)
    return Ground("action", key, moment.state.name_of(key), is_met=is_met)


def _names_moved(moment: Moment, found: Sequence[Stretch]) -> list[str]:
    """The players whose names are all that came or went; empty where other words did."""
    names = {folded_words(person.name): person.key for person in moment.state.people.values()}
    moved: list[str] = []
    for stretch in found:
        for words in (stretch.old, stretch.new):
            keys = _all_names(folded_words(unbulleted(words)).split(), names)
            if keys is None:
                return []
            moved += keys
    return list(dict.fromkeys(moved))


def _all_names(words: Sequence[str], names: Mapping[str, str]) -> list[str] | None:
    """The people that a run of words names one after the other; None where it says anything else."""
    found, at = [], 0
    while at < len(words):
        end = next((end for end in range(len(words), at, -1) if " ".join(words[at:end]) in names), None)
        if end is None:
            return None
        found.append(names[" ".join(words[at:end])])
        at = end
    return found


def _only_items(each: Difference) -> bool:
    """Whether nothing but whole items of lists was added, or nothing but whole items struck."""
    if each.before is None or each.after is None:
        return False
    (lead, *old), (lead_now, *new) = (_ITEMS.split(passage.words) for passage in (each.before, each.after))
    return lead == lead_now and (Counter(old) <= Counter(new) or Counter(new) <= Counter(old))
