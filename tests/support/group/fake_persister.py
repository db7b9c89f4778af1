"""A persister in memory that fails or waits where a test says so (KIP-932)."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence

from kavka.broker.share.persister import UNINITIALIZED_START_OFFSET, SharePartition, ShareState
from kavka.protocol.epochs import LeaderEpoch
from kavka.protocol.errors import FencedStateEpoch, InvalidRequest, KafkaError, RequestTimedOut


async def nothing() -> None:
    """Waits for nothing."""


class FakePersister:
    """A `Persister`.

    Attributes:
        states: what it keeps.
        is_silent: whether calls end with REQUEST_TIMED_OUT.
        calls: how many there were.
        before: what is awaited before each call is carried out.
    """

    def __init__(self) -> None:
        self.states: dict[SharePartition, ShareState] = {}
        self.is_silent = False
        self.calls = 0
        self.before: Callable[[], Awaitable[None]] = nothing

    async def _called(self) -> None:
        self.calls += 1
        await self.before()
        if self.is_silent:
            raise RequestTimedOut("nobody answers")

    async def initialize(self, share_partition: SharePartition, *, state_epoch: int, start_offset: int) -> None:
        """Begins a share-partition."""
        await self._called()
        known = self.states.get(share_partition)
        if known is not None and state_epoch < known.state_epoch:
            raise FencedStateEpoch(f"state epoch {state_epoch} is older than {known.state_epoch}")
        complete = -1 if start_offset == UNINITIALIZED_START_OFFSET else 0
        self.states[share_partition] = ShareState(state_epoch, LeaderEpoch(0), start_offset, complete, ())

    async def read(self, share_partition: SharePartition, *, leader_epoch: LeaderEpoch) -> ShareState:
        """Returns the state, for the leader."""
        raise InvalidRequest(f"nobody leads {share_partition} in epoch {leader_epoch}")

    async def write(self, share_partition: SharePartition, changed: ShareState) -> None:
        """Keeps what has changed."""
        self.states[share_partition] = changed

    async def delete(self, share_partition: SharePartition) -> None:
        """Forgets a share-partition."""
        await self._called()
        self.states.pop(share_partition, None)

    async def summarize(
        self, share_partitions: Sequence[SharePartition]
    ) -> Mapping[SharePartition, ShareState | KafkaError]:
        """Returns states without batches, or the same error for each."""
        unknown = ShareState(0, LeaderEpoch(0), UNINITIALIZED_START_OFFSET, -1, ())
        if self.is_silent:
            return dict.fromkeys(share_partitions, RequestTimedOut("nobody answers"))
        return {place: self.states.get(place, unknown)._replace(batches=()) for place in share_partitions}
