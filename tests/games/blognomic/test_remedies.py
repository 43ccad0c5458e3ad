"""What a finding about the ruleset tells whoever reads it: the rule, the revision, and what they can do."""

import pytest

from tests.games.blognomic.ruleset_stories import PAGE, ROSTER, finding, revision, story
from tests.games.blognomic.stories import gamestate

EVENING = "2019-10-01 20:00:00"
FOREVER = PAGE.replace(
    "open for voting for at least 48 hours, it has more", "open for voting for ever and a day, it has more"
)
QUICKER = PAGE.replace("48 hours", "24 hours")
RESPELT = PAGE.replace("open for voting for at least 48 hours", "opne for voting for at least 48 hours")
VOTING = PAGE.replace("===Votes===", "===Voting===")
NEW = "<p>Add a new rule to the Dynastic Rules, entitled “Dry Socks”, with the following text:</p><blockquote>Socks dry.</blockquote>"
PENDING = f'2019-10-01 00:30:00 Bo posts p9 Proposal "Proposal: Dry Socks" body: {NEW}'
ENACTED = "\n".join(
    [
        PENDING,
        *(f"2019-10-01 00:3{at}:00 {who} on p9: FOR" for at, who in enumerate(("Ada", "Cy", "Di", "Wes"), start=1)),
        '2019-10-01 19:00:00 p9 Enacted by Ada "5-0"',
    ]
)


def decide(question: str, answer: str) -> str:
    return f'2019-10-01 19:30:00 decide "{question}" {answer} by Ada why "read"'


@pytest.mark.parametrize(
    ("told", "code", "said"),
    [
        (
            story(PAGE, RESPELT), "UNEXPLAINED_CHANGE",
            ("revision 2 by Ada", "Votes: ", "if it has a ground, or only mends an obvious slip: tracker decide change-ground:2 yes"),
        ),
        (
            story(PAGE, FOREVER), "UNEXPLAINED_CHANGE",
            ("revision 2 by Ada", "Votes: ", "tracker decide change-ground:2 yes --by NAME --why TEXT; if not, put the page back"),
        ),
        (
            story(PAGE, FOREVER, more=decide("change-ground:2", "no")), "UNEXPLAINED_CHANGE",
            ("revision 2 by Ada", "a person says that it has no ground: put the page back"),
        ),
        (story(PAGE, FOREVER, PAGE), "UNEXPLAINED_CHANGE", ("revision 2 by Ada", "Votes: ", "nothing is to be done")),
        (
            story(PAGE, FOREVER), "CLAUSE_CHANGED",
            ("Votes", "at revision 2", 'tracker confirm --rule "Core Rules/Votes" --wording ', " --by NAME --why TEXT"),
        ),
        (
            story(PAGE, FOREVER, more=decide("confirm-rule:Core Rules/Votes", "no")), "CLAUSE_CHANGED",
            ("Votes", "at revision 2", "a person says that it differs: it stays unverified"),
        ),
        (
            story(PAGE, QUICKER), "NUMBER_CHANGED",
            ("by revision 2", "in Core Rules › Votable Matters › Votes", "a value of timeout_hours in the config"),
        ),
        (story(PAGE, VOTING), "RULE_RENAMED", ("Votes", "by revision 2", "nothing is to be done")),
        (
            story(PAGE, PAGE + "==Ideas=="), "RULE_IN_NO_SECTION",
            ("'Ideas'", "at revision 2", "until it is put under one of them on the page"),
        ),
        (
            story(PAGE, PAGE.replace("===Dormancy [Active]", "===Dormancy [Asleep]")), "UNKNOWN_MARKER",
            ("Dormancy", "at revision 2", "until the page marks it [Active] or [Inactive]"),
        ),
        (story(PAGE, "ha ha"), "RULESET_GUTTED", ("revision 2 by Ada", "tracker decide ruleset-gutted:2 no --by NAME")),
        (
            story(PAGE, more=ENACTED), "NOT_ON_PAGE",
            (
                "Dry Socks", "missing at revision 1: Dynastic Rules › Dry Socks", "write it in, or if the page does reflect it: ",
                "tracker decide page-reflects:p9 yes --by NAME --why TEXT",
            ),
        ),
        (
            story(PAGE, more=PENDING.replace(NEW, "Add a rule “Storms”: It rains.")), "NEW_RULE_PLACE",
            ("(Storms)", "at revision 1", "whoever enacts it puts them there", "nothing is to be decided"),
        ),
    ],
)  # fmt: skip
def test_a_finding_about_the_ruleset_names_rule_revision_and_remedy(
    told: str, code: str, said: tuple[str, ...]
) -> None:
    found = [each.text for each in gamestate(told, EVENING).findings if each.code == code]
    (text,) = [each for each in found if said[0] in each]
    for part in said:
        assert part in text


def test_an_answered_finding_offers_no_answer_again() -> None:
    told = "\n".join([story(PAGE, more=ENACTED), decide("page-reflects:p9", "no")])
    text = finding(gamestate(told, EVENING), "NOT_ON_PAGE").text
    assert text.endswith("; write it in")


def test_a_status_before_the_update_names_the_revision_of_the_update() -> None:
    written = PAGE.replace("==Special Case==", "===Dry Socks===\nSocks dry.\n==Special Case==")
    late = revision(2, "2019-10-01 19:10:00", written, 'Enacted "Dry Socks"')
    told = "\n".join([ROSTER, revision(1, "2019-10-01 00:10:00", PAGE), ENACTED, late])
    text = finding(gamestate(told, EVENING), "STATUS_BEFORE_UPDATE").text
    assert "updated only later, in revision 2; nothing is to be done" in text
