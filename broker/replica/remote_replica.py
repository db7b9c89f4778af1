"""A follower as its leader sees it: known only from the fetches that it sends.

`partition` keeps one for each other replica; what follows from them (the high watermark, the ISR) is decided there and
in `isr_changes`.

A fetch of a session is one of all its partitions, also of those that it does not name (KIP-227): at each of them the
follower says that it is where it was. Where that is the leader's end, and stays it, nothing of it is written down but
the time, and that once, in the session:

    fetch at     100         600         1100        append at 1300      1600 names offset 1
    written      update      –           –                               update
    caught up    100         600         1100 ······ 1100, as before ··· 1100, or 1600 if it has that record now
                 └ follow_in: the time is the session's ─┘ └ unfollow_in

A fetch also says in which life of the follower's broker it was sent (Fetch 15, KIP-903): where the follower is counts
for that life alone, since the next one may have lost what it had.
"""

from __future__ import annotations

from typing import Final, Protocol

from kavka.common.types import UNKNOWN_BROKER_EPOCH
from kavka.timer.moments import MonotonicMs

NEVER_MS: Final = MonotonicMs(-(2**62))
"""When something happened that has not: longer ago than any lag, whatever the clock began with."""


class FollowerSession(Protocol):
    """The session that a follower fetches in."""

    @property
    def fetched_ms(self) -> MonotonicMs:
        """Returns the time at which the follower's last fetch was taken in."""

    @property
    def broker_epoch(self) -> int:
        """Returns the broker epoch that the follower's last fetch named."""


class RemoteReplica:
    """One follower.

    Attributes:
        log_end_offset: the offset that it last asked for; −1 before its first fetch under this leader.
        repeats: how often in a row it has asked for the same offset although there was something behind it.
    """

    __slots__ = (
        "_broker_epoch",
        "_caught_up_ms",
        "_last_fetch_ms",
        "_leader_end_offset_at_fetch",
        "_session",
        "broker_id",
        "log_end_offset",
        "log_start_offset",
        "repeats",
    )

    def __init__(self, broker_id: int) -> None:
        self.broker_id = broker_id
        self.log_start_offset = -1
        self.log_end_offset = -1
        self._broker_epoch = UNKNOWN_BROKER_EPOCH
        self._caught_up_ms = NEVER_MS
        self._leader_end_offset_at_fetch = 0
        self._last_fetch_ms = NEVER_MS
        self._session: FollowerSession | None = None
        self.repeats = 0

    @property
    def last_caught_up_ms(self) -> MonotonicMs:
        """Returns the time at which the follower last was caught up (monotonic).

        It had everything that the leader had at that time.
        """
        session = self._session
        return self._caught_up_ms if session is None else max(self._caught_up_ms, session.fetched_ms)

    @property
    def broker_epoch(self) -> int:
        """Returns the broker epoch of the fetch that said where the follower is; −1 where it named none."""
        session = self._session
        return self._broker_epoch if session is None else session.broker_epoch

    def count_as_behind(self) -> None:
        """Counts the follower as never caught up, until it is."""
        self._leave_session()
        self._caught_up_ms = NEVER_MS

    def _leave_session(self) -> None:
        self._broker_epoch = self.broker_epoch
        self._session = None

    def follow_in(self, session: FollowerSession) -> None:
        """Counts the follower as caught up at each fetch of a session.

        It has everything, and there is nothing new for now.
        """
        self._session = session

    def is_followed_in(self, session: FollowerSession) -> bool:
        """Tells whether the session's fetches count as caught up for this follower."""
        return self._session is session

    def unfollow_in(self, session: FollowerSession) -> None:
        """Notes the caught-up time that the session's fetches have come to. That it follows in another one is fine."""
        if self._session is session:
            self._leave_session()
            self._last_fetch_ms = session.fetched_ms
            self._caught_up_ms = max(self._caught_up_ms, session.fetched_ms)

    def reset(self, *, caught_up_ms: MonotonicMs) -> None:
        """Drops what the follower's fetches said to an earlier leader. It counts as caught up at `caught_up_ms`."""
        self.log_start_offset = -1
        self.log_end_offset = -1
        self._session = None
        self._broker_epoch = UNKNOWN_BROKER_EPOCH
        self._caught_up_ms = caught_up_ms
        self._leader_end_offset_at_fetch = 0
        self._last_fetch_ms = NEVER_MS
        self.repeats = 0

    def update(
        self,
        *,
        fetch_offset: int,
        log_start_offset: int,
        leader_end_offset: int,
        now_ms: MonotonicMs,
        broker_epoch: int = UNKNOWN_BROKER_EPOCH,
    ) -> None:
        """Updates the follower's progress by a fetch.

        Caught up now when it asks for the leader's end; caught up at its last fetch when it now asks for what was the
        leader's end then (otherwise a follower of a busy leader would never count as caught up).
        """
        if self._session is not None:
            self.unfollow_in(self._session)  # it asks by a request of another session, or of none
        if fetch_offset >= leader_end_offset:
            self._caught_up_ms = max(self._caught_up_ms, now_ms)
        elif fetch_offset >= self._leader_end_offset_at_fetch:
            self._caught_up_ms = max(self._caught_up_ms, self._last_fetch_ms)
        is_repeated = fetch_offset == self.log_end_offset and fetch_offset < self._leader_end_offset_at_fetch
        self.repeats = self.repeats + 1 if is_repeated else 0
        self.log_end_offset = fetch_offset
        self.log_start_offset = log_start_offset
        self._broker_epoch = broker_epoch
        self._leader_end_offset_at_fetch = leader_end_offset
        self._last_fetch_ms = now_ms
