"""pytest's fixtures for a Kafka cluster: loaded by pytest wherever kavka is installed, idle until a test asks.

    @pytest.mark.kafka(brokers=3)
    def test_orders(kafka_cluster, kafka_topic, kafka_bootstrap): …

    kafka_cluster          a `kavka.testing.cluster.KafkaCluster`, as the nearest marks say; shared by all tests that
                           say the same, and whole again after each: faults taken back, brokers that died restarted
    kafka_topic            the name of a topic of this test's own
    kafka_bootstrap        "host:port,…" for any client
    kafka_cluster_factory  the same clusters, for fixtures of a wider scope: kafka_cluster_factory(brokers=3)

The mark: kafka(brokers=1, config={}, processes=False, scope="session", partitions=1, replication_factor=None).
Ports are free ones, so workers of pytest-xdist do not meet. Imports nothing but pytest before the first cluster.

    @pytest.mark.kafka_simulation(seeds=50, brokers=3)
    async def test_billing(kafka_simulation): …          in a simulated cluster, under faults, once for each seed

    kafka_simulation       a `kavka.simulation.user_simulation.KafkaSimulation`
    --kafka-simulation-seed N runs one seed alone, --kafka-simulation-seeds N so many; code that computes and awaits
    nothing fails its test after --kafka-simulation-spin-seconds N
"""

from __future__ import annotations

import re
import uuid
from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING, Any, Final

import pytest

if TYPE_CHECKING:
    from kavka.testing.cluster import KafkaCluster

CLUSTERS_MAX: Final = 4
"""Clusters that run at a time; another one stops the one that was used longest ago."""
TOPIC_NAME_MAX: Final = 200
SCOPES: Final[Mapping[str, type[pytest.Item] | type[pytest.Collector]]] = {
    "function": pytest.Item,
    "class": pytest.Class,
    "module": pytest.Module,
    "session": pytest.Session,
}
CLUSTER_OPTIONS: Final = ("brokers", "config", "processes")
TOPIC_OPTIONS: Final = ("partitions", "replication_factor")
_MARK: Final = (
    'kafka(brokers=1, config={}, processes=False, scope="session", partitions=1, replication_factor=None): '
    "what kafka_cluster and kafka_topic give this test"
)

_SIMULATION_MARK: Final = (
    'kafka_simulation(seeds=50, brokers=3, faults="default", seconds=30, settings={}): '
    "runs an async test in a simulated Kafka cluster, under faults, once for each seed"
)


class Clusters:
    """The clusters of one pytest process, by what they were asked to be."""

    def __init__(self) -> None:
        self._running: dict[Any, KafkaCluster] = {}

    def get(self, scope_id: str, **options: Any) -> KafkaCluster:
        """Returns a running cluster with these options; started if there is none."""
        from kavka.testing.cluster import KafkaCluster

        key = _frozen({"scope": scope_id, **options})
        cluster = self._running.pop(key, None)
        if cluster is None:
            while len(self._running) >= CLUSTERS_MAX:
                self._running.pop(next(iter(self._running))).stop()
            cluster = KafkaCluster(**options)
            cluster.start()
        self._running[key] = cluster
        return cluster

    def discard(self, cluster: KafkaCluster) -> None:
        """Stops a cluster; the next test that asks for its like gets a new one."""
        for key, known in list(self._running.items()):
            if known is cluster:
                del self._running[key]
                cluster.stop()

    def stop(self) -> None:
        """Stops all."""
        while self._running:
            self._running.popitem()[1].stop()


def pytest_configure(config: pytest.Config) -> None:
    """Makes the marks known."""
    config.addinivalue_line("markers", _MARK)
    config.addinivalue_line("markers", _SIMULATION_MARK)


def pytest_addoption(parser: pytest.Parser) -> None:
    """Adds the options of simulations."""
    group = parser.getgroup("kafka", "Kafka in simulation")
    group.addoption("--kafka-simulation-seed", type=int, metavar="N", help="run kafka_simulation tests with this seed")
    group.addoption("--kafka-simulation-seeds", type=int, metavar="N", help="run them with so many seeds each")
    group.addoption(
        "--kafka-simulation-spin-seconds",
        type=float,
        metavar="N",
        help="CPU seconds after which code in a simulation that awaits nothing fails its test; default: 60",
    )


@pytest.hookimpl(tryfirst=True)
def pytest_pyfunc_call(pyfuncitem: pytest.Function) -> bool | None:
    """Runs a test with the mark kafka_simulation in its simulations."""
    if pyfuncitem.get_closest_marker("kafka_simulation") is None:
        return None
    from kavka.simulation.pytest_mark import run_item

    option = pyfuncitem.config.getoption
    run_item(
        pyfuncitem,
        seed=option("kafka_simulation_seed"),
        seeds=option("kafka_simulation_seeds"),
        spin_s=option("kafka_simulation_spin_seconds"),
    )
    return True


@pytest.fixture
def kafka_simulation(request: pytest.FixtureRequest) -> None:
    """Provides a simulated Kafka cluster; each seed of @pytest.mark.kafka_simulation puts its own in place of this."""
    if request.node.get_closest_marker("kafka_simulation") is None:
        raise pytest.UsageError("kafka_simulation needs @pytest.mark.kafka_simulation")


@pytest.fixture(scope="session")
def _kafka_clusters() -> Iterator[Clusters]:
    clusters = Clusters()
    yield clusters
    clusters.stop()


@pytest.fixture(scope="session")
def kafka_cluster_factory(_kafka_clusters: Clusters) -> Callable[..., KafkaCluster]:
    """Gives clusters to fixtures of any scope: `kafka_cluster_factory(brokers=3, config={…}, processes=False)`."""

    def make(**options: Any) -> KafkaCluster:
        _check(options, CLUSTER_OPTIONS)
        return _kafka_clusters.get("session", **options)

    return make


@pytest.fixture
def kafka_cluster(request: pytest.FixtureRequest, _kafka_clusters: Clusters) -> Iterator[KafkaCluster]:
    """Provides a running Kafka cluster, as @pytest.mark.kafka says; whole again after the test."""
    wanted = _marked(request.node)
    scope = wanted.get("scope", "session")
    if scope not in SCOPES:
        raise pytest.UsageError(f"kafka(scope={scope!r}): there is {', '.join(SCOPES)}")
    owner = request.node.getparent(SCOPES[scope]) or request.node
    options = {name: wanted[name] for name in CLUSTER_OPTIONS if name in wanted}
    cluster = _kafka_clusters.get("session" if scope == "session" else owner.nodeid, **options)
    if scope != "session":
        owner.addfinalizer(lambda: _kafka_clusters.discard(cluster))
    yield cluster
    try:
        cluster.restore()
    except Exception:
        _kafka_clusters.discard(cluster)  # what broke it is reported with this test, and spares the next
        raise


@pytest.fixture
def kafka_topic(request: pytest.FixtureRequest, kafka_cluster: KafkaCluster) -> str:
    """Creates a topic and returns its name. @pytest.mark.kafka(partitions=…, replication_factor=…) shapes it."""
    wanted = _marked(request.node)
    readable = re.sub(r"[^A-Za-z0-9._-]+", "-", request.node.name)[:TOPIC_NAME_MAX].strip("-")
    shape = {name: wanted[name] for name in TOPIC_OPTIONS if name in wanted}
    return kafka_cluster.create_topic(f"{readable}-{uuid.uuid4().hex[:8]}", **shape)


@pytest.fixture
def kafka_bootstrap(kafka_cluster: KafkaCluster) -> str:
    """Returns "host:port,…" of the test's cluster."""
    return kafka_cluster.bootstrap


def _marked(node: pytest.Item) -> dict[str, Any]:
    """What all marks say, the nearest last: a test's mark changes what its class's or module's said."""
    wanted: dict[str, Any] = {}
    for mark in reversed(list(node.iter_markers("kafka"))):
        if mark.args:
            raise pytest.UsageError(f"kafka takes names only, such as kafka(brokers=3), not {mark.args}")
        wanted |= mark.kwargs
    _check(wanted, (*CLUSTER_OPTIONS, "scope", *TOPIC_OPTIONS))
    return wanted


def _check(options: Mapping[str, Any], known: tuple[str, ...]) -> None:
    for name in options:
        if name not in known:
            raise pytest.UsageError(f"kafka has no {name!r}; it has {', '.join(known)}")


def _frozen(value: Any) -> Any:
    """The same as something that can be a key."""
    if isinstance(value, Mapping):
        return frozenset((name, _frozen(item)) for name, item in value.items())
    return value
