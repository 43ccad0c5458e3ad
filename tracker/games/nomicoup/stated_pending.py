"""What people state of the action that is pending when the tracker starts in the middle of a game: with its claims, as far as it can be."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, get_args

from . import actions, characters
from .challenges import FALLEN, OPEN, UNCHALLENGED
from .state import Claim, ClaimStatus, Counteraction, Pending
from .stated_form import Form

_OF_CLAIMS = ("player", "character", "status", "challenger", "challenged_at", "at", "message")
_OF_PENDING = (
    *("actor", "kind", "target", "amount", "announced_at", "cost_paid", "claim", "counteractions", "message"),
    *("stopped", "done", "moved"),
)
_OF_COUNTERACTIONS = ("player", "kind", "at", "claim", "message")


def pending(form: Form, stated: Any, where: str = "pending") -> Pending | None:
    """The action whose window is open, as it is stated; None where none is, or where it cannot be."""
    entry = form.table(stated, where, _OF_PENDING)
    if not entry:
        return None
    made = _announced(form, entry, where)
    if made is None:
        return None
    own = form.moment.law.value("actions")[made.kind]["claim"]
    if own != "none":
        made.claim = _claim(form, entry.get("claim"), made.actor, own, made, is_action=True)
    elif entry.get("claim") is not None:
        form.amiss(f"{where}: {made.kind} claims no character, and has no claim", "COUP-046")
    made.counteractions = list(_counteractions(form, entry.get("counteractions"), made))
    made.is_done = form.flag(entry, "done", where, default=False)
    made.moved = form.count(entry, "moved", where, most=made.amount if made.is_done else 0)
    made.is_stopped = _is_stopped(form, entry, made, where)
    return made


def _announced(form: Form, entry: Mapping[str, Any], where: str) -> Pending | None:
    """Who announced what, against whom and when; None where that cannot be pending."""
    moment, table = form.moment, form.moment.law.value("actions")
    actor, kind = form.person(form.text(entry.get("actor"))), form.text(entry.get("kind"))
    if moment.world.status != "running":
        form.amiss(f"{where}: nothing is pending while the game is {moment.world.status}", "COUP-042")
    elif actor not in moment.world.players or kind not in table:
        form.amiss(f"{where} needs a player as its actor, and as its kind an action that there is", "COUP-042")
    elif table[kind]["pending"] != "yes":
        form.amiss(f"{where}: {kind} takes effect at once, and is never pending", "COUP-042")
    elif (target := _target(form, entry, actor, kind, where)) is not None:
        at, most = form.at(entry, "announced_at", where), moment.law.number("credits_total")
        made = Pending(actor, kind, at, form.written(entry, "message", where), target)
        made.cost_paid = form.count(entry, "cost_paid", where, characters.cost_of(moment, kind), most=most)
        made.amount = form.count(entry, "amount", where, characters.amount_of(moment, kind), most=most)
        return made
    return None


def _target(form: Form, entry: Mapping[str, Any], actor: str, kind: str, where: str) -> str | None:
    """At whom an action is aimed, "" for nobody; None where it cannot be aimed so."""
    aim, clause = form.moment.law.value("actions")[kind]["target"], characters.clause_of(kind)
    named = form.text(entry.get("target"))
    target = form.known(f"the target of {where}", named, clause)
    if aim == "none" and named:
        form.amiss(f"{where}: {kind} is aimed at nobody, not at {named}", clause)
    elif aim == "none" or (target and (target != actor or actions.may_aim_at_oneself(form.moment, kind, aim))):
        return target
    elif target:
        form.amiss(f"{where}: {kind} needs another player, and {actor} cannot be the target", clause)
    elif not named:
        form.amiss(f"{where}: it is not stated at whom the {kind} is aimed (target)", clause)
    return None


def _is_stopped(form: Form, entry: Mapping[str, Any], made: Pending, where: str) -> bool:
    """Whether nothing comes of an action any more: surely where its claim fell, or somebody left whom it needs."""
    world, why = form.moment.world, ""
    if made.claim is not None and made.claim.status == FALLEN:
        why = "its claim has fallen"
    elif form.moment.law.chooses("actions_of_who_left", "have no effect"):
        gone = [each for each in (made.actor, made.target) if each and not world.players[each].is_playing]
        why = f"{gone[0]} left" if gone else ""
    if why and form.flag(entry, "stopped", where, default=True) is False:
        form.amiss(f"{where}: the {made.kind} is stopped, since {why}", "COUP-015" if "left" in why else "COUP-065")
    return bool(why) or form.flag(entry, "stopped", where, default=False)


def _claim(form: Form, stated: Any, player: str, own: str, made: Pending, *, is_action: bool) -> Claim:
    """A claim of a player to influence the character that their action or counteraction needs."""
    who = f"the claim of {player}"
    entry = form.table(stated, who, _OF_CLAIMS)
    if entry.get("player") is not None and form.person(form.text(entry["player"])) != player:
        form.amiss(f"{who} cannot be that of {entry['player']}", "COUP-062")
    claim = Claim(player, _character(form, entry, own, who, is_action=is_action), made.announced_at, made.message)
    claim.status = form.one_of(entry, "status", who, get_args(ClaimStatus), UNCHALLENGED)
    claim.challenger = _challenger(form, entry, claim, who)
    if claim.status != UNCHALLENGED and not claim.challenger:
        claim.status = UNCHALLENGED
    challenged_at = form.past(entry, "challenged_at", who)
    claim.challenged_at = (challenged_at or form.moment.when) if claim.challenger else None
    claim.is_beyond_challenge = not form.moment.world.players[player].is_playing
    if claim.status == OPEN and claim.is_beyond_challenge:
        form.amiss(f"{who} cannot be open: {player} left, and it has fallen by that", "COUP-015")
        claim.status = FALLEN
    return claim


def _character(form: Form, entry: Mapping[str, Any], own: str, who: str, *, is_action: bool) -> str:
    names = {name.casefold(): name for name in form.moment.law.words("characters")}
    said = form.text(entry.get("character")) or own
    found = names.get(said.casefold(), "")
    may_differ = is_action and form.moment.law.chooses("naming_another_character", "claims that character")
    if not found:
        form.amiss(f"{who}: there is no character {said!r}; there are {', '.join(names.values())}", "COUP-046")
    elif found != own and not may_differ:
        form.amiss(f"{who} is that they influence {own}, not {found}", "COUP-046")
        return own
    return found or own


def _challenger(form: Form, entry: Mapping[str, Any], claim: Claim, who: str) -> str:
    """Who challenged a claim, as somebody did of each that is not unchallenged; "" for nobody."""
    challenger = form.known(f"who challenges {claim.player}", entry.get("challenger"), "COUP-062")
    if challenger == claim.player:
        form.amiss(f"{who} cannot be challenged by themself", "COUP-062")
    elif challenger and claim.status == UNCHALLENGED:
        form.amiss(f"{who} is unchallenged, and {challenger} cannot have challenged it", "COUP-062")
    elif claim.status != UNCHALLENGED and not entry.get("challenger"):
        form.amiss(f"{who} is {claim.status}, and it is not stated who challenged it (challenger)", "COUP-062")
    else:
        return challenger
    return ""


def _counteractions(form: Form, stated: Any, made: Pending) -> Iterator[Counteraction]:
    table, seen = form.moment.law.value("counteractions"), set[tuple[str, str]]()
    for entry in form.listed("counteractions", stated):
        fields = form.table(entry, "a counteraction", _OF_COUNTERACTIONS)
        player, kind = form.person(form.text(fields.get("player"))), form.text(fields.get("kind"))
        if player not in form.moment.world.players or kind not in table:
            form.amiss("a counteraction needs a player, and a kind that there is", "COUP-050")
        elif table[kind]["against"] != made.kind:
            form.amiss(f"{kind} of {player} is no counteraction to {made.kind}", "COUP-050")
        elif player == made.actor:
            form.amiss(f"{player} cannot counter their own {made.kind}", "COUP-050")
        else:
            found = _counteraction(form, fields, player, kind, made)
            if found.claim.status != FALLEN and (player, kind) in seen:
                form.amiss(f"{player} cannot have stated {kind} twice", "COUP-052")
                continue
            seen |= {(player, kind)} if found.claim.status != FALLEN else set()
            yield found


def _counteraction(form: Form, fields: Mapping[str, Any], player: str, kind: str, made: Pending) -> Counteraction:
    at = form.past(fields, "at", "a counteraction") or made.announced_at
    message = form.written(fields, "message", "a counteraction")
    claim = _claim(
        form, fields.get("claim"), player, form.moment.law.value("counteractions")[kind]["claim"], made, is_action=False
    )
    claim.at, claim.message = at, message
    return Counteraction(player, kind, claim, at, message)
