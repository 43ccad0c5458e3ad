"""Seams: whether a rule's text still reads as text where a change of it meets what stays."""

from __future__ import annotations

import re
from collections.abc import Iterable

from tracker.mechanics.enacting.drafted_page import NotClearError
from tracker.mechanics.enacting.wording import Wording

_STOPS = ".!?"
_CLOSING = "'\"”’)"
_SHOWN = 25
_FUNCTION_WORDS = "a|an|the|of|to|is|are|was|were|by|with|from|at|for|and|or|as|its|their|his|her|if|than|that|which"
_FAULTS = (
    (r"(?<!\w\.\w)(?<!\betc)(?<!\bvs)[.!?][”’\")']*[ \t]*[,;:]", "two stops would stand in a row"),
    (r"(?<!\.)\.[ \t]*\.(?!\.)|[!?][ \t]*[.]|[,;:][ \t]*[.,;:!?]", "two stops would stand in a row"),
    (
        r"(?<!\w\.\w)(?<!\betc)(?<!\bvs)[.!?]['”’\")]*[ \t]+(?:\(?[a-z]|[-–—,;:)])",
        "it would go on with a sentence that has ended",
    ),
    (rf"\b(?i:{_FUNCTION_WORDS})[ \t]*(?:[.,;:!?)]|$)", "a sentence would lose its end"),
    (
        r"\b(?i:a|an|the|of|was|is|are)[ \t]+(?:and|or|is|are|was|may|can|must|of)\b|[:,(][ \t]+(?:and|or)[ \t]+(?=[A-Z\d])",
        "words would go that the sentence needs",
    ),
    (r"(?<![\d,.])\d+[ \t]+\d+(?!\w)", "digits would be parted by a blank"),
    (r"^[*#:;]+[ \t]*(?:[-–—:,.]|$)|^[*#:;]+[ \t]*'{2,}[^'\n]*'{2,}[ \t]*[-–—:]?[ \t]*$", "a list item would be torn"),
    (
        r",[ \t]+(?:A|An|The|Each|Every|If|When|Whenever|This|These|That|No|Any|All|It|They)[ \t]",
        "a capital would stand behind a comma",
    ),
    (r"\.{4,}|(?<=[!?])\.|…[ \t]*\.|[.!?][”’\"']+\.", "two stops would stand in a row"),
    (r"\w(?:s|x|z)['’]s\b", "a possessive would have two endings"),
    (r"(?<!')'{2,3}[ \t]+[^'\n]*'{2}|(?<=[ \t*#])'{4,6}(?!\w)", "bold or italic text would be torn"),
)
"""What no text should hold at a seam; each is found line by line."""
_OF_NEW = frozenset(
    (
        "two stops would stand in a row",
        "it would go on with a sentence that has ended",
        "a capital would stand behind a comma",
    )
)
"""What no new words begin or end with, either."""
_PATTERNS = tuple((re.compile(pattern, re.MULTILINE), why) for pattern, why in _FAULTS)
_ENDINGS = re.compile(
    r"(?:(?!(?:a|I|A)$)[^\W\d_]|es|['’]\w{1,2}|n['’]t|ed|ing|un|re|er|ly|pre|non|dis|mis)", re.IGNORECASE
)


def check_seams(text: str, wordings: Iterable[Wording]) -> None:
    """Raise NotClearError, with the joined words, where a change would leave doubled stops, half sentences or torn items."""
    for wording in wordings:
        head, tail = text[: wording.span.start], text[wording.span.end :]
        old = text[wording.span.start : wording.span.end]
        why = (
            _fault_at_seam(head, old, wording.new, tail)
            or _lost_stop(head, old, wording.new, tail)
            or (_fault_of_insertion(head, wording.new, tail) if not old else "")
        )
        if why:
            raise NotClearError("PLACE_UNCLEAR", f"{why}: “{_joined(head, wording.new, tail)}”")


def _joined(head: str, new: str, tail: str) -> str:
    """The words around the seams, as they would read."""
    middle = new if len(new) <= 2 * _SHOWN else f"{new[:_SHOWN]}…{new[-_SHOWN:]}"
    return " ".join(f"{head[-_SHOWN:]}{middle}{tail[:_SHOWN]}".split())


def _fault_at_seam(head: str, old: str, new: str, tail: str) -> str:
    """What would be odd where new words, or nothing, meet what stays, and was not so before."""
    line_start, line_end = head.rfind("\n") + 1, (tail.find("\n") + 1 or len(tail) + 1) - 1
    before, behind = head[line_start:], tail[:line_end]
    was, made = f"{before}{old}{behind}", f"{before}{new}{behind}"
    seams = len(before), len(before) + len(new)
    for pattern, why in _PATTERNS:
        known = {match[0].strip() for match in pattern.finditer(was)}
        for match in pattern.finditer(made):
            is_new = match[0].strip() not in known
            if is_new and (_is_met(match, *seams, is_removal=not new) or (why in _OF_NEW and _is_edge(match, *seams))):
                return why
    return ""


def _is_met(match: re.Match[str], first: int, last: int, is_removal: bool) -> bool:
    """Whether what was found reaches over a seam."""
    straddles = any(match.start() < seam < match.end() for seam in (first, last))
    return straddles or (is_removal and match.end() == first)


def _is_edge(match: re.Match[str], first: int, last: int) -> bool:
    """Whether what was found is the beginning or the end of the new words."""
    return first <= match.start() and match.end() <= last and (match.start() == first or match.end() == last)


def _lost_stop(head: str, old: str, new: str, tail: str) -> str:
    """Whether a stop goes, though words of its sentence stay before it or others follow."""
    if old.rstrip()[-1:] not in tuple(_STOPS) or not old.strip():
        return ""
    before = head[head.rfind("\n") + 1 :].rstrip()
    is_whole = not before or before.rstrip(_CLOSING)[-1:] in tuple(_STOPS) or not any(map(str.isalnum, before))
    left = (new.strip() or before).rstrip(f" \t{_CLOSING}")
    ends = left[-1:] in tuple(f"{_STOPS}:;…") or re.match(r"[.!?;:,]", tail) is not None
    follows = re.match(r"[ \t]*['\"“‘(]*\w", tail) is not None
    if ends or (is_whole and not follows) or (is_whole and not new.strip()):
        return ""
    return "a sentence would lose its stop"


def _fault_of_insertion(head: str, new: str, tail: str) -> str:
    """What would be odd of words put between others."""
    said = new.strip()
    before, behind = head[head.rfind("\n") + 1 :], tail.split("\n", 1)[0]
    if new.startswith("\n") or (not before.strip() and (new.endswith("\n") or not behind.strip())):
        return _fault_of_line(said)
    is_part = _ENDINGS.fullmatch(said) or said.startswith("-") or said.endswith("-")
    if is_part and not re.match(r"- ", said):
        return "whether it is part of a word is not clear"
    if (said[:1].isdigit() and head.rstrip()[-1:].isdigit()) or (said[-1:].isdigit() and tail.lstrip()[:1].isdigit()):
        return "whether it is part of a number is not clear"
    if (head[-1:].isalnum() and new[:1].isalnum()) or (new[-1:].isalnum() and tail[:1].isalnum()):
        return "a word would be glued to another"
    if said[:1] not in tuple('"“(') and _is_at_edge_of_quotation(before, behind):
        return "whether the words stand within the quotation is not clear"
    if _is_at_edge_of_type(before, behind) and not behind.startswith((" ", ".")):
        return "whether the words or the item is meant is not clear"
    if _lacks_comma(before, said, behind):
        return "a list would lack a comma"
    return _lacks_stop(before, said, behind)


def _is_at_edge_of_type(before: str, behind: str) -> bool:
    """Whether the place is the edge of a bold or italic run, inside it, in a list item."""
    is_inside = len(re.findall(r"'{2,}", before)) % 2 == 1
    return is_inside and before[:1] in tuple("*#:;") and (behind.startswith("''") or before.endswith("''"))


def _is_at_edge_of_quotation(before: str, behind: str) -> bool:
    """Whether the place is the inner edge of a quotation on the page."""
    is_within = before.count("“") > before.count("”") or before.count('"') % 2 == 1
    return is_within and (behind[:1] in ("”", '"') or before[-1:] in ("“", '"'))


def _lacks_comma(before: str, said: str, behind: str) -> bool:
    """Whether a word would stand between the items of a list that commas part, without one of its own."""
    if "," in said or len(said.split()) > 2 or re.match(r"(?:and|or)\b", said) or not said[:1].isalnum():
        return False
    sentence = re.split(r"[.!?:;]\s", before)[-1]
    is_listed = re.search(r",\s+(?:(?:and|or)\s+)?(?:[\w'’-]+\s?){0,3}$", sentence) is not None
    if is_listed and re.match(r",\s+\w+(?:,|\s(?:and|or)\b|\.)|,?\s(?:and|or)\s", behind):
        return True
    is_before = re.search(r",\s+(?:(?:and|or)\s+)?$", sentence) is not None
    return is_before and said[:1].isupper() and re.match(r"\s*[A-Z][\w'’-]*(?:,|\s(?:and|or)\b|\.)", behind) is not None


def _lacks_stop(before: str, said: str, behind: str) -> str:
    """Whether a sentence would stand inside another, or before another without a stop."""
    begun = re.sub(r"^[*#:;]+[ \t]*", "", before).rstrip(f" \t{_CLOSING}“‘")
    is_sentence = said[:1].isupper() and len(said.split()) > 1 and said[-1:] in tuple(_STOPS)
    if is_sentence and begun[-1:].isalnum() and behind.strip()[:1].isalnum():
        return "a sentence would begin without a stop before it"
    is_new = not begun or begun[-1:] in tuple(_STOPS)
    if is_new and said[-1:].isalnum() and re.match(r"\s*(?:The|A|An|If|Each|When|This)\s", behind):
        return "a sentence would lack its stop"
    return ""


def _fault_of_line(said: str) -> str:
    """What would be odd of a line or paragraph of its own."""
    is_entry = re.match(r";[^\n]+\s:", said) is not None
    if (re.match(r"[,.;:)!?–—-]", said) and not is_entry) or re.fullmatch(r"[*#:;]+\s*", said):
        return "a line would begin with a punctuation mark"
    is_plain = "\n" not in said and re.match(r"[\w(]", said) is not None and said[-1:].isalnum()
    if is_plain and (len(said.split()) <= 3 or not said[:1].isupper()):
        return "a paragraph would be no sentence"
    return ""
