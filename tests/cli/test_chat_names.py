"""What the commands show of a chat: people by their names, messages by place and first words, and what is undetermined."""

import re
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from tests.app.wiring import Record
from tests.cli.commands import Runner, write_records
from tracker.cli.naming import Named

ANA, BOB, CLEO = "100000000000000001", "100000000000000002", "100000000000000003"
NAMES = {ANA: "Ana", BOB: "Bob", CLEO: "Cleo"}
TRADE, PROPOSAL, ODD = "870000000000000021", "870000000000000022", "870000000000000023"
NEW = "1500000000000000000"
NOW = "2021-08-10T12:00:00Z"


def message(id: str, at: str, author: str, text: str, channel: str = "game-actions") -> Record:
    seen = {"channel": channel, "author": author, "name": NAMES[author], "text": text}
    return {"kind": "message", "id": id, "at": f"2021-08-{at}Z", **seen}


def a_week() -> list[Record]:
    """Three join; Ana gives chips, asks something that cannot be read, and leaves between two looks about a Monday's grant."""
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
        message(ODD, "08T11:00:00", CLEO, "I give 3 chips to @Ana if she leaves"),
        {
            **{"kind": "member_left", "id": "left", "user": ANA, "name": "Ana"},
            **{"not_before": "2021-08-08T23:00:00Z", "not_after": "2021-08-09T01:00:00Z"},
        },
    ]


QUESTION = f"departed:{ANA}:2021-08-09T00:00:00Z"


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
    assert "Ana left the server after 2021-08-08T23:00:00Z" in out
    assert "#game-actions 2021-08-08 11:00 Cleo: “I give 3 chips to @Ana if she leaves”" in out
    asked = {each["id"]: each for each in run("questions", "--as-of", NOW, "--json").json}
    assert asked[QUESTION]["text"].startswith(ANA)
    assert asked[QUESTION]["names"] == {ANA: "Ana"}


@pytest.mark.parametrize("name", ["Ana", ANA, "@ana"])
def test_explain_says_what_is_undetermined_and_on_which_question_it_hangs(run: Runner, chat: Path, name: str) -> None:
    out = run("explain", name, "--as-of", NOW).out
    assert f"Ana ({ANA}), as of" in out
    assert f"  chips = undetermined (people must decide {QUESTION})" in out
    assert f"2021-08-09T00:00:00Z  perhaps chips: 97 → 197 (people must decide {QUESTION})" in out
    assert "2021-08-03T10:01:00Z  chips: 100 → 97\n  action by Bob: I accept (for Ana)" in out
    assert "#game-actions 2021-08-03 10:01 Bob: “I accept”" in out
    assert "Ana left the server after" in out


def test_explain_in_json_keeps_ids_and_adds_names(run: Runner, chat: Path) -> None:
    case = run("explain", ANA, "--as-of", NOW, "--json").json
    assert case["player"] == ANA
    assert case["values"] == {"chips": "undetermined"}
    assert case["hangs_on"] == {"chips": [QUESTION]}
    assert [asked["id"] for asked in case["questions"]] == [QUESTION]
    assert case["names"][ANA] == "Ana"
    assert [step["hangs_on"] for step in case["steps"]] == [[], [], [QUESTION]]


def test_what_is_decided_is_told_for_certain(run: Runner, chat: Path) -> None:
    assert run("decide", QUESTION, "after", "--by", BOB, "--why", "she said so").code == 0
    case = run("explain", "Ana", "--json").json
    assert case["values"] == {"chips": 197}
    assert case["hangs_on"] == {}
    assert all(step["hangs_on"] == [] for step in case["steps"])


def test_a_matters_case_names_people_and_messages(run: Runner, chat: Path) -> None:
    out = run("explain", PROPOSAL, "--as-of", NOW).out
    assert out.startswith(
        f"#proposals 2021-08-08 10:00 Bob: “[Urgent] Let there be more ducks on eve…” ({PROPOSAL}): Urgent"
    )
    assert f"more ducks on eve…” [{PROPOSAL}]" in out


def test_replay_lists_what_was_refused_by_name(run: Runner, chat: Path) -> None:
    out = run("replay", chat / "week.jsonl", "--game", "round10", "--as-of", NOW).out
    assert "#game-actions 2021-08-08 11:00 Cleo: “I give 3 chips to @Ana if she leaves” (1)  UNCLEAR" in out


# --- answers that name people and questions ---


@pytest.mark.parametrize("name", ["Bob", "bob", "@Bob", f"discord:{BOB}", f"<@{BOB}>", f"Bob ({BOB})", BOB])
def test_a_person_who_is_asked_for_may_be_named_as_shown(run: Runner, chat: Path, name: str) -> None:
    stood = {
        who: message(f"8700000000000000{number}", "06T10:00:00", who, "Me", "judge-elections")
        for who, number in ((ANA, 41), (BOB, 42))
    }
    late = {"not_before": "2021-08-07T23:58:00Z", "not_after": "2021-08-08T00:00:04Z"}
    votes: list[Record] = [
        {"kind": "reaction", "id": f"r{who}", "message": row["id"], "emoji": "👍", "user": CLEO, **times}
        for (who, row), times in zip(stood.items(), ({"at": "2021-08-06T11:00:00Z"}, late), strict=True)
    ]
    votes.append({**votes[1], "id": "r", "user": ANA})
    assert run("archive", "import", write_records(chat / "vote.jsonl", [*stood.values(), *votes])).code == 0
    question = "elected:2021-08-08"
    assert question in [each["id"] for each in run("questions", "--as-of", NOW, "--json").json]
    refused = run("decide", question, "Zoe", "--by", BOB, "--why", "so")
    assert (refused.code, "'Zoe' is no answer" in refused.err) == (2, True)
    assert run("decide", question, name, "--by", BOB, "--why", "so").code == 0
    assert question not in [each["id"] for each in run("questions", "--json").json]


def test_a_question_without_its_last_part_is_taken_for_that_of_its_message(run: Runner, chat: Path) -> None:
    other = message("870000000000000025", "08T11:01:00", CLEO, "I give some chips to @Ana")
    assert run("archive", "import", write_records(chat / "other.jsonl", [other])).code == 0

    def told(question: str) -> str:
        return run("decide", question, "nothing", "--by", BOB, "--why", "so").err

    assert f"(did you mean reading:{ODD}:1?)" in told(f"reading:{ODD}")
    assert run("decide", f"reading:{ODD}:1", "nothing", "--by", BOB, "--why", "so").code == 0
    assert f"(did you mean reading:{ODD}:1?)" in told(f"reading:{ODD}")
    assert "(tracker questions lists what is open)" in told("reading:870000000000000026")
    assert "(did you mean reading:870000000000000025:1?)" in told("readin:870000000000000025:1")


# --- who is who ---


def identified(folder: Path, lines: str) -> None:
    text = f"[game]\nslug = round10\n[publish]\npermission = plan\n[identities]\n{lines}"
    (folder / "tracker.ini").write_text(text)


def test_check_says_what_a_mapping_would_merge(run: Runner, chat: Path) -> None:
    identified(chat, f"Anna = discord:{ANA}, discord:{CLEO}\n")
    told = {each["name"]: each for each in run("check", "--json").json}
    found = told["identities"]["found"]
    assert f"{ANA} and {CLEO} become one, Anna" in found
    assert re.search(rf"{CLEO} is no player of their own any more \(\d+ chips\); Anna has \d+ chips", found)
    assert f"{BOB} has" not in found


def test_an_account_is_one_persons(run: Runner, chat: Path) -> None:
    identified(chat, f"Anna = discord:{ANA}\nBob = discord:{ANA}\n")
    told = {each["name"]: each for each in run("check", "--json").json}
    assert f"discord:{ANA} is said to be Anna and Bob" in told["identities"]["found"]


def test_somebody_is_meant_by_any_of_their_names(run: Runner, chat: Path) -> None:
    identified(chat, f"Robert = wiki:Bobby, discord:{BOB}\n")
    done = run("decide", QUESTION, "after", "--by", "Robert", "--why", "she said so")
    assert (done.code, done.err) == (0, "")
    assert run("decide", QUESTION, "before", "--by", "Cleo", "--why", "no").code == 2


def test_whoever_goes_by_anothers_name_is_shown_with_one_id() -> None:
    named = Named({"names": {ANA: f"Sam ({ANA})", BOB: "Bob"}})
    assert named.both(ANA) == f"Sam ({ANA})"
    assert named.both(BOB) == f"Bob ({BOB})"
    assert named.text(f"by Sam ({ANA}): 3 to {ANA} and {BOB}") == f"by Sam ({ANA}): 3 to Sam ({ANA}) and Bob"
