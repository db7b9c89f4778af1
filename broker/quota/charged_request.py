"""A request as quotas see it: whose it is, what it has used, and for how long its client has to be silent."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from kavka.broker.security.connection_info import ConnectionInfo


class ChargedRequest(Protocol):
    """One request that is charged; `requests.context.RequestContext` is one.

    Attributes:
        throttle_ms: for how long the client has to be silent after its response.
    """

    throttle_ms: int

    @property
    def api_key(self) -> int:
        """Returns the number of its API."""

    @property
    def client_id(self) -> str | None:
        """Returns what its client calls itself."""

    @property
    def connection(self) -> ConnectionInfo:
        """Returns who sent it."""

    @property
    def counts_also(self) -> object | None:
        """Returns where it is counted besides its API's own numbers."""

    @property
    def request_bytes(self) -> int:
        """Returns its size."""

    @property
    def started_ns(self) -> int:
        """Returns when its handling began."""

    @property
    def parked_ns(self) -> int:
        """Returns since when it waits for others; 0: it did not have to."""
