"""The quotas of clients: what each has used, and how long it has to be silent.

    response ready ─▶ settle: request time (every API), bytes (Produce) ─▶ the longest wait ─▶ throttle_time_ms in the
                                                                                              response, then silence
    Fetch           ─▶ charge_fetch, before the response is made: a client over its quota gets an empty one, and
                       what was read is not counted, for it is read again (Kafka's unrecordQuotaSensor)
    CreateTopics, …  ─▶ mutations, before anything is created: `mutation`

Respond first, then read nothing more for that long (KIP-219): a client that waits would take silence for a
broken broker, and a client of before 2.0 is held back all the same. Brokers among themselves are exempt: their time is
counted apart. While nobody has a quota of any kind none of this runs: the dispatcher holds None instead.

Request time is time on the event loop, in per cent of one thread as Kafka counts it; this broker has one thread, so
100 is all of it, where Kafka's has num.network.threads + num.io.threads times as much. Counted is the time until the
response is made or the request begins to wait, whichever comes first.

Every rate belongs to who it is `counted_as`; clients without a limit are not counted. Not here: sockets
(`network.connection`), where limits come from (`broker.assembly.quotas`).
"""

from __future__ import annotations

import copy
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, Final

from kavka.broker.quota import limits as keys
from kavka.broker.quota.client_quota import ClientQuota, Usage
from kavka.broker.quota.entities import QuotaEntity
from kavka.broker.quota.mutation import MutationQuota
from kavka.broker.quota.rate import SampledRate
from kavka.protocol.api_keys import ApiKey
from kavka.timer.moments import MonotonicMs

if TYPE_CHECKING:
    from kavka.broker.metrics import ApiMetrics
    from kavka.broker.quota.charged_request import ChargedRequest

EXEMPT: Final = frozenset(
    {
        ApiKey.LEADER_AND_ISR,
        ApiKey.STOP_REPLICA,
        ApiKey.UPDATE_METADATA,
        ApiKey.CONTROLLED_SHUTDOWN,
        ApiKey.WRITE_TXN_MARKERS,
        ApiKey.ALTER_PARTITION,
        ApiKey.ALLOCATE_PRODUCER_IDS,
    }
)
"""APIs between brokers; their fetches are recognized by their replica id."""

_PERCENT_PER_NS: Final = 100 / 1_000_000_000


class ClientQuotas:
    """All kinds of quotas of one broker's clients.

    Attributes:
        exempt: time on the loop that brokers used, in per cent.
        by_api: API key → how many of its responses had a throttle time, and how much that was, in ms.

    Args:
        now_ms: the clock's monotonic time.
        ticks: the dispatcher's clock, in nanoseconds.
        samples: `quota.window.num`.
        window_ms: `quota.window.size.seconds`.
        mutation_samples: `controller.quota.window.num`.
        mutation_window_ms: `controller.quota.window.size.seconds`.
        produce_fallback: 2.0's `quota.producer.default`; None: no limit.
        fetch_fallback: likewise for consumers.
        follower_fetches: where brokers' fetches are counted, by which they are recognized.
    """

    __slots__ = (
        "_follower_fetches",
        "_now_ms",
        "_settled_ns",
        "_ticks",
        "_window_ms",
        "by_api",
        "exempt",
        "fetch",
        "mutations",
        "produce",
        "request",
    )

    def __init__(
        self,
        *,
        now_ms: Callable[[], MonotonicMs],
        ticks: Callable[[], int],
        samples: int = 11,
        window_ms: int = 1000,
        mutation_samples: int = 11,
        mutation_window_ms: int = 1000,
        produce_fallback: float | None = None,
        fetch_fallback: float | None = None,
        follower_fetches: ApiMetrics | None = None,
    ) -> None:
        self.produce = ClientQuota(samples, window_ms, fallback=produce_fallback)
        self.fetch = ClientQuota(samples, window_ms, fallback=fetch_fallback)
        self.request = ClientQuota(samples, window_ms)
        self.mutations = ClientQuota(mutation_samples, mutation_window_ms, has_buckets=True)
        self.exempt = SampledRate(samples, window_ms)
        self.by_api: dict[int, tuple[int, int]] = {}
        self._now_ms = now_ms
        self._ticks = ticks
        self._window_ms = window_ms
        self._follower_fetches = follower_fetches
        self._settled_ns = 0

    @property
    def is_enabled(self) -> bool:
        """Tells whether any client has a quota."""
        return any(quota.is_enabled for quota in self._by_key().values())

    def change(self, limits: Mapping[QuotaEntity, Mapping[str, float]]) -> None:
        """Replaces the limits.

        Args:
            limits: of users and client ids, by key.
        """
        for key, quota in self._by_key().items():
            quota.change({(e.user, e.client_id): of[key] for e, of in limits.items() if key in of and e.ip is None})

    def _by_key(self) -> dict[str, ClientQuota]:
        return {
            keys.PRODUCE: self.produce,
            keys.FETCH: self.fetch,
            keys.REQUEST: self.request,
            keys.MUTATION: self.mutations,
        }

    # ---- using ----------------------------------------------------------------------------------------------------

    def settle(self, ctx: ChargedRequest, response: Any) -> Any:
        """Charges a request whose response is ready.

        `ctx.throttle_ms` is then how long its client has to be silent.

        Args:
            ctx: the request; what its handler has charged already stands in `throttle_ms`.
            response: None: there is none.

        Returns:
            The response that says so; another object, for a handler may keep the one it gave.
        """
        response = self._settled(ctx, response)
        if ctx.throttle_ms:
            count, total_ms = self.by_api.get(ctx.api_key, (0, 0))
            self.by_api[ctx.api_key] = count + 1, total_ms + ctx.throttle_ms
        return response

    def _settled(self, ctx: ChargedRequest, response: Any) -> Any:
        spent_ns = self._spent_ns(ctx)
        if ctx.api_key in EXEMPT or (ctx.counts_also is not None and ctx.counts_also is self._follower_fetches):
            if self.request.is_enabled:
                self.exempt.record(spent_ns * _PERCENT_PER_NS, self._now_ms())
            return response
        if ctx.api_key == ApiKey.FETCH:
            return response  # charged before it was made
        if self.request.is_enabled and not (ctx.api_key == ApiKey.PRODUCE and response is None):
            self._charge_time(ctx, spent_ns)
        if ctx.api_key == ApiKey.PRODUCE and self.produce.is_enabled:
            self._charge(self.produce, ctx, ctx.request_bytes)
        if ctx.throttle_ms and hasattr(response, "throttle_time_ms"):
            response = copy.copy(response)
            response.throttle_time_ms = ctx.throttle_ms
        return response

    def charge_fetch(self, ctx: ChargedRequest, response_bytes: int) -> bool:
        """Charges a consumer for a fetch response; True when it is throttled and gets nothing."""
        if self.request.is_enabled:
            self._charge_time(ctx, self._spent_ns(ctx))
        now_ms = self._now_ms()
        usage = self.fetch.usage(_user(ctx), ctx.client_id, now_ms) if self.fetch.is_enabled else None
        if usage is not None:
            usage.rate.record(response_bytes, now_ms)
            self._wait(usage, ctx, usage.rate.throttle_ms(usage.limit, now_ms))
        if ctx.throttle_ms and usage is not None:
            usage.rate.record(-response_bytes, now_ms)
        return ctx.throttle_ms > 0

    def charge_share_fetch(self, ctx: ChargedRequest, response_bytes: int) -> None:
        """Charges a share group's member for a fetch response, which it gets anyway."""
        if self.fetch.is_enabled:
            self._charge(self.fetch, ctx, response_bytes)

    def fetch_bytes_max(self, ctx: ChargedRequest) -> float | None:
        """Returns the most bytes that a fetch may return; None without a quota.

        More would be throttled for certain, and never arrive.
        """
        if not self.fetch.is_enabled:
            return None
        return self.fetch.burst(_user(ctx), ctx.client_id, self._now_ms())

    def mutation(self, ctx: ChargedRequest, *, is_strict: bool) -> MutationQuota | None:
        """Returns the mutations that a request may make; None without a quota.

        Args:
            ctx: the request; gets the time to wait.
            is_strict: its version knows THROTTLING_QUOTA_EXCEEDED.
        """
        if not self.mutations.is_enabled:
            return None
        usage = self.mutations.usage(_user(ctx), ctx.client_id, self._now_ms())
        return None if usage is None else MutationQuota(usage, ctx, self._now_ms, is_strict=is_strict)

    def _charge(self, quota: ClientQuota, ctx: ChargedRequest, value: float, ms_max: int | None = None) -> None:
        now_ms = self._now_ms()
        usage = quota.usage(_user(ctx), ctx.client_id, now_ms)
        if usage is None:
            return
        usage.rate.record(value, now_ms)
        throttle_ms = usage.rate.throttle_ms(usage.limit, now_ms)
        self._wait(usage, ctx, throttle_ms if ms_max is None else min(throttle_ms, ms_max))

    def _charge_time(self, ctx: ChargedRequest, spent_ns: int) -> None:
        """Charges request time, for one window at most.

        Time is counted after it is spent, and a client cannot help what a request costs.
        """
        self._charge(self.request, ctx, spent_ns * _PERCENT_PER_NS, self._window_ms)

    def _wait(self, usage: Usage, ctx: ChargedRequest, throttle_ms: int) -> None:
        if throttle_ms > 0:
            usage.note(throttle_ms)
        ctx.throttle_ms = max(ctx.throttle_ms, throttle_ms)

    def _spent_ns(self, ctx: ChargedRequest) -> int:
        """Returns the request's time on the loop.

        Requests of one wake-up begin together: each ends where the next begins.
        """
        now_ns = self._ticks()
        if ctx.parked_ns:
            return max(0, ctx.parked_ns - ctx.started_ns)
        begun_ns = max(ctx.started_ns, self._settled_ns)
        self._settled_ns = now_ns
        return max(0, now_ns - begun_ns)


def _user(ctx: ChargedRequest) -> str:
    return ctx.connection.principal.name
