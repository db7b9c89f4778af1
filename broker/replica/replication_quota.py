"""How fast throttled replicas are copied (KIP-73): bytes measured in windows, against a rate that may change.

    record ─▶ │ 1 s │ 1 s │ … │ 1 s │now│     replication.quota.window.num windows of
              └───── rate = bytes / time ┘     replication.quota.window.size.seconds each

The time that the bytes are divided by begins with the oldest window that still counts and is never shorter than one
window, so a first burst is not divided by a millisecond. Nothing is cut into pieces: what is asked is only whether the
rate is above the limit by now, so at least one batch goes through whenever it has fallen below it, however large.

Which replicas are throttled is in their topics' configuration (`log.log_config.ThrottledReplicas`). Who is in sync is
never held back: the leader of an ISR that shrinks because of a throttle would lose what the throttle is there for. Sans
I/O: time is an argument, monotonic and in ms.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from typing import Final

from kavka.timer.moments import MonotonicMs

WINDOWS: Final = 11
WINDOW_MS: Final = 1_000
UNLIMITED: Final = 2**63 - 1
DELAY_MS_MIN: Final = 20
"""Whoever is over the limit looks again no sooner."""


class ReplicationQuota:
    """The bytes of throttled replicas that went one way, and how many may.

    Args:
        limit: bytes/s, as it is now.
        windows: how many windows count, the one in progress included.
        window_ms: how long each is.
    """

    __slots__ = ("_limit", "_window_ms", "_windows", "_windows_max")

    def __init__(
        self, limit: Callable[[], int] = lambda: UNLIMITED, *, windows: int = WINDOWS, window_ms: int = WINDOW_MS
    ) -> None:
        assert windows >= 1
        assert window_ms >= 1
        self._limit = limit
        self._windows_max = windows
        self._window_ms = window_ms
        self._windows: deque[list[int]] = deque()
        """[when it began, bytes], the oldest first."""

    def record(self, size: int, now_ms: MonotonicMs) -> None:
        """Counts bytes that were sent or received."""
        self._forget(now_ms)
        windows = self._windows
        if windows and now_ms - windows[-1][0] < self._window_ms:
            windows[-1][1] += size
            return
        windows.append([now_ms, size])
        if len(windows) > self._windows_max:
            windows.popleft()

    def _forget(self, now_ms: MonotonicMs) -> None:
        oldest_ms = now_ms - self._windows_max * self._window_ms
        windows = self._windows
        while windows and windows[0][0] <= oldest_ms:
            windows.popleft()

    def rate(self, now_ms: MonotonicMs) -> float:
        """Returns the bytes/s over the windows that count."""
        self._forget(now_ms)
        if not self._windows:
            return 0.0
        elapsed_ms = max(now_ms - self._windows[0][0], self._window_ms)
        return sum(size for _, size in self._windows) * 1000 / elapsed_ms

    def is_exceeded(self, now_ms: MonotonicMs) -> bool:
        """Tells whether the rate is above the limit, and nothing more should go now."""
        return self.rate(now_ms) > self._limit()

    def delay_ms(self, now_ms: MonotonicMs, delay_ms_max: int) -> int:
        """Returns the delay until an exceeded quota has room again.

        Then the rate has about fallen to the limit, if nothing goes.
        """
        self._forget(now_ms)
        limit = self._limit()
        if not self._windows or limit <= 0:
            return delay_ms_max
        began_ms = self._windows[0][0]
        size = sum(size for _, size in self._windows)
        # Either the time divided by has grown enough, or the oldest bytes no longer count.
        due_ms = min(began_ms + size * 1000 // limit + 1, began_ms + self._windows_max * self._window_ms)
        return max(min(due_ms - now_ms, delay_ms_max), DELAY_MS_MIN)


class ReplicationQuotas:
    """A broker's three quotas.

    Attributes:
        leader: what this broker sends of partitions that it leads.
        follower: what it fetches of partitions that it follows.
        alter_log_dirs: what it copies between its own directories.
    """

    __slots__ = ("alter_log_dirs", "follower", "leader")

    def __init__(
        self,
        *,
        leader: ReplicationQuota | None = None,
        follower: ReplicationQuota | None = None,
        alter_log_dirs: ReplicationQuota | None = None,
    ) -> None:
        self.leader = leader or ReplicationQuota()
        self.follower = follower or ReplicationQuota()
        self.alter_log_dirs = alter_log_dirs or ReplicationQuota()
