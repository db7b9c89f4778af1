"""Who holds a TCP port: the answer to "address already in use" that a person can act on. Linux only, best effort.

/proc/net/tcp lists listening sockets by inode, /proc/PID/fd links inodes to processes. Other users' processes cannot be
looked into, then only the fact remains.
"""

from __future__ import annotations

import os
from pathlib import Path

_LISTEN = "0A"
"""The state column of a listening socket in /proc/net/tcp."""


def holder_of_port(port: int, proc: Path = Path("/proc")) -> str | None:
    """Describes the process that listens on `port`, None when it cannot be found out."""
    inodes = _listening_inodes(port, proc)
    if not inodes:
        return None
    targets = {f"socket:[{inode}]" for inode in inodes}
    for process in proc.iterdir():
        if process.name.isdigit() and _has_open(process, targets):
            return f"process {process.name} ({_command(process)})"
    return None


def _listening_inodes(port: int, proc: Path) -> set[str]:
    inodes = set()
    for table in ("net/tcp", "net/tcp6"):
        try:
            lines = (proc / table).read_text().splitlines()[1:]
        except OSError:
            continue
        for line in lines:
            columns = line.split()
            if columns[3] == _LISTEN and int(columns[1].rpartition(":")[2], 16) == port:
                inodes.add(columns[9])
    return inodes


def _has_open(process: Path, targets: set[str]) -> bool:
    try:
        for descriptor in (process / "fd").iterdir():
            try:
                if os.readlink(descriptor) in targets:
                    return True
            except OSError:
                continue
    except OSError:
        return False
    return False


def _command(process: Path) -> str:
    try:
        words = (process / "cmdline").read_bytes().split(b"\0")
    except OSError:
        return "unknown"
    return b" ".join(word for word in words if word).decode(errors="replace")[:120] or "unknown"
