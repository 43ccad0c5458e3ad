"""What players of Nomicoup announce: every form of the checklist's grammar, and what must not be taken for one."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.games.chat_corpus import World, figures
from tracker.games.nomicoup.announcements import ACTIONS, FORMS
from tracker.games.nomicoup.game import ACTS
from tracker.mechanics.chat.rows import Act

PLAYERS = [{"id": id, "credits": 7, "hand": ["Duke", "Duke"], "losses_owed": 1} for id in ("ana", "ben", "cy")]
RUNNING = {"players": PLAYERS, "turn": {"player": "ana", "started_at": "2021-08-06T09:00:00Z"}, "status": "running"}
CLAIM = {"player": "ben", "character": "Captain", "at": "2021-08-06T09:00:00Z"}
STEAL = {"actor": "ben", "kind": "Steal", "target": "ana", "announced_at": "2021-08-06T09:00:00Z", "claim": CLAIM}


def world(channel: str = "general", **more: Any) -> World:
    return World("nomicoup", {"channel": channel, "state": {**RUNNING, **more}})


CALM, STOLEN, JUDGE = world(), world(pending=STEAL), world("propositions", candidates=["ana"])
WAITING = World("nomicoup", {"channel": "general", "state": {"players": [{"id": "ben"}]}})
PRIVATE = world("dm")
SAID: list[tuple[World, str, str]] = [
    (CALM, "Start the game", "/start"),
    (WAITING, "I request to become a player", "I join|may I join?|I want to play"),
    (WAITING, 'We (@ana and @bo) request to become a player named "Quartet"', ""),
    (WAITING, 'I confirm "Quartet"', ""),
    (CALM, "I forfeit", "I leave the game|I quit"),
    (CALM, 'I leave the group "Quartet"', 'I leave "Quartet".'),
    (CALM, "I pass", "pass|I end my turn|skip me|PASS!|**pass**"),
    (CALM, "I take Income", "Income|+1 income|I  take  INCOME.|Hi all, I take Income"),
    (CALM, "I take Foreign Aid", "Foreign aid|FA"),
    (CALM, "I Coup @ben", "Coup ben|I launch a coup against ben|I perform Coup on ben"),
    (CALM, "As Duke, I Tax", "As Duke, I tax|I tax as Duke|Tax, claiming Duke|Tax (Duke)"),
    (CALM, "I Tax", "Tax|I take tax"),
    (CALM, "As Assassin, I Assassinate @ben", ""),
    (CALM, "I Assassinate @ben", "I assassinate ben"),
    (CALM, "As Captain, I Steal from @ben", ""),
    (CALM, "I Steal from @ben", "steal from ben"),
    (CALM, "I Steal 1 from @ben", "I steal 1 from ben"),
    (CALM, "As Ambassador, I Exchange", ""),
    (CALM, "I Exchange", "I exchange cards"),
    (STOLEN, "I counter with Tarif as Duke", "Counteraction: Tarif (Duke)|I block the foreign aid as Duke"),
    (STOLEN, "I counter with Defend as Captain", "I block as Captain|Defend"),
    (STOLEN, "I counter with Support as Ambassador", "I block as Ambassador|Support"),
    (STOLEN, "I counter with Acquittal as Contessa", "I block as Contessa|Acquittal"),
    (STOLEN, "I challenge @ben", "I call ben's bluff"),
    (STOLEN, "I challenge @ben on Captain", "challenge ben's Captain"),
    (PRIVATE, "I show Duke", "reveal Duke"),
    (PRIVATE, "I decline to show", "I decline to show."),
    (PRIVATE, "discard Duke", "lose Duke|I lose my Duke|Discard Duke."),
    (PRIVATE, "return Duke and Captain", "return Duke, Captain"),
    (PRIVATE, "keep Duke and Contessa", "keep Duke, Contessa"),
    (PRIVATE, "hand", "Hand|my hand"),
    (CALM, "I add myself to the Judge candidates", "add me as a judge candidate"),
    (CALM, "I remove myself from the Judge candidates", ""),
    (CALM, "Clarification: Does it?", "I raise a clarification: Does it?"),
    (JUDGE, "Suggestion: It does.", ""),
    (JUDGE, "Suggestion 3: It does.", ""),
    (CALM, "I defer", "I don't wish to make a suggestion"),
    (CALM, 'I title rule 7 "Banking"', 'I title rule 7 "Banking".'),
    (CALM, "Win: @ana (why)", "Win: @ana  (why)"),
]


def heard(world: World, line: str) -> list[Act]:
    return [each for each in world.heard(line) if isinstance(each, Act)]


@pytest.mark.parametrize(("world", "canonical", "others"), SAID, ids=[canonical for _, canonical, _ in SAID])
def test_every_form_of_the_grammar_is_read(world: World, canonical: str, others: str) -> None:
    (meant,) = heard(world, canonical)
    assert meant.said == canonical
    for other in filter(None, others.split("|")):
        (found,) = heard(world, other)
        assert world.means(found, meant), other


def test_every_kind_of_announcement_has_somebody_who_carries_it_out() -> None:
    assert {"act" if kind in ACTIONS else kind for kind in FORMS} <= set(ACTS)


def test_most_is_understood_nothing_is_misread_and_talk_is_left_alone() -> None:
    found = figures("nomicoup")
    action, unclear, talk = (found[sort] for sort in ("action", "unclear", "talk"))
    understood = action["done"] + action["suggested right"] + action["left alone"]
    assert understood >= 0.85 * action.total()
    assert not action["misread"] + unclear["misread"] + talk["misread"]
    assert talk["talk answered"] <= 0.02 * talk.total()


@pytest.mark.parametrize(
    "text",
    """ben should pass and forfeit|I'm not going to give up and forfeit|Why would ben pass and forfeit
You could pass and forfeit|I forfeit then?|Income then?|I won't tax and steal from ben|If ben passes then I tax
ben took income and tax|I already took income and tax|So I coup ben then?|maybe I tax then steal from ben|I tax and steal from ben?
> I take Income|~~I take Income~~|Should I take Income?|I take Income tomorrow|I take Income not""".replace(
        "\n", "|"
    ).split("|"),
)
def test_what_turns_or_quotes_a_sentence_makes_it_no_announcement(text: str) -> None:
    assert heard(CALM, text) == []


def test_of_several_announcements_each_is_heard_in_its_order() -> None:
    kinds = [each.fields["action"] for each in heard(CALM, "I take Income and Foreign Aid.")]
    assert kinds == ["Income", "Foreign Aid"]


@given(
    st.lists(
        st.sampled_from(
            [*'aI .,:;?!"()@~|`*\n0', "Duke", "Coup", "challenge", " and ", "ben", "Clarification:", "\ue000", "٣"]
        )
    )
)
def test_whatever_is_written_nothing_is_raised(parts: list[str]) -> None:
    assert all(each.kind in ACTS for each in heard(STOLEN, "".join(parts)))
