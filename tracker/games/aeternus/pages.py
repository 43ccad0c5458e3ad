"""Aeternus' pages: the map, players, factions, what may be done and how likely what is, trades, proposals and the Judge."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any

from tracker.core.draft import RegionDraft
from tracker.core.gamestate import Gamestate
from tracker.core.ports import Upload
from tracker.games.chat_game.nomic import ChatNomic
from tracker.games.chat_game.pages import OLD_GOES, Ballot, Can, Pages, Section, Told
from tracker.mechanics.chat import proposals as chamber
from tracker.mechanics.chat import rulings, trades, votes
from tracker.mechanics.chat.carrying import Refused
from tracker.mechanics.chat.people import playing
from tracker.mechanics.state.table import Table

from . import actions, factions, fishing, generation, items, judgement, phases, players, proposals, traversing
from .hexes import ORIGIN, Hex, distance, neighbours, of_key, shown
from .law import NO_ROD
from .state import BARREN, FLAG, Aeternus, Cell, full_points

PICTURE = "map_picture"
"""The key of the picture of the map, whose title is that of its file's page."""
CATALOGUE: Mapping[str, str] = {
    "map": "Tracker/Map",
    PICTURE: "File:Tracker map of Aeternus.svg",
    "players": "Tracker/Players",
    "factions": "Tracker/Factions",
    "abilities": "Tracker/What can I do now",
    "odds": "Tracker/Odds here and now",
    "agreements": "Tracker/Trades",
    "proposals": "Tracker/Proposals",
    "judge": "Tracker/Judge",
    "dice": "Tracker/Dice",
    "dice_month": "Tracker/Dice {month}",
    "log": "Tracker/Log",
    "log_month": "Tracker/Log {month}",
    "attention": "Tracker/Refused and unclear",
}
HEXES_SHOWN = 600
"""The table of the map has so many of the hexes nearest to the origin, and of those farther away on which something stands."""
_GROWS = ("the table holds the hexes nearest to the origin: those farther away give way to what is generated nearer",)
_TURN = ("with each phase, and with what is done in it, what somebody can do changes",)
_JUSTICE = {"request": "AET-047", "binds": "AET-049", "overturned": "AET-056", "confidence": "AET-053"}


class Drafts:
    """The regions of all pages at an instant."""

    def __init__(self, game: ChatNomic[Any], gamestate: Gamestate, names: Mapping[str, str]) -> None:
        """``names`` are page titles by key."""
        self.pages = Pages(game, gamestate, names)
        self.world: Aeternus = self.pages.world
        self.name, self.file = self.pages.people.name, names.get(PICTURE, "")

    def all(self, can: Mapping[str, Sequence[Can]]) -> list[RegionDraft]:
        """Every region that should stand on the wiki, with what everybody can do."""
        pages, world = self.pages, self.world
        told = [Told(phases.until(world), "AET-004")] if world.winner is None else []
        return [
            pages.draft(
                "map", self._map(), "aeternus/map.wikitext.j2", _GROWS if len(world.world) > HEXES_SHOWN else ()
            ),
            pages.parts("players", self._players(told), _TURN),
            pages.parts("factions", self._factions(), (*_TURN, *OLD_GOES)),
            pages.abilities([*told, Told("Whoever joins agrees to the rules", "AET-027")], can, _TURN),
            pages.parts("odds", list(self._odds()), _TURN),
            pages.agreements([Told("Only reputable players trade", "AET-148")], dict(self._lacking()), ()),
            pages.proposals(dict(self._ballots()), _OF_PROPOSALS, world.law.word("proposals_channel")),
            pages.judge(_OF_JUDGES, _JUSTICE, dict(self._votes())),
            *pages.dice(("AET-062",)),
            *pages.log(),
            pages.attention(),
        ]

    # --- the map ------------------------------------------------------------------------------------------------------

    def _map(self) -> dict[str, Any]:
        """The hexes as rows, the nearest to the origin first; of those far away only such as bear something or somebody."""
        cells = {of_key(key): cell for key, cell in self.world.world.items()}
        order = sorted(cells, key=lambda at: (distance(at, ORIGIN), at))
        people: dict[Hex, list[str]] = {}
        for id, player in playing(self.world).items():
            people.setdefault(player.at, []).append(self.name(id))
        far = [at for at in order[HEXES_SHOWN:] if at in people or not cells[at].is_plain]
        chosen = [*order[:HEXES_SHOWN], *far[:HEXES_SHOWN]]
        counts = {
            biome: sum(cell.biome == biome for cell in cells.values()) for biome in self.world.law.words("biomes")
        }
        return {
            "rows": [self._row(at, cells[at], ", ".join(people.get(at, ())) or "–") for at in chosen],
            "hexes": len(order),
            "hexes_left_out": len(order) - len(chosen),
            "biomes": [(biome, count) for biome, count in counts.items() if count],
            "file": self.file,
        }

    def _row(self, at: Hex, cell: Cell, people: str) -> tuple[Any, ...]:
        landmark = "–" if cell.landmark == BARREN else cell.landmark
        owner = self.name(cell.flag_owner) if cell.flag_owner else "–"
        features = ", ".join(sorted(cell.features)) or "–"
        return "-".join(map(str, at)), shown(at), distance(at, ORIGIN), cell.biome, landmark, features, owner, people

    # --- players and factions -----------------------------------------------------------------------------------------

    def _players(self, told: Sequence[Told]) -> list[Section]:
        heads = (
            "Player",
            "Status",
            "Since",
            "Place",
            "Action points",
            "of the next phase",
            "Quality score",
            "Faction",
            "Items",
        )
        world = self.world
        order = sorted(world.players, key=lambda id: not world.players[id].player)
        rows = tuple((id, self._player(id)) for id in order)
        number = Told(f"The Phase Number is {world.phase_number}", "AET-007")
        named = [f"{quality} {name}" for quality, name in enumerate(world.quality_names, 1)]
        due = [f"{quality}, which {self.name(who)} must name" for quality, who in sorted(world.naming_due.items())]
        qualities = Told(f"Qualities of medallion fish: {', '.join([*named, *due])}", "AET-177")
        return [
            Section(told=[*told, number], table=_table(heads, rows), empty="Nobody has joined yet."),
            Section(told=[qualities], empty=""),
        ]

    def _player(self, id: str) -> tuple[Any, ...]:
        world, player = self.world, self.world.players[id]
        if not player.player:
            return self.name(id), "no player", player.left, None, None, None, None, None, None
        status = ["reputable" if player.reputable else f"reputable from {players.reputable_from(world, id)}"]
        status += [f"declared so by {self.pages.shared['listed'](player.declarers)}"] if player.declarers else []
        status += ["has travelled"] if player.barred else []
        points = (player.ap, full_points(world, player), player.quality_score)
        items = ", ".join(f"{count} {item}" for item, count in sorted(player.inventory.items()))
        return (
            self.name(id),
            "; ".join(status),
            player.joined,
            shown(player.at),
            *points,
            self.name(player.faction),
            items or None,
        )

    def _factions(self) -> list[Section]:
        world, law = self.world, self.world.law
        heads = ("Faction", "Members", "Hexes", "Influence", "To win it still takes", "Where")
        rows = tuple((name, self._faction(name, each)) for name, each in factions.standings(world).items())
        hexes, times = law.number("victory_hexes"), law.number("victory_influence_factor")
        wins = f"A faction wins with {hexes} hexes and {times} times the influence of every other"
        asked = ("Request", "By", "Until", "State", "For", "Against")
        merges = tuple((key, self._merge(key)) for key in world.merges)
        how = [
            Told(
                "Members of the two factions vote by 👍 and 👎 on the message, and more for than against is accepted",
                "AET-018",
            ),
            Told("Flags and members of both pass to the new faction", "AET-020"),
            Told("Who leaves a faction is alone, and the flags stay", "AET-022"),
        ]
        return [
            Section("Factions", [Told(wins, "AET-194")], _table(heads, rows), "Nobody has joined yet."),
            Section("Requests to merge", how, _table(asked, merges)),
        ]

    def _faction(self, name: str, each: factions.Standing) -> tuple[Any, ...]:
        lacks = [f"{each.hexes_missing} hexes"] if each.hexes_missing else []
        if each.influence_missing:
            lacks.append(f"{each.influence_missing} more influence, against {self.name(each.rival)}")
        listed, own = self.pages.shared["listed"](factions.members(self.world)[name]), str(each.influence)
        return (
            self.name(name),
            listed,
            each.hexes,
            own,
            " and ".join(lacks) or "nothing",
            ", ".join(map(shown, self.world.sites.where(FLAG, name)[:30])) or None,
        )

    def _merge(self, key: str) -> tuple[Any, ...]:
        request = self.world.merges[key]
        count = factions.merge_count(self.world, key) if request.status == "open" else None
        sides = (count.of(votes.UP), count.of(votes.DOWN)) if count else (request.voters_for, request.voters_against)
        what = f"{' and '.join(map(self.name, request.factions))} as {self.pages.people.readable(request.name)}"
        counted = (f"{len(side)}: {self.pages.shared['listed'](side)}" for side in sides)
        return what, self.name(request.by), request.end, request.status, *counted

    # --- odds ---------------------------------------------------------------------------------------------------------

    def _odds(self) -> Iterator[Section]:
        for id, player in playing(self.world).items() if self.world.winner is None else ():
            heads = ("Direction", "Hex", "There", "Action points", "On the way")
            ways = zip(self.world.law.words("directions"), neighbours(player.at), strict=True)
            rows = tuple((way, (way, *self._step(player.at, to))) for way, to in ways)
            cell = self.world.cell(player.at)
            at = Told(f"At {shown(player.at)}: {in_words(cell)}", "AET-088")
            yield Section(self.name(id), [at, self._foraging(id, cell)], _table(heads, rows))
            for lake in fishing.lakes(self.world, player.at):
                yield self._fishing(id, lake)

    def _step(self, here: Hex, to: Hex) -> tuple[Any, ...]:
        world, cell = self.world, self.world.cell(to)
        there = in_words(cell) if cell else f"indeterminate: {odds_in_words(generation.biome_odds(world, to))}"
        notes = {
            "the Lake cannot be entered: they would stay": traversing.is_closed(world, to),
            f"{world.law.number('swamp_percent')} % to get out of the swamp": traversing.holds(world, here, to),
            f"{world.law.number('wind_percent')} % to be blown on by the wind": traversing.is_windy(world, to),
            "their own hex would be corrupted": traversing.corrupts(world, here, to),
        }
        return (
            shown(to),
            there,
            traversing.cost(world, here),
            ", ".join(note for note, holds_true in notes.items() if holds_true) or None,
        )

    def _foraging(self, id: str, cell: Cell | None) -> Told:
        if cell is None or not cell.is_plain:
            return Told(f"Forage: barred, {actions.why_not_forage(cell)}", "AET-135")
        dice, rewards = (
            actions.foraging_dice(self.world, self.world.players[id]),
            actions.rewards_of(generation.law_of(self.world), cell.biome),
        )
        return Told(f"Forage on {cell.biome} with {dice} d6, of each: {odds_in_words(rewards)}", "AET-136")

    def _fishing(self, id: str, lake: Hex) -> Section:
        law = generation.law_of(self.world)
        rods = fishing.rods_of(law, self.world.players[id].inventory)
        casts = {rod: len(fishing.eligible(fishing.Cast(self.world, id, lake, rod))) for rod in rods}
        told = [
            Told(
                f"Fish in {shown(lake)} with {'no rod' if rod == NO_ROD else rod}: {fishing.catch_percent(law, rod)} % to catch something, of a"
                f" catch {fishing.medallion_percent(law, rod, types)} % a medallion fish",
                "AET-133",
            )
            for rod, types in casts.items()
        ]
        rows = tuple(
            (each.type, (each.type, "eligible" if each.holds else "not eligible", each.why))
            for each in fishing.conditions(fishing.Cast(self.world, id, lake, NO_ROD))
        )
        return Section("", told, _table(("Medallion fish, without a rod", "Eligible", "Why"), rows))

    # --- trades, votes ------------------------------------------------------------------------------------------------

    def _lacking(self) -> Iterator[tuple[str, Told]]:
        for key, offer in trades.opened(self.world):
            try:
                items.must_be_traders(self.world, offer)
                for who, given in ((offer.by, offer.give), (offer.to, offer.get)):
                    trades.must_have(self.world.holder(who), given)
            except Refused as why:
                yield key, Told(self.pages.people.readable(why.text), why.clause or "AET-151")

    def _ballots(self) -> Iterator[tuple[str, Ballot]]:
        voters = set(playing(self.world))
        for id, each in self.world.proposals.items():
            if not each.verdict:
                count = chamber.tally(self.world, id, proposals.TERMS, voters)
                passes = proposals.CLASSES[each.by_class].passes(self.world, count) and not each.touched
                most = self.world.law.number("urgent_most_against")
                needs, clause = (
                    (f"at most {most} against", "AET-037")
                    if each.by_class == proposals.URGENT
                    else ("more for than against", "AET-041")
                )
                verdict = "would take effect" if passes else "would fail"
                yield id, Ballot(count.of(votes.UP), count.of(votes.DOWN), verdict, needs, clause)

    def _votes(self) -> Iterator[tuple[str, Any]]:
        voters = set(playing(self.world))
        for id in self.world.candidacies:
            count = votes.counted(self.world, id, judgement.ELECTION, voters)
            yield id, (count.of(votes.UP), count.of(votes.DOWN))
        for id in rulings.open_votes(self.world):
            yield id, rulings.confidence_tally(self.world, id, judgement.CONFIDENCE, voters)


_OF_PROPOSALS = (
    Told("👍 is a vote for and 👎 against; both together are against", "AET-031"),
    Told("An edit of the message before the end, or its deletion, lets a proposal fail", "AET-032"),
    Told("Urgent proposals should only correct the game or keep it playable", "AET-039"),
)
_OF_JUDGES = (
    Told("Two players remove a Judge, for abuse of the office only", "AET-044"),
    Told(
        "The election is at the week's end: most 👍 among those with more 👍 than 👎, of equal ones the earliest",
        "AET-058",
    ),
    Told("Without such a candidacy the Judge stays", "AET-061"),
)


def _table(heads: Sequence[str], rows: tuple[tuple[str, tuple[Any, ...]], ...]) -> Table | None:
    numbers = {"Since", "Until", "Action points", "of the next phase", "Quality score", "Hexes"}
    return Table(tuple((head, "number" if head in numbers else "") for head in heads), rows) if rows else None


def in_words(cell: Cell | None) -> str:
    """What a hex is."""
    if cell is None:
        return "indeterminate"
    return ", ".join([cell.biome, *([] if cell.landmark == BARREN else [cell.landmark]), *sorted(cell.features)])


def odds_in_words(odds: Mapping[str, Fraction]) -> str:
    """How likely each outcome is."""
    return ", ".join(f"{name} {float(chance):.1%}" for name, chance in odds.items())


def pictures(gamestate: Gamestate, names: Mapping[str, str]) -> list[Upload]:
    """The picture of the map, in the form in which its page's title ends; none without a title."""
    if PICTURE not in names:
        return []
    from .map_picture import picture

    shown_now, filename = gamestate.detail, names[PICTURE].removeprefix("File:")
    people = {id: shown_now.people.name(id) for id in shown_now.world.players}
    told = f"The map of Aeternus, drawn by the tracker; [[{ {**CATALOGUE, **names}['map'] }]] says the same in words."
    content = picture(shown_now.world, people, filename.rpartition(".")[2].lower())
    return [Upload(filename, content, "the map of Aeternus", told)]
