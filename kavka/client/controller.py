"""The way to a cluster's controller: it is asked wherever it has moved, until it has an answer.

    ask ─▶ whom metadata names ─┬─▶ response
             ▲                  ├─ NOT_CONTROLLER, or nobody there: metadata again ─┐
             └──────────────────┴───────────────────────────────────────────────────┘

What a result of the request refuses is the caller's to read.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any, Final

from kavka.client.cluster import Cluster
from kavka.protocol.errors import ErrorCode
from kavka.wire.errors import LeaderUnknown, error_for_code

_RESULT_FIELDS: Final = ("topics", "responses", "results")
"""Where the responses of the controller's APIs have their outcomes."""

Ask = Callable[[Any], Awaitable[Any]]
"""Asks the controller, wherever it moved."""

Check = Callable[[int], None]
"""Refuses a version in which the request would mean something else."""


class ControllerLink:
    """The way to the controller of one cluster.

    Args:
        cluster: Connections, and metadata that names it.
    """

    def __init__(self, cluster: Cluster) -> None:
        self._cluster = cluster

    def asking(self, what: str) -> Ask:
        """Returns a function that asks the controller; `what` completes "could not …"."""
        return lambda request: self.ask(request, what=what)

    async def ask(self, request: Any, *, what: str, check: Check | None = None) -> Any:
        """Sends a request to the controller until somebody answers as the controller.

        Args:
            request: The request.
            what: Completes "could not …".
            check: Looks at the version in which the request is about to be sent; None: any will do.

        Raises:
            DeadlineExceeded: there was no controller in time.
            KafkaError, ClientError: what is not retriable; what `check` raises.
        """

        async def attempt() -> Any:
            controller_id = await self.controller_id()
            try:
                connection = await self._cluster.connection(controller_id)
                version = self._cluster.version_for(connection, request.API_KEY)
                if check is not None:
                    check(version)
                response = await self._cluster.ask(controller_id, request, version_max=version)
            except OSError:
                # It may be dead, and another one elected by now: only the others know.
                await self._cluster.refresh([])
                raise
            await self._check_is_controller(response)
            return response

        return await self._cluster.retry(attempt, what=what)

    async def controller_id(self) -> int:
        """Returns the broker that the metadata names as the controller.

        Raises:
            LeaderUnknown: there is none now.
        """
        metadata = self._cluster.metadata
        if metadata.controller_id not in metadata.brokers:
            metadata = await self._cluster.refresh([])
            if metadata.controller_id not in metadata.brokers:
                raise LeaderUnknown("the cluster has no controller")
        return metadata.controller_id

    async def _check_is_controller(self, response: Any) -> None:
        results = [result for field in _RESULT_FIELDS for result in getattr(response, field, ())]
        for result in (response, *results):
            if getattr(result, "error_code", 0) == ErrorCode.NOT_CONTROLLER:
                await self._cluster.refresh([])
                raise error_for_code(int(ErrorCode.NOT_CONTROLLER), "the controller has just changed")
