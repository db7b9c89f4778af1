"""Requests of the classic protocol to consumer groups (KIP-848): JoinGroup, SyncGroup, Heartbeat, LeaveGroup.

    membership ─▶ which protocol is the group's? ─▶ here ─▶ classic_members: decide, in memory ─▶ writes ─▶ answer
                                                       └─▶ deadlines: to join again, to sync, to be heard of

A join and a sync are answered when the log has what they are about; a heartbeat at once, since it gives nothing out.
Not here: groups of the classic protocol (`membership`), what a member may have (`reconciliation`).
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

from kavka.broker.group.consumer import classic_members, heartbeats
from kavka.broker.group.consumer.member import RebalanceDuty
from kavka.broker.group.consumer.migration import assignment_bytes
from kavka.broker.group.group_metadata import GroupMetadata
from kavka.broker.group.group_store import warn_unless_stored
from kavka.broker.group.member import NO_MEMBER, JoinRequest, JoinResult, MemberName, OnJoined, OnSynced, SyncResult
from kavka.protocol.errors import ErrorCode, KafkaError, RebalanceInProgress

if TYPE_CHECKING:
    from kavka.broker.group.consumer.consumer_group_metadata import ConsumerGroupMetadata
    from kavka.broker.group.consumer.deadlines import Deadlines
    from kavka.broker.group.consumer.member import ConsumerMember
    from kavka.broker.group.consumer.migrations import Migrations
    from kavka.broker.group.consumer.topics import Topics
    from kavka.broker.group.consumer.writes import GroupWrites
    from kavka.broker.group.group_config import ConsumerGroupConfig
    from kavka.broker.group.rebalance import Rebalances
    from kavka.timer.clock import Clock

_log = logging.getLogger(__name__)


class ClassicRequests:
    """What members of the classic protocol ask of consumer groups.

    Args:
        writes: of groups.
        deadlines: of members.
        migrations: what turns a group into a classic one.
        rebalances: sends responses, each in its turn.
        clock: monotonic, for targets.
        config: what holds for a group now.
        topics: the cluster's, at the moment when it is called.
    """

    __slots__ = ("_clock", "_config", "_deadlines", "_migrations", "_rebalances", "_topics", "_writes")

    def __init__(
        self,
        *,
        writes: GroupWrites,
        deadlines: Deadlines,
        migrations: Migrations,
        rebalances: Rebalances,
        clock: Clock,
        config: Callable[[str], ConsumerGroupConfig],
        topics: Callable[[], Topics],
    ) -> None:
        self._writes = writes
        self._deadlines = deadlines
        self._migrations = migrations
        self._rebalances = rebalances
        self._clock = clock
        self._config = config
        self._topics = topics

    # ---- joining --------------------------------------------------------------------------------------------------

    def give_way(self, group: GroupMetadata, request: JoinRequest) -> None:
        """Makes a group a classic one where a join has it so.

        That is one without members, where a new member joins; or one whose last member of the consumer protocol is
        static, and joins again by the classic one.
        """
        consumer = _consumer_of(group)
        if request.member_id != NO_MEMBER:
            return
        if not consumer.members:
            self._migrations.become_classic(group)
            return
        former = None if request.group_instance_id is None else consumer.static_member(request.group_instance_id)
        if former is None or former.classic is not None:
            return
        if not self._migrations.can_downgrade(consumer, [former], joining_count=1):
            return
        _log.info("%s: static member %s joins again by the classic protocol", group, former.member_id)
        self._deadlines.stop(former)
        self._migrations.downgrade(group, [former], warn_unless_stored(group))

    def join(
        self,
        group: GroupMetadata,
        request: JoinRequest,
        new_member_id: Callable[[JoinRequest], str],
        on_joined: OnJoined,
    ) -> None:
        """Joins a member, and answers when the log has that.

        Args:
            group: a consumer group.
            request: whose session timeout is allowed.
            new_member_id: makes the id of a member that has none.
            on_joined: gets the answer.

        Raises:
            KafkaError: the member is refused.
        """
        consumer, config = _consumer_of(group), self._config(group.group_id)
        limits = heartbeats.Limits(config.assignors, config.size_max)
        classic_members.check_join(consumer, request, limits)
        classic_members.check_static(consumer, request)
        if request.member_id == NO_MEMBER:
            request = request._replace(member_id=new_member_id(request))
            if request.is_id_required and request.group_instance_id is None:
                self._rebalances.answer(on_joined, JoinResult(ErrorCode.MEMBER_ID_REQUIRED, request.member_id))
                return
        instance_id = request.group_instance_id
        former = None if instance_id is None else consumer.static_member(instance_id)
        member = classic_members.join(consumer, request, self._topics(), limits, self._clock.monotonic_ms())
        if former is not None and former is not member:
            self._deadlines.stop(former)
        self._deadlines.heard(group, member, request.session_timeout_ms)
        self._deadlines.expect(group, member, RebalanceDuty.SYNC)
        result = JoinResult(
            ErrorCode.NONE,
            member.member_id,
            member.epoch,
            group.protocol_type,
            classic_members.protocol_of(member),
        )
        failed = JoinResult(ErrorCode.NONE, member.member_id)
        self._write(
            group,
            lambda error: self._rebalances.answer(on_joined, result if not error else failed._replace(error=error)),
        )

    def _write(self, group: GroupMetadata, on_written: Callable[[ErrorCode], None]) -> None:
        def written(error: ErrorCode) -> None:
            with self._rebalances.acting():
                on_written(error)

        self._writes.write(group, written)

    # ---- syncing --------------------------------------------------------------------------------------------------

    def sync(
        self,
        group: GroupMetadata,
        generation_id: int,
        name: MemberName,
        on_synced: OnSynced,
        *,
        protocol_type: str | None,
        protocol_name: str | None,
    ) -> None:
        """Responds with what a member may have now, when the log has that.

        Raises:
            KafkaError: it is no member in this generation, or has to join again.
        """
        consumer = _consumer_of(group)
        member = classic_members.find(consumer, name, generation_id)
        assert member.classic is not None, f"{member.member_id} is of the consumer protocol"
        try:
            classic_members.check_sync(consumer, member, protocol_type=protocol_type, protocol_name=protocol_name)
        except RebalanceInProgress:
            self._deadlines.expect(group, member, RebalanceDuty.JOIN)
            raise
        self._deadlines.expect_nothing(member)
        self._deadlines.heard(group, member, member.classic.session_timeout_ms)
        result = SyncResult(
            ErrorCode.NONE,
            assignment_bytes(member, member.assigned, self._topics().name_of),
            group.protocol_type,
            classic_members.protocol_of(member),
        )
        self._write(group, lambda error: self._rebalances.answer(on_synced, SyncResult(error) if error else result))

    # ---- heartbeats -----------------------------------------------------------------------------------------------

    def heartbeat(self, group: GroupMetadata, generation_id: int, name: MemberName) -> ErrorCode:
        """Restarts a member's session; REBALANCE_IN_PROGRESS asks it to join again.

        Raises:
            KafkaError: it is no member in this generation.
        """
        consumer = _consumer_of(group)
        member = classic_members.find(consumer, name, generation_id)
        assert member.classic is not None, f"{member.member_id} is of the consumer protocol"
        self._deadlines.heard(group, member, member.classic.session_timeout_ms)
        classic_members.notice_topics(consumer, self._topics())
        if not classic_members.has_to_join(consumer, member):
            return ErrorCode.NONE
        self._deadlines.expect(group, member, RebalanceDuty.JOIN)
        return ErrorCode.REBALANCE_IN_PROGRESS

    # ---- leaving --------------------------------------------------------------------------------------------------

    def leave(self, group: GroupMetadata, leaving: Iterable[tuple[MemberName, str]]) -> list[ErrorCode]:
        """Removes members, each with its own error; see `Membership.leave`."""
        consumer = _consumer_of(group)
        found: dict[str, ConsumerMember] = {}
        errors = []
        for name, reason in leaving:
            try:
                member = classic_members.find_leaving(consumer, name)
            except KafkaError as error:
                errors.append(ErrorCode(error.code))
                continue
            _log.info("%s: member %s leaves, saying %r", group, member.member_id, reason)
            found[member.member_id] = member
            errors.append(ErrorCode.NONE)
        if found:
            self.remove(group, list(found.values()), None)
        return errors

    def remove(
        self,
        group: GroupMetadata,
        members: list[ConsumerMember],
        topics: Topics | None,
        on_written: Callable[[ErrorCode], None] | None = None,
    ) -> None:
        """Removes members of either protocol; where only some of the classic one are left, the group is theirs again.

        Args:
            group: a consumer group.
            members: who leaves, or was not heard of in time.
            topics: the cluster's, as the sender sees them; None: the next heartbeat looks at them.
            on_written: gets the result; None: nobody waits for it.
        """
        consumer = _consumer_of(group)
        on_written = on_written or warn_unless_stored(group)
        for member in members:
            self._deadlines.stop(member)
        if self._migrations.can_downgrade(consumer, members):
            self._migrations.downgrade(group, members, on_written)
            return
        heartbeats.fence_all(consumer, members, topics)
        self._writes.write(group, on_written)


def _consumer_of(group: GroupMetadata) -> ConsumerGroupMetadata:
    assert group.consumer is not None, f"{group} is no consumer group"
    return group.consumer
