"""Rule trees: the wikitext of a ruleset as sections, rules and subrules by the level of their headings.

A heading is what MediaWiki makes one of: a line of ``=`` signs around a title, perhaps with comments before, in or after
it, but nothing inside ``<nowiki>``, ``<pre>`` and the like or inside a comment. Templates are not looked into, and a title
that holds such a tag with a line break inside is not recognised. The tree only points into the page, so what nobody
touches prints back byte for byte.
"""

from __future__ import annotations

import difflib
import html
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from tracker.core.clause import normalise
from tracker.core.region import Span, live_comments, visible_text
from tracker.errors import RuleError

TOP = 0
"""The level of the root: the page itself, with the text before its first heading."""
_MOST_EQUALS = 6
_COMMENT = "\1"
"""What stands for each character of a comment while headings are looked for; raw tags are blanked by NUL."""
_AFTER_HEADING = f" \t\r{_COMMENT}"
_MARKUP = re.compile(r"<!--.*?(?:-->|\Z)|</?[a-zA-Z][^<>]*>|'{2,}", re.DOTALL)
_LINK = re.compile(r"\[\[(?:[^\[\]|]*\|)?([^\[\]|]*)\]\]")
_EXTERNAL_LINK = re.compile(r"\[(?:https?:)?//[^\s\[\]]+ ([^\[\]]*)\]")
_NUMBER = re.compile(
    r"(?P<number>\d+(?:\.\d+)+(?=[.)]?\s)|\d+(?=[.)]\s|\s*[:–—]\s|\s+-\s))[.)]?\s*(?:[-–—:]\s+)?(?P<title>\S.*)"
)
_MARKER = re.compile(r"\s*(?:\[[^\[\]]*\]|\{[^{}]*\})$")


@dataclass(frozen=True, slots=True)
class RuleNode:
    """A heading with what stands under it; the spans are offsets in characters of the page.

    ``heading`` is the heading's line with its line break, ``own`` the text from there to the next heading of any level,
    ``whole`` heading, own text and subrules. ``title`` is what readers see without markup and without ``number``
    (``5.3.1 - Biomes``); ``path`` are the titles from the top down, its own last.
    """

    title: str
    level: int
    path: tuple[str, ...]
    heading: Span
    own: Span
    whole: Span
    children: tuple[RuleNode, ...]
    number: str = ""
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

        Letter case, white space, kinds of quotes, bold, links and the number make no difference.
        """
        return _matching(self.walk(), title)

    def find(self, title: str) -> RuleNode:
        """The one node below this one that bears the title.

        Raises RuleError where none does (naming the nearest titles) or several do (naming each one's path).
        """
        return _only(self.named(title), title, self)

    def at(self, path: Sequence[str]) -> RuleNode:
        """The node that these titles lead to, each a child of the one before; raises RuleError as ``find`` does."""
        node = self
        for title in path:
            node = _only(_matching(node.children, title), title, node)
        return node


def parse_rules(page: str) -> RuleNode:
    """The rule tree of a page: its root, whose children are the topmost headings; any text is well formed."""
    headings = [*_headings(page), _Heading(TOP, "", "", Span(len(page), len(page)))]
    root = _Heading(TOP, "", "", Span(0, 0))
    return _node(page, root, (), headings, -1)[0]


def bare_title(title: str) -> str:
    """A title without a marker in brackets at its end: ``Dormancy [Active]`` is Dormancy."""
    return _MARKER.sub("", title) or title


def title_key(title: str) -> str:
    """A title as titles are compared: without layout noise, number and letter case."""
    return normalise(_without_number(shown_text(title))[1]).casefold()


def shown_text(wikitext: str) -> str:
    """A piece of a line as readers see it: without comments, tags, bold and links, blanks folded."""
    text = _EXTERNAL_LINK.sub(r"\1", _LINK.sub(r"\1", _MARKUP.sub("", wikitext)))
    return " ".join(html.unescape(text).split())


# --- headings ---------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Heading:
    level: int
    title: str
    number: str
    line: Span


def _headings(page: str) -> Iterator[_Heading]:
    start = 0
    for line in _masked(page).split("\n"):
        end = min(start + len(line) + 1, len(page))
        level, inner = _level_and_title(line) if "=" in line else (TOP, Span(0, 0))
        if level:
            number, title = _without_number(shown_text(page[start + inner.start : start + inner.end]))
            yield _Heading(level, title, number, Span(start, end))
        start = end


def _masked(page: str) -> str:
    """The page with raw tags and comments blanked; a comment hides its line breaks too, as it does from MediaWiki."""
    visible = visible_text(page)
    pieces, at = [], 0
    for span in live_comments(page):
        pieces += [visible[at : span.start], _COMMENT * (span.end - span.start)]
        at = span.end
    return "".join([*pieces, visible[at:]])


def _level_and_title(line: str) -> tuple[int, Span]:
    """A line's level and where its title stands, counted as MediaWiki does; level 0 for a line that is no heading."""
    after_comments = line.lstrip(_COMMENT)
    core = after_comments.rstrip(_AFTER_HEADING)
    left, right = len(core) - len(core.lstrip("=")), len(core) - len(core.rstrip("="))
    is_bare = left == len(core)
    level = min((left - 1) // 2 if is_bare else min(left, right), _MOST_EQUALS)
    start = len(line) - len(after_comments)
    return level, Span(start + level, start + len(core) - level)


def _without_number(title: str) -> tuple[str, str]:
    """A title's number and the rest; a bare number before a word is part of the title (``48 Hours``)."""
    found = _NUMBER.fullmatch(title)
    return (found["number"], found["title"]) if found else ("", title)


# --- the tree ---------------------------------------------------------------------------------------------------------


def _node(
    page: str, own: _Heading, above: tuple[str, ...], headings: Sequence[_Heading], at: int
) -> tuple[RuleNode, int]:
    """The node of a heading, and the place among ``headings`` of the first one that is not under it."""
    path = (*above, own.title) if own.level else ()
    children, following = [], at + 1
    while headings[following].level > own.level:
        child, following = _node(page, headings[following], path, headings, following)
        children.append(child)
    own_text = Span(own.line.end, headings[at + 1].line.start)
    whole = Span(own.line.start, headings[following].line.start)
    node = RuleNode(own.title, own.level, path, own.line, own_text, whole, tuple(children), own.number, page)
    return node, following


def _matching(nodes: Iterable[RuleNode], title: str) -> list[RuleNode]:
    key, candidates = title_key(title), list(nodes)
    exact = [node for node in candidates if title_key(node.title) == key]
    return exact or [node for node in candidates if title_key(node.name) == key]


def _only(found: Sequence[RuleNode], title: str, above: RuleNode) -> RuleNode:
    if len(found) == 1:
        return found[0]
    where = above.place or "the page"
    if found:
        paths = "; ".join(node.place for node in found)
        raise RuleError(f"{len(found)} rules are called {title!r}", place=where, remedy=f"say which: {paths}")
    near = "; ".join(_nearest(title, above))
    remedy = f"perhaps {near}" if near else "look for its name among the page's headings"
    raise RuleError(f"there is no rule {title!r}", place=where, remedy=remedy)


def _nearest(title: str, above: RuleNode) -> list[str]:
    """The paths of at most three nodes below whose names are most like this title."""
    by_key = {title_key(node.name): node.place for node in above.walk()}
    return [by_key[key] for key in difflib.get_close_matches(title_key(title), by_key)]
