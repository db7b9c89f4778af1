"""A follower as its leader sees it: known only from the fetches that it sends.

`partition` keeps one for each other replica; what follows from them (the high watermark, the ISR) is decided there and
in `isr_changes`.
"""

from __future__ import annotations

from typing import Final

NEVER_MS: Final = -(2**62)
"""When something happened that has not: longer ago than any lag, whatever the clock began with."""


class RemoteReplica:
    """One follower.

    Attributes:
        log_end_offset: the offset that it last asked for; −1 before its first fetch under this leader.
        last_caught_up_ms: when it last had everything that the leader had at that time (monotonic).
        repeats: how often in a row it has asked for the same offset although there was something behind it.
    """

    __slots__ = (
        "_last_fetch_ms",
        "_leader_end_offset_at_fetch",
        "broker_id",
        "last_caught_up_ms",
        "log_end_offset",
        "log_start_offset",
        "repeats",
    )

    def __init__(self, broker_id: int) -> None:
        self.broker_id = broker_id
        self.log_start_offset = -1
        self.log_end_offset = -1
        self.last_caught_up_ms = NEVER_MS
        self._leader_end_offset_at_fetch = 0
        self._last_fetch_ms = NEVER_MS
        self.repeats = 0

    def reset(self, *, caught_up_ms: int) -> None:
        """Forgets what it said to an earlier leader; it counts as caught up at `caught_up_ms`."""
        self.log_start_offset = -1
        self.log_end_offset = -1
        self.last_caught_up_ms = caught_up_ms
        self._leader_end_offset_at_fetch = 0
        self._last_fetch_ms = NEVER_MS
        self.repeats = 0

    def update(self, *, fetch_offset: int, log_start_offset: int, leader_end_offset: int, now_ms: int) -> None:
        """Takes in a fetch.

        Caught up now when it asks for the leader's end; caught up at its last fetch when it now asks for what was the
        leader's end then (otherwise a follower of a busy leader would never count as caught up).
        """
        if fetch_offset >= leader_end_offset:
            self.last_caught_up_ms = max(self.last_caught_up_ms, now_ms)
        elif fetch_offset >= self._leader_end_offset_at_fetch:
            self.last_caught_up_ms = max(self.last_caught_up_ms, self._last_fetch_ms)
        is_repeated = fetch_offset == self.log_end_offset and fetch_offset < self._leader_end_offset_at_fetch
        self.repeats = self.repeats + 1 if is_repeated else 0
        self.log_end_offset = fetch_offset
        self.log_start_offset = log_start_offset
        self._leader_end_offset_at_fetch = leader_end_offset
        self._last_fetch_ms = now_ms
