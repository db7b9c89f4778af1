"""The way to the coordinator of a group or a transactional id: `wire.coordinator` over a cluster's connections.

    link.ask(request) ─▶ known? ─▶ ask ─▶ response
                          │ no      └─ connection lost: forgotten
                          └─▶ FindCoordinator, to whichever broker responds first

A response's errors are the caller's to read, by `check` or `settle`, which forget a coordinator that has moved.
"""

from __future__ import annotations

from typing import Any

from kavka.client.cluster import ANY_VERSION, Cluster
from kavka.client.versions import BY_ID, is_offered
from kavka.wire.coordinator import MOVED, ONE_KEY_VERSION_MAX, Codes, CoordinatorCore, CoordinatorKind
from kavka.wire.errors import FAILURES

__all__ = ["MOVED", "CoordinatorKind", "CoordinatorLink"]


class CoordinatorLink:
    """The way to the coordinator of one key.

    Args:
        cluster: Connections.
        kind: Of what.
        key: The group's or the transactional id.

    Attributes:
        core: What is known of the coordinator; it reads responses.
    """

    def __init__(self, cluster: Cluster, kind: CoordinatorKind, key: str) -> None:
        self.core = CoordinatorCore(kind, key)
        self._cluster = cluster

    def forget(self) -> None:
        """Forgets the coordinator; the next request finds it again first."""
        self.core.forget()

    async def broker_id(self) -> int:
        """Returns the coordinator's broker id, found first when unknown.

        Raises:
            KafkaError, OSError, TimeoutError, DecodeError, ClientError: as `ask`.
        """
        if self.core.broker_id is not None:
            return self.core.broker_id
        response = await self._cluster.ask_several(self.core.find_request(), version_max=ONE_KEY_VERSION_MAX)
        broker_id = self.core.found(response)
        if broker_id not in self._cluster.metadata.brokers:
            await self._cluster.refresh([])
        return broker_id

    async def offers_by_id(self, api_key: int) -> bool:
        """Tells whether the coordinator may be asked by topic id.

        Raises:
            KafkaError, OSError, TimeoutError, DecodeError, ClientError: as `ask`.
        """
        broker_id = await self.broker_id()
        try:
            connection = await self._cluster.connection(broker_id)
        except FAILURES as error:
            self.core.lost(error)
            raise
        return is_offered(api_key, BY_ID[api_key], connection.api_versions)

    async def ask(
        self,
        message: Any,
        *,
        timeout_ms: int | None = None,
        version_max: int = ANY_VERSION,
        version: int | None = None,
    ) -> Any:
        """Sends a request once to the coordinator.

        Args:
            message: The request.
            timeout_ms: Deadline of this request; None: the cluster's.
            version_max: As `Cluster.ask`.
            version: Likewise.

        Raises:
            KafkaError: there is no coordinator now; worth another try where it is retriable.
            OSError, TimeoutError, DecodeError, ClientError: as `Cluster.ask`.
        """
        broker_id = await self.broker_id()
        try:
            return await self._cluster.ask(
                broker_id, message, timeout_ms=timeout_ms, version_max=version_max, version=version
            )
        except FAILURES as error:
            self.core.lost(error)
            raise

    async def settled(self, message: Any, codes_of: Codes, *, what: str, version: int | None = None) -> Any:
        """Sends a request once to the coordinator, and returns a response without errors.

        Raises:
            KafkaError: the first error in the response; also as `ask`.
            OSError, TimeoutError, DecodeError, ClientError: as `ask`.
        """
        return self.core.settle(await self.ask(message, version=version), codes_of, what)
