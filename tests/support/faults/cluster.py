"""Three brokers that find each other, and that clients find, only through fault proxies."""

from __future__ import annotations

import random
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from pathlib import Path

from kavka import LocalCluster
from tests.support.faults.proxy import FaultProxy, Hold, beginning

BROKERS = 3


class ProxiedCluster:
    """The cluster, and a proxy before each broker."""

    def __init__(self, cluster: LocalCluster, proxies: list[FaultProxy]) -> None:
        self.cluster = cluster
        self.proxies = proxies

    def cut(self, source: int, target: int, *, requests: bool = True, answers: bool = True) -> list[Hold]:
        """Holds what broker `source` and the controller on it ask of broker `target`, and what it is answered."""
        who = beginning(f"broker-{source}-", f"controller-{source}")
        return [self.proxies[target].hold(who, to_broker=requests, to_client=answers)]

    def isolate(self, broker_id: int) -> None:
        """Cuts a broker off from the others, both ways; clients still reach it, and it still reaches ZooKeeper."""
        for other in range(len(self.proxies)):
            if other != broker_id:
                self.cut(broker_id, other)
                self.cut(other, broker_id)

    def heal(self) -> None:
        """No network faults any more."""
        for proxy in self.proxies:
            proxy.heal()


@asynccontextmanager
async def proxied_cluster(
    data_dir: Path, *, seed: int, config: Mapping[str, str], in_loop: bool = True
) -> AsyncIterator[ProxiedCluster]:
    """Starts three brokers behind proxies; stops all of it."""
    rng = random.Random(seed)
    proxies = [FaultProxy("127.0.0.1", 0, rng=random.Random(rng.getrandbits(32))) for _ in range(BROKERS)]
    for proxy in proxies:
        await proxy.start()

    def behind_proxy(broker_id: int, port: int) -> Mapping[str, str]:
        proxies[broker_id].target = "127.0.0.1", port
        return {"advertised.listeners": f"PLAINTEXT://127.0.0.1:{proxies[broker_id].port}"}

    try:
        async with LocalCluster(
            BROKERS, data_dir=data_dir, config=config, broker_config=behind_proxy, in_loop=in_loop
        ) as cluster:
            yield ProxiedCluster(cluster, proxies)
            for proxy in proxies:
                proxy.heal()
    finally:
        for proxy in proxies:
            await proxy.close()
