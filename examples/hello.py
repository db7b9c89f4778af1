"""Hello: three brokers in this program, one record in, and out again.

    python examples/hello.py

With a cluster of your own, leave `LocalCluster` out and write its address instead of `cluster.bootstrap`.
"""

import asyncio

from kavka import Consumer, LocalCluster, Producer


async def main() -> None:
    async with LocalCluster(3, in_loop=True) as cluster:  # without in_loop each broker is a process of its own
        print(f"three brokers at {cluster.bootstrap}")

        async with Producer(cluster.bootstrap) as producer:
            where = await producer.send_and_wait("hello", b"hello, jackdaw", key=b"bird")
            print(f"acknowledged by all of them: partition {where.partition}, offset {where.offset}")

        async with Consumer(cluster.bootstrap, group_id="readers", offset_reset="earliest") as consumer:
            consumer.subscribe("hello")
            async for record in consumer:
                print(f"{record.key.decode()} says {record.value.decode()!r}")
                break  # leaving the block commits how far it has read


if __name__ == "__main__":
    asyncio.run(main())
