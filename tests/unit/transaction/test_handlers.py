"""The transaction APIs in every version that is advertised, and how each tells what went wrong."""

from __future__ import annotations

import pytest

from kavka.broker.handlers import (
    add_offsets_to_txn,
    add_partitions_to_txn,
    describe_transactions,
    end_txn,
    init_producer_id,
    list_transactions,
)
from kavka.broker.http.families import transactions as metric_families
from kavka.broker.transaction.states import TransactionState
from kavka.common.types import TopicPartition
from kavka.protocol.api_keys import PROFILES, ApiKey
from kavka.protocol.errors import CoordinatorLoadInProgress, ErrorCode, InvalidRegularExpression, InvalidRequest
from kavka.protocol.messages import (
    AddOffsetsToTxnRequest,
    AddPartitionsToTxnRequest,
    DescribeTransactionsRequest,
    EndTxnRequest,
    InitProducerIdRequest,
    ListTransactionsRequest,
)
from tests.support.broker.configured import ask
from tests.support.broker.parts import handling
from tests.support.transaction.coordinating import OTHER, TOPIC, P, begun, until
from tests.support.transaction.serving import adding, serving


def versions(api):
    return range(PROFILES["3.9"][api][1] + 1)


def end(producer, *, epoch=None, is_commit=True):
    return EndTxnRequest("tx", producer.producer_id, producer.producer_epoch if epoch is None else epoch, is_commit)


def codes(answer):
    return {
        (topic.name, part.partition_index): ErrorCode(part.partition_error_code).name
        for topic in answer.results_by_topic_v3_and_below
        for part in topic.results_by_partition
    }


@pytest.mark.parametrize("version", versions(ApiKey.INIT_PRODUCER_ID))
async def test_each_instance_gets_an_epoch(node, version):
    async with serving(node) as broker:
        request = InitProducerIdRequest(transactional_id="tx", transaction_timeout_ms=1_000)
        first = await ask(init_producer_id, broker.services, version, request)
        second = await ask(init_producer_id, broker.services, version, request)
        assert (first.error_code, first.producer_epoch) == (0, 0)
        assert (second.producer_id, second.producer_epoch) == (first.producer_id, 1)
        request.transaction_timeout_ms = 0
        refused = await ask(init_producer_id, broker.services, version, request)
        assert (ErrorCode(refused.error_code), refused.producer_id) == (ErrorCode.INVALID_TRANSACTION_TIMEOUT, -1)


@pytest.mark.parametrize(("version", "code"), [(3, "INVALID_PRODUCER_EPOCH"), (4, "PRODUCER_FENCED")])
async def test_clients_of_before_kip_588_are_told_of_an_invalid_epoch(node, version, code):
    async with serving(node) as broker:
        producer = await begun(broker, partitions=[])
        request = InitProducerIdRequest(
            transactional_id="tx", transaction_timeout_ms=1_000, producer_id=producer.producer_id, producer_epoch=9
        )
        await broker.coordinator.end("tx", producer, is_commit=True)
        answer = await ask(init_producer_id, broker.services, version, request)
        assert ErrorCode(answer.error_code).name == code


def batched(*transactions):
    cls = AddPartitionsToTxnRequest.AddPartitionsToTxnTransaction
    topic = AddPartitionsToTxnRequest.AddPartitionsToTxnTopic
    return AddPartitionsToTxnRequest(
        transactions=[
            cls(name, producer.producer_id, epoch, is_verified, [topic(*each) for each in topics])
            for name, producer, epoch, is_verified, *topics in transactions
        ]
    )


def batch_codes(answer):
    return {
        result.transactional_id: {
            (topic.name, part.partition_index): ErrorCode(part.partition_error_code).name
            for topic in result.topic_results
            for part in topic.results_by_partition
        }
        for result in answer.results_by_transaction
    }


@pytest.mark.parametrize("version", [4, 5])
async def test_brokers_verify_the_partitions_of_several_transactions(node, version):
    async with serving(node) as broker:
        producer = await begun(broker, partitions=[P])
        request = batched(
            ("tx", producer, producer.producer_epoch, True, ("t", [0, 1])),
            ("none", producer, 0, True, ("t", [0])),
            ("", producer, 0, True, ("t", [0])),
            ("lost", producer, 0, True, ("t", [0, 99])),
        )
        answer = await ask(add_partitions_to_txn, broker.services, version, request)
        assert answer.error_code == 0
        assert batch_codes(answer) == {
            "tx": {("t", 0): "NONE", ("t", 1): "TRANSACTION_ABORTABLE"},
            "none": {("t", 0): "INVALID_PRODUCER_ID_MAPPING"},
            "": {("t", 0): "INVALID_REQUEST"},
            "lost": {("t", 0): "OPERATION_NOT_ATTEMPTED", ("t", 99): "UNKNOWN_TOPIC_OR_PARTITION"},
        }
        fenced = await ask(
            add_partitions_to_txn, broker.services, version, batched(("tx", producer, 9, True, ("t", [0])))
        )
        assert batch_codes(fenced) == {"tx": {("t", 0): "PRODUCER_FENCED"}}
        assert broker.get().partitions == {P}, "to verify changes nothing"


@pytest.mark.parametrize("version", [4, 5])
async def test_brokers_add_partitions_of_several_transactions(node, version):
    async with serving(node) as broker:
        producer = await begun(broker, partitions=[P])
        request = batched(("tx", producer, producer.producer_epoch, False, ("t", [1])))
        answer = await ask(add_partitions_to_txn, broker.services, version, request)
        assert batch_codes(answer) == {"tx": {("t", 1): "NONE"}}
        assert broker.get().partitions == {P, TopicPartition("t", 1)}


@pytest.mark.parametrize("version", range(4))
async def test_all_partitions_join_or_none(node, version):
    async with serving(node) as broker:
        producer = await broker.coordinator.init_producer_id("tx", 1_000, None)
        answer = await ask(add_partitions_to_txn, broker.services, version, adding(producer, ("t", [0, 7])))
        assert codes(answer) == {("t", 0): "OPERATION_NOT_ATTEMPTED", ("t", 7): "UNKNOWN_TOPIC_OR_PARTITION"}
        answer = await ask(add_partitions_to_txn, broker.services, version, adding(producer, (TOPIC, [0])))
        assert codes(answer) == {(TOPIC, 0): "TOPIC_AUTHORIZATION_FAILED"}
        assert broker.get().state is TransactionState.Empty
        answer = await ask(add_partitions_to_txn, broker.services, version, adding(producer, ("t", [0, 1])))
        assert codes(answer) == {("t", 0): "NONE", ("t", 1): "NONE"}
        fenced = await ask(add_partitions_to_txn, broker.services, version, adding(producer, ("t", [2]), epoch=9))
        assert codes(fenced) == {("t", 2): "INVALID_PRODUCER_EPOCH" if version < 2 else "PRODUCER_FENCED"}


@pytest.mark.parametrize("version", versions(ApiKey.ADD_OFFSETS_TO_TXN))
async def test_the_groups_partition_joins(node, version):
    async with serving(node) as broker:
        broker.tell({"__consumer_offsets": 50})
        producer = await broker.coordinator.init_producer_id("tx", 1_000, None)
        request = AddOffsetsToTxnRequest("tx", producer.producer_id, 0, "group")
        assert (await ask(add_offsets_to_txn, broker.services, version, request)).error_code == 0
        assert broker.get().partitions == {TopicPartition("__consumer_offsets", 98_629_247 % 50)}
        request.producer_epoch = 9
        code = ErrorCode((await ask(add_offsets_to_txn, broker.services, version, request)).error_code)
        assert code is (ErrorCode.INVALID_PRODUCER_EPOCH if version < 2 else ErrorCode.PRODUCER_FENCED)


@pytest.mark.parametrize("version", versions(ApiKey.END_TXN))
async def test_an_end_is_answered_when_it_is_certain(node, version):
    async with serving(node) as broker:
        producer = await begun(broker)
        broker.leaders.gate.clear()
        fenced = await ask(end_txn, broker.services, version, end(producer, epoch=9))
        expected = ErrorCode.INVALID_PRODUCER_EPOCH if version < 2 else ErrorCode.PRODUCER_FENCED
        assert ErrorCode(fenced.error_code) is expected
        assert (await ask(end_txn, broker.services, version, end(producer))).error_code == 0
        again = await ask(end_txn, broker.services, version, end(producer))
        assert ErrorCode(again.error_code) is ErrorCode.CONCURRENT_TRANSACTIONS
        broker.leaders.gate.set()
        await until(lambda: broker.get().state is TransactionState.CompleteCommit)
        other = await ask(end_txn, broker.services, version, end(producer, is_commit=False))
        assert ErrorCode(other.error_code) is ErrorCode.INVALID_TXN_STATE


async def test_ids_are_described_one_by_one(node):
    async with serving(node) as broker:
        producer = await begun(broker, partitions=[P])
        answer = await ask(describe_transactions, broker.services, 0, DescribeTransactionsRequest(["tx", "nobody", ""]))
        known, unknown, empty = answer.transaction_states
        assert (known.transaction_state, known.producer_id, known.transaction_timeout_ms) == (
            "Ongoing",
            producer.producer_id,
            60_000,
        )
        assert [(topic.topic, topic.partitions) for topic in known.topics] == [("t", [0])]
        assert ErrorCode(unknown.error_code) is ErrorCode.TRANSACTIONAL_ID_NOT_FOUND
        assert ErrorCode(empty.error_code) is ErrorCode.INVALID_REQUEST


async def test_listings_name_the_states_that_nobody_knows(node):
    async with serving(node) as broker:
        await begun(broker)

        async def listed(*states):
            answer = await ask(list_transactions, broker.services, 0, ListTransactionsRequest(list(states)))
            return [state.transactional_id for state in answer.transaction_states], answer.unknown_state_filters

        assert await listed() == (["tx"], [])
        assert await listed("Ongoing", "Odd") == (["tx"], ["Odd"])
        assert await listed("Odd") == ([], ["Odd"])
        assert await listed("Empty") == ([], [])


async def test_listings_are_of_ids_that_match_whole(node):
    async with serving(node) as broker:
        await begun(broker)

        async def listed(pattern):
            request = ListTransactionsRequest(transactional_id_pattern=pattern)
            answer = await ask(list_transactions, broker.services, 2, request)
            return [state.transactional_id for state in answer.transaction_states]

        assert await listed("t[a-z]") == ["tx"]
        assert await listed("t") == []
        assert await listed("") == await listed(None) == ["tx"]
        with pytest.raises(InvalidRegularExpression, match="missing \\)"):
            await listed("(t")


async def test_what_is_not_read_yet_is_not_listed_as_if_it_were_all(node):
    async with serving(node) as broker:
        await broker.lead(2, leader=OTHER)
        node.lead(TOPIC, epoch=3)
        with pytest.raises(CoordinatorLoadInProgress):
            handling(list_transactions, broker.services).handle(ListTransactionsRequest(), None)
        await until(lambda: broker.log.is_loaded(0))


def test_an_empty_id_is_refused(node):
    with pytest.raises(InvalidRequest):
        handling(init_producer_id, None).handle(InitProducerIdRequest(transactional_id=""), None)


async def test_metrics_count_what_happened(node):
    async with serving(node) as broker:
        producer = await begun(broker)
        await broker.coordinator.end("tx", producer, is_commit=True)
        await until(lambda: broker.get().state is TransactionState.CompleteCommit)
        broker.services.metrics.transactions = broker.metrics

        class Admin:
            services = broker.services

        samples = {
            sample.labels.get("state", sample.name): sample.value
            for family in metric_families.collect(Admin())
            if family is not None
            for sample in family.samples
        }
        assert samples["kavka_transaction_commits_total"] == 1
        assert samples["kavka_transaction_markers_sent_total"] == 2
        assert samples["CompleteCommit"] == 1
        assert samples["Ongoing"] == 0
        assert samples["kafka_coordinator_transaction_transactionmarkerchannelmanager_logappendretryqueuesize"] == 0


# ---- what Kafka 4 brought (KIP-890, KIP-939) ----


async def test_from_version_5_on_the_end_says_who_the_producer_is_from_now_on(node):
    async with serving(node) as broker:
        broker.level = 2
        producer = await broker.coordinator.init_producer_id("tx", 1_000, None)
        for version, epoch in ((4, -1), (5, 1)):
            await broker.coordinator.add_partitions("tx", producer, [P])
            answer = await ask(end_txn, broker.services, version, end(producer))
            assert (answer.error_code, answer.producer_epoch) == (0, epoch)
            await until(lambda: broker.get().state is TransactionState.CompleteCommit)
        fenced = await ask(end_txn, broker.services, 5, end(producer, epoch=9))
        assert (ErrorCode(fenced.error_code), fenced.producer_id, fenced.producer_epoch) == (
            ErrorCode.PRODUCER_FENCED,
            -1,
            -1,
        )


@pytest.mark.parametrize(
    ("fields", "code"),
    [
        ({"enable2_pc": True}, ErrorCode.TRANSACTIONAL_ID_AUTHORIZATION_FAILED),
        ({"enable2_pc": True, "keep_prepared_txn": True}, ErrorCode.TRANSACTIONAL_ID_AUTHORIZATION_FAILED),
        ({"keep_prepared_txn": True}, ErrorCode.UNSUPPORTED_VERSION),
        ({}, ErrorCode.NONE),
    ],
)
async def test_two_phase_commits_are_refused_as_by_a_kafka_that_has_them_off(node, fields, code):
    async with serving(node) as broker:
        request = InitProducerIdRequest(transactional_id="tx", transaction_timeout_ms=1_000, **fields)
        answer = await ask(init_producer_id, broker.services, 6, request)
        assert ErrorCode(answer.error_code) is code
        assert (broker.get() is None) is (code is not ErrorCode.NONE)
