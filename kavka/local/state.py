"""What a running local cluster leaves in its data directory, so that a second command can find, check and stop it.

    <data dir>/kavka.lock     flock, held by the supervising process for as long as it lives; kill -9 frees it, too
    <data dir>/kavka.json     who supervises, and which brokers: pids with the start times that prove who they are

A pid alone proves nothing: after a crash or a reboot another program may have it. So every pid is written with its
start time (Linux: field 22 of /proc/PID/stat), and is believed only together with it. Nothing here starts or signals a
process of its own accord.
"""

from __future__ import annotations

import fcntl
import json
import os
from pathlib import Path
from typing import Any, NamedTuple

from kavka.common.private_files import FILE_MODE, write_private

LOCK_NAME = "kavka.lock"
STATE_NAME = "kavka.json"


class DataDirBusy(Exception):
    """Another process supervises this data directory."""


class ProcessIdentity(NamedTuple):
    """One process, and no other that gets its pid later."""

    pid: int
    start_time: int
    """Clock ticks since boot; 0 where the system does not say."""

    def is_alive(self) -> bool:
        """Tells whether this very process runs (a zombie does not)."""
        if self.pid <= 0:  # of a broker that did not run; to the system 0 means the caller's own group
            return False
        if self.start_time:
            return process_start_time(self.pid) == self.start_time
        try:
            os.kill(self.pid, 0)
        except ProcessLookupError:
            return False
        except PermissionError:
            return True
        return True

    def is_paused(self) -> bool:
        """Tells whether this very process is stopped where it stands (SIGSTOP); False where the system does not say."""
        fields = _stat_fields(self.pid) if self.is_alive() else None
        return fields is not None and fields[0] == b"T"

    def signal(self, number: int) -> bool:
        """Sends a signal if the process still runs; returns whether it did."""
        if not self.is_alive():
            return False
        try:
            os.kill(self.pid, number)
        except ProcessLookupError:
            return False
        return True


def identify(pid: int) -> ProcessIdentity:
    """Returns the identity of a process that runs now."""
    return ProcessIdentity(pid=pid, start_time=process_start_time(pid) or 0)


def process_start_time(pid: int) -> int | None:
    """Returns the clock ticks since boot at which a process started.

    None when it does not run, is a zombie, or the system does not say.
    """
    fields = _stat_fields(pid)
    if fields is None or fields[0] in (b"Z", b"X"):
        return None
    return int(fields[19])


def _stat_fields(pid: int) -> list[bytes] | None:
    """What Linux says of a process, from its state on; None where it says nothing."""
    try:
        with open(f"/proc/{pid}/stat", "rb") as file:
            content = file.read()
    except OSError:
        return None
    return content[content.rindex(b")") + 2 :].split()  # the name before may hold anything, also spaces and brackets


class BrokerInfo(NamedTuple):
    """One broker as `--json` shows it."""

    id: int
    host: str
    port: int
    pid: int
    data_dir: str
    admin: str | None = None
    """The URL of its admin endpoint, once it is ready."""


class ClusterState(NamedTuple):
    """What `kavka start --json` prints, and who the processes are."""

    bootstrap: str
    zookeeper: str
    data_dir: str
    brokers: tuple[BrokerInfo, ...]
    supervisor: ProcessIdentity
    processes: tuple[ProcessIdentity, ...] = ()
    """The brokers' identities, in the order of `brokers`."""
    admin_token_file: str | None = None
    """Where the token of their admin endpoints stands, if they want one."""
    is_command: bool = False
    """Whether the supervisor is `kavka start` itself, and not a program that uses LocalCluster."""

    def public(self) -> dict[str, Any]:
        """Returns the fixed form of the state.

        {"bootstrap", "zookeeper", "data_dir", "pid", "admin", "console", "metrics": [URL], "admin_token_file",
        "brokers": [{"id", "host", "port", "pid", "data_dir", "admin"}]}.

        "admin" and "console" are the first broker's; "pid" is the supervisor's: SIGTERM to it stops all in order.
        "admin_token_file" is null where the endpoints want no token.
        """
        urls = [broker.admin for broker in self.brokers if broker.admin]
        return {
            "bootstrap": self.bootstrap,
            "zookeeper": self.zookeeper,
            "data_dir": self.data_dir,
            "pid": self.supervisor.pid,
            "admin": urls[0] if urls else None,
            "console": f"{urls[0]}/console" if urls else None,
            "metrics": [f"{url}/metrics" for url in urls],
            "admin_token_file": self.admin_token_file,
            "brokers": [broker._asdict() for broker in self.brokers],
        }


def write_state(data_dir: Path, state: ClusterState) -> None:
    """Replaces the state file in one step: a reader sees the old or the new one.

    No other user may write it: `kavka stop` signals the processes that it names, and tokens go where it says.
    """
    content = {
        **state.public(),
        "supervisor": state.supervisor._asdict(),
        "processes": [process._asdict() for process in state.processes],
        "is_command": state.is_command,
    }
    write_private(data_dir / STATE_NAME, json.dumps(content).encode() + b"\n")


def read_state(data_dir: Path) -> ClusterState | None:
    """Reads the state that was last written; None when there is none, or none that makes sense."""
    try:
        content = json.loads((data_dir / STATE_NAME).read_text())
        return ClusterState(
            bootstrap=content["bootstrap"],
            zookeeper=content["zookeeper"],
            data_dir=content["data_dir"],
            brokers=tuple(BrokerInfo(**broker) for broker in content["brokers"]),
            supervisor=ProcessIdentity(**content["supervisor"]),
            processes=tuple(ProcessIdentity(**process) for process in content["processes"]),
            admin_token_file=content.get("admin_token_file"),
            is_command=content["is_command"],
        )
    except (OSError, ValueError, KeyError, TypeError):
        return None


def remove_state(data_dir: Path) -> None:
    """Removes the state of a cluster that has ended."""
    (data_dir / STATE_NAME).unlink(missing_ok=True)


class DataDirLock:
    """The right to supervise a data directory. Held from `acquire` to `release`, or to the end of the process."""

    __slots__ = ("_data_dir", "_descriptor")

    def __init__(self, data_dir: Path) -> None:
        self._data_dir = data_dir
        self._descriptor = -1

    def acquire(self) -> None:
        """Takes the lock.

        Raises:
            DataDirBusy: another process has it.
        """
        assert self._descriptor < 0
        descriptor = os.open(self._data_dir / LOCK_NAME, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, FILE_MODE)
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            os.close(descriptor)
            raise DataDirBusy(f"another kavka runs on {self._data_dir}") from None
        self._descriptor = descriptor

    def release(self) -> None:
        """Releases the lock. The file stays, because removing it would race with the next process that opens it."""
        if self._descriptor >= 0:
            os.close(self._descriptor)
            self._descriptor = -1


def is_supervised(data_dir: Path) -> bool:
    """Tells whether a live process holds the lock of this data directory."""
    lock = DataDirLock(data_dir)
    try:
        lock.acquire()
    except FileNotFoundError:
        return False
    except DataDirBusy:
        return True
    lock.release()
    return False
