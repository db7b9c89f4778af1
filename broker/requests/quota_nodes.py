"""Which znodes may hold quotas: a walk over /config/users, their clients, /config/clients and /config/ips.

Not here: what they hold (`quota.limits`), who is notified (`broker.assembly.quotas`).
"""

from __future__ import annotations

import asyncio
from typing import Final

from kavka.broker.quota.entities import CLIENTS, ENTITY_TYPES, USERS, QuotaEntity, entity_at
from kavka.zk import paths
from kavka.zk.client import ZkClient
from kavka.zk.errors import NoNode

READS_AT_ONCE: Final = 500


async def stored_entities(zk: ZkClient) -> list[QuotaEntity]:
    """Returns every entity that has a node that may hold a quota.

    Raises:
        ZkError: ZooKeeper cannot be asked.
    """
    kinds = await asyncio.gather(*(_children(zk, paths.config_type(kind)) for kind in ENTITY_TYPES))
    nodes = [(kind, name) for kind, names in zip(ENTITY_TYPES, kinds, strict=True) for name in names]
    users = [name for kind, name in nodes if kind == USERS]
    for start in range(0, len(users), READS_AT_ONCE):
        part = users[start : start + READS_AT_ONCE]
        clients = await asyncio.gather(*(_children(zk, paths.config(USERS, f"{user}/{CLIENTS}")) for user in part))
        nodes += [
            (USERS, f"{user}/{CLIENTS}/{name}") for user, names in zip(part, clients, strict=True) for name in names
        ]
    return [found for kind, path in nodes if (found := entity_at(kind, path)) is not None]


async def _children(zk: ZkClient, path: str) -> list[str]:
    try:
        return sorted(await zk.children(path))
    except NoNode:
        return []
