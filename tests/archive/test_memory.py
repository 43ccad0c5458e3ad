"""The archive and the ledger in memory keep their contracts."""

import pytest

from tests.contracts.archive_contract import ArchiveContract, MakeArchive
from tests.contracts.ledger_contract import LedgerContract
from tracker.archive.memory import MemoryArchive, MemoryLedger


class TestMemoryArchive(ArchiveContract):
    @pytest.fixture
    def make_archive(self) -> MakeArchive:
        return MemoryArchive


class TestMemoryLedger(LedgerContract):
    @pytest.fixture
    def ledger(self) -> MemoryLedger:
        return MemoryArchive().ledger()
