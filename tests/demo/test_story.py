"""Stories: what happens on a made-up blog."""

from pathlib import Path

import pytest

from tests.contracts.blog_world import PLAYERS, at
from tracker.core.observation import KINDS
from tracker.demo.story import FORTNIGHT, Story, read_story, story, with_icons
from tracker.errors import InputError

QUILL = {"author": "Quill", "title": "Dry Socks", "category": "Proposal", "body": "<p>x</p>", "slug": "dry"}


def told(*events: dict[str, object]) -> Story:
    return story("B", [{"kind": "roster", "at": at(0), "players": PLAYERS}, *events])


def test_only_what_has_happened_stands() -> None:
    tale = told({"kind": "post", "at": at(2), **QUILL})
    assert tale.as_of(at(1.99)).posts == {}
    assert list(tale.as_of(at(2)).posts) == ["dry"]


def test_events_are_told_in_order_of_time() -> None:
    comment = {"kind": "comment", "at": at(3), "post": "dry", "author": "Pim", "body": "b", "id": "1"}
    tale = told(
        {**comment, "kind": "comment_edited", "at": at(4), "body": "c"}, comment, {"kind": "post", "at": at(2), **QUILL}
    )
    assert [one.body for one in tale.as_of(at(3)).posts["dry"].comments] == ["b"]
    assert [one.body for one in tale.as_of(at(4)).posts["dry"].comments] == ["c"]


def test_state_of_an_earlier_instant_is_not_touched_by_a_later_one() -> None:
    tale = told(
        {"kind": "post", "at": at(2), **QUILL}, {"kind": "post_status", "at": at(3), "slug": "dry", "status": "Failed"}
    )
    before = tale.as_of(at(2))
    assert tale.as_of(at(3)).posts["dry"].status == "Failed"
    assert before.posts["dry"].status == "open"


def test_players_idle_return_leave_and_rule() -> None:
    changes = [("idle", "Pim"), ("emperor", "Quill"), ("unidle", "Pim"), ("leave", "Marlowe"), ("admin", "Pim")]
    tale = told(
        *({"kind": "roster_change", "at": at(n), "change": c, "name": who} for n, (c, who) in enumerate(changes, 1))
    )
    assert [player.name for player in tale.as_of(at(1)).active] == ["Juniper", "Marlowe", "Quill"]
    assert [player.name for player in tale.as_of(at(2)).active if player.is_emperor] == ["Quill"]
    last = tale.as_of(at(5))
    assert [player.name for player in last.active] == ["Juniper", "Pim", "Quill"]
    assert [player.name for player in last.active if player.is_admin] == ["Juniper", "Pim"]
    assert "Marlowe" in last.members


def test_icons_are_pictures() -> None:
    assert with_icons("{FOR} and {VETO}") == (
        '<img src="/images/vote/for.gif" alt="for" /> and <img src="/images/vote/seal.gif" alt="seal" />'
    )
    assert with_icons("{for} :for:") == "{for} :for:"


def test_unknown_kinds_are_refused() -> None:
    with pytest.raises(ValueError, match="earthquake"):
        told({"kind": "earthquake", "at": at(1)})


@pytest.mark.parametrize(
    "text", ["", "title = 3 4", 'title = "x"', 'title = "x"\n[[event]]\nat = "soon"\nkind = "post"']
)
def test_unreadable_story_is_said_with_its_file(tmp_path: Path, text: str) -> None:
    path = tmp_path / "tale.toml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(InputError, match=r"tale\.toml"):
        read_story(path)
    with pytest.raises(InputError):
        read_story(tmp_path / "missing.toml")


def test_fortnight_shows_what_it_promises() -> None:
    tale = read_story(FORTNIGHT)
    last = tale.as_of(tale.ticks[-1])
    assert len(tale.ticks) == len(set(tale.ticks)) >= 12
    assert list(tale.ticks) == sorted(tale.ticks)
    categories = {post.category for post in last.posts.values()}
    assert categories == {"Proposal", "Call for Judgement", "Declaration of Victory", "Ascension Address", ""}
    notes = " ".join(post.note for post in last.posts.values())
    for word in ("Timed out", "quorum", "Self-killed", "Vetoed", "DEFERENTIAL", "Unpopular"):
        assert word in notes
    changes = {(event["name"], event["change"]) for event in tale.events if event["kind"] == "roster_change"}
    assert {("Fern", "idle"), ("Fern", "unidle"), ("Oddfellow", "emperor")} <= changes
    assert any(event["kind"] == "comment_edited" for event in tale.events)
    assert all(event["kind"] in KINDS for event in tale.events)
    assert [post.status for post in last.posts.values()].count("open") >= 2


def test_every_edit_of_the_fortnight_lies_between_two_ticks() -> None:
    tale = read_story(FORTNIGHT)
    for event in tale.events:
        if event["kind"] in {"comment_edited", "roster_change"}:
            assert event["at"] not in tale.ticks
            assert tale.ticks[0] < event["at"] < tale.ticks[-1]
