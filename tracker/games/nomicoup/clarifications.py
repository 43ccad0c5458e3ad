"""Clarifications: a disagreement is raised, a Judge is drawn among the candidates, and what they suggest is voted on."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from datetime import datetime, timedelta

from tracker.core.gamestate import UNDETERMINED
from tracker.core.instants import TICKLE, iso
from tracker.core.rule import rule
from tracker.games.chat_worlds import Due
from tracker.mechanics.announcements import Announced
from tracker.mechanics.chat_log import ChatMessage
from tracker.mechanics.chat_play import Moment

from . import ballots
from .ballots import Poll, VotesShown
from .general import actor, end_of, is_player
from .law import RIGHT, of_nomicoup
from .state import Clarification, Suggestion, World
from .vote_orders import Found
from .votes import ADOPTED, Outcome, is_late, suggestion_at_limit, suggestion_at_once

# --- candidates -------------------------------------------------------------------------------------------------------


@rule("COUP-115")
def add_candidate(moment: Moment[World], said: Announced) -> None:
    """A player puts themself last on the list of Judge candidates; whoever waits for a Judge may get one by that."""
    if not is_player(moment, "COUP-115", said.n):
        return
    player = actor(moment)[1]
    if player in moment.world.candidates:
        moment.refuse("no_change", "COUP-115", f"{player} is a Judge candidate already", said.n)
        return
    moment.world.candidates = [*moment.world.candidates, player]
    moment.tell("candidate_added", "COUP-115", f"{player} is a Judge candidate", player=player)
    choose_judges(moment)


@rule("COUP-115")
def remove_candidate(moment: Moment[World], said: Announced) -> None:
    """A player takes themself off the list; a Judge chosen already stays chosen."""
    if not is_player(moment, "COUP-115", said.n):
        return
    player = actor(moment)[1]
    if player not in moment.world.candidates:
        moment.refuse("no_change", "COUP-115", f"{player} is no Judge candidate", said.n)
        return
    _take_off(moment, player)


@rule("COUP-115")
def left(moment: Moment[World], player: str) -> None:
    """Leaving the game takes a player off the list of candidates; a Judge stays chosen, unless it is ruled otherwise."""
    if player in moment.world.candidates:
        _take_off(moment, player)
    if moment.law.chooses("judge_who_left", "is replaced"):
        for each in moment.world.clarifications.values():
            if each.judge == player and _is_owed(each):
                moment.tell("judge_left", "COUP-115", f"{player} left", clarification=each.number, player=player)
                _let_choose(moment, each)


def _is_owed(clarification: Clarification) -> bool:
    """Whether a Judge is chosen who owes a suggestion."""
    return (
        clarification.chosen_at is not None and clarification.resolved_at is None and clarification.suggestion is None
    )


def _take_off(moment: Moment[World], player: str) -> None:
    moment.world.candidates = [each for each in moment.world.candidates if each != player]
    moment.tell("candidate_removed", "COUP-115", f"{player} is no Judge candidate any more", player=player)


# --- raising a disagreement, choosing a Judge -------------------------------------------------------------------------


@rule("COUP-112", "COUP-113")
def clarify(moment: Moment[World], said: Announced) -> None:
    """A player states a disagreement (field ``text``): it is numbered, and a Judge is chosen for it at once."""
    if not is_player(moment, "COUP-112", said.n):
        return
    text = str(said.fields["text"] or "").strip()
    if not text:
        moment.refuse("missing_parameter", "COUP-112", "it does not say what the disagreement is", said.n)
        return
    world, player = moment.world, actor(moment)[1]
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
    while (found := _next_chosen(moment)) is not None:
        clarification, chosen = found
        world.choosing = [number for number in world.choosing if number != clarification.number]
        at = clarification.drawn_at or moment.when
        clarification.judge, clarification.chosen_at = chosen, at
        clarification.due_at = end_of(moment, at, moment.law.span("suggestion_due_hours"))
        clarification.among, clarification.drawn_at = [], None
        world.last_judge = chosen
        _forget_note(world, clarification)
        text = f"{chosen} is chosen as the Judge of clarification {clarification.number}, until {iso(clarification.due_at)}"
        told = {"clarification": clarification.number, "player": chosen, "chosen_at": iso(at)}
        moment.tell("judge_chosen", "COUP-114", text, **told)


@rule("COUP-114")
def _next_chosen(moment: Moment[World]) -> tuple[Clarification, str] | None:
    """The first clarification in the queue for which anybody can be chosen, and who is; None where none is, or a die has not fallen.

    A die that was asked for decides before anybody else is chosen: whom it picks cannot be chosen next. Where nobody can be chosen
    for one, another's choosing may free somebody.
    """
    waiting = [moment.world.clarifications[number] for number in moment.world.choosing]
    for each in waiting:
        if each.among or _asks_for_judge(moment, each):
            chosen = _chosen(moment, each)
            return (each, chosen) if chosen else None
    return None


def _asks_for_judge(moment: Moment[World], clarification: Clarification) -> bool:
    """Let a Judge be chosen among the candidates that there are now; False where there is none."""
    clarification.among = _eligible_judges(moment, clarification)
    if not clarification.among:
        _note_nobody(moment, clarification)
        return False
    clarification.choosings += 1
    clarification.drawn_at = moment.when
    return True


@rule("COUP-114")
def _chosen(moment: Moment[World], clarification: Clarification) -> str:
    """The candidate whom a die picks, each as likely; one alone needs none. "" while the die has not fallen."""
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
    moment.note("NO_JUDGE", "COUP-114", text, row=clarification.message)


def _forget_note(world: World, clarification: Clarification) -> None:
    world.notes = [each for each in world.notes if each.code != "NO_JUDGE" or each.row != clarification.message]


# --- the Judge --------------------------------------------------------------------------------------------------------


def _judged_by(world: World, user: str) -> list[Clarification]:
    """The clarifications whose Judge somebody is, as a player or from when they were one, until they are resolved."""
    own = {world.player_of(user), *(each.id for each in world.players.values() if user in (each.members or [each.id]))}
    judged = (each for each in world.clarifications.values() if each.judge in own and each.resolved_at is None)
    return [each for each in judged if each.chosen_at is not None]


def is_judge(moment: Moment[World]) -> bool:
    """Whether whoever wrote the message that is being carried out is the Judge of a clarification that is not resolved."""
    return bool(_judged_by(moment.world, actor(moment)[0]))


@rule("COUP-115")
def _may_judge(moment: Moment[World], clause: str, n: int) -> bool:
    """Whether somebody plays, or is a Judge who left the game and stays chosen; refuses where they are neither."""
    user = actor(moment)[0]
    return bool(_judged_by(moment.world, user) or is_player(moment, clause, n))


@rule("COUP-116")
def suggest(moment: Moment[World], said: Announced) -> None:
    """The Judge posts a suggestion (fields ``number``, None where it is not said, and ``text``), voted on from then on."""
    if not _may_judge(moment, "COUP-116", said.n):
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
        ends_at = moment.when + moment.law.span("suggestion_vote_hours")
        made = Suggestion(found.judge, text, moment.when, moment.row, ends_at)
        found.suggestions = [*found.suggestions, made]
        ballots.let_vote(_poll(moment, found, made), moment.when)
        moment.world.suggested_in[moment.row] = found.number
        told = f"{found.judge} suggests for clarification {found.number}: {text}"
        moment.tell("suggestion_made", "COUP-116", told, clarification=found.number, player=found.judge)


def _meant(moment: Moment[World], said: Announced) -> Clarification | None:
    """The clarification that a Judge speaks of: the one of the number, or the only one that they are the Judge of."""
    world, user = moment.world, actor(moment)[0]
    number = said.fields.get("number")
    judged = [each for each in _judged_by(world, user) if number is None or each.number == int(number)]
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
    if not _may_judge(moment, "COUP-121", said.n):
        return
    user = actor(moment)[0]
    judged = _judged_by(moment.world, user)
    waiting = [each for each in judged if each.suggestion is None]
    if not judged:
        moment.refuse("not_judge", "COUP-121", f"{user} is not the Judge of any clarification", said.n)
    elif not waiting:
        moment.refuse("no_change", "COUP-121", "the suggestion was made and is voted on", said.n)
    for each in waiting:
        moment.tell("judge_deferred", "COUP-121", f"{each.judge} defers", clarification=each.number, player=each.judge)
        _let_choose(moment, each)


# --- votes on a suggestion --------------------------------------------------------------------------------------------


@rule("COUP-117")
def _poll(moment: Moment[World], clarification: Clarification, suggestion: Suggestion) -> Poll:
    """The vote on a suggestion: of all players, the Judge too, up or down only."""
    playing = moment.world.playing
    down_rejects = moment.law.chooses("downvotes_on_a_suggestion", "reject as soon as they are a majority")
    voters = {user: player for player in playing for user in moment.world.players[player].members or [player]}
    return Poll(
        suggestion.ballot,
        f"the suggestion for clarification {clarification.number}",
        "COUP-120",
        ballots.voted_on(moment, suggestion.ballot, [suggestion.message]),
        {emoji: vote for emoji, vote in of_nomicoup(moment.law).votes.items() if vote != RIGHT},
        voters,
        len(playing),
        suggestion.at,
        suggestion.at,
        lambda counts: suggestion_at_once(counts, down_rejects=down_rejects),
        suggestion.votes,
        early_count=moment.law.chooses("reactions_before_entering", "are votes from then on"),
    )


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
            text = f"voting on that suggestion for clarification {found.number} is over"
            moment.refuse("inactive", "COUP-120", text, by=user)
    elif not moment.world.player_of(user):
        if is_set:
            moment.refuse("not_eligible", "COUP-117", f"{user} is no player: no vote on the suggestion", by=user)
    else:
        _let_count(moment, found, suggestion)


def _let_count(moment: Moment[World], clarification: Clarification, suggestion: Suggestion) -> None:
    """Let the votes be counted as soon as what happens now has: who may vote, votes from now on (``consequence``)."""
    world = moment.world
    ballots.let_vote(_poll(moment, clarification, suggestion), moment.when)
    if clarification.number not in world.suggestions_to_count:
        world.suggestions_to_count = [*world.suggestions_to_count, clarification.number]


@rule("COUP-118")
def consequence(moment: Moment[World]) -> Due[World] | None:
    """The next count of votes on a suggestion."""
    if not moment.world.suggestions_to_count:
        return None
    number = moment.world.suggestions_to_count[0]
    clarification = moment.world.clarifications.get(number)
    suggestion = clarification.suggestion if clarification else None
    if clarification is None or suggestion is None:
        return Due(lambda then, _: _count_no_more(then, number))
    return _counted(moment, clarification, suggestion)


def _count_no_more(moment: Moment[World], number: int) -> None:
    world = moment.world
    world.suggestions_to_count = [each for each in world.suggestions_to_count if each != number]


def _counted(moment: Moment[World], clarification: Clarification, suggestion: Suggestion) -> Due[World]:
    poll, number = _poll(moment, clarification, suggestion), clarification.number
    ways = ballots.look(moment, poll, moment.when)
    if unasked := ballots.unasked_newest(poll, ways, moment.when):
        return Due(lambda then, _: _ask_newest(then, number, unasked))
    may_be = ballots.outcomes(ways)

    def happen(then: Moment[World], answer: str) -> None:
        _count_no_more(then, number)
        _settle(then, number, ways, ballots.chosen(may_be, answer), is_doubtful=len(may_be) > 1)

    if len(may_be) == 1:
        return Due(happen)
    question = f"suggestion:{number}:{len(clarification.suggestions)}:{iso(moment.when)}"
    return Due(happen, ballots.choice(moment, poll, question, may_be, moment.when))


def _ask_newest(moment: Moment[World], number: int, unasked: Mapping[str, set[str]]) -> None:
    clarification = moment.world.clarifications[number]
    if (suggestion := clarification.suggestion) is not None:
        ballots.ask_newest(moment, _poll(moment, clarification, suggestion), unasked)


def _settle(moment: Moment[World], number: int, ways: Found, outcome: Outcome | None, *, is_doubtful: bool) -> None:
    """Note the votes as they stand, and end the vote where an outcome is reached."""
    clarification = moment.world.clarifications[number]
    suggestion = clarification.suggestion
    if suggestion is None:
        return
    poll = _poll(moment, clarification, suggestion)
    until = min(moment.when + TICKLE, suggestion.ends_at)
    suggestion.votes = ballots.votes(poll, until, ways, outcome)
    ballots.note(moment, poll, ways, outcome)
    ballots.forget_unanswered(moment, poll)
    if outcome is not None:
        _decide(moment, clarification, suggestion, outcome, ways)
    elif is_doubtful:
        suggestion.ballot.undecided_at = moment.when


@rule("COUP-118")
def players_changed(moment: Moment[World]) -> None:
    """Count the votes on every open suggestion again when somebody entered or left."""
    for clarification, suggestion in list(_voted_on(moment.world)):
        _let_count(moment, clarification, suggestion)


def _voted_on(world: World) -> Iterator[tuple[Clarification, Suggestion]]:
    for each in world.clarifications.values():
        suggestion = each.suggestion
        if suggestion is not None:
            yield each, suggestion


@rule("COUP-120", "COUP-122")
def _decide(
    moment: Moment[World], clarification: Clarification, suggestion: Suggestion, outcome: Outcome, ways: Found
) -> None:
    """An adopted suggestion is binding; after a rejected one a new Judge is chosen at that instant."""
    tallies = ballots.counted(ways, outcome)
    suggestion.status, suggestion.closed_at = outcome, moment.when
    suggestion.tally = ballots.agreed_tally(tallies)
    ballots.close(suggestion.ballot)
    number = clarification.number
    text = f"the suggestion of {suggestion.by} for clarification {number} is {outcome}: {ballots.in_words(tallies)}"
    up, _, down, _ = (UNDETERMINED if each is None else each for each in suggestion.tally)
    told = {"clarification": number, "player": suggestion.by, "up": up, "down": down}
    moment.tell(f"suggestion_{outcome}", "COUP-118" if outcome == ADOPTED else "COUP-120", text, **told)
    if outcome != ADOPTED:
        _let_choose(moment, clarification)
        return
    clarification.resolved_at = moment.when
    binding = f"clarification {number} is resolved: {suggestion.text}; people switch what of the tracker it touches"
    moment.note("RESOLUTION", "COUP-122", binding, is_mild=True)


def votes_shown(moment: Moment[World], number: int, suggestion: Suggestion) -> VotesShown:
    """How the votes on a suggestion for a clarification stand."""
    if suggestion.tally:
        return ballots.shown_closed(suggestion.ballot, suggestion.votes, suggestion.tally)
    return ballots.shown(moment, _poll(moment, moment.world.clarifications[number], suggestion))


# --- the clock --------------------------------------------------------------------------------------------------------


def _ends(moment: Moment[World]) -> Iterator[tuple[datetime, Clarification]]:
    """When the voting on each open suggestion ends, and when each Judge's time for one is over."""
    for each in moment.world.clarifications.values():
        suggestion = each.suggestion
        if suggestion is not None:
            yield suggestion.ends_at, each
        elif each.chosen_at is not None and each.due_at is not None and each.resolved_at is None:
            yield each.due_at, each


@rule("COUP-097", "COUP-120", "COUP-121")
def hours_changed(moment: Moment[World]) -> None:
    """Let votes and Judges' times that run end by the hours that hold now, and none before now."""
    law, now = moment.law, moment.when
    for each in moment.world.clarifications.values():
        if each.suggestion is not None:
            each.suggestion.ends_at = max(end_of(moment, each.suggestion.at, law.span("suggestion_vote_hours")), now)
        elif each.chosen_at is not None:
            each.due_at = max(end_of(moment, each.chosen_at, law.span("suggestion_due_hours")), now)


@rule("COUP-001", "COUP-120", "COUP-121")
def stood_still(moment: Moment[World], span: timedelta) -> None:
    """Let votes and Judges' times that run end so much later."""
    for each in moment.world.clarifications.values():
        if each.suggestion is not None:
            each.suggestion.ends_at += span
        elif each.due_at is not None:
            each.due_at += span


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
    poll, number = _poll(moment, clarification, suggestion), clarification.number
    ways = ballots.at_limit(ballots.look(moment, poll, end, is_past=False), suggestion_at_limit)
    may_be = ballots.outcomes(ways, is_over=True)

    def happen(then: Moment[World], answer: str) -> None:
        _settle(then, number, ways, ballots.chosen(may_be, answer), is_doubtful=False)

    if len(may_be) == 1:
        return Due(happen)
    question = f"suggestion:{number}:{len(clarification.suggestions)}"
    return Due(happen, ballots.choice(moment, poll, question, may_be, end))


ACTIONS = {
    "add_candidate": add_candidate,
    "remove_candidate": remove_candidate,
    "clarify": clarify,
    "suggest": suggest,
    "defer": defer,
}
