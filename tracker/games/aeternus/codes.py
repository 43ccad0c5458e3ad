"""The words for what Aeternus' rules do not allow, undo or let fail, each with its clause and one sentence."""

from __future__ import annotations

from collections.abc import Mapping

from tracker.mechanics.ruleset import ruleset_codes

REFUSALS: Mapping[str, tuple[str, str]] = {
    "NOT_A_PLAYER": ("AET-008", "Somebody who is no player did what only players can."),
    "ALREADY_PLAYER": ("AET-008", "A player announces becoming one."),
    "TOO_SOON": ("AET-009", "Somebody joins who was a player at a moment of the last seven days."),
    "WRONG_CHANNEL": ("AET-008", "What counts in another channel only; it has no effect."),
    "NOT_REPUTABLE": ("AET-011", "What is for reputable players, by or with somebody who is not."),
    "UNCLEAR": ("AET-152", "What seems to be an action and is half understood, or names too much or too little."),
    "UNKNOWN_CLASS": ("AET-034", "A proposal of a class that there is not."),
    "TOO_LATE": ("AET-050", "What has to be done within some time, after it."),
    "NAME_MISSING": ("AET-019", "A merge request without the name of the new faction."),
    "NO_SUCH_FACTION": ("AET-017", "A faction that there is not."),
    "ALREADY_OWN_FACTION": ("AET-022", "Somebody leaves the faction in which they are alone under their own name."),
    "NOT_A_PARTY": ("AET-017", "Something about factions or trades that the author has no part in."),
    "NO_SUCH_OFFER": ("AET-151", "Consent to an offer that was never made or is not open any more."),
    "INSUFFICIENT_ITEMS": ("AET-143", "Somebody gives, uses or spends more than they hold; nothing moves."),
    "OUT_OF_RANGE": ("AET-124", "A hex that is too far away, the own one, or named twice."),
    "INDETERMINATE_HEX": ("AET-080", "Construction on a hex that is not generated."),
    "CANNOT_BUILD_HERE": ("AET-125", "Construction on a Lake or on a corrupted hex."),
    "ALREADY_THERE": ("AET-112", "Construction of a feature that the hex has already."),
    "NOTHING_THERE": ("AET-191", "A feature is to be destroyed that is not there."),
    "NO_STAG_STATION": ("AET-119", "A journey from or to a hex without a Stag Station."),
    "NO_LAKE": ("AET-131", "Fishing where no Lake is."),
    "CHOOSE_LAKE": ("AET-132", "Fishing beside several Lakes without saying in which."),
    "CANNOT_FORAGE_HERE": ("AET-135", "Foraging on a hex with a landmark or a feature."),
    "NOTHING_TO_NAME": ("AET-178", "A name for a quality that the author has not to name."),
    "NO_MORE_ACTIONS": ("AET-121", "An action in the phase in which its player travelled the stagways."),
    "NOT_ENOUGH_AP": ("AET-126", "An action that costs more action points than its player has left."),
    "NOT_THE_JUDGE": ("AET-045", "What is for the Judge alone, by somebody else."),
    "NOT_THE_JUDGE_WHO_RULED": ("AET-054", "A Judge overturns what another Judge ruled."),
    "CYCLE_OVER": ("AET-195", "An action after a faction has won the cycle."),
    "NO_ROLL": ("AET-062", "An action whose dice could not be drawn; people decided that it comes to nothing."),
}
"""Why an announcement has no effect, in the order of the checklist, which leaves the last one nameless."""

FINDINGS: Mapping[str, tuple[str, str]] = {
    "ANNOUNCEMENT_CHANGED": ("AET-152", "The message of an action was edited or deleted after it was done; it stands."),
    "URGENT_REMINDER": ("AET-039", "An Urgent proposal should only correct the game or keep it playable."),
    "TO_CARRY_OUT": ("AET-032", "A proposal took effect: people change the ruleset, and what it concerns."),
    "FACTION_NAME_TAKEN": ("AET-016", "Somebody's own faction would bear a name that another faction has."),
    "REQUEST_OPEN": ("AET-048", "A request for justice waits for the Judge's response."),
    "REQUEST_NOT_OBLIGING": ("AET-047", "A request for justice by the Judge obliges nobody."),
    "NO_TRUTH_VALUE": ("AET-046", "A response to a statement says neither true nor false."),
    "RULING_WITHOUT_BEARING": ("AET-056", "A ruling was overturned; what was decided by it is for people to redo."),
    "NEW_RULING_DUE": ("AET-055", "The Judge overturned a ruling and owes a new one."),
    "REMOVAL_FOR_ABUSE": ("AET-044", "A Judge should only be removed for abuse of office."),
    "JUDGE_IS_NO_PLAYER": ("AET-042", "The Judge is no player any more."),
    "RANDOM_MATTER_LAPSED": (
        "AET-064",
        "Dice had not fallen by the end of the phase: what hung on them does not happen.",
    ),
    "ROLL_NOT_USED": ("AET-066", "Somebody rolled dice, and no action used them."),
    "REROLL": ("AET-067", "Dice were rolled again for what had valid ones; the first stand."),
    "REVERSAL": ("AET-068", "Effects of attempts after the first may have to be undone; people decide."),
    "DICE_AWAITED": ("AET-062", "An action waits for dice that nobody drew; a replayed file lacks them."),
    "DICE_LOST": ("AET-062", "An action waits for dice that can never be drawn; people decide what becomes of it."),
    "ROLL_UNUSED": ("AET-062", "Dice fell, and what asked for them does so no more."),
    "EDITED_UNREAD": ("AET-152", "A message was changed before it was first read; its author is asked what counts."),
    "VOTE_SEEN_LATE": ("AET-030", "A vote hangs on a reaction that was first seen after its end."),
    "IDENTITY_CHANGED": (
        "AET-008",
        "An account was said to be another's before; all that it ever did counts for whoever it is said to be now.",
    ),
    "NOT_UNDERSTOOD": ("AET-074", "A stated gamestate in which something cannot be; nothing of it holds."),
    "CHAT_UNREAD": ("AET-001", "The chat is not wholly read, and what is due since then waits."),
    "OTHER_GAME": ("AET-001", "A gamestate that was stated for another game; it is of no use here."),
    "UNKNOWN_SETTING": ("AET-001", "A setting that this game does not know, or that cannot be."),
    "CORRECTION_WITHOUT_EFFECT": (
        "AET-001",
        "A correction that puts nothing right: what it names is not there, or cannot be so.",
    ),
}
"""What is shown for people to know or to judge."""

CODES: Mapping[str, tuple[str, str]] = {**REFUSALS, **FINDINGS, **ruleset_codes.codes("AET-032")}
"""Every code: its clause and one sentence."""
