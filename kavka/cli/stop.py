"""`kavka stop`: ends what `kavka start` started on a data directory, and returns when it is gone.

It finds the process by the state file, and signals it only when pid and start time say that it is still the same
process.
"""

from __future__ import annotations

import signal
import time
from collections.abc import Sequence
from pathlib import Path

import click

from kavka.cli.cli_error import CliError
from kavka.cli.exit_codes import ExitCode
from kavka.cli.options import data_dir_option
from kavka.local.state import ClusterState, ProcessIdentity, is_supervised, read_state, remove_state

POLL_MS = 20
STOP_TIMEOUT_MS = 30_000
KILL_TIMEOUT_MS = 5_000


@click.command()
@data_dir_option
def stop(*, data_dir: Path) -> int:
    """Stop what `kavka start` started."""
    state = read_state(data_dir)
    if state is None:
        raise CliError(f"nothing runs on {data_dir}", ExitCode.UNREACHABLE)
    if not is_supervised(data_dir):
        return _stop_leftovers(data_dir, state)
    if not state.is_command:
        raise CliError(
            f"the cluster on {data_dir} belongs to process {state.supervisor.pid}, a program that uses LocalCluster; "
            "stop that program"
        )
    if not state.supervisor.signal(signal.SIGTERM):
        raise CliError(f"process {state.supervisor.pid} has just ended; try again", ExitCode.UNREACHABLE)
    if not _wait_until_gone((state.supervisor, *state.processes), timeout_ms=STOP_TIMEOUT_MS):
        _kill((state.supervisor, *state.processes))
        remove_state(data_dir)
        click.echo(f"killed what did not stop within {STOP_TIMEOUT_MS // 1000} s on {data_dir}")
        return ExitCode.OK
    click.echo(f"stopped {state.bootstrap}")
    return ExitCode.OK


def _stop_leftovers(data_dir: Path, state: ClusterState) -> int:
    """Brokers whose supervisor is gone: they get the same signal, directly."""
    left = [process for process in state.processes if process.signal(signal.SIGTERM)]
    if left and not _wait_until_gone(left, timeout_ms=STOP_TIMEOUT_MS):
        _kill(left)
    remove_state(data_dir)
    if not left:
        raise CliError(f"nothing runs on {data_dir} any more", ExitCode.UNREACHABLE)
    click.echo(f"stopped {len(left)} broker(s) on {data_dir} that had lost their supervisor")
    return ExitCode.OK


def _wait_until_gone(processes: Sequence[ProcessIdentity], *, timeout_ms: int) -> bool:
    """Looks until none of them runs; they are not our children, so there is no event to wait for."""
    for _ in range(timeout_ms // POLL_MS):
        if not any(process.is_alive() for process in processes):
            return True
        time.sleep(POLL_MS / 1000)
    return False


def _kill(processes: Sequence[ProcessIdentity]) -> None:
    for process in processes:
        process.signal(signal.SIGKILL)
    _wait_until_gone(processes, timeout_ms=KILL_TIMEOUT_MS)
