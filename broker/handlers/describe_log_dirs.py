"""DescribeLogDirs: this broker's data directories, how large the partitions in them are, and which directory failed."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from protocol.api_keys import ApiKey
from protocol.errors import ErrorCode, KafkaError, KafkaStorageError
from protocol.messages import DescribeLogDirsResponse

if TYPE_CHECKING:
    from broker.context import RequestContext
    from broker.log.log import Log
    from broker.log.log_manager import DirState
    from broker.services import BrokerServices
    from protocol.messages import DescribeLogDirsRequest

API = ApiKey.DESCRIBE_LOG_DIRS

Result = DescribeLogDirsResponse.DescribeLogDirsResult
Topic = DescribeLogDirsResponse.DescribeLogDirsTopic
PartitionSize = DescribeLogDirsResponse.DescribeLogDirsPartition


def handle(request: DescribeLogDirsRequest, ctx: RequestContext, broker: BrokerServices) -> DescribeLogDirsResponse:
    """Lists every directory; null for the topics means all of them, an empty list none."""
    wanted: set[tuple[str, int]] | None = None
    if request.topics is not None:
        wanted = {(topic.topic, index) for topic in request.topics for index in topic.partitions}
    return DescribeLogDirsResponse(results=[_describe(state, wanted) for state in broker.log_manager.dirs])


def error_response(request: DescribeLogDirsRequest, error: KafkaError) -> DescribeLogDirsResponse:
    """The error alone: before version 3 there is no place for it, and no directory in the answer says it."""
    del request
    return DescribeLogDirsResponse(error_code=int(error.code))


def _describe(state: DirState, wanted: set[tuple[str, int]] | None) -> Result:
    path = state.log_dir.path
    if not state.log_dir.is_online:
        return Result(error_code=int(ErrorCode.KAFKA_STORAGE_ERROR), log_dir=path)
    logs = [log for tp, log in state.logs.items() if wanted is None or tp in wanted]
    try:
        return Result(log_dir=path, topics=_topics(logs))
    except KafkaStorageError as error:
        return Result(error_code=int(error.code), log_dir=path)


def _topics(logs: Iterable[Log]) -> list[Topic]:
    topics: dict[str, Topic] = {}
    for log in logs:
        name, index = log.topic_partition
        topic = topics.setdefault(name, Topic(name=name))
        # How far the log lies behind the partition's high watermark; a replica that moves between directories, which
        # would lag behind the log that it copies, does not exist here.
        lag = max(log.high_watermark - log.log_end_offset, 0)
        topic.partitions.append(PartitionSize(partition_index=index, partition_size=log.size, offset_lag=lag))
    return list(topics.values())
