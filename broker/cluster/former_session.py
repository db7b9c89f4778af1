"""Keeps the key of this broker's ZooKeeper session, so that its next life need not wait for the session's timeout.

    registered ─▶ keep: <log.dirs[0]>/zookeeper-session, 0600          killed, started again
    /brokers/ids/<id> stands, held by session X ─▶ end(X): is X what was kept? ─▶ close it

Only the process that holds the data directory's lock gets here, so the one that kept the key is gone. A key that cannot
be kept or read costs time and nothing else. With the embedded ZooKeeper of `kavka start` the supervisor is quicker.
"""

from __future__ import annotations

import logging
import os.path
from collections.abc import Awaitable, Callable
from functools import partial
from typing import TYPE_CHECKING, Final

from kavka.common.filesystem import PRIVATE_MODE
from kavka.zk.former_session import SessionKey

if TYPE_CHECKING:
    from kavka.broker.config.broker_config import BrokerConfig
    from kavka.broker.world import ZooKeeper
    from kavka.common.filesystem import FileSystem

_log = logging.getLogger(__name__)

FILE_NAME: Final = "zookeeper-session"
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
        self._path = os.path.join(directory, FILE_NAME)
        self._filesystem = filesystem
        self._end_session = end_session

    async def keep(self, key: SessionKey) -> None:
        """Writes the key of the session that holds the registration now to disk."""
        try:
            # Not fsynced: half a key is none, and then a restart waits, as it would without.
            content = f"{key.session_id:x} {key.password.hex()}\n".encode()
            await self._filesystem.run(self._filesystem.write_unsynced, self._path, content, mode=PRIVATE_MODE)
        except OSError as error:
            _log.info("a restart will wait for this session's timeout: %s: %s", self._path, error.strerror or error)

    async def end(self, session_id: int) -> bool:
        """Ends a session if its key was kept; returns whether it is over."""
        try:
            key = await self._filesystem.run(self._read)
        except (OSError, ValueError):
            return False
        if key.session_id != session_id:
            return False
        _log.info("ending session 0x%x of this broker's former life", session_id)
        return await self._end_session(key)

    def _read(self) -> SessionKey:
        content = self._filesystem.read_file(self._path, limit=FILE_BYTES_MAX)
        session_id, password = content.decode("ascii").split()
        return SessionKey(int(session_id, 16), bytes.fromhex(password))


def former_session(config: BrokerConfig, filesystem: FileSystem, zookeeper: ZooKeeper) -> FormerSession:
    """Builds the keeper of a session's key that the broker's configuration asks for."""
    end = partial(zookeeper.end_session, config)
    return FormerSession(config.log_dirs[0], filesystem=filesystem, end_session=end)


class NothingKept:
    """In place of a `FormerSession` where there is nowhere to keep a key."""

    async def keep(self, key: SessionKey) -> None:
        """Keeps nothing."""

    async def end(self, session_id: int) -> bool:
        """Ends nothing."""
        return False
