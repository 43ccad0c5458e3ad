"""Replay: a file of observations folded at chosen instants, without archive, network or clock."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import UTC, datetime
from typing import Any

from tracker.app.people.naming import names_in, told_messages
from tracker.core.fold import CHAT_KINDS, fold
from tracker.core.gamestate import Gamestate, Refusal
from tracker.core.instants import instant_of_play, iso
from tracker.core.observation import ArchivedObservation, observation_from_record
from tracker.errors import UsageError
from tracker.games.base import Game
from tracker.games.registry import game, known_slugs

WITHOUT_CARDS = (
    "this is a public record without its cards: it holds up to {until}, when cards were shuffled into an order that it does not tell;"
    " what came about since is unknown. An export with --secrets tells it, or one made once the secret text is published"
)
"""What is said of a record that commits to a shuffle and does not tell it."""

PageText = Callable[[Game[Any], Gamestate], Mapping[str, str]]
"""Renders a gamestate's pages: title -> wikitext."""


def replay_records(
    game_slug: str,
    records: Iterable[Mapping[str, Any]],
    instants: Sequence[datetime | str],
    *,
    pages: PageText | None = None,
    secrets: bool = False,
) -> dict[str, Any]:
    """Fold records of the interchange format at each instant, and give what ``tracker replay`` prints.

    The records must have been checked (``interchange.read_file``); their order only numbers the rows. Events, refusals
    and pages are those of the latest instant. Raises UsageError for an instant that is none or an unknown game.
    """
    played = game(game_slug)
    return printed(played, gamestates(played, records, instants), pages, secrets=secrets)


def gamestates(
    played: Game[Any], records: Iterable[Mapping[str, Any]], instants: Sequence[datetime | str]
) -> list[Gamestate]:
    """The gamestates of records at each instant, the earliest first; raises UsageError for an instant that is none, and for none."""
    rows = rows_of(played, records)
    states = [gamestate_at(played, rows, instant) for instant in sorted({_instant(given) for given in instants})]
    if not states:
        raise UsageError("no instant to fold at", remedy="give --as-of 2019-10-01T12:00:00Z")
    return states


def printed(
    played: Game[Any], states: Sequence[Gamestate], pages: PageText | None = None, *, secrets: bool = False
) -> dict[str, Any]:
    """What replay prints of gamestates in order of their instants; events and pages are the last one's.

    Hidden values are told only where ``secrets`` are asked for, and on no page. Where the records lack what gamestates hang on, that
    comes first.
    """
    last, until = states[-1], holds_until(states)
    head = {"incomplete": {"holds_until": iso(until), "why": WITHOUT_CARDS.format(until=iso(until))}} if until else {}
    record: dict[str, Any] = {
        **head,
        "instants": {iso(state.as_of): state.record(secrets=secrets) for state in states},
        "events": [dict(event) for event in last.events],
        "refused": [refusal.record() for refusal in refusals_told(last, secrets=secrets)],
    }
    if pages is not None:
        record["pages"] = dict(pages(played, last))
    return record


def refusals_told(state: Gamestate, *, secrets: bool = False) -> list[Refusal]:
    """What was refused, and only where ``secrets`` are asked for what was announced privately, too."""
    return [each for each in state.refused if secrets or not each.is_private]


def game_told(records: Iterable[Mapping[str, Any]], default: str) -> str:
    """The slug of the game that records are of, by their openings, or else the ``default``, which is played in no chat.

    Raises UsageError where openings name several games, and where there are rows of a chat and nothing says of which game.
    """
    slugs, said = dict[str, None](), ""
    for record in records:
        if record["kind"] == "opening":
            slugs[record["game"]] = None
        elif record["kind"] in CHAT_KINDS:
            said = said or record["id"]
    if len(slugs) > 1:
        raise UsageError(f"there are openings of {', '.join(slugs)}", remedy="say which game is meant: --game")
    if said and not slugs:
        played_there = ", ".join(slug for slug in known_slugs() if game(slug).channels)
        why = f"{said!r} is of a chat, and no opening says which game is played there"
        raise UsageError(why, remedy=f"say which: --game with one of {played_there}")
    return next(iter(slugs), default)


def holds_until(states: Sequence[Gamestate]) -> datetime | None:
    """Up to when records tell what holds, where they lack an order of cards that some of these gamestates hang on; None: they lack none."""
    lacking = (state.dealing.unknown_since for state in states if state.dealing is not None)
    return min(filter(None, lacking), default=None)


def messages_named(
    state: Gamestate, records: Iterable[Mapping[str, Any]], ids: Sequence[str], *, secrets: bool = False
) -> dict[str, str]:
    """How messages of some ids are shown, where the game has people's names; private ones only where ``secrets`` are asked for."""
    wanted = set(ids)
    rows = (ArchivedObservation(0, observation_from_record(record)) for record in records if record["id"] in wanted)
    return names_in(ids, state, lambda _: told_messages(rows, secrets=secrets))


def rows_of(played: Game[Any], records: Iterable[Mapping[str, Any]]) -> list[ArchivedObservation]:
    """The records as rows numbered from 1, each with the game's reading beside it."""
    rows = []
    for seq, record in enumerate(records, start=1):
        observation = observation_from_record(record)
        rows.append(ArchivedObservation(seq, observation, played.read(observation)))
    return rows


def gamestate_at(played: Game[Any], rows: Sequence[ArchivedObservation], instant: datetime) -> Gamestate:
    """The gamestate of rows folded from the start up to an instant."""
    folded = fold(played, rows, instant)
    return played.view(folded.state, instant, folded.seq, folded.context)


def _instant(given: datetime | str) -> datetime:
    if isinstance(given, datetime):
        return given.astimezone(UTC)
    try:
        return instant_of_play(given)
    except ValueError as error:
        raise UsageError(
            f"--as-of {given!r} is no instant of play: {error}", remedy="write 2019-10-01T12:00:00Z"
        ) from error
