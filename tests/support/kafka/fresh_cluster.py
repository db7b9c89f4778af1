"""What one broker in a cluster of its own shows after the same few deeds: its APIs, settings, znodes and files.

    observe("kafka" | "kavka") ─▶ {"apis": …, "broker": …, "topic": …, "znodes": …, "files": …}   each: what ─▶ as text

What differs from run to run (ports, folders, times, ids that were drawn) is a word in angle brackets, so that what is
left can be compared, field by field. Not here: which differences there may be (`differences`).
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import re
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from kazoo.client import KazooClient

from kavka import Admin, Consumer, Producer
from kavka.client.connection import Connection
from kavka.common.types import NewTopic
from kavka.protocol import messages as m
from tests.support.kafka.apache_broker import AS_KAFKA_3_9, ApacheBroker
from tests.support.kafka.kafka_tools import KafkaTools
from tests.support.processes.cluster import free_port, wait_until
from tests.support.zookeeper.zookeepers import embedded_zookeeper

Seen = Mapping[str, Mapping[str, str]]
"""Part → what → as text."""

SETTINGS = {
    "inter.broker.protocol.version": "3.9",
    "offsets.topic.replication.factor": "1",
    "offsets.topic.num.partitions": "1",
    "transaction.state.log.replication.factor": "1",
    "transaction.state.log.min.isr": "1",
    "transaction.state.log.num.partitions": "1",
}
STOP_SECONDS_MAX = 60
READY_SECONDS_MAX = 60
ZK_SECONDS_MAX = 30
KINDS = {"broker": 4, "topic": 2}
RANDOM_FIELDS = {"timestamp", "topic_id", "id"}
TIMED = "replication-offset-checkpoint"
TEXTS = {"meta.properties", "partition.metadata", ".kafka_cleanshutdown", "leader-epoch-checkpoint"}


@dataclass(frozen=True, slots=True)
class Place:
    """Where the broker is."""

    bootstrap: str
    zookeeper: str
    log_dir: Path

    def words(self, text: str) -> str:
        """The text, with names for what differs between two places."""
        port = self.bootstrap.rpartition(":")[2]
        for found, word in ((str(self.log_dir), "<log.dirs>"), (self.zookeeper, "<zookeeper>")):
            text = text.replace(found, word)
        return re.sub(r'"kavka_admin": "[^"]*"', '"kavka_admin": <url>', re.sub(rf"\b{port}\b", "<port>", text))


def observe(kind: str, tools: KafkaTools, folder: Path) -> Seen:
    """Starts a broker of one kind, uses it, stops it, and returns what was seen."""
    seen: dict[str, dict[str, str]] = {}
    running = _apache(tools, folder) if kind == "kafka" else _ours(folder)
    with embedded_zookeeper(folder / "zookeeper") as zookeeper:
        with running(zookeeper) as place:
            seen |= asyncio.run(_used(place))
            seen["znodes"] = _znodes(place)
            high_watermarks = place.log_dir / TIMED
            wait_until(high_watermarks.exists, "high watermarks are checkpointed", READY_SECONDS_MAX)
            files = dict(_files(place)) | {TIMED: "as of some seconds ago"}
            seen["files"] = {f"running: {name}": text for name, text in files.items()}
        seen["files"] |= {f"stopped: {name}": text for name, text in _files(place)}
    return seen


Running = Callable[[str], contextlib.AbstractContextManager[Place]]


def _apache(tools: KafkaTools, folder: Path) -> Running:
    @contextlib.contextmanager
    def running(zookeeper: str) -> Iterator[Place]:
        broker = ApacheBroker(tools, folder / "kafka", 0, zookeeper, SETTINGS)
        broker.start()
        try:
            yield Place(broker.bootstrap, zookeeper, broker.log_dir)
        finally:
            broker.stop()

    return running


def _ours(folder: Path) -> Running:
    """As `python -m kavka.broker`, since `kavka start` has settings of its own."""

    @contextlib.contextmanager
    def running(zookeeper: str) -> Iterator[Place]:
        place = Place(f"127.0.0.1:{free_port()}", zookeeper, folder / "logs")
        settings = SETTINGS | AS_KAFKA_3_9
        settings |= {"broker.id": "0", "listeners": f"PLAINTEXT://{place.bootstrap}"}
        settings |= {"log.dirs": str(place.log_dir), "zookeeper.connect": zookeeper}
        properties = folder / "server.properties"
        properties.write_text("".join(f"{name}={value}\n" for name, value in settings.items()))
        read, write = os.pipe()
        with (folder / "broker.log").open("ab") as said, os.fdopen(read) as ready:
            command = [sys.executable, "-P", "-m", "kavka.broker", str(properties), "--ready-fd", str(write)]
            process = subprocess.Popen(command, stdout=said, stderr=said, pass_fds=[write])
            os.close(write)
            try:
                assert ready.readline(), (folder / "broker.log").read_text()[-3000:]
                yield place
            finally:
                process.send_signal(signal.SIGTERM)
                code = process.wait(STOP_SECONDS_MAX)
        assert code == 0, (folder / "broker.log").read_text()[-3000:]

    return running


# ---- by requests ----------------------------------------------------------------------------------------------------


async def _used(place: Place) -> dict[str, dict[str, str]]:
    host, port = place.bootstrap.split(":")
    async with Admin(place.bootstrap) as admin, await Connection.open(host, int(port), client_id="x") as connection:
        await admin.create_topics([NewTopic(name="t", num_partitions=2, configs={"cleanup.policy": "compact"})])
        await _use(place, admin)
        apis = await _apis(connection)
        configs = {
            part: await _configs(place, connection, kind, "0" if part == "broker" else "t")
            for part, kind in KINDS.items()
        }
    return {"apis": apis, **configs}


async def _use(place: Place, admin: Admin) -> None:
    """Records, a transaction, a committed offset, a quota: what leaves something in ZooKeeper or on the disk."""
    async with Producer(place.bootstrap) as producer:
        for number in range(10):
            await producer.send_and_wait("t", b"%d" % number, key=b"k", partition=0)
    async with Producer(place.bootstrap, transactional_id="x") as producer:
        await producer.init_transactions()
        async with producer.transaction():
            await producer.send_and_wait("t", b"x", key=b"k", partition=0)
    async with Consumer(place.bootstrap, group_id="g", offset_reset="earliest", auto_commit=False) as consumer:
        consumer.subscribe("t")
        await anext(consumer)
        await consumer.commit()
    await admin.alter_client_quotas({"user": "ann"}, {"producer_byte_rate": 1000.0})


async def _apis(connection: Connection) -> dict[str, str]:
    found: dict[str, str] = {}
    for version in (0, 3, 4):
        request = m.ApiVersionsRequest(client_software_name="x", client_software_version="1")
        answer = await connection.request(request, version=version)
        for api in answer.api_keys:
            found[f"API {api.api_key} by ApiVersions {version}"] = f"{api.min_version} to {api.max_version}"
        fields = ("error_code", "supported_features", "finalized_features_epoch", "finalized_features")
        for field in (*fields, "zk_migration_ready"):
            found[f"{field} of ApiVersions {version}"] = repr(getattr(answer, field))
    return found


async def _configs(place: Place, connection: Connection, kind: int, name: str) -> dict[str, str]:
    query = m.DescribeConfigsRequest
    asked = query.DescribeConfigsResource(resource_type=kind, resource_name=name, configuration_keys=None)
    request = query(resources=[asked], include_synonyms=True, include_documentation=True)
    (answer,) = (await connection.request(request, version=4)).results
    assert answer.error_code == 0, answer.error_message
    return {entry.name: place.words(_config(entry)) for entry in answer.configs}


def _config(entry: Any) -> str:
    synonyms = ", ".join(f"{each.name}={each.value} ({each.source})" for each in entry.synonyms)
    flags = [word for word, holds in (("read-only", entry.read_only), ("sensitive", entry.is_sensitive)) if holds]
    documented = "documented" if entry.documentation else "undocumented"
    return f"{entry.value}; type {entry.config_type}, source {entry.config_source}, {documented}" + "".join(
        f", {word}" for word in (*flags, f"synonyms {synonyms or 'none'}")
    )


# ---- in ZooKeeper, and on the disk ----------------------------------------------------------------------------------


def _znodes(place: Place) -> dict[str, str]:
    zk = KazooClient(place.zookeeper)
    zk.start(ZK_SECONDS_MAX)
    found: dict[str, str] = {}

    def walk(path: str) -> None:
        data, stat = zk.get(path)
        acls = ",".join(f"{acl.id.scheme}:{acl.id.id}={acl.perms}" for acl in zk.get_acls(path)[0])
        kept = "ephemeral" if stat.ephemeralOwner else "kept"
        found[path] = f"{'null' if data is None else place.words(_body(data))} ({kept}, {acls})"
        for child in sorted(zk.get_children(path)):
            walk(f"{path.rstrip('/')}/{child}")

    try:
        wait_until(lambda: zk.exists("/feature") is not None, "the controller is elected", READY_SECONDS_MAX)
        for top in sorted(set(zk.get_children("/")) - {"zookeeper"}):
            walk(f"/{top}")
    finally:
        zk.stop()
        zk.close()
    return found


def _body(data: bytes) -> str:
    """JSON with its fields in order, and words for what was drawn."""
    try:
        fields = json.loads(data)
    except ValueError:
        return repr(data)
    if not isinstance(fields, dict):
        return repr(fields)
    fields |= {name: f"<{name}>" for name in fields.keys() & RANDOM_FIELDS}
    return json.dumps(fields, sort_keys=True)


def _files(place: Place) -> Iterator[tuple[str, str]]:
    for path in sorted(place.log_dir.rglob("*")):
        if path.is_dir():
            yield f"{path.relative_to(place.log_dir)}/", "a folder"
        else:
            yield str(path.relative_to(place.log_dir)), _content(path)


def _content(path: Path) -> str:
    if path.name not in TEXTS and not path.name.endswith("-checkpoint"):
        return f"{path.stat().st_size} bytes"
    lines = [line for line in path.read_text().splitlines() if not line.startswith("#")]
    if path.name.endswith("-checkpoint"):
        return " | ".join([*lines[:2], *sorted(lines[2:])]) or "empty"
    named = (re.sub(r"^(cluster\.id=|topic_id: ).*", r"\1<drawn>", line) for line in lines)
    return " | ".join(sorted(named)) or "empty"
