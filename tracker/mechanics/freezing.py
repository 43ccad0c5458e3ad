"""States and settled records as JSON and back, by their types; hostile text included."""

from __future__ import annotations

import json
from functools import lru_cache
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pydantic import TypeAdapter


@lru_cache(maxsize=16)
def _adapter(of_type: Any) -> TypeAdapter[Any]:
    from pydantic import TypeAdapter  # late: an idle tick neither freezes nor thaws anything

    return TypeAdapter(of_type)


def frozen(of_type: Any, value: object) -> bytes:
    """A value of that type (a dataclass, all the way down of types that JSON can hold) as JSON in UTF-8, defaults left out."""
    from pydantic_core import PydanticSerializationError

    adapter = _adapter(of_type)
    try:
        return adapter.dump_json(value, exclude_defaults=True)
    except PydanticSerializationError:
        # Half a surrogate pair, which hostile JSON may bring, is beyond pydantic's own writer and reader.
        return json.dumps(adapter.dump_python(value, mode="json", exclude_defaults=True)).encode()


def thawed(of_type: Any, content: bytes) -> Any:
    """The inverse of ``frozen``."""
    from pydantic import ValidationError

    adapter = _adapter(of_type)
    try:
        return adapter.validate_json(content)
    except ValidationError:
        return adapter.validate_python(json.loads(content))


def restored(of_type: Any, record: Any) -> Any:
    """The inverse of ``frozen`` for what was read out of its JSON already."""
    return _adapter(of_type).validate_python(record)
