"""The coordinator of a group or a transactional id: how it is found, and when it is looked for again. Sans I/O.

    unknown ── find_request ─▶ found ─▶ known ── a request to it ─▶ response ─▶ settle ─▶ final
       ▲                                  │                            │
       └─ no response (lost) ◀────────────┴──── NOT_COORDINATOR, COORDINATOR_NOT_AVAILABLE (moved)

What else says "not yet" (loading, CONCURRENT_TRANSACTIONS) is asked again of the same broker; `retries` knows the
pauses.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from enum import IntEnum
from typing import Any, Final

from kavka.protocol.errors import DecodeError, ErrorCode
from kavka.protocol.messages import FindCoordinatorRequest, FindCoordinatorResponse
from kavka.wire.errors import LeaderUnknown, code_name, error_for_code

ONE_KEY_VERSION_MAX: Final = 3
"""From version 4 on the request has a list of keys (KIP-699); one is all that is needed here."""

MOVED: Final = frozenset({ErrorCode.NOT_COORDINATOR, ErrorCode.COORDINATOR_NOT_AVAILABLE})
"""Errors after which the coordinator is looked for again."""

Codes = Callable[[Any], Iterable[int]]
"""Finds the error codes in a response, those without an error among them."""


class CoordinatorKind(IntEnum):
    """What is coordinated."""

    GROUP = 0
    TRANSACTION = 1


class CoordinatorCore:
    """What is known of one key's coordinator.

    Args:
        kind: Of what.
        key: The group's or the transactional id.

    Attributes:
        broker_id: Who it is; None while it has to be found.
    """

    __slots__ = ("_key", "_kind", "broker_id")

    def __init__(self, kind: CoordinatorKind, key: str) -> None:
        self.broker_id: int | None = None
        self._kind = kind
        self._key = key

    def find_request(self) -> FindCoordinatorRequest:
        """Returns the FindCoordinator request, to be sent in `ONE_KEY_VERSION_MAX` at most."""
        return FindCoordinatorRequest(key=self._key, key_type=int(self._kind))

    def found(self, response: FindCoordinatorResponse) -> int:
        """Keeps the coordinator that a broker named, and returns its id.

        Raises:
            KafkaError: there is none now; worth another try where it is retriable.
            DecodeError: a broker id that none has.
        """
        who = f"the coordinator of {self._kind.name.lower()} {self._key!r}"
        if response.error_code != ErrorCode.NONE:
            reason = response.error_message or code_name(response.error_code)
            raise error_for_code(response.error_code, f"{who}: {reason}")
        if response.node_id < 0:
            raise DecodeError(f"{who} is said to be broker {response.node_id}")
        self.broker_id = response.node_id
        return response.node_id

    def forget(self) -> None:
        """Forgets the coordinator; it is found again before the next request."""
        self.broker_id = None

    def lost(self, error: BaseException) -> None:
        """Notes a request without a response: a broker that is gone, mute or unknown coordinates nothing."""
        if isinstance(error, OSError | LeaderUnknown):
            self.forget()

    def check(self, code: int, what: str) -> None:
        """Raises a response's error, and forgets a coordinator that is none any more.

        Raises:
            KafkaError: the code's own.
        """
        if code == ErrorCode.NONE:
            return
        if code in MOVED:
            self.forget()
        raise error_for_code(code, f"{what}: {code_name(code)}")

    def settle(self, response: Any, codes_of: Codes, what: str) -> Any:
        """Returns a response without errors.

        An old broker's INVALID_PRODUCER_EPOCH counts as PRODUCER_FENCED (`as_now`).

        Args:
            response: The coordinator's.
            codes_of: Finds its error codes.
            what: Completes "could not …".

        Raises:
            KafkaError: the first error in it.
        """
        self.check(as_now(first_error(codes_of(response))), f"could not {what}")
        return response


def as_now(code: int) -> int:
    """Maps INVALID_PRODUCER_EPOCH to PRODUCER_FENCED.

    Coordinators send the former to clients of before KIP-588 for a fenced producer.
    """
    return int(ErrorCode.PRODUCER_FENCED) if code == ErrorCode.INVALID_PRODUCER_EPOCH else code


def first_error(codes: Iterable[int]) -> int:
    """Returns the first code that is an error, else NONE."""
    return next((int(code) for code in codes if code != ErrorCode.NONE), int(ErrorCode.NONE))


def own_code(response: Any) -> Iterator[int]:
    """Yields the one error code of a response."""
    yield int(response.error_code)


def partition_codes(response: Any) -> Iterator[int]:
    """Yields the error code of each partition in a response."""
    for topic in response.topics:
        for part in topic.partitions:
            yield int(part.error_code)
