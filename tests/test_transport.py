"""What every HTTP session of ours goes through: other sites are not asked, and no answer takes for ever."""

import gzip
import socket
import threading
import zlib
from collections.abc import Iterator

import pytest
import requests
from pytest_httpserver import HTTPServer
from werkzeug import Response

from tracker.errors import LostAnswerError, WikiError
from tracker.transport import AnswerTooLongError, AnswerTooSlowError, Bounds, SiteRefusedError, guard
from tracker.wiki.mediawiki_settings import MediaWikiSettings
from tracker.wiki.mwclient_backend import MwclientWiki

MEGABYTE = 1_000_000
BOMBS = {"gzip": gzip.compress(bytes(30 * MEGABYTE)), "deflate": zlib.compress(bytes(30 * MEGABYTE))}


def session(*addresses: str, seconds: float = 60) -> requests.Session:
    made = requests.Session()
    guard(made, addresses, Bounds(MEGABYTE, seconds))
    return made


@pytest.mark.parametrize(
    ("configured", "asked"),
    [
        ("https://blog.example", "http://blog.example/"),
        ("https://blog.example", "https://blog.example:8443/"),
        ("https://blog.example", "https://blog.example.org/"),
        ("https://blog.example", "https://blog.example@elsewhere.example/"),
        ("https://blog.example", "https://sub.blog.example/"),
        ("http://blog.example:8080", "http://blog.example/"),
        ("no address", "https://no/"),
    ],
)
def test_what_the_config_does_not_name_is_not_asked(configured: str, asked: str) -> None:
    with pytest.raises(SiteRefusedError):
        session(configured).get(asked)


def test_a_refusal_shows_no_path_and_no_password() -> None:
    with pytest.raises(SiteRefusedError) as told:
        session("https://blog.example").get("https://name:sesame@elsewhere.example/s3cret?token=s3cret")
    assert str(told.value) == "https://elsewhere.example is no site of the config"


def test_passwords_of_the_home_directory_are_not_sent(
    httpserver: HTTPServer, tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    netrc = tmp_path_factory.mktemp("home") / "netrc"
    netrc.write_text(f"machine {httpserver.host} login me password sesame\n")
    netrc.chmod(0o600)
    monkeypatch.setenv("NETRC", str(netrc))
    httpserver.expect_request("/x").respond_with_data("x")
    session(httpserver.url_for("/")).get(httpserver.url_for("/x"))
    assert "Authorization" not in httpserver.log[0][0].headers


@pytest.mark.parametrize("coding", BOMBS)
def test_a_small_answer_that_unpacks_to_a_large_one_is_not_read(httpserver: HTTPServer, coding: str) -> None:
    assert len(BOMBS[coding]) < MEGABYTE // 10
    httpserver.expect_request("/x").respond_with_data(BOMBS[coding], headers={"Content-Encoding": coding})
    with pytest.raises(AnswerTooLongError, match="1,000,000 bytes"):
        session(httpserver.url_for("/")).get(httpserver.url_for("/x"))


TRICKLES = {
    "headers": (b"HTTP/1.1 200 OK\r\n", b"X-A: b\r\n"),
    "body of known length": (b"HTTP/1.1 200 OK\r\nContent-Length: 100000\r\n\r\n", b"x"),
    "parts": (b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n", b"1\r\nx\r\n"),
    "body without an end": (b"HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n", b"x"),
}


@pytest.fixture(params=TRICKLES)
def trickling(request: pytest.FixtureRequest) -> Iterator[str]:
    """A server whose answer comes in little parts, for ever."""
    begin, part = TRICKLES[request.param]
    over = threading.Event()
    with socket.create_server(("127.0.0.1", 0)) as server:

        def serve() -> None:
            taken, _ = server.accept()
            with taken:
                taken.recv(65536)
                taken.sendall(begin)
                while not over.wait(0.01):
                    try:
                        taken.sendall(part)
                    except OSError:
                        return

        thread = threading.Thread(target=serve)
        thread.start()
        yield f"http://127.0.0.1:{server.getsockname()[1]}"
        over.set()
        thread.join()


def test_an_answer_that_trickles_in_is_given_up(trickling: str) -> None:
    with pytest.raises(AnswerTooSlowError, match=r"0\.3 s"):
        session(trickling, seconds=0.3).get(f"{trickling}/x", timeout=5)


# --- the wiki's answers -----------------------------------------------------------------------------------------------


def wiki(server: HTTPServer) -> MwclientWiki:
    return MwclientWiki(MediaWikiSettings(server.url_for("/w/api.php"), max_bytes=MEGABYTE))


def test_a_wikis_bomb_is_told_and_not_tried_again(httpserver: HTTPServer) -> None:
    httpserver.expect_request("/w/api.php").respond_with_data(BOMBS["gzip"], headers={"Content-Encoding": "gzip"})
    with pytest.raises(WikiError, match="longer than 1,000,000 bytes"):
        wiki(httpserver).fetch(["Board"])
    assert len(httpserver.log) == 1


def test_a_wiki_that_sends_us_elsewhere_is_not_followed(httpserver: HTTPServer) -> None:
    elsewhere = httpserver.url_for("/w/api.php").replace("localhost", "127.0.0.1")
    httpserver.expect_request("/w/api.php").respond_with_response(Response("", 302, headers={"Location": elsewhere}))
    with pytest.raises(WikiError, match="is no site of the config"):
        wiki(httpserver).fetch(["Board"])
    assert len(httpserver.log) == 1


def test_json_without_end_to_its_nesting_is_no_crash(httpserver: HTTPServer) -> None:
    httpserver.expect_request("/w/api.php").respond_with_data("[" * 100_000, content_type="application/json")
    with pytest.raises(WikiError, match="not the API's") as told:
        wiki(httpserver).fetch(["Board"])
    assert not isinstance(told.value, LostAnswerError)
