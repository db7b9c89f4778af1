"""The report as one HTML file: it loads nothing, so it can be mailed, kept, and opened in ten years.

Every chart has its numbers in a table below it. Text from logs (topics, keys) is escaped, and the page forbids itself
scripts and everything from elsewhere.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from html import escape
from typing import Any, Final

from kavka.pipeline.audit.charts import Bar, Strip, StripCell, bars, columns, strips
from kavka.pipeline.audit.report import FINDING_COLUMNS, TOPIC_COLUMNS, size_text, summary
from kavka.pipeline.audit.survey import Cell, Survey

STRIPS_MAX: Final = 60
"""Replicas that are drawn: those with something to see first."""
BARS_MAX: Final = 25
ROWS_MAX: Final = 2_000
"""Of one table."""

STYLE: Final = """
:root{--ink:#1c2430;--soft:#5b6675;--line:#d8dee6;--page:#fff;--card:#f6f8fa;--bar:#2f6f9f;--ok:#8fb8a3;
--differs:#c98a00;--crc:#b3261e;--wrong:#b3261e;--warning:#8a5b00;color-scheme:light dark}
@media(prefers-color-scheme:dark){:root{--ink:#e6e9ee;--soft:#9aa6b5;--line:#333d4a;--page:#12161c;--card:#1a2029;
--bar:#6aa9d8;--ok:#4d7a66;--differs:#e0a93c;--crc:#ff8a80;--wrong:#ff8a80;--warning:#e0b860}}
*{box-sizing:border-box}body{margin:0;background:var(--page);color:var(--ink);
font:15px/1.5 system-ui,sans-serif}main{max-width:1000px;margin:0 auto;padding:24px 20px 60px}
h1{font-size:1.5rem;margin:0 0 4px}h2{font-size:1.15rem;margin:36px 0 8px}p{margin:4px 0 12px}
.soft{color:var(--soft)}.verdict{font-size:1.1rem;padding:12px 16px;border-radius:8px;background:var(--card);
border-left:6px solid var(--ok)}.verdict.wrong{border-color:var(--crc)}.verdict.warning{border-color:var(--differs)}
.scroll{overflow-x:auto}table{border-collapse:collapse;width:100%;font-size:.9rem}
th,td{text-align:left;padding:5px 10px 5px 0;border-bottom:1px solid var(--line);vertical-align:top}
th{color:var(--soft);font-weight:600}td.n,th.n{text-align:right;font-variant-numeric:tabular-nums}
.level{font-weight:600}.level.wrong{color:var(--wrong)}.level.warning{color:var(--warning)}
svg{width:100%;height:auto;display:block;margin:8px 0}svg text{fill:var(--ink);font:12px system-ui,sans-serif}
svg .value{fill:var(--soft)}.bar{fill:var(--bar)}.axis{stroke:var(--line)}.cell-ok{fill:var(--ok)}
.cell-differs{fill:url(#hatch);stroke:var(--differs);stroke-width:.5}.cell-crc{fill:var(--crc)}
.mark{stroke:var(--page);stroke-width:1.6;fill:none}dt{font-weight:600;margin-top:10px}dd{margin:2px 0 0 0}
details{margin:6px 0}summary{cursor:pointer;color:var(--soft)}.legend svg{display:inline-block;width:16px;height:16px;
margin:0 4px -3px 14px}
"""
_HATCH: Final = (
    '<svg width="0" height="0" aria-hidden="true" style="position:absolute"><defs>'
    '<pattern id="hatch" width="5" height="5" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">'
    '<rect width="5" height="5" fill="var(--page)"/><rect width="2.6" height="5" fill="var(--differs)"/>'
    "</pattern></defs></svg>"
)
_POLICY: Final = "default-src 'none'; style-src 'unsafe-inline'"


def page(report: Mapping[str, Any], survey: Survey) -> str:
    """Renders the report as one HTML page.

    Args:
        report: what `report.document` made of the survey.
        survey: for what only the page draws.
    """
    sections = (
        _verdict(report),
        _findings(report),
        _strips(survey),
        _topics(report),
        _hours(report),
        _keys(report),
        _compression(report),
        _replicas(report),
    )
    return (
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">'
        f'<meta http-equiv="Content-Security-Policy" content="{_POLICY}">'
        '<meta name="viewport" content="width=device-width,initial-scale=1">'
        f"<title>Audit: {escape(summary(report))}</title><style>{STYLE}</style></head>"
        f"<body>{_HATCH}<main>{''.join(sections)}</main></body></html>\n"
    )


def _verdict(report: Mapping[str, Any]) -> str:
    state = "wrong" if report["wrong"] else "warning" if report["warnings"] else "ok"
    incomplete = "".join(f"<p>Incomplete: {escape(one)}.</p>" for one in report["incomplete"])
    return (
        f"<h1>Audit of a Kafka log</h1>"
        f'<p class="soft">{escape(report["source"])}<br>{escape(report["at"] or "")}</p>'
        f'<p class="verdict {state}">{escape(_sentence(summary(report)))}</p>{incomplete}'
    )


def _sentence(text: str) -> str:
    return text[:1].upper() + text[1:] + "."


def _findings(report: Mapping[str, Any]) -> str:
    rows = report["findings"]
    if not rows:
        return ""
    legend = "".join(
        f"<dt>{escape(name)}</dt><dd>{escape(kind['why'])} <span class='soft'>{escape(kind['fix'])}</span></dd>"
        for name, kind in report["kinds"].items()
    )
    return f"<h2>Findings</h2>{_table(FINDING_COLUMNS, rows)}<h2>What they mean, and what to do</h2><dl>{legend}</dl>"


# ---------------------------------------------------------------- charts


def _strips(survey: Survey) -> str:
    by_replica: dict[tuple[str, int, str], list[Cell]] = {}
    for cell in survey.cells:
        by_replica.setdefault((cell.topic, cell.partition, cell.broker), []).append(cell)
    if not by_replica:
        return ""
    partitions_to_see = {key[:2] for key, cells in by_replica.items() if any(_state(one) != "ok" for one in cells)}
    ordered = sorted(by_replica, key=lambda key: (key[:2] not in partitions_to_see, key))
    shown = [_strip(key, by_replica[key]) for key in ordered[:STRIPS_MAX]]
    affected = sum(any(_state(one) != "ok" for one in cells) for cells in by_replica.values())
    more = f" The other {len(ordered) - STRIPS_MAX} are not drawn." if len(ordered) > STRIPS_MAX else ""
    description = f"{len(by_replica)} replicas, {affected} of them with differences or failed checksums.{more}"
    return (
        f"<h2>Replicas, by offset</h2><p>Topic-partition, broker; from the first offset on the left to the last on "
        f"the right. Replicas of a partition stand below one another.{escape(more)}</p>"
        f'<p class="legend">{_swatch("cell-ok")}sound and the same {_swatch("cell-differs")}differs from another '
        f"replica {_swatch('cell-crc')}fails its checksum</p>"
        f"{strips('Replicas, by offset', description, shown)}"
    )


def _strip(key: tuple[str, int, str], cells: Sequence[Cell]) -> Strip:
    topic, partition, broker = key
    return Strip(f"{topic}-{partition}, {broker}", cells[0].cells, _cells(cells))


def _swatch(name: str) -> str:
    return f'<svg viewBox="0 0 16 16" aria-hidden="true"><rect class="{name}" width="16" height="16"/></svg>'


def _cells(cells: Iterable[Cell]) -> list[StripCell]:
    texts = {"ok": "sound", "differs": "differs from another replica", "crc": "fails its checksum"}
    return [StripCell(one.cell, _state(one), f"{texts[_state(one)]}, {size_text(one.bytes)}") for one in cells]


def _state(cell: Cell) -> str:
    return "crc" if cell.crc_failures else "differs" if cell.differs else "ok"


def _topics(report: Mapping[str, Any]) -> str:
    rows = report["topics"]
    largest = sorted(rows, key=lambda row: -row["bytes"])[:BARS_MAX]
    drawn = [
        Bar(row["topic"], row["bytes"], f"{size_text(row['bytes'])}, {row['records']:,} records") for row in largest
    ]
    description = f"The largest is {drawn[0].label} with {drawn[0].text}." if drawn else "There are none."
    chart = bars("Bytes by topic, all replicas", description, drawn)
    return f"<h2>Topics</h2>{chart}{_table(TOPIC_COLUMNS, rows)}"


def _hours(report: Mapping[str, Any]) -> str:
    rows = report["hours"]
    if len(rows) < 2:
        return ""
    step = -(-len(rows) // 120)
    drawn = []
    for begin in range(0, len(rows), step):
        group = rows[begin : begin + step]
        size = sum(row["bytes"] for row in group)
        drawn.append(Bar((group[0]["hour"] or "")[:16].replace("T", " "), size, size_text(size)))
    highest = max(drawn, key=lambda bar: bar.value)
    chart = columns("Bytes by time", f"The most, {highest.text}, from {highest.label} UTC on.", drawn)
    unit = "hour" if step == 1 else f"{step} hours"
    table = _table(["hour", "bytes", "records"], rows)
    return (
        f"<h2>Volume</h2><p>By the records' own times (UTC), per {unit}, all replicas together.</p>{chart}"
        f"<details><summary>The numbers</summary>{table}</details>"
    )


def _keys(report: Mapping[str, Any]) -> str:
    rows = report["keys"]
    if not rows:
        return ""
    drawn = [
        Bar(
            f"{row['topic']} · {'(no key)' if row['key'] is None else row['key']}",
            row["records"],
            f"{row['records']:,}",
        )
        for row in rows[:BARS_MAX]
    ]
    chart = bars("Most frequent keys", f"The first is {drawn[0].label} with {drawn[0].text} records.", drawn)
    table = _table(["topic", "key", "records", "bytes"], rows)
    return f"<h2>Most frequent keys</h2>{chart}<details><summary>The numbers</summary>{table}</details>"


def _compression(report: Mapping[str, Any]) -> str:
    rows = report["compression"]
    if not rows:
        return ""
    drawn = [
        Bar(
            f"{row['topic']} · {row['codec']}",
            row["ratio"],
            f"{row['ratio']:g} : 1, {size_text(row['stored_bytes'])} stored",
        )
        for row in rows[:BARS_MAX]
    ]
    best = max(drawn, key=lambda bar: bar.value)
    chart = bars("Compression ratio", f"The best is {best.label} with {best.text}.", drawn)
    names = ["topic", "codec", "records", "stored_bytes", "inflated_bytes", "ratio"]
    return f"<h2>Compression</h2>{chart}<details><summary>The numbers</summary>{_table(names, rows)}</details>"


def _replicas(report: Mapping[str, Any]) -> str:
    names = [
        "topic",
        "partition",
        "broker",
        "segments",
        "begin",
        "end",
        "batches",
        "records",
        "bytes",
        "missing",
        "last_epoch",
    ]
    table = _table(names, report["replicas"])
    return f"<h2>All replicas</h2><details><summary>{len(report['replicas'])} of them</summary>{table}</details>"


# ---------------------------------------------------------------- tables


def _table(names: Sequence[str], rows: Sequence[Mapping[str, Any]]) -> str:
    numbers = {name for name in names if rows and all(isinstance(row[name], int | float | None) for row in rows)}
    head = "".join(f'<th scope="col"{_right(name in numbers)}>{escape(name.replace("_", " "))}</th>' for name in names)
    body = "".join(
        f"<tr>{''.join(_cell(name, row[name], name in numbers) for name in names)}</tr>" for row in rows[:ROWS_MAX]
    )
    more = f'<p class="soft">and {len(rows) - ROWS_MAX:,} more, in the JSON report</p>' if len(rows) > ROWS_MAX else ""
    return f'<div class="scroll"><table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table></div>{more}'


def _right(is_number: bool) -> str:
    return ' class="n"' if is_number else ""


def _cell(name: str, value: Any, is_number: bool) -> str:
    if name == "level":
        return f'<td class="level {escape(str(value))}">{escape(str(value))}</td>'
    if value is None:
        text = "–" if name != "key" else "(no key)"
    elif name.endswith("bytes"):
        text = size_text(value)
    else:
        text = f"{value:,}" if isinstance(value, int) and name not in ("partition", "broker", "segment") else str(value)
    return f"<td{_right(is_number)}>{escape(text)}</td>"
