"""The facts of this machine: ports, names, disks, limits, ZooKeeper's servers, Java, Python."""

from __future__ import annotations

import errno
import os
import re
import resource
import shutil
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping, Sequence
from importlib.metadata import PackageNotFoundError, version
from importlib.util import find_spec
from pathlib import Path
from typing import Final

from kavka.broker.config.endpoints import Endpoint
from kavka.build_info import build_info
from kavka.common.port_holder import holder_of_port
from kavka.doctor.facts import (
    AdvertisedFacts,
    DirFacts,
    JavaFacts,
    LimitFacts,
    PortFacts,
    PythonFacts,
    SparkFacts,
    ZooKeeperFacts,
)

CONNECT_TIMEOUT_S: Final = 2.0
JAVA_TIMEOUT_S: Final = 20.0
FSYNCS: Final = 5
FSYNC_BYTES: Final = 4096
ENTRIES_MAX: Final = 20_000
"""Of a data directory, looked at for the newest file."""
UNLIMITED: Final = 2**31 - 1
ANSWER_BYTES_MAX: Final = 64 * 1024
PACKAGES: Final = (
    *("click", "cramjam", "cryptography", "fastcrc", "h11", "jwt", "kazoo", "lz4", "prometheus_client", "re2"),
    *("rich", "uvloop", "yaml", "zstandard"),
)
"""What kavka runs on, by the names that are imported."""
_PARTITION: Final = re.compile(r".+-\d+")


def gather_port(endpoint: Endpoint, our_pids: Sequence[int]) -> PortFacts:
    """Tries to bind an endpoint, and releases it at once."""
    host = endpoint.host
    facts = PortFacts(endpoint.name, host, endpoint.port)
    try:
        family, _, _, _, address = socket.getaddrinfo(
            host or None, endpoint.port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )[0]
        with socket.socket(family, socket.SOCK_STREAM) as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            probe.bind(address)
    except OSError as error:
        if error.errno != errno.EADDRINUSE:
            return facts._replace(error=error.strerror or str(error))
        holder = holder_of_port(endpoint.port)
        is_ours = holder is not None and any(holder.startswith(f"process {pid} ") for pid in our_pids)
        return facts._replace(is_taken=True, holder=holder, is_ours=is_ours)
    return facts


def gather_advertised(listener: Endpoint, advertised: Sequence[Endpoint] | None, *, is_served: bool) -> AdvertisedFacts:
    """Resolves the address that clients get, and, where a broker should answer, connects to it."""
    told = next((one for one in advertised or () if one.name == listener.name), None)
    if told is None:
        return AdvertisedFacts(listener.name, listener.host, listener.port, is_set=False, bound_host=listener.host)
    port = told.port or listener.port
    try:
        found = socket.getaddrinfo(told.host, port, type=socket.SOCK_STREAM)
    except OSError:
        found = []
    addresses = tuple(dict.fromkeys(str(one[4][0]) for one in found))
    own = tuple(address for address in addresses if _is_own(address))
    is_reached = _is_reached(told.host, port) if is_served and addresses else None
    return AdvertisedFacts(
        told.name, told.host, port, True, listener.host, addresses, own, is_served=is_served, is_reached=is_reached
    )


def _is_own(address: str) -> bool:
    """Whether a socket can be bound to it."""
    try:
        with socket.socket(socket.AF_INET6 if ":" in address else socket.AF_INET, socket.SOCK_STREAM) as probe:
            probe.bind((address, 0))
    except OSError:
        return False
    return True


def _is_reached(host: str, port: int) -> bool:
    try:
        socket.create_connection((host, port), timeout=CONNECT_TIMEOUT_S).close()
    except OSError:
        return False
    return True


def gather_dir(path: str) -> DirFacts:
    """Measures a directory's space, and the time of an fsync. Writes a file of a few kilobytes and removes it."""
    looked_at = Path(path).absolute()
    while not looked_at.exists() and looked_at != looked_at.parent:
        looked_at = looked_at.parent
    facts = DirFacts(path, str(looked_at))
    if not looked_at.is_dir():
        return facts._replace(error=f"{looked_at} is no directory")
    try:
        fsync_ms = _fsync_ms(looked_at)
        room = os.statvfs(looked_at)
        partitions, newest_ms = _inside(looked_at) if str(looked_at) == str(Path(path).absolute()) else (0, 0)
        device = looked_at.stat().st_dev
    except OSError as error:
        return facts._replace(error=error.strerror or str(error))
    return facts._replace(
        free_bytes=room.f_bavail * room.f_frsize,
        total_bytes=room.f_blocks * room.f_frsize,
        free_inodes=room.f_favail,
        total_inodes=room.f_files,
        fsync_ms=fsync_ms,
        device=device,
        partitions=partitions,
        newest_ms=newest_ms,
    )


def _fsync_ms(folder: Path) -> float:
    times = []
    with tempfile.NamedTemporaryFile(dir=folder, prefix=".kavka-doctor-") as file:
        for _ in range(FSYNCS):
            begun_ns = time.perf_counter_ns()
            file.write(bytes(FSYNC_BYTES))
            file.flush()
            os.fsync(file.fileno())
            times.append((time.perf_counter_ns() - begun_ns) / 1e6)
    return sorted(times)[FSYNCS // 2]


def _inside(folder: Path) -> tuple[int, int]:
    """Directories of partitions, and the time of what changed last."""
    partitions = newest_ns = 0
    with os.scandir(folder) as entries:
        for number, entry in enumerate(entries):
            if number == ENTRIES_MAX:
                break
            partitions += entry.is_dir() and _PARTITION.fullmatch(entry.name) is not None
            newest_ns = max(newest_ns, entry.stat(follow_symlinks=False).st_mtime_ns)
    return partitions, newest_ns // 1_000_000


def gather_limits(partitions: int) -> LimitFacts:
    """Reads this process's descriptor limits, which a broker started from here inherits."""
    soft, hard = (
        UNLIMITED if limit == resource.RLIM_INFINITY else limit for limit in resource.getrlimit(resource.RLIMIT_NOFILE)
    )
    return LimitFacts(soft, hard, partitions)


def gather_zookeepers(connect: str) -> tuple[ZooKeeperFacts, ...]:
    """Asks every server of `zookeeper.connect` for `srvr`."""
    hosts = connect.partition("/")[0]
    return tuple(_ask_zookeeper(address.strip()) for address in hosts.split(",") if address.strip())


def _ask_zookeeper(address: str) -> ZooKeeperFacts:
    host, _, port = address.rpartition(":")
    begun_ns = time.perf_counter_ns()
    try:
        with socket.create_connection((host.strip("[]") or address, int(port)), timeout=CONNECT_TIMEOUT_S) as server:
            server.sendall(b"srvr")
            answer = b""
            while len(answer) < ANSWER_BYTES_MAX and (part := server.recv(4096)):
                answer += part
    except ValueError:
        return ZooKeeperFacts(address, "it is not host:port")
    except OSError as error:
        return ZooKeeperFacts(address, error.strerror or str(error))
    return ZooKeeperFacts(
        address, answer=answer.decode(errors="replace"), latency_ms=(time.perf_counter_ns() - begun_ns) / 1e6
    )


def gather_java(environment: Mapping[str, str]) -> JavaFacts:
    """Finds Java: JAVA_HOME's, which Spark prefers, else the one on PATH."""
    home = environment.get("JAVA_HOME") or None
    command = f"{home}/bin/java" if home else shutil.which("java", path=environment.get("PATH"))
    if command is None:
        return JavaFacts(None, home)
    try:
        done = subprocess.run([command, "-version"], capture_output=True, text=True, timeout=JAVA_TIMEOUT_S)
    except subprocess.TimeoutExpired:
        return JavaFacts(command, home, error=f"it does not answer within {JAVA_TIMEOUT_S:.0f} s")
    except OSError as error:
        return JavaFacts(command, home, error=error.strerror or str(error))
    return JavaFacts(command, home, java_version(done.stderr + done.stdout))


def java_version(text: str) -> int | None:
    """Parses the major version in what `java -version` prints; "1.8" is 8."""
    found = re.search(r'version "(?:1\.)?(\d+)', text)
    return None if found is None else int(found[1])


def gather_spark() -> SparkFacts:
    """Reads the versions in the packages' metadata: nothing is imported, no JVM begins."""
    return SparkFacts(_version_of("pyspark"), _version_of("pyarrow"), _version_of("numpy"))


def _version_of(package: str) -> str | None:
    try:
        return version(package)
    except PackageNotFoundError:
        return None


def gather_python() -> PythonFacts:
    """Reads this interpreter's version, and finds missing packages."""
    missing = tuple(name for name in PACKAGES if find_spec(name) is None)
    built = build_info()
    return PythonFacts(
        built.python, sys.version_info >= (3, 11), missing, built.is_optimized, built.modules, built.is_whole
    )
