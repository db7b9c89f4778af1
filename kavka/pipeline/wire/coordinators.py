"""The coordinator of a group or a transactional id, and requests to it until a final response.

The blocking twin of `kavka.client.coordinators`; `wire.coordinator` reads the responses, and those that say "not I" or
"not yet" (loading, CONCURRENT_TRANSACTIONS) are asked again until the deadline.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from kavka.pipeline.wire.cluster import BlockingCluster
from kavka.wire.cluster_view import ANY_BROKER, ANY_VERSION
from kavka.wire.coordinator import ONE_KEY_VERSION_MAX, CoordinatorCore, CoordinatorKind
from kavka.wire.errors import FAILURES

T = TypeVar("T")


class BlockingCoordinator:
    """The way to the coordinator of one key.

    Args:
        cluster: Connections.
        kind: Of what.
        key: The group's or the transactional id.
    """

    def __init__(self, cluster: BlockingCluster, kind: CoordinatorKind, key: str) -> None:
        self._cluster = cluster
        self._core = CoordinatorCore(kind, key)

    def ask(
        self,
        request: Any,
        read: Callable[[CoordinatorCore, Any], T],
        *,
        what: str,
        timeout_ms: int | None = None,
        version_max: int = ANY_VERSION,
    ) -> T:
        """Sends a request until there is a response without errors.

        Args:
            request: What.
            read: Reads a response; raises its errors by the coordinator.
            what: Completes "could not …".
            timeout_ms: Deadline with retries; None: the cluster's.
            version_max: An upper bound for requests whose content needs an older form.

        Returns:
            What was read.

        Raises:
            KafkaError: the coordinator refuses.
            DeadlineExceeded: there was no final response in time; the last failure is its cause.
            ClientError: as `BlockingCluster.ask`.
        """
        return self._cluster.retry(
            lambda: read(self._core, self._ask_once(request, version_max)), what=what, timeout_ms=timeout_ms
        )

    def _ask_once(self, request: Any, version_max: int) -> Any:
        broker_id = self._core.broker_id if self._core.broker_id is not None else self._find()
        try:
            return self._cluster.ask(broker_id, request, version_max=version_max)
        except FAILURES as error:
            self._core.lost(error)
            raise

    def _find(self) -> int:
        response = self._cluster.ask(ANY_BROKER, self._core.find_request(), version_max=ONE_KEY_VERSION_MAX)
        broker_id = self._core.found(response)
        if broker_id not in self._cluster.metadata.brokers:
            self._cluster.refresh([])
        return broker_id
