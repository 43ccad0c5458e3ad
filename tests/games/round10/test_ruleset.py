"""The ruleset page in replays (law 7): values hold from their revision, reworded rules are in doubt until a person confirms."""

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest

from tests.games.chat_stories import told
from tracker.app.asking.replay import replay_records
from tracker.core.fold import Folded, fold
from tracker.core.gamestate import Gamestate
from tracker.core.instants import parse_instant
from tracker.core.observation import ArchivedObservation, observation_from_record
from tracker.games.chat_game.state import ChatState
from tracker.games.round10.game import GAME
from tracker.games.round10.state import Round10
from tracker.mechanics.ruleset.ruleset_codes import codes as codes_of
from tracker.render.pages import render_regions

PAGE = (Path(__file__).parents[2] / "rulesets" / "round-10.wikitext").read_text(encoding="utf-8")
JOINED = "2021-08-01 10:00:00 ana in game-actions m1: I join the game"
FIRST = "2021-08-01 12:00:00"
SECOND = "2021-08-04 12:00:00"
LATE = "2021-08-10 12:00:00"
"""After the grant of the week that follows the second revision."""
OF_PHASES = {f"R10-{number:03}" for number in range(12, 16)}
CONFIRM_PHASES = "confirm-rule:Info/Phases"


def replaced(before: str, after: str, page: str = PAGE) -> str:
    assert before in page
    return page.replace(before, after)


REWORDED = replaced("Each week is divided into", "Each week is split into")
RICHER = replaced("gains 100 chips", "gains 120 chips")


def revision(number: int, when: str, text: str, page: str = "Round 10/Ruleset") -> str:
    row = {"kind": "page_revision", "page": page, "revision": number, "parent": number - 1, "editor": "Bo"}
    return f"{when} json {json.dumps({**row, 'id': f'revision:{page}:{number}', 'summary': '', 'text': text})}"


def story(*lines: str) -> str:
    return "\n".join([JOINED, *lines])


def two(first: str, second: str, *more: str) -> str:
    """A story in which the page reads so and, from Wednesday noon on, so."""
    return story(revision(1, FIRST, first), revision(2, SECOND, second), *more)


def confirmed(when: str, question: str = CONFIRM_PHASES, answer: str = "yes") -> str:
    return f'{when} decide {question} {answer} by ana because "I read both"'


def at(text: str, when: str = LATE) -> dict[str, Any]:
    """What the replay of a story prints of one instant."""
    stamp = when.replace(" ", "T") + "Z"
    printed: dict[str, Any] = replay_records("round10", told(text, "round10"), [stamp])["instants"][stamp]
    return printed


def chips(printed: Mapping[str, Any]) -> int:
    return int(printed["gamestate"]["players"]["ana"]["chips"])


def found(printed: Mapping[str, Any], code: str) -> list[dict[str, Any]]:
    return [each for each in printed["findings"] if each["code"] == code]


def codes(printed: Mapping[str, Any]) -> set[str]:
    """The codes of what is said of the page."""
    return {each["code"] for each in printed["findings"]} & set(codes_of("R10-096"))


def asked(printed: Mapping[str, Any], id: str = CONFIRM_PHASES) -> dict[str, Any] | None:
    return next((each for each in printed["questions"] if each["id"] == id), None)


def unverified(printed: Mapping[str, Any]) -> dict[str, str]:
    return {each["name"]: each["unverified_since"] for each in printed["facts"] if "unverified_since" in each}


def folded(text: str, when: str = LATE, read: Sequence[str] = ("page_revision",)) -> Folded[ChatState[Round10]]:
    """The fold of a story; what is of the kinds ``read`` was read before."""
    seen = [observation_from_record(each) for each in told(text, "round10")]
    rows = [
        ArchivedObservation(number, each, readings=GAME.read(each) if each.kind in read else None)
        for number, each in enumerate(seen, start=1)
    ]
    return fold(GAME, rows, parse_instant(when.replace(" ", "T") + "Z"))


def gamestate(text: str, when: str = LATE, read: Sequence[str] = ("page_revision",)) -> Gamestate:
    """What holds then, with what its pages show."""
    made = folded(text, when, read)
    return GAME.view(made.state, made.as_of, made.seq, made.context)


# --- what is no change


def test_the_known_page_changes_nothing() -> None:
    without, seen = at(JOINED), at(story(revision(1, FIRST, PAGE)))
    assert seen["gamestate"] == without["gamestate"]
    assert (codes(seen), unverified(seen), seen["questions"]) == (set(), {}, without["questions"])


def test_layout_is_no_change() -> None:
    laid_out = replaced("gains 100 chips", "gains '''100'''   [[chips|chips]]<!-- of clay -->")
    laid_out = replaced('"game action"', "“game action”", replaced("\n\nThe Auction", "\n* The Auction", laid_out))
    laid_out = f"=The rules of the day=\n{laid_out}\n[[Category:Rules]]\n"
    seen = at(two(PAGE, laid_out))
    assert (chips(seen), codes(seen), unverified(seen)) == (200, set(), {})


def test_another_page_is_not_followed() -> None:
    seen = at(story(revision(1, FIRST, PAGE), revision(2, SECOND, RICHER, page="Ruleset/Draft")))
    assert (chips(seen), codes(seen)) == (200, set())
    moved = story(f'{FIRST} set ruleset_page = "House rules"', revision(1, SECOND, RICHER, page="house_rules"))
    assert chips(at(moved)) == 220


def test_a_reading_is_made_once_and_gives_the_same() -> None:
    text = two(PAGE, REWORDED)
    kept, anew = gamestate(text), gamestate(text, read=())
    assert kept.record() == anew.record()
    (row, *_) = [each for each in told(text, "round10") if each["kind"] == "page_revision"]
    reading = GAME.read(observation_from_record(row))
    assert reading == json.loads(json.dumps(reading))
    other = observation_from_record({**row, "page": "Talk"})
    assert GAME.read(other) is None


def test_the_order_in_which_revisions_were_learned_is_nothing() -> None:
    lines = [revision(1, FIRST, PAGE), revision(2, SECOND, REWORDED), revision(3, "2021-08-05 12:00:00", RICHER)]
    assert at(story(*reversed(lines))) == at(story(*lines))


def test_the_known_values_leave_the_law_the_usual_one() -> None:
    page_values = folded(two(PAGE, PAGE)).state.page_values
    assert page_values == {}
    assert folded(two(PAGE, RICHER)).state.page_values == {"chips_per_auction_phase": 120}


# --- values


def test_a_number_holds_from_its_revision_on() -> None:
    seen = at(two(PAGE, RICHER))
    assert chips(seen) == 220
    (note,) = found(seen, "NUMBER_CHANGED")
    assert note["clause"] == "R10-015"
    assert note["observations"] == ["revision:Round 10/Ruleset:2"]
    assert note["text"].startswith("chips_per_auction_phase was 100 and is 120 by revision 2 of the ruleset page (Bo)")
    assert (codes(seen), unverified(seen), asked(seen)) == ({"NUMBER_CHANGED"}, {}, None)
    assert chips(at(two(PAGE, RICHER), "2021-08-03 00:00:00")) == 100


def test_an_earlier_instant_is_told_as_it_was_then() -> None:
    before = at(two(PAGE, RICHER), "2021-08-04 11:59:59")
    assert (chips(before), codes(before)) == (100, set())


def test_the_operators_setting_goes_before_the_page() -> None:
    seen = at(two(PAGE, RICHER, "2021-08-05 00:00:00 set chips_per_auction_phase = 110"))
    assert chips(seen) == 210
    (differs,) = found(seen, "NUMBER_DIFFERS")
    assert "the ruleset says 120" in differs["text"]
    assert "the setting chips_per_auction_phase says 110" in differs["text"]


def test_a_number_that_is_put_back_is_noted_once() -> None:
    seen = at(two(PAGE, RICHER, revision(3, "2021-08-05 12:00:00", PAGE)))
    assert chips(seen) == 200
    (note,) = found(seen, "NUMBER_CHANGED")
    assert "was 120 and is 100 again, as before revision 2," in note["text"]


def test_a_value_that_the_game_cannot_use_is_in_doubt_and_the_one_before_holds() -> None:
    seen = at(two(PAGE, replaced("2 lots for every 3 players", "2 lots for every 0 players")))
    (changed,) = found(seen, "CLAUSE_CHANGED")
    assert (
        "players_per_group can no longer be read: 0 cannot be its value: allowed are whole numbers from 1 to"
        in changed["text"]
    )
    assert seen["gamestate"]["lots_required"] == 10


@pytest.mark.parametrize(
    ("before", "after", "name", "told_of"),
    [
        ("| 6 || 50 chips", "| 6 || 75 chips", "prizes", "6 = (chips 75)"),
        ("|-\n| 20 || King\n", "|-\n| 20 || King\n|-\n| 21 || Emperor\n", "ranks", "21 = Emperor"),
        ("Swords, Cups, Coins, Clubs || Spanish", "Swords, Cups || Spanish", "traditions", "Spanish = Swords, Cups"),
    ],
)
def test_a_table_is_followed(before: str, after: str, name: str, told_of: str) -> None:
    seen = at(two(PAGE, replaced(before, after)))
    (note,) = found(seen, "NUMBER_CHANGED")
    assert note["text"].startswith(f"{name} was ")
    assert told_of in note["text"]
    assert codes(seen) == {"NUMBER_CHANGED"}


def test_a_table_with_a_row_of_another_form_is_in_doubt() -> None:
    seen = at(two(PAGE, replaced("| 6 || 50 chips\n", "| 6 || 50 chips and a cake\n")))
    (changed,) = found(seen, "CLAUSE_CHANGED")
    assert "Auctions › Prizes reads differently since 2021-08-04 12:00:00 UTC" in changed["text"]
    assert asked(seen, "confirm-rule:Auctions/Prizes") is not None


# --- words


def test_a_reworded_rule_is_in_doubt_until_a_person_confirms() -> None:
    seen = at(two(PAGE, REWORDED))
    (changed,) = found(seen, "CLAUSE_CHANGED")
    question = asked(seen)
    assert question is not None
    assert changed["text"] == (
        "Info › Phases reads differently since 2021-08-04 12:00:00 UTC: “divided” became “split” (clauses R10-012 to R10-015, "
        f'at revision 2); once compared and found the same: tracker confirm --rule "Info/Phases" --wording '
        f"{question['mark']} --by NAME --why TEXT"
    )
    assert question["also"] == [f"confirm-clause:{clause}" for clause in sorted(OF_PHASES)]
    assert chips(seen) == 200
    doubted = unverified(seen)
    assert doubted["players.ana.chips"] == doubted["phase"] == "2021-08-04T12:00:00Z"


def test_a_confirmation_ends_the_doubt() -> None:
    seen = at(two(PAGE, REWORDED, confirmed("2021-08-05 12:00:00")))
    assert (codes(seen), unverified(seen), asked(seen)) == (set(), {}, None)


def test_one_clause_may_be_confirmed_alone() -> None:
    seen = at(two(PAGE, REWORDED, confirmed("2021-08-05 12:00:00", "confirm-clause:R10-015")))
    (changed,) = found(seen, "CLAUSE_CHANGED")
    assert "(clauses R10-012 to R10-014, at revision 2)" in changed["text"]


def test_a_no_leaves_it_unverified() -> None:
    seen = at(two(PAGE, REWORDED, confirmed("2021-08-05 12:00:00", answer="no")))
    (changed,) = found(seen, "CLAUSE_CHANGED")
    assert "a person says that it differs" in changed["text"]
    assert "players.ana.chips" in unverified(seen)
    assert asked(seen) is None


def test_a_later_wording_asks_anew() -> None:
    again = replaced("is split into", "is torn into", REWORDED)
    seen = at(two(PAGE, REWORDED, confirmed("2021-08-05 12:00:00"), revision(3, "2021-08-06 12:00:00", again)))
    assert codes(seen) == {"CLAUSE_CHANGED"}
    assert set(unverified(seen).values()) == {"2021-08-06T12:00:00Z"}
    assert asked(seen) is not None


def test_a_confirmation_counts_for_the_wording_shown() -> None:
    again = replaced("is split into", "is torn into", REWORDED)
    shown = asked(at(two(PAGE, REWORDED)))
    assert shown is not None
    row = {"kind": "decision", "question": CONFIRM_PHASES, "answer": "yes", "by": "ana", "why": "I read both"}
    late = f"2021-08-06 13:00:00 json {json.dumps({**row, 'wording': shown['wording']})}"
    seen = at(two(PAGE, REWORDED, revision(3, "2021-08-06 12:00:00", again), late))
    assert codes(seen) == {"CLAUSE_CHANGED"}
    assert asked(seen) is not None


def test_a_reverted_rule_is_in_no_doubt() -> None:
    seen = at(two(PAGE, REWORDED, revision(3, "2021-08-05 12:00:00", PAGE)))
    assert (codes(seen), unverified(seen), asked(seen)) == (set(), {}, None)


def test_a_number_beside_new_words_holds_all_the_same() -> None:
    seen = at(two(PAGE, replaced("is divided into", "is split into", RICHER)))
    assert (chips(seen), codes(seen)) == (220, {"CLAUSE_CHANGED", "NUMBER_CHANGED"})


def test_a_number_whose_sentence_is_another_holds_as_it_was_in_doubt() -> None:
    seen = at(two(RICHER, replaced("each player gains", "each player who is awake gains", RICHER)))
    (changed,) = found(seen, "CLAUSE_CHANGED")
    assert (
        "chips_per_auction_phase can no longer be read: “each player gains 100 chips.” is nowhere in it"
        in changed["text"]
    )
    assert chips(seen) == 240
    assert unverified(seen)["players.ana.chips"] == "2021-08-04T12:00:00Z"


def test_a_page_first_seen_with_other_words_is_in_doubt() -> None:
    seen = at(story(revision(7, FIRST, REWORDED)))
    (changed,) = found(seen, "CLAUSE_CHANGED")
    assert "reads differently from what this tracker knows, first seen at 2021-08-01 12:00:00 UTC" in changed["text"]


# --- rules that come and go


def without_scoring() -> str:
    head, _, rest = PAGE.partition("===Scoring===\n")
    return f"{head}==" + rest.partition("\n==")[2]


def test_a_rule_that_is_gone_is_told_and_stays_unverified() -> None:
    seen = at(two(PAGE, without_scoring()))
    (changed,) = found(seen, "CLAUSE_CHANGED")
    assert "Auctions › Scoring is gone from the ruleset page since 2021-08-04 12:00:00 UTC" in changed["text"]
    question = asked(seen, "confirm-rule:Auctions/Scoring")
    assert question is not None
    assert question["text"].startswith("Is Auctions › Scoring gone")
    known = at(two(PAGE, without_scoring(), confirmed("2021-08-05 12:00:00", "confirm-rule:Auctions/Scoring")))
    assert found(known, "CLAUSE_CHANGED")[0]["text"].endswith("what leans on it stays unverified")
    assert asked(known, "confirm-rule:Auctions/Scoring") is None


def test_a_new_rule_is_listed() -> None:
    page = replaced("===Players===", "===Naps===\nA player may nap.\n\n===Players===")
    seen = at(two(PAGE, page))
    (new,) = found(seen, "NEW_RULE")
    assert new["text"] == (
        "Info › Naps stands on the ruleset page since 2021-08-04 12:00:00 UTC and is no rule that this tracker knows; nothing "
        "of it is carried out: “A player may nap.”"
    )
    assert (new["observations"], codes(seen)) == (["revision:Round 10/Ruleset:2"], {"NEW_RULE"})


def test_a_new_rule_below_one_that_is_carried_out_puts_it_in_doubt() -> None:
    page = replaced("===Trade===", "===Gifts===\nNo action may be a gift.\n\n===Trade===")
    seen = at(two(PAGE, page))
    (changed,) = found(seen, "CLAUSE_CHANGED")
    assert "Actions has a new rule below it" in changed["text"]
    assert codes(seen) == {"CLAUSE_CHANGED", "NEW_RULE"}


def test_text_above_all_headings_is_listed() -> None:
    seen = at(two(PAGE, f"Nothing below holds on Fridays.\n{PAGE}"))
    (new,) = found(seen, "NEW_RULE")
    assert new["text"].startswith("Before the first heading stands on the ruleset page")


def test_a_rule_under_another_title_is_read_there() -> None:
    seen = at(two(PAGE, replaced("===Phases===", "===The Two Phases===", RICHER)))
    assert (chips(seen), codes(seen), unverified(seen)) == (220, {"NUMBER_CHANGED", "RULE_RENAMED"}, {})
    (renamed,) = found(seen, "RULE_RENAMED")
    assert "Info › Phases stands under Info › The Two Phases by revision 2" in renamed["text"]


def test_two_rules_of_one_title_are_in_doubt() -> None:
    page = replaced("==Auctions==", "===Phases===\nThere are three phases.\n\n==Auctions==")
    seen = at(two(PAGE, page))
    assert "has a new rule beside it under its title" in found(seen, "CLAUSE_CHANGED")[0]["text"]
    assert chips(seen) == 200


# --- a page that is none


@pytest.mark.parametrize(
    ("page", "why"),
    [
        ("", "none of its sections is left"),
        ("See you all in the next round!", "only 1 of its 8 sections are left"),
        ("\n".join(line for line in PAGE.splitlines() if line.startswith("=")), "of its words are left"),
        (PAGE[: PAGE.index("==Actions==")], "only 2 of its 8 sections are left"),
    ],
)
def test_a_gutted_page_is_held(page: str, why: str) -> None:
    seen = at(two(RICHER, page))
    assert (chips(seen), unverified(seen)) == (240, {})
    (gutted,) = found(seen, "RULESET_GUTTED")
    assert why in gutted["text"]
    assert (gutted["clause"], gutted["observations"]) == ("R10-096", ["revision:Round 10/Ruleset:2"])
    assert "CLAUSE_CHANGED" not in codes(seen)
    assert asked(seen, "ruleset-gutted:2") is not None


def test_a_mended_page_is_followed_again() -> None:
    seen = at(two(PAGE, "", revision(3, "2021-08-04 13:00:00", RICHER)))
    assert (chips(seen), codes(seen)) == (220, {"NUMBER_CHANGED"})


def test_a_person_may_say_that_it_is_the_ruleset() -> None:
    short = PAGE[: PAGE.index("==Actions==")]
    seen = at(two(RICHER, short, confirmed("2021-08-05 12:00:00", "ruleset-gutted:2", "no")))
    assert "RULESET_GUTTED" not in codes(seen)
    assert "Items › Cards is gone" in " ".join(each["text"] for each in found(seen, "CLAUSE_CHANGED"))
    damage = at(two(RICHER, short, confirmed("2021-08-05 12:00:00", "ruleset-gutted:2", "yes")))
    assert "RULESET_GUTTED" in codes(damage)
    assert asked(damage, "ruleset-gutted:2") is None


def test_a_first_revision_without_a_known_rule_is_no_ruleset() -> None:
    seen = at(story(revision(1, FIRST, "==Welcome==\nA page about cards.")))
    (gutted,) = found(seen, "RULESET_GUTTED")
    assert "no rule that this tracker knows stands on it" in gutted["text"]
    assert chips(seen) == 200


def test_a_redacted_revision_is_passed_over() -> None:
    seen = at(two(RICHER, "[redacted by ana: a name]"))
    assert (chips(seen), codes(seen)) == (240, {"NUMBER_CHANGED"})


# --- pages


def test_pages_show_clauses_in_doubt() -> None:
    def shown(text: str) -> str:
        return "".join(region.text for region in render_regions(GAME.pages(gamestate(text), GAME.catalogue())))

    assert "unverified" in shown(two(PAGE, REWORDED))
    assert "unverified" not in shown(two(PAGE, PAGE))
    links = GAME.pages(gamestate(two(PAGE, REWORDED)), GAME.catalogue())[0].values["clauses"]
    assert {id for id, link in links.items() if link.unverified} == OF_PHASES


def test_every_code_is_listed_with_a_clause() -> None:
    assert codes_of("R10-096").items() <= GAME.codes.items()
