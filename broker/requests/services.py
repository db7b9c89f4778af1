"""What every handler may use: the parts of one broker, gathered once by `assembly.edge` and passed to each call.

Plain references, no behaviour. A handler that needs something takes it from here and never from a module, which is
what lets a test build a broker of fakes and a simulation hold many brokers in one process.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from kavka.broker.cluster.config_changes import ConfigChanges
    from kavka.broker.cluster.controller_api import ControllerApi
    from kavka.broker.cluster.controller_channel import ControllerChannel
    from kavka.broker.cluster.features import FinalizedFeatures
    from kavka.broker.cluster.metadata_cache import MetadataCache
    from kavka.broker.cluster.producer_ids import ProducerIds
    from kavka.broker.cluster.topic_configs import TopicConfigs
    from kavka.broker.config.broker_config import BrokerConfig
    from kavka.broker.group.coordinator import GroupCoordinator
    from kavka.broker.log.log_manager import LogManager
    from kavka.broker.metrics import BrokerMetrics
    from kavka.broker.quota.client_quotas import ClientQuotas
    from kavka.broker.replica.control_requests import ControlRequests
    from kavka.broker.replica.replica_manager import ReplicaManager
    from kavka.broker.replica.txn_verification import TransactionVerification
    from kavka.broker.security.acls import Acls
    from kavka.broker.security.authorizer import Authorizer
    from kavka.broker.security.tokens import DelegationTokens
    from kavka.broker.transaction.coordinator import TransactionCoordinator
    from kavka.client.security import ConnectionSecurity
    from kavka.common.lane import Lane
    from kavka.common.steps import Steps
    from kavka.timer.clock import Clock
    from kavka.zk.client import ZkClient


class TransactionalOffsets(Protocol):
    """Who holds back what transactions commit to groups: the group coordinator."""

    def held_count(self, producer_id: int) -> int:
        """Counts the committed offsets that the producer's transaction holds back."""

    def transaction_marked(self, indexes: Sequence[int], producer_id: int, *, is_commit: bool) -> Steps[None]:
        """Applies or drops the offsets of an ended transaction in these partitions of `__consumer_offsets`."""


class BrokerServices:
    """One broker, as its handlers see it.

    Attributes:
        config: what holds now; another object after a dynamic change, so take it from here each time.
        acls: the stored ACLs, for who may change them; None: there is no authorizer.
        api_ranges: API key → (min, max) version: what ApiVersions tells and the dispatcher accepts; the handlers that
            exist, cut to the profile.
        authorizer: who may do what; None: everybody may do everything.
        broker_epoch: the czxid of this life's registration (KIP-380), −1 before it; a call, since it changes when the
            ZooKeeper session is lost and the broker registers anew.
        groups: the group coordinator.
        own_security: how this broker lets itself in at its inter-broker listener.
        check_listeners: raises ValueError where a listener cannot go on with another configuration.
        controller_channel: the way to the controller while that is another broker; None: there is no other.
        control_requests: the line in which the controller's requests wait for one another.
        features: what the cluster has agreed to use.
        lane: the slices of the loop's time that requests for very much share.
        quotas: what clients have used, and who has used too much; None while nobody has a quota.
        transactional_offsets: told of markers in `__consumer_offsets`; None: there are no groups.
        tokens: the delegation tokens; None: there is no key to make any.
        transactions: the transaction coordinator.
        verification: asks coordinators before a transaction's first batch; None: nothing is asked.
    """

    __slots__ = (
        "acls",
        "api_ranges",
        "authorizer",
        "broker_epoch",
        "broker_id",
        "check_listeners",
        "clock",
        "cluster_id",
        "config",
        "config_changes",
        "control_requests",
        "controller",
        "controller_channel",
        "features",
        "groups",
        "lane",
        "log_manager",
        "metadata_cache",
        "metrics",
        "own_security",
        "producer_ids",
        "quotas",
        "replica_manager",
        "tokens",
        "topic_configs",
        "transactional_offsets",
        "transactions",
        "verification",
        "zk",
    )

    def __init__(
        self,
        *,
        broker_id: int,
        cluster_id: str,
        broker_epoch: Callable[[], int],
        config: BrokerConfig,
        clock: Clock,
        metrics: BrokerMetrics,
        metadata_cache: MetadataCache,
        log_manager: LogManager,
        replica_manager: ReplicaManager,
        controller: ControllerApi,
        zk: ZkClient,
        producer_ids: ProducerIds,
        topic_configs: TopicConfigs,
        config_changes: ConfigChanges,
        api_ranges: dict[int, tuple[int, int]],
        lane: Lane,
        features: FinalizedFeatures,
        control_requests: ControlRequests,
        groups: GroupCoordinator,
        transactions: TransactionCoordinator,
        transactional_offsets: TransactionalOffsets | None = None,
        verification: TransactionVerification | None = None,
        authorizer: Authorizer | None = None,
        acls: Acls | None = None,
        tokens: DelegationTokens | None = None,
        controller_channel: ControllerChannel | None = None,
        own_security: Callable[[], ConnectionSecurity | None] = lambda: None,
        check_listeners: Callable[[BrokerConfig], None] = lambda _: None,
    ) -> None:
        self.acls = acls
        self.authorizer = authorizer
        self.broker_id = broker_id
        self.cluster_id = cluster_id
        self.broker_epoch = broker_epoch
        self.config = config
        self.clock = clock
        self.metrics = metrics
        self.metadata_cache = metadata_cache
        self.lane = lane
        self.log_manager = log_manager
        self.replica_manager = replica_manager
        self.control_requests = control_requests
        self.controller = controller
        self.controller_channel = controller_channel
        self.features = features
        self.groups = groups
        self.own_security = own_security
        self.check_listeners = check_listeners
        self.transactional_offsets = transactional_offsets
        self.transactions = transactions
        self.verification = verification
        self.zk = zk
        self.producer_ids = producer_ids
        self.quotas: ClientQuotas | None = None
        self.tokens = tokens
        self.topic_configs = topic_configs
        self.config_changes = config_changes
        self.api_ranges = api_ranges

    def reconfigured(self, config: BrokerConfig) -> None:
        """Replaces the configuration that handlers go by."""
        self.config = config

    def charge_by(self, quotas: ClientQuotas | None) -> None:
        """Charges clients from now on; None: nobody has a quota, and no request pays for what nobody uses."""
        self.quotas = quotas
