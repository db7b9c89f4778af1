"""Failed logins by address: growing delays, forgiveness, and bounds."""

from __future__ import annotations

from kavka.broker.security.sasl.failed_logins import (
    ADDRESSES_MAX,
    DELAY_MS_MAX,
    FORGIVE_MS,
    FREE_FAILURES,
    WAITING_MAX,
    FailedLogins,
)


def test_delays_grow_by_address_up_to_a_limit_and_are_forgiven_in_time():
    failed = FailedLogins()
    delays = [failed.delay_ms("a", base_ms=100, now_ms=0) for _ in range(FREE_FAILURES + 8)]
    assert delays[:FREE_FAILURES] == [100] * FREE_FAILURES
    assert delays[FREE_FAILURES : FREE_FAILURES + 3] == [200, 400, 800]
    assert delays[-1] == DELAY_MS_MAX
    assert failed.delay_ms("b", base_ms=100, now_ms=0) == 100
    assert failed.delay_ms("a", base_ms=100, now_ms=FORGIVE_MS * (FREE_FAILURES + 8)) == 100


def test_a_delay_is_never_shorter_than_what_is_configured():
    failed = FailedLogins()
    assert failed.delay_ms("a", base_ms=60_000, now_ms=0) == 60_000
    assert FailedLogins().delay_ms("a", base_ms=0, now_ms=0) == 0


def test_only_so_many_refusals_of_an_address_wait_at_once():
    failed = FailedLogins()
    for _ in range(WAITING_MAX):
        assert not failed.is_blocked("a")
        failed.delay_ms("a", base_ms=100, now_ms=0)
    assert failed.is_blocked("a")
    assert not failed.is_blocked("b")
    failed.told("a")
    assert not failed.is_blocked("a")
    failed.told("unknown")


def test_what_is_remembered_is_bounded():
    failed = FailedLogins()
    for number in range(ADDRESSES_MAX + 10):
        failed.delay_ms(str(number), base_ms=1, now_ms=0)
    assert len(failed._addresses) == ADDRESSES_MAX
