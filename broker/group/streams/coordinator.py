"""Streams groups (KIP-1071), as the coordinator keeps them: heartbeats in, answers and records out.

    heartbeat ─▶ check ─▶ heartbeats: decide, in memory ─▶ writes ─▶ __consumer_offsets ─▶ answer
                              └─▶ deadlines ─▶ over ─▶ fence ─▶ writes
    loaded ─▶ deadlines begin anew         unloaded ─▶ deadlines end

A classic group without members becomes a streams group with the first one that joins by this protocol, and keeps its
committed offsets. Not here: what a heartbeat does (`heartbeats`), the creation of internal topics (the handler).
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import TYPE_CHECKING, NamedTuple

from kavka.broker.group.consumer.member import JOINING
from kavka.broker.group.consumer.writes import GroupWrites
from kavka.broker.group.group_metadata import GroupMetadata
from kavka.broker.group.group_store import warn_unless_stored
from kavka.broker.group.states import GroupState
from kavka.broker.group.streams import heartbeats
from kavka.broker.group.streams.deadlines import StreamsDeadlines
from kavka.broker.group.streams.endpoints import EndpointPartitions, all_endpoints
from kavka.broker.group.streams.records import written as encoded
from kavka.broker.group.streams.streams_group_metadata import StreamsGroupMetadata
from kavka.protocol.errors import ErrorCode, GroupIdNotFound, KafkaError, UnsupportedVersion

if TYPE_CHECKING:
    from kavka.broker.group.consumer.topics import Topics
    from kavka.broker.group.group_store import GroupStore
    from kavka.broker.group.record_layout import Record
    from kavka.broker.group.streams.heartbeats import StreamsHeard, StreamsHeartbeat
    from kavka.broker.group.streams.member import StreamsMember
    from kavka.broker.group.streams.record_ids import StreamsRecordId
    from kavka.broker.group.streams.streams_config import StreamsGroupConfig
    from kavka.broker.metrics import GroupMetrics
    from kavka.common.types import NewTopic
    from kavka.timer.clock import Clock
    from kavka.timer.moments import WallMs
    from kavka.timer.timer import Timer

_log = logging.getLogger(__name__)


class StreamsHeartbeatResult(NamedTuple):
    """The answer to a heartbeat.

    Attributes:
        heard: None with an error.
        config: what holds for the group; None with an error.
        endpoint_epoch: of what is known of all endpoints.
        endpoints: None: as the member has heard.
    """

    error: ErrorCode
    message: str | None = None
    heard: StreamsHeard | None = None
    config: StreamsGroupConfig | None = None
    endpoint_epoch: int = 0
    endpoints: list[EndpointPartitions] | None = None


OnStreamsHeard = Callable[[StreamsHeartbeatResult], None]


class StreamsGroups:
    """All streams groups.

    Args:
        store: has the groups.
        timer: of the members' deadlines; the owner advances it.
        clock: the timer's, and wall clock for records.
        config: what holds for a group now.
        metrics: where epochs and expired sessions are counted.
    """

    __slots__ = ("_clock", "_config", "_deadlines", "_metrics", "_store", "_writes")

    def __init__(
        self,
        *,
        store: GroupStore,
        timer: Timer,
        clock: Clock,
        config: Callable[[str], StreamsGroupConfig],
        metrics: GroupMetrics,
    ) -> None:
        self._store = store
        self._clock = clock
        self._config = config
        self._metrics = metrics
        self._writes = GroupWrites(store, clock, half=lambda group: group.streams, encode=_encode)
        self._deadlines = StreamsDeadlines(timer, clock, metrics, on_over=self._fence)
        store.add_listener(self)

    # ---- members --------------------------------------------------------------------------------------------------

    def heartbeat(self, request: StreamsHeartbeat, topics: Topics, on_heard: OnStreamsHeard) -> tuple[NewTopic, ...]:
        """Carries out a member's heartbeat; answers when the log has what has changed.

        Args:
            request: what the member says.
            topics: the cluster's.
            on_heard: gets the answer, at once or later.

        Returns:
            The internal topics of the group that are to be created.
        """
        try:
            group, result = self._act(request, topics)
        except KafkaError as error:
            on_heard(StreamsHeartbeatResult(ErrorCode(error.code), error.message))
            return ()

        def written(error: ErrorCode) -> None:
            on_heard(result if error is ErrorCode.NONE else StreamsHeartbeatResult(error))

        self._writes.write(group, written)
        return () if result.heard is None else result.heard.missing

    def _act(self, request: StreamsHeartbeat, topics: Topics) -> tuple[GroupMetadata, StreamsHeartbeatResult]:
        config = self._config(request.group_id)
        if not config.is_enabled:
            raise UnsupportedVersion("group.coordinator.rebalance.protocols does not have the streams protocol")
        heartbeats.check(request)
        self._store.check(request.group_id)
        if request.member_epoch < JOINING:
            return self._leave(request, config)
        group, streams = self._found(request)
        epoch = streams.epoch
        former = None if request.instance_id is None else streams.static_member(request.instance_id)
        heard = heartbeats.beat(streams, request, topics, config, self._clock.monotonic_ms())
        self._metrics.streams_rebalances += streams.epoch - epoch
        member = streams.members[request.member_id]
        if group is None or group.streams is None:
            group = group or self._store.create(request.group_id)
            group.become_streams(streams)
            _log.info("%s is a streams group", group)
        if former is not None and former is not member:
            self._deadlines.stop(former)
        self._deadlines.heard(group, member, config.session_timeout_ms)
        endpoints = all_endpoints(streams, topics) if heard.tells_endpoints else None
        return group, StreamsHeartbeatResult(
            ErrorCode.NONE, None, heard, config, endpoint_epoch=streams.endpoint_epoch, endpoints=endpoints
        )

    def _leave(
        self, request: StreamsHeartbeat, config: StreamsGroupConfig
    ) -> tuple[GroupMetadata, StreamsHeartbeatResult]:
        group, streams = self._existing(request.group_id)
        member = streams.members.get(request.member_id)
        epoch = streams.epoch
        heard = heartbeats.leave(streams, request)
        self._metrics.streams_rebalances += streams.epoch - epoch
        _log.info("%s: member %s leaves", group, request.member_id)
        if member is not None and request.member_id not in streams.members:
            self._deadlines.stop(member)
        return group, StreamsHeartbeatResult(ErrorCode.NONE, None, heard, config, endpoint_epoch=streams.endpoint_epoch)

    def _found(self, request: StreamsHeartbeat) -> tuple[GroupMetadata | None, StreamsGroupMetadata]:
        """Finds the group of a heartbeat; for a member that joins another one where there is none."""
        group = self._store.get(request.group_id)
        if request.member_epoch == JOINING and (group is None or (group.is_classic and group.is_empty)):
            return group, StreamsGroupMetadata()
        return self._existing(request.group_id)

    def _existing(self, group_id: str) -> tuple[GroupMetadata, StreamsGroupMetadata]:
        group = self._store.get(group_id)
        if group is None or group.state is GroupState.Dead:
            raise GroupIdNotFound(f"there is no group {group_id!r}")
        if group.streams is None:
            raise GroupIdNotFound(f"group {group_id!r} is no streams group")
        return group, group.streams

    def _fence(self, group: GroupMetadata, member: StreamsMember, reason: str) -> None:
        """Removes a member whose time is over."""
        streams = group.streams
        assert streams is not None, f"{group} is no streams group"
        _log.info("%s: member %s is fenced: %s", group, member.member_id, reason)
        heartbeats.fence(streams, member)
        self._metrics.streams_rebalances += 1
        self._deadlines.stop(member)
        self._writes.write(group, warn_unless_stored(group))

    # ---- the whole group --------------------------------------------------------------------------------------------

    def loaded(self, group: GroupMetadata) -> None:
        """Begins the deadlines of a group that was read from the log; see GroupListener."""
        if group.streams is not None:
            timeout_ms = self._config(group.group_id).session_timeout_ms
            for member in group.streams.members.values():
                if member.session_timer is None:  # or it was heard of since
                    self._deadlines.heard(group, member, timeout_ms)

    def unloaded(self, group: GroupMetadata, state: GroupState) -> None:
        """Ends the deadlines of a group that is coordinated elsewhere; see GroupListener."""
        if group.streams is not None:
            for member in group.streams.members.values():
                self._deadlines.stop(member)

    # ---- looking --------------------------------------------------------------------------------------------------

    def find(self, group_id: str) -> StreamsGroupMetadata:
        """Returns a group, for who describes it.

        Raises:
            GroupIdNotFound: there is none, or it is no streams group.
            KafkaError: it is not coordinated here.
        """
        self._store.check(group_id)
        return self._existing(group_id)[1]


def _encode(group: GroupMetadata, ids: list[StreamsRecordId], now_ms: WallMs) -> list[Record]:
    assert group.streams is not None, f"{group} is no streams group"
    return encoded(group.group_id, group.streams, ids, now_ms)
