"""What one listener may have of connections, beside what all listeners share (KIP-402, KIP-612).

    listener.name.external.max.connections              how many
    listener.name.external.max.connection.creation.rate how many are new in a second

A connection needs room, and a token, here and in what all share (`listener.ConnectionLimits`). The brokers' own
listener among several is excused from what is shared, but not from its own settings.

Not here: counting, and who waits (`listener`).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from kavka.broker.config.types import INT_MAX
from kavka.broker.network.creation_rate import UNLIMITED, CreationRate

if TYPE_CHECKING:
    from kavka.broker.config.settings import ListenerSettings


class ListenerLimits:
    """The limits of one listener.

    Args:
        connections_max: `max.connections` with the listener's prefix.
        per_second_max: `max.connection.creation.rate` likewise.

    Attributes:
        connections_max: as given; what there is too much of stays when it sinks.
        rate: hands out the tokens.
    """

    __slots__ = ("connections_max", "rate")

    def __init__(self, connections_max: int = INT_MAX, per_second_max: int = UNLIMITED) -> None:
        self.connections_max = connections_max
        self.rate = CreationRate(per_second_max)

    def change(self, other: ListenerLimits) -> None:
        """Takes over the limits of another; its tokens stay its own."""
        self.connections_max = other.connections_max
        self.rate.per_second = other.rate.per_second

    def refusal(self, count: int) -> str | None:
        """Returns why one more connection is too many; None when it is not.

        Args:
            count: those that the listener has.
        """
        if count < self.connections_max:
            return None
        return f"the listener has {count} connections, allowed are {self.connections_max} (max.connections)"


def limits_of(settings: ListenerSettings) -> ListenerLimits:
    """Reads a listener's own limits; what is not set with its prefix is no limit of its own."""
    return ListenerLimits(settings.connections_max, settings.creation_rate_max)
