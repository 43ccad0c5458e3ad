"""Dice follow from seed and key as the recipe says, and every face is as likely as any other."""

import hmac
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tracker.mechanics.dice.seeds import day_meant, faces, faces_of

SEED = bytes.fromhex("00ff10")


def test_faces_are_those_that_openssl_computes() -> None:
    # printf '%s' 'c17:1:DICE20:0' | openssl dgst -sha256 -mac HMAC -macopt hexkey:00ff10   (and with :1)
    digests = (
        "ea077ca22f9622c5a0a31398c1acaece4216201b314758bc671872847ed0bf36",
        "0db72e705adff9d704d9ddebc8c150fc267daa4c6cd8c7d81a8110ae76f575e2",
    )
    assert faces(SEED, "c17:1:DICE20", 20, 2) == tuple(int(digest, 16) % 20 + 1 for digest in digests)
    assert faces(SEED, "c17:1:DICE20", 20, 5) == (15, 3, 19, 14, 8)


@given(st.binary(max_size=40), st.text(), st.integers(1, 1000), st.integers(0, 20))
def test_faces_are_of_the_die_and_always_the_same(seed: bytes, key: str, sides: int, count: int) -> None:
    thrown = faces(seed, key, sides, count)
    assert len(thrown) == count
    assert all(1 <= face <= sides for face in thrown)
    assert thrown == faces(seed, key, sides, count + 1)[:count]


def test_numbers_beyond_the_last_full_round_are_passed_over() -> None:
    # One round of 2^255 + 1 faces fits into 32 bytes: nearly every second number must go.
    sides = 2**255 + 1
    texts = (f"huge:{counter}".encode() for counter in range(60))
    numbers = [int.from_bytes(hmac.digest(SEED, text, "sha256")) for text in texts]
    wanted = [number + 1 for number in numbers if number < sides]
    assert 15 < len(wanted) < 45
    assert list(faces(SEED, "huge", sides, len(wanted))) == wanted


def test_every_face_is_about_as_likely() -> None:
    found = Counter(face for number in range(2_000) for face in faces(SEED, f"key {number}", 6, 3))
    assert set(found) == {1, 2, 3, 4, 5, 6}
    assert all(880 < times < 1_120 for times in found.values())


def test_other_seed_or_key_gives_other_faces() -> None:
    own = faces(SEED, "a", 1_000, 10)
    assert own != faces(SEED, "b", 1_000, 10)
    assert own != faces(b"other", "a", 1_000, 10)


@pytest.mark.parametrize(("sides", "count"), [(0, 1), (-6, 1), (6, -1), (2**256 + 1, 1)])
def test_impossible_dice_are_refused(sides: int, count: int) -> None:
    with pytest.raises(ValueError, match=f"{count} dice of {sides} sides"):
        faces(SEED, "a", sides, count)


def test_key_with_half_a_surrogate_pair_is_thrown_for() -> None:
    assert len(faces(SEED, "\ud83d", 6, 1)) == 1


@pytest.mark.parametrize(
    ("subject", "day"),
    [
        ("dice:2019-10-01", "2019-10-01"),
        *(
            ("traitor:2019-10-01", ""),
            ("dice:2019-13-01", ""),
            ("dice:20191001", ""),
            ("dice:", ""),
            ("dice", ""),
            (7, ""),
        ),
    ],
)
def test_day_that_a_commitment_is_for(subject: object, day: str) -> None:
    assert day_meant({"for": subject}) == day


def test_faces_shown_by_a_roll() -> None:
    assert faces_of({"sides": 6, "face": 3}) == (3,)
    assert faces_of({"sides": 6, "faces": [1, 2]}) == (1, 2)
    assert faces_of({"sides": 6}) == ()
