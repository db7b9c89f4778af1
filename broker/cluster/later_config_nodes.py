"""Configurations of types that no Kafka with ZooKeeper has, in ZooKeeper: /config/<type>/<name>, by Kafka's ConfigType.

    client-metrics   subscriptions of client metrics
    groups           what is configured of single groups

Kafka keeps them with KRaft alone, so no Kafka writes there; the path is where it would. A node without any text is
none: deleting the last text deletes it. Not here: what the texts mean (`config.client_metrics`,
`config.group_configs`), and who hears of changes (`assembly.telemetry`, `group_configs`).
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
GROUPS: Final = "groups"
LATER_TYPES: Final = (SUBSCRIPTIONS, GROUPS)
READS_AT_ONCE: Final = 500


class LaterConfigNodes:
    """Reads the configurations of one type.

    Args:
        zk: where they are.
        kind: the type.
    """

    __slots__ = ("_kind", "_zk")

    def __init__(self, zk: ZkClient, kind: str) -> None:
        self._zk = zk
        self._kind = kind

    async def read(self, name: str) -> Mapping[str, str]:
        """Returns the texts of one; none where there is no such.

        Raises:
            ZkError: ZooKeeper cannot be asked.
        """
        return (await read_config(self._zk, self._kind, sanitized(name))).texts

    async def read_each(self, names: Iterable[str]) -> dict[str, Mapping[str, str]]:
        """Returns the texts of several.

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
        """Returns the texts of all, by name.

        Raises:
            ZkError: ZooKeeper cannot be asked.
        """
        try:
            entities = sorted(await self._zk.children(paths.config_type(self._kind)))
        except NoNode:
            return {}
        return await self.read_each(map(desanitized, entities))
