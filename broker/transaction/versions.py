"""The versions of transactions: what `transaction.version` is finalized at, and what a client's request speaks.

    V0  a producer keeps its epoch from one transaction to the next; partitions are added before they are written to
    V1  likewise; records of `__transaction_state` have tags (value version 1)
    V2  each transaction has an epoch of its own: its end raises it; partitions are added by being written to (KIP-890)

What a request does goes by the request's version alone, so that clients of all ages are served side by side. What the
finalized level decides is how records are written, how markers are sent, and how a transaction is ended that no client
ends. Kafka: `TransactionVersion`.
"""

from __future__ import annotations

from enum import IntEnum


class TransactionVersion(IntEnum):
    """A version of transactions."""

    V0 = 0
    V1 = 1
    V2 = 2

    @property
    def bumps_epoch(self) -> bool:
        """Tells whether the end of a transaction raises its producer's epoch."""
        return self >= TransactionVersion.V2

    @property
    def value_version(self) -> int:
        """Returns the version in which values of `__transaction_state` are written."""
        return 1 if self >= TransactionVersion.V1 else 0


def version_of_level(level: int) -> TransactionVersion:
    """Returns the version that a finalized level of `transaction.version` means; a later one is not known here."""
    return TransactionVersion(max(0, min(level, max(TransactionVersion))))
