"""A consumer group: a second member comes, partitions move to it, and it leaves again.

    python examples/rebalance.py

A listener is told what comes and what goes. Before partitions go is the time to finish what was read from them.
"""

import asyncio

from kavka import Admin, Consumer, LocalCluster, NewTopic, Producer, RebalanceListener, TopicPartition

PARTITIONS = 4
JOBS = 20


class Told(RebalanceListener):
    """Prints what a member gets and gives up, and lets the program wait for it."""

    def __init__(self, member: str) -> None:
        self.member = member
        self.mine: set[TopicPartition] = set()
        self.changed = asyncio.Event()

    async def partitions_assigned(self, partitions: frozenset[TopicPartition]) -> None:
        self._now(self.mine | set(partitions), "gets", partitions)

    async def partitions_revoked(self, partitions: frozenset[TopicPartition]) -> None:
        self._now(self.mine - set(partitions), "gives up", partitions)

    def _now(self, mine: set[TopicPartition], verb: str, partitions: frozenset[TopicPartition]) -> None:
        self.mine = mine
        if partitions:
            print(f"{self.member} {verb} {', '.join(str(one.partition) for one in sorted(partitions))}")
        self.changed.set()

    async def wait_for(self, count: int) -> None:
        """Waits until the member has this many partitions."""
        while len(self.mine) != count:
            self.changed.clear()
            await self.changed.wait()


async def member(bootstrap: str, told: Told, seen: list[bytes], all_done: asyncio.Event) -> None:
    """One member: reads until it is cancelled, and leaves the group then."""
    async with Consumer(bootstrap, group_id="workers", offset_reset="earliest", session_timeout_ms=6_000) as consumer:
        consumer.subscribe(["jobs"], told)
        async for record in consumer:
            assert record.value is not None
            seen.append(record.value)
            if len(seen) == JOBS:
                all_done.set()


async def main() -> None:
    async with LocalCluster(1, in_loop=True) as cluster, asyncio.TaskGroup() as tasks:
        async with Admin(cluster.bootstrap) as admin:
            await admin.create_topics([NewTopic("jobs", PARTITIONS)])
        seen: list[bytes] = []
        all_done = asyncio.Event()
        first, second = Told("first"), Told("second")

        running = tasks.create_task(member(cluster.bootstrap, first, seen, all_done))
        await first.wait_for(PARTITIONS)
        joined = tasks.create_task(member(cluster.bootstrap, second, seen, all_done))
        await second.wait_for(PARTITIONS // 2)
        await first.wait_for(PARTITIONS // 2)

        async with Producer(cluster.bootstrap) as producer:
            for number in range(JOBS):
                await producer.send("jobs", b"job %d" % number, partition=number % PARTITIONS)
        await all_done.wait()
        print(f"both together have seen {len(set(seen))} jobs")

        joined.cancel()  # its block leaves the group, and the rest goes back at once
        await first.wait_for(PARTITIONS)
        running.cancel()


if __name__ == "__main__":
    asyncio.run(main())
