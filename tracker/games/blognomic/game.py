"""BlogNomic as the tracker plays it: rows of the archive dispatched to the chapters of the ruleset."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from typing import TYPE_CHECKING, Any

from tracker.core.draft import RegionDraft
from tracker.core.fold import Context, Step
from tracker.core.gamestate import Gamestate
from tracker.core.instants import parse_instant
from tracker.core.observation import Observation, observation_from_record, record_from_observation
from tracker.core.ports import SettledRecord
from tracker.core.rule import RuleBook
from tracker.games.base import Game

from . import (
    ascension,
    calls,
    dates,
    duties,
    dynasties,
    enactments,
    fair_play,
    gutted_page,
    idle,
    keyword_table,
    keywords,
    names,
    opening,
    orphans,
    pages,
    players,
    precedence,
    proposals,
    reset,
    resolving,
    roster,
    rule_causes,
    rule_changes,
    rule_history,
    rule_naming,
    ruleset,
    ruleset_page,
    settling,
    special_case,
    tags,
    tracking,
    victory,
    votes,
)
from .board import Board
from .codes import CODES
from .law import CLAUSES, PARAMETERS, fits
from .moment import Moment
from .state import Kind, Possibility, Post, State, Unread, folded
from .view import view_at
from .worlds import may_change_effect, other_worlds

if TYPE_CHECKING:
    from tracker.mechanics.enactment import Enacting

CORE_RULES = (opening, players, roster, idle, dynasties, votes, resolving, proposals, calls, victory)
RULESET = (ruleset, ruleset_page, gutted_page, rule_history, rule_causes, rule_changes, rule_naming)
AUDITS = (ascension, reset, fair_play, orphans, duties, dates, names, precedence, keyword_table)
CHAPTERS = (*RULESET, *CORE_RULES, special_case, tags, keywords, tracking, enactments, *AUDITS)
TEXT_KINDS = frozenset({"post", "comment", "comment_edited"})
POST_KINDS = frozenset({"comment", "comment_edited", "comment_gone", "post_edited", "post_status", "post_gone"})

_EARLY_SORTS = frozenset({Kind.DECLARATION, Kind.CALL, Kind.ADDRESS})
_CLASSES = dict.fromkeys(("setting", "opening"), 0) | {"roster": 3, "roster_change": 4, "post_status": 7}
_CLASSES |= dict.fromkeys(("comment", "comment_edited", "comment_gone"), 6)
_CONSEQUENCES = frozenset({"admin", "deadmin", "rename"})
"""Changes of the roster that carry out what a status of the same second enacted."""
_PLAIN_POST, _EARLY_POST, _CONSEQUENCE, _PROPOSAL, _LAST = 2, 5, 8, 9, 10


class BlogNomic(Game[State]):
    """Ruleset 170's core rules, special cases and appendix; its dynasties come on top."""

    slug = "blognomic"
    title = "BlogNomic"
    clauses = CLAUSES
    parameters = PARAMETERS
    rules = RuleBook.of_modules(CLAUSES, CHAPTERS)
    codes = CODES
    state_type = State

    def start(self) -> State:
        """An empty blog."""
        return State()

    def order(self, observation: Observation) -> tuple[Any, ...]:
        """At one instant: settings, plain posts, the roster, other official posts, comments, statuses, and proposals last.

        So a comment of the very second of a resolution counts, and a proposal finds room that a resolution of its second made.
        """
        kind = observation.kind
        if kind == "roster_change" and observation.payload.get("change") in _CONSEQUENCES:
            return (_CONSEQUENCE,)
        if kind != "post":
            return (_CLASSES.get(kind, _LAST),)
        kinds = tracking.official_kinds(tracking.categories_of(observation.payload.get("category")))
        if not kinds or kinds == [Kind.STORY]:
            return (_PLAIN_POST,)
        return (_EARLY_POST if kinds[0] in _EARLY_SORTS else _PROPOSAL,)

    def read(self, observation: Observation) -> Any:
        """Images and words of a post's or comment's HTML; sections and hashes of a revision of the ruleset page."""
        return _read(observation)

    def step(self, state: State, step: Step, context: Context) -> None:
        """Take one row in; a mere possibility is remembered until it is certain."""
        observation = step.observation
        if not step.is_certain:
            _remember_possible(state, observation)
            return
        _forget_possible(state, observation)
        moment = Moment.at(state, step.when, context.decisions)
        readings = step.row.readings if step.row.readings is not None else self.read(observation)
        elsewhere = [
            _standing_after(world, observation, readings) for world in _worlds_that_matter(moment, observation, context)
        ]
        _dispatch(moment, observation, readings, context)
        if elsewhere:
            tracking.doubt(moment, observation.subject, observation.id, elsewhere)

    def due_at(self, state: State) -> datetime | None:
        """The end of a downtime in which the roster was marked although nobody may be idled or added then."""
        return state.marks_wait_until

    def fire(self, state: State, when: datetime, context: Context) -> None:
        """Take the marks that waited for the end of the downtime."""
        players.take_waiting_marks(Moment.at(state, when, context.decisions))

    def view(self, state: State, as_of: datetime, seq: int, context: Context) -> Gamestate:
        """What holds at an instant."""
        moment = Moment.at(state, as_of, context.decisions)
        return view_at(moment, seq, context.settled, _realise, self.rules.carried_out())

    def settle(self, state: State, as_of: datetime) -> list[SettledRecord]:
        """Matters resolved long ago, and other posts as old, leave the live state."""
        return settling.settle(state, as_of)

    def pages(self, gamestate: Gamestate, names: Mapping[str, str]) -> Sequence[RegionDraft]:
        """Votable matters, evidence, roster, state of play and resolutions."""
        board: Board = gamestate.detail
        return pages.drafts(board, names)

    @property
    def enacting(self) -> Enacting:
        """Cases, drafts, summaries and notes for whoever enacts."""
        return enactments.ENACTING

    def precedence(
        self, gamestate: Gamestate, first: str, second: str, narrower: str, negative: str
    ) -> Mapping[str, Any]:
        """Two clauses or rules in the order of BN-261 to BN-265."""
        board: Board = gamestate.detail
        return precedence.put_in_order(board.precedence, first, second, narrower, negative).record()

    def catalogue(self) -> Mapping[str, str]:
        """Page keys and their default titles."""
        return {**pages.CATALOGUE, **enactments.PAGES}


# --- rows ------------------------------------------------------------------------------------------------------------


def _read(observation: Observation) -> Any:
    if observation.kind in TEXT_KINDS:
        return tracking.read_html(str(observation.payload.get("body", "")))
    return ruleset.read_revision(observation.payload) if observation.kind == "page_revision" else None


def _forget_possible(state: State, observation: Observation) -> None:
    """What was possible is certain now; another row of the same id may still be open."""
    item = state.possible.get(observation.id)
    if item is not None and (item.kind, item.until) == (observation.kind, observation.happened_at):
        del state.possible[observation.id]


def _remember_possible(state: State, observation: Observation) -> None:
    record = record_from_observation(observation)
    state.possible[observation.id] = Possibility(
        observation.kind, observation.id, record, observation.possible_from, observation.happened_at
    )


def _worlds_that_matter(moment: Moment, observation: Observation, context: Context) -> Iterator[Moment]:
    """The other worlds in which a post may be lawful or not, or a comment may kill or veto; none where all is certain."""
    state, slug = moment.state, observation.subject
    if not state.possible or observation.kind not in ("post", "comment"):
        return iter(())
    post = _live_post(state, slug, context) if observation.kind == "comment" else None
    author = state.key_of(str(observation.payload["author"]), str(observation.payload.get("member_id") or ""))
    open_ones = [item for item in state.possible.values() if may_change_effect(item, post, state, author)]
    return other_worlds(moment, _realise, open_ones, [slug])


def _standing_after(world: Moment, observation: Observation, readings: Any) -> tracking.Standing:
    _dispatch(world, observation, readings, None)
    return tracking.standing(world.state.posts.get(observation.subject))


def _realise(moment: Moment, possibility: Possibility) -> None:
    """Let a possibility come true in a copy of the state; an edited comment then counts as edited."""
    observation = observation_from_record(possibility.payload)
    _dispatch(moment, observation, _read(observation), None)
    post = moment.state.posts.get(observation.subject)
    ballot = post.ballots.get(observation.id) if post else None
    if ballot is not None and ballot.newest is not None:
        ballot.icons, ballot.newest = ballot.newest, None


def _dispatch(moment: Moment, observation: Observation, readings: Any, context: Context | None) -> None:
    kind, payload, row = observation.kind, observation.payload, observation.id
    if kind in POST_KINDS:
        _about_post(moment, observation, readings, context)
    elif kind == "post":
        _live_post(moment.state, payload["slug"], context)
        tracking.take_post(moment, _text(observation), readings)
        _come_home(moment, payload["slug"])
    elif kind == "roster":
        players.take_roster(moment, row, payload["players"])
    elif kind == "opening":
        opening.take_opening(moment, row, payload)
    elif kind == "decision":
        players.check_decider(moment, str(payload["by"]), str(payload["question"]), row)
    elif kind == "roster_change":
        players.take_change(moment, _change(moment, observation))
    elif kind == "setting":
        _take_setting(moment, str(payload["name"]), payload.get("value"), row)
    elif kind == "page_revision":
        before = moment.state.following.page
        rule_history.take_revision(moment, row, payload, readings)
        _follow_page(moment, row, payload, before)
    elif kind == "cell_change":
        changed = (str(payload[name]) for name in ("player", "variable", "old", "new"))
        _take_cell(moment, *changed)
    elif kind == "look" and payload["source"] == "gndt":
        moment.state.settings.setdefault("rows", [folded(person.name) for person in moment.state.people.values()])
    elif kind == "look":
        _take_look(moment, payload)


def _follow_page(moment: Moment, row: str, payload: Mapping[str, Any], before: str) -> None:
    """A revision of the ruleset page may show a reset done; of any other page only its instant is remembered.

    ``before`` is the ruleset page's text until then.
    """
    if not ruleset.is_ruleset(str(payload["page"]), moment.law.word("ruleset_page")):
        duties.remember_revision(moment, payload)
    elif moment.state.ruleset is not None and moment.state.ruleset.row == row:
        reset.follow_page(moment, str(payload["text"]), before)


def _take_cell(moment: Moment, player: str, variable: str, old: str, new: str) -> None:
    players.take_cell(moment, player, variable, new)
    rule_history.take_cell(moment, player, variable, old, new)


def _text(observation: Observation) -> tracking.Text:
    return tracking.Text(
        observation.id, observation.happened_at, observation.possible_from, observation.payload, observation.seen_at
    )


def _change(moment: Moment, observation: Observation) -> roster.Change:
    said = {
        name: str(observation.payload.get(name) or "") for name in ("name", "change", "by", "reason", "to", "member_id")
    }
    key = moment.state.key_of(said["name"], said["member_id"])
    return roster.Change(
        key,
        said["name"],
        said["change"],
        moment.when,
        observation.id,
        said["by"],
        said["reason"],
        said["to"],
        said["member_id"],
    )


def _take_look(moment: Moment, payload: Mapping[str, Any]) -> None:
    """Remember which parts of the blog cannot be read at present: what is known of them is that of an earlier look."""
    state, part = moment.state, str(payload["source"]).partition(":")[2]
    if payload["complete"]:
        state.unread.pop(part, None)
    elif part:
        since = payload.get("since")
        state.unread[part] = Unread(moment.when, parse_instant(str(since)) if since else None)


def _about_post(moment: Moment, observation: Observation, readings: Any, context: Context | None) -> None:
    post = _live_post(moment.state, observation.subject, context)
    if post is None:
        waiting = moment.state.homeless.setdefault(observation.subject, [])
        waiting.append(record_from_observation(observation))
        return
    said, kind = _text(observation), observation.kind
    if kind == "comment":
        tracking.take_comment(moment, post, said, readings)
    elif kind in ("comment_edited", "comment_gone"):
        tracking.take_comment_edit(moment, post, said, readings if kind == "comment_edited" else None)
    elif kind == "post_edited":
        tracking.take_post_edit(moment, post, said)
        ascension.note_edit(moment, post.slug)
    elif kind == "post_gone":
        tracking.take_post_gone(moment, post, observation.id)
    else:
        resolving.take_status(moment, post, said, _realise if context else None)


def _live_post(state: State, slug: str, context: Context | None) -> Post | None:
    """The post of that slug; a settled one that a late row is about comes back into the live state."""
    if slug in state.posts or context is None:
        return state.posts.get(slug)
    record = context.settled.settled(f"post:{slug}")
    if record is None:
        return None
    state.posts[slug] = settling.thawed(record)
    return state.posts[slug]


def _come_home(moment: Moment, slug: str) -> None:
    """Rows that came before their post are taken in now."""
    for record in moment.state.homeless.pop(slug, []):
        observation = observation_from_record(record)
        _dispatch(moment, observation, _read(observation), None)


def _take_setting(moment: Moment, name: str, value: Any, row: str) -> None:
    """Take a setting in from now on; one that is unknown or cannot be read is reported and changes nothing."""
    state = moment.state
    if name.startswith("special_case."):
        _take_marker(moment, name.removeprefix("special_case."), value, row)
    elif name == "aliases" and _is_map_of(value, str):
        state.aliases.update({folded(alias): known for alias, known in value.items()})
    elif name == "identities" and _is_map_of(value, dict):
        state.aliases.update(_blog_names(value))
    elif value is None and name in PARAMETERS:
        state.settings.pop(name, None)
    elif (name == "bot_account" and isinstance(value, str)) or (name in PARAMETERS and fits(name, value)):
        state.settings[name] = value
    else:
        known = name in PARAMETERS or name in ("aliases", "identities", "bot_account")
        text = f"the setting {name} cannot be {value!r}" if known else f"there is no setting {name}"
        state.note("UNKNOWN_SETTING", "BN-200", text, row, at=moment.when)


def _take_marker(moment: Moment, title: str, value: Any, row: str) -> None:
    rule_name, is_active, unknown = special_case.status_in_title(f"{title} [{value}]")
    moment.state.special_cases[rule_name] = is_active
    if unknown:
        text = f"{rule_name} is marked {unknown!r}; it is treated as active"
        moment.state.note("UNKNOWN_MARKER", "BN-165", text, row, at=moment.when)


def _is_map_of(value: Any, kind: type) -> bool:
    return isinstance(value, dict) and all(isinstance(each, kind) for each in value.values())


def _blog_names(identities: Mapping[str, Any]) -> dict[str, str]:
    """Folded name on the blog -> the person's own name, of people whose accounts are mapped."""
    return {folded(str(alias)): person for person, accounts in identities.items() for alias in accounts.get("blog", ())}


GAME = BlogNomic()
