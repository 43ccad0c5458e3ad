"""2.1 Factions and 8 Victory: who is in which faction, merge requests, leaving, influence, and which faction wins."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Literal, NamedTuple

from tracker.core.instants import iso
from tracker.mechanics.chat import proposals, rulings, votes
from tracker.mechanics.chat.carrying import happens, note, refuse, require, rule
from tracker.mechanics.chat.listening import Announced
from tracker.mechanics.chat.meant import key_of
from tracker.mechanics.chat.people import playing
from tracker.mechanics.chat.rows import Boundary, Message
from tracker.mechanics.chat.votes import DOWN, NONE, UP, Count, Voting

from .features import destroy_flags, hand_over_flags, occupied
from .judgement import CONFIDENCE
from .proposals import TERMS
from .state import FLAG, Aeternus, Merge

VOTING = Voting(both=NONE)
_OTHER_END = {
    "deleted": "its message was deleted",
    "faction_gone": "one of the factions is there no more",
    "name_taken": "another faction bears the new name by now",
}
"""Why a request comes to nothing whatever its votes, with the words for it."""


# --- who is in which --------------------------------------------------------------------------------------------------


@rule("AET-015")
def members(world: Aeternus) -> dict[str, list[str]]:
    """The members of each faction: every player is in exactly one."""
    found: dict[str, list[str]] = {}
    for id, player in playing(world).items():
        found.setdefault(player.faction, []).append(id)
    return found


@rule("AET-024")
def influence(world: Aeternus) -> dict[str, Fraction]:
    """The occupied hexes of each faction for each of its members, exactly."""
    return {name: Fraction(occupied(world, name), len(users)) for name, users in members(world).items()}


def sense_of(name: str) -> str:
    """A name without what its letter case and blanks tell."""
    return " ".join(name.split()).casefold()


@rule("AET-016")
def free_own_name(world: Aeternus, user: str) -> str:
    """The name of somebody's own faction, with a number where another faction bears it."""
    taken = set(map(sense_of, members(world)))
    if sense_of(user) not in taken:
        return user
    number = next(number for number in range(2, len(taken) + 3) if sense_of(f"{user} ({number})") not in taken)
    note("FACTION_NAME_TAKEN", f"another faction is called {user}: {user}'s own is {user} ({number})")
    return f"{user} ({number})"


def called(world: Aeternus, name: str) -> str | None:
    """The faction that words mean: by its name, or by a name of the person whose own it is; None for none."""
    known = {sense_of(each): each for each in members(world)}
    person = world.called.by_name(playing(world)).get(name.lower().strip("<@!>"), name)
    return known.get(sense_of(name)) or known.get(sense_of(person))


def faction_called(world: Aeternus, name: str) -> str:
    """The faction that words mean; refuses where there is none."""
    return called(world, name) or refuse("NO_SUCH_FACTION", f"there is no faction “{name}”")


# --- merge requests ---------------------------------------------------------------------------------------------------


@rule("AET-017", NAME_MISSING="AET-019")
def request_merge(world: Aeternus, message: Message, factions: Sequence[str], name: str = "") -> None:
    """Open a request of a member of one of two factions to merge them under a name."""
    one, other = (faction_called(world, each) for each in factions)
    require(one != other, "UNCLEAR", "it names one faction twice")
    is_party = world.players[message.author].faction in (one, other)
    is_anybody = world.law.chooses("merge_requested_by", "any player")
    require(is_party or is_anybody, "NOT_A_PARTY", f"{message.author} is neither in {one} nor in {other}")
    require(name.strip(), "NAME_MISSING", "it does not say how the new faction is called")
    must_not_be_anothers(world, name, (one, other))
    ends = world.now + world.law.span("merge_voting_hours")
    world.merges[key_of(message)] = Merge(
        message=message.id, by=message.author, factions=[one, other], name=name, start=world.now, end=ends
    )
    text = f"{message.author} requests to merge {one} and {other} into {name}; it is voted on until {iso(ends)}"
    happens("merge_requested", text, message=message.id, factions=[one, other], name=name, ends=iso(ends))


@rule("AET-019")
def must_not_be_anothers(world: Aeternus, name: str, factions: Sequence[str]) -> None:
    """Flags and members of a third faction of that name could not be told from those of the new one."""
    require(called(world, name) in (None, *factions), "UNCLEAR", f"a third faction is called {name}")


@rule("AET-017")
def merge_count(world: Aeternus, key: str, surely: bool = False) -> Count:
    """The votes on a request as they stand: reactions of those who are in one of the two factions now."""
    request = world.merges[key]
    voters = {id for id, player in playing(world).items() if player.faction in request.factions}
    return votes.counted(world, request.message, VOTING, voters, surely=surely)


@rule("AET-018", factions_merged="AET-021")
def decide(world: Aeternus, matter: str) -> None:
    """A request is accepted by strictly more for it than against it."""
    request = world.merges[matter]

    def is_accepted(surely: bool) -> bool:
        count = merge_count(world, matter, surely)
        return count.up > count.down

    accepted = votes.result(is_accepted, f"the merge request {matter}")
    count, void = merge_count(world, matter), _void(world, request) if accepted else ""
    if void or not accepted:
        reject(world, matter, count, void)
        return
    decided(world, matter, count, "accepted")
    text = f"{' and '.join(request.factions)} are the faction {request.name} now, by {count.up} to {count.down}"
    happens("factions_merged", text, **_told(request, count))
    _merge(world, request.factions, request.name)


def _void(world: Aeternus, request: Merge) -> str:
    """Why an accepted request cannot be carried out; "" where it can."""
    known = members(world)
    if any(each not in known for each in request.factions):
        return "faction_gone"
    return "" if called(world, request.name) in (None, *request.factions) else "name_taken"


def reject(world: Aeternus, key: str, count: Count, void: str = "") -> None:
    """Let a request come to nothing."""
    request = world.merges[key]
    decided(world, key, count, "void" if void else "rejected", void or None)
    why = _OTHER_END[void] if void else f"{count.up} for and {count.down} against it"
    reason = {"reason": void} if void else {}
    text = f"{' and '.join(request.factions)} do not merge: {why}"
    happens("merge_rejected", text, **_told(request, count), **reason)


def _told(request: Merge, count: Count) -> dict[str, object]:
    named = {"message": request.message, "factions": list(request.factions), "name": request.name}
    return {**named, "for": count.up, "against": count.down}


def decided(
    world: Aeternus,
    key: str,
    count: Count,
    status: Literal["accepted", "rejected", "void", "lapsed"],
    reason: str | None = None,
) -> None:
    """Note what became of a request, and its votes."""
    request = world.merges[key]
    request.status, request.reason = status, reason
    request.voters_for, request.voters_against = set(count.of(UP)), set(count.of(DOWN))
    if not is_voted_on(world, request.message):
        votes.forget(world, request.message)


@rule("AET-020", "AET-021")
def _merge(world: Aeternus, factions: Sequence[str], name: str) -> None:
    """All members and all flags of both are the new faction's; the two cease."""
    for player in playing(world).values():
        if player.faction in factions:
            player.faction = name
    for old in factions:
        if old != name:
            hand_over_flags(world, old, name)


def is_voted_on(world: Aeternus, message: str) -> bool:
    """Whether a message is an open merge request."""
    return any(each.message == message and each.status == "open" for each in world.merges.values())


@rule("AET-017")
def deleted(world: Aeternus, message: str) -> None:
    """A request whose message is deleted before its votes are counted is void."""
    for key, each in world.merges.items():
        if each.message == message and each.status == "open":
            reject(world, key, merge_count(world, key), "deleted")


def ends(world: Aeternus, rank: int, kind: str) -> Iterator[Boundary]:
    """When merge requests end."""
    coming = ((each.end, each.start, key) for key, each in world.merges.items() if each.status == "open")
    return votes.ends(coming, rank, kind)


# --- leaving a faction ------------------------------------------------------------------------------------------------


@rule("AET-022")
def leave(world: Aeternus, message: Message, faction: str = "") -> None:
    """A player leaves their faction and is alone in one of their own name; flags stay where they are."""
    user = message.author
    player = world.players[user]
    old = player.faction
    named = faction_called(world, faction) if faction else old
    require(named == old, "NOT_A_PARTY", f"{user} is in {old}, not in {named}")
    is_alone = members(world)[old] == [user]
    require(
        not (is_alone and _is_own(world, old, user)), "ALREADY_OWN_FACTION", f"{old} is {user}'s own faction already"
    )
    others = {sense_of(each) for each in members(world) if not (each == old and is_alone)}
    require(sense_of(user) not in others, "UNCLEAR", f"another faction is called {user}")
    player.faction = user
    cease_if_empty(world, old)
    happens("faction_left", f"{user} leaves {old} and is alone in {user}", player=user, faction=old)


def _is_own(world: Aeternus, faction: str, user: str) -> bool:
    """Whether a faction bears somebody's name, or that with a number while another faction bears it."""
    if sense_of(faction) == sense_of(user):
        return True
    is_taken = sense_of(user) in map(sense_of, members(world))
    return is_taken and faction.startswith(f"{user} (") and faction.removeprefix(f"{user} (")[:-1].isdecimal()


@rule("AET-023")
def cease_if_empty(world: Aeternus, faction: str) -> None:
    """A faction without members is there no more, and all its flags are destroyed."""
    if faction not in members(world):
        destroy_flags(world, faction)


# --- 8 Victory --------------------------------------------------------------------------------------------------------


class Standing(NamedTuple):
    """How a faction stands: its hexes, members and influence, how many hexes it lacks, and how much influence besides.

    ``rival`` is the other faction with the most influence ("": none has any), as a multiple of whose ``influence_missing`` counts.
    """

    hexes: int
    members: int
    influence: Fraction
    hexes_missing: int
    rival: str
    influence_missing: Fraction


@rule("AET-194")
def standings(world: Aeternus) -> dict[str, Standing]:
    """How each faction stands, in the order of their first members."""
    strong = influence(world)
    return {name: _standing(world, name, len(users), strong) for name, users in members(world).items()}


@rule("AET-025", "AET-194")
def _standing(world: Aeternus, name: str, count: int, strong: Mapping[str, Fraction]) -> Standing:
    hexes, own = occupied(world, name), strong[name]
    rival = max((each for each in strong if each != name and strong[each]), key=strong.__getitem__, default="")
    needed = world.law.number("victory_influence_factor") * strong.get(rival, Fraction(0))
    lacks = max(world.law.number("victory_hexes") - hexes, 0)
    return Standing(hexes, count, own, lacks, rival, max(needed - own, Fraction(0)))


@rule("AET-194", "AET-026")
def look_for_winner(world: Aeternus) -> None:
    """The first faction to fulfil what winning takes wins as soon as it does."""
    if world.winner is not None or world.sites.most(FLAG) < world.law.number("victory_hexes"):
        return
    lacking = {name: each.hexes_missing or each.influence_missing for name, each in standings(world).items()}
    winner = next((name for name, lacks in lacking.items() if not lacks), None)
    if winner is not None:
        world.winner = winner
        happens("cycle_won", f"the faction {winner} wins the cycle", faction=winner)
        end(world)


@rule("AET-195")
def end(world: Aeternus) -> None:
    """The cycle ends: what was open comes to nothing, votes with what they were by then."""
    world.random_matters.clear()
    voters = set(playing(world))
    for id, each in world.proposals.items():
        if proposals.is_open(world, id):
            count = proposals.tally(world, id, TERMS, voters)
            each.up, each.down = count.up, count.down
            each.voters_for, each.voters_against = set(count.of(votes.UP)), set(count.of(votes.DOWN))
            proposals.close(world, id, "lapsed", REASON)
    for key, merge in world.merges.items():
        if merge.status == "open":
            decided(world, key, merge_count(world, key), "lapsed", REASON)
    _let_the_rest_lapse(world, voters)


REASON = "cycle_won"


def _let_the_rest_lapse(world: Aeternus, voters: set[str]) -> None:
    for offer in world.offers.values():
        if offer.status == "open":
            offer.status, offer.ended, offer.reason = "lapsed", world.now, REASON
    for asked in world.requests.values():
        if asked.status == "open":
            asked.status = "lapsed"
    for id in rulings.open_votes(world):
        vote = world.confidence_votes[id]
        affirming, overturning = rulings.confidence_tally(world, id, CONFIDENCE, voters)
        vote.affirming, vote.overturning, vote.status = set(affirming), set(overturning), "lapsed"


@rule("AET-195", "AET-027")
def must_go_on(world: Aeternus, message: Message, announced: Announced) -> None:
    """After the win every attempt is refused."""
    require(world.winner is None, "CYCLE_OVER", f"the faction {world.winner} has won the cycle")
