"""The follower's side of fetch sessions (KIP-227): what of its partitions a request must name. Sans I/O.

    next_request(what changed) ─▶ the leader ─▶ take(error, session id)
          │ epoch 0: a beginning, of all or of some     0: the leader made none, so the next request is as the first
          │ epoch n: what is new, changed, gone         an error: the next one begins a new session

A request costs what it names, not what the session holds.

A session names topics by id or by name (KIP-516), as its first request did. A partition that gets another id is of
another topic under the same name: a session by id is to forget the one and gets the other.
The leader's side, with the meaning of ids and epochs, is `fetch_session`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, NamedTuple

from kavka.broker.replica.fetch_session import INITIAL_EPOCH, NO_SESSION, Key, next_epoch
from kavka.common.types import ZERO_TOPIC_ID
from kavka.protocol.epochs import LeaderEpoch
from kavka.protocol.errors import ErrorCode


class Position(NamedTuple):
    """What a request says of one partition."""

    fetch_offset: int
    log_start_offset: int
    current_leader_epoch: LeaderEpoch
    last_fetched_epoch: LeaderEpoch
    topic_id: bytes = ZERO_TOPIC_ID


Forgotten = tuple[str, bytes, int]
"""(topic, topic id, partition)"""


class SessionRequest(NamedTuple):
    """What one request carries."""

    session_id: int
    epoch: int
    positions: Mapping[Key, Position]
    forgotten: list[Forgotten]
    known: Mapping[Key, Position]
    """Everything that the leader reads then."""
    names: Mapping[bytes, str] | None = None
    """The names of the topic ids in it; None: topics are named."""


_FORGETTING: Final = frozenset({ErrorCode.FETCH_SESSION_ID_NOT_FOUND})
"""Errors after which the leader holds no session that would have to be closed."""


class FetcherSession:
    """One fetcher's session at its leader.

    Attributes:
        is_refused: whether the leader made no session when it was last asked for one; it must be sent everything each
            time.

        uses_topic_ids: whether its requests name topics by id.

    Invariant: between a request and its response, `_known` is what the leader will know once it has read the request.
    """

    __slots__ = ("_counts", "_epoch", "_id", "_known", "_names", "is_refused", "uses_topic_ids")

    def __init__(self) -> None:
        self._id = NO_SESSION
        self._epoch = INITIAL_EPOCH
        self._known: dict[Key, Position] = {}
        self._names: dict[bytes, str] = {}
        self._counts: dict[bytes, int] = {}
        """Of each topic id, how many partitions are in `_known`."""
        self.is_refused = False
        self.uses_topic_ids = False

    @property
    def id(self) -> int:
        """Returns the id by which the leader knows the session; NO_SESSION before it has made one."""
        return self._id

    @property
    def is_new(self) -> bool:
        """Tells whether the next request begins a session: the leader knows of nothing."""
        return self._epoch == INITIAL_EPOCH

    def next_request(self, changes: Mapping[Key, Position | None], *, uses_topic_ids: bool = False) -> SessionRequest:
        """Builds the next request, so that the leader learns of the changes.

        Args:
            changes: new positions, and None for what is not to be fetched any more; what the leader knows already may
                be among them.
            uses_topic_ids: whether it names topics by id; as before, unless it begins a session.
        """
        if self.is_new:
            self._forget_all()
            self.uses_topic_ids = uses_topic_ids
        assert self.uses_topic_ids == uses_topic_ids, "a session goes on as it began"
        known = self._known
        news: dict[Key, Position] = {}
        forgotten: list[Forgotten] = []
        for key, position in changes.items():
            before = known.get(key)
            if before == position:
                continue
            if position is not None:
                known[key] = news[key] = position
            else:
                del known[key]
            if before is not None and position is not None and before.topic_id == position.topic_id:
                continue
            if uses_topic_ids:
                self._count(key, before, position)
            if before is not None and (uses_topic_ids or position is None):
                forgotten.append((key[0], before.topic_id, key[1]))
        names = self._names if uses_topic_ids else None
        return SessionRequest(self._id, self._epoch, news, forgotten, known, names)

    def _count(self, key: Key, before: Position | None, position: Position | None) -> None:
        """Notes that a partition has come, gone, or become another topic's."""
        counts = self._counts
        if position is not None:
            counts[position.topic_id] = counts.get(position.topic_id, 0) + 1
            self._names[position.topic_id] = key[0]
        if before is not None:
            counts[before.topic_id] -= 1
            if not counts[before.topic_id]:
                del counts[before.topic_id], self._names[before.topic_id]

    def _forget_all(self) -> None:
        self._known = {}
        self._names = {}
        self._counts = {}

    def take(self, error_code: int, session_id: int) -> bool:
        """Handles a response; False when it was an error, after which the next request is full."""
        if error_code:
            self.reset(is_gone=error_code in _FORGETTING)
            return False
        if session_id == NO_SESSION:
            self.is_refused = self.is_new
            self.reset(is_gone=True)
        else:
            self.is_refused = False
            self._epoch = next_epoch(self._epoch)
            self._id = session_id
        return True

    def reset(self, *, is_gone: bool = False) -> None:
        """Makes the next request a full one. It closes the old session at the leader unless that `is_gone`."""
        if is_gone:
            self._id = NO_SESSION
        self._epoch = INITIAL_EPOCH
        self._forget_all()
