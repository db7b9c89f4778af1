"""A run's garbage is collected when it is over; what was there before is nobody's to look at."""

from __future__ import annotations

import gc
import weakref

import pytest

from kavka.simulation.heap import frozen_heap, without_collections


class Ring:
    """Garbage that only the collector finds."""

    def __init__(self):
        self.itself = self


@pytest.fixture
def thawed():
    """As in a process that has frozen nothing; this one's tests are."""
    gc.unfreeze()
    yield
    gc.collect()
    gc.freeze()


@pytest.mark.usefixtures("thawed")
def test_what_was_there_is_in_sight_again_afterwards():
    with frozen_heap():
        assert gc.get_freeze_count() > 1_000
    assert gc.get_freeze_count() == 0


@pytest.mark.usefixtures("thawed")
def test_what_somebody_else_has_frozen_stays_so():
    gc.freeze()
    with frozen_heap(), frozen_heap():
        pass
    assert gc.get_freeze_count() > 1_000


@pytest.mark.usefixtures("thawed")
def test_a_run_collects_its_own_garbage_at_its_end_and_no_other():
    gc.disable()
    before = weakref.ref(Ring())
    gc.enable()
    with frozen_heap(), without_collections():
        own = weakref.ref(Ring())
        assert not gc.isenabled()
        assert own() is not None
    assert own() is None
    assert before() is not None
    assert gc.isenabled()


def test_a_run_that_fails_leaves_the_collector_as_it_was():
    def fail():
        raise LookupError

    with pytest.raises(LookupError), without_collections():
        fail()
    assert gc.isenabled()
