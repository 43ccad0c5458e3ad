"""Where on a ruleset page a rule goes, and how its heading is written there: like its neighbours'."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from tracker.core.region import Span
from tracker.mechanics.enacting.drafted_page import DraftedPage, DraftedRule, NotClearError, as_moved, new_rules
from tracker.mechanics.enacting.instructions import Place
from tracker.mechanics.enacting.pieces import Piece, PiecedText
from tracker.mechanics.ruleset.ruletext import end_of_text
from tracker.mechanics.ruleset.ruletree import RuleNode, bare_title, parse_rules, shown_text, split_number, title_key

_HEADING = re.compile(
    r"(?P<signs>=+)(?P<pad>[ \t]*+)(?P<title>[^=\n]*?)(?P<pad_behind>[ \t]*)(?P<behind>=+)(?P<rest>[ \t]*\n?)"
)
DEEPEST = 6
"""The deepest level of a heading."""
_USUAL_BREAKS = 2


@dataclass(frozen=True, slots=True)
class Spot:
    """A place for a rule: under ``parent``, right behind ``after`` in the page's order, with a heading of ``level``."""

    parent: DraftedRule
    after: DraftedRule
    level: int
    number: str = ""


# --- the spot ---------------------------------------------------------------------------------------------------------


def spot_of(draft: DraftedPage, place: Place) -> Spot:
    """The spot that a place means; raises NotClearError where it is not clear."""
    if place.beside is not None:
        return _spot_beside(draft, place, draft.find(place.beside))
    parent = _parent(draft, place)
    children = draft.children(parent)
    number = ""
    if place.where == "start":
        _refuse_numbers(draft, children)
        after = parent
    else:
        after = draft.with_subrules(parent)[-1]
        number = _next_number(draft, parent, children)
    return Spot(parent, after, _level_under(draft, parent), number)


def _parent(draft: DraftedPage, place: Place) -> DraftedRule:
    section = draft.section(place.section) if place.section else None
    if place.parent is None:
        return section or draft.home()
    parent = draft.find(place.parent)
    if section is not None and draft.section_title(parent) != draft.section_title(section):
        raise NotClearError("PLACE_UNCLEAR", f"{draft.place(parent)} is not in {draft.place(section)}")
    return parent


def _spot_beside(draft: DraftedPage, place: Place, beside: DraftedRule) -> Spot:
    parent = draft.parent(beside)
    said = _parent(draft, place) if place.parent or place.section else parent
    if draft.is_section(beside) or said is not parent or place.where not in ("before", "after"):
        raise NotClearError("PLACE_UNCLEAR", f"{draft.place(beside)} does not stand directly in that place")
    _refuse_numbers(draft, draft.children(parent))
    if place.where == "after":
        return Spot(parent, draft.with_subrules(beside)[-1], draft.node(beside).level)
    return Spot(parent, draft.rules[draft.index(beside) - 1], draft.node(beside).level)


def _level_under(draft: DraftedPage, parent: DraftedRule) -> int:
    """The level of the rules under one: of those that are there, else one deeper, or as deep as in other sections."""
    node = draft.node(parent)
    if node.children:
        return node.children[0].level
    depth = 1
    if draft.is_section(parent):
        others = [draft.node(found) for several in draft.sections().values() for found in several]
        depth = next((other.children[0].level - other.level for other in others if other.children), 1)
    if node.level + depth > DEEPEST:
        raise NotClearError("PLACE_UNCLEAR", "no heading can stand deeper")
    return node.level + depth


# --- numbers ----------------------------------------------------------------------------------------------------------


def _refuse_numbers(draft: DraftedPage, siblings: Sequence[DraftedRule]) -> None:
    if any(draft.node(sibling).number for sibling in siblings):
        raise NotClearError("PLACE_UNCLEAR", "the rules there bear numbers, which would have to change")


def _next_number(draft: DraftedPage, parent: DraftedRule, siblings: Sequence[DraftedRule]) -> str:
    """The number that follows the last sibling's, or the first below a numbered parent; empty where none bears any."""
    numbers = [draft.node(sibling).number for sibling in siblings]
    if not any(numbers):
        own = draft.node(parent).id_path
        has_dots = bool(own) and any("." in draft.node(rule).number for rule in draft.in_ruleset())
        return ".".join([*own, "1"]) if has_dots else ""
    before, dot, last = numbers[-1].rpartition(".")
    if not all(numbers) or not last.isdigit():
        raise NotClearError("PLACE_UNCLEAR", "some rules there bear numbers and others do not")
    return f"{before}{dot}{int(last) + 1}"


def _parts(number: str) -> tuple[str, ...]:
    return tuple(part.lstrip("0") or "0" for part in number.strip(" .").split(".")) if number.strip(" .") else ()


# --- putting a rule there ---------------------------------------------------------------------------------------------


def write_rule(draft: DraftedPage, spot: Spot, title: str, text: str) -> list[DraftedRule]:
    """Put a new rule on the page; ``text`` is its wikitext, which may hold subrules of its own below deeper headings."""
    style = _Style(draft, spot)
    path = " › ".join([*draft.path(spot.parent), title])
    body = text.strip("\n").rstrip()
    opening = "\n" * (style.breaks_below if body and not body.startswith("=") else 0)
    wikitext = f"{style.heading(title, spot)}\n{opening}{body}"
    rules = new_rules(wikitext, path)
    _check_heading(rules, spot.level, title)
    _put(draft, spot, style, rules, path)
    return rules


def move_rules(draft: DraftedPage, spot: Spot, rules: Sequence[DraftedRule], number: Renumbering | None) -> None:
    """Put a rule with its subrules, which ``take_away`` has taken off the page, to another spot."""
    node = parse_rules(rules[0].heading.text).children[0]
    own_level = node.level
    path = " › ".join([*draft.path(spot.parent), node.title])
    last = rules[-1].own
    last.cut(end_of_text(last.text, Span(0, len(last.text))))
    if number is not None:
        rules[0].heading.replace(*number, path)
    for rule in rules:
        rule.heading = PiecedText(as_moved(rule.heading.pieces, path))
        rule.own = PiecedText(as_moved(rule.own.pieces, path))
        _shift(rule, spot.level - own_level, path)
        rule.is_moved = True
    _put(draft, spot, _Style(draft, spot), rules, path)


Renumbering = tuple[Span, str]
"""The span of a heading that holds its number, and the new number."""


def renumbered(draft: DraftedPage, rules: Sequence[DraftedRule], spot: Spot) -> Renumbering | None:
    """How the number of a rule that moves to a spot changes; raises NotClearError where others would have to follow."""
    node = draft.node(rules[0])
    if not node.number and not spot.number:
        return None
    if any(draft.node(rule).number for rule in rules[1:]) or not node.number or not spot.number:
        raise NotClearError("PLACE_UNCLEAR", "its subrules bear numbers too, or it bears none")
    start = rules[0].heading.text.index(node.number)
    return Span(start, start + len(node.number)), _number_shown(draft, spot)


def _number_shown(draft: DraftedPage, spot: Spot) -> str:
    """A number as headings at its spot show it: whole, or only what it adds to the one above."""
    beside = [draft.node(rule).number for rule in draft.children(spot.parent)]
    others = beside or [draft.node(rule).number for rule in draft.in_ruleset()]
    return spot.number if any("." in number for number in others) else spot.number.rpartition(".")[2]


def check_movable(draft: DraftedPage, rules: Sequence[DraftedRule], spot: Spot) -> None:
    """Raise NotClearError where the headings of a rule and its subrules cannot be written at a spot's level."""
    deeper = spot.level - draft.node(rules[0]).level
    for rule in rules:
        found = _HEADING.search(rule.heading.text)
        if found is None or found["signs"] != found["behind"]:
            raise NotClearError("PLACE_UNCLEAR", "its heading is written in a form of its own")
        if draft.node(rule).level + deeper > DEEPEST:
            raise NotClearError("PLACE_UNCLEAR", "its headings cannot stand so deep")


def closes_section(rule: DraftedRule) -> bool:
    """Whether behind a rule's text there stands what closes its section: such goes over to a rule put right there."""
    text = rule.own.text
    return bool(text[end_of_text(text, Span(0, len(text))) :].strip())


def take_away(draft: DraftedPage, rules: Sequence[DraftedRule]) -> None:
    """Take a rule with its subrules off the page; what only closes the section behind them stays."""
    last = rules[-1].own
    end = end_of_text(last.text, Span(0, len(last.text)))
    while last.text[end : end + 1] == "\n":
        end += 1
    before = draft.rules[draft.index(rules[0]) - 1]
    behind = last.cut(end)
    draft.take_out(rules)
    before.own.add(behind)
    if draft.rules[-1] is before and not behind:
        before.own.cut(len(before.own.text.rstrip("\n")))


def _put(draft: DraftedPage, spot: Spot, style: _Style, rules: Sequence[DraftedRule], path: str) -> None:
    """Put rules behind another one's text; what closes the section there goes behind them."""
    before = spot.after.own
    end = end_of_text(before.text, Span(0, len(before.text)))
    has_text = bool(before.text[:end].strip())
    behind = before.cut(end if has_text else 0)
    opening = style.breaks_above if has_text else style.breaks_above - 1
    is_start = not has_text and spot.after is draft.rules[0]
    before.add([Piece("\n" * (0 if is_start else opening), rule=path)])
    closing = "".join(piece.text for piece in behind)
    is_last = draft.rules[-1] is spot.after
    if not closing.strip() and not is_last:
        missing = max(style.breaks_above - len(closing), 0)
        behind = [Piece("\n" * missing, rule=path), *behind]
    elif closing and not closing.startswith("\n"):
        behind = [Piece("\n", rule=path), *behind]
    _end_lines(rules)
    rules[-1].own.add(behind)
    draft.put_in(rules, spot.after)


def _end_lines(rules: Sequence[DraftedRule]) -> None:
    """Let each heading end its line, also one that stood at the page's end."""
    for rule in rules:
        if not rule.heading.text.endswith("\n"):
            rule.heading.add([Piece("\n", rule=rule.heading.pieces[0].rule)])


def _shift(rule: DraftedRule, by: int, path: str) -> None:
    """Make a heading deeper or less deep."""
    found = _HEADING.search(rule.heading.text)
    if not by or found is None:
        return
    signs = len(found["signs"]) + by
    for group in ("behind", "signs"):
        rule.heading.replace(Span(*found.span(group)), "=" * signs, path)


def _check_heading(rules: Sequence[DraftedRule], level: int, title: str) -> None:
    """Raise NotClearError unless the first heading is the rule's own, with just its title."""
    made = parse_rules(rules[0].heading.text).children if rules else ()
    if len(made) != 1 or made[0].level != level or title_key(made[0].title) != title_key(title):
        raise NotClearError("MARKUP", f"“{title}” cannot stand in a heading")


# --- headings ---------------------------------------------------------------------------------------------------------


class _Style:
    """How headings near a spot are written: blanks around the title, line breaks above and below."""

    def __init__(self, draft: DraftedPage, spot: Spot) -> None:
        self.draft = draft
        siblings = draft.children(spot.parent)
        nearest = [*reversed(siblings), *([] if draft.is_section(spot.parent) else [spot.parent])]
        rules = [rule for rule in draft.in_ruleset() if not draft.is_section(rule)]
        self.models = [*nearest, *rules, *draft.rules[1:]]

    def heading(self, title: str, spot: Spot) -> str:
        """The heading's line without its line break."""
        said, plain = split_number(shown_text(title))
        if said and spot.number and _parts(said) != _parts(spot.number):
            raise NotClearError("NUMBER_DISAGREES", f"it would be {spot.number}")
        model = next((_HEADING.match(rule.heading.text) for rule in self.models), None)
        pad = model["pad"] if model else ""
        signs = "=" * spot.level
        whole = f"{self._number(spot)}{plain if said and spot.number else title}"
        return f"{signs}{pad}{whole}{pad}{signs}"

    def _number(self, spot: Spot) -> str:
        """The number with what parts it from the title, as in the neighbours' headings."""
        if not spot.number:
            return ""
        for rule in self.models:
            number, found = self.draft.node(rule).number, _HEADING.match(rule.heading.text)
            if number and found and found["title"].startswith(number):
                parting = re.match(r"[.)]?\s*(?:[-–—:]\s+)?", found["title"][len(number) :])
                return f"{_number_shown(self.draft, spot)}{parting[0] if parting else ' '}"
        return f"{spot.number} "

    @property
    def breaks_above(self) -> int:
        """How many line breaks part a heading from the text above it."""
        return next(self._breaks_above(), _USUAL_BREAKS)

    def _breaks_above(self) -> Iterator[int]:
        for rule in self.models:
            above = self.draft.rules[self.draft.index(rule) - 1].own.text
            end = end_of_text(above, Span(0, len(above)))
            if above[:end].strip() and above[end:] and not above[end:].strip("\n"):
                yield len(above[end:])

    @property
    def breaks_below(self) -> int:
        """How many blank lines stand between a heading and its text."""
        texts = (rule.own.text for rule in self.models)
        return next((len(text) - len(text.lstrip("\n")) for text in texts if text.strip()), 0)


def with_title(heading: str, node: RuleNode, title: str) -> tuple[Span, str]:
    """The span of a heading's line that holds the title, and the new title with the marker that the old one carries."""
    found = _HEADING.search(heading)
    if found is None or found["title"].count(node.name) != 1:
        raise NotClearError("PLACE_UNCLEAR", "its heading is written in a form of its own")
    start = found.start("title") + found["title"].index(node.name)
    marker = node.title[len(node.name) :]
    is_marked = bare_title(title) != title
    end = start + len(node.name) + (len(marker) if is_marked else 0)
    return Span(start, end), title


def is_taken(draft: DraftedPage, title: str) -> DraftedRule | None:
    """A rule or section that bears a title already."""
    found = draft.bearing(title) or draft.bearing(bare_title(title))
    return found[0] if found else None
