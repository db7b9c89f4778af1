"""`kavka consume --zookeeper`: a group that meets in ZooKeeper, as Kafka 0.8's consumers do."""

from __future__ import annotations

from pathlib import Path

import pytest

from kavka import ConsumerRegistry, TopicPartition
from kavka.cli.exit_codes import ExitCode
from tests.support.processes.command_line import detached, kavka, text

pytestmark = pytest.mark.slow


async def test_a_group_goes_on_where_it_has_got_to(tmp_path: Path) -> None:
    with detached(tmp_path / "data") as state:
        env = {"KAVKA_BOOTSTRAP": state["bootstrap"], "KAVKA_DATA_DIR": state["data_dir"]}
        kavka("topic", "create", "orders", "-p", 2, env=env)
        for partition in (0, 1):
            kavka("produce", "orders", "-p", partition, stdin=b"one\ntwo\n", env=env)
        old = ("consume", "--zookeeper", state["zookeeper"], "-g", "billing", "--threads", 2)
        first = text(kavka(*old, "orders", "-c", 3, env=env)).split()
        rest = text(kavka(*old, "^ord.*", "-c", 1, env=env)).split()
        assert sorted(first + rest) == ["one", "one", "two", "two"]
        async with ConsumerRegistry.open(state["zookeeper"], "billing") as registry:
            assert await registry.consumers() == {}
            assert [await registry.offset(TopicPartition("orders", number)) for number in (0, 1)] == [2, 2]
    done = kavka(*old, "orders", check=False, env=env)
    assert done.returncode == ExitCode.UNREACHABLE
    assert done.stderr.count(b"\n") == 1


async def test_what_names_no_zookeeper_is_refused() -> None:
    with pytest.raises(ValueError, match="write host:port"):
        async with ConsumerRegistry.open("host:port", "billing"):
            pass
