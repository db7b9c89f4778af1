"""`python -m kavka.container`: what kavka's image runs; and the commands that its other files are made of.

    (nothing)             a node, from the variables and the mounted file: `plan`, `node`
    health                exit code 0 where the container's node serves: `health`
    zookeeper FILE        the embedded ZooKeeper in the foreground, of a zookeeper.properties: `keeper_file`
    storage …             what Kafka's kafka-storage does before a start: nothing has to be formatted here
    install [--root DIR]  writes the files by which other tools start Kafka's images: `contract`

Whatever a user can repair ends in one line and exit code 1.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import socket
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

from kavka.container import health

EXIT_FAILED = 1


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs a command. Returns the process's exit code."""
    options = _options(arguments)
    run: Callable[[argparse.Namespace], int] = options.run
    return run(options)


def _node(_: argparse.Namespace) -> int:
    from kavka.broker.config.types import ConfigError
    from kavka.common.printable import printable
    from kavka.container.node import NodeRun
    from kavka.container.plan import plan_of
    from kavka.timer.clock import SystemClock
    from kavka.zk.server import StorageCorrupt, StorageInUse
    from kavka.zk.storage import StorageFailed

    _set_up_log()
    try:
        plan = plan_of(os.environ, _read, host_name=socket.gethostname())
        for note in plan.notes:
            _say(f"kavka: {printable(note)}")
        return asyncio.run(NodeRun(plan, health.run_dir(), _say, SystemClock()).run())
    except (ConfigError, StorageCorrupt, StorageInUse, StorageFailed, OSError) as error:
        _say(f"kavka: cannot start: {printable(str(error))}")
        return EXIT_FAILED


def _health(_: argparse.Namespace) -> int:
    reason = health.ill(health.run_dir())
    if reason is not None:
        _say(f"unhealthy: {reason}")
        return EXIT_FAILED
    return 0


def _zookeeper(options: argparse.Namespace) -> int:
    from kavka.container.keeper_file import KeeperFileError, keeper_settings, serve_keeper
    from kavka.zk.server import StorageCorrupt, StorageInUse
    from kavka.zk.storage import StorageFailed

    _set_up_log()
    try:
        settings = keeper_settings(options.file.read_text(encoding="utf-8"))
        asyncio.run(serve_keeper(settings, _say))
    except (KeeperFileError, StorageCorrupt, StorageInUse, StorageFailed, OSError, ValueError) as error:
        _say(f"kavka: ZooKeeper cannot run: {error}")
        return EXIT_FAILED
    return 0


def _storage(options: argparse.Namespace) -> int:
    from kavka.container.contract import random_cluster_id

    if options.words[:1] == ["random-uuid"]:
        _say(random_cluster_id(os.urandom))
    elif any(word == "--add-scram" or word.startswith("--add-scram=") for word in options.words):
        _say("kavka: --add-scram is set aside; add users to the cluster that runs: kavka user add")
    return 0


def _install(options: argparse.Namespace) -> int:
    from kavka.container.contract import install

    for path in install(options.root, python=sys.executable):
        _say(str(path))
    return 0


def _set_up_log() -> None:
    import logging

    from kavka.common import log_output
    from kavka.timer.clock import SystemClock

    log_output.set_up(logging.WARNING, now_ms=SystemClock().monotonic_ms)


def _read(path: str) -> str:
    return Path(path).read_text(encoding="utf-8")


def _say(line: str) -> None:
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


def _options(arguments: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m kavka.container", description="Run one node in a container.")
    parser.set_defaults(run=_node)
    commands = parser.add_subparsers(metavar="COMMAND")
    commands.add_parser("health", help="whether the container's node serves").set_defaults(run=_health)
    zookeeper = commands.add_parser("zookeeper", help="the embedded ZooKeeper, of a zookeeper.properties")
    zookeeper.add_argument("file", type=Path)
    zookeeper.set_defaults(run=_zookeeper)
    storage = commands.add_parser("storage", help="stands for kafka-storage")
    storage.add_argument("words", nargs=argparse.REMAINDER)
    storage.set_defaults(run=_storage)
    install = commands.add_parser("install", help="write what other tools start Kafka's images by")
    install.add_argument("--root", type=Path, default=Path("/"))
    install.set_defaults(run=_install)
    return parser.parse_args(arguments)


if __name__ == "__main__":
    sys.exit(main())
