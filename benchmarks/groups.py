"""1,000 members in 100 consumer groups: until all are stable, until they are again after a join, heartbeats per core.

One broker; each member has a connection of its own and speaks the protocol as a client does (a member id first, then
joins until nobody rebalances, then its sync). The members run beside the broker on the same machine, so the times hold
both sides' work; the CPU is the broker's alone. `--server host:port --pid PID` measures another broker, which then has
to have the same group.initial.rebalance.delay.ms: that is how the figures of Apache Kafka were made that stand beside.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import time
from collections.abc import AsyncIterator
from dataclasses import dataclass
from typing import Any, Final

from benchmarks import raw_load, report
from benchmarks.servers import Server, kavka_command
from kavka.client.connection import Connection
from kavka.protocol.errors import ErrorCode
from kavka.protocol.header import encode_request_frame
from kavka.protocol.messages import FindCoordinatorRequest, HeartbeatRequest, JoinGroupRequest, SyncGroupRequest

GROUPS: Final = 100
MEMBERS: Final = 1_000
INITIAL_DELAY_MS: Final = 1_000
SESSION_MS: Final = 60_000
REQUEST_MS: Final = 90_000
DIALS_AT_ONCE: Final = 50
POLL_SECONDS: Final = 0.1
HEARTBEAT_SECONDS: Final = 0.5
LOOK_SECONDS: Final = 0.02
JOIN_VERSION: Final = 5
SYNC_VERSION: Final = 3
HEARTBEAT_VERSION: Final = 3
HEARTBEAT_CONNECTIONS: Final = 50

KAFKA: Final = "Apache Kafka 3.9.1"
KAFKA_FIGURES: Final = {
    f"all stable, {INITIAL_DELAY_MS} ms of it waited for": 2.45,
    "CPU of that": 0.35,
    "one more member in each group: stable again": 0.863,
    "CPU of that again": 0.29,
    "resident memory": 404.0,
    "heartbeats": 17_600.0,
    "heartbeats a core": 28_000.0,
    "CPU a heartbeat": 35.7,
}
"""What Kafka made of the same in its second, warm run, by the row's name; heap 1 GiB, 2 cores shared with the load."""


@dataclass(slots=True)
class Member:
    """One member and what it knows."""

    group: str
    connection: Connection
    member_id: str = ""
    generation: int = -1
    size: int = 0
    """How many the leader was notified of; 0 for the others."""

    async def join(self) -> None:
        """Joins and syncs until the member is in a generation with an assignment."""
        self.generation = -1
        while True:
            joined = await self._ask(
                JoinGroupRequest(
                    group_id=self.group,
                    session_timeout_ms=SESSION_MS,
                    rebalance_timeout_ms=SESSION_MS,
                    member_id=self.member_id,
                    protocol_type="bench",
                    protocols=[JoinGroupRequest.JoinGroupRequestProtocol("range", b"x" * 40)],
                ),
                JOIN_VERSION,
            )
            self.member_id = joined.member_id
            if joined.error_code in (ErrorCode.MEMBER_ID_REQUIRED, ErrorCode.REBALANCE_IN_PROGRESS):
                continue
            _check("join", joined.error_code)
            self.size = len(joined.members)
            assignments = [
                SyncGroupRequest.SyncGroupRequestAssignment(member.member_id, b"y" * 40) for member in joined.members
            ]
            request = SyncGroupRequest(
                group_id=self.group,
                generation_id=joined.generation_id,
                member_id=self.member_id,
                assignments=assignments,
            )
            synced = await self._ask(request, SYNC_VERSION)
            if synced.error_code != ErrorCode.REBALANCE_IN_PROGRESS:
                _check("sync", synced.error_code)
                self.generation = joined.generation_id
                return

    async def heartbeat(self) -> int:
        """Sends one heartbeat; returns the error code."""
        answer = await self._ask(HeartbeatRequest(self.group, self.generation, self.member_id), HEARTBEAT_VERSION)
        code: int = answer.error_code
        return code

    async def live(self) -> None:
        """Sends heartbeats, and joins again whenever the response says so; until cancelled."""
        if self.generation < 0:
            await self.join()
        while True:
            await asyncio.sleep(HEARTBEAT_SECONDS)
            if await self.heartbeat() != ErrorCode.NONE:
                await self.join()

    async def _ask(self, request: Any, version: int) -> Any:
        return await self.connection.request(request, version=version, timeout_ms=REQUEST_MS)


def main() -> None:
    """Runs the benchmark from the command line."""
    options = report.parser("groups", __doc__.splitlines()[0] if __doc__ else "")
    options.add_argument("--groups", type=int, default=GROUPS)
    options.add_argument("--members", type=int, default=MEMBERS, help="of all groups together")
    options.add_argument("--seconds", type=float, default=3.0, help="length of the heartbeat load")
    options.add_argument("--server", metavar="HOST:PORT", help="another broker; needs --pid")
    options.add_argument("--pid", type=int, help="its process, for the CPU")
    chosen = options.parse_args()
    if chosen.server:
        host, port = chosen.server.rsplit(":", 1)
        rows = measure(Server("other", host, int(port), chosen.pid), chosen.groups, chosen.members, chosen.seconds)
    else:
        delay = f"group.initial.rebalance.delay.ms={INITIAL_DELAY_MS}"
        with kavka_command("--config", delay, "--config", "max.connections=4096") as (_, line):
            broker = line["brokers"][0]  # type: ignore[index]
            server = Server("kavka", broker["host"], broker["port"], broker["pid"])
            rows = measure(server, chosen.groups, chosen.members, chosen.seconds)
    report.publish(f"{chosen.members:,} members in {chosen.groups} groups, one broker", rows, chosen.json)


def measure(server: Server, groups: int, members: int, seconds: float) -> list[report.Row]:
    """Measures rebalances and heartbeats against one broker."""
    figures, sample = asyncio.run(_rebalances(server, groups, members))
    frames = [_heartbeat_frame(*sample) for _ in range(HEARTBEAT_CONNECTIONS)]
    address = (server.host, server.port)
    raw_load.run(address, frames, depth=1, seconds=seconds / 3, payload_bytes=None)
    cpu = server.cpu_seconds()
    load = raw_load.run(address, frames, depth=1, seconds=seconds, payload_bytes=None)
    spent = server.cpu_seconds() - cpu
    figures += [
        ("heartbeats", "1/s", load.per_second),
        ("heartbeats a core", "1/s", load.requests / spent),
        ("CPU a heartbeat", "µs CPU", spent / load.requests * 1e6),
    ]
    return [report.Row(name, unit, value, KAFKA_FIGURES.get(name), KAFKA) for name, unit, value in figures]


async def _rebalances(
    server: Server, groups: int, count: int
) -> tuple[list[tuple[str, str, float]], tuple[str, int, str]]:
    """Times and CPU of the rebalances; and a member that is in a stable group."""
    async with _members(server, groups, count) as members:
        await _find_coordinator(members[0])
        cpu, began = server.cpu_seconds(), time.perf_counter()
        await _until_stable(members, groups)
        figures = [
            (f"all stable, {INITIAL_DELAY_MS} ms of it waited for", "s", time.perf_counter() - began),
            ("CPU of that", "s", server.cpu_seconds() - cpu),
        ]
        async with _members(server, groups, groups) as late:
            cpu, began = server.cpu_seconds(), time.perf_counter()
            await _until_stable([*members, *late], groups)
            figures += [
                ("one more member in each group: stable again", "s", time.perf_counter() - began),
                ("CPU of that again", "s", server.cpu_seconds() - cpu),
            ]
            figures.append(("resident memory", "MB resident", server.resident_mb()))
            sample = members[0]
            if await sample.heartbeat() != ErrorCode.NONE:
                raise SystemExit("the groups are not stable")
            return figures, (sample.group, sample.generation, sample.member_id)


@contextlib.asynccontextmanager
async def _members(server: Server, groups: int, count: int) -> AsyncIterator[list[Member]]:
    made: list[Member] = []
    turns = asyncio.Semaphore(DIALS_AT_ONCE)

    async def dial(number: int) -> None:
        async with turns:
            connection = await Connection.open(server.host, server.port, client_id="bench")
            made.append(Member(f"bench-{os.getpid()}-{number % groups}", connection))

    await _all(dial(number) for number in range(count))
    try:
        yield made
    finally:
        for member in made:
            await member.connection.close()


async def _find_coordinator(member: Member) -> None:
    """Has the offsets topic created, and waits until somebody coordinates."""
    request = FindCoordinatorRequest(key=member.group, key_type=0)
    while (await member.connection.request(request, version=1, timeout_ms=REQUEST_MS)).error_code:  # noqa: ASYNC110
        await asyncio.sleep(POLL_SECONDS)
    not_yet = (ErrorCode.NOT_COORDINATOR, ErrorCode.COORDINATOR_NOT_AVAILABLE, ErrorCode.NONE)
    while await member.heartbeat() in not_yet:  # noqa: ASYNC110 - the broker is asked
        await asyncio.sleep(POLL_SECONDS)
    await asyncio.sleep(1.0)  # the other partitions, too


async def _until_stable(members: list[Member], groups: int) -> None:
    """Has all of them live until each group is one generation of all its members, who have their assignments."""
    async with asyncio.TaskGroup() as tasks:
        living = [tasks.create_task(member.live()) for member in members]
        while not _is_stable(members, groups):  # noqa: ASYNC110 - a look costs less than a count at each response
            await asyncio.sleep(LOOK_SECONDS)
        for task in living:
            task.cancel()


def _is_stable(members: list[Member], groups: int) -> bool:
    if any(member.generation < 0 for member in members):
        return False
    of_group: dict[str, list[Member]] = {}
    for member in members:
        of_group.setdefault(member.group, []).append(member)
    return len(of_group) == groups and all(
        len({member.generation for member in found}) == 1 and max(member.size for member in found) == len(found)
        for found in of_group.values()
    )


async def _all(coroutines: Any) -> None:
    async with asyncio.TaskGroup() as tasks:
        for coroutine in coroutines:
            tasks.create_task(coroutine)


def _heartbeat_frame(group: str, generation: int, member_id: str) -> bytes:
    request = HeartbeatRequest(group, generation, member_id)
    return b"".join(encode_request_frame(request, version=HEARTBEAT_VERSION, correlation_id=1, client_id="bench"))


def _check(what: str, error_code: int) -> None:
    if error_code:
        raise SystemExit(f"a {what} failed: {ErrorCode(error_code).name}")


if __name__ == "__main__":
    main()
