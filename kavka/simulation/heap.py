"""The garbage collector around simulations: it looks at what runs have made, when each is over, and at nothing else.

    seeds begin ─▶ frozen_heap ─▶ without_collections: a run ─▶ collected ─▶ the next run ─▶ … ─▶ thawed

A full collection takes as long as the heap is large. Where thousands of tests are imported one takes seconds, several
times what a run takes; so who runs seeds freezes first what is there. Once for all of them: what a run leaves behind
that only later becomes garbage goes with the next one's.
Not here: the collector of a broker's own process (`kavka.broker.process_tuning`).
"""

from __future__ import annotations

import contextlib
import gc
from collections.abc import Iterator


@contextlib.contextmanager
def frozen_heap() -> Iterator[None]:
    """Takes what there is out of the collector's sight, unless something is already."""
    is_ours = not gc.get_freeze_count()
    if is_ours:
        gc.freeze()
    try:
        yield
    finally:
        if is_ours:
            gc.unfreeze()


@contextlib.contextmanager
def without_collections() -> Iterator[None]:
    """Collects a run's garbage when all is over.

    A collection in between would run `__del__`s at moments that nobody chose.
    """
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        gc.collect()
        if was_enabled:
            gc.enable()
