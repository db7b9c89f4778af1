"""`kavka produce` and `kavka consume` beside kcat: each reads what the other wrote, and says the same of it."""

import asyncio
import base64
import json
import random
import shutil
import subprocess

import pytest

from kavka import LocalCluster
from kavka.cli.exit_codes import ExitCode
from kavka.client.admin import Admin
from kavka.common.types import NewTopic
from tests.support.clients.command import Command
from tests.support.processes.cluster import missing
from tests.support.processes.command_line import DEADLINE_S, running
from tests.support.processes.command_line import kavka as kavka_process

pytestmark = [pytest.mark.slow, pytest.mark.timeout(120)]

BASE_MS = 1_700_000_000_000


@pytest.fixture
def kavka(capfdbinary, tmp_path, monkeypatch):
    monkeypatch.setattr("kavka.cli.client_settings.REACH_TIMEOUT_MS", 20_000)  # the broker has this process's loop
    return Command(capfdbinary, tmp_path)


@pytest.fixture
async def bootstrap(monkeypatch):
    """A cluster with topics of two partitions, whose records are of 2023."""
    async with LocalCluster(1, in_loop=True, config={"log.retention.ms": "-1", "num.partitions": "2"}) as cluster:
        monkeypatch.setenv("KAVKA_BOOTSTRAP", cluster.bootstrap)
        async with Admin(cluster.bootstrap) as admin:
            await admin.create_topics([NewTopic(name=name, num_partitions=2) for name in ("t", "copy")])
        yield cluster.bootstrap


@pytest.fixture
def kcat(bootstrap):
    if shutil.which("kcat") is None:
        missing("kcat")

    async def call(*arguments, stdin=b""):
        command = ["kcat", "-q", "-b", bootstrap, *map(str, arguments)]
        run = asyncio.to_thread(subprocess.run, command, input=stdin, capture_output=True, timeout=DEADLINE_S)
        result = await run
        assert result.returncode == 0, result.stderr
        return result.stdout

    return call


async def fill(kavka, count=10):
    """Numbers in partition 0 of t, a second apart."""
    items = [{"payload": str(number), "partition": 0, "ts": BASE_MS + 1000 * number} for number in range(count)]
    await kavka("produce", "t", "-J", lines="\n".join(map(json.dumps, items)).encode())


class TestBesideKcat:
    INPUT = b"k1:v1\nk2:\n:v3\nplain\n:\n"
    OPTIONS = ("-K", ":", "-Z", "-H", "h=1", "-H", "n", "-H", "h=2")

    async def test_both_write_the_same(self, kavka, kcat):
        await kcat("-P", "-t", "t", "-p", 0, *self.OPTIONS, stdin=self.INPUT)
        for options in (
            (),
            ("-K", "=>"),
            ("-K", "=>", "-D", "#\\n", "-Z"),
            ("-f", "%t [%p] %o %k %K %s %S %T %h\\n"),
            ("-f", "%R%s", "-Z"),
            ("-s", "key=c s", "-s", "value=bBs"),
            ("-o", "2", "-c", "1"),
            ("-o", "s@0", "-o", "e@99999999999999"),
        ):
            ours = await kavka("consume", "t", "-p", 0, "-e", *options)
            assert ours == await kcat("-C", "-t", "t", "-p", 0, "-e", *options), options
        theirs = [json.loads(line) for line in (await kcat("-C", "-t", "t", "-p", 0, "-e", "-J")).splitlines()]
        ours = [json.loads(line) for line in (await kavka("consume", "t", "-p", 0, "-e", "-J")).splitlines()]
        assert ours == [{name: value for name, value in item.items() if name != "broker"} for item in theirs]

    async def test_both_read_the_same(self, kavka, kcat, tmp_path):
        path = tmp_path / "file"
        path.write_bytes(b"one\x1etwo\nthree")
        await kcat("-P", "-t", "t", "-p", 0, *self.OPTIONS, stdin=self.INPUT)
        await kavka("produce", "t", "-p", 1, *self.OPTIONS, lines=self.INPUT)
        for options in (
            ("-K", ":", "-k", "fixed", "-l", path),
            ("-D", "\\x1e", "-l", path),
            (path, path),
            ("-c", "1", "-l", path),
        ):
            await kcat("-P", "-t", "t", "-p", 0, *options)
            await kavka("produce", "t", "-p", 1, *options)
        shown = [await kcat("-C", "-t", "t", "-p", p, "-e", "-Z", "-f", "%o %k %s %K %S %h\\n") for p in (0, 1)]
        assert shown[0] == shown[1]
        assert shown[0].count(b" fixed ") == 2

    async def test_both_tell_the_same_offsets(self, kavka, kcat):
        await fill(kavka)
        for question in (f"t:0:{BASE_MS + 3500}", "t:0:-1", "t:0:-2", "t:0:99999999999999"):
            assert await kavka("consume", "-Q", question) == await kcat("-Q", "-t", question)
            theirs = json.loads(await kcat("-Q", "-J", "-t", question))
            assert json.loads(await kavka("consume", "-Q", "-J", question)) == theirs


@pytest.mark.parametrize(
    "options",
    [
        ("-J",),
        ("-f", "%p %T %K{big32}%k%V{big32}%v%H{big16}%h{%K{big16}%k%V{big32}%v}"),
        ("-f", "%p;%d{strftime[%F %T.%f]}|%K %k{hex}%S %s{base64}%H %h{%K %k{hex}%V %v{hex}}\\n"),
    ],
)
async def test_nothing_is_lost_on_the_way(kavka, bootstrap, options):
    dice = random.Random(7)
    items = []
    for number in range(300):
        names = [dice.choice("abc") for _ in range(dice.randrange(4))]
        item = {"partition": number % 2, "ts": BASE_MS + number}
        item["headers"] = [part for name in names for part in (name, dice.choice([None, "", "é"]))]
        for member in ("key", "payload"):
            content = dice.choice([None, "", 'text \n"\t', dice.randbytes(6)])
            is_binary = isinstance(content, bytes)
            item[member + "_base64" * is_binary] = base64.b64encode(content).decode() if is_binary else content
        items.append(item)
    await kavka("produce", "t", "-J", lines="\n".join(map(json.dumps, items)).encode())
    await kavka("produce", "copy", *options, lines=await kavka("consume", "t", "-e", *options))
    shown = [sorted((await kavka("consume", topic, "-e", "-J")).splitlines()) for topic in ("t", "copy")]
    assert len(shown[0]) == 300
    assert shown[0] == [line.replace(b'"topic": "copy"', b'"topic": "t"') for line in shown[1]]


async def test_what_comes_before_a_mistake_is_sent(kavka, bootstrap):
    lines = b'{"payload": "x"}\n\n{"payload": 5\n'
    error = await kavka("produce", "t", "-J", lines=lines, expected=ExitCode.FAILED)
    assert error.startswith(b"kavka: line 3 cannot be sent: it is no JSON")
    assert error.endswith(b". What stands before it was sent\n")
    error = await kavka("produce", "t", "-f", "%k:%s\\n", lines=b"k:y\nz\n", expected=ExitCode.FAILED)
    assert error.startswith(b"kavka: record 2: ")
    assert sorted((await kavka("consume", "t", "-e")).split()) == [b"x", b"y"]


async def test_a_partition_that_is_not_there(kavka, bootstrap):
    line = b'{"payload": "x", "partition": 7}\n'
    error = await kavka("produce", "t", "-J", lines=line, expected=ExitCode.FAILED)
    assert b"-p -1 chooses partitions by key" in error
    await kavka("produce", "t", "-J", "-p", -1, lines=line)
    assert await kavka("consume", "t", "-e") == b"x\n"


async def test_one_transaction_of_all(kavka, bootstrap):
    await kavka("produce", "t", "-X", "transactional.id=id", lines=b"1\n2\n")
    broken = b'{"payload": "3"}\nno\n'
    error = await kavka("produce", "t", "-J", "-X", "transactional.id=id", lines=broken, expected=ExitCode.FAILED)
    assert error.endswith(b". Nothing was sent: the transaction is aborted\n")
    read = await kavka("consume", "t", "-e", "-X", "isolation.level=read_committed")
    assert sorted(read.split()) == [b"1", b"2"]


async def test_what_is_sent_is_shown_as_well(kavka, bootstrap):
    assert await kavka("produce", "t", "-c", 2, "-T", lines=b"1\n2\n3\n") == b"1\n2\n"
    assert sorted((await kavka("consume", "t", "-e")).split()) == [b"1", b"2"]


async def test_from_where_to_where(kavka, bootstrap):
    await fill(kavka)
    for where, expected in (
        (("7",), "789"),
        (("-2",), "89"),
        (("+7",), "789"),
        (("3:6",), "345"),
        ((":2",), "01"),
        (("-5:-3",), "56"),
        (("8:end",), "89"),
        (("100",), ""),
        ((f"@{BASE_MS + 7000}",), "789"),
        ((f"@{BASE_MS + 3500}:{BASE_MS + 6000}",), "45"),
        ((f"@{BASE_MS + 3000}:2s",), "34"),
        (("@2023-11-14T22:13:25Z:3s",), "567"),
        ((f"s@{BASE_MS + 7500}", f"e@{BASE_MS + 9000}"), "8"),
        ((f"e@{BASE_MS + 1000}",), "0"),
        (("@-1h",), ""),
    ):
        options = [part for place in where for part in ("-o", place)]
        assert (await kavka("consume", "t", "-e", "-f", "%s", *options)).decode() == expected, where
    for where in ("2:4", f"@{BASE_MS + 2000}:2s"):  # these end by themselves
        assert await kavka("consume", "t", "-p", 0, "-o", where, "-f", "%s") == b"23"


async def test_a_time_to_come_is_waited_for(kavka, bootstrap):
    await fill(kavka, 2)
    with running("consume", "t", "-p", 0, "-o", "e@99999999999999") as process:
        read = process.stdout.readline
        assert [await asyncio.to_thread(read) for _ in range(2)] == ["0\n", "1\n"]
        items = [{"payload": name, "partition": 0, "ts": ms} for name, ms in (("a", BASE_MS), ("b", 99999999999999))]
        await kavka("produce", "t", "-J", lines="\n".join(map(json.dumps, items)).encode())
        assert await asyncio.to_thread(process.stdout.read) == "a\n"
        assert await asyncio.to_thread(process.wait, DEADLINE_S) == 0


async def test_several_topics_and_expressions(kavka, bootstrap):
    names = ["orders", "orders-eu", "reorders"]
    for name in names:
        await kavka("produce", name, lines=name.encode())

    async def read(*options):
        return sorted((await kavka("consume", "-e", *options)).decode().split())

    assert await read(*names[:2]) == names[:2]
    assert await read("^ord") == names[:2]
    assert await read("^orders$", "reorders") == ["orders", "reorders"]
    assert await read("-r", "ord") == names
    for options, expected in ((("-g", "g", "^ord"), names[:2]), (("-G", "h", *names[1:]), names[1:])):
        # A member of a group minds signals, and so it is a process.
        done = await asyncio.to_thread(kavka_process, "consume", "-e", *options)
        assert sorted(done.stdout.decode().split()) == expected
    nothing = await kavka("consume", "-e", "^nothing", expected=ExitCode.NOT_FOUND)
    assert nothing == b"kavka: no topic matches '^nothing'. Topics that there are: kavka topic list\n"


async def test_a_value_that_is_not_packed_so_is_said_after_what_is(kavka, bootstrap):
    await kavka("produce", "t", "-p", 0, lines=b"ab\nabc\n")
    error = await kavka("consume", "t", "-e", "-s", "value=cc$", expected=ExitCode.FAILED)
    assert b"t [0] at offset 1 cannot be written: 1 bytes remain" in error
    shown = (await kavka("consume", "t", "-e", "-s", "value=cc$", "-J")).splitlines()
    assert ["payload_error" in json.loads(line) for line in shown] == [False, True]
