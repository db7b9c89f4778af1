"""Apache Kafka and this broker, each alone in its cluster and started with the same settings, to be compared."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from kavka.client.connection import Connection
from kavka.protocol import messages as m
from tests.support.kafka.apache_broker import ApacheBroker
from tests.support.kafka.kafka_tools import KafkaTools
from tests.support.processes.cluster import KavkaProcess
from tests.support.zookeeper.zookeepers import embedded_zookeeper

BOTH = ("kafka", "kavka")
BROKER_RESOURCE, TOPIC_RESOURCE = 4, 2
SET, DELETE, APPEND, SUBTRACT = range(4)


@contextlib.contextmanager
def apache(tools: KafkaTools, folder: Path, settings: Mapping[str, str]) -> Iterator[ApacheBroker]:
    """Apache Kafka's broker, the only one of its cluster."""
    with embedded_zookeeper(folder / "zookeeper") as address:
        broker = ApacheBroker(tools, folder / "kafka", 0, address, settings)
        broker.start()
        try:
            yield broker
        finally:
            broker.stop()


@contextlib.contextmanager
def ours(folder: Path, settings: Mapping[str, str]) -> Iterator[KavkaProcess]:
    """Likewise ours."""
    process = KavkaProcess(folder / "data", config=dict(settings))
    process.start()
    try:
        yield process
    finally:
        status = process.stop()
    assert status == 0, process.log()


async def altered(
    connection: Connection,
    resource: str,
    *changes: tuple[str, int, str | None],
    kind: int = BROKER_RESOURCE,
    validate_only: bool = False,
) -> tuple[int, str | None]:
    """(error code, message) of changing keys of one resource: (name, operation, value), …"""
    request = m.IncrementalAlterConfigsRequest
    entries = [
        request.AlterableConfig(name=name, config_operation=operation, value=value)
        for name, operation, value in changes
    ]
    wanted = request.AlterConfigsResource(resource_type=kind, resource_name=resource, configs=entries)
    (answer,) = (
        await connection.request(request(resources=[wanted], validate_only=validate_only), version=1)
    ).responses
    return answer.error_code, answer.error_message


async def described(connection: Connection, resource: str, kind: int = BROKER_RESOURCE) -> dict[str, Any]:
    """Every key of a resource, by name."""
    request = m.DescribeConfigsRequest
    wanted = request.DescribeConfigsResource(resource_type=kind, resource_name=resource, configuration_keys=None)
    (answer,) = (await connection.request(request(resources=[wanted], include_synonyms=True), version=4)).results
    assert answer.error_code == 0
    return {entry.name: entry for entry in answer.configs}
