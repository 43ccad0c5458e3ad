"""Players: persons and groups that enter, what they are given, and what becomes of it when they leave."""

from __future__ import annotations

from tracker.core.rule import rule
from tracker.mechanics.announcements import Announced
from tracker.mechanics.chat_play import Ask, Moment

from . import clarifications, coup, court_deck, propositions, treasury, turns
from .general import actor, is_player
from .state import Entering, Player, World

YES, NO = "yes", "no"


# --- entering ---------------------------------------------------------------------------------------------------------


@rule("COUP-005", "COUP-008")
def enter(moment: Moment[World], said: Announced) -> None:
    """Whoever asks, and is neither a player nor part of one, is a player from that instant; nobody may refuse it."""
    user, player = actor(moment)
    if player:
        moment.refuse("already_player", "COUP-008", _why_already(user, player), said.n)
    elif _is_let_in(moment, user):
        _become_player(moment, *_as_player(moment.world, user))


def _as_player(world: World, user: str) -> tuple[str, list[str]]:
    """As which player, with which members, a person plays: under another name where a group has that of their account."""
    namesake = world.players.get(user)
    return (f"{user} (alone)", [user]) if namesake is not None and namesake.members else (user, [])


def _why_already(user: str, player: str) -> str:
    return f"{user} is a player already" if user == player else f"{user} plays already, as a part of {player}"


@rule("COUP-008")
def _is_let_in(moment: Moment[World], name: str) -> bool:
    """Whether nobody need confirm an entry, or people did."""
    if moment.law.chooses("entering", "nobody may refuse"):
        return True
    text = f"{name} asks to become a player. May they?"
    ask = Ask(f"enter:{name}:{moment.row}", text, "COUP-008", [YES, NO], moment.when, [moment.row])
    return moment.ask(ask) == YES


@rule("COUP-009")
def enter_group(moment: Moment[World], said: Announced) -> None:
    """Somebody asks for a group to enter: each other member whom they name must confirm it, unless naming is ruled to do."""
    user = actor(moment)[0]
    members = list(dict.fromkeys([user, *map(moment.state.person, said.fields["members"])]))
    name = str(said.fields["name"] or " & ".join(members)).strip()
    if fault := _group_fault(moment, members, name):
        moment.refuse(*fault, said.n)
        return
    if len(members) == 1 or moment.law.chooses("group_members", "are named"):
        _become_player(moment, name, members)
        return
    asked = Entering(name, members, [user], moment.when, moment.row)
    moment.world.entering = {**moment.world.entering, name.casefold(): asked}
    waits = ", ".join(each for each in members if each != user)
    text = f"{name} ({', '.join(members)}) asks to enter and waits for {waits}{_nobody_yet(moment, members)}"
    moment.tell("group_asks", "COUP-009", text, player=name, members=members)


def _nobody_yet(moment: Moment[World], members: list[str]) -> str:
    """That nobody is known by some of these names, with what to do, as a sentence's end; "" where everybody is an account.

    The first of them asks, and is known.
    """
    state = moment.state
    unknown = [
        each
        for each in members[1:]
        if not each.isdecimal() and each not in state.log.names and each not in state.identities.values()
    ]
    if not unknown:
        return ""
    mention = "ask again and mention them with @, so that Discord links the name"
    return f"; nobody is known as {' or '.join(unknown)} here yet: {mention}"


def _group_fault(moment: Moment[World], members: list[str], name: str) -> tuple[str, str, str] | None:
    """Why a group, for which its first member asks, cannot enter: code, clause and a sentence."""
    world = moment.world
    for member in members:
        if player := world.player_of(member):
            return "already_player", "COUP-008", _why_already(member, player)
    before, asked = world.players.get(name), world.entering.get(name.casefold())
    is_account = name.isdecimal() or name in moment.state.log.names or name in members
    is_others = asked is not None and members[0] not in asked.members and not _is_void(world, asked)
    if is_account or is_others or name in world.playing or (before is not None and not before.members):
        return "bad_target", "COUP-009", f"{name} is somebody else's name: choose another"
    return None


def _is_void(world: World, asked: Entering) -> bool:
    """Whether a group can enter no more, since one of it plays already."""
    return any(map(world.player_of, asked.members))


@rule("COUP-009")
def confirm(moment: Moment[World], said: Announced) -> None:
    """A member confirms that they enter as a part of a group; with the last one it is a player."""
    user, world = actor(moment)[0], moment.world
    asked = _asked_of(world, user, said.fields["name"])
    if asked is None or user in asked.confirmed:
        why = f"{user} confirmed it before" if asked else _why_not_asked(world, user, said.fields["name"])
        moment.refuse("no_change", "COUP-009", why, said.n)
    elif fault := _group_fault(moment, asked.members, asked.name):
        moment.refuse(*fault, said.n)
    else:
        asked.confirmed = [*asked.confirmed, user]
        moment.tell("group_confirmed", "COUP-009", f"{user} confirms {asked.name}", player=asked.name, member=user)
        if set(asked.members) <= set(asked.confirmed):
            world.entering = {name: each for name, each in world.entering.items() if each is not asked}
            _become_player(moment, asked.name, asked.members)


def _why_not_asked(world: World, user: str, name: str | None) -> str:
    asked = world.entering.get(str(name).casefold())
    if asked is None:
        return f"no group asks {user} to confirm that"
    others = ", ".join(each for each in asked.members if each not in asked.confirmed)
    return f"{asked.name} waits for {others}, and not for the account of {user}: whoever asks for it asks again and mentions {user} with @"


def _asked_of(world: World, user: str, name: str | None) -> Entering | None:
    """The group of a name, or the only one, that asks somebody to confirm that they enter with it."""
    theirs = [each for each in world.entering.values() if user in each.members]
    if name is None:
        return theirs[0] if len(theirs) == 1 else None
    return next((each for each in theirs if each.name.casefold() == name.casefold()), None)


@rule("COUP-008", "COUP-010", "COUP-016")
def _become_player(moment: Moment[World], id: str, members: list[str]) -> None:
    """Let a person or a group be a player with a place in the order; the exiles of one who comes back are counted on."""
    world = moment.world
    before = world.players.get(id)
    exiles = before.exiles if before and moment.law.chooses("exiles_of_who_left", "stay on record") else 0
    world.players = {name: each for name, each in world.players.items() if name != id}
    world.players[id] = Player(id, list(members), exiles=exiles, entered_at=moment.when)
    told = {"members": list(members)} if members else {}
    moment.tell("player_entered", "COUP-008", f"{id} becomes a player", player=id, **told)
    if world.status == "running":
        _give(moment, id)
    turns.place(moment, id)
    players_changed(moment)


@rule("COUP-012")
def _give(moment: Moment[World], player: str) -> None:
    """A newcomer is given credits and cards, as far as there are any; before the start everybody waits for it."""
    law = moment.law
    treasury.take(moment, player, law.number("newcomer_credits"), "COUP-012", f"{player} enters")
    court_deck.draw(moment, player, law.number("newcomer_cards"), "COUP-012")


# --- leaving ----------------------------------------------------------------------------------------------------------


@rule("COUP-013", "COUP-018")
def forfeit(moment: Moment[World], said: Announced) -> None:
    """A player leaves the game at once; of a group only the member who says so, until the last one does."""
    if player := is_player(moment, "COUP-013", said.n):
        _leave(moment, player, actor(moment)[0])


@rule("COUP-018")
def leave_group(moment: Moment[World], said: Announced) -> None:
    """A member leaves their group, which plays on without them; it leaves the game with its last member."""
    player, name = is_player(moment, "COUP-018", said.n), said.fields["name"]
    if player and name is not None and str(name).casefold() != player.casefold():
        moment.refuse("not_player", "COUP-018", f"{actor(moment)[0]} is no part of {name}", said.n)
    elif player:
        _leave(moment, player, actor(moment)[0])


def _leave(moment: Moment[World], player: str, user: str) -> None:
    members = moment.world.players[player].members
    if len(members) > 1 and user in members:
        moment.world.players[player].members = [each for each in members if each != user]
        moment.tell("member_left", "COUP-018", f"{user} leaves {player}", player=player, member=user)
        players_changed(moment)
    else:
        exit_game(moment, player)


@rule("COUP-013", "COUP-015", "COUP-017")
def exit_game(moment: Moment[World], player: str) -> None:
    """Let a player be one no more: credits to the Treasury, all cards into the deck by one shuffle; exiles stay on record."""
    world = moment.world
    leaver = world.players[player]
    moment.tell("player_left", "COUP-013", f"{player} leaves the game", player=player)
    if world.status == "running":
        coup.left(moment, player)
        treasury.pay(moment, player, leaver.credits, "COUP-013", f"{player} leaves the game")
        court_deck.take_back(moment, player, "COUP-013")
    leaver.is_playing = False
    clarifications.left(moment, player)
    turns.leave(moment, player)
    players_changed(moment)


@rule("COUP-006", "COUP-007")
def report(moment: Moment[World], said: Announced) -> None:
    """Somebody reports a breach of the terms of service or of the law: people look at it, and nothing follows by itself."""
    user = actor(moment)[0]
    moment.note("BREACH_REPORTED", "COUP-007", f"{user} reports a breach {said.fields['text']}; people look at it")
    moment.tell("breach_reported", "COUP-007", f"{user} reports a breach", by=user)


def players_changed(moment: Moment[World]) -> None:
    """Count what hangs on who plays anew."""
    propositions.players_changed(moment)
    clarifications.players_changed(moment)


ACTIONS = {
    "enter": enter,
    "enter_group": enter_group,
    "confirm": confirm,
    "forfeit": forfeit,
    "leave_group": leave_group,
    "report": report,
}
