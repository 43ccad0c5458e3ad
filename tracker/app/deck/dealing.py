"""The deck of a game with hidden cards in a tick: shuffles drawn where they may be, its secret text committed to, and shown at the end."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import TYPE_CHECKING

from tracker.app.asking.folding import Dealt
from tracker.app.deck.deck_restored import is_in_doubt, is_restored, refuse_other, seen_to
from tracker.app.wired import Wired
from tracker.core.gamestate import Dealing, Gamestate
from tracker.core.observation import Observation
from tracker.errors import DeckError, OutboxError, WikiError

if TYPE_CHECKING:
    from tracker.app.deck.deck import Dealer

CLOCKS_DIFFER = timedelta(seconds=5)
"""By how much this machine's clock may be ahead of the chat's: up to so long before the reading began all is read."""


def refuse_another(wired: Wired, dealing: Dealing | None) -> None:
    """Raise DeckError where a game is played that was begun with another secret text, which must not be replaced."""
    if dealing is not None and dealing.secret_hash and not dealing.is_over:
        problem = f"the secret text of {dealing.game} is committed to: no other one fits what its hash is published of"
        remedy = "put that file back; where it is lost, begin another game: see docs/proofs.md"
        raise DeckError(problem, place=f"deck of {dealing.game}", remedy=remedy)


def deal(wired: Wired, gamestate: Gamestate, read_since: datetime | None) -> Dealt:
    """Draw and archive the shuffles that are asked for, and archive what was drawn, as far as everything before it is surely read.

    ``read_since`` is when the reading of every source began that read them all; None: not all are read, so nothing is drawn.
    """
    dealt, dealing = Dealt(), gamestate.dealing
    if wired.dealer is None or dealing is None:
        return dealt
    if dealing.unfit:
        remedy = "take back what came late, or state hands and deck by an opening; see docs/proofs.md, DEAL_UNFIT"
        dealt.errors.append(DeckError(dealing.unfit, place=f"deck of {dealing.game}", remedy=remedy))
    read_to = None if read_since is None else read_since - CLOCKS_DIFFER
    drawn = _drawn(wired, wired.dealer, dealing, read_to, dealt)
    if not _may_deal(wired, dealing, drawn, read_to, dealt):
        return dealt
    _archive_draws(wired, wired.dealer, dealing, read_to, dealt)
    for row in drawn.values():
        wired.dealer.keep([row])
        wired.step(f"archived:{row.id}")
        dealt.changed = True
    return dealt


def _drawn(
    wired: Wired, dealer: Dealer, dealing: Dealing, read_to: datetime | None, dealt: Dealt
) -> dict[int, Observation]:
    """The rows of the shuffles that are asked for and may be drawn, by number; nothing is archived yet."""
    drawn = dict[int, Observation]()
    for request in dealing.requests:
        if read_to is None or request.asked_at > read_to:
            # What was said before it may be unread: drawn now, the deck could be another than the one that it shuffles.
            dealt.again = request.asked_at + CLOCKS_DIFFER
            continue
        try:
            drawn[request.number] = dealer.draw(request)
            wired.step(f"drawn:{request.key}")
        except DeckError as error:
            dealt.errors.append(error)
    return drawn


def _may_deal(
    wired: Wired, dealing: Dealing, drawn: Mapping[int, Observation], read_to: datetime | None, dealt: Dealt
) -> bool:
    """Whether nothing that was dealt before by an archive that is lost, or was put back from a copy, was dealt otherwise."""
    is_idle = not (dealing.requests or dealing.draws)
    if not is_in_doubt(wired) or (is_idle and (read_to is None or not is_restored(wired))):
        return True
    try:
        refuse_other(wired, dealing, drawn)
        if is_idle:
            seen_to(wired, wired.clock.now())
    except DeckError as error:
        dealt.errors.append(error)
        return False
    except (WikiError, OutboxError):
        # Told elsewhere where it lasts: nothing can be written either.
        dealt.again = wired.clock.now() + CLOCKS_DIFFER
        return False
    return True


def _archive_draws(wired: Wired, dealer: Dealer, dealing: Dealing, read_to: datetime | None, dealt: Dealt) -> None:
    """Archive who drew what, as far as everything before it is surely read: nobody is told of a card before."""
    may_be = [each for each in dealing.draws if read_to is not None and each.drawn_at <= read_to]
    if len(may_be) < len(dealing.draws):
        dealt.again = dealing.draws[len(may_be)].drawn_at + CLOCKS_DIFFER
    rows = dealer.dealt(may_be)
    if rows:
        dealer.keep(rows)
        wired.step(f"dealt:{may_be[-1].key}")
        dealt.changed = True


def keep_deck(wired: Wired, dealing: Dealing | None, read_since: datetime | None) -> Dealt:
    """Commit to the secret text of a game that is not over, and publish that of one that is, once everything is read."""
    kept = Dealt()
    if wired.dealer is None or dealing is None:
        return kept
    before, told = wired.archive.last_seq(), wired.dealer.told_ending(dealing.game).get("win")
    if told and told != dealing.ending:
        # At once, and not when the pages tell of it: were the same win recorded again, its hours would have passed.
        wired.dealer.tell_ending(dealing.game, "")
    try:
        if not (dealing.is_due or dealing.is_over):
            wired.dealer.commit(dealing.game)
            wired.dealer.check(dealing.game)
        elif read_since is not None:
            wired.dealer.publish(dealing)
        elif not dealing.is_over:
            kept.again = wired.clock.now() + CLOCKS_DIFFER
    except DeckError as error:
        kept.errors.append(error)
    kept.changed = wired.archive.last_seq() > before
    return kept


def tell_ending(wired: Wired, dealing: Dealing | None) -> bool:
    """Archive that the pages, which just were brought into step, tell of a win that can be taken back; whether it was not.

    The hours until the cards are published run from then on, whenever the win was announced.
    """
    if wired.dealer is None or dealing is None or not dealing.ending or dealing.is_due or dealing.is_over:
        return False
    if wired.dealer.told_ending(dealing.game).get("win") == dealing.ending:
        return False
    wired.dealer.tell_ending(dealing.game, dealing.ending)
    return True
