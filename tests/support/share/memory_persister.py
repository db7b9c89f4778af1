"""A persister that keeps states in memory: what a share group did is forgotten with its broker."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from kavka.broker.share.persister import UNINITIALIZED_START_OFFSET, SharePartition, ShareState
from kavka.broker.share.state.batches import lay_over
from kavka.protocol.epochs import LeaderEpoch
from kavka.protocol.errors import FencedLeaderEpoch, FencedStateEpoch, InvalidRequest, KafkaError


class MemoryPersister:
    """A `Persister`."""

    __slots__ = ("states",)

    def __init__(self) -> None:
        self.states: dict[SharePartition, ShareState] = {}

    async def initialize(self, share_partition: SharePartition, *, state_epoch: int, start_offset: int) -> None:
        """Begins a share-partition, or begins it anew with a higher state epoch."""
        known = self.states.get(share_partition)
        if known is not None and state_epoch < known.state_epoch:
            raise FencedStateEpoch(f"state epoch {state_epoch} is older than {known.state_epoch}")
        leader_epoch = LeaderEpoch(0) if known is None else known.leader_epoch
        complete = -1 if start_offset == UNINITIALIZED_START_OFFSET else 0
        self.states[share_partition] = ShareState(state_epoch, leader_epoch, start_offset, complete, ())

    async def read(self, share_partition: SharePartition, *, leader_epoch: LeaderEpoch) -> ShareState:
        """Returns the state, and fences the leaders of before."""
        known = self._known(share_partition, leader_epoch)
        self.states[share_partition] = known._replace(leader_epoch=leader_epoch)
        return self.states[share_partition]._replace(delivery_complete_count=-1)

    async def write(self, share_partition: SharePartition, changed: ShareState) -> None:
        """Keeps what has changed."""
        known = self._known(share_partition, changed.leader_epoch)
        if changed.state_epoch < known.state_epoch:
            raise FencedStateEpoch(f"state epoch {changed.state_epoch} is older than {known.state_epoch}")
        start_offset = known.start_offset if changed.start_offset < 0 else changed.start_offset
        batches = tuple(lay_over(known.batches, changed.batches, start_offset))
        self.states[share_partition] = changed._replace(start_offset=start_offset, batches=batches)

    async def delete(self, share_partition: SharePartition) -> None:
        """Forgets a share-partition."""
        self.states.pop(share_partition, None)

    async def summarize(
        self, share_partitions: Sequence[SharePartition]
    ) -> Mapping[SharePartition, ShareState | KafkaError]:
        """Returns states without batches."""
        unknown = ShareState(0, LeaderEpoch(0), UNINITIALIZED_START_OFFSET, -1, ())
        return {place: self.states.get(place, unknown)._replace(batches=()) for place in share_partitions}

    def _known(self, share_partition: SharePartition, leader_epoch: LeaderEpoch) -> ShareState:
        known = self.states.get(share_partition)
        if known is None:
            raise InvalidRequest(f"{share_partition} was not initialized")
        if leader_epoch < known.leader_epoch:
            raise FencedLeaderEpoch(f"leader epoch {leader_epoch} is older than {known.leader_epoch}")
        return known
