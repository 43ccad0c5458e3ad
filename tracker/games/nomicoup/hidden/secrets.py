"""The secrets of the Court Deck: rows that tell of it, what is published of it and when, and what the tracker is asked for."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from datetime import datetime, timedelta
from typing import Any

from tracker.core.gamestate import Dealing, DrawRequest, Finding, Letter, ShuffleRequest
from tracker.core.instants import iso
from tracker.core.observation import Observation
from tracker.core.secrecy import TEXT_OF, shuffle_key
from tracker.mechanics.chat.carrying import happens, rule
from tracker.mechanics.deck.deck_record import DeckEntry, Opened, Told, record_of

from ..general import ask
from ..state import CardStep, Coup, Drawn, Ending, Order, PrivateLetter, SecretText, Undelivered
from . import court_deck, letters, words
from .court_deck import is_same_draw, name_of_game

ANOTHER = "draw another"
"""What people may decide where a shuffle was drawn for other cards than the deck holds."""
UNFIT = "unfit:"
_NUMBERED = ("shuffle", "void")
"""What is logged of a deck with the number of a shuffle."""


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
        world.endings[name] = Ending(win=str(row.get("win") or ""), at=world.now, is_opened=bool(row.get("opened")))
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
    deck, nonce, kinds = list(row.get("deck") or ()), str(row.get("nonce") or ""), list(row.get("kinds") or ())
    known = Order(deck=deck, nonce=nonce, words=row.get("words"), kinds=kinds)
    game, separator, number = label.rpartition("|")
    if not (number.isdecimal() and number.isascii()):
        world.loose_orders.append(known)
    elif not separator or game == name_of_game(world):
        world.orders.setdefault(number, known)


@rule("COUP-034")
def _take_draw(world: Coup, row: Mapping[str, Any], name: str, id: str) -> None:
    """Take in a draw that is archived: what it tells holds, whatever is drawn."""
    game, _, number = name.rpartition("|")
    if not (number.isdecimal() and number.isascii()):
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
    told = world.dealt.setdefault(name, told)
    made = next((each for each in world.drawn if each.number == told.number), None)
    if game == name_of_game(world) and made is not None and not is_same_draw(world, told, made.player, made.cards):
        world.unfit_draw = world.unfit_draw or told.number


def _take_letter(world: Coup, row: Mapping[str, Any], key: str) -> None:
    person = world.called.person(str(row.get("to") or ""))
    if row.get("over"):
        letters.was_untold(world, key)
        return
    world.undelivered.pop(person, None)
    if not row.get("delivered"):
        world.undelivered[person] = Undelivered(letter=key, since=world.now)


@rule("COUP-036")
def _take_hash(world: Coup, game: str, hash: str) -> None:
    """Take in the hash of a secret text; words said before it are void, as the text could have been chosen to fit them."""
    if game not in world.secret_texts:
        world.secret_texts[game] = SecretText(hash=hash, at=world.now)
        if world.status == "waiting" and not world.shuffle_number:
            words.drop(world, world.words)
            world.pledges_closed_at, world.closed_pledges = None, []


@rule("COUP-033")
def cards_came(world: Coup) -> None:
    """Do with the deck what waited for a shuffle; where one was drawn for other cards, people say whether another is drawn."""
    court_deck.go_on(world)
    asked = court_deck.asked_shuffle(world)
    if asked is not None and str(asked[0]) in world.orders:
        number, step, _ = asked
        text = (
            f"Shuffle {number} was drawn before something became known that happened before it: the deck, to be shuffled for {step.purpose},"
            " holds other cards. Is another one drawn, so that whatever was dealt from it and from later ones is dealt anew?"
        )
        needs = ["or people state hands and deck by an opening, as docs/proofs.md tells; until then nothing is dealt"]
        if f"{UNFIT}{number}" not in world.asks:
            ask(world, f"{UNFIT}{number}", text, [ANOTHER], step.row, needs)


@rule("COUP-033", "COUP-036")
def draw_another(world: Coup, question: str, why: str) -> None:
    """Let shuffles be void that are known and not carried out; the next one has a number of its own, so its order is nobody's choice either."""
    asked = court_deck.asked_shuffle(world)
    if asked is None or question != f"{UNFIT}{asked[0]}":
        return
    first = number = asked[0]
    while (known := world.orders.get(str(number))) is not None:
        court_deck.log(world, "void", CardStep(player="", at=world.now, row=world.row), [], number)
        hash = court_deck.commit(world, number, known)
        text = f"shuffle {number} of the Court Deck is void, and another is drawn: {why or 'people decided so'}"
        happens("shuffle_void", text, shuffle=number, hex=hash or None)
        world.shuffle_number = number
        number += 1
    # They are drawn as of this answer: a row of an earlier instant would come before it.
    for step in world.card_steps:
        step.at = world.now
    lacking = _lacking(world)
    if lacking and all(first <= each.shuffle < number for each in lacking):
        world.draws_made = lacking[-1].number
    court_deck.go_on(world)


# --- draws that were told ---------------------------------------------------------------------------------------------


def _told_draws(world: Coup) -> list[Drawn]:
    start = shuffle_key(name_of_game(world), "")
    return sorted((each for key, each in world.dealt.items() if key.startswith(start)), key=lambda each: each.number)


def _lacking(world: Coup) -> list[Drawn]:
    """The draws that were told and have not been made."""
    return [each for each in _told_draws(world) if each.number > world.draws_made]


@rule("COUP-034")
def first_unfit(world: Coup) -> Drawn | None:
    """The first draw that was told and is dealt otherwise, or not at all; None where there is none.

    What hangs on a shuffle that itself was drawn for other cards is not counted: that is told by itself.
    """
    if world.unfit_draw:
        return world.dealt.get(shuffle_key(name_of_game(world), world.unfit_draw))
    asked = court_deck.asked_shuffle(world)
    unfit = asked[0] if asked is not None and str(asked[0]) in world.orders else None
    return next((each for each in _lacking(world) if unfit is None or each.shuffle < unfit), None)


def stated_anew(world: Coup) -> None:
    """Let numbers go on after the draws that are archived, where people stated hands and deck: no other one was told, or ever is."""
    world.unfit_draw, world.drawn = 0, []
    world.draws_made = max((each.number for each in _told_draws(world)), default=world.draws_made)


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
        unfit=_problem(world, unfit) if unfit else "",
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
    for drawn in world.drawn if first_unfit(world) is None else ():
        key = shuffle_key(name_of_game(world), drawn.number)
        if key not in world.dealt:
            accounts = tuple(each for each in letters.names_of(world, drawn.player) if each != drawn.player)
            yield DrawRequest(key, drawn.player, tuple(drawn.cards), drawn.shuffle, drawn.at, accounts)


def _letters(world: Coup, readable: Callable[[str], str]) -> Iterator[Letter]:
    unfit, known = first_unfit(world), {letter.key("") for letter in world.letters}
    for letter in world.letters:
        if letter.over_at is not None or not letters.is_past(world, letter):
            is_told = letter.draw == 0 or shuffle_key(name_of_game(world), letter.draw) in world.dealt
            waits = not is_told or (unfit is not None and letter.at >= unfit.at)
            for person in letter.people:
                key, *also = letters.keys(world, letter, person)
                rivals = tuple(_rivals(world, letter, person, known)) if waits and letter.what == "draw" else ()
                yield Letter(
                    key, person, readable(letter.text), letter.clause, letter.at, letter.is_wanted, waits, tuple(also), rivals,
                    letter.over_at is not None, letters.call_of_turn(letter),
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
    """Whether the cards may be published: the game is over, and the hours have passed within which the win can be taken back."""
    if world.status != "over":
        return False
    at = opens_at(world)
    return at <= world.now if at else not world.deck_hours


def opens_at(world: Coup) -> datetime | None:
    """When the cards may be published of a game that is over; None: at once, or so long after its end is told, which it is not yet.

    Where a secret text is committed to, the hours run from when the tracker told of the win, however late it read of that.
    """
    if name_of_game(world) not in world.secret_texts:
        return world.cards_open_at
    told = world.told_ending
    return told.at + timedelta(hours=world.deck_hours) if told is not None and world.deck_hours else None


@rule("COUP-001", "COUP-035")
def is_deck_open(world: Coup) -> bool:
    """Whether everything about the deck is public: the game is over, and its cards are published.

    Where no secret text is committed to, or no time is left to take the win back, they are as soon as they may be; else when the
    tracker says so, which has looked at them first.
    """
    is_committed = name_of_game(world) in world.secret_texts
    if not is_committed or world.status != "over" or not world.deck_hours:
        return is_deck_due(world)
    return world.is_published


def to_object(world: Coup) -> str:
    """How people take the recorded win back."""
    question, answer = (*world.objection, "", "")[:2]
    said = f'"{answer}"' if answer else "--revoke"
    return f"tracker decide {question} {said} --by NAME --why TEXT" if question else ""


def public_values(world: Coup) -> dict[str, Any]:
    """What of the deck everybody may know besides the gamestate's own fields."""
    secret = world.secret_texts.get(name_of_game(world))
    numbers = [entry.number for entry in world.deck_log if entry.what in _NUMBERED]
    return {
        "game_id": name_of_game(world),
        "deck_count": court_deck.deck_count(world),
        "shuffles": {str(number): _shown_shuffle(world, number) for number in numbers},
        "secret_hash": secret.hash if secret else "",
    }


def _shown_shuffle(world: Coup, number: int) -> dict[str, Any]:
    known = world.orders.get(str(number))
    told: dict[str, Any] = {"commitment": "".join(world.commitments[number - 1 : number])}
    return told | (
        {"nonce": known.nonce, "deck": list(known.deck)} if known is not None and is_deck_open(world) else {}
    )


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
    kinds = _kinds_at(world, entries[0]) if entries else list(world.law.words("characters"))
    return record_of(
        Told(
            game=name_of_game(world),
            kinds=kinds,
            copies=world.law.at(began).number("cards_per_character"),
            copies_of=world.law.at(began).value("cards_of_characters"),
            words=words.of_record(world),
            entries=list(_with_kinds(world, entries, kinds)),
            shuffles=opened,
            secret=secret.text if secret else "",
            secret_hash=secret.hash if secret else "",
            not_counted=words.not_counted(world),
            closed=world.closed_pledges,
            names={id: names(id) for id in dict.fromkeys(people) if id},
        )
    )


def _entries(world: Coup) -> Iterator[DeckEntry]:
    """All that was done with the deck, each draw as it was told, and those that were told and are not made."""
    told, unfit = {each.number: each for each in _told_draws(world)}, first_unfit(world)
    for entry in world.deck_log:
        draw = told.get(entry.number) if entry.what == "draw" else None
        if draw is not None and not is_same_draw(world, draw, entry.player, entry.cards):
            yield DeckEntry("draw", draw.player, draw.cards, draw.number, entry.at, entry.row)
        elif unfit is None or entry.what != "draw" or draw is not None:
            yield DeckEntry(entry.what, entry.player, entry.cards, entry.number, entry.at, entry.row)
    for each in _lacking(world) if unfit is not None else ():
        yield DeckEntry("draw", each.player, each.cards, each.number, each.at)


def _with_kinds(world: Coup, entries: Iterable[DeckEntry], kinds: list[str]) -> Iterator[DeckEntry]:
    """What was done with the deck, and before each shuffle for which cards were sorted otherwise than before, how."""
    for entry in entries:
        if entry.what in _NUMBERED and (sorted_by := _kinds_at(world, entry)) != kinds:
            kinds = sorted_by
            yield DeckEntry("kinds", "", list(kinds), 0, entry.at)
        yield entry


def _kinds_at(world: Coup, entry: DeckEntry) -> list[str]:
    """The kinds of cards when something was done with the deck: as they were told of a shuffle, else by the rules then."""
    known = world.orders.get(str(entry.number)) if entry.what in _NUMBERED else None
    return known.kinds if known and known.kinds else list(world.law.at(entry.at or world.now).words("characters"))


# --- what people should look at ---------------------------------------------------------------------------------------


def _problem(world: Coup, told: Drawn) -> str:
    return (
        f"draw {told.number} of {name_of_game(world)}, of {len(told.cards)} cards by {told.player}, is archived since {iso(told.at)}, and would"
        " now come out otherwise: something that happened before it became known later, or was changed"
    )


@rule("COUP-034", "COUP-035")
def findings(world: Coup) -> Iterator[Finding]:
    """What is amiss with the deck or with private messages; no card is named."""
    yield from _on_asked(world)
    told = first_unfit(world)
    if told is not None:
        text = (
            f"{_problem(world, told)}; what was told holds, and nothing is dealt or shuffled any more, until what came late is taken back or"
            " people state hands and deck by an opening"
        )
        yield Finding("DEAL_UNFIT", "COUP-034", text, (told.row,), told.at)
    if world.game_id and world.law.word("game_id") != world.game_id and world.deck_log:
        set_now = world.law.word("game_id")
        text = (
            f"game_id is set to {set_now}, and this game keeps the name with which its cards are dealt, {world.game_id}: {set_now} will be that"
            " of the next game, which begins with an opening"
        )
        yield Finding("GAME_ID_KEPT", "COUP-035", text, is_note=True)
    yield from _on_secret(world)
    for person, each in world.undelivered.items():
        text = (
            f"a private message to {person} could not be delivered: {person}, allow direct messages from members of the server, and then say"
            f" “Send it again.” in #{world.law.word('general_channel')}"
        )
        yield Finding("UNDELIVERED", "COUP-034", text, subject=each.letter)


@rule("COUP-033", "COUP-035")
def _on_asked(world: Coup) -> Iterator[Finding]:
    asked = court_deck.asked_shuffle(world)
    if asked is None:
        return
    number, step, cards = asked
    rows = (step.row,) if step.row else ()
    if str(number) in world.orders or world.loose_orders:
        text = (
            f"shuffle {number}, of {len(cards)} cards for {step.purpose}, is told with other cards than the deck then held: it is not carried"
            " out, nothing is dealt anew, and all that hangs on it waits; people answer whether another is drawn, or state hands and deck by"
            " an opening"
        )
        yield Finding("SHUFFLE_UNFIT", "COUP-033", text, rows, step.at)
    elif lacks_since(world):
        text = (
            f"shuffle {number} of the Court Deck, for {step.purpose}, was drawn, and only its hash is told: nothing is known of what came about"
            f" since {iso(step.at)}; a record with its secrets tells it, or one made once the secret text is published"
        )
        yield Finding("ORDER_NOT_TOLD", "COUP-035", text, rows, step.at)
    else:
        text = f"shuffle {number} of the Court Deck, {len(cards)} cards for {step.purpose}, is not drawn, and what hangs on it waits"
        yield Finding("SHUFFLE_AWAITED", "COUP-033", text, rows, step.at, is_note=True)


@rule("COUP-036")
def _on_secret(world: Coup) -> Iterator[Finding]:
    """That the hash of the secret text came too late for the first shuffle."""
    secret = world.secret_texts.get(name_of_game(world))
    first = next((entry.at for entry in world.deck_log if entry.what == "shuffle"), None)
    if secret is not None and first is not None and secret.at >= first:
        text = (
            f"the hash of the secret text was published at {iso(secret.at)}, not before the first shuffle ({iso(first)}): that shuffle is not"
            " proven to be chosen by nobody"
        )
        yield Finding("SECRET_LATE", "COUP-036", text, at=secret.at)
