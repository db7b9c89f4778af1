"""Which event loops broker tests run on, and what they stand on: a ZooKeeper, a small disk, a clock that tests move."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Mapping
from pathlib import Path

import pytest
import uvloop

from kavka.zk.server import EmbeddedZooKeeper
from tests.support.broker.quotas import cluster
from tests.support.broker.small_disk import volume

__all__ = ["cluster", "volume"]


@pytest.fixture
async def zookeeper(tmp_path: Path) -> AsyncIterator[str]:
    """Address of an embedded ZooKeeper of the test's own."""
    async with EmbeddedZooKeeper(tmp_path / "zookeeper") as server:
        yield f"127.0.0.1:{server.port}"


def pytest_asyncio_loop_factories(
    config: pytest.Config, item: pytest.Item
) -> Mapping[str, Callable[[], asyncio.AbstractEventLoop]]:
    """Brokers run on uvloop. The network's tests run on the stock loop, too: it calls protocols in another order."""
    if item.path.name in ("test_network.py", "test_network_tls.py"):
        return {"uvloop": uvloop.new_event_loop, "asyncio": asyncio.SelectorEventLoop}
    return {"uvloop": uvloop.new_event_loop}


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """TLS on the stock loop is held by its own tests; every promise of a connection twice would only cost time."""
    twice = [item for item in items if item.path.name == "test_network.py" and "asyncio-tls" in item.name]
    config.hook.pytest_deselected(items=twice)
    items[:] = [item for item in items if item not in twice]
