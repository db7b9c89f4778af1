"""Hands in ZooKeeper's tree: what an operator does with a shell, and a session that ends before its time.

They act on the server itself, as requests of a stranger would: what is written goes to its log, and watches fire. While
the server does not run nothing is done. Not here: when (`hands`).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from kavka.simulation.hosts import HostState
from kavka.zk import paths
from kavka.zk.errors import ZkError
from kavka.zk.ops import CreateOp, DeleteOp, SetOp

if TYPE_CHECKING:
    from kavka.simulation.cluster import SimulatedEnsemble
    from kavka.zk.server import EmbeddedZooKeeper


def delete_znode(ensemble: SimulatedEnsemble, path: str) -> None:
    """Deletes a node; one that is not there, or has others below it, stays as it is."""
    _write(ensemble, DeleteOp(path))


def set_znode(ensemble: SimulatedEnsemble, path: str, text: str) -> None:
    """Replaces a node's data, or makes the node."""

    def write(server: EmbeddedZooKeeper) -> None:
        is_there = path in server.tree.nodes
        data = text.encode()
        server.write_by_hand(SetOp(path, data) if is_there else CreateOp(path, data))

    _within(ensemble, write)


def expire_session(ensemble: SimulatedEnsemble, broker_id: int) -> None:
    """Ends the session that a broker is registered with."""

    def expire(server: EmbeddedZooKeeper) -> None:
        node = server.tree.nodes.get(paths.broker_id(broker_id))
        if node is not None and node.owner in server.tree.sessions:
            server.expire_session(node.owner)

    _within(ensemble, expire)


def _write(ensemble: SimulatedEnsemble, op: CreateOp | SetOp | DeleteOp) -> None:
    _within(ensemble, lambda server: server.write_by_hand(op))


def _within(ensemble: SimulatedEnsemble, act: Callable[[EmbeddedZooKeeper], None]) -> None:
    """Acts on the server, as code of its host."""
    server, host = ensemble.machine.server, ensemble.host
    if server is None or host is None or host.state is not HostState.RUNS:
        return

    def guarded() -> None:
        try:
            act(server)
        except ZkError:  # an operator who is told that it cannot be done
            return

    host.context.copy().run(guarded)
