"""Memory returns: after a million operations a purgatory is as large as after the first hundred thousand.

In a process of its own, with the garbage collector off: reference counts alone must free everything.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="needs Linux's /proc"),
]

OPERATIONS = 1_000_000
KEYS = 100_000
SLACK_KB = 4_096
"""What an allocator may keep more of by chance; one leaked pointer for each operation would be 7,000 kB."""

SCRIPT = """
import array, gc, json, sys
gc.disable()
from kavka.timer.clock import SystemClock
from kavka.timer.purgatory import DelayedOperation, Purgatory
from kavka.timer.timer import Timer

class Op(DelayedOperation):
    __slots__ = ("is_ready",)
    def try_complete(self):
        return self.is_ready and self.force_complete()
    def on_complete(self):
        pass

def resident_kb():
    with open("/proc/self/status") as status:
        return next(int(line.split()[1]) for line in status if line.startswith("VmRSS:"))

def complete_one_round(purgatory, keys):
    ops = []
    for key in range(keys):
        op = Op(30_000)
        op.is_ready = False
        purgatory.try_complete_else_watch(op, (key, (key + 1) % keys))
        ops.append(op)
    for key, op in enumerate(ops):
        op.is_ready = True
        purgatory.check_and_complete(key)

operations, keys = map(int, sys.argv[1:])
purgatory = Purgatory("Test", Timer(SystemClock()))
# An array, since it holds no objects: each int that lived on would keep a whole arena of the allocator from the kernel.
sizes = array.array("q", [0] * (operations // keys))
for number in range(len(sizes)):
    complete_one_round(purgatory, keys)
    sizes[number] = resident_kb()
print(json.dumps({
    "sizes": sizes.tolist(),
    "purgatory": purgatory.statistics()._asdict(),
    "timer": purgatory.timer.statistics()._asdict(),
    "next": purgatory.timer.next_expiration_ms(),
}))
"""


def test_bug_47_a_million_operations_leave_no_more_memory_than_the_first_hundred_thousand():
    done = subprocess.run(
        [sys.executable, "-c", SCRIPT, str(OPERATIONS), str(KEYS)],
        cwd=Path(__file__).resolve().parents[3],
        # Fixed: by itself glibc would keep more of large blocks once it has seen one freed.
        env=os.environ | {"MALLOC_MMAP_THRESHOLD_": "131072"},
        capture_output=True,
        text=True,
        check=True,
    )
    seen = json.loads(done.stdout)
    statistics = seen["purgatory"]
    assert (statistics["watched"], statistics["keys"], statistics["delayed"]) == (0, 0, 0)
    assert (statistics["completed"], statistics["expired"]) == (OPERATIONS, 0)
    assert (seen["timer"]["outstanding"], seen["timer"]["cancelled"]) == (0, OPERATIONS)
    assert seen["next"] is None
    first, *_, last = seen["sizes"]
    assert last <= first + SLACK_KB, seen["sizes"]
