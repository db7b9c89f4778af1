"""What clients measure, by the names that KIP-714 and Kafka's Java client give it."""

from __future__ import annotations

from kavka.protocol.api_keys import ApiKey
from kavka.timer.moments import MonotonicMs
from kavka.wire.client_measures import ADMIN, ClientMeasures, ConsumerMeasures, ProducerMeasures, ShareMeasures
from kavka.wire.measures import WINDOW_MS

NOW = MonotonicMs(5_000)
PRODUCER = "org.apache.kafka.producer."
CONSUMER = "org.apache.kafka.consumer."


def told(measures, now_ms=NOW):
    """The metrics, by name and labels."""
    return {(metric.name, *metric.labels): metric.value for metric in measures.metrics(now_ms)}


def sums(measures):
    return {metric.name for metric in measures.metrics(NOW) if metric.is_sum}


def test_an_admin_measures_connections_and_nodes():
    measures = ClientMeasures(ADMIN, NOW)
    measures.connected(NOW)
    measures.heard_of(1, NOW)(ApiKey.METADATA, 4, NOW)
    measures.heard_of(1, NOW)(ApiKey.METADATA, 8, NOW)
    measures.heard_of(-2, NOW)(ApiKey.API_VERSIONS, 1, NOW)
    node, bootstrap = ("node_id", "node-1"), ("node_id", "node--2")
    assert told(measures) == {
        (f"{ADMIN}connection.creation.rate",): 1 / 30,
        (f"{ADMIN}connection.creation.total",): 1,
        (f"{ADMIN}node.request.latency.avg", node): 6,
        (f"{ADMIN}node.request.latency.max", node): 8,
        (f"{ADMIN}node.request.latency.avg", bootstrap): 1,
        (f"{ADMIN}node.request.latency.max", bootstrap): 1,
    }
    assert sums(measures) == {f"{ADMIN}connection.creation.total"}


def test_of_a_node_that_is_asked_nothing_any_more_nothing_is_said():
    measures = ClientMeasures(ADMIN, NOW)
    measures.heard_of(1, NOW)(ApiKey.METADATA, 4, NOW)
    assert not [key for key in told(measures, NOW + 2 * WINDOW_MS) if "latency" in key[0]]


def test_what_kip_714_wants_of_a_producer_is_there():
    measures = ProducerMeasures(NOW)
    measures.heard_of(1, NOW)(ApiKey.PRODUCE, 7, NOW)
    measures.heard_of(1, NOW)(ApiKey.METADATA, 1, NOW)
    measures.sending([(NOW - 10, 3), (NOW - 20, 2)], NOW)
    measures.throttle_time_ms.record(50, NOW)
    measures.retried.record(2, NOW)
    measures.failed.record(1, NOW)
    found = told(measures)
    values = {name.removeprefix(PRODUCER): value for (name, *_), value in found.items() if not name.endswith(".rate")}
    assert values == {
        "connection.creation.total": 0,
        "node.request.latency.avg": 4,
        "node.request.latency.max": 7,
        "produce.throttle.time.avg": 50,
        "produce.throttle.time.max": 50,
        "record.queue.time.avg": 15,
        "record.queue.time.max": 20,
        "request.latency.avg": 7,
        "request.latency.max": 7,
        "record.send.total": 5,
        "record.retry.total": 2,
        "record.error.total": 1,
    }
    assert (f"{PRODUCER}connection.creation.rate",) in found


def consumer(*, assigned=lambda: 3, lag=lambda: 8):
    return ConsumerMeasures(NOW, assigned=assigned, lag=lag)


def test_what_kip_714_wants_of_a_consumer_is_there():
    measures = consumer()
    measures.heard_of(1, NOW)(ApiKey.FETCH, 500, NOW)
    measures.heard_of(1, NOW)(ApiKey.OFFSET_COMMIT, 4, NOW)
    measures.fetch_throttle_ms.record(0, NOW)
    measures.rebalancing(NOW - 30)
    measures.rebalanced(NOW, is_member=True)
    measures.polling(NOW - 100)
    measures.polled(NOW - 70, 5)
    measures.polling(NOW)
    measures.polled(NOW + 100, 0)
    found = told(measures, NOW + 2_100)
    values = {name.removeprefix(CONSUMER): value for (name, *_), value in found.items() if not name.endswith(".rate")}
    assert values == {
        "connection.creation.total": 0,
        "node.request.latency.avg": 252,
        "node.request.latency.max": 500,
        "poll.idle.ratio.avg": 0.75,
        "time.between.poll.avg": 50,
        "time.between.poll.max": 100,
        "last.poll.seconds.ago": 2,
        "fetch.manager.records.consumed.total": 5,
        "fetch.manager.fetch.latency.avg": 500,
        "fetch.manager.fetch.latency.max": 500,
        "fetch.manager.fetch.total": 1,
        "fetch.manager.fetch.throttle.time.avg": 0,
        "fetch.manager.fetch.throttle.time.max": 0,
        "fetch.manager.records.lag.max": 8,
        "coordinator.assigned.partitions": 3,
        "coordinator.commit.latency.avg": 4,
        "coordinator.commit.latency.max": 4,
        "coordinator.commit.total": 1,
        "coordinator.rebalance.latency.avg": 30,
        "coordinator.rebalance.latency.max": 30,
        "coordinator.rebalance.latency.total": 30,
        "coordinator.rebalance.total": 1,
    }


def test_who_is_in_no_group_has_nothing_of_a_coordinator():
    names = [key[0] for key in told(consumer(assigned=None, lag=lambda: None))]
    assert not [name for name in names if "coordinator" in name or "lag" in name or "last.poll" in name]


def test_a_rebalance_counts_from_its_beginning_and_only_for_members():
    measures = consumer()
    measures.rebalancing(NOW)
    measures.rebalancing(NOW + 10)
    measures.rebalanced(NOW + 20, is_member=False)
    measures.rebalanced(NOW + 30, is_member=True)
    assert measures.rebalances_ms.count == 0
    measures.rebalancing(NOW + 40)
    measures.rebalancing(NOW + 45)
    measures.rebalanced(NOW + 50, is_member=True)
    assert (measures.rebalances_ms.count, measures.rebalances_ms.total) == (1, 10)


def test_a_poll_of_no_time_says_nothing_of_idleness():
    measures = consumer()
    measures.polling(NOW)
    measures.polled(NOW, 0)
    assert (f"{CONSUMER}poll.idle.ratio.avg",) not in told(measures)


def test_a_member_of_a_share_group_has_its_own_names():
    measures = ShareMeasures(NOW)
    measures.connected(NOW)
    measures.heard_of(1, NOW)(ApiKey.SHARE_FETCH, 6, NOW)
    measures.fetch_throttle_ms.record(1, NOW)
    measures.polling(NOW)
    measures.polled(NOW + 10, 4)
    measures.settled(3, NOW, is_refused=False)
    measures.settled(1, NOW, is_refused=True)
    found = told(measures)
    share = f"{CONSUMER}share."
    assert found[f"{CONSUMER}connection.creation.total",] == 1
    assert found[f"{share}fetch.manager.fetch.latency.max",] == 6
    assert found[f"{share}fetch.manager.fetch.total",] == 1
    assert found[f"{share}fetch.manager.fetch.throttle.time.max",] == 1
    assert found[f"{share}fetch.manager.records.consumed.total",] == 4
    assert found[f"{share}fetch.manager.acknowledgements.send.total",] == 4
    assert found[f"{share}fetch.manager.acknowledgements.error.total",] == 1
    assert found[f"{share}poll.idle.ratio.avg",] == 1
