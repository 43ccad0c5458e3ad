"""Secret actions: the hash that a message bears, and the readings of a text that are tried for it."""

import hashlib
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tracker.mechanics.secret_actions import (
    MOST_SOURCES,
    hash_fault,
    hashes_in,
    nearest,
    revealed,
    sha256_of,
)

HASH = hashlib.sha256(b"Bid 20").hexdigest()
OTHER = hashlib.sha256(b"Bid 21").hexdigest()


def hash_of(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


@pytest.mark.parametrize(
    "text",
    [
        HASH,
        f"Bid: {HASH}",
        f"Bid: `{HASH}`",
        f"```\n{HASH}\n```",
        f"bid sha256:{HASH}",
        f"SHA-256 {HASH.upper()}.",
        f"**{HASH}** and some text",
        f"Bid {HASH} (again: {HASH.upper()})",
        f"_{HASH}_",
    ],
)
def test_a_hash_is_found_in_every_dress(text: str) -> None:
    assert (hashes_in(text), hash_fault(text)) == ((HASH,), "")


@pytest.mark.parametrize(
    ("text", "found", "fault"),
    [
        ("Bid 20 on lot 1", (), "no hash"),
        (f"{HASH} {OTHER}", (HASH, OTHER), "2 different hashes"),
        (HASH[:63], (), "this one 63"),
        (HASH + "0", (), "this one 65"),
        (f"Bid: {HASH[:32]} {HASH[32:]}", (), "blanks"),
        (f"Bid: {HASH[:8]}\n{HASH[8:40]}\n{HASH[40:]} thanks", (), "blanks"),
        (f"a bad {HASH[:32]}\u200b{HASH[32:]} add", (), "invisible"),
        (f"{HASH[:63]}g", (), "no hash"),
        (f"x{HASH}", (), "no hash"),
        ("\uff10" * 64, (), "no hash"),
    ],
)
def test_what_is_no_hash_says_why(text: str, found: tuple[str, ...], fault: str) -> None:
    assert hashes_in(text) == found
    assert fault in hash_fault(text)


@pytest.mark.parametrize(
    ("message", "text", "how"),
    [
        ("Bid 20", "Bid 20", "the message as it is"),
        ("Reveal: Bid 20", "Bid 20", 'what follows "Reveal:"'),
        ("Reveal:Bid 20", "Bid 20", 'what follows "Reveal:"'),
        ("I reveal Bid 20", "Bid 20", 'what follows "Reveal:"'),
        ("Revealing my bid: Bid 20", "Bid 20", 'what follows "Reveal:"'),
        ("**Reveal:** Bid 20", "Bid 20", 'what follows "Reveal:"'),
        ("REVEALING:\nBid 20\nsalt: x", "Bid 20\nsalt: x", 'what follows "Reveal:", trimmed'),
        ("Reveal: `Bid 20`", "Bid 20", "the content of a code span"),
        ("Reveal ``Bid `20` ``", "Bid `20` ", "the content of a code span"),
        ("```Bid 20```", "Bid 20", "the content of a code block"),
        ("```\nBid 20\n```", "Bid 20", "the content of a code block"),
        ("```\nBid 20\n```", "Bid 20\n", "the content of a code block"),
        ("```text\nBid 20\nsalt\n```", "Bid 20\nsalt", "the content of a code block"),
        ("```text\nBid 20\n```", "text\nBid 20\n", "the content of a code block"),
        ("```\n  Bid 20\n```", "  Bid 20", "the content of a code block"),
        ("one `wrong` two `Bid 20`", "Bid 20", "the content of a code span"),
        ("Reveal:\n```\nBid 20\n```\nsalted", "Bid 20", "the content of a code block"),
        (" Bid 20 ", "Bid 20", "the message as it is, trimmed"),
        ("Bid 20", "Bid 20\n", "the message as it is, trimmed plus LF"),
        ("Bid 20", "Bid 20\r\n", "the message as it is, trimmed plus CRLF"),
        ("Bid 20\nsalt", "Bid 20\r\nsalt", "the message as it is, with CRLF line ends"),
        (
            "Reveal: Bid 20\nsalt",
            "Bid 20\r\nsalt\r\n",
            'what follows "Reveal:", trimmed plus CRLF, with CRLF line ends',
        ),
        ("Reveal: Bid 20", "Bid 20\n", 'what follows "Reveal:", trimmed plus LF'),
        ("`Bid 20`", "Bid 20\r\n", "the content of a code span, trimmed plus CRLF"),
        ("Reveal: Bíd 20 ♠", "Bíd 20 ♠", 'what follows "Reveal:"'),
    ],
)
def test_every_reading_of_a_reveal(message: str, text: str, how: str) -> None:
    match = revealed(message, hash_of(text).upper())
    assert match is not None
    assert (match.how, match.text) == (how, text)


def test_the_message_as_it_is_comes_first() -> None:
    match = revealed("Reveal: x", hash_of("Reveal: x"))
    assert match is not None
    assert match.how == "the message as it is"


@pytest.mark.parametrize("message", ["", "Bid  20", "bid 20", "Bid 20.", "Reveal:", "Hand: x", "``` ```", "`"])
def test_another_text_is_no_reveal(message: str) -> None:
    assert revealed(message, HASH) is None


@pytest.mark.parametrize(
    ("message", "text", "change"),
    [
        ("Bid  20  now", "Bid 20 now", "every run of blanks is one blank"),
        ("Bid 20  \nnow", "Bid 20\nnow", "blanks at the ends of lines are left out"),
        ("Bid 20\nnow", "Bid 20 now", "line ends are blanks"),
        ("Bid\n\n20", "Bid\n20", "empty lines are left out"),
        ("Bid \u201c20\u201d", 'Bid "20"', "quotes are straight"),
        ("Bid 20 \u2014 now", "Bid 20 - now", "dashes are hyphens"),
        ("Bid\u200b 20", "Bid 20", "what nobody sees is left out"),
        ("Bíd".encode().decode(), "Bi\u0301d", "letters are decomposed"),
        ("Bid *20*", "Bid 20", "emphasis is left out"),
        ("Bid \\#20", "Bid #20", "backslashes before marks are left out"),
        ('Reveal: "Bid 20"', "Bid 20", "quotes around it are left out"),
        ("Bid 20.", "Bid 20", "the last full stop is left out"),
        ("Bid 20", "Bid 20.", "a full stop stands at the end"),
        ("BID 20", "bid 20", "all letters are small"),
        ("Bid 20\r\nnow", "Bid 20\nnow", "line ends are LF"),
    ],
)
def test_a_small_change_that_would_do_is_named_but_is_no_reveal(message: str, text: str, change: str) -> None:
    assert revealed(message, hash_of(text)) is None
    assert nearest(message, hash_of(text)).startswith("the hash is that of")
    assert nearest(message, hash_of(text)).endswith(f"if {change}")


def test_else_what_was_tried_is_named() -> None:
    said = nearest("Reveal: `x`", HASH)
    assert said.startswith(
        'tried: the message as it is, what follows "Reveal:", the content of a code span; each as it stands'
    )


def test_half_a_surrogate_pair_has_a_hash_too() -> None:
    assert revealed("\ud800", sha256_of("\ud800")) is not None


def test_hostile_messages_are_read_at_once() -> None:
    hostile = [
        "`a` " * 1000,
        "`" * 4000,
        "``a` " * 800,
        "reveal " * 600,
        "```" * 1300,
        "a " * 2000,
        " " * 4000 + "a",
        "a" + "\n" * 4000 + "a",
        "reveal" + "*" * 4000,
    ]
    start = time.process_time()
    for text in hostile:
        assert revealed(text, HASH) is None
        assert nearest(text, HASH).startswith("tried")
        assert hash_fault(text)
    assert time.process_time() - start < 5


def test_of_very_many_pieces_of_code_the_first_are_tried() -> None:
    assert revealed("`x`" + " `a`" * MOST_SOURCES, hash_of("x")) is not None
    assert revealed("`a` " * MOST_SOURCES + "`x`", hash_of("x")) is None


@given(st.text(max_size=40), st.sampled_from(["{}", "Reveal: {}", "```\n{}\n```", "  {}\n"]))
def test_a_text_shown_as_it_was_is_a_reveal_that_has_the_hash(text: str, form: str) -> None:
    shown = form.format(text)
    for hidden in (shown, text.strip(), text.strip() + "\n"):
        if "`" in text or "reveal" in text.lower():
            continue
        match = revealed(shown, sha256_of(hidden))
        assert match is not None
        assert sha256_of(match.text) == sha256_of(hidden)
