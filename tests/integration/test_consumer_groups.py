"""The bundled consumer in a group: what a user sees of rebalances, commits, deadlines and coordinators that move."""

from __future__ import annotations

import asyncio
import re
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from typing import Any

import pytest

from kavka import Admin, Consumer, LocalCluster, NewTopic, Producer, RebalanceListener, TopicPartition
from kavka.client.consumer import OffsetAndMetadata
from kavka.client.errors import OffsetMissing
from kavka.protocol.errors import (
    FencedInstanceId,
    GroupIdNotFound,
    GroupSubscribedToTopic,
    InconsistentGroupProtocol,
    NonEmptyGroup,
    UnknownMemberId,
)

pytestmark = [pytest.mark.slow, pytest.mark.timeout(180)]

PARTITIONS = 4
SECONDS_MAX = 60
CONFIG = {
    "group.min.session.timeout.ms": "100",
    "inter.broker.protocol.version": "3.9",
    "group.consumer.heartbeat.interval.ms": "50",
    "group.consumer.min.heartbeat.interval.ms": "50",
}
CLASSIC = {"heartbeat_interval_ms": 50, "session_timeout_ms": 10_000}
CONSUMER = {"group_protocol": "consumer"}


class Told(RebalanceListener):
    """Remembers what it was told."""

    def __init__(self) -> None:
        self.events: list[tuple[str, list[int]]] = []
        self.lives: Counter[TopicPartition] = Counter()

    def _note(self, what: str, partitions: list[TopicPartition]) -> None:
        self.events.append((what, [tp.partition for tp in partitions]))

    async def partitions_assigned(self, partitions: list[TopicPartition]) -> None:
        self._note("assigned", partitions)
        self.lives.update(partitions)

    async def partitions_revoked(self, partitions: list[TopicPartition]) -> None:
        self._note("revoked", partitions)

    async def partitions_lost(self, partitions: list[TopicPartition]) -> None:
        self._note("lost", partitions)

    def of(self, what: str) -> list[list[int]]:
        return [partitions for name, partitions in self.events if name == what]


class Member:
    """A consumer that polls in a task of its own, and what it was handed."""

    def __init__(self, consumer: Consumer, told: Told) -> None:
        self.consumer = consumer
        self.told = told
        self.read: dict[tuple[TopicPartition, int], list[int]] = {}
        """A partition, and the how-manieth time that it was assigned → offsets in the order in which they came."""
        self.stop = asyncio.Event()

    async def poll(self, timeout_ms: int = 50) -> None:
        for tp, records in (await self.consumer.poll(timeout_ms=timeout_ms)).items():
            self.read.setdefault((tp, self.told.lives[tp]), []).extend(record.offset for record in records)

    @property
    def owned(self) -> list[int]:
        return sorted(tp.partition for tp in self.consumer.assignment())

    @property
    def count(self) -> int:
        return sum(map(len, self.read.values()))


class World:
    """A cluster in this loop with one topic, and members of groups on it, of either protocol."""

    def __init__(
        self, cluster: LocalCluster, topic: str, stack: AsyncExitStack, protocol: dict[str, Any] = CLASSIC
    ) -> None:
        self.protocol = protocol
        self.cluster = cluster
        self.topic = topic
        self.bootstrap = cluster.bootstrap
        self.stack = stack

    async def member(self, *, topics: Any = None, stack: AsyncExitStack | None = None, **options: Any) -> Member:
        settings = {
            "group_id": f"g-{self.topic}",
            "offset_reset": "earliest",
            "metadata_age_ms_max": 100,
            "fetch_wait_ms": 50,
            **self.protocol,
        }
        consumer = await (stack or self.stack).enter_async_context(Consumer(self.bootstrap, **{**settings, **options}))
        told = Told()
        consumer.subscribe(topics or [self.topic], told)
        return Member(consumer, told)

    async def write(self, *values: bytes, topic: str | None = None) -> None:
        async with Producer(self.bootstrap) as producer:
            for number, value in enumerate(values):
                await producer.send(topic or self.topic, value, partition=number % PARTITIONS)


@asynccontextmanager
async def a_world(topic: str, protocol: dict[str, Any]) -> AsyncIterator[World]:
    async with LocalCluster(1, in_loop=True, config=CONFIG) as cluster, AsyncExitStack() as stack:
        async with Admin(cluster.bootstrap) as admin:
            await admin.create_topics([NewTopic(name=topic, num_partitions=PARTITIONS)])
        yield World(cluster, topic, stack, protocol)


@pytest.fixture(params=[CLASSIC, CONSUMER], ids=["classic", "consumer"])
async def world(topic: str, request: pytest.FixtureRequest) -> AsyncIterator[World]:
    """Groups of each protocol in turn: what a user sees is the same."""
    async with a_world(topic, request.param) as made:
        yield made


@pytest.fixture
async def classic_world(topic: str) -> AsyncIterator[World]:
    """Groups whose members assign."""
    async with a_world(topic, CLASSIC) as made:
        yield made


async def until(condition: Callable[[], bool], *members: Member) -> None:
    """Everybody polls in turn until it is so."""
    async with asyncio.timeout(SECONDS_MAX):
        while not condition():
            for member in members:
                await member.poll(10)


def are_shared(*members: Member) -> Callable[[], bool]:
    def shared() -> bool:
        owned = [partition for member in members for partition in member.owned]
        return sorted(owned) == list(range(PARTITIONS)) and all(member.owned for member in members)

    return shared


# ---------------------------------------------------------------- rebalances


async def test_eager_members_give_everything_up_and_get_their_share(classic_world: World) -> None:
    first = await classic_world.member(assignors=["range"])
    await until(are_shared(first), first)
    second = await classic_world.member(assignors=["range"])
    await until(are_shared(first, second), first, second)
    assert first.told.events == [("assigned", [0, 1, 2, 3]), ("revoked", [0, 1, 2, 3]), ("assigned", [0, 1])] or (
        first.told.events[-1] == ("assigned", [2, 3])
    )
    assert first.told.of("revoked") == [[0, 1, 2, 3]]
    assert first.told.of("lost") == []


async def test_what_stays_with_a_cooperative_member_is_never_revoked(classic_world: World) -> None:
    members = [await classic_world.member(assignors=["cooperative-sticky"])]
    await until(are_shared(*members), *members)
    for _ in range(2):
        members.append(await classic_world.member(assignors=["cooperative-sticky"]))
        await until(are_shared(*members), *members)
        assert max(len(m.owned) for m in members) - min(len(m.owned) for m in members) <= 1
    first = members[0]
    revoked = [partition for partitions in first.told.of("revoked") for partition in partitions]
    assert len(revoked) == len(set(revoked)) == PARTITIONS - len(first.owned), "each that went, once"
    for member in members[1:]:
        taken = [p for partitions in member.told.of("assigned") for p in partitions]
        assert sorted(set(taken)) == sorted(taken), "nothing came twice"


async def test_records_are_read_on_while_a_cooperative_group_rebalances(classic_world: World) -> None:
    first = await classic_world.member(assignors=["cooperative-sticky"])
    await until(are_shared(first), first)
    await classic_world.member(assignors=["cooperative-sticky"])  # it joins with its first poll, and does not poll
    second = await classic_world.member(assignors=["cooperative-sticky"])
    await second.poll(1)  # its JoinGroup is out, and waits for the first
    await classic_world.write(*[b"x"] * 8)
    await until(lambda: first.count + second.count >= 8, first, second)
    await until(are_shared(first, second), first, second)


async def test_a_pattern_finds_topics_that_come_and_partitions_that_are_added(world: World) -> None:
    member = await world.member(topics=re.compile(re.escape(world.topic) + ".*"))
    await until(are_shared(member), member)
    other = f"{world.topic}-later"
    async with Admin(world.bootstrap) as admin:
        await admin.create_topics([NewTopic(name=other, num_partitions=1)])
        await until(lambda: TopicPartition(other, 0) in member.consumer.assignment(), member)
        await admin.create_partitions({other: 3})
        await until(lambda: TopicPartition(other, 2) in member.consumer.assignment(), member)


async def test_a_topic_that_is_created_after_subscribing_is_found(world: World) -> None:
    late = f"{world.topic}-late"
    member = await world.member(topics=[late], metadata_age_ms_max=300_000)
    await member.poll(500)
    assert member.owned == []
    async with Admin(world.bootstrap) as admin:
        await admin.create_topics([NewTopic(name=late, num_partitions=1)])
    await until(lambda: member.owned == [0], member)


async def test_members_without_a_common_assignor_are_told_so(classic_world: World) -> None:
    first = await classic_world.member(assignors=["range"])
    await until(are_shared(first), first)
    second = await classic_world.member(assignors=["roundrobin"])
    with pytest.raises(InconsistentGroupProtocol, match="could not join in group"):
        await until(lambda: False, second)


async def test_unsubscribing_leaves_at_once(world: World) -> None:
    first, second = await world.member(), await world.member()
    await until(are_shared(first, second), first, second)
    await first.consumer.unsubscribe()
    assert first.owned == []
    await until(are_shared(second), second)
    assert await first.consumer.poll(timeout_ms=10) == {}
    first.consumer.subscribe(world.topic)
    await until(are_shared(first, second), first, second)


# ---------------------------------------------------------------- deadlines and identity


async def test_who_does_not_poll_in_time_loses_its_partitions_and_is_told_so(world: World) -> None:
    slow = await world.member(poll_interval_ms_max=300)
    await until(are_shared(slow), slow)
    other = await world.member()
    await until(are_shared(other), other)
    assert slow.told.of("lost") == []
    await other.poll(900)  # the coordinator gave the slow one up a moment ago; by now it knows
    with pytest.raises(UnknownMemberId):
        await slow.consumer.commit({TopicPartition(world.topic, 0): 1})
    await slow.poll(10)
    assert slow.told.events[1] == ("lost", [0, 1, 2, 3])
    await until(are_shared(slow, other), slow, other)


async def test_long_polls_are_polls(world: World) -> None:
    member = await world.member(poll_interval_ms_max=200)
    await until(are_shared(member), member)
    await member.poll(700)
    await member.poll(10)
    assert member.told.events == [("assigned", [0, 1, 2, 3])]


async def test_a_static_member_keeps_its_partitions_over_a_restart(world: World) -> None:
    other = await world.member(group_instance_id="other")
    async with AsyncExitStack() as stack:
        restarted = await world.member(group_instance_id="restarted", stack=stack)
        await until(are_shared(restarted, other), restarted, other)
        owned, generation = restarted.owned, other.consumer.group_metadata().generation_id
    again = await world.member(group_instance_id="restarted")
    await until(are_shared(again, other), again, other)
    assert again.owned == owned
    assert other.consumer.group_metadata().generation_id == generation
    assert len(other.told.of("revoked")) <= 1


async def test_of_two_with_one_instance_id_the_first_is_fenced_for_good(classic_world: World) -> None:
    first = await classic_world.member(group_instance_id="one")
    await until(are_shared(first), first)
    second = await classic_world.member(group_instance_id="one")
    await until(are_shared(second), second)
    for _ in range(2):
        with pytest.raises(FencedInstanceId, match="instance one"):
            await until(lambda: False, first)
    await second.poll(200)
    assert second.told.of("lost") == []


# ---------------------------------------------------------------- commits


async def test_positions_are_committed_at_the_end_and_the_next_member_goes_on(world: World) -> None:
    await world.write(*[b"x"] * 40)
    async with AsyncExitStack() as stack:
        first = await world.member(stack=stack)
        await until(lambda: first.count == 40, first)
    await world.write(*[b"y"] * 8)
    second = await world.member()
    await until(lambda: second.count == 8, second)
    assert all(offsets[0] == 10 for offsets in second.read.values())


async def test_after_an_error_what_was_handed_out_last_is_handed_out_again(world: World) -> None:
    await world.write(*[b"x"] * 4)

    async def failing() -> None:
        async with AsyncExitStack() as stack:
            member = await world.member(stack=stack)
            await until(lambda: member.count == 4, member)
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        await failing()
    again = await world.member()
    await until(lambda: again.count == 4, again)


async def test_iteration_commits_what_was_handled_and_not_what_lies_ready(world: World) -> None:
    await world.write(*[b"x"] * 40)
    seen = []
    async with AsyncExitStack() as stack:
        member = await world.member(stack=stack)
        async for record in member.consumer:
            seen.append((record.partition, record.offset))
            if len(seen) == 7:
                break
    again = await world.member()
    await until(lambda: again.count == 33, again)
    assert sorted([*seen, *all_read([again])]) == [(p, o) for p in range(PARTITIONS) for o in range(10)]


async def test_commits_by_hand_with_notes_and_without_waiting(world: World) -> None:
    await world.write(*[b"x"] * 8)
    member = await world.member(auto_commit=False)
    await until(lambda: member.count == 8, member)
    tps = [TopicPartition(world.topic, partition) for partition in range(PARTITIONS)]
    assert await member.consumer.committed(tps) == {}
    await member.consumer.commit({tps[0]: OffsetAndMetadata(1, "half")})
    assert await member.consumer.committed(tps) == {tps[0]: OffsetAndMetadata(1, "half")}
    done: asyncio.Future[tuple[Any, Any]] = asyncio.get_running_loop().create_future()
    member.consumer.commit_nowait(on_done=lambda offsets, failure: done.set_result((dict(offsets), failure)))
    async with asyncio.timeout(SECONDS_MAX):
        offsets, failure = await done
    assert failure is None
    assert {tp: item.offset for tp, item in offsets.items()} == dict.fromkeys(tps, 2)
    assert {tp: item.offset for tp, item in (await member.consumer.committed()).items()} == dict.fromkeys(tps, 2)


async def test_automatic_commits_go_out_between_polls(world: World) -> None:
    await world.write(*[b"x"] * 8)
    member = await world.member(auto_commit_interval_ms=20)
    await until(lambda: member.count == 8, member)
    tps = [TopicPartition(world.topic, partition) for partition in range(PARTITIONS)]
    async with asyncio.timeout(SECONDS_MAX):
        while len(await member.consumer.committed(tps)) < PARTITIONS:
            await member.poll(10)


async def test_partitions_by_hand_begin_where_the_group_has_got_to(classic_world: World) -> None:
    await classic_world.write(*[b"x"] * 8)
    tp = TopicPartition(classic_world.topic, 1)
    async with Consumer(classic_world.bootstrap, group_id="by-hand", offset_reset="error") as consumer:
        with pytest.raises(OffsetMissing, match="commit one"):
            await consumer.assign([tp])
        await consumer.commit({tp: 1})
        await consumer.assign([tp])
        assert await consumer.position(tp) == 1
        with pytest.raises(RuntimeError, match="call unsubscribe first"):
            consumer.subscribe(classic_world.topic)


async def test_no_offset_and_no_place_to_begin_is_an_error_until_one_is_committed(world: World) -> None:
    member = await world.member(offset_reset="error")
    with pytest.raises(OffsetMissing, match="has no offset of"):
        await until(lambda: False, member)
    await member.consumer.commit({TopicPartition(world.topic, partition): 0 for partition in range(PARTITIONS)})
    await until(are_shared(member), member)


async def test_a_listener_may_commit_what_goes_and_seek_what_comes(world: World) -> None:
    await world.write(*[b"x"] * 8)

    class Own(RebalanceListener):
        async def partitions_assigned(self, partitions: list[TopicPartition]) -> None:
            for tp in partitions:
                first.consumer.seek(tp, 1)

        async def partitions_revoked(self, partitions: list[TopicPartition]) -> None:
            await first.consumer.commit()

    first = await world.member(auto_commit=False)
    first.consumer.subscribe(world.topic, Own())
    await until(lambda: first.count == 4, first)
    assert all(offsets == [1] for offsets in first.read.values())
    second = await world.member()
    await until(are_shared(first, second), first, second)
    assert set((await second.consumer.committed()).values()) == {OffsetAndMetadata(2)}
    assert second.count == 0


async def test_consume_transform_produce_commits_with_the_transaction(world: World) -> None:
    await world.write(b"x")
    async with Admin(world.bootstrap) as admin:
        await admin.create_topics([NewTopic(name="out", num_partitions=1)])
    member = await world.member(auto_commit=False, isolation_level="read_committed")
    await until(lambda: member.count == 1, member)
    tp = TopicPartition(world.topic, 0)
    async with Producer(world.bootstrap, transactional_id="copier") as producer:
        await producer.init_transactions()
        producer.begin_transaction()
        await producer.send("out", b"X")
        await producer.send_offsets_to_transaction({tp: 1}, member.consumer.group_metadata())
        await producer.abort_transaction()
        assert await member.consumer.committed([tp]) == {}
        async with producer.transaction():
            await producer.send("out", b"X")
            await producer.send_offsets_to_transaction({tp: 1}, member.consumer.group_metadata())
        assert await member.consumer.committed([tp]) == {tp: OffsetAndMetadata(1)}


async def test_a_member_that_the_group_gave_up_commits_nothing_in_a_transaction(world: World) -> None:
    slow = await world.member(poll_interval_ms_max=300)
    await until(are_shared(slow), slow)
    other = await world.member()
    await until(are_shared(other), other)
    async with Producer(world.bootstrap, transactional_id="late") as producer:
        await producer.init_transactions()
        producer.begin_transaction()
        with pytest.raises(UnknownMemberId):
            await producer.send_offsets_to_transaction(
                {TopicPartition(world.topic, 0): 1}, slow.consumer.group_metadata()
            )
        await producer.abort_transaction()


async def test_what_needs_a_group_says_so(classic_world: World) -> None:
    async with Consumer(classic_world.bootstrap) as consumer:
        with pytest.raises(RuntimeError, match="give it a group_id"):
            consumer.subscribe(classic_world.topic)
        with pytest.raises(RuntimeError, match="give it a group_id"):
            await consumer.commit()


# ---------------------------------------------------------------- administration


async def test_administrators_see_groups_and_move_them_when_nobody_is_in(classic_world: World) -> None:
    await classic_world.write(*[b"x"] * 8)
    group, tp = f"g-{classic_world.topic}", TopicPartition(classic_world.topic, 0)
    async with Admin(classic_world.bootstrap) as admin:
        async with AsyncExitStack() as stack:
            member = await classic_world.member(stack=stack)
            await until(lambda: member.count == 8, member)
            await member.consumer.commit()
            info = await admin.describe_group(group)
            assert (info.state, info.protocol, len(info.members)) == ("Stable", "range", 1)
            assert info.members[0].member_id == member.consumer.group_metadata().member_id
            assert [p.partition for p in info.members[0].partitions] == [0, 1, 2, 3]
            assert [g.group for g in await admin.list_groups(states=["Stable"])] == [group]
            assert [lag.lag for lag in await admin.group_lags(group)] == [0, 0, 0, 0]
            with pytest.raises(UnknownMemberId):
                await admin.alter_group_offsets(group, {tp: 0})
            with pytest.raises(NonEmptyGroup):
                await admin.delete_group(group)
            refused = await admin.delete_group_offsets(group, [tp])
            assert isinstance(refused[tp], GroupSubscribedToTopic)
        await admin.alter_group_offsets(group, {tp: 1})
        assert (await admin.list_group_offsets(group))[tp] == OffsetAndMetadata(1)
        assert await admin.delete_group_offsets(group, [tp]) == {tp: None}
        assert tp not in await admin.list_group_offsets(group)
        await admin.delete_group(group)
        with pytest.raises(GroupIdNotFound):
            await admin.describe_group(group)


# ---------------------------------------------------------------- coordinators that move


@pytest.mark.parametrize(
    "protocol",
    [CLASSIC | {"assignors": ["range"]}, CLASSIC | {"assignors": ["cooperative-sticky"]}, CONSUMER],
    ids=["range", "cooperative-sticky", "consumer"],
)
async def test_nothing_is_lost_while_members_come_and_go_and_coordinators_die(
    topic: str, protocol: dict[str, Any]
) -> None:
    """At least once, in order in each partition, whoever reads."""
    async with LocalCluster(3, in_loop=True, config=CONFIG) as cluster, AsyncExitStack() as stack:
        async with Admin(cluster.bootstrap) as admin:
            await admin.create_topics([NewTopic(name=topic, num_partitions=PARTITIONS)])
        world = World(cluster, topic, stack, protocol)
        total = 0
        members: list[Member] = []

        async def step(change: Callable[[], Awaitable[None]]) -> None:
            nonlocal total
            await world.write(*[b"%d" % number for number in range(40)])
            total += 10
            await change()
            wanted = {(p, o) for p in range(PARTITIONS) for o in range(total)}
            await until(lambda: set(all_read(members)) >= wanted, *running)

        running: list[Member] = []

        async def join() -> None:
            stacks.append(AsyncExitStack())
            member = await world.member(stack=stacks[-1], auto_commit_interval_ms=50, request_timeout_ms=3_000)
            members.append(member)
            running.append(member)

        async def leave() -> None:
            del running[0]
            await stacks.pop(0).aclose()

        async def bounce() -> None:
            async with Admin(cluster.bootstrap) as admin:
                coordinator = (await admin.describe_group(f"g-{topic}")).coordinator
            await cluster.kill(coordinator)
            for _ in range(3):
                for member in running:
                    await member.poll(20)
            await cluster.restart(coordinator)

        stacks: list[AsyncExitStack] = []
        for change in (join, join, bounce, leave, join, bounce):
            await step(change)
        await until(are_shared(*running), *running)
        # Who got a partition whose last commit was not taken begins where the one before it was, and reads on.
        while any([await m.consumer.position(tp) < total for m in running for tp in m.consumer.assignment()]):
            for member in running:
                await member.poll(20)
        for member in members:
            for place, offsets in member.read.items():
                assert offsets == list(range(offsets[0], offsets[0] + len(offsets))), place
        for one in stacks:
            await one.aclose()
        async with Admin(cluster.bootstrap) as admin:
            committed = await admin.list_group_offsets(f"g-{topic}")
        assert {tp: at.offset for tp, at in committed.items()} == {
            TopicPartition(topic, p): total for p in range(PARTITIONS)
        }


def all_read(members: list[Member]) -> list[tuple[int, int]]:
    """(partition, offset) of everything that was read."""
    return [(tp.partition, offset) for m in members for (tp, _), offsets in m.read.items() for offset in offsets]
