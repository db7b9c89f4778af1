"""Where ZooKeeper's servers are, how one is dialled, and the end of a session that somebody else left behind.

    zookeeper.connect   host:port,host:port,…/chroot
    end_session         take it up by its key ─▶ close it: its ephemeral nodes go at once

Not here: a session of one's own (`zk_wire_client`).
"""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING, Final

from kavka.simulation.zk_wire_connection import ZkWireConnection
from kavka.zk.errors import ConnectionLoss

if TYPE_CHECKING:
    from kavka.common.network import Network
    from kavka.simulation.zk_wire_core import WatchFired
    from kavka.timer.clock import Clock
    from kavka.zk.acls import ZkLogin
    from kavka.zk.former_session import SessionKey

log = logging.getLogger(__name__)

DEFAULT_PORT: Final = 2181


def addresses_of(hosts: str) -> tuple[list[tuple[str, int]], str]:
    """Parses `zookeeper.connect`; returns the servers, and the chroot without a slash at its end."""
    servers, slash, root = hosts.partition("/")
    addresses = []
    for server in servers.split(","):
        host, colon, port = server.strip().rpartition(":")
        addresses.append((host.strip("[]"), int(port)) if colon else (port, DEFAULT_PORT))
    return addresses, f"{slash}{root}".rstrip("/")


async def dial(connection: ZkWireConnection, network: Network, address: tuple[str, int]) -> None:
    """Opens a connection; the caller has the deadline.

    Raises:
        OSError: nobody listens there.
    """
    await network.connect(lambda: connection, *address)


class _Stranger:
    """Uses a connection for one thing, and hears nothing else."""

    def heard(self, connection: ZkWireConnection) -> None:
        return

    def fired(self, event: WatchFired) -> None:
        return

    def writable(self) -> None:
        return

    def lost(self, connection: ZkWireConnection) -> None:
        return


async def end_session(
    hosts: str, key: SessionKey, *, network: Network, clock: Clock, timeout_ms: int, login: ZkLogin | None = None
) -> bool:
    """Closes a session, so that its ephemeral nodes go at once.

    Args:
        hosts: as in `zookeeper.connect`; each server is asked once.
        key: the session's.
        network: the way there.
        clock: for the deadline.
        timeout_ms: how long each server may take to reply.
        login: who asks; None: nobody.

    Returns:
        Whether it is closed, or had ended before; False where no ZooKeeper replied.
    """
    for address in addresses_of(hosts)[0]:
        connection = ZkWireConnection(_Stranger(), clock)
        try:
            async with clock.timeout(timeout_ms):
                await dial(connection, network, address)
                granted = await connection.greet(key, timeout_ms=timeout_ms, last_zxid=0)
                if granted.key.session_id:
                    if login is not None:
                        connection.login(login)
                    await connection.close_session()
            return True
        except (OSError, ConnectionLoss) as error:
            log.warning("session 0x%x could not be ended: %s", key.session_id, error or type(error).__name__)
        finally:
            connection.abort()
    return False
