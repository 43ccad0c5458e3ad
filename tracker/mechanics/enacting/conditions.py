"""Conditions of steps decided: whether another matter was enacted, whether a rule or a text is on the page."""

from __future__ import annotations

import re
from collections.abc import Sequence

from tracker.mechanics.enacting.amending import Amending
from tracker.mechanics.enacting.drafted_page import NotClearError
from tracker.mechanics.enacting.instructions import (
    Condition,
    KnownMatter,
    MatterEnacted,
    RuleExists,
    RuleName,
    TextExists,
)
from tracker.mechanics.enacting.targets import occurrences
from tracker.mechanics.ruleset.matter_names import is_called

_ADDRESS = re.compile(r"(?:https?:)?//(?:www\.)?|^www\.", re.IGNORECASE)


class Conditions:
    """The conditions of one matter; each is decided once, so that ``otherwise`` says the contrary of ``if``."""

    def __init__(self, matters: Sequence[KnownMatter], kinds: tuple[str, ...]) -> None:
        """Decide by these other matters, which are of these kinds, and by the page that is being amended."""
        self.matters = matters
        self.kinds = kinds
        self._decided: dict[object, bool] = {}

    def against(self, conditions: Sequence[Condition], amending: Amending) -> str:
        """What rules a step out, in words; empty where all its conditions hold.

        Raises NotClearError (CONDITION_UNDECIDED) where one of them cannot be decided, unless another rules the step out.
        """
        undecided: NotClearError | None = None
        for condition in conditions:
            try:
                if self._holds(condition, amending) != condition.wanted:
                    return _words(condition, not condition.wanted)
            except NotClearError as error:
                undecided = undecided or error
        if undecided is not None:
            raise undecided
        return ""

    def _holds(self, condition: Condition, amending: Amending) -> bool:
        """Whether what a condition asks for is so, wanted or not."""
        if isinstance(condition, MatterEnacted):
            return self._is_enacted(condition.matter)
        asked = condition.rule if isinstance(condition, RuleExists) else (condition.rule, condition.text)
        if asked not in self._decided:
            self._decided[asked] = _is_on_page(condition, amending)
        return self._decided[asked]

    # --- other matters ----------------------------------------------------------------------------------------------

    def _is_enacted(self, reference: str) -> bool:
        found = self._called(reference)
        if len(found) != 1:
            known = f"{len(found)} matters are called so" if found else "no such matter is known"
            raise NotClearError("CONDITION_UNDECIDED", f"whether “{reference}” was enacted: {known}")
        if found[0].state not in ("enacted", "failed"):
            raise NotClearError("CONDITION_UNDECIDED", f"whether “{reference}” was enacted: it is {found[0].state}")
        return found[0].state == "enacted"

    def _called(self, reference: str) -> list[KnownMatter]:
        """The matters that a reference means by their title, and those of that slug or that address."""
        address = _address(reference)
        return [
            matter
            for matter in self.matters
            if (address and address in (_address(matter.url), _address(matter.slug)))
            or is_called(reference, matter.title, self.kinds)
        ]


def _is_on_page(condition: RuleExists | TextExists, amending: Amending) -> bool:
    if isinstance(condition, RuleExists):
        return _rule_exists(condition.rule, amending)
    return any(occurrences(rule.own.text, condition.text) for rule in amending.scope(condition.rule))


def _rule_exists(name: RuleName, amending: Amending) -> bool:
    try:
        amending.now.find(name)
    except NotClearError as error:
        if error.code in ("NO_RULE", "RULE_DOUBLED"):
            return error.code == "RULE_DOUBLED"
        raise
    return True


# --- in words ---------------------------------------------------------------------------------------------------------


def _address(reference: str) -> str:
    return _ADDRESS.sub("", reference.strip()).split("#")[0].rstrip("/").casefold()


def _words(condition: Condition, is_so: bool) -> str:
    """How a condition was decided."""
    if isinstance(condition, MatterEnacted):
        return f"“{condition.matter}” was {'' if is_so else 'not '}enacted"
    if isinstance(condition, RuleExists):
        return f"there is {'a' if is_so else 'no'} rule “{condition.rule.title or condition.rule.number}”"
    where = f"“{condition.rule.title}”" if condition.rule else "the ruleset"
    return f"{where} {'holds' if is_so else 'does not hold'} “{condition.text}”"
