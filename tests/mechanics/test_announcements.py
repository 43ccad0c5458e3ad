"""The frame in which any game reads announcements: lines, parts, numbered lists, names, and what is chat."""

import re
from collections.abc import Callable

import pytest
from lark import Token

from tracker.mechanics.announcements import (
    Announced,
    AnnouncementReader,
    Interpreter,
    NotUnderstood,
    UnreadableError,
    number_of,
)
from tracker.mechanics.chat_text import Things, lines_of, names_of, plain

GRAMMAR = r"""
action: feed | say | tell | pet
feed: "feed" (PERSON | QUOTED)
say: "say" TEXT
tell: "tell" TEXT
pet: "pet" THING
PERSON: /\ue000[0-9]+\ue001/
THING: /\ue002[0-9]+\ue003/
QUOTED: /"[^"]*"/
TEXT: /.+/
%ignore / +/
"""
BETWEEN = r" *; *|\. +(?=[\"A-Z])|,? (?:and )?then "


class Zoo(Interpreter):
    """A game in which things are fed and said."""

    def action(self, said: tuple[str, dict[str, str]]) -> tuple[str, dict[str, str]]:
        return said

    def feed(self, whom: Token) -> tuple[str, dict[str, str]]:
        if whom == '"grue"':
            raise UnreadableError("nobody feeds it")
        return "feed", {"whom": self.written(whom).strip('"') if whom.startswith('"') else self.person(whom)}

    def say(self, text: Token) -> tuple[str, dict[str, str]]:
        return "say", {"text": self.rest_of_line(text)}

    def tell(self, text: Token) -> tuple[str, dict[str, str]]:
        return "tell", {"text": self.rest_of_section(text)}

    def pet(self, thing: Token) -> tuple[str, dict[str, str]]:
        return "pet", {"thing": self.line.things[int(thing[1:-1])]}


def reader(
    *, between: str = "", by_numbers: bool = False, asides: str = "", with_code: bool = False
) -> AnnouncementReader:
    heads = tuple((kind, rf"{kind}\b") for kind in ("feed", "say", "tell", "pet"))
    return AnnouncementReader(
        GRAMMAR,
        heads,
        Zoo,
        name_places="feed",
        between=between,
        by_numbers=by_numbers,
        asides=asides,
        with_code=with_code,
    )


def spans_of(word: str) -> Callable[[str], list[tuple[int, int]]]:
    return lambda text: [found.span() for found in re.finditer(word, text)]


def kinds(found: list[Announced | NotUnderstood]) -> list[object]:
    return [next(iter(one.fields.values())) if isinstance(one, Announced) else one.why for one in found]


def test_parts_of_a_line_are_actions_where_the_game_says_so() -> None:
    text = 'I feed "Bob"; I feed "Moe; Jr", then I feed ana. Feed "Al".'
    assert kinds(reader(between=BETWEEN).read(text, {"1": ("Ana",)})) == ["Bob", "Moe; Jr", "1", "Al"]
    assert kinds(reader().read(text, {"1": ("Ana",)})) == ["one line holds one action: write each on a line of its own"]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("I feed Ana Jr.", "1"),
        ("I feed @Ana Jr", "1"),
        ("I feed Ana Jr.!", "1"),
        ("feed Ana.", "2"),
        ("I feed Bob!", "3"),
        ("I feed Bob", "3"),
        ("I feed Fox 🦊", "4"),
        ("I feed Fox", "4"),
        ("I feed dot", "more than one person is called dot or nearly so: mention the one who is meant"),
        ("I feed ...", "it ends too early: something is missing"),
    ],
)
def test_a_name_may_end_in_what_is_passed_over_at_the_end_of_a_line(text: str, found: str) -> None:
    names = {
        "1": ("Ana Jr.",),
        "2": ("Ana",),
        "3": ("Bob!",),
        "4": ("Fox 🦊",),
        "5": ("Dot.",),
        "6": ("dot",),
        "7": ("...",),
    }
    assert kinds(reader().read(text, names)) == [found]


def test_words_that_may_say_anything_go_on_to_the_end_of_their_line() -> None:
    found = reader(between=BETWEEN).read('I say: one; two; feed "Bob"\nfeed "Moe"', {})
    assert kinds(found) == [': one; two; feed "Bob"', "Moe"]


def test_words_that_go_on_to_the_next_action_take_their_whole_line_and_those_below() -> None:
    found = reader(between=BETWEEN).read('I tell: one; feed "Bob"\ntwo\nfeed "Moe"; feed "Al"', {})
    assert kinds(found) == [': one; feed "Bob"\ntwo', "Moe", "Al"]


def test_a_games_own_things_are_found_by_their_names_and_not_taken_apart() -> None:
    things = Things(spans_of("mr; then x"), spans_of("mr; then x|if [^;]*"))
    text = "I pet **Mr; then X**; pet mr; then x if you like, then pet it"
    found = reader(between=BETWEEN).read(text, {}, things)
    assert [one.line for one in found] == ["I pet **Mr; then X**", "pet mr; then x if you like, then pet it"]
    assert kinds(found)[0] == "Mr; then X"
    assert kinds(reader().read("I pet Mr; then X", {}))[0] == "“Mr; then X” is not understood there"


@pytest.mark.parametrize("text", ['`feed "Bob"`', '```\nfeed "Bob"\n```', '```feed "Bob"```', 'feed `"Bob"`'])
def test_code_is_hidden_words_where_the_game_says_so(text: str) -> None:
    (found,) = reader(with_code=True).read(text, {})
    assert isinstance(found, NotUnderstood)
    assert "code" in found.why


def test_code_is_chat_elsewhere() -> None:
    assert reader().read('```\nfeed "Bob"\n```\n`feed "Bob"`', {}) == []


def test_a_numbered_list_is_carried_out_by_its_numbers_where_the_game_says_so() -> None:
    text = '2. I feed "Moss"\n1. I feed "Fern"'
    assert kinds(reader(by_numbers=True).read(text, {})) == ["Fern", "Moss"]
    assert kinds(reader().read(text, {})) == ["Moss", "Fern"]
    assert kinds(reader(by_numbers=True).read('2. I feed "Moss"\nI feed "Fern"', {})) == ["Moss", "Fern"]


def test_what_hangs_on_something_is_chat_where_the_game_says_so() -> None:
    text = 'feed "Bob" if you can'
    assert reader(asides=r"\bif\b|\?").read(text, {}) == []
    (found,) = reader().read(text, {})
    assert isinstance(found, NotUnderstood)
    assert found.kind == "feed"


def test_an_interpreter_may_find_no_certain_meaning() -> None:
    assert kinds(reader().read('feed "grue"', {})) == ["nobody feeds it"]


@pytest.mark.parametrize(
    ("called", "who", "why"),
    [
        ("Ana", "1", ""),
        ("ANA  maria", "2", ""),
        ("a\u200bna", "1", ""),
        ("Bill", "", "more than one person"),
        ("bob", "", "more than one person"),
        ("An\u0430", "", "only looks like"),
        ("Zed", "", "nobody here"),
        ("sam", "sam", ""),
        ("Samuel", "sam", ""),
    ],
)
def test_whom_a_name_means(called: str, who: str, why: str) -> None:
    names = {
        "1": ("Ana",),
        "2": ("Ana Maria",),
        "3": ("Bill",),
        "4": ("BiIl",),
        "5": ("Bob",),
        "6": ("BOB",),
        "sam": ("Samuel",),
    }
    found, reason = names_of(names, "feed").every.who(called)
    assert found == who
    assert reason.startswith(why) if not why else why in reason


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("I feed Evie the Brave", "1"),
        ("I feed @Evie the Brave", "1"),
        ("I feed @evie", "1"),
        ("I feed @Evie_99!", "1"),
        ("I feed Rex", "2"),
        ("I feed @Rex", "more than one person is called Rex or nearly so: mention the one who is meant"),
        ("I feed evie_99", "“evie_99” is nobody's name here"),
        ("I feed @evie_98", "nobody here is called evie_98"),
        ("I feed @ev1e", "ev1e only looks like a name that somebody has: mention the one who is meant"),
    ],
)
def test_names_that_an_account_does_not_show_count_behind_the_sign_alone(text: str, found: str) -> None:
    names = {"1": ("Evie the Brave", "Evie", "evie_99"), "2": ("Rex",), "3": ("Moe", "rex")}
    assert kinds(reader().read(text, names)) == [found]


def test_every_character_of_a_line_is_traced_to_where_it_stood() -> None:
    message = "hi\n🎉 **I** feed\u200b <@12> and @Ana Maria's *dog*, please!"
    lines = lines_of(
        message, {"2": ("ana maria",)}, places="feed", polite=re.compile(r"(?:i )?"), between=None, signs=""
    )
    _, line = lines
    assert line.text == "feed \ue0000\ue001 and \ue0001\ue001's dog"
    assert line.people == ["12", "2"]
    assert line.written(0, 4) == "feed"
    assert line.written(line.text.index("dog"), len(line.text)) == "dog"
    assert message[line.origin(line.text.index("\ue0001")) :].startswith("@Ana")


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("12", 12),
        ("012", 12),
        ("1,200", 1200),
        ("1,20", None),
        ("", None),
        ("-1", None),
        ("1.0", None),
        ("\uff11\uff12", 12),
        ("٣", None),
        ("two", 2),
        ("1" * 5_000, None),
    ],
    ids=lambda value: str(value)[:10],
)
def test_numbers_are_digits_and_what_words_the_game_has(text: str, number: int | None) -> None:
    assert number_of(text, {"two": 2}) == number


def test_plain_text_is_as_long_as_it_was() -> None:
    text = "\uff21\u3000“x”…𝐀½②İ\ue000"
    assert plain(text) == 'A "x"…A½②İ\ufffd'
