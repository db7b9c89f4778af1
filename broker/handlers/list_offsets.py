"""ListOffsets: the first, the last, or the first offset at or after a time.

Version 0 returns a list of offsets at which segments begin; the others with one offset, the timestamp found, and
from 4 on the leader epoch. What a consumer hears of ends at the high watermark, or, read_committed, at the last stable
offset; everybody else (followers, −2 for debugging) hears of everything. A negative timestamp has a meaning or none:

    −1 latest   −2 earliest   −3, from version 7, the record with the greatest timestamp   else UNSUPPORTED_VERSION
    −4, from version 8, the earliest that is on disk here: the earliest, as no log is tiered (KIP-405)
    −5, from version 9, the last that is tiered: none, −1 (KIP-1005)
    −6, from version 11, the first that is not tiered yet: none, −1, as nothing will be (KIP-1023)

A new leader whose high watermark has not reached its own epoch does not name what it cannot know yet (KIP-207): the
latest offset, and whatever a search by time finds beyond the high watermark. The earliest offset it knows.
"""

from __future__ import annotations

import contextlib
from collections import Counter
from typing import TYPE_CHECKING, Any

from kavka.broker.log.cold_read import ColdRead
from kavka.broker.replica.fetch_types import CONSUMER
from kavka.broker.replica.partition import EARLIEST, LATEST, MAX_TIMESTAMP
from kavka.protocol.api_keys import ApiKey
from kavka.protocol.epochs import NO_LEADER_EPOCH
from kavka.protocol.errors import ErrorCode, KafkaError, OffsetNotAvailable
from kavka.protocol.messages import ListOffsetsResponse

if TYPE_CHECKING:
    from kavka.broker.log.log import Log
    from kavka.broker.replica.partitions import Partitions
    from kavka.broker.requests.context import RequestContext
    from kavka.common.filesystem import FileSystem
    from kavka.protocol.messages import ListOffsetsRequest
    from kavka.timer.clock import Clock
    from kavka.timer.moments import WallMs

API = ApiKey.LIST_OFFSETS

COLD_ROUNDS_MAX = 1_000
"""How often something is loaded for one request, a file of an index or a piece of a log each time, before the rest is
read come what may: a topic's partitions and segments at its first search after startup."""
READ_COMMITTED = 1
OFFSET_NOT_AVAILABLE_FROM_VERSION = 5
"""Clients of older versions understand LEADER_NOT_AVAILABLE instead."""
LISTS_BEFORE_VERSION = 1
LEADER_EPOCH_FROM_VERSION = 4
EARLIEST_LOCAL = -4
LATEST_TIERED = -5
EARLIEST_PENDING_UPLOAD = -6
MEANINGS_FROM_VERSION = {
    LATEST: 0,
    EARLIEST: 0,
    MAX_TIMESTAMP: 7,
    EARLIEST_LOCAL: 8,
    LATEST_TIERED: 9,
    EARLIEST_PENDING_UPLOAD: 11,
}

PartitionResult = ListOffsetsResponse.ListOffsetsPartitionResponse
TopicResult = ListOffsetsResponse.ListOffsetsTopicResponse


class ListOffsetsHandler:
    """Handles ListOffsets requests."""

    __slots__ = ("_clock", "_filesystem", "_partitions")

    def __init__(self, *, clock: Clock, filesystem: FileSystem, partitions: Partitions) -> None:
        self._clock = clock
        self._filesystem = filesystem
        self._partitions = partitions

    def handle(self, request: ListOffsetsRequest, ctx: RequestContext) -> Any:
        """Looks up every partition's offset; a coroutine does where that would have to wait for a disk."""
        try:
            return self._look_up(request, ctx, may_wait=False)
        except ColdRead as cold:
            return self._look_up_when_loaded(request, ctx, cold)

    async def _look_up_when_loaded(
        self, request: ListOffsetsRequest, ctx: RequestContext, cold: ColdRead
    ) -> ListOffsetsResponse:
        for _ in range(COLD_ROUNDS_MAX):
            # The look that follows meets the error, too, and knows which directory has failed.
            with contextlib.suppress(OSError):
                await self._filesystem.run(cold.load)
            if cold.loaded is not None:
                cold.loaded()
            try:
                return self._look_up(request, ctx, may_wait=False)
            except ColdRead as another:
                cold = another
        return self._look_up(request, ctx, may_wait=True)

    def _look_up(self, request: ListOffsetsRequest, ctx: RequestContext, *, may_wait: bool) -> ListOffsetsResponse:
        """Builds the response; one partition's error is its own."""
        asked_for = Counter(
            (topic.name, asked.partition_index) for topic in request.topics for asked in topic.partitions
        )
        return ListOffsetsResponse(
            topics=[
                TopicResult(
                    name=topic.name,
                    partitions=[
                        self._answer(request, topic.name, asked, ctx.api_version, may_wait=may_wait)
                        if asked_for[topic.name, asked.partition_index] == 1
                        else _failed(asked, ErrorCode.INVALID_REQUEST)
                        for asked in topic.partitions
                    ],
                )
                for topic in request.topics
            ]
        )

    def _answer(
        self,
        request: ListOffsetsRequest,
        topic: str,
        asked: ListOffsetsRequest.ListOffsetsPartition,
        version: int,
        *,
        may_wait: bool,
    ) -> PartitionResult:
        if asked.timestamp < 0 and version < MEANINGS_FROM_VERSION.get(asked.timestamp, version + 1):
            return _failed(asked, ErrorCode.UNSUPPORTED_VERSION)
        try:
            partition = self._partitions.get(topic, asked.partition_index)
            partition.check_readable(request.replica_id, asked.current_leader_epoch)
            is_consumer = request.replica_id == CONSUMER
            is_read_committed = request.isolation_level == READ_COMMITTED
            end_offset = partition.log.log_end_offset
            if is_consumer:
                end_offset = partition.readable_end_offset(CONSUMER, is_read_committed=is_read_committed)
            result = PartitionResult(partition_index=asked.partition_index)
            if version < LISTS_BEFORE_VERSION:
                result.old_style_offsets = _offsets_before(
                    partition.log,
                    asked.timestamp,
                    end_offset=end_offset,
                    count_max=asked.max_num_offsets,
                    now_ms=self._clock.now_ms(),
                )
                return result
            if asked.timestamp in (LATEST_TIERED, EARLIEST_PENDING_UPLOAD):
                return result  # which says −1 everywhere
            timestamp = EARLIEST if asked.timestamp == EARLIEST_LOCAL else asked.timestamp
            found = partition.offset_for_timestamp(timestamp, end_offset=end_offset, may_wait=may_wait)
            if is_consumer and timestamp != EARLIEST and (timestamp == LATEST or found[1] < 0):
                partition.check_offsets_are_known()
        except OffsetNotAvailable as error:
            is_understood = version >= OFFSET_NOT_AVAILABLE_FROM_VERSION
            return _failed(asked, error.code if is_understood else ErrorCode.LEADER_NOT_AVAILABLE)
        except KafkaError as error:
            return _failed(asked, error.code)
        result.timestamp, result.offset, result.leader_epoch = found
        if version < LEADER_EPOCH_FROM_VERSION:
            result.leader_epoch = NO_LEADER_EPOCH
        return result


def _failed(asked: ListOffsetsRequest.ListOffsetsPartition, error: ErrorCode) -> PartitionResult:
    return PartitionResult(partition_index=asked.partition_index, error_code=int(error))


def _offsets_before(log: Log, timestamp: int, *, end_offset: int, count_max: int, now_ms: WallMs) -> list[int]:
    """Lists the segments' base offsets for ListOffsets 0, the latest first.

    Only segments that were last written at or before a time. The end of what is readable counts as one more
    segment, written now.
    """
    places = [
        (max(base_offset, log.log_start_offset), modified_ms)
        for base_offset, modified_ms in log.segment_times()
        if base_offset < end_offset
    ]
    places.append((end_offset, now_ms))
    if timestamp == LATEST:
        last = len(places) - 1
    elif timestamp == EARLIEST:
        last = 0
    else:
        last = max((i for i, (_, modified_ms) in enumerate(places) if modified_ms <= timestamp), default=-1)
    return [offset for offset, _ in reversed(places[: last + 1])][: max(count_max, 0)]
