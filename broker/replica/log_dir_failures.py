"""What a broker does when a data directory of its own fails: it tells the controller, or ends when none is left.

    I/O error ─▶ log_dir (fenced) ─▶ listener ─▶ run ─▶ /log_dir_event_notification/log_dir_event_…   others serve on
                                                   └──▶ AllLogDirsFailed           nothing is left that may come back

The notification says only which broker it was. The controller then asks it about all its replicas with LeaderAndIsr and
learns from the KAFKA_STORAGE_ERRORs in the response which ones are lost. Not here: noticing the error (`log.log_dir`),
answering those who wait for the partitions (`replica.replica_manager`), bringing full ones back (`log_dir_returns`).
"""

from __future__ import annotations

import asyncio
import logging
from typing import Final

from kavka.broker.log.log_manager import LogManager
from kavka.zk import paths
from kavka.zk.client import ZkClient
from kavka.zk.errors import ZkError
from kavka.zk.znodes import LogDirEventZNode

_log = logging.getLogger(__name__)

RETRY_BACKOFF_MS: Final = 500
"""Pause before the notification is written again while ZooKeeper is away."""


class AllLogDirsFailed(Exception):
    """No data directory is left or may come back, so the broker has to end; names them with what went wrong."""


class LogDirFailures:
    """Watches the data directories of one broker.

    Args:
        log_manager: whose directories.
        zk: where the controller hears of it.
        broker_id: this broker.
    """

    __slots__ = ("_broker_id", "_failed", "_log_manager", "_zk")

    def __init__(self, log_manager: LogManager, zk: ZkClient, broker_id: int) -> None:
        self._log_manager = log_manager
        self._zk = zk
        self._broker_id = broker_id
        self._failed = asyncio.Event()
        log_manager.add_offline_listener(lambda _: self._failed.set())

    async def run(self) -> None:
        """Handles log directory failures until cancelled.

        Raises:
            AllLogDirsFailed: the last directory failed, and none waits for room.
        """
        while True:
            await self._failed.wait()
            self._failed.clear()
            if not self._log_manager.online_dirs:
                failures = "; ".join(f"{log_dir}: {log_dir.failure}" for log_dir in self._log_manager.offline_dirs)
                if not self._log_manager.returns.waiting:
                    raise AllLogDirsFailed(f"all data directories have failed: {failures}")
                _log.critical("no data directory is left until there is room again: %s", failures)
            await self.tell()

    async def tell(self) -> None:
        """Notifies the controller of failed directories; returns when ZooKeeper has the notification.

        The controller then asks about every replica of this broker.
        """
        while True:
            try:
                await self._zk.create(
                    paths.LOG_DIR_EVENT_PREFIX, LogDirEventZNode(self._broker_id).encode(), sequential=True
                )
                return
            except ZkError as error:
                _log.warning("the controller is not told yet which data directories are offline: %s", error)
            await self._zk.clock.sleep(RETRY_BACKOFF_MS)
