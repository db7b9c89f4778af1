"""Runs the console blocks of one page as a reader would, on a cluster and in a folder of the page's own.

    the page says                          what is run
    kavka start …                          on free ports, with --detach; what ran on its directory is stopped before
    127.0.0.1:9092, localhost:9092 …       the broker's port; 19092: its admin endpoint's
    $KAVKA_DATA_DIR, not named             the page's own

A page whose first block starts no cluster finds three brokers. A variable
that is set holds for the blocks behind it.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path

from tests.support.pages.blocks import Command, is_shown
from tests.support.processes.cluster import reserve_ports
from tests.support.processes.command_line import KAVKA

DEADLINE_S = 60
_CLIENTS, _BROKERS = 9092, 9192
"""The ports that pages write, of the listeners for clients and among brokers."""
_COUNT = 3


class PageConsole:
    """A reader at a terminal, who goes through one page."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._data_dir = folder / "data"
        self._started: set[Path] = set()
        self._env = {**os.environ, "KAVKA_DATA_DIR": str(self._data_dir), "HOME": str(folder), "COLUMNS": "200"}
        self._env["PATH"] = f"{self._commands()}{os.pathsep}{os.environ['PATH']}"
        self._ports = {written: reserve_ports(self, _COUNT) for written in (_CLIENTS, _BROKERS)}

    def run(self, command: Command) -> None:
        """Runs a command; it must succeed, and say what the page shows."""
        if assigned := re.fullmatch(r"(?:export )?(\w+)=('[^']*'|[^\s$']+)", command.line):
            self._env[assigned[1]] = self._led(assigned[2].strip("'"))
            return
        if re.match(r"kavka start\b", command.line):
            line = self._start_line(command.line)
        else:
            if not self._started and "kavka" in command.line:
                self._execute(f"kavka start -n {_COUNT} --detach --port {self._ports[_CLIENTS]}")
                self._started.add(self._data_dir)
            line = command.line
        output = self._execute(self._led(line))
        assert is_shown(tuple(map(self._led, command.shown)), output), f"$ {command.line}\n{output}"

    def stop(self) -> None:
        """Stops every cluster that the page has started."""
        for data_dir in self._started:
            subprocess.run([*KAVKA, "stop", "--data-dir", str(data_dir)], capture_output=True, timeout=DEADLINE_S)

    def _execute(self, line: str) -> str:
        result = subprocess.run(
            ["bash", "-o", "pipefail", "-c", line],
            cwd=self._folder,
            env=self._env,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            timeout=DEADLINE_S,
        )
        assert result.returncode == 0, f"$ {line}\n{result.stdout}"
        return result.stdout

    def _start_line(self, line: str) -> str:
        named = re.search(r"--data-dir (\S+)", line)
        data_dir = self._folder / named[1] if named else self._data_dir
        if data_dir in self._started:
            self._execute(f"kavka status --data-dir {data_dir} >/dev/null && kavka stop --data-dir {data_dir} || true")
        self._started.add(data_dir)
        added = "" if "--detach" in line else " --detach"
        if "listeners=" not in line:
            added += f" --port {self._ports[_CLIENTS]}"
        return re.sub(r"kavka start", f"kavka start{added}", line, count=1)

    def _led(self, text: str) -> str:
        """Replaces the addresses that pages write by those of the page's cluster."""
        for written, first in self._ports.items():
            for index in range(_COUNT):
                text = re.sub(rf"(127\.0\.0\.1|localhost):{written + index}\b", rf"\1:{first + index}", text)
        state = self._data_dir / "kavka.json"
        if ":1909" in text and state.exists():
            for index, broker in enumerate(json.loads(state.read_text("utf-8"))["brokers"]):
                port = broker["admin"].rpartition(":")[2]
                text = re.sub(rf"127\.0\.0\.1:{_CLIENTS + 10_000 + index}\b", f"127.0.0.1:{port}", text)
        return text

    def _commands(self) -> Path:
        """Makes the folder on the PATH that has `kavka` and `python` of this very interpreter."""
        folder = self._folder / "bin"
        folder.mkdir()
        for name, command in {"kavka": KAVKA, "python": [sys.executable]}.items():
            script = folder / name
            script.write_text(f'#!/bin/sh\nexec {" ".join(command)} "$@"\n', encoding="utf-8")
            script.chmod(0o755)
        return folder
