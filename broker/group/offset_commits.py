"""Committing and fetching offsets: who may, and what becomes of the members that do.

    commit    Case A  from outside (no generation): of a group without members; it makes the group if need be
              Case B  a member of this generation: also while a rebalance is prepared, so that work is not done twice
              Case C  CompletingRebalance: REBALANCE_IN_PROGRESS: whose the partition is now is not decided yet
              Case D  a member of a consumer group (KIP-848): in its epoch, or a former one in which it had the
                      partitions (KIP-1251); STALE_MEMBER_EPOCH in any other
              Case E  a member of a streams group (KIP-1071): the same, of tasks
    in a transaction: Cases A and B; old clients (TxnOffsetCommit 0 to 2) say nothing of a member, and are believed
    fetch     anybody; UNSTABLE_OFFSET_COMMIT for who asks for stable offsets while something is on its way (KIP-447)

A commit is checked and marked as on its way in one go, then appended; the mark goes with the append's end, whatever
that is. Not here: what removes committed offsets (`group_admin`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, NamedTuple

from kavka.broker.group.group_metadata import GroupMetadata
from kavka.broker.group.group_offsets import NO_OFFSET, CommittedOffset, Offsets
from kavka.broker.group.member import NO_MEMBER, MemberName
from kavka.broker.group.states import GroupState
from kavka.broker.log.verification import NO_VERIFICATION, VerificationGuard
from kavka.common.steps import Steps
from kavka.common.types import TopicPartition
from kavka.protocol.errors import ErrorCode, GroupIdNotFound, KafkaError

if TYPE_CHECKING:
    from kavka.broker.group.consumer.assignment import Partition
    from kavka.broker.group.consumer.topics import Topics
    from kavka.broker.group.group_config import GroupConfig
    from kavka.broker.group.group_store import GroupStore
    from kavka.broker.group.sessions import Sessions
    from kavka.broker.metrics import GroupMetrics

OnCommitted = Callable[[Mapping[TopicPartition, ErrorCode]], None]
"""Gets an error, or NONE, for each partition that was to be committed."""


class FetchedOffset(NamedTuple):
    """One committed offset, or why there is none; `committed` is None where nothing was ever committed."""

    partition: TopicPartition
    committed: CommittedOffset | None
    error: ErrorCode = ErrorCode.NONE


class Producer(NamedTuple):
    """A transactional producer."""

    producer_id: int
    epoch: int


class OffsetCommits:
    """The committed offsets of all groups.

    Args:
        store: has the groups, and writes.
        sessions: a commit is a sign of life.
        config: the limits that hold now.
        metrics: where commits are counted.
        topics: the cluster's, at the moment when it is called.
    """

    __slots__ = ("_config", "_metrics", "_sessions", "_store", "_topics")

    def __init__(
        self,
        *,
        store: GroupStore,
        sessions: Sessions,
        config: Callable[[], GroupConfig],
        metrics: GroupMetrics,
        topics: Callable[[], Topics],
    ) -> None:
        self._store = store
        self._sessions = sessions
        self._config = config
        self._metrics = metrics
        self._topics = topics

    # ---- committing -----------------------------------------------------------------------------------------------

    def commit(
        self,
        group_id: str,
        generation_id: int,
        name: MemberName,
        offsets: Offsets,
        on_committed: OnCommitted,
        *,
        producer: Producer | None = None,
        guard: VerificationGuard | None = NO_VERIFICATION,
        knows_epochs: bool = True,
    ) -> None:
        """Writes committed offsets; completes when the replicas have them, or at once with errors.

        A generation below 0 says that the commit comes from outside. The offsets of a producer hold when the marker
        that ends its transaction says so; the guard remembers that its coordinator has verified it. Clients that do not
        know epochs (OffsetCommit below 9) are of the classic protocol.
        """
        try:
            group = self._writable_group(group_id, generation_id)
        except KafkaError as refusal:
            on_committed(dict.fromkeys(offsets, ErrorCode(refusal.code)))
            return
        # As in Kafka, partitions whose metadata is too large are refused for that, and checked for nothing else.
        metadata_max = self._config().metadata_bytes_max
        kept = {partition: offset for partition, offset in offsets.items() if len(offset.metadata) <= metadata_max}
        error = self._check(group, generation_id, name, kept, is_transactional=producer is not None)
        if producer is None and not knows_epochs and group.consumer is not None:
            error = group.consumer.check_version(name.member_id, error)
        if producer is None and not knows_epochs and group.streams is not None and not group.is_empty:
            error = ErrorCode.UNSUPPORTED_VERSION
        if error is ErrorCode.NONE and producer is None and group.state is GroupState.CompletingRebalance:
            error = ErrorCode.REBALANCE_IN_PROGRESS  # Case C
        if error is not ErrorCode.NONE:
            on_committed(dict.fromkeys(offsets, error))
            return
        member = group.members.get(name.member_id)
        if member is not None and producer is None:
            self._sessions.restart(group, member)
        self._write(group, offsets, kept, on_committed, producer, guard)

    def _writable_group(self, group_id: str, generation_id: int) -> GroupMetadata:
        """Finds the group; it is created for a client that commits offsets here without being a member.

        Raises:
            GroupIdNotFound: it is a share group, or somebody claims to be a member of one that is not there any more.
            KafkaError: the group is not served here.
        """
        self._store.check(group_id, may_be_empty=True)
        group = self._store.get(group_id)
        if group is not None:
            _refuse_share_group(group)
            return group
        if generation_id >= 0:
            raise GroupIdNotFound(f"there is no group {group_id!r}")
        return self._store.create(group_id)

    def _check(
        self,
        group: GroupMetadata,
        generation_id: int,
        name: MemberName,
        partitions: Iterable[TopicPartition],
        *,
        is_transactional: bool,
    ) -> ErrorCode:
        if group.state is GroupState.Dead:
            return ErrorCode.COORDINATOR_NOT_AVAILABLE
        if generation_id < 0 and group.is_empty:
            return ErrorCode.NONE  # Case A
        if group.consumer is not None:  # Case D
            return group.consumer.check_commit(
                name.member_id, generation_id, self._by_topic_id(partitions), is_transactional=is_transactional
            )
        if group.streams is not None:  # Case E
            return group.streams.check_commit(
                name.member_id, generation_id, partitions, is_transactional=is_transactional
            )
        if generation_id >= 0 or name.member_id != NO_MEMBER or name.group_instance_id is not None:  # Case B
            error = group.validate(*name)
            if error is ErrorCode.NONE and generation_id != group.generation_id:
                return ErrorCode.ILLEGAL_GENERATION
            return error
        # Transactional commits of old clients say nothing about a member.
        return ErrorCode.NONE if is_transactional or group.state is GroupState.Empty else ErrorCode.UNKNOWN_MEMBER_ID

    def _by_topic_id(self, partitions: Iterable[TopicPartition]) -> Iterator[Partition]:
        """Yields partitions as consumer groups have them; those of a topic that is gone are nobody's."""
        topics = self._topics()
        for partition in partitions:
            topic = topics.find(partition.topic)
            yield (b"" if topic is None else topic.topic_id), partition.partition

    def _write(
        self,
        group: GroupMetadata,
        offsets: Offsets,
        kept: Offsets,
        on_committed: OnCommitted,
        producer: Producer | None,
        guard: VerificationGuard | None,
    ) -> None:
        errors = {
            partition: ErrorCode.NONE if partition in kept else ErrorCode.OFFSET_METADATA_TOO_LARGE
            for partition in offsets
        }
        if not kept:
            on_committed(errors)
            return

        def done(error: ErrorCode, log_offset: int) -> None:
            # Of a group that is Dead nobody reads any more: its successor reads the log.
            self._settle(group, kept, producer, error, log_offset)
            on_committed({partition: error if partition in kept else code for partition, code in errors.items()})

        if producer is None:
            group.offsets.prepare(kept)
        else:
            group.offsets.prepare_transactional(producer.producer_id, kept)
            self._store.add_producer(producer.producer_id, group)
        is_sent = False
        try:
            self._store.append_offsets(group, kept, done, producer=producer, guard=guard)
            is_sent = True
        finally:
            # A mark that stayed would make the partition unstable for ever (KAFKA-7519).
            if not is_sent:
                self._settle(group, kept, producer, ErrorCode.UNKNOWN_SERVER_ERROR, NO_OFFSET)

    def _settle(
        self, group: GroupMetadata, kept: Offsets, producer: Producer | None, error: ErrorCode, log_offset: int
    ) -> None:
        offsets = group.offsets
        if error is ErrorCode.NONE:
            self._metrics.offsets_committed += len(kept)
            if producer is None:
                offsets.complete(kept, log_offset)
            else:
                offsets.complete_transactional(producer.producer_id, kept, log_offset)
        elif producer is None:
            offsets.fail(kept)
        else:
            offsets.fail_transactional(producer.producer_id, kept)

    # ---- fetching -------------------------------------------------------------------------------------------------

    def count(self, group_id: str) -> int:
        """Counts the committed offsets of a group here."""
        group = self._store.get(group_id)
        return 0 if group is None else len(group.offsets)

    def fetch(
        self,
        group_id: str,
        partitions: Iterable[TopicPartition] | None,
        *,
        is_stable: bool = False,
        member: tuple[str, int] | None = None,
    ) -> Steps[list[FetchedOffset]]:
        """Fetches a group's committed offsets, of all partitions where those are not given.

        Stable: what may still change is refused, partition by partition. A member of a consumer group (KIP-848) says
        its id and epoch.

        Raises:
            UnknownMemberId, StaleMemberEpoch: it is none, or in another epoch.
            KafkaError: the group is not served here.
        """
        self._store.check(group_id, may_be_empty=True)
        group = self._store.get(group_id)
        if group is not None:
            _refuse_share_group(group)
        if group is None or group.state is GroupState.Dead:
            return [FetchedOffset(partition, None) for partition in partitions or ()]
        if member is not None and group.consumer is not None:
            group.consumer.check_fetch(*member)
        if member is not None and group.streams is not None:
            group.streams.check_fetch(*member)
        offsets = group.offsets
        wanted = list(offsets) if partitions is None else partitions
        found = []
        for partition in wanted:
            if is_stable and offsets.is_unstable(partition):
                found.append(FetchedOffset(partition, None, ErrorCode.UNSTABLE_OFFSET_COMMIT))
            else:
                found.append(FetchedOffset(partition, offsets.get(partition)))
            yield
        return found


def _refuse_share_group(group: GroupMetadata) -> None:
    if group.share is not None:
        raise GroupIdNotFound(f"share group {group.group_id!r} has no committed offsets")
