"""From what should stand on the wiki (``desired``) and the pages as they are to the plan (``planner``), page by page (``page_work``); pure."""

from tracker.core.planning.desired import (
    DEFAULT_LIMITS,
    Desired,
    DesiredPage,
    DesiredRegion,
    Knowledge,
    Limits,
    PageLayout,
)
from tracker.core.planning.planner import CODES, plan, plan_creation

__all__ = [
    "CODES",
    "DEFAULT_LIMITS",
    "Desired",
    "DesiredPage",
    "DesiredRegion",
    "Knowledge",
    "Limits",
    "PageLayout",
    "plan",
    "plan_creation",
]
