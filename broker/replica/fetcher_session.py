"""The follower's side of fetch sessions (KIP-227): what of its partitions a request must name. Sans I/O.

    next_request(all partitions) ─▶ the leader ─▶ take(error, session id)
          │ epoch 0: everything                      0: the leader made none, so the next request is full again
          │ epoch n: what is new, changed, gone      an error: the next one begins a new session

The leader's side, with the meaning of ids and epochs, is `fetch_session`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, NamedTuple

from broker.replica.fetch_session import INITIAL_EPOCH, NO_SESSION, Key, next_epoch
from protocol.errors import ErrorCode


class Position(NamedTuple):
    """What a request says of one partition."""

    fetch_offset: int
    log_start_offset: int
    current_leader_epoch: int
    last_fetched_epoch: int


class SessionRequest(NamedTuple):
    """What one request carries."""

    session_id: int
    epoch: int
    positions: Mapping[Key, Position]
    forgotten: list[Key]


_FORGETTING: Final = frozenset({ErrorCode.FETCH_SESSION_ID_NOT_FOUND})
"""Errors after which the leader holds no session that would have to be closed."""


class FetcherSession:
    """One fetcher's session at its leader.

    Invariant: between a request and its answer, `_known` is what the leader will know once it has read the request.
    """

    __slots__ = ("_epoch", "_id", "_known")

    def __init__(self) -> None:
        self._id = NO_SESSION
        self._epoch = INITIAL_EPOCH
        self._known: dict[Key, Position] = {}

    def next_request(self, wanted: Mapping[Key, Position]) -> SessionRequest:
        """What to send so that exactly `wanted` is fetched."""
        known = self._known
        if self._epoch == INITIAL_EPOCH:
            self._known = dict(wanted)
            return SessionRequest(self._id, INITIAL_EPOCH, wanted, [])
        news = {key: position for key, position in wanted.items() if known.get(key) != position}
        forgotten = [key for key in known if key not in wanted]
        known.update(news)
        for key in forgotten:
            del known[key]
        return SessionRequest(self._id, self._epoch, news, forgotten)

    def take(self, error_code: int, session_id: int) -> bool:
        """Takes in an answer; False when it was an error, after which the next request is full."""
        if error_code:
            self.reset(is_gone=error_code in _FORGETTING)
            return False
        if session_id == NO_SESSION:
            self.reset(is_gone=True)
        else:
            self._epoch = next_epoch(self._epoch)
            self._id = session_id
        return True

    def reset(self, *, is_gone: bool = False) -> None:
        """The next request is a full one, and closes the old session at the leader unless that `is_gone`."""
        if is_gone:
            self._id = NO_SESSION
        self._epoch = INITIAL_EPOCH
        self._known = {}
