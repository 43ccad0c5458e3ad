"""What BlogNomic's pages say of boards made by hand: every item that players were promised, and nothing that ages."""

import html
import re
from dataclasses import replace
from datetime import timedelta

import pytest

from tests.games.blognomic.boards import AS_OF, at, empty_board, hiatus_board, matter, sample_board, table_board
from tests.games.blognomic.table_samples import PAGE as TABLE_PAGE
from tracker.core.gamestate import Finding, Outcome
from tracker.games.blognomic.enacting import reset
from tracker.games.blognomic.pages.board import Board
from tracker.games.blognomic.pages.page_titles import CATALOGUE, ENACTING_PAGES
from tracker.games.blognomic.pages.pages import acts, clause_links, drafts, is_undetermined, next_to_change
from tracker.render.environment import template_folder
from tracker.render.pages import render_regions

LINK = re.compile(r"\[\[[^|\]]*\|(.*?)\]\]|\[https?://\S+ ([^\]]*)\]")
STYLE = re.compile(r"background:(#[0-9a-f]+);color:(#[0-9a-f]+)")
READABLE = 4.5
"""The contrast that WCAG asks for of text (level AA)."""


def wikitexts(board: Board, **names: str) -> dict[str, str]:
    """Page title -> wikitext, under the default names and those given."""
    return {region.page: region.text for region in render_regions(drafts(board, names))}


def plain(wikitext: str) -> str:
    """The words of a wikitext, one line a line."""
    labels = LINK.sub(lambda found: found[1] or found[2], wikitext).replace("<br>", " ").replace("'''", "")
    bare = re.sub(r"<[^>]*>", "", labels)
    lines = (" ".join(html.unescape(line).split()) for line in bare.splitlines())
    return "\n".join(line for line in lines if line)


def page(name: str, board: Board | None = None) -> str:
    return plain(wikitexts(board or sample_board())[f"Tracker/{name}"])


def row(text: str, first: str) -> str:
    """The row of a table that holds these words, up to the next row."""
    rows = re.split(r"^\|[-}].*$", text, flags=re.MULTILINE)
    return next(piece for piece in rows if first in piece)


# --- votable matters -----------------------------------------------------------------------------------------------------


def test_the_board_in_one_look() -> None:
    head = page("Votable matters")
    assert head.startswith(
        "1 may be enacted now, 2 may be failed now, 1 undetermined.\n"
        "Next change by itself: 2019-10-03 10:00 UTC, Proposal: Faster [Appendix]: popular, may be enacted.\n"
        "Quorum 4 of 7 Castaways."
    )


def test_what_an_admin_may_do_now_step_by_step_and_who() -> None:
    steps = page("Votable matters").partition("What an admin may do now")[2].partition("Open matters")[0]
    assert steps.strip().splitlines() == [
        "# Now: enact Proposal: Dry Socks. Note: Reached quorum 4 votes to 1 with 1 unresolved DEF. Enacted by NAME. (BN-052)",
        "# Then: fail Proposal: Wet Socks. Note: Self-killed. Failed by NAME. (BN-052)",
        "# Then, from 2019-10-03 10:00 UTC: enact Proposal: Faster [Appendix]. "
        "Note: Reached quorum 5 votes to 0. Enacted by NAME. (BN-052)",
        "* Now: fail Proposal: Old Hat. Note: Vetoed. Failed by NAME. (BN-052)",
        "* Now: fail Call for Judgement: Is this legal?. Note: Timed out 1 vote to 2. Failed by NAME. (BN-052)",
        "By any admin: Ada, Hal (idle), Wes (BN-072).",
    ]


def test_a_matter_shows_all_that_admins_and_voters_ask_for() -> None:
    faster = row(page("Votable matters").partition("Open matters")[2], "Faster")
    for words in (
        '| data-sort-value="3" | 3',
        "Proposal: Faster [Appendix] Proposal [Appendix] by Ada, posted 2019-10-02 22:00 UTC; evidence",
        "popular 5 FOR, 0 AGAINST; quorum 4 5 FOR reach quorum 4 of 7 (BN-045)",
        "nothing now from 2019-10-03 10:00 UTC: popular, may be enacted (BN-047)",
        "* 12 h of age",
        "* not voted: Eve",
        "* tag missing it names the Core rule “Votes” without the tag [Core] (BN-169)",
        "* three that day the author's third of the day (BN-058)",
    ):
        assert words in faster


@pytest.mark.parametrize(
    ("title", "words"),
    [
        ("Dry Socks", "enact now"),
        ("Dry Socks", "1 unresolved DEFERENTIAL"),
        ("Wet Socks", "self-killed"),
        ("Old Hat", "vetoed"),
        ("Old Hat", "fail now"),
        ("Old Hat", '| data-sort-value="5" | –'),
        ("Is this legal?", "unpopular"),
        ("One Too Many", "not official"),
        ("One Too Many", "the author had already made 3 Proposals that day (BN-058)"),
        ("Masks Up", "undetermined comment-edit:c40"),
        ("Masks Up", "by Gus no player"),
        ("Masks Up", "author not player"),
        ("Masks Up", "edit window"),
        ("Masks Up", "dynastic votes"),
        ("Masks Up", "two pending"),
    ],
)
def test_every_situation_is_told_in_words(title: str, words: str) -> None:
    assert words in row(page("Votable matters").partition("Open matters")[2], title)


def test_matters_stand_in_lawful_order() -> None:
    text = wikitexts(sample_board())["Tracker/Votable matters"]
    ids = re.findall(r'^\|- id="matter-([^"]*)"', text, re.MULTILINE)
    assert ids == [matter.slug for matter in sample_board().matters]


def test_summary_acts_and_matters_stand_above_questions_and_findings() -> None:
    text = page("Votable matters")
    heads = ["may be enacted now", "What an admin may do now", "Open matters", "Questions and findings"]
    assert [text.index(head) for head in heads] == sorted(text.index(head) for head in heads)
    asked = text.partition("Questions and findings")[2]
    assert "Which reading of Di's edited comment counts? (BN-102)" in asked
    assert "** first seen: FOR" in asked
    assert "one of first, newest: tracker decide comment-edit:c40 ANSWER --by NAME --why TEXT" in asked
    assert "tracker decide leave:so_long ANSWER" in asked


def many_questions(count: int) -> Board:
    """A board without other findings, with so many questions about as many things."""
    first = sample_board().questions[0]
    told = ((f"comment-edit:x{n}", f"Which reading is it of {n}?", at(1, n)) for n in range(count))
    asked = tuple(replace(first, id=id, text=text, about=when, observations=()) for id, text, when in told)
    return replace(sample_board(), questions=asked, findings=())


def test_the_board_shows_five_roots_and_where_the_others_stand() -> None:
    asked = page("Votable matters", many_questions(7)).partition("Questions and findings")[2]
    assert [n for n in range(7) if f"is it of {n}?" in asked] == [0, 1, 2, 3, 4]
    assert "2 more: Tracker/State of play" in asked
    everything = page("State of play", many_questions(7))
    assert all(f"is it of {n}?" in everything for n in range(7))


def test_what_follows_from_a_question_stands_below_it_and_folded() -> None:
    board = many_questions(2)
    about_it = Finding("COMMENT_EDITED", "BN-102", "it says otherwise now", ("x0",), at(1))
    elsewhere = Finding("SPAM_POSTS", "BN-100", "far too many", ("y",), at(2))
    board = replace(board, findings=(elsewhere, about_it))
    for name in ("Votable matters", "State of play"):
        text = wikitexts(board)[f"Tracker/{name}"]
        root, _, rest = text.partition("is it of 0?")[2].partition("is it of 1?")
        folded = root.partition('<div class="mw-collapsible mw-collapsed">')[2].partition("</div>")[0]
        assert "What follows from it:" in folded
        assert "it says otherwise now" in folded
        assert "far too many" in rest


def test_where_there_is_a_page_of_requests_the_line_to_write_there_is_shown() -> None:
    spaced = replace(sample_board().questions[0], id="confirm-rule:Core Rules/Votes", wording="one two")
    board = replace(sample_board(), questions=(spaced,))
    for name in ("Votable matters", "State of play"):
        text = plain(wikitexts(board, requests="Tracker/Requests")[f"Tracker/{name}"])
        assert f'* decide "confirm-rule:Core Rules/Votes" ANSWER {spaced.mark} on Tracker/Requests' in text
        assert "tracker decide" not in text


def test_hiatus_and_dormancy_stand_above_the_board() -> None:
    text = page("Votable matters", hiatus_board())
    assert "Hiatus. the Declaration of Victory “I won” is pending (BN-082). Seasonal Downtime" in text
    assert "Dormant. 4 Castaways are fewer than 5 (BN-178)." in text
    assert "What an admin may do now\nNothing." in text


def test_an_empty_board_says_so() -> None:
    board = empty_board()
    assert page("Votable matters", board).splitlines()[-3:] == [
        "Nothing.",
        "Open matters",
        "No votable matter is open.",
    ]
    assert page("Evidence", board) == "No votable matter is open."
    assert "Nothing changes by itself." in page("Votable matters", board)
    assert "No request is open." in page("Roster", board)
    assert "Nobody is barred." in page("State of play", board)
    assert "Nothing was resolved lately." in page("Resolutions", board)


def test_a_matter_without_a_title_is_called_by_its_slug() -> None:
    board = replace(empty_board(), matters=(matter("no_subject", " ", "Bo", at(3)),))
    assert "no_subject Proposal by Bo" in page("Votable matters", board)


# --- evidence ------------------------------------------------------------------------------------------------------------


def test_evidence_lists_every_vote_with_time_link_and_why() -> None:
    text = wikitexts(sample_board())["Tracker/Evidence"]
    section = text.partition('<h2 id="matter-dry_socks">')[2].partition("<h2")[0]
    assert plain(row(section, "c5")).splitlines() == [
        "| counts",
        "| Wes",
        "| FOR",
        '| data-sort-value="1570021207" | 2019-10-02 13:00:07 UTC',
        "| their last valid icon (BN-035)",
    ]
    assert "[https://blog.example/archive/#c5 2019-10-02 13:00:07 UTC]" in section
    assert plain(row(section, "#c3 ")).splitlines()[0] == "| does not count"
    assert "idle: not a Castaway (BN-039)" in plain(section)
    assert section.count("&nbsp;counts&nbsp;") == 6


def test_evidence_shows_what_a_deferential_counts_as() -> None:
    assert "| DEFERENTIAL , counts as FOR" in page("Evidence")


def test_evidence_of_resolved_matters_stands_on_the_page_of_their_month() -> None:
    pages = wikitexts(sample_board())
    assert {"Tracker/Evidence 2019-10", "Tracker/Evidence 2019-09"} <= set(pages)
    assert '<h2 id="matter-tea_trees">' in pages["Tracker/Evidence 2019-10"]
    assert '<h2 id="matter-lost_cause">' in pages["Tracker/Evidence 2019-09"]
    assert "tea_trees" not in pages["Tracker/Evidence"]
    assert "[[Tracker/Evidence 2019-09#matter-lost_cause|evidence]]" in pages["Tracker/Resolutions"]


# --- roster, state of play, resolutions ------------------------------------------------------------------------------------


def test_roster_shows_quorum_with_its_arithmetic_and_everybodys_state() -> None:
    text = page("Roster")
    assert (
        "Quorum 4. 7 Castaways count; half of them rounded down is 3, plus 1 is 4 (BN-202). Admins: Ada, Wes, Hal."
        in text
    )
    assert row(text, "| Wes").split("\n")[1:4] == ["| Wes Weatherman", "| Castaway", "| admin"]
    assert "2019-10-09 13:00:08 UTC" in row(text, "| Wes")
    assert row(text, "| Hal").split("\n")[2] == "| idle"
    assert "2019-10-01 20:00 UTC" in row(text, "| Hal")
    assert "none known" in row(text, "| Eve")


def test_roster_marks_who_may_be_idled_already() -> None:
    assert "now" not in row(page("Roster"), "| ubq323")
    late = replace(sample_board(), as_of=at(4, 5, 0, 1))
    assert "2019-10-04 05:00:01 UTC now" in row(page("Roster", late), "| ubq323")


def test_roster_shows_open_requests() -> None:
    text = page("Roster").partition("Open requests")[2]
    assert "| leave\n| Gus\n" in text
    assert "undetermined tracker decide leave:so_long ANSWER" in text
    assert "2019-10-06 12:00 UTC" in row(text, "| Cy")


def test_state_of_play_in_peace() -> None:
    text = page("State of play")
    for words in (
        "Weatherman: Wes",
        "since 2019-08-31 12:00 UTC (BN-029)",
        "| no hiatus",
        "| no downtime",
        "| not dormant",
    ):
        assert words in text
    assert "| Di\n" in text
    assert "their declaration failed 2019-10-02 12:00 UTC with 4 AGAINST (BN-096)" in text


def test_state_of_play_in_hiatus_downtime_and_dormancy() -> None:
    text = page("State of play", hiatus_board())
    for words in ("| metadynasty", "| hiatus", "| downtime", "| dormant", "is pending (BN-082)", "(BN-030)"):
        assert words in text


def test_findings_are_shown_newest_first_and_not_without_end() -> None:
    many = tuple(Finding("SPAM_POSTS", "BN-100", f"number {n}", (), at(1) + timedelta(hours=n)) for n in range(60))
    text = page("State of play", replace(sample_board(), findings=many))
    assert text.index("number 59") < text.index("number 10")
    assert "number 9 (" not in text
    assert "10 older ones are not shown." in text


def test_findings_about_a_matter_stand_with_the_matter_alone() -> None:
    about = Finding("TALLY_DIFFERS", "BN-052", "told elsewhere", subject="hot_restart")
    assert "told elsewhere" not in page("State of play", replace(sample_board(), findings=(about,)))


def test_what_is_not_for_the_public_is_on_no_page() -> None:
    hidden = tuple(replace(question, audience="operator") for question in sample_board().questions)
    texts = "".join(wikitexts(replace(sample_board(), questions=hidden)).values())
    assert "for the operator only" not in texts
    assert "Which reading" not in texts


def test_resolutions_compare_the_notes_tally_with_ours() -> None:
    text = page("Resolutions")
    fine, early, silent = (row(text, title) for title in ("Tea Trees", "Hot Restart", "Lost Cause"))
    assert "4 FOR, 2 AGAINST; quorum 4 note 4–2 agrees" in fine
    assert "“Timed out 4-2. Enacted by Ada” read as: timed out" in fine
    assert "note 5–0 differs" in early
    assert "* not oldest “Old Hat” was older (BN-066)" in early
    assert "* too young it was 11 h 20 min old (BN-067)" in early
    assert "| no note" in silent
    assert "no tally in the note" in silent
    assert "Failed by Hal" in silent


def test_resolutions_link_the_pages_of_their_months() -> None:
    assert page("Resolutions").endswith("Every resolution with its evidence: 2019-10 2019-09.")


# --- the rules' history --------------------------------------------------------------------------------------------------


def test_the_rules_history_marks_what_has_no_ground_by_word_and_colour() -> None:
    text = wikitexts(sample_board())["Tracker/Rule history"]
    loud = [piece for piece in text.split("|-") if "background:#ffd500" in piece]
    assert ["is damaged" in piece for piece in loud] == [True, False]
    assert all(words in loud[1] for words in ("unexplained", "Core Rules › Votes", "nobody named", "none <small>"))


def test_the_rules_history_links_matters_evidence_and_months() -> None:
    text = wikitexts(sample_board())["Tracker/Rule history"]
    assert "[https://blog.example/archive/dry_socks Proposal&#58; Dry Socks]" in text
    assert "[[Tracker/Evidence#matter-dry_socks|evidence]]" in text
    assert "[[Tracker/Rule history 2019-10|2019-10]] [[Tracker/Rule history 2019-09|2019-09]]" in text


def test_the_rules_history_of_a_page_never_read_says_so() -> None:
    assert page("Rule history", empty_board()) == "The ruleset page has not been read yet."


# --- all pages -----------------------------------------------------------------------------------------------------------


def test_the_catalogue_names_every_page() -> None:
    titles = {draft.page for board in (sample_board(), table_board()) for draft in drafts(board, {})} - {TABLE_PAGE}
    months = {CATALOGUE["evidence_month"].replace("{month}", month) for month in ("2019-10", "2019-09")}
    months.add(CATALOGUE["rule_history_month"].replace("{month}", "2019-10"))
    months |= {CATALOGUE["dice_month"].replace("{month}", month) for month in ("2019-10", "2019-09")}
    whole = {title for title in CATALOGUE.values() if "{" not in title} - set(ENACTING_PAGES.values())
    assert titles == whole | months


def test_every_template_of_the_game_is_used() -> None:
    drafted = {draft.template for board in (sample_board(), table_board()) for draft in drafts(board, {})}
    used = {template for template in drafted if "/" in template}
    used |= {f"blognomic/{key}.wikitext.j2" for key in ENACTING_PAGES} | {reset.HISTORY_TEMPLATE}
    there = {f"blognomic/{path.name}" for path in (template_folder() / "blognomic").iterdir() if path.name[0] != "_"}
    assert used == there
    assert drafted - used == {"dice.wikitext.j2", "dice_month.wikitext.j2"}, "what all games share"


def test_names_of_the_config_replace_those_of_the_catalogue() -> None:
    names = {"roster": "Who", "evidence_month": "Proof/{month}", "ruleset": "Rules of 2019"}
    found = {draft.page for draft in drafts(sample_board(), names)}
    assert {"Who", "Proof/2019-10", "Tracker/Evidence"} <= found
    text = next(region.text for region in render_regions(drafts(sample_board(), names)) if region.region == "evidence")
    assert "[[Who#player-bo|Bo]]" in text
    assert "[[Rules of 2019#Votes|" in text


def test_clause_links_follow_the_words_of_the_ruleset_of_the_day() -> None:
    links = clause_links(replace(sample_board(), player_word="Pilot", emperor_word="Castaway"), "Ruleset")
    assert (links["BN-015"].anchor, links["BN-015"].title) == ("Idle Pilots", "Core Rules › Pilots › Idle Pilots")
    assert links["BN-202"].anchor == "Keywords"
    assert links["BN-168"].anchor == "Tags [Active]"


def test_the_word_for_players_is_the_boards() -> None:
    board = replace(sample_board(), player_word="Pilot", emperor_word="Navigator")
    assert "Quorum 4 of 7 Pilots." in page("Votable matters", board)
    assert "| Pilot\n" in page("Roster", board)
    assert "Navigator: Wes" in page("State of play", board)


@pytest.mark.parametrize("minutes", [1, 30, 89])
def test_nothing_changes_merely_because_time_passes(minutes: int) -> None:
    later = replace(sample_board(), as_of=AS_OF + timedelta(minutes=minutes))
    assert wikitexts(later) == wikitexts(sample_board())


def test_equal_boards_give_equal_bytes() -> None:
    assert wikitexts(sample_board()) == wikitexts(sample_board())


def test_resolutions_explain_which_rows_are_gone() -> None:
    explained = {draft.region: draft.may_shrink_for for draft in drafts(sample_board(), {})}
    assert "matter-tea_trees: Enacted 2019-10-02T20:00:00Z" in explained["votable_matters"]
    assert set(explained["votable_matters"]) - set(explained["evidence"]) == {
        "questions: they go with what settles them"
    }
    assert explained["roster"] == explained["evidence-2019-10"] == explained["resolutions"] == ()


def test_settled_resolutions_explain_a_shorter_page_of_resolutions() -> None:
    board = replace(sample_board(), resolved=sample_board().resolved[:1])
    explained = {draft.region: draft.may_shrink_for for draft in drafts(board, {})}["resolutions"]
    assert explained == (
        "resolution-hot_restart: moved to Tracker/Evidence 2019-10",
        "resolution-lost_cause: moved to Tracker/Evidence 2019-09",
    )


@pytest.mark.parametrize("board", [sample_board(), hiatus_board()], ids=["sample", "hiatus"])
def test_every_coloured_word_is_a_word_and_has_contrast(board: Board) -> None:
    styles = set()
    for text in wikitexts(board).values():
        for style, word in re.findall(r'<b style="([^"]*)">(.*?)</b>', text):
            assert word.replace("&nbsp;", "").strip()
            styles.add(style)
        styles |= set(re.findall(r'<div style="(background[^"]*)">', text))
    found = [STYLE.match(style) for style in styles]
    ratios = [contrast(match[1], match[2]) for match in found if match]
    assert len(ratios) == len(styles) >= 5
    assert min(ratios) >= READABLE


def contrast(first: str, second: str) -> float:
    """The contrast ratio of two colours as WCAG defines it."""
    light, dark = sorted((luminance(first), luminance(second)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def luminance(colour: str) -> float:
    digits = colour[1:] if len(colour) == 7 else "".join(2 * digit for digit in colour[1:])
    parts = [int(digits[place : place + 2], 16) / 255 for place in (0, 2, 4)]
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


# --- what the pages are worked out of ----------------------------------------------------------------------------------------


def test_the_next_change_is_the_earliest_of_all_matters() -> None:
    first = next_to_change(sample_board().matters)
    assert first is not None
    assert (first.next_change_at, first.slug) == (at(3, 10), "faster_appendix")
    assert next_to_change(()) is None


def test_acts_name_each_possible_act_once() -> None:
    found = [(act.matter.slug, act.act, act.in_queue) for act in acts(sample_board())]
    assert found == [
        ("dry_socks", "enact", True),
        ("wet_socks", "fail", True),
        ("faster_appendix", "enact", True),
        ("old_hat", "fail", False),
        ("is_this_legal", "fail", False),
    ]


def test_a_matter_is_undetermined_by_word_or_by_either_outcome() -> None:
    plain_matter = sample_board().matters[0]
    assert not is_undetermined(plain_matter)
    assert is_undetermined(replace(plain_matter, verdict="undetermined"))
    assert is_undetermined(replace(plain_matter, popular=Outcome.UNDETERMINED))
    assert is_undetermined(replace(plain_matter, unpopular=Outcome.UNDETERMINED))
