"""Subscriptions of client metrics in ZooKeeper: /config/client-metrics/<name>, as Kafka's ConfigType names it.

Kafka keeps them with KRaft alone, so no Kafka writes there; the path is where it would. A node without any text is no
subscription: deleting the last text deletes it. Not here: what the texts mean (`config.client_metrics`), and who hears
of changes (`assembly.telemetry`).
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Mapping
from typing import Final

from kavka.broker.cluster.topic_configs import read_config
from kavka.zk import paths
from kavka.zk.client import ZkClient
from kavka.zk.errors import NoNode
from kavka.zk.sanitizer import desanitized, sanitized

SUBSCRIPTIONS: Final = "client-metrics"
READS_AT_ONCE: Final = 500


class SubscriptionNodes:
    """Reads subscriptions.

    Args:
        zk: where they are.
    """

    __slots__ = ("_zk",)

    def __init__(self, zk: ZkClient) -> None:
        self._zk = zk

    async def read(self, name: str) -> Mapping[str, str]:
        """Returns the texts of a subscription; none where there is no such.

        Raises:
            ZkError: ZooKeeper cannot be asked.
        """
        return (await read_config(self._zk, SUBSCRIPTIONS, sanitized(name))).texts

    async def read_each(self, names: Iterable[str]) -> dict[str, Mapping[str, str]]:
        """Returns the texts of several subscriptions.

        Raises:
            ZkError: ZooKeeper cannot be asked.
        """
        names = list(names)
        found: dict[str, Mapping[str, str]] = {}
        for start in range(0, len(names), READS_AT_ONCE):
            part = names[start : start + READS_AT_ONCE]
            found.update(zip(part, await asyncio.gather(*map(self.read, part)), strict=True))
        return found

    async def read_all(self) -> dict[str, Mapping[str, str]]:
        """Returns the texts of all subscriptions, by name.

        Raises:
            ZkError: ZooKeeper cannot be asked.
        """
        try:
            entities = sorted(await self._zk.children(paths.config_type(SUBSCRIPTIONS)))
        except NoNode:
            return {}
        return await self.read_each(map(desanitized, entities))
