"""The way of messages that tests use keeps the contract, so that what they show holds for the real one."""

import pytest

from tests.contracts.outbox_contract import MemoryOutbox, OutboxContract, OutboxWorld


class TestMemoryOutbox(OutboxContract):
    @pytest.fixture
    def world(self) -> OutboxWorld:
        return MemoryOutbox()
