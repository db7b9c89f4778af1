"""What members of share groups read from this broker (KIP-932), by the names of KIP-1103: sessions, words, locks.

What a share-partition has in flight is shown where `kavka.metrics.partitions` names its topic, and of `SHOWN_MAX` at
most: groups are clients' to make. Not here: what of it is kept (`share_states`), requests by topic (`traffic`).
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import islice
from typing import TYPE_CHECKING, Final

from prometheus_client.core import Metric

from kavka.broker.http.families.build import QUANTILES, counter, counters, gauge, gauges, one_time
from kavka.wire.acknowledgements import AcknowledgeType

if TYPE_CHECKING:
    from kavka.broker.http.admin import Admin
    from kavka.broker.share.partition.led_share_partition import LedSharePartition

SHOWN_MAX: Final = 1_000
_SESSIONS: Final = "kafka_server_sharesessioncache"
_GROUPS: Final = "kafka_server_sharegroupmetrics"
_PARTITIONS: Final = "kafka_server_sharepartitionmetrics"
_LABELS: Final = ("group", "topic", "partition")
_COUNTED: Final = (AcknowledgeType.ACCEPT, AcknowledgeType.RELEASE, AcknowledgeType.REJECT, AcknowledgeType.RENEW)


def collect(admin: Admin) -> Iterable[Metric | None]:
    """Collects metrics of share sessions, acknowledgements, and the share-partitions that are shown."""
    led, counts = admin.services.share_partitions(), admin.services.metrics.shares
    sessions, partitions = (0, 0) if led is None else (len(led.sessions), led.sessions.partition_count)
    yield gauge(f"{_SESSIONS}_sharesessionscount", "Share sessions of members.", sessions)
    yield gauge(f"{_SESSIONS}_sharepartitionscount", "Partitions in share sessions.", partitions)
    yield counter(
        f"{_SESSIONS}_sharesessionevictions",
        "Share sessions that ended because their connection did.",
        counts.sessions_evicted,
    )
    yield counters(
        f"{_GROUPS}_recordacknowledgements",
        "Records that members acknowledged.",
        ("ackType",),
        (((kind.name.capitalize(),), counts.acknowledged.get(kind, 0)) for kind in _COUNTED),
    )
    yield one_time(
        f"{_GROUPS}_partitionloadtimems",
        "How long share-partitions took to begin: their state is read first.",
        counts.begin_times,
    )
    yield gauge("kavka_share_partitions", "Share-partitions that members read from this broker.", len(led or ()))
    yield None
    yield from _of_partitions(admin, led or ())


def _of_partitions(admin: Admin, share_partitions: Iterable[LedSharePartition]) -> Iterable[Metric]:
    pattern = admin.partitions_shown
    if pattern is None:
        return
    every = (led for led in share_partitions if pattern.fullmatch(led.partition.topic_partition.topic))
    shown = [(_names(led), led) for led in islice(every, SHOWN_MAX)]
    runs = [(names, sorted(run.size for run in led.records)) for names, led in shown]
    yield counters(
        f"{_PARTITIONS}_acquisitionlocktimeout",
        "Records whose locks ended before they were acknowledged.",
        _LABELS,
        ((names, led.lock_timeouts) for names, led in shown),
    )
    yield gauges(
        f"{_PARTITIONS}_inflightmessagecount",
        "Records between the start offset and the last one delivered.",
        _LABELS,
        ((names, led.records.end_offset - led.records.start_offset) for names, led in shown),
    )
    yield gauges(
        f"{_PARTITIONS}_inflightbatchcount",
        "Runs of them that are in one state.",
        _LABELS,
        ((names, len(sizes)) for names, sizes in runs),
    )
    yield gauges(
        f"{_PARTITIONS}_inflightbatchmessagecount",
        "Records of each of these runs: what is in flight now, where Kafka's histogram has what was acquired lately.",
        (*_LABELS, "quantile"),
        (
            ((*names, str(quantile)), sizes[int(quantile * len(sizes))])
            for names, sizes in runs
            if sizes
            for quantile in QUANTILES
        ),
    )


def _names(led: LedSharePartition) -> tuple[str, str, str]:
    topic, index = led.partition.topic_partition
    return led.key.group_id, topic, str(index)
