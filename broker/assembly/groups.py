"""Gives a broker its consumer groups: the coordinator, and its log, `__consumer_offsets`.

A part of the composition root (`broker.app`): here is only what is put together with what.
"""

from __future__ import annotations

import asyncio
import random
from typing import TYPE_CHECKING

from kavka.broker.group.coordinator import GroupCoordinator
from kavka.broker.group.group_config import GroupConfig
from kavka.broker.replica.internal_appends import InternalAppends
from kavka.broker.replica.internal_log import InternalLog
from kavka.broker.requests import internal_topics
from kavka.common.supervised import Supervisor

if TYPE_CHECKING:
    from kavka.broker.requests.services import BrokerServices
    from kavka.common.filesystem import FileSystem


class Groups:
    """What runs.

    Args:
        coordinator: as handlers see it.
        log: where it writes.
        supervisor: begins again what failed.
    """

    __slots__ = ("_log", "_supervisor", "coordinator")

    def __init__(self, coordinator: GroupCoordinator, log: InternalLog, supervisor: Supervisor) -> None:
        self.coordinator = coordinator
        self._log = log
        self._supervisor = supervisor

    async def run(self) -> None:
        """Loads groups, expires members and committed offsets; until cancelled."""
        async with asyncio.TaskGroup() as tasks:
            tasks.create_task(self._supervisor.keep("loading of groups", self._log.run), name="loading of groups")
            tasks.create_task(self.coordinator.run(), name="group coordinator")


def assemble_groups(services: BrokerServices, filesystem: FileSystem, rng: random.Random) -> Groups:
    """Builds the group coordinator before the first request of a controller.

    Sets `groups` and `transactional_offsets` of the services.
    """
    config = GroupConfig.from_broker(services.config)
    coordinator = GroupCoordinator(
        InternalAppends(internal_topics.OFFSETS.name, services.replica_manager, services.clock),
        clock=services.clock,
        rng=rng,
        config=lambda: config,
        partition_count=lambda: internal_topics.partition_count(services, internal_topics.OFFSETS),
        completions=services.replica_manager.completions,
        metrics=services.metrics.groups,
        supervisor=services.replica_manager.supervisor,
        lane=services.lane,
    )
    log = InternalLog(
        internal_topics.OFFSETS.name,
        services.replica_manager,
        coordinator.store,
        filesystem=filesystem,
        clock=services.clock,
        load_bytes=config.load_bytes,
        lane=services.lane,
        loads_damaged=lambda: bool(services.config["kavka.coordinator.load.damaged"]),
    )
    services.groups = coordinator
    services.transactional_offsets = coordinator
    return Groups(coordinator, log, services.replica_manager.supervisor)
