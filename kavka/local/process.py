"""One broker process: started with a generated server.properties, watched until it ends, stopped with a deadline.

Not the broker, and no restart policy: what to do when one ends is `local_cluster`'s decision.

That a process is ready and that it has ended are events on the loop (`child`). An open port says less than ready: a
broker serves it before the controller has sent it the cluster's metadata.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import signal
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

from kavka.broker.config.properties import encode_properties
from kavka.common.private_files import make_private_directory, open_private, write_private
from kavka.common.state_changes import state_changes_name
from kavka.local.broker import BrokerDied
from kavka.local.child import exit_of, first_line
from kavka.local.state import BrokerInfo, ProcessIdentity, identify

KILL_TIMEOUT_MS = 5_000
"""How long a process may take to vanish after SIGKILL: until its disk writes return."""

LOG_TAIL_LINES = 10


class BrokerProcess:
    """A broker's process, its files and its address.

    Attributes:
        info: What `--json` shows; the pid is the running process's.
        exited: Done with the exit code when the process has ended (negative: the signal that killed it).
    """

    def __init__(
        self,
        *,
        broker_id: int,
        host: str,
        port: int,
        data_dir: Path,
        properties: Mapping[str, str],
        defaults: Mapping[str, str],
    ) -> None:
        self.broker_id = broker_id
        self.log_dir = data_dir / f"broker-{broker_id}"
        self.log_path = data_dir / f"broker-{broker_id}.log"
        self._state_changes_path = data_dir / state_changes_name(broker_id)
        self._properties_path = data_dir / f"broker-{broker_id}.properties"
        self._defaults = defaults
        self.configure(properties, host=host, port=port)
        self._process: subprocess.Popen[bytes] | None = None
        self._log_start = 0
        self.exited: asyncio.Future[int] | None = None
        self._ready: asyncio.Future[bytes] | None = None
        self.admin: str | None = None

    @property
    def pid(self) -> int:
        """Returns the process id; 0 when the process does not run."""
        return self._process.pid if self._process is not None and self.is_running else 0

    @property
    def is_running(self) -> bool:
        """Tells whether the process was started and has not ended."""
        return self.exited is not None and not self.exited.done()

    @property
    def info(self) -> BrokerInfo:
        """Returns the broker's entry in `--json` output."""
        return BrokerInfo(
            id=self.broker_id,
            host=self.host,
            port=self.port,
            pid=self.pid,
            data_dir=str(self.log_dir),
            admin=self.admin,
        )

    def identity(self) -> ProcessIdentity:
        """Returns the identity of the process, for a later command to recognise."""
        return identify(self.pid)

    def configure(self, properties: Mapping[str, str], *, host: str, port: int) -> None:
        """Sets other properties, and the address that follows from them, for the broker's next startup."""
        self.host = host
        self.port = port
        self._properties = {**self._defaults, **properties}
        self._chosen = frozenset(properties)
        """Keys that the environment must not change: it wins over the file, but not over who started this broker."""

    def start(self) -> None:
        """Writes the properties file and starts the process; `wait_ready` says when it answers."""
        assert not self.is_running
        make_private_directory(self.log_dir)
        write_private(self._properties_path, encode_properties(self._properties).encode())  # passwords may stand there
        receiver, sender = os.pipe()
        try:
            self._process = self._spawn(sender)
        except BaseException:
            os.close(receiver)
            raise
        finally:
            os.close(sender)  # the child's copy is now the only one: its end is the end of the pipe
        self.exited = exit_of(self._process)
        self._ready = first_line(receiver)

    def _spawn(self, ready_fd: int) -> subprocess.Popen[bytes]:
        with os.fdopen(open_private(self.log_path), "ab") as log:
            self._log_start = log.tell()
            return subprocess.Popen(
                [
                    *(sys.executable, "-P", "-m", "kavka.broker", str(self._properties_path)),
                    *("--state-changes", str(self._state_changes_path), "--ready-fd", str(ready_fd)),
                ],
                env=self._environment(),
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                cwd=self.log_dir.parent,
                start_new_session=True,  # Ctrl-C is the supervisor's, which then stops the brokers in order
                pass_fds=(ready_fd,),
            )

    def _environment(self) -> dict[str, str]:
        from kavka.broker.config.sources import PREFIXES, key_of

        return {
            name: value
            for name, value in os.environ.items()
            if not (name.startswith(PREFIXES) and key_of(name) in self._chosen)
        }

    async def wait_ready(self, *, timeout_ms: int) -> None:
        """Waits until the broker says that it serves clients.

        Raises:
            BrokerDied: it ended instead.
            TimeoutError: it runs and is not ready.
        """
        assert self.exited is not None
        assert self._ready is not None
        await asyncio.wait((self.exited, self._ready), timeout=timeout_ms / 1000, return_when=asyncio.FIRST_COMPLETED)
        if self._ready.done() and self._ready.result():
            self.admin = json.loads(self._ready.result())["admin"]
            return
        if self._ready.done():  # the pipe ended first, the process is next
            await asyncio.wait((self.exited,), timeout=KILL_TIMEOUT_MS / 1000)
        if self.exited.done():
            raise BrokerDied(self.obituary())
        raise TimeoutError(
            f"broker {self.broker_id} is not ready on {self.host}:{self.port} after {timeout_ms} ms; "
            f"its log is {self.log_path}"
        )

    async def stop(self, *, timeout_ms: int) -> None:
        """Sends SIGTERM, and SIGKILL when that is not enough. Returns when the process is gone."""
        if not self.is_running:
            return
        assert self.exited is not None
        self._signal(signal.SIGTERM)
        self._signal(signal.SIGCONT)  # one that was paused hears nothing else
        await asyncio.wait((self.exited,), timeout=timeout_ms / 1000)
        await self.kill()

    async def kill(self) -> None:
        """Sends SIGKILL, now."""
        if not self.is_running:
            return
        assert self.exited is not None
        self._signal(signal.SIGKILL)
        await asyncio.wait((self.exited,), timeout=KILL_TIMEOUT_MS / 1000)

    def _signal(self, number: int) -> None:
        assert self._process is not None
        with contextlib.suppress(ProcessLookupError):
            self._process.send_signal(number)

    def obituary(self) -> str:
        """Describes how the process ended, with its last log lines since startup."""
        assert self.exited is not None
        code = self.exited.result()
        how = f"was killed by {signal.Signals(-code).name}" if code < 0 else f"ended with exit code {code}"
        tail = self.log_tail()
        shown = "\n".join(f"    {line}" for line in tail) if tail else "    (it logged nothing)"
        return f"broker {self.broker_id} {how}; the last lines of {self.log_path}:\n{shown}"

    def log_tail(self) -> list[str]:
        """Returns the last lines that this process logged."""
        try:
            with open(self.log_path, "rb") as file:
                size = file.seek(0, os.SEEK_END)
                file.seek(max(self._log_start, size - 16_384))
                return file.read().decode(errors="replace").splitlines()[-LOG_TAIL_LINES:]
        except OSError:
            return []
