"""The secrets of the Court Deck: which order a shuffle has, what is published of it and when, and what the tracker is asked for."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from tracker.core.fold import Step
from tracker.core.gamestate import Dealing, Finding, Letter, ShuffleRequest
from tracker.core.instants import iso
from tracker.core.rule import rule
from tracker.core.secrecy import TEXT_OF, commitment, shuffle_key
from tracker.mechanics.chat_play import Moment
from tracker.mechanics.deck_record import DeckEntry, Opened, Told, Word, record_of
from tracker.mechanics.secret_deck import are_same_cards, in_order

from . import letters, words
from .state import SecretText, ShuffleAsked, Shuffled, State, World, state_of

_AT_THE_NEXT = "at the next shuffle"


def game_id(moment: Moment[World]) -> str:
    """What the game is called in hashes: as people stated it, else as the parameter says."""
    return moment.world.game_id or moment.law.word("game_id")


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
    name = row.text("for")
    if kind == "letter":
        state.undelivered.pop(row.text("to"), None)
        if not row.payload.get("delivered"):
            state.undelivered[row.text("to")] = name
    elif kind == "commitment" and name.startswith(TEXT_OF):
        _take_hash(state, name.removeprefix(TEXT_OF), SecretText(row.text("hash"), step.when))
    elif kind == "reveal" and name.startswith(TEXT_OF):
        known = state.secret_texts.setdefault(name.removeprefix(TEXT_OF), SecretText("", step.when))
        known.text = known.text or row.text("secret")
    return False


def _take_shuffle(state: State, step: Step, game: str) -> bool:
    row = step.observation
    cards, label = [str(card) for card in row.payload.get("deck") or ()], row.text("for")
    known = Shuffled(cards, row.text("nonce"), row.id, step.when, label)
    of, separator, number = label.rpartition("|")
    if number.isdecimal() and number.isascii() and (not separator or of == game):
        state.shuffles.setdefault(int(number), known)
    elif separator and number.isdecimal():
        return False
    else:
        state.loose_shuffles.append(known)
    return True


@rule("COUP-036")
def _take_hash(state: State, game: str, secret: SecretText) -> None:
    """Take in the hash of a secret text; words said before it are void, as the text could have been chosen to fit them."""
    if game in state.secret_texts:
        return
    state.secret_texts[game] = secret
    for world in state.worlds:
        if world.status == "waiting" and not world.shuffle_number:
            world.pledges, world.pledges_closed_at = {}, None


# --- shuffles ---------------------------------------------------------------------------------------------------------


@rule("COUP-033", "COUP-036")
def shuffle(moment: Moment[World], number: int, cards: Sequence[str], purpose: str, clause: str) -> list[str] | None:
    """The order into which shuffle ``number`` brings these cards, the top first; None while nobody knows it: then it is asked for."""
    order = find_shuffle(moment, number, cards, purpose)
    if order is None:
        asked = in_order(cards, moment.law.words("characters"))
        moment.world.asked_shuffle = ShuffleAsked(number, asked, purpose, clause, moment.when, moment.row)
    return order


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
    if known.nonce:
        hash = commitment(game_id(moment), number, known.nonce, known.deck)
        world.commitments[number] = hash
        text = f"shuffle {number} of the Court Deck: {shuffle_key(game_id(moment), number)} {hash}"
        moment.tell("shuffle_committed", "COUP-035", text, shuffle=number, commitment=hash)


def note_draw(moment: Moment[World], player: str, cards: Sequence[str]) -> None:
    """Note what somebody drew, once it is known, and tell them privately."""
    moment.world.deck_log.append(DeckEntry("draw", player, list(cards), 0, moment.when, moment.row))
    letters.dealt(moment, player, cards)


def note_stated(moment: Moment[World]) -> None:
    """Note the deck and the hands as people stated them: from there on everything can be checked."""
    world = moment.world
    world.deck_log.append(DeckEntry("stated", "", list(world.deck), world.shuffle_number, moment.when, moment.row))
    for player in world.players.values():
        held = [*player.hand, *player.discarded]
        if held:
            world.deck_log.append(DeckEntry("stated", player.id, held, 0, moment.when, moment.row))


# --- what the tracker is asked for ------------------------------------------------------------------------------------


def dealing(moments: Sequence[Moment[World]], readable: Callable[[str], str] = str) -> Dealing:
    """What is asked of whoever keeps the secret text, where all worlds ask for the same; ``readable`` puts names in place of ids."""
    first = moments[0]
    world, secret = first.world, secret_text(first)
    return Dealing(
        game=game_id(first),
        requests=tuple(_requests(moments)),
        letters=tuple(_letters(moments, readable)),
        people=tuple(person for id in world.playing for person in world.players[id].members or [id]),
        words=words.counting(first),
        secret_hash=secret.hash if secret else "",
        is_over=all(each.world.status == "over" for each in moments),
        record=record(first) if is_open(first) else {},
    )


def _requests(moments: Sequence[Moment[World]]) -> Iterator[ShuffleRequest]:
    first = moments[0]
    asked = first.world.asked_shuffle
    if asked is None or first.world.status == "over":
        return
    if any(each.world.asked_shuffle != asked or words.counting(each) != words.counting(first) for each in moments):
        return
    key = shuffle_key(game_id(first), asked.number)
    yield ShuffleRequest(key, asked.number, tuple(asked.cards), words.counting(first), asked.at)


def _letters(moments: Sequence[Moment[World]], readable: Callable[[str], str]) -> Iterator[Letter]:
    others = [{each.key: each for each in moment.world.letters} for moment in moments[1:]]
    for letter in moments[0].world.letters:
        if all(other.get(letter.key) == letter for other in others):
            for person in letter.people:
                text = readable(letter.text)
                key = f"{letter.key}:{person}"
                yield Letter(key, person, text, letter.clause, letter.at, letter.is_wanted)


# --- what is published ------------------------------------------------------------------------------------------------


@rule("COUP-001", "COUP-035")
def is_open(moment: Moment[World]) -> bool:
    """Whether everything about the deck is public: the game is over."""
    return moment.world.status == "over"


def is_shuffle_open(moment: Moment[World], number: int) -> bool:
    """Whether the order and the nonce of a shuffle are public."""
    is_past = number < moment.world.shuffle_number
    return is_open(moment) or (is_past and moment.law.chooses("commitments_are_opened", _AT_THE_NEXT))


def public_values(moment: Moment[World]) -> dict[str, Any]:
    """What of the deck everybody may know, by the names of the gamestate."""
    world, secret = moment.world, secret_text(moment)
    waiting = sum(len(step.cards) - step.draws for step in world.card_steps)
    opened = hidden_values(moment) if is_open(moment) else {}
    return {
        "game_id": game_id(moment),
        "deck_count": len(world.deck) + waiting,
        "shuffle_number": max(world.shuffle_number, 0),
        "commitments": [world.commitments[number] for number in sorted(world.commitments)],
        "shuffles": {str(number): _shown_shuffle(moment, number) for number in _numbers(world)},
        "secret_hash": secret.hash if secret else "",
        "words": {each.player: _shown_word(each) for each in world.pledges.values()},
        **{name: value for name, value in opened.items() if name != "players"},
    }


def _numbers(world: World) -> list[int]:
    return [entry.number for entry in world.deck_log if entry.what == "shuffle"]


def _shown_shuffle(moment: Moment[World], number: int) -> dict[str, Any]:
    told = {"commitment": moment.world.commitments.get(number, "")}
    known = state_of(moment).shuffles.get(number)
    if known is None or not is_shuffle_open(moment, number):
        return told
    return {**told, "nonce": known.nonce, "deck": list(known.deck)}


def _shown_word(pledge: Any) -> dict[str, str]:
    return {"pledge": pledge.digest, "word": pledge.word, "salt": pledge.salt}


def hidden_values(moment: Moment[World]) -> dict[str, Any]:
    """What of the deck and the hands is hidden, by the names of the gamestate."""
    world, state = moment.world, state_of(moment)
    used = [state.shuffles[number].nonce for number in _numbers(world) if state.shuffles[number].nonce]
    return {
        "players": {player.id: {"hand": list(player.hand)} for player in world.players.values() if player.is_playing},
        "deck": list(world.deck),
        "nonces": [*used, *world.nonces],
    }


def record(moment: Moment[World]) -> dict[str, Any]:
    """Everything by which the deck is checked, for when it is public (``mechanics.deck_record``)."""
    world, state, secret = moment.world, state_of(moment), secret_text(moment)
    opened = {
        number: Opened(known.deck, known.nonce, world.commitments.get(number, ""))
        for number, known in state.shuffles.items()
    }
    said = [Word(each.player, each.word, each.salt, each.digest) for each in words.in_turn(moment)]
    return record_of(
        Told(
            game=game_id(moment),
            kinds=moment.law.words("characters"),
            words=said,
            entries=world.deck_log,
            shuffles=opened,
            secret=secret.text if secret else "",
            secret_hash=secret.hash if secret else "",
            are_words_used=words.are_used(moment),
        )
    )


# --- what people should look at ---------------------------------------------------------------------------------------


def findings(moment: Moment[World]) -> Iterator[Finding]:
    """What is amiss with the deck or with private messages; no card is named."""
    yield from _on_asked(moment)
    yield from _on_secret(moment)
    for person, letter in state_of(moment).undelivered.items():
        text = (
            f"a private message to {person} could not be delivered: {person}, allow direct messages from members of the server,"
            f" and then say “Send it again.” in #{moment.law.word('general_channel')}"
        )
        yield Finding("UNDELIVERED", "COUP-034", text, subject=letter)


def _on_asked(moment: Moment[World]) -> Iterator[Finding]:
    asked, state = moment.world.asked_shuffle, state_of(moment)
    if asked is None:
        return
    rows = (asked.row,) if asked.row else ()
    known = state.shuffles.get(asked.number)
    if known is not None or state.loose_shuffles:
        text = (
            f"shuffle {asked.number}, of {len(asked.cards)} cards for {asked.purpose}, is told with other cards than the deck then held:"
            " it is not carried out, nothing is dealt anew, and all that hangs on it waits; people settle it by an opening"
        )
        yield Finding("SHUFFLE_UNFIT", "COUP-033", text, rows, asked.at)
    else:
        text = f"shuffle {asked.number} of the Court Deck, {len(asked.cards)} cards for {asked.purpose}, is not drawn, and what hangs on it waits"
        yield Finding("SHUFFLE_AWAITED", "COUP-033", text, rows, asked.at, is_note=True)


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
    if is_open(moment):
        hands = hidden_values(moment)["players"]
        found["players"] = {id: {**each, **hands.get(id, {})} for id, each in values.get("players", {}).items()}
    return found
