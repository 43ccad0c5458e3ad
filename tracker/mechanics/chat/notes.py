"""What people should look at in a chat game, as it is kept."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime


@dataclass(slots=True)
class Note:
    """Something that people should look at; ``is_mild`` marks what is only worth knowing."""

    code: str
    clause: str
    text: str
    at: datetime
    row: str = ""
    is_mild: bool = False
