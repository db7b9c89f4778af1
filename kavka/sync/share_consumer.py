"""The blocking share consumer: `poll` and iteration wait; `kavka.ShareConsumer`, method for method.

    with ShareConsumer("localhost:9092", group_id="workers") as consumer:
        consumer.subscribe("jobs")
        for record in consumer:
            …                              # accepted when the next one is asked for, and at the end

`on_acknowledged` is called in the loop's thread. Iteration crosses between threads for each record, `poll` for each
batch.
"""

from __future__ import annotations

from kavka.client.share_buffer import ShareRecord
from kavka.client.share_consumer import POLL_RECORDS_MAX
from kavka.client.share_consumer import ShareConsumer as AsyncShareConsumer
from kavka.common.types import TopicPartition
from kavka.sync.blocking import CALL_TIMEOUT_MS, Blocking, blocking, constructing, on_loop


class ShareConsumer(Blocking[AsyncShareConsumer]):
    """Reads a share group's topics; the blocking `kavka.ShareConsumer`. One thread at a time polls it."""

    @constructing(AsyncShareConsumer)
    def __init__(self, client: AsyncShareConsumer) -> None:
        super().__init__(client)

    subscribe = on_loop(AsyncShareConsumer.subscribe)
    unsubscribe = blocking(AsyncShareConsumer.unsubscribe)
    client_instance_id = blocking(AsyncShareConsumer.client_instance_id)
    subscription = on_loop(AsyncShareConsumer.subscription)
    acquisition_lock_timeout_ms = on_loop(AsyncShareConsumer.acquisition_lock_timeout_ms)

    acknowledge = on_loop(AsyncShareConsumer.acknowledge)
    acknowledge_offset = on_loop(AsyncShareConsumer.acknowledge_offset)
    commit = blocking(AsyncShareConsumer.commit)
    commit_nowait = on_loop(AsyncShareConsumer.commit_nowait)

    def poll(
        self, *, timeout_ms: int = 1_000, records_max: int = POLL_RECORDS_MAX
    ) -> dict[TopicPartition, list[ShareRecord]]:
        """Returns acquired records; waits for a fetch when there are none; see `kavka.ShareConsumer.poll`.

        Args:
            timeout_ms: How long to wait for the first record.
            records_max: Bound of what is handed out.
        """
        work = self._client.poll(timeout_ms=timeout_ms, records_max=records_max)
        return self._wait(work, timeout_ms=CALL_TIMEOUT_MS + timeout_ms)

    def __iter__(self) -> ShareConsumer:
        """Iterates over records for ever, as they are acquired."""
        return self

    def __next__(self) -> ShareRecord:
        """Returns the next record; waits as long as it takes."""
        return self._wait(self._client.__anext__(), timeout_ms=None)
