"""What a partition takes that nobody has written to yet: brokers have ten thousands of them."""

from __future__ import annotations

import gc
import tracemalloc

from tests.support.replica.node import BROKER

PARTITIONS = 200
ROUNDS = 3
BYTES_MAX = 3_000
"""Of Python's objects; the process needs about 1.4 times that."""


def test_a_partition_that_is_led_takes_little_memory(node):
    replicas = [BROKER, 2, 3]
    node.lead("warm", 0, isr=replicas, replicas=replicas)
    taken = []
    gc.collect()
    tracemalloc.start()
    try:
        for number in range(ROUNDS):
            before, _ = tracemalloc.get_traced_memory()
            for index in range(PARTITIONS):
                node.lead(f"t{number}", index, isr=replicas, replicas=replicas)
            gc.collect()
            after, _ = tracemalloc.get_traced_memory()
            taken.append((after - before) / PARTITIONS)
    finally:
        tracemalloc.stop()
    assert sum(partition.is_leader for partition in node.manager.partitions) == ROUNDS * PARTITIONS + 1
    # The least: some rounds see tables of all partitions grow, or what others of this process left behind.
    assert min(taken) < BYTES_MAX
