"""Leaders dialled beside the producer's loop, so that no batch is captive of a dial.

    open_connection(leader) ─▶ there is one ─▶ a request may go
                                └─ none: a dial begins ── opened ──▶ done
                                           │ silent for SILENCE_MS, and again ──▶ silent: does another lead by now?
                                           └─ failed ──▶ failed: whatever still waits for this leader is refused

A host that is gone answers no dial, and only a deadline of many seconds tells; an election takes fewer. Until its
leader is connected a batch stays in the accumulator, unbuilt or as it was sent before, and free to go to whoever the
metadata names. Not here: what is sent (`sender`), and the connections themselves (`connections`).
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from kavka.client.cluster import Cluster
from kavka.client.connection import Connection
from kavka.client.first_response import SILENCE_MS
from kavka.wire.errors import FAILURES


class LeaderDials:
    """Opens the connections that batches wait for.

    Args:
        cluster: Whose connections.
        group: Where dials run.
        silent: Called with a leader whose dial takes long, again and again.
        failed: Called with a leader that cannot be reached, and why.
        done: Called when a dial has ended.
    """

    def __init__(
        self,
        cluster: Cluster,
        group: asyncio.TaskGroup,
        *,
        silent: Callable[[int], None],
        failed: Callable[[int, BaseException], None],
        done: Callable[[], None],
    ) -> None:
        self._cluster = cluster
        self._group = group
        self._silent = silent
        self._failed = failed
        self._done = done
        self._under_way: dict[int, asyncio.Task[None]] = {}
        self._is_stopping = False

    def open_connection(self, leader: int) -> Connection | None:
        """Returns a leader's open connection; None where a dial has begun, or is under way."""
        connection = self._cluster.open_connection(leader)
        if connection is None and leader not in self._under_way and not self._is_stopping:
            self._under_way[leader] = self._group.create_task(self._dial(leader))
        return connection

    def stop(self) -> None:
        """Gives up the dials under way, and begins no other."""
        self._is_stopping = True
        for dial in self._under_way.values():
            dial.cancel()

    async def _dial(self, leader: int) -> None:
        watch = self._group.create_task(self._watch(leader))
        try:
            await self._cluster.connection(leader)
        except FAILURES as error:
            self._failed(leader, error)
        finally:
            watch.cancel()
            del self._under_way[leader]
            self._done()

    async def _watch(self, leader: int) -> None:
        while True:
            await asyncio.sleep(SILENCE_MS / 1_000)
            self._silent(leader)
