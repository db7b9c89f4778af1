"""The world of a real broker: this machine's clocks, chance, disks, network, threads and processes, and ZooKeeper.

`machine_world` makes the argument of `app.Broker` that entry points give. Here are the adapters that are a few lines;
the others: `kavka.common.machine_filesystem`, `kavka.common.machine_network`, `log.check_threads`, `kavka.zk`.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import random
import sys
import time
from asyncio.subprocess import PIPE, Process
from typing import TYPE_CHECKING

from kavka.broker.cluster.zookeeper_client import acl_of_new_nodes, zookeeper_login
from kavka.broker.log.check_threads import CheckThreads
from kavka.broker.world import ProcessFacts, World
from kavka.common.descriptors import soft_limit
from kavka.common.machine_filesystem import MachineFileSystem
from kavka.common.machine_memory import machine_memory_bytes
from kavka.common.machine_network import MachineNetwork
from kavka.timer.clock import Clock, SystemClock
from kavka.zk.former_session import SessionKey, end_session
from kavka.zk.kazoo_client import KazooZk

if TYPE_CHECKING:
    from kavka.broker.config.broker_config import BrokerConfig
    from kavka.zk.client import ZkClient

SEED_BYTES = 16


def machine_world() -> World:
    """Builds the world of one life of a broker on this machine."""
    clock = SystemClock()
    return World(
        clock=clock,
        rng=random.Random(os.urandom(SEED_BYTES)),
        random_bytes=os.urandom,
        filesystem=MachineFileSystem(),
        network=MachineNetwork(),
        zookeeper=KazooZooKeeper(clock),
        threads=CheckThreads(),
        spawn=spawn,
        process=ProcessFacts(pid=os.getpid(), descriptors_max=soft_limit(), memory_bytes=machine_memory_bytes()),
        ticks=time.perf_counter_ns,
        thread_ticks=time.thread_time_ns,
    )


class KazooZooKeeper:
    """A real ZooKeeper, or the embedded server, over kazoo.

    Args:
        clock: what sessions go by.
    """

    __slots__ = ("_clock",)

    def __init__(self, clock: Clock) -> None:
        self._clock = clock

    def client(self, config: BrokerConfig, hosts: str | None = None) -> ZkClient:
        """Builds a client that is not started yet."""
        return KazooZk(
            hosts or config.zookeeper_connect,
            session_timeout_ms=config.zookeeper_session_timeout_ms,
            clock=self._clock,
            login=zookeeper_login(config),
            acl_of=acl_of_new_nodes(config),
            ends_with_loop=True,
        )

    async def end_session(self, config: BrokerConfig, key: SessionKey) -> bool:
        """Closes a session that a former process left."""
        return await end_session(
            config.zookeeper_connect,
            key,
            timeout_ms=config.zookeeper_session_timeout_ms,
            login=zookeeper_login(config),
        )


class ChildProcess:
    """A process of this interpreter, in a session of its own: Ctrl-C is for the broker, which then ends it."""

    __slots__ = ("_process",)

    def __init__(self, process: Process) -> None:
        self._process = process

    async def send(self, line: bytes) -> None:
        """Writes to its input, and waits until the pipe has taken it."""
        assert self._process.stdin is not None
        self._process.stdin.write(line)
        await self._process.stdin.drain()

    async def readline(self) -> bytes:
        """Reads a line of its output."""
        assert self._process.stdout is not None
        return await self._process.stdout.readline()

    async def wait(self) -> int:
        """Waits for its end."""
        return await self._process.wait()

    def kill(self) -> None:
        """Kills it, unless it has ended."""
        with contextlib.suppress(ProcessLookupError):
            self._process.kill()

    def close(self) -> None:
        """Closes its input."""
        assert self._process.stdin is not None
        self._process.stdin.close()


async def spawn(module: str, line_bytes_max: int) -> ChildProcess:
    """Starts a process that runs a module."""
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        "-P",
        "-m",
        module,
        stdin=PIPE,
        stdout=PIPE,
        limit=line_bytes_max,
        start_new_session=True,
    )
    return ChildProcess(process)
