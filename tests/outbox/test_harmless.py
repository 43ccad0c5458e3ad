"""Text from outside in a chat: what would call, link or mark up is broken, what people wrote stays readable."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tracker.outbox.harmless import DISCORD_LENGTH, disarmed, fitting, unmarked


@pytest.mark.parametrize(
    ("text", "harmless"),
    [
        ("@everyone wake up", "@ everyone wake up"),
        ("@here", "@ here"),
        ("<@123> <@!123> <@&9> <#45>", "‹@ 123› ‹@ !123› ‹@ &9› ‹#45›"),
        ("<t:0:R> </boom:1> <:smile:2> <!here>", "‹t:0:R› ‹/boom:1› ‹:smile:2› ‹!here›"),
        ("[free](https://evil.example)", "[free] (https: //evil.example)"),
        ("join discord.gg/abc", "join discord . gg/abc"),
        ("mail ada@example.org", "mail ada@ example.org"),
        ("a @ b", "a @ b"),
        ("half \ud83d", "half \ufffd"),
        ("give \u202e5 chips\u2066 \u200fto\u061c", "give \ufffd5 chips\ufffd \ufffdto\ufffd"),
        ("2 for, 1 against", "2 for, 1 against"),
    ],
)
def test_what_calls_or_links_is_broken_visibly(text: str, harmless: str) -> None:
    assert disarmed(text) == harmless


@pytest.mark.parametrize(
    ("text", "escaped"),
    [
        ("dry_socks *now* ||spoiler|| ~~no~~ `x`", r"dry\_socks \*now\* \|\|spoiler\|\| \~\~no\~\~ \`x\`"),
        ("# Big", r"\# Big"),
        ("-# small", r"\-# small"),
        ("1. one", r"1\. one"),
        ("- item\n  # Big", "\\- item\n  \\# Big"),
        (r"\_", r"\\\_"),
        ("10 - 3", "10 - 3"),
    ],
)
def test_markup_is_shown_as_it_was_written(text: str, escaped: str) -> None:
    assert unmarked(text) == escaped


def test_disarming_twice_is_disarming_once() -> None:
    for text in ("@everyone", "[a](b)", "http://x", "<@1>", "discord.gg/x"):
        assert disarmed(disarmed(text)) == disarmed(text)


@given(st.text(st.sampled_from("@everyonh<>#!&0:/]([)tdiscrg. \\_*\ud800🎲\n"), max_size=200))
def test_nothing_that_calls_or_links_gets_through(text: str) -> None:
    sent = unmarked(disarmed(text))
    assert not re.search(r"@\S|<|>|\]\(|://|[\ud800-\udfff]", sent)
    assert len(fitting(sent, DISCORD_LENGTH).encode("utf-16-le")) // 2 <= DISCORD_LENGTH


def test_a_cut_leaves_no_backslash_alone() -> None:
    assert fitting("\\_" * 10, 6) == "\\_\\_…"
    assert fitting("short", 6) == "short"
