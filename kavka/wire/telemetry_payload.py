"""What one push has in it: the metrics that are wanted, sums since the last push or since the beginning. Sans I/O.

    metrics ─▶ wanted? ─▶ sums less what the last push had, where deltas are wanted ─▶ OTLP ─▶ compressed

A push that a broker refused was not taken, nor was what had no room in one: that growth comes with the next one. Of a
push without a response it is not known; it counts as taken, as in Kafka's clients.

Imported with the first push; most clients are never asked for one.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Final

from kavka.protocol.otlp_writer import Metric, Period, metrics_data
from kavka.protocol.records.compression import Compression, compress

if TYPE_CHECKING:
    from kavka.timer.moments import WallMs
    from kavka.wire.telemetry import ClientTelemetrySubscription

_Key = tuple[str, tuple[tuple[str, str], ...]]

_NS_PER_MS: Final = 1_000_000


class TelemetryPayload:
    """What one client pushes.

    Args:
        began_ms: when the client began, by its wall clock.

    Attributes:
        left_out: metrics that had no room in the latest push.
    """

    def __init__(self, began_ms: WallMs) -> None:
        self.left_out = 0
        self._began_ms = began_ms
        self._pushed_ms = began_ms
        self._last: dict[_Key, float] = {}
        self._former = self._pushed_ms, self._last

    def data(
        self,
        subscription: ClientTelemetrySubscription,
        metrics: Iterable[Metric],
        resource: Mapping[str, str],
        now_ms: WallMs,
    ) -> bytes:
        """Returns the metrics that are wanted, compressed as the broker takes them; no bytes: there are none.

        Args:
            subscription: what is wanted.
            metrics: all that there are.
            resource: attributes of the client.
            now_ms: the present.
        """
        wanted: Iterable[Metric] = (metric for metric in metrics if subscription.wants(metric.name))
        start_ms = self._pushed_ms if subscription.is_delta else self._began_ms
        if subscription.is_delta:
            wanted = list(self._growth(wanted, now_ms))
        else:  # who asks for deltas later gets all since the beginning
            self._last, self._pushed_ms = {}, self._began_ms
            self._former = self._pushed_ms, self._last
        period = Period(start_ms * _NS_PER_MS, now_ms * _NS_PER_MS, subscription.is_delta)
        data, left_out = metrics_data(wanted, resource, period, bytes_max=subscription.bytes_max)
        self.left_out = len(left_out)
        for metric in left_out:
            if metric.is_sum and subscription.is_delta:
                self._last[metric.name, metric.labels] -= metric.value
        return bytes(compress(Compression(subscription.compression), data)) if data else b""

    def refused(self) -> None:
        """Takes note that the latest push was not taken."""
        self._pushed_ms, self._last = self._former

    def _growth(self, metrics: Iterable[Metric], now_ms: WallMs) -> Iterator[Metric]:
        self._former = self._pushed_ms, dict(self._last)
        for metric in metrics:
            if metric.is_sum:
                key = metric.name, metric.labels
                before = self._last.get(key, 0)
                self._last[key] = metric.value
                yield metric._replace(value=metric.value - before)
            else:
                yield metric
        self._pushed_ms = now_ms
