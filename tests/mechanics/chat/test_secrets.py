from dataclasses import replace
from datetime import timedelta
from functools import partial
from hashlib import sha256

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.mechanics.chat.fairs import START, Fair, again, at, fair, refusal, says, told
from tracker.mechanics.chat import secrets
from tracker.mechanics.chat.rows import Message
from tracker.mechanics.chat.secrets import Kind

DAY = timedelta(days=1)
KINDS = {
    "guess": Kind("tent", lambda posted: posted + DAY, lambda posted: posted + 3 * DAY),
    "wager": Kind("stage", lambda posted: posted + DAY, lambda posted: posted + 3 * DAY, words=("stake",)),
}


def hashed(text: str) -> str:
    return sha256(text.encode()).hexdigest()


def posts(world: Fair, author: str, id: str, text: str, until: timedelta = DAY, channel: str = "stage") -> None:
    message = says(author, id, text=text, channel=channel)
    secrets.post(world, message, KINDS, {"ribbons": 2, "kite": 0}, world.now + until)


def shows(world: Fair, author: str, text: str, reply_to: str = "") -> str:
    return secrets.reveal(world, says(author, "r1", reply_to, text))


def test_a_secret_is_revealed_in_its_time() -> None:
    world = fair("ana")
    with told() as outcome:
        posts(world, "ana", "m1", f"Wager: {hashed('two. salt: x')}")
    assert outcome.happened[0].fields["maturation"] == "2024-05-07T00:00:00Z"
    assert world.secrets["m1"].held == {"ribbons": 2}
    assert again(world) == world
    late, early = partial(shows, world, "ana", "Reveal: two. salt: x"), 24 - 1e-6
    for hours, code in ((early, "TOO_EARLY"), (72, "TOO_LATE")):
        at(world, hours)
        assert refusal(late) == code
    at(world, 24)
    assert refusal(lambda: shows(world, "bob", "two. salt: x")) == "NOT_YOUR_ACTION"
    assert refusal(lambda: shows(world, "ana", "two.  salt: x")) == "HASH_MISMATCH"
    assert late() == "m1"
    assert late() == ""
    assert world.secrets["m1"].declared == "two."
    assert again(world) == world
    at(world, 72)
    assert list(secrets.revealed(world, "wager")) == ["m1"]
    assert not secrets.revealed(world, "guess")


def test_what_is_not_revealed_by_its_date_fails() -> None:
    world = fair("ana")
    posts(world, "ana", "m1", f"Wager: {hashed('two')}")
    assert [(due.at, due.kind) for due in secrets.revelations(world, (2,), "show")] == [(START + 3 * DAY, "show")]
    at(world, 72)
    secrets.fail_unrevealed(world)
    assert world.secrets["m1"].failed == "not_revealed"
    secrets.forget(world, world.now)
    assert world.secrets
    secrets.forget(world, world.now + DAY)
    assert not world.secrets


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("{}", "TYPE_MISSING"),
        ("wager or guess: {}", "TYPE_MISSING"),
        ("wager: {} or {}0", "BAD_HASH"),
        ("wager: abc", "BAD_HASH"),
        ("guess: {}", "WRONG_CHANNEL"),
    ],
)
def test_a_post_names_its_kind_and_bears_one_hash_in_its_channel(text: str, code: str) -> None:
    world, digits = fair("ana"), hashed("two")
    message = text.replace("{}", digits, 1).replace("{}0", hashed("three"))
    assert refusal(lambda: posts(world, "ana", "m1", message)) == code


@pytest.mark.parametrize(
    "text", ["My stakes: `{}`", "WAGER\n```\n{}\n```", "{} is my wager", "wager sha256:{} a guess"]
)
def test_a_kind_is_named_by_its_words(text: str) -> None:
    world = fair("ana")
    posts(world, "ana", "m1", text.replace("{}", hashed("two").upper()))
    assert world.secrets["m1"].hash == hashed("two")


def test_another_of_its_kind_and_phase_takes_its_place() -> None:
    world = fair("ana", "bob")
    posts(world, "ana", "m1", f"Wager: {hashed('1')}")
    posts(world, "bob", "m2", f"Wager: {hashed('2')}")
    posts(world, "ana", "m3", f"Guess: {hashed('3')}", channel="tent")
    at(world, 24 - 1e-6)
    posts(world, "ana", "m4", f"Wager: {hashed('4')}", timedelta(0))
    posts(world, "ana", "m5", f"Wager: {hashed('5')}")
    failed = {name: each.failed for name, each in world.secrets.items() if not each.stands}
    assert failed == {"m1": "superseded"}
    at(world, 24)
    assert refusal(lambda: shows(world, "ana", "1")) == "ACTION_ALREADY_FAILED"


def test_an_edit_before_maturation_fails_it_and_deleting_is_noted() -> None:
    world = fair("ana")
    posts(world, "ana", "m1", f"Wager: {hashed('1')}", timedelta(0))
    posts(world, "ana", "m2", f"Wager: {hashed('2')}")
    at(world, 24 - 1e-6)
    secrets.edit(world, "m1")
    with told() as outcome:
        secrets.delete(world, "m2")
        secrets.delete(world, "m9")
    at(world, 24)
    secrets.edit(world, "m2")
    assert [each.failed for each in world.secrets.values()] == ["edited_before_maturation", None]
    assert [each.code for each in outcome.noted] == ["HASH_MESSAGE_DELETED"]


FORMS = ["{}", "Reveal: {}", "I reveal {}", "here:\n```\n{}\n```", "look `{}`", "  {}  "]
ENDS = [lambda t: t, lambda t: t + "\n", lambda t: t + "\r\n", lambda t: t.replace("\n", "\r\n")]
WORDS = st.text(st.sampled_from("ab 1:\n"), min_size=1).map(lambda text: text.lstrip(": \n").rstrip()).filter(bool)


@given(WORDS, st.sampled_from(FORMS), st.sampled_from(range(len(ENDS))))
def test_a_text_is_found_in_every_documented_form(text: str, form: str, ending: int) -> None:
    if "`{}`" in form:
        text = " ".join(text.split())
    world = fair("ana")
    posts(world, "ana", "m1", f"Wager: {hashed(ENDS[ending](text))}")
    at(world, 24)
    shown = says("ana", "r1", text=form.replace("{}", text))
    act = secrets.asks(world, shown, KINDS)
    assert act is not None
    assert act.kind == secrets.REVEAL
    assert secrets.reveal(world, shown) == "m1"


def test_what_a_message_asks_for() -> None:
    world = fair("ana", "bob")
    posts(world, "ana", "m1", f"Wager: {hashed('two')}")
    asked = partial(secrets.asks, world, kinds=KINDS, declares=lambda text: text.startswith("bet"))

    def kinds(message: Message) -> str:
        act = asked(message)
        return act.kind if act else ""

    assert kinds(says("ana", "x", text=f"my stake {hashed('q')}")) == secrets.POST
    assert kinds(says("ana", "x", text="my stake " + "a" * 63)) == secrets.POST
    assert kinds(says("ana", "x", text=f"look:\n> {hashed('q')}")) == ""
    assert kinds(says("ana", "x", text="I reveal three")) == secrets.REVEAL
    assert kinds(says("bob", "x", text="I reveal three")) == ""
    assert kinds(says("bob", "x", text="Reveal: three")) == secrets.REVEAL
    assert kinds(says("bob", "x", text="two")) == secrets.REVEAL
    assert kinds(says("ana", "x", "m1", "bet three")) == secrets.REVEAL
    assert kinds(says("ana", "x", "m1", "good luck to all")) == ""


def test_a_reveal_whose_words_were_redacted_still_holds() -> None:
    world = fair("ana")
    words = "two on red\nthree on blue. salt: my name"
    posts(world, "ana", "m1", f"Wager: {hashed(words)}")
    at(world, 24)
    act = secrets.asks(world, says("ana", "r1", text=f"Reveal: {words}"), KINDS)
    assert act is not None
    assert act.said == "Reveal m1: two on red; three on blue."
    redacted = replace(says("ana", "r1", text=act.said), kept={"said": [act.said]})
    assert secrets.asks(world, redacted, KINDS) == replace(act, message=redacted)
    assert refusal(lambda: secrets.reveal(world, replace(redacted, kept={}))) == "HASH_MISMATCH"
    assert secrets.reveal(world, redacted) == "m1"
    assert world.secrets["m1"].declared == "two on red; three on blue."
    edited = secrets.asks(world, says("ana", "r1", text=words, is_edited=True), KINDS)
    assert edited is not None
    assert "salt" in edited.said


def test_a_redacted_post_still_holds() -> None:
    world, digits = fair("ana"), hashed("two")
    act = secrets.asks(world, says("ana", "m1", text=f"My wonderful wager! {digits}"), KINDS)
    assert act is not None
    assert act.said == f"wager: {digits}"
    posts(world, "ana", "m1", act.said)
    assert world.secrets["m1"].hash == digits
