"""What the controller needs to know of the broker's configuration, as plain values.

Not the parser of server.properties: that is `broker.config.broker_config`, and `broker.app` fills this from it. Here
stands only what decisions of the controller depend on, with Kafka's defaults.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from kavka.protocol.api_keys import ApiKey
from kavka.protocol.inter_broker_versions import InterBrokerVersion
from kavka.timer.backoff import Backoff
from kavka.zk.features import NO_FEATURES, Levels

SOCKET_TIMEOUT_MS = 30_000
"""`controller.socket.timeout.ms`: how long a control connection may take to open."""

REQUEST_TIMEOUT_MS = 30_000
"""`request.timeout.ms`: how long a broker may take to answer a control request."""

RETRY_BACKOFF_MS = 100
"""The first pause before a control request is sent again (kafka: RequestSendThread, whose every pause it is)."""

RETRY_BACKOFF_MS_MAX = 1_000
"""The longest: a broker that comes back hears so soon what it missed, and one that does not costs a line a second."""

QUEUE_EVENTS_MAX = 10_000
"""Events that may wait before API calls are refused and senders are held back. Coalesced events are few by nature."""


def never() -> bool:
    """Returns the default of `unclean.leader.election.enable`."""
    return False


@dataclass(frozen=True, slots=True, kw_only=True)
class ControlVersions:
    """In which versions control requests are written."""

    leader_and_isr: int
    update_metadata: int
    stop_replica: int


def control_versions(protocol: InterBrokerVersion) -> ControlVersions:
    """Returns the versions of control requests under an `inter.broker.protocol.version`."""
    return ControlVersions(
        leader_and_isr=protocol.version(ApiKey.LEADER_AND_ISR),
        update_metadata=protocol.version(ApiKey.UPDATE_METADATA),
        stop_replica=protocol.version(ApiKey.STOP_REPLICA),
    )


NO_KRAFT_EPOCH = -1


def _feature_version(protocol: InterBrokerVersion) -> int | None:
    if protocol.is_at_least("3.3-IV0"):
        return 2
    return 1 if protocol.is_at_least("2.7-IV0") else None


@dataclass(frozen=True, slots=True, kw_only=True)
class ControllerConfig:
    """One controller's configuration.

    `for_protocol` fills what `inter.broker.protocol.version` decides.
    """

    broker_id: int
    versions: ControlVersions
    is_topic_id_on: bool
    """Topics get an id (KIP-516) and topic znodes are written in version 3."""
    is_memory_current: bool
    """Leaders ask for other ISRs instead of writing them (KIP-497): memory has what ZooKeeper has."""
    is_leader_recovery_on: bool = False
    """A leader that was elected uncleanly counts as recovering until it asks for an ISR (KIP-704)."""
    feature_version: int | None = 1
    """The version of /feature (KIP-584); None: features are off."""
    supported_features: Mapping[str, Levels] = field(default_factory=lambda: NO_FEATURES)
    """What this broker supports, and a new cluster starts with."""
    kraft_epoch: int | None = None
    """What /controller says of KRaft's controller; None: nothing, as before Kafka 3.4. There is none here."""
    inter_broker_listener: str = "PLAINTEXT"
    """The listener by which brokers reach each other."""
    control_plane_listener: str = "PLAINTEXT"
    """The listener by which controller and brokers reach each other: mostly the same."""
    num_partitions: int = 1
    """`num.partitions`, for topics that do not say."""
    default_replication_factor: int = 1
    """`default.replication.factor`, for topics that do not say."""
    is_delete_topic_enabled: bool = True
    """`delete.topic.enable`."""
    is_unclean_election_enabled: Callable[[], bool] = never
    """`unclean.leader.election.enable`, for topics that do not say: a call, because it may change at any time."""
    is_auto_rebalance_enabled: bool = True
    """`auto.leader.rebalance.enable`."""
    imbalance_check_interval_ms: int = 300_000
    """`leader.imbalance.check.interval.seconds`."""
    imbalance_percentage_max: int = 10
    """`leader.imbalance.per.broker.percentage`."""
    socket_timeout_ms: int = SOCKET_TIMEOUT_MS
    request_timeout_ms: int = REQUEST_TIMEOUT_MS
    retry_backoff_ms: int = RETRY_BACKOFF_MS
    queue_events_max: int = QUEUE_EVENTS_MAX

    @property
    def features(self) -> tuple[int | None, Mapping[str, Levels]]:
        """Returns the version of /feature, None where features are off, and what this broker supports."""
        return self.feature_version, self.supported_features

    @property
    def backoff(self) -> Backoff:
        """Returns the pauses between tries of a control request, a failover, or a registration."""
        return Backoff(self.retry_backoff_ms, RETRY_BACKOFF_MS_MAX)

    @classmethod
    def for_protocol(
        cls,
        protocol: InterBrokerVersion,
        *,
        broker_id: int,
        inter_broker_listener: str = "PLAINTEXT",
        control_plane_listener: str | None = None,
        num_partitions: int = 1,
        default_replication_factor: int = 1,
        is_delete_topic_enabled: bool = True,
        is_unclean_election_enabled: Callable[[], bool] = never,
        is_auto_rebalance_enabled: bool = True,
        imbalance_check_interval_ms: int = 300_000,
        imbalance_percentage_max: int = 10,
        socket_timeout_ms: int = SOCKET_TIMEOUT_MS,
        request_timeout_ms: int = REQUEST_TIMEOUT_MS,
        retry_backoff_ms: int = RETRY_BACKOFF_MS,
        supported_features: Mapping[str, Levels] = NO_FEATURES,
    ) -> ControllerConfig:
        """Returns the configuration of a controller under an `inter.broker.protocol.version`."""
        return cls(
            broker_id=broker_id,
            versions=control_versions(protocol),
            is_topic_id_on=protocol.has_topic_ids,
            is_memory_current=protocol.has_api(ApiKey.ALTER_PARTITION),
            is_leader_recovery_on=protocol.is_at_least("3.2-IV0"),
            feature_version=_feature_version(protocol),
            supported_features=supported_features,
            kraft_epoch=NO_KRAFT_EPOCH if protocol.is_at_least("3.4-IV0") else None,
            inter_broker_listener=inter_broker_listener,
            control_plane_listener=control_plane_listener or inter_broker_listener,
            num_partitions=num_partitions,
            default_replication_factor=default_replication_factor,
            is_delete_topic_enabled=is_delete_topic_enabled,
            is_unclean_election_enabled=is_unclean_election_enabled,
            is_auto_rebalance_enabled=is_auto_rebalance_enabled,
            imbalance_check_interval_ms=imbalance_check_interval_ms,
            imbalance_percentage_max=imbalance_percentage_max,
            socket_timeout_ms=socket_timeout_ms,
            request_timeout_ms=request_timeout_ms,
            retry_backoff_ms=retry_backoff_ms,
        )
