"""The topics that coordinators keep their state in: made when first needed, with the configuration that they must have.

    FindCoordinator ─▶ ensure ─▶ there: how many partitions
                              └▶ not there: the controller is asked for it, once at a time

Kafka's `AutoTopicCreationManager`. A cluster with fewer live brokers than the replication factor asks for cannot create
them: the response is COORDINATOR_NOT_AVAILABLE, the client asks again, and the log says why.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import TYPE_CHECKING, Final, NamedTuple

from kavka.broker.replica.internal_log import partition_for
from kavka.common.types import NewTopic
from kavka.protocol.errors import CoordinatorNotAvailable, ErrorCode, NotController

if TYPE_CHECKING:
    from kavka.broker.cluster.controller_api import ControllerApi
    from kavka.broker.cluster.controller_channel import ControllerChannel
    from kavka.broker.cluster.metadata_cache import MetadataCache
    from kavka.broker.config.settings import BrokerSettings

_log = logging.getLogger(__name__)

CREATE_TIMEOUT_MS: Final = 30_000
LEADER_WAIT_MS: Final = 5_000
"""How long a client waits for the leaders of a topic that was made for it; then it may ask again."""

_IS_THERE: Final = frozenset({ErrorCode.NONE, ErrorCode.TOPIC_ALREADY_EXISTS})
_IS_COMING: Final = frozenset({ErrorCode.REQUEST_TIMED_OUT})


class InternalTopic(NamedTuple):
    """One of them: its name, and how the broker's settings shape it."""

    name: str
    new: Callable[[BrokerSettings], NewTopic]


def _new_offsets(settings: BrokerSettings) -> NewTopic:
    return NewTopic(
        name="__consumer_offsets",
        num_partitions=settings.offsets_topic_num_partitions,
        replication_factor=settings.offsets_topic_replication_factor,
        configs={
            "cleanup.policy": "compact",
            "compression.type": "producer",
            "segment.bytes": str(settings.offsets_topic_segment_bytes),
        },
    )


def _new_transactions(settings: BrokerSettings) -> NewTopic:
    return NewTopic(
        name="__transaction_state",
        num_partitions=settings.transaction_state_log_num_partitions,
        replication_factor=settings.transaction_state_log_replication_factor,
        # Its leader must have every record that was acknowledged: no unclean election, no lossy conversion.
        configs={
            "cleanup.policy": "compact",
            "compression.type": "uncompressed",
            "unclean.leader.election.enable": "false",
            "segment.bytes": str(settings.transaction_state_log_segment_bytes),
            "min.insync.replicas": str(settings.transaction_state_log_min_isr),
        },
    )


def _new_share_states(settings: BrokerSettings) -> NewTopic:
    return NewTopic(
        name="__share_group_state",
        num_partitions=settings.share_coordinator_state_topic_num_partitions,
        replication_factor=settings.share_coordinator_state_topic_replication_factor,
        # Changes build on one another, so compaction would break them; what is redundant the coordinator deletes.
        configs={
            "cleanup.policy": "delete",
            "compression.type": "producer",
            "retention.ms": "-1",
            "segment.bytes": str(settings.share_coordinator_state_topic_segment_bytes),
            "min.insync.replicas": str(settings.share_coordinator_state_topic_min_isr),
        },
    )


OFFSETS: Final = InternalTopic("__consumer_offsets", _new_offsets)
TRANSACTIONS: Final = InternalTopic("__transaction_state", _new_transactions)
SHARE_STATES: Final = InternalTopic("__share_group_state", _new_share_states)
ALL: Final = {topic.name: topic for topic in (OFFSETS, TRANSACTIONS, SHARE_STATES)}


def partition_count(cache: MetadataCache, topic: InternalTopic) -> int | None:
    """Counts the topic's partitions; None where it does not exist or is not in the metadata yet."""
    state = cache.snapshot.topics.get(topic.name)
    return None if state is None else len(state.partitions)


class InternalTopics:
    """The internal topics of a cluster: has them created, and knows who leads what.

    Args:
        metadata_cache: what the controller has said.
        controller: of this process, active or not.
        controller_channel: the way to the controller while that is another broker; None: there is no other.
        config: what holds now.
    """

    __slots__ = ("_config", "_controller", "_controller_channel", "_metadata_cache")

    def __init__(
        self,
        metadata_cache: MetadataCache,
        controller: ControllerApi,
        controller_channel: ControllerChannel | None,
        config: Callable[[], BrokerSettings],
    ) -> None:
        self._metadata_cache = metadata_cache
        self._controller = controller
        self._controller_channel = controller_channel
        self._config = config

    def new_topic(self, topic: InternalTopic) -> NewTopic:
        """Returns the topic to request from the controller."""
        return topic.new(self._config())

    def coordinator(self, topic: InternalTopic, key: str) -> int:
        """Returns the coordinator of a group, transactional id or share-partition: who leads what it hashes to.

        Raises:
            CoordinatorNotAvailable: nobody does now; the message says why.
        """
        snapshot = self._metadata_cache.snapshot
        count = partition_count(self._metadata_cache, topic)
        if count is None:
            raise CoordinatorNotAvailable(f"{topic.name} does not exist yet")
        index = partition_for(key, count)
        state = snapshot.partition(topic.name, index)
        if state is None or state.leader not in snapshot.brokers:
            raise CoordinatorNotAvailable(f"{topic.name}-{index} has no leader now")
        return state.leader

    async def ensure(self, topic: InternalTopic) -> int:
        """Creates the topic if need be, waits for its leaders, returns its number of partitions.

        Raises:
            CoordinatorNotAvailable: not yet; the message says why.
        """
        count = partition_count(self._metadata_cache, topic)
        if count is not None:
            return count
        creator = self._controller if self._controller.is_active else self._controller_channel
        if creator is None:
            raise CoordinatorNotAvailable(f"{topic.name} cannot be created: nobody knows the controller")
        try:
            [result] = await creator.create_topics(
                [self.new_topic(topic)], timeout_ms=CREATE_TIMEOUT_MS, validate_only=False
            )
        except NotController as error:  # it resigned in this very moment
            raise CoordinatorNotAvailable(f"{topic.name} cannot be created now: {error.message}") from error
        if result.error_code not in _IS_THERE | _IS_COMING:
            _log.warning(
                "%s cannot be created: %s", topic.name, result.error_message or ErrorCode(result.error_code).name
            )
            raise CoordinatorNotAvailable(f"{topic.name} cannot be created: {result.error_message}")
        await self._metadata_cache.wait_until(
            lambda snapshot: (
                (state := snapshot.topics.get(topic.name)) is not None
                and all(partition.leader in snapshot.brokers for partition in state.partitions.values())
            ),
            timeout_ms=LEADER_WAIT_MS,
        )
        count = partition_count(self._metadata_cache, topic)
        if count is None:
            raise CoordinatorNotAvailable(f"{topic.name} is being created")
        return count
