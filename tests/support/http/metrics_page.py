"""docs/reference/metrics.md, made of what brokers export: every family with its type, its labels and its help."""

from __future__ import annotations

import re
from collections.abc import Iterable

from prometheus_client.parser import text_string_to_metric_families

INTRODUCTION = """# Metrics

Made of what a cluster exports, by `UPDATE=1 pytest tests/integration/broker/test_metric_names.py`; do not edit.

What `/metrics` of a broker has, by the names that dashboards for Kafka already use. Series of a partition or a topic
are there for those that `kavka.metrics.partitions` names. A `summary` has quantiles and comes with `_count` and `_sum`,
a `counter` ends in `_total`. [Monitoring](../operations/monitoring.md) says which to look at first.

| metric | type | what it is | labels |
|---|---|---|---|
"""
_OF_THE_INTERPRETER = "python_"
_OWN_NAMES = {"le", "quantile"}
"""Labels that say which part of a histogram or a summary it is."""


def metrics_page(texts: Iterable[str]) -> str:
    """Renders the families of all texts together as one table."""
    return INTRODUCTION + "".join(f"{head}{labels}\n" for head, labels in _rows(texts))


def missing(texts: Iterable[str], page: str) -> list[str]:
    """Lists the rows that a page lacks. Which labels there are depends on what has happened, and is not looked at."""
    return [head for head, _ in _rows(texts) if head not in page]


def _rows(texts: Iterable[str]) -> list[tuple[str, str]]:
    labels: dict[str, set[str]] = {}
    for text in texts:
        for family in text_string_to_metric_families(text):
            if not family.name.startswith(_OF_THE_INTERPRETER):
                name = f"{family.name}_total" if family.type == "counter" else family.name
                found = labels.setdefault(f"| `{name}` | {family.type} | {_cell(family.documentation)} | ", set())
                found.update(label for sample in family.samples for label in sample.labels)
    return [(head, f"{', '.join(sorted(found - _OWN_NAMES))} |") for head, found in sorted(labels.items())]


def _cell(text: str) -> str:
    return re.sub(r"([|<*])", r"\\\1", " ".join(text.split()))
