"""Frames: ways to say an action, and what stands open when somebody says it."""

from tests.mechanics.chat.market import LEXICON
from tracker.mechanics.chat.frames import Situation, Thing, clause_of, standing
from tracker.mechanics.chat.lexicon import Way


def test_way_is_verbs_slots_cues_and_hints() -> None:
    way = Way.of("trade", "buys|giving {take} for|with {give} deal trade?")
    assert way.verbs == {"buys", "giving", "give"}
    assert way.slots == {"take": frozenset(), "give": {"for", "with"}}
    assert [set(cue) for cue in way.cues] == [{"deal"}]
    assert way.hints == {"trade"}
    assert not way.is_order
    assert Way.of("gift", "have! {give}").is_order


def test_only_one_of_somebody_is_called_by_whose_it_is() -> None:
    stands = {"o1": "Bob", "o2": "dev", "o3": "dev"}
    assert standing(stands, None) == ({"o1": "o1", "o2": "o2", "o3": "o3", "bob": "o1"}, "")
    assert standing(stands, "o3")[1] == "o3"
    assert standing({"o1": "bob"}, "elsewhere")[1] == "o1"


def test_offer_called_like_a_person_is_meant_by_its_own_name() -> None:
    assert standing({"bob": "cleo", "o1": "bob"}, None)[0]["bob"] == "bob"


def test_slips_of_the_pen_become_the_games_words_but_names_stay() -> None:
    assert LEXICON.mended('i swpa "swpa" @swpa', frozenset()) == 'i swap "swpa" @swpa'


def test_thing_keeps_what_leads_to_it_and_whose_it_is() -> None:
    clause = clause_of("two for my duck", lambda words: (2, {"duck": "x"}) if words[0] == "my" else (0, {}))
    assert [each if isinstance(each, str) else (each.marker, each.owner) for each in clause] == [
        "2",
        "for",
        ("for", "my"),
    ]


def test_thing_is_read_as_the_first_kind_that_it_can_be() -> None:
    assert Thing({"person": "bob", "offer": "o1"}).read_as(["offer", "person"]) == "o1"
    assert Thing({"person": "bob"}).read_as(["offer"]) == ""


def test_known_names_may_have_several_words() -> None:
    assert Situation(known={"person": {"big d": "dev", "bob": "bob"}}).longest == 2
    assert Situation().longest == 0
