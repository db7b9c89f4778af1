"""The coordinator of a group or a transactional id, and requests to it until a final response.

Responses that say "not I" or "not yet" (`MOVED`, CONCURRENT_TRANSACTIONS, loading) are retried until the deadline.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, Final

from kavka.client.cluster import ANY_BROKER, ANY_VERSION
from kavka.client.coordinators import KEYS_FROM_VERSION, MOVED, CoordinatorKind
from kavka.client.errors import code_name, error_for_code
from kavka.client.transaction import CONCURRENT_BACKOFF
from kavka.pipeline.wire.cluster import BlockingCluster
from kavka.protocol.errors import ErrorCode
from kavka.protocol.messages import FindCoordinatorRequest

CONCURRENT_TRIES_MAX: Final = 5
"""So often the short pauses are taken, 155 ms in all, before the cluster's longer ones."""


class BlockingCoordinator:
    """The way to the coordinator of one key.

    Args:
        cluster: Connections.
        kind: Of what.
        key: The group's or the transactional id.
    """

    def __init__(self, cluster: BlockingCluster, kind: CoordinatorKind, key: str) -> None:
        self._cluster = cluster
        self._kind = kind
        self._key = key
        self._broker_id: int | None = None

    def ask(
        self,
        request: Any,
        codes_of: Callable[[Any], Iterable[int]],
        *,
        what: str,
        timeout_ms: int | None = None,
        version_max: int = ANY_VERSION,
    ) -> Any:
        """Sends a request until there is a response without errors.

        Args:
            request: What.
            codes_of: Finds the error codes in a response.
            what: Completes "could not …".
            timeout_ms: Deadline with retries; None: the cluster's.
            version_max: An upper bound for requests whose content needs an older form.

        Raises:
            KafkaError: the coordinator refuses.
            DeadlineExceeded: there was no final response in time; the last failure is its cause.
            ClientError: as `BlockingCluster.ask`.
        """

        def attempt() -> Any:
            tries = 0
            while True:
                response = self._ask_once(request, version_max)
                code = next((code for code in codes_of(response) if code != ErrorCode.NONE), ErrorCode.NONE)
                if code == ErrorCode.NONE:
                    return response
                if code != ErrorCode.CONCURRENT_TRANSACTIONS or tries == CONCURRENT_TRIES_MAX:
                    break
                # The transaction before is getting its markers, which takes milliseconds.
                self._cluster.pause(CONCURRENT_BACKOFF.pause_ms(tries))
                tries += 1
            if code in MOVED:
                self._broker_id = None
            raise error_for_code(as_now(code), f"could not {what}: {code_name(code)}")

        return self._cluster.retry(attempt, what=what, timeout_ms=timeout_ms)

    def _ask_once(self, request: Any, version_max: int) -> Any:
        if self._broker_id is None:
            self._broker_id = self._find()
        try:
            return self._cluster.ask(self._broker_id, request, version_max=version_max)
        except OSError:
            self._broker_id = None
            raise

    def _find(self) -> int:
        request = FindCoordinatorRequest(key=self._key, key_type=int(self._kind))
        response = self._cluster.ask(ANY_BROKER, request, version_max=KEYS_FROM_VERSION - 1)
        if response.error_code != ErrorCode.NONE:
            reason = response.error_message or code_name(response.error_code)
            raise error_for_code(
                response.error_code, f"the coordinator of {self._kind.name.lower()} {self._key!r}: {reason}"
            )
        broker_id: int = response.node_id
        if broker_id not in self._cluster.metadata.brokers:
            self._cluster.refresh([])
        return broker_id


def as_now(code: int) -> int:
    """Maps INVALID_PRODUCER_EPOCH to PRODUCER_FENCED.

    Brokers send the former to clients of before KIP-588 for a fenced producer.
    """
    return int(ErrorCode.PRODUCER_FENCED) if code == ErrorCode.INVALID_PRODUCER_EPOCH else code


def own_code(response: Any) -> tuple[int, ...]:
    """Returns the one error code of a response."""
    return (int(response.error_code),)
