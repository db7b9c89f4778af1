"""Reads a range while the caller decodes it: one thread fetches ahead, two chunks at most.

    thread   fetch ──▶ fetch ──▶ …                  caller   take ─▶ decode ─▶ take …
                └────────┴─ CHUNKS_AHEAD_MAX futures, in order ─▲

Python's interpreter lock is free while a socket waits and while Arrow copies, which is most of both sides' time. The
thread is made when reading begins, after Spark's fork. An error comes to the caller where its chunk would have been. A
caller that leaves early does not wait: the one Fetch that is under way ends by its own deadline, what was asked for
beyond it is not fetched.
"""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager

from kavka.common.types import TopicPartition
from kavka.pipeline.wire.cluster import BlockingCluster
from kavka.pipeline.wire.fetch import Chunk, FetchSettings, read_range

CHUNKS_AHEAD_MAX = 2


@contextmanager
def fetch_ahead(
    cluster: BlockingCluster,
    tp: TopicPartition,
    start: int,
    end: int,
    settings: FetchSettings = FetchSettings(),  # noqa: B008 (immutable)
    *,
    timeout_ms: int | None = None,
) -> Iterator[Iterator[Chunk]]:
    """Runs `fetch.read_range` ahead of the caller, `with fetch_ahead(…) as chunks`. Arguments and errors are its."""
    is_over = threading.Event()
    chunks = read_range(
        cluster, tp, start, end, settings, timeout_ms=timeout_ms, is_wanted=lambda: not is_over.is_set()
    )
    executor = ThreadPoolExecutor(1, thread_name_prefix=f"fetch {tp}")
    try:
        yield _ahead(executor, chunks)
    finally:
        is_over.set()
        executor.shutdown(wait=False, cancel_futures=True)


def _ahead(executor: ThreadPoolExecutor, source: Iterator[Chunk]) -> Iterator[Chunk]:
    coming: deque[Future[Chunk | None]] = deque()
    coming.extend(executor.submit(next, source, None) for _ in range(CHUNKS_AHEAD_MAX))
    while (chunk := coming.popleft().result()) is not None:
        coming.append(executor.submit(next, source, None))
        yield chunk
