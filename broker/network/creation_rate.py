"""How many connections a second are let in: a bucket of tokens, one for each connection.

    rate tokens at most ──▶ one is taken by each connection that is let in
    a token every 1/rate s

A second's worth may come at once, as after a restart when every client comes back; the rest waits its turn. Sans I/O:
who waits, and for how long, is the listener's.
"""

from __future__ import annotations

from typing import Final

from kavka.timer.moments import MonotonicMs

UNLIMITED: Final = 2**31 - 1
"""What `max.connection.creation.rate` is unless somebody sets it."""

WAIT_MS_MAX: Final = 1000
"""A wait is never longer, so that another rate takes effect soon; at rate 0 nobody is let in."""


class CreationRate:
    """Tokens for connections, of one listener or over all of a broker.

    Attributes:
        per_second: `max.connection.creation.rate`; may be changed at any time.
    """

    __slots__ = ("_filled_ms", "_tokens", "per_second")

    def __init__(self, per_second: int = UNLIMITED) -> None:
        self.per_second = per_second
        self._tokens = float(per_second)
        self._filled_ms: MonotonicMs | None = None

    def try_take(self, now_ms: MonotonicMs) -> bool:
        """Takes a token for a connection, and tells whether there was one.

        Without a token the connection may not be let in now.

        Args:
            now_ms: monotonic.
        """
        if self.per_second >= UNLIMITED:
            return True
        waited_ms = 0 if self._filled_ms is None else now_ms - self._filled_ms
        self._filled_ms = now_ms
        self._tokens = min(self._tokens + waited_ms * self.per_second / 1000, float(self.per_second))
        if self._tokens < 1:
            return False
        self._tokens -= 1
        return True

    def give_back(self) -> None:
        """Returns the token of a connection that was not let in after all."""
        self._tokens += 1

    def wait_ms(self) -> int:
        """Returns the pause before the next connection's try, ms, if the last got no token."""
        if self.per_second <= 0:
            return WAIT_MS_MAX
        return min(int((1 - self._tokens) * 1000 / self.per_second) + 1, WAIT_MS_MAX)
