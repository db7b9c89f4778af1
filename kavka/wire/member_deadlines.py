"""The deadlines of a member of a group: its next heartbeat, its session, its user's next poll. No I/O, no clock.

joined ──┬─ heartbeat_interval_ms ──▶ a heartbeat is due       ──heard──▶ again
         ├─ session_timeout_ms ─────▶ nothing was heard: the coordinator may be another by now
polled ──┴─ poll_interval_ms_max ───▶ the user is given up, unless a poll is under way
"""

from __future__ import annotations

from typing import Final

from kavka.timer.moments import MonotonicMs

HEARTBEAT_INTERVAL_MS_MIN: Final = 10
"""A coordinator that says less is not believed."""


class MemberDeadlines:
    """What a member has to do by when.

    Args:
        session_timeout_ms: After so long without a heartbeat the group goes on without it.
        heartbeat_interval_ms: How often it says that it is there.
        poll_interval_ms_max: How long the user may take from one poll to the next.
    """

    def __init__(self, *, session_timeout_ms: int, heartbeat_interval_ms: int, poll_interval_ms_max: int) -> None:
        self._session_timeout_ms = session_timeout_ms
        self._heartbeat_interval_ms = heartbeat_interval_ms
        self._poll_interval_ms_max = poll_interval_ms_max
        self._heartbeat_due_ms = MonotonicMs(0)
        self._heard_ms = MonotonicMs(0)
        self._polled_ms = MonotonicMs(0)
        self._is_polling = False

    @property
    def are_polls_closer(self) -> bool:
        """Tells whether a poll's end may bring a deadline before the next heartbeat."""
        return self._poll_interval_ms_max < self._heartbeat_interval_ms

    def beat_every(self, interval_ms: int) -> None:
        """Sets the heartbeat interval, where the coordinator decides it (KIP-848)."""
        self._heartbeat_interval_ms = max(HEARTBEAT_INTERVAL_MS_MIN, interval_ms)

    def polling(self) -> None:
        """Marks the beginning of the user's poll."""
        self._is_polling = True

    def polled(self, now_ms: MonotonicMs) -> None:
        """Marks the end of the user's poll; `max.poll.interval.ms` counts from now on."""
        self._is_polling = False
        self._polled_ms = now_ms

    def joined(self, now_ms: MonotonicMs) -> None:
        """Starts all deadlines anew: the member has just joined."""
        self.heard(now_ms)
        if not self._is_polling:
            self._polled_ms = max(self._polled_ms, now_ms)

    def heard(self, now_ms: MonotonicMs) -> None:
        """Starts the next heartbeat's interval and the session anew: the coordinator has answered."""
        self._heard_ms = now_ms
        self._heartbeat_due_ms = now_ms + self._heartbeat_interval_ms

    def is_poll_overdue(self, now_ms: MonotonicMs) -> bool:
        """Tells whether the user has not polled for too long."""
        return not self._is_polling and now_ms >= self._polled_ms + self._poll_interval_ms_max

    def is_session_over(self, now_ms: MonotonicMs) -> bool:
        """Tells whether nothing was heard of the coordinator for longer than the session."""
        return now_ms - self._heard_ms > self._session_timeout_ms

    def left_ms(self, now_ms: MonotonicMs) -> int:
        """Returns the time until the next heartbeat or the latest poll, whichever is first; 0: it is due."""
        due_ms = self._heartbeat_due_ms
        if not self._is_polling:
            due_ms = min(due_ms, self._polled_ms + self._poll_interval_ms_max)
        return max(0, due_ms - now_ms)
