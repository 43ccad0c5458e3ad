"""Nomicoup's clauses, parameters and first rules, the law of an instant made of them, and the words for what it refuses."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path

from tracker.core.clause import load_clauses, load_parameters
from tracker.mechanics import law
from tracker.mechanics.ruleset import ruleset_codes

FOLDER = Path(__file__).parent
CLAUSES = load_clauses(FOLDER / "clauses.toml")
PARAMETERS = load_parameters(FOLDER / "parameters.toml")
HIDDEN = frozenset(
    {"hand", "deck", "nonce", "nonces", "orders", "loose_orders", "drawn", "dealt", "deck_log", "card_steps", "letters", "asked", "kinds"}
)  # fmt: skip
"""The names of what is hidden in a gamestate and in an opening (COUP-034)."""


class Law(law.Law):
    """What holds in Nomicoup at an instant."""

    book = law.LawBook(PARAMETERS)
    __slots__ = ()


@lru_cache(maxsize=1)
def first_rules() -> tuple[tuple[str, str, str], ...]:
    """The rules with which a game begins: ID path, title and content, parents before their subrules (COUP-003)."""
    told = tomllib.loads((FOLDER / "rules.toml").read_text(encoding="utf-8"))
    return tuple((rule["id"], rule["title"], rule["content"]) for rule in told["rule"])


REFUSALS: Mapping[str, tuple[str, str]] = {
    "not_player": ("COUP-075", "Somebody who is no player did what only players can."),
    "already_player": ("COUP-008", "Somebody asks to enter who plays already, alone or in a group."),
    "game_over": ("COUP-001", "An action after somebody won."),
    "not_your_turn": ("COUP-022", "An action by a player whose turn it is not, or a second one in a turn."),
    "must_coup": ("COUP-045", "Another action than Coup in a turn that began with 10 or more credits."),
    "not_enough_credits": ("COUP-049", "An action that costs more than its player has."),
    "missing_target": ("COUP-049", "An action that does not say whom it is aimed at."),
    "bad_target": ("COUP-049", "A target that the action cannot have."),
    "bad_amount": ("COUP-058", "A number of credits that cannot be taken."),
    "bad_claim": ("COUP-046", "A character that does not belong to the action or counteraction."),
    "missing_claim": ("COUP-050", "A counteraction that names neither itself nor a character."),
    "nothing_to_counter": ("COUP-050", "A counteraction with no pending action that it applies to."),
    "own_action": ("COUP-062", "A counteraction or challenge to one's own action or claim."),
    "no_claim": ("COUP-063", "A challenge of somebody who claims nothing."),
    "already_challenged": ("COUP-062", "Another challenge of a claim that was challenged before."),
    "window_closed": ("COUP-043", "A challenge or counteraction after the next action."),
    "not_holding": ("COUP-069", "A card that is not in the player's hand."),
    "no_type": ("COUP-076", "A proposition in which no change says its type."),
    "bad_type": ("COUP-087", "A type of change that there is not."),
    "no_content": ("COUP-088", "A rule is to be added, or text to be appended, and there is none."),
    "missing_parameter": (
        "COUP-094",
        "Something that the action or type of change needs is missing or cannot be read.",
    ),
    "unknown_rule": ("COUP-092", "A path that no rule has, or a rule that is gone."),
    "paths_disagree": ("COUP-092", "An ID path and a title path that are not the same rule's."),
    "parent_missing": ("COUP-089", "A rule is to stand below one that there is not."),
    "text_not_found": ("COUP-094", "A text to be replaced that the rule does not have."),
    "text_not_unique": ("COUP-094", "A text to be replaced that the rule has several times."),
    "not_allowed": ("COUP-091", "What the rules allow nobody to do, or not this player."),
    "already_titled": ("COUP-091", "A rule is to be titled that has a title."),
    "edit_after_votes": ("COUP-100", "A change of more than spelling and grammar after a vote was cast."),
    "not_eligible": ("COUP-102", "A reaction by the proponent or by somebody who is no player; it is no vote."),
    "inactive": (
        "COUP-110",
        "A vote on, or an edit of, a proposition that is not voted on: its voting is over, or it is not complete yet.",
    ),
    "not_judge": ("COUP-116", "A suggestion or deferral by somebody who is not the Judge chosen."),
    "no_change": ("COUP-115", "What is so already, or was not asked for."),
    "unclear": ("COUP-023", "What seems to be an announcement and is half understood; a person reads it."),
}
"""Why an announcement or a change has no effect, in the order of the checklist."""

FINDINGS: Mapping[str, tuple[str, str]] = {
    "WOULD_BE_REPLACED": ("COUP-082", "A change that would replace a rule, if the proposition is adopted."),
    "WOULD_GO": (
        "COUP-085",
        "The rules that a change would delete besides the one that it is on, or by leaving it without content.",
    ),
    "LEFT_OUT_OF_ORDER": ("COUP-028", "A player whom a new turn order does not name."),
    "ORDER_UNCLEAR": (
        "COUP-028",
        "A turn order that waited is not understood as the round ends; the order stays as it is.",
    ),
    "NO_ORDER_RULE": (
        "COUP-024",
        "The rule that held the turn order, or a new one that waits, is gone; the order stays as it is.",
    ),
    "CHANGE_NOT_MADE": ("COUP-093", "A change of an adopted proposition that could not be made."),
    "TO_CARRY_OUT": ("COUP-095", "A change that people carry out and mark as done."),
    "BEHAVIOUR_UNCHANGED": ("COUP-004", "Rules changed; what the tracker does is switched by people."),
    "OTHERWISE_IN_TIME": (
        "COUP-097",
        "An adopted proposition may say that it holds from another time than its adoption; people carry that out.",
    ),
    "STALE_REFERENCE": ("COUP-077", "A text that refers to no rule, or to another than when it was written."),
    "EDIT_TO_CONFIRM": ("COUP-100", "An edit after votes that may be one of spelling and grammar only."),
    "NO_JUDGE": ("COUP-114", "A clarification for which there is no candidate that can be its Judge."),
    "BREACH_REPORTED": ("COUP-007", "Somebody reports a breach of terms of service or of law; people look at it."),
    "WRONG_CHANNEL": ("COUP-023", "An announcement in a channel to which it does not belong; it has no effect."),
    "ANNOUNCEMENT_CHANGED": (
        "COUP-023",
        "The message of an announcement was edited or deleted after it was made; that stands.",
    ),
    "LEFT_THE_SERVER": (
        "COUP-013",
        "Somebody who plays left the server; they are a player still, and their turns end by time.",
    ),
    "SHUFFLE_AWAITED": ("COUP-033", "A shuffle that is not drawn yet; a replayed file lacks it."),
    "ORDER_NOT_TOLD": (
        "COUP-035",
        "A shuffle was drawn, and only its hash is told, as in a public record: what came about since is unknown.",
    ),
    "SHUFFLE_UNFIT": (
        "COUP-033",
        "A shuffle was drawn for other cards than the deck holds now; nothing is dealt until people settle it.",
    ),
    "DEAL_UNFIT": (
        "COUP-034",
        "Cards that were dealt would now be dealt otherwise; what was told holds, and nothing is dealt until people settle it.",
    ),
    "SECRET_LATE": ("COUP-036", "The hash of the secret text was published only after the first shuffle."),
    "UNDELIVERED": ("COUP-034", "A private message that could not be delivered; its player asks for it again."),
    "DICE_AWAITED": ("COUP-114", "A Judge is to be chosen by a die that nobody drew; a replayed file lacks it."),
    "DICE_LOST": (
        "COUP-114",
        "A Judge is to be chosen by a die that can never be drawn; people decide what becomes of it.",
    ),
    "ROLL_UNUSED": ("COUP-114", "Dice fell, and what asked for them does so no more."),
    "IDENTITY_CHANGED": (
        "COUP-005",
        "An account was said to be another's before; all that it ever did counts for whoever it is said to be now.",
    ),
    "CHAT_UNREAD": ("COUP-001", "The chat is not wholly read, and what is due since then waits."),
    "NOT_UNDERSTOOD": ("COUP-040", "A stated gamestate in which something cannot be; nothing of it holds."),
    "OTHER_GAME": ("COUP-001", "A gamestate that was stated for another game; it is of no use here."),
    "UNKNOWN_SETTING": ("COUP-001", "A setting that this game does not know, or that cannot be."),
    "CORRECTION_WITHOUT_EFFECT": (
        "COUP-001",
        "A correction that puts nothing right: what it names is not there, or cannot be so.",
    ),
    "RESOLUTION": ("COUP-122", "An adopted suggestion binds how a rule is interpreted; people switch what it touches."),
}
"""What of propositions and clarifications is shown for people to know or to judge."""

CODES: Mapping[str, tuple[str, str]] = {**REFUSALS, **FINDINGS, **ruleset_codes.codes("COUP-003")}
"""Every code: its clause and one sentence."""
