"""Records by topic: in, out, refused. Kafka's `BrokerTopicMetrics`.

The total has an empty label, as Kafka's dashboards expect (`topic!=""` is each topic). As many topics are shown as
`kavka.metrics.topics` names, `TOPICS_MAX` at most: a scrape must stay quick whatever there is.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Final

from prometheus_client.core import Metric

from kavka.broker.http.families.build import counters, gauge
from kavka.broker.metrics import TopicTraffic
from kavka.common.steps import in_order, kept

if TYPE_CHECKING:
    from kavka.broker.http.admin import Admin

TOPICS_MAX: Final = 1_000

_PREFIX: Final = "kafka_server_brokertopicmetrics"
_COUNTERS: Final[tuple[tuple[str, str, Callable[[TopicTraffic], int]], ...]] = (
    ("messagesin", "Records appended.", lambda traffic: traffic.messages_in),
    ("bytesin", "Bytes from producers.", lambda traffic: traffic.bytes_in),
    ("bytesout", "Bytes to consumers.", lambda traffic: traffic.bytes_out),
    ("bytesrejected", "Bytes from producers that were refused.", lambda traffic: traffic.rejected_bytes),
    ("totalproducerequests", "Partitions in produce requests.", lambda traffic: traffic.produces),
    ("failedproducerequests", "Those that were refused.", lambda traffic: traffic.failed_produces),
    ("totalfetchrequests", "Partitions in consumers' fetches.", lambda traffic: traffic.fetches),
    ("failedfetchrequests", "Those that failed.", lambda traffic: traffic.failed_fetches),
    ("totalsharefetchrequests", "Partitions in fetches of share groups.", lambda traffic: traffic.share_fetches),
    ("failedsharefetchrequests", "Those that failed.", lambda traffic: traffic.failed_share_fetches),
    (
        "totalshareacknowledgementrequests",
        "Partitions in acknowledgements of share groups.",
        lambda traffic: traffic.share_acknowledgements,
    ),
    (
        "failedshareacknowledgementrequests",
        "Those that were refused.",
        lambda traffic: traffic.failed_share_acknowledgements,
    ),
    ("producemessageconversions", "Records of old producers, rewritten.", lambda traffic: traffic.produce_conversions),
    ("fetchmessageconversions", "Records rewritten for old consumers.", lambda traffic: traffic.fetch_conversions),
)


def collect(admin: Admin) -> Iterable[Metric | None]:
    """Collects each counter for all topics, and for each topic that is shown."""
    traffic = admin.services.metrics.traffic
    total = yield from traffic.add_up()
    named = yield from in_order((yield from kept(list(traffic.topics), admin.is_topic_shown)))
    shown = [(name, numbers) for name in named[:TOPICS_MAX] if (numbers := traffic.topics.get(name)) is not None]
    for name, text, read in _COUNTERS:
        yield counters(
            f"{_PREFIX}_{name}",
            text,
            ("topic",),
            [(("",), read(total)), *(((topic,), read(numbers)) for topic, numbers in shown)],
        )
    yield gauge("kavka_metrics_topics_left_out", "Topics without series of their own.", len(named) - len(shown))
    replication = admin.services.metrics.replication
    for name, text, value in (
        ("replicationbytesin", "Bytes copied from leaders.", replication.bytes_in),
        ("replicationbytesout", "Bytes that followers were sent.", replication.bytes_out),
        ("reassignmentbytesin", "Of them, for replicas that are being moved here.", replication.reassignment_bytes_in),
        ("reassignmentbytesout", "Of them, for replicas that are being moved.", replication.reassignment_bytes_out),
    ):
        yield counters(f"{_PREFIX}_{name}", text, (), [((), value)])
