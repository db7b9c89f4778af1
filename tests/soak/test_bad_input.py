"""The storms of integration/test_bad_input.py, long: 100,000 wrong frames, resets in tens of thousands."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

from kavka.broker.process_tuning import TRIM_THRESHOLD_BYTES
from tests.support.clients.foreign import CONFLUENT, Sent
from tests.support.processes.cluster import KavkaProcess
from tests.support.wire import hostile
from tests.support.wire.guarded import TOPIC, Guarded, connect_and_abort, never_read

pytestmark = [
    pytest.mark.soak,
    pytest.mark.filterwarnings("ignore::DeprecationWarning"),
    pytest.mark.filterwarnings("ignore::ResourceWarning"),
]

ROUNDS = 200
ABORTS = 10_000
SLOW_READERS = 300


@pytest.fixture
def guarded(tmp_path) -> Iterator[Guarded]:
    process = KavkaProcess(tmp_path / "data")
    process.start()
    try:
        CONFLUENT.write(process.bootstrap, TOPIC, [Sent(b"k", bytes(100_000))] * 30)
        with Guarded(process) as guarded:
            yield guarded
    finally:
        status = process.stop()
    assert status == 0


@pytest.mark.parametrize("whose", [hostile.for_clients, hostile.for_brokers], ids=["clients", "brokers"])
def test_every_api_in_every_version_for_minutes(guarded: Guarded, whose) -> None:
    seed = random.SystemRandom().randrange(2**32)
    fuzzer = hostile.Fuzzer(random.Random(seed), TOPIC)
    for api, version in whose(hostile.advertised(guarded.bootstrap)):
        for frame in fuzzer.frames(api, version, ROUNDS):
            hostile.throw(guarded.bootstrap, frame, wait_seconds=0.005)
        assert guarded.honest.answers(), f"seed {seed}, after {api.name} v{version}"


def test_bug_96_ten_thousand_clients_that_connect_and_abort(guarded: Guarded) -> None:
    """Again and again: whatever one of them leaves, the third storm shows."""
    for _ in range(3):
        guarded.note_memory()
        connect_and_abort(guarded, ABORTS)


def test_memory_returns_after_hundreds_of_slow_readers(guarded: Guarded) -> None:
    for _ in range(3):
        never_read(guarded, clients=SLOW_READERS)
    guarded.assert_unharmed(TRIM_THRESHOLD_BYTES)
    guarded.note_memory()
