"""Polite fetching: conditional, limited, patient, and clear about what went wrong."""

import gzip
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from datetime import timedelta
from email.utils import format_datetime

import pytest

from tests.contracts.blog_world import FakeClock, ScriptedSite, at
from tracker.demo.site import Answer
from tracker.errors import SourceUnreachableError, SourceUnreadableError
from tracker.sources.http import AskedToWaitError, Fetcher, HttpConfig, Validators

PAGE = Answer(200, b"<html>hello</html>", headers={"ETag": '"1"', "Last-Modified": "Mon, 02 Mar 2026 00:00:00 GMT"})


class AnsweringSite(ScriptedSite):
    """A site that answers as a test says, by path."""

    def __init__(self) -> None:
        super().__init__()
        self.answers: dict[str, Callable[[Mapping[str, str]], Answer]] = {}

    def rendered(self, address: str, headers: Mapping[str, str]) -> Answer:
        answer = self.answers.get(address)
        return PAGE if answer is None else answer(headers)

    def always(self, path: str, answer: Answer) -> None:
        self.answers[path] = lambda _: answer

    def in_turn(self, path: str, *answers: Answer) -> None:
        waiting = list(answers)
        self.answers[path] = lambda _: waiting.pop(0) if len(waiting) > 1 else waiting[0]


@pytest.fixture
def site() -> Iterator[AnsweringSite]:
    with AnsweringSite() as site:
        yield site


@pytest.fixture
def clock() -> FakeClock:
    return FakeClock(at(0))


CONFIG = HttpConfig(contact="keeper@example.org", delay_seconds=1, backoff_seconds=2)


def fetcher(site: AnsweringSite | str, clock: FakeClock, **changes: float) -> Fetcher:
    address = site if isinstance(site, str) else site.url
    return Fetcher(replace(CONFIG, addresses=(address,), **changes), clock, clock.sleep, clock.steady)  # type: ignore[arg-type]


def test_answer_has_status_content_headers_and_both_instants(site: AnsweringSite, clock: FakeClock) -> None:
    fetched = fetcher(site, clock).get(f"{site.url}/x")
    assert (fetched.status, fetched.content) == (200, b"<html>hello</html>")
    assert fetched.headers["etag"] == '"1"'
    assert fetched.content_type.startswith("text/html")
    assert (fetched.asked_at, fetched.answered_at) == (at(0), at(0))
    assert fetched.url == fetched.final_url == f"{site.url}/x"


def test_user_agent_names_the_contact(site: AnsweringSite, clock: FakeClock) -> None:
    fetcher(site, clock).get(f"{site.url}/x")
    ((_, headers),) = site.requests
    assert headers["user-agent"].startswith("nomic-tracker/")
    assert headers["user-agent"].endswith("(+keeper@example.org)")


def test_validators_are_sent_back_and_304_is_told(site: AnsweringSite, clock: FakeClock) -> None:
    site.answers["/x"] = lambda headers: Answer(304, b"") if headers.get("if-none-match") == '"1"' else PAGE
    fetching = fetcher(site, clock)
    first = fetching.get(f"{site.url}/x")
    assert not first.is_not_modified
    second = fetching.get(f"{site.url}/x", first.validators)
    assert second.is_not_modified
    assert site.requests[1][1]["if-modified-since"] == "Mon, 02 Mar 2026 00:00:00 GMT"
    assert not fetching.get(f"{site.url}/x", Validators()).is_not_modified


def test_cookies_are_not_kept(site: AnsweringSite, clock: FakeClock) -> None:
    site.always("/x", replace(PAGE, headers={"Set-Cookie": "tracker=1; path=/"}))
    fetching = fetcher(site, clock)
    fetching.get(f"{site.url}/x")
    fetching.get(f"{site.url}/x")
    assert all("cookie" not in headers for _, headers in site.requests)


def test_pause_between_requests_is_kept(site: AnsweringSite, clock: FakeClock) -> None:
    fetching = fetcher(site, clock)
    fetching.get(f"{site.url}/x")
    assert clock.slept == []
    clock.steadily += 0.25
    fetching.get(f"{site.url}/x")
    assert clock.slept == [0.75]
    clock.steadily += 5
    fetching.get(f"{site.url}/x")
    assert clock.slept == [0.75]


def test_passing_failure_is_tried_again_with_growing_pauses(site: AnsweringSite, clock: FakeClock) -> None:
    site.in_turn("/x", Answer(503, b""), Answer(502, b""), PAGE)
    assert fetcher(site, clock).get(f"{site.url}/x").content == PAGE.body
    assert clock.slept == [2, 4]


def test_tries_are_bounded(site: AnsweringSite, clock: FakeClock) -> None:
    site.always("/x", Answer(500, b""))
    with pytest.raises(SourceUnreachableError, match="status 500") as caught:
        fetcher(site, clock, attempts=4).get(f"{site.url}/x")
    assert len(site.requests) == 4
    assert caught.value.place == f"{site.url}/x"
    assert caught.value.remedy == "try later"


def test_failures_are_forgotten_after_a_success(site: AnsweringSite, clock: FakeClock) -> None:
    site.in_turn("/x", Answer(503, b""), PAGE, Answer(503, b""), PAGE)
    fetching = fetcher(site, clock, delay_seconds=0)
    fetching.get(f"{site.url}/x")
    fetching.get(f"{site.url}/x")
    assert clock.slept == [2, 2]


@pytest.mark.parametrize("status", [400, 401, 403, 404, 410])
def test_other_statuses_are_final_unless_accepted(site: AnsweringSite, clock: FakeClock, status: int) -> None:
    site.always("/x", Answer(status, b"no"))
    with pytest.raises(SourceUnreachableError, match=str(status)):
        fetcher(site, clock).get(f"{site.url}/x")
    assert len(site.requests) == 1
    assert fetcher(site, clock).get(f"{site.url}/x", accept={status}).content == b"no"


def test_retry_after_in_seconds_is_waited_for(site: AnsweringSite, clock: FakeClock) -> None:
    site.in_turn("/x", Answer(429, b"", headers={"Retry-After": "17"}), PAGE)
    fetcher(site, clock).get(f"{site.url}/x")
    assert clock.slept == [17]


def test_retry_after_as_a_date_is_waited_for(site: AnsweringSite, clock: FakeClock) -> None:
    until = format_datetime(at(0) + timedelta(seconds=30), usegmt=True)
    site.in_turn("/x", Answer(503, b"", headers={"Retry-After": until}), PAGE)
    fetcher(site, clock).get(f"{site.url}/x")
    assert clock.slept == [30]


def test_retry_after_that_is_nonsense_is_ignored(site: AnsweringSite, clock: FakeClock) -> None:
    site.in_turn("/x", Answer(503, b"", headers={"Retry-After": "soon"}), PAGE)
    fetcher(site, clock).get(f"{site.url}/x")
    assert clock.slept == [2]


def test_long_retry_after_ends_the_fetching(site: AnsweringSite, clock: FakeClock) -> None:
    site.always("/x", Answer(503, b"", headers={"Retry-After": "61"}))
    with pytest.raises(AskedToWaitError) as caught:
        fetcher(site, clock).get(f"{site.url}/x")
    assert caught.value.until == at(0) + timedelta(seconds=61)
    assert len(site.requests) == 1
    assert clock.slept == []


@pytest.mark.parametrize("wish", ["21601", "99999999", "99999999999999", "9" * 400, "Fri, 31 Dec 9999 23:59:59 GMT"])
def test_retry_after_is_heeded_for_six_hours_at_most(site: AnsweringSite, clock: FakeClock, wish: str) -> None:
    site.always("/x", Answer(429, b"", headers={"Retry-After": wish}))
    with pytest.raises(AskedToWaitError, match="longer than 6 h; it is asked again at 2026-03-02T06:00:00Z") as caught:
        fetcher(site, clock).get(f"{site.url}/x")
    assert caught.value.until == at(6)


@pytest.mark.parametrize("wish", ["Mon, 01 Jan 0001 00:00:00 +2359", "Fri, 99 Dec 9999 23:59:59 GMT", "-5", "1e9"])
def test_retry_after_that_names_no_time_to_come_is_no_crash(site: AnsweringSite, clock: FakeClock, wish: str) -> None:
    site.in_turn("/x", Answer(429, b"", headers={"Retry-After": wish}), PAGE)
    assert fetcher(site, clock).get(f"{site.url}/x").content == PAGE.body


def test_retry_after_beyond_the_end_of_time_is_heeded_like_any(site: AnsweringSite, clock: FakeClock) -> None:
    site.always("/x", Answer(429, b"", headers={"Retry-After": "Fri, 31 Dec 9999 23:59:59 -2359"}))
    with pytest.raises(AskedToWaitError) as caught:
        fetcher(site, clock).get(f"{site.url}/x")
    assert caught.value.until == at(6)


@pytest.mark.parametrize("hours", [-5, 5])
def test_a_clock_that_is_set_meanwhile_changes_no_pause(site: AnsweringSite, clock: FakeClock, hours: float) -> None:
    fetching = fetcher(site, clock)
    fetching.get(f"{site.url}/x")
    clock.instant += timedelta(hours=hours)
    fetching.get(f"{site.url}/x")
    assert clock.slept == [1]


def test_redirects_are_followed_and_the_last_address_told(site: AnsweringSite, clock: FakeClock) -> None:
    site.always("/old", Answer(301, b"", headers={"Location": "/new"}))
    fetched = fetcher(site, clock).get(f"{site.url}/old")
    assert fetched.final_url == f"{site.url}/new"


ELSEWHERE = (
    "http://localhost:{port}/new",
    "http://127.0.0.2:{port}/new",
    "http://127.1:{port}/new",
    "http://2130706433:{port}/new",
    "http://[::1]:{port}/new",
    "http://[::ffff:127.0.0.1]:{port}/new",
    "http://0.0.0.0:{port}/new",
    "//localhost:{port}/new",
    "http://127.0.0.1:{port}@localhost:{port}/new",
    "http://127.0.0.1:9/new",
    "http://127.0.0.1/new",
    "http://169.254.169.254/latest/meta-data/",
    "http://10.0.0.1/",
    "http://127.0.0.1.example.org:{port}/new",
)


@pytest.mark.parametrize("address", ELSEWHERE)
def test_redirect_to_another_site_asks_nothing_of_it(site: AnsweringSite, clock: FakeClock, address: str) -> None:
    location = address.format(port=site.url.rpartition(":")[2])
    site.always("/old", Answer(302, b"", headers={"Location": location}))
    with pytest.raises(SourceUnreachableError, match="is no site of the config") as caught:
        fetcher(site, clock).get(f"{site.url}/old")
    assert "write it into the config" in caught.value.remedy
    assert [path for path, _ in site.requests] == ["/old"]


def test_an_address_outside_the_config_is_not_asked(site: AnsweringSite, clock: FakeClock) -> None:
    with pytest.raises(SourceUnreachableError, match="is no site of the config"):
        fetcher("https://blog.example", clock).get(f"{site.url}/x")
    assert site.requests == []


def test_redirects_are_limited(site: AnsweringSite, clock: FakeClock) -> None:
    site.always("/loop", Answer(302, b"", headers={"Location": "/loop"}))
    with pytest.raises(SourceUnreachableError, match="redirects") as caught:
        fetcher(site, clock, max_redirects=3).get(f"{site.url}/loop")
    assert caught.value.remedy == "write the final address into the config"
    assert len(site.requests) == 4


def test_redirect_to_a_file_is_refused(site: AnsweringSite, clock: FakeClock) -> None:
    site.always("/old", Answer(302, b"", headers={"Location": "file:///etc/passwd"}))
    with pytest.raises(SourceUnreachableError) as caught:
        fetcher(site, clock).get(f"{site.url}/old")
    assert caught.value.remedy == "only http and https can be read"


@pytest.mark.parametrize("url", ["file:///etc/passwd", "ftp://example.org/x", "blog.example", "http://", ""])
def test_only_http_addresses_are_read(clock: FakeClock, url: str) -> None:
    with pytest.raises(SourceUnreachableError, match="not an http or https address"):
        fetcher(url, clock).get(url)


def test_size_is_limited_also_when_unpacked(site: AnsweringSite, clock: FakeClock) -> None:
    bomb = gzip.compress(bytes(5_000_000))
    assert len(bomb) < 10_000
    site.always("/x", Answer(200, bomb, headers={"Content-Encoding": "gzip"}))
    with pytest.raises(SourceUnreadableError, match="1,000,000 bytes"):
        fetcher(site, clock, max_bytes=1_000_000).get(f"{site.url}/x")


def test_whole_answer_has_a_deadline(site: AnsweringSite) -> None:
    class SlowClock(FakeClock):
        def steady(self) -> float:
            self.steadily += 200
            return self.steadily

    with pytest.raises(SourceUnreachableError, match="longer than 120 s"):
        fetcher(site, SlowClock(at(0)), attempts=1).get(f"{site.url}/x")


def test_nobody_there_is_said_with_a_remedy(clock: FakeClock) -> None:
    with pytest.raises(SourceUnreachableError, match="no answer") as caught:
        fetcher("http://127.0.0.1:9", clock, attempts=2).get("http://127.0.0.1:9/x")
    assert caught.value.remedy.startswith("check the address")
    assert clock.slept == [2]


def test_broken_compression_is_said(site: AnsweringSite, clock: FakeClock) -> None:
    site.always("/x", Answer(200, b"not gzip at all", headers={"Content-Encoding": "gzip"}))
    with pytest.raises(SourceUnreachableError) as caught:
        fetcher(site, clock, attempts=1).get(f"{site.url}/x")
    assert "compression" in caught.value.remedy


def test_requests_are_counted(site: AnsweringSite, clock: FakeClock) -> None:
    site.in_turn("/x", Answer(503, b""), PAGE)
    fetching = fetcher(site, clock)
    fetching.get(f"{site.url}/x")
    assert fetching.request_count == 2
    fetching.close()
