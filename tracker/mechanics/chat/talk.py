"""How people talk in chat: what means nothing, what turns a meaning, and where one statement ends. Knows no game."""

import re
import tomllib
from collections.abc import Callable, Iterable
from functools import lru_cache
from pathlib import Path

_LISTS = tomllib.loads(Path(__file__).with_suffix(".toml").read_text(encoding="utf-8"))


def _words(name: str) -> frozenset[str]:
    return frozenset(_LISTS[name]["words"].split())


def _phrases(name: str) -> str:
    """A pattern for the phrases of a list, the longest first."""
    return any_of(" ".join(_LISTS[name]["phrases"].split()).split(" | "))


def any_of(phrases: Iterable[str]) -> str:
    """A pattern for phrases, the longest first; those that begin with the same word are looked for together."""
    by_first: dict[str, list[str]] = {}
    for phrase in sorted(phrases, key=len, reverse=True):
        first, _, more = phrase.partition(" ")
        by_first.setdefault(first, []).append(f" {more}" * bool(more))
    found = "|".join(f"{first}(?:{'|'.join(ends)})" for first, ends in sorted(by_first.items(), reverse=True))
    return rf"(?i:{found})\b"


DETERMINERS, MINE, YOURS, LEADING, PRAISING = map(_words, ("determiners", "mine", "yours", "leading", "praising"))
OTHERS, YOU, STATES, VAGUE, DOUBTING = map(_words, ("others", "you", "states", "vague", "doubting"))
SOFT, AGAIN, IT = map(_words, ("soft", "again", "it"))
DEPENDING, TURNING, _TURNING_ALL = map(_words, ("depending", "turning", "turning_all"))
_WITHDRAWING, _DENYING, _JOKING, HELPING = map(_words, ("withdrawing", "denying", "joking", "helping"))
SMALL = _words("small") | DETERMINERS | LEADING - {"as"}

FIGURES = {word: str(number) for number, word in enumerate(_LISTS["numbers"]["words"].split(), 2)}
SHORTENED = dict(each.split(":") for each in sorted(_words("shortened")))
_SHORT = SHORTENED | FIGURES
_WORD = re.compile(r'"[^"]*"|[^\W\d_]\w*')
_YES, _ONLY_YES = re.compile(rf"\b{_phrases('agreeing')}"), (SMALL | {"one"}) - LEADING - {"it"}


Replacing = tuple[re.Pattern[str], str | Callable[[re.Match[str]], str]]
_THEIRS = re.compile(r"\b(?:her|his|them|him)(self)?\b(?=\1| \w)")
_ASIDE = re.compile(r",? (?:where|which|who|while|as|until|before)\b.*")
_DEED = re.compile(r"(^|, (?:and )?|\b(?:and|then) )([a-z]{2,}[^s\W])s\b")


def _table(*replacing: tuple[str, str | Callable[[re.Match[str]], str]]) -> tuple[Replacing, ...]:
    return tuple((re.compile(pattern), instead) for pattern, instead in replacing)


def in_first_person(told: str) -> str:
    """What is told of the speaker, "slides 5 chips to bob and bows", as the speaker's own words; it is only done once confirmed."""
    own = _THEIRS.sub(r"my\1", _ASIDE.sub("", told))
    return "I must " + _DEED.sub(r"\1\2", own) if _DEED.match(told) else own


# What tidying puts in the place of what.
_TIDYING = _table(
    (r"^\s*([*_])[a-z]+s(?: \w+)?\1\s+", ""),  # a gesture
    (r"^\s*([*_])([a-z][^*_]*(?: [^*_]+){2,})\1", lambda told: f"{in_first_person(told[2])}. "),  # a narrated deed
    (
        r"(?i)(?:^|(?<=[.!] ))(i|my \w+), [^,]+,(?: [^,]+,)? (?=do\b|hereby|must|shall|will|is\b)",
        r"\1 ",
    ),  # I, being of sound mind, do
    (r"(?i), (?:being|which|who|whose|as yet)\b[^,\"]*, ", " "),
    (
        r"(\b(?i:called|named|(?:call|nam|dubb?)(?:e|ing)? it|known as|(?:the|new|its) name(?: of| is)?|answers? to"
        r"|(?:re)?nam(?:e|ing) [^\".,:;!?]+ (?:to|as|into))|=)(?: (?i:as|to))?"
        r" ((?:The |[A-Z][\w']*\b)(?:(?: of| the)* [A-Z][\w']*)*)(?=$|[.,:;!?) ])",
        r'\1 "\2"',
    ),  # a name that somebody gives
    ("[👍✅🤝]", " yes "),
    ("[👎❌🚫]", " no "),
    (r"(?<!\w)'((?:[^']|'\w)+)'(?!\w)", r'"\1"'),  # what is quoted by half
    (r"~~.*?~~|https?://\S+", " "),  # what is struck out, and addresses
    (r"<a?:\w+:\d+>|:[A-Za-z]\w+:", " "),  # emoji by name
    (r"[*`|~]+|(?<!\w)_+|_+(?!\w)", " "),  # emphasis
    (r"(?i)\b4 (?=(?:ur?|me|you|your|my|the|an?)\b)", "for "),
    (r"(?i)\b2 (?=(?:u|me|you|ur|your|the)\b|\(\d)", "to "),
    (r"(?<=[A-Za-z])\s*\(\d+\)", " "),  # a number said twice: ten (10)
    (r"(?<=\d)\s*,\s*(?=[-+]?\d+(?:\s*,\s*[-+]?\d+)*\s*\))", ","),  # (0, 1, 0)
    (r"\(\s*([-+]?\d+(?:,[-+]?\d+)+)\s*\)", r" \1 "),
    (r"(?i),? *\bwish me luck\b", ""),
    (r"(?i)\b(?:right )?where i(?: a|')?m?(?: stand(?:ing)?)?\b", "here"),
    (r"^\s*(?:[-•]|\d+[.)]|\[\w+\])\s+", " "),  # the mark of a list's line
    (r"[^\w\s\"'@<>.,:;!?()\[\]/#&→=+–—…-]", " "),  # emoji as they are
)
_ORDINALS = ["first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth"]


def _counted(told: re.Match[str]) -> str:
    return f"{told[2]} {_ORDINALS.index(told[1].lower()) + 1}"


# What makes the words of frames out of what people write.
_PLAIN = _table(
    (r"(?i)([a-z])\1{2,}", r"\1"),  # sooo
    (r"(?i)\b(it|here|there|that|what|who|he|she|how|let)'s\b", r"\1s"),
    (r"(?i)\blet us\b", "lets"),
    (rf"(?i)\b(?:the )?({'|'.join(_ORDINALS)}) (?=(?:pond|lot|quality|ruling|request)\b)(\w+)", _counted),
    (
        r"(?i)\bboth (?:of )?(?=(?:my|your|ur|the|his|her) \w+ of\b|(?:my |your |ur |the |his |her )?\w+s\b(?! and))",
        "2 ",
    ),
    (r"(?i)\bsorry not sorry\b", "sorry"),
    (r"(?i)\b(?:i would|i'?d|one would) like (?=an?\b)", "i request "),
    (r"(?i)\bhere (?:is|are)\b", "here"),
    (r"(?i)(?<=\w) (?:please|pls|plz)(?= \w)", ""),
    (r"(?i)\bw(?:/|\b)(?=\s)", "with"),
    (r"\s[+&]\s", " and "),
    (r"(?i)\bwhy not\b", "yes"),
    (r"(?i)(?<=\w) n (?=\w{2}(?!nd\b))", " and "),
    (r"(?i)\b(?:the|my) (?:aforesaid|said) ", "the "),
    (r"(?i)\b(my|our|the) (?:only|sole|single|own|one and only|lone) ", r"\1 "),
    (r"(?i)\b(?:i'?d|i would) (?:rather|prefer) not(?: to)?\b", "i decline to"),
    (r"(?i)\b(?:pray )?(?:let it be|be it|may it be) \w+ that ", ""),
    (
        r"(?i)\b(?:i\b[^.,;\"]*? )?(?:my (?:intention|intent|wish|desire|decision|will)|beg leave|leave is begged) to\b",
        "i must",
    ),
    (r"(?i)\bi (?:\w+ly )?(?:hereby |do |so )*(?:declare|announce|state|proclaim|confirm) that i\b", "i"),
    (r"(?i)^(?:have to|need to|got to|gotta)\b", "i must"),
    (r"(?i)(?<!\bi) shall (?!i\b|we\b|not\b)", " will "),
    (r"(?i)\b(?:you|u) (?:can|may|could) (?=have\b)", ""),
    (r"(?i)\b(we|you|he|she|it|that|they|who)'ll\b", r"\1"),
    (r"(?i)\byeah right\b", "jk"),
    (r"(?<=\w)'s\b", " his"),  # bob's ace is his
    (r"(?i)\bof (?=(?:my|your|the|those|these|his|her)\b)|'", ""),
    (r"(?i)\b(?:a lot|lots) of\b", "many"),
    (rf"\b{_phrases('obliged')}", "i must"),
    (rf"\b{_phrases('announcing')}", "i"),
)
# What leads to a text that may say anything.
BEFORE_TEXT = re.compile(r":\s+|\b(?:whether|that|if)\s+|[.!]\s+", re.IGNORECASE)
# Nothing is parted within quotation marks, where names stand.
_UNQUOTED = r'(?=(?:[^"]*"[^"]*")*[^"]*$)'
_SENTENCES = re.compile(rf"(?:(?<=[.!?;…])\s+|;|[()]|\s[-–—]+\s|,? so (?=(?i:i\b|i[ml]\b))){_UNQUOTED}")
_REASON = re.compile(rf"\b(?i:because|cuz|bc|since|cause)\b.*{_UNQUOTED}")
_TAG = re.compile(rf"[ ,]+(?:{_phrases('tagging')}[ ?!]*\?[ ?!]*|(?i:right)\W*)$")
# Where a sentence may have parts, the strongest first; a remark about somebody ends what is said.
SEPARATORS = THEN, COLON, COMMA, AND, REMARK = tuple(
    re.compile(rf"(?i:{pattern}){_UNQUOTED}")
    for pattern in (
        r",?\s*\b(?:and )?(?:then|also|so)\b|\bbut\b",
        r":\s",
        r",\s",
        r"\band\b|&",
        r"\s(?:its|hes?|shes?|they|theyre)\b.*$",
    )
)
WORDS = re.compile(r'"[^"]*"|,|<?@!?[\w-]+>?|->|→|=>|[-+#]?\w+(?:[-.]\w+)*|&')


@lru_cache(1 << 12)
def tidy(said: str) -> str:
    """A line without marks, addresses and emoji; a sign of approval is a yes."""
    return " ".join(_replaced(said.translate(_STRAIGHT), _TIDYING).split())


_STRAIGHT = str.maketrans("“”„«»’‘", '"""""\'\'')


def bare(said: str, *, to_the_end: bool = True) -> str:
    """A line from the word that leads it, without what means nothing at its end unless that is kept."""
    led = said[found.end() :] if (found := _LED.match(said)) else said
    return _ENDED.sub("", led) if to_the_end else led


_GERUND = re.compile(r"^(?:(?:i am|i'?m|just|now) )*(\w+?)(\w)(\2?)ing\b(?! for\b)", re.IGNORECASE)


def simple(said: str) -> list[str]:
    """What is said to be done with -ing, in each form that the verb may have without it; nothing where nothing is."""
    led = bare(said, to_the_end=False)
    if not (found := _GERUND.match(led)):
        return []
    stem, last, doubled = found.groups()
    return [f"{verb}{led[found.end() :]}" for verb in (stem + last + doubled, stem + last, f"{stem}{last}e")]


_LED = re.compile(rf"[ ,]*(?:{_phrases('opening')}[ ,!]*)*")
_ENDED = re.compile(rf"(?:[^\w\"@<>?]|(?<=[ ,]){_phrases('closing')})+$")


@lru_cache(1 << 12)
def plain(said: str) -> str:
    """What is said in the words of frames, "I'm going to give two" as "i give 2"; what is in quotation marks stays."""
    words = _WORD.sub(lambda word: _SHORT.get(word[0].lower(), word[0]), said)
    return re.sub(r'"[^"]*"|[^"]+', lambda part: part[0] if '"' in part[0] else _replaced(part[0], _PLAIN), words)


def _replaced(said: str, table: Iterable[Replacing]) -> str:
    for pattern, instead in table:
        said = pattern.sub(instead, said)
    return said


@lru_cache(1 << 12)
def words_of(said: str) -> tuple[str, ...]:
    """The words of frames in what is said, in small letters."""
    return tuple(WORDS.findall(plain(said).lower()))


@lru_cache(1 << 12)
def sentences(line: str) -> tuple[tuple[str, bool], ...]:
    """The sentences that say what is done, without their reasons, and whether what follows takes it back or asks about it.

    A line that takes itself back has none.
    """
    parts = [part for part in _SENTENCES.split(line) if part.strip() and _JOKING.isdisjoint(words_of(line))]
    stated = [_REASON.sub("", _TAG.sub("", part)) for part in parts]
    doubts = [bool(_TAG.search(part)) or any(map(takes_back, parts[n:])) for n, part in enumerate(parts, 1)]
    told = ((_unturned(said), said, doubt) for said, doubt in zip(stated, doubts, strict=True))
    return tuple((kept, doubt or kept != said) for kept, said, doubt in told if kept)


def _unturned(sentence: str) -> str:
    """A sentence, or what it says before the comma behind which it turns; empty where all of it asks, supposes, wishes, plans or tells."""
    first = sentence.partition(", ")[0]
    return sentence if not is_turned(sentence) else first if first != sentence and not is_turned(first) else ""


@lru_cache(1 << 8)
def _told_of(names: frozenset[str]) -> re.Pattern[str]:
    known = "|".join(map(re.escape, sorted(names, key=len, reverse=True))) or "(?!)"
    return re.compile(
        rf"(?i)\b(?:(?:house|lady|lord) )?(?:{known})(?:('s)\b| (?:hereby |now |\w+ly )*((?-i:[a-z]{{2,}}[^s\W]s\b).*))"
    )


def by_speaker(said: str, names: frozenset[str]) -> str:
    """What is said with what it tells of the speaker by name, "Ana passes", in the first person."""
    return _told_of(names).sub(lambda told: "my" if told[1] else in_first_person(told[2]), said)


def denies(part: str) -> bool:
    """Whether what is said begins with a no, so that nothing is left of what was said before it."""
    return not _DENYING.isdisjoint(words_of(part)[:1])


def takes_back(part: str) -> bool:
    """Whether what is said takes back, or makes depend on something, what was said before it."""
    first, *more = words_of(part) or ("",)
    is_put_right = first == "i" and not {"mean", "meant"}.isdisjoint(more[:1])
    return (
        is_put_right
        or first in _WITHDRAWING
        or (first in _DENYING and (len(more) < 2 or more[0] == "," or more[0] in _WITHDRAWING))
    )


def is_turned(sentence: str, but: frozenset[str] = frozenset()) -> bool:
    """Whether a sentence asks, supposes, wishes, plans or tells."""
    is_asked = sentence.rstrip(" !.\"')").endswith("?")
    return is_asked or not (_TURNING_ALL - but).isdisjoint(words_of(sentence))


def told_in(line: str) -> list[str]:
    """The sentences of a line in which something may be meant."""
    parts = [_REASON.sub("", part) for part in _SENTENCES.split(line) if part.strip()]
    return [part for part in parts if not is_turned(part, SOFT)] if _JOKING.isdisjoint(words_of(line)) else []


def is_small(said: str, names: frozenset[str] = frozenset()) -> bool:
    """Whether words mean nothing by themselves; names are no more than an address."""
    return all(word in SMALL or word in names for word in re.findall(r"\w+", said.lower()))


def beside_yes(line: str) -> frozenset[str] | None:
    """What is said beside a yes and not small, such as a name; None where there is no yes, or a question."""
    said = plain(line.lower())
    if "?" in line or not _YES.search(said):
        return None
    return frozenset(re.findall(r"\w+", _YES.sub("", said))) - _ONLY_YES


def is_wish_but(sentence: str) -> bool:
    """Whether a sentence wishes something and then objects to it."""
    return bool(re.search(r"(?i)\b(?:like|love|want|wish)\b.*\bbut\b", sentence))


def is_agreed(line: str) -> bool:
    """Whether anything in a line agrees, or takes what is offered."""
    said = plain(line.lower())
    return not line.rstrip().endswith("?") and bool(_YES.search(said) or "take" in said.split())


def says_yes(line: str, names: frozenset[str]) -> bool:
    """Whether a line says yes and nothing else; names are no more than an address."""
    beside = beside_yes(line)
    return beside is not None and beside <= names
