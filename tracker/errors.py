"""The errors of the tracker: one tree, each with place, remedy and exit code.

TrackerError
├── UsageError               a wrong argument on the command line (exit 2)
├── ConfigError              the config file cannot be used (exit 3)
├── SourceError              a blog or chat source cannot be read (exit 4)
│   ├── SourceUnreachableError   no answer, or an error status
│   ├── SourceUnreadableError    an answer that is not the page asked for
│   └── WikiUnreadError          a page of the wiki cannot be read as a source (exit 5)
├── WikiError                the wiki refused or failed (exit 5)
│   ├── EditConflictError        the page moved on since it was read
│   ├── PageProtectedError       our account may not edit the page
│   ├── BlockedError             our account is blocked
│   ├── LoginError               wrong password, or the assertion failed
│   ├── WikiBusyError            maxlag, readonly or ratelimited: try later
│   ├── PageVanishedError        the page was deleted or moved meanwhile
│   ├── PageExistsError          the page to be created exists
│   └── LostAnswerError          sent, but no answer came: read back
├── ArchiveError             the archive cannot be used (exit 6)
│   ├── ArchiveCorruptError      not a database, or damaged
│   ├── ArchiveTooNewError       written by a newer tracker
│   └── ArchiveFullError         the disk is full
├── LockedError              another tracker holds the lock (exit 7)
├── PlanError                the plan was not carried out (exit 8)
│   ├── PlanHeldError            a limit was passed: a person must approve it
│   ├── PlanStaleError           the checksum or a base revision moved
│   └── RegionError              markers missing, doubled or crossed
├── InputError               an input file cannot be used (exit 9)
├── RuleError                the rules themselves are inconsistent (exit 10)
│   ├── NotInForceError          a parameter or rule asked outside its dates
│   ├── UnknownParameterError    there is no parameter of that name
│   └── AmbiguousNameError       one name fits several people
├── DiceError                no dice can be drawn, or dice do not follow from their seed (exit 11)
│   └── DeckError                no cards can be dealt, or they do not follow from their secret text
├── OutboxError              a message could not be sent (exit 15)
│   ├── MessageRefusedError      this message is not taken; another may be
│   │   ├── MessageGoneError         what was to be changed is not there any more
│   │   └── UndeliverableError       the person takes no private messages of ours
│   └── MessageLostError         sent, but no answer came: nobody knows whether it arrived
└── StoppedError             stopped by a signal, after the running step (exit 14)
"""

from __future__ import annotations

from tracker.masking import masked


class TrackerError(Exception):
    """Base of all errors; ``place`` is a file, URL or page, ``remedy`` what the user can do."""

    exit_code = 1

    def __init__(self, message: str, *, place: str = "", remedy: str = "") -> None:
        """Keep the parts apart so that they can be shown as text or as JSON; no secret is left in them."""
        self.message, self.place, self.remedy = masked(message), masked(place), masked(remedy)
        super().__init__(self.message)

    def __str__(self) -> str:
        """One line: place, message and remedy."""
        head = f"{self.place}: {self.message}" if self.place else self.message
        return f"{head} ({self.remedy})" if self.remedy else head


class UsageError(TrackerError):
    """A wrong argument on the command line."""

    exit_code = 2


class ConfigError(TrackerError):
    """The config file cannot be used."""

    exit_code = 3


class SourceError(TrackerError):
    """A blog or chat source cannot be read."""

    exit_code = 4


class SourceUnreachableError(SourceError):
    """No answer came, or an error status."""


class SourceUnreadableError(SourceError):
    """An answer came that is not the page asked for."""


class WikiUnreadError(SourceUnreachableError):
    """A page of the wiki that is read as a source cannot be read: the wiki's fault, whichever source asked."""

    exit_code = 5


class WikiError(TrackerError):
    """The wiki refused or failed; ``code`` is the API's own error code."""

    exit_code = 5

    def __init__(self, message: str, *, code: str = "", place: str = "", remedy: str = "") -> None:
        """Keep the API's error code beside the text."""
        super().__init__(message, place=place, remedy=remedy)
        self.code = code


class EditConflictError(WikiError):
    """The page moved on since it was read."""


class PageProtectedError(WikiError):
    """Our account may not edit the page."""


class BlockedError(WikiError):
    """Our account is blocked."""


class LoginError(WikiError):
    """The password is wrong, or the wiki does not know us as asserted."""


class WikiBusyError(WikiError):
    """The wiki lags, is read-only or limits our rate; a later try may succeed."""


class PageVanishedError(WikiError):
    """The page was deleted or moved since it was read."""


class PageExistsError(WikiError):
    """The page to be created exists already."""


class LostAnswerError(WikiError):
    """The request was sent, but no answer came: only reading back tells what happened."""


class ArchiveError(TrackerError):
    """The archive cannot be used."""

    exit_code = 6


class ArchiveCorruptError(ArchiveError):
    """The file is no archive, or damaged."""


class ArchiveTooNewError(ArchiveError):
    """The archive was written by a newer tracker."""


class ArchiveFullError(ArchiveError):
    """The disk is full; nothing was appended."""


class ReceiptGivenError(ArchiveError):
    """An act has its receipt already: another process found out what became of it, and held the lock meanwhile."""


class LockedError(TrackerError):
    """Another tracker holds the single-writer lock."""

    exit_code = 7


class PlanError(TrackerError):
    """The plan was not carried out."""

    exit_code = 8


class PlanHeldError(PlanError):
    """A limit was passed: an admin must approve this exact checksum."""


class ClockAheadError(PlanHeldError):
    """The clock of this machine is ahead of the wiki's: what is due by it may not be due."""


class PlanStaleError(PlanError):
    """The checksum does not fit, or a page moved on since the plan was made."""


class RegionError(PlanError):
    """The markers of a region are missing, doubled or crossed."""


class InputError(TrackerError):
    """An input file cannot be used."""

    exit_code = 9


class RuleError(TrackerError):
    """The rules themselves are inconsistent."""

    exit_code = 10


class NotInForceError(RuleError):
    """A parameter or a rule was asked for outside its dates."""


class UnknownParameterError(RuleError, KeyError):
    """There is no parameter of that name; a KeyError, too, so that asking with ``get`` or ``in`` finds none."""


class AmbiguousNameError(RuleError):
    """One name fits several people; the message names them all."""


class DiceError(TrackerError):
    """No dice can be drawn: the key is lost, changed or open to others; or dice do not follow from their seed."""

    exit_code = 11


class DeckError(DiceError):
    """No cards can be dealt: the secret text is lost, changed, published or open to others; or cards do not follow from it."""


class OutboxError(TrackerError):
    """A message was not sent, and may be tried again, ``wait_seconds`` later at the earliest."""

    exit_code = 15

    def __init__(self, message: str, *, wait_seconds: float = 0, place: str = "", remedy: str = "") -> None:
        """Keep how long the other end asks us to wait."""
        super().__init__(message, place=place, remedy=remedy)
        self.wait_seconds = wait_seconds


class MessageRefusedError(OutboxError):
    """This very message is not taken, now or ever; another one may be."""


class MessageGoneError(MessageRefusedError):
    """The message of ours that was to be changed is not there any more: somebody deleted it."""


class UndeliverableError(MessageRefusedError):
    """The person cannot be written to privately, or does not want to be: a later message may reach them."""


class MessageLostError(OutboxError):
    """The message was sent, but no answer came: nobody knows whether it arrived."""


class StoppedError(TrackerError):
    """A signal asked the tracker to end; it did so after the running step, with nothing half done."""

    exit_code = 14
