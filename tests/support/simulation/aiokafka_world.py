"""A simulated cluster with aiokafka's own clients, and a broker that is killed, another that is cut off.

Run as a program it prints the run's digest: `python -m tests.support.simulation.aiokafka_world SEED`.
"""

from __future__ import annotations

import asyncio
import sys
from dataclasses import dataclass, field

from aiokafka import AIOKafkaConsumer, AIOKafkaProducer

from kavka.simulation.faults import Fault, FaultKind
from kavka.simulation.user_simulation import KafkaSimulation, UserPlan, UserRun, run_test

ORDERS = 60
TRANSACTIONS = 20
FAULTS = (
    Fault(at_ms=3_000, kind=FaultKind.KILL, targets=("broker-1",), lasts_ms=9_000),
    Fault(at_ms=15_000, kind=FaultKind.CUT, targets=("broker-2",), lasts_ms=10_000),
)


@dataclass
class Seen:
    """What the clients did and saw."""

    acknowledged: list[bytes] = field(default_factory=list)
    committed: list[bytes] = field(default_factory=list)
    consumed: list[bytes] = field(default_factory=list)
    consumers: set[str] = field(default_factory=set)

    @property
    def is_complete(self) -> bool:
        """Tells whether all that was acknowledged or committed was consumed."""
        return set(self.acknowledged) | set(self.committed) <= set(self.consumed)


async def produce(bootstrap: str, seen: Seen) -> None:
    """Sends orders, one after the other."""
    async with AIOKafkaProducer(bootstrap_servers=bootstrap, enable_idempotence=True) as producer:
        for number in range(ORDERS):
            value = b"order %d" % number
            await producer.send_and_wait("orders", value, key=b"%d" % number)
            seen.acknowledged.append(value)
            await asyncio.sleep(0.4)


async def transact(bootstrap: str, seen: Seen) -> None:
    """Commits two transactions of three, and aborts the third."""
    async with AIOKafkaProducer(bootstrap_servers=bootstrap, transactional_id="payments") as producer:
        for number in range(TRANSACTIONS):
            values = [b"payment %d-%d" % (number, part) for part in range(3)]
            await producer.begin_transaction()
            for value in values:
                await producer.send("payments", value, key=value)
            if number % 3 == 0:
                await producer.abort_transaction()
            else:
                await producer.commit_transaction()
                seen.committed += values
            await asyncio.sleep(1)


async def consume(name: str, bootstrap: str, seen: Seen) -> None:
    """Reads what is committed, as a member of a group."""
    consumer = AIOKafkaConsumer(
        "orders",
        "payments",
        bootstrap_servers=bootstrap,
        group_id="everything",
        auto_offset_reset="earliest",
        isolation_level="read_committed",
    )
    async with consumer:
        async for record in consumer:
            assert record.value is not None
            seen.consumed.append(record.value)
            seen.consumers.add(name)


async def live(simulation: KafkaSimulation, seen: Seen) -> None:
    """Runs all clients until what was written is read."""
    for topic in ("orders", "payments"):
        await simulation.create_topic(topic)
    for name in ("consumer-1", "consumer-2"):
        simulation.spawn(name, consume, name, simulation.bootstrap, seen)
    writers = [simulation.spawn(work.__name__, work, simulation.bootstrap, seen) for work in (produce, transact)]
    for writer in writers:
        await writer.wait_over()
    await simulation.quiet()
    await simulation.wait_until(lambda: seen.is_complete)


def run(seed: int) -> tuple[UserRun, Seen]:
    """Runs the world once."""
    seen = Seen()

    async def test(simulation: KafkaSimulation) -> None:
        await live(simulation, seen)

    return run_test(seed, UserPlan(), test, faults=FAULTS), seen


if __name__ == "__main__":
    found, _ = run(int(sys.argv[1]))
    print(found.digest, found.error)
