"""The table of API error codes: whatever people must do something about says what."""

import pytest

from tracker.errors import BlockedError, EditConflictError, PageProtectedError, WikiBusyError, WikiError
from tracker.wiki.api_errors import API_ERRORS, REPEATABLE, wiki_error


@pytest.mark.parametrize("code", sorted(API_ERRORS))
def test_every_code_in_the_table_has_a_kind_and_a_remedy(code: str) -> None:
    error = wiki_error(code, "said by the wiki", "Board")
    assert type(error) is API_ERRORS[code][0]
    assert (error.message, error.code, error.place) == ("said by the wiki", code, "Board")
    assert error.remedy


@pytest.mark.parametrize(
    ("code", "kind"),
    [
        ("editconflict", EditConflictError),
        ("protectedpage", PageProtectedError),
        ("blocked", BlockedError),
        ("ratelimited", WikiBusyError),
        ("something-new", WikiError),
    ],
)
def test_codes_become_the_errors_that_callers_tell_apart(code: str, kind: type[WikiError]) -> None:
    assert type(wiki_error(code, "")) is kind
    assert wiki_error(code, "").message == code


def test_filters_of_any_name_are_explained() -> None:
    assert "filter" in wiki_error("abusefilter-warning-links", "x").remedy


def test_only_what_did_nothing_may_be_repeated() -> None:
    assert {API_ERRORS[code][0] for code in REPEATABLE} == {WikiBusyError}
