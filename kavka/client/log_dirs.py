"""In which data directories of a broker its replicas are: asked and changed. What `Admin`'s two methods stand on.

Only a broker itself knows, so each is asked for its own. Moving is one request; the replica is in use all the time, and
stands in both directories until the copy has taken over.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from kavka.client.cluster import Cluster
from kavka.common.types import TopicPartition
from kavka.protocol.errors import KafkaError
from kavka.protocol.messages import AlterReplicaLogDirsRequest, DescribeLogDirsRequest, DescribeLogDirsResponse
from kavka.wire.errors import code_name, error_for_code


class MovingReplica(NamedTuple):
    """A copy that grows in a directory, while the replica is still in another one."""

    size: int
    """Bytes that are copied."""
    lag: int
    """Records that it lacks."""


class LogDirInfo(NamedTuple):
    """One data directory of a broker."""

    path: str
    error: str | None
    """Why nothing is known of it, as an error code's name; None while it is fine."""
    sizes: Mapping[TopicPartition, int]
    """Bytes of each partition in it."""
    arriving: Mapping[TopicPartition, MovingReplica] = {}
    """Partitions that are moving to it."""


async def describe(cluster: Cluster, broker_id: int) -> list[LogDirInfo]:
    """Returns a broker's log directories with their partitions, moving ones included."""
    request = DescribeLogDirsRequest(topics=None)

    async def attempt() -> list[LogDirInfo]:
        response = await cluster.ask(broker_id, request)
        return [_info(result) for result in response.results]

    return await cluster.retry(attempt, what="describe log directories")


async def alter(
    cluster: Cluster, broker_id: int, wanted: Mapping[TopicPartition, str]
) -> dict[TopicPartition, KafkaError | None]:
    """Requests that replicas move to other log directories; see `Admin.alter_replica_log_dirs`."""
    dirs: dict[str, dict[str, list[int]]] = {}
    for (topic, index), path in wanted.items():
        dirs.setdefault(path, {}).setdefault(topic, []).append(index)
    request = AlterReplicaLogDirsRequest(
        dirs=[
            AlterReplicaLogDirsRequest.AlterReplicaLogDir(
                path=path,
                topics=[
                    AlterReplicaLogDirsRequest.AlterReplicaLogDirTopic(name=topic, partitions=indexes)
                    for topic, indexes in topics.items()
                ],
            )
            for path, topics in dirs.items()
        ]
    )

    async def attempt() -> dict[TopicPartition, KafkaError | None]:
        response = await cluster.ask(broker_id, request)
        return {
            TopicPartition(topic.topic_name, part.partition_index): (
                error_for_code(part.error_code, code_name(part.error_code)) if part.error_code else None
            )
            for topic in response.results
            for part in topic.partitions
        }

    return await cluster.retry(attempt, what="move replicas between log directories")


def _info(result: DescribeLogDirsResponse.DescribeLogDirsResult) -> LogDirInfo:
    parts = [(TopicPartition(t.name, part.partition_index), part) for t in result.topics for part in t.partitions]
    return LogDirInfo(
        result.log_dir,
        code_name(result.error_code) if result.error_code else None,
        {tp: part.partition_size for tp, part in parts if not part.is_future_key},
        {tp: MovingReplica(part.partition_size, part.offset_lag) for tp, part in parts if part.is_future_key},
    )
