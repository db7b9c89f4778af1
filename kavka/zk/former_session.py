"""Ends a session of a process that is gone, by what it kept: ZooKeeper would wait for the whole session timeout.

Whoever shows a session's id and password may go on with it, and so may close it. It takes a connection of its own,
since a client has one session at a time. Not here: where the two are kept (`broker.cluster.former_session`).
"""

from __future__ import annotations

import asyncio
import logging
from typing import NamedTuple

from kavka.zk.acls import ZkLogin
from kavka.zk.hosts import trimmed_hosts

log = logging.getLogger(__name__)


class SessionKey(NamedTuple):
    """What proves to ZooKeeper whose a session is."""

    session_id: int
    password: bytes


async def end_session(hosts: str, key: SessionKey, *, timeout_ms: int, login: ZkLogin | None = None) -> bool:
    """Closes a session, so that its ephemeral nodes go at once.

    Args:
        hosts: as in `zookeeper.connect`.
        key: the session's.
        timeout_ms: how long ZooKeeper may take to reply.
        login: who asks; None: nobody.

    Returns:
        Whether it is closed, or had ended before; False where ZooKeeper did not reply.
    """
    loop = asyncio.get_running_loop()
    return await loop.run_in_executor(None, _end, hosts, key, timeout_ms / 1000, login)


def _end(hosts: str, key: SessionKey, timeout_s: float, login: ZkLogin | None) -> bool:
    from kazoo.client import KazooClient  # the key alone is worth having without it
    from kazoo.exceptions import KazooException
    from kazoo.handlers.threading import KazooTimeoutError

    client = KazooClient(
        trimmed_hosts(hosts),
        client_id=(key.session_id, key.password),
        timeout=timeout_s,
        auth_data=[tuple(login)] if login is not None else None,
        logger=log,
    )
    try:
        client.start(timeout_s)  # of a session that has ended, ZooKeeper makes a new one, which ends here as well
        client.stop()
    except (KazooException, KazooTimeoutError, OSError) as error:
        log.warning("session 0x%x could not be ended: %s", key.session_id, error or type(error).__name__)
        return False
    finally:
        client.stop()
        client.close()
    return True
