"""Players: persons and groups that enter, what they are given, also at the start, and what becomes of it when they leave."""

from __future__ import annotations

from tracker.mechanics.chat.carrying import happens, note, refuse, require, rule
from tracker.mechanics.chat.rows import Message

from ..general import people_let, plays
from ..hidden import court_deck, words
from ..proposing import clarifications, propositions
from ..rule_tree.rule_paths import date
from ..state import Coup, Entering, Former, Player
from . import holdings, orders, turns


@rule("COUP-008")
def enter(world: Coup, message: Message) -> None:
    """Somebody who is no player asks to become one, and is at once: nothing may refuse it."""
    user = message.author
    _must_not_play(world, [user])
    # Whose account is called as a group that plays is another person (COUP-005).
    name = f"{user} (alone)" if user in world.players else user
    _become_player(world, name, [user] if name != user else [])


@rule("COUP-008")
def _must_not_play(world: Coup, people: list[str]) -> None:
    for person in people:
        player = world.player_of(person)
        as_what = "is a player already" if player == person else f"plays already, as a part of {player}"
        require(not player, "already_player", f"{person} {as_what}")


@rule("COUP-009")
def enter_group(world: Coup, message: Message, members: list[str], name: str | None = None) -> None:
    """Somebody asks for a group to enter: each other member whom they name must confirm it."""
    people = list(dict.fromkeys([message.author, *map(world.called.person, members)]))
    group = (name or " & ".join(people)).strip()
    _must_be_free(world, people, group)
    world.entering[group] = Entering(members=people, confirmed=[], message=message.id)
    if len(people) > 1:
        text = f"{group} ({', '.join(people)}) asks to enter and waits for {', '.join(people[1:])}"
        happens("group_asks", text, player=group, members=people)
    _confirmed(world, group, people[0])


@rule("COUP-009")
def _must_be_free(world: Coup, people: list[str], group: str) -> None:
    """Refuse a group of whom anybody plays, or with a name that is somebody else's."""
    _must_not_play(world, people)
    asked = world.entering.get(_asking(world, group))
    is_others = asked is not None and people[0] not in asked.members and not any(map(world.player_of, asked.members))
    is_account = group.isdecimal() or group in people or group in world.called.known_as
    former = world.former_players.get(group)
    if is_account or is_others or group in world.players or (former is not None and not former.members):
        refuse("bad_target", f"{group} is somebody else's name: choose another")


def _asking(world: Coup, group: str) -> str:
    """The group of a name, in whatever case, that waits for members; "" for none."""
    return next((name for name in world.entering if name.casefold() == group.casefold()), "")


@rule("COUP-009")
def confirm(world: Coup, message: Message, name: str | None = None) -> None:
    """A member confirms that they enter as a part of a group; with the last one it is a player."""
    user = message.author
    theirs = [group for group, each in world.entering.items() if user in each.members and user not in each.confirmed]
    group = _asking(world, name) if name else theirs[0] if len(theirs) == 1 else ""
    why = f"no group asks {user} to confirm that: whoever asks for it mentions each member with @"
    require(group in theirs, "no_change", why)
    _must_be_free(world, list(world.entering[group].members), group)
    happens("group_confirmed", f"{user} confirms {group}", player=group, member=user)
    _confirmed(world, group, user)


def _confirmed(world: Coup, group: str, user: str) -> None:
    asked = world.entering[group]
    asked.confirmed.append(user)
    if set(asked.members) <= set(asked.confirmed):
        del world.entering[group]
        _become_player(world, group, list(asked.members))


@rule("COUP-008", "COUP-005", "COUP-012", "COUP-016")
def _become_player(world: Coup, id: str, members: list[str]) -> None:
    """Let a person or a group be a player with a place in the order; the exiles of one who comes back are counted on.

    They are given credits and cards, as far as there are any; before the start everybody waits for it.
    """
    before = world.former_players.pop(id, Former())
    world.players[id] = Player(members=members, exiles=before.exiles, entered_at=world.now)
    told = {"members": members} if members else {}
    happens("player_entered", f"{id} becomes a player", player=id, **told)
    if world.status == "running":
        holdings.take(world, id, world.law.number("newcomer_credits"))
        court_deck.draw(world, id, world.law.number("newcomer_cards"))
    turns.place(world, id)
    _players_changed(world)


# --- leaving ----------------------------------------------------------------------------------------------------------


@rule("COUP-013")
def forfeit(world: Coup, message: Message) -> None:
    """A player leaves the game at once; of a group only the member who says so, until the last one does."""
    _leave(world, plays(world, message), message.author)


@rule("COUP-018")
def leave_group(world: Coup, message: Message, name: str | None = None) -> None:
    """A member leaves their group, which plays on without them; it leaves the game with its last member."""
    player = plays(world, message)
    is_theirs = name is None or name.casefold() == player.casefold()
    require(is_theirs, "not_player", f"{message.author} is no part of {name}")
    _leave(world, player, message.author)


@rule("COUP-018")
def _leave(world: Coup, player: str, user: str) -> None:
    members = world.players[player].members
    if len(members) > 1 and user in members:
        members.remove(user)
        happens("member_left", f"{user} leaves {player}", player=player, member=user)
        propositions.forget_votes(world, [user])
        _players_changed(world)
    else:
        exit_game(world, player)


@rule("COUP-013", "COUP-017")
def exit_game(world: Coup, player: str) -> None:
    """Let a player be one no more: credits to the Treasury, all cards into the deck by one shuffle; exiles stay on record."""
    happens("player_left", f"{player} leaves the game", player=player)
    leaver = world.players[player]
    if world.status == "running":
        turns.left(world, player)
        court_deck.take_back(world, player)
    del world.players[player]
    world.former_players[player] = Former(members=list(leaver.members), exiles=leaver.exiles)
    propositions.forget_votes(world, leaver.members or [player])
    clarifications.left(world, player)
    turns.leave(world, player)
    _players_changed(world)


def _players_changed(world: Coup) -> None:
    """Count what hangs on who plays anew."""
    propositions.count_all(world)
    clarifications.count_all(world)


@rule("COUP-007", "COUP-006")
def report(world: Coup, message: Message, text: str) -> None:
    """Somebody reports a breach of the terms of service or of the law: people look at it, and nothing follows by itself."""
    note("BREACH_REPORTED", f"{message.author} reports a breach {text}; people look at it", is_mild=False)
    happens("breach_reported", f"{message.author} reports a breach", by=message.author)


@rule("COUP-013")
def left_server(world: Coup, who: str) -> None:
    """Whoever left the server plays still, and their turns end by time: people are told."""
    player = world.player_of(who)
    if player and world.status != "over":
        as_whom = f", as {player}" if player != who else ""
        note("LEFT_THE_SERVER", f"{who} left the server and plays still{as_whom}: turns of theirs end by time")


@rule("COUP-040", "COUP-026")
def start(world: Coup, message: Message) -> None:
    """Start the game with whoever has entered, in the order that people set or else in that of entering.

    An order that waits for the next round holds from the first one.
    """
    require(world.status == "waiting", "no_change", "the game has started already")
    why = f"{message.author} is not among those who may start the game: {', '.join(world.law.words('admins'))}"
    require(people_let(world, message.author), "not_allowed", why)
    require(world.players, "not_allowed", "nobody has entered yet")
    orders.set_order(world, world.everybody)
    orders.apply_upcoming_order(world)
    world.status, world.game_id = "running", court_deck.name_of_game(world)
    words.settle(world)
    happens("game_started", f"the game starts with {', '.join(world.order)}", players=list(world.order))
    date(world.rules, world.now)
    _deal(world)
    turns.begin_round(world, 1, world.now)


@rule("COUP-040")
def _deal(world: Coup) -> None:
    """Shuffle the deck, deal to everybody in turn order, and give them credits; of only two players the first gets fewer."""
    world.deck = []
    court_deck.sort_by_rules(world)
    cards = court_deck.sorted_cards(world, court_deck.all_cards(world).elements())
    court_deck.shuffle_in(world, "", cards, "the start")
    players = world.everybody
    for player in players:
        court_deck.draw(world, player, world.law.number("start_cards"))
        is_first_of_two = len(players) == 2 and player == players[0]
        credits = "start_credits_first_of_two" if is_first_of_two else "start_credits"
        holdings.take(world, player, world.law.number(credits))
