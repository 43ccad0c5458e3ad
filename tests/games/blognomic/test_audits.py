"""What the audits show of texts: orphan variables of the seed, duties of admins, pages that revert, and no Traitor at all."""

from collections.abc import Mapping
from datetime import UTC, datetime, timedelta

import pytest

from tests.games.blognomic.stories import folded, gamestate, said
from tests.games.blognomic.test_reset import SEED
from tests.games.blognomic.test_switches import page
from tracker.games.blognomic.appendix.duties import delayed_steps, own_enactment, place_of_new_rules, revision_at
from tracker.games.blognomic.game import GAME
from tracker.games.blognomic.law import Law
from tracker.games.blognomic.moment import Moment
from tracker.games.blognomic.special_case.orphans import Wording, barred_uses, is_placed, value_read, variables_in
from tracker.render.pages import render_regions

ROSTER = "2019-10-01 00:00:00 roster Wes!* Ada* Bo Cy Di"
WITH_PAGE = f"{ROSTER}\n{page('2019-10-01 01:00:00', 1, SEED)}"
NOON = datetime(2019, 10, 1, 12, tzinfo=UTC)
LAW = Law(NOON, {})


def pages_of(story: str, when: str) -> dict[str, str]:
    return {region.region: region.text for region in render_regions(GAME.pages(gamestate(story, when), {}))}


# --- orphan variables -------------------------------------------------------------------------------------------------


def test_hunger_is_the_seeds_only_orphan() -> None:
    told = said(WITH_PAGE, "2019-10-01 12:00:00")
    assert [fact["value"] for fact in told["facts"] if fact["name"] == "orphan_variables"] == [{"Hunger": 0}]
    assert value_read(LAW) == 0


@pytest.mark.parametrize(
    ("sentence", "is_orphan"),
    [
        ("A Castaway may lose 2 Luck.", True),
        ("Each Castaway has a Luck, tracked in the GNDT. A Castaway may lose 2 Luck.", False),
        ("Luck is equal to the number of shelters. A Castaway may lose 2 Luck.", False),
        ("A Castaway may lose 2 Luck. Luck is recorded on the wiki.", False),
        ("A Castaway loses X Luck, where Luck is the size of the moon.", False),
    ],
)
def test_variable_without_place_or_formula_is_an_orphan(sentence: str, is_orphan: bool) -> None:
    wording = Wording.of_law(LAW)
    [(name, sentences)] = variables_in([sentence], wording).items()
    assert name == "Luck"
    assert is_placed(name, sentences, wording) is not is_orphan


def test_people_are_no_variables() -> None:
    assert variables_in(["Set an Exhausted Castaway's Date to zero and gain 2 Weatherman."], Wording.of_law(LAW)) == {}


def test_only_uses_that_hang_on_the_value_are_barred() -> None:
    sentences = ("You may spend 1 Hunger to rest.", "If their Hunger is 3 they sleep.", "Red Cap: Lose 1 Hunger.")
    assert barred_uses(sentences, "Hunger") == list(sentences[:2])


# --- what an admin must mind ------------------------------------------------------------------------------------------


def test_rules_that_speak_of_resolution_are_duties_of_the_resolving_admin() -> None:
    duties = gamestate(WITH_PAGE, "2019-10-01 12:00:00").detail.duties
    assert [duty.text.partition(":")[0] for duty in duties] == ["Revelation"]
    assert duties[0].clause == "BN-248"
    assert "Duties of whoever resolves a matter" in pages_of(WITH_PAGE, "2019-10-01 12:00:00")["state_of_play"]
    assert "Duties of whoever" not in pages_of(ROSTER, "2019-10-01 12:00:00")["state_of_play"]


def test_new_rule_goes_after_the_last_dynastic_one() -> None:
    done = folded(WITH_PAGE, "2019-10-01 12:00:00")
    text = place_of_new_rules(Moment.at(done.state, done.as_of, {}), "Add a rule “Storms”: It rains.")
    assert "go to the end of the Dynastic Rules, after Revelation, which is the last one at revision 1: " in text
    assert "(Storms)" in text


def test_page_reverts_to_the_revision_of_the_submission() -> None:
    seen = [(NOON, 7), (NOON + timedelta(hours=1), 8)]
    assert revision_at(seen, NOON - timedelta(seconds=1)) is None
    assert revision_at(seen, NOON) == 7
    assert revision_at(seen, NOON + timedelta(hours=2)) == 8


def test_submission_time_decides_what_a_flag_says() -> None:
    story = f"""
    {ROSTER}
    2019-10-01 10:00:00 Bo posts p1 Proposal "Proposal: Wall" body: The wiki page “Wall” is gamestate. Add a rule.
    2019-10-01 10:30:00 json {{"kind": "page_revision", "page": "Wall", "revision": 5, "parent": 0, "editor": "Bo", "summary": "", "text": "x"}}
    2019-10-01 11:00:00 Cy posts p2 Proposal "Proposal: Wall 2" body: The wiki page “Wall” is gamestate. Add a rule.
    """
    flags = {
        matter.slug: [flag.text for flag in matter.flags if flag.code == "REVERTS_TO"]
        for matter in gamestate(story, "2019-10-01 12:00:00").detail.matters
    }
    assert flags["p1"][0].endswith("Wall to a blank page")
    assert flags["p2"][0].endswith("Wall to revision 5")


@pytest.mark.parametrize(
    "text",
    [
        "Whenever a proposal is enacted, cheer.",
        "Authors of enacted Proposals gain 1 SP.",
        "If a proposal passes, rest.",
    ],
)
def test_what_is_said_of_enactment_is_told(text: str) -> None:
    assert own_enactment(text)
    assert not own_enactment(f"{text} This applies to this proposal's own enactment.")


@pytest.mark.parametrize(
    ("text", "steps"),
    [
        (
            "Two days after this proposal enacts, pokes gains 1 SP.",
            "Two days after this proposal enacts, pokes gains 1 SP",
        ),
        ("Tomorrow Bo rests.", "Tomorrow Bo rests"),
        ("Bo gains 1 SP.", ""),
        ("A plant grows for three days.", ""),
    ],
)
def test_delayed_steps_are_ignored(text: str, steps: str) -> None:
    assert delayed_steps(text) == (f"cannot be applied at once, so it is ignored: {steps}" if steps else "")


# --- fair play on the pages -------------------------------------------------------------------------------------------


def test_failed_declarations_are_listed_beside_the_third() -> None:
    story = [ROSTER]
    for number, day in ((1, 1), (2, 8), (3, 15)):
        story += [
            f'2019-10-{day:02} 01:00:00 Bo posts d{number} "Declaration of Victory" "Declaration of Victory: Try {number}"',
            *(f"2019-10-{day:02} 02:00:00 {name} on d{number}: AGAINST" for name in ("Wes", "Ada", "Cy")),
            f'2019-10-{day:02} 13:00:00 d{number} Failed by Ada "1-3"',
        ]
    board = gamestate("\n".join(story), "2019-10-15 13:00:00").detail
    told = {
        matter.slug: [flag.text for flag in matter.flags if flag.code == "EARLIER_DECLARATIONS"]
        for matter in board.resolved
    }
    assert told["d1"] == []
    assert told["d3"][0].count("failed 1-3 on") == 3


# --- the Traitor ------------------------------------------------------------------------------------------------------


def traitors_in(pages: Mapping[str, str]) -> list[str]:
    """Every line of the pages that speaks of the Traitor."""
    return [line for text in pages.values() for line in text.splitlines() if "raitor" in line]


def test_tracker_holds_and_shows_no_traitor() -> None:
    silent = f"""
    {ROSTER}
    2019-10-01 10:00:00 Bo posts p1 Proposal "Proposal: Dry Socks"
    """
    story = f"""
    {silent}
    2019-10-01 11:00:00 Cy on p1: I am the Traitor
    2019-10-01 11:30:00 Wes posts n1 none "News" body: I have told Cy to be the Traitor.
    """
    when = "2019-10-01 12:00:00"
    done = folded(story, when)
    assert "raitor" not in str(said(story, when)["gamestate"])
    # That there may be one stands in the rules: what anybody may try is shown for everybody, whoever it is.
    assert traitors_in(pages_of(story, when)) == traitors_in(pages_of(silent, when))
    assert all("raitor" not in str(person) for person in done.state.people.values())
