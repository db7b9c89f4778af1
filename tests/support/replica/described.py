"""What DescribeLogDirs says of a node's directories."""

from __future__ import annotations

from tests.support.replica.node import Call


def described(call: Call) -> dict[str, tuple[int, dict[tuple[str, int], tuple[int, int, bool]]]]:
    """directory → (error, (topic, partition) → (size, lag, is future))"""
    return {
        result.log_dir: (
            result.error_code,
            {
                (topic.name, p.partition_index): (p.partition_size, p.offset_lag, p.is_future_key)
                for topic in result.topics
                for p in topic.partitions
            },
        )
        for result in call.answer.results
    }
