"""Administration of groups: listing, describing, deleting them and their committed offsets; and offset retention.

A group is deleted only without members: it is Dead at once, tombstones of its committed offsets and of itself go into
the log, and then it is forgotten. Committed offsets are deleted while nobody in the group reads their topic. Retention
(KIP-211) counts

    Empty             since the group became empty, for all its committed offsets
    consumers (KIP-848), streams groups (KIP-1071), and
    Stable consumers  since the commit, for topics that nobody in the group is subscribed to
    never any member  since the commit
    else              nothing: a rebalancing group still needs its committed offsets (KAFKA-13636)

and from the time in the commit where the client gave one (OffsetCommit 2 to 4). Groups that are left without anything
go with their last committed offset.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable
from functools import partial
from typing import TYPE_CHECKING, Final, NamedTuple

from kavka.broker.group.group_metadata import GroupMetadata
from kavka.broker.group.group_offsets import CommittedOffset
from kavka.broker.group.group_store import TOMBSTONES_PER_BATCH_MAX
from kavka.broker.group.member import Member
from kavka.broker.group.states import GroupState
from kavka.common.steps import Steps, stretches
from kavka.common.supervised import Supervisor
from kavka.common.types import TopicPartition
from kavka.protocol.errors import ErrorCode, GroupIdNotFound, KafkaError, NonEmptyGroup
from kavka.timer.moments import WallMs

if TYPE_CHECKING:
    from kavka.broker.group.group_config import GroupConfig
    from kavka.broker.group.group_store import GroupStore
    from kavka.broker.metrics import GroupMetrics
    from kavka.timer.clock import Clock

_log = logging.getLogger(__name__)

EXPIRED_IN_ONE_STEP_MAX: Final = 500
"""Committed offsets of one group that retention looks at in one step, and deletes with one batch of tombstones."""

DELETED_IN_ONE_STEP_MAX: Final = TOMBSTONES_PER_BATCH_MAX
"""Committed offsets of one group that are deleted in one step, with one batch of tombstones."""


class GroupOverview(NamedTuple):
    """A group in a list."""

    group_id: str
    protocol_type: str
    state: str
    type_name: str


class GroupDescription(NamedTuple):
    """A group as it is described; members with their metadata and assignment once there is one."""

    state: str
    protocol_type: str = ""
    protocol_name: str = ""
    members: list[MemberDescription] = []  # noqa: RUF012 - nobody appends to it


class MemberDescription(NamedTuple):
    """A member of a described group."""

    member_id: str
    group_instance_id: str | None
    client_id: str
    client_host: str
    metadata: bytes
    assignment: bytes


class GroupAdmin:
    """The acts of administrators.

    Args:
        store: has the groups, and writes.
        clock: wall clock.
        config: the limits that hold now.
        metrics: where what goes is counted.
        forget_topics: has a share group forget deleted topics.
        supervisor: keeps one group's failure from the others.
    """

    __slots__ = ("_clock", "_config", "_forget_topics", "_metrics", "_store", "_supervisor")

    def __init__(
        self,
        *,
        store: GroupStore,
        clock: Clock,
        config: Callable[[], GroupConfig],
        metrics: GroupMetrics,
        forget_topics: Callable[[GroupMetadata, Iterable[str]], None],
        supervisor: Supervisor | None = None,
    ) -> None:
        self._supervisor = supervisor or Supervisor()
        self._store = store
        self._clock = clock
        self._config = config
        self._metrics = metrics
        self._forget_topics = forget_topics

    # ---- looking --------------------------------------------------------------------------------------------------

    @property
    def group_count(self) -> int:
        """Returns the number of groups on this broker."""
        return len(self._store)

    def is_share_group(self, group_id: str) -> bool:
        """Tells whether a name is that of a share group that this broker coordinates."""
        group = self._store.get(group_id)
        return group is not None and group.share is not None

    def list_groups(
        self, states: Iterable[str] = (), *, types: Iterable[str] = ()
    ) -> Steps[tuple[ErrorCode, list[GroupOverview]]]:
        """Lists the groups in these states and of these types, or all; with an error where there may be more."""
        wanted = {state.lower() for state in states}
        error = ErrorCode.COORDINATOR_LOAD_IN_PROGRESS if self._store.is_loading else ErrorCode.NONE
        found: list[GroupOverview] = []
        kinds = {kind.lower() for kind in types}
        for group in list(self._store):
            state, kind = group.state_name, group.type_name
            if (not wanted or state.lower() in wanted) and (not kinds or kind in kinds):
                found.append(GroupOverview(group.group_id, group.protocol_type or "", state, kind))
            yield
        return error, found

    def member_count(self, group_id: str) -> int:
        """Counts the members of a group; 0 for one that is not here."""
        group = self._store.get(group_id)
        return 0 if group is None else group.member_count

    def describe(self, group_id: str) -> Steps[GroupDescription]:
        """Describes a group; one that is not there, or not of the classic protocol, is Dead.

        Its members are those of the moment when this begins.

        Raises:
            KafkaError: the group is not served here.
        """
        self._store.check(group_id, may_be_empty=True)
        group = self._store.get(group_id)
        if group is None or not group.is_classic:
            return GroupDescription(GroupState.Dead.name)
        is_stable = group.state is GroupState.Stable
        protocol_name = group.protocol_name if is_stable else None
        described = GroupDescription(group.state.name, group.protocol_type or "", protocol_name or "", [])
        for member in list(group.members.values()):
            described.members.append(_describe(member, protocol_name))
            yield
        return described

    # ---- deleting -------------------------------------------------------------------------------------------------

    def delete(self, group_id: str) -> Steps[ErrorCode]:
        """Deletes a group without members, with its committed offsets.

        Dead at once, it stays until the log has the last tombstone: an offset that a group of the same name commits
        comes behind all of them.
        """
        try:
            group = self._existing(group_id)
        except KafkaError as error:
            return ErrorCode(error.code)
        if not group.is_empty:
            return ErrorCode.NON_EMPTY_GROUP
        group.transition_to(GroupState.Dead, self._clock.now_ms())
        count = len(group.offsets)
        try:
            partitions = group.offsets.all_partitions()
            behind = max(len(partitions) - 1, 0) // DELETED_IN_ONE_STEP_MAX * DELETED_IN_ONE_STEP_MAX
            for stretch in stretches(partitions[:behind], DELETED_IN_ONE_STEP_MAX):
                self._delete(group, group.offsets.remove(stretch))
                yield
                if self._store.get(group_id) is not group:
                    return ErrorCode.NOT_COORDINATOR
        finally:
            self._store.forget(group)
        self._delete(group, group.offsets.remove_all())
        _log.info("group %r was deleted, with %d committed offsets", group_id, count)
        return ErrorCode.NONE

    def delete_offsets(self, group_id: str, partitions: Iterable[TopicPartition]) -> dict[TopicPartition, ErrorCode]:
        """Deletes committed offsets of partitions that nobody in the group reads.

        Raises:
            GroupIdNotFound: there is no such group, or it is a share group.
            NonEmptyGroup: it has members, and they are no consumers: what they read is not known.
            KafkaError: the group is not served here.
        """
        group = self._existing(group_id)
        if group.share is not None:
            raise GroupIdNotFound(f"share group {group_id!r} has no committed offsets")
        has_members = not group.is_empty
        if has_members and not group.is_consumer_group and group.streams is None:
            raise NonEmptyGroup(f"group {group_id!r} has members of type {group.protocol_type}")
        errors = {
            partition: ErrorCode.GROUP_SUBSCRIBED_TO_TOPIC
            if has_members and group.is_subscribed(partition.topic)
            else ErrorCode.NONE
            for partition in partitions
        }
        removed = group.offsets.remove(partition for partition, error in errors.items() if error is ErrorCode.NONE)
        self._metrics.offsets_deleted += len(removed)
        self._clean(group, removed)
        return errors

    def _delete(self, group: GroupMetadata, removed: list[TopicPartition]) -> None:
        self._metrics.offsets_deleted += len(removed)
        self._store.append_tombstones(group, removed)

    def _existing(self, group_id: str) -> GroupMetadata:
        self._store.check(group_id, may_be_empty=True)
        group = self._store.get(group_id)
        if group is None or group.state is GroupState.Dead:
            raise GroupIdNotFound(f"there is no group {group_id!r}")
        return group

    def _clean(self, group: GroupMetadata, removed: list[TopicPartition]) -> None:
        """Deletes committed offsets in the log; with the last one the group itself, where it has no members."""
        if group.is_empty and group.offsets.is_empty:
            self._store.forget(group)
            _log.info("group %r is over: it has neither members nor committed offsets", group.group_id)
        self._store.append_tombstones(group, removed)

    def delete_topics(self, partitions: Iterable[TopicPartition]) -> Steps[None]:
        """Removes the committed offsets of deleted partitions: a recreated topic begins without any.

        Of topics that are deleted as a whole: a topic cannot lose some of its partitions.
        """
        gone: dict[TopicPartition, None] = {}
        for stretch in stretches(partitions, DELETED_IN_ONE_STEP_MAX):
            gone.update(dict.fromkeys(stretch))
            yield
        topics = dict.fromkeys(partition.topic for partition in gone)
        for group in list(self._store):
            if group.share is not None and self._store.get(group.group_id) is group:
                self._forget_topics(group, topics)
                yield
            for looked_at in stretches(group.offsets.to_look_through(gone), DELETED_IN_ONE_STEP_MAX):
                if self._store.get(group.group_id) is not group:
                    break
                removed = group.offsets.remove(partition for partition in looked_at if partition in gone)
                if removed:
                    self._metrics.offsets_deleted += len(removed)
                    self._clean(group, removed)
                yield

    # ---- retention ------------------------------------------------------------------------------------------------

    def expire(self) -> Steps[int]:
        """Removes the expired committed offsets of every group, and returns their number.

        A step looks at some committed offsets of one group. Between two steps the group may go, or get members again:
        what holds is what it is at its turn.
        """
        count = 0
        for group in list(self._store):
            with self._supervisor.item("offset retention", group):
                partitions = list(group.offsets)
                for first in range(0, max(len(partitions), 1), EXPIRED_IN_ONE_STEP_MAX):
                    if self._store.get(group.group_id) is not group:
                        break
                    expired = self._expired(group, partitions[first : first + EXPIRED_IN_ONE_STEP_MAX])
                    count += len(expired)
                    self._metrics.offsets_expired += len(expired)
                    if expired or _is_over(group):
                        self._clean(group, expired)
                    yield
        if count:
            _log.info("%d committed offsets of groups have expired", count)
        return count

    def _expired(self, group: GroupMetadata, partitions: list[TopicPartition]) -> list[TopicPartition]:
        retention_ms, now_ms = self._config().retention_ms, self._clock.now_ms()
        expire = partial(group.offsets.remove_expired, partitions, now_ms, retention_ms)
        if group.consumer is not None or group.streams is not None:
            return expire(since_ms=_committed_since, is_kept=group.is_subscribed)
        if group.protocol_type is None:
            return expire(since_ms=_committed_since)
        if group.state is GroupState.Empty:
            since_ms = group.state_since_ms
            return expire(since_ms=_committed_since if since_ms is None else lambda _: since_ms)
        if group.state is GroupState.Stable and group.is_consumer_group and group.subscribed_topics is not None:
            return expire(since_ms=_committed_since, is_kept=group.is_subscribed)
        return []


def _committed_since(committed: CommittedOffset) -> WallMs:
    return committed.commit_ms


def _is_over(group: GroupMetadata) -> bool:
    # What a share group has done is kept by the persister: only who deletes the group has it forgotten there.
    return group.share is None and group.is_empty and group.offsets.is_empty and not group.pending_members


def _describe(member: Member, protocol_name: str | None) -> MemberDescription:
    """Describes a member; without a protocol there is nothing yet that it was assigned."""
    return MemberDescription(
        member.member_id,
        member.group_instance_id,
        member.client_id,
        member.client_host,
        b"" if protocol_name is None else member.metadata(protocol_name),
        b"" if protocol_name is None else member.assignment,
    )
