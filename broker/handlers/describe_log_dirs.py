"""DescribeLogDirs: this broker's data directories, how large the partitions in them are, and which directory failed.

From version 4 on also how large the file system is, and how much of it may still be used (KIP-827).

A partition that moves between directories stands in both; the copy is marked, and its lag says how much it lacks.
"""

from __future__ import annotations

from collections.abc import Coroutine
from typing import TYPE_CHECKING, Any

from kavka.common.steps import Steps
from kavka.common.types import TopicPartition
from kavka.protocol.api_keys import ApiKey
from kavka.protocol.errors import ErrorCode, KafkaStorageError
from kavka.protocol.messages import DescribeLogDirsResponse

if TYPE_CHECKING:
    from kavka.broker.log.data_dirs import DataDirs
    from kavka.broker.log.dir_state import DirState
    from kavka.broker.log.log import Log
    from kavka.broker.requests.context import RequestContext
    from kavka.common.lane import Lane
    from kavka.protocol.messages import DescribeLogDirsRequest

API = ApiKey.DESCRIBE_LOG_DIRS

Result = DescribeLogDirsResponse.DescribeLogDirsResult
Topic = DescribeLogDirsResponse.DescribeLogDirsTopic
PartitionSize = DescribeLogDirsResponse.DescribeLogDirsPartition


class DescribeLogDirsHandler:
    """Handles DescribeLogDirs requests."""

    __slots__ = ("_data_dirs", "_lane")

    def __init__(self, *, data_dirs: DataDirs, lane: Lane) -> None:
        self._data_dirs = data_dirs
        self._lane = lane

    def handle(
        self, request: DescribeLogDirsRequest, ctx: RequestContext
    ) -> DescribeLogDirsResponse | Coroutine[Any, Any, DescribeLogDirsResponse]:
        """Lists every directory; null for the topics means all of them, an empty list none."""
        del ctx  # every version means the same
        logs = sum(len(state.logs) for state in self._data_dirs.states)
        named = sum([1 + len(topic.partitions) for topic in request.topics or ()])
        return self._lane.do_in_time(self._describe_all(request), items=max(logs, named))

    def _describe_all(self, request: DescribeLogDirsRequest) -> Steps[DescribeLogDirsResponse]:
        wanted: set[TopicPartition] | None = None
        if request.topics is not None:
            # Only those that are here: a request may name a hundred times as many.
            here = [logs for state in self._data_dirs.states for logs in (state.logs, state.futures)]
            wanted = set()
            for topic in request.topics:
                for index in topic.partitions:
                    partition = TopicPartition(topic.topic, index)
                    if any(partition in logs for logs in here):
                        wanted.add(partition)
                    yield
                yield
        results = []
        for state in self._data_dirs.states:
            results.append((yield from self._describe(state, wanted)))
        return DescribeLogDirsResponse(results=results)

    def _describe(self, state: DirState, wanted: set[TopicPartition] | None) -> Steps[Result]:
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
                        lag = self._lag_of_copy(log) if is_future else max(log.high_watermark - log.log_end_offset, 0)
                        topics.setdefault(name, Topic(name=name)).partitions.append(
                            PartitionSize(index, partition_size=log.size, offset_lag=lag, is_future_key=is_future)
                        )
            total_bytes, usable_bytes = state.log_dir.room()
        except KafkaStorageError as error:
            return Result(error_code=int(error.code), log_dir=path)
        return Result(0, path, list(topics.values()), total_bytes, usable_bytes)

    def _lag_of_copy(self, copy: Log) -> int:
        """Returns how far the copy of a log that moves here lies behind that log."""
        log = self._data_dirs.get(copy.topic_partition)
        return 0 if log is None else max(log.log_end_offset - copy.log_end_offset, 0)
