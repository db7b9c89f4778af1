"""Target assignments of a consumer group (KIP-848): 1,000 members on 5,000 partitions, beside the classic protocol's.

What a coordinator computes when a member has come or gone: each row is the assignment after one member of a settled
group has left. Beside it stands what a leader of the classic protocol computes at the same moment, `cooperative-sticky`
of the bundled client.
"""

from __future__ import annotations

import argparse
import statistics
import time
from collections.abc import Callable, Sequence

from benchmarks import report
from kavka.broker import process_tuning
from kavka.broker.group.consumer.assignors.range_assignor import assign_ranges
from kavka.broker.group.consumer.assignors.spec import Assignor, MemberSpec
from kavka.broker.group.consumer.assignors.uniform_assignor import assign_uniformly
from kavka.client.assignors.assignor import Subscription
from kavka.client.assignors.sticky import stick

AGAINST = "cooperative-sticky, by a member"


def main(arguments: Sequence[str] | None = None) -> list[report.Row]:
    """Runs the benchmark from the command line."""
    chosen = options().parse_args(arguments)
    process_tuning.settle_collector()
    names = [f"m{number:05}" for number in range(chosen.members)]
    counts = {number.to_bytes(16, "big"): chosen.partitions // chosen.topics for number in range(1, chosen.topics + 1)}
    by_name = {topic_id.hex(): count for topic_id, count in counts.items()}
    subscriptions = {name: Subscription(topics=tuple(sorted(by_name))) for name in names}
    settled = {
        partition: name for name, partitions in stick(by_name, subscriptions, {}).items() for partition in partitions
    }
    left = {name: subscriptions[name] for name in names[1:]}
    rival = _seconds(lambda: stick(by_name, left, settled), chosen.rounds)
    rows = []
    for label, assignor in (("uniform", assign_uniformly), ("range", assign_ranges)):
        seconds = _seconds(_round(assignor, names, counts), chosen.rounds)
        rows.append(report.Row(f"{label}: {seconds * 1e3:.1f} ms", "/s", 1 / seconds, 1 / rival, AGAINST))
    report.publish(
        f"Consumer groups: {chosen.members:,} members on {chosen.partitions:,} partitions", rows, chosen.json
    )
    return rows


def _round(assignor: Assignor, names: list[str], counts: dict[bytes, int]) -> Callable[[], object]:
    topic_ids = tuple(counts)
    targets = assignor({name: MemberSpec(None, topic_ids, {}) for name in names}, counts)
    members = {name: MemberSpec(None, topic_ids, targets[name]) for name in names[1:]}
    return lambda: assignor(members, counts)


def _seconds(work: Callable[[], object], rounds: int) -> float:
    taken = []
    for _ in range(rounds):
        begun = time.perf_counter()
        work()
        taken.append(time.perf_counter() - begun)
    return statistics.median(taken)


def options() -> argparse.ArgumentParser:
    """Returns the benchmark's options."""
    made = report.parser("consumer_groups", __doc__.splitlines()[0] if __doc__ else "")
    made.add_argument("--members", type=int, default=1_000)
    made.add_argument("--partitions", type=int, default=5_000)
    made.add_argument("--rounds", type=int, default=9)
    made.add_argument("--topics", type=int, default=50)
    return made


if __name__ == "__main__":
    main()
