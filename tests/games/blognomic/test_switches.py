"""Switches are told in all their readings, other rulings as the checklists decide; and every number of the rules is a parameter."""

import ast
import json
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from tests.games.blognomic import island_rulings
from tests.games.blognomic.stories import region, said
from tracker.core.instants import parse_instant
from tracker.games.blognomic.law import PARAMETERS

CODE = Path(__file__).parents[3] / "tracker" / "games" / "blognomic"
ROSTER = "2019-10-01 00:00:00 roster Wes!* Ada* Bo Cy Di Eve"
Said = Mapping[str, Any]

IMPERIAL = """
2019-10-01 00:00:00 roster Wes!* Ada* Bo Cy Di Eve Fay
2019-10-01 10:00:00 Bo posts p1 Proposal "Proposal: Dry Socks"
2019-10-01 11:00:00 Ada on p1: FOR
2019-10-01 11:01:00 Di on p1: FOR
2019-10-01 11:02:00 Cy on p1: DEFERENTIAL
2019-10-01 11:03:00 Wes on p1: DEFERENTIAL
"""


@dataclass(frozen=True)
class Switch:
    """A story, the instant looked at, what is looked at, and what is seen under each reading; the first reading is the default.

    ``region`` names a region of the pages that is looked at as ``page``, beside what replay prints.
    """

    story: str
    when: str
    see: Callable[[Said], Any]
    seen: Mapping[str, Any]
    region: str = ""
    unset: Any = None
    """What is seen while nobody has said which reading it is, where that is none of them."""

    def look(self, *settings: str) -> Any:
        """What is seen of the story with some settings before it."""
        told = "\n".join([*settings, self.story])
        page = {"page": region(told, self.when, self.region)} if self.region else {}
        return self.see({**said(told, self.when), **page})


@dataclass(frozen=True)
class Ruling:
    """A story, the instant looked at, what is looked at, and what is seen as the checklists decide."""

    story: str
    when: str
    see: Callable[[Said], Any]
    seen: Any


def matter(slug: str, *names: str) -> Callable[[Said], Any]:
    """See some values of a matter."""
    return lambda said: [said["gamestate"]["matters"][slug][name] for name in names]


def codes(*wanted: str) -> Callable[[Said], Any]:
    """See which of some codes are found."""
    return lambda said: sorted({finding["code"] for finding in said["findings"]} & set(wanted))


def player(name: str) -> Callable[[Said], Any]:
    """See what somebody on the roster is."""
    return lambda said: said["gamestate"]["roster"].get(name, {}).get("status")


def fact(name: str) -> Callable[[Said], Any]:
    """See the value of a fact."""
    return lambda said: [fact["value"] for fact in said["facts"] if fact["name"] == name]


def page(instant: str, number: int, *lines: str) -> str:
    """A revision of the ruleset page, as a line of a story."""
    payload = {
        "page": "Ruleset",
        "revision": number,
        "parent": number - 1,
        "editor": "Ada",
        "summary": "",
        "text": "\n".join(lines),
    }
    return f"{instant} json {json.dumps({'kind': 'page_revision', **payload})}"


ASCENSION = f"""
{ROSTER}
2019-10-01 01:00:00 Bo posts d1 "Declaration of Victory" "I Won"
2019-10-01 02:00:00 Wes on d1: FOR
2019-10-01 02:00:00 Ada on d1: FOR
2019-10-01 02:00:00 Cy on d1: FOR
2019-10-01 13:00:00 d1 Enacted by Ada "Quorum 4-0"
"""

PROPOSAL = f"""
{ROSTER}
2019-10-01 10:00:00 Bo posts p1 Proposal "Proposal: Dry Socks"
"""

SWITCHES = {
    "emperor_deferential_compares": Switch(
        f"""
        {PROPOSAL}
        2019-10-01 11:00:00 Wes on p1: DEFERENTIAL
        2019-10-01 11:00:00 Ada on p1: AGAINST
        2019-10-01 11:00:00 Cy on p1: FOR
        """,
        "2019-10-01 12:00:00",
        matter("p1", "for", "against"),
        {"explicit and implicit": [3, 1], "explicit only": [2, 2]},
    ),
    "declarations_in_downtime": Switch(
        f'{ROSTER}\n2019-12-25 10:00:00 Bo posts p1 "Declaration of Victory" "I Won"',
        "2019-12-25 10:00:00",
        matter("p1", "official"),
        {"barred": [False], "allowed": [True]},
    ),
    "tags_compare": Switch(
        f'{ROSTER}\n2019-10-01 10:00:00 Bo posts p1 Proposal "Proposal: Dry Socks [core ]"',
        "2019-10-01 12:00:00",
        matter("p1", "tags"),
        {"loosely": [["Core"]], "exactly": [["core "]]},
    ),
    "untagged_change": Switch(
        f"""
        {ROSTER}
        2019-10-01 10:00:00 Bo posts p1 Proposal "Proposal: Faster" body: Amend the rule "Proposals".
        2019-10-01 11:00:00 Ada on p1: FOR
        2019-10-01 12:00:00 decide tag-needed:p1 yes by Ada why "it amends a core rule"
        2019-10-03 10:00:00 p1 Enacted by Ada "Timed out 2-0"
        """,
        "2019-10-03 10:00:00",
        lambda said: matter("p1", "state")(said) + codes("TAG_MISSING", "STATUS_WITHOUT_GROUND")(said),
        {
            "enactable without that change": ["Enacted", "TAG_MISSING"],
            "not enactable": ["Enacted", "STATUS_WITHOUT_GROUND", "TAG_MISSING"],
        },
    ),
    "core_change_popular_by": Switch(
        f"""
        {ROSTER}
        2019-10-01 10:00:00 Bo posts p1 Proposal "Proposal: Faster [Core]" body: Amend the rule "Proposals".
        2019-10-01 11:00:00 Ada on p1: FOR
        """,
        "2019-10-03 10:00:00",
        matter("p1", "popular", "unpopular", "allowed"),
        {"quorum or timeout": [True, False, ["enact"]], "quorum only": [False, True, ["fail"]]},
    ),
    "self_kill_is": Switch(
        f"{PROPOSAL}\n2019-10-01 11:00:00 Bo on p1: AGAINST",
        "2019-10-01 12:00:00",
        lambda said: [
            reason.split(" at ")[0]
            for fact in said["facts"]
            if fact["name"] == "matters.p1.allowed"
            for reason in fact["reasons"]
            if " at " in reason
        ],
        {"self-killed": ["self-killed"], "withdrawn": ["withdrawn"]},
    ),
    "dormancy_counts": Switch(
        "2019-10-01 00:00:00 roster Wes!* Ada* Bo Cy Di",
        "2019-10-01 12:00:00",
        lambda said: said["gamestate"]["dormant"],
        {"everybody": False, "all but the emperor": True},
    ),
    "dormancy_means": Switch(
        """
        2019-10-01 00:00:00 roster Wes!* Ada* Bo Cy Di
        2019-10-01 10:00:00 Bo posts p1 Proposal "Proposal: Dry Socks"
        2019-10-01 11:00:00 Wes on p1: FOR
        2019-10-01 11:00:00 Ada on p1: FOR
        2019-10-02 11:00:00 Di idles
        """,
        "2019-10-02 12:00:00",
        lambda said: [said["gamestate"]["hiatus"], *matter("p1", "allowed")(said)],
        {"no proposals": [[], ["enact"]], "hiatus": [["DORMANCY"], []]},
    ),
    "recusants": Switch(
        """
        2019-10-01 00:00:00 roster Wes!* Ada* Bo Cy Di Eve~
        2019-10-01 10:00:00 Eve posts p1 Proposal "Proposal: Faster [Core]" body: Amend the rule "Proposals".
        2019-10-01 10:00:00 Bo posts p2 Proposal "Proposal: Faster [Core]" body: Amend the rule "Proposals".
        2019-10-01 11:00:00 Eve on p2: FOR
        """,
        "2019-10-01 12:00:00",
        lambda said: [*matter("p1", "official", "for")(said), *matter("p2", "for")(said), said["gamestate"]["quorum"]],
        {"have no vote": [False, 0, 1, 3], "vote outside the dynasty": [True, 1, 2, 3]},
    ),
    "emperor_deferential": Switch(
        IMPERIAL,
        "2019-10-01 12:00:00",
        matter("p1", "for", "resolves_as"),
        {
            "is as most voted": [5, {"Wes": "FOR", "Cy": "FOR"}],
            "alone is as most voted": [4, {"Wes": "FOR"}],
            "leaves the count": [3, {}],
        },
    ),
    "deferentials_leave": Switch(
        f'2019-10-01 00:00:00 setting emperor_deferential "leaves the count"\n{IMPERIAL}',
        "2019-10-01 12:00:00",
        lambda said: (
            sorted(said["gamestate"]["matters"]["p1"]["counted"])
            if "counted" in said["gamestate"]["matters"]["p1"]
            else []
        ),
        {"emperor alone": ["Ada", "Bo", "Cy", "Di", "Eve", "Fay"], "all": ["Ada", "Bo", "Di", "Eve", "Fay"]},
    ),
    "recusants_in_quorum": Switch(
        """
        2025-04-01 00:00:00 roster Wes!* Ada* Bo Cy Di Eve~
        2025-04-01 10:00:00 Bo posts p1 Proposal "Proposal: Faster [Core]" body: Amend the rule "Proposals".
        2025-04-01 11:00:00 Eve on p1: FOR
        """,
        "2025-04-01 12:00:00",
        matter("p1", "for", "quorum"),
        {"counted": [2, 4], "not counted": [2, 3]},
    ),
    "timeout_of_building_blocks": Switch(
        """
        2025-04-01 00:00:00 roster Wes!* Ada* Bo Cy Di Eve
        2025-04-01 10:00:00 Bo posts p1 Proposal "Proposal: No Whispers [Building Blocks]"
        2025-04-01 11:00:00 Ada on p1: FOR
        """,
        "2025-04-03 10:00:00",
        matter("p1", "popular", "unpopular"),
        {"allowed": [True, False], "quorum only": [False, True]},
        unset=["undetermined", "undetermined"],
    ),
    "mantle": Switch(
        f"""
        {ROSTER}
        2019-10-01 09:00:00 Bo posts v1 "Declaration of Victory" "I win"
        2019-10-01 10:00:00 Ada on v1: FOR
        2019-10-01 10:01:00 Wes on v1: FOR
        2019-10-01 10:01:30 Cy on v1: FOR
        2019-10-02 10:00:00 v1 Enacted by Ada "4-0"
        2019-10-02 11:00:00 Bo posts n1 none "Off" body: I pass the mantle to Cy.
        """,
        "2019-10-02 12:00:00",
        codes("MANTLE_NOT_ALLOWED"),
        {"may be passed": [], "stays": ["MANTLE_NOT_ALLOWED"]},
    ),
    "edit_window": Switch(
        f'{PROPOSAL}\n2019-10-01 10:05:00 Bo edits p1 body "Add socks."',
        "2019-10-01 12:00:00",
        codes("EDIT_WINDOW"),
        {"by rule": [], "by block": ["EDIT_WINDOW"]},
    ),
    "emperor_repairs": Switch(
        f"""
        {ROSTER}
        2019-10-01 10:00:00 Bo posts p1 none "Dry Socks" body: Add a rule.
        2019-10-01 11:00:00 Wes edits p1 category Proposal
        """,
        "2019-10-01 12:00:00",
        lambda said: [matter["official"] for matter in said["gamestate"]["matters"].values()],
        {"yes": [True], "no": []},
    ),
    "interregnum_ends": Switch(
        f"""
        {ASCENSION}
        2019-10-01 14:00:00 Bo posts a1 "Ascension Address" "Ascension Address: Deserts" body: Theme: deserts.
        2019-10-01 14:30:00 decide reset-done:a1 no by Ada why "the words are missing"
        """,
        "2019-10-01 15:00:00",
        lambda said: said["gamestate"]["hiatus"],
        {"with the address": [], "with the whole reset": ["INTERREGNUM"]},
    ),
    "interregnum_proposals": Switch(
        """
        2025-06-01 00:00:00 roster Wes!* Ada* Bo Cy Di Eve
        2025-06-01 00:30:00 Cy posts p1 Proposal "Proposal: Plain words [Appendix]"
        2025-06-01 01:00:00 Bo posts d1 "Declaration of Victory" "I Won"
        2025-06-01 02:00:00 Wes on d1: FOR
        2025-06-01 02:00:01 Ada on d1: FOR
        2025-06-01 02:00:02 Di on d1: FOR
        2025-06-01 13:00:00 d1 Enacted by Ada "Quorum 4-0"
        2025-06-01 13:30:00 Bo on p1: VETO
        """,
        "2025-06-01 14:00:00",
        matter("p1", "allowed"),
        {"none": [[]], "non-dynastic": [["fail"]]},
        unset=["undetermined"],
    ),
    "orphan_variable_reads": Switch(
        f"""
        {ROSTER}
        {page("2019-10-01 10:00:00", 1, "==Dynastic Rules==", "===Clearing===", "Red Cap: Lose 1 Hunger.")}
        """,
        "2019-10-01 10:00:00",
        fact("orphan_variables"),
        {"zero": [{"Hunger": 0}], "nothing": [{"Hunger": None}]},
    ),
    "hand_edits": Switch(
        """
        2019-09-20 00:00:00 opening Wes!* Ada* Bo Cy Di; Ada Wood 5
        2019-09-20 10:00:00 Bo sets Ada.Wood 5 to 6 as h1
        """,
        "2019-09-20 10:00:00",
        lambda said: [said["gamestate"]["values"]["Ada"]["Wood"], "computed 5" in said["page"]],
        {"flag": [5, True], "accept": [6, False], "revert": [5, False]},
        region="gndt",
    ),
    "operator_may_play": Switch(
        """
        2019-09-20 00:00:00 opening Wes!* Ada* Bo Cy Di
        2019-09-20 00:00:00 setting dice_operators ["Ada"]
        2019-09-20 10:00:00 Bo logs "DICE6 lunch" as r1#0
        """,
        "2019-09-20 10:00:00",
        lambda said: "no dice are drawn while one of them is a player" in said["page"],
        {"no": True, "yes": False},
        region="dice",
    ),
}

RULINGS = {
    "admission_needs_gndt_row": Ruling(
        f"{ROSTER}\n2019-10-02 10:00:00 Gus joins by Ada",
        "2019-10-02 10:00:00",
        lambda said: said["gamestate"]["players"],
        7,
    ),
    "leave_takes_effect": Ruling(
        f"""
        {ROSTER}
        2019-10-02 10:00:00 Eve posts bye none "So long" body: I quit.
        2019-10-02 11:00:00 decide leave:bye yes by Ada why "she means it"
        """,
        "2019-10-02 12:00:00",
        player("Eve"),
        None,
    ),
    "own_proposal_only_way_to_admin": Ruling(
        f"""
        {ROSTER}
        2019-10-01 10:00:00 Cy posts p1 Proposal "Proposal: Admin" body: Make Bo an admin.
        2019-10-01 11:00:00 Ada on p1: FOR
        2019-10-03 10:00:00 p1 Enacted by Ada "Timed out 2-0"
        2019-10-03 11:00:00 Bo becomes admin
        """,
        "2019-10-03 11:00:00",
        codes("ADMIN_WITHOUT_GROUND"),
        [],
    ),
    "barred_unidling_counts": Ruling(
        f"""
        {ROSTER}
        2019-10-01 10:00:00 Cy posts away none "Away" body: Please idle me.
        2019-10-01 11:00:00 Cy idles by Ada
        2019-10-02 10:00:00 Cy unidles by Ada
        """,
        "2019-10-02 10:00:00",
        player("Cy"),
        "idle",
    ),
    "edited_comment_counts": Ruling(
        f"""
        {PROPOSAL}
        2019-10-01 11:00:00 Ada on p1 as c1: FOR
        2019-10-01 12:00:00 edit c1: AGAINST
        """,
        "2019-10-01 12:00:00",
        matter("p1", "for", "against"),
        [2, 0],
    ),
    "edited_post_time_counts": Ruling(
        f"""
        {PROPOSAL}
        2019-10-01 11:00:00 Ada on p1: FOR
        2019-10-01 12:00:00 json {{"kind": "post", "id": "p1", "at": "2019-10-01T12:00:00Z", "slug": "p1",
            "category": "Proposal", "title": "Proposal: Dry Socks", "author": "Bo", "body": "Add a rule."}}
        """.replace('"p1",\n            ', '"p1", '),
        "2019-10-03 10:00:00",
        matter("p1", "popular", "next_change_at"),
        [True, "2019-10-08T10:00:01Z"],
    ),
    "return_revives_votes": Ruling(
        """
        2019-10-01 00:00:00 roster Wes!* Ada* Bo Cy Di Eve~
        2019-10-01 10:00:00 Bo posts p1 Proposal "Proposal: Dry Socks"
        2019-10-01 11:00:00 Eve on p1: FOR
        2019-10-01 12:00:00 Eve unidles
        """,
        "2019-10-01 12:00:00",
        matter("p1", "for"),
        [2],
    ),
    "standing_veto_is_valid": Ruling(
        f"{PROPOSAL}\n2019-10-01 11:00:00 Wes on p1: VETO",
        "2019-10-03 10:00:00",
        matter("p1", "for", "against", "valid", "popular"),
        [1, 0, 1, False],
    ),
    "comment_casts": Ruling(
        f"{PROPOSAL}\n2019-10-01 11:00:00 Bo on p1: AGAINST or rather FOR",
        "2019-10-01 12:00:00",
        matter("p1", "self_killed", "for"),
        [False, 1],
    ),
    "plain_post_opens": Ruling(
        f"""
        {ROSTER}
        2019-10-01 10:00:00 Bo posts p1 none "Dry Socks" body: Add a rule.
        2019-10-01 10:10:00 Bo edits p1 category Proposal
        """,
        "2019-10-01 12:00:00",
        matter("p1", "next_change_at"),
        ["2019-10-03T10:10:00Z"],
    ),
    "unlawful_post_is": Ruling(
        f'{ROSTER}\n2019-10-01 10:00:00 Gus posts p1 Proposal "Proposal: Dry Socks"',
        "2019-10-01 12:00:00",
        matter("p1", "official", "state"),
        [False, "not official"],
    ),
    "idle_author_self_kills": Ruling(
        f"{PROPOSAL}\n2019-10-01 11:00:00 Bo idles\n2019-10-01 12:00:00 Bo on p1: AGAINST",
        "2019-10-01 12:00:00",
        matter("p1", "self_killed"),
        [False],
    ),
    "veto_in_hiatus": Ruling(
        f"""
        {PROPOSAL}
        2019-10-01 11:00:00 Cy posts dov "Declaration of Victory" "I Won"
        2019-10-01 12:00:00 Wes on p1: VETO
        """,
        "2019-10-01 12:00:00",
        matter("p1", "vetoed"),
        [True],
    ),
    "stale_proposal_may_be_enacted": Ruling(
        f"""
        {PROPOSAL}
        2019-10-01 11:00:00 Ada on p1: FOR
        2019-10-01 11:00:00 Cy on p1: FOR
        2019-10-01 11:00:00 Di on p1: FOR
        """,
        "2019-10-08 10:00:01",
        matter("p1", "allowed"),
        [["fail"]],
    ),
    "hiatus_covers_proposal_resolution": Ruling(
        f'{PROPOSAL}\n2019-10-03 09:00:00 Cy posts dov "Declaration of Victory" "I Won"',
        "2019-10-03 10:00:00",
        matter("p1", "unpopular", "allowed"),
        [True, []],
    ),
    "emperor_deferential_is_for_dov": Ruling(
        f"""
        {ROSTER}
        2019-10-01 10:00:00 Bo posts p1 "Declaration of Victory" "I Won"
        2019-10-01 11:00:00 Wes on p1: DEFERENTIAL
        2019-10-01 11:00:00 Ada on p1: FOR
        2019-10-01 11:00:00 Cy on p1: FOR
        2019-10-01 11:00:00 Di on p1: FOR
        2019-10-01 11:00:00 Eve on p1: AGAINST
        """,
        "2019-10-01 22:00:00",
        matter("p1", "popular", "allowed"),
        [True, []],
    ),
    "consequent_failing_ends_hiatus": Ruling(
        f"""
        {ROSTER}
        2019-10-01 10:00:00 Bo posts p1 "Declaration of Victory" "I Won"
        2019-10-01 10:00:01 Cy posts p2 "Declaration of Victory" "No, I"
        2019-10-01 11:00:00 Wes on p1: FOR
        2019-10-01 11:00:00 Ada on p1: FOR
        2019-10-01 11:00:00 Di on p1: FOR
        2019-10-01 22:00:00 p1 Enacted by Ada "Quorum 4-0"
        """,
        "2019-10-01 22:00:00",
        lambda said: said["gamestate"]["hiatus"],
        ["INTERREGNUM"],
    ),
    "category_window_edge": Ruling(
        f"{PROPOSAL}\n2019-10-01 10:15:00 Bo edits p1 category none",
        "2019-10-01 10:15:00",
        codes("CATEGORY_WINDOW"),
        [],
    ),
    "two_types": Ruling(
        f'{ROSTER}\n2019-10-01 10:00:00 Bo posts p1 "Proposal+Call for Judgement" "Dry Socks"',
        "2019-10-01 12:00:00",
        matter("p1", "official"),
        [False],
    ),
    "terms_replaced": Ruling(
        f"""
        {ASCENSION}
        {page("2019-10-01 12:00:00", 1, "==Core Rules==", "===Votes===", "A Castaway, and idle castaways.", "==Dynastic Rules==")}
        2019-10-01 14:00:00 Bo posts a1 "Ascension Address" "Air" body: Theme: air. Change Castaway to Pilot.
        {page("2019-10-01 15:00:00", 2, "==Core Rules==", "===Votes===", "A Pilot, and idle castaways.", "==Dynastic Rules==")}
        """,
        "2019-10-01 15:00:00",
        codes("RESET_DUE"),
        ["RESET_DUE"],
    ),
    "kept_rule_keeps_subrules": Ruling(
        f"""
        {ASCENSION}
        {page("2019-10-01 12:00:00", 1, "==Dynastic Rules==", "===Island===", "An island.", "====Beach====", "Sand.")}
        2019-10-01 14:00:00 Bo posts a1 "Ascension Address" "Air" body: Theme: air. Keep Island.
        {page("2019-10-01 15:00:00", 2, "==Dynastic Rules==", "===Island===", "An island.", "====Beach====", "Sand!")}
        """,
        "2019-10-01 15:00:00",
        codes("RESET_DUE"),
        [],
    ),
    "comments_in_a_row": Ruling(
        "\n".join(
            [
                f'{PROPOSAL}\n2019-10-01 10:00:01 Cy posts p2 Proposal "Proposal: Wet Socks"',
                *(f"2019-10-01 11:00:{second:02} Ada on p{1 + second % 2}: Hm." for second in range(11)),
            ]
        ),
        "2019-10-01 12:00:00",
        codes("SPAM_COMMENTS"),
        [],
    ),
    "two_digit_years": Ruling(
        f'{ROSTER}\n2019-10-01 10:00:00 Bo posts p1 Proposal "Proposal: Sale" body: Add: it ends on 04/10/09.',
        "2019-10-01 12:00:00",
        lambda said: [finding["text"] for finding in said["findings"] if finding["code"] == "DATE_READ"],
        ["the date 04/10/09 is read as 4 October 2009"],
    ),
    "status_marker_in_title": Ruling(
        f"""
        2019-10-01 00:00:00 roster Wes!* Ada* Bo Cy
        {page("2019-10-01 10:00:00", 1, "==Special Case==", "===Dormancy [Inactive]===", "Few.")}
        """,
        "2019-10-01 10:00:00",
        lambda said: said["gamestate"]["dormant"],
        False,
    ),
    "matter_name_compared": Ruling(
        f"""
        {ROSTER}
        2019-10-01 10:00:00 Bo posts p1 Proposal "Proposal: Changes [Core]"
        2019-10-01 10:00:01 Cy posts p2 Proposal "Proposal: Changes"
        2019-10-01 10:00:02 Di posts p3 Proposal "Proposal: More" body: If the proposal "Changes" passed, add a rule.
        """,
        "2019-10-01 12:00:00",
        lambda said: [asked["id"] for asked in said["questions"] if asked["id"].startswith("which-matter")],
        ["which-matter:changes"],
    ),
    "appendix_beats": Ruling(
        f"{ROSTER}\n{page('2019-10-01 10:00:00', 1, '==Appendix==')}",
        "2019-10-01 10:00:00",
        lambda said: fact("precedence")(said)[0][0],
        "BN-261: the Appendix before any other section",
    ),
    "special_against_dynastic": Ruling(
        f"{ROSTER}\n{page('2019-10-01 10:00:00', 1, '==Appendix==')}",
        "2019-10-01 10:00:00",
        lambda said: fact("precedence")(said)[0][3],
        "BN-265: Special Case against Dynastic: scope, then sign",
    ),
    "action_gap_edge": Ruling(
        """
        2019-09-20 00:00:00 opening Wes!* Ada* Bo Cy Di; Ada Date 18, HSR 1; at The Outpost: Ada Bo Cy
        2019-09-20 23:30:00 Ada logs "exert: outpost" as e1
        2019-09-21 09:30:00 Ada logs "exert: outpost" as e2
        """,
        "2019-09-21 09:30:00",
        lambda said: said["gamestate"]["values"]["Ada"]["HSR"],
        3,
    ),
    "listed_in_one_update": Ruling(
        """
        2019-09-20 00:00:00 opening Wes!* Ada* Bo Cy Di; Ada Date 18; at The Outpost: Ada
        2019-09-20 10:00:00 Ada logs "outpost" as r1#0
        2019-09-20 10:00:00 Ada logs "outpost" as r1#1
        """,
        "2019-09-20 10:00:00",
        codes("SAME_TIME"),
        [],
    ),
    "two_actions_at_once": Ruling(
        """
        2019-09-20 00:00:00 opening Wes!* Ada* Bo Cy Di; Ada Date 18; at The Outpost: Ada
        2019-09-20 10:00:00 Ada logs "outpost" as r1#0
        2019-09-20 10:00:00 Ada logs "outpost" as r2#0
        """,
        "2019-09-20 10:00:00",
        lambda said: [said["gamestate"]["values"]["Ada"]["Wood"], *codes("SAME_TIME")(said)],
        [4, "SAME_TIME"],
    ),
}
"""Readings that the checklists leave open and decide, carried out without a switch: each by the point that it decides."""

RULINGS |= {name: Ruling(*told) for name, told in island_rulings.RULINGS.items()}

every_reading = pytest.mark.parametrize(
    ("name", "reading"), [(name, reading) for name, switch in SWITCHES.items() for reading in switch.seen]
)


@every_reading
def test_a_switch_set_to_a_reading(name: str, reading: str) -> None:
    switch = SWITCHES[name]
    assert switch.look(f'2019-09-01 00:00:00 setting {name} "{reading}"') == switch.seen[reading]


@pytest.mark.parametrize("name", SWITCHES)
def test_a_switch_that_is_not_set_stands_at_its_default(name: str) -> None:
    switch = SWITCHES[name]
    value = PARAMETERS[name].at(parse_instant(switch.when.replace(" ", "T") + "Z"))
    assert switch.look() == (switch.unset or switch.seen[str(value)])


@pytest.mark.parametrize("name", SWITCHES)
def test_a_switch_holds_from_its_own_instant(name: str) -> None:
    switch = SWITCHES[name]
    default, other, *_ = switch.seen
    first, then = f'2019-09-01 00:00:00 setting {name} "{other}"', f'2019-09-02 00:00:00 setting {name} "{default}"'
    assert switch.look(first, then) == switch.seen[default]


@pytest.mark.parametrize("name", RULINGS)
def test_a_ruling_is_carried_out_as_the_checklists_decide(name: str) -> None:
    ruling = RULINGS[name]
    assert ruling.see(said(ruling.story, ruling.when)) == ruling.seen


# --- laws ------------------------------------------------------------------------------------------------------------


def test_every_switch_is_told_in_all_its_readings_and_they_differ() -> None:
    choices = {name: parameter.choices for name, parameter in PARAMETERS.items() if parameter.choices}
    assert {name: set(switch.seen) for name, switch in SWITCHES.items()} == {
        name: set(readings) for name, readings in choices.items()
    }
    same = [name for name, switch in SWITCHES.items() if len({repr(seen) for seen in switch.seen.values()}) == 1]
    assert same == []


def modules() -> dict[str, ast.Module]:
    return {path.name: ast.parse(path.read_text(encoding="utf-8")) for path in sorted(CODE.rglob("*.py"))}


ASKED = frozenset({"chooses", "word", "words", "number", "span", "value", "reading"})


def asked() -> Iterator[tuple[str, str, tuple[str, ...]]]:
    """Every question of the code to the law: how it asks, for which parameter, and for which reading."""
    for tree in modules().values():
        for node in ast.walk(tree):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in ASKED:
                said = [argument.value for argument in node.args if isinstance(argument, ast.Constant)]
                if said and isinstance(said[0], str):
                    yield node.func.attr, said[0], tuple(map(str, said[1:]))


def test_every_switch_is_asked_for_by_the_code() -> None:
    switches = {name for name, parameter in PARAMETERS.items() if parameter.choices}
    assert switches - {name for _, name, _ in asked()} == set()


def test_the_code_asks_only_for_readings_that_there_are() -> None:
    for how, name, readings in asked():
        if how == "chooses":
            assert set(readings) <= set(PARAMETERS[name].choices), name
        elif name in PARAMETERS and how == "span":
            assert PARAMETERS[name].unit in ("hours", "minutes"), name


def test_every_parameter_is_named_in_the_code() -> None:
    text = "\n".join(path.read_text(encoding="utf-8") for path in CODE.rglob("*.py"))
    assert [name for name in PARAMETERS if f'"{name}"' not in text] == []


PLAIN_NUMBERS = {0, 1, -1}


def whole_numbers(tree: ast.AST) -> Iterator[tuple[ast.Constant, int]]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and type(node.value) is int:
            yield node, node.value


def bare_numbers(tree: ast.Module) -> Iterator[tuple[int, int]]:
    """Line and value of whole numbers that are no named constant, no place in a tuple and no size of a cache."""
    exempt: list[ast.AST] = [statement for statement in tree.body if is_named_constant(statement)]
    exempt += [
        node.slice
        for node in ast.walk(tree)
        if isinstance(node, ast.Subscript) and isinstance(node.slice, ast.Constant | ast.UnaryOp)
    ]
    exempt += [node.value for node in ast.walk(tree) if isinstance(node, ast.keyword) and node.arg == "maxsize"]
    allowed = {id(number) for node in exempt for number, _ in whole_numbers(node)}
    for number, value in whole_numbers(tree):
        if id(number) not in allowed and value not in PLAIN_NUMBERS:
            yield number.lineno, value


def is_named_constant(statement: ast.stmt) -> bool:
    if not isinstance(statement, ast.Assign | ast.AnnAssign | ast.AugAssign):
        return False
    targets = statement.targets if isinstance(statement, ast.Assign) else [statement.target]
    names = [name.id for target in targets for name in ast.walk(target) if isinstance(name, ast.Name)]
    return bool(names) and all(re.fullmatch(r"_?[A-Z][A-Z_]*", name) for name in names)


def test_numbers_of_the_rules_stand_in_the_parameters_only() -> None:
    found = [f"{name}:{line}: {value}" for name, tree in modules().items() for line, value in bare_numbers(tree)]
    assert found == []


def undescribed(path: Path) -> Iterator[str]:
    """Named constants that hold a number which nothing around them explains."""
    lines = path.read_text(encoding="utf-8").splitlines()
    body = ast.parse("\n".join(lines)).body
    for statement, following in zip(body, [*body[1:], None], strict=True):
        if is_named_constant(statement) and holds_number(statement):
            is_described = isinstance(following, ast.Expr) and isinstance(following.value, ast.Constant)
            if not is_described and "#" not in lines[statement.lineno - 2] + lines[statement.lineno - 1]:
                yield f"{path.name}:{statement.lineno}"


def holds_number(statement: ast.stmt) -> bool:
    value = statement.value if isinstance(statement, ast.Assign | ast.AnnAssign) else None
    return isinstance(value, ast.Constant) and type(value.value) is int


def test_every_named_number_is_described() -> None:
    assert [place for path in sorted(CODE.rglob("*.py")) for place in undescribed(path)] == []
