"""One node of a container: its embedded ZooKeeper, if it keeps one, and its broker, a process of its own.

    process 1 of the container                        python -P -m kavka.broker FILE
    ┌───────────────────────────────────┐  ready fd   ┌────────┐
    │ signals, EmbeddedZooKeeper, state │◀────────────│ broker │─▶ the container's output
    └───────────────────────────────────┘  pidfd      └────────┘

The broker is stopped in order before ZooKeeper is. When it ends by itself the container ends, with its exit code, and
whoever runs containers decides: nothing is restarted here. Not here: what is to run (`plan`).
"""

from __future__ import annotations

import asyncio
import json
import os
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

from kavka.broker.config.properties import encode_properties
from kavka.broker.config.sources import PREFIXES
from kavka.common.private_files import make_private_directory, write_private
from kavka.container.health import STATE_NAME
from kavka.container.kraft import EVERYWHERE, LOOPBACK
from kavka.container.plan import NodePlan
from kavka.container.signals import end_on_signals
from kavka.local.child import exit_of, first_line
from kavka.timer.clock import Clock
from kavka.timer.waiting import wait_done
from kavka.zk import paths
from kavka.zk.ops import CreateOp
from kavka.zk.server import EmbeddedZooKeeper
from kavka.zk.znodes import ClusterIdZNode

PROPERTIES_NAME: Final = "server.properties"
STOP_TIMEOUT_MS: Final = 8_000
"""How long a broker may take to stop in order: engines kill a container after 10 s, and ZooKeeper is last."""
KILL_TIMEOUT_MS: Final = 1_000
EXIT_KILLED: Final = 128
"""What a shell adds to the number of the signal that ended a process."""

READY: Final = "kavka: [KafkaServer id={}] started: Kafka Server started, Transitioning from RECOVERY to RUNNING"
"""What is said when clients are served: tools that start Kafka's images in tests wait for one of the three phrases."""


class NodeRun:
    """One node; `run` it once.

    Args:
        plan: what to run.
        run_dir: for the files that the node needs while it runs.
        say: writes a line to the user.
        clock: the machine's.
    """

    def __init__(self, plan: NodePlan, run_dir: Path, say: Callable[[str], None], clock: Clock) -> None:
        self._plan = plan
        self._run_dir = run_dir
        self._say = say
        self._clock = clock
        self._keeper: EmbeddedZooKeeper | None = None

    async def run(self) -> int:
        """Runs until SIGTERM or SIGINT, or until the broker ends; returns the exit code.

        Raises:
            StorageCorrupt, StorageInUse, StorageFailed: the embedded ZooKeeper's files cannot be used.
            OSError: an address or a directory cannot be used.
        """
        stopping: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        end_on_signals(stopping)
        make_private_directory(self._run_dir)
        try:
            ends = [stopping, *await self._start_keeper()]
            return await (self._run_broker(ends) if self._plan.runs_broker else self._keep(ends))
        finally:
            (self._run_dir / STATE_NAME).unlink(missing_ok=True)
            (self._run_dir / PROPERTIES_NAME).unlink(missing_ok=True)
            if self._keeper is not None:
                await self._keeper.close()

    # ---- ZooKeeper --------------------------------------------------------------------------------------------------

    async def _start_keeper(self) -> list[asyncio.Future[None]]:
        """Starts the embedded ZooKeeper if this node keeps it. Returns the futures that end the node, too."""
        plan = self._plan
        if plan.keeper is None:
            return []
        make_private_directory(Path(plan.keeper_dir))
        keeper = EmbeddedZooKeeper(plan.keeper_dir, host=plan.keeper.host, port=plan.keeper.port)
        await keeper.start()
        self._keeper = keeper
        if plan.cluster_id is not None:
            self._name_cluster(keeper, plan.cluster_id)
        return [keeper.failed]

    def _name_cluster(self, keeper: EmbeddedZooKeeper, cluster_id: str) -> None:
        """Gives the cluster the id that its user has chosen, unless it has one."""
        if keeper.tree.exists(paths.CLUSTER_ID):
            has = ClusterIdZNode.decode(keeper.tree.get(paths.CLUSTER_ID)[0] or b"").cluster_id
            if has != cluster_id:
                self._say(f"kavka: this cluster's id is {has}, and stays: CLUSTER_ID={cluster_id} is set aside")
            return
        parent = paths.CLUSTER_ID.rpartition("/")[0]
        if not keeper.tree.exists(parent):
            keeper.write_by_hand(CreateOp(parent, None))
        keeper.write_by_hand(CreateOp(paths.CLUSTER_ID, ClusterIdZNode(cluster_id).encode()))

    async def _keep(self, ends: list[asyncio.Future[None]]) -> int:
        """Runs a node without a broker: it keeps ZooKeeper, or nothing at all."""
        keeper = self._keeper
        if keeper is None:
            self._say("kavka: this node is a controller only; another one has the ZooKeeper: there is nothing to do")
            self._tell(host=LOOPBACK, port=0, admin=None)
        else:
            self._say(
                f"kavka: this node is a controller only, and keeps the cluster's ZooKeeper at {self._plan.keeper}"
            )
            self._tell(host=self._keeper_host(), port=keeper.port, admin=None)
        await asyncio.wait(ends, return_when=asyncio.FIRST_COMPLETED)
        self._check_keeper()
        return 0

    def _keeper_host(self) -> str:
        """By which address the keeper is reached from here."""
        assert self._plan.keeper is not None
        return LOOPBACK if self._plan.keeper.host == EVERYWHERE else self._plan.keeper.host

    def _check_keeper(self) -> None:
        """Raises StorageFailed when the embedded ZooKeeper had to stop."""
        if self._keeper is not None and self._keeper.failed.done():
            self._keeper.failed.result()

    # ---- the broker -------------------------------------------------------------------------------------------------

    async def _run_broker(self, ends: list[asyncio.Future[None]]) -> int:
        receiver, sender = os.pipe()
        try:
            process = self._spawn(sender)
        except BaseException:
            os.close(receiver)
            raise
        finally:
            os.close(sender)
        exited, ready = exit_of(process), first_line(receiver)
        any_end: list[asyncio.Future[Any]] = [exited, *ends]
        await asyncio.wait([ready, *any_end], return_when=asyncio.FIRST_COMPLETED)
        if ready.done() and ready.result():
            self._welcome(json.loads(ready.result()))
        await asyncio.wait(any_end, return_when=asyncio.FIRST_COMPLETED)
        if exited.done():
            return _exit_code(exited.result())
        await _stop(process, exited, self._clock)
        self._check_keeper()
        return 0

    def _spawn(self, ready_fd: int) -> subprocess.Popen[bytes]:
        properties = dict(self._plan.properties)
        if self._keeper is not None:
            properties["zookeeper.connect"] = f"{self._keeper_host()}:{self._keeper.port}"
        file = self._run_dir / PROPERTIES_NAME
        write_private(file, encode_properties(properties).encode())
        # The variables are in the file: as they came, a broker would refuse KRaft's.
        environment = {name: value for name, value in os.environ.items() if not name.startswith(PREFIXES)}
        command = [sys.executable, "-P", "-m", "kavka.broker", str(file), "--ready-fd", str(ready_fd)]
        command += ["--log-level", self._plan.log_level]
        return subprocess.Popen(
            command, env=environment, stdin=subprocess.DEVNULL, pass_fds=(ready_fd,), start_new_session=True
        )

    def _welcome(self, ready: dict[str, Any]) -> None:
        self._tell(host=ready["host"], port=ready["port"], admin=ready["admin"])
        self._say(READY.format(ready["id"]))

    def _tell(self, *, host: str, port: int, admin: str | None) -> None:
        """Writes down for the health check that the node serves, and where."""
        state = {"host": host, "port": port, "admin": admin}
        write_private(self._run_dir / STATE_NAME, json.dumps(state).encode())


async def _stop(process: subprocess.Popen[bytes], exited: asyncio.Future[int], clock: Clock) -> None:
    for number, timeout_ms in ((signal.SIGTERM, STOP_TIMEOUT_MS), (signal.SIGKILL, KILL_TIMEOUT_MS)):
        process.send_signal(number)
        await wait_done(clock, (exited,), timeout_ms)
        if exited.done():
            return


def _exit_code(code: int) -> int:
    """What the container ends with: never 0, for nobody asked for it."""
    return EXIT_KILLED - code if code < 0 else code or 1
