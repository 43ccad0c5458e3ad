"""A gamestate that people state: it gives the same names back, and what of it cannot be is told without a card."""

import json
import re
from typing import Any

import pytest

from tests.games.chat_stories import ChatCase, records, told
from tests.games.nomicoup.test_cases import CASES
from tracker.app.asking.replay import gamestates
from tracker.core.gamestate import UNDETERMINED, Gamestate
from tracker.core.instants import parse_instant
from tracker.games.nomicoup import GAME
from tracker.mechanics.stated import left_open

NOT_STATED = {"entering", "waiting_for_cards", "shuffles", "secret_hash", "over_at"}
"""What is printed and cannot be stated: groups that ask to enter, what waits for cards, and what was published of the deck."""
AT = "2021-05-01T00:00:00Z"


def last(case: ChatCase) -> Gamestate:
    rows = records(case)
    return gamestates(GAME, rows, [max(str(row.get("at") or row["not_after"]) for row in rows)])[-1]


def stated_anew(case: ChatCase) -> tuple[dict[str, Any], Gamestate]:
    """What a case ends with, and what is printed once that was stated at its end, with the same settings."""
    before = last(case)
    at = before.record()["gamestate"] and max(str(row.get("at") or row["not_after"]) for row in records(case))
    values = before.values_for(secrets=True)
    settings = [row for row in records(case) if row["kind"] == "setting"]
    opening = {"kind": "opening", "id": "again", "game": "nomicoup", "at": at, "state": values}
    return values, gamestates(GAME, [*settings, opening], [at])[-1]


def is_told(case: ChatCase) -> bool:
    """Whether a case ends in a gamestate in which nothing is undetermined and nothing waits for a shuffle that is known."""
    found = last(case)
    return UNDETERMINED not in json.dumps(found.values) and not any(
        finding.code in ("SHUFFLE_AWAITED", "SHUFFLE_UNFIT") for finding in found.findings
    )


@pytest.mark.parametrize(
    "case", [case for case in CASES if is_told(case)], ids=lambda case: f"{case.chapter}: {case.name}"
)
def test_what_is_printed_can_be_stated_and_is_the_same(case: ChatCase) -> None:
    values, again = stated_anew(case)
    printed = again.values_for(secrets=True)
    strange = {finding.text for finding in last(case).findings}
    new = [finding for finding in again.findings if finding.text not in strange and "of the rules" not in finding.text]
    assert [finding.text for finding in new if finding.code == "OPENING_NOT_UNDERSTOOD"] == []
    differing = {
        name: (values[name], printed[name])
        for name in values
        if name not in NOT_STATED and values[name] != printed[name]
    }
    assert differing == {}


def opened(state: str) -> Gamestate:
    return gamestates(GAME, told(f"2021-05-01 00:00:00 opening {state}", "nomicoup"), [AT])[-1]


def amiss(state: str) -> list[str]:
    return [each.text for each in opened(state).findings if each.code == "OPENING_NOT_UNDERSTOOD"]


@pytest.mark.parametrize(
    ("state", "why"),
    [
        ('{"playrs": []}', "did you mean players?"),
        ('{"status": "begun"}', "the game: status is waiting or running or over, not 'begun'"),
        ('{"players": [{"credits": 2}]}', "an entry of players has no id"),
        ('{"players": [{"id": "ana", "credits": -1}]}', "ana cannot have -1 as credits"),
        ('{"players": [{"id": "ana", "hand": ["King"]}]}', "ana: cards are a list of Duke"),
        ('{"players": ["ana"], "turn": "ben"}', "the turn is that of ben, who is not among the players"),
        ('{"players": ["ana"], "order": ["ben"]}', "the order names somebody"),
        ('{"rules": [{"id": "1.1", "title": "A", "content": "a"}]}', "rule 1.1 has no parent"),
        ('{"players": ["ana"], "turn": {"player": "ana", "started_at": "soon"}}', "must be an instant"),
        ('{"players": ["ana"], "pending": {"actor": "zoe", "kind": "Steal"}}', "pending needs a player as its actor"),
        ('{"propositions": {"x": {}}}', "'x' is no number"),
        ('{"propositions": {"1": {"status": "open"}}}', "proposition 1: status is active or"),
        ('{"clarifications": [{"text": "?"}]}', "is no number"),
        (
            '{"players": [{"id": "ana", "credits": 30}, {"id": "ben", "credits": 21}], "turn": "ana"}',
            "have 51 credits, and there are 50",
        ),
        (
            '{"players": [{"id": "ana", "credits": 3}], "turn": "ana", "treasury": 48}',
            "have 51 credits in all, not 50: the Treasury has 47",
        ),
        (
            '{"players": [{"id": "ana", "hand": ["Duke", "Duke", "Duke", "Duke"]}], "turn": "ana"}',
            "are 16 cards in deck, hands and",
        ),
        (
            '{"players": [{"id": "ana", "hand": ["Duke"]}], "turn": "ana", "deck": ["Duke"]}',
            "are 2 cards in deck, hands and discards that",
        ),
        ('{"status": "waiting", "deck": ["Duke"]}', "the deck for the start has 1 cards that are not the 15"),
        (
            '{"players": ["ana"], "turn": "ana", "influence": {"ana": 2, "zoe": 1}}',
            "influence names zoe, who is not among the players",
        ),
        (
            '{"players": ["ana", {"id": "ben", "player": false}], "turn": "ben"}',
            "the turn is that of ben, who is not among",
        ),
        ('{"players": ["ana"], "status": "waiting", "turn": "ana"}', "ana cannot have a turn: the status is waiting"),
        ('{"players": [{"id": "ana", "player": false, "credits": 2}]}', "ana does not play, and can have no credits"),
        (
            '{"players": ["ana"], "former_players": [{"id": "ben", "hand": ["Duke"]}]}',
            "ben does not play, and can have no hand",
        ),
        (
            '{"players": ["ana"], "turn": "ana", "shuffle_number": 1, "shuffles": {"4": {}}}',
            "shuffles tells of 4, and shuffle_number is 1",
        ),
        (
            '{"players": ["ana"], "turn": "ana", "commitments": ["00"]}',
            "a hash of shuffle 1 is stated, and shuffle_number is 0",
        ),
        ('{"players": ["ana"], "candidates": ["ben"]}', "the candidates name ben, who is not among the players"),
        ('{"players": ["ana"], "last_judge": "ben"}', "last_judge is ben, who is not among the players, nor"),
        (
            '{"players": ["ana"], "propositions": {"1": {"proponent": "zoe"}}}',
            "the proponent of proposition 1 is zoe, who is not",
        ),
        (
            '{"players": ["ana"], "propositions": {"1": {"votes": {"zoe": "up"}}}}',
            "a voter of proposition 1 is zoe, who is not",
        ),
        (
            '{"players": ["ana"], "clarifications": {"1": {"judge": "zoe"}}}',
            "the judge of clarification 1 is zoe, who is not",
        ),
        (
            '{"players": ["ana", "ben"], "turn": "ana", "pending": {"actor": "ana", "kind": "Steal", "target": "zoe"}}',
            "pending is zoe, who",
        ),
        ('{"players": ["ana"], "status": "over"}', "it is not stated who of the players won"),
        (
            '{"players": ["ana"], "status": "running", "winner": "ana"}',
            "the status cannot be running once somebody won",
        ),
        ('{"players": ["ana"], "winner": "zoe"}', "the winner is zoe, who is not among the players"),
    ],
)
def test_what_cannot_be_is_told(state: str, why: str) -> None:
    assert any(why in text for text in amiss(state)), amiss(state)
    assert any(why in text for text in GAME.opening_problems(json.loads(state), {}))


RUNNING = {"players": ["ana", "ben", {"id": "cy", "player": False}], "turn": {"player": "ana", "started_at": AT}}


@pytest.mark.parametrize(
    ("part", "why"),
    [
        ({"round": 0}, "the game cannot have 0 as round; it counts as 1"),
        ({"shuffle_number": 10**12}, "the game cannot have 1000000000000 as shuffle_number"),
        ({"order": ["ana", "ben", "ana"]}, "the order names somebody twice"),
        ({"order": ["ben"]}, "the turn is that of ana, who is not in the order"),
        (
            {"turn": {"player": "ana", "started_at": "2031-01-01T00:00:00Z"}},
            "is later than the gamestate is stated for|that is later than",
        ),
        ({"turn": {"player": "ana", "started_at": "9999-12-31T00:00:00Z"}}, "started_at must be an instant such as"),
        ({"turn": {"player": "ana", "started_at": "0001-01-01T00:00:00+05:00"}}, "of the years 1970 to 2199, not"),
        (
            {"turn": {"player": "ana", "started_at": AT, "ends_at": "2021-04-01T00:00:00Z"}},
            "cannot end .* before it began",
        ),
        (
            {"players": [{"id": "ana", "losses_owed": 99, "hand": ["Duke"]}]},
            "ana cannot have 99 as losses_owed: they have 1",
        ),
        (
            {"players": [{"id": "ana", "returns_owed": 2, "hand": ["Duke"]}]},
            "ana cannot have 2 as returns_owed: they have 1",
        ),
        (
            {"players": ["ana", {"id": "Duo", "members": ["ana", "bo"]}]},
            "Duo: ana is a part of ana, and cannot be one of Duo",
        ),
        (
            {"status": "waiting", "turn": None, "players": [{"id": "ana", "credits": 2}]},
            "ana cannot have credits before the game starts",
        ),
        ({"unit_amounts": {"Loan": 2}}, "there is no action 'Loan'"),
        ({"unit_amounts": {"Tax": "9" * 5000}}, "Tax cannot take"),
        ({"upcoming_order": ["zoe"]}, "upcoming_order is zoe, who is not among the players"),
        ({"still_open": "none"}, "still_open is no list"),
        ({"still_open": [{"actor": "ana", "kind": "Tax"}]}, "still_open are actions before the one that is pending"),
        (
            {"rules": [{"id": "1", "title": "A", "content": "see rule 2", "refers": {"3": "1"}}]},
            "does not refer to '3'",
        ),
        ({"rules": [{"id": "1", "title": "A", "content": "see rule 2", "refers": {"2": "7"}}]}, "there is no rule '7'"),
    ],
)
def test_what_cannot_be_of_the_game_is_told(part: dict[str, Any], why: str) -> None:
    assert any(re.search(why, text) for text in amiss_of({**RUNNING, **part})), amiss_of({**RUNNING, **part})


TAX = {"actor": "ana", "kind": "Tax", "announced_at": AT}
STEAL = {**TAX, "kind": "Steal", "target": "ben"}


@pytest.mark.parametrize(
    ("pending", "why"),
    [
        ({**TAX, "kind": "Coup", "target": "ben"}, "pending: Coup takes effect at once, and is never pending"),
        ({**STEAL, "target": "ana"}, "Steal needs another player, and ana cannot be the target"),
        ({**STEAL, "target": "zoe"}, "the target of pending is zoe, who is not among the players"),
        ({**STEAL, "target": None}, "it is not stated at whom the Steal is aimed"),
        ({**TAX, "target": "ben"}, "pending: Tax is aimed at nobody, not at ben"),
        (
            {**TAX, "kind": "Foreign Aid", "claim": {"character": "Duke"}},
            "Foreign Aid claims no character, and has no claim",
        ),
        ({**TAX, "claim": {"character": "King"}}, "there is no character 'King'"),
        ({**TAX, "claim": {"character": "Captain"}}, "the claim of ana is that they influence Duke, not Captain"),
        ({**TAX, "claim": {"player": "ben"}}, "the claim of ana cannot be that of ben"),
        ({**TAX, "claim": {"status": "open"}}, "the claim of ana is open, and it is not stated who challenged it"),
        (
            {**TAX, "claim": {"status": "open", "challenger": "zoe"}},
            "who challenges ana is zoe, who is not among the players",
        ),
        ({**TAX, "claim": {"status": "open", "challenger": "ana"}}, "cannot be challenged by themself"),
        ({**TAX, "claim": {"challenger": "ben"}}, "is unchallenged, and ben cannot have challenged it"),
        (
            {**TAX, "claim": {"status": "fallen", "challenger": "ben"}, "stopped": False},
            "Tax is stopped, since its claim has fallen",
        ),
        ({**STEAL, "target": "cy", "stopped": False}, "the Steal is stopped, since cy left"),
        ({**TAX, "moved": 3}, "pending cannot have 3 as moved"),
        ({**TAX, "cost_paid": 51}, "pending cannot have 51 as cost_paid"),
        ({**TAX, "announced_at": "9999-01-01T00:00:00Z"}, "pending: announced_at must be an instant"),
        (
            {**STEAL, "counteractions": [{"player": "ben", "kind": "Tarif"}]},
            "Tarif of ben is no counteraction to Steal",
        ),
        ({**STEAL, "counteractions": [{"player": "ana", "kind": "Defend"}]}, "ana cannot counter their own Steal"),
        ({**STEAL, "counteractions": [{"player": "ben", "kind": "Defend"}] * 2}, "ben cannot have stated Defend twice"),
        (
            {
                **STEAL,
                "counteractions": [
                    {"player": "cy", "kind": "Defend", "claim": {"status": "open", "challenger": "ana"}}
                ],
            },
            "the claim of cy cannot be open: cy left",
        ),
    ],
)
def test_what_cannot_be_pending_is_told_and_stops_nothing(pending: dict[str, Any], why: str) -> None:
    state = {**RUNNING, "pending": pending}
    assert any(why in text for text in amiss_of(state)), amiss_of(state)
    assert gamestates(
        GAME, told(f"2021-05-01 00:00:00 opening {json.dumps(state)}", "nomicoup"), ["2021-06-01T00:00:00Z"]
    )


PROPOSED = {"proponent": "ana", "made_at": AT, "text": "Type: Deletion\nRule: 4.4.1"}
RAISED = {"raiser": "ana", "text": "?", "at": AT}
JUDGED = {**RAISED, "judge": "ben", "chosen_at": AT}
SUGGESTED = {"by": "ben", "text": "Yes.", "at": AT}


@pytest.mark.parametrize(
    ("part", "why"),
    [
        ({"1": {**PROPOSED, "proponent": None}}, "proposition 1: it is not stated whose it is"),
        (
            {"1": {**PROPOSED, "text": "Type: Deletion"}},
            "proposition 1 cannot be active: Rule does not say which rule is meant",
        ),
        ({"1": {**PROPOSED, "text": "hello"}}, "proposition 1 cannot be active: it has no change"),
        ({"1": {**PROPOSED, "changes": [{"type": "Repeal", "rule": "4.4.1"}]}}, "there is no type 'Repeal'"),
        ({"1": {**PROPOSED, "changes": [{"type": "Deletion", "rule": "9.9"}]}}, "there is no rule '9.9'"),
        (
            {"1": {**PROPOSED, "changes": [{"type": "ID Edit", "rule": "4.4.1", "new_id": "4.4.0"}]}},
            "new_id is an ID path",
        ),
        (
            {"1": {**PROPOSED, "changes": [{"type": "ID Edit", "rule": "4.4.1"}]}},
            "it is not stated where to the rule is moved (new_id)",
        ),
        ({"1": {**PROPOSED, "changes": "none"}}, "proposition 1: changes is no list"),
        ({"1": {**PROPOSED, "number": 2}}, "propositions: '1' is no number of an entry"),
        (
            {"1": {**PROPOSED, "made_at": "2021-04-01T00:00:00Z"}},
            "proposition 1 cannot be active: its vote was over at",
        ),
        ({"1": {**PROPOSED, "made_at": "9999-12-30T00:00:00Z"}}, "made_at must be an instant"),
        ({"1": {**PROPOSED, "closed_at": AT}}, "is active, and cannot have been closed"),
        ({"1": {**PROPOSED, "playing": ["zoe"]}}, "who played when proposition 1 was made is zoe"),
        ({"1": {**PROPOSED, "votes": {"ben": [{"vote": []}]}}}, "proposition 1: a vote is down, right, up, not"),
        (
            {"1": {**PROPOSED, "votes": {"ben": [{"vote": "up", "at": "2021-04-30T23:59:59Z"}]}}},
            "proposition 1: ben cannot have voted before 2021-05-01T00:00:00Z",
        ),
        (
            {"1": {**PROPOSED, "message": "m"}, "2": {**PROPOSED, "message": "m"}},
            "in the message m stands proposition 1, too",
        ),
    ],
)
def test_what_a_proposition_cannot_be_is_told(part: dict[str, Any], why: str) -> None:
    assert any(why in text for text in amiss_of({**RUNNING, "propositions": part})), amiss_of(
        {**RUNNING, "propositions": part}
    )


@pytest.mark.parametrize(
    ("one", "why"),
    [
        ({"text": "?"}, "clarification 1: it is not stated whose it is"),
        ({**RAISED, "chosen_at": AT}, "clarification 1: somebody was chosen, and it is not stated who"),
        ({**JUDGED, "chosen_at": "9999-12-30T00:00:00Z"}, "chosen_at must be an instant"),
        ({**JUDGED, "chosen_at": "2021-04-01T00:00:00Z"}, "the time of ben was over at"),
        ({**RAISED, "suggestions": [SUGGESTED]}, "cannot be open, as nobody is its Judge"),
        ({**JUDGED, "suggestions": [SUGGESTED, SUGGESTED]}, "cannot be open, as a later one is"),
        ({**JUDGED, "suggestions": [SUGGESTED], "resolved_at": AT}, "cannot be open, as it is resolved"),
        (
            {**JUDGED, "suggestions": [{**SUGGESTED, "status": "adopted"}]},
            "a suggestion was adopted, and it is not stated when",
        ),
        ({**JUDGED, "resolved_at": AT}, "is resolved, and none of its suggestions was adopted"),
        (
            {**JUDGED, "suggestions": [{**SUGGESTED, "at": "2021-04-01T00:00:00Z"}]},
            "cannot be open: its vote was over at",
        ),
        ({**RAISED, "suggestions": [{**SUGGESTED, "by": None}]}, "it is not stated by whom it is"),
    ],
)
def test_what_a_clarification_cannot_be_is_told(one: dict[str, Any], why: str) -> None:
    state = {**RUNNING, "clarifications": {"1": one}}
    assert any(why in text for text in amiss_of(state)), amiss_of(state)


def test_what_a_reference_meant_and_who_cannot_be_the_judge_again_are_stated() -> None:
    rules = [
        {"id": "1", "title": "A", "content": "see rule 2", "refers": {"2": "3"}},
        {"id": "2", "title": "B"},
        {"id": "3", "title": "C"},
    ]
    found = opened(
        json.dumps(
            {
                **RUNNING,
                "rules": rules,
                "candidates": ["ana"],
                "clarifications": {"1": {**RAISED, "judge_before": "ana"}},
            }
        )
    )
    assert found.values["stale_references"] == ["1 - A: 2"]
    assert found.values["rules"]["1"]["refers"] == {"2": "3"}
    assert (found.values["clarifications"]["1"]["judge"], found.values["clarifications"]["1"]["judge_before"]) == (
        None,
        "ana",
    )


def test_a_proposition_that_goes_on_means_the_rule_on_its_path_once_rules_are_stated() -> None:
    rules = [{"id": id, "title": title} for id, title in (("4", "Coup"), ("4.4", "Actions"), ("4.4.1", "Income"))]
    story = f"""
        2021-05-01 00:00:00 opening {json.dumps(RUNNING)}
        2021-05-01 01:00:00 ana in propositions p1: Type: Deletion\\nRule: 4.4.1
        2021-05-01 02:00:00 opening {json.dumps({**RUNNING, "rules": rules})}
    """
    found = gamestates(GAME, told(story, "nomicoup"), ["2021-05-01T03:00:00Z"])[-1]
    assert found.values["propositions"]["1"]["changes"] == [{"type": "Deletion", "rule": "4.4.1"}]


def amiss_of(state: dict[str, Any]) -> list[str]:
    return list(GAME.opening_problems(state, {}, parse_instant(AT)))


@pytest.mark.parametrize(
    ("state", "why"),
    [
        ({"influence": {"ana": 1}}, "influence is worked out and not stated: it is {'ana': 2}, not {'ana': 1}"),
        ({"deck_count": 7}, "deck_count is worked out and not stated: it is 13, not 7"),
        ({"secret_hash": "00"}, "secret_hash is worked out and not stated: it is '', not '00'"),
        ({"entering": {"Duo": {}}}, "entering is worked out"),
        ({"propositions": {"1": {"proponent": "ana"}}}, "proposition 1: it is not stated when it was (made_at)"),
        ({"shuffle_number": 2, "nonces": ["00"]}, "of 2 that were made there are only 1"),
    ],
)
def test_what_follows_from_the_rest_is_compared(state: dict[str, Any], why: str) -> None:
    found = opened(json.dumps({"players": ["ana"], "turn": "ana", **state})).findings
    assert any(why in each.text for each in found if each.code == "OPENING_NOTED"), [each.text for each in found]
    derived = opened(json.dumps({"players": ["ana"], "turn": {"player": "ana", "started_at": AT}}))
    again = opened(json.dumps({**derived.values, "turn": derived.values["turn"]}))
    assert [each.text for each in again.findings if each.code.startswith("OPENING")] == []


def test_whoever_is_stated_to_play_no_more_is_known_and_has_nothing() -> None:
    players = [{"id": "ana", "display": "Ana"}, {"id": "ben", "player": False, "exiles": 2, "display": "Ben"}]
    found = opened(json.dumps({"players": players, "turn": "ana"}))
    assert list(found.values["players"]) == ["ana"]
    assert found.values["former_players"] == {"ben": {"members": [], "exiles": 2}}
    assert found.values["treasury"] == 48
    assert found.names == {"ana": "Ana", "ben": "Ben"}


def test_credits_are_all_there_however_they_are_stated() -> None:
    for treasury in (0, 40, 60):
        state = {"players": [{"id": "ana", "credits": 3}], "turn": "ana", "treasury": treasury}
        assert opened(json.dumps(state)).values["treasury"] == 47


def test_no_card_is_told_of_a_gamestate_that_cannot_be() -> None:
    found = opened(
        '{"status": "running", "players": [{"id": "ana", "hand": ["Duke", "Spy"]}], "deck": ["Contessa", "Spy"]}'
    )
    texts = " ".join(finding.text for finding in found.findings)
    assert "Spy" not in texts
    assert "Contessa" not in json.dumps(dict(found.values)).replace(json.dumps(found.values["rules"]), "")


def test_what_is_left_out_has_its_default() -> None:
    values = opened('{"players": ["ana", "ben"], "turn": "ben"}').values
    assert values["status"] == "running"
    assert (values["treasury"], values["round"], values["order"]) == (46, 1, ["ana", "ben"])
    assert values["players"]["ana"]["influence"] == 2
    assert values["deck_count"] == 11
    assert values["turn"] == {
        "player": "ben", "started_at": AT, "ends_at": "2021-05-03T00:00:00Z", "must_coup": False,
    }  # fmt: skip
    waiting = opened('{"players": ["ana", "ben"]}').values
    assert (waiting["status"], waiting["treasury"], waiting["players"]["ana"]["credits"]) == ("waiting", 50, 0)


def test_amounts_that_people_state_are_rounded_when_they_are_carried_out() -> None:
    amounts = {"Income": 2.5, "Foreign Aid": "0.4", "Tax": -3, "Steal": "sqrt(-1)", "Exchange": 2.4}
    state = {"players": ["ana", "ben"], "turn": "ana", "unit_amounts": amounts}
    values = opened(json.dumps(state)).values
    assert values["unit_amounts"] == {"Income": 3, "Foreign Aid": 0, "Tax": 0, "Steal": 0, "Exchange": 2}


def test_the_draft_of_an_opening_is_for_people_to_fill_in() -> None:
    draft = GAME.opening_draft([])
    assert "players[0].hand" in set(left_open(draft))
    assert "secret" in GAME.opening_note


def test_people_are_stated_by_any_name_of_theirs() -> None:
    stated = {
        "players": ["Ann", {"id": "Cy"}],
        "order": ["Ann"],
        "turn": "Ann",
        "influence": {"Ann": 2},
        "words": {"Ann": {"word": "Duck"}},
        "propositions": {"1": {"proponent": "Bo", "votes": {"Ann": "up"}}},
        "pending": {"actor": "Ann", "claim": {"challenger": "Bo"}},
    }
    assert GAME.with_people(stated, str.lower) == {
        "players": ["ann", {"id": "cy"}],
        "order": ["ann"],
        "turn": "ann",
        "influence": {"ann": 2},
        "words": {"ann": {"word": "Duck"}},
        "propositions": {"1": {"proponent": "bo", "votes": {"ann": "up"}}},
        "pending": {"actor": "ann", "claim": {"challenger": "bo"}},
    }


@pytest.mark.parametrize("as_map", [True, False])
def test_a_group_is_stated_by_its_name_wherever_it_stands_and_its_members_by_theirs(as_map: bool) -> None:
    own = {"members": ["Duo", "Bo"]}
    rest = {
        "former_players": [{"id": "Old Ones", "members": ["Cy"]}],
        "order": ["@duo", "Dee"],
        "turn": {"player": "Duo"},
        "candidates": ["DUO", "Old Ones"],
        "pending": {"actor": "Dee", "target": "Duo", "counteractions": [{"player": "Duo"}]},
        "propositions": {"1": {"proponent": "Duo", "playing": ["Duo", "Dee"], "votes": {"Duo": "up"}}},
    }
    assert GAME.with_people({"players": {"Duo": own} if as_map else [{"id": "Duo", **own}], **rest}, str.upper) == {
        "players": {"Duo": {"members": ["DUO", "BO"]}} if as_map else [{"id": "Duo", "members": ["DUO", "BO"]}],
        "former_players": [{"id": "Old Ones", "members": ["CY"]}],
        "order": ["Duo", "DEE"],
        "turn": {"player": "Duo"},
        "candidates": ["Duo", "Old Ones"],
        "pending": {"actor": "DEE", "target": "Duo", "counteractions": [{"player": "Duo"}]},
        "propositions": {"1": {"proponent": "Duo", "playing": ["Duo", "DEE"], "votes": {"Duo": "up"}}},
    }


def test_counts_of_a_vote_that_is_over_are_stated_as_undetermined_as_they_are_printed() -> None:
    unclear = dict.fromkeys(("up", "right", "down"), "undetermined")
    one = {**PROPOSED, "status": "adopted", "closed_at": AT, **unclear, "possible": 2, "majority": 2}
    suggested = {**SUGGESTED, "status": "rejected", **unclear, "possible": 2}
    state = {**RUNNING, "propositions": {"1": one}, "clarifications": {"1": {**JUDGED, "suggestions": [suggested]}}}
    assert amiss_of(state) == []
    values = opened(json.dumps(state)).values
    assert {name: values["propositions"]["1"][name] for name in unclear} == unclear
    assert {name: values["clarifications"]["1"]["suggestions"][0][name] for name in ("up", "down")} == {
        "up": "undetermined",
        "down": "undetermined",
    }


@pytest.mark.parametrize(
    ("part", "why"),
    [
        ({"upcoming_order": ["ana"], "upcoming": ["ben"]}, "upcoming_order and upcoming are the same thing"),
        ({"commitments": ["ab", 3], "shuffle_number": 2}, "commitments: 2 is no name: 3"),
        ({"game_id": ["a"]}, "the game: game_id is a text, not ['a']"),
        ({"shuffles": {"1": {"deck": "Duke"}}, "shuffle_number": 1}, "shuffles: 1: cards are a list of"),
        ({"over_at": "soon"}, "the game: over_at must be an instant"),
    ],
)
def test_what_is_of_a_wrong_shape_is_told(part: dict[str, Any], why: str) -> None:
    assert any(why in text for text in amiss_of({**RUNNING, **part})), amiss_of({**RUNNING, **part})
