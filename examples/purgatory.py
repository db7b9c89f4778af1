"""A request that waits, watched: the purgatory, its key, and its timer in the timing wheel.

    python examples/purgatory.py

The leader holds back its follower's fetches for two seconds, so a produce request with acks=all cannot be answered. It
is parked under its partition, a timer is set for its timeout, and the follower's next fetch completes it long before.
"""

import asyncio
import json
import urllib.request

from kavka import Admin, LocalCluster, NewTopic, Producer

TOPIC = "slow"


def ask(admin: str, path: str, body: object = None, *, method: str | None = None) -> object:
    """One HTTP request to a broker's admin endpoint."""
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(f"{admin}/{path}", data=data, method=method)
    with urllib.request.urlopen(request, timeout=10) as answer:
        return json.load(answer)


async def main() -> None:
    async with LocalCluster(2) as cluster:
        leader, follower = cluster.brokers
        async with Admin(cluster.bootstrap) as admin:
            await admin.create_topics([NewTopic(TOPIC, assignments={0: [leader.id, follower.id]})])

        # Rules make any request of any API fail, wait, or never be answered; DELETE /faults removes them.
        ask(leader.admin, "faults", {"api": "FETCH", "action": "delay", "delay_ms": 2_000})
        async with Producer(cluster.bootstrap, acks="all", request_timeout_ms=20_000) as producer:
            delivery = await producer.send(TOPIC, b"is anybody there?")
            waiting = await watch(leader.admin)
            print(f"parked under {waiting['keys']}, {waiting['left_ms']} ms until it times out")
            where = await delivery
            print(f"the follower has it: acknowledged at offset {where.offset}")
        ask(leader.admin, "faults", method="DELETE")


async def watch(admin: str) -> dict:
    """Looks until a produce request is parked; shows where its timer is."""
    while True:
        purgatories = await asyncio.to_thread(ask, admin, "state/purgatories")
        parked = next((one for one in purgatories if one["name"] == "Produce" and one["operations"]), None)
        if parked is not None:
            break
        await asyncio.sleep(0.02)
    for wheel in await asyncio.to_thread(ask, admin, "state/timers"):
        if wheel["name"] == "Produce":
            print(f"the wheel: {wheel['levels']}")
    return parked["operations"][0]


if __name__ == "__main__":
    asyncio.run(main())
