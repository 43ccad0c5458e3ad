"""The secret deck of a game: its secret text committed to, shuffles drawn and archived before anything is dealt, and all shown at the end.

Everything follows from the secret text, which is in no archive: drawn again after a crash, each order is the same. What is archived
is never drawn again, whatever becomes of the text.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Protocol

from tracker.config.secret import Secret
from tracker.core.gamestate import Dealing, DrawRequest, ShuffleRequest
from tracker.core.instants import iso
from tracker.core.observation import OPERATOR, PUBLIC, Observation, ObservationBatch
from tracker.core.ports import Archive, Clock
from tracker.core.secrecy import TEXT_OF, commitment
from tracker.errors import DeckError
from tracker.mechanics.deck.secret_deck import nonce_of, secret_hash, shuffled

SOURCE = "deck"
"""The source under which shuffles, draws, hashes of secret texts and published ones are archived."""


DEALT = "dealt:"
"""With what the id of a draw's row begins."""
_OF_SECRET = "the secret text"  # noqa: S105 - words of a fault, no password  # nosec B105
"""With what the faults of a record begin that lacks the secret text."""


class Keeper(Protocol):
    """Where the secret text is kept."""

    def exists(self) -> bool:
        """Whether there is one."""
        ...

    def read(self) -> Secret:
        """The text; raises DeckError where it cannot be used."""
        ...


class Dealer:
    """Commits to a game's secret text, draws its shuffles, and publishes the text when the game is over."""

    def __init__(self, keeper: Keeper, archive: Archive, clock: Clock) -> None:
        """Nothing is read yet."""
        self.keeper, self._archive, self._clock = keeper, archive, clock
        self._secret: Secret | None = None

    def commit(self, game: str) -> bool:
        """Archive the hash of a game's secret text unless it is; whether it was not.

        Raises DeckError where the text cannot be used, is another than the one committed to, or is known from another game.
        """
        known = self._row(_committed(game))
        if known is not None:
            return False
        hash = secret_hash(self._text())
        for name, told in self._told("commitment"):
            if told == hash and name != f"{TEXT_OF}{game}":
                problem = f"the secret text is that of {name.removeprefix(TEXT_OF)}: each game has its own"
                raise DeckError(problem, place=f"deck of {game}", remedy="move its file away, and make a new one")
        self._append([self._public("commitment", game, _committed(game), {"hash": hash})])
        return True

    def check(self, game: str) -> None:
        """Raise DeckError where the text cannot be used, or is another than the one whose hash was published."""
        hash, known = secret_hash(self._text()), self._row(_committed(game))
        if known is not None and known.text("hash") != hash:
            problem = "the secret text is another one than the one whose hash was published: nothing is dealt"
            raise DeckError(problem, place=f"deck of {game}", remedy="put the old one back; see docs/proofs.md")

    def draw(self, request: ShuffleRequest) -> Observation:
        """The row of a shuffle, as of the instant it was asked for; raises DeckError where it may not be drawn, now or ever."""
        game = request.key.rpartition("|")[0]
        if self._row(_published(game)) is not None:
            problem = "its secret text is published: whoever knows it knows every card"
            raise DeckError(problem, place=f"deck of {game}", remedy="nothing is dealt any more; begin another game")
        known = self._row(request.key)
        if known is not None and known.kind != "shuffle":
            problem = f"of shuffle {request.number} only the hash is archived, not its order: it comes from a public export; nothing is dealt"
            remedy = "put a copy of the archive back, or import an export with --secrets; without any: another game, see docs/proofs.md"
            raise DeckError(problem, place=f"deck of {game}", remedy=remedy)
        if known is not None:
            problem = (
                f"shuffle {request.number} is drawn and archived, but the deck held other cards than it is asked for now: something"
                " that happened before it became known later; nothing is dealt anew"
            )
            raise DeckError(
                problem,
                place=f"deck of {game}",
                remedy="take back what came late, or state hands and deck by an opening; see docs/proofs.md, SHUFFLE_UNFIT",
            )
        self.commit(game)
        self.check(game)
        deck = shuffled(self._text(), game, request.number, request.words, request.cards)
        payload = {"for": request.key, "deck": deck, "nonce": nonce_of(self._text(), game, request.number)}
        payload |= request.drawn_with
        return Observation(
            "shuffle",
            request.key,
            payload,
            at=request.asked_at,
            seen_at=self._clock.now(),
            audience=OPERATOR,
            source=SOURCE,
        )

    def dealt(self, draws: Iterable[DrawRequest]) -> list[Observation]:
        """The rows of draws, each as of the instant at which it was made, but for those that are archived."""
        return [self._dealt(each) for each in draws if self._row(f"{DEALT}{each.key}") is None]

    def _dealt(self, draw: DrawRequest) -> Observation:
        accounts = {"accounts": list(draw.accounts)} if draw.accounts else {}
        told = {"for": draw.key, "player": draw.player, "cards": list(draw.cards), "shuffle": draw.shuffle, **accounts}
        return Observation(
            "dealt",
            f"{DEALT}{draw.key}",
            told,
            at=draw.drawn_at,
            seen_at=self._clock.now(),
            audience=OPERATOR,
            source=SOURCE,
        )

    def keep(self, rows: Iterable[Observation]) -> None:
        """Archive rows, in one transaction."""
        self._append(list(rows))

    def commitments(self, game: str) -> dict[int, str]:
        """The hashes of the shuffles of a game that are archived, by their numbers."""
        found = dict[int, str]()
        for row in self._archive.told_by(SOURCE, ("shuffle", "commitment")):
            of, _, number = str(row.payload.get("for", "")).rpartition("|")
            if of == game and number.isdecimal():
                found[int(number)] = _hash_of(row.payload, game, number)
        return found

    # --- the end ------------------------------------------------------------------------------------------------------

    def told_ending(self, game: str) -> Mapping[str, Any]:
        """What was told last of the end of a game: ``win``, and whether the cards are ``opened`` on it; empty where nothing was."""
        told = [row.payload for row in self._archive.told_by(SOURCE, ("ending",)) if row.payload.get("for") == game]
        return told[-1] if told else {}

    def tell_ending(self, game: str, win: str) -> None:
        """Archive that the pages tell of a win, or of none any more ("")."""
        self._append([self._ending(game, {"win": win} if win else {})])

    def publish(self, dealing: Dealing) -> None:
        """Archive that the cards are published, and the secret text, for all to see, unless they are; the game's end allows it.

        Raises DeckError where the record of the deck does not hold, and then archives nothing, or where the text cannot be used: then
        all else is published.
        """
        game = dealing.game
        if self._row(_committed(game)) is None or self._row(_published(game)) is not None:
            return
        problem, secret = None, ""
        try:
            self.check(game)
            secret = self._text()
        except DeckError as error:
            problem = error
        refuse_unsound({**dealing.draft, "secret": secret})
        if not dealing.is_over:
            self._append([self._ending(game, {"win": dealing.ending, "opened": True})])
        if problem is not None:
            raise problem
        words = {"words": list(dealing.words)} if dealing.words else {}
        self._append([self._public("reveal", game, _published(game), {"secret": secret, **words})])

    def _ending(self, game: str, told: Mapping[str, Any]) -> Observation:
        now = self._clock.now()
        payload, id = {"for": game, **told}, f"ending:{game}:{iso(now)}"
        return Observation("ending", id, payload, at=now, seen_at=now, audience=PUBLIC, source=SOURCE)

    # --- rows ---------------------------------------------------------------------------------------------------------

    def _text(self) -> str:
        if self._secret is None:
            self._secret = self.keeper.read()
        return self._secret.reveal()

    def _row(self, id: str) -> Observation | None:
        found = self._archive.newest(SOURCE, [id]).get(id)
        return found.observation if found else None

    def _told(self, kind: str) -> Iterable[tuple[str, str]]:
        return [(str(row.payload["for"]), str(row.payload["hash"])) for row in self._archive.told_by(SOURCE, (kind,))]

    def _public(self, kind: str, game: str, id: str, told: dict[str, Any]) -> Observation:
        now = self._clock.now()
        payload = {"for": f"{TEXT_OF}{game}", **told}
        return Observation(kind, id, payload, at=now, seen_at=now, audience=PUBLIC, source=SOURCE)

    def _append(self, rows: list[Observation]) -> None:
        cursor = self._archive.cursor(SOURCE) or ""
        self._archive.append(ObservationBatch(SOURCE, tuple(rows), cursor, self._clock.now()))


def refuse_unsound(record: Mapping[str, Any]) -> None:
    """Raise DeckError where a record of a deck would not be found to hold, naming no card; one may lack the secret text alone."""
    from tracker.mechanics.deck.deck_check import verify
    from tracker.mechanics.deck.deck_record import read_record, record_text

    try:
        faults = verify(read_record(record_text(record))).faults
    except ValueError as error:
        faults = [str(error)]
    cards = {
        card for each in record["log"] for card in (*each.get("cards", ()), *each.get("in", ()), *each.get("deck", ()))
    }
    without = [each for each in faults if record["secret"] or not each.startswith(_OF_SECRET)]
    shown = [each if not any(card in each for card in cards) else each.partition(":")[0][:40] for each in without]
    if shown:
        problem = f"the record of the deck does not hold, so it is not published: {'; '.join(shown[:5])}"
        remedy = "take back what became known or was set since the cards were dealt; see docs/proofs.md, the record does not hold"
        raise DeckError(problem, place=f"deck of {record['game']}", remedy=remedy)


def _hash_of(told: Mapping[str, Any], game: str, number: str) -> str:
    """The hash of a shuffle, as it is archived with its order or alone."""
    known = told.get("hash")
    return str(known) if known else commitment(game, number, str(told.get("nonce") or ""), list(map(str, told["deck"])))


def _committed(game: str) -> str:
    return f"commitment:{TEXT_OF}{game}"


def _published(game: str) -> str:
    return f"reveal:{TEXT_OF}{game}"
