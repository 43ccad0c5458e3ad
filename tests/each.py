"""A law that many examples keep, as one test: it tells every example that breaks it."""

from collections.abc import Callable, Iterable
from itertools import product
from typing import Any

import pytest


def breach(law: Callable[..., None], *example: Any) -> str:
    """How an example breaks a law; "" where it does not."""
    try:
        law(*example)
    except (AssertionError, pytest.fail.Exception) as error:
        return str(error) or "it does not hold"
    except Exception as error:
        error.add_note(f"with {example!r}")
        raise
    return ""


def of_each(*arguments: Iterable[Any]) -> Callable[[Callable[..., None]], Callable[[], None]]:
    """Makes a law one test over every combination of what its arguments may be."""
    examples = list(product(*arguments))

    def decorate(law: Callable[..., None]) -> Callable[[], None]:
        def test() -> None:
            broken = [f"{example!r}\n{why}" for example in examples if (why := breach(law, *example))]
            if broken:
                pytest.fail("\n\n".join(broken), pytrace=False)

        return test

    return decorate
