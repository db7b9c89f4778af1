"""The controller's requests about this broker's replicas, applied: lead, follow, stop, delete.

    LeaderAndIsr ─▶ become_leader_or_follower ─┬▶ nothing new: a comparison, which is what each new controller's first
                                               │  request comes to for every partition
                                               ├▶ the log is opened ─▶ leads, or a fetcher begins
                                               └▶ delayed operations and listeners are notified, after each of them
    StopReplica  ─▶ stop_replicas ─▶ leads and follows no more ─▶ the log goes, where the controller says so
    UpdateMetadata ─▶ give_up ─▶ leads and follows no more what is elsewhere, though no StopReplica came

Partition by partition, in steps of one: what goes wrong with one does not stop the others. Not here: where partitions
are found (`partitions`), whom leaderships concern (`leaderships`), what strays are (`stray_replicas`), versions
(handlers).
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING, Final, NamedTuple

from kavka.broker.log.damage import DamagedPlace, LogDamage
from kavka.broker.replica.partition import Partition
from kavka.broker.replica.stray_replicas import is_of_another_topic, unnamed
from kavka.common import state_changes
from kavka.common.steps import Steps
from kavka.common.types import LEADER_DURING_DELETE, ZERO_TOPIC_ID, TopicPartition, is_topic_name
from kavka.protocol.epochs import EPOCH_DURING_DELETE, NO_LEADER_EPOCH, ControllerEpoch, LeaderEpoch
from kavka.protocol.errors import (
    ErrorCode,
    FencedLeaderEpoch,
    InvalidRequest,
    InvalidTopic,
    KafkaError,
    KafkaStorageError,
    ResourceShortage,
    StaleControllerEpoch,
    UnknownTopicOrPartition,
)

if TYPE_CHECKING:
    from kavka.broker.cluster.controller_epoch import LatestControllerEpoch
    from kavka.broker.config.topic_config import LogConfig
    from kavka.broker.log.log import Log
    from kavka.broker.log.log_dir import LogDir
    from kavka.broker.log.log_manager import LogManager
    from kavka.broker.metrics import ReplicationMetrics
    from kavka.broker.replica.fetcher import Fetchers
    from kavka.broker.replica.flusher import Flusher
    from kavka.broker.replica.leaderships import Leaderships
    from kavka.broker.replica.log_dir_moves import LogDirMoves
    from kavka.broker.replica.partitions import Partitions
    from kavka.broker.replica.waiting import Waiting
    from kavka.protocol.messages import LeaderAndIsrRequest, StopReplicaRequest
    from kavka.timer.clock import Clock

_log = logging.getLogger(__name__)

SHOWN_MAX: Final = 20
"""Brokers that an error names; a request may list a million."""

REFUSALS_LOGGED_MAX: Final = 20
"""Partitions of one request whose refusal gets a line of its own; then their number follows."""

RECOVERS: Final = (
    "%s is led here by an unclean election, in leader epoch %d: what other replicas have from offset %d on is lost"
)
"""As in Kafka, there is nothing to do for it: the leader counts as recovered from now on (KIP-704)."""

_STALE: Final = int(ErrorCode.STALE_CONTROLLER_EPOCH)


class ReplicaResult(NamedTuple):
    """What became of one partition in a request of the controller."""

    topic: str
    topic_id: bytes
    partition: int
    error_code: int


class ControllerCommands:
    """Applies the controller's requests.

    Args:
        partitions: gets and gives up what the broker holds.
        log_manager: opens, finds and deletes logs.
        waiting: gets each partition after its change.
        controller_epoch: the latest that any controller has shown; shared with this broker's controller.
        fetchers: follow leaders; None: nothing is copied.
        moves: moves between data directories, which begin and end with replicas.
        flusher: flushes what a new leader's high watermark waits for.
        leaderships: notified of each partition after its change.
        clock: for followers' lag.
        metrics: counts leaders whose logs are not complete.
    """

    __slots__ = (
        "_clock",
        "_controller_epoch",
        "_fetchers",
        "_flusher",
        "_leaderships",
        "_log_manager",
        "_metrics",
        "_moves",
        "_partitions",
        "_waiting",
    )

    def __init__(
        self,
        partitions: Partitions,
        log_manager: LogManager,
        waiting: Waiting,
        controller_epoch: LatestControllerEpoch,
        *,
        fetchers: Fetchers | None,
        moves: LogDirMoves,
        flusher: Flusher,
        leaderships: Leaderships,
        clock: Clock,
        metrics: ReplicationMetrics,
    ) -> None:
        self._partitions = partitions
        self._log_manager = log_manager
        self._waiting = waiting
        self._controller_epoch = controller_epoch
        self._fetchers = fetchers
        self._moves = moves
        self._flusher = flusher
        self._leaderships = leaderships
        self._clock = clock
        self._metrics = metrics

    def become_leader_or_follower(
        self,
        request: LeaderAndIsrRequest,
        config_of: Callable[[str], LogConfig],
        note: Callable[[ReplicaResult], object],
    ) -> Steps[None]:
        """Applies a LeaderAndIsr request, partition by partition. One's failure does not stop the others.

        Each partition's change is whole in one step, and whoever waits for it notified; between two steps others may
        come, but no other request of a controller (`broker.replica.control_requests`).

        Args:
            request: of any version.
            config_of: the effective configuration of a topic by name.
            note: gets what became of each partition: nobody here keeps 200,000 of them.

        Raises:
            StaleControllerEpoch: the request comes from a controller that has been replaced (KAFKA-1188).
        """
        self._check_controller_epoch(request.controller_epoch)
        named = refused = 0
        find = self._partitions.find
        logs = self._log_manager.logs
        for topic_partition in (yield from unnamed(request, logs, lambda known: find(*known) is not None)):
            self._set_aside(topic_partition)
            yield
        for topic, topic_id, state in _leader_and_isr_states(request):
            touched: Partition | None = None
            try:
                partition = find(topic, state.partition_index)
                known = None if partition is None else _known(partition, topic_id, state)
                if known is None:
                    touched = self._apply_state(partition, topic, topic_id, state, config_of)
                error_code = known or 0
            except KafkaError as error:
                # A lost directory has said so, once; of many others the first are enough.
                is_quiet = isinstance(error, KafkaStorageError) or refused >= REFUSALS_LOGGED_MAX
                level = logging.DEBUG if is_quiet else logging.WARNING
                _log.log(level, "%s-%d stays as it is: %s", topic, state.partition_index, error.message)
                error_code = int(error.code)
            named += 1
            refused += error_code != 0
            note(ReplicaResult(topic, topic_id, state.partition_index, error_code))
            if touched is not None:
                self._changed(touched)
            yield
        if refused:
            _log.info("%d of %d partitions stay as they are", refused, named)
        # From the first request on: before it the partitions are not known, and a checkpoint would forget them.
        self._partitions.are_named = True

    def _changed(self, partition: Partition) -> None:
        """Notifies whoever waits for a partition, or listens to it; after its change is whole."""
        self._waiting.complete(partition)
        self._leaderships.tell((partition,))

    def _set_aside(self, topic_partition: TopicPartition) -> None:
        """Sets a log aside that should not be here, by `stray_replicas`; one in a lost directory stays."""
        try:
            directory = self._log_manager.set_aside(topic_partition)
        except KafkaStorageError as error:
            _log.warning("%s should not be here, and its log cannot be set aside: %s", topic_partition, error.message)
            return
        _log.warning(
            "%s should not be here, says the controller: its log is kept in %s until somebody removes it",
            topic_partition,
            directory,
        )

    def _check_controller_epoch(self, controller_epoch: ControllerEpoch) -> None:
        seen = self._controller_epoch.latest
        if controller_epoch < seen:
            raise StaleControllerEpoch(
                f"the request has controller epoch {controller_epoch}, this broker has seen {seen}"
            )
        self._controller_epoch.see(controller_epoch)

    def _apply_state(
        self,
        partition: Partition | None,
        topic: str,
        topic_id: bytes,
        state: LeaderAndIsrRequest.LeaderAndIsrPartitionState,
        config_of: Callable[[str], LogConfig],
    ) -> Partition:
        broker_id, fetchers = self._partitions.broker_id, self._fetchers
        _check_state(state, broker_id)
        if broker_id not in state.replicas:
            raise UnknownTopicOrPartition(f"broker {broker_id} is not among the replicas {state.replicas[:SHOWN_MAX]}")
        if partition is None:
            partition = self._open(TopicPartition(topic, state.partition_index), topic_id, state, config_of(topic))
        _check_leap(partition.log)
        _check_epoch(partition.log, state.leader_epoch)
        if state.leader == broker_id and not partition.log.is_complete:
            self._lead_incomplete(partition, state)
        if fetchers is not None:
            fetchers.unfollow(partition.topic_partition)  # before anything else (KAFKA-10371)
        if state.leader == broker_id:
            partition.make_leader(state, now_ms=self._clock.monotonic_ms())
            if state.leader_recovery_state:
                _log.warning(RECOVERS, partition, state.leader_epoch, partition.log.log_end_offset)
            self._flusher.request_if_waited_for(partition)
        else:
            partition.make_follower(state)
            if fetchers is not None:
                fetchers.follow(partition)
        self._moves.resume(partition)
        if state_changes.is_written():
            _write(broker_id, partition, state)
        assert partition.is_leader == (state.leader == broker_id), f"{partition} does not do what it was told"
        return partition

    def _lead_incomplete(self, partition: Partition, state: LeaderAndIsrRequest.LeaderAndIsrPartitionState) -> None:
        """Refuses leadership of a log that lacks something while others are in sync (docs/decisions/0031).

        Raises:
            KafkaStorageError: others are in sync; the controller has one of them lead, and this replica follow.
        """
        log = partition.log
        if len(state.isr) > 1:
            _log.warning(
                "%s is not led here, replicas %s are in sync: %s", partition, state.isr[:SHOWN_MAX], log.damage
            )
            raise KafkaStorageError(f"the log of {partition} is not complete: {log.damage}")
        self._metrics.led_incomplete += 1
        _log.error(
            "%s is led here although its log is not complete, since no other replica is in sync: %s",
            partition,
            log.damage,
        )
        log.accept_damage()

    def _open(
        self,
        topic_partition: TopicPartition,
        topic_id: bytes,
        state: LeaderAndIsrRequest.LeaderAndIsrPartitionState,
        config: LogConfig,
    ) -> Partition:
        if not is_topic_name(topic_partition.topic) or topic_partition.partition < 0:
            # Whoever commands, nothing but a name may become the name of a directory.
            raise InvalidTopic(f"there can be no partition {topic_partition.partition} of {topic_partition.topic!r}")
        found = self._log_manager.get(topic_partition)
        is_anew = found is not None and is_of_another_topic(found, topic_id)
        if is_anew and found is not None and found.correct_topic_id(topic_id):
            _log.warning("%s: one bit of its topic id has changed in partition.metadata, which is written anew", found)
            is_anew = False
        if is_anew:
            self._set_aside(topic_partition)
        try:
            log = self._log_manager.get_or_create(
                topic_partition, config=config, topic_id=topic_id, is_new=bool(state.is_new)
            )
        except ResourceShortage:
            raise  # its directory is there, and so it may be deleted
        except KafkaStorageError:
            self._partitions.lose(topic_partition)
            raise
        if is_anew and not state.is_new:
            # Perhaps only its file with the topic's id is damaged; either way this replica has nothing of the topic.
            log.mark_damaged(LogDamage(reason="the log that was here was of another topic, by its topic id"))
        return self._partitions.hold(topic_partition, log)

    def release(self, log_dir: LogDir) -> Steps[None]:
        """Releases the replicas in an offline directory. A controller will name them again, as to a new broker."""
        for partition in list(self._partitions):
            if partition.log.log_dir is log_dir:
                self._let_go(partition)
                self._partitions.forget(partition.topic_partition)
                self._partitions.lose(partition.topic_partition)
                self._changed(partition)
            yield

    def stop_replicas(self, request: StopReplicaRequest, note: Callable[[ReplicaResult], object]) -> Steps[None]:
        """Applies a StopReplica request: stops leading and following, and deletes logs where the controller says so.

        Raises:
            StaleControllerEpoch: the request comes from a controller that has been replaced.
        """
        self._check_controller_epoch(request.controller_epoch)
        named = refused = 0
        for topic, index, leader_epoch, delete in _stop_replica_states(request):
            stopped: Partition | None = None
            try:
                stopped = self._stop(TopicPartition(topic, index), leader_epoch, delete=delete)
                error_code = 0
            except KafkaError as error:
                level = logging.WARNING if refused < REFUSALS_LOGGED_MAX else logging.DEBUG
                _log.log(level, "%s-%d is not stopped: %s", topic, index, error.message)
                error_code = int(error.code)
                refused += 1
            named += 1
            note(ReplicaResult(topic, ZERO_TOPIC_ID, index, error_code))
            if stopped is not None:
                # Whoever waits for the partition learns now that it is gone, not at its timeout (KAFKA-9198).
                self._changed(stopped)
            yield
        if refused:
            _log.info("%d of %d partitions are not stopped", refused, named)

    def _stop(self, topic_partition: TopicPartition, leader_epoch: LeaderEpoch, *, delete: bool) -> Partition | None:
        partition = self._partitions.find(*topic_partition)
        if partition is not None:
            if leader_epoch not in (NO_LEADER_EPOCH, EPOCH_DURING_DELETE) and leader_epoch < partition.leader_epoch:
                raise FencedLeaderEpoch(
                    f"the request has leader epoch {leader_epoch}, this broker has seen {partition.leader_epoch}"
                )
            self._let_go(partition)
        if delete and topic_partition in self._partitions.lost:
            # Nor is it deleted: it would be there again with its directory. The controller waits for that.
            raise KafkaStorageError(f"the data directory that has {topic_partition} is offline")
        if delete:
            # Also a log that no LeaderAndIsr of this life has named: it lay on disk when the broker started.
            self._log_manager.delete(topic_partition)
        if delete and partition is not None:
            self._partitions.forget(topic_partition)
        if state_changes.is_written():
            what = "deleted" if delete else "stops"
            state_changes.broker_says(self._partitions.broker_id, "Partition %s: %s", topic_partition, what)
        return partition

    def give_up(self, topic_partitions: Iterable[TopicPartition]) -> Steps[None]:
        """Stops replicas that the metadata has on other brokers, as a StopReplica would.

        One for an earlier life of this broker is dropped with that life, and no controller knows of the replica any
        more: it would go on leading for ever, and lose what it acknowledged. The logs stay (`stray_replicas`).
        """
        count = 0
        for topic_partition in topic_partitions:
            partition = self._partitions.find(*topic_partition)
            if partition is not None:  # its directory may have failed since
                level = logging.INFO if count < REFUSALS_LOGGED_MAX else logging.DEBUG
                _log.log(
                    level, "%s is given up: others have it, leader epoch %d is over", partition, partition.leader_epoch
                )
                self._let_go(partition)
                self._partitions.forget(topic_partition)
                self._changed(partition)
                count += 1
            yield

    def _let_go(self, partition: Partition) -> None:
        """Ends what is done for a partition here; its log stays."""
        if self._fetchers is not None:
            self._fetchers.unfollow(partition.topic_partition)
        self._moves.stop(partition.topic_partition)
        partition.stop()


def _write(broker_id: int, partition: Partition, state: LeaderAndIsrRequest.LeaderAndIsrPartitionState) -> None:
    """Writes to the state-change log whom a replica leads or follows from now on."""
    told = state_changes.leadership(state.leader, state.leader_epoch, state.isr)
    does, end = "leads" if state.leader == broker_id else "follows", partition.log.log_end_offset
    state_changes.broker_says(broker_id, "Partition %s: %s from=%d %s", partition.topic_partition, does, end, told)


def _check_leap(log: Log) -> None:
    """Marks the log as damaged for a leap in offsets that a crash left, where it was never compacted."""
    gap = log.take_gap()
    if gap is not None and not log.config.is_compacted and log.damage is None:
        log.mark_damaged(LogDamage(reason=f"its offsets leap behind {gap.offset}", place=gap))
        _log.error("%s is not complete: %s", log, log.damage)


def _check_epoch(log: Log, leader_epoch: LeaderEpoch) -> None:
    """Marks the log as damaged for batches of a leader epoch that has not begun, which no checksum covers."""
    epochs = log.leader_epoch_cache
    if epochs.latest_epoch > leader_epoch and log.damage is None:
        epoch, offset = epochs.entries[-1]
        segment = log.segments[log.segments.floor_index(offset)]
        found = segment.find(offset)
        place = DamagedPlace(base_offset=segment.base_offset, position=found[0], offset=offset) if found else None
        reason = f"the batch at offset {offset} has leader epoch {epoch}, the partition is in {leader_epoch}"
        log.mark_damaged(LogDamage(reason=reason, place=place))
        _log.error("%s is not complete: %s", log, log.damage)


def _check_state(state: LeaderAndIsrRequest.LeaderAndIsrPartitionState, broker_id: int) -> None:
    """Refuses a state that no controller decides on: all that this broker does about it later relies on it.

    The ISR may hold brokers that are no replicas any more: a reassignment takes them away before they leave it.

    Raises:
        InvalidRequest: an epoch, a broker or the leader is impossible.
    """
    epochs = state.leader_epoch, state.partition_epoch, state.controller_epoch
    if min(epochs) < 0:
        raise InvalidRequest(f"there can be no epochs {epochs}")
    if state.leader < LEADER_DURING_DELETE:
        raise InvalidRequest(f"there can be no leader {state.leader}")
    for what, brokers in (
        ("replicas", state.replicas),
        ("in-sync replicas", state.isr),
        ("adding replicas", state.adding_replicas),
        ("removing replicas", state.removing_replicas),
    ):
        if brokers and (min(brokers) < 0 or len(set(brokers)) != len(brokers)):
            raise InvalidRequest(f"there can be no {what} {brokers[:SHOWN_MAX]}: each is a broker, once")
    if state.leader == broker_id and broker_id not in state.isr:  # followers do not look at the ISR
        raise InvalidRequest(f"broker {broker_id} cannot lead, it is not in sync: {state.isr[:SHOWN_MAX]}")


def _known(partition: Partition, topic_id: bytes, state: LeaderAndIsrRequest.LeaderAndIsrPartitionState) -> int | None:
    """Compares a state with what is known: the error code when it says nothing new.

    0 when it brought a topic id alone; None: it is to be applied.

    Raises:
        KafkaStorageError: its directory is lost. Before the epochs: the controller asks again to learn of that.
        InconsistentTopicId: the log belongs to another topic of the same name, one deleted long ago (KIP-516).
    """
    log = partition.log
    log.log_dir.check_online()
    if topic_id not in (log.topic_id, ZERO_TOPIC_ID):
        had_topic_id = log.topic_id != ZERO_TOPIC_ID
        log.assign_topic_id(topic_id)
        if not had_topic_id and state.leader_epoch == partition.leader_epoch:
            return 0
    # Kafka's response to a stale leader epoch has this code.
    return None if state.leader_epoch > partition.leader_epoch else _STALE


def _leader_and_isr_states(
    request: LeaderAndIsrRequest,
) -> Iterator[tuple[str, bytes, LeaderAndIsrRequest.LeaderAndIsrPartitionState]]:
    """(topic, topic id, partition state) of both layouts: grouped by topic from v2, flat before."""
    for topic in request.topic_states:
        for state in topic.partition_states:
            yield topic.topic_name, topic.topic_id, state
    for state in request.ungrouped_partition_states:
        yield state.topic_name, ZERO_TOPIC_ID, state


def _stop_replica_states(request: StopReplicaRequest) -> Iterator[tuple[str, int, LeaderEpoch, bool]]:
    """(topic, partition, leader epoch, delete?) of the three layouts."""
    for topic_state in request.topic_states:
        for state in topic_state.partition_states:
            yield topic_state.topic_name, state.partition_index, state.leader_epoch, state.delete_partition
    for topic in request.topics:
        for index in topic.partition_indexes:
            yield topic.name, index, NO_LEADER_EPOCH, request.delete_partitions
    for partition in request.ungrouped_partitions:
        yield partition.topic_name, partition.partition_index, NO_LEADER_EPOCH, request.delete_partitions
