"""What each player can do now: the words for it and where they are said, and what bars the rest until when."""

from __future__ import annotations

from collections.abc import Iterator

from tracker.core.secrecy import PRIVATE_CHANNEL
from tracker.games.chat_game.pages import Can
from tracker.mechanics.chat.carrying import happens, note, rule
from tracker.mechanics.chat.rows import Message

from ..general import people_let
from ..hidden import letters, words
from ..proposing import propositions
from ..state import Coup
from . import actions, answers

_VOTES_SHOWN, _UNTITLED_SHOWN = 20, 5


def of(world: Coup, player: str) -> Iterator[Can]:
    """What somebody may do who plays, or left; nothing at all once the game is over."""
    general = world.law.word("general_channel")
    if world.status != "over" and player not in world.players:
        yield Can("become a player again", "COUP-008", "I request to become a player.", general)
    elif world.status != "over":
        for chapter in (_starting, in_play, _voting, _judging, _proposing, _leaving):
            yield from chapter(world, player)


def called(player: str) -> str:
    """A player as announcements name them; the id of an account is a mention, in whose place readers see the name."""
    return f"<@{player}>" if player.isdecimal() else f"@{player}"


def _starting(world: Coup, player: str) -> Iterator[Can]:
    """Words for the shuffles, and the start."""
    channel, known = world.law.word("general_channel"), world.words.get(player)
    if world.status != "waiting":
        return
    if world.pledges_closed_at is None:
        if not words.must_be_pledged(world):
            yield Can("give a word for the shuffles", "COUP-036", "My word is WORD.", channel)
        what = "pledge a word for the shuffles, by the SHA-256 of “WORD SALT”"
        yield Can(what, "COUP-036", "I pledge HASH.", channel)
    elif known is not None and known.pledge and not known.word:
        yield Can("show the word that they pledged", "COUP-036", "My word is WORD, salt SALT.", channel)
    if any(people_let(world, user) for user in world.players[player].members or [player]):
        if world.pledges_closed_at is None and world.words:
            yield Can("let words be shown, and nobody pledge any more", "COUP-036", "The pledges are closed.", channel)
        yield Can("start the game", "COUP-040", "Start the game.", channel)


# --- the game of Coup -------------------------------------------------------------------------------------------------


def in_play(world: Coup, player: str) -> Iterator[Can]:
    """What somebody may do in the game of Coup."""
    if world.status == "running":
        for chapter in (_in_turn, _owed, _answering):
            yield from chapter(world, player)
        yield Can("be told what they hold", "COUP-034", "hand", PRIVATE_CHANNEL)


def _in_turn(world: Coup, player: str) -> Iterator[Can]:
    turn, channel = world.turn, world.law.word("general_channel")
    if turn is None or turn.player != player:
        yield Can("take an action", "COUP-022", why=f"it is the turn of {turn.player if turn else 'nobody'}")
        return
    has = actions.would_have(world, player)
    for name in actions.WORDS:
        cost = actions.number_of(world, name, actions.COSTS)
        if turn.must_coup and name != actions.COUP:
            why = "they had so many credits when the turn began that they can only Coup or pass"
            yield Can(name, "COUP-045", why=why, until=turn.ends_at)
        elif cost > has:
            why = f"it costs {cost} credits, and they would have {has}"
            yield Can(name, actions.CLAUSES[name], why=why, until=turn.ends_at)
        else:
            what = f"{name}, for {cost} credits" if cost else name
            yield Can(what, actions.CLAUSES[name], actions.WORDS[name], channel, turn.ends_at)
    yield Can("pass", "COUP-030", "I pass.", channel, turn.ends_at)


def _owed(world: Coup, player: str) -> Iterator[Can]:
    owes = world.players[player]
    if owes.losses_owed:
        what = f"choose what to lose: they owe {owes.losses_owed} influence"
        yield Can(what, "COUP-069", "discard CARD", PRIVATE_CHANNEL)
    if owes.returns_owed:
        said = f"return {' and '.join(['CARD'] * owes.returns_owed)}"
        yield Can("choose cards to surrender", "COUP-060", said, PRIVATE_CHANNEL)
    for claim in answers.open_claims(world):
        if claim.player == player:
            shown = f"show {claim.character}"
            yield Can(f"{shown}, or publicly", "COUP-067", shown, PRIVATE_CHANNEL)
            undecided = "undecided, a card that is held counts as shown when the next action is performed"
            yield Can(f"decline to {shown}; {undecided}", "COUP-065", "I decline to show.", PRIVATE_CHANNEL)


def _answering(world: Coup, player: str) -> Iterator[Can]:
    """Whom somebody may challenge or counter, until the next action is performed."""
    pending, channel = world.pending, world.law.word("general_channel")
    if pending is None:
        return
    for claim in pending.claims:
        if player in answers.may_challenge(world, claim):
            said = f"I challenge {called(claim.player)} on {claim.character}."
            what = f"challenge {claim.player}'s {claim.character}, until the next action"
            yield Can(what, "COUP-062", said, channel)
    for name in answers.stateable(world, pending, player):
        what = f"counter the {pending.kind} of {pending.actor} with {name}, until the next action"
        said = f"I counter with {name} as {world.listed_in('counteractions')[name]['claim']}."
        yield Can(what, "COUP-050", said, channel)


# --- rules ------------------------------------------------------------------------------------------------------------


def _voting(world: Coup, player: str) -> Iterator[Can]:
    channel = world.law.word("propositions_channel")
    for number in propositions.open_ones(world)[:_VOTES_SHOWN]:
        each = world.propositions[number]
        if player in propositions.eligible(world, number):
            what = f"vote on proposition {propositions.called(world, number)}{_own(each.votes.get(player))}"
            yield Can(what, "COUP-103", "⬆️, ➡️ or ⬇️ on it", channel, each.ends_at)
    for number, clarification in world.clarifications.items():
        suggestion = clarification.open_suggestion
        if suggestion is not None:
            what = f"vote on the suggestion for clarification {number}{_own(suggestion.votes.get(player))}"
            yield Can(what, "COUP-117", "⬆️ or ⬇️ on it", channel, suggestion.ends_at)


def _own(standing: object) -> str:
    return f" (they vote {standing[-1].vote})" if isinstance(standing, list) and standing else " (they have not voted)"


def _proposing(world: Coup, player: str) -> Iterator[Can]:
    channel = world.law.word("general_channel")
    what = "make a proposition, with lines of Type, Rule and so on: see the page of propositions"
    yield Can(what, "COUP-075", "Proposition: TITLE", world.law.word("propositions_channel"))
    yield Can("raise a disagreement", "COUP-112", "Clarification: TEXT", channel)
    untitled = [path for path, each in world.rules.items() if not each.title and each.proponent not in ("", player)]
    for path in untitled[:_UNTITLED_SHOWN]:
        yield Can(f"title rule {path}", "COUP-091", f'I title rule {path} "TITLE".', channel)


def _judging(world: Coup, player: str) -> Iterator[Can]:
    channel, there = world.law.word("general_channel"), world.law.word("propositions_channel")
    what, said = "become a Judge candidate", "I add myself to the Judge candidates."
    if player in world.candidates:
        what, said = "be no Judge candidate any more", "I remove myself from the Judge candidates."
    yield Can(what, "COUP-115", said, channel)
    for number, each in world.clarifications.items():
        if each.judge == player and each.resolved_at is None and each.open_suggestion is None:
            due, what = each.suggestion_due, f"suggest how to settle clarification {number}"
            yield Can(what, "COUP-116", f"Suggestion {number}: TEXT", there, due)
            yield Can(f"defer on clarification {number}", "COUP-121", "I defer.", channel, due)


def _leaving(world: Coup, player: str) -> Iterator[Can]:
    if len(world.players[player].members) > 1:
        yield Can("leave the group, as one member", "COUP-018", f'I leave "{player}".')
    yield Can("leave the game: credits go to the Treasury, cards into the Court Deck", "COUP-013", "I forfeit.")


# --- what is said where it is nothing ---------------------------------------------------------------------------------


@rule("COUP-023")
def elsewhere(world: Coup, message: Message, said: str) -> None:
    """Tell that something was said in a channel where it is nothing, as people may take it for done."""
    general, proposed = world.law.word("general_channel"), world.law.word("propositions_channel")
    right = proposed if message.channel == general else general
    text = f"“{said}” was said in #{message.channel}, where it is nothing: say it in #{right}"
    happens("announcement_failed", text)
    note("WRONG_CHANNEL", text)


@rule("COUP-023")
def not_understood(world: Coup, message: Message) -> None:
    """Tell whoever wrote privately what is nothing that can be said so what is asked of them now."""
    answer(world, message, "That is nothing that can be said here, and does nothing.")


# --- answers to private messages --------------------------------------------------------------------------------------


def answer(world: Coup, message: Message, text: str) -> None:
    """Answer a private message: what became of it, what its author holds, and what is asked of them now."""
    player = world.player_of(message.author)
    told = f"{text} {' '.join(_now(world, player))}"
    letters.write(world, player or message.author, "answer", told, "COUP-034", people=[message.author], row=message.id)


def _now(world: Coup, player: str) -> Iterator[str]:
    channel = world.law.word("general_channel")
    if world.status == "over":
        yield "The game is over."
    elif not player:
        yield f"You are no player: say “I request to become a player.” in #{channel}."
    elif world.status != "running":
        yield f"Nothing is asked of you before the game starts; what there is to say is said in #{channel}."
    else:
        asked = " or ".join(f"“{each.words}”" for each in _owed(world, player))
        yield letters.held(world.players[player])
        yield f"You are asked: write {asked}." if asked else "Nothing is asked of you now."
        yield f"“hand” tells what you hold; all else is said in #{channel}."
