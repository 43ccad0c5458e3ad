"""Rendering: a game's drafts become the texts that should stand between the markers of the wiki's regions."""

from __future__ import annotations

from collections.abc import Iterable

from tracker.core.draft import RegionDraft, RenderedRegion
from tracker.core.region import region_text
from tracker.errors import InputError

_CLOSE_UP = ("|", "*", "#", "!")
"""How the lines begin that have no blank line before them: rows, items of lists and headings of columns."""


def render_regions(drafts: Iterable[RegionDraft]) -> list[RenderedRegion]:
    """Every draft rendered; equal drafts give equal bytes.

    Raises InputError naming template and line where one cannot be rendered: an undefined name, a value that is no text.
    """
    return [
        RenderedRegion(draft.page, draft.region, render(draft), draft.on_hand_edit, draft.may_shrink_for)
        for draft in drafts
    ]


def render(draft: RegionDraft) -> str:
    """The wikitext of one draft, in the form in which the wiki keeps a region; raises InputError as ``render_regions``."""
    # Jinja costs a tenth of a second to import, and an idle tick renders nothing.
    from jinja2 import TemplateError

    from tracker.render.environment import environment

    try:
        text = environment().get_template(draft.template).render(draft.values)
    except TemplateError as error:
        place = _place(error, draft.template)
        raise InputError(f"cannot be rendered: {error}", place=place, remedy="mend the template") from error
    return region_text(_closed_up(text))


def _closed_up(text: str) -> str:
    """The text without blanks at the ends of lines, without blank lines that templates leave in tables and lists, and never two in a row."""
    kept: list[str] = []
    for line in text.split("\n"):
        trimmed = line.rstrip(" \t")
        if kept and not kept[-1] and (not trimmed or trimmed.startswith(_CLOSE_UP)):
            kept.pop()
        kept.append(trimmed)
    return "\n".join(kept)


def _place(error: BaseException, template: str) -> str:
    """The template and line at fault: the innermost on the way to the error."""
    place = template
    trace = error.__traceback__
    while trace is not None:
        file = trace.tb_frame.f_code.co_filename
        if file.endswith(".j2"):
            place = f"{file}:{trace.tb_lineno}"
        trace = trace.tb_next
    return place
