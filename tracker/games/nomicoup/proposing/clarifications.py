"""Clarifications: a disagreement is raised, a Judge is drawn among the candidates, and what they suggest is voted on."""

from __future__ import annotations

from collections.abc import Iterator

from tracker.core.gamestate import Finding
from tracker.core.instants import iso
from tracker.mechanics.chat import dice, votes
from tracker.mechanics.chat.carrying import happens, note, refuse, require, rule
from tracker.mechanics.chat.rows import Act, Boundary, Message, Open, Reacted

from ..general import plays
from ..state import Clarification, Coup, Suggestion
from . import voting
from .voting import DOWN, UP, Outcome

# --- candidates -------------------------------------------------------------------------------------------------------


@rule("COUP-115")
def add_candidate(world: Coup, message: Message) -> None:
    """A player puts themself last on the list of Judge candidates; whoever waits for a Judge may get one by that."""
    player = plays(world, message)
    require(player not in world.candidates, "no_change", f"{player} is a Judge candidate already")
    world.candidates.append(player)
    happens("candidate_added", f"{player} is a Judge candidate", player=player)
    choose_judges(world)


@rule("COUP-115")
def remove_candidate(world: Coup, message: Message) -> None:
    """A player takes themself off the list; a Judge chosen already stays chosen."""
    player = plays(world, message)
    require(player in world.candidates, "no_change", f"{player} is no Judge candidate")
    left(world, player)


@rule("COUP-115")
def left(world: Coup, player: str) -> None:
    """Take a player off the list of candidates, as leaving the game does; a Judge stays chosen."""
    if player in world.candidates:
        world.candidates.remove(player)
        happens("candidate_removed", f"{player} is no Judge candidate any more", player=player)


# --- raising a disagreement, choosing a Judge -------------------------------------------------------------------------


@rule("COUP-112", "COUP-113")
def clarify(world: Coup, message: Message, text: str = "") -> None:
    """A player states a disagreement: it is numbered, and a Judge is chosen for it at once."""
    player = plays(world, message)
    require(text.strip(), "missing_parameter", "it does not say what the disagreement is")
    world.clarifications_made += 1
    number = str(world.clarifications_made)
    world.clarifications[number] = Clarification(raiser=player, text=text.strip(), at=world.now, message=message.id)
    told = f"{player} raises clarification {number}: {text.strip()}"
    happens("clarification_raised", told, clarification=int(number), player=player)
    _let_choose(world, number)


def _let_choose(world: Coup, number: str) -> None:
    """Let a Judge be chosen for a clarification, after those that wait for one already, and none who was its Judge last."""
    clarification = world.clarifications[number]
    clarification.passed_over, clarification.judge = clarification.judge, None
    clarification.chosen_at = clarification.suggestion_due = None
    world.choosing.append(number)
    choose_judges(world)


@rule("COUP-114")
def choose_judges(world: Coup) -> None:
    """Let a Judge be chosen for the first clarification that waits for one and for which there are candidates.

    Where nobody can be chosen for one, another's choosing may free somebody; a die that is to fall decides before anybody else is.
    """
    number = next((each for each in world.choosing if _eligible(world, each)), "")
    if number and not any(world.clarifications[each].among for each in world.choosing):
        clarification = world.clarifications[number]
        clarification.among, clarification.asked_at = _eligible(world, number), world.now
        clarification.choosings += 1
        if len(clarification.among) == 1:
            choose(world, number)


@rule("COUP-114", "COUP-120", "COUP-121")
def _eligible(world: Coup, number: str) -> list[str]:
    """The candidates in order of joining the list, without whom was chosen last, and without the Judge who is to be replaced."""
    barred = (world.clarifications[number].passed_over, world.last_judge)
    return [player for player in world.candidates if player not in barred]


def open_choosings(world: Coup) -> Iterator[Open]:
    """The choosing that waits for its die."""
    for number in world.choosing:
        if world.clarifications[number].among:
            yield Open(Act("choose_judge", {"number": number}), world.clarifications[number].message)


@rule("COUP-114")
def choose(world: Coup, number: str) -> None:
    """A die picks one of the candidates, each as likely; one alone needs none."""
    clarification = world.clarifications[number]
    among, at = clarification.among, clarification.asked_at or world.now
    purpose = f"the Judge of clarification {number} among {', '.join(among)}"
    word = f"judge:{number}:{clarification.choosings}"
    chosen = among[dice.roll(world, word, len(among), purpose) - 1] if len(among) > 1 else among[0]
    world.choosing.remove(number)
    clarification.judge, clarification.chosen_at, clarification.among = chosen, at, []
    clarification.suggestion_due = at + world.law.span("suggestion_due_hours")
    world.last_judge = chosen
    text = f"{chosen} is chosen as the Judge of clarification {number}, until {iso(clarification.suggestion_due)}"
    happens("judge_chosen", text, clarification.message, clarification=int(number), player=chosen, chosen_at=iso(at))
    choose_judges(world)


# --- the Judge --------------------------------------------------------------------------------------------------------


def judged_by(world: Coup, user: str) -> list[str]:
    """The clarifications whose Judge somebody is, as a player or from when they were one, until they are resolved."""
    left = [id for id, each in world.former_players.items() if user in each.members]
    mine = (user, world.player_of(user), *left)
    return [number for number, each in world.clarifications.items() if each.judge in mine and each.resolved_at is None]


@rule("COUP-115")
def _may_judge(world: Coup, message: Message) -> list[str]:
    """The clarifications that somebody judges, who plays, or left the game and stays chosen."""
    judged = judged_by(world, message.author)
    if not judged:
        plays(world, message)
    return judged


@rule("COUP-116")
def suggest(world: Coup, message: Message, text: str = "", number: int | None = None) -> None:
    """The Judge posts a suggestion, voted on from then on; a Judge of several clarifications names the one."""
    judged = [each for each in _may_judge(world, message) if number is None or int(each) == number]
    open_ones = [each for each in judged if world.clarifications[each].open_suggestion is None]
    which = "any clarification" if number is None else f"clarification {number}"
    require(judged, "not_judge", f"{message.author} is not the Judge of {which}")
    require(open_ones, "no_change", f"clarification {judged[0]} has a suggestion that is voted on")
    if len(open_ones) > 1:
        lines = tuple(f"Suggestion {each}: {text}" for each in open_ones[:3])
        refuse("unclear", f"{message.author} is the Judge of several clarifications", suggestions=lines)
    require(text.strip(), "missing_parameter", "it does not say what is suggested")
    found, ends_at = world.clarifications[open_ones[0]], world.now + world.law.span("suggestion_vote_hours")
    judge = str(found.judge)
    made = Suggestion(by=judge, text=text.strip(), at=world.now, message=message.id, ends_at=ends_at)
    found.suggestions.append(made)
    told = f"{judge} suggests for clarification {open_ones[0]}: {text.strip()}"
    happens("suggestion_made", told, clarification=int(open_ones[0]), player=judge)
    _count(world, open_ones[0])


@rule("COUP-121")
def defer(world: Coup, message: Message) -> None:
    """The Judge does not wish to make a suggestion: a new one is chosen at that instant."""
    judged = _may_judge(world, message)
    require(judged, "not_judge", f"{message.author} is not the Judge of any clarification")
    waiting = [number for number in judged if world.clarifications[number].open_suggestion is None]
    require(waiting, "no_change", "the suggestion was made and is voted on")
    for number in waiting:
        judge = world.clarifications[number].judge
        happens("judge_deferred", f"{judge} defers", clarification=int(number), player=judge)
        _let_choose(world, number)


# --- votes on a suggestion --------------------------------------------------------------------------------------------


def suggested_in(world: Coup, message: str) -> str:
    """The clarification for which a message suggests something; "" for none."""
    every = ((number, made.message) for number, each in world.clarifications.items() for made in each.suggestions)
    return next((number for number, suggested in every if suggested == message), "") if message else ""


@rule("COUP-117", inactive="COUP-120")
def react(world: Coup, number: str, reacted: Reacted) -> None:
    """A reaction on a suggestion was set or taken back: of all players, the Judge too, up or down only; count again."""
    suggestion = next(each for each in world.clarifications[number].suggestions if each.message == reacted.message)
    is_vote = voting.voting(world).side_of(reacted.emoji) in (UP, DOWN)
    if is_vote and voting.react(world, suggestion, reacted, list(world.players), _name(number)):
        _count(world, number)


def _name(number: str) -> str:
    return f"the suggestion for clarification {number}"


@rule("COUP-118")
def _count(world: Coup, number: str) -> None:
    """Count the votes that stand on a suggestion: an upvote majority of all players adopts it at this instant."""
    suggestion = world.clarifications[number].open_suggestion
    if suggestion is not None:
        voters = list(world.players)
        decided = voting.counted(world, suggestion, voters, voting.suggestion_at_once, _name(number))
        if decided is not None:
            _decide(world, number, suggestion, decided)


@rule("COUP-118")
def count_all(world: Coup) -> None:
    """Count the votes on every open suggestion again when somebody entered or left."""
    for number in list(world.clarifications):
        _count(world, number)


@rule("COUP-120", suggestion_adopted="COUP-118", RESOLUTION="COUP-122")
def _decide(world: Coup, number: str, suggestion: Suggestion, decided: Outcome) -> None:
    """An adopted suggestion is binding; after a rejected one a new Judge is chosen at that instant."""
    suggestion.status, suggestion.closed_at = decided, world.now
    votes.forget(world, suggestion.message)
    counted = f"{suggestion.up} up, {suggestion.down} down of {suggestion.possible}"
    text = f"the suggestion of {suggestion.by} for clarification {number} is {decided}: {counted}"
    told = {"clarification": int(number), "player": suggestion.by, "up": suggestion.up, "down": suggestion.down}
    happens(f"suggestion_{decided}", text, suggestion.message, **told)
    if decided == "adopted":
        world.clarifications[number].resolved_at = world.now
        resolved = f"clarification {number} is resolved: {suggestion.text}"
        note("RESOLUTION", f"{resolved}; people switch what of the tracker it touches")
    else:
        _let_choose(world, number)


# --- the clock --------------------------------------------------------------------------------------------------------


@rule("COUP-116", "COUP-120", "COUP-121")
def due(world: Coup) -> Iterator[Boundary]:
    """When the voting on each open suggestion ends, and when each Judge's time for one is over."""
    for number, each in world.clarifications.items():
        suggestion = each.open_suggestion
        if suggestion is not None and suggestion.ends_at is not None:
            yield Boundary(suggestion.ends_at, (3, int(number)), "suggestion_over", {"number": number})
        elif suggestion is None and each.suggestion_due is not None and each.resolved_at is None:
            yield Boundary(each.suggestion_due, (3, int(number)), "judge_silent", {"number": number})


@rule("COUP-120")
def suggestion_over(world: Coup, number: str) -> None:
    """The voting on a suggestion has lasted as long as it may."""
    suggestion = world.clarifications[number].open_suggestion
    if suggestion is not None:
        voters = list(world.players)
        decided = voting.counted(world, suggestion, voters, voting.suggestion_at_limit, _name(number))
        _decide(world, number, suggestion, decided or "rejected")


@rule("COUP-121")
def judge_silent(world: Coup, number: str) -> None:
    """A Judge made no suggestion in time: a new one is chosen at that instant."""
    judge = world.clarifications[number].judge
    text = f"{judge} made no suggestion for clarification {number} in time"
    happens("judge_silent", text, world.clarifications[number].message, clarification=int(number), player=judge)
    _let_choose(world, number)


@rule("COUP-114")
def findings(world: Coup) -> Iterator[Finding]:
    """The clarifications for which nobody can be chosen."""
    for number in world.choosing:
        if not _eligible(world, number):
            text = f"no Judge can be chosen for clarification {number}: a candidate is needed who was not the last"
            yield Finding("NO_JUDGE", "COUP-114", text, (world.clarifications[number].message,))
