"""A relay before a real wiki, which hands every request on and changes the answers as a test says."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Any

import requests
from pytest_httpserver import HTTPServer
from werkzeug import Request, Response

Change = Callable[[bytes], bytes]
_KEPT = ("User-Agent", "Cookie", "Content-Type")


class Relay:
    """The relay: ``change`` is what becomes of each answer to ``action``."""

    def __init__(self, server: HTTPServer, target: str) -> None:
        self.url = server.url_for("/api.php")
        self.action = ""
        self.change: Change = lambda body: body
        self._target = target
        server.expect_request(re.compile(".*")).respond_with_handler(self._hand_on)

    def strike(self, action: str, change: Change) -> None:
        """From now on change the answers to that action; empty: to all."""
        self.action, self.change = action, change

    def _hand_on(self, request: Request) -> Response:
        kept = {name: request.headers[name] for name in _KEPT if name in request.headers}
        answer = requests.request(
            request.method, f"{self._target}{request.full_path}", data=request.get_data(), headers=kept, timeout=30
        )
        action = request.values.get("action") if request.mimetype != "multipart/form-data" else ""
        body = self.change(answer.content) if self.action in {"", action} else answer.content
        made = Response(body, answer.status_code, content_type=answer.headers.get("Content-Type"))
        for cookie in answer.raw.headers.getlist("Set-Cookie"):
            made.headers.add("Set-Cookie", cookie)
        return made


def with_unknown_fields(body: bytes) -> bytes:
    """An answer of a MediaWiki that is years ahead: every object has fields that nobody knows here."""
    return json.dumps(_extended(json.loads(body))).encode()


def _extended(value: Any) -> Any:
    if isinstance(value, dict):
        known = {name: _extended(item) for name, item in value.items()}
        return {"aaa_new": {"id": 1, "list": [None]}, **known, "zzz_new": "?"}
    return [_extended(item) for item in value] if isinstance(value, list) else value
