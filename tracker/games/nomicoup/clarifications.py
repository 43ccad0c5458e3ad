"""Clarifications: a disagreement is raised, a Judge is drawn among the candidates, and what they suggest is voted on."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import datetime

from tracker.core.instants import TICKLE, iso
from tracker.core.rule import rule
from tracker.games.chat_game import Due
from tracker.mechanics.announcements import Announced
from tracker.mechanics.chat_log import ChatMessage
from tracker.mechanics.chat_play import Moment
from tracker.mechanics.forked_worlds import Choice

from .law import RIGHT, of_nomicoup
from .state import Clarification, Suggestion, World
from .votes import (
    ADOPTED,
    Counts,
    Outcome,
    Standing,
    is_late,
    newest,
    standing,
    suggestion_at_limit,
    suggestion_at_once,
    ways,
)


def _author(moment: Moment[World]) -> tuple[str, str]:
    """Who wrote the message that is being carried out, and the player who that is ("": none)."""
    user = moment.state.log.messages[moment.row].author
    return user, moment.world.player_of(user)


def _is_player(moment: Moment[World], clause: str, n: int) -> bool:
    user, player = _author(moment)
    if not player:
        moment.refuse("not_player", clause, f"{user} is no player", n)
    return bool(player)


# --- candidates -------------------------------------------------------------------------------------------------------


@rule("COUP-115")
def add_candidate(moment: Moment[World], said: Announced) -> None:
    """A player puts themself last on the list of Judge candidates; whoever waits for a Judge may get one by that."""
    if not _is_player(moment, "COUP-115", said.n):
        return
    player = _author(moment)[1]
    if player in moment.world.candidates:
        moment.refuse("no_change", "COUP-115", f"{player} is a Judge candidate already", said.n)
        return
    moment.world.candidates = [*moment.world.candidates, player]
    moment.tell("candidate_added", "COUP-115", f"{player} is a Judge candidate", player=player)
    choose_judges(moment)


@rule("COUP-115")
def remove_candidate(moment: Moment[World], said: Announced) -> None:
    """A player takes themself off the list; a Judge chosen already stays chosen."""
    if not _is_player(moment, "COUP-115", said.n):
        return
    player = _author(moment)[1]
    if player not in moment.world.candidates:
        moment.refuse("no_change", "COUP-115", f"{player} is no Judge candidate", said.n)
        return
    _take_off(moment, player)


@rule("COUP-115")
def left(moment: Moment[World], player: str) -> None:
    """Leaving the game takes a player off the list of candidates."""
    if player in moment.world.candidates:
        _take_off(moment, player)


def _take_off(moment: Moment[World], player: str) -> None:
    moment.world.candidates = [each for each in moment.world.candidates if each != player]
    moment.tell("candidate_removed", "COUP-115", f"{player} is no Judge candidate any more", player=player)


# --- raising a disagreement, choosing a Judge -------------------------------------------------------------------------


@rule("COUP-112", "COUP-113")
def clarify(moment: Moment[World], said: Announced) -> None:
    """A player states a disagreement (field ``text``): it is numbered, and a Judge is chosen for it at once."""
    if not _is_player(moment, "COUP-112", said.n):
        return
    text = str(said.fields["text"] or "").strip()
    if not text:
        moment.refuse("missing_parameter", "COUP-112", "it does not say what the disagreement is", said.n)
        return
    world, player = moment.world, _author(moment)[1]
    world.newest_clarification += 1
    raised = Clarification(world.newest_clarification, player, text, moment.when, moment.row)
    world.clarifications[raised.number] = raised
    told = f"{player} raises clarification {raised.number}: {text}"
    moment.tell("clarification_raised", "COUP-112", told, clarification=raised.number, player=player)
    _let_choose(moment, raised)


def _let_choose(moment: Moment[World], clarification: Clarification) -> None:
    """Let a Judge be chosen for a clarification from now on, after those that wait for one already."""
    clarification.chosen_at, clarification.drawn_at = None, moment.when
    moment.world.choosing = [*moment.world.choosing, clarification.number]
    choose_judges(moment)


@rule("COUP-114")
def choose_judges(moment: Moment[World]) -> None:
    """Choose a Judge for each clarification that waits for one, in turn, as far as there are candidates and dice have fallen."""
    world = moment.world
    while world.choosing:
        clarification = world.clarifications[world.choosing[0]]
        chosen = _chosen(moment, clarification)
        if not chosen:
            return
        world.choosing = world.choosing[1:]
        at = clarification.drawn_at or moment.when
        clarification.judge, clarification.chosen_at = chosen, at
        clarification.among, clarification.drawn_at = [], None
        world.last_judge = chosen
        _forget_note(world, clarification)
        text = (
            f"{chosen} is chosen as the Judge of clarification {clarification.number}, until {iso(_due_by(moment, at))}"
        )
        told = {"clarification": clarification.number, "player": chosen, "chosen_at": iso(at)}
        moment.tell("judge_chosen", "COUP-114", text, **told)


@rule("COUP-114")
def _chosen(moment: Moment[World], clarification: Clarification) -> str:
    """The candidate whom a die picks, each as likely; one alone needs none. "" while there is none, or the die has not fallen."""
    if not clarification.among:
        clarification.among = _eligible_judges(moment, clarification)
        if not clarification.among:
            _note_nobody(moment, clarification)
            return ""
        clarification.choosings += 1
        clarification.drawn_at = moment.when
    among = clarification.among
    if len(among) == 1:
        return among[0]
    key = f"judge:{clarification.number}:{clarification.choosings}"
    purpose = f"the Judge of clarification {clarification.number} among {', '.join(among)}"
    faces = moment.dice(key, [len(among)], purpose, "COUP-114")
    return among[faces[0] - 1] if faces else ""


@rule("COUP-114", "COUP-120", "COUP-121")
def _eligible_judges(moment: Moment[World], clarification: Clarification) -> list[str]:
    """The candidates in order of joining the list, without whom was chosen last, and without the Judge who is to be replaced."""
    barred = {clarification.judge}
    if moment.law.chooses("two_times_in_a_row", "counts all clarifications"):
        barred.add(moment.world.last_judge)
    return [player for player in moment.world.candidates if player not in barred]


def _note_nobody(moment: Moment[World], clarification: Clarification) -> None:
    _forget_note(moment.world, clarification)
    text = (
        f"no Judge can be chosen for clarification {clarification.number}: a candidate is needed who was not the last"
    )
    moment.note("NO_JUDGE", "COUP-114", text)
    moment.world.notes[-1].row = clarification.message


def _forget_note(world: World, clarification: Clarification) -> None:
    world.notes = [each for each in world.notes if each.code != "NO_JUDGE" or each.row != clarification.message]


def _due_by(moment: Moment[World], chosen_at: datetime) -> datetime:
    return chosen_at + moment.law.span("suggestion_due_hours")


# --- the Judge --------------------------------------------------------------------------------------------------------


def _judged_by(world: World, player: str) -> list[Clarification]:
    """The clarifications whose Judge a player is and owes a suggestion."""
    judged = (each for each in world.clarifications.values() if each.judge == player and each.resolved_at is None)
    return [each for each in judged if each.chosen_at is not None]


@rule("COUP-116")
def suggest(moment: Moment[World], said: Announced) -> None:
    """The Judge posts a suggestion (fields ``number``, None where it is not said, and ``text``), voted on from then on."""
    if not _is_player(moment, "COUP-116", said.n):
        return
    found = _meant(moment, said)
    text = str(said.fields["text"] or "").strip()
    if found is None:
        return
    if not text:
        moment.refuse("missing_parameter", "COUP-116", "it does not say what is suggested", said.n)
    elif found.suggestion is not None:
        moment.refuse(
            "no_change", "COUP-116", f"clarification {found.number} has a suggestion that is voted on", said.n
        )
    else:
        made = Suggestion(found.judge, text, moment.when, moment.row)
        found.suggestions = [*found.suggestions, made]
        moment.world.suggested_in[moment.row] = found.number
        told = f"{found.judge} suggests for clarification {found.number}: {text}"
        moment.tell("suggestion_made", "COUP-116", told, clarification=found.number, player=found.judge)


def _meant(moment: Moment[World], said: Announced) -> Clarification | None:
    """The clarification that a Judge speaks of: the one of the number, or the only one that they are the Judge of."""
    world, (user, player) = moment.world, _author(moment)
    number = said.fields.get("number")
    judged = [each for each in _judged_by(world, player) if number is None or each.number == int(number)]
    open_ones = [each for each in judged if each.suggestion is None] or judged
    if not open_ones:
        which = "any clarification" if number is None else f"clarification {number}"
        moment.refuse("not_judge", "COUP-116", f"{user} is not the Judge of {which}", said.n)
        return None
    if len(open_ones) > 1:
        numbers = ", ".join(str(each.number) for each in open_ones)
        text = f"{user} is the Judge of clarifications {numbers}: write “Suggestion {open_ones[0].number}: …”"
        moment.refuse("unclear", "COUP-116", text, said.n)
        return None
    return open_ones[0]


@rule("COUP-121")
def defer(moment: Moment[World], said: Announced) -> None:
    """The Judge does not wish to make a suggestion: a new one is chosen at that instant."""
    if not _is_player(moment, "COUP-121", said.n):
        return
    user, player = _author(moment)
    judged = _judged_by(moment.world, player)
    waiting = [each for each in judged if each.suggestion is None]
    if not judged:
        moment.refuse("not_judge", "COUP-121", f"{user} is not the Judge of any clarification", said.n)
    elif not waiting:
        moment.refuse("no_change", "COUP-121", "the suggestion was made and is voted on", said.n)
    for each in waiting:
        moment.tell("judge_deferred", "COUP-121", f"{player} defers", clarification=each.number, player=player)
        _let_choose(moment, each)


# --- votes on a suggestion --------------------------------------------------------------------------------------------


@rule("COUP-117")
def _standing(
    moment: Moment[World], suggestion: Suggestion, when: datetime, doubtful: bool | None = None
) -> dict[str, list[Standing]]:
    """The votes of players that stand, the Judge's too, up or down only."""
    message = moment.state.log.messages.get(suggestion.message)
    kinds = {emoji: vote for emoji, vote in of_nomicoup(moment.law).votes.items() if vote != RIGHT}
    return standing([message] if message else [], kinds, when, moment.world.player_of, doubtful)


@rule("COUP-117", "COUP-118")
def reacted(moment: Moment[World], message: ChatMessage, user: str, emoji: str, *, is_set: bool) -> None:
    """A reaction on a suggestion was set or taken back: count again."""
    found = moment.world.clarifications.get(moment.world.suggested_in.get(message.id, 0))
    votes = of_nomicoup(moment.law).votes
    if found is None or votes.get(emoji, RIGHT) == RIGHT:
        return
    suggestion = next(each for each in found.suggestions if each.message == message.id)
    if suggestion.closed_at is not None:
        if is_set and is_late(message, emoji, user, suggestion.closed_at):
            moment.refuse("inactive", "COUP-120", f"voting on that suggestion for clarification {found.number} is over")
    elif not moment.world.player_of(user):
        if is_set:
            moment.refuse("not_eligible", "COUP-117", f"{user} is no player: no vote on the suggestion")
    else:
        _count(moment, found, suggestion)


def _count(moment: Moment[World], clarification: Clarification, suggestion: Suggestion) -> None:
    suggestion.votes = _standing(moment, suggestion, moment.when + TICKLE)
    counts = Counts.of(newest(suggestion.votes).values(), len(moment.world.playing))
    down_rejects = moment.law.chooses("downvotes_on_a_suggestion", "reject as soon as they are a majority")
    outcome = suggestion_at_once(counts, down_rejects=down_rejects)
    if outcome is not None:
        _decide(moment, clarification, suggestion, outcome, counts)


@rule("COUP-118")
def players_changed(moment: Moment[World]) -> None:
    """Count the votes on every open suggestion again when somebody entered or left."""
    for clarification, suggestion in list(_voted_on(moment.world)):
        _count(moment, clarification, suggestion)


def _voted_on(world: World) -> Iterator[tuple[Clarification, Suggestion]]:
    for each in world.clarifications.values():
        suggestion = each.suggestion
        if suggestion is not None:
            yield each, suggestion


@rule("COUP-120", "COUP-122")
def _decide(
    moment: Moment[World], clarification: Clarification, suggestion: Suggestion, outcome: Outcome, counts: Counts
) -> None:
    """An adopted suggestion is binding; after a rejected one a new Judge is chosen at that instant."""
    suggestion.status, suggestion.closed_at = outcome, moment.when
    suggestion.tally = [counts.up, counts.right, counts.down, counts.possible]
    number = clarification.number
    text = (
        f"the suggestion of {suggestion.by} for clarification {number} is {outcome}: {counts.up} up, {counts.down} down"
    )
    told = {"clarification": number, "player": suggestion.by, "up": counts.up, "down": counts.down}
    moment.tell(f"suggestion_{outcome}", "COUP-118" if outcome == ADOPTED else "COUP-120", text, **told)
    if outcome != ADOPTED:
        _let_choose(moment, clarification)
        return
    clarification.resolved_at = moment.when
    binding = f"clarification {number} is resolved: {suggestion.text}; people switch what of the tracker it touches"
    moment.note("RESOLUTION", "COUP-122", binding, is_mild=True)


# --- the clock --------------------------------------------------------------------------------------------------------


def _ends(moment: Moment[World]) -> Iterator[tuple[datetime, Clarification]]:
    """When the voting on each open suggestion ends, and when each Judge's time for one is over."""
    for each in moment.world.clarifications.values():
        suggestion = each.suggestion
        if suggestion is not None:
            yield suggestion.at + moment.law.span("suggestion_vote_hours"), each
        elif each.chosen_at is not None and each.resolved_at is None:
            yield _due_by(moment, each.chosen_at), each


def next_instants(moment: Moment[World]) -> Iterable[datetime]:
    """When votes on suggestions end, and when Judges have been silent for too long."""
    return (end for end, _ in _ends(moment))


@rule("COUP-116", "COUP-120", "COUP-121")
def due(moment: Moment[World]) -> Due[World] | None:
    """The first suggestion whose time is over, or Judge who made none in time."""
    over = [(end, each.number) for end, each in _ends(moment) if end <= moment.when]
    if not over:
        return None
    end, number = min(over)
    clarification = moment.world.clarifications[number]
    suggestion = clarification.suggestion
    return _ended(moment, clarification, suggestion, end) if suggestion else Due(lambda at, _: _silent(at, number))


def _silent(moment: Moment[World], number: int) -> None:
    clarification = moment.world.clarifications[number]
    text = f"{clarification.judge} made no suggestion for clarification {number} in time"
    moment.tell("judge_silent", "COUP-121", text, clarification=number, player=clarification.judge)
    _let_choose(moment, clarification)


def _ended(moment: Moment[World], clarification: Clarification, suggestion: Suggestion, end: datetime) -> Due[World]:
    surely = _standing(moment, suggestion, end)
    others = [newest(_standing(moment, suggestion, end, doubtful=doubt)) for doubt in (True, False)]
    found: dict[Outcome, Counts] = {}
    for counts, _ in ways(newest(surely), others, len(moment.world.playing)):
        found.setdefault(suggestion_at_limit(counts), counts)
    number = clarification.number

    def happen(then: Moment[World], answer: str) -> None:
        outcome = next((each for each in found if each == answer), next(iter(found)))
        ended = then.world.clarifications[number]
        if (voted_on := ended.suggestion) is not None:
            voted_on.votes = surely
            _decide(then, ended, voted_on, outcome, found[outcome])

    if len(found) == 1:
        return Due(happen)
    text = f"What became of the suggestion for clarification {number}? Some votes were only seen between two looks."
    question = f"suggestion:{number}:{len(clarification.suggestions)}"
    return Due(happen, Choice(question, text, "COUP-120", moment.when, tuple(found)))


ACTIONS = {
    "add_candidate": add_candidate,
    "remove_candidate": remove_candidate,
    "clarify": clarify,
    "suggest": suggest,
    "defer": defer,
}
