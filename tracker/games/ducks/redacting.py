"""What stays of a message of Ducks when its words are redacted: what it announced, with names by what they are known again, its class, and dice."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Mapping
from dataclasses import asdict, replace
from typing import Any

from tracker.mechanics.announcements import Announced, Fields, NotUnderstood
from tracker.mechanics.chat_log import ChatMessage
from tracker.mechanics.chat_play import Moment
from tracker.mechanics.concerned_parameters import concerned
from tracker.mechanics.redacted_texts import REDACTED, Kept, bare_text, said_before
from tracker.mechanics.redacted_texts import kept_actions as kept_of_actions

from . import fruit, naming
from .law import of_ducks
from .names import hidden
from .proposal_class import URGENT, read_proposal
from .random_choice import bare_dice
from .reading import read_in
from .smoothie import Smoothie
from .spoken import DuckSaid, EntitySaid, Goods, entity_called
from .state import World

_TYPE = "type"
"""The key by which a record tells that it stands for a part of an announcement, and for which."""
_TYPES: Mapping[str, type[Any]] = {each.__name__: each for each in (DuckSaid, EntitySaid, Goods)}
_UNKNOWN = "…"


def kept_of(moment: Moment[World], message: ChatMessage, text: str) -> dict[str, Any]:
    """What stays of a text of a message, read as of this instant; the words themselves do not."""
    law = moment.law
    kept: dict[str, Any] = {
        "said": kept_of_actions(read_in(moment, text), lambda kind, fields: _bare(moment, kind, fields), _bare_line),
        "words": bare_dice(law, text),
    }
    if message.channel == law.word("proposals_channel"):
        sense = hashlib.sha256(" ".join(re.findall(r"\w+", text)).encode("utf-8", "surrogatepass")).hexdigest()[:12]
        kept |= {"words": proposal_words(text), "concerns": list(concerned(law, text)), "sense": sense}
    return {name: value for name, value in kept.items() if value}


def proposal_words(text: str) -> str:
    """What stands for a message in the channel for proposals: the class that it names, or that it is none."""
    head = read_proposal(text, "")
    if head.is_chat:
        return f"Comment: {_UNKNOWN}"
    if head.klass == URGENT and not head.unknown:
        return f"Urgent Proposal {_UNKNOWN}"
    lines = ["Class: redacted"] if head.unknown else []
    return "\n".join([_UNKNOWN, *lines, *([f"Class: {head.klass}"] if head.klass else [])])


# --- announcements ----------------------------------------------------------------------------------------------------


def _bare_line(_: str) -> str:
    return REDACTED


def _bare(moment: Moment[World], kind: str, fields: Fields) -> Fields:
    """The fields of an announcement without free words; names by what they are known again."""
    found = {name: _plain(moment, value) for name, value in fields.items()}
    if fields.get("text"):
        found["text"] = bare_text(str(fields["text"]))
    if fields.get("name"):
        found["name"] = _bare_name(moment, kind, fields)
    if "styles" in fields:
        known = moment.law.value("styles")
        found["styles"] = [style if style in known else REDACTED for style in fields["styles"]]
    return found


def _bare_name(moment: Moment[World], kind: str, fields: Fields) -> str:
    """What stands for a new name, with what the criteria said of it."""
    name = str(fields["name"])
    if kind == "make_smoothie":
        law = of_ducks(moment.law)
        made = fruit.mixed(moment, fields["fruits"], fields["styles"])
        if isinstance(made, Smoothie) and fruit.called(name) == fruit.called(made.name):
            return made.name
        return hidden(name, "" if isinstance(made, Smoothie) and fruit.tells(law, name, made) else "DUCK-118")
    fault = naming.name_fault(moment, name.strip())
    return hidden(name, fault.clause if fault else "")


def _plain(moment: Moment[World], value: Any) -> Any:
    """A part of an announcement as plain JSON values; all parts of a kind are told from plain tables by their type."""
    if isinstance(value, DuckSaid):
        value = replace(value, name=_hidden_duck(moment, value.name))
    elif isinstance(value, EntitySaid):
        value = replace(value, id=_kept_id(moment, value))
    elif isinstance(value, Goods):
        value = replace(value, said=hidden(value.said) if value.said else "")
        duck = _plain(moment, value.duck) if value.duck else None
        return {_TYPE: Goods.__name__, **asdict(replace(value, duck=None)), "duck": duck}
    elif isinstance(value, tuple):
        return [_plain(moment, each) for each in value]
    return {_TYPE: type(value).__name__, **asdict(value)} if type(value) in _TYPES.values() else value


def _hidden_duck(moment: Moment[World], name: str) -> str:
    """A duck's name as it stays; the rules' own words for what is no duck stay themselves."""
    disciple = moment.world.disciple
    return name if not name or entity_called(name, disciple.name if disciple else "") else hidden(name)


def _kept_id(moment: Moment[World], said: EntitySaid) -> str:
    """Whose id a target has; of the Disciple its name where it has that."""
    disciple = moment.world.disciple
    is_known = said.kind != "disciple" or (disciple is not None and said.id == disciple.name)
    return said.id if is_known or not said.id else REDACTED


# --- announcements again ----------------------------------------------------------------------------------------------


def said_then(kept: Kept) -> tuple[Announced | NotUnderstood, ...]:
    """The actions that a redacted text announced."""
    return tuple(
        replace(each, fields={name: _restored(value) for name, value in each.fields.items()})
        if isinstance(each, Announced)
        else each
        for each in said_before(kept)
    )


def _restored(value: Any) -> Any:
    if isinstance(value, list | tuple):
        return tuple(map(_restored, value))
    if isinstance(value, Mapping) and value.get(_TYPE) in _TYPES:
        made: Callable[..., Any] = _TYPES[value[_TYPE]]
        return made(**{name: _restored(each) for name, each in value.items() if name != _TYPE})
    return value
