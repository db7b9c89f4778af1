"""Share sessions: which partitions a member of a share group reads from this broker (KIP-932). Sans I/O.

    epoch 0      the session begins, instead of the member's session before: the request names all partitions
    epoch 1 …    the request names what is new or forgotten; the epoch rises with each request of either API
    epoch -1     the session ends with this request, and what the member has acquired is released

A member has one session with a broker, on the connection that it began it on: when that closes the session ends, too.
So there are no more sessions than connections, and none has to be thrown out for another. Fetch sessions (KIP-227) are
something else: they have ids, and tell what has changed.

Kafka: `ShareSessionCache`, `SharePartitionManager.newContext`. Not here: what a session's end releases
(`share_partitions`), requests.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from typing import Final, NamedTuple

from kavka.protocol.errors import (
    InvalidRequest,
    InvalidShareSessionEpoch,
    ShareSessionLimitReached,
    ShareSessionNotFound,
)
from kavka.wire.acknowledgements import TopicIdPartition

INITIAL_EPOCH: Final = 0
FINAL_EPOCH: Final = -1
EPOCH_MAX: Final = 2**31 - 1
PARTITIONS_MAX: Final = 20_000
"""Partitions of one session: more than any member is assigned."""


class ShareSessionKey(NamedTuple):
    """Whose session it is."""

    group_id: str
    member_id: str


class ShareSession:
    """One member's session.

    Attributes:
        connection: on which it began.
        epoch: that of the next request.
        partitions: in the order in which they came.
    """

    __slots__ = ("connection", "epoch", "key", "partitions")

    def __init__(self, key: ShareSessionKey, connection: Hashable, partitions: Iterable[TopicIdPartition]) -> None:
        self.key = key
        self.connection = connection
        self.epoch = INITIAL_EPOCH + 1
        self.partitions: dict[TopicIdPartition, None] = {}
        self.change(partitions, ())

    def change(self, added: Iterable[TopicIdPartition], forgotten: Iterable[TopicIdPartition]) -> None:
        """Adds partitions, and forgets others.

        Raises:
            InvalidRequest: they are too many.
        """
        changed = self.partitions | dict.fromkeys(added)
        for partition in forgotten:
            changed.pop(partition, None)
        if len(changed) > PARTITIONS_MAX:
            raise InvalidRequest(f"a share session has at most {PARTITIONS_MAX} partitions")
        self.partitions = changed


class ShareSessionCache:
    """The share sessions of a broker.

    Args:
        sessions_max: `group.share.max.share.sessions`.
    """

    __slots__ = ("_by_connection", "_sessions", "_sessions_max")

    def __init__(self, sessions_max: Callable[[], int]) -> None:
        self._sessions_max = sessions_max
        self._sessions: dict[ShareSessionKey, ShareSession] = {}
        self._by_connection: dict[Hashable, dict[ShareSessionKey, None]] = {}

    def __len__(self) -> int:
        return len(self._sessions)

    @property
    def partition_count(self) -> int:
        """Counts the partitions of all sessions."""
        return sum(len(session.partitions) for session in self._sessions.values())

    def knows(self, connection: Hashable) -> bool:
        """Tells whether the connection has sessions: its end has to be told, then."""
        return connection in self._by_connection

    def has_group(self, group_id: str) -> bool:
        """Tells whether any member of a group has a session."""
        return any(key.group_id == group_id for key in self._sessions)

    def begin(self, key: ShareSessionKey, connection: Hashable, partitions: Iterable[TopicIdPartition]) -> ShareSession:
        """Begins a member's session, instead of the one before.

        Raises:
            ShareSessionLimitReached: there are too many.
        """
        self.end(key)
        if len(self._sessions) >= self._sessions_max():
            raise ShareSessionLimitReached("this broker has as many share sessions as group.share.max.share.sessions")
        session = self._sessions[key] = ShareSession(key, connection, partitions)
        self._by_connection.setdefault(connection, {})[key] = None
        return session

    def go_on(self, key: ShareSessionKey, epoch: int) -> ShareSession:
        """Returns a member's session, for the request of this epoch.

        Raises:
            ShareSessionNotFound: it has none.
            InvalidShareSessionEpoch: another request should be the next.
        """
        session = self._sessions.get(key)
        if session is None:
            raise ShareSessionNotFound("the member has no share session with this broker")
        if epoch == FINAL_EPOCH:
            return session
        if epoch != session.epoch:
            raise InvalidShareSessionEpoch(f"the share session is at epoch {session.epoch}, the request at {epoch}")
        session.epoch = INITIAL_EPOCH + 1 if epoch == EPOCH_MAX else epoch + 1
        return session

    def end(self, key: ShareSessionKey) -> ShareSession | None:
        """Ends a member's session; returns it, None where there was none."""
        session = self._sessions.pop(key, None)
        if session is not None:
            keys = self._by_connection[session.connection]
            del keys[key]
        return session

    def connection_closed(self, connection: Hashable) -> list[ShareSession]:
        """Ends the sessions that were begun on a connection; returns them."""
        keys = self._by_connection.pop(connection, {})
        return [self._sessions.pop(key) for key in keys]
