"""What `kavka top` shows, made of two looks at every broker's admin endpoint.

    look ─▶ each broker's /state/broker, /metrics, and the partitions of the topics that were busiest
            one broker's /groups, and the lag of some of them
    rates(earlier, later) ─▶ sections of rows: brokers, topics, partitions, groups, purgatories, apis

Rates are those of the time between the looks, and so is the 99th percentile of each API: it is read off the histogram
that the brokers count in, and as coarse as its buckets, which double. A broker that does not answer is a row that says
so. Asking is done in threads and has a deadline; nothing is kept but the earlier look.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from typing import Any, NamedTuple
from urllib.parse import quote

from kavka.admin_http import AdminHttp, AdminRefused, AdminUnreachable
from kavka.cli.admin_endpoint import Endpoint
from kavka.timer.moments import MonotonicMs
from kavka.timer.readings import Readings

TIMEOUT_MS = 5_000
THREADS_MAX = 16
HOT_TOPICS_MAX = 5
"""Topics whose partitions are looked at one by one."""
GROUPS_MAX = 20
"""Groups whose lag is asked for: it costs a request each."""
QUANTILE = 0.99

_TRAFFIC = "kafka_server_brokertopicmetrics_"
_REQUESTS = "kavka_request_duration_seconds"
_SERIES = re.compile(r"^([a-zA-Z_:][\w:]*)(?:\{(.*)\})? (\S+)$")
_LABEL = re.compile(r'(\w+)="((?:[^"\\]|\\.)*)"')

Labels = tuple[tuple[str, str], ...]
Metrics = dict[str, dict[Labels, float]]
Section = list[dict[str, Any]]

COLUMNS: Mapping[str, tuple[str, ...]] = {
    "brokers": (
        "id", "state", "requests_per_s", "messages_per_s", "bytes_in_per_s", "bytes_out_per_s",
        "under_replicated", "connections", "loop_lag_ms",
    ),
    "topics": ("topic", "messages_per_s", "bytes_in_per_s", "bytes_out_per_s"),
    "partitions": ("partition", "leader", "messages_per_s", "log_end_offset", "isr"),
    "groups": ("group", "state", "lag"),
    "purgatories": ("broker", "purgatory", "waiting"),
    "apis": ("api", "requests_per_s", "p99_ms"),
}  # fmt: skip
"""Section → what its rows have."""


class BrokerLook(NamedTuple):
    """One broker at one moment; `state` is None where it did not answer."""

    at_ms: MonotonicMs
    broker: int | None
    state: Mapping[str, Any] | None
    metrics: Metrics
    partitions: Mapping[str, Mapping[str, Any]]
    """ "topic-partition" → the replica that leads here, of the busiest topics."""


class Look(NamedTuple):
    """All brokers at about one moment."""

    brokers: tuple[BrokerLook, ...]
    groups: Section


def look(endpoints: Sequence[Endpoint], clock: Readings, earlier: Look | None = None) -> Look:
    """Asks every broker at once; `earlier` says which topics were busy."""
    with ThreadPoolExecutor(max_workers=THREADS_MAX) as threads:
        groups = threads.submit(_groups, endpoints)
        known = {} if earlier is None else {one.broker: one for one in earlier.brokers}
        brokers = list(threads.map(lambda endpoint: _broker(endpoint, clock, known.get(endpoint.broker)), endpoints))
        return Look(tuple(brokers), groups.result())


def _broker(endpoint: Endpoint, clock: Readings, earlier: BrokerLook | None) -> BrokerLook:
    http = endpoint.http
    try:
        state = http.get("/state/broker", timeout_ms=TIMEOUT_MS)
        metrics = parse(http.text("/metrics", timeout_ms=TIMEOUT_MS))
        at_ms = clock.monotonic_ms()
        partitions: dict[str, Mapping[str, Any]] = {}
        for topic in _busiest(metrics, earlier):
            partitions |= _leaders(http, topic)
    except (AdminUnreachable, AdminRefused, OSError):
        return BrokerLook(clock.monotonic_ms(), endpoint.broker, None, {}, {})
    return BrokerLook(at_ms, endpoint.broker, state, metrics, partitions)


def _busiest(metrics: Metrics, earlier: BrokerLook | None) -> list[str]:
    name = f"{_TRAFFIC}messagesin_total"
    before = {} if earlier is None else earlier.metrics.get(name, {})
    grown = {
        dict(labels)["topic"]: count - before.get(labels, 0)
        for labels, count in metrics.get(name, {}).items()
        if dict(labels).get("topic")
    }
    return sorted(grown, key=lambda topic: (-grown[topic], topic))[:HOT_TOPICS_MAX]


def _leaders(http: AdminHttp, topic: str) -> dict[str, Mapping[str, Any]]:
    try:
        shown = http.get(f"/state/topics/{quote(topic, safe='')}", timeout_ms=TIMEOUT_MS)
    except AdminRefused:
        return {}  # deleted since
    return {
        f"{topic}-{one['partition']}": {**one["here"], "leader": one["leader"]}
        for one in shown["partition_states"]
        if one["here"] is not None and one["here"]["is_leader"]
    }


def _groups(endpoints: Iterable[Endpoint]) -> Section:
    """Groups with their lag, asked of the first broker that answers."""
    for endpoint in endpoints:
        try:
            listed = endpoint.http.get("/groups", {"limit": GROUPS_MAX}, timeout_ms=TIMEOUT_MS)["groups"]
            return [_lag(endpoint.http, group) for group in listed]
        except (AdminUnreachable, AdminRefused, OSError):
            continue
    return []


def _lag(http: AdminHttp, group: Mapping[str, Any]) -> dict[str, Any]:
    row: dict[str, Any] = {"group": group["name"], "state": group["state"], "lag": None}
    try:
        row["lag"] = http.get(f"/groups/{quote(row['group'], safe='')}", timeout_ms=TIMEOUT_MS)["lag"]
    except (AdminUnreachable, AdminRefused, OSError):
        return row  # gone, or its coordinator is
    return row


def parse(text: str) -> Metrics:
    """Parses Prometheus' text format: name → labels → value."""
    found: Metrics = {}
    for line in text.splitlines():
        match = _SERIES.match(line)
        if match is not None:
            labels = tuple(_LABEL.findall(match[2] or ""))
            found.setdefault(match[1], {})[labels] = float(match[3])
    return found


# ---- two looks make rates -----------------------------------------------------------------------------------------


def rates(earlier: Look, later: Look) -> dict[str, Section]:
    """Compares two looks, section by section. The busiest, the furthest behind and the slowest come first."""
    before = {one.broker: one for one in earlier.brokers}
    pairs = [
        (before[one.broker], one)
        for one in later.brokers
        if one.state is not None and one.broker in before and before[one.broker].state is not None
    ]
    return {
        "brokers": [_broker_row(before.get(one.broker), one) for one in later.brokers],
        "topics": _topics(pairs),
        "partitions": _partitions(pairs),
        "groups": sorted(later.groups, key=lambda row: (-(row["lag"] or 0), row["group"])),
        "purgatories": _purgatories(later),
        "apis": _apis(pairs),
    }


def _seconds(earlier: BrokerLook, later: BrokerLook) -> float:
    return max(1, later.at_ms - earlier.at_ms) / 1000


def _grown(earlier: BrokerLook, later: BrokerLook, name: str) -> dict[Labels, float]:
    """By how much a counter grew per second; one that began again with its broker grew from nothing."""
    before = earlier.metrics.get(name, {})
    seconds = _seconds(earlier, later)
    return {
        labels: (value - before.get(labels, 0) if value >= before.get(labels, 0) else value) / seconds
        for labels, value in later.metrics.get(name, {}).items()
    }


def _broker_row(earlier: BrokerLook | None, later: BrokerLook) -> dict[str, Any]:
    row: dict[str, Any] = dict.fromkeys(COLUMNS["brokers"])
    row["id"] = later.broker
    if later.state is None:
        return {**row, "state": "does not answer"}
    row |= {
        "id": later.state["id"],
        "state": "ready" if later.state["is_ready"] else "starting",
        "connections": later.state["connections"],
        "loop_lag_ms": later.state["loop_lag_ms"],
        "under_replicated": int(
            sum(later.metrics.get("kafka_server_replicamanager_underreplicatedpartitions", {}).values())
        ),
    }
    if earlier is not None and earlier.state is not None:
        everything: Labels = (("topic", ""),)
        row["requests_per_s"] = _rounded(sum(_grown(earlier, later, f"{_REQUESTS}_count").values()))
        for column, name in (("messages", "messagesin"), ("bytes_in", "bytesin"), ("bytes_out", "bytesout")):
            row[f"{column}_per_s"] = _rounded(_grown(earlier, later, f"{_TRAFFIC}{name}_total").get(everything, 0))
    return row


def _topics(pairs: Iterable[tuple[BrokerLook, BrokerLook]]) -> Section:
    sums: dict[str, dict[str, float]] = defaultdict(lambda: defaultdict(float))
    names = {"messagesin": "messages_per_s", "bytesin": "bytes_in_per_s", "bytesout": "bytes_out_per_s"}
    for earlier, later in pairs:
        for name, column in names.items():
            for labels, value in _grown(earlier, later, f"{_TRAFFIC}{name}_total").items():
                sums[dict(labels)["topic"]][column] += value
    rows = [
        {"topic": topic, **{column: _rounded(values[column]) for column in names.values()}}
        for topic, values in sums.items()
        if topic and any(values.values())
    ]
    return sorted(rows, key=lambda row: (-row["messages_per_s"], -row["bytes_out_per_s"], row["topic"]))


def _partitions(pairs: Iterable[tuple[BrokerLook, BrokerLook]]) -> Section:
    rows = []
    for earlier, later in pairs:
        for name, now in later.partitions.items():
            if name in earlier.partitions:
                grown = max(0, now["log_end_offset"] - earlier.partitions[name]["log_end_offset"])
                row = {
                    "partition": name,
                    "leader": now["leader"],
                    "messages_per_s": _rounded(grown / _seconds(earlier, later)),
                }
                rows.append({**row, "log_end_offset": now["log_end_offset"], "isr": now["isr"]})
    return sorted(rows, key=lambda row: (-row["messages_per_s"], row["partition"]))


def _purgatories(later: Look) -> Section:
    rows: Section = []
    for one in later.brokers:
        waiting = one.metrics.get("kafka_server_delayedoperationpurgatory_numdelayedoperations", {})
        broker = one.broker if one.state is None else one.state["id"]
        for labels, value in waiting.items():
            rows.append({"broker": broker, "purgatory": dict(labels)["delayedOperation"], "waiting": int(value)})
    return sorted(rows, key=lambda row: -row["waiting"])


def _apis(pairs: Iterable[tuple[BrokerLook, BrokerLook]]) -> Section:
    counts: dict[str, float] = defaultdict(float)
    buckets: dict[str, dict[float, float]] = defaultdict(lambda: defaultdict(float))
    for earlier, later in pairs:
        for labels, value in _grown(earlier, later, f"{_REQUESTS}_count").items():
            counts[dict(labels)["request"]] += value
        for labels, value in _grown(earlier, later, f"{_REQUESTS}_bucket").items():
            named = dict(labels)
            buckets[named["request"]][float(named["le"])] += value
    rows = [
        {"api": api, "requests_per_s": _rounded(count), "p99_ms": _rounded(quantile(buckets[api], QUANTILE) * 1000)}
        for api, count in counts.items()
        if count > 0
    ]
    return sorted(rows, key=lambda row: (-row["p99_ms"], row["api"]))


def quantile(buckets: Mapping[float, float], share: float) -> float:
    """Finds where a share of a cumulative histogram ends, linear within a bucket.

    It is the last bound where the share is beyond all.
    """
    bounds = sorted(buckets)
    wanted = share * buckets[bounds[-1]]
    for low, high in pairwise([0.0, *bounds]):
        if buckets[high] >= wanted:
            if high == float("inf"):
                return low
            below = buckets.get(low, 0.0)
            return low + (high - low) * (wanted - below) / ((buckets[high] - below) or 1)
    return bounds[-1]


def _rounded(value: float) -> float:
    return round(value, 3)
