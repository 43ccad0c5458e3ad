"""The words for what Round 10's rules do not allow, undo or let fail, each with its clause and one sentence."""

from collections.abc import Mapping

from tracker.mechanics.ruleset import ruleset_codes

REFUSALS: Mapping[str, tuple[str, str]] = {
    "NOT_A_PLAYER": ("R10-004", "Somebody who is no player did what only players can."),
    "ALREADY_PLAYER": ("R10-007", "A player announces becoming one."),
    "WRONG_CHANNEL": ("R10-071", "An action outside its channel; it has no effect."),
    "WRONG_PHASE": ("R10-016", "A bid, a hand or a new lot in a phase in which it cannot be."),
    "TYPE_MISSING": ("R10-134", "A hash without the kind of secret action that it stands for."),
    "BAD_HASH": (
        "R10-134",
        "A secret action without a SHA-256 hash of 64 hexadecimal digits, or with two different ones.",
    ),
    "HASH_MISMATCH": (
        "R10-142",
        "A text of which no form has the hash that was posted; it may be posted anew in time.",
    ),
    "NOT_YOUR_ACTION": ("R10-141", "The text of a secret action that somebody else took."),
    "TOO_EARLY": ("R10-141", "The text of a secret action before its maturation date; it must be posted again."),
    "NO_ROLL": ("R10-106", "An action whose dice could not be drawn; people decided that it comes to nothing."),
    "TOO_LATE": ("R10-141", "A text after its revelation date, or what has to be done within some days, after them."),
    "ACTION_ALREADY_FAILED": ("R10-145", "The text of a secret action that has failed already."),
    "ENOUGH_LOTS": ("R10-036", "A new lot while there are as many as the next auction needs."),
    "INSUFFICIENT_ITEMS": ("R10-074", "Somebody gives or uses more than they hold; nothing moves."),
    "NOT_TRADABLE": ("R10-075", "A trade with an item in it that cannot be traded; nothing moves."),
    "NOT_A_PARTY": ("R10-073", "Consent to a trade or contract by somebody to whom it was not offered."),
    "NO_SUCH_OFFER": ("R10-073", "Consent to an offer that was never made or is not open any more."),
    "NO_SUCH_CONTRACT": ("R10-077", "Consent to, or items for or from, a contract that there is not."),
    "WRONG_RATE": ("R10-113", "An exchange at another rate than the rules give."),
    "NO_PROPOSAL_MAKER": ("R10-094", "A Standard proposal by somebody without a Standard Proposal-Maker."),
    "UNKNOWN_CLASS": ("R10-086", "A proposal of a class that there is not."),
    "NOT_THE_JUDGE": ("R10-119", "What is for the Judge alone, by somebody else."),
    "NOT_THE_JUDGE_WHO_RULED": ("R10-128", "A ruling overturned by somebody other than the Judge who made it."),
    "NO_TEXT": ("R10-130", "A message without text among the candidacies."),
    "UNCLEAR": ("R10-135", "What seems to be an action and cannot be read for certain; a person reads it."),
    "ROUND_OVER": ("R10-147", "An action after the round was won."),
}
"""Why an announcement has no effect."""

ACTION_FAILURES: Mapping[str, tuple[str, str]] = {
    "edited_before_maturation": ("R10-144", "The message with the hash was edited before the maturation date."),
    "superseded": ("R10-145", "The same player made a new attempt."),
    "not_revealed": ("R10-143", "The text was not posted by the revelation date."),
    "not_possessed_at_submission": ("R10-041", "The player did not possess all cards of the hand when submitting it."),
    "not_possessed_at_reveal": ("R10-042", "The player did not possess all cards of the hand when revealing it."),
}
"""Why a secret action failed."""

BID_FAILURES: Mapping[str, tuple[str, str]] = {
    "not_natural_number": ("R10-020", "The bid is no explicit, unconditional natural number above 0."),
    "multiple_bids_on_lot": ("R10-021", "The player's text has more than one bid on that lot."),
    "inactive_lot": ("R10-018", "The lot is not active."),
    "exceeds_chips": ("R10-023", "The player's bids add up to more than their chips."),
    "withdrawn": ("R10-019", "The bidder stopped being a player."),
}
"""Why a single bid failed."""

PROPOSAL_FAILURES: Mapping[str, tuple[str, str]] = {
    "deleted_before_voting": ("R10-095", "The message was deleted before the voting period."),
    "modified_before_voting": (
        "R10-083",
        "The message was changed before the voting period, and it was ruled that this retracts.",
    ),
    "deleted_during_voting": ("R10-082", "The message was deleted during the voting period."),
    "modified_during_voting": ("R10-082", "The message was changed during the voting period."),
}
"""Why a proposal was retracted."""

FINDINGS: Mapping[str, tuple[str, str]] = {
    "ANNOUNCEMENT_CHANGED": (
        "R10-071",
        "The message of an action was edited or deleted after the action was done; it stands.",
    ),
    "PRESENTED_CARD_TRADED": (
        "R10-057",
        "A card of a revealed hand changed hands before the prizes; it is destroyed all the same.",
    ),
    "HASH_MESSAGE_DELETED": ("R10-144", "The message with a secret action's hash was deleted; the action stands."),
    "EDITED_UNREAD": ("R10-071", "A message was changed before it was first read; its author is asked what counts."),
    "URGENT_REMINDER": ("R10-091", "An Urgent proposal should only correct the game or keep it playable."),
    "INTENTION_TO_JUDGE": ("R10-077", "A contract's offer does not say that its offerer intends to be bound."),
    "TERMS_TO_JUDGE": ("R10-080", "A person must judge whether a contract's terms allow what is claimed by them."),
    "REQUEST_NOT_OBLIGING": ("R10-121", "A request for justice by the Judge obliges nobody."),
    "REQUEST_OPEN": ("R10-121", "A request for justice waits for the Judge's response."),
    "RULING_WITHOUT_BEARING": ("R10-127", "A ruling was overturned; what was decided by it is for people to redo."),
    "NEW_RULING_DUE": ("R10-129", "The Judge overturned their own ruling and owes a new one."),
    "OFFICE_VACANT": ("R10-133", "A term ended and nobody stood for the next: there is no Judge."),
    "JUDGE_IS_NO_PLAYER": (
        "R10-119",
        "The Judge stopped being a player and is Judge still, until resignation, removal or the end of the term.",
    ),
    "NO_TRUTH_VALUE": ("R10-120", "A ruling on a statement says neither TRUE nor FALSE."),
    "TO_CARRY_OUT": ("R10-096", "A proposal took effect: people change the ruleset, and the tables it concerns."),
    "VOTE_SEEN_LATE": ("R10-084", "A vote hangs on a reaction that was first seen after its end."),
    "NOT_UNDERSTOOD": ("R10-006", "A part of a stated gamestate that cannot be; nothing of it holds."),
    "CHAT_UNREAD": ("R10-001", "The chat is not wholly read, and what is due since then waits."),
    "OTHER_GAME": ("R10-001", "A gamestate that was stated for another game; it is of no use here."),
    "DICE_AWAITED": ("R10-106", "An action waits for dice that nobody drew; a replayed file lacks them."),
    "DICE_LOST": ("R10-106", "An action waits for dice that can never be drawn; people decide what becomes of it."),
    "ROLL_UNUSED": ("R10-106", "Dice fell, and what asked for them does so no more."),
    "IDENTITY_CHANGED": (
        "R10-004",
        "An account was said to be another's before; all that it ever did counts for whoever it is said to be now.",
    ),
    "UNKNOWN_SETTING": ("R10-140", "A setting that this game does not know, or that cannot be."),
    "CORRECTION_WITHOUT_EFFECT": (
        "R10-140",
        "A correction that puts nothing right: what it names is not there, or cannot be so.",
    ),
}
"""What is shown for people to know or to judge."""

CODES: Mapping[str, tuple[str, str]] = {
    **REFUSALS,
    **ACTION_FAILURES,
    **BID_FAILURES,
    **PROPOSAL_FAILURES,
    **FINDINGS,
    **ruleset_codes.codes("R10-096"),
}
"""Every code: its clause and one sentence."""

OWN_CODES: Mapping[str, str] = dict.fromkeys(
    (
        *("NO_SUCH_REQUEST", "NO_SUCH_RULING", "NO_SUCH_VOTE", "ANSWERED_ALREADY", "OVERTURNED_ALREADY", "NO_JUDGE"),
        *("BAD_AMOUNT", "NOBODY"),
    ),
    "UNCLEAR",
)
"""What the checklist calls codes of the chapters that it does not have."""
