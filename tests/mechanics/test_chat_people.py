"""People by name: in mentions, in sentences, and told apart where their names look alike."""

import pytest

from tracker.mechanics.chat.names import Names
from tracker.mechanics.chat_people import People

ANA, BOB = "111111111111111111", "222222222222222222"


def people(**identities: str) -> People:
    log = Names(names={ANA: "Ana", BOB: "Bob", "333333333333333333": " "})
    return People(log, {key.removeprefix("a"): person for key, person in identities.items()}, ["cleo"])


def test_a_person_without_a_name_is_shown_by_id() -> None:
    assert people().names([ANA, "cleo", "333333333333333333"]) == ("Ana", "cleo", "333333333333333333")


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        (f"<@{ANA}> and <@!{BOB}>", "@Ana and @Bob"),
        (f"{ANA} gives {BOB} 5 chips", "Ana gives Bob 5 chips"),
        ("the message 900000000000000001 of", "the message of 2021-10-19 12:38 UTC of"),
        ("a proposal 900000000000000001: message m1", "a proposal of 2021-10-19 12:38 UTC: message m1"),
        ("ruling-switch:900000000000000001", "ruling-switch:900000000000000001"),
        ("<@999999999999999999>", "@999999999999999999"),
        ("<:duck:123456789012345678> <a:quack:123456789012345678>", ":duck: :quack:"),
        (f"x{ANA} #{ANA} {ANA}5", f"x{ANA} #{ANA} {ANA}5"),
        ("@everyone", "@everyone"),
    ],
)
def test_texts_are_readable_and_call_nobody(text: str, shown: str) -> None:
    assert people().readable(text) == shown


def test_an_account_is_shown_as_the_person_whose_it_is() -> None:
    assert people(a444444444444444444=ANA).readable("<@444444444444444444>") == "@Ana"


@pytest.mark.parametrize("alike", ["Ana", "ANA", " ana", "A\u200bna", "\u0410na"])
def test_names_that_look_alike_stand_with_their_ids(alike: str) -> None:
    found = People(Names(names={ANA: "Ana", BOB: alike}), {})
    assert found.name(ANA) == f"Ana ({ANA})"
    assert found.name(BOB).endswith(f"({BOB})")


def test_a_name_that_is_somebody_elses_id_stands_with_its_own() -> None:
    found = People(Names(names={ANA: "cleo"}), {}, ["cleo"])
    assert (found.name("cleo"), found.name(ANA)) == ("cleo", f"cleo ({ANA})")


def test_a_name_is_no_mention() -> None:
    assert People(Names(names={ANA: f"<@{BOB}>"}), {}).name(ANA) == f"@{BOB}>"
