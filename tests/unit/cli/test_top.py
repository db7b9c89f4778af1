"""Two looks at a cluster made into rates."""

from __future__ import annotations

import pytest

from kavka.cli.top_sample import COLUMNS, BrokerLook, Look, parse, quantile, rates

READY = {"id": 1, "is_ready": True, "connections": 3, "loop_lag_ms": 0}


def metrics(messages, requests, *, slow=0, topic="t"):
    """What a broker exports after so many messages and requests, `slow` of them between 8 and 16 ms."""
    return parse(
        f"""# HELP kafka_server_brokertopicmetrics_messagesin_total Records appended.
kafka_server_brokertopicmetrics_messagesin_total{{topic=""}} {messages}
kafka_server_brokertopicmetrics_messagesin_total{{topic="{topic}"}} {messages}
kavka_request_duration_seconds_bucket{{request="Produce",le="0.008"}} {requests - slow}
kavka_request_duration_seconds_bucket{{request="Produce",le="0.016"}} {requests}
kavka_request_duration_seconds_bucket{{request="Produce",le="+Inf"}} {requests}
kavka_request_duration_seconds_count{{request="Produce"}} {requests}
kafka_server_delayedoperationpurgatory_numdelayedoperations{{delayedOperation="Produce"}} 2.0
"""
    )


def partition(end):
    return {"t-0": {"log_end_offset": end, "leader": 1, "isr": [1]}}


def broker(at_ms, shown, *, end=0, broker=1):
    return BrokerLook(at_ms, broker, {**READY, "id": broker}, shown, partition(end))


def test_rates_are_those_of_the_time_between():
    earlier = Look((broker(1_000, metrics(100, 10), end=100),), [])
    later = Look((broker(3_000, metrics(300, 110, slow=50), end=300),), [{"group": "g", "state": "Empty", "lag": 7}])
    shown = rates(earlier, later)
    [row] = shown["brokers"]
    assert (row["id"], row["state"], row["messages_per_s"], row["requests_per_s"]) == (1, "ready", 100, 50)
    assert shown["topics"] == [{"topic": "t", "messages_per_s": 100, "bytes_in_per_s": 0, "bytes_out_per_s": 0}]
    assert [(one["partition"], one["messages_per_s"]) for one in shown["partitions"]] == [("t-0", 100)]
    assert shown["purgatories"] == [{"broker": 1, "purgatory": "Produce", "waiting": 2}]
    [api] = shown["apis"]
    assert api["api"] == "Produce"
    assert api["p99_ms"] == pytest.approx(8 + 8 * 0.98, abs=0.01)  # half of the hundred were below 8 ms
    for name, rows in shown.items():
        assert all(set(COLUMNS[name]) <= set(row) for row in rows), name


def test_a_broker_that_began_anew_has_counted_from_nothing():
    shown = rates(Look((broker(0, metrics(1_000, 1_000)),), []), Look((broker(1_000, metrics(20, 20)),), []))
    assert shown["topics"][0]["messages_per_s"] == 20


def test_a_broker_that_does_not_answer_is_a_row_that_says_so_and_spoils_no_sum():
    silent = BrokerLook(0, 2, None, {}, {})
    earlier = Look((broker(0, metrics(0, 0)), broker(0, metrics(0, 0), broker=2)), [])
    shown = rates(earlier, Look((broker(1_000, metrics(5, 1)), silent), []))
    assert [row["state"] for row in shown["brokers"]] == ["ready", "does not answer"]
    assert shown["topics"][0]["messages_per_s"] == 5
    back = rates(Look((silent,), []), Look((broker(1_000, metrics(5, 1), broker=2),), []))
    assert back["brokers"][0]["messages_per_s"] is None
    assert back["topics"] == []


def test_labels_with_quotes_and_commas_stay_whole():
    [labels] = parse('x{a="b\\"c,d",e="f"} 1e3')["x"]
    assert dict(labels) == {"a": 'b\\"c,d', "e": "f"}


@pytest.mark.parametrize(
    ("buckets", "expected"),
    [
        ({1.0: 100, float("inf"): 100}, 0.99),
        ({1.0: 0, 2.0: 100, float("inf"): 100}, 1.99),
        ({1.0: 0, float("inf"): 100}, 1.0),
        ({1.0: 0, float("inf"): 0}, 0.0),
    ],
)
def test_a_quantile_lies_within_its_bucket(buckets, expected):
    assert quantile(buckets, 0.99) == pytest.approx(expected)
