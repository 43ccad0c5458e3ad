"""Where in a rule's own text an instruction points: by quotation, by how a stretch begins and ends, by counting."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import lru_cache

from tracker.core.region import Span
from tracker.mechanics.enacting.drafted_page import NotClearError
from tracker.mechanics.enacting.instructions import Position, Quote, Stretch, Target, Unit
from tracker.mechanics.ruleset.ruletext import CONTENT, Block, blocks, matches, sentences

_LISTED = frozenset(("item", "indent", "term"))
_PLURALS = ("s", "es")
_ENDING = re.compile(r"[a-zA-Z]+(?:[’'](?!'))?|[’'](?!')(?:[a-zA-Z]+|(?<=s.)(?=\s+\w))|-[a-zA-Z0-9]+|[/:–]\d+")
"""What goes on with a word: a plural's or possessive's ending, what a hyphen joins, the rest of a fraction or a range."""
_SHORTEST_PLURAL = 3
"""How many letters a word has that may get a plural's ending: ``as`` is none of ``a``."""
_LABEL_ENDS = re.compile(r"['\]]*(?::['\]]*\s|\s+[-–—]+\s)")
_WORD = re.compile(r"[A-Za-z0-9]{2,}")
_HIDING = re.compile(r"[<\[&]")
_NO_LETTER = re.compile(r"[\W_]+")
_BROKEN_WORD = re.compile(r"\w(?:(?:'{2,}+|<[^<>]*>|\])+\w|\[|<!--)|&")
_ATTRIBUTES = re.compile(r"^[ \t:]*(?:\{\||\|-).*$|</?[a-zA-Z][^<>]*>|\{\{[^{}|]*", re.MULTILINE)


def located(text: str, target: Target, has_subrules: bool = False) -> Span:
    """The one span of a rule's own text that a target means; raises NotClearError where there is not just one.

    ``has_subrules`` makes the end of the rule unclear for whoever counts from there.
    """
    if isinstance(target, Quote):
        return _quoted(text, target, _counted(text, target.within, has_subrules) if target.within else None)
    if isinstance(target, Stretch):
        return _stretch(text, target)
    return _counted(text, target, has_subrules)


def occurrences(text: str, quoted: str) -> list[Span]:
    """Every place where a quotation stands as words of its own; a plural or possessive ending may follow."""
    return [span for span in _matches(text, quoted) if _is_whole(text, span)]


def widened(text: str, spans: Iterable[Span], unit: Unit) -> list[Span]:
    """The sentences, paragraphs or items in which spans stand, each once; raises NotClearError where one stands in none."""
    return list(dict.fromkeys(_widened(text, span, unit) for span in spans))


def stands_within_words(text: str, quoted: str) -> bool:
    """Whether a quotation stands inside longer words too."""
    return any(not _is_whole(text, span) for span in _matches(text, quoted))


def why_missing(texts: Iterable[str], quoted: str) -> str:
    """What may be wrong with a quotation that stands in none of these texts."""
    held = list(texts)
    if any(stands_within_words(text, quoted) for text in held):
        return "it stands only inside longer words"
    if any(" ".join(quoted.split()).casefold() in " ".join(text.split()).casefold() for text in held):
        return "it stands there in other small and capital letters"
    return "these words do not stand there"


def ending_behind(text: str, span: Span) -> str:
    """The ending of a plural, a possessive or a longer word that goes on right behind a span; empty where its last word ends there."""
    if span.end <= span.start or not text[span.end - 1].isalnum():
        return ""
    found = _ENDING.match(text, span.end)
    is_number = found is not None and found[0][0] in "/:–"
    if found is None or (is_number and not text[span.end - 1].isdigit()):
        return ""
    return found[0]


def goes_on_before(text: str, span: Span) -> bool:
    """Whether the first word of a span goes on before it, by a hyphen or as a number does (``twenty-two``, ``1/2``)."""
    if span.end <= span.start or not text[span.start].isalnum():
        return False
    before = text[max(span.start - 2, 0) : span.start]
    if len(before) < 2 or not before[0].isalnum():
        return False
    return before[1] in "-’'" or (before[1] in "/:–" and before[0].isdigit() and text[span.start].isdigit())


def _matches(text: str, quoted: str) -> list[Span]:
    """Every place where a quotation stands; most texts do not even hold its letters, which is quickly seen."""
    letters, wanted = _letters(text), _letters(quoted)
    if letters is not None and wanted is not None and wanted not in letters:
        return []
    if wanted is not None and not _breaks_words(text) and not all(word in text for word in _WORD.findall(quoted)):
        return []
    hidden = _attributes(text)
    found = matches(text, Span(0, len(text)), quoted)
    return [span for span in found if not any(_is_within(span, each) for each in hidden)]


@lru_cache(maxsize=512)
def _letters(text: str) -> str | None:
    """Letters and digits alone, which folding a text leaves as they are; None where markup may hide some of them."""
    return None if _HIDING.search(text) else _NO_LETTER.sub("", text)


@lru_cache(maxsize=512)
def _attributes(text: str) -> tuple[Span, ...]:
    """What nobody reads though it is no comment: a table's own lines, what stands in a tag, a template's name."""
    return tuple(Span(*found.span()) for found in _ATTRIBUTES.finditer(text))


@lru_cache(maxsize=512)
def _breaks_words(text: str) -> bool:
    """Whether markup or an entity stands within words, which then cannot be found as they are written."""
    return _BROKEN_WORD.search(text) is not None


@lru_cache(maxsize=64)
def content_blocks(text: str) -> tuple[Block, ...]:
    """The blocks of a rule's own text that readers see as text."""
    return tuple(block for block in blocks(text, Span(0, len(text))) if block.kind in CONTENT)


def items_of_only_list(text: str) -> list[Block]:
    """The items of the rule's one list; raises NotClearError (NO_LIST) where there is none, or there are several."""
    content = content_blocks(text)
    items = [block for block in content if block.kind == "item"]
    lists = {block.list_id for block in content if block.kind in _LISTED} - {-1}
    if len(lists) != 1 or not items or any(block.kind == "html_list" for block in content):
        raise NotClearError("NO_LIST", "there is no list" if not lists else f"there are {len(lists)} lists")
    return items


def block_at(text: str, span: Span) -> Block:
    """The block in which a span lies; raises NotClearError where it reaches over several or lies in none."""
    found = [block for block in blocks(text, Span(0, len(text))) if _is_within(span, block.span)]
    if not found:
        raise NotClearError("PLACE_UNCLEAR", "the quotation reaches over several paragraphs")
    return found[0]


# --- quotations -------------------------------------------------------------------------------------------------------


def _quoted(text: str, target: Quote, within: Span | None) -> Span:
    found = [span for span in occurrences(text, target.text) if within is None or _is_within(span, within)]
    if not found:
        why = "it does not stand in the part of the rule that is named" if within else why_missing([text], target.text)
        raise NotClearError("TEXT_MISSING", why)
    spans = _all_of_units(text, found, target.unit) if target.is_all else widened(text, found, target.unit)
    if len(spans) > 1:
        raise NotClearError("TEXT_DOUBLED", f"it stands there {len(found)} times")
    return spans[0]


def _all_of_units(text: str, found: Iterable[Span], unit: Unit) -> list[Span]:
    """The units of which a quotation is all; raises NotClearError where it is a part of each in which it stands."""
    units = [(span, _widened(text, span, unit)) for span in found]
    whole = [each for span, each in units if _covers(text, span, each) or _is_label(text, each, span, unit)]
    if not whole:
        raise NotClearError(
            "PLACE_UNCLEAR", f"whether only the words or all of the {unit} in which they stand is meant"
        )
    return list(dict.fromkeys(whole))


def _is_label(text: str, item: Span, span: Span, unit: Unit) -> bool:
    """Whether a quotation is all that names an item: what stands in it before a colon or a dash, in bold or not."""
    is_named = unit in ("item", "step") and _is_bare(text, item.start, span.start)
    return is_named and _LABEL_ENDS.match(text, span.end) is not None


def _widened(text: str, span: Span, unit: Unit) -> Span:
    """The sentence, paragraph or item around a span; several whole ones are one stretch."""
    if unit == "text":
        return span
    overlapping = [each for each in _units(text, unit) if each.start < span.end and span.start < each.end]
    if not overlapping:
        raise NotClearError("PLACE_UNCLEAR", f"the quotation stands in no {unit}")
    whole = Span(overlapping[0].start, overlapping[-1].end)
    if len(overlapping) > 1 and not _is_same(text, whole, span):
        raise NotClearError("PLACE_UNCLEAR", f"the quotation reaches over more than one {unit}")
    return whole


def _units(text: str, unit: Unit) -> list[Span]:
    if unit == "sentence":
        return sentences(text, Span(0, len(text)))
    kinds = {"item"} if unit in ("item", "step") else {"paragraph", *_LISTED}
    return [block.text for block in content_blocks(text) if block.kind in kinds]


def _is_whole(text: str, span: Span) -> bool:
    """Whether no word and no number is cut at the edges of a span, but for a plural's ending."""
    if span.start >= span.end:
        return False
    if _joins(text, span.start):
        return False
    if not _joins(text, span.end):
        return True
    last_word = text[max(span.start, span.end - _SHORTEST_PLURAL) : span.end]
    if len(last_word) < _SHORTEST_PLURAL or not last_word.isalpha():
        return False
    rest = text[span.end : span.end + len(_PLURALS[-1]) + 1]
    return any(rest.startswith(ending) and not rest[len(ending) :][:1].isalnum() for ending in _PLURALS)


def _joins(text: str, at: int) -> bool:
    """Whether the characters before and behind an offset are of one word or number (``1.5``, ``1,000``)."""
    before, behind = text[max(at - 2, 0) : at], text[at : at + 2]
    if not before or not behind:
        return False
    if before[-1].isalnum() and behind[0].isalnum():
        return True
    is_decimal = before[-1] in ".," and before[0].isdigit() and len(before) == 2 and behind[0].isdigit()
    return is_decimal or (before[-1].isdigit() and behind[0] in ".," and behind[1:2].isdigit())


# --- stretches --------------------------------------------------------------------------------------------------------


def _stretch(text: str, target: Stretch) -> Span:
    begins = occurrences(text, target.begins)
    ends = occurrences(text, target.ends) if target.ends else []
    if not begins or (target.ends and not ends):
        raise NotClearError("TEXT_MISSING", "its beginning" if not begins else "its end")
    fitting = _loose(text, begins, ends) if target.unit == "text" else _fitting_units(text, target, begins, ends)
    if len(fitting) != 1:
        raise NotClearError("PLACE_UNCLEAR", f"{len(fitting) or 'no'} stretches begin and end so")
    return fitting[0]


def _loose(text: str, begins: Sequence[Span], ends: Sequence[Span]) -> list[Span]:
    """Every stretch from a beginning to an end behind it, or (no end asked for) to the end of its block."""
    if not ends:
        return [Span(begin.start, block_at(text, begin).text.end) for begin in begins]
    return [Span(one.start, other.end) for one in begins for other in ends if other.start >= one.start < other.end]


def _fitting_units(text: str, target: Stretch, begins: Iterable[Span], ends: Sequence[Span]) -> list[Span]:
    found = []
    for unit in _units(text, target.unit):
        starts = any(begin.start < unit.end and _is_bare(text, unit.start, begin.start) for begin in begins)
        closes = not target.ends or any(unit.start < end.end and _is_bare(text, end.end, unit.end) for end in ends)
        found += [unit] if starts and closes else []
    return found


def _is_bare(text: str, start: int, end: int) -> bool:
    """Whether no word stands between two offsets of which the first is not behind the second."""
    return start <= end and not any(sign.isalnum() for sign in text[start:end])


def _is_same(text: str, whole: Span, part: Span) -> bool:
    return _is_bare(text, whole.start, part.start) and _is_bare(text, part.end, whole.end)


def _covers(text: str, part: Span, whole: Span) -> bool:
    """Whether no word of a stretch stands outside of another, which may begin with its marker."""
    is_first = part.start <= whole.start or _is_bare(text, whole.start, part.start)
    return is_first and (part.end >= whole.end or _is_bare(text, part.end, whole.end))


def _is_within(span: Span, outer: Span) -> bool:
    return outer.start <= span.start and span.end <= outer.end


# --- counting ---------------------------------------------------------------------------------------------------------


def _counted(text: str, target: Position, has_subrules: bool) -> Span:
    if target.unit in ("item", "step"):
        return _nth([item.text for item in _flat_items(text)], target)
    if target.unit == "text":
        raise NotClearError("PLACE_UNCLEAR", "nothing is said to count")
    content = content_blocks(text)
    if target.nth > 0:
        return _nth(_of_paragraphs(text, _leading_paragraphs(content), target), target)
    is_clear = content and content[-1].kind == "paragraph" and not has_subrules
    if not is_clear or (target.nth == 0 and len(content) > 1):
        raise NotClearError("PLACE_UNCLEAR", "lists, tables or subrules make the count unclear")
    return _nth(_of_paragraphs(text, content[-1:], target), target)


def _flat_items(text: str) -> list[Block]:
    items = items_of_only_list(text)
    if len({item.depth for item in items}) > 1:
        raise NotClearError("PLACE_UNCLEAR", "its list has lists inside")
    return items


def _leading_paragraphs(content: Sequence[Block]) -> list[Block]:
    """The paragraphs before the first list or table, after which counting is unclear."""
    stop = next((at for at, block in enumerate(content) if block.kind != "paragraph"), len(content))
    return list(content[:stop])


def _of_paragraphs(text: str, paragraphs: Iterable[Block], target: Position) -> list[Span]:
    if target.unit == "paragraph":
        return [block.text for block in paragraphs]
    return [sentence for block in paragraphs for sentence in sentences(text, block.text)]


def _nth(spans: Sequence[Span], target: Position) -> Span:
    if target.nth == 0 and len(spans) != 1:
        raise NotClearError("PLACE_UNCLEAR", f"there are {len(spans)} of them")
    if not spans or abs(target.nth) > len(spans):
        raise NotClearError("PLACE_UNCLEAR", f"only {len(spans)} can be counted clearly")
    return spans[target.nth - 1 if target.nth > 0 else target.nth]
