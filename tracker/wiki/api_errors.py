"""What MediaWiki's API error codes mean to us: one table from code to error and remedy."""

from __future__ import annotations

from collections.abc import Mapping

from tracker.errors import (
    BlockedError,
    EditConflictError,
    LoginError,
    PageExistsError,
    PageProtectedError,
    PageVanishedError,
    WikiBusyError,
    WikiError,
)

_PLAN_AGAIN = "the next tick plans again"
_LOG_IN = "check the account's name and bot password, and its groups; without the bot right set assert_as = user"
_ASK_ADMIN = "ask an admin of the wiki"
_UNBLOCK = "ask an admin why the account is blocked"
_LATER = "the next tick tries again"

API_ERRORS: Mapping[str, tuple[type[WikiError], str]] = {
    "editconflict": (EditConflictError, _PLAN_AGAIN),
    "articleexists": (PageExistsError, _PLAN_AGAIN),
    "missingtitle": (PageVanishedError, _PLAN_AGAIN),
    "pagedeleted": (PageVanishedError, _PLAN_AGAIN),
    "nosuchrevid": (PageVanishedError, _PLAN_AGAIN),
    "nosuchpageid": (PageVanishedError, _PLAN_AGAIN),
    "badid_rvstartid": (PageVanishedError, _PLAN_AGAIN),
    "protectedpage": (PageProtectedError, _ASK_ADMIN),
    "protectedtitle": (PageProtectedError, _ASK_ADMIN),
    "cascadeprotected": (PageProtectedError, _ASK_ADMIN),
    "protectednamespace": (PageProtectedError, _ASK_ADMIN),
    "protectednamespace-interface": (PageProtectedError, _ASK_ADMIN),
    "permissiondenied": (PageProtectedError, _ASK_ADMIN),
    "cantcreate": (PageProtectedError, _ASK_ADMIN),
    "nocreate-loggedin": (PageProtectedError, _ASK_ADMIN),
    "noedit": (PageProtectedError, "grant the bot password the right to edit"),
    "titleblacklist-forbidden": (PageProtectedError, _ASK_ADMIN),
    "blocked": (BlockedError, _UNBLOCK),
    "autoblocked": (BlockedError, _UNBLOCK),
    "systemblocked": (BlockedError, _UNBLOCK),
    "globalblocking-ipblocked": (BlockedError, _UNBLOCK),
    "assertbotfailed": (LoginError, _LOG_IN),
    "assertuserfailed": (LoginError, _LOG_IN),
    "assertnameduserfailed": (LoginError, _LOG_IN),
    "readapidenied": (LoginError, "this wiki lets only its members read: configure an account"),
    "writeapidenied": (LoginError, "grant the bot password the right to edit"),
    "badtoken": (LoginError, "log in again"),
    "notoken": (LoginError, "log in again"),
    "maxlag": (WikiBusyError, _LATER),
    "readonly": (WikiBusyError, _LATER),
    "ratelimited": (WikiBusyError, _LATER),
    "actionthrottledtext": (WikiBusyError, _LATER),
    "captcha": (WikiError, "give the account the right skipcaptcha or the bot flag; no captcha is ever answered"),
    "contenttoobig": (WikiError, "split the page: the wiki takes no page that large"),
    "spamblacklist": (WikiError, "a link on the page is on the wiki's blacklist"),
    "spamdetected": (WikiError, "a link on the page is on the wiki's blacklist"),
    "badmd5": (WikiError, "something between us and the wiki changed the text; see to proxies"),
    "mustbeposted": (WikiError, "give the wiki's address as it is, with https: a redirect turned our request around"),
    "invalidtitle": (WikiError, "correct the page's name in the config"),
    "unknown_action": (WikiError, "this is no MediaWiki API, or one that does not know what we need"),
}
"""API error code -> the error it becomes, and what can be done about it."""

REPEATABLE = frozenset({"maxlag", "readonly", "ratelimited", "actionthrottledtext"})
"""Codes by which the wiki says that it did nothing and that the same request may come again."""

_FILTERS = ("abusefilter", "titleblacklist", "spam")


def wiki_error(code: str, info: str, place: str = "") -> WikiError:
    """The error that an API error code stands for; unknown codes become a plain WikiError."""
    kind, remedy = API_ERRORS.get(code, (WikiError, ""))
    if not remedy and code.startswith(_FILTERS):
        remedy = "a filter of the wiki stopped the edit: ask an admin of the wiki"
    return kind(info or code, code=code, place=place, remedy=remedy)
