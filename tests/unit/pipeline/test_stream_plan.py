"""What the batches of a stream cover, against a cluster made of dictionaries."""

from __future__ import annotations

import json

import pytest

from kavka.common.types import TopicPartition
from kavka.pipeline.failures import DataLossError, OptionError, PipelineError
from kavka.pipeline.source.options import parse_read
from kavka.pipeline.source.positions import PositionResolver
from kavka.pipeline.source.ranges import OffsetRange
from kavka.pipeline.source.stream_plan import StreamPlan
from kavka.timer.clock import ManualClock

A0, A1, A2 = (TopicPartition("a", number) for number in range(3))


class Logs:
    """`OffsetQueries` over logs that a test changes."""

    def __init__(self, logs):
        self.logs = dict(logs)
        self.times = {}

    def topics(self):
        return sorted({tp.topic for tp in self.logs})

    def partitions(self, topics):
        return sorted(tp for tp in self.logs if tp.topic in topics)

    def list_offsets(self, timestamps):
        return {tp: self._offset(tp, timestamp) for tp, timestamp in timestamps.items()}

    def _offset(self, tp, timestamp):
        start, end = self.logs[tp]
        return {-2: start, -1: end}.get(timestamp, self.times.get((tp, timestamp), -1))


def plan_of(logs, **options):
    read = parse_read({"kafka.bootstrap.servers": "x:1", "subscribe": "a"} | options, is_stream=True)
    clock = ManualClock()
    return StreamPlan(read, PositionResolver(read, logs), clock), clock


def run(plan, start, *, is_limited=True):
    """One batch, as Spark does it: the end goes through JSON."""
    end = json.loads(json.dumps(plan.next_end(start, is_limited=is_limited)))
    return end, plan.ranges(start, end)


def test_latest_is_resolved_once_and_written_down():
    logs = Logs({A0: (0, 10), A1: (3, 7)})
    plan, _ = plan_of(logs)
    start = plan.initial()
    assert plan.initial() == start
    end, ranges = run(plan, start)
    assert end == {"@from": {"a": {"0": 10, "1": 7}}, "a": {"0": 10, "1": 7}}
    assert ranges == []
    logs.logs[A0] = (0, 12)
    again, _ = plan_of(logs)  # the driver died before batch 0 was committed: the same range, from what is on disk
    assert again.ranges(again.initial(), end) == []
    after, ranges = run(again, end)
    assert after == {"a": {"0": 12, "1": 7}}
    assert ranges == [OffsetRange("a", 0, 10, 12)]


def test_nothing_new_is_the_same_text():
    plan, _ = plan_of(Logs({A0: (0, 10)}), startingOffsets="earliest")
    end, ranges = run(plan, plan.initial())
    assert ranges == [OffsetRange("a", 0, 0, 10)]
    assert json.dumps(plan.next_end(end, is_limited=True)) == json.dumps(end)


def test_a_new_partition_begins_at_its_earliest_offset_and_that_is_written_down():
    logs = Logs({A0: (0, 10)})
    plan, _ = plan_of(logs, startingOffsets="earliest")
    end, _ = run(plan, plan.initial())
    logs.logs[A1] = (4, 6)
    after, ranges = run(plan, end)
    assert after["@from"] == {"a": {"1": 4}}
    assert ranges == [OffsetRange("a", 1, 4, 6)]
    logs.logs[A1] = (5, 6)  # retention moves on; a repeated batch reads the same
    assert plan.ranges(end, after) == ranges


def test_limits():
    logs = Logs({A0: (0, 900), A1: (0, 100)})
    plan, _ = plan_of(logs, startingOffsets="earliest", maxOffsetsPerTrigger="100")
    end, ranges = run(plan, plan.initial())
    assert [one.size for one in ranges] == [90, 10]
    unlimited, _ = run(plan, end, is_limited=False)
    assert unlimited == {"a": {"0": 900, "1": 100}}


def test_a_batch_waits_until_it_is_worth_it_but_not_for_ever():
    logs = Logs({A0: (0, 10)})
    plan, clock = plan_of(logs, startingOffsets="earliest", minOffsetsPerTrigger="100", maxTriggerDelay="1m")
    end, _ = run(plan, plan.initial())
    logs.logs[A0] = (0, 30)
    first, _ = run(plan, end)  # never triggered before
    assert first == {"a": {"0": 30}}
    logs.logs[A0] = (0, 50)
    assert plan.next_end(first, is_limited=True) == first
    clock.advance(59_999)
    assert plan.next_end(first, is_limited=True) == first
    clock.advance(1)
    assert plan.next_end(first, is_limited=True) == {"a": {"0": 50}}


def test_available_now_ends_where_the_log_ended():
    logs = Logs({A0: (0, 10)})
    plan, _ = plan_of(logs, startingOffsets="earliest", maxOffsetsPerTrigger="6", minOffsetsPerTrigger="6")
    plan.stop_at_ends()
    logs.logs[A0] = (0, 1000)
    end, first = run(plan, plan.initial())
    end, second = run(plan, end)
    assert [*first, *second] == [OffsetRange("a", 0, 0, 6), OffsetRange("a", 0, 6, 10)]
    assert plan.next_end(end, is_limited=True) == end


def test_available_now_from_latest_has_nothing_to_do():
    logs = Logs({A0: (0, 10)})
    plan, _ = plan_of(logs)
    plan.stop_at_ends()
    logs.logs[A0] = (0, 1000)
    end, ranges = run(plan, plan.initial())
    assert ranges == []
    assert plan.next_end(end, is_limited=True) == end


@pytest.mark.parametrize("now", [{}, {A0: (0, 5)}])
def test_what_has_been_read_and_is_gone(now):
    logs = Logs({A0: (0, 10), A2: (0, 1)})
    plan, _ = plan_of(logs, startingOffsets="earliest")
    end, _ = run(plan, plan.initial())
    logs.logs = {A2: (0, 1)} | now
    with pytest.raises(DataLossError, match="a-0 has been read up to 10"):
        plan.next_end(end, is_limited=True)
    lenient, _ = plan_of(logs, startingOffsets="earliest", failOnDataLoss="false")
    after, ranges = run(lenient, end)
    assert ranges == []
    assert lenient.next_end(after, is_limited=True) == after


def test_offsets_must_name_every_partition_and_lie_within_the_log():
    logs = Logs({A0: (0, 10), A1: (0, 10)})
    for text, said in (('{"a":{"0":1}}', "a-1 is missing"), ('{"a":{"0":1,"1":1,"2":1}}', "a-2, which is not among")):
        plan, _ = plan_of(logs, startingOffsets=text)
        with pytest.raises(OptionError, match=said):
            plan.next_end(plan.initial(), is_limited=True)
    plan, _ = plan_of(logs, startingOffsets='{"a":{"0":11,"1":-2}}')
    with pytest.raises(PipelineError, match="has 11 for a-0, which ends at 10"):
        plan.next_end(plan.initial(), is_limited=True)


def test_starts_by_timestamp():
    logs = Logs({A0: (0, 10), A1: (0, 10)})
    logs.times = {(A0, 500): 4}
    plan, _ = plan_of(logs, startingTimestamp="500")
    with pytest.raises(PipelineError, match="a-1 has no record with a timestamp of 500 ms"):
        plan.next_end(plan.initial(), is_limited=True)
    plan, _ = plan_of(logs, startingTimestamp="500", startingOffsetsByTimestampStrategy="latest")
    _, ranges = run(plan, plan.initial())
    assert ranges == [OffsetRange("a", 0, 4, 10)]


def test_an_offset_of_somebody_else_s_checkpoint():
    plan, _ = plan_of(Logs({A0: (0, 10)}))
    with pytest.raises(PipelineError, match="does not say where a-0 begins"):
        plan.ranges({"b": {"0": 1}}, {"a": {"0": 10}})
    # What Spark's own source has written is understood.
    assert plan.ranges({"a": {"0": 1}}, {"a": {"0": 10}}) == [OffsetRange("a", 0, 1, 10)]


def test_a_repeated_batch_is_cut_as_it_was_though_the_options_have_changed():
    logs = Logs({A0: (0, 100)})
    plan, _ = plan_of(logs, startingOffsets="earliest", minPartitions="4")
    end, ranges = run(plan, plan.initial())
    assert len(ranges) == 4
    for options in ({}, {"minPartitions": "7"}, {"maxRecordsPerPartition": "10"}):
        other, _ = plan_of(logs, startingOffsets="earliest", **options)
        assert other.ranges(other.initial(), end) == ranges
    logs.logs[A0] = (0, 200)
    uncut, _ = plan_of(logs, startingOffsets="earliest")
    after, ranges = run(uncut, end)
    assert ranges == [OffsetRange("a", 0, 100, 200)]
    assert plan.ranges(end, after) == ranges
    assert plan.next_end(after, is_limited=True) == after
