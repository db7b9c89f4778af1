"""`python -m kavka.broker [server.properties] [--override key=value …]`: a broker in the foreground, as Kafka's script.

Reads the configuration (the environment wins over the file, --override over both: `config_sources`), tunes the process,
runs `broker.app.Broker` on uvloop, and stops it in order on SIGTERM or Ctrl-C. Whatever a user can repair ends in one
line on stderr and exit code 1, without a trace; 2 is a wrong command.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import logging
import os
import signal
import sys
from collections.abc import Sequence
from pathlib import Path

from kavka.broker import process_tuning
from kavka.broker.config import sources as config_sources
from kavka.broker.config.broker_config import BrokerConfig
from kavka.broker.config.properties import parse_properties
from kavka.broker.config.types import ConfigError
from kavka.common import log_output
from kavka.common.descriptors import raise_soft_limit
from kavka.common.printable import printable
from kavka.common.service_manager import READY, STOPPING, notify
from kavka.common.state_change_file import write_state_changes
from kavka.timer.clock import SystemClock

_log = logging.getLogger(__name__)

EXIT_FAILED = 1
EXIT_USAGE = 2

PLUGGED = ("kavka.console.routes",)
"""Modules with more routes for the admin endpoint, found by name: nothing of a broker imports them."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs a broker until a signal stops it. Returns the process's exit code."""
    options = _options(arguments)
    if options.explain is not None:
        return _explain(options.explain)
    log_output.set_up(options.log_level, now_ms=SystemClock().monotonic_ms)
    write_state_changes(options.state_changes)
    try:
        given = config_sources.merged(_file(options.properties), os.environ, options.override)
        config = BrokerConfig.from_properties(given.properties)
    except (ConfigError, OSError, ValueError) as error:
        return _failed(str(error))
    for warning in given.warnings:
        _log.warning("%s", warning)
    if given.from_environment:
        _log.info("from the environment, not from the file: %s", ", ".join(given.from_environment))
    process_tuning.pause_collector()
    process_tuning.tune_allocator()
    raise_soft_limit()
    return _run(config, options.ready_fd)


def _run(config: BrokerConfig, ready_fd: int | None) -> int:
    import uvloop

    from kavka.broker.app import Broker, BrokerEnded, Ready, StartError
    from kavka.broker.machine import machine_world

    def on_ready(ready: Ready) -> None:
        process_tuning.settle_collector()
        metrics = f", metrics at {ready.admin}/metrics" if ready.admin else ""
        _say(f"broker {ready.broker_id} ready: {' '.join(ready.endpoints)}{metrics}")
        if ready_fd is not None:
            _tell(ready_fd, ready)
        notify(READY, os.environ)

    def stop(broker: Broker) -> None:
        notify(STOPPING, os.environ)
        broker.stop()

    async def serve() -> None:
        broker = Broker(config, machine_world(), plugged=PLUGGED)
        loop = asyncio.get_running_loop()
        for number in (signal.SIGTERM, signal.SIGINT):
            loop.add_signal_handler(number, stop, broker)
        await broker.run(on_ready)

    try:
        with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
            runner.run(serve())
    except StartError as error:
        return _failed(str(error))
    except BrokerEnded as error:
        _say(f"the broker ended: {printable(str(error))}")
        return EXIT_FAILED
    return 0


def _tell(ready_fd: int, ready: object) -> None:
    """One JSON line for the process that started this one."""
    from kavka.broker.app import Ready

    assert isinstance(ready, Ready)
    line = {
        "id": ready.broker_id,
        "host": ready.host,
        "port": ready.port,
        "pid": ready.pid,
        "data_dir": ready.data_dir,
        "admin": ready.admin,
    }
    with (
        contextlib.suppress(BrokenPipeError),
        os.fdopen(ready_fd, "w") as pipe,
    ):  # who asked may be gone; clients are not
        pipe.write(json.dumps(line) + "\n")


def _options(arguments: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m kavka.broker", description="Run one broker in the foreground.")
    parser.add_argument("properties", type=Path, nargs="?", help="Kafka's server.properties")
    parser.add_argument(
        "--override",
        action="append",
        default=[],
        metavar="KEY=VALUE",
        help="wins over KAVKA_KEY=VALUE and KAFKA_KEY=VALUE in the environment, which win over the file",
    )
    parser.add_argument("--log-level", default="INFO", choices=["DEBUG", "INFO", "WARNING", "ERROR"])
    parser.add_argument(
        "--state-changes", type=Path, metavar="FILE", help="append each decision on who leads and follows to a file"
    )
    parser.add_argument("--explain", metavar="KEY", help="say what a key of the configuration means, and end")
    parser.add_argument("--ready-fd", type=int, metavar="N", help="write one JSON line to descriptor N when ready")
    return parser.parse_args(arguments)


def _file(path: Path | None) -> dict[str, str]:
    """The properties of the file; none without one."""
    return {} if path is None else parse_properties(path.read_text(encoding="utf-8"))


def _explain(name: str) -> int:
    """Prints what is known of one key."""
    from kavka.broker.config.explained import explain, similar

    explanation = explain(name)
    if explanation is None:
        close = similar(name)
        _say(f"there is no configuration {name}" + (f"; did you mean {', '.join(close)}?" if close else ""))
        return EXIT_FAILED
    sys.stdout.writelines(f"{line}\n" for line in explanation.lines())
    return 0


def _failed(message: str) -> int:
    _say(f"cannot start the broker: {message}")
    return EXIT_FAILED


def _say(line: str) -> None:
    sys.stderr.write(line + "\n")
    sys.stderr.flush()


if __name__ == "__main__":
    sys.exit(main())
