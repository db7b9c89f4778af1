"""The parts of one elected controller, made together at election and dropped together at resignation.

Resigning is dropping this whole: nothing of a term survives in an object that the next term uses (KAFKA-4229). What a
process keeps over its terms (queue, watches, counters) is `controller`'s.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass

from controller.admin import TopicPlanner
from controller.admin_znodes import AdminZNodes
from controller.channel_manager import ChannelManager
from controller.config import ControllerConfig
from controller.context import ControllerContext
from controller.partition_state_machine import PartitionStateMachine
from controller.reassignment import ReassignmentMachine
from controller.replica_state_machine import ReplicaStateMachine
from controller.request_batch import RequestBatch
from controller.topic_deletion import TopicDeletionMachine
from controller.zk_store import ControllerStore
from kavka.common.lane import Lane


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
    lane: Lane
    """Whose slices what is of many partitions is done in."""
    epoch_refused: Callable[[], None]
    """Says that a broker has heard of a later controller than this term's."""
