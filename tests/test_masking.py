"""No text that is told to anybody holds a secret, whatever the secret is made of."""

import base64
import gc
import json
import traceback
from urllib.parse import quote, quote_plus

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tracker.config.secret import Secret, read_secret
from tracker.errors import ConfigError, TrackerError
from tracker.masking import MASK, SHORTEST_SECRET, masked

SECRETS = st.text(
    st.characters(codec="utf-8", exclude_categories=("C", "Zl", "Zp", "Zs")) | st.sampled_from("\\\"'%{}$&+/?=<>@: "),
    min_size=8, max_size=40,
).filter(lambda text: text.strip() == text and text.isprintable())  # fmt: skip
WRITTEN = (
    str, repr, ascii, json.dumps, lambda text: json.dumps(text, ensure_ascii=False), quote, quote_plus,
    lambda text: quote(text, safe=""), lambda text: base64.b64encode(text.encode()).decode(),
    lambda text: repr(text.encode()), lambda text: " ".join(text.split()),
)  # fmt: skip


@given(secret=SECRETS, form=st.sampled_from(WRITTEN))
def test_a_secret_is_masked_however_it_is_written(secret: str, form: object) -> None:
    kept = Secret(secret)
    written = form(secret)  # type: ignore[operator]
    bare = written.removeprefix("b")[1:-1] if written[:2] in ("b'", 'b"') else written.strip("'\"")
    assert bare not in masked(f"before {written} behind") or set(bare) <= set(MASK)
    assert kept.reveal() == secret


@given(secret=SECRETS)
def test_no_error_and_no_traceback_of_ours_holds_a_secret(secret: str) -> None:
    kept = Secret(secret)
    error = TrackerError(
        f"no answer: {secret!r}", place=f"https://x.example/?token={quote_plus(secret)}", remedy=secret
    )
    told = [str(error), repr(error), error.message, error.place, error.remedy]
    told.append(masked("".join(traceback.format_exception(ValueError(kept.reveal())))))
    assert not any(secret in text for text in told)


def test_what_errors_quote_of_a_secret_address_is_masked_too() -> None:
    kept = Secret("https://hooks.example/api/webhooks/1/t0psecret-t0ken?wait=true")
    text = masked("HTTPSConnectionPool(host='hooks.example'): url: /api/webhooks/1/t0psecret-t0ken?wait=true")
    assert "t0psecret" not in text
    assert kept


def test_a_secret_that_nobody_holds_any_more_is_no_secret() -> None:
    kept = Secret("sesame-open")
    assert masked("sesame-open") == MASK
    del kept
    gc.collect()
    assert masked("sesame-open") == "sesame-open"


@pytest.mark.parametrize(
    "secret", ["x" * (SHORTEST_SECRET - 1), "two\nlines", "tab\there", "bell\x07bell", "right\u202eleft"]
)
def test_a_secret_that_could_not_be_masked_is_refused_without_showing_it(secret: str) -> None:
    with pytest.raises(ConfigError) as told:
        read_secret("WORD", None, {"WORD": secret}, "[wiki] password_env")
    assert secret not in str(told.value)
