"""New text without quotation marks: whether it surely is nothing but that, to its end."""

from __future__ import annotations

import re
from collections.abc import Sequence

from tracker.mechanics.reading_orders.commentary import begins_as_talk, is_talk
from tracker.mechanics.reading_orders.proposal_text import Sentence
from tracker.mechanics.reading_orders.sentence_kinds import is_imperative, is_said_beside
from tracker.mechanics.reading_orders.vocabulary import Phrasebook

_PARTS = re.compile(r"[.!?;:)]\s+|⟦|\(|\s[–—-]\s")


def doubt_about_unquoted(phrases: Phrasebook, inline: str, taken: Sequence[Sentence]) -> str:
    """Why words behind a colon may be more than a rule's new text; empty where they are one plain sentence, or a list's items.

    ``inline`` are those of the colon's own sentence, ``taken`` the sentences after it.
    """
    items = [sentence for sentence in taken if sentence.bullet]
    texts = [text for text in (inline, *(sentence.shape for sentence in taken)) if text]
    if len(texts) > 1 and (inline or len(items) < len(taken)):
        return "how much of it is the new text, which is not in quotation marks"
    parts = [part for text in texts for part in (text, *_PARTS.split(text)) if part.strip()]
    talks = begins_as_talk if items else is_talk
    if any(is_imperative(phrases, part) or is_said_beside(phrases, part) or talks(phrases, part) for part in parts):
        return "whether what follows the colon is new text or instructions"
    if not items and not all(_is_whole_sentence(text) for text in texts):
        return "whether what follows the colon is the new text or tells of it"
    return ""


def _is_whole_sentence(text: str) -> bool:
    """Whether a text begins and ends as a sentence does, without brackets or dashes by which something is said beside."""
    return bool(re.fullmatch(r"[A-Z«“][^\[\]—]*\.", text))
