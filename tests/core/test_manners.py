"""Bot manners: exclusion templates, summaries, the switch-off page."""

import pytest

from tests.planning import wiki_page
from tracker.core.manners import Manners, allows_bot, switched_off


@pytest.mark.parametrize(
    ("text", "allowed"),
    [
        ("", True),
        ("{{bots}}", True),
        ("{{nobots}}", False),
        ("{{ NoBots }}", False),
        ("{{nobots|Other}}", True),
        ("{{nobots|Other,Botty}}", False),
        ("{{nobots|all}}", False),
        ("{{bots|deny=all}}", False),
        ("{{bots|deny=Other}}", True),
        ("{{bots|deny=Other, botty}}", False),
        ("{{bots|deny=none}}", True),
        ("{{bots|allow=none}}", False),
        ("{{bots|allow=all}}", True),
        ("{{bots|allow=Other,Botty}}", True),
        ("{{bots|allow=Other}}", False),
        ("{{bots|optout=all}}", False),
        ("{{bots|optout=Other}}", True),
        ("{{bots|optout=Other,Botty}}", False),
        ("{{bots|optout=none}}", True),
        ("{{robots}}", True),
        ("<nowiki>{{nobots}}</nowiki>", True),
        ("<!-- {{nobots}} -->", True),
        ("{{bots}} {{nobots}}", False),
        ("{{Bots\n|deny=Botty\n}}", False),
        ("{{Template:Nobots}}", False),
        ("{{ template : bots |deny=Botty}}", False),
        ("{{bots|deny=User:Botty}}", False),
        ("{{bots|deny=User:Other}}", True),
        ("{{bots|deny=[[User:Botty|Botty]]}}", False),
        ("{{bots|deny=[[User:Other|Other]]}}", False),
        ("{{bots|deny=Foo{{!}}Botty}}", False),
        ("{{bots|allow={{friends}}}}", False),
        ("{{nobots|{{{1|Other}}}}}", False),
        ("{{bots|deny=Other", False),
        ("{{no<!-- x -->bots<!-- y -->|Botty}}", False),
        ("{<!-- x -->{nobots}}", False),
        ("{{bots|optout={{x}}}} and {{botany|{{x}}}}", False),
        ("{{botany|deny={{x}}}} {{bots-list}} {{nobotsland}}", True),
    ],
)
def test_exclusion_templates_are_obeyed(text: str, allowed: bool) -> None:
    assert allows_bot(text, "Botty") is allowed


def test_an_account_is_compared_as_the_wiki_does() -> None:
    assert not allows_bot("{{bots|deny=my_bot}}", "My bot")
    assert allows_bot("{{bots|deny=Other}}", "")


def test_a_summary_is_one_line_with_a_link_to_the_switch_and_short_enough() -> None:
    manners = Manners("Botty", "User:Botty/stop")
    assert manners.summary("update\n board") == "update board ([[User:Botty/stop|switch off]])"
    assert Manners().summary("update board") == "update board"
    long = manners.summary("é" * 900)
    assert len(long) == 480
    assert long.endswith("… ([[User:Botty/stop|switch off]])")
    assert len(Manners().summary("x" * 480)) == 480


def test_a_switch_off_page_says_by_whom_and_why() -> None:
    assert switched_off(wiki_page("Stop", None, "")) == ""
    assert switched_off(wiki_page("Stop", 3, "")) == ""
    assert switched_off(wiki_page("Stop", 3, "Run")) == ""
    assert switched_off(wiki_page("Stop", 3, "wrong\ntable")) == "switched off by Ada on the page 'Stop': wrong table"
