"""Short ways to write a family down: a number without labels, one for each label, or quantiles of times."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import Final

from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, Metric

from kavka.common.time_slots import TimeCounts, quantile_ns

QUANTILES: Final = (0.5, 0.75, 0.95, 0.98, 0.99, 0.999)
_NS_PER_MS: Final = 1e6
ROWS_PER_PIECE: Final = 500
"""Rows of a family that are made and written at once: some milliseconds."""


def gauge(name: str, text: str, value: float) -> Metric:
    """Builds a gauge: a number that goes up and down."""
    return GaugeMetricFamily(name, text, value=value)


def counter(name: str, text: str, value: float) -> Metric:
    """Builds a counter: a number that only grows; `_total` is added to its name."""
    return CounterMetricFamily(name, text, value=value)


def gauges(name: str, text: str, labels: Sequence[str], rows: Iterable[tuple[Sequence[str], float]]) -> Metric:
    """Builds a gauge for each combination of labels."""
    family = GaugeMetricFamily(name, text, labels=labels)
    for values, value in rows:
        family.add_metric(values, value)
    return family


def gauges_in_pieces(
    name: str, text: str, labels: Sequence[str], rows: Iterable[tuple[Sequence[str], float]]
) -> Iterator[Metric]:
    """Builds gauges of very many rows, in pieces that are one family in the text."""
    rest = iter(rows)
    piece = list(islice(rest, ROWS_PER_PIECE))
    yield gauges(name, text, labels, piece)
    while piece := list(islice(rest, ROWS_PER_PIECE)):
        yield gauges(name, text, labels, piece)


def counters(name: str, text: str, labels: Sequence[str], rows: Iterable[tuple[Sequence[str], float]]) -> Metric:
    """Builds a counter for each combination of labels."""
    family = CounterMetricFamily(name, text, labels=labels)
    for values, value in rows:
        family.add_metric(values, value)
    return family


def milliseconds(name: str, text: str, rows: Iterable[tuple[dict[str, str], Sequence[int], float]]) -> Metric:
    """Builds a Prometheus summary of times in ms: quantiles, count and sum.

    These are Kafka's histograms by the names of Strimzi.

    Args:
        name: without suffixes.
        text: what is timed.
        rows: labels, how many by `time_slot`, nanoseconds altogether.
    """
    family = Metric(name, text, "summary")
    for labels, times, total_ns in rows:
        _add(family, labels, times, sum(times), total_ns)
    return family


def recent_milliseconds(name: str, text: str, times: Sequence[int], *, count: int, total_ns: float) -> Metric:
    """Builds a summary of the latest times in ms, by `time_slot`.

    Count and sum are of all there ever were.
    """
    family = Metric(name, text, "summary")
    _add(family, {}, times, count, total_ns)
    return family


def _add(family: Metric, labels: dict[str, str], times: Sequence[int], count: int, total_ns: float) -> None:
    for quantile in QUANTILES:
        value = quantile_ns(times, quantile) / _NS_PER_MS
        family.add_sample(family.name, {**labels, "quantile": str(quantile)}, value)
    family.add_sample(f"{family.name}_count", labels, count)
    family.add_sample(f"{family.name}_sum", labels, total_ns / _NS_PER_MS)


def one_time(name: str, text: str, counts: TimeCounts) -> Metric:
    """Builds the summary of `milliseconds` with a single row, without labels."""
    return milliseconds(name, text, [({}, counts.times, counts.total_ns)])
