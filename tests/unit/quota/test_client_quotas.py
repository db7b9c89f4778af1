"""What a request costs its client, and who is exempt."""

from __future__ import annotations

import pytest

from kavka.broker.metrics import ApiMetrics
from kavka.broker.quota import client_quota
from kavka.broker.quota.client_quotas import EXEMPT, ClientQuotas
from kavka.broker.quota.connection_rates import ConnectionRates
from kavka.broker.quota.entities import DEFAULT, QuotaEntity
from kavka.broker.quota.limits import FETCH, MUTATION, PRODUCE, REQUEST
from kavka.protocol.api_keys import ApiKey
from kavka.protocol.errors import ThrottlingQuotaExceeded
from kavka.protocol.messages import MetadataResponse, ProduceResponse, SaslHandshakeResponse
from kavka.timer.clock import ManualClock
from tests.support.broker.fakes import context

EVERYBODY = QuotaEntity(client_id=DEFAULT)


class World:
    """Quotas, a clock in milliseconds, and one in nanoseconds that is moved by hand."""

    def __init__(self, limits, **differs):
        self.clock = ManualClock(1_000_000)
        self.ns = 1
        self.followers = ApiMetrics()
        self.quotas = ClientQuotas(
            now_ms=self.clock.monotonic_ms, ticks=lambda: self.ns, follower_fetches=self.followers, **differs
        )
        self.quotas.change(limits)

    def request(self, api, *, size=0, version=9, client_id="app"):
        ctx = context(version)
        ctx.api_key, ctx.client_id, ctx.request_bytes, ctx.started_ns = api, client_id, size, self.ns
        return ctx

    def settle(self, api, response, *, busy_ms=0.0, **differs):
        ctx = self.request(api, **differs)
        self.ns += int(busy_ms * 1_000_000)
        return self.quotas.settle(ctx, response), ctx.throttle_ms


def test_a_producer_over_its_quota_is_told_how_long_to_be_silent():
    world = World({EVERYBODY: {PRODUCE: 200_000.0}})
    answer, throttle_ms = world.settle(ApiKey.PRODUCE, ProduceResponse(), size=2_000_000)
    assert (answer.throttle_time_ms, throttle_ms) == (0, 0), "a burst of all windows is free"
    answer, throttle_ms = world.settle(ApiKey.PRODUCE, ProduceResponse(), size=400_000)
    assert answer.throttle_time_ms == throttle_ms == 2000


def test_the_handlers_own_answer_stays_as_it_was():
    world = World({EVERYBODY: {PRODUCE: 1.0}})
    kept = ProduceResponse()
    answer, _ = world.settle(ApiKey.PRODUCE, kept, size=1000)
    assert answer.throttle_time_ms > 0
    assert kept.throttle_time_ms == 0


def test_without_acknowledgements_bytes_count_and_time_does_not():
    world = World({EVERYBODY: {PRODUCE: 1000.0, REQUEST: 1.0}})
    _, throttle_ms = world.settle(ApiKey.PRODUCE, None, size=1, busy_ms=900)
    assert throttle_ms == 0
    _, throttle_ms = world.settle(ApiKey.PRODUCE, None, size=20_000)
    assert throttle_ms > 0


def test_time_on_the_loop_counts_in_percent_of_it_and_costs_a_window_at_most():
    world = World({EVERYBODY: {REQUEST: 10.0}})
    _, throttle_ms = world.settle(ApiKey.METADATA, MetadataResponse(), busy_ms=900)
    assert throttle_ms == 0
    _, throttle_ms = world.settle(ApiKey.METADATA, MetadataResponse(), busy_ms=150)
    assert throttle_ms == 500
    answer, throttle_ms = world.settle(ApiKey.METADATA, MetadataResponse(), busy_ms=9000)
    assert answer.throttle_time_ms == throttle_ms == 1000


def test_time_in_which_a_request_waits_is_not_the_clients():
    world = World({EVERYBODY: {REQUEST: 1.0}})
    ctx = world.request(ApiKey.JOIN_GROUP)
    world.ns += 1_000_000
    ctx.parked_ns = world.ns
    world.ns += 30_000_000_000
    world.quotas.settle(ctx, None)
    assert ctx.throttle_ms == 0


def test_requests_of_one_wake_up_each_pay_for_themselves():
    world = World({EVERYBODY: {REQUEST: 10.0}})
    first, second = world.request(ApiKey.METADATA), world.request(ApiKey.METADATA)
    world.ns += 600_000_000
    world.quotas.settle(first, MetadataResponse())
    world.ns += 300_000_000
    world.quotas.settle(second, MetadataResponse())
    assert second.throttle_ms == 0, "counted twice, 1500 ms of 1000 would be used"


def test_answers_without_a_place_for_it_make_silent_all_the_same():
    world = World({EVERYBODY: {REQUEST: 1.0}})
    answer, throttle_ms = world.settle(ApiKey.SASL_HANDSHAKE, SaslHandshakeResponse(), busy_ms=200)
    assert throttle_ms == 1000
    assert not hasattr(answer, "throttle_time_ms")


@pytest.mark.parametrize("api", sorted(EXEMPT))
def test_brokers_among_themselves_are_exempt_and_counted_apart(api):
    world = World({EVERYBODY: {REQUEST: 1.0}})
    _, throttle_ms = world.settle(api, None, busy_ms=5000)
    assert throttle_ms == 0
    assert world.quotas.exempt.per_second(world.clock.monotonic_ms()) == pytest.approx(50)


def test_a_followers_fetch_is_exempt():
    world = World({EVERYBODY: {REQUEST: 1.0, FETCH: 1.0}})
    ctx = world.request(ApiKey.FETCH, size=10)
    ctx.counts_also = world.followers
    world.ns += 5_000_000_000
    world.quotas.settle(ctx, None)
    assert ctx.throttle_ms == 0


def test_a_consumer_over_its_quota_gets_nothing_and_is_not_charged_for_it():
    world = World({EVERYBODY: {FETCH: 1000.0}})
    ctx = world.request(ApiKey.FETCH)
    assert world.quotas.charge_fetch(ctx, 10_000) is False
    for _ in range(3):
        ctx = world.request(ApiKey.FETCH)
        assert world.quotas.charge_fetch(ctx, 5_000) is True
        assert ctx.throttle_ms == 5000
    world.clock.advance(11_000)
    assert world.quotas.charge_fetch(world.request(ApiKey.FETCH), 5_000) is False


def test_no_fetch_reads_more_than_its_windows_hold():
    world = World({QuotaEntity(client_id="app"): {FETCH: 1000.0}})
    assert world.quotas.fetch_bytes_max(world.request(ApiKey.FETCH)) == 10_000
    assert world.quotas.fetch_bytes_max(world.request(ApiKey.FETCH, client_id="other")) is None


def test_new_versions_are_refused_what_they_owe_and_old_ones_wait():
    world = World({EVERYBODY: {MUTATION: 1.0}})
    strict = world.request(ApiKey.CREATE_TOPICS)
    quota = world.quotas.mutation(strict, is_strict=True)
    quota.take(100)
    assert strict.throttle_ms == 0, "who has a token left may use thousands"
    with pytest.raises(ThrottlingQuotaExceeded):
        quota.take(1)
    assert strict.throttle_ms == 89_000

    permissive = world.request(ApiKey.CREATE_TOPICS)
    world.quotas.mutation(permissive, is_strict=False).take(1)
    assert permissive.throttle_ms == 90_000


def test_a_changed_limit_holds_for_what_was_used_already():
    world = World({EVERYBODY: {PRODUCE: 1_000_000.0}})
    assert world.settle(ApiKey.PRODUCE, ProduceResponse(), size=1_000_000)[1] == 0
    world.quotas.change({EVERYBODY: {PRODUCE: 50_000.0}})
    assert world.settle(ApiKey.PRODUCE, ProduceResponse(), size=0)[1] == 10_000
    world.quotas.change({})
    assert not world.quotas.is_enabled
    assert world.settle(ApiKey.PRODUCE, ProduceResponse(), size=10**9)[1] == 0


def test_2_0s_default_holds_for_client_ids_without_another():
    world = World({QuotaEntity(client_id="rich"): {PRODUCE: 1e9}}, produce_fallback=100.0)
    assert world.settle(ApiKey.PRODUCE, ProduceResponse(), size=10_000)[1] > 0
    assert world.settle(ApiKey.PRODUCE, ProduceResponse(), size=10_000, client_id="rich")[1] == 0
    world.quotas.change({})
    assert world.quotas.is_enabled


def test_invented_client_ids_cannot_fill_the_memory(monkeypatch):
    monkeypatch.setattr(client_quota, "CLIENTS_MAX", 10)
    world = World({EVERYBODY: {PRODUCE: 100.0}})
    for number in range(100):
        world.settle(ApiKey.PRODUCE, ProduceResponse(), size=1, client_id=f"c{number}")
    assert len(list(world.quotas.produce.usages())) <= 10


def test_a_rate_that_nobody_used_for_an_hour_is_forgotten():
    world = World({EVERYBODY: {PRODUCE: 100.0}})
    world.settle(ApiKey.PRODUCE, ProduceResponse(), size=1, client_id="old")
    world.clock.advance(client_quota.UNUSED_MS_MAX)
    world.settle(ApiKey.PRODUCE, ProduceResponse(), size=1, client_id="new")
    assert [usage.counted_as for usage in world.quotas.produce.usages()] == [("", "new")]


def test_an_address_with_too_many_connections_is_silenced_and_the_rest_is_not():
    rates = ConnectionRates()
    rates.change({"10.0.0.1": 1.0, DEFAULT: 100.0})
    assert [rates.throttle_ms("10.0.0.1", 0) for _ in range(10)] == [0] * 10
    assert rates.throttle_ms("10.0.0.1", 0) == 1000
    assert rates.throttle_ms("10.0.0.1", 0) == 1000, "what is refused is not counted"
    assert rates.throttle_ms("10.0.0.2", 0) == 0
    rates.change({"10.0.0.2": 1.0})
    assert rates.throttle_ms("10.0.0.1", 0) == 0
