"""Compares the leader epochs of a log's batches with its checkpoint, at a startup after a crash: which are right?

No checksum covers a batch's leader epoch, and the checkpoint has none either. The checkpoint is written before the
batches, so after a kill both agree. After a power loss either may be older than the other, as the kernel happened to
write them back, and nothing is wrong with the log. What tells the two apart is what follows:

    offset        0  …  34    35    36    37   end
    checkpoint       0         5     5     5
    batches          0         4     5     5          agree again: one of the two has changed      not complete
    batches          0         7     7     7          never again: the checkpoint is older         the batches are right

An older checkpoint never agrees again: an epoch begins at one offset, in all logs. It knows no epoch that began later;
and an epoch that it knows, and that has been truncated since, is in no log that this one has followed after that.

Not here: epochs that go back from batch to batch (`damage.contradiction_at`).
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence

from kavka.broker.log.damage import DamagedPlace
from kavka.protocol.epochs import NO_LEADER_EPOCH, LeaderEpoch


class EpochCheck:
    """Compares one log's batches with its checkpoint, in their order.

    Args:
        checkpoint: its (leader epoch, start offset) pairs.

    Attributes:
        newer: the pairs that the batches show from the first one on that differs; empty while all agree.
    """

    __slots__ = ("_differs_at", "_epochs", "_known", "_starts", "newer")

    def __init__(self, checkpoint: Sequence[tuple[LeaderEpoch, int]]) -> None:
        self._epochs = [epoch for epoch, _ in checkpoint]
        self._starts = [start for _, start in checkpoint]
        self._differs_at: DamagedPlace | None = None
        self._known = NO_LEADER_EPOCH
        self.newer: list[tuple[LeaderEpoch, int]] = []

    def take(self, epoch: LeaderEpoch, place: DamagedPlace) -> str | None:
        """Takes the next batch; returns what contradicts the checkpoint, `differs_at` there, once that is known.

        Args:
            epoch: the batch's.
            place: where it is.
        """
        index = bisect_right(self._starts, place.offset)
        known = self._epochs[index - 1] if index else NO_LEADER_EPOCH
        if not index and self._epochs and epoch <= self._epochs[0]:
            return None  # before the log's start: its segment goes later than what the checkpoint says of it
        if known == epoch:
            if self._differs_at is None:
                return None
            wrong = self.newer[0][0]
            return (
                f"the batch at offset {self._differs_at.offset} has leader epoch {wrong}, the checkpoint {self._known}"
            )
        if self._differs_at is None:
            self._differs_at, self._known = place, known
        if not self.newer or self.newer[-1][0] != epoch:
            self.newer.append((epoch, place.offset))
        return None

    @property
    def differs_at(self) -> DamagedPlace | None:
        """Returns the first batch that differs; None while all agree."""
        return self._differs_at
