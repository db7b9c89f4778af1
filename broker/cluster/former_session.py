"""Keeps the key of this broker's ZooKeeper session, so that its next life need not wait for the session's timeout.

    registered ─▶ keep: <log.dirs[0]>/zookeeper-session, 0600          killed, started again
    /brokers/ids/<id> stands, held by session X ─▶ end(X): is X what was kept? ─▶ close it

Only the process that holds the data directory's lock gets here, so the one that kept the key is gone. A key that cannot
be kept or read costs time and nothing else. With the embedded ZooKeeper of `kavka start` the supervisor is quicker.
"""

from __future__ import annotations

import logging
import os
from collections.abc import Awaitable, Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Final

from kavka.broker.cluster.zookeeper_client import zookeeper_login
from kavka.zk.former_session import SessionKey, end_session

if TYPE_CHECKING:
    from kavka.broker.config.broker_config import BrokerConfig
    from kavka.common.filesystem import FileSystem

_log = logging.getLogger(__name__)

FILE_NAME: Final = "zookeeper-session"
MODE: Final = 0o600
FILE_BYTES_MAX: Final = 256
"""An id of 16 digits and a password of 16 bytes take 50; what is longer is not ours."""

EndSession = Callable[[SessionKey], Awaitable[bool]]


class FormerSession:
    """The key of a broker's latest session, on disk.

    Args:
        directory: a log directory of the broker's.
        filesystem: does the disk's work.
        end_session: closes a session by its key; whether it is closed.
    """

    __slots__ = ("_end_session", "_filesystem", "_path")

    def __init__(self, directory: str, *, filesystem: FileSystem, end_session: EndSession) -> None:
        self._path = Path(directory) / FILE_NAME
        self._filesystem = filesystem
        self._end_session = end_session

    async def keep(self, key: SessionKey) -> None:
        """Writes the key of the session that holds the registration now to disk."""
        try:
            await self._filesystem.run(_write, self._path, f"{key.session_id:x} {key.password.hex()}\n".encode())
        except OSError as error:
            _log.info("a restart will wait for this session's timeout: %s: %s", self._path, error.strerror or error)

    async def end(self, session_id: int) -> bool:
        """Ends a session if its key was kept; returns whether it is over."""
        try:
            key = await self._filesystem.run(_read, self._path)
        except (OSError, ValueError):
            return False
        if key.session_id != session_id:
            return False
        _log.info("ending session 0x%x of this broker's former life", session_id)
        return await self._end_session(key)


def former_session(config: BrokerConfig, filesystem: FileSystem) -> FormerSession:
    """Builds the keeper of a session's key that the broker's configuration asks for."""
    end = partial(
        end_session,
        config.zookeeper_connect,
        timeout_ms=config.zookeeper_session_timeout_ms,
        login=zookeeper_login(config),
    )
    return FormerSession(config.log_dirs[0], filesystem=filesystem, end_session=end)


class NothingKept:
    """In place of a `FormerSession` where there is nowhere to keep a key."""

    async def keep(self, key: SessionKey) -> None:
        """Keeps nothing."""

    async def end(self, session_id: int) -> bool:
        """Ends nothing."""
        return False


def _write(path: Path, content: bytes) -> None:
    # Neither fsynced nor renamed: half a key is none, and then a restart waits, as it would without.
    descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC | os.O_CLOEXEC, MODE)
    try:
        os.write(descriptor, content)
    finally:
        os.close(descriptor)


def _read(path: Path) -> SessionKey:
    with path.open("rb") as file:
        session_id, password = file.read(FILE_BYTES_MAX).decode("ascii").split()
    return SessionKey(int(session_id, 16), bytes.fromhex(password))
