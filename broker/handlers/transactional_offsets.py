"""Who holds back what transactions commit to groups: the port that WriteTxnMarkers and UpdateMetadata see."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from kavka.common.steps import Steps


class TransactionalOffsets(Protocol):
    """Who holds back what transactions commit to groups: the group coordinator."""

    def held_count(self, producer_id: int) -> int:
        """Counts the committed offsets that the producer's transaction holds back."""

    def transaction_marked(self, indexes: Sequence[int], producer_id: int, *, is_commit: bool) -> Steps[None]:
        """Applies or drops the offsets of an ended transaction in these partitions of `__consumer_offsets`."""
