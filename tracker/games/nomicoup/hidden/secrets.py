"""The secrets of the Court Deck: rows that tell of it, what is published of it and when, and what the tracker is asked for."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from datetime import datetime, timedelta
from typing import Any

from tracker.core.gamestate import Dealing, DrawRequest, Letter, ShuffleRequest
from tracker.core.instants import iso
from tracker.core.observation import Observation
from tracker.core.secrecy import TEXT_OF, shuffle_key
from tracker.mechanics.chat.carrying import rule
from tracker.mechanics.deck.deck_record import DeckEntry, Opened, Told, record_of

from ..state import Coup, Drawn, Order, PrivateLetter, SecretText, Undelivered
from . import court_deck, letters, words
from .court_deck import is_same_draw, name_of_game

# --- rows -------------------------------------------------------------------------------------------------------------


@rule("COUP-035", "COUP-036")
def take(world: Coup, kind: str, row: Mapping[str, Any], id: str) -> None:
    """Take in a row about the deck of this game: a shuffle, a draw, what is published, or what became of a private message."""
    game, name = name_of_game(world), str(row.get("for") or "")
    if kind == "shuffle":
        _take_shuffle(world, row, name)
    elif kind == "dealt":
        _take_draw(world, row, name, id)
    elif kind == "letter":
        _take_letter(world, row, name)
    elif kind == "ending":
        _take_ending(world, row, name)
    elif kind == "commitment" and name.startswith(TEXT_OF):
        _take_hash(world, name.removeprefix(TEXT_OF), str(row.get("hash") or ""))
    elif kind == "commitment" and name.startswith(shuffle_key(game, "")):
        world.committed[name] = str(row.get("hash") or "")
    elif kind == "reveal" and name.startswith(TEXT_OF):
        known = world.secret_texts.setdefault(name.removeprefix(TEXT_OF), SecretText(hash="", at=world.now))
        known.text = known.text or str(row.get("secret") or "")


def is_about_deck(row: Observation) -> bool:
    """Whether a row that shows or commits to something is about a deck, and not about dice."""
    name = row.text("for")
    return name.startswith(TEXT_OF) or "|" in name


def _take_shuffle(world: Coup, row: Mapping[str, Any], label: str) -> None:
    known = Order(deck=list(row.get("deck") or ()), nonce=str(row.get("nonce") or ""), words=row.get("words"))
    game, separator, number = label.rpartition("|")
    if not (number.isdecimal() and number.isascii()):
        world.loose_orders.append(known)
    elif not separator or game == name_of_game(world):
        world.orders.setdefault(number, known)


@rule("COUP-034")
def _take_draw(world: Coup, row: Mapping[str, Any], name: str, id: str) -> None:
    """Take in a draw that is archived: what it tells holds, whatever is drawn; a public record tells no cards."""
    game, _, number = name.rpartition("|")
    if game != name_of_game(world) or "cards" not in row or not (number.isdecimal() and number.isascii()):
        return
    told = Drawn(
        number=int(number),
        player=str(row.get("player") or ""),
        cards=list(row["cards"]),
        shuffle=int(row.get("shuffle") or 0),
        at=world.now,
        row=id,
        accounts=list(row.get("accounts") or ()),
    )
    told = world.dealt.setdefault(number, told)
    made = next((each for each, _ in court_deck.draws(world) if each.number == told.number), None)
    if made is not None and not is_same_draw(world, told, made.player, made.cards):
        world.unfit_draw = world.unfit_draw or told.number


def _take_letter(world: Coup, row: Mapping[str, Any], key: str) -> None:
    person = world.called.person(str(row.get("to") or ""))
    world.undelivered.pop(person, None)
    if not row.get("delivered"):
        world.undelivered[person] = Undelivered(letter=key, since=world.now)


@rule("COUP-001")
def _take_ending(world: Coup, row: Mapping[str, Any], game: str) -> None:
    """Take in that pages told of the end of this game, or that its cards are published."""
    if game == name_of_game(world) and world.ending and row.get("win") == world.ending:
        world.is_opened = bool(row.get("opened"))
        if not world.is_opened:
            world.end_told_at = world.now


@rule("COUP-036")
def _take_hash(world: Coup, game: str, hash: str) -> None:
    """Take in the hash of a secret text; words said before it are void, as the text could have been chosen to fit them."""
    if game not in world.secret_texts:
        world.secret_texts[game] = SecretText(hash=hash, at=world.now)
        if world.status == "waiting" and not world.shuffle_number:
            words.drop(world, world.words)
            world.pledges_closed_at, world.closed_pledges = None, []


# --- draws that were told ---------------------------------------------------------------------------------------------


def _told_draws(world: Coup) -> list[Drawn]:
    return sorted(world.dealt.values(), key=lambda each: each.number)


def _lacking(world: Coup) -> list[Drawn]:
    """The draws that were told and have not been made."""
    return [each for each in _told_draws(world) if each.number > world.draws_made]


@rule("COUP-034")
def first_unfit(world: Coup) -> Drawn | None:
    """The first draw that was told and is dealt otherwise, or not at all; None where there is none.

    What hangs on a shuffle that itself was drawn for other cards is not counted: that is told by itself.
    """
    if world.unfit_draw:
        return world.dealt.get(str(world.unfit_draw))
    asked = court_deck.asked_shuffle(world)
    unfit = asked[0] if asked is not None and str(asked[0]) in world.orders else None
    return next((each for each in _lacking(world) if unfit is None or each.shuffle < unfit), None)


def stated_anew(world: Coup) -> None:
    """Let numbers go on after the draws that are archived, where people stated hands and deck: no other one was told, or ever is."""
    world.unfit_draw = 0
    world.draws_made = max((each.number for each in _told_draws(world)), default=world.draws_made)


def problem_of(world: Coup, told: Drawn) -> str:
    """What is amiss with a draw that was told and is dealt otherwise."""
    return (
        f"draw {told.number} of {name_of_game(world)}, of {len(told.cards)} cards by {told.player}, is archived since {iso(told.at)}, and would"
        " now come out otherwise: something that happened before it became known later, or was changed"
    )


# --- what the tracker is asked for ------------------------------------------------------------------------------------


def dealing(world: Coup, readable: Callable[[str], str], names: Callable[[str], str]) -> Dealing:
    """What is asked of whoever keeps the secret text."""
    secret = world.secret_texts.get(name_of_game(world))
    is_open, is_due = is_deck_open(world), is_deck_due(world)
    told = record(world, names) if is_open or is_due else {}
    unfit = first_unfit(world)
    return Dealing(
        game=name_of_game(world),
        requests=tuple(_requests(world)),
        draws=tuple(_draws(world)),
        unfit=problem_of(world, unfit) if unfit else "",
        letters=tuple(_letters(world, readable)),
        people=tuple(person for id, each in world.players.items() for person in each.members or [id]),
        words=words.counting(world),
        secret_hash=secret.hash if secret else "",
        unknown_since=lacks_since(world),
        hours_to_object=world.law.number("deck_opening_hours"),
        ending=world.ending,
        is_due=is_due,
        is_over=is_open,
        record=told if is_open else {},
        draft=told,
    )


def _requests(world: Coup) -> Iterator[ShuffleRequest]:
    asked = court_deck.asked_shuffle(world)
    if asked is not None and world.status != "over" and first_unfit(world) is None:
        number, step, cards = asked
        kinds = list(world.law.words("characters"))
        told = {"words": words.as_told(world), "words_are_used": True, "kinds": kinds}
        key = shuffle_key(name_of_game(world), number)
        yield ShuffleRequest(key, number, tuple(cards), words.counting(world), step.at, told)


@rule("COUP-034")
def _draws(world: Coup) -> Iterator[DrawRequest]:
    """The draws that are not archived, in order."""
    for drawn, shuffle in court_deck.draws(world) if first_unfit(world) is None else ():
        if drawn.at is not None and str(drawn.number) not in world.dealt:
            key = shuffle_key(name_of_game(world), drawn.number)
            accounts = tuple(each for each in letters.names_of(world, drawn.player) if each != drawn.player)
            yield DrawRequest(key, drawn.player, tuple(drawn.cards), shuffle, drawn.at, accounts)


def _letters(world: Coup, readable: Callable[[str], str]) -> Iterator[Letter]:
    unfit, known = first_unfit(world), {letter.key("") for letter in world.letters}
    for letter in world.letters:
        if not letters.is_past(world, letter):
            is_told = letter.draw == 0 or str(letter.draw) in world.dealt
            waits = not is_told or (unfit is not None and letter.at >= unfit.at)
            for person in letter.people:
                key, *also = letters.keys(world, letter, person)
                rivals = tuple(_rivals(world, letter, person, known)) if waits and letter.what == "draw" else ()
                yield Letter(
                    key, person, readable(letter.text), letter.clause, letter.at, letter.is_wanted, waits, tuple(also), rivals
                )  # fmt: skip


def _rivals(world: Coup, letter: PrivateLetter, person: str, known: set[str]) -> Iterator[str]:
    """The keys that a message on a draw would have if that were another one; none stands for another draw of the same message."""
    for number in range(max(1, letter.draw - 20), letter.draw + 21):
        other = letter.model_copy(update={"number": number})
        if other.key("") not in known:
            yield from letters.keys(world, other, person)


# --- what is published ------------------------------------------------------------------------------------------------


@rule("COUP-001", "COUP-035")
def is_deck_due(world: Coup) -> bool:
    """Whether the cards may be published: the game is over, and so are the hours after that."""
    at = opens_at(world)
    return at is not None and at <= world.now


def opens_at(world: Coup) -> datetime | None:
    """When the cards may be published of a game that is over; None: that is not known yet.

    Where a secret text is committed to, the hours run from when the tracker told of the end, however late it read of that.
    """
    waits = world.deck_hours and name_of_game(world) in world.secret_texts
    since = world.end_told_at if waits else world.over_at
    return since + timedelta(hours=world.deck_hours) if since else None


@rule("COUP-001", "COUP-035")
def is_deck_open(world: Coup) -> bool:
    """Whether everything about the deck is public: where a secret text is committed to the tracker says so, which looks at the cards first."""
    secret = world.secret_texts.get(name_of_game(world))
    if secret is None or not world.deck_hours:
        return is_deck_due(world)
    return world.status == "over" and (world.is_opened or bool(secret.text))


@rule("COUP-035")
def lacks_since(world: Coup) -> datetime | None:
    """Since when nothing is known of the cards, as a shuffle was drawn of which only the hash is told: that of a public record."""
    asked = court_deck.asked_shuffle(world)
    if asked is None or str(asked[0]) in world.orders:
        return None
    return asked[1].at if shuffle_key(name_of_game(world), asked[0]) in world.committed else None


# --- the record -------------------------------------------------------------------------------------------------------


def record(world: Coup, names: Callable[[str], str]) -> dict[str, Any]:
    """Everything by which the deck is checked, for when it is public (``mechanics.deck_record``)."""
    secret, entries = world.secret_texts.get(name_of_game(world)), list(_entries(world))
    hashes = {str(number): hash for number, hash in enumerate(world.commitments, 1)}
    opened = {int(n): Opened(each.deck, each.nonce, hashes.get(n, "")) for n, each in world.orders.items()}
    began = next((entry.at for entry in world.deck_log if entry.at), world.now)
    people = [*(each.player for each in entries), *world.words, *(each.player for each in words.of_record(world))]
    is_told = bool(entries) and entries[0].what == "kinds"
    first = entries.pop(0).cards if is_told else list(world.law.words("characters"))
    return record_of(
        Told(
            game=name_of_game(world),
            kinds=first,
            copies=world.law.at(began).number("cards_per_character"),
            copies_of=world.law.at(began).value("cards_of_characters"),
            words=words.of_record(world),
            entries=entries,
            shuffles=opened,
            secret=secret.text if secret else "",
            secret_hash=secret.hash if secret else "",
            not_counted=words.not_counted(world),
            closed=world.closed_pledges,
            names={id: names(id) for id in dict.fromkeys(people) if id},
        )
    )


def _entries(world: Coup) -> Iterator[DeckEntry]:
    """All that was done with the deck, first how its cards are sorted; each draw as it was told, and those that were told and are not made."""
    told, unfit = {each.number: each for each in _told_draws(world)}, first_unfit(world)
    for entry in world.deck_log:
        draw = told.get(entry.number) if entry.what == "draw" else None
        if draw is not None and not is_same_draw(world, draw, entry.player, entry.cards):
            yield DeckEntry("draw", draw.player, draw.cards, draw.number, entry.at, entry.row)
        elif unfit is None or entry.what != "draw" or draw is not None:
            yield DeckEntry(entry.what, entry.player, entry.cards, entry.number, entry.at, entry.row)
    for each in _lacking(world) if unfit is not None else ():
        yield DeckEntry("draw", each.player, each.cards, each.number, each.at)
