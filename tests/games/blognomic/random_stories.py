"""Random stories of BlogNomic: a small crowd that posts, votes, edits, idles and resolves at instants that like to coincide.

A row is told by a dozen random bytes, each of which picks one of several possibilities: quick to draw, and quick to make simpler.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from typing import Any, TypeVar

from hypothesis import strategies as st

from tracker.core.instants import iso

Record = dict[str, Any]
Story = list[Record]
Choice = TypeVar("Choice")

START = datetime(2019, 12, 18, tzinfo=UTC)
"""A week before the yearly downtime, so that its edges fall into the stories."""
NAMES = ("Wes", "Ada", "Bo", "Cy", "Di", "Eve", "Flo")
STRANGERS = ("Gus", "ada")
ANYBODY = (*NAMES, *NAMES, *NAMES, *STRANGERS)
SLUGS = ("p0", "p1", "p2", "p3", "p4")
COMMENTS = tuple(f"c{number}" for number in range(12))
GRID = 6
"""Most things happen at multiples of so many hours, of which all the rules' spans are multiples too."""
BESIDE = (0, 0, -1, 1)
BYTES = 12

ICONS = (
    "for",
    "for",
    "for",
    "against",
    "against",
    "imperial",
    "imperial",
    "seal",
    "",
    "for against",
    "against imperial for",
)
WORDS = ("", "", "I think so.", "Please idle me.", "I quit.", "Unidle me, please.", "Add a rule.", "Back: quorum is 4.")
CATEGORIES = (
    *("Proposal",) * 8,
    *("Call for Judgement", "Declaration of Victory", "", "Story Post", "Ascension Address", "Proposal+Story Post"),
)
TITLES = (*("Proposal: {}", "Proposal: {} [Core]", "About {}", "About {} [Appendix]") * 3, "x: ")
TEXTS = (
    *(
        "<p>Add a rule.</p>",
        "<p>Add a rule.</p>",
        "<p>Set Bo's SP to 5.</p>",
        "<p>What for?</p>",
        "<p>I quit; idle me.</p>",
    ),
    *("<p>Make Bo an admin.</p>", "<p>Rename Bo to Bob.</p>", "<p>I resign as admin.</p>"),
)
STATUSES = ("Enacted", "Failed", "Failed", "Vetoed", "open")
NOTES = ("", "Timed out 2-1. Enacted by Ada", "Failed 5-0. -Ada", "so be it")
CHANGES = ("idle", "unidle", "idle", "unidle", "leave", "join", "admin", "deadmin", "emperor", "unemperor", "rename")
SETTINGS = (
    *(("recusants", reading) for reading in ("have no vote", "vote outside the dynasty")),
    *(("emperor_deferential", reading) for reading in ("is as most voted", "leaves the count")),
    *(("core_change_popular_by", reading) for reading in ("quorum or timeout", "quorum only")),
    *(("special_case.Imperial Deferentials", reading) for reading in ("Active", "Inactive")),
    ("special_case.Dormancy", "Inactive"),
    ("special_case.Seasonal Downtime", "Inactive"),
)
ANSWERS = (
    *((f"leave:{slug}", answer) for slug in SLUGS for answer in ("yes", "no")),
    *((f"{topic}:{slug}", "no") for slug in SLUGS for topic in ("describes-changes", "idle-request")),
    *((f"two-types:{slug}", "Proposal") for slug in SLUGS),
    *((f"comment-edit:{comment}", answer) for comment in COMMENTS for answer in ("first", "newest")),
)


@dataclass(frozen=True)
class Scene:
    """When a story begins, the posts and comments it brings (``mark`` tells its rows from those of others), and those it is about."""

    start: datetime = START
    mark: str = ""
    slugs: tuple[str, ...] = SLUGS
    comments: tuple[str, ...] = COMMENTS

    def sequel(self, mark: str, hours: int) -> "Scene":
        """A later scene, which is about the earlier one's posts and comments too."""
        slugs, comments = (tuple(f"{mark}{name}" for name in names) for names in (SLUGS, COMMENTS))
        start = self.start + timedelta(hours=hours)
        return replace(self, start=start, mark=mark, slugs=(*slugs, *self.slugs), comments=(*comments, *self.comments))


class Picks:
    """Random bytes, each of which picks one of several possibilities of a scene."""

    def __init__(self, numbers: bytes, scene: Scene) -> None:
        self._numbers = iter(numbers)
        self.scene = scene

    def of(self, possibilities: Sequence[Choice]) -> Choice:
        return possibilities[next(self._numbers) % len(possibilities)]

    def instant(self, first: int, last: int) -> datetime:
        """An instant between two hours: on the grid, or a second beside it."""
        hour = self.of(range(first, last, GRID))
        return self.scene.start + timedelta(hours=hour, seconds=self.of(BESIDE))

    def exactly(self, first: int = GRID, last: int = 240) -> Record:
        """When something happened, to the second."""
        return {"at": iso(self.instant(first, last))}

    def when(self, first: int = GRID, last: int = 240) -> Record:
        """When something happened: mostly to the second, sometimes only between two looks."""
        look, hours = self.instant(first, last), self.of((0, 0, 0, 1, 7))
        if not hours:
            return {"at": iso(look)}
        return {"not_before": iso(look), "not_after": iso(look + timedelta(hours=hours))}


# --- the rows --------------------------------------------------------------------------------------------------------


def _body(pick: Picks) -> str:
    icons = pick.of(ICONS).split()
    images = "".join(f'<img src="/images/vote/{icon}.gif" alt="{icon}" />' for icon in icons)
    text = f"{images} {pick.of(WORDS)}"
    return pick.of((*(f"<p>{text}</p>",) * 5, f"<blockquote>{text}</blockquote>"))


def _post(number: int, pick: Picks) -> Record:
    slug = pick.scene.slugs[number]
    said = {"category": pick.of(CATEGORIES), "title": pick.of(TITLES).format(slug), "author": pick.of(ANYBODY)}
    return {"kind": "post", "id": slug, "slug": slug, **said, "body": pick.of(TEXTS), **pick.exactly(last=120)}


def _comment(number: int, pick: Picks) -> Record:
    said = {"post": pick.of(pick.scene.slugs), "author": pick.of(ANYBODY), "body": _body(pick)}
    return {"kind": "comment", "id": pick.scene.comments[number], **said, **pick.when()}


def _comment_edited(number: int, pick: Picks) -> Record:
    said = {"post": pick.of(pick.scene.slugs), "author": pick.of(ANYBODY), "body": _body(pick)}
    return {"kind": "comment_edited", "id": pick.of(pick.scene.comments), **said, **pick.when()}


def _comment_gone(number: int, pick: Picks) -> Record:
    return {
        "kind": "comment_gone",
        "id": pick.of(pick.scene.comments),
        "post": pick.of(pick.scene.slugs),
        "author": pick.of(NAMES),
        **pick.when(),
    }


def _post_edited(number: int, pick: Picks) -> Record:
    changed = pick.of(
        ({"title": "Proposal: Other"}, {"body": "<p>Add two rules.</p>"}, {"category": pick.of(CATEGORIES)})
    )
    return {
        "kind": "post_edited",
        "id": f"e{pick.scene.mark}{number}",
        "slug": pick.of(pick.scene.slugs),
        "by": pick.of(NAMES),
        **changed,
        **pick.when(),
    }


def _post_gone(number: int, pick: Picks) -> Record:
    return {"kind": "post_gone", "id": f"g{pick.scene.mark}{number}", "slug": pick.of(pick.scene.slugs), **pick.when()}


def _post_status(number: int, pick: Picks) -> Record:
    said = {"status": pick.of(STATUSES), "by": pick.of(("", "Ada", "Wes", "Bo")), "note": pick.of(NOTES)}
    return {
        "kind": "post_status",
        "id": f"s{pick.scene.mark}{number}",
        "slug": pick.of(pick.scene.slugs),
        **said,
        **pick.when(),
    }


def _roster_change(number: int, pick: Picks) -> Record:
    said = {"name": pick.of(ANYBODY), "change": pick.of(CHANGES), "by": pick.of(("", "Ada", "Bo")), "to": "Bob"}
    return {"kind": "roster_change", "id": f"r{pick.scene.mark}{number}", **said, **pick.when()}


def _setting(number: int, pick: Picks) -> Record:
    name, value = pick.of(SETTINGS)
    return {"kind": "setting", "id": f"t{pick.scene.mark}{number}", "name": name, "value": value, **pick.exactly()}


def _decision(number: int, pick: Picks) -> Record:
    question, answer = pick.of(ANSWERS)
    return {
        "kind": "decision",
        "id": f"d{pick.scene.mark}{number}",
        "question": question,
        "answer": answer,
        "by": "Ada",
        "why": "so ruled",
        **pick.exactly(),
    }


def _correction(number: int, pick: Picks) -> Record:
    of, mark = pick.of((*pick.scene.slugs, *pick.scene.comments, *pick.scene.comments)), pick.scene.mark
    happened = iso(pick.instant(GRID, 240))
    said: Record = pick.of(({"void": True}, {"reads": "FOR"}, {"reads": "AGAINST"}, {"happened": happened}))
    return {
        "kind": "correction",
        "id": f"k{mark}{number}",
        "of": of,
        **said,
        "by": "Ada",
        "why": "so",
        **pick.exactly(),
    }


_OTHERS: tuple[Callable[[int, Picks], Record], ...] = (
    *(_post_status, _post_status, _roster_change, _roster_change, _comment_edited, _comment_edited),
    *(_comment_gone, _post_edited, _setting, _decision, _post_gone, _correction),
)


def _other(number: int, pick: Picks) -> Record:
    return pick.of(_OTHERS)(number, pick)


def _roster(pick: Picks) -> Record:
    away = {pick.of(("", *NAMES[2:])), pick.of(("", *NAMES[2:]))}
    players = [
        {"name": name, "status": "idle" if name in away else "player", "admin": name in ("Wes", "Ada"), "emperor": name == "Wes"}
        for name in NAMES
    ]  # fmt: skip
    return {"kind": "roster", "id": "r", "at": iso(START - timedelta(days=1)), "players": players}


# --- stories ---------------------------------------------------------------------------------------------------------

_rows = st.binary(min_size=BYTES, max_size=BYTES)


def scenes(scene: Scene, most: int) -> st.SearchStrategy[Story]:
    """Up to five posts, and what happened to them and to those of earlier scenes; in no particular order."""

    def told(posts: list[bytes], comments: list[bytes], others: list[bytes]) -> Story:
        return [
            *(_post(number, Picks(row, scene)) for number, row in enumerate(posts)),
            *(_comment(number, Picks(row, scene)) for number, row in enumerate(comments)),
            *(_other(number, Picks(row, scene)) for number, row in enumerate(others)),
        ]

    posts, comments = st.lists(_rows, max_size=len(SLUGS)), st.lists(_rows, max_size=len(COMMENTS))
    return st.builds(told, posts, comments, st.lists(_rows, max_size=most))


def stories(*sequels: Scene) -> st.SearchStrategy[Story]:
    """A roster and a scene, with its sequels."""
    first = Scene()
    opening = _rows.map(lambda row: [_roster(Picks(row, first))])
    parts = [opening, *(scenes(scene, most=10) for scene in (first, *sequels))]
    return st.tuples(*parts).map(lambda told: [row for part in told for row in part])


def instants(first: int, last: int) -> st.SearchStrategy[datetime]:
    """Instants to look at: on the grid or a second beside it, or some minutes off it."""
    hours = st.integers(first // GRID, last // GRID).map(lambda step: timedelta(hours=step * GRID))
    return st.builds(
        lambda hour, second: START + hour + timedelta(seconds=second), hours, st.sampled_from([0, 1, -1, 1800])
    )
