"""What waits: purgatories, their timing wheels, and the event loop itself."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Final

from prometheus_client.core import Metric

from kavka.broker.http.families.build import counter, counters, gauge, gauges

if TYPE_CHECKING:
    from kavka.broker.http.admin import Admin
    from kavka.timer.timer import Timer

_MS_PER_S: Final = 1e3
_PURGATORY: Final = "kafka_server_delayedoperationpurgatory"
_LABEL: Final = ("delayedOperation",)
_PURGATORY_FAMILIES: Final = (
    (
        gauges,
        f"{_PURGATORY}_purgatorysize",
        "Watchers: an operation counts once for each key that it waits under.",
        "watched",
    ),
    (gauges, f"{_PURGATORY}_numdelayedoperations", "Operations that wait.", "delayed"),
    (gauges, "kavka_purgatory_watch_keys", "Keys under which operations wait.", "keys"),
    (counters, "kavka_purgatory_completed", "Operations that completed, in time or not.", "completed"),
    (counters, "kavka_purgatory_expired", "Operations whose time was up.", "expired"),
)
"""Builder, name, help and the field of `PurgatoryStatistics`, of what every purgatory has a sample of."""


def collect(admin: Admin) -> Iterable[Metric]:
    """Collects a sample a purgatory, a few for its wheel, and the loop's lag."""
    purgatories = [((one.name,), one, one.statistics()) for one in admin.purgatories()]
    for build, family, text, attribute in _PURGATORY_FAMILIES:
        yield build(family, text, _LABEL, ((name, getattr(numbers, attribute)) for name, _, numbers in purgatories))
    for name, _, numbers in purgatories:
        if name[0] in ("Produce", "Fetch", "DeleteRecords", "ShareFetch"):
            yield counter(
                f"kafka_server_delayed{name[0].lower()}metrics_expires",
                "Operations whose time was up.",
                numbers.expired,
            )
    yield from _wheels([(name, purgatory.timer) for name, purgatory, _ in purgatories])
    loop = admin.services.metrics.loop
    yield gauge("kavka_event_loop_lag_seconds", "How late the loop was at the last look.", loop.lag_ms / _MS_PER_S)
    yield gauge("kavka_event_loop_lag_seconds_max", "The most since the start.", loop.lag_ms_max / _MS_PER_S)
    yield counter("kavka_event_loop_lag_seconds_sum", "Over all looks.", loop.lag_ms_total / _MS_PER_S)


def _wheels(timers: list[tuple[tuple[str], Timer]]) -> Iterable[Metric]:
    numbers = [(name, timer, timer.statistics()) for name, timer in timers]
    yield gauges(
        "kavka_timing_wheel_outstanding",
        "Timers that wait.",
        _LABEL,
        ((name, one.outstanding) for name, _, one in numbers),
    )
    yield gauges(
        "kavka_timing_wheel_buckets_queued",
        "Buckets with an expiration in the heap.",
        _LABEL,
        ((name, one.buckets_queued) for name, _, one in numbers),
    )
    yield gauges(
        "kavka_timing_wheel_level_buckets",
        "Buckets of a level that hold timers.",
        (*_LABEL, "level"),
        (
            ((*name, str(level)), sum(count > 0 for count in buckets))
            for name, timer, _ in numbers
            for level, buckets in enumerate(timer.levels(), 1)
        ),
    )
    yield counters("kavka_timing_wheel_added", "Timers added.", _LABEL, ((name, one.added) for name, _, one in numbers))
    yield counters(
        "kavka_timing_wheel_cancelled", "Timers cancelled.", _LABEL, ((name, one.cancelled) for name, _, one in numbers)
    )
    yield counters(
        "kavka_timing_wheel_expired", "Timers that ran.", _LABEL, ((name, one.expired) for name, _, one in numbers)
    )
    yield counters(
        "kavka_timing_wheel_lateness_seconds",
        "How much later than asked for they ran, summed.",
        _LABEL,
        ((name, one.late_ms_total / _MS_PER_S) for name, _, one in numbers),
    )
    yield gauges(
        "kavka_timing_wheel_lateness_seconds_max",
        "The latest.",
        _LABEL,
        ((name, one.late_ms_max / _MS_PER_S) for name, _, one in numbers),
    )
