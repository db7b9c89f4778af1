"""Starts what the integration tests talk to, each as the process a user would start, and stops exactly that.

`KavkaProcess` is `kavka start --json` on ports of its own: a supervisor with the embedded ZooKeeper in it, and brokers
as processes that a test may kill. `ZooKeeperProcess` is Debian's Apache ZooKeeper, for `--zookeeper`. Nothing here
finds processes by name: only ids that a child itself reported are ever signalled.
"""

from __future__ import annotations

import contextlib
import json
import os
import selectors
import signal
import socket
import subprocess
import sys
import time
import weakref
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NoReturn

import pytest

from kavka.common.private_files import write_private
from kavka.local.ports import ReservedPorts, free_ports

START_SECONDS_MAX = 30.0
STOP_SECONDS_MAX = 20.0
POLL_SECONDS = 0.02

ZOOKEEPER_JARS = (Path("/usr/share/java/zookeeper.jar"), Path("/usr/share/java/slf4j-nop.jar"))
ZOOKEEPER_MAIN = "org.apache.zookeeper.server.quorum.QuorumPeerMain"


def skip_or_fail(reason: str) -> NoReturn:
    """Skip what cannot run on this machine; in CI, which installs everything, that is a failure."""
    if os.environ.get("CI", "").lower() == "true":
        pytest.fail(reason)
    pytest.skip(reason)


def missing(component: str) -> NoReturn:
    """Skip or fail because this machine lacks a component."""
    skip_or_fail(f"{component} is not installed; `make deps` installs what these tests use")


_KEPT: list[ReservedPorts] = []  # of this process, until it ends


def free_port() -> int:
    """A port that nobody listens on, and that the system gives to no other test while this process lives.

    One that were released at once could be given to a cluster of another process; who listens first would break it.
    """
    _KEPT.append(ReservedPorts(1))
    return _KEPT[-1].ports[0]


def reserve_ports(owner: object, count: int = 1) -> int:
    """The first of so many ports in a row that the system gives to nobody else while `owner` lives (`local_ports`)."""
    while True:
        with contextlib.ExitStack() as probes, contextlib.suppress(OSError, OverflowError):
            (first,) = free_ports(1)
            for port in range(first, first + count):
                with socket.socket() as strict:
                    strict.bind(("127.0.0.1", port))
                probe = probes.enter_context(socket.socket())
                probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
                probe.bind(("127.0.0.1", port))
            weakref.finalize(owner, probes.pop_all().close)
            return first


def wait_until(condition: Callable[[], bool], what: str, seconds: float = START_SECONDS_MAX) -> None:
    """Look at something outside this process until it is so."""
    deadline = time.monotonic() + seconds
    while not condition():
        if time.monotonic() > deadline:
            raise TimeoutError(f"{what}: not within {seconds:g} s")
        time.sleep(POLL_SECONDS)


def is_running(pid: int) -> bool:
    """Whether a process exists and is no zombie."""
    try:
        stat = Path(f"/proc/{pid}/stat").read_text()
    except (FileNotFoundError, ProcessLookupError):
        return False
    return stat.rsplit(")", 1)[1].split()[0] != "Z"


class KavkaProcess:
    """One `kavka start`: started, killed and started again on the same data and the same port."""

    def __init__(
        self,
        data_dir: Path,
        *,
        zookeeper: str | None = None,
        config: dict[str, str] | None = None,
        brokers: int = 1,
        descriptors: tuple[int, int] | None = None,
    ) -> None:
        """See the class; `descriptors`: the soft and the hard limit of open files that it is started with."""
        self._descriptors = descriptors
        self.data_dir = data_dir
        self.log_path = data_dir.with_name(data_dir.name + ".log")
        self.port = reserve_ports(self, brokers)
        self.bootstrap = ""
        self.zookeeper = ""
        self.broker_pids: list[int] = []
        self._options = ["--json", "--data-dir", str(data_dir), "--port", str(self.port), "-n", str(brokers)]
        if zookeeper is None:
            self._options += ["--zookeeper-port", str(reserve_ports(self))]
        else:
            self._options += ["--zookeeper", zookeeper]
        if config:
            escaped = {name: value.replace("\\", "\\\\").replace("\n", "\\n") for name, value in config.items()}
            file = data_dir.with_name(data_dir.name + ".properties")
            write_private(file, "".join(f"{name}={value}\n" for name, value in escaped.items()).encode())
            self._options += ["--config-file", str(file)]
        self._process: subprocess.Popen[str] | None = None

    @property
    def pid(self) -> int:
        """The supervisor's."""
        assert self._process is not None
        return self._process.pid

    def start(self) -> None:
        """Start it and wait for the line that says that every broker answers."""
        assert self._process is None
        command = self._command()
        with self.log_path.open("a") as log:
            self._process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=log, text=True)
        try:
            ready = json.loads(self._read_line())
        except (TimeoutError, ValueError) as error:
            self.stop()
            raise RuntimeError(f"kavka start: {error}\n{' '.join(command)}\n{self.log()}") from None
        self.bootstrap = ready["bootstrap"]
        self.zookeeper = ready["zookeeper"]
        self.broker_pids = [broker["pid"] for broker in ready["brokers"]]

    def _command(self) -> list[str]:
        command = [sys.executable, "-P", "-m", "kavka.cli.main", "start", *self._options]
        if self._descriptors is None:
            return command
        soft, hard = self._descriptors
        return ["/bin/sh", "-c", f'ulimit -Sn {soft} && ulimit -Hn {hard} && exec "$@"', "sh", *command]

    def _read_line(self) -> str:
        assert self._process is not None
        assert self._process.stdout is not None
        with selectors.DefaultSelector() as selector:
            selector.register(self._process.stdout, selectors.EVENT_READ)
            if not selector.select(START_SECONDS_MAX):
                raise TimeoutError(f"no line within {START_SECONDS_MAX:g} s")
        return self._process.stdout.readline()

    def kill_brokers(self) -> None:
        """kill -9 of every broker, and wait until they are gone; the supervisor lives."""
        for pid in self.broker_pids:
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
        for pid in self.broker_pids:
            wait_until(lambda pid=pid: not is_running(pid), f"broker {pid} dies")  # type: ignore[misc]

    def wait(self) -> int:
        """Wait until the supervisor has left by itself; returns its exit status."""
        assert self._process is not None
        status = self._process.wait(STOP_SECONDS_MAX)
        self._forget()
        return status

    def kill_supervisor(self) -> None:
        """kill -9 of the supervisor, and the embedded ZooKeeper with it; its brokers live on as orphans."""
        assert self._process is not None
        self._process.kill()
        self._forget()

    def start_and_kill(self, after_seconds: float) -> None:
        """Start it and kill -9 all of it before it says that it is ready."""
        assert self._process is None
        with self.log_path.open("a") as log:
            starting = subprocess.Popen(self._command(), stdout=subprocess.DEVNULL, stderr=log)
        children = Path(f"/proc/{starting.pid}/task/{starting.pid}/children")
        wait_until(lambda: bool(children.read_text().split()), "the supervisor starts its brokers")
        time.sleep(after_seconds)
        self.broker_pids = [int(pid) for pid in children.read_text().split()]
        starting.kill()
        starting.wait()
        self.kill_brokers()
        self.broker_pids = []

    def kill_everything(self) -> None:
        """kill -9 of supervisor and brokers: what a power cut looks like to whoever starts next."""
        assert self._process is not None
        self._process.kill()
        self.kill_brokers()
        self._forget()

    def stop(self) -> int | None:
        """SIGTERM, as a user's Ctrl-C or service manager would; returns the exit status."""
        if self._process is None:
            return None
        self._process.terminate()
        try:
            status = self._process.wait(STOP_SECONDS_MAX)
        except subprocess.TimeoutExpired:
            self._process.kill()
            status = None
        finally:
            self.kill_brokers()
            self._forget()
        return status

    def _forget(self) -> None:
        assert self._process is not None
        self._process.wait(STOP_SECONDS_MAX)
        if self._process.stdout is not None:
            self._process.stdout.close()
        self._process = None
        self.broker_pids = []

    def log(self) -> str:
        """The end of what it wrote to standard error, for the message of a failing test."""
        return self.log_path.read_text()[-4000:] if self.log_path.exists() else ""


class ZooKeeperProcess:
    """Debian's Apache ZooKeeper, one server, on a port of its own.

    Its ticks are short, so that sessions may be; it does not wait for its disk, because no test cuts its power; and its
    code is compiled in a hurry, because few tests last. Benchmarks want it otherwise.
    """

    def __init__(
        self, data_dir: Path, *, java_options: Sequence[str] = ("-XX:TieredStopAtLevel=1",), **settings: str
    ) -> None:
        self._java_options = java_options
        self.port = reserve_ports(self)
        self.address = f"127.0.0.1:{self.port}"
        self._data_dir = data_dir
        self._settings = settings
        self._process: subprocess.Popen[bytes] | None = None

    @staticmethod
    def is_installed() -> bool:
        """Whether the package and a Java runtime are there."""
        return all(jar.exists() for jar in ZOOKEEPER_JARS) and Path("/usr/bin/java").exists()

    def start(self) -> None:
        """Start it and wait until it serves."""
        self._data_dir.mkdir(parents=True, exist_ok=True)
        config = self._data_dir / "zoo.cfg"
        settings = {
            "dataDir": str(self._data_dir),
            "clientPort": str(self.port),
            "clientPortAddress": "127.0.0.1",
            "tickTime": "100",
            "minSessionTimeout": "200",
            "maxSessionTimeout": "60000",
            "maxClientCnxns": "0",
            "admin.enableServer": "false",
            "4lw.commands.whitelist": "*",
            "forceSync": "no",
        }
        config.write_text("".join(f"{name}={value}\n" for name, value in (settings | self._settings).items()))
        command = ["/usr/bin/java", "-Xmx128m", "-XX:+UseSerialGC", *self._java_options]
        command += ["-Dzookeeper.extendedTypesEnabled=true"]  # nodes with a time to live
        command += ["-cp", ":".join(map(str, ZOOKEEPER_JARS)), ZOOKEEPER_MAIN, str(config)]
        with (self._data_dir / "zookeeper.log").open("wb") as log:
            self._process = subprocess.Popen(command, stdout=log, stderr=log)
        wait_until(self._serves, "ZooKeeper serves")

    def _serves(self) -> bool:
        assert self._process is not None
        if self._process.poll() is not None:
            raise RuntimeError((self._data_dir / "zookeeper.log").read_text()[-4000:])
        try:
            with socket.create_connection(("127.0.0.1", self.port), 1) as connection:
                connection.sendall(b"srvr")  # it answers ruok before it takes sessions
                return b"".join(iter(lambda: connection.recv(4096), b"")).find(b"Mode: ") >= 0
        except OSError:
            return False

    def stop(self) -> None:
        """End it."""
        if self._process is not None:
            self._process.terminate()
            self._process.wait(STOP_SECONDS_MAX)
            self._process = None
