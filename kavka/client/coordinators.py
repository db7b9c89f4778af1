"""The coordinator of a group or a transactional id, found again whenever it has moved.

    link.ask(request) ─▶ known? ─▶ ask ─▶ response
                          │ no      └─ connection lost: forgotten
                          └─▶ FindCoordinator, to any broker

A response with NOT_COORDINATOR is the caller's to read; it calls `forget` and asks again.
"""

from __future__ import annotations

from enum import IntEnum
from typing import Any

from kavka.client.cluster import ANY_BROKER, ANY_VERSION, Cluster
from kavka.client.errors import code_name, error_for_code
from kavka.protocol.errors import ErrorCode
from kavka.protocol.messages import FindCoordinatorRequest

KEYS_FROM_VERSION = 4
"""From here on the request has a list of keys (KIP-699); one is all that is needed here."""

MOVED = frozenset({ErrorCode.NOT_COORDINATOR, ErrorCode.COORDINATOR_NOT_AVAILABLE})
"""Errors after which the coordinator is looked for again."""


class CoordinatorKind(IntEnum):
    """What is coordinated."""

    GROUP = 0
    TRANSACTION = 1


class CoordinatorLink:
    """The way to the coordinator of one key.

    Args:
        cluster: Connections.
        kind: Of what.
        key: The group's or the transactional id.
    """

    def __init__(self, cluster: Cluster, kind: CoordinatorKind, key: str) -> None:
        self._cluster = cluster
        self._kind = kind
        self._key = key
        self._broker_id: int | None = None

    def forget(self) -> None:
        """Forgets the coordinator; the next request finds it again first."""
        self._broker_id = None

    async def broker_id(self) -> int:
        """Returns the coordinator's broker id, found first when unknown.

        Raises:
            KafkaError, OSError, TimeoutError, DecodeError, ClientError: as `ask`.
        """
        if self._broker_id is None:
            self._broker_id = await self._find()
        return self._broker_id

    async def ask(self, message: Any, *, timeout_ms: int | None = None, version_max: int = ANY_VERSION) -> Any:
        """Sends a request once to the coordinator.

        Args:
            message: The request.
            timeout_ms: Deadline of this request; None: the cluster's.
            version_max: As `Cluster.ask`.

        Raises:
            KafkaError: there is no coordinator now; worth another try where it is retriable.
            OSError, TimeoutError, DecodeError, ClientError: as `Cluster.ask`.
        """
        broker_id = await self.broker_id()
        try:
            return await self._cluster.ask(broker_id, message, timeout_ms=timeout_ms, version_max=version_max)
        except (OSError, TimeoutError):
            self.forget()
            raise

    async def _find(self) -> int:
        request = FindCoordinatorRequest(key=self._key, key_type=int(self._kind))
        response = await self._cluster.ask(ANY_BROKER, request, version_max=KEYS_FROM_VERSION - 1)
        if response.error_code != ErrorCode.NONE:
            raise error_for_code(
                response.error_code,
                f"the coordinator of {self._kind.name.lower()} {self._key!r}: "
                f"{response.error_message or code_name(response.error_code)}",
            )
        broker_id: int = response.node_id
        if broker_id not in self._cluster.metadata.brokers:
            await self._cluster.refresh([])
        return broker_id
