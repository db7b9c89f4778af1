"""Everything that a broker does to its outside, as ports: the one argument of its root, beside its configuration.

    World ── clock, ticks, thread_ticks   what time it is; what passes, and what the loop's thread computes
          ├─ rng, random_bytes            chance for ids, names and jitter; secrets
          ├─ filesystem                   every file (`kavka.common.filesystem`)
          ├─ network                      listens, dials, and knows the machine's address (`kavka.common.network`)
          ├─ zookeeper                    sessions (`kavka.zk.client`)
          ├─ threads                      what would hold the loop
          ├─ spawn                        processes
          └─ process                      what the broker's own process is and may have

`broker.machine` makes the real one, `kavka.simulation` one in memory; nothing else of a broker opens a file, a socket,
a thread or a process, reads a clock or takes chance (`tests/tidy/effects.py`). A world is one broker's for one life:
the next start gets another, over the same disk.

Not here: what entry points do before there is a broker (reading `server.properties`, signals, tuning the process).
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol, TypeVar

if TYPE_CHECKING:
    import random

    from kavka.broker.config.broker_config import BrokerConfig
    from kavka.common.filesystem import FileSystem
    from kavka.common.network import Network
    from kavka.timer.clock import Clock
    from kavka.zk.client import ZkClient
    from kavka.zk.former_session import SessionKey

T = TypeVar("T")


class ZooKeeper(Protocol):
    """The ensemble that a broker's configuration names."""

    def client(self, config: BrokerConfig, hosts: str | None = None) -> ZkClient:
        """Builds a client that is not started yet.

        Args:
            config: of the broker.
            hosts: another place than `zookeeper.connect`.
        """

    async def end_session(self, config: BrokerConfig, key: SessionKey) -> bool:
        """Closes a session that a former process left; returns whether it is over."""


class Threads(Protocol):
    """Where plain computations run that would hold the event loop for too long."""

    async def run(self, work: Callable[[], T]) -> T:
        """Calls `work` beside the loop, after what came before; returns its result, raises what it raises."""

    def close(self) -> None:
        """Ends the threads after what they are doing, without waiting; what has not begun is dropped."""


class Child(Protocol):
    """A process of the broker's, on its standard input and output."""

    async def send(self, line: bytes) -> None:
        """Writes to its input. Raises ConnectionError: it has ended."""

    async def readline(self) -> bytes:
        """Reads a line of its output; one without a newline is the last, for it has ended."""

    async def wait(self) -> int:
        """Waits for its end; returns the exit code."""

    def kill(self) -> None:
        """Kills it, unless it has ended."""

    def close(self) -> None:
        """Closes its input."""


Spawn = Callable[[str, int], Awaitable[Child]]
"""(name of a module, bytes of its longest line) → a process that runs it; raises OSError."""


@dataclass(frozen=True, slots=True)
class ProcessFacts:
    """What a broker's process is, and what it may have."""

    pid: int
    descriptors_max: int
    memory_bytes: int


@dataclass(frozen=True, slots=True)
class World:
    """The effects of one broker; see the module."""

    clock: Clock
    """The machine's; the one that a development cluster moves is made over it."""
    rng: random.Random
    """For ids, placements, names and jitter."""
    random_bytes: Callable[[int], bytes]
    """For secrets."""
    filesystem: FileSystem
    network: Network
    zookeeper: ZooKeeper
    threads: Threads
    spawn: Spawn
    process: ProcessFacts
    ticks: Callable[[], int]
    """Nanoseconds that pass, whatever the clock says."""
    thread_ticks: Callable[[], int]
    """Nanoseconds in which the loop's thread computed."""
