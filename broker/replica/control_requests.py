"""The line in which LeaderAndIsr, StopReplica and UpdateMetadata wait for one another.

A small one is carried out in one step of the loop while nobody is in line. A large one takes many, between which other
requests are served; the controller's next must not be among those, whichever connection it comes on, or a partition
would be led by what was said earlier. So each waits here until those before it are done, and then asks again whether
its controller, and the life of this broker that it is meant for, are still the present ones.

Their slices are their own (`lane`): they wait for no client's large request.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator
from typing import TYPE_CHECKING, Final

from kavka.common.lane import Lane
from kavka.protocol.errors import RequestTimedOut
from kavka.protocol.sliced_list import is_sliced

if TYPE_CHECKING:
    from kavka.protocol.messages import LeaderAndIsrRequest, UpdateMetadataRequest

WAITING_MAX: Final = 100
"""Requests in line. A controller sends one at a time to each broker, and few controllers can believe to be one at
once."""


def names_more_than(count: int, request: LeaderAndIsrRequest | UpdateMetadataRequest) -> bool:
    """Tells whether a request names more than `count` partitions; looks at no more of them than it must."""
    if is_sliced(request.ungrouped_partition_states, request.topic_states):
        return True
    named = max(len(request.ungrouped_partition_states), len(request.topic_states))  # a topic has a partition
    if named <= count:
        named = len(request.ungrouped_partition_states)
        named += sum(len(topic.partition_states) for topic in request.topic_states)
    return named > count


class ControlRequests:
    """Lets control requests through one at a time, in the order in which they came.

    Attributes:
        lane: whose slices they use.
    """

    __slots__ = ("_in_line", "_turn", "lane")

    def __init__(self, lane: Lane) -> None:
        self.lane = lane
        self._in_line = 0
        self._turn = asyncio.Semaphore(1)

    @property
    def is_busy(self) -> bool:
        """Tells whether a control request is in progress, or waits for its turn."""
        return self._in_line > 0

    @contextlib.asynccontextmanager
    async def turn(self) -> AsyncIterator[None]:
        """Waits until all that came before are done; the next waits until this is left.

        Raises:
            RequestTimedOut: too many are in line.
        """
        if self._in_line >= WAITING_MAX:
            raise RequestTimedOut(f"{WAITING_MAX} requests of controllers are waiting already")
        self._in_line += 1
        try:
            async with self._turn:
                yield
        finally:
            self._in_line -= 1
