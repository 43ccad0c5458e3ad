"""The secrets of the Court Deck: which order a shuffle has, what is published of it and when, and what the tracker is asked for."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from typing import Any

from tracker.core.fold import Decision, Step
from tracker.core.gamestate import Dealing, Finding, Letter, ShuffleRequest
from tracker.core.instants import iso
from tracker.core.rule import rule
from tracker.core.secrecy import TEXT_OF, commitment, shuffle_key
from tracker.mechanics.chat_people import People
from tracker.mechanics.chat_play import Ask, Moment
from tracker.mechanics.deck_record import DeckEntry, Opened, Told, record_of
from tracker.mechanics.secret_deck import are_same_cards, in_order

from . import deals, letters, words
from .general import ending, game_id, is_deck_due, is_deck_open, is_over
from .state import Ending, SecretText, ShuffleAsked, Shuffled, State, Undelivered, World, state_of

_NUMBERED = ("shuffle", "void")
"""What is logged of a deck with the number of a shuffle."""
_AT_THE_NEXT = "at the next shuffle"
ANOTHER = "draw another"
"""What people may decide where a shuffle was drawn for other cards than the deck holds."""


def secret_text(moment: Moment[World]) -> SecretText | None:
    """What is known of this game's secret text; None while its hash is not published."""
    return state_of(moment).secret_texts.get(game_id(moment))


# --- rows -------------------------------------------------------------------------------------------------------------


def take(state: State, step: Step, game: str) -> bool:
    """Take in a row about the deck of the game of that id: a shuffle, or what is published, or what became of a private message.

    Whether a shuffle came, for which something may be waiting.
    """
    row, kind = step.observation, step.observation.kind
    if not step.is_certain:
        return False
    if kind == "shuffle":
        return _take_shuffle(state, step, game)
    if kind == "dealt":
        deals.take(state, step, game)
    name = row.text("for")
    if kind == "letter":
        if row.payload.get("over"):
            letters.take_untold(state, name, row.id, step.when)
            return False
        person = state.person(row.text("to"))
        state.undelivered.pop(person, None)
        if not row.payload.get("delivered"):
            state.undelivered[person] = Undelivered(name, step.when)
    elif kind == "ending":
        state.endings[name] = Ending(row.text("win"), step.when, bool(row.payload.get("opened")))
        state.is_stale = True
    elif kind == "commitment" and name.startswith(TEXT_OF):
        _take_hash(state, name.removeprefix(TEXT_OF), SecretText(row.text("hash"), step.when))
    elif kind == "commitment" and name.startswith(shuffle_key(game, "")):
        state.committed[name] = row.text("hash")
    elif kind == "reveal" and name.startswith(TEXT_OF):
        known = state.secret_texts.setdefault(name.removeprefix(TEXT_OF), SecretText("", step.when))
        known.text = known.text or row.text("secret")
    return False


def _take_shuffle(state: State, step: Step, game: str) -> bool:
    row = step.observation
    cards, label = [str(card) for card in row.payload.get("deck") or ()], row.text("for")
    known = Shuffled(cards, row.text("nonce"), row.id, step.when, label)
    if isinstance(told := row.payload.get("words"), list):
        known.words = [dict(each) for each in told if isinstance(each, dict)]
    known.are_words_used = row.payload.get("words_are_used") is not False
    known.kinds = list(map(str, row.payload.get("kinds") or ()))
    of, separator, number = label.rpartition("|")
    if number.isdecimal() and number.isascii() and (not separator or of == game or _is_asked_for(state, known, number)):
        state.shuffles.setdefault(int(number), known)
        deals.keep_id(state.worlds, of)
    elif separator and number.isdecimal():
        return False
    else:
        state.loose_shuffles.append(known)
    return True


def _is_asked_for(state: State, known: Shuffled, number: str) -> bool:
    """Whether a shuffle of a game of another name is the one that is asked for: so this game was called when it was drawn."""
    asked = [world.asked_shuffle for world in state.worlds if not (world.game_id or world.kept_game_id)]
    return int(number) not in state.shuffles and any(
        each is not None
        and (each.number, each.at) == (int(number), known.at)
        and are_same_cards(each.cards, known.deck)
        for each in asked
    )


@rule("COUP-036")
def _take_hash(state: State, game: str, secret: SecretText) -> None:
    """Take in the hash of a secret text; words said before it are void, as the text could have been chosen to fit them."""
    if game in state.secret_texts:
        return
    state.secret_texts[game] = secret
    for world in state.worlds:
        if world.status == "waiting" and not world.shuffle_number:
            words.drop(world, world.pledges)
            world.pledges_closed_at = None


# --- shuffles ---------------------------------------------------------------------------------------------------------


def forget_other_games(moment: Moment[World]) -> None:
    """Forget the shuffles of a game of another id: everybody may know their orders, and they are none of this one."""
    moment.world.kept_game_id = ""
    state, world, game = state_of(moment), moment.world, game_id(moment)
    state.shuffles = {number: known for number, known in state.shuffles.items() if _game_of(known) in ("", game)}
    if any(number not in state.shuffles for number in _numbers(world)):
        world.deck_log, world.commitments = [], {}


def _game_of(known: Shuffled) -> str:
    """The id of the game that a shuffle's label names; "" where it names none."""
    return known.label.rpartition("|")[0]


def newest_number(moment: Moment[World]) -> int:
    """The highest number that any shuffle of the game has that is known; 0 where there is none."""
    return max(state_of(moment).shuffles, default=0)


@rule("COUP-033", "COUP-036")
def shuffle(moment: Moment[World], number: int, cards: Sequence[str], purpose: str, clause: str) -> list[str] | None:
    """The order into which shuffle ``number`` brings these cards, the top first; None while nobody knows it: then it is asked for."""
    order = find_shuffle(moment, number, cards, purpose)
    if order is None:
        kinds = list(moment.law.words("characters"))
        asked = in_order(cards, kinds)
        before = moment.world.asked_shuffle
        # What is asked for again is asked since it was first: its row bears that instant.
        at = before.at if before is not None and (before.number, before.cards) == (number, asked) else moment.now
        moment.world.asked_shuffle = ShuffleAsked(number, asked, purpose, clause, at, moment.row, kinds)
        if number in state_of(moment).shuffles:
            _ask_for_another(moment, number, purpose)
    return order


def _ask_for_another(moment: Moment[World], number: int, purpose: str) -> None:
    """Ask people whether another shuffle is drawn in place of one that was drawn for other cards than the deck holds."""
    text = (
        f"Shuffle {number} was drawn before something became known that happened before it: the deck, to be shuffled for {purpose}, holds other"
        " cards. Is another one drawn, so that whatever was dealt from it and from later ones is dealt anew?"
    )
    needs = ["or people state hands and deck by an opening, as docs/secrets.md tells; until then nothing is dealt"]
    rows = [moment.row] if moment.row else []
    moment.ask(Ask(_unfit(number), text, "COUP-033", [ANOTHER], moment.when, rows, needs))


def _unfit(number: int) -> str:
    return f"unfit:{number}"


@rule("COUP-033", "COUP-036")
def decided(moment: Moment[World], decision: Decision) -> bool:
    """Let shuffles be void that are known and not carried out, where people decide so now; whether they do.

    The next one has a number of its own, so its order is nobody's choice either.
    """
    world, state, asked = moment.world, state_of(moment), moment.world.asked_shuffle
    if asked is None or decision.question != _unfit(asked.number) or decision.answer != ANOTHER:
        return False
    number = asked.number
    first = number
    while (known := state.shuffles.get(number)) is not None:
        world.deck_log.append(DeckEntry("void", "", [], number, moment.when, moment.row))
        hash = _commit(moment, number, known)
        text = (
            f"shuffle {number} of the Court Deck is void, and another is drawn: {decision.why or 'people decided so'}"
        )
        published = f"; {shuffle_key(game_id(moment), number)} {hash}" if hash else ""
        moment.tell("shuffle_void", "COUP-033", f"{text}{published}", shuffle=number, commitment=hash or None)
        world.shuffle_number = number
        number += 1
    deals.void(moment, range(first, number))
    world.asked_shuffle = None
    return True


def sealed(state: State) -> dict[str, str]:
    """The questions on shuffles that are void and in whose place others were drawn, each with why its answer cannot be changed any more."""
    logs = [world.deck_log for world in state.worlds]
    newest = max((entry.number for log in logs for entry in log if entry.what == "shuffle"), default=0)
    void = {entry.number for log in logs for entry in log if entry.what == "void" and entry.number < newest}
    return {_unfit(number): "another shuffle was drawn on that answer, and dealt from" for number in sorted(void)}


def _commit(moment: Moment[World], number: int, known: Shuffled) -> str:
    """Note the hash of a shuffle, which is published; "" where no nonce is known."""
    if not known.nonce:
        return ""
    hash = commitment(game_id(moment), number, known.nonce, known.deck)
    moment.world.commitments[number] = hash
    return hash


def find_shuffle(moment: Moment[World], number: int, cards: Sequence[str], purpose: str = "") -> list[str] | None:
    """That order where a row tells it, by the number or, in a file's order, without one; it must hold these very cards."""
    state = state_of(moment)
    known = state.shuffles.get(number)
    if known is None:
        fitting = (each for each in state.loose_shuffles if _is_for(each, moment, purpose))
        known = next((each for each in fitting if are_same_cards(each.deck, cards)), None)
        if known is None:
            return None
        state.loose_shuffles = [each for each in state.loose_shuffles if each is not known]
        state.shuffles[number] = known
    return list(known.deck) if are_same_cards(known.deck, cards) else None


def _is_for(loose: Shuffled, moment: Moment[World], purpose: str) -> bool:
    """Whether a shuffle that a file gives without a number may be this one, by what it says that it is for."""
    words_of_label = set(loose.label.casefold().split())
    return not loose.label or loose.label == moment.row or words_of_label <= set(purpose.casefold().split())


@rule("COUP-035")
def note_shuffle(moment: Moment[World], player: str, cards: Sequence[str], number: int) -> None:
    """Note a shuffle that is known now, before which a player, or nobody (""), put cards in, and publish the hash of its order."""
    world, known = moment.world, state_of(moment).shuffles[number]
    world.deck_log.append(DeckEntry("shuffle", player, list(cards), number, moment.when, moment.row))
    if not known.nonce and world.nonces:
        known.nonce, world.nonces = world.nonces[0], world.nonces[1:]
    if hash := _commit(moment, number, known):
        text = f"shuffle {number} of the Court Deck: {shuffle_key(game_id(moment), number)} {hash}"
        moment.tell("shuffle_committed", "COUP-035", text, shuffle=number, commitment=hash)


def note_draw(moment: Moment[World], player: str, cards: Sequence[str]) -> None:
    """Note what somebody drew, once it is known, and tell them privately."""
    number = deals.note(moment, player, cards)
    moment.world.deck_log.append(DeckEntry("draw", player, list(cards), number, moment.when, moment.row))
    letters.dealt(moment, player, cards, number)


def note_stated(moment: Moment[World]) -> None:
    """Note the deck and the hands as people stated them: from there on everything can be checked."""
    world = moment.world
    world.deck_log.append(DeckEntry("stated", "", list(world.deck), world.shuffle_number, moment.when, moment.row))
    for player in world.players.values():
        held = [*player.hand, *player.discarded]
        if held:
            world.deck_log.append(DeckEntry("stated", player.id, held, 0, moment.when, moment.row))


# --- what is not told -------------------------------------------------------------------------------------------------


def lacks_since(moment: Moment[World]) -> datetime | None:
    """Since when nothing is known, as a shuffle was drawn of which only the hash is told: that of a public record (UTC)."""
    asked, state = moment.world.asked_shuffle, state_of(moment)
    if asked is None or asked.number in state.shuffles:
        return None
    return asked.at if shuffle_key(game_id(moment), asked.number) in state.committed else None


# --- what the tracker is asked for ------------------------------------------------------------------------------------


def dealing(moments: Sequence[Moment[World]], people: People) -> Dealing:
    """What is asked of whoever keeps the secret text, where all worlds ask for the same."""
    first = moments[0]
    world, secret = first.world, secret_text(first)
    is_open, is_due = all(map(is_deck_open, moments)), all(map(is_deck_due, moments))
    told = record(first, people) if is_open or is_due else {}
    return Dealing(
        game=game_id(first),
        requests=tuple(_requests(moments)),
        draws=tuple(deals.requests(moments)),
        unfit=deals.unfit_of(moments),
        letters=tuple(_letters(moments, people.readable)),
        people=tuple(person for id in world.playing for person in world.players[id].members or [id]),
        words=words.counting(first),
        secret_hash=secret.hash if secret else "",
        unknown_since=min(filter(None, map(lacks_since, moments)), default=None),
        hours_to_object=first.law.number("deck_opening_hours"),
        ending=ending(first) if all(map(is_over, moments)) and len(set(map(ending, moments))) == 1 else "",
        is_due=is_due,
        is_over=is_open,
        record=told if is_open else {},
        draft=told,
    )


def _requests(moments: Sequence[Moment[World]]) -> Iterator[ShuffleRequest]:
    first = moments[0]
    asked = first.world.asked_shuffle
    if asked is None or first.world.status == "over" or deals.are_unfit(moments):
        return
    if any(each.world.asked_shuffle != asked or words.counting(each) != words.counting(first) for each in moments):
        return
    key = shuffle_key(game_id(first), asked.number)
    told = {"words": words.as_told(first), "words_are_used": words.are_mixed_in(first), "kinds": asked.kinds}
    yield ShuffleRequest(key, asked.number, tuple(asked.cards), words.counting(first), asked.at, told)


def _letters(moments: Sequence[Moment[World]], readable: Callable[[str], str]) -> Iterator[Letter]:
    first, unfit = moments[0], deals.first_unfit(moments[0])
    others = [{each.key: each for each in moment.world.letters} for moment in moments[1:]]
    for letter in first.world.letters:
        is_over = letter.over_at is not None
        if all(other.get(letter.key) == letter for other in others) and (is_over or not letters.is_past(first, letter)):
            call = letters.call_of_turn(letter.player, letter.turn_at) if is_over and letter.turn_at else ""
            waits = deals.waits(first, letter, unfit)
            for person in letter.people:
                key, *also = letters.keys(state_of(first), letter, person)
                text = readable(letter.text)
                rivals = tuple(letters.rivals(first, letter, person)) if waits else ()
                more = (letter.is_wanted, waits, tuple(also), rivals, is_over, call)
                yield Letter(key, person, text, letter.clause, letter.at, *more)


# --- what is published ------------------------------------------------------------------------------------------------


def is_shuffle_open(moment: Moment[World], number: int) -> bool:
    """Whether the order and the nonce of a shuffle are public."""
    is_past = number < moment.world.shuffle_number
    return is_deck_open(moment) or (is_past and moment.law.chooses("commitments_are_opened", _AT_THE_NEXT))


def public_values(moment: Moment[World]) -> dict[str, Any]:
    """What of the deck everybody may know, by the names of the gamestate."""
    world, secret = moment.world, secret_text(moment)
    waiting = sum(len(step.cards) - step.draws for step in world.card_steps)
    opened = hidden_values(moment) if is_deck_open(moment) else {}
    return {
        "game_id": game_id(moment),
        "deck_count": len(world.deck) + waiting,
        "shuffle_number": world.shuffle_number,
        "commitments": [
            world.commitments.get(number, "") for number in range(1, max(world.commitments, default=0) + 1)
        ],
        "shuffles": {str(number): _shown_shuffle(moment, number) for number in _numbers(world)},
        "secret_hash": secret.hash if secret else "",
        "words": _shown_words(world),
        **{name: value for name, value in opened.items() if name != "players"},
    }


def _numbers(world: World, *, since_stated: bool = False) -> list[int]:
    """The numbers of the shuffles that are known, or only of those since people stated the deck last."""
    log = world.deck_log
    stated = [place for place, entry in enumerate(log) if entry.what == "stated" and not entry.player]
    return [entry.number for entry in log[stated[-1] if stated and since_stated else 0 :] if entry.what in _NUMBERED]


def _shown_shuffle(moment: Moment[World], number: int) -> dict[str, Any]:
    told = {"commitment": moment.world.commitments.get(number, "")}
    known = state_of(moment).shuffles.get(number)
    if known is None or not is_shuffle_open(moment, number):
        return told
    return {**told, "nonce": known.nonce, "deck": list(known.deck)}


def _shown_words(world: World) -> dict[str, Any] | list[str]:
    """The pledges with their places; the mere words where people stated no more."""
    if world.words and not world.pledges:
        return list(world.words)
    return {
        each.player: {"place": place, "pledge": each.digest, "word": each.word, "salt": each.salt}
        for place, each in enumerate(world.pledges.values(), 1)
    }


def hidden_values(moment: Moment[World]) -> dict[str, Any]:
    """What of the deck and the hands is hidden, by the names of the gamestate."""
    world, state = moment.world, state_of(moment)
    known = (state.shuffles[number].nonce for number in _numbers(world, since_stated=True))
    used = [*world.past_nonces, *filter(None, known)]
    return {
        "players": {player.id: {"hand": list(player.hand)} for player in world.players.values() if player.is_playing},
        "deck": list(world.deck),
        "nonces": [*used, *world.nonces],
    }


def record(moment: Moment[World], people: People) -> dict[str, Any]:
    """Everything by which the deck is checked, for when it is public (``mechanics.deck_record``)."""
    world, state, secret = moment.world, state_of(moment), secret_text(moment)
    opened = {
        number: Opened(known.deck, known.nonce, world.commitments.get(number, ""))
        for number, known in state.shuffles.items()
    }
    named = dict.fromkeys(
        [*(each.player for each in world.deck_log), *world.pledges, *(each.player for each in words.of_record(moment))]
    )
    began = next((entry.at for entry in world.deck_log if entry.at), moment.when)
    entries = deals.entries(moment)
    kinds = _kinds_at(moment, entries[0]) if entries else list(moment.law.words("characters"))
    return record_of(
        Told(
            game=game_id(moment),
            kinds=kinds,
            copies=moment.law.at(began).number("cards_per_character"),
            copies_of=moment.law.at(began).value("cards_of_characters"),
            words=words.of_record(moment),
            entries=list(_with_kinds(moment, entries, kinds)),
            shuffles=opened,
            secret=secret.text if secret else "",
            secret_hash=secret.hash if secret else "",
            are_words_used=words.are_mixed_in(moment),
            not_counted=words.not_counted(moment),
            names={id: people.name(id) for id in named if id},
        )
    )


def _with_kinds(moment: Moment[World], entries: Iterable[DeckEntry], kinds: list[str]) -> Iterator[DeckEntry]:
    """What was done with the deck, and before each shuffle for which cards were sorted otherwise than before, how."""
    for entry in entries:
        if entry.what in _NUMBERED and (sorted_by := _kinds_at(moment, entry)) != kinds:
            kinds = sorted_by
            yield DeckEntry("kinds", "", list(kinds), 0, entry.at)
        yield entry


def _kinds_at(moment: Moment[World], entry: DeckEntry) -> list[str]:
    """The kinds of cards when something was done with the deck: as they were told of a shuffle, else by the rules then."""
    known = state_of(moment).shuffles.get(entry.number) if entry.what in _NUMBERED else None
    if known is not None and known.kinds:
        return known.kinds
    asked_at = known.at if known is not None and known.label.endswith(f"|{entry.number}") else None
    return list(moment.law.at(asked_at or entry.at or moment.when).words("characters"))


# --- what people should look at ---------------------------------------------------------------------------------------


def findings(moment: Moment[World]) -> Iterator[Finding]:
    """What is amiss with the deck or with private messages; no card is named."""
    yield from _on_asked(moment)
    yield from deals.findings(moment)
    yield from words.findings(moment)
    yield from _on_name(moment)
    yield from _on_secret(moment)
    for person, each in state_of(moment).undelivered.items():
        text = (
            f"a private message to {person} could not be delivered: {person}, allow direct messages from members of the server,"
            f" and then say “Send it again.” in #{moment.law.word('general_channel')}"
        )
        yield Finding("UNDELIVERED", "COUP-034", text, subject=each.letter)


def _on_asked(moment: Moment[World]) -> Iterator[Finding]:
    asked, state = moment.world.asked_shuffle, state_of(moment)
    if asked is None:
        return
    rows = (asked.row,) if asked.row else ()
    known = state.shuffles.get(asked.number)
    if known is not None or state.loose_shuffles:
        text = (
            f"shuffle {asked.number}, of {len(asked.cards)} cards for {asked.purpose}, is told with other cards than the deck then held:"
            " it is not carried out, nothing is dealt anew, and all that hangs on it waits; people answer whether another is drawn, or state"
            " hands and deck by an opening"
        )
        yield Finding("SHUFFLE_UNFIT", "COUP-033", text, rows, asked.at)
    elif lacks_since(moment):
        text = (
            f"shuffle {asked.number} of the Court Deck, for {asked.purpose}, was drawn, and only its hash is told: nothing is known of what came"
            f" about since {iso(asked.at)}; a record with its secrets tells it, or one made once the secret text is published"
        )
        yield Finding("ORDER_NOT_TOLD", "COUP-035", text, rows, asked.at)
    else:
        text = f"shuffle {asked.number} of the Court Deck, {len(asked.cards)} cards for {asked.purpose}, is not drawn, and what hangs on it waits"
        if answers := words.awaited_answers(moment):
            text += f"; which words go into it hangs on {', '.join(answers)}, which people are asked"
        yield Finding("SHUFFLE_AWAITED", "COUP-033", text, rows, asked.at, is_note=True)


def _on_name(moment: Moment[World]) -> Iterator[Finding]:
    """That the game's name was set otherwise since its first shuffle or draw: it keeps the one that it had."""
    kept, set_now = moment.world.kept_game_id, moment.law.word("game_id")
    if kept and not moment.world.game_id and set_now != kept:
        text = (
            f"game_id is set to {set_now}, and this game keeps the name with which its cards are dealt, {kept}: {set_now} will be that of"
            " the next game, which begins with an opening"
        )
        yield Finding("GAME_ID_KEPT", "COUP-035", text, is_note=True)


def _on_secret(moment: Moment[World]) -> Iterator[Finding]:
    secret = secret_text(moment)
    first = next((entry for entry in moment.world.deck_log if entry.what == "shuffle"), None)
    if secret is None or first is None or first.at is None or secret.at < first.at:
        return
    text = (
        f"the hash of the secret text was published at {iso(secret.at)}, not before the first shuffle ({iso(first.at)}): that shuffle is not"
        " proven to be chosen by nobody"
    )
    yield Finding("SECRET_LATE", "COUP-036", text, at=secret.at)


def shown(values: Mapping[str, Any], moment: Moment[World]) -> dict[str, Any]:
    """A gamestate's values with what of the deck is public, and hands too once everything is."""
    found = {**values, **public_values(moment)}
    if is_deck_open(moment):
        hands = hidden_values(moment)["players"]
        found["players"] = {id: {**each, **hands.get(id, {})} for id, each in values.get("players", {}).items()}
    return found
