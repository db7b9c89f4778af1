"""One term of an elected controller: loads the cluster at failover, then handles events until it is dropped.

The order of a failover matters (controller.md calls it checklist 3.2; the numbers are repeated at the code):

    1 watch and read everything   2 drop notifications that are answered by reading   3 channels to the live brokers
    4 what is to be deleted; leaders whose life is over (`former_lives`)
    5 UpdateMetadata to all, before any broker is sent LeaderAndIsr
    6 replicas' machine starts    7 partitions' machine starts    8 reassignments go on    9 deletions go on
    10 preferred leaders that a file asks for, and the timer for those that nobody asks for
    11 the node of finalized features (KIP-584), where features are on (`features`)

Not here: winning the election and losing it (`controller`), what each event does (`broker_procedures`,
`topic_procedures`, `isr_procedures`, `reassignment_procedures`, `leader_elections`).
"""

from __future__ import annotations

import asyncio
import logging
import random
from collections.abc import Awaitable, Callable
from typing import Any

from kavka.common.lane import Lane
from kavka.common.supervised import Supervisor
from kavka.controller.admin import TopicPlanner
from kavka.controller.admin_znodes import AdminZNodes
from kavka.controller.broker_procedures import BrokerProcedures
from kavka.controller.channel_manager import ChannelManager
from kavka.controller.config import ControllerConfig
from kavka.controller.context import ControllerContext
from kavka.controller.event_queue import EventQueue
from kavka.controller.events import (
    AlterIsr,
    AlterPartitionReassignments,
    AutoPreferredReplicaLeaderElection,
    BrokerChange,
    BrokerModifications,
    BrokerResponse,
    ControlledShutdown,
    ControllerEpochRefused,
    CreatePartitions,
    CreateTopics,
    DeleteTopics,
    ElectLeaders,
    Event,
    IsrChangeNotification,
    LeaderAndIsrResponseReceived,
    ListPartitionReassignments,
    LogDirEventNotification,
    PartitionModifications,
    PartitionReassignmentIsrChange,
    PreferredReplicaElection,
    TopicChange,
    TopicDeletion,
    TopicDeletionStopReplicaResponseReceived,
    TopicUncleanLeaderElectionEnable,
    UncleanLeaderElectionEnable,
    UpdateMetadataResponseReceived,
    ZkPartitionReassignment,
)
from kavka.controller.former_lives import succeed_former_lives
from kavka.controller.isr_procedures import IsrProcedures
from kavka.controller.leader_elections import LeaderElections
from kavka.controller.partition_state_machine import PartitionStateMachine
from kavka.controller.parts import ControllerParts
from kavka.controller.reassignment import ReassignmentMachine
from kavka.controller.reassignment_procedures import ReassignmentProcedures
from kavka.controller.rebalance_timer import RebalanceTimer
from kavka.controller.replica_state_machine import ReplicaStateMachine
from kavka.controller.request_batch import RequestBatch
from kavka.controller.statistics import TransitionStatistics
from kavka.controller.topic_deletion import TopicDeletionMachine
from kavka.controller.topic_procedures import TopicProcedures
from kavka.controller.zk_election import Term
from kavka.controller.zk_store import ControllerStore
from kavka.controller.zk_watches import ZkWatches
from kavka.timer.clock import Clock
from kavka.wire.peer_link import Dial, PeerConnection
from kavka.zk.client import ZkClient

log = logging.getLogger(__name__)


class ActiveController:
    """Everything that belongs to one term.

    Args:
        term: the election that was won.
        config: the controller's configuration.
        zk: the client.
        watches: reads that the queue hears changes of; outlives the term.
        queue: where responses go.
        dial: opens a connection to a broker.
        group: owns the sender tasks.
        planner: checks and places new topics.
        rng: makes topic ids.
        statistics: counts; outlives the term.
        clock: when who leads what is looked at again.
        machine_clock: how long brokers may take.
        supervisor: keeps one broker's failure from the others.
        lane: whose slices what is of many partitions is done in.
    """

    __slots__ = ("_brokers", "_elections", "_handlers", "_parts", "_rebalance_timer", "_topics", "term")

    def __init__(
        self,
        term: Term,
        *,
        config: ControllerConfig,
        zk: ZkClient,
        watches: ZkWatches,
        queue: EventQueue,
        dial: Dial[PeerConnection],
        group: asyncio.TaskGroup,
        planner: TopicPlanner,
        rng: random.Random,
        statistics: TransitionStatistics,
        clock: Clock,
        machine_clock: Clock,
        supervisor: Supervisor,
        lane: Lane,
    ) -> None:
        self.term = term
        context = ControllerContext(epoch=term.epoch, epoch_version=term.epoch_version, feed=queue.feed)
        store = ControllerStore(zk, watches, epoch_version=term.epoch_version, lane=lane, features=config.features)
        channels = ChannelManager(
            controller_epoch=term.epoch,
            config=config,
            dial=dial,
            clock=machine_clock,
            group=group,
            on_response=queue.put_when_room,
            supervisor=supervisor,
            lane=lane,
        )
        batch = RequestBatch(context, channels, lane, versions=config.versions)
        partitions = PartitionStateMachine(
            context=context, store=store, batch=batch, config=config, statistics=statistics, lane=lane
        )
        replicas = ReplicaStateMachine(
            context=context,
            store=store,
            batch=batch,
            statistics=statistics,
            lane=lane,
            is_memory_current=config.is_memory_current,
        )
        deletion = TopicDeletionMachine(
            context=context, store=store, batch=batch, partitions=partitions, replicas=replicas, lane=lane
        )
        znodes = AdminZNodes(
            zk, watches, store, epoch_version=term.epoch_version, is_move_written=config.is_topic_id_on, lane=lane
        )
        reassignment = ReassignmentMachine(
            context=context,
            store=store,
            znodes=znodes,
            batch=batch,
            partitions=partitions,
            replicas=replicas,
            deletion=deletion,
            lane=lane,
        )
        self._rebalance_timer = RebalanceTimer(
            interval_ms=config.imbalance_check_interval_ms, put=queue.put, clock=clock, group=group
        )
        self._parts = ControllerParts(
            config=config,
            context=context,
            store=store,
            batch=batch,
            channels=channels,
            partitions=partitions,
            replicas=replicas,
            deletion=deletion,
            reassignment=reassignment,
            admin_znodes=znodes,
            planner=planner,
            rng=rng,
            statistics=statistics,
            lane=lane,
            epoch_refused=lambda: queue.put(ControllerEpochRefused(term.epoch)),
        )
        self._brokers = BrokerProcedures(self._parts)
        self._topics = TopicProcedures(self._parts)
        self._elections = LeaderElections(self._parts)
        self._handlers = self._made_handlers()

    def _made_handlers(self) -> dict[type[Event], Callable[[Any], Awaitable[None]]]:
        isr = IsrProcedures(self._parts)
        reassignments = ReassignmentProcedures(self._parts)
        return {
            BrokerChange: self._brokers.broker_change,
            BrokerModifications: self._brokers.broker_modifications,
            ControlledShutdown: self._brokers.controlled_shutdown,
            LogDirEventNotification: self._brokers.log_dir_event,
            LeaderAndIsrResponseReceived: self._brokers.leader_and_isr_response,
            UpdateMetadataResponseReceived: self._brokers.update_metadata_response,
            TopicDeletionStopReplicaResponseReceived: self._brokers.stop_replica_response,
            UncleanLeaderElectionEnable: self._elections.unclean_enabled,
            TopicUncleanLeaderElectionEnable: self._elections.topic_unclean_enabled,
            AlterIsr: isr.alter_isr,
            IsrChangeNotification: isr.isr_change,
            TopicChange: self._topics.topic_change,
            PartitionModifications: self._topics.partition_modifications,
            TopicDeletion: self._topics.topic_deletion,
            CreateTopics: self._topics.create_topics,
            CreatePartitions: self._topics.create_partitions,
            DeleteTopics: self._topics.delete_topics,
            ZkPartitionReassignment: reassignments.zk_reassignment,
            PartitionReassignmentIsrChange: reassignments.isr_change,
            AlterPartitionReassignments: reassignments.alter,
            ListPartitionReassignments: reassignments.list,
            PreferredReplicaElection: self._elections.preferred_replica_election,
            AutoPreferredReplicaLeaderElection: self._elections.auto_rebalance,
            ElectLeaders: self._elections.elect_leaders,
        }

    @property
    def context(self) -> ControllerContext:
        """Returns the cluster as this term knows it. To read."""
        return self._parts.context

    @property
    def channels(self) -> ChannelManager:
        """Returns the channels to the brokers. To read."""
        return self._parts.channels

    async def failover(self) -> None:
        """Takes the cluster over as its controller.

        Raises:
            ControllerMoved: another controller was elected meanwhile.
            ZkError: ZooKeeper is not there.
        """
        parts = self._parts
        context = parts.context
        isr_changes = await parts.store.read_isr_change_names()  # 1
        context.brokers = await parts.store.read_brokers()
        written = await self._topics.load()
        await parts.reassignment.load()
        events = await parts.store.read_log_dir_events()  # 2
        await parts.store.delete_log_dir_events(list(events))
        await parts.store.delete_isr_changes(isr_changes)
        for broker in context.live_brokers():  # 3
            parts.channels.add_broker(broker)
        await self._topics.load_deletions()  # 4
        await succeed_former_lives(parts, written)
        async with parts.batch.paced():  # 5
            parts.batch.add_update_metadata(context.partitions())
        await parts.replicas.startup()  # 6
        await parts.partitions.startup()  # 7
        await self._brokers.relieve_incomplete()
        await parts.reassignment.resume()  # 8
        await parts.deletion.resume()  # 9
        await self._elections.preferred_replica_election()  # 10
        await parts.store.features.enable(context.live_brokers(), is_new=not context.assignments)  # 11
        if parts.config.is_auto_rebalance_enabled:
            self._rebalance_timer.start()
        log.info(
            "controller epoch %d: %d brokers, %d topics, %d partitions",
            context.epoch,
            len(context.brokers),
            len(context.assignments),
            context.partition_count(),
        )

    async def handle(self, event: Event) -> None:
        """Handles an event. A response to another term, or of another life of a broker, is dropped."""
        if isinstance(event, BrokerResponse):
            broker = self.context.brokers.get(event.broker_id)
            if event.controller_epoch != self.term.epoch or broker is None or broker.epoch != event.broker_epoch:
                return
        await self._handlers[type(event)](event)

    def close(self) -> None:
        """Stops everything that this term started. Nothing else of it has to be undone: the object is dropped."""
        self._rebalance_timer.close()
        self._parts.channels.close()
