"""The short run of the fuzzer (tests/support/wire/fuzz.py): the same inputs each time. The soak has a million."""

from __future__ import annotations

import pytest

from tests.support.wire import fuzz

INPUTS = 20_000
SEED = 1


@pytest.mark.slow
def test_whatever_arrives_is_read_or_refused():
    refused = fuzz.run(SEED, 0, INPUTS)
    assert 0.3 * INPUTS < refused < 0.97 * INPUTS  # the damage reaches both sides
