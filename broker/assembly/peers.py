"""Gives a part of the broker its own connections to the other brokers, by their ids. A part of the composition root.

    Cluster.peers("metrics") ─▶ Peers ─▶ metadata: where it listens for others ─▶ dial ─▶ its response

Each purpose has connections of its own, named by the client id: a slow response of one delays no other.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from kavka.broker.transaction.peers import Peers

if TYPE_CHECKING:
    from kavka.broker.cluster.dial import Dial
    from kavka.broker.cluster.metadata_cache import MetadataCache


def peers_of(cache: MetadataCache, listener: str, dial: Dial, broker_id: int, purpose: str) -> Peers:
    """Returns connections to the other brokers, for one purpose.

    Args:
        cache: who the brokers are.
        listener: where they listen for others.
        dial: opens a connection.
        broker_id: this broker.
        purpose: the end of the client id, `broker-<id>-<purpose>`.
    """

    def locate(other_id: int) -> tuple[str, int] | None:
        node = cache.snapshot.brokers.get(other_id)
        return None if node is None else node.endpoint(listener)

    client_id = f"broker-{broker_id}-{purpose}"
    return Peers(locate=locate, dial=lambda host, port: dial(host, port, client_id))
