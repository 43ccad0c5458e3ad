"""What players of Round 10 announce: every form of the checklist's section 6, and what must not be taken for one."""

import tomllib
from collections.abc import Mapping
from pathlib import Path
from time import perf_counter
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tracker.games.round10.announced import read
from tracker.games.round10.spoken_items import CardNames, spellings

from tracker.mechanics.announcements import Announced, NotUnderstood
from tracker.mechanics.proposal_class import ProposalHead, read_proposal

CASES = tomllib.loads(Path(__file__).with_name("announcements.toml").read_text(encoding="utf-8"))
HASH = "0123456789abcdefABCDEF0123456789" * 2
NAMES = {"ana": ("ana",), "42": ("bob",), "7": ("Cleo the Great",), "8": ("Jo",), "9": ("JO",)}
CARDS = CardNames(
    ("Ace", *map(str, range(2, 14)), "Unter Knave", "Ober Knave", "Knight", "Bishop", "Rook", "Queen", "King"),
    (
        "Leaves",
        "Diamonds",
        "Cups",
        "Clubs",
        "Acorns",
        "Roses",
        "Bells",
        "Swords",
        "Shields",
        "Hearts",
        "Coins",
        "Spades",
    ),
)
CLASSES = ("Urgent", "Standard")


def spoken(text: str) -> list[Announced | NotUnderstood]:
    return read(text.replace("HASH", HASH), NAMES, CARDS)


def plain(value: Any) -> Any:
    """A value as the file has it."""
    if isinstance(value, tuple):
        return list(value)
    return value.replace(HASH, "HASH") if isinstance(value, str) else value


def told(one: Announced | NotUnderstood) -> dict[str, Any]:
    if isinstance(one, NotUnderstood):
        return {"why": one.why}
    fields = {name: plain(value) for name, value in one.fields.items() if value is not None}
    return {"kind": one.kind, **fields, **({"notes": list(one.notes)} if one.notes else {})}


@pytest.mark.parametrize(
    ("text", "means"),
    [(text, form["means"]) for form in CASES["form"] for text in form["texts"]],
    ids=lambda value: str(value)[:60],
)
def test_every_form_of_an_action(text: str, means: dict[str, Any]) -> None:
    wanted = {name: value for name, value in means.items() if value != "none"}
    assert list(map(told, spoken(text))) == [wanted]


@pytest.mark.parametrize("case", CASES["message"], ids=lambda case: case["text"][:50])
def test_messages_of_several_lines(case: dict[str, Any]) -> None:
    found = spoken(case["text"])
    assert len(found) == len(case["says"])
    assert [one.n for one in found] == list(range(1, len(found) + 1))
    for one, says in zip(found, case["says"], strict=True):
        said = told(one)
        if "why" in says:
            assert says["why"] in said["why"]
        else:
            assert said == says


@pytest.mark.parametrize(
    ("text", "why", "kind"),
    [(text, why, group["kind"]) for group in CASES["unclear"] for text, why in group["texts"] if why],
)
def test_what_is_not_understood_says_why(text: str, why: str, kind: str) -> None:
    found = spoken(text)
    assert len(found) == 1
    assert isinstance(found[0], NotUnderstood), found
    assert why.replace("HASH", HASH[:20]) in found[0].why
    assert found[0].kind == kind


@pytest.mark.parametrize(
    ("text", "kind"), [(text, each["kind"]) for each in CASES["by_verb"] for text in each["texts"]]
)
def test_a_line_with_a_verb_of_the_game_and_what_it_is_done_to_is_no_talk(text: str, kind: str) -> None:
    (found,) = spoken(text)
    assert isinstance(found, NotUnderstood), found
    assert found.kind == kind


def test_a_verb_without_i_counts_beside_another_announcement() -> None:
    _, found = spoken("I generate a lot\ngive away some chips")
    assert isinstance(found, NotUnderstood), found
    assert spoken("give away some chips") == []


@pytest.mark.parametrize("text", CASES["chat"]["texts"])
def test_chat_is_left_alone(text: str) -> None:
    assert spoken(text) == []


def test_there_are_enough_texts_that_are_no_actions() -> None:
    assert len(CASES["chat"]["texts"]) + sum(len(group["texts"]) for group in CASES["unclear"]) >= 80


@pytest.mark.parametrize(
    ("text", "known"), [(text, known) for known, texts in CASES["proposals"].items() for text in texts]
)
def test_the_class_of_a_proposal(text: str, known: str) -> None:
    wanted = ProposalHead(known if known in CLASSES else None, is_chat=known == "chat")
    assert read_proposal(text, CLASSES) == wanted


@pytest.mark.parametrize(("text", "word"), CASES["unknown_classes"].items())
def test_a_class_that_there_is_not(text: str, word: str) -> None:
    assert read_proposal(text, CLASSES) == ProposalHead(unknown=word)


def test_a_person_is_mentioned_by_an_id_that_nobody_knows() -> None:
    (found,) = read("I give 5 chips to <@123456789012345678>", NAMES, CARDS)
    assert isinstance(found, Announced)
    assert found.fields["to"] == "123456789012345678"


def test_a_person_is_called_by_the_longest_name_that_fits() -> None:
    names = {"1": ("Cleo",), "2": ("Cleo the Great",)}
    (found,) = read("I give 5 chips to cleo the great", names, CARDS)
    assert isinstance(found, Announced)
    assert found.fields["to"] == "2"


def test_two_names_that_look_alike_are_told_apart_by_a_mention_only() -> None:
    names = {"1": ("bob",), "2": ("b\u043eb",)}
    (unclear,) = read("I give 5 chips to bob", names, CARDS)
    (clear,) = read("I give 5 chips to <@2>", names, CARDS)
    assert isinstance(unclear, NotUnderstood)
    assert isinstance(clear, Announced)
    assert clear.fields["to"] == "2"


def test_a_name_in_the_way_of_an_item_is_never_taken_for_it() -> None:
    (found,) = read("I give King of Hearts to bob", {"1": ("King",), "2": ("bob",)}, CARDS)
    assert isinstance(found, NotUnderstood)


def test_ranks_and_suits_are_those_of_the_tables() -> None:
    cards = CardNames(("Ace", "Jester"), ("Stars",))
    (found,) = read("I give 2x Jester of Stars to bob", NAMES, cards)
    assert isinstance(found, Announced)
    assert found.fields["give"] == {"Jester of Stars": 2}
    (unclear,) = read("I give King of Hearts to bob", NAMES, cards)
    assert isinstance(unclear, NotUnderstood)


def test_a_number_may_have_400_digits() -> None:
    (found,) = spoken(f"I give {'7' * 400} chips to @bob")
    assert isinstance(found, Announced)
    assert found.fields["give"] == {"chips": int("7" * 400)}


# --- written and read back ----------------------------------------------------------------------------------------------


def items(goods: Mapping[str, int]) -> str:
    named = {item: names[-1] for item, names in spellings()["items"].items()}
    return (
        ", ".join(f"{n} {named[item]}" if item in named else f"{n}x {item}" for item, n in goods.items()) or "nothing"
    )


def canonical(kind: str, fields: Mapping[str, Any]) -> str:
    """An action in its canonical form (checklist, section 6)."""
    said = {name: items(value) if isinstance(value, dict) else value for name, value in fields.items()}
    people = " ".join(f"<@{person}>" for person in fields.get("parties", ()))
    return {
        "join": "I join the game",
        "leave": "I leave the game",
        "bid": "Bid: {text}",
        "hand": "Hand: {text}",
        "reveal": "Reveal: {text}",
        "generate_lots": "I generate {lots} lots: {dice}",
        "trade_offer": "I trade {give} to <@{to}> for {get}",
        "gift": "I give {give} to <@{to}>",
        "consent": "I accept {offer}",
        "withdraw": "I withdraw {offer}",
        "contract_offer": 'I offer {people} the contract "{name}": {terms}',
        "contract_consent": 'I consent to the contract "{name}"',
        "contract_end": 'I consent to terminate the contract "{name}"',
        "to_contract": 'I transfer {give} to contract "{name}"',
        "from_contract": 'By its terms, contract "{name}" gives {give} to <@{to}>: "{term}"',
        "exchange": "I exchange {trungs} Trungs for {goods}",
        "resign": "I resign as Judge",
        "remove_judge": "I assent to the removal of the Judge",
        "request": "I request justice: {text}",
        "ruling": "Ruling on {request}: {text}",
        "confidence": "I call for a vote of confidence on ruling {ruling}",
        "confidence_vote": "{vote} {ruling}",
        "self_overturn": "I overturn my ruling {ruling}",
    }[kind].format(**{**said, "people": people, "goods": items({fields.get("what", "chips"): fields.get("n", 1)})})


PERSON = st.integers(1, 10**19).map(str)
CARD = st.builds("{} of {}".format, st.sampled_from(CARDS.ranks), st.sampled_from(CARDS.suits))
ITEM = st.one_of(st.sampled_from(sorted(spellings()["items"])), CARD)
GOODS = st.dictionaries(ITEM, st.integers(1, 10**30), min_size=1, max_size=6)
IDENTITY = st.from_regex(r"[A-Za-z]{0,3}[0-9]{1,19}", fullmatch=True)
WORDS = st.from_regex(r"[A-Za-z0-9][A-Za-z0-9 ,.']{0,40}[A-Za-z0-9]", fullmatch=True)
NAME = st.from_regex(r"[A-Za-z0-9](?:[A-Za-z0-9]| (?! )){0,20}[A-Za-z0-9]", fullmatch=True)
ACTION = st.one_of(
    st.tuples(st.sampled_from(["join", "leave", "resign", "remove_judge"]), st.just({})),
    st.tuples(st.just("reveal"), st.fixed_dictionaries({"text": WORDS})),
    st.tuples(
        st.just("generate_lots"),
        st.fixed_dictionaries(
            {"lots": st.integers(2, 10**9), "dice": st.lists(st.integers(1, 20), max_size=12).map(tuple)}
        ),
    ),
    st.tuples(
        st.just("trade_offer"),
        st.fixed_dictionaries({"to": PERSON, "give": GOODS, "get": st.one_of(GOODS, st.just({}))}),
    ),
    st.tuples(st.just("gift"), st.fixed_dictionaries({"to": PERSON, "give": GOODS})),
    st.tuples(st.sampled_from(["consent", "withdraw"]), st.fixed_dictionaries({"offer": IDENTITY})),
    st.tuples(
        st.just("contract_offer"),
        st.fixed_dictionaries(
            {
                "parties": st.lists(PERSON, min_size=1, max_size=4, unique=True).map(tuple),
                "name": NAME,
                "terms": WORDS,
                "bound": st.just(False),
            }
        ),
    ),
    st.tuples(st.sampled_from(["contract_consent", "contract_end"]), st.fixed_dictionaries({"name": NAME})),
    st.tuples(st.just("to_contract"), st.fixed_dictionaries({"give": GOODS, "name": NAME})),
    st.tuples(
        st.just("from_contract"),
        st.fixed_dictionaries({"name": NAME, "give": GOODS, "to": PERSON, "term": WORDS}),
    ),
    st.tuples(
        st.just("exchange"),
        st.fixed_dictionaries(
            {
                "trungs": st.integers(1, 10**9),
                "n": st.integers(1, 10**9),
                "what": st.sampled_from(["gold_stars", "standard_proposal_makers"]),
            }
        ),
    ),
    st.tuples(st.just("request"), st.fixed_dictionaries({"text": WORDS})),
    st.tuples(
        st.just("ruling"),
        st.fixed_dictionaries({"request": IDENTITY, "text": st.sampled_from(["TRUE"]), "truth": st.just(True)}),
    ),
    st.tuples(st.just("confidence"), st.fixed_dictionaries({"ruling": IDENTITY})),
    st.tuples(
        st.just("confidence_vote"),
        st.fixed_dictionaries({"vote": st.sampled_from(["affirm", "overturn"]), "ruling": IDENTITY}),
    ),
    st.tuples(st.just("self_overturn"), st.fixed_dictionaries({"ruling": IDENTITY, "own": st.just(True)})),
)


@given(ACTION)
def test_a_canonical_form_reads_as_the_action_that_it_was_written_for(action: tuple[str, dict[str, Any]]) -> None:
    kind, fields = action
    (found,) = read(canonical(kind, fields), {}, CARDS)
    assert isinstance(found, Announced), found
    assert (found.kind, dict(found.fields)) == (kind, fields)


# --- anything at all ----------------------------------------------------------------------------------------------------

PIECES = sorted({text for form in CASES["form"] for text in form["texts"]})
ODD = "*_~|`>\\\"'“”:;,.!?()[]{}<@#+-/=&\n\r\t \u200b\u202e\ue000\ue001\ufe0f♥🎉０Ａїİß½²\0"


@given(
    st.one_of(
        st.text(max_size=200), st.lists(st.one_of(st.sampled_from(PIECES), st.text(ODD, max_size=4))).map("".join)
    )
)
def test_no_text_makes_the_reader_fail(text: str) -> None:
    found = read(text, NAMES, CARDS)
    assert [one.n for one in found] == list(range(1, len(found) + 1))
    assert isinstance(read_proposal(text, CLASSES), ProposalHead)


@pytest.mark.parametrize(
    "text",
    [
        "I join " + "*" * 3_990,
        "I join a" + "*" * 3_980 + "a",
        "I " * 2_000,
        "please " * 570,
        "bid " + "a" * 3_990,
        "||" * 2_000,
        "I join ||" + "|| ||" * 790,
        "I offer @bob the contract " + '"' * 3_900,
        "I trade " + "foo " * 990,
        "I give " + "1" * 3_900 + " chips to @bob",
        "`" * 4_000,
        "I j\u200boin" + "\u200b" * 3_990,
        "give " + "to " * 1_300,
    ],
    ids=range(13),
)
def test_hostile_messages_are_read_quickly(text: str) -> None:
    read(text, NAMES, CARDS)
    started = perf_counter()
    read(text, NAMES, CARDS)
    assert perf_counter() - started < 0.1, "a few milliseconds are usual; a machine that is busy may take longer"
