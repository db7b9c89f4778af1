"""A broker's coordinators: of groups, of transactions, of share groups' states. A part of the root.

    Replication ─▶ InternalAppends ─▶ coordinator ─▶ InternalLog: loads what this broker comes to lead

Each has an internal topic. What they have in common is here, what belongs to one of them in `groups`, `transactions`
and `share_states`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from kavka.broker.assembly.groups import Groups, assemble_groups
from kavka.broker.assembly.share_partitions import ShareReading, assemble_share_reading
from kavka.broker.assembly.share_states import ShareStates, assemble_share_states
from kavka.broker.assembly.transactions import Transactions, assemble_transactions

if TYPE_CHECKING:
    from kavka.broker.assembly.cluster import Cluster
    from kavka.broker.assembly.replication import Replication
    from kavka.broker.assembly.storage import Storage
    from kavka.broker.assembly.tools import Tools


@dataclass(frozen=True, slots=True)
class Coordinators:
    """What this broker coordinates."""

    groups: Groups
    transactions: Transactions
    share_states: ShareStates
    share_reading: ShareReading
    tools: Tools

    async def run(self) -> None:
        """Loads what this broker comes to coordinate, and watches its times, until cancelled."""
        await self.tools.run(
            {
                "groups": self.groups.run,
                "transactions": self.transactions.run,
                "share states": self.share_states.run,
                "share-partitions": self.share_reading.share_partitions.run,
            }
        )

    async def close(self) -> None:
        """Closes the connections to other brokers."""
        await self.transactions.close()
        await self.share_states.close()
        await self.groups.close()


def coordinate(storage: Storage, cluster: Cluster, replication: Replication, tools: Tools) -> Coordinators:
    """Builds the coordinators, before the first request of a controller."""
    share_states = assemble_share_states(storage, cluster, replication, tools)
    persister = share_states.persister
    groups = assemble_groups(storage, cluster, replication, persister, tools)
    return Coordinators(
        groups=groups,
        transactions=assemble_transactions(storage, cluster, replication, tools),
        share_states=share_states,
        share_reading=assemble_share_reading(storage, cluster, replication, persister, groups.configs, tools),
        tools=tools,
    )
