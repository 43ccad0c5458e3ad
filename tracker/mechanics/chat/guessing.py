"""What a clause may be about that is no action by itself: more of the one before, or something nobody can be sure of."""

from collections.abc import Mapping

from tracker.mechanics.chat.frames import Clause, Meant, ends_with_person, fill, filling, things_in, words_in, written
from tracker.mechanics.chat.lexicon import Lexicon, Way, stem
from tracker.mechanics.chat.talk import AGAIN, DOUBTING, OTHERS, PRAISING, SMALL, SOFT, TURNING


def filled_by(way: Way, clause: Clause, lexicon: Lexicon) -> dict[str, str]:
    """What the things of a clause without a verb fill of a way; nothing where one is left over, or a word is strange."""
    said, left = fill(way, things_in(clause), lexicon.kinds)
    strange = [word for word in words_in(clause) if not {word, stem(word)} & (SMALL | AGAIN | DOUBTING | way.beside)]
    return {} if left or strange else written(way, said, lexicon)


def guessed(clause: Clause, lexicon: Lexicon, likely: Mapping[str, str]) -> list[Meant]:
    """What a clause may be about that says nobody knows what: actions of which a word stands anywhere, the likeliest first."""
    words = [(at, word, stem(word)) for at, word in enumerate(clause) if isinstance(word, str)]
    turned = TURNING.intersection(words_in(clause)) - SOFT
    has_text = any("text" in thing.readings for thing in things_in(clause))
    found = list[Meant]()
    for way in lexicon.ways:
        signs = lexicon.signs[way.kind]
        places = [at for at, word, root in words if word in signs or root in signs]
        is_turned = not turned <= way.beside | way.verbs
        if ("text" in way.slots) == has_text and places and not is_turned and not _is_anothers(way, clause, places[0]):
            found += filling(way, clause, places[:1], lexicon, likely)
    found = [each for each in found if not each.is_past and (each.said or (_is_whole(each) and not each.strange))]
    return sorted(found, key=weight, reverse=True)


def weight(meant: Meant) -> int:
    """How much speaks for a guess, be it said or what can only be meant; of what speaks against it words count half."""
    is_verb = not meant.way.verbs.isdisjoint((meant.verb, stem(meant.verb)))
    lent = len(meant.slots) - len(meant.said)
    hints = min(2, len({*meant.words.values()} & (meant.way.hints | meant.nouns)))
    against = (meant.against + 1) // 2 + 2 * len(meant.missing)
    return 2 * len(meant.said.keys() - {"text"}) + lent + 2 * is_verb + 1 + hints - against


def _is_whole(meant: Meant) -> bool:
    """Whether the words are there that have to be."""
    return all(not cue.isdisjoint(meant.words.values()) for cue in meant.way.cues)


def _is_anothers(way: Way, clause: Clause, at: int) -> bool:
    """Whether somebody else does what is said in a place."""
    before = clause[:at]
    near = before[max((n for n, each in enumerate(before, 1) if each == "i"), default=0) :]
    things = {"it", "that", "this", "which", "there"}
    is_told_of = ends_with_person(clause[:1]) and not SMALL.issuperset(words_in(clause[1:2]))
    is_to_me = words_in(clause[at + 1 : at + 2]) in (["me"], ["us"])
    is_by_others = not (OTHERS - things).isdisjoint(words_in(near)) or ends_with_person(before)
    is_noun = not PRAISING.isdisjoint(words_in(before[-1:]))
    return is_noun or way.is_order or is_to_me or is_told_of or is_by_others
