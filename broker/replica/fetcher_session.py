"""The follower's side of fetch sessions (KIP-227): what of its partitions a request must name. Sans I/O.

    next_request(what changed) ─▶ the leader ─▶ take(error, session id)
          │ epoch 0: a beginning, of all or of some     0: the leader made none, so the next request is as the first
          │ epoch n: what is new, changed, gone         an error: the next one begins a new session

A request costs what it names, not what the session holds.
The leader's side, with the meaning of ids and epochs, is `fetch_session`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, NamedTuple

from kavka.broker.replica.fetch_session import INITIAL_EPOCH, NO_SESSION, Key, next_epoch
from kavka.protocol.epochs import LeaderEpoch
from kavka.protocol.errors import ErrorCode


class Position(NamedTuple):
    """What a request says of one partition."""

    fetch_offset: int
    log_start_offset: int
    current_leader_epoch: LeaderEpoch
    last_fetched_epoch: LeaderEpoch


class SessionRequest(NamedTuple):
    """What one request carries."""

    session_id: int
    epoch: int
    positions: Mapping[Key, Position]
    forgotten: list[Key]
    known: Mapping[Key, Position]
    """Everything that the leader reads then."""


_FORGETTING: Final = frozenset({ErrorCode.FETCH_SESSION_ID_NOT_FOUND})
"""Errors after which the leader holds no session that would have to be closed."""


class FetcherSession:
    """One fetcher's session at its leader.

    Attributes:
        is_refused: whether the leader made no session when it was last asked for one; it must be sent everything each
            time.

    Invariant: between a request and its response, `_known` is what the leader will know once it has read the request.
    """

    __slots__ = ("_epoch", "_id", "_known", "is_refused")

    def __init__(self) -> None:
        self._id = NO_SESSION
        self._epoch = INITIAL_EPOCH
        self._known: dict[Key, Position] = {}
        self.is_refused = False

    @property
    def id(self) -> int:
        """Returns the id by which the leader knows the session; NO_SESSION before it has made one."""
        return self._id

    @property
    def is_new(self) -> bool:
        """Tells whether the next request begins a session: the leader knows of nothing."""
        return self._epoch == INITIAL_EPOCH

    def next_request(self, changes: Mapping[Key, Position | None]) -> SessionRequest:
        """Builds the next request, so that the leader learns of the changes.

        Args:
            changes: new positions, and None for what is not to be fetched any more; what the leader knows already may
                be among them.
        """
        if self.is_new:
            self._known = {}
        known = self._known
        news: dict[Key, Position] = {}
        forgotten: list[Key] = []
        for key, position in changes.items():
            if position is None:
                if known.pop(key, None) is not None:
                    forgotten.append(key)
            elif known.get(key) != position:
                known[key] = news[key] = position
        return SessionRequest(self._id, self._epoch, news, forgotten, known)

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
        self._known = {}
