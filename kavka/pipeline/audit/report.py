"""The report as a document: what `-o json` prints, what the table shows a part of, and what the page draws.

Pure: a survey and its findings in, plain dictionaries and lists out. The names are part of what users rely on.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, datetime
from typing import Any, Final

from kavka.pipeline.audit.findings import KINDS, Finding, Level
from kavka.pipeline.audit.survey import ReplicaSums, Survey
from kavka.pipeline.audit.windows import CODECS
from kavka.timer.moments import WallMs

TOPIC_COLUMNS: Final = ["topic", "partitions", "replicas", "records", "bytes", "compression", "from", "to", "state"]
FINDING_COLUMNS: Final = ["level", "kind", "partition", "broker", "segment", "position", "offset", "what"]

Document = dict[str, Any]


def document(survey: Survey, findings: Sequence[Finding], *, now_ms: WallMs) -> Document:
    """Builds the whole report.

    Args:
        survey: what was seen.
        findings: what is wrong with it.
        now_ms: when the audit ended.
    """
    used = {one.kind for one in findings}
    return {
        "source": survey.source,
        "at": time_text(now_ms),
        "brokers": sorted({key.broker for key in survey.known}),
        "partitions": len({key[:2] for key in survey.known}),
        "replicas_read": len(survey.known),
        "bytes": survey.bytes,
        "wrong": sum(one.level is Level.WRONG for one in findings),
        "warnings": sum(one.level is Level.WARNING for one in findings),
        "findings": [finding_row(one) for one in findings],
        "kinds": {
            name: {"level": kind.level.name.lower(), "why": kind.why, "fix": kind.fix}
            for name, kind in KINDS.items()
            if name in used
        },
        "topics": topic_rows(survey, findings),
        "replicas": [replica_row(one) for one in survey.replicas],
        "keys": [
            {"topic": one.topic, "key": key_text(one.key), "records": one.records, "bytes": one.bytes}
            for one in survey.keys
        ],
        "compression": [
            {**one._asdict(), "ratio": round(one.inflated_bytes / max(1, one.stored_bytes), 2)} for one in survey.codecs
        ],
        "hours": [{"hour": time_text(one.hour), "bytes": one.bytes, "records": one.records} for one in survey.hours],
        "incomplete": list(survey.cut),
    }


def finding_row(one: Finding) -> dict[str, Any]:
    """Returns a finding's values by the names of `FINDING_COLUMNS`."""
    return {
        "level": one.level.name.lower(),
        "kind": one.kind,
        "partition": f"{one.topic}-{one.partition}",
        "broker": one.broker,
        "segment": one.segment,
        "position": one.position,
        "offset": one.offset,
        "what": one.what,
    }


def replica_row(sums: ReplicaSums) -> dict[str, Any]:
    """Returns the report's row for one broker's replica of a partition."""
    row = sums._asdict()
    row["codecs"] = {codec: row.pop(f"bytes_{codec}") for codec in CODECS}
    row["from"], row["to"] = time_text(row.pop("min_timestamp")), time_text(row.pop("max_timestamp"))
    return row


def topic_rows(survey: Survey, findings: Iterable[Finding]) -> list[dict[str, Any]]:
    """Returns a row for each topic. Records are counted in one replica of each partition, bytes in all of them."""
    by_topic: defaultdict[str, list[ReplicaSums]] = defaultdict(list)
    for sums in survey.replicas:
        by_topic[sums.topic].append(sums)
    worst: dict[str, Level] = {}
    for one in findings:
        worst[one.topic] = max(worst.get(one.topic, Level.WARNING), one.level)
    names = sorted({key.topic for key in survey.known})
    return [_topic_row(survey, name, by_topic[name], worst.get(name)) for name in names]


def _topic_row(survey: Survey, topic: str, replicas: Sequence[ReplicaSums], worst: Level | None) -> dict[str, Any]:
    records: dict[int, int] = {}
    for sums in replicas:
        records[sums.partition] = max(records.get(sums.partition, 0), sums.records)
    known = [key for key in survey.known if key.topic == topic]
    return {
        "topic": topic,
        "partitions": len({key.partition for key in known}),
        "replicas": len(known),
        "records": sum(records.values()),
        "bytes": sum(sums.bytes for sums in replicas),
        "compression": _codec_shares(replicas),
        "from": time_text(min((one.min_timestamp for one in replicas if one.min_timestamp is not None), default=None)),
        "to": time_text(max((one.max_timestamp for one in replicas if one.max_timestamp is not None), default=None)),
        "state": "sound" if worst is None else worst.name.lower(),
    }


def _codec_shares(replicas: Sequence[ReplicaSums]) -> str:
    """Which codecs, by bytes: `zstd 90 %, none 10 %`."""
    sums = {codec: sum(getattr(one, f"bytes_{codec}") for one in replicas) for codec in CODECS}
    whole = sum(sums.values())
    if not whole:
        return ""
    used = sorted(((size, codec) for codec, size in sums.items() if size), reverse=True)
    return ", ".join(f"{codec} {size / whole:.0%}" if len(used) > 1 else codec for size, codec in used)


def time_text(ms: int | None) -> str | None:
    """Formats a time as ISO 8601, to the second; None for no time, or one beyond the calendar."""
    if ms is None or ms < 0:
        return None
    try:
        return datetime.fromtimestamp(ms / 1000, UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
    except (OverflowError, ValueError, OSError):
        return None


def key_text(key: bytes | None) -> str | None:
    """Formats a record's key: printable text as it is, other bytes as Python writes them."""
    if key is None:
        return None
    try:
        text = key.decode()
    except UnicodeDecodeError:
        return repr(key)[2:-1]
    return text if text.isprintable() else repr(key)[2:-1]


def size_text(count: float) -> str:
    """Formats a size: three digits and a unit of 1000 bytes."""
    for unit in ("B", "kB", "MB", "GB"):
        if abs(count) < 1000:
            return f"{count:.0f} {unit}" if unit == "B" or count >= 100 else f"{count:.3g} {unit}"
        count /= 1000
    return f"{count:.3g} TB"


def summary(report: Mapping[str, Any]) -> str:
    """Summarizes the report in one line."""
    counts = ", ".join(
        f"{count} {noun if count == 1 else noun + 's'}"
        for count, noun in (
            (len(report["brokers"]), "broker"),
            (report["partitions"], "partition"),
            (report["replicas_read"], "replica"),
        )
    )
    if not report["findings"]:
        state = "nothing is wrong"
    else:
        warnings = report["warnings"]
        state = f"{report['wrong']} wrong, {warnings} {'warning' if warnings == 1 else 'warnings'}"
    return f"{state}: {counts}, {size_text(report['bytes'])}"
