"""An audit's page as samples show it: a hand edit that waits, remarks, and steps of every kind."""

from datetime import UTC, datetime

from tracker.core.gamestate import Finding
from tracker.core.trail import Die
from tracker.games.blognomic.pages.audit_view import AuditView, ChangeView, EditView, StepView
from tracker.games.blognomic.special_case.atomic import Progress

NOON = datetime(2019, 10, 2, 12, tzinfo=UTC)


def sample_audit(odd: str = "") -> AuditView:
    """What a page of the audit may show; ``odd`` stands in every field that people fill."""
    who, text = odd or "Bo", odd or "gather wood"
    edit = EditView(
        NOON, odd or "Cy", who, "Wood", odd or "2", odd or "7", "2", odd or "no roll explains it", "UNEXPLAINED_CHANGE",
        "BN-225", 12, "flagged",
    )  # fmt: skip
    change = ChangeView(who, "Wood", "2", odd or "5", "BN-135")
    gift = ChangeView(odd or "Ada", "Wood", "", "1", "")
    done = StepView(NOON, who, who, "action", text, (Die(4, (3,), text),), (change, gift), "", "", odd or "Lucky.", 11)
    refused = StepView(NOON, who, odd or "Di", "refused", text, (), (), "BN-134", "NO_DATE_LEFT", text, 0)
    also = (
        Finding("TABLE_REVERTED", "BN-227", odd or "Di put the page back", ("revision:GNDT:9",), NOON, is_note=True),
        Finding("ROLL_UNUSED", "BN-106", odd or "Bo rolled DICE6", (), None, is_note=True),
    )
    atomic = Progress(odd or "the Feast", "", NOON, (odd or "lay",), (odd or "kindle",))
    return AuditView("GNDT", "flag", odd, (edit,), also, (done, refused), atomic=((who, atomic),))
