"""The kinds of ZooKeeper as fixtures."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator

import pytest

from tests.support.processes.cluster import ZooKeeperProcess, missing
from tests.support.zookeeper.harness import (
    SUPER_DIGEST,
    EmbeddedHarness,
    FakeHarness,
    MemoryHarness,
    RealHarness,
    SocketsHarness,
    WireHarness,
)

NEVER_MS = 2**31 - 1


@pytest.fixture(scope="session")
def real_zookeeper(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ZooKeeperProcess]:
    """One JVM for the whole run."""
    if not ZooKeeperProcess.is_installed():
        missing("Debian's package zookeeper")
    options = (
        "-XX:TieredStopAtLevel=1",
        f"-Dzookeeper.DigestAuthenticationProvider.superDigest={SUPER_DIGEST}",
        f"-Dznode.container.checkIntervalMs={NEVER_MS}",  # else empty containers go each minute, in whoever's test
    )
    server = ZooKeeperProcess(tmp_path_factory.mktemp("real-zookeeper") / "data", java_options=options)
    server.start()
    yield server
    server.stop()


async def _serve(kind: str, request: pytest.FixtureRequest, tmp_path) -> AsyncIterator[FakeHarness | WireHarness]:
    if kind == "fake":
        harness: FakeHarness | WireHarness = FakeHarness(tmp_path)
    elif kind == "real":
        harness = RealHarness(request.getfixturevalue("real_zookeeper").port)
    elif kind == "wire-memory":
        harness = MemoryHarness()
    elif kind == "wire-sockets":
        harness = SocketsHarness(tmp_path)
    else:
        harness = EmbeddedHarness(tmp_path, fsync=kind == "embedded-fsync")
    await harness.start()
    try:
        yield harness
    finally:
        await harness.close()


@pytest.fixture(params=["fake", "embedded", "embedded-fsync", "real", "wire-memory", "wire-sockets"])
async def zookeeper(request: pytest.FixtureRequest, tmp_path) -> AsyncIterator[FakeHarness | WireHarness]:
    """Every kind: what the contract tests run against."""
    async for harness in _serve(request.param, request, tmp_path):
        yield harness


@pytest.fixture(params=["embedded", "real"])
async def wire(request: pytest.FixtureRequest, tmp_path) -> AsyncIterator[WireHarness]:
    """The kinds that have a port."""
    async for harness in _serve(request.param, request, tmp_path):
        assert isinstance(harness, WireHarness)
        yield harness


@pytest.fixture(params=["embedded", "real", "wire-memory", "wire-sockets"])
async def clients(request: pytest.FixtureRequest, tmp_path) -> AsyncIterator[WireHarness]:
    """The clients that have a connection, which can fall silent."""
    async for harness in _serve(request.param, request, tmp_path):
        assert isinstance(harness, WireHarness)
        yield harness


@pytest.fixture(params=["embedded", "wire-memory", "wire-sockets"])
async def served(request: pytest.FixtureRequest, tmp_path) -> AsyncIterator[EmbeddedHarness | MemoryHarness]:
    """The same clients, of our own server."""
    async for harness in _serve(request.param, request, tmp_path):
        assert isinstance(harness, EmbeddedHarness | MemoryHarness)
        yield harness


@pytest.fixture
async def embedded(request: pytest.FixtureRequest, tmp_path) -> AsyncIterator[EmbeddedHarness]:
    """Our own server."""
    async for harness in _serve("embedded", request, tmp_path):
        assert isinstance(harness, EmbeddedHarness)
        yield harness


@pytest.fixture
async def base(zookeeper) -> str:
    """A path of its own for each test: the real ZooKeeper is shared."""
    zk = await zookeeper.client()
    path, _ = await zk.create("/test-", sequential=True)
    return path
