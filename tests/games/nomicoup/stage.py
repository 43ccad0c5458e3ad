"""A stage on which Nomicoup's propositions and clarifications are played without turns: who joins, says so in plain words."""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import datetime
from functools import cached_property
from typing import Any

from tests.games.chat_stories import ChatCase, records, told
from tracker.app.replay import gamestates, printed
from tracker.core.draft import RegionDraft
from tracker.core.fold import Context
from tracker.core.gamestate import Gamestate
from tracker.core.rule import RuleBook
from tracker.games.chat_game import ChatGame, ComeAbout, Due
from tracker.games.nomicoup import clarifications, propositions, rule_changes, rule_paths, turn_order_rule, votes
from tracker.games.nomicoup.codes import CODES
from tracker.games.nomicoup.law import CLAUSES, PARAMETERS, Law
from tracker.games.nomicoup.ruleset_values import reference_findings, ruleset_values
from tracker.games.nomicoup.state import Player, State, World
from tracker.mechanics.announcements import Announced
from tracker.mechanics.chat_dice import Awaited
from tracker.mechanics.chat_log import ChatMessage, Heard
from tracker.mechanics.chat_play import Moment
from tracker.mechanics.forked_worlds import agreed

SAID: Sequence[tuple[str, str]] = (
    (r"I request to become a player\.", "enter"),
    (r'We \((?P<members>.*)\) request to become a player named "(?P<name>\w+)"\.', "enter"),
    (r"I forfeit\.", "forfeit"),
    (r"The round ends\.", "round"),
    (r"I add myself to the Judge candidates\.", "add_candidate"),
    (r"I remove myself from the Judge candidates\.", "remove_candidate"),
    (r"Clarification: *(?P<text>.*)", "clarify"),
    (r"Suggestion ?(?P<number>\d+)?: *(?P<text>.*)", "suggest"),
    (r"I defer\.", "defer"),
    (r'I title rule (?P<rule>[\d.]+) "(?P<title>.*)"\.', "title_rule"),
)


def _enter(moment: Moment[World], said: Announced) -> None:
    author = moment.state.log.messages[moment.row].author
    name = said.fields.get("name") or author
    members = re.findall(r"@(\w+)", said.fields.get("members") or "")
    moment.world.players[name] = Player(name, members)
    moment.world.order.append(name)
    _players_changed(moment)


def _forfeit(moment: Moment[World], said: Announced) -> None:
    player = moment.world.player_of(moment.state.log.messages[moment.row].author)
    moment.world.players[player].is_playing = False
    moment.world.order.remove(player)
    clarifications.left(moment, player)
    _players_changed(moment)


def _players_changed(moment: Moment[World]) -> None:
    propositions.players_changed(moment)
    clarifications.players_changed(moment)


ACTIONS: Mapping[str, Callable[[Moment[World], Announced], object]] = {
    **clarifications.ACTIONS,
    **propositions.ACTIONS,
    "enter": _enter,
    "forfeit": _forfeit,
    "round": lambda moment, _: propositions.apply_upcoming_order(moment),
}


class Stage(ChatGame[State, World]):
    """The chapters on propositions and clarifications, with entering and leaving in their simplest form."""

    slug, title = "nomicoup", "Nomicoup"
    clauses, parameters, codes, law = CLAUSES, PARAMETERS, CODES, Law
    matters, rolls_dice, state_type = "propositions", True, State

    @cached_property
    def rules(self) -> RuleBook:
        chapters = (propositions, clarifications, rule_changes, rule_paths, turn_order_rule, votes)
        return RuleBook.of_modules(CLAUSES, chapters)

    def start(self) -> State:
        return State()

    def opened(self, moment: Moment[World], opening: Mapping[str, Any]) -> None:
        for stated in opening.get("players", ()):
            moment.world.players[stated["id"]] = Player(stated["id"], list(stated.get("members", ())))
        moment.world.order = list(opening.get("order", ()))
        moment.world.candidates = list(opening.get("candidates", ()))
        moment.world.last_judge = opening.get("last_judge", "")

    def heard(self, moment: Moment[World], heard: Heard, readings: Any) -> Iterator[ComeAbout[World]]:
        if heard.is_certain and heard.kind != "left":
            yield lambda at: Due(lambda then, _: self._take(then, heard))

    def _take(self, moment: Moment[World], heard: Heard) -> None:
        message = moment.state.log.messages[heard.message]
        if heard.kind == "posted":
            self._posted(moment, message)
        elif heard.kind == "edited":
            propositions.edited(moment, message, heard.text)
        elif heard.kind == "deleted":
            propositions.deleted(moment, message)
        else:
            for chapter in (propositions, clarifications):
                chapter.reacted(moment, message, heard.user, heard.emoji, is_set=heard.kind == "reacted")

    def _posted(self, moment: Moment[World], message: ChatMessage) -> None:
        for form, kind in SAID:
            if found := re.fullmatch(form, message.text):
                ACTIONS[kind](moment, Announced(1, message.text, kind, found.groupdict()))
                return
        if message.channel == moment.law.word("propositions_channel"):
            propositions.reposted(moment, message) or propositions.posted(moment, message)

    def next_due(self, moment: Moment[World]) -> Due[World] | None:
        return propositions.due(moment) or clarifications.due(moment)

    def next_instant(self, moment: Moment[World]) -> datetime | None:
        instants = [*propositions.next_instants(moment), *clarifications.next_instants(moment)]
        return min((when for when in instants if when > moment.when), default=None)

    def dice_fell(self, moment: Moment[World]) -> None:
        clarifications.choose_judges(moment)

    def dice_void(self, moment: Moment[World], key: str, asked: Awaited) -> None:
        clarifications.choose_judges(moment)

    def kept_of(self, state: State, moment: Moment[World], message: ChatMessage, text: str) -> Mapping[str, Any]:
        return {}

    def view(self, state: State, as_of: datetime, seq: int, context: Context) -> Gamestate:
        now = self.up_to(state, as_of, context)
        moments = [self.moment(now, world, as_of, context.decisions) for world in now.worlds]
        values = agreed([{**ruleset_values(each), "order": each.world.order} for each in moments])
        return Gamestate(
            self.slug,
            as_of,
            seq,
            values,
            findings=(*self.findings(now, context.decisions), *reference_findings(moments[0])),
            questions=self.questions(now, context.decisions, ()),
            requests=self.requests(now),
            events=self.events(now),
            refused=self.refusals(now),
        )

    def pages(self, gamestate: Gamestate, names: Mapping[str, str]) -> Sequence[RegionDraft]:
        return ()

    def catalogue(self) -> Mapping[str, str]:
        return {}


STAGE = Stage()


def played(case: ChatCase) -> Mapping[str, Any]:
    """What a replay of a case prints."""
    rows = records(case)
    last = max(str(record.get("at") or record["not_after"]) for record in rows)
    return printed(STAGE, gamestates(STAGE, rows, [*case.instants, last]))


def values(story: str, until: str) -> Mapping[str, Any]:
    """The values printed of an instant of a story."""
    return gamestates(STAGE, told(story, "nomicoup"), [until])[-1].values
