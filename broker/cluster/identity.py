"""What a starting broker agrees on with its cluster through ZooKeeper: the fixed paths, the cluster's id, its own id,
and the addresses under which it registers."""

from __future__ import annotations

import asyncio
import base64
import random
from collections.abc import Callable, Mapping

from kavka.broker.config.broker_config import BrokerConfig
from kavka.zk import paths
from kavka.zk.client import ZkClient, ensure_path
from kavka.zk.errors import NodeExists, NoNode
from kavka.zk.znodes import ClusterIdZNode, Endpoint


async def ensure_paths(zk: ZkClient) -> None:
    """Creates the persistent paths that every broker and tool relies on."""
    await asyncio.gather(*(ensure_path(zk, path) for path in paths.PERSISTENT_PATHS))


async def cluster_id(zk: ZkClient, rng: random.Random) -> str:
    """Returns the cluster's id; the first broker of a cluster generates it."""
    while True:
        try:
            data, _ = await zk.get(paths.CLUSTER_ID)
            return ClusterIdZNode.decode(data).cluster_id
        except NoNode:
            made = base64.urlsafe_b64encode(rng.randbytes(16)).rstrip(b"=").decode()
        try:
            await zk.create(paths.CLUSTER_ID, ClusterIdZNode(made).encode(), make_parents=True)
        except NodeExists:
            continue
        return made


async def generated_broker_id(zk: ZkClient, reserved_max: int) -> int:
    """Generates an unused broker id: the version that a write gives /brokers/seqid, above the ids given by hand."""
    return (await zk.set(paths.BROKER_SEQ_ID, b"")).version + reserved_max


def registered_endpoints(
    config: BrokerConfig, ports: Mapping[str, int], own_address: Callable[[], str]
) -> tuple[Endpoint, ...]:
    """Returns the endpoints that this broker registers in ZooKeeper.

    `advertised.listeners` when set; otherwise the listeners', with the machine's own address for those that listen on
    all of them. Port 0 stands for the port that was bound; a listener that could not be bound is left out.

    Args:
        config: the broker's.
        ports: listener name → the port that it is bound to.
        own_address: of this machine, as others reach it.
    """
    endpoints = config.advertised_listeners if config.advertised_listeners is not None else config.listeners
    return tuple(
        Endpoint(
            endpoint.name,
            own_address() if endpoint.is_wildcard else endpoint.host,
            endpoint.port or ports[endpoint.name],
        )
        for endpoint in endpoints
        if endpoint.name in ports
    )
