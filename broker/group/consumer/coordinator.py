"""Groups of the consumer protocol (KIP-848), as the coordinator keeps them: heartbeats in, answers and records out.

    heartbeat ─▶ check ─▶ heartbeats: decide, in memory ─▶ writes ─▶ __consumer_offsets ─▶ answer
                                  └─▶ deadlines ─▶ over ─▶ fence ─▶ writes
    loaded ─▶ deadlines begin anew         unloaded ─▶ deadlines end; what waits is answered by the log

A group without members goes over from one protocol to the other with the first member that joins it; one with members
does not (decision 0095). Not here: what a heartbeat does (`heartbeats`), which requests there are (`broker.handlers`).
"""

from __future__ import annotations

import logging
import random
import uuid
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from kavka.broker.group import records
from kavka.broker.group.consumer.deadlines import Deadlines
from kavka.broker.group.consumer.writes import GroupWrites
from kavka.broker.group.group_metadata import GroupMetadata
from kavka.broker.group.states import GroupState
from kavka.protocol.errors import ErrorCode, GroupIdNotFound, KafkaError, UnsupportedVersion

if TYPE_CHECKING:
    from kavka.broker.group.consumer.consumer_group_metadata import ConsumerGroupMetadata
    from kavka.broker.group.consumer.heartbeats import Heard, Heartbeat
    from kavka.broker.group.consumer.member import ConsumerMember
    from kavka.broker.group.consumer.record_ids import RecordId
    from kavka.broker.group.consumer.records import Record
    from kavka.broker.group.consumer.topics import Topics
    from kavka.broker.group.group_config import ConsumerGroupConfig
    from kavka.broker.group.group_store import GroupStore
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
        timer: of the members' deadlines; the owner advances it.
        clock: the timer's, and wall clock for records.
        config: what holds for a group now.
        metrics: where expired sessions are counted.
        rng: for the ids of members that have none.
    """

    __slots__ = ("_clock", "_config", "_deadlines", "_rng", "_store", "_writes")

    def __init__(
        self,
        *,
        store: GroupStore,
        timer: Timer,
        clock: Clock,
        config: Callable[[str], ConsumerGroupConfig],
        metrics: GroupMetrics,
        rng: random.Random,
    ) -> None:
        self._store = store
        self._clock = clock
        self._config = config
        self._rng = rng
        self._writes = GroupWrites(store, clock, half=lambda group: group.consumer, encode=encode_records)
        self._deadlines = Deadlines(timer, clock, metrics, on_over=self._fence)
        store.add_listener(self)

    # ---- members --------------------------------------------------------------------------------------------------

    def heartbeat(self, request: Heartbeat, topics: Topics, on_heard: OnHeard) -> None:
        """Carries out a member's heartbeat; answers when the log has what has changed.

        Args:
            request: what the member says.
            topics: the cluster's, as the member may see them.
            on_heard: gets the answer, at once or later.
        """
        try:
            group, config, heard = self._act(request, topics)
        except KafkaError as error:
            on_heard(HeartbeatResult(ErrorCode(error.code), error.message))
            return

        def written(error: ErrorCode) -> None:
            if error is ErrorCode.NONE:
                on_heard(HeartbeatResult(error, None, heard, config.heartbeat_interval_ms))
            else:
                on_heard(HeartbeatResult(error))

        self._writes.write(group, written)

    def _act(self, request: Heartbeat, topics: Topics) -> tuple[GroupMetadata, ConsumerGroupConfig, Heard]:
        config = self._config(request.group_id)
        if not config.is_enabled:
            raise UnsupportedVersion("group.coordinator.rebalance.protocols does not have the consumer protocol")
        from kavka.broker.group.consumer import heartbeats  # with the first such group
        from kavka.broker.group.consumer.member import JOINING

        limits = heartbeats.Limits(config.assignors, config.size_max)
        heartbeats.check(request, limits)
        self._store.check(request.group_id)
        if request.member_epoch < JOINING:
            return self._leave(request, topics, config)
        if not request.member_id:
            request = request._replace(member_id=str(uuid.UUID(int=self._rng.getrandbits(128), version=4)))
        group, consumer = self._found(request)
        now_ms = self._clock.monotonic_ms()
        former = consumer.static_member(request.instance_id) if request.instance_id else None
        heard = heartbeats.beat(consumer, request, topics, limits, now_ms)
        member = consumer.members[heard.member_id]
        if former is not None and former is not member:
            self._deadlines.stop(former)
        if group is None or group.consumer is None:
            group = self._turn_over(group or self._store.create(request.group_id), consumer)
        self._deadlines.heard(group, member, config.session_timeout_ms)
        return group, config, heard

    def _leave(
        self, request: Heartbeat, topics: Topics, config: ConsumerGroupConfig
    ) -> tuple[GroupMetadata, ConsumerGroupConfig, Heard]:
        from kavka.broker.group.consumer import heartbeats

        group, consumer = self._existing(request.group_id)
        member = consumer.members.get(request.member_id)
        heard = heartbeats.leave(consumer, request, topics)
        _log.info("%s: member %s leaves", group, request.member_id)
        if member is not None and request.member_id not in consumer.members:
            self._deadlines.stop(member)
        return group, config, heard

    def _found(self, request: Heartbeat) -> tuple[GroupMetadata | None, ConsumerGroupMetadata]:
        """Finds the group of a heartbeat; for a member that joins another one where there is none."""
        from kavka.broker.group.consumer.consumer_group_metadata import ConsumerGroupMetadata
        from kavka.broker.group.consumer.member import JOINING

        group = self._store.get(request.group_id)
        if request.member_epoch != JOINING or (group is not None and group.consumer is not None):
            return self._existing(request.group_id)
        if group is not None and not group.is_empty:
            raise GroupIdNotFound(f"group {request.group_id!r} has members of the classic protocol")
        return group, ConsumerGroupMetadata()

    def _existing(self, group_id: str) -> tuple[GroupMetadata, ConsumerGroupMetadata]:
        group = self._store.get(group_id)
        if group is None or group.state is GroupState.Dead:
            raise GroupIdNotFound(f"there is no group {group_id!r}")
        if group.consumer is None:
            raise GroupIdNotFound(f"group {group_id!r} is none of the consumer protocol")
        return group, group.consumer

    def _turn_over(self, group: GroupMetadata, consumer: ConsumerGroupMetadata) -> GroupMetadata:
        """Makes a group without members one of the consumer protocol, now that it has the first one."""
        was_written = group.generation_id > 0
        group.become_consumer(consumer)
        _log.info("%s is of the consumer protocol", group)
        if was_written:
            self._store.append_records(
                group, [(records.group_key(group.group_id), None)], partial(_warn_unless_written, group)
            )
        return group

    # ---- time -----------------------------------------------------------------------------------------------------

    def _fence(self, group: GroupMetadata, member: ConsumerMember, reason: str) -> None:
        """Removes a member whose time is over."""
        from kavka.broker.group.consumer import heartbeats

        consumer = group.consumer
        assert consumer is not None, f"{group} is no consumer group"
        _log.info("%s: member %s is fenced: %s", group, member.member_id, reason)
        self._deadlines.stop(member)
        heartbeats.fence(consumer, member, None)
        self._writes.write(group, partial(_warn_unless_written, group))

    # ---- the whole group --------------------------------------------------------------------------------------------

    def loaded(self, group: GroupMetadata) -> None:
        """Begins the deadlines of a group that was read from the log; see GroupListener."""
        if group.consumer is not None:
            timeout_ms = self._config(group.group_id).session_timeout_ms
            for member in group.consumer.members.values():
                if member.session_timer is None:  # or it was heard of since
                    self._deadlines.heard(group, member, timeout_ms)

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
        return self._config(group_id).assignors[0]


def encode_records(group: GroupMetadata, ids: list[RecordId], now_ms: WallMs) -> list[Record]:
    """Encodes what records have to say of a group as it is, in Kafka's order."""
    from kavka.broker.group.consumer.records import in_order, key, value  # with the first such group

    consumer = group.consumer
    assert consumer is not None, f"{group} is no consumer group"
    return [(key(group.group_id, record), value(consumer, record, now_ms)) for record in in_order(consumer, ids)]


def _warn_unless_written(group: GroupMetadata, error: ErrorCode) -> None:
    if error is not ErrorCode.NONE:
        _log.warning("%s could not be written: %s", group, error.name)
