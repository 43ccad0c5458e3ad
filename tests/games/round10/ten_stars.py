"""The playthrough ``ten_stars``: its story, its ledger, and the same round as exported chats with a file beside them.

``python -m tests.games.round10.ten_stars`` writes its rows anew from its story.
"""

import re
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path

from tests.contracts.chat_world import Chat, Written
from tests.games.chat_stories import told
from tests.games.situations import Record, iso
from tests.sources.chat.exporter import write
from tracker.app.keeping.interchange import line_of
from tracker.core.instants import parse_instant

HERE = Path(__file__).parent / "playthroughs"
ROWS = HERE / "ten_stars.jsonl"
PEOPLE = ("ana", "bob", "cleo", "dev", "eve", "finn", "gwen", "hal", "zed", "dicey")
EMOJI = {":+1:": "👍", ":-1:": "👎"}

Holdings = Mapping[str, Counter[str]]


def story() -> list[Record]:
    """The story as observations."""
    return told((HERE / "ten_stars.story").read_text(encoding="utf-8"), "round10", "ten_stars.story")


# --- the ledger -------------------------------------------------------------------------------------------------------

_ENTRY = re.compile(r"(\d{4}-\d\d-\d\d \d\d:\d\d:\d\d) (R10-\d{3}) (\w+): (.+)")
_ITEM = re.compile(r"([+-]\d+) (.+)")


@dataclass(frozen=True)
class Entry:
    """One line of the ledger: what changed in a holding at an instant, by which clause."""

    at: str
    clause: str
    holder: str
    items: tuple[tuple[int, str], ...]


def ledger() -> list[Entry]:
    """Every line, in order."""
    lines = (HERE / "ten_stars.ledger").read_text(encoding="utf-8").splitlines()
    return [_entry(line) for line in lines if line and not line.startswith("#")]


def _entry(line: str) -> Entry:
    match = _ENTRY.fullmatch(line)
    assert match, line
    items = [_ITEM.fullmatch(item) for item in match[4].split(", ")]
    assert all(items), line
    return Entry(iso(match[1]), match[2], match[3], tuple((int(item[1]), item[2]) for item in items if item))


def held(up_to: str) -> Holdings:
    """Holder -> item -> how many at an instant, all that is due at it included."""
    found: dict[str, Counter[str]] = {}
    for entry in ledger():
        if parse_instant(entry.at) <= parse_instant(up_to):
            goods = found.setdefault(entry.holder, Counter())
            for count, item in entry.items:
                goods[item] += count
                assert goods[item] >= 0, entry
    return found


# --- the same round as exported chats ---------------------------------------------------------------------------------

_NAMES = ("question", "of", "reads")
"""The fields that name messages."""
_LABEL = re.compile(r"(?:(?<=accept )|(?<=Reveal )|(?<=Ruling on )|(?<=ruling )|(?<=^)|(?<=:))[a-z]\d{1,2}\b")


@dataclass
class Exported:
    """A chat in which the story happens, and what stands beside its export: all that no export can tell."""

    chat: Chat = field(default_factory=Chat)
    ids: dict[str, str] = field(default_factory=dict)
    beside: list[Record] = field(default_factory=list)
    changed: set[str] = field(default_factory=set)
    gone: set[str] = field(default_factory=set)

    def happen(self, record: Record) -> None:
        """Let one thing of the story happen in the chat, or note it beside."""
        kind = record["kind"]
        if kind in _HAPPENINGS:
            _HAPPENINGS[kind](self, record)
        else:
            self.beside.append({**record, **{name: self.named(record[name]) for name in _NAMES if name in record}})

    def named(self, text: str) -> str:
        """A text with messages under their ids in the chat."""
        return _LABEL.sub(lambda match: self.ids.get(match[0], match[0]), text)

    def post(self, record: Record) -> None:
        """Somebody writes; what will be changed or deleted is told beside, for no export shows it as it was."""
        when = parse_instant(record["at"])
        self.ids[record["id"]] = id = self.chat.snowflake(when)
        author, where = self.chat.people[record["author"]], self.chat.channel(record["channel"])
        text, reply = self.named(record["text"]), self.ids.get(record.get("reply_to", ""), "")
        if record["id"] in self.changed:
            self.beside.append({**record, "id": id, "author": author.id, "text": text})
        if record["id"] not in self.gone:
            kind = 19 if reply else 0
            where.messages[id] = Written(id, where.name, author, text, when, reply_to=reply, type=kind)

    def edit(self, record: Record) -> None:
        """Somebody edits a message."""
        message = self.chat.find(self.ids[record["id"]])
        message.text, message.edited_at = self.named(record["text"]), parse_instant(record["at"])

    def delete(self, record: Record) -> None:
        """Somebody deletes a message."""
        account = self.chat.people[record["author"]].id
        self.beside.append({**record, "id": self.ids[record["id"]], "author": account})

    def react(self, record: Record) -> None:
        """Somebody reacts to a message."""
        reactions = self.chat.find(self.ids[record["message"]]).reactions
        reactions.setdefault(_emoji(record), {})[self.chat.people[record["user"]].id] = False

    def unreact(self, record: Record) -> None:
        """Somebody takes a reaction back."""
        reactions = self.chat.find(self.ids[record["message"]]).reactions
        del reactions[_emoji(record)][self.chat.people[record["user"]].id]

    def leave(self, record: Record) -> None:
        """Somebody leaves the server."""
        self.beside.append({**record, "user": self.chat.people[record["user"]].id})

    def labelled(self, printed: str) -> str:
        """What was printed of the export, with messages under the names that the story gives them."""
        labels = {id: label for label, id in self.ids.items()}
        return re.sub(r"\d{15,20}", lambda match: labels.get(match[0], match[0]), printed)


_HAPPENINGS: Mapping[str, Callable[[Exported, Record], None]] = {
    "message": Exported.post,
    "message_edited": Exported.edit,
    "message_deleted": Exported.delete,
    "reaction": Exported.react,
    "reaction_removed": Exported.unreact,
    "member_left": Exported.leave,
}


def _emoji(record: Record) -> tuple[str, str]:
    emoji: str = record["emoji"]
    return EMOJI.get(emoji, emoji), ""


def export(folder: Path, when: datetime, zone: float) -> Exported:
    """Let the story happen and export its channels into a folder at an instant."""
    rows = story()
    gone, edited = ({row["id"] for row in rows if row["kind"] == f"message_{how}"} for how in ("deleted", "edited"))
    made = Exported(changed=gone | edited, gone=gone)
    for name in PEOPLE:
        made.chat.person(name, is_bot=name == "dicey")
    for record in rows:
        made.happen(record)
    write(made.chat, folder, when, zone)
    return made


if __name__ == "__main__":
    ROWS.write_text("".join(f"{line_of(record)}\n" for record in story()), encoding="utf-8")
