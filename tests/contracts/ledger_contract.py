"""What every ledger does (port ``Ledger``): a store's own test inherits this and says how to make one."""

import pytest

from tests.observing import at
from tracker.core.ports import Intent, Ledger, OpenIntent, PastAct
from tracker.errors import ArchiveError, ReceiptGivenError

HOSTILE = "\0 \\ \ud83d é -->"


def intent(
    hours: float = 1, page: str = "Votable matters", text: str | None = "pending: 1", kind: str = "edit"
) -> Intent:
    regions = {} if text is None else {"queue": text}
    return Intent(kind, page, 41, "hash", "one new proposal", "checksum", at(hours), regions)  # type: ignore[arg-type]


class LedgerContract:
    """Inherit, and give a fixture ``ledger``."""

    def test_intent_is_open_until_its_receipt(self, ledger: Ledger) -> None:
        first, second = ledger.intend(intent(1)), ledger.intend(intent(2, text=None, kind="upload"))
        opened = [OpenIntent(first, intent(1)), OpenIntent(second, intent(2, text=None, kind="upload"))]
        assert ledger.open_intents() == opened
        ledger.receive(first, "done", 42, at(3))
        assert ledger.open_intents() == opened[1:]
        ledger.receive(second, "failed", None, at(3), note="the disk is full")
        assert ledger.open_intents() == []

    def test_region_text_is_what_we_last_put_there(self, ledger: Ledger) -> None:
        assert ledger.region_text("Votable matters", "queue") is None
        for text, outcome in (("one", "done"), ("two", "merged"), ("three", "same"), ("four", "failed")):
            ledger.receive(ledger.intend(intent(text=text)), outcome, 42, at(2))
        ledger.receive(ledger.intend(intent(text="five")), "not done", None, at(2))
        ledger.intend(intent(text="six"))
        assert ledger.region_text("Votable matters", "queue") == "three"
        assert ledger.region_text("Votable matters", "roster") is None
        assert ledger.region_text("Roster", "queue") is None

    def test_each_region_of_a_page_has_its_text(self, ledger: Ledger) -> None:
        for regions in ({"queue": "one", "roster": "Ada"}, {"queue": "two"}):
            made = Intent("create", "Votable matters", None, "hash", "", "", at(1), regions)
            ledger.receive(ledger.intend(made), "done", 7, at(1))
        assert ledger.region_text("Votable matters", "queue") == "two"
        assert ledger.region_text("Votable matters", "roster") == "Ada"

    def test_texts_of_a_page_are_found_by_how_their_names_begin(self, ledger: Ledger) -> None:
        assert ledger.texts("Ruleset", "note:") == {}
        for regions, outcome in (
            ({"note:a": "one", "note:b%": "two", "notes": "three"}, "done"),
            ({"note:a": "four"}, "merged"),
            ({"note:c": "five"}, "failed"),
        ):
            made = Intent("edit", "Ruleset", 41, "hash", "", "", at(1), regions)
            ledger.receive(ledger.intend(made), outcome, 42, at(2))
        ledger.intend(Intent("edit", "Ruleset", 42, "hash", "", "", at(3), {"note:a": "open"}))
        assert ledger.texts("Ruleset", "note:") == {"note:a": "four", "note:b%": "two"}
        assert ledger.texts("Ruleset", "note:b") == {"note:b%": "two"}
        assert ledger.texts("Roster", "note:") == {}

    def test_late_receipt_does_not_bring_back_an_older_text(self, ledger: Ledger) -> None:
        lost, later = ledger.intend(intent(text="old")), ledger.intend(intent(text="new"))
        ledger.receive(later, "done", 43, at(2))
        ledger.receive(lost, "done", 42, at(3))
        assert ledger.region_text("Votable matters", "queue") == "new"
        assert ledger.last_revision("Votable matters") == 43

    def test_last_revision_is_that_of_the_last_success(self, ledger: Ledger) -> None:
        assert ledger.last_revision("Votable matters") is None
        for outcome, revision in (("done", 42), ("failed", None), ("not done", None)):
            ledger.receive(ledger.intend(intent()), outcome, revision, at(2))
        ledger.receive(ledger.intend(intent(page="Roster")), "done", 99, at(2))
        assert ledger.last_revision("Votable matters") == 42

    def test_other_acts_are_no_edits_of_a_page(self, ledger: Ledger) -> None:
        ledger.receive(ledger.intend(intent(kind="message")), "done", 5, at(2))
        assert ledger.last_revision("Votable matters") is None
        assert ledger.region_text("Votable matters", "queue") is None

    def test_last_success_is_that_of_the_same_kind_and_target(self, ledger: Ledger) -> None:
        for kind, digest, outcome in (
            ("upload", "one", "done"),
            ("upload", "two", "failed"),
            ("edit", "three", "same"),
        ):
            made = Intent(kind, "File:Map.svg", None, digest, "", "", at(1), {})  # type: ignore[arg-type]
            ledger.receive(ledger.intend(made), outcome, 7, at(1))
        ledger.intend(Intent("upload", "File:Map.svg", None, "four", "", "", at(1), {}))
        assert ledger.last_success("upload", "File:Map.svg") == "one"
        assert ledger.last_success("upload", "File:Other.svg") is None
        assert ledger.last_success("message", "File:Map.svg") is None

    def test_last_act_says_what_it_left(self, ledger: Ledger) -> None:
        assert ledger.last_act("message", "chat:status:talk") is None
        for digest, outcome, number in (("one", "done", 2**62), ("two", "failed", None), ("three", "not done", 5)):
            made = Intent("message", "chat:status:talk", None, digest, "", "", at(1), {})
            ledger.receive(ledger.intend(made), outcome, number, at(1))
        assert ledger.last_act("message", "chat:status:talk") == PastAct("one", 2**62)
        assert ledger.last_act("edit", "chat:status:talk") is None

    def test_one_receipt_for_each_intent(self, ledger: Ledger) -> None:
        number = ledger.intend(intent())
        ledger.receive(number, "failed", None, at(2))
        with pytest.raises(ReceiptGivenError, match="has its receipt already: failed"):
            ledger.receive(number, "done", 42, at(3))
        with pytest.raises(ArchiveError, match="is unknown"):
            ledger.receive(number + 1, "done", 42, at(3))
        assert ledger.last_revision("Votable matters") is None

    def test_approval_is_of_exactly_one_checksum(self, ledger: Ledger) -> None:
        assert not ledger.approved("abc")
        ledger.approve("abc", "Ada", at(1))
        ledger.approve("abc", "Bo", at(2))
        assert ledger.approved("abc")
        assert not ledger.approved("abd")

    def test_any_text_comes_back(self, ledger: Ledger) -> None:
        hostile = Intent("edit", HOSTILE, None, "hash", HOSTILE, HOSTILE, at(1), {HOSTILE: HOSTILE})
        number = ledger.intend(hostile)
        assert ledger.open_intents() == [OpenIntent(number, hostile)]
        ledger.receive(number, "done", 2**40, at(2), note=HOSTILE)
        assert ledger.region_text(HOSTILE, HOSTILE) == HOSTILE
        assert ledger.last_revision(HOSTILE) == 2**40
