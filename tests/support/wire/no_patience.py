"""Requests with a timeout of 0, which is kafka-go's default, and what Apache Kafka 3.9 answers them with.

`tests/conformance/test_side_by_side.py` asks Kafka and this broker the same, so the table stays true.
"""

from __future__ import annotations

import asyncio
from typing import Any

from kavka.client.connection import Connection
from kavka.protocol import messages as m
from kavka.protocol.errors import ErrorCode

TIMEOUT_MS = 0

EXPECTED: dict[str, Any] = {
    "create, validated only": ErrorCode.NONE,
    "create, exists": ErrorCode.TOPIC_ALREADY_EXISTS,
    "create, bad name": ErrorCode.INVALID_TOPIC_EXCEPTION,
    "create": ErrorCode.REQUEST_TIMED_OUT,
    "add partitions, validated only": ErrorCode.NONE,
    "add partitions, too few": ErrorCode.INVALID_PARTITIONS,
    "add partitions, unknown": ErrorCode.UNKNOWN_TOPIC_OR_PARTITION,
    "add partitions": ErrorCode.REQUEST_TIMED_OUT,
    "elect": (ErrorCode.NONE, ErrorCode.ELECTION_NOT_NEEDED),
    "list reassignments": ErrorCode.NONE,
    "reassign": (ErrorCode.NONE, ErrorCode.NONE),
    "delete, unknown": ErrorCode.UNKNOWN_TOPIC_OR_PARTITION,
    "delete": ErrorCode.REQUEST_TIMED_OUT,
}


async def outcomes(host: str, port: int, *, broker_id: int = 0) -> dict[str, Any]:
    """What one broker, the controller, says to each of them, by the names in `EXPECTED`."""
    async with await Connection.open(host, port, client_id="impatient") as connection:
        await _create(connection, "there", timeout_ms=10_000)
        reassigned = m.AlterPartitionReassignmentsRequest(
            timeout_ms=TIMEOUT_MS,
            topics=[
                m.AlterPartitionReassignmentsRequest.ReassignableTopic(
                    name="there",
                    partitions=[
                        m.AlterPartitionReassignmentsRequest.ReassignablePartition(
                            partition_index=0, replicas=[broker_id]
                        )
                    ],
                )
            ],
        )
        found: dict[str, Any] = {
            "create, validated only": await _create(connection, "new", validate_only=True),
            "create, exists": await _create(connection, "there"),
            "create, bad name": await _create(connection, "a/b"),
            "create": await _create(connection, "new"),
            "add partitions, validated only": await _grow(connection, "there", 3, validate_only=True),
            "add partitions, too few": await _grow(connection, "there", 1),
            "add partitions, unknown": await _grow(connection, "nowhere", 3),
            "add partitions": await _grow(connection, "there", 3),
            "elect": await _elect(connection, "there"),
            "list reassignments": (
                await connection.request(
                    m.ListPartitionReassignmentsRequest(timeout_ms=TIMEOUT_MS, topics=None), version=0
                )
            ).error_code,
        }
        answer = await connection.request(reassigned, version=0)
        found["reassign"] = (answer.error_code, answer.responses[0].partitions[0].error_code)
        found["delete, unknown"] = await _delete(connection, "nowhere")
        found["delete"] = await _delete(connection, "there")
        return found


async def _create(
    connection: Connection, name: str, *, timeout_ms: int = TIMEOUT_MS, validate_only: bool = False
) -> int:
    topic = m.CreateTopicsRequest.CreatableTopic(name=name, num_partitions=1, replication_factor=1)
    request = m.CreateTopicsRequest(topics=[topic], timeout_ms=timeout_ms, validate_only=validate_only)
    return int((await connection.request(request, version=3)).topics[0].error_code)


async def _grow(connection: Connection, name: str, count: int, *, validate_only: bool = False) -> int:
    topic = m.CreatePartitionsRequest.CreatePartitionsTopic(name=name, count=count, assignments=None)
    request = m.CreatePartitionsRequest(topics=[topic], timeout_ms=TIMEOUT_MS, validate_only=validate_only)
    return int((await connection.request(request, version=1)).results[0].error_code)


async def _elect(connection: Connection, name: str) -> tuple[int, int]:
    partitions = m.ElectLeadersRequest.TopicPartitions(topic=name, partitions=[0])
    request = m.ElectLeadersRequest(election_type=0, topic_partitions=[partitions], timeout_ms=TIMEOUT_MS)
    answer = await connection.request(request, version=1)
    return answer.error_code, answer.replica_election_results[0].partition_result[0].error_code


async def _delete(connection: Connection, name: str) -> int:
    request = m.DeleteTopicsRequest(topic_names=[name], timeout_ms=TIMEOUT_MS)
    return int((await connection.request(request, version=3)).responses[0].error_code)


async def is_carried_out(host: str, port: int) -> bool:
    """Whether what was answered with REQUEST_TIMED_OUT happens all the same; waits for it."""
    async with await Connection.open(host, port, client_id="impatient") as connection:
        while True:
            request = m.MetadataRequest(topics=None)
            names = {topic.name for topic in (await connection.request(request, version=5)).topics}
            if "new" in names and "there" not in names:
                return True
            await asyncio.sleep(0.05)
