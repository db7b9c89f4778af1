"""A copy that happens exactly once: offsets and results are committed in one transaction.

    python examples/exactly_once.py

The copier is stopped in the middle of a transaction, as a crash would, and another one takes over by the same
transactional id: what the first one wrote and did not commit is never seen, and nothing is missing.
"""

import asyncio

from kavka import Consumer, GroupMetadata, LocalCluster, Producer

COUNT = 100


class Crash(Exception):
    """Stands for a power cut between two lines of this program."""


async def copy(bootstrap: str, *, crash_after: int | None = None) -> None:
    """Copies `orders` to `invoices`, each order once, until all are copied."""
    async with (
        Consumer(bootstrap, group_id="copiers", offset_reset="earliest", auto_commit=False) as consumer,
        Producer(bootstrap, transactional_id="copier-1") as producer,
    ):
        await producer.init_transactions()  # whoever had this id before is fenced, and its open transaction aborted
        consumer.subscribe("orders")
        copied = 0
        while batches := await consumer.poll(timeout_ms=5_000, records_max=10):
            async with producer.transaction():
                for records in batches.values():
                    for record in records:
                        await producer.send("invoices", b"invoice of " + record.value)
                        copied += 1
                        if copied == crash_after:
                            raise Crash
                offsets = {partition: records[-1].offset + 1 for partition, records in batches.items()}
                await producer.send_offsets_to_transaction(offsets, GroupMetadata("copiers"))
            if records[-1].offset + 1 == COUNT:
                return


async def main() -> None:
    async with LocalCluster(1, in_loop=True) as cluster:
        async with Producer(cluster.bootstrap) as producer:
            for number in range(COUNT):
                await producer.send("orders", b"order %d" % number)
        try:
            await copy(cluster.bootstrap, crash_after=35)
        except Crash:
            print("crashed with 5 orders in an open transaction")
        await copy(cluster.bootstrap)

        async with Consumer(cluster.bootstrap, isolation_level="read_committed") as consumer:
            await consumer.assign(await consumer.partitions_for("invoices"), start="beginning")
            invoices = []
            async for record in consumer:
                invoices.append(record.value)
                if len(invoices) == COUNT:
                    break
        print(f"{len(invoices)} invoices, {len(set(invoices))} of them different")
        assert invoices == [b"invoice of order %d" % number for number in range(COUNT)]


if __name__ == "__main__":
    asyncio.run(main())
