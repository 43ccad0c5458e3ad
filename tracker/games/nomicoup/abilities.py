"""What each player can do now: the words for it and where they are said, and what bars the rest until when."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TypeAlias

from tracker.core.secrecy import PRIVATE_CHANNEL
from tracker.games.chat_views import AbilitiesView, BarView, CanView
from tracker.mechanics.chat_people import People
from tracker.mechanics.chat_play import Moment

from . import actions, challenges, characters, counteractions, coup, propositions, words
from .board_coup import ordered, who_may_challenge
from .general import is_over, people_let
from .rule_paths import shown_path
from .state import Player, Proposition, Suggestion, World
from .votes import newest

Found: TypeAlias = Iterator[tuple[str, CanView | BarView]]
Chapter: TypeAlias = Callable[[Moment[World], Player, People], Found]
_VOTES_SHOWN = 20
"""Of the propositions that are voted on so many of those that end first."""
_UNTITLED_SHOWN = 5
_UNTIL_THE_NEXT = "until the next action is performed"
_PRIVATELY = "or publicly"


def views(moment: Moment[World], people: People) -> dict[str, AbilitiesView]:
    """What everybody may do at a moment, by their ids: whoever plays, then whoever left; nothing at all once the game is over."""
    gone = [each for each in moment.world.players.values() if not each.is_playing]
    return {each.id: _abilities(moment, each, people) for each in (*ordered(moment.world), *gone)}


def _abilities(moment: Moment[World], player: Player, people: People) -> AbilitiesView:
    found: dict[str, CanView | BarView] = {}
    if not is_over(moment):
        for chapter in _CHAPTERS if player.is_playing else (_entering,):
            found.update(chapter(moment, player, people))
    may = {key: each for key, each in found.items() if isinstance(each, CanView)}
    barred = {key: each for key, each in found.items() if isinstance(each, BarView)}
    is_certain = not moment.world.is_unknown
    return AbilitiesView(player.id, people.name(player.id), player.is_playing, may, barred, is_certain)


def _general(moment: Moment[World]) -> str:
    return moment.law.word("general_channel")


# --- entering and starting --------------------------------------------------------------------------------------------


def _entering(moment: Moment[World], player: Player, people: People) -> Found:
    note = "exiles stay on record"
    words = "I request to become a player."
    yield "enter", CanView("become a player again", "COUP-008", words, _general(moment), note=note)


def _starting(moment: Moment[World], player: Player, people: People) -> Found:
    if moment.world.status != "waiting":
        return
    yield from _pledging(moment, player)
    if any(people_let(moment, user) for user in player.members or [player.id]):
        if moment.world.pledges_closed_at is None and moment.world.pledges:
            what, said = "let words be shown, and nobody pledge any more", "The pledges are closed."
            yield "close", CanView(what, "COUP-036", said, _general(moment))
        yield "start", CanView("start the game", "COUP-040", "Start the game.", _general(moment))


def _pledging(moment: Moment[World], player: Player) -> Found:
    known, channel = moment.world.pledges.get(player.id), _general(moment)
    if not words.must_be_pledged(moment):
        yield "word", CanView("give a word for the shuffles", "COUP-036", "My word is WORD.", channel)
    if moment.world.pledges_closed_at is None:
        note = "publish the SHA-256 of “WORD SALT”; the word itself is shown once the pledges are closed"
        yield (
            "pledge",
            CanView("pledge a word for the shuffles", "COUP-036", "I pledge HASH.", channel, note=note),
        )
    elif known is not None and known.digest and not known.word:
        said = "My word is WORD, salt SALT."
        yield "show_word", CanView("show the word that they pledged", "COUP-036", said, channel)


# --- the game of Coup -------------------------------------------------------------------------------------------------


def _in_turn(moment: Moment[World], player: Player, people: People) -> Found:
    turn = moment.world.turn
    if turn is None or moment.world.status != "running":
        return
    if turn.player != player.id:
        yield "act", BarView("take an action", "COUP-022", f"it is the turn of {people.name(turn.player)}")
        return
    has = coup.would_have(moment, player.id, coup.closed_by(moment, player.id))
    for name, row in actions.table(moment).items():
        key, cost, clause = f"act:{name}", characters.cost_of(moment, name), characters.clause_of(name)
        if turn.must_coup and name != actions.COUP:
            why = "they had so many credits when the turn began that they can only Coup or pass"
            yield key, BarView(name, "COUP-045", why, turn.ends_at)
        elif owed := characters.owed_before(moment, player.id, name):
            yield key, BarView(name, clause, f"they are still to surrender {owed} of an earlier one")
        elif cost > has:
            yield key, BarView(name, clause, f"it costs {cost} credits, and they would have {has}", turn.ends_at)
        else:
            note = f"for {cost} credits" if cost else ""
            said = coup.words_for(name, row)
            yield key, CanView(name, clause, said, _general(moment), turn.ends_at, note)
    yield "pass", CanView("pass", "COUP-030", "I pass.", _general(moment), turn.ends_at)


def _owed(moment: Moment[World], player: Player, people: People) -> Found:
    if player.losses_owed:
        what = "choose a card to lose"
        note = f"they owe the loss of {player.losses_owed} influence, and play goes on meanwhile"
        yield "lose", CanView(what, "COUP-069", "discard CARD", PRIVATE_CHANNEL, note=note)
    if player.returns_owed:
        said = f"return {' and '.join(['CARD'] * player.returns_owed)}"
        yield "give_back", CanView("choose cards to surrender", "COUP-060", said, PRIVATE_CHANNEL)
    for pending, claim in challenges.open_claims(moment.world):
        if claim.player == player.id:
            what, key = f"show {claim.character}", f"{pending.message}:{claim.message}"
            shown = CanView(what, "COUP-067", f"show {claim.character}", PRIVATE_CHANNEL, note=_PRIVATELY)
            yield f"show:{key}", shown
            what = f"decline to show {claim.character}"
            note = f"{_PRIVATELY}; undecided, a card that is held counts as shown when the next action is performed"
            yield f"decline:{key}", CanView(what, "COUP-065", "I decline to show.", PRIVATE_CHANNEL, note=note)


def _answering(moment: Moment[World], player: Player, people: People) -> Found:
    """Whom somebody may challenge or counter in the open windows, for which there is no end but the next action."""
    for pending in challenges.open_actions(moment.world):
        whose = f"the {pending.kind} of {people.name(pending.actor)}"
        for claim in challenges.claims_of(pending):
            if player.id in who_may_challenge(moment, claim):
                name = people.name(claim.player)
                what, said = f"challenge {name}'s {claim.character}", f"I challenge @{name} on {claim.character}."
                key = f"challenge:{pending.message}:{claim.player}:{claim.message}"
                yield key, CanView(what, "COUP-062", said, _general(moment), note=_UNTIL_THE_NEXT)
        if pending.actor == player.id or moment.world.status != "running":
            continue
        for name in counteractions.stateable(moment, pending, player.id):
            character = counteractions.table(moment)[name]["claim"]
            what, said = f"counter {whose} with {name}", f"I counter with {name} as {character}."
            key = f"counter:{pending.message}:{name}"
            yield key, CanView(what, "COUP-050", said, _general(moment), note=_UNTIL_THE_NEXT)


def _asking(moment: Moment[World], player: Player, people: People) -> Found:
    if moment.world.status == "running":
        yield "hand", CanView("be told what they hold", "COUP-034", "hand", PRIVATE_CHANNEL)


# --- rules ------------------------------------------------------------------------------------------------------------


def _voting(moment: Moment[World], player: Player, people: People) -> Found:
    world, channel = moment.world, moment.law.word("propositions_channel")
    for number in world.open_propositions[:_VOTES_SHOWN]:
        each = world.propositions[number]
        if player.id in propositions.eligible(moment, each):
            note = _own_vote(each, player.id)
            what = people.readable(_called(each))
            yield f"vote:{number}", CanView(what, "COUP-103", "⬆️, ➡️ or ⬇️ on it", channel, each.ends_at, note)
    for number, clarification in world.clarifications.items():
        suggestion = clarification.suggestion
        if suggestion is not None:
            note = _own_vote(suggestion, player.id)
            what = f"vote on the suggestion for clarification {number}"
            yield f"suggestion:{number}", CanView(what, "COUP-117", "⬆️ or ⬇️ on it", channel, suggestion.ends_at, note)


def _called(each: Proposition) -> str:
    title = f" “{each.title}”" if each.title else ""
    return f"vote on proposition {each.number}{title}"


def _own_vote(on: Proposition | Suggestion, player: str) -> str:
    if player in on.ballot.may_be:
        return "nobody can tell yet which vote of theirs counts"
    vote = newest(on.votes).get(player, "")
    return f"they vote {vote}" if vote else "they have not voted"


def _proposing(moment: Moment[World], player: Player, people: People) -> Found:
    channel = moment.law.word("propositions_channel")
    said = "Proposition: TITLE"
    note = "then lines of Type, Rule and so on: see the page of propositions"
    yield "propose", CanView("make a proposition", "COUP-075", said, channel, note=note)
    yield "clarify", CanView("raise a disagreement", "COUP-112", "Clarification: TEXT", _general(moment))
    tree = moment.world.rules
    untitled = [each for each in tree.rules.values() if not each.title and each.proponent]
    theirs = (each for each in untitled if each.proponent != player.id)
    for rule in [*theirs][:_UNTITLED_SHOWN]:
        path = shown_path(tree, rule)
        said = f'I title rule {path} "TITLE".'
        yield f"title:{rule.key}", CanView(f"title rule {path}", "COUP-091", said, _general(moment))


def _judging(moment: Moment[World], player: Player, people: People) -> Found:
    world, channel = moment.world, _general(moment)
    if player.id in world.candidates:
        said = "I remove myself from the Judge candidates."
        yield "stand", CanView("be no Judge candidate any more", "COUP-115", said, channel)
    else:
        said = "I add myself to the Judge candidates."
        yield "stand", CanView("become a Judge candidate", "COUP-115", said, channel)
    for number, each in world.clarifications.items():
        is_asked = each.judge == player.id and each.chosen_at is not None and each.resolved_at is None
        if is_asked and each.chosen_at is not None and each.suggestion is None:
            due, there = each.due_at, moment.law.word("propositions_channel")
            what, said = f"suggest how to settle clarification {number}", f"Suggestion {number}: TEXT"
            yield f"suggest:{number}", CanView(what, "COUP-116", said, there, due)
            yield f"defer:{number}", CanView(f"defer on clarification {number}", "COUP-121", "I defer.", channel, due)


def _leaving(moment: Moment[World], player: Player, people: People) -> Found:
    if len(player.members) > 1:
        said = f'I leave "{player.id}".'
        yield "leave", CanView("leave the group, as one member", "COUP-018", said, "")
    else:
        note = "credits go to the Treasury, cards into the Court Deck"
        yield "leave", CanView("leave the game", "COUP-013", "I forfeit.", "", note=note)


_CHAPTERS: tuple[Chapter, ...] = (
    _starting,
    _in_turn,
    _owed,
    _answering,
    _asking,
    _voting,
    _judging,
    _proposing,
    _leaving,
)
