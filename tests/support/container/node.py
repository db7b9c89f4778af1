"""A node as a container engine runs it: a command, the variables and nothing else, an output that is waited for.

And what tools that test with containers do to one: they start a shell that waits for a script, and write the script
when they know the port that the engine has mapped. Paths are below a root of the test's own instead of `/`.
"""

from __future__ import annotations

import contextlib
import os
import re
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from types import TracebackType
from typing import Self

from kavka.container.contract import install

READY_SECONDS_MAX = 60.0
STOP_SECONDS_MAX = 20.0

ENTRY_POINT = (sys.executable, "-P", "-m", "kavka.container")
READY = r"\[KafkaServer id=\d+\] started"


class ContainerNode:
    """One process, as the first of a container; entered it runs, left it is killed if it still does.

    Args:
        directory: the container's own: temporary files, and where its shell stands.
        environment: its variables; PATH and TMPDIR are added.
        command: what it runs.
        path: folders of its PATH beside the system's.
    """

    def __init__(
        self,
        directory: Path,
        environment: Mapping[str, str],
        command: Sequence[str] = ENTRY_POINT,
        *,
        path: Sequence[Path] = (),
    ) -> None:
        self._directory = directory
        self._command = list(command)
        folders = [*map(str, path), "/usr/bin", "/bin"]
        self.environment = {"PATH": ":".join(folders), "TMPDIR": str(directory), **environment}
        self._lines: list[str] = []
        self._heard = threading.Condition()
        self._process: subprocess.Popen[str] | None = None

    def __enter__(self) -> Self:
        self._directory.mkdir(exist_ok=True)
        self._process = subprocess.Popen(
            self._command,
            cwd=self._directory,
            env=self.environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            start_new_session=True,
        )
        threading.Thread(target=self._listen, args=(self._process,), daemon=True).start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.end()

    @property
    def output(self) -> str:
        """All that it has written so far."""
        with self._heard:
            return "".join(self._lines)

    def wait_for(self, pattern: str) -> None:
        """Wait until its output matches, as tools do that look at a container's log."""
        assert self._process is not None
        deadline = time.monotonic() + READY_SECONDS_MAX
        with self._heard:
            while re.search(pattern, "".join(self._lines)) is None:
                if self._process.poll() is not None or time.monotonic() > deadline:
                    raise AssertionError(f"{pattern!r} was not said; said was:\n{''.join(self._lines)}")
                self._heard.wait(0.1)

    def stop(self, *, expect: int | None = None) -> int:
        """SIGTERM, as an engine sends it to process 1; returns the exit code."""
        assert self._process is not None
        self._process.send_signal(signal.SIGTERM)
        status = self._process.wait(STOP_SECONDS_MAX)
        assert expect in (None, status), self.output
        return status

    def end(self) -> None:
        """Kill -9 of all its processes, as an engine ends a container."""
        assert self._process is not None
        for pid in _with_descendants(self._process.pid):
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
        self._process.wait(STOP_SECONDS_MAX)

    def health(self) -> subprocess.CompletedProcess[str]:
        """What the image's health check says."""
        return subprocess.run([*ENTRY_POINT, "health"], env=self.environment, capture_output=True, text=True)

    def wait(self) -> int:
        """Wait until it ends by itself; returns its exit code."""
        assert self._process is not None
        return self._process.wait(READY_SECONDS_MAX)

    def _listen(self, process: subprocess.Popen[str]) -> None:
        assert process.stdout is not None
        for line in process.stdout:
            with self._heard:
                self._lines.append(line)
                self._heard.notify_all()
        process.stdout.close()


def _with_descendants(pid: int) -> list[int]:
    """A process that this one started, and whatever that started, parents first."""
    try:
        children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    except OSError:
        return [pid]
    return [pid, *(each for child in children for each in _with_descendants(int(child)))]


class ImageRoot:
    """The image's files below a folder, and the paths of a script moved there."""

    def __init__(self, root: Path) -> None:
        self.root = root
        install(root, python=sys.executable)

    @property
    def commands(self) -> Path:
        """The folder of its commands."""
        return self.root / "usr" / "local" / "bin"

    def moved(self, text: str) -> str:
        """A text whose absolute paths of the image lie below the root."""
        return re.sub(r"(?<![\w.])/(?=(?:etc|var|usr/sbin)/|tmp/testc|testcontainers|tc-start)", f"{self.root}/", text)

    def place(self, path: str, script: str, mode: int) -> None:
        """Copy a script into the container: whole when it is seen."""
        target = Path(self.moved(path))
        target.parent.mkdir(parents=True, exist_ok=True)
        beside = target.with_name("." + target.name)
        beside.write_text(self.moved(script))
        beside.chmod(mode)
        beside.rename(target)
