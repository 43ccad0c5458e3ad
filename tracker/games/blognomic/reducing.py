"""The fold of BlogNomic: rows of the archive dispatched to the chapters of the ruleset, and what holds after them."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from datetime import datetime
from typing import Any

from tracker.core.corrections import ABOUT
from tracker.core.fold import Context, NothingSettled, Step
from tracker.core.gamestate import Gamestate
from tracker.core.instants import parse_instant
from tracker.core.observation import READ, Observation, observation_from_record, record_from_observation
from tracker.core.rule import RuleBook
from tracker.mechanics.dice import dice_log
from tracker.mechanics.ruleset.ruleset_passages import is_page

from . import corrections, opening, settling
from .appendix import dates, duties, keyword_table, keywords, names, precedence, statuses, tracking, unseen_votes
from .appendix.keywords import with_icons_meant
from .core import ascension, calls, dynasties, fair_play, idle, players, proposals, resolving, roster, victory, votes
from .dynasties import acting, limits
from .dynasties.played import dynasty_modules
from .enacting import enactments, reset
from .gndt import dice_lines, gndt, gndt_revisions, gndt_view, hand_edits
from .gndt.gndt_records import Line
from .law import BOOK, CLAUSES, PARAMETERS
from .moment import Moment
from .redacting import spoken
from .ruleset import (
    drift,
    gutted_page,
    rule_causes,
    rule_changes,
    rule_history,
    rule_naming,
    ruleset,
    ruleset_page,
    unknown_text,
    withheld,
)
from .special_case import orphans, special_case, tags
from .state import BUILT_IN_DYNASTY, Post, State, Unread, folded
from .view import view_at

CORE_RULES = (
    opening,
    players,
    roster,
    idle,
    dynasties,
    votes,
    unseen_votes,
    resolving,
    proposals,
    calls,
    victory,
    corrections,
)
RULESET = (
    ruleset,
    ruleset_page,
    gutted_page,
    rule_history,
    rule_causes,
    rule_changes,
    rule_naming,
    withheld,
    unknown_text,
)
AUDITS = (ascension, reset, fair_play, orphans, duties, dates, names, precedence, keyword_table)
VALUES = (gndt, gndt_revisions, gndt_view, hand_edits, acting, limits, dice_lines)
CHAPTERS = (*RULESET, *CORE_RULES, special_case, tags, keywords, tracking, statuses, enactments, *VALUES, *AUDITS)
TEXT_KINDS = frozenset({"post", "post_edited", "comment", "comment_edited"})
POST_KINDS = frozenset({"comment", "comment_edited", "comment_gone", "post_edited", "post_status", "post_gone"})

PEOPLE_KINDS = frozenset({"roster", "roster_change", "opening", "correction"})
"""The kinds of rows after which somebody else may have values."""

_DOUBT_KINDS = frozenset({"page_revision", "decision", "setting"})
"""The kinds of rows after which other clauses may be in doubt."""
_ORDER = (
    *(("setting", "opening"), ("roll", "roll_lost"), ("roster",), ("post",)),
    *(("comment", "comment_edited", "comment_gone"), ("look",), ("post_status",), ("roster_change",)),
)
"""What comes first among things of one instant; all that is not named comes last."""
_CLASSES = {kind: place for place, kinds in enumerate(_ORDER) for kind in kinds}


def rules() -> RuleBook:
    """The rules of all chapters and of the dynasties that the tracker brings along."""
    return RuleBook.of_modules(CLAUSES, (*CHAPTERS, *dynasty_modules()))


def order(observation: Observation) -> tuple[Any, ...]:
    """At one instant: settings, rolls, the roster as it stood, posts, comments, looks, statuses, changes of the roster, all else.

    So a comment of the very second of a resolution counts. A list of players that was seen to differ since a look is a change.
    """
    kind = "roster_change" if observation.kind == "roster" and observation.is_interval else observation.kind
    return (_CLASSES.get(kind, len(_ORDER)),)


def read(observation: Observation) -> Any:
    """Images and words of a post's or comment's HTML; sections and hashes of a revision of the ruleset page.

    Of what was redacted there is nothing to keep: the row itself says what stands for its words.
    """
    if READ in observation.payload:
        return None
    if observation.kind in TEXT_KINDS:
        return tracking.read_html(str(observation.payload.get("body", "")))
    if observation.kind != "page_revision":
        return None
    return ruleset.read_revision(observation.payload) or gndt_revisions.read_revision(observation.payload)


def step(state: State, step: Step, context: Context) -> None:
    """Take one row in, at its own instant or else at that of its first sight."""
    observation = step.observation
    if not (step.is_certain or observation.kind == "post_status"):
        return
    moment = Moment.at(state, step.when, context.decisions)
    if state.watched:
        statuses.seek_grounds(moment)
    if not step.is_certain:
        if observation.subject in state.posts:
            statuses.watch(moment, state.posts[observation.subject], spoken(observation))
        return
    readings = step.row.readings
    if readings is None:
        observation = with_icons_meant(spoken(observation), moment.law)
        readings = read(observation)
    with state.in_doubt.writing(_written(observation)):
        _dispatch(moment, observation, readings, context)
    if state.address is not None and state.address.observation == observation.id:
        reset.begin(moment)
    if state.following.withheld:
        withheld.release(moment)
    if observation.kind in _DOUBT_KINDS:
        drift.remember_doubts(moment)
    if state.awaited_values:
        corrections.take_effect(moment)
    if observation.kind in PEOPLE_KINDS or state.gndt.head != state.emperor:
        gndt.follow_people(moment, observation.id)


def _written(observation: Observation) -> str:
    """What a row writes, by the name under which its doubts are kept."""
    if observation.kind == "post" or observation.kind in POST_KINDS:
        return f"post:{observation.subject}"
    return "roster" if observation.kind in PEOPLE_KINDS else "table"


def due_at(state: State) -> datetime | None:
    """The end of a downtime in which the roster was marked although nobody may be idled or added then.

    Or when dice wait no longer for players' words.
    """
    marks, words = state.marks_wait_until, state.dice_words.awaited_until
    # Asked before every row: hardly ever is there anything.
    return marks if words is None else words if marks is None else min(marks, words)


def fire(state: State, when: datetime, context: Context) -> None:
    """Take the marks that waited for the end of the downtime, or let the dice fall that waited for words."""
    moment = Moment.at(state, when, context.decisions)
    if state.watched:
        statuses.seek_grounds(moment)
    if state.marks_wait_until == when:
        players.take_waiting_marks(moment)
    if state.dice_words.awaited_until == when:
        gndt.go_on(moment)


def view(state: State, as_of: datetime, seq: int, context: Context, carried_out: Collection[str]) -> Gamestate:
    """What holds at an instant; ``carried_out`` are the clauses that the code carries out."""
    moment = Moment.at(state, as_of, context.decisions)
    return view_at(moment, seq, context.settled, carried_out)


# --- rows ------------------------------------------------------------------------------------------------------------


def _dispatch(moment: Moment, observation: Observation, readings: Any, context: Context | None) -> None:
    kind, payload, row = observation.kind, observation.payload, observation.id
    if kind in POST_KINDS:
        _about_post(moment, observation, readings, context)
    elif kind == "post":
        _live_post(moment.state, payload["slug"], context)
        tracking.take_post(moment, observation, readings)
        tracking.doubt_reading(moment, observation, readings)
        _come_home(moment, payload["slug"])
    elif kind == "roster":
        players.take_roster(moment, row, payload["players"])
    elif kind == "opening":
        opening.take_opening(moment, row, payload)
    elif kind == "decision":
        players.check_decider(moment, str(payload["by"]), str(payload["question"]), row)
    elif kind == "correction":
        _live_post(moment.state, payload[ABOUT].subject if ABOUT in payload else "", context)
        corrections.take_correction(moment, observation)
    elif kind == "roster_change":
        players.take_change(moment, _change(moment, observation))
    elif kind == "setting":
        _take_setting(moment, str(payload["name"]), payload.get("value"), row)
    elif kind == "page_revision":
        before = moment.state.following.page
        rule_history.take_revision(moment, row, payload, readings)
        withheld.release(moment)
        _follow_page(moment, row, payload, readings, before)
    elif kind == "cell_change":
        _take_cell(moment, *(str(payload[name]) for name in ("player", "variable", "old", "new")))
        hand_edits.take_cell(moment, row, payload)
    elif kind == "log_line":
        line = Line(row, row, str(payload["page"]), moment.when, str(payload["editor"]), str(payload["text"]))
        gndt.take_line(moment, line, context.settled if context else NothingSettled())
    elif kind == "roll":
        gndt.take_roll(moment, row, payload, observation.source, context.settled if context else NothingSettled())
    elif kind == "roll_lost":
        gndt.lose_roll(moment, payload)
    elif kind in ("commitment", "reveal") and context is not None:
        take = dice_log.take_commitment if kind == "commitment" else dice_log.take_reveal
        take(moment.state.dice, payload, moment.when, row, context.settled)
    elif kind == "look" and payload["source"] == "gndt":
        moment.state.settings.setdefault("rows", [folded(person.name) for person in moment.state.people.values()])
    elif kind == "look":
        _take_look(moment, payload)


def _follow_page(moment: Moment, row: str, payload: Mapping[str, Any], readings: Any, before: str) -> None:
    """A revision of the ruleset page may show a reset done; of any other page only its instant is remembered.

    ``before`` is the ruleset page's text until then.
    """
    if not is_page(str(payload["page"]), moment.law.word("ruleset_page")):
        duties.remember_revision(moment, payload)
        if gndt_revisions.is_table_page(moment, str(payload["page"])):
            gndt_revisions.take_revision(moment, row, payload, readings)
    elif moment.state.ruleset is not None and moment.state.ruleset.row == row:
        reset.follow_page(moment, str(payload["text"]), before)
        gndt_revisions.take_rules(moment, row, str(payload["editor"]), before, str(payload["text"]))


def _take_cell(moment: Moment, player: str, variable: str, old: str, new: str) -> None:
    players.take_cell(moment, player, variable, new)
    rule_history.take_cell(moment, player, variable, old, new)


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
    said, kind = observation, observation.kind
    if kind in TEXT_KINDS:
        tracking.doubt_reading(moment, said, readings)
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
        statuses.take_status(moment, post, said)


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
        _dispatch(moment, observation, read(observation), None)


def _take_setting(moment: Moment, name: str, value: Any, row: str) -> None:
    """Take a setting in from now on; one that is unknown or cannot be read is reported and changes nothing."""
    state = moment.state
    if name.startswith("special_case."):
        _take_marker(moment, name.removeprefix("special_case."), value, row)
    elif name == "aliases" and _is_map_of(value, str):
        state.aliases.update({folded(alias): known for alias, known in value.items()})
    elif name == "identities" and _is_map_of(value, dict):
        state.identified, state.accounts = _names_at("blog", value), _names_at("wiki", value)
    elif name == "dynasty" and isinstance(value, str | None):
        gndt.begin(moment, BUILT_IN_DYNASTY if value is None else value, row)
    elif value is None and name in PARAMETERS:
        state.settings.pop(name, None)
    elif (name in ("bot_account", "wiki_account") and isinstance(value, str)) or (
        name in PARAMETERS and BOOK.fits(name, value)
    ):
        state.settings[name] = value
    else:
        known = name in PARAMETERS or name in ("aliases", "identities", "bot_account", "wiki_account", "dynasty")
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


def _names_at(place: str, identities: Mapping[str, Any]) -> dict[str, str]:
    """Folded name on the blog or the wiki -> the person's own name, of people whose accounts are mapped."""
    return {folded(str(alias)): person for person, accounts in identities.items() for alias in accounts.get(place, ())}
