"""What follows from the facts. Each function is pure, and judges one thing."""

from __future__ import annotations

import ipaddress
import re
from collections.abc import Callable, Iterator, Sequence
from typing import Final

from kavka.common.descriptors import reserved
from kavka.doctor.facts import (
    AdvertisedFacts,
    BrokerFacts,
    ConfigFacts,
    DirFacts,
    Facts,
    JavaFacts,
    LimitFacts,
    PortFacts,
    PythonFacts,
    SparkFacts,
    ZooKeeperFacts,
)
from kavka.doctor.finding import Finding, ok, warning, wrong
from kavka.timer.moments import WallMs

GIB: Final = 1024**3
FREE_BYTES_WRONG: Final = GIB // 10
FREE_BYTES_MIN: Final = GIB
FREE_SHARE_MIN: Final = 0.05
FSYNC_MS_MAX: Final = 50
"""A disk takes 1 to 20 ms; what takes longer holds up acks=all with flush.messages=1, and ZooKeeper's writes."""
DESCRIPTORS_PER_PARTITION: Final = 2
DESCRIPTORS_ELSE: Final = 1_000
"""Clients, other brokers, libraries."""
DESCRIPTORS_LOW: Final = 10_000
"""A hard limit below this is no administrator's choice: systemd's default is 524,288, a container's a million."""
_RAISE: Final = "LimitNOFILE= in systemd, nofile in limits.conf, --ulimit nofile= for a container."
ZOOKEEPER_MS_MAX: Final = 100
JAVA_MIN: Final = 17
PYSPARK_MIN: Final = (4, 2)
"""The first whose sources in Python know rate limits and `availableNow`."""
CLOCK_AHEAD_MS: Final = 60_000
EARLIEST_MS: Final = 1_704_067_200_000
"""2024: no machine's clock is right that says less."""
LOOP_LAG_S_MAX: Final = 0.25


def check_config(facts: ConfigFacts) -> Iterator[Finding]:
    """Checks whether a broker would take the configuration."""
    if facts.error is not None:
        yield wrong("config", f"{facts.source}: {facts.error}", "A broker does not start with it.", "Mend that line.")
        return
    yield ok("config", f"{facts.source} is understood")
    if facts.inert:
        yield warning(
            "config",
            f"{facts.source}: no effect yet: {', '.join(facts.inert)}",
            "These keys are taken so that a file of Kafka's works as it is, but nothing obeys them here.",
            "See `kavka config explain KEY` for each.",
        )
    for text in facts.warnings:
        yield warning("config", text, "A setting that is misspelt does nothing.", "Rename the variable, or unset it.")


def check_port(facts: PortFacts) -> Finding:
    """Checks whether a broker can listen on a port, or does."""
    where = f"{facts.listener}://{facts.host}:{facts.port}"
    if facts.is_ours:
        return ok("ports", f"{where} is served by this cluster")
    if facts.is_taken:
        by = f" by {facts.holder}" if facts.holder else " by a process that this user may not look into"
        return wrong(
            "ports",
            f"{where} is taken{by}",
            "A broker that wants it does not start.",
            "End that process, or choose another port: kavka start --port, or listeners.",
        )
    if facts.error is not None:
        return wrong(
            "ports", f"{where} cannot be used: {facts.error}", "A broker does not start.", "Choose another address."
        )
    return ok("ports", f"{where} is free")


def check_advertised(facts: AdvertisedFacts) -> Finding:
    """Checks an advertised listener, the newcomers' trap.

    Clients connect to the address that they were sent, not to the one that they used first.
    """
    name = f"{facts.listener}://{facts.host}:{facts.port}"
    if not facts.is_set:
        return ok("advertised", f"{facts.listener}: every client is told the address that it came to")
    if not facts.addresses:
        return wrong(
            "advertised",
            f"{name}: the name {facts.host} does not resolve here",
            "Clients first reach a bootstrap address, are then told this one, and fail there.",
            "Put a name into advertised.listeners that clients can resolve, or leave it out.",
        )
    if facts.is_served and facts.is_reached is False:
        return wrong(
            "advertised",
            f"nobody answers at {name}, though the broker runs",
            "It is what every client is told, whatever bootstrap address it used.",
            "Correct advertised.listeners, or the port mapping or firewall in between.",
        )
    return _advertised_elsewhere(facts, name)


def _advertised_elsewhere(facts: AdvertisedFacts, name: str) -> Finding:
    is_local = all(ipaddress.ip_address(address).is_loopback for address in facts.addresses)
    if is_local and facts.bound_host in ("", "0.0.0.0", "::"):
        return warning(
            "advertised",
            f"{name} is this machine's loopback, while the listener takes connections from everywhere",
            "A client on another machine, or in a container, is told to connect to itself.",
            "Advertise a name that others can reach, or bind to 127.0.0.1 only.",
        )
    if not facts.own and not is_local:
        return warning(
            "advertised",
            f"{name} is {', '.join(facts.addresses)}, no address of this machine",
            "That is right behind a port mapping or a load balancer; otherwise no client gets through.",
            "Try from a client's machine: kavka topic list -b HOST:PORT.",
        )
    return ok("advertised", f"{name} leads here")


def check_dir(facts: DirFacts) -> Iterator[Finding]:
    """Checks a data directory's space, and whether it can be written."""
    if facts.error is not None:
        yield wrong(
            "disk",
            f"{facts.path}: {facts.error}",
            "A broker takes the directory offline, and does not start when it has no other.",
            "Create it, or give it to the user that runs the broker.",
        )
        return
    share = facts.free_bytes / max(1, facts.total_bytes)
    room = f"{facts.path}: {_size(facts.free_bytes)} free ({share:.0%})"
    if facts.free_bytes < FREE_BYTES_WRONG:
        yield wrong("disk", room, "The next segments fill it, and the directory goes offline.", _ROOM)
    elif facts.free_bytes < FREE_BYTES_MIN or share < FREE_SHARE_MIN:
        yield warning("disk", room, "Retention by time does not know how full a disk is.", _ROOM)
    else:
        yield ok("disk", room)
    if facts.total_inodes and facts.free_inodes < max(1_000, facts.total_inodes * FREE_SHARE_MIN):
        yield warning(
            "disk",
            f"{facts.path}: {facts.free_inodes} inodes are left",
            "Each partition takes a directory and some four files for every segment.",
            "Remove small files there, or use another file system.",
        )
    if facts.fsync_ms > FSYNC_MS_MAX:
        yield warning(
            "disk",
            f"{facts.path}: fsync takes {facts.fsync_ms:.0f} ms",
            "Topics with flush.messages=1, the embedded ZooKeeper and every clean stop wait for it.",
            "Is the disk busy, or is it a network's? Move log.dirs to a local one.",
        )
    else:
        yield ok("disk", f"{facts.path}: fsync takes {facts.fsync_ms:.1f} ms")


_ROOM: Final = "Delete topics, shorten retention.ms, set retention.bytes, or move log.dirs to a larger disk."


def check_dirs_apart(dirs: Sequence[DirFacts]) -> Iterator[Finding]:
    """Checks that a broker's several data directories are several disks."""
    by_device: dict[int, list[str]] = {}
    for one in dirs:
        if one.error is None:
            by_device.setdefault(one.device, []).append(one.path)
    for paths in by_device.values():
        if len(paths) > 1:
            yield warning(
                "disk",
                f"{', '.join(paths)} are one file system",
                "They fill up and fail together, so they are no safer and no faster than one.",
                "Put each of log.dirs on a disk of its own, or use one.",
            )


def check_limits(facts: LimitFacts) -> Finding:
    """Checks the descriptors for segments and connections: the hard limit counts, brokers raise the soft one to it."""
    wanted = facts.partitions * DESCRIPTORS_PER_PARTITION + DESCRIPTORS_ELSE
    what = f"{facts.hard} open files allowed, some {wanted} wanted for {facts.partitions} partitions and 1000 others"
    if facts.hard >= wanted:
        clients = facts.hard - facts.partitions * DESCRIPTORS_PER_PARTITION - reserved(facts.hard)
        if facts.hard >= DESCRIPTORS_LOW:
            return ok("limits", what)
        return warning(
            "limits",
            f"{what}; room for some {max(0, clients)} connections",
            "Connections beyond that are refused, and partitions that come later take from them.",
            f"Allow {DESCRIPTORS_LOW} or more, as root: {_RAISE}",
        )
    judge = wrong if facts.hard < facts.partitions else warning
    return judge(
        "limits",
        what,
        "Segments then cannot be opened, and connections are refused.",
        f"Allow {max(wanted, DESCRIPTORS_LOW)}, as root: {_RAISE}",
    )


def check_zookeeper(facts: ZooKeeperFacts) -> Finding:
    """Checks whether a ZooKeeper server responds, in which mode, and how fast."""
    if facts.error is not None:
        return wrong(
            "zookeeper",
            f"{facts.address} does not answer: {facts.error}",
            "Without ZooKeeper no broker starts and nobody elects leaders.",
            "Start it, or correct zookeeper.connect. `kavka start` without --zookeeper brings its own.",
        )
    mode = re.search(r"^Mode: (\w+)", facts.answer, re.MULTILINE)
    if mode is None:
        return warning(
            "zookeeper",
            f"{facts.address} answers, but not with its mode: {facts.answer.strip()[:80] or 'nothing'}",
            "It is no ZooKeeper, serves nobody right now, or srvr is not in its 4lw.commands.whitelist.",
            "Look at its log: does it have a quorum?",
        )
    what = f"{facts.address} is {mode[1]}, answers in {facts.latency_ms:.1f} ms"
    if facts.latency_ms > ZOOKEEPER_MS_MAX:
        return warning(
            "zookeeper", what, "Elections and new topics take as many times that.", "Is its disk or its machine busy?"
        )
    return ok("zookeeper", what)


def check_clock(now_ms: WallMs, dirs: Sequence[DirFacts]) -> Finding:
    """Checks whether this machine's time can be true."""
    if now_ms < EARLIEST_MS:
        return wrong(
            "clock",
            "this machine's clock is years behind",
            "Records get times that retention takes for old, and TLS and tokens fail.",
            "Set it: timedatectl set-ntp true.",
        )
    newest = max((one.newest_ms for one in dirs), default=0)
    if newest > now_ms + CLOCK_AHEAD_MS:
        return warning(
            "clock",
            f"files in the data directories are {(newest - now_ms) // 1000} s younger than now",
            "The clock went back. Records of before are kept for longer, and what expires does so later.",
            "Synchronise it: timedatectl set-ntp true.",
        )
    return ok("clock", "the clock is not behind anything in the data directories")


def check_java(facts: JavaFacts) -> Finding:
    """Checks the Java for Spark, which brings none; brokers need none."""
    only = "Only Spark and Kafka's own tools need it; brokers do not."
    fix = f"Install one (Debian: apt-get install default-jre-headless), {JAVA_MIN} or newer, and set JAVA_HOME to it."
    if facts.command is None:
        return warning("java", "no Java is found, by JAVA_HOME or on PATH", only, fix)
    if facts.error is not None:
        return warning("java", f"{facts.command} does not run: {facts.error}", only, fix)
    if facts.version is None:
        return warning("java", f"{facts.command} does not say its version", only, fix)
    if facts.version < JAVA_MIN:
        return warning("java", f"{facts.command} is Java {facts.version}", f"Spark 4 wants {JAVA_MIN} or newer.", fix)
    found = "on PATH" if facts.home is None else "by JAVA_HOME"
    return ok("java", f"{facts.command} is Java {facts.version}, found {found}")


def check_spark(facts: SparkFacts) -> Finding:
    """Checks the Python packages that `kavka-spark` needs; an extra, so they may be absent."""
    fix = "Install it: pip install -U 'kavka[spark]'."
    if facts.pyspark is None:
        return ok("spark", "PySpark is not installed, which only kavka-spark needs: pip install 'kavka[spark]'")
    what = f"PySpark is {facts.pyspark}"
    if tuple(int(part) for part in re.findall(r"\d+", facts.pyspark)[:2]) < PYSPARK_MIN:
        return warning("spark", what, "kavka-spark wants 4.2 or newer.", fix)
    missing = [name for name in ("pyarrow", "numpy") if getattr(facts, name) is None]
    if missing:
        return warning("spark", f"{what}; missing: {', '.join(missing)}", "kavka-spark does not start.", fix)
    return ok("spark", f"{what}, with pyarrow {facts.pyarrow} and numpy {facts.numpy}")


def check_python(facts: PythonFacts) -> Finding:
    """Checks the interpreter and kavka's packages."""
    if not facts.is_supported:
        return wrong(
            "python", f"Python {facts.version}", "kavka needs 3.11 or newer.", "Install kavka into a newer Python."
        )
    if facts.missing:
        return wrong(
            "python",
            f"missing: {', '.join(facts.missing)}",
            "What needs them fails when it is used.",
            "Install kavka anew: pip install --force-reinstall kavka.",
        )
    if not facts.is_whole:
        return warning(
            "python",
            f"Python {facts.version}; kavka: {facts.modules}",
            "What is compiled here was built for another Python, or not all of it is there.",
            "Install kavka anew, for this Python: pip install --force-reinstall kavka.",
        )
    if not facts.is_optimized:
        return warning(
            "python",
            f"Python {facts.version} was built without optimizations; kavka: {facts.modules}",
            "Each request costs 11 to 15 % more CPU than with Debian's, or any distribution's, Python.",
            "Take a distribution's Python, or build with --enable-optimizations (pyenv: PYTHON_CONFIGURE_OPTS).",
        )
    return ok("python", f"Python {facts.version} with all that kavka needs; kavka: {facts.modules}")


_BROKER_CHECKS: Final[tuple[tuple[str, Callable[[float], bool], str, str], ...]] = (
    (
        "kafka_server_replicamanager_underminisrpartitioncount",
        lambda value: value > 0,
        "{:.0f} partitions refuse acks=all|Fewer replicas are in sync than min.insync.replicas.",
        "Bring back the brokers that are down: kavka cluster status.",
    ),
    (
        "kafka_server_replicamanager_underreplicatedpartitions",
        lambda value: value > 0,
        "{:.0f} partitions lack replicas|A broker is down or cannot keep up.",
        "kavka cluster status says which.",
    ),
    (
        "kafka_controller_kafkacontroller_offlinepartitionscount",
        lambda value: value > 0,
        "{:.0f} partitions have no leader|Nobody can read or write them.",
        "Bring back a broker that has a replica in sync: kavka cluster status.",
    ),
    (
        "kavka_log_damaged",
        lambda value: value > 0,
        "{:.0f} replicas have damaged logs|Its disk has changed what was written; others lead while they are in sync.",
        "They are copied from their leaders; the broker's log names the files. Check that disk.",
    ),
    (
        "kavka_log_led_damaged_total",
        lambda value: value > 0,
        "{:.0f} times it came to lead with a damaged log|No other one was in sync: acknowledged records may be lost.",
        "The broker's log names the partitions, `.damaged` files beside their logs hold what was cut. Check that disk.",
    ),
    (
        "kavka_log_truncated_below_high_watermark_total",
        lambda value: value > 0,
        "{:.0f} truncations took away what may have been acknowledged|A replica led that had less than this one.",
        "The broker's log names the partitions, `.kept` files beside their logs hold what was cut.",
    ),
    (
        "kavka_event_loop_lag_seconds",
        lambda value: value > LOOP_LAG_S_MAX,
        "requests wait {:.2f} s for their turn|The broker has more to do than one core can, or the machine has.",
        "Move leaders to other brokers, or end what else runs here.",
    ),
    (
        "process_open_fds",
        lambda value: value > 50_000,
        "{:.0f} files are open|Each segment and each connection takes one.",
        "Are there more partitions or clients than meant?",
    ),
)


def check_broker(facts: BrokerFacts) -> Iterator[Finding]:
    """Checks a running broker's own health and metrics."""
    if facts.url is None:
        yield warning(
            "cluster",
            f"{facts.name} has no admin endpoint",
            "Its health cannot be seen from here.",
            "Set kavka.admin.listener.",
        )
        return
    if facts.error is not None:
        yield wrong("cluster", f"{facts.name}: {facts.error}", "It is down, stands still, or refuses.", "See its log.")
        return
    found = list(_broker_findings(facts))
    yield from found
    if not found:
        yield ok("cluster", f"{facts.name} is ready, with all replicas in sync where it leads")


def _broker_findings(facts: BrokerFacts) -> Iterator[Finding]:
    if not facts.is_ready:
        yield wrong(
            "cluster",
            f"{facts.name} is not ready",
            "No controller has spoken to it, or it still recovers its logs.",
            "Wait for it; then look at its log and at ZooKeeper.",
        )
    if facts.full_dirs:
        yield wrong(
            "cluster",
            f"{facts.name}: {', '.join(facts.full_dirs)} ran full",
            "Its replicas there are offline until there is room; the broker looks for it by itself.",
            "Make room on that file system, for instance a larger volume; no restart is needed.",
        )
    broken = [path for path in facts.offline_dirs if path not in facts.full_dirs]
    if broken:
        yield wrong(
            "cluster",
            f"{facts.name}: {', '.join(broken)} failed",
            "Its replicas there are gone until the directory is mended.",
            "Replace the disk, restart the broker; replicas are copied anew.",
        )
    for name, is_bad, text, fix in _BROKER_CHECKS:
        value = facts.metrics.get(name)
        if value is not None and is_bad(value):
            what, _, why = text.format(value).partition("|")
            yield warning("cluster", f"{facts.name}: {what}", why, fix)


def check_controllers(brokers: Sequence[BrokerFacts]) -> Iterator[Finding]:
    """Checks that there is one controller, if all brokers respond."""
    answering = [one for one in brokers if one.url is not None and one.error is None]
    if not answering or len(answering) < len(brokers):
        return
    name = "kafka_controller_kafkacontroller_activecontrollercount"
    count = sum(one.metrics.get(name, 0) for one in answering)
    if count == 1:
        yield ok("cluster", "one broker is the controller")
    else:
        yield wrong(
            "cluster",
            f"{count:.0f} brokers say that they are the controller",
            "Nobody, or more than one, elects leaders.",
            "Wait a moment and look again; then restart the broker whose kavka_controller_epoch is lower.",
        )


def check_all(facts: Facts) -> list[Finding]:
    """Runs all checks, in the order in which a person reads them."""
    findings: list[Finding] = [check_python(facts.python)]
    for config in facts.configs:
        findings += check_config(config)
    findings += map(check_port, facts.ports)
    findings += map(check_advertised, facts.advertised)
    for one in facts.dirs:
        findings += check_dir(one)
    findings += check_dirs_apart(facts.dirs) if len(facts.configs) == 1 else ()
    findings.append(check_limits(facts.limits))
    findings += map(check_zookeeper, facts.zookeepers)
    findings.append(check_clock(facts.now_ms, facts.dirs))
    findings.append(check_java(facts.java))
    findings.append(check_spark(facts.spark))
    for broker in facts.brokers:
        findings += check_broker(broker)
    findings += check_controllers(facts.brokers)
    return findings


def _size(count: int) -> str:
    return f"{count / GIB:.1f} GiB" if count >= GIB else f"{count / 1024**2:.0f} MiB"
