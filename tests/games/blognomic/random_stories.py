"""Random stories of BlogNomic: a small crowd that posts, votes, edits, idles and resolves at instants that like to coincide."""

from datetime import UTC, datetime, timedelta
from typing import Any

from hypothesis import strategies as st

from tracker.core.instants import iso

Record = dict[str, Any]
Story = list[Record]

START = datetime(2019, 12, 18, tzinfo=UTC)
"""A week before the yearly downtime, so that its edges fall into the stories."""
NAMES = ("Wes", "Ada", "Bo", "Cy", "Di", "Eve", "Flo")
STRANGERS = ("Gus", "ada")
SLUGS = ("p0", "p1", "p2", "p3", "p4")
COMMENTS = tuple(f"c{number}" for number in range(12))
GRID = 6
"""Most things happen at multiples of so many hours, of which all the rules' spans are multiples too."""
ICON_FILES = ("for", "for", "against", "imperial", "seal")
CATEGORIES = ("Proposal",) * 8 + ("Call for Judgement", "Declaration of Victory", "", "Story Post", "Ascension Address")
WORDS = ("", "I think so.", "Please idle me.", "I quit.", "Unidle me, please.", "Add a rule.", "I am back: quorum is 4.")
SWITCHES = {
    "edited_comment_counts": ("first_seen", "newest"),
    "comment_casts": ("last_icon", "every_icon"),
    "return_revives_votes": ("yes", "no"),
    "hiatus_covers_proposal_resolution": ("yes", "no"),
    "stale_proposal_may_be_enacted": ("yes", "no"),
    "special_case.Imperial Deferentials": ("Active", "Inactive"),
    "special_case.Dormancy": ("Inactive",),
    "special_case.Seasonal Downtime": ("Inactive",),
}


def instants(first: int = 0, last: int = 240) -> st.SearchStrategy[datetime]:
    """Instants between two hours: on the grid, or a second beside it."""
    hours = st.integers(first // GRID, last // GRID).map(lambda step: timedelta(hours=step * GRID))
    return st.builds(lambda hour, second: START + hour + timedelta(seconds=second), hours, st.sampled_from([-1, 0, 0, 1]))


def exactly(first: int = 1, last: int = 240) -> st.SearchStrategy[Record]:
    """When a row happened, to the second."""
    return instants(first, last).map(lambda at: {"at": iso(at)})


def times(first: int = 1, last: int = 240) -> st.SearchStrategy[Record]:
    """When a row happened: mostly an instant, sometimes only between two looks."""

    def between(one: datetime, other: datetime) -> Record:
        earlier, later = sorted((one, other))
        return {"not_before": iso(earlier), "not_after": iso(later)} if earlier < later else {"at": iso(one)}

    exact = exactly(first, last)
    later = st.builds(lambda at, hours: between(at, at + timedelta(hours=hours)), instants(first, last), st.integers(1, 8))
    return st.one_of(exact, exact, exact, later)


# --- the rows --------------------------------------------------------------------------------------------------------

names = st.sampled_from(NAMES)
anybody = st.sampled_from(NAMES * 3 + STRANGERS)


@st.composite
def bodies(draw: st.DrawFn) -> str:
    """A comment's HTML: some icons, perhaps quoted, and words."""
    icons = draw(st.lists(st.sampled_from(ICON_FILES), max_size=2))
    images = "".join(f'<img src="/images/vote/{icon}.gif" alt="{icon}" />' for icon in icons)
    quoted = f"<blockquote>{images}</blockquote>" if draw(st.integers(0, 9)) == 0 else images
    return f"<p>{quoted} {draw(st.sampled_from(WORDS))}</p>"


def rows_of(kind: str, number: int, **fields: Any) -> st.SearchStrategy[Record]:
    """A row of that kind with an id of its own and each field drawn."""
    drawn = {name: value if isinstance(value, st.SearchStrategy) else st.just(value) for name, value in fields.items()}
    when = drawn.pop("when", times())
    return st.builds(lambda at, said: {"kind": kind, "id": f"{kind}{number}", **at, **said}, when, st.fixed_dictionaries(drawn))


def posts(slug: str) -> st.SearchStrategy[Record]:
    """A post, mostly a proposal."""
    return rows_of(
        "post", 0, when=exactly(1, 120), id=slug, slug=slug,
        category=st.sampled_from(CATEGORIES), title=st.sampled_from([f"Proposal: {slug} [Core]", f"About {slug}"] * 4 + ["x: "]),
        author=anybody, body=st.sampled_from(["<p>Add a rule.</p>"] * 3 + ["<p>What for?</p>", "<p>I quit; idle me.</p>"]),
    )  # fmt: skip


def comments(number: int) -> st.SearchStrategy[Record]:
    """A comment on one of the posts."""
    return rows_of("comment", 0, id=COMMENTS[number], post=st.sampled_from(SLUGS), author=anybody, body=bodies())


def others(number: int) -> st.SearchStrategy[Record]:
    """Anything else that the blog and the roster bring."""
    slug = st.sampled_from(SLUGS)
    comment = {"id": st.sampled_from(COMMENTS), "post": slug, "author": anybody}
    status = st.sampled_from(["Enacted", "Failed", "Vetoed", "open"])
    note = st.sampled_from(["", "Timed out 2-1. Enacted by Ada", "Failed 5-0. -Ada", "so be it"])
    change = st.sampled_from(["idle", "unidle", "leave", "join", "admin", "deadmin", "emperor"])
    setting = st.sampled_from([(name, value) for name, values in SWITCHES.items() for value in values])
    return st.one_of(
        rows_of("post_status", number, slug=slug, status=status, by=st.sampled_from(["", "Ada", "Ada", "Bo"]), note=note),
        rows_of("roster_change", number, name=st.sampled_from(NAMES + STRANGERS), change=change, by=st.sampled_from(["", "Ada", "Bo"])),
        rows_of("comment_edited", number, body=bodies(), **comment),
        rows_of("comment_gone", number, **comment),
        rows_of("post_edited", number, slug=slug, by=anybody, title=st.just("Proposal: Other"), category=st.sampled_from(CATEGORIES)),
        rows_of("post_gone", number, slug=slug),
        setting.flatmap(lambda pair: rows_of("setting", number, when=exactly(), name=pair[0], value=pair[1])),
        decisions(number),
    )  # fmt: skip


def decisions(number: int) -> st.SearchStrategy[Record]:
    """A person's answer to a question that may be asked."""
    about = st.sampled_from(
        [(f"{topic}:{slug}", answer) for slug in SLUGS for topic, answer in _ANSWERS]
        + [(f"comment-edit:{comment}", answer) for comment in COMMENTS for answer in ("first", "newest")]
    )
    return about.flatmap(lambda pair: rows_of("decision", number, when=exactly(), question=pair[0], answer=pair[1], by="Ada", why="so ruled"))


_ANSWERS = (
    *(("status", "stands"), ("status", "void"), ("leave", "yes"), ("leave", "no"), ("describes-changes", "no")),
    *(("idle-request", "no"), ("two-types", "Proposal")),
)


def rosters() -> st.SearchStrategy[Record]:
    """The first roster: Wes heads the dynasty, Ada is an admin, some are idle."""
    idle = st.sets(st.sampled_from(NAMES[2:]), max_size=2)

    def roster(away: set[str]) -> Record:
        players = [
            {
                "name": name,
                "status": "idle" if name in away else "player",
                "admin": name in ("Wes", "Ada"),
                "emperor": name == "Wes",
            }
            for name in NAMES
        ]
        return {"kind": "roster", "id": "r0", "at": iso(START - timedelta(days=1)), "players": players}

    return idle.map(roster)


@st.composite
def stories(draw: st.DrawFn, most: int = 12) -> Story:
    """A story: a roster, up to five posts, and what happened to them, in any order of the file."""
    told = [draw(rosters())]
    told += [draw(posts(slug)) for slug in SLUGS[: draw(st.integers(2, len(SLUGS)))]]
    told += [draw(comments(number)) for number in range(draw(st.integers(4, len(COMMENTS))))]
    told += [draw(others(number)) for number in range(draw(st.integers(0, most)))]
    return told
