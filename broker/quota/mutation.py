"""What one request may create and delete (KIP-599): partitions, counted in tokens.

    strict       versions that know THROTTLING_QUOTA_EXCEEDED: while tokens are owed nothing more is done, and that is
                 what the topic gets as its error; a request that finds one token left may use thousands
    permissive   older versions: everything is done, and the client waits afterwards

One object for one request, asked before each topic is touched. Tokens are Kafka's (ControllerMutationQuotaManager).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from kavka.protocol.errors import ThrottlingQuotaExceeded
from kavka.timer.moments import MonotonicMs

if TYPE_CHECKING:
    from kavka.broker.quota.charged_request import ChargedRequest
    from kavka.broker.quota.client_quota import Usage


class MutationQuota:
    """The share of one request.

    Args:
        usage: what is counted for its client.
        ctx: gets the time to wait.
        now_ms: the clock's monotonic time.
        is_strict: whether to refuse.
    """

    __slots__ = ("_ctx", "_is_strict", "_now_ms", "_usage")

    def __init__(
        self, usage: Usage, ctx: ChargedRequest, now_ms: Callable[[], MonotonicMs], *, is_strict: bool
    ) -> None:
        self._usage = usage
        self._ctx = ctx
        self._now_ms = now_ms
        self._is_strict = is_strict

    def take(self, partitions: int) -> None:
        """Charges for partitions that are about to be created or deleted.

        Raises:
            ThrottlingQuotaExceeded: tokens are owed; nothing was charged.
        """
        usage, now_ms = self._usage, self._now_ms()
        bucket = usage.bucket
        assert bucket is not None
        throttle_ms = bucket.throttle_ms(usage.limit, now_ms)
        if throttle_ms and self._is_strict:
            self._wait(throttle_ms)
            raise ThrottlingQuotaExceeded("The throttling quota has been exceeded.")
        bucket.take(partitions, usage.limit, now_ms)
        usage.rate.record(partitions, now_ms)
        if not self._is_strict:
            self._wait(bucket.throttle_ms(usage.limit, now_ms))

    def _wait(self, throttle_ms: int) -> None:
        if throttle_ms > self._ctx.throttle_ms:
            self._usage.note(throttle_ms)
            self._ctx.throttle_ms = throttle_ms
