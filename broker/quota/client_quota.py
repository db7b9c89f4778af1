"""One kind of quota: whose it is, what each client has used of it, and what is forgotten of those that have gone.

    (user, client id) ─▶ limits ─▶ who it is counted as, and the limit ─▶ Usage: a rate, and tokens where there are any

Clients without a limit are not counted. Not here: which kinds there are, and who has to wait (`client_quotas`,
`mutation`), how an entity is found among the limits (`entities`).
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterable, Mapping
from typing import Final

from kavka.broker.quota.entities import Applicable, Name, applicable
from kavka.broker.quota.rate import SampledRate, TokenBucket
from kavka.timer.moments import MonotonicMs

CLIENTS_MAX: Final = 10_000
"""Rates that are kept of one kind; the one that was not used for longest goes first."""

UNUSED_MS_MAX: Final = 3_600_000
"""A rate that was not used for so long is forgotten (ClientQuotaManagerConfig.InactiveSensorExpirationTimeSeconds)."""


class Usage:
    """What is counted as one client: its rate, and how often it was throttled.

    Attributes:
        limit: the quota.
        throttles: how often it had to wait.
        throttled_ms: for how long in all.
    """

    __slots__ = ("bucket", "counted_as", "last_ms", "limit", "rate", "throttled_ms", "throttles")

    def __init__(self, found: Applicable, samples: int, window_ms: int, *, has_bucket: bool) -> None:
        self.counted_as = found.counted_as
        self.limit = found.limit
        self.rate = SampledRate(samples, window_ms)
        self.bucket = TokenBucket(samples, window_ms) if has_bucket else None
        self.last_ms = MonotonicMs(0)
        self.throttles = 0
        self.throttled_ms = 0

    def note(self, throttle_ms: int) -> None:
        """Counts a throttled request and its throttle time."""
        self.throttles += 1
        self.throttled_ms += throttle_ms


class ClientQuota:
    """One kind of quota of all clients.

    Args:
        samples: windows that are kept.
        window_ms: how long one is.
        fallback: for client ids without any other; None: no limit.
        has_buckets: whether tokens are counted, not only a rate.
    """

    __slots__ = ("_fallback", "_found", "_has_buckets", "_limits", "_samples", "_usages", "_window_ms", "is_enabled")

    def __init__(
        self, samples: int, window_ms: int, *, fallback: float | None = None, has_buckets: bool = False
    ) -> None:
        self._samples = samples
        self._window_ms = window_ms
        self._fallback = fallback
        self._has_buckets = has_buckets
        self._limits: Mapping[tuple[Name, Name], float] = {}
        self._usages: OrderedDict[tuple[str, str], Usage] = OrderedDict()
        self._found: dict[tuple[str, str], Applicable | None] = {}
        self.is_enabled = fallback is not None

    def change(self, limits: Mapping[tuple[Name, Name], float]) -> None:
        """Replaces the limits; recorded usage stays."""
        self._limits = dict(limits)
        self._found.clear()
        self.is_enabled = bool(limits) or self._fallback is not None

    def usage(self, user: str, client_id: str | None, now_ms: MonotonicMs) -> Usage | None:
        """Returns the client's usage; None when the client has no quota."""
        client = (user, client_id or "")
        if client in self._found:
            found = self._found[client]
        else:
            found = self._look_up(client)
            if len(self._found) >= CLIENTS_MAX:
                self._found.clear()
            self._found[client] = found
        if found is None:
            return None
        usage = self._usages.get(found.counted_as)
        if usage is None:
            self._forget(now_ms)
            usage = Usage(found, self._samples, self._window_ms, has_bucket=self._has_buckets)
            self._usages[found.counted_as] = usage
        usage.limit = found.limit
        usage.last_ms = now_ms
        self._usages.move_to_end(found.counted_as)
        return usage

    def limit_of(self, user: str, client_id: str | None) -> float | None:
        """Returns the client's quota; None without one."""
        found = self._look_up((user, client_id or ""))
        return None if found is None else found.limit

    def burst(self, user: str, client_id: str | None, now_ms: MonotonicMs) -> float | None:
        """Returns the most that fits without certain throttling at once; None without a quota."""
        usage = self.usage(user, client_id, now_ms)
        return None if usage is None else usage.limit * (self._samples - 1) * self._window_ms / 1000

    def usages(self) -> Iterable[Usage]:
        """Returns the usages of all counted clients, for metrics."""
        return self._usages.values()

    def _look_up(self, client: tuple[str, str]) -> Applicable | None:
        found = applicable(self._limits, *client)
        if found is None and self._fallback is not None and client[1]:
            return Applicable(("", client[1]), self._fallback)
        return found

    def _forget(self, now_ms: MonotonicMs) -> None:
        while self._usages:
            oldest = next(iter(self._usages.values()))
            if len(self._usages) < CLIENTS_MAX and now_ms - oldest.last_ms < UNUSED_MS_MAX:
                return
            self._usages.popitem(last=False)
