"""The session with ZooKeeper: Kafka's SessionExpireListener and ZooKeeperClientMetrics."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Final

from prometheus_client.core import Metric

from kavka.broker.http.families.build import counter, gauges, one_time
from kavka.zk.ops import SessionState

if TYPE_CHECKING:
    from kavka.broker.http.admin import Admin

_LISTENER: Final = "kafka_server_sessionexpirelistener"


def collect(admin: Admin) -> Iterable[Metric]:
    """Collects the ZooKeeper session's state and counters."""
    zk = admin.services.zk
    counts = zk.statistics
    yield gauges(
        f"{_LISTENER}_sessionstate",
        "1 for the state that the session is in.",
        ("state",),
        (((state.name,), state is zk.state) for state in SessionState),
    )
    for name, text, value in (
        ("zookeepersyncconnects", "Connections to ZooKeeper.", counts.connects),
        ("zookeeperdisconnects", "Connections that broke.", counts.disconnects),
        ("zookeeperexpires", "Sessions that were lost.", counts.expires),
    ):
        yield counter(f"{_LISTENER}_{name}", text, value)
    yield one_time(
        "kafka_server_zookeeperclientmetrics_zookeeperrequestlatencyms",
        "From a call's hand-over to its answer.",
        counts.requests,
    )
