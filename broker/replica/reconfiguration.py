"""Changed topic configurations, brought to the replicas that the broker holds.

    ConfigChanges ─▶ apply ─▶ each partition: its log, its fetcher's throttle, whoever watches its log
                                  └─▶ a lower `min.insync.replicas` may commit something: it completes what waits

In steps, a stretch of partitions in each. Not here: what a topic's configuration is (`cluster.topic_configs`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

from kavka.common.steps import Steps, stretches

if TYPE_CHECKING:
    from kavka.broker.config.topic_config import LogConfig
    from kavka.broker.log.log_manager import LogManager
    from kavka.broker.replica.fetcher import Fetchers
    from kavka.broker.replica.partition import Partition
    from kavka.broker.replica.partitions import Partitions
    from kavka.broker.replica.waiting import Waiting
    from kavka.common.supervised import Supervisor


class Reconfiguration:
    """Reconfigures a broker's replicas.

    Args:
        partitions: what the broker holds.
        log_manager: has the logs.
        fetchers: review what is throttled; None: nothing is copied.
        waiting: gets what a change commits.
        supervisor: keeps one partition's failure from the others.
    """

    __slots__ = ("_fetchers", "_log_manager", "_partitions", "_supervisor", "_waiting")

    def __init__(
        self,
        partitions: Partitions,
        log_manager: LogManager,
        fetchers: Fetchers | None,
        waiting: Waiting,
        supervisor: Supervisor,
    ) -> None:
        self._partitions = partitions
        self._log_manager = log_manager
        self._fetchers = fetchers
        self._waiting = waiting
        self._supervisor = supervisor

    def apply(self, config_of: Callable[[str], LogConfig], topics: Iterable[str] | None = None) -> Steps[None]:
        """Updates logs' configurations by `config_of`, some in each step.

        Args:
            config_of: asked anew in each step, so that of two changes at a time the later one stays.
            topics: whose configuration has changed; None: all may have.
        """
        for topic in self._partitions.topics if topics is None else topics:
            for stretch in stretches(self._partitions.of_topic(topic)):
                config = config_of(topic)
                for partition in stretch:
                    if self._partitions.find(*partition.topic_partition) is partition:
                        with self._supervisor.item("reconfiguration", partition):
                            self._apply(partition, config)
                yield

    def _apply(self, partition: Partition, config: LogConfig) -> None:
        """A lower `min.insync.replicas` may commit something; whoever fetches looks again."""
        self._log_manager.reconfigure(partition.topic_partition, config)
        if self._fetchers is not None:
            self._fetchers.reconfigured(partition.topic_partition)
        partition.log.tell_watchers()
        is_served = partition.is_leader and partition.log.log_dir.is_online
        if is_served and partition.maybe_increment_high_watermark():
            self._waiting.complete(partition)
