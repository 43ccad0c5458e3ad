"""Auctions › Submitting a Hand: which cards a revealed hand holds, and whether its player possessed them."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from tracker.core.rule import rule
from tracker.games.chat_worlds import Due
from tracker.mechanics.announcements import NotUnderstood
from tracker.mechanics.chat_play import Ask, Moment
from tracker.mechanics.chat_readings import NOTHING, Unusable, hidden_question, is_nothing
from tracker.mechanics.forked_worlds import Choice
from tracker.mechanics.goods import Bag, shortage
from tracker.mechanics.redacted_texts import words_answered

from .cards import Card, deck_of
from .hidden_texts import read_hand
from .holdings import goods_of, present
from .scoring import scored
from .spoken_items import CardNames
from .state import World

HAND_PART = "hand"
"""The part of a revealed text that is a hand, in a question about it."""


def card_names(moment: Moment[World]) -> CardNames:
    """The ranks and suits by which cards are read at this instant."""
    deck = deck_of(moment.law)
    return CardNames(deck.ranks, deck.suits)


@rule("R10-041", "R10-042", "R10-043", "R10-135")
def revealed(moment: Moment[World], key: str) -> None:
    """Read the hand of a revealed text; its cards must be some, and possessed when the hash was posted and now."""
    action = moment.world.secrets[key]
    cards = _read(moment, key)
    if cards is None:
        return
    if moment.law.chooses("hand_is", "a set"):
        cards = dict.fromkeys(cards, 1)
    if not cards:
        _fail(moment, key, "not_possessed_at_submission", "R10-041", "a hand has at least one card")
    elif missing := _missing_at_posting(moment, key, cards):
        _fail(moment, key, "not_possessed_at_submission", "R10-041", f"{_said(missing)} missing when it was posted")
    elif missing := shortage(goods_of(moment.world, action.actor), cards):
        _fail(moment, key, "not_possessed_at_reveal", "R10-042", f"{_said(missing)} missing when it was revealed")
    else:
        moment.world.hands[key] = cards
        present(moment.world, action.actor, key, cards)


def _read(moment: Moment[World], key: str) -> Bag | None:
    """The cards of a hand; None where nobody has read yet what cannot be read for certain."""
    read = read_hand(moment.world.secrets[key].text, card_names(moment))
    if not isinstance(read, NotUnderstood):
        return read
    question = hidden_question(moment.row, HAND_PART)
    text = f"Which cards does this hand name: {read.why}? Write “Hand: Ace of Cups, 2x King of Hearts”, or nothing."
    ask = Ask(question, text, "R10-135", [NOTHING], moment.when, [moment.row], is_free=True)
    ask.examples = ["Hand: Ace of Cups, 2x King of Hearts"]
    meant = moment.ask_in_words(
        ask, lambda answer: _cards_meant(words_answered(moment.decisions, answer), card_names(moment))
    )
    if meant is None:
        moment.refuse("UNCLEAR", "R10-135", f"the hand cannot be read for certain: {read.why}")
        moment.world.secrets[key].reason = question
    return meant


def _cards_meant(answer: str, cards: CardNames) -> Bag | Unusable:
    """The cards that people read; none where they say that there are none."""
    read = {} if is_nothing(answer) else read_hand(answer, cards)
    return Unusable(read.why) if isinstance(read, NotUnderstood) else read


@rule("R10-041")
def _missing_at_posting(moment: Moment[World], key: str, cards: Bag) -> Bag:
    """What of a hand its player did not possess when posting its hash."""
    if moment.law.chooses("hand_is_possessed_at", "reveal"):
        return {}
    return shortage(moment.world.cards_when_posted.get(key, {}), cards)


# --- what nobody has read yet -----------------------------------------------------------------------------------------


def unclear_due(moment: Moment[World]) -> Due[World] | None:
    """A hand whose revelation date it is and that nobody has read yet: what it may be decides what may come of it."""
    for key, action in moment.world.secrets.items():
        if action.reason and action.status == "live" and action.revelation <= moment.when:
            text = moment.world.asks[action.reason].text
            choice = Choice(action.reason, text, "R10-135", moment.when, _possible(moment, key), (action.message,))
            return Due(_supposing(key), choice)
    return None


def _supposing(key: str) -> Callable[[Moment[World], str], None]:
    def happen(moment: Moment[World], answer: str) -> None:
        action = moment.world.secrets[key]
        action.reason = ""
        read = {} if answer == NOTHING else read_hand(answer, card_names(moment))
        if read and not isinstance(read, NotUnderstood):
            moment.world.hands[key] = read
            present(moment.world, action.actor, key, read)

    return happen


def _possible(moment: Moment[World], key: str) -> tuple[str, ...]:
    """What stands for all that an unclear hand may be: none, and of the cards possessed those with the lowest and highest scores."""
    world, deck = moment.world, deck_of(moment.law)
    posted, held = world.cards_when_posted.get(key, {}), goods_of(world, world.secrets[key].actor)
    counts = {deck.card(name): min(count, held.get(name, 0)) for name, count in posted.items()}
    owned = {card: count for card, count in counts.items() if card is not None and count}
    alike = [{card: owned[card] for card in owned if group in card} for group in (*deck.ranks, *deck.suits)]
    hands = [hand for hand in (owned, *alike, *({card: 1} for card in owned)) if hand]
    ranked = sorted(hands, key=lambda hand: scored(hand, deck, moment.law).total)
    extremes = dict.fromkeys(_text_of(hand) for hand in (*ranked[:1], *ranked[-1:]))
    return (NOTHING, *extremes)


def _text_of(hand: Mapping[Card, int]) -> str:
    return f"Hand: {', '.join(f'{count}x {card.name}' for card, count in hand.items())}"


def _said(cards: Bag) -> str:
    return ", ".join(f"{count}x {card}" if count > 1 else card for card, count in cards.items())


def _fail(moment: Moment[World], key: str, reason: str, clause: str, text: str) -> None:
    from .secrets import fail

    fail(moment, key, reason, clause, text)
