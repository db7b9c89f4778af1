"""The parts of one elected controller, made together at election and dropped together at resignation.

Resigning is dropping this whole: nothing of a term survives in an object that the next term uses (KAFKA-4229). What a
process keeps over its terms (queue, watches, counters) is `controller`'s.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass

from kavka.common.lane import Lane
from kavka.controller.admin import TopicPlanner
from kavka.controller.admin_znodes import AdminZNodes
from kavka.controller.channel_manager import ChannelManager
from kavka.controller.config import ControllerConfig
from kavka.controller.context import ControllerContext
from kavka.controller.partition_state_machine import PartitionStateMachine
from kavka.controller.reassignment import ReassignmentMachine
from kavka.controller.replica_state_machine import ReplicaStateMachine
from kavka.controller.request_batch import RequestBatch
from kavka.controller.statistics import TransitionStatistics
from kavka.controller.topic_deletion import TopicDeletionMachine
from kavka.controller.zk_store import ControllerStore


@dataclass(frozen=True, slots=True, kw_only=True)
class ControllerParts:
    """What the procedures of one term work with."""

    config: ControllerConfig
    context: ControllerContext
    store: ControllerStore
    batch: RequestBatch
    channels: ChannelManager
    partitions: PartitionStateMachine
    replicas: ReplicaStateMachine
    deletion: TopicDeletionMachine
    reassignment: ReassignmentMachine
    admin_znodes: AdminZNodes
    planner: TopicPlanner
    rng: random.Random
    statistics: TransitionStatistics
    lane: Lane
    """Whose slices what is of many partitions is done in."""
    epoch_refused: Callable[[], None]
    """Says that a broker has heard of a later controller than this term's."""
