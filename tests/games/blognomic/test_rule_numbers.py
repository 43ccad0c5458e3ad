"""Numbers and words from the text of the ruleset page: each is read back, holds from its revision, and is never silently lost."""

import re
from typing import Any

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from tests.each import of_each
from tests.games.blognomic import island_rulings
from tests.games.blognomic.ruleset_stories import EVENING, PAGE, ROSTER, changed, finding, revision, unverified
from tests.games.blognomic.ruleset_stories import grounded_story as story
from tests.games.blognomic.stories import codes, gamestate, instant, matter, said
from tracker.core.clause import normalise, words_hash
from tracker.core.clause_pattern import PatternFault, PutBack, with_known_words
from tracker.games.blognomic.law import CLAUSES, PARAMETERS
from tracker.games.blognomic.ruleset.rule_numbers import known_rules
from tracker.games.blognomic.ruleset.ruleset_page import TERMS, clause_keys, read_page, words_of

WORDS = {passage.key: words_of(PAGE, passage, {}) for passage in read_page(PAGE).passages}
WITH_PATTERN = [name for name, parameter in PARAMETERS.items() if parameter.pattern is not None]
NUMBERS = [name for name in WITH_PATTERN if name not in TERMS]


def key_of(name: str) -> str:
    (key,) = clause_keys()[PARAMETERS[name].clause]
    return key


# --- every parameter whose value stands in the text

NOT_IN_THE_TEXT = {
    "vouched_hours",
    # rules of after 170, whose words nobody has seen
    *("entry_date_minutes", "entry_date_hours", "sticky_hours"),
    # what blogs, people and this tracker call things; no rule says it
    *("vote_alt_texts", "enacted_words", "failed_words", "ruleset_page", "settle_after_hours"),
    # what this tracker takes for one and the same act
    *("status_wait_minutes", "action_minutes", "action_variable"),
    # how players mix words of their own into the dice, which no rule knows
    *("dice_word_hours", "dice_word_grace_minutes"),
    # how long this tracker waits before it tells of dice that nobody used
    "unused_roll_hours",
    # from how many players on this tracker tells of votes that it may not see
    *("silent_commenters", "plain_voters"),
    "rule_update_hours",
    # rules of after 170, whose words nobody has seen
    *("small_electorate", "emperor_repair_hours"),
}


@of_each(WITH_PATTERN)
def test_each_pattern_finds_its_place_and_the_known_value(name: str) -> None:
    reading = known_rules().read(name, WORDS[key_of(name)])
    assert reading.value == PARAMETERS[name].values[0].value
    text = WORDS[key_of(name)]
    assert [text[place.start : place.end] for place in reading.places] == [place.words for place in reading.places]
    assert with_known_words(text, reading.places) == text


def test_every_number_of_the_rules_has_a_pattern() -> None:
    units = (
        "hours",
        "minutes",
        "days",
        "months",
        "players",
        "proposals",
        "votes",
        "month-day",
        "word",
        "URLs",
        "files",
    )
    numbers = [name for name, parameter in PARAMETERS.items() if parameter.unit in units and not parameter.choices]
    assert {name for name in numbers if name not in WITH_PATTERN} <= NOT_IN_THE_TEXT


OTHER: dict[str, tuple[tuple[str, str], Any]] = {
    "timeout_hours": (("48 hours", "three days"), 72),
    "timeout_valid_votes": (("more than 1 valid", "more than two valid"), 3),
    "quorum_dividend": (("is half the number of", "is two thirds of the number of"), 2),
    "quorum_divisor": (("is half the number of", "is a third of the number of"), 3),
    "quorum_addend": (("plus one.", "plus two."), 2),
    "proposal_minimum_hours": (("12 hours", "half a day"), 12),
    "proposal_stale_hours": (("7 days", "a week"), 168),
    "pending_limit": (("2 Proposals pending", "three Proposals pending"), 3),
    "daily_limit": (("3 Proposals that day", "4 Proposals that day"), 4),
    "dov_minimum_hours": (("12 hours", "18 hours"), 18),
    "dov_any_hours": (("24 hours", "2 days"), 48),
    "dov_bar_hours": (("120 hours (5 days)", "72 hours (3 days)"), 72),
    "rejoin_hours": (("two weeks", "ten days"), 240),
    "inactivity_hours": (("last seven days", "last 168 hours (7 days)"), 168),
    "request_hours": (("past four days", "past 48 hours"), 48),
    "unidle_bar_hours": (("previous four days", "previous 96 Hours (4 Days)"), 96),
    "dormant_below": (("fewer than five", "fewer than 4"), 4),
    "downtime_from": (("December 24th", "the 20th of December"), "12-20"),
    "downtime_until": (("December 27th", "January 2nd"), "01-02"),
    "edit_window_minutes": (("less than two hours old", "less than 90 minutes old"), 90),
    "category_window_minutes": (("fifteen minutes", "half an hour"), 30),
    "new_player_hours": (("seven days", "a fortnight"), 336),
    "new_player_idle_months": (("at least 3 months", "at least a year"), 12),
    "new_player_post_hours": (("six hours", "24 hours"), 24),
    "daily_gap_hours": (("once every ten hours", "once every 12 hours"), 12),
    "weekly_gap_hours": (("once every twenty-four hours", "once every two days"), 48),
    "ongoing_hours": (("more than three hours)", "more than four hours)"), 4),
    "spam_posts": (("more than ten blog entries", "more than 12 blog entries"), 12),
    "spam_comments": (("more than ten blog comments", "more than a dozen blog comments"), 12),
    "spam_words": (("more than 1000 words", "more than 1,500 words"), 1500),
    "fruit": (("Lemon, Orange, Kiwi,", "Melon, Kiwi,"), ["Melon", "Kiwi", "Grape", "Cherry", "Tangelo"]),
    "colours": (
        ("White, Red, Green, Silver, Yellow, Turquoise, Magenta, Orange, Purple, Black", "Red, Sea Green, and Black"),
        ["Red", "Sea Green", "Black"],
    ),
    "vote_icon_bases": (
        ("http://blognomic.com/images/vote/", "https://blognomic.com/icons/"),
        ["https://blognomic.com/icons/"],
    ),
    "vote_icons": (
        ("for.gif", "yes.png"),
        {"yes.png": "FOR", "against.gif": "AGAINST", "imperial.gif": "DEFERENTIAL", "seal.gif": "VETO"},
    ),
}

OTHER |= island_rulings.NUMBERS


@of_each(NUMBERS)
def test_a_changed_value_is_read_back(name: str) -> None:
    (before, after), value = OTHER[name]
    text = WORDS[key_of(name)]
    assert before in text
    reading = known_rules().read(name, text.replace(before, after))
    assert reading.value == value
    assert with_known_words(text.replace(before, after), reading.places) == text


def with_other_numbers(page: str) -> str:
    """The page with another value of every number of the rules."""
    for passage in reversed(read_page(page).passages):
        own = page[passage.span.start : passage.span.end]
        for name in NUMBERS:
            if key_of(name) == passage.key:
                own = own.replace(*OTHER[name][0])
        page = page[: passage.span.start] + own + page[passage.span.end :]
    return page


def test_changed_values_hold_by_themselves_and_their_clauses_are_in_no_doubt() -> None:
    state = gamestate(story(PAGE, with_other_numbers(PAGE)), EVENING)
    assert (changed(state), unverified(state)) == (set(), {})
    assert state.detail.doubts == ()
    for name in (name for name in NUMBERS if OTHER[name][1] != PARAMETERS[name].values[0].value):
        noted = finding(state, "NUMBER_CHANGED", PARAMETERS[name].clause)
        assert (noted.is_note, noted.at) == (True, instant("2019-10-01 12:00:00"))
        assert "by revision 2 of the ruleset page (Ada)" in noted.text
        assert CLAUSES[PARAMETERS[name].clause].place in noted.text


# --- from the revision's instant on

FASTER = PAGE.replace("48 hours", "24 hours")


def test_a_number_holds_from_its_revision_on() -> None:
    told = story(PAGE, FASTER)
    assert matter(told, "2019-10-01 11:59:59")["next_change_at"] == "2019-10-03T10:00:00Z"
    assert matter(told, "2019-10-01 12:00:00")["next_change_at"] == "2019-10-02T10:00:00Z"
    assert matter(told, "2019-10-02 09:59:59")["popular"] is False
    assert matter(told, "2019-10-02 10:00:00")["popular"] is True
    noted = finding(gamestate(told, EVENING), "NUMBER_CHANGED")
    assert noted.text.startswith("timeout_hours was 48 hours and is 24 hours by revision 2 of the ruleset page (Ada)")


def test_a_number_that_is_put_back_holds_again() -> None:
    told = story(PAGE, FASTER, PAGE)
    assert matter(told, EVENING)["next_change_at"] == "2019-10-03T10:00:00Z"
    texts = [each.text for each in gamestate(told, EVENING).findings if each.code == "NUMBER_CHANGED"]
    assert [text.partition(" by ")[0] for text in texts] == [
        "timeout_hours was 24 hours and is 48 hours again, as before revision 2,",
    ]


def test_each_of_two_changes_of_a_number_is_noted() -> None:
    told = story(PAGE, FASTER, PAGE.replace("48 hours", "12 hours"))
    texts = [each.text for each in gamestate(told, EVENING).findings if each.code == "NUMBER_CHANGED"]
    assert [text.partition(" by ")[0] for text in texts] == [
        "timeout_hours was 48 hours and is 24 hours",
        "timeout_hours was 24 hours and is 12 hours",
    ]


def test_a_page_first_seen_with_another_number_is_taken_at_its_word() -> None:
    told = story(FASTER)
    assert matter(told, EVENING)["next_change_at"] == "2019-10-02T10:00:00Z"
    assert changed(gamestate(told, EVENING)) == set()
    assert "NUMBER_CHANGED" in codes(told, EVENING)


def test_the_quorum_follows_its_fraction() -> None:
    page = PAGE.replace("is half the number of", "is two thirds of the number of")
    shown = said(story(PAGE, page), EVENING)
    assert (shown["gamestate"]["players"], shown["gamestate"]["quorum"]) == (6, 5)
    fact = next(each for each in shown["facts"] if each["name"] == "quorum")
    assert "6 × 2 / 3 rounded down is 4, plus 1 is 5" in fact["reasons"]


def test_the_operators_setting_wins_and_the_difference_is_found() -> None:
    setting = "2019-10-01 00:00:01 setting timeout_hours 36"
    told = story(PAGE, FASTER, more=setting)
    assert matter(told, EVENING)["next_change_at"] == "2019-10-02T22:00:00Z"
    text = finding(gamestate(told, EVENING), "NUMBER_DIFFERS", "BN-046").text
    assert text == (
        "the ruleset says 24 hours in Core Rules › Votable Matters › Votes (revision 2), the setting timeout_hours says "
        "36 hours; the setting counts: for the page's to hold, take timeout_hours out of the config"
    )
    assert "NUMBER_DIFFERS" not in codes(story(PAGE, FASTER, more=setting.replace("36", "24")), EVENING)


def test_a_setting_that_is_taken_back_leaves_the_page_to_tell() -> None:
    back = '{"kind": "setting", "id": "s2", "at": "2019-10-01T15:00:00Z", "name": "timeout_hours", "value": null}'
    settings_ = f"2019-10-01 00:00:01 setting timeout_hours 36\n2019-10-01 15:00:00 json {back}"
    assert (
        matter(story(PAGE, FASTER, more=settings_), "2019-10-01 14:59:59")["next_change_at"] == "2019-10-02T22:00:00Z"
    )
    assert matter(story(PAGE, FASTER, more=settings_), EVENING)["next_change_at"] == "2019-10-02T10:00:00Z"
    assert codes(story(PAGE, FASTER, more=settings_), EVENING).isdisjoint({"NUMBER_DIFFERS", "UNKNOWN_SETTING"})


# --- drift


@pytest.mark.parametrize(
    ("page", "why"),
    [
        (PAGE.replace("at least 48 hours, it has", "at least 72 hours, it has"), "told differently in several places: 72, 48"),
        (PAGE.replace("48 hours", "some hours"), "is nowhere in it"),
        (PAGE.replace("48 hours", "-48 hours"), "'-48 hours' is absurd"),
        (PAGE.replace("48 hours", "11000 weeks"), "'11000 weeks' is absurd"),
        (PAGE.replace("48 hours", "50 minutes"), "no whole number of hours"),
        (
            PAGE.replace("at least 48 hours, it has more", "at least 48 hours, it has more or open for voting for at least 9 hours, it has more"),
            "stands 2 times in it",
        ),
    ],
)  # fmt: skip
def test_a_pattern_that_does_not_read_is_drift_and_never_a_silent_old_value(page: str, why: str) -> None:
    assert page != PAGE
    state = gamestate(story(PAGE, page), EVENING)
    assert "BN-046" in changed(state)
    text = finding(state, "CLAUSE_CHANGED").text
    assert "timeout_hours can no longer be read: " in text
    assert why in text
    assert unverified(state)["matters.p1.popular"] == str(instant("2019-10-01 12:00:00"))
    assert matter(story(PAGE, page), EVENING)["next_change_at"] == "2019-10-03T10:00:00Z"


def test_an_amended_sentence_with_an_amended_number_is_both() -> None:
    page = FASTER.replace("exceed or equal Quorum", "exceed Quorum")
    state = gamestate(story(PAGE, page), EVENING)
    assert "BN-046" in changed(state)
    assert matter(story(PAGE, page), EVENING)["next_change_at"] == "2019-10-02T10:00:00Z"
    assert "can no longer be read" not in finding(state, "CLAUSE_CHANGED").text
    assert "“24” became" not in finding(state, "CLAUSE_CHANGED").text


def test_a_value_of_an_absent_rule_stays_with_its_clauses_in_doubt() -> None:
    gone = FASTER.replace("====Votes====", "<!--\n====Votes====").replace("====Enacting", "-->\n====Enacting", 1)
    told = story(PAGE, FASTER, gone)
    assert matter(told, EVENING)["next_change_at"] == "2019-10-02T10:00:00Z"
    assert "BN-046" in changed(gamestate(told, EVENING))


NUMBER_WORDS = [
    "one",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "twelve",
    "fifteen",
    "twenty",
    "fifty",
]
IN_A_NUMBER = re.compile(rf"\b(?:\d+|{'|'.join(NUMBER_WORDS)})\b")


@given(data=st.data())
@settings(max_examples=60, deadline=None)
def test_a_changed_number_changes_the_parameter_or_is_drift_never_nothing(data: st.DataObject) -> None:
    key = data.draw(st.sampled_from([key for key in sorted(known_rules().numbers) if IN_A_NUMBER.search(WORDS[key])]))
    text = WORDS[key]
    place = data.draw(st.sampled_from(list(IN_A_NUMBER.finditer(text))))
    other = str(data.draw(st.one_of(st.integers(-5, 5), st.integers(-(10**9), 10**9), st.sampled_from(NUMBER_WORDS))))
    assume(other != place[0])
    after = text[: place.start()] + other + text[place.end() :]
    values: dict[str, Any] = {}
    places: list[PutBack] = []
    is_faulty = False
    for name in known_rules().numbers[key]:
        try:
            reading = known_rules().read(name, after)
        except PatternFault:
            is_faulty = True
        else:
            values[name] = reading.value
            places += reading.places
    is_changed = any(value != PARAMETERS[name].values[0].value for name, value in values.items())
    is_drift = is_faulty or words_hash(with_known_words(after, places)) not in known_rules().hashes[key]
    same_value = other.lstrip("0") == place[0] or _same(other, place[0])
    assert is_changed or is_drift or same_value


def _same(one: str, other: str) -> bool:
    values = {
        word: value
        for value, word in enumerate(
            ["zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"]
        )
    }
    values |= {"twelve": 12, "fifteen": 15, "twenty": 20, "fifty": 50}
    return str(values.get(one, one)) == str(values.get(other, other))


# --- words


def test_values_are_told_with_their_unit() -> None:
    assert known_rules().in_words("timeout_hours", 72) == "72 hours"
    assert known_rules().in_words("pending_limit", 2) == "2"
    assert known_rules().in_words("vote_icons", {"a.gif": "FOR"}) == "a.gif = FOR"
    assert known_rules().in_words("vote_icon_bases", ["http://a/", "http://b/"]) == "http://a/, http://b/"
    assert known_rules().in_words("player_word", "Pilot") == "Pilot"


def test_a_page_without_the_sentence_leaves_the_last_word() -> None:
    pilots = PAGE.replace("Castaway", "Pilot")
    silent = pilots.replace('The terms "Pilot" and "Player" are synonyms.', "A Pilot plays.")
    board = gamestate(story(PAGE, pilots, silent), EVENING).detail
    assert board.player_word == "Pilot"
    assert "BN-255" in board.clauses_in_doubt


def test_a_replay_file_gets_the_same() -> None:
    lines = [
        ROSTER,
        '2019-10-01 10:00:00 Bo posts p1 Proposal "Proposal: Dry Socks"',
        revision(1, "2019-10-01 11:00:00", FASTER),
    ]
    assert matter("\n".join(lines), EVENING)["next_change_at"] == "2019-10-02T10:00:00Z"
    assert normalise(PAGE) != normalise(FASTER)
