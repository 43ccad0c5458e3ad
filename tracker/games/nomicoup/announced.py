"""What players of Nomicoup announce: each row of its checklist's announcement grammar with what it says, by the grammar beside this module."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tracker.mechanics.announcements import (
    CONDITIONS,
    POLITE,
    AnnouncementReader,
    Interpreter,
    Read,
    UnreadableError,
    command,
)
from tracker.mechanics.chat_text import PERSON, Line

from .half_said import HalfSaid

if TYPE_CHECKING:
    from lark import Token

Said = tuple[str, dict[str, Any]]
"""An action's kind and its fields."""
Part = tuple[str, Any]
"""One field of an action and its value."""

FIELDS: Mapping[str, Mapping[str, Any]] = {
    "start": {},
    "enter": {},
    "enter_group": {"members": (), "name": None},
    "confirm": {"name": None},
    "forfeit": {},
    "leave_group": {"name": None},
    "pass": {},
    "act": {"action": None, "target": None, "amount": None, "claim": None},
    "counter": {"name": None, "claim": None, "against": None, "action": None},
    "challenge": {"of": None, "character": None},
    "show": {"character": None},
    "decline": {},
    "lose": {"character": None},
    "give_back": {"cards": (), "keep": None},
    "hand": {},
    "add_candidate": {},
    "remove_candidate": {},
    "clarify": {"text": None},
    "suggest": {"number": None, "text": None},
    "defer": {},
    "title_rule": {"rule": None, "title": None},
    "win": {"players": (), "reason": None},
    "end_of_play": {"reason": None},
    "report": {"text": None},
    "pledge": {"digest": None},
    "close_pledges": {},
    "word": {"word": None, "salt": None},
}
"""Each kind of announcement with its fields as they are where they are not said. People are ids, or names that nobody has."""

_END = r"(?= *$| *[,.;:!()])"
_WHO = rf"(?:{PERSON}|@)"
_DOUBT = rf"\?|{CONDITIONS}|\b(?:yesterday|last (?:week|turn|round)|might|would|could|should|(?:maybe|perhaps)(?!\W*$)|suppose|imagine)\b"
_ASIDES = rf'^(?:[^"]|"[^"]*")*?(?:{_DOUBT})'
"""What makes words that are no plain announcement mere talk, outside of quotes."""
_ENDING = (
    r"(?:(?:right |just |for )?now|then|too|also|again|instead|as well|as usual|today|(?:for |on )?(?:this|my) (?:turn|time|round)"
    r"|(?:as|for) my (?:action|move|turn)|please|pl[sz]|thanks|thank you|thx|ty|lol|lmao|haha|hehe|xd|sorry|obviously|of course"
    r"|\^+|\^_+\^|, *(?:all|everyone|everybody|folks|guys|friends|people|bye|cheers|good luck|have fun|gg|ok(?:ay)?|your turn"
    r"|next(?: one)?(?: please)?)(?: (?:all|everyone|everybody|folks|guys|friends))?)(?![\w'-])"
)
"""What may stand behind an action and changes nothing of it."""
_NAME_PLACES = (
    "on|against|from|coup|assassinate|steal|challenge|call|block|counter|leave|win:"
    "|couping|assassinating|stealing|challenging|calling|blocking|countering"
)
_GREETINGS = "and|then|next|first|finally|so|ok|okay|well|hi|hello|hey|all|everybody|everyone|sorry"
_ASSENT = "sure|fine|alright|all right|very well"
_OWN_MOVE = r"my (?:(?:move|turn|action) *[:,-]|(?:move|action) is:?) *"
_SMALL_WORDS = "on|against|from|with|by|as|the|that|this|it|a|his|her|their|group|game"
_NO_GROUP = "that|this|it|the|my|your|his|her|our|their|all|what|whatever|which|i|we|you|he|she|they|and|as|to"
"""What is no name of a group where somebody confirms something without quotes."""
_CARDS = r"(?:(?:my|both|all|two)(?: of)?(?: my)? )?cards?\b"
_WANTS = re.compile(r"\b(?:want|like|wish|may)\b", re.IGNORECASE)
_NOBODY = "none"
"""At whom an action of the table is aimed that has no target."""
_ABOUT = r"(?: (?:(?:for|on|to) (?:the |this )?)?(?:clarification *)?(?:(?:number|#) *)?[0-9]+| for (?:the |this )?clarification)"
"""What a suggestion says of the clarification that it is for."""
SUGGESTION = rf"suggestion{_ABOUT}?"
"""How a Judge's suggestion begins, in front of a colon."""
_MOST_DIGITS = 30
"""A number of more digits is as much too large as its first ones."""
_WORD_AND_SALT = re.compile(
    r"(?P<word>[^\s|]+?)(?:(?:[,;] *| +)(?:(?:with )?salt:? *)?(?P<salt>[^\s|]+?))?\.?", re.IGNORECASE
)
_HIDDEN = re.compile(r"\W*(?:~~.*~~|\|\|.*\|\|)\W*", re.DOTALL)
"""A line of which nobody sees anything as words of its author's own."""


@dataclass(frozen=True, slots=True)
class Words:
    """The names that hold: characters, actions and counteractions by their forms in small letters, and what each of these claims."""

    characters: tuple[str, ...]
    actions: tuple[tuple[str, str], ...]
    counteractions: tuple[tuple[str, str], ...]
    claims: tuple[tuple[str, str], ...]
    doings: tuple[tuple[str, str], ...] = ()
    """Actions by what somebody is doing who takes them, such as "taxing": only a whole line in the first person is one by these."""
    aimless: tuple[str, ...] = ()
    """The actions that are aimed at nobody."""

    def meant(self, form: str) -> str:
        """The name of a form."""
        return dict(
            (*self.actions, *self.doings, *self.counteractions, *((each.lower(), each) for each in self.characters))
        )[form]

    def claimed(self, form: str) -> str | None:
        """The character that an action or counteraction claims; None where it claims none."""
        return dict(self.claims).get(self.meant(form))


def words_of_tables(
    characters: Sequence[str], actions: Mapping[str, Mapping[str, str]], counteractions: Mapping[str, Mapping[str, str]]
) -> Words:
    """The names of the tables that hold, with how they are also spelled."""
    claims = [(name, row["claim"]) for name, row in (*actions.items(), *counteractions.items())]
    return _words(
        tuple(characters),
        tuple((name, row.get("target") == _NOBODY) for name, row in actions.items()),
        tuple(counteractions),
        tuple(each for each in claims if each[1] in characters),
    )


@lru_cache(maxsize=8)
def _words(
    characters: tuple[str, ...],
    aimed: tuple[tuple[str, bool], ...],
    counteractions: tuple[str, ...],
    claims: tuple[tuple[str, str], ...],
) -> Words:
    spelled, actions = _spellings(), tuple(name for name, _ in aimed)
    return Words(
        characters,
        _forms(actions, spelled["actions"]),
        _forms(counteractions, spelled["counteractions"]),
        claims,
        tuple((form, name) for name in actions for form in spelled["doings"].get(name, ())),
        tuple(name for name, is_aimless in aimed if is_aimless),
    )


def _forms(names: Iterable[str], spelled: Mapping[str, Sequence[str]]) -> tuple[tuple[str, str], ...]:
    return tuple((form, name) for name in names for form in (name.lower(), *spelled.get(name, ())))


@lru_cache(maxsize=1)
def _spellings() -> Mapping[str, Any]:
    import tomllib  # late: an idle tick reads no announcements

    return tomllib.loads(Path(__file__).with_name("spellings.toml").read_text(encoding="utf-8"))


def read(text: str, people: Mapping[str, tuple[str, ...]], words: Words) -> list[Read]:
    """What a message announces, in the order in which it is to be carried out; ``people`` are people and groups by id with all their names."""
    found = [each for each in _reader(words).read(text, people) if not _HIDDEN.fullmatch(each.line)]
    return [replace(each, n=n, of=len(found)) for n, each in enumerate(found, 1)]


# --- how lines begin --------------------------------------------------------------------------------------------------


def _any(forms: Iterable[str]) -> str:
    """A pattern of any of some words, as it stands in a terminal too."""
    longest_first = sorted(forms, key=len, reverse=True)
    return "(?:" + ("|".join(re.escape(form).replace(r"\ ", " ") for form in longest_first) or "(?!)") + ")"


@lru_cache(maxsize=8)
def _heads(words: Words) -> Sequence[tuple[str, str]]:
    """How a line begins that is an announcement of a kind; the first that fits counts."""
    action, counter = (_any(form for form, _ in forms) for forms in (words.actions, words.counteractions))
    character = _any(each.lower() for each in words.characters)
    card = rf"(?:my |the |a )?{character}(?: card)?{_END}"
    aiming = _any(form for form, name in words.actions if name not in words.aimless)
    claimed = rf"(?:as|claiming|with|using)\b|\({character}"
    aimed = rf"on|against|from|at|[0-9+-]|{_WHO}|{claimed}|{_CARDS}|influence\b|action\b|for \+?[0-9]|{_ENDING}{_END}"
    named = rf"{action}(?:{_END}|(?= (?:{aimed})))|{aiming}(?= [^\W\d_]+ *$)"
    first = rf"(?:as (?:the )?{character},? (?:i |i'll |i'm |i will )?)?"
    return (
        ("start", rf"/? ?(?:start|begin)(?:(?: the)? game{_END})|/ ?start{_END}"),
        ("enter", rf"(?:request to )?(?:become|be) a player\b|(?:(?:may|can) i )?join(?:ing)?(?=\?|{_END}| the game\b| game\b| as a player\b)"),
        ("enter", rf"play{_END}"),
        ("enter_group", rf"we,? (?:\(|{_WHO}).*\b(?:player|join)\b"),
        ("confirm", r"confirm \""),
        ("leave_group", rf"leave (?:\"|the group\b|group\b|{_WHO})"),
        ("forfeit", rf"(?:forfeit|quit)(?:{_END}|(?= the game\b| game\b))|leave the game\b"),
        ("pass", rf"pass(?:{_END}|(?= (?:my|this|the) turn\b))|end my turn\b|skip (?:me|my turn){_END}"),
        ("act", rf"{first}(?:(?:take|perform|do|launch|use|choose) (?:(?:a|an|the) )?)?(?:{named})"),
        ("counter", rf"{first}(?:counter|block)(?:{_END}|(?= (?:with|by|on|against|the|that|this|it|{_WHO}|{claimed}|{action})))"),
        ("counter", rf"{first}counteraction\b|{first}(?:(?:perform|use) )?{counter}(?:{_END}|(?= (?:{claimed}|against)))"),
        ("challenge", rf"challenge(?:{_END}|(?= (?:on )?{_WHO}| (?:that|this|it|the|his|her|their)\b))|call (?:{_WHO}|that|the|a|this) ?.*\bbluff\b"),
        ("show", rf"(?:show|reveal)(?:{_END}|(?= {card}))"),
        ("decline", rf"(?:decline|refuse)(?:{_END}|(?= to (?:show|reveal)\b))|(?:don't |do not |won't |not )(?:show|reveal)\b"),
        ("lose", rf"(?:discard|lose)(?:{_END}|(?= {card}))"),
        ("give_back", rf"(?:return|surrender|give back|keep) (?:my |the )?{character}\b"),
        ("hand", rf"/? ?(?:show me )?(?:my )?hand(?=\?|{_END})|(?:show me )?my cards(?=\?|{_END})|send (?:it|them|my hand|my cards) again\b"),
        ("add_candidate", r"add (?:me|myself) (?:to|as)\b.*\bcandidate|become a judge candidate\b"),
        ("remove_candidate", r"remove (?:me|myself) (?:from|as)\b.*\bcandidate"),
        ("clarify", rf"(?:raise a )?clarification(?:{_END}|(?= *:))"),
        ("suggest", rf"{SUGGESTION}(?= *:| +[-–—]+ | *$)"),
        ("defer", rf"defer{_END}|(?:don't|do not) wish to make a suggestion\b"),
        ("title_rule", r"title rule [0-9]|title [0-9.]+ *\""),
        ("win", r"win *:"),
        ("end_of_play", rf"(?:declare (?:the )?)?end of viable play(?:{_END}|(?= *:))"),
        ("report", r"report (?:a |the )?(?:breach|violation)\b"),
        ("pledge", r"pledge (?:my word|sha256|:|[0-9a-f]{6})"),
        ("close_pledges", r"close (?:the )?pledges\b|(?:the )?pledges are closed\b"),
        ("word", r"my word is\b|word *:|word [^ ]+(?: [^ ]+)?$"),
    )  # fmt: skip


_PASSING_BY = r" (?:on|out|by|over|away|along|through|around|judge?ment|the)\b"
"""What follows "pass" that has nothing to do with a turn."""


@lru_cache(maxsize=8)
def _verbs(words: Words) -> Sequence[tuple[str, str]]:
    """The verbs by which a line in the first person, or beside announcements, is one of a kind, understood or not."""
    forms = [form for form, _ in words.actions]
    parts = {part for form in forms if " " in form for part in form.split() if part.isalpha()}
    doing = "(?:take|perform|do|launch|use|choose) (?:(?:a|an|the) )?"
    character = _any(each.lower() for each in words.characters)
    first = rf"(?:as (?:the )?{character},? (?:i |i'll |i'm |i will )?)?"
    return (
        ("act", command(rf"{first}(?:(?:{doing})?{_any(forms)}|{doing}{_any(parts)})")),
        ("counter", command(rf"{first}(?:counter|block)")),
        ("challenge", command("challenge")),
        *_doings(words),
        ("pass", command("pass", _PASSING_BY)),
        ("forfeit", command("forfeit")),
        ("lose", command("discard")),
        ("defer", r"defer\b"),
        ("confirm", rf"confirm (?!{_NO_GROUP}\b)[^ ]+(?: [^ ]+){{0,3}}$"),
    )


def _doings(words: Words) -> Iterator[tuple[str, str]]:
    """What somebody says that they are doing, by which a line in the first person is an announcement as by the verb itself."""
    action, character = (_any(form for form, _ in words.actions), _any(each.lower() for each in words.characters))
    claimed = rf"(?:as|claiming|with|using)\b|\({character}"
    aimed = rf"{_END}|(?= (?:on|against|from|at|[0-9+-]|{_WHO}|{claimed}|{_CARDS}|action\b|[^\W\d_]+ *$))"
    taking = rf"(?:taking|performing|doing|launching|using|choosing) (?:(?:a|an|the) )?{action}"
    first = rf"(?:as (?:the )?{character},? (?:i'm |i am )?)?"
    yield "act", rf"{first}(?:{taking}|{_any(form for form, _ in words.doings)})(?:{aimed})"
    yield (
        "counter",
        rf"{first}(?:countering|blocking)(?:{_END}|(?= (?:with|by|on|against|the|that|this|it|{_WHO}|{claimed}|{action})))",
    )
    yield "challenge", rf"challenging(?:{_END}|(?= (?:on )?{_WHO}| (?:that|this|it|the|his|her|their)\b))"
    yield "pass", rf"passing(?:{_END}|(?= (?:my|this|the) turn\b))"
    yield "show", rf"(?:showing|revealing) (?:my |the |a )?{character}(?: card)?{_END}"
    yield "lose", rf"(?:discarding|losing) (?:my |the |a )?{character}(?: card)?{_END}"


def _between(words: Words) -> str:
    """Where in a line another announcement may begin: after a sentence, or after "and" before the name of an action."""
    names = _any([*(form for form, _ in (*words.actions, *words.counteractions)), "pass", "challenge", "forfeit"])
    begins = rf"(?:i +)?(?:take +|perform +)?(?:an? +)?{names}(?![^\W_])"
    return rf"(?i) *(?:;|[.!](?= )|(?<=\?)(?= )|,? *(?:and +)?\bthen\b(?! *$)|,? +and +(?={begins}))[ ,]*"


def _no_names(words: Words) -> str:
    """What is a word of the grammar where a name may stand, though somebody bears it: the claim that is challenged, and small words."""
    claims = _any(
        [*(each.lower() for each in words.characters), *(form for form, _ in (*words.actions, *words.counteractions))]
    )
    return rf"(?<=\bon ){claims}{_END}|(?:{_SMALL_WORDS}) +\S"


@lru_cache(maxsize=8)
def _reader(words: Words) -> AnnouncementReader:
    return AnnouncementReader(
        _grammar(words),
        _heads(words),
        lambda line: _Meaning(line, words),
        name_places=_NAME_PLACES,
        words=_no_names(words),
        between=_between(words),
        verbs=_verbs(words),
        asides=_ASIDES,
        polite=rf"(?:(?:{_GREETINGS}|{_ASSENT})(?![\w'])[ ,!]*)*+{POLITE}(?:{_OWN_MOVE}{POLITE})?+",
        nearly=HalfSaid(
            words.characters, words.actions, words.counteractions, words.doings, words.aimless, re.compile(_ASIDES)
        ),
    )


def _grammar(words: Words) -> str:
    """The grammar, with the names that hold."""
    names = {
        "ACTION": [form for form, _ in (*words.actions, *words.doings)],
        "COUNTER": [form for form, _ in words.counteractions],
        "CHARACTER": [each.lower() for each in words.characters],
    }
    lines = [f"{name}.1: /{_any(forms)}(?![^\\W_])/" for name, forms in names.items()]
    lines.append(f"_ENDING.2: /{_ENDING}/")
    return "\n".join((Path(__file__).with_name("grammar.lark").read_text(encoding="utf-8"), *lines, ""))


# --- what lines say ---------------------------------------------------------------------------------------------------


class _Meaning(Interpreter):
    """What each rule of the grammar says: parts of an announcement are its fields, and it is its kind with all its fields."""

    def __init__(self, line: Line, words: Words) -> None:
        super().__init__(line)
        self._words = words

    def meaning(self, tree: Any) -> Any:
        kind = str(getattr(tree, "data", ""))
        if kind in FIELDS and not hasattr(self, kind):
            return self._said(kind, [self.meaning(part) for part in tree.children])
        return super().meaning(tree)

    def action(self, said: Said) -> Said:
        return said

    def _said(self, kind: str, parts: Iterable[Part]) -> Said:
        fields, told = dict(FIELDS[kind]), set[str]()
        for name, value in parts:
            if name in told and fields[name] != value:
                raise UnreadableError(f"it says {name} twice")
            fields[name] = value
            told.add(name)
        return kind, fields

    def _who(self, token: Token) -> str:
        """Somebody's id, or the name that nobody has here."""
        if token.type == "PERSON":
            return self.person(token)
        return self.written(token).lstrip("@ ").rstrip(".!,")

    def _inside(self, token: Token) -> str:
        """What stands between quotes, or free words as they were written."""
        if token.type != "QUOTED":
            return self.rest_of_line(token).strip(' .!*_"“”')
        start = token.start_pos or 0
        return self.line.message[self.line.origin(start) + 1 : self.line.origin(start + len(token) - 1)].strip()

    # --- players ------------------------------------------------------------------------------------------------------

    def wants_to_play(self) -> Said:
        if not _WANTS.search(self.line.message[self.line.start : self.line.origin(0)]):
            raise UnreadableError("it does not say who wants to play: say “I request to become a player”")
        return self._said("enter", [])

    def member(self, token: Token) -> Part:
        return "member", self._who(token)

    def enter_group(self, *parts: Part) -> Said:
        members = tuple(dict.fromkeys(value for name, value in parts if name == "member"))
        return self._said("enter_group", [("members", members), *(part for part in parts if part[0] != "member")])

    def name(self, token: Token) -> Part:
        return "name", self._inside(token)

    def leave_group(self, token: Token | None = None) -> Said:
        if token is None:
            return self._said("leave_group", [])
        return self._said(
            "leave_group", [("name", self._who(token) if token.type == "PERSON" else self._inside(token))]
        )

    def pass_turn(self) -> Said:
        return self._said("pass", [])

    # --- the game of Coup ---------------------------------------------------------------------------------------------

    def _name_of(self, token: Token) -> str:
        return self._words.meant(str(token))

    def act(self, *parts: Part | Token) -> Said:
        told = [part if isinstance(part, tuple) else ("action", self._name_of(part)) for part in parts]
        action = dict(told)["action"]
        if action in self._words.aimless and any(name == "target" for name, _ in told):
            raise UnreadableError(f"{action} has no target, and other words behind it are not understood")
        return self._said("act", told)

    def before(self, token: Token) -> Part:
        return "claim", self._name_of(token)

    def claim(self, token: Token) -> Part:
        return "claim", self._name_of(token)

    def target(self, token: Token) -> Part:
        return "target", self._who(token)

    def amount(self, token: Token) -> Part:
        return "amount", _whole(token)

    def counter(self, *parts: Part | Token) -> Said:
        named = [part if isinstance(part, tuple) else ("name", self._name_of(part)) for part in parts]
        return self._said("counter", named)

    def block(self, *parts: Part) -> Said:
        return self._said("counter", parts)

    def against(self, token: Token) -> Part:
        return "against", self._who(token)

    def against_action(self, token: Token | None = None) -> Part:
        return "action", None if token is None else self._name_of(token)

    def challenge(self, *parts: Part | Token) -> Said:
        return self._said("challenge", [part if isinstance(part, tuple) else ("of", self._who(part)) for part in parts])

    def of(self, token: Token) -> Part:
        return "of", self._who(token)

    def character(self, token: Token) -> Part:
        return "character", self._name_of(token)

    def named_action(self, token: Token) -> Part:
        return "character", self._words.claimed(str(token))

    def named_counter(self, token: Token) -> Part:
        return "character", self._words.claimed(str(token))

    def show(self, token: Token | None = None) -> Said:
        return self._said("show", [("character", self._name_of(token))] if token else [])

    def decline(self, *_: Token) -> Said:
        return self._said("decline", [])

    def lost(self, token: Token) -> Part:
        return "character", self._name_of(token)

    def cards(self, *tokens: Token) -> tuple[str, ...]:
        return tuple(map(self._name_of, tokens))

    def give_back(self, cards: tuple[str, ...] = ()) -> Said:
        return self._said("give_back", [("cards", cards)])

    def keep(self, cards: tuple[str, ...] = ()) -> Said:
        return self._said("give_back", [("keep", cards)])

    # --- clarifications, rules and words ------------------------------------------------------------------------------

    def clarify(self, text: Token | None = None) -> Said:
        return self._said("clarify", [("text", self._free_text(text))])

    def suggest(self, *tokens: Token) -> Said:
        number = next((_whole(each) for each in tokens if each.type == "NUMBER"), None)
        text = next((each for each in tokens if each.type == "TEXT"), None)
        return self._said("suggest", [("number", number), ("text", self._free_text(text))])

    def _free_text(self, token: Token | None) -> str | None:
        return self.rest_of_section(token).lstrip(":. \n") or None

    def title_rule(self, path: Token, title: Token | None = None) -> Said:
        return self._said(
            "title_rule", [("rule", str(path)), ("title", None if title is None else self._inside(title))]
        )

    def win(self, *parts: Part) -> Said:
        winners = tuple(dict.fromkeys(value for name, value in parts if name == "winner"))
        return self._said("win", [("players", winners), *(part for part in parts if part[0] == "reason")])

    def winner(self, token: Token) -> Part:
        return "winner", self._who(token)

    def reason(self, text: Token) -> Part:
        return "reason", self.rest_of_line(text).strip(" .").removesuffix(")").strip()

    def pledge(self, token: Token | None = None) -> Said:
        return self._said("pledge", [("digest", None if token is None else str(token))])

    def end_of_play(self, text: Token | None = None) -> Said:
        words = self._free_text(text) if text else None
        return self._said("end_of_play", [("reason", words)])

    def report(self, text: Token) -> Said:
        return self._said("report", [("text", self._free_text(text))])

    def show_word(self, text: Token) -> Said:
        found = _WORD_AND_SALT.fullmatch(
            self.line.message[self.line.origin(text.start_pos or 0) : self.line.end].strip()
        )
        if found is None:
            raise UnreadableError("a word and its salt have no blank and no | in them")
        return self._said("word", [("word", found["word"]), ("salt", found["salt"])])


def _whole(token: str) -> int | str:
    """A whole number; what is none as it was said."""
    words = token.removeprefix("+")
    return int(words[:_MOST_DIGITS]) if words.isdecimal() and words.isascii() else str(token)
