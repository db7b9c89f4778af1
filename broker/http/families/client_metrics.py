"""What clients push of their own metrics (KIP-714), by client instance, and how pushing goes: Kafka's client-metrics.

A pushed metric has the client's own name, `org_apache_kafka_…`, and labels that say whose it is. Its numbers are the
client's latest push, so as old as its interval; `kavka_client_instance_info` joins them with who that is.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice
from typing import TYPE_CHECKING, Final

from prometheus_client.core import Metric

from kavka.broker.http.families.build import ROWS_PER_PIECE, counter, gauge, gauges_in_pieces
from kavka.broker.telemetry.client_instance import instance_text
from kavka.broker.telemetry.series import CLIENT_LABEL, INSTANCE_LABEL, LABEL_CHARS_MAX
from kavka.common.printable import printable

if TYPE_CHECKING:
    from kavka.broker.http.admin import Admin
    from kavka.broker.telemetry.client_instance import ClientInstance
    from kavka.broker.telemetry.client_telemetry import ClientTelemetry

INSTANCES_SHOWN_MAX: Final = 1_000
"""Client instances that are named; those that were heard of last. Their series are bounded by themselves."""

_TOTAL: Final = "_total"
_INFO_LABELS: Final = (INSTANCE_LABEL, CLIENT_LABEL, "software_name", "software_version", "address", "principal")

_Row = tuple[dict[str, str], float, bool]
"""Labels, value, and whether it only grows."""


def collect(admin: Admin) -> Iterable[Metric | None]:
    """Collects how pushing goes, who pushes, and what was pushed."""
    telemetry = admin.services.telemetry
    instances = list(telemetry.instances.values())
    yield gauge("kafka_server_client_metrics_instance_count", "Client instances that are known.", len(instances))
    for name, text, count in _counts(telemetry):
        yield counter(name, text, count)
    yield gauge("kavka_client_series", "Series that clients pushed and that are kept.", telemetry.series)
    yield from gauges_in_pieces(
        "kavka_client_instance_info",
        "1 for each client instance: who it is.",
        _INFO_LABELS,
        ((_who(instance), 1) for instance in instances[-INSTANCES_SHOWN_MAX:]),
    )
    yield from _pushed(instances)


def _counts(telemetry: ClientTelemetry) -> Iterator[tuple[str, str, int]]:
    prefix = "kafka_server_client_metrics"
    yield f"{prefix}_unknown_subscription_request", "Pushes of no subscription.", telemetry.unknown_subscriptions
    yield f"{prefix}_throttle", "Requests of clients that came before their interval.", telemetry.throttled
    yield f"{prefix}_plugin_export", "Pushes that were taken.", telemetry.pushes
    yield f"{prefix}_plugin_error", "Pushes that could not be read.", telemetry.broken
    yield "kavka_client_points_left_out", "Pushed data points that are not kept.", telemetry.left_out


def _who(instance: ClientInstance) -> tuple[str, ...]:
    client = instance.client
    said = (client.client_id, client.software_name, client.software_version, client.address, client.principal)
    return instance_text(instance.instance_id), *(printable(text or "", LABEL_CHARS_MAX) for text in said)


def _pushed(instances: Iterable[ClientInstance]) -> Iterator[Metric | None]:
    """Yields what was pushed, one family after the other."""
    families: dict[str, list[_Row]] = {}
    for instance in instances:
        if not instance.series:
            continue
        instance_id, client_id, *_ = _who(instance)
        own = {INSTANCE_LABEL: instance_id, CLIENT_LABEL: client_id}
        for (name, labels), series in instance.series.items():
            families.setdefault(name, []).append(({**own, **dict(labels)}, series.value, series.is_counter))
        yield None
    for name, rows in sorted(families.items()):
        # A name that one client counts and another one measures is a gauge: of two types there would be none.
        is_counter = all(row[2] for row in rows)
        rest = iter(rows)
        while piece := list(islice(rest, ROWS_PER_PIECE)):
            yield _family(name, piece, is_counter=is_counter)


def _family(name: str, rows: Iterable[_Row], *, is_counter: bool) -> Metric:
    family = Metric(
        name.removesuffix(_TOTAL) if is_counter else name,
        "Pushed by clients (KIP-714).",
        "counter" if is_counter else "gauge",
    )
    for labels, value, _ in rows:
        family.add_sample(name, labels, value)
    return family
