"""One call and its tries: whether another one may help, after which pause, and what to say when time is up. Sans I/O.

    try ─▶ failed ─▶ no retry mends it?               ─▶ the error itself
             │  ▲    the pause reaches the deadline?   ─▶ DeadlineExceeded, with the error as its cause
             ▼  │
            pause: 50, 100, … ms (KIP-580); CONCURRENT_TRANSACTIONS: 5, 10, … ms, since that takes milliseconds

A last pause that no try could follow is not waited for. Not here: the waiting and the clock, which are the driver's;
one whose tries cannot be interrupted may pass the deadline by the length of one.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from kavka.protocol.errors import ErrorCode, KafkaError
from kavka.timer.backoff import Backoff
from kavka.timer.moments import MonotonicMs
from kavka.wire.errors import DeadlineExceeded, is_retriable, reason_of

API_TIMEOUT_MS: Final = 60_000
"""Kafka's `default.api.timeout.ms`: the deadline of one call with all its retries."""

RETRY_BACKOFF_MS: Final = 50
RETRY_BACKOFF_MS_MAX: Final = 1_000
"""Kafka's `retry.backoff.max.ms`. The first pause is half of Kafka's 100 ms: an election on localhost takes less."""

CONCURRENT_BACKOFF: Final = Backoff(5, 100)
"""While the transaction before is brought to its end; Kafka's clients take 20 ms each time."""


class Retries:
    """The tries of one call.

    Args:
        what: Completes the sentence "could not …".
        limit_ms: How long it may take.
        now_ms: When it began.
        pause_ms: The pause after so many failures before, as `Backoff.pause_ms`.
        unless: A class of errors that ends it though it is retriable by name.

    Attributes:
        last: The last failure; None before the first.
    """

    __slots__ = ("_concurrent", "_count", "_deadline_ms", "_limit_ms", "_pause_ms", "_unless", "_what", "last")

    def __init__(
        self,
        what: str,
        *,
        limit_ms: int,
        now_ms: MonotonicMs,
        pause_ms: Callable[[int], int],
        unless: type[BaseException] | None = None,
    ) -> None:
        self.last: BaseException | None = None
        self._what = what
        self._limit_ms = limit_ms
        self._deadline_ms = now_ms + limit_ms
        self._pause_ms = pause_ms
        self._unless = unless
        self._count = 0
        self._concurrent = 0

    def failed(self, error: BaseException, now_ms: MonotonicMs) -> int:
        """Counts a failed try and returns the pause before the next one, in ms.

        Raises:
            DeadlineExceeded: the time would be up by then; with the failure as cause.
            BaseException: the failure itself, where no retry mends it.
        """
        if not is_retriable(error) or (self._unless is not None and isinstance(error, self._unless)):
            raise error
        self.last = error
        pause_ms = self._next_pause_ms(error)
        if now_ms + pause_ms >= self._deadline_ms:
            raise self.expired() from error
        return pause_ms

    def _next_pause_ms(self, error: BaseException) -> int:
        if isinstance(error, KafkaError) and error.code == ErrorCode.CONCURRENT_TRANSACTIONS:
            self._concurrent += 1
            return CONCURRENT_BACKOFF.pause_ms(self._concurrent - 1)
        self._count += 1
        return self._pause_ms(self._count - 1)

    def expired(self) -> DeadlineExceeded:
        """Returns the error of a call whose time is up; `last` is its cause."""
        reason = f"; last: {reason_of(self.last)}" if self.last is not None else ""
        return DeadlineExceeded(f"could not {self._what} within {self._limit_ms} ms{reason}")
