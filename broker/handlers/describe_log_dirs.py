"""DescribeLogDirs: this broker's data directories, how large the partitions in them are, and which directory failed.

A partition that moves between directories stands in both; the copy is marked, and its lag says how much it lacks.
"""

from __future__ import annotations

from collections.abc import Coroutine
from typing import TYPE_CHECKING, Any

from kavka.common.steps import Steps
from kavka.common.types import TopicPartition
from kavka.protocol.api_keys import ApiKey
from kavka.protocol.errors import ErrorCode, KafkaError, KafkaStorageError
from kavka.protocol.messages import DescribeLogDirsResponse

if TYPE_CHECKING:
    from kavka.broker.log.dir_state import DirState
    from kavka.broker.log.log import Log
    from kavka.broker.requests.context import RequestContext
    from kavka.broker.requests.services import BrokerServices
    from kavka.protocol.messages import DescribeLogDirsRequest

API = ApiKey.DESCRIBE_LOG_DIRS

Result = DescribeLogDirsResponse.DescribeLogDirsResult
Topic = DescribeLogDirsResponse.DescribeLogDirsTopic
PartitionSize = DescribeLogDirsResponse.DescribeLogDirsPartition


def handle(
    request: DescribeLogDirsRequest, ctx: RequestContext, broker: BrokerServices
) -> DescribeLogDirsResponse | Coroutine[Any, Any, DescribeLogDirsResponse]:
    """Lists every directory; null for the topics means all of them, an empty list none."""
    del ctx  # every version means the same
    logs = sum(len(state.logs) for state in broker.log_manager.dirs)
    named = sum([1 + len(topic.partitions) for topic in request.topics or ()])
    return broker.lane.do_in_time(_describe_all(request, broker), items=max(logs, named))


def _describe_all(request: DescribeLogDirsRequest, broker: BrokerServices) -> Steps[DescribeLogDirsResponse]:
    wanted: set[TopicPartition] | None = None
    if request.topics is not None:
        # Only those that are here: a request may name a hundred times as many.
        here = [logs for state in broker.log_manager.dirs for logs in (state.logs, state.futures)]
        wanted = set()
        for topic in request.topics:
            for index in topic.partitions:
                partition = TopicPartition(topic.topic, index)
                if any(partition in logs for logs in here):
                    wanted.add(partition)
                yield
            yield
    results = []
    for state in broker.log_manager.dirs:
        results.append((yield from _describe(state, wanted, broker)))
    return DescribeLogDirsResponse(results=results)


def error_response(request: DescribeLogDirsRequest, error: KafkaError) -> DescribeLogDirsResponse:
    """Returns the error alone.

    Before version 3 there is no place for it, and no directory in the response says it.
    """
    del request
    return DescribeLogDirsResponse(error_code=int(error.code))


def _describe(state: DirState, wanted: set[TopicPartition] | None, broker: BrokerServices) -> Steps[Result]:
    path = state.log_dir.path
    if not state.log_dir.is_online:
        return Result(error_code=int(ErrorCode.KAFKA_STORAGE_ERROR), log_dir=path)
    try:
        topics: dict[str, Topic] = {}
        for logs, is_future in ((state.logs, False), (state.futures, True)):
            for topic_partition, log in list(logs.items()):
                yield
                if wanted is None or topic_partition in wanted:
                    name, index = topic_partition
                    lag = _lag_of_copy(log, broker) if is_future else max(log.high_watermark - log.log_end_offset, 0)
                    topics.setdefault(name, Topic(name=name)).partitions.append(
                        PartitionSize(index, partition_size=log.size, offset_lag=lag, is_future_key=is_future)
                    )
    except KafkaStorageError as error:
        return Result(error_code=int(error.code), log_dir=path)
    return Result(log_dir=path, topics=list(topics.values()))


def _lag_of_copy(copy: Log, broker: BrokerServices) -> int:
    """Returns how far the copy of a log that moves here lies behind that log."""
    log = broker.log_manager.get(copy.topic_partition)
    return 0 if log is None else max(log.log_end_offset - copy.log_end_offset, 0)
