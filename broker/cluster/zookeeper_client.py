"""This broker's client of ZooKeeper, as its configuration has it, and the paths that everybody relies on.

A part of the composition root (`broker.app`). Not here: the client itself (`kavka.zk`), the registration.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from kavka.broker.cluster import identity as cluster_identity
from kavka.timer.dev_clock import machine_clock
from kavka.zk.acls import ZkLogin, open_acl, secured_acl
from kavka.zk.client import KazooZk, ZkClient, ensure_path
from kavka.zk.errors import NoNode

if TYPE_CHECKING:
    from kavka.broker.config.broker_config import BrokerConfig
    from kavka.timer.clock import Clock


def zookeeper_login(config: BrokerConfig) -> ZkLogin | None:
    """Returns the login of a broker's ZooKeeper session; None: without one."""
    digest: str | None = config.kavka_zookeeper_digest
    return None if digest is None else ZkLogin("digest", digest)


def zookeeper_client(config: BrokerConfig, clock: Clock, hosts: str | None = None) -> KazooZk:
    """Builds a ZooKeeper client that is not started yet.

    Args:
        config: of the broker.
        clock: the broker's; sessions go by the machine's behind it.
        hosts: another place than `zookeeper.connect`.
    """
    return KazooZk(
        hosts or config.zookeeper_connect,
        session_timeout_ms=config.zookeeper_session_timeout_ms,
        clock=machine_clock(clock),
        login=zookeeper_login(config),
        acl_of=secured_acl if config.zookeeper_set_acl else open_acl,
        ends_with_loop=True,
    )


async def ensure_paths(zk: ZkClient, config: BrokerConfig, clock: Clock) -> None:
    """Creates the persistent paths and, if missing, the chroot of `zookeeper.connect`.

    The chroot is invisible from inside, so a second session without it makes it, as Kafka does.
    """
    try:
        await cluster_identity.ensure_paths(zk)
        return
    except NoNode:
        hosts, slash, chroot = config.zookeeper_connect.partition("/")
        if not slash:
            raise
    outside = zookeeper_client(config, clock, hosts)
    try:
        await outside.start(config.zookeeper_connection_timeout_ms)
        await ensure_path(outside, f"/{chroot}")
    finally:
        await outside.close()
    await cluster_identity.ensure_paths(zk)
