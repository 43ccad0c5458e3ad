"""The fold of Nomicoup in one world: what a row brings about, and what belongs to an instant, in which order."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from types import ModuleType
from typing import Any, TypeAlias

from tracker.core.observation import Observation
from tracker.core.rule import RuleBook, rule
from tracker.core.snowflakes import told_by_id
from tracker.games.chat_worlds import ComeAbout, Due
from tracker.games.chat_unseen_words import UnseenWords
from tracker.mechanics.announcements import Announced
from tracker.mechanics.chat_log import ChatMessage, Heard
from tracker.mechanics.chat_play import Moment, Refused
from tracker.mechanics.propositions import is_proposition

from . import (
    actions,
    adopting,
    challenges,
    characters,
    clarifications,
    counteractions,
    coup,
    court_deck,
    general,
    influence,
    law,
    letters,
    new_orders,
    players,
    precedence,
    proposition_reading,
    propositions,
    reading,
    references,
    retroactivity,
    rule_changes,
    rule_paths,
    secrets,
    starting,
    titling,
    treasury,
    turn_order_rule,
    turns,
    votes,
    winning,
    words,
    written_orders,
)
from .announced import SUGGESTION
from .general import DM
from .reading import Said
from .state import Waiting, World

Act: TypeAlias = Callable[[Moment[World], Announced], bool | None]
"""Carries an announcement out; False where it waits for cards that are not known yet: then nothing has changed."""

CHAPTERS: Sequence[ModuleType] = (
    winning,
    players,
    turns,
    court_deck,
    treasury,
    starting,
    coup,
    actions,
    counteractions,
    characters,
    challenges,
    influence,
    propositions,
    titling,
    clarifications,
    words,
    letters,
    secrets,
)
_WITHOUT_ACTS: Sequence[ModuleType] = (
    general,
    reading,
    rule_paths,
    rule_changes,
    adopting,
    proposition_reading,
    references,
    retroactivity,
    precedence,
    new_orders,
    turn_order_rule,
    votes,
    written_orders,
)


def _gathered() -> dict[str, Act]:
    return {kind: each for chapter in CHAPTERS for kind, each in getattr(chapter, "ACTIONS", {}).items()}


def _all_of(name: str) -> list[Callable[..., Any]]:
    return [found for chapter in CHAPTERS if (found := getattr(chapter, name, None)) is not None]


ACTIONS: Mapping[str, Act] = _gathered()
DUES: Sequence[Callable[[Moment[World]], Due[World] | None]] = (
    propositions.due,
    clarifications.due,
    *(each for each in _all_of("due") if each not in (propositions.due, clarifications.due)),
)
"""What ends at an instant: votes before turns, so that a turn begins by the rules that hold then."""
NEXT_INSTANTS: Sequence[Callable[[Moment[World]], Iterable[datetime]]] = _all_of("next_instants")
OF_COUP: Mapping[str, str] = {
    "act": "COUP-022",
    "counter": "COUP-050",
    "challenge": "COUP-062",
    "show": "COUP-067",
    "decline": "COUP-067",
    "lose": "COUP-069",
    "give_back": "COUP-060",
    "pass": "COUP-030",  # nosec B105
    "hand": "COUP-034",
    "pledge": "COUP-036",
    "word": "COUP-036",
}
"""What only players announce, with the clause by which others are refused."""
ANYWHERE = frozenset({"forfeit", "leave_group"})
"""What takes effect in every public channel (COUP-013)."""
PRIVATE = frozenset({"lose", "give_back", "show", "decline", "hand", "pledge"})
"""What may be written to the bot alone (COUP-023)."""
_OF_PROPOSITIONS = frozenset({"suggest", "defer", "title_rule"})
"""What is announced in the channel of propositions; all but suggestions in the general one, too."""
_OF_ALL_PLAY = frozenset({"enter", "enter_group", "confirm", "forfeit", "leave_group", "start", *OF_COUP}) - {
    "hand",
    "pledge",
    "word",
}
"""What keeps its order with what waits for cards."""
_SUGGESTION = re.compile(rf"[\s*_-]*{SUGGESTION}[\s*_]*:", re.IGNORECASE)
"""How a Judge's suggestion begins, which is no proposition whatever it says (COUP-076)."""
ANSWERING = frozenset({"challenge", "counter", "show", "decline", "confirm", "act", "pass"})
"""The announcements that may answer whatever was announced in the message that they reply to, or follow it as the next turn."""
_ITS_OWN_FAULT = frozenset(
    {
        "unclear",
        "WRONG_CHANNEL",
        "not_player",
        "missing_target",
        "bad_amount",
        "bad_claim",
        "missing_claim",
        "own_action",
    }
)
"""The refusals of these that hang on nothing that others may have announced."""


def _may_turn(moment: Moment[World], refused: Refused) -> bool:
    """Whether an announcement may have been refused only for want of what others announced: not a second action of a message."""
    return refused.code not in _ITS_OWN_FAULT and moment.world.acted_in != refused.row


_UNSEEN: UnseenWords[World] = UnseenWords("COUP-023", reading.said_in, ANSWERING, _may_turn)


def rules() -> RuleBook:
    """The rules of all chapters."""
    return RuleBook.of_modules(law.CLAUSES, (*CHAPTERS, *_WITHOUT_ACTS, sys.modules[__name__]))


# --- what belongs to an instant ---------------------------------------------------------------------------------------


@rule("COUP-001", "COUP-111")
def next_due(moment: Moment[World]) -> Due[World] | None:
    """The first thing that is due and has not happened; once the game is over nothing is."""
    if general.is_over(moment):
        return None
    return next((_followed(found) for due in DUES if (found := due(moment)) is not None), None)


def _followed(due: Due[World]) -> Due[World]:
    """The same, with all that follows from it at once."""

    def happen(moment: Moment[World], answer: str) -> None:
        due.happen(moment, answer)
        coup.follow(moment)

    return Due(happen, due.choice)


@rule("COUP-104", "COUP-118")
def consequence(moment: Moment[World]) -> Due[World] | None:
    """The next count of votes to which something happened just now, with what it decides; None where all are counted."""
    if general.is_over(moment):
        return None
    found = propositions.consequence(moment) or clarifications.consequence(moment)
    return None if found is None else _followed(found)


def next_instants(moment: Moment[World]) -> Iterator[datetime]:
    """The instants at which something may happen by itself."""
    if general.is_over(moment):
        yield from winning.next_instants(moment)
        return
    for instants in NEXT_INSTANTS:
        yield from instants(moment)


def opened(moment: Moment[World], stated: Mapping[str, Any]) -> None:
    """Let the gamestate be as people stated it, and follow what follows from it."""
    from . import opening

    before = moment.world.turn
    opening.take(moment, stated)
    moment.state.notes = [each for each in moment.state.notes if each.code != "TURN_UNTOLD"]
    if not general.is_over(moment):
        players.players_changed(moment)
        clarifications.choose_judges(moment)
        coup.follow(moment)
        if moment.world.turn is not None:
            if not turns.is_same(before, moment.world.turn):
                turns.notify(moment, moment.world.turn)
            _let_time_pass(moment, moment.when)


def decided(moment: Moment[World], told: Observation) -> None:
    """What people's decision brings about by itself, from when it is made: that somebody won or did not, or that a shuffle is drawn anew.

    A win that was recorded ended the game at that instant, also where people decide otherwise later.
    """
    answer = "" if told.payload.get("revoked") else str(told.payload.get("answer") or "")
    span = winning.decided(moment, told.text("question"), answer, told.text("why"))
    if span is not None:
        _after_standstill(moment, span)
    made = next((each for each in moment.decisions.values() if each.observation == told.id), None)
    if made is not None and made.at == moment.when and secrets.decided(moment, made):
        cards_came(moment)


@rule("COUP-001")
def _after_standstill(moment: Moment[World], span: timedelta) -> None:
    """Let the game go on as it was when it was over: what would have ended since ends so much later."""
    world = moment.world
    for chapter in (turns, propositions, clarifications):
        chapter.stood_still(moment, span)
    if world.is_law_new:
        world.is_law_new = False
        law_changed(moment)
    players.players_changed(moment)
    clarifications.choose_judges(moment)
    cards_came(moment)


@rule("COUP-053", "COUP-097")
def law_changed(moment: Moment[World]) -> None:
    """The law that holds since now adds the cards of new characters; what runs already keeps its end, unless it is ruled otherwise."""
    if general.is_over(moment):
        moment.world.is_law_new = True
        return
    coup.law_of_cards_changed(moment)
    if moment.law.chooses("running_time_limits", "go by the hours that hold"):
        for chapter in (turns, propositions, clarifications):
            chapter.hours_changed(moment)


def cards_came(moment: Moment[World]) -> None:
    """Go on with the deck as far as its shuffles are known, and with what waited for that, in order."""
    if general.is_over(moment):
        return
    court_deck.go_on(moment)
    coup.follow(moment)
    while moment.world.waiting and _goes_on(moment, moment.world.waiting[0]):
        pass
    if not moment.world.waiting:
        _let_time_pass(moment, moment.when)


def _goes_on(moment: Moment[World], first: Waiting) -> bool:
    """Carry out what waits first, judged as of when it was announced; False where it still waits."""
    world = moment.world
    rest = world.waiting[1:]
    world.waiting = []
    _let_time_pass(moment, first.at)
    then = replace(moment, law=moment.law.at(first.at), row=first.message, resumed_at=moment.now)
    said = reading.said_again(then, first.n)
    refused = len(world.refused)
    if isinstance(said, Announced) and not general.is_over(then) and not _performed(then, said):
        world.waiting = [first, *rest]
        return False
    coup.follow(then)
    if general.is_private(then):
        letters.refused(then, refused)
    world.waiting = [*world.waiting, *rest]
    return True


def _let_time_pass(moment: Moment[World], until: datetime) -> None:
    """Let the turns end whose time had passed by an instant: they waited, too."""
    while (over_at := min(turns.next_instants(moment), default=None)) is not None and over_at <= until:
        then = replace(moment, law=moment.law.at(over_at), row="", resumed_at=moment.now)
        turns.end(then, turns.TIME)
        coup.follow(then)


# --- rows -------------------------------------------------------------------------------------------------------------


def heard(moment: Moment[World], heard: Heard) -> Iterable[ComeAbout[World]]:
    """What a chat row brings about."""
    if heard.kind == "left":
        return [lambda at: _note_departure(at, heard)] if heard.is_certain else []
    message = moment.state.log.messages[heard.message]
    if heard.kind == "posted":
        return _posted(moment, message)
    if heard.kind in ("edited", "deleted"):
        return _changed(moment, message, heard)
    return _reacted(moment, message, heard)


@rule("COUP-008", "COUP-013", "COUP-023")
def _posted(moment: Moment[World], message: ChatMessage) -> Iterator[ComeAbout[World]]:
    """Each channel is for its own announcements; only leaving the game is good everywhere."""
    if message.channel == moment.law.word("propositions_channel"):
        yield lambda at: Due(lambda then, _: _in_propositions(then, message))
        return
    said = list(_said(moment, message))
    if message.channel == DM:
        yield from (_announced(each, message) for each in said)
        if not said and not message.is_bot:
            yield lambda at: Due(lambda then, _: _not_understood(then, message))
        return
    is_here = _is_for_actions(moment, message)
    carried_out = [each for each in said if is_here or each.kind in ANYWHERE]
    acts = [_announced(each, message) if each in carried_out else _elsewhere(each) for each in said]
    matters = [] if general.is_over(moment) else carried_out
    is_action = message.seen_edited and any(isinstance(each, Announced) for each in matters)
    yield from _UNSEEN.as_posted(moment, message, acts, lambda: matters, is_action=is_action)


def _is_for_actions(moment: Moment[World], message: ChatMessage) -> bool:
    is_general = message.channel == moment.law.word("general_channel")
    return is_general or moment.law.chooses("actions_are_announced", "in any public channel")


def _said(moment: Moment[World], message: ChatMessage) -> Iterator[Said]:
    """What a message announces: nothing of what bots say that do not play, and in private only what is for the bot alone."""
    if message.is_bot and not moment.world.player_of(message.author):
        return
    for said in reading.said_by(moment, message):
        if message.channel != DM or said.kind in PRIVATE:
            yield said


@rule("COUP-075", "COUP-076", "COUP-116")
def _in_propositions(moment: Moment[World], message: ChatMessage) -> None:
    """A message there is a proposition, or else a Judge's suggestion or talk."""
    is_suggestion = _SUGGESTION.match(message.text) is not None
    if not is_suggestion and _is_about_rules(moment, message):
        return
    for each in _said(moment, message):
        if each.kind in (*ANYWHERE, *_OF_PROPOSITIONS):
            _carry_out(moment, each)
        else:
            _hint(moment, each)


def _is_about_rules(moment: Moment[World], message: ChatMessage) -> bool:
    """Whether a message posts a proposition, which once the game is over is refused."""
    if not general.is_over(moment):
        return propositions.reposted(moment, message) or propositions.posted(moment, message)
    if message.is_bot or not is_proposition(message.text):
        return False
    general.refuse_over(moment)
    return True


def _announced(said: Said, message: ChatMessage) -> ComeAbout[World]:
    def happen(moment: Moment[World], _: str) -> None:
        moment.world.acted[message.id] = moment.when
        moment.world.let_cite(message.id)
        refused = len(moment.world.refused)
        _carry_out(moment, said)
        if message.channel == DM:
            letters.refused(moment, refused)

    return lambda moment: Due(happen)


@rule("COUP-023", "COUP-034")
def _not_understood(moment: Moment[World], message: ChatMessage) -> None:
    """Answer privately what was written privately and is nothing that can be said so; it does nothing."""
    is_elsewhere = any(isinstance(each, Announced) for each in reading.said_by(moment, message))
    letters.not_understood(moment, is_elsewhere=is_elsewhere)


def _elsewhere(said: Said) -> ComeAbout[World]:
    return lambda moment: Due(lambda at, _: _hint(at, said))


@rule("COUP-008", "COUP-023")
def _hint(moment: Moment[World], said: Said) -> None:
    """Say of an announcement in another channel where it belongs; it does nothing."""
    if isinstance(said, Announced):
        place = "propositions_channel" if said.kind == "suggest" else "general_channel"
        text = f"“{said.line}” belongs in #{moment.law.word(place)}; here it does nothing"
        moment.hint("WRONG_CHANNEL", "COUP-023", text, said.n)


@rule("COUP-001", "COUP-022")
def _carry_out(moment: Moment[World], said: Said) -> None:
    """Carry an announcement out, unless the game is over or it comes from nobody who plays; it waits where cards are not known."""
    user, player = general.actor(moment)
    if _is_talk(moment, said):
        return
    if general.is_over(moment):
        general.refuse_over(moment, said.n)
    elif said.kind in OF_COUP and not player:
        moment.refuse("not_player", OF_COUP[said.kind], f"{user} is no player", said.n)
    elif not isinstance(said, Announced):
        general.unclear(moment, said, said.why)
    elif said.kind == "suggest" and moment.state.log.messages[moment.row].channel != moment.law.word(
        "propositions_channel"
    ):
        _hint(moment, said)
    else:
        _act(moment, said)


@rule("COUP-076", "COUP-116", "COUP-121")
def _is_talk(moment: Moment[World], said: Said) -> bool:
    """Whether nobody but a Judge can mean an announcement by these words, and it comes from somebody else: they only talk."""
    if said.kind not in ("suggest", "defer") or clarifications.is_judge(moment):
        return False
    is_plain = said.kind == "defer" or _SUGGESTION.match(said.line) is not None
    return not (is_plain and isinstance(said, Announced))


def _act(moment: Moment[World], said: Announced) -> None:
    world = moment.world
    waits = bool(world.waiting) and said.kind in _OF_ALL_PLAY
    if waits or not _performed(moment, said):
        world.waiting = [*world.waiting, Waiting(moment.row, said.n, moment.when)]
        if general.is_private(moment):
            letters.waits(moment)
    coup.follow(moment)


@rule("COUP-034", "COUP-069")
def _performed(moment: Moment[World], said: Announced) -> bool:
    """Carry out what is announced; False where it waits. What somebody chose privately they are told, and all what it settles."""
    if not general.is_private(moment):
        return ACTIONS[said.kind](moment, said) is not False
    world, about = moment.world, _settled_by(moment, said)
    events, refused = len(world.events), len(world.refused)
    if ACTIONS[said.kind](moment, said) is False:
        return False
    coup.follow(moment)
    public = moment.state.log.messages.get(about)
    for event in world.events[events:] if public else ():
        event.below, event.below_in = about, public.channel if public else ""
    if len(world.refused) == refused:
        letters.done(moment, said)
    return True


def _settled_by(moment: Moment[World], said: Announced) -> str:
    """The message of the challenge or action of which a private choice says what comes of it; "" where there is none."""
    player = general.actor(moment)[1]
    if said.kind == "lose":
        return influence.owed_by(moment.world, player)
    found = challenges.asked_of(moment, player, said) if said.kind in ("show", "decline") else None
    return found[1].challenged_in if found else ""


def _note_departure(moment: Moment[World], heard: Heard) -> Due[World] | None:
    """Who leaves the server stays a player: no rule says otherwise, and their turns end by time."""
    player = moment.world.player_of(heard.user)
    text = f"{heard.user} left the server, and is still {'a player' if player == heard.user else f'a part of {player}'}"
    if not player or any(note.text == text for note in moment.world.notes):
        return None
    return Due(lambda at, _: at.note("LEFT_THE_SERVER", "COUP-013", text, is_mild=True))


# --- edits, deletions, reactions --------------------------------------------------------------------------------------


def _changed(moment: Moment[World], message: ChatMessage, heard: Heard) -> Iterator[ComeAbout[World]]:
    """What an edit or deletion brings about: a proposition may change by it, what was announced stays what it was."""
    if not heard.is_certain or message.channel == DM:
        return
    if message.channel == moment.law.word("propositions_channel"):
        yield (
            lambda at: (
                _doubt_at_edit(at, message, heard) or Due(lambda then, _: _proposition_changed(then, message, heard))
            )
        )
    elif _is_for_actions(moment, message) and heard.kind == "edited":
        yield lambda at: Due(lambda then, _: _note_edit(then, message, heard.text))
    elif message.id in moment.world.acted and heard.kind == "deleted":
        yield lambda at: Due(lambda then, _: _note_deletion(then, message))


def _doubt_at_edit(moment: Moment[World], message: ChatMessage, heard: Heard) -> Due[World] | None:
    """The doubt whether a vote came before an edit or deletion."""
    if general.is_over(moment):
        return None
    if heard.kind == "deleted":
        return propositions.doubt_at_deletion(moment, message, heard.at)
    return propositions.doubt_at_edit(moment, message, heard.at)


@rule("COUP-099", "COUP-101", "COUP-110")
def _proposition_changed(moment: Moment[World], message: ChatMessage, heard: Heard) -> None:
    if general.is_over(moment):
        if heard.kind == "edited" and message.id in moment.world.proposed_in and not message.is_bot:
            general.refuse_over(moment, by=message.author)
    elif heard.kind == "edited":
        propositions.edited(moment, message, heard.text, heard.at)
    else:
        propositions.deleted(moment, message, heard.at)


def chatter_edited(moment: Moment[World], message: ChatMessage, text: str) -> None:
    """Likewise of talk that is not remembered, unless it is so old that an action in it would not be remembered either."""
    posted = told_by_id(message.id)
    limit = moment.when - moment.law.span("settle_after_hours")
    if message.channel != DM and _is_for_actions(moment, message) and (posted is None or posted >= limit):
        _note_edit(moment, message, text)


@rule("COUP-023")
def _note_edit(moment: Moment[World], message: ChatMessage, text: str) -> None:
    """An edit announces nothing and undoes nothing: what it would announce besides the first text is noted."""
    first = {_sense(each) for each in reading.said_by(moment, message)}
    added = [each for each in reading.said_by(moment, message, text) if _sense(each) not in first]
    if added and not message.is_bot:
        lines = "; ".join(each.line for each in added)
        note = f"{message.author} edited message {message.id}: “{lines}” was not said when it was posted and counts for nothing"
        moment.note("EDIT_IGNORED", "COUP-023", note, is_mild=True)


def _sense(said: Said) -> tuple[str, str]:
    """What an announcement says, whatever its place in the message."""
    return said.kind, repr(said.fields) if isinstance(said, Announced) else said.line


@rule("COUP-023")
def _note_deletion(moment: Moment[World], message: ChatMessage) -> None:
    """Deleting an announcement undoes nothing."""
    if winning.note_deletion(moment, message):
        return
    moment.note(
        "ANNOUNCEMENT_DELETED",
        "COUP-023",
        f"{message.author} deleted message {message.id}; what it announced stands",
        is_mild=True,
    )


def _reacted(moment: Moment[World], message: ChatMessage, heard: Heard) -> Iterator[ComeAbout[World]]:
    """A reaction that was set or taken back is a vote where it stands on a proposition or a suggestion."""
    world = moment.world
    if heard.is_certain and (message.id in world.proposed_in or message.id in world.suggested_in):
        yield lambda at: Due(lambda then, _: _counted(then, message, heard))


@rule("COUP-103", "COUP-117")
def _counted(moment: Moment[World], message: ChatMessage, heard: Heard) -> None:
    is_set = heard.kind == "reacted"
    if general.is_over(moment):
        if is_set and heard.emoji in law.of_nomicoup(moment.law).votes:
            general.refuse_over(moment, by=heard.user)
        return
    propositions.reacted(moment, message, heard.user, heard.emoji, is_set=is_set)
    clarifications.reacted(moment, message, heard.user, heard.emoji, is_set=is_set)
