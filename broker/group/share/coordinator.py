"""Share groups (KIP-932), as the coordinator keeps them: heartbeats in, answers and records out.

    heartbeat ─▶ check ─▶ heartbeats: decide, in memory ─▶ writes ─▶ __consumer_offsets ─▶ answer
                              │                                          └─▶ initialization ─▶ Persister
                              └─▶ sessions ─▶ over ─▶ fence ─▶ writes
    loaded ─▶ sessions begin anew          unloaded ─▶ sessions end

A share group stays one: a name that has members or committed offsets of another protocol is not found here, and members
of another protocol do not find this one. Not here: what a heartbeat does (`heartbeats`), what administrators do
(`share_offsets`), what is done with records (`broker.share`).
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

from kavka.broker.group.consumer.coordinator import HeartbeatResult, OnHeard
from kavka.broker.group.consumer.member import JOINING
from kavka.broker.group.consumer.writes import GroupWrites
from kavka.broker.group.group_metadata import GroupMetadata
from kavka.broker.group.group_store import warn_unless_stored
from kavka.broker.group.member_sessions import MemberSessions
from kavka.broker.group.share import heartbeats
from kavka.broker.group.share.initialization import ShareInitialization
from kavka.broker.group.share.records import written
from kavka.broker.group.share.share_group_metadata import ShareGroupMetadata
from kavka.broker.group.share.share_offsets import ShareOffsets
from kavka.broker.group.states import GroupState
from kavka.protocol.errors import ErrorCode, GroupIdNotFound, KafkaError, UnsupportedVersion

if TYPE_CHECKING:
    from kavka.broker.group.consumer.heartbeats import Heard
    from kavka.broker.group.consumer.topics import Topics
    from kavka.broker.group.group_store import GroupStore
    from kavka.broker.group.record_layout import Record
    from kavka.broker.group.share.heartbeats import ShareHeartbeat
    from kavka.broker.group.share.member import ShareMember
    from kavka.broker.group.share.record_ids import ShareRecordId
    from kavka.broker.group.share.share_offsets import LatestOffsets
    from kavka.broker.metrics import GroupMetrics
    from kavka.broker.share.persister import Persister
    from kavka.broker.share.share_config import ShareGroupConfig
    from kavka.timer.clock import Clock
    from kavka.timer.moments import WallMs
    from kavka.timer.timer import Timer

_log = logging.getLogger(__name__)


class ShareGroups:
    """All share groups.

    Args:
        store: has the groups.
        timer: of the members' sessions; the owner advances it.
        clock: the timer's, and wall clock for records.
        config: what holds for a group now.
        metrics: where epochs and expired sessions are counted.
        persister: keeps what groups have done with partitions.
        latest: finds the ends of partitions.

    Attributes:
        offsets: what administrators do with them.
    """

    __slots__ = ("_clock", "_config", "_initialization", "_metrics", "_sessions", "_store", "_writes", "offsets")

    def __init__(
        self,
        *,
        store: GroupStore,
        timer: Timer,
        clock: Clock,
        config: Callable[[str], ShareGroupConfig],
        metrics: GroupMetrics,
        persister: Persister,
        latest: LatestOffsets,
    ) -> None:
        self._store = store
        self._clock = clock
        self._config = config
        self._metrics = metrics
        self._writes = GroupWrites(store, clock, half=lambda group: group.share, encode=_encode)
        self._sessions: MemberSessions[ShareMember] = MemberSessions(
            timer, clock, metrics, is_member=_is_member, on_over=self._fence
        )
        self._initialization = ShareInitialization(
            store=store, writes=self._writes, persister=persister, clock=clock, config=config
        )
        self.offsets = ShareOffsets(store=store, writes=self._writes, persister=persister, latest=latest)
        store.add_listener(self)

    async def run(self) -> None:
        """Begins share-partitions, until cancelled."""
        await self._initialization.run()

    # ---- members --------------------------------------------------------------------------------------------------

    def heartbeat(self, request: ShareHeartbeat, topics: Topics, on_heard: OnHeard) -> None:
        """Carries out a member's heartbeat; answers when the log has what has changed.

        Args:
            request: what the member says.
            topics: the cluster's.
            on_heard: gets the answer, at once or later.
        """
        try:
            group, config, heard = self._act(request, topics)
        except KafkaError as error:
            on_heard(HeartbeatResult(ErrorCode(error.code), error.message))
            return

        def written(error: ErrorCode) -> None:
            if error is not ErrorCode.NONE:
                on_heard(HeartbeatResult(error))
                return
            if self._store.get(group.group_id) is group:
                self._initialization.ask(group)
            on_heard(HeartbeatResult(error, None, heard, config.heartbeat_interval_ms))

        self._writes.write(group, written)

    def _act(self, request: ShareHeartbeat, topics: Topics) -> tuple[GroupMetadata, ShareGroupConfig, Heard]:
        config = self._config(request.group_id)
        if not config.is_enabled:
            raise UnsupportedVersion(
                "group.share.enable and group.coordinator.rebalance.protocols say: no share groups"
            )
        heartbeats.check(request)
        self._store.check(request.group_id)
        if request.member_epoch < JOINING:
            return self._leave(request, config)
        group, share = self._found(request)
        epoch = share.epoch
        heard = heartbeats.beat(share, request, topics, config.size_max, self._clock.monotonic_ms())
        self._metrics.share_rebalances += share.epoch - epoch
        if group is None:
            group = self._store.create(request.group_id)
            group.become_share(share)
            _log.info("%s is a share group", group)
        self._sessions.heard(group, share.members[request.member_id], config.session_timeout_ms)
        return group, config, heard

    def _leave(
        self, request: ShareHeartbeat, config: ShareGroupConfig
    ) -> tuple[GroupMetadata, ShareGroupConfig, Heard]:
        group, share = self._existing(request.group_id)
        member = share.members.get(request.member_id)
        heard = heartbeats.leave(share, request)
        _log.info("%s: member %s leaves", group, request.member_id)
        if member is not None:
            self._sessions.stop(member)
        return group, config, heard

    def _found(self, request: ShareHeartbeat) -> tuple[GroupMetadata | None, ShareGroupMetadata]:
        """Finds the group of a heartbeat; for a member that joins another one where there is none."""
        if request.member_epoch == JOINING and self._store.get(request.group_id) is None:
            return None, ShareGroupMetadata()
        return self._existing(request.group_id)

    def _existing(self, group_id: str) -> tuple[GroupMetadata, ShareGroupMetadata]:
        group = self._store.get(group_id)
        if group is None or group.state is GroupState.Dead:
            raise GroupIdNotFound(f"there is no group {group_id!r}")
        if group.share is None:
            raise GroupIdNotFound(f"group {group_id!r} is no share group")
        return group, group.share

    def _fence(self, group: GroupMetadata, member: ShareMember) -> None:
        """Removes a member whose session is over."""
        share = group.share
        assert share is not None, f"{group} is no share group"
        _log.info("%s: member %s is fenced: nothing was heard of it", group, member.member_id)
        heartbeats.fence(share, member)
        self._writes.write(group, warn_unless_stored(group))

    # ---- the whole group --------------------------------------------------------------------------------------------

    def loaded(self, group: GroupMetadata) -> None:
        """Begins the sessions of a group that was read from the log; see GroupListener."""
        if group.share is not None:
            timeout_ms = self._config(group.group_id).session_timeout_ms
            for member in group.share.members.values():
                if member.session_timer is None:  # or it was heard of since
                    self._sessions.heard(group, member, timeout_ms)

    def unloaded(self, group: GroupMetadata, state: GroupState) -> None:
        """Ends the sessions of a group that is coordinated elsewhere; see GroupListener."""
        if group.share is not None:
            for member in group.share.members.values():
                self._sessions.stop(member)

    def forget_topics(self, group: GroupMetadata, names: Iterable[str]) -> None:
        """Forgets deleted topics of a group: nobody asks for their ids again."""
        share = group.share
        assert share is not None, f"{group} is no share group"
        gone = set(names)
        for topic_id, name in list(share.partitions.names.items()):
            if name in gone:
                share.forget(topic_id)
        if share.unwritten:
            self._writes.write(group, warn_unless_stored(group))

    # ---- looking --------------------------------------------------------------------------------------------------

    def find(self, group_id: str) -> ShareGroupMetadata:
        """Returns a group, for who describes it.

        Raises:
            GroupIdNotFound: there is none, or it is no share group.
            KafkaError: it is not coordinated here.
        """
        self._store.check(group_id)
        return self._existing(group_id)[1]


def _is_member(group: GroupMetadata, member: ShareMember) -> bool:
    return group.share is not None and group.share.members.get(member.member_id) is member


def _encode(group: GroupMetadata, ids: list[ShareRecordId], now_ms: WallMs) -> list[Record]:
    assert group.share is not None, f"{group} is no share group"
    return written(group.group_id, group.share, ids, now_ms)
