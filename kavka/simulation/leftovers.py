"""What brokers leave behind that were asked for their end: nothing, neither in the process nor at its peers.

    stopped, in order ─▶ tasks and timers of its host · open files · taken addresses · connections · registration
    all of them       ─▶ watches in ZooKeeper of connections that are closed

A broker that was killed leaves all of that to its kernel, and is not asked. Not here: what lies on its disk.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from kavka.simulation.checks.invariants import Violation, violation
from kavka.zk import paths

if TYPE_CHECKING:
    from kavka.simulation.cluster import SimulatedBroker, SimulatedCluster

NAMES_MAX = 5


def left_behind(cluster: SimulatedCluster, broker: SimulatedBroker) -> list[Violation]:
    """Finds what is left of a broker whose last life has ended in order."""
    assert broker.is_over.is_set()
    host, machine = broker.host, broker.machine
    assert host is not None
    found = []
    tasks = [task.get_name() for task in host.tasks if not task.done()]
    if tasks:
        found.append(f"{len(tasks)} tasks: {', '.join(tasks[:NAMES_MAX])}")
    if timers := cluster.loop.pending_timers(host):
        found.append(f"{timers} timers")
    if machine.filesystem is not None and machine.filesystem.open_files:
        found.append(f"{machine.filesystem.open_files} open files")
    if taken := [port for address, port in cluster.network.bound if address == broker.name]:
        found.append(f"addresses: {taken}")
    if connections := cluster.network.open_at(broker.name):
        found.append(f"{connections} connections")
    server = cluster.zookeeper.machine.server
    if server is not None and paths.broker_id(broker.broker_id) in server.tree.nodes:
        found.append("its registration, and so its ZooKeeper session")
    return [violation("left-behind", f"{broker.name}: {what}") for what in found]


def watches_left_behind(cluster: SimulatedCluster, *, onlookers: int = 0) -> list[Violation]:
    """Finds watches that ZooKeeper keeps for nobody: more watchers than there are connections.

    Args:
        cluster: whose brokers have ended.
        onlookers: watchers of the run's own, which have no connection.
    """
    server = cluster.zookeeper.machine.server
    if server is None:
        return []
    watchers, connections = server.tree.watches.watchers, len(server.view().connections)
    if watchers <= connections + onlookers:
        return []
    return [violation("left-behind", f"zookeeper: watches of {watchers} connections, and {connections} are open")]
