"""Gives a part of the broker its own connections to the other brokers, by their ids. A part of the composition root.

    peers_of(services, dial, "metrics") ─▶ Peers ─▶ metadata: where it listens for others ─▶ dial ─▶ its response

Each purpose has connections of its own, named by the client id: a slow response of one delays no other.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from kavka.broker.transaction.peers import Peers

if TYPE_CHECKING:
    from kavka.broker.cluster.dial import Dial
    from kavka.broker.requests.services import BrokerServices


def peers_of(services: BrokerServices, dial: Dial, purpose: str) -> Peers:
    """Returns connections to the other brokers, for one purpose.

    Args:
        services: who the brokers are, and where they listen for others.
        dial: opens a connection.
        purpose: the end of the client id, `broker-<id>-<purpose>`.
    """
    listener = services.config.inter_broker_listener

    def locate(broker_id: int) -> tuple[str, int] | None:
        node = services.metadata_cache.snapshot.brokers.get(broker_id)
        return None if node is None else node.endpoint(listener)

    client_id = f"broker-{services.broker_id}-{purpose}"
    return Peers(locate=locate, dial=lambda host, port: dial(host, port, client_id))
