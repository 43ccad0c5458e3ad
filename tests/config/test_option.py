"""Options: every kind of value is read from text or refused with what is allowed."""

import pytest

from tracker.config.option import KINDS, PARSERS, Option, options_of
from tracker.config.settings import SECTIONS, BlogSettings


@pytest.mark.parametrize(
    ("kind", "text", "value"),
    [
        ("text", "  two   words ", "two words"),
        ("integer", "7", 7),
        ("number", "0.5", 0.5),
        ("flag", "Yes", True),
        ("flag", "off", False),
        ("url", "", ""),
        ("url", "https://example.org/a?b=c", "https://example.org/a?b=c"),
        ("urls", "https://a.org\n  http://b.org/c\n", ("https://a.org", "http://b.org/c")),
        ("lines", "open\nin queue", ("open", "in queue")),
        ("pairs", "for.gif = FOR\nagainst.gif=AGAINST", {"for.gif": "FOR", "against.gif": "AGAINST"}),
        ("month", "2019-10", "2019-10"),
        ("month", "", ""),
    ],
)
def test_each_kind_is_read(kind: str, text: str, value: object) -> None:
    assert Option(kind, "").parse(text) == value


@pytest.mark.parametrize(
    ("kind", "text"),
    [
        ("integer", "7.5"),
        ("integer", "seven"),
        ("number", "inf"),
        ("number", "nan"),
        ("flag", "perhaps"),
        ("url", "ftp://example.org"),
        ("url", "example.org"),
        ("url", "https://me:secret@example.org"),
        ("url", "https://"),
        ("urls", "https://a.org\nb"),
        ("pairs", "for.gif"),
        ("pairs", "a = 1\na = 2"),
        ("pairs", "= 1"),
        ("month", "2019-13"),
        ("month", "October"),
    ],
)
def test_what_is_not_of_a_kind_is_refused(kind: str, text: str) -> None:
    with pytest.raises(ValueError, match=r"."):
        Option(kind, "").parse(text)


@pytest.mark.parametrize(("text", "is_allowed"), [("0", False), ("1", True), ("5", True), ("6", False)])
def test_bounds_are_allowed_themselves(text: str, is_allowed: bool) -> None:
    bounded = Option("integer", "", minimum=1, maximum=5)
    assert bounded.allowed == "a whole number from 1 to 5"
    if is_allowed:
        assert bounded.parse(text) == int(text)
    else:
        with pytest.raises(ValueError, match=r"less|more"):
            bounded.parse(text)


def test_only_choices_are_allowed_where_there_are_some() -> None:
    chosen = Option("text", "", choices=("plan", "apply"))
    assert chosen.allowed == "plan, apply"
    assert chosen.parse("apply") == "apply"
    with pytest.raises(ValueError, match="'Apply' is none of plan, apply"):
        chosen.parse("Apply")


def test_a_fields_default_is_what_its_text_stands_for() -> None:
    assert options_of(BlogSettings)["open_statuses"].default == "open"
    assert BlogSettings().open_statuses == ("open",)


def test_every_kind_has_a_parser_and_a_name() -> None:
    used = {item.kind for section in SECTIONS.values() for item in options_of(section).values()}
    assert used <= set(PARSERS)
    assert set(PARSERS) == set(KINDS)
