"""Commands that fail show no secret, whatever fails."""

from pathlib import Path
from urllib.parse import quote

import pytest

from tests.cli.commands import Runner
from tracker.config.secret import Secret


@pytest.mark.parametrize("debug", ["", "1"])
@pytest.mark.parametrize("secret", ["sesame-open", "a\"b'c\\d%41{}é", "Traceback-File", "***-***-"])
def test_a_fault_tells_no_secret(
    run: Runner, archived: Path, monkeypatch: pytest.MonkeyPatch, secret: str, debug: str
) -> None:
    kept = Secret(secret)

    def fail(*_: object) -> None:
        try:
            raise ValueError(kept.reveal())
        except ValueError as error:
            raise RuntimeError(f"sent {kept.reveal()!r} to {quote(kept.reveal())}") from error

    monkeypatch.setattr("tracker.app.asking.inquiry.status", fail)
    monkeypatch.setenv("TRACKER_DEBUG", debug)
    for arguments in (("status",), ("status", "--json")):
        done = run(*arguments)
        assert done.code == 1
        assert secret not in done.err + done.out
        assert repr(secret)[1:-1] not in done.err + done.out
