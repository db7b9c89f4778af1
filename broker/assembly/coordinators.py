"""A broker's coordinators: of groups, of transactions, of share groups' states. A part of the root.

    Replication ─▶ InternalAppends ─▶ coordinator ─▶ InternalLog: loads what this broker comes to lead

Each has an internal topic. What they have in common is here, what belongs to one of them in `groups`, `transactions`
and `share_states`. Of share groups nothing is built, nor imported, before a client asks for it or this broker leads a
partition of their topic (decision 0114).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from kavka.broker.assembly.groups import Groups, assemble_groups
from kavka.broker.assembly.transactions import Transactions, assemble_transactions
from kavka.broker.requests.internal_topics import SHARE_STATES
from kavka.common.on_demand import OnDemand

if TYPE_CHECKING:
    from kavka.broker.assembly.cluster import Cluster
    from kavka.broker.assembly.replication import Replication
    from kavka.broker.assembly.share_partitions import ShareReading
    from kavka.broker.assembly.share_states import ShareStates
    from kavka.broker.assembly.storage import Storage
    from kavka.broker.assembly.tools import Tools
    from kavka.protocol.epochs import LeaderEpoch


class Coordinators(NamedTuple):
    """What this broker coordinates."""

    groups: Groups
    transactions: Transactions
    share_states: OnDemand[ShareStates]
    share_reading: OnDemand[ShareReading]
    tools: Tools

    async def run(self) -> None:
        """Loads what this broker comes to coordinate, and watches its times, until cancelled."""
        await self.tools.run(
            {
                "groups": self.groups.run,
                "transactions": self.transactions.run,
                "share states": self._keep_share_states,
                "share-partitions": self._read_shares,
            }
        )

    async def _keep_share_states(self) -> None:
        share_states = await self.share_states.wait()
        await share_states.run()

    async def _read_shares(self) -> None:
        share_reading = await self.share_reading.wait()
        await share_reading.share_partitions.run()

    async def close(self) -> None:
        """Closes the connections to other brokers."""
        await self.transactions.close()
        if self.share_states.built is not None:
            await self.share_states.built.close()
        await self.groups.close()


class _FirstLeadership:
    """Builds the share coordinator when this broker comes to lead the first partition of its topic.

    From then on the coordinator's log listens instead.
    """

    __slots__ = ("_share_states",)

    def __init__(self, share_states: OnDemand[ShareStates]) -> None:
        self._share_states = share_states

    def elected(self, index: int, leader_epoch: LeaderEpoch) -> None:
        """Builds the coordinator, and has it load the partition."""
        self._share_states.get().log.elected(index, leader_epoch)

    def resigned(self, index: int) -> None:
        """Ignores it: none was led."""


def coordinate(storage: Storage, cluster: Cluster, replication: Replication, tools: Tools) -> Coordinators:
    """Builds the coordinators, before the first request of a controller; those of share groups on demand."""

    def build_share_states() -> ShareStates:
        from kavka.broker.assembly.share_states import assemble_share_states

        return assemble_share_states(storage, cluster, replication, tools)

    def build_share_reading() -> ShareReading:
        from kavka.broker.assembly.share_partitions import assemble_share_reading

        persister = share_states.get().persister
        return assemble_share_reading(storage, cluster, replication, persister, groups.configs, tools)

    share_states = OnDemand(build_share_states)
    replication.manager.leaderships.set_listener(SHARE_STATES.name, _FirstLeadership(share_states))
    groups = assemble_groups(storage, cluster, replication, lambda: share_states.get().persister, tools)
    return Coordinators(
        groups=groups,
        transactions=assemble_transactions(storage, cluster, replication, tools),
        share_states=share_states,
        share_reading=OnDemand(build_share_reading),
        tools=tools,
    )
