"""A coordinator whose data directory fails coordinates no more, whether or not a controller hears of it."""

from __future__ import annotations

import asyncio

from kavka.protocol.errors import ErrorCode
from kavka.protocol.messages import (
    FindCoordinatorRequest,
    HeartbeatRequest,
    JoinGroupRequest,
    OffsetCommitRequest,
    SyncGroupRequest,
)
from kavka.simulation.cluster import PORT, ZOOKEEPER, simulated
from kavka.simulation.disk_faults import DiskCall, DiskFault
from kavka.simulation.host_clock import HostClock
from kavka.wire.connection import Connection

DIRECTORIES = ("/data", "/data-2")
SETTINGS = {
    "log.dirs": ",".join(DIRECTORIES),
    "group.initial.rebalance.delay.ms": "0",
    "offsets.topic.num.partitions": "1",
}
GROUP = "g"
OFFSETS = "__consumer_offsets"
PAUSE_S = 0.1
"""Virtual; a session with ZooKeeper lives on for seconds."""


class Member:
    """A member of a group, request by request."""

    def __init__(self, cluster):
        self._cluster = cluster
        self._connection = None
        self.joined = None

    async def _connect(self, host):
        clock = HostClock(self._cluster.loop)
        self._connection = await Connection.open(host, PORT, client_id="m", connect_timeout_ms=1_000, clock=clock)

    async def ask(self, request, version):
        return await self._connection.request(request, version=version, timeout_ms=5_000)

    async def join(self):
        """Joins, alone; returns the broker that coordinates the group."""
        await self._connect(self._cluster.brokers[0].name)
        while (found := await self.ask(FindCoordinatorRequest(key=GROUP), 1)).error_code:  # noqa: ASYNC110 - outside the brokers
            await asyncio.sleep(PAUSE_S)
        await self._connection.close()
        await self._connect(found.host)
        protocol = JoinGroupRequest.JoinGroupRequestProtocol(name="range", metadata=b"")
        join = JoinGroupRequest(
            group_id=GROUP,
            session_timeout_ms=60_000,
            rebalance_timeout_ms=60_000,
            protocol_type="consumer",
            protocols=[protocol],
        )
        while (joined := await self.ask(join, 2)).error_code:  # noqa: ASYNC110 - outside the brokers
            await asyncio.sleep(PAUSE_S)
        self.joined = joined
        assigned = SyncGroupRequest.SyncGroupRequestAssignment(member_id=joined.member_id, assignment=b"all")
        sync = SyncGroupRequest(
            group_id=GROUP, generation_id=joined.generation_id, member_id=joined.member_id, assignments=[assigned]
        )
        assert (await self.ask(sync, 1)).error_code == 0
        return next(broker for broker in self._cluster.brokers if broker.name == found.host)

    async def beat(self):
        generation, member = self.joined.generation_id, self.joined.member_id
        beat = HeartbeatRequest(group_id=GROUP, generation_id=generation, member_id=member)
        return (await self.ask(beat, 1)).error_code

    async def commit(self):
        partition = OffsetCommitRequest.OffsetCommitRequestPartition(partition_index=0, committed_offset=1)
        topic = OffsetCommitRequest.OffsetCommitRequestTopic(name=OFFSETS, partitions=[partition])
        commit = OffsetCommitRequest(
            group_id=GROUP,
            generation_id_or_member_epoch=self.joined.generation_id,
            member_id=self.joined.member_id,
            topics=[topic],
        )
        return (await self.ask(commit, 5)).topics[0].partitions[0].error_code

    async def close(self):
        await self._connection.close()


def test_a_coordinator_whose_directory_has_failed_sends_its_members_away():
    """One that only beats would stay for good, while others join the group where its partition is led next."""
    cluster = simulated(1, settings=SETTINGS)

    async def live():
        member = Member(cluster)
        broker = await member.join()
        assert [await member.commit(), await member.beat()] == [0, 0]

        cluster.links.cut(broker.name, ZOOKEEPER)
        for directory in DIRECTORIES:
            broker.machine.disk.faults.add(DiskFault(call=DiskCall.WRITE, prefix=f"{directory}/{OFFSETS}-0"))
        assert await member.commit() == ErrorCode.NOT_COORDINATOR
        await asyncio.sleep(PAUSE_S)
        assert await member.beat() == ErrorCode.NOT_COORDINATOR
        await member.close()

    async def whole():
        async with asyncio.timeout(300):
            await cluster.start_all()
            await cluster.client("member", live)

    with cluster.world() as loop:
        loop.run_until_complete(whole())
