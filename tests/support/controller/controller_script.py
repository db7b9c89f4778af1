"""Runs a script of commands against a controller and simulated brokers, and writes down what can be seen from outside.

A script is its own expected output. A line that begins with "> " is a command; the lines below it are what it caused:

    > reassign t-0 4 5 6
    assigned 456123 (+456 -123)  leader/ISR 1/123  epoch 1      what ZooKeeper said of the partition, one line a change
    4 LeaderAndIsr t-0 new                                      whom the controller told to start, stop or delete it

Every change that ZooKeeper went through is a line, also those between two steps of one event. Brokers have one digit.

    brokers 1 2 3            brokers start, each with a controller; the first is elected
    create t-0 1 2           a topic with one partition, and its replicas
    reassign t-0 3 4 | cancel t-0 | elect t-0 | elect unclean t-0 | delete t     through the API
    file reassign t-0 3 4 | file elect t-0                                       as tools of before Kafka 2.4 do
    isr t-0 1 2 3            what the partition's leader writes
    kill 1 | start 1         a process, controller included
    bounce 1                 killed, and back before anybody looked
    retire 1                 a broker asks to be relieved before it stops
    disk 1 t-0 lost | disk 1 t-0 back     what the broker answers for its replica from now on
    controller               who is it, in which epoch
    crash 1 at TEXT          the same as soon as a line has that text; behind a ";", which waits for nothing
    list                     the reassignments under way, and the file
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterable, Iterator
from typing import Any

from kavka.common.types import TopicPartition
from kavka.protocol.errors import ErrorCode, KafkaError
from kavka.protocol.messages import LeaderAndIsrRequest, StopReplicaRequest
from kavka.zk import paths
from kavka.zk.errors import NoNode
from kavka.zk.paths import (
    ControllerZNode,
    PartitionStateZNode,
    PreferredReplicaElectionZNode,
    ReassignPartitionsZNode,
    TopicZNode,
)
from tests.support.controller.harness import Cluster, FakeBroker, cluster

TURNS_MAX = 2_000
QUIET_TURNS = 20
TIMEOUT_MS = 1_000


class Transcript:
    """Watches one partition after the other through ZooKeeper, turn by turn."""

    def __init__(self, c: Cluster) -> None:
        self._c = c
        self._watched: list[TopicPartition] = []
        self._last: dict[TopicPartition, str] = {}
        self.lines: list[str] = []

    def watch(self, partition: TopicPartition) -> None:
        self._watched.append(partition)

    async def settle(self) -> None:
        """Until nothing happens any more; every state on the way is written down."""
        quiet = 0
        for _ in range(TURNS_MAX):
            self._look()
            await asyncio.sleep(0)
            quiet = quiet + 1 if self._c._is_quiet() else 0
            if quiet >= QUIET_TURNS:
                self._look()
                return
        raise AssertionError("the cluster does not come to rest")

    async def until(self, text: str) -> None:
        """Until a line has a text."""
        for _ in range(TURNS_MAX):
            self._look()
            if any(text in line for line in self.lines):
                return
            await asyncio.sleep(0)
        raise AssertionError(f"no line with {text!r}: {self.lines}")

    def _look(self) -> None:
        for partition in self._watched:
            now = self._state(partition)
            if self._last.get(partition) != now:
                self._last[partition] = now
                name = f"{partition} " if len(self._watched) > 1 else ""
                self.lines.append(f"{name}{now}")

    def _state(self, partition: TopicPartition) -> str:
        nodes = self._c.server.tree
        try:
            topic = TopicZNode.decode(nodes.get(paths.topic(partition.topic))[0] or b"")
        except NoNode:
            return "gone"
        number = partition.partition
        moving = "".join(
            f" {sign}{digits(body[number])}"
            for sign, body in (("+", topic.adding), ("-", topic.removing))
            if number in body
        )
        assigned = digits(topic.partitions[number]) + (f" ({moving.strip()})" if moving else "")
        try:
            state = PartitionStateZNode.decode(nodes.get(paths.partition_state(*partition))[0] or b"")
        except NoNode:
            return f"assigned {assigned}  no leader yet"
        leader = "none" if state.leader < 0 else state.leader
        return f"assigned {assigned}  leader/ISR {leader}/{digits(state.isr)}  epoch {state.leader_epoch}"


def digits(broker_ids: Iterable[int]) -> str:
    return "".join(map(str, broker_ids))


def told(brokers: dict[int, FakeBroker]) -> Iterator[str]:
    """What each broker was told of replicas, in order; news for everybody (UpdateMetadata) is left out."""
    for broker_id, broker in sorted(brokers.items()):
        for request in broker.requests:
            if isinstance(request, LeaderAndIsrRequest):
                for name, state in _states(request):
                    new = " new" if state.is_new else ""
                    yield f"{broker_id} LeaderAndIsr {name}-{state.partition_index}{new} epoch {state.leader_epoch}"
            elif isinstance(request, StopReplicaRequest):
                for tp, is_delete in _stops(request):
                    yield f"{broker_id} StopReplica {tp}{' delete' if is_delete else ''}"
        broker.forget()


def _states(request: LeaderAndIsrRequest) -> Iterator[tuple[str, Any]]:
    for state in request.ungrouped_partition_states:
        yield state.topic_name, state
    for topic in request.topic_states:
        for state in topic.partition_states:
            yield topic.topic_name, state


def _stops(request: StopReplicaRequest) -> Iterator[tuple[TopicPartition, bool]]:
    for part in request.ungrouped_partitions:
        yield TopicPartition(part.topic_name, part.partition_index), request.delete_partitions
    for topic in request.topic_states:
        for state in topic.partition_states:
            yield TopicPartition(topic.topic_name, state.partition_index), state.delete_partition


class Commands:
    """What a script can say."""

    def __init__(self, c: Cluster, transcript: Transcript) -> None:
        self._c = c
        self._transcript = transcript
        self._verbs: dict[str, Callable[..., Awaitable[None]]] = {
            "brokers": self.brokers,
            "create": self.create,
            "reassign": self.reassign,
            "cancel": self.cancel,
            "elect": self.elect,
            "delete": self.delete,
            "file": self.file,
            "isr": self.isr,
            "kill": self.kill,
            "start": self.start,
            "bounce": self.bounce,
            "retire": self.retire,
            "disk": self.disk,
            "controller": self.controller,
            "crash": self.crash,
            "list": self.list,
        }

    async def run(self, line: str) -> None:
        for part in line.split(";"):
            verb, *words = part.split()
            await self._verbs[verb](*words)
        await self._transcript.settle()

    async def brokers(self, *ids: str) -> None:
        for broker_id in ids:
            await self._c.add_broker(int(broker_id))

    async def create(self, name: str, *replicas: str) -> None:
        partition = parsed(name)
        await self._c.create_assigned(partition.topic, {partition.partition: [int(r) for r in replicas]})
        self._transcript.watch(partition)

    async def reassign(self, name: str, *replicas: str) -> None:
        await self._alter(parsed(name), [int(r) for r in replicas])

    async def cancel(self, name: str) -> None:
        await self._alter(parsed(name), None)

    async def _alter(self, partition: TopicPartition, target: list[int] | None) -> None:
        self._ask(self._c.active.requests.alter_partition_reassignments({partition: target}, timeout_ms=TIMEOUT_MS))

    async def elect(self, *words: str) -> None:
        is_unclean = words[0] == "unclean"
        wanted = [parsed(name) for name in words[is_unclean:]]
        self._ask(self._c.active.requests.elect_leaders(wanted, is_unclean=is_unclean, timeout_ms=TIMEOUT_MS))

    def _ask(self, question: Awaitable[Any]) -> None:
        """Asks without waiting, so that the transcript sees what happens meanwhile; refusals are written down."""

        async def answered() -> None:
            try:
                results = await question
            except KafkaError as error:
                self._transcript.lines.append(f"refused: {error.code.name}")
                return
            for partition, result in results.items():
                if result.error_code:
                    self._transcript.lines.append(f"refused: {partition} {ErrorCode(result.error_code).name}")

        self._c.group.create_task(answered())

    async def delete(self, topic: str) -> None:
        await self._c.admin.create(paths.delete_topic(topic))

    async def file(self, verb: str, name: str, *replicas: str) -> None:
        partition = parsed(name)
        if verb == "elect":
            body = PreferredReplicaElectionZNode((partition,)).encode()
            await self._c.admin.create(paths.PREFERRED_REPLICA_ELECTION, body)
        else:
            body = ReassignPartitionsZNode({partition: tuple(int(r) for r in replicas)}).encode()
            await self._c.admin.create(paths.REASSIGN_PARTITIONS, body)

    async def isr(self, name: str, *members: str) -> None:
        partition = parsed(name)
        path = paths.partition_state(*partition)
        data, stat = await self._c.admin.get(path)
        was = PartitionStateZNode.decode(data)
        isr = tuple(int(member) for member in members)
        body = PartitionStateZNode(was.leader, was.leader_epoch, isr, was.controller_epoch).encode()
        await self._c.admin.set(path, body, stat.version)

    async def kill(self, broker_id: str) -> None:
        await self._c.nodes.pop(int(broker_id)).stop()

    async def start(self, broker_id: str) -> None:
        self._c.brokers[int(broker_id)].forget()
        await self._c.add_broker_quickly(int(broker_id))

    async def bounce(self, broker_id: str) -> None:
        await self.kill(broker_id)
        await self.start(broker_id)

    async def retire(self, broker_id: str) -> None:
        remaining = await self._c.active.requests.controlled_shutdown(int(broker_id), -1, timeout_ms=TIMEOUT_MS)
        self._transcript.lines += [f"remaining {partition}" for partition in remaining]

    async def disk(self, broker_id: str, name: str, state: str) -> None:
        errors = self._c.brokers[int(broker_id)].partition_errors
        errors[parsed(name)] = ErrorCode.KAFKA_STORAGE_ERROR if state == "lost" else ErrorCode.NONE

    async def controller(self) -> None:
        get = self._c.server.tree.get
        elected = ControllerZNode.decode(get(paths.CONTROLLER)[0] or b"").broker_id
        self._transcript.lines.append(f"controller {elected}  epoch {int(get(paths.CONTROLLER_EPOCH)[0] or b'')}")

    async def crash(self, broker_id: str, at: str, *text: str) -> None:
        assert at == "at", "crash BROKER at TEXT"
        await self._transcript.until(" ".join(text))
        await self.kill(broker_id)

    async def list(self) -> None:
        moves = await self._c.active.requests.list_partition_reassignments(None, timeout_ms=TIMEOUT_MS)
        for partition, move in sorted(moves.items()):
            adding, removing = digits(move.adding), digits(move.removing)
            self._transcript.lines.append(f"moving {partition} {digits(move.replicas)} (+{adding} -{removing})")
        try:
            data, _ = await self._c.admin.get(paths.REASSIGN_PARTITIONS)
        except NoNode:
            return
        for partition, replicas in sorted(ReassignPartitionsZNode.decode(data).partitions.items()):
            self._transcript.lines.append(f"file {partition} {digits(replicas)}")


def parsed(name: str) -> TopicPartition:
    topic, _, number = name.rpartition("-")
    return TopicPartition(topic, int(number))


async def replayed(script: str, *, profile: str) -> str:
    """The script with what its commands cause now."""
    output: list[str] = []
    async with cluster(profile=profile) as c:
        transcript = Transcript(c)
        commands = Commands(c, transcript)
        for line in script.splitlines():
            if line.startswith("#") or not line:
                output.append(line)
            elif line.startswith("> "):
                output.append(line)
                await commands.run(line.removeprefix("> "))
                output += [*transcript.lines, *told(c.brokers)]
                transcript.lines.clear()
    return "\n".join(output) + "\n"
