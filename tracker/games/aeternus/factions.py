"""2.1 Factions: who is in which, merge requests and how they end, leaving, and influence."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from datetime import datetime
from fractions import Fraction

from tracker.core.gamestate import UNDETERMINED
from tracker.core.instants import iso
from tracker.core.rule import rule
from tracker.games.chat_worlds import Due
from tracker.mechanics.action_ids import key_of
from tracker.mechanics.announcements import Announced
from tracker.mechanics.chat_log import is_deleted_at
from tracker.mechanics.chat_play import Moment
from tracker.mechanics.forked_worlds import Choice
from tracker.mechanics.reaction_votes import Both, Tally, tally

from .general import author, told, unclear
from .spoken import sense_of
from .state import MergeRequest, World

ACCEPTED, REJECTED = "accepted", "rejected"
_OTHER_END: Mapping[str, str] = {
    "deleted": "its message was deleted",
    "faction_gone": "one of the factions is there no more",
    "name_taken": "another faction bears the new name by now",
}
"""Why a request comes to nothing whatever its votes, with the words for it."""


# --- who is in which --------------------------------------------------------------------------------------------------


@rule("AET-015")
def members(world: World) -> dict[str, list[str]]:
    """The members of each faction, in the order in which they first joined: every player is in exactly one."""
    found: dict[str, list[str]] = {}
    for player in world.players.values():
        if player.is_playing:
            found.setdefault(player.faction, []).append(player.id)
    return found


@rule("AET-024")
def influence(world: World) -> dict[str, Fraction]:
    """The occupied hexes of each faction for each of its members, exactly."""
    return {name: Fraction(world.map.occupied(name), len(users)) for name, users in members(world).items()}


@rule("AET-025")
def influential(world: World) -> dict[str, Fraction]:
    """The influence of each faction that has any."""
    return {name: value for name, value in influence(world).items() if value > 0}


@rule("AET-016", "AET-022")
def free_own_name(moment: Moment[World], user: str) -> str:
    """The name of somebody's own faction, with a number where another faction bears it."""
    taken = set(map(sense_of, members(moment.world)))
    if sense_of(user) not in taken:
        return user
    number = next(number for number in range(2, len(taken) + 3) if sense_of(f"{user} ({number})") not in taken)
    name = f"{user} ({number})"
    moment.note("FACTION_NAME_TAKEN", "AET-016", f"another faction is called {user}: {user}'s own is {name}")
    return name


def called(moment: Moment[World], name: str) -> str | None:
    """The faction that words mean: by its name, or by a name of the person whose own it is; None for none."""
    known = members(moment.world)
    exact = next((each for each in known if sense_of(each) == sense_of(name)), None)
    if exact is not None:
        return exact
    person = moment.state.person(name)
    shown = [id for id, each in moment.state.log.names.items() if sense_of(each) == sense_of(name)]
    found = [each for each in known if each == person or each in shown]
    return found[0] if len(found) == 1 else None


# --- merge requests ---------------------------------------------------------------------------------------------------


@rule("AET-017", "AET-019")
def request_merge(moment: Moment[World], said: Announced) -> bool:
    """Open a request of a member of one of two factions to merge them under a name."""
    asked = [str(each) for each in said.fields["factions"]]
    found = [called(moment, each) for each in asked]
    name = " ".join(str(said.fields["name"] or "").split())
    missing = [text for text, each in zip(asked, found, strict=True) if each is None]
    if missing:
        moment.refuse("NO_SUCH_FACTION", "AET-017", f"there is no faction “{missing[0]}”", said.n)
        return False
    one, other = (str(each) for each in found)
    if one == other:
        unclear(moment, said, "AET-017", "it names one faction twice")
    elif not _is_party(moment, one, other):
        text = f"{author(moment)} is neither in {one} nor in {other}"
        moment.refuse("NOT_A_PARTY", "AET-017", text, said.n)
    elif not name:
        moment.refuse("NAME_MISSING", "AET-019", "it does not say how the new faction is called", said.n)
    elif _is_of_a_third(moment, name, (one, other)):
        unclear(moment, said, "AET-019", f"a third faction is called {name}")
    else:
        _open(moment, said, (one, other), name)
        return True
    return False


def _is_party(moment: Moment[World], one: str, other: str) -> bool:
    is_anybody = moment.law.chooses("merge_requested_by", "any player")
    return is_anybody or moment.world.players[author(moment)].faction in (one, other)


@rule("AET-019")
def _is_of_a_third(moment: Moment[World], name: str, factions: tuple[str, str]) -> bool:
    """Whether a name is that of another faction, unless two of one name are ruled to be possible."""
    if moment.law.chooses("merge_under_the_name_of_a_third", "is allowed"):
        return False
    named = called(moment, name)
    return named is not None and named not in factions


def _open(moment: Moment[World], said: Announced, factions: tuple[str, str], name: str) -> None:
    key, ends = key_of(moment.row, said.n), moment.when + moment.law.span("merge_voting_hours")
    request = MergeRequest(key, moment.row, author(moment), factions, name, moment.when, ends)
    moment.world.merges[key] = request
    text = (
        f"{request.by} requests to merge {factions[0]} and {factions[1]} into {name}; it is voted on until {iso(ends)}"
    )
    record = {"message": moment.row, "factions": list(factions), "name": name, "ends": iso(ends)}
    moment.tell("merge_requested", "AET-017", text, **record)


@rule("AET-017")
def votes_at(moment: Moment[World], request: MergeRequest) -> Tally:
    """The votes on a request as they stand: reactions of those who are in one of the two factions now."""
    from .players import may_be_playing

    message, players = moment.state.log.messages[request.message], moment.world.players
    both: Both = "none" if moment.law.chooses("both_reactions_on_a_merge_request", "no vote") else "against"

    def may_vote(user: str) -> bool | None:
        is_party = user in players and players[user].faction in request.factions
        return may_be_playing(moment, user) if is_party else False

    return tally(message, "+1", "-1", moment.when, may_vote, both)


def ending(moment: Moment[World]) -> list[tuple[datetime, str, Due[World]]]:
    """The requests whose time is over now: when each was made, its message, and its end."""
    return [
        (each.start, each.message, _end(moment, each))
        for each in open_requests(moment.world)
        if each.end <= moment.when
    ]


def open_requests(world: World) -> list[MergeRequest]:
    """The merge requests that are not decided."""
    return [each for each in world.merges.values() if each.status == "open"]


def ends_of(world: World, message: str) -> str:
    """When the requests of a message that are voted on end; "" where there are none."""
    return ", ".join(sorted({iso(each.end) for each in open_requests(world) if each.message == message}))


@rule("AET-018")
def _end(moment: Moment[World], request: MergeRequest) -> Due[World]:
    """A request is accepted by strictly more for it than against it; one whose message was deleted is void (CV6)."""
    from .players import doubts

    votes = votes_at(moment, request)
    is_deleted = is_deleted_at(moment.state.log.messages[request.message], moment.when)
    found = {ACCEPTED if len(pro) > len(contra) else REJECTED for pro, contra in votes.ways}
    outcomes = {"deleted"} if is_deleted else found | ({"deleted"} if is_deleted is None else set())
    answers = tuple(each for each in (ACCEPTED, REJECTED, "deleted") if each in outcomes)

    def happen(then: Moment[World], answer: str) -> None:
        _decide(then, request.id, answer or answers[0], votes)

    if len(answers) == 1:
        return Due(happen)
    why = [*doubts(moment, votes), *(["its message was deleted at an unknown instant"] if is_deleted is None else [])]
    text = f"How did the request to merge {' and '.join(request.factions)} end at {iso(request.end)}? {'; '.join(why)}."
    return Due(happen, Choice(f"merge:{request.id}", text, "AET-018", moment.when, answers, (request.message,)))


def _decide(moment: Moment[World], id: str, outcome: str, votes: Tally) -> None:
    request = moment.world.merges[id]
    fitting = [way for way in votes.ways if (len(way[0]) > len(way[1])) == (outcome == ACCEPTED)] or list(votes.ways)
    pro, contra = ({len(way[side]) for way in fitting} for side in (0, 1))
    request.for_ = pro.pop() if len(pro) == 1 else None
    request.against = contra.pop() if len(contra) == 1 else None
    void = outcome if outcome == "deleted" else _void(moment, request) if outcome == ACCEPTED else ""
    if void or outcome == REJECTED:
        _reject(moment, request, void)
    else:
        _merge(moment, request)


def _void(moment: Moment[World], request: MergeRequest) -> str:
    """Why an accepted request cannot be carried out; "" where it can."""
    known = members(moment.world)
    if any(each not in known for each in request.factions):
        return "faction_gone"
    return "name_taken" if _is_of_a_third(moment, request.name, request.factions) else ""


def _counts(request: MergeRequest) -> dict[str, object]:
    told = {"factions": list(request.factions), "name": request.name, "message": request.message}
    return {**told, "for": _count(request.for_), "against": _count(request.against)}


def _count(votes: int | None) -> int | str:
    return UNDETERMINED if votes is None else votes


def _reject(moment: Moment[World], request: MergeRequest, void: str) -> None:
    request.status = "void" if void else "rejected"
    why = _OTHER_END[void] if void else f"{_count(request.for_)} for and {_count(request.against)} against it"
    text = f"{' and '.join(request.factions)} do not merge: {why}"
    moment.tell("merge_rejected", "AET-018", text, **_counts(request), **({"reason": void} if void else {}))


@rule("AET-018", "AET-020", "AET-021")
def _merge(moment: Moment[World], request: MergeRequest) -> None:
    """All members and all flags of both are the new faction's; the two cease."""
    world = moment.world
    request.status = "accepted"
    name = request.name
    if name not in request.factions and called(moment, name) not in (None, *request.factions):
        name = f"{name} (2)"
    for player in world.players.values():
        if player.is_playing and player.faction in request.factions:
            player.faction = name
    for old in request.factions:
        if old != name:
            world.map.hand_over_flags(old, name)
    text = f"{' and '.join(request.factions)} are the faction {name} now, by {_count(request.for_)} to {_count(request.against)}"
    moment.tell("factions_merged", "AET-021", text, **{**_counts(request), "name": name})


# --- leaving a faction ------------------------------------------------------------------------------------------------


def _is_own(world: World, faction: str, user: str) -> bool:
    """Whether a faction bears somebody's name, or that with a number while another faction bears it."""
    if sense_of(faction) == sense_of(user):
        return True
    is_taken = sense_of(user) in map(sense_of, members(world))
    return is_taken and re.fullmatch(rf"{re.escape(user)} \([0-9]+\)", faction) is not None


@rule("AET-022")
def leave(moment: Moment[World], said: Announced) -> bool:
    """A player leaves their faction and is alone in one of their own name; flags stay where they are."""
    user = author(moment)
    old = moment.world.players[user].faction
    if not _is_meant(moment, said, old):
        return False
    is_alone = members(moment.world)[old] == [user]
    if is_alone and _is_own(moment.world, old, user):
        return _leave_own(moment, said, old)
    others = {sense_of(each) for each in members(moment.world) if not (each == old and is_alone)}
    if sense_of(user) in others and moment.law.chooses("own_name_taken", "is unclear"):
        unclear(moment, said, "AET-022", f"another faction is called {user}")
        return False
    _leave(moment, user, old)
    return True


def _is_meant(moment: Moment[World], said: Announced, own: str) -> bool:
    """Whether the faction that is named, if any, is the author's own; else that is refused."""
    name = said.fields.get("faction")
    meant = called(moment, str(name)) if name else own
    if meant is None:
        moment.refuse("NO_SUCH_FACTION", "AET-022", f"there is no faction “{name}”", said.n)
    elif meant != own:
        moment.refuse("NOT_A_PARTY", "AET-022", f"{author(moment)} is in {own}, not in {meant}", said.n)
    return meant == own


def _leave_own(moment: Moment[World], said: Announced, own: str) -> bool:
    if moment.law.chooses("leaving_ones_own_faction", "is refused"):
        moment.refuse("ALREADY_OWN_FACTION", "AET-022", f"{own} is {author(moment)}'s own faction already", said.n)
        return False
    _leave(moment, author(moment), own)
    return True


def _leave(moment: Moment[World], user: str, old: str) -> None:
    moment.world.players[user].faction = ""
    cease_if_empty(moment, old)
    name = free_own_name(moment, user)
    moment.world.players[user].faction = name
    moment.tell("faction_left", "AET-022", f"{user} leaves {old} and is alone in {name}", player=user, faction=old)


@rule("AET-023")
def cease_if_empty(moment: Moment[World], faction: str) -> None:
    """A faction without members is there no more, and all its flags are destroyed."""
    if faction not in members(moment.world):
        told(moment, moment.world.map.destroy_flags(faction))


def next_instants(moment: Moment[World]) -> Iterator[datetime]:
    """When merge requests end."""
    yield from (each.end for each in open_requests(moment.world))


def messages_needed(world: World) -> Iterable[str]:
    """The messages of requests that are voted on."""
    return (each.message for each in open_requests(world))


ACTIONS: dict[str, Callable[[Moment[World], Announced], bool]] = {"merge": request_merge, "leave_faction": leave}
