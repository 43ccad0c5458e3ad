"""The case of an open proposal of a chat game: who made it, how it stands and until when, and who votes what, each by its clause."""

from pathlib import Path

import pytest

from tests.cli.commands import Runner, write_records
from tests.games.chat_stories import told

STORY = """
2021-08-02 07:00:00 opening {"players": [{"id": "ana"}, {"id": "bob"}]}
2021-08-02 08:00:00 ana in proposals m1: Proposal: rule 1 is gone
2021-08-06 09:00:00 bob +1 m1
2021-08-06 09:10:00 ana -1 m1
"""
PLAYERS = '[{"id": "ana", "player": true, "standard_proposal_makers": 1}, {"id": "bob", "player": true}]'
STORIES = {
    "round10": STORY.replace('[{"id": "ana"}, {"id": "bob"}]', PLAYERS),
    "ducks": STORY.replace("+1", "gatorTrung").replace("-1", "updownTrung"),
    "aeternus": STORY,
}
EMOJI = {"ducks": (":gatorTrung:", ":updownTrung:")}
CLAUSES = {
    "round10": ("R10-092", "open", "2021-08-09T00:00:00Z", "R10-084"),
    "ducks": ("DUCK-031", "voting", "2021-08-08T00:00:00Z", "DUCK-040"),
    "aeternus": ("AET-029", "open", "2021-08-08T00:00:00Z", "AET-030"),
}


@pytest.mark.parametrize("slug", STORIES)
def test_an_open_proposal_is_explained(folder: Path, run: Runner, slug: str) -> None:
    config = f"[game]\nslug = {slug}\n[wiki]\nruleset =\n[publish]\npermission = plan\n"
    (folder / "tracker.ini").write_text(config)
    records = told(STORIES[slug], slug)
    assert run("archive", "import", write_records(folder / "game.jsonl", records)).code == 0
    facts = run("explain", "m1", "--as-of", "2021-08-06T10:00:00Z", "--json").json["facts"]
    clause, status, end, voting = CLAUSES[slug]
    found = {fact["name"].rpartition(".")[2]: (fact["value"], fact["clause"], fact["because"]) for fact in facts}
    assert found["author"] == ("ana", clause, ["m1"])
    assert found["status"][0] == status
    assert found["end"] == (end, clause, ["m1"])
    votes, by, because = found["votes"]
    up, down = EMOJI.get(slug, (":+1:", ":-1:"))
    assert (votes, by) == ([f"{up} bob", f"{down} ana"], voting)
    assert sorted(because) == sorted([f"reaction:m1:{up}:bob", f"reaction:m1:{down}:ana"])
