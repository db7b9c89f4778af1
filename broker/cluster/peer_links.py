"""The links of a broker to the controller's broker and to the others: `kavka.wire.peer_link`, located by the metadata.

    controller_link    whoever is the controller now; a connection to a former one serves no more
    broker_links       each of the others by its id; an open connection serves until it breaks

Not here: what is asked, and when again (`controller_channel`, `isr_writers`, `controlled_shutdown`; the coordinator's
markers and verifications). A follower has its own link to each leader (`replica.fetcher`).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from kavka.wire.peer_link import PeerLink, PeerLinks, PeerUnknown

if TYPE_CHECKING:
    from kavka.broker.cluster.metadata_cache import MetadataCache
    from kavka.timer.clock import Clock
    from kavka.wire.peer_link import Address, C, Dial


def controller_link(
    cache: MetadataCache, *, controller_id: Callable[[], int], listener: str, dial: Dial[C], purpose: str, clock: Clock
) -> PeerLink[C]:
    """Returns a link to whoever is the controller.

    Args:
        cache: where brokers are reached.
        controller_id: who is the controller now, −1 when nobody knows.
        listener: the name of the listener that it is dialled at.
        dial: opens a connection.
        purpose: as of `PeerLink`.
        clock: likewise.
    """

    async def locate(connected_to: Address | None) -> Address:
        node_id = controller_id()
        address = _address_of(cache, node_id, listener)
        if address is None:
            raise PeerUnknown(f"nobody knows where controller {node_id} is")
        return address

    return PeerLink(locate=locate, dial=dial, purpose=purpose, clock=clock)


def broker_links(cache: MetadataCache, *, listener: str, dial: Dial[C], purpose: str, clock: Clock) -> PeerLinks[C]:
    """Returns links to the other brokers.

    Args:
        cache: who the brokers are.
        listener: where they listen for others.
        dial: opens a connection.
        purpose: as of `PeerLink`.
        clock: likewise.
    """
    return PeerLinks(
        locate=lambda node_id: _address_of(cache, node_id, listener), dial=dial, purpose=purpose, clock=clock
    )


def _address_of(cache: MetadataCache, node_id: int, listener: str) -> Address | None:
    node = cache.snapshot.brokers.get(node_id)
    return None if node is None else node.endpoint(listener)
