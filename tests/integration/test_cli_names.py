"""Names that a person types at a cluster: a shell completes them, and a slip is met with what was meant."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from kavka.cli.exit_codes import ExitCode
from tests.support.processes.command_line import detached, kavka

pytestmark = pytest.mark.slow

Env = dict[str, str]


@pytest.fixture(scope="module")
def env(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Env]:
    """A cluster with the topics orders and invoices, the group billing and the user alice."""
    with detached(tmp_path_factory.mktemp("names") / "data") as state:
        env = {"KAVKA_BOOTSTRAP": state["bootstrap"], "KAVKA_DATA_DIR": state["data_dir"]}
        kavka("topic", "create", "orders", "invoices", "-p", 1, env=env)
        kavka("produce", "orders", stdin=b"one\n", env=env)
        kavka("consume", "orders", "-g", "billing", "-e", env=env)
        kavka("user", "add", "alice", "--password-file", "-", stdin=b"secret\n", env=env)
        yield env


@pytest.mark.parametrize(
    ("arguments", "meant"),
    [
        (["topic", "describe", "order"], "orders"),
        (["consume", "ordres", "-e"], "orders"),
        (["topic", "add-partitions", "orderz", "9"], "orders"),
        (["cluster", "elect", "-t", "invoice"], "invoices"),
        (["group", "describe", "biling"], "billing"),
        (["group", "delete", "bilingg"], "billing"),
        (["group", "reset", "Billing", "--to", "latest"], "billing"),
        (["user", "describe", "alicia"], "alice"),
        (["user", "delete", "alise"], "alice"),
        (["zk", "get", "/broker"], "/brokers"),
        (["zk", "ls", "/brokers/topic"], "/brokers/topics"),
    ],
    ids=" ".join,
)
def test_a_slip_is_met_with_the_name_that_was_meant(env: Env, arguments: list[str], meant: str) -> None:
    done = kavka(*arguments, check=False, env=env)
    assert done.returncode == ExitCode.NOT_FOUND
    said = done.stderr.decode()
    assert f"Did you mean {meant!r}?" in said
    assert said.count("\n") == 1


@pytest.mark.parametrize(
    "arguments",
    [["topic", "describe", "zzzzz"], ["group", "describe", "q"], ["user", "describe", "q"], ["zk", "get", "/q"]],
    ids=" ".join,
)
def test_what_is_like_nothing_is_not_guessed(env: Env, arguments: list[str]) -> None:
    done = kavka(*arguments, check=False, env=env)
    assert done.returncode == ExitCode.NOT_FOUND
    assert b"Did you mean" not in done.stderr


def test_bash_completes_names_of_the_cluster(env: Env) -> None:
    """By the script that `kavka completion bash` prints, in a bash of its own."""
    words = ["topic describe or", "topic describe __c", "group describe ", "config describe --broker ", "user descr"]
    script = 'eval "$(kavka completion bash)"\n' + "".join(
        f"COMP_WORDS=(kavka {line} {chr(34) * 2 * line.endswith(' ')}); COMP_CWORD=$(( ${{#COMP_WORDS[@]}} - 1 )); "
        'COMPREPLY=(); _kavka_completion kavka; echo "${COMPREPLY[@]}"\n'
        for line in words
    )
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    done = subprocess.run(
        ["bash", "--norc", "-c", script], capture_output=True, text=True, env={**os.environ, **env, "PATH": path}
    )
    assert done.stderr == ""
    assert done.stdout.splitlines() == ["orders", "__consumer_offsets", "billing", "0", "describe"]
