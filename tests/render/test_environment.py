"""The template environment: its own delimiters, strict names, and nothing unescaped by accident."""

from datetime import UTC, datetime, timedelta, timezone
from pathlib import Path

import pytest
from jinja2 import TemplateError, TemplateSyntaxError, UndefinedError

from tracker.errors import ConfigError
from tracker.render import environment as module
from tracker.render.environment import environment, instant_text, make_environment, template_folder
from tracker.render.escaping import Wikitext

ROOT = Path(__file__).parent.parent.parent


def rendered(source: str, **values: object) -> str:
    return environment().from_string(source).render(values)


def test_the_wikis_own_braces_survive() -> None:
    text = "{{PAGENAME}} {{{1|}}} {% x %} {# y #} [[Link]] <b>bold</b> {| \n|}"
    assert rendered(text) == text


def test_own_delimiters_work_and_values_are_escaped() -> None:
    assert rendered("<% for x in list %><< x >>;<% endfor %><# never shown #>", list=["[[a]]", "b"]) == (
        "&#91;&#91;a&#93;&#93;;b;"
    )


def test_wikitext_passes_only_where_the_template_says_so() -> None:
    assert rendered("<< x >>", x="[[a]]") == "&#91;&#91;a&#93;&#93;"
    assert rendered("<< x|wikitext >>", x="[[a]]") == "[[a]]"
    assert rendered("<< x >>", x=Wikitext("[[a]]")) == "[[a]]"


def test_what_a_macro_prints_is_escaped_once() -> None:
    source = "<% macro bold(x) %>'''<< x >>'''<% endmacro %><< bold(x) >>|<% set y %><< x >><% endset %><< y >>"
    assert rendered(source, x="{{a}}") == "'''&#123;&#123;a&#125;&#125;'''|&#123;&#123;a&#125;&#125;"


def test_a_macro_tells_wikitext_from_the_same_text() -> None:
    source = (
        "<% macro bold(x) %><b><< x >></b><% endmacro %><< bold(x) >><< bold(x|wikitext) >><< bold(x) >><< bold(1) >>"
    )
    assert rendered(source, x="[[a]]") == "<b>&#91;&#91;a&#93;&#93;</b><b>[[a]]</b><b>&#91;&#91;a&#93;&#93;</b><b>1</b>"


def test_a_choice_between_texts_is_escaped() -> None:
    assert rendered('<< "[[a]]" if x else "b" >>', x=1) == "&#91;&#91;a&#93;&#93;"


@pytest.mark.parametrize("source", ["<< nobody >>", "<< x.nothing >>", "<% if nobody %>a<% endif %>", "<< x|upper >>"])
def test_an_undefined_name_is_an_error(source: str) -> None:
    with pytest.raises(TemplateError):
        rendered(source, x={})


def test_an_undefined_name_is_named() -> None:
    with pytest.raises(UndefinedError, match="nobody"):
        rendered("<< nobody >>")


@pytest.mark.parametrize("value", [None, True, 1.5, ["a"], {"a": 1}, b"a"])
def test_only_texts_numbers_and_instants_are_printed(value: object) -> None:
    with pytest.raises(TemplateError, match="neither text, number nor instant"):
        rendered("<< x >>", x=value)


@pytest.mark.parametrize("sign", ["~", "+", "%", "*"])
def test_operators_that_join_strings_for_html_are_refused(sign: str) -> None:
    with pytest.raises(TemplateSyntaxError, match="side by side"):
        rendered(f"<< x {sign} y >>", x="a", y="b")


def test_a_number_cannot_begin_a_row_of_a_table() -> None:
    assert rendered("|<< x >>|<< y >>", x=-5, y=12) == "|&#45;5|12"


@pytest.mark.parametrize(
    ("instant", "text"),
    [
        (datetime(2019, 10, 3, 10, tzinfo=UTC), "2019-10-03 10:00 UTC"),
        (datetime(2019, 10, 3, 10, 0, 1, tzinfo=UTC), "2019-10-03 10:00:01 UTC"),
        (datetime(2019, 10, 3, 10, 0, 0, 5000, tzinfo=UTC), "2019-10-03 10:00:00.005 UTC"),
        (datetime(2019, 10, 3, 12, tzinfo=timezone(timedelta(hours=2))), "2019-10-03 10:00 UTC"),
    ],
)
def test_instants_are_absolute_and_utc(instant: datetime, text: str) -> None:
    assert instant_text(instant) == text
    assert rendered("<< x >>", x=instant) == text


def test_filters_for_attributes_words_and_sorting() -> None:
    noon = datetime(1970, 1, 1, 12, tzinfo=UTC)
    assert rendered("<< x|attribute >> << x|clip(4) >>", x='a"b, c') == "a&#34;b, c a&#34;b…"
    assert rendered("<< x|words >> << y|seconds >> << z|seconds >>", x="TALLY_DIFFERS", y=noon, z=None) == (
        "tally differs 43200 0"
    )


def test_links_are_built_by_functions_alone() -> None:
    assert rendered("<< external_link(x, y) >>", x="https://b.example/]", y="]") == "[https://b.example/%5D &#93;]"
    assert rendered("<< page_link(x, y) >>", x="Roster", y="|") == "[[Roster|&#124;]]"


def test_templates_are_found_in_the_source_tree() -> None:
    assert template_folder() == ROOT / "templates"


def test_templates_of_an_installed_package_come_first(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    installed, source = tmp_path / "tracker" / "templates", tmp_path / "templates"
    source.mkdir()
    monkeypatch.setattr(module, "_TEMPLATE_FOLDERS", (installed, source))
    assert template_folder() == source
    installed.mkdir(parents=True)
    assert template_folder() == installed


def test_missing_templates_are_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "_TEMPLATE_FOLDERS", (tmp_path / "none",))
    with pytest.raises(ConfigError, match="templates are missing"):
        template_folder()


def test_every_template_compiles() -> None:
    made = make_environment(ROOT / "templates")
    names = made.list_templates()
    assert "_common.wikitext.j2" in names
    for name in names:
        made.get_template(name)


def test_a_message_whose_place_is_known_is_linked() -> None:
    id = "871340000000000000"
    assert rendered("<< x|message(y) >>", x=id, y={id: "12/34"}) == (
        f"[https://discord.com/channels/12/34/{id} 2021-08-01 10:34 UTC]"
    )
    words = rendered("<< x|message >>", x=id)
    for odd in ("", "12", "12/34/56", "12/34]", "0/34", "@me/34", "12/٣٤", "12/34\n", "123456789012345678901/1"):
        assert rendered("<< x|message(y) >>", x=id, y={id: odd}) == words
    assert rendered("<< x|message(y) >>", x="m1", y={"m1": "12/34"}) == "message <code>m1</code>"


def test_a_row_is_cited_in_words_where_its_id_says_what_it_is() -> None:
    id = "871340000000000000"
    said = rendered("<< x|observed(y) >>", x=f"reaction:{id}:👍:100", y={id: "12/34"})
    assert said == f"a reaction to [https://discord.com/channels/12/34/{id} 2021-08-01 10:34 UTC]"
    assert rendered("<< x|observed >>", x=f"left:100:{id}") == "a leaving of the server"
    assert rendered("<< x|observed >>", x="decision:reading:m1:1") == "a decision"
    assert rendered("<< x|observed >>", x=id) == rendered("<< x|message >>", x=id)
    assert rendered("<< x|observed >>", x="[[m1]]") == "<code>&#91;&#91;m1&#93;&#93;</code>"


def test_a_message_is_cited_by_when_it_was_posted() -> None:
    cited = rendered("<< x|message >>", x="871340000000000000")
    assert cited == '<span title="message 871340000000000000">2021-08-01 10:34 UTC</span>'
    assert rendered("<< x|message >>", x="[[m1]]") == "message <code>&#91;&#91;m1&#93;&#93;</code>"
    assert rendered("<< x|message >>", x="12345") == "message <code>12345</code>"
