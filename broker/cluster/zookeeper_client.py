"""What a broker's configuration says of its ZooKeeper sessions; the paths that everybody relies on, and their chroot.

Not here: the client (`kavka.zk`, made by the world), the registration.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from kavka.broker.cluster import identity as cluster_identity
from kavka.zk.acls import ZkLogin, open_acl, secured_acl
from kavka.zk.client import ZkClient, ensure_path
from kavka.zk.errors import NoNode

if TYPE_CHECKING:
    from collections.abc import Callable

    from kavka.broker.config.broker_config import BrokerConfig
    from kavka.broker.world import ZooKeeper
    from kavka.zk.ops import Acl


def zookeeper_login(config: BrokerConfig) -> ZkLogin | None:
    """Returns the login of a broker's ZooKeeper session; None: without one."""
    digest: str | None = config.kavka_zookeeper_digest
    return None if digest is None else ZkLogin("digest", digest)


def acl_of_new_nodes(config: BrokerConfig) -> Callable[[str], tuple[Acl, ...]]:
    """Returns the rule by which a broker protects the nodes that it makes: path → ACL."""
    return secured_acl if config.zookeeper_set_acl else open_acl


async def ensure_paths(zk: ZkClient, config: BrokerConfig, zookeeper: ZooKeeper) -> None:
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
    outside = zookeeper.client(config, hosts)
    try:
        await outside.start(config.zookeeper_connection_timeout_ms)
        await ensure_path(outside, f"/{chroot}")
    finally:
        await outside.close()
    await cluster_identity.ensure_paths(zk)
