"""After an archive was put back from a copy, or begun anew: cards are dealt only as players and the wiki were told before, or not at all.

What was said in the chat before the copy was put back may have been changed or deleted since. Then the fold comes to deal otherwise than
the archive did that was lost; what that one told stands in private messages, and its hashes on the wiki's page of the deck.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import replace
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Any

from tracker.app.people.chat_writing import LONGEST_SHUT
from tracker.app.people.letters import message_of, place_of
from tracker.app.publish.pages import titles
from tracker.core.instants import TICKLE, iso, parse_instant
from tracker.core.observation import Observation, ObservationBatch
from tracker.core.secrecy import commitment
from tracker.errors import DeckError, UndeliverableError
from tracker.mechanics.deck.deck_record import published_in

if TYPE_CHECKING:
    from tracker.app.wired import Wired
    from tracker.core.gamestate import Dealing, Letter
    from tracker.core.ports import Archive

RESTORED = "deck:restored"
"""The source under which the archive keeps, as a cursor, since when it may lack what was dealt; empty once that is seen to.

With that, the hashes that the wiki's page of the deck showed then: it is written anew before people come to look.
"""
PAGE = "deck"
"""The key of the page that shows the hashes of shuffles."""


def note_restored(archive: Archive, now: datetime) -> None:
    """Where an archive was just put back from a copy, let what was dealt and told since be looked for before anything is dealt."""
    last = archive.last_beat()
    noted = {"since": iso(last.at if last else now), "restored": iso(now)}
    archive.append(ObservationBatch(RESTORED, (), json.dumps(noted), now))


def is_restored(wired: Wired) -> bool:
    """Whether the archive was put back from a copy, and it is not seen to yet what was dealt since, nor the gamestate stated anew.

    An opening of the time that was lost states nothing anew: cards were dealt after it.
    """
    restored = _noted(wired).get("restored")
    later = wired.archive.rows(happened_after=parse_instant(restored) - TICKLE) if restored else ()
    return bool(restored) and not any(row.observation.kind == "opening" for row in later)


def is_in_doubt(wired: Wired) -> bool:
    """Whether more may have been dealt than the archive knows: it was put back, or has never written the page of the deck."""
    title = titles(wired).get(PAGE)
    return is_restored(wired) or (title is not None and wired.ledger.last_revision(title) is None)


def seen_to(wired: Wired, now: datetime) -> None:
    """Note that all is dealt that had happened before the archive was put back."""
    if is_restored(wired):
        wired.archive.append(ObservationBatch(RESTORED, (), "", now))


def refuse_other(wired: Wired, dealing: Dealing, drawn: Mapping[int, Observation]) -> None:
    """Raise DeckError where the wiki or a private message tells something else than would now be drawn and dealt.

    ``drawn`` are the rows of the shuffles that are about to be archived, by number. Raises WikiError and OutboxError as well.
    """
    for difference in (*_on_wiki(wired, dealing, drawn), *_in_letters(wired, dealing)):
        raise DeckError(
            f"the archive was put back or is new, and {difference}: nothing is dealt or shuffled",
            place=f"deck of {dealing.game}",
            remedy="answer open questions as before, or put a newer copy of the archive back, or else state hands and deck by an opening,"
            " with another game_id; see docs/proofs.md",
        )


def _on_wiki(wired: Wired, dealing: Dealing, drawn: Mapping[int, Observation]) -> Iterator[str]:
    title = titles(wired).get(PAGE)
    if title is None or wired.dealer is None:
        return
    shown = _shown_on(wired, title, dealing.game)
    known = wired.dealer.commitments(dealing.game)
    for number, row in drawn.items():
        known[number] = commitment(dealing.game, number, row.text("nonce"), list(map(str, row.payload["deck"])))
    for number, hash in shown.items():
        if number in known and known[number] != hash:
            yield f"{title!r} showed another hash of shuffle {number} than the one that it would have now"
    newest = max(shown, default=0)
    if newest not in known and newest and not drawn:
        yield f"{title!r} showed a hash of shuffle {newest}, for which nothing calls now"


def _shown_on(wired: Wired, title: str, game: str) -> dict[int, str]:
    """The hashes of shuffles on the wiki's page of the deck, by their numbers: as it was when the archive was put back."""
    noted = _noted(wired)
    if "shown" not in noted:
        text = wired.wiki.fetch([title])[title].text
        shown = {what: hash for what, hash in published_in(text, game) if what.isdecimal()}
        if not noted:
            return {int(number): hash for number, hash in shown.items()}
        noted = {**noted, "shown": shown}
        wired.archive.append(ObservationBatch(RESTORED, (), json.dumps(noted), wired.clock.now()))
    return {int(number): str(hash) for number, hash in noted["shown"].items()}


def _noted(wired: Wired) -> dict[str, Any]:
    noted: dict[str, Any] = json.loads(wired.archive.cursor(RESTORED) or "{}")
    return noted


def _in_letters(wired: Wired, dealing: Dealing) -> Iterator[str]:
    """The draws of which their players were told otherwise before, each message by what its key tells."""
    since = _noted(wired).get("since")
    if not since or wired.private is None:
        return
    after = parse_instant(since) - LONGEST_SHUT
    for letter in dealing.letters:
        if letter.rivals and letter.at >= after and _was_told_otherwise(wired, letter):
            yield f"{letter.to} was told privately of another draw than the one that would be made for them now"


def _was_told_otherwise(wired: Wired, letter: Letter) -> bool:
    """Whether its reader has a message on that draw that names other cards, or one on the same draw by another number."""
    if wired.private is None:
        return False
    try:
        place = place_of(wired, letter.to)
    except UndeliverableError:
        return False
    told = wired.private.written(place, letter.at - timedelta(minutes=1))
    for key in (letter.key, *letter.also, *letter.rivals):
        due = wired.private.as_written(message_of(wired, replace(letter, key=key), place))
        said = told.get(due.split("\n")[0])
        if said is not None and (key in letter.rivals or _of_draw(said) != _of_draw(due)):
            return True
    return False


def _of_draw(text: str) -> str:
    """What a message on a draw says of that alone: its first sentence, which names the cards."""
    return text.partition("\n")[2].partition(". ")[0]
