"""The words for what BlogNomic's rules do not allow or recommend otherwise, each with its clause and one sentence."""

from __future__ import annotations

from collections.abc import Mapping

CODES: Mapping[str, tuple[str, str]] = {
    # players
    "NOT_A_PLAYER": ("BN-039", "Somebody who is no player, or idle, did what only players can."),
    "ALREADY_A_PLAYER": ("BN-006", "Somebody on the roster asks to join."),
    "NEEDS_A_POST": ("BN-006", "A request to join or leave was made in a comment; it needs a post."),
    "NOT_AN_ADMIN": ("BN-011", "An admin's act by somebody who is no admin."),
    "TWO_WEEKS_BAR": ("BN-009", "Somebody was added too soon after leaving (within two weeks)."),
    "LEFT_WITHOUT_POST": ("BN-008", "Somebody is gone from the roster without a leaving post."),
    "NAME_CHANGE_WITHOUT_PROPOSAL": ("BN-010", "A name changed without an enacted proposal that approves it."),
    "ADMIN_WITHOUT_GROUND": ("BN-012", "An admin mark that no enacted matter grants."),
    "ADMIN_LOST_WITHOUT_GROUND": ("BN-013", "An admin mark gone without a matter or a resignation."),
    "AMBIGUOUS_NAME": ("BN-010", "One name fits several people."),
    "UNKNOWN_NAME": ("BN-011", "A roster change names somebody who is not on the roster."),
    # idle players
    "NO_IDLE_REASON": ("BN-020", "Somebody was idled without a valid request and before the time of silence was over."),
    "IDLING_NOT_ANNOUNCED": ("BN-022", "An idling that no post (for one's own: post or comment) announces."),
    "NO_UNIDLE_REQUEST": ("BN-024", "Somebody was unidled without a request that is still good."),
    "UNIDLE_BAR": ("BN-026", "Somebody was unidled too soon after asking to be idle."),
    "RETURN_NOT_MENTIONED": ("BN-027", "An admin's first vote after unidling themself does not say so."),
    "NAMES_IDLE_PLAYER": ("BN-017", "An open proposal names an idle player, who is unidle for that provision alone."),
    # dynasties
    "TWO_EMPERORS": ("BN-029", "Two heads of the dynasty are marked at once."),
    # votes and resolutions
    "QUOTED_ICON": ("BN-032", "A voting icon inside a quotation; it counts."),
    "ALT_TEXT_DIFFERS": ("BN-208", "An icon's alt text says another vote than its file; the file counts."),
    "COMMENT_EDITED": ("BN-102", "A comment was edited or is gone."),
    "UNKNOWN_POST": ("BN-212", "Comments or statuses of a post that was never seen."),
    "COMMENT_ON_RESOLVED": ("BN-053", "A comment on a matter that was enacted or failed already."),
    "EFFECT_UNDETERMINED": (
        "BN-250",
        "Whether a post is official, or marked by a comment, hangs on what was only seen between two looks.",
    ),
    "RESOLUTION_UNDETERMINED": (
        "BN-220",
        "A status that the rules allowed or not, depending on what happened between two looks.",
    ),
    "STATUS_WITHOUT_GROUND": ("BN-220", "A status that the rules did not allow at that instant."),
    "NOT_OLDEST": ("BN-066", "Not the oldest pending proposal."),
    "TOO_YOUNG": ("BN-067", "Resolved before its minimum age."),
    "NOT_POPULAR": ("BN-067", "Enacted although it was not popular."),
    "NOT_UNPOPULAR": ("BN-069", "Failed although it was neither unpopular nor vetoed nor self-killed."),
    "SELF_KILLED": ("BN-067", "Enacted although it was self-killed."),
    "VETOED": ("BN-067", "Enacted although it was vetoed."),
    "TALLY_DIFFERS": ("BN-052", "The admin's note gives another tally than ours."),
    "NOTE_NOT_UNDERSTOOD": ("BN-052", "The admin's note gives neither a reason nor a tally that we can read."),
    "NOTE_WITHOUT_NAME": ("BN-052", "The admin's note names no admin."),
    # official posts
    "TWO_PENDING": ("BN-057", "The author had two proposals pending already."),
    "THREE_THAT_DAY": ("BN-058", "The author had made three proposals that day already."),
    "DORMANT": ("BN-178", "The game was dormant."),
    "HIATUS": ("BN-082", "The game was in hiatus."),
    "DOWNTIME": ("BN-177", "The yearly downtime was on."),
    "EMPTY_SUBJECT": ("BN-206", "The subject is empty."),
    "TWO_TYPES": ("BN-214", "An official post of two types."),
    "DUPLICATE_SLUG": ("BN-212", "Two posts bear one slug."),
    "ENTRY_DATE_CHANGED": ("BN-103", "A post's entry date changed."),
    "NO_CHANGES": ("BN-056", "A person judged that a proposal describes no changes."),
    "EDIT_TIME_UNKNOWN": ("BN-216", "An alteration seen between two looks, of which only the first is in the window."),
    "NOTE_OUTSIDE_ADMIN_FIELD": ("BN-218", "An admin changed a post's body instead of writing in the admin field."),
    "NOTE_WITHOUT_STATUS": ("BN-218", "A note in the admin field of a post whose status stayed open."),
    "NOT_A_NEW_PLAYER": ("BN-222", "An admin made a post a proposal whose author is no new player."),
    "NOT_ON_PAGE": ("BN-078", "What an enacted matter sets is not shown where it is tracked."),
    "STATUS_BEFORE_UPDATE": ("BN-068", "An enacted proposal's status was set before the ruleset page was updated."),
    "CLAUSE_CHANGED": ("BN-001", "A clause's rule reads otherwise on the ruleset page than this tracker knows it."),
    "UNEXPLAINED_CHANGE": ("BN-003", "A rule was changed on the ruleset page without a ground that we can see."),
    "REVERTED": ("BN-003", "A revision of the ruleset page brings an earlier text of a rule back."),
    "RULESET_GUTTED": ("BN-003", "The ruleset page was blanked or gutted; nothing of it is taken for law."),
    "PERHAPS_TYPING_FIX": ("BN-004", "A change of the ruleset so small that it may be the mending of a slip."),
    "NUMBER_CHANGED": (
        "BN-003",
        "A number or word of a rule changed on the ruleset page; it holds from that revision on.",
    ),
    "RULE_RENAMED": ("BN-258", "A known rule bears another title on the ruleset page; it is read there from then on."),
    "NUMBER_DIFFERS": ("BN-003", "The ruleset page tells another value than a setting, which is what counts."),
    "RULE_IN_NO_SECTION": ("BN-001", "A heading of the ruleset page stands in none of its four sections."),
    "TERM_DIFFERS": ("BN-255", "The ruleset calls a player or the head of the dynasty otherwise than the settings."),
    "UNKNOWN_MARKER": ("BN-165", "A Special Case rule is marked neither Active nor Inactive."),
    "EDIT_WINDOW": ("BN-216", "An official post was altered when or by whom it may not be."),
    "CATEGORY_WINDOW": ("BN-217", "A post changed category when or by whom it may not."),
    "OFFICIAL_POST_REMOVED": ("BN-215", "An official post is gone."),
    # victory
    "DOV_BY_EMPEROR": ("BN-080", "A declaration of victory by the head of the dynasty."),
    "DOV_BARRED_120H": ("BN-096", "A declaration by somebody whose last one failed too short ago."),
    "DOV_BEFORE_ASCENSION": ("BN-095", "A declaration between an enacted one and its Ascension Address."),
    "NOT_NEW_EMPEROR": ("BN-091", "An Ascension Address by somebody else than the new head."),
    "ASCENSION_NOT_DUE": ("BN-091", "An Ascension Address while none is awaited."),
    "PASS_ROLE_BARRED": ("BN-090", "The role was passed by somebody else, or after the Ascension Address."),
    "NO_SUCH_SPECIAL_CASE": ("BN-166", "An address sets a Special Case rule inactive that does not exist."),
    "NO_THEME": ("BN-092", "An Ascension Address that names no theme."),
    "SAME_KEYWORDS": ("BN-105", "An Ascension Address that makes several keywords the same word."),
    "RESET_DUE": ("BN-093", "The ruleset page does not show yet what an Ascension Address changed."),
    "NO_SUCH_RULE": ("BN-094", "An Ascension Address names a rule that no dynastic rule is called."),
    "EARLIER_DECLARATIONS": ("BN-104", "Failed declarations of victory by the author of another one."),
    "RESTS_ON_RULES": ("BN-108", "A declaration of victory whose text rests on rules that are not dynastic."),
    # fair play
    "SPAM_POSTS": ("BN-100", "More entries by one player on one day than Fair Play recommends."),
    "SPAM_COMMENTS": ("BN-100", "More comments in a row by one player than Fair Play recommends."),
    "SPAM_WORDS": ("BN-100", "A longer entry than Fair Play recommends."),
    "CONTROL_ANNOUNCED": ("BN-099", "A post that may announce that one person controls two players."),
    "BUG_REPORTED": ("BN-101", "A post that may report a fault of the software."),
    # rules and proposals, times
    "ORPHAN_VARIABLE": ("BN-179", "A dynastic variable without a place of tracking or a formula."),
    "KEYWORD_IN_RULE": ("BN-188", "A rule defines a keyword of the glossary, whose entry counts."),
    "NEW_RULE_PLACE": ("BN-245", "A matter adds a rule without saying where."),
    "REVERTS_TO": ("BN-246", "A page that a matter may make gamestate, and the revision that it reverts to then."),
    "OWN_ENACTMENT": ("BN-247", "A matter that speaks of enactment, which does not apply to its own."),
    "DELAYED_STEP": ("BN-249", "A step that cannot be applied at once, and is ignored."),
    "VAGUE_TIME": ("BN-251", "A time that is neither specific nor defined, and never comes about."),
    "DATE_READ": ("BN-252", "How a numeric date is read."),
    # tags
    "TAG_MISSING": ("BN-169", "A matter seems to touch a section without bearing its tag."),
    "TAG_INACTIVE": ("BN-167", "A tag has no meaning while the rule Tags is inactive."),
    # the tracker itself
    "UNKNOWN_SETTING": ("BN-200", "A setting that this game does not know."),
}

REFUSALS = frozenset(
    {
        *("NOT_A_PLAYER", "ALREADY_A_PLAYER", "NEEDS_A_POST", "NOT_AN_ADMIN", "TWO_WEEKS_BAR", "NO_UNIDLE_REQUEST"),
        *("UNIDLE_BAR", "NOT_OLDEST", "TOO_YOUNG", "NOT_POPULAR", "NOT_UNPOPULAR", "SELF_KILLED", "VETOED"),
        *("TWO_PENDING", "THREE_THAT_DAY", "DORMANT", "HIATUS", "DOWNTIME", "EMPTY_SUBJECT", "NO_CHANGES", "TWO_TYPES"),
        *("EDIT_WINDOW", "NOTE_OUTSIDE_ADMIN_FIELD", "NOT_A_NEW_PLAYER", "CATEGORY_WINDOW", "PASS_ROLE_BARRED"),
        *("DOV_BY_EMPEROR", "DOV_BARRED_120H", "DOV_BEFORE_ASCENSION", "NOT_NEW_EMPEROR", "ASCENSION_NOT_DUE"),
    }
)
"""The codes that say that an act was not applied; the others are reports and notes about what stands."""
