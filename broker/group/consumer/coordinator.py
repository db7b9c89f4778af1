"""Groups of the consumer protocol (KIP-848), as the coordinator keeps them: heartbeats in, answers and records out.

    heartbeat ─▶ check ─▶ heartbeats: decide, in memory ─▶ writes ─▶ __consumer_offsets ─▶ answer
                                  └─▶ deadlines ─▶ over ─▶ fence ─▶ writes
    loaded ─▶ deadlines begin anew         unloaded ─▶ deadlines end; what waits is answered by the log

A classic group goes over with the first member that joins by this protocol, and back when the last one has left
(`migrations`); requests of its members of the classic protocol are `classic_requests`'. Not here: what a heartbeat does
(`heartbeats`), which requests there are (`broker.handlers`).
"""

from __future__ import annotations

import logging
import random
import uuid
from collections.abc import Callable
from typing import TYPE_CHECKING, NamedTuple

from kavka.broker.group.consumer import heartbeats
from kavka.broker.group.consumer.classic_requests import ClassicRequests
from kavka.broker.group.consumer.consumer_group_metadata import ConsumerGroupMetadata
from kavka.broker.group.consumer.deadlines import Deadlines
from kavka.broker.group.consumer.member import AWAY, JOINING
from kavka.broker.group.consumer.migrations import Migrations
from kavka.broker.group.consumer.record_ids import RecordId, RecordKind
from kavka.broker.group.consumer.records import in_order, key, value
from kavka.broker.group.consumer.writes import GroupWrites, OnWritten
from kavka.broker.group.group_metadata import GroupMetadata
from kavka.broker.group.states import GroupState
from kavka.protocol.errors import ErrorCode, GroupIdNotFound, KafkaError, UnsupportedVersion

if TYPE_CHECKING:
    from kavka.broker.group.consumer.heartbeats import Heard, Heartbeat
    from kavka.broker.group.consumer.member import ConsumerMember
    from kavka.broker.group.consumer.topics import Topics
    from kavka.broker.group.group_config import ConsumerGroupConfig, GroupConfig
    from kavka.broker.group.group_store import GroupStore
    from kavka.broker.group.rebalance import Rebalances
    from kavka.broker.group.record_layout import Record
    from kavka.broker.metrics import GroupMetrics
    from kavka.timer.clock import Clock
    from kavka.timer.moments import WallMs
    from kavka.timer.timer import Timer

_log = logging.getLogger(__name__)


class HeartbeatResult(NamedTuple):
    """The answer to a heartbeat.

    Attributes:
        heard: None with an error.
    """

    error: ErrorCode
    message: str | None = None
    heard: Heard | None = None
    heartbeat_interval_ms: int = 0


OnHeard = Callable[[HeartbeatResult], None]


class ConsumerGroups:
    """The members' side of all groups of the consumer protocol.

    Args:
        store: has the groups.
        rebalances: has the members of classic groups.
        timer: of the members' deadlines; the owner advances it.
        clock: the timer's, and wall clock for records.
        config: what holds for every group now.
        config_of: what holds for one group now.
        topics: the cluster's, at the moment when it is called; for members of the classic protocol.
        metrics: where expired sessions are counted.
        rng: for the ids of members that have none.

    Attributes:
        classic: requests of the classic protocol to consumer groups.
    """

    __slots__ = (
        "_clock",
        "_config_of",
        "_deadlines",
        "_metrics",
        "_migrations",
        "_rebalances",
        "_rng",
        "_store",
        "_writes",
        "classic",
    )

    def __init__(
        self,
        *,
        store: GroupStore,
        rebalances: Rebalances,
        timer: Timer,
        clock: Clock,
        config: Callable[[], GroupConfig],
        config_of: Callable[[str], ConsumerGroupConfig],
        topics: Callable[[], Topics],
        metrics: GroupMetrics,
        rng: random.Random,
    ) -> None:
        self._store = store
        self._rebalances = rebalances
        self._clock = clock
        self._config_of = config_of
        self._rng = rng
        self._metrics = metrics
        self._writes = GroupWrites(store, clock, half=lambda group: group.consumer, encode=self._encode)
        self._deadlines = Deadlines(timer, clock, metrics, on_over=self._fence)
        self._migrations = Migrations(
            store=store,
            rebalances=rebalances,
            deadlines=self._deadlines,
            clock=clock,
            config=config,
            topics=topics,
        )
        self.classic = ClassicRequests(
            writes=self._writes,
            deadlines=self._deadlines,
            migrations=self._migrations,
            rebalances=rebalances,
            clock=clock,
            config=config_of,
            topics=topics,
        )
        store.add_listener(self)

    # ---- members --------------------------------------------------------------------------------------------------

    def heartbeat(self, request: Heartbeat, topics: Topics, on_heard: OnHeard) -> None:
        """Carries out a member's heartbeat; answers when the log has what has changed.

        Args:
            request: what the member says.
            topics: the cluster's, as the member may see them.
            on_heard: gets the answer, at once or later.
        """
        with self._rebalances.acting():
            try:
                self._act(request, topics, on_heard)
            except KafkaError as error:
                on_heard(HeartbeatResult(ErrorCode(error.code), error.message))

    def _act(self, request: Heartbeat, topics: Topics, on_heard: OnHeard) -> None:
        config = self._config_of(request.group_id)
        if not config.is_enabled:
            raise UnsupportedVersion("group.coordinator.rebalance.protocols does not have the consumer protocol")
        limits = heartbeats.Limits(config.assignors, config.size_max)
        heartbeats.check(request, limits)
        self._store.check(request.group_id)
        if request.member_epoch < JOINING:
            self._leave(request, topics, config, on_heard)
            return
        if not request.member_id:
            request = request._replace(member_id=str(uuid.UUID(int=self._rng.getrandbits(128), version=4)))
        group, consumer = self._found(request)
        former = consumer.static_member(request.instance_id) if request.instance_id else None
        heard = heartbeats.beat(consumer, request, topics, limits, self._clock.monotonic_ms())
        member = consumer.members[heard.member_id]
        if group is None or group.consumer is None:
            group = group or self._store.create(request.group_id)
            self._migrations.upgrade(group, consumer)
        if former is not None and former is not member:
            self._deadlines.stop(former)
        self._deadlines.heard(group, member, config.session_timeout_ms)
        self._writes.write(group, _answering(on_heard, heard, config))

    def _leave(self, request: Heartbeat, topics: Topics, config: ConsumerGroupConfig, on_heard: OnHeard) -> None:
        group, consumer = self._existing(request.group_id)
        member, heard = heartbeats.leaving(consumer, request)
        _log.info("%s: member %s leaves", group, request.member_id)
        answer = _answering(on_heard, heard, config)
        if heard.member_epoch == AWAY:
            consumer.go_away(member)
            self._writes.write(group, answer)
        else:
            self.classic.remove(group, [member], topics, answer)

    def _found(self, request: Heartbeat) -> tuple[GroupMetadata | None, ConsumerGroupMetadata]:
        """Finds the group of a heartbeat; for a member that joins the one that it goes over to, or a new one."""
        group = self._store.get(request.group_id)
        if request.member_epoch != JOINING or (group is not None and not group.is_classic):
            return self._existing(request.group_id)
        if group is None or group.is_empty:
            return group, ConsumerGroupMetadata()
        return group, self._migrations.upgraded(group)

    def _existing(self, group_id: str) -> tuple[GroupMetadata, ConsumerGroupMetadata]:
        group = self._store.get(group_id)
        if group is None or group.state is GroupState.Dead:
            raise GroupIdNotFound(f"there is no group {group_id!r}")
        if group.consumer is None:
            raise GroupIdNotFound(f"group {group_id!r} is none of the consumer protocol")
        return group, group.consumer

    # ---- time -----------------------------------------------------------------------------------------------------

    def _fence(self, group: GroupMetadata, member: ConsumerMember, reason: str) -> None:
        """Removes a member whose time is over."""
        with self._rebalances.acting():
            _log.info("%s: member %s is fenced: %s", group, member.member_id, reason)
            self.classic.remove(group, [member], None)

    # ---- the log --------------------------------------------------------------------------------------------------

    def _encode(self, group: GroupMetadata, ids: list[RecordId], now_ms: WallMs) -> list[Record]:
        """Encodes records of a group, and counts the epochs among them."""
        self._metrics.consumer_rebalances += RecordId(RecordKind.GROUP) in ids
        return encode_records(group, ids, now_ms)

    # ---- the whole group --------------------------------------------------------------------------------------------

    def loaded(self, group: GroupMetadata) -> None:
        """Begins the deadlines of a group that was read from the log; see GroupListener."""
        if group.consumer is not None:
            timeout_ms = self._config_of(group.group_id).session_timeout_ms
            for member in group.consumer.members.values():
                if member.session_timer is None:  # or it was heard of since
                    classic = member.classic
                    self._deadlines.heard(group, member, timeout_ms if classic is None else classic.session_timeout_ms)

    def unloaded(self, group: GroupMetadata, state: GroupState) -> None:
        """Ends the deadlines of a group that is coordinated elsewhere; see GroupListener."""
        if group.consumer is not None:
            for member in group.consumer.members.values():
                self._deadlines.stop(member)

    # ---- looking --------------------------------------------------------------------------------------------------

    def find(self, group_id: str) -> ConsumerGroupMetadata:
        """Returns a group, for who describes it.

        Raises:
            GroupIdNotFound: there is none, or it is of the classic protocol.
            KafkaError: it is not coordinated here.
        """
        self._store.check(group_id)
        return self._existing(group_id)[1]

    def default_assignor(self, group_id: str) -> str:
        """Names the assignor of a group whose members want none."""
        return self._config_of(group_id).assignors[0]


def encode_records(group: GroupMetadata, ids: list[RecordId], now_ms: WallMs) -> list[Record]:
    """Encodes what records have to say of a group as it is, in Kafka's order."""
    consumer = group.consumer
    assert consumer is not None, f"{group} is no consumer group"
    return [(key(group.group_id, record), value(consumer, record, now_ms)) for record in in_order(consumer, ids)]


def _answering(on_heard: OnHeard, heard: Heard, config: ConsumerGroupConfig) -> OnWritten:
    """Makes what answers a heartbeat when the log has what it has changed."""

    def written(error: ErrorCode) -> None:
        if error is ErrorCode.NONE:
            on_heard(HeartbeatResult(error, None, heard, config.heartbeat_interval_ms))
        else:
            on_heard(HeartbeatResult(error))

    return written
