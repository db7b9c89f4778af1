"""The files by which other tools start Kafka's images, written into kavka's: each leads to `python -m kavka.container`.

    /etc/kafka/docker/run            apache/kafka's: testcontainers for Java and .NET write a script that calls it
    /etc/confluent/docker/run        confluentinc's, likewise (Java, .NET, Node)
    /etc/confluent/docker/configure  and launch, ensure, bash-config: testcontainers for Python and Go call these one by
                                     one, after editing `configure` in place or adding shell commands to it
    kafka-storage, zookeeper-server-start    commands that such scripts name, on the PATH

All are shell, since what is added to them and sources them is. Who runs the container must be able to edit those below
/etc/confluent/docker: the Containerfile gives them to that user.
"""

from __future__ import annotations

import base64
import shlex
from collections.abc import Callable
from pathlib import Path
from typing import Final

_NOTHING: Final = (
    "# Nothing to do here: kavka reads the variables when it is launched. Tools add their own lines below.\n"
)
_EXEC: Final = 'exec {python} -P -m kavka.container{words} "$@"\n'

FILES: Final = {
    "etc/kafka/docker/run": _EXEC.replace("{words}", ""),
    "etc/kafka/docker/launch": _EXEC.replace("{words}", ""),
    "etc/confluent/docker/run": _EXEC.replace("{words}", ""),
    "etc/confluent/docker/launch": _EXEC.replace("{words}", ""),
    "etc/confluent/docker/configure": _NOTHING,
    "etc/confluent/docker/ensure": _NOTHING,
    "etc/confluent/docker/bash-config": _NOTHING,
    "usr/local/bin/kafka-storage": _EXEC.replace("{words}", " storage"),
    "usr/local/bin/zookeeper-server-start": _EXEC.replace("{words}", " zookeeper"),
}
"""Path below the root → script."""

MODE: Final = 0o775


def install(root: Path, *, python: str) -> list[Path]:
    """Writes the files below a root, `/` in the image. Returns their paths.

    Args:
        root: where.
        python: the interpreter that has kavka.
    """
    written = []
    for name, script in FILES.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("#!/bin/sh\n" + script.replace("{python}", shlex.quote(python)), encoding="utf-8")
        path.chmod(MODE)
        written.append(path)
    return written


def random_cluster_id(random_bytes: Callable[[int], bytes]) -> str:
    """Returns a new cluster id, as `kafka-storage random-uuid` prints it."""
    return base64.urlsafe_b64encode(random_bytes(16)).rstrip(b"=").decode()
