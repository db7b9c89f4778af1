"""Leaders looked up again while a producer goes on sending: one request at a time, then a pause.

Whoever still lacks a leader afterwards asks again, so nothing is kept of topics that were asked for meanwhile.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from kavka.client.cluster import Cluster
from kavka.wire.errors import FAILURES, is_retriable


class LeaderRefresh:
    """Refreshes the metadata of topics in the background.

    Args:
        cluster: Whose metadata.
        group: Where the request runs.
        refused: Called with topics that will never have a leader for this client, and why.
        done: Called when leaders may be known.
    """

    def __init__(
        self,
        cluster: Cluster,
        group: asyncio.TaskGroup,
        *,
        refused: Callable[[set[str], BaseException], None],
        done: Callable[[], None],
    ) -> None:
        self._cluster = cluster
        self._group = group
        self._refused = refused
        self._done = done
        self._is_under_way = False
        self._is_stopping = False

    def start(self, topics: set[str]) -> None:
        """Looks up topics, unless a look-up is under way."""
        if topics and not self._is_under_way and not self._is_stopping:
            self._is_under_way = True
            self._group.create_task(self._refresh(topics))

    def stop(self) -> None:
        """Begins no other look-up, nor a pause after the present one."""
        self._is_stopping = True

    async def _refresh(self, topics: set[str]) -> None:
        try:
            await self._cluster.refresh(sorted(topics))
        except FAILURES as error:
            if not is_retriable(error):
                self._refused(topics, error)
        if not self._is_stopping:
            await asyncio.sleep(self._cluster.backoff_ms(0) / 1000)
        self._is_under_way = False
        self._done()
