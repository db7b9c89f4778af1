"""The blocking local cluster: `kavka.LocalCluster` for programs without an event loop.

    with LocalCluster(3) as cluster, Producer(cluster.bootstrap) as producer:
        producer.send_and_wait("events", b"hello")

With `in_loop=True` the brokers run in the cluster's own thread, and are up in a moment. For tests, which also want
their clusters broken on purpose, there is `kavka.testing.cluster.KafkaCluster`.
"""

from __future__ import annotations

from pathlib import Path

from kavka.local.cluster import LocalCluster as AsyncLocalCluster
from kavka.local.state import BrokerInfo
from kavka.sync.blocking import Blocking, blocking, constructing


class LocalCluster(Blocking[AsyncLocalCluster]):
    """Brokers on localhost; the blocking `kavka.LocalCluster`. Leaving its block stops everything."""

    @constructing(AsyncLocalCluster)
    def __init__(self, client: AsyncLocalCluster) -> None:
        super().__init__(client)

    @property
    def bootstrap(self) -> str:
        """Returns "host:port,…" for any client."""
        return self._client.bootstrap

    @property
    def zookeeper(self) -> str:
        """Returns "host:port" of ZooKeeper, embedded or not."""
        return self._client.zookeeper

    @property
    def data_dir(self) -> Path:
        """Returns the directory that keeps everything."""
        return self._client.data_dir

    @property
    def brokers(self) -> tuple[BrokerInfo, ...]:
        """Returns each broker's address, process and data directory."""
        return self._client.brokers

    kill = blocking(AsyncLocalCluster.kill)
    stop_broker = blocking(AsyncLocalCluster.stop_broker)
    start_broker = blocking(AsyncLocalCluster.start_broker)
    restart = blocking(AsyncLocalCluster.restart)
