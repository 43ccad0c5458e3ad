"""The words for what Ducks' rules do not allow, undo or let fail, each with its clause and one sentence."""

from __future__ import annotations

from collections.abc import Mapping

from tracker.mechanics import ruleset_codes

REFUSALS: Mapping[str, tuple[str, str]] = {
    "not_player": ("DUCK-004", "Somebody who is no player did what only players can."),
    "already_player": ("DUCK-005", "A player announces becoming one."),
    "unclear": ("DUCK-014", "What seems to be an action and is hidden or half understood; a person reads it."),
    "missing_parameter": ("DUCK-016", "An action without something that it needs."),
    "unknown_duck": ("DUCK-016", "A name or number that no duck has."),
    "ambiguous_duck": ("DUCK-016", "Words that several ducks may be meant by."),
    "not_owner": ("DUCK-051", "What only a duck's owner can do, by somebody else."),
    "duck_incomplete": ("DUCK-126", "A duck without a name or a pond can only be given what it lacks."),
    "already_fed": ("DUCK-062", "Another feeding of another player's duck in the same voting period."),
    "own_duck": ("DUCK-064", "A feeding of one's own duck without Grapes."),
    "not_players_duck": ("DUCK-064", "A feeding of a duck that no player owns, or of the Duck Disciple."),
    "bad_fruit": ("DUCK-109", "No Fruit, more than one, or as many as cannot be used at once."),
    "bad_style": ("DUCK-119", "A Smoothie's style that there is not, or more than one."),
    "lacks_items": ("DUCK-022", "Somebody gives or uses more than they hold; nothing moves."),
    "missing_items": ("DUCK-068", "A Quacktion whose items the one who pays does not hold."),
    "not_enough_quacks": ("DUCK-068", "A duck with fewer Quacks than the action costs."),
    "bad_amount": ("DUCK-025", "A number that is not whole, too small, or no multiple of what it must be."),
    "bad_target": ("DUCK-070", "A target that the action cannot have."),
    "royalty": ("DUCK-081", "Duck Royalty performs Steal Duck."),
    "not_deity": ("DUCK-086", "A Divine Cocktail by somebody who is not the Duck Deity."),
    "disciple_used": ("DUCK-147", "Another Quacktion against the Duck Disciple in the same voting period."),
    "on_mission": ("DUCK-090", "What a duck on a scouting mission cannot do or take."),
    "not_on_mission": ("DUCK-092", "A retrieval of a duck that is on no mission."),
    "iced": ("DUCK-121", "A duck that was fed with an Icy Smoothie neither scouts nor is retrieved this period."),
    "too_early": ("DUCK-092", "A retrieval before the period is over in which the duck was sent."),
    "too_late": ("DUCK-178", "What has to be done within some time, after it."),
    "already_attempted": ("DUCK-095", "Another attempt to retrieve the same duck in the same voting period."),
    "no_adjustment": ("DUCK-091", "An adjusted potential without a Watermelon Slice of this period left."),
    "no_loot_due": ("DUCK-100", "A loot roll for a duck whose returns were all rolled for."),
    "no_such_pond": ("DUCK-164", "A pond that there is not."),
    "no_roll_due": ("DUCK-163", "A roll for a new pond with no creation of a duck left to roll for."),
    "bad_name": ("DUCK-055", "A name that a duck may not have."),
    "quacks_not_tradeable": ("DUCK-027", "A trade with Quacks in it."),
    "no_such_offer": ("DUCK-024", "Consent to an offer that was never made or is not open any more."),
    "not_ownerless": ("DUCK-131", "A bid on a duck that a player owns."),
    "unaffordable": ("DUCK-135", "A bid of more Quacks than the bidder's ducks have together."),
    "bid_too_low": ("DUCK-136", "A bid that does not exceed the highest valid one."),
    "bad_payment": ("DUCK-141", "Parts of a bid that do not add up to it or that a duck does not have."),
    "judge_exists": ("DUCK-170", "Somebody appoints themself Judge while there is one."),
    "not_judge": ("DUCK-176", "What is for the Judge alone, by somebody else."),
    "own_request": ("DUCK-175", "A request for justice by the Judge."),
    "no_roll": (
        "DUCK-028",
        "An action that comes to nothing: no dice could be drawn for it, or what they were for was gone.",
    ),
    "round_over": ("DUCK-145", "An action after all players lost the round."),
}
"""Why an announcement has no effect, in the order of the checklist, which leaves the last one nameless."""

NOTES: Mapping[str, tuple[str, str]] = {
    "edited_ignored": (
        "DUCK-019",
        "An action that stands only in an edited version of a message; it was not announced.",
    ),
    "retracted": ("DUCK-032", "The message of a proposal was deleted or modified before its voting period ended."),
    "possible_reroll": ("DUCK-028", "A roll was left unused before another attempt at a similar action."),
    "bot_check": ("DUCK-011", "A bot joined: people say whether another player controls it."),
}
"""What is noted without refusing anything."""

FINDINGS: Mapping[str, tuple[str, str]] = {
    "WRONG_CHANNEL": ("DUCK-005", "An announcement outside the channel of game actions; it has no effect."),
    "ANNOUNCEMENT_DELETED": ("DUCK-020", "The message of an action was deleted after the action was done; it stands."),
    "ATTEMPTS_VOID": ("DUCK-029", "Attempts after the first were ruled invalid; the state is as if they had not been."),
    "TO_CARRY_OUT": ("DUCK-045", "A proposal took effect: people change the ruleset, and the numbers it concerns."),
    "EFFECTS_UNTOLD": (
        "DUCK-045",
        "A proposal took effect, and nobody has told what it changes: what is shown stands without that.",
    ),
    "UNKNOWN_CLASS": ("DUCK-046", "A proposal of a class that there is not; it counts as one without a class."),
    "NAME_LIKE_A_PLAYERS": ("DUCK-056", "A duck's name that looks almost like a player's; a person judges it."),
    "NAME_REPORTED": (
        "DUCK-057",
        "A duck's name that breaks the server's rules, as somebody says; a person judges it.",
    ),
    "NAME_LOST": ("DUCK-061", "A duck lost its name, since an older bearer keeps it or it became forbidden."),
    "ATE_ITSELF": ("DUCK-083", "A duck performed Cannibalism on itself and is gone."),
    "SMOOTHIE_NAME": (
        "DUCK-118",
        "A Smoothie's own name that does not tell its Fruits or its style; it bears the usual one.",
    ),
    "DUCK_TO_DUCK": ("DUCK-130", "A duck is to be given to a duck; a person decides."),
    "OLD_ONE_CREATED": ("DUCK-156", "Something would have created the Duck Old One, which is removed at once."),
    "JUDGE_IS_NO_PLAYER": ("DUCK-174", "The Judge is no player any more: they cannot act and may be removed."),
    "REMOVAL_FOR_ABUSE": ("DUCK-172", "A Judge should only be removed for abuse of the office."),
    "REQUEST_OPEN": ("DUCK-176", "A request for justice waits for the Judge's response."),
    "READING_OPEN": (
        "DUCK-176",
        "A ruling may turn a reading of the rules over, and nobody has said so; what is decided since may change.",
    ),
    "READING_TURNED": (
        "DUCK-176",
        "People said that a ruling turns a reading over: what was told since it is decided anew.",
    ),
    "RULING_WITHOUT_BEARING": ("DUCK-181", "A ruling was overturned; what was decided by it is for people to redo."),
    "NEW_RULING_DUE": ("DUCK-182", "The Judge overturned a ruling and owes a new one."),
    "VERDICT_OVERRULED": (
        "DUCK-038",
        "People said what became of a proposal, and by what is known since it cannot be that; what must be holds.",
    ),
    "DICE_AWAITED": ("DUCK-028", "An action waits for dice that nobody drew; a replayed file lacks them."),
    "DICE_LOST": ("DUCK-028", "An action waits for dice that can never be drawn; people decide what becomes of it."),
    "DICE_BY_HAND": ("DUCK-028", "Dice that the tracker could not draw were given by people."),
    "DECIDED_AFTER_DICE": ("DUCK-028", "Dice fell on people's answer to a question, and it was changed after that."),
    "ROLL_UNUSED": ("DUCK-028", "Dice fell, and what asked for them does so no more."),
    "NOT_ALL_FOLLOWED": (
        "DUCK-001",
        "So much is undecided that nothing that may have changed since is told as a fact until people answer.",
    ),
    "IDENTITY_CHANGED": (
        "DUCK-004",
        "An account was said to be another's before; all that it ever did counts for whoever it is said to be now.",
    ),
    "UNDETERMINED": ("DUCK-040", "What hangs on something that was only seen between two looks."),
    "OPENING_NOT_UNDERSTOOD": ("DUCK-050", "A part of a stated gamestate that cannot be read; the rest of it holds."),
    "OPENING_NOTED": (
        "DUCK-050",
        "A stated gamestate leaves something out, or states what is worked out: the finding says what holds.",
    ),
    "LOSS_TAKEN_BACK": (
        "DUCK-145",
        "All players had lost the round, and by a gamestate that people stated they have not: the round goes on.",
    ),
    "OTHER_GAME": ("DUCK-001", "A gamestate that was stated for another game; it is of no use here."),
    "UNKNOWN_SETTING": ("DUCK-001", "A setting that this game does not know, or that cannot be."),
    "CORRECTION_WITHOUT_EFFECT": (
        "DUCK-001",
        "A correction that puts nothing right: what it names is not there, or cannot be so.",
    ),
}
"""What is shown for people to know or to judge."""

CODES: Mapping[str, tuple[str, str]] = {**REFUSALS, **NOTES, **FINDINGS, **ruleset_codes.codes("DUCK-045")}
"""Every code: its clause and one sentence."""
