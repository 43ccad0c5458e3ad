"""What the commands show of a chat: people by their names, messages by place and first words, and how values came about."""

from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from tests.app.wiring import Record
from tests.cli.commands import Runner, write_records
from tracker.cli.naming import Named

ANA, BOB, CLEO = "100000000000000001", "100000000000000002", "100000000000000003"
NAMES = {ANA: "Ana", BOB: "Bob", CLEO: "Cleo"}
TRADE, PROPOSAL, ODD, CLAIM = "870000000000000021", "870000000000000022", "870000000000000023", "870000000000000028"
NEW = "1500000000000000000"
NOW = "2021-08-10T12:00:00Z"


def message(id: str, at: str, author: str, text: str, channel: str = "game-actions") -> Record:
    seen = {"channel": channel, "author": author, "name": NAMES[author], "text": text}
    return {"kind": "message", "id": id, "at": f"2021-08-{at}Z", **seen}


def a_week() -> list[Record]:
    """Three join; Ana gives chips, Bob claims some of a contract, Cleo says what cannot be read, and Ana leaves about a Monday's grant."""
    return [
        {"kind": "setting", "id": "s", "at": "1970-01-01T00:00:00Z", "name": "admins", "value": [BOB]},
        message("870000000000000011", "01T10:00:00", ANA, "I join the game"),
        message("870000000000000012", "01T10:00:01", BOB, "I join the game"),
        message("870000000000000013", "01T10:00:02", CLEO, "I join the game"),
        message(TRADE, "03T10:00:00", ANA, f"I give 3 chips to <@{BOB}>"),
        {**message("870000000000000024", "03T10:01:00", BOB, "I accept"), "reply_to": TRADE},
        message(
            PROPOSAL, "08T10:00:00", BOB, "[Urgent] Let there be\nmore ducks on every pond of the land", "proposals"
        ),
        message(ODD, "08T11:00:00", CLEO, "I give some chips to @Ana"),
        message(
            "870000000000000025",
            "08T11:02:00",
            ANA,
            f'I offer <@{BOB}> the contract "Pool": whoever sings gets 5 chips',
        ),
        message("870000000000000026", "08T11:02:01", BOB, 'I consent to the contract "Pool"'),
        message("870000000000000027", "08T11:02:02", ANA, 'I transfer 9 chips to contract "Pool"'),
        message(CLAIM, "08T11:02:03", BOB, f'By its terms, contract "Pool" gives 5 chips to <@{BOB}>: I sang'),
        {
            **{"kind": "member_left", "id": "left", "user": ANA, "name": "Ana"},
            **{"not_before": "2021-08-08T23:00:00Z", "not_after": "2021-08-09T01:00:00Z"},
        },
    ]


QUESTION = f"payout:{CLAIM}"


@pytest.fixture
def chat(folder: Path, run: Runner) -> Path:
    """A folder with a config of Round 10, and a week of it archived."""
    (folder / "tracker.ini").write_text("[game]\nslug = round10\n[publish]\npermission = plan\n")
    assert run("archive", "import", write_records(folder / "week.jsonl", a_week())).code == 0
    return folder


def test_status_names_people_and_messages(run: Runner, chat: Path) -> None:
    posted = datetime.now(UTC) - timedelta(minutes=30)
    proposal = {**message(PROPOSAL, "", BOB, "[Urgent] Let there be\nmore ducks on every pond", "proposals")}
    records = [{**proposal, "id": NEW, "at": f"{posted:%Y-%m-%dT%H:%M:%SZ}"}]
    assert run("archive", "import", write_records(chat / "new.jsonl", records)).code == 0
    out = run("status").out
    label = f"#proposals {posted:%Y-%m-%d %H:%M} Bob: “[Urgent] Let there be more ducks on eve…”"
    assert label in out
    assert not any(id in out for id in (*NAMES, NEW))
    found = run("status", "--json").json
    assert found["names"][NEW] == label
    assert [row[0] for row in found["board"]["rows"]] == [NEW]


def test_questions_name_people_and_keep_the_ids_that_commands_need(run: Runner, chat: Path) -> None:
    out = run("questions", "--as-of", NOW).out
    assert QUESTION in out
    assert "Bob says that the contract Pool gives Bob 5 chips" in out
    assert "#game-actions 2021-08-08 11:02 Bob: “By its terms, contract" in out
    asked = {each["id"]: each for each in run("questions", "--as-of", NOW, "--json").json}
    assert asked[QUESTION]["text"].startswith(BOB)
    assert asked[QUESTION]["names"][BOB] == "Bob"


@pytest.mark.parametrize("name", ["Ana", ANA, "@ana"])
def test_explain_says_how_what_somebody_has_came_about(run: Runner, chat: Path, name: str) -> None:
    out = run("explain", name, "--as-of", NOW).out
    assert f"Ana ({ANA}), as of" in out
    assert "  chips = 188\n" in out
    assert "2021-08-03T10:01:00Z  chips: 100 → 97\n  action by Bob: I accept (for Ana)" in out
    assert "#game-actions 2021-08-03 10:01 Bob: “I accept”" in out
    assert "2021-08-09T00:00:00Z  chips: 88 → 188\n  rule Ana gains 100 chips" in out
    assert "2021-08-09T01:00:00Z  player: yes → no\n  rule Ana leaves the game" in out


def test_what_befalls_several_is_told_of_each_as_their_own(run: Runner, chat: Path) -> None:
    out = run("explain", "Cleo", "--as-of", NOW).out
    assert "chips: 100 → 200\n  rule Cleo gains 100 chips" in out
    assert "Ana gains" not in out


def test_explain_tells_what_was_unclear(run: Runner, chat: Path) -> None:
    out = run("explain", "Cleo", "--as-of", NOW).out
    assert "2021-08-08T11:00:00Z  UNCLEAR\n  refused by Cleo: I give some chips to @Ana" in out


def test_explain_in_json_keeps_ids_and_adds_names(run: Runner, chat: Path) -> None:
    case = run("explain", ANA, "--as-of", NOW, "--json").json
    assert case["player"] == ANA
    assert case["values"]["chips"] == 188
    assert case["hangs_on"] == {}
    assert case["questions"] == []
    assert case["names"][ANA] == "Ana"
    assert all(step["hangs_on"] == [] for step in case["steps"])


def test_what_is_decided_has_its_effect(run: Runner, chat: Path) -> None:
    before = run("explain", "Bob", "--json").json["values"]["chips"]
    assert run("decide", QUESTION, "allowed", "--by", BOB, "--why", "he sang").code == 0
    assert run("explain", "Bob", "--json").json["values"]["chips"] == before + 5
    assert run("questions", "--json").json == []


def test_a_matters_case_names_people_and_messages(run: Runner, chat: Path) -> None:
    out = run("explain", PROPOSAL, "--as-of", NOW).out
    assert out.startswith(
        f"#proposals 2021-08-08 10:00 Bob: “[Urgent] Let there be more ducks on eve…” ({PROPOSAL}): Urgent"
    )
    assert (
        "because the proposal #proposals 2021-08-08 10:00 Bob: “[Urgent] Let there be more ducks on eve…” of Bob" in out
    )
    assert "+0 to 0" not in out


def test_replay_lists_what_was_refused_by_name(run: Runner, chat: Path) -> None:
    out = run("replay", chat / "week.jsonl", "--game", "round10", "--as-of", NOW).out
    assert "#game-actions 2021-08-08 11:00 Cleo: “I give some chips to @Ana” (1)  UNCLEAR" in out


# --- answers that name people and questions ---


@pytest.mark.parametrize("name", ["Bob", "bob", "@Bob", f"discord:{BOB}", f"<@{BOB}>", f"Bob ({BOB})", BOB])
def test_a_person_in_a_value_that_is_set_may_be_named_as_shown(run: Runner, chat: Path, name: str) -> None:
    assert run("correct", "--set", "/judge", name, "--by", BOB, "--why", "so").code == 0
    assert "judge: Bob" in run("status").out


def test_a_question_that_is_named_nearly_is_suggested(run: Runner, chat: Path) -> None:
    def told(question: str) -> str:
        return run("decide", question, "allowed", "--by", BOB, "--why", "so").err

    assert f"(did you mean {QUESTION}?)" in told(f"payuot:{CLAIM}")
    assert "(tracker questions lists what is open)" in told("ending")


# --- who is who ---


def identified(folder: Path, lines: str) -> None:
    text = f"[game]\nslug = round10\n[publish]\npermission = plan\n[identities]\n{lines}"
    (folder / "tracker.ini").write_text(text)


def test_check_says_whose_mapping_is_new(run: Runner, chat: Path) -> None:
    identified(chat, f"Anna = discord:{ANA}, discord:{CLEO}\n")
    told = {each["name"]: each for each in run("check", "--json").json}
    assert told["identities"]["found"].endswith("with the next tick, for all the past too, otherwise: Anna")


def test_an_account_is_one_persons(run: Runner, chat: Path) -> None:
    identified(chat, f"Anna = discord:{ANA}\nBob = discord:{ANA}\n")
    told = {each["name"]: each for each in run("check", "--json").json}
    assert f"discord:{ANA} is said to be Anna and Bob" in told["identities"]["found"]


def test_somebody_is_meant_by_any_of_their_names(run: Runner, chat: Path) -> None:
    identified(chat, f"Robert = wiki:Bobby, discord:{BOB}\n")
    done = run("decide", QUESTION, "allowed", "--by", "Robert", "--why", "he sang")
    assert (done.code, done.err) == (0, "")
    assert run("decide", QUESTION, "not allowed", "--by", "Cleo", "--why", "no").code == 2


def test_whoever_goes_by_anothers_name_is_shown_with_one_id() -> None:
    named = Named({"names": {ANA: f"Sam ({ANA})", BOB: "Bob"}})
    assert named.both(ANA) == f"Sam ({ANA})"
    assert named.both(BOB) == f"Bob ({BOB})"
    assert named.text(f"by Sam ({ANA}): 3 to {ANA} and {BOB}") == f"by Sam ({ANA}): 3 to Sam ({ANA}) and Bob"
