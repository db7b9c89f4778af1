"""DescribeLogDirs: this broker's data directories, how large the partitions in them are, and which directory failed.

A partition that moves between directories stands in both; the copy is marked, and its lag says how much it lacks.
"""

from __future__ import annotations

import time
from collections.abc import Coroutine, Iterator
from typing import TYPE_CHECKING, Any, Final

from kavka.common.pace import Pace
from protocol.api_keys import ApiKey
from protocol.errors import ErrorCode, KafkaError, KafkaStorageError
from protocol.messages import DescribeLogDirsResponse

if TYPE_CHECKING:
    from broker.context import RequestContext
    from broker.log.log import Log
    from broker.log.log_manager import DirState
    from broker.services import BrokerServices
    from kavka.common.types import TopicPartition
    from protocol.messages import DescribeLogDirsRequest

API = ApiKey.DESCRIBE_LOG_DIRS

Result = DescribeLogDirsResponse.DescribeLogDirsResult
Topic = DescribeLogDirsResponse.DescribeLogDirsTopic
PartitionSize = DescribeLogDirsResponse.DescribeLogDirsPartition


LOGS_AT_ONCE: Final = 100
"""Logs, or partitions that are asked for, between two looks at the time: 0.3 ms."""


def handle(
    request: DescribeLogDirsRequest, ctx: RequestContext, broker: BrokerServices
) -> Coroutine[Any, Any, DescribeLogDirsResponse]:
    """Lists every directory; null for the topics means all of them, an empty list none."""
    return _describe_all(request, broker)


async def _describe_all(request: DescribeLogDirsRequest, broker: BrokerServices) -> DescribeLogDirsResponse:
    pace = Pace(time.perf_counter_ns)
    wanted: set[tuple[str, int]] | None = None
    if request.topics is not None:
        wanted = set()
        for topic in request.topics:
            for start in range(0, len(topic.partitions), LOGS_AT_ONCE):
                wanted.update((topic.topic, index) for index in topic.partitions[start : start + LOGS_AT_ONCE])
                await pace.breathe()
            if pace.is_due():
                await pace.breathe()
    return DescribeLogDirsResponse(
        results=[await _describe(state, wanted, broker, pace) for state in broker.log_manager.dirs]
    )


def error_response(request: DescribeLogDirsRequest, error: KafkaError) -> DescribeLogDirsResponse:
    """The error alone: before version 3 there is no place for it, and no directory in the answer says it."""
    del request
    return DescribeLogDirsResponse(error_code=int(error.code))


async def _describe(state: DirState, wanted: set[tuple[str, int]] | None, broker: BrokerServices, pace: Pace) -> Result:
    path = state.log_dir.path
    if not state.log_dir.is_online:
        return Result(error_code=int(ErrorCode.KAFKA_STORAGE_ERROR), log_dir=path)
    try:
        topics: dict[str, Topic] = {}
        # What is there now: logs come and go while others have their turns.
        for logs, is_future in ((list(state.logs.items()), False), (list(state.futures.items()), True)):
            for start in range(0, len(logs), LOGS_AT_ONCE):
                for name, size in _sizes(logs[start : start + LOGS_AT_ONCE], wanted, broker, is_future=is_future):
                    topics.setdefault(name, Topic(name=name)).partitions.append(size)
                await pace.breathe()
    except KafkaStorageError as error:
        return Result(error_code=int(error.code), log_dir=path)
    return Result(log_dir=path, topics=list(topics.values()))


def _sizes(
    logs: list[tuple[TopicPartition, Log]],
    wanted: set[tuple[str, int]] | None,
    broker: BrokerServices,
    *,
    is_future: bool,
) -> Iterator[tuple[str, PartitionSize]]:
    """Some logs' topics, sizes and lags."""
    for topic_partition, log in logs:
        if wanted is None or topic_partition in wanted:
            lag = _lag_of_copy(log, broker) if is_future else max(log.high_watermark - log.log_end_offset, 0)
            name, index = topic_partition
            yield name, PartitionSize(index, partition_size=log.size, offset_lag=lag, is_future_key=is_future)


def _lag_of_copy(copy: Log, broker: BrokerServices) -> int:
    """How far the copy of a log that moves here lies behind that log."""
    log = broker.log_manager.get(copy.topic_partition)
    return 0 if log is None else max(log.log_end_offset - copy.log_end_offset, 0)
