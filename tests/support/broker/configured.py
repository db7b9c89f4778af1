"""A broker whose configuration can be altered: services over a ZooKeeper in memory, and its listening to changes."""

from __future__ import annotations

import asyncio
import contextlib
import inspect
from collections.abc import AsyncIterator, Callable
from typing import Any

from kavka.protocol.codec import decode_message, encode_message
from kavka.protocol.messages import AlterConfigsRequest, DescribeConfigsRequest, IncrementalAlterConfigsRequest
from kavka.zk import paths
from kavka.zk.znodes import ConfigZNode
from tests.support.broker.fakes import BROKER_ID, config, context, services
from tests.support.broker.parts import handling

TOPIC, BROKER, LOGGER = 2, 4, 8
SET, DELETE, APPEND, SUBTRACT = range(4)
ME = str(BROKER_ID)


@contextlib.asynccontextmanager
async def configured_broker(
    zookeeper: Any = None, *, prepare: Callable[[Any], object] = lambda _: None, **overrides: Any
) -> AsyncIterator[Any]:
    """Knows the topic `known`; hears of changes while the block runs, for which `prepare` may register listeners."""
    broker = services(config(**overrides), zookeeper)
    prepare(broker)
    await broker.zk.start(1000)
    for path in ("/config/topics", "/config/brokers", paths.CONFIG_CHANGES, paths.topic("known")):
        await broker.zk.create(path, make_parents=True)
    await broker.config_changes.start()
    async with asyncio.TaskGroup() as tasks:
        listening = tasks.create_task(broker.config_changes.run())
        yield broker
        listening.cancel()
    await broker.zk.close()


async def ask(handler: Any, broker: Any, version: int, request: Any) -> Any:
    """Through the wire's form both ways, as a client of that version would."""
    request = decode_message(type(request), version, encode_message(request, version))
    answer = handling(handler, broker).handle(request, context(version))
    if inspect.isawaitable(answer):
        answer = await answer
    return decode_message(type(answer), version, encode_message(answer, version))


def incremental(*resources: tuple[int, str, Any], validate_only: bool = False) -> IncrementalAlterConfigsRequest:
    """(kind, name, [(key, operation, value), …]), … as a request."""
    request = IncrementalAlterConfigsRequest
    return request(
        resources=[
            request.AlterConfigsResource(
                resource_type=kind,
                resource_name=name,
                configs=[
                    request.AlterableConfig(name=key, config_operation=operation, value=value)
                    for key, operation, value in changes
                ],
            )
            for kind, name, changes in resources
        ],
        validate_only=validate_only,
    )


def whole(*resources: tuple[int, str, Any], validate_only: bool = False) -> AlterConfigsRequest:
    """(kind, name, [(key, value), …]), … as a request."""
    request = AlterConfigsRequest
    return request(
        resources=[
            request.AlterConfigsResource(
                resource_type=kind,
                resource_name=name,
                configs=[request.AlterableConfig(name=key, value=value) for key, value in entries],
            )
            for kind, name, entries in resources
        ],
        validate_only=validate_only,
    )


def describing(kind: int, name: str, keys: list[str] | None = None) -> DescribeConfigsRequest:
    """One resource with synonyms, as a request."""
    resource = DescribeConfigsRequest.DescribeConfigsResource(
        resource_type=kind, resource_name=name, configuration_keys=keys
    )
    return DescribeConfigsRequest(resources=[resource], include_synonyms=True)


async def stored(broker: Any, kind: str, name: str) -> dict[str, str]:
    """What /config/<kind>/<name> says."""
    data, _ = await broker.zk.get(paths.config(kind, name))
    return dict(ConfigZNode.decode(data).config)


async def notifications(broker: Any) -> list[bytes]:
    """The bodies under /config/changes, in their order."""
    names = await broker.zk.children(paths.CONFIG_CHANGES)
    return [(await broker.zk.get(f"{paths.CONFIG_CHANGES}/{name}"))[0] for name in names]
