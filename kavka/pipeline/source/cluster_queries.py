"""`positions.OffsetQueries`, asked of a cluster."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from kavka.common.types import TopicPartition
from kavka.pipeline.failures import OptionError
from kavka.pipeline.wire.cluster import BlockingCluster, cluster_of
from kavka.pipeline.wire.offsets import READ_COMMITTED, READ_UNCOMMITTED, list_offsets
from kavka.pipeline.wire.settings import WireSettings


def cluster_for(client: Mapping[str, str]) -> BlockingCluster:
    """Returns this process's connections to the cluster that Kafka's settings name.

    Args:
        client: the settings, without `kafka.`.

    Raises:
        OptionError: they make no sense.
    """
    try:
        return cluster_of(WireSettings.from_properties(client))
    except ValueError as error:
        is_by_name = str(error).split("=")[0].split(" ")[0] in client
        raise OptionError(f"kafka.{error}" if is_by_name else str(error)) from None


def isolation_level(client: Mapping[str, str]) -> int:
    """Returns Kafka's number for `isolation.level`."""
    is_committed = client.get("isolation.level", "read_uncommitted").lower() == "read_committed"
    return READ_COMMITTED if is_committed else READ_UNCOMMITTED


class ClusterQueries:
    """Asks the cluster of some settings; connects when it is asked first, so that it may travel to another process.

    Args:
        client: Kafka's settings, without `kafka.`.
    """

    def __init__(self, client: Mapping[str, str]) -> None:
        self._client = dict(client)

    def topics(self) -> Sequence[str]:
        """Lists every topic that is not internal."""
        found = cluster_for(self._client).topics()
        return sorted(name for name, info in found.items() if not info.is_internal)

    def partitions(self, topics: Sequence[str]) -> Sequence[TopicPartition]:
        """Lists every partition of these topics.

        Raises:
            UnknownTopicOrPartition: one does not exist.
        """
        found = cluster_for(self._client).topics(topics)
        return sorted(TopicPartition(name, number) for name in topics for number in found[name].partitions)

    def list_offsets(self, timestamps: Mapping[TopicPartition, int]) -> Mapping[TopicPartition, int]:
        """Looks up the partitions' offsets by time (ms); −2 is the earliest, −1 the latest."""
        level = isolation_level(self._client)
        found = list_offsets(cluster_for(self._client), timestamps, isolation_level=level)
        return {tp: item.offset for tp, item in found.items()}
