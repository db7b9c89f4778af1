"""AlterReplicaLogDirs: moves replicas of this broker between its data directories, or says where one shall be made.

The response comes when the moves have begun; DescribeLogDirs says how far they are.
"""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

from kavka.common.types import TopicPartition
from kavka.protocol.api_keys import ApiKey
from kavka.protocol.errors import KafkaError
from kavka.protocol.messages import AlterReplicaLogDirsResponse

if TYPE_CHECKING:
    from kavka.broker.replica.log_dir_moves import LogDirMoves
    from kavka.broker.requests.context import RequestContext
    from kavka.protocol.messages import AlterReplicaLogDirsRequest

API = ApiKey.ALTER_REPLICA_LOG_DIRS

Topic = AlterReplicaLogDirsResponse.AlterReplicaLogDirTopicResult
Result = AlterReplicaLogDirsResponse.AlterReplicaLogDirPartitionResult

_log = logging.getLogger(__name__)


class AlterReplicaLogDirsHandler:
    """Handles AlterReplicaLogDirs requests."""

    __slots__ = ("_log_dir_moves",)

    def __init__(self, *, log_dir_moves: LogDirMoves) -> None:
        self._log_dir_moves = log_dir_moves

    def handle(self, request: AlterReplicaLogDirsRequest, ctx: RequestContext) -> AlterReplicaLogDirsResponse:
        """Begins every move that can begin."""
        answer: dict[str, Topic] = {}
        refusals: list[str] = []
        for log_dir in request.dirs:
            for topic in log_dir.topics:
                results = answer.setdefault(topic.name, Topic(topic_name=topic.name)).partitions
                for index in topic.partitions:
                    code = self._alter(TopicPartition(topic.name, index), log_dir.path, refusals)
                    results.append(Result(partition_index=index, error_code=code))
        if refusals:
            # One line a request: a tool that asks the wrong broker names all of its partitions.
            _log.info("%d replicas do not move, such as %s", len(refusals), refusals[0])
        return AlterReplicaLogDirsResponse(results=list(answer.values()))

    def _alter(self, topic_partition: TopicPartition, path: str, refusals: list[str]) -> int:
        try:
            self._log_dir_moves.alter(topic_partition, path)
        except KafkaError as error:
            refusals.append(f"{str(topic_partition)!r}: {error.message}")
            return int(error.code)
        return 0
