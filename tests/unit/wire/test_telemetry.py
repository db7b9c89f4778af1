"""A client's telemetry without I/O: when it asks what is wanted, when it pushes, and what follows each error."""

from __future__ import annotations

import pytest

from kavka.protocol.errors import ErrorCode
from kavka.protocol.messages import GetTelemetrySubscriptionsResponse, PushTelemetryResponse
from kavka.timer.moments import MonotonicMs
from kavka.wire.telemetry import (
    INTERVAL_MS_DEFAULT,
    INTERVAL_MS_MIN,
    NO_INSTANCE,
    ClientTelemetrySubscription,
    TelemetryCore,
)
from kavka.wire.telemetry_states import TELEMETRY_TRANSITIONS, TelemetryState

NOW = MonotonicMs(50_000)
INTERVAL_MS = 10_000
ID, OTHER_ID = bytes(range(16)), bytes(range(1, 17))
GZIP, LZ4, ZSTD = 1, 3, 4
S = TelemetryState


def answer(**fields):
    """A response to GetTelemetrySubscriptions."""
    values = {
        "client_instance_id": ID,
        "subscription_id": 7,
        "push_interval_ms": INTERVAL_MS,
        "telemetry_max_bytes": 1_000,
        "accepted_compression_types": [ZSTD, LZ4],
        "requested_metrics": ["*"],
    }
    return GetTelemetrySubscriptionsResponse(**(values | fields))


def core(*, draw=0.5, compressions=frozenset({GZIP, LZ4, ZSTD})):
    new = TelemetryCore(draw=lambda: draw, compressions=compressions)
    new.start(NOW)
    return new


def subscribed(response=None, **options):
    """A core that was told what is wanted."""
    new = core(**options)
    new.subscribe()
    new.subscribed(response or answer(), NOW)
    return new


def pushing(**options):
    """A core whose push is under way."""
    new = subscribed(**options)
    new.push(b"data")
    return new


def refused(new, code, throttle_time_ms=0):
    """What a core makes of an error to its push."""
    assert not new.pushed(PushTelemetryResponse(throttle_time_ms=throttle_time_ms, error_code=code), NOW)
    return new


# ---- subscriptions --------------------------------------------------------------------------------------------------


def test_it_asks_at_once_and_has_no_instance_id_at_first():
    new = core()
    assert (new.due_ms, new.has_to_push) == (NOW, False)
    assert new.subscribe().client_instance_id == NO_INSTANCE
    assert (new.due_ms, new.state) == (None, S.SUBSCRIPTION_IN_PROGRESS)


def test_the_id_that_it_was_given_first_is_kept_for_its_life():
    new = subscribed(answer(requested_metrics=[]))
    assert new.subscribe().client_instance_id == ID
    new.subscribed(answer(client_instance_id=OTHER_ID), NOW)
    assert new.instance_id == ID
    assert new.push(b"").client_instance_id == ID


@pytest.mark.parametrize(("draw", "share"), [(0.0, 0.5), (0.5, 1.0), (0.999, 1.499)])
def test_first_pushes_are_spread_over_half_to_one_and_a_half_intervals(draw, share):
    new = subscribed(draw=draw)
    assert new.due_ms == NOW + round(share * INTERVAL_MS)
    assert new.has_to_push


def test_where_nothing_is_wanted_it_asks_again_after_the_interval():
    new = subscribed(answer(requested_metrics=[]))
    assert (new.state, new.due_ms) == (S.SUBSCRIPTION_NEEDED, NOW + INTERVAL_MS)


@pytest.mark.parametrize(
    ("said_ms", "believed_ms"), [(0, INTERVAL_MS_DEFAULT), (-1, INTERVAL_MS_DEFAULT), (1, INTERVAL_MS_MIN), (100, 100)]
)
def test_intervals_that_make_no_sense_are_not_believed(said_ms, believed_ms):
    new = subscribed(answer(push_interval_ms=said_ms))
    assert new.subscription.interval_ms == believed_ms


def test_throttling_is_heeded():
    assert subscribed(answer(throttle_time_ms=20_000)).due_ms == NOW + 20_000
    assert subscribed(answer(throttle_time_ms=20_000, requested_metrics=[])).due_ms == NOW + 20_000
    assert refused(pushing(), ErrorCode.UNKNOWN_SUBSCRIPTION_ID, 300).due_ms == NOW + 300


@pytest.mark.parametrize(
    ("code", "due_ms"),
    [
        (ErrorCode.THROTTLING_QUOTA_EXCEEDED, NOW + INTERVAL_MS_DEFAULT),
        (ErrorCode.TELEMETRY_TOO_LARGE, NOW + INTERVAL_MS_DEFAULT),
        (ErrorCode.UNKNOWN_SUBSCRIPTION_ID, NOW + INTERVAL_MS_DEFAULT),
        (ErrorCode.UNSUPPORTED_COMPRESSION_TYPE, NOW + INTERVAL_MS_DEFAULT),
        (ErrorCode.INVALID_REQUEST, None),
        (ErrorCode.UNSUPPORTED_VERSION, None),
        (ErrorCode.CLUSTER_AUTHORIZATION_FAILED, None),
    ],
)
def test_errors_of_the_first_question(code, due_ms):
    new = core()
    new.subscribe()
    new.subscribed(answer(error_code=code), NOW)
    assert new.due_ms == due_ms
    assert new.state is (S.TERMINATED if due_ms is None else S.SUBSCRIPTION_NEEDED)
    assert new.instance_id is None


def test_a_broker_that_gives_no_id_is_not_asked_again():
    assert subscribed(answer(client_instance_id=NO_INSTANCE)).state is S.TERMINATED


# ---- what is wanted -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("metrics", "name", "is_wanted"),
    [
        (("*",), "anything", True),
        (("",), "anything", True),
        (("org.apache.kafka.producer.",), "org.apache.kafka.producer.record.queue.time.avg", True),
        (("org.apache.kafka.consumer.",), "org.apache.kafka.producer.record.queue.time.avg", False),
        (("x", "org.apache.kafka.prod"), "org.apache.kafka.producer.record.queue.time.avg", True),
        ((), "anything", False),
    ],
)
def test_metrics_are_wanted_by_prefixes(metrics, name, is_wanted):
    assert ClientTelemetrySubscription(1, metrics, INTERVAL_MS, 0, False, 1_000).wants(name) == is_wanted


@pytest.mark.parametrize(
    ("accepted", "taken"),
    [([ZSTD, LZ4], ZSTD), ([2, GZIP], GZIP), ([2], 0), ([], 0), ([77, LZ4], LZ4), ([0, LZ4], LZ4)],
)
def test_the_brokers_first_compression_that_the_client_has_is_taken(accepted, taken):
    assert subscribed(answer(accepted_compression_types=accepted)).push(b"data").compression_type == taken


def test_nothing_is_not_compressed():
    push = subscribed().push(b"")
    assert (push.compression_type, push.metrics, push.terminating) == (0, b"", False)


# ---- pushes ---------------------------------------------------------------------------------------------------------


def test_pushes_follow_each_other_by_the_interval():
    new = subscribed()
    push = new.push(b"data")
    assert (push.subscription_id, push.metrics, push.terminating) == (7, b"data", False)
    assert (new.state, new.due_ms) == (S.PUSH_IN_PROGRESS, None)
    assert new.pushed(PushTelemetryResponse(), NOW + 5)
    assert (new.state, new.due_ms) == (S.PUSH_NEEDED, NOW + 5 + INTERVAL_MS)


@pytest.mark.parametrize(
    ("code", "due_ms"),
    [
        (ErrorCode.UNKNOWN_SUBSCRIPTION_ID, NOW),
        (ErrorCode.UNSUPPORTED_COMPRESSION_TYPE, NOW),
        (ErrorCode.TELEMETRY_TOO_LARGE, NOW + INTERVAL_MS),
        (ErrorCode.THROTTLING_QUOTA_EXCEEDED, NOW + INTERVAL_MS),
        (ErrorCode.INVALID_REQUEST, None),
        (ErrorCode.INVALID_RECORD, None),
        (ErrorCode.UNSUPPORTED_VERSION, None),
        (ErrorCode.UNKNOWN_SERVER_ERROR, None),
    ],
)
def test_what_follows_each_error_of_a_push(code, due_ms):
    new = refused(pushing(), code)
    assert new.due_ms == due_ms
    assert new.state is (S.TERMINATED if due_ms is None else S.SUBSCRIPTION_NEEDED)


def test_a_compression_that_was_refused_is_not_used_again_and_without_any_it_is_over():
    new = pushing()
    for expected in (LZ4, 0):
        refused(new, ErrorCode.UNSUPPORTED_COMPRESSION_TYPE)
        new.subscribe()
        new.subscribed(answer(), NOW)
        assert new.push(b"data").compression_type == expected
    assert refused(new, ErrorCode.UNSUPPORTED_COMPRESSION_TYPE).state is S.TERMINATED


def test_without_a_response_another_broker_is_asked_after_the_interval():
    new = core()
    new.subscribe()
    new.failed(NOW)
    assert (new.state, new.due_ms) == (S.SUBSCRIPTION_NEEDED, NOW + INTERVAL_MS_DEFAULT)
    new = pushing()
    new.failed(NOW)
    assert (new.state, new.due_ms) == (S.SUBSCRIPTION_NEEDED, NOW + INTERVAL_MS)
    assert new.subscribe().client_instance_id == ID


def test_where_nobody_is_connected_it_looks_again_later():
    new = core()
    new.postpone(NOW)
    assert (new.state, new.due_ms) == (S.SUBSCRIPTION_NEEDED, NOW + INTERVAL_MS_DEFAULT)
    new = subscribed()
    new.postpone(NOW)
    assert (new.state, new.due_ms) == (S.PUSH_NEEDED, NOW + INTERVAL_MS)


# ---- the end --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("make", [subscribed, pushing])
def test_it_ends_with_a_last_push_where_metrics_are_wanted(make):
    new = make()
    assert new.terminate()
    push = new.push(b"last")
    assert (push.terminating, push.metrics) == (True, b"last")
    assert new.state is S.TERMINATING_PUSH_IN_PROGRESS
    new.end()
    new.end()
    assert new.state is S.TERMINATED


def test_it_ends_without_one_where_nothing_is_wanted_or_known():
    for new in (core(), subscribed(answer(requested_metrics=[]))):
        assert not new.terminate()
        assert (new.state, new.due_ms) == (S.TERMINATED, None)
    new = core()
    new.subscribe()
    assert not new.terminate()


def test_responses_that_come_while_it_ends_change_nothing():
    new = core()
    new.subscribe()
    new.terminate()
    new.subscribed(answer(), NOW)
    new.failed(NOW)
    assert (new.state, new.subscription, new.due_ms) == (S.TERMINATED, None, None)
    new = pushing()
    new.terminate()
    assert new.pushed(PushTelemetryResponse(), NOW)
    assert not new.pushed(PushTelemetryResponse(error_code=ErrorCode.INVALID_REQUEST), NOW)
    new.failed(NOW)
    assert new.state is S.TERMINATING_PUSH_NEEDED


def test_nothing_comes_after_the_end():
    assert not [state for state in S if TELEMETRY_TRANSITIONS.is_legal(S.TERMINATED, state)]
