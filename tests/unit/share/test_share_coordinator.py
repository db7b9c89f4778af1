"""The share coordinator on a real log: its requests, restarts, leaders that come and go, how its log is cut."""

from __future__ import annotations

import asyncio

from kavka.broker.share.state.exchange import Initial, ShareQuestion
from kavka.broker.share.state.keeper import TOPIC
from kavka.broker.share.state.records import StateDeleted, StateSnapshot, StateUpdate
from kavka.common.steps import at_once
from kavka.protocol import messages as m
from kavka.protocol.errors import ErrorCode, KafkaError
from kavka.protocol.records.header import iter_headers
from tests.support.replica.node import BROKER
from tests.support.share.keeping import OTHER, T_ID, WRITE_TIMEOUT_MS, batch, keeping, place, until, written

PLACES = [place(index) for index in range(3)]
INITIAL = Initial(state_epoch=0, start_offset=0)


async def begin(broker, *places):
    outcomes = await broker.coordinator.perform(ShareQuestion.INITIALIZE, dict.fromkeys(places or PLACES, INITIAL))
    assert not any(isinstance(outcome, KafkaError) for outcome in outcomes.values()), outcomes


async def write(broker, changed, share_partition=PLACES[0]):
    return (await broker.coordinator.perform(ShareQuestion.WRITE, {share_partition: changed}))[share_partition]


async def read(broker, leader_epoch=1, share_partition=PLACES[0]):
    return (await broker.coordinator.perform(ShareQuestion.READ, {share_partition: leader_epoch}))[share_partition]


def code(outcome):
    return outcome.code if isinstance(outcome, KafkaError) else ErrorCode.NONE


async def test_all_five_requests_by_the_wire(node):
    async with keeping(node) as broker:
        r = m.InitializeShareGroupStateRequest
        asked = r("g", [r.InitializeStateData(T_ID, [r.PartitionData(index, 3, 10) for index in (0, 1, 7)])])
        [result] = (await broker.ask(asked, 0)).results
        assert result.topic_id == T_ID
        codes = {one.partition: ErrorCode(one.error_code).name for one in result.partitions}
        assert codes == {0: "NONE", 1: "NONE", 7: "UNKNOWN_TOPIC_OR_PARTITION"}

        r = m.WriteShareGroupStateRequest
        said = r.PartitionData(0, 3, 2, 11, 4, [r.StateBatch(11, 12, 2, 1), r.StateBatch(13, 14, 0, 2)])
        [result] = (await broker.ask(r("g", [r.WriteStateData(T_ID, [said])]), 1)).results
        assert [one.error_code for one in result.partitions] == [0]

        r = m.ReadShareGroupStateRequest
        [result] = (await broker.ask(r("g", [r.ReadStateData(T_ID, [r.PartitionData(0, 2)])]), 0)).results
        [found] = result.partitions
        assert (found.error_code, found.state_epoch, found.start_offset) == (0, 3, 11)
        assert [
            (one.first_offset, one.last_offset, one.delivery_state, one.delivery_count) for one in found.state_batches
        ] == [
            (11, 12, 2, 1),
            (13, 14, 0, 2),
        ]
        [result] = (await broker.ask(r("g", [r.ReadStateData(T_ID, [r.PartitionData(0, 1)])]), 0)).results
        assert result.partitions[0].error_code == ErrorCode.FENCED_LEADER_EPOCH
        assert "older than 2" in result.partitions[0].error_message

        r = m.ReadShareGroupStateSummaryRequest
        asked = r("g", [r.ReadStateSummaryData(T_ID, [r.PartitionData(index, -1) for index in (0, 2)])])
        [result] = (await broker.ask(asked, 1)).results
        told = [
            (one.error_code, one.state_epoch, one.leader_epoch, one.start_offset, one.delivery_complete_count)
            for one in result.partitions
        ]
        assert told == [(0, 3, 2, 11, 4), (0, 0, 0, -1, -1)]

        r = m.DeleteShareGroupStateRequest
        asked = r("g", [r.DeleteStateData(T_ID, [r.PartitionData(index) for index in (0, 2)])])
        [result] = (await broker.ask(asked, 0)).results
        assert [one.error_code for one in result.partitions] == [0, 0]
        assert code(await read(broker, 2)) is ErrorCode.INVALID_REQUEST
        assert broker.keeper.count == 1


async def test_a_request_that_lacks_a_part_has_no_result(node):
    async with keeping(node) as broker:
        r = m.ReadShareGroupStateRequest
        topic = r.ReadStateData(T_ID, [r.PartitionData(0, 0)])
        for asked in (r("", [topic]), r("g", []), r("g", [topic, r.ReadStateData(T_ID, [])])):
            assert (await broker.ask(asked, 0)).results == []


async def test_one_request_is_one_batch_for_each_partition_of_the_log(node):
    async with keeping(node) as broker:
        await begin(broker)
        by_index = {index: broker.records(index) for index in (0, 1)}
        expected = {index: [one for one in PLACES if broker.keeper.index_of(one) == index] for index in (0, 1)}
        assert {index: [found for found, _ in records] for index, records in by_index.items()} == expected
        assert broker.metrics.writes == 3
        for index in (0, 1):
            log = node.manager.partitions.get(TOPIC, index).log
            data, _ = log.read_batches(0, 1_000_000, log.log_end_offset, True, may_wait=True)
            assert [header.record_count for _, header in iter_headers(data)] == [len(expected[index])] * bool(
                expected[index]
            )


async def test_records_that_do_not_fit_one_batch_take_several(node):
    many = tuple(batch(3 * number, 3 * number) for number in range(20_000))
    async with keeping(node) as broker:
        await begin(broker)
        changed = dict.fromkeys(PLACES, written(*many, start=0))
        outcomes = await broker.coordinator.perform(ShareQuestion.WRITE, changed)
        assert {code(outcome) for outcome in outcomes.values()} == {ErrorCode.NONE}
        assert [len(outcomes[one].batches) for one in PLACES] == [20_000] * 3
        assert broker.metrics.writes_failed == 0


async def test_a_restart_brings_the_states_back(node):
    async with keeping(node) as broker:
        await begin(broker)
        await read(broker, 4)
        await write(broker, written(batch(3, 9, 2), start=3, complete=7, leader=4))
        await broker.coordinator.perform(ShareQuestion.DELETE, {place(2): None})
    node.restart()
    async with keeping(node) as broker:
        state = await read(broker, 4)
        assert state == (0, 4, 3, 7, (batch(3, 9, 2),))
        assert code(await read(broker, 3)) is ErrorCode.FENCED_LEADER_EPOCH
        assert code(await read(broker, 0, place(2))) is ErrorCode.INVALID_REQUEST
        assert broker.keeper.count == 2
        assert broker.metrics.records_loaded == 6
        assert broker.metrics.partitions_loaded == 2


async def test_nobody_hears_of_what_the_replicas_do_not_have(node):
    async with keeping(node, leads=False) as broker:
        index = broker.keeper.index_of(place())
        await broker.lead(index, isr=(BROKER, OTHER))
        async with asyncio.TaskGroup() as group:
            begun = group.create_task(begin(broker, place()))
            await until(lambda: broker.keeper.count)
            summary = group.create_task(broker.coordinator.perform(ShareQuestion.SUMMARIZE, {place(): None}))
            await asyncio.sleep(0.01)
            assert not begun.done()
            assert not summary.done()
            broker.replicate(index)
            await begun
            assert (await summary)[place()].start_offset == 0


async def test_a_write_that_its_replicas_did_not_have_in_time_counts_once_they_have_it(node):
    async with keeping(node, leads=False) as broker:
        index = broker.keeper.index_of(place())
        await broker.lead(index)
        await begin(broker, place())
        await broker.lead(index, epoch=2, isr=(BROKER, OTHER))
        broker.replicate(index)
        async with asyncio.TaskGroup() as group:
            late = group.create_task(write(broker, written(batch(0, 4), start=0)))
            await until(lambda: broker.metrics.writes == 2)
            node.advance(WRITE_TIMEOUT_MS + 1_000)
            assert code(await late) is ErrorCode.COORDINATOR_NOT_AVAILABLE
        summary = await broker.coordinator.perform(ShareQuestion.SUMMARIZE, {place(): None})
        assert code(summary[place()]) is ErrorCode.COORDINATOR_NOT_AVAILABLE
        broker.replicate(index)
        summary = await broker.coordinator.perform(ShareQuestion.SUMMARIZE, {place(): None})
        assert summary[place()].batches == (batch(0, 4),)
        assert broker.metrics.writes_failed == 1


async def test_who_does_not_lead_says_so_also_to_those_who_wait(node):
    async with keeping(node, leads=False) as broker:
        assert code(await read(broker)) is ErrorCode.NOT_COORDINATOR
        index = broker.keeper.index_of(place())
        await broker.lead(index, isr=(BROKER, OTHER))
        async with asyncio.TaskGroup() as group:
            waiting = group.create_task(broker.coordinator.perform(ShareQuestion.INITIALIZE, {place(): INITIAL}))
            await until(lambda: broker.keeper.count)
            broker.follow(index, 2)
            assert code((await waiting)[place()]) is ErrorCode.NOT_COORDINATOR
        assert broker.keeper.count == 0
        broker.hidden.add(TOPIC)
        assert code(await read(broker)) is ErrorCode.NOT_COORDINATOR


async def test_what_is_written_where_nobody_leads_any_more_is_not_written(node):
    async with keeping(node) as broker:
        [done] = broker.keeper.append(7, [(place(), StateDeleted())])
        assert done.result() is ErrorCode.NOT_COORDINATOR


async def test_while_a_partition_is_read_its_states_are_not_served(node):
    async with keeping(node, leads=False) as broker:
        index = broker.keeper.index_of(place())
        node.lead(TOPIC, index, epoch=1)
        assert broker.keeper.is_loading
        assert code(await read(broker)) is ErrorCode.COORDINATOR_LOAD_IN_PROGRESS
        assert list(broker.keeper.served()) == []
        await until(lambda: broker.log.is_loaded(index))
        broker.keeper.refuse_load(index, "damaged")
        assert code(await read(broker)) is ErrorCode.COORDINATOR_NOT_AVAILABLE
        assert broker.keeper.refused == 1


async def test_the_log_is_cut_before_the_oldest_snapshot(node):
    async with keeping(node, leads=False) as broker:
        index = broker.keeper.index_of(place())
        await broker.lead(index)
        await begin(broker, place())
        for number in range(3):
            await write(broker, written(batch(number, number, 2), start=0))
        async with asyncio.TaskGroup() as group:
            running = group.create_task(broker.coordinator.run())
            await asyncio.sleep(0.01)  # both of its tasks wait for the clock
            node.advance(40_000)
            await until(lambda: isinstance(broker.records(index)[-1][1], StateSnapshot))
            node.advance(20_000)
            await asyncio.sleep(0.01)
            node.advance(WRITE_TIMEOUT_MS)
            await until(lambda: broker.deleted == [(index, 4)])
            running.cancel()
        assert [type(record) for _, record in broker.records(index)] == [StateSnapshot]
        assert (await read(broker, 0)).batches == (batch(0, 2, 2),)
    node.restart()
    async with keeping(node, leads=False) as broker:
        await broker.lead(index)
        assert (await read(broker, 0)).batches == (batch(0, 2, 2),)


async def test_states_of_topics_that_stay_away_are_forgotten(node):
    async with keeping(node) as broker:
        await begin(broker)
        at_once(broker.coordinator.forget_deleted())
        broker.hidden.add("t")
        at_once(broker.coordinator.forget_deleted())
        assert broker.keeper.count == 3
        at_once(broker.coordinator.forget_deleted())
        assert broker.keeper.count == 0
        assert sum(isinstance(one, StateDeleted) for index in (0, 1) for _, one in broker.records(index)) == 3


async def test_after_so_many_updates_the_log_has_a_snapshot(node):
    async with keeping(node) as broker:
        broker.updates_max = 2
        await begin(broker, place())
        for number in range(4):
            await write(broker, written(batch(number, number), start=0))
        kinds = [type(record) for _, record in broker.records(broker.keeper.index_of(place()))]
        assert kinds == [StateSnapshot, StateUpdate, StateUpdate, StateSnapshot, StateUpdate]
