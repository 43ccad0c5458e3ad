"""A ruleset page while it is being amended: its rules one by one, each in pieces, and how each is found by name."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from tracker.errors import RuleError
from tracker.mechanics.enacting.instructions import RuleName, RulesetShape
from tracker.mechanics.enacting.pieces import Piece, PiecedText, SpanEdit, edits_of
from tracker.mechanics.ruleset.ruletree import RuleNode, parse_rules, section_key, split_number, title_key

Path = tuple[str, ...]


class NotClearError(RuleError):
    """A step that is not carried out: ``code`` is one of the codes of refusals, the message names what would help."""

    def __init__(self, code: str, detail: str = "") -> None:
        """Keep the code beside the message."""
        super().__init__(detail)
        self.code = code


@dataclass(eq=False, slots=True)
class DraftedRule:
    """A heading with its own text (sections and the page's opening are such too), as the draft has them by now.

    ``base`` is the node of the page that it was, None for a rule that is new. ``is_rewritten`` says that a step changed
    its own text, ``is_renamed`` its title, ``is_moved`` its place.
    """

    heading: PiecedText
    own: PiecedText
    base: RuleNode | None = None
    is_rewritten: bool = False
    is_renamed: bool = False
    is_moved: bool = False

    @property
    def is_fresh(self) -> bool:
        """Whether no step has touched it."""
        return self.base is not None and not (self.is_rewritten or self.is_renamed or self.is_moved)


class _Outline:
    """A tree of headings, its nodes in the page's order, and the section that each stands in."""

    def __init__(self, root: RuleNode, shape: RulesetShape) -> None:
        self.root = root
        self.nodes = [root, *root.walk()]
        self.place_of_node = {id(node): place for place, node in enumerate(self.nodes)}
        keys = {section_key(title): title for title in shape.sections}
        self.section_titles = ["" for _ in self.nodes]
        """The section (its title in the shape) that each heading stands in or is; a page without sections has none."""
        self.sections: dict[str, list[int]] = {title: [] for title in shape.sections}
        """Title of a section -> the places of the headings that are it; one inside a section is a rule whatever its title."""
        for place, node in enumerate(self.nodes):
            above = [key for key in map(section_key, node.path) if key in keys]
            if above:
                self.section_titles[place] = keys[above[0]]
            if above and len(above) == 1 and section_key(node.title) == above[0]:
                self.sections[keys[above[0]]].append(place)
        self.is_section = {0, *(place for places in self.sections.values() for place in places)}
        self.has_sections = bool(keys)


class DraftedPage:
    """The rules of a page in their order, the text before the first heading as the first of them."""

    def __init__(self, page: str, shape: RulesetShape, like: DraftedPage | None = None) -> None:
        """Take a page apart; ``page`` stays as it is. ``like`` is the same page, taken apart already and not changed."""
        self.page = page
        self.shape = shape
        self.tree: RuleNode = like.tree if like else parse_rules(page)
        self.rules = [_drafted(page, node) for node in (self.tree, *self.tree.walk())]
        self._outline: _Outline | None = like._outlined() if like else _Outline(self.tree, shape)
        self._places = {rule: place for place, rule in enumerate(self.rules)}

    # --- as a whole -------------------------------------------------------------------------------------------------

    @property
    def text(self) -> str:
        """The page as drafted."""
        return "".join(piece.text for piece in self._pieces())

    def edits(self) -> tuple[SpanEdit, ...]:
        """What was changed, as spans of the page."""
        return edits_of(self.page, self._pieces(), [(node.whole.start, node.place) for node in self.tree.walk()])

    def _pieces(self) -> Iterator[Piece]:
        for rule in self.rules:
            yield from rule.heading.pieces
            yield from rule.own.pieces

    # --- the tree ---------------------------------------------------------------------------------------------------

    def node(self, rule: DraftedRule) -> RuleNode:
        """Title, level, path and children of a rule as drafted; its spans mean nothing."""
        return self._outlined().nodes[self.index(rule)]

    def index(self, rule: DraftedRule) -> int:
        """The place of a rule in the page's order."""
        self._outlined()
        return self._places[rule]

    def path(self, rule: DraftedRule) -> Path:
        """The titles down to a rule."""
        return self.node(rule).path

    def place(self, rule: DraftedRule) -> str:
        """A rule's path as people write it."""
        return self.node(rule).place

    def with_subrules(self, rule: DraftedRule) -> list[DraftedRule]:
        """A rule and everything under it, in the page's order."""
        at = self.index(rule)
        return self.rules[at : at + 1 + sum(1 for _ in self._outlined().nodes[at].walk())]

    def children(self, rule: DraftedRule) -> list[DraftedRule]:
        """The direct subrules of a rule."""
        return [self._rule_of(child) for child in self.node(rule).children]

    def parent(self, rule: DraftedRule) -> DraftedRule:
        """The rule, section or opening that a rule stands directly under."""
        nodes, at = self._outlined().nodes, self.index(rule)
        return next(self.rules[other] for other in range(at - 1, -1, -1) if nodes[other].level < nodes[at].level)

    def restructured(self) -> None:
        """Forget the outline, after headings came, went or changed."""
        self._outline = None

    def _outlined(self) -> _Outline:
        if self._outline is None:
            # Headings alone make the same tree as the page, and are quickly read again after each change.
            self._outline = _Outline(parse_rules("".join(_line(rule.heading.text) for rule in self.rules)), self.shape)
            self._places = {rule: place for place, rule in enumerate(self.rules)}
        return self._outline

    def _rule_of(self, node: RuleNode) -> DraftedRule:
        return self.rules[self._outlined().place_of_node[id(node)]]

    # --- sections ---------------------------------------------------------------------------------------------------

    def sections(self) -> dict[str, list[DraftedRule]]:
        """Title of each section of the shape -> the headings outside any other section that bear it."""
        sections = self._outlined().sections
        return {title: [self.rules[place] for place in places] for title, places in sections.items()}

    def section_title(self, rule: DraftedRule) -> str:
        """The title (the shape's) of the section that a rule is or stands in; empty where it stands in none."""
        return self._outlined().section_titles[self.index(rule)]

    def is_section(self, rule: DraftedRule) -> bool:
        """Whether a heading is one of the page's sections, or the opening of the page."""
        return self.index(rule) in self._outlined().is_section

    def section(self, words: str) -> DraftedRule:
        """The section that a text calls so, perhaps by its first words only; raises NotClearError where none or several fit."""
        wanted = section_key(words)
        titles = [title for title in self.shape.sections if section_key(title) == wanted] or [
            title for title in self.shape.sections if wanted and section_key(title).startswith(f"{wanted} ")
        ]
        if len(titles) != 1:
            raise NotClearError("NO_RULE", f"there is no section “{words}”; there are {', '.join(self.shape.sections)}")
        return self.sections()[titles[0]][0]

    def home(self) -> DraftedRule:
        """Where a new rule goes if nothing is said: the home section, or a page without sections as a whole."""
        return self.section(self.shape.home) if self.shape.home else self.rules[0]

    # --- names ------------------------------------------------------------------------------------------------------

    def find(self, name: RuleName) -> DraftedRule:
        """The one rule or section of that name; raises NotClearError, naming the nearest, where there is not just one."""
        if name.section:
            name = replace(name, section=self.node(self.section(name.section)).title)
        lookup = self._outlined().root.look_up(name)
        plain = name.title.rstrip(" .,;")
        if lookup.fault == "NO_RULE" and plain and plain != name.title:
            # A stop or a comma inside the closing quotation mark belongs to the sentence around it.
            return self.find(replace(name, title=plain))
        places = self._outlined().place_of_node
        nodes = [node for node in lookup.nodes if self._belongs(places[id(node)])]
        if lookup.fault == "RULE_DOUBLED" and len(nodes) == 1:
            return self._rule_of(nodes[0])
        if lookup.fault or not nodes:
            raise NotClearError(lookup.fault or "NO_RULE", lookup.detail or "it stands in no section of the ruleset")
        if not name.title.strip() and not nodes[0].number:
            raise NotClearError("NUMBER_ALONE", f"perhaps {nodes[0].place}")
        return self._rule_of(nodes[0])

    def bearing(self, title: str) -> list[DraftedRule]:
        """Every rule or section that bears a title, with or without a marker."""
        wanted = title_key(split_number(title)[1])
        return [self._rule_of(node) for node in self._outlined().nodes if node.level and _bears(node, wanted)]

    def in_ruleset(self) -> list[DraftedRule]:
        """Every section and rule, but no heading that stands in no section."""
        return [rule for rule in self.rules[1:] if self._belongs(self.index(rule))]

    def _belongs(self, place: int) -> bool:
        outline = self._outlined()
        return not outline.has_sections or bool(outline.section_titles[place])

    # --- changes ----------------------------------------------------------------------------------------------------

    def take_out(self, rules: Sequence[DraftedRule]) -> None:
        """Take a rule with its subrules off the page; their texts stay with them."""
        at = self.index(rules[0])
        del self.rules[at : at + len(rules)]
        self.restructured()

    def put_in(self, rules: Sequence[DraftedRule], after: DraftedRule) -> None:
        """Put rules right behind another one in the page's order."""
        at = self.index(after) + 1
        self.rules[at:at] = rules
        self.restructured()


def new_rules(wikitext: str, rule: str) -> list[DraftedRule]:
    """A heading and what is under it, written anew, as drafted rules; ``rule`` is its path as people write it."""
    root = parse_rules(wikitext)
    return [
        DraftedRule(
            PiecedText([Piece(wikitext[node.heading.start : node.heading.end], rule=rule)]),
            PiecedText([Piece(node.own_text, rule=rule)]),
        )
        for node in root.walk()
    ]


def as_moved(pieces: Iterable[Piece], rule: str) -> list[Piece]:
    """Pieces that are to stand elsewhere than where they stood."""
    return [replace(piece, moved=True, rule=rule) for piece in pieces]


def _drafted(page: str, node: RuleNode) -> DraftedRule:
    return DraftedRule(PiecedText.of_page(page, node.heading), PiecedText.of_page(page, node.own), node)


def _line(heading: str) -> str:
    return heading if not heading or heading.endswith("\n") else f"{heading}\n"


def _bears(node: RuleNode, wanted: str) -> bool:
    return wanted in (title_key(node.title), title_key(node.name))
