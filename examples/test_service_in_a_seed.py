"""A service of yours in a simulated world: brokers die, links are cut, and it must not lose an order.

    pytest examples/test_service_in_a_seed.py

Each seed is another world, and the same one each time. Change `bill` so that it commits before it has charged, and a
seed finds it: the report names the seed and the few faults that are needed (docs/simulation.md).
"""

import asyncio

import pytest

from kavka import Consumer, Producer

ORDERS = 20


async def bill(bootstrap: str, charged: set[int]) -> None:
    """The service: charges for each order, then commits. Who is killed in between charges twice, and the bank knows."""
    async with Consumer(bootstrap, group_id="billing", offset_reset="earliest", auto_commit=False) as consumer:
        consumer.subscribe("orders")
        async for order in consumer:
            await asyncio.sleep(0.1)  # the bank
            charged.add(int(order.value))
            await consumer.commit()


@pytest.mark.kafka_simulation(seeds=3, brokers=3, seconds=20)
async def test_every_order_is_charged(kafka_simulation):
    charged: set[int] = set()
    await kafka_simulation.create_topic("orders")
    kafka_simulation.spawn("billing", bill, kafka_simulation.bootstrap, charged)
    async with Producer(kafka_simulation.bootstrap) as producer:
        for number in range(ORDERS):
            await producer.send_and_wait("orders", b"%d" % number)
            await asyncio.sleep(1)
    await kafka_simulation.quiet()
    await kafka_simulation.wait_until(lambda: charged == set(range(ORDERS)))
