"""The case of a proposition: what it says and how it stands under which clause, who voted what, and what people carry out."""

import re
from pathlib import Path

import pytest

from tests.app.wiring import Record
from tests.cli.commands import Runner, write_records

ANA, BEN, CY, DEE, TROLL = (f"10000000000000000{n}" for n in range(1, 6))
NAMES = {ANA: "Ana", BEN: "Ben", CY: "Cy", DEE: "Dee", TROLL: "Troll"}
FIRST, SECOND, THIRD = "840000000000000011", "840000000000000012", "840000000000000013"
NOW = "2021-05-05T00:00:00Z"


def message(id: str, at: str, author: str, text: str, channel: str = "propositions") -> Record:
    seen = {"channel": channel, "author": author, "name": NAMES[author], "text": text}
    return {"kind": "message", "id": id, "at": f"2021-05-{at}Z", **seen}


def reaction(message: str, at: str, user: str, emoji: str) -> Record:
    seen = {"message": message, "emoji": emoji, "user": user, "name": NAMES[user]}
    return {"kind": "reaction", "id": f"reaction:{message}:{emoji}:{user}", "at": f"2021-05-{at}Z", **seen}


def late(message: str, user: str, emoji: str) -> Record:
    """A reaction that was seen after the end of a vote, and not yet by the look before."""
    times = {"not_before": "2021-05-04T09:00:00Z", "not_after": "2021-05-04T12:00:00Z", "at": None}
    return {**reaction(message, "04T12:00:00", user, emoji), **times}


@pytest.fixture
def game(folder: Path, run: Runner) -> Path:
    """The first proposition decided by a late reaction, the second voted on and replacing a rule, the third illegal."""
    (folder / "tracker.ini").write_text("[game]\nslug = nomicoup\n[wiki]\nruleset =\n[publish]\npermission = plan\n")
    players = (ANA, BEN, CY, DEE)
    state = {"status": "waiting", "players": [{"id": id} for id in players], "order": list(players)}
    records = [
        {"kind": "opening", "id": "o", "at": "2021-05-01T00:00:00Z", "game": "nomicoup", "state": state},
        *(message(f"{id[:-1]}9{id[-1]}", "01T01:00:00", id, "Hello!", "general") for id in players),
        message(
            FIRST, "01T10:00:00", ANA, "Proposition: Cheer\nType: Miscellaneous Change\nContent: Everybody cheers."
        ),
        reaction(FIRST, "01T11:00:00", BEN, "⬆️"),
        late(FIRST, CY, "⬇️"),
        message(SECOND, "03T10:00:00", BEN, "Proposition: Pond\nType: Addition\nID: 1\nTitle: Pond\nContent: Quack."),
        reaction(SECOND, "03T11:00:00", ANA, "⬆️"),
        reaction(SECOND, "03T11:30:00", TROLL, "⬆️"),
        message(THIRD, "03T10:30:00", CY, "Type: Deletion\nRule: 77"),
    ]
    assert run("archive", "import", write_records(folder / "game.jsonl", records)).code == 0
    return folder


def test_a_reaction_between_two_looks_counts_from_the_first_and_is_told(run: Runner, game: Path) -> None:
    case = run("explain", "1", "--as-of", NOW, "--json").json
    assert case["questions"] == []
    out = run("explain", "1", "--as-of", NOW).out
    assert "propositions.1.status = rejected   [COUP-106 " in out
    assert "1 up, 0 right, 1 down of 3 (Ben up, Cy down)" in out
    assert "VOTE_SEEN_LATE" in out


def test_every_figure_stands_with_its_clause_and_why(run: Runner, game: Path) -> None:
    out = run("explain", "2", "--as-of", NOW).out
    for figure in (
        "propositions.2.title = Pond   [COUP-075 ",
        "propositions.2.possible = 3   [COUP-075 ",
        "propositions.2.majority = 2   [COUP-075 ",
        "propositions.2.up = 1   [COUP-103 ",
        "because Ben's proposition 2 “Pond” is voted on until 2021-05-06T10:00:00Z",
        "  | Content: Quack.\n",
        "WOULD_BE_REPLACED",
    ):
        assert figure in out
    assert "+0 to 0" not in out
    assert "because  " not in out


@pytest.mark.parametrize("name", ["1", "2", "3", "pond", f"https://discord.com/channels/1/2/{SECOND}"])
def test_people_go_by_their_names_and_ids_stand_only_where_messages_are_told(
    run: Runner, game: Path, name: str
) -> None:
    out = run("explain", name, "--as-of", NOW).out
    assert out
    assert not [id for id in NAMES if id in out]
    assert not re.findall(r"(?<!\[)[0-9]{18}(?!\])", re.sub(r"message [0-9]+|about [^\n]*", "", out))


def test_what_bars_a_change_is_told(run: Runner, game: Path) -> None:
    out = run("explain", "3", "--as-of", NOW).out
    assert out.startswith("3: proposition, illegal")
    assert "propositions.3.code = unknown_rule   [COUP-075 " in out
    assert "is illegal: there is no rule “77”" in out


def test_people_are_asked_to_carry_out_what_was_adopted(run: Runner, game: Path) -> None:
    path = write_records(game / "adopted.jsonl", [reaction(FIRST, "01T12:00:00", DEE, "⬆️")])
    assert run("questions", "--as-of", NOW, "--json").json == []
    assert run("archive", "import", path).code == 0
    assert [each["id"] for each in run("questions", "--as-of", NOW, "--json").json] == ["done:1:1"]
    out = run("explain", "1", "--as-of", NOW).out
    assert "propositions.1.status = adopted   [COUP-105 " in out
    assert "TO_CARRY_OUT" in out
    assert run("decide", "done:1:1", "done", "--by", "Ben", "--why", "we cheered").code == 0
    assert run("questions", "--json").json == []


def test_an_unknown_name_is_answered_with_those_that_are_known(run: Runner, game: Path) -> None:
    assert "(known: 1, 2, 3)" in run("explain", "99", "--as-of", NOW).err


# --- other commands on such a table ---


def test_clauses_are_put_in_order_by_the_rules_that_they_stand_in(run: Runner, game: Path) -> None:
    found = run("precedence", "COUP-002", "coup-035", "--as-of", NOW, "--json").json
    assert (found["first"]["name"], found["second"]["name"]) == ("1.1 - End of Viable Play", "4.1 - Court Deck")
    assert found["prevails"] == "first"
    out = run("precedence", "1.1", "4.1", "--as-of", NOW).out
    assert "1.1 - End of Viable Play" in out
    assert "dynastic" not in out


def test_enacting_says_that_there_is_none(run: Runner, game: Path) -> None:
    refused = run("enact", "2")
    assert refused.code == 2
    assert "in Nomicoup the tracker writes no matter to a ruleset page" in refused.err
