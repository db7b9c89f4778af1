"""pytest's fixtures for a Kafka cluster: loaded by pytest wherever kavka is installed, idle until a test asks.

    @pytest.mark.kafka(brokers=3)
    def test_orders(kafka_cluster, kafka_topic, kafka_bootstrap): …

    kafka_cluster          a `kavka.testing.cluster.KafkaCluster`, as the nearest marks say; shared by all tests that
                           say the same, and whole again after each: faults taken back, brokers that died restarted
    kafka_topic            the name of a topic of this test's own
    kafka_bootstrap        "host:port,…" for any client
    kafka_cluster_factory  the same clusters, for fixtures of a wider scope: kafka_cluster_factory(brokers=3)

    --kafka-url HOST:PORT  the same tests against a cluster that runs already; what needs one of its own is skipped
    --kafka-client-config FILE    Kafka's client properties for it (security.protocol, sasl.…, ssl.…)

A test that fails shows what the brokers have logged meanwhile.

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
from collections.abc import Callable, Generator, Iterator, Mapping
from typing import TYPE_CHECKING, Any, Final, NoReturn

import pytest

if TYPE_CHECKING:
    from pathlib import Path

    from kavka.testing.broker_log import BrokerLevels
    from kavka.testing.cluster import KafkaCluster
    from kavka.testing.external_cluster import ExternalCluster

    Cluster = KafkaCluster | ExternalCluster

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
NUMBERS: Final = ("brokers", *TOPIC_OPTIONS)
_MARK: Final = (
    'kafka(brokers=1, config={}, processes=False, scope="session", partitions=1, replication_factor=None): '
    "what kafka_cluster and kafka_topic give this test"
)

_SIMULATION_MARK: Final = (
    'kafka_simulation(seeds=50, brokers=3, faults="default", seconds=30, settings={}): '
    "runs an async test in a simulated Kafka cluster, under faults, once for each seed"
)


class Clusters:
    """The clusters of one pytest process, by what they were asked to be.

    Args:
        external: the one that runs already, and stands for all of them; None: they are made.
    """

    def __init__(self, external: ExternalCluster | None = None) -> None:
        self._external = external
        self._running: dict[Any, KafkaCluster] = {}
        self._levels: BrokerLevels | None = None
        self._sizes_before: dict[Path, int] = {}

    def get(self, scope_id: str, **options: Any) -> Cluster:
        """Returns a running cluster with these options; started if there is none."""
        __tracebackhide__ = True
        if self._external is not None:
            self._external.check(**options)
            return self._external
        from kavka.testing.cluster import KafkaCluster

        key = _frozen({"scope": scope_id, **options})
        cluster = self._running.pop(key, None)
        if cluster is None:
            while len(self._running) >= CLUSTERS_MAX:
                self._running.pop(next(iter(self._running))).stop()
            self._lower_levels()
            cluster = KafkaCluster(**options)
            cluster.start()
        self._running[key] = cluster
        return cluster

    def discard(self, cluster: Cluster) -> None:
        """Stops a cluster; the next test that asks for its like gets a new one."""
        for key, known in list(self._running.items()):
            if known is cluster:
                del self._running[key]
                known.stop()

    def stop(self) -> None:
        """Stops all."""
        while self._running:
            self._running.popitem()[1].stop()
        if self._external is not None:
            self._external.stop()
        if self._levels is not None:
            self._levels.restore()

    # ---- what brokers log -----------------------------------------------------------------------------------------

    def begin_test(self) -> None:
        """Notes how far the logs are; what comes is of the test that begins."""
        from kavka.testing.broker_log import file_size

        self._sizes_before = {path: file_size(path) for each in self._running.values() for path in each.log_files}

    def logged(self) -> Iterator[tuple[str, str]]:
        """Yields what brokers' processes have logged since the test began: whose log, and its lines."""
        from kavka.testing.broker_log import file_tail

        for cluster in self._running.values():
            for path in cluster.log_files:
                if lines := file_tail(path, self._sizes_before.get(path, 0)):
                    yield f"Kafka broker, {path.name}", lines

    def _lower_levels(self) -> None:
        from kavka.testing.broker_log import BrokerLevels

        if self._levels is None:
            self._levels = BrokerLevels()
        self._levels.lower()


_CLUSTERS: Final = pytest.StashKey[Clusters]()


def pytest_configure(config: pytest.Config) -> None:
    """Makes the marks known."""
    config.addinivalue_line("markers", _MARK)
    config.addinivalue_line("markers", _SIMULATION_MARK)


def pytest_addoption(parser: pytest.Parser) -> None:
    """Adds the options of clusters and of simulations."""
    group = parser.getgroup("kafka", "Kafka")
    group.addoption("--kafka-url", metavar="HOST:PORT", help="run tests against this Kafka cluster")
    group.addoption("--kafka-client-config", metavar="FILE", help="client properties for --kafka-url: TLS and logins")
    group.addoption("--kafka-simulation-seed", type=int, metavar="N", help="run kafka_simulation tests with this seed")
    group.addoption("--kafka-simulation-seeds", type=int, metavar="N", help="run them with so many seeds each")
    group.addoption(
        "--kafka-simulation-spin-seconds",
        type=float,
        metavar="N",
        help="CPU seconds after which code in a simulation that awaits nothing fails its test; default: 60",
    )


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup(item: pytest.Item) -> None:
    """Refuses marks that make no sense, and notes how far the brokers' logs are."""
    if not _uses_clusters(item):
        return  # its marks may be somebody else's
    _marked(item)
    clusters = item.config.stash.get(_CLUSTERS, None)
    if clusters is not None:
        clusters.begin_test()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Adds to a failure what brokers' processes logged during the test."""
    report = yield
    clusters = item.config.stash.get(_CLUSTERS, None)
    if report.failed and clusters is not None and _uses_clusters(item):
        report.sections.extend(clusters.logged())
    return report


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
def _kafka_clusters(request: pytest.FixtureRequest) -> Iterator[Clusters]:
    clusters = Clusters(_external(request.config))
    request.config.stash[_CLUSTERS] = clusters
    yield clusters
    del request.config.stash[_CLUSTERS]
    clusters.stop()


def _external(config: pytest.Config) -> ExternalCluster | None:
    url, file = config.getoption("kafka_url"), config.getoption("kafka_client_config")
    if url is None:
        if file is not None:
            _refuse("--kafka-client-config is for --kafka-url")
        return None
    from pathlib import Path

    from kavka.broker.config.properties import parse_properties
    from kavka.testing.external_cluster import ExternalCluster
    from kavka.wire.errors import FAILURES

    failures: tuple[type[Exception], ...] = (*FAILURES, ValueError)
    try:
        security = None if file is None else parse_properties(Path(file).read_text(encoding="utf-8"))
        cluster = ExternalCluster(url, security=security)
        cluster.start()
    except failures as error:
        _refuse(f"--kafka-url {url}: {error}")
    return cluster


@pytest.fixture(scope="session")
def kafka_cluster_factory(_kafka_clusters: Clusters) -> Callable[..., Cluster]:
    """Gives clusters to fixtures of any scope: `kafka_cluster_factory(brokers=3, config={…}, processes=False)`."""

    def make(**options: Any) -> Cluster:
        _check(options, CLUSTER_OPTIONS)
        return _kafka_clusters.get("session", **options)

    return make


@pytest.fixture
def kafka_cluster(request: pytest.FixtureRequest, _kafka_clusters: Clusters) -> Iterator[Cluster]:
    """Provides a running Kafka cluster, as @pytest.mark.kafka says; whole again after the test."""
    __tracebackhide__ = True
    wanted = _marked(request.node)
    scope = wanted.get("scope", "session")
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
def kafka_topic(request: pytest.FixtureRequest, kafka_cluster: Cluster) -> str:
    """Creates a topic and returns its name. @pytest.mark.kafka(partitions=…, replication_factor=…) shapes it."""
    __tracebackhide__ = True
    wanted = _marked(request.node)
    readable = re.sub(r"[^A-Za-z0-9._-]+", "-", request.node.name)[:TOPIC_NAME_MAX].strip("-")
    shape = {name: wanted[name] for name in TOPIC_OPTIONS if name in wanted}
    return kafka_cluster.create_topic(f"{readable}-{uuid.uuid4().hex[:8]}", **shape)


@pytest.fixture
def kafka_bootstrap(kafka_cluster: Cluster) -> str:
    """Returns "host:port,…" of the test's cluster."""
    return kafka_cluster.bootstrap


def _uses_clusters(item: pytest.Item) -> bool:
    return "_kafka_clusters" in getattr(item, "fixturenames", ())


def _marked(node: pytest.Item) -> dict[str, Any]:
    """What all marks say, the nearest last: a test's mark changes what its class's or module's said."""
    wanted: dict[str, Any] = {}
    for mark in reversed(list(node.iter_markers("kafka"))):
        if mark.args:
            _refuse(f"kafka takes names only, such as kafka(brokers=3), not {mark.args}")
        wanted |= mark.kwargs
    _check(wanted, (*CLUSTER_OPTIONS, "scope", *TOPIC_OPTIONS))
    if wanted.get("scope", "session") not in SCOPES:
        _refuse(f"kafka(scope={wanted['scope']!r}): there is {', '.join(SCOPES)}")
    return wanted


def _check(options: Mapping[str, Any], known: tuple[str, ...]) -> None:
    for name, value in options.items():
        if name not in known:
            _refuse(f"kafka has no {name!r}; it has {', '.join(known)}")
        is_left_out = name == "replication_factor" and value is None
        if name in NUMBERS and not is_left_out and not (type(value) is int and value > 0):
            _refuse(f"kafka({name}={value!r}): it is a number of at least 1")
        if name == "config" and not isinstance(value, Mapping):
            _refuse(f"kafka(config={value!r}): it is a mapping of settings, as server.properties has them")
        if name == "processes" and not isinstance(value, bool):
            _refuse(f"kafka(processes={value!r}): it is True or False")


def _refuse(message: str) -> NoReturn:
    """Fails a test before it runs, with a sentence and no lines of ours."""
    pytest.fail(message, pytrace=False)


def _frozen(value: Any) -> Any:
    """The same as something that can be a key."""
    if isinstance(value, Mapping):
        return frozenset((name, _frozen(item)) for name, item in value.items())
    return value
