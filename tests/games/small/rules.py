from tests.games.small.state import Player, Small
from tracker.mechanics.chat import dice
from tracker.mechanics.chat.carrying import happens, refuse, require, rule
from tracker.mechanics.chat.rows import Message


@rule("S-1")
def join(world: Small, message: Message) -> None:
    world.players.setdefault(message.author, Player()).player = True
    happens("joined", f"{message.author} joins", player=message.author)


@rule("S-2", LATE="S-3")
def give(world: Small, message: Message, to: str, coins: int) -> None:
    require(message.author in world.players and to in world.players, "NOT_A_PLAYER")
    world.players[to].coins += coins
    if world.players[message.author].coins < coins:
        refuse("TOO_FEW", f"{message.author} has no {coins} coins")
    world.players[message.author].coins -= coins
    happens("given", f"{message.author} gives {to} {coins}", by=message.author, to=to, coins=coins)


@rule("S-2")
def toss(world: Small, message: Message) -> None:
    player = world.players[message.author]
    face = dice.roll(world, "toss", world.law.number("die"), "a toss")
    player.coins += face
    player.tossed.append(face)
    happens("tossed", f"{message.author} tosses {face}", player=message.author, face=face)


@rule("S-2")
def toss_twice(world: Small, message: Message) -> None:
    toss(world, message)
    toss(world, message)


@rule("S-2")
def waste(world: Small, message: Message) -> None:
    world.players[message.author].tossed.clear()
    del world.players[message.author]
    refuse("LATE")


@rule("S-3")
def wages(world: Small) -> None:
    for player in world.players.values():
        player.coins += world.law.number("wage")
    happens("paid", "wages are paid")


@rule("S-4")
def look_for_winner(world: Small) -> None:
    rich = [name for name, player in world.players.items() if player.coins >= world.law.number("goal")]
    if rich and world.winner is None:
        world.winner = rich[0]
        happens("won", f"{rich[0]} has won", player=rich[0])


@rule("S-5")
def vote(world: Small, who: str) -> None:
    world.voted.add(who)
