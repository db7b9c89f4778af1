"""Each check of `kavka doctor`, over facts that no machine need be in for."""

from __future__ import annotations

import pytest

from kavka.doctor import checks
from kavka.doctor.facts import (
    AdvertisedFacts,
    BrokerFacts,
    ConfigFacts,
    DirFacts,
    JavaFacts,
    LimitFacts,
    PortFacts,
    PythonFacts,
    SparkFacts,
    ZooKeeperFacts,
)
from kavka.doctor.finding import Level
from kavka.doctor.gather import read_metrics
from kavka.doctor.gather_machine import java_version

OK, WARNING, WRONG = Level.OK, Level.WARNING, Level.WRONG
NOW_MS = 1_750_000_000_000
PORT = PortFacts("PLAINTEXT", "", 9092)
TOLD = AdvertisedFacts("PLAINTEXT", "kafka.example", 9092, is_set=True, bound_host="")
DISK = DirFacts(
    "/data",
    "/data",
    free_bytes=50 * checks.GIB,
    total_bytes=100 * checks.GIB,
    free_inodes=900_000,
    total_inodes=1_000_000,
    fsync_ms=4.0,
    device=1,
)
BROKER = BrokerFacts("broker 0", "http://127.0.0.1:19092", is_ready=True)


def levels(findings) -> list[Level]:
    return [one.level for one in findings]


def test_everything_that_is_not_well_says_why_and_what_to_do():
    bad = [
        *checks.check_config(ConfigFacts("f", "no such key", ())),
        *checks.check_config(ConfigFacts("f", None, ("KAFKA_X is none",), ("a.b",))),
        checks.check_port(PORT._replace(is_taken=True)),
        checks.check_advertised(TOLD),
        *checks.check_dir(DISK._replace(error="Permission denied")),
        *checks.check_dir(DISK._replace(free_bytes=1, free_inodes=1, fsync_ms=900)),
        *checks.check_dirs_apart([DISK, DISK._replace(path="/more")]),
        checks.check_limits(LimitFacts(1024, 1024, 5_000)),
        checks.check_zookeeper(ZooKeeperFacts("h:1", "refused")),
        checks.check_clock(0, []),
        checks.check_java(JavaFacts(None, None)),
        checks.check_spark(SparkFacts("4.1.1", "26.0", "2.4")),
        checks.check_spark(SparkFacts("4.3.0", None, None)),
        checks.check_python(PythonFacts("3.9", False, ())),
        checks.check_python(PythonFacts("3.11.7", True, (), is_optimized=False)),
        checks.check_python(PythonFacts("3.11.7", True, (), modules="2 of 5 modules compiled", is_whole=False)),
        *checks.check_broker(BROKER._replace(is_ready=False, offline_dirs=("/data",))),
        *checks.check_controllers([BROKER]),
    ]
    assert all(one.why.endswith(".") and one.fix for one in bad if one.level is not OK)
    assert sum(one.level is not OK for one in bad) >= 19


def test_a_full_directory_needs_room_and_a_broken_one_a_disk():
    found = list(checks.check_broker(BROKER._replace(offline_dirs=("/full", "/broken"), full_dirs=("/full",))))
    assert levels(found) == [WRONG, WRONG]
    assert ("/full" in found[0].what, "/broken" in found[0].what, "no restart" in found[0].fix) == (True, False, True)
    assert ("/full" in found[1].what, "/broken" in found[1].what, "restart" in found[1].fix) == (False, True, True)


def test_a_port_is_free_ours_or_somebody_elses():
    assert checks.check_port(PORT).level is OK
    assert checks.check_port(PORT._replace(is_taken=True, is_ours=True)).level is OK
    taken = checks.check_port(PORT._replace(is_taken=True, holder="process 7 (nginx)"))
    assert taken.level is WRONG
    assert "process 7 (nginx)" in taken.what
    assert checks.check_port(PORT._replace(error="Permission denied")).level is WRONG


@pytest.mark.parametrize(
    ("facts", "level", "word"),
    [
        (TOLD._replace(is_set=False), OK, "came to"),
        (TOLD, WRONG, "does not resolve"),
        (TOLD._replace(addresses=("127.0.0.1",), own=("127.0.0.1",)), WARNING, "loopback"),
        (TOLD._replace(addresses=("127.0.0.1",), own=("127.0.0.1",), bound_host="127.0.0.1"), OK, "leads here"),
        (TOLD._replace(addresses=("::1",), own=(), bound_host="::"), WARNING, "loopback"),
        (TOLD._replace(addresses=("192.0.2.9",)), WARNING, "no address of this machine"),
        (TOLD._replace(addresses=("192.0.2.9",), own=("192.0.2.9",)), OK, "leads here"),
        (TOLD._replace(addresses=("192.0.2.9",), is_served=True, is_reached=False), WRONG, "nobody answers"),
        (TOLD._replace(addresses=("192.0.2.9",), own=("192.0.2.9",), is_served=True, is_reached=True), OK, "here"),
    ],
)
def test_what_clients_are_told(facts, level, word):
    found = checks.check_advertised(facts)
    assert (found.level, word in found.what) == (level, True), found


@pytest.mark.parametrize(
    ("changed", "expected"),
    [
        ({}, [OK, OK]),
        ({"free_bytes": checks.GIB // 2}, [WARNING, OK]),
        ({"free_bytes": 10**6}, [WRONG, OK]),
        ({"free_bytes": 4 * checks.GIB}, [WARNING, OK]),
        ({"free_inodes": 500}, [OK, WARNING, OK]),
        ({"total_inodes": 0, "free_inodes": 0}, [OK, OK]),
        ({"fsync_ms": 80.0}, [OK, WARNING]),
        ({"error": "Read-only file system"}, [WRONG]),
    ],
)
def test_a_data_directory(changed, expected):
    assert levels(checks.check_dir(DISK._replace(**changed))) == expected


def test_directories_of_one_disk_are_told_of_once():
    dirs = [DISK, DISK._replace(path="/b"), DISK._replace(path="/c", device=2)]
    [found] = checks.check_dirs_apart(dirs)
    assert (found.level, found.what) == (WARNING, "/data, /b are one file system")
    assert levels(checks.check_dirs_apart([DISK])) == []


@pytest.mark.parametrize(
    ("soft", "hard", "partitions", "level"),
    [
        (20_000, 20_000, 0, OK),
        (1024, 20_000, 100, OK),
        (1024, 4096, 100, WARNING),
        (1024, 4096, 2_000, WARNING),
        (1024, 4096, 5_000, WRONG),
    ],
)
def test_descriptors(soft, hard, partitions, level):
    assert checks.check_limits(LimitFacts(soft, hard, partitions)).level is level


def test_a_hard_limit_needs_root():
    assert "as root" in checks.check_limits(LimitFacts(1024, 2048, 10_000)).fix
    assert "room for some 2896 connections" in checks.check_limits(LimitFacts(1024, 4096, 344)).what


def test_zookeeper_says_what_it_is():
    found = checks.check_zookeeper(
        ZooKeeperFacts("h:2181", answer="Zookeeper version: 3.8\nMode: leader\n", latency_ms=2)
    )
    assert (found.level, found.what) == (OK, "h:2181 is leader, answers in 2.0 ms")
    slow = ZooKeeperFacts("h:2181", answer="Mode: standalone", latency_ms=500)
    assert checks.check_zookeeper(slow).level is WARNING
    not_serving = ZooKeeperFacts("h:2181", answer="This ZooKeeper instance is not currently serving requests")
    assert checks.check_zookeeper(not_serving).level is WARNING


def test_the_clock():
    assert checks.check_clock(NOW_MS, [DISK._replace(newest_ms=NOW_MS - 5)]).level is OK
    assert checks.check_clock(NOW_MS, [DISK._replace(newest_ms=NOW_MS + 3_600_000)]).level is WARNING
    assert checks.check_clock(1_000, []).level is WRONG


@pytest.mark.parametrize(
    ("text", "version"),
    [
        ('openjdk version "17.0.12" 2024-07-16', 17),
        ('java version "1.8.0_381"', 8),
        ('openjdk version "21" 2023-09-19', 21),
        ("bash: java: not found", None),
    ],
)
def test_javas_version(text, version):
    assert java_version(text) == version
    found = checks.check_java(JavaFacts("/usr/bin/java", None, version))
    assert found.level is (OK if version is not None and version >= 17 else WARNING)


def test_a_brokers_own_word():
    assert levels(checks.check_broker(BROKER)) == [OK]
    assert levels(checks.check_broker(BROKER._replace(url=None))) == [WARNING]
    assert levels(checks.check_broker(BROKER._replace(error="nobody answers"))) == [WRONG]
    name = "kafka_server_replicamanager_underreplicatedpartitions"
    [found] = checks.check_broker(BROKER._replace(metrics={name: 3.0}))
    assert (found.level, found.what) == (WARNING, "broker 0: 3 partitions lack replicas")


def test_controllers_are_counted_when_everybody_answers():
    name = "kafka_controller_kafkacontroller_activecontrollercount"
    active, other = BROKER._replace(metrics={name: 1.0}), BROKER._replace(metrics={name: 0.0})
    assert levels(checks.check_controllers([active, other])) == [OK]
    assert levels(checks.check_controllers([active, active])) == [WRONG]
    assert levels(checks.check_controllers([other, other])) == [WRONG]
    assert levels(checks.check_controllers([other, BROKER._replace(error="gone")])) == []


def test_metrics_are_read_as_a_scraper_reads_them():
    assert read_metrics('# HELP a b\na{x="y z"} 3.0\nb 1e3\nbroken line\n') == {'a{x="y z"}': 3.0, "b": 1000.0}


def test_where_java_is_from_is_said():
    assert "by JAVA_HOME" in checks.check_java(JavaFacts("/j/bin/java", "/j", 17)).what
    assert "on PATH" in checks.check_java(JavaFacts("/usr/bin/java", None, 21)).what


@pytest.mark.parametrize(
    ("facts", "level"),
    [
        (SparkFacts(None, None, None), OK),
        (SparkFacts("4.2.0", "18.0", "1.26"), OK),
        (SparkFacts("4.10.0.dev1", "18.0", "1.26"), OK),
        (SparkFacts("4.1.9", "18.0", "1.26"), Level.WARNING),
        (SparkFacts("4.3.0", "18.0", None), Level.WARNING),
    ],
)
def test_what_spark_needs(facts, level):
    found = checks.check_spark(facts)
    assert (found.level, "kavka[spark]" in found.fix + found.what) == (level, level is not OK or facts.pyspark is None)
