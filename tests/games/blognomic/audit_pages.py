"""An audit's page as samples show it: a hand edit that waits, remarks, and steps of every kind."""

from datetime import UTC, datetime

from tracker.core.gamestate import Finding
from tracker.core.table_audit import EditByHand
from tracker.core.trail import Die
from tracker.games.blognomic.gndt.gndt_records import Entry
from tracker.games.blognomic.pages.audit_view import AuditView, ChangeView, StepView
from tracker.games.blognomic.special_case.atomic import Progress

NOON = datetime(2019, 10, 2, 12, tzinfo=UTC)


def sample_audit(odd: str = "") -> AuditView:
    """What a page of the audit may show; ``odd`` stands in every field that people fill."""
    who, text = odd or "Bo", odd or "gather wood"
    edit = EditByHand(
        "GNDT", who, "Wood", 12, odd or "Cy", NOON, odd or "2", odd or "7", odd or "no roll explains it",
        "UNEXPLAINED_CHANGE", "BN-225", "", "flagged",
    )  # fmt: skip
    change = ChangeView(who, "Wood", "2", odd or "5", "BN-135")
    gift = ChangeView(odd or "Ada", "Wood", "", "1", "")
    told = Entry("r1", 0, NOON, "action", "bo", who, text, note=odd or "Lucky.")
    done = StepView(told, who, (Die(4, (3,), text),), (change, gift), 11)
    barred = Entry("r2", 0, NOON, "action", "bo", odd or "Di", text, clause="BN-134", code="NO_DATE_LEFT", note=text)
    refused = StepView(barred, who, (), (), 0)
    also = (
        Finding("TABLE_REVERTED", "BN-227", odd or "Di put the page back", ("revision:GNDT:9",), NOON, is_note=True),
        Finding("ROLL_UNUSED", "BN-106", odd or "Bo rolled DICE6", (), None, is_note=True),
    )
    atomic = Progress(odd or "the Feast", "", NOON, (odd or "lay",), (odd or "kindle",))
    return AuditView("GNDT", "flag", odd, ((edit, "2"),), also, (done, refused), atomic=((who, atomic),))
