"""A broker's disk: its data directories and the logs in them. A part of the composition root.

Open when it is built; `run` looks after the logs, `tend` after what may wait until clients are served.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from kavka.broker.config.topic_config import LogConfig
from kavka.broker.log.log_manager import LogManager
from kavka.broker.replica.missing_logs import mark_missing

if TYPE_CHECKING:
    import contextlib

    from kavka.broker.assembly.identity import Identity
    from kavka.broker.assembly.tools import Tools
    from kavka.common.filesystem import FileSystem


class Storage(NamedTuple):
    """The logs, and the file system that they lie in."""

    filesystem: FileSystem
    logs: LogManager
    tools: Tools

    async def run(self) -> None:
        """Looks after the logs, until cancelled."""
        await self.tools.run({"log manager": self.logs.run})

    async def tend(self) -> None:
        """Scrubs and compacts the logs, until cancelled."""
        await self.tools.run({"scrubber": self.logs.scrubber.run, "log cleaner": self._clean})

    async def _clean(self) -> None:
        from kavka.broker.log.cleaning.cleaner import LogCleaner  # 8 ms that no start waits for
        from kavka.broker.log.cleaning.process import CleaningProcess

        tools = self.tools
        cleaner = LogCleaner(
            self.logs,
            clock=tools.clock,
            lane=tools.lanes.clients,
            metrics=tools.metrics.cleaner,
            new_worker=partial(CleaningProcess, tools.world.spawn, tools.machine_clock),
            supervisor=tools.supervisor,
        )
        await cleaner.run()

    def settle(self) -> None:
        """Ends the work on the logs that is in progress; the caller has the disk alone from then on."""
        self.logs.settle()

    def close(self) -> None:
        """Flushes the logs and marks them as clean: everything is on disk."""
        self.logs.shutdown()


async def open_storage(identity: Identity, tools: Tools, stack: contextlib.AsyncExitStack) -> Storage:
    """Opens every log; in a thread, because after a crash that may take long and ZooKeeper wants to hear of us.

    Raises:
        LogDirError: no data directory can be used.
        ZkError: ZooKeeper cannot be asked.
    """
    filesystem, config = tools.world.filesystem, identity.config()
    logs = LogManager(
        config.log_dirs,
        default_config=LogConfig(broker=config),
        clock=tools.clock,
        machine_clock=tools.machine_clock,
        filesystem=filesystem,
        lane=tools.lanes.clients,
        broker_id=identity.broker_id,
        cluster_id=identity.cluster_id,
        record_checks=tools.world.threads,
        rng=tools.rng,
        supervisor=tools.supervisor,
        scrub_metrics=tools.metrics.scrub,
        settings=identity.config,
        has_topic_ids=config.protocol.has_topic_ids,
    )
    stack.callback(logs.close)
    filesystem.keep_spare()
    await filesystem.run(logs.load)
    await mark_missing(identity.zk, logs, identity.broker_id)
    return Storage(filesystem, logs, tools)
