"""Names that a person types at a cluster: a slip is met with what was meant."""

from __future__ import annotations

from collections.abc import Iterator

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
