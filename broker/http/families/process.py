"""The process: memory, CPU time, descriptors, garbage collections, by the names that Prometheus' clients share."""

from __future__ import annotations

import platform
from collections.abc import Iterable
from importlib.metadata import version
from typing import TYPE_CHECKING

from prometheus_client.core import Metric
from prometheus_client.gc_collector import GCCollector
from prometheus_client.process_collector import ProcessCollector
from prometheus_client.registry import CollectorRegistry

from kavka.broker.http.families.build import counters, gauges

if TYPE_CHECKING:
    from kavka.broker.http.admin import Admin


def collect(admin: Admin) -> Iterable[Metric]:
    """Collects metrics of this process; brokers in one process say the same."""
    registry = CollectorRegistry(auto_describe=False)
    yield from ProcessCollector(registry=registry).collect()
    yield from GCCollector(registry=registry).collect()
    yield counters(
        "kavka_supervised_failures",
        "Failures of periodic work that went on with the rest; the broker's log names the partition, group or peer.",
        ("work",),
        (((work,), count) for work, count in sorted(admin.services.metrics.failures.items())),
    )
    yield gauges(
        "kavka_build_info",
        "1; what runs, as labels.",
        ("version", "python", "profile"),
        [((version("kavka"), platform.python_version(), admin.services.config.profile), 1)],
    )
