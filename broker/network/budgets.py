"""What clients may make a broker hold, over all its listeners: the budgets of memory and of descriptors.

    kavka.unread.responses.max.bytes   responses that were not read      −1: a sixteenth of the memory, 64 MiB at least
    queued.max.request.bytes           requests that have not come whole −1: kavka.incomplete.requests.max.bytes
    kavka.incomplete.requests.max.bytes                                  −1: likewise, and one request at least

A sixteenth, twice, because `kavka start -n 3` puts three brokers on a machine, and what they share with its page cache
is what makes them fast. Not here: what is done when a budget is used up (`network.unread_output`, `request_memory`,
`descriptor_room`).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from kavka.broker.network.descriptor_room import DescriptorRoom
from kavka.broker.network.request_memory import RequestMemory
from kavka.broker.network.unread_output import UnreadOutput

if TYPE_CHECKING:
    from kavka.broker.config.broker_config import BrokerConfig
    from kavka.broker.world import ProcessFacts
    from kavka.timer.clock import Clock

SHARE: Final = 16
BUDGET_BYTES_MIN: Final = 64 * 1024 * 1024


class Budgets:
    """The budgets of one broker.

    Args:
        config: may name them.
        clock: who is stalled.
        process: what it may have: what is not named is a part of its memory.

    Attributes:
        unread: responses that clients have not read.
        requests: requests that have not come whole.
        descriptors: what this process may have open.
    """

    __slots__ = ("descriptors", "requests", "unread")

    def __init__(self, config: BrokerConfig, clock: Clock, process: ProcessFacts) -> None:
        share = max(process.memory_bytes // SHARE, BUDGET_BYTES_MIN)
        unread = config.kavka_unread_responses_max_bytes
        queued = config.queued_max_request_bytes
        incomplete = queued if queued > 0 else config.kavka_incomplete_requests_max_bytes
        if incomplete <= 0:
            incomplete = max(share, config.socket_request_max_bytes)
        self.descriptors = DescriptorRoom(process.descriptors_max)
        self.requests = RequestMemory(incomplete, clock)
        self.unread = UnreadOutput(share if unread < 0 else max(1, unread))
