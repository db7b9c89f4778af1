"""The committed offsets of one group: in the log, on their way into the log, and held back by transactions.

    commit          prepare ─▶ (in the log) ─▶ complete │ fail
    transactional   prepare ─▶ (in the log) ─▶ complete: known, but not committed yet ─▶ finish: by the marker
                                            └▶ fail

Two commits of one partition may be on their way at once, and be completed in another order than they were appended: the
later offset in the log wins. A partition with something on its way is never expired, and counts as unstable for those
who ask for stable offsets (KIP-447). A mark that is left behind would make it so for ever (KAFKA-7519), so each prepare
meets its complete or fail. Expiry is KIP-211's. Not here: the log, time, errors.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from kavka.common.steps import Steps, stretches
from kavka.common.types import TopicPartition
from kavka.protocol.epochs import LeaderEpoch
from kavka.timer.moments import WallMs

NO_OFFSET = -1

OFFSETS_IN_ONE_STEP_MAX: Final = 1_000
"""Committed offsets of a group that are loaded, or that a transaction's end makes count, in one step: a millisecond."""


@dataclass(frozen=True, slots=True)
class CommittedOffset:
    """One committed offset, as it is written.

    Attributes:
        commit_ms: wall clock.
        expire_ms: wall clock; None: by the broker's retention, the usual case.
        log_offset: where it stands in the log; −1 while it is on its way.
    """

    offset: int
    leader_epoch: LeaderEpoch
    metadata: str
    commit_ms: WallMs
    expire_ms: WallMs | None = None
    log_offset: int = NO_OFFSET

    def at(self, log_offset: int) -> CommittedOffset:
        """Copies the committed offset, with the log offset of its record."""
        return CommittedOffset(
            self.offset, self.leader_epoch, self.metadata, self.commit_ms, self.expire_ms, log_offset
        )


Offsets = Mapping[TopicPartition, CommittedOffset]


class GroupOffsets:
    """A group's committed offsets.

    Invariant: `_holders` has, for each partition, the producers of `_transactional` that hold something back of it.
    """

    __slots__ = ("_committed", "_holders", "_pending", "_transactional")

    def __init__(self) -> None:
        self._committed: dict[TopicPartition, CommittedOffset] = {}
        self._pending: dict[TopicPartition, CommittedOffset] = {}
        """The last commit that is on its way, of each partition."""
        self._transactional: dict[int, dict[TopicPartition, CommittedOffset]] = {}
        """Producer id → what its ongoing transaction committed; on its way while it has no place in the log."""
        self._holders: dict[TopicPartition, set[int]] = {}
        """Asked for each partition of each fetch: looking through thousands of transactions would make those slow."""

    def __len__(self) -> int:
        return len(self._committed)

    def __iter__(self) -> Iterator[TopicPartition]:
        return iter(self._committed)

    def committed(self) -> Iterable[tuple[TopicPartition, CommittedOffset]]:
        """Returns all partitions with their committed offsets."""
        return self._committed.items()

    @property
    def is_empty(self) -> bool:
        """Tells whether there are no offsets, not even pending ones. A group without members may then go."""
        return not (self._committed or self._pending or self._transactional)

    def get(self, partition: TopicPartition) -> CommittedOffset | None:
        """Returns the partition's committed offset, None where there is none."""
        return self._committed.get(partition)

    def is_unstable(self, partition: TopicPartition) -> bool:
        """Tells whether a pending commit may still change the committed offset."""
        return partition in self._pending or partition in self._holders

    def load(self, offsets: Offsets, transactional: Mapping[int, Offsets]) -> Steps[None]:
        """Takes over the offsets that the log says, of a group that has none yet."""
        assert self.is_empty, "committed offsets are loaded once"
        for stretch in stretches(offsets.items(), OFFSETS_IN_ONE_STEP_MAX):
            self._committed.update(stretch)
            yield
        for producer_id, held in transactional.items():
            mine = self._transactional[producer_id] = {}
            for stretch in stretches(held.items(), OFFSETS_IN_ONE_STEP_MAX):
                mine.update(stretch)
                for partition, _ in stretch:
                    self._holders.setdefault(partition, set()).add(producer_id)
                yield

    # ---- commits --------------------------------------------------------------------------------------------------

    def prepare(self, offsets: Offsets) -> None:
        """Notes pending commits: they are about to be appended."""
        self._pending.update(offsets)

    def complete(self, offsets: Offsets, log_offset: int) -> None:
        """Applies commits that are in the log, the first of them at `log_offset`."""
        for partition, committed in offsets.items():
            self._settle(partition, committed)
            self._put(partition, committed.at(log_offset))

    def fail(self, offsets: Offsets) -> None:
        """Drops pending commits: they are not in the log, or nobody knows."""
        for partition, committed in offsets.items():
            self._settle(partition, committed)

    def _settle(self, partition: TopicPartition, committed: CommittedOffset) -> None:
        if self._pending.get(partition) is committed:
            del self._pending[partition]

    def _put(self, partition: TopicPartition, committed: CommittedOffset) -> None:
        known = self._committed.get(partition)
        if known is None or known.log_offset < committed.log_offset:
            self._committed[partition] = committed

    # ---- commits within transactions ------------------------------------------------------------------------------

    def prepare_transactional(self, producer_id: int, offsets: Offsets) -> None:
        """Notes pending commits of the producer's transaction: they are about to be appended."""
        held = self._transactional.setdefault(producer_id, {})
        for partition, committed in offsets.items():
            known = held.get(partition)
            if known is None or known.log_offset == NO_OFFSET:
                held[partition] = committed
                self._holders.setdefault(partition, set()).add(producer_id)

    def complete_transactional(self, producer_id: int, offsets: Offsets, log_offset: int) -> None:
        """Notes the log offset of transactional commits.

        The marker decides what becomes of them; nothing is noted if the transaction has ended meanwhile.
        """
        held = self._transactional.get(producer_id)
        if held is None:
            return
        for partition, committed in offsets.items():
            known = held.get(partition)
            if known is not None and known.log_offset < log_offset:
                held[partition] = committed.at(log_offset)

    def fail_transactional(self, producer_id: int, offsets: Offsets) -> None:
        """Drops the transactional commits of a failed append.

        They are not in the log, or nobody knows; what had been there before stays.
        """
        held = self._transactional.get(producer_id)
        if held is None:
            return
        for partition, committed in offsets.items():
            if held.get(partition) is committed:
                del held[partition]
                self._release(producer_id, partition)
        if not held:
            del self._transactional[producer_id]

    def held_count(self, producer_id: int) -> int:
        """Counts the offsets that the producer's transaction holds back."""
        return len(self._transactional.get(producer_id, ()))

    def finish_transaction(self, producer_id: int, *, is_commit: bool) -> Steps[bool]:
        """Applies or drops a producer's commits by its marker; False where it had none here.

        Those of which something is held back when this begins; until its turn comes each is held back, and may be
        deleted. The producer commits nothing meanwhile: its coordinator begins no transaction before the markers of
        the last one are answered.
        """
        held = self._transactional.get(producer_id)
        if held is None:
            return False
        for stretch in stretches(list(held), OFFSETS_IN_ONE_STEP_MAX):
            for partition in stretch:
                committed = held.pop(partition, None)
                if committed is None:
                    continue
                self._release(producer_id, partition)
                if is_commit and committed.log_offset != NO_OFFSET:
                    self._put(partition, committed)
            if held:
                yield
        if not held and self._transactional.get(producer_id) is held:
            del self._transactional[producer_id]
        return True

    def _release(self, producer_id: int, partition: TopicPartition) -> None:
        holders = self._holders[partition]
        holders.remove(producer_id)
        if not holders:
            del self._holders[partition]

    def producers(self) -> list[int]:
        """Lists the producers whose open transactions hold commits of this group."""
        return list(self._transactional)

    # ---- going ----------------------------------------------------------------------------------------------------

    def remove(self, partitions: Iterable[TopicPartition]) -> list[TopicPartition]:
        """Removes committed offsets and pending ones; returns the former, to be deleted in the log."""
        removed = []
        for partition in partitions:
            self._pending.pop(partition, None)
            for producer_id in self._holders.pop(partition, ()):
                held = self._transactional[producer_id]
                del held[partition]
                if not held:
                    del self._transactional[producer_id]
            if self._committed.pop(partition, None) is not None:
                removed.append(partition)
        return removed

    def all_partitions(self) -> list[TopicPartition]:
        """Returns the partitions of whatever there is, on its way or not; some more than once."""
        return [*self._committed, *self._pending, *self._holders]

    def to_look_through(self, partitions: Mapping[TopicPartition, object]) -> Iterable[TopicPartition]:
        """Returns those partitions, or its own, whichever are fewer: what is in both is among them."""
        if len(partitions) <= len(self._committed) + len(self._pending) + len(self._holders):
            return partitions
        return self.all_partitions()

    def remove_all(self) -> list[TopicPartition]:
        """Removes all committed offsets, and pending ones."""
        removed = list(self._committed)
        self._committed.clear()
        self._pending.clear()
        self._transactional.clear()
        self._holders.clear()
        return removed

    def remove_expired(
        self,
        partitions: Iterable[TopicPartition],
        now_ms: WallMs,
        retention_ms: int,
        *,
        since_ms: Callable[[CommittedOffset], WallMs],
        is_kept: Callable[[str], bool] = lambda _: False,
    ) -> list[TopicPartition]:
        """Removes the expired committed offsets, and returns their partitions.

        Args:
            partitions: whose committed offsets are looked at; there may be none by now.
            now_ms: wall clock.
            retention_ms: `offsets.retention.minutes`, for those without an end of their own.
            since_ms: from when the retention counts.
            is_kept: topics that are being read.
        """
        expired = [
            partition
            for partition in partitions
            if (committed := self._committed.get(partition)) is not None
            and not self.is_unstable(partition)
            and not is_kept(partition.topic)
            and (
                now_ms - since_ms(committed) >= retention_ms
                if committed.expire_ms is None
                else now_ms >= committed.expire_ms
            )
        ]
        for partition in expired:
            del self._committed[partition]
        return expired
