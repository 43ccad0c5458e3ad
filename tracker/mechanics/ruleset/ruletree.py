"""Rule trees: the wikitext of a ruleset as sections, rules and subrules by the level of their headings.

A heading is what MediaWiki makes one of: a line of ``=`` signs around a title, perhaps with comments before, in or after
it, but nothing inside ``<nowiki>``, ``<pre>`` and the like or inside a comment. Templates are not looked into. The tree
only points into the page, so what nobody touches prints back byte for byte.
"""

from __future__ import annotations

import difflib
import html
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import islice
from typing import TYPE_CHECKING, Literal

from tracker.core.clause import normalise
from tracker.core.region import Span, opaque_spans
from tracker.errors import RuleError

if TYPE_CHECKING:
    from tracker.mechanics.enacting.instructions import RuleName

TOP = 0
"""The level of the root: the page itself, with the text before its first heading."""
COMMENT, RAW = "\1", "\0"
"""What stands for each character of a comment, and of a raw tag, in a masked text."""
_MOST_EQUALS = 6
_MOST_TOLD = 5
"""How many rules an error names at most."""
_MOST_COMPARED, _MOST_OF_TITLE = 1_000, 100
"""How many titles a wrong one is compared with at most, and how many characters of each."""
_PAGES_REMEMBERED = 8
_AFTER_HEADING = f" \t\r{COMMENT}"
_MARKUP = re.compile(r"<!--.*?(?:-->|\Z)|</?[a-zA-Z][^<>]*>|'{2,}", re.DOTALL)
_LINK = re.compile(r"\[\[(?:[^\[\]|]*\|)?([^\[\]|]*)\]\]")
_EXTERNAL_LINK = re.compile(r"\[(?:https?:)?//[^\s\[\]]+ ([^\[\]]*)\]")
_NUMBER = re.compile(
    r"(?P<number>\d+(?:\.\d+)+(?=[.):]?\s)|\d+(?=[.)]\s|\s*[:–—]\s|\s+-\s))[.)]?\s*(?:[-–—:]\s+)?(?P<title>\S.*)"
)
_LOOSE_NUMBER = re.compile(r"(?P<number>\d+(?:\.\d+)*)(?: (?P<title>\w.*))?")
_SECTION_WORDS = re.compile(r"^the | (?:rules?|ruleset|section)$")
_MARKER = re.compile(r"(?:\[[^\[\]]*\]|\{[^{}]*\})$")


@dataclass(frozen=True, slots=True)
class RuleNode:
    """A heading with what stands under it; the spans are offsets in characters of the page.

    ``heading`` is the heading's line with its line break, ``own`` the text from there to the next heading of any level,
    ``whole`` heading, own text and subrules. ``title`` is what readers see without markup and without ``number``
    (``5.3.1 - Biomes``); ``path`` are the titles from the top down, its own last. ``toc`` is its place as the wiki's
    table of contents counts it, which is no part of the page's text.
    """

    title: str
    level: int
    path: tuple[str, ...]
    heading: Span
    own: Span
    whole: Span
    children: tuple[RuleNode, ...]
    number: str = ""
    id_path: tuple[str, ...] = ()
    """The numbers from the top down: ``("5", "3", "1")``; empty where the heading bears no number."""
    toc: tuple[int, ...] = ()
    page: str = field(default="", repr=False)

    @property
    def name(self) -> str:
        """The title without a marker in brackets at its end."""
        return bare_title(self.title)

    @property
    def place(self) -> str:
        """The path as people write it."""
        return " › ".join(self.path)

    @property
    def label(self) -> str:
        """Number and title as people write them (``5.3.1 - Biomes``), the title alone where there is no number."""
        return f"{'.'.join(self.id_path)} - {self.title}" if self.id_path else self.title

    @property
    def own_text(self) -> str:
        """Its own wikitext, without heading and subrules."""
        return self.page[self.own.start : self.own.end]

    @property
    def whole_text(self) -> str:
        """Its wikitext with heading and subrules."""
        return self.page[self.whole.start : self.whole.end]

    def printed(self) -> str:
        """The tree as wikitext again: of the root, the page byte for byte."""
        heading = self.page[self.heading.start : self.heading.end]
        return heading + self.own_text + "".join(child.printed() for child in self.children)

    def walk(self) -> Iterator[RuleNode]:
        """Every node below this one, in the order of the page."""
        for child in self.children:
            yield child
            yield from child.walk()

    # --- looking up -------------------------------------------------------------------------------------------------

    def named(self, title: str) -> list[RuleNode]:
        """Every node below this one that bears the title; only where none does, those that bear it with a marker.

        Letter case, white space, kinds of quotes, bold, links and a number before it make no difference.
        """
        return _matching(self.walk(), title)

    def numbered(self, number: str) -> list[RuleNode]:
        """Every node below this one of that number (``5.3.1``).

        Where the page's headings bear numbers those count, else the ones of the wiki's table of contents.
        """
        return _numbered(self.walk(), number)

    def look_up(self, name: RuleName) -> Lookup:
        """What a name leads to among the nodes below this one: by title, number or both, narrowed by what is above.

        A number may also stand in the title (``5.3.1 - Biomes``, ``2 Players``). It alone leads to its rule; beside a
        title it must be that rule's own.
        """
        return self._look_up(name, list(self.walk()))

    def find(self, title: str) -> RuleNode:
        """The one node below this one of that title, of that number, or of both written in one.

        Raises RuleError where none fits (naming the nearest), several do (naming each one's path), or number and title
        belong to different rules (naming both).
        """
        return self.look_up(_titled(title)).node

    def at(self, path: Sequence[str]) -> RuleNode:
        """The node that these titles lead to, each a child of the one before; raises RuleError as ``find`` does."""
        node = self
        for title in path:
            node = node._look_up(_titled(title), node.children).node
        return node

    def _look_up(self, name: RuleName, nodes: Sequence[RuleNode]) -> Lookup:
        number, title = (name.number, name.title) if name.number else _number_and_title(name.title, nodes)
        numbered = _numbered(nodes, number) if number else []
        bearing = _matching(nodes, title) if title.strip() else numbered
        agreeing = [node for node in bearing if not number or _is_among(node, numbered)]
        if bearing and not agreeing:
            return Lookup(name, "NUMBER_DISAGREES", (*bearing, *numbered), self.place)
        found = [node for node in agreeing if _is_under(node, name)]
        if found:
            return Lookup(name, "RULE_DOUBLED" if len(found) > 1 else "", tuple(found), self.place)
        return Lookup(name, "NO_RULE", tuple(agreeing or self._nearest(title, number)), self.place)

    def _nearest(self, title: str, number: str) -> list[RuleNode]:
        """At most three nodes below whose names, or else whose numbers, are most like these."""
        nodes = list(islice(self.walk(), _MOST_COMPARED))
        by_key = {title_key(node.name)[:_MOST_OF_TITLE]: node for node in nodes}
        close = difflib.get_close_matches(title_key(title)[:_MOST_OF_TITLE], by_key)
        if close or not number:
            return [by_key[key] for key in close]
        by_number = {".".join(node.number_parts): node for node in nodes}
        return [by_number[key] for key in difflib.get_close_matches(number[:_MOST_OF_TITLE], by_number)]

    @property
    def number_parts(self) -> tuple[str, ...]:
        """The numbers from the top down: its heading's, or else those of the wiki's table of contents."""
        return self.id_path or tuple(map(str, self.toc))


@dataclass(frozen=True, slots=True)
class Lookup:
    """What a name leads to: the one rule it names, or why there is none.

    ``nodes`` holds that rule; with RULE_DOUBLED every rule of that name; with NUMBER_DISAGREES the rules that bear the
    title and then those that bear the number; with NO_RULE the rules of that name elsewhere, or the nearest names.
    """

    name: RuleName
    fault: Literal["", "NO_RULE", "RULE_DOUBLED", "NUMBER_DISAGREES"]
    nodes: tuple[RuleNode, ...]
    where: str = ""

    @property
    def node(self) -> RuleNode:
        """The rule; raises RuleError, with ``detail`` as its remedy, where there is not just one."""
        if not self.fault:
            return self.nodes[0]
        raise RuleError(self._fault_as_said, place=self.where or "the page", remedy=self.detail)

    @property
    def detail(self) -> str:
        """What would help, naming the rules that are meant perhaps; empty where the rule was found."""
        told = "; ".join(
            f"{node.place} ({node.label})" if node.id_path else node.place for node in self.nodes[:_MOST_TOLD]
        )
        further = f" and {len(self.nodes) - _MOST_TOLD} more" if len(self.nodes) > _MOST_TOLD else ""
        if self.fault == "NO_RULE":
            return f"perhaps {told}" if told else "look for its name among the page's headings"
        return f"say which: {told}{further}" if self.fault else ""

    @property
    def _fault_as_said(self) -> str:
        called = " ".join(part for part in (self.name.number, self.name.title) if part)
        if self.fault == "NO_RULE":
            return f"there is no rule {called!r}"
        if self.fault == "RULE_DOUBLED":
            return f"{len(self.nodes)} rules are called {called!r}"
        return f"the number and the title of {called!r} are not one rule's"


@lru_cache(maxsize=_PAGES_REMEMBERED)
def parse_rules(page: str) -> RuleNode:
    """The rule tree of a page: its root, whose children are the topmost headings; any text is well formed.

    The last few trees are remembered: one revision is drafted on, checked and compared under the same text.
    """
    headings = [*_headings(page), _Heading(TOP, "", "", Span(len(page), len(page)))]
    root = _Heading(TOP, "", "", Span(0, 0))
    return _Planting(page, headings).node(root, -1, _NOTHING_ABOVE, ())[0]


def bare_title(title: str) -> str:
    """A title without a marker in brackets at its end: ``Dormancy [Active]`` is Dormancy."""
    return _MARKER.sub("", title).rstrip() or title


@lru_cache(maxsize=4096)
def title_key(title: str) -> str:
    """A title as titles are compared: without layout noise, number and letter case."""
    return normalise(split_number(shown_text(title))[1]).casefold()


def section_key(title: str) -> str:
    """A section's title as sections are compared: ``Fixed Rules``, ``the fixed ruleset`` and ``Fixed`` are one."""
    return _SECTION_WORDS.sub("", title_key(title))


def shown_text(wikitext: str) -> str:
    """A piece of a line as readers see it: without comments, tags, bold and links, blanks folded."""
    text = _EXTERNAL_LINK.sub(r"\1", _LINK.sub(r"\1", _MARKUP.sub("", wikitext)))
    return " ".join(html.unescape(text).split())


def split_number(title: str) -> tuple[str, str]:
    """A shown title's number and the rest; a bare number before a word is part of the title (``48 Hours``)."""
    found = _NUMBER.fullmatch(title)
    return (found["number"], found["title"]) if found else ("", title)


# --- headings ---------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Heading:
    level: int
    title: str
    number: str
    line: Span


def masked_text(page: str) -> str:
    """The page with comments and raw tags masked, their line breaks too; every other character keeps its offset.

    A comment hides its line breaks from MediaWiki, and a raw tag is one thing in its line.
    """
    pieces, at = [], 0
    for span, is_comment in opaque_spans(page):
        pieces += [page[at : span.start], (COMMENT if is_comment else RAW) * (span.end - span.start)]
        at = span.end
    return "".join([*pieces, page[at:]])


def _headings(page: str) -> Iterator[_Heading]:
    masked = masked_text(page)
    at = masked.find("=")
    while at >= 0:
        start = masked.rfind("\n", 0, at) + 1
        end = masked.find("\n", at)
        line = masked[start:] if end < 0 else masked[start:end]
        heading = _heading(page, line, start)
        if heading:
            yield heading
        at = masked.find("=", start + len(line))


def _heading(page: str, line: str, start: int) -> _Heading | None:
    """The heading that a masked line of a page makes, if any."""
    level, inner = _level_and_title(line)
    if not level:
        return None
    number, title = _number_and_words(page[start + inner.start : start + inner.end])
    return _Heading(level, title, number, Span(start, min(start + len(line) + 1, len(page))))


@lru_cache(maxsize=4096)
def _number_and_words(wikitext: str) -> tuple[str, str]:
    """Number and title as readers see them; from revision to revision headings are mostly the same."""
    return split_number(shown_text(wikitext))


def _level_and_title(line: str) -> tuple[int, Span]:
    """A line's level and where its title stands, counted as MediaWiki does; level 0 for a line that is no heading."""
    after_comments = line.lstrip(COMMENT)
    core = after_comments.rstrip(_AFTER_HEADING)
    left, right = len(core) - len(core.lstrip("=")), len(core) - len(core.rstrip("="))
    is_bare = left == len(core)
    level = min((left - 1) // 2 if is_bare else min(left, right), _MOST_EQUALS)
    start = len(line) - len(after_comments)
    return level, Span(start + level, start + len(core) - level)


# --- the tree ---------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Above:
    """What a node takes over from the one above it."""

    path: tuple[str, ...]
    id_path: tuple[str, ...]


_NOTHING_ABOVE = _Above((), ())


@dataclass(frozen=True, slots=True)
class _Planting:
    """The making of a tree from a page's headings, the last of which only stands for the page's end."""

    page: str
    headings: Sequence[_Heading]

    def node(self, own: _Heading, at: int, above: _Above, toc: tuple[int, ...]) -> tuple[RuleNode, int]:
        """The node of the heading at a place among ``headings``, and the place of the first one that is not under it."""
        below = _Above((*above.path, own.title) if own.level else (), _id_path(own.number, above.id_path))
        children: list[RuleNode] = []
        following = at + 1
        while self.headings[following].level > own.level:
            child, following = self.node(self.headings[following], following, below, (*toc, len(children) + 1))
            children.append(child)
        node = RuleNode(
            title=own.title,
            level=own.level,
            path=below.path,
            heading=own.line,
            own=Span(own.line.end, self.headings[at + 1].line.start),
            whole=Span(own.line.start, self.headings[following].line.start),
            children=tuple(children),
            number=own.number,
            id_path=below.id_path,
            toc=toc,
            page=self.page,
        )
        return node, following


def _id_path(number: str, above: tuple[str, ...]) -> tuple[str, ...]:
    """The numbers down to a heading; one without a dot counts from the heading above it."""
    parts = _parts(number)
    return (*above, *parts) if len(parts) == 1 else parts


def _parts(number: str) -> tuple[str, ...]:
    return tuple(part.lstrip("0") or "0" for part in number.strip(" .").split(".")) if number.strip(" .") else ()


# --- names ------------------------------------------------------------------------------------------------------------


def _matching(nodes: Iterable[RuleNode], title: str) -> list[RuleNode]:
    key, candidates = title_key(title), list(nodes)
    exact = [node for node in candidates if title_key(node.title) == key]
    return exact or [node for node in candidates if title_key(node.name) == key]


def _numbered(nodes: Iterable[RuleNode], number: str) -> list[RuleNode]:
    wanted, candidates = _parts(number), list(nodes)
    counts_headings = any(node.id_path for node in candidates)
    return [
        node for node in candidates if wanted and wanted == (node.id_path if counts_headings else node.number_parts)
    ]


def _number_and_title(text: str, nodes: Iterable[RuleNode]) -> tuple[str, str]:
    """Number and title as somebody wrote them in one, if need be without a sign between (``2 Players``)."""
    shown = shown_text(text)
    loose = _LOOSE_NUMBER.fullmatch(shown)
    if loose is None or _matching(nodes, shown):
        return split_number(shown)
    return loose["number"], loose["title"] or ""


def _is_among(node: RuleNode, nodes: Iterable[RuleNode]) -> bool:
    return any(node is other for other in nodes)


def _titled(title: str) -> RuleName:
    from tracker.mechanics.enacting.instructions import RuleName  # late: most that a tree is asked for names no rule

    return RuleName(title)


def _is_under(node: RuleNode, name: RuleName) -> bool:
    """Whether the titles above a node are as a name says: its section, and the others in their order."""
    above = [{section_key(title), section_key(bare_title(title))} for title in node.path[:-1]]
    if name.section and not any(section_key(name.section) in keys for keys in above):
        return False
    remaining = iter(above)
    return all(any(section_key(title) in keys for keys in remaining) for title in name.above)


def titles_on(page: str) -> tuple[str, ...]:
    """The titles of a page's rules and sections in order, without their markers."""
    return tuple(node.name for node in parse_rules(page).walk())
