"""`kavka broker start | stop | kill | pause | resume ID…`: one broker of the cluster that runs on a data directory.

Starting, stopping and killing is asked of the process that supervises the cluster (`kavka.local.control`), which then
does not take the broker's end for a failure; pausing is a signal to the broker. For trying what the others do.
"""

from __future__ import annotations

import signal
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from kavka.cli.cli_error import CliError
from kavka.cli.exit_codes import ExitCode
from kavka.cli.options import data_dir_option, default_data_dir
from kavka.cli.verb_group import VerbGroup
from kavka.local.state import ClusterState, ProcessIdentity, read_state

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem


def _complete_id(context: click.Context, _: click.Parameter, typed: str) -> list[CompletionItem]:
    from click.shell_completion import CompletionItem

    state = read_state(context.params.get("data_dir") or default_data_dir())
    ids = () if state is None else sorted(broker.id for broker in state.brokers)
    return [CompletionItem(str(number)) for number in ids if str(number).startswith(typed)]


def _ids_and_directory(function: Any) -> Any:
    function = data_dir_option(function)
    return click.argument(
        "ids", metavar="ID...", type=click.IntRange(0), nargs=-1, required=True, shell_complete=_complete_id
    )(function)


@click.group(cls=VerbGroup)
def broker() -> None:
    """Stop, kill, pause and start single brokers of the cluster that runs here."""


@broker.command()
@_ids_and_directory
def start(*, ids: tuple[int, ...], data_dir: Path) -> int:
    """Start brokers again, on their ports and files; returns when they answer."""
    return _ask_each(data_dir, ids, "start", lambda was_running: "runs already" if was_running else "started")


@broker.command()
@_ids_and_directory
def stop(*, ids: tuple[int, ...], data_dir: Path) -> int:
    """Stop brokers in order: they hand their leaderships over first."""
    return _ask_each(data_dir, ids, "stop", lambda was_running: "stopped" if was_running else "does not run")


@broker.command()
@_ids_and_directory
def kill(*, ids: tuple[int, ...], data_dir: Path) -> int:
    """Kill brokers, as a failure of their process would (SIGKILL)."""
    return _ask_each(data_dir, ids, "kill", lambda was_running: "killed" if was_running else "does not run")


@broker.command()
@_ids_and_directory
def pause(*, ids: tuple[int, ...], data_dir: Path) -> int:
    """Let brokers stand still: they answer nothing, and their connections stay open (SIGSTOP)."""
    return _signal_each(data_dir, ids, signal.SIGSTOP, "paused")


@broker.command()
@_ids_and_directory
def resume(*, ids: tuple[int, ...], data_dir: Path) -> int:
    """Let paused brokers go on."""
    return _signal_each(data_dir, ids, signal.SIGCONT, "goes on")


def _ask_each(data_dir: Path, ids: tuple[int, ...], action: str, told: Callable[[bool], str]) -> int:
    from kavka.local.control import ControlRefused, ControlUnreachable, ask_supervisor

    state = _running(data_dir, ids)
    if not state.is_command:
        raise CliError(
            f"the cluster on {data_dir} belongs to process {state.supervisor.pid}, a program that uses LocalCluster; "
            f"that program can {action} its brokers"
        )
    for broker_id in ids:
        try:
            answer = ask_supervisor(data_dir, action, broker_id)
        except ControlUnreachable as error:
            raise CliError(str(error), ExitCode.UNREACHABLE) from error
        except ControlRefused as error:
            raise CliError(str(error)) from error
        click.echo(f"broker {broker_id} {told(bool(answer.get('was_running')))}")
    return ExitCode.OK


def _signal_each(data_dir: Path, ids: tuple[int, ...], number: int, told: str) -> int:
    state = _running(data_dir, ids)
    processes = {info.id: process for info, process in zip(state.brokers, state.processes, strict=True)}
    for broker_id in ids:
        if processes[broker_id] == state.supervisor:
            raise CliError(f"broker {broker_id} is no process of its own, but a part of process {state.supervisor.pid}")
        if not _is_signalled(processes[broker_id], number):
            raise CliError(f"broker {broker_id} does not run; start it with: kavka broker start {broker_id}")
        click.echo(f"broker {broker_id} {told}")
    return ExitCode.OK


def _is_signalled(process: ProcessIdentity, number: int) -> bool:
    try:
        return process.signal(number)
    except PermissionError:
        raise CliError(f"process {process.pid} belongs to another user") from None


def _running(data_dir: Path, ids: tuple[int, ...]) -> ClusterState:
    """The cluster on a data directory, which has all of these brokers."""
    state = read_state(data_dir)
    if state is None or not state.supervisor.is_alive():
        raise CliError(
            f"nothing runs on {data_dir}; start a cluster with: kavka start -n 3 --detach", ExitCode.UNREACHABLE
        )
    known = sorted(broker.id for broker in state.brokers)
    for broker_id in ids:
        if broker_id not in known:
            there = ", ".join(map(str, known))
            raise CliError(f"there is no broker {broker_id} on {data_dir}; there are: {there}", ExitCode.NOT_FOUND)
    return state
