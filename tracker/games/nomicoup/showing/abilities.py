"""What each player can do now: the words for it and where they are said, and what bars the rest until when."""

from __future__ import annotations

from collections.abc import Iterator

from tracker.core.secrecy import PRIVATE_CHANNEL
from tracker.games.chat_game.pages import Can
from tracker.mechanics.chat_people import People

from ..general import people_let
from ..hidden import words
from ..playing import actions, challenges, counteractions
from ..proposing import propositions
from ..state import Coup
from .pages_coup import may_challenge

_VOTES_SHOWN, _UNTITLED_SHOWN = 20, 5


def of(world: Coup, player: str, people: People) -> Iterator[Can]:
    """What somebody may do who plays, or left; nothing at all once the game is over."""
    if world.status == "over":
        return
    if player not in world.players:
        yield Can(
            "become a player again", "COUP-008", "I request to become a player.", world.law.word("general_channel")
        )
        return
    for chapter in (_starting, _in_turn, _owed, _answering, _voting, _judging, _proposing, _leaving):
        yield from chapter(world, player, people)


def _starting(world: Coup, player: str, people: People) -> Iterator[Can]:
    channel = world.law.word("general_channel")
    if world.status != "waiting":
        return
    known = world.words.get(player)
    if not words.must_be_pledged(world):
        yield Can("give a word for the shuffles", "COUP-036", "My word is WORD.", channel)
    if world.pledges_closed_at is None:
        yield Can(
            "pledge a word for the shuffles, by the SHA-256 of “WORD SALT”", "COUP-036", "I pledge HASH.", channel
        )
    elif known is not None and known.pledge and not known.word:
        yield Can("show the word that they pledged", "COUP-036", "My word is WORD, salt SALT.", channel)
    if any(people_let(world, user) for user in world.players[player].members or [player]):
        if world.pledges_closed_at is None and world.words:
            yield Can("let words be shown, and nobody pledge any more", "COUP-036", "The pledges are closed.", channel)
        yield Can("start the game", "COUP-040", "Start the game.", channel)


# --- the game of Coup -------------------------------------------------------------------------------------------------


def _in_turn(world: Coup, player: str, people: People) -> Iterator[Can]:
    turn, channel = world.turn, world.law.word("general_channel")
    if turn is None:
        return
    if turn.player != player:
        yield Can("take an action", "COUP-022", why=f"it is the turn of {people.name(turn.player)}")
        return
    has = actions.would_have(world, player)
    for name, row in world.listed_in("actions").items():
        cost, clause = actions.cost_of(world, name), actions.CLAUSES.get(name, "COUP-041")
        if turn.must_coup and name != actions.COUP:
            why = "they had so many credits when the turn began that they can only Coup or pass"
            yield Can(name, "COUP-045", why=why, until=turn.ends_at)
        elif cost > has:
            yield Can(name, clause, why=f"it costs {cost} credits, and they would have {has}", until=turn.ends_at)
        else:
            what = f"{name}, for {cost} credits" if cost else name
            yield Can(what, clause, actions.words_for(name, row), channel, turn.ends_at)
    yield Can("pass", "COUP-030", "I pass.", channel, turn.ends_at)


def _owed(world: Coup, player: str, people: People) -> Iterator[Can]:
    owes = world.players[player]
    if owes.losses_owed:
        yield Can(
            f"choose what to lose: they owe {owes.losses_owed} influence", "COUP-069", "discard CARD", PRIVATE_CHANNEL
        )
    if owes.returns_owed:
        said = f"return {' and '.join(['CARD'] * owes.returns_owed)}"
        yield Can("choose cards to surrender", "COUP-060", said, PRIVATE_CHANNEL)
    for claim in challenges.open_claims(world):
        if claim.player == player:
            shown = f"show {claim.character}"
            yield Can(f"{shown}, or publicly", "COUP-067", shown, PRIVATE_CHANNEL)
            undecided = "undecided, a card that is held counts as shown when the next action is performed"
            yield Can(f"decline to {shown}; {undecided}", "COUP-065", "I decline to show.", PRIVATE_CHANNEL)
    if world.status == "running":
        yield Can("be told what they hold", "COUP-034", "hand", PRIVATE_CHANNEL)


def _answering(world: Coup, player: str, people: People) -> Iterator[Can]:
    """Whom somebody may challenge or counter, until the next action is performed."""
    pending, channel = world.pending, world.law.word("general_channel")
    if pending is None or world.status != "running":
        return
    for claim in pending.claims:
        if player in may_challenge(world, claim):
            name = people.name(claim.player)
            said = f"I challenge @{name} on {claim.character}."
            yield Can(f"challenge {name}'s {claim.character}, until the next action", "COUP-062", said, channel)
    for name in counteractions.stateable(world, pending, player) if pending.actor != player else ():
        what = f"counter the {pending.kind} of {people.name(pending.actor)} with {name}, until the next action"
        said = f"I counter with {name} as {world.listed_in('counteractions')[name]['claim']}."
        yield Can(what, "COUP-050", said, channel)


# --- rules ------------------------------------------------------------------------------------------------------------


def _voting(world: Coup, player: str, people: People) -> Iterator[Can]:
    channel = world.law.word("propositions_channel")
    for number in propositions.open_ones(world)[:_VOTES_SHOWN]:
        each = world.propositions[number]
        if player in propositions.eligible(world, number):
            what = people.readable(
                f"vote on proposition {propositions.called(world, number)}{_own(each.votes.get(player))}"
            )
            yield Can(what, "COUP-103", "⬆️, ➡️ or ⬇️ on it", channel, each.ends_at)
    for number, clarification in world.clarifications.items():
        suggestion = clarification.open_suggestion
        if suggestion is not None:
            what = f"vote on the suggestion for clarification {number}{_own(suggestion.votes.get(player))}"
            yield Can(what, "COUP-117", "⬆️ or ⬇️ on it", channel, suggestion.ends_at)


def _own(standing: object) -> str:
    return f" (they vote {standing[-1].vote})" if isinstance(standing, list) and standing else " (they have not voted)"


def _proposing(world: Coup, player: str, people: People) -> Iterator[Can]:
    channel = world.law.word("general_channel")
    what = "make a proposition, with lines of Type, Rule and so on: see the page of propositions"
    yield Can(what, "COUP-075", "Proposition: TITLE", world.law.word("propositions_channel"))
    yield Can("raise a disagreement", "COUP-112", "Clarification: TEXT", channel)
    untitled = [path for path, each in world.rules.items() if not each.title and each.proponent not in ("", player)]
    for path in untitled[:_UNTITLED_SHOWN]:
        yield Can(f"title rule {path}", "COUP-091", f'I title rule {path} "TITLE".', channel)


def _judging(world: Coup, player: str, people: People) -> Iterator[Can]:
    channel, there = world.law.word("general_channel"), world.law.word("propositions_channel")
    is_one = player in world.candidates
    said = "I remove myself from the Judge candidates." if is_one else "I add myself to the Judge candidates."
    yield Can("be no Judge candidate any more" if is_one else "become a Judge candidate", "COUP-115", said, channel)
    for number, each in world.clarifications.items():
        if each.judge == player and each.resolved_at is None and each.open_suggestion is None:
            due, what = each.suggestion_due, f"suggest how to settle clarification {number}"
            yield Can(what, "COUP-116", f"Suggestion {number}: TEXT", there, due)
            yield Can(f"defer on clarification {number}", "COUP-121", "I defer.", channel, due)


def _leaving(world: Coup, player: str, people: People) -> Iterator[Can]:
    if len(world.players[player].members) > 1:
        yield Can("leave the group, as one member", "COUP-018", f'I leave "{people.name(player)}".')
    yield Can("leave the game: credits go to the Treasury, cards into the Court Deck", "COUP-013", "I forfeit.")
