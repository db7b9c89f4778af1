"""For brokers in a test's own loop: what other tests left in this process is not theirs to collect."""

from __future__ import annotations

import gc

import pytest


@pytest.fixture(scope="module", autouse=True)
def heap_of_its_own():
    """Takes what is there already out of the collector's sight.

    Thousands of tests leave a heap whose full collection stops the loop for seconds, longer than the sessions of the
    brokers in it: they ended, by nothing that a broker's own process would see.
    """
    gc.collect()
    gc.freeze()
