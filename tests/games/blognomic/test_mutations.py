"""Two hundred random changes of the ruleset page and of the blog: every figure is that of the rules and votes, or is marked, or told."""

import random
import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import pytest

from tests.games.blognomic.ruleset_stories import PAGE, revision, with_ground
from tests.games.blognomic.stories import gamestate
from tests.games.blognomic.test_leaning import CROWD, FIRST
from tracker.core.gamestate import UNDETERMINED, Gamestate

LOOK = "2019-10-03 12:00:00"
SECTIONS = ("Core Rules", "Special Case", "Appendix")
STATUSES = re.compile(r"\[(?:Active|Inactive)\](?====)")
WORDS = ("not", "all", "twice", "at most", "Admins", "idle", "half", "always")
SENTENCES = (
    "Each Admin's Vote counts as two.",
    "Notwithstanding the rule Votes, nothing is Popular on a Monday.",
    "An hour is 30 minutes.",
    "Idle Castaways count as Castaways.",
    "Colours are nice.",
)
SEEDS = range(100)


@dataclass(frozen=True)
class Changed:
    """A story after a change; ``is_wordy`` where words of the rules are others, ``truth`` where what holds then is known otherwise."""

    story: str
    is_wordy: bool = False
    truth: str = ""


def told(page: str = PAGE, crowd: str = CROWD, more: str = "") -> str:
    later = [revision(2, "2019-10-01 12:00:00", page)] if page != PAGE else []
    return "\n".join([revision(1, "2019-10-01 00:00:00", PAGE), FIRST, *later, more, crowd])


def section_of(chance: random.Random) -> tuple[int, int]:
    """Where the text of one of the three sections begins and ends."""
    title = chance.choice(SECTIONS)
    start = PAGE.index(f"=={title}==") + len(title) + 4
    end = re.compile(r"^==[^=].*==$", re.MULTILINE).search(PAGE, start)
    return start, end.start() if end else len(PAGE)


def sentence_ends(start: int, end: int) -> list[int]:
    return [start + found.end() for found in re.finditer(r"[a-z]\.(?=\s)", PAGE[start:end])]


# --- changes of the page ----------------------------------------------------------------------------------------------


def another_word(chance: random.Random) -> Changed:
    start, end = section_of(chance)
    places = [found.span() for found in re.finditer(r"(?<=[a-z] )[a-z]{3,}(?= [a-z])", PAGE[start:end])]
    first, last = chance.choice(places)
    page = f"{PAGE[: start + first]}{chance.choice(WORDS)}{PAGE[start + last :]}"
    return Changed(told(page), is_wordy=True)


def another_sentence(chance: random.Random) -> Changed:
    at = chance.choice(sentence_ends(*section_of(chance)))
    return Changed(told(f"{PAGE[:at]} {chance.choice(SENTENCES)}{PAGE[at:]}"), is_wordy=True)


def rule_headings(start: int, end: int) -> list[tuple[int, str]]:
    return [
        (start + found.start(), found[0]) for found in re.finditer(r"^===[^=].*===$", PAGE[start:end], re.MULTILINE)
    ]


def new_rule(chance: random.Random) -> Changed:
    at, _ = chance.choice(rule_headings(*section_of(chance)))
    return Changed(told(f"{PAGE[:at]}===Novelty===\n{chance.choice(SENTENCES)}\n\n{PAGE[at:]}"), is_wordy=True)


def removed_rule(chance: random.Random) -> Changed:
    start, end = section_of(chance)
    headings = rule_headings(start, end)
    which = chance.randrange(len(headings))
    stop = headings[which + 1][0] if which + 1 < len(headings) else end
    return Changed(told(PAGE[: headings[which][0]] + PAGE[stop:]))


def rule_moved_to_another_section(chance: random.Random) -> Changed:
    start, end = section_of(chance)
    headings = rule_headings(start, end)
    which = chance.randrange(len(headings) - 1)
    first, stop = headings[which][0], headings[which + 1][0]
    rest, target = PAGE[:first] + PAGE[stop:], "==Dynastic Rules==\n"
    return Changed(told(rest.replace(target, f"{target}\n{PAGE[first:stop]}", 1)))


NUMBERS = {
    "open for voting for at least 48 hours, it has more": (
        "timeout_hours",
        72,
        "open for voting for at least 72 hours, it has more",
    ),
    "fewer than five Castaways": ("dormant_below", 8, "fewer than eight Castaways"),
}


def another_number(chance: random.Random) -> Changed:
    """Without a ground the old number goes on; with one the new one holds."""
    old = chance.choice([each for each in NUMBERS if each in PAGE])
    name, value, new = NUMBERS[old]
    page = PAGE.replace(old, new)
    if chance.random() < 0.5:
        return Changed(told(page))
    return Changed(told(page, more=with_ground(2)), truth=told(more=f"2019-10-01 12:00:00 setting {name} {value}"))


def another_status(chance: random.Random) -> Changed:
    found = chance.choice(list(STATUSES.finditer(PAGE)))
    turned = "[Inactive]" if found[0] == "[Active]" else "[Active]"
    return Changed(told(PAGE[: found.start()] + turned + PAGE[found.end() :]))


def layout_only(chance: random.Random) -> Changed:
    at = chance.choice(sentence_ends(*section_of(chance)))
    return Changed(told(f"{PAGE[:at]}\n{PAGE[at:].lstrip(' ')}" if PAGE[at] == " " else f"{PAGE[:at]} {PAGE[at:]}"))


# --- changes of the blog's shapes -------------------------------------------------------------------------------------

COMMENTS = [line for line in CROWD.strip().splitlines() if " on q" in line]
FILES = {"FOR": "for", "AGAINST": "against", "DEFERENTIAL": "imperial", "VETO": "seal"}


def with_comment(chance: random.Random, shown: Callable[[str, str], str]) -> str:
    """The crowd with one comment's icons shown in another way."""
    line = chance.choice([each for each in COMMENTS if any(vote in each for vote in FILES)])
    head, _, words = line.partition(": ")
    pictures = "".join(shown(vote, FILES[vote]) for vote in words.split())
    return CROWD.replace(line, f"{head} html: <p>{pictures}</p>")


def icon_at_another_address(chance: random.Random) -> Changed:
    folder = chance.choice(["/pictures/", "https://elsewhere.test/vote/", "/images/votes/", "../img/"])
    return Changed(told(crowd=with_comment(chance, lambda _, file: f'<img src="{folder}{file}.gif" alt="{file}">')))


def icon_of_another_kind(chance: random.Random) -> Changed:
    suffix = chance.choice(["png", "svg", "webp"])
    return Changed(
        told(crowd=with_comment(chance, lambda _, file: f'<img src="/images/vote/{file}.{suffix}" alt="{file}">'))
    )


def icon_embedded(chance: random.Random) -> Changed:
    return Changed(
        told(crowd=with_comment(chance, lambda _, file: f'<img src="data:image/gif;base64,R0" alt="{file}">'))
    )


def post_in_no_category(chance: random.Random) -> Changed:
    slug = chance.choice(["q1", "q2", "q3"])
    kind = chance.choice(["none", "Propsal", "Uncategorized"])
    return Changed(told(crowd=CROWD.replace(f"posts {slug} Proposal", f"posts {slug} {kind}")))


PAGE_CHANGES = (
    another_word,
    another_sentence,
    new_rule,
    removed_rule,
    rule_moved_to_another_section,
    another_number,
    another_status,
    layout_only,
)
BLOG_CHANGES = (icon_at_another_address, icon_of_another_kind, icon_embedded, post_in_no_category)


# --- what must hold ---------------------------------------------------------------------------------------------------


def figures(state: Gamestate) -> dict[str, Any]:
    return {
        fact.name: fact.value
        for fact in state.facts
        if fact.name.startswith("matters.") or fact.name in ("players", "quorum")
    }


def marks(state: Gamestate) -> set[str]:
    return {fact.name for fact in state.facts if fact.unverified_since is not None or fact.value == UNDETERMINED}


def subjects_told(state: Gamestate) -> str:
    """What findings and questions say, in which a matter is named by its slug or title."""
    asked = (f"{each.id} {each.text}" for each in state.questions)
    return " ".join([*(f"{each.subject} {each.text}" for each in state.findings if not each.is_note), *asked])


@pytest.mark.parametrize("seed", SEEDS)
def test_no_change_of_the_page_leaves_a_figure_wrong_and_unmarked(seed: int) -> None:
    chance = random.Random(seed)
    change = PAGE_CHANGES[seed % len(PAGE_CHANGES)](chance)
    state, truth = gamestate(change.story, LOOK), figures(gamestate(change.truth or told(), LOOK))
    found = figures(state)
    assert {name for name in truth if found.get(name) != truth[name]} - marks(state) == set()
    if change.is_wordy:
        assert found.keys() - marks(state) == set()


@pytest.mark.parametrize("seed", SEEDS)
def test_no_shape_of_the_blog_hides_a_vote_untold(seed: int) -> None:
    chance = random.Random(seed)
    change = BLOG_CHANGES[seed % len(BLOG_CHANGES)](chance)
    state, truth = gamestate(change.story, LOOK), figures(gamestate(told(), LOOK))
    found, said = figures(state), subjects_told(state)
    wrong = {name for name in truth if found.get(name) != truth[name]} - marks(state)
    # What a post is that is taken for none decides of the whole queue.
    is_queue_told = any(each.code == "VOTES_ON_PLAIN_POST" for each in state.findings)
    assert is_queue_told or {name for name in wrong if name.split(".")[1] not in said} == set()
