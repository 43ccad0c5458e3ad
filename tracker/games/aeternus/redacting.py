"""What stays of a message of Aeternus when its words are redacted: what it announced, its class, and dice."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from tracker.games.chat_strands import Said
from tracker.mechanics.announcements import Announced, Fields
from tracker.mechanics.chat_log import ChatMessage
from tracker.mechanics.chat_play import Moment
from tracker.mechanics.chat_text import without_invisible
from tracker.mechanics.concerned_parameters import concerned
from tracker.mechanics.proposal_class import read_proposal
from tracker.mechanics.redacted_texts import REDACTED, Kept, bare_text, hidden_name, kept_actions, said_before

from . import factions
from .judges import bare_poll
from .law import of_aeternus
from .proposals import CLASSES
from .randomness import bare_dice
from .reading import read_in
from .state import World

_UNKNOWN = "…"


def kept_of(moment: Moment[World], message: ChatMessage, text: str) -> dict[str, Any]:
    """What stays of a text of a message, read as of this instant; the words themselves do not."""
    law = of_aeternus(moment.law)
    kept: dict[str, Any] = {
        "said": kept_actions(read_in(moment, text), lambda _, fields: _bare(moment, fields), lambda _: REDACTED),
        "words": " ".join(filter(None, (bare_poll(text), bare_dice(text, (*law.items, *law.words("medallion_fish")))))),
    }
    if message.channel == law.word("proposals_channel"):
        kept |= {"words": _proposal_words(text), "concerns": list(concerned(law, text))}
    elif message.channel == law.word("elections_channel"):
        kept["words"] = _UNKNOWN if without_invisible(text).strip() else ""
    return {name: value for name, value in kept.items() if value}


def _proposal_words(text: str) -> str:
    """What stands for a message in the channel for proposals: the class that it names, or that it is chat."""
    head = read_proposal(text, CLASSES)
    if head.is_chat:
        return f"// {_UNKNOWN}"
    named = head.cls or (_UNKNOWN if head.unknown else "")
    return f"[{named}] {_UNKNOWN}" if named else _UNKNOWN


def _bare(moment: Moment[World], fields: Fields) -> Fields:
    """The fields of an announcement without free words; of names that are nobody's what lets them be known again."""
    found = dict(fields)
    if fields.get("text"):
        found["text"] = bare_text(str(fields["text"]))
    for name in ("name", "faction"):
        if fields.get(name):
            found[name] = _hidden(moment, str(fields[name]))
    if "factions" in fields:
        found["factions"] = [_hidden(moment, str(each)) for each in fields["factions"]]
    return found


def _hidden(moment: Moment[World], name: str) -> str:
    """What stands for a name: a player's own id or name stays what it is."""
    faction = factions.called(moment, name)
    return faction if faction is not None and faction in moment.world.players else hidden_name(name)


def said_then(kept: Kept) -> tuple[Said, ...]:
    """The actions that a redacted text announced."""
    return tuple(
        replace(each, fields={name: _restored(value) for name, value in each.fields.items()})
        if isinstance(each, Announced)
        else each
        for each in said_before(kept)
    )


def _restored(value: Any) -> Any:
    return tuple(map(_restored, value)) if isinstance(value, list | tuple) else value
