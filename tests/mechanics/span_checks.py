"""What must hold of the spans of every rule tree."""

from tracker.core.region import Span
from tracker.mechanics.ruleset.ruletree import RuleNode


def check_nesting(root: RuleNode) -> None:
    """Each rule lies within the one above it, after the rule before it, and is its heading, own text and subrules."""
    for node in [root, *root.walk()]:
        at = node.own.end
        assert node.whole.start == node.heading.start <= node.heading.end == node.own.start <= at
        for child in node.children:
            assert child.whole.start == at
            assert is_within(child.whole, node.whole)
            at = child.whole.end
        assert at == node.whole.end


def is_within(inner: Span, outer: Span) -> bool:
    """Whether one span lies in another."""
    return outer.start <= inner.start <= inner.end <= outer.end
