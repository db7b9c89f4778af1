"""What a consumer asks of its member of a group, whichever protocol that speaks.

    `group_member.GroupMember`   classic: JoinGroup, SyncGroup, Heartbeat; members assign
    `epoch_member.EpochMember`   consumer (KIP-848): ConsumerGroupHeartbeat; the coordinator assigns

Ports of `consumer_group` and `group_commits`, which know neither.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import Iterable
from typing import Protocol

from kavka.client.coordinators import CoordinatorLink
from kavka.common.types import TopicPartition
from kavka.wire.group_offsets import GroupMetadata


class MembershipPort(Protocol):
    """Where a member stands."""

    attempt: int
    is_lost: bool
    is_rejoin_wanted: bool

    @property
    def is_member(self) -> bool: ...

    def metadata(self) -> GroupMetadata: ...

    def metadata_joined(self) -> GroupMetadata: ...

    def take_assignment(self) -> list[TopicPartition] | None: ...

    def put_back(self, assigned: list[TopicPartition]) -> None: ...

    def still_assigned(self, partitions: Iterable[TopicPartition], attempt: int) -> list[TopicPartition]: ...

    def acknowledge_loss(self) -> None: ...

    def raise_failure(self) -> None: ...

    def refused(self, code: int, generation_id: int, /) -> None: ...


class MemberPort(Protocol):
    """A member, and the task that keeps its place."""

    @property
    def membership(self) -> MembershipPort: ...

    @property
    def is_subscribed(self) -> bool: ...

    @property
    def is_cooperative(self) -> bool:
        """Tells whether it keeps its partitions while it joins."""

    @property
    def has_epochs(self) -> bool:
        """Tells whether it commits in a member epoch, not in a generation."""

    @property
    def link(self) -> CoordinatorLink: ...

    def subscribe(self, topics: Iterable[str], pattern: re.Pattern[str] | None) -> None: ...

    def subscription(self) -> frozenset[str]: ...

    def unsubscribed(self) -> None: ...

    def request_join(self, owned: Iterable[TopicPartition]) -> None: ...

    def gave_up(self, left: Iterable[TopicPartition]) -> None:
        """Takes note that some partitions were revoked, so that others may have them."""

    def took(self, owned: Iterable[TopicPartition]) -> None:
        """Takes note that an assignment was applied, and what is owned now."""

    def news(self) -> asyncio.Future[None]: ...

    def polling(self) -> None: ...

    def polled(self) -> None: ...

    async def run(self) -> None: ...

    async def leave(self) -> None: ...
