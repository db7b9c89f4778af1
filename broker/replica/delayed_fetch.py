"""A fetch that waits for `min_bytes`.

A parked fetch keeps its `FetchSpec`s and nothing of the request that they came from. It waits under the partitions that
it asks for and is looked at when one of them is appended to, moves its high watermark, or loses its leader:

    Case A  a partition is gone or broken, or is led elsewhere       → complete: the read says which error
    Case B  a partition's leader epoch is no longer the client's     → complete: likewise
    Case C  a log was truncated below what the fetch asks for        → complete: likewise
    Case D  the readable bytes of all partitions reach min_bytes     → complete (those of throttled ones do not count)
    Case E  none of it                                               → still waiting

What is readable ends at the high watermark for consumers, at the last stable offset for read_committed ones, and at
the log's end for followers. Completing reads everything again, the time being up included: the response is what is
there then, one snapshot of offsets a partition (KAFKA-9196). Not here: that read (`fetch_service`), what is readable
(`fetch_reads`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import islice
from typing import TYPE_CHECKING, Final

from kavka.broker.replica.fetch_types import FetchParams, FetchSpec
from kavka.timer.purgatory import DelayedOperation

if TYPE_CHECKING:
    from kavka.broker.replica.fetch_reads import FetchReads

MANY_PARTITIONS: Final = "more partitions than a fetch waits under one by one"
"""The watch key of all fetches that are notified of changed partitions instead (`waiting.Waiting.many`)."""
DESCRIBED_MAX: Final = 20
"""Partitions of a fetch that observability shows: a follower may ask for thousands."""


def describe(params: FetchParams, specs: Iterable[FetchSpec] | None = None) -> dict[str, object]:
    """Describes a waiting fetch by its replica, minimum bytes and fetch offsets.

    `specs`: where the params' are not all of it.
    """
    return {
        "replica_id": params.replica_id,
        "min_bytes": params.min_bytes,
        "partitions": [
            {"partition": f"{spec.topic}-{spec.index}", "fetch_offset": spec.fetch_offset}
            for spec in islice(params.specs if specs is None else specs, DESCRIBED_MAX)
        ],
    }


class DelayedFetch(DelayedOperation):
    """The waiting fetch.

    Args:
        reads: knows what is readable.
        params: the fetch.
        then: called when it waits no more.
    """

    __slots__ = ("_params", "_reads", "_then")

    def __init__(self, reads: FetchReads, params: FetchParams, then: Callable[[], None]) -> None:
        super().__init__(params.max_wait_ms)
        self._reads = reads
        self._params = params
        self._then = then

    def describe(self) -> dict[str, object]:
        """Describes the waiting fetch: its replica, minimum bytes and fetch offsets."""
        return describe(self._params)

    def try_complete(self) -> bool:
        """Completes in the cases A to D."""
        params, readable_now = self._params, self._reads.readable_now
        missing = params.min_bytes
        for spec in params.specs:
            readable_bytes = readable_now(params, spec)
            if readable_bytes is None:
                return self.force_complete()
            missing -= readable_bytes
        return missing <= 0 and self.force_complete()  # Cases D and E

    def on_complete(self) -> None:
        """Completes the fetch."""
        self._then()
