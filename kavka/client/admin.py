"""The bundled admin client: topics, configurations, brokers, offsets, groups; ACLs, users, quotas, tokens.

    async with Admin("localhost:9092") as admin:
        await admin.create_topics([NewTopic(name="events", num_partitions=3)])

A façade: each method is a call of the module that has its requests. Each is one request, retried while the error says
that a retry may help, with the deadline of one call over everything. What a broker refuses is raised as its KafkaError;
where a call names several topics, the first refusal is raised and the rest stands.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping, Sequence
from types import TracebackType
from typing import NamedTuple

from kavka.client import (
    acls,
    client_metrics,
    configs,
    groups,
    log_dirs,
    quotas,
    reassignments,
    scram_users,
    share_groups,
    streams_groups,
    tokens,
)
from kavka.client import topics as topic_calls
from kavka.client.cluster import API_TIMEOUT_MS, RETRY_BACKOFF_MS, Cluster, bootstrap_of
from kavka.client.configs import Changes, ConfigEntry, ConfigResource
from kavka.client.connection import REQUEST_TIMEOUT_MS
from kavka.client.controller import ControllerLink
from kavka.client.delete_records import delete_records
from kavka.client.group_offsets import OffsetAndMetadata, as_committed
from kavka.client.groups import GroupInfo, GroupListing, PartitionLag
from kavka.client.log_dirs import LogDirInfo
from kavka.client.offsets import OffsetAndTimestamp, list_offsets, watermarks
from kavka.client.quotas import Entity, Quota
from kavka.client.scram_users import ITERATIONS_MIN, MECHANISMS, Users
from kavka.client.security import SecurityLike
from kavka.client.share_groups import ShareGroupInfo, ShareOffset
from kavka.client.streams_groups import StreamsGroupInfo
from kavka.client.telemetry_reporter import PushesMetrics, TelemetryReporter, push_and_close
from kavka.client.tokens import DelegationToken
from kavka.common.acls import AclBinding, AclFilter
from kavka.common.types import NewTopic, OngoingReassignment, TopicPartition
from kavka.protocol.errors import KafkaError
from kavka.timer.clock import Clock, SystemClock
from kavka.wire.client_measures import ADMIN, ClientMeasures
from kavka.wire.metadata import BrokerAddress, PartitionInfo, TopicInfo

__all__ = [
    "Admin",
    "ClusterInfo",
    "Changes",
    "ConfigEntry",
    "ConfigResource",
    "AclBinding",
    "AclFilter",
    "DelegationToken",
    "Quota",
    "GroupInfo",
    "GroupListing",
    "LogDirInfo",
    "NewTopic",
    "OffsetAndMetadata",
    "PartitionLag",
    "ShareGroupInfo",
    "ShareOffset",
    "StreamsGroupInfo",
    "TopicInfo",
    "PartitionInfo",
    "BrokerAddress",
]


class ClusterInfo(NamedTuple):
    """The brokers that are alive, and which of them is the controller."""

    cluster_id: str | None
    controller_id: int
    brokers: tuple[BrokerAddress, ...]


class Admin(PushesMetrics):
    """Manages a cluster. Use it as an async context manager.

    Args:
        bootstrap: "host:port[,host:port…]", or a list of them.
        bootstrap_servers: The same, by the name that other clients give it.
        request_timeout_ms: Deadline of one request.
        api_timeout_ms: Deadline of one call with its retries.
        reach_timeout_ms: How long entering looks for a first broker; None: `api_timeout_ms`.
        retry_backoff_ms: The first pause between tries; it doubles, with jitter.
        enable_metrics_push: Whether brokers that ask for this client's metrics are pushed them (KIP-714).
        client_id: What brokers call us.
        security: Kafka's client properties (`security.protocol`, `ssl.…`, `sasl.…`); None: PLAINTEXT.
        clock: Reads the time.
        rng: Spreads pauses.
    """

    def __init__(
        self,
        bootstrap: str | Sequence[str] | None = None,
        *,
        bootstrap_servers: str | Sequence[str] | None = None,
        request_timeout_ms: int = REQUEST_TIMEOUT_MS,
        api_timeout_ms: int = API_TIMEOUT_MS,
        reach_timeout_ms: int | None = None,
        retry_backoff_ms: int = RETRY_BACKOFF_MS,
        enable_metrics_push: bool = True,
        client_id: str = "kavka-admin",
        security: SecurityLike = None,
        clock: Clock | None = None,
        rng: random.Random | None = None,
    ) -> None:
        clock = SystemClock() if clock is None else clock
        measures = ClientMeasures(ADMIN, clock.monotonic_ms()) if enable_metrics_push else None
        self._cluster = Cluster(
            bootstrap_of(bootstrap, bootstrap_servers),
            client_id=client_id,
            security=security,
            request_timeout_ms=request_timeout_ms,
            api_timeout_ms=api_timeout_ms,
            reach_timeout_ms=reach_timeout_ms,
            retry_backoff_ms=retry_backoff_ms,
            clock=clock,
            rng=rng,
            measures=measures,
        )
        self._telemetry = None if measures is None else TelemetryReporter(self._cluster, measures, dict)
        self._controller = ControllerLink(self._cluster)

    async def __aenter__(self) -> Admin:
        """Starts; see `start`."""
        await self.start()
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Closes the connections."""
        await self.stop()

    async def start(self) -> None:
        """Connects.

        Raises:
            DeadlineExceeded: no broker responded in time.
        """
        await self._cluster.__aenter__()
        if self._telemetry is not None:
            self._telemetry.start()

    async def stop(self) -> None:
        """Closes the connections. Twice is fine, and so is before `start`."""
        await push_and_close(self._telemetry, self._cluster)

    # ---------------------------------------------------------------- topics

    async def create_topics(self, topics: Iterable[NewTopic], *, validate_only: bool = False) -> None:
        """Creates topics and returns when every live broker names their leaders.

        The next line may use them, whichever broker it asks.

        Raises:
            KafkaError: the first refusal: TopicAlreadyExists, InvalidTopic, InvalidReplicationFactor, …
        """
        await topic_calls.create(self._cluster, self._controller, list(topics), validate_only=validate_only)

    async def delete_topics(self, names: Iterable[str]) -> None:
        """Deletes topics and returns when no live broker shows them any longer.

        Their names are free again by then.

        Raises:
            KafkaError: the first refusal: UnknownTopicOrPartition, …
        """
        await topic_calls.delete(self._cluster, self._controller, list(names))

    async def create_partitions(
        self,
        counts: Mapping[str, int],
        *,
        assignments: Mapping[str, Sequence[Sequence[int]]] | None = None,
        validate_only: bool = False,
    ) -> None:
        """Gives topics more partitions and returns when every live broker names their leaders.

        Records that have a key may go to other partitions from then on than before.

        Args:
            counts: topic → how many partitions it shall have.
            assignments: topic → replicas of each new partition, the preferred leader first.
            validate_only: only ask whether it would be done.

        Raises:
            KafkaError: the first refusal: InvalidPartitions, UnknownTopicOrPartition, InvalidReplicaAssignment, …
        """
        await topic_calls.grow(self._cluster, self._controller, counts, assignments or {}, validate_only=validate_only)

    async def list_topics(self, *, include_internal: bool = False) -> list[TopicInfo]:
        """Returns all topics, sorted by name."""
        return await topic_calls.list_all(self._cluster, include_internal=include_internal)

    async def describe_topics(self, names: Iterable[str]) -> list[TopicInfo]:
        """Returns the named topics' partitions, in the order of the names.

        Raises:
            UnknownTopicOrPartition: one of them does not exist.
        """
        return await topic_calls.describe(self._cluster, list(names))

    # ---------------------------------------------------------------- configurations and cluster

    async def describe_topic_configs(self, name: str) -> list[ConfigEntry]:
        """Returns a topic's settings with their sources."""
        return await self.describe_configs(ConfigResource.topic(name))

    async def describe_broker_configs(self, broker_id: int) -> list[ConfigEntry]:
        """Returns a broker's settings with their sources; the request goes to that broker."""
        return await self.describe_configs(ConfigResource.broker(broker_id))

    async def describe_configs(self, resource: ConfigResource) -> list[ConfigEntry]:
        """Returns the settings of a topic, a broker, all brokers, or a broker's log levels."""
        return await configs.describe(self._cluster, resource)

    async def alter_configs(self, resource: ConfigResource, changes: Changes, *, validate_only: bool = False) -> None:
        """Changes some settings of a resource; settings that `changes` does not name stay.

        Raises:
            KafkaError: a refusal: UnknownTopicOrPartition, InvalidConfig, InvalidRequest, …
        """
        await configs.alter(self._cluster, resource, changes, validate_only=validate_only)

    async def list_config_resources(self, kinds: Iterable[int] = ()) -> list[ConfigResource]:
        """Lists what has settings of its own, such as subscriptions of client metrics; without kinds, all."""
        return await client_metrics.list_resources(self._cluster, kinds)

    async def describe_cluster(self) -> ClusterInfo:
        """Returns the live brokers, the controller and the cluster id."""
        metadata = await topic_calls.read_metadata(self._cluster, [])
        brokers = tuple(metadata.brokers[broker_id] for broker_id in sorted(metadata.brokers))
        return ClusterInfo(metadata.cluster_id, metadata.controller_id, brokers)

    async def api_versions(self, broker_id: int) -> dict[int, tuple[int, int]]:
        """Returns the versions that a broker advertises: API key → (lowest, highest)."""
        return dict((await self._cluster.connection(broker_id)).api_versions)

    # ---------------------------------------------------------------- offsets

    async def list_offsets(self, wanted: Mapping[TopicPartition, int]) -> dict[TopicPartition, OffsetAndTimestamp]:
        """Returns offsets by timestamp.

        Timestamps are ms since the epoch, `offsets.EARLIEST`, `LATEST`, `MAX_TIMESTAMP`, …; −1: no such record.

        Raises:
            UnsupportedVersion: the broker does not know one of these.
        """
        return await list_offsets(self._cluster, wanted)

    async def watermarks(self, partitions: Iterable[TopicPartition]) -> dict[TopicPartition, tuple[int, int]]:
        """Returns each partition's log start offset and high watermark."""
        return await watermarks(self._cluster, list(partitions))

    async def delete_records(self, offsets: Mapping[TopicPartition, int]) -> dict[TopicPartition, int]:
        """Deletes everything before an offset in each partition; −1 deletes all that consumers can see.

        Returns:
            Where each partition begins now, on all replicas.

        Raises:
            OffsetOutOfRange: the offset is behind the high watermark.
            PolicyViolation: the topic is compacted, and old records are not dropped from it.
        """
        return await delete_records(self._cluster, offsets)

    # ---------------------------------------------------------------- groups

    async def list_groups(self, *, states: Iterable[str] = (), types: Iterable[str] = ()) -> list[GroupListing]:
        """Returns the groups by name, in some states and of some types.

        Args:
            states: "Stable", "Empty", …; empty: any.
            types: "classic", "consumer" (KIP-848), "share", "streams", …; empty: any.
        """
        return await groups.list_groups(self._cluster, states=states, types=types)

    async def describe_group(self, group_id: str) -> GroupInfo:
        """Returns a group and its members with their partitions.

        Of one of the consumer protocol with epochs, and what each member is to have.

        Raises:
            GroupIdNotFound: there is none.
        """
        return await groups.describe_group(self._cluster, group_id)

    async def delete_group(self, group_id: str) -> None:
        """Deletes a group of any type, with its offsets.

        Raises:
            GroupIdNotFound, NonEmptyGroup: it cannot be.
        """
        await groups.delete_group(self._cluster, group_id)

    async def list_group_offsets(self, group_id: str) -> dict[TopicPartition, OffsetAndMetadata]:
        """Returns all committed offsets of a group of any type that commits: classic, consumers', streams."""
        return await groups.committed(self._cluster, group_id)

    async def group_lags(self, group_id: str) -> list[PartitionLag]:
        """Returns a group's committed offsets with the partitions' end offsets."""
        return await groups.lags(self._cluster, group_id)

    async def alter_group_offsets(
        self, group_id: str, offsets: Mapping[TopicPartition, int | OffsetAndMetadata]
    ) -> None:
        """Sets the committed offsets of a group without members.

        Raises:
            UnknownMemberId: it has some.
        """
        await groups.move(self._cluster, group_id, {tp: as_committed(offset) for tp, offset in offsets.items()})

    async def delete_group_offsets(
        self, group_id: str, partitions: Iterable[TopicPartition]
    ) -> dict[TopicPartition, KafkaError | None]:
        """Deletes a group's committed offsets.

        Returns:
            What became of each: GroupSubscribedToTopic where a member reads the topic.

        Raises:
            GroupIdNotFound: there is no such group.
        """
        return await groups.forget(self._cluster, group_id, partitions)

    # ---------------------------------------------------------------- share groups

    async def list_share_groups(self, *, states: Iterable[str] = ()) -> list[GroupListing]:
        """Returns the share groups by name, in some states ("Stable", "Empty", "Dead") or any.

        Raises:
            UnsupportedByBroker: the cluster has none; so do the methods below.
        """
        return await share_groups.list_all(self._cluster, states=states)

    async def describe_share_group(self, group_id: str) -> ShareGroupInfo:
        """Returns a share group, its epochs, and its members with where they look for records.

        Raises:
            GroupIdNotFound: there is none.
        """
        return await share_groups.describe(self._cluster, group_id)

    async def list_share_group_offsets(
        self, group_id: str, partitions: Iterable[TopicPartition] | None = None
    ) -> dict[TopicPartition, ShareOffset]:
        """Returns a share group's start offsets and lags.

        Without partitions: of all in which it has begun.

        Raises:
            GroupIdNotFound: there is none.
        """
        return await share_groups.offsets(self._cluster, group_id, partitions)

    async def alter_share_group_offsets(
        self, group_id: str, offsets: Mapping[TopicPartition, int]
    ) -> dict[TopicPartition, KafkaError | None]:
        """Sets the start offsets of a share group without members; returns what became of each.

        Raises:
            NonEmptyGroup: it has some.
        """
        return await share_groups.move(self._cluster, group_id, offsets)

    async def delete_share_group_offsets(self, group_id: str, topics: Iterable[str]) -> dict[str, KafkaError | None]:
        """Deletes what a share group without members has done with topics; returns what became of each.

        Raises:
            GroupIdNotFound, NonEmptyGroup: it cannot be.
        """
        return await share_groups.forget(self._cluster, group_id, topics)

    # ---------------------------------------------------------------- streams groups

    async def list_streams_groups(self, *, states: Iterable[str] = ()) -> list[GroupListing]:
        """Returns the streams groups by name, in some states ("Stable", "NotReady", …) or any.

        Raises:
            UnsupportedByBroker: the cluster has none.
        """
        return await streams_groups.list_all(self._cluster, states=states)

    async def describe_streams_group(self, group_id: str) -> StreamsGroupInfo:
        """Returns a streams group, its topology, and its members with their tasks.

        Raises:
            GroupIdNotFound: there is none.
        """
        return await streams_groups.describe(self._cluster, group_id)

    # ---------------------------------------------------------------- replicas and leaders

    async def alter_partition_reassignments(
        self,
        wanted: Mapping[TopicPartition, Sequence[int] | None],
        *,
        allow_replication_factor_change: bool = True,
    ) -> None:
        """Starts reassignments, the preferred replica first, or (None) cancels them.

        Returns when they have begun.

        Args:
            wanted: The replicas of each partition.
            allow_replication_factor_change: Whether a partition may come out with more or fewer replicas.

        Raises:
            KafkaError: the first refusal: InvalidReplicaAssignment, NoReassignmentInProgress, …; the others stand.
            UnsupportedByBroker: the replication factor may not change, and the controller is older than Kafka 4.1.
        """
        await reassignments.alter(
            self._controller.asking("alter reassignments"),
            wanted,
            timeout_ms=self._cluster.request_timeout_ms,
            allow_replication_factor_change=allow_replication_factor_change,
        )

    async def list_partition_reassignments(
        self, partitions: Iterable[TopicPartition] | None = None
    ) -> dict[TopicPartition, OngoingReassignment]:
        """Returns the ongoing reassignments of some partitions, or of all."""
        ask = self._controller.asking("list reassignments")
        return await reassignments.list_ongoing(ask, partitions, timeout_ms=self._cluster.request_timeout_ms)

    async def elect_leaders(
        self, kind: reassignments.ElectionType, partitions: Iterable[TopicPartition] | None = None
    ) -> dict[TopicPartition, KafkaError | None]:
        """Elects leaders: `reassignments.PREFERRED` or `reassignments.UNCLEAN`, which may lose records.

        Returns:
            What became of each partition: None where there is a new leader; when all were asked for, only those that
            needed one.
        """
        ask = self._controller.asking("elect leaders")
        return await reassignments.elect(ask, kind, partitions, timeout_ms=self._cluster.request_timeout_ms)

    # ---------------------------------------------------------------- disks

    async def describe_log_dirs(self, broker_id: int) -> list[LogDirInfo]:
        """Returns a broker's log directories with their partitions, moving ones included."""
        return await log_dirs.describe(self._cluster, broker_id)

    async def alter_replica_log_dirs(
        self, broker_id: int, wanted: Mapping[TopicPartition, str]
    ) -> dict[TopicPartition, KafkaError | None]:
        """Starts moving a broker's replicas to its other log directories.

        `describe_log_dirs` shows how far they are.

        Returns:
            What became of each: None where it moves, or is there. ReplicaNotAvailable: the broker does not have it, and
            will make it there, should it come.
        """
        return await log_dirs.alter(self._cluster, broker_id, wanted)

    # ---------------------------------------------------------------- who may do what

    async def describe_acls(self, wanted: AclFilter = AclFilter()) -> list[AclBinding]:  # noqa: B008 - it is a constant
        """Returns the ACLs that match a filter; without one, all.

        Raises:
            SecurityDisabled: the brokers have no authorizer.
            ClusterAuthorizationFailed: who asks may not DESCRIBE the cluster.
        """
        return await acls.describe_acls(self._cluster, wanted)

    async def create_acls(self, bindings: Iterable[AclBinding]) -> None:
        """Adds ACLs; those that are there already are fine.

        Raises:
            KafkaError: the first refusal; the others stand.
        """
        await acls.create_acls(self._cluster, list(bindings))

    async def delete_acls(self, filters: Iterable[AclFilter]) -> list[AclBinding]:
        """Removes every ACL that a filter matches; returns the removed ACLs.

        Raises:
            KafkaError: the first refusal; what was removed before stays removed.
        """
        return await acls.delete_acls(self._cluster, list(filters))

    # ---------------------------------------------------------------- users that log in by SCRAM

    async def describe_user_scram_credentials(self, names: Iterable[str] = ()) -> Users:
        """Returns users' mechanisms with their iterations; without names, all users'.

        Raises:
            ResourceNotFound: one of the names has no credential.
        """
        return await scram_users.describe(self._cluster, list(names))

    async def upsert_user_scram_credentials(
        self, name: str, password: str, *, mechanisms: Sequence[str] = MECHANISMS, iterations: int = ITERATIONS_MIN
    ) -> None:
        """Sets or replaces a user's password; it is salted here, no broker sees it.

        Args:
            name: The user's.
            password: The user's.
            mechanisms: Of "SCRAM-SHA-256" and "SCRAM-SHA-512".
            iterations: How much a guess at the password costs.

        Raises:
            ValueError: a mechanism is unknown.
            UnacceptableCredential: the name is empty, or the iterations are too few or too many.
        """
        await scram_users.set_password(self._cluster, name, password, mechanisms=mechanisms, iterations=iterations)

    async def delete_user_scram_credentials(self, name: str, mechanisms: Sequence[str]) -> None:
        """Deletes a user's credentials.

        Raises:
            ValueError: a mechanism is unknown.
            ResourceNotFound: it has none for one of the mechanisms.
        """
        await scram_users.delete(self._cluster, name, mechanisms)

    # ---------------------------------------------------------------- quotas

    async def describe_client_quotas(
        self, entity: Entity | None = None, *, kinds: Sequence[str] = (), strict: bool = False
    ) -> list[Quota]:
        """Returns the quotas that match an entity; without anything, all.

        Args:
            entity: These names: {"user": "alice", "client-id": None}; None as a name is the default.
            kinds: Any name of these kinds.
            strict: Leave out entities that have a name of another kind besides.
        """
        return await quotas.describe(self._cluster, entity or {}, kinds=kinds, strict=strict)

    async def alter_client_quotas(self, entity: Entity, changes: Mapping[str, float | None]) -> None:
        """Changes quotas of one entity, such as {"producer_byte_rate": 1e6}; None removes one.

        Raises:
            InvalidRequest: nobody can have that quota, or the value is none.
        """
        await quotas.alter(self._cluster, entity, changes)

    # ---------------------------------------------------------------- delegation tokens

    async def create_delegation_token(
        self,
        *,
        renewers: Iterable[str] = (),
        max_lifetime_ms: int = tokens.BROKERS_CHOICE,
        owner: str | None = None,
    ) -> DelegationToken:
        """Creates a token that stands for its owner.

        Args:
            renewers: Who may renew and expire it besides the owner: "User:bob".
            max_lifetime_ms: Its longest life; negative: what the broker allows.
            owner: "User:alice"; None: who asks.

        Raises:
            DelegationTokenAuthDisabled: the brokers have no `delegation.token.secret.key`.
            DelegationTokenRequestNotAllowed: who asks has not logged in, or by a token.
        """
        return await tokens.create(self._cluster, renewers=renewers, max_lifetime_ms=max_lifetime_ms, owner=owner)

    async def renew_delegation_token(self, hmac: bytes, *, period_ms: int = tokens.BROKERS_CHOICE) -> int:
        """Lets a token live longer from now on; returns its new end, in ms since the epoch.

        Raises:
            DelegationTokenNotFound, DelegationTokenExpired, DelegationTokenOwnerMismatch: it cannot be.
        """
        return await tokens.renew(self._cluster, hmac, period_ms=period_ms)

    async def expire_delegation_token(self, hmac: bytes, *, period_ms: int = -1) -> int:
        """Lets a token end in a while, or with a negative period at once; returns its end.

        Raises:
            KafkaError: as `renew_delegation_token`.
        """
        return await tokens.expire(self._cluster, hmac, period_ms=period_ms)

    async def describe_delegation_tokens(self, owners: Iterable[str] | None = None) -> list[DelegationToken]:
        """Returns tokens by owners and renewers ("User:alice"); None: all that who asks may see."""
        return await tokens.describe(self._cluster, None if owners is None else list(owners))
